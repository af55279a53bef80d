"""Who and what a Chinese clause is about."""

import re

from helpers.offline.chinese import words as w
from helpers.offline.chinese.values import (
    BEINGS_PATTERN,
    HAN,
    LATIN_NAME,
    being_of,
    is_name,
)
from helpers.offline.facts import USER
from helpers.offline.voice import Voice

_PRONOUN = re.compile(
    r"(?P<first>我们家|我们|我家|我|本人|咱们|咱|俺)|(?P<third>他们|她们|他|"
    r"她|它)|"
    r"(?P<second>你|您)|(?P<user>该用户|用户|使用者)"
)


_VERB_AHEAD = (
    r"(?=的|是|叫|名叫|住|在|今年|已经|现在|也|都|很|不|没|有|养|喜|爱|会|"
    r"来自|"
    r"最|特别|非常|对|比|讨厌|\d|从事|说|告诉|想|去|正|的名字|工作|"
    r"[一二三四五六七八九十]+岁|快|刚|属|毕业|从|开|当|做|教|卖|种|修|管)"
)


NAME = (
    r"(?!的|生日|名字|年龄|职业|工作|爱好|电话|今年|现在|已经|目前|也|都|很|"
    r"不|没|有|在|是|叫|住|今|正|最|非常|特别|会|喜欢|"
    r"来自|对|想|去|刚|快|从|告诉|工作|毕业|还|比|每|总|经常)"
    rf"(?:小[{HAN}]{{1,2}}?|阿[{HAN}]{{1,2}}?|老[{HAN}]|"
    rf"[{''.join(w.SURNAMES)}][{HAN}]{{1,2}}?|[{HAN}]{{2}}|{LATIN_NAME})"
)


_being_subject = re.compile(
    rf"(?:的)?(?:家里的|家里|家的|家)?(?:现在的|新的?|"
    rf"目前的)?(?:[那这]?[只条个位匹](?:叫(?P<called>[^,的我]{{1,5}})的)?)?(?:"
    rf"最好的|最要好的|唯一的|亲|家的|小)?(?P<noun>{BEINGS_PATTERN})"
    rf"(?:(?P<name>{NAME}){_VERB_AHEAD}|(?P<double>(?!天天|常常|刚刚|偏偏|"
    rf"慢慢|渐渐|"
    rf"悄悄|偷偷|好好|往往|明明)(?P<half>[{HAN}])(?P=half))(?=[{HAN}]))?"
)


# Doubled, and no name: adverbs and relations.
_DOUBLES = (
    "天天|常常|刚刚|偏偏|慢慢|渐渐|悄悄|偷偷|好好|往往|明明|人人|年年|仅仅|"
    "妈妈|爸爸|哥哥|姐姐|弟弟|妹妹|爷爷|奶奶|叔叔|舅舅|姑姑|宝宝|狗狗|猫猫|"
    "谢谢|哈哈|统统|多多|大大|早早|远远"
)


_named_subject = re.compile(
    rf"(?P<name>小[{HAN}]{{1,2}}?|阿[{HAN}]{{1,2}}?|"
    rf"[{''.join(w.SURNAMES)}][{HAN}]{{1,2}}?|{LATIN_NAME}|"
    rf"(?!{_DOUBLES})(?P<half>[{HAN}])(?P=half)) ?{_VERB_AHEAD}"
)


_opening = re.compile(rf"(?:(?:{w.OPENINGS})[\s,,!!~、::]*)+(?=.)")


_remember = re.compile(rf"{w.REMEMBER}[\s,,::]*")


def strip_opening(segment: str) -> str:
    """A clause without greetings, fillers and "remember that"."""
    segment = segment.strip(" \t-*•~…\"'“”「」()")
    while True:
        found = _opening.match(segment) or _remember.match(segment)
        if not found or found.end() == 0:
            return segment
        segment = segment[found.end() :].strip()


def subject_of(segment: str, voice: Voice, last: str | None):
    """(who, thing, what follows, names told by the way, was it there).

    `who` is None without a subject, or for one that means nobody known.
    """
    who: str | None = None
    found = _PRONOUN.match(segment)
    rest = segment
    explicit = False
    if found and not (found["second"] and re.match("你好|您好", segment)):
        explicit = True
        rest = segment[found.end() :]
        who = (
            voice.first
            if found["first"]
            else last
            if found["third"]
            else voice.second
            if found["second"]
            else USER
        )
        rest = re.sub(r"^(?:自己|本人)", "", rest)
    else:
        named = _named_subject.match(segment)
        if named and named["name"] not in w.COMMON_NOT_NAMES:
            who, rest, explicit = named["name"], segment[named.end() :], True
    if not explicit:
        being = _being_subject.match(segment)
        if being and being.end() < len(segment) and voice.first:
            who, explicit = voice.first, True
        else:
            thing, rest2 = _thing_of(rest)
            return None, thing, rest2, [], False
    if who is None:
        return None, "", rest, [], True
    names: list[str] = []
    while True:
        being = _being_subject.match(rest)
        if not being or _part_of_word(rest, being):
            break
        who = being_of(who, w.BEINGS[being["noun"]])
        rest = rest[being.end() :]
        named = being["name"] or being["double"] or being["called"]
        names = [named] if named else names
        if not rest.startswith("的"):
            break
    thing, rest = _thing_of(rest)
    return who, thing, rest, names, explicit


_by_the_way = re.compile(
    rf"(?:我(?:家|的)*|(?<=[送陪和跟与带给接找])|(?:^|(?<=,))我?们?)"
    rf"(?P<noun>{BEINGS_PATTERN})(?P<name>[小阿老][{HAN}]|"
    rf"(?P<half>[{HAN}])(?P=half)|[{''.join(w.SURNAMES)}][{HAN}]{{1,2}}?)"
    r"(?=[去来在吵打买做吃带看上回到要把给被跟和又说闹哭病让,是叫今昨]|$)"
)


def names_by_the_way(text: str) -> list[tuple[str, str]]:
    """(who, name) of 陪我女儿小满去看病, wherever it stands."""
    return [
        (w.BEINGS[found["noun"]], found["name"])
        for found in _by_the_way.finditer(text)
        if is_name(found["name"])
    ]


def _part_of_word(rest: str, being) -> bool:
    after = rest[being.end("noun") :][:1]
    return bool(after) and after in w.PART_OF_WORD.get(being["noun"], "")


_thing = re.compile(
    rf"的?(?P<thing>最?(?:喜欢|爱|喜爱)的(?:吃|喝|看|听|"
    rf"玩)?的?[{HAN}]{{1,4}}?|"
    rf"最(?:喜欢|爱|喜爱)的?(?:吃|喝|看|听|玩)?的?[{HAN}]{{0,4}}?|"
    rf"[{HAN}A-Za-z]{{1,8}}?)(?P<verb>(?:现在|目前|就|一直|还|当然|其实|"
    rf"肯定)*(?:不是|是|为|叫做|叫|有|包括|在)|"
    rf"[::=])"
)


def _thing_of(rest: str) -> tuple[str, str]:
    """ "的名字是小明" gives 名字 and 是小明."""
    found = _thing.match(rest)
    if found and not found["thing"].endswith("的"):
        thing = re.sub("(?:要|得|必须|应该|需要)$", "", found["thing"])
        liked = re.match("最|(?:喜欢|爱|喜爱)的", thing)
        known = thing in w.ATTRIBUTE_OF or liked
        if liked and found["verb"][-1] not in "是为":
            known = False
        if rest.startswith("的") or known:
            if not re.match(rf"(?:{w.ADVERBS})$", thing):
                return thing, rest[found.start("verb") :]
        elif (
            found["verb"] in ("是", "为")
            and len(thing) > 1
            and not re.match(
                rf"(?:{w.ADVERBS}|{w.NEGATIONS}|{w.PAST}|.*[我你他她它]|在|和|"
                rf"对|从|跟|给|把|被|叫|住|喜欢|爱|有|会|想|来自|就)",
                thing,
            )
        ):
            return thing, rest[found.start("verb") :]
    bare = re.match(rf"的(?P<thing>[{HAN}A-Za-z]{{1,8}})$", rest)
    if bare:
        return bare["thing"], ""
    return "", rest
