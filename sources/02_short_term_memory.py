# %% [markdown]
# # Give a chatbot short-term memory
#
# A chatbot that forgets the last sentence is of little use. At the end of this
# lesson each of your users has a conversation that goes on, streamed word by
# word, kept in a database, and separate from everybody else's.
#
# **You will learn** to
#
# - add memory to a graph, and recognise what happens without a `thread_id`;
# - give each conversation of a web application a thread of its own;
# - stream an answer while it is written;
# - look at what a conversation leaves in SQLite;
# - use the same memory in an agent and in a subgraph.
#
# **You need** [lesson 01](01_persistence_concepts.ipynb).
#
# **Time** 25 minutes

# %%
import sqlite3

from langchain.agents import create_agent
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, MessagesState, StateGraph

from helpers import chat_model, fresh_path, show_messages

# %% [markdown]
# In lesson 01 a checkpointer saved the state of a graph after every
# super-step. The checkpoints of one conversation formed a thread.
#
# ## Remember one conversation
#
# The graph from lesson 01, first without a checkpointer:

# %%
model = chat_model()


def chatbot(state: MessagesState):
    return {"messages": [model.invoke(state["messages"])]}


builder = StateGraph(MessagesState)
builder.add_node("chatbot", chatbot)
builder.add_edge(START, "chatbot")
graph = builder.compile()

for text in ("Hi, I'm Bob.", "What's my name?"):
    result = graph.invoke({"messages": [("human", text)]})
    show_messages(result["messages"])

# %% [markdown]
# Now with one. A checkpointer has to know which conversation it saves. If you
# do not say, you get an error:

# %%
graph = builder.compile(checkpointer=InMemorySaver())
try:
    graph.invoke({"messages": [("human", "Hi, I'm Bob.")]})
except ValueError as error:
    print(error)

# %% [markdown]
# With a `thread_id` in the config it works. You send only the new message; the
# checkpointer puts the earlier ones in front.

# %%
config = {"configurable": {"thread_id": "bob"}}
for text in ("Hi, I'm Bob.", "What's my name?"):
    result = graph.invoke({"messages": [("human", text)]}, config)
show_messages(result["messages"])

# %% [markdown]
# > **Pitfall:** code that used to keep the history itself often sends all of
# > it again. Messages without ids are new messages to `add_messages`, so
# > everything is there twice:

# %%
history = [(message.type, message.text) for message in result["messages"]]
question = ("human", "Who am I?")
result = graph.invoke({"messages": [*history, question]}, config)
show_messages(result["messages"])

# %% [markdown]
# A node must *return* its update. This one changes the state it was given, and
# returns nothing. (`durability="sync"` saves each checkpoint before the next
# step. By default that happens in the background, and here the result would be
# a matter of luck. Lesson 03 compares the modes.)


# %%
def forgetful_chatbot(state: MessagesState):
    state["messages"].append(model.invoke(state["messages"]))


builder_forgetful = StateGraph(MessagesState)
builder_forgetful.add_node("chatbot", forgetful_chatbot)
builder_forgetful.add_edge(START, "chatbot")
graph_forgetful = builder_forgetful.compile(checkpointer=InMemorySaver())

result = graph_forgetful.invoke(
    {"messages": [("human", "Hi, I'm Bob.")]}, config, durability="sync"
)
show_messages(result["messages"])
show_messages(graph_forgetful.get_state(config).values["messages"])

# %% [markdown]
# The result looks right, but the saved state below it has no answer: a list was
# changed that the checkpointer had already saved. The next turn would begin
# without it.
#
# ## Give each conversation a thread
#
# A web application already has a name for each conversation: the session id in
# the browser's cookie. Use it as the `thread_id`, and one graph serves all
# visitors. Their threads share nothing:


# %%
def handle_request(session_id: str, text: str) -> str:
    config = {"configurable": {"thread_id": session_id}}
    result = graph.invoke({"messages": [("human", text)]}, config)
    return result["messages"][-1].text


print(handle_request("session-a", "Hi, I'm Carla."))
print(handle_request("session-b", "你好,我叫小明。"))
print(handle_request("session-a", "What's my name?"))
print(handle_request("session-b", "我叫什么名字?"))
print(handle_request("session-c", "What's my name?"))

# %% [markdown]
# > **Pitfall:** `None` is accepted as a `thread_id`. If your code loses the
# > session id, all those visitors share one conversation:

# %%
print(handle_request(None, "Hi, I'm Dan and I live in Paris."))
print(handle_request(None, "What do you know about me?"))

# %% [markdown]
# ## Stream the answer
#
# `invoke` returns when everything is done. `stream` returns while the graph is
# running. With `stream_mode="values"` you get the whole state after each
# super-step:

# %%
question = {"messages": [("human", "Write a short poem about cats.")]}
for state in graph.stream(question, config, stream_mode="values"):
    last = state["messages"][-1]
    print(f"{len(state['messages'])} messages, the last is from {last.type}")

# %% [markdown]
# With `stream_mode="messages"` you get the answer in the pieces in which the
# model writes it, which is what a chat window shows. The thread remembers the
# poem, so the next request can be short:

# %%
question = {"messages": [("human", "Now the same but for dogs.")]}
pieces = []
for piece, _ in graph.stream(question, config, stream_mode="messages"):
    pieces.append(piece.text)
    print(piece.text, end="")
print(f"\n\nmore than ten pieces: {len(pieces) > 10}")
print(handle_request("session-d", "Now the same but for dogs."))

# %% [markdown]
# The last line is the answer in a new thread, where "the same" means nothing.
# Streaming does not change what is saved.
#
# ## Look into the database
#
# `SqliteSaver` is a checkpointer that writes to a file. It is used in the same
# way. The file has two tables. `checkpoints` has one row for each checkpoint,
# and `writes` has what each node returned.

# %%
path = fresh_path("lesson_02.sqlite")
with SqliteSaver.from_conn_string(path) as checkpointer:
    graph = builder.compile(checkpointer=checkpointer)
    for thread_id in ("bob", "ann"):
        config = {"configurable": {"thread_id": thread_id}}
        graph.invoke({"messages": [("human", "Hello!")]}, config)
    graph.invoke({"messages": [("human", "It's me again.")]}, config)

database = sqlite3.connect(path)
for table in ("checkpoints", "writes"):
    rows = database.execute(
        f"SELECT thread_id, count(*) FROM {table} GROUP BY thread_id"
    )
    print(table, dict(rows.fetchall()))
database.close()

# %% [markdown]
# Ann had two turns and Bob had one: three checkpoints a turn. A long
# conversation has many rows, and each holds a whole state. Lesson 03 measures
# how that grows.
#
# ## Use the same memory in agents and subgraphs
#
# `create_agent` builds a graph for you, with a model, tools and the loop
# between them. It takes a checkpointer like any other graph.

# %%
agent = create_agent(model, tools=[], checkpointer=InMemorySaver())
for text in ("Hi, I'm Bob.", "What's my name?"):
    result = agent.invoke({"messages": [("human", text)]}, config)
show_messages(result["messages"])

# %% [markdown]
# A node can call another graph, a **subgraph**. What the subgraph remembers
# from one call to the next depends on how it was compiled. Here its only node
# says how many messages it sees:


# %%
def count(state: MessagesState):
    return {"messages": [("ai", f"I see {len(state['messages'])}.")]}


inner = StateGraph(MessagesState)
inner.add_node("count", count)
inner.add_edge(START, "count")


def build_outer(subgraph, nodes):
    def ask_subgraph(state: MessagesState):
        result = subgraph.invoke({"messages": [state["messages"][-1]]})
        return {"messages": [result["messages"][-1]]}

    outer = StateGraph(MessagesState)
    outer.add_sequence([(node, ask_subgraph) for node in nodes])
    outer.add_edge(START, nodes[0])
    return outer.compile(checkpointer=InMemorySaver())


# %%
hello = {"messages": [("human", "Hello!")]}
for checkpointer in (None, True, False):
    outer = build_outer(inner.compile(checkpointer=checkpointer), ["ask"])
    answers = []
    for _ in range(3):
        result = outer.invoke(hello, config)
        answers.append(result["messages"][-1].text)
    print(f"checkpointer={checkpointer}: {answers}")

# %% [markdown]
# - `None`, the default, inherits the parent's checkpointer. The subgraph can
#   be interrupted and resumed within a run, but begins each call anew.
# - `True` gives the subgraph a memory of its own in the parent's thread: one
#   message more for each call, and one for each answer.
# - `False` gives it no checkpoints at all.
#
# Its own memory belongs to the node that calls it. Two nodes that call the same
# subgraph have two memories:

# %%
outer = build_outer(inner.compile(checkpointer=True), ["ask", "ask_again"])
for _ in range(3):
    result = outer.invoke(hello, config)
    print([message.text for message in result["messages"][-2:]])

# %% [markdown]
# With one memory, the second node would have seen two messages more than the
# first.
#
# > **In production:** keep `None` unless the subgraph has a conversation of
# > its own to remember.
#
# ## Summary
#
# - `compile(checkpointer=…)` adds memory. `thread_id` says which conversation,
#   and you send only what is new.
# - A session id makes a good `thread_id`. `None` makes a dangerous one.
# - `stream_mode="values"` gives states, `"messages"` gives pieces of the
#   answer. What is saved is the same.
# - `SqliteSaver` writes one row for each checkpoint.
# - Agents take a checkpointer like any graph; a subgraph inherits it, has its
#   own, or has none.
#
# ## Check yourself
#
# 1. Your chatbot's history doubles with every turn. What does your code send?
# 2. Two visitors see each other's messages. Where do you look first?
# 3. A node returns `None`, and the answer shows in the result. What is wrong?
#
# <details><summary>Answers</summary>
#
# 1. The whole history instead of the new message.
# 2. At the `thread_id`: both conversations have the same one.
# 3. The node changed the list in place. The saved state does not have the
#    answer, or has it only by chance.
#
# </details>
#
# ## Next
#
# [Lab 02](../labs/lab_02_short_term_memory.ipynb) builds the memory of a small
# web chat.
