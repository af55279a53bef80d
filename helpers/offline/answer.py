"""Answers to questions about facts: from the facts, or "I don't know"."""

import re
from dataclasses import replace

from helpers.offline.chinese import words as chinese_words
from helpers.offline.english import words as english_words
from helpers.offline.english.text import number_in
from helpers.offline.facts import (
    ASSISTANT,
    USER,
    Ask,
    Fact,
    Knowledge,
    is_single,
    plain,
    same_thing,
)
from helpers.offline.say import grouped, say
from helpers.offline.text import Language, word_set

# Attributes that answer the same question, told in other words.
_TOGETHER = {"like": ("like", "hobby"), "hobby": ("hobby", "like")}
_NOT_THIS = ("name", "age", "birthday", "nickname", "surname")
_CALLED = ("nickname", "my:英文名")
_GROUPS = {
    "pet": chinese_words.PETS | english_words.PETS,
    "animal": chinese_words.PETS | english_words.PETS,
    "宠物": chinese_words.PETS | english_words.PETS,
    "sibling": word_set("brother sister brothers sisters twin"),
    "kid": word_set("son daughter child children kid baby sons daughters"),
    "child": word_set("son daughter child children kid baby kids"),
    "children": word_set("son daughter child children kid baby kids"),
    "孩子": word_set("son daughter child baby"),
    "兄弟姐妹": word_set("brother sister"),
    "family": english_words.KIN,
    "parent": frozenset(("mother", "father")),
    "spouse": word_set(
        "wife husband spouse partner fiancé fiancée girlfriend boyfriend"
    ),
}


def answer(ask: Ask, knowledge: Knowledge, language: Language) -> str | None:
    """The answer, or None when the facts do not hold it."""
    if ask.kind == "person":
        return _person(ask, knowledge, language)
    if ask.kind == "yesno":
        return _yes_no(ask, knowledge, language)
    found = find(ask, knowledge)
    if not found:
        return _of_group(ask, knowledge, language)
    shown = [f for f in found if not f.negated] or found
    if ask.kind == "count":
        return _count(ask, shown, language)
    return _said(shown, language)


def grounds(ask: Ask, knowledge: Knowledge) -> list[Fact]:
    """The facts that an answer to the question rests on."""
    if ask.kind in ("value", "count"):
        return find(ask, knowledge)
    about = knowledge.about(ask.who)
    if ask.what[0] == "have":
        return _having(ask, knowledge)
    if ask.kind == "person":
        return [f for f in about if f.what in ("name", "nickname")]
    same = [f for f in about if f.what == ask.what[0]]
    return [f for f in same if same_thing(f.value, ask.value)] or same


def _of_group(
    ask: Ask, knowledge: Knowledge, language: Language
) -> str | None:
    """The answer about parents: of the mother and of the father."""
    texts = []
    for who in _GROUPS.get(plain(ask.who.split("'s ")[-1]), ()):
        if who != ask.who and knowledge.about(who):
            text = answer(replace(ask, who=who), knowledge, language)
            texts += [text] if text else []
    return (" " if language == "en" else "").join(sorted(texts)) or None


def _said(facts: list[Fact], language: Language) -> str:
    joint = " " if language == "en" else ""
    groups = grouped(facts)
    return joint.join(
        text for group in groups[:4] if (text := say(group, language))
    )


def find(ask: Ask, knowledge: Knowledge) -> list[Fact]:
    """The facts that answer a question, from its first good attribute."""
    about = knowledge.about(ask.who)
    for what in ask.what:
        if what == "favourite *":
            facts = [f for f in about if f.what.startswith("favourite ")]
        elif what.startswith("favourite "):
            facts = [
                f
                for f in about
                if f.what.startswith("favourite ")
                and same_thing(f.what[10:], what[10:])
            ]
        elif what.startswith("do:"):
            facts = _doing(what.removeprefix("do:"), about)
        elif what == "have":
            facts = _having(ask, knowledge)
        else:
            names = _TOGETHER.get(what, (what,))
            facts = [f for f in about if f.what in names]
        if not facts and what.startswith("my:"):
            # "My email address" and "my email" are one thing.
            facts = [
                f
                for f in about
                if f.what.startswith("my:")
                and same_thing(f.what[3:], what[3:])
            ]
        told = [f for f in facts if not f.negated]
        if told or (facts and not is_single(what)):
            return told or facts
        if what == "name":
            facts = [f for f in about if f.what in _CALLED and not f.negated]
            if facts:
                return facts
        if what == "surname":
            # A full name tells the surname too.
            full = [f for f in about if f.what == "name" and not f.negated]
            if full and (
                " " in full[-1].value or not full[-1].value.isascii()
            ):
                return full
    return []


def _doing(front: str, about: list[Fact]) -> list[Fact]:
    """你会弹…: what somebody does, found by its first words."""
    front = front.removesuffix("做").removesuffix("干") or front
    return [
        f
        for f in about
        if f.what in ("do", "language")
        and _bare_deed(
            f.predicate if f.negated and f.predicate else f.value
        ).startswith(front)
        and len(f.value) > len(front)
    ]


def _bare_deed(value: str) -> str:
    return re.sub(rf"^(?:{chinese_words.ADVERBS})+", "", value)


def _having(ask: Ask, knowledge: Knowledge) -> list[Fact]:
    noun = ask.noun or ask.value
    facts = knowledge.find(ask.who, "have")
    if not noun or noun in ("东西", "things"):
        return facts
    group = _GROUPS.get(plain(noun))
    english = chinese_words.BEINGS.get(noun, noun)
    keys = group or {plain(english)}
    found = [f for f in facts if _speaks_of(f.value, noun, keys)]
    if found or ask.who != USER:
        return found
    # "My cat is called Tom" tells of a cat as well.
    people = [
        who
        for who in knowledge.people()
        if "'s " not in who and plain(who).split()[-1] in keys
    ]
    return [f for who in people for f in knowledge.about(who)]


def _bare(value: str) -> str:
    return plain(value.removeprefix("养"))


def _speaks_of(value: str, noun: str, keys) -> bool:
    if same_thing(value, noun):
        return True
    words = {plain(word) for word in re.findall(r"[\w-]+", value)}
    if words & {plain(key) for key in keys}:
        return True
    return any(
        chinese in value
        for chinese, english in chinese_words.BEINGS.items()
        if english in keys or english.split()[-1] in keys
    )


def _count(ask: Ask, facts: list[Fact], language: Language) -> str | None:
    """ "You have two cats": any number is in the words."""
    text = _said(facts, language)
    counted = any(
        number_in(f.value) is not None
        or re.search(
            r"[一两二三四五六七八九十几\d]|^an? |\b(?:and|several)\b", f.value
        )
        for f in facts
    )
    return text if counted or all(f.what != "have" for f in facts) else None


def _yes_no(ask: Ask, knowledge: Knowledge, language: Language) -> str | None:
    what = ask.what[0]
    if what == "have":
        facts = _having(ask, knowledge)
    else:
        names = _TOGETHER.get(what, (what,))
        facts = [f for f in knowledge.about(ask.who) if f.what in names]
        opposite = {"like": "dislike", "dislike": "like"}.get(what)
        if opposite:
            facts += [
                f
                for f in knowledge.about(ask.who)
                if f.what == opposite and same_thing(f.value, ask.value)
            ]
    if what == "name" and ask.who != USER:
        relation = knowledge.find(ask.who, "name")
        facts = relation or facts
    if what == "have" and not facts:
        # No pets means no cat.
        noun = plain(chinese_words.BEINGS.get(ask.value, ask.value))
        facts = [
            f
            for f in knowledge.find(ask.who, "have")
            if f.negated and noun in _GROUPS.get(_bare(f.value), ())
        ]
    for fact in reversed(facts):
        if what == "have" or same_thing(fact.value, ask.value):
            yes = fact.what in (what, "hobby", "have") or what == "have"
            yes = yes and not fact.negated
            return _yes(yes, _said([fact], language), language)
    others = [f for f in facts if not f.negated and f.what == what]
    if others and is_single(what):
        text = _said(others[-1:], language)
        return _yes(False, text, language) if what in _NOT_THIS else text
    return None


def _yes(yes: bool, text: str, language: Language) -> str:
    if language == "zh":
        no = "没有," if "没" in text else "不是,"
        return ("是的," if yes else no) + text
    if text.startswith("You"):
        text = text[0].lower() + text[1:]
    return ("Yes, " if yes else "No, ") + text


def _person(ask: Ask, knowledge: Knowledge, language: Language) -> str | None:
    if ask.who == "?":
        facts = [
            f
            for f in knowledge.facts
            if f.what == ask.what[0]
            and not f.negated
            and f.who != ASSISTANT
            and same_thing(f.value, ask.value)
        ]
        return _said(facts, language) if facts else None
    about = [f for f in knowledge.about(ask.who) if not f.negated]
    if not about:
        return None
    names = [f for f in about if f.what == "name"]
    rest = [f for f in about if f.what not in ("name", "known")]
    if ask.who == USER:
        rest = [f for f in rest if f.what in ("nickname", "job")]
        if not names and not rest:
            return None
    return _said(names + rest, language) if names or rest else None


def told_about(what: tuple[str, ...], knowledge: Knowledge) -> list[Fact]:
    """The facts of the first attribute told of the user, pets, family."""
    for name in what:
        if name in ("pet", "family"):
            ask = Ask(USER, ("have",), noun=name)
            facts = _having(ask, knowledge)
        else:
            facts = find(Ask(USER, (name,)), knowledge)
        facts = [f for f in facts if not f.negated]
        if facts:
            return facts
    return []


def all_about(knowledge: Knowledge, language: Language) -> str | None:
    """Everything told of the user and the people around, short."""
    facts = [
        f
        for f in knowledge.facts
        if f.who != ASSISTANT and not f.what.startswith("past:")
    ]
    texts = [say(group, language) for group in grouped(facts)]
    texts = [text for text in dict.fromkeys(texts) if text][:20]
    if not texts:
        return None
    return (" " if language == "en" else "").join(texts)
