"""Treatises by author, title and edition, with a pinpoint: «Berthold & Wacks, *Data Law*, 2nd ed., ch. 9».

Keeps true: a treatise is a citation only with an edition and a passage; it has no reference; one mention from the first
author to the last pinpoint.

Grammar:

    book = [ authors "," ] title [ "," | "(" ] edition [ year, publisher ] [ volume ] pinpoint
"""

from __future__ import annotations

from pincite.citations.pack import Anchor, Parsed, TextReading
from pincite.jurisdictions.shared.mentions import mention
from pincite.text.patterns import pattern

__all__ = ["anchors"]

_REACH = 200
_EDITION = pattern(
    r"\(?(?:\d{1,2}(?:st|nd|rd|th)|[Rr]ev(?:ised)?\.?|[Ss]econd|[Tt]hird)\s?(?:[Ee]d(?:ition|n)?\b\.?|Aufl\.)(?:,?\s{1,4}(?:[A-Z][\w&’' ]{2,40},?\s{1,3})?(?:19|20)\d\d)?\)?"
)
_VOLUME = pattern(r"(?:,?\s{1,4}[Vv]ol(?:ume|\.)?\s{0,3}[\dIVX]{1,4})?")
_NUMBER = r"\[?\d{1,4}[A-Z]?(?:[/.\-–][\dA-Za-z]{1,5}){0,5}\]?"
_PIN = pattern(
    rf"\s{{0,3}},?\s{{0,4}}(?:at\s{{1,4}})?(?:\[[\dA-Z][\dA-Z/.\-–()]{{0,16}}\]|(?:§{{1,2}}\s?|[Pp]ara(?:graph)?s?\.?\s{{0,4}}|[Cc]h(?:ap(?:ter)?)?s?\.?\s{{0,4}}|pp?\.?\s{{0,4}}|pages?\s{{1,4}})(?:{_NUMBER}|[IVXLC]{{1,6}}\b)(?:\s{{0,2}}(?:[-–]|to|and)\s{{0,2}}{_NUMBER})?)"
)
_CUT = pattern(
    r"\n\s{0,4}\n|(?:[a-z0-9)”’\]*])[.;]\s{1,4}(?=[\[*A-Z])|[:(]\s{0,4}(?=[*A-Z])|\]:?\s{1,4}|\b(?:[Ss]ee(?:\s(?:also|generally|further))?,?|[Cc]f\.?|per|(?:^|(?<=\s))[a-z]{2,}\s(?:in|to|by|from|and))\s{1,4}(?=[*A-Z])"
)
_ITALIC = pattern(r"\*[^*\n]{3,140}\*[\s,(]{0,4}\Z")
_NAMES = pattern(r"[*_]{0,2}[A-ZÀ-Þ]")


def anchors() -> list[Anchor]:
    """One anchor: an edition."""
    return [
        Anchor(
            "uk.book",
            r"\(?\b(?:\d{1,2}(?:st|nd|rd|th)|[Rr]ev\.|[Rr]evised|[Ss]econd|[Tt]hird) ?(?:[Ee]d\b|[Ee]dn\b|[Ee]dition\b)",
            _book,
        )
    ]


def _book(reading: TextReading, start: int, _end: int) -> Parsed | None:
    text = reading.text
    edition = _EDITION.match(text, start)
    volume = _VOLUME.match(text, edition.end()) if edition else None
    pin = _PIN.match(text, volume.end()) if volume else None
    if pin is None:
        return None
    window_start = max(reading.floor, start - _REACH)
    first = window_start
    italic = _ITALIC.search(text, window_start, start)
    for cut in _CUT.finditer(text, window_start, italic.start() + 1 if italic else start):
        first = cut.end()
    name = _NAMES.search(text, first, start)
    if name is None or start - name.start() < 5 or "," not in text[name.start() : start + 2] + ",":
        return None
    made = mention(reading, name.start(), pin.end(), "doctrine", "full", None, "uk.book", note="outside_the_scheme")
    return Parsed((made,), pin.end())
