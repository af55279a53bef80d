"""Forget a user, and prove it: threads, memories, and bytes on the disk."""

from dataclasses import dataclass
from pathlib import Path

from assistant.app import Assistant, check_name
from assistant.storage import threads_of
from helpers import find_traces

# So many of the user's texts are looked for, the longest ones. A short one
# could be found by chance.
PROOFS, SHORTEST = 5, 8


@dataclass(frozen=True)
class Forgotten:
    """What was erased, and how much of it the files still hold."""

    threads: int
    memories: int
    proofs: int
    """Texts of the user that were looked for afterwards."""
    traces: int
    """Those of them that were found. 0 is right."""


def forget(assistant: Assistant, user_id: str) -> Forgotten:
    """Erase all threads and memories of a user, and look what is left.

    A text that another user has said too is theirs, and no trace.
    """
    user_id = check_name("user", user_id)
    threads, said = threads_of(assistant, user_id), []
    for thread in threads:
        values = assistant.thread(user_id, thread).values
        said += [m.text for m in values.get("messages", ()) if m.text]
    items = assistant.store.search((user_id,), limit=1_000_000)
    said += [item.value["said"] for item in items]

    for thread in threads:
        assistant.checkpointer.delete_thread(f"{user_id}/{thread}")
    for item in items:
        assistant.store.delete(item.namespace, item.key)
    paths = [_rewrite(assistant.checkpointer), _rewrite(assistant.store)]

    texts = sorted({t for t in said if len(t) >= SHORTEST}, key=len)[-PROOFS:]
    left = [t for t in texts if any(_is_left(t, path) for path in paths)]
    return Forgotten(len(threads), len(items), len(texts), len(left))


def _rewrite(database) -> Path:
    """Write a file anew with what its tables hold; its path.

    Deleted rows stay in a file, and in its journal, until this is done.
    """
    with database.lock:
        for statement in ("VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
            database.conn.execute(statement).fetchall()
        _, _, path = database.conn.execute("PRAGMA database_list").fetchone()
    return Path(path)


def _is_left(text: str, path: Path) -> bool:
    found = find_traces(text, path=str(path))
    in_a_table = any(found[place] for place in found if "table" in place)
    return (found["file"] or found["journal"]) and not in_a_table
