"""Chinese questions about what was told."""

import re

from helpers.offline.chinese import words as w
from helpers.offline.chinese.read import read_chinese
from helpers.offline.chinese.subject import strip_opening, subject_of
from helpers.offline.chinese.values import attribute_of, usual
from helpers.offline.facts import ASSISTANT, USER, Ask
from helpers.offline.voice import Voice

_beings = "|".join(sorted(w.BEINGS, key=len, reverse=True))
_wh = re.compile(f"(?:{w.WH})")
_wrapper = re.compile(
    r"(?:请问一下|请问|我想问一下|我想问|我想知道|问一下|想问问|(?:请|"
    r"麻烦)?(?:你|您)?"
    r"(?:能不能|能|可以|可不可以|可否)?(?:再)?(?:告诉|"
    r"提醒)(?:一下)?我(?:一下)?|"
    r"(?:你|您)?(?:还|是否还|是否|能|能不能|到底|究竟)*(?:知道|记得|记不记得|"
    r"知不知道|"
    r"记住了|记住|了解|清楚|晓得|猜得到|猜猜|猜|说说看|说说|说一下|说出|"
    r"回忆一下|想起|"
    r"说得出)|我(?:是不是|有没有)?(?:跟你|和你|对你|告诉过你|告诉你|跟你说|说)"
    r"(?:说过|说|提过|讲过|过)?|我忘了|我忘记了?|我不记得了?|我想不起来|那你|"
    r"根据(?:我们的|上面的|之前的)?(?:对话|聊天)(?:记录)?|你觉得|"
    r"你认为)[,,::\s]*"
)
_tail = re.compile(
    r"(?:吗|呢|吧|呀|啊|哦|(?<![什怎多这那])么|来着|了吗|的吗|对吗|对吧|是吗|"
    r"好吗|可以吗|行吗|知道吗|"
    r"你知道吗|你还记得吗|你记得吗|还记得吗|记得吗|告诉我|对不对|是不是|"
    r"[??。!!,,\s])+$"
)
# What is asked without a subject, of the one last told of.
_no_subject = re.compile(rf"(?:{w.WH}|叫|姓|做|干|住|避开|忌|不能吃|在哪).*")
_BARE = ("name", "age", "birthday", "my:忌口", "job", "home", "origin")
_LIKED = ("like", "hobby", "favourite *")


# 说出我的名字, 报一下我的年龄: imperatives that ask.
_tell_me = re.compile(
    r"^(?:请|你|您|麻烦|能不能|能|可以|再|来|帮我|给我|快)*(?:说出|说一下|"
    r"说下|说一说|"
    r"说说|讲讲|讲一下|列出|列一下|列举|罗列|报一下|报出|报上|背出|写出|写下|"
    r"复述|"
    r"重复|念出|念一下|指出|猜猜|猜一下|告诉我|提醒我|提示我)(?:一下|一遍|"
    r"下)?(?=.*[我他她它])"
)


def could_hold(question: str, sentence: str) -> bool:
    """Whether a sentence has words of the kind asked for."""
    ends = re.search(
        r"([\u4e00-\u9fff]{2,})是(?:什么|哪|几|多少|谁)", question
    )
    noun = ends[1].rsplit("的", 1)[-1] if ends else ""
    noun = noun[-2:] if len(noun) > 3 else ""
    others = r"(?:隔壁|别人|有人|人家|他|她|它)[^我]*$"
    if "我" in question and re.match(others, sentence):
        return False
    if re.match(
        r"(?!我)(?!医生|大夫)[^,]{1,14}(?:说|觉得|以为|认为|问)[::]?[“\"]?我",
        sentence,
    ):
        return False
    return noun in sentence or noun in ("名字", "地方", "时候", "东西")


def only_opens(text: str) -> bool:
    """提醒我一下, 我想问问: nothing is asked yet."""
    text = text.strip(" 。!~")
    found = _wrapper.match(text) or _tell_me.match(text)
    return bool(found) and found.end() >= len(text)


def looks_asking(text: str) -> bool:
    """Whether a clause is a question or asks to be told something."""
    text = usual(text)
    if _tell_me.match(text) and not re.search("提醒我.*[点号天周]", text):
        return True
    if re.search(r"[??]\s*$", text) or re.search(
        r"(?:吗|呢|(?<![什怎多这那])么|来着|是不是|对不对)[。!~]*$", text
    ):
        return True
    if re.search(r"(?:什么|谁|哪|怎么).{0,3}(?:都|也)", text):
        return False
    if re.search(r"没什么|不知怎么|几乎|好几|几年前|几天前|一些什么", text):
        return False
    if re.search(
        r"(?:告诉|提醒)我(?:一下)?(?:.*(?:什么|谁|哪|几|多少|多大|怎么)|我)|"
        r"(?:知道|记得|说说)我",
        text,
    ):
        return True
    return bool(_wh.search(text)) or bool(
        re.search(r"有没有|是不是|是否|会不会|能不能|喜不喜欢|(.)不\1", text)
    )


def read_question(
    sentence: str, last: str | None, owner: str | None = None
) -> list[Ask]:
    """What a sentence asks of the facts; empty when it asks nothing.

    `owner`: whom a question before it was about, for one without subject.
    """
    asks: list[Ask] = []
    for part in _parts(usual(sentence)):
        new = _ask(part, last, sentence, owner)
        asks += new
        if new:
            owner = new[-1].who
    return asks


_both = re.compile(
    r"(?P<front>(?:.*?(?:最喜欢|最爱|喜欢|最喜爱))?.*?的|"
    r"我)(?P<one>[\u4e00-\u9fff]{1,4}?)"
    r"(?:和|、|跟|与|还有|以及)(?P<two>[\u4e00-\u9fff]{1,4}?)(?P<each>分别|"
    r"各自|各|都)*"
    r"(?:(?:是|叫)(?:什么|谁|哪[里个])?)?(?P<end>吗|呢)?$"
)


def _parts(sentence: str) -> list[str]:
    """The questions of a sentence, each for itself."""
    parts: list[str] = []
    for clause in re.split(r"[,,;;??。!!\n]|以及(?!.*分别)", sentence):
        clause = _tell_me.sub("", clause.strip(), count=1)
        both = _both.match(clause)
        if (
            both
            and (both["each"] or not both["end"])
            and not re.search(rf"{_beings}|谁|哪", both["one"] + both["two"])
        ):
            front = both["front"]
            parts += [f"{front}{both[noun]}是什么" for noun in ("one", "two")]
            continue
        start = 0
        for cut in re.finditer(r"、|还有|和|跟", clause):
            left, right = clause[start : cut.start()], clause[cut.end() :]
            if (
                _wh.search(right)
                and (
                    _wh.search(left) or re.match("我|他|她|多|几|住|叫", right)
                )
                and len(left) > 1
            ):
                parts.append(left)
                start = cut.end()
        parts.append(clause[start:])
    return [part for part in parts if part.strip()]


def _ask(text: str, last: str | None, said: str, owner) -> list[Ask]:
    text = strip_opening(text.strip())
    wrapped = False
    while True:
        found = _wrapper.match(text)
        if not found or found.end() >= len(text):
            break
        wrapped = True
        text = strip_opening(text[found.end() :])
    closed = _tail.search(text)
    mark = bool(closed) or "?" in said or "?" in said
    text = _tail.sub("", text)
    text = re.sub(
        r"^(?:关于|有关)|^[^我]{1,8}(?:时候|时|的话)(?=我)", "", text
    )
    text = re.sub(
        r"^有(?:没有)?(?:什么|哪些)(?:东西|食物|事|菜)?是?(我.{1,6}?)的$",
        r"\1什么",
        text,
    )
    if not text:
        return []
    who, thing, rest, _, explicit = subject_of(text, Voice(), last)
    both = re.match(
        rf"我的?(?P<one>{_beings})(?:和|跟|与|、)(?:我的?)?(?P<two>{_beings})"
        r"(?:分别|各自|各|都)?(?P<rest>.+)$",
        text,
    )
    if both:
        return [
            ask
            for noun in (both["one"], both["two"])
            for ask in _ask("我的" + noun + both["rest"], last, said, None)
        ]
    if re.search(r"(?:跟|和|与)你(?:聊天|说话|对话|交谈|聊)的人?是谁|(?:跟|和|"
                 r"与)谁(?:聊天|说话|对话|交谈|聊)|怎么(?:称呼|叫|"
                 r"喊)我|我怎么称呼|"
                 r"(?:叫|喊|称呼)我(?:什么)", text):  # fmt: skip
        return [Ask(USER, ("nickname", "name"), said=said)]
    if not explicit:
        if owner is None and text.startswith("谁"):
            return _who_does(text[1:], said)
        bare = text.rstrip("的")
        if owner is None and bare in w.ATTRIBUTE_OF and (mark or wrapped):
            return [Ask(USER, (w.ATTRIBUTE_OF[bare],), said=said)]
        if owner is None and bare in w.BEINGS and "呢" in said:
            return [Ask(w.BEINGS[bare], ("name",), "person", said=said)]
        who = owner
        liked = re.match(r"最(?:喜欢|爱)的(.{1,6})$", text)
        if liked and who is None:
            return [Ask(USER, (attribute_of(text),), said=said)]
    bare = re.sub(rf"^(?:{w.ADVERBS}|那|都|要)+", "", rest)
    if who is None and not explicit and _no_subject.match(bare):
        # 叫什么? several? asked without a subject: of the one last told of.
        own = _value(last or USER, rest, said)
        return [a for a in own if a.kind == "value" and a.what[0] in _BARE]
    if who is None:
        return []
    if who == ASSISTANT:
        called = re.search(r"(?:称呼|叫)我(?:什么)?", text)
        return [Ask(USER, ("nickname", "name"), said=said)] if called else []
    rest = rest.strip("了的") if not thing else rest
    if thing:
        what = attribute_of(thing)
        if what == "my:爱好有":
            what = "hobby"
        if not rest or _wh.search(rest) or (wrapped and len(rest) < 2):
            extra = ("like",) if what == "hobby" else ()
            return [Ask(who, (what, *extra), said=said)]
        return _yes_no(text, last, said)
    if not rest:
        return [Ask(who, ("name",), "person", said=said)]
    if _wh.search(rest):
        return _value(who, rest, said)
    nouns = _listed_nouns(rest)
    if nouns and (mark or wrapped):
        return [Ask(who, (what,), said=said) for what in nouns]
    return _yes_no(text, last, said) if mark or wrapped else []


def _listed_nouns(rest: str) -> list[str]:
    """我的名字和年龄: each of the attributes named."""
    parts = re.split(r"和|、|与|跟", rest.strip("的"))
    if all(part.strip("的") in w.ATTRIBUTE_OF for part in parts):
        return [w.ATTRIBUTE_OF[part.strip("的")] for part in parts]
    return []


_VALUES = [
    (re.compile(pattern), what)
    for pattern, what in (
        (r"多高|身高", ("my:身高",)),
        (r"多重|体重", ("my:体重",)),
        (r"最(?:喜欢|爱|喜爱)((?:的)?(?:吃|喝|看|"
         r"听)?(?:的)?.*?)(?:是)?(?:什么|哪|谁)(.*)$",
         ("favourite",)),
        (r"(?:嫁给?了?|娶了?|[和跟与])谁(?:结的?婚|过日子)?了?$|"
         r"(?:[和跟与])谁结", ("spouse",)),
        (r"(?:的)?(?:名字|姓名)|叫(?:做)?(?:什么)|怎么称呼|"
         r"称呼", ("name", "nickname")),
        (r"姓(?:什么)|贵姓", ("surname", "name")),
        (r"^是?谁|是谁", ("person",)),
        (r"^(?!.*比).*(?:(?:几|多少)岁|多大)|年龄|年纪|哪年出生",
         ("age", "birthday")),
        (r"生日|什么时候出生|(?:哪年|哪天|哪一年|何时)(?:出生|"
         r"生)", ("birthday", "age")),
        (r"在(?:哪|什么).*(?:工作|上班|就职|任职|实习|打工|教书|干活)|"
         r"哪家公司|什么公司|什么单位",
         ("employer", "verb:工作", "job")),
        (r"在哪(?:里|儿|个学校|所大学)?(?:上学|读书|念书|读大学|上大学)|"
         r"(?:哪所|什么|哪个)(?:学校|大学)",
         ("my:学校", "employer")),
        (r"(?:哪个|什么|哪家)(?:部门|单位|公司|学校|"
         r"大学).*$", ("employer", "verb:工作")),
        (r"(?:避开|忌口|忌|不能(?:吃|碰|沾|喝)|不可以吃|不吃).*(?:什么|哪)|"
         r"(?:什么|哪).*(?:不能(?:吃|碰|沾|喝)|不吃|忌口|要避开)", ("avoid",)),
        (r"(?:不喜欢|讨厌|不爱|反感|厌恶|害怕|受不了|吃不惯|"
         r"吃不来)", ("dislike",)),
        (r"喜欢|爱好|兴趣|迷上|爱上|热衷|沉迷|痴迷|着迷", _LIKED),
        (r"(?:(?<!记)住|家(?!乡)|定居|居住|生活).*(?:哪|什么|何)|在哪(?:里|儿|"
         r"个?(?:城市|地方))?$",
         ("home", "place")),
        (r"来自|哪里人|哪儿人|哪人|哪国人|哪个国家|哪个地方的?人|哪里的|"
         r"哪儿的|什么地方人|老家|家乡|从哪|在哪.*出生|出生在",
         ("origin",)),
        (r"^(?!.*去.*[干做]什么)(?:.*)(?:靠什么|以什么(?:为生|谋生)|(?:干|做)?哪一?行|教什么|什么(?:行当|"
         r"营生|饭碗)|(?<![想要会能该欢爱以])(?:做|从事|干|是做|"
         r"是干)(?:的是)?(?:什么|哪)|"
         r"干(?:什么|嘛|哪行)的|职业|什么工作|工作是|什么行业|"
         r"是什么(?:身份|职位))", ("job", "employer")),
        (r"过敏", ("allergy",)),
        (r"爱(?:吃|喝|看|听|玩|好)?(?:什么|哪)", _LIKED),
        (r"语言|(?:说|讲|会)(?:几|什么|哪).*(?:语|话)|母语", ("language",)),
        (r"谈恋爱|处对象", ("spouse",)),
        (r"(?:有|养|拥有)(?:了|着|过)?(?:什么|几|多少|哪些|"
         r"多)[只个条位匹名种]?(.*)$",
         ("have",)),
    )
]  # fmt: skip


def _value(who: str, rest: str, said: str) -> list[Ask]:
    if re.match(rf"(?:{w.PAST})", rest):
        return [Ask(who, ("past:do",), said=said)]
    for pattern, what in _VALUES:
        found = pattern.search(rest)
        if not found:
            continue
        if what == ("avoid",):
            return [
                Ask(
                    who,
                    (
                        "my:忌口",
                        "allergy",
                        "do:不吃",
                        "do:不能吃",
                        "do:不能碰",
                        "do:不能喝",
                        "dislike",
                    ),
                    said=said,
                )
            ]
        if what == ("spouse",):
            return [Ask("spouse", ("name",), said=said)]
        if what == ("person",):
            return [Ask(who, ("name",), "person", said=said)]
        if what == ("favourite",):
            noun = re.sub(
                "^[首部本种个项位道支座家款门]", "", found[2].strip("的")
            )
            noun = (found[1] + noun).strip("的是")
            what = attribute_of("最喜欢的" + noun) if noun else "favourite *"
            return [Ask(who, (what, *_LIKED[: 2 if noun else 3]), said=said)]
        if what == ("have",):
            kind = "count" if re.search(r"几|多少", rest) else "value"
            noun = found[1].strip("的")
            return [Ask(who, what, kind, said=said, noun=noun)]
        return [Ask(who, what, said=said)]
    wh = _wh.search(rest)
    front = re.sub(rf"(?:{w.ADVERBS})", "", rest[: wh.start()])
    noun = rest[wh.end() :].strip("的")
    if front == "是" and noun:
        return [Ask(who, ("my:" + noun, "is"), said=said)]
    if front in ("是", ""):
        return [Ask(who, ("job", "is"), said=said)] if front else []
    return [Ask(who, ("do:" + front, "my:" + front), said=said)]


def _who_does(rest: str, said: str) -> list[Ask]:
    """谁是医生, 谁喜欢猫: anybody it was told of."""
    facts, _ = read_chinese("我" + rest, Voice(), None)
    return [Ask("?", (f.what,), "person", f.value, said) for f in facts[:1]]


def _yes_no(text: str, last: str | None, said: str) -> list[Ask]:
    for pattern, plain in (
        (r"是不是|是否是?", "是"),
        (r"有没有", "有"),
        (r"喜不喜欢|喜欢不喜欢", "喜欢"),
        (r"会不会", "会"),
        (r"(.)不\1", r"\1"),
    ):
        text = re.sub(pattern, plain, text)
    text = re.sub(r"是(?=住|叫|来自|喜欢|有|会|养|对)", "", text)
    facts, _ = read_chinese(text, Voice(), last)
    for fact in facts:
        if fact.what in ("correction", "known") or fact.who == ASSISTANT:
            continue
        if fact.value.startswith("的"):
            # 我住的楼有电梯吗 asks of the building.
            return []
        what = (fact.what,)
        if "还是" in fact.value:
            return [Ask(fact.who, what, said=said)]
        return [Ask(fact.who, what, "yesno", fact.value, said)]
    return []
