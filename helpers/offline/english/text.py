"""English on the level of words: contractions, lemmas, persons."""

import re
from functools import lru_cache

from helpers.offline.english import words as w
from helpers.offline.text import word_list

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
        # "the kids' names" is read as "the kids's names".
        (r"(?<=[a-z]s)'(?= [a-z])", "'s"),
        (r"\b(\w+)'s(?= (?:a|an|the|my|called|named|from|not|now|allergic|"
         r"on|in|at|gone|left|moved|just|still|"
         r"\d+|\w+ing)\b(?! (?:name|age)))", r"\1 is"),
        (r"\blet's\b", "let us"),
        (r"^((?:yo|hey|hi|and|the|my)?,? ?)names?(?= [a-z]\w+$)",
         r"\1name is"),
    )
]  # fmt: skip
_UNITS = word_list("year month week day hour kid child cup am pm of and or")
_SLANG = {
    "u": "you", "ur": "your", "r": "are", "n": "and", "nd": "and",
    "wat": "what", "wut": "what", "wot": "what", "wats": "what is",
    "wots": "what is", "wen": "when", "hw": "how", "ppl": "people",
    "pls": "please", "plz": "please", "wanna": "want to",
    "gonna": "going to", "gotta": "have to", "gimme": "give me",
    "lemme": "let me", "dunno": "do not know", "cuz": "because",
    "coz": "because", "bc": "because", "tho": "though", "abt": "about",
    "bout": "about", "rly": "really", "wrk": "work", "luv": "love",
    "bday": "birthday", "fav": "favourite", "fave": "favourite",
    "bf": "boyfriend", "gf": "girlfriend", "bff": "best friend",
    "ya": "you", "yall": "you", "tmrw": "tomorrow", "hv": "have",
}  # fmt: skip
# "moved 2 leeds", "here 4 work": only where no capital letter stands.
_no_unit = rf"(?!(?:{'|'.join(_UNITS)})|\w+s\b)"
_digits = [
    (re.compile(rf"(?<=[a-z] ){digit}(?= {_no_unit}[a-z])"), word)
    for digit, word in (("2", "to"), ("4", "for"))
]
_slang = re.compile(
    rf"(?<![\w'.@/-])(?:{'|'.join(_SLANG)})(?![\w'@/-]|\.\w)", re.IGNORECASE
)
# Words that carry a question or a fact, found in spite of a slip of the key.
_SPELLED = word_list(
    """name names live work works called favourite favorite birthday allergic
    hobbies married brother sister mother father daughter husband girlfriend
    boyfriend friend remember address teacher engineer profession"""
)


def _swapped(low: str, target: str) -> bool:
    if sorted(low) != sorted(target):
        return False
    wrong = [i for i, c in enumerate(low) if c != target[i]]
    return len(wrong) == 2 and wrong[1] == wrong[0] + 1


def _left_out(low: str, target: str) -> bool:
    if len(target) != len(low) + 1 or len(target) < 7:
        return False
    return low in {target[:i] + target[i + 1 :] for i in range(len(target))}


@lru_cache(maxsize=4096)
def _respelled(word: str) -> str:
    """A word with two letters swapped, or one left out, put right."""
    low = word.lower()
    if len(low) < 4 or low in _SPELLED or low != word:
        return word
    for target in _SPELLED:
        if _swapped(low, target) or _left_out(low, target):
            return target
    return word


_marks = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "`": "'", "–": "-", "—": "-"}
)
_word = re.compile(
    r"\d{1,3}(?:,\d{3})+\b|(?:Mr|Mrs|Ms|Dr|St|Prof)\.|"
    r"[^\W_](?:[\w'.@&/+#:-]*[\w+#])?|[^\w\s]"
)


@lru_cache(maxsize=8192)
def expand(text: str) -> str:
    """Straight quotes, and "I'm" as "I am"."""
    text = text.translate(_marks)
    small = text.islower()
    text = re.sub(r"\b[a-z]{4,}\b", lambda m: _respelled(m[0]), text)
    if "'" in text or _short.search(text):
        for pattern, full in _CONTRACTIONS:
            text = pattern.sub(full, text)
        # "R" and "N" are names of something; "r" and "n" are slang.
        text = _slang.sub(
            lambda m: m[0] if m[0] in ("R", "N", "U") else
            _SLANG[m[0].lower()], text
        )  # fmt: skip
        if small:
            for pattern, word in _digits:
                text = pattern.sub(word, text)
    return text


_short = re.compile(
    r"\b(?:dont|doesnt|didnt|isnt|arent|wasnt|cant|cannot|im|ive|whats|wheres|"
    rf"whos|hows|whens|i ve|havent|wouldnt|names|[24]|{'|'.join(_SLANG)})\b",
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
