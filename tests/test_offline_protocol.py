"""The offline model refuses what providers refuse, in one plain line."""

import pytest
from langchain_core.exceptions import (
    ContextOverflowError,
    ModelInvalidRequestError,
)
from langchain_core.messages import (
    AIMessage,
    HumanMessage,
    RemoveMessage,
    SystemMessage,
    ToolMessage,
)

from helpers.errors import CourseError
from helpers.offline import OfflineChat, count_tokens


def call(*ids: str) -> AIMessage:
    calls = [{"name": "look_up", "args": {}, "id": id} for id in ids]
    return AIMessage("", tool_calls=calls)


def result(id: str) -> ToolMessage:
    return ToolMessage("found", tool_call_id=id)


ASK = HumanMessage("Look it up.")
REFUSED = {
    "empty": ([], "empty"),
    "system later": ([ASK, SystemMessage("Be kind.")], "Message 1"),
    "result alone": ([ASK, result("1")], "Message 1"),
    "result first": ([result("1"), ASK], "Message 0"),
    "wrong result": ([ASK, call("1"), result("2")], "Message 2"),
    "call alone": ([ASK, call("1")], "Message 1"),
    "call then talk": ([ASK, call("1"), ASK], "Message 1"),
    "half answered": ([ASK, call("1", "2"), result("1")], "'2'"),
    "answered twice": ([ASK, call("1"), result("1"), result("1")], "3"),
    "removal": ([ASK, RemoveMessage(id="x")], "RemoveMessage"),
    "picture": (
        [HumanMessage([{"type": "image", "url": "https://x.org/a.png"}])],
        "image",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(case):
    messages, named = REFUSED[case]
    with pytest.raises(ModelInvalidRequestError) as caught:
        OfflineChat().invoke(messages)
    text = str(caught.value)
    assert named in text
    assert "\n" not in text
    assert isinstance(caught.value, CourseError)
    assert caught.value._render_traceback_() == [text]


ACCEPTED = {
    "two systems": [SystemMessage("a"), SystemMessage("b"), ASK],
    "exchange": [ASK, call("1"), result("1")],
    "parallel, any order": [ASK, call("1", "2"), result("2"), result("1")],
    "ends with an answer": [ASK, AIMessage("Done.")],
    "text blocks": [HumanMessage([{"type": "text", "text": "Hi"}])],
    "system only": [SystemMessage("You are kind.")],
}


@pytest.mark.parametrize("case", ACCEPTED)
def test_accepted(case):
    assert OfflineChat().invoke(ACCEPTED[case]).text


def test_window_overflows_by_one_token():
    messages = [HumanMessage("one two three four five six seven")]
    tokens = count_tokens(messages)
    assert OfflineChat(context_window=tokens).invoke(messages).text
    with pytest.raises(ContextOverflowError) as caught:
        OfflineChat(context_window=tokens - 1).invoke(messages)
    assert str(tokens) in str(caught.value)
    assert isinstance(caught.value, CourseError)


def test_stream_and_async_refuse_too():
    with pytest.raises(ModelInvalidRequestError):
        list(OfflineChat().stream([]))


@pytest.mark.asyncio
async def test_async_refuses_too():
    with pytest.raises(ModelInvalidRequestError):
        await OfflineChat().ainvoke([])
