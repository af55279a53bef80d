"""Questions in words no pattern knows, matched by meaning.

Each attribute has a few model questions. A question means the attribute of
the closest one, unless a question about something else is as close.
"""

from functools import lru_cache

from helpers.offline.nearest import similarities

# Measured on 76 questions in both languages that are none of these, 32 of
# them about an attribute: 24 found, 2 taken for another attribute, 5 of the
# other 44 taken for one.
CUT_OFF = 0.45
MARGIN = 0.03

_QUESTIONS = {
    ("name", "nickname"): (
        "What is my name?", "Who am I?", "What do people call me?",
        "How do you address me?", "Who are you talking to?",
        "我叫什么名字?", "别人怎么叫我?", "我是谁?", "你在跟谁说话?",
    ),
    ("age", "birthday"): (
        "How old am I?", "How many years have I lived?",
        "How many birthdays have I had?", "我几岁了?", "我活了多少年?",
    ),
    ("home",): (
        "Where do I live?", "In which city is my home?",
        "Where is my house or flat?", "我住在哪里?", "我家在哪个城市?",
        "我下班回哪里?",
    ),
    ("job", "employer"): (
        "What is my job?", "How do I earn my living?",
        "What work do I do all day?", "我的职业是什么?", "我靠什么谋生?",
        "我每天上班做什么?",
    ),
    ("like", "hobby"): (
        "What do I like?", "What are my hobbies?",
        "What do I do in my free time?", "What makes me happy?",
        "我喜欢什么?", "我的爱好是什么?", "我空闲的时候做什么?",
    ),
    ("allergy",): (
        "What am I allergic to?", "Which food makes me ill?",
        "What must I not eat?", "我对什么过敏?", "我不能吃什么?",
    ),
    ("pet",): (
        "What pet do I have?", "Which animal lives with me?",
        "What is my pet called?", "我养了什么宠物?", "我家里有什么动物?",
    ),
    ("birthday",): (
        "When is my birthday?", "On which day was I born?",
        "我的生日是哪天?",
    ),
    ("family",): ("Who is in my family?", "我家里有谁?"),
    ("language",): ("Which languages do I speak?", "我会说什么语言?"),
    ("origin",): (
        "Where am I from?", "What country do I come from?", "我来自哪里?",
    ),
    (): (
        "What is my phone number?", "How tall am I?",
        "What is my blood type?", "What car do I drive?", "Am I married?",
        "Who is my boss?", "What is my favourite film?",
        "What did I do yesterday?", "How much money do I have?",
        "Which school did I go to?", "What is the capital of a country?",
        "How does something work?", "Why is that so?",
        "What will happen tomorrow?", "Can you write something?",
        "What time is it?", "What is my wife's name?", "What should I do?",
        "Where did I go on holiday?", "我的电话是多少?", "我有多高?",
        "我开什么车?", "我结婚了吗?", "我昨天做了什么?", "我有多少钱?",
        "我在哪里上学?", "这个国家的首都是哪里?", "为什么会这样?", "现在几点?",
        "明天会怎么样?", "我的老板是谁?", "我妻子叫什么?", "我应该做什么?",
        "我去哪里度假了?",
    ),
}  # fmt: skip


@lru_cache(maxsize=512)
def meant_by(question: str) -> tuple[str, ...]:
    """The attributes a question is likely about; empty when unsure."""
    known = [
        (what, text) for what, all_ in _QUESTIONS.items() for text in all_
    ]
    scores = similarities(question, [text for _, text in known])
    best: dict[tuple[str, ...], float] = {}
    for (what, _), score in zip(known, scores, strict=True):
        best[what] = max(score, best.get(what, 0.0))
    what, second = sorted(best, key=best.__getitem__, reverse=True)[:2]
    if best[what] < CUT_OFF or best[what] - best[second] < MARGIN:
        return ()
    return what
