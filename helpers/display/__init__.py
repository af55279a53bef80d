"""What memory looks like: messages, checkpoints, histories and graphs.

Each function displays at once: as plain text (terminals, diffs) and, in a
notebook, as HTML too. Nothing shown changes from run to run: no ids, no
times, no addresses.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from helpers.display.budget import show_budget
from helpers.display.chart import show_chart
from helpers.display.scores import show_distributions, show_similarities
from helpers.display.store import show_hits, show_store
from helpers.display.text import BAR, BARS, html_table, text_table
from helpers.errors import CourseError
from helpers.output import show, show_note

if TYPE_CHECKING:
    from langchain_core.messages import MessageLikeRepresentation
    from langgraph.graph.state import CompiledStateGraph
    from langgraph.types import StateSnapshot

__all__ = [
    "show_budget",
    "show_chart",
    "show_distributions",
    "show_graph",
    "show_history",
    "show_hits",
    "show_messages",
    "show_similarities",
    "show_state",
    "show_store",
]


def show_messages(messages: "Iterable[MessageLikeRepresentation]") -> None:
    """Show who says what: one row a message, long texts cut with …

    Takes messages in any form LangChain reads, or a state that has them.
    Raises CourseError for anything else.
    """
    from helpers.display.messages import as_messages, describe

    rows = describe(as_messages(messages))
    if not rows:
        show_note("(no messages)")
        return
    bars = [BARS.get(role.split(" ")[0], BAR) for role, _ in rows]
    show(text_table(rows), html_table(rows, bars=bars))


def show_state(snapshot: "StateSnapshot") -> None:
    """Show a snapshot field by field, as `graph.get_state(config)` gives it.

    Raises CourseError for anything else.
    """
    from helpers.display.state import state_rows

    _check_snapshot(snapshot, "show_state", "graph.get_state(config)")
    rows = state_rows(snapshot)
    show(text_table(rows), html_table(rows))


def show_history(snapshots: "Iterable[StateSnapshot]") -> None:
    """Show a thread's checkpoints, newest first, with what each changed.

    Takes what `graph.get_state_history(config)` gives. The first column
    is the tree: where two lines of ● meet, the thread was forked. In the
    last column + is a new message, - a deleted one, ~ an edited one.
    Raises CourseError for anything else.
    """
    from helpers.display.history import history_rows

    call = "graph.get_state_history(config)"
    if not isinstance(snapshots, Iterable):
        _check_snapshot(snapshots, "show_history", call)
    # A snapshot is a tuple too; one alone is a history of one.
    snapshots = [snapshots] if _is_snapshot(snapshots) else list(snapshots)
    for snapshot in snapshots:
        _check_snapshot(snapshot, "show_history", call)
    if not snapshots:
        show_note("(no checkpoints)")
        return
    header = ("", "step", "source", "next", "what changed")
    rows = [header, *history_rows(snapshots)]
    show(text_table(rows), html_table(rows, header=True, tree=True))


def show_graph(graph: "CompiledStateGraph") -> None:
    """Draw a compiled graph; a dashed edge is conditional.

    As text: its edges, `a -> b`, or `a -?-> b` if conditional. Raises
    CourseError for anything that is not a compiled graph.
    """
    from helpers.display.graph import edge_lines, graph_html, read_graph

    if not hasattr(graph, "get_graph") or isinstance(graph, type):
        kind = type(graph).__name__
        raise CourseError(
            "show_graph needs a compiled graph: graph = builder.compile();"
            f" it was given: {kind}."
        )
    nodes, edges = read_graph(graph)
    show("\n".join(edge_lines(nodes, edges)), graph_html(nodes, edges))


def _is_snapshot(value: Any) -> bool:
    return hasattr(value, "parent_config") and hasattr(value, "tasks")


def _check_snapshot(value: Any, name: str, call: str) -> None:
    if not _is_snapshot(value):
        kind = type(value).__name__
        raise CourseError(f"{name} needs {call}; it was given: {kind}.")
