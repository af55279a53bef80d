"""English questions about what was told."""

import re

from helpers.offline.english import words as w
from helpers.offline.english.asked import asked_subject, noun_asks
from helpers.offline.english.clause import join_words, opening_length
from helpers.offline.english.read import read_english
from helpers.offline.english.text import expand, words_of
from helpers.offline.english.values import attribute_of
from helpers.offline.english.wh import AUXILIARIES, WH, wh_asks
from helpers.offline.facts import ASSISTANT, Ask
from helpers.offline.text import word_set
from helpers.offline.voice import Voice

_WRAPPER = re.compile(
    r"^(?:"
    r"(?:can|could|would|will) you (?:please |still |maybe |kindly |again )*"
    r"(?:tell|remind|say to) me(?: again| please)?|"
    r"(?:can|could|do|would) you (?:please |still |happen to |even |perhaps "
    r"|maybe |also |actually )*(?:know|remember|recall|guess|repeat|"
    r"have any idea|have an idea)|"
    r"(?:please |just )?(?:tell|remind) me(?: again| please)?|"
    r"i (?:wonder|forgot|forget|can not remember|do not remember|"
    r"do not know|want to know|would like to know|am wondering|"
    r"was wondering|need to know)|"
    r"(?:any|no) idea|guess|"
    r"(?:please )?(?:say|state|give|show|list|repeat|name|spell|recite|"
    r"identify|read|recall|enter|type)(?: me| us)?(?: (?:out|back|again|all|"
    r"both|each|of))*(?= (?:my|our)\b)|"
    r"(?:did|have) i (?:ever |already )*(?:tell|told|mention(?:ed)?|say|"
    r"said)(?: to)?(?: you)?|"
    r"you (?:still )?(?:know|remember|recall)|remember|"
    r"what (?:do|can|could) you (?:know|remember|recall|say|tell me)"
    r"(?= about (?!me\b))|"
    r"(?:what|how) about|"
    r"what did i (?:say|tell you|mention)(?: that)?(?= (?:my|about my)\b)|"
    r"(?:according to what i (?:said|told you)|from (?:our|this) "
    r"conversation|based on our conversation|earlier i told you)"
    r")\b[\s,:]*",
    re.IGNORECASE,
)


_TAIL = re.compile(
    r"(?:[\s,]+(?:again|please|then|now|right now|exactly|anyway|though|"
    r"currently|at the moment|do you (?:know|remember|recall)|"
    r"(?:can|could) you (?:tell|remind) me|if you (?:know|remember)|"
    r"right|or not|these days|by the way|actually|really|today|so far))+$",
    re.IGNORECASE,
)


# "Which season and which band | do I like best"
_SHARED = re.compile(
    r"((?:which|what) (?:\w+ )?\w+) and ((?:which|what) (?:\w+ )?\w+) "
    r"((?:do|does|did|am|is|are|have|has|can|would) (?:i|my|we)\b.+)$",
    re.IGNORECASE,
)


_NEXT = re.compile(
    r"\s*(?:,\s*(?:and\s+|or\s+)?|\s+and\s+(?:also\s+)?|\s+also\s+)"
    r"(?=(?:what|which|who|where|when|how|whose|do|does|did|am|is|are|can)\b"
    r"\s+\w)",
    re.IGNORECASE,
)


# What a sentence begins with that wants something done.
_ACTIONS = word_set(
    """name give tell list recite spell repeat say show state identify
    describe help make let pick choose guess imagine answer add write put
    order plan buy bring cook prepare turn print copy delete rename change
    draw build create run launch start stop cancel act pretend compare rate
    rank sort convert explain suggest recommend advise teach fetch download
    upload share post email text phone ring wake entertain surprise"""
)


def is_request(text: str) -> bool:
    """Whether a sentence that asks for no fact wants something done."""
    words = words_of(text.lower())
    if len(words) < 2 or words[0] not in _ACTIONS or words[1] == ":":
        return False
    return not read_english(text, Voice(), None)[0]


def read_question(sentence: str, last: str | None) -> list[Ask]:
    """What a sentence asks of the facts; empty when it asks nothing."""
    text = expand(sentence)
    mark = text.rstrip().endswith("?")
    asks: list[Ask] = []
    text = text.strip(" ?.!")
    if not mark and re.match(r"(?:when|where) (?:i|we|my)\b.*,", text, re.I):
        # "When I moved to Leeds, I …" tells.
        return []
    shared = _SHARED.match(text)
    if shared:
        parts = [f"{shared[n]} {shared[3]}" for n in (1, 2)]
    else:
        parts = _NEXT.split(text)
    for part in parts:
        new = _ask(part, last, mark, sentence)
        if not (new or asks or mark):
            # "I told Kev, who is a plumber, …" tells.
            break
        asks += new
    return asks


def _ask(text: str, last: str | None, mark: bool, said: str) -> list[Ask]:
    text = text[opening_length(text) :]
    wrapped = False
    while True:
        found = _WRAPPER.match(text)
        if not found or found.end() == len(text):
            break
        wrapped = True
        text = text[found.end() :]
        text = re.sub(r"^(?:about|of|that)\s+", "", text, flags=re.I)
        text = text[opening_length(text) :]
    text = _TAIL.sub("", text).strip(" ,?.!\"'")
    text = re.sub(
        r"^(?:for|in|at|on|to|from|with|about|by|since) (?=(?:how|which|what|"
        r"whom|when)\b)",
        "",
        text,
        flags=re.I,
    )
    text = re.sub(
        r"^(?:is|are) there (?:any|some|an?\b)(?:thing|one)?\b ?"
        r"(?=(?:\w+ )?(?:that )?(?:i|my)\b)",
        "what ",
        text,
        flags=re.I,
    ).replace("what that ", "what ")
    words = words_of(text)
    if not words:
        return []
    first = words[0].lower()
    if first in ("if", "whether") and wrapped:
        return _yes_no_of(join_words(words[1:]), last, said)
    if first in WH:
        return wh_asks(words, last, said, mark or wrapped)
    if first in AUXILIARIES and len(words) > 1 and (mark or wrapped):
        return _yes_no(words, last, said)
    if first in AUXILIARIES and len(words) > 2 and words[1].lower() in (
        "i", "my", "he", "she"
    ):  # fmt: skip
        return _yes_no(words, last, said)
    if wrapped or mark:
        asks = noun_asks(words, last, said)
        if asks:
            return asks
        if wrapped or mark:
            return _yes_no_of(text, last, said)
    return []


def _yes_no(words: list[str], last: str | None, said: str) -> list[Ask]:
    aux, rest = words[0].lower(), words[1:]
    negated = bool(rest) and rest[0].lower() == "not"
    rest = rest[negated:]
    found = asked_subject(rest, last)
    if found is None or found[0] == ASSISTANT:
        return []
    _, _, after = found
    front = rest[: len(rest) - len(after)]
    thing = found[1]
    known = words_of(thing)
    if aux in w.BE and not after and len(known) > 1:
        # "is my name Bob": the noun ends where it names an attribute.
        for size in range(len(known) - 1, 0, -1):
            noun = " ".join(known[:size])
            if attribute_of(noun) != "my:" + noun or size == 1:
                at = len(rest) - len(known) + size
                front, after = rest[:at], rest[at:]
                break
    if not after and aux in w.BE:
        return []
    middle = [] if aux in ("do", "does", "did") else [aux]
    return _yes_no_of(join_words([*front, *middle, *after]), last, said)


def _yes_no_of(text: str, last: str | None, said: str) -> list[Ask]:
    text = re.sub(r"\b(?:any|ever|still|already|again)\b ?", "", text)
    facts, _ = read_english(text, Voice(), last)
    asks = []
    for fact in facts:
        if fact.what in ("correction", "known") or fact.who == ASSISTANT:
            continue
        what = (fact.what,)
        kind = attribute_of(fact.value)
        if fact.what == "have" and kind[:3] != "my:":
            # "Do I have any allergies" asks which.
            asks.append(Ask(fact.who, (kind,), said=said))
            continue
        if " or " in fact.value:
            asks.append(Ask(fact.who, what, said=said))
        else:
            asks.append(Ask(fact.who, what, "yesno", fact.value, said))
    return asks[:1]
