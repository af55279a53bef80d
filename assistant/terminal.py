"""A chat with the assistant in the terminal, streamed."""

import contextlib
import os
import sys

from assistant import Assistant, forget, open_assistant, threads_of
from assistant.options import folder, in_one_line
from helpers import chat_model, embeddings
from helpers.settings import settings

HELP = """\
/memories  what is kept about you
/history   this thread, as it is kept
/forget    erase everything about you
/help      these lines
/quit      the end; Ctrl-D and Ctrl-C do the same"""


class Chat:
    """One user in one thread, until the input ends."""

    def __init__(self, assistant: Assistant, user_id: str, thread: str):
        self.assistant = assistant
        self.place = user_id.strip(), thread.strip()
        self.commands = {
            "/memories": self.show_memories,
            "/history": self.show_history,
            "/forget": self.forget,
            "/help": lambda: print(HELP),
        }

    def run(self) -> None:
        """Read lines and answer them."""
        if self.assistant.is_cut_off(*self.place):
            print("Your last message has no answer yet. Here it is:")
            self.attempt(lambda: self.answer(None))
        while True:
            line = ask(f"{self.place[0]}> ").strip()
            if line == "/quit":
                return
            if line.startswith("/"):
                self.attempt(self.commands.get(line, self.show_unknown))
            elif line:
                self.attempt(lambda text=line: self.answer(text))

    def attempt(self, action) -> None:
        """Do something; an error is one line, and the chat goes on."""
        try:
            action()
        except Exception as error:
            print(in_one_line(error))

    def answer(self, text: str | None) -> None:
        pieces = self.assistant.stream(*self.place, text)
        started = False
        try:
            for piece in pieces:
                print(piece, end="", flush=True)
                started = True
        except KeyboardInterrupt:
            print("\n(stopped)")
            return
        finally:
            pieces.close()
            if started:
                print()
        values = self.assistant.thread(*self.place).values
        for memory in values.get("recalled", ()):
            score = f"({memory['score']:.2f})"
            print(faint(f"  recalled: {line_of(memory)} {score}"))
        for memory in values.get("learned", ()):
            print(faint(f"  remembered: {line_of(memory)}"))

    def show_memories(self) -> None:
        memories = self.assistant.memories(self.place[0])
        for memory in memories:
            print(line_of(memory))
        if not memories:
            print("Nothing is kept about you.")

    def show_history(self) -> None:
        values = self.assistant.thread(*self.place).values
        if values.get("summary"):
            print(f"summary: {values['summary']}")
        names = {"human": self.place[0], "ai": "assistant"}
        for message in values.get("messages", ()):
            print(f"{names[message.type]}: {message.text}")
        if not values.get("messages"):
            print("Nothing has been said in this thread.")

    def forget(self) -> None:
        user_id = self.place[0]
        threads = count(threads_of(self.assistant, user_id), "thread")
        memories = count(self.assistant.memories(user_id), "memory")
        print(f"{threads} and {memories} of {user_id} will be erased.")
        if ask("Type yes to go on: ").strip().lower() != "yes":
            print("Nothing was erased.")
            return
        done = forget(self.assistant, user_id)
        print(
            "Erased. Of your longest texts,"
            f" {done.traces} of {done.proofs} are left in the files."
        )

    def show_unknown(self) -> None:
        print("There is no such command. /help lists them.")


def main(user_id: str, thread: str) -> None:
    """Chat until the input ends.

    Raises:
        CourseError: The memory or the model cannot be set up.
    """
    use_utf8()
    with open_assistant(folder(), chat_model(), embeddings()) as assistant:
        assistant.config(user_id, thread)  # are the names possible?
        print(
            f"You are {user_id}, in the thread {thread}. Model:"
            f" {settings().model}. /help lists the commands."
        )
        try:
            Chat(assistant, user_id, thread).run()
        except (EOFError, KeyboardInterrupt):
            print()


def ask(prompt: str) -> str:
    """A line of input. Only a person needs to see the prompt."""
    return input(prompt if sys.stdin.isatty() else "")


def line_of(memory: dict) -> str:
    return f"{memory['name']}: {memory['value']}"


def count(things: list, name: str) -> str:
    several = {"memory": "memories"}.get(name, f"{name}s")
    return f"{len(things)} {name if len(things) == 1 else several}"


def faint(text: str) -> str:
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return text
    return f"\x1b[2m{text}\x1b[0m"


def use_utf8() -> None:
    """Chinese in and out, whatever the system's own encoding is."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  (makes input() editable)
    for stream in (sys.stdin, sys.stdout):
        stream.reconfigure(encoding="utf-8", errors="replace")
