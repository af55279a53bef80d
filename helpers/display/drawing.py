"""A graph as SVG: layers from START downwards, made here, offline.

The layout is the usual layered one (Sugiyama's): turn back edges round,
give each node the layer of its longest path, let long edges pass through
every layer between, and order the layers so that few edges cross.
"""

from collections import defaultdict
from itertools import pairwise
from typing import Any, NamedTuple

from helpers.display.svg import LINE, path, picture, text
from helpers.display.text import width

HEIGHT = 34  # of a node
LABEL = 14  # of a layer that holds only labels and passing edges
LAYER = 42  # between two layers of nodes
GAP = 24  # between two nodes of a layer
PORT = 18  # between two edges at a node, at most

FILL = "#4a6d94"  # of a node; a white text is read on it
ARROW = (
    "<defs><marker id='arrow' viewBox='0 0 8 8' refX='7.5' refY='4'"
    " markerWidth='7' markerHeight='7' orient='auto'>"
    f"<path d='M0 1 8 4 0 7z' fill='{LINE}'/></marker></defs>"
)


class Edge(NamedTuple):
    """An edge between two named nodes; `label` may be empty."""

    source: str
    target: str
    conditional: bool
    label: str


def _layers(nodes: list[str], edges: list[Edge]) -> tuple[dict, set[Edge]]:
    """Each node's layer by its longest path, and the edges that go back.

    A labelled edge takes two layers: its label stands in the middle one.
    """
    out = defaultdict(list)
    for edge in edges:
        out[edge.source].append(edge)
    back: set[Edge] = set()
    done: list[str] = []  # children before their parents
    above: set[str] = set()

    def visit(name: str) -> None:
        above.add(name)
        for edge in out[name]:
            if edge.target in above:
                back.add(edge)
            elif edge.target not in done:
                visit(edge.target)
        above.discard(name)
        done.append(name)

    for name in nodes:
        if name not in done:
            visit(name)
    down = defaultdict(list)
    for edge in edges:
        upper, lower = _down(edge, back)
        down[upper].append((lower, 2 if edge.label else 1))
    layer = dict.fromkeys(nodes, 0)
    for name in reversed(done):
        for lower, steps in down[name]:
            layer[lower] = max(layer[lower], layer[name] + steps)
    return layer, back


def _down(edge: Edge, back: set[Edge]) -> tuple[str, str]:
    """The edge's upper and lower end."""
    if edge in back:
        return edge.target, edge.source
    return edge.source, edge.target


def _place(chains: list[list], layer: dict, reach: dict) -> dict[Any, float]:
    """The x of every vertex: near its neighbours, clear of its row.

    `reach` is how far a vertex stretches to the left and to the right.
    """
    rows = defaultdict(list)
    for vertex in layer:
        rows[layer[vertex]].append(vertex)
    above, below = defaultdict(list), defaultdict(list)
    for chain in chains:
        for upper, lower in pairwise(chain):
            below[upper].append(lower)
            above[lower].append(upper)
    x: dict[Any, float] = dict.fromkeys(layer, 0.0)

    def spread(row: list, near: dict, reorder: bool) -> None:
        wish = {v: _mean([x[u] for u in near[v]], x[v]) for v in row}
        if reorder:
            row.sort(key=wish.__getitem__)
        right = float("-inf")
        for vertex in row:
            x[vertex] = max(wish[vertex], right + GAP + reach[vertex][0])
            right = x[vertex] + reach[vertex][1]
        shift = _mean([wish[v] - x[v] for v in row], 0.0)
        for vertex in row:
            x[vertex] += shift

    for sweep in range(8):  # the order in each row
        near = (above, below)[sweep % 2]
        for n in sorted(rows, reverse=bool(sweep % 2)):
            spread(rows[n], near, reorder=True)
    both = {v: above[v] + below[v] for v in layer}
    for sweep in range(40):  # then only the places
        for n in sorted(rows, reverse=bool(sweep % 2)):
            spread(rows[n], both, reorder=False)
    return x


def _mean(numbers: list[float], otherwise: float) -> float:
    return sum(numbers) / len(numbers) if numbers else otherwise


def draw(nodes: list[str], edges: list[Edge]) -> str:
    """The graph as SVG."""
    loops = [e for e in edges if e.source == e.target]
    edges = [e for e in edges if e.source != e.target]
    layer, back = _layers(nodes, edges)
    tall = {layer[name]: HEIGHT for name in nodes}
    half = {name: 3.7 * width(name) + 14 for name in nodes}
    reach = {name: (half[name], half[name]) for name in nodes}
    for loop in loops:
        more = 36 + 7 * width(loop.label)
        reach[loop.source] = half[loop.source], half[loop.source] + more
    chains, labels = [], {}  # vertices from the upper end to the lower
    for edge in edges:
        upper, lower = _down(edge, back)
        between = [(edge, n) for n in range(layer[upper] + 1, layer[lower])]
        layer |= {vertex: vertex[1] for vertex in between}
        reach |= dict.fromkeys(between, (4, 4))
        if edge.label:
            middle = between[len(between) // 2]
            reach[middle] = 4, 8 + 7 * width(edge.label)
            labels[middle] = edge.label
        chains.append([upper, *between, lower])
    x = _place(chains, layer, reach)
    y = _heights(layer, tall)
    ports = _ports(chains, x, half)
    parts = [ARROW]
    for n, (edge, chain) in enumerate(zip(edges, chains, strict=True)):
        points = [(x[v], y[v]) for v in chain]
        top, bottom = chain[0], chain[-1]
        points[0] = (x[top] + ports[n, 0], y[top] + HEIGHT / 2)
        points[-1] = (x[bottom] + ports[n, 1], y[bottom] - HEIGHT / 2)
        parts.append(_line(_curve(points[:: -1 if edge in back else 1]), edge))
    for vertex, label in labels.items():
        parts.append(text(label, x[vertex] + 7, y[vertex]))
    for loop in loops:
        side = x[loop.source] + half[loop.source]
        parts.append(_loop(side, y[loop.source], loop))
    parts += [_node(name, x[name], y[name], half[name]) for name in nodes]
    left = min(x[v] - reach[v][0] for v in x) - 8
    right = max(x[v] + reach[v][1] for v in x) + 8
    bottom = max(y.values()) + HEIGHT / 2 + 8
    return picture(parts, right - left, bottom, left)


def _heights(layer: dict, tall: dict[int, int]) -> dict[Any, float]:
    """The y of the middle of every vertex; label layers are lower."""
    middles = {}
    y = 8.0
    for n in range(max(layer.values()) + 1):
        high = tall.get(n, LABEL)
        middles[n] = y + high / 2
        y += high + (LAYER if n in tall and n + 1 in tall else LAYER / 2)
    return {vertex: middles[n] for vertex, n in layer.items()}


def _ports(chains: list[list], x: dict, half: dict) -> dict:
    """How far from its node's middle each edge starts (0) and ends (1)."""
    sides = defaultdict(list)
    for n, chain in enumerate(chains):
        sides[chain[0], 0].append((x[chain[1]], n))
        sides[chain[-1], 1].append((x[chain[-2]], n))
    found = {}
    for (vertex, end), near in sides.items():
        room = 2 * half[vertex] - 20
        step = min(PORT, room / max(len(near) - 1, 1))
        for place, (_, n) in enumerate(sorted(near)):
            found[n, end] = (place - (len(near) - 1) / 2) * step
    return found


def _curve(points: list[tuple[float, float]]) -> str:
    """A path that leaves and enters every point vertically."""
    curve = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for (px, py), (qx, qy) in pairwise(points):
        turn = (py + qy) / 2
        curve += f"C{px:.1f} {turn:.1f} {qx:.1f} {turn:.1f} {qx:.1f} {qy:.1f}"
    return curve


def _loop(x: float, y: float, edge: Edge) -> str:
    curve = f"M{x:.1f} {y - 8:.1f}C{x + 34:.1f} {y - 22:.1f}"
    curve += f" {x + 34:.1f} {y + 22:.1f} {x:.1f} {y + 8:.1f}"
    label = text(edge.label, x + 32, y) if edge.label else ""
    return _line(curve, edge) + label


def _line(curve: str, edge: Edge) -> str:
    dash = " stroke-dasharray='5 4'" if edge.conditional else ""
    return path(curve, more=dash + " marker-end='url(#arrow)'")


def _node(name: str, x: float, y: float, half: float) -> str:
    end = name in ("START", "END")
    fill, bend = (LINE, HEIGHT / 2) if end else (FILL, 6)
    return (
        f"<rect x='{x - half:.1f}' y='{y - HEIGHT / 2:.1f}'"
        f" width='{2 * half:.1f}' height='{HEIGHT}' rx='{bend:g}'"
        f" fill='{fill}'/>" + text(name, x, y, "#fff", "middle")
    )
