"""One reply in words: acknowledgements, answers, poems."""

import re
from collections.abc import Sequence

from langchain_core.messages import BaseMessage, HumanMessage

from helpers.offline.acts import Act, acts_of
from helpers.offline.answer import all_about, answer, grounds, told_about
from helpers.offline.chinese.ask import could_hold
from helpers.offline.chinese.words import NAMES_OF_BEINGS
from helpers.offline.english.text import turned
from helpers.offline.english.values import attribute_of
from helpers.offline.facts import ASSISTANT, USER, Ask, Fact, Knowledge
from helpers.offline.later import Topic, later_word
from helpers.offline.meanings import meant_by
from helpers.offline.nearest import CUT_OFF, nearest, shared_words
from helpers.offline.phrases import phrase
from helpers.offline.poem import poem
from helpers.offline.reader import View, could_answer, told_in, view_of
from helpers.offline.say import grouped, say, unknown
from helpers.offline.text import Language, language_of, words_in
from helpers.offline.transcript import split_transcript


class Turn:
    """One reply in the making: the last human message and all before it."""

    def __init__(self, messages: Sequence[BaseMessage]) -> None:
        last = max(
            (
                index
                for index, message in enumerate(messages)
                if isinstance(message, HumanMessage)
            ),
            default=None,
        )
        if last is None:
            self.before, self.view = View(), view_of(messages)
            self.acts: tuple[Act, ...] = ()
            self.language: Language = "en"
            return
        text = words_in(messages[last])
        self.before = view_of(messages[:last])
        self.view = view_of(messages[last:], self.before)
        turns, around = split_transcript(text)
        if turns:
            text = around
            self.before = self.view
        self.language = language_of(text)
        self.acts = acts_of(text, self.before.last)
        for act in self.acts:
            # An example sentence in the other language decides nothing.
            if act.kind in ("ask", "question"):
                self.language = language_of(act.text)

    @property
    def knowledge(self) -> Knowledge:
        return self.view.knowledge

    def say(self, key: str, *, name: bool = False, **parts: str) -> str:
        known = self._name() if name else ""
        return phrase(key, self.language, name=known, **parts)

    def _name(self) -> str:
        for what in ("nickname", "name"):
            found = self.knowledge.find(USER, what)
            if found and not found[-1].negated:
                return found[-1].value
        return ""

    def asks_answered(self) -> bool:
        """Whether the facts answer a question of the message."""
        return any(
            answer(ask, self.knowledge, self.language)
            for act in self.acts
            for ask in act.asks
        )

    def text(self) -> str:
        """The reply, one part for each part of the message."""
        parts: list[str] = []
        told = False
        for act in self.acts:
            if act.kind in ("tell", "remember"):
                if not told:
                    parts.append(self._told())
                told = True
                continue
            parts.append(self._act(act))
        kinds = {act.kind for act in self.acts}
        if "greet" in kinds:
            if kinds == {"greet"}:
                parts = [self.say("hello", name=True)]
            elif told and parts and len(parts) > 1:
                parts = [p for p in parts if p != self.say("hi", name=True)]
        joint = " " if self.language == "en" else ""
        unique = [part for part in dict.fromkeys(parts) if part]
        if any("\n" in part for part in unique):
            joint = "\n\n"
        return joint.join(unique) or self.say("what_about")

    def _told(self) -> str:
        """What was understood of what the person told."""
        old = set(self.before.knowledge.facts)
        new = [f for f in self.knowledge.facts if f not in old]
        new = [f for f in new if f.who != ASSISTANT]
        name = next(
            (
                f.value
                for f in new
                if f.who == USER
                and f.what in ("name", "nickname")
                and not f.negated
            ),
            "",
        )
        known = [f for f in old if f.who == USER and f.what == "name"]
        parts = []
        if name and not known:
            parts.append(phrase("meet", self.language, name=name))
            new = [f for f in new if f.value != name or f.who != USER]
        said = [say(group, self.language) for group in grouped(new)][:5]
        said = [_inside(text) for text in said if text]
        if said:
            joint = ";" if self.language == "zh" else "; "
            parts.append(self.say("noted", what=joint.join(said)))
        if all(f.what == "is" or ":" in f.what for f in new):
            # "I'm hungry" may bring a recalled memory to mind.
            told = " ".join(a.text for a in self.acts if a.kind == "tell")
            best, score = nearest(told.strip(" .!"), self.view.memory)
            if score >= CUT_OFF:
                parts.append(self.say("memory_says", text=best.strip(' "')))
        asked = any(a.kind in ("ask", "question", "poem") for a in self.acts)
        if not parts and not asked:
            greeting = any(a.kind == "greet" for a in self.acts)
            parts.append(self.say("noted_plain" if not greeting else "hi"))
        return (" " if self.language == "en" else "").join(parts)

    def _act(self, act: Act) -> str:
        if act.kind == "greet":
            return self.say("hi", name=True)
        if act.kind in ("thanks", "bye", "nice"):
            return self.say(act.kind, name=True)
        if act.kind == "shorter":
            return self._again(act, 2)
        if act.kind in ("ok", "how_are_you", "what_can", "forget", "cannot"):
            return self.say(act.kind)
        if act.kind == "who_are_you":
            return self._who_am_i()
        if act.kind == "about_me":
            everything = all_about(self.knowledge, self.language)
            return everything or self.say("nobody")
        if act.kind == "notes":
            return self._notes()
        if act.kind == "poem":
            return self._poem(act.topic)
        if act.kind == "again":
            return self._again(act)
        if act.kind in ("told_last", "told_first", "you_said", "poem_topic"):
            return self._said_before(act)
        if act.kind == "summary":
            return self.say("what_about")
        if act.kind == "ask":
            joint = " " if self.language == "en" else ""
            return joint.join(
                dict.fromkeys(self._answer(ask, act) for ask in act.asks)
            )
        return self._question(act)

    def _notes(self) -> str:
        kept = list(self.view.remembered)
        kept += [f.value for f in self.knowledge.find(USER, "note")]
        kept = list(dict.fromkeys(kept))
        if not kept:
            return self.say("no_notes")
        joint = ";" if self.language == "zh" else "; "
        return self.say("notes", text=joint.join(kept))

    def _who_am_i(self) -> str:
        named = self.knowledge.find(ASSISTANT, "name")
        front = ""
        if named:
            front = phrase("persona", self.language, name=named[-1].value)
        return front + self.say("who_are_you")

    def _again(self, act: Act, lines: int = 4) -> str:
        earlier = [
            a.topic
            for a in self.before.requests
            if a.kind == "poem" or (a.kind == "again" and a.topic)
        ]
        if not earlier:
            return self.say("no_same")
        return self._poem(act.topic or earlier[-1], lines)

    def _poem(self, topic: str, lines: int = 4) -> str:
        """ "My garden" becomes "your garden" in a poem for the person."""
        mine = topic.replace("我", "你")
        text = poem(mine if self.language == "zh" else turned(topic),
                    self.language)  # fmt: skip
        return "\n".join(text.split("\n")[-lines:])

    def _said_before(self, act: Act) -> str:
        humans = [text for role, text in self.before.turns if role == "human"]
        answers = [text for role, text in self.before.turns if role == "ai"]
        if act.kind == "you_said":
            if not answers:
                return self.say("nothing_answered")
            return self.say("i_said", text=answers[-1])
        if act.kind == "poem_topic":
            topics = [
                a.topic
                for a in self.before.requests
                if a.kind in ("poem", "again") and a.topic
            ]
            if not topics:
                return self.say("no_poem")
            return self.say("poem_about", what=topics[-1])
        if not humans:
            return self.say("nothing_said")
        text = humans[0] if act.kind == "told_first" else humans[-1]
        return self.say("you_said", text=text)

    def _answer(self, ask: Ask, act: Act) -> str:
        found = answer(ask, self.knowledge, self.language)
        if found:
            facts = grounds(ask, self.knowledge)
            alone = len(act.asks) == 1
            return self._later_than(facts, act.text if alone else "") or found
        asked = act.text
        if len(act.asks) > 1 and ask.what[0].startswith("my:"):
            asked = f"What is my {ask.what[0][3:]}?"
        loose = ask.kind != "yesno" and (
            ask.what[0] in ("is", "have") or ":" in ask.what[0]
        )
        # "My middle name" is another thing than "my name".
        loose = loose and attribute_of(ask.what[0].split()[-1])[:3] == "my:"
        quoted = self._meant(asked) if loose and ask.who == USER else ""
        quoted = quoted or self._closest(asked, ask)
        quoted = quoted or self._same_deed(asked, ask)
        stranger = ask.who != USER and not self.knowledge.about(ask.who)
        if not quoted and stranger and ask.what[0].startswith("my:"):
            return self.say("no_knowledge")
        return quoted or unknown(ask, self.language)

    def _later_than(self, facts: list[Fact], question: str) -> str:
        """Words said on the same thing after these facts, quoted; or ''."""
        said = [fact.said for fact in facts if fact.said]
        if not said:
            return ""
        beings = {f.who for f in facts if f.who != USER}
        names = [f.value for who in beings
                 for f in self.knowledge.find(who, "name")]  # fmt: skip
        about = [f"{f.what} {f.value}" for f in facts]
        if any(f.what == "have" for f in facts):
            beings.add("")
        topic = Topic(
            " ".join([question, *about, *beings, *names]),
            " ".join(f.value for f in facts),
            tuple(f.what for f in facts),
            tuple(beings),
        )
        return self._later(topic, said)

    def _later(self, topic: Topic, said: list[str]) -> str:
        """Words said after these on a topic, quoted; or ''."""
        humans = [text for role, text in self.view.turns if role == "human"]
        found = later_word(topic, said, humans, told_in)
        if not found:
            return ""
        text, later = (_unquoted(part) for part in found)
        if text:
            return self.say("later", text=text, later=later)
        return self.say("you_said", text=later)

    def _question(self, act: Act) -> str:
        known = self._with_relations(act)
        if known:
            return known
        about_user = re.search(
            r"\b(?:i|me|my|mine|we|our|us)\b|我|咱", act.text, re.IGNORECASE
        )
        people = [
            f.value if f.what == "name" else f.who
            for f in self.knowledge.facts
        ]
        named = any(
            name and name != USER and name.casefold() in act.text.casefold()
            for name in people
        )
        told = self.view.sentences + self.view.memory
        shared = any(
            shared_words(act.text, s) for s in told if s not in act.text
        )
        if about_user or named or shared:
            quoted = self._meant(act.text) if about_user else ""
            quoted = quoted or self._closest(act.text)
            if quoted:
                return quoted
        return self._same_deed(act.text) or self.say("no_knowledge")

    def _with_relations(self, act: Act) -> str:
        """An answer to the question with names put as relations: "Emma"
        as "my daughter"."""
        text = act.text
        for who in self.knowledge.people():
            for fact in self.knowledge.find(who, "name"):
                front = "我的" if self.language == "zh" else "my "
                relation = NAMES_OF_BEINGS.get(who, who)
                relation = relation if self.language == "zh" else who
                text = text.replace(fact.value, front + relation)
        if text == act.text:
            return ""
        asks = [a for new in acts_of(text, self.before.last) for a in new.asks]
        found = [answer(a, self.knowledge, self.language) for a in asks]
        if asks and not any(found):
            return unknown(asks[0], self.language)
        return (" " if self.language == "en" else "").join(filter(None, found))

    def _meant(self, question: str) -> str:
        """What was said on the subject the question seems to be about."""
        if not self.knowledge.facts:
            return ""
        facts = told_about(meant_by(_core(question)), self.knowledge)
        said = list(dict.fromkeys(f.said for f in facts if f.said))[:2]
        said = [s for s in said if could_hold(question, s)]
        if not said:
            return ""
        here = set(self.view.sentences)
        key = "you_said" if said[0] in here else "memory_says"
        return self.say(key, text=" ".join(s.strip(' "') for s in said))

    def _closest(self, question: str, ask: Ask | None = None) -> str:
        """The told sentence that is near enough to the question, quoted.

        With `ask`: only sentences that were not understood to tell of
        somebody else or of another attribute.
        """
        for sentences, key in (
            (self.before.sentences, "you_said"),
            (self.view.memory, "memory_says"),
        ):
            left = [
                s
                for s in sentences
                if could_answer(s, ask) and could_hold(question, s)
            ]
            best, score = nearest(question, left) if left else ("", 0.0)
            if score >= CUT_OFF:
                best = self._whole(best)
                topic = Topic(f"{question} {best}", best)
                later = self._later(topic, [best]) if key[0] == "y" else ""
                return later or self.say(key, text=_unquoted(best))
        return ""

    def _whole(self, sentence: str) -> str:
        """ "best food ever" with the sentence said just before it."""
        if len(sentence.split()) > 3 or not sentence.isascii():
            return sentence
        told = self.before.sentences
        at = told.index(sentence) if sentence in told else 0
        both = at and any(
            told[at - 1] in text and sentence in text
            for role, text in self.view.turns
            if role == "human"
        )
        return f"{told[at - 1]} {sentence}" if both else sentence

    def _same_deed(self, question: str, ask: Ask | None = None) -> str:
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
        for told, key in (
            (self.before.sentences, "you_said"),
            (self.view.memory, "memory_says"),
        ):
            for sentence in reversed(told):
                if re.search(pattern, sentence) and could_answer(
                    sentence, ask
                ):
                    return self.say(key, text=_unquoted(sentence))
        return ""


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


def _inside(sentence: str) -> str:
    """A sentence made part of another one."""
    text = sentence.rstrip("。.")
    if re.match(r"You(?:r)?\b", text):
        text = text[0].lower() + text[1:]
    return text
