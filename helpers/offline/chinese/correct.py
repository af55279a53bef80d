"""Chinese corrections: what a later sentence puts in place of an earlier."""

import re
from dataclasses import replace

from helpers.offline.chinese.be import be_facts
from helpers.offline.chinese.values import (
    HAN,
    attribute_of,
    is_name,
    is_place,
    is_valid,
    tidy,
)
from helpers.offline.chinese.words import ATTRIBUTE_OF, BEINGS, PETS
from helpers.offline.facts import USER, Fact, Knowledge, is_single

_mistake = re.compile(
    r"(?:我|刚才|刚刚|刚|之前|前面|上面|哦|啊|哎呀|哎|噢|呃|额|等等|等下|抱歉|"
    r"不好意思|又|好像|记|说|写|打|讲|搞|弄|口|全)*"
    r"(?:不|不对|不是|错|反|误|更正|纠正|改|混|岔|顺嘴|秃噜嘴|手滑)"
    r"(?:一下|了|啦|一点|下|吧|哈)*$|"
    r"(?:抱歉|不好意思|对不起|口误|手误|哎呀|等等|等下|啊|哦|嗯)+$"
)
_joke = re.compile(
    r"(?:哈|嘿|嘻|我|是|其实|刚才|刚刚|刚|都|跟|和|那|这|只|就|纯属|纯|在|的)*"
    r"(?:开(?:个)?(?:玩笑|你?的?玩笑)|逗你|骗你|闹着玩|瞎说|胡说|乱说|吹牛|"
    r"说着玩|扯淡|瞎编|瞎扯)(?:的|玩|呢|啦|了|你|儿|啊|吧|哈)*$"
)
_MOVED = (
    r"(?:改期|改|换|挪|推迟|延期|延后|推后|推|提前|调整|调|变更|变|更新|升级)"
    r"(?:到|成|为|作|至|在|回)了?"
)
_changed = re.compile(
    rf"(?:把|将)?(?P<thing>[{HAN}A-Za-z]{{0,10}}?)(?:临时|又|已经|刚|都|要|得|"
    rf"被|"
    rf"一下|也|就|现在)*{_MOVED}(?P<new>.{{1,14}})$"
)
_pairs = [
    re.compile(pattern)
    for pattern in (
        r"(?P<front>.*?)(?P<verb>不是|不叫|不姓|"
        r"不住)(?P<old>[^,]{1,12}?)(?:,\s*"
        r"(?:而是|是|叫|姓|住)|而是|而叫|(?<=.)是|"
        r"(?<=.)叫)(?P<new>[^,]{1,12})(?=,|$)",
        r"(?P<front>.*?)(?P<verb>是|叫)(?P<new>[^,]{1,12}),\s*(?:而|"
        r"可)?不(?:是|叫)"
        r"(?P<old>[^,]{1,12})(?=,|$)",
    )
]
_day = (
    r"(?:今天|明天|后天|大后天|(?:这|下|本|上)?(?:个)?(?:周|星期|"
    r"礼拜)[一二三四五六日天末]"
    r"|(?:\d{1,2}|[一二三四五六七八九十]{1,3})月(?:(?:\d{1,2}|"
    r"[一二三四五六七八九十]{1,3})"
    r"[号日])?|(?:\d{1,2}|[一二三四五六七八九十]{1,3})[号日])"
)
_hour = (
    r"(?:(?:凌晨|早上|上午|中午|下午|傍晚|晚上|晚)?(?:\d{1,2}|"
    r"[一二两三四五六七八九十]{1,3})"
    r"(?:点半?|点\d{1,2}分?|:\d\d)(?:钟|整|"
    r"[一二三四五]?十?[一二三四五]?[分刻])?)"
)
# Spans of one kind: a later one takes the place of an earlier.
_KINDS = [
    re.compile(rf"{_day}的?{_hour}|{_day}|{_hour}"),
    re.compile(
        r"\d[\d,. -]*\d|\d|[零一二两三四五六七八九十百千万]+(?=个|块|元|岁|"
        r"年级|口|层|楼|人)"
    ),
]


def appointment(segment: str, said: str) -> list[Fact]:
    """牙医预约在10号: a thing, and when it is."""
    found = re.match(
        rf"(?:我们?的?)?(?P<thing>[{HAN}A-Za-z]{{2,8}}?)(?:就|定|约|"
        rf"安排)*(?:在|是|:)"
        rf"(?P<when>(?:{_KINDS[0].pattern}).{{0,4}})$",
        segment,
    )  # fmt: skip
    if not found or found["thing"] in ATTRIBUTE_OF:
        return []
    thing = found["thing"].removesuffix("时间").removesuffix("的")
    return [Fact(USER, "my:" + thing, tidy(found["when"]), said)]


def is_mistake(part: str) -> bool:
    """Whether a clause only says that what came before was wrong."""
    return bool(_mistake.match(part.strip(" 。.!~")))


def is_joke(part: str) -> bool:
    """Whether a clause withdraws what came before as a joke."""
    return bool(_joke.match(part.strip(" 。.!~")))


def changed(segment: str, said: str) -> list[Fact]:
    """会议改到周四, 把密码换成1379: the thing, and its new value."""
    found = _changed.match(segment)
    if not found:
        return []
    new = tidy(re.sub(r"^了", "", found["new"]))
    thing = re.sub(
        r"^(?:我们的?|我的?|这个|那个|的)|(?:的)?(?:时间|日期)$",
        "", found["thing"])  # fmt: skip
    what = "correction:" + re.sub(r"(?:.*(?:说|通知))|的$", "", thing)
    return [Fact(USER, what, new, said)] if new else []


def pair(text: str) -> tuple[str, str, str, str] | None:
    """ "不是A,是B": what stands before, the verb, the old and the new."""
    for pattern in _pairs:
        found = pattern.match(text)
        if found and not re.search(r"是不是|什么|[?谁哪]", found[0]):
            old, new = tidy(found["old"]), tidy(found["new"])
            if old and new and not re.match(r"我|因为|为了", new):
                return found["front"], found["verb"], old, new
    return None


def put_right(new: Fact, told: list[Fact]) -> tuple[Fact, Fact] | None:
    """The fact a correction changes, and what it is after that.

    The old value decides where it was said; otherwise the thing named, and
    then whether the new value is of the same kind as the told one.
    """
    thing = new.what.partition(":")[2]
    best: tuple[int, int, Fact] | None = None
    for at, fact in enumerate(told):
        score = _fits(new, thing, fact)
        if not score and not thing and not new.predicate:
            # The last thing told may be meant, where no kind speaks against.
            last = fact == told[-1] and is_single(fact.what)
            score = 1 * (
                last and "" in (_kind(new.value), _kind_of_fact(fact))
            )
        if score and (best is None or (score, at) > best[:2]):
            best = score, at, fact
    if best is None:
        return None
    fact = best[2]
    right = replace(
        fact, value=_replaced(fact, new), said=new.said, predicate="",
        negated=False,
    )  # fmt: skip
    return (fact, right) if is_valid(right) else None


def of_named(fact: Fact, knowledge: Knowledge) -> list[Fact]:
    """团子是猫: told of the one with that name, where it is known."""
    name = fact.what.removeprefix("my:")
    if name == fact.what or not re.match(f"[{HAN}]", name):
        return [fact]
    who = knowledge.key(name)
    if who == name:
        return [fact]
    kind = BEINGS.get(re.sub(r"^[一这那]?[只条个头匹]", "", fact.value))
    if kind in PETS and kind != who and not fact.negated:
        for old in knowledge.find(who, "name"):
            knowledge.remove(old)
        return [Fact(kind, "name", name, fact.said)]
    clause = "是" + fact.value
    return be_facts(who, fact.value, fact.said, fact.negated) or [
        Fact(who, "is", fact.value, fact.said, fact.negated, clause)
    ]


def _fits(new: Fact, thing: str, fact: Fact) -> int:
    if fact.negated or fact.what == "known":
        return 0
    text = f"{fact.what} {fact.value}"
    if new.predicate:
        return 4 if new.predicate in text else 0
    score = 0
    nouns = (attribute_of(thing), attribute_of("最喜欢的" + thing))
    if thing and fact.what in nouns:
        score = 6
    elif thing:
        named = f"{text} {fact.said}"
        pairs = {thing[i : i + 2] for i in range(len(thing) - 1)} or {thing}
        score = 3 * any(p in named for p in pairs)
        if not score:
            short = {c for c in thing if c in fact.value or c in fact.what}
            score = 1 * bool(short)
    kind, was = _kind(new.value), _kind_of_fact(fact)
    free = fact.what.startswith(("favourite ", "my:")) and kind == "name"
    return score + (kind == was != "" or free)


def _kind(value: str) -> str:
    for number, kind in enumerate(_KINDS):
        found = kind.match(value)
        if found and len(found[0]) >= len(value) - 3:
            return f"span {number}"
    if is_place(value):
        return "home"
    return "name" if is_name(value) else ""


def _kind_of_fact(fact: Fact) -> str:
    if fact.what in ("home", "name"):
        return fact.what
    for number, kind in enumerate(_KINDS):
        if kind.search(fact.value):
            return f"span {number}"
    return ""


def _replaced(fact: Fact, new: Fact) -> str:
    if new.predicate:
        return fact.value.replace(new.predicate, new.value)
    kind = _kind(new.value)
    if kind.startswith("span"):
        span = _KINDS[int(kind[-1])]
        if span.search(fact.value):
            return span.sub(lambda _: new.value, fact.value, count=1)
    return new.value
