"""Which bound tool fits a message, and with which arguments."""

import json
import re
from collections.abc import Sequence
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage

from helpers.offline.acts import acts_of
from helpers.offline.answer import answer
from helpers.offline.facts import USER, Act
from helpers.offline.nearest import similarities
from helpers.offline.reader import View, read_human, view_of
from helpers.offline.text import language_of, word_set, words_in
from helpers.offline.tools.arguments import arguments_for, places_in
from helpers.offline.tools.kinds import (
    MEMORY,
    SAVE,
    SEARCH,
    WEATHER,
    Tool,
    is_schema,
    name_of,
    parameters_of,
    purpose,
)
from helpers.offline.tools.schema import fill, label_of
from helpers.offline.transcript import split_transcript

SAVE += r"write|memori[sz]e|set|保存|记住|记录|存储|写入|更新"


SEARCH += r"list|搜索|检索|查找|查询|回忆|读取|获取"


MEMORY += (
    r"user info|user information|about the user|记忆|用户信息|偏好|资料|记住"
)


_ASKS_WEATHER = re.compile(
    rf"{WEATHER}|\b(?:rain|sunny|snow|umbrella|hot|cold|warm)\b|下雨|下雪|冷不冷|热不热",
    re.IGNORECASE,
)


# Measured: requests that fit a tool's description lie above it.
_NEAR = 0.45


def forced_calls(
    messages: Sequence[BaseMessage], tools: Sequence[Tool], choice: Any
) -> list[dict[str, Any]]:
    """The call that `tool_choice` demands, arguments as far as told."""
    wanted = choice
    if isinstance(choice, dict):
        wanted = choice.get("function", choice).get("name")
    named = [tool for tool in tools if name_of(tool) == wanted]
    if not named:
        lone_schema = len(tools) == 1 and is_schema(tools[0])
        fitting = () if lone_schema else _fitting_calls(messages, tools)
        if fitting:
            return fitting
        named = _not_yet_called(messages, tools)
    tool = named[0]
    if not is_schema(tool):
        calls = _fitting_calls(messages, [tool])
        if calls:
            return calls
    return [_call(tool, _filled(messages, tool, True))]


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
    before = view_of(messages[:-1])
    view = view_of(messages[-1:], before)
    calls: list[dict[str, Any]] = []
    kinds = {name_of(tool): purpose(tool) for tool in tools}

    def of_kind(kind: str) -> Tool | None:
        return next((t for t in tools if kinds[name_of(t)] == kind), None)

    save, search, weather = map(of_kind, ("save", "search", "weather"))
    others = [
        t for t in tools if kinds[name_of(t)] == "other" and not is_schema(t)
    ]
    for tool in tools:
        # A tool called by its name gets the whole message.
        if _names(tool, text):
            arguments = _filled(messages, tool, True)
            required = parameters_of(tool).get("required") or []
            if all(name in arguments for name in required):
                return [_call(tool, arguments)]
    for act in acts_of(text, before.last):
        wanted = weather and _ASKS_WEATHER.search(act.text)
        if act.kind in ("tell", "remember"):
            # "Weather in Rome" asks; "I hate cold weather" tells.
            own = re.search(r"\b(?:i|my)\b|我", act.text, re.IGNORECASE)
            wanted = wanted and not own
        if wanted:
            calls += _asking_weather(weather, act, view)
        elif act.kind in ("tell", "remember") and save:
            calls += _saving(save, act, before)
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


def _names(tool: Tool, text: str) -> bool:
    name = name_of(tool)
    by_name = rf"\b{re.escape(name)}\b"
    if "_" in name or len(name) > 8:
        return re.search(by_name, text) is not None
    said = rf"\b(?:use|call|using|with|run|用|调用) ?(?:the )?[`\"']?{name}\b"
    return re.search(said, text, re.IGNORECASE) is not None


def _saving(tool: Tool, act: Act, before: View) -> list[dict[str, Any]]:
    facts, _, _, _ = read_human(act.text, before.last)
    facts = tuple(f for f in facts if f.what not in ("correction", "known"))
    if not facts:
        return []
    content = act.topic if act.kind == "remember" else act.text
    content = content.strip(" .。")
    properties = parameters_of(tool).get("properties") or {}
    names = {name.lower(): name for name in properties}
    keys = ("name", "key", "attribute", "attribute_name")
    name = next((names[n] for n in keys if n in names), None)
    value = next((names[n] for n in ("value", "val") if n in names), None)
    if name and value:
        language = language_of(act.text)
        return [
            _call(tool, {name: label_of(f.what, language), value: f.value})
            for f in facts
        ]
    arguments = arguments_for(parameters_of(tool), content, forced=True)
    return [_call(tool, arguments)]


def _searching(tool: Tool, act: Act, view: View) -> list[dict[str, Any]]:
    if act.asks and all(_of_the_world(ask, view) for ask in act.asks):
        return []
    language = language_of(act.text)
    answered = [answer(ask, view.knowledge, language) for ask in act.asks]
    if act.asks and all(answered):
        return []
    if act.kind == "question" and not re.search(
        r"\b(?:i|me|my|mine|we|our)\b|我", act.text, re.IGNORECASE
    ):
        return []
    query = act.text.strip(" ?。.!")
    return [
        _call(tool, arguments_for(parameters_of(tool), query, forced=True))
    ]


def _of_the_world(ask, view: View) -> bool:
    """The capital of France: nobody in these messages owns it."""
    return ask.what[0].startswith("my:") and not (
        ask.who == USER or view.knowledge.about(ask.who)
    )


def _asking_weather(tool: Tool, act: Act, view: View) -> list[dict[str, Any]]:
    places = places_in(act.text)
    if not places and re.search(
        r"\b(?:here|home|where i live|my (?:city|town|place))\b|这里|我这|家|"
        r"我(?:的)?城市",
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


_STOP = word_set(
    """a an the of for to in on at by with and or is are was be do does did
    can could you me my i it this that what which who please use tool using
    value get from given return returns function user their some any how
    will would about as into"""
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
            [near] = similarities(act.text, [description or name_of(tool)])
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
