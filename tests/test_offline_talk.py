"""The offline model and loose talk: corrections, asides, slang, layouts."""

import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage

from helpers.offline import OfflineChat
from helpers.offline.english.text import expand
from helpers.offline.layouts import plain_lines


def last_answer(*texts: str, system: str = "") -> str:
    """The answer to the last of the texts."""
    model = OfflineChat()
    messages = [SystemMessage(system)] if system else []
    for text in texts:
        messages.append(HumanMessage(text))
        messages.append(AIMessage(model.invoke(messages).text))
    return messages[-1].text


@pytest.mark.parametrize(
    ("told", "later", "asked", "new", "old"),
    [
        ("I live in Bristol.", "Scratch that, we're in Bath since June.",
         "Where do I live?", "Bath", "Bristol"),
        ("My favourite drink is cola.", "Hmm no, lemonade.",
         "What's my favourite drink?", "lemonade", "cola"),
        ("I work as a postman.",
         "I got laid off last month, now I stack shelves.",
         "What do I do for work?", "shelves", "postman"),
        ("Remember: dentist on Monday at 9.",
         "They moved the dentist to Wednesday.",
         "When is my dentist appointment?", "Wednesday", "Monday"),
        ("My bike code is 5512.", "Oops, typo. It's 5521.",
         "What's my bike code?", "5521", "5512"),
        ("I'm Jon.", "Typo! It's Joni.", "What's my name?", "Joni", "Jon."),
        ("my mail is kim@exmaple.org", "*example.org, sorry",
         "What's my mail?", "kim@example.org", "exmaple"),
        ("I'm married to Tom.", "We got divorced last year.",
         "Who am I married to?", "divorced", "Tom"),
        ("I no longer live in Rome.", "It's Turin now.",
         "Where do I live?", "Turin", "Rome"),
        ("My train is on the 3rd, sorry, the 5th.", "OK?",
         "When is my train?", "5th", "3rd"),
    ],
)  # fmt: skip
def test_later_words_count(told, later, asked, new, old):
    answer = last_answer(told, later, asked)
    assert new in answer and old not in answer


def test_both_are_quoted_when_the_later_words_name_no_value():
    answer = last_answer(
        "I live in Leeds.", "Scratch that.", "Where do I live?"
    )
    assert answer == (
        'You said: "I live in Leeds." Later you said: "Scratch that."'
    )


@pytest.mark.parametrize(
    ("told", "aside", "asked", "answer"),
    [
        ("I live in Paris.", "My brother moved to Rome last week.",
         "Where do I live?", "You live in Paris."),
        ("My name is Omar.", "Actually, I have a question about trains.",
         "What is my name?", "Your name is Omar."),
        ("I have two cats.", "Something is wrong with my laptop.",
         "How many cats do I have?", "You have two cats."),
        ("I'm a vet.", "My sister quit her job.", "What's my job?",
         "You are a vet."),
        ("My sister lives in Bonn.", "I moved to Kiel.",
         "Where does my sister live?", "Your sister lives in Bonn."),
        ("My dog is called Rex.", "Rex loved the new park today.",
         "What's my dog called?", "Your dog's name is Rex."),
        ("I'm 30.", "Sorry for the late reply.", "How old am I?",
         "You are 30 years old."),
        ("My wife's name is Eva.", "I'm single-minded about tennis.",
         "What's my wife's name?", "Your wife's name is Eva."),
        ("I like tea.", "Now I'm going to bed.", "What do I like?",
         "You like tea."),
    ],
)  # fmt: skip
def test_words_on_something_else_change_nothing(told, aside, asked, answer):
    assert last_answer(told, aside, asked) == answer


def test_jokes_are_taken_back():
    joke = "I'm a millionaire. Just kidding, I'm a teacher."
    assert last_answer(joke, "Am I a millionaire?").startswith("I don't know")
    assert last_answer(joke, "What is my job?") == "You are a teacher."


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("I wish I lived in Hawaii.", "Where do I live?"),
        ("I'm Ana from Split!", "What's my middle name?"),
        ("My alarm code is 4711.", "What is my bike lock code?"),
        ("My cat Dusty is grey.", "What breed is she?"),
        ("My wife is a surgeon.", "What do I do for a living?"),
    ],
)
def test_what_was_not_told_stays_unknown(told, asked):
    reply = last_answer(told, asked)
    assert reply.startswith(("I don't know", "I'm not sure"))


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("I'm 500 years old.", "How old am I?"),
        ("Tom says: 'I own a yacht and I love it.'", "Do I own a yacht?"),
    ],
)
def test_what_is_not_believed_is_quoted_at_most(told, asked):
    assert last_answer(told, asked) == f'You said: "{told}"'


@pytest.mark.parametrize(
    ("told", "asked", "known"),
    [
        ("45M, dad of two, Leeds", "How old am I?", "45"),
        ("I'm Priya, 34, data engineer from Pune living in Berlin.",
         "Where do I live?", "Berlin"),
        ("hey im zoe n im 22, just moved 2 austin 4 uni", "where do i live",
         "austin"),
        ("got two kittens, Pip and Moss", "Name my cats.", "Pip and Moss"),
        ("My birthday, which I never celebrate, is 3 May.",
         "When's my birthday?", "3 May"),
        ("Ugh. The kids (Ada and Milo) would not sleep.",
         "What are my kids' names?", "Ada and Milo"),
        ("My husband Hugo started working nights at the docks.",
         "Where does he work?", "docks"),
        ("When I moved from Lima to Oslo, it rained.", "Where do I live?",
         "Oslo"),
        ("i wrok as a baker", "wats my job", "baker"),
        ("My rent is 1,450 a month.", "How much is my rent?", "1,450"),
        ("My wife's name is Bea.", "Remind me who I'm married to.", "Bea"),
        ("I play the cello.", "Which instrument do I play?", "cello"),
    ],
)  # fmt: skip
def test_loose_talk_is_read(told, asked, known):
    answer = last_answer(told, asked)
    assert known in answer and "don't know" not in answer


def test_questions_with_a_shared_end_are_split():
    told = "My favourite band is Blur and my favourite season is autumn."
    answer = last_answer(told, "Which season and which band do I like best?")
    assert "autumn" in answer and "Blur" in answer


@pytest.mark.parametrize(
    "request_", ["Book me a flight to Rome.", "Turn on the lights, please."]
)
def test_requests_are_declined_not_noted(request_):
    assert last_answer(request_).startswith("I can't do that")


@pytest.mark.parametrize(
    ("texts", "topic", "lines"),
    [
        (["ode to coffee, go!"], "coffee", 4),
        (["Could you whip up a few verses on the sea?"], "the sea", 4),
        (["A haiku on rain", "now about snow instead"], "snow", 4),
        (["I'd love a little rhyme about ants", "shorter please"], "ants", 2),
    ],
)
def test_poems_in_free_wording(texts, topic, lines):
    answer = last_answer(*texts)
    assert topic in answer and len(answer.split("\n")) == lines


@pytest.mark.parametrize(
    ("system", "asked", "known"),
    [
        ("USER FACTS\nname = Igor\nage = 64", "What's my name?", "Igor"),
        ("user.name=Noor; user.city=Delft", "Where do I live?", "Delft"),
        ("<user><name>Otto</name><age>61</age></user>", "How old am I?", "61"),
        ("| Name | Job |\n|---|---|\n| Wanda | baker |", "What's my job?",
         "baker"),
        ("user_profile:\n  likes:\n    - chess\n    - herring",
         "What do I like?", "chess and herring"),
        ('{"user": {"pets": [{"type": "dog", "name": "Bolt"}]}}',
         "What's my dog's name?", "Bolt"),
        ('{"firstName": "Kofi", "address": {"city": "Accra"}}',
         "Where do I live?", "Accra"),
        ("Memories:\n2026-03-02: User moved to Oslo.\n"
         "2026-01-10: User lives in Bergen.", "Where do I live?", "Oslo"),
        ("Customer: Jill Marsh\nPlan: Gold\nAccount manager: Pete Dunn",
         "What plan am I on?", "Gold"),
        ("The user you are talking to is Henrik, a 52-year-old beekeeper.",
         "What's my job?", "beekeeper"),
        ("User info:\n- instrument: violin", "Which instrument do I play?",
         "violin"),
    ],
)  # fmt: skip
def test_layouts_of_system_messages(system, asked, known):
    answer = last_answer(asked, system=system)
    assert known in answer and "don't know" not in answer


def test_instructions_are_no_facts_of_the_user():
    answer = last_answer(
        "What do you know about me?",
        system="Tone: warm. Format: plain text. Always answer in English.",
    )
    assert answer.startswith("I don't know")


def test_plain_lines():
    assert plain_lines("a=1, b=2").split("\n") == ["a: 1", "b: 2"]
    assert plain_lines("name,age\nBob,30").split("\n") == [
        "name: Bob",
        "age: 30",
    ]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("wats my nmae", "what is my name"),
        ("allergic 2 shrimp", "allergic to shrimp"),
        ("I have 2 dogs and R skills", "I have 2 dogs and R skills"),
        ("on 4 May at 10", "on 4 May at 10"),
    ],
)
def test_slang_and_slips(said, meant):
    assert expand(said) == meant
