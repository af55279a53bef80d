"""What the offline model quotes when no fact answers, and how sure it is."""

import pytest
from langchain_core.messages import AIMessage, HumanMessage

from helpers.offline import OfflineChat
from helpers.offline.kinds import holds
from helpers.offline.nearest import clauses_of, nearest


def last_answer(*told: str) -> str:
    """The model's answer to the last of some messages of a person."""
    messages = []
    for text in told:
        messages.append(HumanMessage(text))
        messages.append(AIMessage(OfflineChat().invoke(messages).text))
    return messages[-1].text


@pytest.mark.parametrize(
    ("question", "right", "wrong"),
    [
        ("When do we leave?", "We leave on Friday.", "We leave by train."),
        ("What time is it on?", "It is on at half past six.", "It is on."),
        ("How much is it?", "It's 780 euros.", "It's a two-room flat."),
        ("How many came?", "Twelve people came.", "People came."),
        ("Where is the key?", "The key is under the mat.", "I lost it."),
        ("What colour is it?", "It is a blue car.", "It is a fast car."),
        ("Why are you late?", "I'm late because it rained.", "I'm late."),
        ("我几点起床?", "我六点起床。", "我起床很早。"),
        ("我哪天走?", "我周五走。", "我坐火车走。"),
        ("一共多少人?", "一共来了十二个人。", "人来了。"),
        ("车是什么颜色的?", "车是蓝色的。", "车很快。"),
        ("为什么迟到?", "因为下雨,我迟到了。", "我迟到了。"),
    ],
)
def test_a_question_wants_a_kind_of_thing(question, right, wrong):
    assert holds(question, right)
    assert not holds(question, wrong)


@pytest.mark.parametrize(
    ("question", "other"),
    [
        ("What do we read next month?", "We read Emma this month."),
        ("Which knee hurts, the left?", "My right knee hurts."),
        ("我下周去哪里?", "我这周去上海。"),
    ],
)
def test_what_is_so_of_one_is_not_so_of_its_contrary(question, other):
    assert not holds(question, other)


def test_a_long_sentence_is_as_close_as_its_closest_clause():
    question = "How long does it take?"
    sentence = "I usually take the train to work, it takes about 40 minutes."
    clause = clauses_of(sentence)[-1]
    assert clause == "it takes about 40 minutes."
    assert nearest(question, [sentence])[1] >= nearest(question, [clause])[1]


def test_of_many_sentences_the_closest_is_found():
    noise = [f"Number {n} of the parcels was lost." for n in range(40)]
    told = "My flight to Rome leaves on Tuesday."
    question = "When does my flight leave?"
    assert nearest(question, [*noise, told])[0] == told
    assert nearest(question, []) == ("", 0.0)


@pytest.mark.parametrize(
    ("told", "question", "wanted"),
    [
        # Sure: the words are the same.
        ("Our landlord wants the rent on the 5th.", "When is the rent due?",
         'You said: "Our'),
        # Another code is not the one asked for.
        ("The alarm code is 7712.", "What's the code of the garage?",
         "I'm not sure, but you said"),
        # Nothing of the kind asked for was said.
        ("We've got three chickens and a goose.", "What's the goose's name?",
         "I don't know"),
        # The clause about the wife, not the one about oneself.
        ("I drive a red Fiat and my wife drives a blue Volvo.",
         "What colour is my wife's car?", "drives a blue Volvo."),
        ("我的生日是8月16日,我妈妈的生日我总是记不住。", "我妈妈的生日是哪天?",
         "我不知道"),
        # Somebody else's.
        ("My friend's name is Zoe. Her favourite colour is purple.",
         "What is my favourite colour?", "I don't know"),
        ("我有个弟弟。", "我有妹妹吗?", "我不知道"),
        ("I'm hungry.", "What's my job?", "I don't know"),
        # Said as an example only.
        ("If I had a dog, I'd call it Rex.", "What's my dog's name?",
         "I don't know"),
        ("真希望我有个哥哥。", "我有哥哥吗?", "你说过：“真希望"),
    ],
)  # fmt: skip
def test_how_sure_a_quote_is(told, question, wanted):
    assert wanted in last_answer(told, question)


@pytest.mark.parametrize(
    ("messages", "wanted"),
    [
        (["Noah is 9 and Emma is 6.", "How old is Noah?", "And Emma?"], "6"),
        (["我的车是黑色的,我弟弟的车是黄色的。", "我弟弟的车是什么颜色?",
          "那我的呢?"], "黑色"),
        (["I usually take the train to work, it takes about 40 minutes.",
          "How do I get to work, and how long does it take?"], "40 minutes"),
        (["My flight to Rome leaves on Tuesday.", "When do I fly?",
          "Where to?"], "Rome"),
    ],
)  # fmt: skip
def test_a_fragment_goes_on_with_the_question_before(messages, wanted):
    reply = last_answer(*messages)
    assert wanted in reply
    assert "don't know" not in reply and "不知道" not in reply


@pytest.mark.parametrize(
    ("messages", "wanted", "gone"),
    [
        (["My friend Eva lives in Graz.", "My friend Paul lives in Linz.",
          "Where does Eva live?"], "Graz", "Linz"),
        (["My friend Eva lives in Graz.", "My friend Paul lives in Linz.",
          "Where does Paul live?"], "Your friend Paul lives in Linz", "Graz"),
        (["我朋友小王住在上海。", "我朋友小李住在北京。", "小李住在哪里?"],
         "你朋友小李住在北京", "上海"),
        (["I have a dog called Rex.", "What's my name?"], "know", "Rex"),
        (["What's my name?", "It's Farid.", "So what's my name now?"],
         "Your name is Farid", "know"),
        (["My brother Theo is a pilot and my sister Mina is a nurse.",
          "What does Mina do?", "And Theo? What's his job?"],
         "pilot", "nurse"),
        (["I used to live in Madrid, but last year I moved to Porto.",
          "Where did I live before that?"], "Madrid", "know"),
        (["我出生在长沙。", "我的生日是哪天?"], "不知道", "长沙"),
        (["我换老板了。", "我做什么工作?"], "不知道", "老板"),
        (["My cat is called Tom.", "Tom died last month.",
          "Do I have a cat?"], "Tom died", "Yes"),
    ],
)  # fmt: skip
def test_each_keeps_what_is_his(messages, wanted, gone):
    reply = last_answer(*messages)
    assert wanted in reply and gone not in reply


@pytest.mark.parametrize(
    ("messages", "wanted", "gone"),
    [
        (["I've got the dentist on Monday at 9.", "Now it's Friday.",
          "Which day do I see the dentist?"], "Friday", "Monday"),
        (["My brother lives in Goa.", "Actually it's not Goa, it's Pune.",
          "Where does my brother live?"], "Pune", "Goa"),
        (["My boss is Linda and she lives in Chicago.",
          "My new boss is called Raj.", "Who is my boss?"], "Raj", "Chicago"),
        (["我养了一只猫,叫豆豆,今年两岁。", "不对,豆豆是三岁。",
          "豆豆多大?"], "3", "2"),
        (["我约了周一看牙医。", "改到周二了。", "他们又改了,改成周四。",
          "我周几看牙医?"], "周四", "周一"),
    ],
)  # fmt: skip
def test_of_what_was_put_right_the_new_words_stand(messages, wanted, gone):
    reply = last_answer(*messages)
    assert wanted in reply and gone not in reply
