# %% [markdown]
# # Remember people across conversations
#
# A new thread knows nothing of what the user said in the last one. At the end
# of this lesson a chatbot knows its users in every new conversation, keeps
# them apart, and keeps what it knows in a file.
#
# **You will learn** to
#
# - put items into a store, and get, search and delete them;
# - use a store in a node, for the right user;
# - extract facts from what a user says, and keep them up to date;
# - keep a store in SQLite, and open it in another process.
#
# **You need** [lesson 06](06_summarization.ipynb).
#
# **Time** 25 minutes

# %%
import sqlite3
import subprocess
import sys
from dataclasses import dataclass
from uuid import uuid4

from langchain_core.messages import AIMessage, HumanMessage, SystemMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.runtime import Runtime
from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore
from langgraph.store.sqlite import SqliteStore
from pydantic import BaseModel

from helpers import chat_model, fresh_path, show_messages, show_store

# %% [markdown]
# In lesson 06 a summary kept the facts of a long conversation in few words. It
# was part of the state, so it ended with its thread.
#
# ## Lose a fact with its thread
#
# Bob tells the chatbot something on Monday, and asks for it on Tuesday, in a
# new thread:

# %%
model = chat_model()


def chatbot(state: MessagesState):
    return {"messages": [model.invoke(state["messages"])]}


builder = StateGraph(MessagesState)
builder.add_node("chatbot", chatbot)
builder.add_edge(START, "chatbot")
graph = builder.compile(checkpointer=InMemorySaver())

for thread_id, text in (
    ("monday", "Remember that I'm allergic to nuts."),
    ("tuesday", "What am I allergic to?"),
):
    config = {"configurable": {"thread_id": thread_id}}
    result = graph.invoke({"messages": [("human", text)]}, config)
    show_messages(result)

# %% [markdown]
# The fact is saved, but in Monday's checkpoints. No other thread reads them.
#
# ## Keep items in a store
#
# A **store** belongs to no thread. An item in it has a **namespace**, a
# **key** and a **value**. The namespace is a tuple of labels, and the first
# label is usually the user. The value is a dictionary.

# %%
store = InMemoryStore()
namespace = ("bob", "profile")
store.put(namespace, "home", {"city": "Paris", "since": 2020})
item = store.get(namespace, "home")
print(item.namespace, item.key, item.value)

store.put(namespace, "home", {"city": "Lyon"})
print(store.get(namespace, "home").value)

store.put(namespace, "job", {"title": "nurse"})
store.delete(namespace, "job")
print(store.get(namespace, "job"))

# %% [markdown]
# Namespace and key together identify an item: the same pair again replaces it.
# `put` does not merge, so `since` is gone. An item that is not there is `None`.
# (A `put` of `None` deletes too.)
#
# `search` returns the items of a namespace, ten of them unless you set a
# `limit`. With `offset` you get the next page. `filter` compares fields of the
# value, and `list_namespaces` says what there is:

# %%
meals = ("bob", "meals")
for day in range(1, 13):
    dish = "soup" if day % 3 == 0 else "rice"
    store.put(meals, f"day {day}", {"dish": dish, "day": day})
store.put(("ann", "profile"), "home", {"city": "Oslo"})

for choice in (
    {},
    {"limit": 100},
    {"limit": 5, "offset": 5},
    {"filter": {"dish": "soup"}},
    {"filter": {"day": {"$gt": 9}}},
):
    found = store.search(meals, **choice)
    print(choice, "->", [item.value["day"] for item in found])
print(store.list_namespaces())

# %% [markdown]
# Not everything can be a label: an e-mail address has a dot. And a value must
# be a dictionary. A text is refused, with a message that hides the reason:

# %%
for label in ("bob@example.com", "", None, 42, "langgraph"):
    try:
        store.put((label, "profile"), "home", {"city": "Rome"})
    except ValueError as error:
        print(error)
try:
    store.put(("bob", "profile"), "home", "Rome")
except ValueError as error:
    print(error)

# %% [markdown]
# > **Pitfall:** a search covers everything *below* its namespace. With the
# > user as the second label, a search that stops at the first one returns
# > everybody's items:

# %%
shared = InMemoryStore()
for user_id in ("bob", "bobby", "ann"):
    shared.put(("memories", user_id), "1", {"about": user_id})

for prefix in (("memories",), ("memories", "bob")):
    found = shared.search(prefix)
    print(prefix, "->", [item.value["about"] for item in found])

# %% [markdown]
# Labels are compared whole, so a search for `bob` does not find `bobby`. Put
# the user first, and no search for one user can reach another.
#
# ## Use the store in a node
#
# A node gets the store in a parameter annotated as `BaseStore` (that of
# LangGraph: `langchain_core` has another class of the name), and the config in
# one annotated as `RunnableConfig`. This node stores a message that contains
# *remember that* or 记住, and reads all memories before it answers. Each memory
# needs a key of its own, or it would replace another.


# %%
def chatbot(state: MessagesState, config: RunnableConfig, *, store: BaseStore):
    namespace = (config["configurable"]["user_id"], "memories")
    text = state["messages"][-1].text
    if "remember that" in text.lower() or "记住" in text:
        store.put(namespace, str(uuid4()), {"text": text})
    items = store.search(namespace, limit=50)
    memories = [item.value["text"] for item in items]
    info = SystemMessage("\n".join(["User info:", *memories]))
    return {"messages": [model.invoke([info, *state["messages"]])]}


builder = StateGraph(MessagesState)
builder.add_node("chatbot", chatbot)
builder.add_edge(START, "chatbot")
graph = builder.compile(checkpointer=InMemorySaver(), store=store)

# %%
for user_id, thread_id, text in (
    ("bob", "monday", "Please remember that I'm allergic to nuts."),
    ("bob", "tuesday", "What am I allergic to?"),
    ("ann", "wednesday", "What am I allergic to?"),
    ("小明", "thursday", "请记住我对花生过敏。"),
    ("小明", "friday", "我对什么过敏?"),
):
    config = {"configurable": {"user_id": user_id, "thread_id": thread_id}}
    result = graph.invoke({"messages": [("human", text)]}, config)
    print(f"{user_id}, {thread_id}: {result['messages'][-1].text}")

for user_id in ("bob", "ann", "小明"):
    for item in store.search((user_id, "memories")):
        print(item.namespace, item.value)

# %% [markdown]
# Five threads: Bob and 小明 are remembered, each in their own language, and
# Ann learns nothing about either. Two messages were stored, and no question.
#
# The newer way names what a run needs to know in a class of its own. You give
# it to `invoke` as `context`, apart from the config. The node takes one
# `Runtime`, which has both the context and the store.


# %%
@dataclass
class Context:
    user_id: str


def chatbot(state: MessagesState, runtime: Runtime[Context]):
    namespace = (runtime.context.user_id, "memories")
    items = runtime.store.search(namespace, limit=50)
    memories = [item.value["text"] for item in items]
    info = SystemMessage("\n".join(["User info:", *memories]))
    return {"messages": [model.invoke([info, *state["messages"]])]}


builder = StateGraph(MessagesState, context_schema=Context)
builder.add_node("chatbot", chatbot)
builder.add_edge(START, "chatbot")
graph = builder.compile(store=store)
question = {"messages": [("human", "What am I allergic to?")]}
result = graph.invoke(question, context=Context(user_id="bob"))
show_messages(result)

# %% [markdown]
# This graph is new and has no checkpointer. It knows Bob from the store alone.
#
# What you forget to pass is `None` in the node: first the context (a `user_id`
# in the config does not become one), then the store.

# %%
try:
    graph.invoke(question, {"configurable": {"user_id": "bob"}})
except AttributeError as error:
    print(error)
try:
    builder.compile().invoke(question, context=Context(user_id="bob"))
except AttributeError as error:
    print(error)

# %% [markdown]
# > **In production:** take the user id from your application's log-in. If a
# > message or the model could choose it, everybody's memory would be open.
#
# ## Extract facts from what users say
#
# People rarely say "remember that", so the rule above misses most of what they
# tell. They introduce themselves. A model with **structured output** turns an
# introduction into an object: here a list of names and values.


# %%
class Attribute(BaseModel):
    """One thing that is true of the user."""

    name: str
    value: str


class AttributeList(BaseModel):
    """What the user says about themselves."""

    attributes: list[Attribute]


extractor = model.with_structured_output(AttributeList)
hello = HumanMessage("I'm Bob, I'm 29 and I work as a nurse.")
print(extractor.invoke([hello]))

# %% [markdown]
# The name of an attribute makes a good key: a fact that changes replaces the
# old one. The function below writes what a user says into their profile, and
# it reads human messages only. Bob and 小明 introduce themselves, and a year
# later they do it again:


# %%
def learn(store: BaseStore, user_id: str, messages: list) -> None:
    said = [message for message in messages if message.type == "human"]
    namespace = (user_id, "profile")
    for attribute in extractor.invoke(said).attributes:
        store.put(namespace, attribute.name, {"value": attribute.value})


bob = HumanMessage("I'm Bob, I'm 29, I'm a nurse and I live in Paris.")
ming = HumanMessage("我叫小明,今年25岁,是一名软件工程师,住在杭州。")
store = InMemoryStore()
learn(store, "bob", [bob])
learn(store, "小明", [ming])
show_store(store)

learn(store, "bob", [HumanMessage("Hi, I'm 30 now.")])
learn(store, "小明", [HumanMessage("你好,我今年26岁了。")])
show_store(store)

# %% [markdown]
# The keys are what the model calls the attributes, here in the user's own
# language. The ages are new, and everything else has stayed.
#
# > **Pitfall:** a model also speaks about itself. If you hand over the whole
# > conversation as one text, its words become facts about the user:

# %%
conversation = [
    HumanMessage("Hello! Who are you?"),
    AIMessage("I'm Max, your assistant. I live in the cloud."),
    HumanMessage("I love climbing."),
]
text = "\n".join(message.text for message in conversation)
print(extractor.invoke(text))

learn(store, "bob", conversation)
show_store(store, ("bob",))

# %% [markdown]
# As one text, the user is called Max. `learn` left the assistant's message
# out: Bob is still Bob, and one fact is new.
#
# Now a graph with both steps. The first node learns from the newest message
# only, since what was said earlier in the thread may be out of date by now.
# The second node answers with the profile.


# %%
def remember(state: MessagesState, runtime: Runtime[Context]):
    learn(runtime.store, runtime.context.user_id, state["messages"][-1:])


def chatbot(state: MessagesState, runtime: Runtime[Context]):
    namespace = (runtime.context.user_id, "profile")
    items = runtime.store.search(namespace, limit=50)
    facts = [f"- {item.key}: {item.value['value']}" for item in items]
    info = SystemMessage("\n".join(["User info:", *facts]))
    return {"messages": [model.invoke([info, *state["messages"]])]}


builder = StateGraph(MessagesState, context_schema=Context)
builder.add_node("remember", remember)
builder.add_node("chatbot", chatbot)
builder.add_edge(START, "remember")
builder.add_edge("remember", "chatbot")
graph = builder.compile(store=store)

# %%
for user_id, text in (
    ("bob", "I live in Lyon now."),
    ("bob", "What do you know about me?"),
    ("小明", "我多大了?"),
):
    result = graph.invoke(
        {"messages": [("human", text)]}, context=Context(user_id=user_id)
    )
    print(f"{user_id}: {result['messages'][-1].text}")

# %% [markdown]
# The runs share no thread. What the second and the third answer was in the
# store.
#
# ## Keep the store in a file
#
# `SqliteStore` is the same store in an SQLite file. `setup` creates its
# tables.

# %%
path = fresh_path("lesson_07.sqlite")
with SqliteStore.from_conn_string(path) as on_disk:
    on_disk.setup()
    learn(on_disk, "bob", [bob])
    learn(on_disk, "小明", [ming])

database = sqlite3.connect(path)
tables = database.execute(
    "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
)
print(tables.fetchall())
for row in database.execute(
    "SELECT prefix, key, CAST(value AS TEXT) FROM store ORDER BY prefix, key"
):
    print(row)
database.close()

# %% [markdown]
# One row for each item, the value as JSON. The namespace has become one text,
# its labels joined by dots: that is why a label must not contain one.
#
# A second process opens the same file:

# %%
reader = """
import sys
from langgraph.store.sqlite import SqliteStore

with SqliteStore.from_conn_string(sys.argv[1]) as store:
    facts = {item.key: item.value["value"] for item in store.search(("bob",))}
print(sorted(facts.items()))
"""
second = subprocess.run(
    [sys.executable, "-X", "utf8", "-c", reader, path],
    capture_output=True, encoding="utf-8", check=True,
)  # fmt: skip
print(second.stdout)

# %% [markdown]
# It finds Bob's four facts, although it has never heard him.
#
# ## Summary
#
# - A store keeps items under a namespace and a key. The same pair replaces,
#   `search` finds ten items unless told otherwise, and covers all labels
#   below.
# - A node gets the store as a parameter or in its `Runtime`. The user comes
#   from the config or from the context, and is the first label.
# - Structured output turns the user's own words into names and values. The
#   name is the key, so a changed fact replaces the old one.
# - `SqliteStore` keeps the items in a table, which other processes can open.
#
# ## Check yourself
#
# 1. You `put` `{"city": "Lyon"}` over `{"city": "Paris", "since": 2020}`. What
#    does `get` return?
# 2. A chatbot remembers its users' first ten facts and no others. Which line
#    do you look at?
# 3. A user's profile says that their name is that of your assistant. How did
#    it get there?
#
# <details><summary>Answers</summary>
#
# 1. `{"city": "Lyon"}`. `put` replaces the whole value.
# 2. The `search`. Without a `limit` it returns ten items.
# 3. The facts were extracted from the assistant's messages too.
#
# </details>
#
# ## Next
#
# [Lab 07](../labs/lab_07_long_term_store.ipynb) builds a memory that can be
# corrected, forgotten and moved. Lesson 08 searches it by meaning.
