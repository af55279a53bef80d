"""Vectors belong to the model that made them: a guard for SQLite files."""

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from helpers.errors import CourseError

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

# A model is known by the vector that it gives this text.
PROBE = "The cat sleeps on the warm stove. 猫在温暖的炉子上睡觉。"
# Two answers of one provider differ a little: not more than this.
SAME = 0.99


def checked_index(
    connection: sqlite3.Connection, index: dict[str, Any]
) -> dict[str, Any]:
    """The index for `SqliteStore`, if it fits the vectors in its file.

    `index` has the keys `embed` and `fields`, as for an InMemoryStore.
    What is returned has `dims` too, as the model gives them, and
    `text_fields`, where SqliteStore looks for `fields`. The first call
    notes in the file which model makes its vectors. Raises CourseError
    if another model made those that are there, or for anything else.
    """
    if not hasattr(connection, "execute"):
        raise CourseError(
            "checked_index needs the connection of open_sqlite(path); it was"
            f" given: {type(connection).__name__}."
        )
    if not isinstance(index, Mapping) or not index.get("embed"):
        raise CourseError(
            "checked_index needs an index like"
            ' {"embed": embeddings(), "fields": ["text"]}.'
        )
    fields = index.get("fields") or ["$"]
    embed = index["embed"]
    probe = _probe(embed)
    _refuse_unknown(connection)
    connection.execute(
        "CREATE TABLE IF NOT EXISTS vector_model"
        " (one INTEGER PRIMARY KEY CHECK (one = 1), name TEXT, probe TEXT)"
    )
    # Whoever comes first writes it; everybody reads it.
    connection.execute(
        "INSERT OR IGNORE INTO vector_model VALUES (1, ?, ?)",
        (_name(embed), json.dumps(probe)),
    )
    row = connection.execute("SELECT name, probe FROM vector_model")
    name, noted = row.fetchone()
    noted = json.loads(noted)
    if not _alike(noted, probe):
        version = "an earlier " if name == _name(embed) else ""
        raise CourseError(
            f"The vectors in {_file(connection)} were made by"
            f" {version}{name} ({len(noted)} numbers each). Those of"
            f" {_name(embed)} ({len(probe)} numbers) cannot be compared with"
            " them: use that model again, or start from a new file,"
            " fresh_path(…)."
        )
    return {
        **index, "dims": len(probe), "fields": fields, "text_fields": fields,
    }  # fmt: skip


def _probe(embed: "Embeddings | Callable") -> list[float]:
    from langgraph.store.base import ensure_embeddings

    vector = ensure_embeddings(embed).embed_documents([PROBE])[0]
    return [float(number) for number in vector]


def _name(embed: "Embeddings | Callable | str") -> str:
    """What a person calls a model: its own name, or that of its class."""
    if isinstance(embed, str):
        return embed
    own = getattr(embed, "model", None) or getattr(embed, "__name__", None)
    return str(own or type(embed).__name__)


def _refuse_unknown(connection: sqlite3.Connection) -> None:
    """Vectors that nobody has noted may be of any model."""
    tables = {
        name
        for (name,) in connection.execute("SELECT name FROM sqlite_master")
    }
    if "store_vectors" not in tables or "vector_model" in tables:
        return
    if connection.execute("SELECT 1 FROM store_vectors LIMIT 1").fetchone():
        raise CourseError(
            f"{_file(connection)} has vectors, and no note of the model that"
            " made them. Start from a new file, fresh_path(…), and call"
            " checked_index before you put the first item."
        )


def _alike(a: Sequence[float], b: Sequence[float]) -> bool:
    """Whether two vectors are of one size and point the same way."""
    if len(a) != len(b):
        return False
    dot = sum(x * y for x, y in zip(a, b, strict=True))
    lengths = sum(x * x for x in a) * sum(y * y for y in b)
    return dot >= SAME * lengths**0.5


def _file(connection: sqlite3.Connection) -> str:
    rows = connection.execute("PRAGMA database_list").fetchall()
    return Path(rows[0][2]).name or "this database"
