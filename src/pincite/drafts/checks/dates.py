"""Dates as drafts write them, near a citation.

Keeps true: a date is read only when day, month and year are all written; the answer is an ISO date. A state of a law is
taken from a draft only when it is held.
The date of a sentence is taken as that of the law it speaks of only where the sentence says so, and names one such date alone.
Months: `drafts/data/months.tsv`; words that name a state: `drafts/data/version_words.tsv`; words
that give a sentence its date: `drafts/data/own_dates.tsv`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from pincite.citations.mention import Mention
from pincite.corpus.answers import ExpressionRecord
from pincite.drafts.draft import Draft
from pincite.text.patterns import pattern
from pincite.text.span import Span
from pincite.text.tables import rows

__all__ = ["dates_in", "dates_near", "own_date", "state_named"]

_BEHIND = 40
_STATE_BEHIND = 90
_CHINESE = pattern(r"(\d{4})年(\d{1,2})月(\d{1,2})日")
_ISO = pattern(r"\b(\d{4})-(\d{2})-(\d{2})\b")
_POINTS = pattern(r"\b(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})\b")


@cache
def _months() -> dict[str, int]:
    return {
        name.lower(): int(number)
        for number, names in rows("pincite.drafts.data", "months.tsv")
        for name in names.split()
    }


@cache
def _written() -> tuple[re.Pattern[str], re.Pattern[str]]:
    names = "|".join(sorted(_months(), key=len, reverse=True))
    day_first = re.compile(rf"\b(\d{{1,2}})(?:\.|er|°|º|st|nd|rd|th)?\s+({names})\.?,?\s+(\d{{4}})\b", re.IGNORECASE)
    month_first = re.compile(rf"\b({names})\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+(\d{{4}})\b", re.IGNORECASE)
    return day_first, month_first


def dates_in(text: str) -> list[str]:
    """The dates of a text as ISO dates, in no special order."""
    found: list[tuple[int, int, int]] = []
    day_first, month_first = _written()
    found += [(int(y), _months()[m.lower()], int(d)) for d, m, y in day_first.findall(text)]
    found += [(int(y), _months()[m.lower()], int(d)) for m, d, y in month_first.findall(text)]
    found += [(int(y), int(m), int(d)) for d, m, y in _POINTS.findall(text)]
    found += [(int(y), int(m), int(d)) for y, m, d in (*_ISO.findall(text), *_CHINESE.findall(text))]
    return [f"{y:04}-{m:02}-{d:02}" for y, m, d in found if 1 <= m <= 12 and 1 <= d <= 31]


def dates_near(draft: Draft, mention: Mention) -> list[str]:
    """The dates inside a mention or right behind it, up to the next bracket or full stop of the sentence."""
    if found := dates_in(mention.text):
        return found
    behind = draft.text[mention.end : mention.end + _BEHIND]
    near = re.match(r"[\s,，(（]{0,3}(?:vom|of|du|del|dell'|dated|d\.d\.|le|il|am)?\s*[^);）；\n]{0,30}", behind)
    words = near.group() if near else ""
    return (
        dates_in(words) if re.match(r"[\s,，(（]{0,3}(?:vom |of |du |del |dell'|dated |le |il |am )?\d", words) else []
    )


@cache
def _state_words() -> re.Pattern[str]:
    phrases = [phrase for _, cell in rows("pincite.drafts.data", "version_words.tsv") for phrase in cell.split("|")]
    longest = "|".join(re.escape(phrase) for phrase in sorted(phrases, key=len, reverse=True))
    return re.compile(rf"[\s,，(（\[]{{0,3}}(?:{longest})[:\s]{{0,2}}([^;)）\]\n]{{6,34}})", re.IGNORECASE)


def state_named(draft: Draft, mention: Mention, expressions: Iterable[ExpressionRecord]) -> str:
    """The state of the law that the draft names right behind its citation («in the version of 9 January 2024»), if held; or ""."""
    named = _state_words().match(draft.text, mention.end, mention.end + _STATE_BEHIND)
    if named is None:
        return ""
    states = {expression.state for expression in expressions}
    return next((date for date in dates_in(named.group(1)) if date in states), "")


@cache
def _own_words() -> tuple[re.Pattern[str], re.Pattern[str]]:
    cells = list(rows("pincite.drafts.data", "own_dates.tsv"))
    before, behind = (
        "|".join(
            re.escape(phrase)
            for phrase in sorted({p for row in cells for p in row[side].split("|") if p}, key=len, reverse=True)
        )
        for side in (1, 2)
    )
    return re.compile(rf"(?:{before})\s*\Z", re.IGNORECASE), re.compile(rf"\s*(?:{behind})", re.IGNORECASE)


def own_date(draft: Draft, start: int, end: int, apart: Iterable[Span] = ()) -> str:
    """The date of the law that a sentence says it speaks of («the law in force on 3 May 2019»), or "".

    Args:
        draft: the sentence's.
        start: where it begins.
        end: where it ends.
        apart: citations and quotations in it: dates in them are not the sentence's own.

    """
    text = draft.text
    spans = list(apart)
    before, behind = _own_words()
    found: set[str] = set()
    for match in _any_date().finditer(text, start, end):
        dates = dates_in(match.group())
        if len(dates) != 1 or any(span.start < match.end() and match.start() < span.end for span in spans):
            continue
        said = before.search(text, max(start, match.start() - _BEHIND), match.start())
        if said is not None or behind.match(text, match.end(), end):
            found.add(dates[0])
    return found.pop() if len(found) == 1 else ""


@cache
def _any_date() -> re.Pattern[str]:
    forms = [each.pattern for each in (*_written(), _CHINESE, _ISO, _POINTS)]
    return re.compile("|".join(f"(?:{form})" for form in forms), re.IGNORECASE)
