"""What a bound tool is for."""

import re
from typing import Any

Tool = dict[str, Any]


SAVE = (
    r"save|remember|store|upsert|manage|record|add|create|update|put|insert|"
)


SEARCH = (
    r"search|recall|retrieve|find|lookup|look up|get|query|fetch|read|load|"
)


MEMORY = r"memor(?:y|ies)|facts?|notes?|preferences?|profile|remember|recall|"


WEATHER = r"weather|forecast|temperature|天气|气温|预报"


def name_of(tool: Tool) -> str:
    return tool["function"]["name"]


def parameters_of(tool: Tool) -> dict[str, Any]:
    return tool["function"].get("parameters") or {}


def purpose(tool: Tool) -> str:
    """'save', 'search', 'weather' or 'other'; the name decides first."""
    name = name_of(tool).replace("_", " ").replace("-", " ")
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()
    about = tool["function"].get("description", "").lower()
    both = f"{name} {about}"
    if re.search(WEATHER, name) or (
        re.search(WEATHER, about) and not re.search(MEMORY, name)
    ):
        return "weather"
    if not re.search(MEMORY, both):
        return "other"
    if re.search(rf"\b(?:{SEARCH})", name) and not re.search(
        r"\b(?:save|remember|store|upsert|manage)", name
    ):
        return "search"
    if re.search(rf"\b(?:{SAVE})", name):
        return "save"
    if re.search(SEARCH, about.split(".")[0]):
        return "search"
    return "save" if re.search(SAVE, about) else "other"


def is_schema(tool: Tool) -> bool:
    """A class to be filled, by Python's way of naming, not a function."""
    name = name_of(tool)
    return name[:1].isupper() or not name.isascii()
