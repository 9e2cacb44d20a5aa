"""From the parts of an act to canonical text and a tree of provisions.

Keeps true:
1. Each printed unit stands on a line of its own and begins with its printed label: «Article 6», «1. Processing …»,
   «(a) the …». White space between label and words, no-break spaces too, is one space.
2. Blocks are articles, recitals, citations, formulas, headings, and in an annex its top-level points, paragraphs and
   tables. Below: paragraphs `par_1`, subparagraphs `sub_2` (where there are several), points `pnt_a`, indents `idt_1`.
   A point is named below its paragraph (`art_6/par_1/pnt_a`), and below its subparagraph (`…/sub_2/pnt_a`) only where
   several subparagraphs of the paragraph have a point with that label.
3. What lies in a deleted range goes to the side channel `deleted`, with its lines. A unit in it is a node without text;
   where a unit in force has the same number, the deleted one is no node. Text of such a unit behind the end of the range
   (a file with a stray end) is in force: a block that repeats the number.
4. Quoted text (`quo_1`) is written as printed and holds no provision of this act.
5. A paragraph of an unlabelled run begins a new subparagraph unless it goes on a sentence after a list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pincite.findings import Finding
from pincite.jurisdictions.eu.sources.labels import annex_number, article_number, division, is_dash, number
from pincite.jurisdictions.eu.sources.nodes import Node, Range, provisions_of
from pincite.jurisdictions.eu.sources.parts import (
    BLANK,
    Amendment,
    Annex,
    Article,
    Aside,
    Block,
    Division,
    Flow,
    Group,
    Item,
    Line,
    Mark,
    Part,
    Quoted,
    Recital,
    Table,
    Token,
    is_blank,
    plain,
    text_of,
)
from pincite.law.document import Provision
from pincite.text.canonical import Piece, SideText, SourceMap, TextBuilder

__all__ = ["ActText", "write_act"]

_GOES_ON = "—–-;,.)…"


@dataclass(frozen=True, slots=True)
class ActText:
    """What the parts of an act became."""

    text: str
    source_map: SourceMap
    sides: tuple[SideText, ...]
    provisions: tuple[Provision, ...]
    findings: tuple[Finding, ...]
    deleted_ranges: int


class _Run(NamedTuple):
    """A subparagraph: the marks that stand before it, and its flows."""

    before: list[Mark | Aside]
    flows: list[Flow]

    @property
    def counts(self) -> bool:
        """Whether anything of it is in force."""
        return any(not flow.deleted and text_of(flow) for flow in self.flows if not isinstance(flow, Mark | Aside))


def write_act(parts: Iterable[Part], *, encoding: str, page: Callable[[str], str]) -> ActText:
    """Write the parts in their order.

    Args:
        parts: of one act.
        encoding: of the source file.
        page: the publisher's address of a place, from its eid; "" where there is none.

    Raises:
        ValueError: a deleted range does not end; the message names the amending act.

    """
    writer = _Writer(encoding, page)
    listed = list(parts)
    writer.live = Counter(
        article_number(plain(part.label), part.number) for part in _articles(listed) if not part.deleted
    )
    writer.parts(listed, None, "")
    return writer.finish()


def _articles(parts: Iterable[Part]) -> Iterable[Article]:
    for part in parts:
        if isinstance(part, Article):
            yield part
        elif isinstance(part, Division):
            yield from _articles(part.body)


class _Writer:
    def __init__(self, encoding: str, page: Callable[[str], str]) -> None:
        self.builder = TextBuilder(encoding=encoding)
        self.page = page
        self.nodes: list[Node] = []
        self.live: Counter[str] = Counter()
        self.events = 0
        self.ranges: list[Range] = []
        self.open_ranges: dict[str, tuple[Amendment, int]] = {}
        self.deleting: set[str] = set()
        self.deleted_ranges = 0
        self.line_before = (False, True)  # `joins` and `begins` of the text while a deleted range is written
        self.unmatched = 0
        self.counts: Counter[str] = Counter()
        self.unnumbered = 0
        self.joins = False  # a label was just written: what follows joins its line
        self.begins = True  # nothing was written on the open line yet

    # ---- parts

    def parts(self, parts: Sequence[Part], parent: int | None, above: str) -> None:
        """The parts of the act, or of a division with the place `above`."""
        for part in parts:
            if isinstance(part, Mark | Aside):
                self.token(part)
            elif isinstance(part, Block):
                node = self.open(part.eid, part.kind, parent, block=True, publisher_id=part.publisher_id)
                self.flows(part.body, node, part.eid)
                self.close(node)
            elif isinstance(part, Recital):
                self.recital(part, parent)
            elif isinstance(part, Division):
                self.division(part, parent, above)
            elif isinstance(part, Article):
                self.article(part, parent)
            elif isinstance(part, Annex):
                self.annex(part, parent)
            else:
                self.block_of(part, parent, above or "text")

    def recital(self, part: Recital, parent: int | None) -> None:
        self.counts["recital"] += 1
        label = number(plain(part.label)) or str(self.counts["recital"])
        eid = f"rct_{label}"
        node = self.open(eid, "recital", parent, block=True, publisher_id=part.publisher_id, deleted=part.deleted)
        self.label(part.label, node)
        self.flows(part.body, node, eid)
        self.close(node)

    def division(self, part: Division, parent: int | None, above: str) -> None:
        title = plain(part.title[0].tokens) if part.title else ""
        level = division(title)
        if level is None:
            self.counts[f"division {above}"] += 1
            segment, kind = f"div_{self.counts[f'division {above}']}", "division"
        else:
            segment, kind = level
        eid = f"{above}/{segment}" if above else segment
        node = self.open(eid, kind, parent, publisher_id=part.publisher_id, deleted=part.deleted)
        self.heading(part.title, node, eid)
        self.parts(part.body, node, eid)
        self.close(node)

    def heading(self, title: Sequence[Line], node: int, eid: str) -> None:
        if not title:
            return
        self.nodes[node].label = plain(title[0].tokens)
        self.nodes[node].heading = " ".join(filter(None, (plain(line.tokens) for line in title[1:])))
        heading = self.open(f"{eid}/heading", "heading", node, block=True, deleted=title[0].deleted)
        self.nodes[heading].label, self.nodes[heading].heading = self.nodes[node].label, self.nodes[node].heading
        for line in title:
            self.line(line)
        self.close(heading)

    def article(self, part: Article, parent: int | None) -> None:
        label = plain(part.label)
        found = article_number(label, part.number)
        if part.deleted and self.live[found]:
            self.outlived(f"art_{found}", "article", parent, [Line(part.label), *part.heading, *part.body])
            return
        if not found:
            self.unnumbered += 1
            found = f"u{self.unnumbered}"
        eid = f"art_{found}"
        node = self.open(eid, "article", parent, block=True, publisher_id=part.publisher_id, deleted=part.deleted)
        self.nodes[node].label = label
        self.nodes[node].heading = " ".join(filter(None, (plain(line.tokens) for line in part.heading)))
        self.line(Line(part.label))
        for line in part.heading:
            self.line(line)
        self.nodes[node].body_start = self.builder.position
        self.paragraphs(part.body, node, eid)
        self.close(node)

    def outlived(self, eid: str, kind: str, parent: int | None, flows: Sequence[Flow]) -> None:
        """A deleted unit that is no node: text of the side channel. Is some of it in force after all, a block holds it."""
        node = self.open(eid, kind, parent, block=True)
        self.printed(flows)
        self.close(node)
        if self.nodes[node].end == self.nodes[node].start:
            del self.nodes[node]

    def annex(self, part: Annex, parent: int | None) -> None:
        title = plain(part.title[0].tokens) if part.title else ""
        label = annex_number(title)
        self.counts["annex"] += 1
        eid = f"anx_{label}" if label else "anx" if self.counts["annex"] == 1 else f"anx_u{self.counts['annex']}"
        node = self.open(eid, "annex", parent, publisher_id=part.publisher_id, deleted=part.deleted)
        self.heading(part.title, node, eid)
        self.blocks(part.body, node, eid)
        self.close(node)

    # ---- blocks of an annex

    def blocks(self, flows: Sequence[Flow], parent: int, eid: str) -> None:
        """Each top-level point, paragraph and table of an annex is a block of its own."""
        live = _live(flows)
        for flow in flows:
            if isinstance(flow, Group):
                self.group(flow, parent, eid)
            elif isinstance(flow, Item):
                self.item(flow, parent, eid, live, block=True)
            else:
                self.block_of(flow, parent, eid)

    def block_of(self, flow: Flow, parent: int | None, eid: str) -> None:
        if isinstance(flow, Mark | Aside):
            self.token(flow)
        elif isinstance(flow, Group):
            self.group(flow, parent, eid)
        elif isinstance(flow, Item):
            self.item(flow, parent, eid, Counter(), block=True)
        else:
            segment, kind = {
                Line: ("sub", "subparagraph"), Table: ("tbl", "table"), Quoted: ("quo", "quoted")
            }[type(flow)]  # fmt: skip
            if flow.deleted:
                self.outlived(f"{eid}/{segment}_deleted", kind, parent, [flow])
                return
            self.counts[f"{eid}/{segment}"] += 1
            node = self.open(f"{eid}/{segment}_{self.counts[f'{eid}/{segment}']}", kind, parent, block=True)
            self.printed([flow])
            self.close(node)

    def group(self, flow: Group, parent: int | None, above: str) -> None:
        title = plain(flow.title[0].tokens) if flow.title else ""
        level = division(title)
        first = title.partition(" ")[0]
        if level is not None:
            eid, kind = f"{above}/{level.segment}", level.kind
        elif first and first[-1] in ".)" and number(first):
            eid, kind = f"{above}/pnt_{number(first)}", "point"
        else:
            eid, kind = "", "group"
        self.counts[f"{above}/grp"] += 1
        node = self.open(eid or f"{above}/grp_{self.counts[f'{above}/grp']}", kind, parent, deleted=flow.deleted)
        self.heading(flow.title, node, self.nodes[node].eid)
        # what stands under a heading without a number is cited by the numbered heading above it
        self.blocks(flow.body, node, eid or above)
        self.close(node)

    # ---- what an article is made of

    def paragraphs(self, flows: Sequence[Flow], parent: int, eid: str) -> None:
        """Numbered paragraphs, or the content of an article without them."""
        if not any(isinstance(flow, Item) and flow.paragraph for flow in flows):
            self.subparagraphs(flows, parent, eid)
            return
        live = _live(flows)
        for flow in flows:
            if isinstance(flow, Item):
                self.item(flow, parent, eid, live)
            else:
                self.flows([flow], parent, eid)

    def subparagraphs(self, flows: Sequence[Flow], parent: int, eid: str) -> None:
        runs = _runs(flows)
        several = sum(run.counts for run in runs) > 1
        shared: Counter[str] = Counter()
        for run in runs:
            shared.update({_key(flow) for flow in run.flows if isinstance(flow, Item) and not flow.deleted})
        ordinal = 0
        for run in runs:
            self.tokens(run.before)
            if not (several and run.counts):
                self.flows(run.flows, parent, eid)
                continue
            ordinal += 1
            sub = f"{eid}/sub_{ordinal}"
            node = self.open(sub, "subparagraph", parent)
            twice = any(shared[_key(flow)] > 1 for flow in run.flows if isinstance(flow, Item))
            self.flows(run.flows, node, sub if twice else eid)
            self.close(node)

    def flows(self, flows: Sequence[Flow], parent: int, eid: str) -> None:
        """Lines, points and tables in their order; `eid` is what the points are named below."""
        live = _live(flows)
        for flow in flows:
            if isinstance(flow, Item):
                self.item(flow, parent, eid, live)
            elif isinstance(flow, Quoted):
                self.quoted(flow, parent, eid)
            else:
                self.printed([flow])

    def item(self, flow: Item, parent: int | None, above: str, live: Counter[str], *, block: bool = False) -> None:
        key = _key(flow)
        label = plain(flow.label)
        if key.startswith("—"):
            if not flow.deleted:
                self.counts[f"{above}/idt"] += 1
            eid, kind = f"{above}/idt_{self.counts[f'{above}/idt']}", "indent"
        elif flow.paragraph:
            eid, kind = f"{above}/par_{key}", "paragraph"
        else:
            eid, kind = f"{above}/pnt_{key}", "point"
        if flow.deleted and (live[key] or kind == "indent"):
            if block:
                self.outlived(eid, kind, parent, [flow])
            else:
                self.printed([flow])
            return
        node = self.open(eid, kind, parent, block=block, publisher_id=flow.publisher_id, deleted=flow.deleted)
        self.nodes[node].label = label
        self.label(flow.label, node)
        if flow.paragraph:
            self.subparagraphs(flow.body, node, eid)
        else:
            self.flows(flow.body, node, eid)
        self.close(node)

    def quoted(self, flow: Quoted, parent: int, eid: str) -> None:
        self.counts[f"{eid}/quo"] += 1
        node = self.open(f"{eid}/quo_{self.counts[f'{eid}/quo']}", "quoted", parent, deleted=flow.deleted)
        self.printed(flow.body)
        self.close(node)

    def printed(self, flows: Sequence[Flow]) -> None:
        """Flows as lines, without places in them."""
        for flow in flows:
            if isinstance(flow, Mark | Aside):
                self.token(flow)
            elif isinstance(flow, Line):
                self.line(flow)
            elif isinstance(flow, Item):
                self.break_line()
                self.tokens(flow.label)
                self.after_label()
                self.printed(flow.body)
            elif isinstance(flow, Table):
                self.table(flow)
            else:
                for line in flow.title if isinstance(flow, Group) else ():
                    self.line(line)
                self.printed(flow.body)

    def table(self, flow: Table) -> None:
        for row in flow.rows:
            self.break_line()
            for cell in row:
                self.builder.space()
                self.tokens(cell)

    # ---- lines and tokens

    def label(self, tokens: Sequence[Token], node: int) -> None:
        self.tokens(tokens)
        self.nodes[node].label = plain(tokens)
        self.nodes[node].body_start = self.builder.position
        self.after_label()

    def after_label(self) -> None:
        if not self.begins:
            self.builder.space()
            self.joins = True

    def line(self, line: Line) -> None:
        if not self.joins:
            self.break_line()
        self.tokens(line.tokens)

    def break_line(self) -> None:
        self.builder.break_line()
        self.begins, self.joins = True, False

    def tokens(self, tokens: Iterable[Token]) -> None:
        for token in tokens:
            self.token(token)

    def token(self, token: Token) -> None:
        if isinstance(token, Piece):
            self.piece(token)
        elif isinstance(token, Aside):
            self.aside(token)
        else:
            self.mark(token)

    def piece(self, piece: Piece) -> None:
        if self.begins or self.joins:
            piece = _without_blank_start(piece, self.builder.encoding)
        self.builder.write(piece)
        if not is_blank(piece.text):
            self.begins = self.joins = False

    def aside(self, aside: Aside) -> None:
        self.builder.open_side(aside.kind, aside.label)
        begins = True
        for piece in aside.pieces:
            if piece is None:
                self.builder.break_line()
                begins = True
            else:
                self.builder.write(_without_blank_start(piece, self.builder.encoding) if begins else piece)
                begins = begins and is_blank(piece.text)
        self.builder.close_side()

    def mark(self, mark: Mark) -> None:
        self.events += 1
        if mark.kind == "page":
            self.builder.side("page", mark.pieces, mark.label)
            return
        said = " ".join(filter(None, mark.amendment)) if mark.amendment else ""
        closes = mark.kind == "end" or (mark.kind == "switch" and mark.key in self.open_ranges)
        if closes:
            self.end_range(mark.key)
        self.builder.side("modification_end" if mark.kind == "end" else "modification", mark.pieces, said)
        if mark.amendment is None:
            return
        self.open_ranges[mark.key] = (mark.amendment, self.events)
        if mark.deletes:
            if not self.deleting:
                self.line_before = (self.joins, self.begins)
                self.builder.open_side("deleted", said)
                self.joins, self.begins = False, True
                self.deleted_ranges += 1
            self.deleting.add(mark.key)

    def end_range(self, key: str) -> None:
        opened = self.open_ranges.pop(key, None)
        if opened is None:
            self.unmatched += 1
            return
        self.ranges.append(Range(opened[0], opened[1], self.events))
        if key in self.deleting:
            self.deleting.discard(key)
            if not self.deleting:
                self.builder.close_side()
                self.joins, self.begins = self.line_before

    # ---- nodes

    def open(
        self,
        eid: str,
        kind: str,
        parent: int | None,
        *,
        block: bool = False,
        publisher_id: str | None = None,
        deleted: bool = False,
    ) -> int:
        if not (self.joins and kind in ("subparagraph", "point", "indent", "quoted")):
            self.break_line()
        self.events += 1
        node = Node(eid, kind, self.builder.position, parent, self.events, block=block, publisher_id=publisher_id)
        node.deleted = deleted and bool(self.deleting)
        node.url = self.page(eid)
        node.body_start = node.start
        self.nodes.append(node)
        return len(self.nodes) - 1

    def close(self, index: int) -> None:
        self.events += 1
        node = self.nodes[index]
        node.end, node.closed = self.builder.position, self.events
        node.deleted = node.deleted and node.end == node.start
        if node.kind in ("article", "recital", "annex"):
            self.joins = False

    def finish(self) -> ActText:
        if self.deleting:
            amendment = self.open_ranges[min(self.deleting)][0]
            raise ValueError(f"the range that {amendment.act} deleted does not end")
        self.events += 1
        findings = []
        for amendment, opened in self.open_ranges.values():
            self.ranges.append(Range(amendment, opened, self.events))
        if self.unmatched:
            findings.append(Finding("unmatched_modifications", {"count": self.unmatched}))
        text, source_map, sides = self.builder.finish()
        provisions = provisions_of(self.nodes, text, sides, self.ranges)
        repeated = [each.eid for each in provisions if each.ordinal == 1 and each.kind not in ("formula", "text")]
        if repeated:
            findings.append(Finding("repeated_ids", {"count": len(repeated), "first": str(repeated[0])}))
        if self.unnumbered:
            findings.append(Finding("articles_without_number", {"count": self.unnumbered}))
        return ActText(text, source_map, sides, provisions, tuple(findings), self.deleted_ranges)


def _key(flow: Item) -> str:
    """What an item is numbered by: its number; «—…» for a dash or no number."""
    label = plain(flow.label)
    return "—" if is_dash(label) else number(label) or "—"


def _live(flows: Iterable[Flow]) -> Counter[str]:
    return Counter(_key(flow) for flow in flows if isinstance(flow, Item) and not flow.deleted)


def _runs(flows: Sequence[Flow]) -> list[_Run]:
    """The subparagraphs of a paragraph (rule 5)."""
    runs: list[_Run] = []
    before: list[Mark | Aside] = []
    after_list = False
    for flow in flows:
        if isinstance(flow, Mark | Aside):
            if runs and not before and isinstance(flow, Mark) and flow.kind == "end":
                runs[-1].flows.append(flow)
            else:
                before.append(flow)
            continue
        begins = isinstance(flow, Line) and not flow.deleted and not (after_list and _goes_on(flow))
        if begins or not runs:
            runs.append(_Run(before, [flow]))
        else:
            runs[-1].flows.extend([*before, flow])
        before = []
        after_list = not isinstance(flow, Line) or (after_list and flow.deleted)
    if before:
        runs.append(_Run(before, []))
    return runs


def _goes_on(flow: Flow) -> bool:
    """Whether a line after a list goes on the sentence: it begins with a small letter or a stop."""
    words = text_of(flow)
    return bool(words) and (words[0].islower() or words[0] in _GOES_ON)


def _without_blank_start(piece: Piece, encoding: str) -> Piece:
    """A piece without the white space, no-break spaces too, with which it begins."""
    text = piece.text.lstrip(BLANK)
    if len(text) == len(piece.text):
        return piece
    if not piece.verbatim:
        return piece._replace(text=text)
    width = len(piece.text[: len(piece.text) - len(text)].encode(encoding))
    return Piece(text, piece.start + width, piece.end)
