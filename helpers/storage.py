"""Where the lessons keep their files: the data folder."""

import re
from pathlib import Path

from helpers.errors import CourseError
from helpers.settings import settings


def fresh_path(name: str) -> str:
    """Path of a file in the data folder, with nothing there yet.

    A file of that name from an earlier run is removed, and with it what
    SQLite keeps beside it (-wal, -shm, -journal). Raises CourseError if
    the name is no plain file name or the folder cannot be used.
    """
    if ".." in name or not re.fullmatch(r"\w[\w. -]*", name):
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
