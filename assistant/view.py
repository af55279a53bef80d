"""What the web page shows of an assistant, and does with it."""

from collections.abc import Iterator
from html import escape
from typing import Any

import gradio as gr
from langchain_core.messages import BaseMessage

from assistant import Assistant, forget, threads_of
from assistant.options import in_one_line
from helpers import CourseError


class View:
    """The page's events: each returns what the page is to show."""

    def __init__(self, assistant: Assistant) -> None:
        self.assistant = assistant

    def show(self, user_id: str, thread: str) -> tuple[list, str]:
        """The talk of a thread, and the memory beside it."""
        try:
            values = self.assistant.thread(user_id, thread).values
            kept = self.assistant.memories(user_id)
            threads = threads_of(self.assistant, user_id.strip())
        except CourseError as error:
            return [], f"<p>{escape(str(error))}</p>"
        return messages_of(values), memory_html(values, kept, threads)

    def say(
        self, user_id: str, thread: str, text: str
    ) -> Iterator[tuple[Any, Any, Any]]:
        """(the text box, the talk, the memory) while an answer is written.

        The box is emptied once: the next message may be typed by then.
        """
        before, memory = self.show(user_id, thread)
        asked = [*before, {"role": "user", "content": escape(text)}]
        yield "", asked, memory
        answer = ""
        try:
            for piece in self.assistant.stream(user_id, thread, text):
                answer += piece
                written = {"role": "assistant", "content": answer}
                yield gr.skip(), [*asked, written], memory
        except Exception as error:
            gr.Warning(escape(in_one_line(error)), title="No answer")
            yield text, *self.show(user_id, thread)
        else:
            yield gr.skip(), *self.show(user_id, thread)

    def forget(self, user_id: str, thread: str) -> tuple[Any, list, str]:
        """Erase the user, and say how that went."""
        try:
            done = forget(self.assistant, user_id)
            gr.Info(
                f"Erased: {done.threads} threads and {done.memories} memories."
                f" Of the longest texts, {done.traces} of {done.proofs} are"
                " left in the files.",
                title="Forgotten",
            )
        except Exception as error:
            gr.Warning(escape(in_one_line(error)), title="Not forgotten")
        return gr.update(visible=False), *self.show(user_id, thread)


def messages_of(values: dict) -> list[dict]:
    """A thread's messages as Gradio takes them."""
    roles = {"human": "user", "ai": "assistant"}
    return [
        {"role": roles[message.type], "content": shown(message)}
        for message in values.get("messages", ())
    ]


def shown(message: BaseMessage) -> str:
    """A user's text as it is; the model's as Markdown, made safe by Gradio."""
    return escape(message.text) if message.type == "human" else message.text


def memory_html(values: dict, kept: list[dict], threads: list[str]) -> str:
    """What is remembered, as tables. All text in them is escaped."""
    recalled = [
        (m["name"], f"{m['value']} ({m['score']:.2f})")
        for m in values.get("recalled", ())
    ]
    learned = [(m["name"], m["value"]) for m in values.get("learned", ())]
    parts = [
        table("Recalled for the last answer", recalled),
        table("Learned from the last message", learned),
        table("All memories", [(m["name"], m["value"]) for m in kept]),
    ]
    if values.get("summary"):
        parts.append(f"<h3>Summary</h3><p>{escape(values['summary'])}</p>")
    parts.append(f"<h3>Threads</h3><p>{escape(', '.join(threads)) or '-'}</p>")
    return "".join(parts)


def table(title: str, rows: list[tuple[str, str]]) -> str:
    """Names and values under a title."""
    body = "".join(
        f"<tr><td>{escape(name)}</td><td>{escape(value)}</td></tr>"
        for name, value in rows
    )
    inside = f"<table>{body}</table>" if rows else "<p>-</p>"
    return f"<h3>{title}</h3>{inside}"
