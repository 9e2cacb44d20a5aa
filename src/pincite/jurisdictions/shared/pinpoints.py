"""Pinpoints into judgments: `at [45]`, `, [10]-[14]`, `§§23-36`, `paras 45-47`, `at 543G`, `, 80-81`, `per Lord Reid at 613`, 第24及27段.

Keeps true: a pinpoint is only read where one may stand (behind a citation, or where a short form begins); each member of
a list has its own span; a number that may be a date, a time, an amount or a footnote mark is none.

Places: `para_45`, `para_5_1`, `para_45..para_47`, `p_543G`, `p_80..p_81`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from pincite.jurisdictions.shared.numerals import from_chinese, halfwidth
from pincite.text.patterns import pattern as lazy_pattern

__all__ = ["Pin", "read_pins", "read_pins_behind"]

_MONTH = r"(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b"

_BRACKET = lazy_pattern(
    r"\[\s?(?P<a>\d{1,4}[A-Z]?(?:\.\d{1,3}){0,3})(?P<al>(?:\s?\([0-9a-zA-Z]{1,5}\)){0,4})\s?(?:[-–—]\s?(?P<b>\d{1,4}[A-Z]?(?:\.\d{1,3}){0,3})(?P<bl>(?:\([0-9a-zA-Z]{1,5}\)){0,4})\s?)?\]"
)
_SUBLABELS = r"(?:\([0-9a-zA-Z]{1,5}\)){1,4}"
_BEHIND_BRACKET = lazy_pattern(rf"(?P<al>{_SUBLABELS})(?:\s?[-–—]\s?(?P<bl>{_SUBLABELS}))?(?![A-Za-z])")
_RANGE_OF_BRACKETS = lazy_pattern(r"\[\d{1,3}\]\s?[-–—]\s?\[\d{1,3}\]")
_TO = lazy_pattern(r"\s{0,4}(?:[-–—]|\s?to\s)\s{0,4}")
_AND = lazy_pattern(r"\s{0,4}(?:,|;|&|\band\b)\s{0,4}(?:(?:and|at)\s{1,4})?")
_AND_OVER_JUDGE = lazy_pattern(
    r"\s\((?:per\s)?(?:Lord|Lady|Baroness|Sir|[A-Z][\w’-]+)(?:\s[\w’-]+){0,4}\)\s{0,2},?\s(?:and\s)?(?=\[\d)"
)
"""«[9] (Lord Nicholls) and [49] (Lord Walker)»"""
_PARA_WORD = lazy_pattern(r"(?:§{1,2}\s{0,4}|(?P<word>[Pp]ara(?:graph)?s?)\.?\s{0,12})(?=\[?\d)")
_PAGE_WORD = lazy_pattern(r"(?P<word>[Pp]ages?|[Pp]{1,2})\.?\s{0,6}(?=\d)")
_PARA = lazy_pattern(
    r"(?P<a>\d{1,4}[A-Z]?(?:\.\d{1,3}){0,3})(?![A-Za-z0-9])(?!\.\d)(?P<al>(?:\s?\([0-9a-zA-Z]{1,5}\)){0,4})"
    r"(?:\s{0,4}(?:[-–—]|\s?to\s)\s{0,4}(?:(?P<b>\d{1,4}[A-Z]?(?:\.\d{1,3}){0,3})(?![A-Za-z0-9])(?P<bl>(?:\([0-9a-zA-Z]{1,5}\)){0,4})|(?P<bo>(?:\([0-9a-zA-Z]{1,5}\)){1,4})))?"
)
_PAGE = lazy_pattern(
    r"(?P<a>\d{1,5})(?P<am>[A-Va-j](?![A-Za-z]))?(?![\dA-Za-z/%])(?!\.\d)(?!:\d)(?!,\d{3})"
    r"(?:\s?[-–—]\s?(?:(?P<b>\d{1,5})(?P<bm>[A-Va-j](?![A-Za-z]))?|(?P<bo>[A-Va-j](?![A-Za-z])))(?![\dA-Za-z/%])(?!:\d))?"
)
_AFTER_BARE = lazy_pattern(
    r"\s{0,3}(?:[;,.:)\]”’\n]|\Z|\s{1,4}(?:and|[Pp]er|where|that|in|of|as|the|he|she|it|Lord|\(|in respect)\b|\s{0,4}\(|\s{1,4}[a-z])"
)
_NOT_BARE = lazy_pattern(
    rf"\s{{0,3}}(?:{_MONTH}|am\b|pm\b|a\.m|p\.m|o['’]clock|years?\b|months?\b|days?\b|per\s?cent|times\b|hours?\b|kg\b|others?\b)"
)
_JUDGE = lazy_pattern(
    r"(?:(?:per|by)\s{1,4}(?:the\s)?(?:[A-Z][\w’'.-]*|the|of|and|in)(?:,?\s{1,4}(?:[A-Z][\w’'.-]*|of|and|the|in)){0,8}(?:\s?\([^()]{1,40}\))?"
    r"|[A-Z][\w’'-]*(?:\s{1,4}[A-Z][\w’'-]*){0,4}\s{1,4}(?:JA|CJHC|CJ|NPJ|PJ|VP|LJ|LJJ|MR|J|SC)\b(?:\s?\([^()]{1,40}\))?"
    r"|(?:Lord|Lady|Sir|Dame)\s{1,4}[A-Z][\w’'-]*(?:\s{1,4}(?:of|[A-Z][\w’'-]*)){0,5}(?:\s?\([^()]{1,40}\))?)"
)
_LEAD = lazy_pattern(
    r"[*_]{0,2}\s{0,12}(?P<comma>[,;:，])?[*_]{0,2}\s{0,12}(?P<open>\()?\s{0,2}(?P<at>(?:especially\s|esp\.?\s|in\s{1,4}particular,?\s|notably\s)?(?:at|in)\s{1,12})?"
)
_NUMBERED_LINE = lazy_pattern(r"\.\s{1,4}[“\"‘]?[A-Z]")
"""«[2006] HKFLR 121,» / «197. I do not …»: the number of a quoted paragraph."""
_DIVISION = lazy_pattern(
    r"\s{1,4}\((?:CA|HL|PC|SC|CFA|CFI|DC|QB|KB|Ch|Ch D|Fam|Comm|Admin|TCC|IPEC|ECJ|ECtHR|NSW|HCA|FCA)\)(?=\s{0,3}(?:,|at\b))"
)
"""The court between a report and a page: «[2001] 1 All ER 91 (CA), 92j»."""
_AT = lazy_pattern(r"\s{0,4},?\s{0,12}(?:(?:at|in)\s{1,12})?")
_ZH = lazy_pattern(
    r"第\s?(?P<a>[0-9０-９]{1,4}|[〇零一二三四五六七八九十百]{1,7})(?P<al>(?:[(（][0-9０-９a-zA-Z]{1,4}[)）]){0,3})"
    r"(?:\s?(?:[-–—]|至)\s?(?:第\s?)?(?P<b>[0-9０-９]{1,4}|[〇零一二三四五六七八九十百]{1,7}))?"
)
_ZH_AND = lazy_pattern(r"\s?(?:、|及|和|與)\s?(?:第\s?)?")
_ZH_NUMBER = lazy_pattern(
    r"(?P<a>[0-9０-９]{1,4}|[〇零一二三四五六七八九十百]{1,7})(?P<al>(?:[(（][0-9０-９a-zA-Z]{1,4}[)）]){0,3})(?:\s?(?:[-–—]|至)\s?(?:第\s?)?(?P<b>[0-9０-９]{1,4}|[〇零一二三四五六七八九十百]{1,7}))?"
)
_ZH_PAGE = lazy_pattern(
    r"第\s?(?P<a>[0-9０-９]{1,4}[A-V]?)(?:\s?(?:[-–—]|至)\s?(?:第\s?)?(?P<b>[0-9０-９]{1,4}[A-V]?))?\s?頁"
)
_ZH_END = lazy_pattern(r"\s?段(?!落)")
_PARTS = lazy_pattern(r"[0-9A-Za-z]+")


class Pin(NamedTuple):
    """A pinpoint: the span of its own words and its place."""

    start: int
    end: int
    place: str


def read_pins(text: str, position: int, *, bare: str = "") -> list[Pin]:
    """The pinpoints that begin at `position` with their own words («[54]», «para 22», «§228», «page 184», 第101段).

    `bare`: what a bare number means, "p" or "para"; "" when none may stand here.
    """
    head = text[position : position + 1]
    if head == "[":
        return _brackets(text, position)
    if head == "第":
        return _chinese(text, position) or _chinese_pages(text, position)
    word = _PARA_WORD.match(text, position)
    if word:
        if text[word.end()] == "[":
            pins = _brackets(text, word.end())
        else:
            plural = text[position : position + 2] == "§§" or (word.group("word") or "").endswith("s")
            pins = _numbers(text, word.end(), plural=plural)
        return [pin._replace(start=position) if not index else pin for index, pin in enumerate(pins)]
    word = _PAGE_WORD.match(text, position)
    if word:
        plural = word.group("word").lower() in {"pages", "pp"}
        pins = _pages(text, word.end(), plural=plural)
        return [pin._replace(start=position) if not index else pin for index, pin in enumerate(pins)]
    if bare and head.isdigit():
        pins = _pages(text, position, plural=False) if bare == "p" else _numbers(text, position, plural=False)
        if pins and (_NOT_BARE.match(text, pins[-1].end) or not _AFTER_BARE.match(text, pins[-1].end)):
            return []
        return pins
    return []


def read_pins_behind(text: str, position: int, *, pages: bool, first_page: int = 0) -> list[Pin]:
    """The pinpoints tied to a citation that ends at `position`; the first one's span begins at `position`.

    `pages`: whether the citation is a report, into which one points by page.
    """
    division = _DIVISION.match(text, position) if pages else None
    lead = _LEAD.match(text, division.end() if division else position)
    assert lead is not None  # the pattern matches the empty text
    at = lead.end()
    if lead.group("open") and not lead.group("at"):
        at = lead.start("open")
    if not lead.group("at"):
        judge = _JUDGE.match(text, at)
        if judge:
            tie = _AT.match(text, judge.end())
            assert tie is not None  # the pattern matches the empty text
            if "at" in tie.group() or tie.group().strip() == ",":
                pins = read_pins(text, tie.end(), bare="p" if pages else "para" if "at" in tie.group() else "")
                if (
                    pins
                    and "at" not in tie.group()
                    and text[tie.end()].isdigit()
                    and not _page_beside(text, pins, first_page)
                ):
                    return []
                return _tied(pins, position)
            return []
    elif lead.group("open"):
        return []
    if lead.group("at"):
        into = lead.group("at").strip() == "in"
        bare = "" if into else ("p" if pages else "para")
        return _tied(read_pins(text, at, bare=bare), position)
    head = text[at : at + 1]
    if head == "[" and not lead.group("comma"):
        # a footnote mark is one number; «[2019] HKCT 2 [50]-[51]» points
        return _tied(read_pins(text, at), position) if _RANGE_OF_BRACKETS.match(text, at) else []
    if head in {"第", "§"} or head in "pP":
        return _tied(read_pins(text, at), position)
    if lead.group("comma") in {",", "，"}:
        pins = read_pins(text, at, bare="p" if pages else "")
        if pins and head.isdigit() and not _page_beside(text, pins, first_page):
            return []
        if pins and head.isdigit() and "\n" in text[lead.end("comma") : at] and ".." not in pins[0].place:
            pins = [] if _NUMBERED_LINE.match(text, pins[-1].end) else pins
        return _tied(pins, position)
    return []


def _page_beside(text: str, pins: list[Pin], first_page: int) -> bool:
    """«[1961] HKLR 201, 205»: a bare number behind a comma is a page when it lies behind the first page and ends there."""
    number = int(re.match(r"\d+", pins[0].place[2:]).group())  # type: ignore[union-attr]  # a page begins with digits
    return first_page <= number <= first_page + 1500 and bool(
        re.match(
            r"\s{0,3}(?:[;,.:)\]”]|\n|\Z)|\s{1,3}(?:and|[Pp]er|where|approved|applied|followed|citing|cited)\b|\s{1,3}\((?:per\s|Lord|Lady|Sir|[A-Z][\w’-]{1,16}\s{1,3}(?:LJJ?|MR|JA|CJ|VP|PJ|NPJ|J)\b)",
            text[pins[-1].end : pins[-1].end + 30],
        )
    )


def _tied(pins: list[Pin], position: int) -> list[Pin]:
    return [pin._replace(start=position) if not index else pin for index, pin in enumerate(pins)]


@lru_cache(4096)
def _parts(number: str, lower: str | None) -> str:
    return "_".join(["para", *_PARTS.findall(halfwidth(number + (lower or "")))])


def _brackets(text: str, position: int) -> list[Pin]:
    pins: list[Pin] = []
    while len(pins) < 40:
        match = _BRACKET.match(text, position)
        if match is None or _year(match.group("a")):
            break
        place, end = _parts(match.group("a"), match.group("al")), match.end()
        if match.group("b"):
            place += ".." + _parts(match.group("b"), match.group("bl"))
        else:
            sign = _TO.match(text, end)
            last = _BRACKET.match(text, sign.end()) if sign else None
            if last and not last.group("b"):
                place, end = f"{place}..{_parts(last.group('a'), last.group('al'))}", last.end()
            behind = None if last and not last.group("b") else _BEHIND_BRACKET.match(text, end)
            if behind and not match.group("al"):
                place, end = _parts(match.group("a"), behind.group("al")), behind.end()
                if behind.group("bl"):
                    place += ".." + _parts(match.group("a"), behind.group("bl"))
        pins.append(Pin(position, end, place))
        joint = _AND_OVER_JUDGE.match(text, end) or _AND.match(text, end)
        if joint is None:
            break
        position = joint.end()
    return pins


def _year(number: str) -> bool:
    return len(number) == 4 and number.isdigit() and 1800 <= int(number) <= 2099


def _numbers(text: str, position: int, *, plural: bool) -> list[Pin]:
    pins: list[Pin] = []
    while len(pins) < 40:
        match = _PARA.match(text, position)
        if match is None or (pins and (_year(match.group("a")) or _NOT_BARE.match(text, match.end()))):
            break
        place = _parts(match.group("a"), match.group("al"))
        if match.group("b"):
            place += ".." + _parts(match.group("b"), match.group("bl"))
        elif match.group("bo"):
            place += ".." + _parts(match.group("a"), match.group("bo"))
        pins.append(Pin(position, match.end(), place))
        joint = _AND.match(text, match.end()) if plural else None
        if joint is None:
            break
        position = joint.end()
    return pins


def _pages(text: str, position: int, *, plural: bool) -> list[Pin]:
    pins: list[Pin] = []
    while len(pins) < 20:
        match = _PAGE.match(text, position)
        if match is None:
            break
        first, margin = match.group("a"), match.group("am") or ""
        place = f"p_{first}{margin}"
        if match.group("b"):
            last = match.group("b")
            if len(last) < len(first):
                last = first[: len(first) - len(last)] + last
            place += f"..p_{last}{match.group('bm') or ''}"
        elif match.group("bo"):
            place += f"..p_{first}{match.group('bo')}"
        pins.append(Pin(position, match.end(), place))
        joint = _AND.match(text, match.end()) if plural else None
        if joint is None:
            break
        position = joint.end()
    return pins


def _chinese(text: str, position: int) -> list[Pin]:
    pins: list[Pin] = []
    match = _ZH.match(text, position)
    while match is not None and len(pins) < 20:
        number = _chinese_number(match.group("a"))
        last = _chinese_number(match.group("b")) if match.group("b") else None
        if number is None:
            return []
        place = _parts(str(number), match.group("al"))
        if last is not None:
            place += f"..para_{last}"
        pins.append(Pin(position, match.end(), place))
        end = _ZH_END.match(text, match.end())
        if end:
            pins[-1] = pins[-1]._replace(end=end.end())
            joint = _ZH_AND.match(text, end.end())
            match = _ZH.match(text, joint.end() - 1) if joint and text[joint.end() - 1] == "第" else None
            if match is None:
                return pins
            position = match.start()
            continue
        joint = _ZH_AND.match(text, match.end())
        match = _ZH_NUMBER.match(text, joint.end()) if joint else None
        if match:
            position = match.start()
    return []


def _chinese_pages(text: str, position: int) -> list[Pin]:
    match = _ZH_PAGE.match(text, position)
    if match is None:
        return []
    place = "p_" + halfwidth(match.group("a"))
    if match.group("b"):
        place += "..p_" + halfwidth(match.group("b"))
    return [Pin(position, match.end(), place)]


def _chinese_number(text: str) -> int | None:
    half = halfwidth(text)
    return int(half) if half.isdigit() else from_chinese(half)
