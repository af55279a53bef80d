"""English sentences without a clause: labels, lists, corrections."""

import re

from helpers.offline.english.be import profile_facts
from helpers.offline.english.clause import opening_length
from helpers.offline.english.names import name_length
from helpers.offline.english.text import words_of
from helpers.offline.english.values import (
    ATTRIBUTE_OF,
    attribute_of,
    name_facts,
    things,
    tidy,
)
from helpers.offline.facts import USER, Fact
from helpers.offline.voice import Voice


def correction_facts(piece: str, said: str) -> list[Fact]:
    """ "not Bob, Rob", "it is Rob, not Bob", "I meant Rob"."""
    star = re.match(r"\*(?P<new>[^\s,*]+)", piece)
    if star:
        return [Fact(USER, "correction", star["new"], said)]
    text = piece[opening_length(piece) :]
    bare = re.match(
        r"(?i:it|that|this) (?:is|was) (?:actually |"
        r"really )?(?P<new>(?:the )?\d"
        r"[\w:.,-]*|[A-Z]\w+)(?: (?:with|without|as in|like|now|"
        r"these days)\b.*|,.*)?$",
        text,
    )
    if bare:
        return [Fact(USER, "correction", bare["new"], said)]
    if not re.search(r"\b(?:not|meant?|make that|should be)\b", piece, re.I):
        return []
    for pattern in (
        r"^(?:it is |that is )?not (?P<old>[^,]+?)(?:,| but)\s*(?:it is |but "
        r")?"
        r"(?P<new>[^,]+)$",
        r"^(?:it is |that is |i meant? )?(?P<new>[^,]+?),? (?:and )?not "
        r"(?P<old>[A-Z0-9]\w*)$",
        r"^(?:i meant?|i meant to say|make that|it should be|"
        r"that should be)\s+(?P<new>[^,]+)(?P<old>)$",
    ):
        found = re.match(pattern, text, re.IGNORECASE)
        if not found:
            continue
        new, old = found["new"].strip(), found["old"].strip()
        if len(new.split()) <= 4 and not re.search(
            r"\b(?:i|my|am|is|are|do|to)\b", new, re.IGNORECASE
        ):
            return [Fact(USER, "correction", new, said, predicate=old)]
    return []


def verbless_facts(piece: str, voice: Voice, said: str) -> list[Fact]:
    """ "Call me Bob", "Bob here", "Name: Bob", "Bob, 34, from Leeds"."""
    if voice.first is None:
        return []
    who = voice.first
    text = piece[opening_length(piece) :]
    if re.search(r"\bcall(?:s|ed)? me\b", text, re.IGNORECASE):
        return _nicknames(who, text, said)
    turned = re.match(
        r"(?P<value>[\w' -]+?) is (?:my|the user's) (?P<noun>[\w ]+)$",
        text,
        re.I,
    )
    if turned and attribute_of(turned["noun"])[:3] != "my:":
        return things(who, attribute_of(turned["noun"]), turned["value"], said)
    label = re.match(
        r"[-*•\s]*((?:[A-Za-z]+'s )?[A-Za-z][A-Za-z _-]{1,24}?)\s*[:=]\s*"
        r"([^:=]+)$",
        text,
    )
    if label:
        noun = label[1].replace("_", " ").lower().strip()
        noun = re.sub(r"^(?:my|user'?s?|the user'?s?)\s+", "", noun)
        if noun in ATTRIBUTE_OF or noun.startswith(("favo", "home")):
            return things(who, attribute_of(noun), label[2], said)
    for pattern in (
        r"(?:(?:hi|hello|hey)\W+)?(?:it is|its|this is) me,? (?P<name>\w+)\b",
        r"this is (?P<name>[A-Z][\w ]*?)(?: speaking| here| from .+)?$",
        r"(?P<name>[A-Z]\w+(?: [A-Z]\w+)?) (?:here|speaking)\b",
        r"(?:the )?name is (?P<name>.+)$",
        r"(?:it|this) is (?P<name>[A-Z]\w+) from \w+$",
    ):
        first = text if "me," in text else text.split(",")[0]
        any_case = 0 if "[A-Z]" in pattern else re.IGNORECASE
        found = re.match(pattern, first, any_case)
        if found:
            return name_facts(who, words_of(found["name"]), said)
    return _introduction(who, piece, said)


def _nicknames(who: str, text: str, said: str) -> list[Fact]:
    """ "Don't call me Robert, call me Rob"."""
    facts = []
    for found in re.finditer(
        r"(?P<no>(?:not|never) )?call(?:s|ed)? me (?P<name>[^,.;]+)",
        text,
        re.I,
    ):
        words = words_of(tidy(found["name"]))
        count = name_length(words, trusting=True)
        if count:
            name = " ".join(words[:count])
            facts.append(Fact(who, "nickname", name, said, bool(found["no"])))
    return facts


def _introduction(who: str, text: str, said: str) -> list[Fact]:
    """ "Felix, 31 years old, architect, from Vienna": a list of facts."""
    if re.match(r"(?:my|our|his|her|their|the)\b", text, re.I):
        return []
    parts = [p for p in re.split(r"\s*[,|;/]\s*|\s+-+\s+", text) if p]
    return profile_facts(who, parts, said) if len(parts) > 1 else []
