"""What was told: facts, questions, and what stands after corrections."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

USER = "user"
ASSISTANT = "assistant"

# Of these the latest word counts; of all others a person may have several.
_SINGLE = frozenset(
    "name nickname surname age job home place origin birthday employer".split()
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


# "I'm not allergic to anything"
_ALL = frozenset("anything everything nothing 任何东西 任何食物".split())


def is_single(what: str) -> bool:
    """Whether a newer value replaces the older one."""
    return what in _SINGLE or what.startswith(("my:", "favourite "))


def plain(value: str) -> str:
    """A value without case, article and plural, for comparisons."""
    text = value.casefold().strip(" .!?。!?,,\"'“”‘’「」")
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


@dataclass
class Knowledge:
    """Facts in the order told, the corrected ones taken out."""

    facts: list[Fact] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, facts: Iterable[Fact]) -> "Knowledge":
        """What stands after these facts were told one after the other."""
        knowledge = cls()
        for fact in facts:
            knowledge.add(fact)
        return knowledge

    def add(self, fact: Fact) -> None:
        """Take in one fact; what it contradicts goes."""
        fact = replace(fact, who=self.key(fact.who))
        if fact.what == "given":
            # A given name told apart from the surname.
            surname = [f.value for f in self.find(fact.who, "surname")][-1:]
            fact = replace(
                fact, what="name", value="".join(surname) + fact.value
            )
        gone = _OPPOSITE.get(fact.what, ())
        if fact.negated and fact.what in ("like", "hobby"):
            gone = ("like", "hobby")
        kept = []
        for old in self.facts:
            if old.who != fact.who:
                kept.append(old)
            elif old.what == fact.what:
                if fact.negated:
                    out = not fact.value or same_thing(old.value, fact.value)
                else:
                    out = is_single(fact.what) or (
                        plain(old.value) == plain(fact.value)
                    )
                if not out:
                    kept.append(old)
            elif old.what in gone and same_thing(old.value, fact.value):
                continue
            else:
                kept.append(old)
        kept.append(fact)
        self.facts = kept

    def key(self, who: str) -> str:
        """The person a name stands for: the user, a relation, or itself."""
        if who in (USER, ASSISTANT):
            return who
        wanted = who.casefold()
        for fact in reversed(self.facts):
            if fact.what != "name" or fact.negated or fact.who == ASSISTANT:
                continue
            name = fact.value.casefold()
            if wanted == name or wanted in name.split():
                return fact.who
        return who

    def find(self, who: str, what: str) -> list[Fact]:
        """The facts that stand about one attribute of somebody."""
        return [f for f in self._about(who) if f.what == what]

    def about(self, who: str) -> list[Fact]:
        """All that stands about somebody, negations included."""
        return list(self._about(who))

    def _about(self, who: str) -> list[Fact]:
        key = self.key(who)
        exact = [f for f in self.facts if f.who.casefold() == key.casefold()]
        if exact or key in (USER, ASSISTANT):
            return exact
        # "sister" asks for the "older sister" too, and the other way round.
        return [
            f
            for f in self.facts
            if f.who.casefold().endswith(" " + key.casefold())
            or key.casefold().endswith(" " + f.who.casefold())
        ]

    def people(self) -> list[str]:
        """Everybody but the user and the assistant, in order of telling."""
        names = dict.fromkeys(f.who for f in self.facts)
        return [name for name in names if name not in (USER, ASSISTANT)]
