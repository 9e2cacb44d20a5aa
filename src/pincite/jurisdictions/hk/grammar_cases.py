"""Hong Kong cases: neutral citations, action numbers in all their forms, report series, each with its pinpoints.

Keeps true: joined actions are one mention each; a title-page number gets its prefix only from evidence (the same number
with its prefix elsewhere, the court in the heading, the document's own court); vendor numbers are report series.

Grammar:

    neutral   = "[" year "]" code number                        [2025] HKCA 943
    report    = ( "[" | "(" ) year ( "]" | ")" ) [volume] series page        (2012) 15 HKCFAR 1
    action    = prefix ["No."] number *( joint number ) ( "/" | of ) year    FACV 5 & 6/2011   HCA No. 12 of 2020
    file      = prefix 6digit [letter] ( "_" | "/" ) year       FACV000005_2011
    title     = case-type NO number of year                     CRIMINAL APPEAL NO 28 OF 2025
              | 案件類別 year 年第 number 號                      刑事案件2024年第1122號
"""

from __future__ import annotations

import re
from functools import cache

from pincite.citations.mention import Form, Mention
from pincite.citations.pack import Anchor, Parsed, TextReading
from pincite.jurisdictions.hk import identifiers
from pincite.jurisdictions.hk.tables import (
    case_types,
    court_headings,
    neutral_codes,
    prefixes,
    series,
    wrong_codes,
)
from pincite.jurisdictions.shared.antecedents import antecedents
from pincite.jurisdictions.shared.mentions import mention, with_place
from pincite.jurisdictions.shared.pinpoints import Pin, read_pins_behind
from pincite.text.patterns import pattern

__all__ = ["anchors", "court_of_heading"]

_SPACE = r"[\s\u00a0\u2009\u202f\u3000]"
_YEAR = r"(?:18|19|20)\d\d"
_MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)"

_BRACKETED = pattern(
    r"(?P<open>[\[(])\s?(?P<year>(?:18|19|20)\d\d)(?:\s?[-–/]\s?(?:\d{4}|\d\d))?\s?[\])]\s{0,12}(?:(?P<volume>\d{1,2})\s{1,12})?"
    r"(?P<code>C?H\.?K\.?[A-Za-z.]{1,8}|IRBRD|CPR)\s{0,12}(?P<number>\d{1,5})(?![\d/])(?P<letter>[A-Z](?![A-Za-z]))?"
)
_TAX_CASES = pattern(r"(?P<volume>\d{1,2})\s{1,4}(?P<code>HKTC|IRBRD)\s{1,4}(?P<number>\d{1,5})(?![\d/])")
_NUMBERS = r"(?:\s{0,3}(?:,|&|and|AND|及|、)\s{0,12}\d{1,6}(?:\s{0,3}/\s{0,2}(?:18|19|20)\d\d)?)"
_NO = r"(?:\s{0,4}(?:[Nn][Oo][Ss]?\.?)\s{0,4})?"
_ACTION = pattern(
    rf"(?P<prefix>[A-Z]{{3,4}}){_NO}\s{{0,4}}(?P<first>\d{{1,6}})(?P<variant>[A-Z]{{1,2}}(?![A-Za-z]))?"
    rf"(?P<more>{_NUMBERS}{{0,20}})(?P<range>\s{{0,2}}(?:-|–|to|至)\s{{0,2}}\d{{1,6}})?"
    r"\s{0,3}(?:/\s{0,2}|\s(?:of|OF)\s{1,6})(?P<year>(?:18|19|20)\d\d)(?!\d)"
    r"(?P<dated>(?:\s{0,3}(?:,|&|and|AND|及|和|、)\s{0,12}\d{1,6}/(?:18|19|20)\d\d(?![\d/])){0,20})"
)
_FILE = pattern(r"(?P<prefix>[A-Z]{3,4})(?P<first>\d{6})[A-Z]?[_/](?P<year>(?:19|20)\d\d)(?!\d)")
_DIGITS = pattern(r"\d{1,6}")
_WITH_YEAR = pattern(r"(\d{1,6})\s{1,12}(?:of|OF|Of)\s{1,12}(\d{4})")
_ENGLISH_NUMBER = pattern(
    rf"\s{{1,12}}(?:[Nn][Oo][Ss]?\.?)\s{{0,6}}(?P<first>\d{{1,6}})(?P<more>(?:\s{{0,8}}(?:,|&|and|AND)\s{{0,8}}\d{{1,6}}){{0,20}})\s{{1,12}}(?:of|OF|Of)\s{{1,12}}(?P<year>{_YEAR})(?!\d)(?P<others>(?:\s{{0,8}}(?:,|&|and|AND)\s{{1,8}}\d{{1,6}}\s{{1,12}}(?:of|OF|Of)\s{{1,12}}{_YEAR}(?!\d)){{0,8}})(?P<branch>\s{{0,12}}\((?i:CIVIL|CRIMINAL)\))?"
)
_CHINESE_NUMBER = pattern(
    rf"(?:案件)?(?:編號)?[\s:：]{{0,4}}(?P<year>{_YEAR})\s?年\s?第\s?(?P<first>\d{{1,6}})(?P<more>(?:\s?[、及和至]\s?(?:第\s?)?\d{{1,6}}){{0,20}})\s?號"
)
_BARE = pattern(rf"(?P<first>\d{{1,5}})/(?P<year>{_YEAR})(?![\d/])")
_DATED = pattern(
    rf"(?:\s{{0,4}}[,;，]?\s{{0,4}}[(（]?\s{{0,2}}(?:(?:[Uu]nrep(?:orted)?\.?|未經彙編|未經彙報|未經報道|未刊登|dated|date of judgment:?)\s{{0,4}}[,，]?\s{{0,4}}){{0,2}}(?:(?:18|19|20)\d\d\s?年\s?\d{{1,2}}\s?月\s?\d{{1,2}}\s?日|\d{{1,2}}\s{{1,4}}{_MONTH}\.?,?\s{{1,4}}(?:18|19|20)\d\d|\d{{1,2}}[./]\d{{1,2}}[./](?:18|19|20)\d\d)(?:\s{{0,3}},\s{{1,4}}(?:unrep(?:orted)?\.?|[A-Z][\w’-]+(?:\s[A-Z][\w’-]+){{0,2}}\s(?:JJ?A?|VP|CJHC|PJ|DJ|DHCJ|HHJ)))?\s{{0,2}}[)）]?)"
)


@cache
def _prefix_alternatives() -> str:
    return "|".join(sorted(prefixes(), key=lambda prefix: (-len(prefix), prefix)))


@cache
def _english_types() -> re.Pattern[str]:
    names = {re.sub(r" \((?:Civil|Criminal)\)$", "", case_type.english) for case_type in case_types()}
    words = "|".join(_flexible(name) for name in sorted(names, key=lambda name: (-len(name), name)))
    return re.compile(rf"(?i:{words})(?=\s{{1,12}}(?i:nos?)\b)")


def _flexible(name: str) -> str:
    return re.escape(name).replace(r"\ ", r"\s{1,12}").replace("’", "['’]?")


@cache
def _chinese_types() -> dict[str, tuple[tuple[str, str], ...]]:
    return {word: case_type.prefixes for case_type in case_types() for word in case_type.chinese}


@cache
def _chinese_type() -> re.Pattern[str]:
    words = "|".join(sorted(_chinese_types(), key=lambda word: (-len(word), word)))
    return re.compile(rf"(?:終院|高院|區院)?(?P<type>{words})")


def anchors() -> list[Anchor]:
    """The anchors of this file, in order of precedence."""
    no = rf"(?:{_SPACE}{{0,4}}[Nn][Oo][Ss]?\.?)?{_SPACE}{{0,4}}"
    types = {re.sub(r" \((?:Civil|Criminal)\)$", "", case_type.english) for case_type in case_types()}
    type_alternatives = "|".join(
        "".join(
            rf"{_SPACE}{{1,12}}" if character == " " else r"(?:'|\u2019)?" if character == "’" else re.escape(character)
            for character in name
        )
        for name in sorted(types, key=lambda name: (-len(name), name))
    )
    return [
        Anchor(
            "hk.bracketed",
            rf"[\[(]{_YEAR}(?:[-/\u2013]\d{{2,4}})?[\])]{_SPACE}{{0,12}}(?:\d{{1,2}}{_SPACE}{{1,12}})?(?:C?H\.?K|IRBRD|CPR)",
            _bracketed,
        ),
        Anchor("hk.action", rf"\b(?:{_prefix_alternatives()}){no}\d", _action),
        Anchor(
            "hk.title_number",
            rf"\b(?i:{type_alternatives}){_SPACE}{{1,12}}[Nn][Oo][Ss]?\.?{_SPACE}{{0,6}}\d",
            _title_number,
        ),
        Anchor(
            "hk.title_number_zh",
            rf"(?:終院|高院|區院)?(?:{'|'.join(sorted(_chinese_types(), key=lambda word: (-len(word), word)))})(?:案件)?(?:編號)?[\s:：]{{0,4}}{_YEAR}{_SPACE}?年",
            _title_number_zh,
        ),
        Anchor("hk.tax_cases", r"\b\d{1,2} (?:HKTC|IRBRD) \d", _tax_cases),
        Anchor("hk.bare_number", rf"\b\d{{1,5}}/{_YEAR}", _bare_number),
    ]


def _case(
    reading: TextReading,
    start: int,
    end: int,
    work: str,
    rule: str,
    judged: identifiers.Judged,
    pins: list[Pin],
    *,
    form: Form = "full",
) -> list[Mention]:
    """The citation with its pinpoints: the first belongs to it, each further one is a member of the list."""
    verdict, note = judged
    made: list[Mention] = []
    first_end = pins[0].end if pins else end
    place = pins[0].place if pins else ""
    made.append(
        mention(reading, start, first_end, "case", form, with_place(work, place), rule, verdict=verdict, note=note)
    )
    for pin in pins[1:]:
        made.append(mention(reading, pin.start, pin.end, "case", form, with_place(work, pin.place), rule))
    return made


def _bracketed(reading: TextReading, start: int, _end: int) -> Parsed | None:
    match = _BRACKETED.match(reading.text, start)
    if match is None:
        return None
    code = match.group("code").replace(".", "").upper()
    year, number, bracket = int(match.group("year")), int(match.group("number")), match.group("open")
    end = match.end("number")
    if code in series():
        known = series()[code]
        volume = match.group("volume") or ""
        work = f"hk/report/{code}/{year}/{volume or '-'}/{number}"
        pins = read_pins_behind(reading.text, end, pages=not known.vendor, first_page=number)
        return _parsed(
            _case(
                reading,
                start,
                end,
                work,
                "hk.report",
                identifiers.judge_report(code, year, volume, number, bracket),
                pins,
            )
        )
    repaired = ""
    if code not in neutral_codes():
        if code not in wrong_codes():
            return None
        repaired, code = f"no_court_has_the_code_{match.group('code')}", wrong_codes()[code].upper()
    if match.group("volume"):
        return None
    court = neutral_codes()[code]
    judged = identifiers.judge_neutral(court, year, number, bracket)
    if repaired and judged[0] != "impossible":
        judged = ("repaired", repaired)
    end, pins = _pins_over_date(reading.text, end)
    return _parsed(
        _case(
            reading,
            start,
            match.end("number") if not pins else end,
            f"hk/{court}/{year}/{number}",
            "hk.neutral",
            judged,
            pins,
        )
    )


def _pins_over_date(text: str, end: int) -> tuple[int, list[Pin]]:
    """Pinpoints directly behind, or behind «(unreported, 1 December 2017)»; a date alone does not belong to the citation."""
    pins = read_pins_behind(text, end, pages=False)
    if pins:
        return end, pins
    dated = _DATED.match(text, end)
    if dated:
        pins = read_pins_behind(text, dated.end(), pages=False)
        if pins:
            return end, [pins[0]._replace(start=end), *pins[1:]]
    return end, []


def _parsed(mentions: list[Mention]) -> Parsed:
    return Parsed(tuple(mentions), mentions[-1].end)


def _tax_cases(reading: TextReading, start: int, _end: int) -> Parsed | None:
    match = _TAX_CASES.match(reading.text, start)
    if match is None:
        return None
    work = f"hk/report/{match.group('code')}/-/{match.group('volume')}/{match.group('number')}"
    pins = read_pins_behind(reading.text, match.end(), pages=True, first_page=int(match.group("number")))
    return _parsed(_case(reading, start, match.end(), work, "hk.report", ("well_formed", ""), pins))


def _action(reading: TextReading, start: int, _end: int) -> Parsed | None:
    text = reading.text
    if start and ((text[start - 1].isalnum() and text[start - 1].isascii()) or text[start - 1] in "_-/"):
        return None
    file_id = _FILE.match(text, start)
    if file_id and file_id.group("prefix") in prefixes():
        number, year = int(file_id.group("first")), int(file_id.group("year"))
        work = f"hk/{file_id.group('prefix')}/{number}/{year}"
        return _parsed(
            _case(reading, start, file_id.end(), work, "hk.action", identifiers.judge_action(number, year), [])
        )
    match = _ACTION.match(text, start)
    if match is None or match.group("prefix") not in prefixes():
        return None
    prefix, year = match.group("prefix"), int(match.group("year"))
    spans = [(start, match.end("first"), int(match.group("first")), year)]
    for more in re.finditer(r"(\d{1,6})(?:\s{0,3}/\s{0,2}((?:18|19|20)\d\d))?", match.group("more")):
        offset = match.start("more")
        spans.append((offset + more.start(), offset + more.end(), int(more.group(1)), int(more.group(2) or year)))
    if match.group("range"):
        spans[-1] = (spans[-1][0], match.end("range"), *spans[-1][2:])
    spans[-1] = (spans[-1][0], match.end("year"), *spans[-1][2:])
    for more in _BARE.finditer(match.group("dated")):
        offset = match.start("dated")
        spans.append((offset + more.start(), offset + more.end(), int(more.group("first")), int(more.group("year"))))
    _, pins = _pins_over_date(text, match.end())
    mentions: list[Mention] = []
    for index, (first, last, number, own_year) in enumerate(spans):
        mine = pins if index == len(spans) - 1 else []
        mentions += _case(
            reading,
            first,
            last,
            f"hk/{prefix}/{number}/{own_year}",
            "hk.action",
            identifiers.judge_action(number, own_year),
            mine,
        )
    return _parsed(mentions)


def court_of_heading(text: str, position: int) -> str:
    """The neutral code of the court that the heading above `position` names last, "" when none does."""
    window = text[max(0, position - 500) : position].lower()
    best, code = -1, ""
    for words, court in court_headings():
        found = window.rfind(words)
        if found > best:
            best, code = found, court
    return code


def _prefix_of(
    reading: TextReading, pairs: tuple[tuple[str, str], ...], number: int, year: int, position: int
) -> tuple[str, str]:
    """(prefix, "" or why none): by the same number elsewhere, by the heading, by the document's own court."""
    known = antecedents(reading).actions.get(f"{number}/{year}")
    allowed = dict(pairs)
    if known is not None and known.reference:
        prefix = known.reference.split("/")[1]
        if prefix in allowed.values():
            return prefix, ""
    if len(pairs) == 1:
        return pairs[0][1], ""
    for court in (court_of_heading(reading.text, position), _own_court(reading)):
        if court in allowed:
            return allowed[court], ""
    return "", "court_not_shown"


def _own_court(reading: TextReading) -> str:
    parts = (reading.self_reference or "").split("/")
    return next((code for code, court in neutral_codes().items() if len(parts) > 1 and court == parts[1]), "")


def _title(
    reading: TextReading, start: int, match: re.Match[str], pairs: tuple[tuple[str, str], ...], end: int
) -> Parsed | None:
    year = int(match.group("year"))
    spans = [(start, match.end("first"), int(match.group("first")), year)]
    for more in _DIGITS.finditer(match.group("more")):
        offset = match.start("more")
        spans.append((offset + more.start(), offset + more.end(), int(more.group()), year))
    spans[-1] = (spans[-1][0], end, *spans[-1][2:])
    others = match.groupdict().get("others") or ""
    for other in _WITH_YEAR.finditer(others):
        offset = match.start("others")
        spans.append((offset + other.start(), offset + other.end(), int(other.group(1)), int(other.group(2))))
    mentions: list[Mention] = []
    for first, last, number, own_year in spans:
        prefix, why = _prefix_of(reading, pairs, number, own_year, start)
        if prefix:
            judged = identifiers.judge_action(number, own_year)
            mentions += _case(reading, first, last, f"hk/{prefix}/{number}/{own_year}", "hk.title_number", judged, [])
        else:
            candidates = tuple(f"hk/{each}/{number}/{own_year}" for _, each in pairs)
            mentions.append(
                mention(reading, first, last, "case", "full", None, "hk.title_number", candidates=candidates, note=why)
            )
    return _parsed(mentions)


def _title_number(reading: TextReading, start: int, _end: int) -> Parsed | None:
    text = reading.text
    named = _english_types().match(text, start)
    match = _ENGLISH_NUMBER.match(text, named.end()) if named else None
    if named is None or match is None:
        return None
    key = " ".join(named.group().replace("'", "’").lower().split())
    branch = (match.group("branch") or "").strip().lower()
    pairs: tuple[tuple[str, str], ...] = ()
    for case_type in case_types():
        english = case_type.english.lower()
        if english == f"{key} {branch}".strip() or english.replace("’", "") == f"{key} {branch}".strip().replace(
            "’", ""
        ):
            pairs = case_type.prefixes
            break
        if english == key:
            pairs = case_type.prefixes
    if not pairs:
        pairs = tuple(
            pair
            for case_type in case_types()
            if case_type.english.lower().startswith(key)
            for pair in case_type.prefixes
        )
    end = match.end("branch") if branch and pairs and pairs[0][0] == "HKCFA" else match.end("year")
    return _title(reading, start, match, pairs, end)


def _title_number_zh(reading: TextReading, start: int, _end: int) -> Parsed | None:
    named = _chinese_type().match(reading.text, start)
    match = _CHINESE_NUMBER.match(reading.text, named.end()) if named else None
    if named is None or match is None:
        return None
    whole = _chinese_types().get(reading.text[start : named.end()])
    pairs = whole or _chinese_types()[named.group("type")]
    lead = reading.text[start : start + 2]
    if lead in {"高院", "區院"} and whole is None:
        court = "HKCFI" if lead == "高院" else "HKDC"
        pairs = tuple(pair for pair in pairs if pair[0] == court) or pairs
    return _title(reading, start, match, pairs, match.end())


def _bare_number(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«the defendant of 316/2023»: only when an action with that number and year was cited before."""
    text = reading.text
    match = _BARE.match(text, start)
    if match is None or (
        start and ((text[start - 1].isalnum() and text[start - 1].isascii()) or text[start - 1] in "/-.")
    ):
        return None
    number, year = int(match.group("first")), int(match.group("year"))
    known = antecedents(reading).actions.get(f"{number}/{year}")
    if known is None or known.reference is None:
        return None
    work = known.reference.partition("#")[0]
    return _parsed(
        [mention(reading, start, match.end(), "case", "short", work, "hk.bare_number", antecedent=known.start)]
    )
