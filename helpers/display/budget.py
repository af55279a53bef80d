"""Which messages go to the model, and what each of them costs."""

from collections.abc import Callable
from itertools import groupby
from operator import is_
from typing import TYPE_CHECKING, Any

from helpers.display.messages import as_messages, describe
from helpers.display.text import (
    bar,
    fit,
    html_table,
    is_number,
    text_table,
)
from helpers.errors import CourseError
from helpers.output import show

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage

TEXT_WIDTH = 44  # columns of a terminal
# In a longer list, runs of more than RUN rows are folded.
ROWS, RUN = 24, 6


def show_budget(
    messages: Any,
    kept: Any,
    limit: int | None = None,
    counter: Callable[[list], int] | None = None,
) -> None:
    """Show which `messages` are among those `kept` for a model, in tokens.

    `counter` gives the tokens of a list of messages; without one they are
    counted with LangChain's count_tokens_approximately. `limit` is in
    tokens. A kept message is known by its id, or else by its content; one
    that is not in the list is shown first, as added. Raises CourseError
    for anything else.
    """
    if counter is None:
        from langchain_core.messages.utils import (
            count_tokens_approximately as counter,
        )
    if not callable(counter):
        raise CourseError(
            "show_budget needs a counter that takes a list of messages and"
            f" returns a number; it was given: {type(counter).__name__}."
        )
    if limit is not None and (not isinstance(limit, int) or limit < 1):
        raise CourseError(
            f"show_budget needs a limit of 1 token or more, not {limit!r}."
        )
    messages = as_messages(messages, "show_budget")
    kept = as_messages(kept, "show_budget")
    if any(message.type == "remove" for message in [*messages, *kept]):
        raise CourseError(
            "show_budget shows what a model is sent, and no model is sent a"
            " RemoveMessage. Give it the messages of the state after that."
        )

    def tokens_of(part: list) -> int:
        tokens = counter(part)
        if not is_number(tokens) or tokens < 0:
            raise CourseError(
                "show_budget needs a counter that returns a number of"
                f" tokens; it returned: {tokens!r}."
            )
        return tokens

    rows = _rows(messages, kept, tokens_of)
    most = max((tokens for *_, tokens, _, _ in rows), default=0)
    table = [("", "text", "tokens", "", "")]
    for role, text, tokens, sent, fate in _fold(rows):
        number = (
            f"{sent:,} of {tokens:,}" if 0 < sent < tokens else f"{tokens:,}"
        )
        size = "" if role == "…" else bar(sent, tokens - sent, most)
        table.append((role, text, number, size, fate))
    for name, part in (("all", messages), ("sent", kept)):
        tokens, count = tokens_of(part), f"{len(part)} messages"
        count = count[: -1 if len(part) == 1 else None]
        table.append((name, count, f"{tokens:,}", "", _verdict(tokens, limit)))
    text = text_table(table, right=(2,))
    show(text, html_table(table, header=True, right=(2,)))


def _verdict(tokens: int, limit: int | None) -> str:
    if limit is None:
        return ""
    if tokens > limit:
        return f"{tokens - limit:,} over the limit of {limit:,}"
    return f"within the limit of {limit:,}"


def _rows(
    messages: list["BaseMessage"],
    kept: list["BaseMessage"],
    counter: Callable[[list], int],
) -> list[tuple[str, str, int, int, str]]:
    """A row (role, text, tokens, tokens sent, what becomes of it) each."""
    partner = _pair(messages, kept)
    rows = []
    added = [m for n, m in enumerate(kept) if n not in partner.values()]
    for message, (role, text) in zip(added, describe(added), strict=True):
        tokens = counter([message])
        rows.append(
            (role, fit(text, TEXT_WIDTH), tokens, tokens, "sent, added")
        )
    for n, (role, text) in enumerate(describe(messages)):
        tokens, sent, fate = counter([messages[n]]), 0, "left out"
        if n in partner:
            copy = kept[partner[n]]
            sent, fate = min(counter([copy]), tokens), "sent"
            if copy.content != messages[n].content:
                fate = "sent in part" if sent < tokens else "sent, changed"
        rows.append((role, fit(text, TEXT_WIDTH), tokens, sent, fate))
    return rows


def _pair(messages: list, kept: list) -> dict[int, int]:
    """For the place of each message that is kept, its place in `kept`."""
    pairs: dict[int, int] = {}
    for same in (is_, _same_id, _equal, _part):
        # From the end: of two alike, the later one is usually kept.
        for n in reversed(range(len(kept))):
            for m in reversed(range(len(messages))):
                if n in pairs.values():
                    break
                if m not in pairs and same(messages[m], kept[n]):
                    pairs[m] = n
    return pairs


def _same_id(message: "BaseMessage", copy: "BaseMessage") -> bool:
    return message.id is not None and message.id == copy.id


def _equal(message: "BaseMessage", copy: "BaseMessage") -> bool:
    """Whether they are equal, where one of them has no id yet."""
    if message.id and copy.id:
        return False
    new = {"id": None}
    return message.model_copy(update=new) == copy.model_copy(update=new)


def _part(message: "BaseMessage", copy: "BaseMessage") -> bool:
    """Whether a message without id was cut at one of its ends."""
    whole, left = message.text, copy.text
    fits = whole.startswith(left) or whole.endswith(left)
    known = message.id or copy.id or message.type != copy.type
    return bool(left) and fits and not known


def _fold(rows: list[tuple]) -> list[tuple]:
    """The rows; of a long list, the middle of each long run as one row."""
    if len(rows) <= ROWS:
        return rows
    short = []
    for fate, group in groupby(rows, key=lambda row: row[-1]):
        run = list(group)
        middle = run[2:-2]
        if len(run) > RUN:
            tokens, sent = (sum(row[n] for row in middle) for n in (2, 3))
            note = f"… and {len(middle)} more …"
            run[2:-2] = [("…", note, tokens, sent, fate)]
        short += run
    return short
