"""Many scores at once: a heat map, and how they are spread."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from helpers.display.svg import COLOURS, image, path, picture, text
from helpers.display.text import (
    fit,
    html_table,
    is_number,
    one_line,
    text_table,
    width,
)
from helpers.errors import CourseError
from helpers.output import show

WIDTH = 640
STRIP = 74  # height of one
TOP, FLOOR = 8, 30  # above the strips and below
FINE = 20  # bars from 0 to 1; the table has ten

ROW_WIDTH = 32
TABLE = 84  # characters for all the columns of numbers


def show_similarities(
    rows: Sequence[str],
    columns: Sequence[str],
    matrix: Sequence[Sequence[float]],
) -> None:
    """Show a number for each row and column: the higher, the stronger.

    `matrix` has a list of numbers for each row: a list of lists, or what
    numpy makes of it. Raises CourseError if it does not fit the labels.
    """
    rows, columns = (
        list(labels) if isinstance(labels, Iterable) else []
        for labels in (rows, columns)
    )
    try:
        # Rounded first: all is worked out from what is shown. No -0.00.
        numbers = [[round(float(v), 2) + 0.0 for v in row] for row in matrix]
    except (TypeError, ValueError, OverflowError):
        numbers = []
    sizes = [len(row) for row in numbers]
    known = all(is_number(v) for row in numbers for v in row)
    if not known or not sum(sizes) or sizes != [len(columns)] * len(rows):
        raise CourseError(
            f"show_similarities needs a matrix of {len(rows)} rows with"
            f" {len(columns)} numbers each, as there are labels."
        )
    limit = max(8, TABLE // len(columns) - 2)
    table = [("", *(fit(label, limit) for label in columns))]
    for label, values in zip(rows, numbers, strict=True):
        table.append((fit(label, ROW_WIDTH), *(f"{v:.2f}" for v in values)))
    right = range(1, len(columns) + 1)
    most = max(max(map(max, numbers)), 0.01)
    tints = {
        (m, n): max(value, 0) / most
        for m, values in enumerate(numbers, 1)
        for n, value in enumerate(values, 1)
    }
    html = html_table(table, header=True, right=right, tints=tints)
    show(text_table(table, right), html)


def show_distributions(
    series: Mapping[str, Sequence[float]], cut: float | None = None
) -> None:
    """Show how each series of scores is spread between 0 and 1.

    With a `cut`, also how many scores of each reach it. The heights of one
    strip are shares of its own series. Raises CourseError for anything
    else.
    """
    few = isinstance(series, Mapping) and 0 < len(series) <= len(COLOURS)
    if not few or not all(map(_are_scores, series.values())):
        raise CourseError(
            "show_distributions needs up to six lists of scores by name,"
            ' like {"right": [0.5, 0.6], "wrong": [0.2]}.'
        )
    if cut is not None and not _are_scores([cut]):
        raise CourseError(
            f"show_distributions needs a number as cut, not {cut!r}."
        )
    scores = {
        one_line(name, 24): list(values) for name, values in series.items()
    }
    table = _counts(scores, cut)
    right = range(len(table[0]))
    alt = "; ".join(
        f"{name}: {len(values)} scores from {min(values):.2f} to"
        f" {max(values):.2f}"
        for name, values in scores.items()
    )
    folded = html_table(table, header=True, right=right)
    html = image(_strips(scores, cut), alt, "As a table", folded)
    show(text_table(table, right), html)


def _are_scores(values: Any) -> bool:
    return (
        hasattr(values, "__len__")
        and not isinstance(values, str | Mapping)
        and len(values) > 0
        and all(map(is_number, values))
    )


def _histogram(values: Sequence[float], bins: int) -> list[int]:
    """Counts from 0 to 1; what lies outside is put into the end bins."""
    counts = [0] * bins
    for value in values:
        # A bin begins at its edge, however the edge was computed.
        place = math.floor(value * bins + 1e-6)
        counts[min(max(place, 0), bins - 1)] += 1
    return counts


def _counts(scores: dict[str, list], cut: float | None) -> list[tuple]:
    tenths = [_histogram(values, 10) for values in scores.values()]
    rows = [("score", *scores)]
    for n, counts in enumerate(zip(*tenths, strict=True)):
        label = f"{n / 10:.1f} to {(n + 1) / 10:.1f}"
        if n in (0, 9):
            label = "0.9 or more" if n else "below 0.1"
        rows.append((label, *map(str, counts)))
    rows.append(("all", *(str(len(v)) for v in scores.values())))
    if cut is not None:
        reach = (str(sum(v >= cut for v in s)) for s in scores.values())
        rows.append((f"reach the cut {cut:g}", *reach))
    return rows


def _strips(scores: dict[str, list], cut: float | None) -> str:
    notes = [f"{len(values)} scores" for values in scores.values()]
    if cut is not None:
        reach = [sum(v >= cut for v in s) for s in scores.values()]
        notes = [
            f"{some} of {len(values)} reach it"
            for some, values in zip(reach, scores.values(), strict=True)
        ]
    left = 22 + 7 * max(map(width, [*scores, *notes]))
    right = WIDTH - 16
    bottom = TOP + STRIP * len(scores)

    def across(score: float) -> float:
        return left + min(max(score, 0), 1) * (right - left)

    shapes = [
        [count / len(values) for count in _histogram(values, FINE)]
        for values in scores.values()
    ]
    tallest = max(map(max, shapes))
    parts = []
    for n, name in enumerate(scores):
        base = TOP + STRIP * (n + 1)
        d = f"M{left} {base}"
        for place, share in enumerate(shapes[n]):
            high = base - share / tallest * (STRIP - 16)
            d += f"V{high:.1f}H{across((place + 1) / FINE):.1f}"
        d += f"V{base}z"
        parts += [
            f"<path d='{d}' fill='{COLOURS[n]}' fill-opacity='0.55'"
            f" stroke='{COLOURS[n]}'/>",
            path(f"M{left} {base}H{right}", width=1),
            text(name, left - 12, base - 30, COLOURS[n], "end"),
            text(notes[n], left - 12, base - 13, anchor="end"),
        ]
    for tenth in range(0, 11, 2):
        at = across(tenth / 10)
        parts += [
            path(f"M{at:.1f} {bottom}v5", width=1),
            text(f"{tenth / 10:.1f}", at, bottom + 15, anchor="middle"),
        ]
    parts.append(text("score", left - 24, bottom + 15, anchor="end"))
    if cut is not None:
        at = across(cut)
        parts += [
            path(
                f"M{at:.1f} 18V{bottom}",
                width=1.5,
                more=" stroke-dasharray='5 3'",
            ),
            text(f"cut {cut:g}", at, 9, anchor="middle"),
        ]
    return picture(parts, WIDTH, bottom + FLOOR)
