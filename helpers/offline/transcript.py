"""Conversations written into a text, as prompts do it: found and taken out."""

import html
import re
from functools import lru_cache

_ROLES = {
    "human": "human", "user": "human", "用户": "human", "人类": "human",
    "ai": "ai", "assistant": "ai", "助手": "ai", "助理": "ai", "bot": "ai",
    "system": "system", "系统": "system", "tool": "tool", "工具": "tool",
}  # fmt: skip
_names = "|".join(_ROLES)
_xml = re.compile(
    r'<message type="(?P<role>\w+)"[^>]*>(?P<text>.*?)</message>', re.DOTALL
)
_repr = re.compile(
    r"(?P<role>Human|AI|System|Tool)Message\(content=(?P<mark>['\"])"
    r"(?P<text>.*?)(?P=mark)(?:,[^()]*(?:\([^()]*\)[^()]*)*)?\)",
    re.DOTALL,
)
_header = re.compile(
    r"^={4,} *(?P<role>Human|Ai|AI|System|Tool) Message *={4,}$", re.MULTILINE
)
_line = re.compile(
    rf"^[ \t>*-]*(?P<role>{_names})[ \t]*[::]", re.IGNORECASE | re.MULTILINE
)


@lru_cache(maxsize=512)
def split_transcript(
    text: str,
) -> tuple[tuple[tuple[str, str], ...], str]:
    """The (role, text) turns inside a text, and what stands around them.

    Roles: 'human', 'ai', 'system', 'tool'. No turns: an empty tuple and
    the text itself. Read are `Human: …` lines, `<message type="human">`,
    message reprs and pretty-printed messages.
    """
    if ":" not in text and "=" not in text:
        return (), text
    for pattern in (_xml, _repr):
        found = list(pattern.finditer(text))
        if found:
            turns = tuple(
                (_ROLES[m["role"].lower()], html.unescape(m["text"].strip()))
                for m in found
                if m["role"].lower() in _ROLES
            )
            return turns, pattern.sub("", text)
    for pattern, least in ((_header, 1), (_line, 2)):
        found = list(pattern.finditer(text))
        roles = {_ROLES[m["role"].lower()] for m in found}
        if len(found) < least or (pattern is _line and "human" not in roles):
            continue
        return _from_marks(text, found)
    return (), text


def _from_marks(text, found):
    turns = []
    around = [text[: found[0].start()]]
    ends = [m.start() for m in found[1:]] + [len(text)]
    for match, end in zip(found, ends, strict=True):
        body = text[match.end() : end]
        if end == len(text):
            # Instructions may follow the last turn after an empty line or a
            # closing tag.
            parts = re.split(
                r"\n\s*\n|\n?</\w+>", body.strip("\n"), maxsplit=1
            )
            body = parts[0]
            around += parts[1:]
        turns.append((_ROLES[match["role"].lower()], body.strip()))
    return tuple(turns), "\n".join(around)
