"""Right answers pass however they are written; wrong ones get a reason.

The answers are in tests/answers/, one file per lab. A cell begins with
`# %% 1.1 right: how` or `# %% 1.1 wrong: what -> part of the reason`.
"""

import contextlib
import io
import re
from collections import Counter
from pathlib import Path

import pytest

import build_notebooks
from tests import rules

HEAD = re.compile(r"# %% ([\d.]+) (right|wrong): (.*?)(?: -> (.*))?$", re.M)


def answers(path: Path) -> list[tuple[str, str, str, str, str]]:
    """(exercise, right or wrong, what, reason, code) of each answer."""
    parts = HEAD.split(path.read_text(encoding="utf-8"))[1:]
    return list(zip(*(parts[n::5] for n in range(5)), strict=True))


CATALOGUE = {
    source.stem: answers(rules.ROOT / "tests" / "answers" / source.name)
    for source in rules.LABS
}
CASES = [
    (lab, *answer) for lab, found in CATALOGUE.items() for answer in found
]


def say(lab: str, exercise: str, code: str) -> str:
    """What the check of an exercise prints once `code` is the answer."""
    source = rules.ROOT / "sources" / f"{lab}.py"
    notebook, _ = build_notebooks.convert(source, solved=False)
    cells = [c.source for c in notebook.cells if c.cell_type == "code"]
    check = next(
        n for n, c in enumerate(cells) if f'with exercise("{exercise}")' in c
    )
    cells[check - 1] = code
    namespace = {"__name__": "__main__"}
    for cell in cells[: check + 1]:
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(compile(cell, f"{lab} {exercise}", "exec"), namespace)
    return said.getvalue()


@pytest.mark.parametrize(
    ("lab", "exercise", "kind", "what", "reason", "code"),
    CASES,
    ids=[f"{case[0][:6]} {case[1]} {case[2]}: {case[3]}" for case in CASES],
)
def test_answer(lab, exercise, kind, what, reason, code):
    said = say(lab, exercise, code)
    if kind == "right":
        assert said.startswith(f"{exercise} passed"), said
    else:
        assert said.startswith(f"{exercise} not yet"), said
        assert reason in " ".join(said.split()), said


@pytest.mark.parametrize("lab", CATALOGUE)
def test_the_catalogue_is_complete(lab):
    """Per exercise another right answer, and three wrong ones."""
    source = (rules.ROOT / "sources" / f"{lab}.py").read_text(encoding="utf-8")
    exercises = re.findall(r'with exercise\("([\d.]+)"\)', source)
    kinds = Counter((e, kind) for e, kind, *_ in CATALOGUE[lab])
    reasons = {(e, reason) for e, kind, _, reason, _ in CATALOGUE[lab]}
    for exercise in exercises:
        assert kinds[exercise, "right"] >= 1, exercise
        assert kinds[exercise, "wrong"] >= 3, exercise
        different = [r for e, r in reasons if e == exercise and r]
        assert len(different) >= 3, f"{exercise}: reasons are not their own"
