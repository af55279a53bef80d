# %% [markdown]
# # Lab 12: An assistant of your own
#
# You write the assistant of lesson 12 again, piece by piece. Each piece is one
# method, and each check is an acceptance test: it puts your piece into the
# course's assistant, in place of its own, and lets that talk. So you can do
# them in any order, and leave some out.
#
# Your class has everything of `Assistant`: `self.model` and `self.store`,
# `self.graph` and `self.window`, and `self.quiet`, which is the model for
# calls that no user should see in the stream.
#
# **You need** [lesson 12](../notebooks/12_assistant_with_memory.ipynb).
#
# **Time** 90 minutes, in three sittings of four exercises

# %%
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from langchain_core.messages import (
    AIMessage,
    HumanMessage,
    RemoveMessage,
    SystemMessage,
    convert_to_messages,
    trim_messages,
)
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime

from assistant import Assistant, Context, State, open_assistant, threads_of
from assistant.facts import extract, sentence
from assistant.messages import count_tokens, old_turns, unanswered
from helpers import chat_model, embeddings, exercise, find_traces

# %% [markdown]
# The checks share what is in the next cell. You need not read it.


# %%
@contextmanager
def opened(kind, folder=None):
    """An assistant of a class, in a folder of its own or in a given one."""
    stub = "your code here"
    for method in vars(kind).values():
        code = getattr(method, "__code__", None)
        if code and stub in code.co_consts:  # there is nothing to open yet
            raise NotImplementedError(stub)
    with TemporaryDirectory() as own:
        where = folder or own
        with open_assistant(
            where, chat_model(), embeddings(), kind=kind
        ) as assistant:
            assistant.folder = where
            yield assistant


class StandIn:
    """In place of a model: answers with a text, or raises an error."""

    def __init__(self, answer):
        self.answer, self.asked = answer, []

    def invoke(self, messages, config=None, **options):
        self.asked.append(convert_to_messages(messages))
        if isinstance(self.answer, Exception):
            raise self.answer
        return AIMessage(self.answer)

    def with_config(self, *args, **options):
        return self


def keep(assistant, user_id, **facts):
    """Put facts into the store, as `learn` does."""
    for name, value in facts.items():
        text = sentence(name, value)
        fact = {"value": value, "text": text, "said": text}
        assistant.store.put((user_id, "memories"), name, fact)


def facts_of(assistant, user_id):
    """What is kept about a user: value by name."""
    return {m["name"]: m["value"] for m in assistant.memories(user_id)}


def texts_of(assistant, user_id, thread):
    """The texts of a thread's messages."""
    messages = assistant.thread(user_id, thread).values.get("messages", [])
    return [message.text for message in messages]


# %% [markdown]
# ## Exercise 12.1: It remembers within a thread
#
# A user has threads with names of their own, like `monday`. Give each thread
# of each user a config.
#
# Wanted: Bob's `monday` knows what Bob said on `monday`. His `tuesday` and
# Ann's `monday` are other conversations. User names and thread names have
# letters, digits, `-` and `_`.


# %%
class Threads(Assistant):
    """An assistant that keeps threads apart."""

    def config(self, user_id: str, thread: str) -> dict:
        """The config of one thread of one user."""
        # BEGIN SOLUTION
        return {"configurable": {"thread_id": f"{user_id}/{thread}"}}
        # END SOLUTION


# %%
with exercise("12.1"), opened(Threads) as assistant:
    assistant.say("bob", "monday", "Hi, I'm Bob.")
    answer = assistant.say("bob", "monday", "What's my name?")
    assert len(texts_of(assistant, "bob", "monday")) == 4, (
        "after two turns the thread does not have four messages: is the "
        "config the same each time?"
    )
    assert "Bob" in answer, f"asked for the name, it answered {answer!r}"
    pairs = [("bob", "tuesday"), ("ann", "monday"), ("bobmonday", "x")]
    for user_id, thread in pairs:
        assert not texts_of(assistant, user_id, thread), (
            f"{user_id}'s thread {thread} has the messages of bob's monday"
        )
    ids = {
        assistant.config(*pair)["configurable"]["thread_id"]
        for pair in (("bob-a", "b"), ("bob", "a-b"), ("bob-a-", "b"),
                     ("bob_a", "b"), ("bob", "a_b"))
    }  # fmt: skip
    assert len(ids) == 5, (
        f"five threads have only these ids: {sorted(ids)}; join the names "
        "with a character that cannot be in them"
    )

# %% [markdown]
# <details><summary>Hint</summary>
#
# The `thread_id` is a text that is made of both names. Which characters can
# neither of them have?
#
# </details>
#
# ## Exercise 12.2: Another user learns nothing
#
# Search a user's memories by their meaning. They are in the namespace
# `(user_id, "memories")` of `self.store`.
#
# Wanted: the two memories of this user, and of nobody else, that are closest
# to the text. Best first.


# %%
class Searches(Assistant):
    """An assistant that finds memories."""

    def search(self, user_id: str, text: str) -> list:
        """The two items closest to a text, with their scores."""
        # BEGIN SOLUTION
        namespace = (user_id, "memories")
        return self.store.search(namespace, query=text, limit=2)
        # END SOLUTION


# %%
with exercise("12.2"), opened(Searches) as assistant:
    keep(assistant, "bob", home="Oslo", age="30", likes="chess", job="nurse")
    keep(assistant, "bobby", job="pilot", home="Rome")
    keep(assistant, "小明", 爱好="打羽毛球", 职业="软件工程师", 姓名="小明")
    found = assistant.search("bob", "What do I do for a living?")
    people = {item.namespace[0] for item in found}
    assert people <= {"bob"}, (
        f"a search for bob finds memories of {sorted(people - {'bob'})}"
    )
    assert len(found) == 2, f"{len(found)} memories were found; wanted two"
    assert found[0].score is not None, (
        "the memories have no score: they were not searched by meaning"
    )
    assert found[0].key == "job", (
        f"asked for the job, the best memory is {found[0].key!r}"
    )
    found = assistant.search("小明", "我喜欢做什么运动?")
    assert found and found[0].key == "爱好", "小明's hobby was not found"
    assert assistant.search("ann", "What's my job?") == [], (
        "ann has no memories, so nothing should be found for her"
    )
    answer = assistant.say("ann", "monday", "What's my job?")
    assert "nurse" not in answer and "pilot" not in answer, (
        f"ann was told {answer!r}"
    )

# %% [markdown]
# <details><summary>Hint</summary>
#
# `search` of a store takes a namespace, a `query` and a `limit`. The user is
# the first label.
#
# </details>
#
# ## Exercise 12.3: A new thread recalls
#
# Write the node `recall`. It searches for what the user says in this turn,
# with `self.search(user_id, text)`. `unanswered(state["messages"])` returns
# the texts since the last answer, usually one.
#
# Wanted: `{"recalled": [{"name": "job", "value": "nurse", "score": 0.4}, …]}`,
# where the name is the item's key, and the value is in the item's value.


# %%
class Recalls(Assistant):
    """An assistant that recalls before it answers."""

    def recall(self, state: State, runtime: Runtime[Context]) -> dict:
        """The update with what was recalled, best first."""
        # BEGIN SOLUTION
        text = " ".join(unanswered(state["messages"]))
        items = self.search(runtime.context.user_id, text)
        recalled = [
            {"name": i.key, "value": i.value["value"], "score": i.score}
            for i in items
        ]
        return {"recalled": recalled}
        # END SOLUTION


# %%
with exercise("12.3"), opened(Recalls) as assistant:
    keep(assistant, "bob", home="Oslo", likes="chess", job="nurse", age="30")
    keep(assistant, "ann", job="pilot")
    answer = assistant.say("bob", "new", "What do I do for a living?")
    recalled = assistant.thread("bob", "new").values.get("recalled")
    assert recalled, "the state has nothing under the key `recalled`"
    assert len(recalled) == 2, f"{len(recalled)} memories are recalled, not 2"
    first = {key: recalled[0].get(key) for key in ("name", "value")}
    assert first == {"name": "job", "value": "nurse"}, (
        f"the best memory is {first}; wanted the job"
    )
    assert isinstance(recalled[0].get("score"), float), "the score is missing"
    assert "nurse" in answer, f"it answered {answer!r}"
    assistant.say("bob", "new", "Where do I live?")
    recalled = assistant.thread("bob", "new").values["recalled"]
    assert recalled[0]["name"] == "home", (
        f"in the second turn the best memory is {recalled[0]['name']!r}: "
        "search for what is said in this turn"
    )
    assistant.say("ann", "new", "What do I do for a living?")
    recalled = assistant.thread("ann", "new").values["recalled"]
    assert [memory["value"] for memory in recalled] == ["pilot"], (
        f"ann recalls {recalled}"
    )

# %% [markdown]
# <details><summary>Hint</summary>
#
# `runtime.context.user_id` is the user. Each item has a `key`, a `value` (a
# dictionary) and a `score`.
#
# </details>
#
# ## Exercise 12.4: Only the user's own words are learned
#
# Write the node `learn`. `extract(self.quiet, texts)` returns the facts in the
# user's texts, as a dictionary of values by name. For each, ask
# `self.revise(name, value, texts, old)` what to keep; `old` is the item's
# value so far, or `None`. Store it under its name in the namespace
# `(user_id, "memories")` if it is not what was there.
#
# Wanted: `{"learned": [{"name": "home", "value": "Oslo", …}]}`, with what was
# stored in this turn, and nothing else.


# %%
class Learns(Assistant):
    """An assistant that learns from its users."""

    def learn(self, state: State, runtime: Runtime[Context]) -> dict:
        """Store the facts of this turn; the update that says which."""
        # BEGIN SOLUTION
        namespace = (runtime.context.user_id, "memories")
        texts = unanswered(state["messages"])
        learned = []
        for name, value in extract(self.quiet, texts).items():
            item = self.store.get(namespace, name)
            old = item.value if item else None
            fact = self.revise(name, value, texts, old)
            if fact != old:
                self.store.put(namespace, name, fact)
                learned.append({"name": name, **fact})
        return {"learned": learned}
        # END SOLUTION


# %%
def learn_from(assistant, user_id, *said):
    """What `learn` adds for a thread; texts of users and answers in turn."""
    kinds = [HumanMessage, AIMessage] * len(said)
    messages = [kind(text) for kind, text in zip(kinds, said, strict=False)]
    runtime = Runtime(context=Context(user_id), store=assistant.store)
    update = assistant.learn({"messages": messages}, runtime) or {}
    return {f["name"]: f["value"] for f in update.get("learned", [])}


with exercise("12.4"), opened(Learns) as assistant:
    hello = ("Who are you?", "I'm Max, and I live in the cloud.")
    learned = learn_from(assistant, "bob", *hello, "I love climbing.")
    kept = facts_of(assistant, "bob")
    assert kept, "nothing is stored below ('bob', 'memories')"
    assert "Max" not in kept.values(), (
        f"the assistant's own words have become facts: {kept}"
    )
    assert list(kept.values()) == ["climbing"], f"what is kept is {kept}"
    assert learned == kept, f"`learned` is {learned}; wanted {kept}"
    keep(assistant, "bob", age="30")
    old_turn = ("I'm 29.", "Noted.")
    learn_from(assistant, "bob", *old_turn, "I live in Oslo.")
    kept = facts_of(assistant, "bob")
    assert kept["age"] == "30", (
        "an old turn of the thread brought back an old age: learn from the "
        "texts since the last answer"
    )
    learned = learn_from(assistant, "bob", "I live in Oslo.")
    assert learned == {}, f"nothing was new, and `learned` is {learned}"
    learn_from(assistant, "小明", "我叫小明,我住在杭州。")
    assert set(facts_of(assistant, "小明").values()) == {"小明", "杭州"}, (
        f"what is kept about 小明 is {facts_of(assistant, '小明')}"
    )
    assert facts_of(assistant, "bob") == kept, "bob's facts have changed"

# %% [markdown]
# <details><summary>Hint</summary>
#
# `self.store.get(namespace, name)` is the item or `None`. Compare what
# `revise` returns with the item's value before you put it.
#
# </details>
#
# ## Exercise 12.5: A fact that changes is corrected
#
# Bob lived in Paris, and says that he moved to Lyon. He liked chess, and says
# that he likes climbing. A new value alone does not tell whether it replaces
# the old one or joins it. The user's words together do:
# `extract(self.quiet, [old words, new words])` knows both.
#
# Wanted: the fact to keep, `{"value": …, "text": …, "said": …}`. `text` is
# `sentence(name, value)`, and `said` has all the words the value came from, a
# line each. If the value stays the same, return `old` as it is.


# %%
class Revises(Assistant):
    """An assistant that keeps facts up to date."""

    def revise(
        self, name: str, value: str, said: list[str], old: dict | None
    ) -> dict:
        """The fact to keep; `value` was extracted from the texts `said`."""
        # BEGIN SOLUTION
        if old and value != old["value"]:
            said = [old["said"], *said]
            value = extract(self.quiet, said).get(name, value)
        if old and value == old["value"]:
            return old
        words = "\n".join(said)
        return {"value": value, "text": sentence(name, value), "said": words}
        # END SOLUTION


# %%
with exercise("12.5"), opened(Revises) as assistant:
    paris = assistant.revise("home", "Paris", ["I live in Paris."], None)
    assert paris == {
        "value": "Paris",
        "text": sentence("home", "Paris"),
        "said": "I live in Paris.",
    }, f"the first fact is {paris}"
    lyon = assistant.revise("home", "Lyon", ["I moved to Lyon."], paris)
    assert lyon["value"] == "Lyon", (
        f"bob moved to Lyon, and his home is {lyon['value']!r}"
    )
    assert lyon["text"] == sentence("home", "Lyon"), (
        f"the text is {lyon['text']!r}: it would be found for the old value"
    )
    chess = assistant.revise("likes", "chess", ["I like chess."], None)
    both = assistant.revise("likes", "climbing", ["I like climbing."], chess)
    assert "chess" in both["value"] and "climbing" in both["value"], (
        f"he likes chess and climbing; what is kept is {both['value']!r}"
    )
    assert both["said"] == "I like chess.\nI like climbing.", (
        f"said is {both['said']!r}; wanted the old words and the new ones"
    )
    same = assistant.revise("home", "Lyon", ["Lyon is my home."], lyon)
    assert same == lyon, "the value was not new, and the fact has changed"

# %% [markdown]
# <details><summary>Hint</summary>
#
# There are three cases: no `old`, an `old` with the same value, and an `old`
# with another one. Only the third needs `extract`.
#
# </details>
#
# ## Exercise 12.6: The prompt has everything, and fits
#
# Build the messages for the model: what to do, what was recalled, the summary,
# and as much of the thread as fits into `self.window` tokens.
#
# Wanted: one system message, the first of all, with a line
# `- name: value` for each memory in `state["recalled"]`, and with
# `state["summary"]`, a key that may be missing. Then the newest messages,
# from a human one on. `count_tokens` counts.


# %%
class Prompts(Assistant):
    """An assistant that tells the model what it needs."""

    def prompt(self, state: State) -> list:
        """The messages to send; the state stays as it is."""
        # BEGIN SOLUTION
        parts = ["You are a friendly assistant.", "User info:"]
        parts += [f"- {m['name']}: {m['value']}" for m in state["recalled"]]
        if state.get("summary"):
            parts.append(f"\nSummary so far: {state['summary']}")
        recent = trim_messages(
            state["messages"],
            max_tokens=self.window,
            token_counter=count_tokens,
            start_on="human",
        )
        return [SystemMessage("\n".join(parts)), *recent]
        # END SOLUTION


# %%
with exercise("12.6"), opened(Prompts) as assistant:
    kinds = [HumanMessage, AIMessage] * 20
    thread = [kind(f"{n} " + "word " * 9) for n, kind in enumerate(kinds)]
    thread.append(HumanMessage("Where do I live?"))
    recalled = [{"name": "home", "value": "Oslo", "score": 0.4}]
    state = {"messages": thread, "recalled": recalled}
    sent = convert_to_messages(assistant.prompt(state))
    places = [n for n, m in enumerate(sent) if m.type == "system"]
    assert places == [0], (
        f"system messages are in the places {places}; wanted one, in place 0"
    )
    assert "- home: Oslo" in sent[0].text, "the memory is not in the prompt"
    assert "None" not in sent[0].text, "without a summary you send 'None'"
    assert sent[1:] == thread, "the thread fits, and some messages are missing"
    assistant.window = 400
    state["summary"] = "The user is called Bob."
    sent = convert_to_messages(assistant.prompt(state))
    assert "The user is called Bob." in sent[0].text, "the summary is missing"
    assert count_tokens(sent[1:]) <= 400, (
        f"{count_tokens(sent[1:])} tokens of the thread are sent; at most 400"
    )
    assert sent[-1].text == "Where do I live?", "the newest message is missing"
    assert sent[1].type == "human", "what is left must begin with the user"
    assert len(thread) == 41, "the messages of the state have been changed"
    keep(assistant, "bob", home="Oslo")
    answer = assistant.say("bob", "new", "Where do I live?")
    assert "Oslo" in answer, f"asked for the home, it answered {answer!r}"

# %% [markdown]
# <details><summary>Hint</summary>
#
# `trim_messages` has the options `max_tokens`, `token_counter` and
# `start_on`. Trim the thread, and put the system message in front of the
# result.
#
# </details>
#
# ## Exercise 12.7: The nodes work together
#
# Build the graph, from `START` to `END`: `self.recall`, `self.learn`,
# `self.answer`, and then `self.summarize` if `self.is_long(state)`. Each node
# has the name of its method. The graph has a context, a checkpointer and a
# store.
#
# Wanted: a compiled graph that remembers.


# %%
class Builds(Assistant):
    """An assistant with a graph of your own."""

    def build(self):
        """The compiled graph."""
        # BEGIN SOLUTION
        builder = StateGraph(State, context_schema=Context)
        nodes = [self.recall, self.learn, self.answer, self.summarize]
        for node in nodes:
            builder.add_node(node.__name__, node)
        builder.add_edge(START, "recall")
        builder.add_edge("recall", "learn")
        builder.add_edge("learn", "answer")
        builder.add_conditional_edges(
            "answer", self.is_long, {True: "summarize", False: END}
        )
        return builder.compile(
            checkpointer=self.checkpointer, store=self.store
        )
        # END SOLUTION


# %%
def nodes_of(assistant, user_id, thread, text):
    """The nodes that ran in a turn, in order."""
    steps = assistant.graph.stream(
        {"messages": [HumanMessage(text)]},
        assistant.config(user_id, thread),
        context=Context(user_id),
        stream_mode="updates",
    )
    return [name for step in steps for name in step]


with exercise("12.7"), opened(Builds) as assistant:
    short = ["recall", "learn", "answer"]
    ran = nodes_of(assistant, "bob", "a", "Hi, I'm Bob and I live in Oslo.")
    assert ran == short, f"the nodes ran as {ran}; wanted {short}"
    ran = nodes_of(assistant, "bob", "a", "What's my name?")
    assert len(texts_of(assistant, "bob", "a")) == 4, (
        "two turns, and the thread does not have four messages: what is the "
        "graph compiled with?"
    )
    answer = assistant.say("bob", "b", "Where do I live?")
    assert "Oslo" in answer, f"a new thread answered {answer!r}"
    assistant.window = 60
    ran = nodes_of(assistant, "bob", "a", "Write a short poem about rain.")
    assert ran == [*short, "summarize"], (
        f"in a long thread the nodes ran as {ran}; the summary comes last"
    )
    assert assistant.thread("bob", "a").next == (), "the turn does not end"

# %% [markdown]
# <details><summary>Hint</summary>
#
# `add_conditional_edges` takes a function and what each of its results means:
# `{True: "summarize", False: END}`.
#
# </details>
#
# ## Exercise 12.8: A long thread gets shorter
#
# Write the node `summarize`. `old_turns(messages, keep=2)` returns the
# messages that can go, and `self.write_summary(old, earlier)` a summary of
# them that includes the earlier one. It returns `""` if it fails.
#
# Wanted: `{"summary": "…", "messages": [RemoveMessage(…), …]}`, or `{}` if
# there is nothing to do, or no summary.


# %%
class Shortens(Assistant):
    """An assistant that keeps its threads short."""

    def summarize(self, state: State) -> dict:
        """The update with the new summary and the removals, or `{}`."""
        # BEGIN SOLUTION
        old = old_turns(state["messages"], keep=2)
        if not old:
            return {}
        summary = self.write_summary(old, state.get("summary", ""))
        if not summary:
            return {}
        removed = [RemoveMessage(id=message.id) for message in old]
        return {"summary": summary, "messages": removed}
        # END SOLUTION


# %%
def shorten(assistant, number, written, summary=None):
    """(update, what `write_summary` was given) for a thread of messages."""
    kinds = [HumanMessage, AIMessage] * number
    messages = [kinds[n](f"text {n}", id=str(n)) for n in range(number)]
    given = []

    def write_summary(old, earlier):
        given.append(([message.id for message in old], earlier or ""))
        return written

    assistant.write_summary = write_summary
    state = {"messages": messages, **({"summary": summary} if summary else {})}
    return assistant.summarize(state) or {}, given


with exercise("12.8"), opened(Shortens) as assistant:
    update, given = shorten(assistant, 6, "Both.", summary="Earlier.")
    removed = [m.id for m in update.get("messages", []) if m.type == "remove"]
    assert removed == ["0", "1", "2", "3"], (
        f"of six messages you remove {removed}; wanted the first four"
    )
    assert update.get("summary") == "Both.", (
        f"the new summary is {update.get('summary')!r}"
    )
    assert given == [(["0", "1", "2", "3"], "Earlier.")], (
        f"write_summary was given {given}; wanted the four messages that go, "
        "and the earlier summary"
    )
    update, given = shorten(assistant, 6, "")
    assert not update.get("messages") and "summary" not in update, (
        f"there is no new summary, and the update is {update}"
    )
    update, given = shorten(assistant, 2, "Nothing.")
    assert not given, "a single turn was summarised, though it has to stay"
    assert not update, f"nothing is old, and the update is {update}"

# %% [markdown]
# <details><summary>Hint</summary>
#
# Return `{}` before you build the update, in both cases where nothing may
# change.
#
# </details>
#
# ## Exercise 12.9: A failing summary loses nothing
#
# Write the call that makes the summary: the old messages, and then a request
# as a human message. If there is an earlier summary, it is part of the
# request. Use `self.quiet`, with the tag `nostream`.
#
# Wanted: the text of the answer, without spaces around it. `""` if the model
# raises an exception, whichever it is. An error text is no summary.


# %%
class Writes(Assistant):
    """An assistant that writes summaries."""

    def write_summary(self, old: list, earlier: str) -> str:
        """A summary of old messages and of the earlier one, or ""."""
        # BEGIN SOLUTION
        request = "Create a summary of the conversation above:"
        if earlier:
            request = (
                f"This is the summary of the conversation so far: {earlier}"
                "\n\nExtend the summary with the new messages above:"
            )
        messages = [*old, HumanMessage(request)]
        try:
            answer = self.quiet.invoke(messages, {"tags": ["nostream"]})
        except Exception:
            return ""
        return answer.text.strip()
        # END SOLUTION


# %%
SIX_TURNS = [
    "I'm Bob, and my password is orchid.",
    "Write a short poem about rain.",
    "Write a short poem about tea.",
    "Write a short poem about cats.",
    "Write a short poem about snow.",
    "Thank you!",
]

with exercise("12.9"), opened(Writes) as assistant:
    quiet, assistant.window = assistant.quiet, 240
    old = [HumanMessage("I live in Oslo."), AIMessage("Noted.")]
    good = assistant.quiet = assistant.model = StandIn(" Bob, in Oslo.\n")
    written = assistant.write_summary(old, "The user is called Bob.")
    assert good.asked, "the model was not asked: use self.quiet.invoke"
    assert written == "Bob, in Oslo.", f"the summary is {written!r}"
    asked = "\n".join(message.text for message in good.asked[0])
    assert "Oslo" in asked, "the model was not given the old messages"
    assert "The user is called Bob." in asked, (
        "the model was not given the earlier summary: what it holds is lost"
    )
    assert good.asked[0][-1].type == "human", "the request must come last"
    assistant.quiet = StandIn(TimeoutError("the model is overloaded"))
    written = assistant.write_summary(old, "The user is called Bob.")
    assert written == "", f"the model failed, and the summary is {written!r}"
    assistant.quiet, assistant.model = quiet, chat_model()
    write, assistant.write_summary = assistant.write_summary, lambda *_: ""
    for text in SIX_TURNS[:-1]:
        assistant.say("bob", "a", text)
    assistant.write_summary = write
    assistant.say("bob", "a", SIX_TURNS[-1])
    summary = assistant.thread("bob", "a").values.get("summary", "")
    assert "orchid" in summary, f"after all that the summary is {summary!r}"

# %% [markdown]
# <details><summary>Hint</summary>
#
# Only the call of the model belongs into `try`. Return `""` from `except`.
#
# </details>
#
# ## Exercise 12.10: It survives a kill in the middle of a turn
#
# Run the graph, and stream the answer. The process may be killed at any
# moment, so what a step has written must be saved before the next one begins.
# With `None` as the turn, the graph goes on where it was cut off.
#
# Wanted: an iterator of the pieces of text that the node `answer` writes. The
# check copies the files in the middle of a turn, which is what a kill would
# leave, and opens the copy.


# %%
class Runs(Assistant):
    """An assistant that saves each step."""

    def run(
        self, turn: dict | None, config: dict, context: Context
    ) -> Iterator[str]:
        """The pieces of the answer, as they are written."""
        # BEGIN SOLUTION
        for piece, about in self.graph.stream(
            turn,
            config,
            context=context,
            stream_mode="messages",
            durability="sync",
        ):
            if about["langgraph_node"] == "answer":
                yield piece.text
        # END SOLUTION


# %%
@contextmanager
def killed_in(folder, kind, text):
    """The assistant in a copy of its files made while it answers."""
    left = Path(folder) / "left"

    class Killed(kind):
        def answer(self, state):
            if state["messages"][-1].text == text and not left.exists():
                left.mkdir()
                for file in Path(folder).glob("*.sqlite*"):
                    shutil.copy(file, left)
            return super().answer(state)

    with opened(Killed, folder) as assistant:
        assistant.say("bob", "a", "Hi, I'm Bob.")
        assistant.say("bob", "a", text)
    with opened(kind, left) as assistant:
        yield assistant


with exercise("12.10"), TemporaryDirectory() as folder:
    with opened(Runs) as assistant:
        pieces = list(assistant.stream("bob", "a", "Hi, I'm Bob."))
        last = texts_of(assistant, "bob", "a")[-1]
        assert "".join(pieces) == last, (
            f"streamed was {''.join(pieces)!r}; the answer is {last!r}"
        )
        assert len(pieces) > 2, f"the answer came in {len(pieces)} piece(s)"
        assistant.window = 60
        pieces = list(assistant.stream("bob", "a", "I live in Rome."))
        last = texts_of(assistant, "bob", "a")[-1]
        assert "".join(pieces) == last, "more than the answer was streamed"
    with killed_in(folder, Runs, "I live in Oslo.") as assistant:
        texts = texts_of(assistant, "bob", "a")
        assert texts[-1:] == ["I live in Oslo."], (
            f"killed in the turn, the thread ends with {texts[-1:]}: its "
            "message was not saved in time"
        )
        answer = "".join(assistant.stream("bob", "a"))
        assert "Oslo" in answer, f"going on, it answered {answer!r}"
        assert not assistant.is_cut_off("bob", "a"), "the turn never ends"
        kept = facts_of(assistant, "bob")
        assert kept == {"name": "Bob", "home": "Oslo"}, f"it knows {kept}"

# %% [markdown]
# <details><summary>Hint</summary>
#
# `durability` says when checkpoints are saved. In the stream mode `messages`,
# each piece comes with a dictionary that names its node.
#
# </details>
#
# ## Exercise 12.11: A failed turn does not poison the thread
#
# The provider refuses a message, and the turn ends with an exception. The
# message is in the thread by then, and would be sent again in every later
# turn. End the turn, and take the message out.
#
# Wanted: the thread is as it was before this message, and no node is waiting.
# Earlier messages stay. `update_state` with `as_node="summarize"` says that
# the last node has run.


# %%
class Undoes(Assistant):
    """An assistant that can do without a message."""

    def undo(self, config: dict, message: HumanMessage) -> None:
        """End the turn of a message, without the message."""
        # BEGIN SOLUTION
        removed = {"messages": [RemoveMessage(id=message.id)]}
        self.graph.update_state(config, removed, as_node="summarize")
        # END SOLUTION


# %%
class Refused(Exception):
    """The provider did not like a message."""


def refuse(assistant, word):
    """Let the assistant's model refuse every prompt that has a word in it."""
    prompt = assistant.prompt

    def prompt_or_refuse(state):
        messages = prompt(state)
        if any(word in message.text for message in messages[1:]):
            raise Refused
        return messages

    assistant.prompt = prompt_or_refuse


with exercise("12.11"), opened(Undoes) as assistant:
    assistant.say("bob", "a", "Hi, I'm Bob.")
    before = texts_of(assistant, "bob", "a")
    config, poison = (
        assistant.config("bob", "a"),
        HumanMessage("Poison", id="p"),
    )
    refuse(assistant, "Poison")
    try:
        turn = {"messages": [poison]}
        list(assistant.run(turn, config, Context("bob")))
    except Refused:
        assistant.undo(config, poison)
    after = texts_of(assistant, "bob", "a")
    assert "Poison" not in after, "the message is still in the thread"
    assert after == before, f"the thread was {before} and is now {after}"
    waiting = assistant.thread("bob", "a").next
    assert waiting == (), f"the turn has not ended: {waiting} is next"
    try:
        answer = assistant.say("bob", "a", "What's my name?")
    except Refused:
        raise AssertionError("the next turn is refused as well") from None
    assert "Bob" in answer, f"the next turn answered {answer!r}"

# %% [markdown]
# <details><summary>Hint</summary>
#
# It is one `update_state` of `self.graph`. Messages are removed by their id,
# with `RemoveMessage`.
#
# </details>
#
# ## Exercise 12.12: Forget me, and prove it
#
# Erase a user: all threads, all items below the user's label, and the bytes
# in both files. `threads_of(assistant, user_id)` returns the names of a
# user's threads, and the `thread_id` is `f"{user_id}/{thread}"`. The
# connections are `assistant.checkpointer.conn` and `assistant.store.conn`.
#
# Wanted: `find_traces` finds nothing of Bob, and Ann has lost nothing.


# %%
def forget_user(assistant: Assistant, user_id: str) -> None:
    """Erase everything about a user, also from the bytes of the files."""
    # BEGIN SOLUTION
    for thread in threads_of(assistant, user_id):
        assistant.checkpointer.delete_thread(f"{user_id}/{thread}")
    for item in assistant.store.search((user_id,), limit=1_000_000):
        assistant.store.delete(item.namespace, item.key)
    for database in (assistant.checkpointer, assistant.store):
        database.conn.execute("VACUUM")
        database.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    # END SOLUTION


# %%
def places_of(text, folder):
    """Where a text is left: "checkpoints: table writes", and so on."""
    return [
        f"{path.stem}: {place}"
        for path in sorted(Path(folder).glob("*.sqlite"))
        for place, found in find_traces(text, path=str(path)).items()
        if found
    ]


with exercise("12.12"), opened(Assistant) as assistant:
    for database in (assistant.checkpointer, assistant.store):
        database.conn.execute("PRAGMA secure_delete = OFF")
    for user_id, thread, word in (
        ("bob", "a", "orchid"), ("bob", "b", "tulip"), ("ann", "a", "rose"),
        ("bobby", "a", "daisy"),
    ):  # fmt: skip
        text = f"Remember that my password is {word}."
        assistant.say(user_id, thread, text)
    keep(assistant, "bob", **{f"fact {n}": "orchid" for n in range(12)})
    forget_user(assistant, "bob")
    left = facts_of(assistant, "bob")
    assert not left, f"{len(left)} of bob's facts are in the store"
    for word in ("orchid", "tulip"):
        places = places_of(word, assistant.folder)
        assert not places, f"{word!r} is left in {', '.join(places)}"
    for user_id, word in (("ann", "rose"), ("bobby", "daisy")):
        answer = assistant.say(user_id, "a", "What's my password?")
        assert word in answer, f"{user_id} has lost the password"
        assert len(texts_of(assistant, user_id, "a")) == 4, (
            f"{user_id}'s thread is gone"
        )
        assert facts_of(assistant, user_id), f"{user_id}'s facts are gone"
    forget_user(assistant, "nobody")

# %% [markdown]
# <details><summary>Hint</summary>
#
# A search returns ten items unless you set a `limit`. After the deletions each
# file needs two statements, `VACUUM` first; lesson 05 shows both.
#
# </details>
#
# ## Go further
#
# - Put your pieces together, in `class Mine(Threads, Searches, Recalls, …)`,
#   and talk to it: `open_assistant(folder, chat_model(), embeddings(),
#   kind=Mine)`. Run the checks again with `Mine` in place of each piece.
# - Add a `forget_fact(user_id, name)`, and prove that it leaves no trace.
# - A user says "I don't like chess any more." What is kept? What would you
#   change in `revise`?
# - Run `python -m assistant` with a real model in `.env`, and look at
#   `/memories` after a few turns.
