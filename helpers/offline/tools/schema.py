"""Structured output: a JSON schema filled with what people told."""

import re
from typing import Any

from langchain_core.utils.json_schema import dereference_refs

from helpers.offline.chinese.words import (
    NAMES_OF_BEINGS,
    NOUNS_IN_CHINESE,
    PETS,
)
from helpers.offline.english import words as w
from helpers.offline.facts import ASSISTANT, USER, Fact, Knowledge
from helpers.offline.reader import View
from helpers.offline.say import grouped
from helpers.offline.text import Language, language_of
from helpers.offline.tools.fields import (
    facts_for,
    field_target,
    scalar,
    words_of_field,
)

_KEY_NAMES = ("name", "key", "attribute", "attr", "attribute name", "field",
              "property", "label", "属性", "属性名", "名称", "键")  # fmt: skip
_VALUE_NAMES = ("value", "val", "attribute value", "content", "值", "属性值",
                "内容")  # fmt: skip
_SENTENCES = ("facts", "memories", "notes", "statements", "memory", "content",
              "fact", "note", "记忆", "事实", "内容")  # fmt: skip
# What an attribute is called in a list of names and values.
_LABELS = {
    "name": ("name", "姓名"),
    "nickname": ("nickname", "昵称"),
    "surname": ("surname", "姓氏"),
    "age": ("age", "年龄"),
    "job": ("job", "职业"),
    "employer": ("employer", "工作单位"),
    "home": ("home", "居住地"),
    "origin": ("origin", "家乡"),
    "birthday": ("birthday", "生日"),
    "like": ("likes", "喜好"),
    "hobby": ("hobbies", "爱好"),
    "dislike": ("dislikes", "不喜欢"),
    "language": ("languages", "语言"),
    "allergy": ("allergies", "过敏"),
    "have": ("has", "拥有"),
    "note": ("note", "备注"),
    "is": ("trait", "特点"),
    "do": ("activity", "活动"),
}


def fill(spec: dict[str, Any], view: View) -> dict[str, Any]:
    """The arguments of an object schema that the view's facts tell.

    What was not told is left out, required or not: nothing is invented,
    and a missing required field is the schema's to complain about.
    """
    text = " ".join(view.sentences)
    if "$defs" in spec:
        spec = dereference_refs(spec)
    return _object(spec, view, text, USER)


def _object(spec, view: View, text: str, who: str) -> dict[str, Any]:
    filled: dict[str, Any] = {}
    for name, field in (spec.get("properties") or {}).items():
        value = _field(name, _plain(field), view, text, who)
        if value not in (None, [], {}):
            filled[name] = value
        elif value == [] and name in (spec.get("required") or []):
            # Nothing told is an empty list, and no invention.
            filled[name] = []
    return filled


def _plain(field: dict[str, Any]) -> dict[str, Any]:
    """An optional field as the field itself."""
    for union in ("anyOf", "oneOf", "allOf"):
        if union in field:
            options = [o for o in field[union] if o.get("type") != "null"]
            if options:
                outer = {k: v for k, v in field.items() if k != union}
                return {**options[0], **outer}
    kind = field.get("type")
    if isinstance(kind, list):
        kinds = [k for k in kind if k != "null"]
        return {**field, "type": kinds[0] if kinds else "string"}
    return field


def _field(name, spec, view: View, text: str, who: str) -> Any:
    knowledge = view.knowledge
    words = words_of_field(name)
    if "const" in spec:
        return spec["const"]
    if spec.get("enum"):
        return _choice(name, spec, knowledge, text, who)
    kind = spec.get("type")
    if kind == "array":
        return _array(name, spec, view, text, who)
    if kind == "object":
        inner = being_key(words) or who
        if not spec.get("properties"):
            return _mapping(knowledge, who)
        return _object(spec, view, text, inner)
    value = scalar(name, spec, knowledge, text, who)
    if value is None and words in _SENTENCES and view.sentences:
        return " ".join(view.sentences)
    return value


def _choice(name, spec, knowledge: Knowledge, text: str, who: str) -> Any:
    """The one allowed value that was told."""
    told = scalar(
        name, {**spec, "type": "string", "enum": None}, knowledge, text, who
    )
    for source in (told, None if told else _about_text(knowledge, who)):
        if not source:
            continue
        for option in sorted(spec["enum"], key=lambda o: -len(str(o))):
            words = re.escape(str(option).replace("_", " "))
            edge = r"\b" if str(option).isascii() else ""
            if re.search(rf"{edge}{words}{edge}", source, re.IGNORECASE):
                return option
    return None


def _about_text(knowledge: Knowledge, who: str) -> str:
    facts = [f for f in knowledge.about(who) if not f.negated]
    return " ; ".join(f.value for f in facts)


def being_key(field: str) -> str:
    """ "cat" for a field named cat or cats; '' for no being."""
    for word in (field, field.removesuffix("s")):
        if word in w.BEINGS:
            return word
    return ""


def _array(name, spec, view: View, text: str, who: str) -> list[Any]:
    item = _plain(spec.get("items") or {})
    knowledge = view.knowledge
    if item.get("type") == "object" or "properties" in item:
        pair = _pair_names(item)
        if pair:
            return _pairs(item, pair, knowledge)
        return _beings(name, item, view, text)
    words = words_of_field(name)
    target = field_target(
        name, spec.get("title", ""), spec.get("description", "")
    )
    if target:
        owner, what = target
        facts = facts_for(knowledge, who if owner == USER else owner, what)
        values = [f.value for f in facts]
    elif words in ("pets", "animals", "宠物"):
        values = _pet_values(knowledge)
    elif words in _SENTENCES:
        values = list(view.sentences)
    else:
        value = scalar(name, {"type": "string"}, knowledge, text, who)
        values = [value] if value else []
    if item.get("enum"):
        values = [
            option
            for option in item["enum"]
            if any(str(option).lower() in value.lower() for value in values)
        ]
    return list(dict.fromkeys(values))


def _pet_values(knowledge: Knowledge) -> list[str]:
    values = []
    for who in knowledge.people():
        if who.split()[-1].rstrip("s") in w.PETS | PETS:
            names = knowledge.find(who, "name")
            values.append(names[-1].value if names else who)
    return values


def _pair_names(item: dict[str, Any]) -> tuple[str, str] | None:
    """The fields for name and value, if the item is such a pair."""
    fields = {words_of_field(n): n for n in item.get("properties") or {}}
    value = next((fields[n] for n in _VALUE_NAMES if n in fields), None)
    name = next((fields[n] for n in _KEY_NAMES if n in fields), None)
    return (name, value) if name and value and name != value else None


def _pairs(item, pair, knowledge: Knowledge) -> list[dict[str, Any]]:
    """One name/value item for each attribute told."""
    name_field, value_field = pair
    specs = item["properties"]
    allowed = _plain(specs[name_field]).get("enum")
    as_list = _plain(specs[value_field]).get("type") == "array"
    items: dict[str, list[str]] = {}
    for group in grouped(_user_facts(knowledge)):
        name, values = _named_values(group)
        if allowed:
            name = _allowed_name(group[0], allowed)
        if name:
            items.setdefault(name, []).extend(values)
    pairs = []
    for name, values in items.items():
        values = list(dict.fromkeys(values))
        chinese = language_of(name) == "zh"
        joined = ("、" if chinese else ", ").join(values)
        pairs.append(
            {name_field: name, value_field: values if as_list else joined}
        )
    return pairs


def _user_facts(knowledge: Knowledge) -> list[Fact]:
    return [
        f
        for f in knowledge.facts
        if not f.negated
        and f.who != ASSISTANT
        and f.what not in ("known", "correction")
        and not (f.what == "is" and f.value.split()[0].lower() in w.MOODS)
        and not f.what.startswith("past:")
    ]


def _named_values(group: list[Fact]) -> tuple[str, list[str]]:
    """What a group of facts is called in a list, and its values."""
    fact = group[0]
    language = language_of(fact.said) if fact.said else "en"
    values = [f.value for f in group]
    if fact.what.startswith(("verb:", "my:")) and fact.predicate:
        values = [f.predicate for f in group]
    label = label_of(fact.what, language)
    if fact.who != USER:
        if language == "zh":
            owner = NAMES_OF_BEINGS.get(fact.who, fact.who)
            label = f"{owner}的{label}"
        else:
            label = f"{fact.who}'s {label}"
    return label, values


def label_of(what: str, language: Language) -> str:
    """An attribute's name in a list, in the language of the text."""
    chinese = language == "zh"
    if what in _LABELS:
        return _LABELS[what][chinese]
    if what.startswith("my:"):
        return what.removeprefix("my:")
    if what.startswith("favourite ") and chinese:
        noun = what.removeprefix("favourite ")
        return "最喜欢的" + NOUNS_IN_CHINESE.get(noun, noun)
    if what.startswith("verb:"):
        return "activity"
    return what


def _allowed_name(fact: Fact, allowed: list[str]) -> str:
    for option in allowed:
        target = field_target(str(option))
        if target == (fact.who, fact.what):
            return option
        same = words_of_field(str(option)) == fact.what.removeprefix("my:")
        if same and fact.who == USER:
            return option
    return ""


def _mapping(knowledge: Knowledge, who: str) -> dict[str, Any]:
    """A free mapping: every attribute of somebody under its name."""
    facts = [f for f in _user_facts(knowledge) if f.who == who]
    found: dict[str, Any] = {}
    for group in grouped(facts):
        name, values = _named_values(group)
        found[name] = ", ".join(values)
    return found


def _beings(name, item, view: View, text: str) -> list[dict[str, Any]]:
    """People or pets, one object each."""
    words = words_of_field(name)
    knowledge = view.knowledge
    filled = []
    for who in knowledge.people():
        noun = who.split()[-1].rstrip("s")
        pet = noun in w.PETS | PETS
        if words in ("pets", "animals") and not pet:
            continue
        if words in ("family", "relatives", "people", "friends") and pet:
            continue
        entry = _object(item, view, text, who)
        for field in item.get("properties") or {}:
            if words_of_field(field) in (
                "relation", "relationship", "species", "kind", "type",
                "animal", "关系", "种类",
            ):  # fmt: skip
                entry[field] = who
        if entry:
            filled.append(entry)
    return filled
