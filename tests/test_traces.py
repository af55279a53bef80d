"""What `find_traces` must find, and what it must not."""

import json
import re
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from langchain_core.messages import AIMessage, RemoveMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.store.memory import InMemoryStore
from langgraph.store.sqlite import SqliteStore

from helpers.errors import CourseError
from helpers.traces import find_traces, show_traces

SECRET = "orchid"
CONFIG = {"configurable": {"thread_id": "bob"}}


def build(checkpointer, answer="Noted."):
    builder = StateGraph(MessagesState)
    builder.add_node("chat", lambda _: {"messages": [("ai", answer)]})
    builder.add_edge(START, "chat")
    return builder.compile(checkpointer=checkpointer)


def talked(checkpointer, text=f"The password is {SECRET}.", **message):
    graph = build(checkpointer)
    graph.invoke({"messages": [{"role": "human", "content": text}]}, CONFIG)
    return graph


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "a b%20#memory.sqlite")


def connect(path):
    database = sqlite3.connect(
        path, check_same_thread=False, isolation_level=None
    )
    database.execute("PRAGMA secure_delete = OFF")
    return closing(database)


@pytest.mark.parametrize("found_in", ["values", "history only", "nothing"])
def test_a_thread_in_memory(found_in):
    graph = talked(InMemorySaver())
    if found_in != "values":
        message = graph.get_state(CONFIG).values["messages"][0]
        graph.update_state(CONFIG, {"messages": [RemoveMessage(message.id)]})
    if found_in == "nothing":
        graph.checkpointer.delete_thread("bob")
    found = find_traces(SECRET, graph, CONFIG)
    assert found == {
        "live state": found_in == "values",
        "history": 0 if found_in == "nothing" else 3,
    }


def test_another_thread_is_not_looked_into():
    graph = talked(InMemorySaver())
    other = {"configurable": {"thread_id": "ann"}}
    assert not any(find_traces(SECRET, graph, other).values())


def test_an_older_config_does_not_narrow_the_search():
    graph = talked(InMemorySaver())
    oldest = list(graph.get_state_history(CONFIG))[-1]
    assert find_traces(SECRET, graph, oldest.config)["history"] == 3


@pytest.mark.parametrize(
    "message",
    [
        AIMessage("", additional_kwargs={"note": SECRET}),
        AIMessage("", id=f"{SECRET}-1"),
        AIMessage([{"type": "text", "text": SECRET}]),
        AIMessage(
            "", tool_calls=[{"name": "f", "args": {"x": SECRET}, "id": "1"}]
        ),
    ],
    ids=["kwargs", "id", "block", "tool call"],
)
def test_any_part_of_a_message(message):
    graph = build(InMemorySaver())
    graph.invoke({"messages": [message]}, CONFIG)
    assert find_traces(SECRET, graph, CONFIG)["live state"]


def test_a_subgraph_keeps_its_own_checkpoints():
    inner = StateGraph(MessagesState)
    inner.add_node("chat", lambda _: {"messages": [("ai", SECRET)]})
    inner.add_edge(START, "chat")
    subgraph = inner.compile(checkpointer=True)

    def ask(_):
        subgraph.invoke({"messages": [("human", "hi")]})

    outer = StateGraph(MessagesState)
    outer.add_node("ask", ask)
    outer.add_edge(START, "ask")
    graph = outer.compile(checkpointer=InMemorySaver())
    graph.invoke({"messages": [("human", "hi")]}, CONFIG)
    found = find_traces(SECRET, graph, CONFIG)
    assert not found["live state"]
    assert found["history"]


def test_a_write_that_waits_for_its_neighbour():
    """A node has written, and no checkpoint has it yet."""
    graph = talked(InMemorySaver(), "Hello!")
    newest = graph.get_state(CONFIG).config
    writes = [("messages", [AIMessage(SECRET)])]
    graph.checkpointer.put_writes(newest, writes, "task")
    found = find_traces(SECRET, graph, CONFIG)
    assert found == {"live state": False, "history": 1}


@pytest.mark.parametrize(
    ("namespace", "key", "value"),
    [
        (("users", "bob"), "1", {"deep": [{"er": f"an {SECRET}"}]}),
        (("users", "bob"), SECRET, {}),
        (("users", SECRET), "1", {}),
    ],
    ids=["value", "key", "namespace"],
)
def test_store(namespace, key, value, path):
    with connect(path) as database:
        sqlite_store = SqliteStore(database)
        sqlite_store.setup()
        for store in (InMemoryStore(), sqlite_store):
            for number in range(12):
                store.put(("users", "ann"), str(number), {"likes": "cats"})
            store.put(namespace, key, value)
            assert find_traces(SECRET, store=store) == {"store": 1}
        assert find_traces(SECRET, path=path)["table store"] == 1


def test_every_step_of_erasing(path):
    """The numbers and the order that lesson 05 shows."""
    with connect(path) as database, connect(path) as other:
        graph = talked(SqliteSaver(database))
        store = SqliteStore(other)
        store.setup()
        store.put(("users", "bob"), "password", {"is": SECRET})

        def found():
            return list(
                find_traces(SECRET, graph, CONFIG, store, path).items()
            )

        assert found() == [
            ("live state", True),
            ("history", 3),
            ("store", 1),
            ("table checkpoints", 3),
            ("table store", 1),
            ("table writes", 1),
            ("file", False),
            ("journal", True),
        ]
        graph.checkpointer.delete_thread("bob")
        store.delete(("users", "bob"), "password")
        assert [name for name, n in found() if n] == ["journal"]
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert [name for name, n in found() if n] == ["file"]
        database.execute("VACUUM")
        assert [name for name, n in found() if n] == ["file"]
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert [name for name, n in found() if n] == []


def test_looking_changes_no_byte(path, tmp_path):
    """A write-ahead log left by a crash stays as it is."""
    with connect(path) as database:
        talked(SqliteSaver(database))
        for file in list(tmp_path.iterdir()):
            (tmp_path / f"copy {file.name}").write_bytes(file.read_bytes())
    copy = tmp_path / "copy a b%20#memory.sqlite"
    wal = copy.with_name(copy.name + "-wal")
    before = copy.read_bytes(), wal.read_bytes()
    found = find_traces(SECRET, path=str(copy))
    assert found["table checkpoints"] == 3
    assert found["journal"]
    assert (copy.read_bytes(), wal.read_bytes()) == before


def test_a_rollback_journal(path):
    with connect(path) as database:
        database.execute("PRAGMA journal_mode = PERSIST")
        database.execute("CREATE TABLE note (text)")
        database.execute("INSERT INTO note VALUES (?)", (SECRET,))
        database.execute("PRAGMA secure_delete = ON")
        database.execute("UPDATE note SET text = 'nothing'")
        found = find_traces(SECRET, path=path)
    assert found == {"table note": 0, "file": False, "journal": True}


def test_any_table_and_any_column(path):
    with connect(path) as database:
        database.execute('CREATE TABLE "odd ""name" (a INTEGER, b BLOB, c)')
        database.execute("CREATE TABLE version (v INTEGER PRIMARY KEY)")
        database.execute("CREATE VIRTUAL TABLE words USING fts5(text)")
        database.executemany(
            'INSERT INTO "odd ""name" VALUES (?, ?, ?)',
            [
                (1, b"\xff" + SECRET.encode() + b"\xfe", None),
                (2, None, f"the {SECRET}"),
                (SECRET, None, None),  # SQLite lets any column hold a text
                (4, b"other", "other"),
            ],
        )
        database.execute("INSERT INTO words VALUES (?)", (SECRET,))
        found = find_traces(SECRET, path=path)
    assert found['table odd "name'] == 3
    assert found["table words_content"] == 1
    assert "table version" not in found
    assert "table words" not in found


@pytest.mark.parametrize(
    "secret", ["你好世界", 'a "quoted"\\\nline', "兰花😀"]
)
@pytest.mark.parametrize("upper", [False, True])
@pytest.mark.parametrize("times", [0, 1, 2])
def test_escaped_json(secret, upper, times, path):
    escaped = secret
    for _ in range(times):
        escaped = json.dumps(escaped)[1:-1]
        if upper:
            head, *codes = escaped.split("\\u")
            codes = [f"\\u{c[:4].upper()}{c[4:]}" for c in codes]
            escaped = head + "".join(codes)
    with connect(path) as database:
        database.execute("CREATE TABLE note (text)")
        database.execute("INSERT INTO note VALUES (?)", (escaped,))
        found = find_traces(secret, path=path)
        assert found == {"table note": 1, "file": True, "journal": False}
        database.execute("UPDATE note SET text = 'a'")
        database.execute("VACUUM")
        assert not any(find_traces(secret, path=path).values())


@pytest.mark.parametrize("page_size", [512, 4096, 65536])
@pytest.mark.parametrize("journal_mode", ["WAL", "DELETE"])
def test_a_text_cut_by_a_page(page_size, journal_mode, path):
    """A long value goes on in other pages, wherever that cuts the text."""
    secret = b"the orchid key"
    value = b"".join(b"%08d" % n for n in range(page_size // 2))
    file = Path(path + "-wal" if journal_mode == "WAL" else path)

    def insert(value):
        database.execute("INSERT INTO note VALUES (?)", (value,))
        return file.read_bytes()

    with connect(path) as database:
        database.execute(f"PRAGMA page_size = {page_size}")
        database.execute(f"PRAGMA journal_mode = {journal_mode}")
        database.execute("PRAGMA secure_delete = ON")
        database.execute("CREATE TABLE note (text BLOB)")
        # A page's last digits are followed by no digit: that is the cut.
        ends = (
            value.find(digits) + len(digits)
            for digits in re.findall(rb"\d{16,}", insert(value))
        )
        cut = next(end for end in ends if end > 100)
        for before in range(1, len(secret)):
            start = cut - before
            end = start + len(secret)
            database.execute("DELETE FROM note")
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            kept = insert(value[:start] + secret + value[end:])
            assert secret not in kept
            found = find_traces(secret.decode(), path=path)
            assert found["file"] or found["journal"], before
        # One part alone is no trace.
        for statement in ("DELETE FROM note", "VACUUM"):
            database.execute(statement)
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        insert(value[: cut - 7] + secret[:7] + value[cut:])
        assert not any(find_traces(secret.decode(), path=path).values())


def test_a_file_that_cannot_be_read_is_one_clear_line(
    path, tmp_path, monkeypatch
):
    with connect(path) as database:
        talked(SqliteSaver(database))
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.execute("PRAGMA journal_mode = DELETE")
        whole = Path(path).read_bytes()
        database.execute("BEGIN EXCLUSIVE")
        complaints = {path: "locked"}
        for name, content in {
            "text": b"no database at all " * 99,
            "cut": whole[: len(whole) // 2],
            "torn": whole[:4096] + b"\xff" * (len(whole) - 4096),
            "header": whole[:16] + b"\x00\x03" + whole[18:],
        }.items():
            (tmp_path / name).write_bytes(content)
            complaints[str(tmp_path / name)] = "not a database|malformed"
        complaints |= {str(tmp_path): r"\(", "": r"\(", "no": "no file no"}
        # It would wait for the lock.
        impatient = partial(sqlite3.connect, timeout=0)
        monkeypatch.setattr("helpers.traces.sqlite3.connect", impatient)
        for place, reason in complaints.items():
            with pytest.raises(CourseError, match=reason or "find") as caught:
                find_traces(SECRET, path=place)
            said = str(caught.value)
            assert said.startswith("find_traces")
            assert Path(place).name in said
            assert "\n" not in said
            assert str(tmp_path) not in said


def test_bad_input(path):
    graph = build(None)
    with pytest.raises(CourseError, match="a text to look for"):
        find_traces("", path=path)
    with pytest.raises(CourseError, match="both graph and config"):
        find_traces(SECRET, graph)
    with pytest.raises(CourseError, match="with a checkpointer"):
        find_traces(SECRET, graph, CONFIG)
    for wrong in ({}, "bob", {"configurable": {}}, {"configurable": 3}):
        with pytest.raises(CourseError, match='"thread_id": "bob"'):
            find_traces(SECRET, talked(InMemorySaver()), wrong)
    with pytest.raises(CourseError, match="needs a store, not dict"):
        find_traces(SECRET, store={})
    with pytest.raises(CourseError, match="no file") as caught:
        find_traces(SECRET, path=path)
    assert "/" not in str(caught.value)


def test_show_traces(capsys):
    show_traces(
        {"live state": False, "history": 2, "table a": 1, "file": True}
    )
    assert capsys.readouterr().out == (
        "live state  no\n"
        "history     2 checkpoints\n"
        "table a     1 row\n"
        "file        yes\n"
    )
    show_traces({})
    assert capsys.readouterr().out == "\n"
    with pytest.raises(CourseError, match=r"find_traces.* given: NoneType"):
        show_traces(None)


def test_show_traces_in_a_notebook(monkeypatch):
    shown = []
    monkeypatch.setattr("IPython.get_ipython", lambda: object())
    monkeypatch.setattr(
        "IPython.display.display", lambda data, raw: shown.append(data)
    )
    show_traces({"table <b>": 2, "file": False})
    page = shown[0]["text/html"]
    assert "table &lt;b&gt;" in page
    assert "2 rows" in page
    assert page.count("<tr") == page.count("</tr>") == 2
