"""Schema fields and tool arguments, matched to what was told."""

import re
from functools import lru_cache
from typing import Any

from helpers.offline.chinese import values as chinese_values
from helpers.offline.chinese import words as chinese_words
from helpers.offline.english import values as english_values
from helpers.offline.english import words as w
from helpers.offline.english.subject import being_noun
from helpers.offline.english.text import number_in
from helpers.offline.facts import USER, Fact, Knowledge, same_thing

# Words of a field's name, and the attributes they ask for.
_FIELDS = {
    "name": "name|full name|user name|username|first name|last name|surname|"
    "given name|family name|person name|customer name|user|姓名|名字|用户名|"
    "称呼|名称",
    "nickname": "nickname|nick name|preferred name|昵称",
    "age": "age|years old|年龄|岁数|age in years",
    "job": "job|occupation|profession|work|career|job title|role|职业|工作|"
    "职位|position",
    "employer": "employer|company|workplace|organization|organisation|公司|"
    "单位|雇主",
    "home": "home|city|location|residence|address|town|lives in|place|"
    "current city|home city|living place|居住地|城市|住址|地址|所在地|现居地|"
    "常住地|居住城市|所在城市",
    "origin": "origin|hometown|home town|birthplace|place of birth|"
    "nationality|country of origin|from|家乡|籍贯|老家|出生地",
    "birthday": "birthday|birth date|birthdate|date of birth|born|生日|"
    "出生日期",
    "like": "like|likes|liked|interest|interests|preference|preferences|"
    "favorites|favourites|喜欢|喜好|兴趣|偏好|喜爱",
    "hobby": "hobby|hobbies|pastime|爱好|兴趣爱好|业余爱好",
    "dislike": "dislike|dislikes|disliked|不喜欢|讨厌",
    "language": "language|languages|spoken languages|语言|母语",
    "allergy": "allergy|allergies|allergic to|过敏|过敏源|过敏原",
    "have": "possessions|belongings|has|have|拥有",
}
_ATTRIBUTE = {
    word: what for what, words in _FIELDS.items() for word in words.split("|")
}
_RELATED = {
    "like": ("like", "hobby"),
    "hobby": ("hobby", "like"),
    "name": ("name", "nickname"),
}
_PATTERNS = {
    "email": r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+",
    "e mail": r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+",
    "mail": r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+",
    "邮箱": r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+",
    "url": r"https?://\S+",
    "website": r"https?://\S+",
    "phone": r"\+?\d[\d ()-]{6,}\d",
    "phone number": r"\+?\d[\d ()-]{6,}\d",
    "电话": r"\+?\d[\d ()-]{6,}\d",
    "手机": r"\+?\d[\d ()-]{6,}\d",
    "date": r"\d{4}-\d\d-\d\d",
}


def words_of_field(name: str) -> str:
    """ "userName" and "user_name" as "user name"."""
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return re.sub(r"[_\-.\s]+", " ", name).strip().lower()


@lru_cache(maxsize=1024)
def field_target(
    name: str, title: str = "", description: str = ""
) -> tuple[str, str] | None:
    """(who, attribute) a field asks for, or None.

    The field's name decides; title and description help where it says
    nothing.
    """
    for text in (name, title):
        found = _target(words_of_field(text)) if text else None
        if found:
            return found
    text = description.lower()
    if not text:
        return None
    for phrase in re.findall(r"[a-z][a-z ]*[a-z]|[\u4e00-\u9fff]+", text):
        phrase = re.sub(
            r"^(?:the |a |an |user |users |person |of |in |list of |all )+|"
            r"^用户的?|^人的?",
            "",
            phrase,
        )
        found = _target(phrase.strip())
        if found:
            return found
    return None


def _target(text: str) -> tuple[str, str] | None:
    text = re.sub(
        r"^(?:user|person|customer|his|her|their)(?:'?s)? ", "", text
    )
    text = re.sub(r"^用户的?", "", text)
    if not text:
        return None
    if text in _ATTRIBUTE:
        return USER, _ATTRIBUTE[text]
    if text.startswith(("favorite ", "favourite ")):
        return USER, english_values.attribute_of(text)
    if text.startswith("最喜欢"):
        return USER, chinese_values.attribute_of(text)
    first, _, rest = text.partition(" ")
    if first in w.BEINGS and rest in _ATTRIBUTE:
        return first, _ATTRIBUTE[rest]
    of = re.match(r"(\w+)(?:'s)? of (?:the )?(\w+)$", text)
    if of and of[2] in w.BEINGS and of[1] in _ATTRIBUTE:
        return of[2], _ATTRIBUTE[of[1]]
    for chinese, english in chinese_words.BEINGS.items():
        if text.startswith(chinese) and len(text) > len(chinese):
            rest = text.removeprefix(chinese).strip("的")
            if rest in _ATTRIBUTE:
                return english, _ATTRIBUTE[rest]
    return None


def facts_for(knowledge: Knowledge, who: str, what: str) -> list[Fact]:
    """The facts that fill a field, none of them negated."""
    for name in _RELATED.get(what, (what,)):
        found = [f for f in _of(knowledge, who) if f.what == name]
        found = [f for f in found if not f.negated]
        if found:
            if what in ("like", "hobby"):
                both = _RELATED[what]
                return [
                    f
                    for f in _of(knowledge, who)
                    if f.what in both and not f.negated
                ]
            return found
    return []


def _of(knowledge: Knowledge, who: str) -> list[Fact]:
    if who in ("pet", "pets"):
        return [
            f
            for person in knowledge.people()
            if person.split()[-1] in w.PETS
            for f in knowledge.about(person)
        ]
    return knowledge.about(who)


def scalar(
    name: str, spec: dict[str, Any], knowledge: Knowledge, text: str, who: str
) -> Any:
    """The value of one plain field, or None when nothing tells it."""
    field = words_of_field(name)
    kind = spec.get("type")
    if kind == "boolean":
        return _boolean(field, spec, knowledge, who)
    for word, pattern in _PATTERNS.items():
        if word in (field, field.removeprefix("user ")) or (
            len(word) > 4 and word in field
        ):
            found = re.search(pattern, text)
            if found:
                return found[0]
    target = field_target(
        name, spec.get("title", ""), spec.get("description", "")
    )
    facts: list[Fact] = []
    if target:
        owner, what = target
        facts = facts_for(knowledge, owner if owner != USER else who, what)
    if not facts:
        facts = _named_thing(field, knowledge, who)
    if not facts:
        return None
    if kind in ("integer", "number"):
        number = _number(facts[-1].value)
        if number is None:
            return None
        return float(number) if kind == "number" else number
    value = _joined(facts)
    if field in ("first name", "given name") and " " in value:
        return value.split()[0]
    if field in ("last name", "surname", "family name"):
        surname = facts_for(knowledge, who, "surname")
        if surname:
            return surname[-1].value
        return value.split()[-1] if " " in value else None
    return value


def _named_thing(field: str, knowledge: Knowledge, who: str) -> list[Fact]:
    """ "My budget is …" fills a field named budget."""
    facts = []
    for fact in knowledge.about(who):
        if fact.negated:
            continue
        thing = fact.what.removeprefix("my:")
        if thing != fact.what and same_thing(thing, field):
            facts.append(fact)
        if fact.what.startswith("verb:"):
            verb = fact.what.removeprefix("verb:")
            if field.split()[0] in (verb, verb + "s", verb + "ing"):
                facts.append(fact)
    return facts


def _joined(facts: list[Fact]) -> str:
    values = list(dict.fromkeys(f.value for f in facts))
    chinese = any(re.search("[\u4e00-\u9fff]", v) for v in values)
    return ("、" if chinese else ", ").join(values)


def _number(text: str) -> int | None:
    number = number_in(text)
    if number is not None:
        return number
    found = re.search(r"[零一二三四五六七八九十百两]+", text)
    return chinese_values.chinese_number(found[0]) if found else None


def _boolean(field, spec, knowledge, who) -> bool | None:
    """True or False where it was told or denied."""
    quality = re.sub(r"^(?:is|has|have|likes?|owns?|can) (?:an? )?", "", field)
    for fact in knowledge.about(who):
        if (
            fact.what == "have"
            and fact.negated
            and quality in ("pet", "pets")
            and (re.search(r"\bpets?\b|宠物", fact.value))
        ):
            return False
        if fact.what in ("is", "job", "have", "like") and same_thing(
            fact.value, quality
        ):
            return not fact.negated
        words = set(re.findall(r"[a-z]+", fact.value.lower()))
        group = w.PETS if quality.startswith("pet") else set()
        if fact.what == "have" and words & group:
            return not fact.negated
        if fact.what == "is" and quality in words:
            return not fact.negated
    if quality.rstrip("s") == "pet" and _of(knowledge, "pet"):
        return True
    noun = being_noun(quality)
    if noun and knowledge.about(noun):
        return True
    return None
