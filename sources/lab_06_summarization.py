# %% [markdown]
# # Lab 06: A summary that holds
#
# You build a summariser piece by piece: the prompt, the cut, the node that
# loses nothing, the graph around it, and an agent with a ready-made one.
#
# **You need** [lesson 06](../notebooks/06_summarization.ipynb).
#
# **Time** 40 minutes

# %%
from random import Random

from langchain.agents import create_agent
from langchain.agents.middleware import SummarizationMiddleware
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import (
    AIMessage,
    HumanMessage,
    RemoveMessage,
    ToolMessage,
    convert_to_messages,
)
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, MessagesState, StateGraph

from helpers import chat_model, exercise

# %% [markdown]
# The exercises share this state.


# %%
class State(MessagesState):
    summary: str


# %% [markdown]
# ## Exercise 6.1: Put the summary in front
#
# Your application has instructions for the model, and sometimes a summary.
# Some providers take one system message only, and only in the first place.
# Build the list of messages to send.
#
# Wanted: one system message with the instructions and, if there is one, the
# summary; then the messages of the state, which stays as it is.


# %%
def prompt(state: State, instructions: str) -> list:
    """The messages for the model; the key `summary` may be missing."""
    # BEGIN SOLUTION
    text = instructions
    if state.get("summary"):
        text += f"\n\nSummary of the conversation so far: {state['summary']}"
    return [("system", text), *state["messages"]]
    # END SOLUTION


# %%
with exercise("6.1"):
    asked = [HumanMessage("What's my name?")]
    state = {"messages": asked, "summary": "The user's name is Bob."}
    sent = convert_to_messages(prompt(state, "Answer in one sentence."))
    assert len(asked) == 1, "the messages of the state have been changed"
    assert [m.type for m in sent] != ["human", "system"], (
        "the system message comes last; it must be the first"
    )
    assert [m.type for m in sent] == ["system", "human"], (
        f"you send {[m.type for m in sent]}; wanted one system message, then "
        "the messages of the state"
    )
    assert "Answer in one sentence." in sent[0].text, (
        "the instructions are missing"
    )
    assert "The user's name is Bob." in sent[0].text, "the summary is missing"
    sent = convert_to_messages(prompt({"messages": asked}, "Be brief."))
    assert "None" not in sent[0].text, "without a summary you send 'None'"
    assert sent[0].text.strip() == "Be brief.", (
        f"without a summary the system message is {sent[0].text!r}; wanted "
        "the instructions alone"
    )

# %% [markdown]
# <details><summary>Hint</summary>
#
# `state.get("summary")` is `None` where the key is missing. Build a new list
# with `[..., *state["messages"]]`.
#
# </details>
#
# ## Exercise 6.2: Cut where a turn begins
#
# A turn begins with a human message and goes on to the next one: answers, tool
# calls, results. Split a conversation into what is summarised and what is
# kept. Keep whole turns, and as few of them as hold at least `keep` messages.
#
# Wanted: human, ai, human, ai with a call, tool, ai: with `keep=2` the first
# two messages are old, and the four of the second turn are kept.


# %%
def split(messages: list, keep: int) -> tuple[list, list]:
    """(old, kept) messages of a conversation; `keep` is at least 1."""
    # BEGIN SOLUTION
    cut = max(len(messages) - keep, 0)
    while cut > 0 and messages[cut].type != "human":
        cut -= 1
    return messages[:cut], messages[cut:]
    # END SOLUTION


# %%
def some_turn(dice):
    """A turn without tools, or with one to three calls."""
    ids = [f"call-{n}" for n in range(dice.choice([0, 0, 1, 2, 3]))]
    calls = [{"name": "look_up", "args": {}, "id": id_} for id_ in ids]
    results = [ToolMessage("Found.", tool_call_id=id_) for id_ in ids]
    used = [AIMessage("", tool_calls=calls), *results] if ids else []
    return [HumanMessage("Look."), *used, AIMessage("There.")]


def check_split(messages, keep):
    """The rules of exercise 6.2 for one conversation."""
    old, kept = split(messages, keep)
    total = len(messages)
    about = f"with keep={keep}, of {[m.type for m in messages]}"
    assert [*old, *kept] == messages, (
        f"some messages are lost or there twice {about}"
    )
    kinds = [m.type for m in kept]
    assert kinds[:1] == ["human"], (
        f"you keep {kinds}, which are not whole turns, {about}"
    )
    assert len(kept) >= min(keep, total), (
        f"you keep {len(kept)} messages, too few, {about}"
    )
    turns = [n for n, kind in enumerate(kinds) if kind == "human"]
    assert len(turns) == 1 or len(kept) - turns[1] < keep, (
        f"you keep {len(kept)} messages, but fewer turns would do, {about}"
    )


with exercise("6.2"):
    call = {"name": "look_up", "args": {}, "id": "call-1"}
    first = [HumanMessage("Hi, I'm Bob."), AIMessage("Hello, Bob!")]
    second = [
        HumanMessage("Is it raining?"),
        AIMessage("", tool_calls=[call]),
        ToolMessage("Yes.", tool_call_id="call-1"),
        AIMessage("Yes, it is."),
    ]
    check_split(first, keep=4)
    check_split([*first, *second], keep=2)
    dice = Random(6)
    for _ in range(200):
        turns = [some_turn(dice) for _ in range(dice.randint(1, 6))]
        messages = [message for turn in turns for message in turn]
        check_split(messages, keep=dice.randint(1, 9))

# %% [markdown]
# <details><summary>Hint</summary>
#
# Begin at `len(messages) - keep`, but not below 0, and go back until you meet
# a human message.
#
# </details>
#
# ## Exercise 6.3: A node that loses nothing
#
# Write the node that summarises all but the last `keep` messages. `ask` is
# given a list of messages and returns the model's message. It can raise an
# exception, and its text can be empty: then nothing may change, and the next
# turn will try again. Summarise only what you remove. Here no tools are used,
# and you may cut with `messages[:-keep]`.
#
# Wanted: `{"summary": "…", "messages": [RemoveMessage(…), …]}`. An earlier
# summary is extended.


# %%
def summarize(state: State, ask, keep: int = 4) -> dict:
    """The update with the new summary and the removals, or `{}`."""
    # BEGIN SOLUTION
    old = state["messages"][:-keep]
    if not old:
        return {}
    request = "Create a summary of the conversation above:"
    if state.get("summary"):
        request = (
            f"This is the summary so far: {state['summary']}\n\n"
            "Extend the summary with the new messages above:"
        )
    try:
        summary = ask([*old, ("human", request)]).text.strip()
    except Exception:
        return {}
    if not summary:
        return {}
    removed = [RemoveMessage(id=message.id) for message in old]
    return {"summary": summary, "messages": removed}
    # END SOLUTION


# %%
def saved_state(summary=""):
    """A state of three turns; the messages have the ids "0" to "5"."""
    texts = [
        "Hi, I'm Bob.",
        "Hello!",
        "I live in Oslo.",
        "Ah.",
        "Bye.",
        "Bye!",
    ]
    kinds = [HumanMessage, AIMessage] * 3
    messages = [
        kind(text, id=str(n))
        for n, (kind, text) in enumerate(zip(kinds, texts, strict=True))
    ]
    return {"messages": messages, **({"summary": summary} if summary else {})}


def run_node(answer, summary="", keep=4):
    """(update, the texts the model was asked with), by a model that answers
    with `answer` or raises it."""
    asked = []

    def ask(messages):
        asked.append(" / ".join(m.text for m in convert_to_messages(messages)))
        if isinstance(answer, Exception):
            raise answer
        return AIMessage(answer)

    return summarize(saved_state(summary), ask, keep) or {}, asked


def check_unchanged(update, summary, when):
    """Nothing is lost: the summary is the earlier one, no message goes."""
    now = update.get("summary", summary)
    assert now == summary, f"{when}, and the summary is now {now!r}"
    assert not update.get("messages"), f"{when}, and messages are removed"


with exercise("6.3"):
    update, asked = run_node("The user's name is Bob.")
    assert update.get("summary") == "The user's name is Bob.", (
        f"the new summary is {update.get('summary')!r}; wanted the text of "
        "the model's answer"
    )
    removed = [m.id for m in update.get("messages", []) if m.type == "remove"]
    assert removed == ["0", "1"], (
        f"you remove {removed}; wanted the two old messages, ['0', '1']"
    )
    assert len(asked) == 1, f"the model was asked {len(asked)} times"
    assert "I'm Bob" in asked[0], "the model was not given the old messages"
    assert "Oslo" not in asked[0], (
        "the model was given messages that stay: they would be summarised "
        "again"
    )
    _, asked = run_node("Bob, a baker.", summary="The user is a baker.")
    assert "The user is a baker." in asked[0], (
        "the model was not given the earlier summary: what it holds is lost"
    )
    update, _ = run_node(TimeoutError("the model is overloaded"))
    check_unchanged(update, "", "the model failed")
    update, _ = run_node("  \n", summary="The user is a baker.")
    check_unchanged(update, "The user is a baker.", "the answer was empty")
    update, asked = run_node("Nothing.", keep=6)
    check_unchanged(update, "", "all messages stay")
    assert not asked, "all messages stay, and the model is asked for nothing"

# %% [markdown]
# <details><summary>Hint</summary>
#
# Put the call of `ask` into `try`, and return `{}` from `except`. Build the
# update at the end, when you hold a text that is not empty.
#
# </details>
#
# ## Exercise 6.4: Summarise past a threshold
#
# Build the graph: a node answers, and when there are more than `past` messages
# a second node summarises all but the last `keep`. Nobody should read the
# summary in the stream.
#
# Wanted with `past=6` and `keep=2`: seven turns leave 2, 4, 6, 2, 4, 6 and 2
# messages, and the name from the first turn is known in the seventh. The second
# summary extends the first: what it held is known in the eighth turn too.


# %%
def summarizing_graph(model, past: int, keep: int):
    """A compiled graph with memory, on the state with `summary`."""

    # BEGIN SOLUTION
    def chatbot(state: State):
        messages = state["messages"]
        if state.get("summary"):
            text = f"Summary of the conversation so far: {state['summary']}"
            messages = [("system", text), *messages]
        return {"messages": [model.invoke(messages)]}

    def shorten(state: State):
        old = state["messages"][:-keep]
        request = (
            f"The summary so far: {state.get('summary', '')}\n\n"
            "Extend the summary with the messages above:"
        )
        quiet = model.with_config(tags=["nostream"])
        answer = quiet.invoke([*old, ("human", request)])
        removed = [RemoveMessage(id=message.id) for message in old]
        return {"summary": answer.text, "messages": removed}

    def is_long(state: State):
        return "shorten" if len(state["messages"]) > past else END

    builder = StateGraph(State)
    builder.add_node("chatbot", chatbot)
    builder.add_node("shorten", shorten)
    builder.add_edge(START, "chatbot")
    builder.add_conditional_edges("chatbot", is_long, ["shorten", END])
    builder.add_edge("shorten", END)
    return builder.compile(checkpointer=InMemorySaver())
    # END SOLUTION


# %%
class CallCounter(BaseCallbackHandler):
    """Counts the model calls of a run."""

    def __init__(self):
        self.calls = 0

    def on_chat_model_start(self, *args, **kwargs):
        self.calls += 1


SEVEN_TURNS = [
    "Hi, I'm Bob.",
    "I live in Oslo.",
    "I have a dog.",
    "I like chess.",
    "Good morning!",
    "Thank you!",
    "What's my name?",
]


def run_turns(graph, texts):
    """(messages left, model calls) after each turn, and the last answer."""
    left, calls = [], []
    for text in texts:
        counter = CallCounter()
        config = {"configurable": {"thread_id": "a"}, "callbacks": [counter]}
        result = graph.invoke({"messages": [("human", text)]}, config)
        left.append(len(result["messages"]))
        calls.append(counter.calls)
    return left, calls, result["messages"][-1].text


with exercise("6.4"):
    graph = summarizing_graph(chat_model(), past=6, keep=2)
    left, calls, answer = run_turns(graph, SEVEN_TURNS)
    assert max(left) <= 6, (
        f"the turns leave {left} messages: more than six stay"
    )
    assert left == [2, 4, 6, 2, 4, 6, 2], (
        f"the turns leave {left} messages; wanted [2, 4, 6, 2, 4, 6, 2]"
    )
    assert calls == [1, 1, 1, 2, 1, 1, 2], (
        f"the turns take {calls} model calls; wanted one, and two where the "
        "conversation is summarised"
    )
    assert "Bob" in answer, (
        f"asked for the name, it answers {answer!r}: the model is not given "
        "the summary"
    )
    _, _, answer = run_turns(graph, ["Where do I live?"])
    assert "Oslo" in answer, (
        f"asked in turn 8 where Bob lives, it answers {answer!r}: the first "
        "summary had it, and the second has lost it"
    )
    graph = summarizing_graph(chat_model(), past=2, keep=2)
    run_turns(graph, SEVEN_TURNS[:1])
    pieces = graph.stream(
        {"messages": [("human", "Good morning!")]},
        {"configurable": {"thread_id": "a"}},
        stream_mode="messages",
    )
    shown = {about["langgraph_node"] for piece, about in pieces if piece.text}
    assert len(shown) == 1, (
        f"the stream shows the tokens of {sorted(shown)}; wanted those of the "
        "answer only"
    )

# %% [markdown]
# <details><summary>Hint</summary>
#
# `add_conditional_edges("chatbot", function, [...])` takes a function of the
# state that returns the name of the next node, or `END`. The tag is set with
# `model.with_config(tags=["nostream"])`.
#
# </details>
#
# ## Exercise 6.5: An agent that summarises
#
# Build an agent without tools. When the model is called with `limit` messages
# or more, the new one included, they are summarised first, and the last `keep`
# stay.
#
# Wanted with `limit=7` and `keep=3`: seven turns leave 2, 4, 6, 5, 7, 5 and 7
# messages. One of the five is the summary.


# %%
def summarizing_agent(model, limit: int, keep: int):
    """An agent with memory and LangChain's SummarizationMiddleware."""
    # BEGIN SOLUTION
    middleware = SummarizationMiddleware(
        model, trigger=("messages", limit), keep=("messages", keep)
    )
    return create_agent(
        model,
        tools=[],
        middleware=[middleware],
        checkpointer=InMemorySaver(),
    )
    # END SOLUTION


# %%
with exercise("6.5"):
    agent = summarizing_agent(chat_model(), limit=7, keep=3)
    left, calls, answer = run_turns(agent, SEVEN_TURNS)
    assert max(left) > 2, "each turn begins anew: the agent has no memory"
    assert left[-1] != 14, (
        "the agent never summarises; look at each keyword's spelling, and at "
        "how many messages it keeps"
    )
    assert left == [2, 4, 6, 5, 7, 5, 7], (
        f"the turns leave {left} messages; wanted [2, 4, 6, 5, 7, 5, 7]"
    )
    assert sum(calls) == 9, (
        f"seven turns take {sum(calls)} model calls; wanted two summaries"
    )
    assert "Bob" in answer, f"asked for the name, it answers {answer!r}"

# %% [markdown]
# <details><summary>Hint</summary>
#
# `trigger` and `keep` are pairs: `("messages", 7)`.
#
# </details>
#
# ## Go further
#
# - Replace the middleware of exercise 6.5 by LangMem's `SummarizationNode` in
#   a graph of your own. How many messages are in the state after seven turns?
# - Let the summary of exercise 6.3 have at most 60 words. What do you do when
#   the model writes more?
