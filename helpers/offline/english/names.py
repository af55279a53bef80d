"""Is this a name, a profession, or neither? Decisions on English words."""

from helpers.offline.english import words as w
from helpers.offline.text import word_set

_CALENDAR = word_set(
    """monday tuesday wednesday thursday friday saturday sunday january
    february march april may june july august september october november
    december christmas easter"""
)
_PARTICLES = word_set("de da van von der la le bin al el di del")
_TITLES = word_set("mr mrs ms dr prof sir miss")


def could_be_name(word: str) -> bool:
    """A capital word that is neither grammar, quality nor calendar."""
    low = word.lower().rstrip(".")
    if not word[:1].isalpha() or any(c.isdigit() for c in word):
        return False
    if low in _CALENDAR and low not in w.FIRST_NAMES:
        return False
    known = low in w.FUNCTION_WORDS or low in w.ADJECTIVES
    if known and low not in w.FIRST_NAMES:
        return False
    return low not in w.OCCUPATIONS and low not in w.BEINGS


def name_length(words: list[str], trusting: bool = False) -> int:
    """How many of the words, from the first, make a person's name.

    `trusting`: the sentence says that a name comes ("my name is …", a
    greeting), so small letters will do.
    """
    taken = 0
    for index, word in enumerate(words):
        low = word.lower().rstrip(".")
        if low in _TITLES and index == taken:
            taken += 1
            continue
        if low in _PARTICLES and taken and index + 1 < len(words):
            taken += words[index + 1][:1].isupper()
            if taken > index:
                continue
            break
        if not could_be_name(word):
            break
        capital = word[:1].isupper() or not word.isascii()
        known = low in w.FIRST_NAMES
        plausible = trusting and not low.endswith(w.ADJECTIVE_ENDINGS)
        if not capital and taken and not (known or plausible):
            break
        if not (capital or known or plausible):
            break
        if capital and not known and _quality_ending(low) and not trusting:
            break
        taken += 1
        if taken == 4:
            break
    return taken


def _quality_ending(low: str) -> bool:
    return len(low) > 5 and low.endswith(
        ("ful", "less", "ous", "ible", "able", "ing", "ese")
    )


def occupation_in(phrase: list[str]) -> str:
    """ "software engineer" of ["software", "engineer", "at", "Acme"]."""
    head = len(phrase)
    for index, word in enumerate(phrase):
        low = word.lower()
        if index and (
            low in ("at", "in", "for", "from", "of", "with", "by", "on")
            or low in ("who", "and", "that", "which", "living", "based")
            or not low[0].isalnum()
        ):
            head = index
            break
    words = phrase[:head]
    if not words:
        return ""
    last = words[-1].lower()
    if last in w.NO_OCCUPATION or last in w.ADJECTIVES:
        return ""
    known = last in w.OCCUPATIONS
    if not known and last.endswith("s"):
        known = last[:-1] in w.OCCUPATIONS
    ending = len(last) > 4 and last.endswith(w.OCCUPATION_ENDINGS)
    return " ".join(words) if known or ending else ""
