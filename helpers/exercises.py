"""Checks in a lab: passed, not started, or not yet and why."""

import ast
import html
import linecache
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from helpers.output import clean, notebook, show

# What a starter cell raises until the learner replaces it.
STUB = "your code here"
# A longer reason is cut to this many characters.
REASON_LIMIT = 200

# Mid tones, seen on white and on black alike.
_COLOURS = {"passed": "#4d9a6a", "not started": "#8a8f98"}
_NOT_YET = "#b8862f"


@contextmanager
def exercise(name: str) -> Iterator[None]:
    """Run an exercise's asserts and say how it stands, in one line.

    Says `passed`, `not started` if the starter's NotImplementedError was
    reached, or `not yet` with the reason. Every Exception and every exit
    ends here, so that the lab runs on; an interrupt of the kernel does not.
    """
    shell = notebook()
    can_exit = hasattr(shell, "ask_exit")
    if can_exit:
        # In a notebook exit() raises nothing: it asks the kernel to end.
        shell.ask_exit = sys.exit
    try:
        yield
    except (Exception, SystemExit) as error:
        _report(name, *_reason(error))
    else:
        _report(name, "passed")
    finally:
        if can_exit:
            del shell.ask_exit


def _report(name: str, verdict: str, reason: str = "", line: str = "") -> None:
    name = _one_line(str(name))
    text = f"{name} {verdict}" + (f": {reason}" if reason else "")
    colour = _COLOURS.get(verdict, _NOT_YET)
    style = f"border-left: 3px solid {colour}; padding: 2px 12px;"
    about = f": {html.escape(reason)}" if reason else ""
    head = f"<b>{html.escape(name)} {verdict}</b>{about}"
    if line:
        text += f"\n    in: {line}"
        head += f"<br>in: <code>{html.escape(line)}</code>"
    show(text, f'<div style="{style}">{head}</div>')


def _reason(error: BaseException) -> tuple[str, ...]:
    if _is_stub(error):
        return ("not started",)
    message = _one_line(str(error))
    line = _learner_line(error)
    if isinstance(error, AssertionError):
        if not message:
            condition = _one_line(_failed_condition(error))
            message = f"this should hold: {condition}"
        return "not yet", message
    if isinstance(error, SystemExit):
        return "not yet", "the answer called exit; let it return", line
    kind = type(error).__name__
    return "not yet", f"{kind}: {message}" if message else kind, line


def _is_stub(error: BaseException | None) -> bool:
    """Whether an exception is the starter's own, or was caused by it."""
    while error is not None:
        if isinstance(error, NotImplementedError) and error.args == (STUB,):
            return True
        error = error.__cause__ or error.__context__
    return False


def _one_line(text: str) -> str:
    text = " ".join(clean(text).split())
    if len(text) > REASON_LIMIT:
        text = text[: REASON_LIMIT - 1].rstrip() + "…"
    return text


def _cell_frames(error: BaseException) -> list[traceback.FrameSummary]:
    """The frames in notebook cells: those with source but without a file."""
    frames = traceback.extract_tb(error.__traceback__)
    return [f for f in frames if f.line and not Path(f.filename).is_file()]


def _learner_line(error: BaseException) -> str:
    frames = _cell_frames(error)
    return _one_line(frames[-1].line) if frames else ""


def _failed_condition(error: Exception) -> str:
    """Source of the assert that failed, without the word assert."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    source = "".join(linecache.getlines(frame.filename))
    try:
        found = [
            ast.get_source_segment(source, node.test)
            for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.Assert)
            and node.lineno <= frame.lineno <= node.end_lineno
        ]
    except SyntaxError:  # a cell with magics
        found = []
    return (found or [frame.line])[-1] or "an assert without a message"
