"""What a Chinese clause does: tell, ask, request, greet."""

import re

from helpers.offline.chinese import ask as chinese_ask
from helpers.offline.chinese import request as chinese_request
from helpers.offline.chinese import values as chinese_values
from helpers.offline.chinese.words import BEINGS
from helpers.offline.facts import Act

_REMEMBER_ZH = (
    r"^(?:请|麻烦)?(?:你|您)?(?:一定要|要|帮我|帮忙|务必|能|可以)*(?:记住|"
    r"记下来|记下|"
    r"记一下|别忘了|不要忘记|别忘记|牢记|记着|保存|记得(?!我|吗))(?:一下|"
    r"这一点|这件事)?[\s,,::]*"
)

# (what it does, pattern); the first that fits. 'topic' names the subject.
_CHINESE = [
    (kind, re.compile(pattern))
    for kind, pattern in (
        ("summary", r"^(?!我)(?:请|帮我|麻烦|能不能|能|你|可以|给我|来|把|对|"
                    r"将|为|简单|先|再|快速|跟我|和我|一起)*.{0,16}"
         r"(?:总结|概括|归纳|摘要|概述|小结|复盘|(?:回顾|梳理|盘点|捋|"
         r"回忆)(?:一下|下|一遍|一捋))|"
         r"^(?:请)?(?:扩展|更新|延续).{0,10}(?:摘要|总结)|"
         r"我们.{0,8}(?:聊|谈|讨论|说)(?:了|过|到)*(?:些|哪些|点)?(?:什么|"
         r"哪些)"),
        ("notes", r"我?.{0,4}(?:让|叫|请|要)(?:你)?(?:帮我)?(?:记住|记下|"
                  r"记)(?:了|的|过)?"
         r"(?:是)?(?:什么|哪些)|我(?:需要|要|该)记(?:住|得)(?:什么)"),
        ("told_last", r"^.{0,6}我(?:刚刚|刚才|刚|上一句|上一个|上次|之前|前面|"
                      r"上一条|最后)"
         r"(?:说|问|发|讲|让你|要求|的)?.{0,8}(?:什么|哪些|消息|问题)"),
        ("told_first", r"我(?:的)?(?:第一(?:句|个|条|次)|最开始|最初|"
                       r"一开始).{0,8}"
         r"(?:什么|问题|消息)"),
        ("you_said", r"^.{0,4}你(?:刚刚|刚才|刚|上一句|上次|之前|最后)?(?:的)?"
         r"(?:说|回答|回复)(?:了|的|过)?(?:是)?(?:什么)|"
         r"^(?:请)?(?:再说一遍|重复一遍|"
         r"重复你的回答|再说一次|重复一下)"),
        ("poem_topic", r"诗.{0,6}(?:关于|写|主题|讲).{0,6}(?:什么)|"
         r"我(?:让|叫|请|要)你写.{0,6}(?:什么)"),
        ("about_me", r"(?:你|您).{0,6}(?:知道|了解|记得|记住|掌握|"
                     r"晓得).{0,4}(?:关于|有关)?"
         r"(?:我|我的)[^叫姓住做干养是在喜爱对有]{0,6}(?:什么|哪些|多少|信息|情况|事|吗|一切|"
         r"所有)(?!名|工|职|地|时|颜)|"
         r"(?:关于|有关|对)(?:于)?我.{0,4}(?:你|您)?.{0,4}(?:知道|了解|记得|"
         r"记住|掌握).{0,6}|"
         r"我(?:跟|和|对|向|给)?你?(?:说|讲|提|介绍|透露)过(?!我?的?"
         rf"(?:{'|'.join(sorted(BEINGS, key=len, reverse=True))}))(?:我|自己|"
         r"关于)?.{0,4}(?:什么|哪些)(?!名)|介绍(?:一下)?我(?!自己|的|叫|"
         r"是)|说说我(?:这个人|的情况)|我(?:都|一共)?"
         r"(?:告诉|跟你说)(?:了|过)?(?:你|过)?(?:哪些|什么|了什么)|我是(?:个|"
         r"一个)?什么样的人|"
         r"^你(?:还)?(?:认识|记得)我(?:吗|是谁|么)?$|^描述(?:一下)?我"),
        ("who_are_you", r"^(?:请问|那|那么)?(?:你|您)(?:是谁|叫什么|的名字|"
                        r"是什么|叫"
         r"是(?:不是)?(?:一个)?(?:AI|人工智能|机器人|真人|大模型|模型|人类|"
         r"ChatGPT|GPT|Qwen|通义|程序)"
         r"(?:吗|么|$))|"
         r"介绍(?:一下)?你自己|^你是.{0,10}(?:模型|AI|机器人|助手)(?:吗|么)$|"
         r"自我介绍(?:一下)?$"),
        ("how_are_you", r"^(?:你|您)(?:最近)?(?:好吗|好不好|怎么样|还好吗|"
                        r"过得.*|身体.*)$|"
         r"^最近(?:好吗|怎么样|如何)$"),
        ("what_can", r"(?:你|您)(?:能|会|可以)(?:够)?(?:做|干|"
                     r"帮).{0,4}(?:什么)|"
         r"^(?:你能)?帮(?:帮)?我(?:吗|一下)?$|^有什么功能"),
        ("forget", r"^(?:请)?(?:你)?(?:忘记|忘掉|忘了|删除|清除|清空|抹去)"),
        ("cannot", r"^(?:请|请你|麻烦|麻烦你|能不能|可以|你能|能|帮我|帮忙|"
                   r"给我|再|你)*"
         r"(?:[用把拿].{1,16}?)?(?:翻译|讲(?:一)?个?(?:笑话|故事)|说个笑话|"
         r"解释|计算|算一下|"
         r"写(?:一|个|段|篇|封)?|画|唱|"
         r"推荐|介绍(?!.*[我己])|讲解|科普|编写|编程|搜索|查一下|查询|查|预订|"
         r"订|列出|定义|比较|规划|"
         r"设计|生成|制作|润色|修改|"
         r"打开|播放|发送|安排|设置)(?!.*(?:我叫|我是|我的))"),
        ("greet", r"^(?:你好|您好|嗨|哈喽|哈罗|嘿|早上好|下午好|晚上好|早安|"
                  r"大家好|早|在吗)"
         r"(?:呀|啊|哦|!|!)?$"),
        ("bye", r"^(?:再见|拜拜|拜|下次见|回头见|晚安|回见|明天见|"
                r"就这样).{0,6}$"),
        ("thanks", r"^(?:谢谢|多谢|感谢|谢了|谢啦|非常感谢).{0,10}$"),
        ("nice", r"^.{0,3}(?:很|非常)?高兴(?:认识|见到)(?:你|您).{0,4}$"),
        ("ok", r"^(?:好的?|好吧|行|可以|嗯+|哦+|噢|是的?|对|不是|没有|明白了?|"
               r"知道了|"
         r"了解了?|原来如此|不错|很好|太好了|哈+|没事|真棒|厉害|收到)(?:呀|啊|"
         r"的|了|吧)?$"),
    )
]  # fmt: skip
_COMMA = re.compile(r"[,,]\s*")


def units_of(sentence: str) -> list[str]:
    """What is told and what is asked, apart; a condition stays whole."""
    if re.match(r"\s*(?:如果|要是|假如|假设|若)", sentence) or re.match(
        _REMEMBER_ZH, sentence
    ):
        return [sentence]
    parts = [part for part in _COMMA.split(sentence) if part.strip()]
    units: list[str] = []
    telling = ""
    for at, part in enumerate(parts):
        if chinese_ask.only_opens(part) and at + 1 < len(parts):
            continue
        wish = _request(part.strip(" 。!~"))
        if telling and wish and wish[0] == "again":
            # 本来周六去,改成周日 tells.
            wish = None
        if wish:
            # What follows says more of the poem: "…,写星星".
            rest = ",".join(parts[at:])
            if not any(chinese_ask.looks_asking(p) for p in parts[at + 1 :]):
                return [*units, *([telling] if telling else []), rest]
        if wish or chinese_ask.looks_asking(part) or _special(part):
            if telling:
                units.append(telling)
            telling = ""
            units.append(part)
        else:
            telling = f"{telling},{part}" if telling else part
    if telling:
        units.append(telling)
    return units


def _special(part: str) -> bool:
    bare = part.strip(" 。!~")
    return any(
        kind in ("greet", "summary") and pattern.search(bare)
        for kind, pattern in _CHINESE
    )


def _request(bare: str) -> tuple[str, str] | None:
    """(kind, topic) of a wish for a poem; None for anything else."""
    for kind, wanted in (
        ("poem", chinese_request.poem_wanted),
        ("again", chinese_request.again_wanted),
    ):
        topic = wanted(bare)
        if topic is not None:
            return kind, topic
    return ("shorter", "") if chinese_request.wants_shorter(bare) else None


def act_of(unit: str, last: str | None, owner: str | None) -> Act:
    """What one unit does. `owner`: whom a question before was about."""
    bare = chinese_values.usual(unit.strip(" 。.!~?…"))
    remember = re.match(_REMEMBER_ZH, unit)
    asking = chinese_ask.looks_asking(unit)
    if remember and remember.end() and not asking:
        return Act(
            "remember", unit, topic=unit.strip(" 。.!~?…")[remember.end() :]
        )
    request = _request(bare)
    if request:
        return Act(request[0], unit, topic=request[1])
    asks = chinese_ask.read_question(unit, last, owner) if asking else []
    for kind, pattern in _CHINESE:
        found = pattern.search(bare)
        if found and not (asks and kind == "cannot"):
            return Act(kind, unit)
    if asking:
        return Act("ask" if asks else "question", unit, asks=tuple(asks))
    if chinese_request.is_errand(bare):
        return Act("cannot", unit)
    return Act("tell", unit)
