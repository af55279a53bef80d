# %% [markdown]
# # Lab 08: A memory that finds what is meant
#
# You build a recall that speaks up when it knows something and is silent when
# it does not: the index, the cut-off, the graph, and the move to another
# embedding model.
#
# **You need** [lesson 08](../notebooks/08_semantic_recall.ipynb).
#
# **Time** 40 minutes

# %%
from dataclasses import dataclass
from random import Random

import yaml
from langchain_core.embeddings import Embeddings
from langchain_core.messages import (
    AIMessage,
    SystemMessage,
    convert_to_messages,
)
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.runtime import Runtime
from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore
from langgraph.store.sqlite import SqliteStore

from helpers import (
    CourseError,
    checked_index,
    embeddings,
    exercise,
    fresh_path,
    open_sqlite,
)
from helpers.settings import ROOT

# %% [markdown]
# The checks share this embedding model, which knows nothing but seven letters.
# It notes what it is given.


# %%
class Letters(Embeddings):
    """Counts seven letters in each text."""

    def __init__(self):
        self.noted = []

    def embed_query(self, text):
        return [0.1 + text.lower().count(letter) for letter in "aeinzpt"]

    def embed_documents(self, texts):
        self.noted += texts
        return [self.embed_query(text) for text in texts]


# %% [markdown]
# ## Exercise 8.1: An index that fits its model
#
# Memories look like `{"text": "I love pizza.", "source": "chat"}`. Return an
# `InMemoryStore` that can search their texts by meaning, with any embedding
# model. The source is not part of the meaning.
#
# Wanted: with a model of 7 numbers the index has `dims` 7, with one of 512
# numbers it has 512.


# %%
def memory_store(embedder: Embeddings) -> InMemoryStore:
    """An empty store whose index embeds the field `text` of its items."""
    # BEGIN SOLUTION
    dims = len(embedder.embed_query("How long is a vector?"))
    index = {"embed": embedder, "dims": dims, "fields": ["text"]}
    return InMemoryStore(index=index)
    # END SOLUTION


# %%
with exercise("8.1"):
    letters = Letters()
    store = memory_store(letters)
    assert isinstance(store, InMemoryStore), "return an InMemoryStore"
    letters.noted.clear()
    store.put(("bob",), "food", {"text": "I love pizza.", "source": "chat"})
    store.put(("bob",), "job", {"text": "I am a plumber.", "source": "form"})
    noted = list(letters.noted)
    items = store.search(("bob",), query="Pizza, please.")
    assert len(items) == 2, f"two items were put, {len(items)} were found"
    assert items[0].score is not None, (
        "the items have no score: the store has no index"
    )
    assert noted == ["I love pizza.", "I am a plumber."], (
        f"what was embedded is {noted}; wanted only the texts"
    )
    assert items[0].key == "food", "the pizza should come first"
    for embedder, dims in ((letters, 7), (embeddings(), None)):
        dims = dims or len(embedder.embed_query("a"))
        found = memory_store(embedder).index_config["dims"]
        assert found == dims, (
            f"the model's vectors have {dims} numbers, the index says {found}"
        )

# %% [markdown]
# <details><summary>Hint</summary>
#
# `index={"embed": …, "dims": …, "fields": […]}`. The length of any vector of the
# model is its `dims`.
#
# </details>
#
# ## Exercise 8.2: Relevant, or nothing
#
# Search a namespace and return the texts of the hits that reach a cut-off, best
# first. Some items have no vector; they are never relevant.
#
# Wanted: with a cut-off that only the pizza reaches, `["I love pizza."]`; with
# one that nothing reaches, `[]`.


# %%
def relevant(
    store: BaseStore,
    namespace: tuple[str, ...],
    query: str,
    cut: float,
    limit: int = 2,
) -> list[str]:
    """Texts of at most `limit` items whose score is `cut` or more."""
    # BEGIN SOLUTION
    items = store.search(namespace, query=query, limit=limit)
    return [
        item.value["text"]
        for item in items
        if item.score is not None and item.score >= cut
    ]
    # END SOLUTION


# %%
with exercise("8.2"):
    embedder = embeddings()
    index = {"embed": embedder, "dims": 1, "fields": ["text"]}
    store = InMemoryStore(index=index)
    bob = ("bob", "memories")
    secret = "The code of the front door is 4711."
    store.put(bob, "secret", {"text": secret}, index=False)
    for text in ("I am a plumber.", "I love pizza.", "我喜欢吃火锅。"):
        store.put(bob, text, {"text": text})
    question = "Which Italian food do I like?"
    first, second = store.search(bob, query=question, limit=2)
    between = (first.score + second.score) / 2
    found = relevant(store, bob, question, between)
    assert isinstance(found, list), f"return a list, not {found!r}"
    assert all(isinstance(text, str) for text in found), (
        "the list should have texts, not items"
    )
    assert found, f"nothing was found for {question!r}; the pizza is close"
    assert found == ["I love pizza."], (
        f"for {question!r} came {found}; only the pizza reaches the cut-off"
    )
    nothing = relevant(store, bob, question, 1.1)
    assert nothing == [], (
        f"with a cut-off that nothing reaches came {nothing!r}; wanted []"
    )
    everything = relevant(store, bob, "pizza", -1.0, limit=10)
    assert secret not in everything, (
        "an item without a vector was returned: its score is None"
    )
    assert len(everything) == 3, (
        f"with a cut-off of -1 and a limit of 10, {len(everything)} of 3 "
        "texts came back"
    )
    assert everything[0] == "I love pizza.", "the best hit comes first"
    assert len(relevant(store, bob, "pizza", -1.0, limit=1)) == 1, (
        "the limit is not kept"
    )
    assert relevant(store, ("nobody",), "pizza", 0.1) == []

# %% [markdown]
# <details><summary>Hint</summary>
#
# `None >= 0.5` is an error in Python: test for `None` first.
#
# </details>
#
# ## Exercise 8.3: Choose a cut-off
#
# You have measured scores: of hits that were right, and of the best hits for
# questions without an answer. Return the cut-off that keeps as many right hits
# as possible, while at most one in ten of the others reaches it. A score
# reaches a cut-off that it is equal to.
#
# Wanted: for right `[0.5, 0.3, 0.6]` and others `[0.1, 0.4]` a number above
# 0.4 and up to 0.5: two right hits are kept, and none of the others.


# %%
def choose_cut(right: list[float], others: list[float]) -> float:
    """The cut-off that at most a tenth of `others` reaches."""
    # BEGIN SOLUTION
    allowed = len(others) // 10
    candidates = sorted([*right, *others, 1.1])
    return min(
        cut
        for cut in candidates
        if sum(score >= cut for score in others) <= allowed
    )
    # END SOLUTION


# %%
def check_cut(right, others):
    """A cut-off is good if it lets few through and keeps what it can."""
    cut = choose_cut(list(right), list(others))
    assert isinstance(cut, int | float), f"return a number, not {cut!r}"
    allowed = len(others) // 10
    through = sum(score >= cut for score in others)
    assert through <= allowed, (
        f"{through} of {len(others)} others reach {cut:.3f}; allowed are "
        f"{allowed}"
    )
    barrier = sorted(others, reverse=True)[allowed : allowed + 1] or [-1.0]
    possible = sum(score > barrier[0] for score in right)
    kept = sum(score >= cut for score in right)
    assert kept >= possible, (
        f"{cut:.3f} keeps {kept} right hits; {possible} could be kept"
    )


with exercise("8.3"):
    check_cut([0.5, 0.3, 0.6], [0.1, 0.4])
    check_cut([0.5, 0.3, 0.6], [0.1, 0.4] * 5)
    check_cut([0.5, 0.3, 0.6], [0.7])
    check_cut([0.2, 0.3], [])
    dice = Random(8)
    for size in (10, 19, 20, 47):
        right = [round(dice.gauss(0.4, 0.1), 3) for _ in range(50)]
        others = [round(dice.gauss(0.25, 0.08), 3) for _ in range(size)]
        check_cut(right, others)
    check_cut([0.41, 0.29], [0.30] * 3 + [0.1] * 27)

# %% [markdown]
# <details><summary>Hint</summary>
#
# Only the scores themselves need to be tried as cut-offs, and one that nothing
# reaches. Of those that let few enough through, the lowest keeps most.
#
# </details>
#
# ## Exercise 8.4: Recall in a graph
#
# Build the chatbot: it recalls at most two memories for the newest message from
# `(user_id, "memories")`, and gives the model those that reach the cut-off in a
# system message in front. If there are none, the model gets the conversation
# alone. Use `model.invoke(messages)`.
#
# The check puts the 49 memories of the lesson's file into the store, and asks
# questions from it that you have not seen here.


# %%
@dataclass
class Context:
    user_id: str


# %%
class Listener:
    """Stands in for a model: it keeps what it was told and agrees."""

    def invoke(self, messages, *_, **__):
        self.messages = convert_to_messages(messages)
        return AIMessage("I see.")


def told(graph, listener, user_id, text):
    """The system message that the model got with a message, or ''."""
    before = [("human", "Tell me about pizza."), ("ai", "It is round.")]
    turn = {"messages": [*before, ("human", text)]}
    graph.invoke(turn, context=Context(user_id))
    assert listener.messages[-1].text == text, (
        "the model's last message is not what the user said"
    )
    first = listener.messages[0]
    return first.text if first.type == "system" else ""


path = ROOT / "tests" / "paraphrases.yaml"
data = yaml.safe_load(path.read_text(encoding="utf-8"))
unseen = [
    (query, data["memories"][key])
    for kind in ("english", "chinese", "across")
    for key, asked in data[kind].items()
    for query in asked
]
unseen = Random(8).sample(unseen, 30)


# %%
def recall_graph(model, store: BaseStore, cut: float):
    """A compiled graph with `Context` that recalls before it answers."""

    # BEGIN SOLUTION
    def chatbot(state: MessagesState, runtime: Runtime[Context]):
        messages = state["messages"]
        items = runtime.store.search(
            (runtime.context.user_id, "memories"),
            query=messages[-1].text,
            limit=2,
        )
        close = [item for item in items if item.score and item.score >= cut]
        if close:
            texts = [item.value["text"] for item in close]
            info = SystemMessage("\n".join(["User info:", *texts]))
            messages = [info, *messages]
        return {"messages": [model.invoke(messages)]}

    builder = StateGraph(MessagesState, context_schema=Context)
    builder.add_node("chatbot", chatbot)
    builder.add_edge(START, "chatbot")
    return builder.compile(store=store)
    # END SOLUTION


# %%
with exercise("8.4"):
    embedder = embeddings()
    dims = len(embedder.embed_query("a"))
    index = {"embed": embedder, "dims": dims, "fields": ["text"]}
    store = InMemoryStore(index=index)
    for key, text in data["memories"].items():
        store.put(("clara", "memories"), key, {"text": text})
    # A cut-off for this model: 5 of 22 questions without an answer reach it.
    best = [
        store.search(("clara",), query=query, limit=1)[0].score
        for query in data["nothing"]
    ]
    listener = Listener()
    graph = recall_graph(listener, store, sorted(best)[-5])
    info = told(graph, listener, "clara", "What do I grow on the balcony?")
    assert info, "nothing was recalled for 'What do I grow on the balcony?'"
    assert data["memories"]["balcony"] in info, (
        f"a question about the balcony recalled {info!r}: search for the "
        "newest message"
    )
    stranger = told(graph, listener, "bob", "What do I grow on the balcony?")
    assert not stranger, f"Bob has no memories, and was told {stranger!r}"
    infos = [told(graph, listener, "clara", query) for query, _ in unseen]
    most = max(
        sum(text in info for text in data["memories"].values())
        for info in infos
    )
    assert most <= 2, f"{most} memories in one prompt; at most two"
    found = sum(
        text in info for (_, text), info in zip(unseen, infos, strict=True)
    )
    assert found >= 20, (
        f"the right memory was recalled for {found} of 30 unseen questions"
    )
    silent = [
        not told(graph, listener, "clara", query) for query in data["nothing"]
    ]
    assert sum(silent) >= 15, (
        f"{len(silent) - sum(silent)} of {len(silent)} questions without an "
        "answer recalled something: is the cut-off used?"
    )
    strict = recall_graph(listener, store, 0.99)
    assert not told(strict, listener, "clara", "Which car do I drive?"), (
        "with a cut-off of 0.99 nothing is close enough"
    )

# %% [markdown]
# <details><summary>Hint</summary>
#
# One node is enough. `runtime.store.search(…, query=…, limit=2)`, then the
# cut-off, then the system message, if there is anything to put into it.
#
# </details>
#
# ## Exercise 8.5: Move to another model
#
# A better embedding model has come out. Its vectors cannot be compared with the
# old ones, so copy all items from the old SQLite file into a new one, with new
# vectors of their field `text`. `checked_index` must accept the new model for
# the new file, and refuse the old one. The old file stays as it is.
#
# Wanted: a search for "I'm hungry." in the new file finds "I love pizza."


# %%
def re_embed(old_path: str, new_path: str, embedder: Embeddings) -> None:
    """Copy all items of a store into a new file, embedded anew."""
    # BEGIN SOLUTION
    with open_sqlite(old_path) as old, open_sqlite(new_path) as new:
        index = checked_index(new, {"embed": embedder, "fields": ["text"]})
        store = SqliteStore(new, index=index)
        for item in SqliteStore(old).search((), limit=1_000_000):
            store.put(item.namespace, item.key, item.value)
    # END SOLUTION


# %%
def is_refused(path, embedder):
    """Whether `checked_index` refuses a model for a file."""
    with open_sqlite(path) as connection:
        try:
            checked_index(connection, {"embed": embedder})
        except CourseError:
            return True
    return False


with exercise("8.5"):
    old_path = fresh_path("lab_08_old.sqlite")
    new_path = fresh_path("lab_08_new.sqlite")
    letters = Letters()
    texts = ["I love pizza.", "I am a plumber.", "我养了一只橘猫,叫年糕。"]
    texts += [f"I have read {number} books." for number in range(12)]
    with open_sqlite(old_path) as connection:
        index = checked_index(connection, {"embed": letters})
        store = SqliteStore(connection, index=index)
        for number, text in enumerate(texts):
            value = {"text": text, "source": "chat"}
            store.put(("bob", "memories"), f"{number:02}", value)
    re_embed(old_path, new_path, embeddings())
    with open_sqlite(new_path) as connection:
        items = SqliteStore(connection).search(("bob",), limit=100)
    assert items, "the new file has no items"
    assert len(items) == len(texts), (
        f"{len(items)} of {len(texts)} items are in the new file"
    )
    assert items[0].value["source"] == "chat", (
        f"a value has changed on the way: {items[0].value}"
    )
    assert not is_refused(new_path, embeddings()), (
        "checked_index refuses the new model for the new file"
    )
    assert is_refused(new_path, letters), (
        "the new file does not know which model made its vectors"
    )
    with open_sqlite(new_path) as connection:
        index = {"embed": embeddings(), "fields": ["text"]}
        store = SqliteStore(connection, index=checked_index(connection, index))
        found = store.search(("bob",), query="I'm hungry.", limit=1)
        rows = connection.execute("SELECT field_name FROM store_vectors")
        fields = {field for (field,) in rows}
    assert found, "a search by meaning finds nothing: there are no vectors"
    assert fields == {"text"}, (
        f"the fields with vectors are {sorted(fields)}; wanted `text` alone"
    )
    assert found[0].value["text"] == "I love pizza.", (
        f"hungry people are shown {found[0].value['text']!r}"
    )
    assert not is_refused(old_path, letters), "the old file has changed"

# %% [markdown]
# <details><summary>Hint</summary>
#
# A `SqliteStore` without an index reads any file. Open both files, make the new
# store with `checked_index`, and put every item there again. Think of the
# `limit` of the search.
#
# </details>
#
# ## Go further
#
# - Let `recall_graph` search for the last two human messages together. Which
#   questions does that help, and which does it spoil?
# - Measure a cut-off for each of the three kinds of questions in the file. Would
#   three cut-offs be better than one?
# - Reword five memories of the file as labels (`job: nurse`) and measure again.
