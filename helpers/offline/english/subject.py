"""Who and what an English clause is about."""

from helpers.offline.english import words as w
from helpers.offline.english.names import could_be_name
from helpers.offline.english.text import is_verb
from helpers.offline.facts import ASSISTANT, USER
from helpers.offline.text import word_set
from helpers.offline.voice import Voice


def subject_of(words: list[str], voice: Voice, last: str | None):
    """(who, thing, index of the next word, names said by the way)."""
    low = words[0].lower()
    if low in ("i", "we"):
        return voice.first and (voice.first, "", 1, [])
    if low == "you":
        return voice.second and (voice.second, "", 1, [])
    if low in ("he", "she", "it", "they") and len(words) > 1:
        return last and (last, "", 1, [])
    if low in ("my", "our"):
        return voice.first and _noun_phrase(words, 1, voice.first)
    if low == "your":
        return voice.second and _noun_phrase(words, 1, voice.second)
    if low in ("his", "her", "its", "their"):
        return last and _noun_phrase(words, 1, last)
    start = 1 if low == "the" else 0
    if (
        start
        and voice.first
        and len(words) > 2
        and being_noun(words[1])
        and is_verb(words[2])
    ):
        return being_of(voice.first, words[1]), "", 2, []
    if len(words) > start + 1 and words[start].lower() in ("user", "user's"):
        after = start + 1
        if words[after] == ":":
            after += 1
        next_word = words[after].lower() if after < len(words) else ""
        if words[start].lower() == "user" and (
            next_word not in ("name", "age", "job", "city", "id")
        ):
            return USER, "", after, []
        return _noun_phrase(words, start + 1, USER)
    return _proper(words)


def _proper(words: list[str]):
    """A name as subject: "Anna …", "Anna's job …", "Anna Smith …"."""
    taken: list[str] = []
    for index, word in enumerate(words[:4]):
        bare = word[:-2] if word.endswith("'s") else word
        if not (bare[:1].isupper() and could_be_name(bare)):
            if index and is_verb(word) and index < len(words) - 1:
                return " ".join(taken), "", index, []
            return None
        if index and is_verb(word):
            return None
        taken.append(bare)
        if word.endswith("'s"):
            return _noun_phrase(words, index + 1, " ".join(taken))
    return None


def _noun_phrase(words: list[str], start: int, owner: str):
    """The noun phrase after "my", up to its verb."""
    who, part, names = owner, [], []
    index = start
    while index < len(words):
        word = words[index]
        low = word.lower()
        favourite = bool(part) and part[0].lower().startswith("favo")
        if part and is_verb(low) and not (favourite and len(part) == 1):
            being = names or part[-1].lower() in w.BEINGS
            if being or low not in w.NOUNS_TOO:
                break
        if low.endswith("'s") or low.endswith("s'"):
            part.append(low[:-2] if low.endswith("'s") else low[:-1])
            who = being_of(who, " ".join(part))
            part = []
        elif (low == "," and part and part[-1].lower() in w.BEINGS) or (
            low == "," and names
        ):
            pass
        elif not (low[0].isalnum()) or low in ("to", "if", "that"):
            return None
        elif (
            part
            and part[-1].lower() in w.BEINGS
            and word[0].isupper()
            and could_be_name(word)
        ):
            names.append(word)
        elif (part or names) and low in w.ADVERBS:
            # "my mum still teaches"
            pass
        elif names:
            return None
        else:
            part.append(word)
        if len(part) > 6:
            return None
        index += 1
    if index >= len(words) or not (part or who != owner):
        return None
    if not part:
        return who, "", index, []
    noun = " ".join(part)
    being = being_noun(noun)
    if being:
        who = being_of(who, being)
        named = [(who, " ".join(names))] if names else []
        return who, "", index, named
    if names:
        return None
    return who, noun.lower(), index, []


def being_of(owner: str, noun: str) -> str:
    """Whose relation: the user's own ones need no owner."""
    noun = being_noun(noun) or noun.lower()
    return noun if owner in (USER, ASSISTANT) else f"{owner}'s {noun}"


_KEPT = word_set("older elder younger little big twin best half step foster")


def being_noun(phrase: str) -> str:
    """ "older sister" of "dear older sister"; '' when it is no being."""
    words = phrase.lower().split()
    for index, word in enumerate(words):
        if word in ("of", "in", "at", "from", "for", "with"):
            words = words[:index]
            break
    if not words or words[-1] not in w.BEINGS:
        return ""
    noun, last = words[-1], words[-1].removesuffix("s")
    if noun not in w.SAME_BEINGS and last in w.SAME_BEINGS:
        noun = w.SAME_BEINGS[last] + "s"
    noun = w.SAME_BEINGS.get(noun, noun)
    return " ".join([x for x in words[:-1] if x in _KEPT] + [noun])
