"""Charts, budgets, stores and scores: the numbers shown, and where."""

import re
import sqlite3
from itertools import pairwise
from uuid import uuid4

import numpy
import pytest
from langchain_core.messages import (
    AIMessage,
    HumanMessage,
    RemoveMessage,
    SystemMessage,
)
from langchain_core.messages.utils import trim_messages
from langgraph.store.base import SearchItem
from langgraph.store.memory import InMemoryStore
from langgraph.store.sqlite import SqliteStore

from helpers.display import (
    show_budget,
    show_chart,
    show_distributions,
    show_hits,
    show_similarities,
    show_store,
)
from helpers.display.chart import ticks
from helpers.display.svg import COLOURS
from helpers.display.text import bar, fit, text_table, width
from helpers.errors import CourseError
from tests.test_display import Tags, drawing, in_svg

STORAGE = {
    "sync": {20: 310, 40: 1210, 60: 2740},
    "退出": {20: 110, 60: 930},
}


def shown(view, *args, **options):
    """What a view hands to a notebook: its text and its HTML."""
    found = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("IPython.get_ipython", lambda: object())
        patch.setattr(
            "IPython.display.display", lambda data, raw: found.append(data)
        )
        assert view(*args, **options) is None
    return found[0]["text/plain"], found[0]["text/html"]


def picture(view, *args, **options):
    return drawing(shown(view, *args, **options)[1])


def place(root, words):
    """Where a text of a picture stands: x, and the y of its middle."""
    (found,) = (t for t in in_svg(root, "text") if t.text == words)
    return float(found.get("x")), float(found.get("y")) - 4.5


def corners(d):
    """The points of a path of straight lines: M and L with two numbers."""
    return [tuple(map(float, p.split())) for p in re.split("[ML]", d)[1:]]


def curves(root):
    """Each line of a chart: its path and its points."""
    lines = [p for p in in_svg(root, "path") if p.get("stroke-width") == "2"]
    return [(line, corners(line.get("d"))) for line in lines]


# --- tables ---------------------------------------------------------------


def test_numbers_are_aligned_on_the_right():
    rows = [("名字", "n"), ("a", "1"), ("b", "1,000")]
    assert text_table(rows, right=(1,)) == (
        "名字      n\na         1\nb     1,000"
    )


def test_a_text_is_fitted_by_its_width():
    assert fit("short\n text", 20) == "short text"
    assert fit("一二三四五六", 8) == "一二三…"
    assert width(fit("a一二三四五六", 8)) == 8
    assert fit("abcdef", 6) == "abcdef"
    assert fit("abcdefg", 6) == "abcde…"


@pytest.mark.parametrize(
    ("full", "half", "expected"),
    [
        (10, 0, "██████████"),
        (5, 0, "█████"),
        (0, 5, "░░░░░"),
        (3, 7, "███░░░░░░░"),
        (0.01, 0, "█"),  # what is there is seen
        (0, 0.01, "░"),
        (9.99, 0.01, "█████████░"),
        (0.01, 9.99, "█░░░░░░░░░"),
        (0, 0, ""),
        (-3, 0, ""),
    ],
)
def test_the_length_of_a_bar_is_its_number(full, half, expected):
    assert bar(full, half, 10, cells=10) == expected


# --- show_chart -----------------------------------------------------------


def test_chart_as_text():
    assert shown(show_chart, STORAGE, "turns", "size (kB)")[0] == (
        "size (kB)\n"
        "turns   sync  退出\n"
        "   20    310   110\n"
        "   40  1,210\n"
        "   60  2,740   930"
    )


def test_chart_numbers_have_as_many_digits_as_they_need():
    said = shown(
        show_chart,
        {"a": {1: 0.5, 2: 0.25}, "b": {1: 12.25, 2: 3}, "c": {1: 1234.5}},
        "k",
        "s",
    )[0]
    assert said.splitlines()[2:] == [
        "1  0.50  12.2  1,234",
        "2  0.25   3.0",
    ]


def test_a_long_table_says_which_rows_it_shows():
    line = {n: n * n for n in range(1, 101)}
    lines = shown(show_chart, {"squares": line}, "n", "n²")[0].splitlines()
    first = [int(row.split()[0]) for row in lines[2:-1]]
    assert first == [1, 11, 21, 31, 41, 51, 61, 71, 81, 91, 100]
    assert lines[-2].split() == ["100", "10,000"]
    assert lines[-1] == "(every 10th of 100 rows, and the last)"
    all_of_it = {n: n for n in range(30)}
    said = shown(show_chart, {"a": all_of_it}, "n", "n")[0]
    assert len(said.splitlines()) == 32
    assert "every" not in said


def test_every_point_stands_where_the_axes_say():
    root = picture(show_chart, STORAGE, "turns", "size (kB)")
    x20, x60 = place(root, "20")[0], place(root, "60")[0]
    y0, y3000 = place(root, "0")[1], place(root, "3,000")[1]
    ends = {
        tuple(map(float, re.findall(r"[\d.]+", p.get("d"))))
        for p in in_svg(root, "path")
        if "H" in p.get("d")
    }
    assert {(x20, y0, x60), (x20, y3000, x60)} < ends
    assert y0 > y3000
    drawn = curves(root)
    for (_, points), line in zip(drawn, STORAGE.values(), strict=True):
        assert len(points) == len(line)
        for (px, py), (n, value) in zip(points, line.items(), strict=True):
            assert px == pytest.approx(x20 + (n - 20) / 40 * (x60 - x20), 1e-3)
            expected = y0 + value / 3000 * (y3000 - y0)
            assert py == pytest.approx(expected, abs=0.11)


def test_marks_stand_on_points_and_the_last_has_one():
    line = {n: n % 7 for n in range(40)}
    root = picture(show_chart, {"a": line}, "n", "rest")
    ((_, points),) = curves(root)
    marks = [
        tuple(map(float, re.findall(r"[\d.]+", p.get("transform"))))
        for p in in_svg(root, "path")
        if p.get("transform")
    ]
    assert 8 <= len(marks) <= 12
    assert set(marks) <= set(points)
    assert points[-1] in marks


@pytest.mark.parametrize(
    "series",
    [
        STORAGE,
        {f"line {n}": {1: 0, 9: 500 + n} for n in range(6)},
        {f"line {n}": {1: 9, 9: n / 10} for n in range(6)},
        {"一个很长很长很长的名字在这里": {1: 1, 2: 3}, "b": {1: 5, 2: 3}},
        {"one": {3: 7}},
        {"nothing": {1: 0, 2: 0}},
        {"below": {1: -30, 2: 12}},
        {"small": {1: 1e-7, 2: 3e-7}},
        {"large": {10**6: 5 * 10**9, 5 * 10**6: 10**10}},
    ],
)
def test_names_stand_beside_their_ends_apart_and_in_the_picture(series):
    root = picture(show_chart, series, "turns", "size (kB)")
    assert float(root.get("width")) <= 640
    assert float(root.get("height")) <= 320
    for text in in_svg(root, "text"):
        # A narrow estimate of a character: half its height.
        wide = 6.5 * width(text.text)
        part = {"start": 0, "middle": 0.5, "end": 1}[text.get("text-anchor")]
        left = float(text.get("x")) - part * wide
        assert left >= 0
        assert left + wide <= 640
        assert 10 <= float(text.get("y")) <= 318
    at = [place(root, name)[1] for name in series]
    ends = [points[-1] for _, points in curves(root)]
    for name, (x, _) in zip(series, ends, strict=True):
        assert 0 < place(root, name)[0] - x < 20
    order = sorted(range(len(at)), key=at.__getitem__)
    assert order == sorted(range(len(at)), key=lambda n: (ends[n][1], at[n]))
    near = [at[b] - at[a] for a, b in pairwise(order)]
    assert min(near, default=14) >= 14
    for y in (y for _, points in curves(root) for _, y in points):
        assert 30 <= y <= 280


def test_lines_differ_in_colour_dash_and_mark():
    series = {f"line {n}": {1: n, 2: n} for n in range(6)}
    root = picture(show_chart, series, "x", "y")
    lines = [line for line, _ in curves(root)]
    assert len({line.get("stroke-dasharray") for line in lines}) == 6
    assert len({line.get("stroke") for line in lines}) == 6
    marks = [p for p in in_svg(root, "path") if p.get("transform")]
    assert len({p.get("d") for p in marks}) == 6
    for name, line in zip(series, lines, strict=True):
        (text,) = (t for t in in_svg(root, "text") if t.text == name)
        assert text.get("fill") == line.get("stroke")


def light(colour):
    """The relative luminance that WCAG defines."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("colour", COLOURS)
def test_colours_are_seen_on_white_and_on_black(colour):
    assert 1.05 / (light(colour) + 0.05) > 3.9
    assert (light(colour) + 0.05) / (light("#111111") + 0.05) > 3.9


def test_y_begins_at_zero_or_below():
    root = picture(show_chart, {"a": {1: 900, 2: 950}}, "x", "y")
    assert place(root, "0")[1] > place(root, "1,000")[1] + 200
    root = picture(show_chart, {"a": {1: -5, 2: 10}}, "x", "y")
    assert place(root, "-5")[1] > place(root, "0")[1] > place(root, "10")[1]
    for last in (-5, -3):
        root = picture(show_chart, {"a": {1: -5, 2: last}}, "x", "y")
        assert place(root, "-5")[1] > place(root, "0")[1] + 200
        ((_, points),) = curves(root)
        heights = [place(root, str(value))[1] for value in (-5, last)]
        assert [h for _, h in points] == pytest.approx(heights, abs=0.2)


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 3000, [0, 1000, 2000, 3000]),
        (0, 870, [0, 200, 400, 600, 800, 1000]),
        (0, 0.35, [0, 0.1, 0.2, 0.3, 0.4]),
        (-5, 10, [-5, 0, 5, 10]),
        (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]),
    ],
)
def test_ticks_are_few_and_round(low, high, expected):
    assert ticks(low, high) == pytest.approx(expected)


def test_the_chart_can_be_read_without_its_picture():
    page = Tags(shown(show_chart, STORAGE, "turns", "size <kB>")[1])
    assert "svg" not in page.tags
    (image,) = page.attributes["img"]
    assert image["alt"] == (
        "size <kB> by turns: sync from 310 to 2,740; 退出 from 110 to 930"
    )
    assert "size <kB>" in page.text
    assert "401,210" in page.text  # a row's cells


def test_the_chart_is_the_same_every_time():
    mixed = {"sync": dict(reversed(STORAGE["sync"].items()))}
    first = shown(show_chart, {"sync": STORAGE["sync"]}, "x", "y")
    assert shown(show_chart, mixed, "x", "y") == first


@pytest.mark.parametrize(
    ("series", "said"),
    [
        (None, "lines by name"),
        ({}, "lines by name"),
        ({"a": {}}, "at least one point"),
        ({"a": [1, 2]}, "lines by name"),
        ({"a": {1: "2"}}, "\"a\" has '2'"),
        ({"a": {1: None}}, '"a" has None'),
        ({"a": {1: float("nan")}}, '"a" has nan'),
        ({"a": {1: -1e300}}, 'up to 1e15; "a" has -1e+300'),
        ({"a": {10**400: 1}}, 'up to 1e15; "a" has 1000'),
        ({str(n): {1: n} for n in range(7)}, "up to 6 lines, not 7"),
    ],
)
def test_no_lines_is_one_clear_line(series, said):
    with pytest.raises(CourseError, match=re.escape(said)):
        show_chart(series, "x", "y")


# --- show_budget ----------------------------------------------------------


def words(messages):
    """A counter that can be checked by eye."""
    return sum(len(message.text.split()) for message in messages)


TALK = [
    SystemMessage("be brief"),
    HumanMessage("hi, I am Bob"),
    AIMessage("hello Bob, how are you on this fine day"),
    HumanMessage("what is my name?"),
]


def test_budget_as_text():
    said = shown(show_budget, TALK, [TALK[0], TALK[3]], 8, words)[0]
    assert said.splitlines() == [
        "        text                                     tokens",
        "system  be brief                                      2"
        "  ████                  sent",
        "human   hi, I am Bob                                  4"
        "  ░░░░░░░░░             left out",
        "ai      hello Bob, how are you on this fine day       9"
        "  ░░░░░░░░░░░░░░░░░░░░  left out",
        "human   what is my name?                              4"
        "  █████████             sent",
        "all     4 messages                                   19"
        "                        11 over the limit of 8",
        "sent    2 messages                                    6"
        "                        within the limit of 8",
    ]


def fates(*args):
    """What becomes of each message."""
    rows = shown(show_budget, *args)[0].splitlines()[1:-2]
    return [re.split("  +", row)[-1] for row in rows]


def test_a_message_is_known_by_its_id_or_by_what_it_says():
    def same(id=None):
        return HumanMessage("hi", id=id)

    one, two = same(), same()
    assert fates([one, two], [one]) == ["sent", "left out"]
    assert fates([one, two], [same()]) == ["left out", "sent"]
    assert fates([one, two], [same(), same()]) == ["sent", "sent"]
    listed = [same("a"), same("b")]
    assert fates(listed, [same("a")]) == ["sent", "left out"]
    assert fates(listed, [same("c")]) == ["sent, added", *["left out"] * 2]
    assert fates(listed, [same()]) == ["left out", "sent"]
    assert fates([("human", "hi")], [("ai", "hi")]) == [
        "sent, added",
        "left out",
    ]
    assert fates(TALK, []) == ["left out"] * 4


@pytest.mark.parametrize("id", [None, "a"])
def test_a_cut_message_is_sent_in_part(id):
    long = HumanMessage("one two three four five six", id=id)
    kept = trim_messages(
        [TALK[1], long],
        max_tokens=3,
        token_counter=words,
        allow_partial=True,
        text_splitter=lambda text: re.findall(r" ?\S+", text),
    )
    assert [m.text for m in kept] == [" four five six"]
    row = shown(show_budget, [TALK[1], long], kept, 3, words)[0]
    assert re.split("  +", row.splitlines()[2])[-3:] == [
        "3 of 6",
        "██████████░░░░░░░░░░",
        "sent in part",
    ]
    assert row.splitlines()[-1].split()[3] == "3"


def test_a_changed_message_is_no_shorter():
    old, new = HumanMessage("hi", id="a"), HumanMessage("hi Bob", id="a")
    assert fates([old], [new], None, words) == ["sent, changed"]


def test_without_a_counter_tokens_are_estimated():
    said = shown(show_budget, [("human", "x" * 396)], [])[0]
    assert re.search(r"^human +x+… +103 ", said, re.M)
    assert re.search(r"^all +1 message +103$", said, re.M)
    assert re.search(r"^sent +0 messages +0$", said, re.M)


def test_the_middle_of_a_long_run_is_one_row_with_its_sum():
    many = [HumanMessage("a b c", id=str(n)) for n in range(40)]
    said = shown(show_budget, many, many[-3:], None, words)[0]
    lines = [re.split("  +", line) for line in said.splitlines()[1:]]
    assert len(lines) == 2 + 1 + 2 + 3 + 2
    assert lines[2] == ["…", "… and 33 more …", "99", "left out"]
    assert lines[-2:] == [
        ["all", "40 messages", "120"],
        [
            "sent",
            "3 messages",
            "9",
        ],
    ]
    few = shown(show_budget, many[:24], [], None, words)[0]
    assert len(few.splitlines()) == 1 + 24 + 2


def test_the_budget_without_styles_still_has_its_bars_and_words():
    page = Tags(shown(show_budget, TALK, [TALK[0]], None, words)[1])
    assert set(page.tags) == {"table", "tr", "th", "td", "span"}
    assert "be brief2████sent" in page.text
    assert "hi, I am Bob4░░░░░░░░░left out" in page.text
    colours = {span["style"] for span in page.attributes["span"]}
    assert len(colours) == 2


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((3, []), "show_budget needs a list of messages"),
        ((TALK, 3), "show_budget needs a list of messages"),
        ((TALK, [3]), "show_budget cannot read item 0"),
        ((TALK, [], 0), "1 token or more, not 0"),
        ((TALK, [], "8"), "1 token or more, not '8'"),
        ((TALK, [], 8, "words"), "needs a counter"),
        ((TALK, [], 8, lambda messages: None), "it returned: None"),
        ((TALK, [], 8, lambda messages: -1), "it returned: -1"),
        ((TALK, [RemoveMessage(id="1")]), "sent a RemoveMessage"),
        (([*TALK, RemoveMessage(id="1")], TALK), "sent a RemoveMessage"),
    ],
)
def test_no_budget_is_one_clear_line(args, said):
    with pytest.raises(CourseError, match=said):
        show_budget(*args)


# --- show_store -----------------------------------------------------------


@pytest.fixture(params=["memory", "sqlite"])
def store(request):
    if request.param == "memory":
        yield InMemoryStore()
        return
    connection = sqlite3.connect(":memory:", isolation_level=None)
    store = SqliteStore(connection)
    store.setup()
    yield store
    connection.close()


def test_store_as_text(store):
    store.put(("notes",), "b", {"text": "z"})
    store.put(("memories", "小李"), "工作", {"是": "水管工", "since": None})
    store.put(("memories", "bob", "trips"), "2024", {"to": ["Rome", 3]})
    store.put(("memories", "bob"), "trips", {"count": 1})
    store.put(("memories", "bob"), "food", {"likes": "pizza"})
    everything = (
        "namespace, key    value\n"
        "memories\n"
        "    bob\n"
        '        food      {"likes": "pizza"}\n'
        '        trips     {"count": 1}\n'
        "        trips\n"
        '            2024  {"to": ["Rome", 3]}\n'
        "    小李\n"
        '        工作      {"是": "水管工", "since": None}\n'
        "notes\n"
        '    b             {"text": "z"}'
    )
    assert shown(show_store, store)[0] == everything
    part = shown(show_store, store, ("memories", "bob", "trips"))[0]
    assert part.splitlines()[1:] == [
        "memories",
        "    bob",
        "        trips",
        '            2024  {"to": ["Rome", 3]}',
    ]


def test_the_tree_keeps_its_indents_without_styles(store):
    """An unstyled `th` is centred, so only the first row may have any."""
    store.put(("u", "bob"), "food", {})
    source = shown(show_store, store)[1]
    assert Tags(source).tags.count("th") == 2
    indents = re.findall(r"<td[^>]*>([\xa0 ]*)\w", source)
    assert list(map(len, indents)) == [0, 4, 8]
    assert "  " not in "".join(indents)


def test_an_empty_place_has_no_items(store):
    store.put(("u", "10"), "a", {})
    assert shown(show_store, store, ("u", "1"))[0] == "(no items)"
    assert "(no items)" in shown(show_store, store, ("v",))[1]
    assert shown(show_store, store)[0].endswith("\n        a       {}")


def test_more_items_than_one_search_gives_are_counted(store):
    for n in range(300):
        store.put(("many",), f"k{n:03}", {"n": n})
    lines = shown(show_store, store)[0].splitlines()
    assert len(lines) == 2 + 12 + 1
    assert lines[7].split() == ["k005", '{"n":', "5}"]
    assert lines[8].strip() == "… and 288 more …"
    assert lines[9].split()[0] == "k294"


def test_ids_as_keys_do_not_change_what_is_shown():
    def one():
        store = InMemoryStore()
        for user in range(3):
            for text in ("b", "a", "c"):
                place = (str(uuid4()), f"user {user}")
                store.put(place, str(uuid4()), {"text": text + str(user)})
        return shown(show_store, store)

    first = one()
    assert [one() for _ in range(5)] == [first] * 5
    assert first[0].count("(an id)") == 18


def test_looking_does_not_lengthen_a_life():
    connection = sqlite3.connect(":memory:", isolation_level=None)
    ttl = {"default_ttl": 60, "refresh_on_read": True}
    store = SqliteStore(connection, ttl=ttl)
    store.setup()
    store.put(("u",), "a", {"n": 1})
    connection.execute("UPDATE store SET expires_at = '2999-01-01 00:00:00'")
    assert '{"n": 1}' in shown(show_store, store)[0]
    ((end,),) = connection.execute("SELECT expires_at FROM store")
    assert end == "2999-01-01 00:00:00"
    connection.close()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((None,), "needs a store, .* it was given: NoneType"),
        (({"a": 1},), "needs a store, .* it was given: dict"),
        ((InMemoryStore(), "bob"), "needs a namespace like .* 'bob'"),
        ((InMemoryStore(), ("u", 1)), r"needs a namespace like .*'u', 1\)"),
    ],
)
def test_no_store_is_one_clear_line(args, said):
    with pytest.raises(CourseError, match=said):
        show_store(*args)


# --- show_hits ------------------------------------------------------------


def hit(key, score, value=None):
    now = "2024-01-01T00:00:00+00:00"
    value = value or {"text": key}
    return SearchItem(("memories", "李"), key, value, now, now, score)


def test_hits_as_text():
    items = [hit("food", 0.4712), hit("工作", 0.254), hit("far", -0.001)]
    assert shown(show_hits, [*items, hit("plain", None)])[0] == (
        "      score             namespace           key    value\n"
        '1      0.47  █████████  ("memories", "李")  food   {"text": "food"}\n'
        '2      0.25  █████      ("memories", "李")  工作   {"text": "工作"}\n'
        '3      0.00             ("memories", "李")  far    {"text": "far"}\n'
        '4  no score             ("memories", "李")  plain  {"text": "plain"}'
    )
    assert shown(show_hits, [])[0] == "(nothing found)"


def test_hits_of_a_real_search():
    def embed(texts):
        return [[1.0, 0.0] if "pizza" in t else [0.6, 0.8] for t in texts]

    store = InMemoryStore(index={"embed": embed, "dims": 2})
    store.put(("u",), "job", {"text": "plumber"})
    store.put(("u",), "food", {"text": "pizza"})
    text, html = shown(show_hits, store.search(("u",), query="pizza"))
    rows = [line.split("  ") for line in text.splitlines()[1:]]
    assert [row[1:3] for row in rows] == [
        [" 1.00", "█" * 20],
        [" 0.60", "█" * 12],
    ]
    assert '("u",)' in text
    assert "1.00" + "█" * 20 + '("u",)food' in Tags(html).text


def test_a_score_above_one_shortens_the_other_bars():
    said = shown(show_hits, [hit("a", 4.0), hit("b", 1.0)])[0]
    assert [line.count("█") for line in said.splitlines()] == [0, 20, 5]


def test_a_score_that_is_no_number_is_no_score():
    """What the similarity to a vector of zeros is."""
    said = shown(show_hits, [hit("a", float("nan")), hit("b", 0.5)])[0]
    _, first, second = said.splitlines()
    assert first.split()[:3] == ["1", "no", "score"]
    assert (first.count("█"), second.count("█")) == (0, 10)


@pytest.mark.parametrize("wrong", [None, "text", [1], [("human", "hi")]])
def test_no_hits_is_one_clear_line(wrong):
    with pytest.raises(CourseError, match=r"needs what store\.search"):
        show_hits(wrong)


# --- show_similarities ----------------------------------------------------


def test_similarities_as_text():
    matrix = numpy.array([[0.474, 0.1], [-0.001, 0.237]], dtype="float32")
    said = shown(
        show_similarities, ["I'm hungry", "我饿了"], ["a", "b"], matrix
    )
    assert said[0] == (
        "               a     b\n"
        "I'm hungry  0.47  0.10\n"
        "我饿了      0.00  0.24"
    )


def test_the_higher_the_stronger():
    matrix = [[0.4, 0.1], [-0.3, 0.2]]
    page = Tags(shown(show_similarities, ["x", "y"], ["a", "b"], matrix)[1])
    grounds = (
        re.search("background-color: #3b7fc4(..);", cell["style"])
        for cell in page.attributes["td"]
    )
    strength = [int(found[1], 16) for found in grounds if found]
    assert strength == [150, 38, 0, 75]
    assert page.text.strip() == "ab\nx0.400.10\ny-0.300.20"


def test_long_labels_leave_room_for_the_numbers():
    labels = [f"{n} is a rather long sentence" for n in range(8)]
    matrix = [[0.5] * 8] * 2
    said = shown(show_similarities, ["一" * 40, "b"], labels, matrix)[0]
    assert max(map(width, said.splitlines())) <= 120
    assert said.splitlines()[0].split("  ")[-1] == "7 is a…"


@pytest.mark.parametrize(
    "matrix",
    [
        [[1, 2], [3]],
        [[1, 2]],
        [1, 2],
        None,
        [["a", "b"], ["c", "d"]],
        [[1, 2], [3, float("nan")]],
        numpy.zeros((2, 3)),
    ],
)
def test_a_matrix_that_does_not_fit_is_one_clear_line(matrix):
    with pytest.raises(CourseError, match="2 rows with 2 numbers each"):
        show_similarities(["a", "b"], ["c", "d"], matrix)


def test_a_matrix_of_nothing_is_one_clear_line():
    with pytest.raises(CourseError, match="0 rows with 0 numbers"):
        show_similarities([], [], [])


# --- show_distributions ---------------------------------------------------

SPREAD = {
    "right": [0.7 - 0.4, 0.7, 0.5, 0.55, 1.0],
    "错": [-0.2, 0.05, 0.1, 0.29, 1.3, 0.35, 0.5, 0.5],
}


def test_distributions_as_text():
    assert shown(show_distributions, SPREAD, 0.5)[0] == (
        "            score  right  错\n"
        "        below 0.1      0   2\n"
        "       0.1 to 0.2      0   1\n"
        "       0.2 to 0.3      0   1\n"
        "       0.3 to 0.4      1   1\n"
        "       0.4 to 0.5      0   0\n"
        "       0.5 to 0.6      2   2\n"
        "       0.6 to 0.7      0   0\n"
        "       0.7 to 0.8      1   0\n"
        "       0.8 to 0.9      0   0\n"
        "      0.9 or more      1   1\n"
        "              all      5   8\n"
        "reach the cut 0.5      4   3"
    )
    assert "cut" not in shown(show_distributions, SPREAD)[0]


def test_strips_and_cut_stand_where_the_axis_says():
    root = picture(show_distributions, SPREAD, cut=0.35)
    zero, one = place(root, "0.0")[0], place(root, "1.0")[0]
    assert place(root, "cut 0.35")[0] == pytest.approx(
        zero + 0.35 * (one - zero), abs=0.1
    )
    (line,) = (p for p in in_svg(root, "path") if p.get("stroke-dasharray"))
    assert line.get("d").startswith(f"M{place(root, 'cut 0.35')[0]} ")
    strips = [p for p in in_svg(root, "path") if p.get("fill-opacity")]
    for strip, values in zip(strips, SPREAD.values(), strict=True):
        left, base, *rest, _ = map(
            float, re.findall(r"[\d.]+", strip.get("d"))
        )
        steps = list(zip(rest[::2], rest[1::2], strict=True))
        assert len(steps) == 20
        edges = [zero + n / 20 * (one - zero) for n in range(1, 21)]
        assert [x for _, x in steps] == pytest.approx(edges, abs=0.1)
        assert left == pytest.approx(zero, abs=0.1)
        highs = [base - y for y, _ in steps]
        # Equal areas of equal shares: the heights of a strip sum up alike.
        unit = sum(highs) / len(values)
        counts = [high / unit for high in highs]
        assert counts[10] == pytest.approx(values.count(0.5), abs=0.05)
        assert sum(counts[:7]) == pytest.approx(
            sum(v < 0.35 for v in values), abs=0.1
        )
    assert (
        place(root, "4 of 5 reach it")[1] < place(root, "4 of 8 reach it")[1]
    )


def test_strips_of_different_sizes_have_the_same_area():
    series = {"few": [0.5, 0.5], "many": [0.2] * 50 + [0.8] * 50}
    root = picture(show_distributions, series)
    high = []
    for strip in (p for p in in_svg(root, "path") if p.get("fill-opacity")):
        y = [float(v) for v in re.findall(r"V([\d.]+)H", strip.get("d"))]
        high.append(max(y) - min(y))
    assert high[0] == pytest.approx(2 * high[1], abs=0.1)
    assert high[0] > 40
    assert place(root, "2 scores")[0] == place(root, "100 scores")[0]


def test_the_distributions_can_be_read_without_their_picture():
    page = Tags(shown(show_distributions, SPREAD, 0.5)[1])
    assert page.attributes["img"][0]["alt"] == (
        "right: 5 scores from 0.30 to 1.00; 错: 8 scores from -0.20 to 1.30"
    )
    assert "reach the cut 0.543" in page.text


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((None,), "up to six lists of scores"),
        (({},), "up to six lists of scores"),
        (({"a": []},), "up to six lists of scores"),
        (({"a": None},), "up to six lists of scores"),
        (({"a": [None]},), "up to six lists of scores"),
        (({"a": "text"},), "up to six lists of scores"),
        (({str(n): [1] for n in range(7)},), "up to six lists of scores"),
        (({"a": [1]}, "0.5"), "a number as cut, not '0.5'"),
    ],
)
def test_no_scores_is_one_clear_line(args, said):
    with pytest.raises(CourseError, match=said):
        show_distributions(*args)
