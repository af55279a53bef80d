"""Facts said back in Chinese."""

import re

from helpers.offline.chinese import words as w
from helpers.offline.facts import USER, Ask, Fact

NO_SOURCE = "我能看到的消息里没有提到。"


def subject(who: str, third: bool = False) -> str:
    """你, 你妹妹, 小红; for a summary 用户."""
    if who == USER:
        return "用户" if third else "你"
    if "'s " in who:
        owner, noun = who.rsplit("'s ", 1)
        return f"{subject(owner, third)}的{_being(noun)}"
    if who in w.NAMES_OF_BEINGS:
        noun = _being(who)
        link = "的" if who in w.PETS or third else ""
        return f"{'用户' if third else '你'}{link}{noun}"
    relation, _, name = who.rpartition(" ")
    if relation in w.NAMES_OF_BEINGS:
        return subject(relation, third) + name
    return who


def _being(key: str) -> str:
    return w.NAMES_OF_BEINGS.get(key, key)


def say(facts: list[Fact], third: bool = False) -> str:
    """Facts about one attribute of one person, as one sentence."""
    fact = facts[0]
    what, negated = fact.what, fact.negated
    you = subject(fact.who, third)
    values = "、".join(dict.fromkeys(_value(f) for f in facts))
    no = "不" if negated else ""
    if what == "name":
        text = f"{you}{no}叫{values}"
    elif what == "nickname":
        text = (
            f"{you}让我叫你{values}" if not third else f"{you}的昵称是{values}"
        )
    elif what == "surname":
        text = f"{you}{no}姓{values}"
    elif what == "age":
        values = re.sub(r"\s*months?", "个月", values)
        text = f"{you}{'不是' if negated else ''}{values}" + (
            "" if values.endswith(("个月", "岁")) else "岁"
        )
    elif what == "job":
        text = f"{you}的职业{no}是{values}"
    elif what == "employer":
        text = f"{you}{no}在{values}工作"
    elif what == "home":
        text = f"{you}{no}住在{values}"
    elif what == "place":
        text = f"{you}在{values}"
    elif what == "origin":
        text = f"{you}{no}是{values}人" if fact.predicate else (
            f"{you}{'不' if negated else ''}来自{values}"
        )  # fmt: skip
    elif what == "birthday":
        text = f"{you}的生日{no}是{values}"
    elif what in ("like", "dislike"):
        doubt = (what == "dislike") != negated
        text = f"{you}{'不' if doubt else ''}喜欢{values}"
    elif what == "hobby":
        text = f"{you}的爱好是{values}"
    elif what == "language":
        text = f"{you}{no}会说{values}"
    elif what == "allergy":
        text = f"{you}对{values}{no}过敏"
    elif what == "have":
        text = f"{you}{'没' if negated else ''}有{values}"
    elif what == "known":
        return ""
    elif what == "note":
        text = f"{you}{'要求' if third else '让我'}记住:{values}"
    elif what.startswith("favourite "):
        noun = _noun(what.removeprefix("favourite "))
        text = f"{you}最喜欢的{noun}是{values}"
    elif what.startswith("my:"):
        text = f"{you}的{what.removeprefix('my:')}{no}是{values}"
        if fact.predicate:
            text = f"{you}说过:“{fact.said}”"
    elif not re.search("[\u4e00-\u9fff]", fact.predicate or fact.value):
        text = f"{you}说过:“{fact.said}”"
    else:
        clauses = [_turned(f.predicate or f.value) for f in facts]
        text = you + ("、".join(clauses) if not third else ",".join(clauses))
    return text + ("" if text[-1] in "。!?”" else "。")


def _noun(noun: str) -> str:
    return w.NOUNS_IN_CHINESE.get(noun, noun)


def _value(fact: Fact) -> str:
    return _turned(fact.value)


def _turned(text: str) -> str:
    return re.sub("我们|我", "你", text)


def unknown(ask: Ask) -> str:
    """我不知道你的名字。…"""
    you, what = subject(ask.who), ask.what[0]
    if ask.who == "?":
        return f"我不知道是谁。{NO_SOURCE}"
    if ask.kind == "person" and ask.who != USER:
        return f"我不知道{you}是谁。{NO_SOURCE}"
    if ask.kind == "yesno":
        return f"我不知道是不是这样。{NO_SOURCE}"
    thing = {
        "name": f"{you}的名字",
        "nickname": f"{you}的名字",
        "surname": f"{you}姓什么",
        "age": f"{you}的年龄",
        "job": f"{you}的职业",
        "employer": f"{you}在哪里工作",
        "home": f"{you}住在哪里",
        "place": f"{you}在哪里",
        "origin": f"{you}来自哪里",
        "birthday": f"{you}的生日",
        "like": f"{you}喜欢什么",
        "hobby": f"{you}的爱好",
        "dislike": f"{you}不喜欢什么",
        "language": f"{you}会说什么语言",
        "allergy": f"{you}对什么过敏",
        "have": f"{you}有什么{ask.noun}",
    }.get(what)
    if what == "have" and ask.kind == "count":
        thing = f"{you}有多少{ask.noun}"
    if what.startswith("favourite "):
        thing = f"{you}最喜欢的{_noun(what.removeprefix('favourite '))}"
    elif what.startswith("my:"):
        thing = f"{you}的{what.removeprefix('my:')}"
    return f"我不知道{thing or '这件事'}。{NO_SOURCE}"
