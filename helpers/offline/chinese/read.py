"""Chinese sentences that tell something, as facts."""

import re
from collections.abc import Iterable
from dataclasses import replace

from helpers.offline.chinese import words as w
from helpers.offline.chinese.be import be_facts
from helpers.offline.chinese.correct import (
    appointment,
    changed,
    is_joke,
    is_mistake,
    pair,
)
from helpers.offline.chinese.predicate import predicate_facts
from helpers.offline.chinese.subject import (
    names_by_the_way,
    strip_opening,
    subject_of,
)
from helpers.offline.chinese.values import (
    BEINGS_PATTERN,
    HAN,
    MEASURE,
    NUMBER,
    chinese_number,
    is_name,
    is_occupation,
    is_valid,
    tidy,
    usual,
)
from helpers.offline.facts import ASSISTANT, USER, Fact
from helpers.offline.voice import Voice

_segment = re.compile(
    r"[,,。!!??;;\n::]+|(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])"
)
# 物业改了密码, 颜色改一下: the next clause has the new value.
_announced = re.compile(
    r"(?P<front>.{0,8}?)(?:刚|刚刚|又|已经|临时)?(?:改|换|变|更新|调整)"
    r"(?:一下|一改|了|过|成|为)+(?P<back>.{0,6})$|"
    r"(?P<thing>[^我,]{2,6}?)我?(?:写|说|打|记|搞|弄|报|输)?(?:错|反)了$"
)
# Clauses run together, as people type them.
_RUN_ON = [
    (re.compile(pattern), apart)
    for pattern, apart in (
        (
            rf"(?:^|(?<=,))([^我,]{{1,6}}?)(?:这玩意儿?|这东西|这种东西|这个|"
            rf"嘛)?我"
            rf"(?:一口|一点儿?|根本|完全)*((?:{w.ADVERBS}|{w.NEGATIONS}|是|"
            rf"能)*(?:喜欢|爱吃|爱喝|爱看|爱|讨厌|恨|受不了|吃不来|"
            r"吃不惯|喝不惯|喝不来|吃|喝|碰))了?(?=,|$)",
            r"我\2\1",
        ),
        (r"(叫[^,,。今住来现我]{1,4})(?=今年|现在|来自|住在)", r"\1,"),
        (
            rf"(?<=[{HAN}A-Za-z]{{2}})(?<![给对和跟让叫喊诉是把被替帮为找问陪"
            rf"说])"
            r"(?=我(?:住|叫|今年|是|在|有|养|喜欢|的|来自))",
            ",",
        ),
        (r"还是(?=[养有去想要在会买吃喝喜爱住])", "还"),
        (r"(岁了?)(?=[特最非很喜爱在住是从超还有养])", r"\1,"),
        (
            r"我(?:一个|这个|这种|这)([^,]{2,12}?)的(?:人|主儿?)(?=[^,])",
            r"我\1,",
        ),
        (r"作为(?:一[个名位])?([^,我]{2,10})(?:,|(?=我))", r"我是\1,"),
    )
]
_TRULY = re.compile(r"\s*(?:其实|应该|准确地?说|事实上|实际上|现在)")
_CALLED = re.compile(
    r"(.{0,8}?)(?:叫|喊|称呼)我(?:做|为)?(?!什么|啥|怎么|去|来|起|别|"
    r"不)(.{1,8})$"
)
# What they say of somebody is so.
_TRUSTED = re.compile(
    r"^(?:医生|大夫|体检(?:报告)?|检查(?:结果)?|化验(?:结果|单)?)(?:也|还|都)?"
    r"(?:说|显示|告诉我|发现)(?=我)"
)
_WHEN = re.compile(
    r"^[^我你他她,]{0,8}?(?:[年月天晚早周末]|[时后前]候?|上午|下午|"
    r"中午)(?=我(?!们的?时))"
)
_HYPOTHESIS = (
    r"(?:我?(?:真|好|多|很|特别|非常|一直|总)*(?=希望|但愿))?(?:如果|要是|假如|"
    r"假设|假使|若是|万一|希望|但愿|假装|想象|想像|扮演)"
)
_REPORT = re.compile(
    rf"(?P<who>.*?)(?:非说|总说|老说|(?<!小)说过|(?<!小)说|告诉我|认为|觉得|以为|声称|"
    rf"听说)(?!话|"
    rf"中|英|法|德|日|韩|俄|西|粤|普|汉|[{HAN}]+[语话文])(?P<rest>.*)$"
)


def read_chinese(
    sentence: str, voice: Voice, last: str | None
) -> tuple[list[Fact], str | None]:
    """The facts of one sentence, and whom 他/她/它 means after it."""
    facts, last = _read(usual(sentence), sentence, voice, last)
    if voice.first:
        known = {(f.who, f.what) for f in facts}
        facts += [
            Fact(who, "name", name, sentence)
            for who, name in names_by_the_way(usual(sentence))
            if (who, "name") not in known
        ]
    return [f for f in facts if is_valid(f)], last


def _read(text: str, sentence: str, voice: Voice, last: str | None):
    text = re.sub(r"[「“\"][^」”\"]*[我你他她][^」”\"]*[」”\"]", "", text)
    for pattern, apart in _RUN_ON:
        text = pattern.sub(apart, text)
    found = _paired(text.strip(" 。.!~"), sentence, voice, last)
    if found is not None:
        return found
    parts = [p for p in _segment.split(text) if p and p.strip()]
    listed = _introduction(parts, voice, sentence)
    if listed:
        return listed, last
    reading = _Reading(sentence, voice, last)
    for part in parts:
        if re.match(_HYPOTHESIS, strip_opening(part)):
            break
        reading.take(part)
    return reading.facts, reading.last


class _Reading:
    """One sentence, read clause by clause."""

    def __init__(self, said: str, voice: Voice, last: str | None) -> None:
        self.said, self.voice, self.last = said, voice, last
        # Who wrote the sentence, while somebody else's words are read.
        self.speaker = voice
        self.facts: list[Fact] = []
        # Of whom the clause before was, and whom it brought up.
        self.subject: str | None = None
        self.had: str | None = None
        # Whether a clause said "wrong", and the thing it named.
        self.wrong, self.hint = False, ""

    def take(self, part: str) -> None:
        """Read one clause."""
        if is_joke(part):
            joke = Fact(USER, "joke", "", self.said)
            self.facts = [] if self.facts else [joke]
            return
        segment = _TRUSTED.sub("", strip_opening(part))
        if is_mistake(part) or not segment or is_mistake(segment):
            self.wrong = self.wrong or is_mistake(part) or bool(segment)
            return
        if self.voice.first and self._corrects(segment, part):
            return
        segment = self._own_words(segment)
        segment = re.sub(
            rf"^(?:另外?|还有)?(?=一[只条个位名头匹](?:{BEINGS_PATTERN})"
            r"(?:名字?)?叫)", "有", segment)  # fmt: skip
        segment = _WHEN.sub("", segment)
        if segment and not self._another_name(segment):
            self._tells(segment)

    def _corrects(self, segment: str, part: str) -> bool:
        """Whether the clause puts something right, or says it will."""
        bare = re.match("[又再就]?改(?:成|到|为|在)了?(.{1,10})$", segment)
        if bare and not self.facts:
            self.facts.append(self._correction(tidy(bare[1])))
            self.wrong, self.hint = False, ""
            return True
        announced = _announced.match(segment)
        if announced:
            front = announced["thing"] or announced["front"]
            hint = strip_opening(front + (announced["back"] or ""))
            hint = re.sub(r"^(?:[我他她]们?)?的?", "", hint)
            self.wrong, self.hint = True, hint
            return True
        right = re.match("(?:现在|应该|其实|已经)*是(.{1,14})$", segment)
        if right and not self.facts and (self.wrong or _TRULY.match(part)):
            value = tidy(right[1])
            told = be_facts(USER, value, self.said, False)
            if self.hint or all(f.what in ("is", "name") for f in told):
                told = [self._correction(value)]
            self.facts += told
            self.wrong, self.hint = False, ""
            return True
        short = len(segment) <= 8 and not re.match(
            r"[我他她是叫住搬]|.{1,4}[是叫住]|改|现在|.*不变", segment
        )
        if self.wrong and short and not (self.facts and self.hint):
            value = tidy(segment)
            self.facts[-1:] = [
                replace(self.facts[-1], value=value, said=self.said)
                if self.facts
                else self._correction(value)
            ]
            self.wrong, self.hint = False, ""
            return True
        if re.match("他|她|今天|明天|现在", segment):
            return False
        moved = changed(segment, self.said) or appointment(segment, self.said)
        self.facts += moved
        return bool(moved)

    def _correction(self, value: str) -> Fact:
        what = f"correction:{self.hint}" if self.hint else "correction"
        return Fact(USER, what, value, self.said)

    def _own_words(self, segment: str) -> str:
        """The clause, or what somebody said of himself in it."""
        if self.voice != self.speaker and segment.startswith("我"):
            # After what somebody else said, "I" is the speaker again.
            self.voice, self.subject = self.speaker, None
        report = _REPORT.match(segment)
        if report and not re.match(
            r".*(?:会|能|可以|喜欢|爱)$", report["who"]
        ):
            segment, self.voice, self.last, self.subject = _reported(
                report, self.voice, self.last, self.subject
            )
            if not report["rest"]:
                self.speaker = self.voice
        return segment

    def _another_name(self, segment: str) -> bool:
        """ "One is called Tom" after "I have two cats"."""
        each = re.match(
            r"(?:另外?|还有)?一[只条个位名](?:名字)?(?:名)?叫(.+)$", segment
        )
        if not (self.had and each):
            return False
        told = [f for f in self.facts if (f.who, f.what) == (self.had, "name")]
        self.facts = [f for f in self.facts if f not in told]
        names = "、".join([*(f.value for f in told), tidy(each[1])])
        self.facts.append(Fact(self.had, "name", names, self.said))
        return True

    def _tells(self, segment: str) -> None:
        """Any other clause: who it is about, and what it says of them."""
        voice = self.voice
        who, thing, rest, names, explicit = subject_of(
            segment, voice, self.last
        )
        if who is None and explicit:
            return
        called = _CALLED.match(segment)
        if called:
            own = who in (None, voice.first, ASSISTANT)
            name = re.sub(
                r"(?:就行|就好|就可以|即可|都行|就成)$", "", tidy(called[2])
            )
            refused = re.search("(?:别|不要|不许|不准|少)[^我]*$", called[1])
            if voice.first and not refused and (own or is_name(name)):
                self.facts.append(
                    Fact(voice.first, "nickname", name, self.said)
                )
            return
        if who is None:
            who = self._meant(rest) or voice.first
        if who is None:
            return
        self.facts += [Fact(who, "name", name, self.said) for name in names]
        new = predicate_facts(who, thing, rest, self.said)
        if not explicit and self.subject is None:
            # 今天天气真好 has no subject and tells nothing of the user.
            new = [f for f in new if f.what not in ("do", "is")]
        if not explicit and self.had in w.PETS and not facts_are_self(rest):
            # 我有只猫,可胖了: not said of the user.
            new = [f for f in new if f.what not in ("do", "is")]
        if not new or new[-1].what in ("do", "past:do"):
            # 以前养过一只乌龟,叫慢慢: of the pet that was brought up.
            self.had = _brought_up(rest) or self.had
        self.facts += new
        self.wrong = self.wrong and not new
        if explicit:
            self.had = _brought_up(rest)
            self.subject = who
        self.subject = self.subject or who
        others = [f.who for f in new if f.who not in (USER, ASSISTANT, who)]
        if others and new[-1].who == others[-1]:
            self.had = self.last = others[-1]
        elif who not in (USER, ASSISTANT):
            self.last = who

    def _meant(self, rest: str) -> str | None:
        """Of whom a clause without a subject is."""
        own = re.match(
            rf"(?:名字)?叫|名叫|[起取]名|(?:今年)?(?:已经)?{NUMBER}个?[岁月]|"
            r"是[公母]的",
            rest,
        )
        if self.had and (
            own or not (self.had in w.PETS or facts_are_self(rest))
        ):
            return self.had
        return self.subject


_brings_up = re.compile(
    rf"(?:有|养|买|捡|收养|领养)(?:了|着|过)*{MEASURE}[{HAN}]{{0,4}}?"
    rf"({BEINGS_PATTERN})$"
)


def _brought_up(rest: str) -> str | None:
    """The pet or relation that a clause ends with: 养过一只乌龟."""
    found = _brings_up.search(tidy(rest))
    return w.BEINGS[found[1]] if found else None


def unread(sentence: str, facts: Iterable[Fact]) -> str:
    """What of a sentence no fact holds, function words left out."""
    words = [BEINGS_PATTERN, w.ADVERBS, w.TIMES]
    words += [re.escape(v) for f in facts for v in f.value.split("、") if v]
    text = re.sub("|".join(words), "", usual(sentence))
    return re.sub(
        r"过敏|喜欢|工作|名字|今年|现在|[\W我你他她它的了是在叫有住养岁和个只"
        r"条对会很]",
        "",
        text,
    )


def _introduction(parts: list[str], voice: Voice, said: str) -> list[Fact]:
    """李娜,31岁,建筑师,大连人: a list without verbs."""
    if len(parts) < 2 or not voice.first:
        return []
    first = strip_opening(parts[0])
    if not is_name(first):
        return []
    facts = [Fact(voice.first, "name", first, said)]
    for part in parts[1:]:
        part = tidy(part)
        if re.search("[我是叫住]", part):
            return []
        age = re.fullmatch(rf"({NUMBER})岁", part)
        if age:
            number = str(chinese_number(age[1]))
            facts.append(Fact(voice.first, "age", number, said))
        elif is_occupation(part):
            facts.append(Fact(voice.first, "job", part, said))
        elif part.endswith("人") and part[:-1] in w.PLACES:
            facts.append(
                Fact(
                    voice.first,
                    "origin",
                    part[:-1],
                    said,
                    predicate=f"是{part}",
                )
            )
        elif part in w.PLACES:
            facts.append(Fact(voice.first, "home", part, said))
    return facts if len(facts) > 1 else []


def facts_are_self(rest: str) -> bool:
    """A clause after "I have a sister," that is likely about oneself."""
    return bool(re.match(r"(?:有|养|我|还|没|不|也)", rest))


def _reported(report, voice, last, subject):
    """Who said it, and what is left to read: only what he said of himself."""
    who, _, rest, _, explicit = subject_of(report["who"], voice, last)
    body = report["rest"]
    if who == USER and explicit and not rest:
        return body, voice, last, subject
    nobody = Voice(None, None)
    if who is None or who in (USER, ASSISTANT):
        return "", nobody, None, None
    return body, nobody, who, who


def _paired(text: str, said: str, voice: Voice, last: str | None):
    """ "不是小明,是小红": the old value out, the new one in; or None."""
    if not voice.first:
        return None
    found = pair(text)
    if not found:
        return None
    front, verb, old, new = found
    before, _, subject = front.rpartition(",")
    subject = strip_opening(subject) if subject else ""
    if is_mistake(subject) or is_mistake(before + subject):
        subject = ""
    facts: list[Fact] = []
    if subject:
        link = verb.removeprefix("不")
        for value, negated in ((old, True), (new, False)):
            deed = re.match(r"对|在|住|喜欢|爱|会|养|有|做|去|来自", value)
            clause = subject + ("" if deed else link) + value
            told, last = read_chinese(clause, voice, last)
            facts += [replace(f, said=said, negated=negated) for f in told]
    if not subject or all(f.what in ("is", "do") for f in facts):
        facts = [Fact(USER, "correction", new, said, predicate=old)]
    if before and not is_mistake(before):
        told, last = read_chinese(before, voice, last)
        facts = told + facts
    return facts, last
