"""The rules of the repository: each takes a file and returns complaints.

A complaint is one line that names the cell and says what is wrong.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

import jupytext
import nbformat

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "sources").glob("*.py"))
LESSONS = [s for s in SOURCES if not s.stem.startswith("lab_")]
LABS = [s for s in SOURCES if s.stem.startswith("lab_")]
NOTEBOOKS = sorted(
    path
    for folder in ("notebooks", "labs", "solutions")
    for path in (ROOT / folder).glob("*.ipynb")
)

# What differs from machine to machine or from run to run, or is a secret.
UNSTABLE = {
    "an id": r"\b[0-9a-f]{8}-[0-9a-f]{4}-|\b[0-9a-f]{32}\b",
    "a memory address": r"\b0x[0-9a-f]{6,}",
    "a time": r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d",
    "an absolute path": r"(?<![\w.:/])/(?:home|root|Users|tmp|var|usr|opt|work"
    r"|private)/|\b[A-Z]:\\|site-packages",
    "a Python version": r"[Pp]ython ?3\.\d+",
    "a key": r"\bsk-[\w-]{8,}|\b(?:lsv2|ghp|AIza)[\w-]{16,}",
}

FORBIDDEN_CODE = {
    "a magic or a shell line": r"(?m)^\s*[%!]|get_ipython",
    "a picture from a remote service": r"draw_mermaid_png|draw_png",
    "network": r"https?://|\b(?:requests|httpx|urllib|aiohttp|socket)\b",
    "a model's name": r"(?i)\b(?:gpt-|qwen|claude|gemini|llama|deepseek"
    r"|mistral|text-embedding)",
    "a clock or a sleep": r"\bsleep\(|\bdatetime\.now|\btime\.time\(",
    "unseeded random numbers": r"\brandom\.(?!seed|Random\(\d)",
    "an nbval marker that hides an output": r"NBVAL_|PYTEST_VALIDATE",
}

SECTIONS = (
    "**You will learn**",
    "**You need**",
    "**Time**",
    "## Summary",
    "## Check yourself",
    "<details>",
    "## Next",
)


def read(path: Path) -> nbformat.NotebookNode:
    """A built notebook, or a source as a notebook."""
    if path.suffix == ".py":
        return jupytext.read(path, fmt="py:percent")
    return nbformat.read(path, as_version=4)


def code_cells(path: Path) -> list[tuple[str, nbformat.NotebookNode]]:
    """(name for a complaint, cell) of each code cell."""
    cells = [c for c in read(path).cells if c.cell_type == "code"]
    return [(f"{path.name} cell {n}", c) for n, c in enumerate(cells, 1)]


def prose(path: Path) -> str:
    """All Markdown of a file."""
    cells = read(path).cells
    return "\n\n".join(c.source for c in cells if c.cell_type == "markdown")


def texts(output: nbformat.NotebookNode) -> Iterator[str]:
    """Every text that an output shows."""
    yield output.get("text", "")
    for content in output.get("data", {}).values():
        yield content if isinstance(content, str) else str(content)


def check_executed(path: Path) -> list[str]:
    """Every code cell was run, in order, without an error or a warning."""
    complaints = []
    for number, (name, cell) in enumerate(code_cells(path), 1):
        if cell.execution_count != number:
            complaints.append(f"{name}: run as {cell.execution_count}")
        for output in cell.outputs:
            if output.output_type == "error":
                complaints.append(f"{name}: ends in {output.ename}")
            if output.get("name") == "stderr":
                complaints.append(f"{name}: writes to stderr")
    return complaints


def check_outputs(path: Path) -> list[str]:
    """No output shows what only one machine or one run can show."""
    return [
        f"{name}: its output shows {what}"
        for name, cell in code_cells(path)
        for output in cell.outputs
        for text in texts(output)
        for what, pattern in UNSTABLE.items()
        if re.search(pattern, text)
    ]


def check_code(path: Path) -> list[str]:
    """Cells are short, plain Python that any machine can run."""
    complaints = []
    for name, cell in code_cells(path):
        for what, pattern in FORBIDDEN_CODE.items():
            if re.search(pattern, cell.source):
                complaints.append(f"{name}: {what}")
        if set(cell.metadata.get("tags", [])) - {"solution"}:
            complaints.append(f"{name}: only the tag `solution` is known")
        lines = cell.source.splitlines()
        if any(len(line) > 79 for line in lines):
            complaints.append(f"{name}: a line is longer than 79 columns")
        if len(lines) > 20 and path in LESSONS:
            complaints.append(f"{name}: {len(lines)} lines; 20 at most")
    return complaints


def check_lesson(path: Path) -> list[str]:
    """A lesson has all its sections, and not too many boxes."""
    text = prose(path)
    complaints = [
        f"{path.name}: no {section!r}"
        for section in SECTIONS
        if section not in text
    ]
    if not text.startswith("# "):
        complaints.append(f"{path.name}: does not begin with a title")
    if text.count("\n> **") > 3:
        complaints.append(f"{path.name}: more than three boxes")
    if re.search(r"!\[.*\]\(http", text):
        complaints.append(f"{path.name}: a remote picture")
    return complaints


def check_links(path: Path) -> list[str]:
    """Every relative link leads to a file, seen from the notebook."""
    links = re.findall(r"\]\((?!http)([^)#]+)", prose(path))
    return [
        f"{path.name}: no file {link}"
        for link in links
        if not (path.parent / link).exists()
    ]


def check_lab(path: Path) -> list[str]:
    """A lab says `not started` per exercise; its solution says `passed`."""
    said = {"labs": "not started", "solutions": "passed"}[path.parent.name]
    complaints = []
    checks = 0
    for name, cell in code_cells(path):
        for number in re.findall(r'with exercise\("([\d.]+)"\)', cell.source):
            checks += 1
            shown = "\n".join(t for o in cell.outputs for t in texts(o))
            if f"{number} {said}" not in shown:
                complaints.append(f"{name}: does not say `{number} {said}`")
    if not checks:
        complaints.append(f"{path.name}: has no exercise")
    return complaints


def regions(source: Path) -> list[list[str]]:
    """What only the solution may show of a lab: the lines of each piece."""
    found, inside = [], False
    for line in source.read_text(encoding="utf-8").splitlines():
        if line.strip() in ("# BEGIN SOLUTION", "# END SOLUTION"):
            inside = "BEGIN" in line
            found += [[]] * inside
        elif inside:
            found[-1] = [*found[-1], line]
    for cell in read(source).cells:
        if "solution" in cell.metadata.get("tags", []):
            found.append(cell.source.splitlines())
    return found


def telling(lines: Iterable[str]) -> list[str]:
    """The lines that say something: no brackets, blanks or `else:` alone."""
    return [line.strip() for line in lines if len(line.strip()) > 12]


def check_no_leak(lab: Path) -> list[str]:
    """No two lines of a solution that follow each other stand in the lab.

    One line may: `builder = StateGraph(MessagesState)` gives nothing away.
    """
    shown = telling(
        line for cell in read(lab).cells for line in cell.source.splitlines()
    )
    pairs = set(pairwise(shown))
    return [
        f"{lab.name}: shows the solution's line {first!r} and the next"
        for region in regions(ROOT / "sources" / f"{lab.stem}.py")
        for first, then in pairwise(telling(region))
        if (first, then) in pairs
    ]
