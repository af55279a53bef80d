# %% [markdown]
# # Keep state between runs
#
# A graph starts empty each time you run it, so a chatbot built on it forgets
# you between two sentences. At the end of this lesson a conversation goes on
# from run to run, and even from one Python process to the next.
#
# **You will learn** to
#
# - define a state and say how its parts are updated;
# - explain super-step, checkpoint and thread, and read a `StateSnapshot`;
# - tell thread-level from cross-session persistence;
# - show what dies with a process and what does not.
#
# **You need** [lesson 00](00_start_here.ipynb).
#
# **Time** 25 minutes

# %%
import subprocess
import sys
from typing import Annotated, TypedDict

from langchain_core.messages import SystemMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.graph.message import add_messages
from langgraph.runtime import Runtime
from langgraph.store.memory import InMemoryStore
from pydantic import BaseModel, ValidationError

from helpers import (
    chat_model,
    fresh_path,
    show_history,
    show_messages,
    show_state,
)

# %% [markdown]
# In lesson 00 you built a graph of one node that answers with a chat model.
# The model itself remembered nothing from call to call.
#
# ## Run a graph that forgets
#
# The same graph again, run twice:

# %%
model = chat_model()


def chatbot(state: MessagesState):
    return {"messages": [model.invoke(state["messages"])]}


builder = StateGraph(MessagesState)
builder.add_node("chatbot", chatbot)
builder.add_edge(START, "chatbot")
graph = builder.compile()

# %%
result = graph.invoke({"messages": [("human", "Hi, I'm Bob.")]})
show_messages(result["messages"])

# %%
result = graph.invoke({"messages": [("human", "What's my name?")]})
show_messages(result["messages"])

# %% [markdown]
# Each run began with an empty state and ended with a list of two messages. The
# first list was thrown away.
#
# ## Define a state
#
# The state is what the nodes of a graph share. A node returns an *update*, and
# a **reducer** says how the update joins what is there. `MessagesState` has
# one key, `messages`, with the reducer `add_messages`. You can write the same
# yourself as a `TypedDict`. A key without a reducer is simply replaced.


# %%
class VisitState(TypedDict):
    messages: Annotated[list, add_messages]
    visits: int


def welcome(state: VisitState):
    return {"messages": [("ai", "Welcome!")], "visits": state["visits"] + 1}


builder_visits = StateGraph(VisitState)
builder_visits.add_node("welcome", welcome)
builder_visits.add_edge(START, "welcome")
result = builder_visits.compile().invoke(
    {"messages": [("human", "Good morning.")], "visits": 6}
)
show_messages(result["messages"])
print("visits:", result["visits"])

# %% [markdown]
# The node returned one message, and the list has two: `add_messages` appended
# it. It returned one number, and the number is the new one.
#
# A Pydantic model can be a state as well. It checks what goes into a node:


# %%
class CheckedState(BaseModel):
    messages: Annotated[list, add_messages]
    visits: int


def greet(state: CheckedState):
    return {"visits": state.visits + 1}


builder_checked = StateGraph(CheckedState)
builder_checked.add_node("greet", greet)
builder_checked.add_edge(START, "greet")
try:
    builder_checked.compile().invoke({"messages": [], "visits": "many"})
except ValidationError as error:
    print(error.errors()[0]["msg"])

# %% [markdown]
# ## Add a checkpointer
#
# LangGraph runs a graph in **super-steps**: in each one, all nodes that are
# due run, and then their updates are applied. A **checkpointer** saves the
# state at each super-step. One saved state is a **checkpoint**, and the
# checkpoints of one conversation form a **thread**. You name the thread with
# `thread_id`.

# %%
graph = builder.compile(checkpointer=InMemorySaver())
config = {"configurable": {"thread_id": "bob-1"}}

graph.invoke({"messages": [("human", "Hi, I'm Bob.")]}, config)
result = graph.invoke({"messages": [("human", "What's my name?")]}, config)
show_messages(result["messages"])

# %% [markdown]
# The second run sent one message and the model saw three: the checkpointer had
# put the saved state in front. Nothing else in the graph has changed.
#
# `get_state` returns the newest checkpoint of a thread as a `StateSnapshot`.

# %%
snapshot = graph.get_state(config)
show_state(snapshot)

# %% [markdown]
# | field | what it holds |
# |---|---|
# | `values` | the state |
# | `next` | the nodes that run next; empty when the run is finished |
# | `config` | what identifies the checkpoint: `thread_id` and `checkpoint_id` |
# | `metadata` | `source` (why it was saved), `step` (its number in the thread), `parents` |
# | `created_at` | when it was saved |
# | `parent_config` | the checkpoint before it |
# | `tasks` | the work that is due next, with errors and interrupts |
# | `interrupts` | questions that wait for a person |
#
# `get_state_history` returns all checkpoints of the thread, the newest first.

# %%
show_history(graph.get_state_history(config))

# %% [markdown]
# Two runs left six checkpoints, three for each run. Read one run from the
# bottom: the first is saved when the input arrives (`source` is `input`), the
# second when the input is in the state and `chatbot` is due, the third after
# `chatbot` has answered. A graph with two nodes in a row has one more
# super-step, and leaves four:

# %%
builder_two = StateGraph(MessagesState)
builder_two.add_node("chatbot", chatbot)
builder_two.add_node("sign", lambda state: {"messages": [("ai", "Bye.")]})
builder_two.add_edge(START, "chatbot")
builder_two.add_edge("chatbot", "sign")
graph_two = builder_two.compile(checkpointer=InMemorySaver())

graph_two.invoke({"messages": [("human", "Hi, I'm Ann.")]}, config)
print(len(list(graph_two.get_state_history(config))), "checkpoints")

# %% [markdown]
# ## Tell threads from sessions
#
# A thread is one conversation. In a new thread the graph starts empty again:

# %%
new_config = {"configurable": {"thread_id": "bob-2"}}
result = graph.invoke({"messages": [("human", "What's my name?")]}, new_config)
show_messages(result["messages"])

# %% [markdown]
# What should outlive a conversation goes into a **store**. A store belongs to
# no thread. Its items have a namespace, often the user, and a key. Here the
# node reads one item and tells the model:


# %%
def chatbot_that_knows(state: MessagesState, runtime: Runtime):
    item = runtime.store.get(("users", "bob"), "name")
    info = SystemMessage(f"User info: the user's name is {item.value['is']}.")
    return {"messages": [model.invoke([info, *state["messages"]])]}


store = InMemoryStore()
store.put(("users", "bob"), "name", {"is": "Bob"})

builder_store = StateGraph(MessagesState)
builder_store.add_node("chatbot", chatbot_that_knows)
builder_store.add_edge(START, "chatbot")
graph_store = builder_store.compile(checkpointer=InMemorySaver(), store=store)

# %%
for thread_id in ("bob-3", "bob-4"):
    result = graph_store.invoke(
        {"messages": [("human", "What's my name?")]},
        {"configurable": {"thread_id": thread_id}},
    )
    show_messages(result["messages"])

# %% [markdown]
# Two new threads, and both know the name. So there are two kinds of
# persistence, and what an application offers rests on one of them:
#
# | what the user gets | persistence below it | mechanism |
# |---|---|---|
# | short-term memory: one conversation has context | thread-level | checkpointer + `thread_id` |
# | long-term memory: facts survive across conversations | cross-session | store + namespace (`user_id`) |
# | human in the loop: pause, ask a person, go on | thread-level | `interrupt` and `Command(resume=…)` |
# | time travel: look back, replay, branch | thread-level | checkpoint history, `update_state` |
#
# Persistence is what the framework does. Memory is what your application makes
# of it.
#
# ## Find out what dies with the process
#
# `InMemorySaver` keeps checkpoints in a Python dictionary. `SqliteSaver` keeps
# them in a file. We save the same conversation with both, then let a second
# Python process look for it.

# %%
path = fresh_path("lesson_01.sqlite")
message = {"messages": [("human", "Hi, I'm Bob.")]}

in_memory = InMemorySaver()
builder.compile(checkpointer=in_memory).invoke(message, config)
with SqliteSaver.from_conn_string(path) as on_disk:
    builder.compile(checkpointer=on_disk).invoke(message, config)

# %%
reader = """
import sys
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver

config = {"configurable": {"thread_id": "bob-1"}}
print("InMemorySaver:", InMemorySaver().get(config))
with SqliteSaver.from_conn_string(sys.argv[1]) as checkpointer:
    messages = checkpointer.get(config)["channel_values"]["messages"]
print("SqliteSaver:", [message.text for message in messages])
"""
second = subprocess.run(
    [sys.executable, "-c", reader, path],
    capture_output=True, text=True, check=True,
)  # fmt: skip
print(second.stdout)

# %% [markdown]
# The second process has no access to the first one's dictionary, and an
# `InMemorySaver` of its own is empty. The file is there for both. If the first
# process had crashed after the run, nothing would be different.
#
# > **Pitfall:** `SqliteSaver.from_conn_string` is a context manager. The
# > database is closed at the end of its `with` block, and a graph that still
# > uses it fails:

# %%
graph_closed = builder.compile(checkpointer=on_disk)
try:
    graph_closed.invoke(message, config)
except Exception as error:
    print(f"{type(error).__name__}: {error}")

# %% [markdown]
# > **In production:** use the in-memory checkpointer and store while you
# > develop and test, and a database when the application serves people. It is
# > the same rule for both, and only the line that creates them changes.
#
# ## Summary
#
# - A state is a `TypedDict` or a Pydantic model; a reducer joins an update to
#   it, and a key without one is replaced.
# - A checkpointer saves a checkpoint at each super-step of a thread. A
#   `StateSnapshot` shows one: its values, what is next, where it came from.
# - Checkpoints are thread-level persistence. A store is cross-session
#   persistence.
# - What is kept in memory dies with the process. A database does not.
#
# ## Check yourself
#
# 1. A graph runs three nodes, one after the other. How many checkpoints does
#    one run leave?
# 2. A user says their name in thread `a`. Which mechanism lets thread `b` know
#    it?
# 3. Your web server restarts at night, and in the morning the chatbot has
#    forgotten every conversation. Which line do you look at?
#
# <details><summary>Answers</summary>
#
# 1. Five: one for the input, one before the first node, one after each node.
# 2. A store. A checkpointer keeps threads apart.
# 3. The line that creates the checkpointer. It probably says `InMemorySaver`.
#
# </details>
#
# ## Next
#
# [Lab 01](../labs/lab_01_persistence_concepts.ipynb) lets you build these
# pieces. [Lesson 02](02_short_term_memory.ipynb) turns thread-level
# persistence into a chatbot's short-term memory.
