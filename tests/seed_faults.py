"""Plant faults in a copy of the course; the suite must find every one.

    make faults                  all of them (some minutes)
    python -m tests.seed_faults reducer key     only those so named

Each fault is a change of some files. The tests that should find it are run
on the copy, first without any fault: they must pass then.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
RULES = "tests/test_repository.py"


@dataclass(frozen=True)
class Fault:
    """What is broken, by which edit, and which tests should notice."""

    what: str
    plant: Callable[[Path], None]
    tests: tuple[str, ...]


def edit(*names: str, old: str, new: str) -> Callable[[Path], None]:
    """Replace a text in some files of the course, the first time it occurs.

    In a notebook the text is looked for in the JSON-quoted form.
    """

    def plant(root: Path) -> None:
        for name in names:
            path = root / name
            text = path.read_text(encoding="utf-8")
            quoted = path.suffix == ".ipynb"
            before = quote(old) if quoted else old
            if before not in text:
                raise LookupError(f"{name} has no {old!r}: mend this fault")
            after = quote(new) if quoted else new
            path.write_text(text.replace(before, after, 1), encoding="utf-8")

    return plant


def quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


def notebook(name: str, change: Callable[[list], None]):
    """Change the code cells of a built notebook."""

    def plant(root: Path) -> None:
        path = root / name
        content = json.loads(path.read_text(encoding="utf-8"))
        change([c for c in content["cells"] if c["cell_type"] == "code"])
        path.write_text(
            json.dumps(content, ensure_ascii=False, indent=1), encoding="utf-8"
        )

    return plant


def lesson(name: str, old: str, new: str, what: str) -> Fault:
    """The same edit in a lesson's source and notebook: nothing is stale."""
    files = f"sources/{name}.py", f"notebooks/{name}.ipynb"
    return Fault(what, edit(*files, old=old, new=new), (files[1],))


def solution(name: str, old: str, new: str, what: str) -> Fault:
    """The same edit in a lab's source and its solution."""
    files = f"sources/{name}.py", f"solutions/{name}.ipynb"
    return Fault(what, edit(*files, old=old, new=new), (files[1],))


def source(name: str, old: str, new: str, what: str) -> Fault:
    """An edit of a source alone, which breaks a rule of its own."""
    path = f"sources/{name}.py"
    return Fault(f"{what} in {name}", edit(path, old=old, new=new), (RULES,))


def helper(name: str, old: str, new: str, what: str, test: str) -> Fault:
    path = f"helpers/{name}.py"
    return Fault(what, edit(path, old=old, new=new), (f"tests/{test}",))


def unexecute(cells: list) -> None:
    cells[3].update(execution_count=None, outputs=[])


def swap_counts(cells: list) -> None:
    cells[1]["execution_count"], cells[2]["execution_count"] = 3, 2


def write_to_stderr(cells: list) -> None:
    cells[1]["outputs"].append(
        {"output_type": "stream", "name": "stderr", "text": ["careful\n"]}
    )


def drop_outputs(cells: list) -> None:
    cells[2]["outputs"] = []


def drop_cell(root: Path) -> None:
    path = root / L1
    content = json.loads(path.read_text(encoding="utf-8"))
    del content["cells"][5]
    path.write_text(json.dumps(content), encoding="utf-8")


def orphan(root: Path) -> None:
    shutil.copy(root / L1, root / "notebooks" / "99_orphan.ipynb")


def leak_key(root: Path) -> None:
    # Put together here, so that this file does not name a key itself.
    key = "sk-" + "a1B2c3D4e5F6" * 2
    (root / "labs" / "note.md").write_text(f"OPENAI_API_KEY={key}\n")


def leak_answer(root: Path) -> None:
    """Put a solution into a hint, in the source and what is built of it."""
    path = root / "sources" / f"{LAB1}.py"
    region = path.read_text(encoding="utf-8").partition("# BEGIN SOLUTION")[2]
    lines = region.partition("# END SOLUTION")[0].splitlines()
    hint = "".join(f"# {line}\n" for line in lines)
    with path.open("a", encoding="utf-8") as file:
        file.write(f"\n# %% [markdown]\n# ```python\n{hint}# ```\n")
    for folder in ("labs", "solutions"):
        built = root / folder / f"{LAB1}.ipynb"
        content = json.loads(built.read_text(encoding="utf-8"))
        text = "\n".join(["```python", *lines, "```"])
        content["cells"].append(
            {
                "cell_type": "markdown",
                "id": f"cell-{len(content['cells']):02}",
                "metadata": {},
                "source": text,
            }
        )
        built.write_text(json.dumps(content), encoding="utf-8")


LESSON1, LESSON2 = "01_persistence_concepts", "02_short_term_memory"
LAB1, LAB2 = f"lab_{LESSON1}", f"lab_{LESSON2}"
L1, L2 = f"notebooks/{LESSON1}.ipynb", f"notebooks/{LESSON2}.ipynb"

FAULTS = (
    # A built notebook that is not what its code gives.
    Fault(
        "a stale output",
        edit(L1, old="ai     Your name is Bob.", new="ai     You are Bob."),
        (L1,),
    ),
    Fault(
        "a stale output, in its HTML form only",
        edit(L1, old="Your name is Bob.</td>", new="You are Bob.</td>"),
        (L1,),
    ),
    Fault("an unexecuted cell", notebook(L1, unexecute), (RULES,)),
    Fault("cells run out of order", notebook(L1, swap_counts), (RULES,)),
    Fault("a warning in an output", notebook(L1, write_to_stderr), (RULES,)),
    Fault("a dropped output", notebook(L1, drop_outputs), (L1,)),
    Fault("a cell deleted from a notebook", drop_cell, (RULES,)),
    Fault("a notebook without a source", orphan, (RULES,)),
    Fault("a key in a file", leak_key, (RULES,)),
    # A lesson that no longer teaches what it says.
    lesson(
        LESSON2,
        'result = graph.invoke({"messages": [("human", text)]}, config)',
        'result = graph.invoke({"messages": [("human", text)]})',
        "a dropped thread_id",
    ),
    lesson(
        LESSON2,
        'for text in ("Hi, I\'m Bob.", "What\'s my name?"):',
        'for text in ("What\'s my name?", "Hi, I\'m Bob."):',
        "a swapped message",
    ),
    lesson(
        LESSON1,
        "graph = builder.compile(checkpointer=InMemorySaver())",
        "graph = builder.compile()",
        "a dropped checkpointer",
    ),
    lesson(
        LESSON1,
        "messages: Annotated[list, add_messages]",
        "messages: list",
        "a dropped reducer",
    ),
    lesson(
        LESSON1,
        "builder.compile(checkpointer=on_disk).invoke(message, config)",
        "builder.compile(checkpointer=in_memory).invoke(message, config)",
        "a conversation that never reaches the disk",
    ),
    lesson(
        LESSON2,
        'config = {"configurable": {"thread_id": session_id}}',
        'config = {"configurable": {"thread_id": "all"}}',
        "all sessions in one thread",
    ),
    lesson(
        LESSON2,
        'graph.stream(question, config, stream_mode="messages")',
        'graph.stream(question, config, stream_mode="updates")',
        "another stream mode",
    ),
    # A source that breaks a rule.
    source(LESSON1, "model = chat_model()", "model = chat_model() ", "stale"),
    source(LESSON1, "\n# ## Summary", "\n# ## In short", "no summary"),
    source(LESSON1, "\n# **Time**", "\n# **Hours**", "no time"),
    source(LESSON1, "model = chat_model()", "%time\nmodel = 1", "a magic"),
    source(LESSON1, "model = chat_model()", "!ls", "a shell line"),
    source(LESSON1, "chat_model()", 'chat_model("gpt-5")', "a model's name"),
    source(LESSON1, "import subprocess", "import requests", "network"),
    source(
        LESSON1,
        "show_state(snapshot)",
        "graph.get_graph().draw_mermaid_png()",
        "a remote drawing",
    ),
    source(LAB1, "    # END SOLUTION\n", "", "an unclosed region"),
    Fault(
        "a link that leads nowhere",
        edit(
            f"sources/{LESSON1}.py",
            L1,
            old="(../labs/lab_01_persistence_concepts.ipynb)",
            new="(../labs/lab_1.ipynb)",
        ),
        (RULES,),
    ),
    # A lab that gives itself away, or that accepts too much.
    Fault("a leaked answer", leak_answer, (RULES,)),
    solution(
        LAB1,
        "for snapshot in reversed(snapshots)",
        "for snapshot in snapshots",
        "a wrong solution",
    ),
    Fault(
        "a check that accepts anything",
        edit(
            f"sources/{LAB1}.py",
            old='assert end["mood"] == "calm", (',
            new="assert True, (",
        ),
        ("tests/test_labs.py",),
    ),
    Fault(
        "an exercise that is never checked",
        edit(
            f"sources/{LAB2}.py", old='exercise("2.3")', new='exercise("2.9")'
        ),
        (RULES, "tests/test_labs.py"),
    ),
    # A helper that lies.
    helper(
        "exercises",
        "_report(name, *_reason(error))",
        '_report(name, "passed")',
        "a check that always passes",
        "test_exercises.py",
    ),
    helper(
        "display/__init__",
        "rows = describe(as_messages(messages))",
        "rows = describe(as_messages(messages))[:-1]",
        "a view that hides the last message",
        "test_display.py",
    ),
    helper(
        "storage",
        "path.with_name(name + end).unlink(missing_ok=True)",
        "pass",
        "yesterday's database is still there",
        "test_storage.py",
    ),
    helper(
        "settings",
        'model=_route("COURSE_MODEL", "dashscope:qwen-plus"),',
        'model="openai:x" if variable("OPENAI_API_KEY") else "offline",',
        "a key that chooses a provider",
        "test_settings.py",
    ),
    helper(
        "workspace",
        "_hash(copy) not in (new, copied.get(name))",
        "False",
        "a learner's work overwritten",
        "test_workspace.py",
    ),
    Fault(
        "a loose requirement",
        edit("pyproject.toml", old="langgraph==", new="langgraph>="),
        (RULES,),
    ),
)


def copy_course(to: Path) -> None:
    """What git would commit, in another folder."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "-co", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.split("\0")  # fmt: skip
    for name in filter(None, listed):
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, to / name)
    subprocess.run(["git", "init", "-q"], cwd=to, check=True)


def run_tests(root: Path, tests: list[str]) -> tuple[bool, str]:
    """Whether the tests pass in `root`, and the first that failed."""
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-xq", "-pno:cacheprovider", *tests],
        cwd=root, capture_output=True, text=True,
        # The copy's helpers, not those that are installed.
        env={**os.environ, "PYTHONPATH": str(root)},
    )  # fmt: skip
    failed = re.search(r"^(?:FAILED|ERROR) (.*)", run.stdout, re.M)
    first = failed[1] if failed else run.stdout.strip()[-200:]
    return run.returncode == 0, first


def main() -> int:
    chosen = [
        fault
        for fault in FAULTS
        if not sys.argv[1:] or any(w in fault.what for w in sys.argv[1:])
    ]
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        sound = Path(folder) / "sound"
        copy_course(sound)
        tests = sorted({test for fault in chosen for test in fault.tests})
        fine, first = run_tests(sound, tests)
        if not fine:
            print(f"The course fails without any fault: {first}")
            return 1
        for number, fault in enumerate(chosen):
            root = Path(folder) / str(number)
            shutil.copytree(sound, root)
            fault.plant(root)
            passed, first = run_tests(root, list(fault.tests))
            print(f"{'MISSED' if passed else 'caught'}  {fault.what}", end="")
            print("" if passed else f"\n        by {first[:100]}", flush=True)
            missed += [fault.what] * passed
            shutil.rmtree(root)
    print(f"{len(chosen) - len(missed)} caught, {len(missed)} missed")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
