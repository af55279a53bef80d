"""What the offline model says: greetings, poems, quotes, honest limits."""

import pytest
from langchain_core.messages import AIMessage, HumanMessage

from helpers.offline import OfflineChat
from helpers.offline.meanings import meant_by
from helpers.offline.poem import poem


def talk(*texts: str) -> list[str]:
    """The answers to a conversation, one for each text."""
    model, messages, answers = OfflineChat(), [], []
    for text in texts:
        messages.append(HumanMessage(text))
        answers.append(model.invoke(messages).text)
        messages.append(AIMessage(answers[-1]))
    return answers


def test_greets_by_name():
    assert talk("Hi, I'm Bob", "Hello")[0] == "Nice to meet you, Bob!"
    assert "Bob" in talk("Hi, I'm Bob", "Hello")[1]
    assert talk("你好\uff0c我叫小明")[0].startswith("你好\uff0c小明\uff01")


def test_answers_every_question():
    last = talk(
        "I'm Bob, 34, and I live in Rome.",
        "What's my name and how old am I? Where do I live? Do I have a cat?",
    )[-1]
    assert "Bob" in last and "34" in last and "Rome" in last
    assert "don't know" in last
    last = talk("我叫小明,今年20岁。", "我叫什么?多大了?住在哪里?")[-1]
    assert "小明" in last and "20" in last and "不知道" in last


def test_follows_the_language_of_the_question():
    assert talk("我叫小明", "What's my name?")[-1] == "Your name is 小明."
    assert talk("I'm Bob", "我叫什么名字?")[-1] == "你叫Bob。"


@pytest.mark.parametrize(
    ("ask", "topic"),
    [
        ("Write a short poem about cats", "cats"),
        ("write me a haiku on the sea, please", "the sea"),
        ("写一首关于春天的短诗", "春天"),
        ("写一首猫的诗", "猫"),
        ("写首关于我的猫的诗", "你的猫"),
    ],
)
def test_poem(ask, topic):
    answer = talk(ask)[-1]
    assert topic in answer
    assert len(answer.splitlines()) == 4
    assert talk(ask)[-1] == answer


def test_poems_differ():
    subjects = [f"subject {number}" for number in range(20)]
    frames = {poem(s, "en").replace(s, "") for s in subjects}
    assert len(frames) > 2


@pytest.mark.parametrize(
    ("first", "again", "topic"),
    [
        ("Write a poem about cats", "now the same but for dogs", "dogs"),
        ("Write a poem about cats", "now do the same but with dogs", "dogs"),
        ("Write a poem about cats", "another one about mice please", "mice"),
        ("写一首关于猫的诗", "换成狗再来一首", "狗"),
        ("写一首关于猫的诗", "再来一首关于狗的", "狗"),
    ],
)
def test_the_same_for_another_subject(first, again, topic):
    assert topic in talk(first, again)[-1]
    assert len(talk(first, again)[-1].splitlines()) == 4
    alone = talk(again)[-1]
    assert "don't know" in alone or "不知道" in alone


def test_quotes_what_was_said():
    assert talk("I like cats", "What did I just say?")[-1] == (
        'You said: "I like cats"'
    )
    assert "猫" in talk("我喜欢猫", "我刚才说了什么?")[-1]
    assert "don't know" in talk("What did I just ask?")[-1]


def test_notes():
    last = talk("Remember to buy milk", "What did I ask you to remember?")[-1]
    assert "buy milk" in last
    last = talk("请记住周二下午三点开会", "我让你记住了什么?")[-1]
    assert "周二下午三点开会" in last


def test_lists_what_it_knows():
    last = talk("I'm Bob and I like tea.", "What do you know about me?")[-1]
    assert last == "Your name is Bob. You like tea."
    assert "don't know" in talk("What do you know about me?")[-1]


def test_says_what_it_is():
    assert "not a large language model" in talk("Who are you?")[-1]
    assert "不是大语言模型" in talk("你是谁?")[-1]


@pytest.mark.parametrize(
    "text",
    [
        "What is the capital of France?",
        "Write an essay about trees",
        "Translate this into German: good night",
        "用Python写一个快速排序",
        "法国的首都是哪里?",
    ],
)
def test_limits_are_said_plainly(text):
    assert "COURSE_MODEL" in talk(text)[-1]


@pytest.mark.parametrize(
    ("told", "asked", "word"),
    [
        ("I work as a baker.", "How do I earn my money?", "baker"),
        ("I'm allergic to nuts.", "What food could kill me?", "nuts"),
        ("我住在厦门。", "我晚上回哪个城市睡觉?", "厦门"),
        ("I parked the car on level 4.", "Where is the car parked?", "4"),
    ],
)
def test_question_like_no_pattern_gets_the_closest_sentence(told, asked, word):
    assert word in talk(told, asked)[-1]


@pytest.mark.parametrize(
    "asked",
    [
        "What's my blood type?",
        "What car do I drive?",
        "我的血型是什么?",
        "我有多高?",
    ],
)
def test_unknown_stays_unknown(asked):
    told = "I'm Bob, a baker from Rome. I'm allergic to nuts. I love chess."
    last = talk(told, asked)[-1]
    assert "don't know" in last or "不知道" in last


def test_meaning_has_a_cut_off():
    assert meant_by("How do I earn my money?") == ("job", "employer")
    assert meant_by("How tall am I?") == ()
