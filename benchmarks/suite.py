"""The suite's wall time over its floor, and what `import helpers` adds.

The floor of a notebook is a kernel that starts and imports langgraph; that of
the suite is as many of those as there are notebooks, shared by the cores.
"""

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).parent.parent


def seconds(call) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def run(*arguments: str) -> None:
    subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, check=True, text=True
    )


def empty_notebook() -> None:
    cell = nbformat.v4.new_code_cell("import langgraph.graph")
    notebook = nbformat.v4.new_notebook(cells=[cell])
    NotebookClient(notebook).execute(transport_encryption="auto")


def import_time(module: str) -> float:
    """Median seconds of a fresh Python that imports it, its start included."""
    return statistics.median(
        seconds(lambda: run("-c", f"import {module}")) for _ in range(5)
    )


def main() -> None:
    langgraph = import_time("langgraph.graph")
    both = import_time("langgraph.graph, helpers")
    print(f"import langgraph.graph: {langgraph:.2f} s")
    print(f"with helpers: {100 * (both / langgraph - 1):+.1f} %")

    folders = ("notebooks", "labs", "solutions")
    notebooks = [p for d in folders for p in (ROOT / d).glob("*.ipynb")]
    cores = os.cpu_count() or 1
    one = statistics.median(seconds(empty_notebook) for _ in range(3))
    floor = one * len(notebooks) / cores
    print(f"floor: {one:.1f} s a notebook, {len(notebooks)} notebooks on "
          f"{cores} cores: {floor:.0f} s")  # fmt: skip
    for what, paths in (("notebooks alone", folders), ("suite", ())):
        pytest = ("-m", "pytest", "-q", "-n", "auto", *paths)
        taken = seconds(lambda command=pytest: run(*command))
        print(f"{what}: {taken:.0f} s, {taken / floor:.2f} times the floor")


if __name__ == "__main__":
    main()
