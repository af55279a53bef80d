"""Vectors of another model are refused before any search."""

import asyncio
import json
import sqlite3

import pytest
from langchain_core.embeddings import DeterministicFakeEmbedding, Embeddings
from langgraph.store.sqlite import SqliteStore

from helpers import vectors
from helpers.errors import CourseError
from helpers.models import embeddings
from helpers.settings import settings
from helpers.storage import open_sqlite
from helpers.vectors import checked_index
from tests.choices import choose, forget
from tests.servers import openai_server

FIELDS = {"fields": ["text"]}
NAMESPACE = ("bob", "memories")


class Model(Embeddings):
    """Says of each text how often it has each of some letters."""

    def __init__(self, letters: str, model: str = "letters") -> None:
        self.letters = letters
        self.model = model

    def embed_documents(self, texts):
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text):
        return [1.0 + text.count(letter) for letter in self.letters]


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "store.sqlite")


def fill(path, embed, text="I love pizza."):
    with open_sqlite(path) as connection:
        index = checked_index(connection, {"embed": embed, **FIELDS})
        store = SqliteStore(connection, index=index)
        store.put(NAMESPACE, "food", {"text": text, "source": "chat"})
        return store.search(NAMESPACE, query="pizza")


def refusal(path, embed):
    with (
        open_sqlite(path) as connection,
        pytest.raises(CourseError) as caught,
    ):
        checked_index(connection, {"embed": embed, **FIELDS})
    line = str(caught.value)
    assert "\n" not in line
    assert "store.sqlite" in line
    assert str(path) not in line
    return line


def test_the_model_that_made_the_vectors_may_come_back(path):
    first = fill(path, Model("aeiz"))
    again = fill(path, Model("aeiz"))
    assert first[0].score == pytest.approx(again[0].score)


@pytest.mark.parametrize("letters", ["aei", "aeizpl", "tskn"])
def test_another_model_is_refused_whatever_its_size(path, letters):
    fill(path, Model("aeiz", "old"))
    line = refusal(path, Model(letters, "new"))
    assert "made by old (4 numbers each)" in line
    assert f"Those of new ({len(letters)} numbers)" in line
    # The refusal has changed nothing.
    assert fill(path, Model("aeiz", "old"))


def test_a_model_of_the_same_name_is_known_by_its_vectors(path):
    fill(path, Model("aeiz"))
    assert "made by an earlier letters" in refusal(path, Model("aetk"))


def test_a_provider_that_differs_in_the_last_places_is_the_same(path):
    class Trembling(Model):
        def embed_query(self, text):
            return [x + 1e-3 for x in super().embed_query(text)]

    fill(path, Model("aeiz"))
    fill(path, Trembling("aeiz"))


def test_the_index_follows_the_model(path):
    given = {"embed": Model("aeiz"), "dims": 1536, **FIELDS}
    with open_sqlite(path) as connection:
        index = checked_index(connection, given)
    assert index["dims"] == 4
    assert index["fields"] == index["text_fields"] == ["text"]
    assert given["dims"] == 1536, "what was given is not changed"


def test_without_fields_the_whole_value_is_embedded(path):
    with open_sqlite(path) as connection:
        index = checked_index(connection, {"embed": Model("aeiz")})
        store = SqliteStore(connection, index=index)
        store.put(NAMESPACE, "food", {"text": "pizza"})
        rows = connection.execute("SELECT field_name FROM store_vectors")
        assert rows.fetchall() == [("$",)]


def test_a_plain_function_is_a_model_too(path):
    def letters(texts):
        return Model("aeiz").embed_documents(texts)

    fill(path, letters)
    assert "made by letters" in refusal(
        path, DeterministicFakeEmbedding(size=4)
    )


def test_vectors_without_a_note_are_refused(path):
    index = {"embed": Model("aeiz"), "dims": 4, "text_fields": ["text"]}
    with open_sqlite(path) as connection:
        SqliteStore(connection, index=index).setup()
        checked_index(connection, index)  # tables alone do no harm
        connection.execute("DROP TABLE vector_model")
        store = SqliteStore(connection, index=index)
        store.put(NAMESPACE, "food", {"text": "pizza"})
    assert "no note of the model" in refusal(path, Model("aeiz"))


def test_a_store_without_vectors_may_get_some(path):
    with open_sqlite(path) as connection:
        SqliteStore(connection).put(NAMESPACE, "job", {"text": "plumber"})
    assert fill(path, Model("aeiz"))


def test_the_note_is_no_item_of_the_store(path):
    fill(path, Model("aeiz"))
    with open_sqlite(path) as connection:
        store = SqliteStore(connection)
        assert [i.key for i in store.search(())] == ["food"]
        assert store.list_namespaces() == [NAMESPACE]


def test_of_two_that_have_the_file_open_the_first_is_noted(path):
    one, two = Model("aeiz", "one"), Model("tskn", "two")
    with open_sqlite(path) as a, open_sqlite(path) as b:
        checked_index(a, {"embed": one})
        with pytest.raises(CourseError, match="made by one"):
            checked_index(b, {"embed": two})
        rows = b.execute("SELECT name, probe FROM vector_model").fetchall()
    assert [name for name, _ in rows] == ["one"]
    assert len(json.loads(rows[0][1])) == 4


def test_a_database_in_memory_is_named_too():
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        checked_index(connection, {"embed": Model("ae")})
        with pytest.raises(CourseError, match="vectors in this database"):
            checked_index(connection, {"embed": Model("aei")})
    finally:
        connection.close()


@pytest.fixture
def chosen(monkeypatch, tmp_path):
    forget(monkeypatch, tmp_path)
    yield
    settings.cache_clear()


def test_a_change_of_the_setting_is_refused_by_both_names(
    path, monkeypatch, chosen
):
    """From one model of a server to another, by COURSE_EMBEDDINGS alone."""
    fill(path, Model("aeiz", "offline"))
    with openai_server.serve() as server:
        choose(
            monkeypatch,
            COURSE_EMBEDDINGS="compatible:offline",
            COURSE_BASE_URL=f"{server.url}/v1",
        )
        line = refusal(path, embeddings())
        assert "Those of compatible:offline (512 numbers)" in line
        vector = asyncio.run(embeddings().aembed_query(vectors.PROBE))
        assert len(vector) == 512
