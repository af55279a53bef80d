# %% [markdown]
# # Lab 03: Keep the checkpoints that matter
#
# You find a checkpoint worth keeping, correct a message, see what each thread
# costs, and write a retention rule for SQLite: the newest checkpoint and the
# pinned ones stay, the rest goes.
#
# **You need** [lesson 03](../notebooks/03_managing_checkpoints.ipynb).
#
# **Time** 40 minutes

# %%
import sqlite3
from collections.abc import Collection
from contextlib import closing, suppress

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.types import Command, interrupt

from helpers import chat_model, exercise, fresh_path

# %% [markdown]
# The exercises share this chatbot. Each check compiles it anew.

# %%
model = chat_model()


def chatbot(state: MessagesState):
    return {"messages": [model.invoke(state["messages"])]}


builder = StateGraph(MessagesState)
builder.add_node("chatbot", chatbot)
builder.add_edge(START, "chatbot")


def thread(thread_id):
    """The config of a thread."""
    return {"configurable": {"thread_id": thread_id}}


def new_database():
    """A connection to a new file, for a SqliteSaver."""
    path = fresh_path("lab_03.sqlite")
    return sqlite3.connect(path, check_same_thread=False)


def say(graph, config, *texts):
    """One turn for each text; return the messages after the last."""
    for text in texts:
        result = graph.invoke({"messages": [("human", text)]}, config)
    return result["messages"]


# %% [markdown]
# ## Exercise 3.1: Find a point to pin
#
# A point worth keeping is the end of a turn: the answer is there, and nothing
# is due. Find it by what the user said.
#
# Wanted: after the turns "Hi, I'm Bob.", "I live in Paris." and "I have a
# cat.", `end_of_turn(graph, config, "I live in Paris.")` is the config of the
# checkpoint with four messages. If the text was said in several turns, take
# the newest. If it was never said, return `None`.


# %%
def end_of_turn(graph, config, text: str) -> RunnableConfig | None:
    """Config of the checkpoint that ended the turn begun with `text`."""
    # BEGIN SOLUTION
    for snapshot in graph.get_state_history(config):
        said = [
            message.text
            for message in snapshot.values["messages"]
            if message.type == "human"
        ]
        if said and said[-1] == text and not snapshot.next:
            return snapshot.config
    return None
    # END SOLUTION


# %%
with exercise("3.1"):
    graph = builder.compile(checkpointer=InMemorySaver())
    config = thread("trip")
    paris, cat = "I live in Paris.", "I have a cat."
    say(graph, config, "Hi, I'm Bob.", paris, cat)
    found = end_of_turn(graph, config, paris)
    assert found, "nothing was found, but Bob said that he lives in Paris"
    found_id = found["configurable"].get("checkpoint_id")
    assert found_id, "the config has no checkpoint_id"
    snapshot = graph.get_state(found)
    texts = [message.text for message in snapshot.values["messages"]]
    assert cat not in texts, (
        "a later turn is in this checkpoint: the last thing that Bob said "
        f"in it is {texts[-2]!r}"
    )
    assert not snapshot.next, (
        f"{snapshot.next[0]} is still due in this checkpoint; the turn has "
        "not ended"
    )
    assert len(texts) == 4, f"the checkpoint has {len(texts)} messages"
    assert end_of_turn(graph, config, "Goodbye.") is None, (
        "'Goodbye.' was never said; wanted None"
    )
    say(graph, config, paris)
    again = graph.get_state(end_of_turn(graph, config, paris))
    assert len(again.values["messages"]) == 8, (
        "'I live in Paris.' was said again; wanted the newer turn"
    )

# %% [markdown]
# <details><summary>Hint</summary>
#
# `graph.get_state_history(config)` gives the newest first. The turn of a
# checkpoint is that of its last human message, and the turn has ended when
# `snapshot.next` is empty. The oldest checkpoint has an empty list of messages.
#
# </details>
#
# ## Exercise 3.2: Correct a message
#
# Somebody mistyped. Replace the text of a message in the newest state, whoever
# wrote it. The model is not asked again.
#
# Wanted: `correct(graph, config, "I live in Pariss.", "I live in Paris.")`
# changes this message and no other. If there is no such message, nothing is
# written.


# %%
def correct(graph, config, old: str, new: str) -> None:
    """Replace the text `old` of a message in the newest state by `new`."""
    # BEGIN SOLUTION
    for message in graph.get_state(config).values["messages"]:
        if message.text == old:
            fixed = message.model_copy(update={"content": new})
            graph.update_state(config, {"messages": [fixed]})
    # END SOLUTION


# %%
with exercise("3.2"):
    graph = builder.compile(checkpointer=InMemorySaver())
    config = thread("trip")
    before = say(graph, config, "Hi, I'm Bob.", "I live in Pariss.")
    old_config = graph.get_state(config).config
    correct(graph, config, "I live in Pariss.", "I live in Paris.")
    snapshot = graph.get_state(config)
    after = snapshot.values["messages"]
    texts = [message.text for message in after]
    assert "I live in Paris." in texts, (
        f"the newest state does not have the new text; it has {texts}"
    )
    assert len(after) == 4, (
        f"four messages became {len(after)}: {texts}; a message is replaced "
        "only by one with the same id"
    )
    assert texts[2] == "I live in Paris.", "the message has lost its place"
    assert after[2].type == "human", (
        f"the corrected message is now from {after[2].type!r}"
    )
    others = [(m.type, m.text) for m in after[:2] + after[3:]]
    assert others == [(m.type, m.text) for m in before[:2] + before[3:]], (
        "another message has changed too"
    )
    assert not snapshot.next, f"{snapshot.next[0]} is due: nobody asked it"
    kept = graph.get_state(old_config).values["messages"]
    assert kept[2].text == "I live in Pariss.", "the old checkpoint is gone"
    number = len(list(graph.get_state_history(config)))
    correct(graph, config, "Never said.", "Nothing.")
    assert len(list(graph.get_state_history(config))) == number, (
        "no message has this text, but a checkpoint was written"
    )

# %% [markdown]
# <details><summary>Hint</summary>
#
# `update_state` with a message of the same `id` replaces it in its place.
# `message.model_copy(update={"content": new})` keeps everything but the text.
#
# </details>
#
# ## Exercise 3.3: See what each thread costs
#
# Before you delete, find out where the space goes. Add up the rows of a
# thread, and the bytes of its BLOB columns: `checkpoint` and `metadata` in the
# table `checkpoints`, `value` in the table `writes`.
#
# Wanted: a dictionary such as `{"long": (36, 41000), "short": (1, 600)}`. A
# thread that has no writes is in it too.


# %%
def usage(connection: sqlite3.Connection) -> dict[str, tuple[int, int]]:
    """(rows, bytes) of each thread in a SqliteSaver's database."""
    # BEGIN SOLUTION
    found = connection.execute("""
        SELECT thread_id, count(*), sum(size) FROM (
            SELECT thread_id, length(checkpoint) + length(metadata) AS size
            FROM checkpoints
            UNION ALL
            SELECT thread_id, length(value) FROM writes
        ) GROUP BY thread_id
    """)
    return {thread_id: (rows, size) for thread_id, rows, size in found}
    # END SOLUTION


# %%
def blobs(connection, thread_id):
    """All BLOBs of a thread, one by one."""
    return [
        blob
        for columns, table in (("checkpoint, metadata", "checkpoints"),
                               ("value", "writes"))
        for row in connection.execute(
            f"SELECT {columns} FROM {table} WHERE thread_id = ?", (thread_id,)
        )
        for blob in row
    ]  # fmt: skip


with exercise("3.3"), closing(new_database()) as connection:
    graph = builder.compile(checkpointer=SqliteSaver(connection))
    say(graph, thread("long"), "Hi, I'm Bob.", "I live in Paris.")
    graph.invoke(
        {"messages": [("human", "Hello!")]}, thread("short"), durability="exit"
    )
    costs = usage(connection)
    assert costs, "nothing was found"
    assert "long" in costs, f"the thread 'long' is missing in {costs}"
    assert "short" in costs, (
        "the thread 'short' is missing: it has no writes, but it has a "
        "checkpoint"
    )
    rows, size = costs["long"]
    assert rows != 6, "6 rows are the checkpoints only; add the writes"
    assert rows == 12, (
        f"the thread 'long' has {rows} rows; wanted 12: 6 checkpoints and 6 "
        "writes"
    )
    total = sum(map(len, blobs(connection, "long")))
    assert size == total, f"its BLOBs have {total} bytes, not {size}"
    assert costs["short"][0] == 1, (
        f"the thread 'short' has one row, not {costs['short'][0]}"
    )

# %% [markdown]
# <details><summary>Hint</summary>
#
# `SELECT thread_id, count(*), sum(length(value)) FROM writes GROUP BY
# thread_id` does it for one table. Do not join the two tables: each checkpoint
# would meet each write. `UNION ALL`, or two queries and a sum in Python.
#
# </details>
#
# ## Exercise 3.4: Keep the newest and the pinned
#
# Write the retention rule. `connection` leads to the file of a `SqliteSaver`;
# `pinned` has ids of checkpoints that must stay.
#
# - Of each `checkpoint_ns` the newest checkpoint stays. The conversation has
#   the namespace `""`, and a subgraph with a memory has one of its own.
#   Checkpoint ids grow with time: the newest has the largest id.
# - The pinned checkpoints stay.
# - A row of `writes` stays if its checkpoint stays. That is where a run keeps
#   what it waits for.
# - Everything else of this thread goes, from both tables, in one transaction:
#   if the process dies in the middle, all is as before. Other threads are not
#   touched.
#
# The check has conversations that must go on, and a pinned point from which
# one must go on as well. Checkpoints that lose their parents are no harm: each
# holds the whole state. Two more graphs are in the check: one waits for a
# person, one has a subgraph with a memory (lesson 02).


# %%
def graph_that_asks(checkpointer):
    """A graph that waits for a person's answer."""
    builder = StateGraph(MessagesState)
    builder.add_node(
        "ask", lambda _: {"messages": [("human", interrupt("Book it?"))]}
    )
    builder.add_edge(START, "ask")
    return builder.compile(checkpointer=checkpointer)


def graph_with_subgraph(checkpointer):
    """A graph whose subgraph counts the messages it remembers."""

    def count(state: MessagesState):
        return {"messages": [("ai", str(len(state["messages"])))]}

    inner = StateGraph(MessagesState)
    inner.add_node("count", count)
    inner.add_edge(START, "count")
    subgraph = inner.compile(checkpointer=True)

    def ask(state: MessagesState):
        result = subgraph.invoke({"messages": [state["messages"][-1]]})
        return {"messages": [result["messages"][-1]]}

    outer = StateGraph(MessagesState)
    outer.add_node("ask", ask)
    outer.add_edge(START, "ask")
    return outer.compile(checkpointer=checkpointer)


# %%
def retain(
    connection: sqlite3.Connection, thread_id: str, pinned: Collection[str]
) -> None:
    """Delete a thread's checkpoints except the newest and the pinned."""
    # BEGIN SOLUTION
    with connection:
        newest = connection.execute(
            "SELECT max(checkpoint_id) FROM checkpoints"
            " WHERE thread_id = ? GROUP BY checkpoint_ns",
            (thread_id,),
        )
        keep = [*pinned, *(checkpoint_id for (checkpoint_id,) in newest)]
        marks = ", ".join("?" * len(keep))
        for table in ("checkpoints", "writes"):
            connection.execute(
                f"DELETE FROM {table} WHERE thread_id = ?"
                f" AND checkpoint_id NOT IN ({marks})",
                (thread_id, *keep),
            )
    # END SOLUTION


# %%
def ids(connection, table, thread_id):
    """The checkpoint ids in a table, once for each row."""
    found = connection.execute(
        f"SELECT checkpoint_id FROM {table} WHERE thread_id = ?", (thread_id,)
    )
    return [checkpoint_id for (checkpoint_id,) in found]


def id_of(config):
    return config["configurable"]["checkpoint_id"]


def retain_and_fail(connection, thread_id, statement):
    """Call `retain`, but let `statement` fail; say what is left.

    A statement is such as "DELETE ON writes".
    """
    connection.execute(
        f"CREATE TRIGGER failure BEFORE {statement}"
        " BEGIN SELECT RAISE(ABORT, 'the process has died'); END"
    )
    with suppress(sqlite3.Error):
        retain(connection, thread_id, [])
    connection.rollback()  # what was not committed is lost
    connection.execute("DROP TRIGGER failure")
    tables = ("checkpoints", "writes")
    return [len(ids(connection, table, thread_id)) for table in tables]


with exercise("3.4"), closing(new_database()) as connection:
    graph = builder.compile(checkpointer=SqliteSaver(connection))
    trip, ann = thread("trip"), thread("trip-ann")
    say(graph, trip, "Hi, I'm Bob.")
    pin = graph.get_state(trip).config
    say(graph, trip, "I live in Paris.", "I have a cat.")
    say(graph, pin, "I live in Rome.")  # a branch: its steps begin at 2 again
    newest = graph.get_state(trip).config
    say(graph, ann, "Hi, I'm Ann.")
    approval = thread("approval")
    asking = graph_that_asks(graph.checkpointer)
    say(asking, approval, "A flight to Rome, please.")
    counting = graph_with_subgraph(graph.checkpointer)
    say(counting, thread("count"), "One", "Two", "Three")

    retain(connection, "trip", [id_of(pin)])
    assert not connection.in_transaction, "the deletion is not committed"
    left = ids(connection, "checkpoints", "trip")
    assert id_of(newest) in left, (
        "the newest checkpoint is gone, the one that get_state returns; its "
        "id is the largest, its step need not be"
    )
    assert id_of(pin) in left, "the pinned checkpoint is gone"
    assert len(left) == 2, (
        f"{len(left)} checkpoints are left; wanted the newest and the pinned"
    )
    orphans = set(ids(connection, "writes", "trip")) - set(left)
    assert not orphans, "rows of deleted checkpoints are left in writes"
    for table in ("checkpoints", "writes"):
        assert len(ids(connection, table, "trip-ann")) == 3, (
            f"another thread has lost rows of {table}"
        )

    question = "What's my name?"
    messages = say(graph, trip, question)
    assert len(messages) == 6, (
        f"the conversation went on with {len(messages)} messages, not 6"
    )
    assert "Bob" in messages[-1].text, f"it answered {messages[-1].text!r}"
    messages = say(graph, pin, question)
    assert len(messages) == 4, (
        f"from the pinned point there are {len(messages)} messages, not 4"
    )
    assert "Bob" in messages[-1].text, f"it answered {messages[-1].text!r}"

    retain(connection, "approval", [])
    assert asking.get_state(approval).interrupts, (
        "the question 'Book it?' that waited for an answer is lost: its row "
        "in writes belongs to a checkpoint that stays"
    )
    result = asking.invoke(Command(resume="Yes."), approval)
    assert result["messages"][-1].text == "Yes.", "the run did not go on"
    retain(connection, "count", [])
    messages = say(counting, thread("count"), "Four")
    assert messages[-1].text == "7", (
        f"the subgraph remembers {messages[-1].text} messages, not 7: it has "
        "a checkpoint_ns of its own, and the newest of it stays"
    )

    say(graph, thread("all"), "Hi, I'm Bob.")
    say(graph, thread("none"), "Hi, I'm Bob.")
    retain(connection, "all", [])
    whole = [len(ids(connection, t, "all")) for t in ("checkpoints", "writes")]
    for statement in (
        "DELETE ON writes", "DELETE ON checkpoints", "INSERT ON checkpoints",
    ):  # fmt: skip
        left = retain_and_fail(connection, "none", statement)
        assert left in ([3, 3], whole), (
            f"when {statement} failed, checkpoints and writes were left with "
            f"{left} rows; wanted [3, 3] as before, or {whole}: use one "
            "transaction"
        )

# %% [markdown]
# <details><summary>Hint</summary>
#
# First collect what stays: `SELECT max(checkpoint_id) … GROUP BY
# checkpoint_ns`, and the pinned ids. Then one `DELETE … AND checkpoint_id NOT
# IN (?, ?, …)` for each table, with as many question marks as ids. `with
# connection:` commits at the end, or rolls back after an error.
#
# </details>
#
# ## Go further
#
# - After `retain`, the file is as large as before. Look at `PRAGMA
#   freelist_count`, then try `VACUUM`.
# - Keep the last three turns too, so that a user can undo.
# - When a pinned point in the middle of a turn is replayed, a subgraph wakes up
#   with the memory that it had then. Which of its checkpoints must stay as
#   well?
# - The rule is written for the tables of `SqliteSaver`. Why must it not be
#   used on another saver's, or with a channel that saves only differences?
