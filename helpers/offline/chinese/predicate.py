"""What a Chinese clause says of its subject, as facts."""

import re

from helpers.offline.chinese import words as w
from helpers.offline.chinese.be import (
    be_facts,
    has_facts,
    job_facts,
    name_facts,
)
from helpers.offline.chinese.subject import NAME
from helpers.offline.chinese.values import (
    BEINGS_PATTERN,
    HAN,
    NUMBER,
    attribute_of,
    being_of,
    chinese_number,
    is_occupation,
    is_place,
    things,
    tidy,
)
from helpers.offline.facts import Fact

_adverbs = re.compile(rf"(?:{w.TIMES}|{w.ADVERBS})+")


_with = re.compile(
    rf"全家|一家(?:人|[三四五六]?口)?|(?:和|跟|"
    rf"与)(?:我的?)?(?P<noun>{BEINGS_PATTERN})(?P<name>{NAME})?"
    r"(?:一起|一块儿?)?(?=住|生活|在|去|养|开|都|还)"
)


# 我28, 都四十二了: an age without a word for years.
_bare_age = re.compile(r"(?:今年|现在|已经|都|才)*(\d{1,2})$")
_soon_age = re.compile(
    r"(?:今年|现在|已经|都|才|快)+(\d{2}|[二三四五六七八九]?十"
    r"[一二三四五六七八九]?)(?:了|咧|啦|的人|$)"
)
_negation = re.compile(rf"(?:{w.NEGATIONS})")


def predicate_facts(who: str, thing: str, rest: str, said: str) -> list[Fact]:
    negated: str = ""
    if re.match(rf"(?:{w.PAST})", rest) and not re.match("原来是", rest):
        return [Fact(who, "past:do", tidy(rest), said, predicate=tidy(rest))]
    rest = re.sub(rf"^([{HAN}]{{1,2}})的是(?=.)", r"\1", rest)
    whole = rest
    extra: list[Fact] = []
    while True:
        together = _with.match(rest)
        if together and together.end() < len(rest):
            if together["name"]:
                being = being_of(who, w.BEINGS[together["noun"]])
                extra.append(Fact(being, "name", together["name"], said))
            rest = rest[together.end() :]
            continue
        adverbs = _adverbs.match(rest)
        negation = _negation.match(rest)
        if adverbs and not re.match(r"最(?:喜欢|爱)的|都[市灵]", rest):
            rest = rest[adverbs.end() :]
        elif negation and not re.match(
            r"不(?:锈|丹|同|错|过敏)|没[收落]", rest
        ):
            lacks = re.match(
                rf"没(?:有)?(?=[^过])(?![{HAN}]{{1,2}}过|去|来|学|吃|喝|看|做|"
                rf"说|想|结)",
                rest,
            )
            if negation[0] in ("没", "没有") and lacks:
                value = rest[negation.end() :]
                return things(who, "have", value, said, True)
            rest = rest[negation.end() :]
            negated = "没" if "没" in negation[0] else "不"
        else:
            break
    if not rest:
        return []
    if thing:
        return _thing_is(who, thing, rest, said, bool(negated))
    for pattern, what in _PATTERNS:
        found = pattern.match(rest)
        if found:
            value = next((g for g in found.groups() if g), "")
            new = _patterned(who, what, value, found, said, bool(negated))
            return extra + new
    age = _bare_age.match(tidy(whole)) or _soon_age.match(whole)
    if age:
        return [Fact(who, "age", str(chinese_number(age[1])), said)]
    job = is_occupation(tidy(rest)) and not re.match("换|找|见|有|怕", rest)
    if job and not negated and len(tidy(rest)) <= 6:
        return job_facts(who, tidy(rest), said, False)
    if extra:
        return extra
    return _generic(who, rest if negated else whole, said, negated)


_OWN_NOUNS = (
    "身高|体重|血型|星座|学历|专业|手机号码?|电话号?码?|邮箱|微信号?|"
    "学号|工号|车牌号?|生肖|坐标"
)


_PATTERNS = [
    (re.compile(pattern), what)
    for pattern, what in (
        (r"(?:[改起取]了?个?名字?(?:叫|成|为)?|名字叫|名叫|叫做|叫作|名为|"
         r"叫(?!了|个|车|辆|一|人|外卖|上|醒|你|他|她|我|不|"
         r"停|好|苦|板))(.+)$", "name"),
        (rf"(?:免贵)?姓([{HAN}]{{1,2}})(?:单)?(?:名)?(?:一个|"
         rf"叫)?([{HAN}]{{1,2}}?)?字?$",
         "surname"),
        (rf"(?:单)?名(?:一个)?([{HAN}]{{1,2}}?)字?$", "given"),
        (r"自称(?:是|叫)?(.+)$", "name"),
        (rf"((?:{'|'.join(sorted(w.PLACES))}))人嘛?$", "from"),
        (r"(?:姓名|名字)(?:是|叫|:|:)?(.+)$", "name"),
        (rf"(?:快|刚满|满|已满|年满)?({NUMBER})(?:周?岁(?:半)?|"
         rf"个月大)", "age"),
        (r"(?:的)?生日(?:是|在|:|:)?(.+)$", "birthday"),
        (rf"(?:出生于|生于|出生在)((?:{NUMBER}|\d)+年.*|\d.*)$", "birthday"),
        (r"(?:出生于|生于)?((?:\d{2,4}年)?(?:\d+月)?(?:\d+[日号])?)(?:出生|"
         r"生)(?:于|在)?"
         r"(?P<place>.*)$", "born"),
        (r"(?:出生于|出生在|生于)(.+)$", "origin"),
        (r"(?:来自(?!我)|老家(?:是|在)?|家乡(?:是|在)?)(.+)$", "origin"),
        (r"从(.{1,8})来(?:的)?$", "origin"),
        (r"(?:居住|住|定居|生活)(?:在|于)(.+)$", "home"),
        (r"在(.{1,10}?)(?:定居|居住|生活|住|打拼|安家|发展)(?:.*)$", "home"),
        (r"家里住(.+)$", "home"),
        (rf"在({'|'.join(sorted(w.PLACES))})(?:市|这边|这里|呢)?$", "place"),
        (r"(?:毕业于|毕业自|就读于|考上了?|考进了?)(.{2,14})$", "my:学校"),
        (r"(?:从.{1,8}?)?(?:搬家|搬|移居|迁居|迁)(?:到|去|来|回|至|进)(?:了)?"
         r"(?:老家|家乡)?(.+?)(?:去|来|住|生活|定居)?(?:以后|之后|后|了)?"
         r"(?:就.*|再.*)?$", "home"),
        (r"(?:去|到|来|回)了?(?:老家|家乡)?(.{2,8}?)(?:定居|生活|发展|安家|"
         r"落户)", "home"),
        (r"回(?:到|了)*(?:老家|家乡)(.{2,6})$", "home"),
        (r"(?:从.{1,8}?)?(?:离职|辞职|离开)(?:后|以后|之后)?(?:去|到|加入|进|"
         r"入职)了?(.{2,12})$",
         "employer"),
        (r"(?:加入|入职)了?(.{2,12})$", "employer"),
        (r"(?:跳槽|跳|换工作|调动|调|入职)(?:到|去|至)?了?(.{2,14})(?:上班|"
         r"工作)?$",
         "employer"),
        (r"(?:转行|改行|转岗|开始)(?:去|来)?(?:做|当|干|成|为|开)?了?(.+)$",
         "job"),
        (r"靠(.{2,8}?)(?:养家|吃饭|谋生|为生|糊口|过日子|挣钱|赚钱)", "job"),
        (r"家(?:在|住)(.+)$", "home"),
        (r"住(.+)$", "home"),
        (r"对(.+?)(?:有点|严重|也|都)?过敏", "allergy"),
        (r"对(.+?)(?:很|非常|特别|也|都)?(?:感兴趣|有兴趣|着迷)", "like"),
        (r"在(.+?)(?:当|做|担任)(?:一[名个位])?(.+)$", "job_at"),
        (r"在(.{2,20}?)(?:工作|上班|任职|就职|实习|打工)", "employer"),
        (r"(?:就职于|任职于|供职于|工作于)(.+)$", "employer"),
        (r"(?:从事|担任)(.+?)(?:工作|行业|这一行)?$", "job"),
        (rf"(?:干|做|当)了?{NUMBER}(?:多|几)?年(?:的)?(.+)$", "maybe_job"),
        (r"(.{2,8}?)一[枚名只]$", "maybe_job"),
        (r"(.{1,8}?)(?:就是)?(?:yyds|YYDS|永远的神)$", "like"),
        (r"(?:当|"
         r"做)(?:一[名个位])?(.+?)(?:的)?(?:工作)?(?:的)?$", "maybe_job"),
        (r"(?:喜欢|喜爱|热爱|酷爱|钟爱|偏爱|热衷于|迷上了?|爱上了?|爱好|爱)"
         r"(?:是|:|:|有)?(.+)$", "like"),
        (r"兴趣(?:爱好)?(?:是|:|:|有)?(.+)$", "hobby"),
        (r"(?:吃不来|吃不惯|喝不来|喝不惯|讨厌|厌恶|反感|受不了|恨|"
         r"害怕吃)(.+)$", "dislike"),
        (r"(?:会|能|可以)(?:说|讲)(?:一点儿?|一些|点)?(.+)$", "language"),
        (rf"(?:会|懂)(?:一点儿?|一些|"
         rf"点)?([{HAN}]{{1,5}}[语话文])$", "language"),
        (r"((?:开|跑)(?:出租车|网约车|滴滴|货车|卡车|公交车?|火车|飞机)|"
         r"送外卖|送快递|写(?:小说|歌|代码|程序)|画漫画|做(?:直播|生意|买卖)|"
         r"摆摊|种地|教[^我你]{1,6})$", "job"),
        (rf"(?:在.{{1,8}}?)?((?:开|经营)了?一?[家间个]?[{HAN}]{{0,6}}"
         r"(?:店|馆|公司|厂|餐厅|酒吧|工作室|民宿|诊所|超市|农场))$", "job"),
        (rf"({_OWN_NOUNS})(?:是|为|:)?(.+)$", "own"),
        (rf"(?:说|讲)([{HAN}]{{1,6}}[语话文])$", "language"),
        (r"(.{1,8})的$", "doing"),
        (r"(?:家里|家中|从.{1,8}?)?(?:还)?(?:有|养|拥有|收养|领养)(?:了|着|过)?(?!点|些|"
         r"空|时|事)"
         r"(.+)$", "have"),
        (r"是(.+)$", "be"),
    )
]  # fmt: skip


def _patterned(who, what, value, found, said, negated) -> list[Fact]:
    if what == "name":
        return name_facts(who, value, said, negated)
    if what == "surname":
        facts = [Fact(who, "surname", found[1], said, negated)]
        if found[2]:
            facts.append(Fact(who, "name", found[1] + tidy(found[2]), said))
        return facts
    if what == "own":
        if found[1] == "坐标":
            return [Fact(who, "home", tidy(found[2]), said, negated)]
        return [Fact(who, "my:" + found[1], tidy(found[2]), said, negated)]
    if what == "born":
        day = found[1]
        facts = [Fact(who, "birthday", day, said)] if day else []
        place = tidy(found["place"]).removesuffix("的")
        if place and not re.search(r"\d", place):
            facts.append(Fact(who, "origin", place, said))
        return facts
    if what == "from":
        return [Fact(who, "origin", value, said, negated, f"是{value}人")]
    if what == "given":
        return [Fact(who, "given", tidy(value), said, negated)]
    if what == "doing":
        return _doing(who, value, found[0], said, negated)
    if what == "age":
        number = chinese_number(value)
        months = "个月" if "个月" in found[0] else ""
        return [Fact(who, "age", f"{number}{months}", said, negated)]
    if what == "be":
        return be_facts(who, value, said, negated)
    if what == "have":
        return has_facts(who, value, said, negated)
    if what == "job_at":
        facts = [Fact(who, "employer", tidy(found[1]), said, negated)]
        return facts + job_facts(who, found[2], said, negated)
    if what == "maybe_job":
        if is_occupation(tidy(value)) and not re.match("假装", value):
            return job_facts(who, value, said, negated)
        return _generic(who, found[0], said, "不" * negated)
    if what == "job":
        facts = job_facts(who, value, said, negated)
        place = next(
            (p for p in w.PLACES if found[0].startswith("在" + p)), ""
        )
        if place and not negated:
            facts.append(Fact(who, "place", place, said))
        return facts
    if what == "allergy" and value.endswith("不"):
        value, negated = value[:-1], True
    if what == "employer" and is_place(value):
        predicate = tidy(found.string)
        return [Fact(who, "verb:工作", value, said, negated, predicate)]
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
    return _generic(who, whole, said, "不" * negated)


def _thing_is(who, thing, rest, said, negated) -> list[Fact]:
    """ "我的…是…"."""
    found = re.match(
        r"(?:现在|目前|就|一直|还|当然|其实|肯定)*(不是|是在|是|为|叫做|叫|有|"
        r"包括|在|[::=])(.*)$",
        rest,
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
        return name_facts(who, value, said, negated)
    if what == "age":
        number = re.match(NUMBER, value)
        value = str(chinese_number(number[0])) if number else value
    if what == "job":
        if found[1] == "在":
            return [Fact(who, "employer", value, said, negated)]
        return job_facts(who, value, said, negated)
    if what == "hobby" and value.startswith("喜欢"):
        value = value[2:]
    return things(who, what, value, said, negated)


def _generic(who, rest, said, negated) -> list[Fact]:
    """Any other thing somebody does, kept as it was said."""
    value = tidy(rest)
    if len(value) < 2 or re.search(rf"(?:{w.WH})", value):
        return []
    if re.match(
        r"(?:你|您|好的|谢谢|再见|的|们|觉得|是不是|问|想问|想知道|请问|要你)",
        value,
    ):
        return []
    if not re.search(rf"[{HAN}]", value):
        return []
    mark = negated or ""
    facts = [Fact(who, "do", value, said, bool(negated), mark + value)]
    place = re.match(r"在([\u4e00-\u9fff]{2,5})(?=[\u4e00-\u9fff])", value)
    if re.search("长大|婚礼|结婚|旅游|度假|转机|开会", value):
        return facts
    if place and not negated:
        name = next((p for p in w.PLACES if place[1].startswith(p)), "")
        if name:
            facts.append(Fact(who, "place", name, said))
    return facts
