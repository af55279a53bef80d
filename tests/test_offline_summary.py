"""Summaries keep every fact and request and can be read back."""

import pytest
from langchain.agents.middleware.summarization import DEFAULT_SUMMARY_PROMPT
from langchain_core.messages import (
    AIMessage,
    HumanMessage,
    SystemMessage,
    get_buffer_string,
)

from helpers.offline import OfflineChat, count_tokens

ENGLISH = [
    HumanMessage("Hi, I'm Bob and I live in Paris."),
    AIMessage("Nice to meet you, Bob!"),
    HumanMessage("Write a short poem about cats"),
    AIMessage("A poem."),
    HumanMessage("My sister Anna is a nurse and I'm allergic to nuts."),
    AIMessage("Noted."),
]
CHINESE = [
    HumanMessage("你好,我叫小明,住在北京。"),
    AIMessage("你好!"),
    HumanMessage("写一首关于猫的诗"),
    AIMessage("一首诗。"),
    HumanMessage("我对花生过敏,我每天早上跑步。"),
    AIMessage("好的。"),
]


def say(*messages) -> str:
    return OfflineChat().invoke(list(messages)).text


def ask_summary(summary: str, question: str) -> str:
    system = SystemMessage(f"Summary of the conversation so far: {summary}")
    return say(system, HumanMessage(question))


PROMPTS = [
    "Create a summary of the conversation above:",
    "Distill the above chat messages into a single summary message. "
    "Include as many specific details as you can.",
    "Please summarize our conversation.",
]


@pytest.mark.parametrize("prompt", PROMPTS)
def test_round_trip(prompt):
    summary = say(*ENGLISH, HumanMessage(prompt))
    assert ask_summary(summary, "What's my name?") == "Your name is Bob."
    assert "Paris" in ask_summary(summary, "Where do I live?")
    assert "nuts" in ask_summary(summary, "What am I allergic to?")
    assert "nurse" in ask_summary(summary, "What does Anna do?")
    poem = ask_summary(summary, "the same but for dogs")
    assert "dogs" in poem and len(poem.splitlines()) == 4
    assert count_tokens(summary) < count_tokens(ENGLISH)


@pytest.mark.parametrize(
    "prompt", ["请总结以上对话:", "对上面的对话写一份摘要"]
)
def test_round_trip_in_chinese(prompt):
    summary = say(*CHINESE, HumanMessage(prompt))
    assert ask_summary(summary, "我叫什么?") == "你叫小明。"
    assert "北京" in ask_summary(summary, "我住在哪里?")
    assert "花生" in ask_summary(summary, "我对什么过敏?")
    assert "狗" in ask_summary(summary, "换成狗再来一首")


@pytest.mark.parametrize(
    "prompt",
    [
        "This is a summary of the conversation to date: {old}\n\nExtend the "
        "summary by taking into account the new messages above:",
        "This is summary of the conversation so far: {old}\n\nExtend this "
        "summary by taking into account the new messages above:",
    ],
)
def test_extending_merges_and_the_newer_word_counts(prompt):
    old = say(*ENGLISH, HumanMessage(PROMPTS[0]))
    new = [HumanMessage("I moved to Rome."), AIMessage("Noted.")]
    summary = say(*new, HumanMessage(prompt.format(old=old)))
    assert "Rome" in summary and "Paris" not in summary
    for kept in ("Bob", "Anna", "nuts", "cats"):
        assert kept in summary
    again = say(*new, HumanMessage(prompt.format(old=summary)))
    assert again == summary


def test_default_prompt_of_the_middleware():
    old = say(*ENGLISH, HumanMessage(PROMPTS[0]))
    heading = "Here is a summary of the conversation to date:"
    first = HumanMessage(f"{heading}\n\n{old}")
    new = [first, HumanMessage("I'm 30."), AIMessage("Noted.")]
    text = get_buffer_string(new, format="xml")
    summary = say(HumanMessage(DEFAULT_SUMMARY_PROMPT.format(messages=text)))
    for kept in ("Bob", "Paris", "Anna", "nuts", "cats", "30"):
        assert kept in summary
    assert say(first, HumanMessage("What's my name?")) == "Your name is Bob."


def test_what_no_fact_holds_is_quoted_and_found_again():
    told = HumanMessage("The committee moved the deadline to Friday.")
    summary = say(told, HumanMessage(PROMPTS[0]))
    assert "deadline" in summary
    assert "Friday" in ask_summary(summary, "When is the deadline?")


def test_max_tokens_drops_the_least():
    bound = OfflineChat().bind(max_tokens=20)
    summary = bound.invoke([*ENGLISH, HumanMessage(PROMPTS[0])]).text
    assert count_tokens(summary) <= 20
    assert "Bob" in summary


@pytest.mark.parametrize(
    "text",
    [
        "I'm writing a summary of my book.",
        "I like summaries.",
        "我在写一份总结报告",
    ],
)
def test_talk_of_summaries_is_no_request(text):
    assert "user" not in say(*ENGLISH, HumanMessage(text))
    assert "用户" not in say(*CHINESE, HumanMessage(text))


def test_nothing_to_summarise():
    assert "nothing" in say(HumanMessage(PROMPTS[0]))
