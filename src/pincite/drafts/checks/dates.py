"""Dates as drafts write them, near a citation.

Keeps true: a date is read only when day, month and year are all written; the answer is an ISO date. A state of a law is
taken from a draft only when it is held.
Months: `drafts/data/months.tsv`; words that name a state: `drafts/data/version_words.tsv`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from pincite.citations.mention import Mention
from pincite.corpus.answers import ExpressionRecord
from pincite.drafts.draft import Draft
from pincite.text.patterns import pattern
from pincite.text.tables import rows

__all__ = ["dates_in", "dates_near", "state_named"]

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
    near = re.match(r"[\s,(（]{0,3}(?:vom|of|du|del|dell'|dated|d\.d\.|le|il|am)?\s*[^);）；\n]{0,30}", behind)
    words = near.group() if near else ""
    return dates_in(words) if re.match(r"[\s,(（]{0,3}(?:vom |of |du |del |dell'|dated |le |il |am )?\d", words) else []


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
