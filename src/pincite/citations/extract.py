"""Mentions out of a text: one pass of the scanner, a parser at each hit, short forms settled on the way.

Keeps true:
1. Mentions are in order, do not overlap, and `mention.text == text[mention.start:mention.end]`.
2. At a hit the packs are asked in order of their rank for this document; within a pack the longer match first, then the
   earlier anchor. The first parser that does not answer None has it; the scan goes on behind what it used up.
3. What a parser could not read, and any mention that would break rule 1, is listed in `unparsed`, never dropped.
4. Time is linear in the text, as long as each parser is linear in what it uses up.
5. Where a rule has refused many hits in a row that stand close together, it is asked at every eighth one only, until
   it accepts one or the row ends; the first hit passed over is listed in `unparsed`. No text a person writes has
   such rows; one made to be slow would be read at the price of its refusals.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from pincite.citations.mention import Mention, Unparsed
from pincite.citations.pack import Anchor, JurisdictionPack, Parsed, TextReading
from pincite.citations.scanner import Hit, scanner_for
from pincite.text.language import language_of
from pincite.text.patterns import pattern

__all__ = ["Extraction", "Extractor"]


class Extraction(NamedTuple):
    """What a text holds: its citations, and what looks like one and was not understood."""

    mentions: tuple[Mention, ...]
    unparsed: tuple[Unparsed, ...]


class Extractor:
    """The grammars of some packs joined into one scanner; reusable and without state between texts."""

    def __init__(self, packs: Sequence[JurisdictionPack]) -> None:
        self.packs = tuple(packs)
        self.anchors: list[Anchor] = [anchor for pack in self.packs for anchor in pack.anchors]
        self._pack_of = [index for index, pack in enumerate(self.packs) for _ in pack.anchors]
        self.scanner = scanner_for([anchor.pattern for anchor in self.anchors])

    def extract(
        self,
        text: str,
        *,
        language: str = "",
        self_reference: str | None = None,
        jurisdiction: str | None = None,
    ) -> Extraction:
        """The mentions of `text`, in order.

        Args:
            text: any text; offsets count its code points.
            language: its main language; found from its words when "".
            self_reference: the reference of the document itself, which its own bare articles and paragraphs mean.
            jurisdiction: the jurisdiction of the document; its pack comes first where two could read one place.

        """
        reading = TextReading(
            text,
            language=language or language_of(text),
            self_reference=self_reference,
            jurisdiction=jurisdiction or (self_reference or "").partition("/")[0] or None,
        )
        for pack in self.packs:
            pack.begin(reading)
        ranks = [pack.rank(reading) for pack in self.packs]
        order = [ranks[pack] * len(ranks) + pack for pack in self._pack_of]
        next_hit = self.scanner.begin(text).next_hit
        position, patience = 0, _Patience(reading)
        while hit := next_hit(position):
            parsed = self._parse(reading, hit, order, patience)
            if parsed is None:
                position = hit.start + 1
                continue
            if parsed.mentions:
                _accept(reading, parsed.mentions)
            position = max(parsed.end, hit.start + 1)
            reading.floor = position
        for pack in self.packs:
            pack.finish(reading)
        return Extraction(tuple(reading.mentions), tuple(reading.unparsed))

    def _parse(self, reading: TextReading, hit: Hit, order: list[int], patience: _Patience) -> Parsed | None:
        start, matches = hit
        if len(matches) > 1:
            ranked = sorted([(order[index], -end, index) for index, end in matches])
            matches = tuple([(index, -end) for _, end, index in ranked])
        for index, end in matches:
            rule, _, parse = self.anchors[index]
            if reading.refused and reading.refused.get(rule, 0) > start:
                continue
            if rule in patience.lost and not patience.asks(rule, start, end):
                continue
            parsed = parse(reading, start, end)
            if parsed is None:
                patience.refused(rule, start)
                continue
            if parsed.mentions and rule in patience.rows:
                patience.accepted(rule)
            return parsed
        return None


_ENOUGH = 64
"""Refusals of one rule in a row after which it is asked now and then only; a long list that was refused counts as many."""
_LIST = 16
_APART = 24
"""Code points between two hits of such a row at the most."""
_LISTED = 1 << 40
"""The count of a row of which a hit has been listed."""
_PASSED_OVER = 7
"""Hits at which such a rule is not asked, behind each at which it is."""


class _Row:
    """Hits that a rule refused, close behind each other: how many, where the last ends, how many more are passed over."""

    __slots__ = ("count", "last", "wait")

    def __init__(self) -> None:
        self.count = self.last = self.wait = 0


class _Patience:
    """What each rule refused in a row since it accepted something last."""

    __slots__ = ("lost", "reading", "rows")

    def __init__(self, reading: TextReading) -> None:
        self.reading = reading
        self.rows: dict[str, _Row] = {}
        self.lost: set[str] = set()
        """The rules that have refused enough."""

    def refused(self, rule: str, start: int) -> None:
        """Note a refusal."""
        row = self.rows.get(rule)
        if row is None or start - row.last > _APART:
            row = self.rows[rule] = _Row()
        listed = self.reading.refused.get(rule, 0)
        weight = _LIST if listed > start else 1
        row.count += weight
        row.last = max(start, listed)
        if row.count >= _ENOUGH:
            self.lost.add(rule)
            row.wait = _PASSED_OVER * weight

    def asks(self, rule: str, start: int, end: int) -> bool:
        """Whether a rule that has refused enough is asked at this hit; the first that it is not asked at is listed."""
        row = self.rows[rule]
        if start - row.last > _APART:
            self.lost.discard(rule)
            return True
        row.last = start
        if not row.wait:
            return True
        row.wait -= 1
        if row.count < _LISTED:
            row.count = _LISTED
            self.reading.unparsed.append(
                Unparsed(start, end, self.reading.text[start:end], "refused_too_often_in_a_row")
            )
        return False

    def accepted(self, rule: str) -> None:
        """A rule found something: its row ends."""
        del self.rows[rule]
        self.lost.discard(rule)


_OTHER_DIGIT = pattern(r"(?![0-9])\d")


def _plain_digit(match: re.Match[str]) -> str:
    """A digit of another width or script as a reference has it («Cap. ４８６»: hk/cap486)."""
    return str(unicodedata.decimal(match.group()))


def _accept(reading: TextReading, mentions: Sequence[Mention]) -> None:
    """Append; what lies wholly inside a new mention gives way, what would cut an old one in two is listed instead."""
    known = reading.mentions
    for each in mentions:
        mention = each
        reference = each.reference
        if reference is not None and not reference.isascii():
            mention = each._replace(reference=_OTHER_DIGIT.sub(_plain_digit, reference))
        start, end = mention.start, mention.end
        if known and known[-1].end > start:
            while known and known[-1].start >= start and known[-1].end <= end:
                known.pop()
            if known and known[-1].end > start:
                reading.unparsed.append(Unparsed(start, end, mention.text, "overlaps_the_mention_before"))
                continue
        known.append(mention)
