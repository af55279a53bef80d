"""From a list of messages to one reply: text or tool calls."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from langchain_core.messages import BaseMessage, HumanMessage

from helpers.offline.text import language_of, text_of


@dataclass(frozen=True)
class Reply:
    """What the model answers: a text, or calls of tools."""

    text: str
    tool_calls: list[dict[str, Any]] = field(default_factory=list)


def reply_to(
    messages: Sequence[BaseMessage],
    tools: Sequence[dict[str, Any]] = (),
    tool_choice: Any = None,
    max_tokens: int | None = None,
) -> Reply:
    """The reply to a valid list of messages."""
    name = None
    text = ""
    for message in messages:
        if not isinstance(message, HumanMessage):
            continue
        text = text_of(message)
        found = re.search(
            r"(?:I'm|I am|name is|我叫|名字是)\s*([A-Z]\w+|[\u4e00-\u9fff]{2,3}$)",
            text,
        )
        if found:
            name = found[1]
    chinese = language_of(text) == "zh"
    if re.search(r"my name\?|who am i|叫什么|名字\?", text, re.I):
        if name:
            return Reply(f"你叫{name}。" if chinese else f"Your name is {name}.")
        return Reply("我不知道你的名字。" if chinese else "I don't know your name.")
    if re.search(r"I'm|I am|name is|我叫", text) and name:
        return Reply(
            f"你好,{name}!" if chinese else f"Nice to meet you, {name}!"
        )
    return Reply("好的。" if chinese else "Noted.")
