"""Where a text is still kept, after somebody thought it was deleted."""

import html
import json
import re
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from helpers.errors import CourseError
from helpers.output import clean, show

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig
    from langgraph.graph.state import CompiledStateGraph
    from langgraph.store.base import BaseStore

# What is counted in a place; the others are yes or no.
_UNITS = {"history": "checkpoint", "store": "item", "table": "row"}
# Mid tones, seen on white and on black alike.
_FOUND, _CLEAN = "#c0605a", "#4d9a6a"


def find_traces(
    text: str,
    graph: "CompiledStateGraph | None" = None,
    config: "RunnableConfig | None" = None,
    store: "BaseStore | None" = None,
    path: str | None = None,
) -> dict[str, int]:
    """Count the places that hold a text: 0 or False is a clean place.

    Looks where it is told to: with `graph` and `config` in the thread's
    "live state" (True or False) and "history" (checkpoints, those of
    subgraphs too); in the "store" (items of every namespace); with `path`
    in each table of that SQLite file (rows, as "table checkpoints"), and
    in the bytes of the "file" and of its "journal" (True or False).

    The text is matched exactly, as UTF-8 and as JSON escapes it. Choose
    one that cannot occur by chance. What is encrypted or compressed is
    not seen. Nothing is changed by looking. Raises CourseError for an
    empty text, a graph without its config, or one without a checkpointer.
    """
    if not isinstance(text, str) or not text:
        raise CourseError("find_traces needs a text to look for.")
    if (graph is None) != (config is None):
        raise CourseError(
            "find_traces needs both graph and config to look into a thread."
        )
    forms = _forms(text)
    found: dict[str, int] = {}
    if graph is not None:
        if not hasattr(getattr(graph, "checkpointer", None), "list"):
            raise CourseError(
                "This graph keeps no threads: compile it with a checkpointer."
            )
        place = config.get("configurable") if isinstance(config, dict) else {}
        if not isinstance(place, dict) or "thread_id" not in place:
            raise CourseError(
                "find_traces needs a config like"
                ' {"configurable": {"thread_id": "bob"}}.'
            )
        thread = {"thread_id": place["thread_id"]}
        saved = graph.checkpointer.list({"configurable": thread})
        found["live state"] = _holds(graph.get_state(config).values, forms)
        found["history"] = sum(
            _holds([c.checkpoint, c.metadata, c.pending_writes], forms)
            for c in saved
        )
    if store is not None:
        if not hasattr(store, "search"):
            kind = type(store).__name__
            raise CourseError(f"find_traces needs a store, not {kind}.")
        items = store.search((), limit=1_000_000, refresh_ttl=False)
        found["store"] = sum(
            _holds([item.namespace, item.key, item.value], forms)
            for item in items
        )
    if path is not None:
        try:
            found |= _in_database(Path(path), forms)
        except (OSError, TypeError, sqlite3.Error) as error:
            why = getattr(error, "strerror", None) or error
            raise CourseError(
                f"find_traces cannot read {Path(str(path)).name!r} ({why}). It"
                " needs an SQLite database that nobody is writing to."
            ) from None
    return found


def show_traces(traces: dict[str, int]) -> None:
    """Show what `find_traces` found, one row a place.

    Raises CourseError for anything else.
    """
    if not isinstance(traces, Mapping):
        raise CourseError(
            "show_traces needs what find_traces(…) returns;"
            f" it was given: {type(traces).__name__}."
        )
    traces = {clean(place)[:60]: count for place, count in traces.items()}
    words = {place: _words(place, count) for place, count in traces.items()}
    wide = max(map(len, words), default=0)
    lines = [f"{place:{wide}}  {said}" for place, said in words.items()]
    rows = []
    for place, said in words.items():
        colour = _FOUND if traces[place] else _CLEAN
        cell = "text-align: left; border: none; padding: 2px 12px;"
        head = f"{cell} border-left: 3px solid {colour};"
        rows.append(
            '<tr style="background: transparent;">'
            f'<th style="{head}">{html.escape(place)}</th>'
            f'<td style="{cell}">{said}</td></tr>'
        )
    style = "border-collapse: collapse; margin: 4px 0;"
    table = f'<table style="{style}">\n' + "\n".join(rows) + "\n</table>"
    show("\n".join(lines), table)


def _words(place: str, count: int) -> str:
    if not count:
        return "no"
    unit = _UNITS.get(place.split(" ")[0])
    if unit is None:
        return "yes"
    return f"{count} {unit}" + ("s" if count > 1 else "")


def _forms(text: str) -> list[bytes]:
    """The bytes that the text may be kept as: plain, or escaped in JSON.

    Twice escaped too: a tool call's arguments are JSON within JSON.
    """
    forms = [text]
    for _ in range(2):
        for form in list(forms):
            for ascii_only in (False, True):
                escaped = json.dumps(form, ensure_ascii=ascii_only)[1:-1]
                forms += [escaped, re.sub(r"\\u\w{4}", _upper, escaped)]
    forms = dict.fromkeys(forms)
    return [form.encode(errors="surrogatepass") for form in forms]


def _upper(escape: re.Match) -> str:
    return "\\u" + escape[0][2:].upper()


def _holds(value: Any, forms: list[bytes]) -> bool:
    """Whether a value holds the text anywhere.

    It is serialised as a checkpointer would do it: that reaches the
    inside of messages and other objects, and keeps text as UTF-8.
    """
    from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

    _, data = JsonPlusSerializer(pickle_fallback=True).dumps_typed(value)
    return any(form in data for form in forms)


def _in_database(path: Path, forms: list[bytes]) -> dict[str, int]:
    """Rows of each table that hold the text, and whether the bytes do."""
    if not path.exists():
        raise CourseError(f"find_traces: there is no file {path.name}.")
    # Of the files beside it, -shm holds page numbers only.
    main = path.read_bytes()
    journals = [
        path.with_name(path.name + end) for end in ("-wal", "-journal")
    ]
    journal = [file.read_bytes() for file in journals if file.exists()]
    size = int.from_bytes(main[16:18]) or 4096
    size = 65536 if size == 1 else size
    pages = range(0, len(main), size)
    # The write-ahead log has a header of its own, and one before each page.
    frames = range(56, max(map(len, journal), default=0), size + 24)
    found = {
        f"table {table}": sum(_row_holds(row, forms) for row in rows)
        for table, rows in _tables(path)
    }
    found["file"] = _bytes_hold(main, pages, forms)
    found["journal"] = any(_bytes_hold(j, frames, forms) for j in journal)
    return found


def _tables(path: Path) -> Iterable[tuple[str, list[tuple]]]:
    """(name, rows) of each table that can hold a text.

    A virtual table keeps its rows in plain ones, which are read as well.
    """
    # Read-only: closing another connection could tidy up the journal.
    address = path.absolute().as_uri() + "?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as database:
        names = database.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table'"
            " AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name"
        ).fetchall()
        database.text_factory = bytes
        for (name,) in names:
            quoted = '"' + name.replace('"', '""') + '"'
            columns = database.execute(f"PRAGMA table_info({quoted})")
            # (number, name, type, …, part of the primary key)
            if any(c[2] != b"INTEGER" or not c[5] for c in columns):
                rows = database.execute(f"SELECT * FROM {quoted}")
                yield name, rows.fetchall()


def _row_holds(row: tuple, forms: list[bytes]) -> bool:
    cells = [c if isinstance(c, bytes) else str(c).encode() for c in row]
    return any(form in cell for cell in cells for form in forms)


def _bytes_hold(data: bytes, pages: range, forms: list[bytes]) -> bool:
    """Whether a file's bytes hold the text, in one piece or in two.

    A long value goes on in further pages, after four bytes that point to
    the next one. So the text may end where such a page begins.
    """
    if any(form in data for form in forms):
        return True
    for form in forms:
        starts = {data[p + 4 : p + 4 + len(form)] for p in pages}
        for cut in range(1, len(form)):
            rest = form[cut:]
            if any(s.startswith(rest) for s in starts) and form[:cut] in data:
                return True
    return False
