"""Cases of the United Kingdom and other common-law places: neutral citations and report series, with their pinpoints.

Keeps true: a country is said only where the series or the court shows it; a report series that is not in the table has no
reference.

Grammar:

    neutral = "[" year "]" court [division] number [ "(" division ")" ]      [2008] EWCA Civ 649   [2009] EWHC 995 (Admin)
    report  = ( "[" year "]" | "(" year ")" ) [volume] series page           [1990] 1 WLR 1000   (1968) 52 Cr App R 113
            | "[" year "]" series "at" page                                  [1962] Crim LR at 646
"""

from __future__ import annotations

import re
from functools import cache

from pincite.citations.mention import Mention, Reading
from pincite.citations.pack import Anchor, Parsed, TextReading
from pincite.jurisdictions.shared.mentions import mention, with_place
from pincite.jurisdictions.shared.pinpoints import Pin, read_pins, read_pins_behind
from pincite.jurisdictions.uk.tables import countries_of_series, courts, series_key
from pincite.text.patterns import pattern

__all__ = ["anchors"]

_YEAR = r"(?P<open>[\[(])\s?(?P<year>1[6-9]\d\d|20\d\d)(?:\s?[-–/]\s?\d{2,4})?\s?[\])]\s{0,12}"
_NUMBER = r"\s{0,12}(?P<number>\d{1,5})(?![\d/])"
_PAGE = r"\s{0,12}(?P<number>[PQ]?\d{1,5})(?![\d/])"
_DIVISION = pattern(r"\s{0,12}\(\s?(?P<division>[A-Za-z0-9]{1,12})\s?\)")
_UNKNOWN = pattern(
    rf"{_YEAR}(?:(?P<volume>\d{{1,3}})\s{{1,12}})?(?P<series>[A-Z]{{2,8}}(?:\s?\([A-Z][A-Za-z]{{0,4}}\))?){_NUMBER}"
)
_AT_PAGE = pattern(r"\s{0,4},?\s{1,12}at\s{1,6}(?:pp?\.?\s?)?(?P<number>\d{1,4})(?![\d/])")
_FIRST_YEARS = {"uksc": 2009, "ewca": 2001, "ewhc": 2001, "ukhl": 2001, "ewcop": 2009, "ewfc": 2014}
_LAST_YEARS = {"ukhl": 2009}


@cache
def _neutral() -> re.Pattern[str]:
    alternatives = []
    for code, divisions in courts().items():
        inner = [division for division in divisions if division in {"Civ", "Crim"}]
        alternatives.append(rf"(?:{code})\s{{1,6}}(?:{'|'.join(inner)})" if inner else code)
    alternatives.sort(key=lambda each: -len(each))
    return re.compile(rf"{_YEAR}(?P<court>{'|'.join(alternatives)}){_NUMBER}")


@cache
def _report() -> re.Pattern[str]:
    return re.compile(
        rf"{_YEAR}(?:(?P<volume>\d{{1,4}})\s{{0,12}})?(?P<series>{_series()})(?:(?P<inner>\s{{1,4}}\d{{1,2}}\s(?:HL|QB|CP|Eq|PC|Ex|Ch App|HL Sc)))?{_PAGE}(?P<letter>[A-Z](?![A-Za-z]))?"
    )


@cache
def _report_without_page() -> re.Pattern[str]:
    return re.compile(rf"{_YEAR}(?:(?P<volume>\d{{1,4}})\s{{1,12}})?(?P<series>{_series()})(?![A-Za-z])")


@cache
def _series() -> str:
    names = sorted(countries_of_series(), key=lambda name: (-len(name), name))
    return "|".join(_printed(name) for name in names)


def _printed(series: str) -> str:
    """«Cr App R (S)» also stands as «Cr. App. R. (S.)», «WLR» as «W.L.R.»."""
    words = []
    for word in series.split():
        if word == "All":
            words.append("A(?:ll|LL)")
        elif word.isupper() and word.isalpha() and len(word) > 1:
            words.append(r"\.?\s?".join(word) + r"\.?" if len(word) <= 4 else re.escape(word))
        else:
            words.append(re.escape(word).replace("’", "['’]").replace(r"\)", r"\.?\)") + r"\.?")
    return r"\s{1,6}".join(words)


def anchors() -> list[Anchor]:
    """A year in brackets, maybe a volume, a capital letter; a year without brackets before a Canadian court."""
    space = r"[\s\u00a0\u2009\u202f]"
    return [
        Anchor(
            "uk.case",
            rf"[\[(] ?(?:1[6-9]|20)\d\d(?:[-/\u2013]\d{{2,4}})? ?[\])]{space}{{0,12}}(?:\d{{1,4}}{space}{{0,12}})?[A-Z]",
            _case,
        ),
        Anchor("uk.case", rf"\b(?:19[89]|20[0-4])\d{space}(?:{'|'.join(_canadian())}){space}\d", _unbracketed),
    ]


@cache
def _canadian() -> tuple[str, ...]:
    """Courts whose neutral citations stand without brackets: «2014 SCC 53»."""
    found = (code for code, divisions in courts().items() if any(path.startswith("ca/") for path in divisions.values()))
    return tuple(sorted(found, key=lambda code: (-len(code), code)))


@cache
def _without_brackets() -> re.Pattern[str]:
    return re.compile(rf"(?P<year>(?:19|20)\d\d)\s(?P<court>{'|'.join(_canadian())}){_NUMBER}")


def _unbracketed(reading: TextReading, start: int, _end: int) -> Parsed | None:
    match = _without_brackets().match(reading.text, start)
    return _of_court(reading, start, match) if match else None


def _case(reading: TextReading, start: int, _end: int) -> Parsed | None:
    text = reading.text
    neutral = _neutral().match(text, start)
    if neutral:
        return _of_court(reading, start, neutral)
    report = _report().match(text, start)
    if report:
        return _of_series(reading, start, report)
    bare = _report_without_page().match(text, start)
    at = _AT_PAGE.match(text, bare.end()) if bare else None
    if bare and at:
        work = _work(bare, at.group("number"))
        return Parsed((mention(reading, start, at.end("number"), "case", "full", work, "uk.report"),), at.end("number"))
    unknown = _UNKNOWN.match(text, start)
    if unknown and unknown.group("series") != "HK" and unknown.group("open") == "[":
        pins = read_pins_behind(text, unknown.end(), pages=True, first_page=int(unknown.group("number")))
        end = pins[-1].end if pins else unknown.end()
        return Parsed(
            (
                mention(
                    reading,
                    start,
                    end,
                    "case",
                    "full",
                    None,
                    "uk.report",
                    verdict="unknown_form",
                    note="series_not_known",
                ),
            ),
            end,
        )
    return None


def _of_court(reading: TextReading, start: int, match: re.Match[str]) -> Parsed | None:
    text = reading.text
    words = match.group("court").split()
    code, inner = words[0], words[1] if len(words) > 1 else ""
    divisions = courts()[code]
    end = match.end("number")
    year, number = int(match.group("year")), match.group("number")
    path, note = divisions.get(inner), ""
    if not inner:
        division = _DIVISION.match(text, end)
        printed = division.group("division").lower() if division else ""
        named = next((each for each in divisions if each and each.lower() == printed), None)
        if division is not None and named is not None:
            path, end = divisions[named], division.end()
        elif path is None:
            path, note = next(iter(divisions.values())).rsplit("/", 1)[0], "division_missing"
    if path is None:
        return None
    verdict: Reading = "unknown_form" if note else "well_formed"
    court = path.split("/")[1]
    if int(number) == 0 or year < _FIRST_YEARS.get(court, 0) or year > _LAST_YEARS.get(court, 9999):
        verdict, note = "impossible", "court_gave_no_such_number"
    pins = read_pins_behind(text, end, pages=False) or _pins_over_report(reading, end)
    return Parsed(
        tuple(_mentions(reading, start, end, f"{path}/{year}/{int(number)}", "uk.neutral", pins, verdict, note)),
        pins[-1].end if pins else end,
    )


def _pins_over_report(reading: TextReading, end: int) -> list[Pin]:
    """OSCOLA: «[2019] UKSC 41 [45]» points without «at», in British texts only."""
    if reading.jurisdiction != "uk":
        return []
    bracket = re.compile(r"\s(?=\[\d{1,3}\](?!\s?(?:UK|EW|AC|WLR|All)))").match(reading.text, end)
    if bracket is None:
        return []
    pins = read_pins(reading.text, bracket.end())
    return [pin._replace(start=end) if not index else pin for index, pin in enumerate(pins)]


def _work(match: re.Match[str], page: str) -> str:
    series = series_key(match.group("series"))
    if series not in countries_of_series():
        compact = series.replace(" ", "")
        series = next((name for name in countries_of_series() if name.replace(" ", "") == compact), series)
    square, round_ = countries_of_series().get(series, ("uk", "uk"))
    country = square if match.group("open") == "[" else round_
    volume = match.group("volume") or "-"
    inner = match.groupdict().get("inner")
    if inner:
        number, _, court = inner.strip().partition(" ")
        series, volume = f"{series} {court}", number
    return f"{country}/report/{series}/{match.group('year')}/{volume}/{page}"


def _of_series(reading: TextReading, start: int, match: re.Match[str]) -> Parsed | None:
    page = match.group("number")
    end = match.end("number")
    number = int(page.lstrip("PQ"))
    verdict: Reading = "impossible" if number == 0 else "well_formed"
    pins = read_pins_behind(reading.text, end, pages=True, first_page=number)
    mentions = _mentions(
        reading, start, end, _work(match, page), "uk.report", pins, verdict, "page_zero" if number == 0 else ""
    )
    return Parsed(tuple(mentions), mentions[-1].end)


def _mentions(
    reading: TextReading, start: int, end: int, work: str, rule: str, pins: list[Pin], verdict: Reading, note: str
) -> list[Mention]:
    made = [
        mention(
            reading, start, pins[0].end if pins else end, "case", "full", with_place(work, pins[0].place if pins else ""), rule,
            verdict=verdict, note=note,
        )
    ]  # fmt: skip
    made += [mention(reading, pin.start, pin.end, "case", "full", f"{work}#{pin.place}", rule) for pin in pins[1:]]
    return made
