# %% [markdown]
# # Lab 04: A trimmer for every conversation
#
# You count tokens in two languages, cut conversations into turns, and write a
# trimmer that holds for 500 conversations: with tool calls, with Chinese text,
# with messages that are too long.
#
# **You need** [lesson 04](../notebooks/04_trimming.ipynb).
#
# **Time** 40 minutes

# %%
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.exceptions import ContextOverflowError
from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    trim_messages,
)
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph

from helpers import exercise, show_budget
from helpers.histories import find_failure, histories
from helpers.offline import OfflineChat, count_tokens

# %% [markdown]
# The checks use the offline model, whatever your settings say: its context
# window can be made small. `count_tokens` counts as it does. The conversations
# are generated, the shortest first. Their words mean nothing; their form is
# that of real ones. Here is one with its budget:

# %%
conversations = histories()
one = conversations[239]
show_budget(one.messages, one.messages, one.budget, count_tokens)

# %% [markdown]
# ## Exercise 4.1: Count in two languages
#
# Write a counter that needs no tokenizer. Four Latin letters are about one
# token. A Chinese character, or one of its punctuation marks, is two thirds
# of a token. Each message costs about four tokens besides its text. Do not
# use `count_tokens` here.
#
# Wanted: at most 20 % off what the model reports, for English, Chinese, and a
# mixture of both. You need not care about tool calls.


# %%
def count(messages: list[BaseMessage]) -> int:
    """About the number of tokens of the messages' texts."""
    # BEGIN SOLUTION
    total = 0
    for message in messages:
        text = message.text
        chinese = sum(character > "\u2e7f" for character in text)
        total += 4 + round(chinese / 1.5 + (len(text) - chinese) / 4)
    return total
    # END SOLUTION


# %%
samples = {
    "an English text": [HumanMessage("The weather is fine today. " * 9)],
    "a Chinese text": [HumanMessage("今天天气很好，我们去公园散步吧。" * 9)],
    "a mixed text": [HumanMessage("我喜欢 LangGraph and Python。" * 9)],
    "short messages": [HumanMessage("Hello!"), AIMessage("Hello!")] * 9,
}

with exercise("4.1"):
    for name, messages in samples.items():
        answer = OfflineChat().invoke(messages)
        exact = answer.usage_metadata["input_tokens"]
        counted = count(messages)
        assert counted is not None, "count returned nothing"
        assert abs(counted - exact) <= exact / 5, (
            f"{name} of {exact} tokens was counted as {counted}"
        )

# %% [markdown]
# <details><summary>Hint</summary>
#
# Chinese characters and their punctuation are all greater than `"\u2e7f"`:
# `sum(character > "\u2e7f" for character in text)` is their number.
#
# </details>
#
# ## Exercise 4.2: Cut a conversation into turns
#
# A turn is a human message and all that follows, up to the next human message.
# One that nobody has answered yet is a turn too. The system message is part of
# no turn.
#
# Wanted: `system human ai human ai tool ai` has two turns, `human ai` and
# `human ai tool ai`.


# %%
def turns(messages: list[BaseMessage]) -> list[list[BaseMessage]]:
    """The messages of each turn, oldest first, without system messages."""
    # BEGIN SOLUTION
    found = []
    for message in messages:
        if isinstance(message, SystemMessage):
            continue
        if isinstance(message, HumanMessage):
            found.append([])
        found[-1].append(message)
    return found
    # END SOLUTION


# %%
with exercise("4.2"):
    for conversation in conversations:
        messages = conversation.messages
        cut = turns(list(messages))
        types = " ".join(message.type for message in messages)
        assert isinstance(cut, list) and cut, (
            f"{types}: turns returned {cut!r:.40}"
        )
        assert all(turn and turn[0].type == "human" for turn in cut), (
            f"{types}: a turn does not begin with a human message"
        )
        humans = types.split().count("human")
        assert len(cut) == humans, (
            f"{types}: wanted turns: {humans}, found: {len(cut)}"
        )
        joined = [message for turn in cut for message in turn]
        wanted = [m for m in messages if m.type != "system"]
        assert joined == wanted, (
            f"{types}: the turns have the types "
            + " | ".join(" ".join(m.type for m in turn) for turn in cut)
        )

# %% [markdown]
# <details><summary>Hint</summary>
#
# Go through the messages, and begin a new list at each human message.
#
# </details>
#
# ## Exercise 4.3: Fit a conversation into a budget
#
# Return the messages to send. For each conversation:
#
# - together they are within the budget, as `count_tokens` counts;
# - the model accepts them: each tool call has its results, and each result
#   follows its call;
# - the system message, if there is one, is kept, and a human message is next;
# - the newest turn is kept whole;
# - if system message and newest turn do not fit, you raise
#   `ContextOverflowError`;
# - going back from the newest turn, you stop only at a turn for which there is
#   no room. You need not look for older ones that would still fit, but you may;
# - you change neither the messages, nor their order, nor the list you were
#   given.
#
# Wanted: all of this for 500 conversations. If one fails, you see the smallest
# that was found, and what your trimmer kept of it. After an error of your code
# you see the smallest one that raises it.


# %%
def fit(messages: list[BaseMessage], budget: int) -> list[BaseMessage]:
    """The messages to send, of at most `budget` tokens.

    Raises ContextOverflowError if what has to be sent does not fit.
    """
    # BEGIN SOLUTION
    kept = trim_messages(
        messages,
        strategy="last",
        max_tokens=budget,
        token_counter=count_tokens,
        start_on="human",
        include_system=True,
    )
    if not any(isinstance(message, HumanMessage) for message in kept):
        raise ContextOverflowError(f"the newest turn is over {budget} tokens")
    return kept
    # END SOLUTION


# %%
def fit_or_error(messages, budget):
    """What `fit` returns, or the error that it should not have raised."""
    try:
        return fit(messages, budget)
    except (ContextOverflowError, NotImplementedError):
        raise
    except Exception as error:
        return error


failure = None
with exercise("4.3"):
    failure = find_failure(fit_or_error, conversations)
    if failure and failure.rule == "kind":  # raised again, to be shown
        fit(list(failure.messages), failure.budget)
    assert failure is None, (
        f"{failure.failed} of {failure.tried} conversations fail. "
        f"The smallest: {failure.reason}"
    )
if failure:
    show_budget(failure.messages, failure.kept, failure.budget, count_tokens)

# %% [markdown]
# <details><summary>Hint</summary>
#
# Two ways: call `trim_messages` with the right parameters and look at what is
# left, or add turns from the newest backwards while they fit.
#
# </details>
#
# ## Exercise 4.4: A chat that never overflows
#
# Build a chatbot graph with memory whose model is never sent more than
# `budget` tokens. The state keeps the whole conversation. If the newest
# message is too long, the chatbot says so, and the conversation goes on. There
# are no tools and no system message. The model may have a larger window, so do
# not wait for it to refuse.
#
# Wanted: after twelve turns in two languages the state has 24 messages, the
# model has answered every turn, and no call was over the budget.


# %%
def build_chat(model: OfflineChat, budget: int):
    """A compiled graph with memory that calls `model` within `budget`."""

    # BEGIN SOLUTION
    def chatbot(state: MessagesState):
        kept = trim_messages(
            state["messages"],
            max_tokens=budget,
            token_counter=model,
            start_on="human",
        )
        if not kept:
            return {"messages": [("ai", "Your message is too long for me.")]}
        return {"messages": [model.invoke(kept)]}

    builder = StateGraph(MessagesState)
    builder.add_node("chatbot", chatbot)
    builder.add_edge(START, "chatbot")
    return builder.compile(checkpointer=InMemorySaver())
    # END SOLUTION


# %%
class Record(BaseCallbackHandler):
    """Notes the messages of every call of a model, failed calls too."""

    def __init__(self):
        self.sent = []

    def on_chat_model_start(self, serialized, messages, **kwargs):
        self.sent += messages


def say(graph, text):
    """One turn; return the saved messages after it."""
    config = {"configurable": {"thread_id": "a"}}
    graph.invoke({"messages": [("human", text)]}, config)
    return graph.get_state(config).values["messages"]


def check_calls(sent, texts):
    """Each call had 128 tokens at most, and each text was put to the model."""
    most = max(count_tokens(messages) for messages in sent)
    assert most <= 128, (
        f"the model was sent {most} tokens; 128 are allowed, although its "
        "window is larger"
    )
    asked = [messages[-1].text for messages in sent]
    for text in texts:
        assert text in asked, (
            f"the model was not asked {text!r}, which is not too long"
        )


with exercise("4.4"):
    record = Record()
    graph = build_chat(OfflineChat(callbacks=[record]), 128)
    say(graph, "Hi, I'm Bob.")
    assert "Bob" in say(graph, "What's my name?")[-1].text, (
        "the chatbot forgets what there is room for"
    )
    for n in range(5):
        say(graph, f"On day {n} we walked in the park and had a picnic.")
        saved = say(graph, f"第{n}天我们去公园散步，晚上一起吃饭，很开心。")
    assert len(saved) == 24 and saved[0].text == "Hi, I'm Bob.", (
        f"after twelve turns the state has {len(saved)} messages, the first "
        f"of them {saved[0].text!r:.30}; wanted all 24"
    )
    texts = [message.text for message in saved[::2]]
    check_calls(record.sent, texts)
    saved = say(graph, "This message is too long. " * 99)
    assert len(saved) == 26 and saved[-1].type == "ai", (
        "there is no answer to a message that is too long"
    )
    assert len(say(graph, "Hello?")) == 28, (
        "the conversation does not go on after a message that is too long"
    )
    check_calls(record.sent, [*texts, "Hello?"])

# %% [markdown]
# <details><summary>Hint</summary>
#
# Trim in the node. Look at what is left before you call the model, and return
# only the new message.
#
# </details>
#
# ## Go further
#
# - Try other conversations: `find_failure(fit, histories(2000, seed=1))`.
# - Long tool results cost most. Keep old exchanges, but replace their results
#   by a short note, in copies of the messages. Which rule of exercise 4.3 has
#   to be given up?
