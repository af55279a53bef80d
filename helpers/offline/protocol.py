"""What chat providers refuse, refused here in the same places.

Sources: the OpenAI and DashScope chat protocols. Exceptions are LangChain's
own types, so code written against them works with any provider.
"""

from collections.abc import Sequence

from langchain_core.exceptions import (
    ContextOverflowError,
    ModelInvalidRequestError,
)
from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)

from helpers.errors import CourseError
from helpers.offline.tokens import count_tokens

_MEDIA = ("image", "audio", "video", "file", "document", "media")


class InvalidRequest(CourseError, ModelInvalidRequestError):
    """A list of messages no provider would accept."""


class ContextOverflow(CourseError, ContextOverflowError):
    """More tokens than the context window holds."""


def check_messages(messages: Sequence[BaseMessage], window: int) -> int:
    """Raise on what a provider refuses; give the number of input tokens.

    `window` is in tokens. Positions in error texts count from 0, like the
    list's own indexes.
    """
    if not messages:
        raise InvalidRequest(
            "The list of messages is empty. Send at least one message."
        )
    _check_kinds(messages)
    _check_system_first(messages)
    _check_tool_exchanges(messages)
    tokens = count_tokens(messages)
    if tokens > window:
        raise ContextOverflow(
            f"The messages are {tokens} tokens; the context window holds "
            f"{window}. Trim, delete or summarise before calling the model."
        )
    return tokens


def _check_kinds(messages: Sequence[BaseMessage]) -> None:
    known = (HumanMessage, AIMessage, SystemMessage, ToolMessage)
    for index, message in enumerate(messages):
        if not isinstance(message, known):
            raise InvalidRequest(
                f"Message {index} is a {type(message).__name__}, which is "
                "not part of a conversation. Send system, human, AI and "
                "tool messages."
            )
        if isinstance(message.content, str):
            continue
        for block in message.content:
            kind = block.get("type", "") if isinstance(block, dict) else ""
            if kind.startswith(_MEDIA) or kind.startswith("input_"):
                raise InvalidRequest(
                    f"Message {index} holds a block of type '{kind}'. The "
                    "offline model reads text only."
                )


def _check_system_first(messages: Sequence[BaseMessage]) -> None:
    talk_began = False
    for index, message in enumerate(messages):
        if not isinstance(message, SystemMessage):
            talk_began = True
        elif talk_began:
            raise InvalidRequest(
                f"Message {index} is a system message, but it is not first. "
                "Put it in front of the conversation."
            )


def _check_tool_exchanges(messages: Sequence[BaseMessage]) -> None:
    waiting: set[str] = set()
    caller = 0
    for index, message in enumerate(messages):
        if isinstance(message, ToolMessage):
            if message.tool_call_id not in waiting:
                raise InvalidRequest(
                    f"Message {index} is a tool result without its call "
                    f"('{message.tool_call_id}'). It must follow the AI "
                    "message that made the call."
                )
            waiting.discard(message.tool_call_id)
            continue
        _check_answered(waiting, caller)
        if isinstance(message, AIMessage):
            waiting = {call["id"] or "" for call in message.tool_calls}
            caller = index
    _check_answered(waiting, caller)


def _check_answered(waiting: set[str], caller: int) -> None:
    if waiting:
        names = ", ".join(f"'{name}'" for name in sorted(waiting))
        raise InvalidRequest(
            f"Message {caller} makes a tool call without its result "
            f"({names}). Add the tool message or remove the call."
        )
