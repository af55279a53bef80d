"""English clauses with "to be", as facts."""

import re
from dataclasses import replace

from helpers.offline.english import words as w
from helpers.offline.english.clause import Clause, join_words
from helpers.offline.english.does import does_facts, verb_fact
from helpers.offline.english.names import name_length, occupation_in
from helpers.offline.english.subject import being_noun, being_of
from helpers.offline.english.text import lemma, words_of
from helpers.offline.english.values import (
    attribute_of,
    job_facts,
    name_facts,
    things,
    tidy,
)
from helpers.offline.facts import ASSISTANT, USER, Fact

_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"


# "Bob, 34, a plumber from Leeds": what may follow in such a list.
_NEXT_FACT = (
    r"\d|an?\s|from\s|living\s|based\s|born\s|"
    rf"(?:{'|'.join(sorted(w.NUMBERS))})\b"
)


def be_facts(
    clause: Clause, text: str, said: str, trusting: bool
) -> list[Fact]:
    who, negated = clause.who, clause.negated
    if clause.past:
        born = re.match(r"born (.+)", text, re.IGNORECASE)
        if not born:
            grown = re.match(r"(?:raised|named|called) (.+)", text, re.I)
            if not grown:
                return [verb_fact(clause, text, said, "past:")]
    # "not Bob but Rob", "Rob, not Bob"
    pair = (
        re.match(r"(.+?),? but (?:rather )?(.+)$", text) if negated else None
    )
    if pair:
        wrong, right = pair[1], pair[2]
        front = re.match(r"(?:to|from|in|at|into|of|by)\b", right)
        if front and f" {front[0]} " in wrong:
            # "not allergic to nuts but to cats"
            right = wrong.split(f" {front[0]} ")[0] + " " + right
        return be_one(clause, wrong, said, True, trusting) + be_one(
            clause, right, said, False, trusting
        )
    pair = re.match(r"(.+?),? (?:and )?not (?!only|just)(.+)$", text)
    if pair and not negated:
        return be_one(clause, pair[2], said, True, trusting) + be_one(
            clause, pair[1], said, False, trusting
        )
    if clause.thing:
        return be_one(clause, text, said, negated, trusting)
    if text.lower().startswith("born "):
        return be_one(clause, text, said, negated, trusting)
    if who == USER and "," in text and not negated:
        listed = profile_facts(who, re.split(r",\s+(?:and )?", text), said)
        if listed:
            return listed
    parts = re.split(
        rf"\s*,\s+(?:and\s+)?(?={_NEXT_FACT})|\s+and\s+(?={_NEXT_FACT})",
        text,
    )
    facts: list[Fact] = []
    for part in parts:
        facts += be_one(clause, part, said, negated, trusting)
    if who not in (USER, ASSISTANT) and not facts:
        return [verb_fact(clause, text, said)]
    return facts


_AGED = re.compile(
    r"(?:aged? )?(\d{1,3})\s?(?:yo|y/o|yrs?|years?)?(?: old)?[mf]?$|"
    r"[mf]\s?(\d{1,3})$",
    re.IGNORECASE,
)


def profile_facts(who: str, parts: list[str], said: str) -> list[Fact]:
    """ "Bob, 34, data engineer from Pune, Leeds": each part one fact.

    Empty unless all parts but one are understood, and two of them at least.
    """
    facts: list[Fact] = []
    clause, unread = Clause(who, "", "be", [], ""), 0
    for number, part in enumerate(p.strip() for p in parts):
        words, known = words_of(part), {f.what for f in facts}
        aged = _AGED.match(part)
        counted = re.fullmatch(r"([a-z]+)(?:[- ][a-z]+)?", part)
        if counted and counted[1] in w.NUMBERS:
            facts.append(Fact(who, "age", part, said))
            continue
        parent = re.match(
            r"(?:an? )?(?:\w+ )?(?:mum|mom|mother|dad|father|parent) (?:of|"
            r"to) "
            r"(\w+)$",
            part,
            re.IGNORECASE,
        )
        if aged:
            facts.append(Fact(who, "age", aged[1] or aged[2], said))
        elif parent:
            facts.append(Fact(who, "have", f"{parent[1]} children", said))
        elif occupation_in(words[words[0].lower() in ("a", "an") :]):
            part = re.sub(r"^an? ", "", part)
            facts += job_facts(who, part, said)
        elif re.match(r"(?:originally )?from |(?:living|based|born) ", part):
            facts += be_one(clause, part, said, False, False)
        elif not number and name_length(words) == len(words):
            facts.append(Fact(who, "name", part, said))
        elif facts and "place" not in known and len(words) < 4 and all(
            word[0].isupper() for word in words
        ):  # fmt: skip
            facts.append(Fact(who, "place", part, said))
        else:
            unread += 1
            facts += be_one(clause, part, said, False, False)
    return facts if len(facts) > 1 + unread and unread < 2 else []


def be_one(
    clause: Clause, text: str, said: str, negated: bool, trusting: bool
) -> list[Fact]:
    text = tidy(text)
    who, words = clause.who, words_of(text)
    if not words:
        return []
    if clause.thing:
        return _thing_is(clause, text, said, negated)
    low = text.lower()
    age = not re.match(r"turning .*\b(?:next|soon|in)\b", low) and re.match(
        r"(?:about |around |almost |nearly |over |turning )?"
        r"(\d{1,3}|[a-z]+(?:[- ][a-z]+)?)"
        r"(?:[ -]?(?:years?[ -]olds?|years? of age|yo|y/o|yrs?(?: old)?)\b|"
        r"(?: (?:months?|weeks?) old)|$|(?= (?:and|now)\b))",
        low,
    )
    if age and (age[1].isdigit() or age[1].split("-")[0] in w.NUMBERS):
        number = age[1]
        unit = re.search(r"(months?|weeks?) old", low)
        value = f"{number} {unit[1]}" if unit else number
        return [Fact(who, "age", value, said, negated)]
    if low.startswith("born "):
        return _born(who, text, said)
    for pattern, what in (
        (r"(?:originally )?from (.+)", "origin"),
        (r"(?:born and )?(?:raised|brought up) in (.+)", "origin"),
        (r"(?:living|residing|based|located|settled|stuck|stationed) "
         r"(?:in|at|near) (?=[A-Z])([^,]+)", "home"),
        (r"allergic to (.+)", "allergy"),
        (r"(?:really )?(?:into|fond of|crazy about|mad about|keen on|"
         r"interested in|passionate about|in love with|obsessed with) (.+)",
         "like"),
        (r"(?:an? )?(?:(?:big|huge|great|real|total|avid|massive) )*"
         r"fan of (.+)", "like"),
        (r"employed (?:at|by) (.+)", "employer"),
        (r"fluent in (.+)|(?:a )?native speaker of (.+)", "language"),
    ):  # fmt: skip
        found = re.match(pattern, text, re.IGNORECASE)
        if found:
            value = next(g for g in found.groups() if g)
            if what == "like" and negated:
                what, negated = "dislike", False
            if what == "job":
                return job_facts(who, value, said, negated)
            if what in ("home", "origin"):
                value = re.split(r" (?:and|with|for) ", value)[0]
            return things(who, what, value, said, negated)
    if re.match(r"to [A-Z]", text):
        # "I have been to Peru."
        value, predicate = text.removeprefix("to "), tidy(clause.predicate)
        return [Fact(who, "verb:visit", value, said, negated, predicate)]
    married = re.match(r"(?:happily )?married to (?:an? )?([A-Z]\w+)$", text)
    if married and who == USER and not negated:
        return name_facts("spouse", [married[1]], said)
    if low == "home" and who not in (USER, ASSISTANT) and not clause.thing:
        return [Fact(USER, "home", who, said)]
    called = re.match(r"(?:called|named|known as)\s+(.+)", text, re.IGNORECASE)
    if called:
        found = name_facts(who, words_of(called[1]), said)
        return [Fact(f.who, f.what, f.value, said, negated) for f in found]
    if re.match(r"an?\b", low):
        return _be_a(clause, words, text, said, negated)
    if low.startswith(("my ", "your ", "our ", "the user's ")):
        return _is_relation(clause, text, said, negated)
    spot = re.match(r"(?:currently |now )?(?:in|at) ([A-Z].+)$", text)
    if spot:
        return [Fact(who, "place", spot[1], said, negated)]
    count = name_length(words, trusting and len(words) <= 3)
    if count and who != ASSISTANT:
        return _is_name(clause, words, count, said, negated)
    if count:
        return [Fact(who, "name", " ".join(words[:count]), said, negated)]
    progressive = words[0].lower().endswith("ing") and len(words) > 1
    if progressive:
        verb = lemma(words[0])
        rest = join_words(words[1:])
        if verb == "move":
            # "We are moving to Bristol": not there yet.
            return [verb_fact(replace(clause, verb=verb), rest, said)]
        if verb in ("study", "learn", "live") or verb in w.VERBS | w.EVENTS:
            inner = Clause(who, "", verb, words[1:], clause.predicate, negated)
            return does_facts(inner, rest, said)
    return [Fact(who, "is", tidy(text), said, negated, tidy(clause.predicate))]


_date = re.compile(
    rf"(?:on )?(\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}(?:,? \d{{4}})?|"
    rf"{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?(?:,? \d{{4}})?|"
    rf"\d{{4}}-\d\d?-\d\d?|\d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}}|"
    rf"{_MONTH}(?: \d{{4}})?\b|\b\d{{4}}\b)",
    re.IGNORECASE,
)


def _born(who: str, text: str, said: str) -> list[Fact]:
    """ "born on 4 July 1988 in Boston": a birthday and an origin."""
    facts = []
    date = _date.search(text)
    if date:
        facts.append(Fact(who, "birthday", date[1], said))
    left = _date.sub("", text)
    place = re.search(r"\bin ([^\W\d][^,.]*)", left)
    if place and place[1].strip():
        facts += things(
            who, "origin", re.split(r" on$| on ", place[1])[0], said
        )
    return facts


_AFTER_NAME = (",", "-", "(", ".", "!", "here", "by", "speaking", "with")


def _is_name(clause, words, count, said, negated) -> list[Fact]:
    who = clause.who
    name = " ".join(words[:count])
    facts = [Fact(who, "name", name, said, negated)]
    rest = words[count:]
    if rest and rest[0].lower() in ("from", "and", "living", "based"):
        tail = join_words(rest[1:] if rest[0] == "and" else rest)
        facts += be_one(clause, tail, said, False, False)
    elif rest and rest[0].lower() not in _AFTER_NAME:
        # "I'm Red Cross staff": more than a name was said.
        value, predicate = tidy(join_words(words)), tidy(clause.predicate)
        return [Fact(who, "is", value, said, negated, predicate)]
    return facts


def _is_relation(clause, text, said, negated) -> list[Fact]:
    """ "Anna is my sister": the sister's name is Anna."""
    text = re.sub(r"^(?:my|your|our|the user's) ", "", tidy(text), flags=re.I)
    owned = re.match(r"(.+)'s name$", text)
    noun = being_noun(owned[1] if owned else text)
    if text in ("thing", "passion", "life", "weakness", "jam"):
        return [Fact(USER, "like", clause.who, said, negated)]
    if not noun and attribute_of(text)[:3] != "my:" and not negated:
        return things(USER, attribute_of(text), clause.who, said)
    if noun and clause.who not in (USER, ASSISTANT) and not negated:
        return [Fact(being_of(USER, noun), "name", clause.who, said)]
    value = f"my {text}"
    return [Fact(clause.who, "is", value, said, negated, clause.predicate)]


def _be_a(clause, words, text, said, negated) -> list[Fact]:
    who = clause.who
    lover = re.match(
        r"an? (?:big |huge |real |true |total )?(.+?)[ -](?:lover|fan|"
        r"enthusiast|addict|aficionado|nerd|buff)$",
        text,
        re.IGNORECASE,
    )
    if lover:
        what = "dislike" if negated else "like"
        return things(who, what, lover[1], said)
    old = re.match(
        r"an? (\d+|[a-z]+)[- ]year[- ]old\s*(.*)$", text, re.IGNORECASE
    )
    if old:
        facts = [Fact(who, "age", old[1], said, negated)]
        if old[2]:
            facts += be_one(clause, "a " + old[2], said, negated, False)
        return facts
    speaker = re.match(
        r"an? (?:native |fluent )?(\w+) (?:native )?speaker", text, re.I
    )
    if speaker:
        return [Fact(who, "language", speaker[1], said, negated)]
    parent = re.match(
        r"an? (?:\w+ )?(?:mum|mom|mother|dad|father|parent) of (\w+)",
        text,
        re.I,
    )
    if parent and not negated:
        kept = Fact(who, "have", f"{parent[1]} children", said)
        rest = re.search(r"\bfrom ([A-Z].+)$", text)
        found = [
            Fact(who, "is", tidy(text), said, False, tidy(clause.predicate))
        ]
        if rest:
            found.append(Fact(who, "origin", rest[1], said))
        return [*found, kept]
    if occupation_in(words[1:]) and who != ASSISTANT:
        return job_facts(who, " ".join(words[1:]), said, negated)
    return [Fact(who, "is", tidy(text), said, negated, tidy(clause.predicate))]


def _thing_is(clause, text, said, negated) -> list[Fact]:
    """ "My … is …"."""
    who, what = clause.who, attribute_of(clause.thing)
    text = re.sub(r"^(?:now|still)\s+", "", text)
    if what in ("name", "nickname", "surname"):
        facts = name_facts(who, words_of(tidy(text)), said)
        return [Fact(f.who, what, f.value, said, negated) for f in facts]
    if what == "age":
        number = re.match(r"\d+|[a-z]+(?:-[a-z]+)?", text)
        value = number[0] if number else text
        return [Fact(who, what, value, said, negated)]
    if what == "job":
        if re.match(r"an?\s|the\s", text) or occupation_in(words_of(text)):
            text = re.sub(r"^(?:an?|the)\s+", "", text)
            return job_facts(who, text, said, negated)
        if clause.thing in ("work", "job") and text.split()[0].lower() in (
            w.ADJECTIVES | {"in", "at", "near", "far", "hard", "boring"}
        ):
            what = "my:" + clause.thing
        text = re.sub(r"^(?:being|working as|to be) (?:an? )?", "", text)
    if what in ("home", "origin"):
        text = re.sub(r"^(?:in|at)\s+", "", text)
    if what == "birthday":
        text = re.sub(r"^(?:on|in)\s+", "", text)
    return things(who, what, text, said, negated)
