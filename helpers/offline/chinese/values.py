"""Chinese values: attributes, lists, names, professions, numbers."""

import re

from helpers.offline.chinese import words as w
from helpers.offline.facts import ASSISTANT, SEVERAL, USER, Fact, each

HAN = "\u4e00-\u9fff"


LATIN_NAME = r"[A-Z][A-Za-z.'-]*(?: [A-Z][A-Za-z.'-]*)*"


BEINGS_PATTERN = "|".join(sorted(w.BEINGS, key=len, reverse=True))


NUMBER = r"(?:\d+|[零一二三四五六七八九十百两]+)"


MEASURE = (
    rf"(?:(?:{NUMBER}|几)?"
    r"(?:名|个|位|只|条|匹|头|对|辆|台|套|间|种|份|家|本|把|架))?"
)


_spoken = re.compile("|".join(sorted(w.SPOKEN, key=len, reverse=True)))


def usual(text: str) -> str:
    """A text with the usual words for slang and common mistypings."""
    text = _spoken.sub(lambda m: w.SPOKEN[m[0]], text)
    return re.sub(rf"再(?={'|'.join(sorted(w.PLACES))})", "在", text)


_end = re.compile(
    r"(?:了吗|了|呢|啊|哦|呀|吧|哈|啦|噢|喔|哟|嘛|这件事|这一点|的样子|谢谢)+$"
)


_cut = re.compile(r"(?:所以|但是|不过|因为|而且|然后|可是|如果|谢谢).*$")


_and = re.compile(
    r"、|以及|还有|和(?![平服谐尚风气善])|与(?!众)|及(?!时|格)|,"
)


def being_of(owner: str, noun: str) -> str:
    """Whose relation: the user's own ones need no owner."""
    return noun if owner in (USER, ASSISTANT) else f"{owner}'s {noun}"


def attribute_of(thing: str) -> str:
    """The attribute a noun names; 'my:…' for any other thing."""
    thing = thing.strip("的")
    if thing in w.ATTRIBUTE_OF:
        return w.ATTRIBUTE_OF[thing]
    liked = re.match(
        r"最?(?:喜欢|爱|喜爱)的?(?P<verb>吃|喝|看|听|玩)?的?(?P<noun>.*)$",
        thing,
    )
    if liked:
        verb = {"吃": "食物", "喝": "饮料"}.get(liked["verb"] or "", "东西")
        noun = verb if liked["noun"] in ("", "东西") else liked["noun"]
        return "favourite " + w.NOUNS_IN_ENGLISH.get(noun, noun)
    return "my:" + thing


def tidy(value: str) -> str:
    """A value without what follows or decorates it."""
    value = _cut.sub("", value.strip())
    return _end.sub("", value).strip(" ,。.!?;、“”\"'「」")


def things(
    who: str, what: str, text: str, said: str, negated: bool = False
) -> list[Fact]:
    """One fact, or one for each thing of a list."""
    value = tidy(text)
    if not value:
        return []
    parts = _and.split(value) if what in SEVERAL else [value]
    return each(who, what, parts, said, negated)


def is_place(text: str) -> bool:
    """Whether people would say they live, rather than work, there."""
    return text in w.PLACES or bool(re.search(r"[市省县区镇村州]$|北京|上海|"
        r"广州|深圳|杭州|成都|"
                          r"南京|"
                          r"武汉|西安|重庆|天津|香港|台北|海外|国外|"
                          r"家$", text))  # fmt: skip


def is_occupation(text: str) -> bool:
    """Whether a noun is what somebody does for a living."""
    if (
        not text
        or text in w.NO_OCCUPATION
        or len(text) > (30 if text.isascii() else 14)
    ):
        return False
    if any(text.endswith(word) for word in w.NO_OCCUPATION):
        return False
    if re.match("学(?![者生徒])", text):
        # What somebody studies is not yet what he does.
        return False
    return any(text.endswith(end) for end in w.OCCUPATION_ENDINGS) or bool(
        re.search(
            r"(?:engineer|developer|designer|analyst|consultant|teacher|nurse|"
            r"CEO|CTO|CFO|HR|PM|manager)$",
            text,
            re.I,
        )
    )


def is_name(text: str) -> bool:
    """Whether what follows 是 is a person's name."""
    if re.fullmatch(LATIN_NAME, text):
        return True
    if text in w.COMMON_NOT_NAMES or re.search(
        r"[座人子者员师派族控粉迷党货型的族奴后]$|公司|大学|中国", text
    ):
        return False
    if re.fullmatch(rf"(?:小|阿|老)[{HAN}]{{1,2}}", text):
        return text not in ("小学", "小时", "老年", "老大", "老实")
    if len(text) == 2 and text[0] == text[1]:
        return text not in w.COMMON_NOT_NAMES
    return len(text) in (2, 3) and text[0] in w.SURNAMES


# What the value of an attribute is never: another clause, a pronoun.
_clause = re.compile(
    r"[我你您他她吗呢吧]|(?<!小)说(?!唱)|是(?!路)|的话|怎么|什么|觉得"
)
_LONGEST = {
    "nickname": 6, "surname": 2, "home": 16, "place": 16, "origin": 10,
    "job": 14, "employer": 16, "birthday": 14,
}  # fmt: skip


def is_valid(fact: Fact) -> bool:
    """Whether a value can be one of its attribute; else it is a quote."""
    value = fact.value
    if fact.what == "age":
        number = re.match(r"\d+", value)
        return bool(number) and int(number[0]) <= 130
    if fact.what == "name" and re.search(rf"[{HAN}]", value):
        names = value.split("、")
        return all(len(n) <= (9 if "·" in n else 5) for n in names) and not (
            _clause.search(value) or re.search(r"[的了着过这]", value)
        )
    if fact.what == "job" and re.match(r"[想要像差找见问]|当[^铺]|不", value):
        return False
    if fact.what not in _LONGEST or not re.search(rf"[{HAN}]", value):
        return True
    if len(value) > _LONGEST[fact.what] or _clause.search(value):
        return False
    return not re.match(r"[得着过了]|老是", value)


def chinese_number(text: str) -> int:
    """ "二十五" as 25; digits as they are."""
    if text.isdigit():
        return int(text)
    total = current = 0
    for char in text:
        if char == "百":
            total += (current or 1) * 100
            current = 0
        elif char == "十":
            total += (current or 1) * 10
            current = 0
        else:
            current = current * 10 + w.NUMBERS.get(char, 0)
    return total + current
