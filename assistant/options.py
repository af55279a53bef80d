"""What both chats are told on the command line, and say about errors."""

import argparse
from pathlib import Path

from helpers.errors import CourseError
from helpers.settings import settings, without_keys


def parse(arguments: list[str]) -> argparse.Namespace:
    """Options `user` and `thread`; prints help or an error, and exits."""
    parser = argparse.ArgumentParser(
        prog="python -m assistant",
        description="An assistant that remembers you. The word web opens it"
        " in the browser; without it you chat here.",
    )
    parser.add_argument("web", nargs="?", choices=["web"])
    parser.add_argument("--user", default="me", help="who you are: me")
    parser.add_argument("--thread", default="main", help="thread: main")
    return parser.parse_args(arguments)


def folder() -> Path:
    """Where the assistant's files are, in the course's data folder."""
    return Path(settings().data) / "assistant"


def in_one_line(error: Exception) -> str:
    """What went wrong; the course's own errors say what to do, too."""
    lines = str(error).strip().splitlines() or [""]
    if isinstance(error, CourseError):
        return " ".join(lines)
    return without_keys(f"{type(error).__name__}: {lines[0]}"[:300])
