"""Which told fact a bare new value puts right, and which values can be."""

import re
from collections.abc import Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from helpers.offline.english.names import could_be_name
from helpers.offline.english.text import number_in
from helpers.offline.facts import Fact, is_single

_TIME = (
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|"
    r"april|june|july|august|september|october|november|december|"
    r"\d{1,2}(?::\d\d)? ?(?:am|pm)|\d{1,2}(?:st|nd|rd|th)"
)
# A token of each kind, inside a value or a note.
_KINDS = (
    re.compile(rf"\b(?:{_TIME})\b", re.IGNORECASE),
    re.compile(r"\d[\d:.,-]*\d|\d"),
)
_ALIKE = 0.7
# Words of a clause: none is part of a name, a home or a job.
_CLAUSE = re.compile(
    r"\b(?:i|you|he|she|it|we|they|is|are|was|were|am|have|has|had|will|"
    r"would|because|that|just|saying|say|said|think|thought|always|never)\b",
    re.IGNORECASE,
)


def is_plausible(fact: Fact) -> bool:
    """Whether the value of a fact can be what its attribute needs."""
    value = fact.value
    if not value.isascii() or not value:
        return True
    words = value.split()
    if fact.what in ("name", "nickname", "surname"):
        return len(words) <= 5 and (
            len(words) > 1 or could_be_name(words[0]) or words[0].isupper()
        )
    if fact.what == "age":
        number = number_in(value)
        return number is not None and 0 <= number <= 120
    if fact.what in ("home", "origin", "place", "employer", "job"):
        return (
            len(words) <= 8
            and not _CLAUSE.search(value)
            and not re.search(r", [a-z]", value)
        )
    return True


def corrected_by_kind(
    new: Fact, told: Sequence[Fact]
) -> tuple[Fact, Fact] | None:
    """The last told fact of the new value's kind, and what it becomes.

    A value with a word nearly the same (a slip of the key) comes first,
    then one with a number for a number, a day for a day, a name for a name.
    """
    value = new.value.strip(" .*")
    for old in reversed(told[-6:]):
        for word in re.findall(r"[^\s@,;]+", old.value):
            alike = SequenceMatcher(None, word.lower(), value.lower()).ratio()
            if _ALIKE <= alike < 1 and not value[:1].isdigit():
                return old, _with(old, word, value, new)
    for kind in _KINDS:
        found = kind.search(value)
        if not found or found[0] != value.removeprefix("the "):
            continue
        for old in reversed(told):
            tokens = kind.findall(old.value)
            if len(tokens) == 1:
                return old, _with(old, tokens[0], found[0], new)
        return None
    named = [f for f in told if f.value[:1].isupper() and is_single(f.what)]
    if any(old.value == value for old in named):
        return None
    if value[:1].isupper() and len(named) == 1:
        return named[0], replace(named[0], value=value, said=new.said)
    return None


def _with(old: Fact, token: str, value: str, new: Fact) -> Fact:
    """The fact with one token of its value put right."""
    return replace(
        old,
        value=old.value.replace(token, value),
        predicate=old.predicate.replace(token, value),
        said=new.said,
    )
