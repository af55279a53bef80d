"""Facts said back, in the language asked for."""

from helpers.offline.chinese import say as chinese_say
from helpers.offline.english import say as english_say
from helpers.offline.facts import Ask, Fact
from helpers.offline.text import Language


def say(facts: list[Fact], language: Language, third: bool = False) -> str:
    """Facts about one attribute of one person, as one sentence."""
    if language == "zh":
        return chinese_say.say(facts, third)
    return english_say.say(facts, third)


def unknown(ask: Ask, language: Language) -> str:
    """ "I don't know …", in the words of the question."""
    if language == "zh":
        return chinese_say.unknown(ask)
    return english_say.unknown(ask)


def grouped(facts: list[Fact]) -> list[list[Fact]]:
    """Facts about the same attribute of the same person, together."""
    groups: dict[tuple, list[Fact]] = {}
    for fact in facts:
        if fact.what == "known":
            continue
        verb = fact.what in ("is", "do", "note") or ":" in fact.what
        key = (fact.who, fact.what, fact.negated, fact.said if verb else "")
        groups.setdefault(key, []).append(fact)
    return list(groups.values())
