"""The course's own exception: one clear line instead of a traceback."""

from __future__ import annotations


class CourseError(Exception):
    """Something is wrong that the learner can put right.

    The message says what is wrong and what to do. Jupyter shows only that
    message: IPython asks an exception for `_render_traceback_` first.
    """

    def _render_traceback_(self) -> list[str]:
        return [str(self)]
