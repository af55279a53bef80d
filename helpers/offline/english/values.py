"""English values: attributes, lists, names and professions as facts."""

import re

from helpers.offline.english import words as w
from helpers.offline.english.names import name_length
from helpers.offline.facts import SEVERAL, Fact, each

# Nouns that name an attribute: "my job is …".
NOUNS = {
    "name": "name names full-name first-name",
    "nickname": "nickname",
    "surname": "surname last-name family-name",
    "age": "age",
    "job": "job profession occupation work career position role trade "
    "line-of-work living vocation",
    "employer": "employer company workplace firm",
    "home": "home city residence current-city home-city address hometown-now",
    "origin": "hometown home-town birthplace place-of-birth origin "
    "home-country",
    "birthday": "birthday birthdate date-of-birth birth-date dob bday",
    "hobby": "hobby hobbies interest interests pastime pastimes passion "
    "passions likes",
    "dislike": "dislikes",
    "language": "language languages native-language mother-tongue "
    "first-language",
    "allergy": "allergy allergies",
}


ATTRIBUTE_OF = {
    noun.replace("-", " "): what
    for what, nouns in NOUNS.items()
    for noun in nouns.split()
}


_TRAILING = re.compile(
    r"(?:[\s,]+(?:now|too|as well|very much|a lot|so much|by the way|btw|"
    r"these days|originally|at the moment|right now|currently|actually|"
    r"though|please|"
    r"haha|lol|again|instead|anymore|any more|at all|most of all|you know|"
    r"today|thanks|thank you|of course|the most|the best|best|and you|"
    r"really|etc))+$",
    re.IGNORECASE,
)


_CUT = re.compile(
    r"\s*(?:,\s*)?(?:\b(?:because|since|so that|which|although|though|but|"
    r"when|if|unless|whenever|while|and (?:i|my|he|she|it|they|we|you|"
    r"please|can|could|what|do|don't|that is))\b|\s-+\s|[;(]).*$",
    re.IGNORECASE,
)


_AND = re.compile(r"\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|nor|&)\s+")


def attribute_of(noun: str) -> str:
    """The attribute a noun names; 'my:…' for any other thing."""
    noun = noun.lower().strip()
    noun = re.sub(
        r"^(?:own|real|actual|current|new|present|other)\s+", "", noun
    )
    if noun in ATTRIBUTE_OF:
        return ATTRIBUTE_OF[noun]
    if noun.startswith(("favourite ", "favorite ")):
        kind = _singular(noun.split(maxsplit=1)[1].replace("color", "colour"))
        return "favourite " + _SAME_KINDS.get(kind, kind)
    return "my:" + noun.replace("color", "colour")


_SAME_KINDS = {
    "film": "movie",
    "cuisine": "food",
    "meal": "food",
    "team": "team",
}


def _singular(noun: str) -> str:
    return noun[:-1] if noun.endswith("s") and noun[-2:] != "ss" else noun


def name_facts(who: str, words: list[str], said: str) -> list[Fact]:
    listed = [word for word in words if word.lower() not in (",", "and", "&")]
    if who.endswith(("s", "children")) and len(listed) < len(words):
        # "My cats are called Tom, Tim and Kit."
        known = [word for word in listed if name_length([word], True)]
        if known == listed:
            names = ", ".join(listed[:-1]) + f" and {listed[-1]}"
            return [Fact(who, "name", names, said)]
    count = name_length(words, trusting=True)
    if not count:
        return []
    rest = words[count:]
    sure = words[0][:1].isupper() or words[0].lower() in w.FIRST_NAMES
    if rest and not sure and rest[0].lower() not in ("and", ",", "from"):
        # "hard to spell" is said about a name and is none.
        return []
    return [Fact(who, "name", " ".join(words[:count]), said)]


def tidy(text: str) -> str:
    """A value without what follows or decorates it."""
    text = _CUT.sub("", text)
    text = _TRAILING.sub("", text)
    return text.strip(" ,.!?;:-\"'")


def things(
    who: str, what: str, text: str, said: str, negated: bool = False
) -> list[Fact]:
    """One fact, or one for each thing of a list."""
    value = tidy(text)
    if not value:
        return []
    if what in ("like", "dislike") and re.match("neither ", value):
        what = "dislike" if what == "like" else "like"
        value = value.removeprefix("neither ")
    parts = _AND.split(value) if what in SEVERAL else [value]
    if what in ("like", "dislike") and any(
        part.lower().startswith(("to ", "when ", "how ", "that "))
        for part in parts
    ):
        parts = [value]
    return each(who, what, parts, said, negated)


def job_facts(
    who: str, text: str, said: str, negated: bool = False
) -> list[Fact]:
    """ "nurse at St Mary's" is a job and an employer."""
    text = tidy(text)
    lives = re.search(
        r"\s+(?:who lives|and lives?|living|based|residing)\s+in\s+(.+)$", text
    )
    if lives:
        home = Fact(who, "home", lives[1], said, negated)
        return [*job_facts(who, text[: lives.start()], said, negated), home]
    place = re.search(r"\s+(?:at|for)\s+(.+)$", text)
    city = re.search(r"\s+in\s+([A-Z].+)$", text)
    job = text[: place.start()] if place else text
    job = re.sub(r"\s+(?:in|from)\s+[A-Z].+$", "", job)
    job = re.sub(r"\s+by (?:profession|trade|training)$", "", job)
    facts = [Fact(who, "job", job, said, negated)] if job else []
    learner = re.search(
        r"\b(?:student|pupil|under\w+|postgrad\w*)$", job, re.I
    )
    if place and learner and not negated:
        predicate = f"study at {place[1]}"
        facts.append(
            Fact(who, "verb:study", f"at {place[1]}", said, False, predicate)
        )
    elif place and not negated:
        facts.append(Fact(who, "employer", place[1], said))
    if city and not place and not negated:
        facts.append(
            Fact(who, "verb:work", f"in {city[1]}", said,
                 predicate=f"work in {city[1]}")
        )  # fmt: skip
    origin = re.search(r"\s+from\s+([A-Z].+)$", text)
    if origin and not place and not negated:
        facts.append(Fact(who, "origin", origin[1], said))
    return facts
