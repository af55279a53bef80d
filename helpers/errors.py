"""The course's own exception: one clear line instead of a traceback."""

from __future__ import annotations

from helpers.output import clean

# A longer message, with a huge value in it, keeps this much of either end.
END = 240


class CourseError(Exception):
    """Something is wrong that the learner can put right.

    The message says what is wrong and what to do. Jupyter shows only that
    message: IPython asks an exception for `_render_traceback_` first.
    """

    def __str__(self) -> str:
        text = clean(super().__str__())
        if len(text) > 2 * END:
            text = f"{text[:END].rstrip()} … {text[-END:].lstrip()}"
        return text

    def _render_traceback_(self) -> list[str]:
        return [str(self)]
