"""Which bound tool fits a message, and with which arguments."""

import json
import re
from collections.abc import Sequence
from typing import Any

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    ToolMessage,
)

from helpers.offline.acts import Act, acts_of
from helpers.offline.answer import answer
from helpers.offline.arguments import arguments_for, places_in
from helpers.offline.facts import USER
from helpers.offline.nearest import similarity
from helpers.offline.reader import View, read_human, view_of
from helpers.offline.schema import fill
from helpers.offline.text import Language, language_of, words_in
from helpers.offline.transcript import split_transcript

Tool = dict[str, Any]

_SAVE = r"save|remember|store|upsert|manage|record|add|create|update|put|insert|"
_SAVE += r"write|memori[sz]e|set|保存|记住|记录|存储|写入|更新"
_SEARCH = r"search|recall|retrieve|find|lookup|look up|get|query|fetch|read|load|"
_SEARCH += r"list|搜索|检索|查找|查询|回忆|读取|获取"
_MEMORY = r"memor(?:y|ies)|facts?|notes?|preferences?|profile|remember|recall|"
_MEMORY += r"user info|user information|about the user|记忆|用户信息|偏好|资料|记住"
_WEATHER = r"weather|forecast|temperature|天气|气温|预报"
_ASKS_WEATHER = re.compile(
    rf"{_WEATHER}|\b(?:rain|sunny|snow|umbrella|hot|cold|warm)\b|下雨|下雪|冷不冷|热不热",
    re.IGNORECASE,
)
# Measured: requests that fit a tool's description lie above it.
_NEAR = 0.45


def name_of(tool: Tool) -> str:
    return tool["function"]["name"]


def parameters_of(tool: Tool) -> dict[str, Any]:
    return tool["function"].get("parameters") or {}


def purpose(tool: Tool) -> str:
    """ 'save', 'search', 'weather' or 'other'; the name decides first."""
    name = name_of(tool).replace("_", " ").replace("-", " ")
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()
    about = tool["function"].get("description", "").lower()
    both = f"{name} {about}"
    if re.search(_WEATHER, name) or (
        re.search(_WEATHER, about) and not re.search(_MEMORY, name)
    ):
        return "weather"
    if not re.search(_MEMORY, both):
        return "other"
    if re.search(rf"\b(?:{_SEARCH})", name) and not re.search(
        r"\b(?:save|remember|store|upsert|manage)", name
    ):
        return "search"
    if re.search(rf"\b(?:{_SAVE})", name):
        return "save"
    if re.search(_SEARCH, about.split(".")[0]):
        return "search"
    return "save" if re.search(_SAVE, about) else "other"


def forced_calls(
    messages: Sequence[BaseMessage], tools: Sequence[Tool], choice: Any
) -> list[dict[str, Any]]:
    """The call that `tool_choice` demands, arguments as far as told."""
    wanted = choice
    if isinstance(choice, dict):
        wanted = choice.get("function", choice).get("name")
    named = [tool for tool in tools if name_of(tool) == wanted]
    if not named:
        fitting = _fitting_calls(messages, tools)
        if fitting:
            return fitting
        named = _not_yet_called(messages, tools)
    tool = named[0]
    if purpose(tool) != "other" or not is_schema(tool):
        calls = _fitting_calls(messages, [tool])
        if calls:
            return calls
    return [_call(tool, _filled(messages, tool, True))]


def is_schema(tool: Tool) -> bool:
    """A class to be filled, by Python's way of naming, not a function."""
    name = name_of(tool)
    return name[:1].isupper() or not name.isascii()


def _not_yet_called(messages, tools) -> list[Tool]:
    called = set()
    for message in reversed(messages):
        if isinstance(message, HumanMessage):
            break
        if isinstance(message, AIMessage):
            called |= {call["name"] for call in message.tool_calls}
    left = [tool for tool in tools if name_of(tool) not in called]
    schemas = [tool for tool in left if is_schema(tool)]
    return schemas or left or list(tools)


def _filled(messages, tool: Tool, forced: bool = False) -> dict[str, Any]:
    text = _last_human(messages)
    if is_schema(tool):
        return fill(parameters_of(tool), _own_words(messages))
    found = arguments_for(parameters_of(tool), text, forced=forced)
    told = fill(parameters_of(tool), _own_words(messages))
    return {**found, **{k: v for k, v in told.items() if k not in found}}


_INSTRUCTION = re.compile(
    r"^[^::\n]{0,160}(?:extract|identify|parse|analy[sz]e|find|collect|list|"
    r"attributes|information|facts|提取|抽取|识别|分析|解析|找出|信息|属性)"
    r"[^::\n]{0,160}[::]\s*",
    re.IGNORECASE,
)


def _own_words(messages: Sequence[BaseMessage]) -> View:
    """What the person told, and nobody else."""
    humans = []
    for message in messages:
        if not isinstance(message, HumanMessage):
            continue
        text = words_in(message)
        turns, _ = split_transcript(text)
        said = [t for role, t in turns if role == "human"] or [text]
        for part in said:
            part = _INSTRUCTION.sub("", part).strip(" \n\"'“”`")
            humans.append(HumanMessage(part))
    return view_of(humans)


def _last_human(messages: Sequence[BaseMessage]) -> str:
    for message in reversed(messages):
        if isinstance(message, HumanMessage):
            return words_in(message)
    return ""


def _call(tool: Tool, arguments: dict[str, Any]) -> dict[str, Any]:
    return {"name": name_of(tool), "args": arguments}


def wanted_calls(
    messages: Sequence[BaseMessage], tools: Sequence[Tool]
) -> list[dict[str, Any]]:
    """Calls that the last human message asks for; none if none fits."""
    if not isinstance(messages[-1], HumanMessage):
        return []
    return _fitting_calls(messages, tools)


def _fitting_calls(messages, tools) -> list[dict[str, Any]]:
    if not messages or not isinstance(messages[-1], HumanMessage):
        return []
    text = words_in(messages[-1])
    view = view_of(messages)
    before = view_of(messages[:-1])
    calls: list[dict[str, Any]] = []
    kinds = {name_of(tool): purpose(tool) for tool in tools}

    def of_kind(kind: str) -> Tool | None:
        return next((t for t in tools if kinds[name_of(t)] == kind), None)

    save, search, weather = map(of_kind, ("save", "search", "weather"))
    others = [
        t for t in tools if kinds[name_of(t)] == "other" and not is_schema(t)
    ]
    for act in acts_of(text, before.last):
        if act.kind in ("tell", "remember") and save:
            calls += _saving(save, act, before)
        elif weather and _ASKS_WEATHER.search(act.text):
            calls += _asking_weather(weather, act, view)
        elif act.kind in ("question", "cannot", "ask", "tell"):
            other = _other_call(others, act)
            if other:
                calls.append(other)
            elif search and act.kind in ("ask", "question"):
                calls += _searching(search, act, view)
        elif act.kind == "about_me" and search:
            calls += _searching(search, act, view)
    unique = {json.dumps(call, sort_keys=True): call for call in calls}
    return list(unique.values())


def _saving(tool: Tool, act: Act, before: View) -> list[dict[str, Any]]:
    facts, _, _, _ = read_human(act.text, before.last)
    facts = tuple(f for f in facts if f.what not in ("correction", "known"))
    if not facts:
        return []
    content = act.topic if act.kind == "remember" else act.text
    content = content.strip(" .。")
    properties = parameters_of(tool).get("properties") or {}
    names = {name.lower(): name for name in properties}
    name = next((names[n] for n in ("name", "key", "attribute", "attribute_name")
                 if n in names), None)  # fmt: skip
    value = next((names[n] for n in ("value", "val") if n in names), None)
    if name and value:
        from helpers.offline.schema import label_of

        language = language_of(act.text)
        return [
            _call(tool, {name: label_of(f.what, language), value: f.value})
            for f in facts
        ]
    arguments = arguments_for(parameters_of(tool), content, forced=True)
    return [_call(tool, arguments)]


def _searching(tool: Tool, act: Act, view: View) -> list[dict[str, Any]]:
    language = language_of(act.text)
    answered = [answer(ask, view.knowledge, language) for ask in act.asks]
    if act.asks and all(answered):
        return []
    if act.kind == "question" and not re.search(
        r"\b(?:i|me|my|mine|we|our)\b|我", act.text, re.IGNORECASE
    ):
        return []
    query = act.text.strip(" ??。.!")
    return [_call(tool, arguments_for(parameters_of(tool), query, forced=True))]


def _asking_weather(
    tool: Tool, act: Act, view: View
) -> list[dict[str, Any]]:
    places = places_in(act.text)
    if not places and re.search(
        r"\b(?:here|home|where i live|my (?:city|town|place))\b|这里|我这|家|我(?:的)?城市",
        act.text,
        re.IGNORECASE,
    ):
        places = [f.value for f in view.knowledge.find(USER, "home")[-1:]]
    calls = []
    for place in places:
        arguments = arguments_for(
            parameters_of(tool), act.text, place=place, forced=True
        )
        calls.append(_call(tool, arguments))
    required = parameters_of(tool).get("required") or []
    if not places and not required:
        calls.append(_call(tool, {}))
    return calls


_STOP = frozenset(
    """a an the of for to in on at by with and or is are was be do does did
    can could you me my i it this that what which who please use tool using
    value get from given return returns function user their some any how
    will would about as into""".split()
)


def _content_words(text: str) -> set[str]:
    words = re.findall(r"[a-z]{2,}", text.lower().replace("_", " "))
    return {re.sub(r"(?:ing|ed|es|s)$", "", x) for x in words} - _STOP


def _other_call(tools: list[Tool], act: Act) -> dict[str, Any] | None:
    """A call of any other tool that is near the request."""
    asked = _content_words(act.text)
    best: tuple[float, Tool] | None = None
    for tool in tools:
        name = _content_words(name_of(tool))
        about = _content_words(tool["function"].get("description", ""))
        score = 0.0
        if name_of(tool) in act.text:
            score = 3.0
        elif name and name <= asked:
            score = 2.0
        elif len(asked & (name | about)) >= 2 or asked & name:
            score = 1.0 + len(asked & (name | about)) / 10
        elif act.kind in ("question", "cannot"):
            description = tool["function"].get("description", "")
            near = similarity(act.text, description or name_of(tool))
            score = 0.5 + near / 10 if near >= _NEAR else 0.0
        if score and act.kind in ("tell", "ask") and score < 2:
            continue
        if score and (best is None or score > best[0]):
            best = (score, tool)
    if best is None:
        return None
    tool = best[1]
    parameters = parameters_of(tool)
    arguments = arguments_for(parameters, act.text, forced=best[0] >= 2)
    if any(n not in arguments for n in parameters.get("required") or []):
        return None
    return _call(tool, arguments)


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
            front = f"{arguments[0]}: " if len(results) > 1 and arguments else ""
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
