"""Facts in system messages, summaries and tool results."""

import re
from functools import lru_cache

from helpers.offline.acts import acts_of
from helpers.offline.chinese.read import read_chinese
from helpers.offline.english.read import read_english
from helpers.offline.facts import ASSISTANT, USER, Act, Fact
from helpers.offline.layouts import plain_lines
from helpers.offline.records import facts_in, labelled, split_records
from helpers.offline.text import language_of, sentences_of
from helpers.offline.voice import Voice

TALK = Voice(USER, ASSISTANT)


PERSONA = Voice(USER, ASSISTANT)


MEMORY = Voice(USER, USER)


_memory_header = re.compile(
    r"summar|memor|recall|remember|user info|user profile|profile|about the "
    r"user|about this user|known|facts?\b|information about|context|"
    r"preferences|what you know|画像|档案|摘要|总结|记忆|回忆|用户信息|"
    r"用户资料|用户档案|关于用户|"
    r"已知|信息|背景|资料|概要|情况如下",
    re.IGNORECASE,
)


_header_line = re.compile(r"^[#*\s<\[-]*([^::\n]{2,120})[::>\]*]+\s*")


_asked_before = re.compile(
    r"(?:,? and )?(?:(?:the user|they|user|he|she) )?(?:also |then |has )*"
    r"(?:asked|requested|wanted)(?: the assistant)?(?: for| to (?:write|get|"
    r"have|see))? (?P<en>(?:for )?(?:a |an )?(?:\w+ ){0,2}poems?\b[^.]*)|"
    r"(?:用户)?(?:还|也)?(?:要求|请求|让|请)(?:了)?(?:助手|我|AI|模型|"
    r"你)?(?P<zh>写[^。]*?诗)",
    re.IGNORECASE,
)


@lru_cache(maxsize=8192)
def read_told(
    text: str, voice: Voice, last: str | None
) -> tuple[tuple[Fact, ...], str | None]:
    """The facts of what one or more sentences tell."""
    facts: list[Fact] = []
    for sentence in sentences_of(text):
        pairs = labelled(sentence, False) if voice.first else []
        if pairs:
            new = pairs
        elif language_of(sentence) == "zh":
            new, last = read_chinese(sentence, voice, last)
        else:
            new, last = read_english(sentence, voice, last)
        facts += new
    return tuple(facts), last


@lru_cache(maxsize=1024)
def read_block(
    text: str, voice: Voice
) -> tuple[tuple[Fact, ...], tuple[str, ...], tuple[Act, ...]]:
    """Facts, lines that tell something of the user, earlier requests."""
    facts: list[Fact] = []
    lines: list[str] = []
    requests: list[Act] = []
    records, text = split_records(text)
    text = plain_lines(text)
    text = re.sub(r"\b([Tt]he )(?:human|customer|client)(?='s|\b)", r"\1user",
                  text)  # fmt: skip
    last: str | None = None
    # Lines that were only wrapped are one sentence.
    text = re.sub(r"(?<=[a-z,])\n(?=[a-z])(?![\w -]{1,25}[:=])", " ", text)
    card = _is_card(text)
    unnamed = not re.search(r"\buser\b|用户|\b(?:I|my)\b|我", text)
    for line in text.split("\n"):
        line = line.strip()
        if not line:
            continue
        line = re.sub(r"^[\[【](.{2,12})[\]】]\s*", r"\1: ", line)
        header = _header_line.match(line)
        if header and _memory_header.search(header[1]):
            voice = MEMORY
            line = line[header.end() :].strip()
        elif line.startswith("#") or (
            line.endswith(":") and _memory_header.search(line[:60])
        ):
            voice = MEMORY
            continue
        line = line.replace("**", "").lstrip("-*•· \t")
        pairs = labelled(line, voice is MEMORY or card)
        if pairs:
            facts += pairs
            lines.append(line)
            continue
        for sentence in sentences_of(line):
            if voice is MEMORY and last is None and not unnamed:
                last = USER
            new, last = _read_line(sentence, voice, last, requests)
            if voice is MEMORY and unnamed and new:
                # A summary without "the user" names the person itself.
                who = new[0].who
                if who[:1].isupper() and not facts:
                    facts.append(Fact(USER, "name", who, sentence))
                    last = USER
            if new or (voice is MEMORY and not _is_question(sentence)):
                lines.append(sentence)
            facts += new
    for record in records:
        new, sentences = facts_in(record)
        facts += new
        for sentence in sentences:
            told, last = read_told(sentence, MEMORY, last)
            facts += [f for f in told if f.what != "correction"]
            lines.append(sentence)
        lines += [f.said for f in new]
    return tuple(facts), tuple(lines), tuple(requests)


def _is_card(text: str) -> bool:
    """Whether all of it is "label: value", and one label a person's."""
    lines = [line for line in text.split("\n") if line.strip()]
    return len(lines) > 1 and all(
        re.match(r"\s*[-*•]?\s*[\w '-]{2,25}[::]\s*\S.{0,60}$", line)
        for line in lines
    ) and bool(re.search(
        r"^\s*[-*•]?\s*(?:(?:\w+[ _])?name|customer|user(?:_id)?|client|"
        r"member|guest|patient|student|姓名|客户|用户|"
        r"会员)\s*[::]", text, re.I | re.M
    ))  # fmt: skip


def _is_question(sentence: str) -> bool:
    return sentence.rstrip().endswith(("?", "?"))


_talking_to = re.compile(
    r"(?i:you(?: are|'re) (?:talking|speaking|chatting) (?:to|with)|"
    r"(?:the )?(?:current )?user(?: you(?: are|'re) \w+ing (?:to|with))?"
    r"(?: is| called| named|:)+)\s+"
    r"(?P<name>[A-Z]\w+(?: [A-Z]\w+)?)(?=[\s.,]|$)(?! [a-z])"
    r"|你(?:正在|在)?(?:和|与|跟)(?:一[位个名])?(?:名?叫)?(?P<zh>[^,,。]{2,4}?"
    r")"
    r"(?:的用户|的人)?(?:对话|聊天|交谈)"
    r"|(?:当前|现在的?)用户(?:是|为|叫|:|:)(?P<now>[^,,。(]{2,4})(?:\([^)]*\))"
    r"?(?=[,,。]|$)"
)


def _read_line(
    sentence: str, voice: Voice, last: str | None, requests: list[Act]
) -> tuple[list[Fact], str | None]:
    if _is_question(sentence):
        return [], last
    quoted = re.match(
        r"(?:The user (?:said|requested): |用户(?:说|请求过):)[\"“](.+)[\"”]$",
        sentence,
    )
    if quoted:
        told, last = read_told(quoted[1], TALK, last)
        return list(told), last
    aside = re.match(r"(?i:the user), ([A-Z]\w+(?: [A-Z]\w+)?), ", sentence)
    if aside:
        rest = "The user " + sentence[aside.end() :]
        more, last = _read_line(rest, voice, last, requests)
        return [Fact(USER, "name", aside[1], sentence), *more], USER
    before = _asked_before.search(sentence)
    if before:
        wanted = before["en"] or before["zh"]
        for act in acts_of("write " + wanted if before["en"] else wanted):
            if act.kind == "poem":
                requests.append(act)
        sentence = sentence[: before.start()].strip(" ,")
        if not sentence:
            return [], last
    talking = _talking_to.match(sentence)
    if talking:
        name = talking["name"] or talking["zh"] or talking["now"]
        rest = sentence[talking.end() :].strip(" ,.。")
        named = Fact(USER, "name", name, sentence)
        rest = re.sub(r"^(?:who|which|and) ", "he ", rest)
        rest = re.sub(r"^(?=an? |\d)", "he is ", rest)
        more, _ = read_told(rest, MEMORY, USER)
        return [named, *more], USER
    if voice is PERSONA and re.match(
        r"(?:you are|you're|你是|您是)", sentence, re.IGNORECASE
    ):
        named = re.match(
            r"You are (?P<name>[A-Z]\w+)(?=[,.]|$| -|\s+from\b)", sentence
        )
        if named and named[1] not in ("AI", "Assistant"):
            return [Fact(ASSISTANT, "name", named[1], sentence)], last
        named = re.search(
            r"(?:named|called|name is) ([A-Z]\w+)|"
            r"名叫([\u4e00-\u9fffA-Za-z]{1,6})",
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
