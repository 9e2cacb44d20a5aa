"""An act as its parts: what Formex and XHTML both become before `act_writer` writes them.

Keeps true: the parts hold every text of the source in its order. Text of the law stands in lines, labels and cells; what
is no text of the law stands in an `Aside` at its place; what the publisher says about the wording stands in a `Mark`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from pincite.formats.tree import Element
from pincite.text.canonical import Piece

__all__ = [
    "BLANK",
    "Amendment",
    "Annex",
    "Article",
    "Aside",
    "Block",
    "Division",
    "Flow",
    "Group",
    "Item",
    "Line",
    "Mark",
    "Part",
    "Quoted",
    "Recital",
    "Table",
    "Token",
    "as_lines",
    "furniture",
    "has_text",
    "is_blank",
    "plain",
    "text_of",
]


BLANK = " \t\r\n\f\v\u00a0"
"""White space that lays out and says nothing; other spaces are characters of the text."""


class Amendment(NamedTuple):
    """What changed a wording: INSERTED, REPLACED or DELETED, by which act (CELEX), and where in it, as the source says."""

    action: str
    act: str
    place: str = ""


class Aside(NamedTuple):
    """Text of the source that is no text of the law: a note, its mark, furniture. `None` begins a line."""

    kind: str
    pieces: tuple[Piece | None, ...]
    label: str = ""


class Mark(NamedTuple):
    """A point of the text at which a page begins, or an amendment begins or ends.

    Attributes:
        kind: page, begin, end, or switch (ends what the last switch began).
        pieces: its own characters in the source, for the side channel.
        key: what a begin and its end share.
        label: the number of the page.
        deletes: whether what stands in the range is no law any more.

    """

    kind: Literal["page", "begin", "end", "switch"]
    pieces: tuple[Piece, ...]
    key: str = ""
    amendment: Amendment | None = None
    label: str = ""
    deletes: bool = False


Token: TypeAlias = Piece | Aside | Mark


@dataclass(slots=True)
class Line:
    """Text that stands on a line of its own. `deleted`: it begins in a range that is no law any more."""

    tokens: list[Token]
    deleted: bool = False


@dataclass(slots=True)
class Item:
    """A labelled unit: a numbered paragraph, or a point of a list."""

    label: list[Token]
    body: list[Flow] = field(default_factory=list)
    paragraph: bool = False
    publisher_id: str | None = None
    deleted: bool = False


@dataclass(slots=True)
class Table:
    """Rows of cells."""

    rows: list[list[list[Token]]]
    deleted: bool = False


@dataclass(slots=True)
class Quoted:
    """Text of another act, or new text for one: no provision of this act."""

    body: list[Flow]
    deleted: bool = False


@dataclass(slots=True)
class Group:
    """A part of an annex under a heading of its own."""

    title: list[Line]
    body: list[Flow]
    deleted: bool = False


Flow: TypeAlias = Line | Item | Table | Quoted | Group | Mark | Aside


@dataclass(slots=True)
class Block:
    """A piece of the act outside its articles: its title, a formula of the preamble, a citation, the signatures."""

    eid: str
    kind: str
    body: list[Flow]
    publisher_id: str | None = None


@dataclass(slots=True)
class Recital:
    """A recital; `label` is empty in acts that do not number them."""

    label: list[Token]
    body: list[Flow]
    publisher_id: str | None = None
    deleted: bool = False


@dataclass(slots=True)
class Article:
    """An article: its number as printed, its heading, its content. `number` as the publisher's id has it, or ""."""

    label: list[Token]
    heading: list[Line]
    body: list[Flow]
    number: str = ""
    publisher_id: str | None = None
    deleted: bool = False


@dataclass(slots=True)
class Division:
    """A part, title, chapter or section: its heading and what stands under it."""

    title: list[Line]
    body: list[Part]
    publisher_id: str | None = None
    deleted: bool = False


@dataclass(slots=True)
class Annex:
    """An annex: its heading and its content."""

    title: list[Line]
    body: list[Flow]
    publisher_id: str | None = None
    deleted: bool = False


Part: TypeAlias = Block | Recital | Article | Division | Annex | Mark | Aside | Line | Item | Table | Quoted | Group


def is_blank(text: str) -> bool:
    """Whether a text is white space that says nothing."""
    return not text.strip(BLANK)


def has_text(tokens: Iterable[Token]) -> bool:
    """Whether tokens hold a character of the law."""
    return any(isinstance(token, Piece) and not is_blank(token.text) for token in tokens)


def as_lines(flows: Iterable[Flow]) -> list[Line]:
    """The flows of a title as lines; a number stands in the line it numbers, a mark in the line before it."""
    lines: list[Line] = []
    waiting: list[Token] = []
    for flow in flows:
        if isinstance(flow, Mark | Aside):
            (lines[-1].tokens if lines else waiting).append(flow)
        else:
            lines.append(Line([*waiting, *_flattened(flow)], deleted=flow.deleted))
            waiting = []
    return [*lines, Line(waiting)] if waiting else lines


def _flattened(flow: Flow) -> list[Token]:
    """A flow as tokens, its parts joined by a space."""
    if isinstance(flow, Line):
        return flow.tokens
    if isinstance(flow, Mark | Aside):
        return [flow]
    runs: list[list[Token]] = []
    if isinstance(flow, Table):
        runs += [cell for row in flow.rows for cell in row]
    elif isinstance(flow, Item):
        runs.append(flow.label)
    elif isinstance(flow, Group):
        runs += [line.tokens for line in flow.title]
    if isinstance(flow, Item | Group | Quoted):
        runs += [_flattened(each) for each in flow.body]
    return [token for run in runs for token in (*run, *_gap(run))]


def _gap(tokens: Sequence[Token]) -> list[Token]:
    last = next((token for token in reversed(tokens) if isinstance(token, Piece)), None)
    return [Piece(" ", last.end, last.end, verbatim=False)] if last else []


def furniture(element: Element) -> Aside:
    """All texts of an element that holds no law: metadata, running heads."""
    pieces = [each for piece in element.pieces() if not is_blank(piece.text) for each in (piece, None)]
    return Aside("furniture", tuple(pieces), element.tag)


def plain(tokens: Iterable[Token]) -> str:
    """The characters of the law in some tokens, white space (no-break spaces too) folded."""
    return " ".join("".join(token.text for token in tokens if isinstance(token, Piece)).split())


def text_of(flow: Flow | Part) -> str:
    """The characters of the law in a flow, its parts joined by a space."""
    return " ".join(filter(None, (plain(tokens) for tokens in _tokens_of(flow))))


def _tokens_of(flow: Flow | Part) -> Iterator[Sequence[Token]]:
    if isinstance(flow, Line):
        yield flow.tokens
    elif isinstance(flow, Table):
        for row in flow.rows:
            yield from row
    elif isinstance(flow, Item | Recital):
        yield flow.label
    if isinstance(flow, Group):
        for line in flow.title:
            yield line.tokens
    if isinstance(flow, Item | Quoted | Group | Recital | Block):
        for each in flow.body:
            yield from _tokens_of(each)
