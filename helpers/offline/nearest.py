"""How close texts are in meaning, and the told sentence closest to one."""

import re
from functools import lru_cache

from helpers.offline.embeddings import encode
from helpers.offline.text import WIDE, word_set

# Measured on 328 questions that no rule answers, 179 of them without an
# answer in view: as close as SURE comes 71 times the right sentence and 8
# times another; as close as MAYBE 100 times the right one and 30 another.
SURE = 0.5
MAYBE = 0.22
# Between them, for what people tell in so many words: a name, a job.
LIKELY = 0.35
# What a question's own words, all found in the sentence, add to that.
WORDS_COUNT = 0.4

_STOP = word_set(
    """the and for are you your was were what who where when how which why did
    does have has had can could should would will with about that this from
    they them his her she him its not tell know remember please again there
    here any some get got into out our ours mine name been being"""
)
_ZH_STOP = re.compile(
    "什么|怎么|哪里|哪儿|哪个|多少|我们|我的|你的|请问|知道|记得|是不是|有没有|时候|"
    "[我你您他她它的了吗呢吧是在有和就都也很几谁哪个不这那要能应该]"
)
_KEPT = 4096
_MANY = 20
_vectors: dict[str, list[float]] = {}


def similarities(text: str, others: list[str]) -> list[float]:
    """How close each of the others is in meaning: cosines, at most 1."""
    # Worked on apart, so that a thread never sees half of another's work.
    known = {t: v for t in (text, *others) if (v := _vectors.get(t))}
    new = [t for t in dict.fromkeys((text, *others)) if t not in known]
    if new:
        vectors = encode(new)
        known.update(zip(new, vectors, strict=True))
        if len(_vectors) > _KEPT:
            _vectors.clear()
        _vectors.update(known)
    wanted = known[text]
    return [
        sum(a * b for a, b in zip(wanted, known[other], strict=True))
        for other in others
    ]


@lru_cache(maxsize=4096)
def content_of(text: str) -> frozenset[str]:
    """The words that carry meaning: stems, and pairs of characters."""
    words = re.findall(r"[a-z0-9]{3,}", text.lower())
    found = {
        re.sub(r"(.)\1$", r"\1", re.sub(r"(?:ies|es|s|ing|ed|y|e)$", "", x))
        for x in words
        if x not in _STOP
    }
    for run in re.findall(f"[{WIDE}]+", _ZH_STOP.sub(" ", text)):
        found |= {run[i : i + 2] for i in range(len(run) - 1)}
    return frozenset(found)


def shared_words(question: str, sentence: str) -> float:
    """The share of the question's words that the sentence has too."""
    asked = content_of(question)
    return len(asked & content_of(sentence)) / len(asked) if asked else 0.0


_clause_end = re.compile(
    r"[,;:。]\s*|\s+-+\s+|\s+(?:and|but|because|so|which|who|when|while)\s+",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def clauses_of(sentence: str) -> tuple[str, ...]:
    """A sentence, and its clauses if it has several."""
    parts = [p.strip() for p in _clause_end.split(sentence)]
    parts = [p for p in parts if len(p) > 2]
    return (sentence, *parts) if len(parts) > 1 else (sentence,)


def nearest(question: str, sentences: list[str]) -> tuple[str, float]:
    """The sentence with the closest clause, and how close that is.

    ('', 0.0) without any sentence.
    """
    if not sentences:
        return "", 0.0
    if len(sentences) > _MANY:
        # Clauses are many more: those of the closest sentences will do.
        scores = similarities(question, sentences)
        ranked = sorted(zip(scores, sentences, strict=True), reverse=True)
        sentences = [sentence for _, sentence in ranked[:_MANY]]
    clauses = [(c, s) for s in sentences for c in clauses_of(s)]
    scores = similarities(question, [clause for clause, _ in clauses])
    closest: dict[str, float] = {}
    for (_, sentence), score in zip(clauses, scores, strict=True):
        closest[sentence] = max(score, closest.get(sentence, score))
    for sentence in closest:
        shared = max(shared_words(question, c) for c in clauses_of(sentence))
        closest[sentence] += WORDS_COUNT * shared
    best = max(closest, key=closest.__getitem__)
    return best, closest[best]
