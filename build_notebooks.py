"""Build notebooks/, labs/ and solutions/ from the percent scripts in sources/.

    python build_notebooks.py                 what changed
    python build_notebooks.py --force         everything
    python build_notebooks.py lab_01 02       only these sources
    python build_notebooks.py --check         name what is stale, build nothing

Outputs always come from the offline model, whatever `.env` says.
"""

import argparse
import io
import os
import re
import sys
import tempfile
import tokenize
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import jupytext
import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError

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
TIMEOUT = 300  # seconds for a cell
CELL = re.compile(r'# %%( \[markdown\])?( tags=\["solution"\])?')
MARKER = re.compile(r"( *)# (BEGIN|END) SOLUTION")
# What jupytext or a reader would take for one of the two.
NEARLY = re.compile(
    r"\s*#+\s*(%%|<codecell>|In\[[\d ]*\]|(begin|end)\s+solution\W*$)", re.I
)
ANSI = re.compile(r"\x1b\[[0-9;]*m")
FRAME = re.compile(r"Cell In\[(\d+)\], line (\d+)")


class BuildError(Exception):
    """A source cannot be built; the message is `file:line: what is wrong`."""


def lines_in_strings(text: str) -> set[int]:
    """The numbers of the lines that begin within a string."""
    found: set[int] = set()
    # What is no Python is for the kernel to say.
    with suppress(tokenize.TokenError, SyntaxError):
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            found.update(range(token.start[0] + 1, token.end[0] + 1))
    return found


def strip_regions(text: str, keep: bool, name: str) -> str:
    """Text without its region markers; each region kept, or made a stub."""
    lines, begun, strings = [], 0, lines_in_strings(text)
    for number, line in enumerate(text.split("\n"), 1):
        marker = MARKER.fullmatch(line)
        indent, kind = marker.groups() if marker else ("", "")
        wrong = ""
        if NEARLY.match(line) and number in strings:
            wrong = "within a string, this still looks like a mark"
        elif NEARLY.match(line) and not marker and not CELL.fullmatch(line):
            wrong = (
                "not exactly `# %%`, `# %% [markdown]`, "
                "`# BEGIN SOLUTION` or `# END SOLUTION`"
            )
        elif kind == "BEGIN" and begun:
            wrong = "BEGIN SOLUTION in a region"
        elif kind == "END" and not begun:
            wrong = "END SOLUTION without BEGIN"
        elif begun and CELL.fullmatch(line):
            break
        if wrong:
            raise BuildError(f"{name}:{number}: {wrong}")
        if marker:
            begun = number if kind == "BEGIN" else 0
            lines += [indent + STUB] * (kind == "BEGIN" and not keep)
        elif keep or not begun:
            lines.append(line)
    if begun:
        raise BuildError(
            f"{name}:{begun}: BEGIN SOLUTION without END in its cell"
        )
    return "\n".join(lines)


def read(source: Path) -> str:
    """The text of a source."""
    name = f"sources/{source.name}"
    try:
        text = source.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise BuildError(f"{name}:{line}: not UTF-8: save it so") from None
    except OSError as error:
        raise BuildError(f"{name}:1: {error.strerror}") from None
    if not CELL.match(text):
        raise BuildError(f"{name}:1: a source starts with a `# %%` cell")
    return text


def convert(
    source: Path, solved: bool
) -> tuple[nbformat.NotebookNode, list[int]]:
    """The notebook of a source, not yet executed, and each cell's line."""
    text = read(source)
    lines = enumerate(text.split("\n"), 1)
    starts = [number for number, line in lines if CELL.fullmatch(line)]
    text = strip_regions(text, solved, f"sources/{source.name}")
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
    try:
        built = nbformat.read(path, as_version=4)
        for cell in built.cells:
            if cell.cell_type == "code":
                cell.outputs, cell.execution_count = [], None
    except Exception:  # not there, or no notebook any more
        return True
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
    failing = cell.source.split("\n")[line - 1]
    lines = read(source).split("\n")
    return lines.index(failing, start) + 1 if failing in lines else start


def execute(
    notebook: nbformat.NotebookNode,
    folder: Path,
    source: Path,
    starts: list[int],
) -> None:
    """Run the cells in place, offline, on data that is thrown away after."""
    begun = [1]  # the lines of the cells that were begun
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as data:
        client = NotebookClient(
            notebook,
            timeout=TIMEOUT,
            record_timing=False,
            resources={"metadata": {"path": str(folder)}},
            # A kernel that is asked to end, on Ctrl-C, answers with a trace.
            shutdown_kernel="immediate",
            on_cell_start=lambda cell, cell_index: begun.append(
                starts[cell_index]
            ),
        )
        env = dict(
            os.environ,
            COURSE_DATA=data,
            COURSE_MODEL="offline",
            COURSE_EMBEDDINGS="offline",
            # The kernel of this environment, not one of the user's folder.
            JUPYTER_PREFER_ENV_PATH="1",
        )
        name = f"sources/{source.name}"
        try:
            client.execute(env=env, transport_encryption="auto")
        except CellExecutionError as error:
            line = error_line(source, notebook, starts, str(error))
            what = f"{error.ename}: {error.evalue}".splitlines()[0][:200]
            raise BuildError(f"{name}:{line}: {what}") from None
        except CellTimeoutError:
            raise BuildError(
                f"{name}:{begun[-1]}: takes more than {TIMEOUT} seconds"
            ) from None
        except (AssertionError, RuntimeError):
            # On Ctrl-C nbclient ends the kernel, and then misses it.
            raise BuildError(
                f"{name}:{begun[-1]}: its kernel was stopped or died"
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
        name = path.relative_to(ROOT).as_posix()
        fresh = path.with_suffix(".tmp")
        try:
            path.parent.mkdir(exist_ok=True)
            fresh.touch()  # fails here rather than after minutes
            execute(notebook, path.parent, source, starts)
            nbformat.write(notebook, fresh)
            fresh.replace(path)
        except OSError as error:
            raise BuildError(
                f"sources/{source.name}:1: {name}: {error.strerror}"
            ) from None
        finally:
            with suppress(OSError):
                fresh.unlink()
        print("built", name, flush=True)


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
