"""What a trimmer has to keep to, rule by rule."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.exceptions import (
    ContextOverflowError,
    ModelInvalidRequestError,
)
from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage

from helpers.histories.generate import Case, system_of, turns_of
from helpers.offline import check_messages, count_tokens

Trimmer = Callable[[list[BaseMessage], int], Sequence[BaseMessage]]


@dataclass(frozen=True)
class Run:
    """What a trimmer did with a case: `kept` is what it returned, as it is."""

    case: Case
    kept: Any
    refused: bool
    changed: bool

    @property
    def messages(self) -> list[BaseMessage]:
        """What was kept; nothing if it is no list of messages."""
        return [] if _kind(self) else list(self.kept)

    @property
    def needed(self) -> list[BaseMessage]:
        """What has to be sent: the system message and the newest turn."""
        given = self.case.messages
        return system_of(given) + turns_of(given)[-1]

    @property
    def fits(self) -> bool:
        """Whether what has to be sent is within the budget."""
        return count_tokens(self.needed) <= self.case.budget


def run(trim: Trimmer, case: Case) -> Run:
    """Give a trimmer a case, and note what it does."""
    given = list(case.messages)
    contents = [message.content for message in given]
    kept, refused = [], False
    try:
        kept = trim(given, case.budget)
    except ContextOverflowError:
        refused = True
    moved = list(map(id, given)) != list(map(id, case.messages))
    changed = contents != [message.content for message in case.messages]
    if changed:
        for message, content in zip(case.messages, contents, strict=True):
            message.content = content
    return Run(case, kept, refused, moved or changed)


def broken_rule(run: Run) -> tuple[str, str] | None:
    """The first rule that is broken, by its name, and how."""
    names = list(RULES)
    if run.refused or not run.fits:
        names = ["kind", "input", "refusal"]
    for name in names:
        if reason := RULES[name](run):
            return name, reason
    return None


def _kind(run: Run) -> str | None:
    """A list of messages is returned."""
    if isinstance(run.kept, Sequence) and all(
        isinstance(message, BaseMessage) for message in run.kept
    ):
        return None
    return f"it returned {type(run.kept).__name__}, not a list of messages"


def _input(run: Run) -> str | None:
    """What was given is not changed."""
    return "it changed the messages that it was given" if run.changed else None


def _choice(run: Run) -> str | None:
    """Messages are left out, not changed and not moved."""
    rest = iter(run.case.messages)
    for message in run.messages:
        if not any(message == other for other in rest):
            return (
                f"the {message.type} message {message.text[:20]!r} is new, "
                "changed, twice, or not in its place"
            )
    return None


def _budget(run: Run) -> str | None:
    """The budget is kept, as the model counts."""
    tokens, budget = count_tokens(run.messages), run.case.budget
    if tokens <= budget:
        return None
    return f"it kept {tokens} tokens; {budget} are allowed"


def _form(run: Run) -> str | None:
    """Providers take it: each call has its result, and the reverse."""
    try:
        check_messages(run.messages, window=run.case.budget)
    except ModelInvalidRequestError as error:
        return f"the model refuses what it kept: {error}"
    return None


def _start(run: Run) -> str | None:
    """A human message comes first, after the system message."""
    talk = [m for m in run.messages if not isinstance(m, SystemMessage)]
    if talk and isinstance(talk[0], HumanMessage):
        return None
    first = f"a message of type {talk[0].type}" if talk else "nothing"
    return f"what it kept starts with {first}, not with a human message"


def _lost(run: Run) -> str | None:
    """System message and newest turn are kept whole."""
    lost = [m for m in run.needed if m not in run.messages]
    if not lost:
        return None
    if isinstance(lost[0], SystemMessage):
        return "the system message was left out"
    return f"the newest turn is not whole: its {lost[0].type} message is gone"


def _refusal(run: Run) -> str | None:
    """ContextOverflowError if the newest turn does not fit, only then."""
    if run.refused != run.fits:
        return None
    need = f"the newest turn needs {count_tokens(run.needed)} tokens"
    if run.refused:
        return f"it refused, but {need} and {run.case.budget} are allowed"
    return (
        f"{need} and {run.case.budget} are allowed: raise ContextOverflowError"
    )


def _waste(run: Run) -> str | None:
    """No turn is left out for which there is room."""
    given, budget = run.case.messages, run.case.budget
    left = len(given) - len(run.messages)
    if left and count_tokens(given) <= budget:
        return f"everything fits, but it left out {left}"
    room = budget - count_tokens(run.messages)
    for turn in reversed(turns_of(given)):
        if not any(message in run.messages for message in turn):
            tokens = count_tokens(turn)
            return tokens <= room and (
                f"it left out a turn of {tokens} tokens, "
                f"although {room} are free"
            )
    return None


# By name; the first is to be put right first.
RULES: dict[str, Callable[[Run], str | None]] = {
    "kind": _kind,
    "input": _input,
    "choice": _choice,
    "budget": _budget,
    "form": _form,
    "start": _start,
    "lost": _lost,
    "refusal": _refusal,
    "waste": _waste,
}
