"""From a source to a notebook, in a folder of the test's own."""

import os
import signal
import sys
import threading
import time

import nbformat
import pytest

import build_notebooks

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


@pytest.fixture
def no_kernel(monkeypatch):
    """Build without running anything: nothing of the cells matters."""
    monkeypatch.setattr(build_notebooks, "execute", lambda *_: None)


def test_a_lab_is_built_and_checked(
    course, tmp_path, monkeypatch, capsys, no_kernel
):
    source = course("lab_01", LAB)
    assert run(monkeypatch, "--check") == (
        "labs/lab_01.ipynb is stale: run `make notebooks`\n"
        "solutions/lab_01.ipynb is stale: run `make notebooks`"
    )
    assert run(monkeypatch) is None
    assert capsys.readouterr().out == (
        "built labs/lab_01.ipynb\nbuilt solutions/lab_01.ipynb\n"
    )
    assert cells(tmp_path / "labs" / "lab_01.ipynb")[1:] == [
        "def answer():\n"
        '    """Return 42."""\n'
        '    raise NotImplementedError("your code here")',
        'print("done")',
    ]
    assert cells(tmp_path / "solutions" / "lab_01.ipynb")[1:3] == [
        'def answer():\n    """Return 42."""\n    return 6 * 7',
        "answer()",
    ]
    assert run(monkeypatch, "--check") == 0
    assert run(monkeypatch) is None
    assert capsys.readouterr().out == ""
    source.unlink()
    assert run(monkeypatch, "--check") == (
        "labs/lab_01.ipynb has no source\nsolutions/lab_01.ipynb has no source"
    )


def test_a_lesson_is_run_and_rebuilt_to_the_byte(
    course, tmp_path, monkeypatch
):
    course("01", "# %% [markdown]\n# Hi\n# %%\nx = 42\n# %%\nprint(x)\nx\n")
    lesson = tmp_path / "notebooks" / "01.ipynb"
    assert run(monkeypatch) is None
    executed = nbformat.read(lesson, as_version=4).cells
    assert [c.get("execution_count") for c in executed] == [None, 1, 2]
    said, value = executed[2].outputs
    assert (said.text, value.data["text/plain"]) == ("42\n", "42")
    before = lesson.read_bytes()
    assert run(monkeypatch, "--force", "01") is None
    assert lesson.read_bytes() == before
    lesson.write_bytes(before[:100])  # a broken one is stale
    assert run(monkeypatch, "--check") == (
        "notebooks/01.ipynb is stale: run `make notebooks`"
    )


MARKS = "not exactly `# %%`, `# %% [markdown]`, `# BEGIN SOLUTION` or"


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("    # END SOLUTION\n", "", "6: BEGIN SOLUTION without END"),
        ("    # BEGIN SOLUTION\n", "", "7: END SOLUTION without BEGIN"),
        (
            "    return 6",
            "    # BEGIN SOLUTION\n    return 6",
            "7: BEGIN SOLUTION in a region",
        ),
        (
            "    return 6",
            "# %%\n    return 6",
            "6: BEGIN SOLUTION without END",
        ),
        ("# %% [markdown]\n", "print()\n", "1: a source starts with"),
        ("# Lab", "# Lab für Ä".encode("latin-1"), "2: not UTF-8"),
        ("42.", "42.\n# %%\n", "6: within a string"),
        ("42.", "42.\n    # BEGIN SOLUTION\n", "6: within a string"),
        ('"done"', 'f"""\n{42}\n# %%"""', "16: within a string"),
        *[
            (f"    # {word} SOLUTION", mark, f"{line}: {MARKS}")
            for word, line in (("BEGIN", 6), ("END", 8))
            for mark in (
                f"    # {word.lower()} solution",
                f"    # {word.title()} Solution",
                f"    # {word} SOLUTION ",
                f"    # {word} SOLUTION:",
                f"\t# {word} SOLUTION",
                f"    #\t{word} SOLUTION",
                f"    #{word} SOLUTION",
                f"    ### {word} SOLUTION",
            )
        ],
        *[
            ('# %%\nprint("done")', f"{mark}\nprint()", f"13: {MARKS}")
            for mark in (
                "#%%",
                "# %% ",
                "    # %%",
                "# %%time",
                "# %% [markdown",
                '# %% tags=["solution"',
                "# In[2]:",
            )
        ],
    ],
)
def test_a_malformed_source_is_one_line(
    course, tmp_path, monkeypatch, old, new, complaint
):
    new = new if isinstance(new, bytes) else new.encode()
    assert old in LAB
    source = course("lab_01", "")
    source.write_bytes(LAB.encode().replace(old.encode(), new))
    said = run(monkeypatch)
    assert said.startswith(f"sources/lab_01.py:{complaint}")
    assert "\n" not in said
    assert list(tmp_path.iterdir()) == [tmp_path / "sources"]


@pytest.mark.parametrize("place", ["folder", "notebook", "disk"])
def test_what_cannot_be_written_is_one_line(
    course, tmp_path, monkeypatch, no_kernel, place
):
    course("01", "# %%\n1\n")
    folder = tmp_path / "notebooks"
    if place == "folder":
        folder.write_text("a file in the way")
    elif place == "notebook":
        (folder / "01.ipynb").mkdir(parents=True)
    else:

        def full(notebook, path):
            path.write_text("half")
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(nbformat, "write", full)
    said = run(monkeypatch)
    assert said.startswith("sources/01.py:1: notebooks/01.ipynb: ")
    assert "\n" not in said
    assert not list(tmp_path.rglob("*.tmp"))


def test_a_source_that_cannot_be_read_is_one_line(
    course, tmp_path, monkeypatch
):
    (tmp_path / "sources" / "01.py").mkdir()
    said = run(monkeypatch)
    assert said.startswith("sources/01.py:1: ")
    assert "\n" not in said


def test_an_unknown_name_is_one_line(course, monkeypatch):
    course("lab_01", LAB)
    assert run(monkeypatch, "07") == "sources/07*.py: no such source"


def interrupted(path):
    """Press Ctrl-C once the cell has written its process id to `path`."""
    while not (path.exists() and path.read_text()):
        time.sleep(0.02)
    os.kill(os.getpid(), signal.SIGINT)


def alive(pid):
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


FAILING = {
    "error": (
        "def f():\n    raise ValueError('x' * 10**5)\n# %%\nf()",
        "6: ValueError: xxx",
    ),
    "syntax": ("1 +", "5: SyntaxError: invalid syntax"),
    "death": ("os._exit(1)", "3: its kernel was stopped or died"),
    "time": ("time.sleep(300)", "3: takes more than 1 seconds"),
}
if os.name == "posix":
    FAILING["Ctrl-C"] = (
        "pid.write_text(str(os.getpid())); time.sleep(300)",
        "3: its kernel was stopped or died",
    )


@pytest.mark.parametrize("case", FAILING)
def test_a_cell_that_fails_is_one_line_and_leaves_the_old_notebook(
    course, tmp_path, monkeypatch, capfd, case
):
    cell, complaint = FAILING[case]
    pid = tmp_path / "pid"
    setup = f"import os, pathlib, time; pid = pathlib.Path({str(pid)!r})"
    course("01", f"# %% [markdown]\n# Hi\n# %%\n{setup}\n{cell}\n")
    notebook = tmp_path / "notebooks" / "01.ipynb"
    notebook.parent.mkdir()
    notebook.write_text("old")
    if case == "time":
        monkeypatch.setattr(build_notebooks, "TIMEOUT", 1)
    if case == "Ctrl-C":
        threading.Thread(target=interrupted, args=[pid], daemon=True).start()
    said = run(monkeypatch)
    assert said.startswith(f"sources/01.py:{complaint}")
    assert "\n" not in said
    assert len(said) < 300
    assert notebook.read_text() == "old"
    assert not list(tmp_path.rglob("*.tmp"))
    assert capfd.readouterr() == ("", "")
    if case == "Ctrl-C":
        assert not alive(int(pid.read_text()))
