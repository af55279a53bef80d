"""Lines over numbers: a chart for eyes, a table for diffs."""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from numbers import Real

from helpers.display.svg import COLOURS, image, path, picture, text
from helpers.display.text import (
    html_table,
    html_text,
    is_number,
    one_line,
    text_table,
    width,
)
from helpers.errors import CourseError
from helpers.output import show

WIDTH, HEIGHT = 640, 320
TOP, BOTTOM = 34, HEIGHT - 46  # of the plot
APART = 16  # between the names of two lines

# Rows in the table; a longer one shows about ten.
ROWS = 30

DASHES = ("", "7 4", "2 3", "10 3 2 3", "4 2", "12 4")
MARKS = (
    "M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z",  # circle
    "M-3.2-3.2h6.4v6.4h-6.4z",  # square
    "M0-4.4 4.2 3.2h-8.4z",  # triangle
    "M0-4.6 4.6 0 0 4.6-4.6 0z",  # diamond
    "M0 4.4 4.2-3.2h-8.4z",  # triangle on its tip
    "M-1.3-4h2.6v2.7h2.7v2.6h-2.7v2.7h-2.6v-2.7h-2.7v-2.6h2.7z",  # plus
)

Points = dict[float, float]


def show_chart(
    series: Mapping[str, Mapping[Real, Real]], x: str, y: str
) -> None:
    """Draw a line for each series, a mapping of x to y by its name.

    `x` and `y` name the axes, with their units. As text: a table. Raises
    CourseError for anything else, and for more than six lines.
    """
    lines = _read(series)
    x, y = one_line(x, 60), one_line(y, 60)
    places = sorted({place for line in lines.values() for place in line})
    header, *rows = _rows(lines, places, x)
    step = math.ceil(len(rows) / 10) if len(rows) > ROWS else 1
    note = ""
    if step > 1:
        note = f"(every {_nth(step)} of {len(rows)} rows, and the last)"
        rows = rows[:-1:step] + rows[-1:]
    right = range(len(header))
    table = text_table([header, *rows], right)
    said = "\n".join(part for part in (y, table, note) if part)
    folded = html_table([header, *rows], header=True, right=right)
    folded = f"{html_text(y)}\n{folded}\n{html_text(note)}"
    alt = f"{y} by {x}: " + "; ".join(
        f"{name} from {number(line[min(line)])} to {number(line[max(line)])}"
        for name, line in lines.items()
    )
    show(said, image(_draw(lines, places, x, y), alt, "As a table", folded))


def _nth(step: int) -> str:
    return {2: "2nd", 3: "3rd"}.get(step, f"{step}th")


def _read(series: Mapping[str, Mapping[Real, Real]]) -> dict[str, Points]:
    """The series, each in the order of x."""
    fit = isinstance(series, Mapping) and all(
        isinstance(line, Mapping) and line for line in series.values()
    )
    if not fit or not series:
        raise CourseError(
            'show_chart needs lines by name, like {"trimmed": {1: 40, 2:'
            " 75}}, with at least one point each."
        )
    if len(series) > len(COLOURS):
        raise CourseError(
            f"show_chart draws up to {len(COLOURS)} lines, not {len(series)}."
        )
    for name, line in series.items():
        for value in (v for point in line.items() for v in point):
            if not is_number(value):
                raise CourseError(
                    "show_chart needs numbers, up to 1e15;"
                    f' "{one_line(name, 24)}" has {value!r}.'
                )
    return {
        one_line(name, 24): {float(a): float(line[a]) for a in sorted(line)}
        for name, line in series.items()
    }


def number(value: Real) -> str:
    """A number in short, 12000 as 12,000."""
    return f"{value:,.10g}"


def _rows(lines: dict[str, Points], places: list, x: str) -> list[tuple]:
    rows = [(x, *lines), *[(number(place),) for place in places]]
    for line in lines.values():
        size = max(map(abs, line.values()))
        whole = all(value.is_integer() for value in line.values())
        digits = 0 if whole or size >= 100 else 1 if size >= 10 else 2
        for n, place in enumerate(places, 1):
            cell = f"{line[place]:,.{digits}f}" if place in line else ""
            rows[n] += (cell,)
    return rows


def ticks(low: float, high: float, most: int = 5) -> list[float]:
    """Round numbers from `low` or below to `high` or above.

    About `most` of them, an equal step apart.
    """
    rough = (high - low) / most or 1
    size = 10 ** math.floor(math.log10(rough))
    step = next(size * n for n in (1, 2, 5, 10) if size * n >= rough * 0.999)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [n * step for n in range(first, last + 1)]


def _draw(lines: dict[str, Points], places: list, x: str, y: str) -> str:
    values = [value for line in lines.values() for value in line.values()]
    low, high = min(0, *values), max(0, *values)
    levels = ticks(low, high if high > low else 1)
    left = 18 + 7 * max(len(number(level)) for level in levels)
    right = WIDTH - 20 - 7 * max(map(width, lines))

    def across(place: Real) -> float:
        span = places[-1] - places[0]
        part = (place - places[0]) / span if span else 0.5
        return left + part * (right - left)

    def up(value: Real) -> float:
        part = (value - levels[0]) / (levels[-1] - levels[0])
        return BOTTOM - part * (BOTTOM - TOP)

    parts = [text(y, 4, 12)]
    for level in levels:
        h = up(level)
        strength = " stroke-opacity='0.35'" if level else ""
        parts += [
            path(f"M{left} {h:.1f}H{right}", width=1, more=strength),
            text(number(level), left - 8, h, anchor="end"),
        ]
    for place in _marked(places, across):
        at = across(place)
        parts += [
            path(f"M{at:.1f} {BOTTOM}v5", width=1),
            text(number(place), at, BOTTOM + 15, anchor="middle"),
        ]
    parts.append(text(x, (left + right) / 2, HEIGHT - 10, anchor="middle"))
    ends = {name: up(line[max(line)]) for name, line in lines.items()}
    heights = _spread(ends)
    for n, (name, line) in enumerate(lines.items()):
        points = [(across(place), up(value)) for place, value in line.items()]
        parts += _line(points, n)
        end = points[-1][0]
        if abs(heights[name] - ends[name]) > APART / 2:
            lead = f"M{end + 5:.1f} {ends[name]:.1f}"
            lead += f"L{end + 10:.1f} {heights[name]:.1f}"
            parts.append(path(lead, COLOURS[n], 1))
        parts.append(text(name, end + 12, heights[name], COLOURS[n]))
    return picture(parts, WIDTH, HEIGHT)


def _line(points: list[tuple[float, float]], n: int) -> list[str]:
    d = "M" + "L".join(f"{px:.1f} {py:.1f}" for px, py in points)
    dash = f" stroke-dasharray='{DASHES[n]}'" if DASHES[n] else ""
    step = math.ceil(len(points) / 12)
    return [path(d, COLOURS[n], 2, dash + " stroke-linejoin='round'")] + [
        f"<path d='{MARKS[n]}' fill='{COLOURS[n]}'"
        f" transform='translate({px:.1f} {py:.1f})'/>"
        for px, py in points[::-1][::step]
    ]


def _marked(places: list, across) -> Sequence[Real]:
    """The x values to name: each where there is room, else round ones."""
    near = [across(b) - across(a) for a, b in pairwise(places)]
    if len(places) <= 8 and min(near, default=99) > 40:
        return places
    low, high = places[0], places[-1]
    return [n for n in ticks(low, high, 6) if low <= n <= high]


def _spread(ends: dict[str, float]) -> dict[str, float]:
    """Heights for the names at the ends of lines: near, but apart."""
    order = sorted(ends, key=ends.__getitem__)
    heights: dict[str, float] = {}
    least = float("-inf")
    for name in order:
        heights[name] = least = max(ends[name], least)
        least += APART
    most = float(BOTTOM)
    for name in reversed(order):
        heights[name] = min(heights[name], most)
        most = heights[name] - APART
    return heights
