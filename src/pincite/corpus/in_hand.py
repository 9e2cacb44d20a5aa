"""A few documents in memory that answer as a release does: what services sent while a draft was checked.

Keeps true: which wording answers, which place is meant and what must be said with it is decided by the same code as for
releases (`corpus.lookup`, `corpus.places`); a part of a document (`part`) never says that a place is not there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pincite.corpus.answers import (
    Block,
    ExpressionRecord,
    NodeRecord,
    NotFound,
    OutsideCoverage,
    PageMark,
    PlaceFound,
    Suggestion,
)
from pincite.corpus.lookup import Choice, choose_expressions, place_found
from pincite.corpus.near import near_places
from pincite.corpus.places import PlaceIndex
from pincite.digests import sha256_text
from pincite.identity.reference import Reference
from pincite.law.document import Document

__all__ = ["InHand"]


@dataclass(frozen=True, slots=True)
class _Held:
    record: ExpressionRecord
    text: str
    index: PlaceIndex
    blocks: tuple[int, ...]
    part: bool


class InHand:
    """See the module. A whole document takes the place of its parts; each part is a wording of its own."""

    def __init__(self) -> None:
        self._held: dict[str, _Held] = {}
        self._works: dict[str, list[str]] = {}

    def hold(self, document: Document, *, source: str, day: str, sha256: str, fetched_at: str, part: bool) -> str:
        """Keep a document; returns the id of its wording.

        Args:
            document: as it was read.
            source: who sent it; stands where the name of a release does.
            day: ISO date on which it was sent.
            sha256: of the bytes that came.
            fetched_at: when, ISO 8601.
            part: it is not the whole document.

        """
        whole = str(document.expression)
        identifier = f"{whole}~{sha256[:12]}" if part else whole
        if whole in self._held or identifier in self._held:
            return whole if whole in self._held else identifier
        self._held[identifier] = _opened(document, identifier, source, day, sha256, fetched_at, part=part)
        for name in (str(document.work), *document.aliases):
            self._works.setdefault(name, []).append(identifier)
        return identifier

    def expressions(self, work: str) -> tuple[ExpressionRecord, ...]:
        """The wordings held under a name, the newest state first."""
        found = [self._held[identifier].record for identifier in self._works.get(work, ())]
        return tuple(sorted(found, key=lambda record: record.state, reverse=True))

    def whole(self, work: str) -> tuple[ExpressionRecord, ...]:
        """Those of them that are whole documents."""
        return tuple(record for record in self.expressions(work) if not self._held[record.id].part)

    def holds(self, expression: str) -> bool:
        """Whether a wording is here."""
        return expression in self._held

    def find_place(self, reference: str, *, language: str, as_of: str) -> PlaceFound | NotFound | OutsideCoverage:
        """The place a reference names, as a corpus answers; without a place, the whole document."""
        asked = Reference.parse(reference)
        held = self.expressions(str(asked.work))
        if not held:
            return OutsideCoverage(reference)
        place = str(asked.place) if asked.place else ""
        choices = choose_expressions(held, language=language, as_of=as_of)
        for choice in choices:
            chosen = choice.expression
            for record in held:
                if (record.language, record.state) != (chosen.language, chosen.state):
                    continue
                found = self._in(self._held[record.id], replace(choice, expression=record), reference, place, as_of)
                if found is not None:
                    return found
        first = self._held[held[0].id]
        if any(self._held[record.id].part for record in held):
            return OutsideCoverage(reference, (), ("part_of_document",))
        if all(choice.too_new for choice in choices):
            return OutsideCoverage(reference, (), ("before_first_state",))
        near = near_places(first.index, place) if place else ()
        offers = tuple(Suggestion(f"{asked.work}#{eid}", why) for eid, why in near)
        return NotFound(reference, "place", held[0].release, held[0].id, offers)

    def _in(self, held: _Held, choice: Choice, reference: str, place: str, as_of: str) -> PlaceFound | None:
        return place_found(reference, place, choice, held.index, lambda: held.text, as_of=as_of)

    def document_text(self, expression: str) -> str:
        """The canonical text of a wording."""
        return self._held[expression].text

    def blocks(self, expression: str) -> Sequence[Block]:
        """Its blocks in order."""
        held = self._held[expression]
        return [_block(held, held.index.nodes[number]) for number in held.blocks]

    def nodes(self, expression: str) -> Sequence[NodeRecord]:
        """Its tree in document order."""
        return self._held[expression].index.nodes

    def pages(self, expression: str) -> Sequence[PageMark]:
        """Its page marks in order."""
        return self._held[expression].index.pages


def _opened(
    document: Document, identifier: str, source: str, day: str, sha256: str, fetched_at: str, *, part: bool
) -> _Held:
    record = ExpressionRecord(
        id=identifier,
        work=str(document.work),
        language=document.language,
        state=document.state,
        kind=document.kind,
        title=document.title,
        release=source,
        as_of=day,
        short_titles=document.short_titles,
        aliases=document.aliases,
        meta={**document.meta, "fetched_at": fetched_at},
        legal_value=document.legal_value,
        url=document.url,
        source_sha256=sha256,
    )
    nodes = [
        NodeRecord(
            number, str(node.eid), node.path, node.ordinal, node.kind, node.label, node.heading, node.parent, node.start,
            node.end, node.status, node.valid_from, node.valid_to, node.role, node.publisher_id, node.url, node.amended_by,
        )
        for number, node in enumerate(document.provisions)
    ]  # fmt: skip
    pages = [PageMark(side.at, side.label) for side in document.sides if side.kind == "page" and side.label]
    index = PlaceIndex(record.work, nodes, pages, len(document.text), text=document.text)
    blocks = tuple(number for number, node in enumerate(document.provisions) if node.block)
    return _Held(record, document.text, index, blocks, part)


def _block(held: _Held, node: NodeRecord) -> Block:
    text = held.text[node.start : node.end]
    return Block(
        held.record.id, node.eid, node.node, node.kind, node.label, node.heading, text, sha256_text(text), node.start,
        node.status, node.valid_from, node.valid_to, node.role, node.publisher_id, node.url or held.record.url,
    )  # fmt: skip
