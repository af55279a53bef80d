"""The kind of thing a question asks for, and words that can be it.

"When …?" is answered by a time and "How many …?" by a number: words with
neither are no answer, however close they are otherwise.
"""

import re

from helpers.offline.chinese.words import PLACES

_NUMBER = (
    r"\d|\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|"
    r"twelve|twenty|thirty|forty|fifty|half|once|twice|dozen|hundred|both|"
    r"all|every|some|many|several)\b|[一二三四五六七八九十两百千万几半每]"
)
_TIME = (
    r"\d|\b(?:mon|tues|wednes|thurs|fri|satur|sun|to|birth)?days?\b|"
    r"january|february|march|april|\bmay\b|june|july|august|september|"
    r"october|november|december|morning|afternoon|evening|night|noon|"
    r"tomorrow|week|month|\byears?\b|spring|summer|autumn|winter|christmas|"
    r"easter|\b(?:before|until|since) \w+|dawn|dusk|"
    r"o'clock|half past|midnight|\b(?:at|by) (?:one|two|three|four|five|six|"
    r"seven|eight|nine|ten|eleven|twelve|lunch)\b|"
    r"[0-9一二三四五六七八九十上下本这半]个?[点号天周月年日]|"
    r"周[一二三四五六日末]|星期|礼拜|[明后今昨]天|[明去今前后]年|"
    r"[早晚]上|[上下]午|[春夏秋冬]|节|岁"
)
_KINDS = [
    (re.compile(asked, re.IGNORECASE), re.compile(held))
    for asked, held in (
        (
            r"\bwhen\b|\b(?:what|which) (?:time|day|date|month|year)\b|"
            r"\bhow soon\b|几点|什么时候|哪天|几号|星期几|周几|哪一?年|哪个月|"
            r"何时|最晚|纪念日",
            f"(?i:{_TIME})",
        ),
        (
            r"\bwhat time\b|几点",
            r"(?i:\d|o'clock|noon|midnight|half past|quarter)|点",
        ),
        (r"\bhow much\b", r"(?i)\d|(?:one|two|three|four|five|six|seven|eight|"
         r"nine|ten|half|hundred|thousand)\b(?!-)|free|cheap|lot|little"),
        (
            r"\bhow (?:many|much|old|tall|long|often|far|big|heavy)\b|"
            r"多少|多[高重大久长远]|(?<![上下])第?几[个只条次岁层楼天年周遍门口]",
            f"(?i:{_NUMBER}|every|always|never|often|daily|weekly)",
        ),
        (
            r"\bwhere\b|\b(?:what|which) (?:city|country|town|place|street)|"
            r"哪里|哪儿|什么地方",
            r"(?i:\b(?:in|at|on|to|from|near|under|behind|next|by|inside|"
            r"above|over|below|abroad|home|visit(?:ed|ing)?)\b)|"
            r"(?<=[a-z,] )(?!I\b|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)"
            r"[A-Z]|[在从去来到住里]|"
            rf"{'|'.join(PLACES)}",
        ),
        (
            r"\bnames?\b|\bcalled\b",
            r"(?i:\b(?:names?|called|named|call)\b)|(?<=\w )[A-Z][a-z]|"
            r"^[A-Z][a-z]+ (?:is|was)\b|[叫名是]",
        ),
        (
            r"叫什么|名字|姓名|称呼",
            r"^(?!.*(?:叫不|起个?名|起一?个名|什么名字))",
        ),
        (r"\bwho am i\W*$|我是谁",
         r"(?i:\bname|\bcall)|\b(?:I'm|I am|it's|is) (?:an? )?[A-Z]|"
         r"[A-Z]\w+ here|我[叫是]|姓|用户"),
        (r"\bcolou?r\b|颜色|什么色",
         r"(?i:red|blue|green|black|white|yellow|gr[ea]y|purple|pink|orange|"
         r"brown|silver|gold|colou?r)|色|[红蓝黑白绿黄灰紫粉橙棕银金]"),
        (r"\bwhy\b|为什么|原因",
         r"(?i:\b(?:because|since|so|for|to|as|due)\b)|因为|所以|由于|为了|怕|害|让"),
        (r"品种|什么品", r"品种|[犬猫]|金毛|柯基|哈士奇|短|泰迪|布偶"),
        (r"多少钱|价格|价钱|多贵",
         r"\d|[一二三四五六七八九十百千万]+[块元万千]|钱"),
        (r"电话|手机号|号码|密码|身份证|邮编|邮箱|"
         r"\b(?:number|password|code|pin|zip)\b",
         r"\d|@|\b[A-Z]+[A-Z0-9-]{2,}"),
    )
]  # fmt: skip


# Of these one excludes the others: what is so next month is not so in this.
_CONTRASTS = [
    [re.compile(word, re.IGNORECASE) for word in words]
    for words in (
        (r"\bthis (?:week|month|year|time)",
         r"\bnext (?:week|month|year|time)",
         r"\blast (?:week|month|year|time)"),
        (r"\bleft\b", r"\bright\b"),
        (r"这个?(?:周|月|星期|次)|今年", r"下个?(?:周|月|星期|次)|明年",
         r"上个?(?:周|月|星期|次)|去年"),
        (r"左", r"右"),
    )
]  # fmt: skip


def holds(question: str, text: str) -> bool:
    """Whether a text has words of every kind the question asks for."""
    for words in _CONTRASTS:
        asked = [word for word in words if word.search(question)]
        told = [word for word in words if word.search(text)]
        if asked and told and not any(word in told for word in asked):
            return False
    return all(
        held.search(text) for asked, held in _KINDS if asked.search(question)
    )
