"""English questions with what, who, where, when and how."""

import re

from helpers.offline.english import words as w
from helpers.offline.english.asked import (
    asked_phrase,
    asked_subject,
    noun_asks,
)
from helpers.offline.english.clause import join_words
from helpers.offline.english.read import read_english
from helpers.offline.english.text import is_verb, lemma, words_of
from helpers.offline.english.values import attribute_of
from helpers.offline.facts import ASSISTANT, USER, Ask
from helpers.offline.text import word_set
from helpers.offline.voice import Voice

WH = word_set("what which who whom whose where when how")


AUXILIARIES = w.BE | w.MODALS | word_set("do does did have has had")


_LIKED = ("like", "hobby", "favourite *")


_PREPOSITIONS = word_set("for to at in on with from by")


_SKIPPED = word_set("of kind kinds sort sorts type types exactly else")


def wh_asks(
    words: list[str], last: str | None, said: str, sure: bool
) -> list[Ask]:
    wh = words[0].lower()
    rest = words[1:]
    called = re.match(
        r"(?:do |does |should |can |could |would )?(?:people|others|friends|"
        r"everyone|everybody|they|my \w+|you|i) (?:usually |normally )*"
        r"(?:calls? me|address me|refer to me|go by|be called|"
        r"(?:like|want|prefer) to be called)\b",
        join_words(rest),
        re.IGNORECASE,
    )
    if called and wh in ("what", "how"):
        return [Ask(USER, ("nickname", "name"), said=said)]
    if (
        wh == "who"
        and re.match(
            r"(?:are you|you are|is this|am i) ?(?:talking|speaking|chatting|"
            r"writing)?",
            join_words(rest),
            re.IGNORECASE,
        )
        and re.search(r"(?:talk|speak|chat)ing (?:to|with)", join_words(rest))
    ):
        return [Ask(USER, ("name",), "person", said=said)]
    if [x.lower() for x in rest[:2]] == ["is", "it"] and len(rest) > 2:
        # "what is it (that) I do" asks what I do.
        rest = rest[2 + (rest[2].lower() == "that") :]
    if (
        wh == "who"
        and rest
        and is_verb(rest[0])
        and (rest[0].lower() not in AUXILIARIES)
    ):
        return _who_does(wh, "", rest, said)
    noun: list[str] = []
    while rest and rest[0].lower() not in AUXILIARIES:
        if noun or wh in ("where", "when", "who") or rest[0].lower() in (
            "i", "my", "he", "she", "they", "your", "you", "his", "her"
        ):  # fmt: skip
            found = asked_subject(rest, last)
            if found:
                return _embedded(wh, noun, found, said, last)
        if noun and (is_verb(rest[0]) or rest[0].lower() in _PREPOSITIONS):
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
        several = noun_asks(rest, last, said)
        if len(several) > 1:
            return several
    found = asked_subject(rest, last)
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
    negated = [x.lower() for x in after[1:2]] == ["not"]
    if negated:
        after = [after[0], *after[2:]]
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
    asks = _wh_do(wh, noun, who, thing, after, said)
    if negated and asks and "like" in asks[0].what + asks[-1].what:
        return [Ask(who, ("dislike",), said=said)]
    return asks


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
                return ask(*_noun_what(noun))
            return ask("job", "is")
        if wh == "how" and not noun:
            return ask("is") if who != ASSISTANT else []
        return ask("is")
    if verb in ("call", "name") and not noun:
        return ask("name", "nickname")
    if verb == "marry" and wh == "who" and who == USER:
        return [Ask("spouse", ("name",), said=said)]
    if noun and tail in _PREPOSITIONS:
        return ask(*_noun_what(noun))
    if re.match(r"an? (?:\w+ )?(?:fan|supporter) of", tail):
        return ask(*_noun_what(noun), "verb:support", "verb:follow", *_LIKED)
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
    if tail in ("before", "earlier", "previously", "in the past"):
        return ask("past:be", "past:work", "past:do")
    if noun and verb in ("move", "fly", "go", "travel", "drive"):
        return ask("verb:" + verb, "my:" + " ".join(noun))
    if noun:
        return ask(*_noun_what(noun), "verb:" + verb)
    if wh in ("where", "when", "who"):
        return ask("verb:" + verb)
    return ask("verb:" + verb, "is")


# What one does with a thing, where the thing itself need not be named.
_DONE_WITH = {
    "car": "drive", "vehicle": "drive", "instrument": "play",
    "sport": "play", "game": "play", "team": "support", "club": "support",
    "book": "read", "subject": "study", "bike": "ride", "diet": "eat",
}  # fmt: skip


def _noun_what(noun: list[str]) -> list[str]:
    words = [x for x in noun if x not in _SKIPPED]
    name = " ".join(words)
    if not name:
        return []
    kind = words[-1].removesuffix("s")
    done = [f"verb:{_DONE_WITH[kind]}"] if kind in _DONE_WITH else []
    return [attribute_of(name), "favourite " + name.removesuffix("s"), *done]


def _wh_do(wh, noun, who, thing, after, said) -> list[Ask]:
    while after and (after[0].lower() in w.ADVERBS | {"been", "not"}):
        after = after[1:]
    if not after:
        return []
    if [x.lower() for x in after] == ["got"]:
        after = ["have"]
    verb, tail = lemma(after[0]), join_words(after[1:]).lower()
    name = " ".join(x for x in noun if x not in _SKIPPED)

    def ask(*what: str) -> list[Ask]:
        many = wh == "how" and noun[:1] in (["many"], ["much"])
        shown = name.removeprefix("many ").removeprefix("much ")
        kind = "count" if many else "value"
        return [Ask(who, what, kind, said=said, noun=shown)]

    if re.match(r"before(?: that)?$|previously$|earlier$", tail):
        return ask("past:" + verb, "past:be")
    if verb == "to" and not tail:
        return ask("verb:visit", "past:visit")
    if verb == "use" and tail.startswith("to "):
        return ask("past:" + lemma(tail.split()[1]), "past:be")
    if who == ASSISTANT:
        if verb == "call" and tail.startswith("me"):
            return [Ask(USER, ("nickname", "name"), said=said)]
        return []
    if thing:
        return ask("my:" + thing, attribute_of(thing))
    if wh in ("how", "why") and noun[:1] not in (["many"], ["much"], ["old"]):
        return []
    if verb in w.LIKES:
        if tail.startswith(("the most", "most", "best")) or name:
            # A kind was asked for: another kind's favourite is no answer.
            return ask(*_noun_what(noun), *(_LIKED[:2] if name else _LIKED))
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
            return ask("job", "employer", *living, "verb:do", "verb:work")
        if wh == "what" and re.match(
            r"(?:from|all day|every day|during)", tail
        ):
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
        found = asked_phrase(words_of(tail), 1, USER)
        return (found and [Ask(found[0], ("name",), said=said)]) or []
    if verb == "call" or (verb == "go" and tail == "by"):
        return ask("nickname", "name")
    mine = ("my:" + name,) if name else ()
    return ask("verb:" + verb, "past:" + verb, *mine)


def _who_does(wh: str, aux: str, rest: list[str], said: str) -> list[Ask]:
    """ "who is a doctor", "who has a dog": anybody it was told of."""
    if wh != "who" or not rest:
        return []
    facts, _ = read_english(
        f"I {aux} {join_words(rest)}", Voice(USER, None), None
    )
    return [Ask("?", (f.what,), "person", f.value, said) for f in facts[:1]]
