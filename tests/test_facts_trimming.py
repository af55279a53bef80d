"""What lesson 04 says of token counters, held to the installed versions."""

import sys
from functools import partial

import pytest
from langchain_core.language_models import FakeListChatModel
from langchain_core.messages import HumanMessage, trim_messages
from langchain_core.messages.utils import count_tokens_approximately

from helpers.offline import OfflineChat


@pytest.mark.filterwarnings("ignore:Using fallback GPT-2 tokenizer")
def test_most_models_need_transformers_to_count(monkeypatch):
    """A model without a counter of its own asks for the package."""
    monkeypatch.setitem(sys.modules, "transformers", None)
    model = FakeListChatModel(responses=["Hello!"])
    with pytest.raises(ImportError, match="transformers"):
        trim_messages([HumanMessage("Hi!")], max_tokens=9, token_counter=model)


def test_counters_on_350_chinese_characters():
    text = [HumanMessage("今天天气很好" * 58 + "散步")]
    assert len(text[0].text) == 350
    assert count_tokens_approximately(text) == 92
    counter = partial(count_tokens_approximately, chars_per_token=1.5)
    exact = OfflineChat().get_num_tokens_from_messages(text)
    assert counter(text) == 239
    assert exact == 238
