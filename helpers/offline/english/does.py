"""English clauses with any verb but "to be", as facts."""

import re
from dataclasses import replace

from helpers.offline.english import words as w
from helpers.offline.english.clause import Clause
from helpers.offline.english.names import name_length
from helpers.offline.english.subject import being_noun, being_of
from helpers.offline.english.text import lemma, number_in, words_of
from helpers.offline.english.values import (
    attribute_of,
    job_facts,
    name_facts,
    things,
    tidy,
)
from helpers.offline.facts import USER, Fact
from helpers.offline.text import word_set

_COUNTS = "|".join([*w.NUMBERS, r"\d+"])
_REQUEST = word_set(
    "question problem request issue favour favor task idea doubt"
)


def verb_fact(
    clause: Clause, text: str, said: str, kind: str = "verb:"
) -> Fact:
    return Fact(
        clause.who,
        kind + clause.verb,
        tidy(text),
        said,
        clause.negated,
        tidy(clause.predicate),
    )


def thing_does(clause, text, said) -> list[Fact]:
    """ "My shift starts at six", "my hobbies include chess"."""
    what = attribute_of(clause.thing)
    if clause.verb in ("include", "be", "become"):
        return things(clause.who, what, text, said, clause.negated)
    if clause.past and clause.verb not in w.EVENTS:
        return []
    return [
        Fact(
            clause.who,
            "my:" + clause.thing,
            tidy(text),
            said,
            clause.negated,
            tidy(clause.predicate),
        )
    ]


def does_facts(clause: Clause, text: str, said: str) -> list[Fact]:
    who, verb, negated = clause.who, clause.verb, clause.negated
    low = text.lower()
    if clause.modal in ("would", "could", "should", "might", "may"):
        if verb in w.LIKES and low.startswith("to "):
            clause.verb = "want"
            return [verb_fact(clause, text, said)]
        return []
    if clause.modal == "can" and verb in ("stand", "bear"):
        if negated:
            return things(who, "dislike", text, said)
        return []
    if verb in ("want", "like", "need") and re.match(
        r"(?:you|to (?:know|ask|tell|say|talk|hear|see if)|your|help|an? "
        r"(?:poem|joke|story|summary|answer))\b",
        low,
    ):
        return []
    if re.match(r"(?:that|this|these|those|it|them)(?: ones?)?\W*$", low):
        return []
    if verb in w.LIKES or (verb == "care" and low.startswith("for ")):
        text = re.sub(r"^for ", "", text)
        versus = re.match(r"(.+?) (?:to|over|rather than) (.+)$", text)
        if verb == "prefer" and versus and not low.startswith("to "):
            text = versus[1]
        return things(who, "dislike" if negated else "like", text, said)
    if verb in w.DISLIKES:
        return things(who, "like" if negated else "dislike", text, said)
    if verb in ("start", "begin", "keep", "continue") and re.match(
        r"\w+ing\b", low
    ):
        # "started working nights": what was started counts.
        verb, *rest = text.split()
        inner = replace(clause, verb=lemma(verb), rest=rest)
        return does_facts(inner, " ".join(rest), said)
    if verb in ("stop", "quit") and re.match(r"\w+ing\b", low):
        # What was stopped no longer holds.
        verb, *rest = text.split()
        inner = replace(clause, verb=lemma(verb), rest=rest, negated=True)
        return does_facts(inner, " ".join(rest), said)
    if verb == "quit" and text[:1].isupper():
        return things(who, "employer", text, said, True)
    if verb == "join" and re.search(
        r"\b(?:quit|resigned|left my job|start-?up|company|firm)\b", said
    ):
        return things(who, "employer", text, said, negated)
    if verb in w.LIVES or (verb == "stay" and low.startswith("in ")):
        place = re.match(r"(?:here )?(?:in|at|on|near) (.+)$", text, re.I)
        if place:
            value = re.split(r" (?:with|for|since|and) ", place[1])[0]
            having = re.search(
                rf" with (?:my|her|his|their|our) ((?:{_COUNTS}) .+)$", text
            )
            kept = [Fact(who, "have", having[1], said)] if having else []
            return things(who, "home", value, said, negated) + kept
    if verb == "move":
        place = re.search(r"\bto (.+)$", text)
        if place and clause.modal not in ("will", "want"):
            value = re.split(
                r" (?:with|for|last|this|from|in \d|two|a |\w+ (?:ago|years))",
                place[1],
            )[0]
            return things(who, "home", value, said, negated)
    if (verb == "come" and low.startswith("from ")) or (
        verb == "grow" and low.startswith("up in ")
    ):
        value = re.sub(r"^(?:from|up in) ", "", text, flags=re.I)
        return things(who, "origin", value, said, negated)
    if verb == "work":
        as_job = re.match(r"as (?:an? |the )?(.+)$", text, re.I)
        if as_job:
            return job_facts(who, as_job[1], said, negated)
        at_firm = re.match(r"(?:at|for) (.+)$", text, re.I)
        if at_firm:
            firm = re.split(r" (?:as|in|for|since|and) (?:an? )?", at_firm[1])
            facts = things(who, "employer", firm[0], said, negated)
            role = re.search(r" as (?:an? )?(.+)$", at_firm[1])
            if role:
                facts += job_facts(who, role[1], said)
            return facts
    if verb == "become" and re.match(r"an? ", low):
        return job_facts(who, text.split(maxsplit=1)[1], said, negated)
    soon = re.search(r"\b(?:next|soon|tomorrow|in \w+ \w+)\b", low)
    if (
        verb == "turn"
        and not soon
        and number_in(low.split()[0] if low else "") is not None
    ):
        return [Fact(who, "age", low.split()[0], said, negated)]
    if verb == "introduce":
        name = re.match(r"(?:\w+self) as (.+)$", text)
        if name:
            return name_facts(who, words_of(name[1]), said)
    if verb == "speak":
        value = re.sub(
            r"\b(?:fluently|natively|(?:very |pretty )?well|fluent|good|basic|"
            r"some|"
            r"a little|a bit of|only)\b ?",
            "",
            text,
            flags=re.I,
        )
        return things(who, "language", value, said, negated)
    if (verb, text[:3]) in (("go", "by "), ("answer", "to ")):
        return [
            Fact(f.who, "nickname", f.value, said)
            for f in name_facts(who, words_of(text)[1:], said)
        ]
    if verb == "call" and low.startswith("me ") and who != USER:
        names = name_facts(USER, words_of(text)[1:], said)
        return [replace(f, what="nickname", negated=negated) for f in names]
    if verb == "call" and who == USER:
        return _calls(clause, text, said)
    if verb in ("have", "own", "keep", "get", "adopt", "buy", "raise"):
        return _has(clause, text, said)
    if verb == "change":
        name = re.match(r"my name to (.+)$", text, re.I)
        if name:
            return name_facts(who, words_of(name[1]), said)
    if not text and verb not in w.VERBS | w.EVENTS:
        return []
    return [verb_fact(clause, text, said)]


def _calls(clause: Clause, text: str, said: str) -> list[Fact]:
    """ "I call my cat Tom"."""
    found = re.match(r"(?:my|our) (.+?) ([A-Z]\w+)$", text)
    noun = being_noun(found[1]) if found else ""
    if found and noun:
        return [Fact(noun, "name", found[2], said)]
    return [verb_fact(clause, text, said)]


def _has(clause: Clause, text: str, said: str) -> list[Fact]:
    """ "I have a five-year-old cat named Tom and an older sister"."""
    words = text.split()
    low = [word.lower().strip(",") for word in words]
    if not words or any(word in _REQUEST for word in low[:4]):
        return []
    if low[0] in ("to", "been", "lunch", "dinner", "breakfast"):
        return [verb_fact(clause, text, said)]
    negated = clause.negated or low[0] == "no"
    value = re.sub(r"^(?:no|any) ", "", tidy(text))
    allergies = re.findall(
        r"\ban? (?:allergy to ([^,]+)|([\w -]+?) (?:allergy|intolerance)\b)",
        value,
    )
    if allergies:
        what = " and ".join(one or other for one, other in allergies)
        return things(clause.who, "allergy", what, said, negated)
    if clause.verb in ("get", "buy") and not re.match(
        r"(?:an?|two|three|my|some|\d+)\b", low[0]
    ):
        return [verb_fact(clause, text, said)]
    facts = []
    for part in re.split(
        r"(?:,| and| plus)\s+(?=(?:an?|one|two|three|four|five|\d+)\s)", value
    ):
        part = part.strip(" ,")
        if not part:
            continue
        facts.append(Fact(clause.who, "have", part, said, negated))
        if not negated:
            facts += _being_in(part, clause.who, said)
    return facts


def _being_in(part: str, owner: str, said: str) -> list[Fact]:
    """Facts about a person or pet that was mentioned as had."""
    found = re.match(
        r"(?:(?:an?|one|two|three|my|\d+)\s+)?(.*?)(?:\s+(?:and )?(?:called|"
        r"named) (?:him |her |it |them )?|\s+(?:"
        r"whose name is|by the name of)\s+|\s*,\s*(?=[A-Z])|\s+(?=[A-Z])"
        rf"(?!\w+ (?:{'|'.join(sorted(w.PETS))})\b))(.+)$",
        part,
    )
    phrase = found[1] if found else re.sub(
        r"^(?:an?|one|two|three|my|\d+)\s+", "", part
    )  # fmt: skip
    noun = being_noun(re.sub(r"\w+-(?:year|month|week)-old ", "", phrase))
    if not noun:
        return []
    who = being_of(owner, noun)
    facts = []
    if found:
        names = words_of(found[2])
        count = name_length(names, trusting=True)
        if count:
            name = " ".join(names[:count])
            if names[count : count + 1] == ["and"] and len(names) > count + 1:
                name += f" and {names[count + 1]}"
            facts.append(Fact(who, "name", name, said))
    age = re.search(r"(\d+|[a-z]+)[- ](year|month|week)[- ]old", part)
    if age:
        value = age[1] if age[2] == "year" else f"{age[1]} {age[2]}s"
        facts.append(Fact(who, "age", value, said))
    return facts or [Fact(who, "known", phrase, said)]
