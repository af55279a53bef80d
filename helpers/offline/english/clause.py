"""An English sentence taken apart: clauses, and in each its subject,
negation, verb and what follows the verb."""

import re
from dataclasses import dataclass, field

from helpers.offline.english import words as w
from helpers.offline.english.subject import subject_of
from helpers.offline.english.text import is_verb, lemma, words_of
from helpers.offline.facts import USER
from helpers.offline.voice import Voice

_SUBJECT = (
    r"(?:i|my|we|our|he|she|it|they|his|her|their|you|your|there|everyone|"
    r"everybody|people|most people)\b"
    r"(?! (?:and|or)\b)"
)


_ELIDED = (
    r"(?:(?:also|now|currently|really|still|just|recently) )?(?:am|is|are|"
    r"was|have|has|"
    r"lives?|works?|likes?|loves?|enjoys?|hates?|prefers?|speaks?|plays?|"
    r"stud(?:y|ies)|comes?|weighs?|owns?|drives?|wants?|needs?|do not|does "
    r"not|can|"
    r"will|used to|moved|bought|got|joined)\b(?! and\b)"
)


_LEAD = (
    r"(?:(?:now|then|currently|today|recently|lately|also|actually|"
    r"sometimes|still|these days|nowadays|at the moment|in my (?:free|spare) "
    r"time|on (?:the )?weekends?|(?:since|in|from|until|by|for|last|next|"
    r"this|every|after|before|on) [\w' ]{2,20}),? )?"
)


_BREAK = re.compile(
    rf"\s*,?\s+(?:and that|and|but|so|because|although|though|while|"
    rf"since|plus|yet|that|as|or|then|also|where|whereas)\s+(?={_LEAD}{_SUBJECT})"
    rf"|\s*[,:;]\s*(?={_LEAD}{_SUBJECT})"
    r"|\s*[,:;]\s*(?=(?-i:[A-Z])\w+ (?:is|has|likes|lives|works)\b)"
    rf"|\s+-+\s+(?={_SUBJECT})"
    rf"|\s*,?\s+(?:and|but)\s+(?={_ELIDED})"
    rf"|\s*,\s+(?={_ELIDED})"
    r"|\s*,?\s+(?:and|but)\s+(?=(?:the|one) (?:\w+ )?is (?:called|named)\b)"
    rf"|\s*,?\s+(?:and|but)\s+(?=[A-Z]\w+ (?:is|has|likes|lives|works|"
    rf"just turned|turned)\b)"
    rf"|\s*,?\s+(?=(?:if|unless|when|whenever|until) {_SUBJECT})",
    re.IGNORECASE,
)


_RELATIVE = re.compile(r"\s*,?\s+(?:who|which)\s+(?=\w)", re.IGNORECASE)


_UNREAL = re.compile(r"^(?:if|unless|when|whenever|until)\b", re.IGNORECASE)


_OPENING = re.compile(
    r"^(?:(?:ha|haha|hm+|ugh|lol|aw+|yo|what is (?:up|good)(?=,)|lovely(?=,)|"
    r"guess what(?=,)|"
    r"great(?=,)|cool(?=,)|and|but|so|because|well|actually|oh|ok|okay|yes|"
    r"yeah|no|nope|"
    r"no thanks|thanks|sorry|hi|hello|hey|hi there|hello there|"
    r"good (?:morning|evening|afternoon|day)|greetings|by the way|"
    r"btw|also|now|however|correction|"
    r"wait|please|anyway|first|in fact|to be honest|honestly|today|"
    r"as you know|you know|fyi|update|(?:everyone|everybody|there|all)"
    r"(?=\s*[,.!:])|then|"
    r"that|i mean|although|though|"
    r"(?:since|as|while)(?= (?:i|we|my|our|he|she|it|they|you)\b)|"
    r"plus)\b[\s,!:.-]*)+"
    r"(?=\S)",
    re.IGNORECASE,
)


# Words of time and manner that may stand in front of a subject.
_PREAMBLE = re.compile(
    r"^(?:(?:(?:in|on|at|for|after|before|during|since|by|from|as|with|"
    r"every|last|next|this|these|most|one|some|all|until|over|apart|besides|"
    r"outside)\b(?:(?!\b(?:how|what|which|where|when|who|why|do|does|did|"
    r"have|is|am|are|can|could|should)\b)[^,]){1,34}?|lately|nowadays|"
    r"recently|currently|sometimes|"
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
        relative = " who " in piece or " which " in piece
        parts = _RELATIVE.split(piece) if relative else [piece]
        for index, part in enumerate(parts):
            if part.strip():
                pieces.append((part.strip(), index > 0))
    return pieces


def parse_clause(
    text: str,
    voice: Voice,
    last: str | None,
    subject: str | None = None,
    thing: tuple[str, str] | None = None,
) -> Clause | None:
    """The clause of a text, or None where there is none.

    `last`: whom "he" or "it" means; `subject`: who is meant when the text
    begins with its verb; `thing`: whose thing "it" means.
    """
    text = text[opening_length(text) :]
    # "my wife Laura and I live": the two do it together.
    text = re.sub(
        r"^(?:my|our) [\w' -]{2,30}? and (?:i|me)\b", "we", text, flags=re.I
    )
    words = words_of(text)
    if not words:
        return None
    if thing and words[0].lower() in ("it", "they") and len(words) > 1:
        found = (*thing, 1, [])
    else:
        found = subject_of(words, voice, last)
    if found is None:
        label = words[0].lower() in w.NOUNS_TOO and is_verb(
            words[-1] if len(words) < 2 else words[1]
        )
        while subject and len(words) > 2 and words[0].lower() in w.ADVERBS:
            words = words[1:]
        if subject is None or label or not is_verb(words[0]):
            return None
        found = (subject, "", 0, [])
    who, thing, at, names = found
    return _predicate(words, at, who, thing, names)


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
