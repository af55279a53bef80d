"""What the views show, and what they must never show."""

import re
import subprocess
import sys
from html.parser import HTMLParser
from typing import NotRequired
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    HumanMessage,
    RemoveMessage,
    SystemMessage,
    ToolMessage,
)
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.graph.message import REMOVE_ALL_MESSAGES
from langgraph.types import interrupt
from pydantic import BaseModel

from helpers.display import (
    show_graph,
    show_history,
    show_messages,
    show_state,
)
from helpers.display.text import fold, shorten, text_table, width
from helpers.errors import CourseError

CONFIG = {"configurable": {"thread_id": "bob-1"}}
UNSTABLE = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}|0x[0-9a-f]{6}|\d\d:\d\d:\d\d|/(tmp|home|root)/"
)


class State(MessagesState):
    summary: NotRequired[str]


def chat(state):
    return {"messages": [AIMessage(f"answer {len(state['messages'])}")]}


def summarize(state):
    old = state["messages"][:-2]
    return {
        "summary": "Bob said hi.",
        "messages": [RemoveMessage(id=m.id) for m in old],
    }


def nothing(state):
    return {}


def long_talk(state):
    return "summarize" if len(state["messages"]) > 2 else END


def chat_graph():
    builder = StateGraph(State)
    builder.add_node(chat)
    builder.add_node(summarize)
    builder.add_edge(START, "chat")
    builder.add_conditional_edges("chat", long_talk, ["summarize", END])
    builder.add_edge("summarize", END)
    return builder.compile(checkpointer=InMemorySaver())


def talked():
    graph = chat_graph()
    graph.invoke({"messages": [("human", "hi, I am Bob")]}, CONFIG)
    graph.invoke({"messages": [("human", "my name?")]}, CONFIG)
    return graph


@pytest.fixture
def text_of(capsys):
    """What a view prints outside a notebook."""

    def text_of(view, *args):
        capsys.readouterr()
        assert view(*args) is None
        return capsys.readouterr().out.rstrip("\n")

    return text_of


@pytest.fixture
def html_of(monkeypatch):
    """What a view hands to a notebook as HTML."""
    shown = []
    monkeypatch.setattr("IPython.get_ipython", lambda: object())
    monkeypatch.setattr(
        "IPython.display.display", lambda data, raw: shown.append(data)
    )

    def html_of(view, *args):
        view(*args)
        assert set(shown[-1]) == {"text/plain", "text/html"}
        return shown[-1]["text/html"]

    return html_of


class Tags(HTMLParser):
    """Collects tags, attributes and the text that a reader sees."""

    def __init__(self, source):
        super().__init__()
        self.tags, self.attributes, self.text = [], {}, ""
        self.open = []
        self.feed(source)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes.setdefault(tag, []).append(dict(attrs))
        if tag not in ("br", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def drawing(source):
    """The SVG in the HTML of a graph, parsed."""
    address = Tags(source).attributes["img"][0]["src"]
    kind, _, svg = address.partition(",")
    assert kind == "data:image/svg+xml"
    return ElementTree.fromstring(unquote(svg))


def in_svg(root, tag):
    return root.findall(f".//{{http://www.w3.org/2000/svg}}{tag}")


# --- text -----------------------------------------------------------------


def test_a_chinese_character_takes_two_columns():
    assert width("abc") == 3
    assert width("你好，") == 6
    assert width("e\u0301") == 1
    table = text_table([("你好", "x"), ("abc", "y"), ("a", "1\n2")])
    assert table == "你好  x\nabc   y\na     1\n      2"


def test_long_texts_and_lists_are_cut():
    assert shorten("a" * 10, 10) == "a" * 10
    assert shorten("a" * 11, 10) == "a" * 9 + "…"
    lines = [str(n) for n in range(9)]
    assert fold(lines, 4) == ["0", "1", "… and 5 more …", "7", "8"]
    assert fold(lines[:5], 4) == lines[:5]


# --- show_messages --------------------------------------------------------

TOOLS = [
    HumanMessage("weather in Paris and 上海?", id="1"),
    AIMessage(
        "Let me look.",
        tool_calls=[
            {"name": "weather", "args": {"city": "Paris"}, "id": "a"},
            {"name": "weather", "args": {"city": "上海"}, "id": "b"},
        ],
    ),
    ToolMessage("rain", tool_call_id="a"),
    ToolMessage("sun", tool_call_id="b"),
]


def test_messages_as_text(text_of):
    assert text_of(show_messages, TOOLS) == (
        "human  weather in Paris and 上海?\n"
        "ai     Let me look.\n"
        "       calls weather(city='Paris')\n"
        "       calls weather(city='上海')\n"
        "tool   weather: rain\n"
        "tool   weather: sun"
    )


@pytest.mark.parametrize(
    "messages",
    [
        [("human", "hi")],
        [{"role": "user", "content": "hi"}],
        [HumanMessage("hi", id="7f3c")],
        [["human", "hi"]],
        ["hi"],
        ("human", "hi"),
        {"role": "human", "content": "hi"},
        HumanMessage("hi"),
        (m for m in [HumanMessage("hi")]),
        {"messages": [HumanMessage("hi")], "summary": ""},
        [HumanMessage([{"type": "text", "text": "hi"}])],
    ],
)
def test_every_form_of_a_message(text_of, messages):
    assert text_of(show_messages, messages) == "human  hi"


@pytest.mark.parametrize("wrong", [None, 3, "hi", {"summary": "x"}, object])
def test_a_wrong_argument_is_one_clear_line(wrong):
    with pytest.raises(CourseError, match="show_messages") as caught:
        show_messages(wrong)
    assert "\n" not in str(caught.value)


def test_a_wrong_item_is_named():
    with pytest.raises(CourseError, match=r"item 1 .*it is: int"):
        show_messages([("human", "hi"), 3])


def test_a_snapshot_is_no_list_of_messages():
    with pytest.raises(CourseError, match="StateSnapshot"):
        show_messages(talked().get_state(CONFIG))


def test_no_messages(text_of):
    assert text_of(show_messages, []) == "(no messages)"
    assert text_of(show_messages, {"messages": []}) == "(no messages)"


def test_odd_messages(text_of):
    odd = [
        SystemMessage("be brief"),
        AIMessage(""),
        AIMessageChunk("half"),
        AIMessage("named", name="critic"),
        HumanMessage(
            [{"type": "text", "text": "see"}, {"type": "image", "url": "x"}]
        ),
        AIMessage(
            "",
            invalid_tool_calls=[
                {"name": "f", "args": "{", "id": "1", "error": "?"}
            ],
        ),
        ToolMessage("found", tool_call_id="gone", name="search"),
        RemoveMessage(id="0d1f"),
        RemoveMessage(id=REMOVE_ALL_MESSAGES),
    ]
    assert text_of(show_messages, odd).splitlines() == [
        "system       be brief",
        "ai           (empty)",
        "ai           half",
        "ai (critic)  named",
        "human        see",
        "             [image]",
        "ai           calls f({) (invalid)",
        "tool         search (call not in this list): found",
        "remove       one message by its id",
        "remove       all messages before this",
    ]


@pytest.mark.parametrize(
    ("block", "said"),
    [
        ({"type": "text"}, "[text]"),
        ({"type": "text", "text": None}, "[text]"),
        ({"type": "text", "text": ["hi"]}, "[text]"),
        ({"text": "hi"}, "hi"),
        ({}, "[block]"),
        ({"type": None}, "[block]"),
        ({"type": "thinking", "thinking": "hm"}, "[thinking]"),
        ({"type": "image_url", "image_url": "x" * 10**5}, "[image_url]"),
        (["hi"], "[list]"),
        (3, "[int]"),
        (None, "[NoneType]"),
    ],
)
def test_odd_blocks_of_content(text_of, block, said):
    # Not every way to make a message checks its content.
    message = AIMessage.model_construct(content=["so:", block])
    assert text_of(show_messages, [message]) == f"ai  so:\n    {said}"


def test_a_long_role_is_cut(text_of):
    said = text_of(show_messages, [AIMessage("hi", name="n" * 999)])
    assert said == f"ai ({'n' * 35}…  hi"


def test_long_and_many_lined_texts(text_of):
    said = text_of(
        show_messages, [("ai", "poem:\n  a\r\n\tb"), ("ai", "x" * 999)]
    )
    lines = said.splitlines()
    assert lines[:3] == ["ai  poem:", "      a", "        b"]
    assert lines[3] == "ai  " + "x" * 239 + "…"


def test_control_characters_do_not_reach_the_output(text_of):
    said = text_of(show_messages, [("ai", "a\x1b[31mb\x00\ud800c")])
    assert said == "ai  ab ?c"


def test_usage_and_ids_are_not_shown(text_of):
    usage = {"input_tokens": 41, "output_tokens": 42, "total_tokens": 83}
    message = AIMessage("hi", id="run-99", usage_metadata=usage)
    assert text_of(show_messages, [message]) == "ai  hi"


def test_messages_as_html_is_a_plain_escaped_table(html_of):
    bad = '<script>alert(1)</script>\n  <b title="x">&amp;'
    page = Tags(html_of(show_messages, [*TOOLS, ("human", bad)]))
    assert set(page.tags) == {"table", "tr", "th", "td", "br"}
    assert '<script>alert(1)</script>\xa0 <b title="x">&amp;' in page.text
    for row in ("humanweather in Paris", "toolweather: sun"):
        assert row in page.text


def test_no_text_colour_is_set(html_of):
    """In a dark theme a text keeps the colour of the page."""
    for source in (
        html_of(show_messages, TOOLS),
        html_of(show_state, talked().get_state(CONFIG)),
        html_of(show_history, talked().get_state_history(CONFIG)),
    ):
        assert not re.search(r"[ ;\"]color:|background: *#|<style", source)


# --- show_state -----------------------------------------------------------


def test_state_as_text(text_of):
    assert text_of(show_state, talked().get_state(CONFIG)) == (
        "values         messages:\n"
        "                 human: my name?\n"
        "                 ai: answer 3\n"
        '               summary: "Bob said hi."\n'
        "next           (none)\n"
        'config         thread_id: "bob-1"\n'
        "               checkpoint_id: (of step 5)\n"
        'metadata       source: "loop"\n'
        "               step: 5\n"
        "created_at     (a time)\n"
        "parent_config  (the checkpoint it came from)\n"
        "tasks          (none)\n"
        "interrupts     (none)"
    )


def test_state_of_an_unknown_thread(text_of):
    config = {"configurable": {"thread_id": "nobody"}}
    said = text_of(show_state, chat_graph().get_state(config))
    assert said.count("(none)") == 7
    assert 'thread_id: "nobody"' in said


def test_state_before_a_node_and_at_an_interrupt(text_of):
    def ask(state):
        return {"summary": interrupt({"question": "Send it?"})}

    builder = StateGraph(State)
    builder.add_node(ask)
    builder.add_edge(START, "ask")
    graph = builder.compile(checkpointer=InMemorySaver())
    graph.invoke({"messages": [("human", "hi")]}, CONFIG)
    said = text_of(show_state, graph.get_state(CONFIG))
    assert "next           ask\n" in said
    assert "tasks          ask: interrupted\n" in said
    assert 'interrupts     {"question": "Send it?"}' in said
    first = list(graph.get_state_history(CONFIG))[-1]
    said = text_of(show_state, first)
    assert "next           START\n" in said
    assert "messages: []" in said
    assert "tasks          START: wrote messages" in said
    said = text_of(show_history, graph.get_state_history(CONFIG))
    assert 'interrupt: {"question": "Send it?"}' in said


def test_state_of_a_failed_task(text_of):
    def fail(state):
        raise ValueError("no luck")

    builder = StateGraph(State)
    builder.add_node(fail)
    builder.add_edge(START, "fail")
    graph = builder.compile(checkpointer=InMemorySaver())
    with pytest.raises(ValueError, match="no luck"):
        graph.invoke({"messages": []}, CONFIG)
    said = text_of(show_state, graph.get_state(CONFIG))
    assert "fail: failed with ValueError('no luck')" in said


class Profile(BaseModel):
    name: str
    tags: set[str]


class Opaque:
    """Its repr holds an address."""


def test_values_of_any_type_are_stable(text_of):
    snapshot = (
        talked()
        .get_state(CONFIG)
        ._replace(
            values={
                "profile": Profile(name="Bob", tags=set("fbdace")),
                "opaque": [Opaque()],
                "last": HumanMessage("hi"),
                "count": 3,
                "many": [("human", "hi")] * 50,
                "text": "one\ntwo",
                "key": "7f3c1d2e-0000-4000-8000-123456789abc",
            }
        )
    )
    lines = text_of(show_state, snapshot).splitlines()
    shown = [line[15:] for line in lines[:7]]
    assert shown[:4] == [
        'profile: Profile(name="Bob", tags={"a", "b", "c", "d", "e", "f"})',
        "opaque: [Opaque(…)]",
        "last: human: hi",
        "count: 3",
    ]
    assert len(shown[4]) == 100
    assert shown[4].endswith("…")
    assert shown[5:] == ['text: "one two"', "key: (an id)"]


def test_a_long_list_of_messages_shows_both_ends(text_of):
    messages = [HumanMessage(str(n)) for n in range(40)]
    snapshot = (
        talked().get_state(CONFIG)._replace(values={"messages": messages})
    )
    said = text_of(show_state, snapshot)
    assert "human: 5\n" in said
    assert "… and 28 more …" in said
    assert "human: 6\n" not in said
    assert "human: 39\n" in said


@pytest.mark.parametrize("wrong", [None, {"messages": []}, []])
def test_no_snapshot_is_one_clear_line(wrong):
    with pytest.raises(CourseError, match=r"show_state needs graph\.get_st"):
        show_state(wrong)


# --- show_history ---------------------------------------------------------


def test_history_as_text(text_of):
    graph = talked()
    assert text_of(show_history, graph.get_state_history(CONFIG)) == (
        "   step  source  next       what changed\n"
        "●  5     loop    (none)     - human: hi, I am Bob\n"
        "│                           - ai: answer 1\n"
        '│                           summary: "Bob said hi."\n'
        "●  4     loop    summarize  + ai: answer 3\n"
        "●  3     loop    chat       + human: my name?\n"
        "●  2     input   START      (nothing)\n"
        "●  1     loop    (none)     + ai: answer 1\n"
        "●  0     loop    chat       + human: hi, I am Bob\n"
        "●  -1    input   START      (nothing)"
    )


def forked():
    """Step 1 is left three times: the second run and two updates."""
    graph = talked()
    start = next(
        snapshot
        for snapshot in graph.get_state_history(CONFIG)
        if snapshot.metadata["step"] == 1
    )
    for text in ("first fork", "second fork"):
        update = {"messages": [("human", text)]}
        graph.update_state(start.config, update, as_node="summarize")
    return graph


def test_forks_are_a_tree(text_of):
    said = text_of(show_history, forked().get_state_history(CONFIG))
    tree = [line[:7].rstrip() for line in said.splitlines()[1:]]
    assert tree == [
        "●",
        "│ ●",
        "│ │ ●",
        "│ │ │",
        "│ │ │",
        "│ │ ●",
        "│ │ ●",
        "│ │ ●",
        "●─┴─╯",
        "●",
        "●",
    ]
    assert "●      2     update  (none)     + human: second fork" in said


def test_an_edited_message_and_a_replaced_list(text_of):
    graph = talked()
    last = graph.get_state(CONFIG).values["messages"][-1]
    edited = AIMessage("Bob!", id=last.id)
    graph.update_state(CONFIG, {"messages": [edited]}, as_node="summarize")
    remove = {"messages": [RemoveMessage(id=REMOVE_ALL_MESSAGES)]}
    graph.update_state(CONFIG, remove, as_node="summarize")
    lines = text_of(show_history, graph.get_state_history(CONFIG)).splitlines()
    assert lines[1].endswith("- human: my name?")
    assert lines[2].endswith("- ai: Bob!")
    assert lines[3].endswith("~ ai: Bob!")


def test_history_with_a_limit_says_what_it_cannot_know(text_of):
    history = talked().get_state_history(CONFIG, limit=2)
    lines = text_of(show_history, history).splitlines()
    assert lines[-1].endswith("summarize  (its parent is not in this list)")
    assert "(its parent" not in lines[1]


def test_many_changes_show_both_ends(text_of):
    graph = chat_graph()
    many = [("human", f"number {n}") for n in range(30)]
    graph.update_state(CONFIG, {"messages": many}, as_node="summarize")
    lines = text_of(show_history, graph.get_state_history(CONFIG)).splitlines()
    assert len(lines) == 8
    assert lines[4].endswith("… and 24 more …")
    assert lines[7].endswith("+ human: number 29")


def test_messages_without_ids_are_told_apart(text_of):
    class Plain(MessagesState):
        log: list

    def add(state):
        return {"log": [*state.get("log", []), HumanMessage("again")]}

    builder = StateGraph(Plain)
    builder.add_node(add)
    builder.add_edge(START, "add")
    graph = builder.compile(checkpointer=InMemorySaver())
    graph.invoke({"log": []}, CONFIG)
    config = graph.get_state(CONFIG).config
    graph.invoke({"messages": []}, config)
    said = text_of(show_history, graph.get_state_history(CONFIG))
    assert said.count("+ human: again") == 2


def test_an_empty_history_and_a_single_snapshot(text_of):
    graph = talked()
    assert text_of(show_history, []) == "(no checkpoints)"
    said = text_of(show_history, graph.get_state(CONFIG))
    assert len(said.splitlines()) == 2


@pytest.mark.parametrize("wrong", [None, 3, ["x"], "text"])
def test_no_history_is_one_clear_line(wrong):
    with pytest.raises(CourseError, match="get_state_history"):
        show_history(wrong)


def test_history_as_html_keeps_the_tree_without_styles(html_of):
    source = html_of(show_history, forked().get_state_history(CONFIG))
    page = Tags(source)
    assert set(page.tags) == {"table", "tr", "th", "td", "br"}
    assert "│ │ ●" in page.text
    assert "●─┴─╯" in page.text


# --- show_graph -----------------------------------------------------------


def loop_graph():
    builder = StateGraph(MessagesState)
    for name in ("agent", "tools", "retry"):
        builder.add_node(name, nothing)
    builder.add_edge(START, "agent")
    ways = {"use <tools>": "tools", "try again": "retry", "finish": END}
    builder.add_conditional_edges("agent", lambda state: END, ways)
    builder.add_conditional_edges(
        "retry", lambda state: END, {"once more": "retry", "back": "agent"}
    )
    builder.add_edge("tools", "agent")
    return builder.compile()


def test_graph_as_text(text_of):
    assert text_of(show_graph, chat_graph()) == (
        "START -> chat\nchat -?-> END\nchat -?-> summarize\nsummarize -> END"
    )
    said = text_of(show_graph, loop_graph())
    assert "agent -?-> tools  (use <tools>)" in said
    assert "retry -?-> retry  (once more)" in said


def test_a_subgraph_is_opened(text_of):
    builder = StateGraph(State)
    builder.add_node("child", chat_graph())
    builder.add_edge(START, "child")
    said = text_of(show_graph, builder.compile())
    assert "child:chat -?-> child:summarize" in said
    assert "__" not in said


def test_the_drawing_has_every_node_edge_and_label(html_of):
    root = drawing(html_of(show_graph, loop_graph()))
    texts = {text.text for text in in_svg(root, "text")}
    nodes = {"START", "agent", "tools", "retry", "END"}
    labels = {"use <tools>", "try again", "finish", "once more", "back"}
    assert texts == nodes | labels
    assert len(in_svg(root, "rect")) == len(nodes)
    lines = [p for p in in_svg(root, "path") if p.get("marker-end")]
    assert len(lines) == 7
    assert sum(p.get("stroke-dasharray") is not None for p in lines) == 5


def boxes(root):
    """Each node's name and its left, top, right and bottom."""
    found = {}
    rects = in_svg(root, "rect")
    names = in_svg(root, "text")[-len(rects) :]  # after the labels
    for rect, name in zip(rects, names, strict=True):
        x, y, w, h = (
            float(rect.get(k)) for k in ("x", "y", "width", "height")
        )
        found[name.text] = (x, y, x + w, y + h)
    return found


@pytest.mark.parametrize("graph", [chat_graph(), loop_graph()])
def test_nodes_do_not_overlap_and_stay_in_the_picture(html_of, graph):
    root = drawing(html_of(show_graph, graph))
    left, top, wide, high = map(float, root.get("viewBox").split())
    placed = boxes(root)
    for name, (x1, y1, x2, y2) in placed.items():
        assert left <= x1
        assert x2 <= left + wide
        assert top <= y1
        assert y2 <= top + high
        for other, (u1, v1, u2, v2) in placed.items():
            apart = x2 <= u1 or u2 <= x1 or y2 <= v1 or v2 <= y1
            assert name == other or apart
    assert placed["START"][1] == min(box[1] for box in placed.values())


def test_the_drawing_is_the_same_every_time(html_of):
    first = html_of(show_graph, loop_graph())
    assert html_of(show_graph, loop_graph()) == first


def test_without_the_picture_the_edges_can_be_read(html_of):
    page = Tags(html_of(show_graph, chat_graph()))
    assert page.tags.count("svg") == 0
    assert "chat -?-> summarize" in page.text
    assert "START -> chat" in page.attributes["img"][0]["alt"]


def test_no_service_is_asked(html_of):
    source = html_of(show_graph, chat_graph())
    outside = unquote(source).replace("http://www.w3.org/2000/svg", "")
    assert "http" not in outside


def test_a_builder_is_not_yet_a_graph():
    for wrong in (StateGraph(State), type(chat_graph())):
        with pytest.raises(CourseError, match=r"builder\.compile\(\)"):
            show_graph(wrong)


# --- all views ------------------------------------------------------------


def test_nothing_shown_changes_from_run_to_run(text_of, html_of):
    def views():
        graph = forked()
        return [
            html_of(show_messages, graph.get_state(CONFIG).values),
            html_of(show_state, graph.get_state(CONFIG)),
            html_of(show_history, graph.get_state_history(CONFIG)),
        ]

    first = views()
    assert views() == first
    assert not UNSTABLE.search("".join(first))


def test_the_import_is_light():
    code = (
        "import sys, helpers.display\n"
        "heavy = {'langgraph', 'langchain_core', 'IPython'}\n"
        "print(heavy & set(sys.modules))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True
    )
    assert (run.stdout, run.stderr) == ("set()\n", "")
