"""Where the lessons keep their files: the data folder, and SQLite in it."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import ModuleType

from helpers.errors import CourseError
from helpers.settings import settings


def fresh_path(name: str) -> str:
    """Path of a file in the data folder, with nothing there yet.

    A file of that name from an earlier run is removed, and with it what
    SQLite keeps beside it (-wal, -shm, -journal). Raises CourseError if
    the name is no plain file name or the folder cannot be used.
    """
    plain = isinstance(name, str) and re.fullmatch(r"\w[\w. -]*", name)
    if not plain or ".." in name:
        raise CourseError(
            f"{name!r} is not a plain file name. Use letters, digits and"
            " . - _ only, for example chat.sqlite."
        )
    path = Path(settings().data) / name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for end in ("", "-wal", "-shm", "-journal"):
            path.with_name(name + end).unlink(missing_ok=True)
        path.touch()  # fails here, in one line, rather than in SQLite
        path.unlink()
    except OSError as error:
        raise CourseError(
            f"{name} cannot be made anew in the data folder"
            f" ({error.strerror}). Close what uses it, or set COURSE_DATA to"
            " a folder you can write to."
        ) from None
    return str(path)


@contextmanager
def open_sqlite(path: str) -> Iterator[sqlite3.Connection]:
    """Open the SQLite file of a store with vectors, and close it at the end.

    The connection is what `SqliteStore(connection, index=…)` needs: it can
    load extensions, commits by itself and works in every thread. It comes
    from Python's own sqlite3, or from pysqlite3 where that one cannot load
    extensions; its exceptions are those of the same module. Two SQLite
    libraries in one process do not see each other's locks and destroy a
    file that both write, so the store needs a file of its own: SqliteSaver
    is always on Python's sqlite3. Raises CourseError if the file cannot be
    opened, is no database, or holds checkpoints.
    """
    if not isinstance(path, str | Path) or not Path(path).name:
        raise CourseError(
            "open_sqlite needs the path of a file, as fresh_path(…) gives it;"
            f" it was given: {path!r}."
        )
    module = _sqlite()
    name = Path(path).name
    try:
        connection = module.connect(
            path, isolation_level=None, check_same_thread=False
        )
    except (module.Error, ValueError) as error:
        raise CourseError(
            f"{name} cannot be opened ({error}). Is there such a folder?"
        ) from None
    with closing(connection):
        _check_file(connection, name, module)
        yield connection


def _check_file(
    connection: sqlite3.Connection, name: str, module: ModuleType
) -> None:
    """Refuse what is no database, and what belongs to a checkpointer."""
    query = "SELECT 1 FROM sqlite_master WHERE name = 'checkpoints'"
    try:
        shared = connection.execute(query).fetchone()
    except module.Error as error:
        raise CourseError(
            f"{name} cannot be used as an SQLite database ({error})."
            " Start from a new file: fresh_path(…)."
        ) from None
    if shared:
        raise CourseError(
            f"{name} holds checkpoints, and a store that shares their file"
            " can destroy it. Give the store a file of its own."
        )


def _sqlite() -> ModuleType:
    """A module like sqlite3 whose connections can load extensions."""
    if hasattr(sqlite3.Connection, "enable_load_extension"):
        return sqlite3
    try:
        import pysqlite3
    except ImportError:
        raise CourseError(
            "This Python's sqlite3 cannot load extensions, which vectors in"
            " SQLite need, and pysqlite3 is not there: it comes with `make"
            " lab` on most systems. On others use a Python that can:"
            " conda's, or your Linux system's own."
        ) from None
    return pysqlite3
