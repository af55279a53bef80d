"""English sentences that tell something, as facts."""

import re

from helpers.offline import english_words as w
from helpers.offline.english_clause import (
    Clause,
    being_noun,
    being_of,
    join_words,
    opening_length,
    parse_clause,
    pieces_of,
)
from helpers.offline.english_names import could_be_name, name_length, occupation_in
from helpers.offline.english_text import expand, lemma, number_in, words_of
from helpers.offline.facts import ASSISTANT, USER, Fact
from helpers.offline.voice import Voice

# Nouns that name an attribute: "my job is …".
NOUNS = {
    "name": "name full-name first-name",
    "nickname": "nickname",
    "surname": "surname last-name family-name",
    "age": "age",
    "job": "job profession occupation work career position role",
    "employer": "employer company workplace firm",
    "home": "home city residence current-city home-city address hometown-now",
    "origin": "hometown home-town birthplace origin home-country",
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
    r"these days|at the moment|right now|currently|actually|though|please|"
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
_AND = re.compile(r"\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|&)\s+")
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
# "Dan, no, sorry, Dean"
_SELF_CORRECTED = re.compile(
    r"^.+?\s*,\s*(?:(?:oh |er |uh |ah )?(?:no|sorry|wait|oops|rather|"
    r"or rather|make that|correction|scratch that)\b[, ]*)+(.+)$",
    re.IGNORECASE,
)
_FREE_TIME = re.compile(
    r"\b(?:in my (?:free|spare) time|for fun|as a hobby|on (?:the )?weekends?)\b",
    re.IGNORECASE,
)
_NAMED_BEING = re.compile(
    r"\b(?:my|our|his|her|their)\s+((?:older|elder|younger|little|big|twin|best)\s+)?"
    rf"({'|'.join(sorted(w.BEINGS, key=len, reverse=True))}),?\s+"
    r"(?:called\s+|named\s+)?([A-Z]\w+)(?!\w|')",
)
_REQUEST = frozenset(
    "question problem request issue favour favor task idea doubt".split()
)


def attribute_of(noun: str) -> str:
    """The attribute a noun names; 'my:…' for any other thing."""
    noun = noun.lower().strip()
    noun = re.sub(r"^(?:own|real|actual|current|new|present|other)\s+", "", noun)
    if noun in ATTRIBUTE_OF:
        return ATTRIBUTE_OF[noun]
    if noun.startswith(("favourite ", "favorite ")):
        kind = noun.split(maxsplit=1)[1].replace("color", "colour")
        return "favourite " + _singular(kind)
    return "my:" + noun.replace("color", "colour")


def _singular(noun: str) -> str:
    return noun[:-1] if noun.endswith("s") and noun[-2:] != "ss" else noun


def read_english(
    sentence: str, voice: Voice, last: str | None
) -> tuple[list[Fact], str | None]:
    """The facts of one sentence, and whom "he" or "it" means after it."""
    facts: list[Fact] = []
    text = _without_speech(expand(sentence)).rstrip(" .!…")
    trusting = bool(
        re.match(r"(?:hi|hello|hey|good \w+|greetings)\b", text, re.I)
    )
    subject: str | None = None
    for piece, about_last in pieces_of(text):
        found = _corrections(piece, sentence)
        if found:
            facts += found
            continue
        if about_last:
            clause = parse_clause(piece, voice, last, last)
        else:
            clause = parse_clause(piece, voice, last, subject)
        if clause is None:
            facts += _verbless(piece, voice, sentence)
            continue
        if clause.verb in w.UNREAL or clause.modal in ("would", "might"):
            if clause.verb not in (*w.LIKES, "wish", "hope"):
                break
            if clause.verb in ("wish", "hope") and not clause.rest[:1] == [
                "to"
            ]:
                break
        if clause.verb in w.REPORTS and not clause.thing:
            if clause.who == USER and clause.verb in ("think", "believe"):
                inner = " ".join(clause.rest)
                found, last = read_english(
                    re.sub(r"^that ", "", inner), voice, last
                )
                facts += found
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
        if _FREE_TIME.search(piece) and clause.verb not in w.LIKES:
            new = [
                Fact(f.who, "hobby", _FREE_TIME.sub("", f.predicate).strip(), sentence)
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
    if voice.first and facts:
        told = {f.who for f in facts if f.what == "name"}
        for found in _NAMED_BEING.finditer(text):
            who = being_noun((found[1] or "") + found[2])
            if who not in told and could_be_name(found[3]):
                facts.append(Fact(who, "name", found[3], sentence))
    return facts, last


def _without_speech(text: str) -> str:
    """What is quoted was said by somebody else: leave it out."""
    return re.sub(
        r'"[^"]*\b(?:I|my|you|he|she|is|are)\b[^"]*"', "", text
    )


def _corrections(piece: str, said: str) -> list[Fact]:
    """ "not Bob, Rob", "it is Rob, not Bob", "I meant Rob"."""
    text = piece[opening_length(piece) :]
    for pattern in (
        r"^(?:it is |that is )?not (?P<old>[^,]+?)(?:,| but)\s*(?:it is |but )?"
        r"(?P<new>[^,]+)$",
        r"^(?:it is |that is |i meant? )?(?P<new>[^,]+?),? (?:and )?not "
        r"(?P<old>[A-Z0-9]\w*)$",
        r"^(?:i meant?|i meant to say|make that|it should be|"
        r"that should be)\s+(?P<new>[^,]+)(?P<old>)$",
    ):
        found = re.match(pattern, text, re.IGNORECASE)
        if not found:
            continue
        new, old = found["new"].strip(), found["old"].strip()
        if len(new.split()) <= 4 and not re.search(
            r"\b(?:i|my|am|is|are|do|to)\b", new, re.IGNORECASE
        ):
            return [Fact(USER, "correction", new, said, predicate=old)]
    return []


def _verbless(piece: str, voice: Voice, said: str) -> list[Fact]:
    """ "Call me Bob", "Bob here", "Name: Bob", "Bob, 34, from Leeds"."""
    if voice.first is None:
        return []
    who = voice.first
    text = piece[opening_length(piece) :]
    called = re.search(r"\bcall(?:s|ed)? me (.+)$", text, re.IGNORECASE)
    if called and not re.match(r"(?:do not|never)\b", text, re.IGNORECASE):
        words = words_of(tidy(called[1]))
        count = name_length(words, trusting=True)
        return [Fact(who, "nickname", " ".join(words[:count]), said)][
            : bool(count)
        ]
    label = re.match(
        r"[-*•\s]*((?:[A-Za-z]+'s )?[A-Za-z][A-Za-z _-]{1,24}?)\s*[:=]\s*"
        r"([^:=]+)$",
        text,
    )
    if label:
        noun = label[1].replace("_", " ").lower().strip()
        noun = re.sub(r"^(?:my|user'?s?|the user'?s?)\s+", "", noun)
        if noun in ATTRIBUTE_OF or noun.startswith(("favo", "home")):
            return things(who, attribute_of(noun), label[2], said)
    for pattern in (
        r"(?:(?:hi|hello|hey)\W+)?(?:it is|its|this is) me,? (?P<name>\w+)\b",
        r"this is (?P<name>[A-Z][\w ]*?)(?: speaking| here| from .+)?$",
        r"(?P<name>[A-Z]\w+(?: [A-Z]\w+)?) (?:here|speaking)\b",
        r"(?:the )?name is (?P<name>.+)$",
    ):
        found = re.match(pattern, text.split(",")[0] if "me," not in text else text,
                         re.IGNORECASE if "[A-Z]" not in pattern else 0)  # fmt: skip
        if found:
            return _named(who, words_of(found["name"]), said)
    return _introduction(who, piece, said)


def _introduction(who: str, text: str, said: str) -> list[Fact]:
    """ "Felix, 31 years old, architect, from Vienna": a list of facts."""
    parts = [p for p in re.split(r"\s*[,|;/]\s*|\s+-+\s+", text) if p]
    if len(parts) < 2:
        return []
    words = words_of(parts[0])
    if not words or name_length(words) != len(words):
        return []
    facts: list[Fact] = []
    clause = Clause(who, "", "be", [], "")
    for part in parts[1:]:
        if occupation_in(words_of(part)):
            facts += job_facts(who, part, said)
        elif re.match(r"\d|an? |from |born |living |based ", part):
            facts += _be_one(clause, part, said, False, False)
    return [Fact(who, "name", parts[0], said), *facts] if facts else []


def _named(who: str, words: list[str], said: str) -> list[Fact]:
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
    several = what in ("like", "dislike", "hobby", "language", "allergy")
    parts = _AND.split(value) if several else [value]
    if what in ("like", "dislike") and any(
        part.lower().startswith(("to ", "when ", "how ", "that "))
        for part in parts
    ):
        parts = [value]
    return [
        Fact(who, what, part.strip(), said, negated)
        for part in parts
        if part.strip()
    ]


def _facts_of(clause: Clause, said: str, trusting: bool) -> list[Fact]:
    facts = [Fact(who, "name", name, said) for who, name in clause.names]
    text = join_words(clause.rest)
    if clause.verb == "be" and clause.modal in ("", "will"):
        return facts + _be(clause, text, said, trusting)
    if clause.thing:
        return facts + _thing_does(clause, text, said)
    if clause.modal == "used" or (
        clause.past
        and clause.verb not in w.EVENTS
        and clause.verb not in ("born", "raise", "call", "name")
        and clause.predicate.split()[0].lower() not in ("have", "has")
    ):
        return [*facts, _verb_fact(clause, text, said, "past:")]
    return facts + _does(clause, text, said)


def _verb_fact(
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


def _be(clause: Clause, text: str, said: str, trusting: bool) -> list[Fact]:
    who, negated = clause.who, clause.negated
    if clause.past:
        born = re.match(r"born (.+)", text, re.IGNORECASE)
        if not born:
            grown = re.match(r"(?:raised|named|called) (.+)", text, re.I)
            if not grown:
                return [_verb_fact(clause, text, said, "past:")]
    # "not Bob but Rob", "Rob, not Bob"
    pair = re.match(r"(.+?),? but (?:rather )?(.+)$", text) if negated else None
    if pair:
        wrong, right = pair[1], pair[2]
        return _be_one(clause, wrong, said, True, trusting) + _be_one(
            clause, right, said, False, trusting
        )
    pair = re.match(r"(.+?),? (?:and )?not (?!only|just)(.+)$", text)
    if pair and not negated:
        return _be_one(clause, pair[2], said, True, trusting) + _be_one(
            clause, pair[1], said, False, trusting
        )
    if clause.thing:
        return _be_one(clause, text, said, negated, trusting)
    parts = re.split(
        r"\s*,\s*(?:and\s+)?(?=\d|an?\s|from\s|living\s|based\s|born\s)"
        r"|\s+and\s+(?=\d|an?\s|from\s|living\s|based\s)",
        text,
    )
    facts: list[Fact] = []
    for part in parts:
        facts += _be_one(clause, part, said, negated, trusting)
    if who not in (USER, ASSISTANT) and not facts:
        return [_verb_fact(clause, text, said)]
    return facts


def _be_one(
    clause: Clause, text: str, said: str, negated: bool, trusting: bool
) -> list[Fact]:
    fixed = _SELF_CORRECTED.match(text)
    text = tidy(fixed[1] if fixed else text)
    who, words = clause.who, words_of(text)
    if not words:
        return []
    if clause.thing:
        return _thing_is(clause, text, said, negated)
    low = text.lower()
    age = re.match(
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
    for pattern, what in (
        (r"(?:originally )?from (.+)", "origin"),
        (r"(?:born and )?(?:raised|brought up) in (.+)", "origin"),
        (r"(?:living|residing|based|located|settled) (?:in|at|near) (.+)",
         "home"),
        (r"born on (.+)", "birthday"),
        (rf"born in ((?:{_MONTH} )?\d{{4}}|{_MONTH})\b", "birthday"),
        (r"born in (.+)", "origin"),
        (r"allergic to (.+)", "allergy"),
        (r"(?:really )?(?:into|fond of|crazy about|mad about|keen on|"
         r"interested in|passionate about|in love with|obsessed with) (.+)",
         "like"),
        (r"(?:an? )?(?:(?:big|huge|great|real|total|avid|massive) )*"
         r"fan of (.+)", "like"),
        (r"employed (?:at|by) (.+)", "employer"),
        (r"working (?:at|for) (.+)", "employer"),
        (r"working as (?:an? |the )?(.+)", "job"),
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
    called = re.match(
        r"(?:called|named|known as)\s+(.+)", text, re.IGNORECASE
    )
    if called:
        found = _named(who, words_of(called[1]), said)
        return [
            Fact(f.who, f.what, f.value, said, negated) for f in found
        ]
    if re.match(r"an?\b", low):
        return _be_a(clause, words, text, said, negated)
    if low.startswith(("my ", "your ", "our ", "the user's ")):
        return _is_relation(clause, text, said, negated)
    count = name_length(words, trusting and len(words) <= 3)
    if count and who != ASSISTANT:
        return _is_name(clause, words, count, said, negated)
    if count:
        return [Fact(who, "name", " ".join(words[:count]), said, negated)]
    progressive = words[0].lower().endswith("ing") and len(words) > 1
    if progressive:
        verb = lemma(words[0])
        rest = join_words(words[1:])
        if verb in ("study", "learn", "live") or verb in w.VERBS | w.EVENTS:
            inner = Clause(
                who, "", verb, words[1:], clause.predicate, negated
            )
            return _does(inner, rest, said)
    return [
        Fact(who, "is", tidy(text), said, negated, tidy(clause.predicate))
    ]


def _is_name(clause, words, count, said, negated) -> list[Fact]:
    who = clause.who
    name = " ".join(words[:count])
    facts = [Fact(who, "name", name, said, negated)]
    rest = words[count:]
    if rest and rest[0].lower() in ("from", "and", "living", "based"):
        tail = join_words(rest[1:] if rest[0] == "and" else rest)
        facts += _be_one(clause, tail, said, False, False)
    elif rest and rest[0] not in (",", "-", "(", ".", "!"):
        # "I'm Red Cross staff": more than a name was said.
        if words[count].lower() not in ("here", "by", "speaking", "with"):
            return [
                Fact(
                    who,
                    "is",
                    tidy(join_words(words)),
                    said,
                    negated,
                    tidy(clause.predicate),
                )
            ]
    return facts


def _is_relation(clause, text, said, negated) -> list[Fact]:
    """ "Anna is my sister": the sister's name is Anna."""
    noun = being_noun(re.sub(r"^(?:my|your|our|the user's) ", "", text, flags=re.I))
    if noun and clause.who not in (USER, ASSISTANT) and not negated:
        return [Fact(being_of(USER, noun), "name", clause.who, said)]
    return [
        Fact(clause.who, "is", tidy(text), said, negated, clause.predicate)
    ]


def job_facts(
    who: str, text: str, said: str, negated: bool = False
) -> list[Fact]:
    """ "nurse at St Mary's" is a job and an employer."""
    text = tidy(text)
    place = re.search(r"\s+(?:at|for)\s+(.+)$", text)
    city = re.search(r"\s+in\s+([A-Z].+)$", text)
    job = text[: place.start()] if place else text
    job = re.sub(r"\s+(?:in|from)\s+[A-Z].+$", "", job)
    job = re.sub(r"\s+by (?:profession|trade|training)$", "", job)
    facts = [Fact(who, "job", job, said, negated)] if job else []
    if place and not negated:
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
            facts += _be_one(clause, "a " + old[2], said, negated, False)
        return facts
    speaker = re.match(
        r"an? (?:native |fluent )?(\w+) (?:native )?speaker", text, re.I
    )
    if speaker:
        return [Fact(who, "language", speaker[1], said, negated)]
    if occupation_in(words[1:]) and who != ASSISTANT:
        return job_facts(who, " ".join(words[1:]), said, negated)
    return [
        Fact(who, "is", tidy(text), said, negated, tidy(clause.predicate))
    ]


def _thing_is(clause, text, said, negated) -> list[Fact]:
    """ "My … is …"."""
    who, what = clause.who, attribute_of(clause.thing)
    text = re.sub(r"^(?:now|still)\s+", "", text)
    if what in ("name", "nickname", "surname"):
        facts = _named(who, words_of(tidy(text)), said)
        return [
            Fact(f.who, what, f.value, said, negated) for f in facts
        ]
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


def _thing_does(clause, text, said) -> list[Fact]:
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


def _does(clause: Clause, text: str, said: str) -> list[Fact]:
    who, verb, negated = clause.who, clause.verb, clause.negated
    low = text.lower()
    if clause.modal in ("would", "could", "should", "might", "may"):
        if verb in w.LIKES and low.startswith("to "):
            clause.verb = "want"
            return [_verb_fact(clause, text, said)]
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
    if verb in w.LIKES or (verb == "care" and low.startswith("for ")):
        text = re.sub(r"^for ", "", text)
        versus = re.match(r"(.+?) (?:to|over|rather than) (.+)$", text)
        if verb == "prefer" and versus and not low.startswith("to "):
            text = versus[1]
        return things(who, "dislike" if negated else "like", text, said)
    if verb in w.DISLIKES:
        return things(who, "like" if negated else "dislike", text, said)
    if verb in w.LIVES or (verb == "stay" and low.startswith("in ")):
        place = re.match(r"(?:here )?(?:in|at|on|near) (.+)$", text, re.I)
        if place:
            value = re.split(r" (?:with|for|since|and) ", place[1])[0]
            return things(who, "home", value, said, negated)
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
            firm = re.split(r" (?:as|in) (?:an? )?", at_firm[1])
            facts = things(who, "employer", firm[0], said, negated)
            role = re.search(r" as (?:an? )?(.+)$", at_firm[1])
            if role:
                facts += job_facts(who, role[1], said)
            return facts
    if verb == "become" and re.match(r"an? ", low):
        return job_facts(who, text.split(maxsplit=1)[1], said, negated)
    if verb == "turn" and number_in(low.split()[0] if low else "") is not None:
        return [Fact(who, "age", low.split()[0], said, negated)]
    if verb == "introduce":
        name = re.match(r"(?:\w+self) as (.+)$", text)
        if name:
            return _named(who, words_of(name[1]), said)
    if verb == "speak":
        value = re.sub(r"^(?:fluent|good|some|a little|a bit of) ", "", text)
        value = re.sub(r"\s+(?:fluently|well|natively).*$", "", value)
        return things(who, "language", value, said, negated)
    if (verb, text[:3]) in (("go", "by "), ("answer", "to ")):
        return [
            Fact(f.who, "nickname", f.value, said)
            for f in _named(who, words_of(text)[1:], said)
        ]
    if verb == "call" and who == USER:
        return _calls(clause, text, said)
    if verb in ("have", "own", "keep", "get", "adopt", "buy", "raise"):
        return _has(clause, text, said)
    if verb == "change":
        name = re.match(r"my name to (.+)$", text, re.I)
        if name:
            return _named(who, words_of(name[1]), said)
    if not text and verb not in w.VERBS | w.EVENTS:
        return []
    return [_verb_fact(clause, text, said)]


def _calls(clause: Clause, text: str, said: str) -> list[Fact]:
    """ "I call my cat Tom"."""
    found = re.match(r"(?:my|our) (.+?) ([A-Z]\w+)$", text)
    noun = being_noun(found[1]) if found else ""
    if found and noun:
        return [Fact(noun, "name", found[2], said)]
    return [_verb_fact(clause, text, said)]


def _has(clause: Clause, text: str, said: str) -> list[Fact]:
    """ "I have a five-year-old cat named Tom and an older sister"."""
    words = text.split()
    low = [word.lower().strip(",") for word in words]
    if not words or any(word in _REQUEST for word in low[:4]):
        return []
    if low[0] in ("to", "been", "lunch", "dinner", "breakfast"):
        return [_verb_fact(clause, text, said)]
    negated = clause.negated or low[0] == "no"
    what = "have" if clause.verb not in ("get", "buy") else "have"
    value = re.sub(r"^(?:no|any) ", "", tidy(text))
    allergy = re.match(r"an? allergy to (.+)|an? (.+) allergy$", value)
    if allergy:
        return things(
            clause.who, "allergy", allergy[1] or allergy[2], said, negated
        )
    if clause.verb in ("get", "buy") and not re.match(
        r"(?:an?|two|three|my|some|\d+)\b", low[0]
    ):
        return [_verb_fact(clause, text, said)]
    facts = []
    for part in re.split(
        r"(?:,| and| plus)\s+(?=(?:an?|one|two|three|four|five|\d+)\s)", value
    ):
        part = part.strip(" ,")
        if not part:
            continue
        facts.append(Fact(clause.who, what, part, said, negated))
        if not negated:
            facts += _being_in(part, clause.who, said)
    return facts


def _being_in(part: str, owner: str, said: str) -> list[Fact]:
    """Facts about a person or pet that was mentioned as had."""
    found = re.match(
        r"(?:(?:an?|one|two|three|my|\d+)\s+)?(.*?)(?:\s+(?:called|named|"
        r"whose name is|by the name of)\s+|\s*,\s*(?=[A-Z])|\s+(?=[A-Z])"
        r"(?!\w+ (?:%s)\b))(.+)$" % "|".join(sorted(w.PETS)),
        part,
    )
    phrase = found[1] if found else re.sub(
        r"^(?:an?|one|two|three|my|\d+)\s+", "", part
    )  # fmt: skip
    noun = being_noun(re.sub(r"\d+-year-old ", "", phrase))
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
    age = re.search(r"(\d+|[a-z]+)[- ]year[- ]old", part)
    if age:
        facts.append(Fact(who, "age", age[1], said))
    return facts or [Fact(who, "known", phrase, said)]
