"""A Swiss decision from the lines of its text, whatever wrapped them: canonical text, tree, side channels.

Keeps true:
1. Canonical text is the decision's words. Lines of one paragraph are joined by a space, paragraphs and numbered parts
   stand on lines of their own; hyphens at line ends, no-break spaces inside lines and letter-spaced headings stay as
   published. White space and no-break spaces at the ends of lines are layout.
2. Page marks, running heads, notes at the foot of a page, lists of contents, and text of neighbouring decisions that a
   collection prints on the same page are side channels (`page`, `furniture`, `note`, `contents`, `other_decision`,
   `abstract`), anchored where they stood.
3. Blocks tile the text: a numbered part without parts below is a block; one that has some is a node spanning them all,
   and its own words before the first (its number, its heading) are a block `<place>/intro`, of kind `intro`. So
   `consid_2` spans E. 2 with all of 2.1, 2.2 …, and every character lies in exactly one block.
4. Who speaks: the zone says (headnote, facts, reasoning, order). Inside a reasoning, sentences that report a party's
   submission or the court below are nodes of kind `passage` (no blocks) with that role; where all of a block is such a
   report, the block has the role. What a decision does not show stays `unknown`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from pincite.findings import Finding
from pincite.formats.plain_text import Line, cut
from pincite.identity.reference import Place
from pincite.jurisdictions.ch.sources.decision_neighbours import set_neighbours_aside
from pincite.jurisdictions.ch.sources.decision_outline import Mark, Outline, outline_of
from pincite.jurisdictions.ch.sources.decision_rows import Row, rows_of
from pincite.jurisdictions.ch.sources.decision_speakers import reported
from pincite.jurisdictions.ch.sources.decision_words import words
from pincite.law.document import Provision
from pincite.text.canonical import SideText, SourceMap, TextBuilder

__all__ = ["DecisionText", "parse_decision"]


@dataclass(frozen=True, slots=True)
class DecisionText:
    """What a decision's text shows of itself.

    Attributes:
        text, source_map, sides, provisions, findings: as in `Document`.
        head: the rows before facts, reasoning and order, as `plain` lines: where docket, date and court stand.
        extract: whether the text is printed in part.
        numbered: how many considerations (or paragraphs numbered through) were found.

    """

    text: str
    source_map: SourceMap
    sides: tuple[SideText, ...]
    provisions: tuple[Provision, ...]
    findings: tuple[Finding, ...]
    head: tuple[str, ...]
    extract: bool
    numbered: int


def parse_decision(
    lines: Sequence[Line],
    *,
    language: str,
    encoding: str = "utf-8",
    own_bge: tuple[str, str, str] | None = None,
    docket: str = "",
    court_names: Sequence[str] = (),
    asides: Mapping[int, tuple[str, str]] | None = None,
) -> DecisionText:
    """Parse the lines of a decision.

    Args:
        lines: its text, furniture of pages included.
        language: de, fr or it (another has no lexicon of speakers).
        encoding: of the file the lines come from.
        own_bge: volume, part, first page of a reported decision, so that its page marks are known.
        docket: its number, by which it is told from neighbours printed on the same page.
        court_names: names of the deciding court, which is not a court below.
        asides: lines that belong to the page by the format's own marks: index -> (kind, label).

    """
    rows = rows_of(lines, words(), own_bge=own_bge, encoding=encoding, asides=asides)
    findings = set_neighbours_aside(rows, words(), docket)
    outline = outline_of(rows, words())
    _keep_lines(rows, outline.marks)
    emitted = _Emission(rows, outline.marks, encoding).run()
    text, source_map, sides = emitted.builder.finish()
    provisions = _with_ordinals(_with_passages(emitted.nodes, text, language, court_names))
    return DecisionText(
        text=text,
        source_map=source_map,
        sides=sides,
        provisions=tuple(provisions),
        findings=(*findings, *outline.findings),
        head=_head(rows, outline),
        extract=outline.extract,
        numbered=outline.numbered,
    )


def _head(rows: Sequence[Row], outline: Outline) -> tuple[str, ...]:
    """The rows of the decision's head: up to the facts, the reasoning or the order."""
    end = min((mark.row for mark in outline.marks if mark.kind in ("facts", "reasons", "order")), default=len(rows))
    numbered = min((mark.row for mark in outline.marks if mark.kind == "paragraph"), default=len(rows))
    return tuple(row.plain for row in rows[: min(end, numbered)] if not row.aside)


def _keep_lines(rows: Sequence[Row], marks: Sequence[Mark]) -> None:
    """The lines of a head and of the signatures are lines, not paragraphs that were wrapped."""
    zones = [mark for mark in marks if mark.depth == 1]
    for zone, end in zip(zones, [*(mark.row for mark in zones[1:]), len(rows)], strict=False):
        if zone.kind in ("head", "closing"):
            for row in rows[zone.row : end]:
                row.begins = True


@dataclass(slots=True)
class _Node:
    mark: Mark
    start: int
    end: int = -1
    parent: int | None = None
    children: bool = False


@dataclass(slots=True)
class _Emission:
    """Writes the rows to a canonical text and turns marks into nodes on the way."""

    rows: Sequence[Row]
    marks: Sequence[Mark]
    encoding: str
    builder: TextBuilder = field(init=False)
    nodes: list[_Node] = field(default_factory=list)
    stack: list[int] = field(default_factory=list)
    written: int = 0  # code points up to the end of the last character of text

    def __post_init__(self) -> None:
        self.builder = TextBuilder(encoding=self.encoding)

    def run(self) -> _Emission:
        waiting = list(self.marks)
        for index, row in enumerate(self.rows):
            here = []
            while waiting and waiting[0].row == index:
                here.append(waiting.pop(0))
            if row.aside:
                self.open_all(here)
                self.aside(row)
            else:
                self.row(row, here)
        while self.stack:
            self.close()
        self.nodes = _settled(self.nodes)
        return self

    def aside(self, row: Row) -> None:
        pieces = [piece for part in row.parts for piece in part.pieces]
        self.builder.side(row.aside, pieces, row.label)

    def row(self, row: Row, marks: Sequence[Mark]) -> None:
        if row.begins and not marks:
            self.break_line()
        breaks = sorted({mark.column for mark in marks} | {0})
        ends = [*breaks[1:], None]
        for start, end in zip(breaks, ends, strict=True):
            opened = [mark for mark in marks if mark.column == start]
            if opened:
                self.open_all(opened)
            elif start == 0 and not row.begins and self.written:
                self.builder.space()
            self.write(row, start, end)

    def write(self, row: Row, start: int, end: int | None) -> None:
        """Write the characters `[start, end)` of a row's text, and the page marks among them."""
        column = 0
        for part in row.parts:
            if part.aside:
                if start <= column and (end is None or column < end):
                    self.builder.side(part.aside, part.pieces, part.label)
                    if column:
                        self.builder.space()  # white space stood on one side of the mark at least
                continue
            length = sum(len(piece.text) for piece in part.pieces)
            first = max(start - column, 0)
            last = length if end is None else min(end - column, length)
            if first < last:
                self.builder.write_all(cut(part.pieces, first, last, encoding=self.encoding))
                self.written = self.builder.position
            column += length

    def break_line(self) -> None:
        self.builder.break_line()

    def open_all(self, marks: Sequence[Mark]) -> None:
        for mark in marks:
            self.open(mark)

    def open(self, mark: Mark) -> None:
        while self.stack and self.nodes[self.stack[-1]].mark.depth >= mark.depth:
            self.close()
        self.break_line()
        position = self.builder.position
        parent = self.stack[-1] if self.stack else None
        if parent is not None:
            above = self.nodes[parent]
            if not above.children and self.written > above.start:
                self.intro(parent)
            above.children = True
        self.nodes.append(_Node(mark, position, parent=parent))
        self.stack.append(len(self.nodes) - 1)

    def intro(self, parent: int) -> None:
        """The words of a part before the first part below it."""
        above = self.nodes[parent]
        mark = replace(above.mark, eid=f"{above.mark.eid}/intro", kind="intro", label="")
        self.nodes.append(_Node(mark, above.start, self.written, parent=parent))

    def close(self) -> None:
        node = self.nodes[self.stack.pop()]
        node.end = max(self.written, node.start)


def _settled(nodes: list[_Node]) -> list[_Node]:
    """The nodes that hold text, with the indexes of their parents set right."""
    kept: list[_Node] = []
    new_index: dict[int, int] = {}
    for index, node in enumerate(nodes):
        if node.end > node.start:
            node.parent = new_index.get(node.parent) if node.parent is not None else None
            new_index[index] = len(kept)
            kept.append(node)
    return kept


def _with_passages(nodes: Sequence[_Node], text: str, language: str, court_names: Sequence[str]) -> list[Provision]:
    """The provisions; below each block of reasoning, the passages in which somebody else is reported (rule 4)."""
    provisions: list[Provision] = []
    index_of: dict[int, int] = {}
    for number, node in enumerate(nodes):
        mark = node.mark
        path = _path(nodes, node)
        block = not node.children
        parent = index_of[node.parent] if node.parent is not None else None
        index_of[number] = len(provisions)
        provision = Provision(
            eid=Place(mark.eid),
            kind=mark.kind,
            start=node.start,
            end=node.end,
            label=mark.label,
            parent=parent,
            block=block,
            path=path,
            status="not_applicable",
            role=mark.role,
        )
        court_speaks = mark.role == "reasoning" and mark.eid != "reasons/intro"
        passages = reported(text[node.start : node.end], language, court_names) if block and court_speaks else []
        if not passages:
            provisions.append(provision)
            continue
        whole = [found for found in passages if found.whole]
        provisions.append(replace(provision, role=whole[0].role) if whole else provision)
        for count, found in enumerate([] if whole else passages, 1):
            provisions.append(
                Provision(
                    eid=Place(f"{mark.eid}/p_{count}"),
                    kind="passage",
                    start=node.start + found.start,
                    end=node.start + found.end,
                    parent=index_of[number],
                    path=f"{path} {mark.eid}".strip(),
                    status="not_applicable",
                    role=found.role,
                )
            )
    return provisions


def _path(nodes: Sequence[_Node], node: _Node) -> str:
    above: list[str] = []
    parent = node.parent
    while parent is not None:
        above.append(nodes[parent].mark.eid)
        parent = nodes[parent].parent
    return " ".join(reversed(above))


def _with_ordinals(provisions: Sequence[Provision]) -> list[Provision]:
    """Number the repetitions of a place under one container, so that each has a key of its own."""
    seen: dict[tuple[str, str], int] = {}
    found: list[Provision] = []
    for provision in provisions:
        key = (provision.path, str(provision.eid))
        ordinal = seen.get(key, 0)
        seen[key] = ordinal + 1
        found.append(replace(provision, ordinal=ordinal) if ordinal else provision)
    return found
