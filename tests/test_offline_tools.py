"""Tools are called when one fits, with arguments the message gives."""

import pytest
from langchain_core.messages import (
    AIMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)
from langchain_core.tools import tool

from helpers.offline import OfflineChat


@tool
def get_weather(city: str) -> str:
    """Get the weather of a city."""
    return f"Sunny in {city}."


@tool
def save_memory(memory: str) -> str:
    """Save a memory about the user."""
    return "Saved."


@tool
def search_memory(query: str, limit: int = 3) -> str:
    """Search the memories about the user."""
    return '["I love pizza", "The user\'s name is Bob"]'


@tool
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


TOOLS = [get_weather, save_memory, search_memory, add]


def calls(text: str, *tools, **kwargs) -> list[tuple[str, dict]]:
    model = OfflineChat().bind_tools(tools or TOOLS, **kwargs)
    answer = model.invoke(text)
    return [(call["name"], call["args"]) for call in answer.tool_calls]


def run(*texts: str) -> str:
    """The last answer of a conversation with every tool at hand."""
    model = OfflineChat().bind_tools(TOOLS)
    by_name = {one.name: one for one in TOOLS}
    messages = []
    for text in texts:
        messages.append(HumanMessage(text))
        while (answer := model.invoke(messages)).tool_calls:
            messages.append(answer)
            messages += [
                by_name[call["name"]].invoke(call)
                for call in answer.tool_calls
            ]
        messages.append(answer)
    return messages[-1].text


@pytest.mark.parametrize(
    ("text", "cities"),
    [
        ("What's the weather in Paris?", ["Paris"]),
        ("weather in paris and london please", ["Paris", "London"]),
        ("Is it going to rain in Oslo tomorrow?", ["Oslo"]),
        ("How is the weather in San Francisco, CA?", ["San Francisco, CA"]),
        ("北京和上海今天天气怎么样?", ["北京", "上海"]),
        ("深圳明天会下雨吗?", ["深圳"]),
    ],
)
def test_weather(text, cities):
    assert calls(text) == [("get_weather", {"city": c}) for c in cities]


def test_weather_at_home():
    model = OfflineChat().bind_tools([get_weather])
    talk = [
        HumanMessage("I live in Rome."),
        AIMessage("Noted."),
        HumanMessage("How's the weather at home?"),
    ]
    assert model.invoke(talk).tool_calls[0]["args"] == {"city": "Rome"}


def test_remembering_saves_and_asking_searches():
    assert calls("Remember that I like tea.") == [
        ("save_memory", {"memory": "I like tea"})
    ]
    assert calls("请记住我对花生过敏") == [
        ("save_memory", {"memory": "我对花生过敏"})
    ]
    assert [name for name, _ in calls("What's my name?")] == ["search_memory"]
    assert [name for name, _ in calls("我叫什么名字?")] == ["search_memory"]


def test_known_answers_are_not_searched():
    model = OfflineChat().bind_tools(TOOLS)
    talk = [SystemMessage("User info: name: Eve"), HumanMessage("Who am I?")]
    assert not model.invoke(talk).tool_calls


@pytest.mark.parametrize(
    "text", ["Hello!", "Thanks!", "Write a poem about cats", "你好"]
)
def test_no_tool_fits(text):
    assert calls(text) == []


def test_answers_come_from_the_results():
    assert run("What's my name?") == "Your name is Bob."
    assert run("What's my favourite food? What do I like?").count("pizza")
    assert "don't know" in run("How old am I?")
    assert run("Weather in Paris and Oslo?") == (
        "Paris: Sunny in Paris.\nOslo: Sunny in Oslo."
    )
    assert "tea" in run("Remember that I like tea.", "What do I like?")


def test_named_tool_gets_its_numbers():
    assert calls("What is 3 plus 4? Use add.") == [("add", {"a": 3, "b": 4})]


def test_tool_choice():
    assert calls("Hello!", tool_choice="none") == []
    assert len(calls("Hello!", tool_choice="any")) == 1
    assert len(calls("Hello!", tool_choice="required")) == 1
    assert calls("Paris!", tool_choice="get_weather")[0][0] == "get_weather"
    choice = {"type": "function", "function": {"name": "add"}}
    assert calls("2 and 5", tool_choice=choice) == [("add", {"a": 2, "b": 5})]


def test_call_ids_are_new_each_time():
    model = OfflineChat().bind_tools(TOOLS)
    ids = [
        model.invoke("Weather in Rome?").tool_calls[0]["id"] for _ in range(3)
    ]
    assert len(set(ids)) == 3


def test_streamed_calls_come_whole():
    model = OfflineChat().bind_tools(TOOLS)
    whole = None
    for chunk in model.stream("Weather in Rome and Oslo?"):
        whole = chunk if whole is None else whole + chunk
    cities = [call["args"]["city"] for call in whole.tool_calls]
    assert cities == ["Rome", "Oslo"]


def test_failed_tool_is_told():
    model = OfflineChat().bind_tools(TOOLS)
    call = {"name": "get_weather", "args": {"city": "Rome"}, "id": "1"}
    talk = [
        HumanMessage("Weather in Rome?"),
        AIMessage("", tool_calls=[call]),
        ToolMessage("no connection", tool_call_id="1", status="error"),
    ]
    assert model.invoke(talk).text == "The tool failed: no connection"


@tool
def upsert_attribute(name: str, value: str) -> str:
    """Save a fact about the user as a name and a value."""
    return "Saved."


def test_one_call_for_each_attribute():
    assert calls("I'm Bob and I'm 30.", upsert_attribute) == [
        ("upsert_attribute", {"name": "name", "value": "Bob"}),
        ("upsert_attribute", {"name": "age", "value": "30"}),
    ]


@tool
def send_email(to: str, subject: str, body: str) -> str:
    """Send an email to somebody."""
    return "Sent."


def test_arguments_are_not_invented():
    assert calls("Send an email to bob@example.org", send_email) == []
