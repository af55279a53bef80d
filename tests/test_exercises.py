"""What a lab says about an answer."""

import linecache
import sys
import textwrap

import pytest
from IPython.core.autocall import ZMQExitAutocall
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph

from helpers.exercises import exercise


def unfinished(state):
    raise NotImplementedError("your code here")


@pytest.fixture
def run_cell(capsys):
    """Runs source as a notebook cell: its lines are known, it is no file."""

    def run_cell(source):
        source = textwrap.dedent(source)
        name = "/cells/1234.py"
        lines = source.splitlines(keepends=True)
        linecache.cache[name] = (len(source), None, lines, name)
        names = {"exercise": exercise, "InMemorySaver": InMemorySaver}
        exec(compile(source, name, "exec"), names)
        return capsys.readouterr().out.rstrip("\n")

    return run_cell


def test_passed(run_cell):
    assert run_cell("with exercise('1.2'): assert True") == "1.2 passed"


def test_not_started(run_cell):
    said = run_cell("""
        def answer():
            raise NotImplementedError("your code here")
        with exercise("1.2"):
            assert answer() == 3, "three is right"
    """)
    assert said == "1.2 not started"


def test_not_started_inside_a_graph(capsys):
    builder = StateGraph(MessagesState)
    builder.add_node(unfinished)
    builder.add_edge(START, "unfinished")
    with exercise("1.2"):
        builder.compile().invoke({"messages": []})
    assert capsys.readouterr().out == "1.2 not started\n"


def test_not_started_when_another_error_came_of_it(capsys):
    with exercise("1.2"):
        try:
            unfinished({})
        except NotImplementedError as error:
            raise RuntimeError("the node failed") from error
    assert capsys.readouterr().out == "1.2 not started\n"


def test_a_library_that_cannot_is_no_unfinished_answer(run_cell):
    said = run_cell("""
        saver = InMemorySaver()
        with exercise("1.2"):
            saver.prune(["1"])
    """)
    assert said.splitlines() == [
        "1.2 not yet: NotImplementedError",
        '    in: saver.prune(["1"])',
    ]


def test_not_yet_with_the_reason_of_the_check(run_cell):
    said = run_cell("with exercise('1.2'): assert 0, 'keep the last three'")
    assert said == "1.2 not yet: keep the last three"


def test_not_yet_with_the_condition_when_there_is_no_reason(run_cell):
    said = run_cell("""
        kept = [1, 2]
        with exercise("1.2"):
            assert kept
            assert len(
                kept
            ) == 3
    """)
    assert said == "1.2 not yet: this should hold: len( kept ) == 3"


def test_an_error_is_shown_with_the_learners_line(run_cell):
    said = run_cell("""
        def answer(state):
            return state["mesages"]
        with exercise("1.2"):
            assert answer({}) == []
    """)
    assert said.splitlines() == [
        "1.2 not yet: KeyError: 'mesages'",
        '    in: return state["mesages"]',
    ]
    assert "/cells" not in said


def test_the_learners_line_is_found_below_a_library(run_cell):
    said = run_cell("""
        import json
        def answer():
            return json.loads("{")
        with exercise("1.2"):
            answer()
    """)
    assert said.startswith("1.2 not yet: JSONDecodeError: Expecting")
    assert said.endswith('\n    in: return json.loads("{")')


def test_an_error_in_a_file_shows_no_line(capsys):
    with exercise("1.2"):
        raise ValueError
    assert capsys.readouterr().out == "1.2 not yet: ValueError\n"


def test_long_and_many_lined_reasons_are_cut(capsys):
    with exercise("1.2"):
        raise ValueError("one\n\n   two\n" + "x" * 900)
    said = capsys.readouterr().out
    assert said.startswith("1.2 not yet: ValueError: one two xxx")
    assert said.endswith("x…\n")
    assert len(said) == len("1.2 not yet: ValueError: ") + 200 + len("\n")


def test_colours_and_control_characters_are_not_shown(capsys):
    with exercise("1.\x1b[1m2"):
        raise ValueError("\x1b[31mred\x1b[0m \x07\x1b]bell")
    said = capsys.readouterr().out
    assert said == "1.2 not yet: ValueError: red ]bell\n"


def test_notes_are_not_shown(capsys):
    with exercise("1.2"):
        error = ValueError("wrong")
        error.add_note("During task with name 'chat' and id '0af1'")
        raise error
    assert capsys.readouterr().out == "1.2 not yet: ValueError: wrong\n"


def test_an_interrupt_is_not_held_up(capsys):
    with pytest.raises(KeyboardInterrupt), exercise("1.2"):
        raise KeyboardInterrupt
    assert capsys.readouterr().out == ""


EXITS = ["sys.exit()", "sys.exit(3)", "sys.exit('bye')", "raise SystemExit"]


@pytest.mark.parametrize("leave", [*EXITS, "exit()", "quit()"])
def test_an_exit_is_no_end_of_the_lab(run_cell, leave):
    said = run_cell(f"""
        import sys
        def answer():
            {leave}
        with exercise("1.2"):
            answer()
        print("and on")
    """)
    assert said.splitlines() == [
        "1.2 not yet: the answer called exit; let it return",
        f"    in: {leave}",
        "and on",
    ]


def test_an_exit_of_a_notebook_is_no_end_of_the_lab(monkeypatch):
    """There exit() raises nothing: it asks the kernel to end."""
    shown = []

    class Shell:
        def ask_exit(self):
            shown.append("the kernel ends")

    shell = Shell()
    leave = ZMQExitAutocall(shell)
    monkeypatch.setattr("IPython.get_ipython", lambda: shell)
    monkeypatch.setattr(
        "IPython.display.display",
        lambda data, raw: shown.append(data["text/plain"]),
    )
    with exercise("1.2"):
        leave()
    assert shown[0].startswith("1.2 not yet: the answer called exit")
    leave()  # outside it is as it was
    assert shown[1:] == ["the kernel ends"]


def test_an_exit_in_a_graph_is_no_end_of_the_lab(capsys):
    builder = StateGraph(MessagesState)
    builder.add_node("leave", lambda state: sys.exit())
    builder.add_edge(START, "leave")
    with exercise("1.2"):
        builder.compile().invoke({"messages": []})
    assert capsys.readouterr().out.startswith("1.2 not yet: the answer called")


def test_html_has_the_same_words_escaped(monkeypatch):
    shown = []
    monkeypatch.setattr("IPython.get_ipython", lambda: object())
    monkeypatch.setattr(
        "IPython.display.display", lambda data, raw: shown.append(data)
    )
    with exercise("1.2"):
        raise ValueError("<b>bold</b>")
    with exercise("1.3"):
        pass
    first, second = (data["text/html"] for data in shown)
    assert "<b>1.2 not yet</b>: ValueError: &lt;b&gt;bold" in first
    assert "<b>1.3 passed</b>" in second
    assert shown[1]["text/plain"] == "1.3 passed"
