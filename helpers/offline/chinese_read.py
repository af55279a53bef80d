"""Chinese sentences that tell something, as facts."""

import re
from dataclasses import replace

from helpers.offline import chinese_words as w
from helpers.offline.chinese_predicate import predicate_facts
from helpers.offline.chinese_subject import strip_opening, subject_of
from helpers.offline.chinese_values import (
    HAN,
    NUMBER,
    chinese_number,
    is_name,
    is_occupation,
    tidy,
)
from helpers.offline.facts import ASSISTANT, USER, Fact
from helpers.offline.voice import Voice

_segment = re.compile(r"[,,。!!??;;\n::]+|(?<=[\u4e00-\u9fff])\s+")


_mistake = re.compile(
    r"(?:我|刚才|刚刚|刚|之前|上面|哦|啊|哎呀|哎|噢|呃|额|等等|抱歉|不好意思)*(?:不|不对|不是|说错了|错了|更正|口误|写错了|打错了|写反了)(?:了|啦)?$"
)


def read_chinese(
    sentence: str, voice: Voice, last: str | None
) -> tuple[list[Fact], str | None]:
    """The facts of one sentence, and whom 他/她/它 means after it."""
    facts: list[Fact] = []
    subject: str | None = None
    had: str | None = None
    text = re.sub(r"[「“\"][^」”\"]*[我你他她][^」”\"]*[」”\"]", "", sentence)
    text = re.sub(
        r"(叫[^,,。今住来现]{1,4})(?=今年|现在|来自|住在)", r"\1,", text
    )
    found = _pair_corrected(text.strip(), sentence)
    if found:
        return found, last
    wrong = False
    parts = [p for p in _segment.split(text) if p and p.strip()]
    listed = _introduction(parts, voice, sentence)
    if listed:
        return listed, last
    for part in parts:
        if _mistake.match(part.strip()):
            wrong = True
            continue
        segment = strip_opening(part)
        if not segment:
            continue
        right = re.match("(?:应该)?是(.{1,8})$", segment)
        if wrong and not facts and right:
            facts.append(Fact(USER, "correction", tidy(right[1]), sentence))
            continue
        if (
            wrong
            and facts
            and len(segment) <= 6
            and not re.match("[我他她是叫]", segment)
        ):
            facts[-1] = replace(facts[-1], value=tidy(segment), said=sentence)
            wrong = False
            continue
        if re.match(
            r"(?:如果|要是|假如|假设|假使|若是|万一|希望|但愿|假装|想象|想像|扮演)",
            segment,
        ):
            break
        report = re.match(
            rf"(?P<who>.*?)(?:说过|说|告诉我|认为|觉得|以为|声称|听说)(?!话|中|英|法|德|"
            rf"日|韩|俄|西|粤|普|汉|[{HAN}]+[语话文])(?P<rest>.*)$",
            segment,
        )
        if report and not re.match(
            r".*(?:会|能|可以|喜欢|爱)$", report["who"]
        ):
            segment, voice, last, subject = _reported(
                report, voice, last, subject
            )
            if not segment:
                continue
        found = _correction(segment, sentence)
        if found:
            facts += found
            continue
        each = re.match(
            r"(?:另外?|还有)?一[只个条位名](?:名字)?(?:名)?叫(.+)$", segment
        )
        if had and each:
            told = [f for f in facts if f.who == had and f.what == "name"]
            facts = [f for f in facts if f not in told]
            names = "、".join([*(f.value for f in told), tidy(each[1])])
            facts.append(Fact(had, "name", names, sentence))
            continue
        who, thing, rest, names, explicit = subject_of(segment, voice, last)
        if who is None and explicit:
            continue
        called = re.match(
            r"(?:.{0,8}?)(?:叫|喊|称呼)我(?:做|为)?(?!什么|啥|怎么|去|来|起|别|不)(.{1,8})$",
            segment,
        )
        if called and voice.first and who in (None, voice.first, ASSISTANT):
            name = re.sub(
                r"(?:就行|就好|就可以|即可|都行|就成)$", "", tidy(called[1])
            )
            facts.append(Fact(voice.first, "nickname", name, sentence))
            continue
        if called:
            continue
        if who is None:
            who = subject or (voice.first if not facts else None)
            if (
                had
                and re.match(
                    r"(?:名字)?叫|名叫|(?:今年)?(?:已经)?\d+个?[岁月]|是[公母]的",
                    rest,
                )
            ) or (had and had not in w.PETS and not facts_are_self(rest)):
                who = had
        if who is None:
            who = voice.first
        if who is None:
            continue
        facts += [Fact(who, "name", name, sentence) for name in names]
        new = predicate_facts(who, thing, rest, sentence)
        if not explicit and subject is None:
            # 今天天气真好 has no subject and tells nothing of the user.
            new = [f for f in new if f.what not in ("do", "is")]
        facts += new
        if explicit:
            had = None
            subject = who
        subject = subject or who
        others = [f.who for f in new if f.who not in (USER, ASSISTANT, who)]
        if others:
            had = last = others[-1]
        elif who not in (USER, ASSISTANT):
            last = who
    return facts, last


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


def _pair_corrected(text: str, said: str) -> list[Fact]:
    """ "不是小明,是小红" and "是小红,不是小明", without a subject."""
    for pattern in (
        r"(?:是)?不(?:是|叫)(?P<old>[^,而]{1,10})(?:,\s*(?:而)?是|,\s*叫|而是)"
        r"(?P<new>[^,]{1,10})$",
        r"是(?P<new>[^,]{1,10}),\s*(?:而)?不是(?P<old>[^,]{1,10})$",
    ):
        found = re.match(pattern, strip_opening(text).rstrip("。.!~"))
        if found:
            old, new = tidy(found["old"]), tidy(found["new"])
            return [Fact(USER, "correction", new, said, predicate=old)]
    return []


def _correction(segment: str, said: str) -> list[Fact]:
    """ "不是小明,是小红": the old value, then the new one."""
    found = re.match(r"(?:应该|应当|我是说|我的意思是)(?:是|叫)(.+)$", segment)
    if found and len(found[1]) <= 8:
        return [Fact(USER, "correction", tidy(found[1]), said)]
    return []
