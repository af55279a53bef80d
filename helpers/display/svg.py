"""The parts of every picture, and the picture as HTML.

Colours are mid tones: no page says whether it is white or black, and these
are seen on both.
"""

import html
from urllib.parse import quote

LINE = "#7d8590"
# As far from white as from black. Lines differ in dash and mark as well.
COLOURS = ("#3b7fc4", "#bd6a1e", "#2f8f62", "#9a62b8", "#c2574f", "#1f8a8a")

# Left as they are in the image's address, so that a diff can be read.
_READABLE = " /:=,;()'."


def picture(
    parts: list[str], width: float, height: float, left: float = 0
) -> str:
    """The SVG of some parts, from (left, 0) to the right and down."""
    size = f"{width:.0f}", f"{height:.0f}"
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{size[0]}'"
        f" height='{size[1]}' viewBox='{left:.0f} 0 {size[0]} {size[1]}'"
        " font-family='system-ui, sans-serif' font-size='13'>"
        f"{''.join(parts)}</svg>"
    )


def text(
    words: str, x: float, y: float, fill: str = LINE, anchor: str = "start"
) -> str:
    """Words whose middle is at height y."""
    return (
        f"<text x='{x:.1f}' y='{y + 4.5:.1f}' fill='{fill}'"
        f" text-anchor='{anchor}'>{html.escape(words)}</text>"
    )


def path(
    d: str, stroke: str = LINE, width: float = 1.5, more: str = ""
) -> str:
    """A line that fills nothing."""
    return (
        f"<path d='{d}' fill='none' stroke='{stroke}'"
        f" stroke-width='{width:g}'{more}/>"
    )


def image(svg: str, alt: str, title: str, folded: str) -> str:
    """A picture, and under it, folded up, what it shows in words.

    An image passes where inline SVG is removed: in JupyterLab before a
    notebook is trusted. Where images are removed too, the words remain.
    """
    source = "data:image/svg+xml," + quote(svg, _READABLE)
    return (
        f'<img alt="{html.escape(alt)}" src="{source}">\n'
        f'<details style="opacity: 0.7;"><summary>{title}</summary>\n'
        f"{folded}\n</details>"
    )
