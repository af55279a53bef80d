"""Later words on what a fact or a quoted sentence says."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from helpers.offline.english.words import BEINGS
from helpers.offline.facts import USER, Fact
from helpers.offline.nearest import content_of, similarities

# Said of what was said: the last thing told may be meant.
_TAKES_BACK = re.compile(
    r"^\*|^\W*(?:(?:hm+|oh|ah|er|ugh|wait|well|sorry)\W+)*no(?:pe)?\b(?=\W)|"
    r"\b(?:scra(?:tch|p) that|oops|typo|correction|misspoke|"
    r"(?:i|it|that|this|was|were)\b.{0,25}\b(?:wrong|mistaken?)|"
    r"my bad|i meant?|make (?:that|it)|mixed up|swapped|on second thoughts?|"
    r"changed my mind|never ?mind|forget (?:that|what)|strike that|fix that|"
    r"let me rephrase|not quite right)\b|"
    r"不对|说错|说反|弄错|搞错|记错|口误|打错|更正|纠正|误诊|才不是",
    re.IGNORECASE,
)
_CORRECTS = re.compile(
    r"\b(?:actually|sorry(?! (?:for|about|to|i)\b)|in fact|turns out|wait|"
    r"change of plans?|(?:moved|pushed|changed|"
    r"shifted|put|brought) (?:it|that|them)|it(?:'s| is| has been| got) "
    r"(?:been )?(?:now|moved|pushed|changed|cancelled|canceled|off))\b|其实",
    re.IGNORECASE,
)
# Said of the world: what was so is so no more, …
_CHANGED = re.compile(
    r"\b(?:update|no longer|not (?:\w+ )?any ?more|these days|nowadays|"
    r"mov(?:ed|ing)|changed?|switched|quit|gave up|given up|cancel\w*|"
    r"postponed|pushed (?:back|forward)|delayed|rescheduled|renamed|became|"
    r"used to|vetoed)\b|"
    r"改(?![善进革天日良编装])|搬|换成|换了|换到|取消|推迟|提前|不再|"
    r"已经不|现在|辞|跳槽|离婚|分手|退休|卖了|丢了|不干|取而代之|变成",
    re.IGNORECASE,
)
# … or something else happened to it.
_MAYBE = re.compile(
    r"\b(?:now|instead|left|stopped|gone|sold|lost)\b", re.IGNORECASE
)
# What ends a job, a home, a marriage; the last for any other being.
_ENDS = {
    "job": r"laid off|fired|sacked|quit|resigned|left my|retired|redundant|"
    r"unemployed|new job|lost my job|promoted|switched (?:jobs|careers)",
    "home": r"moved|relocated|moved out|new (?:flat|house|place|city)",
    "spouse": r"divorced|split up|broke up|separated|widowed|single|left me|"
    r"ex-(?:wife|husband)",
    "": r"died|passed away|ran away|gave (?:him|her|it) away|rehomed",
}
_ENDS["employer"], _ENDS["place"] = _ENDS["job"], _ENDS["home"]
for _who in ("wife", "husband", "partner", "girlfriend", "boyfriend"):
    _ENDS[_who] = _ENDS["spouse"]
_ANY_END = re.compile(rf"\b(?:{'|'.join(_ENDS.values())})\b", re.IGNORECASE)
# Measured on the corrections of the conversation table.
_SAME_SUBJECT = 0.4
_LONG = 240


@dataclass(frozen=True)
class Topic:
    """What a later word has to be about.

    `words` for the thing and its `value`; the `attributes` asked for and
    the `beings` they are of, when these are not the user's own.
    """

    words: str
    value: str = ""
    attributes: tuple[str, ...] = ()
    beings: tuple[str, ...] = ()

    def is_over(self, sentence: str, facts: Sequence[Fact]) -> bool:
        """Whether a verb like "quit" or "died" tells that it is over."""
        ends = [*self.beings]
        mine = bool(facts) and all(fact.who == USER for fact in facts)
        if not (self.beings and mine):
            # "I moved" says nothing about where the sister lives.
            ends += [*self.attributes, *([""] if self.beings else [])]
        return any(_ends(end).search(sentence) for end in ends)


@lru_cache(maxsize=64)
def _ends(what: str) -> re.Pattern[str]:
    return re.compile(
        rf"\b(?:{_ENDS.get(what, '(?!)')})(?![\w-])", re.IGNORECASE
    )


def later_word(
    topic: Topic,
    said: Sequence[str],
    humans: Sequence[str],
    told_in: Callable[[str], list[tuple[str, tuple[Fact, ...]]]],
) -> tuple[str, str] | None:
    """What was said of the same thing after `said`: (earlier, later).

    `earlier` is '' when the later words say by themselves what they mean.
    `told_in`: the telling sentences of a message, with their facts.
    """
    at, rest = _place(said[-1], humans)
    subject, value = content_of(topic.words), content_of(topic.value)
    of_user = bool(topic.attributes) and not topic.beings
    others = frozenset[str]()
    for _, facts in told_in(humans[at]) if at >= 0 else ():
        others |= content_of(" ".join(f"{f.what} {f.value}" for f in facts))
    found = None
    for number, text in [(at, rest), *enumerate(humans[at + 1 :], at + 1)]:
        if not _any_mark(text):
            continue
        for sentence, facts in told_in(text):
            back = _TAKES_BACK.search(sentence)
            corrects = back or _CORRECTS.search(sentence)
            changed = corrects or _CHANGED.search(sentence)
            over = topic.is_over(sentence, facts)
            if not (over or changed or _MAYBE.search(sentence)) or (
                of_user and _of_others(sentence, facts)
            ):
                continue
            words = content_of(sentence)
            shared = bool(over or subject & words)
            if _precise(facts) and not shared:
                continue
            unread = all(f.what in ("correction", "joke") for f in facts)
            near = 0 <= at >= number - 1
            bare = unread and not re.search(r"\b(?:i|my)\b|我", sentence, re.I)
            close = near and not shared and (back or bare)
            if close and (others - subject) & words:
                # It puts another thing right that was told beside this.
                continue
            clear = shared and (over or changed or value & words)
            if close and not corrects:
                [score] = similarities(topic.words, [sentence])
                clear = shared = score >= _SAME_SUBJECT
                close = False
            if close:
                clear = content_of(_TAKES_BACK.sub("", sentence))
            if shared or close:
                asking = re.search(r"[??]", text)
                whole = sentence if asking or len(text) > _LONG else text
                found = ("" if clear else said[-1], whole.strip())
    return found


def _any_mark(text: str) -> bool:
    marks = (_TAKES_BACK, _CORRECTS, _CHANGED, _MAYBE, _ANY_END)
    return any(mark.search(text) for mark in marks)


def _of_others(sentence: str, facts: Sequence[Fact]) -> bool:
    """Whether a sentence tells of another being, not of the user."""
    if facts:
        return all(fact.who != USER for fact in facts)
    words = set(re.findall(r"[a-z]+", sentence.lower()))
    return bool(words & BEINGS) and not words & {"i", "we"}


def _precise(facts: Sequence[Fact]) -> bool:
    """Whether a sentence is understood, and tells of something else."""
    return bool(facts) and not any(
        f.what in ("is", "do", "note", "have", "place", "correction")
        or ":" in f.what
        for f in facts
    )


def _place(said: str, humans: Sequence[str]) -> tuple[int, str]:
    """The last message that says it, and what follows there."""
    for number in range(len(humans) - 1, -1, -1):
        if said and said in humans[number]:
            return number, humans[number].split(said, 1)[1]
    return -1, ""
