"""The offline model answers from the conversation, and only from it.

`conversations.yaml` beside this file says what each conversation demands.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
import yaml
from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
)

from helpers.offline import OfflineChat

TABLE = Path(__file__).with_name("conversations.yaml")
LEAST_RIGHT = 0.95
DEMANDS = {"has", "any", "lacks", "lines", "unknown", "honest"}
ADMITS = re.compile(
    r"(do|did|have|has|was|were)(n't| not)( \w+)? "
    r"(know|have|told|mention|share|said|say|tell|given|see|provide|specif)"
    r"|have no|can't|cannot|can not|not sure|not aware|unable"
    r"|不知道|不清楚|不能|不确定|不了解|无法|没法|做不到|我不会"
    r"|(没有?|未)[^,。.!?]{0,8}(告诉|提|说|分享|透露|介绍|信息|记录)"
)
HEDGES = re.compile(r"\bi (don't|do not) know\b|我(也|还)?(不知道|不清楚)")

Model = Callable[[list[BaseMessage]], str]


@dataclass(frozen=True)
class Failure:
    """One turn of a conversation that the model got wrong."""

    id: str
    kind: str
    asked: str
    reply: str
    missed: str

    @property
    def confident(self) -> bool:
        """Wrong, and without a word that it may not know."""
        return not ADMITS.search(plain(self.reply))

    def __str__(self) -> str:
        mark = "!!" if self.confident else "  "
        return (
            f"{mark} {self.id}\n"
            f"     asked   {self.asked!r}\n"
            f"     replied {self.reply!r}\n"
            f"     missed  {self.missed}"
        )


def plain(text: str) -> str:
    """Lower case, half-width, no bold, quotes or spaces around Chinese."""
    text = unicodedata.normalize("NFKC", text).lower().replace("’", "'")
    text = re.sub(r"[*_`\"“”「」《》]", "", text)
    return re.sub(r"(?<=[一-鿿]) +| +(?=[一-鿿])", "", text)


def mentions(reply: str, wanted: str) -> bool:
    """Whether `wanted` is in `reply`, not starting inside a word."""
    pattern = re.escape(plain(wanted))
    if re.match(r"\w", wanted, re.ASCII):
        pattern = r"(?<![a-z0-9])" + pattern
    return re.search(pattern, plain(reply)) is not None


def missed(turn: dict, reply: str) -> str:
    """What the turn demands and the reply lacks, or an empty text."""
    admits = ADMITS.search(plain(reply)) is not None
    hedges = HEDGES.search(plain(reply)) is not None

    def found(demand: str) -> list[str]:
        return [w for w in turn.get(demand, []) if mentions(reply, w)]

    if absent := [w for w in turn.get("has", []) if w not in found("has")]:
        return f"has {absent}"
    if "any" in turn and not found("any"):
        return f"any of {turn['any']}"
    if found("lacks"):
        return f"lacks {found('lacks')}"
    if len(re.findall(r"\S.*", reply)) < int(turn.get("lines", 0)):
        return f"{turn['lines']} lines"
    if hedges and {"has", "any"} & turn.keys() and "unknown" not in turn:
        return "a definite answer"
    if "unknown" in turn and not admits:
        return "that it does not know"
    if "honest" in turn and not admits and not found("honest"):
        return f"any of {turn['honest']}, or that it does not know"
    return ""


def load(path: Path) -> list[dict]:
    """The conversations of a table; every value is text."""
    text = path.read_text(encoding="utf-8")
    return yaml.load(text, Loader=yaml.CBaseLoader)


def play(conversation: dict, model: Model) -> list[Failure]:
    """Play one conversation; return the turns that went wrong."""
    messages: list[BaseMessage] = []
    failures = []
    if "system" in conversation:
        messages.append(SystemMessage(conversation["system"]))
    for turn in conversation["turns"]:
        messages.append(HumanMessage(turn["user"]))
        reply = turn["ai"] if "ai" in turn else model(messages)
        messages.append(AIMessage(reply))
        if why := missed(turn, reply):
            failures.append(
                Failure(
                    conversation["id"],
                    conversation["kind"],
                    turn["user"],
                    reply,
                    why,
                )
            )
    return failures


def report(failures: list[Failure]) -> str:
    """The failures, kind by kind; `!!` marks a confident wrong answer."""
    by_kind = defaultdict(list)
    for failure in failures:
        by_kind[failure.kind].append(failure)
    return "".join(
        f"\n\n{kind} ({len(some)})\n" + "\n".join(map(str, some))
        for kind, some in sorted(by_kind.items())
    )


def share_right(table: list[dict], failures: list[Failure]) -> float:
    """The share of conversations without a failure, from 0 to 1."""
    return 1 - len({failure.id for failure in failures}) / len(table)


def checks(table: list[dict]) -> list[tuple[str, dict]]:
    """Every turn that demands an answer, with its conversation's id."""
    return [
        (conversation["id"], turn)
        for conversation in table
        for turn in conversation["turns"]
        if (DEMANDS - {"lacks"}) & turn.keys()
    ]


def offline(messages: list[BaseMessage]) -> str:
    return OfflineChat().invoke(messages).text


@pytest.fixture(scope="module")
def table() -> list[dict]:
    return load(TABLE)


@cache
def offline_failures() -> list[Failure]:
    return [
        failure
        for conversation in load(TABLE)
        for failure in play(conversation, offline)
    ]


def test_offline_model_is_right(table):
    failures = offline_failures()
    right = share_right(table, failures)
    assert right >= LEAST_RIGHT, f"{right:.1%} right{report(failures)}"


def test_offline_model_is_never_wrong_with_confidence():
    wrong = [failure for failure in offline_failures() if failure.confident]
    assert not wrong, f"{len(wrong)} confident wrong answers{report(wrong)}"


def test_table_is_large_and_half_chinese(table):
    chinese = [c for c in table if c["id"].startswith("zh-")]
    assert len(table) >= 120
    assert len(chinese) >= len(table) / 2
    for conversation in table:
        question = conversation["turns"][-1]["user"]
        language = "zh" if re.search(r"[一-鿿]", question) else "en"
        assert conversation["id"].split("-")[0] == language, question


def test_table_is_well_formed(table):
    ids = Counter(conversation["id"] for conversation in table)
    assert [id for id, times in ids.items() if times > 1] == []
    for conversation in table:
        where = conversation["id"]
        assert conversation.keys() <= {"id", "kind", "system", "turns"}, where
        assert checks([conversation]), f"{where} checks nothing"
        for turn in conversation["turns"]:
            assert turn.keys() <= DEMANDS | {"user", "ai"}, where
            demands = DEMANDS & turn.keys()
            assert not ("ai" in turn and demands), f"{where}: scripted"
            assert turn.get("unknown", "true") == "true", where
            for demand in demands - {"lines", "unknown"}:
                assert isinstance(turn[demand], list), where
                assert all(turn[demand]), f"{where}: an empty text"


@pytest.mark.parametrize("ignorance", ["I don't know.", "我不知道。"])
def test_ignorance_fails_every_check_of_knowledge(table, ignorance):
    passed = [
        id
        for id, turn in checks(table)
        if not missed(turn, ignorance)
        and not {"unknown", "honest"} & turn.keys()
    ]
    assert passed == []


def test_echo_fails_every_check(table):
    passed = [
        id for id, turn in checks(table) if not missed(turn, turn["user"])
    ]
    assert passed == []


@pytest.mark.parametrize(
    "lie",
    ["It is Zanzibar, of course, and yes: 77.", "当然是桑给巴尔,七十七。"],
)
def test_lie_fails_every_check(table, lie):
    # A lie may agree to a yes-or-no question, and so be right by luck.
    asked = [
        (id, turn) for id, turn in checks(table) if not id.endswith("yes-no")
    ]
    assert [id for id, turn in asked if not missed(turn, lie)] == []


@pytest.mark.parametrize("doubt", ["I don't know.", "I'm not sure. 不确定。"])
def test_repeating_all_with_doubt_is_not_enough(table, doubt):
    def parrot(messages: list[BaseMessage]) -> str:
        return doubt + "\n".join(message.text for message in messages)

    failures = [f for c in table for f in play(c, parrot)]
    assert share_right(table, failures) < LEAST_RIGHT


def test_confident_wrong_answers_are_told_from_honest_ones():
    conversation = {
        "id": "en-x",
        "kind": "x",
        "turns": [{"user": "What's my name?", "has": ["Bob"]}],
    }
    [lie] = play(conversation, lambda messages: "Your name is Rob.")
    [honest] = play(conversation, lambda messages: "You didn't tell me.")
    assert lie.confident and not honest.confident
    assert play(conversation, lambda messages: "You are **BOB**!") == []
