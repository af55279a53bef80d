"""Plain text: what a message says, its language, its sentences."""

import re
from functools import lru_cache
from typing import Literal

from langchain_core.messages import BaseMessage

Language = Literal["en", "zh"]

# Chinese, Japanese and Korean letters and full-width punctuation, as the
# inside of a character class.
WIDE = "\u3000-\u303f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef"

_han = re.compile("[\u3400-\u9fff]")


def text_of(message: BaseMessage) -> str:
    """The text blocks of a message, joined."""
    content = message.content
    if isinstance(content, str):
        return content
    parts = [
        block if isinstance(block, str) else block.get("text", "")
        for block in content
        if isinstance(block, str) or block.get("type") == "text"
    ]
    return "\n".join(parts)


_narrow = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {
    0x3000: 32
}
_wide_marks = {",": "\uff0c", "!": "\uff01", "?": "\uff1f", ":": "\uff1a",
               ";": "\uff1b", "(": "\uff08", ")": "\uff09"}  # fmt: skip
_mark_in_chinese = re.compile(
    "(?<=[\u3400-\u9fff\u201d\u300b])[,!?:;()]|[,!?:;(](?=[\u3400-\u9fff\u201c])"
)


def word_list(text: str) -> tuple[str, ...]:
    """The words of a text, as a table is best written down."""
    return tuple(text.split())


def word_set(text: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(text.split())


@lru_cache(maxsize=4096)
def half_width(text: str) -> str:
    """Full-width letters, digits and marks as their usual forms."""
    return text.translate(_narrow)


def full_width(text: str) -> str:
    """Marks beside Chinese characters as Chinese is printed."""
    return _mark_in_chinese.sub(lambda m: _wide_marks[m[0]], text)


def words_in(message: BaseMessage) -> str:
    """The text of a message, made ready for reading."""
    return half_width(text_of(message))


@lru_cache(maxsize=4096)
def language_of(text: str) -> Language:
    """'zh' when a good part of the text is Chinese, else 'en'."""
    chinese = len(_han.findall(text))
    words = len(re.findall(r"[A-Za-z]+", text))
    return "zh" if chinese and chinese >= words else "en"


_sentence_end = re.compile(
    # A newline or a full-width mark ends a sentence, and so does a Latin
    # mark with a space after it, but not the dot of "Dr." or "e.g.".
    r"\n+|(?<=[。!?;])|(?<=[!?])\s*(?=[\u4e00-\u9fff])|"
    r"(?<![.\s][A-Za-z]\.)(?<!\bMr\.)(?<!\bDr\.)(?<!\bMs\.)(?<!\bMrs\.)(?<!\bSt\.)"
    r"(?:(?<=[.!?;…])|(?<=[.!?…]\"))\s+|(?<=[。!?.]”)\s*"
)


@lru_cache(maxsize=8192)
def sentences_of(text: str) -> tuple[str, ...]:
    """The sentences of a text, with their end marks."""
    parts = (part.strip() for part in _sentence_end.split(text))
    # "??" and ":)" are no sentences.
    return tuple(part for part in parts if re.search(r"\w", part))
