"""Summaries that keep every fact and request, short, and can be read back."""

import re
from collections.abc import Sequence

from langchain_core.messages import (
    BaseMessage,
    HumanMessage,
    SystemMessage,
)

from helpers.offline.acts import acts_of
from helpers.offline.facts import ASSISTANT
from helpers.offline.reader import View, read_human, view_of
from helpers.offline.say import grouped, say
from helpers.offline.text import Language, language_of, words_in
from helpers.offline.tokens import count_tokens
from helpers.offline.transcript import split_transcript

_WANTED = re.compile(
    r"\b(?:create|write|give|provide|generate|make|produce|extend|update|"
    r"distil+|expand|return|respond with)\b[^.\n]{0,60}\b(?:summary|summaries|"
    r"recap|extracted context)\b|"
    r"\bsummari[sz]e\b[^.\n]{0,40}\b(?:conversation|messages|chat|dialogue|"
    r"discussion|above|following|talk|history|this|it|so far|everything|us)\b|"
    r"\bextract (?:the )?(?:highest|most|key)[^.\n]{0,60}\bcontext\b|"
    r"\bmessages to summari[sz]e\b|"
    r"^(?:please |can you |could you )*(?:summari[sz]e|recap|sum up)\b|"
    r"\bwhat (?:have|did) we (?:talk|discuss|chat)|"
    r"总结|摘要|概括|归纳|概述|"
    r"(?:回顾|梳理|盘点|小结|复盘|捋|回忆)(?:一下|下|一遍|一捋)?[^。\n]{0,8}"
    r"(?:聊|谈|说|讨论|对话|内容|话题|要点|重点)|"
    r"(?:聊|说|谈|内容|对话|话题|要点)[^。\n]{0,8}(?:捋|梳理|回顾|盘点|"
    r"过一遍)|"
    r"(?:我们|咱们|咱)[^。\n]{0,8}(?:聊|谈|讨论|说)(?:了|过|到)*(?:些|哪些|"
    r"点)?"
    r"(?:什么|啥|哪些)",
    re.IGNORECASE,
)
_KEPT_REQUESTS = 12
_KEPT_QUOTES = 12
# A longer text is a prompt, not something said in a chat.
_SHORT = 160


def wants_summary(messages: Sequence[BaseMessage]) -> bool:
    """Whether the last message, or a lone system prompt, asks for one."""
    last = messages[-1]
    if isinstance(last, HumanMessage):
        turns, around = split_transcript(words_in(last))
        short = len(around) < _SHORT and acts_of(around)
        if _asks_for_it(around) or (
            short and any(act.kind == "summary" for act in short)
        ):
            return True
        if not turns:
            return False
    prompts = [m for m in messages if isinstance(m, SystemMessage)]
    written = (
        isinstance(last, HumanMessage)
        and (split_transcript(words_in(last))[0])
    )
    alone = len(messages) == len(prompts)
    return bool(written or alone) and any(
        _asks_for_it(split_transcript(words_in(m))[1]) for m in prompts
    )


def _asks_for_it(text: str) -> bool:
    # A long prompt names the task somewhere; the header of an old summary
    # alone is no request.
    wishes = [found[0] for found in _WANTED.finditer(text)]
    if not wishes:
        return False
    if wishes[-1] in ("总结", "摘要", "概括", "归纳", "概述"):
        header = re.search(r"(?:总结|摘要|概述)[^\n。]{0,10}[::]\s*\S", text)
        asked = re.search(
            r"(?:请|创建|写|生成|扩展|更新|给出|做|为|对|把|将|"
            r"帮)[^。\n]{0,30}"
            r"(?:总结|摘要|概括|归纳|概述)|^(?:总结|概括|归纳|概述)",
            text.strip(),
        )
        told = re.search(
            r"我(?:在|正在|刚|要|想|得|写)[^。]{0,6}(?:写|做)", text
        )
        return (
            bool(asked)
            and not told
            and (not header or bool(re.search(r"扩展|更新|新消息|合并", text)))
        )
    return True


def summary_of(
    messages: Sequence[BaseMessage], max_tokens: int | None = None
) -> str:
    """The conversation in the third person, within `max_tokens` if given."""
    *talk, last = messages
    turns, _ = split_transcript(words_in(last))
    # The task's own message comes first: a summary inside it is older than
    # the messages it is about.
    view = view_of([last, *talk]) if not turns else view_of(messages)
    if isinstance(last, HumanMessage) and not turns:
        view.turns = [t for t in view.turns if t[1] != words_in(last)]
        _forget_task(view, words_in(last))
    return write_summary(view, _language(view, words_in(last)), max_tokens)


def _forget_task(view: View, text: str) -> None:
    """The wish for a summary is no part of the conversation."""
    view.requests = [r for r in view.requests if r.kind != "summary"]
    _, told, _, _ = read_human(text, None)
    view.sentences = [s for s in view.sentences if s not in told]
    view.memory = [line for line in view.memory if not _WANTED.search(line)]


def _language(view: View, prompt: str) -> Language:
    said = view.said_by("human")
    said = said or view.memory or [prompt]
    chinese = sum(language_of(text) == "zh" for text in said)
    return "zh" if 2 * chinese > len(said) else "en"


def write_summary(
    view: View, language: Language, max_tokens: int | None = None
) -> str:
    """Facts first, then requests, then what else was said, quoted."""
    facts = [f for f in view.knowledge.facts if f.who != ASSISTANT]
    told = [say(group, language, third=True) for group in grouped(facts)]
    told = list(dict.fromkeys(text for text in told if text))
    told += _requests(view, language)
    quotes = _quotes(view, language)
    joint = " " if language == "en" else ""
    while quotes and max_tokens is not None and (
        count_tokens(joint.join(told + quotes)) > max_tokens
    ):  # fmt: skip
        quotes.pop(0)
    while len(told) > 1 and max_tokens is not None and (
        count_tokens(joint.join(told)) > max_tokens
    ):  # fmt: skip
        told.pop()
    text = joint.join(told + quotes)
    if text:
        return text
    return (
        "对话里还没有需要保留的内容。"
        if language == "zh"
        else ("The conversation holds nothing to keep yet.")
    )


def _requests(view: View, language: Language) -> list[str]:
    topics, others = [], []
    for act in view.requests:
        if act.kind in ("poem", "again") and act.topic:
            topics.append(act.topic)
        elif act.kind == "cannot":
            others.append(act.text)
    texts = []
    for topic in list(dict.fromkeys(topics))[-_KEPT_REQUESTS:]:
        texts.append(
            f"用户要求写一首关于{topic}的诗。"
            if language == "zh"
            else f"The user asked for a poem about {topic}."
        )
    for text in list(dict.fromkeys(others))[-_KEPT_REQUESTS:]:
        texts.append(
            f"用户请求过:“{text}”"
            if language == "zh"
            else f'The user requested: "{text}"'
        )
    return texts


def _quotes(view: View, language: Language) -> list[str]:
    """Sentences that told something no fact holds."""
    used = {f.said for f in view.knowledge.facts}
    quotes = []
    for sentence in dict.fromkeys(view.sentences):
        facts, _, _, _ = read_human(sentence, None)
        if facts or sentence in used or len(sentence) < 8:
            continue
        quotes.append(
            f"用户说:“{sentence}”"
            if language == "zh"
            else f'The user said: "{sentence}"'
        )
    kept = [
        line
        for line in view.memory
        if re.match(r"The user (?:said|requested): |用户(?:说|请求过):", line)
    ]
    return list(dict.fromkeys(kept + quotes))[-_KEPT_QUOTES:]


__all__ = ["acts_of", "summary_of", "wants_summary", "write_summary"]
