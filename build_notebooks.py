"""Build notebooks/, labs/ and solutions/ from the percent scripts in sources/.

    python build_notebooks.py                 what changed
    python build_notebooks.py --force         everything
    python build_notebooks.py lab_01 02       only these sources
    python build_notebooks.py --check         name what is stale, build nothing

Outputs always come from the offline model, whatever `.env` says.
"""

import argparse
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import jupytext
import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, DeadKernelError

ROOT = Path(__file__).parent
KERNEL = {
    "kernelspec": {
        "name": "python3",
        "display_name": "Python 3",
        "language": "python",
    },
    "language_info": {"name": "python"},
}
STUB = 'raise NotImplementedError("your code here")'
MARKER = re.compile(r"( *)# (BEGIN|END) SOLUTION$")
ANSI = re.compile(r"\x1b\[[0-9;]*m")
FRAME = re.compile(r"Cell In\[(\d+)\], line (\d+)")


class BuildError(Exception):
    """A source cannot be built; the message is `file:line: what is wrong`."""


def strip_regions(text: str, keep: bool, name: str) -> str:
    """Text without its region markers; each region kept, or made a stub."""
    lines, begun = [], 0
    for number, line in enumerate(text.splitlines(), 1):
        marker = MARKER.match(line)
        if not marker:
            if keep or not begun:
                lines.append(line)
            continue
        indent, kind = marker.groups()
        if kind == "BEGIN" and begun:
            raise BuildError(f"{name}:{number}: BEGIN SOLUTION in a region")
        if kind == "END" and not begun:
            raise BuildError(f"{name}:{number}: END SOLUTION without BEGIN")
        begun = number if kind == "BEGIN" else 0
        if begun and not keep:
            lines.append(indent + STUB)
    if begun:
        raise BuildError(f"{name}:{begun}: BEGIN SOLUTION is never closed")
    return "\n".join(lines) + "\n"


def convert(
    source: Path, solved: bool
) -> tuple[nbformat.NotebookNode, list[int]]:
    """The notebook of a source, not yet executed, and each cell's line."""
    name = f"sources/{source.name}"
    text = source.read_text(encoding="utf-8")
    if not text.startswith("# %%"):
        raise BuildError(f"{name}:1: a source starts with a `# %%` cell")
    starts = [
        number
        for number, line in enumerate(text.splitlines(), 1)
        if line.startswith("# %%")
    ]
    text = strip_regions(text, solved, name)
    notebook = jupytext.reads(text, fmt="py:percent")
    kept = [
        (cell, start)
        for cell, start in zip(notebook.cells, starts, strict=True)
        if solved or "solution" not in cell.metadata.get("tags", [])
    ]
    notebook.cells = [cell for cell, _ in kept]
    notebook.metadata = nbformat.from_dict(KERNEL)
    notebook.nbformat_minor = 5
    for position, cell in enumerate(notebook.cells):
        cell.id = f"cell-{position:02}"
        tags = cell.metadata.get("tags")
        cell.metadata = nbformat.from_dict({"tags": tags} if tags else {})
    return notebook, [start for _, start in kept]


def targets(source: Path) -> Iterator[tuple[Path, bool]]:
    """Where a source goes, and whether with its solutions."""
    if source.stem.startswith("lab_"):
        yield ROOT / "labs" / f"{source.stem}.ipynb", False
        yield ROOT / "solutions" / f"{source.stem}.ipynb", True
    else:
        yield ROOT / "notebooks" / f"{source.stem}.ipynb", True


def is_stale(path: Path, notebook: nbformat.NotebookNode) -> bool:
    """Whether the built notebook differs from its source, outputs aside."""
    if not path.exists():
        return True
    built = nbformat.read(path, as_version=4)
    for cell in built.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return built != notebook


def error_line(
    source: Path,
    notebook: nbformat.NotebookNode,
    starts: list[int],
    error: str,
) -> int:
    """The line of `source` that raised: the innermost frame in a cell."""
    frames = FRAME.findall(ANSI.sub("", error))
    if not frames:
        return 1
    count, line = map(int, frames[-1])
    cell, start = next(
        (cell, start)
        for cell, start in zip(notebook.cells, starts, strict=True)
        if cell.get("execution_count") == count
    )
    # Looked up by its text: regions and their markers shift the count.
    failing = cell.source.splitlines()[line - 1]
    lines = source.read_text(encoding="utf-8").splitlines()
    return lines.index(failing, start) + 1 if failing in lines else start


def execute(
    notebook: nbformat.NotebookNode,
    folder: Path,
    source: Path,
    starts: list[int],
) -> None:
    """Run the cells in place, offline, on data that is thrown away after."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as data:
        client = NotebookClient(
            notebook,
            timeout=300,
            record_timing=False,
            resources={"metadata": {"path": str(folder)}},
        )
        env = {
            **os.environ,
            "COURSE_DATA": data,
            "COURSE_MODEL": "offline",
            "COURSE_EMBEDDINGS": "offline",
            # The kernel of this environment, not one of the user's folder.
            "JUPYTER_PREFER_ENV_PATH": "1",
        }
        try:
            client.execute(env=env, transport_encryption="auto")
        except CellExecutionError as error:
            line = error_line(source, notebook, starts, str(error))
            what = f"{error.ename}: {error.evalue}".splitlines()[0]
            raise BuildError(f"sources/{source.name}:{line}: {what}") from None
        except (AssertionError, DeadKernelError):
            # On Ctrl-C nbclient ends the kernel, and then misses it.
            raise BuildError(
                f"sources/{source.name}:1: its kernel was stopped or died"
            ) from None
    notebook.metadata = nbformat.from_dict(KERNEL)
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            cell.outputs = merge_streams(cell.outputs)


def merge_streams(outputs: list) -> list:
    """One output per run of prints, however the kernel happened to cut it."""
    merged: list = []
    for output in outputs:
        last = merged[-1] if merged else {}
        if output.output_type == last.get("output_type") == "stream" and (
            output.name == last.name
        ):
            last.text += output.text
        else:
            merged.append(output)
    return merged


def build(source: Path, force: bool) -> None:
    """Build what is stale of one source. An error leaves the old notebook."""
    for path, solved in targets(source):
        notebook, starts = convert(source, solved)
        if not force and not is_stale(path, notebook):
            continue
        path.parent.mkdir(exist_ok=True)
        execute(notebook, path.parent, source, starts)
        fresh = path.with_suffix(".tmp")
        nbformat.write(notebook, fresh)
        fresh.replace(path)
        print("built", path.relative_to(ROOT).as_posix(), flush=True)


def check(sources: list[Path]) -> list[str]:
    """One line per notebook that does not match its source."""
    complaints, expected = [], set()
    for source in sources:
        for path, solved in targets(source):
            expected.add(path)
            if is_stale(path, convert(source, solved)[0]):
                name = path.relative_to(ROOT).as_posix()
                complaints.append(f"{name} is stale: run `make notebooks`")
    for folder in ("notebooks", "labs", "solutions"):
        for path in sorted((ROOT / folder).glob("*.ipynb")):
            if path not in expected:
                complaints.append(f"{folder}/{path.name} has no source")
    return complaints


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="start of a source's name")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--force", action="store_true")
    args = parser.parse_args()
    sources = sorted((ROOT / "sources").glob("*.py"))
    try:
        if args.check:
            sys.exit("\n".join(check(sources)) or 0)
        for name in args.names:
            if not any(s.stem.startswith(name) for s in sources):
                raise BuildError(f"sources/{name}*.py: no such source")
        for source in sources:
            if not args.names or source.stem.startswith(tuple(args.names)):
                build(source, args.force)
    except BuildError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("stopped; notebooks not named above are as they were")


if __name__ == "__main__":
    main()
