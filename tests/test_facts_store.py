"""What stores do today, where it surprises: lesson 07's pitfalls.

A test that fails here means that a library changed, and a lesson with it.
"""

import sqlite3
from dataclasses import dataclass

import pytest
from langchain_core.stores import BaseStore as StoreOfLangChain
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.runtime import Runtime
from langgraph.store.base import BaseStore, InvalidNamespaceError
from langgraph.store.memory import InMemoryStore
from langgraph.store.sqlite import SqliteStore

HELLO = {"messages": [("human", "Hello!")]}


@pytest.fixture(params=["memory", "sqlite"])
def store(request):
    if request.param == "memory":
        yield InMemoryStore()
    else:
        with SqliteStore.from_conn_string(":memory:") as on_disk:
            yield on_disk


@pytest.mark.parametrize(
    ("namespace", "reason"),
    [
        (("bob@example.com",), "periods"),
        ((None, "profile"), "NoneType"),
        ((42, "profile"), "int"),
        (("bob", ""), "empty strings"),
        ((), "cannot be empty"),
        (("langgraph", "profile"), 'cannot be "langgraph"'),
    ],
)
def test_illegal_labels(store, namespace, reason):
    with pytest.raises(InvalidNamespaceError, match=reason):
        store.put(namespace, "home", {"city": "Paris"})
    assert store.list_namespaces() == []


def test_only_the_first_label_is_reserved(store):
    store.put(("bob", "langgraph"), "home", {"city": "Paris"})
    assert store.list_namespaces() == [("bob", "langgraph")]


def test_a_plain_string_is_accepted_and_is_another_namespace(store):
    store.put("bob", "home", {"city": "Paris"})
    assert store.get(("bob",), "home") is None
    assert store.search(("bob",)) == []


def test_a_plain_string_on_sqlite_is_one_label_per_character():
    with SqliteStore.from_conn_string(":memory:") as store:
        store.put("bob", "home", {"city": "Paris"})
        assert store.list_namespaces() == [("b", "o", "b")]


def test_a_plain_string_in_memory_breaks_the_list_of_namespaces():
    store = InMemoryStore()
    store.put("bob", "home", {"city": "Paris"})
    store.put(("ann",), "home", {"city": "Oslo"})
    with pytest.raises(TypeError, match="not supported between"):
        store.list_namespaces()


def test_a_prefix_reaches_every_user_below_it(store):
    for user_id in ("1", "10", "2"):
        store.put(("memories", user_id), "a", {"of": user_id})
    everybody = store.search(("memories",))
    assert sorted(item.value["of"] for item in everybody) == ["1", "10", "2"]
    assert [i.value["of"] for i in store.search(("memories", "1"))] == ["1"]
    assert len(store.search(())) == 3


@pytest.mark.parametrize("value", ["Paris", ["Paris"], 42])
def test_a_value_that_is_no_mapping_is_refused(store, value):
    with pytest.raises((ValueError, TypeError)):
        store.put(("bob",), "home", value)
    assert store.get(("bob",), "home") is None


def test_pairs_pass_for_a_mapping(store):
    store.put(("bob",), "home", [("city", "Paris")])
    assert store.get(("bob",), "home").value == {"city": "Paris"}


def test_putting_none_deletes(store):
    store.put(("bob",), "home", {"city": "Paris"})
    store.put(("bob",), "home", None)
    assert store.get(("bob",), "home") is None
    store.delete(("bob",), "home")  # not there any more, and no error


def test_put_replaces_and_does_not_merge(store):
    store.put(("bob",), "home", {"city": "Paris", "since": 2020})
    store.put(("bob",), "home", {"city": "Lyon"})
    assert store.get(("bob",), "home").value == {"city": "Lyon"}
    assert len(store.search(("bob",))) == 1


def test_a_key_is_a_text(store):
    store.put(("bob",), 1, {"city": "Paris"})
    assert store.get(("bob",), "1").value == {"city": "Paris"}


def test_a_changed_item_is_saved_in_memory_only():
    """What works by chance while developing is lost in a database."""
    in_memory = InMemoryStore()
    with SqliteStore.from_conn_string(":memory:") as on_disk:
        cities = []
        for store in (in_memory, on_disk):
            store.put(("bob",), "home", {"city": "Paris"})
            store.get(("bob",), "home").value["city"] = "Lyon"
            cities.append(store.get(("bob",), "home").value["city"])
    assert cities == ["Lyon", "Paris"]


def test_a_search_stops_at_ten(store):
    for day in range(12):
        store.put(("bob",), f"day {day}", {"day": day})
    assert len(store.search(("bob",))) == 10
    assert len(store.search(("bob",), limit=100)) == 12
    assert len(store.search(("bob",), offset=10)) == 2


def test_filters(store):
    for day in range(1, 5):
        dish = "soup" if day % 2 else "rice"
        store.put(("bob",), str(day), {"dish": dish, "day": day})

    def days(**choice):
        return sorted(i.value["day"] for i in store.search(("bob",), **choice))

    assert days(filter={"dish": "soup"}) == [1, 3]
    assert days(filter={"day": {"$gte": 2}, "dish": "rice"}) == [2, 4]
    assert days(filter={"dish": {"$ne": "rice"}}) == [1, 3]


def run(node, *, store=None, schema=None, **given):
    builder = StateGraph(MessagesState, context_schema=schema)
    builder.add_node("node", node)
    builder.add_edge(START, "node")
    builder.compile(store=store).invoke(HELLO, **given)


def test_the_store_comes_by_annotation_and_the_class_matters():
    seen = []

    def right(state: MessagesState, *, store: BaseStore):
        seen.append(store)

    def wrong(state: MessagesState, *, store: StoreOfLangChain):
        seen.append(store)

    store = InMemoryStore()
    run(right, store=store)
    assert seen == [store]
    with pytest.raises(TypeError, match="missing 1 required keyword-only"):
        run(wrong, store=store)


def test_without_a_store_the_node_gets_none():
    seen = []

    def by_parameter(state: MessagesState, *, store: BaseStore):
        seen.append(store)

    def by_runtime(state: MessagesState, runtime: Runtime):
        seen.append(runtime.store)

    run(by_parameter)
    run(by_runtime)
    assert seen == [None, None]


@dataclass
class Context:
    user_id: str


def test_a_forgotten_context_is_none_whatever_the_config_says():
    seen = []

    def node(state: MessagesState, runtime: Runtime[Context]):
        seen.append(runtime.context)

    run(node, schema=Context)
    run(node, schema=Context, config={"configurable": {"user_id": "bob"}})
    run(node, schema=Context, context={"user_id": "bob"})
    assert seen == [None, None, Context("bob")]


def test_a_context_does_not_reach_the_config():
    seen = []

    def node(state: MessagesState, config):
        seen.append(config["configurable"].get("user_id"))

    run(node, schema=Context, context=Context("bob"))
    assert seen == [None]


def tables(connection):
    found = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
    )
    return [name for (name,) in found]


def test_setup_makes_the_tables_and_the_first_use_would_too(tmp_path):
    for name, use in (
        ("setup", lambda store: store.setup()),
        ("use", lambda store: store.get(("bob",), "home")),
    ):
        path = str(tmp_path / name)
        with SqliteStore.from_conn_string(path) as store:
            assert tables(store.conn) == []
            use(store)
            assert tables(store.conn) == ["store", "store_migrations"]
            store.setup()  # twice is harmless


def test_without_autocommit_nothing_is_saved():
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    try:
        store = SqliteStore(connection)
        store.setup()
        with pytest.raises(
            sqlite3.OperationalError,
            match="cannot start a transaction within a transaction",
        ):
            store.put(("bob",), "home", {"city": "Paris"})
        assert connection.execute("SELECT * FROM store").fetchall() == []
    finally:
        connection.close()


def test_the_namespace_is_one_text_with_dots_on_sqlite():
    with SqliteStore.from_conn_string(":memory:") as store:
        store.put(("bob", "profile"), "home", {"city": "München", "zh": "慕"})
        row = store.conn.execute(
            "SELECT prefix, key, CAST(value AS TEXT) FROM store"
        ).fetchone()
    assert row == (
        "bob.profile",
        "home",
        '{"city":"München","zh":"慕"}',
    )


def test_time_to_live_is_not_for_the_store_in_memory():
    with pytest.raises(NotImplementedError, match="TTL is not supported"):
        InMemoryStore().put(("bob",), "home", {"city": "Paris"}, ttl=5)
