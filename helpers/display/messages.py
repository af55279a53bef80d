"""Messages in words: who says what, which tool is called."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from helpers.display.text import shorten
from helpers.errors import CourseError
from helpers.output import clean

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage

# A longer text, or a longer role with its name, is cut to so many characters.
MESSAGE_LIMIT, ROLE_LIMIT = 240, 40


def as_messages(
    messages: Any, name: str = "show_messages"
) -> list["BaseMessage"]:
    """The messages meant by what a learner may pass to the view `name`.

    Takes a list in any form LangChain knows (message objects, ("human",
    "hi"), {"role": …}), a single message, or a state with "messages".
    Raises CourseError for anything else.
    """
    from langchain_core.messages import BaseMessage, convert_to_messages

    if isinstance(messages, dict) and "messages" in messages:
        messages = messages["messages"]
    pair = isinstance(messages, tuple) and len(messages) == 2
    if isinstance(messages, BaseMessage | dict) or (
        pair and all(isinstance(part, str) for part in messages)
    ):
        messages = [messages]
    # A snapshot is a tuple too: its parts are no messages.
    unfit = isinstance(messages, str) or hasattr(messages, "values")
    if unfit or not isinstance(messages, Iterable):
        kind = type(messages).__name__
        raise CourseError(
            f"{name} needs a list of messages, for example"
            f' result["messages"]; it was given: {kind}.'
        )
    found = []
    for n, item in enumerate(messages):
        try:
            found += convert_to_messages([item])
        except (ValueError, TypeError, NotImplementedError, KeyError):
            raise CourseError(
                f"{name} cannot read item {n} of the list as a"
                f' message; it is: {type(item).__name__}. ("human", "hi")'
                " or HumanMessage(…) would do."
            ) from None
    return found


def describe(messages: list["BaseMessage"]) -> list[tuple[str, str]]:
    """A (role, text) pair for each message, without any id.

    A tool result is named after the call it answers.
    """
    calls = {
        call["id"]: call["name"]
        for message in messages
        for call in getattr(message, "tool_calls", [])
    }
    return [(_role(m), _text(m, calls)) for m in messages]


def _role(message: "BaseMessage") -> str:
    role = message.type.removesuffix("MessageChunk").lower()
    if role == "chat":
        role = message.role
    named = message.name and role in ("human", "ai")
    role = clean(f"{role} ({message.name})" if named else role)
    return shorten(role, ROLE_LIMIT)


def _text(message: "BaseMessage", calls: dict[str, str]) -> str:
    if message.type == "remove":
        from langgraph.graph.message import REMOVE_ALL_MESSAGES

        every = message.id == REMOVE_ALL_MESSAGES
        return "all messages before this" if every else "one message by its id"
    text = _content(message.content)
    if message.type == "tool":
        name = calls.get(message.tool_call_id) or message.name or "tool"
        orphan = message.tool_call_id not in calls
        note = " (call not in this list)" if orphan else ""
        return shorten(f"{clean(name)}{note}: {text}", MESSAGE_LIMIT)
    lines = [shorten(text, MESSAGE_LIMIT)] if text else []
    for call in getattr(message, "tool_calls", []):
        args = ", ".join(f"{k}={v!r}" for k, v in call["args"].items())
        lines.append(_call(call["name"], args))
    for call in getattr(message, "invalid_tool_calls", []):
        lines.append(_call(call["name"], call["args"]) + " (invalid)")
    return "\n".join(lines) or "(empty)"


def _call(name: str | None, args: str | None) -> str:
    return shorten(clean(f"calls {name}({args or ''})"), MESSAGE_LIMIT)


def _content(content: Any) -> str:
    """The text of a message; other blocks by their type, as in [image]."""
    parts = []
    for block in content if isinstance(content, list) else [content]:
        if isinstance(block, str):
            parts.append(block)
        elif not isinstance(block, dict):
            parts.append(f"[{type(block).__name__}]")
        elif isinstance(block.get("text"), str):
            parts.append(block["text"])
        elif block.get("type") not in ("tool_use", "tool_call"):
            parts.append(f"[{block.get('type') or 'block'}]")
    return clean("\n".join(parts))
