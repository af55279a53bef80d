"""What was told: facts, questions, and what stands after corrections."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from helpers.offline.text import word_list, word_set

USER = "user"
ASSISTANT = "assistant"

# Of these the latest word counts; of all others a person may have several.
_SINGLE = word_set(
    "name nickname surname age job home place origin birthday employer "
    "verb:工作"
)
# Told of one, they no longer hold of the other.
_OPPOSITE = {
    "like": ("dislike",),
    "hobby": ("dislike",),
    "dislike": ("like", "hobby"),
}


@dataclass(frozen=True)
class Fact:
    """One thing told: who, what about them, the value, and the sentence.

    `who` is 'user', 'assistant', a relation ('sister', 'cat') or a name.
    `what` is an attribute ('name', 'job', 'like', 'favourite colour', …),
    'verb:…' for what somebody does, 'my:…' for any other thing of theirs,
    'is' for a quality and 'note' for what was to be remembered as it is.
    `predicate` is the clause after its subject, where it is needed to say
    the fact again.
    """

    who: str
    what: str
    value: str
    said: str = ""
    negated: bool = False
    predicate: str = ""


@dataclass(frozen=True)
class Ask:
    """One thing asked: of whom, which attributes (first found counts)."""

    who: str
    what: tuple[str, ...]
    kind: Literal["value", "yesno", "count", "person", "all"] = "value"
    value: str = ""
    said: str = ""
    noun: str = ""


@dataclass(frozen=True)
class Act:
    """One part of a message: its kind, its words, what it asks."""

    kind: str
    text: str
    topic: str = ""
    asks: tuple[Ask, ...] = ()


# "I'm not allergic to anything"
_ALL = word_set("anything everything nothing 任何东西 任何食物")


def is_single(what: str) -> bool:
    """Whether a newer value replaces the older one."""
    return what in _SINGLE or what.startswith(("my:", "favourite "))


@lru_cache(maxsize=8192)
def plain(value: str) -> str:
    """A value without case, article and plural, for comparisons."""
    text = value.casefold().strip(" .!?。,\"'“”‘’「」")
    text = re.sub(r"^(?:a|an|the|my|some|any|to|eating|your)\s+", "", text)
    return re.sub(r"(?<=[a-z]{3})(?<!s)s\b", "", text)


def same_thing(one: str, other: str) -> bool:
    """Whether two values name the same thing, loosely."""
    a, b = plain(one), plain(other)
    if not a or not b:
        return False
    if a == b or a in _ALL or b in _ALL:
        return True
    short, long = sorted((a, b), key=len)
    if short.isascii():
        return re.search(rf"\b{re.escape(short)}\b", long) is not None
    return short in long


# Who may be meant by a relation nobody told of by that very word.
_MAY_BE = {
    "spouse": word_list("wife husband partner"),
    "partner": word_list("spouse wife husband girlfriend boyfriend fiancé"),
    "wife": ("spouse",),
    "husband": ("spouse",),
    "boss": ("manager", "supervisor"),
    "manager": ("boss", "supervisor"),
    "children": ("child",),
    "dog": word_list("puppy beagle labrador poodle corgi terrier retriever"),
    "cat": ("kitten",),
}


# Attributes of which one sentence may tell several.
SEVERAL = ("like", "dislike", "hobby", "language", "allergy")


def each(
    who: str, what: str, values: Iterable[str], said: str, negated: bool
) -> list[Fact]:
    """One fact for each value that is not empty."""
    return [
        Fact(who, what, value.strip(), said, negated)
        for value in values
        if value.strip()
    ]


_ANOTHER = re.compile(r"\bmy new\b|我的?新", re.IGNORECASE)


class Knowledge:
    """Facts in the order told, the corrected ones taken out."""

    def __init__(self, facts: Iterable[Fact] = ()) -> None:
        # Facts by person, then by attribute; numbers keep the order told.
        self._told: dict[str, dict[str, dict[Fact, int]]] = {}
        self._names: dict[str, str] = {}
        self._count = 0
        for fact in facts:
            self.add(fact)

    def copy(self) -> "Knowledge":
        """The same facts, to be added to apart."""
        other = Knowledge()
        other._told = {
            who: {what: dict(facts) for what, facts in about.items()}
            for who, about in self._told.items()
        }
        other._names = dict(self._names)
        other._count = self._count
        return other

    @property
    def facts(self) -> list[Fact]:
        """All that stands, oldest first."""
        return _ordered(
            facts for about in self._told.values() for facts in about.values()
        )

    def add(self, fact: Fact) -> None:
        """Take in one fact; what it contradicts goes."""
        who = self.key(fact.who)
        if fact.what == "given":
            # A given name told apart from the surname.
            surname = [f.value for f in self.find(who, "surname")][-1:]
            name = "".join(surname) + fact.value
            fact = replace(fact, what="name", value=name)
        if who != fact.who:
            fact = replace(fact, who=who)
        about = self._told.setdefault(who, {})
        same = about.setdefault(fact.what, {})
        if fact.negated:
            gone = [
                old
                for old in same
                if not fact.value or same_thing(old.value, fact.value)
            ]
        elif is_single(fact.what):
            gone = list(same)
        else:
            gone = [old for old in same if old.value == fact.value]
            gone += [
                old for old in same if old.negated
                and same_thing(old.value, fact.value)
            ]  # fmt: skip
        if fact.what == "have" and not fact.negated:
            # "Four children" after "three children" is a new count.
            gone += [
                old for old in same if _uncounted(old) == _uncounted(fact)
            ]
        for old in gone:
            same.pop(old, None)
        for what in _OPPOSITE.get(fact.what, ()):
            other = about.get(what)
            if other:
                for old in list(other):
                    if same_thing(old.value, fact.value):
                        del other[old]
        if fact.what == "name" and gone and _ANOTHER.search(fact.said):
            # Of the former boss nothing is true of the new one.
            about.clear()
            same = about.setdefault(fact.what, {})
        self._count += 1
        same[fact] = self._count
        if fact.what == "name" and not fact.negated and who != ASSISTANT:
            self._names[fact.value.casefold()] = who
            if " and " in fact.value:
                # Of several, each stays somebody of his own.
                return
            for word in fact.value.casefold().split():
                self._names[word] = who

    def remove(self, fact: Fact) -> None:
        """Take out one fact."""
        self._told[fact.who][fact.what].pop(fact, None)

    def key(self, who: str) -> str:
        """The person a name stands for: the user, a relation, or itself."""
        if who in self._told or not self._names:
            return who
        if "'s " in who:
            owner, thing = who.rsplit("'s ", 1)
            known = self.key(owner)
            return thing if known == USER else f"{known}'s {thing}"
        return self._names.get(who.casefold(), who)

    def find(self, who: str, what: str) -> list[Fact]:
        """The facts that stand about one attribute of somebody."""
        return [f for f in self.about(who) if f.what == what]

    def about(self, who: str) -> list[Fact]:
        """All that stands about somebody, negations included."""
        key = self.key(who)
        about = self._told.get(key)
        if about is None:
            about = self._named_like(key)
        return _ordered(about.values())

    def _named_like(self, key: str) -> dict[str, dict[Fact, int]]:
        """ "sister" asks for the "older sister" too, and the other way."""
        low = key.casefold()
        for who, about in self._told.items():
            told = who.casefold()
            if told == low or plain(told) == plain(low):
                return about
            if "'s " not in told + low and (
                told.endswith(" " + low) or low.endswith(" " + told)
            ):
                return about
        for other in _MAY_BE.get(low, ()):
            if self._told.get(other):
                return self._told[other]
        return {}

    def people(self) -> list[str]:
        """Everybody but the user and the assistant."""
        return [
            who
            for who, about in self._told.items()
            if who not in (USER, ASSISTANT) and any(about.values())
        ]


_count = re.compile(
    r"^(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|several|many|"
    r"\d+|[一二两三四五六七八九十几\d]+[个只条位匹头对辆名])\s*",
    re.IGNORECASE,
)


def _uncounted(fact: Fact) -> str:
    return plain(_count.sub("", fact.value))


def _ordered(groups: Iterable[dict[Fact, int]]) -> list[Fact]:
    numbered = [item for group in groups for item in group.items()]
    return [fact for fact, _ in sorted(numbered, key=lambda item: item[1])]
