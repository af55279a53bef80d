"""Facts said back in English."""

import re

from helpers.offline.english import words as w
from helpers.offline.english.names import occupation_in
from helpers.offline.english.text import lemma, listed, turned
from helpers.offline.facts import USER, Ask, Fact

NO_SOURCE = "Nothing in the messages I can see says it."


def subject(who: str, third: bool = False) -> str:
    """ "you", "your sister", "Anna"; for a summary "the user"."""
    if who == USER:
        return "the user" if third else "you"
    if "'s " in who:
        owner, noun = who.rsplit("'s ", 1)
        return f"{subject(owner, third)}'s {noun}"
    relation = who.rpartition(" ")[0] or who
    if who.split()[-1].lower() in w.BEINGS or relation in w.BEINGS:
        return f"the user's {who}" if third else f"your {who}"
    return who


def owner(who: str, third: bool = False) -> str:
    """ "your", "your sister's", "Anna's"."""
    if who == USER:
        return "the user's" if third else "your"
    name = subject(who, third)
    return name + ("'" if _plural(who) and name.endswith("s") else "'s")


def _plural(who: str) -> bool:
    return (
        who != USER
        and who.endswith(("s", "children"))
        and (who.split()[-1] in w.BEINGS and who.split()[-1] not in ("boss",))
    )


def _verb(who: str, base: str, third: bool = False) -> str:
    """The verb in the form its subject asks for."""
    if (who == USER and not third) or _plural(who):
        return {"be": "are"}.get(base, base)
    if base in ("be", "have", "do"):
        return {"be": "is", "have": "has", "do": "does"}[base]
    if base.endswith(("s", "sh", "ch", "o")):
        return base + "es"
    return base + "s"


def _article(noun: str) -> str:
    first = noun.lower()
    if first.startswith(("a ", "an ", "the ", "my ", "your ", "in ", "head")):
        return noun
    if not noun.isascii():
        return noun
    vowel = first[:1] in "aeiou" and not first.startswith(
        ("uni", "use", "euro", "one")
    )
    vowel = vowel or re.match(r"hr\b|mba|mp\b|hon|heir", first)
    return f"{'an' if vowel else 'a'} {noun}"


def say(facts: list[Fact], third: bool = False) -> str:
    """Facts about one attribute of one person, as one sentence.

    `third`: "the user likes …", for a summary, instead of "you like …".
    """
    fact = facts[0]
    who, what, negated = fact.who, fact.what, fact.negated
    values = listed(list(dict.fromkeys(_value(f, third) for f in facts)))
    if not third:
        values = _turned_quoted(values)
    you, your = subject(who, third), owner(who, third)
    be = _verb(who, "be", third) + (" not" if negated else "")
    no = f"{_verb(who, 'do', third)} not " if negated else ""

    def does(base: str) -> str:
        return no + base if negated else _verb(who, base, third)

    if what == "name":
        plural = " and " in values and _plural(who)
        text = (
            f"{your} name{'s' * plural} {_is(plural)} {_not(negated)}{values}"
        )
    elif what == "nickname":
        text = (
            f"{you} {does('go')} by {values}"
            if third or who != USER
            else f"you asked me to call you {values}"
        )
    elif what == "age":
        unit = (
            ""
            if re.search(r"[a-z] ?(?:months|weeks|old)|个月", values)
            else " years"
        )
        values = values.replace("个月", " months")
        old = "" if values.endswith("old") else f"{unit} old"
        text = f"{you} {be} {values}{old}"
    elif what == "job":
        if occupation_in(values.split()) or not values.isascii():
            text = f"{you} {be} {_article(values)}"
        else:
            text = f"{your} job is {_not(negated)}{values}"
    elif what == "employer":
        text = f"{you} {does('work')} at {values}"
    elif what == "home":
        text = f"{you} {does('live')} in {values}"
    elif what == "place":
        text = f"{you} {be} in {values}"
    elif what == "origin":
        text = f"{you} {be} from {values}"
    elif what == "birthday":
        if re.fullmatch(r"\d{4}", values):
            text = (
                f"{you} {'were' if you == 'you' else 'was'} born in {values}"
            )
        else:
            text = f"{your} birthday is {_not(negated)}{values}"
    elif what in ("like", "dislike"):
        doubt = (what == "dislike") != negated
        if doubt:
            do = _verb(who, "do", third)
            text = f"{you} {do} not like {values}"
        else:
            text = f"{you} {_verb(who, 'like', third)} {values}"
    elif what == "hobby":
        many = " and " in values
        text = f"{your} {'hobbies are' if many else 'hobby is'} {values}"
    elif what == "language":
        text = f"{you} {does('speak')} {values}"
    elif what == "allergy":
        text = f"{you} {be} allergic to {values}"
    elif what == "have":
        if values.startswith(("any ", "no ")) or not negated:
            text = f"{you} {_verb(who, 'have', third)} {values}"
        else:
            text = f"{you} {no}have {values}"
    elif what == "known":
        return ""
    elif what == "note":
        text = f"{you} asked me to remember: {values}"
        if third:
            text = f"the user asked to remember: {values}"
    elif what.startswith(("favourite ", "my:")) and not fact.predicate:
        noun = re.sub(r"^my:", "", what)
        plural = noun.endswith("s") and not noun.endswith(("ss", "us", "is"))
        text = f"{your} {noun} {_is(plural)} {_not(negated)}{values}"
    elif not fact.said.isascii() and re.search("[\u4e00-\u9fff]", fact.said):
        text = f'{you} said: "{fact.said}"'
    else:
        clauses = [_predicate(f, third) for f in facts]
        if what.startswith("my:"):
            your = f"{your} {what.removeprefix('my:')}"
            text = f"{your} {listed(clauses)}"
        else:
            text = f"{you} {listed(clauses)}"
    return _sentence(text)


def _is(plural: bool) -> str:
    return "are" if plural else "is"


def _not(negated: bool) -> str:
    return "not " if negated else ""


def _value(fact: Fact, third: bool) -> str:
    return fact.value


def _turned_quoted(text: str) -> str:
    """ "my garden" as "your garden", inside a value said back."""
    return re.sub(r"\b(?:my|myself|our|me)\b", lambda m: turned(m[0]), text)


def _predicate(fact: Fact, third: bool) -> str:
    """The clause after its subject, for "you" or for a third person."""
    words = fact.predicate.split()
    if not words:
        return fact.value
    first = words[0].lower()
    to_user = fact.who == USER and not third
    if fact.what.startswith("my:"):
        pass
    elif first in ("am", "is", "are"):
        words[0] = _verb(fact.who, "be", third)
    elif first in ("was", "were"):
        words[0] = "were" if to_user else "was"
    elif first in ("have", "has", "do", "does"):
        words[0] = _verb(fact.who, lemma(first), third)
    elif to_user and first.endswith("s") and lemma(first) in w.VERBS:
        words[0] = lemma(first)
    elif (
        not to_user
        and first in w.VERBS
        and lemma(first) == first
        and (first not in w.IRREGULAR)
    ):
        words[0] = _verb(fact.who, first, third)
    text = " ".join(words)
    if not third:
        return turned(text) if not re.match(r"you\b", text) else text
    return re.sub(r"\bmy\b", "their", text)


def _sentence(text: str) -> str:
    text = re.sub(r"\b(do|does|is|are) not\b", r"\1n't", text.strip())
    return text[:1].upper() + text[1:] + ("" if text[-1] in '.!?"' else ".")


def unknown(ask: Ask) -> str:
    """ "I don't know your name. …"."""
    who, what = ask.who, ask.what[0]
    you, your = subject(who), owner(who)
    be, do = _verb(who, "be"), ("do" if who == USER else "does")
    if ask.kind == "person":
        thing = "your name" if who == USER else f"who {you} {be}"
        if who == "?":
            thing = "who that is"
    elif ask.kind == "yesno":
        thing = "whether that is so"
    else:
        thing = {
            "name": f"{your} name",
            "nickname": f"{your} name",
            "surname": f"{your} surname",
            "age": f"how old {you} {be}",
            "job": f"what {you} {_verb(who, 'do')} for a living",
            "employer": f"where {you} {_verb(who, 'work')}",
            "home": f"where {you} {_verb(who, 'live')}",
            "place": f"where {you} {be}",
            "origin": f"where {you} {be} from",
            "birthday": f"when {your} birthday is",
            "like": f"what {you} {_verb(who, 'like')}",
            "hobby": f"{your} hobbies",
            "dislike": f"what {you} {do} not like",
            "language": f"which languages {you} {_verb(who, 'speak')}",
            "allergy": f"what {you} {be} allergic to",
            "is": f"that about {'you' if who == USER else you}",
        }.get(what)
        if what == "have":
            noun = ask.noun or "that"
            count = "how many" if ask.kind == "count" else "which"
            thing = f"{count} {noun} {you} {_verb(who, 'have')}"
            if noun == "that":
                thing = f"what {you} {_verb(who, 'have')}"
        elif what.startswith(("favourite", "my:")):
            noun = re.sub(r"^my:", "", what).replace(
                "favourite *", "favourite"
            )
            thing = f"{your} {noun}"
        thing = thing or f"that about {'you' if who == USER else you}"
    thing = thing.replace("do not", "don't")
    return f"I don't know {thing}. {NO_SOURCE}"
