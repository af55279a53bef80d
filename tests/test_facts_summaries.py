"""What today's summarisers do: the facts that lesson 06 builds on.

Users have met each of them. When one of these tests fails after an upgrade,
read lesson 06 again before you change the test.
"""

import types
import warnings
from typing import Any, TypedDict

import pytest
from langchain.agents import create_agent
from langchain.agents.middleware import SummarizationMiddleware
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.serde import jsonplus
from langgraph.graph import START, MessagesState, StateGraph
from pydantic import Field

from helpers.offline import OfflineChat

with warnings.catch_warnings():
    warnings.filterwarnings("ignore", "Importing Send", DeprecationWarning)
    from langmem.short_term import (
        RunningSummary,
        SummarizationNode,
        summarize_messages,
    )

CONFIG = {"configurable": {"thread_id": "bob"}}
TURNS = [
    "Hi, I'm Bob.",
    "Write a short poem about cats.",
    "I live in Oslo.",
    "I have a dog called Rex.",
    "I like chess.",
    "What's my name?",
]
ALLOWED = jsonplus.JsonPlusSerializer(allowed_msgpack_modules=[RunningSummary])


class Noting(OfflineChat):
    """The offline model, with the messages of each call kept."""

    asked: list = Field(default_factory=list)
    failure: Exception | None = None

    def _reply(self, messages, *args):
        self.asked.append(messages)
        if self.failure:
            raise self.failure
        return super()._reply(messages, *args)


class WithContext(MessagesState):
    context: dict[str, RunningSummary]


class WithUntypedContext(MessagesState):
    context: dict[str, Any]


class Shortened(TypedDict):
    summarized_messages: list


def langmem_chatbot(state: Shortened):
    return {"messages": [OfflineChat().invoke(state["summarized_messages"])]}


def langmem_graph(model, state=WithContext, serde=ALLOWED):
    """Summarises with `model`; the offline model answers."""
    node = SummarizationNode(
        model=model,
        max_tokens_before_summary=60,
        max_tokens=120,
        max_summary_tokens=60,
    )
    builder = StateGraph(state)
    builder.add_node("summarize", node)
    builder.add_node("chatbot", langmem_chatbot)
    builder.add_edge(START, "summarize")
    builder.add_edge("summarize", "chatbot")
    return builder.compile(checkpointer=InMemorySaver(serde=serde))


def agent(model, **options):
    """Summarises with `model`; the offline model answers."""
    return create_agent(
        OfflineChat(),
        tools=[],
        middleware=[SummarizationMiddleware(model, **options)],
        checkpointer=InMemorySaver(),
    )


def lengths(graph, turns=TURNS):
    """How many messages each turn leaves."""
    found = []
    for text in turns:
        result = graph.invoke({"messages": [("human", text)]}, CONFIG)
        found.append(len(result["messages"]))
    return found


def saved(graph):
    return graph.get_state(CONFIG).values["messages"]


def streamed(graph, text):
    """(node, kind, text) of each piece of a turn in `messages` mode."""
    turn = {"messages": [("human", text)]}
    return [
        (about["langgraph_node"], type(piece).__name__, piece.text)
        for piece, about in graph.stream(turn, CONFIG, stream_mode="messages")
    ]


def texts(pieces, node):
    return "".join(text for name, _, text in pieces if name == node)


# LangMem's SummarizationNode


def test_langmem_needs_ids():
    with pytest.raises(ValueError, match="required to have ID"):
        summarize_messages(
            [HumanMessage("Hi, I'm Bob.")],
            running_summary=None,
            model=OfflineChat(),
            max_tokens=300,
        )


def test_langmem_wants_a_summary_smaller_than_the_window():
    graph = StateGraph(WithContext)
    node = SummarizationNode(
        model=OfflineChat(), max_tokens=100, max_summary_tokens=100
    )
    graph.add_node("summarize", node)
    graph.add_edge(START, "summarize")
    with pytest.raises(ValueError, match="must be less than `max_tokens`"):
        graph.compile().invoke({"messages": [("human", "Hello!")]})


def test_langmem_does_not_limit_the_summary_itself():
    """`max_summary_tokens` is only counted with, not sent to the model."""
    limits = []

    class Limited(Noting):
        def _generate(self, messages, stop=None, run_manager=None, **kwargs):
            limits.append(kwargs.get("max_tokens"))
            return super()._generate(messages, stop, run_manager, **kwargs)

    lengths(langmem_graph(Limited()))
    lengths(langmem_graph(Limited().bind(max_tokens=60)))
    assert set(limits[: len(limits) // 2]) == {None}
    assert set(limits[len(limits) // 2 :]) == {60}


def test_langmem_begins_anew_without_context():
    with_context, without = Noting(), Noting()
    left = lengths(langmem_graph(with_context))
    assert left == lengths(langmem_graph(without, MessagesState))
    assert left == [2, 4, 6, 8, 10, 12], "the history itself is kept"
    assert len(with_context.asked) == 2
    assert len(without.asked) == 4


@pytest.mark.parametrize("state", [WithContext, WithUntypedContext])
def test_langmem_summary_is_an_unregistered_type(state, caplog, monkeypatch):
    monkeypatch.setattr(jsonplus, "_warned_unregistered_types", set())
    lengths(langmem_graph(OfflineChat(), state))
    assert "RunningSummary" not in caplog.text
    lengths(langmem_graph(OfflineChat(), state, serde=None))
    assert "unregistered type" in caplog.text
    assert "RunningSummary" in caplog.text


def test_langmem_passes_an_error_on_and_loses_nothing():
    model = Noting(failure=TimeoutError("overloaded"))
    graph = langmem_graph(model)
    assert lengths(graph, TURNS[:2]) == [2, 4]
    with pytest.raises(TimeoutError, match="overloaded"):
        lengths(graph, TURNS[2:3])
    assert len(model.asked) == 1, "one try"
    assert len(saved(graph)) == 5, "the new message is saved too"


@pytest.mark.parametrize("tags", [[], ["nostream"]])
def test_langmem_streams_the_summary(tags):
    """Its tokens unless tagged, and the finished system message always."""
    graph = langmem_graph(OfflineChat().with_config(tags=tags))
    lengths(graph, TURNS[:2])
    pieces = streamed(graph, TURNS[2])
    kinds = [kind for name, kind, _ in pieces if name == "summarize"]
    assert ("AIMessageChunk" in kinds) is not bool(tags)
    assert kinds.count("SystemMessage") == 1
    assert "Oslo" in texts(pieces, "chatbot")


# LangChain's SummarizationMiddleware


@pytest.mark.parametrize("options", [{"trigger": 7}, {"keep": 3}])
def test_middleware_takes_no_bare_number(options):
    with pytest.raises(TypeError):
        SummarizationMiddleware(OfflineChat(), **options)


@pytest.mark.parametrize(
    "options",
    [
        {"keep": ("messages", 3)},
        {"triger": ("messages", 4), "keep": ("messages", 3)},
    ],
    ids=["no trigger", "a misspelt trigger"],
)
def test_middleware_never_summarises(options):
    model = Noting()
    assert lengths(agent(model, **options)) == [2, 4, 6, 8, 10, 12]
    assert model.asked == []


@pytest.mark.parametrize(
    ("trigger", "keep", "left", "calls"),
    [
        (5, 2, [2, 4, 4, 4, 4, 4], 4),
        (5, 3, [2, 4, 5, 5, 5, 5], 4),
        (5, 5, [2, 4, 6, 7, 7, 7], 3),
        (5, 20, [2, 4, 6, 8, 10, 12], 0),
        (7, 3, [2, 4, 6, 5, 7, 5], 2),
    ],
)
def test_middleware_trigger_and_keep(trigger, keep, left, calls):
    """Once `keep` comes near `trigger` it is every turn, or never."""
    model = Noting()
    options = {"trigger": ("messages", trigger), "keep": ("messages", keep)}
    assert lengths(agent(model, **options)) == left
    assert len(model.asked) == calls


def test_middleware_summary_is_a_human_message():
    graph = agent(OfflineChat(), trigger=("messages", 5), keep=("messages", 2))
    lengths(graph)
    first = saved(graph)[0]
    assert isinstance(first, HumanMessage)
    assert first.text.startswith("Here is a summary")


def test_middleware_passes_an_error_on_after_three_tries(monkeypatch):
    patient = types.SimpleNamespace(sleep=lambda seconds: None)
    monkeypatch.setattr("tenacity.nap.time", patient)
    model = Noting(failure=TimeoutError("overloaded"))
    graph = agent(model, trigger=("messages", 5), keep=("messages", 2))
    lengths(graph, TURNS[:2])
    with pytest.raises(TimeoutError, match="overloaded"):
        lengths(graph, TURNS[2:3])
    assert len(model.asked) == 3
    assert len(saved(graph)) == 5, "nothing is lost"


def test_middleware_streams_removals_and_the_finished_summary():
    graph = agent(OfflineChat(), trigger=("messages", 5), keep=("messages", 2))
    lengths(graph, TURNS[:2])
    pieces = streamed(graph, TURNS[2])
    node = "SummarizationMiddleware.before_model"
    kinds = [kind for name, kind, _ in pieces if name == node]
    assert kinds == ["RemoveMessage", "HumanMessage"]
    assert "Oslo" in texts(pieces, "model")


def test_middleware_keeps_tool_exchanges_whole():
    def weather(city: str) -> str:
        """The weather in a city."""
        return "Rain."

    middleware = SummarizationMiddleware(
        OfflineChat(), trigger=("messages", 5), keep=("messages", 2)
    )
    graph = create_agent(
        OfflineChat(), tools=[weather], middleware=[middleware]
    )
    call = {"name": "weather", "args": {"city": "Oslo"}, "id": "call-1"}
    history = [
        ("human", "Hi, I'm Bob."),
        ("ai", "Nice to meet you, Bob!"),
        ("human", "How is the weather in Oslo?"),
        {"role": "ai", "content": "", "tool_calls": [call]},
        {"role": "tool", "content": "Rain.", "tool_call_id": "call-1"},
    ]
    result = graph.invoke({"messages": history})["messages"]
    kinds = [message.type for message in result]
    assert kinds == ["human", "ai", "tool", "ai"]
