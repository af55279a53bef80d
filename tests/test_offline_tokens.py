"""Tokens are counted offline, Latin and Chinese both sensibly."""

import pytest
from langchain_core.messages import (
    AIMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
    trim_messages,
)

from helpers.offline import OfflineChat, count_tokens


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("", 0, 0),
        ("The quick brown fox jumps over the lazy dog.", 9, 12),
        ("我" * 350, 225, 245),
        ("我叫小明。My name is Bob.", 7, 11),
    ],
)
def test_text(text, least, most):
    assert least <= count_tokens(text) <= most


def test_messages_add_up_and_cost_their_frame():
    one, two = HumanMessage("Hello"), AIMessage("你好")
    assert count_tokens([one, two]) == count_tokens(one) + count_tokens(two)
    assert count_tokens(one) > count_tokens("Hello")
    assert count_tokens([]) == 0


def test_tool_calls_and_blocks_are_counted():
    plain = AIMessage("")
    args = {"city": "Paris", "days": 3}
    calls = [{"name": "look_up", "args": args, "id": "1"}]
    assert count_tokens(AIMessage("", tool_calls=calls)) > count_tokens(plain)
    blocks = HumanMessage([{"type": "text", "text": "Hello there"}])
    assert count_tokens(blocks) == count_tokens(HumanMessage("Hello there"))
    result = ToolMessage("sunny", tool_call_id="call_1234567890")
    assert count_tokens(result) > count_tokens(AIMessage("sunny"))


@pytest.mark.parametrize("counter", [count_tokens, OfflineChat()])
def test_trim_messages_takes_the_function_and_the_model(counter):
    messages = [SystemMessage("Be kind.")]
    for number in range(20):
        messages += [HumanMessage(f"Question {number}"), AIMessage("Yes.")]
    messages.append(HumanMessage("Last question"))
    kept = trim_messages(
        messages,
        max_tokens=60,
        token_counter=counter,
        include_system=True,
        start_on="human",
    )
    assert kept[0] == messages[0] and kept[-1] == messages[-1]
    assert 2 < len(kept) < len(messages)
    assert count_tokens(kept) <= 60


def test_usage_is_what_was_counted():
    messages = [HumanMessage("Hi, I'm Bob")]
    answer = OfflineChat().invoke(messages)
    usage = answer.usage_metadata
    assert usage["input_tokens"] == count_tokens(messages)
    assert usage["output_tokens"] == count_tokens(answer.text)
    assert usage["total_tokens"] == sum(
        usage[side] for side in ("input_tokens", "output_tokens")
    )
