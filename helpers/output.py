"""One output, two faces: plain text for diffs, HTML for eyes."""

import sys
from html import escape


def show(text: str, html: str) -> None:
    """Display at once in a notebook; print `text` everywhere else.

    A notebook keeps both forms. IPython is never imported here: where it
    is not loaded already, there is no notebook to show anything in.
    """
    if "IPython" in sys.modules:
        from IPython import get_ipython
        from IPython.display import display

        if get_ipython() is not None:
            both = {"text/plain": text, "text/html": html}
            display(both, raw=True)
            return
    print(text)


def show_note(note: str) -> None:
    """Display a remark where there is nothing to tabulate."""
    show(note, f"<em>{escape(note)}</em>")
