"""Values for a tool's arguments, found in the words of a request."""

import re
from typing import Any

from helpers.offline.english.text import number_in
from helpers.offline.text import word_set
from helpers.offline.tools.fields import words_of_field

_PLACE = word_set(
    """city location place town cities where destination address 城市 地点 地方
    位置"""
)
_WHOLE = word_set(
    """query question search content memory text note fact info information
    message keywords keyword data input prompt topic task description
    memories request sentence expression 查询 内容 问题 记忆 文本"""
)
_NOT_PLACES = word_set(
    """home here outside today tomorrow tonight monday tuesday wednesday
    thursday friday saturday sunday now the what how please celsius
    fahrenheit next this i compare use tell which"""
)


def places_in(text: str) -> list[str]:
    """Cities a request names: "in Paris and London", 北京和上海的天气."""
    text = text.replace("’", "'")
    found = re.search(
        r"\b(?:in|at|for|of|around|near|between)\s+(?:the city of "
        r")?((?:[A-Z][\w'.-]*"
        r"(?:\s+(?=[A-Z])|,\s*(?=[A-Z]|and\b)|\s+(?:and|or|&|vs\.?)\s+(?=[A-Z]))?|"
        r"(?:and\s+(?=[A-Z])))+)",
        text,
    )
    if found:
        parts = re.split(
            r"\s*(?:,\s*and\s+|\s+and\s+|\s+or\s+|&|vs\.?)\s*", found[1]
        )
        places: list[str] = []
        for part in parts:
            # "San Francisco, CA" is one place; "Paris, London" are two.
            bits = [b.strip(" .,'?") for b in part.split(",")]
            for bit in bits:
                short = re.fullmatch(r"[A-Z]{2}", bit)
                if short and places:
                    places[-1] += f", {bit}"
                elif bit and bit.lower() not in _NOT_PLACES:
                    places.append(bit)
        return places
    chinese = re.search(
        r"(?:^|请问|查询|查一下|查|看看|告诉我|知道|现在|今天|明天|问一下|那|在)*"
        r"((?:[\u4e00-\u9fff]{2,6}?)(?:(?:、|和|跟|与|以及)[\u4e00-\u9fff]{2,6}?)*)"
        r"(?:今天|明天|现在|今晚|后天|这周|本周|周末|的|最近|会|下)*(?:的)?(?:天气|气温|温度|下雨|下雪|冷|热|怎么样)",
        text,
    )
    if chinese:
        words = re.sub(
            r"^(?:请问|请|帮我|查询|查一下|查|看看|告诉我|知道|现在|今天|明天|问一下|那|你|我想知道|一下)+",
            "",
            chinese[1],
        )
        return [
            p
            for p in re.split(r"、|和|跟|与|以及", words)
            if len(p) >= 2
            and p not in ("今天", "明天", "现在", "外面", "这里")
        ]
    lower = re.search(
        r"\bweather\s+(?:like\s+)?(?:today\s+)?(?:in|at|for)\s+([a-z][a-z ]+?)"
        r"(?:\s+(?:today|tomorrow|now|right now|and|please))*[?.!]*$|"
        r"^([A-Z]\w+)\s+weather",
        text,
        re.IGNORECASE,
    )
    if lower:
        place = (lower[1] or lower[2]).strip()
        parts = re.split(r"\s+and\s+", place)
        return [p.title() for p in parts if p.lower() not in _NOT_PLACES]
    return []


def arguments_for(
    parameters: dict[str, Any],
    text: str,
    place: str | None = None,
    forced: bool = False,
) -> dict[str, Any]:
    """As many arguments as the text gives; only told values.

    `forced`: a tool must be called, so the last required text argument
    that nothing else fits gets the request itself.
    """
    properties = parameters.get("properties") or {}
    required = parameters.get("required") or []
    numbers = [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", text)]
    quoted = re.findall(r"[\"“「']([^\"”」']{1,80})[\"”」'](?!\w)", text)
    found: dict[str, Any] = {}
    left: list[str] = []
    for name, spec in properties.items():
        value = _argument(name, spec, text, place, numbers, quoted)
        if value is not None:
            found[name] = value
        elif name in required and _kind(spec) == "string":
            left.append(name)
    if forced and len(left) == 1:
        found[left[0]] = text.strip(" ?。")
    return found


def _kind(spec: dict[str, Any]) -> str:
    for option in spec.get("anyOf") or [spec]:
        kind = option.get("type")
        if kind and kind != "null":
            return kind if isinstance(kind, str) else kind[0]
    return "string"


def _argument(name, spec, text, place, numbers, quoted) -> Any:
    words = words_of_field(name)
    kind = _kind(spec)
    options = spec.get("enum") or next(
        (o["enum"] for o in spec.get("anyOf") or [] if "enum" in o), None
    )
    if options:
        for option in options:
            said = str(option).replace("_", " ")
            if re.search(rf"\b{re.escape(said)}\b", text, re.IGNORECASE):
                return option
        return None
    if kind in ("integer", "number"):
        if words in ("limit", "offset", "k", "top k", "n results"):
            return None
        if not numbers:
            number = number_in(text)
            return (
                number
                if number is not None and "default" not in spec
                else None
            )
        number = numbers.pop(0)
        return (
            int(number)
            if kind == "integer" or number == int(number)
            else number
        )
    if kind == "boolean":
        return None
    last = words.split()[-1] if words else ""
    if words in _PLACE or last in _PLACE:
        value = place or next(iter(places_in(text)), None)
        if kind == "array":
            return [value] if value else None
        return value
    if kind != "string":
        return None
    if "default" in spec or (spec.get("anyOf") and words not in _WHOLE):
        return None
    if words in ("id", "key", "action", "user id"):
        return None
    address = re.search(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+", text)
    if address and (words in ("to", "recipient") or "email" in words):
        return address[0]
    named = re.search(
        rf"\b{re.escape(words)}\s*(?:is|=|:|named|called)?\s*[\"'“]?([\w@.-]+)",
        text,
        re.IGNORECASE,
    )
    if quoted and words not in _WHOLE:
        return quoted.pop(0)
    if words in _WHOLE or last in _WHOLE:
        return text.strip()
    if named and len(words) > 2:
        return named[1]
    return None
