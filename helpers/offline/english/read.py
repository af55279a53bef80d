"""English sentences that tell something, as facts."""

import re
from dataclasses import replace

from helpers.offline.english import words as w
from helpers.offline.english.be import be_facts
from helpers.offline.english.clause import (
    Clause,
    join_words,
    parse_clause,
    pieces_of,
)
from helpers.offline.english.does import does_facts, thing_does, verb_fact
from helpers.offline.english.names import could_be_name
from helpers.offline.english.plain import plainer, without_speech
from helpers.offline.english.subject import being_noun
from helpers.offline.english.text import expand
from helpers.offline.english.verbless import correction_facts, verbless_facts
from helpers.offline.facts import ASSISTANT, USER, Fact
from helpers.offline.voice import Voice

_FREE_TIME = re.compile(
    r"\b(?:in my (?:free|spare) time|for fun|as a hobby|on (?:the "
    r")?weekends?)\b",
    re.IGNORECASE,
)


_OF_ANOTHER = re.compile(
    r"(?:(?:also|now|currently|really|still|just) )?(?:is|has|lives|works|"
    r"likes|loves|enjoys|speaks|plays|studies|comes|owns)\b",
    re.IGNORECASE,
)


_NAMED_BEING = re.compile(
    r"\b(?i:my|our|his|her|their|the(?=[\w ]+\())\s+((?:older|elder|younger|"
    r"little|big|twin|best)\s+)?"
    rf"({'|'.join(sorted(w.BEINGS, key=len, reverse=True))}),?\s+"
    r"(?:called\s+|named\s+|\()?((?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?[A-Z]\w+)"
    r"(?!\w|')(?:(?:, | and )([A-Z]\w+)(?=[,).]|$))?",
)


_NAME_FIRST = re.compile(
    r"\b([A-Z]\w+),? (?i:my|our) ((?:(?:older|elder|younger|little|big|twin|"
    rf"best) )?(?:{'|'.join(sorted(w.BEINGS, key=len, reverse=True))}))"
    r"(?=[,.]|$)"
)


# A correction of more words has other clauses too.
_SHORT = 10


def read_english(
    sentence: str, voice: Voice, last: str | None
) -> tuple[list[Fact], str | None]:
    """The facts of one sentence, and whom "he" or "it" means after it."""
    facts: list[Fact] = []
    text = without_speech(expand(sentence)).rstrip(" .!…")
    text = plainer(text, voice.second == ASSISTANT)
    trusting = bool(
        re.match(r"(?:hi|hello|hey|good \w+|greetings)\b", text, re.I)
    )
    first = voice.first
    # Notes about the user may leave the subject out: "likes tea".
    subject = USER if voice.second == USER else None
    thing: tuple[str, str] | None = None
    pronoun = ""
    if len(text.split()) < _SHORT and re.search(r"\bnot\b.*,", text):
        # "It's not Goa, it's Pune."
        found = correction_facts(text, sentence)
        if found:
            return found, last
    for piece, about_last in pieces_of(text):
        found = correction_facts(piece, sentence)
        if found:
            facts += found
            continue
        if (
            subject == USER
            and voice.second == ASSISTANT
            and (not about_last and _OF_ANOTHER.match(piece))
        ):
            # "… a novel where the hero, Arlo, is a pirate"
            continue
        if about_last:
            clause = parse_clause(piece, voice, last, last)
        else:
            # "He has a dog and he likes surfing": the same "he".
            again = pronoun and piece.lower().startswith(pronoun + " ")
            meant = subject if again else last
            clause = parse_clause(piece, voice, meant, subject, thing)
        first_word = piece.split()[0].lower()
        pronoun = first_word if first_word in ("he", "she", "they") else ""
        if clause is None:
            facts += verbless_facts(piece, voice, sentence)
            continue
        if clause.verb in w.UNREAL or clause.modal in ("would", "might"):
            if clause.verb not in (*w.LIKES, "wish", "hope"):
                break
            if clause.verb in ("wish", "hope") and clause.rest[:1] != ["to"]:
                break
        if clause.verb in w.REPORTS and not clause.thing:
            facts += [
                Fact(who, "name", n, sentence) for who, n in clause.names
            ]
            if clause.who == USER and clause.verb in ("think", "believe"):
                inner = " ".join(clause.rest)
                found, last = read_english(
                    re.sub(r"^that ", "", inner), voice, last
                )
                facts += (
                    [_denied(f) for f in found] if clause.negated else found
                )
                continue
            # What somebody says of himself is his; the rest is hearsay.
            last = clause.who if clause.who != USER else last
            inner = join_words(clause.rest)
            inner = re.sub(r"^(?:me|us)\b\s*", "", inner)
            inner = re.sub(r"^that\b\s*", "", inner)
            found, last = read_english(inner, Voice(None, None), last)
            facts += found
            voice = Voice(None, None)
            continue
        new = _facts_of(clause, sentence, trusting)
        thing = (clause.who, clause.thing) if clause.thing else None
        if re.search(r" for (?:a living|work)$", piece, re.I):
            new = [
                Fact(f.who, "job", re.sub(r" for (?:a living|work)$", "",
                     f.predicate), sentence)
                if f.what.startswith("verb:") and not f.negated else f
                for f in new
            ]  # fmt: skip
        if _FREE_TIME.search(piece) and clause.verb not in w.LIKES:
            new = [
                Fact(
                    f.who,
                    "hobby",
                    _FREE_TIME.sub("", f.predicate).strip(),
                    sentence,
                )
                if f.what.startswith("verb:") and not f.negated
                else f
                for f in new
            ]
        facts += new
        subject = clause.who
        others = [f.who for f in new if f.who not in (USER, ASSISTANT)]
        if others:
            last = others[-1]
        elif clause.who not in (USER, ASSISTANT):
            last = clause.who
    if first:
        told = {f.who for f in facts if f.what == "name"}
        for found in _NAMED_BEING.finditer(text):
            who = being_noun((found[1] or "") + found[2])
            known = any(of.split("'s ")[-1] == who for of in told)
            if not known and could_be_name(found[3]):
                both = found[4] and who.endswith(("s", "children"))
                names = f"{found[3]} and {found[4]}" if both else found[3]
                facts.append(Fact(who, "name", names, sentence))
        facts += _named_before(text, sentence, told)
        facts += _by_the_way(text, sentence)
    return facts, last


def _named_before(text: str, said: str, told: set[str]) -> list[Fact]:
    """ "Bruno, my beagle, …": a name, and then who that is."""
    return [
        Fact(being_noun(found[2]), "name", found[1], said)
        for found in _NAME_FIRST.finditer(text)
        if could_be_name(found[1]) and being_noun(found[2]) not in told
    ]


def _by_the_way(text: str, said: str) -> list[Fact]:
    """ "… with her three kids", "… my 45th birthday"."""
    facts = []
    named = re.search(
        r"^(?i:hi|hello|hey)\b[\w ]{0,12}, ([A-Z]\w+) speaking$|"
        r"\bI am an? (?!.*\b(?:of|in|at|for|by|with|from)\b)"
        r"[a-z-]+(?: [a-z-]+){0,2} (?:called|named) ([A-Z]\w+)$",
        text,
    )
    if named and could_be_name(named[1] or named[2]):
        facts.append(Fact(USER, "name", named[1] or named[2], said))
    called = re.search(
        r"\b(?:but|and|so),? (?:please|just) call me ([A-Z]\w+)$", text
    )
    if called and could_be_name(called[1]):
        facts.append(Fact(USER, "nickname", called[1], said))
    years = re.search(
        r"\bmy (\d{1,3})(?:st|nd|rd|th) birthday\b(?! (?:is|in|on|party))",
        text,
    )
    if years and re.search(r"\b(?:celebrat|had|was|turn|reach)", text):
        facts.append(Fact(USER, "age", years[1], said))
    count = "|".join(w.NUMBERS)
    having = re.search(
        rf"\bwith (my|our) ((?:{count}|\d+) [a-z -]*?(\w+))(?=[,.]|$| and\b)",
        text,
        re.IGNORECASE,
    )
    if having and having[3].lower() in w.BEINGS:
        facts.append(Fact(USER, "have", having[2], said))
    return facts


def _denied(fact: Fact) -> Fact:
    """ "I don't think I like olives" says the opposite."""
    other = {"like": "dislike", "dislike": "like"}.get(fact.what)
    if other:
        return replace(fact, what=other)
    return replace(fact, negated=not fact.negated)


def _facts_of(clause: Clause, said: str, trusting: bool) -> list[Fact]:
    facts = [Fact(who, "name", name, said) for who, name in clause.names]
    text = join_words(clause.rest)
    if clause.thing and (clause.past or clause.modal == "used"):
        return facts
    if clause.verb == "be" and clause.modal in ("", "will"):
        return facts + be_facts(clause, text, said, trusting)
    if clause.thing:
        return facts + thing_does(clause, text, said)
    if clause.modal == "used" or (
        clause.past
        and clause.verb not in w.EVENTS
        and clause.verb not in ("born", "raise", "call", "name")
        and clause.predicate.split()[0].lower() not in ("have", "has")
    ):
        return [*facts, verb_fact(clause, text, said, "past:")]
    return facts + does_facts(clause, text, said)
