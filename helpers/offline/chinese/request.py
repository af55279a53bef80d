"""What a Chinese message wants done: a poem, another one, something else."""

import re

_POEM = (
    r"(?:打油|短小的|小小的|小|短|古|现代|藏头|情|儿童|散文|新|五言|七言|"
    r"优美的|"
    r"好听的|有趣的|搞笑的)*"
    r"(?:诗歌|诗篇|诗词|诗句|诗|绝句|律诗|俳句|童谣|歌谣|顺口溜)"
)
_MAKE = r"写|作|来|创作|赋|吟|编|整|做|搞|给我|要|想看|想听|念|送"
_wanted = re.compile(
    rf"(?:{_MAKE}|再).{{0,30}}?{_POEM}|{_POEM}.{{0,6}}(?:来|写|作|整)(?:一|"
    rf"几)?首"
)
# 我写了一首诗 tells, and asks for nothing.
_told = re.compile(
    r"(?<![给帮替为])我(?!想|要|希望|需要|特别想|奶|妈|爸|家)[^,给帮]{0,6}"
    r"(?:写|作|读|背|编|爱|喜欢|看|听|出版)"
)
_PRAISE = (
    r"关于|有关|描写|描述|描绘|赞美|歌颂|歌唱|歌咏|咏|夸一?夸|夸奖|祝福|献给|"
    r"写给|送给|纪念|"
    r"怀念|吐槽|讲|表现|表达"
)
_topics = [
    re.compile(pattern)
    for pattern in (
        r"以(?P<x>[^,]+?)(?:为主?题|为主题|为内容|作题)",
        r"(?:主题|题目|内容)(?:是|为|就写|:)?(?P<x>[^,]+?)(?:的)?(?:,|$)",
        rf"(?:{_PRAISE})(?:一下)?(?P<x>[^,]+?)(?:的?{_POEM}|的?(?:,|$))",
        rf"(?:给|为|替)(?!我(?:写|来|作|整|编|做|一|再|首)|我们(?:写|来)|你|"
        rf"大家)"
        rf"(?P<x>[^,]+?)(?:也|再)?(?:{_MAKE})",
        rf"{_POEM}[,、吧呗]*(?:就|要|来|给我)?写(?:的是|写|"
        rf"一下)?(?P<x>[^,]+?)(?:的)?$",
        rf"(?:[首篇段]|几句|几行|四行)(?P<x>[^,]+?)的?{_POEM}",
        rf"(?:写|作)(?P<x>[^,一几首]+?)的{_POEM}",
    )
]
_FILL = (
    r"(?:好的?|嗯|不错|很好|那|就|现在|请|帮我|给我|麻烦|可以|能不能|能|你|"
    r"这次|这回|也|"
    r"还是|一首|把|将|主题|题目|对象|内容|诗|它|这首|,)*"
)
_again = re.compile(
    rf"^{_FILL}(?:(?:再|另外?|重新)(?:来|写|作|整|给我|做|编)+(?:一|"
    rf"几)?[首个篇遍次段]|"
    r"(?:换成|改成|换作|改为|换个|换一个|换一首|换)|"
    r"(?:再?(?:来|写|做)?(?:一[首个])?)?(?:同样的|一样的|同样|一样|照样|同款|"
    r"照着)|"
    r"(?:这次|这回)(?:写|关于|换)|也?给.{1,8}(?:也|再)?(?:来|写)一首)"
)
_instead = re.compile(
    r".*(?:换成|改成|换作|改为|换个|换一个|换|关于|有关|同样写|一样写|次写|"
    r"回写|[,首]写|不过写|但写|"
    r"针对|[首个篇]给|也给|以)(?:一?[首个])?(?:写|关于|主题|题目|"
    r"描写)*(?P<x>[^,]{1,12}?)"
    r"(?:的)?(?:为主?题|[,]?(?:再|也)?(?:来|写|做|试)(?:一[首个遍])?.*)?$"
)
_shorter = re.compile(
    r"^(?:有点|有些|太|这首|诗|能不能|能|可以|请|再|写|弄|改|得|它|还是|,|你|"
    r"这|长)*"
    r"(?:太长|短一?[点些]|短小一?[点些]|简短一?[点些]?|精简|缩短|少写)"
    r"[^我]{0,8}$"
)
_errand = re.compile(
    r"^(?:请|请你|麻烦|麻烦你|劳驾|能不能|能否|可以|可不可以|能|你|再|快|现在|"
    r"去|来|赶紧|"
    r"明天|今天|今晚|一会儿?|待会儿?|到时候?|每天|[早晚]上)*"
    r"(?:帮我|帮忙|给我|替我|帮|替|.{0,10}?(?:提醒我|叫我起床|叫醒我)|"
    r"(?:订|预订|预约|买|点|打开|打|发|开|关|放|播放|查|搜|翻译|设|设置|转|寄|"
    r"叫)(?:一?下|一?[个份杯张封"
    r"首辆条]|[灯窗门空]|电话|邮件|短信|微信|外卖|闹钟))(?!.*[了过])"
)


def poem_wanted(text: str) -> str | None:
    """The subject of the poem asked for ('' for any), or None."""
    found = _wanted.search(text)
    if not found or _told.search(text) or re.search("什么|哪|谁|吗$", text):
        if not found or not re.match("(?:你)?(?:能|可以|会)", text):
            return None
        if re.search("什么|哪|谁", text):
            return None
    for pattern in _topics:
        topic = pattern.search(text)
        if topic and (words := _clean(topic["x"])):
            return words
    return ""


def again_wanted(text: str) -> str | None:
    """The new subject of "the same once more" ('' for none), or None."""
    other = re.match(r"([^,我]{1,8})的(?:也|再)+(?:来|写)一?首", text)
    if other:
        return _clean(other[1])
    if not _again.match(text) or re.match("我|[^,]*(?<!长)了", text):
        return None
    found = _instead.match(text)
    return _clean(found["x"]) if found else ""


def wants_shorter(text: str) -> bool:
    """Whether the poem shall be shorter."""
    return bool(_shorter.match(text))


def is_errand(text: str) -> bool:
    """Whether something is to be done that only hands or a network can."""
    return bool(_errand.match(text)) and not text.endswith("的话")


def _clean(topic: str) -> str:
    topic = re.sub(rf"(?:的)?{_POEM}?(?:吧|呢|吗|呗|啊|呀|哈)*$", "", topic)
    topic = re.sub(
        rf"^(?:一?[首个篇]|一下|写|关于|有关|{_POEM}|吧|呗|的|是|成)+",
        "",
        topic,
    )
    topic = re.sub("(?:的|也)$", "", topic)
    return topic.strip(" 的《》“”\"'「」!~.。")
