"""Chinese sentences that tell something, as facts."""

import re

from dataclasses import replace

from helpers.offline import chinese_words as w
from helpers.offline.facts import ASSISTANT, USER, Fact
from helpers.offline.voice import Voice

_HAN = "\u4e00-\u9fff"
_LATIN_NAME = r"[A-Z][A-Za-z.'-]*(?: [A-Z][A-Za-z.'-]*)*"
_beings = "|".join(sorted(w.BEINGS, key=len, reverse=True))
_PRONOUN = re.compile(
    r"(?P<first>我们家|我们|我家|我|本人|咱们|咱|俺)|(?P<third>他们|她们|他|她|它)|"
    r"(?P<second>你|您)|(?P<user>该用户|用户|使用者)"
)
_VERB_AHEAD = (
    r"(?=的|是|叫|名叫|住|在|今年|已经|现在|也|都|很|不|没|有|养|喜|爱|会|来自|"
    r"最|特别|非常|对|讨厌|\d|从事|说|告诉|想|去|正|的名字|工作|"
    r"[一二三四五六七八九十]+岁|快|刚|属|毕业|从)"
)
_NAME = (
    rf"(?:小[{_HAN}]{{1,2}}|阿[{_HAN}]{{1,2}}|老[{_HAN}]|"
    rf"[{''.join(w.SURNAMES)}][{_HAN}]{{1,2}}|[{_HAN}]{{2}}|{_LATIN_NAME})"
)
_being_subject = re.compile(
    rf"(?:的)?(?P<noun>{_beings})"
    rf"(?:(?P<name>{_NAME}){_VERB_AHEAD})?"
)
_named_subject = re.compile(
    rf"(?P<name>小[{_HAN}]{{1,2}}?|阿[{_HAN}]{{1,2}}?|"
    rf"[{''.join(w.SURNAMES)}][{_HAN}]{{1,2}}?|{_LATIN_NAME}) ?{_VERB_AHEAD}"
)
_opening = re.compile(rf"(?:(?:{w.OPENINGS})[\s,,!!~、::]*)+(?=.)")
_remember = re.compile(rf"{w.REMEMBER}[\s,,::]*")
_segment = re.compile(r"[,,。!!??;;\n::]+|(?<=[\u4e00-\u9fff])\s+")
_adverbs = re.compile(rf"(?:{w.TIMES}|{w.ADVERBS})+")
_with = re.compile(
    rf"(?:和|跟|与)(?:我的?)?(?P<noun>{_beings})(?P<name>{_NAME})?"
    r"(?:一起|一块儿?)?(?=住|生活|在|去|养|开|都|还)"
)
_mistake = re.compile(
    r"(?:哦|啊|哎|噢|呃|额)*(?:不|不对|不是|说错了|错了|更正|口误|写错了|打错了|写反了)(?:了|啦)?$"
)
_negation = re.compile(rf"(?:{w.NEGATIONS})")
_number = r"(?:\d+|[零一二三四五六七八九十百两]+)"
_measure = (
    rf"(?:(?:{_number}|几)?(?:名|个|位|只|条|匹|头|对|辆|台|套|间|种|份|家|本|把|架))?"
)
_end = re.compile(
    r"(?:了吗|了|呢|啊|哦|呀|吧|哈|啦|噢|喔|哟|嘛|这件事|这一点|的样子|谢谢)+$"
)
_cut = re.compile(r"(?:所以|但是|不过|因为|而且|然后|可是|如果|谢谢).*$")
_and = re.compile(r"、|以及|还有|和(?![平服谐尚风气善])|与(?!众)|及(?!时|格)|,")


def read_chinese(
    sentence: str, voice: Voice, last: str | None
) -> tuple[list[Fact], str | None]:
    """The facts of one sentence, and whom 他/她/它 means after it."""
    facts: list[Fact] = []
    subject: str | None = None
    had: str | None = None
    text = re.sub(r"[「“\"][^」”\"]*[我你他她][^」”\"]*[」”\"]", "", sentence)
    text = re.sub(r"(叫[^,,。今住来现]{1,4})(?=今年|现在|来自|住在)", r"\1,", text)
    wrong = False
    parts = [p for p in _segment.split(text) if p and p.strip()]
    listed = _introduction(parts, voice, sentence)
    if listed:
        return listed, last
    for part in parts:
        if _mistake.match(part.strip()):
            wrong = bool(facts)
            continue
        segment = strip_opening(part)
        if not segment:
            continue
        if wrong and len(segment) <= 6 and not re.match("[我他她是叫]", segment):
            facts[-1] = replace(facts[-1], value=tidy(segment), said=sentence)
            wrong = False
            continue
        if re.match(r"(?:如果|要是|假如|假设|假使|若是|万一|希望|但愿)", segment):
            break
        report = re.match(
            rf"(?P<who>.*?)(?:说过|说|告诉我|认为|觉得|以为|声称|听说)(?!话|中|英|法|德|"
            rf"日|韩|俄|西|粤|普|汉|[{_HAN}]+[语话文])(?P<rest>.*)$",
            segment,
        )
        if report and not re.match(r".*(?:会|能|可以|喜欢|爱)$", report["who"]):
            segment, voice, last, subject = _reported(
                report, voice, last, subject
            )
            if not segment:
                continue
        found = _correction(segment, sentence)
        if found:
            facts += found
            continue
        who, thing, rest, names, explicit = subject_of(segment, voice, last)
        if who is None and explicit:
            continue
        called = re.match(
            r"(?:.{0,8}?)(?:叫|喊|称呼)我(?:做|为)?(?!什么|啥|怎么|去|来|起|别|不)(.{1,8})$", segment
        )
        if called and voice.first and who in (None, voice.first, ASSISTANT):
            facts.append(Fact(voice.first, "nickname", tidy(called[1]), sentence))
            continue
        if called:
            continue
        if who is None:
            who = subject or (voice.first if not facts else None)
            if had and re.match(
                r"(?:名字)?叫|名叫|(?:今年)?(?:已经)?\d+个?[岁月]|是[公母]的", rest
            ):
                who = had
            elif had and had not in w.PETS and not facts_are_self(rest):
                who = had
        if who is None:
            who = voice.first
        if who is None:
            continue
        facts += [Fact(who, "name", name, sentence) for name in names]
        new = _facts_of(who, thing, rest, sentence)
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
        age = re.fullmatch(rf"({_number})岁", part)
        if age:
            number = str(chinese_number(age[1]))
            facts.append(Fact(voice.first, "age", number, said))
        elif is_occupation(part):
            facts.append(Fact(voice.first, "job", part, said))
        elif part.endswith("人") and part[:-1] in w.PLACES:
            facts.append(Fact(voice.first, "origin", part[:-1], said, predicate=f"是{part}"))
        elif part in w.PLACES:
            facts.append(Fact(voice.first, "home", part, said))
    return facts if len(facts) > 1 else []


def facts_are_self(rest: str) -> bool:
    """A clause after "I have a sister," that is likely about oneself."""
    return bool(re.match(r"(?:有|养|我|还|没|不|也)", rest))


def strip_opening(segment: str) -> str:
    """A clause without greetings, fillers and "remember that"."""
    segment = segment.strip(" \t-*•~…\"'“”「」()()")
    while True:
        found = _opening.match(segment) or _remember.match(segment)
        if not found or found.end() == 0:
            return segment
        segment = segment[found.end() :].strip()


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
        if being["name"]:
            names = [being["name"]]
        if not rest.startswith("的"):
            break
    thing, rest = _thing_of(rest)
    return who, thing, rest, names, explicit


def _part_of_word(rest: str, being) -> bool:
    after = rest[being.end("noun") :]
    return being["noun"] in ("马", "鱼", "鸟", "妈", "爸") and after[:1] in tuple(
        "上路来虎虾类肉"
    )


def being_of(owner: str, noun: str) -> str:
    """Whose relation: the user's own ones need no owner."""
    return noun if owner in (USER, ASSISTANT) else f"{owner}'s {noun}"


_thing = re.compile(
    rf"的?(?P<thing>最?(?:喜欢|爱|喜爱)的(?:吃|喝|看|听|玩)?的?[{_HAN}]{{1,4}}?|"
    rf"最(?:喜欢|爱|喜爱)的?(?:吃|喝|看|听|玩)?的?[{_HAN}]{{0,4}}?|"
    rf"[{_HAN}A-Za-z]{{1,8}}?)(?P<verb>(?:现在|目前)?(?:不是|是|为|叫做|叫|有|包括|在)|"
    rf"[::=])"
)


def _thing_of(rest: str) -> tuple[str, str]:
    """ "的名字是小明" gives 名字 and 是小明."""
    found = _thing.match(rest)
    if found:
        thing = found["thing"]
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
                rf"(?:{w.ADVERBS}|{w.NEGATIONS}|叫|住|喜欢|爱|有|会|想|来自|就)", thing
            )
        ):
            return thing, rest[found.start("verb") :]
    bare = re.match(rf"的(?P<thing>[{_HAN}A-Za-z]{{1,8}})$", rest)
    if bare:
        return bare["thing"], ""
    return "", rest


def attribute_of(thing: str) -> str:
    """The attribute a noun names; 'my:…' for any other thing."""
    thing = thing.strip("的")
    if thing in w.ATTRIBUTE_OF:
        return w.ATTRIBUTE_OF[thing]
    liked = re.match(r"最?(?:喜欢|爱|喜爱)的?(?:吃|喝|看|听|玩)?的?(.*)$", thing)
    if liked:
        noun = liked[1] or "东西"
        return "favourite " + w.NOUNS_IN_ENGLISH.get(noun, noun)
    return "my:" + thing


def tidy(value: str) -> str:
    """A value without what follows or decorates it."""
    value = _cut.sub("", value.strip())
    return _end.sub("", value).strip(" ,,。.!!??;;、“”\"'「」")


def _correction(segment: str, said: str) -> list[Fact]:
    """ "不是小明,是小红": the old value, then the new one."""
    found = re.match(r"(?:应该|应当|我是说|我的意思是)(?:是|叫)(.+)$", segment)
    if found and len(found[1]) <= 8:
        return [Fact(USER, "correction", tidy(found[1]), said)]
    both = re.match(
        r"(?:是)?不是(?P<old>[^,,而]{1,8})(?:而是|[,,]\s*是)(?P<new>.{1,8})$",
        segment,
    )
    if both:
        return [
            Fact(USER, "correction", tidy(both["new"]), said,
                 predicate=both["old"])
        ]  # fmt: skip
    return []


def things(
    who: str, what: str, text: str, said: str, negated: bool = False
) -> list[Fact]:
    """One fact, or one for each thing of a list."""
    value = tidy(text)
    if not value:
        return []
    several = what in ("like", "dislike", "hobby", "language", "allergy")
    parts = _and.split(value) if several else [value]
    facts, verb = [], ""
    for part in parts:
        part = part.strip()
        if not part:
            continue
        # "看书、电影" keeps as said; "养一只猫" is a thing like any other.
        facts.append(Fact(who, what, part, said, negated))
    return facts


def _facts_of(who: str, thing: str, rest: str, said: str) -> list[Fact]:
    negated = False
    if re.match(rf"(?:{w.PAST})", rest) and not re.match("原来是", rest):
        return [Fact(who, "past:do", tidy(rest), said, predicate=tidy(rest))]
    whole = rest
    extra: list[Fact] = []
    while True:
        together = _with.match(rest)
        if together:
            if together["name"]:
                being = being_of(who, w.BEINGS[together["noun"]])
                extra.append(Fact(being, "name", together["name"], said))
            rest = rest[together.end() :]
            continue
        adverbs = _adverbs.match(rest)
        negation = _negation.match(rest)
        if adverbs and not re.match(r"最(?:喜欢|爱)的|都[市灵]", rest):
            rest = rest[adverbs.end() :]
        elif negation and not re.match(r"不(?:锈|丹|同|错|过敏)|没[收落]", rest):
            if negation[0] in ("没", "没有"):
                if re.match(r"没(?:有)?(?=[^过])", rest) and not re.match(
                    r"没(?:有)?(?:去|来|学|吃|喝|看|做|说|想|结)", rest
                ):
                    value = rest[negation.end() :]
                    return things(who, "have", value, said, True)
            rest = rest[negation.end() :]
            negated = True
        else:
            break
    if not rest:
        return []
    if thing:
        return _thing_is(who, thing, rest, said, negated)
    for pattern, what in _PATTERNS:
        found = pattern.match(rest)
        if found:
            value = next((g for g in found.groups() if g), "")
            new = _patterned(who, what, value, found, said, negated)
            return extra + new
    if extra:
        return extra
    return _generic(who, rest if negated else whole, said, negated)


_PATTERNS = [
    (re.compile(pattern), what)
    for pattern, what in (
        (r"(?:名字叫|名叫|叫做|叫作|名为|叫(?!了|个|车|辆|一|人|外卖|上|醒|你|他|她|我|不|"
         r"停|好|苦|板))(.+)$", "name"),
        (rf"(?:免贵)?姓([{_HAN}]{{1,2}})(?:单)?(?:名)?(?:一个|叫)?([{_HAN}]{{1,2}})?字?$",
         "surname"),
        (rf"(?:单)?名(?:一个)?([{_HAN}]{{1,2}})字?$", "given"),
        (r"(?:姓名|名字)(?:是|叫|:|:)?(.+)$", "name"),
        (rf"(?:快|刚满|满|已满|年满)?({_number})(?:周?岁(?:半)?|个月大)", "age"),
        (r"(?:的)?生日(?:是|在|:|:)?(.+)$", "birthday"),
        (rf"(?:出生于|生于|出生在)((?:{_number}|\d)+年.*|\d.*)$", "birthday"),
        (r"(\d{2,4}年(?:\d+月)?(?:\d+[日号])?)(?:出生|生)", "birthday"),
        (r"(?:出生于|出生在|生于)(.+)$", "origin"),
        (r"(?:来自|老家(?:是|在)?|家乡(?:是|在)?)(.+)$", "origin"),
        (r"从(.{1,8})来(?:的)?$", "origin"),
        (r"(?:居住|住|定居|生活)(?:在|于)(.+)$", "home"),
        (r"在(.{1,10}?)(?:定居|居住|生活|住|打拼|安家|发展)(?:.*)$", "home"),
        (r"家里住(.+)$", "home"),
        (r"(?:搬家|搬)(?:到|去|来|回)(?:了)?(.+)$", "home"),
        (r"家(?:在|住)(.+)$", "home"),
        (r"住(.+)$", "home"),
        (r"对(.+?)(?:有点|严重|也)?过敏", "allergy"),
        (r"对(.+?)(?:很|非常|特别|也|都)?(?:感兴趣|有兴趣|着迷)", "like"),
        (r"在(.+?)(?:当|做|担任)(?:一[名个位])?(.+)$", "job_at"),
        (r"在(.{2,20}?)(?:工作|上班|任职|就职|实习|打工)", "employer"),
        (r"(?:就职于|任职于|供职于|工作于)(.+)$", "employer"),
        (r"(?:从事|担任)(.+?)(?:工作|行业|这一行)?$", "job"),
        (r"(?:当|做)(?:一[名个位])?(.+?)(?:的)?(?:工作)?(?:的)?$", "maybe_job"),
        (r"(?:喜欢|喜爱|热爱|酷爱|钟爱|偏爱|热衷于|迷上了?|爱上了?|爱好|爱)"
         r"(?:是|:|:|有)?(.+)$", "like"),
        (r"兴趣(?:爱好)?(?:是|:|:|有)?(.+)$", "hobby"),
        (r"(?:讨厌|厌恶|反感|受不了|恨|害怕吃)(.+)$", "dislike"),
        (r"(?:会|能|可以)(?:说|讲)(.+)$", "language"),
        (rf"(?:说|讲)([{_HAN}]{{1,6}}[语话文])$", "language"),
        (r"(.{1,8})的$", "doing"),
        (r"(?:家里|家中)?(?:还)?(?:有|养|拥有|收养|领养)(?:了|着|过)?(?!点|些|空|时|事)"
         r"(.+)$", "have"),
        (r"是(.+)$", "be"),
    )
]  # fmt: skip


def _patterned(who, what, value, found, said, negated) -> list[Fact]:
    if what == "name":
        return _named(who, value, said, negated)
    if what == "surname":
        facts = [Fact(who, "surname", found[1], said, negated)]
        if found[2]:
            facts.append(Fact(who, "name", found[1] + tidy(found[2]), said))
        return facts
    if what == "given":
        return [Fact(who, "given", tidy(value), said, negated)]
    if what == "doing":
        return _doing(who, value, found[0], said, negated)
    if what == "age":
        number = chinese_number(value)
        months = "个月" if "个月" in found[0] else ""
        return [Fact(who, "age", f"{number}{months}", said, negated)]
    if what == "be":
        return _be(who, value, said, negated)
    if what == "have":
        return _has(who, value, said, negated)
    if what == "job_at":
        facts = [Fact(who, "employer", tidy(found[1]), said, negated)]
        return facts + _job(who, found[2], said, negated)
    if what == "maybe_job":
        if is_occupation(tidy(value)):
            return _job(who, value, said, negated)
        return _generic(who, found[0], said, negated)
    if what == "job":
        return _job(who, value, said, negated)
    if what == "employer" and is_place(value):
        predicate = tidy(found.string)
        home = [Fact(who, "verb:工作", value, said, negated, predicate)]
        return home
    if what == "like" and negated:
        what, negated = "dislike", False
    if what == "like" and re.match(r"(?:你|您|吗|的)", value):
        return []
    return things(who, what, value, said, negated)


def _doing(who, value, whole, said, negated) -> list[Fact]:
    """修钢琴的, 山东的: what one does, or where one is from."""
    value = value.removeprefix("是")
    if value in w.PLACES or re.search(r"[省市县]$", value):
        return [Fact(who, "origin", value, said, negated)]
    if re.match(r"(?:修|卖|写|开|做|搞|教|跑|种|送|画|唱|弹|拍|干)", value):
        return [Fact(who, "job", value, said, negated)]
    return _generic(who, whole, said, negated)


def _job(who, value, said, negated) -> list[Fact]:
    value = re.sub(rf"^{_measure}", "", tidy(value))
    value = re.sub(r"(?:的工作|这份工作)$", "", value)
    return [Fact(who, "job", value, said, negated)] if value else []


def _named(who, value, said, negated) -> list[Fact]:
    value = tidy(value).strip("《》")
    value = re.sub(r"^(?:做|作|是)", "", value)
    if not value or len(value) > 24 or re.search(w.WH, value):
        return []
    if re.match(r"[\u4e00-\u9fff]", value) and len(value) > 8:
        return []
    if re.match(r"(?:我|你|他|她|人|外卖|车)", value) and len(value) != 2:
        return []
    return [Fact(who, "name", value, said, negated)]


def is_place(text: str) -> bool:
    """Whether people would say they live, rather than work, there."""
    return bool(re.search(r"[市省县区镇村州]$|北京|上海|广州|深圳|杭州|成都|南京|"
                          r"武汉|西安|重庆|天津|香港|台北|海外|国外|家$", text))  # fmt: skip


def is_occupation(text: str) -> bool:
    """Whether a noun is what somebody does for a living."""
    if not text or text in w.NO_OCCUPATION or len(text) > 14:
        return False
    if any(text.endswith(word) for word in w.NO_OCCUPATION):
        return False
    return any(text.endswith(end) for end in w.OCCUPATION_ENDINGS) or bool(
        re.search(r"(?:engineer|developer|CEO|CTO|HR|PM|manager)$", text, re.I)
    )


def is_name(text: str) -> bool:
    """Whether what follows 是 is a person's name."""
    if re.fullmatch(_LATIN_NAME, text):
        return True
    if text in w.COMMON_NOT_NAMES or re.search(
        r"[座人子者员师派族控粉迷党货型的族奴后]$|公司|大学|中国", text
    ):
        return False
    if re.fullmatch(rf"(?:小|阿|老)[{_HAN}]{{1,2}}", text):
        return text not in ("小学", "小时", "老年", "老大", "老实")
    return len(text) in (2, 3) and text[0] in w.SURNAMES


def _be(who, value, said, negated) -> list[Fact]:
    """What follows 是: a name, a profession, a place, a quality."""
    switch = re.match(r"(.+?)(?:而是|,是)(.+)$", value)
    if negated and switch:
        return _be(who, switch[1], said, True) + _be(
            who, switch[2], said, False
        )
    value = tidy(value)
    bare = re.sub(rf"^{_measure}", "", value) or value
    if not value or re.search(w.WH, value):
        return []
    relation = re.match(rf"我的?({_beings})$", value)
    if relation and who not in (USER, ASSISTANT) and not negated:
        return [Fact(w.BEINGS[relation[1]], "name", who, said)]
    born = re.match(r"(.+?)出生的?$", value)
    if born:
        what = "birthday" if re.search(r"\d|年|月", born[1]) else "origin"
        return [Fact(who, what, born[1].removeprefix("在"), said, negated)]
    age = re.match(rf"({_number})岁", value)
    if age:
        number = str(chinese_number(age[1]))
        return [Fact(who, "age", number, said, negated)]
    at = re.match(r"(?:来自)?(.{2,16}?)的(?:一[名个位])?(.+)$", value)
    if at and is_occupation(at[2]):
        facts = [Fact(who, "job", at[2], said, negated)]
        if re.search(r"公司|大学|医院|学校|银行|集团|中学|小学|厂|局|院$", at[1]):
            facts.append(Fact(who, "employer", at[1], said, negated))
        return facts
    origin = re.match(r"(?:来自|土生土长的)?(.{1,8}?)(?:人|的)$", value)
    if (
        origin
        and value.endswith("人")
        and bare == value
        and not is_occupation(value)
        and not re.search(r"[男女好坏老年大病盲聋主证本]$", origin[1])
    ):
        return [Fact(who, "origin", origin[1], said, negated, f"是{value}")]
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


def _has(who, value, said, negated) -> list[Fact]:
    """ "一只叫咪咪的猫", "一个妹妹叫小红", "两只猫"."""
    value = tidy(value)
    if not value or re.match(r"(?:个问题|问题|空|事|人|一个问题|什么)", value):
        return []
    facts = [Fact(who, "have", value, said, negated)]
    if negated:
        return facts
    inner = re.match(
        rf"(?P<count>{_measure})(?:(?:名)?叫(?:做)?(?P<before>.+?)的)?"
        rf"(?P<adjective>[{_HAN}\d]{{0,6}}?)(?P<noun>{_beings})"
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
        age = re.search(rf"({_number})岁", value)
        if age:
            number = str(chinese_number(age[1]))
            facts.append(Fact(being, "age", number, said))
    return facts


def _thing_is(who, thing, rest, said, negated) -> list[Fact]:
    """ "我的…是…"."""
    found = re.match(
        r"(?:现在|目前)?(不是|是在|是|为|叫做|叫|有|包括|在|[::=])(.*)$", rest
    )
    if not found:
        return []
    negated = negated or found[1] == "不是"
    value, what = tidy(found[2]), attribute_of(thing)
    switch = re.match(r"(.+?)(?:而是)(.+)$", value)
    if negated and switch:
        return _thing_is(who, thing, "不是" + switch[1], said, True) + (
            _thing_is(who, thing, "是" + switch[2], said, False)
        )
    if not value or re.search(rf"^(?:{w.WH})", value):
        return []
    if what == "name":
        return _named(who, value, said, negated)
    if what == "age":
        number = re.match(_number, value)
        value = str(chinese_number(number[0])) if number else value
    if what == "job":
        if found[1] == "在":
            return [Fact(who, "employer", value, said, negated)]
        return _job(who, value, said, negated)
    if what == "hobby" and value.startswith("喜欢"):
        value = value[2:]
    return things(who, what, value, said, negated)


def _generic(who, rest, said, negated) -> list[Fact]:
    """Any other thing somebody does, kept as it was said."""
    value = tidy(rest)
    if len(value) < 2 or re.search(rf"(?:{w.WH})", value):
        return []
    if re.match(r"(?:你|您|好的|谢谢|再见|的|们|觉得|是不是|问|想问|想知道|请问|要你)", value):
        return []
    if not re.search(rf"[{_HAN}]", value):
        return []
    mark = "不" if negated else ""
    return [Fact(who, "do", value, said, negated, mark + value)]


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
