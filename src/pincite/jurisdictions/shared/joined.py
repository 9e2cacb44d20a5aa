"""Citations that were named together, so that «that Ordinance» or «in that case» behind them means neither alone.

Keeps true: two citations are joined only by a word that joins them and nothing else, and only until a sentence has ended
and nothing was cited since; what is left open says so and gives its candidates, the one named first in front.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pincite.citations.mention import Mention
from pincite.citations.pack import TextReading
from pincite.jurisdictions.shared.mentions import with_place
from pincite.jurisdictions.shared.pinpoints import Pin
from pincite.text.patterns import pattern

__all__ = ["SEVERAL", "joined_acts", "joined_cases", "left_open", "meant_of_pair", "with_paragraphs"]

SEVERAL = "several_antecedents"

_ACTS_JOINED = pattern(
    r"\s{0,3}(?:[,，]?\s{0,3}|;\s{1,3}(?=and\s|(?:the\s{1,4})?\Z))(?:(?:(?:and|or|nor|as\s{1,3}well\s{1,3}as)\s{1,4}(?:(?:also|on|of|in|to|with|under|by|from)\s{1,4}){0,2}(?:the\s{1,4})?|(?:以及|及|和|與|或)\s{0,2})|(?<=;\s)(?:the\s{1,4})?)\Z"
)
_CASES_JOINED = pattern(
    r"\s{0,3}(?:[,，]?\s{0,3}(?:and|or|with)\s{1,4}|;\s{1,4}(?:and\s{1,4})?|[,，]?\s{0,2}(?:以及|及|和|與|或)\s{0,2})[^;。\n]{0,140}?(?:\sv\.?\s|\bRe\s|訴|對)[^;。\n]{0,100}\Z"
)
_SENTENCE_ENDS = pattern(r"[.?!](?:[”’\"]|\[\d{1,3}\])?\s|。|\n\s{0,8}\n")
_ONE_CASE = pattern(
    r"(?:\b(?:[Tt]hat|[Tt]hose|[Tt]hese|the\s{1,3}said|the\s{1,3}same|such)\s{1,3}(?:cases?|decisions?|judgments?|authorit(?:y|ies))\b[^.;\n]{0,24}|(?:該|上述)(?:案|判決|裁決|判例)(?:件)?(?:的|之)?(?:判詞|判案書|判決書)?(?:中|內)?(?:的|之)?[（(]?)\Z"
)
_OF_ONE = pattern(
    r"\s{1,6}(?:of|in)\s{1,6}the\s{1,6}(?P<one>latter|former)(?:\s{1,4}(?:case|decision|judgment))?(?![A-Za-z])"
)
_OF_THAT_CASE = pattern(r"\s{1,6}(?:of|in)\s{1,6}(?:that|those)\s{1,6}(?:cases?|decisions?|judgments?)(?![A-Za-z])")
_HAN_ONE = pattern(r"(?P<one>前者|後者)[的之]?(?:判詞|判案書|判決書)?(?:中)?(?:的)?[（(]?\Z")
_PAIR_GOES_ON = 60
_BACK = 8
_TOGETHER = 400


def _before(reading: TextReading, seen: Mention) -> Mention | None:
    """The citation of the same kind right before `seen`, of another work."""
    mentions = reading.mentions
    for at in range(len(mentions) - 1, max(-1, len(mentions) - _BACK), -1):
        if mentions[at].start == seen.start:
            other = mentions[at - 1] if at else None
            return other if other is not None and other.kind == seen.kind and _work(other) != _work(seen) else None
    return None


def _joined(reading: TextReading, seen: Mention | None, start: int) -> Mention | None:
    if seen is None or seen.reference is None or not 0 <= start - seen.end < _TOGETHER:
        return None
    other = _before(reading, seen)
    if other is None or other.reference is None:
        return None
    joint = _ACTS_JOINED if seen.kind == "statute" else _CASES_JOINED
    return other if joint.match(reading.text, other.end, seen.start) else None


def joined_acts(reading: TextReading, seen: Mention | None, start: int) -> tuple[str, ...]:
    """The works of two acts joined by «and» in a sentence that ended before `start`, with nothing of either cited since."""
    other = _joined(reading, seen, start) if seen is not None and seen.kind == "statute" else None
    if other is None or seen is None or not _SENTENCE_ENDS.search(reading.text, seen.end, start):
        return ()
    return (_work(other), _work(seen))


def joined_cases(reading: TextReading, seen: Mention | None, start: int) -> tuple[Mention, ...]:
    """The two cases joined by «and» right before `start`, the first in front; () when the last stands alone."""
    if seen is None or seen.kind != "case":
        return ()
    other = _joined(reading, seen, start)
    return (other, seen) if other is not None else ()


def points_to_one_case(text: str, start: int) -> bool:
    """«In that case, at», «該案第»: words before a place that mean one of the cases just named."""
    return _ONE_CASE.search(text, max(0, start - 60), start) is not None


class Meant(NamedTuple):
    """What a place behind two cases belongs to: one of them (with the end of the words that say so), or either."""

    seen: Mention | None
    works: tuple[str, ...]
    end: int


def meant_of_pair(reading: TextReading, case: Mention | None, pins: Sequence[Pin], *, tied: bool) -> Meant | None:
    """«[9] of the latter», 前者第5段: one of the two; «in that case»: open; None where no two cases stand, or no such words."""
    text, start, end = reading.text, pins[0].start, pins[-1].end
    pair = joined_cases(reading, case, start)
    before: tuple[Mention, ...] = reading.memory.get("joined.pair", ())
    if not pair and before and case is not None and case.antecedent in {each.start for each in before}:
        pair = before if start - case.end < _PAIR_GOES_ON else ()
    if not pair:
        return None
    which = _OF_ONE.match(text, end) if tied else None
    han = _HAN_ONE.search(text, max(0, start - 12), start) if text[start] == "第" else None
    if which or han:
        reading.memory["joined.pair"] = pair
        word = which.group("one") if which else han.group("one") if han else ""
        return Meant(pair[0] if word in {"former", "前者"} else pair[1], (), which.end() if which else end)
    if pair is not before and (points_to_one_case(text, start) or _OF_THAT_CASE.match(text, end)):
        return Meant(None, tuple(_work(each) for each in pair), end)
    return None


def with_paragraphs(reading: TextReading, case: Mention | None, pins: Sequence[Pin]) -> Mention | None:
    """`case`, or for a paragraph behind a report of pages alone («quoting Fox v Hare [1988] 1 WLR 50. At [22] she …») the case before it."""
    if case is None or not pins or not pins[0].place.startswith("para_") or not _of_pages(case):
        return case
    for seen in reversed(reading.mentions[-_BACK:]):
        if seen.kind == "case" and seen.reference is not None and seen.start < case.start and not _of_pages(seen):
            return seen
    return case


def _of_pages(case: Mention) -> bool:
    """Whether the report is of a year when judgments had no numbered paragraphs (they have since 2001; a few did before)."""
    report = _PAGED_REPORT.match(case.reference or "")
    return report is not None and int(report.group(1)) < _NUMBERED_SINCE


_PAGED_REPORT = pattern(r"uk/report/(?:AC|QB|KB|Ch|Fam|WLR|All ER|P|ICR|Cr App R|P & CR)/(\d{4})/")
_NUMBERED_SINCE = 1996


def left_open(mentions: Sequence[Mention], works: Sequence[str], places: Sequence[str]) -> tuple[Mention, ...]:
    """The mentions without a reference, each with its place in every one of `works`."""
    return tuple(
        each._replace(
            reference=None, antecedent=None, note=SEVERAL, candidates=tuple(with_place(work, place) for work in works)
        )
        for each, place in zip(mentions, places, strict=True)
    )


def _work(seen: Mention) -> str:
    return (seen.reference or "").partition("#")[0]
