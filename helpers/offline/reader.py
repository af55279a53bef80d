"""From messages to what they tell: facts, sentences, requests, turns."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)

from helpers.offline.acts import acts_of
from helpers.offline.blocks import MEMORY, PERSONA, TALK, read_block, read_told
from helpers.offline.chinese import correct as chinese_correct
from helpers.offline.chinese.subject import strip_opening
from helpers.offline.chinese.values import is_name
from helpers.offline.corrections import corrected_by_kind, is_plausible
from helpers.offline.english.clause import opening_length
from helpers.offline.facts import (
    ASSISTANT,
    USER,
    Act,
    Fact,
    Knowledge,
)
from helpers.offline.text import (
    language_of,
    sentences_of,
    word_set,
    words_in,
)
from helpers.offline.transcript import split_transcript
from helpers.offline.voice import Voice

_summary_message = re.compile(
    r"^\s*(?:here is|here's|this is|below is|the following is)?\s*(?:a |the )?"
    r"(?:running |previous |short )?(?:summary|recap)\b.{0,60}?:|"
    r"^\s*(?:以下|这)?是?(?:之前|此前|到目前为止|至今|目前为止)?(?:的)?(?:对话|聊天|会话)?"
    r"(?:的)?(?:摘要|总结|概要)[^::]{0,20}[::]",
    re.IGNORECASE,
)


@dataclass
class View:
    """All that a list of messages lets one know.

    `sentences`: what was told, as said, for quoting. `turns`: (role, text)
    of the conversation. `requests`: what was asked to be done, oldest
    first. `memory`: lines of summaries and recalled memories.
    """

    knowledge: Knowledge = field(default_factory=Knowledge)
    sentences: list[str] = field(default_factory=list)
    turns: list[tuple[str, str]] = field(default_factory=list)
    requests: list[Act] = field(default_factory=list)
    memory: list[str] = field(default_factory=list)
    remembered: list[str] = field(default_factory=list)
    last: str | None = None

    def said_by(self, role: str) -> list[str]:
        """The texts of the conversation by 'human' or 'ai', oldest first."""
        return [text for who, text in self.turns if who == role]

    def copy(self) -> "View":
        """The same view, to be read on apart."""
        return View(
            self.knowledge.copy(),
            list(self.sentences),
            list(self.turns),
            list(self.requests),
            list(self.memory),
            list(self.remembered),
            self.last,
        )


_JOKE = re.compile(
    r"\b(?:kidding|joking|jk|pulling your leg|joke'?s on you|(?:was|is|it's|"
    r"that's) (?:just |only )?a joke)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=8192)
def read_human(
    text: str, last: str | None
) -> tuple[tuple[Fact, ...], tuple[str, ...], tuple[Act, ...], str | None]:
    """What a person's message tells: facts, sentences, requests, "he"."""
    facts: list[Fact] = []
    sentences: list[str] = []
    requests: list[Act] = []
    for act in acts_of(text, last):
        if _JOKE.search(act.text) or chinese_correct.is_joke(act.text):
            # What was said before it is taken back.
            if not sentences:
                facts = [Fact(USER, "joke", "", act.text)]
            else:
                facts, sentences = [], []
            rest = re.split(_JOKE, act.text)[-1].strip(" ,.!:;-")
            if len(rest.split()) < 2 or rest == act.text:
                continue
            act = replace(act, kind="tell", text=rest)
        if act.kind in ("poem", "again", "cannot", "summary", "remember"):
            requests.append(act)
        if act.kind not in ("tell", "remember"):
            if act.kind == "ask":
                last = _meant(act, last)
            continue
        told = act.topic if act.kind == "remember" else act.text
        new, last = read_told(told, TALK, last)
        new = tuple(f for f in new if is_plausible(f))
        if act.kind == "remember" and not re.search(
            r"我|\b(?:i|my|me)\b", told, re.I
        ):
            # Nobody is named: kept as it is, not as something of the user.
            new = tuple(f for f in new if f.what not in ("do", "is"))
        if act.kind == "remember" and not new:
            new = (Fact(USER, "note", told.strip(" .。"), act.text),)
        facts += new
        sentences.append(act.text)
    return tuple(facts), tuple(sentences), tuple(requests), last


def _meant(act: Act, last: str | None) -> str | None:
    others = [a.who for a in act.asks if a.who not in (USER, ASSISTANT, "?")]
    return others[-1] if others else last


def view_of(
    messages: Sequence[BaseMessage], before: View | None = None
) -> View:
    """Read a list of messages, after those that gave `before`."""
    view = before.copy() if before else View()
    for message in messages:
        text = words_in(message)
        if isinstance(message, HumanMessage):
            _read_human_message(view, text)
        elif isinstance(message, SystemMessage):
            _read_block(view, text, PERSONA)
        elif isinstance(message, ToolMessage):
            if message.status != "error":
                _read_block(view, text, MEMORY)
        elif isinstance(message, AIMessage) and text:
            view.turns.append(("ai", text))
    return view


def told_in(text: str) -> list[tuple[str, tuple[Fact, ...]]]:
    """The sentences of a message that tell, each with its facts."""
    _, sentences, _, _ = read_human(text, None)
    return [(s, read_human(s, None)[0]) for s in sentences]


def _read_human_message(view: View, text: str) -> None:
    turns, around = split_transcript(text)
    if not turns and _summary_message.match(text):
        _read_block(view, text, MEMORY)
        return
    if not turns:
        _take_human(view, text)
        return
    for role, said in turns:
        if role == "human":
            if _summary_message.match(said):
                _read_block(view, said, MEMORY)
            else:
                _take_human(view, said)
        elif role == "ai":
            view.turns.append(("ai", said))
        else:
            _read_block(view, said, MEMORY)
    if re.search(r"(?:summary|摘要|总结)[^::\n]{0,40}[::]\s*\S", around, re.I):
        _read_block(view, around, Voice(None, None))


def _take_human(view: View, text: str) -> None:
    facts, sentences, requests, last = read_human(text, view.last)
    if not facts and len(text) < 40:
        facts = _short_answer(view, text)
    if facts and all(
        f.what == "correction" and not f.predicate for f in facts
    ):
        # "What's my name?" – "I don't know." – "It's Farid."
        facts = _own_answer(view, facts[-1].value) or facts
    facts, view.last = _apart(facts, last, view.knowledge)
    for fact in facts:
        _add(view, fact)
    view.sentences += sentences
    for act in requests:
        if act.kind == "remember":
            view.remembered.append(act.topic.strip(" .。!"))
        else:
            view.requests.append(act)
    view.turns.append(("human", text))


# Of these one may have several, each with a name.
_SEVERAL = word_set(
    "friend colleague neighbour cousin uncle aunt nephew niece classmate "
    "roommate teammate student brother sister son daughter"
)
# Words that name somebody anew, rather than somebody else.
_NAMES = re.compile(
    r"\b(?:name[sd]?|called|actually|sorry|not?|rather|meant?|wait)\b|"
    r"[叫名不错改]|其实",
    re.IGNORECASE,
)


def _apart(
    facts: Sequence[Fact], last: str | None, knowledge: Knowledge
) -> tuple[list[Fact], str | None]:
    """Facts and "he", two friends told apart by their names."""
    apart: list[Fact] = []
    key: dict[str, str] = {}
    named: dict[str, str] = {}
    for fact in facts:
        who = fact.who
        if fact.what == "name" and who in _SEVERAL:
            known = [f.value for f in knowledge.find(who, "name")]
            first = named.setdefault(who, (known or [fact.value])[-1])
            other = first != fact.value and not _NAMES.search(fact.said)
            key[who] = f"{who} {fact.value}" if other else who
        apart.append(replace(fact, who=key.get(who, who)))
    return apart, key.get(last, last) if last else last


def _short_answer(view: View, text: str) -> tuple[Fact, ...]:
    """ "Bob", after the assistant asked for the name."""
    if not view.turns or view.turns[-1][0] != "ai":
        return ()
    question = sentences_of(view.turns[-1][1])[-1:]
    if not question or question[0][-1:] not in "??":
        return ()
    return _answer_facts(question[0], text, view.last)


def _own_answer(view: View, value: str) -> tuple[Fact, ...]:
    """What a person tells who has just asked for it, in vain."""
    asked = [text for role, text in view.turns[-2:] if role == "human"]
    if not asked or not asked[-1].rstrip().endswith(("?", "?")):
        return ()
    told = _answer_facts(sentences_of(asked[-1])[-1], value, view.last)
    known = [view.knowledge.find(f.who, f.what) for f in told]
    return () if any(known) else told


@lru_cache(maxsize=512)
def _answer_facts(
    question: str, text: str, last: str | None
) -> tuple[Fact, ...]:
    acts = acts_of(text)
    if len(acts) != 1 or acts[0].kind != "tell":
        return ()
    if language_of(question) == "zh":
        turned = re.sub("您|你", "我", question)
        front = "我"
    else:
        turned = re.sub(
            r"\b(your|you|are)\b",
            lambda m: {"your": "my", "you": "I", "are": "am"}[m[1].lower()],
            question,
            flags=re.IGNORECASE,
        )
        front = ""
    asks = [ask for act in acts_of(turned, last) for ask in act.asks]
    value = text[opening_length(text) :] if not front else strip_opening(text)
    value = re.split(r"[,,;。]", value)[0].strip(" .!。")
    if not asks or asks[0].kind != "value" or len(value.split()) > 5:
        return ()
    what = asks[0].what[0]
    sentence = {
        "name": f"My name is {value}",
        "age": f"I am {value}",
        "home": f"I live in {value}",
        "job": f"My job is {value}",
    }.get(what)
    if front:
        sentence = {"name": f"我叫{value}", "home": f"我住在{value}",
                    "job": f"我的职业是{value}"}.get(what)  # fmt: skip
    if sentence is None:
        return (Fact(asks[0].who, what, value, text),)
    facts, _ = read_told(sentence, TALK, None)
    return tuple(f for f in facts)


def _add(view: View, fact: Fact) -> None:
    if fact.what == "joke":
        last = view.said_by("human")[-1:]
        for told in view.knowledge.facts:
            if told.said and last and told.said in last[0]:
                view.knowledge.remove(told)
        view.sentences = [
            s for s in view.sentences if not last or s not in last[0]
        ]
        return
    if fact.what.startswith("correction"):
        corrected = _corrected(view, fact)
        if corrected is None:
            return
        fact = corrected
    for one in chinese_correct.of_named(fact, view.knowledge):
        view.knowledge.add(one)


def _recent(view: View, facts: list[Fact]) -> list[Fact]:
    """The facts not told before the last two messages."""
    old = view.said_by("human")[:-2]
    return [f for f in facts if not any(f.said in text for text in old)]


def _corrected(view: View, fact: Fact) -> Fact | None:
    """The fact a "not Bob, Rob" puts right: the last that fits."""
    if language_of(fact.said) == "zh":
        found = chinese_correct.put_right(fact, view.knowledge.facts)
        if found:
            view.knowledge.remove(found[0])
            view.remembered = [
                found[1].value if kept == found[0].value else kept
                for kept in view.remembered
            ]
            return found[1]
    old = fact.predicate
    told = [f for f in view.knowledge.facts if not f.negated]
    if not old:
        last = view.knowledge.facts[-1:]
        if last and last[0].negated and last[0].value:
            # "I don't live in Rome. It's Turin now."
            return replace(last[0], value=fact.value, negated=False,
                           said=fact.said)  # fmt: skip
        near = corrected_by_kind(fact, _recent(view, told))
        if near:
            view.knowledge.remove(near[0])
            if near[0].what == "note":
                view.sentences = [
                    near[1].value if near[0].value in s else s
                    for s in view.sentences
                ]
            return near[1]
        if not fact.value[:1].islower():
            return None
    for candidate in reversed(told):
        if candidate.what in ("known",):
            continue
        if old and old.casefold() not in candidate.value.casefold():
            continue
        if not old and (
            candidate.what in ("is", "note", "like", "do")
            or candidate.what.startswith("past:")
        ):
            continue
        value = fact.value
        if old:
            value = re.sub(
                re.escape(old),
                lambda _: fact.value,
                candidate.value,
                flags=re.IGNORECASE,
            )
        view.knowledge.remove(candidate)
        return Fact(candidate.who, candidate.what, value, fact.said)
    latin = fact.value[:1].isupper() and old[:1].isupper()
    if latin or (is_name(fact.value) and is_name(old)):
        return Fact(USER, "name", fact.value, fact.said)
    return None


def _read_block(view: View, text: str, voice: Voice) -> None:
    """A system message, a tool result or a summary: lines and records."""
    facts, lines, requests = read_block(text, voice)
    for fact in facts:
        if fact.who != ASSISTANT or fact.what == "name":
            _add(view, fact)
    view.memory += lines
    view.requests += requests
