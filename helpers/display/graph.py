"""A graph as the list of its edges, and as a drawing."""

import html
from typing import Any
from urllib.parse import quote

from helpers.display.drawing import Edge, draw
from helpers.display.values import node_name

# Left as they are in the image's address, so that a diff can be read.
_READABLE = " /:=,;()'."


def read_graph(graph: Any) -> tuple[list[str], list[Edge]]:
    """Names and edges of a compiled graph, subgraphs opened."""
    drawable = graph.get_graph(xray=True)
    nodes = [node_name(name) for name in drawable.nodes]
    edges = [
        Edge(
            node_name(edge.source),
            node_name(edge.target),
            edge.conditional,
            str(edge.data) if edge.data is not None else "",
        )
        for edge in drawable.edges
    ]
    return nodes, edges


def edge_lines(nodes: list[str], edges: list[Edge]) -> list[str]:
    """Each edge as text: `a -> b`, or `a -?-> b` if it is conditional."""
    lines = []
    for source in nodes:
        for edge in (e for e in edges if e.source == source):
            arrow = "-?->" if edge.conditional else "->"
            label = f"  ({edge.label})" if edge.label else ""
            lines.append(f"{source} {arrow} {edge.target}{label}")
    touched = {name for e in edges for name in (e.source, e.target)}
    return lines + [
        f"{name}  (no edge)" for name in nodes if name not in touched
    ]


def graph_html(nodes: list[str], edges: list[Edge]) -> str:
    """The drawing as an image, and the same edges as folded-up text.

    An image passes where inline SVG is removed: in JupyterLab before a
    notebook is trusted. Where images are removed too, the text remains.
    """
    lines = edge_lines(nodes, edges)
    source = "data:image/svg+xml," + quote(draw(nodes, edges), _READABLE)
    folded = "<br>\n".join(html.escape(line) for line in lines)
    return (
        f'<img alt="{html.escape("; ".join(lines))}" src="{source}">\n'
        '<details style="opacity: 0.7;"><summary>Edges as text</summary>\n'
        f"{folded}\n</details>"
    )
