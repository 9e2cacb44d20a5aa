"""From the body of a judgment or memorandum in the National Archives' Akoma Ntoso to canonical text and a tree of provisions.

Keeps true:
1. Every text is written in document order; footnotes (`authorialNote`, which stand in the middle of sentences) are side
   channels `note` anchored where they stood, with their mark as label; a table of contents is `furniture`.
2. Blocks: `head` (the title page), headings `h_1` …, numbered paragraphs `para_45`, unnumbered passages `u_1` …, `tail`.
   An unnumbered passage directly behind a numbered paragraph goes on with it, unless it looks like a heading or names a
   judge: it is cited by that paragraph's number.
3. A paragraph is called by its number. Where the publisher's program gave its id to a numbered heading («1. Introduction»),
   or hid it among the sub-paragraphs of the one before, the paragraph that bears the number has it here; `publisher_id`
   and the address are the publisher's or absent (akn_numbers).
4. What is set off as quoted (`embeddedStructure`, styles of quotations) is one node `para_9_q1` with the role
   `quoted_authority`; what is numbered in it is no paragraph of this judgment.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from pincite.findings import Finding
from pincite.formats.tree import Element
from pincite.jurisdictions.shared.sources.nodes import Provisions, trim
from pincite.jurisdictions.uk.sources.akn_numbers import ENDS_SENTENCE, numbered_paragraphs, place_below, printed
from pincite.jurisdictions.uk.sources.speakers import with_roles
from pincite.law.document import Provision, Role, Status
from pincite.text.canonical import Piece, SideText, SourceMap, TextBuilder

__all__ = ["ProseText", "write_prose"]

_BODIES = frozenset(("judgmentBody", "mainBody", "body"))
_BLOCK_BODIES = frozenset(
    "judgmentBody decision introduction background motivation arguments mainBody body remedies doc attachment".split()  # noqa: SIM905
)
_LINES = frozenset(
    "p block blockContainer blockList item tr header preface coverPage conclusions listIntroduction listWrapUp tocItem".split()  # noqa: SIM905
)
_INLINE = frozenset(
    """
    a b i u s em strong sup sub span inline ref rref mref courtType docDate docJurisdiction docNumber docTitle docType
    docketNumber judge lawyer neutralCitation party role location person organization date time term num heading subheading
    content intro wrapUp td th table tbody thead section level paragraph subparagraph embeddedStructure embeddedText
    quotedText quotedStructure def ins del caption signature container formula math
    """.split()  # noqa: SIM905
)
_MIXED = frozenset("p num heading subheading span a b i u s em strong sup sub ref inline".split())  # noqa: SIM905
_LABEL = re.compile(r"[^\w]*(\w[\w.]{0,11}?)[^\w]*\Z")
_SPEAKER = re.compile(
    r"(?:the\s+)?(?:lord|lady|mr|mrs|ms|miss|sir|dame|his|her|judge|president|vice|master|chancellor|hhj|baroness)\b.{0,200}?(?:justice|judge|president|chancellor|master|:|\)|[A-Z]{4,})",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(slots=True)
class _Node:
    eid: str
    kind: str
    start: int
    parent: int | None
    block: bool
    role: Role = "unknown"
    publisher_id: str | None = None
    label_span: tuple[int, int] = (0, 0)
    heading_span: tuple[int, int] = (0, 0)
    url: str = ""
    end: int = 0


@dataclass(slots=True)
class ProseText:
    """What the body of a document became."""

    text: str
    source_map: SourceMap
    sides: tuple[SideText, ...]
    provisions: tuple[Provision, ...]
    findings: tuple[Finding, ...]
    pieces: tuple[Piece, ...] = field(repr=False, default=())


def write_prose(document: Element, *, encoding: str, page: str, status: Status = "not_applicable") -> ProseText:
    """Write a `judgment` or `doc` element but its metadata.

    Args:
        document: the element.
        encoding: of the file.
        page: the publisher's address, to which the anchors of paragraphs are added, or "".
        status: of all that is in it.

    """
    writer = _Writer(document, encoding, page)
    writer.document(document, "")
    return writer.finish(document, status)


class _Writer:
    """Writes text and collects nodes, top down."""

    def __init__(self, root: Element, encoding: str, page: str) -> None:
        self.builder = TextBuilder(encoding=encoding)
        self.page = page
        self.nodes: list[_Node] = []
        self.counts: Counter[str] = Counter()
        self.unknown: Counter[str] = Counter()
        self.prefix = ""
        self.images = self.renumbered = 0
        self.fresh = True
        self.quoted = False
        self.in_row = 0
        self.open_paragraph: int | None = None
        self.last_paragraph = ""
        self.moved: dict[int, int] = {}
        self.numbered = numbered_paragraphs(root)

    # ---- blocks

    def document(self, element: Element, prefix: str) -> None:
        """The parts of a document: title page, body, conclusions, attachments."""
        self.prefix = prefix
        self.last_paragraph = ""
        for child in element.elements():
            if child.tag == "meta":
                continue
            self.open_paragraph = None
            if child.tag in ("header", "preface", "coverPage", "preamble"):
                self.whole("head", "head", child)
            elif child.tag in ("conclusions", "signatures"):
                self.whole("tail", "tail", child)
            elif child.tag in ("attachments", "components"):
                for number, attachment in enumerate(child.elements(), 1):
                    for inner in attachment.elements("doc", "judgment", "interstitial"):
                        self.document(inner, f"{prefix}attachment_{number}_")
                        self.prefix = prefix
                    if attachment.first("doc", "judgment", "interstitial") is None:
                        self.whole(f"attachment_{number}", "attachment", attachment)
            else:
                self.blocks(child)

    def blocks(self, element: Element) -> None:
        """The headings and paragraphs of a body or a level."""
        if element.tag in ("content", "intro", "wrapUp"):
            self.passage(element)
            return
        heads = list(element.elements("num", "heading", "subheading")) if element.tag not in _BODIES else []
        if heads:
            self.heading(element, heads)
        for child in element.children:
            if isinstance(child, Piece):
                if child.text.strip():
                    self.loose(child)
                continue
            if not isinstance(child, Element) or any(child is head for head in heads):
                continue
            if child.tag == "paragraph" or (child.tag == "subparagraph" and element.tag != "paragraph"):
                self.paragraph(child)
            elif child.tag == "toc":
                self.builder.side("furniture", child.pieces(), "toc")
            elif child.tag == "level" and child.first("content", "intro") and not child.first("heading", "num"):
                self.level(child)
            elif child.tag in _BLOCK_BODIES or child.tag in ("level", "content", "intro", "wrapUp", "section"):
                self.blocks(child)
            else:
                self.passage(child)

    def level(self, element: Element) -> None:
        """A level of text alone; anything else in it makes blocks of its own."""
        if all(child.tag in ("content", "intro", "wrapUp") for child in element.elements()):
            self.passage(element)
        else:
            self.open_paragraph = None
            self.blocks(element)

    def heading(self, element: Element, heads: list[Element]) -> None:
        self.open_paragraph = None
        index = self.open(self.counted("h"), "heading", block=True, publisher_id=element.get("eId"))
        for head in heads:
            self.line()
            self.inline(head, index)
            self.fresh = head.tag == "num"
        self.close(index)
        node = self.nodes[index]
        node.heading_span = (node.start, node.end)

    def passage(self, element: Element) -> None:
        """Unnumbered text: a heading, a judge's name, the end of the paragraph before it, or a block of its own."""
        words = " ".join(element.raw_text().split())
        author = element.get("class") == "author" or bool(_SPEAKER.match(words) and len(words) < 200)
        headed = bool(words) and len(words) <= 120 and not ENDS_SENTENCE.search(words)
        if author or headed or self.open_paragraph is None:
            kind, name = ("author", "u") if author else ("heading", "h") if headed else ("text", "u")
            index = self.open(self.counted(name), kind, block=True, publisher_id=element.get("eId"))
            self.struct(element, index)
            self.close(index)
            if headed and not author:
                self.nodes[index].heading_span = (self.nodes[index].start, self.nodes[index].end)
            self.drop_if_empty(index)
            if words:
                self.open_paragraph = None
        else:
            index = self.open_paragraph
            self.line()
            self.struct(element, index)
            self.close(index)

    def loose(self, piece: Piece) -> None:
        self.open_paragraph = None
        index = self.open(self.counted("u"), "text", block=True)
        self.write(piece)
        self.close(index)

    def whole(self, name: str, kind: str, element: Element) -> None:
        index = self.open(self.prefix + name, kind, block=True)
        self.struct(element, index)
        self.close(index)
        self.drop_if_empty(index)

    def paragraph(self, element: Element) -> None:
        eid, kind = self.numbered.get(element.start, ("", ""))
        if not kind and self.open_paragraph is not None and element.first("num") is not None:
            # a list that the publisher's program took out of its paragraph
            above = self.open_paragraph
            self.subunit(element, above)
            self.close(above)
            return
        if kind == "heading":
            self.open_paragraph = None
            index = self.open(self.counted("h"), "heading", block=True, publisher_id=element.get("eId"))
        elif eid:
            index = self.open(self.prefix + eid, "paragraph", block=True, publisher_id=element.get("eId"))
            self.address(element, index)
            self.open_paragraph = index
            self.last_paragraph = self.prefix + eid
        else:
            self.open_paragraph = None
            label = _LABEL.match(printed(element))
            # a list that goes on behind a heading belongs to the paragraph before the heading
            listed = place_below(self.last_paragraph, label[1]) if label and self.last_paragraph else ""
            name, kind = (listed, "subparagraph") if listed else (self.counted("u"), "text")
            index = self.open(name, kind, block=True, publisher_id=element.get("eId"))
        self.unit(element, index)
        self.close(index)
        if kind == "heading":
            self.nodes[index].heading_span = (self.nodes[index].start, self.nodes[index].end)

    def address(self, element: Element, index: int) -> None:
        """The publisher's anchor of a paragraph, if it has one."""
        published = element.get("eId")
        if self.page and published:
            self.nodes[index].url = f"{self.page}#{published}"
        self.renumbered += published != self.nodes[index].eid

    # ---- inside a block

    def unit(self, element: Element, index: int) -> None:
        """A paragraph's number and what follows on its line."""
        for child in element.children:
            if isinstance(child, Element) and child.tag == "num":
                self.line()
                start = self.builder.position
                self.inline(child, index)
                self.nodes[self.now(index)].label_span = (start, self.builder.position)
                self.builder.space()
                self.fresh = True
            else:
                self.child(child, index)

    def subunit(self, element: Element, index: int) -> None:
        """A paragraph within a paragraph: a place of its own when it is numbered and is not quoted."""
        eid, kind = self.numbered.get(element.start, ("", ""))
        if kind == "paragraph":
            self.promoted(element, eid, index)
            return
        num = element.first("num")
        label = _LABEL.match(" ".join(num.raw_text().split())) if num is not None else None
        if not self.fresh:
            self.line()
        if label is None or self.quoted:
            self.unit(element, index) if num is None else self.numbered_line(element, index)
            self.fresh = False
            return
        above = self.nodes[self.now(index)].eid
        inner = self.open(place_below(above, label[1]), "subparagraph", block=False, parent=self.now(index))
        self.unit(element, inner)
        self.close(inner)
        self.fresh = False

    def promoted(self, element: Element, eid: str, index: int) -> None:
        """A paragraph of the judgment that stands among the sub-paragraphs of another: from here on it is the open one."""
        around: int | None = self.now(index)
        left = []
        while around is not None:
            self.close(around)
            left.append(around)
            around = self.nodes[around].parent
        new = self.open(self.prefix + eid, "paragraph", block=True, publisher_id=element.get("eId"))
        self.address(element, new)
        self.moved |= dict.fromkeys(left, new)
        self.open_paragraph = new
        self.last_paragraph = self.prefix + eid
        self.unit(element, new)
        self.close(new)
        self.fresh = False

    def now(self, index: int) -> int:
        """The node that is open where `index` was."""
        while index in self.moved:
            index = self.moved[index]
        return index

    def numbered_line(self, element: Element, index: int) -> None:
        """A number that makes no place."""
        for child in element.children:
            if isinstance(child, Element) and child.tag == "num":
                self.line()
                self.inline(child, index)
                self.builder.space()
                self.fresh = True
            else:
                self.child(child, index)

    def struct(self, element: Element, index: int) -> None:
        for child in element.children:
            self.child(child, index)

    def child(self, child: object, index: int) -> None:
        if isinstance(child, Piece):
            if child.text.strip():
                self.write(child)
        elif isinstance(child, Element):
            self.flow(child, index)

    def inline(self, element: Element, index: int) -> None:
        for child in element.children:
            if isinstance(child, Piece):
                self.write(child)
            elif isinstance(child, Element):
                self.flow(child, index)

    def flow(self, element: Element, index: int) -> None:
        tag = element.tag
        if tag == "authorialNote":
            self.note(element)
        elif tag in ("embeddedStructure", "embeddedText", "quotedStructure"):
            self.quotation(element, index)
        elif tag in ("paragraph", "subparagraph"):
            self.subunit(element, index)
        elif tag == "toc":
            self.builder.side("furniture", element.pieces(), "toc")
        elif tag in ("br", "marker", "eol"):
            self.builder.space()
            self.struct(element, index)
        elif tag == "img":
            self.images += 1
            self.struct(element, index)
        elif tag in ("td", "th"):
            self.builder.space()
            self.fresh = True
            self.struct(element, index)
            self.builder.space()
        elif tag == "tr":
            self.builder.break_line()
            self.fresh = True
            self.in_row += 1
            self.struct(element, index)
            self.in_row -= 1
        elif tag == "p":
            self.text_line(element, index)
        elif tag in ("num", "heading", "subheading"):
            self.line()
            self.inline(element, index)
            self.builder.space()
            self.fresh = tag == "num"
        elif tag in _LINES or tag == "level":
            self.line()
            self.struct(element, index)
        else:
            if tag not in _INLINE:
                self.unknown[tag] += 1
            (self.inline if tag in _MIXED or not list(element.elements()) else self.mixed)(element, index)

    def mixed(self, element: Element, index: int) -> None:
        """An element that may hold running text or lines."""
        words = any(isinstance(child, Piece) and child.text.strip() for child in element.children)
        within = element.parent is not None and element.parent.tag in _MIXED
        (self.inline if words or within else self.struct)(element, index)

    def text_line(self, element: Element, index: int) -> None:
        self.line()
        if "quote" in element.get("class").lower() and not self.quoted and self.nodes[index].kind != "head":
            self.quotation(element, index)
        else:
            self.inline(element, index)

    def quotation(self, element: Element, index: int) -> None:
        """What is set off as somebody else's words."""
        if self.quoted:
            self.struct(element, index)
            return
        self.line()
        index = self.now(index)
        above = self.nodes[index].eid
        self.counts[f"{above}_q"] += 1
        name = f"{above}_q{self.counts[f'{above}_q']}"
        inner = self.open(name, "quotation", block=False, parent=index)
        self.nodes[inner].role = "quoted_authority"
        self.quoted = True
        (self.inline if element.tag == "p" else self.struct)(element, inner)
        self.quoted = False
        self.close(inner)
        self.drop_if_empty(inner)

    def note(self, element: Element) -> None:
        self.builder.open_side("note", element.get("marker"))
        self.note_lines(element)
        self.builder.close_side()

    def note_lines(self, element: Element) -> None:
        for child in element.children:
            if isinstance(child, Piece):
                self.builder.write(child)
            elif isinstance(child, Element):
                if child.tag in _LINES:
                    self.builder.break_line()
                elif child.tag in ("br", "marker", "td"):
                    self.builder.space()
                self.note_lines(child)

    # ---- lines and nodes

    def write(self, piece: Piece) -> None:
        self.builder.write(piece)
        if piece.text.strip() and not self.builder.in_side:
            self.fresh = False

    def line(self) -> None:
        """Begin a line; behind a number, and in a cell of a table, go on."""
        if self.fresh or self.in_row:
            self.builder.space()
        else:
            self.builder.break_line()
            self.fresh = True

    def counted(self, name: str) -> str:
        self.counts[f"{self.prefix}{name}"] += 1
        return f"{self.prefix}{name}_{self.counts[f'{self.prefix}{name}']}"

    def open(
        self, eid: str, kind: str, *, block: bool, parent: int | None = None, publisher_id: str | None = None
    ) -> int:
        if block:
            self.builder.break_line()
            self.fresh = True
        self.nodes.append(_Node(eid, kind, self.builder.position, parent, block, publisher_id=publisher_id or None))
        return len(self.nodes) - 1

    def close(self, index: int) -> None:
        self.nodes[self.now(index)].end = self.builder.position

    def drop_if_empty(self, index: int) -> None:
        node = self.nodes[index]
        if index == len(self.nodes) - 1 and node.end <= node.start:
            self.nodes.pop()

    # ---- the end

    def finish(self, document: Element, status: Status) -> ProseText:
        text, source_map, sides = self.builder.finish()
        provisions = tuple(self.provisions(text, status))
        findings = []
        repeated = [node.eid for node in provisions if node.ordinal == 1]
        if repeated:
            findings.append(Finding("repeated_ids", {"count": len(repeated), "first": repeated[0]}))
        if self.renumbered:
            findings.append(Finding("ids_made_from_labels", {"count": self.renumbered}))
        if self.images:
            findings.append(Finding("images_without_text", {"count": self.images}))
        findings += [Finding("unknown_element", {"tag": tag, "count": n}) for tag, n in sorted(self.unknown.items())]
        pieces = tuple(
            piece
            for child in document.children
            if isinstance(child, Piece) or (isinstance(child, Element) and child.tag != "meta")
            for piece in ([child] if isinstance(child, Piece) else _published(child))
        )
        return ProseText(text, source_map, sides, provisions, tuple(findings), pieces)

    def provisions(self, text: str, status: Status) -> Iterator[Provision]:
        trim(self.nodes, text)
        provisions = Provisions()
        for node in self.nodes:
            provisions.add(
                node,
                label=text[slice(*node.label_span)].strip(),
                heading=" ".join(text[slice(*node.heading_span)].split()),
                block=node.block and node.end > node.start,
                status=status,
                role=node.role,
            )
        yield from with_roles(provisions.made, text)


def _published(element: Element) -> Iterator[Piece]:
    for child in element.children:
        if isinstance(child, Piece):
            yield child
        elif isinstance(child, Element) and child.tag != "meta":
            yield from _published(child)
