# %% [markdown]
# # Trim a conversation to fit
#
# A model reads only so many tokens in one call, and a conversation has no end.
# When this lesson is over, your chatbot sends what fits, in a form that the
# model accepts, and the saved conversation stays whole.
#
# **You will learn** to
#
# - recognise a context overflow, and see which messages go to the model;
# - trim for one call with `trim_messages`, and say what each parameter does;
# - count tokens well enough, in Chinese too;
# - keep tool exchanges whole, and notice what cannot be made to fit;
# - write a strategy of your own.
#
# **You need** [lesson 02](02_short_term_memory.ipynb).
#
# **Time** 25 minutes

# %%
from functools import partial

from langchain_core.exceptions import (
    ContextOverflowError,
    ModelInvalidRequestError,
)
from langchain_core.messages import (
    AIMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
    filter_messages,
    trim_messages,
)
from langchain_core.messages.utils import count_tokens_approximately
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph

from helpers import chat_model, show_budget, show_messages
from helpers.offline import OfflineChat

# %% [markdown]
# In lesson 03 you saw that every checkpoint holds the whole conversation. The
# model is given the whole conversation as well, in every turn.
#
# ## Overflow the context window
#
# The **context window** is the number of tokens that a model can read in one
# call. Your model's is too large to fill here, so this lesson takes the
# offline model directly, whose window can be set: 128 tokens.
# `usage_metadata` says how many tokens the model was given.


# %%
def build_graph(chatbot):
    builder = StateGraph(MessagesState)
    builder.add_node("chatbot", chatbot)
    builder.add_edge(START, "chatbot")
    return builder.compile(checkpointer=InMemorySaver())


small_model = OfflineChat(context_window=128)


def chatbot(state: MessagesState):
    return {"messages": [small_model.invoke(state["messages"])]}


graph = build_graph(chatbot)
config = {"configurable": {"thread_id": "bob"}}

# %%
turns = [
    "Hello there! I'm Bob, and I'd like some poems, please.",
    "Write a short poem about cats.",
    "Now the same but for dogs.",
    "What's my name?",
]
for text in [*turns, "Hello?"]:
    try:
        result = graph.invoke({"messages": [("human", text)]}, config)
        usage = result["messages"][-1].usage_metadata
        print(f"{usage['input_tokens']:3} tokens: {text}")
    except ContextOverflowError as error:
        print(error)

# %% [markdown]
# The model has refused the fourth turn. (With the large providers LangChain
# raises the same `ContextOverflowError`.) The question was saved before the
# model failed, so the fifth turn is longer still. The thread is stuck:

# %%
messages = graph.get_state(config).values["messages"]
exact = small_model.get_num_tokens_from_messages
show_budget(messages, messages, limit=128, counter=exact)

# %% [markdown]
# ## Trim what the model is given
#
# `trim_messages` returns the part of a list that fits. Without a list it
# returns a runnable that trims the list it is invoked with.

# %%
trimmer = trim_messages(
    strategy="last",
    max_tokens=128,
    token_counter=count_tokens_approximately,
    start_on="human",
    end_on=("human", "tool"),
    include_system=True,
)


def trimming_chatbot(state: MessagesState):
    kept = trimmer.invoke(state["messages"])
    return {"messages": [small_model.invoke(kept)]}


graph = build_graph(trimming_chatbot)
for text in turns:
    result = graph.invoke({"messages": [("human", text)]}, config)
show_messages(result["messages"])

# %% [markdown]
# No error, but no name either: the turn with the name did not fit.

# %%
messages = result["messages"][:-1]
show_budget(messages, trimmer.invoke(messages), limit=128)

# %% [markdown]
# The saved state still has all eight messages. Trimming is for one call; it
# deletes nothing.
#
# > **Pitfall:** nor does it delete anything if the node *returns* the trimmed
# > list. `add_messages` compares ids, finds the messages that are there
# > already, and removes none. (This graph uses the model of your settings.)

# %%
model = chat_model()


def returning_chatbot(state: MessagesState):
    kept = trimmer.invoke(state["messages"])
    return {"messages": [*kept, model.invoke(kept)]}


graph = build_graph(returning_chatbot)
for text in turns:
    result = graph.invoke({"messages": [("human", text)]}, config)
print(len(result["messages"]), "messages in the state")
print(result["messages"][-1].text)

# %% [markdown]
# Lesson 05 removes messages from the state.
#
# ## Count tokens
#
# The two pictures above differ by a few tokens: for the first the model was
# asked, for the second `count_tokens_approximately`. It divides the number of
# characters by four, needs no network, and suits English:

# %%
texts = {
    "English": "The weather is fine today, so we walk in the park. " * 7,
    "Chinese": "今天天气很好，我们去公园散步吧。" * 22,
}
for language, text in texts.items():
    message = HumanMessage(text)
    print(
        f"{language}, {len(text)} characters: about",
        count_tokens_approximately([message]),
        "tokens, in fact",
        exact([message]),
    )

# %% [markdown]
# A Chinese character is more than half a token, not a quarter. Here is what
# several counters make of a limit of 128 tokens:

# %%
chinese = [
    HumanMessage(f"第{n}天：今天天气很好，我们去公园散步，晚上一起吃饭。")
    for n in range(1, 9)
]
counters = {
    "approximate": count_tokens_approximately,
    "1.5 characters": partial(count_tokens_approximately, chars_per_token=1.5),
    "the model": small_model,
    "len": len,
}
for name, counter in counters.items():
    kept = trim_messages(chinese, max_tokens=128, token_counter=counter)
    print(f"{name}: {len(kept)} messages, in fact {exact(kept)} tokens")

# %% [markdown]
# The first keeps too much, and the model would refuse it. The second is told
# that a character and a half make a token. The model counts exactly, but most
# models need the package `transformers` for that, or download a tokenizer.
# `len` counts messages.
#
# > **In production:** set `max_tokens` well below the window. The answer needs
# > room too, as do tool definitions, and counters are estimates. Compare them
# > with `usage_metadata` from time to time.
#
# ## Choose what stays
#
# A conversation with two tool calls in one message. To see what each parameter
# does, we count messages, and print the types of those that are kept.

# %%
calls = [
    {"name": "weather", "args": {"city": city}, "id": city}
    for city in ("Rome", "Oslo")
]
messages = [
    SystemMessage("Answer in one sentence."),
    HumanMessage("Hi, I'm Bob."),
    AIMessage("Nice to meet you, Bob!"),
    HumanMessage("How is the weather in Rome and in Oslo?"),
    AIMessage("", tool_calls=calls),
    ToolMessage("sunny, 25 degrees", tool_call_id="Rome"),
    ToolMessage("rain, 12 degrees", tool_call_id="Oslo"),
    AIMessage("It is sunny in Rome and raining in Oslo."),
    HumanMessage("Then where do I go?"),
]


# %%
def kept_types(messages, **options):
    kept = trim_messages(messages, token_counter=len, **options)
    return " ".join(message.type for message in kept)


print("first:", kept_types(messages, strategy="first", max_tokens=4))
print("last: ", kept_types(messages, strategy="last", max_tokens=4))

kept = trim_messages(messages, max_tokens=4, token_counter=len)
try:
    small_model.invoke(kept)
except ModelInvalidRequestError as error:
    print(error)

# %% [markdown]
# `"first"` keeps the beginning, `"last"` (the default) the end. But this end
# has lost the message that made the calls, and providers refuse that.
#
# `start_on="human"` drops what comes before the first human message. Tool
# calls and their results belong to one turn, and a turn begins with a human
# message. So a whole exchange is kept, or none of it. `include_system=True`
# keeps the system message, and counts it. Both go with `"last"` only:

# %%
options = {"start_on": "human"}
for n in (5, 6):
    print(f"{n}:", kept_types(messages, max_tokens=n, **options))

options["include_system"] = True
for n in (6, 7):
    print(f"{n} with system:", kept_types(messages, max_tokens=n, **options))

try:
    kept_types(messages, strategy="first", max_tokens=7, **options)
except ValueError as error:
    print(error)

# %% [markdown]
# `end_on` drops what comes after the last message of the types given, so that
# the model has something to answer. It knows nothing of pairs: with `"first"`
# the cut may fall between two results.

# %%
ends = ("human", "tool")
print(kept_types(messages[:-1], max_tokens=9))
print(kept_types(messages[:-1], max_tokens=9, end_on=ends))
kept = trim_messages(
    messages, strategy="first", max_tokens=6, token_counter=len, end_on=ends
)
try:
    small_model.invoke(kept)
except ModelInvalidRequestError as error:
    print(error)

# %% [markdown]
# > **Pitfall:** a newest message that alone is over the budget. Nothing is
# > kept but the system message, and if there is none, nothing at all. Look
# > before you call the model:

# %%
letter = HumanMessage(
    "\n".join(f"This is line {n} of a letter." for n in range(1, 41))
)
options |= {"max_tokens": 128, "token_counter": "approximate"}
for conversation in ([*messages, letter], [letter]):
    kept = trim_messages(conversation, **options)
    print([message.type for message in kept])
    if not any(message.type == "human" for message in kept):
        print("Your message is too long. Please send it in parts.")

# %% [markdown]
# `allow_partial=True` cuts a message instead, at the end of a line. With
# `"last"` its last lines are kept:

# %%
kept = trim_messages([*messages, letter], allow_partial=True, **options)
show_budget([*messages, letter], kept, limit=128)
print(kept[-1].text.splitlines()[0])

# %% [markdown]
# The model is not told that 25 lines are missing. Asking the user is often
# better.
#
# ## Use another strategy
#
# `filter_messages` chooses by type, name or id, whatever the length. Here the
# tool exchanges go, and the words stay:

# %%
kept = filter_messages(messages, exclude_tool_calls=True)
show_messages(kept)

# %% [markdown]
# A strategy of your own is a function from a list to a list. People say who
# they are at the beginning, so this one keeps the first turn, and fills the
# rest of the budget with the newest turns.


# %%
def first_and_last(messages):
    first, rest = messages[:2], messages[2:]
    return first + trim_messages(
        rest,
        max_tokens=128 - count_tokens_approximately(first),
        token_counter=count_tokens_approximately,
        start_on="human",
    )


def introduced_chatbot(state: MessagesState):
    kept = first_and_last(state["messages"])
    return {"messages": [model.invoke(kept)]}


# %%
graph = build_graph(introduced_chatbot)
for text in turns:
    result = graph.invoke({"messages": [("human", text)]}, config)
messages = result["messages"][:-1]
show_budget(messages, first_and_last(messages), limit=128)
print(result["messages"][-1].text)

# %% [markdown]
# The name is there, and the cats are gone. Whatever the strategy, what is left
# out is unknown to the model. Lesson 06 keeps the facts in a summary instead.
#
# ## Summary
#
# - Too many tokens raise `ContextOverflowError`, and the thread is stuck until
#   less is sent. Trimming in the node is for one call; the state stays whole.
# - `strategy` and `max_tokens` choose the end and the amount. `start_on`,
#   `end_on`, `include_system` and `allow_partial` correct the edges.
# - `token_counter` decides what a budget means. Four characters a token is
#   wrong for Chinese.
# - `start_on="human"` keeps tool exchanges whole. A newest message over the
#   budget leaves nothing: look before you call.
# - A strategy is a function. It must return a list that a model accepts.
#
# ## Check yourself
#
# 1. A user asks "What's my name?" and the trimmed chatbot does not know. Is
#    the name lost?
# 2. Your provider says: "a tool message must follow a message with tool
#    calls". Which parameter is missing?
# 3. Chinese users meet overflows, English ones do not. What do you change?
#
# <details><summary>Answers</summary>
#
# 1. No. It is in the saved state; only this call did not contain it.
# 2. `start_on="human"`.
# 3. The counter: `chars_per_token=1.5`, or the model's own.
#
# </details>
#
# ## Next
#
# [Lab 04](../labs/lab_04_trimming.ipynb) builds a trimmer and tries it on 500
# conversations. [Lesson 05](05_deletion.ipynb) removes messages from the
# state itself.
