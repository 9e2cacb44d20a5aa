"""Rules for decisions by docket: the federal courts, the former insurance court, the cantons.

Keeps true: the span begins at the sigle of the court, also with a date between, else at the docket; joined dockets share
their pinpoint; a cantonal docket is read only with its canton, and a loose one only near a court.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from pincite.citations.mention import Mention, Reading
from pincite.citations.pack import Anchor, Parsed, TextReading
from pincite.jurisdictions.ch.acts import CANTON_CODE
from pincite.jurisdictions.ch.cantonal_dockets import is_loose, near_a_court, read_cantonal_docket
from pincite.jurisdictions.ch.case_mentions import CITED, SPACE, case_mentions, remember_case
from pincite.jurisdictions.ch.identifiers import docket_answer
from pincite.jurisdictions.ch.memory import memory_of
from pincite.jurisdictions.ch.pinpoints import read_pinpoints
from pincite.jurisdictions.ch.text_forms import DATE, GAP, GAP0
from pincite.text.patterns import pattern as lazy_pattern
from pincite.text.tables import rows

__all__ = ["anchors"]

_PACKAGE = "pincite.jurisdictions.ch"
_OF_COURT = lazy_pattern(
    rf"{GAP}(?:des{GAP}(?:Bundesgericht(?:e?s)?|Bundesverwaltungsgerichts|Bundesstrafgerichts|(?:Ober|Kantons|Verwaltungs|Handels|Appellations|Versicherungs|Sozialversicherungs|Bezirks|Miet|Arbeits)gerichte?s(?:{GAP}(?:des{GAP}Kantons{GAP})?[A-ZÄÖÜ][A-Za-zäöü.]+(?:[ -][A-Z][a-zäöü]+)?(?={GAP}(?:vom|v\.)))?|EVG|BGer|BVGer)|de{GAP}la{GAP}Cour{GAP}de{GAP}justice|du{GAP}Tribunal{GAP}cantonal(?:{GAP}(?:vaudois|valaisan|fribourgeois|neuchâtelois|jurassien))?|du{GAP}Tribunal{GAP}(?:fédéral|administratif{GAP}fédéral|pénal{GAP}fédéral)|du{GAP}T[AP]?F|del{GAP}Tribunale{GAP}federale)(?![A-Za-zÀ-ÿ])"
)
_DATED = lazy_pattern(
    rf"{GAP0},?{GAP0}(?:\(?(?:(?:Urteil|Entscheid|Beschluss|Verfügung|arrêt|jugement|sentenza){GAP})?(?:vom|v\.|du|de|del(?:l[’'])?|of|dated|rendu{GAP}le|en{GAP}date{GAP}du|datiert{GAP}vom)){GAP0}{DATE}\)?|{GAP}?,{GAP}{DATE}"
)
_LINE = r"(?:[ ]?\n[ ]{0,8})?"
"""A line's end inside a docket."""
_FEDERAL = lazy_pattern(
    rf"(?P<bger>(?:1[1-5]|[1-9])\n?[A-HPSTU-Z]{GAP0}[_.]{GAP0}\d{{1,4}}//?{_LINE}(?:19|20)\d\d|[1-9][A-FPS][ ]\d{{1,4}}/20\d\d)(?![\d/])"
    rf"|(?P<bvger>[A-F][-\u2010\u2011]{_LINE}\d{{1,5}}/{_LINE}20\d\d)(?!\d)"
    r"|(?P<bstger>(?:SK|CA|CN|CR|BB|BE|BG|BH|BK|BO|BP|BV|RH|RP|RR|SN)\.20\d\d\.\d{1,4}(?:\s?[-+]\s?\d{1,4})?[a-z]?)(?![\d.])"
    r"|(?P<bpatger>[OSDE]20\d\d_\d{3})(?!\d)"
)
_EVG = lazy_pattern(r"(?P<bger>[BCFHIKMPU][ \u00a0]\d{1,4}/\d\d|[ABCEHIKPSU]\.[ \u00a0]?\d{1,4}/19\d\d)(?![\d/])")


def _parse_docket(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """A federal docket with date and pinpoints; the sigle of the court has been read, or there is none."""
    text = reading.text
    match = _FEDERAL.match(text, start)
    if match is None or (start and (text[start - 1].isalnum() or text[start - 1] in "_-/.")):
        return None
    court = match.lastgroup or ""
    if court == "bstger" and not _federal_criminal(reading, start, match[0]):
        return None
    return _docket(reading, start, start, match, court, "ch.docket")


_HYPHEN = lazy_pattern("[\u2010\u2011]")
_CRIMINAL_COURT = lazy_pattern(
    r"Bundesstrafgericht|BStGer|Tribunal pénal fédéral|TPF|Tribunale penale federale|Beschwerdekammer"
)


def _federal_criminal(reading: TextReading, start: int, docket: str) -> bool:
    if not memory_of(reading).canton and docket[:2] in {"SK", "RR", "CA", "BB", "BH", "CR", "RH", "CN", "BP"}:
        return True
    before = reading.text[max(0, start - 90) : start]
    return _CRIMINAL_COURT.search(before) is not None


def _docket(reading: TextReading, begin: int, start: int, match: re.Match[str], court: str, rule: str) -> Parsed:
    printed = " ".join(match[0].split())
    if match[0][1:2] == "\n":
        printed = printed.replace(" ", "", 1)
    status: Reading = "well_formed"
    note = ""
    if court == "bger":
        answer = docket_answer(printed.replace("/ ", "/"))
        printed, status, note = answer.identifier, answer.reading, answer.note
    else:
        printed = _HYPHEN.sub("-", printed.replace(" ", ""))
    work = f"ch/{court}/{printed}"
    return _with_pinpoints(reading, begin, match.end(), work, rule, status, note, docket_at=start)


def _with_pinpoints(
    reading: TextReading,
    begin: int,
    end: int,
    work: str | None,
    rule: str,
    status: Reading = "well_formed",
    note: str = "",
    *,
    docket_at: int = 0,
) -> Parsed:
    """What follows a docket: the court, the date, «précité», considerations, and a date behind them."""
    text = reading.text
    if _PAGE_HEAD.match(text, end):
        mentions, stop = case_mentions(reading, begin, end, work, (), rule, answer=status, note=note)
        return Parsed(tuple(mentions), stop)
    head_end = docket_end = end
    for pattern in (_OF_COURT, _DATED, _OF_COURT, CITED):
        more = pattern.match(text, end)
        if more:
            end = more.end() - (1 if more[0].endswith(")") and "(" not in more[0] else 0)
            if pattern is _DATED:
                head_end = end
    after = end
    opened = text[docket_at - 1] if docket_at > begin else text[begin - 1] if begin else ""
    if text[end : end + 1] and text[end] == _CLOSING.get(opened):
        after = end + 1
    pinpoints, stop = read_pinpoints(text, after, only_considerations=after != end)
    if not pinpoints:
        stop = end
    if pinpoints and pinpoints[-1].place.startswith("p_") and not pinpoints[0].place.startswith("consid"):
        pinpoints = [] if len(text[end:stop]) > 24 else pinpoints
    if not pinpoints:
        if after != end and docket_at > begin:
            head_end = after
        mentions, stop = case_mentions(reading, begin, head_end, work, (), rule, answer=status, note=note)
        if head_end == docket_end and (joined := _joined(reading, stop)):
            return Parsed((*_sharing(mentions, joined.mentions), *joined.mentions), joined.end)
    else:
        later = _DATED.match(text, stop) if head_end == end or not _DATED.search(text, head_end, end) else None
        if later and head_end != later.end() and "(" not in later[0] and not _ANOTHER.match(text, later.end()):
            pinpoints[-1].end = later.end() - (1 if later[0].endswith(")") else 0)
        mentions, stop = case_mentions(reading, begin, end, work, pinpoints, rule, answer=status, note=note)
    remember_case(memory_of(reading), work, begin, stop)
    return Parsed(tuple(mentions), stop)


_PAGE_HEAD = lazy_pattern(r"[ \t\u00a0]*\n\s{0,12}(?:Seite|Page|Pagina)\s\d")
_CLOSING = {"(": ")", "[": "]"}
_JOINED = lazy_pattern(rf"{GAP0}/{GAP0}|{GAP}(?:und|sowie|et|e|and|&){GAP}")


def _joined(reading: TextReading, end: int) -> Parsed | None:
    """«2E_3/2020 / 2E_4/2020 vom … E. 6.1»: a second docket of the same decision."""
    sign = _JOINED.match(reading.text, end)
    match = _FEDERAL.match(reading.text, sign.end()) if sign else None
    if match is None or match.lastgroup == "bstger":
        return None
    return _docket(reading, match.start(), match.start(), match, match.lastgroup or "", "ch.docket")


def _sharing(first: list[Mention], others: Sequence[Mention]) -> list[Mention]:
    """One pinpoint behind joined dockets belongs to each of them."""
    place = (others[0].reference or "").partition("#")[2]
    return [
        mention._replace(reference=f"{mention.reference}#{place}") if place and mention.reference else mention
        for mention in first
    ]


_ANOTHER = lazy_pattern(rf"{GAP0},{GAP0}[A-Z0-9]")


@cache
def _sigles() -> dict[str, str]:
    return {row[0]: row[1] for row in rows(_PACKAGE, "data/court_sigles.tsv")}


_SHORT_COURT = r"(?:OG|KG|VG|HG|BG|ZG|SG|MG|AppGer|TC|TA|CJ|TRAM)"
"""Courts so short that only the canton behind them tells: «OG-ZH», «KG SZ», «TC VD»."""


@cache
def _sigle() -> re.Pattern[str]:
    names = "|".join(re.escape(name) for name in sorted(_sigles(), key=len, reverse=True))
    return re.compile(
        rf"(?P<sigle>{names}|{_SHORT_COURT}(?=(?:[-/]|{GAP}){CANTON_CODE}(?![.\w])))(?:-(?:Urteil|Decision|Entscheid|Beschluss)s?)?(?:(?:[-/]|{GAP})(?P<canton>[A-Z]{{2}})(?![.\w]))?(?:{GAP0},)?{GAP0}(?:(?:Urteile?|Entscheide?|arrêts?|sentenz[ae]|décision|Decisions?|Beschlüsse?){GAP})?(?:(?:vom{GAP}|du{GAP})?{DATE}{GAP0},?{GAP0}[\(\[]?)?(?:Nr\.{GAP})?"
    )


_DATE_COMMA = lazy_pattern(rf"{DATE}{GAP0},?{GAP0}[\(\[]?")
_NEXT_DATED = lazy_pattern(rf"(?:{GAP0}[,;]{GAP}|{GAP})(?:(?:und|sowie|et){GAP})?(?:(?:vom|du){GAP})?(?={DATE})")


def _parse_sigle(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«BGer 1C_211/2025», «VGr, 22. August 2024, VB.2022.00382, E. 2.1», and further members that begin with a date."""
    text = reading.text
    head = _sigle().match(text, start)
    if head is None:
        return None
    place = _sigles().get(head["sigle"], "")
    if not place and head["canton"] and re.fullmatch(CANTON_CODE, head["canton"]):
        place = head["canton"].lower()
    first = _read_docket(reading, start, head.end(), place)
    if first is None and _DIGIT_TAKEN.search(text, start, head.end()):
        # A digit on a line of its own is the docket's, not a page number.
        first = _read_docket(reading, start, head.end() - 2, place)
    if first is None:
        return _incomplete(reading, start, head, place)
    found, stop = list(first.mentions), first.end
    while following := _NEXT_DATED.match(text, stop):
        date = _DATE_COMMA.match(text, following.end())
        more = _read_docket(reading, following.end(), date.end(), place) if date else None
        if more is None:
            break
        found += more.mentions
        stop = more.end
    return Parsed(tuple(found), stop)


_NO_LETTER = lazy_pattern(r"\d{1,5}/(?:19|20)\d\d(?![\d/.])")


def _incomplete(reading: TextReading, start: int, head: re.Match[str], place: str) -> Parsed | None:
    """«BVGer 6108/2016 vom 28. März 2018 E. 7.4»: a federal docket whose letter is missing names no decision for certain."""
    number = _NO_LETTER.match(reading.text, head.end()) if place in {"bger", "bvger"} else None
    if number is None:
        return None
    note, at = "letter_of_the_docket_missing", number.start()
    return _with_pinpoints(reading, start, number.end(), None, "ch.docket", "unknown_form", note, docket_at=at)


_DIGIT_TAKEN = lazy_pattern(r"\n\d\n\Z")


def _read_docket(reading: TextReading, begin: int, at: int, place: str) -> Parsed | None:
    text = reading.text
    federal = _FEDERAL.match(text, at) or (_EVG.match(text, at) if place in {"bger", ""} else None)
    if federal and (place or federal.lastgroup != "bstger"):
        return _docket(reading, begin, at, federal, federal.lastgroup or "", "ch.docket")
    cantonal = read_cantonal_docket(reading, at, place if len(place) == 2 else "")
    if cantonal is None:
        return None
    work, end = cantonal
    return _with_pinpoints(reading, begin, end, work, "ch.cantonal", docket_at=at)


def _parse_evg(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«I 732/06», «P.1457/1984»: dockets of the Federal Insurance Court and old ones of Lausanne, only near a court's name."""
    text = reading.text
    match = _EVG.match(text, start)
    if match is None or not _EVG_NEAR.search(text, max(0, start - 70), start):
        return None
    return _docket(reading, start, start, match, "bger", "ch.docket")


_EVG_NEAR = lazy_pattern(
    r"Urteile?|Entscheide?|arrêts?|sentenz[ae]|EVG|TFA|BGer|Bundesgericht|Versicherungsgericht|Tribunal fédéral|Tribunale federale"
)


def _parse_cantonal(reading: TextReading, start: int, _end: int) -> Parsed | None:
    text = reading.text
    if start and (
        text[start - 1].isalnum() or (text[start - 1] in "_-/.,'’" and text[start - 2 : start - 1].isalnum())
    ):
        return None
    if text[start].isdigit() and _DATE.match(text, start):
        return None
    before = text[max(0, start - 100) : start]
    found = read_cantonal_docket(reading, start, "")
    if found is None:
        return None
    if (
        is_loose(text, start)
        and found[0] not in memory_of(reading).named_cases
        and (_NO_DOCKET_BEHIND.search(before) or not near_a_court(before))
    ):
        return None
    return _with_pinpoints(reading, start, found[1], found[0], "ch.cantonal")


_DATE = lazy_pattern(DATE)
_NO_DOCKET_BEHIND = lazy_pattern(
    r"(?:Nr|No|n°|act|Akten|Konto|IBAN|CHF|Fr|Tel|Art|art|Abs|S|p|Rz|N|E|STA-\s*Nr|vi|UA|GR|bekl|kläg)\.?\s*\Z"
)
"""Words and abbreviations before numbers of files, accounts and pages."""

_S = SPACE


@cache
def anchors() -> tuple[Anchor, ...]:
    """The anchors of this file's rules."""
    sigles = "|".join(re.escape(name) for name in _sigles())
    return (
        Anchor(
            "ch.sigle",
            rf"\b(?:{sigles}|{_SHORT_COURT}(?:[-/]|{_S}{{1,6}}){CANTON_CODE})(?:-(?:Urteil|Decision|Entscheid)s?)?(?:(?:[-/]|{_S})[A-Z][A-Z])?,?{_S}{{1,12}}(?:[A-Z0-9]|vom{_S}|du{_S}|arrêts?{_S}|sentenz[ae]{_S}|décision{_S})",
            _parse_sigle,
        ),
        Anchor(
            "ch.docket",
            rf"\b(?:1[1-5]|[1-9])\n?[A-HPSTU-Z]{_S}?[_.]{_S}?\d{{1,4}}//?(?: ?\n {{0,8}})?\d{{4}}|\b[1-9][A-FPS] \d{{1,4}}/20\d\d|\b[A-F][-\u2010\u2011](?: ?\n {{0,8}})?\d{{1,5}}/(?: ?\n {{0,8}})?20\d\d|\b(?:SK|CA|CN|CR|BB|BE|BG|BH|BK|BO|BP|BV|RH|RP|RR|SN)\.20\d\d\.\d|\b[OSDE]20\d\d_\d{{3}}",
            _parse_docket,
        ),
        Anchor(
            "ch.evg", r"\b[BCFHIKMPU][ \u00a0]\d{1,4}/\d\d\b|\b[ABCEHIKPSU]\.[ \u00a0]?\d{1,4}/19\d\d\b", _parse_evg
        ),
        Anchor(
            "ch.cantonal",
            rf"\b(?:[A-Z]{{1,5}}\d?\.(?:19|20)\d\d\.\d|[A-Z]{{2}}\d{{6}}|[A-Z]{{1,5}}[/ ]\d{{1,6}}/(?: ?\n {{0,8}})?(?:19|20)\d\d|[A-Z0-9]{{1,5}}[ \u00a0](?:19|20)?\d\d[ \u00a0]\d|OG[ \u00a0][A-Z][ \u00a0]\d\d[ \u00a0]|[A-Z]{{1,2}}\d{{2,3}}\.\d{{6}}|[A-Z]{{1,4}}[ _\u00a0]\d{{4}}[-/]\d|\d{{2,3}}[ .](?:19|20)?\d\d[ .]\d|\d\d/20\d\d/\d|(?:HC|ML|AP)/20\d\d/\d|[34]-[A-Z][A-Z]\.\d{{4}}\.|[A-Z]{{1,3}}/\d\d/\d|(?:OG[ \u00a0])?[A-Z][A-Z0-9]{{1,3}}-\d\d-\d|[IV]{{1,3}}/\d-\d{{4}}/|[A-Z]{{2,4}} \d{{1,4}}/\d\d ?[-–] ?\d|(?:CREP|CAPE|CACI|CREC|CCUR|CPF|JUG|CASSO) \d{{1,2}}|BRGE{_S}[IV]+|RRB{_S}|\d{{4}}\.(?:GSI|KAIO|BVD|DIJ|WEU|SID|BKD|FIN)\.\d)",
            _parse_cantonal,
        ),
    )
