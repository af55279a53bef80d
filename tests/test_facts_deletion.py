"""How deletion behaves in the libraries as pinned: what lesson 05 relies on.

A failure here after an upgrade names the sentence of the lesson to look at.
"""

import operator
import sqlite3
from contextlib import closing
from typing import Annotated, TypedDict

import pytest
from langchain.agents import create_agent
from langchain_core.exceptions import ModelInvalidRequestError
from langchain_core.messages import AIMessage, HumanMessage, RemoveMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.errors import InvalidUpdateError
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.graph.message import REMOVE_ALL_MESSAGES, add_messages
from langgraph.store.sqlite import SqliteStore
from langgraph.types import Overwrite

from helpers.offline import OfflineChat
from helpers.traces import find_traces

CONFIG = {"configurable": {"thread_id": "bob", "user_id": "bob"}}
HELLO = HumanMessage("Hello!", id="1")
SECRET = HumanMessage("My password is orchid.", id="2")
EVERYTHING = RemoveMessage(id=REMOVE_ALL_MESSAGES)
UNKNOWN = "delete a message with an ID that doesn't exist"


def chain(*nodes, state=MessagesState, checkpointer=None):
    builder = StateGraph(state)
    builder.add_sequence([(f"node{n}", node) for n, node in enumerate(nodes)])
    builder.add_edge(START, "node0")
    return builder.compile(checkpointer=checkpointer)


def remove(*ids):
    return lambda _: {"messages": [RemoveMessage(id=i) for i in ids]}


def answer(_):
    return {"messages": [AIMessage("Noted.", id="answer")]}


def texts(messages):
    return [message.content for message in messages]


def test_an_unknown_id_is_an_error():
    with pytest.raises(ValueError, match=UNKNOWN):
        chain(remove("other")).invoke({"messages": [HELLO]})


def test_an_id_can_be_removed_once():
    """Twice in one update is accepted, in two steps or nodes it is not."""
    twice = chain(remove("1", "1")).invoke({"messages": [HELLO, SECRET]})
    assert texts(twice["messages"]) == texts([SECRET])
    with pytest.raises(ValueError, match=UNKNOWN):
        chain(remove("1"), remove("1")).invoke({"messages": [HELLO]})
    parallel = StateGraph(MessagesState)
    for name in ("one", "other"):
        parallel.add_node(name, remove("1"))
        parallel.add_edge(START, name)
    with pytest.raises(ValueError, match=UNKNOWN):
        parallel.compile().invoke({"messages": [HELLO]})


def test_other_reducers_take_a_removal_for_a_message():
    class Add(TypedDict):
        messages: Annotated[list, operator.add]

    class Plain(TypedDict):
        messages: list

    start = {"messages": [HELLO, SECRET]}
    added = chain(remove("1"), state=Add).invoke(start)["messages"]
    assert [m.type for m in added] == ["human", "human", "remove"]
    plain = chain(remove("1"), state=Plain).invoke(start)["messages"]
    assert [m.type for m in plain] == ["remove"]


def test_remove_all_drops_what_stands_before_it():
    update = [SECRET, EVERYTHING, AIMessage("Done.")]
    assert texts(add_messages([HELLO], update)) == ["Done."]
    assert add_messages([HELLO], [SECRET, EVERYTHING]) == []
    assert add_messages([], [EVERYTHING]) == []


def test_a_removal_has_no_content():
    with pytest.raises(ValueError, match="content"):
        RemoveMessage(id="1", content="x")


def test_overwrite_replaces_and_converts_nothing():
    graph = chain(answer, checkpointer=InMemorySaver())
    graph.invoke({"messages": [HELLO]}, CONFIG)
    graph.update_state(CONFIG, {"messages": Overwrite([SECRET])})
    assert graph.get_state(CONFIG).values["messages"] == [SECRET]
    graph.update_state(CONFIG, {"messages": Overwrite([("human", "Hi!")])})
    kept = graph.get_state(CONFIG).values["messages"]
    assert [tuple(message) for message in kept] == [("human", "Hi!")]


def test_one_overwrite_in_a_step():
    builder = StateGraph(MessagesState)
    for name in ("one", "other"):
        builder.add_node(name, lambda _: {"messages": Overwrite([SECRET])})
        builder.add_edge(START, name)
    with pytest.raises(InvalidUpdateError, match="Overwrite"):
        builder.compile().invoke({"messages": [HELLO]})


def test_what_is_not_returned_deletes_nothing():
    def forgetful(state):
        RemoveMessage(id=state["messages"][0].id)

    result = chain(forgetful).invoke({"messages": [HELLO]})
    assert texts(result["messages"]) == ["Hello!"]


def test_deleted_is_not_erased(tmp_path):
    """The numbers of the lesson's first table, for a single thread."""
    path = str(tmp_path / "memory.sqlite")
    with (
        SqliteSaver.from_conn_string(path) as checkpointer,
        SqliteStore.from_conn_string(path) as store,
    ):
        graph = chain(answer, checkpointer=checkpointer)
        graph.invoke({"messages": [SECRET]}, CONFIG)
        store.put(("users", "bob"), "password", {"is": "orchid"})
        graph.update_state(CONFIG, {"messages": [RemoveMessage(id="2")]})
        history = list(graph.get_state_history(CONFIG))
        assert sum("orchid" in str(s.values) for s in history) == 2
        left = find_traces("orchid", graph, CONFIG, store, path)
        assert not left["live state"]
        assert left["table checkpoints"] == 3
        assert left["table writes"] == 1
        assert left["journal"] or left["file"]

        checkpointer.delete_thread("bob")
        left = find_traces("orchid", graph, CONFIG, store, path)
        assert not left["table checkpoints"] and not left["table writes"]
        assert left["store"] == left["table store"] == 1

        checkpointer.delete_thread("nobody")  # no error


def test_the_user_id_of_a_config_is_saved_with_each_checkpoint():
    graph = chain(answer, checkpointer=InMemorySaver())
    graph.invoke({"messages": [HELLO]}, CONFIG)
    graph.update_state(CONFIG, {"messages": [RemoveMessage(id="1")]})
    found = graph.checkpointer.list(None, filter={"user_id": "bob"})
    assert len(list(found)) == len(list(graph.get_state_history(CONFIG))) == 4
    assert not list(graph.checkpointer.list(None, filter={"user_id": "ann"}))


def test_the_list_of_checkpoints_holds_a_lock(tmp_path):
    """Deleting a thread while looping over it would wait for ever."""
    path = str(tmp_path / "memory.sqlite")
    with SqliteSaver.from_conn_string(path) as checkpointer:
        graph = chain(answer, checkpointer=checkpointer)
        graph.invoke({"messages": [HELLO]}, CONFIG)
        found = checkpointer.list(None)
        next(found)
        assert not checkpointer.lock.acquire(blocking=False)
        found.close()
        assert checkpointer.lock.acquire(blocking=False)


@pytest.mark.parametrize("from_the_start", [True, False])
def test_secure_delete_has_to_be_on_from_the_start(tmp_path, from_the_start):
    """A page that was split keeps a copy that no later deletion reaches."""
    path = tmp_path / "memory.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute(f"PRAGMA secure_delete = {from_the_start}")
        database.execute("CREATE TABLE note (key INTEGER PRIMARY KEY, text)")
        for key in [*range(0, 60, 2), *range(1, 60, 2)]:
            text = ("orchid" if key % 3 else "tulip") + "." * 300
            database.execute("INSERT INTO note VALUES (?, ?)", (key, text))
        database.execute("PRAGMA secure_delete = ON")
        database.execute("DELETE FROM note WHERE text LIKE 'orchid%'")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert (b"orchid" in path.read_bytes()) == (not from_the_start)
        database.execute("VACUUM")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert b"orchid" not in path.read_bytes()


def test_an_open_reader_keeps_the_journal(tmp_path):
    """SQLite raises nothing: the answer's first number says it was busy."""
    path = str(tmp_path / "memory.sqlite")
    with (
        closing(sqlite3.connect(path, isolation_level=None)) as database,
        closing(sqlite3.connect(path, isolation_level=None)) as reader,
    ):
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA busy_timeout = 0")
        database.execute("CREATE TABLE note (text)")
        database.executemany("INSERT INTO note VALUES (?)", ["a", "b"])
        rows = reader.execute("SELECT * FROM note")
        rows.fetchone()
        empty = "PRAGMA wal_checkpoint(TRUNCATE)"
        assert database.execute(empty).fetchone()[0] == 1
        rows.close()
        assert database.execute(empty).fetchone() == (0, 0, 0)


def weather(city: str) -> str:
    """The weather in a city."""
    return f"It is sunny in {city}."


CALL = {"name": "weather", "args": {"city": "Paris"}, "id": "call-1"}
UNANSWERED = [
    HumanMessage("What's the weather in Paris?", id="1"),
    AIMessage("", tool_calls=[CALL], id="2"),
    HumanMessage("And in Rome?", id="3"),
]


def test_a_call_without_its_result_reaches_the_provider():
    agent = create_agent(OfflineChat(), [weather])
    with pytest.raises(ModelInvalidRequestError, match="without its result"):
        agent.invoke({"messages": UNANSWERED})


@pytest.mark.filterwarnings("ignore:create_react_agent")
def test_the_older_agent_refuses_it_itself():
    from langgraph.prebuilt import create_react_agent

    agent = create_react_agent(OfflineChat(), [weather])
    with pytest.raises(ValueError, match="do not have a corresponding Tool"):
        agent.invoke({"messages": UNANSWERED})
