"""One snapshot in words, field by field."""

from typing import TYPE_CHECKING

from helpers.display.messages import describe
from helpers.display.text import fold, one_line
from helpers.display.values import channels, is_messages, node_name, plain

if TYPE_CHECKING:
    from langgraph.types import PregelTask, StateSnapshot

# A longer value or message is cut to this many characters; a longer list
# of messages shows this many from both ends.
VALUE_LIMIT = 100
VALUE_LINES = 12


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
    for key, value in channels(snapshot).items():
        if is_messages(value):
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
        # Once saved, an exception is its repr.
        error = task.error if isinstance(task.error, str) else repr(task.error)
        return f"{name}: failed with {error}"
    if task.interrupts:
        return f"{name}: interrupted"
    if isinstance(task.result, dict):
        return f"{name}: wrote {', '.join(task.result) or 'nothing'}"
    return name
