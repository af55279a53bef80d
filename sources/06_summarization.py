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

from langchain.agents import create_agent
from langchain.agents.middleware import SummarizationMiddleware
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import AIMessage, RemoveMessage, trim_messages
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.graph import END, START, MessagesState, StateGraph

from helpers import chat_model, show_chart, show_graph, show_messages

with warnings.catch_warnings():  # LangMem imports a name that has moved
    warnings.filterwarnings("ignore", "Importing Send", DeprecationWarning)
    from langmem.short_term import RunningSummary, SummarizationNode

# %% [markdown]
# In lesson 04 you trimmed what the model sees, and in lesson 05 you deleted
# messages for good. Neither keeps what the old messages said.
#
# ## Put a summary in place of old messages
#
# Four turns of a conversation, and then a question about the first of them:

# %%
model = chat_model()
turns = [
    "Hi, I'm Bob.",
    "Write a short poem about cats.",
    "I live in Oslo.",
    "I work as a nurse.",
    "What's my name?",
]
messages = []
for text in turns[:4]:
    messages.append(("human", text))
    messages.append(model.invoke(messages))

question = ("human", turns[4])
trimmed = trim_messages(
    messages, max_tokens=40, token_counter="approximate", start_on="human"
)
for way, kept in (("trimmed", trimmed), ("deleted", messages[-2:])):
    print(f"{way}: {model.invoke([*kept, question]).text}")

# %% [markdown]
# The name was in the first message, and both ways drop that message. So before
# it goes, ask the model for a summary, and put that in front:

# %%
request = ("human", "Create a summary of the conversation above:")
summary = model.invoke([*messages, request]).text
print(summary)

notes = ("system", f"Summary of the conversation so far: {summary}")
print(model.invoke([notes, *messages[-2:], question]).text)

# %% [markdown]
# Now in a graph. The state gets a second key, `summary`. It has no reducer, so
# a new summary replaces the one before.


# %%
class State(MessagesState):
    summary: str


def chatbot(state: State):
    messages = state["messages"]
    if state.get("summary"):
        text = f"Summary of the conversation so far: {state['summary']}"
        messages = [("system", text), *messages]
    return {"messages": [model.invoke(messages)]}


# %% [markdown]
# The summary goes in front as a system message, for this one call. It is not
# added to `messages`.
#
# A second node creates a summary of the old messages, or extends the one that
# is there. In the same update it removes these messages. The cut lies where a
# turn begins, as in lesson 05, so that a tool's result stays with its call.


# %%
def oldest(messages, keep):
    cut = max(len(messages) - keep, 0)
    while cut > 0 and messages[cut].type != "human":
        cut -= 1
    return messages[:cut]


def summarize(state: State, ask=model.invoke, keep=2):
    old = oldest(state["messages"], keep)
    if not old:
        return {}
    request = "Create a summary of the conversation above:"
    if state.get("summary"):
        request = (
            f"This is the summary so far: {state['summary']}\n\n"
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

config = {"configurable": {"thread_id": "bob"}}


def talk(graph, texts):
    for text in texts:
        result = graph.invoke({"messages": [("human", text)]}, config)
        print(len(result["messages"]), "messages:", result.get("summary"))
    return result["messages"]


show_messages(talk(graph, turns))

# %% [markdown]
# The second turn created a summary of the first, and the later turns extended
# it. Only the last turn is left in the state, and the answer is right.
#
# ## Summarise past a threshold
#
# Those five turns took nine model calls: five answers and four summaries. With
# a conditional edge, only a conversation of more than six messages goes on to
# the second node:


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
show_messages(talk(graph, turns))

# %% [markdown]
# One summary instead of four. The rule is the same with larger numbers: at 100
# messages, summarise the oldest 70 and keep 30. Here a long conversation is
# put into the thread at once:

# %%
small_talk = [("human", "Hello again!"), ("ai", "Hello!")] * 48
history = [("human", "Hi, I'm Bob."), ("ai", "Hello!"), *small_talk]

graph = build_graph(partial(summarize, keep=30), past=99)
graph.update_state(config, {"messages": history}, as_node="chatbot")
print(len(history), "messages before")
show_messages(talk(graph, ["I live in Oslo.", "What's my name?"])[-2:])

# %% [markdown]
# > **Pitfall:** `stream_mode="messages"` gives you the tokens of every model
# > call in the graph. A summary is one of them, and the user would read it. The
# > tag `nostream` keeps a model's tokens out of the stream:

# %%
quiet = model.with_config(tags=["nostream"])
for which in (model, quiet):
    graph = build_graph(partial(summarize, ask=which.invoke), past=2)
    graph.invoke({"messages": [("human", "Hi, I'm Bob.")]}, config)
    turn = {"messages": [("human", "I live in Oslo.")]}
    shown = {}
    for piece, about in graph.stream(turn, config, stream_mode="messages"):
        node = about["langgraph_node"]
        shown[node] = shown.get(node, "") + piece.text
    print(shown)

# %% [markdown]
# ## Lose nothing
#
# A summary is a model call, and a model call can fail. Then the node must
# return no update. (An error message, returned as if it were the summary, would
# take the place of what was said.) Here the first summary fails:


# %%
def summarize_safely(state: State, **options):
    try:
        return summarize(state, **options)
    except Exception as error:
        print("not summarised:", error)
        return {}


failures = [TimeoutError("the model is overloaded")]


def ask_overloaded(messages):
    if failures:
        raise failures.pop()
    return model.invoke(messages)


graph = build_graph(partial(summarize_safely, ask=ask_overloaded))
show_messages(talk(graph, turns)[-2:])

# %% [markdown]
# After the failure all eight messages were still there, and the fifth turn
# summarised them.
#
# A cut in the wrong place loses something too. The last two messages of this
# conversation are the result of a tool and the answer:

# %%
call = {"name": "weather", "args": {"city": "Oslo"}, "id": "call-1"}
history = [
    ("human", "Hi, I'm Bob."),
    ("ai", "Nice to meet you, Bob!"),
    ("human", "How is the weather in Oslo?"),
    AIMessage("", tool_calls=[call]),
    {"role": "tool", "content": "Rain.", "tool_call_id": "call-1"},
]
graph = build_graph(summarize, past=5)
result = graph.invoke({"messages": history}, config)
print(result["summary"])
show_messages(result["messages"])

# %% [markdown]
# Two were to be kept, and four stay: `oldest` went back to the question. A cut
# between the call and its result would leave one without the other, and the
# model refuses both.
#
# ## Use a ready-made summariser
#
# LangMem's `SummarizationNode` runs before the model and counts tokens. It
# writes what the model should see to `summarized_messages`, and notes in
# `context` what it has summarised. Without that key in the state it begins
# anew in every turn. Here it summarises at 60 tokens, and leaves at most 120:


# %%
class LangMemState(MessagesState):
    summarized_messages: list
    context: dict[str, RunningSummary]


def langmem_chatbot(state: LangMemState):
    return {"messages": [model.invoke(state["summarized_messages"])]}


summarization = SummarizationNode(
    model=quiet,
    max_tokens_before_summary=60,
    max_tokens=120,
    max_summary_tokens=60,
)

# %%
builder = StateGraph(LangMemState)
builder.add_node("summarize", summarization)
builder.add_node("chatbot", langmem_chatbot)
builder.add_edge(START, "summarize")
builder.add_edge("summarize", "chatbot")
serde = JsonPlusSerializer(allowed_msgpack_modules=[RunningSummary])
graph = builder.compile(checkpointer=InMemorySaver(serde=serde))

dogs, thanks = "Now the same but for dogs.", "Thank you very much!"
for thread_id, texts in (("a", turns), ("b", [*turns[:2], dogs, thanks])):
    thread = {"configurable": {"thread_id": thread_id}}
    for text in texts:
        result = graph.invoke({"messages": [("human", text)]}, thread)
    print(len(result["messages"]), "messages in the state; the model saw:")
    show_messages(result["summarized_messages"])

# %% [markdown]
# In the first thread the summary covers two turns. The state still has every
# message. (The `serde` line lets the checkpointer load LangMem's class
# `RunningSummary` without a warning.)
#
# In the second thread the node has summarised the newest message too, the
# user's thanks. The model saw a summary, and nothing to answer.
#
# LangChain's `SummarizationMiddleware` works inside an agent. It summarises
# when the model is called with seven messages or more, and keeps three.
#
# > **Pitfall:** a bare number is refused, but a misspelt keyword is accepted.
# > Without `trigger` the middleware never summarises:

# %%
middleware = SummarizationMiddleware(
    model, trigger=("messages", 7), keep=("messages", 3)
)
agent = create_agent(
    model, tools=[], middleware=[middleware], checkpointer=InMemorySaver()
)
for text in turns:
    result = agent.invoke({"messages": [("human", text)]}, config)
show_messages(result["messages"])

for options in ({"trigger": 7}, {"triger": ("messages", 7)}):
    try:
        SummarizationMiddleware(model, **options)
        print(options, "is accepted")
    except TypeError as error:
        print(options, error)

# %% [markdown]
# In the agent the summary is a human message, and the history itself is
# shortened.
#
# | | by hand | `SummarizationNode` | `SummarizationMiddleware` |
# |---|---|---|---|
# | where it works | any graph | any graph | `create_agent` |
# | when it summarises | you decide | tokens | messages or tokens |
# | the summary is in | `summary` | `context` | the list of messages |
# | old messages | removed | kept | removed |
# | when the summary fails | you decide | error in that turn | three tries, then error |
# | in the stream | tokens, unless tagged | tokens, unless tagged; the finished summary | the finished summary |
#
# ## Compare four ways
#
# What does each way cost, and what does it still know? In a conversation of
# twenty turns ten facts are told, with a poem after each:

# %%
facts = [
    ("My name is Bob.", "What's my name?", "Bob"),
    ("I live in Oslo.", "Where do I live?", "Oslo"),
    ("I work as a plumber.", "What is my job?", "plumber"),
    ("My sister is called Ann.", "What's my sister's name?", "Ann"),
    ("I have a dog called Rex.", "What's my dog's name?", "Rex"),
    ("I am allergic to peanuts.", "What am I allergic to?", "peanuts"),
    ("My favourite colour is green.", "What's my favourite colour?", "green"),
    ("I like chess.", "What do I like?", "chess"),
    ("I was born in Lima.", "Where was I born?", "Lima"),
    ("I drive a red van.", "What do I drive?", "van"),
]
topics = [
    "rain", "snow", "tea", "cats", "winter", "music", "bread", "stars",
    "books", "trains",
]  # fmt: skip
conversation = []
for (fact, _, _), topic in zip(facts, topics, strict=True):
    conversation += [fact, f"Write a short poem about {topic}."]

# %% [markdown]
# "None" is the same graph with a threshold that is never reached. Trimming gets
# a budget of 250 tokens, about what the summary will need.


# %%
def trimming_chatbot(state: State):
    recent = trim_messages(
        state["messages"], max_tokens=250, token_counter="approximate",
        start_on="human",
    )  # fmt: skip
    return {"messages": [model.invoke(recent)]}


def delete(state: State):
    old = oldest(state["messages"], keep=2)
    return {"messages": [RemoveMessage(id=message.id) for message in old]}


graphs = {
    "none": build_graph(delete, past=1000),
    "trim": build_graph(delete, past=1000, chatbot=trimming_chatbot),
    "delete": build_graph(delete),
    "summarise": build_graph(summarize_safely),
}


# %% [markdown]
# The model reports the tokens of each prompt, and a callback notes them. After
# the last turn each question is asked from the same checkpoint, so that no
# answer helps the next.


# %%
class Meter(BaseCallbackHandler):
    def __init__(self):
        self.prompts = []

    def on_llm_end(self, response, **kwargs):
        usage = response.generations[0][0].message.usage_metadata or {}
        self.prompts.append(usage.get("input_tokens", 0))


def is_known(graph, end, asked, word):
    answer = graph.invoke({"messages": [("human", asked)]}, end.config)
    return word in answer["messages"][-1].text


# %%
per_turn = {}
for name, graph in graphs.items():
    per_turn[name], calls = {}, 0
    for number, text in enumerate(conversation, 1):
        meter = Meter()
        turn_config = {**config, "callbacks": [meter]}
        graph.invoke({"messages": [("human", text)]}, turn_config)
        per_turn[name][number] = sum(meter.prompts)
        calls += len(meter.prompts)
    end = graph.get_state(config)
    known = sum(is_known(graph, end, *pair) for _, *pair in facts)
    total = sum(per_turn[name].values())
    print(f"{name:9}  {known:2} of 10 facts", end="")
    print(f"  {calls} calls  {total:5} prompt tokens")
show_chart(per_turn, x="turn", y="prompt tokens")
print(end.values["summary"])

# %% [markdown]
# Trimming knows the last few facts, and deletion the last one. The summary and
# the kept messages know all ten, with three fifths of the tokens of "none" and
# six calls more.
#
# "None" costs more with every turn. A peak of "summarise" is a turn with two
# prompts, the answer's and the summary's. The peaks rise, because the summary
# grows with what it holds. It is the text at the end.
#
# > **In production:** the offline model drops none of these ten facts. A
# > language model may. Say in the request what must be kept, and test it as
# > here, with a long conversation and questions whose answers you know.
#
# ## Summary
#
# - A summary lives in the state beside `messages`, and goes in front of them as
#   a system message. The update that brings it removes what it covers.
# - A conditional edge summarises only past a threshold.
# - A failed summary changes nothing. The cut lies where a turn begins.
# - `SummarizationNode` keeps the history and shortens what the model sees;
#   `SummarizationMiddleware` shortens the history of an agent.
# - Trimming and deletion cost the fewest tokens. A summary costs more calls
#   and keeps what was said.
#
# ## Check yourself
#
# 1. Why are the new summary and the removals returned in one update?
# 2. Your users see "The user's name is…" under some answers. What is missing?
# 3. You summarise past six messages, and keep six. What does that cost?
#
# <details><summary>Answers</summary>
#
# 1. So that both are saved or neither is. Between two updates a failure would
#    leave messages removed that no summary covers.
# 2. The tag `nostream` on the model that writes the summary.
# 3. A summary in every turn: six messages are left, and two more come.
#
# </details>
#
# ## Next
#
# [Lab 06](../labs/lab_06_summarization.ipynb) builds a summariser that holds
# when tools and failures come. In [lesson 07](07_long_term_store.ipynb) facts
# outlive the conversation.
