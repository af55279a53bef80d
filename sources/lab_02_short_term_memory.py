# %% [markdown]
# # Lab 02: The memory of a web chat
#
# You build the back end of a small web chat: one graph, many visitors, each
# with a conversation that goes on.
#
# **You need** [lesson 02](../notebooks/02_short_term_memory.ipynb).
#
# **Time** 30 minutes

# %%
from collections.abc import Iterator

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph

from helpers import chat_model, exercise

# %% [markdown]
# The exercises share this graph. Each check compiles it anew.

# %%
model = chat_model()


def chatbot(state: MessagesState):
    return {"messages": [model.invoke(state["messages"])]}


builder = StateGraph(MessagesState)
builder.add_node("chatbot", chatbot)
builder.add_edge(START, "chatbot")


def web_chat():
    """The graph of the web chat, with an empty memory."""
    return builder.compile(checkpointer=InMemorySaver())


def messages_of(graph, session_id):
    """What is saved for a session."""
    config = {"configurable": {"thread_id": session_id}}
    return graph.get_state(config).values.get("messages", [])


# %% [markdown]
# ## Exercise 2.1: Answer a request
#
# The web server calls your function with the visitor's session id and the new
# text. Return the text of the answer.
#
# Wanted: `reply(graph, "s1", "Hi, I'm Bob.")` and then
# `reply(graph, "s1", "What's my name?")` returns an answer with `Bob`, and the
# session `s2` knows nothing of it. A missing session id (`None` or `""`) is
# refused with a `ValueError`.


# %%
def reply(graph, session_id: str, text: str) -> str:
    """The answer to one text in the conversation of a session.

    Raises ValueError if the session id is missing.
    """
    # BEGIN SOLUTION
    if not session_id:
        raise ValueError("a request needs a session id")
    result = graph.invoke(
        {"messages": [("human", text)]},
        {"configurable": {"thread_id": session_id}},
    )
    return result["messages"][-1].text
    # END SOLUTION


# %%
with exercise("2.1"):
    graph = web_chat()
    answer = reply(graph, "s1", "Hi, I'm Bob.")
    assert isinstance(answer, str), (
        f"the answer is of type {type(answer).__name__}; return its text"
    )
    assert "Bob" in reply(graph, "s1", "What's my name?"), (
        "the session does not remember its own first turn"
    )
    assert len(messages_of(graph, "s1")) == 4, (
        f"two turns left {len(messages_of(graph, 's1'))} messages in "
        "session s1; send only what is new"
    )
    assert "Bob" not in reply(graph, "s2", "What's my name?"), (
        "session s2 knows what was said in s1"
    )
    for missing in (None, ""):
        try:
            reply(graph, missing, "Hello?")
        except ValueError:
            continue
        raise AssertionError(
            f"session id {missing!r} was accepted: all visitors without an "
            "id would share one conversation"
        )

# %% [markdown]
# <details><summary>Hint</summary>
#
# The session id is the `thread_id`. Look at `handle_request` in lesson 02, and
# check the id before you use it.
#
# </details>
#
# ## Exercise 2.2: Show an old conversation
#
# When a visitor comes back, the page shows what was said before. Return the
# texts of a session with their speakers, without running the graph.
#
# Wanted: `[("human", "Hi, I'm Bob."), ("ai", "…")]`, and `[]` for a session
# that nobody has used.


# %%
def transcript(graph, session_id: str) -> list[tuple[str, str]]:
    """(type, text) of each message of a session, oldest first."""
    # BEGIN SOLUTION
    config = {"configurable": {"thread_id": session_id}}
    state = graph.get_state(config).values
    return [(m.type, m.text) for m in state.get("messages", [])]
    # END SOLUTION


# %%
with exercise("2.2"):
    graph = web_chat()
    config = {"configurable": {"thread_id": "s1"}}
    graph.invoke({"messages": [("human", "Hi, I'm Bob.")]}, config)
    lines = transcript(graph, "s1")
    assert len(lines) == 2, f"one turn has two lines, not {len(lines)}"
    assert lines[0] == ("human", "Hi, I'm Bob."), (
        f"the first line is {lines[0]}; wanted ('human', \"Hi, I'm Bob.\")"
    )
    assert lines[1][0] == "ai", f"the second line is from {lines[1][0]!r}"
    assert transcript(graph, "nobody") == [], (
        "a session that nobody has used has an empty transcript"
    )
    assert len(messages_of(graph, "s1")) == 2, (
        "reading the transcript has changed the conversation"
    )

# %% [markdown]
# <details><summary>Hint</summary>
#
# `graph.get_state(config).values` is the saved state. For an unknown thread it
# is an empty dictionary: use `.get("messages", [])`.
#
# </details>
#
# ## Exercise 2.3: Stream an answer
#
# The page shows the answer while it is written. Write a generator of its
# pieces.
#
# Wanted: the pieces joined are the answer, and there are several of them. The
# first is there before the answer is complete.


# %%
def stream_reply(graph, session_id: str, text: str) -> Iterator[str]:
    """The pieces of the answer, as the model writes them."""
    # BEGIN SOLUTION
    pieces = graph.stream(
        {"messages": [("human", text)]},
        {"configurable": {"thread_id": session_id}},
        stream_mode="messages",
    )
    for piece, _ in pieces:
        yield piece.text
    # END SOLUTION


# %%
def has_answer(graph, session_id):
    """Whether a checkpoint of the session holds an answer.

    It is saved when the answer is complete, and no piece can follow.
    """
    config = {"configurable": {"thread_id": session_id}}
    return any(
        message.type == "ai"
        for snapshot in graph.get_state_history(config)
        for message in snapshot.values.get("messages", [])
    )


with exercise("2.3"):
    graph = web_chat()
    request = "Write a short poem about cats."
    pieces, complete = [], False
    for piece in stream_reply(graph, "s1", request):
        if not pieces:
            complete = has_answer(graph, "s1")
        pieces.append(piece)
    assert all(isinstance(piece, str) for piece in pieces), (
        "a piece is not a text: yield the text of each message piece"
    )
    saved = messages_of(graph, "s1")
    assert saved, "nothing was saved for the session"
    assert len(pieces) > 3, (
        f"the answer came in {len(pieces)} piece(s): it was not streamed "
        "word by word"
    )
    assert not complete, (
        "the answer was complete before you yielded its first piece; yield "
        "each piece when the stream gives it to you"
    )
    assert "".join(pieces) == saved[-1].text, (
        "the pieces joined are not the answer that was saved"
    )

# %% [markdown]
# <details><summary>Hint</summary>
#
# `graph.stream(…, stream_mode="messages")` yields pairs. The first of a pair
# is a piece of the message.
#
# </details>
#
# ## Exercise 2.4: Give a subgraph a memory
#
# A translator is called as a subgraph by the chat. Compile the subgraph so
# that it remembers its own earlier calls, in the parent's thread.
#
# Wanted: the subgraph sees 1, 3 and 5 messages in three turns of one thread,
# and 1 again in a new thread.


# %%
def chat_with_subgraph(subgraph_builder):
    """A compiled graph with memory whose node calls the subgraph.

    The node gives the subgraph the newest message, and returns the
    subgraph's last message as its own.
    """
    # BEGIN SOLUTION
    subgraph = subgraph_builder.compile(checkpointer=True)

    def ask(state: MessagesState):
        result = subgraph.invoke({"messages": [state["messages"][-1]]})
        return {"messages": [result["messages"][-1]]}

    outer = StateGraph(MessagesState)
    outer.add_node("ask", ask)
    outer.add_edge(START, "ask")
    return outer.compile(checkpointer=InMemorySaver())
    # END SOLUTION


# %%
def counting_subgraph():
    """A graph whose only node says how many messages it sees."""
    builder = StateGraph(MessagesState)
    builder.add_node(
        "count",
        lambda state: {"messages": [("ai", str(len(state["messages"])))]},
    )
    builder.add_edge(START, "count")
    return builder


with exercise("2.4"):
    graph = chat_with_subgraph(counting_subgraph())
    seen = []
    for session_id in ("s1", "s1", "s1", "s2"):
        config = {"configurable": {"thread_id": session_id}}
        result = graph.invoke({"messages": [("human", "Hello!")]}, config)
        seen.append(result["messages"][-1].text)
    assert len(messages_of(graph, "s1")) == 6, (
        "the outer graph does not keep its own conversation of six messages"
    )
    assert seen[:3] != ["1", "1", "1"], (
        "the subgraph begins each call anew: it has no memory of its own"
    )
    assert seen[:3] == ["1", "3", "5"], (
        f"the subgraph saw {seen[:3]}; give it only the newest message"
    )
    assert seen[3] == "1", "the subgraph remembers another thread"
    config = {"configurable": {"thread_id": "s3"}}
    two = {"messages": [("human", "Hello!"), ("human", "Still there?")]}
    last = graph.invoke(two, config)["messages"][-1].text
    assert last == "1", f"the subgraph was given {last} messages of a turn"

# %% [markdown]
# <details><summary>Hint</summary>
#
# It is the `checkpointer` argument of the subgraph's `compile` that decides.
# The last section of lesson 02 shows its three values.
#
# </details>
#
# ## Go further
#
# - Replace `InMemorySaver` by `SqliteSaver` in `web_chat`. What has to stay
#   open while the server runs?
# - Let two sessions talk at the same time, in two threads of Python.
