"""Facts in data: JSON and Python values inside a text."""

import ast
import json
import re
from dataclasses import replace
from functools import lru_cache
from typing import Any

from helpers.offline.chinese import read as chinese_read
from helpers.offline.chinese import values as chinese_values
from helpers.offline.chinese import words as chinese_words
from helpers.offline.english import read as english_read
from helpers.offline.english import subject as english_subject
from helpers.offline.english import values as english_values
from helpers.offline.english.names import name_length
from helpers.offline.facts import USER, Fact
from helpers.offline.text import language_of, word_set
from helpers.offline.voice import Voice

_NAME_KEYS = ("name", "key", "attribute", "attr", "field", "property", "type")
_VALUE_KEYS = ("value", "val", "content")
_TEXT_KEYS = ("memory", "content", "text", "data", "fact", "value", "info",
              "note", "description", "summary", "kind")  # fmt: skip
_opening = re.compile(r"[\[{]")


@lru_cache(maxsize=1024)
def split_records(text: str) -> tuple[tuple[Any, ...], str]:
    """Values written as JSON or Python in a text, and the text without."""
    values: list[Any] = []
    rest, at = [], 0
    while found := _opening.search(text, at):
        start = found.start()
        value, end = _value_at(text, start)
        if end == start:
            rest.append(text[at : start + 1])
            at = start + 1
            continue
        rest.append(text[at:start])
        values.append(value)
        at = end
    rest.append(text[at:])
    return tuple(values), "".join(rest)


def _value_at(text: str, start: int) -> tuple[Any, int]:
    try:
        value, end = json.JSONDecoder().raw_decode(text, start)
        return value, end
    except ValueError:
        pass
    closing = {"[": "]", "{": "}"}[text[start]]
    for end in range(start + 2, min(len(text), start + 4000) + 1):
        if text[end - 1] != closing:
            continue
        try:
            return ast.literal_eval(text[start:end]), end
        except (ValueError, SyntaxError, MemoryError):
            continue
    return None, start


def facts_in(value: Any, key: str = "") -> tuple[list[Fact], list[str]]:
    """Facts of name/value pairs, and sentences found as values.

    `key`: under which the value stands in a larger one.
    """
    facts: list[Fact] = []
    sentences: list[str] = []
    if isinstance(value, list | tuple):
        for item in value:
            if isinstance(item, str):
                sentences.append(item)
            else:
                more, lines = facts_in(item, key)
                facts += more
                sentences += lines
    if not isinstance(value, dict):
        return facts, sentences
    lowered = {
        # "firstName" is read as "first_name".
        re.sub(r"(?<=[a-z])(?=[A-Z])", "_", str(name)).lower(): item
        for name, item in value.items()
    }
    being = _being(key, lowered)
    if being:
        return _of_being(being, lowered), []
    named = next((k for k in _NAME_KEYS if k in lowered), None)
    valued = next((k for k in _VALUE_KEYS if k in lowered), None)
    if named and valued and isinstance(lowered[named], str):
        return attribute_facts(lowered[named], lowered[valued]), []
    for key, item in lowered.items():
        if isinstance(item, dict) or (
            isinstance(item, list) and item and not isinstance(item[0], str)
        ):
            more, lines = facts_in(item, key)
            facts += more
            sentences += lines
        elif key in _TEXT_KEYS and isinstance(item, str):
            sentences.append(item)
        else:
            facts += attribute_facts(key, item)
    return facts, sentences


_KIND_KEYS = ("type", "kind", "species", "relation", "relationship", "animal",
              "种类", "类型", "关系")  # fmt: skip


def _being(key: str, record: dict[str, Any]) -> str:
    """The relation or animal that a record describes; '' for none."""
    kinds = [str(record.get(k, "")) for k in _KIND_KEYS]
    for word in [*kinds, key.replace("_", " ")]:
        word = chinese_words.BEINGS.get(word, word)
        noun = english_subject.being_noun(word)
        if noun and noun not in ("pet", "pets", "assistant"):
            return noun.removesuffix("s") if noun[-2:] != "ss" else noun
    return ""


def _of_being(being: str, record: dict[str, Any]) -> list[Fact]:
    facts = [
        replace(fact, who=being)
        for key, item in record.items()
        if key not in _KIND_KEYS
        for fact in attribute_facts(key, item)
    ]
    return facts or [Fact(being, "known", being)]


_pair = re.compile(
    r"\s*[-*•]?\s*(?P<label>[A-Za-z][A-Za-z _-]{1,20}|[\u4e00-\u9fff]{1,8})"
    r"\s*[:=]\s*(?P<value>[^:=]+)$"
)


_USERS = word_set("customer user client guest member 客户 用户 会员")
_NO_LABEL = word_set(
    "note notes error warning summary memory memories human ai system "
    "assistant tool tools context example important hint warning source "
    "remember instructions instruction rules rule task format output style 注"
    "意 错误 摘要 示例"
)
# A value of more words is a sentence.
_LONGEST = 6


def labelled(line: str, any_label: bool) -> list[Fact]:
    """Facts of "name: Bob | city: Paris".

    Labels must name a known attribute unless `any_label`.
    """
    if ":" not in line and "=" not in line:
        return []
    facts: list[Fact] = []
    parts = re.split(r"\s*[|;]\s*|,\s*(?=[^,:]{1,20}:)", line)
    for part in parts:
        pair = _pair.match(part)
        if not pair:
            return []
        label = pair["label"].strip()
        label = re.sub(
            "^(?:用户|客户|会员|顾客|患者|学生|客人)(?=..)", "", label
        )
        known = (
            label in chinese_words.ATTRIBUTE_OF
            or english_values.attribute_of(label.replace("_", " "))[:3]
            != "my:"
            or english_subject.being_noun(label)
            or label.lower() in _USERS
        )
        if re.match(r"(?:i|we|he|she|they|it|there)\b", label, re.I):
            # "I have two kids: Emma is 6 …"
            return []
        if not known and not (
            any_label
            and label.lower() not in _NO_LABEL
            and len(pair["value"].split()) <= _LONGEST
        ):
            return []
        facts += attribute_facts(label, pair["value"].strip(" .。"))
    return facts


def attribute_facts(name: str, value: Any) -> list[Fact]:
    """The facts of one name/value pair, like ("hobbies", ["chess"])."""
    if isinstance(value, list | tuple):
        return [fact for item in value for fact in attribute_facts(name, item)]
    if value is None or isinstance(value, dict | bool):
        return []
    text = str(value).strip()
    noun = name.replace("_", " ").strip()
    if not text or len(text) > 200:
        return []
    if noun.lower() in ("pet", "pets", "宠物"):
        if language_of(text) == "zh":
            return chinese_read.read_chinese(f"我有{text}", Voice(), None)[0]
        return english_read.read_english(f"I have {text}", Voice(), None)[0]
    noun = noun.rsplit(".", 1)[-1]
    if noun.lower() in _USERS:
        noun = "name"
    being = english_subject.being_noun(noun)
    if (
        being
        and being not in ("assistant", "teacher")
        and (name_length(text.split(), True) == len(text.split()))
    ):
        return [Fact(being, "name", text, f"{noun}: {text}")]
    if language_of(noun) == "zh":
        what = chinese_values.attribute_of(noun)
        if what == "my:喜欢":
            what = "like"
    else:
        noun = re.sub(r"^user(?:'s|s)?\s+", "", noun.lower())
        what = english_values.attribute_of(noun)
    what = {"my:likes": "like", "my:like": "like", "my:pet": "my:pet"}.get(
        what, what
    )
    if what == "age":
        text = text.removesuffix("岁").strip()
    said = f"{noun}: {text}"
    if language_of(said) == "zh":
        if what.startswith("my:") and re.search(r"[有叫养是]", text):
            told, _ = chinese_read.read_chinese("我" + text, Voice(), None)
            return told
        return chinese_values.things(USER, what, text, said)
    return english_values.things(USER, what, text, said)
