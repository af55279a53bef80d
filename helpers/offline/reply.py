"""From a list of messages to one reply: text or tool calls."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from langchain_core.messages import BaseMessage, ToolMessage

from helpers.offline.summary import summary_of, wants_summary
from helpers.offline.text import full_width
from helpers.offline.tools.results import result_text
from helpers.offline.tools.wanted import forced_calls, wanted_calls
from helpers.offline.turn import Turn


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
    reply = _reply_to(messages, tools, tool_choice, max_tokens)
    return Reply(full_width(reply.text), reply.tool_calls)


def _reply_to(messages, tools, tool_choice, max_tokens) -> Reply:
    if tool_choice == "none":
        tools = ()
    forced = tools and tool_choice not in (None, "auto", False, "none")
    if forced:
        return Reply("", forced_calls(messages, tools, tool_choice))
    if wants_summary(messages):
        return Reply(summary_of(messages, max_tokens))
    if isinstance(messages[-1], ToolMessage):
        return _after_tools(messages, tools)
    if tools:
        calls = wanted_calls(messages, tools)
        if calls:
            return Reply("", calls)
    return Reply(Turn(messages).text())


def _after_tools(messages, tools) -> Reply:
    """An answer from the tool results that end the list."""
    turn = Turn(messages)
    results = []
    for message in reversed(messages):
        if not isinstance(message, ToolMessage):
            break
        results.insert(0, message)
    shown = result_text(messages, results, tools, turn.language)
    if not shown:
        return Reply(turn.text())
    if turn.asks_answered():
        shown = f"{turn.text()}\n{shown}"
    return Reply(shown)
