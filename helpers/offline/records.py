"""Facts in data: JSON and Python values inside a text."""

import ast
import json
import re
from functools import lru_cache
from typing import Any

from helpers.offline import (
    chinese_read,
    chinese_values,
    chinese_words,
    english_read,
    english_values,
)
from helpers.offline.facts import USER, Fact
from helpers.offline.text import language_of
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


def facts_in(value: Any) -> tuple[list[Fact], list[str]]:
    """Facts of name/value pairs, and sentences found as values."""
    facts: list[Fact] = []
    sentences: list[str] = []
    if isinstance(value, list | tuple):
        for item in value:
            if isinstance(item, str):
                sentences.append(item)
            else:
                more, lines = facts_in(item)
                facts += more
                sentences += lines
    if not isinstance(value, dict):
        return facts, sentences
    lowered = {str(key).lower(): item for key, item in value.items()}
    named = next((k for k in _NAME_KEYS if k in lowered), None)
    valued = next((k for k in _VALUE_KEYS if k in lowered), None)
    if named and valued and isinstance(lowered[named], str):
        return attribute_facts(lowered[named], lowered[valued]), []
    for key, item in lowered.items():
        if isinstance(item, dict) or (
            isinstance(item, list) and item and not isinstance(item[0], str)
        ):
            more, lines = facts_in(item)
            facts += more
            sentences += lines
        elif key in _TEXT_KEYS and isinstance(item, str):
            sentences.append(item)
        else:
            facts += attribute_facts(key, item)
    return facts, sentences


_pair = re.compile(
    r"\s*[-*•]?\s*(?P<label>[A-Za-z][A-Za-z _-]{1,20}|[\u4e00-\u9fff]{1,8})"
    r"\s*[:=]\s*(?P<value>[^:=]+)$"
)


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
        label = pair["label"].strip().removeprefix("用户")
        known = label in chinese_words.ATTRIBUTE_OF or (
            english_values.attribute_of(label.replace("_", " "))[:3] != "my:"
        )
        if not known and not (
            any_label and len(parts) + len(label.split()) > 2
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
        return chinese_values.things(USER, what, text, said)
    return english_values.things(USER, what, text, said)
