"""What the nodes of a Fedlex act are called, which of them are no law any more, and for which numbers each stands.

Rules 4, 5 and 7 of akn_text. The functions work on the finished text and the nodes as they were opened while writing it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

from pincite.identity.reference import Place
from pincite.jurisdictions.shared.sources.nodes import own_words, trim_with_bodies
from pincite.law.document import Provision, Status
from pincite.text.canonical import SideText

__all__ = ["Node", "pincite_spelling", "provisions_of", "range_members"]

_LATIN = "bis|ter|quater|quinquies|sexies|septies|octies|novies|decies|undecies|duodecies|terdecies|quaterdecies"
_SEGMENT = re.compile(rf"(art|para|lbl|lvl|tit|chap|sec|part|annex)_([0-9]{{1,5}})?([A-Za-z])?({_LATIN})\Z")
_JOLUX_ARTICLE = re.compile(r"art_([0-9]{1,5})([a-z])\Z")
_RANGE = re.compile(rf"([0-9]{{1,4}})((?:_[a-z])?(?:_(?:{_LATIN}))?)_([0-9]{{1,4}})((?:_[a-z])?(?:_(?:{_LATIN}))?)\Z")
_DASH = re.compile(r"[-\u2010-\u2015]|\bbis\b|\bà\b|\ba\b|\bto\b|\bfin\b")
_REPEALED = re.compile(r"aufgehoben|abrog[ée]|abrogat|repealed|\babol|\baboliu", re.IGNORECASE)
_OMITTED = re.compile(
    r"gegenstandslos|sans objet|priv[oaie] d.oggetto|bleibt .{0,60}leer|ohne inhalt|sans contenu|priv[oa] di contenuto"
    r"|nicht verwendet|has no provision",
    re.IGNORECASE,
)
_PENDING = re.compile(
    r"später\w* zeitpunkt in kraft|en vigueur ultérieurement|in vigore (?:in un secondo tempo|ulteriormente|più tardi)",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w")
_NO_LAW = ("heading", "text", "preface", "preamble", "annex", "marginal", "level")
# the text itself says «Abrogés» or «Noch nicht in Kraft (AS 2018 4017).» and nothing else
_AND_NOTHING_ELSE = r"(?:\s{0,3}[(\[][^()\[\]]{0,80}[)\]])?\W{0,3}\Z"
_SAYS_ONLY_REPEALED = re.compile(
    rf"\W{{0,3}}(?:aufgehoben|abrogée?s?|abrogat[oaie]|repealed){_AND_NOTHING_ELSE}", re.IGNORECASE
)
_SAYS_ONLY_PENDING = re.compile(
    r"\W{0,3}(?:noch nicht in kraft|pas encore en vigueur|non ancora in vigore|not yet in force)" + _AND_NOTHING_ELSE,
    re.IGNORECASE,
)
# «3 et 4 …»: the paragraph stands for two
_JOINED = re.compile(rf"\A(et|und|e|ed|and|–|-|à|bis|a)\s{{0,3}}([0-9]{{1,3}})\s?({_LATIN})?\s{{0,3}}(?=…|\.\.\.|\Z)")
_PRINTED_NUMBER = re.compile(r"([0-9]{1,3})\.(?=[\s\u2002]|\Z)")
_NO_WORDS = frozenset(("", "…", "...", "....", "…."))


@dataclass(slots=True)
class Node:
    """A provision being written: mutable until the whole text is known."""

    eid: str
    kind: str
    start: int
    parent: int | None
    path: str
    block: bool = False
    publisher_id: str | None = None
    label: str = ""
    heading: str = ""
    label_span: tuple[int, int] = (0, 0)
    heading_spans: list[tuple[int, int]] = field(default_factory=list)
    end: int = 0
    body_start: int = 0
    url: str = ""
    members: tuple[str, ...] = ()


def pincite_spelling(eid: str) -> str:
    """A Fedlex eId as references write it: rule 4."""
    return "/".join(_spell_segment(segment) for segment in eid.split("/"))


def _spell_segment(segment: str) -> str:
    found = _SEGMENT.match(segment)
    if found and (found[2] or found[3]):
        return "_".join(part for part in found.groups() if part)
    found = _JOLUX_ARTICLE.match(segment)
    return f"art_{found[1]}_{found[2]}" if found else segment


def range_members(eid: str, label: str) -> tuple[str, ...]:
    """The places one node stands for: `art_37_39` with «Art. 37–39» is `art_37`, `art_38`, `art_39`; else nothing.

    Between the ends lie whole numbers, and letters where both ends have the same number; a list («370 und 372») has only
    its ends.
    """
    head, slash, last = eid.rpartition("/")
    kind, _, number = last.partition("_")
    found = _RANGE.match(number) if kind in ("art", "para") else None
    if found is None:
        return ()
    first, first_suffix, end, end_suffix = int(found[1]), found[2], int(found[3]), found[4]
    names = [f"{first}{first_suffix}"]
    if _DASH.search(label):
        if first == end and len(first_suffix) == len(end_suffix) == 2:
            names += [f"{first}_{chr(code)}" for code in range(ord(first_suffix[1]) + 1, ord(end_suffix[1]))]
        elif first < end <= first + 400:
            names += [str(number) for number in range(first + 1, end)]
            if end_suffix:
                names.append(str(end))
    names.append(f"{end}{end_suffix}")
    return tuple(f"{head}{slash}{kind}_{name}" for name in names)


def provisions_of(nodes: list[Node], text: str, sides: tuple[SideText, ...]) -> tuple[Provision, ...]:
    """The nodes as provisions of the finished text."""
    trim_with_bodies(nodes, text)
    for node in nodes:
        node.label = text[slice(*node.label_span)].strip()
        node.heading = " ".join(text[start:end].strip() for start, end in node.heading_spans)
    _number_subdivisions(nodes)
    for node in nodes:
        if node.kind in ("article", "paragraph"):
            node.members = range_members(node.eid, node.label)
    return tuple(_provisions(nodes, text, _statuses(nodes, text, sides)))


def _statuses(nodes: list[Node], text: str, sides: tuple[SideText, ...]) -> dict[int, Status]:
    """The nodes that are no law any more, by their index (rule 7)."""
    patterns: tuple[tuple[Status, re.Pattern[str]], ...] = (("repealed", _REPEALED), ("omitted", _OMITTED))
    said = {
        status: [side.at for side in sides if side.kind == "note" and pattern.search(side.text)]
        for status, pattern in patterns
    }
    children: dict[int, list[int]] = {}
    for index, node in enumerate(nodes):
        if node.parent is not None:
            children.setdefault(node.parent, []).append(index)
    found: dict[int, Status] = {}
    for index in range(len(nodes) - 1, -1, -1):
        node = nodes[index]
        if node.kind in _NO_LAW[:5]:
            continue
        below = children.get(index, [])
        words = own_words(node, (nodes[child] for child in below), text).strip()
        if below:
            live = [child for child in below if child not in found and nodes[child].kind != "heading"]
            gone = [found[child] for child in below if child in found]
            if words in _NO_WORDS and not live and gone:
                found[index] = gone[0]
            continue
        joined = _JOINED.match(words)
        if joined:
            words = words[joined.end() :].strip()
        if _SAYS_ONLY_REPEALED.match(words):
            found[index] = "repealed"
        elif _SAYS_ONLY_PENDING.match(words):
            found[index] = "pending"
        elif not _WORD.search(words):
            # a footnote behind the label may stand on the next line
            end = node.end + len(text[node.end : node.end + 3]) - len(text[node.end : node.end + 3].lstrip())
            status = next((status for status, places in said.items() if _any_in(places, node.start, end)), None)
            if status is None and node.kind not in _NO_LAW and _is_labelled(node):
                status = _silent(node)
            if status is not None:
                found[index] = status
    return found


def _is_labelled(node: Node) -> bool:
    """Whether label and heading are not the node's words: a list with dashes has its words in the label."""
    return not node.label.startswith(("–", "-", "—")) and bool(node.label or not node.heading)


def _any_in(places: list[int], start: int, end: int) -> bool:
    first = bisect_left(places, start)
    return first < len(places) and places[first] <= end


def _silent(node: Node) -> Status:
    """What a unit without words is of which no footnote says that it was repealed or is empty.

    Its heading may say it («Gegenstandslos»). Otherwise its words stand elsewhere («Die Änderungen können unter AS …
    konsultiert werden»), or a copy lost them: nothing is known of it, and it is not shown as law in force.
    """
    patterns: tuple[tuple[Status, re.Pattern[str]], ...] = (
        ("pending", _PENDING),
        ("repealed", _SAYS_ONLY_REPEALED),
        ("omitted", _OMITTED),
    )
    for status, pattern in patterns:
        if pattern.search(node.heading):
            return status
    return "not_applicable"


def _number_subdivisions(nodes: list[Node]) -> None:
    """Rename `art_196/subdiv_u14` and what is in it to `art_196/lbl_14`, as it is cited.

    The number is printed at the beginning of some headings only. An unprinted one is believed where the subdivisions
    between the printed numbers around it are as many as the numbers between them; elsewhere Fedlex's id stays.
    """
    siblings: dict[int, list[int]] = {}
    for index, node in enumerate(nodes):
        if node.kind == "subdivision" and node.parent is not None:
            siblings.setdefault(node.parent, []).append(index)
    numbers: dict[int, int] = {}
    for members in siblings.values():
        printed = [(-1, 0)]
        for position, index in enumerate(members):
            found = _PRINTED_NUMBER.match(nodes[index].heading)
            if found:
                nodes[index].label = found[1]
                printed.append((position, int(found[1])))
        for (left, low), (right, high) in pairwise(printed):
            numbers[members[right]] = high
            if right - left == high - low:
                numbers |= {members[left + step]: low + step for step in range(1, right - left)}
    renamed: dict[int, tuple[str, str]] = {}
    for index, node in enumerate(nodes):
        if index in numbers:
            above = nodes[node.parent].eid if node.parent is not None else ""
            renamed[index] = (node.eid, f"{above}/lbl_{numbers[index]}")
        elif node.parent in renamed:
            renamed[index] = renamed[node.parent]
        if index in renamed:
            old, new = renamed[index]
            if node.eid == old or node.eid.startswith(old + "/"):
                node.eid = new + node.eid[len(old) :]


def _provisions(nodes: list[Node], text: str, statuses: dict[int, Status]) -> Iterator[Provision]:
    """The nodes as provisions, with the members of ranges behind the node that holds them all."""
    ordinals: Counter[str] = Counter()
    moved: dict[int, int] = {}
    position = 0
    for index, node in enumerate(nodes):
        moved[index] = position
        made = Provision(
            eid=Place(node.eid),
            kind=node.kind,
            start=node.start,
            end=node.end,
            label=node.label,
            heading="" if node.heading in _NO_WORDS else node.heading,
            parent=None if node.parent is None else moved[node.parent],
            block=node.block and node.end > node.start,
            path=node.path,
            publisher_id=node.publisher_id,
            status=statuses.get(index, "in_force"),
            ordinal=ordinals[node.eid],
            url=node.url,
        )
        ordinals[node.eid] += 1
        position += 1
        yield made
        for member in node.members or _joined_members(node, text):
            if member == node.eid:
                continue
            yield replace(
                made, eid=Place(member), kind="range_member", parent=moved[index], block=False, ordinal=ordinals[member]
            )
            ordinals[member] += 1
            position += 1


def _joined_members(node: Node, text: str) -> tuple[str, ...]:
    """«3 et 4 …»: the paragraph `para_3` stands for `para_4` too."""
    found = _JOINED.match(text[node.body_start : node.end].strip()) if node.kind == "paragraph" else None
    number = re.fullmatch(r"(.*/para_)([0-9]{1,3})((?:_[a-z]+)?)", node.eid) if found else None
    if found is None or number is None:
        return ()
    first, last = int(number[2]), int(found[2])
    latin = f"_{found[3]}" if found[3] else ""
    between = range(first + 1, last) if found[1] not in ("et", "und", "e", "ed", "and") else range(0)
    return (*(f"{number[1]}{n}" for n in between), f"{number[1]}{last}{latin}")
