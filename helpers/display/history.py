"""A thread's checkpoints in words: a tree, and what each one changed."""

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from helpers.display.messages import describe
from helpers.display.text import fold, one_line
from helpers.display.values import channels, is_messages, node_name, plain

if TYPE_CHECKING:
    from langgraph.types import StateSnapshot

# A longer change is cut to this many characters; of more changes of one
# kind this many are shown, from both ends.
CHANGE_LIMIT = 60
CHANGE_LINES = 6

_EMPTY = ("[]", "{}", '""', "None")


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
    new = channels(snapshot)
    old = channels(parent) if parent else {}
    lines = []
    for key, value in new.items():
        before = old.get(key)
        if is_messages(value) or is_messages(before):
            lines += _message_changes(before, value)
        elif key not in old and plain(value) in _EMPTY:
            continue  # an empty start is no change
        elif plain(value) != plain(before):
            lines.append(f"{key}: {plain(value)}")
    lines += [f"{key}: gone" for key in old if key not in new]
    lines += [f"interrupt: {plain(i.value)}" for i in snapshot.interrupts]
    return [one_line(line, CHANGE_LIMIT) for line in lines] or ["(nothing)"]


def _message_changes(before: Any, after: Any) -> list[str]:
    old, new = (_keyed(m if is_messages(m) else []) for m in (before, after))
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
