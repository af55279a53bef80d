"""The repository keeps its own rules."""

import ast
import re
import subprocess
import tomllib

import pytest

import build_notebooks
import helpers
from tests import rules


def name(path):
    return path.relative_to(rules.ROOT).as_posix()


def none(complaints):
    """Fail with one complaint a line."""
    assert not complaints, "\n" + "\n".join(complaints)


@pytest.mark.parametrize("path", rules.NOTEBOOKS, ids=name)
@pytest.mark.parametrize(
    "rule", [rules.check_executed, rules.check_outputs, rules.check_links]
)
def test_every_notebook(rule, path):
    assert rule(path) == []


@pytest.mark.parametrize("path", rules.SOURCES, ids=name)
def test_every_source_has_plain_code(path):
    none(rules.check_code(path))


@pytest.mark.parametrize("path", rules.LESSONS, ids=name)
def test_every_lesson_has_its_sections(path):
    none(rules.check_lesson(path))


@pytest.mark.parametrize("source", rules.LABS, ids=name)
def test_every_lab_is_ready_to_start(source):
    lab = rules.ROOT / "labs" / f"{source.stem}.ipynb"
    solution = rules.ROOT / "solutions" / f"{source.stem}.ipynb"
    none(rules.check_lab(lab))
    none(rules.check_lab(solution))
    none(rules.check_no_leak(lab))


def test_nothing_is_stale():
    none(build_notebooks.check(rules.SOURCES))


def test_every_lesson_after_the_first_has_a_lab():
    lessons = {s.stem for s in rules.LESSONS if s.stem > "01"}
    assert lessons == {s.stem.removeprefix("lab_") for s in rules.LABS}


def test_prose_names_only_lessons_that_exist():
    numbers = {source.stem[:2] for source in rules.LESSONS}
    named = {
        (source.name, number)
        for source in rules.SOURCES
        for number in re.findall(
            r"[Ll](?:esson|ab) (\d\d)", rules.prose(source)
        )
    }
    assert {pair for pair in named if pair[1] not in numbers} == set()


def test_the_readme_lists_every_lesson_and_nothing_else():
    readme = (rules.ROOT / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\((?!http)([^)]+)\)", readme)
    assert [link for link in links if not (rules.ROOT / link).exists()] == []
    built = {name(p) for p in rules.NOTEBOOKS if p.parent.name != "solutions"}
    assert {link for link in links if link.endswith(".ipynb")} == built


def test_public_names_exist_and_are_documented():
    for public in helpers.__all__:
        assert getattr(helpers, public).__doc__, public
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        helpers.nothing  # noqa: B018


def test_rooms_import_no_neighbour():
    """Imports go one way: rooms may know errors, lazy, output and settings."""
    shared = {
        f"helpers.{room}" for room in ("errors", "lazy", "output", "settings")
    }
    allowed = {
        "doctor": {"helpers.models"},
        "histories": {"helpers.offline"},
        "models": {"helpers.offline", "helpers.provider_errors"},
    }
    for path in sorted((rules.ROOT / "helpers").rglob("*.py")):
        room = path.relative_to(rules.ROOT / "helpers").parts[0]
        room = room.removesuffix(".py")
        if room.startswith("__"):
            continue
        imported = {
            node.module
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.ImportFrom)
            and (node.module or "").startswith("helpers.")
            and not node.module.startswith(f"helpers.{room}")
        }
        extra = imported - shared - allowed.get(room, set())
        assert not extra, f"{path.name} imports {sorted(extra)}"


def test_direct_dependencies_are_exact():
    project = tomllib.loads((rules.ROOT / "pyproject.toml").read_text())
    project = project["project"]
    extra = project["optional-dependencies"]["test"]
    pins = (rules.ROOT / "constraints.txt").read_text()
    for requirement in project["dependencies"] + extra:
        assert "==" in requirement, f"{requirement} is not exact"
        assert f"{requirement}\n" in pins, f"constraints.txt: {requirement}"


def test_no_committed_file_names_a_machine_or_a_key():
    """What git tracks has no key and no path or address of one machine."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "-co", "--exclude-standard"],
        cwd=rules.ROOT, capture_output=True, text=True, check=True,
    ).stdout.split("\0")  # fmt: skip
    private = re.compile(
        r"/(?:root|wor[k]|home/\w+)/[\w.]|\bsk-[A-Za-z0-9]{20,}"
    )
    found = []
    for file in filter(None, listed):
        path = rules.ROOT / file
        if not path.is_file() or path.suffix in {".png", ".svg"}:
            continue
        for line in path.read_text(encoding="utf-8").splitlines():
            if private.search(line):
                found.append(f"{file}: {line.strip()[:60]}")
    none(found)
