"""The offline embeddings: what their vectors are like."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from helpers.offline import OfflineEmbeddings
from helpers.offline.embeddings import DIMENSIONS, encode
from helpers.offline.everyday import CHINESE, ENGLISH, content

EMBEDDINGS = OfflineEmbeddings()


def similarity(a: str, b: str) -> float:
    one, two = EMBEDDINGS.embed_documents([a, b])
    return sum(x * y for x, y in zip(one, two, strict=True))


@pytest.mark.parametrize(
    "text",
    ["I love pizza.", "我喜欢吃火锅。", "what", "的", "?", "", "  ", "🍕"],
)
def test_every_text_has_a_vector_of_length_one(text):
    vector = EMBEDDINGS.embed_query(text)
    assert len(vector) == DIMENSIONS
    assert sum(x * x for x in vector) == pytest.approx(1, abs=1e-3)


def test_a_query_and_a_document_alone_and_among_others_are_the_same():
    texts = ["I love pizza.", "我喜欢吃火锅。", "What do I do for a living?"]
    together = EMBEDDINGS.embed_documents(texts)
    for text, vector in zip(texts, together, strict=True):
        assert EMBEDDINGS.embed_query(text) == pytest.approx(vector, abs=2e-5)
        alone = asyncio.run(EMBEDDINGS.aembed_query(text))
        assert alone == pytest.approx(vector, abs=2e-5)
    assert EMBEDDINGS.embed_documents([]) == []
    assert asyncio.run(EMBEDDINGS.aembed_documents([])) == []


def test_many_threads_get_what_one_gets():
    texts = [f"I have {n} cats." for n in range(12)]
    with ThreadPoolExecutor(4) as pool:
        vectors = list(pool.map(EMBEDDINGS.embed_query, texts))
    expected = EMBEDDINGS.embed_documents(texts)
    for vector, right in zip(vectors, expected, strict=True):
        assert vector == pytest.approx(right, abs=2e-5)


def test_meaning_comes_before_words_and_before_language():
    hungry = "I'm hungry."
    pizza, plumber = "I love pizza.", "I am a plumber."
    assert similarity(hungry, pizza) > similarity(hungry, plumber) + 0.1
    assert similarity("我饿了。", pizza) > similarity("我饿了。", plumber)
    assert similarity(hungry, "我喜欢吃火锅。") > similarity(hungry, plumber)


def test_unrelated_everyday_sentences_have_little_in_common():
    pairs = list(zip(ENGLISH[:12], ENGLISH[12:], strict=True))
    pairs += zip(CHINESE[:12], CHINESE[12:], strict=True)
    scores = [similarity(a, b) for a, b in pairs]
    assert sum(scores) / len(scores) < 0.1


def test_the_encoder_itself_is_there_without_the_steps():
    bare = encode(["I love pizza."])[0]
    assert len(bare) == DIMENSIONS
    assert encode(["I love pizza."])[0] == bare
    assert EMBEDDINGS.embed_query("I love pizza.") != bare
    assert encode([]) == []


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("What do I do for a living?", "living"),
        ("I'm allergic to peanuts.", "allergic peanuts"),
        ("我的猫叫什么名字?", "猫叫名字"),
        ("我最喜欢的歌手是邓丽君。", "最喜欢 歌手 邓丽君"),
        ("Who are you?", "Who are you?"),
        ("", ""),
    ],
)
def test_the_words_that_carry_meaning(text, left):
    words = content(text)
    assert words.replace(" ", "") == left.replace(" ", "")
