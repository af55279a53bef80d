"""What semantic search does today, where it surprises: lesson 08's pitfalls.

A test that fails here means that a library changed, and a lesson with it.
"""

import pytest
from langchain_core.embeddings import DeterministicFakeEmbedding, Embeddings
from langgraph.store.memory import InMemoryStore
from langgraph.store.sqlite import SqliteStore

from helpers.storage import open_sqlite

BOB = ("bob", "memories")
FIELDS = {"fields": ["text"], "text_fields": ["text"]}


def embed(texts):
    """Three numbers a text: about pizza, about cars, about plumbers."""
    words = ("pizza", "car", "plumber")
    return [[0.01 + (word in text) for word in words] for text in texts]


INDEX = {"embed": embed, "dims": 3, **FIELDS}


@pytest.fixture
def connection():
    with open_sqlite(":memory:") as opened:
        yield opened


@pytest.fixture
def on_disk(connection):
    return SqliteStore(connection, index=INDEX)


@pytest.fixture(params=["memory", "sqlite"])
def store(request):
    if request.param == "memory":
        return InMemoryStore(index=INDEX)
    return request.getfixturevalue("on_disk")


def keys(store, query, **choice):
    return [item.key for item in store.search(BOB, query=query, **choice)]


def fill(store, *texts):
    for text in texts:
        store.put(BOB, text, {"text": text})


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_without_an_index_the_query_is_ignored(kind, connection):
    on_disk = SqliteStore(connection)
    store = InMemoryStore() if kind == "memory" else on_disk
    fill(store, "car", "plumber", "pizza")
    items = store.search(BOB, query="pizza")
    assert [item.key for item in items] == ["car", "plumber", "pizza"]
    assert [item.score for item in items] == [None, None, None]


def test_with_an_index_the_best_comes_first(store):
    fill(store, "car", "plumber", "pizza")
    items = store.search(BOB, query="pizza")
    assert items[0].key == "pizza"
    assert items[0].score == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize("query", ["", None])
def test_an_empty_query_is_no_query(store, query):
    fill(store, "car", "pizza")
    items = store.search(BOB, query=query)
    assert [item.score for item in items] == [None, None]


def put_without_vectors(store):
    fill(store, "car")
    store.put(BOB, "hidden", {"text": "pizza"}, index=False)
    store.put(BOB, "other", {"title": "pizza"})


def test_items_without_a_vector_come_last_in_memory():
    store = InMemoryStore(index=INDEX)
    put_without_vectors(store)
    items = store.search(BOB, query="pizza")
    assert [item.key for item in items] == ["car", "hidden", "other"]
    assert [item.score is None for item in items] == [False, True, True]


def test_items_without_a_vector_are_left_out_on_sqlite(on_disk):
    put_without_vectors(on_disk)
    assert keys(on_disk, "pizza") == ["car"]
    assert on_disk.get(BOB, "hidden").value == {"text": "pizza"}
    assert len(on_disk.search(BOB)) == 3


def test_one_item_may_have_other_fields(store):
    fill(store, "car")
    store.put(BOB, "photo", {"text": "12", "about": "pizza"}, index=["about"])
    assert keys(store, "pizza", limit=1) == ["photo"]


def test_an_item_with_several_texts_counts_by_the_best(store):
    fill(store, "plumber")
    store.put(BOB, "both", {"text": ["a car", "a pizza"]}, index=["text[*]"])
    assert keys(store, "pizza") == ["both", "plumber"]


def test_a_filter_and_a_query_together(store):
    for n, text in enumerate(("pizza", "car", "pizza and car")):
        store.put(BOB, text, {"text": text, "year": 2020 + n})
    found = keys(store, "pizza", filter={"year": {"$gt": 2020}})
    assert found == ["pizza and car", "car"]


def test_put_again_without_index_keeps_the_old_vector(store):
    fill(store, "car")
    store.put(BOB, "item", {"text": "pizza"})
    store.put(BOB, "item", {"text": "plumber"}, index=False)
    best = store.search(BOB, query="pizza")[0]
    assert best.value == {"text": "plumber"}
    assert best.score == pytest.approx(1, abs=1e-6)


def vectors_of(connection):
    rows = connection.execute("SELECT key FROM store_vectors ORDER BY key")
    return [key for (key,) in rows]


def test_a_deleted_item_leaves_its_vector_on_sqlite(on_disk, connection):
    fill(on_disk, "car", "pizza")
    on_disk.delete(BOB, "pizza")
    assert on_disk.get(BOB, "pizza") is None
    assert vectors_of(connection) == ["car", "pizza"]
    # It comes back to life with the next item of that key.
    on_disk.put(BOB, "pizza", {"text": "plumber"}, index=False)
    assert keys(on_disk, "pizza") == ["pizza", "car"]


def test_with_foreign_keys_the_vector_goes_with_the_item(on_disk, connection):
    connection.execute("PRAGMA foreign_keys = ON")
    fill(on_disk, "car", "pizza")
    fill(on_disk, "car")  # replaced, and found as before
    assert keys(on_disk, "car", limit=1) == ["car"]
    on_disk.delete(BOB, "pizza")
    assert vectors_of(connection) == ["car"]


def test_deleted_in_memory_is_gone():
    store = InMemoryStore(index=INDEX)
    fill(store, "pizza")
    store.delete(BOB, "pizza")
    store.put(BOB, "pizza", {"text": "plumber"}, index=False)
    assert store.search(BOB, query="pizza")[0].score is None


def test_one_text_twice_in_a_put_fails_in_memory_only(on_disk):
    value = {"home": "Paris", "birthplace": "Paris"}
    fields = ["home", "birthplace"]
    on_disk.put(BOB, "places", value, index=fields)
    with pytest.raises(ValueError, match="does not match number of indices"):
        InMemoryStore(index=INDEX).put(BOB, "places", value, index=fields)


def embed_more(texts):
    return [[*vector, 1.0] for vector in embed(texts)]


def test_dims_are_not_compared_with_the_vectors(connection):
    wrong = {**INDEX, "dims": 1536}
    for store in (
        InMemoryStore(index=wrong),
        SqliteStore(connection, index=wrong),
    ):
        fill(store, "car", "pizza")
        assert keys(store, "pizza", limit=1) == ["pizza"]


def test_vectors_of_another_size_fail_at_the_search_on_sqlite(
    on_disk, connection
):
    fill(on_disk, "pizza")
    other = SqliteStore(connection, index={**INDEX, "embed": embed_more})
    fill(other, "car")  # is accepted
    with pytest.raises(Exception, match="First vector has 3 dimensions"):
        other.search(BOB, query="pizza")


def test_vectors_of_another_size_fail_at_the_search_in_memory():
    sizes = iter([3, 5])

    def changing(texts):
        return [[1.0] * next(sizes) for _ in texts]

    store = InMemoryStore(index={**INDEX, "embed": changing})
    fill(store, "pizza")
    with pytest.raises(ValueError, match="not aligned"):
        store.search(BOB, query="pizza")


class Noting(Embeddings):
    """Notes which of its methods was called."""

    def __init__(self):
        self.calls = []

    def embed_documents(self, texts):
        self.calls += [("documents", text) for text in texts]
        return embed(texts)

    def embed_query(self, text):
        self.calls.append(("query", text))
        return embed([text])[0]


def test_the_query_is_embedded_as_a_document_on_sqlite(connection):
    made_as = []
    for kind in ("memory", "sqlite"):
        model = Noting()
        index = {**INDEX, "embed": model}
        store = (
            InMemoryStore(index=index)
            if kind == "memory"
            else SqliteStore(connection, index=index)
        )
        fill(store, "car")
        store.search(BOB, query="pizza")
        made_as.append(model.calls[-1])
    assert made_as == [("query", "pizza"), ("documents", "pizza")]


@pytest.mark.parametrize(
    ("given", "memory", "sqlite"),
    [
        ({"fields": ["text"]}, "披萨", '{"text": "披萨", "year": 2020}'),
        ({"text_fields": ["text"]}, '{"text": "披萨", "year": 2020}', "披萨"),
        (FIELDS, "披萨", "披萨"),
        ({},) + ('{"text": "披萨", "year": 2020}',) * 2,
    ],
)
def test_each_store_has_its_own_name_for_fields(
    connection, given, memory, sqlite
):
    for make, expected in (
        (InMemoryStore, memory),
        (lambda index: SqliteStore(connection, index=index), sqlite),
    ):
        model = Noting()
        store = make(index={"embed": model, "dims": 3, **given})
        store.put(BOB, "food", {"text": "披萨", "year": 2020})
        assert model.calls == [("documents", expected)]


def test_pages_end_early_on_sqlite(on_disk):
    in_memory = InMemoryStore(index=INDEX)
    pages = []
    for store in (in_memory, on_disk):
        fill(store, *(f"pizza {n}" for n in range(9)))
        pages.append(
            [
                len(keys(store, "pizza", limit=2, offset=offset))
                for offset in (0, 2, 4, 6, 8)
            ]
        )
    assert pages == [[2, 2, 2, 2, 1], [2, 2, 0, 0, 0]]


def test_overwriting_makes_an_item_young_again_on_sqlite(on_disk, connection):
    fill(on_disk, "car")
    connection.execute("UPDATE store SET created_at = '2020-02-02 02:02:02'")
    assert on_disk.get(BOB, "car").created_at.year == 2020
    fill(on_disk, "car")
    assert on_disk.get(BOB, "car").created_at.year > 2020


def test_a_search_always_returns_something(store):
    fill(store, "car", "pizza")
    assert len(keys(store, "the capital of Australia")) == 2


def test_the_fake_knows_no_meaning():
    fake = DeterministicFakeEmbedding(size=512)
    store = InMemoryStore(index={**INDEX, "embed": fake, "dims": 512})
    fill(store, "My car is an old Volvo.", "I love pizza.")
    best = store.search(BOB, query="I'm hungry.")[0]
    assert best.key == "My car is an old Volvo."
    again = store.search(BOB, query="I love pizza!")
    assert max(item.score for item in again) < 0.2
