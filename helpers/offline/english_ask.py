"""English questions about what was told."""

import re

from helpers.offline import english_words as w
from helpers.offline.english_clause import (
    _noun_phrase,
    being_noun,
    being_of,
    join_words,
    opening_length,
)
from helpers.offline.english_names import could_be_name
from helpers.offline.english_read import attribute_of, read_english
from helpers.offline.english_text import expand, is_verb, lemma, words_of
from helpers.offline.facts import ASSISTANT, USER, Ask
from helpers.offline.voice import Voice

_WH = frozenset("what which who whom whose where when how".split())
_AUX = w.BE | w.MODALS | frozenset("do does did have has had".split())
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
_NEXT = re.compile(
    r"\s*(?:,\s*(?:and\s+|or\s+)?|\s+and\s+(?:also\s+)?|\s+also\s+)"
    r"(?=(?:what|which|who|where|when|how|whose|do|does|did|am|is|are|can)\b"
    r"\s+\w)",
    re.IGNORECASE,
)
_LIKED = ("like", "hobby", "favourite *")
_SKIPPED = frozenset("of kind kinds sort sorts type types exactly else".split())


def read_question(sentence: str, last: str | None) -> list[Ask]:
    """What a sentence asks of the facts; empty when it asks nothing."""
    text = expand(sentence)
    mark = text.rstrip().endswith("?")
    asks: list[Ask] = []
    for part in _NEXT.split(text.strip(" ?.!")):
        asks += _ask(part, last, mark, sentence)
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
    words = words_of(text)
    if not words:
        return []
    first = words[0].lower()
    if first in ("if", "whether"):
        return _yes_no_of(join_words(words[1:]), last, said)
    if first in _WH:
        return _wh(words, last, said, mark or wrapped)
    if first in _AUX and len(words) > 1 and (mark or wrapped):
        return _yes_no(words, last, said)
    if first in _AUX and len(words) > 2 and words[1].lower() in (
        "i", "my", "he", "she"
    ):  # fmt: skip
        return _yes_no(words, last, said)
    if wrapped or mark:
        asks = _noun_asks(words, last, said)
        if asks:
            return asks
        if wrapped or mark:
            return _yes_no_of(text, last, said)
    return []


def _subject(words: list[str], last: str | None):
    """(who, thing, words after it) at the start of the words."""
    if not words:
        return None
    low = words[0].lower()
    if low in ("i", "we", "me", "myself"):
        return USER, "", words[1:]
    if low in ("you", "yourself"):
        return ASSISTANT, "", words[1:]
    if low in ("he", "she", "it", "they", "him", "them"):
        return last and (last, "", words[1:])
    owners = {
        "my": USER,
        "our": USER,
        "your": ASSISTANT,
        "his": last,
        "her": last,
        "its": last,
        "their": last,
    }
    if low in owners:
        return owners[low] and _phrase(words, 1, owners[low])
    if low == "the":
        of = [i for i, x in enumerate(words) if x.lower() == "of"]
        if of and of[0] < 4:
            inner = _subject(words[of[0] + 1 :], last)
            if inner and not inner[1]:
                return inner[0], join_words(words[1 : of[0]]), inner[2]
        if len(words) > 1 and being_noun(words[1]):
            return being_of(USER, words[1]), "", words[2:]
        return None
    if attribute_of(low) != "my:" + low and low != "likes":
        return USER, low, [x for x in words[1:] if x not in ("for", "me")]
    taken = 0
    for word in words[:3]:
        bare = word.removesuffix("'s")
        capital = bare[:1].isupper() and could_be_name(bare)
        if not capital and not (taken == 0 and bare.lower() in w.FIRST_NAMES):
            break
        taken += 1
        if bare != word:
            return _phrase(words, taken, join_words([*words[: taken - 1], bare]))
    if taken:
        return join_words(words[:taken]), "", words[taken:]
    return None


def _phrase(words: list[str], start: int, owner: str):
    # A noun phrase ends at a verb: give it one to end at.
    found = _noun_phrase([*words, "is"], start, owner)
    if not found:
        return None
    who, thing, index, _ = found
    return who, thing, words[index:]


def _noun_asks(words: list[str], last: str | None, said: str) -> list[Ask]:
    """ "my name", "my name and age", "the name of my cat", "Anna"."""
    text = join_words(words)
    parts = re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", text)
    asks: list[Ask] = []
    owner = None
    for part in parts:
        bits = words_of(part)
        found = _subject(bits, last)
        if found is None and owner and bits:
            found = _phrase(["my", *bits], 1, owner)
        if found is None or found[2]:
            return []
        who, thing, _ = found
        owner = owner or who
        if thing:
            asks.append(Ask(who, (attribute_of(thing),), said=said))
        elif who != ASSISTANT:
            asks.append(Ask(who, ("name",), "person", said=said))
    return asks


def _wh(
    words: list[str], last: str | None, said: str, sure: bool
) -> list[Ask]:
    wh = words[0].lower()
    rest = words[1:]
    called = re.match(
        r"(?:do |does |should |can |could |would )?(?:people|others|friends|"
        r"everyone|everybody|they|my \w+|you|i) (?:usually |normally )*"
        r"(?:calls? me|go by|be called)\b",
        join_words(rest),
        re.IGNORECASE,
    )
    if called and wh == "what":
        return [Ask(USER, ("nickname", "name"), said=said)]
    if wh == "who" and re.match(
        r"(?:are you|you are|is this|am i) ?(?:talking|speaking|chatting|"
        r"writing)?", join_words(rest), re.IGNORECASE,
    ) and re.search(r"(?:talk|speak|chat)ing (?:to|with)", join_words(rest)):
        return [Ask(USER, ("name",), "person", said=said)]
    if [x.lower() for x in rest[:2]] == ["is", "it"] and len(rest) > 2:
        # "what is it (that) I do" asks what I do.
        rest = rest[2 + (rest[2].lower() == "that") :]
    if wh == "who" and rest and is_verb(rest[0]) and (
        rest[0].lower() not in _AUX
    ):
        return _who_does(wh, "", rest, said)
    noun: list[str] = []
    while rest and rest[0].lower() not in _AUX:
        if noun or wh in ("where", "when", "who") or rest[0].lower() in (
            "i", "my", "he", "she", "they", "your", "you", "his", "her"
        ):  # fmt: skip
            found = _subject(rest, last)
            if found:
                return _embedded(wh, noun, found, said, last)
        if noun and is_verb(rest[0]):
            return []
        if len(noun) > 5:
            return []
        noun.append(rest[0].lower())
        rest = rest[1:]
    if not rest:
        return []
    aux = rest[0].lower()
    rest = rest[1:]
    while rest and rest[0].lower() in w.ADVERBS | {"not"}:
        rest = rest[1:]
    if aux in w.BE and not noun and wh in ("what", "who"):
        several = _noun_asks(rest, last, said)
        if len(several) > 1:
            return several
    found = _subject(rest, last)
    if found is None:
        return _who_does(wh, aux, rest, said)
    who, thing, after = found
    negated = "not" in [x.lower() for x in words[:4]]
    if aux in w.BE:
        return _wh_be(wh, noun, who, thing, after, said)
    asks = _wh_do(wh, noun, who, thing, after, said)
    if negated and asks and "like" in asks[0].what:
        return [Ask(who, ("dislike",), said=said)]
    return asks


def _embedded(wh, noun, found, said, last) -> list[Ask]:
    """ "where I live", "what my name is", "how old my cat is"."""
    who, thing, after = found
    while after and after[0].lower() in w.ADVERBS:
        after = after[1:]
    if not after:
        return []
    low = after[0].lower()
    if low in w.BE:
        return _wh_be(wh, noun, who, thing, after[1:], said)
    if low in w.MODALS or (
        low in ("do", "does", "did", "have") and len(after) > 1
        and is_verb(after[1])
    ):  # fmt: skip
        after = after[1:]
    return _wh_do(wh, noun, who, thing, after, said)


def _wh_be(wh, noun, who, thing, after, said) -> list[Ask]:
    while after and after[0].lower() in w.ADVERBS:
        after = after[1:]
    tail = join_words(after).lower()
    verb = lemma(after[0]) if after else ""

    def ask(*what: str, kind: str = "value") -> list[Ask]:
        return [Ask(who, what, kind, said=said, noun=" ".join(noun))]

    if thing:
        if tail and not tail.startswith(("again", "called", "like")):
            return ask(attribute_of(thing), "my:" + thing)
        if attribute_of(thing) == "birthday" or wh != "how":
            what = attribute_of(thing)
            if what == "home" and wh == "where":
                return ask("home", "place", "my:home")
            return ask(what)
        if noun[:1] == ["old"]:
            return ask("age")
        return ask(attribute_of(thing))
    if noun[:1] == ["old"] or (wh == "what" and noun == ["age"]):
        return ask("age")
    if not tail:
        if wh == "who":
            return ask("name", kind="person")
        if wh == "where":
            return ask("place", "home")
        if wh == "what":
            if noun:
                return ask(*_noun_what(noun), "is")
            return ask("job", "is")
        if wh == "how" and not noun:
            return ask("is") if who != ASSISTANT else []
        return ask("is")
    if verb in ("call", "name") and not noun:
        return ask("name", "nickname")
    if tail == "from" or tail.startswith("from "):
        return ask("origin")
    if verb == "born":
        return ask("origin") if wh == "where" else ask("birthday", "age")
    if tail.startswith("allergic"):
        return ask("allergy")
    if tail.startswith(("into", "fond", "interested", "keen", "passionate")):
        return ask(*_LIKED)
    if tail.startswith(("based", "located", "living", "residing")):
        return ask("home")
    if tail in ("doing for a living", "working as"):
        return ask("job")
    if verb == "work":
        return ask("employer", "job", "verb:work")
    if verb == "have":
        return [Ask(who, ("have",), said=said, noun=" ".join(noun))]
    return ask("verb:" + verb, "is", "past:be")


def _noun_what(noun: list[str]) -> list[str]:
    words = [x for x in noun if x not in _SKIPPED]
    name = " ".join(words)
    if not name:
        return []
    what = attribute_of(name)
    found = [what, "favourite " + name.removesuffix("s")]
    return found


def _wh_do(wh, noun, who, thing, after, said) -> list[Ask]:
    while after and (after[0].lower() in w.ADVERBS | {"been", "not"}):
        after = after[1:]
    if not after:
        return []
    verb, tail = lemma(after[0]), join_words(after[1:]).lower()
    name = " ".join(x for x in noun if x not in _SKIPPED)

    def ask(*what: str) -> list[Ask]:
        many = wh == "how" and noun[:1] in (["many"], ["much"])
        shown = name.removeprefix("many ").removeprefix("much ")
        kind = "count" if many else "value"
        return [Ask(who, what, kind, said=said, noun=shown)]

    if who == ASSISTANT:
        if verb == "call" and tail.startswith("me"):
            return [Ask(USER, ("nickname", "name"), said=said)]
        return []
    if thing:
        return ask("my:" + thing, attribute_of(thing))
    if wh in ("how", "why") and not noun:
        return []
    if verb in w.LIKES:
        if tail.startswith(("the most", "most", "best")) or name:
            return ask(*_noun_what(noun), *_LIKED)
        return ask(*_LIKED)
    if verb in w.DISLIKES or (verb == "stand" and not tail):
        return ask("dislike")
    if verb in w.LIVES:
        return ask("home", "place", "verb:live")
    if verb == "do":
        if "fun" in tail or "free time" in tail or "spare" in tail:
            return ask(*_LIKED)
        if not tail or "living" in tail or "work" in tail:
            living = [f"verb:{v}" for v in w.JOB_VERBS]
            return ask("job", "employer", *living)
        if wh == "what" and re.match(r"(?:from|all day|every day|during)", tail):
            return ask("job", "employer")
        return []
    if verb == "work":
        if tail == "as" or "job" in noun:
            return ask("job")
        return ask("employer", "verb:work", "job")
    if verb == "come" and "from" in tail:
        return ask("origin")
    if verb == "grow" and tail.startswith("up"):
        return ask("origin")
    if verb == "speak":
        return ask("language")
    if verb in ("have", "own", "keep") and noun[:1] != ["long"]:
        return ask("have", *_noun_what(noun))
    if verb == "call" and tail.startswith("my "):
        found = _phrase(words_of(tail), 1, USER)
        return found and [Ask(found[0], ("name",), said=said)] or []
    if verb == "call" or (verb == "go" and tail == "by"):
        return ask("nickname", "name")
    return ask("verb:" + verb, "past:" + verb, "my:" + name if name else "is")


def _who_does(wh: str, aux: str, rest: list[str], said: str) -> list[Ask]:
    """ "who is a doctor", "who has a dog": anybody it was told of."""
    if wh != "who" or not rest:
        return []
    facts, _ = read_english(
        f"I {aux} {join_words(rest)}", Voice(USER, None), None
    )
    return [
        Ask("?", (f.what,), "person", f.value, said) for f in facts[:1]
    ]


def _yes_no(words: list[str], last: str | None, said: str) -> list[Ask]:
    aux, rest = words[0].lower(), words[1:]
    negated = bool(rest) and rest[0].lower() == "not"
    rest = rest[negated:]
    found = _subject(rest, last)
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
        if " or " in fact.value:
            asks.append(Ask(fact.who, what, said=said))
        else:
            asks.append(Ask(fact.who, what, "yesno", fact.value, said))
    return asks[:1]
