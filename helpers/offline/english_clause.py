"""An English sentence taken apart: clauses, and in each its subject,
negation, verb and what follows the verb."""

import re
from dataclasses import dataclass, field

from helpers.offline import english_words as w
from helpers.offline.english_names import could_be_name
from helpers.offline.english_text import is_verb, lemma, words_of
from helpers.offline.facts import ASSISTANT, USER
from helpers.offline.voice import Voice

_SUBJECT = (
    r"(?:i|my|we|our|he|she|it|they|his|her|their|you|your|there)\b"
    r"(?! (?:and|or)\b)"
)
_ELIDED = (
    r"(?:(?:also|now|currently|really|still) )?(?:am|is|are|was|have|has|"
    r"lives?|works?|likes?|loves?|enjoys?|hates?|prefers?|speaks?|plays?|"
    r"stud(?:y|ies)|comes?|owns?|drives?|wants?|needs?|do not|does not|can|"
    r"will|moved|bought|got)\b(?! and\b)"
)
_LEAD = (
    r"(?:(?:now|then|currently|today|recently|lately|also|actually|"
    r"sometimes|still|these days|nowadays|at the moment|in my (?:free|spare) "
    r"time|on (?:the )?weekends?),? )?"
)
_BREAK = re.compile(
    rf"\s*,?\s+(?:and|but|so|because|although|though|while|since|plus|yet|"
    rf"that|as|or|then|also|where|whereas)\s+(?={_LEAD}{_SUBJECT})"
    rf"|\s*[,:;]\s*(?={_LEAD}{_SUBJECT})"
    rf"|\s+-+\s+(?={_SUBJECT})"
    rf"|\s*,?\s+(?:and|but)\s+(?={_ELIDED})"
    rf"|\s*,\s+(?={_ELIDED})"
    rf"|\s*,?\s+(?:and|but)\s+(?=[A-Z]\w+ (?:is|has|likes|lives|works)\b)"
    rf"|\s*,?\s+(?=(?:if|unless|when|whenever|until) {_SUBJECT})",
    re.IGNORECASE,
)
_RELATIVE = re.compile(r"\s*,?\s+(?:who|which)\s+(?=\w)", re.IGNORECASE)
_UNREAL = re.compile(r"^(?:if|unless|when|whenever|until)\b", re.IGNORECASE)
_OPENING = re.compile(
    r"^(?:(?:and|but|so|because|well|actually|oh|ok|okay|yes|yeah|no|nope|"
    r"sorry|hi|hello|hey|hi there|hello there|good (?:morning|evening|"
    r"afternoon|day)|greetings|by the way|btw|also|now|however|correction|"
    r"wait|please|anyway|first|in fact|to be honest|honestly|today|"
    r"as you know|you know|fyi|update|everyone|everybody|there|all|then|"
    r"that|i mean|although|though|since|as|while|plus)\b[\s,!:.-]*)+"
    r"(?=\S)",
    re.IGNORECASE,
)


# Words of time and manner that may stand in front of a subject.
_PREAMBLE = re.compile(
    r"^(?:(?:(?:in|on|at|for|after|before|during|since|by|from|as|with|"
    r"every|last|next|this|these|most|one|some|all|until|over|apart|besides|"
    r"outside)\b[^,]{1,34}?|lately|nowadays|recently|currently|sometimes|"
    r"usually|originally|generally|basically|luckily|fortunately|"
    r"unfortunately|sadly|obviously|apparently|finally|meanwhile|otherwise|"
    r"personally|professionally|previously|normally|once),?\s+)"
    r"(?=(?:i|my|we|he|she|they)\b)",
    re.IGNORECASE,
)


@dataclass
class Clause:
    """One clause. `thing` is set when the subject is somebody's thing."""

    who: str
    thing: str
    verb: str
    rest: list[str]
    predicate: str
    negated: bool = False
    modal: str = ""
    past: bool = False
    names: list[tuple[str, str]] = field(default_factory=list)


def opening_length(sentence: str) -> int:
    """Letters of the greetings and fillers in front of what is said."""
    found = _OPENING.match(sentence)
    at = found.end() if found else 0
    lead = _PREAMBLE.match(sentence[at:])
    return at + lead.end() if lead else at


def pieces_of(sentence: str) -> list[tuple[str, bool]]:
    """Clauses of an expanded sentence; True: about what was just named."""
    pieces: list[tuple[str, bool]] = []
    for piece in _BREAK.split(sentence):
        if not piece or _UNREAL.match(piece):
            continue
        for index, part in enumerate(_RELATIVE.split(piece)):
            if part.strip():
                pieces.append((part.strip(), index > 0))
    return pieces


def parse_clause(
    text: str,
    voice: Voice,
    last: str | None,
    subject: str | None = None,
) -> Clause | None:
    """The clause of a text, or None where there is none.

    `last`: whom "he" or "it" means; `subject`: who is meant when the text
    begins with its verb.
    """
    words = words_of(text[opening_length(text) :])
    if not words:
        return None
    found = _subject(words, voice, last)
    if found is None:
        if subject is None or not is_verb(words[0]):
            return None
        found = (subject, "", 0, [])
    who, thing, at, names = found
    return _predicate(words, at, who, thing, names)


def _subject(words: list[str], voice: Voice, last: str | None):
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
        elif low == "," and part and part[-1].lower() in w.BEINGS:
            pass
        elif low == "," and names:
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


_KEPT = frozenset(
    "older elder younger little big twin best half step foster".split()
)


def being_noun(phrase: str) -> str:
    """ "older sister" of "dear older sister"; '' when it is no being."""
    words = phrase.lower().split()
    for index, word in enumerate(words):
        if word in ("of", "in", "at", "from", "for", "with"):
            words = words[:index]
            break
    if not words or words[-1] not in w.BEINGS:
        return ""
    return " ".join([x for x in words[:-1] if x in _KEPT] + words[-1:])


def _predicate(words, at, who, thing, names) -> Clause | None:
    negated = past = False
    modal = ""
    start = at
    while at < len(words):
        low = words[at].lower()
        after = words[at + 1].lower() if at + 1 < len(words) else ""
        if low in w.NEGATIONS:
            negated = True
            if after == "longer":
                at += 1
        elif low in w.ADVERBS or low == ",":
            pass
        elif low in ("do", "does", "did") and (
            after == "not" or is_verb(after) or after in w.ADVERBS
        ):
            past = past or low == "did"
        elif low in w.MODALS:
            modal = low
        elif low == "used" and after == "to":
            modal, at = "used", at + 1
        elif low in ("have", "has", "had") and (
            after in ("been", "got", "always", "never", "recently", "just")
            or (
                after not in ("a", "an", "to")
                and after.endswith("ed")
                and lemma(after) in w.VERBS | w.EVENTS
            )
        ):
            # "I have got", "I have lived": the verb comes next.
            if after == "got":
                words = [*words[: at + 1], *words[at + 2 :]]
                break
        else:
            break
        at += 1
    if at >= len(words):
        return None
    low = words[at].lower()
    if low in w.BE:
        past = past or low in w.BE_PAST
        at += 1
        while at < len(words) and (
            words[at].lower() in w.ADVERBS | w.NEGATIONS
            and not (words[at].lower() == "no" and at + 1 == len(words))
        ):
            negated = negated or words[at].lower() in w.NEGATIONS
            if words[at].lower() == "no" and words[at + 1] == "longer":
                at += 1
            at += 1
        verb = "be"
    else:
        verb = lemma(low)
        if not (is_verb(low) or verb in w.EVENTS or low.endswith(("s", "ed"))):
            # "I really into cats" and the like: no verb known here.
            if who != USER or not low.isalpha() or at == start == 0:
                return None
            if low in w.FUNCTION_WORDS or low in w.ADJECTIVES:
                return None
        past = past or (
            low.endswith("ed") or (low in w.IRREGULAR and low[-1] != "s")
        )
        if low.endswith("ing"):
            past = False
        at += 1
    predicate = join_words(words[start:])
    return Clause(
        who,
        thing,
        verb,
        words[at:],
        predicate,
        negated,
        modal,
        past,
        list(names),
    )


def join_words(words: list[str]) -> str:
    """Words as text again."""
    text = " ".join(words)
    text = re.sub(r"\s+([,.!?;:)%'\]])", r"\1", text)
    text = re.sub(r"([(\[$€£#])\s+", r"\1", text)
    return text.strip(" ,.!?;:-")
