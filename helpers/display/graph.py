"""A graph as the list of its edges, and as a drawing."""

import html
from typing import Any

from helpers.display.drawing import Edge, draw
from helpers.display.svg import image
from helpers.display.values import node_name


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
    """The drawing as an image, and the same edges as folded-up text."""
    lines = edge_lines(nodes, edges)
    folded = "<br>\n".join(html.escape(line) for line in lines)
    svg = draw(nodes, edges)
    return image(svg, "; ".join(lines), "Edges as text", folded)
