"""Rules for other courts as Swiss texts cite them: Strasbourg by application, Luxembourg by case, awards of sport.

Keeps true: an application number needs its word («req. n°») or the court or «gegen» nearby; Switzerland has no ECLI, so one
that claims to be Swiss is listed as not understood.
"""

from __future__ import annotations

import re
from functools import cache

from pincite.citations.mention import Unparsed
from pincite.citations.pack import Anchor, Parsed, TextReading
from pincite.jurisdictions.ch.case_mentions import SPACE, case_mentions
from pincite.jurisdictions.ch.pinpoints import read_pinpoints
from pincite.jurisdictions.ch.text_forms import DATE, GAP, GAP0
from pincite.text.patterns import pattern

__all__ = ["anchors"]

_STRASBOURG = pattern(
    rf"(?:Rec\.{GAP}\d{{4}}-[IVX]+,{GAP})?(?:[Rr]eq(?:uête)?s?\.?{GAP}?(?:n[°ºo]s?\.?)|(?:Beschwerde|Individualbeschwerde|Geschäfts)(?:{GAP}Nr\.|-?[Nn]r\.|nummer)|[Nn]r\.|n[°º]s?|nos?\.?|[Aa]pplications?{GAP}(?:nos?|Nos?)\.|[Rr]icorso{GAP}n\.){GAP0}(?P<no>\d{{1,6}}/\d\d)(?!\d)"
)
_STRASBOURG_NEAR = pattern(
    r"EGMR|CEDH|CourEDH|Cour EDH|ACEDH|CorteEDU|Corte EDU|ECHR|ECtHR|European Court|Cour européenne|Corte europea|Europäische[rn]? Gerichtshof|(?:gegen|c\.|contre|contro|v\.|vs?\.)\s+(?:die\s+|la\s+|the\s+|le\s+|l’)?(?:Suisse|Schweiz|Svizzera|Switzerland|[A-Z])"
)


_NEXT_APPLICATION = pattern(
    rf"{GAP0}(?:,|;|&|\b(?:and|et|und|e)\b){GAP0}(?:(?:and|et|und|e){GAP})?(?P<no>\d{{1,6}}/\d\d)(?!\d)"
)
"""A further application of a joined case: «nos. 58170/13, 62322/14 and 24960/15»."""
_MOST_JOINED = 60


def _parse_strasbourg(reading: TextReading, start: int, _end: int) -> Parsed | None:
    text = reading.text
    match = _STRASBOURG.match(text, start)
    if match is None:
        return None
    if text[start] not in "Rr" and not _STRASBOURG_NEAR.search(text, max(0, start - 220), start):
        return None
    numbers = [(start, match.end(), match["no"])]
    while len(numbers) < _MOST_JOINED and (more := _NEXT_APPLICATION.match(text, numbers[-1][1])):
        numbers.append((more.start("no"), more.end(), more["no"]))
    joined = [
        each
        for first, last, number in numbers[:-1]
        for each in case_mentions(reading, first, last, f"coe/echr/{number}", [], "ch.strasbourg")[0]
    ]
    first, last, number = numbers[-1]
    parsed = _application(reading, first, last, number)
    return Parsed((*joined, *parsed.mentions), parsed.end)


def _application(reading: TextReading, start: int, stop: int, number: str) -> Parsed:
    """One application with the pinpoints behind it."""
    text = reading.text
    work = f"coe/echr/{number}"
    between = re.compile(rf",?{GAP}(?:vom|du|of|arrêt{GAP}du|Urteil{GAP}vom){GAP}{DATE}").match(text, stop)
    pinpoints, behind = read_pinpoints(text, between.end() if between else stop)
    if pinpoints and not pinpoints[0].place.startswith("para"):
        for pinpoint in pinpoints:
            pinpoint.place = pinpoint.place.replace("consid_", "para_")
    mentions, end = case_mentions(reading, start, behind if pinpoints else stop, work, pinpoints, "ch.strasbourg")
    return Parsed(tuple(mentions), end)


_LUXEMBOURG = pattern(
    rf"(?:verb\.{GAP}|verbundene{GAP})?(?P<no>[CTF][-‑–]\d{{1,4}}/\d\d)(?!\d)(?P<suffix>{GAP}(?:P|PPU|R))?(?![\w/])"
)


_NAME_OF_CASE = pattern(
    rf"{GAP0}[,–-]?{GAP}[«„“\"]?[A-ZÄÖÜÉ][\w.’'&/-]{{1,30}}(?:{GAP}[\w.’'&/-]{{1,30}}){{0,6}}[»”“\"]?(?=,{GAP}(?:R[nz]|Rdnr|Randnr|points?|pts?|§)\b)"
)
"""The short name of a case between its number and the pinpoint: «C-362/14 Schrems, Rn. 45»."""


def _parse_luxembourg(reading: TextReading, start: int, end: int) -> Parsed | None:
    text = reading.text
    match = _LUXEMBOURG.match(text, start)
    if match is None or (start and text[start - 1] in "-/_"):
        return None
    work = f"eu/case/{re.sub('[‑–]', '-', match['no'])}{' ' + match['suffix'].strip() if match['suffix'] else ''}"
    name = _NAME_OF_CASE.match(text, match.end())
    pinpoints, stop = read_pinpoints(text, name.end() if name else match.end(), only_considerations=name is not None)
    if pinpoints:
        for pinpoint in pinpoints:
            pinpoint.place = pinpoint.place.replace("consid_", "para_")
    mentions, end = case_mentions(reading, start, stop if pinpoints else match.end(), work, pinpoints, "ch.luxembourg")
    return Parsed(tuple(mentions), end)


_AWARD = pattern(
    rf"(?:CAS|TAS){GAP}(?:OG{GAP}|ad{GAP}hoc{GAP})?(?:(?:19|20)\d\d|\d\d)/(?:(?:ADD|A|O|G)/)?\d{{1,5}}(?:{GAP0}(?:&|and|et|/|,){GAP0}\d{{3,5}}(?![/\d]))*"
)
_PAGE_HEAD = pattern(r"[ \t\u00a0]+\d{1,3}[ \t]*\n")


def _parse_award(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«CAS 2004/A/777, para 20»: awards of the Court of Arbitration for Sport, outside the scheme."""
    text = reading.text
    match = _AWARD.match(text, start)
    if match is None or _PAGE_HEAD.match(text, match.end()):
        return None
    pinpoints, stop = read_pinpoints(text, match.end(), only_considerations=True)
    note = "award_outside_the_scheme"
    mentions, end = case_mentions(
        reading, start, stop if pinpoints else match.end(), None, pinpoints, "ch.award", note=note
    )
    return Parsed(tuple(mentions), end)


def _parse_invented(reading: TextReading, start: int, end: int) -> Parsed | None:
    """«ECLI:CH:…»: Switzerland has no ECLI; whoever writes one has made it up."""
    text = reading.text
    match = re.compile(r"ECLI:CH:[A-Za-z0-9:._\-]{3,60}").match(text, start)
    if match is None:
        return None
    end = match.end() - (1 if match[0].endswith((".", ":")) else 0)
    reading.unparsed.append(Unparsed(start, end, text[start:end], "switzerland_has_no_ecli"))
    return Parsed((), end)


_S = SPACE


@cache
def anchors() -> tuple[Anchor, ...]:
    """The anchors of this file's rules."""
    return (
        Anchor(
            "ch.strasbourg",
            rf"(?:\bRec\.{_S}\d{{4}}-|\b[Rr]eq(?:uête)?s?\.?{_S}{{0,3}}n|(?:[Ii]ndividualb|[Bb])eschwerde(?:{_S}Nr\.|-?[Nn]r\.|nummer)|\bGeschäfts-?[Nn]r\.|\b[Nn]r\.|n[°º]s?|\bnos?\.?|\b[Aa]pplications?{_S}[Nn]os?\.){_S}{{0,6}}(?:.{{0,12}}?)\d{{1,6}}/\d\d\b",
            _parse_strasbourg,
        ),
        Anchor("ch.luxembourg", r"\b[CTF][-‑–]\d{1,4}/\d\d\b", _parse_luxembourg),
        Anchor(
            "ch.award", rf"\b[CT]AS{_S}{{1,3}}(?:OG{_S}|ad{_S}hoc{_S})?(?:\d\d)?\d\d/(?:[A-Z]{{1,3}}/)?\d", _parse_award
        ),
        Anchor("ch.invented", r"\bECLI:CH:", _parse_invented),
    )
