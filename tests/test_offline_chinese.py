"""The offline model reads Chinese as people type it."""

import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage

from helpers.offline import OfflineChat
from helpers.offline.chinese.correct import is_joke, is_mistake
from helpers.offline.chinese.request import (
    again_wanted,
    is_errand,
    poem_wanted,
    wants_shorter,
)


def talk(*turns: str, system: str = "") -> str:
    """The reply to the last of the turns."""
    messages = [SystemMessage(system)] if system else []
    for turn in turns:
        messages.append(HumanMessage(turn))
        reply = OfflineChat().invoke(messages).text
        messages.append(AIMessage(reply))
    return reply


@pytest.mark.parametrize(
    ("told", "later", "asked", "wanted", "gone"),
    [
        ("我叫刘洋", "说错了,我叫刘阳", "我叫什么?", "刘阳", "刘洋"),
        ("我今年36", "哦不对,37了,上周过的生日", "我多大?", "37", "36"),
        ("我妈住在长沙", "我妈去年搬到株洲了", "我妈住哪?", "株洲", "长沙"),
        ("记一下下周一看牙", "看牙改到下周三了", "哪天看牙?", "周三", ""),
        ("记住门锁密码是1234", "密码换成9876了", "门锁密码是多少?",
         "9876", "1234"),
        ("我弟弟叫大壮", "不是大壮,是大状", "我弟弟叫什么?", "大状", "大壮"),
        ("我女儿叫糖糖", "抱歉,是棠棠,海棠的棠", "我女儿叫什么?",
         "棠棠", "糖糖"),
        ("我身高175", "量了一下,其实是178", "我多高?", "178", "175"),
        ("我喜欢的颜色是红色,喜欢的歌手是王菲", "颜色改一下,绿色",
         "我喜欢什么颜色?", "绿", "红"),
        ("我不是对虾过敏,是对蟹过敏", "嗯", "我对什么过敏?", "蟹", "虾"),
        ("我家狗叫团团", "说反了,团团是猫,狗叫圆圆", "我的狗叫什么?",
         "圆圆", "团团"),
        ("我是厨师", "我转行做导游了", "我的职业是什么?", "导游", "厨师"),
    ],
)  # fmt: skip
def test_later_word_wins(told, later, asked, wanted, gone):
    reply = talk(told, later, asked)
    assert wanted in reply
    assert not gone or gone not in reply


def test_joke_takes_back_what_was_said():
    reply = talk("我有九个孩子。逗你玩的!", "我有几个孩子?")
    assert "你有九个孩子" not in reply
    reply = talk("我对桃子过敏", "开玩笑的,我什么都能吃", "我对什么过敏?")
    assert reply != "你对桃子过敏。"


@pytest.mark.parametrize("text", ["说错了", "哦不对", "写反了", "口误"])
def test_words_that_say_mistake(text):
    assert is_mistake(text)
    assert not is_mistake(text + "的题很多")


@pytest.mark.parametrize("text", ["开玩笑的", "逗你玩呢", "哈哈骗你的"])
def test_words_that_say_joke(text):
    assert is_joke(text)
    assert not is_joke("他爱" + text)


@pytest.mark.parametrize(
    "told",
    ["老是说顺嘴,住得挺远", "我住老是忘事的人隔壁", "我叫不出他的名字",
     "我买了双42码的鞋"],
)  # fmt: skip
def test_what_is_no_value_is_no_fact(told):
    for asked in ("我住在哪里?", "我叫什么名字?", "我多大了?"):
        reply = talk(told, asked)
        assert not reply.startswith(("你住在", "你叫", "你42"))


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        ("我多大、在哪儿上班、猫叫什么?", ["27", "医院", "七七"]),
        ("说说我的名字和职业", ["小北", "护士"]),
        ("我叫什么?几岁?住哪里?", ["小北", "27", "西安"]),
    ],
)
def test_several_questions_are_each_answered(asked, wanted):
    told = "我叫小北,27岁,住在西安,在一家医院当护士,有只猫叫七七"
    assert [w for w in wanted if w not in talk(told, asked)] == []


def test_two_of_a_kind_asked_at_once():
    reply = talk("我最喜欢的书是三体,最喜欢的花是茉莉",
                 "我最喜欢的书和花分别是什么?")  # fmt: skip
    assert "三体" in reply and "茉莉" in reply


@pytest.mark.parametrize(
    ("told", "asked", "wanted"),
    [
        ("俺叫铁柱", "俺叫啥?", "铁柱"),
        ("昨天陪我闺女小满去打疫苗", "我女儿叫什么?", "小满"),
        ("我家那只叫豆包的柯基又拆家了", "我的狗叫什么?", "豆包"),
        ("本人男,28,坐标苏州,码农一枚", "我是干啥的?", "码农"),
        ("香菜我是真吃不来", "我讨厌吃什么?", "香菜"),
        ("我都四十二了还追星", "我多大岁数?", "42"),
        ("我一个干了十年护士的人还怕打针", "我是做什么的?", "护士"),
        ("家里有俩毛孩子,一只橘猫叫大橘", "我的猫叫啥名儿?", "大橘"),
    ],
)
def test_everyday_typing(told, asked, wanted):
    assert wanted in talk(told, asked)


def test_facts_of_others_are_not_the_users():
    told = "我对象叫小鱼,是个护士"
    assert "护士" not in talk(told, "我是做什么的?")
    assert "护士" in talk(told, "我对象做什么的?")


@pytest.mark.parametrize(
    ("told", "asked"),
    [("我没去过日本", "我去过日本吗?"), ("我没坐过飞机", "我坐过飞机吗?")],
)
def test_denied_is_answered_with_no(told, asked):
    assert talk(told, asked).startswith("没有，你没")


@pytest.mark.parametrize(
    "text", ["说出我的名字。", "列出我的爱好", "报一下我的年龄"]
)
def test_imperatives_ask(text):
    assert "不知道" in talk(text)


@pytest.mark.parametrize(
    "text", ["帮我点份外卖", "提醒我明天交房租", "明天早上七点叫我起床"]
)
def test_errands_are_declined(text):
    assert is_errand(text)
    assert "做不到" in talk(text)


def test_what_was_bought_for_somebody_is_no_errand():
    assert not is_errand("给我妈买了件毛衣")


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("给月亮写首小诗吧", "月亮"),
        ("写首诗,写冬天", "冬天"),
        ("来首关于加班的打油诗", "加班"),
        ("请以秋天为主题创作一首五言绝句", "秋天"),
        ("能不能写几句诗夸夸我奶奶", "我奶奶"),
        ("随便写首诗", ""),
        ("我昨天写了一首诗", None),
        ("你写了什么诗?", None),
    ],
)
def test_poem_wanted(text, topic):
    assert poem_wanted(text) == topic


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("换成狗", "狗"),
        ("换成写冬天的吧", "冬天"),
        ("再来一首,这次写星星", "星星"),
        ("同样的,写爷爷", "爷爷"),
        ("再来一首", ""),
        ("我换成素食了", None),
        ("换老板了", None),
    ],
)
def test_again_wanted(text, topic):
    assert again_wanted(text) == topic


def test_poem_again_has_the_new_subject_alone():
    reply = talk("请写一首关于猫的短诗。", "再写一首一样的,这次换成狗。")
    assert "狗" in reply and "猫" not in reply
    assert wants_shorter("太长了,短一点")
    assert not wants_shorter("我的裙子太长了")


@pytest.mark.parametrize(
    "text", ["回顾一下我们聊了啥", "把聊的内容给我捋一捋"]
)
def test_recap_in_free_words(text):
    reply = talk("我叫周正,喜欢潜水", text)
    assert "周正" in reply and "潜水" in reply


@pytest.mark.parametrize(
    "system",
    [
        "【用户资料】\n姓名：秦岚\n年龄：41岁\n城市：宁波",
        "用户信息：\n1. 用户叫秦岚\n2. 用户今年41岁\n3. 用户住在宁波",
        "姓名=秦岚; 年龄=41; 城市=宁波",
        '{"姓名": "秦岚", "年龄": 41, "城市": "宁波"}',
        "你正在和一位名叫秦岚的用户聊天。她今年41岁,住在宁波。",
        "用户记忆：\n- 2022-01-01：用户叫秦岚，41岁\n"
        "- 2022-05-01：用户住在台州\n- 2024-05-01：用户搬到了宁波",
    ],
)
def test_system_message_layouts(system):
    for asked, wanted in (("我叫什么?", "秦岚"), ("我多大?", "41"),
                          ("我住哪?", "宁波")):  # fmt: skip
        assert wanted in talk(asked, system=system)


def test_a_quote_has_words_of_the_kind_asked_for():
    assert "不知道" in talk("我的猫叫雪球", "雪球几岁了?")
    assert "不知道" in talk("我有一辆车", "我的车是什么颜色?")
