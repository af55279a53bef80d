"""Who and what an English question is about."""

import re

from helpers.offline.english import words as w
from helpers.offline.english.clause import join_words
from helpers.offline.english.names import could_be_name
from helpers.offline.english.subject import _noun_phrase, being_noun, being_of
from helpers.offline.english.text import words_of
from helpers.offline.english.values import attribute_of
from helpers.offline.facts import ASSISTANT, USER, Ask


def asked_subject(words: list[str], last: str | None):
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
        return owners[low] and asked_phrase(words, 1, owners[low])
    if low == "the":
        of = [i for i, x in enumerate(words) if x.lower() == "of"]
        if of and of[0] < 4:
            inner = asked_subject(words[of[0] + 1 :], last)
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
            return asked_phrase(
                words, taken, join_words([*words[: taken - 1], bare])
            )
    if taken:
        return join_words(words[:taken]), "", words[taken:]
    return None


def asked_phrase(words: list[str], start: int, owner: str):
    # A noun phrase ends at a verb: give it one to end at.
    found = _noun_phrase([*words, "is"], start, owner)
    if not found:
        return None
    who, thing, index, _ = found
    return who, thing, words[index:]


def noun_asks(words: list[str], last: str | None, said: str) -> list[Ask]:
    """ "my name", "my name and age", "the name of my cat", "Anna"."""
    text = join_words(words)
    parts = re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", text)
    asks: list[Ask] = []
    owner = None
    for part in parts:
        bits = words_of(part)
        found = asked_subject(bits, last)
        if found is None and owner and bits:
            found = asked_phrase(["my", *bits], 1, owner)
        if found is None or found[2]:
            return []
        who, thing, _ = found
        owner = owner or who
        if thing:
            kind = asks[-1].what[0] if asks else ""
            what = attribute_of(thing)
            if kind.startswith("favourite ") and what.startswith("my:"):
                # "My favourite food and drink": both of them favourites.
                what = attribute_of("favourite " + thing)
            asks.append(Ask(who, (what,), said=said))
        elif who != ASSISTANT:
            asks.append(Ask(who, ("name",), "person", said=said))
    return asks
