"""From the body of a Fedlex Akoma Ntoso file to canonical text and a tree of provisions.

Keeps true:
1. Every text of body, preface, preamble and annexes is written in document order: to the canonical text, or, for an
   `authorialNote` (which Fedlex puts into sentences, numbers and headings), to a side channel `note` anchored where it stood.
2. Each printed unit stands on a line of its own and begins with its printed label: «Art. 6 Grundsätze», «1 Wer …», «a. …».
   `<br/>` and a tab placeholder are a space. The no-break space with which Fedlex begins paragraphs is layout.
3. Blocks are articles, headings of containers, preface, preamble, containers without articles (final provisions, annex
   parts) and loose text directly in a container. Below a block: paragraphs, items, subdivisions. Sentences are no nodes.
4. `eid` is Fedlex's eId in pincite's spelling (`lbl_abis` is `lbl_a_bis`, `art_14a` is `art_14_a`); `publisher_id` is the
   eId as it stands. A number missing in the source is made from the printed label and reported.
5. One node for several articles («Art. 37–39») keeps its eId; each article it stands for is a child of kind
   `range_member` with the same text, so that `art_38` is found. The same for «3 et 4 …» in paragraphs.
6. What a `mod` or a `quotedStructure` holds is another act's text: written, never a provision of this act.
7. A unit with no words of its own whose note says that it was repealed has the status `repealed`; one whose note says
   that it has no object any more («gegenstandslos») or stays empty has the status `omitted`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pincite.findings import Finding
from pincite.formats.tree import Element, Instruction
from pincite.jurisdictions.ch.sources.akn_places import Node, pincite_spelling, provisions_of
from pincite.law.document import Provision
from pincite.text.canonical import Piece, SideText, SourceMap, TextBuilder

__all__ = ["ActText", "write_act"]

_CONTAINERS = frozenset(
    """
    book part title subtitle chapter subchapter section subsection division level transitional proviso tome
    hcontainer clause rule
    """.split()  # noqa: SIM905 (a list of names reads as a line of words)
)
"""Elements of the hierarchy above or beside articles."""

_UNITS = {"paragraph": "paragraph", "item": "item", "point": "item", "subdivision": "subdivision"}
_LINES = frozenset(
    """
    p blockList list listIntroduction listWrapUp intro wrapUp tr block container
    """.split()  # noqa: SIM905 (a list of names reads as a line of words)
)
_INLINE = frozenset(
    """
    b i u s sup sub span inline ref rref mref a docNumber docTitle docType docDate docStage shortTitle def
    term date content ins del em strong abbr omissis remark preface preamble mainBody formula citations
    citation recitals recital longTitle alinea table tbody thead td th caption article
    """.split()  # noqa: SIM905 (a list of names reads as a line of words)
)
_QUOTING = frozenset(("quotedStructure", "quotedText", "mod", "embeddedStructure", "embeddedText"))
_SILENT = frozenset(("meta", "eol", "br", "img", "marker"))

_LEADING_NBSP = re.compile("[\u00a0\u202f\u2009 \t\r\n]*\u00a0[\u00a0\u202f\u2009 \t\r\n]*")


@dataclass(slots=True)
class ActText:
    """What the body of an act became."""

    text: str
    source_map: SourceMap
    sides: tuple[SideText, ...]
    provisions: tuple[Provision, ...]
    findings: tuple[Finding, ...]
    articles: int
    pieces: tuple[Piece, ...] = field(repr=False)


def write_act(parts: Iterable[Element], *, encoding: str, page: str) -> ActText:
    """Write the parts of an act (preface, preamble, body, annex documents) in their order.

    Args:
        parts: the elements, each with the texts that must be accounted for.
        encoding: the file's encoding.
        page: the publisher's address of the act, to which the anchors of its places are added, or "".

    """
    writer = _Writer(encoding, page)
    every: list[Piece] = []
    for part in parts:
        writer.part(part)
        every += list(_published(part))
    return writer.finish(tuple(every))


def _published(part: Element) -> Iterator[Piece]:
    """The texts of a part, without those of its metadata."""
    for child in part.children:
        if isinstance(child, Piece):
            yield child
        elif isinstance(child, Element) and child.tag != "meta":
            yield from _published(child)


class _Writer:
    """Writes text and collects nodes, top down."""

    def __init__(self, encoding: str, page: str) -> None:
        self._builder = TextBuilder(encoding=encoding)
        self._page = page
        self._nodes: list[Node] = []
        self._above: list[str] = []
        self._unknown: Counter[str] = Counter()
        self._images = 0
        self._quotes = 0
        self._quoted = 0
        self._without_id = 0
        self._articles = 0
        # a label was just written: what follows joins its line
        self._after_label = False
        # the line has no words yet: a leading no-break space is layout
        self._line_begins = True

    # Parts

    def part(self, part: Element) -> None:
        """One part of the act."""
        if part.tag == "body":
            self._children_of_container(part, None, "body")
        elif part.tag == "doc":
            self._annex(part)
        else:
            node = self._open(part.tag, part.tag, None, block=True)
            self._inline_children(part, node)
            self._close(node)

    def _annex(self, part: Element) -> None:
        eid, publisher_id = _annex_id(part, sum(1 for node in self._nodes if node.kind == "annex") + 1)
        node = self._open(eid, "annex", None, publisher_id=publisher_id)
        self._above.append(eid)
        for child in part.elements():
            if child.tag == "preface":
                heading = self._open(f"{eid}/heading", "heading", node, block=True)
                self._inline_children(child, heading)
                self._close(heading)
                it = self._nodes[heading]
                self._nodes[node].label_span = (it.start, it.end)
            elif child.tag != "meta":
                self._children_of_container(child, node, eid)
        self._above.pop()
        self._close(node)

    # The hierarchy

    def _children_of_container(self, element: Element, parent: int | None, eid: str) -> None:
        """Articles and containers as they come; what stands between them is loose text, a block of its own."""
        loose: list[Element | Piece] = []
        heads: list[Element] = []
        for child in element.children:
            if isinstance(child, Instruction):
                continue
            if isinstance(child, Element) and child.tag in ("num", "heading", "subheading") and not loose:
                heads.append(child)
            elif isinstance(child, Piece) and not loose and not child.text.strip():
                continue
            elif isinstance(child, Element) and (child.tag == "article" or child.tag in _CONTAINERS):
                self._heading(heads, parent, eid)
                heads = []
                self._loose(loose, parent, eid)
                loose = []
                if child.tag == "article":
                    self._article(child, parent)
                else:
                    self._container(child, parent)
            else:
                loose.append(child)
        self._heading(heads, parent, eid)
        self._loose(loose, parent, eid)

    def _container(self, element: Element, parent: int | None) -> None:
        eid, publisher_id = self._ids(element, f"{element.tag}_u{len(self._nodes)}")
        kind = element.get("role") or element.tag
        has_below = any(child.tag == "article" or child.tag in _CONTAINERS for child in _hierarchy_children(element))
        node = self._open(eid, kind, parent, publisher_id=publisher_id, block=not has_below)
        if has_below:
            self._above.append(eid)
            self._children_of_container(element, node, eid)
            self._above.pop()
        else:
            self._unit_children(element, node)
        self._close(node)

    def _heading(self, heads: list[Element], parent: int | None, eid: str) -> None:
        if not heads:
            return
        node = self._open(f"{eid}/heading", "heading", parent, block=True)
        for child in heads:
            self._head(child, node)
        self._close(node)
        if parent is not None:
            self._nodes[parent].label_span = self._nodes[node].label_span
            self._nodes[parent].heading_spans = self._nodes[node].heading_spans

    def _loose(self, children: list[Element | Piece], parent: int | None, eid: str) -> None:
        if not any(child.text.strip() if isinstance(child, Piece) else _has_text(child) for child in children):
            return
        node = self._open(f"{eid}/text", "text", parent, block=True)
        for child in children:
            self._any(child, node)
        self._close(node)

    def _article(self, element: Element, parent: int | None) -> None:
        self._articles += 1
        eid, publisher_id = self._ids(element, f"art_u{len(self._nodes)}")
        node = self._open(eid, "article", parent, publisher_id=publisher_id, block=True)
        self._unit_children(element, node)
        self._close(node)

    def _unit(self, element: Element, parent: int) -> None:
        """A paragraph, item or subdivision, on a line of its own unless its parent's label was just written."""
        kind = _UNITS[element.tag]
        above = self._nodes[parent].eid
        fallback = _id_from_label(kind, element, above, sum(1 for node in self._nodes if node.parent == parent) + 1)
        eid, publisher_id = self._ids(element, fallback)
        if not self._after_label:
            self._break()
        node = self._open(eid, kind, parent, publisher_id=publisher_id)
        self._unit_children(element, node)
        self._close(node)

    def _unit_children(self, element: Element, node: int) -> None:
        """Its head, then what follows: on the same line in a paragraph or item, else on a line of its own."""
        joins = self._nodes[node].kind in ("paragraph", "item")
        for child in element.children:
            if isinstance(child, Element) and child.tag in ("num", "heading", "subheading"):
                self._head(child, node)
            else:
                if not joins and (_has_text(child) if isinstance(child, Element) else _is_words(child)):
                    self._break()
                self._any(child, node)

    def _head(self, element: Element, node: int) -> None:
        """A number or heading; the line goes on behind it."""
        if not self._line_begins:
            self._builder.space()
        start = self._builder.position
        self._inline_children(element, node)
        end = self._builder.position
        it = self._nodes[node]
        if element.tag == "num" and it.label_span[0] == it.label_span[1]:
            it.label_span = (start, end)
        elif element.tag == "heading":
            it.heading_spans.append((start, end))
        it.body_start = end
        if end > start:
            self._after_label = True
            self._builder.space()

    # Text

    def _any(self, child: Element | Piece | Instruction, node: int) -> None:
        if isinstance(child, Piece):
            self._write(child)
        elif isinstance(child, Instruction):
            return
        elif child.tag == "authorialNote":
            self._note(child)
        elif child.tag in _UNITS and not self._quoted:
            self._unit(child, node)
        elif child.tag in _UNITS or (child.tag in _CONTAINERS and self._quoted) or child.tag in _LINES:
            self._line(child, node)
        elif child.tag in ("td", "th"):
            self._builder.space()
            self._after_label = True
            self._inline_children(child, node)
            self._after_label = False
            self._builder.space()
        elif child.tag == "placeholder":
            self._builder.side("furniture", child.pieces())
            self._builder.space()
        elif child.tag in _SILENT:
            if child.tag == "img":
                self._images += 1
            self._builder.space()
        elif child.tag in _QUOTING:
            self._quotes += 1
            self._quoted += 1
            self._inline_children(child, node)
            self._quoted -= 1
        elif child.tag in ("num", "heading", "subheading"):
            self._break()
            self._inline_children(child, node)
            self._after_label = child.tag == "num"
            self._builder.space()
        else:
            if child.tag not in _INLINE:
                self._unknown[child.tag] += 1
            if child.tag in _CONTAINERS or child.tag == "article":
                self._break()
            self._inline_children(child, node)

    def _inline_children(self, element: Element, node: int) -> None:
        for child in element.children:
            self._any(child, node)

    def _line(self, element: Element, node: int) -> None:
        if not self._after_label:
            self._break()
        self._inline_children(element, node)
        if _has_text(element):
            self._after_label = False

    def _note(self, element: Element) -> None:
        """A footnote; its paragraphs are lines of it."""
        self._builder.open_side("note")
        for piece_or_line in _note_pieces(element):
            if piece_or_line is None:
                self._builder.break_line()
            else:
                self._builder.write(piece_or_line)
        self._builder.close_side()

    def _write(self, piece: Piece) -> None:
        if self._line_begins or self._after_label:
            found = _LEADING_NBSP.match(piece.text) if piece.verbatim else None
            if found is not None:
                width = len(found[0].encode(self._builder.encoding))
                self._builder.write(Piece(" ", piece.start, piece.start + width, verbatim=False))
                piece = Piece(piece.text[found.end() :], piece.start + width, piece.end)
            elif not piece.verbatim and piece.text == "\u00a0":
                piece = piece._replace(text=" ")
        self._builder.write(piece)
        if piece.text.strip():
            self._line_begins = self._after_label = False

    def _break(self) -> None:
        self._builder.break_line()
        self._line_begins = True
        self._after_label = False

    # Nodes

    def _open(
        self, eid: str, kind: str, parent: int | None, *, publisher_id: str | None = None, block: bool = False
    ) -> int:
        if kind not in ("paragraph", "item"):
            self._break()
        start = self._builder.position
        node = Node(eid, kind, start, parent, " ".join(self._above), block, publisher_id, body_start=start)
        if publisher_id and self._page:
            node.url = f"{self._page}#{publisher_id}"
        self._nodes.append(node)
        return len(self._nodes) - 1

    def _close(self, node: int) -> None:
        self._nodes[node].end = self._builder.position

    def _ids(self, element: Element, fallback: str) -> tuple[str, str | None]:
        given = element.get("eId") or element.get("id")
        if given:
            return pincite_spelling(given), given
        self._without_id += 1
        return fallback, None

    def finish(self, pieces: tuple[Piece, ...]) -> ActText:
        """The text, and the nodes trimmed to it."""
        text, source_map, sides = self._builder.finish()
        provisions = provisions_of(self._nodes, text, sides)
        return ActText(text, source_map, sides, provisions, self._all_findings(provisions), self._articles, pieces)

    def _all_findings(self, provisions: tuple[Provision, ...]) -> tuple[Finding, ...]:
        found: list[Finding] = []
        if self._quotes:
            found.append(Finding("quoted_structures", {"count": self._quotes}))
        repeated = Counter(node.eid for node in provisions if node.publisher_id and node.kind != "range_member")
        twice = [eid for eid, count in repeated.items() if count > 1]
        if twice:
            found.append(Finding("repeated_ids", {"count": len(twice), "first": twice[0]}))
        if self._without_id:
            found.append(Finding("ids_made_from_labels", {"count": self._without_id}))
        if self._images:
            found.append(Finding("images_without_text", {"count": self._images}))
        found += [Finding("unknown_element", {"tag": tag, "count": n}) for tag, n in sorted(self._unknown.items())]
        return tuple(found)


def _hierarchy_children(element: Element) -> Iterator[Element]:
    """Elements below, as far as they are not another act's (rule 6) and not inside a paragraph's content."""
    for child in element.elements():
        if child.tag in _QUOTING or child.tag in ("content", "paragraph", "blockList", "p", "table"):
            continue
        yield child


def _has_text(element: Element) -> bool:
    """Whether an element writes words into the text (a note does not)."""
    for child in element.children:
        if isinstance(child, Piece):
            if child.text.strip():
                return True
        elif isinstance(child, Element) and child.tag not in ("authorialNote", "meta") and _has_text(child):
            return True
    return False


def _own_text(element: Element) -> Iterator[str]:
    """The characters of an element without its notes and placeholders."""
    for child in element.children:
        if isinstance(child, Piece):
            yield child.text
        elif isinstance(child, Element) and child.tag not in ("authorialNote", "placeholder"):
            yield from _own_text(child)


def _is_words(child: Piece | Instruction) -> bool:
    return isinstance(child, Piece) and bool(child.text.strip())


def _note_pieces(element: Element) -> Iterator[Piece | None]:
    """The texts of a note; None begins a line."""
    for child in element.children:
        if isinstance(child, Piece):
            yield child
        elif isinstance(child, Element):
            if child.tag in _LINES:
                yield None
            elif child.tag in ("br", "placeholder"):
                yield Piece(" ", child.start, child.end, verbatim=False)
            yield from _note_pieces(child)


def _annex_id(part: Element, ordinal: int) -> tuple[str, str | None]:
    """The annex's id: the first segment of the ids inside it, else the number in its title, else its position.

    Fedlex gives all annexes of an act the same FRBR URIs and no eId of their own.
    """
    for element in part.descendants():
        first = element.get("eId").partition("/")[0]
        if first.startswith("annex"):
            return first, first
    header = next((child for child in part.descendants("block", "num")), None)
    digits = re.search(r"[0-9]{1,3}[a-z]?\b", header.raw_text()) if header is not None else None
    return (f"annex_{digits[0]}" if digits else f"annex_u{ordinal}"), None


def _id_from_label(kind: str, element: Element, above: str, ordinal: int) -> str:
    """A place for a unit without eId: `lbl_a` where it has a label, `bull_u3` where it has a dash or none."""
    num = element.first("num")
    label = re.sub(r"[^0-9A-Za-z]", "", "".join(_own_text(num))) if num is not None else ""
    prefix = {"paragraph": "para", "item": "lbl", "subdivision": "subdiv"}[kind]
    if label and len(label) <= 12:
        return pincite_spelling(f"{above}/{prefix}_{label}")
    return f"{above}/{'bull' if kind == 'item' else prefix}_u{ordinal}"
