"""The assistant's graph: what happens in a turn, node by node.

recall -> learn -> answer -> summarize, if the thread has grown long
"""

from dataclasses import dataclass

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import (
    BaseMessage,
    HumanMessage,
    RemoveMessage,
    SystemMessage,
    trim_messages,
)
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from langgraph.store.base import BaseStore, SearchItem

from assistant.facts import extract, sentence
from assistant.messages import count_tokens, old_turns, unanswered

INSTRUCTIONS = """\
You are a friendly assistant. Answer in a few sentences, in the language of \
the user. Never invent anything about the user."""

WINDOW = 4000
"""Tokens of a thread that the model is sent at most."""
RECALLED = 2
"""Memories that are recalled in a turn. No score is too low: short facts have
low scores, and one too many does no harm."""
MOST_MEMORIES = 1000
"""Memories that a user's facts are compared with."""
MOST_SAID = 1000
"""Characters of the user's own words that are kept with a fact."""


class State(MessagesState):
    """A thread: its messages, and the notes of its latest turn."""

    summary: str
    recalled: list[dict]
    learned: list[dict]


@dataclass
class Context:
    """What a run needs to know besides the thread."""

    user_id: str


class AssistantGraph:
    """The nodes, with the model and the memory they use.

    `window` is how many tokens of a thread the model is sent at most. Past
    half of it the thread is summarised.
    """

    def __init__(
        self,
        model: BaseChatModel,
        checkpointer: BaseCheckpointSaver,
        store: BaseStore,
        window: int = WINDOW,
    ) -> None:
        self.model, self.window = model, window
        # For facts and summaries: nobody reads them while they are made.
        self.quiet = model.model_copy(update={"disable_streaming": True})
        self.checkpointer, self.store = checkpointer, store
        self.graph = self.build()

    def build(self) -> CompiledStateGraph:
        """The graph, compiled with its checkpointer and its store."""
        builder = StateGraph(State, context_schema=Context)
        builder.add_sequence([self.recall, self.learn, self.answer])
        builder.add_node(self.summarize)
        builder.add_edge(START, "recall")
        builder.add_conditional_edges(
            "answer", self.is_long, {True: "summarize", False: END}
        )
        builder.add_edge("summarize", END)
        return builder.compile(
            checkpointer=self.checkpointer, store=self.store
        )

    def search(self, user_id: str, text: str) -> list[SearchItem]:
        """The user's memories that are closest to a text, best first."""
        namespace = (user_id, "memories")
        return self.store.search(namespace, query=text, limit=RECALLED)

    def recall(self, state: State, runtime: Runtime[Context]) -> dict:
        """Find the memories that are closest to what the user says."""
        said = " ".join(unanswered(state["messages"]))
        items = self.search(runtime.context.user_id, said)
        recalled = [
            {"name": item.key, **item.value, "score": item.score}
            for item in items
        ]
        return {"recalled": recalled}

    def learn(self, state: State, runtime: Runtime[Context]) -> dict:
        """Keep what the user says about themselves, each fact by its name."""
        namespace = (runtime.context.user_id, "memories")
        items = runtime.store.search(namespace, limit=MOST_MEMORIES)
        known = {item.key: item.value for item in items}
        said = unanswered(state["messages"])
        learned = []
        for name, value in extract(self.quiet, said, known).items():
            fact = self.revise(name, value, said, known.get(name))
            if fact != known.get(name):
                runtime.store.put(namespace, name, fact)
                learned.append({"name": name, **fact})
        return {"learned": learned}

    def revise(
        self, name: str, value: str, said: list[str], old: dict | None
    ) -> dict:
        """The fact to keep, where `old` is what was kept so far.

        Is the old value out of date, or are both true? The words that it
        came from, followed by the new ones, tell.
        """
        if old and value != old["value"]:
            said = [old["said"], *said]
            value = extract(self.quiet, said, [name]).get(name, value)
        if old and value == old["value"]:
            return old
        words = "\n".join(said)[-MOST_SAID:]
        return {"value": value, "text": sentence(name, value), "said": words}

    def prompt(self, state: State) -> list[BaseMessage]:
        """What the model is sent: one system message, then the thread."""
        parts, recalled = [INSTRUCTIONS], state.get("recalled", ())
        facts = [f"- {m['name']}: {m['value']}" for m in recalled]
        if facts:
            parts.append("\n".join(["User info, up to date:", *facts]))
        if state.get("summary"):
            parts.append(
                f"Summary of the conversation so far: {state['summary']}"
            )
        recent = trim_messages(
            state["messages"],
            max_tokens=self.window,
            token_counter=count_tokens,
            start_on="human",
        )
        return [SystemMessage("\n\n".join(parts)), *recent]

    def answer(self, state: State) -> dict:
        """Answer, with the memories and the summary in view."""
        return {"messages": [self.model.invoke(self.prompt(state))]}

    def is_long(self, state: State) -> bool:
        return count_tokens(state["messages"]) > self.window / 2

    def summarize(self, state: State) -> dict:
        """Put a summary in place of old turns; if it fails, keep them."""
        old = old_turns(state["messages"], keep=2)
        # After failures they may be more than one call can take.
        while count_tokens(old) > self.window and old_turns(old, keep=1):
            old = old_turns(old, keep=1)
        if not old:
            return {}
        summary = self.write_summary(old, state.get("summary", ""))
        if not summary:
            return {}
        removed = [RemoveMessage(id=message.id) for message in old]
        return {"summary": summary, "messages": removed}

    def write_summary(self, old: list[BaseMessage], earlier: str) -> str:
        """A summary of messages and of the earlier one; "" if it fails."""
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
