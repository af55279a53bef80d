"""What a store holds, and what a search in it found."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from helpers.display.text import (
    bar,
    fit,
    fold,
    html_table,
    is_number,
    text_table,
)
from helpers.display.values import plain
from helpers.errors import CourseError
from helpers.output import show, show_note

if TYPE_CHECKING:
    from langgraph.store.base import BaseStore, SearchItem

# A longer value is cut to this many columns of a terminal; of more items
# or labels in one place this many are shown, from both ends.
VALUE_WIDTH = 90
BRANCHES = 12

# Every item: a search returns ten if it is not told otherwise.
ALL = 1_000_000


def show_store(store: "BaseStore", namespace: tuple[str, ...] = ()) -> None:
    """Show the items below a namespace as a tree: labels, keys, values.

    Takes any LangGraph store. Raises CourseError for anything else.
    """
    if not hasattr(store, "list_namespaces"):
        kind = type(store).__name__
        raise CourseError(
            "show_store needs a store, for example InMemoryStore();"
            f" it was given: {kind}."
        )
    labels = isinstance(namespace, tuple | list) and all(
        isinstance(label, str) for label in namespace
    )
    if not labels:
        raise CourseError(
            'show_store needs a namespace like ("bob", "memories");'
            f" it was given: {namespace!r}."
        )
    # Looking at an item must not lengthen its life.
    items = store.search(tuple(namespace), limit=ALL, refresh_ttl=False)
    if not items:
        show_note("(no items)")
        return
    tree: dict = {}
    for item in items:
        place = tree
        for label in item.namespace:
            place = place.setdefault((1, label), {})
        # A key may have the name of a label beside it.
        place[0, item.key] = fit(plain(item.value), VALUE_WIDTH)
    rows = [("namespace, key", "value"), *_branches(tree)]
    show(text_table(rows), html_table(rows, header=True))


def _branches(tree: dict, depth: int = 0) -> list[tuple[str, str]]:
    """A row (name, value) for each label and key: keys first."""
    indent = "    " * depth
    blocks = []
    for (is_label, name), inner in tree.items():
        below = _branches(inner, depth + 1) if is_label else []
        value = "" if is_label else inner
        blocks.append((is_label, [(indent + _name(name), value), *below]))
    # By what is shown: the order of ids differs from run to run.
    shown = fold([block for _, block in sorted(blocks)], BRANCHES)
    rows = []
    for block in shown:
        if isinstance(block, str):
            block = [(indent + block, "")]
        rows += block
    return rows


def _name(name: str) -> str:
    return fit(plain(name).strip('"'), 40)


def show_hits(items: "Iterable[SearchItem]") -> None:
    """Show what `store.search` found: best first, scores as bars.

    Raises CourseError for anything else.
    """
    items = list(items) if isinstance(items, Iterable) else [items]
    for item in items:
        score = getattr(item, "score", "")
        # Of a vector of nothing but zeros the score is not a number.
        if not (score is None or is_number(score) or score != score):
            kind = type(item).__name__
            raise CourseError(
                "show_hits needs what store.search(…) returns;"
                f" it was given: {kind}."
            )
    if not items:
        show_note("(nothing found)")
        return
    rows = [("", "score", "", "namespace", "key", "value")]
    scores = [i.score if is_number(i.score) else None for i in items]
    sizes = [round(score or 0.0, 2) + 0.0 for score in scores]
    most = max(1.0, *sizes)
    for n, item in enumerate(items):
        rows.append(
            (
                str(n + 1),
                "no score" if scores[n] is None else f"{sizes[n]:.2f}",
                bar(sizes[n], 0, most),
                plain(item.namespace),
                _name(item.key),
                fit(plain(item.value), VALUE_WIDTH - 30),
            )
        )
    text = text_table(rows, right=(0, 1))
    show(text, html_table(rows, header=True, right=(0, 1)))
