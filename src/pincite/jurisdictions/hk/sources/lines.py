"""A judgment as lines, before it is a document: what the readers of its formats make and `judgment.assemble` takes.

A line is what a reader of the page sees as one: a paragraph, a heading, a row of a table. It keeps its pieces of the
source, the footnote marks and other side texts at their places, and what the layout shows (quotation, centred, number).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Literal, NamedTuple

from pincite.text.canonical import Piece
from pincite.text.tables import rows

_READ = (
    400  # characters of a line that its kind is read from: headings and labels are short, lines of an attack are not
)

__all__ = ["BLANK", "Gap", "Line", "Part", "Side", "plain", "starts_as", "trimmed", "words"]

BLANK = " \t\r\n\f\v\u00a0"  # layout, and the no-break space as which publishers write indents


class Gap(NamedTuple):
    """What the layout implies between two texts: a space or a line break."""

    kind: Literal["space", "break"]


class Side(NamedTuple):
    """Text of the source that stands here and is not part of the judgment's text (see `SideText.kind`)."""

    kind: str
    pieces: tuple[Piece, ...]
    label: str = ""


Part = Piece | Gap | Side


@dataclass(slots=True)
class Line:
    """One line.

    Attributes:
        parts: its pieces, gaps and side texts in order.
        kind: text, heading, row (of a table), note (of a footnote), side (furniture as a whole).
        number: the number of the numbered paragraph that begins here («12», «12A»), "" otherwise.
        anchor: the publisher's id of that paragraph.
        quoted: the layout sets it apart as a quotation or list (blockquote).
        quote_class: the publisher marks it as a quotation.
        centred: centred or right-aligned.
        field: the part of the title page the publisher marks: parties, coram, date, representation, charge.
        side: for kind side, what it is; for kind note, the footnote's label.

    """

    parts: list[Part] = field(default_factory=list)
    kind: Literal["text", "heading", "row", "note", "side"] = "text"
    number: str = ""
    anchor: str = ""
    quoted: bool = False
    quote_class: bool = False
    centred: bool = False
    field: str = ""
    side: str = ""

    @property
    def text(self) -> str:
        """Its characters for reading: side texts left out, white space of every kind collapsed."""
        return plain(self.parts)


def plain(parts: Iterable[Part]) -> str:
    """The characters of parts as one reads them."""
    found: list[str] = []
    for part in parts:
        if isinstance(part, Gap):
            found.append(" ")
        elif isinstance(part, Piece):
            found.append(part.text)
    return re.sub(r"[\s\u00a0\u3000\ufeff]+", " ", "".join(found)).strip()


def trimmed(parts: Sequence[Part]) -> list[Part]:
    """Parts without blanks at either edge: indents and trailing spacers are layout."""
    kept = list(parts)
    for edge in (0, -1):
        while kept:
            part = kept[edge]
            if isinstance(part, Gap) or (isinstance(part, Piece) and not part.text.strip(BLANK)):
                kept.pop(edge)
                continue
            if isinstance(part, Piece) and part.verbatim:
                kept[edge] = _cut(part, edge)
            break
    return kept


def _cut(piece: Piece, edge: int) -> Piece:
    """A verbatim UTF-8 piece without blanks at one edge."""
    text = piece.text.lstrip(BLANK) if edge == 0 else piece.text.rstrip(BLANK)
    if len(text) == len(piece.text) or len(piece.text.encode()) != piece.end - piece.start:
        return piece
    cut = len(piece.text.encode()) - len(text.encode())
    return Piece(text, piece.start + cut, piece.end) if edge == 0 else Piece(text, piece.start, piece.end - cut)


@cache
def words(kind: str) -> tuple[re.Pattern[str], ...]:
    """The patterns of a kind in `data/judgment_words.tsv`."""
    return tuple(
        re.compile(pattern, re.IGNORECASE)
        for name, pattern in rows("pincite.jurisdictions.hk", "data/judgment_words.tsv")
        if name == kind
    )


def starts_as(kind: str, text: str) -> bool:
    """Whether `text` begins as the words of this kind do."""
    begin = text[:_READ]
    return any(pattern.match(begin) for pattern in words(kind))
