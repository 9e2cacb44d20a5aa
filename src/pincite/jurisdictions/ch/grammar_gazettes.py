"""Rules for the official gazettes: AS/RO/RU (compilation) and BBl/FF (federal gazette), with years left out in lists.

Keeps true: a Roman part behind AS/RO/RU is a decision (BGE), not the compilation; a second number is a page of the same
text («BBl 1995 468, 569») or, in amendment notes, another text («FF 2022 2515, 2742»).
"""

from __future__ import annotations

import re
from functools import cache

from pincite.citations.mention import Mention
from pincite.citations.pack import Anchor, Parsed, TextReading
from pincite.jurisdictions.ch.memory import memory_of
from pincite.jurisdictions.ch.provisions import read_tail
from pincite.jurisdictions.ch.text_forms import GAP, GAP0
from pincite.text.patterns import pattern

__all__ = ["anchors"]

_COMPILATION = pattern(
    rf"(?:AS|RO|RU|CULF){GAP}(?P<year>(?:19|20)\d\d|[1-9]\d?){GAP}(?P<no>\d{{1,5}})(?![\d/]|\.\d|’\d)"
)
_GAZETTE = pattern(
    rf"(?:BBl|BBI|FF){GAP}(?P<year>(?:18|19|20)\d\d|[12]\n[089]\d\d),?{GAP}(?:(?P<part>I{{1,3}}|IV|V|[1-5](?={GAP}\d{{1,4}}(?!\d))){GAP})?(?P<no>\d{{1,5}})(?![\d/]|\.\d|’\d)"
)
_PARTS = {"1": "I", "2": "II", "3": "III", "4": "IV", "5": "V"}
"""Parts of a year in figures, as some print them: «BBl 1949 1 1249»."""
_IN_PARTS_UNTIL = 1998
_NEXT_YEAR = pattern(
    rf"(?:{GAP0}[;,]{GAP0}|{GAP}(?:und|sowie|et|e|ed){GAP})(?P<begin>(?P<year>(?:18|19|20)\d\d){GAP}(?:(?P<part>I{{1,3}}|IV|V){GAP})?(?P<no>\d{{1,5}}))(?![\d/]|\.\d|\.{GAP0}[A-Z]?[a-z]+{GAP}\d{{4}})"
)
_NEXT_NUMBER = pattern(
    rf"(?:{GAP0}[,]{GAP0}|{GAP}(?:(?:und|et|e|ed){GAP})?)(?P<begin>(?:Art\.{GAP0})?(?P<no>\d{{1,5}}))(?=\s?[,;.)\]»]|{GAP}[Aa]rt\.{GAP0}\d|{GAP}\d{{2,5}}(?:\s?[,;.)\]]|{GAP}[Aa]rt\.)|{GAP0}ff?\.|{GAP}(?:s{{1,2}}|segg?)\.|\s?\Z|{GAP}(?:und|et|e){GAP}\d|\s?\n)(?!\.\d|\.{GAP}[A-Z]?[a-zé]+{GAP}\d{{4}})"
)
_PAGE = pattern(rf"{GAP0},?{GAP0}(?:S\.|p(?:ag)?\.|hier{GAP}S?\.?|ici|spéc\.|insb\.){GAP0}(\d{{1,5}})")
_UNIT = pattern(rf"{GAP0},?{GAP0}(?:Ziff\.|ch\.|n\.|Rz\.?){GAP0}\d+(?:\.\d+)*")
_AMENDMENT = pattern(r"(?:AS|RO|RU)\s\d[^()]{0,120}\Z")


def _mention(reading: TextReading, start: int, end: int, work: str) -> Mention:
    return Mention(start, end, reading.text[start:end], "gazette", "full", work, "ch.gazette", reading.language)


def _parse_compilation(reading: TextReading, start: int, _end: int) -> Parsed | None:
    text = reading.text
    match: re.Match[str] | None = _COMPILATION.match(text, start)
    if match is None:
        return None
    found: list[Mention] = []
    stop = start
    while match is not None:
        year = match["year"]
        stop = _behind(text, match.end())
        found.append(_mention(reading, start, stop, f"ch/as/{year}/{match['no']}"))
        more = _NEXT_NUMBER.match(text, stop)
        while more and not _NEXT_YEAR.match(text, stop) and _is_number(text, more, int(year)):
            start, stop = more.start("begin"), _behind(text, more.end())
            found.append(_mention(reading, start, stop, f"ch/as/{year}/{more['no']}"))
            more = _NEXT_NUMBER.match(text, stop)
        match = _NEXT_YEAR.match(text, stop)
        if match is not None and (match["part"] or int(match["year"]) < 1900):
            match = None
        start = match.start("begin") if match is not None else start
    return Parsed(tuple(found), stop)


def _is_number(text: str, match: re.Match[str], year: int) -> bool:
    """Whether a bare number goes on the list of the year, and is not a footnote mark or a year of prose."""
    number = int(match["no"])
    comma = match[0].lstrip().startswith(",")
    return (
        number > 31 if comma else number > 99 and text[match.start() : match.start("begin")].isspace() and year > 1900
    )


_PLACE = pattern(
    rf"{GAP}(?:[Aa]rt\.{GAP0}\d{{1,3}}[a-z]?(?:{GAP}(?:Abs|al|cpv|Ziff|ch|n|Bst|let|lett)\.{GAP0}(?:\d{{1,2}}|[a-z])(?![\w]))?"
    rf"|(?:(?:Anhang|annexe|all\.){GAP})?(?:Ziff\.|ch\.|n\.|cifra){GAP0}(?:[IVX]{{1,4}}(?:{GAP0}[-–]{GAP0}[IVX]{{1,4}})?|\d{{1,2}})(?:{GAP}\d{{1,2}}(?![\d.]))?)(?={GAP0}[;),\]]|{GAP}\d{{2,5}}{GAP0}[;),\]])"
)
"""Where in a text of the gazette: «RO 1986 122 153 art. 1», «AS 1977 2249 Ziff. I 611», as notes of amendments print it."""


def _behind(text: str, end: int) -> int:
    tail = read_tail(text, end)
    if tail is not None:
        return tail
    place = _PLACE.match(text, end)
    return place.end() if place else end


def _parse_gazette(reading: TextReading, start: int, _end: int) -> Parsed | None:
    text = reading.text
    match: re.Match[str] | None = _GAZETTE.match(text, start)
    if match is None:
        return None
    begin = start
    found: list[Mention] = []
    stop = start
    listing = _is_list(reading, begin)
    while match is not None:
        year, part, number = match["year"].replace("\n", ""), match["part"] or "-", int(match["no"])
        stop = match.end()
        if part in _PARTS and int(year) <= _IN_PARTS_UNTIL:
            part = _PARTS[part]
        elif part in _PARTS:
            part, number, stop = "-", int(part), match.end("part")
        work = f"ch/bbl/{year}/{part}/{number}"
        stop = _behind(text, stop)
        page = _PAGE.match(text, stop)
        if page:
            stop = _behind(text, page.end())
            work = f"{work}#p_{page[1]}" + (".." if stop != page.end() else "")
        unit = _UNIT.match(text, stop)
        stop = unit.end() if unit else stop
        more = _NEXT_NUMBER.match(text, stop)
        if (
            more
            and not listing
            and not page
            and _NEXT_YEAR.match(text, stop) is None
            and 0 < int(more["no"]) - number < 450
        ):
            stop = _behind(text, more.end())
            work = f"{work}#p_{more['no']}" + (".." if stop != more.end() else "")
            found.append(_mention(reading, start, stop, work))
        else:
            found.append(_mention(reading, start, stop, work))
            while more and _NEXT_YEAR.match(text, stop) is None and _is_number(text, more, int(year)):
                start, stop = more.start("begin"), _behind(text, more.end())
                found.append(_mention(reading, start, stop, f"ch/bbl/{year}/{part}/{more['no']}"))
                more = _NEXT_NUMBER.match(text, stop)
        match = _NEXT_YEAR.match(text, stop)
        start = match.start("begin") if match is not None else start
    return Parsed(tuple(found), stop)


def _is_list(reading: TextReading, start: int) -> bool:
    """In the notes of an act, or right behind a page of the compilation, further numbers are further texts."""
    return bool(memory_of(reading).own_act) or _AMENDMENT.search(reading.text, max(0, start - 140), start) is not None


_S = r"[\s\u00a0\u2009\u202f\u00ad]"


@cache
def anchors() -> tuple[Anchor, ...]:
    """The anchors of this file's rules."""
    return (
        Anchor("ch.compilation", rf"\b(?:AS|RO|RU){_S}{{1,12}}\d{{1,4}}{_S}{{1,12}}\d", _parse_compilation),
        Anchor("ch.gazette", rf"\b(?:BBl|BBI|FF){_S}{{1,12}}(?:1\n?[89]|2\n?0)\d\d,?{_S}", _parse_gazette),
    )
