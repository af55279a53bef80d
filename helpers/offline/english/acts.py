"""What an English sentence does: tell, ask, request, greet."""

import re

from helpers.offline.english import ask as english_ask
from helpers.offline.english.clause import opening_length
from helpers.offline.english.text import expand
from helpers.offline.facts import Act

_EN = r"^(?:please |kindly |now |then |and |can you |could you |would you |"
_EN += r"will you |i want you to |i would like you to |i need you to |"
_EN += r"help me |go ahead and |just |try to )*"
_POEM = (
    r"(?:poems?|haikus?|verses?|rhymes?|limericks?|sonnets?|odes?|ballads?)"
)
# How somebody begins who wants a poem: "a haiku", "could you whip up".
_WANTED = (
    r"^(?:(?:please|kindly|now|then|and|ok|so|can you|could you|would you|"
    r"will you|how about|what about|i (?:want|need|fancy|feel like|(?:would )"
    r"(?:love|like))|i want you to|i need you to|help me|let us have|"
    r"time for|"
    r"write|compose|make|give|tell|create|generate|recite|do|draft|whip up|"
    r"put together|come up with|pen|sing|craft|produce|try|show|knock out)\b"
    r"|(?:an?|one|one more|another|some|few|short|little|quick|tiny|"
    rf"new)\b(?=.{{0,30}}\b{_POEM}(?:$|,| (?:about|on|for|to|of|please)\b))|"
    rf"(?={_POEM}(?:$|,| (?:about|on|for|to|please)\b)))"
)
_REMEMBER_EN = (
    r"^(?:(?:please|kindly|also|and|can you|could you|i want you to|"
    r"i would like you to) )*(?:please )?(?:remember(?! me\b)|"
    r"do not forget|never forget|note down|"
    r"note to self|note|keep in mind|bear in mind|memori[sz]e|save|store|"
    r"write down|"
    r"make a note|take a note|remember this|remember for me)"
    r"(?: for (?:later|me))?(?: the fact)?(?: this)?(?: that| of)?\b"
    r"(?! (?:a |the )?(?:poem|essay|story))[\s:,-]*"
)
# (what it does, pattern); the first that fits. 'topic' names the subject.
_ENGLISH = [
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        ("greet", r"^(?:hi|hello|hey|good \w+)(?: there)?,? again$"),
        ("poem_topic", r".*\b(?:what|which)\b.{0,40}\b(?:poems?|verses?)\b.*"
         r"\babout\b|.*\bwhat did i (?:ask|tell|want) you to write|"
         r".*\bwhat (?:did you|have you|was it you) (?:write|written|wrote) "
         r"(?:a poem )?about"),
        ("poem", _WANTED + rf".{{0,40}}?\b{_POEM}\b"
         r"(?:.*?\b(?:about|on|for|to|of|regarding|dedicated to|praising|"
         r"celebrating|with)\s+(?P<topic>.+))?$"),
        ("poem_before", _WANTED + rf".{{0,30}}?(?P<topic>\w+) {_POEM}$"),
        ("again", _EN + r"(?:do |write |make |give me )?(?:the )?(?:exact )?"
         r"same(?: thing| again| one| kind)?\b(?:.*?\b(?:for|about|with|on)\s+"
         r"(?P<topic>.+))?$"),
        ("again", _EN + r"(?:(?:do|write|make|give me|what about|how about) )?"
         r"(?:(?:another|one more|one|it|that)(?: one| time)?(?: again)?|"
         r"again)"
         r"(?:,? (?:but )?(?:for|about|with|on)\s+(?P<topic>.+))?$"),
        ("again", r"^(?:and |now |but )+(?:(?:for|about|with) )"
         r"(?P<topic>[\w\s-]{2,30})$"),
        ("again", r"^(?:for|about|with) (?P<topic>[\w\s-]{2,30}?) (?:instead|"
         r"now|then|this time)$"),
        ("shorter", r"^.{0,25}?\b(?:(?:make|keep) (?:it|that|"
                    r"this) )?(?:too long|"
         r"(?:much |a bit |a little )?(?:shorter|briefer))\b.{0,20}$"),
        ("summary", _EN + r"(?:summari[sz]e|recap|sum (?:it |this |"
                          r"things )?up|"
         r"(?:create|write|give|make|provide|extend|update)(?: me)? (?:a |an |"
         r"the |this )?(?:\w+ ){0,2}(?:summary|recap|run-?down|overview)|"
         r"(?:quick|short|brief)? ?(?:summary|recap)$|"
         r"go (?:back )?over (?:what|everything)|catch me up)\b"),
        ("summary", r"^what (?:have|did|were) we (?:\w+ )?(?:talk|discuss|"
                    r"chat|"
         r"cover)"),
        ("notes", r".*\bwhat (?:did|do|should|have|must|am)\b.{0,30}\b"
         r"(?:to remember|remember for me|to keep in mind|not (?:to "
         r")?forget)\b"),
        ("told_last", r"(?:^|.*\b)what (?:did|was|were|have|is|are)? ?"
         r"(?:the )?(?:i|my) ?(?:just |last |previous |recent )*"
         r"(?:say|said|ask|asked|tell you|told you|write|wrote|message|"
         r"question|request|mention)\b(?: you)?(?: (?:just now|before|"
         r"earlier|last|a moment ago|to you|to do|you to do|for|right "
         r"before))*"
         r"$"),
        ("told_first", r".*\bmy (?:very )?first (?:message|question|request|"
         r"sentence|words?)\b|.*\bwhat did i (?:say|ask)(?: you)? first\b|"
         r".*\bfirst (?:thing|question) (?:that )?i (?:said|asked|told)|"
         r".*\bwhat\b.*\bi (?:say|said|ask|asked|tell|told|wrote|want|wanted)"
         r"\b.*\b(?:first|(?:beginning|start)|initially|to begin with)$"),
        ("you_said", r".*\bwhat (?:did|have) you (?:just |last |recently )?"
         r"(?:say|said|answer|tell me|told me|reply|write|written)\b|"
         r".*\byour (?:last|previous) (?:answer|message|reply)|"
         r"^(?:repeat|say) (?:that|it|your answer|your last answer|what you "
         r"said)(?: again| please)*$"),
        ("about_me", r".*\b(?:what|anything|everything|all|how much)\b.*\b"
         r"(?:you )?(?:know|remember|learned?|recall|told|tell)\b.*\b"
         r"(?:about|of) (?:me|myself|us)\b|^(?:tell me|say something|"
         r"anything) about (?:me|myself)\b|.*\bwhat have i told you\b|"
         r".*\bwhat do you (?:know|remember)$|.*\bdescribe me\b|"
         r".*\bwhat did i tell you(?: about (?:me|myself))?$|"
         r".*\bdo you (?:know|remember|recall) (?:me|who i am|anything)$|"
         r"^(?:list|show) (?:all |everything |the )*(?:facts|what you know)"),
        ("who_are_you", r"^(?:so |and )?(?:who|what) (?:are|"
                        r"r) you\b(?! \w+ing)|"
         r".*\b(?:what is|tell me|do you have) (?:your|a) name\b|"
         r"^are you (?:a |an |the )?(?:\w+ )*(?:ai|llm|robot|bot|human|person|"
         r"chatgpt|gpt|gpt-4|qwen|claude|real|language model|machine|model|"
         r"program)\b|^introduce yourself|^(?:which|what) (?:\w+ )?model "
         r"(?:are you|is this)|^tell me about yourself"),
        ("how_are_you", r"^(?:so |and )?how (?:are|r) you\b|^how is it going|"
         r"^how do you do\b|^what is up$|^how have you been|"
         r"^are you (?:ok|okay|well|fine)$"),
        ("what_can", r".*\bwhat (?:can|could) you (?:do|help)|"
         r"^(?:how|what) can you (?:help|do)|^help$|^can you help(?: me)?$"),
        ("forget", _EN + r"(?:forget|erase|delete|remove)\b"
                         r"(?! (?:to|what i)\b)"),
        ("cannot", r"^how (?:do|would|can|should) (?:i|you|we) (?:say|"
         r"translate|pronounce)\b"),
        ("cannot", _EN + r"(?:(?:translate|tell (?:me )?a joke|tell me a "
                         r"story|"
         r"explain|calculate|compute|solve|code|program|"
         r"implement|draw|paint|sing|play|search|google|book|order|recommend|"
         r"suggest|list|describe|define|compare|plan|design|teach me|"
         r"proofread|correct|rewrite|paraphrase|fix|read|open|send|call "
         r"(?!me)|"
         r"schedule|set|turn|find|look up|check|convert|count)\b|"
         r"(?:write|create|generate|make|give me|draft|compose|prepare|"
         r"build)\b(?! (?:my|me) name))"),
        ("greet", r"^(?:say )?(?:hi|hello|hey|hiya|howdy|greetings|yo|good "
         r"(?:morning|afternoon|evening|day)|morning|evening)\b"
         r"(?: (?:there|again|all|everyone|everybody|bot|assistant|friend|"
         r"to me|by (?:my )?name|please))*$"),
        ("bye", r"^(?:good ?bye|bye|bye bye|see you|see ya|good ?night|"
         r"farewell|take care|talk to you later|that is all|see you later)"
         r"\b.{0,20}$"),
        ("thanks", r"^(?:no )?(?:thanks|thank you|thx|ty|cheers|many thanks|"
         r"much appreciated)\b(?!.*\b(?:i|my)\b).{0,40}$"),
        ("nice", r"^(?:nice|pleased|glad|good|great) to (?:meet|see) "
                 r"you\b.*$"),
        ("ok", r"^(?:ok|okay|k|alright|all right|sure|fine|great|cool|nice|"
         r"good|perfect|awesome|wow|yes|yeah|yep|no|nope|right|i see|got it|"
         r"interesting|understood|exactly|never mind|well|very good|good job|"
         r"well done|lol|haha)(?: (?:then|job|thanks))?$"),
    )
]  # fmt: skip

# A question that follows something told, in one sentence.
_TURN = re.compile(
    r"(?:\s*[,;:]\s*(?:and\s+|but\s+|so\s+)?|\s+-+\s+|\s+and\s+(?=please|can |"
    r"could |do you|what is my|what do i|write|tell me)|\s+so\s+)"
    r"(?=(?:what|who|where|when|how|which|do you|can you|could you|would you|"
    r"am i|is my|do i|does my|tell me|remind me|please (?:tell|remind|write|"
    r"remember)|write (?:a|me)|remember (?:that|my|this|i)\b)\b)",
    re.IGNORECASE,
)
# "…, would you?" asks nothing of its own.
_TAG = re.compile(
    r"(?:(?:would|could|will|can) you(?: please)?|actually|so|and|but|"
    r"(?:please |can you |could you )?(?:tell|remind) me)\W*$",
    re.IGNORECASE,
)


def units_of(sentence: str) -> list[str]:
    """What is told and what is asked, apart; a condition stays whole."""
    whole = re.match(r"\W*(?:if|suppose|imagine)\b", sentence, re.I)
    units = [sentence] if whole else _TURN.split(sentence)
    units = [u.strip() for u in units if u.strip()]
    if not sentence.rstrip(" !").endswith("?"):
        units = _rejoined(units)
    elif len(units) > 1:
        # The mark belongs to the last part only.
        units[:-1] = [unit + "," for unit in units[:-1]]
    return [unit for unit in units if not _TAG.match(unit)]


def _rejoined(units: list[str]) -> list[str]:
    """ "My birthday, which nobody remembers, is …" asks nothing."""
    out: list[str] = []
    for unit in units:
        if out and re.match(r"(?:which|who|where|when)\b", unit, re.I):
            out[-1] += ", " + unit
        else:
            out.append(unit)
    return out


def act_of(unit: str, last: str | None) -> Act:
    """What one unit does. `last`: whom "he" would mean."""
    text = expand(unit)
    bare = text.strip(" .!?…,\"'")
    core = bare[opening_length(bare) :] or bare
    mark = text.rstrip().endswith("?")
    remember = re.match(_REMEMBER_EN, core, re.IGNORECASE)
    if remember and not mark:
        rest = core[remember.end() :]
        if len(rest) > 1 and not re.match(
            r"(?:what|who|where|when|how|my name)$|(?:what|who|where) ",
            rest,
            re.IGNORECASE,
        ):
            return Act("remember", unit, topic=rest)
    if core != bare and re.fullmatch(r"(?:me|i|you)", core, re.I):
        core = bare
    for kind, pattern in _ENGLISH:
        found = pattern.match(core) or (
            kind in ("again", "greet", "ok", "thanks") and pattern.match(bare)
        )
        if (
            found
            and kind == "cannot"
            and english_ask.read_question(unit, last)
        ):
            break
        if found:
            kind = "poem" if kind == "poem_before" else kind
            return Act(kind, unit, topic=_topic(found))
    asks = english_ask.read_question(unit, last)
    if asks:
        return Act("ask", unit, asks=tuple(asks))
    if mark or re.match(
        r"(?:what|who|(?:where|when)(?! (?:i|we|my)\b.*,)|why|how|which|"
        r"do you|"
        r"can you|could you|would you|should i|will|tell me|is there|"
        r"are there)\b",
        core,
        re.IGNORECASE,
    ):
        return Act("question", unit)
    if english_ask.is_request(core):
        return Act("cannot", unit)
    return Act("tell", unit)


def _topic(found: re.Match) -> str:
    topic = found.groupdict().get("topic") or ""
    topic = re.sub(
        r"(?:[\s,]+(?:please|now|this time|instead|too|thanks|for me|again|"
        r"with .*|in .*|and .* rhyme.*))+$",
        "",
        topic,
        flags=re.IGNORECASE,
    )
    return topic.strip(" .,!?。\"'“”")
