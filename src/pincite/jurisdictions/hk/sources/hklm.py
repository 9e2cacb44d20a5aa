"""`hk.hklm`: ordinances, subsidiary legislation and instruments as e-Legislation publishes them (HKLM XML).

Keeps true (facts: source-formats, 1.3 and 1.4):
1. A place is labelled as printed (`s33_1_a`, `sch1_s2`, `P9A`, `s37_1_b_i`), because the publisher's ids repeat and
   differ between the languages; the publisher's id stands beside it. A definition is named by its English term in
   both languages (`s2_1_def_data-user`), since its order is not the same.
2. Source notes, editorial notes, cross-references and commencement notes are side texts, also in the middle of a
   sentence, and so are the marks that lead to them; notes and examples that were enacted are text.
3. Status and date of a provision are its own or its nearest container's. A pending section has no date. A unit of any
   level that says nothing is never in force: its source note tells whether it was repealed or omitted as spent («(Repealed
   3 of 2031 s. 4)», 「(由2031年第3號第4條廢除)」), without a note it is `not_applicable`; its date is not known.
4. `amended_by` names the instruments of the source notes in a provision.
5. Blocks: long title, preamble, headings of parts and schedules, sections, and whatever stands in a schedule by itself.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from pincite.errors import UnreadableSource
from pincite.findings import Finding
from pincite.formats.tree import Element, Instruction
from pincite.formats.xml import encoding_of, read_xml
from pincite.identity.reference import WorkId
from pincite.jurisdictions.hk import urls
from pincite.jurisdictions.hk.sources.hklm_states import NO_PLACE, Node, State, settle
from pincite.jurisdictions.hk.sources.lines import BLANK
from pincite.jurisdictions.shared.sources.amending import with_instruments
from pincite.jurisdictions.shared.sources.nodes import Provisions
from pincite.law.document import Document, Provision, Status
from pincite.text.canonical import Piece, TextBuilder, unaccounted

__all__ = ["EXTRACTOR", "NAMESPACE", "read"]

EXTRACTOR = "hk.hklm/3"
NAMESPACE = "http://www.xml.gov.hk/schemas/hklm/1.0"

_CONTAINERS = frozenset(
    ("part", "subpart", "chapter", "subchapter", "division", "subdivision", "schedule", "appendix", "annex")
)
_SECTIONS = frozenset(("section", "article", "rule", "regulation", "order", "bylaw"))
_NODES = frozenset(("subsection", "paragraph", "subparagraph", "def", "proviso", "item", "clause", "subclause"))
_NOTES = {
    "sourceNote": "source_note",
    "editorialNote": "editorial_note",
    "referenceNote": "reference_note",
    "note": "reference_note",
    "commencementNote": "commencement_note",
    "amendmentNote": "source_note",
    "footnote": "note",
}
_OWN_LINE = frozenset(("continued", "text", "statutoryNote", "crossHeading", "tr", "formula", "empoweringSection"))
_STATUS: dict[str, Status] = {
    "operational": "in_force",
    "pending": "pending",
    "repealed": "repealed",
    "omitted": "omitted",
    "expired": "repealed",
    "ceased": "repealed",
    "prospective": "prospective",
}
_REASON: dict[str, Status] = {
    "inEffect": "in_force",
    "notYetInOperation": "pending",
    "repealed": "repealed",
    "omittedAsSpent": "omitted",
    "expired": "repealed",
}
_DOCUMENT_STATUS: dict[str, Status] = {
    "in effect": "in_force",
    "repealed": "repealed",
    "expired": "repealed",
    "lapsed": "repealed",
    "not yet in effect": "pending",
    "not yet in operation": "pending",
    "no longer in effect": "repealed",
    "omitted as spent": "omitted",
}
_LANGUAGES = {"en": "en", "zh-Hant-HK": "zh-Hant", "zh-Hant": "zh-Hant", "zh-Hans-HK": "zh-Hans", "zh-Hans": "zh-Hans"}
_IDENTIFIER = re.compile(r"/hk/([A-Za-z]+\d+[A-Z]*)(?:!|\Z)")
_PREFIX = re.compile(r"([A-Za-z]+?)\d")
_NUMBER = re.compile(r"\d+[A-Z]*(?![a-z])|\b[IVXLC]+[A-Z]?\b")
_ISO = re.compile(r"\d{4}-\d{2}-\d{2}\Z")
_ENGLISH = re.compile(r"[^(（]{1,60}[(（]([A-Za-z][A-Za-z ,'’-]{1,80})[)）]")
_MARKS = "*#†‡§@^Δ"


def read(data: bytes, *, name: str, options: Mapping[str, str]) -> list[Document]:
    """Read one chapter or instrument in one language.

    Args:
        data: the file.
        name: what to call it in an error.
        options: none.

    Raises:
        UnreadableSource: when it is no XML, no HKLM, or says neither which chapter nor which version it is.

    """
    del options
    root = read_xml(data, name=name)
    if root.namespace != NAMESPACE:
        raise UnreadableSource(name, f"byte {root.start}", f"not HKLM: the root is «{root.tag}» of «{root.namespace}»")
    meta, main = root.first("meta"), root.first("main")
    if meta is None or main is None:
        raise UnreadableSource(name, f"byte {root.start}", f"«{root.tag}» has no «{'main' if meta else 'meta'}»")
    return [_Chapter(root, meta, main, name, encoding_of(data, name=name)).read()]


class _Chapter:
    def __init__(self, root: Element, meta: Element, main: Element, name: str, encoding: str) -> None:
        self.root, self.meta, self.main, self.name = root, meta, main, name
        self.builder = TextBuilder(encoding=encoding)
        self.nodes: list[Node] = []
        self.counts: Counter[str] = Counter()
        self.findings: list[Finding] = []
        self.marks = ""  # footnote marks of the open section
        self.fresh = True  # nothing was written on the open line yet
        self.line_start = self.line_end = 0  # where the open line begins, and where the one before it ends
        self.facts = {child.tag: _plain(child) for child in meta.elements()}
        language = root.get("xml:lang") or root.get("lang") or self.facts.get("language", "")
        self.language = _LANGUAGES.get(language, language)
        self.chapter = self.chapter_id()

    def chapter_id(self) -> str:
        found = _IDENTIFIER.search(self.facts.get("identifier", ""))
        number = self.facts.get("docNumber", "")
        chapter = found.group(1) if found else ""
        if not chapter and number:
            chapter = number if number[0].isalpha() else f"cap{number}"
        if not chapter:
            raise UnreadableSource(
                self.name, f"byte {self.meta.start}", "«meta» names no chapter (dc:identifier, docNumber)"
            )
        if not _ISO.match(self.facts.get("date", "")):
            raise UnreadableSource(self.name, f"byte {self.meta.start}", "«meta» names no version date (dc:date)")
        return chapter

    def read(self) -> Document:
        status = _DOCUMENT_STATUS.get(self.facts.get("docStatus", "in effect").lower())
        if status is None:
            self.findings.append(Finding("unknown_status", {"status": self.facts["docStatus"]}))
        self.ended = status if status not in (None, "in_force") else None
        self.builder.side("furniture", self.meta.pieces(), "meta")
        state = State(status or "not_applicable", None)
        self.container_children(self.main, "", None, state)
        self.container_children(self.root, "", None, state, skip=(self.meta, self.main))
        text, source_map, sides = self.builder.finish()
        settle(self.nodes, text)
        repeated = {each: count for each, count in Counter(node.eid for node in self.nodes).items() if count > 1}
        if repeated:
            self.findings.append(Finding("repeated_labels", {"count": len(repeated), "first": min(repeated)}))
        losses = unaccounted(self.root.pieces(), source_map, sides)
        meta = {
            key: self.facts[key]
            for key in ("docName", "docType", "docNumber", "docStatus", "publisher", "rights")
            if self.facts.get(key)
        }
        document = Document(
            work=WorkId(f"hk/{self.chapter}"),
            kind="legislation",
            language=self.language,
            state=self.facts["date"],
            title=self.title(),
            text=text,
            source_map=source_map,
            provisions=self.provisions(),
            sides=sides,
            short_titles=tuple(filter(None, [self.facts.get("docName", "")])),
            meta=meta,
            legal_value="official",
            url=urls.legislation(self.chapter, self.language),
            extractor=EXTRACTOR,
            findings=tuple(self.findings),
            losses=tuple(losses),
        )
        return with_instruments(document, "hk")

    def title(self) -> str:
        for tag in ("docTitle", "shortTitle"):
            for element in self.main.descendants(tag):
                title = _plain(element).strip("《》")
                if title:
                    return title
        return self.facts.get("docName", "")

    # ---- containers

    def container(self, element: Element, above: str, parent: int | None, state: State) -> None:
        """A part, division or schedule: a node without text of its own, a block of its heading, its contents."""
        state = self.state_of(element, state)
        num, heading = element.first("num"), element.first("heading")
        eid = self.container_label(element, num, above)
        self.line()
        index = self.open(
            Node(
                eid,
                element.tag,
                self.builder.position,
                state,
                label=_plain(num) if num else "",
                heading=_plain(heading) if heading else "",
                parent=parent,
                publisher_id=element.get("temporalId") or element.get("name") or None,
                url=urls.url(f"hk/{self.chapter}#{eid}", self.language),
            )
        )
        if num or heading:
            block = self.open(replace_node(self.nodes[index], eid=f"{eid}_heading", kind="heading", parent=index))
            self.line()
            for child in (num, heading):
                if child is not None:
                    self.line()
                    self.inline(child)
            self.close(block)
        self.container_children(element, eid, index, state, skip=(num, heading))
        self.close(index)

    def container_children(
        self,
        element: Element,
        eid: str,
        index: int | None,
        state: State,
        skip: tuple[Element | None, ...] = (),
    ) -> None:
        loose: list[Piece] = []
        for child in element.children:
            if isinstance(child, Piece):
                loose.append(child)
                continue
            if isinstance(child, Instruction) or any(child is each for each in skip):
                continue
            self.loose(loose, eid, index, state)
            if child.tag in _CONTAINERS:
                self.container(child, eid, index, state)
            elif child.tag in _SECTIONS:
                self.block(child, self.section_label(child, eid), index, state)
            elif child.tag in _NODES:
                self.block(child, self.node_label(child, eid), index, state)
            elif child.tag in _NOTES:
                self.note(child)
            elif child.tag == "marker":
                continue
            else:
                self.block(child, self.text_label(child, eid), index, state)
        self.loose(loose, eid, index, state)

    def loose(self, pieces: list[Piece], eid: str, parent: int | None, state: State) -> None:
        """Characters that stand in a container without an element of their own."""
        if any(piece.text.strip() for piece in pieces):
            self.line()
            start = self.builder.position
            self.builder.write_all(pieces)
            self.counts[eid] += 1
            name = f"{eid}_text_{self.counts[eid]}" if eid else f"text_{self.counts[eid]}"
            self.nodes.append(Node(name, "text", start, state, parent=parent, block=True, end=self.builder.position))
        pieces.clear()

    # ---- blocks and what is inside them

    def block(self, element: Element, eid: str, parent: int | None, state: State) -> None:
        self.marks = "".join(_footnote_marks(element)) if element.tag in _SECTIONS else ""
        self.line()
        index = self.node(element, eid, parent, state, block=True)
        self.marks = ""
        if self.nodes[index].end == self.nodes[index].start:
            del self.nodes[index]  # an element of notes alone is no place

    def node(self, element: Element, eid: str, parent: int | None, state: State, *, block: bool = False) -> int:
        """An element that is a place: its label, its heading, its text, the places inside it."""
        state = self.state_of(element, state)
        num = element.first("num")
        heading = element.first("heading")
        is_law = element.tag in _SECTIONS
        index = self.open(
            Node(
                eid,
                {"def": "definition"}.get(element.tag, _snake(element.tag)),
                self.builder.position,
                state,
                label=_plain(num) if num else "",
                heading=_plain(heading) if heading else "",
                parent=parent,
                block=block,
                publisher_id=element.get("temporalId") or element.get("name") or None,
                url=urls.url(f"hk/{self.chapter}#{eid}", self.language) if is_law else "",
            )
        )
        self.contents(element, eid, index, state)
        self.close(index)
        return index

    def contents(self, element: Element, eid: str, index: int, state: State) -> None:
        for child in element.children:
            if isinstance(child, Piece):
                self.write(child)
            elif isinstance(child, Instruction):
                continue
            elif child.tag in _NOTES:
                self.note(child)
            elif child.tag in _NODES or child.tag in _SECTIONS or (child.tag in _CONTAINERS and child.first("num")):
                self.line()
                self.node(child, self.node_label(child, eid), index, state)
                self.fresh = False
            elif child.tag == "statutoryNote":
                self.line()
                self.contents(child, f"{eid}_note", index, state)
            elif child.tag in ("heading", "crossHeading"):
                self.inline(child)
                self.ended_line()
            else:
                self.flow(child, eid, index, state)

    def flow(self, element: Element, eid: str, index: int, state: State) -> None:
        """Running text: `leadIn` and `content` go on on the line of the number, the rest begins a line."""
        tag = element.tag
        if tag == "num":
            self.inline(element)
            self.builder.space()
            self.fresh = True
            return
        if tag in ("leadIn", "content"):
            if not self.fresh:
                self.line()
        elif tag in _OWN_LINE:
            self.line()
        elif tag in ("td", "th", "p"):
            self.builder.space()
        elif self.special(element):
            return
        self.contents(element, eid, index, state)
        if tag in ("td", "th", "p"):
            self.builder.space()
        if tag in ("leadIn", "content"):
            self.fresh = False

    def inline(self, element: Element) -> None:
        """The text of a number or heading, without its places."""
        for child in element.children:
            if isinstance(child, Piece):
                self.write(child)
            elif isinstance(child, Element):
                if child.tag in _NOTES:
                    self.note(child)
                elif not self.special(child):
                    self.inline(child)

    def special(self, element: Element) -> bool:
        """What stands for layout: spacers, blank lines, blanks of a form. Whether the element was one."""
        if element.tag in ("marker", "br"):
            self.builder.space()
        elif element.tag == "fillIn":
            self.builder.space()
            self.builder.side("form_blank", element.pieces())
        elif element.tag == "inline" and not element.raw_text().strip(BLANK):
            self.builder.space()
        else:
            return False
        return True

    def note(self, element: Element) -> None:
        kind = _NOTES[element.tag]
        self.builder.side(kind, element.pieces())
        inside = next((node for node in reversed(self.nodes) if node.end < 0 and node.kind not in NO_PLACE), None)
        if kind == "source_note" and inside is not None:
            inside.said += element.raw_text()

    def write(self, piece: Piece) -> None:
        """Characters of the text; footnote marks of the open section go aside (rule 2)."""
        if not self.marks or not any(mark in piece.text for mark in self.marks) or not piece.verbatim:
            self.builder.write(piece)
        else:
            byte = piece.start
            for part in re.split(f"([{re.escape(self.marks)}])", piece.text):
                end = byte + len(part.encode(self.builder.encoding))
                cut = Piece(part, byte, end)
                if part and part in self.marks:
                    self.builder.side("note_mark", (cut,), part)
                elif part:
                    self.builder.write(cut)
                byte = end
        if piece.text.strip():
            self.fresh = False

    def line(self) -> None:
        """Begin a line."""
        if self.builder.position != self.line_start:
            self.line_end = self.builder.position
        self.builder.break_line()
        self.line_start = self.builder.position
        self.fresh = True

    def ended_line(self) -> None:
        """What follows begins a line, if anything follows."""
        self.fresh = False

    # ---- labels

    def container_label(self, element: Element, num: Element | None, above: str) -> str:
        """`P9A`, `P9A_D2`, `sch6`, `sch6_P1`: the kind's letters, and the number as printed."""
        name = element.get("name")
        prefix = _PREFIX.match(name)
        letters = (
            prefix.group(1)
            if prefix
            else {"part": "P", "division": "D", "schedule": "sch"}.get(element.tag, element.tag)
        )
        printed = _NUMBER.search(_plain(num)) if num else None
        if printed:
            own = letters + printed.group()
        elif element.tag == "schedule":
            own = letters
        else:
            own = name or letters
        return f"{above}_{own}" if above else own

    def section_label(self, element: Element, above: str) -> str:
        """A section is counted through the whole chapter, in a schedule through the schedule or its part."""
        name = element.get("name")
        prefix = _PREFIX.match(name)
        own = (prefix.group(1) if prefix else "s") + (_label(element.first("num")) or _digits(name))
        temporal = element.get("temporalId")
        order = re.match(r"(O\d+[A-Z]*)_r", temporal)
        if order:
            return f"{order.group(1)}_{own if own.startswith('r') else 'r' + own.lstrip('s')}"
        scheduled = above if above.startswith("sch") else ""
        return f"{scheduled}_{own}" if scheduled else own

    def node_label(self, element: Element, above: str) -> str:
        if element.tag == "def":
            own = f"def_{self.term(element)}"
        elif element.tag == "proviso":
            own = "proviso"
        else:
            own = _label(element.first("num")) or element.get("temporalId").rpartition("_")[2] or element.get("name")
        if not own:
            self.counts[f"{above} {element.tag}"] += 1
            own = f"u{self.counts[f'{above} {element.tag}']}"
        return f"{above}_{own}" if above else own

    def text_label(self, element: Element, above: str) -> str:
        if element.tag in ("longTitle", "docTitle", "preamble", "enactingFormula") and not above:
            return element.tag
        key = f"{above} {element.tag}"
        self.counts[key] += 1
        own = f"{_snake(element.tag)}_{self.counts[key]}"
        return f"{above}_{own}" if above else own

    def term(self, element: Element) -> str:
        """The English term of a definition as a label, in either language; its name when no English term is given."""
        terms = [term for term in element.descendants("term") if _plain(term)]
        english = [term for term in terms if (term.get("xml:lang") or term.get("lang") or self.language) == "en"]
        bracketed = _ENGLISH.match(_plain(element)) if not english else None
        name = _plain(english[0]) if english else bracketed.group(1) if bracketed else element.get("name")
        if not name and terms:
            name = _plain(terms[0])
        slug = re.sub(r"[^\w]+", "-", name.lower()).strip("-")
        return slug or "u"

    # ---- state

    def state_of(self, element: Element, above: State) -> State:
        """The element's own status and date, or those above (rule 3)."""
        status, reason = element.get("status"), element.get("reason")
        if not status and not reason:
            return above
        found = _STATUS.get(status) or _REASON.get(reason)
        if found is None:
            self.findings.append(
                Finding("unknown_status", {"status": status or reason, "place": element.get("temporalId")})
            )
            found = "not_applicable"
        if self.ended and found == "in_force":
            found = self.ended
        since = element.get("startPeriod")
        return State(found, since if _ISO.match(since) else None)

    # ---- nodes

    def open(self, node: Node) -> int:
        self.nodes.append(node)
        return len(self.nodes) - 1

    def close(self, index: int) -> None:
        node = self.nodes[index]
        # a line that was begun and stayed empty is not the node's
        position = self.builder.position if self.builder.position != self.line_start else self.line_end
        node.end = max(position, node.start)

    def provisions(self) -> tuple[Provision, ...]:
        provisions = Provisions()
        for node in self.nodes:
            provisions.add(
                node,
                label=node.label,
                heading=node.heading,
                block=node.block,
                status=node.state.status,
                valid_from=node.state.since,
            )
        return tuple(provisions.made)


def replace_node(node: Node, *, eid: str, kind: str, parent: int) -> Node:
    """The heading block of a container."""
    return replace(node, eid=eid, kind=kind, parent=parent, block=True, end=-1)


def _plain(element: Element) -> str:
    """The characters of an element on one line, notes left out."""
    parts: list[str] = []

    def collect(inner: Element) -> Iterator[str]:
        for child in inner.children:
            if isinstance(child, Piece):
                yield child.text
            elif isinstance(child, Element) and child.tag not in _NOTES:
                yield from collect(child)

    parts.extend(collect(element))
    text = re.sub(r"[\s\u00a0]+", " ", "".join(parts)).strip()
    return re.sub(r"(?<=[\u2e80-\u9fff\uff00-\uffef]) (?=[\u2e80-\u9fff\uff00-\uffef])", "", text)


def _label(num: Element | None) -> str:
    """A printed number without its brackets and stops: «(1)» 1, «33.» 33, «(e)-(ea)» e-ea."""
    return re.sub(r"[^\w–-]", "", _plain(num)) if num is not None else ""


def _digits(name: str) -> str:
    found = re.search(r"\d\w*", name)
    return found.group() if found else name


def _snake(tag: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", tag).lower()


def _footnote_marks(section: Element) -> Iterator[str]:
    """The characters by which the footnotes of a section are called."""
    for note in section.descendants("editorialNote"):
        if note.get("type") == "footnote":
            for inline in note.descendants("inline"):
                mark = _plain(inline)
                if len(mark) == 1 and mark in _MARKS:
                    yield mark
