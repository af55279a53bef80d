"""Generated conversations, and what is wrong with how they are trimmed.

A trimmer takes a list of messages and a budget in tokens. It returns the
messages to send, unchanged and in order, or raises LangChain's
ContextOverflowError when what has to be sent does not fit.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from langchain_core.messages import BaseMessage

from helpers.histories.generate import Case, histories, smaller
from helpers.histories.rules import RULES, Run, Trimmer, broken_rule, run

__all__ = ["RULES", "Case", "Failure", "find_failure", "histories"]


@dataclass(frozen=True)
class Failure:
    """What a trimmer got wrong.

    `messages` and `budget` are the smallest case found, `kept` is what the
    trimmer returned for it, nothing if it refused. `rule` is one of RULES,
    `reason` says how it was broken. `failed` of `tried` cases broke a rule.
    """

    messages: list[BaseMessage]
    budget: int
    kept: list[BaseMessage]
    rule: str
    reason: str
    failed: int
    tried: int


def find_failure(
    trim: Trimmer, cases: Sequence[Case] | None = None
) -> Failure | None:
    """The smallest case that breaks a rule, and how; None if none does.

    Tries `histories()` without `cases`. Of several broken rules it takes
    the first. What `trim` raises, ContextOverflowError aside, comes through.
    """
    cases = histories() if cases is None else cases
    found = []
    for case in cases:
        done = run(trim, case)
        if broken := broken_rule(done):
            found.append((done, *broken))
    if not found:
        return None
    order = list(RULES)
    done, rule, reason = min(found, key=lambda each: order.index(each[1]))
    done, reason = _smallest(trim, done, rule, reason)
    return Failure(
        done.case.messages,
        done.case.budget,
        done.messages,
        rule,
        reason,
        failed=len(found),
        tried=len(cases),
    )


def _smallest(
    trim: Trimmer, done: Run, rule: str, reason: str
) -> tuple[Run, str]:
    """A case that stops breaking the rule when it loses any part."""
    for case in smaller(done.case):
        again = run(trim, case)
        broken = broken_rule(again)
        if broken and broken[0] == rule:
            return _smallest(trim, again, *broken)
    return done, reason
