# %% [markdown]
# # Lab 01: Keep state between runs
#
# You define a state, add a checkpointer, read a thread's checkpoints, and
# write something that outlives its process.
#
# **You need** [lesson 01](../notebooks/01_persistence_concepts.ipynb).
#
# **Time** 30 minutes

# %%
import subprocess
import sys
from itertools import pairwise
from operator import add
from typing import Annotated, TypedDict

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, MessagesState, StateGraph

from helpers import chat_model, exercise, fresh_path

# %% [markdown]
# ## Exercise 1.1: A state with a reducer
#
# A travel diary keeps every city that was visited, in order, and the mood of
# the last visit only. Write the state. `add` is the reducer that joins two
# lists.
#
# Wanted: two visits, Rome (sunny) and Oslo (calm), end in
# `{"cities": ["Rome", "Oslo"], "mood": "calm"}`.


# %%
def diary_state() -> type:
    """A TypedDict with `cities` (a list that grows) and `mood` (a string)."""

    # BEGIN SOLUTION
    class Diary(TypedDict):
        cities: Annotated[list[str], add]
        mood: str

    return Diary
    # END SOLUTION


# %%
def travel(state_class, *updates):
    """Run one node per update, each after the other; return the state."""
    builder = StateGraph(state_class)
    for number, update in enumerate(updates):
        builder.add_node(f"visit{number}", lambda _, update=update: update)
    names = [START, *(f"visit{n}" for n in range(len(updates)))]
    for first, then in pairwise(names):
        builder.add_edge(first, then)
    return builder.compile().invoke({"cities": [], "mood": "none"})


with exercise("1.1"):
    rome = {"cities": ["Rome"], "mood": "sunny"}
    oslo = {"cities": ["Oslo"], "mood": "calm"}
    state_class = diary_state()
    assert isinstance(state_class, type), (
        f"diary_state returned {state_class!r}; return the class"
    )
    end = travel(state_class, rome, oslo)
    assert end["mood"] == "calm", (
        f"the mood is {end['mood']!r}; it should be that of the last visit"
    )
    assert end["cities"] != ["Oslo"], (
        "the second city replaced the first: the key needs a reducer"
    )
    assert end["cities"] == ["Rome", "Oslo"], (
        f"the cities are {end['cities']}; wanted ['Rome', 'Oslo']"
    )

# %% [markdown]
# <details><summary>Hint</summary>
#
# `Annotated[list[str], add]` is a list with a reducer. A key with a plain type
# has none.
#
# </details>
#
# ## Exercise 1.2: A graph that remembers
#
# Write a function that returns a chatbot graph. It remembers a conversation
# as long as it gets the same `thread_id`.
#
# Wanted: "Hi, I'm Bob." and then "What's my name?" on the same thread ends
# with an answer that contains `Bob`.


# %%
def remembering_graph(model):
    """A compiled graph of one node that calls `model`, with a checkpointer."""

    # BEGIN SOLUTION
    def chatbot(state: MessagesState):
        return {"messages": [model.invoke(state["messages"])]}

    builder = StateGraph(MessagesState)
    builder.add_node("chatbot", chatbot)
    builder.add_edge(START, "chatbot")
    return builder.compile(checkpointer=InMemorySaver())
    # END SOLUTION


# %%
def say(graph, thread_id, text):
    """One turn; return the messages of the thread after it."""
    config = {"configurable": {"thread_id": thread_id}}
    return graph.invoke({"messages": [("human", text)]}, config)["messages"]


with exercise("1.2"):
    graph = remembering_graph(chat_model())
    first = say(graph, "a", "Hi, I'm Bob.")
    assert first[-1].type == "ai", "the graph's last message is no answer"
    second = say(graph, "a", "What's my name?")
    assert len(second) != 2, (
        "the second run began empty: the graph has no checkpointer"
    )
    assert len(second) == 4, (
        f"two turns left {len(second)} messages; wanted four"
    )
    assert "Bob" in second[-1].text, f"the answer was {second[-1].text!r}"
    other = say(remembering_graph(chat_model()), "b", "What's my name?")
    assert len(other) == 2, "a new thread must begin empty"

# %% [markdown]
# <details><summary>Hint</summary>
#
# Build the graph of lesson 01, and give `compile` a checkpointer. The node
# returns only the new message.
#
# </details>
#
# ## Exercise 1.3: Read a thread
#
# Write a function that tells the story of a thread: the step and the source of
# each of its checkpoints, the oldest first.
#
# Wanted for one turn: `[(-1, "input"), (0, "loop"), (1, "loop")]`.


# %%
def story(graph, config) -> list[tuple[int, str]]:
    """(step, source) of each checkpoint of the thread, oldest first."""
    # BEGIN SOLUTION
    snapshots = list(graph.get_state_history(config))
    return [
        (snapshot.metadata["step"], snapshot.metadata["source"])
        for snapshot in reversed(snapshots)
    ]
    # END SOLUTION


# %%
def hello_graph():
    """A graph with memory whose only node says hello."""
    builder = StateGraph(MessagesState)
    builder.add_node("hello", lambda _: {"messages": [("ai", "Hello!")]})
    builder.add_edge(START, "hello")
    return builder.compile(checkpointer=InMemorySaver())


with exercise("1.3"):
    graph = hello_graph()
    config = {"configurable": {"thread_id": "a"}}
    say(graph, "a", "Hi!")
    one_turn = story(graph, config)
    assert one_turn, "the story is empty, but the thread has checkpoints"
    assert isinstance(one_turn, list), (
        f"the story is a {type(one_turn).__name__}; return a list of tuples"
    )
    assert one_turn[0] == (-1, "input"), (
        f"the story begins with {one_turn[0]}; the oldest checkpoint, "
        "(-1, 'input'), comes first"
    )
    assert one_turn == [(-1, "input"), (0, "loop"), (1, "loop")], (
        f"the story is {one_turn}"
    )
    say(graph, "a", "Hi again!")
    two_turns = [*one_turn, (2, "input"), (3, "loop"), (4, "loop")]
    assert story(graph, config) == two_turns, (
        f"after two turns the story is {story(graph, config)}"
    )
    say(graph, "b", "Hi from another thread!")
    assert story(graph, config) == two_turns, (
        "another thread is not part of it"
    )

# %% [markdown]
# <details><summary>Hint</summary>
#
# `graph.get_state_history(config)` yields snapshots, the newest first. Each
# has a `metadata` dictionary.
#
# </details>
#
# ## Exercise 1.4: Outlive the process
#
# Write a function that runs one turn of a conversation and saves it in the
# SQLite file `path`. A second Python process then looks for it.
#
# Wanted: after `note(path, "diary", "I was in Rome.")` the second process
# finds the message in the thread `diary`.


# %%
def note(path: str, thread_id: str, text: str) -> None:
    """Save a human message as one turn of the thread, in a SQLite file."""
    # BEGIN SOLUTION
    builder = StateGraph(MessagesState)
    builder.add_node("noted", lambda _: {"messages": [("ai", "Noted.")]})
    builder.add_edge(START, "noted")
    turn = {"messages": [("human", text)]}
    with SqliteSaver.from_conn_string(path) as checkpointer:
        builder.compile(checkpointer=checkpointer).invoke(
            turn, {"configurable": {"thread_id": thread_id}}
        )
    # END SOLUTION


# %%
READER = """
import sys
from langgraph.checkpoint.sqlite import SqliteSaver

path, thread_id = sys.argv[1:]
with SqliteSaver.from_conn_string(path) as checkpointer:
    found = checkpointer.get({"configurable": {"thread_id": thread_id}})
if found:
    print([m.text for m in found["channel_values"]["messages"]])
"""


def read_in_second_process(path, thread_id):
    """What another Python process finds in the thread, as text."""
    second = subprocess.run(
        [sys.executable, "-c", READER, path, thread_id],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return second.stdout


with exercise("1.4"):
    path = fresh_path("lab_01.sqlite")
    note(path, "letters", "Dear Ann")
    note(path, "diary", "I was in Rome.")
    note(path, "diary", "I was in Oslo.")
    found = read_in_second_process(path, "diary")
    assert found, "the second process finds nothing in the thread 'diary'"
    assert "I was in Oslo." in found, f"the second process finds {found}"
    assert "I was in Rome." in found, (
        f"the first note is lost; the second process finds {found}"
    )
    assert "Dear Ann" not in found, "a note of another thread is in it"

# %% [markdown]
# <details><summary>Hint</summary>
#
# Compile and invoke inside `with SqliteSaver.from_conn_string(path) as …:`.
# The graph may be as simple as you like: one node that answers "Noted."
#
# </details>
#
# ## Go further
#
# - Let the first process of exercise 1.4 die in the middle of a run, with
#   `os._exit(1)` inside the node. What does the second process find?
# - Write `diary_state` as a Pydantic model. What changes in `travel`?
