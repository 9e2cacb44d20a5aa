"""Mentions out of a text: one pass of the scanner, a parser at each hit, short forms settled on the way.

Keeps true:
1. Mentions are in order, do not overlap, and `mention.text == text[mention.start:mention.end]`.
2. At a hit the packs are asked in order of their rank for this document; within a pack the longer match first, then the
   earlier anchor. The first parser that does not answer None has it; the scan goes on behind what it used up.
3. What a parser could not read, and any mention that would break rule 1, is listed in `unparsed`, never dropped.
4. Time is linear in the text, as long as each parser is linear in what it uses up.
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
        order = [(ranks[pack], pack) for pack in self._pack_of]
        next_hit = self.scanner.begin(text).next_hit
        position = 0
        while hit := next_hit(position):
            parsed = self._parse(reading, hit, order)
            if parsed is None:
                position = hit.start + 1
                continue
            _accept(reading, parsed.mentions)
            position = max(parsed.end, hit.start + 1)
            reading.floor = position
        for pack in self.packs:
            pack.finish(reading)
        return Extraction(tuple(reading.mentions), tuple(reading.unparsed))

    def _parse(self, reading: TextReading, hit: Hit, order: list[tuple[int, int]]) -> Parsed | None:
        matches: Sequence[tuple[int, int]] = hit.matches
        if len(matches) > 1:
            matches = sorted(matches, key=lambda match: (order[match[0]], -match[1], match[0]))
        for index, end in matches:
            anchor = self.anchors[index]
            if reading.refused and reading.refused.get(anchor.rule, 0) > hit.start:
                continue
            parsed = anchor.parse(reading, hit.start, end)
            if parsed is not None:
                return parsed
        return None


_OTHER_DIGIT = pattern(r"(?![0-9])\d")


def _plain_digit(match: re.Match[str]) -> str:
    """A digit of another width or script as a reference has it («Cap. ４８６»: hk/cap486)."""
    return str(unicodedata.decimal(match.group()))


def _accept(reading: TextReading, mentions: Sequence[Mention]) -> None:
    """Append; what lies wholly inside a new mention gives way, what would cut an old one in two is listed instead."""
    known = reading.mentions
    for each in mentions:
        mention = each
        if each.reference is not None and not each.reference.isascii():
            mention = each._replace(reference=_OTHER_DIGIT.sub(_plain_digit, each.reference))
        while known and known[-1].start >= mention.start and known[-1].end <= mention.end:
            known.pop()
        if known and known[-1].end > mention.start:
            reading.unparsed.append(Unparsed(mention.start, mention.end, mention.text, "overlaps_the_mention_before"))
        else:
            known.append(mention)
