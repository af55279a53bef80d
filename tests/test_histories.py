"""The generated conversations are valid and varied, and the rules hold."""

import re
from itertools import chain, pairwise

import pytest
from langchain_core.exceptions import ContextOverflowError
from langchain_core.messages import HumanMessage, ToolMessage, trim_messages

from helpers.histories import RULES, Case, find_failure, histories
from helpers.histories.generate import smaller, system_of, turns_of
from helpers.offline import count_tokens
from helpers.offline.protocol import check_messages

CASES = histories()


def newest(messages):
    return system_of(messages) + turns_of(messages)[-1]


def fit(messages, budget):
    """A good trimmer: the longest end of whole turns."""
    system, turns = system_of(messages), turns_of(messages)
    for first in range(len(turns)):
        kept = system + list(chain(*turns[first:]))
        if count_tokens(kept) <= budget:
            return kept
    raise ContextOverflowError


def fit_with_trim_messages(messages, budget):
    kept = trim_messages(
        messages, max_tokens=budget, token_counter=count_tokens,
        start_on="human", include_system=True,
    )  # fmt: skip
    if kept == system_of(kept):
        raise ContextOverflowError
    return kept


def fit_with_gaps(messages, budget):
    """Another good one: skips a turn that is too long, keeps older ones."""
    kept = newest(messages)
    if count_tokens(kept) > budget:
        raise ContextOverflowError
    for turn in reversed(turns_of(messages)[:-1]):
        if count_tokens(kept + turn) <= budget:
            kept = system_of(messages) + turn + kept[len(system_of(kept)) :]
    return kept


def bare_last(messages, budget):
    return trim_messages(
        messages, max_tokens=budget, token_counter=count_tokens
    )


def shortened(messages, budget):
    return [m.model_copy(update={"content": m.text[:9]}) for m in messages]


def shorten_in_place(messages, budget):
    for message in messages:
        message.content = message.content[:9]
    return fit(messages, budget)


def drop_in_place(messages, budget):
    del messages[:-1]
    return messages


def drop_until_it_fits(messages, budget):
    while count_tokens(messages) > budget:
        messages = messages[1:]
    return messages


def from_a_human_or_ai(messages, budget):
    fitting = drop_until_it_fits(messages, budget)
    while fitting and fitting[0].type == "tool":
        fitting = fitting[1:]
    return fitting


def without_system(messages, budget):
    return fit([m for m in messages if m.type != "system"], budget)


def without_results(messages, budget):
    return fit([m for m in messages if m.type != "tool"], budget)


def never_refuses(messages, budget):
    try:
        return fit(messages, budget)
    except ContextOverflowError:
        return system_of(messages)


def always_refuses(messages, budget):
    raise ContextOverflowError


def newest_only(messages, budget):
    return fit(newest(messages), budget)


def test_every_conversation_is_valid_and_the_shortest_is_first():
    assert len(CASES) == 500
    for case in CASES:
        check_messages(case.messages, window=10**6)
        ids = [message.id for message in case.messages]
        assert len(set(ids)) == len(ids)
        assert case.budget > 0
    for case, after in pairwise(CASES):
        assert len(case.messages) <= len(after.messages)


def test_the_conversations_have_what_makes_trimming_hard():
    def found(condition):
        return sum(map(condition, CASES))

    def calls(case):
        return [len(getattr(m, "tool_calls", [])) for m in case.messages]

    def any_text(case, pattern):
        return any(re.search(pattern, m.text) for m in case.messages)

    def tokens(case):
        return count_tokens(case.messages)

    assert found(lambda case: case.messages[0].type == "system") > 100
    assert found(lambda case: max(calls(case)) > 1) > 100
    assert found(lambda case: any_text(case, "[一-龥]")) > 100
    assert found(lambda case: any_text(case, "[a-z]")) > 100
    assert found(lambda case: case.messages[-1].type == "tool") > 100
    assert found(lambda case: tokens(case) <= case.budget) > 100
    assert found(lambda case: tokens(case) > 2 * case.budget) > 50
    assert (
        found(lambda case: count_tokens(newest(case.messages)) > case.budget)
        > 50
    )
    assert (
        found(lambda case: count_tokens(newest(case.messages)) == case.budget)
        > 50
    )
    assert (
        found(
            lambda case: any(
                isinstance(m, ToolMessage) and count_tokens(m) > 80
                for m in case.messages
            )
        )
        > 100
    )
    assert (
        found(
            lambda case: any(
                isinstance(a, HumanMessage) and isinstance(b, HumanMessage)
                for a, b in pairwise(case.messages)
            )
        )
        > 30
    )


def test_the_same_seed_gives_the_same_conversations():
    assert histories() == CASES
    assert histories(seed=5) != CASES


@pytest.mark.parametrize("trim", [fit, fit_with_trim_messages, fit_with_gaps])
def test_good_trimmers_pass(trim):
    assert find_failure(trim, CASES) is None


BAD = {
    always_refuses: ("refusal", "it refused, but the newest turn needs"),
    bare_last: ("form", "is a tool result without its call"),
    drop_in_place: ("input", "it changed the messages"),
    drop_until_it_fits: ("form", "is a tool result without its call"),
    from_a_human_or_ai: ("start", "starts with a message of type ai"),
    lambda messages, budget: None: ("kind", "NoneType"),
    lambda messages, budget: [m.text for m in messages]: ("kind", "list"),
    lambda messages, budget: messages: ("budget", "are allowed"),
    lambda messages, budget: messages[-4:]: ("budget", "are allowed"),
    lambda messages, budget: messages[::-1]: ("choice", "in its place"),
    never_refuses: ("refusal", "raise ContextOverflowError"),
    newest_only: ("waste", "everything fits, but it left out"),
    shortened: ("choice", "is new, changed, twice"),
    shorten_in_place: ("input", "it changed the messages"),
    without_results: ("form", "makes a tool call without its result"),
    without_system: ("lost", "the system message was left out"),
}


@pytest.mark.parametrize("trim", BAD, ids=lambda trim: trim.__name__)
def test_bad_trimmers_fail_with_a_reason(trim):
    rule, reason = BAD[trim]
    failure = find_failure(trim, histories(200))
    assert failure.rule == rule
    assert reason in failure.reason
    assert 0 < failure.failed <= failure.tried == 200
    assert len(failure.messages) <= 5


def test_every_rule_is_broken_by_one_of_them():
    assert {rule for rule, _ in BAD.values()} == set(RULES)


def test_a_skipped_turn_is_waste_only_when_it_fits():
    turns = [HumanMessage(text, id=text) for text in ("a" * 40, "b", "c")]
    case = Case(turns, count_tokens(turns[1:]))
    assert find_failure(lambda m, _: m[1:], [case]) is None
    failure = find_failure(lambda m, _: m[2:], [case])
    assert failure.rule == "waste"
    assert "a turn of 5 tokens, although 5 are free" in failure.reason


def test_what_is_found_cannot_be_made_smaller():
    failure = find_failure(bare_last, CASES)
    assert failure.kept[0].type == "tool"
    case = Case(failure.messages, failure.budget)
    for attempt in smaller(case):
        check_messages(attempt.messages, window=10**6)
        again = find_failure(bare_last, [attempt])
        assert again is None or again.rule != failure.rule


def test_other_errors_come_through():
    with pytest.raises(IndexError):
        find_failure(lambda messages, budget: messages[99], CASES)
