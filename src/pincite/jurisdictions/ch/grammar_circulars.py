"""Rules for numbered circulars of authorities: «Kreisschreiben der ESTV Nr. 50 vom 13. Juli 2020», «FINMA-RS 2008/24 Rz. 12».

Keeps true: a circular is a public document outside the scheme of references, so it is recognised without one; the heading
of a circular itself (a number without issuer, date or place) is no citation.
"""

from __future__ import annotations

from functools import cache

from pincite.citations.mention import Mention
from pincite.citations.pack import Anchor, Parsed, TextReading
from pincite.jurisdictions.ch.case_mentions import SPACE
from pincite.jurisdictions.ch.text_forms import DATE, GAP, GAP0
from pincite.text.patterns import pattern

__all__ = ["anchors"]

_ISSUER = (
    rf"(?:der|des|de{GAP}l[’']|de{GAP}la|du|dell[’']|della|del){GAP0}"
    rf"(?:ESTV|AFC|BSV|OFAS|UFAS|SSK|CSI|FINMA|SEM|EHRA|OFRC|SECO|Eidgenössischen{GAP}Steuerverwaltung|Schweizerischen{GAP}Steuerkonferenz|Bundesamts{GAP}für{GAP}Sozialversicherungen|administration{GAP}fédérale{GAP}des{GAP}contributions)"
)
_NUMBER = rf"(?:Nr\.|n[°º]|n\.|No\.?|N°){GAP0}\d{{1,3}}[a-z]?(?:\.\d{{1,2}})?(?![\d/])"
_CIRCULAR = pattern(
    rf"(?:Kreisschreibens?|Rundschreibens?|[Cc]irculaire|[Cc]ircolare)(?:{GAP}(?P<before>{_ISSUER}))?{GAP}{_NUMBER}(?:{GAP}(?P<behind>{_ISSUER}))?"
    rf"(?:{GAP0},?{GAP0}(?P<date>(?:vom|du|del){GAP0}{DATE}))?"
)
_FINMA = pattern(rf"(?:FINMA[-‑]RS|FINMA[-‑]Rundschreiben|Circ\.[- ]FINMA){GAP}(?:20)?\d\d/\d{{1,2}}(?!\d)")
_PLACE = pattern(
    rf"{GAP0},?{GAP0}(?:(?:Ziff|Rz|ch|cm|n|S|p|Nm)\.|(?:Rz|Ziffer|chiffre|cifra)){GAP0}\d{{1,4}}(?:\.\d{{1,3}}){{0,4}}[a-z]?(?![\w/])(?:{GAP0}ff?\.)?"
)


def _parse_circular(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """A circular with its issuer, date or place."""
    text = reading.text
    match = _CIRCULAR.match(text, start) or _FINMA.match(text, start)
    if match is None:
        return None
    place = _PLACE.match(text, match.end())
    if "before" in match.groupdict() and not (match["before"] or match["behind"] or match["date"] or place):
        return None
    end = place.end() if place else match.end()
    mention = Mention(
        start, end, text[start:end], "other", "full", None, "ch.circular", reading.language,
        note="circular_outside_the_scheme",
    )  # fmt: skip
    return Parsed((mention,), end)


@cache
def anchors() -> tuple[Anchor, ...]:
    """The anchors of this file's rules."""
    return (
        Anchor(
            "ch.circular",
            rf"\b(?:Kreisschreibens?|Rundschreibens?|[Cc]irculaire|[Cc]ircolare){SPACE}{{1,6}}(?:[dnN])|\bFINMA[-‑]R(?:S|undschreiben){SPACE}\d|\bCirc\.[- ]FINMA{SPACE}\d",
            _parse_circular,
        ),
    )
