"""The assistant as an application uses it: turns, memories, history."""

import re
from collections.abc import Iterator
from contextlib import suppress
from uuid import uuid4

from langchain_core.messages import HumanMessage, RemoveMessage
from langchain_core.runnables import RunnableConfig
from langgraph.types import StateSnapshot

from assistant.graph import AssistantGraph, Context
from assistant.messages import count_tokens
from helpers import CourseError


def check_name(kind: str, name: str) -> str:
    """The name without spaces around it, if it can be a user or a thread.

    A user's name is a label in the store, where a dot is not allowed.
    """
    name = name.strip()
    if not re.fullmatch(r"[\w-]{1,64}", name) or name == "langgraph":
        raise CourseError(
            f"{name!r} cannot be the name of a {kind}. Use up to 64 letters,"
            " digits, - or _, for example bob."
        )
    return name


class Assistant(AssistantGraph):
    """An assistant that talks with many users, in many threads each.

    What a method cannot do, it says in a CourseError; errors of the model
    or of the database come as they are.
    """

    def config(self, user_id: str, thread: str) -> RunnableConfig:
        """The config of a user's thread, which no other user shares."""
        user_id = check_name("user", user_id)
        thread_id = f"{user_id}/{check_name('thread', thread)}"
        return {"configurable": {"thread_id": thread_id}}

    def stream(
        self, user_id: str, thread: str, text: str | None = None
    ) -> Iterator[str]:
        """The answer to a message, piece by piece as the model writes it.

        Without a text: the answer that is missing because a turn was cut
        off. A message whose answer fails does not stay in the thread.
        """
        config = self.config(user_id, thread)
        context = Context(check_name("user", user_id))
        if text is None:
            yield from self.run(None, config, context)
            return
        message = HumanMessage(text, id=str(uuid4()))
        if not text.strip():
            raise CourseError("There is nothing in this message.")
        if count_tokens([message]) > self.window / 2:
            raise CourseError(
                "This message is too long. Send it in parts of up to"
                f" {self.window // 2:,} characters."
            )
        try:
            yield from self.run({"messages": [message]}, config, context)
        except Exception:
            with suppress(Exception):  # the first error is the one to see
                self.undo(config, message)
            raise

    def run(
        self, turn: dict | None, config: RunnableConfig, context: Context
    ) -> Iterator[str]:
        """Run the graph, and stream what the node `answer` writes.

        Each step is saved before the next one begins, so that a turn can go
        on after a kill: with None as the turn.
        """
        for piece, about in self.graph.stream(
            turn,
            config,
            context=context,
            stream_mode="messages",
            durability="sync",
        ):
            if about["langgraph_node"] == "answer" and piece.text:
                yield piece.text

    def undo(self, config: RunnableConfig, message: HumanMessage) -> None:
        """End a turn that failed, without its message."""
        removed = {"messages": [RemoveMessage(id=message.id)]}
        self.graph.update_state(config, removed, as_node="summarize")

    def say(self, user_id: str, thread: str, text: str) -> str:
        """The whole answer to a message."""
        return "".join(self.stream(user_id, thread, text))

    def thread(self, user_id: str, thread: str) -> StateSnapshot:
        """Where a thread stands: its messages, its summary, what is next."""
        return self.graph.get_state(self.config(user_id, thread))

    def is_cut_off(self, user_id: str, thread: str) -> bool:
        """Whether a turn was begun in this thread and never ended."""
        return bool(self.thread(user_id, thread).next)

    def memories(self, user_id: str) -> list[dict]:
        """The facts kept about a user, sorted by name."""
        namespace = (check_name("user", user_id), "memories")
        items = self.store.search(namespace, limit=1_000_000)
        facts = [{"name": item.key, **item.value} for item in items]
        return sorted(facts, key=lambda fact: fact["name"])
