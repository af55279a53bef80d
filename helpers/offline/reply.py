"""From a list of messages to one reply: text or tool calls."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from langchain_core.messages import BaseMessage, HumanMessage, ToolMessage

from helpers.offline.acts import Act, acts_of
from helpers.offline.answer import all_about, answer
from helpers.offline.facts import ASSISTANT, USER, Ask, Knowledge
from helpers.offline.nearest import CUT_OFF, nearest
from helpers.offline.phrases import phrase
from helpers.offline.poem import poem
from helpers.offline.reader import View, could_answer, view_of
from helpers.offline.say import grouped, say, unknown
from helpers.offline.summary import summary_of, wants_summary
from helpers.offline.text import Language, full_width, language_of, words_in
from helpers.offline.tools import forced_calls, result_text, wanted_calls
from helpers.offline.transcript import split_transcript


@dataclass(frozen=True)
class Reply:
    """What the model answers: a text, or calls of tools."""

    text: str
    tool_calls: list[dict[str, Any]] = field(default_factory=list)


def reply_to(
    messages: Sequence[BaseMessage],
    tools: Sequence[dict[str, Any]] = (),
    tool_choice: Any = None,
    max_tokens: int | None = None,
) -> Reply:
    """The reply to a valid list of messages."""
    reply = _reply_to(messages, tools, tool_choice, max_tokens)
    return Reply(full_width(reply.text), reply.tool_calls)


def _reply_to(messages, tools, tool_choice, max_tokens) -> Reply:
    if tool_choice == "none":
        tools = ()
    forced = tools and tool_choice not in (None, "auto", False, "none")
    if forced:
        return Reply("", forced_calls(messages, tools, tool_choice))
    if wants_summary(messages):
        return Reply(summary_of(messages, max_tokens))
    if isinstance(messages[-1], ToolMessage):
        return _after_tools(messages, tools)
    if tools:
        calls = wanted_calls(messages, tools)
        if calls:
            return Reply("", calls)
    return Reply(_Turn(messages).text())


def _after_tools(messages, tools) -> Reply:
    """An answer from the tool results that end the list."""
    turn = _Turn(messages)
    results = []
    for message in reversed(messages):
        if not isinstance(message, ToolMessage):
            break
        results.insert(0, message)
    shown = result_text(messages, results, tools, turn.language)
    if not shown:
        return Reply(turn.text())
    if turn.asks_answered():
        shown = f"{turn.text()}\n{shown}"
    return Reply(shown)


class _Turn:
    """One reply in the making: the last human message and all before it."""

    def __init__(self, messages: Sequence[BaseMessage]) -> None:
        last = max(
            (
                index
                for index, message in enumerate(messages)
                if isinstance(message, HumanMessage)
            ),
            default=None,
        )
        if last is None:
            self.before, self.view = View(), view_of(messages)
            self.acts: tuple[Act, ...] = ()
            self.language: Language = "en"
            return
        text = words_in(messages[last])
        self.before = view_of(messages[:last])
        self.view = view_of(messages)
        turns, around = split_transcript(text)
        if turns:
            text = around
            self.before = self.view
        self.language = language_of(text)
        self.acts = acts_of(text, self.before.last)
        for act in self.acts:
            # An example sentence in the other language decides nothing.
            if act.kind in ("ask", "question"):
                self.language = language_of(act.text)

    @property
    def knowledge(self) -> Knowledge:
        return self.view.knowledge

    def say(self, key: str, *, name: bool = False, **parts: str) -> str:
        known = self._name() if name else ""
        return phrase(key, self.language, name=known, **parts)

    def _name(self) -> str:
        for what in ("nickname", "name"):
            found = self.knowledge.find(USER, what)
            if found and not found[-1].negated:
                return found[-1].value
        return ""

    def asks_answered(self) -> bool:
        """Whether the facts answer a question of the message."""
        return any(
            answer(ask, self.knowledge, self.language)
            for act in self.acts
            for ask in act.asks
        )

    def text(self) -> str:
        """The reply, one part for each part of the message."""
        parts: list[str] = []
        told = False
        for act in self.acts:
            if act.kind in ("tell", "remember"):
                if not told:
                    parts.append(self._told())
                told = True
                continue
            parts.append(self._act(act))
        kinds = {act.kind for act in self.acts}
        if "greet" in kinds:
            if kinds == {"greet"}:
                parts = [self.say("hello", name=True)]
            elif told and parts and len(parts) > 1:
                parts = [p for p in parts if p != self.say("hi", name=True)]
        joint = " " if self.language == "en" else ""
        unique = [part for part in dict.fromkeys(parts) if part]
        if any("\n" in part for part in unique):
            joint = "\n\n"
        return joint.join(unique) or self.say("what_about")

    def _told(self) -> str:
        """What was understood of what the person told."""
        old = set(self.before.knowledge.facts)
        new = [f for f in self.knowledge.facts if f not in old]
        new = [f for f in new if f.who != ASSISTANT]
        name = next(
            (
                f.value
                for f in new
                if f.who == USER
                and f.what in ("name", "nickname")
                and not f.negated
            ),
            "",
        )
        known = [f for f in old if f.who == USER and f.what == "name"]
        parts = []
        if name and not known:
            parts.append(phrase("meet", self.language, name=name))
            new = [f for f in new if f.value != name or f.who != USER]
        said = [say(group, self.language) for group in grouped(new)][:5]
        said = [_inside(text) for text in said if text]
        if said:
            joint = ";" if self.language == "zh" else "; "
            parts.append(self.say("noted", what=joint.join(said)))
        if not parts:
            greeting = any(a.kind == "greet" for a in self.acts)
            parts.append(self.say("noted_plain" if not greeting else "hi"))
        return (" " if self.language == "en" else "").join(parts)

    def _act(self, act: Act) -> str:
        if act.kind == "greet":
            return self.say("hi", name=True)
        if act.kind in ("thanks", "bye", "nice"):
            return self.say(act.kind, name=True)
        if act.kind in ("ok", "how_are_you", "what_can", "forget", "cannot"):
            return self.say(act.kind)
        if act.kind == "who_are_you":
            return self._who_am_i()
        if act.kind == "about_me":
            everything = all_about(self.knowledge, self.language)
            return everything or self.say("nobody")
        if act.kind == "poem":
            return poem(act.topic, self.language)
        if act.kind == "again":
            return self._again(act)
        if act.kind in ("told_last", "told_first", "you_said", "poem_topic"):
            return self._said_before(act)
        if act.kind == "summary":
            return self.say("what_about")
        if act.kind == "ask":
            joint = " " if self.language == "en" else ""
            return joint.join(
                dict.fromkeys(self._answer(ask, act) for ask in act.asks)
            )
        return self._question(act)

    def _who_am_i(self) -> str:
        named = self.knowledge.find(ASSISTANT, "name")
        front = ""
        if named:
            front = phrase("persona", self.language, name=named[-1].value)
        return front + self.say("who_are_you")

    def _again(self, act: Act) -> str:
        earlier = [a for a in self.before.requests if a.kind == "poem"]
        if not earlier:
            return self.say("no_same")
        return poem(act.topic or earlier[-1].topic, self.language)

    def _said_before(self, act: Act) -> str:
        humans = [text for role, text in self.before.turns if role == "human"]
        answers = [text for role, text in self.before.turns if role == "ai"]
        if act.kind == "you_said":
            if not answers:
                return self.say("nothing_answered")
            return self.say("i_said", text=answers[-1])
        if act.kind == "poem_topic":
            topics = [
                a.topic
                for a in self.before.requests
                if a.kind in ("poem", "again") and a.topic
            ]
            if not topics:
                return self.say("no_poem")
            return self.say("poem_about", what=topics[-1])
        if not humans:
            return self.say("nothing_said")
        text = humans[0] if act.kind == "told_first" else humans[-1]
        return self.say("you_said", text=text)

    def _answer(self, ask: Ask, act: Act) -> str:
        found = answer(ask, self.knowledge, self.language)
        if found:
            return found
        quoted = self._closest(act.text, ask)
        return quoted or unknown(ask, self.language)

    def _question(self, act: Act) -> str:
        about_user = re.search(
            r"\b(?:i|me|my|mine|we|our|us)\b|我|咱", act.text, re.IGNORECASE
        )
        people = [
            f.value if f.what == "name" else f.who for f in self.knowledge.facts
        ]
        named = any(
            name and name != USER and name.casefold() in act.text.casefold()
            for name in people
        )
        if about_user or named:
            quoted = self._closest(act.text)
            if quoted:
                return quoted
        return self.say("no_knowledge")

    def _closest(self, question: str, ask: Ask | None = None) -> str:
        """The told sentence that is near enough to the question, quoted.

        With `ask`: only sentences that were not understood to tell of
        somebody else or of another attribute.
        """
        new = self.view.sentences[len(self.before.sentences) :]
        told = [s for s in new if s not in question]
        for sentences, key in (
            (self.before.sentences + told, "you_said"),
            (self.view.memory, "memory_says"),
        ):
            left = [s for s in sentences if not ask or could_answer(s, ask)]
            best, score = nearest(question, left) if left else ("", 0.0)
            if score >= CUT_OFF:
                return self.say(key, text=best.strip(' "'))
        return ""


def _inside(sentence: str) -> str:
    """A sentence made part of another one."""
    text = sentence.rstrip("。.")
    if re.match(r"You(?:r)?\b", text):
        text = text[0].lower() + text[1:]
    return text

