"""What lesson 03 and its lab rely on: how today's savers behave."""

import asyncio
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

import pytest
from langgraph.channels import DeltaChannel
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, MessagesState, StateGraph

CONFIG = {"configurable": {"thread_id": "a"}}
HELLO = {"messages": [("human", "Hello!")]}


@dataclass
class Trip:
    city: str


class AnyState(TypedDict):
    value: Any


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "chat.sqlite"
    with closing(sqlite3.connect(path, check_same_thread=False)) as opened:
        yield opened


def chat(checkpointer, node=lambda _: {"messages": [("ai", "Hi!")]}):
    builder = StateGraph(MessagesState)
    builder.add_node("answer", node)
    builder.add_edge(START, "answer")
    return builder.compile(checkpointer=checkpointer)


def keeper(value, checkpointer):
    """A graph whose node writes one value into the state."""
    builder = StateGraph(AnyState)
    builder.add_node("write", lambda _: {"value": value})
    builder.add_edge(START, "write")
    return builder.compile(checkpointer=checkpointer)


def id_of(snapshot):
    return snapshot.config["configurable"]["checkpoint_id"]


def keep_only(database, *kept):
    marks = ", ".join("?" * len(kept))
    for table in ("checkpoints", "writes"):
        database.execute(
            f"DELETE FROM {table} WHERE checkpoint_id NOT IN ({marks})", kept
        )
    database.commit()


def test_get_state_without_a_thread_id():
    with pytest.raises(KeyError, match="thread_id"):
        chat(InMemorySaver()).get_state({"configurable": {}})


def test_a_number_and_its_text_are_one_thread(database):
    graph = chat(SqliteSaver(database))
    graph.invoke(HELLO, {"configurable": {"thread_id": 1}})
    messages = graph.get_state({"configurable": {"thread_id": "1"}}).values
    assert len(messages["messages"]) == 2


def test_the_newest_is_the_largest_id_not_the_largest_step(database):
    graph = chat(SqliteSaver(database))
    graph.invoke(HELLO, CONFIG)
    first = graph.get_state(CONFIG)
    graph.invoke(HELLO, CONFIG)
    graph.invoke(HELLO, CONFIG)
    graph.invoke(HELLO, first.config)
    history = list(graph.get_state_history(CONFIG))
    newest = graph.get_state(CONFIG)
    assert id_of(newest) == max(map(id_of, history))
    assert newest.metadata["step"] < max(s.metadata["step"] for s in history)


def test_a_checkpoint_needs_no_parent(database):
    graph = chat(SqliteSaver(database))
    graph.invoke(HELLO, CONFIG)
    graph.invoke(HELLO, CONFIG)
    newest = graph.get_state(CONFIG)
    keep_only(database, id_of(newest))
    assert [id_of(s) for s in graph.get_state_history(CONFIG)] == [
        id_of(newest)
    ]
    assert graph.get_state(newest.parent_config).values == {}
    graph.update_state(CONFIG, {"messages": [("human", "Once more.")]})
    assert len(graph.invoke(HELLO, CONFIG)["messages"]) == 7
    assert len(graph.invoke(HELLO, newest.config)["messages"]) == 6


def remembering_subgraph(checkpointer):
    """A graph whose subgraph says how many messages it remembers."""
    builder = StateGraph(MessagesState)
    builder.add_node(
        "count", lambda s: {"messages": [("ai", str(len(s["messages"])))]}
    )
    builder.add_edge(START, "count")
    subgraph = builder.compile(checkpointer=True)

    def ask(state):
        result = subgraph.invoke({"messages": [state["messages"][-1]]})
        return {"messages": [result["messages"][-1]]}

    return chat(checkpointer, ask)


@pytest.mark.parametrize(("before_pin", "remembers"), [(True, 3), (False, 1)])
def test_a_replayed_subgraph_remembers_what_it_knew(
    database, before_pin, remembers
):
    """It reads its newest checkpoint before the one that is replayed."""
    graph = remembering_subgraph(SqliteSaver(database))
    for _ in range(3):
        graph.invoke(HELLO, CONFIG)
    due = next(graph.get_state_history(CONFIG, filter={"step": 3}))
    assert due.next == ("answer",)
    ids = [
        found
        for (found,) in database.execute(
            "SELECT checkpoint_id FROM checkpoints WHERE checkpoint_ns != ''"
            " ORDER BY checkpoint_id"
        )
    ]
    kept = [id_of(due), id_of(graph.get_state(CONFIG)), ids[-1]]
    if before_pin:
        kept.append(max(found for found in ids if found < id_of(due)))
    keep_only(database, *kept)
    result = graph.invoke(None, due.config)
    assert result["messages"][-1].text == str(remembers)


def test_a_delta_channel_needs_its_parents(database):
    def join(old, writes):
        return [*old, *(note for write in writes for note in write)]

    class Notes(TypedDict):
        notes: Annotated[list, DeltaChannel(join)]

    builder = StateGraph(Notes)
    builder.add_node("note", lambda _: {"notes": ["noted"]})
    builder.add_edge(START, "note")
    graph = builder.compile(checkpointer=SqliteSaver(database))
    graph.invoke({"notes": ["one"]}, CONFIG)
    newest = graph.get_state(CONFIG)
    assert newest.values["notes"] == ["one", "noted"]
    keep_only(database, id_of(newest))
    assert graph.get_state(CONFIG).values["notes"] == []


def test_a_file_shrinks_only_when_it_is_vacuumed(database):
    graph = chat(SqliteSaver(database))
    long = {"messages": [("human", "q" * 20_000)]}
    for _ in range(5):
        graph.invoke(long, CONFIG)

    def pages(what):
        return database.execute(f"PRAGMA {what}").fetchone()[0]

    before = pages("page_count")
    graph.checkpointer.delete_thread("a")
    assert pages("page_count") == before
    assert pages("freelist_count") > 0.9 * before
    database.execute("VACUUM")
    assert pages("page_count") < 0.1 * before


DYING = """
import os, sys
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, MessagesState, StateGraph

builder = StateGraph(MessagesState)
builder.add_node("one", lambda _: {"messages": [("ai", "one")]})
builder.add_node("two", lambda _: os._exit(7))
builder.add_edge(START, "one")
builder.add_edge("one", "two")
with SqliteSaver.from_conn_string(sys.argv[1]) as checkpointer:
    builder.compile(checkpointer=checkpointer).invoke(
        {"messages": [("human", "Hello!")]},
        {"configurable": {"thread_id": "a"}},
        durability="exit",
    )
"""


def test_exit_saves_nothing_of_a_run_whose_process_dies(tmp_path):
    path = str(tmp_path / "chat.sqlite")
    died = subprocess.run([sys.executable, "-c", DYING, path])
    assert died.returncode == 7
    with SqliteSaver.from_conn_string(path) as checkpointer:
        assert checkpointer.get_tuple(CONFIG) is None


def test_exit_saves_when_a_node_raises():
    def fail(_):
        raise ValueError("no answer")

    graph = chat(InMemorySaver(), fail)
    with pytest.raises(ValueError, match="no answer"):
        graph.invoke(HELLO, CONFIG, durability="exit")
    assert graph.get_state(CONFIG).next == ("answer",)


@pytest.mark.parametrize("mode", ["sync", "async", "exit"])
def test_a_connection_of_one_thread_only(tmp_path, mode):
    with closing(sqlite3.connect(tmp_path / "chat.sqlite")) as opened:
        graph = chat(SqliteSaver(opened))
        with pytest.raises(sqlite3.ProgrammingError, match="same thread"):
            graph.invoke(HELLO, CONFIG, durability=mode)


def test_sqlite_saver_has_no_async_methods(database):
    graph = chat(SqliteSaver(database))
    with pytest.raises(NotImplementedError, match="AsyncSqliteSaver"):
        asyncio.run(graph.ainvoke(HELLO, CONFIG))


@pytest.mark.parametrize(
    "value",
    [threading.Lock(), lambda: None, (n for n in range(3)), sys.stdout],
    ids=["lock", "function", "generator", "file"],
)
def test_what_cannot_be_saved(value):
    graph = keeper(value, InMemorySaver())
    with pytest.raises(TypeError, match="not msgpack serializable"):
        graph.invoke({"value": None}, CONFIG)


def test_an_unregistered_class_is_loaded_with_a_warning(caplog):
    graph = keeper(Trip("Rome"), InMemorySaver())
    graph.invoke({"value": None}, CONFIG)
    assert graph.get_state(CONFIG).values["value"] == Trip("Rome")
    warned = [r.message for r in caplog.records if "Trip" in r.message]
    assert len(warned) == 1
    assert warned[0].startswith("Deserializing unregistered type")


@pytest.mark.parametrize(
    ("allowed", "loaded"), [([Trip], Trip("Rome")), ([], {"city": "Rome"})]
)
def test_allowed_msgpack_modules_say_what_is_loaded(allowed, loaded):
    serde = JsonPlusSerializer(allowed_msgpack_modules=allowed)
    graph = keeper(Trip("Rome"), InMemorySaver(serde=serde))
    graph.invoke({"value": None}, CONFIG)
    assert graph.get_state(CONFIG).values["value"] == loaded
