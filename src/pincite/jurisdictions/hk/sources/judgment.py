"""From the lines of a judgment to its document: blocks, lists, quotations, who speaks.

Keeps true:
1. Blocks, in order: `head` (the title page), headings `h_1` …, numbered paragraphs `para_45`, unnumbered passages
   `u_1` …, `tail` (signatures, representation). A paragraph holds its lists, quotations and the headings inside it.
2. Only what the layout or the words show is called a quotation, a submission, an order; the rest is `unknown`.
3. Footnote marks and footnotes are side texts; a note is anchored where its mark stands.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pincite.jurisdictions.hk.sources.lines import Gap, Line, Side, starts_as, trimmed
from pincite.jurisdictions.shared.sources.nodes import Provisions
from pincite.law.document import Provision, Role
from pincite.text.canonical import Piece, SideText, SourceMap, TextBuilder

__all__ = ["Assembled", "assemble"]

_LABEL = re.compile(r"[(（]\s*([0-9]{1,3}|[ivxl]{1,7}|[A-Z]{1,2}|[a-z]{1,2})\s*[)）]")
_OPENS = re.compile(r"[“«「『\"]")
_CLOSES = re.compile(
    r"[”»」』\"][\s.;,:)）\]。；，]*(?:\[[^\]]{0,60}\]|\([^)]{0,80}\)|（[^）]{0,80}）)?[\s.;,。；，]*\Z"
)
_ROMAN = re.compile(r"[ivxl]+\Z")
_HEADING_ROLES: tuple[Role, ...] = ("dissent", "court_below", "submission", "facts", "order", "reasoning")


@dataclass(frozen=True, slots=True)
class Assembled:
    """Text, map, tree and side texts of a judgment."""

    text: str
    source_map: SourceMap
    provisions: tuple[Provision, ...]
    sides: tuple[SideText, ...]


@dataclass(slots=True)
class _Node:
    eid: str
    kind: str
    start: int
    label: str = ""
    heading: str = ""
    parent: int | None = None
    block: bool = False
    publisher_id: str | None = None
    role: Role = "unknown"
    url: str = ""
    end: int = -1


def assemble(head: Sequence[Line], body: Sequence[Line], tail: Sequence[Line], *, url: str, encoding: str) -> Assembled:
    """Build the document's text from its three parts; `url` is the judgment's address, "" when unknown."""
    return _Assembly(url, encoding).run(head, body, tail)


class _Assembly:
    def __init__(self, url: str, encoding: str) -> None:
        self.builder = TextBuilder(encoding=encoding)
        self.url = url
        self.nodes: list[_Node] = []
        self.block: int | None = None  # the open block
        self.lists: list[tuple[str, str, int]] = []  # open list levels: style, last label, node
        self.quotation: int | None = None  # the open quotation
        self.quotation_by_layout = False
        self.role: Role = "unknown"
        self.role_of_judge: Role = "unknown"
        self.since_judge = 9  # paragraphs since a judge's own heading
        self.counts: Counter[str] = Counter()
        self.note_open = ""
        self.marks: dict[str, int] = {}

    def run(self, head: Sequence[Line], body: Sequence[Line], tail: Sequence[Line]) -> Assembled:
        self.whole("head", "head", head)
        numbered = any(line.number for line in body)
        for index, line in enumerate(body):
            if self.side_line(line):
                continue
            if line.number:
                self.paragraph(line)
            elif line.kind == "heading":
                self.heading(line, body, index)
            elif self.in_paragraph and numbered:
                self.inside(line)
            else:
                self.unnumbered(line)
        self.close_block()
        self.whole("tail", "signatures", tail)
        self.close_note()
        text, source_map, sides = self.builder.finish()
        return Assembled(text, source_map, self.provisions(), tuple(self.anchored(sides)))

    # ---- writing

    def write(self, line: Line) -> tuple[int, int]:
        """Write a line on a line of its own; its span."""
        self.close_note()
        self.builder.break_line()
        start = self.builder.position
        self.write_parts(trimmed(line.parts))
        return start, self.builder.position

    def write_parts(self, parts: Iterable[Piece | Gap | Side]) -> None:
        for part in parts:
            if isinstance(part, Piece):
                self.builder.write(part)
            elif isinstance(part, Side):
                if part.kind == "note_mark":
                    self.marks.setdefault(part.label, self.builder.position)
                self.builder.side(part.kind, part.pieces, part.label)
            elif part.kind == "break":
                self.builder.break_line()
            else:
                self.builder.space()

    def side_line(self, line: Line) -> bool:
        """Write a line that is no text of the judgment to its side channel; whether it is one."""
        if line.kind == "note":
            if self.note_open != line.side:
                self.close_note()
                self.note_open = line.side
                self.builder.open_side("note", line.side)
            else:
                self.builder.break_line()
            for part in line.parts:
                if isinstance(part, Side) and part.kind == "note_number":
                    self.builder.write_all(part.pieces)
                elif isinstance(part, Side):
                    self.builder.side(part.kind, part.pieces, part.label)
                elif isinstance(part, Piece):
                    self.builder.write(part)
                else:
                    self.builder.space()
            return True
        if line.kind == "side":
            self.close_note()
            pieces = [piece for part in line.parts for piece in _pieces(part)]
            self.builder.side(line.side or "furniture", pieces)
            return True
        return not line.text and not any(isinstance(part, Side) for part in line.parts)

    def close_note(self) -> None:
        if self.note_open:
            self.builder.close_side()
            self.note_open = ""

    # ---- blocks

    @property
    def in_paragraph(self) -> bool:
        return self.block is not None and self.nodes[self.block].kind in ("paragraph", "unnumbered")

    def close_block(self) -> None:
        if self.block is not None:
            for node in self.nodes[self.block :]:
                if node.end < 0:
                    node.end = self.builder.position
        self.block = None
        self.lists.clear()
        self.quotation = None

    def open(self, node: _Node) -> int:
        self.nodes.append(node)
        return len(self.nodes) - 1

    def whole(self, eid: str, kind: str, lines: Sequence[Line]) -> None:
        """A block of all these lines."""
        start: int | None = None
        for line in lines:
            if self.side_line(line):
                continue
            begun, _ = self.write(line)
            if start is None:
                start = begun
        if start is not None and self.builder.position > start:
            self.nodes.append(_Node(eid, kind, start, block=True, end=self.builder.position))

    def paragraph(self, line: Line) -> None:
        self.close_block()
        start, _ = self.write(line)
        self.block = self.open(
            _Node(
                f"para_{line.number}",
                "paragraph",
                start,
                label=f"{line.number}.",
                block=True,
                publisher_id=line.anchor or None,
                role=self.role,
                url=f"{self.url}#{line.anchor}" if self.url and line.anchor else "",
            )
        )
        # a judge who dissents says so at the beginning of his own part
        self.since_judge += 1
        if self.since_judge <= 2 and starts_as("dissent", line.text):
            self.role = self.role_of_judge = "dissent"
            self.nodes[self.block].role = "dissent"

    def unnumbered(self, line: Line) -> None:
        self.close_block()
        start, end = self.write(line)
        if end == start:
            return
        self.counts["u"] += 1
        role: Role = self.role
        if _is_quotation(line):
            role = "quoted_authority"
        self.block = self.open(_Node(f"u_{self.counts['u']}", "unnumbered", start, block=True, role=role))

    def heading(self, line: Line, body: Sequence[Line], index: int) -> None:
        text = line.text
        judge = starts_as("judge_heading", text)
        if self.in_paragraph and not judge and _list_follows(body, index):
            self.inner_heading(line)
            return
        below_heading = self.block is None and bool(self.nodes) and self.nodes[-1].kind == "heading"
        self.close_block()
        start, end = self.write(line)
        self.counts["h"] += 1
        kind = "judge_heading" if judge else "heading"
        self.nodes.append(_Node(f"h_{self.counts['h']}", kind, start, heading=text, block=True, end=end))
        bare = re.sub(r"^(?:\(?[0-9A-Za-z]{1,4}[.)]|[A-Z]{1,2}\d{0,2}|[IVXL]+\.?)\s+", "", text)
        if judge:
            self.since_judge = 0
            self.role_of_judge = "dissent" if "dissent" in text.lower() else "unknown"
            self.role = self.role_of_judge
        else:
            found = _role_of_heading(text) or _role_of_heading(bare)
            # a heading right below another is a part of it
            self.role = found or (self.role if below_heading else self.role_of_judge)

    # ---- inside a paragraph

    def inner_heading(self, line: Line) -> None:
        assert self.block is not None
        self.close_inner(quotation=True, lists=True)
        start, end = self.write(line)
        above = self.nodes[self.block]
        self.counts[above.eid] += 1
        eid = f"{above.eid}_h{self.counts[above.eid]}"
        self.nodes.append(
            _Node(eid, "heading", start, heading=line.text, parent=self.block, role=above.role, end=end),
        )

    def inside(self, line: Line) -> None:
        """A line that belongs to the open paragraph: part of a quotation, of a list, or its own words going on."""
        assert self.block is not None
        text = line.text
        if self.quotation is not None and self.quotation_by_layout and not (line.quoted or line.quote_class):
            self.close_inner(quotation=True)
        if self.quotation is not None:
            self.write(line)
            if _closes(text):
                self.close_inner(quotation=True)
            return
        if _is_quotation(line):
            start, _ = self.write(line)
            parent = self.lists[-1][2] if self.lists else self.block
            self.counts[f"{self.nodes[parent].eid}_q"] += 1
            count = self.counts[f"{self.nodes[parent].eid}_q"]
            eid = f"{self.nodes[parent].eid}_q{count}"
            node = _Node(eid, "quotation", start, parent=parent, role="quoted_authority")
            self.quotation = self.open(node)
            self.quotation_by_layout = line.quoted or line.quote_class
            if _closes(text) or (line.quote_class and not _OPENS.match(text)):
                self.close_inner(quotation=True)
            return
        label = _LABEL.match(text)
        if label:
            self.item(line, label.group(1))
            return
        if self.lists and not line.quoted:
            self.close_inner(lists=True)
        self.write(line)

    def item(self, line: Line, label: str) -> None:
        """A list item; it ends the items it does not lie in."""
        depth = self.level_of(label)
        position = self.builder.position
        for _, _, index in self.lists[depth:]:
            self.nodes[index].end = position
        del self.lists[depth:]
        start, _ = self.write(line)
        parent = self.lists[-1][2] if self.lists else self.block
        assert parent is not None
        above = self.nodes[parent]
        node = _Node(f"{above.eid}_{label}", "subparagraph", start, label=f"({label})", parent=parent, role=above.role)
        self.lists.append((_style(label, self.lists[depth - 1] if depth else None), label, self.open(node)))

    def level_of(self, label: str) -> int:
        """How many open levels a label leaves open."""
        for depth in range(len(self.lists) - 1, -1, -1):
            style, last, _ = self.lists[depth]
            if _follows(style, last, label):
                return depth
        if label in ("1", "a", "i", "A", "I"):
            return len(self.lists)
        return max(len(self.lists) - 1, 0)

    def close_inner(self, *, quotation: bool = False, lists: bool = False) -> None:
        position = self.builder.position
        if quotation and self.quotation is not None:
            self.nodes[self.quotation].end = position
            self.quotation = None
        if lists:
            for _, _, index in self.lists:
                self.nodes[index].end = position
            self.lists.clear()

    # ---- the end

    def provisions(self) -> tuple[Provision, ...]:
        provisions = Provisions()
        for node in self.nodes:
            provisions.add(
                node,
                label=node.label,
                heading=node.heading,
                block=node.block,
                status="not_applicable",
                role=node.role,
            )
        return tuple(provisions.made)

    def anchored(self, sides: tuple[SideText, ...]) -> list[SideText]:
        """Footnotes at the place of their marks."""
        moved = [
            replace(side, at=self.marks[side.label]) if side.kind == "note" and side.label in self.marks else side
            for side in sides
        ]
        return sorted(moved, key=lambda side: side.at)


def _pieces(part: Piece | Gap | Side) -> tuple[Piece, ...]:
    if isinstance(part, Piece):
        return (part,)
    return part.pieces if isinstance(part, Side) else ()


def _is_quotation(line: Line) -> bool:
    """Whether a line begins a quotation that stands on lines of its own."""
    text = line.text
    if line.quote_class:
        return True
    if not _OPENS.match(text):
        return False
    # a sentence that merely begins with a quoted word is not one
    closing = re.search(r"[”»」』]", text)
    return not (closing and len(text) - closing.end() > 40) or line.quoted


def _closes(text: str) -> bool:
    """Whether a line ends with a closing quotation mark, a source in brackets after it left aside."""
    return bool(_CLOSES.search(text[-200:]))


def _list_follows(body: Sequence[Line], index: int) -> bool:
    """Whether the next line with text is an item of a list, so that a heading before it stands inside a paragraph."""
    for line in body[index + 1 :]:
        if line.kind in ("note", "side") or not line.text:
            continue
        return not line.number and line.kind != "heading" and bool(_LABEL.match(line.text))
    return False


def _role_of_heading(text: str) -> Role | None:
    for role in _HEADING_ROLES:
        if starts_as(f"role_{role}", text):
            return role
    return None


def _style(label: str, above: tuple[str, str, int] | None) -> str:
    """digits, roman, alpha or upper; «i» is roman unless it goes on an alphabet."""
    if label.isdigit():
        return "digits"
    if label.isupper():
        return "upper"
    if _ROMAN.match(label) and not (label in ("l", "x", "v") and above is not None and above[0] == "alpha"):
        return "roman"
    return "alpha"


def _follows(style: str, last: str, label: str) -> bool:
    """Whether `label` is the next one after `last` in a list of this style."""
    if style == "digits":
        return label.isdigit() and int(label) == int(last) + 1
    if style == "roman":
        return _roman(label) == _roman(last) + 1 > 1
    if len(last) == 1 == len(label):
        return ord(label) == ord(last) + 1
    return len(label) == 2 and last in ("z", "Z") and label in ("aa", "AA")


def _roman(label: str) -> int:
    values = {"i": 1, "v": 5, "x": 10, "l": 50}
    if not _ROMAN.match(label):
        return 0
    total = 0
    for here, following in zip(label, label[1:] + " ", strict=True):
        value = values[here]
        total += -value if values.get(following, 0) > value else value
    return total
