"""Lists of messages: how long, which are old, which have no answer."""

from functools import partial

from langchain_core.messages import BaseMessage
from langchain_core.messages.utils import count_tokens_approximately

# Right for Chinese, and cautious for English.
count_tokens = partial(count_tokens_approximately, chars_per_token=1.5)


def unanswered(messages: list[BaseMessage]) -> list[str]:
    """The user's texts since the last answer.

    It is one, or more if a turn was cut off.
    """
    said: list[str] = []
    for message in reversed(messages):
        if message.type != "human":
            break
        said.insert(0, message.text)
    return said


def old_turns(messages: list[BaseMessage], keep: int) -> list[BaseMessage]:
    """All but the last `keep` messages, cut where a turn begins."""
    cut = max(len(messages) - keep, 0)
    while cut > 0 and messages[cut].type != "human":
        cut -= 1
    return messages[:cut]
