"""From the elements of EUR-Lex's XHTML, of the Official Journal and of consolidations, to flows and tokens.

Keeps true (facts: source-formats, 4.4):
1. Number and words that stand in one paragraph («1.   This Regulation …») are parted; points are two-column tables in the
   Official Journal and grids in consolidations: label and body of an item.
2. A call of a footnote, with its brackets, is an aside (`note_mark`); the note stands beside the call, wherever the page has it.
3. The arrows of consolidations (▼M1, ▼B, ►C1 … ◄) and the dashes that stand for deleted text are marks, never text.
4. What no rule names is read for its text in its order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.formats.tree import Element, Instruction
from pincite.jurisdictions.eu.sources.labels import is_label
from pincite.jurisdictions.eu.sources.parts import (
    BLANK,
    Amendment,
    Aside,
    Flow,
    Item,
    Line,
    Mark,
    Table,
    Token,
    has_text,
    is_blank,
    plain,
)
from pincite.text.canonical import Piece

__all__ = ["XhtmlParts", "classes"]

_BLOCKS = frozenset(
    ("p", "div", "table", "ul", "ol", "li", "dl", "dt", "dd", "blockquote", "hr", "h1", "h2", "h3", "h4")
)
_CELLS = frozenset(("td", "th"))
_SILENT = frozenset(("script", "style", "head"))
_NUMBERED = re.compile(
    r"(?P<label>\s*[‘“«„]?\s?[0-9]{1,3}(?:[a-z]{1,2}|\s(?:bis|ter|quater|quinquies|sexies|septies|octies|nonies|decies))?\.)(?P<gap>[\u00a0\u2002\u2003 ]{2,8}|[\u00a0]|\s*\Z)"
)
_DIVISION_OF_ARTICLE = re.compile(r"[0-9]{3}[A-Z]{0,3}\.[0-9]{3}[A-Z]{0,3}\Z")
_ARROW = re.compile(r"[▼►]\s?(?P<by>[BMAC][0-9]{0,3})|◄|—{5}")
_AMENDED = re.compile(r"(?P<act>[0-9A-Z()]{8,16})(?::\s*(?P<action>[A-Z]+))?")
_CALL = re.compile(r"#(?:ntr|E[0-9])")
_BACK = re.compile(r"#(?:ntc|src\.)")
_OPEN_BRACKET = re.compile(r"[\s\u00a0]*\(\s*\Z")
_CLOSE_BRACKET = re.compile(r"\s*\)")
_STOPS = tuple(",;.:)’”»")
_MARK = re.compile(r"[()\s\u00a0]+")


def classes(element: Element) -> frozenset[str]:
    """The classes of an element, without the prefix `oj-` of newer pages."""
    return frozenset(name.removeprefix("oj-") for name in element.get("class").split())


class XhtmlParts:
    """Reads one page.

    Args:
        root: of the page.
        encoding: of the file.
        base: CELEX of the act, to which «▼B» returns.

    Attributes:
        images: how many pictures stand in the text and are not in it.

    """

    def __init__(self, root: Element, encoding: str, base: str) -> None:
        self.encoding = encoding
        self.base = base
        self.images = 0
        self._bodies: dict[str, list[Element]] = {}
        self._done: set[int] = set()
        self._arrows = 0
        self._blocky: dict[int, bool] = {}
        self._open: list[str] = []
        for paragraph in root.descendants("p"):
            if classes(paragraph) & {"note", "footnote"}:
                for anchor in paragraph.descendants("a"):
                    if anchor.get("id") and _BACK.match(anchor.get("href")):
                        self._bodies.setdefault(f"#{anchor.get('id')}", []).append(paragraph)
                        break

    # ---- flows

    def flows(self, element: Element) -> list[Flow]:
        """The content of an element that holds text, blocks, or both."""
        found: list[Flow] = []
        tokens: list[Token] = []
        for child in element.children:
            if isinstance(child, Element) and (child.tag in _BLOCKS or self.holds_block(child)):
                found += self._line(tokens)
                tokens = []
                found += self.flows_of(child)
            else:
                tokens += self.token(child, tokens)
        return [*found, *self._line(tokens)]

    def holds_block(self, element: Element) -> bool:
        """Whether a block stands somewhere in an element; asked once of each."""
        known = self._blocky.get(id(element))
        if known is None:
            known = any(child.tag in _BLOCKS or self.holds_block(child) for child in element.elements())
            self._blocky[id(element)] = known
        return known

    @staticmethod
    def _line(tokens: list[Token]) -> list[Flow]:
        if has_text(tokens):
            return [Line(_closed_up(tokens))]
        return [token for token in tokens if not isinstance(token, Piece)]

    def flows_of(self, element: Element) -> list[Flow]:
        """A block as flows."""
        names = classes(element)
        if element.tag == "p":
            if names & {"note", "footnote"}:
                return list(self.left_note(element))
            return self._line(self.tokens(element))
        if element.tag == "table":
            return self.table(element)
        if element.tag == "div":
            if "grid-container" in names:
                return self.grid(element)
            if "enumeration-spacing" in names:
                return self.enumeration(element)
            number = next((span for span in element.elements("span") if "no-parag" in classes(span)), None)
            if number is not None:
                body = Element("div", {}, [child for child in element.children if child is not number])
                return [Item(self.stripped(self.tokens(number)), self.flows(body), paragraph=True)]
            if _DIVISION_OF_ARTICLE.match(element.get("id")):
                return self.numbered(self.flows(element), element.get("id"))
        return self.flows(element)

    def numbered(self, flows: list[Flow], publisher_id: str | None = None) -> list[Flow]:
        """Flows whose first line begins with its number as one numbered paragraph."""
        for at, flow in enumerate(flows):
            if isinstance(flow, Line):
                parted = self.part(flow.tokens)
                if parted is None:
                    return flows
                label, rest = parted
                body = [*self._line(rest), *flows[at + 1 :]]
                return [*flows[:at], Item(label, body, paragraph=True, publisher_id=publisher_id)]
            if not isinstance(flow, Mark | Aside):
                return flows
        return flows

    def part(self, tokens: list[Token]) -> tuple[list[Token], list[Token]] | None:
        """The number at the beginning of a line and the rest of it; None when none stands there."""
        at = next(
            (at for at, token in enumerate(tokens) if isinstance(token, Piece) and not is_blank(token.text)), None
        )
        first = tokens[at] if at is not None else None
        if at is None or not isinstance(first, Piece) or not first.verbatim:
            return None
        found = _NUMBERED.match(first.text)
        if found is None:
            return None
        label, rest = self.cut(first, found.end("label"))
        return [*tokens[:at], label], [*([rest] if not is_blank(rest.text) else []), *tokens[at + 1 :]]

    def paragraphs(self, flows: list[Flow]) -> list[Flow]:
        """The content of an article: what follows a numbered paragraph without a number belongs to it."""
        found: list[Flow] = []
        above: Item | None = None
        between: list[Flow] = []  # marks since the paragraph, which stand where they stood
        for flow in flows:
            for each in self.numbered([flow]) if isinstance(flow, Line) else [flow]:
                if isinstance(each, Mark | Aside):
                    between.append(each)
                elif isinstance(each, Item) and each.paragraph:
                    found += [*between, each]
                    above, between = each, []
                elif above is not None:
                    above.body += [*between, each]
                    between = []
                else:
                    found += [*between, each]
                    between = []
        return [*found, *between]

    def table(self, element: Element) -> list[Flow]:
        """A two-column table with labels in its first column is a list; any other is a table."""
        rows: list[Element] = []
        loose: list[Flow] = []
        self._rows(element, rows, loose)
        if rows and not element.get("border").strip("0") and all(self._is_point(row) for row in rows):
            return [*loose, *(flow for row in rows for flow in self.point(row))]
        if rows and any("dlist-term" in classes(p) for row in rows for p in row.descendants("p")):
            return [*loose, *(flow for row in rows for flow in self.definition(row))]
        listed = [[self.cell(cell) for cell in row.elements("td", "th")] for row in rows]
        if any(has_text(cell) for row in listed for cell in row):
            return [*loose, Table(listed)]
        return [*loose, *self._line([token for row in listed for cell in row for token in cell])]

    def _rows(self, element: Element, rows: list[Element], loose: list[Flow]) -> None:
        """The rows of a table, and what stands in it outside their cells."""
        beside: list[Element | Piece | Instruction] = []
        for child in element.children:
            if not isinstance(child, Element):
                beside.append(child)
            elif child.tag == "tr":
                rows.append(child)
                beside += [each for each in child.children if not (isinstance(each, Element) and each.tag in _CELLS)]
            elif child.tag in ("tbody", "thead", "tfoot"):
                self._rows(child, rows, loose)
            elif child.tag in _CELLS:
                rows.append(Element("tr", {}, [child]))
            else:
                beside.append(child)
        loose += self.flows(Element("div", {}, beside))

    @staticmethod
    def _is_point(row: Element) -> bool:
        cells = _columns(row)
        words = " ".join(cells[0].raw_text().split()) if cells else ""
        return len(cells) == 2 and (not words or is_label(words))

    def point(self, row: Element) -> list[Flow]:
        """A row of a list: label and body."""
        cells = _columns(row)
        indent = [cell for cell in row.elements("td", "th") if all(cell is not each for each in cells)]
        before = self._line([token for cell in indent for token in self.cell(cell)])
        return [*before, *self.labelled(self.cell(cells[0]), cells[1])]

    def labelled(self, label: list[Token], body: Element) -> list[Flow]:
        """A point of a list; without a label, its content."""
        tokens = self.stripped(label)
        if plain(tokens):
            return [Item(tokens, self.flows(body))]
        return [*self._line(tokens), *self.flows(body)]

    def definition(self, row: Element) -> list[Flow]:
        """«— | balance sheet total : EUR 20 000 000»."""
        cells = [self.cell(cell) for cell in row.elements("td", "th")]
        words = [token for cell in cells[1:] for token in cell]
        if cells and plain(cells[0]):
            return [Item(self.stripped(cells[0]), self._line(words))]
        return self._line([token for cell in cells for token in cell])

    def grid(self, element: Element) -> list[Flow]:
        """A grid of a consolidation: label and body of a point."""
        columns = list(element.elements("div"))
        label = next((column for column in columns if "grid-list-column-1" in classes(column)), None)
        rest = Element("div", {}, [child for child in element.children if child is not label])
        return self.labelled(self.cell(label) if label is not None else [], rest)

    def enumeration(self, element: Element) -> list[Flow]:
        """Two paragraphs in one line: number and text."""
        paragraphs = list(element.elements("p"))
        words = " ".join(paragraphs[0].raw_text().split()) if paragraphs else ""
        if len(paragraphs) < 2 or not is_label(words):
            return self.flows(element)
        rest = Element("div", {}, [child for child in element.children if child is not paragraphs[0]])
        return [Item(self.stripped(self.tokens(paragraphs[0])), self.flows(rest))]

    # ---- tokens

    def cell(self, element: Element) -> list[Token]:
        """All of an element as tokens; a space between its blocks."""
        tokens: list[Token] = []
        for child in element.children:
            if isinstance(child, Element) and (child.tag in _BLOCKS or child.tag in ("tr", "td", "th", "tbody")):
                if plain(tokens):
                    tokens.append(Piece(" ", child.start, child.start, verbatim=False))
                tokens += self.cell(child)
            else:
                tokens += self.token(child, tokens)
        return tokens

    def tokens(self, element: Element) -> list[Token]:
        """The tokens of an element without blocks."""
        found: list[Token] = []
        for child in element.children:
            found += self.token(child, found)
        return found

    def token(self, child: Element | Piece | Instruction, before: list[Token]) -> list[Token]:
        """A child as tokens; the bracket of a call of a note is taken from what stands `before`."""
        if isinstance(child, Instruction):
            return []
        if isinstance(child, Piece):
            return self.arrows(child, before, None)
        if child.tag in _SILENT:
            return [Aside("furniture", tuple(child.pieces()), child.tag)]
        if child.tag == "img":
            self.images += 1
            return []
        if child.tag == "br":
            return [Piece(" ", child.start, child.end, verbatim=False)]
        if child.tag == "a" and _CALL.match(child.get("href")) and child.get("id"):
            return self.call(child, before)
        if child.tag == "a" and _ARROW.search(child.raw_text()):
            return [token for piece in child.pieces() for token in self.arrows(piece, [], child)]
        found: list[Token] = []
        for each in child.children:
            found += self.token(each, found or before)
        return found

    def arrows(self, piece: Piece, before: list[Token], anchor: Element | None) -> list[Token]:
        """A piece parted into text and the marks of amendments; a bracket that closes a call of a note is taken off."""
        piece, closing = self.after_call(piece, before)
        found: list[Token] = [closing] if closing else []
        if not piece.verbatim:
            return [*found, piece]
        position, byte = 0, piece.start
        for arrow in _ARROW.finditer(piece.text):
            for start, end in ((position, arrow.start()), (arrow.start(), arrow.end())):
                width = len(piece.text[start:end].encode(self.encoding))
                part = Piece(piece.text[start:end], byte, byte + width)
                if part.text:
                    found.append(self.arrow(part, anchor) if start == arrow.start() else part)
                byte += width
            position = arrow.end()
        rest = Piece(piece.text[position:], byte, piece.end)
        return [*found, rest] if rest.text else found

    def arrow(self, sign: Piece, anchor: Element | None) -> Mark | Aside:
        """The mark that an arrow is; its link says by which act and how."""
        said = _AMENDED.match(anchor.get("title")) if anchor is not None else None
        if sign.text.startswith("▼") or sign.text.startswith("►"):
            act = said["act"] if said else ""
            action = (said["action"] or "") if said else ""
            amendment = Amendment(action, act) if act and act != self.base else None
            if sign.text[0] == "▼":
                return Mark("switch", (sign,), "▼", amendment)
            self._arrows += 1
            self._open.append(f"►{self._arrows}")
            return Mark("begin", (sign,), self._open[-1], Amendment(action, act) if act else None)
        if sign.text == "◄" and self._open:
            return Mark("end", (sign,), self._open.pop())
        return Aside("modification", (sign,))

    # ---- notes

    def call(self, anchor: Element, before: list[Token]) -> list[Token]:
        """The call of a footnote and the note."""
        label = _MARK.sub("", anchor.raw_text())
        signs: list[Piece | None] = [piece for piece in anchor.pieces() if not is_blank(piece.text)]
        last = before[-1] if before else None
        if isinstance(last, Piece) and last.verbatim:
            bracket = _OPEN_BRACKET.search(last.text)
            if bracket and "(" not in anchor.raw_text():
                before[-1], opening = self.cut(last, bracket.start())
                signs.insert(0, opening)
            else:
                before[-1] = self.cut(last, len(last.text.rstrip(BLANK)))[0]
        bodies = self._bodies.get(anchor.get("href"), [])
        body = next((each for each in bodies if id(each) not in self._done), None)
        # the call comes last: a bracket that closes it may follow
        return [*(self.note(body, label) if body is not None else []), Aside("note_mark", tuple(signs), label)]

    def after_call(self, piece: Piece, before: list[Token]) -> tuple[Piece, Aside | None]:
        """A piece behind a call whose bracket stood before it, without the bracket that closes it."""
        mark = before[-1] if before else None
        if not (isinstance(mark, Aside) and mark.kind == "note_mark" and piece.verbatim):
            return piece, None
        signs = "".join(each.text for each in mark.pieces if each is not None)
        closing = _CLOSE_BRACKET.match(piece.text)
        if closing is None or signs.count("(") <= signs.count(")"):
            return piece, None
        bracket, rest = self.cut(piece, closing.end())
        return rest, Aside("note_mark", (bracket,), mark.label)

    def note(self, paragraph: Element, label: str) -> list[Token]:
        """A footnote at the end of the page, as asides: its number, its text, the arrows in it."""
        self._done.add(id(paragraph))
        signs: list[Piece | None] = []
        words: list[Piece | None] = []
        others: list[Token] = []
        for token in self._note_tokens(paragraph, signs):
            if isinstance(token, Piece):
                words.append(token)
            elif isinstance(token, Mark):
                others.append(Mark("switch", token.pieces, f"note {label}"))
            else:
                others.append(token)
        return [
            *([Aside("note_mark", tuple(signs), label)] if signs else []),
            Aside("note", tuple(words), label),
            *others,
        ]

    def _note_tokens(self, paragraph: Element, signs: list[Piece | None]) -> list[Token]:
        found: list[Token] = []
        closes = False
        for child in paragraph.children:
            if isinstance(child, Element) and child.tag == "a" and _BACK.match(child.get("href")):
                last = found[-1] if found else None
                bracket = _OPEN_BRACKET.search(last.text) if isinstance(last, Piece) and last.verbatim else None
                if bracket and isinstance(last, Piece):
                    found[-1], opening = self.cut(last, bracket.start())
                    signs.append(opening)
                    closes = True
                signs += [piece for piece in child.pieces() if not is_blank(piece.text)]
                continue
            if closes and isinstance(child, Piece) and child.verbatim:
                bracket = _CLOSE_BRACKET.match(child.text)
                if bracket:
                    closing, child = self.cut(child, bracket.end())  # noqa: PLW2901 (what is left of it)
                    signs.append(closing)
                closes = False
            found += self.token(child, [])
        return found

    def left_note(self, paragraph: Element) -> Iterator[Aside | Mark]:
        """A footnote where the page has it, unless its call already took it."""
        if id(paragraph) in self._done:
            return
        anchor = next((a for a in paragraph.descendants("a") if _BACK.match(a.get("href"))), None)
        label = _MARK.sub("", anchor.raw_text()) if anchor is not None else ""
        for token in self.note(paragraph, label):
            if not isinstance(token, Piece):
                yield token

    # ---- pieces

    def stripped(self, tokens: list[Token]) -> list[Token]:
        """A label without the white space that parts it from its words."""
        found = list(tokens)
        for at in range(len(found) - 1, -1, -1):
            token = found[at]
            if isinstance(token, Piece) and token.verbatim:
                found[at] = self.cut(token, len(token.text.rstrip(BLANK)))[0]
                if self.cut(token, len(token.text.rstrip(BLANK)))[0].text:
                    break
        return [token for token in found if not isinstance(token, Piece) or token.text]

    def cut(self, piece: Piece, at: int) -> tuple[Piece, Piece]:
        """A verbatim piece in two."""
        width = len(piece.text[:at].encode(self.encoding))
        middle = piece.start + width
        return Piece(piece.text[:at], piece.start, middle), Piece(piece.text[at:], middle, piece.end)


def _closed_up(tokens: list[Token]) -> list[Token]:
    """Tokens without the white space that the publisher puts between an arrow and a stop («… 2017 ◄ , the»)."""
    found: list[Token] = []
    follows = ""  # the character of the text that comes next
    for at in range(len(tokens) - 1, -1, -1):
        token = tokens[at]
        if isinstance(token, Piece) and is_blank(token.text):
            beside = (*tokens[max(at - 1, 0) : at], *tokens[at + 1 : at + 2])
            if follows in _STOPS and any(isinstance(each, Mark) for each in beside):
                continue
        elif isinstance(token, Piece):
            follows = token.text.lstrip(BLANK)[0]
        found.append(token)
    return found[::-1]


def _columns(row: Element) -> list[Element]:
    """The cells of a row, without the empty ones that indent it."""
    cells = list(row.elements("td", "th"))
    while len(cells) > 2 and is_blank(cells[0].raw_text()):
        del cells[0]
    return cells
