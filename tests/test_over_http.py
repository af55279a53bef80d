"""Each lesson over real HTTP: the same code with another `COURSE_MODEL`.

The server speaks OpenAI's protocol and has the offline model behind it, so
what a cell shows must be what the committed notebook shows.
"""

import contextlib
import io

import pytest

from helpers.settings import settings
from tests import rules
from tests.servers.openai_server import serve


@pytest.fixture(scope="module")
def server():
    with serve() as running:
        yield running


def committed(cell) -> str:
    """The text of a cell's outputs, line ends aside."""
    shown = [
        output.get("text") or output["data"]["text/plain"]
        for output in cell.outputs
    ]
    return "\n".join(text.strip("\n") for text in shown)


def shown_by(code: str, namespace: dict) -> str:
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(code, "<cell>", "exec"), namespace)
    return said.getvalue().strip("\n")


@pytest.mark.parametrize("lesson", [s.stem for s in rules.LESSONS[1:]])
def test_lesson(lesson, server, monkeypatch):
    monkeypatch.setenv("COURSE_MODEL", "compatible:offline")
    monkeypatch.setenv("COURSE_BASE_URL", f"{server.url}/v1")
    settings.cache_clear()
    server.requests.clear()
    namespace = {"__name__": "__main__"}
    path = rules.ROOT / "notebooks" / f"{lesson}.ipynb"
    try:
        for name, cell in rules.code_cells(path):
            shown = shown_by(cell.source, namespace)
            assert lines(shown) == lines(committed(cell)), name
    finally:
        monkeypatch.undo()
        settings.cache_clear()
    assert server.requests, "no request reached the server"


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines() if line.strip()]
