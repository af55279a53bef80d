"""Chinese clauses with 是, 叫 and 有, as facts."""

import re

from helpers.offline.chinese import words as w
from helpers.offline.chinese.values import (
    BEINGS_PATTERN,
    HAN,
    MEASURE,
    NUMBER,
    being_of,
    chinese_number,
    is_name,
    is_occupation,
    tidy,
)
from helpers.offline.facts import ASSISTANT, USER, Fact


def job_facts(who, value, said, negated) -> list[Fact]:
    value = re.sub(rf"^{MEASURE}", "", tidy(value))
    value = re.sub(rf"^了?{NUMBER}(?:多)?(?:年|个月)(?:的)?", "", value)
    value = re.sub(r"(?:的工作|这份工作|的活儿?)$", "", value)
    value = re.sub(r"^转?(?:当|做|干|成)了?(?=..)", "", value)
    return [Fact(who, "job", value, said, negated)] if value else []


def name_facts(who, value, said, negated) -> list[Fact]:
    value = tidy(value).strip("《》")
    value = re.sub(r"^(?:做|作|是)", "", value)
    if not value or len(value) > 24 or re.search(w.WH, value):
        return []
    if re.match(r"[\u4e00-\u9fff]", value) and len(value) > 8:
        return []
    if re.match(r"(?:我|你|他|她|人|外卖|车)", value) and len(value) != 2:
        return []
    return [Fact(who, "name", value, said, negated)]


def be_facts(who, value, said, negated) -> list[Fact]:
    """What follows 是: a name, a profession, a place, a quality."""
    switch = re.match(r"(.+?)(?:而是|,是)(.+)$", value)
    if negated and switch:
        return be_facts(who, switch[1], said, True) + be_facts(
            who, switch[2], said, False
        )
    value = tidy(value)
    bare = re.sub(rf"^{MEASURE}", "", value) or value
    value = re.sub("^(?:当|做)(?=..)", "", value)
    bare = re.sub("^(?:当|做)(?=..)", "", bare)
    if not value or re.search(w.WH, value):
        return []
    named = re.match(
        rf"我的?(?P<noun>{BEINGS_PATTERN})?的?(?:名字|大名)$", value
    )
    if named and who not in (USER, ASSISTANT) and not negated:
        owner = w.BEINGS.get(named["noun"] or "", USER)
        return [Fact(owner, "name", who, said)]
    relation = re.match(rf"我的?(?:最好的)?({BEINGS_PATTERN})$", value)
    if relation and who not in (USER, ASSISTANT) and not negated:
        return [Fact(w.BEINGS[relation[1]], "name", who, said)]
    born = re.match(r"(.+?)出生的?$", value)
    if born:
        what = "birthday" if re.search(r"\d|年|月", born[1]) else "origin"
        return [Fact(who, what, born[1].removeprefix("在"), said, negated)]
    age = re.match(rf"({NUMBER})岁", value)
    if age:
        number = str(chinese_number(age[1]))
        return [Fact(who, "age", number, said, negated)]
    at = re.match(r"(?:来自)?(.{2,16}?)的(?:一[名个位])?(.+)$", value)
    if at and is_occupation(at[2]):
        facts = [Fact(who, "job", at[2], said, negated)]
        if re.search("学生|研究生|本科生|博士生|硕士生", at[2]):
            facts.append(Fact(who, "my:学校", at[1], said, negated))
        elif re.search(
            r"公司|大学|医院|学校|银行|集团|中学|小学|厂|局|院$", at[1]
        ):
            facts.append(Fact(who, "employer", at[1], said, negated))
        return facts
    origin = re.match(r"(?:来自|土生土长的)?(.{1,8}?)(?:人|的)$", value)
    if (
        origin
        and value.endswith("人")
        and (bare == value or bare[:-1] in w.PLACES)
        and not is_occupation(value)
        and not re.search(r"[男女好坏老年大病盲聋主证本]$", origin[1])
    ):
        return [Fact(who, "origin", bare[:-1], said, negated, f"是{bare}")]
    if value.endswith("的") and (
        value[:-1] in w.PLACES or re.search(r"[省市县]的$", value)
    ):
        return [Fact(who, "origin", value[:-1], said, negated)]
    from_place = re.match(r"(?:来自|从)(.+?)(?:来)?的?$", value)
    if from_place:
        return [Fact(who, "origin", from_place[1], said, negated)]
    doing = re.match(r"(?:做|干|搞|从事)(.+?)(?:工作)?的$", value)
    if doing:
        return [Fact(who, "job", doing[1], said, negated)]
    if is_occupation(bare):
        return [Fact(who, "job", bare, said, negated)]
    if bare == value and is_name(value):
        return [Fact(who, "name", value, said, negated)]
    for size in (2, 3):
        job, name = value[:-size], value[-size:]
        if is_occupation(job) and is_name(name):
            return [
                Fact(who, "job", job, said, negated),
                Fact(who, "name", name, said, negated),
            ]
    if who not in (USER, ASSISTANT) and who in w.PETS and negated is False:
        return [Fact(who, "is", value, said, negated, f"是{value}")]
    mark = "不是" if negated else "是"
    return [Fact(who, "is", value, said, negated, mark + value)]


def has_facts(who, value, said, negated) -> list[Fact]:
    """ "一只叫咪咪的猫", "一个妹妹叫小红", "两只猫"."""
    value = tidy(value)
    if not value or re.match(r"(?:个问题|问题|空|事|人|一个问题|什么)", value):
        return []
    facts = [Fact(who, "have", value, said, negated)]
    if negated:
        return facts
    inner = re.match(
        rf"(?P<count>{MEASURE})(?:(?:名)?叫(?:做)?(?P<before>.+?)的)?"
        rf"(?P<adjective>[{HAN}\d]{{0,6}}?)(?P<noun>{BEINGS_PATTERN})"
        rf"(?:(?:名字)?(?:名叫|叫做|叫|名字是)(?P<after>.+))?$",
        value,
    )
    if inner:
        being = being_of(who, w.BEINGS[inner["noun"]])
        name = inner["before"] or inner["after"]
        if name:
            facts[0] = Fact(
                who,
                "have",
                inner["count"] + (inner["adjective"] or "") + inner["noun"],
                said,
            )
            facts.append(Fact(being, "name", tidy(name), said))
        else:
            facts.append(Fact(being, "known", inner["noun"], said))
        age = re.search(rf"({NUMBER})岁", value)
        if age:
            number = str(chinese_number(age[1]))
            facts.append(Fact(being, "age", number, said))
    return facts
