"""What sentences tell: each line one kind of telling or not telling."""

import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage

from helpers.offline import OfflineChat
from helpers.offline.facts import ASSISTANT, USER, Fact, Knowledge
from helpers.offline.reader import view_of

TOLD = {
    "Hi, I'm Bob": {("user", "name", "Bob")},
    "i'm bob": {("user", "name", "bob")},
    "I'm tired.": {("user", "is", "tired")},
    "I'm Bob, 34, a plumber from Leeds.": {
        ("user", "name", "Bob"),
        ("user", "age", "34"),
        ("user", "job", "plumber"),
        ("user", "origin", "Leeds"),
    },
    "My sister Anna is a doctor. She lives in Berlin.": {
        ("sister", "name", "Anna"),
        ("sister", "job", "doctor"),
        ("sister", "home", "Berlin"),
    },
    "My friend says he is a plumber.": {("friend", "job", "plumber")},
    "If I were rich, I would buy a boat.": set(),
    "I wish I were a pilot.": set(),
    "Am I a pilot?": set(),
    "I'm not a plumber, I'm a nurse.": {("user", "job", "nurse")},
    "I lived in Rome, but now I live in Oslo.": {("user", "home", "Oslo")},
    "I like cats. I no longer like cats.": {("user", "dislike", "cats")},
    "My name is Bob. Not Bob, Rob.": {("user", "name", "Rob")},
    "I don't think I like olives.": {("user", "dislike", "olives")},
    "你好,我叫小明": {("user", "name", "小明")},
    "我今年二十五岁,住在杭州。": {
        ("user", "age", "25"),
        ("user", "home", "杭州"),
    },
    "我不是医生,我是护士。": {("user", "job", "护士")},
    "我是医生吗?": set(),
    "如果我是医生,我会很开心。": set(),
    "我朋友说他是水管工。": {("friend", "job", "水管工")},
    "我养了一只猫,叫咪咪。": {
        ("user", "have", "一只猫"),
        ("cat", "name", "咪咪"),
    },
    "我对海鲜不过敏。": set(),
    "我叫小明。不是小明,是小红。": {("user", "name", "小红")},
    "我叫了个外卖。": set(),
    "今天天气真好": set(),
}


def told(*messages) -> set[tuple[str, str, str]]:
    facts = view_of(messages).knowledge.facts
    skipped = ("known", "do")
    return {
        (f.who, f.what, f.value)
        for f in facts
        if not f.negated
        and f.who != ASSISTANT
        and f.what not in skipped
        and not f.what.startswith("past:")
    }


@pytest.mark.parametrize("text", TOLD)
def test_told(text):
    assert told(HumanMessage(text)) == TOLD[text]


def test_full_width_marks_read_the_same():
    text = "我叫小明\uff0c今年25岁\uff01"
    assert told(HumanMessage(text)) == {
        ("user", "name", "小明"),
        ("user", "age", "25"),
    }


def test_the_assistants_words_are_not_the_users():
    words = AIMessage("I am Qwen and I live in Hangzhou. 我叫通义。")
    assert told(HumanMessage("Hi"), words) == set()


@pytest.mark.parametrize(
    "system",
    [
        "You are kind.\nUser info: Remember: my name is Bob",
        "The user's name is Bob.",
        "User is called Bob.",
        "Memories:\n- name: Bob",
        'What you know: [{"name": "name", "value": "Bob"}]',
        "Facts about the user: {'name': 'Bob'}",
        "Summary of the conversation so far: Your name is Bob.",
        "You are Max. You are talking to Bob.",
        "关于用户的记忆:\n用户叫Bob",
    ],
)
def test_system_message_tells(system):
    answer = OfflineChat().invoke(
        [SystemMessage(system), HumanMessage("What's my name?")]
    )
    assert answer.text == "Your name is Bob."


def test_persona_is_not_the_user():
    persona = SystemMessage("You are a helpful assistant named Max.")
    assert told(persona) == set()
    view = view_of([persona])
    assert view.knowledge.find(ASSISTANT, "name")[0].value == "Max"


def test_short_answer_to_the_assistants_question():
    talk = [AIMessage("What's your name?"), HumanMessage("Bob")]
    assert told(*talk) == {("user", "name", "Bob")}


def test_transcript_inside_a_prompt():
    prompt = "Read this.\nHuman: I'm Bob\nAI: I'm Qwen\nHuman: I'm 30"
    assert told(HumanMessage(prompt)) == {
        ("user", "name", "Bob"),
        ("user", "age", "30"),
    }


def test_knowledge_keeps_the_latest_of_one_and_all_of_many():
    facts = [
        Fact(USER, "home", "Paris"),
        Fact(USER, "like", "cats"),
        Fact(USER, "home", "Rome"),
        Fact(USER, "like", "dogs"),
        Fact(USER, "dislike", "cats"),
    ]
    knowledge = Knowledge(facts)
    assert [f.value for f in knowledge.find(USER, "home")] == ["Rome"]
    assert [f.value for f in knowledge.find(USER, "like")] == ["dogs"]
    other = knowledge.copy()
    other.add(Fact(USER, "home", "Oslo"))
    assert [f.value for f in knowledge.find(USER, "home")] == ["Rome"]


def test_relation_is_found_by_name_and_by_kind_but_not_by_owner():
    knowledge = Knowledge(
        [
            Fact("older sister", "name", "Anna"),
            Fact("friend's dog", "name", "Rex"),
        ]
    )
    assert knowledge.about("Anna") == knowledge.about("sister")
    assert knowledge.about("dog") == []
