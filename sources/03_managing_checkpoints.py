# %% [markdown]
# # Manage a thread's checkpoints
#
# Every turn of a conversation leaves checkpoints behind, and nothing removes
# them. At the end of this lesson you can find one, correct it, and go on from
# there. You know what a thread costs, and you can delete it.
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
from typing import TypedDict

from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, MessagesState, StateGraph
from pydantic import BaseModel, ValidationError

from helpers import chat_model, show_chart, show_history, show_messages

# %% [markdown]
# In lesson 02 a checkpointer gave a chatbot a memory: the newest state of its
# thread. The older checkpoints were saved too, but nobody used them.
#
# ## Find a checkpoint
#
# The chatbot again. Its node now says when it runs.

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
# Three turns, three checkpoints each. `get_state_history` gives them, the
# newest first. With `limit` you get fewer. With `filter` you get those with
# certain metadata:

# %%
show_history(graph.get_state_history(config, limit=4))
for snapshot in graph.get_state_history(config, filter={"source": "input"}):
    print("a turn began at step", snapshot.metadata["step"])

# %% [markdown]
# `get_state` gives the newest checkpoint. If the config has a `checkpoint_id`,
# it gives that one. Step 4 was the end of the second turn:

# %%
old = next(graph.get_state_history(config, filter={"step": 4}))
checkpoint_id = old.config["configurable"]["checkpoint_id"]

old_config = {
    "configurable": {"thread_id": "trip", "checkpoint_id": checkpoint_id}
}
show_messages(graph.get_state(old_config).values)

# %% [markdown]
# > **Pitfall:** a thread that does not exist is no error. You get an empty
# > snapshot, so a mistyped `thread_id` looks like a new conversation:

# %%
snapshot = graph.get_state({"configurable": {"thread_id": "tripp"}})
print("values:", snapshot.values)
print("metadata:", snapshot.metadata)

# %% [markdown]
# ## Replay and correct
#
# At step 3 Bob's second message was in the state, and `chatbot` was due. Run
# the graph with the config of this checkpoint, and with `None` as input:

# %%
due = next(graph.get_state_history(config, filter={"step": 3}))
result = graph.invoke(None, due.config)
print(result["messages"][-1].text)

# %% [markdown]
# This is a **replay**. The node ran once: only what was due at step 3 was done
# again.
#
# But Bob made a mistake. He lives in Rome. `update_state` writes a new
# checkpoint:

# %%
graph.update_state(config, {"messages": [("human", "I live in Rome.")]})
show_messages(graph.get_state(config).values)

# %% [markdown]
# The update went through the reducer, so the message was added at the end. The
# replay is the newest branch now, so the third turn is no longer in it.
#
# To correct the old message, write one with the same `id`. Do it at step 3,
# before the answer. `update_state` returns the config of its new checkpoint,
# and a replay from there gives a new answer:

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
# Nothing was overwritten. The history is a tree now, with three branches from
# step 3. On the right is the first conversation, in the middle the replay. On
# the left is the corrected conversation, the newest.
#
# ## Write only what can be saved
#
# A checkpointer turns the state into bytes. It can do so with text, numbers,
# lists and messages. It cannot with a function, a lock or an open connection:


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
# Create such things inside the node. Keep in the state what you need to create
# them.
#
# A Pydantic state is checked when a node is given it, but not when it is saved.
# So a wrong value can get in:


# %%
class Guest(BaseModel):
    name: str = ""
    visits: int = 0


builder_guest = StateGraph(Guest)
builder_guest.add_node("greet", lambda state: {"visits": state.visits + 1})
builder_guest.add_edge(START, "greet")
graph_guest = builder_guest.compile(checkpointer=InMemorySaver())

hello = {"name": "Bob"}
graph_guest.invoke(hello, config)
good = graph_guest.get_state(config)
graph_guest.update_state(config, {"visits": "many"})
try:
    graph_guest.invoke(hello, config)
except ValidationError as error:
    print(error.errors()[0]["msg"])
graph_guest.update_state(good.config, {"visits": 2})
print(graph_guest.invoke(hello, config))

# %% [markdown]
# The wrong value was saved, and the next turn failed. So would every turn after
# it. The way out is an older checkpoint: an update from there becomes the
# newest.
#
# ## Measure how a thread grows
#
# `durability` says when checkpoints are saved:
#
# - `"sync"`: before the next step;
# - `"async"`, the default: while the next step runs;
# - `"exit"`: once, when the run ends.
#
# Each mode now talks for 60 turns, in a database that we can look into. We
# count the rows of both tables, and add up their bytes. (LangGraph saves from
# another Python thread. Without `check_same_thread=False` the connection would
# refuse that.)


# %%
def answer(state: MessagesState):
    return {"messages": [("ai", "a" * 200)]}


builder_long = StateGraph(MessagesState)
builder_long.add_node("answer", answer)
builder_long.add_edge(START, "answer")
question = {"messages": [("human", "q" * 200)]}

connection = sqlite3.connect(":memory:", check_same_thread=False)
checkpointer = SqliteSaver(connection)
graph_long = builder_long.compile(checkpointer=checkpointer)
sizes_of_thread = """
SELECT length(checkpoint) + length(metadata) FROM checkpoints
WHERE thread_id = :thread_id UNION ALL
SELECT length(value) FROM writes WHERE thread_id = :thread_id
"""

# %%
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
show_chart(rows, x="turns", y="rows")
show_chart(kilobytes, x="turns", y="kB")

# %% [markdown]
# A turn adds three checkpoints and three writes, so the rows grow in a straight
# line. The bytes do not. Each checkpoint holds the whole conversation, so twice
# the turns cost four times the space. Here 24 kB of text became 4,400 kB.
#
# `sync` and `async` save the same. `exit` saves one checkpoint for each run and
# no writes, about a third of the bytes. It is still a curve. Only a shorter
# state makes it straight: lessons 04 to 06.
#
# > **In production:** take `exit` only where you can afford to lose a run. If
# > the process dies in the middle, nothing of that run was saved.
#
# ## Delete what you no longer need
#
# `delete_thread` belongs to the checkpointer, not to the graph. A thread that
# does not exist is no error here either. `prune` should delete less: the old
# checkpoints of a thread.

# %%
for thread_id in ("sync", "no such thread"):
    checkpointer.delete_thread(thread_id)

for table in ("checkpoints", "writes"):
    found = connection.execute(
        f"SELECT thread_id, count(*) FROM {table} GROUP BY thread_id"
    )
    print(table, dict(found.fetchall()))

for saver in (InMemorySaver(), checkpointer):
    try:
        saver.prune(["exit"])
    except NotImplementedError:
        print(f"{type(saver).__name__} has no prune")

# %% [markdown]
# Both tables have lost the thread `sync`. The others are untouched. These two
# savers do not have `copy_thread` and `delete_for_runs` yet either;
# `PostgresSaver` has `prune`. For SQLite you write such a rule in the lab.
#
# > **Pitfall:** `list` of a `SqliteSaver` holds a lock until its last row is
# > read. A `delete_thread` inside such a loop would wait for ever. Make a list
# > first, then delete:

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
