"""The data folder: a file without yesterday's contents, and SQLite in it."""

import os
import sqlite3
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.store.sqlite import SqliteStore

from helpers import storage
from helpers.errors import CourseError
from helpers.settings import settings
from helpers.storage import fresh_path, open_sqlite


@pytest.fixture
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("COURSE_DATA", str(tmp_path / "new" / "data"))
    settings.cache_clear()
    yield tmp_path / "new" / "data"
    settings.cache_clear()


def test_the_folder_is_made_and_the_file_is_not(data):
    path = fresh_path("chat.sqlite")
    assert isinstance(path, str)
    assert Path(path) == data / "chat.sqlite"
    assert list(data.iterdir()) == []


def test_an_earlier_run_is_gone_and_others_stay(data):
    data.mkdir(parents=True)
    for end in ("", "-wal", "-shm", "-journal"):
        (data / f"chat.sqlite{end}").write_text("old")
    (data / "chat.sqlite2").write_text("other")
    fresh_path("chat.sqlite")
    assert [path.name for path in data.iterdir()] == ["chat.sqlite2"]


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "..",
        "../x",
        "a/b",
        "a\\b",
        "/etc/x",
        "C:x",
        "a..b",
        "a\n",
        "~",
    ],
)
def test_a_name_is_no_way_out_of_the_folder(data, name):
    with pytest.raises(CourseError, match="plain file name") as caught:
        fresh_path(name)
    assert "\n" not in str(caught.value)
    assert not data.exists()


def test_chinese_and_ordinary_names_are_fine(data):
    for name in ("记忆.sqlite", "a b-c_1.db"):
        assert Path(fresh_path(name)).parent == data


def failure():
    with pytest.raises(CourseError, match="COURSE_DATA") as caught:
        fresh_path("chat.sqlite")
    message = str(caught.value)
    assert "\n" not in message
    assert str(Path.cwd()) not in message
    return message


def test_a_folder_that_cannot_be_made(data):
    data.parent.write_text("a file where the folder should be")
    assert "chat.sqlite" in failure()


def test_a_file_that_cannot_be_removed(data):
    (data / "chat.sqlite").mkdir(parents=True)
    assert "Close what uses it" in failure()


def test_a_file_in_use_as_on_windows(data, monkeypatch):
    def unlink(self, missing_ok=False):
        raise PermissionError(13, "used by another process", str(self))

    monkeypatch.setattr(Path, "unlink", unlink)
    message = failure()
    assert "used by another process" in message
    assert os.sep not in message


def embed(texts):
    """Two numbers a text: about food, about cars."""
    return [[float("pizza" in t), float("car" in t)] for t in texts]


INDEX = {"dims": 2, "embed": embed, "fields": ["is"], "text_fields": ["is"]}


def test_a_store_with_vectors_outlives_its_connection(tmp_path):
    path = str(tmp_path / "store.sqlite")
    with open_sqlite(path) as connection:
        store = SqliteStore(connection, index=INDEX)
        store.put(("bob",), "1", {"is": "the owner of a car"})
        store.put(("bob",), "2", {"is": "fond of pizza 披萨"})
    with open_sqlite(path) as connection:
        store = SqliteStore(connection, index=INDEX)
        found = store.search(("bob",), query="a pizza, please")
    assert [item.key for item in found] == ["2", "1"]
    assert found[0].value == {"is": "fond of pizza 披萨"}
    assert found[0].score == pytest.approx(1)


def test_a_connection_commits_by_itself_and_works_in_every_thread(tmp_path):
    path = str(tmp_path / "store.sqlite")
    with open_sqlite(path) as connection, ThreadPoolExecutor() as pool:
        for statement in (
            "CREATE TABLE drawer (thing)",
            "INSERT INTO drawer VALUES ('passport')",
        ):
            pool.submit(connection.execute, statement).result()
        assert not connection.in_transaction
        with open_sqlite(path) as other:
            rows = other.execute("SELECT thing FROM drawer").fetchall()
    assert rows == [("passport",)]


def test_a_connection_is_closed_at_the_end_and_after_an_error(tmp_path):
    for error in (None, KeyError("mine")):
        try:
            with open_sqlite(str(tmp_path / "store.sqlite")) as connection:
                if error:
                    raise error
        except KeyError as caught:
            assert caught is error
        with pytest.raises(Exception, match="closed database"):
            connection.execute("SELECT 1")


def test_a_file_that_is_no_database(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("These are my notes, and nothing else. " * 100)
    with (
        pytest.raises(
            CourseError, match=r"notes\.txt cannot be used"
        ) as caught,
        open_sqlite(str(path)),
    ):
        pass
    assert "\n" not in str(caught.value)
    assert str(tmp_path) not in str(caught.value)


def test_a_folder_that_is_not_there(tmp_path):
    with (
        pytest.raises(CourseError, match="unable to open"),
        open_sqlite(str(tmp_path / "nowhere" / "store.sqlite")),
    ):
        pass


def test_a_file_of_checkpoints_is_refused(tmp_path):
    path = str(tmp_path / "chat.sqlite")
    with SqliteSaver.from_conn_string(path) as checkpointer:
        checkpointer.setup()
    with (
        pytest.raises(CourseError, match="a file of its own") as caught,
        open_sqlite(path),
    ):
        pass
    assert "\n" not in str(caught.value)


class LoadsExtensions:
    def enable_load_extension(self, on): ...


def test_the_own_sqlite_wins_where_it_can_load_extensions(monkeypatch):
    able = SimpleNamespace(Connection=LoadsExtensions)
    monkeypatch.setattr(storage, "sqlite3", able)
    assert storage._sqlite() is able


def test_pysqlite_where_the_own_one_cannot(monkeypatch):
    unable = SimpleNamespace(Connection=object)
    other = SimpleNamespace()
    monkeypatch.setattr(storage, "sqlite3", unable)
    monkeypatch.setitem(sys.modules, "pysqlite3", other)
    assert storage._sqlite() is other


def test_no_way_to_load_extensions_says_what_to_do(monkeypatch):
    unable = SimpleNamespace(Connection=object)
    monkeypatch.setattr(storage, "sqlite3", unable)
    monkeypatch.setitem(sys.modules, "pysqlite3", None)
    with pytest.raises(CourseError, match="pysqlite3 is not there") as caught:
        storage._sqlite()
    assert "\n" not in str(caught.value)


def test_the_connection_of_this_machine_can_load_extensions(tmp_path):
    with open_sqlite(str(tmp_path / "store.sqlite")) as connection:
        connection.enable_load_extension(True)
        connection.enable_load_extension(False)
        plain = isinstance(connection, sqlite3.Connection)
    able = hasattr(sqlite3.Connection, "enable_load_extension")
    assert plain == able
