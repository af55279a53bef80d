"""Tool results, said in words."""

import json
from collections.abc import Sequence

from langchain_core.messages import AIMessage, BaseMessage, ToolMessage

from helpers.offline.text import Language, words_in
from helpers.offline.tools.kinds import Tool, name_of, purpose


def result_text(
    messages: Sequence[BaseMessage],
    results: list[ToolMessage],
    tools: Sequence[Tool],
    language: Language,
) -> str:
    """What look-up tools gave, in words; '' for memory tools' results."""
    calls = {
        call["id"]: call
        for message in messages
        if isinstance(message, AIMessage)
        for call in message.tool_calls
    }
    bound = {name_of(tool): tool for tool in tools}
    shown = []
    for result in results:
        call = calls.get(result.tool_call_id) or {"name": "", "args": {}}
        tool = bound.get(call["name"]) or {
            "function": {"name": call["name"] or result.name or ""}
        }
        text = _readable(words_in(result))
        if result.status == "error":
            failed = "工具出错:" if language == "zh" else "The tool failed: "
            shown.append(failed + text)
        elif purpose(tool) not in ("save", "search"):
            arguments = [str(v) for v in call["args"].values()]
            front = (
                f"{arguments[0]}: " if len(results) > 1 and arguments else ""
            )
            shown.append(front + text)
    return "\n".join(text for text in shown if text)


def _readable(text: str) -> str:
    """JSON as "key: value, …", other text as it is."""
    try:
        value = json.loads(text)
    except ValueError:
        return text.strip()
    if isinstance(value, dict):
        return ", ".join(f"{k}: {v}" for k, v in value.items())
    if isinstance(value, list):
        return ", ".join(str(item) for item in value)
    return str(value)
