"""What was told, quoted: where no fact answers, or a later word does."""

import re
from dataclasses import dataclass
from functools import lru_cache

from helpers.offline.answer import told_about
from helpers.offline.chinese import words as chinese_words
from helpers.offline.chinese.ask import could_hold
from helpers.offline.chinese.read import unread
from helpers.offline.english import words as english_words
from helpers.offline.facts import USER, Ask, Fact, same_thing
from helpers.offline.kinds import holds
from helpers.offline.later import Topic, later_word
from helpers.offline.meanings import meant_by
from helpers.offline.nearest import (
    SURE,
    clauses_of,
    content_of,
    nearest,
    shared_words,
)
from helpers.offline.phrases import phrase
from helpers.offline.reader import View, read_human, told_in
from helpers.offline.say import say
from helpers.offline.text import Language, language_of

# One code is not another: every word of the question counts.
_A_CODE = re.compile(
    r"\b(?:number|password|code|pin|key)\b|密码|号码|暗号|编号", re.IGNORECASE
)


@dataclass(frozen=True)
class Quotes:
    """Sentences of a conversation, as answers.

    `before`: what was told before this turn; `view`: all of it.
    """

    before: View
    view: View
    language: Language

    def say(self, key: str, **parts: str) -> str:
        return phrase(key, self.language, **parts)

    def _sources(self) -> tuple[tuple[list[str], str], ...]:
        """The sentences that may be quoted, and the words around them."""
        return (
            (self.before.sentences, "you_said"),
            (self.view.memory, "memory_says"),
        )

    def said(self, sentence: str) -> str:
        """One sentence, quoted as what it is: told, or given."""
        here = sentence in set(self.view.sentences)
        key = "you_said" if here else "memory_says"
        return self.say(key, text=_unquoted(sentence))

    def later_than(self, facts: list[Fact], question: str) -> str:
        """Words said on the same thing after these facts, quoted; or ''."""
        said = [fact.said for fact in facts if fact.said]
        if not said:
            return ""
        beings = {f.who for f in facts if f.who != USER}
        names = [f.value for who in beings
                 for f in self.view.knowledge.find(who, "name")]  # fmt: skip
        about = [f"{f.what} {f.value}" for f in facts]
        if any(f.what == "have" for f in facts):
            beings.add("")
        topic = Topic(
            " ".join([question, *about, *beings, *names]),
            " ".join(f.value for f in facts),
            tuple(f.what for f in facts),
            tuple(beings),
        )
        found = self.later(topic, said)
        return found if holds(question, found) else ""

    def later(self, topic: Topic, said: list[str]) -> str:
        """Words said after these on a topic, quoted; or ''."""
        humans = self.view.said_by("human")
        found = later_word(topic, said, humans, told_in)
        if not found:
            return ""
        text, later = (_unquoted(part) for part in found)
        if text:
            return self.say("later", text=text, later=later)
        return self.say("you_said", text=later)

    def meant(self, question: str) -> str:
        """What was said on the subject the question seems to be about."""
        if not self.view.knowledge.facts:
            return ""
        facts = told_about(meant_by(_core(question)), self.view.knowledge)
        said = list(dict.fromkeys(f.said for f in facts if f.said))[:2]
        said = [
            s for s in said if could_hold(question, s) and holds(question, s)
        ]
        if not said:
            return ""
        here = set(self.view.sentences)
        key = "you_said" if said[0] in here else "memory_says"
        return self.say(key, text=" ".join(s.strip(' "') for s in said))

    def closest(
        self, question: str, ask: Ask | None = None, least: float = SURE
    ) -> str:
        """The told sentence that is near enough to the question, quoted.

        With `ask`: only sentences that were not understood to tell of
        somebody else or of another attribute. `least`: how near it must be.
        """
        core = _core(question)
        sure = "" if least >= SURE else "maybe_"
        for sentences, key in self._sources():
            left = [
                part
                for s in sentences
                if _could_answer(question, s, ask)
                and could_hold(question, s)
                and holds(question, part := _part_about(question, s))
            ]
            best, score = nearest(core, left)
            exact = shared_words(question, best) == 1
            if score < least or (
                least >= SURE and _A_CODE.search(question) and not exact
            ):
                continue
            mended = self._mended(best)
            if mended:
                return mended
            best = self._whole(best)
            topic = Topic(f"{question} {best}", best)
            later = self.later(topic, [best]) if key == "you_said" else ""
            if later and holds(question, later):
                return later
            return self.say(sure + key, text=_unquoted(best))
        return ""

    def _mended(self, sentence: str) -> str:
        """What stands of a sentence whose facts were put right; or ''."""
        facts = self.view.knowledge.facts
        old = [f for f in read_human(sentence, None)[0] if f not in facts]
        stands = [
            new
            for new in facts
            for f in old
            if (new.who, new.what) == (f.who, f.what)
            and new.said != f.said
            and content_of(new.value) & content_of(f.value)
        ]
        return say(stands[-1:], self.language) if stands else ""

    def _whole(self, sentence: str) -> str:
        """ "best food ever" with the sentence said just before it."""
        if len(sentence.split()) > 3 or not sentence.isascii():
            return sentence
        told = self.before.sentences
        at = told.index(sentence) if sentence in told else 0
        both = at and any(
            told[at - 1] in text and sentence in text
            for text in self.view.said_by("human")
        )
        return f"{told[at - 1]} {sentence}" if both else sentence

    def same_deed(self, question: str, ask: Ask | None = None) -> str:
        """The last told sentence with the question's verb, or company."""
        if re.search(r"^who\b.*\bwith(?: me)?\W*$", question, re.I):
            ask = None
            pattern = r"\b(?:I|we|I'm|we're)\b.*\bwith (?:my|our|[A-Z])"
        elif re.search("[和跟与]谁", question):
            ask = None
            pattern = "[和跟与](?![我你]|谁).+(?:一起|一块|[去玩打看吃])"
        elif ask and ask.who == USER and ask.what[0].startswith("do:"):
            verb = re.sub("^(?:正?在|要|去)+", "", ask.what[0][3:])
            if not verb or len(verb) > 3 or verb in "做干说想有是用要去":
                return ""
            pattern = (
                f"(?<![大同小中上放不没别科数文医化])"
                f"{re.escape(verb)}(?![校生期历位者们?？。]|$)"
            )
        else:
            return ""
        for told, key in self._sources():
            for sentence in reversed(told):
                if re.search(pattern, sentence) and _could_answer(
                    question, sentence, ask
                ):
                    return self.say(key, text=_unquoted(sentence))
        return ""


@lru_cache(maxsize=1024)
def _beings_in(text: str) -> frozenset[str]:
    """The relations and animals a text names, each by one word."""
    found = {being for word, being in chinese_words.BEINGS.items()
             if word in text}  # fmt: skip
    for word in re.findall(r"[a-z]+", text.lower()):
        being = english_words.SAME_BEINGS.get(word, word)
        if being in english_words.BEINGS:
            found.add(being)
    return frozenset(found)


def _part_about(question: str, sentence: str) -> str:
    """Of "I drive a Fiat and my wife drives a Volvo", the wife's clause.

    The whole sentence, where no clause is of the being asked about, or
    the others are not of somebody else.
    """
    asked = _beings_in(question)
    clauses = clauses_of(sentence)[1:]
    own = [c for c in clauses if asked & _beings_in(c)]
    others = [c for c in clauses if c not in own]
    if len(own) == 1 and any(re.match(r"(?:I|my)\b|我", c) for c in others):
        return own[0]
    return sentence


def _unquoted(sentence: str) -> str:
    """What a summary quotes, without the words around it."""
    quoted = re.match(
        r"(?:The user (?:said|requested): |用户(?:说|"
        r"请求过):)[\"“](.+?)[\"”]$",
        sentence,
    )
    return quoted[1] if quoted else sentence.strip(' "')


def _core(question: str) -> str:
    """A question without "could you remind me" and the like."""
    return re.sub(
        r"^(?:(?:can|could|do|would) you (?:please )?(?:tell|remind|know|"
        r"remember)(?: me)?|(?:tell|remind) me|请问|(?:你)?(?:能|"
        r"可以)?(?:告诉|提醒)我"
        r"(?:一下)?|你(?:还)?(?:知道|记得))[\s,]*",
        "",
        question,
        flags=re.IGNORECASE,
    )


def _could_answer(question: str, sentence: str, ask: Ask | None) -> bool:
    """Whether a sentence may hold what the facts do not.

    Not when all of it is understood and tells of another person, or of an
    attribute that the question does not mean.
    """
    if _UNREAL.search(sentence) and not _UNREAL_TOO.search(question):
        return False
    if ask is None or ask.who == "?":
        return True
    if ask.who == USER and _OF_ANOTHER.match(sentence):
        return False
    asked, told = (
        {being.split()[-1].removesuffix("s") for being in _beings_in(text)}
        for text in (question, sentence)
    )
    other = asked and told - {"sibling"} and not asked & told
    if ask.what[0] == "have" and other:
        # A brother is no answer to the question for a sister.
        return False
    facts, *_ = read_human(sentence, None)
    what = ask.what[0]
    if (
        ask.who == USER
        and not asked
        and what in ("name", "age")
        and any(f.what == what and f.who != ask.who for f in facts)
    ):
        # "I have a dog called Rex": Rex is the dog.
        return False
    left = content_of(sentence)
    for fact in facts:
        left -= content_of(f"{fact.who} {fact.what} {fact.value}")
    if language_of(sentence) == "zh":
        left = unread(sentence, facts)
    loose = (
        len(left) > _UNREAD
        or [
            f
            for f in facts
            if f.who == ask.who
            and (f.what in _LOOSE or ":" in f.what)
            # "My alarm code" says nothing about "my bike lock code".
            and not (
                f.what[:3] == ask.what[0][:3] == "my:"
                and not same_thing(f.what[3:], ask.what[0][3:])
            )
        ]
    )
    # "… when he stole a croissant": of the dog, in words of its master.
    of_other = ask.who != USER and any(
        f.who == USER and re.search(r"\b(?:he|she|it|they)\b|[他她它]", f.said)
        for f in facts
    )
    return not facts or bool(loose) or of_other


_OF_ANOTHER = re.compile(
    r"(?:he|she|his|her|their)\b(?!.*\b(?:i|my|me|we|our)\b)", re.IGNORECASE
)
_UNREAL_TOO = re.compile(r"\bif\b|如果|假如|要是|万一", re.IGNORECASE)
_UNREAL = re.compile(
    r"^(?:suppose|imagine|pretend|what if|if only|if)\b|\bi wish\b|"
    r"^(?:如果|假如|要是|假设)",
    re.IGNORECASE,
)
# Attributes that may answer a question for another one.
_LOOSE = ("is", "do", "have", "note", "like")
# More words than this that no fact holds: the sentence may tell more.
_UNREAD = 4
