"""English sentences in loose wording, brought to whole clauses."""

import re

_SPEECH = (
    re.compile(r'"[^"]*\b(?:I|my|you|he|she|is|are)\b[^"]*"'),
    re.compile(r"(?<![\w'])'(?=\w)[^\"]*?\b(?:I|my|you|he|she)\b[^\"]*?"
               r"(?<=[\w.!?,])'(?!\w)"),
)  # fmt: skip
_TOKEN = r"(?:[£$€]?\d[\w:.,/-]*\w|\d|[A-Z]\w+)"
_PLAINER = [
    (re.compile(pattern, re.IGNORECASE), full)
    for pattern, full in (
        # "Bond, James Bond"
        (r"\b(\w{3,}), (\w+ \1)\b", r"\2"),
        # "hate hate HATE"
        (r"\b(\w{3,})(?: \1\b)+", r"\1"),
        # "my birthday, which nobody remembers, is"
        (r"^((?:\w+ ){0,2}(?:my|our|the|his|her) [\w' -]{2,30}), (?:which|"
         r"who) "
         r"[^,]+, (?=(?:is|was|are|has|lives|works|likes)\b)", r"\1 "),
        (r"\b(\w+) just turned (?=\d)", r"\1 turned "),
        (r"\b(?:it )?turns out (?:that )?", ""),
        (r"^(?:(?:when|after|since|ever since|before) )(?=i (?:first |last )?"
         r"(?:moved|left|came|started|got|bought|met|turned|married|was born)"
         r"\b)", ""),
        (r"^as (an? [^,]{3,80}), (?=(?:i|my|we)\b)", r"I am \1, "),
        (r"\b(?:earn my living|make (?:my|a) living|am employed|get by|serve|"
         r"moonlight|am currently working|am working) as\b", "work as"),
        (r"\bintroduced (?:him|her|them)self as\b", "is"),
        (r"\brelocat(e|ed|ing)\b",
         lambda m: "mov" + m[1]),
    )
]  # fmt: skip
# What somebody leaves out at the start: "got two cats", "allergic to nuts".
_ELIDED = [
    (re.compile(pattern, re.IGNORECASE), full)
    for pattern, full in (
        (r"^got (?=(?:an?|two|three|four|\d+|some|my)\b)", "I have "),
        (r"^(?=(?:(?:just|recently|finally|also|now|currently) )?(?:moved|"
         r"turned|started|quit|live in|work (?:as|at|for|in)|love|hate|adore|"
         r"adopted|bought|grew up|have (?:an?|two|three|\d+)|"
         r"used to)\b)", "I "),
        (r"^(?=(?:allergic to|married to|born (?:in|on)|based in|"
         r"living in|originally from|working as)\b)", "I am "),
    )
]  # fmt: skip
_MENDED = re.compile(
    rf"(?:\bthe )?({_TOKEN}),? (?:(?:no|wait|sorry|oops|i mean|make that|or "
    rf"rather|rather|er|uh|correction)\b,? ?)+(?:it is )?((?:the )?{_TOKEN})"
)


def without_speech(text: str) -> str:
    """What is quoted was said by somebody else: leave it out."""
    for pattern in _SPEECH:
        text = pattern.sub("", text)
    return text


def plainer(text: str, own: bool) -> str:
    """A sentence without repetitions, asides and slips.

    `own`: a person speaks of himself, and may leave out the "I".
    """
    for pattern, full in _PLAINER:
        text = pattern.sub(full, text)
    mended = _MENDED.search(text)
    if mended and mended[1][0].isdigit() == (
        mended[2].removeprefix("the ")[0].isdigit()
    ):
        text = text[: mended.start()] + mended[2] + text[mended.end() :]
    if own:
        for pattern, full in _ELIDED:
            text = pattern.sub(full, text)
    return text
