# %% [markdown]
# # Start here
#
# A chat model remembers nothing: each call begins with an empty head. This
# course teaches how LangGraph remembers for it, and this first notebook makes
# sure that everything runs on your machine.
#
# **You will learn** to
#
# - check your set-up and read what the check says;
# - say which model is answering, and choose another one with one line;
# - build and draw a graph of one node;
# - work with lessons, labs, checks and solutions.
#
# **You need** Python, and to have written one chat-completion call. No key, no
# account, no network.
#
# **Time** 15 minutes

# %%
from langgraph.graph import START, MessagesState, StateGraph

from helpers import (
    chat_model,
    check_setup,
    exercise,
    show_graph,
    show_messages,
)

# %% [markdown]
# ## Check your set-up
#
# Run the cell with Shift+Enter. Each line says that something is right, or
# names the one thing to do.

# %%
check_setup()

# %% [markdown]
# The same check runs in a terminal, with versions and paths: `make doctor`, or
# `python -m helpers` where there is no `make`.
#
# ## Ask who is answering
#
# `chat_model()` returns the model that your settings name. Without any
# settings it is the offline model.

# %%
model = chat_model()
show_messages([model.invoke("Who are you?")])

# %% [markdown]
# The offline model is not a language model. It is a small program that reads
# the messages it is given and answers from them, so that every notebook runs
# without a key and gives the same output everywhere. That makes it a good
# instrument for this course: **what it knows, it can only know from the
# messages.**

# %%
show_messages([model.invoke("Hi, I'm Bob. What's my name?")])

# %%
show_messages([model.invoke("What's my name?")])

# %% [markdown]
# The second call does not know Bob. The first call is over, and nobody kept
# it. This is true of every chat model, and the whole course is about it.
#
# Like a provider, the offline model refuses what is not a valid conversation.
# Here a conversation has no message at all:

# %%
try:
    model.invoke([])
except Exception as error:
    print(type(error).__name__)
    print(error)

# %% [markdown]
# ## Choose another model
#
# Copy `.env.example` to `.env` in the course's folder, change one line, and
# restart the kernel. No notebook has to be changed.
#
# | line in `.env` | who answers | also needed |
# |---|---|---|
# | `COURSE_MODEL=offline` | the offline model (default) | nothing |
# | `COURSE_MODEL=dashscope:<model>` | Qwen on Alibaba Cloud | `DASHSCOPE_API_KEY` |
# | `COURSE_MODEL=openai:<model>` | OpenAI | `OPENAI_API_KEY` |
# | `COURSE_MODEL=ollama:<model>` | Ollama on your machine | a running Ollama |
# | `COURSE_MODEL=compatible:<model>` | any server that speaks OpenAI's protocol: vLLM, llama.cpp, LM Studio, … | `COURSE_BASE_URL` |
#
# A key alone changes nothing: you spend money only after you have written
# such a line. With another model the answers are worded differently. What the
# lessons show about memory stays the same.
#
# > **Note:** `.env` is ignored by git. Keys belong there and in no notebook.
#
# ## Build a first graph
#
# A LangGraph application is a graph. **Nodes** are functions that do the work.
# **Edges** say which node runs next. The **state** is what the nodes share;
# here it is a list of messages.


# %%
def chatbot(state: MessagesState):
    return {"messages": [model.invoke(state["messages"])]}


builder = StateGraph(MessagesState)
builder.add_node("chatbot", chatbot)
builder.add_edge(START, "chatbot")
graph = builder.compile()
show_graph(graph)

# %% [markdown]
# The node is given the state and returns an update: one more message. Run the
# graph with one human message, and the reply is added to it.

# %%
result = graph.invoke(
    {"messages": [("human", "Write a short poem about cats.")]}
)
show_messages(result["messages"])

# %% [markdown]
# ## Work with labs and checks
#
# Each lesson from 01 on has a lab of the same number. In a lab you replace
# `raise NotImplementedError("your code here")` with your own lines. The cell
# below the exercise checks them.
#
# Here is an exercise that nobody has started:


# %%
def first_word(text: str) -> str:
    """The first word of a text."""
    raise NotImplementedError("your code here")


# %%
with exercise("0.1"):
    assert first_word("short-term memory") == "short-term"

# %% [markdown]
# Here is an attempt that is wrong. The check says why:


# %%
def first_word(text: str) -> str:
    """The first word of a text."""
    return text[0]


with exercise("0.1"):
    word = first_word("short-term memory")
    assert len(word) > 1, f"{word!r} is a letter, not a word"

# %% [markdown]
# And this one is right:


# %%
def first_word(text: str) -> str:
    """The first word of a text."""
    return text.split()[0]


with exercise("0.1"):
    word = first_word("short-term memory")
    assert len(word) > 1, f"{word!r} is a letter, not a word"
    assert word == "short-term"

# %% [markdown]
# Checks look at what your code does, not at how it is written. The folder
# `solutions` has one answer for each exercise.
#
# **Where your work is safe.** `make lab` opens copies in the folder `my_work`.
# Git ignores that folder: neither `git pull` nor a rebuild of the course
# touches what you wrote there. When the course has a newer version of a
# notebook that you have not changed, `make lab` updates your copy. When you
# have changed it, your copy stays, and `make lab` says so.
#
# ## Summary
#
# - `check_setup()` and `make doctor` check your set-up.
# - `chat_model()` is the one place a model comes from; `COURSE_MODEL` in
#   `.env` says which.
# - A graph is nodes, edges and a state; a node returns an update of the state.
# - A check says *not started*, *not yet* with a reason, or *passed*.
#
# ## Check yourself
#
# 1. Why did the model not know Bob in the second call?
# 2. You have `OPENAI_API_KEY` in your environment. Which model answers?
#
# <details><summary>Answers</summary>
#
# 1. A model sees only the messages of the call. The second call did not
#    contain the sentence in which Bob said his name.
# 2. The offline model. A key alone changes nothing; `COURSE_MODEL` does.
#
# </details>
#
# ## Next
#
# [Lesson 01](01_persistence_concepts.ipynb): what LangGraph keeps between two
# runs of a graph, and where.
