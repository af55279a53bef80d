"""What everyday texts have in common: sentences, and words that say little."""

import re

from helpers.offline.text import word_set

# Statements and questions on many subjects, as many in each language.
ENGLISH = (
    "I went to the market this morning.",
    "My neighbour is painting the fence.",
    "The children are playing outside.",
    "She told me about her new job.",
    "My brother lives far away.",
    "We watched a film together last night.",
    "The train was late again.",
    "He is good at telling stories.",
    "The doctor said I should rest.",
    "We are planning a small party.",
    "I feel a little tired today.",
    "I lost the key to my room.",
    "What time is it?",
    "How do I get there?",
    "Why is it so loud here?",
    "Which one is better?",
    "What should I do tomorrow?",
    "Have we met before?",
    "How much does it cost?",
    "What is this word called?",
    "Where do my parents live?",
    "How old are they?",
    "Would you recommend it to me?",
    "Show me what you found.",
)
CHINESE = (
    "我今天早上去了菜市场。",
    "邻居在修他的门。",
    "孩子们在外面玩。",
    "她跟我说了她的新工作。",
    "我哥哥住得很远。",
    "昨天晚上我们一起看了电影。",
    "火车又晚点了。",
    "他很会讲故事。",
    "医生说我应该休息。",
    "我们打算办一个小聚会。",
    "我今天有点累。",
    "我房间的钥匙丢了。",
    "现在几点了?",
    "怎么去那里?",
    "这里为什么这么吵?",
    "哪一个更好?",
    "我明天该做什么?",
    "我们以前见过吗?",
    "这个要多少钱?",
    "这个词怎么说?",
    "我父母住在哪里?",
    "他们多大了?",
    "你会推荐给我吗?",
    "把你找到的给我看看。",
)

_ENGLISH_WORDS = word_set(
    """a an the this that these those some any i me my mine you your he him his
    she her it its we us our they them their user am is are was were be been
    do does did have has had can could will would should may might must what
    which who whom whose when where why how and or but if so too not no of to
    in on at for with by from as about there please tell"""
)
_CHINESE_WORDS = re.compile(
    "什么|怎么|怎样|为什么|哪里|哪儿|哪个|哪些|多少|我们|用户"
    "|[谁请我你他她它的了吗呢吧是在有会能要把都也]"
)
_WIDE = re.compile("[\u3400-\u9fff]")


def is_chinese(text: str) -> bool:
    """Whether a text has Chinese characters."""
    return bool(_WIDE.search(text))


def content(text: str) -> str:
    """A text without the words that say little; itself if all of them do."""
    if is_chinese(text):
        left = re.sub(r"\W+", " ", _CHINESE_WORDS.sub("", text)).strip()
    else:
        words = re.findall(r"[\w-]+", re.sub(r"'\w+", "", text.lower()))
        left = " ".join(w for w in words if w not in _ENGLISH_WORDS)
    return left or text
