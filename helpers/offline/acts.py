"""What each part of a person's message does: tell, ask, request, greet."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from helpers.offline.chinese import ask as chinese_ask
from helpers.offline.chinese import request as chinese_request
from helpers.offline.chinese import values as chinese_values
from helpers.offline.chinese.words import BEINGS
from helpers.offline.english import ask as english_ask
from helpers.offline.english.clause import opening_length
from helpers.offline.english.text import expand
from helpers.offline.facts import Ask
from helpers.offline.text import language_of, sentences_of

_EN = r"^(?:please |kindly |now |then |and |can you |could you |would you |"
_EN += r"will you |i want you to |i would like you to |i need you to |"
_EN += r"help me |go ahead and |just |try to )*"
_POEM = (
    r"(?:poems?|haikus?|verses?|rhymes?|limericks?|sonnets?|odes?|ballads?)"
)
# How somebody begins who wants a poem: "a haiku", "could you whip up".
_WANTED = (
    r"^(?:(?:please|kindly|now|then|and|ok|so|can you|could you|would you|"
    r"will you|how about|what about|i (?:want|need|fancy|feel like|(?:would )"
    r"(?:love|like))|i want you to|i need you to|help me|let us have|"
    r"time for|"
    r"write|compose|make|give|tell|create|generate|recite|do|draft|whip up|"
    r"put together|come up with|pen|sing|craft|produce|try|show|knock out)\b"
    r"|(?:an?|one|one more|another|some|few|short|little|quick|tiny|"
    rf"new)\b(?=.{{0,30}}\b{_POEM}(?:$|,| (?:about|on|for|to|of|please)\b))|"
    rf"(?={_POEM}(?:$|,| (?:about|on|for|to|please)\b)))"
)
_REMEMBER_EN = (
    r"^(?:(?:please|kindly|also|and|can you|could you|i want you to|"
    r"i would like you to) )*(?:please )?(?:remember(?! me\b)|"
    r"do not forget|never forget|note down|"
    r"note to self|note|keep in mind|bear in mind|memori[sz]e|save|store|"
    r"write down|"
    r"make a note|take a note|remember this|remember for me)"
    r"(?: for (?:later|me))?(?: the fact)?(?: this)?(?: that| of)?\b"
    r"(?! (?:a |the )?(?:poem|essay|story))[\s:,-]*"
)
_REMEMBER_ZH = (
    r"^(?:请|麻烦)?(?:你|您)?(?:一定要|要|帮我|帮忙|务必|能|可以)*(?:记住|"
    r"记下来|记下|"
    r"记一下|别忘了|不要忘记|别忘记|牢记|记着|保存|记得(?!我|吗))(?:一下|"
    r"这一点|这件事)?[\s,,::]*"
)

# (what it does, pattern); the first that fits. 'topic' names the subject.
_ENGLISH = [
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        ("greet", r"^(?:hi|hello|hey|good \w+)(?: there)?,? again$"),
        ("poem_topic", r".*\b(?:what|which)\b.{0,40}\b(?:poems?|verses?)\b.*"
         r"\babout\b|.*\bwhat did i (?:ask|tell|want) you to write|"
         r".*\bwhat (?:did you|have you|was it you) (?:write|written|wrote) "
         r"(?:a poem )?about"),
        ("poem", _WANTED + rf".{{0,40}}?\b{_POEM}\b"
         r"(?:.*?\b(?:about|on|for|to|of|regarding|dedicated to|praising|"
         r"celebrating|with)\s+(?P<topic>.+))?$"),
        ("poem_before", _WANTED + rf".{{0,30}}?(?P<topic>\w+) {_POEM}$"),
        ("again", _EN + r"(?:do |write |make |give me )?(?:the )?(?:exact )?"
         r"same(?: thing| again| one| kind)?\b(?:.*?\b(?:for|about|with|on)\s+"
         r"(?P<topic>.+))?$"),
        ("again", _EN + r"(?:(?:do|write|make|give me|what about|how about) )?"
         r"(?:(?:another|one more|one|it|that)(?: one| time)?(?: again)?|"
         r"again)"
         r"(?:,? (?:but )?(?:for|about|with|on)\s+(?P<topic>.+))?$"),
        ("again", r"^(?:and |now |but )+(?:(?:for|about|with) )"
         r"(?P<topic>[\w\s-]{2,30})$"),
        ("again", r"^(?:for|about|with) (?P<topic>[\w\s-]{2,30}?) (?:instead|"
         r"now|then|this time)$"),
        ("shorter", r"^.{0,25}?\b(?:(?:make|keep) (?:it|that|"
                    r"this) )?(?:too long|"
         r"(?:much |a bit |a little )?(?:shorter|briefer))\b.{0,20}$"),
        ("summary", _EN + r"(?:summari[sz]e|recap|sum (?:it |this |"
                          r"things )?up|"
         r"(?:create|write|give|make|provide|extend|update)(?: me)? (?:a |an |"
         r"the |this )?(?:\w+ ){0,2}(?:summary|recap|run-?down|overview)|"
         r"(?:quick|short|brief)? ?(?:summary|recap)$|"
         r"go (?:back )?over (?:what|everything)|catch me up)\b"),
        ("summary", r"^what (?:have|did|were) we (?:\w+ )?(?:talk|discuss|"
                    r"chat|"
         r"cover)"),
        ("notes", r".*\bwhat (?:did|do|should|have|must|am)\b.{0,30}\b"
         r"(?:to remember|remember for me|to keep in mind|not (?:to "
         r")?forget)\b"),
        ("told_last", r"(?:^|.*\b)what (?:did|was|were|have|is|are)? ?"
         r"(?:the )?(?:i|my) ?(?:just |last |previous |recent )*"
         r"(?:say|said|ask|asked|tell you|told you|write|wrote|message|"
         r"question|request|mention)\b(?: you)?(?: (?:just now|before|"
         r"earlier|last|a moment ago|to you|to do|you to do|for|right "
         r"before))*"
         r"$"),
        ("told_first", r".*\bmy (?:very )?first (?:message|question|request|"
         r"sentence|words?)\b|.*\bwhat did i (?:say|ask)(?: you)? first\b|"
         r".*\bfirst (?:thing|question) (?:that )?i (?:said|asked|told)|"
         r".*\bwhat\b.*\bi (?:say|said|ask|asked|tell|told|wrote|want|wanted)"
         r"\b.*\b(?:first|(?:beginning|start)|initially|to begin with)$"),
        ("you_said", r".*\bwhat (?:did|have) you (?:just |last |recently )?"
         r"(?:say|said|answer|tell me|told me|reply|write|written)\b|"
         r".*\byour (?:last|previous) (?:answer|message|reply)|"
         r"^(?:repeat|say) (?:that|it|your answer|your last answer|what you "
         r"said)(?: again| please)*$"),
        ("about_me", r".*\b(?:what|anything|everything|all|how much)\b.*\b"
         r"(?:you )?(?:know|remember|learned?|recall|told|tell)\b.*\b"
         r"(?:about|of) (?:me|myself|us)\b|^(?:tell me|say something|"
         r"anything) about (?:me|myself)\b|.*\bwhat have i told you\b|"
         r".*\bwhat do you (?:know|remember)$|.*\bdescribe me\b|"
         r".*\bwhat did i tell you(?: about (?:me|myself))?$|"
         r".*\bdo you (?:know|remember|recall) (?:me|who i am|anything)$|"
         r"^(?:list|show) (?:all |everything |the )*(?:facts|what you know)"),
        ("who_are_you", r"^(?:so |and )?(?:who|what) (?:are|"
                        r"r) you\b(?! \w+ing)|"
         r".*\b(?:what is|tell me|do you have) (?:your|a) name\b|"
         r"^are you (?:a |an |the )?(?:\w+ )*(?:ai|llm|robot|bot|human|person|"
         r"chatgpt|gpt|gpt-4|qwen|claude|real|language model|machine|model|"
         r"program)\b|^introduce yourself|^(?:which|what) (?:\w+ )?model "
         r"(?:are you|is this)|^tell me about yourself"),
        ("how_are_you", r"^(?:so |and )?how (?:are|r) you\b|^how is it going|"
         r"^how do you do\b|^what is up$|^how have you been|"
         r"^are you (?:ok|okay|well|fine)$"),
        ("what_can", r".*\bwhat (?:can|could) you (?:do|help)|"
         r"^(?:how|what) can you (?:help|do)|^help$|^can you help(?: me)?$"),
        ("forget", _EN + r"(?:forget|erase|delete|remove)\b"
                         r"(?! (?:to|what i)\b)"),
        ("cannot", r"^how (?:do|would|can|should) (?:i|you|we) (?:say|"
         r"translate|pronounce)\b"),
        ("cannot", _EN + r"(?:(?:translate|tell (?:me )?a joke|tell me a "
                         r"story|"
         r"explain|calculate|compute|solve|code|program|"
         r"implement|draw|paint|sing|play|search|google|book|order|recommend|"
         r"suggest|list|describe|define|compare|plan|design|teach me|"
         r"proofread|correct|rewrite|paraphrase|fix|read|open|send|call "
         r"(?!me)|"
         r"schedule|set|turn|find|look up|check|convert|count)\b|"
         r"(?:write|create|generate|make|give me|draft|compose|prepare|"
         r"build)\b(?! (?:my|me) name))"),
        ("greet", r"^(?:say )?(?:hi|hello|hey|hiya|howdy|greetings|yo|good "
         r"(?:morning|afternoon|evening|day)|morning|evening)\b"
         r"(?: (?:there|again|all|everyone|everybody|bot|assistant|friend|"
         r"to me|by (?:my )?name|please))*$"),
        ("bye", r"^(?:good ?bye|bye|bye bye|see you|see ya|good ?night|"
         r"farewell|take care|talk to you later|that is all|see you later)"
         r"\b.{0,20}$"),
        ("thanks", r"^(?:no )?(?:thanks|thank you|thx|ty|cheers|many thanks|"
         r"much appreciated)\b(?!.*\b(?:i|my)\b).{0,40}$"),
        ("nice", r"^(?:nice|pleased|glad|good|great) to (?:meet|see) "
                 r"you\b.*$"),
        ("ok", r"^(?:ok|okay|k|alright|all right|sure|fine|great|cool|nice|"
         r"good|perfect|awesome|wow|yes|yeah|yep|no|nope|right|i see|got it|"
         r"interesting|understood|exactly|never mind|well|very good|good job|"
         r"well done|lol|haha)(?: (?:then|job|thanks))?$"),
    )
]  # fmt: skip
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

# A question that follows something told, in one sentence.
_TURN = re.compile(
    r"(?:\s*[,;:]\s*(?:and\s+|but\s+|so\s+)?|\s+-+\s+|\s+and\s+(?=please|can |"
    r"could |do you|what is my|what do i|write|tell me)|\s+so\s+)"
    r"(?=(?:what|who|where|when|how|which|do you|can you|could you|would you|"
    r"am i|is my|do i|does my|tell me|remind me|please (?:tell|remind|write|"
    r"remember)|write (?:a|me)|remember (?:that|my|this|i)\b)\b)",
    re.IGNORECASE,
)
# "…, would you?" asks nothing of its own.
_TAG = re.compile(
    r"(?:(?:would|could|will|can) you(?: please)?|actually|so|and|but|"
    r"(?:please |can you |could you )?(?:tell|remind) me)\W*$",
    re.IGNORECASE,
)
_COMMA = re.compile(r"[,,]\s*")


@dataclass(frozen=True)
class Act:
    """One part of a message: its kind, its words, what it asks."""

    kind: str
    text: str
    topic: str = ""
    asks: tuple[Ask, ...] = ()


@lru_cache(maxsize=8192)
def acts_of(text: str, last: str | None = None) -> tuple[Act, ...]:
    """The parts of a message, in order. `last`: whom "he" would mean."""
    acts: list[Act] = []
    for sentence in sentences_of(text):
        if language_of(sentence) == "zh":
            for unit in _units_zh(sentence):
                asked = [a.who for act in acts for a in act.asks]
                owner = asked[-1] if asked else None
                about = re.match(
                    r"(?:但是?)?(?:关于|主题是|题目是)(.+?)的?[。.!~]*$", unit
                )
                if about and acts and acts[-1].kind in ("poem", "again"):
                    acts[-1] = replace(acts[-1], topic=about[1])
                    continue
                acts.append(_act_zh(unit, last, owner))
        else:
            whole = re.match(r"\W*(?:if|suppose|imagine)\b", sentence, re.I)
            units = [sentence] if whole else _TURN.split(sentence)
            units = [u.strip() for u in units if u.strip()]
            if not sentence.rstrip(" !").endswith("?"):
                units = _rejoined(units)
            elif len(units) > 1:
                # The mark belongs to the last part only.
                units[:-1] = [unit + "," for unit in units[:-1]]
            acts += [_act_en(u, last) for u in units if not _TAG.match(u)]
    return tuple(acts)


def _rejoined(units: list[str]) -> list[str]:
    """ "My birthday, which nobody remembers, is …" asks nothing."""
    out: list[str] = []
    for unit in units:
        if out and re.match(r"(?:which|who|where|when)\b", unit, re.I):
            out[-1] += ", " + unit
        else:
            out.append(unit)
    return out


def _units_zh(sentence: str) -> list[str]:
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
        wish = _request_zh(part.strip(" 。!~"))
        if wish:
            # What follows says more of the poem: "…,写星星".
            rest = ",".join(parts[at:])
            if not any(chinese_ask.looks_asking(p) for p in parts[at + 1 :]):
                return [*units, *([telling] if telling else []), rest]
        if wish or chinese_ask.looks_asking(part) or _special_zh(part):
            if telling:
                units.append(telling)
            telling = ""
            units.append(part)
        else:
            telling = f"{telling},{part}" if telling else part
    if telling:
        units.append(telling)
    return units


def _special_zh(part: str) -> bool:
    bare = part.strip(" 。!~")
    return _request_zh(bare) is not None or any(
        kind in ("greet", "summary") and pattern.search(bare)
        for kind, pattern in _CHINESE
    )


def _request_zh(bare: str) -> tuple[str, str] | None:
    """(kind, topic) of a wish for a poem; None for anything else."""
    for kind, wanted in (
        ("poem", chinese_request.poem_wanted),
        ("again", chinese_request.again_wanted),
    ):
        topic = wanted(bare)
        if topic is not None:
            return kind, topic
    return ("shorter", "") if chinese_request.wants_shorter(bare) else None


def _act_zh(unit: str, last: str | None, owner: str | None) -> Act:
    bare = chinese_values.usual(unit.strip(" 。.!~?…"))
    remember = re.match(_REMEMBER_ZH, unit)
    asking = chinese_ask.looks_asking(unit)
    if remember and remember.end() and not asking:
        return Act(
            "remember", unit, topic=unit.strip(" 。.!~?…")[remember.end() :]
        )
    request = _request_zh(bare)
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


def _act_en(unit: str, last: str | None) -> Act:
    text = expand(unit)
    bare = text.strip(" .!?…,\"'")
    core = bare[opening_length(bare) :] or bare
    mark = text.rstrip().endswith("?")
    remember = re.match(_REMEMBER_EN, core, re.IGNORECASE)
    if remember and not mark:
        rest = core[remember.end() :]
        if len(rest) > 1 and not re.match(
            r"(?:what|who|where|when|how|my name)$|(?:what|who|where) ",
            rest,
            re.IGNORECASE,
        ):
            return Act("remember", unit, topic=rest)
    if core != bare and re.fullmatch(r"(?:me|i|you)", core, re.I):
        core = bare
    for kind, pattern in _ENGLISH:
        found = pattern.match(core) or (
            kind in ("greet", "ok", "thanks") and pattern.match(bare)
        )
        if (
            found
            and kind == "cannot"
            and english_ask.read_question(unit, last)
        ):
            break
        if found:
            kind = "poem" if kind == "poem_before" else kind
            return Act(kind, unit, topic=_topic(found))
    asks = english_ask.read_question(unit, last)
    if asks:
        return Act("ask", unit, asks=tuple(asks))
    if mark or re.match(
        r"(?:what|who|(?:where|when)(?! (?:i|we|my)\b.*,)|why|how|which|"
        r"do you|"
        r"can you|could you|would you|should i|will|tell me|is there|"
        r"are there)\b",
        core,
        re.IGNORECASE,
    ):
        return Act("question", unit)
    if english_ask.is_request(core):
        return Act("cannot", unit)
    return Act("tell", unit)


def _topic(found: re.Match) -> str:
    topic = found.groupdict().get("topic") or ""
    topic = re.sub(
        r"(?:[\s,]+(?:please|now|this time|instead|too|thanks|for me|again|"
        r"with .*|in .*|and .* rhyme.*))+$",
        "",
        topic,
        flags=re.IGNORECASE,
    )
    topic = re.sub(r"^(?:关于|有关|一下)|(?:吧|呢|吗|的诗|的)$", "", topic)
    return topic.strip(" .,!?。\"'“”")
