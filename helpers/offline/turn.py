"""One reply in words: acknowledgements, answers, poems."""

import re
from collections.abc import Sequence
from dataclasses import replace

from langchain_core.messages import BaseMessage, HumanMessage

from helpers.offline.acts import acts_of
from helpers.offline.answer import all_about, answer, grounds
from helpers.offline.chinese.words import NAMES_OF_BEINGS
from helpers.offline.english.text import turned
from helpers.offline.english.values import attribute_of
from helpers.offline.facts import ASSISTANT, USER, Act, Ask, Fact, Knowledge
from helpers.offline.kinds import holds
from helpers.offline.nearest import (
    LIKELY,
    MAYBE,
    SURE,
    content_of,
    nearest,
    shared_words,
)
from helpers.offline.phrases import phrase
from helpers.offline.poem import poem
from helpers.offline.quoting import Quotes
from helpers.offline.reader import View, view_of
from helpers.offline.say import grouped, say, unknown
from helpers.offline.text import WIDE, Language, language_of, words_in
from helpers.offline.transcript import split_transcript

_ABOUT_USER = re.compile(
    r"\b(?:i|me|my|mine|we|our|us)\b|我|咱", re.IGNORECASE
)
_OF_ANOTHER = re.compile(
    r"\b(?:he|him|his|she|her|they|them|their)\b|[他她它]", re.IGNORECASE
)
# A question of so few words may go on with the one before.
_FRAGMENT = 8


def _least(ask: Ask | None) -> float:
    """How near words must be to be quoted with a doubt."""
    known = ask and ask.what[0] in ("name", "age", "job", "home", "employer")
    return LIKELY if known else MAYBE


class Turn:
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
            self.quotes = Quotes(self.before, self.view, self.language)
            return
        text = words_in(messages[last])
        self.asked: Ask | None = None
        self.asked_text = ""
        self.before = view_of(messages[:last])
        self.view = view_of(messages[last:], self.before)
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
        self.quotes = Quotes(self.before, self.view, self.language)
        self._asked_before()

    def _asked_before(self) -> None:
        """Set what was asked last, for "and Emma?" and "since when?"."""
        for text in self.before.said_by("human")[-1:]:
            for act in acts_of(text, None):
                self._remember(act)

    def _remember(self, act: Act) -> None:
        if act.kind in ("ask", "question"):
            self.asked_text = act.text
            self.asked = act.asks[-1] if act.asks else None

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
            self._remember(act)
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
        if all(f.what == "is" or ":" in f.what for f in new):
            # "I'm hungry" may bring a recalled memory to mind.
            told = " ".join(a.text for a in self.acts if a.kind == "tell")
            best, score = nearest(told.strip(" .!"), self.view.memory)
            if score >= SURE:
                parts.append(self.say("memory_says", text=best.strip(' "')))
        asked = any(a.kind in ("ask", "question", "poem") for a in self.acts)
        if not parts and not asked:
            greeting = any(a.kind == "greet" for a in self.acts)
            parts.append(self.say("noted_plain" if not greeting else "hi"))
        return (" " if self.language == "en" else "").join(parts)

    def _act(self, act: Act) -> str:
        if act.kind == "greet":
            return self.say("hi", name=True)
        if act.kind in ("thanks", "bye", "nice"):
            return self.say(act.kind, name=True)
        if act.kind == "shorter":
            return self._again(act, 2)
        if act.kind in ("ok", "how_are_you", "what_can", "forget", "cannot"):
            return self.say(act.kind)
        if act.kind == "who_are_you":
            return self._who_am_i()
        if act.kind == "about_me":
            everything = all_about(self.knowledge, self.language)
            return everything or self.say("nobody")
        if act.kind == "notes":
            return self._notes()
        if act.kind == "poem":
            return self._poem(act.topic)
        if act.kind == "again":
            if "?" in act.text and not self.before.requests:
                return self._question(act)
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

    def _notes(self) -> str:
        kept = list(self.view.remembered)
        kept += [f.value for f in self.knowledge.find(USER, "note")]
        kept = list(dict.fromkeys(kept))
        if not kept:
            return self.say("no_notes")
        joint = ";" if self.language == "zh" else "; "
        return self.say("notes", text=joint.join(kept))

    def _who_am_i(self) -> str:
        named = self.knowledge.find(ASSISTANT, "name")
        front = ""
        if named:
            front = phrase("persona", self.language, name=named[-1].value)
        return front + self.say("who_are_you")

    def _again(self, act: Act, lines: int = 4) -> str:
        earlier = [
            a.topic
            for a in self.before.requests
            if a.kind == "poem" or (a.kind == "again" and a.topic)
        ]
        if not earlier:
            return self.say("no_same")
        return self._poem(act.topic or earlier[-1], lines)

    def _poem(self, topic: str, lines: int = 4) -> str:
        """ "My garden" becomes "your garden" in a poem for the person."""
        mine = topic.replace("我", "你")
        text = poem(mine if self.language == "zh" else turned(topic),
                    self.language)  # fmt: skip
        return "\n".join(text.split("\n")[-lines:])

    def _said_before(self, act: Act) -> str:
        humans = self.before.said_by("human")
        answers = self.before.said_by("ai")
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
            first = re.search(r"\bfirst\b|第一|最初|最开始", act.text)
            topic = topics[0 if first else -1].replace("我", "你")
            return self.say("poem_about", what=turned(topic))
        if not humans:
            return self.say("nothing_said")
        text = humans[0] if act.kind == "told_first" else humans[-1]
        return self.say("you_said", text=text)

    def _answer(self, ask: Ask, act: Act) -> str:
        ask = self._same_of_another(ask, act.text)
        found = answer(ask, self.knowledge, self.language)
        alone = len(act.asks) == 1
        if found:
            facts = grounds(ask, self.knowledge)
            if self._only_denied(ask, act, facts):
                # What one does not drink is no answer to what one drinks.
                found = self.quotes.closest(act.text, ask, MAYBE) or found
            later = self.quotes.later_than(facts, act.text if alone else "")
            return (
                later or (alone and self._fuller(act, found, facts)) or found
            )
        asked = act.text
        if not alone and ask.what[0].startswith("my:"):
            asked = f"What is my {ask.what[0][3:]}?"
        loose = ask.kind != "yesno" and (
            ask.what[0] in ("is", "have") or ":" in ask.what[0]
        )
        # "My middle name" is another thing than "my name".
        loose = loose and attribute_of(ask.what[0].split()[-1])[:3] == "my:"
        quoted = ""
        if loose and ask.who == USER:
            quoted = self.quotes.meant(asked)
        about = self._who_that_is(ask, act.text)
        quoted = quoted or about or self._quoted(asked, ask)
        stranger = ask.who != USER and not self.knowledge.about(ask.who)
        if not quoted and stranger and ask.what[0].startswith("my:"):
            return self.say("no_knowledge")
        return quoted or unknown(ask, self.language)

    def _who_that_is(self, ask: Ask, text: str) -> str:
        """ "Your hamster's name is Gustav": what kind of animal, whose."""
        if ask.who == USER or not re.search(
            r"\b(?:whose|animal|species)\b|谁[家的]|什么动物", text, re.I
        ):
            return ""
        person = replace(ask, kind="person")
        return answer(person, self.knowledge, self.language) or ""

    def _only_denied(self, ask: Ask, act: Act, facts: list[Fact]) -> bool:
        return (
            ask.kind == "value"
            and all(fact.negated for fact in facts)
            and not re.search(r"\bnot\b|n't\b|不|没", act.text)
        )

    def _same_of_another(self, ask: Ask, text: str) -> Ask:
        """ "And Emma?" after "How old is Noah?" asks how old Emma is."""
        if ask.kind != "person" or not self.asked or not re.match(
            r"\W*(?:and|(?:what|how) about)\b|.*呢\W*$", text, re.IGNORECASE
        ) or re.search(r"\bwho\b|谁", text, re.IGNORECASE):  # fmt: skip
            return ask
        same = replace(self.asked, who=ask.who, said=text)
        known = answer(same, self.knowledge, self.language)
        return same if known else ask

    def _fuller(self, act: Act, found: str, facts: list[Fact]) -> str:
        """What was said, where it has the time or number asked for, and
        the answer made from it does not."""
        if holds(act.text, found):
            return ""
        said = [f.said for f in facts if f.said and holds(act.text, f.said)]
        return self.quotes.said(said[-1]) if said else ""

    def _quoted(self, question: str, ask: Ask | None = None) -> str:
        """What was told and may answer, as sure as it is; or ''."""
        return (
            self.quotes.closest(question, ask)
            or self.quotes.same_deed(question, ask)
            or self._follow_up(question, ask)
            or self.quotes.closest(question, ask, _least(ask))
        )

    def _follow_up(self, question: str, ask: Ask | None) -> str:
        """ "Since when?" is asked of what the question before was about."""
        words = re.findall(rf"[\w'-]+|[{WIDE}]", question)
        if not self.asked_text or len(words) > _FRAGMENT or _ABOUT_USER.search(
            question
        ):  # fmt: skip
            return ""
        shown = "".join(self.before.said_by("ai")[-1:])
        told = [s for s in self.before.sentences if s in shown]
        if told and not content_of(question) and holds(question, told[-1]):
            return self.quotes.said(told[-1])
        both = f"{self.asked_text} {question}"
        return self.quotes.closest(both, ask, MAYBE)

    def _question(self, act: Act) -> str:
        known = self._with_relations(act)
        if known:
            return known
        about_user = _ABOUT_USER.search(act.text)
        people = [
            f.value if f.what == "name" else f.who
            for f in self.knowledge.facts
        ]
        named = any(
            name and name != USER and name.casefold() in act.text.casefold()
            for name in people
        )
        told = self.view.sentences + self.view.memory
        shared = any(
            shared_words(act.text, s) for s in told if s not in act.text
        )
        if about_user or named or shared or _OF_ANOTHER.search(act.text):
            quoted = self.quotes.meant(act.text) if about_user else ""
            quoted = quoted or self._quoted(act.text)
            if quoted:
                return quoted
        return (
            self.quotes.closest(act.text)
            or self.quotes.same_deed(act.text)
            or self._follow_up(act.text, None)
            or self.say("no_knowledge")
        )

    def _with_relations(self, act: Act) -> str:
        """An answer to the question with names put as relations: "Emma"
        as "my daughter"."""
        text = act.text
        for who in self.knowledge.people():
            for fact in self.knowledge.find(who, "name"):
                front = "我的" if self.language == "zh" else "my "
                relation = NAMES_OF_BEINGS.get(who, who)
                relation = relation if self.language == "zh" else who
                text = text.replace(fact.value, front + relation)
        if text == act.text:
            return ""
        asks = [a for new in acts_of(text, self.before.last) for a in new.asks]
        found = [answer(a, self.knowledge, self.language) for a in asks]
        if asks and not any(found):
            return unknown(asks[0], self.language)
        return (" " if self.language == "en" else "").join(filter(None, found))


def _inside(sentence: str) -> str:
    """A sentence made part of another one."""
    text = sentence.rstrip("。.")
    if re.match(r"You(?:r)?\b", text):
        text = text[0].lower() + text[1:]
    return text
