"""Data protection principles and practice directions in Chinese.

Keeps true: a list of principles is one mention a principle, a range one mention of all; a practice direction has no scheme
and says so.
"""

from __future__ import annotations

import re

from pincite.citations.mention import Form
from pincite.citations.pack import Parsed, TextReading
from pincite.jurisdictions.hk import identifiers
from pincite.jurisdictions.hk.chinese_lists import DIGITS, HAN_DIGITS, LOWER, PARTS, number_of
from pincite.jurisdictions.shared.mentions import mention
from pincite.jurisdictions.shared.numerals import halfwidth
from pincite.text.patterns import pattern

__all__ = ["direction", "principle"]

_PRINCIPLE = pattern(
    rf"(?:第\s?(?P<a>{DIGITS}|{HAN_DIGITS})(?P<al>{LOWER}*)\s?保障資料原則|保障資料第\s?(?P<b>{DIGITS}|{HAN_DIGITS})(?P<bl>{LOWER}*)\s?原則)"
)
_PRINCIPLE_LIST = pattern(rf"第\s?(?P<list>{DIGITS}(?:\s?[、及至和或]\s?(?:第\s?)?{DIGITS}){{0,5}})\s?保障資料原則")
_DIRECTION = pattern(
    rf"實務指示\s{{0,3}}(?:[(（]\s?Practice Directions?\s?[)）]\s{{0,4}})?(?:第\s?)?(?:SL\s?)?{DIGITS}{{1,2}}(?:\.{DIGITS}{{1,2}})?[A-Z]?(?:\([0-9]{{1,2}}\))?(?:\s?號)?(?:\s?第\s?{DIGITS}{{1,3}}(?:[(（][0-9a-z]{{1,3}}[)）])*\s?[段條])?"
)


def principle(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """第3保障資料原則, also in lists and ranges."""
    text = reading.text
    form: Form = "short" if reading.self_reference == "hk/cap486" else "full"
    several = _PRINCIPLE_LIST.match(text, start)
    if several and len(several.group("list")) > 1:
        spans = [
            (several.start("list") + each.start(), several.start("list") + each.end(), number_of(each.group()))
            for each in re.finditer(DIGITS, several.group("list"))
        ]
        if "至" in several.group("list"):
            made = mention(
                reading,
                start,
                several.end(),
                "statute",
                form,
                f"hk/cap486#sch1_s{spans[0][2]}..sch1_s{spans[-1][2]}",
                "hk.principle",
            )
            return Parsed((made,), several.end())
        made_all = [
            mention(
                reading,
                start if not index else first,
                several.end() if index == len(spans) - 1 else last,
                "statute",
                form,
                f"hk/cap486#sch1_s{number}",
                "hk.principle",
                language="zh-Hant",
            )
            for index, (first, last, number) in enumerate(spans)
        ]
        return Parsed(tuple(made_all), several.end())
    match = _PRINCIPLE.match(text, start)
    if match is None:
        return None
    number = number_of(match.group("a") or match.group("b"))
    parts = [f"sch1_s{number}", *PARTS.findall(halfwidth((match.group("al") or match.group("bl")) or ""))]
    verdict, why = identifiers.judge_provision(number, 6)
    made = mention(
        reading,
        start,
        match.end(),
        "statute",
        form,
        f"hk/cap486#{'_'.join(parts)}",
        "hk.principle",
        verdict=verdict,
        note=why,
    )
    return Parsed((made,), match.end())


def direction(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """實務指示 with its number, in a text of Hong Kong."""
    match = _DIRECTION.match(reading.text, start)
    if match is None or reading.jurisdiction not in {"hk", None}:
        return None
    return Parsed(
        (mention(reading, start, match.end(), "other", "full", None, "hk.direction", note="outside_the_scheme"),),
        match.end(),
    )
