"""One output, two faces: plain text for diffs, HTML for eyes."""

import re
import sys
from html import escape
from typing import Any


def clean(text: object) -> str:
    """Text without colour codes and control characters; they garble it."""
    text = str(text).replace("\r\n", "\n").replace("\t", "    ")
    text = re.sub(r"\x1b\[[\d;]*m", "", text)
    text = re.sub(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", " ", text)
    return text.encode("utf-8", "replace").decode("utf-8").strip()


def notebook() -> Any:
    """IPython's shell in a notebook; None everywhere else.

    IPython is never imported here: where it is not loaded already, there
    is no notebook to show anything in.
    """
    if "IPython" not in sys.modules:
        return None
    from IPython import get_ipython

    return get_ipython()


def say(text: str) -> None:
    """Print at once, with a ? for what this terminal cannot show."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    print(text.encode(encoding, "replace").decode(encoding), flush=True)


def show(text: str, html: str) -> None:
    """Display in a notebook, in both forms; print `text` elsewhere."""
    if notebook() is None:
        say(text)
        return
    from IPython.display import display

    display({"text/plain": text, "text/html": html}, raw=True)


def show_note(note: str) -> None:
    """Display a remark where there is nothing to tabulate."""
    show(note, f"<em>{escape(note)}</em>")
