"""From a source to a notebook, in a folder of the test's own."""

import os
import signal
import subprocess
import sys
import time

import nbformat
import pytest

import build_notebooks
from tests import rules

LAB = '''# %% [markdown]
# # Lab
# %%
def answer():
    """Return 42."""
    # BEGIN SOLUTION
    return 6 * 7
    # END SOLUTION


# %% tags=["solution"]
answer()
# %%
print("done")
'''


@pytest.fixture
def course(tmp_path, monkeypatch):
    """An empty course; returns a function that writes one of its sources."""
    (tmp_path / "sources").mkdir()
    monkeypatch.setattr(build_notebooks, "ROOT", tmp_path)

    def write(name, text):
        source = tmp_path / "sources" / f"{name}.py"
        source.write_text(text, encoding="utf-8")
        return source

    return write


def run(monkeypatch, *arguments):
    """What `python build_notebooks.py …` exits with."""
    monkeypatch.setattr(sys, "argv", ["build_notebooks.py", *arguments])
    try:
        build_notebooks.main()
    except SystemExit as stop:
        return stop.code
    return None


def cells(path):
    return [cell.source for cell in nbformat.read(path, as_version=4).cells]


def test_a_lab_is_built_checked_and_rebuilt_to_the_byte(
    course, tmp_path, monkeypatch, capsys
):
    source = course("lab_01", LAB)
    lab = tmp_path / "labs" / "lab_01.ipynb"
    solution = tmp_path / "solutions" / "lab_01.ipynb"

    assert run(monkeypatch, "--check") == (
        "labs/lab_01.ipynb is stale: run `make notebooks`\n"
        "solutions/lab_01.ipynb is stale: run `make notebooks`"
    )
    assert run(monkeypatch) is None
    assert capsys.readouterr().out == (
        "built labs/lab_01.ipynb\nbuilt solutions/lab_01.ipynb\n"
    )
    assert cells(lab)[1:] == [
        "def answer():\n"
        '    """Return 42."""\n'
        '    raise NotImplementedError("your code here")',
        'print("done")',
    ]
    assert cells(solution)[1:3] == [
        'def answer():\n    """Return 42."""\n    return 6 * 7',
        "answer()",
    ]
    executed = nbformat.read(solution, as_version=4).cells
    assert [c.get("execution_count") for c in executed] == [None, 1, 2, 3]
    assert executed[2].outputs[0].data["text/plain"] == "42"
    assert run(monkeypatch, "--check") == 0

    before = lab.read_bytes(), solution.read_bytes()
    assert run(monkeypatch) is None
    assert capsys.readouterr().out == ""
    assert run(monkeypatch, "--force", "lab_01") is None
    assert (lab.read_bytes(), solution.read_bytes()) == before

    # A cell that raises: one line, with the line that raised; nothing lost.
    source.write_text(LAB.replace("6 * 7", "6 / 0"), encoding="utf-8")
    assert run(monkeypatch) == (
        "sources/lab_01.py:7: ZeroDivisionError: division by zero"
    )
    assert solution.read_bytes() == before[1]
    assert not list(tmp_path.rglob("*.tmp"))

    source.unlink()
    assert run(monkeypatch, "--check") == (
        "labs/lab_01.ipynb has no source\nsolutions/lab_01.ipynb has no source"
    )


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            LAB.replace("    # END SOLUTION\n", ""),
            "6: BEGIN SOLUTION is never",
        ),
        (LAB.replace("    # BEGIN SOLUTION\n", ""), "7: END SOLUTION without"),
        (
            LAB.replace("    return 6", "    # BEGIN SOLUTION\n    return 6"),
            "7: BEGIN SOLUTION in a region",
        ),
        ("print()\n" + LAB, "1: a source starts with a `# %%` cell"),
    ],
)
def test_a_malformed_source_is_one_line(course, monkeypatch, text, complaint):
    course("lab_01", text)
    said = run(monkeypatch)
    assert said.startswith(f"sources/lab_01.py:{complaint}")
    assert "\n" not in said


def test_an_unknown_name_is_one_line(course, monkeypatch):
    course("lab_01", LAB)
    assert run(monkeypatch, "07") == "sources/07*.py: no such source"


def alive(pid):
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


def wait_for(condition):
    """Until it holds; a minute at most."""
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end, "waited for a minute"
        time.sleep(0.05)


def test_stopping_a_build_leaves_the_old_notebook(course, tmp_path):
    running = tmp_path / "running"
    course(
        "01_slow",
        "# %%\nimport os, pathlib, time\n"
        f"pathlib.Path({str(running)!r}).write_text(str(os.getpid()))\n"
        "time.sleep(300)\n",
    )
    notebook = tmp_path / "notebooks" / "01_slow.ipynb"
    notebook.parent.mkdir()
    notebook.write_text("old")
    script = (
        "import sys, pathlib, build_notebooks as b;"
        f"b.ROOT = pathlib.Path({str(tmp_path)!r});"
        "sys.argv = ['build', '--force']; b.main()"
    )
    build = subprocess.Popen(
        [sys.executable, "-c", script],
        cwd=rules.ROOT, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    wait_for(lambda: running.exists() and running.read_text())
    build.send_signal(signal.SIGINT)
    _, said = build.communicate(timeout=60)
    assert build.returncode == 1
    assert said.splitlines()[-1] == (
        "sources/01_slow.py:1: its kernel was stopped or died"
    )
    assert notebook.read_text() == "old"
    wait_for(lambda: not alive(int(running.read_text())))
