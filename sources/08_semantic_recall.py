# %% [markdown]
# # Recall by meaning
#
# A store returns what you name, and a user who says "I'm hungry" names nothing.
# At the end of this lesson a chatbot recalls the memories that fit what is
# said, in two languages, or none if none fits.
#
# **You will learn** to
#
# - give a store an index, and search it by meaning;
# - read a score, and choose which fields are embedded;
# - choose a cut-off from measured scores, and say what it loses;
# - recall memories in a chat graph;
# - keep vectors in SQLite, and guard them against another model.
#
# **You need** [lesson 07](07_long_term_store.ipynb).
#
# **Time** 25 minutes

# %%
import re
import zlib
from dataclasses import dataclass

import yaml
from langchain_core.embeddings import DeterministicFakeEmbedding, Embeddings
from langchain_core.messages import SystemMessage
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.runtime import Runtime
from langgraph.store.memory import InMemoryStore
from langgraph.store.sqlite import SqliteStore

# %%
from helpers import (
    CourseError,
    chat_model,
    checked_index,
    embeddings,
    fresh_path,
    open_sqlite,
    show_distributions,
    show_hits,
    show_similarities,
)
from helpers.settings import ROOT

# %% [markdown]
# In lesson 07 a chatbot put all memories of a user into each prompt. That works
# for ten facts and not for a thousand.
#
# ## Search without an index
#
# Bob's memories are in English and in Chinese. `search` takes a `query`:

# %%
memories = {
    "job": "I am a plumber.",
    "car": "My car is an old Volvo.",
    "food": "I love pizza.",
    "nuts": "I'm allergic to peanuts.",
    "cat": "我养了一只橘猫,叫年糕。",
    "tea": "我早上喜欢喝绿茶。",
}
namespace = ("bob", "memories")


def fill(store):
    for key, text in memories.items():
        store.put(namespace, key, {"text": text})
    return store


store = fill(InMemoryStore())
show_hits(store.search(namespace, query="I'm hungry.", limit=3))

# %% [markdown]
# > **Pitfall:** a store without an index ignores the query. There is no error,
# > only a `score` of `None`.
#
# ## Search with an index
#
# An **embedding model** turns a text into a vector, a list of numbers. Texts of
# similar meaning get vectors of similar direction. `embeddings()` returns the
# model that your settings name; the offline one knows English and Chinese.

# %%
embedder = embeddings()
vector = embedder.embed_query("I love pizza.")
dims = len(vector)
print(dims, "numbers, the first ones:", [round(x, 3) for x in vector[:4]])

# %% [markdown]
# The index says which model embeds, how many numbers a vector has, and which
# fields of a value are embedded. Take `dims` from the model: nothing else
# checks it.

# %%
index = {"embed": embedder, "dims": dims, "fields": ["text"]}
store = fill(InMemoryStore(index=index))
show_hits(store.search(namespace, query="I'm hungry."))

# %% [markdown]
# The pizza comes first, without a word in common. The plumber is far behind.
# Now several queries at once:

# %%
queries = [
    "I'm hungry.",
    "How do I fix a leaking tap?",
    "Can I eat a Snickers bar?",
    "What's my cat called?",
    "早饭喝什么?",
    "我开什么车?",
    "What is the capital of Australia?",
]
matrix = []
for query in queries:
    found = store.search(namespace, query=query)
    scores = {item.key: item.score for item in found}
    matrix.append([scores[key] for key in memories])
show_similarities(queries, list(memories), matrix)

# %% [markdown]
# The cat was told in Chinese and asked for in English, the car the other way
# round. Both are found. The last row has no strong cell, and a search for it
# returns six items all the same: **a search says which memory is closest, not
# whether it is close.**
#
# A score is the cosine of the angle between two vectors: 1 for the same
# direction, about 0 for nothing in common. It is no probability, and it does
# not mean agreement:

# %%
for query in ("I love pizza.", "I hate pizza.", "Pizza?", "Bread?"):
    best = store.search(namespace, query=query, limit=1)[0]
    print(f"{query:14} {best.score:.2f}  {best.value['text']}")

# %% [markdown]
# `put` can choose other fields for one item. With `index=False` it gets no
# vector: `get` finds it, and a search has it last (`SqliteStore` leaves it
# out).

# %%
small = InMemoryStore(index=index)
secret = {"text": "The code of the front door is 4711."}
trip = {"text": "See photo 12.", "about": "Our holiday in Japan by train."}
small.put(namespace, "code", secret, index=False)
small.put(namespace, "label", {"text": "food: pizza, source: chat, v2"})
small.put(namespace, "sentence", {"text": "I love pizza."})
small.put(namespace, "photo", trip, index=["about"])
show_hits(small.search(namespace, query="What do I like to eat?"))

# %%
show_hits(small.search(namespace, query="Where did we travel?", limit=1))

# %% [markdown]
# The same fact is found better as a sentence than as a label among others.
# Store one fact at a time, in a sentence.
#
# ## Choose a cut-off
#
# "Nothing relevant" has to be a possible answer, so low scores must go. What is
# low? The course has a file of 49 memories, 103 questions about them, and 22
# questions that none of them answers.

# %%
path = ROOT / "tests" / "paraphrases.yaml"
data = yaml.safe_load(path.read_text(encoding="utf-8"))
questions = [
    (query, key)
    for kind in ("english", "chinese", "across")
    for key, asked in data[kind].items()
    for query in asked
]
for query, key in questions[9:12] + questions[-2:]:
    print(f"{query}  ->  {data['memories'][key]}")


# %%
def best_hits(embedder):
    store = InMemoryStore(index={**index, "embed": embedder})
    for key, text in data["memories"].items():
        store.put(namespace, key, {"text": text})
    scores = {"right": [], "wrong": [], "no answer": []}
    unanswered = [(query, None) for query in data["nothing"]]
    for query, key in questions + unanswered:
        best = store.search(namespace, query=query, limit=1)[0]
        kind = "right" if best.key == key else "wrong"
        scores[kind if key else "no answer"].append(best.score)
    return scores


scores = best_hits(embedder)
show_distributions(scores)

# %% [markdown]
# The first hit is right for 89 of 103 questions. The strips overlap: no cut-off
# parts right from wrong. You choose between two kinds of error:

# %%
for cut in (0.20, 0.24, 0.28, 0.32, 0.36):
    kept = {
        kind: sum(score >= cut for score in found)
        for kind, found in scores.items()
    }
    print(cut, kept)

# %%
CUT = 0.28
show_distributions(scores, cut=CUT)

# %% [markdown]
# At 0.28 seven of 89 right memories are lost (Bob's car, asked for in Chinese,
# is another), and 17 of 22 questions without an answer find nothing. Where a
# wrong memory does harm, go higher. The number is good for this model only:
# with another one, measure again.
#
# Would counting words do? And LangChain's fake for tests?


# %%
class WordCounts(Embeddings):
    def embed_query(self, text):
        vector = [0.0] * dims
        for word in re.findall(r"[a-z]+|[\u4e00-\u9fff]", text.lower()):
            vector[zlib.crc32(word.encode()) % dims] += 1
        return vector

    def embed_documents(self, texts):
        return [self.embed_query(text) for text in texts]


fake = DeterministicFakeEmbedding(size=dims)
for other in (WordCounts(), fake):
    right = len(best_hits(other)["right"])
    print(f"{type(other).__name__}: {right} of {len(questions)} right")

# %% [markdown]
# Words find one memory in six, since people ask in other words. The fake draws
# random numbers for each text. It shows that your code runs, and ranks a car
# above a pizza:

# %%
store_fake = fill(InMemoryStore(index={**index, "embed": fake}))
show_hits(store_fake.search(namespace, query="I'm hungry.", limit=3))

# %% [markdown]
# ## Recall in a chat
#
# The first node recalls, the second answers. If nothing reaches the cut-off, no
# memory is in the prompt. (An item without a vector has no score.)


# %%
@dataclass
class Context:
    user_id: str


class State(MessagesState):
    recalled: list[str]


def recall(state: State, runtime: Runtime[Context]):
    items = runtime.store.search(
        (runtime.context.user_id, "memories"),
        query=state["messages"][-1].text,
        limit=2,
    )
    close = [item for item in items if item.score and item.score >= CUT]
    return {"recalled": [item.value["text"] for item in close]}


# %%
model = chat_model()


def chatbot(state: State):
    messages = state["messages"]
    if state["recalled"]:
        info = "\n".join(["User info:", *state["recalled"]])
        messages = [SystemMessage(info), *messages]
    return {"messages": [model.invoke(messages)]}


builder = StateGraph(State, context_schema=Context)
builder.add_node("recall", recall)
builder.add_node("chatbot", chatbot)
builder.add_edge(START, "recall")
builder.add_edge("recall", "chatbot")
graph = builder.compile(store=store)


# %%
def ask(graph, user_id, text):
    turn = {"messages": [("human", text)]}
    modes = ["updates", "messages"]
    for mode, part in graph.stream(
        turn, context=Context(user_id), stream_mode=modes
    ):
        if mode == "messages":
            print(part[0].text, end="")
        elif "recall" in part:
            print(f"\n{text}  {part['recall']['recalled']}\n  ", end="")
    print()


# %%
for text in (
    "What am I allergic to?",
    "What's my cat called?",
    "我早饭喝什么?",
    "What's my shoe size?",
):
    ask(graph, "bob", text)
ask(graph, "ann", "What's my cat called?")

# %% [markdown]
# The answers are streamed by tokens, as in lesson 02; `updates` shows what was
# recalled first. The shoe size recalls nothing, and Ann none of Bob's memories.
#
# ## Keep vectors in a file
#
# For vectors `SqliteStore` needs a connection that can load extensions, which
# not every Python has. `open_sqlite` opens one. The store also reads the fields
# under another name:

# %%
path = fresh_path("lesson_08.sqlite")
show_rows = "SELECT key, field_name, length(embedding) / 4 FROM store_vectors"
for extra in ({}, {"text_fields": ["text"]}):
    with open_sqlite(path) as connection:
        store = SqliteStore(connection, index={**index, **extra})
        store.setup()
        store.put(namespace, "food", {"text": "I love pizza."})
        print(connection.execute(show_rows).fetchall())

# %% [markdown]
# With `fields` alone the whole value was embedded as JSON (`$`). With
# `text_fields` came a vector of the text.
#
# `checked_index` adds `dims` and `text_fields` for you, and notes in the file
# which model makes its vectors. The graph is the same:

# %%
path = fresh_path("lesson_08.sqlite")
with open_sqlite(path) as connection:
    index_file = checked_index(connection, index)
    store = fill(SqliteStore(connection, index=index_file))
    ask(builder.compile(store=store), "bob", "What's my cat called?")

# %% [markdown]
# Does a vector go with its item? SQLite follows links between tables only if
# it is told to:

# %%
with open_sqlite(path) as connection:
    store = SqliteStore(connection, index=index_file)
    for setting, key in (("OFF", "car"), ("ON", "nuts")):
        connection.execute(f"PRAGMA foreign_keys = {setting}")
        store.delete(namespace, key)
        print(f"foreign_keys = {setting}, deleted:", key)
        for table in ("store", "store_vectors"):
            rows = connection.execute(f"SELECT key FROM {table} ORDER BY key")
            print(f"  {table}:", [key for (key,) in rows])

# %% [markdown]
# The car is gone, and its vector, from which much of the text can be guessed, is
# still there. Switch `foreign_keys` on in each connection that deletes.
#
# > **Pitfall:** vectors of one model mean nothing to another. With equal sizes
# > the search returns nonsense, with different ones it fails:

# %%
for size in (dims, 256):
    other = {**index_file, "embed": DeterministicFakeEmbedding(size=size)}
    with open_sqlite(path) as connection:
        try:
            store = SqliteStore(connection, index=other)
            show_hits(store.search(namespace, query="I love pizza.", limit=2))
        except Exception as error:
            print(error)
        try:
            checked_index(connection, other)
        except CourseError as error:
            print(error)

# %% [markdown]
# `checked_index` refuses both before any search.
#
# > **In production:** a search compares the query with every vector below its
# > namespace, so ten times the memories take about ten times as long. With
# > 50,000 of them SQLite was nine times as fast as `InMemoryStore`, which needed
# > a gigabyte. Among 500 users, the search for one user was more than 200 times
# > faster than one over all. A `put` costs the same at every size. So give each
# > user a namespace first. Move to PostgreSQL when several machines
# > write, or when one namespace has tens of thousands of memories: its index
# > looks at a few of them only. `make bench` measures yours.
#
# ## Summary
#
# - `index={"embed": …, "dims": …, "fields": […]}` lets `search(query=…)` rank by
#   meaning. Without an index the query is ignored, and `score` is `None`.
# - A score says how close two vectors point, for one model. `fields` says what
#   is embedded, `index=False` that nothing is.
# - Right and wrong scores overlap. A cut-off is chosen from measured scores, and
#   loses some right memories.
# - A node recalls the closest memories for the newest message, or none.
# - `SqliteStore` keeps vectors in a table of their own. They belong to one
#   model, and outlive their items unless `foreign_keys` is on.
#
# ## Check yourself
#
# 1. Your semantic search always returns the oldest memories. What is wrong?
# 2. A memory scores 0.9 for a question. Is it the answer?
# 3. You changed `COURSE_EMBEDDINGS`, and recall finds odd things. Why?
#
# <details><summary>Answers</summary>
#
# 1. The store has no index. All scores are `None`.
# 2. It is about the same subject. It may say the opposite.
# 3. The old vectors are those of another model of the same size. Embed all
#    memories again, in a new file.
#
# </details>
#
# ## Next
#
# [Lab 08](../labs/lab_08_semantic_recall.ipynb) builds a recall node with a
# threshold and tests it with questions you have not seen.
