"""Conversations as they arise, from a seed, and smaller ones of the kind."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)

from helpers.offline import count_tokens

_ENGLISH = (
    "the train to Rome leaves early and my sister waits at home with two old "
    "cats while rain falls on a small garden near the river"
)
_CHINESE = "我们明天早上去公园看花晚上回家吃饭听音乐写信给远方的朋友谈天气"
# Texts of a smaller case end here, at the latest.
_SHORT = 8


@dataclass(frozen=True)
class Case:
    """A conversation that is about to be sent, and the tokens allowed."""

    messages: list[BaseMessage]
    budget: int


def histories(count: int = 500, seed: int = 4) -> list[Case]:
    """Valid conversations with budgets, the shortest first.

    The same for the same seed. Among them: a system message, several and
    parallel tool calls, long tool results, Chinese text, a newest message
    over the budget, and budgets that are met exactly.
    """
    rng = Random(seed)
    cases = [_case(rng) for _ in range(count)]
    return sorted(cases, key=lambda case: len(case.messages))


def system_of(messages: Sequence[BaseMessage]) -> list[BaseMessage]:
    """The system messages."""
    return [m for m in messages if isinstance(m, SystemMessage)]


def turns_of(messages: Sequence[BaseMessage]) -> list[list[BaseMessage]]:
    """The others, cut in front of each human message."""
    turns: list[list[BaseMessage]] = []
    for message in messages:
        if isinstance(message, HumanMessage):
            turns.append([])
        if not isinstance(message, SystemMessage):
            turns[-1].append(message)
    return turns


def smaller(case: Case) -> Iterator[Case]:
    """The same conversation without one of its parts, still valid.

    With the same budget, and with one that is smaller by the same part.
    """
    total = count_tokens(case.messages)
    for messages in _smaller(case.messages):
        yield Case(messages, case.budget)
        gone = total - count_tokens(messages)
        if gone < case.budget:
            yield Case(messages, case.budget - gone)


def _smaller(messages: list[BaseMessage]) -> Iterator[list[BaseMessage]]:
    system, turns = system_of(messages), turns_of(messages)
    if system:
        yield messages[len(system) :]
    for n in range(len(turns) - 1):
        yield system + list(chain(*turns[:n], *turns[n + 1 :]))
    for message in messages:
        if isinstance(message, AIMessage):
            yield _without(message, messages)
    for n, message in enumerate(messages):
        half = message.text[: len(message.text) // 2]
        for text in (message.text[:_SHORT], half):
            if _SHORT <= len(text) < len(message.text):
                short = message.model_copy(update={"content": text})
                yield [*messages[:n], short, *messages[n + 1 :]]


def _without(
    message: AIMessage, messages: list[BaseMessage]
) -> list[BaseMessage]:
    """The messages without this one and the results of its calls."""
    gone = {call["id"] for call in message.tool_calls}
    return [
        m
        for m in messages
        if m is not message and getattr(m, "tool_call_id", None) not in gone
    ]


def _case(rng: Random) -> Case:
    messages: list[BaseMessage] = []
    if rng.random() < 0.4:
        messages.append(SystemMessage(_text(rng, "en", 8)))
    for _ in range(rng.choice([0, 1, 1, 2, 3, 4])):
        messages += _turn(rng, answers=rng.random() < 0.9)
    words = 150 if rng.random() < 0.1 else 10
    messages += _turn(rng, words, answers=False)
    for n, message in enumerate(messages):
        message.id = f"m{n}"
    return Case(messages, _budget(rng, messages))


def _budget(rng: Random, messages: list[BaseMessage]) -> int:
    turns = turns_of(messages)
    turns = turns[-rng.randint(1, len(turns)) :]
    exact = count_tokens([*system_of(messages), *chain(*turns)])
    total = count_tokens(messages)
    part = round(total * rng.uniform(0.2, 0.9))
    return rng.choice([exact, exact - 1, part, total])


def _turn(rng: Random, words: int = 10, *, answers: bool) -> list[BaseMessage]:
    """A human message, its tool exchanges, and maybe the final answer."""
    language = rng.choice(["en", "en", "zh"])
    turn: list[BaseMessage] = [HumanMessage(_text(rng, language, words))]
    for _ in range(rng.choice([0, 0, 0, 1, 1, 2])):
        turn += _exchange(rng, language)
    if answers:
        turn.append(AIMessage(_text(rng, language, 14)))
    return turn


def _exchange(rng: Random, language: str) -> list[BaseMessage]:
    """A message with one to three tool calls, and their results."""
    ids = [f"call_{rng.randrange(10**9)}" for _ in range(rng.randint(1, 3))]
    calls = [
        {
            "name": "look_up",
            "args": {"about": _text(rng, language, 2)},
            "id": i,
        }
        for i in ids
    ]
    rng.shuffle(ids)
    results = [
        ToolMessage(
            _text(rng, language, rng.choice([4, 4, 80])), tool_call_id=i
        )
        for i in ids
    ]
    return [AIMessage("", tool_calls=calls), *results]


def _text(rng: Random, language: str, most: int) -> str:
    """Words, half of `most` at least; in Chinese pairs of characters.

    A long text has lines.
    """
    length = rng.randint((most + 1) // 2, most)
    if language == "zh":
        letters = "".join(rng.choices(_CHINESE, k=2 * length))
        lines = [letters[n : n + 24] for n in range(0, len(letters), 24)]
        return "\n".join(lines) + "。"
    words = rng.choices(_ENGLISH.split(), k=length)
    lines = [" ".join(words[n : n + 12]) for n in range(0, length, 12)]
    return "\n".join(lines) + "."
