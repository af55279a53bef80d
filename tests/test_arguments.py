"""Whatever a learner passes to a helper: an output, or one clear line."""

import contextlib
import io
import sqlite3
from os import sep

import pytest
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.store.memory import InMemoryStore

import helpers
from helpers import CourseError
from helpers.__main__ import main
from tests.choices import choose, forget, settings_room

HUGE = "x" * 100_000
ODD = {
    "None": None,
    "number": 3,
    "nan": float("nan"),
    "huge number": 10**400,
    "bytes": b"x",
    "empty": "",
    "escape": "\x1b[31mred\x07\x00",
    "surrogate": "\ud800",
    "huge text": HUGE,
    "list": [],
    "list of None": [None],
    "list of huge": [HUGE],
    "dict": {},
    "dict of None": {None: None},
    "dict of dict": {HUGE: {HUGE: HUGE}},
    "type": list,
    "object": object(),
}
CONFIG = {"configurable": {"thread_id": "1"}}


def talked():
    builder = StateGraph(MessagesState)
    builder.add_node("chat", lambda _: {"messages": [("ai", "Hello!")]})
    builder.add_edge(START, "chat")
    graph = builder.compile(checkpointer=InMemorySaver())
    graph.invoke({"messages": [("human", "hi")]}, CONFIG)
    return graph


def kept():
    store = InMemoryStore()
    store.put(("bob",), "1", {"likes": "cats"})
    return store


def in_exercise(name):
    with helpers.exercise(name):
        raise ValueError("wrong")


def in_sqlite(path):
    with helpers.open_sqlite(path):
        pass


GRAPH, STORE, MESSAGES = talked(), kept(), [HumanMessage("hi")]
# What each takes when all is well.
CALLS = {
    "checked_index": (
        sqlite3.connect(":memory:", check_same_thread=False),
        {"embed": lambda texts: [[1.0]] * len(texts)},
    ),
    "exercise": ("1.2",),
    "find_traces": ("cats", GRAPH, CONFIG, STORE, None),
    "fresh_path": ("a.sqlite",),
    "open_sqlite": (":memory:",),
    "show_budget": (MESSAGES, MESSAGES, 9, len),
    "show_chart": ({"a": {1: -2, 2: -2}}, "x", "y"),
    "show_distributions": ({"a": [0.5]}, 0.4),
    "show_graph": (GRAPH,),
    "show_history": (list(GRAPH.get_state_history(CONFIG)),),
    "show_hits": (STORE.search(("bob",)),),
    "show_messages": (MESSAGES,),
    "show_similarities": (["a"], ["b"], [[0.5]]),
    "show_state": (GRAPH.get_state(CONFIG),),
    "show_store": (STORE, ("bob",)),
    "show_traces": ({"file": True},),
}
FUNCTIONS = {"exercise": in_exercise, "open_sqlite": in_sqlite}


def call(name, *arguments):
    FUNCTIONS.get(name, getattr(helpers, name))(*arguments)


def test_every_helper_that_takes_something_is_called_here():
    nothing = {"CourseError", "chat_model", "check_setup", "embeddings"}
    assert set(CALLS) == set(helpers.__all__) - nothing


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize(
    ("name", "place"),
    [(name, n) for name, args in CALLS.items() for n in range(len(args))],
)
def test_an_odd_argument_gives_an_output_or_one_line(
    monkeypatch, tmp_path, capsys, name, place, odd
):
    monkeypatch.chdir(tmp_path)
    arguments = list(CALLS[name])
    arguments[place] = ODD[odd]
    try:
        call(name, *arguments)
    except CourseError as error:
        said = str(error)
        assert "\n" not in said
        assert len(said) < 500
        assert error._render_traceback_() == [said]
    else:
        said = capsys.readouterr().out
        assert len(said) < 2000
    assert not {"\x1b", "\x07", "\x00", "\ud800"} & set(said)


def shown_in_ascii(function, *arguments):
    """What a terminal gets that knows no other letters."""
    raw = io.BytesIO()
    terminal = io.TextIOWrapper(raw, encoding="ascii", write_through=True)
    with contextlib.redirect_stdout(terminal):
        function(*arguments)
    return raw.getvalue().decode()


@pytest.mark.parametrize("name", [n for n in CALLS if n.startswith("show")])
def test_a_view_shows_on_any_terminal(name):
    assert shown_in_ascii(call, name, *CALLS[name])


def test_what_a_terminal_cannot_show_is_a_question_mark():
    said = shown_in_ascii(helpers.show_messages, [("human", "你好, Zoë")])
    assert said == "human  ??, Zo?\n"


def test_the_doctor_speaks_on_any_terminal(monkeypatch, tmp_path):
    forget(monkeypatch, tmp_path)
    choose(monkeypatch, COURSE_DATA=str(tmp_path / "数据"))
    said = shown_in_ascii(main, [])
    settings_room.settings.cache_clear()
    assert f"{sep}?? can be written to" in said
    assert said.endswith("All is ready.\n")
