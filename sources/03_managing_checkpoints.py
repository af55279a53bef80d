# %% [markdown]
# # Manage a thread's checkpoints
#
# Every turn of a conversation leaves checkpoints behind, and nothing removes
# them. At the end of this lesson you find any of them, correct one and go on
# from there, know what a thread costs, and delete what you no longer need.
#
# **You will learn** to
#
# - read the newest state of a thread or an older one, and search its history;
# - correct a saved state, and replay a run from a checkpoint;
# - tell what can be written into a state and what cannot;
# - measure how a thread grows, and choose a durability mode;
# - delete a thread.
#
# **You need** [lesson 02](02_short_term_memory.ipynb).
#
# **Time** 25 minutes

# %%
import sqlite3
from collections.abc import Callable
from typing import Annotated, TypedDict

from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.graph.message import add_messages
from pydantic import BaseModel, ValidationError

from helpers import chat_model, show_chart, show_history, show_messages

# %% [markdown]
# In lesson 02 a checkpointer gave a chatbot a memory: the newest state of its
# thread. The older checkpoints were saved, and stayed unused.
#
# ## Find a checkpoint
#
# The chatbot again, with one line more: its node says when it runs.

# %%
model = chat_model()


def chatbot(state: MessagesState):
    print("chatbot runs")
    return {"messages": [model.invoke(state["messages"])]}


builder = StateGraph(MessagesState)
builder.add_node("chatbot", chatbot)
builder.add_edge(START, "chatbot")
graph = builder.compile(checkpointer=InMemorySaver())

config = {"configurable": {"thread_id": "trip"}}
for text in ("Hi, I'm Bob.", "I live in Paris.", "Where do I live?"):
    result = graph.invoke({"messages": [("human", text)]}, config)
show_messages(result)

# %% [markdown]
# > **Pitfall:** `get_state` of a thread that does not exist is no error. You
# > get an empty snapshot, so a mistyped `thread_id` looks like a new
# > conversation:

# %%
snapshot = graph.get_state({"configurable": {"thread_id": "tripp"}})
print("values:", snapshot.values)
print("metadata:", snapshot.metadata)

# %% [markdown]
# The history of the right thread has nine checkpoints, the newest first. With
# `limit` you ask for fewer, with `filter` for those with certain metadata:

# %%
show_history(graph.get_state_history(config, limit=4))
for snapshot in graph.get_state_history(config, filter={"source": "input"}):
    print("a turn began at step", snapshot.metadata["step"])

# %% [markdown]
# With a `checkpoint_id` in the config, `get_state` returns that checkpoint
# instead of the newest. Step 4 was the end of the second turn:

# %%
old = next(graph.get_state_history(config, filter={"step": 4}))
checkpoint_id = old.config["configurable"]["checkpoint_id"]

old_config = {
    "configurable": {"thread_id": "trip", "checkpoint_id": checkpoint_id}
}
show_messages(graph.get_state(old_config).values)

# %% [markdown]
# ## Correct a state and replay
#
# To replay, run the graph with the config of an old checkpoint and `None` as
# input. At step 3 Bob's second message was in the state, and `chatbot` was due:

# %%
due = next(graph.get_state_history(config, filter={"step": 3}))
result = graph.invoke(None, due.config)
print(result["messages"][-1].text)

# %% [markdown]
# One run of the node: what came before step 3 was read, not repeated.
#
# But Bob made a mistake: he lives in Rome. `update_state` writes a new
# checkpoint. The update goes through the reducer, like that of a node, so a
# new message is added at the end, after the answer:

# %%
graph.update_state(config, {"messages": [("human", "I live in Rome.")]})
show_messages(graph.get_state(config).values)

# %% [markdown]
# To correct the old message, write one with the same `id`. And do it before the
# answer, at step 3. `update_state` returns the config of the new checkpoint;
# replay from there, and the thread goes on with the corrected state:

# %%
wrong = due.values["messages"][-1]
fixed = HumanMessage("I live in Rome.", id=wrong.id)
fixed_config = graph.update_state(due.config, {"messages": [fixed]})
graph.invoke(None, fixed_config)

question = {"messages": [("human", "Where do I live?")]}
show_messages(graph.invoke(question, config))

# %%
show_history(graph.get_state_history(config))

# %% [markdown]
# Nothing was overwritten. The history is now a tree with three branches that
# begin at step 3: the first conversation, the replay, and the corrected one,
# which is the newest.
#
# ## Write only what can be saved
#
# A checkpointer turns the state into bytes. Text, numbers, lists and messages
# are fine. A function, a lock or an open connection is not:


# %%
class Job(TypedDict):
    when_done: Callable


builder_job = StateGraph(Job)
builder_job.add_node("work", lambda _: {"when_done": lambda: print("done")})
builder_job.add_edge(START, "work")
graph_job = builder_job.compile(checkpointer=InMemorySaver())
try:
    graph_job.invoke({"when_done": None}, config)
except TypeError as error:
    print(error)

# %% [markdown]
# Create such things inside the node, and keep in the state what is needed to
# create them.
#
# A Pydantic state is checked on the way into a node, not when it is saved. A
# wrong value is accepted here, and the next turn fails:


# %%
class Guest(BaseModel):
    messages: Annotated[list, add_messages] = []
    visits: int = 0


builder_guest = StateGraph(Guest)
builder_guest.add_node("greet", lambda state: {"visits": state.visits + 1})
builder_guest.add_edge(START, "greet")
graph_guest = builder_guest.compile(checkpointer=InMemorySaver())

hello = {"messages": [("human", "Hello!")]}
graph_guest.invoke(hello, config)
good = graph_guest.get_state(config)
graph_guest.update_state(config, {"visits": "many"})
try:
    graph_guest.invoke(hello, config)
except ValidationError as error:
    print(error.errors()[0]["msg"])

# %% [markdown]
# Even `get_state` fails now. An older checkpoint is the way out: an update from
# there becomes the newest checkpoint.

# %%
try:
    graph_guest.get_state(config)
except ValidationError as error:
    print(error.errors()[0]["msg"])

graph_guest.update_state(good.config, {"visits": 2})
print("visits:", graph_guest.invoke(hello, config)["visits"])

# %% [markdown]
# ## Measure how a thread grows
#
# Now with SQLite, in memory to be quick; a file has the same tables. We open
# the connection ourselves, to look into the tables with it. The first attempt
# fails:


# %%
def answer(state: MessagesState):
    return {"messages": [("ai", "a" * 200)]}


builder_long = StateGraph(MessagesState)
builder_long.add_node("answer", answer)
builder_long.add_edge(START, "answer")
question = {"messages": [("human", "q" * 200)]}

connection = sqlite3.connect(":memory:")
graph_long = builder_long.compile(checkpointer=SqliteSaver(connection))
try:
    graph_long.invoke(question, config)
except sqlite3.ProgrammingError as error:
    print(str(error).split(".")[0])
connection.close()

# %% [markdown]
# LangGraph saves from another Python thread, so the connection needs
# `check_same_thread=False`. (`from_conn_string` sets it for you.)
#
# `durability` says when checkpoints are saved: before the next step (`sync`),
# while it runs (`async`, the default), or once, when the run ends (`exit`). We
# let each mode talk for 60 turns and add up what is in the two tables.

# %%
connection = sqlite3.connect(":memory:", check_same_thread=False)
checkpointer = SqliteSaver(connection)
graph_long = builder_long.compile(checkpointer=checkpointer)
sizes_of_thread = """
SELECT length(checkpoint) + length(metadata) FROM checkpoints
WHERE thread_id = :thread_id UNION ALL
SELECT length(value) FROM writes WHERE thread_id = :thread_id
"""
rows, kilobytes = {}, {}
for mode in ("sync", "async", "exit"):
    rows[mode], kilobytes[mode] = {0: 0}, {0: 0}
    thread = {"thread_id": mode}
    for turn in range(1, 61):
        graph_long.invoke(question, {"configurable": thread}, durability=mode)
        if turn % 20 == 0:
            sizes = [n for (n,) in connection.execute(sizes_of_thread, thread)]
            rows[mode][turn] = len(sizes)
            kilobytes[mode][turn] = round(sum(sizes) / 1000, -2)

# %%
show_chart(rows, x="turns", y="rows")
show_chart(kilobytes, x="turns", y="kB")

# %% [markdown]
# A turn adds six rows, three checkpoints and three writes, so the rows grow in
# a straight line. The bytes do not: each checkpoint holds the whole
# conversation, and twice the turns cost four times the space. After 60 turns
# 24 kB of text have become 4,400 kB.
#
# `sync` and `async` save the same, at different moments. `exit` saves one
# checkpoint for each run and no writes, about a third of the bytes. It is
# still a curve. Only a shorter state straightens it: lessons 04 to 06.
#
# > **In production:** take `exit` only where you can afford to lose a run. If
# > the process dies in the middle, nothing of that run was saved.
#
# ## Delete what you no longer need
#
# `delete_thread` belongs to the checkpointer, not to the graph. An id that does
# not exist is no error here either.

# %%
for thread_id in ("sync", "no such thread"):
    checkpointer.delete_thread(thread_id)
print("of the graph:", hasattr(graph_long, "delete_thread"))

for table in ("checkpoints", "writes"):
    found = connection.execute(
        f"SELECT thread_id, count(*) FROM {table} GROUP BY thread_id"
    )
    print(table, dict(found.fetchall()))

# %% [markdown]
# Both tables have lost the thread `sync`, and the two others are untouched.
#
# That was all or nothing. Between the two, the interface of a checkpointer has
# three more methods. The savers you know do not implement them yet:

# %%
for saver in (InMemorySaver(), checkpointer):
    for method, arguments in (
        ("prune", (["exit"],)),
        ("copy_thread", ("exit", "copy")),
        ("delete_for_runs", (["a run"],)),
    ):
        try:
            getattr(saver, method)(*arguments)
        except NotImplementedError as error:
            print(type(saver).__name__, method, type(error).__name__)

# %% [markdown]
# `PostgresSaver` has `prune`. On SQLite you write such a rule
# yourself, in the lab.
#
# > **Pitfall:** `list` of a `SqliteSaver` holds a lock until its last row is
# > read. Call `delete_thread` inside such a loop, and it waits for ever. Make a
# > list first, then delete:

# %%
listing = checkpointer.list({"configurable": {"thread_id": "exit"}})
newest = next(listing)
print("locked in the loop:", checkpointer.lock.locked())
older = list(listing)
print("locked after it:", checkpointer.lock.locked())
connection.close()

# %% [markdown]
# ## Summary
#
# - `get_state` reads the newest checkpoint, or one by its `checkpoint_id`;
#   `get_state_history` takes `filter` and `limit`. An unknown thread is empty.
# - `update_state` adds a checkpoint, through the reducers. `invoke(None, …)`
#   with an old config runs what was due there.
# - A state holds data that can be turned into bytes. A wrong value in a
#   Pydantic state stops the thread until you go back.
# - Rows grow with the turns, bytes with their square. `durability="exit"` needs
#   about a third of them.
# - `checkpointer.delete_thread` removes one thread from both tables.
#
# ## Check yourself
#
# 1. You correct a message with `update_state`, and it appears twice. What was
#    missing?
# 2. A thread of 60 turns takes 4,400 kB. How much will 120 turns take?
# 3. Why can you delete every checkpoint but the newest, and the conversation
#    still goes on?
#
# <details><summary>Answers</summary>
#
# 1. The `id` of the message that you wanted to replace.
# 2. About four times as much, 18 MB.
# 3. Each checkpoint holds the whole state, not the difference to the one
#    before.
#
# </details>
#
# ## Next
#
# [Lab 03](../labs/lab_03_managing_checkpoints.ipynb) builds a rule that keeps
# the newest checkpoint and those you have pinned. Lesson 04 fits a long
# conversation into the model's context window.
