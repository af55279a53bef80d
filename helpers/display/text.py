"""Text made safe and short, and tables of it: aligned, or as HTML."""

import html
import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from numbers import Real
from typing import Any

from helpers.output import clean

# Mid tones, seen on white and on black alike. Colour is only ever a bar
# beside a row: texts keep the colour of the page, in any theme.
BARS = {
    "human": "#4a86c8",
    "ai": "#4d9a6a",
    "tool": "#b8862f",
    "remove": "#c0605a",
}
BAR = "#8a8f98"

_CELL = (
    "text-align: left; vertical-align: top; border: none; line-height: 20px;"
)
_AIRY = " padding: 2px 12px;"
_DENSE = " padding: 0 12px;"
# Line characters large enough to touch those of the next row.
_TREE = " font-family: monospace; font-size: 17px;"
_BAR = " font-family: monospace; font-size: 9px;"
BLUE, LIGHT = "#3b7fc4", "#8a8f9860"

Row = Sequence[str]


def is_number(value: Any) -> bool:
    """Whether a value is a number that fits into a table: up to 1e15."""
    return isinstance(value, Real) and abs(value) <= 1e15


def shorten(text: str, limit: int) -> str:
    """At most `limit` characters; a cut text ends in …"""
    if len(text) <= limit:
        return text
    return text[: limit - 1].rstrip() + "…"


def one_line(text: object, limit: int) -> str:
    """The text on one line of at most `limit` characters."""
    return shorten(" ".join(clean(text).split()), limit)


def fit(text: object, columns: int) -> str:
    """The text on one line of at most so many columns of a terminal."""
    text = one_line(text, columns)
    if width(text) <= columns:
        return text
    while width(text) >= columns:
        text = text[:-1]
    return text.rstrip() + "…"


def fold(lines: list[str], keep: int) -> list[str]:
    """At most `keep` lines (an even number) from both ends of a list."""
    if len(lines) <= keep + 1:
        return lines
    half = keep // 2
    gap = f"… and {len(lines) - keep} more …"
    return [*lines[:half], gap, *lines[-half:]]


def width(text: str) -> int:
    """Columns on a terminal: Chinese characters take two."""
    return sum(
        0
        if unicodedata.combining(char)
        else 2
        if unicodedata.east_asian_width(char) in "WF"
        else 1
        for char in text
    )


def text_table(rows: Sequence[Row], right: Collection[int] = ()) -> str:
    """Rows of cells as aligned columns; a cell may have several lines.

    The columns whose numbers are in `right` are aligned on the right.
    """
    widths = [
        max(width(line) for cell in column for line in cell.split("\n"))
        for column in zip(*rows, strict=True)
    ]
    lines = []
    for row in rows:
        cells = [cell.split("\n") for cell in row]
        for n in range(max(map(len, cells))):
            parts = [cell[n] if n < len(cell) else "" for cell in cells]
            line = ""
            for column, (part, wide) in enumerate(
                zip(parts, widths, strict=True)
            ):
                pad = " " * (wide - width(part))
                line += pad + part if column in right else part + pad
                line += "  "
            lines.append(line.rstrip())
    return "\n".join(lines)


def bar(full: float, half: float, most: float, cells: int = 20) -> str:
    """A bar of `full` in dark and then `half` in light, `most` at its end.

    Whatever is more than nothing can be seen.
    """
    if most <= 0:
        return ""
    end = max(round((full + half) / most * cells), full + half > 0)
    dark = round(max(full, 0) / most * cells)
    dark = min(max(dark, full > 0), end - (half > 0 and end > 1))
    return "█" * dark + "░" * (end - dark)


def html_text(text: str) -> str:
    """Text as HTML that keeps its lines and indents, styles or not."""
    text = re.sub(r"(?m)^ | (?= )", "\N{NO-BREAK SPACE}", text)
    return html.escape(text).replace("\n", "<br>")


def _solid(bar: str) -> str:
    """A bar whose characters are covered by colour where styles are kept."""
    for part, ground in (("█", BLUE), ("░", LIGHT)):
        bar = re.sub(
            f"{part}+",
            f'<span style="color: transparent; background-color: {ground};">'
            r"\g<0></span>",
            bar,
        )
    return bar


def html_table(
    rows: Sequence[Row],
    bars: Sequence[str] = (),
    header: bool = False,
    tree: bool = False,
    right: Collection[int] = (),
    tints: Mapping[tuple[int, int], float] | None = None,
) -> str:
    """Rows of cells as a plain table.

    The first row is a header, with `header`; else the first column is.
    `bars` gives a colour for each row's left edge; with `tree` the first
    column is drawn in lines. Columns in `right` are aligned on the right;
    `tints` gives a strength from 0 to 1 to the ground of some cells, by
    row and column. Nothing depends on the styles: without them it is still
    a table with words.
    """
    parts = []
    for n, row in enumerate(rows):
        cells = []
        for column, text in enumerate(row):
            wrap = "pre-wrap" if column == len(row) - 1 else "pre"
            style = f"{_CELL} white-space: {wrap};"
            style += _DENSE if tree else _AIRY
            tag = "th" if (n if header else column) == 0 else "td"
            if header and n == 0:
                style += " opacity: 0.7;"
            elif tree and column == 0:
                style += _TREE
            if column in right:
                style += " text-align: right;"
            if tints and (n, column) in tints:
                alpha = round(tints[n, column] * 150)
                style += f" background-color: {BLUE}{alpha:02x};"
            if column == 0 and bars:
                style += f" border-left: 3px solid {bars[n]};"
            said = html_text(text)
            if text and set(text) <= {"█", "░"}:
                style, said = style + _BAR, _solid(said)
            cells.append(f'<{tag} style="{style}">{said}</{tag}>')
        line = "".join(cells)
        parts.append(f'<tr style="background: transparent;">{line}</tr>')
    style = "border-collapse: collapse; margin: 4px 0;"
    return f'<table style="{style}">\n' + "\n".join(parts) + "\n</table>"
