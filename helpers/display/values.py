"""Any value of a state in words: the same in every run."""

import dataclasses
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from helpers.display.messages import describe
from helpers.output import clean

if TYPE_CHECKING:
    from langgraph.types import StateSnapshot

_ID = re.compile(r"[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}", re.I)
_NAMES = {"__start__": "START", "__end__": "END"}


def node_name(name: str) -> str:
    """A node's name, START and END as they are written in code."""
    path, _, last = name.rpartition(":")
    last = _NAMES.get(last, last)
    return clean(f"{path}:{last}" if path else last)


def plain(value: Any, depth: int = 4) -> str:
    """A value in one line: the same in every run, without id or address."""
    from langchain_core.messages import BaseMessage

    if depth == 0:
        return "…"
    if value is None or isinstance(value, bool | int | float):
        return repr(value)
    if isinstance(value, str):
        return "(an id)" if _ID.fullmatch(value) else f'"{value}"'
    if isinstance(value, BaseMessage):
        role, text = describe([value])[0]
        return f"{role}: {text}"
    name = type(value).__name__
    if isinstance(value, Mapping):
        named = {plain(key): item for key, item in value.items()}
        return "{" + _pairs(named, ": ", depth) + "}"
    if isinstance(value, list | tuple | set | frozenset):
        items = [plain(item, depth - 1) for item in value]
        if isinstance(value, set | frozenset):
            return "{" + ", ".join(sorted(items)) + "}"
        left, right = "[]" if isinstance(value, list) else "()"
        comma = "," * (left == "(" and len(items) == 1)
        return left + ", ".join(items) + comma + right
    fields = getattr(type(value), "model_fields", None) or (
        {f.name: f for f in dataclasses.fields(value)}
        if dataclasses.is_dataclass(value)
        else None
    )
    if fields and not isinstance(value, type):
        parts = {key: getattr(value, key) for key in fields}
        return f"{name}({_pairs(parts, '=', depth)})"
    return f"{name}(…)"


def _pairs(value: Mapping, sign: str, depth: int) -> str:
    return ", ".join(
        f"{key}{sign}{plain(item, depth - 1)}" for key, item in value.items()
    )


def is_messages(value: Any) -> bool:
    """Whether a value is a list of messages, with one at least."""
    from langchain_core.messages import BaseMessage

    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(item, BaseMessage) for item in value)
    )


def channels(snapshot: "StateSnapshot") -> dict[str, Any]:
    """A snapshot's values by name; a state that is no dict has one."""
    values = snapshot.values
    return values if isinstance(values, dict) else {"value": values}
