# %% [markdown]
# # Lab 05: Forget on request
#
# You delete turns, keep a conversation short, clear it on a command, and in
# the end forget a person without a trace.
#
# **You need** [lesson 05](../notebooks/05_deletion.ipynb).
#
# **Time** 40 minutes

# %%
import sqlite3
from contextlib import closing

from langchain_core.messages import (
    AIMessage,
    HumanMessage,
    RemoveMessage,
    ToolMessage,
)
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.graph.message import REMOVE_ALL_MESSAGES
from langgraph.store.sqlite import SqliteStore

from helpers import chat_model, exercise, find_traces, fresh_path

# %% [markdown]
# The checks write conversations in a short form: `h` is a human message, `c` a
# tool call, `t` its result, `a` an answer. So `"hcta"` is a turn with a tool.

# %%
config = {"configurable": {"thread_id": "lab"}}


def messages_like(kinds, topic="cats"):
    """Messages of the given kinds, with ids of their own."""
    message = {
        "h": lambda: HumanMessage(f"Tell me about {topic}."),
        "c": lambda: AIMessage(
            "", tool_calls=[{"name": "look_up", "args": {}, "id": topic}]
        ),
        "t": lambda: ToolMessage(f"Found: {topic}.", tool_call_id=topic),
        "a": lambda: AIMessage(f"This is about {topic}."),
    }
    return [message[kind]() for kind in kinds]


def kinds_of(messages):
    """The short form of messages."""
    letters = {"human": "h", "tool": "t", "ai": "a"}
    return "".join(
        "c" if getattr(m, "tool_calls", None) else letters[m.type]
        for m in messages
    )


def thread_of(*messages):
    """A graph whose thread in `config` holds these messages."""
    builder = StateGraph(MessagesState)
    builder.add_node("chatbot", lambda _: {})
    builder.add_edge(START, "chatbot")
    graph = builder.compile(checkpointer=InMemorySaver())
    graph.update_state(config, {"messages": list(messages)})
    return graph


# %% [markdown]
# ## Exercise 5.1: Forget a subject
#
# A turn begins with a human message and ends before the next one. Remove every
# whole turn in which a text occurs, in any of its messages, from the state of
# a thread. Return how many messages you removed.
#
# Wanted: in a thread with a turn about cats, one about orchids and one about
# dogs, two messages each, `forget(graph, config, "orchids")` returns `2`, and
# the turns about cats and dogs stay as they were.


# %%
def forget(graph, config, text: str) -> int:
    """Remove each turn with the text; return the number of messages."""
    # BEGIN SOLUTION
    old, turn = [], []
    for message in reversed(graph.get_state(config).values["messages"]):
        turn.append(message)
        if message.type == "human":
            if any(text in part.text for part in turn):
                old += turn
            turn = []
    removals = [RemoveMessage(id=message.id) for message in old]
    graph.update_state(config, {"messages": removals})
    return len(old)
    # END SOLUTION


# %%
with exercise("5.1"):
    cats = messages_like("ha", "cats")
    orchids = messages_like("hcta", "orchids")
    dogs = messages_like("ha", "dogs")
    # This turn has the word in the tool's result only.
    garden = messages_like("hcta", "gardens")
    garden[2].content = "Found: orchids."
    graph = thread_of(*cats, *orchids, *dogs, *garden)
    before = graph.get_state(config).values["messages"]
    removed = forget(graph, config, "orchids")
    after = graph.get_state(config).values["messages"]
    assert after != before, "the thread is as it was: nothing was removed"
    texts = " ".join(message.text for message in after)
    assert "orchids" not in texts, f"these texts are still there: {texts}"
    assert "cats" in texts and "dogs" in texts, (
        f"only these texts are left: {texts!r}; other turns have to stay"
    )
    assert kinds_of(after) == "haha", (
        f"left is {kinds_of(after)!r}; remove a turn as a whole, from its "
        "question to its answer"
    )
    assert after == [*before[:2], *before[6:8]], (
        "the turns that stay are not the same messages as before"
    )
    assert removed == 8, f"eight messages went; you returned {removed!r}"
    assert forget(graph, config, "orchids") == 0, (
        "a text that does not occur removes 0 messages"
    )

# %% [markdown]
# <details><summary>Hint</summary>
#
# Read the messages with `graph.get_state(config).values["messages"]` and cut
# them into turns: one ends where the next human message begins. Then one
# `graph.update_state` with a `RemoveMessage` for each message of the turns
# that have to go.
#
# </details>
#
# ## Exercise 5.2: Make room
#
# Write a node that runs in front of the chatbot. Once a thread has more than
# six messages, it removes the oldest turns, so that at most six messages stay.
# It keeps as many whole turns as fit. The newest turn always stays, however
# long it is.
#
# Wanted: of `ha ha ha h` stay the last five messages, `ha ha h`. Of `ha ha`
# everything stays.


# %%
def make_room(state: MessagesState):
    """Remove the oldest turns of a thread of more than six messages."""
    # BEGIN SOLUTION
    messages = state["messages"]
    starts = [n for n, m in enumerate(messages) if m.type == "human"]
    fitting = [n for n in starts if len(messages) - n <= 6]
    start = fitting[0] if fitting else starts[-1]
    return {"messages": [RemoveMessage(id=m.id) for m in messages[:start]]}
    # END SOLUTION


# %%
with exercise("5.2"):
    builder = StateGraph(MessagesState)
    builder.add_node("make_room", make_room)
    builder.add_edge(START, "make_room")
    graph = builder.compile()
    for turns, wanted in {
        "h": "h",
        "ha ha h": "hahah",
        "ha ha ha": "hahaha",
        "ha ha ha h": "hahah",
        "hcta ha h": "hah",
        "ha hcta h": "hctah",
        "hcta hcta ha h": "hah",
        "ha hcta ha h": "hah",
        "ha ha hctctcta": "hctctcta",
    }.items():
        messages = messages_like(turns.replace(" ", ""))
        after = graph.invoke({"messages": messages})["messages"]
        left = kinds_of(after)
        assert left, f"of {turns!r} nothing is left"
        assert left[0] == "h", (
            f"of {turns!r} you keep {left!r}: it does not start with a "
            "human message"
        )
        assert len(left) >= len(wanted), (
            f"of {turns!r} you keep {left!r}; {wanted!r} would fit"
        )
        assert len(left) <= len(wanted), (
            f"of {turns!r} you keep {left!r}; that is more than {wanted!r}"
        )
        assert after == messages[-len(left) :], (
            f"of {turns!r} the newest messages have to stay, unchanged"
        )

# %% [markdown]
# <details><summary>Hint</summary>
#
# Every human message is a place where the list may begin. Take the first of
# these places from which at most six messages follow. If there is none, take
# the last one.
#
# </details>
#
# ## Exercise 5.3: A command that clears the conversation
#
# Write the chatbot node of a graph. It answers with `model` as usual. But when
# the newest message is `/clear`, everything before it goes, and the turn still
# has an answer, with a text of your own.
#
# Wanted: after "Hi, I'm Bob." and "/clear" two messages are left, `/clear` and
# its answer. The chatbot does not know Bob any more.

# %%
model = chat_model()


# %%
def chatbot(state: MessagesState):
    """Answer the newest message; `/clear` removes what was before it."""
    # BEGIN SOLUTION
    newest = state["messages"][-1]
    if newest.text != "/clear":
        return {"messages": [model.invoke(state["messages"])]}
    everything = RemoveMessage(id=REMOVE_ALL_MESSAGES)
    answer = AIMessage("I have cleared our conversation.")
    return {"messages": [everything, newest, answer]}
    # END SOLUTION


# %%
with exercise("5.3"):
    builder = StateGraph(MessagesState)
    builder.add_node("chatbot", chatbot)
    builder.add_edge(START, "chatbot")
    graph = builder.compile(checkpointer=InMemorySaver())

    def say(text):
        """One turn; return the messages of the thread after it."""
        turn = {"messages": [("human", text)]}
        return graph.invoke(turn, config)["messages"]

    say("Hi, I'm Bob.")
    assert "Bob" in say("What do you know about me?")[-1].text, (
        "without /clear the chatbot has to remember"
    )
    after = say("/clear")
    assert after, "after /clear nothing is left, not even an answer"
    assert after[-1].type == "ai", "the turn with /clear has no answer"
    assert len(after) <= 2, (
        f"after /clear {len(after)} messages are left; wanted two"
    )
    assert kinds_of(after) == "ha" and after[0].text == "/clear", (
        "what is left has to start with the human message /clear"
    )
    after = say("What do you know about me?")
    assert "Bob" not in after[-1].text, "the chatbot still knows Bob"
    assert len(after) == 4, f"one more turn makes {len(after)} messages, not 4"

# %% [markdown]
# <details><summary>Hint</summary>
#
# Return three things in the right order: `RemoveMessage` with
# `REMOVE_ALL_MESSAGES`, the message `/clear` again, the answer. What stands
# before the removal is dropped.
#
# </details>
#
# ## Exercise 5.4: Forget a user
#
# A service keeps everybody's threads and memories in one SQLite file. The
# `user_id` is in the config of every turn. A user's memories are in the
# namespace `("users", user_id)` and in namespaces below it.
#
# Write `forget_user`. Afterwards no row and no byte of the file or its journal
# holds anything of that user. Every other row is what it was, and the service
# goes on with the same checkpointer and store. Collect the thread ids before
# you delete the first thread: `delete_thread` waits for ever while you are
# still looping over `checkpointer.list`.


# %%
def forget_user(user_id: str, checkpointer, store, path: str) -> None:
    """Erase a user's threads and memories, in the file `path` too."""
    # BEGIN SOLUTION
    saved = list(checkpointer.list(None, filter={"user_id": user_id}))
    for thread_id in {c.config["configurable"]["thread_id"] for c in saved}:
        checkpointer.delete_thread(thread_id)
    while items := store.search(("users", user_id)):
        for item in items:
            store.delete(item.namespace, item.key)
    with closing(sqlite3.connect(path)) as database:
        database.execute("VACUUM")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    # END SOLUTION


# %%
def rows(path):
    """All rows of the file, by table, with every byte."""
    with closing(sqlite3.connect(path)) as database:
        return {
            table: set(database.execute(f"SELECT * FROM {table}"))
            for table in ("checkpoints", "writes", "store")
        }


def chat(checkpointer, user_id, thread_id, text):
    """One turn of a user with the service."""
    builder = StateGraph(MessagesState)
    builder.add_node("chatbot", lambda _: {"messages": [("ai", text)]})
    builder.add_edge(START, "chatbot")
    graph = builder.compile(checkpointer=checkpointer)
    turn = {"messages": [("human", text)]}
    ids = {"thread_id": thread_id, "user_id": user_id}
    return graph.invoke(turn, {"configurable": ids})["messages"]


with exercise("5.4"):
    path = fresh_path("lab_05.sqlite")
    with (
        SqliteSaver.from_conn_string(path) as checkpointer,
        SqliteStore.from_conn_string(path) as store,
    ):
        for database in (checkpointer.conn, store.conn):
            database.execute("PRAGMA secure_delete = OFF")
        store.setup()
        chat(checkpointer, "anna", "anna-1", "I grow tulips.")
        chat(checkpointer, "bob", "garden", "I grow roses.")
        store.put(("users", "anna"), "0", {"text": "grows tulips"})
        store.put(("users", "bob"), "0", {"text": "grows roses"})
        store.put(("news",), "0", {"text": "It is spring."})
        others = rows(path)
        for thread_id in ("ann-1", "ann-2", "holiday"):
            chat(checkpointer, "ann", thread_id, "I grow orchids.")
        for number in range(12):
            store.put(("users", "ann"), str(number), {"text": "orchids"})
        store.put(("users", "ann", "places"), "0", {"text": "orchids"})

        forget_user("ann", checkpointer, store, path)
        left = rows(path)
        for table, kept in others.items():
            assert kept <= left[table], (
                f"somebody else's rows in {table} are gone or changed"
            )
        found = find_traces("orchids", store=store, path=path)
        places = ", ".join(place for place, count in found.items() if count)
        assert not places, f"the user's words are still in: {places}"
        assert left == others, "there are rows that were not there before"
        assert len(chat(checkpointer, "bob", "garden", "Hello!")) == 4, (
            "the service does not go on as before"
        )

# %% [markdown]
# <details><summary>Hint</summary>
#
# Three parts. Threads: `checkpointer.list(None, filter={"user_id": user_id})`
# finds them, whatever they are called. Memories: `store.search` returns ten
# items unless you give a `limit`, and each item knows its own `namespace`.
# File: `VACUUM`, then `PRAGMA wal_checkpoint(TRUNCATE)`.
#
# </details>
#
# ## Go further
#
# - Open the connections with `PRAGMA secure_delete = ON` instead. Which of the
#   two statements does `forget_user` still need?
# - Let `forget_user` return what it erased, in numbers, without a single word
#   of it.
