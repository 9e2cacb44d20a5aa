"""Rules for printed decisions: BGE/ATF/DTF, BVGE/ATAF, TPF, and reports outside the scheme of references.

Keeps true: the span begins at the reporter's sigle; volume, part or year left out in a list are those of the member before.
"""

from __future__ import annotations

import re
from functools import cache

from pincite.citations.mention import Mention
from pincite.citations.pack import Anchor, Parsed, TextReading
from pincite.jurisdictions.ch.case_mentions import CITED, SPACE, case_mentions, remember_case
from pincite.jurisdictions.ch.grammar_literature import article_in_journal
from pincite.jurisdictions.ch.identifiers import bge_answer
from pincite.jurisdictions.ch.literature_openings import opens_literature
from pincite.jurisdictions.ch.memory import memory_of, swiss_here
from pincite.jurisdictions.ch.pinpoints import Pinpoint, read_pinpoints
from pincite.jurisdictions.ch.provisions import read_tail
from pincite.jurisdictions.ch.text_forms import FOOTNOTE_MARK, GAP, GAP0, roman_value
from pincite.text.patterns import pattern
from pincite.text.tables import rows

__all__ = ["anchors"]

_PACKAGE = "pincite.jurisdictions.ch"
_PART = r"(?:Ia|Ib|III|II|IV|I|VIII|VII|VI|V)"


_BGE = pattern(
    rf"(?P<name>BGE|ATF|DTF|SFT|RO|RU|AS|B\sG\sE|A\sT\sF|D\sT\sF){FOOTNOTE_MARK}?{GAP}(?P<volume>\d{{1,3}}|\d{GAP}\d\d){GAP}(?P<part>{_PART}|I{{4,}}){GAP}(?P<page>\d{{1,4}})(?![\d/]|\.\d)"
)
_BGE_OLD = pattern(rf"(?:BGE|ATF|DTF){GAP}(?P<volume>X{{0,2}}(?:IX|IV|V?I{{0,3}})){GAP}(?P<page>\d{{1,4}})(?![\d/])")
_BGE_NEXT = pattern(
    rf"{GAP0}(?:[;,/]|(?:und|sowie|et|e|ed|and|u\.)(?=\s)|[;,]{GAP}(?:und|sowie|et|e|and|ferner|vgl\.|auch)(?:{GAP}(?:auch|ferner))?){GAP}?(?P<begin>(?P<volume>\d{{1,3}}){GAP}(?P<part>{_PART}){GAP}(?P<page>\d{{1,4}}))(?![\d/]|\.\d)"
)
_SAME_PART = pattern(
    rf"(?:{GAP0}[;,]{GAP}|{GAP}(?:und|sowie|et|e){GAP})(?P<page>\d{{1,4}})(?={GAP}(?:E\.|consid\.|cons\.){GAP0}\d)"
)
"""«DTF 129 V 177 consid. 3.1 e 402 consid. 4.3»: another decision of the same volume and part."""
_MARK_BEFORE_PINPOINT = pattern(rf"{FOOTNOTE_MARK}(?={GAP}(?:E\.|Erw\.|consid\.|cons\.|S\.|p\.|pag\.){GAP0}\d)")
"""A footnote's mark inside the citation: «BGE 140 III 86[2] E. 2»."""
_BRACKET_PAGE = pattern(r"\s?\[(\d{1,4})(?:\s?[-–]\s?\d{1,4})?\]")
_COMMA_PAGE = pattern(
    rf",{GAP}(\d{{1,4}})(?:\s?f{{1,2}}\.)?(?={GAP0},?{GAP0}(?:E\.|Erw\.|consid\.|;|\)|\.\s|\.?\Z))(?!{GAP}[IV]+[ab]?{GAP}\d)"
)


def _parse_bge(reading: TextReading, start: int, _end: int) -> Parsed | None:
    text = reading.text
    match = _BGE.match(text, start)
    if match is None:
        return _parse_bge_old(reading, start)
    found: list[Mention] = []
    while True:
        more, stop = _one_bge(reading, start, match)
        found += more
        following = _BGE_NEXT.match(text, stop)
        while following is None and (same := _SAME_PART.match(text, stop)):
            pinpoints, stop = read_pinpoints(text, same.end())
            work = (
                f"ch/bge/{int(match['volume'])}/{match['part']}/{same['page']}" if match["volume"].isdigit() else None
            )
            more, stop = case_mentions(reading, same.start("page"), stop, work, pinpoints, "ch.bge")
            found += more
            following = _BGE_NEXT.match(text, stop)
        if following is None:
            return Parsed(tuple(found), stop)
        match, start = following, following.start("begin")


def _one_bge(reading: TextReading, start: int, match: re.Match[str]) -> tuple[list[Mention], int]:
    text = reading.text
    memory = memory_of(reading)
    volume_printed, part = match["volume"], match["part"]
    volume, page = int(re.sub(r"\s", "", volume_printed)), int(match["page"])
    answer = bge_answer(volume, part, page)
    status, note = answer.reading, answer.note
    if status == "well_formed" and re.search(r"\s", volume_printed):
        status, note = "repaired", "digits_of_the_volume_apart"
    elif status == "well_formed" and " " in match.groupdict().get("name", ""):
        status, note = "repaired", "letters_of_the_reporter_apart"
    work = f"ch/bge/{volume}/{part}/{page}"
    end = match.end()
    if mark := _MARK_BEFORE_PINPOINT.match(text, end):
        end = mark.end()
    bracket = _BRACKET_PAGE.match(text, end)
    pinpoints: list[Pinpoint] = []
    if bracket:
        pinpoints, end = [Pinpoint(start, bracket.end(), f"p_{bracket[1]}")], bracket.end()
    elif comma := _COMMA_PAGE.match(text, end):
        considered, stop = read_pinpoints(text, comma.end(), only_considerations=True)
        if considered:
            pinpoints, end = considered, stop
        elif page < int(comma[1]) < page + 200:
            goes_on = ".." if comma[0].rstrip(".").endswith("f") else ""
            pinpoints, end = [Pinpoint(start, comma.end(), f"p_{comma[1]}{goes_on}")], comma.end()
    if not pinpoints:
        end = read_tail(text, end) or end
        cited = CITED.match(text, end)
        pinpoints, stop = read_pinpoints(text, cited.end() if cited else end)
        end = stop if pinpoints else end
    mentions, end = case_mentions(reading, start, end, work, pinpoints, "ch.bge", answer=status, note=note)
    remember_case(memory, work, start, end)
    return mentions, end


def _parse_bge_old(reading: TextReading, start: int) -> Parsed | None:
    match = _BGE_OLD.match(reading.text, start)
    if match is None or not match["volume"]:
        return None
    volume, page = roman_value(match["volume"]), int(match["page"])
    answer = bge_answer(volume, "I", page)
    pinpoints, stop = read_pinpoints(reading.text, match.end())
    work = f"ch/bge/{volume}/I/{page}"
    mentions, end = case_mentions(
        reading, start, stop, work, pinpoints, "ch.bge", answer=answer.reading, note=answer.note
    )
    return Parsed(tuple(mentions), end)


_BVGE = pattern(
    rf"(?:BVGE|ATAF|DTAF|TAFE){GAP}(?P<year>20\d\d){GAP0}(?:(?P<part>{_PART}){GAP0})?/{GAP0}(?P<no>\d{{1,3}})(?!\d)"
)
_BVGE_NEXT = pattern(
    rf"{GAP0}(?:[;,]|(?:und|sowie|et|e|and)(?=\s)){GAP}?(?:(?:und|et|e){GAP})?(?P<begin>(?P<year>20\d\d)(?:{GAP}(?P<part>{_PART}))?/(?P<no>\d{{1,3}}))(?!\d)"
)
_TPF = pattern(rf"TPF{GAP}(?P<year>20\d\d){GAP}(?P<page>\d{{1,3}})(?!\d)")


def _parse_bvge(reading: TextReading, start: int, _end: int) -> Parsed | None:
    text = reading.text
    match = _BVGE.match(text, start)
    found: list[Mention] = []
    stop = start
    while match:
        part = f"{match['part']}/" if match["part"] else ""
        work = f"ch/bvge/{match['year']}/{part}{match['no']}"
        cited = CITED.match(text, match.end())
        pinpoints, stop = read_pinpoints(text, cited.end() if cited else match.end())
        more, stop = case_mentions(reading, start, stop if pinpoints else match.end(), work, pinpoints, "ch.bvge")
        found += more
        remember_case(memory_of(reading), work, start, stop)
        match = _BVGE_NEXT.match(text, stop)
        start = match.start("begin") if match else start
    return Parsed(tuple(found), stop) if found else None


def _parse_tpf(reading: TextReading, start: int, end: int) -> Parsed | None:
    match = _TPF.match(reading.text, start)
    if match is None:
        return None
    work = f"ch/tpf/{match['year']}/{match['page']}"
    pinpoints, stop = read_pinpoints(reading.text, match.end())
    mentions, end = case_mentions(reading, start, stop if pinpoints else match.end(), work, pinpoints, "ch.tpf")
    remember_case(memory_of(reading), work, start, end)
    return Parsed(tuple(mentions), end)


@cache
def _reporter() -> re.Pattern[str]:
    names = "|".join(
        re.escape(row[0]) for row in sorted(rows(_PACKAGE, "data/reporters.tsv"), key=lambda row: -len(row[0]))
    )
    year = rf"(?:(?:I{{1,2}}-)?(?:19|20)\d\d(?:/\d{{1,4}}[a-z]?|\s?\(\d{{4}}\))?|\d{{1,3}}(?:/(?:19|20)\d\d|{GAP}?\((?:19|20)\d\d\))|\d{{1,2}})"
    number = rf"(?:{GAP}(?:[A-Z]{GAP}\d{{1,3}}(?:\.\d{{1,3}})+(?={GAP}Nr)|Ia|Ib|I{{1,3}}|IV|V|VI{{0,2}}|[A-Z]{{1,4}})){{0,2}}{GAP0},?{GAP0}(?:(?:Nr\.?|n[°º]|n\.|No\.?|S\.|p\.|pag\.){GAP0}(?:[A-Z]{{1,3}}{GAP})?)?(?:{GAP0})\d{{1,4}}(?:[a-z]|(?:\.\d{{1,3}}){{1,2}}(?!\.?\d))?"
    return re.compile(
        rf"(?:REKO/WEF,{GAP})?(?:{names}){GAP}(?:\d{{1,3}}\.\d{{1,3}}(?:[A-Z]|\.\d+)?(?!\d)|{year}{number}(?:(?:{GAP0}(?:ff?|ss?)\.?)?{GAP0},?{GAP0}(?:S\.|p\.|Nr\.|n[°º]|Rz\.?|N\.?){GAP0}\d{{1,4}}(?:{GAP0}(?:ff?|ss?)\.?)?)?|\d{{1,2}}{GAP}Nr\.{GAP0}\d{{1,3}})(?:{GAP0}(?:ff?|ss?)\.)?(?!\d)"
    )


@cache
def _journals() -> frozenset[str]:
    """Sigles of series that print articles too: an author before them makes it literature."""
    return frozenset(row[0] for row in rows(_PACKAGE, "data/reporters.tsv") if row[1].endswith("a journal"))


_WORD = pattern(r"[^\s\u00a0]*")
_PAGE_WORD = pattern(r"(?:S|p|pag|Rz?|N)\.?[\s\u00a0]{0,3}\d{1,4}[^\d]*\Z")
_OF_OTHERS = frozenset({"hk", "uk"})


def _parse_report(reading: TextReading, start: int, end: int) -> Parsed | None:
    """A decision in a report that the scheme of references does not know."""
    text = reading.text
    match = _reporter().match(text, start)
    if match is None or (start and (text[start - 1].isalnum() or text[start - 1] == "-")):
        return None
    if reading.jurisdiction in _OF_OTHERS and not swiss_here(reading, start):
        return None  # «DPC 7909»: in another country's document the letters of a series are anything
    if _WORD.match(text, start)[0] in _journals() and opens_literature(reading, match.end()):  # type: ignore[index]
        return None if _PAGE_WORD.search(match[0]) else article_in_journal(reading, match.end())
    pinpoints, stop = read_pinpoints(text, match.end())
    end = stop if pinpoints else match.end()
    found: list[Mention] = []
    while True:
        page = _NEXT_PAGE.match(text, end)
        if page and _first_page(text[start:end]) < int(page[1]) < _first_page(text[start:end]) + 200:
            pinpoints, stop = read_pinpoints(text, page.end())
            end = stop if pinpoints else page.end()
        found.append(
            Mention(
                start, end, text[start:end], "case", "full", None, "ch.report", reading.language,
                note="report_outside_the_scheme",
            )
        )  # fmt: skip
        while margin := _NEXT_MARGIN.match(text, end) if _MARGIN_LAST.search(text, start, end) else None:
            start, end = margin.start("no"), margin.end()
            found.append(found[-1]._replace(start=start, end=end, text=text[start:end]))
        following = _NEXT_REPORT.match(text, end)
        if following is None:
            return Parsed(tuple(found), end)
        start = following.start("begin")
        pinpoints, stop = read_pinpoints(text, following.end())
        end = stop if pinpoints else following.end()


_MARGIN_LAST = pattern(r"(?:Rz\.?\s|\A)\d{1,4}(?:\sff?\.)?\Z")
_NEXT_MARGIN = pattern(
    rf"(?:{GAP0},{GAP}|{GAP}(?:und|sowie|et|e){GAP})(?P<no>\d{{1,4}}(?:{GAP0}ff?\.)?)(?=[,;.)]|{GAP}(?:und|et){GAP}\d|\Z)(?!\.\d|[.,]{GAP}?[A-Z]?[a-z]+{GAP}\d{{4}})"
)
"""A further margin of one decision: «RPW 2010/2, 430 Rz 34 und 43»."""
_NEXT_REPORT = pattern(
    rf"{GAP0}(?:[;,]|und|sowie|et|e){GAP}(?:(?:und|sowie|et|e){GAP})?(?P<begin>(?:19|20)\d\d(?:/\d{{1,3}})?(?:{GAP}(?:I{{1,3}}|IV))?,?{GAP}(?:S\.|p\.|pag\.|Nr\.|n[°º]|n\.){GAP0}\d{{1,4}}(?:{GAP0}(?:ff?|ss?)\.)?)(?!\d|{GAP}(?:ad|zu){GAP})"
)
"""A further member of the same series: «AGVE 2013, S. 269 f.; 2011, S. 199»."""
_NEXT_PAGE = pattern(
    rf"{GAP0},{GAP0}(\d{{1,4}})(?:{GAP0}(?:ff?|ss?)\.)?(?={GAP0}(?:[;).=]|,\s|\Z|consid|E\.))(?!\.\d|\.{GAP}[A-Za-z]+{GAP}\d{{4}})"
)
"""A page behind the first page: «JdT 2024 I p. 35, 37»."""


def _first_page(report: str) -> int:
    return int(re.findall(r"\d+", report)[-1])


_ELIDED = pattern(rf"(?P<volume>\d{{2,3}}){GAP}(?P<part>{_PART}){GAP}(?P<page>\d{{1,4}})(?![\d/]|\.\d|[’']\d)")
_BEFORE_ELIDED = pattern(
    r"[\s\u00a0)\]]*(?:[;,]|(?:und|sowie|et|e|ed|and)(?=\s)|(?:mit|unter|avec|con) [^\W\d_]{4,14} (?:auf|aux?|à|à l['’]|ai|al|alla))[\s\u00a0]*(?:(?:und|sowie|et|e|vgl\.|ferner|auch|zuletzt|aussi)[\s\u00a0]+){0,3}\Z"
)
_ELIDED_REACH = 260
_ELIDED_NEAR = 90
_ELIDED_PINPOINT = pattern(rf"{GAP}(?:E\.|consid\.){GAP0}\d")
"""Behind a bracket that opens, only a consideration shows that «(142 III 239 E. 5.2.1)» is a decision."""


def _parse_elided(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«ATF 150 I 17 … = JdT 2024 I p. 35; 146 I 129»: a decision without its reporter, in the list it belongs to."""
    text = reading.text
    match = _ELIDED.match(text, start)
    last = reading.mentions[-1] if reading.mentions else None
    if match is None or last is None or last.kind != "case" or start - last.end > _ELIDED_NEAR:
        return None
    alone = text[start - 1] == "(" and _ELIDED_PINPOINT.match(text, match.end())
    if not alone and not _BEFORE_ELIDED.fullmatch(text, last.end, start):
        return None
    reports = [m for m in reading.mentions[-8:] if m.rule == "ch.bge" and m.form == "full"]
    if not reports or start - reports[-1].end > _ELIDED_REACH:
        return None
    if bge_answer(int(match["volume"]), match["part"], int(match["page"])).reading == "impossible":
        return None
    found, stop = _one_bge(reading, start, match)
    return Parsed(tuple(found), stop)


_S = SPACE


@cache
def anchors() -> tuple[Anchor, ...]:
    """The anchors of this file's rules."""
    reporters = "|".join(re.escape(row[0]) for row in rows(_PACKAGE, "data/reporters.tsv"))
    return (
        Anchor(
            "ch.bge",
            rf"\b(?:BGE|ATF|DTF|SFT|RO|RU|AS|B{_S}G{_S}E|A{_S}T{_S}F|D{_S}T{_S}F)(?:\[\^?\d{{1,3}}\]|[¹²³])?{_S}{{1,12}}(?:\d{{1,3}}|\d{_S}\d\d){_S}{{1,12}}[IV]{{1,4}}[ab]?{_S}{{1,12}}\d|\b(?:BGE|ATF|DTF){_S}{{1,12}}[IVX]+{_S}{{1,12}}\d",
            _parse_bge,
        ),
        Anchor("ch.bge_elided", rf"\b\d{{2,3}}{_S}{{1,12}}(?:Ia|Ib|I|II|III|IV|V){_S}{{1,12}}\d", _parse_elided),
        Anchor("ch.bvge", rf"\b(?:BVGE|ATAF|DTAF|TAFE){_S}{{1,12}}20\d\d", _parse_bvge),
        Anchor("ch.tpf", rf"\bTPF{_S}20\d\d{_S}\d", _parse_tpf),
        Anchor("ch.report", rf"\b(?:REKO/WEF,{_S}{{1,4}})?(?:{reporters}){_S}{{1,12}}(?:I{{1,2}}-)?\d", _parse_report),
    )
