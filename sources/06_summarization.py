# %% [markdown]
# # Summarise a long conversation
#
# Trimming and deletion keep a conversation inside its window, and lose what
# was said first. At the end of this lesson a short summary stands in for the
# old messages, the name is still known, and you have measured what that costs.
#
# **You will learn** to
#
# - keep a summary in the state, beside the messages;
# - summarise past a threshold, with a conditional edge;
# - lose nothing when a summary fails;
# - use the ready-made summarisers of LangMem and LangChain;
# - compare four ways to keep a conversation short.
#
# **You need** [lesson 05](05_deletion.ipynb).
#
# **Time** 25 minutes

# %%
import warnings
from functools import partial
from typing import TypedDict

from langchain.agents import create_agent
from langchain.agents.middleware import SummarizationMiddleware
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import RemoveMessage, SystemMessage, trim_messages
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.warnings import LangGraphDeprecatedSinceV10

from helpers import chat_model, show_chart, show_graph, show_messages

# LangMem takes one name from where LangGraph no longer wants it taken.
with warnings.catch_warnings():
    warnings.simplefilter("ignore", LangGraphDeprecatedSinceV10)
    from langmem.short_term import RunningSummary, SummarizationNode

# %% [markdown]
# In lesson 04 you trimmed what the model sees, and in lesson 05 you deleted
# messages for good. Neither keeps what the old messages said.
#
# ## Put a summary in place of old messages
#
# A conversation of three turns, and a question about its first sentence:

# %%
model = chat_model()
question = ("human", "What's my name?")

messages = []
for text in (
    "Hi, I'm Bob.",
    "Write a short poem about cats.",
    "Now the same but for dogs.",
):
    messages.append(("human", text))
    messages.append(model.invoke(messages))

trimmed = trim_messages(
    messages, max_tokens=128, token_counter="approximate", start_on="human"
)
for kept in (trimmed, messages[-2:]):
    print(len(kept), "kept:", model.invoke([*kept, question]).text)

# %% [markdown]
# The name was in the first message, and the first message is gone. So before
# it goes, ask the model what is worth keeping:

# %%
request = ("human", "Create a summary of the conversation above:")
summary = model.invoke([*messages, request]).text
print(summary)

notes = SystemMessage(f"Summary of the conversation so far: {summary}")
print(model.invoke([notes, *messages[-2:], question]).text)

# %% [markdown]
# Now in a graph. The state gets a second key. It has no reducer, so each new
# summary replaces the one before.


# %%
class State(MessagesState):
    summary: str


def chatbot(state: State):
    messages = state["messages"]
    if state.get("summary"):
        text = f"Summary of the conversation so far: {state['summary']}"
        messages = [SystemMessage(text), *messages]
    return {"messages": [model.invoke(messages)]}


# %% [markdown]
# The summary goes in front as a system message, for this call only. It is not
# added to `messages`.
#
# The second node asks for a first summary, or has the earlier one extended.
# Then it removes what the summary covers. Both updates are returned together.


# %%
def oldest(messages, keep):
    return messages[:-keep]


def summarize(state: State, ask=model.invoke, keep=2):
    old = oldest(state["messages"], keep)
    if not old:
        return {}
    request = "Create a summary of the conversation above:"
    if state.get("summary"):
        request = (
            f"This is the summary of the conversation so far: "
            f"{state['summary']}\n\n"
            "Extend the summary with the new messages above:"
        )
    answer = ask([*old, ("human", request)])
    removed = [RemoveMessage(id=message.id) for message in old]
    return {"summary": answer.text, "messages": removed}


# %%
builder = StateGraph(State)
builder.add_node("chatbot", chatbot)
builder.add_node("summarize", summarize)
builder.add_edge(START, "chatbot")
builder.add_edge("chatbot", "summarize")
graph = builder.compile(checkpointer=InMemorySaver())

# %%
config = {"configurable": {"thread_id": "bob"}}


def talk(graph, texts):
    for text in texts:
        result = graph.invoke({"messages": [("human", text)]}, config)
        print(len(result["messages"]), "messages +", result.get("summary"))
    return result["messages"]


turns = [
    "Hi, I'm Bob.",
    "Write a short poem about cats.",
    "I live in Oslo.",
    "I have a dog called Rex.",
    "What's my name?",
]
show_messages(talk(graph, turns))

# %% [markdown]
# The second turn creates a summary and the later ones extend it. Only the last
# turn is left in the state, and still the answer is right.
#
# ## Summarise past a threshold
#
# Those five turns cost nine model calls. A conditional edge summarises only
# once there are more than six messages:


# %%
def build_graph(shorten, past=6, chatbot=chatbot):
    def is_long(state: State):
        return len(state["messages"]) > past

    builder = StateGraph(State)
    builder.add_node("chatbot", chatbot)
    builder.add_node("shorten", shorten)
    builder.add_edge(START, "chatbot")
    builder.add_conditional_edges(
        "chatbot", is_long, {True: "shorten", False: END}
    )
    builder.add_edge("shorten", END)
    return builder.compile(checkpointer=InMemorySaver())


graph = build_graph(summarize)
show_graph(graph)

# %%
show_messages(talk(graph, turns))

# %% [markdown]
# One summary instead of four. The same rule at a larger scale: at 100 messages
# summarise the oldest 70 and keep 30. Here a long conversation arrives at
# once:

# %%
small_talk = [("human", "Hello again!"), ("ai", "Hello, Bob!")] * 48
history = [("human", "Hi, I'm Bob."), ("ai", "Hello!"), *small_talk]

graph = build_graph(partial(summarize, keep=30), past=99)
graph.update_state(config, {"messages": history}, as_node="chatbot")
print(len(history), "messages before")
show_messages(talk(graph, ["I live in Oslo.", "What's my name?"])[-2:])

# %% [markdown]
# Who reads the summary while it is written? In `messages` mode, `stream` sends
# out the tokens of every model call in the graph:


# %%
def show_stream(graph):
    talk(graph, ["Hi, I'm Bob."])
    question = {"messages": [("human", "I live in Oslo.")]}
    shown = {}
    for piece, about in graph.stream(question, config, stream_mode="messages"):
        node = about["langgraph_node"]
        shown[node] = shown.get(node, "") + piece.text
    print(shown)


show_stream(build_graph(summarize, past=2))

# %% [markdown]
# The user would see the summary after the answer. The tag `nostream` keeps a
# call out of the stream:

# %%
quiet = model.with_config(tags=["nostream"])
show_stream(build_graph(partial(summarize, ask=quiet.invoke), past=2))

# %% [markdown]
# ## Lose nothing
#
# A summary is a model call, and model calls fail. Suppose that somebody
# wrapped theirs in this way:


# %%
def apologize(messages):
    try:
        raise TimeoutError("the model is overloaded")
    except TimeoutError as error:
        return model.invoke([("human", f"Sorry, {error}.")])


graph = build_graph(partial(summarize, ask=apologize))
show_messages(talk(graph, turns)[-2:])

# %%
history = [
    ("human", "Hi, I'm Bob."),
    ("ai", "Nice to meet you, Bob!"),
    ("human", "How is the weather in Oslo?"),
    {
        "role": "ai",
        "content": "",
        "tool_calls": [
            {"name": "weather", "args": {"city": "Oslo"}, "id": "call-1"}
        ],
    },
    {"role": "tool", "content": "Rain, 8 degrees.", "tool_call_id": "call-1"},
]
graph = build_graph(summarize, past=5)
try:
    graph.invoke({"messages": history}, config)
except Exception as error:
    print(type(error).__name__, error)
show_messages(graph.get_state(config).values["messages"])
