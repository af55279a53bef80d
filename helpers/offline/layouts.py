"""Data layouts of a text, brought to plain "label: value" lines.

Read are XML-like tags, Markdown tables, YAML lists, comma-separated tables,
`key=value` pairs, and lines with a date in front.
"""

import re

from helpers.offline.chinese.words import ATTRIBUTE_OF
from helpers.offline.english.values import attribute_of

_LABEL = r"[A-Za-z\u4e00-\u9fff][\w\u4e00-\u9fff '-]{0,24}"
_leaf = re.compile(rf"<({_LABEL})(?: [^<>]*)?>\s*([^<>]+?)\s*</\1\s*>")
_row = re.compile(r"^\s*\|(.+)\|\s*$")
_rule = re.compile(r"[\s:|-]+$")
_heads = frozenset(
    [
        "field",
        "key",
        "attribute",
        "name",
        "property",
        "item",
        "value",
        "字段",
        "属性",
        "项目",
        "键",
    ]
)
_values = frozenset(
    ["value", "values", "content", "details", "值", "内容", "信息"]
)
_list_head = re.compile(rf"^(\s*)(?:[-*] )?({_LABEL})\s*:\s*$")
_LONGEST_ITEM = 4
# Heads of lists of anything, not of one attribute's values.
_CONTAINERS = re.compile(
    r"memor|fact|note|profile|user|info|context|about|know|summary|记忆|信息|"
    r"档案|资料|画像|用户|已知",
    re.IGNORECASE,
)
_list_item = re.compile(r"^(\s*)[-*•]\s+([^:=]+)$")
_date = re.compile(
    r"^(?P<front>\s*[-*•]?\s*)[\[((]?(?P<date>(?:19|20)\d\d[-/.]\d\d?(?:[-/.]"
    r"\d\d?)?)(?:[T ]\d\d:\d\d(?::\d\d)?Z?)?[\]))]?\s*[::,-]?\s+(?=\S)|"
    r"^(?P<front2>\s*[-*•]?\s*)[\[((]?(?P<date2>(?:19|20)\d\d[-/.]\d\d?[-/.]"
    r"\d\d?)[\]))]?\s*[::]\s*(?=\S)"
)
_pairs = re.compile(rf"(?:[\w.]+\.)?{_LABEL}\s*=\s*[^=;,|\n]+")


def plain_lines(text: str) -> str:
    """The text with its data as "label: value" lines, oldest date first."""
    text = _leaf.sub(r"\n\1: \2\n", text)
    lines = _without_lists(text.split("\n"))
    lines = _without_tables(lines)
    lines = [piece for line in lines for piece in _without_pairs(line)]
    return "\n".join(_by_date(lines))


def _without_lists(lines: list[str]) -> list[str]:
    """ "likes:" and the items below it as one line."""
    out: list[str] = []
    at = 0
    while at < len(lines):
        head = _list_head.match(lines[at])
        end = at + 1
        while head and end < len(lines):
            item = _list_item.match(lines[end])
            if (
                not item
                or len(item[1]) < len(head[1])
                or len(item[2].split()) > _LONGEST_ITEM
                or item[2].rstrip()[-1:] in ".。"
            ):
                break
            end += 1
        items = [
            _list_item.match(line)[2].strip() for line in lines[at + 1 : end]
        ]
        if items and not _CONTAINERS.search(head[2]):
            out.append(f"{head[2]}: {', '.join(items)}")
            at = end
        else:
            out.append(lines[at])
            at += 1
    return out


def _without_tables(lines: list[str]) -> list[str]:
    """Rows of two cells, or a row of labels above a row of values."""
    out: list[str] = []
    labels: list[str] = []
    for number, line in enumerate(lines):
        row = _row.match(line)
        if row:
            cells = [cell.strip(" *`") for cell in row[1].split("|")]
        elif (
            re.fullmatch(rf"{_LABEL}(?:\s*,\s*{_LABEL})+", line.strip())
            and (
                not labels and _is_table(line, lines[number + 1 : number + 2])
            )
        ) or (labels and line.count(",") == len(labels) - 1):
            cells = [cell.strip() for cell in line.split(",")]
        else:
            labels = []
            out.append(line)
            continue
        if _rule.match(line):
            continue
        if len(cells) == 2 and row and not labels and not _names(cells[1]):
            if not (
                cells[0].lower() in _heads and cells[1].lower() in _values
            ):
                out.append(f"{cells[0]}: {cells[1]}")
        elif not labels:
            labels = cells
        else:
            out += [f"{a}: {b}" for a, b in zip(labels, cells, strict=False)]
    return out


def _names(label: str) -> bool:
    """Whether a cell names an attribute, and so heads a column."""
    return label in ATTRIBUTE_OF or attribute_of(label)[:3] != "my:"


def _is_table(line: str, below: list[str]) -> bool:
    """Labels with commas between, above as many values."""
    words = line.lower().replace(" ", "").split(",")
    return (
        bool(below)
        and below[0].count(",") == line.count(",")
        and bool({"name", "age", "city", "job", "姓名", "年龄"} & set(words))
    )


def _without_pairs(line: str) -> list[str]:
    """ "user.name=Bob; age=30" as two lines."""
    head = re.match(r"([^:=\n]{2,40}:)\s+(?=[\w.]+\s*=)", line)
    if head:
        return [head[1], *_without_pairs(line[head.end() :])]
    found = _pairs.findall(line)
    if not found or len("".join(found)) < 0.7 * len(line.strip()):
        return [line]
    return [
        re.sub(r"^(?:[\w]+\.)*", "", pair.strip(" -*•")).replace("=", ": ", 1)
        for pair in found
    ]


def _by_date(lines: list[str]) -> list[str]:
    """Dates in front taken away; the dated lines in order of time."""
    dated: list[tuple[str, int, str]] = []
    places = []
    for number, line in enumerate(lines):
        found = _date.match(line)
        if found:
            front = found["front"] or found["front2"] or ""
            date = found["date"] or found["date2"]
            key = "-".join(f"{int(n):04}" for n in re.split(r"[-/.]", date))
            dated.append((key, number, front + line[found.end() :]))
            places.append(number)
    out = list(lines)
    for number, (_, _, line) in zip(places, sorted(dated), strict=True):
        out[number] = line
    return out
