"""From messages to what they tell: facts, sentences, requests, turns."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)

from helpers.offline.acts import Act, acts_of
from helpers.offline.chinese_read import read_chinese
from helpers.offline.english_read import read_english
from helpers.offline.facts import ASSISTANT, USER, Ask, Fact, Knowledge
from helpers.offline.records import facts_in, labelled, split_records
from helpers.offline.text import language_of, sentences_of, words_in
from helpers.offline.transcript import split_transcript
from helpers.offline.voice import Voice

_TALK = Voice(USER, ASSISTANT)
_PERSONA = Voice(USER, ASSISTANT)
_MEMORY = Voice(USER, USER)
_memory_header = re.compile(
    r"summar|memor|recall|remember|user info|user profile|profile|about the "
    r"user|about this user|known|facts?\b|information about|context|"
    r"preferences|what you know|摘要|总结|记忆|回忆|用户信息|用户资料|用户档案|关于用户|"
    r"已知|信息|背景|资料|概要",
    re.IGNORECASE,
)
_header_line = re.compile(r"^[#*\s<\[-]*([^::\n]{2,80})[::>\]*]+\s*")
_summary_message = re.compile(
    r"^\s*(?:here is|here's|this is|below is|the following is)?\s*(?:a |the )?"
    r"(?:running |previous |short )?(?:summary|recap)\b.{0,60}?:|"
    r"^\s*(?:以下|这)?是?(?:之前|此前|到目前为止|至今|目前为止)?(?:的)?(?:对话|聊天|会话)?"
    r"(?:的)?(?:摘要|总结|概要)[^::]{0,20}[::]",
    re.IGNORECASE,
)
_asked_before = re.compile(
    r"(?:,? and )?(?:(?:the user|they|user|he|she) )?(?:also |then |has )*"
    r"(?:asked|requested|wanted)(?: the assistant)?(?: for| to (?:write|get|"
    r"have|see))? (?P<en>(?:for )?(?:a |an )?(?:\w+ ){0,2}poems?\b[^.]*)|"
    r"(?:用户)?(?:还|也)?(?:要求|请求|让|请)(?:了)?(?:助手|我|AI|模型|你)?(?P<zh>写[^。]*?诗)",
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
    last: str | None = None


@lru_cache(maxsize=8192)
def read_told(
    text: str, voice: Voice, last: str | None
) -> tuple[tuple[Fact, ...], str | None]:
    """The facts of what one or more sentences tell."""
    facts: list[Fact] = []
    for sentence in sentences_of(text):
        if language_of(sentence) == "zh":
            new, last = read_chinese(sentence, voice, last)
        else:
            new, last = read_english(sentence, voice, last)
        facts += new
    return tuple(facts), last


@lru_cache(maxsize=8192)
def read_human(
    text: str, last: str | None
) -> tuple[tuple[Fact, ...], tuple[str, ...], tuple[Act, ...], str | None]:
    """What a person's message tells: facts, sentences, requests, "he"."""
    facts: list[Fact] = []
    sentences: list[str] = []
    requests: list[Act] = []
    for act in acts_of(text, last):
        if act.kind in ("poem", "again", "cannot", "summary"):
            requests.append(act)
        if act.kind not in ("tell", "remember"):
            if act.kind == "ask":
                last = _meant(act, last)
            continue
        told = act.topic if act.kind == "remember" else act.text
        new, last = read_told(told, _TALK, last)
        if act.kind == "remember" and not new:
            new = (Fact(USER, "note", told.strip(" .。"), act.text),)
        facts += new
        sentences.append(act.text)
    return tuple(facts), tuple(sentences), tuple(requests), last


def _meant(act: Act, last: str | None) -> str | None:
    others = [a.who for a in act.asks if a.who not in (USER, ASSISTANT, "?")]
    return others[-1] if others else last


def view_of(messages: Sequence[BaseMessage]) -> View:
    """Read a list of messages from the first to the last."""
    view = View()
    for message in messages:
        text = words_in(message)
        if isinstance(message, HumanMessage):
            _read_human_message(view, text)
        elif isinstance(message, SystemMessage):
            _read_block(view, text, _PERSONA)
        elif isinstance(message, ToolMessage):
            if message.status != "error":
                _read_block(view, text, _MEMORY)
        elif isinstance(message, AIMessage) and text:
            view.turns.append(("ai", text))
    return view


def could_answer(sentence: str, ask: Ask) -> bool:
    """Whether a sentence may hold what the facts do not.

    Not when all of it is understood and tells of another person, or of an
    attribute that the question does not mean.
    """
    facts, *_ = read_human(sentence, None)
    loose = [
        f
        for f in facts
        if f.who == ask.who
        and (f.what in ("is", "do", "have", "note") or ":" in f.what)
    ]
    return not facts or bool(loose)


def _read_human_message(view: View, text: str) -> None:
    turns, around = split_transcript(text)
    if not turns and _summary_message.match(text):
        _read_block(view, text, _MEMORY)
        return
    if not turns:
        _take_human(view, text)
        return
    for role, said in turns:
        if role == "human":
            if _summary_message.match(said):
                _read_block(view, said, _MEMORY)
            else:
                _take_human(view, said)
        elif role == "ai":
            view.turns.append(("ai", said))
        else:
            _read_block(view, said, _MEMORY)
    _read_block(view, around, Voice(None, None))


def _take_human(view: View, text: str) -> None:
    facts, sentences, requests, last = read_human(text, view.last)
    if not facts and len(text) < 40:
        facts = _short_answer(view, text)
    for fact in facts:
        _add(view, fact)
    view.last = last
    view.sentences += sentences
    view.requests += requests
    view.turns.append(("human", text))


def _short_answer(view: View, text: str) -> tuple[Fact, ...]:
    """ "Bob", after the assistant asked for the name."""
    if not view.turns or view.turns[-1][0] != "ai":
        return ()
    question = sentences_of(view.turns[-1][1])[-1:]
    if not question or question[0][-1:] not in "??":
        return ()
    return _answer_facts(question[0], text)


@lru_cache(maxsize=512)
def _answer_facts(question: str, text: str) -> tuple[Fact, ...]:
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
    asks = [ask for act in acts_of(turned) for ask in act.asks]
    value = text.strip(" .!。!")
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
    facts, _ = read_told(sentence, _TALK, None)
    return tuple(f for f in facts)


def _add(view: View, fact: Fact) -> None:
    if fact.what == "correction":
        corrected = _corrected(view, fact)
        if corrected is None:
            return
        fact = corrected
    view.knowledge.add(fact)


def _corrected(view: View, fact: Fact) -> Fact | None:
    """The fact a "not Bob, Rob" puts right: the last that fits."""
    old = fact.predicate
    told = [f for f in view.knowledge.facts if not f.negated]
    for candidate in reversed(told):
        if candidate.what in ("known",):
            continue
        if old and old.casefold() not in candidate.value.casefold():
            continue
        if not old and candidate.what in ("is", "note", "like"):
            continue
        value = fact.value
        if old:
            value = re.sub(
                re.escape(old),
                lambda _: fact.value,
                candidate.value,
                flags=re.IGNORECASE,
            )
        view.knowledge.facts.remove(candidate)
        return Fact(candidate.who, candidate.what, value, fact.said)
    if fact.value[:1].isupper() and old[:1].isupper():
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


@lru_cache(maxsize=1024)
def read_block(
    text: str, voice: Voice
) -> tuple[tuple[Fact, ...], tuple[str, ...], tuple[Act, ...]]:
    """Facts, lines that tell something of the user, earlier requests."""
    facts: list[Fact] = []
    lines: list[str] = []
    requests: list[Act] = []
    records, text = split_records(text)
    last: str | None = None
    unnamed = not re.search(r"\buser\b|用户|\b(?:I|my)\b|我", text)
    for line in text.split("\n"):
        line = line.strip()
        if not line:
            continue
        line = re.sub(r"^[\[【](.{2,12})[\]】]\s*", r"\1: ", line)
        header = _header_line.match(line)
        if header and _memory_header.search(header[1]):
            voice = _MEMORY
            line = line[header.end() :].strip()
        elif line.startswith("#") or _memory_header.search(line[:60]):
            if line.endswith((":", ":")) or line.startswith("#"):
                voice = _MEMORY
                continue
        line = line.lstrip("-*•· \t")
        pairs = labelled(line, voice is _MEMORY)
        if pairs:
            facts += pairs
            lines.append(line)
            continue
        for sentence in sentences_of(line):
            if voice is _MEMORY and last is None and not unnamed:
                last = USER
            new, last = _read_line(sentence, voice, last, requests)
            if voice is _MEMORY and unnamed and new:
                # A summary without "the user" names the person itself.
                who = new[0].who
                if who[:1].isupper() and not facts:
                    facts.append(Fact(USER, "name", who, sentence))
                    last = USER
            if new or (voice is _MEMORY and not _is_question(sentence)):
                lines.append(sentence)
            facts += new
    for record in records:
        new, sentences = facts_in(record)
        facts += new
        for sentence in sentences:
            told, last = read_told(sentence, _MEMORY, last)
            facts += [f for f in told if f.what != "correction"]
            lines.append(sentence)
        lines += [f.said for f in new]
    return tuple(facts), tuple(lines), tuple(requests)


def _is_question(sentence: str) -> bool:
    return sentence.rstrip().endswith(("?", "?"))


_talking_to = re.compile(
    r"(?i:you(?: are|'re) (?:talking|speaking|chatting) (?:to|with)|"
    r"(?:the )?(?:current )?user(?: is| called| named|:)+)\s+"
    r"(?P<name>[A-Z]\w+(?: [A-Z]\w+)?)(?=[\s.,]|$)(?! [a-z])"
    r"|你(?:正在|在)?(?:和|与|跟)(?P<zh>[^,,。]{2,4}?)(?:对话|聊天|交谈)"
    r"|(?:当前|现在的?)用户(?:是|为|叫)(?P<now>[^,,。]{2,4})(?=[,,。]|$)"
)


def _read_line(
    sentence: str, voice: Voice, last: str | None, requests: list[Act]
) -> tuple[list[Fact], str | None]:
    if _is_question(sentence):
        return [], last
    before = _asked_before.search(sentence)
    if before:
        wanted = before["en"] or before["zh"]
        for act in acts_of("write " + wanted if before["en"] else wanted):
            if act.kind == "poem":
                requests.append(act)
        sentence = sentence[: before.start()].strip(" ,,")
        if not sentence:
            return [], last
    talking = _talking_to.match(sentence)
    if talking:
        name = talking["name"] or talking["zh"] or talking["now"]
        rest = sentence[talking.end() :].strip(" ,,.。")
        named = Fact(USER, "name", name, sentence)
        rest = re.sub(r"^(?:who|which|and) ", "he ", rest)
        more, _ = read_told(rest, _MEMORY, USER)
        return [named, *more], USER
    if voice is _PERSONA and re.match(
        r"(?:you are|you're|你是|您是)", sentence, re.IGNORECASE
    ):
        named = re.search(
            r"(?:named|called|name is) ([A-Z]\w+)|名叫([\u4e00-\u9fffA-Za-z]{1,6})",
            sentence,
        )
        if named:
            name = named[1] or named[2]
            return [Fact(ASSISTANT, "name", name, sentence)], last
        return [], last
    sentence = re.sub(
        r"^(?:the )?user(?:'s name)? (?:asked (?:me )?to remember|wants "
        r"(?:me|you) to remember)(?: that)?[:\s]+",
        "I remember ",
        sentence,
        flags=re.IGNORECASE,
    )
    sentence = re.sub(r"^I remember ", "", sentence)
    asked = re.match(r"用户要求记住[::](.+)$", sentence)
    told, last = read_told(asked[1] if asked else sentence, voice, last)
    facts = [
        f
        for f in told
        if not (f.who == USER and "assistant" in f.value.lower()[-10:])
    ]
    return facts, last
