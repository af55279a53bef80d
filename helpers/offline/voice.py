"""Whom "I" and "you" mean in a text."""

from dataclasses import dataclass

from helpers.offline.facts import ASSISTANT, USER


@dataclass(frozen=True)
class Voice:
    """Who "I" and "you" are; None where nobody is meant."""

    first: str | None = USER
    second: str | None = ASSISTANT
