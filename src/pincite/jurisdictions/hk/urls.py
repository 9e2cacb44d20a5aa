"""Addresses of Hong Kong's law at its publishers (facts: source-formats, 1.5 and 2.4).

Keeps true: an address is built only from a reference's own parts, and "" is given where the publisher has no address
for such a thing. Languages are the design's: en, zh-Hant, zh-Hans.
"""

from __future__ import annotations

import re
from urllib.parse import quote

from pincite.jurisdictions.hk.courts import court_of
from pincite.text.patterns import pattern

__all__ = ["file_id", "hklii_judgment", "judgment", "legislation", "url", "word_file"]

_ELEGISLATION = "https://www.elegislation.gov.hk/hk"
_LRS = "https://legalref.judiciary.hk"
_LANGUAGES = {"en": "en", "zh": "zh-Hant-HK", "zh-Hant": "zh-Hant-HK", "zh-Hans": "zh-Hans-HK"}
_NEUTRAL = pattern(r"hk/([a-z]{4,7})/(\d{4})/(\d+)\Z")
_LEGISLATION = pattern(r"hk/(cap\d+[A-Z]{0,2}|[A-Z]{1,2}\d+)\Z")
_ACTION = pattern(r"hk/([A-Z]{2,5})/(\d+)([A-Z]?)/(\d{4})\Z")
_SECTION = pattern(r"(?:s\d+[A-Z]*|sch\d*[A-Z]*|P[0-9IVXL]+[A-Z]*|art\d+[A-Z]*)")


def legislation(chapter: str, language: str = "en", place: str = "") -> str:
    """A chapter or instrument, and a section, schedule or part of it: `legislation("cap486", "en", "s33_1_a")`.

    The publisher addresses whole sections only: a deeper place gives its section.
    """
    address = f"{_ELEGISLATION}/{chapter}"
    if language in _LANGUAGES:
        address += f"!{_LANGUAGES[language]}"
    section = _SECTION.match(place)
    return f"{address}/{section.group()}" if section else address


def judgment(code: str, year: str, number: str, paragraph: str = "") -> str:
    """A judgment in the Judiciary's Legal Reference System by its neutral citation."""
    court = court_of(code)
    citation = quote(f"{year} {court.code if court else code.upper()} {number}").replace("%20", "+")
    address = f"{_LRS}/lrs/common/search/jud_search_ncn.jsp?selDatabase=ALL&ncnValue={citation}"
    return f"{address}#p{paragraph}" if paragraph else address


def hklii_judgment(code: str, year: str, number: str, language: str = "en") -> str:
    """A judgment at HKLII by its neutral citation."""
    court = court_of(code)
    database = court.database if court else code.lower()
    return f"https://www.hklii.hk/{'tc' if language.startswith('zh') else 'en'}/cases/{database}/{year}/{number}"


def file_id(prefix: str, number: str, year: str) -> str:
    """The Judiciary's id of a file: `FACC000003_2025`; a letter after the number stays behind it."""
    digits = number.rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return f"{prefix}{int(digits):06d}{number[len(digits) :]}_{year}"


def word_file(prefix: str, number: str, year: str, language: str = "en") -> str:
    """The Word file of a judgment; the year is the action's."""
    folder = "tc" if language.startswith("zh") else "en"
    return f"{_LRS}/doc/judg/word/vetted/other/{folder}/{year}/{file_id(prefix, number, year)}.docx"


def url(reference: str, language: str = "en") -> str:
    """The official address of a reference (`hk/cap486#s33`, `hk/hkca/2025/943#para_45`), "" when there is none."""
    work, _, place = reference.partition("#")
    found = _LEGISLATION.match(work)
    if found:
        return legislation(found.group(1), language, place)
    found = _NEUTRAL.match(work)
    if found:
        code, year, number = found.groups()
        paragraph = re.match(r"para_(\d+[A-Z]?)", place)
        return judgment(code, year, number, paragraph.group(1) if paragraph else "")
    found = _ACTION.match(work)
    if found:
        prefix, number, letter, year = found.groups()
        return word_file(prefix, number + letter, year, language)
    return ""
