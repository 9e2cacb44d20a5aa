"""From the elements of a Formex file to the parts of an act.

Keeps true (facts: source-formats, 4.2 and 4.3):
1. Amendments are instructions around content, in document order, across elements: `CLG.MDFO` begins a range, `CLG.MDFC`
   ends it. What begins in a range with `ACTION="DELETED"` is marked `deleted`.
2. Characters that the publisher writes as elements are text: `QUOT.START` and `QUOT.END` are their code points,
   `FT TYPE="NUMBER"` is grouped by threes with no-break spaces, an unlabelled item of a list of dashes begins with its dash.
3. `NOTE` is an aside where it stands, `PAGE` a mark. `HT` and other formatting is flattened; letter case stays.
4. `QUOT.S` is quoted text. What no rule names is read for its text in its order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.formats.tree import Element, Instruction
from pincite.jurisdictions.eu.sources.parts import (
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
    as_lines,
    furniture,
    has_text,
    is_blank,
    plain,
)
from pincite.text.canonical import Piece

__all__ = ["FormexParts"]

_BLOCKS = frozenset(
    """
    P TXT ALINEA NP LIST ITEM ITEM.CONT PARAG NO.PARAG QUOT.S TBL GR.TBL CORPUS DLIST DLIST.ITEM ARTICLE DIVISION
    GR.SEQ TITLE TI STI TI.ART STI.ART CONTENTS BLK TI.BLK STI.BLK GR.VISA VISA GR.CONSID CONSID DIV.CONSID PREAMBLE
    PREAMBLE.INIT PREAMBLE.FINAL ENACTING.TERMS ANNEX CONS.ANNEX INTERNAL.ANNEX SIGNATURE SIGNATORY PL.DATE FINAL
    GR.NOTES GR.ANNOTATION ANNOTATION COMMENT INTRO TOC TOC.BLK TOC.ITEM
    """.split()  # noqa: SIM905 (a list of names reads as a line of words)
)
_DATA = frozenset(
    "BIB.INSTANCE FAM.COMP INFO.CONSLEG INFO.PROD BIB.DATA INCLUSIONS BIB.INSTANCE.CONS".split()  # noqa: SIM905 (as above)
)
_PARTED = frozenset(("NO.P", "ROW", "CELL", "DIVIDEND", "DIVISOR"))
_QUOTES = frozenset(("QUOT.START", "QUOT.END"))
_DASHES = {"DASH": "—", "NDASH": "–", "BULLET": "•"}
_ATTRIBUTE = re.compile(r"([A-Z][A-Z.]{0,30})=[\"']([^\"'<>]{0,300})[\"']")
_DIGITS = re.compile(r"[0-9]{4,15}\Z")
_CODE = re.compile(r"[0-9A-Fa-f]{2,5}\Z")


class FormexParts:
    """Reads one file.

    Args:
        data: the file, for the characters of instructions.

    Attributes:
        images: how many pictures or files are named in the text and not in it.

    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.images = 0
        self._deleting: set[str] = set()
        self._citations = 0
        self._blocky: dict[int, bool] = {}

    # ---- the act

    def act(self, root: Element) -> Iterator[Part]:
        """The parts of `ACT`, `CONS.DOC` or `ANNEX`."""
        if root.tag in ("ANNEX", "CONS.ANNEX"):
            yield from self.annex(root)
            return
        for child in root.children:
            if isinstance(child, Piece):
                yield Line([child])
            elif isinstance(child, Instruction):
                yield from self.marks(child)
            elif child.tag in _DATA:
                yield furniture(child)
            elif child.tag == "TITLE":
                yield Block("tit_1", "heading", self.flows(child))
            elif child.tag == "PREAMBLE":
                yield from self.preamble(child)
            elif child.tag == "ENACTING.TERMS":
                yield from self.division_body(child)
            elif child.tag in ("ANNEX", "CONS.ANNEX"):
                yield from self.annex(child)
            elif child.tag == "FINAL":
                yield Block("fnp_1", "final", self.flows(child))
            else:
                yield Block("text", "text", self.flows(child))

    def preamble(self, element: Element) -> Iterator[Part]:
        """Formulas, citations and recitals."""
        for child in element.children:
            if isinstance(child, Piece):
                yield Line([child])
            elif isinstance(child, Instruction):
                yield from self.marks(child)
            elif child.tag in ("GR.VISA", "GR.CONSID", "DIV.CONSID"):
                yield from self.preamble(child)
            elif child.tag == "VISA":
                self._citations += 1
                yield Block(f"cit_{self._citations}", "citation", self.flows(child))
            elif child.tag == "CONSID":
                yield self.recital(child)
            elif _has_text(child):
                yield Block("pbl_1/text", "formula", self.flows(child))
            else:
                yield from self.only_marks(child)

    def recital(self, element: Element) -> Recital:
        """A recital; without a number in old acts."""
        deleted = bool(self._deleting)
        np = element.first("NP")
        label: list[Token] = []
        body: list[Flow] = []
        for flow in self.flows(element):
            if np is not None and isinstance(flow, Item) and not label:
                label, body = flow.label, [*body, *flow.body]
            else:
                body.append(flow)
        return Recital(label, body, deleted=deleted)

    def division_body(self, element: Element, title: Element | None = None) -> Iterator[Part]:
        """What stands under the heading of a division, or in the enacting terms."""
        loose: list[Flow] = []
        for child in element.children:
            if isinstance(child, Element) and child.tag in ("DIVISION", "ARTICLE"):
                yield from loose
                loose = []
                yield self.division(child) if child.tag == "DIVISION" else self.article(child)
            elif child is title:
                continue
            elif isinstance(child, Instruction):
                loose += self.marks(child)
            elif isinstance(child, Piece):
                if not is_blank(child.text):
                    loose.append(Line([child], deleted=bool(self._deleting)))
            else:
                loose += self.flows_of(child)
        yield from loose

    def division(self, element: Element) -> Division:
        """A division."""
        deleted = bool(self._deleting)
        title = element.first("TITLE")
        lines = self.lines(title) if title is not None else []
        return Division(lines, list(self.division_body(element, title)), deleted=deleted)

    def article(self, element: Element) -> Article:
        """An article."""
        deleted = bool(self._deleting)
        label: list[Token] = []
        heading: list[Line] = []
        body: list[Flow] = []
        for child in element.children:
            if isinstance(child, Piece):
                if not is_blank(child.text):
                    body.append(Line([child], deleted=bool(self._deleting)))
            elif isinstance(child, Instruction):
                marks = self.marks(child)
                # before the paragraphs begin, a mark belongs to the line it stands at
                if body or not label:
                    body += marks
                else:
                    (heading[-1].tokens if heading else label).extend(marks)
            elif child.tag == "TI.ART" and not label:
                label = self.flat(child)
            elif child.tag == "STI.ART" and not body:
                heading += self.lines(child)
            else:
                body += self.flows_of(child)
        return Article(label, heading, body, element.get("IDENTIFIER"), element.get("IDENTIFIER") or None, deleted)

    def annex(self, element: Element) -> Iterator[Part]:
        """An annex, and the metadata of its file."""
        deleted = bool(self._deleting)
        title: list[Line] = []
        body: list[Flow] = []
        for child in element.children:
            if isinstance(child, Element) and child.tag in _DATA:
                yield furniture(child)
            elif isinstance(child, Element) and child.tag == "TITLE" and not title:
                title = self.lines(child)
            elif isinstance(child, Element):
                body += self.flows_of(child)
            elif isinstance(child, Instruction):
                body += self.marks(child)
            elif not is_blank(child.text):
                body.append(Line([child], deleted=bool(self._deleting)))
        yield Annex(title, body, deleted=deleted)

    # ---- flows

    def lines(self, element: Element) -> list[Line]:
        """A title: each paragraph of it a line."""
        return as_lines(self.flows(element))

    def flows(self, element: Element) -> list[Flow]:
        """The content of an element that holds text, blocks, or both."""
        found: list[Flow] = []
        tokens: list[Token] = []
        deleted = bool(self._deleting)

        def flush() -> None:
            nonlocal tokens
            words = plain(tokens) if has_text(tokens) else ""
            last = _last_line(found[-1]) if found and isinstance(found[-1], Quoted) else None
            if words and last is not None and not any(character.isalnum() for character in words):
                last.tokens += tokens  # the stop behind a quotation stands in its last line
            elif has_text(tokens):
                found.append(Line(tokens, deleted=deleted))
            else:
                found.extend(token for token in tokens if not isinstance(token, Piece))
            tokens = []

        for child in element.children:
            if isinstance(child, Piece):
                if not tokens:
                    deleted = bool(self._deleting)
                tokens.append(child)
            elif isinstance(child, Instruction):
                tokens += self.marks(child)
            elif child.tag in _BLOCKS or self.holds_block(child):
                flush()
                found += self.flows_of(child)
            else:
                if not tokens:
                    deleted = bool(self._deleting)
                tokens += self.inline(child)
        flush()
        return found

    def holds_block(self, element: Element) -> bool:
        """Whether a block stands somewhere in an element, its notes apart; asked once of each."""
        known = self._blocky.get(id(element))
        if known is None:
            known = element.tag != "NOTE" and any(
                child.tag in _BLOCKS or self.holds_block(child) for child in element.elements()
            )
            self._blocky[id(element)] = known
        return known

    def flows_of(self, element: Element) -> list[Flow]:
        """An element as flows."""
        deleted = bool(self._deleting)
        if element.tag == "NP":
            return [self.numbered(element, "NO.P")]
        if element.tag == "PARAG":
            item = self.numbered(element, "NO.PARAG")
            item.paragraph, item.publisher_id = True, element.get("IDENTIFIER") or None
            return [item] if item.label else item.body
        if element.tag == "LIST":
            return self.list_of(element)
        if element.tag == "QUOT.S":
            return [Quoted(self.flows(element), deleted=deleted)]
        if element.tag == "CORPUS":
            return [self.table(element)]
        if element.tag == "DLIST":
            return [flow for child in element.children for flow in self.definition(child, element.get("SEPARATOR"))]
        if element.tag == "GR.SEQ":
            title = element.first("TITLE")
            lines = self.lines(title) if title is not None else []
            rest = Element(element.tag, {}, [child for child in element.children if child is not title])
            return [Group(lines, self.flows(rest), deleted=deleted)]
        if element.tag not in _BLOCKS and not self.holds_block(element):
            return [Line(self.inline(element), deleted=deleted)]
        return self.flows(element)

    def numbered(self, element: Element, tag: str) -> Item:
        """A unit whose number stands in the child `tag`."""
        item = Item([], deleted=bool(self._deleting))
        for child in element.children:
            if isinstance(child, Element) and child.tag == tag and not item.label:
                item.label = self.flat(child)
            elif isinstance(child, Element):
                item.body += self.flows_of(child)
            elif isinstance(child, Instruction):
                # between number and text a mark stands in the line
                item.body += self.marks(child)
            elif not is_blank(child.text):
                item.body.append(Line([child]))
        return item

    def list_of(self, element: Element) -> list[Flow]:
        """The points of a list."""
        found: list[Flow] = []
        for child in element.children:
            if isinstance(child, Element) and child.tag == "ITEM":
                deleted = bool(self._deleting)
                flows = self.flows(child)
                first = next((flow for flow in flows if not isinstance(flow, Mark | Aside)), None)
                if isinstance(first, Item) and child.first("NP") is not None:
                    # whatever follows the number and its text in the item belongs to the point
                    at = flows.index(first)
                    first.body += flows[at + 1 :]
                    found += flows[: at + 1]
                    continue
                dash = _DASHES.get(element.get("TYPE").upper(), "")
                label: list[Token] = [Piece(dash, child.start, child.start, verbatim=False)] if dash else []
                found += [Item(label, flows, deleted=deleted)] if dash else flows
            elif isinstance(child, Instruction):
                found += self.marks(child)
            elif isinstance(child, Element):
                found += self.flows_of(child)
            elif not is_blank(child.text):
                found.append(Line([child]))
        return found

    def definition(self, child: Element | Piece | Instruction, separator: str) -> list[Flow]:
        """An entry of a list of definitions: «— balance sheet total : EUR 20 000 000»."""
        if isinstance(child, Piece):
            return [Line([child])] if not is_blank(child.text) else []
        if isinstance(child, Instruction):
            return list(self.marks(child))
        prefix = child.first("PREFIX")
        label: list[Token] = []
        words: list[Token] = []
        deleted = bool(self._deleting)
        for each in child.children:
            if isinstance(each, Instruction):
                words += self.marks(each)
            elif isinstance(each, Piece):
                words.append(each)
            elif each is prefix:
                label = self.flat(each)
            else:
                if each.tag == "DEFINITION" and words:
                    words.append(Piece(f" {separator} " if separator else " ", each.start, each.start, verbatim=False))
                words += self.flat(each)
        return [Item(label, [Line(words)], deleted=deleted)] if label else [Line(words, deleted=deleted)]

    def table(self, element: Element) -> Table:
        """The rows of a table."""
        rows: list[list[list[Token]]] = []
        waiting: list[Token] = []
        deleted = bool(self._deleting)
        for child in _rows(element):
            if isinstance(child, Instruction):
                waiting += self.marks(child)
            elif isinstance(child, Piece):
                waiting.append(child)
            else:
                cells = []
                for cell in child.children:
                    if isinstance(cell, Element):
                        cells.append([*waiting, *self.flat(cell)])
                        waiting = []
                    elif isinstance(cell, Instruction):
                        waiting += self.marks(cell)
                    else:
                        waiting.append(cell)
                rows.append(cells)
        if waiting:
            rows.append([waiting])
        return Table(rows, deleted=deleted)

    # ---- tokens

    def flat(self, element: Element) -> list[Token]:
        """All of an element as tokens; a space between its blocks."""
        tokens: list[Token] = []
        for child in element.children:
            if isinstance(child, Piece):
                tokens.append(child)
            elif isinstance(child, Instruction):
                tokens += self.marks(child)
            elif child.tag in _BLOCKS or child.tag in _PARTED:
                if tokens:
                    tokens.append(Piece(" ", child.start, child.start, verbatim=False))
                tokens += self.flat(child)
                tokens.append(Piece(" ", child.end, child.end, verbatim=False))
            else:
                tokens += self.inline(child)
        return tokens

    def inline(self, element: Element) -> list[Token]:
        """Formatting, a quotation mark, a note, a number."""
        if element.tag == "NOTE":
            return self.note(element)
        if element.tag in _QUOTES:
            code = element.get("CODE")
            character = chr(int(code, 16)) if _CODE.match(code) and 0x20 < int(code, 16) < 0xD800 else '"'
            return [Piece(character, element.start, element.end, verbatim=False), *self.flat(element)]
        if element.tag == "FT" and element.get("TYPE") == "NUMBER":
            return [_grouped(token) if isinstance(token, Piece) else token for token in self.flat(element)]
        if element.tag == "INCL.ELEMENT":
            self.images += 1
        return self.flat(element)

    def note(self, element: Element) -> list[Token]:
        """A footnote, and after it the marks in it: a range inside a note says nothing of the law's own words."""
        pieces: list[Piece | None] = []
        found: list[tuple[Instruction, Mark]] = []
        self._walk_note(element, pieces, found)
        begun = {mark.key for _, mark in found if mark.kind == "begin"}
        ended = {mark.key for _, mark in found if mark.kind == "end"}
        marks: list[Token] = []
        for instruction, mark in found:
            if mark.kind in ("begin", "end") and mark.key in begun and mark.key in ended:
                marks.append(Mark("switch", mark.pieces, f"note {mark.key}"))
            else:
                marks += self.marks(instruction)
        digits = element.get("NOTE.ID").lstrip("E").lstrip("0")
        return [Aside("note", tuple(pieces), digits or element.get("NOTE.ID")), *marks]

    def _walk_note(self, element: Element, pieces: list[Piece | None], found: list[tuple[Instruction, Mark]]) -> None:
        for child in element.children:
            if isinstance(child, Piece):
                pieces.append(child)
            elif isinstance(child, Instruction):
                found += [(child, mark) for mark in self._marked(child)]
            elif child.tag in _QUOTES:
                pieces.extend(token for token in self.inline(child) if isinstance(token, Piece))
            else:
                if child.tag in _BLOCKS:
                    pieces.append(None)
                self._walk_note(child, pieces, found)

    def marks(self, instruction: Instruction) -> list[Mark]:
        """What an instruction marks; a deleted range begins or ends with it."""
        marks = self._marked(instruction)
        for mark in marks:
            if mark.kind == "end":
                self._deleting.discard(mark.key)
            elif mark.deletes:
                self._deleting.add(mark.key)
        return marks

    def _marked(self, instruction: Instruction) -> list[Mark]:
        said = dict(_ATTRIBUTE.findall(instruction.data))
        if instruction.target == "PAGE":
            number = said.get("NO", "")
            at = self.data.find(number.encode(), instruction.start, instruction.end) if number.isascii() else -1
            return [Mark("page", (Piece(number, at, at + len(number)),), label=number)] if number and at >= 0 else []
        if instruction.target == "CLG.MDFC":
            return [Mark("end", (self._words(instruction),), said.get("IDREF", ""))]
        if instruction.target == "CLG.MDFO":
            amendment = Amendment(said.get("ACTION", ""), said.get("ACTIVE.DOC", ""), said.get("ACTIVE.LOC", ""))
            deletes = amendment.action == "DELETED"
            return [Mark("begin", (self._words(instruction),), said.get("ID", ""), amendment, deletes=deletes)]
        return []

    def _words(self, instruction: Instruction) -> Piece:
        """The data of an instruction as they stand."""
        words = instruction.data.rstrip()
        start = instruction.start + len(f"<?{instruction.target}")
        while start < instruction.end and self.data[start : start + 1].isspace():
            start += 1
        encoded = words.encode("ascii", "replace")
        if self.data[start : start + len(encoded)] == encoded:
            return Piece(words, start, start + len(encoded))
        return Piece(words or instruction.target, instruction.start, instruction.end, verbatim=False)

    def only_marks(self, element: Element) -> Iterator[Mark]:
        """The marks in an element without text."""
        for child in element.children:
            if isinstance(child, Instruction):
                yield from self.marks(child)
            elif isinstance(child, Element):
                yield from self.only_marks(child)


def _rows(element: Element) -> Iterator[Element | Piece | Instruction]:
    """The rows of a table, those in groups of rows too; what stands between them."""
    for child in element.children:
        if isinstance(child, Element) and child.tag not in ("ROW", "TI.BLK", "STI.BLK") and child.first("ROW", "BLK"):
            yield from _rows(child)
        elif isinstance(child, Element) and child.first("CELL") is None:
            yield Element("ROW", {}, [child], start=child.start, end=child.end)
        else:
            yield child


def _has_text(element: Element) -> bool:
    return any(not is_blank(piece.text) for piece in element.pieces())


def _last_line(flow: Flow) -> Line | None:
    """The line a flow ends with."""
    if isinstance(flow, Line):
        return flow
    if isinstance(flow, Item | Quoted | Group):
        last = next((each for each in reversed(flow.body) if not isinstance(each, Mark | Aside)), None)
        return _last_line(last) if last is not None else None
    return None


def _grouped(piece: Piece) -> Piece:
    """A number as the publisher prints it: 10000000 is «10 000 000»."""
    if not _DIGITS.match(piece.text):
        return piece
    return Piece(
        f"{int(piece.text):,}".replace(",", "\u00a0") if piece.text[0] != "0" else piece.text,
        piece.start,
        piece.end,
        verbatim=False,
    )
