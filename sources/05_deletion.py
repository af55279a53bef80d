# %% [markdown]
# # Delete messages, and find what is left of them
#
# A conversation grows with every turn, and some of what people say should not
# be kept at all. At the end of this lesson you can take messages out of a
# thread, and show that a secret is gone from the database too.
#
# **You will learn** to
#
# - remove messages by id, all at once, or by replacing the list;
# - delete in a node and still give an answer;
# - keep what is left a valid conversation;
# - find and erase what deletion leaves behind.
#
# **You need** [lesson 04](04_trimming.ipynb).
#
# **Time** 25 minutes

# %%
import sqlite3
from typing import Annotated, TypedDict

from langchain.agents import create_agent
from langchain_core.exceptions import ModelInvalidRequestError
from langchain_core.messages import RemoveMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.graph.message import REMOVE_ALL_MESSAGES, add_messages
from langgraph.store.sqlite import SqliteStore
from langgraph.types import Overwrite

from helpers import (
    chat_model,
    find_traces,
    fresh_path,
    show_messages,
    show_traces,
)

# %% [markdown]
# In lesson 04 you trimmed what one call sends to the model. The saved state
# kept everything.
#
# ## Remove a message by its id
#
# This lesson builds many small graphs. `build` makes one whose nodes run in a
# row, and `talk` sends it one text after the other.

# %%
model = chat_model()
config = {"configurable": {"thread_id": "bob"}}


def chatbot(state: MessagesState):
    return {"messages": [model.invoke(state["messages"])]}


def build(*nodes):
    builder = StateGraph(MessagesState)
    builder.add_sequence(nodes)
    builder.add_edge(START, nodes[0].__name__)
    return builder.compile(checkpointer=InMemorySaver())


# %%
def talk(graph, *texts):
    for text in texts:
        result = graph.invoke({"messages": [("human", text)]}, config)
    return result["messages"]


graph = build(chatbot)
messages = talk(
    graph,
    "My password is orchid.",
    "Please forget my password.",
    "What is my password?",
)
show_messages(messages)

# %% [markdown]
# Asking the model to forget does nothing. The password is in the thread, and
# every call sends the thread.
#
# You delete by sending the state a `RemoveMessage` with the id of the message
# to remove. Here the first and the last turn go, each with its answer, since
# the answers repeat the password:


# %%
def remove(messages):
    """An update that removes these messages."""
    return {"messages": [RemoveMessage(id=m.id) for m in messages]}


old = [*messages[:2], *messages[-2:]]
graph.update_state(config, remove(old))
show_messages(talk(graph, "What is my password?"))

# %%
try:
    graph.update_state(config, remove(old))
except ValueError as error:
    print(str(error).split(" (")[0])

# %% [markdown]
# A `RemoveMessage` is no part of the conversation. It is an order to the
# reducer `add_messages`, which finds messages by their ids. An id that is not
# there is an error, so nothing can be removed twice.
#
# ## Delete in a node
#
# A node returns removals like any other update. Here are three rules, and a
# node that forgets to return:


# %%
def delete_two(state: MessagesState):
    messages = state["messages"]
    return remove(messages[:2] if len(messages) > 2 else [])


def delete_six(state: MessagesState):
    messages = state["messages"]
    return remove(messages[:6] if len(messages) > 6 else [])


def keep_three(state: MessagesState):
    return remove(state["messages"][:-3])


def delete_in_vain(state: MessagesState):
    remove(state["messages"])


# %%
for nodes in (
    (chatbot, delete_two),
    (chatbot, delete_six),
    (chatbot, keep_three),
    (keep_three, chatbot),
    (chatbot, delete_in_vain),
):
    graph = build(*nodes)
    lengths = [len(talk(graph, "Hello!")) for _ in range(5)]
    first = graph.get_state(config).values["messages"][0].type
    names = " -> ".join(node.__name__ for node in nodes)
    print(f"{names:25} {lengths}, first: {first}")

# %% [markdown]
# The numbers are the messages saved after each of five turns. `delete_six`
# waits for the eighth message and leaves two. `keep_three` leaves a list that
# starts with an answer when it comes after the chatbot, and with a question
# when it comes before. What is not returned deletes nothing.
#
# A deleted message takes its facts along:

# %%
graph = build(chatbot, delete_two)
show_messages(talk(graph, "Hi, I'm Bob.", "I like cats.", "What's my name?"))

# %% [markdown]
# The name went at the end of the second turn, so the third does not know it.
# Lesson 06 keeps such facts in a summary.
#
# > **Pitfall:** a node that *either* deletes *or* answers gives no answer in
# > the turn in which it deletes:


# %%
def delete_or_answer(state: MessagesState):
    if len(state["messages"]) > 2:
        return delete_two(state)
    return chatbot(state)


show_messages(talk(build(delete_or_answer), "Hi, I'm Bob.", "What's my name?"))

# %% [markdown]
# The turn ends with the question. Give deletion a node of its own, as above,
# or return removals and answer together.
#
# ## Clear or replace the list
#
# The id `REMOVE_ALL_MESSAGES` stands for every message before it, those of the
# same update included. You can watch the reducer at work by calling it:

# %%
everything = RemoveMessage(id=REMOVE_ALL_MESSAGES)
saved = [("human", "One"), ("ai", "Two")]
update = [("human", "Three"), everything, ("human", "Four")]
show_messages(add_messages(saved, update))

# %% [markdown]
# `Overwrite` goes past the reducer: the list that you give is the new list. It
# must hold message objects, since nothing converts them.

# %%
graph = build(chatbot)
messages = talk(graph, "Hi, I'm Bob.", "I like cats.")
graph.update_state(config, {"messages": Overwrite(messages[-2:])})
show_messages(graph.get_state(config).values)

# %% [markdown]
# Only `add_messages` understands a `RemoveMessage`. A state with another
# reducer, or with none, takes it for a message:


# %%
class AddState(TypedDict):
    messages: Annotated[list, lambda old, new: old + new]


class PlainState(TypedDict):
    messages: list


for state_class in (AddState, PlainState):
    builder = StateGraph(state_class)
    builder.add_node("delete", lambda _: {"messages": [everything]})
    builder.add_edge(START, "delete")
    print(state_class.__name__)
    show_messages(builder.compile().invoke({"messages": [("human", "Hi!")]}))

# %% [markdown]
# A reducer that appends, like `operator.add`, has appended the order, and
# nothing is deleted. Without a reducer the order has replaced the list.
#
# ## Keep what is left valid
#
# What is left must be a conversation that a provider accepts. Some want a
# human message first, and all want a result for each tool call and a call for
# each result. Here an agent has called a tool, and we delete the earliest two
# messages:


# %%
def weather(city: str) -> str:
    """The weather in a city."""
    return f"It is sunny in {city}."


agent = create_agent(model, [weather], checkpointer=InMemorySaver())
messages = talk(agent, "What's the weather in Paris?")
show_messages(messages)

# %%
agent.update_state(config, remove(messages[:2]))
try:
    talk(agent, "What's the weather in Rome?")
except ModelInvalidRequestError:
    print("The model refuses these messages:")
show_messages(agent.get_state(config).values)

# %% [markdown]
# The call is gone, and its result is left. LangGraph accepts that. The model
# does not, and it will refuse every later turn of this thread. So do not cut
# after a number of messages. Cut before a human message, where a turn begins:


# %%
def old_turns(messages, keep):
    """What can go so that `keep` messages and their whole turn stay."""
    start = max(len(messages) - keep, 0)
    while start > 0 and messages[start].type != "human":
        start -= 1
    return messages[:start]


agent = create_agent(model, [weather], checkpointer=InMemorySaver())
messages = talk(
    agent, "What's the weather in Paris?", "What's the weather in Rome?"
)
agent.update_state(config, remove(old_turns(messages, keep=3)))
show_messages(talk(agent, "Thanks!"))

# %% [markdown]
# The last three messages were a call, its result and an answer. `old_turns`
# went back to their question, and the next turn works.
#
# ## Find and erase what is left behind
#
# Now Bob and Ann use a chatbot that keeps its threads and its store in one
# SQLite file.


# %%
def connect(path):
    """A connection as SqliteStore and SqliteSaver need it."""
    database = sqlite3.connect(
        path, check_same_thread=False, isolation_level=None
    )
    # The usual setting. Some builds of SQLite have another one.
    database.execute("PRAGMA secure_delete = OFF")
    return database


path = fresh_path("lesson_05.sqlite")
checkpointer, store = SqliteSaver(connect(path)), SqliteStore(connect(path))
store.setup()
builder = StateGraph(MessagesState)
builder.add_node("chatbot", chatbot)
builder.add_edge(START, "chatbot")
graph = builder.compile(checkpointer=checkpointer, store=store)

# %%
for user_id, thread_id, text in (
    ("ann", "monday", "My password is tulip."),
    ("bob", "tuesday", "My password is orchid."),
    ("bob", "friday", "Remember that my password is orchid."),
):
    config["configurable"] = {"thread_id": thread_id, "user_id": user_id}
    messages = talk(graph, text)
store.put(("users", "bob"), "password", {"text": "The password is orchid."})

graph.update_state(config, remove(messages))
show_traces(find_traces("orchid", graph, config, store, path))

# %% [markdown]
# `find_traces` looks for a text in a thread, in a store, and in every table
# and every byte of a database. The message is deleted, and the live state is
# clean. But older checkpoints of the thread still hold it. So do the rows of
# Bob's other thread, the store, and the journal, where SQLite keeps what is
# new.
#
# `delete_thread` erases all checkpoints of a thread, and the writes. Which
# threads are Bob's? The saver knows, since the `user_id` of a config is saved
# with each checkpoint:

# %%
# All ids first: `list` holds a lock that `delete_thread` would wait for.
saved = list(checkpointer.list(None, filter={"user_id": "bob"}))
thread_ids = {c.config["configurable"]["thread_id"] for c in saved}
print(sorted(thread_ids))
for thread_id in thread_ids:
    checkpointer.delete_thread(thread_id)
store.delete(("users", "bob"), "password")
show_traces(find_traces("orchid", graph, config, store, path))

# %% [markdown]
# Every table is clean, and the bytes are still on the disk. SQLite marks the
# space as free and leaves what is in it. Watch what becomes of the bytes:

# %%
for statement in (
    "PRAGMA wal_checkpoint(TRUNCATE)",
    "VACUUM",
    "PRAGMA wal_checkpoint(TRUNCATE)",
):
    checkpointer.conn.execute(statement)
    found = find_traces("orchid", path=path)
    print(f"{statement:32} file: {found['file']}, ", end="")
    print(f"journal: {found['journal']}")

# %%
config["configurable"] = {"thread_id": "monday", "user_id": "ann"}
show_messages(talk(graph, "What is my password?"))
checkpointer.conn.close()
store.conn.close()

# %% [markdown]
# `wal_checkpoint(TRUNCATE)` empties the journal into the file. Alone it only
# moves the bytes there. `VACUUM` writes the file anew with what the tables
# hold, but into the journal first. So it takes both, `VACUUM` and then the
# emptying. And Ann has lost nothing.
#
# > **In production:** with `PRAGMA secure_delete = ON`, on every connection
# > and from the first day, SQLite overwrites what it deletes, and emptying the
# > journal is enough. `wal_checkpoint` returns three numbers; when the first
# > is 1, a reader was in the way and the journal is not empty yet. Backups,
# > logs and your model's provider have copies that no statement reaches.
#
# ## Summary
#
# - `RemoveMessage` removes by id, `REMOVE_ALL_MESSAGES` everything before it;
#   `Overwrite` replaces the list. The first two need `add_messages`.
# - Return removals, from a node of their own or together with the answer.
# - Cut where a turn begins, so that no tool result loses its call.
# - Deleted is not erased. Erasing takes `delete_thread` for each thread,
#   `store.delete` for each item, then `VACUUM` and an emptied journal.
#
# ## Check yourself
#
# 1. A node returns `{"messages": [answer, everything]}`. What is saved?
# 2. You removed a message, and `get_state_history` still shows it. Why?
# 3. A user asks you to forget them. You call `delete_thread` for each of their
#    threads. What have you not erased?
#
# <details><summary>Answers</summary>
#
# 1. An empty list. `REMOVE_ALL_MESSAGES` drops the answer before it too.
# 2. Removal makes a new checkpoint without the message. The older ones are
#    kept as they were.
# 3. Their items in the store, and the bytes that the database file and its
#    journal still hold.
#
# </details>
#
# ## Next
#
# [Lab 05](../labs/lab_05_deletion.ipynb) ends with a `forget_user` that leaves
# no trace. [Lesson 06](06_summarization.ipynb) shortens a conversation and
# keeps what matters.
