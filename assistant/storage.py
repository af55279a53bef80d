"""The assistant's two files: one of checkpoints, one of memories."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from langchain_core.embeddings import Embeddings
from langchain_core.language_models import BaseChatModel
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.store.sqlite import SqliteStore

from assistant.app import Assistant
from assistant.graph import WINDOW
from helpers import CourseError, checked_index, open_sqlite


@contextmanager
def open_assistant(
    folder: str | Path,
    model: BaseChatModel,
    embeddings: Embeddings,
    window: int = WINDOW,
    kind: type[Assistant] = Assistant,
) -> Iterator[Assistant]:
    """Open the assistant whose memory is in a folder, made if need be.

    Its files are checkpoints.sqlite and memories.sqlite: the store's
    vectors may need another SQLite library than the checkpoints, and two
    libraries in one process do not see each other's locks. Raises
    CourseError if the folder cannot be used, or if its vectors are those
    of other embeddings.
    """
    folder = Path(folder)
    with ExitStack() as stack:
        with _explaining(folder, OSError):
            folder.mkdir(parents=True, exist_ok=True)
        with _explaining(folder, sqlite3.Error):
            saved = stack.enter_context(closing(_connect(folder)))
            checkpointer = SqliteSaver(saved)
            _set_up(saved)
            checkpointer.setup()
        vectors = stack.enter_context(
            open_sqlite(str(folder / "memories.sqlite"))
        )
        with _explaining(folder, vectors.Error):
            _set_up(vectors)
            store = _open_store(vectors, embeddings)
        yield kind(model, checkpointer, store, window)


def threads_of(assistant: Assistant, user_id: str) -> list[str]:
    """The names of a user's threads."""
    with assistant.checkpointer.cursor(transaction=False) as cursor:
        rows = cursor.execute(
            "SELECT thread_id FROM checkpoints UNION"
            " SELECT thread_id FROM writes ORDER BY thread_id"
        ).fetchall()
    owned = f"{user_id}/"
    return [name[len(owned) :] for (name,) in rows if name.startswith(owned)]


@contextmanager
def _explaining(folder: Path, kind: type[Exception]) -> Iterator[None]:
    """Say in one line that the folder or a file in it cannot be used."""
    try:
        yield
    except kind as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CourseError(
            f"The assistant cannot keep its memory in the folder"
            f" {folder.name} ({reason}). Choose another one."
        ) from None


def _connect(folder: Path) -> sqlite3.Connection:
    return sqlite3.connect(
        folder / "checkpoints.sqlite", check_same_thread=False
    )


def _open_store(
    connection: sqlite3.Connection, embeddings: Embeddings
) -> SqliteStore:
    index = {"embed": embeddings, "fields": ["text"]}
    store = SqliteStore(connection, index=checked_index(connection, index))
    store.setup()
    return store


def _set_up(connection: sqlite3.Connection) -> None:
    for setting in (
        # With a journal in this mode, a killed process loses nothing, though
        # the disk is waited for less often.
        "journal_mode = WAL",
        "synchronous = NORMAL",
        # What is deleted is overwritten, and takes its vector along.
        "secure_delete = ON",
        "foreign_keys = ON",
    ):
        connection.execute(f"PRAGMA {setting}").fetchall()
