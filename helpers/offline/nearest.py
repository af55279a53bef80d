"""The told sentence closest in meaning to a question."""

from functools import lru_cache

from helpers.offline.embeddings import OfflineEmbeddings

# Measured on questions with and without an answer in view, both languages.
CUT_OFF = 0.42


@lru_cache(maxsize=4096)
def _vector(text: str) -> tuple[float, ...]:
    return tuple(OfflineEmbeddings().embed_query(text))


def similarity(one: str, other: str) -> float:
    """How close two texts are in meaning: the cosine, at most 1."""
    return sum(
        a * b for a, b in zip(_vector(one), _vector(other), strict=True)
    )


def nearest(question: str, sentences: list[str]) -> tuple[str, float]:
    """The closest sentence and its similarity; ('', 0.0) without any."""
    best, score = "", 0.0
    for sentence in dict.fromkeys(sentences):
        value = similarity(question, sentence)
        if value > score:
            best, score = sentence, value
    return best, score
