"""English on the level of words: contractions, lemmas, persons."""

import re
from functools import lru_cache

from helpers.offline import english_words as w

_CONTRACTIONS = [
    (re.compile(pattern, re.IGNORECASE), full)
    for pattern, full in (
        (r"\bcan'?t\b", "can not"),
        (r"\bcannot\b", "can not"),
        (r"\bwon't\b", "will not"),
        (r"\bain't\b", "is not"),
        (r"\b(do|does|did|is|are|was|were|have|has|had|would|could|should)"
         r"n'?t\b", r"\1 not"),
        (r"\bi'?m\b", "I am"),
        (r"\bi ?ve\b|\bi've\b", "I have"),
        (r"\b(they|you|we)'re\b", r"\1 are"),
        (r"\b(they|you|we|who)'ve\b", r"\1 have"),
        (r"'ll\b", " will"),
        (r"\b(i|you|he|she|we|they)'d\b", r"\1 would"),
        (r"\b(what|who|where|when|how|that|it|he|she|there|here|name|whats)"
         r"'s\b(?! (?:got|been)\b)", r"\1 is"),
        (r"\b(what|who|where|when|how)s\b", r"\1 is"),
        (r"\b(\w+)'s(?= (?:got|been)\b)", r"\1 has"),
        (r"\b(\w+)'s(?= (?:a|an|the|my|called|named|from|not|now|allergic|"
         r"\d+|\w+ing)\b(?! (?:name|age)))", r"\1 is"),
        (r"\bwanna\b", "want to"),
        (r"\bgonna\b", "going to"),
        (r"\blet's\b", "let us"),
        (r"\bu\b", "you"),
        (r"\bur\b", "your"),
        (r"\br\b(?= you\b)", "are"),
    )
]  # fmt: skip
_marks = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "`": "'", "–": "-", "—": "-"}
)
_word = re.compile(
    r"(?:Mr|Mrs|Ms|Dr|St|Prof)\.|[^\W_](?:[\w'.@&/+#:-]*[\w+#])?|[^\w\s]"
)


@lru_cache(maxsize=8192)
def expand(text: str) -> str:
    """Straight quotes, and "I'm" as "I am"."""
    text = text.translate(_marks)
    if "'" in text or _short.search(text):
        for pattern, full in _CONTRACTIONS:
            text = pattern.sub(full, text)
    return text


_short = re.compile(
    r"\b(?:dont|doesnt|didnt|isnt|arent|wasnt|cant|cannot|im|ive|whats|wheres|"
    r"whos|hows|whens|wanna|gonna|u|ur|r|i ve|havent|wouldnt)\b",
    re.IGNORECASE,
)


def words_of(text: str) -> list[str]:
    """Words and marks, one by one."""
    return _word.findall(text)


@lru_cache(maxsize=4096)
def lemma(word: str) -> str:
    """The base form of a verb, as well as endings tell it."""
    word = word.lower()
    if word in w.IRREGULAR:
        return w.IRREGULAR[word]
    if word in w.VERBS or word in w.EVENTS:
        return word
    tries = []
    if word.endswith("ies"):
        tries.append(word[:-3] + "y")
    elif word.endswith("s") and not word.endswith("ss"):
        tries += [word[:-1], word[:-2]]
    if word.endswith("ied"):
        tries.append(word[:-3] + "y")
    elif word.endswith("ed"):
        tries += [word[:-2], word[:-1], word[:-3]]
    if word.endswith("ing"):
        tries += [word[:-3], word[:-3] + "e", word[:-4]]
    for base in tries:
        if base in w.VERBS or base in w.EVENTS:
            return base
    return tries[0] if tries and len(tries[0]) > 2 else word


def is_verb(word: str) -> bool:
    """Whether a word can be the verb of a clause."""
    low = word.lower()
    return (
        low in w.BE
        or low in w.MODALS
        or low in ("do", "does", "did", "have", "has", "had", "used")
        or lemma(low) in w.VERBS
        or (lemma(low) in w.EVENTS and low not in w.EVENTS)
    )


_PERSONS = {
    "i": "you",
    "me": "you",
    "my": "your",
    "mine": "yours",
    "myself": "yourself",
    "am": "are",
    "we": "you",
    "our": "your",
    "us": "you",
    "your": "my",
    "yours": "mine",
    "you": "me",
    "yourself": "myself",
}


def turned(text: str) -> str:
    """ "My sister" as "your sister": said back to the one who said it."""
    return re.sub(
        r"\b[A-Za-z]+\b",
        lambda m: _PERSONS.get(m[0].lower(), m[0]),
        text,
    )


def listed(values: list[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(values) < 2:
        return "".join(values)
    return ", ".join(values[:-1]) + " and " + values[-1]


def number_in(text: str) -> int | None:
    """The first number of a text, in digits or words."""
    found = re.findall(r"\d+|[a-z]+", text.lower())
    for word, after in zip(found, [*found[1:], ""], strict=False):
        if word.isdigit():
            return int(word)
        if word in w.NUMBERS:
            tens, ones = w.NUMBERS[word], w.NUMBERS.get(after, 0)
            return tens + ones if tens >= 20 and 0 < ones < 10 else tens
    return None
