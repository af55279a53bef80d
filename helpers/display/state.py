"""Snapshots in words: one in full, or a thread's history as a timeline."""

import dataclasses
import re
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from helpers.display.messages import describe
from helpers.display.text import clean, fold, one_line

if TYPE_CHECKING:
    from langgraph.types import PregelTask, StateSnapshot

# A longer value or message is cut to this many characters.
VALUE_LIMIT = 100
CHANGE_LIMIT = 60
# Longer lists of messages and of changes show only both ends.
VALUE_LINES = 12
CHANGE_LINES = 6

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
        return left + ", ".join(items) + right
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


def _is_messages(value: Any) -> bool:
    from langchain_core.messages import BaseMessage

    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(item, BaseMessage) for item in value)
    )


def _channels(snapshot: "StateSnapshot") -> dict[str, Any]:
    values = snapshot.values
    return values if isinstance(values, dict) else {"value": values}


def state_rows(snapshot: "StateSnapshot") -> list[tuple[str, str]]:
    """A (field, text) pair for each field of a snapshot."""
    metadata = snapshot.metadata or {}
    # The parents of a subgraph's checkpoint are ids.
    facts = {k: v for k, v in metadata.items() if k != "parents"}
    parent = snapshot.parent_config
    interrupts = [plain(item.value) for item in snapshot.interrupts]
    fields = {
        "values": _value_lines(snapshot),
        "next": [", ".join(map(node_name, snapshot.next))],
        "config": _config_lines(snapshot),
        "metadata": [f"{k}: {plain(v)}" for k, v in facts.items()],
        "created_at": ["(a time)"] if snapshot.created_at else [],
        "parent_config": ["(the checkpoint it came from)"] * bool(parent),
        "tasks": [_task(task) for task in snapshot.tasks],
        "interrupts": interrupts,
    }
    return [
        (
            field,
            "\n".join(_short(line) for line in lines if line) or "(none)",
        )
        for field, lines in fields.items()
    ]


def _short(line: str) -> str:
    indent = line[: len(line) - len(line.lstrip())]
    return indent + one_line(line, VALUE_LIMIT)


def _value_lines(snapshot: "StateSnapshot") -> list[str]:
    lines = []
    for key, value in _channels(snapshot).items():
        if _is_messages(value):
            said = [f"  {role}: {text}" for role, text in describe(value)]
            lines += [f"{key}:", *fold(said, VALUE_LINES)]
        else:
            lines.append(f"{key}: {plain(value)}")
    return lines


def _config_lines(snapshot: "StateSnapshot") -> list[str]:
    lines = []
    for key, value in snapshot.config.get("configurable", {}).items():
        if key == "checkpoint_id":
            step = (snapshot.metadata or {}).get("step")
            lines.append(f"checkpoint_id: (of step {step})")
        elif key == "checkpoint_ns":
            # A subgraph's place: its node, then an id.
            path = [part.split(":")[0] for part in value.split("|")]
            lines += [f'checkpoint_ns: "{"|".join(path)}"'] * bool(value)
        elif key != "checkpoint_map" and not key.startswith("__"):
            lines.append(f"{key}: {plain(value)}")
    return lines


def _task(task: "PregelTask") -> str:
    name = node_name(task.name)
    if task.error is not None:
        kind = type(task.error).__name__
        return f"{name}: failed with {kind}: {task.error}"
    if task.interrupts:
        return f"{name}: interrupted"
    if isinstance(task.result, dict):
        return f"{name}: wrote {', '.join(task.result) or 'nothing'}"
    return name


def history_rows(
    snapshots: list["StateSnapshot"],
) -> list[tuple[str, str, str, str, str]]:
    """A row (branch, step, source, next, change) for each snapshot.

    The branch column draws the tree as `git log --graph` does: newest
    first, one lane for each line of descent.
    """
    by_id = {_id(s.config): s for s in snapshots}
    rows = []
    lanes: list[str | None] = []  # the id each open lane leads to
    for snapshot in snapshots:
        here, parent = _id(snapshot.config), _id(snapshot.parent_config)
        changes = _changes(snapshot, by_id.get(parent), parent)
        column, branch = _branch(lanes, here)
        lanes[column] = parent if parent in by_id else None
        below = " ".join("│" if lane else " " for lane in lanes)
        # A lane stays drawn beside a change of several lines.
        branch = "\n".join([branch, *[below] * (len(changes) - 1)])
        metadata = snapshot.metadata or {}
        rows.append(
            (
                branch,
                str(metadata.get("step", "")),
                str(metadata.get("source", "")),
                ", ".join(map(node_name, snapshot.next)) or "(none)",
                "\n".join(changes),
            )
        )
        while lanes and lanes[-1] is None:
            lanes.pop()
    return rows


def _id(config: Mapping | None) -> str | None:
    return ((config or {}).get("configurable") or {}).get("checkpoint_id")


def _branch(lanes: list[str | None], here: str | None) -> tuple[int, str]:
    """Column of a checkpoint, and its line of the tree.

    Every lane that leads here ends here; the first one goes on.
    """
    ends = [n for n, lane in enumerate(lanes) if lane == here]
    if not ends:
        ends = [lanes.index(None) if None in lanes else len(lanes)]
        lanes[ends[0] :] = [here, *lanes[ends[0] + 1 :]]
    column, last = ends[0], ends[-1]
    line = ""
    for n, lane in enumerate(lanes):
        if n == column:
            mark = "●"
        elif n in ends:
            mark = "╯" if n == last else "┴"
        elif column < n < last:
            mark = "┼" if lane else "─"
        else:
            mark = "│" if lane else " "
        line += mark + ("─" if column <= n < last else " ")
    for n in ends[1:]:
        lanes[n] = None
    return column, line.rstrip()


def _changes(
    snapshot: "StateSnapshot",
    parent: "StateSnapshot | None",
    parent_id: str | None,
) -> list[str]:
    """What a checkpoint changed: one line a message or value."""
    if parent is None and parent_id is not None:
        return ["(its parent is not in this list)"]
    new = _channels(snapshot)
    old = _channels(parent) if parent else {}
    lines = []
    for key, value in new.items():
        before = old.get(key)
        if _is_messages(value) or _is_messages(before):
            lines += _message_changes(before or [], value or [])
        elif key not in old and value in ([], {}, "", None):
            continue  # an empty start is no change
        elif plain(value) != plain(before):
            lines.append(f"{key}: {plain(value)}")
    lines += [f"{key}: gone" for key in old if key not in new]
    lines += [f"interrupt: {plain(i.value)}" for i in snapshot.interrupts]
    return [one_line(line, CHANGE_LIMIT) for line in lines] or ["(nothing)"]


def _message_changes(before: list, after: list) -> list[str]:
    old, new = _keyed(before), _keyed(after)
    gone = [f"- {text}" for key, text in old.items() if key not in new]
    edited = [
        f"~ {text}"
        for key, text in new.items()
        if key in old and old[key] != text
    ]
    added = [f"+ {text}" for key, text in new.items() if key not in old]
    return [
        line
        for part in (gone, edited, added)
        for line in fold(part, CHANGE_LINES)
    ]


def _keyed(messages: list) -> dict[Any, str]:
    """Each message's text by its id; by text and count where it has none."""
    seen: Counter[str] = Counter()
    found = {}
    for message, (role, text) in zip(
        messages, describe(messages), strict=True
    ):
        said = f"{role}: {text}"
        seen[said] += 1
        found[message.id or (said, seen[said])] = said
    return found
