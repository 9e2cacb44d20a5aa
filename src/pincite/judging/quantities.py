"""Quantities: what a number counts, brought to one unit: durations (days), working days, amounts of money, percentages.

Keeps true: a number without a unit is none; dates, provisions and case numbers are none. Two quantities are the same when their
values agree within the slack of calendars (a month is 28 to 31 days); currencies are not converted, nor compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from pincite.judging.clauses import tokens_of
from pincite.judging.tables import starts_form
from pincite.quotation.lexicon import Hit, lexicon_for
from pincite.quotation.numerals import value
from pincite.quotation.tokens import NUMBER, Token
from pincite.text.folding import fold

__all__ = ["Quantity", "comparable", "quantities_of", "same"]

_SLACK = 0.035
"""Twelve months and a year, four weeks and 28 days, thirty days and a month are the same."""
_FILLERS = 3
_PERCENT_BEFORE = ("百", "分", "之")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with what it counts; `start`, `end` are tokens of the text, `words` how it is written there."""

    dimension: str
    value: float
    words: str
    start: int
    end: int


def same(one: Quantity, other: Quantity) -> bool:
    """Whether two quantities say the same."""
    if one.dimension != other.dimension:
        return False
    slack = _SLACK if one.dimension == "duration" else 1e-6
    return abs(one.value - other.value) <= slack * max(abs(one.value), abs(other.value))


def comparable(one: Quantity, other: Quantity) -> bool:
    """Whether two quantities count the same thing."""
    return one.dimension == other.dimension


@lru_cache(maxsize=4096)
def quantities_of(text: str, language: str) -> tuple[Quantity, ...]:
    """The quantities of a text, in order."""
    tokens = tokens_of(text, language)
    folded = fold(text).text
    found: list[Quantity] = []
    for each in lexicon_for(language).hits(tokens):
        # «les deux jours»: the article and the number are a word for «both» elsewhere
        hit = Hit(each.end - 1, each.end, "number", each.lemma) if each.kind == "quantifier" else each
        if hit.kind == "number" and not _is_date(tokens, hit, language):
            number = _value(tokens, hit, language)
            if number is not None:
                one = _measured(tokens, hit, float(number), language, folded)
                if one is not None:
                    found.append(one)
    return (*found, *_without_number(tokens, language, folded))


def _value(tokens: Sequence[Token], hit: Hit, language: str) -> Fraction | None:
    number = value(tokens[hit.start : hit.end], language)
    return Fraction(hit.lemma) if number is None and hit.lemma.isdecimal() else number


def _is_date(tokens: Sequence[Token], hit: Hit, language: str) -> bool:
    """«2019年3月11日»: years, months and days of a date count nothing."""
    if not language.startswith("zh"):
        return False
    after = tokens[hit.end].key if hit.end < len(tokens) else ""
    before = tokens[hit.start - 1].key if hit.start else ""
    year = after == "年" and len(tokens[hit.start].key) == 4 and tokens[hit.start].kind == NUMBER
    return year or after == "月" or (after in ("日", "号") and before == "月")


def _measured(tokens: Sequence[Token], hit: Hit, number: float, language: str, folded: str) -> Quantity | None:
    at, start = hit.end, hit.start
    for _ in range(_FILLERS):
        scale = starts_form("units", language, tokens, at, "scale")
        if scale is not None:
            number *= float(scale.row[1])
            at = scale.end
            continue
        unit = next(
            (u for kind in ("workday", "duration", "percent", "money")
             if (u := starts_form("units", language, tokens, at, kind)) is not None),
            None,
        )  # fmt: skip
        if unit is not None:
            return _quantity(unit.row[0], number * float(unit.row[1]), tokens, start, unit.end, folded)
        filler = starts_form("units", language, tokens, at, "filler")
        if filler is None:
            # «三十（30）日»: the number once more
            again = at < len(tokens) and tokens[at].kind == NUMBER and tokens[at - 1].key in "（("
            if not again:
                break
            at += 1
            continue
        at = filler.end
    if tuple(token.key for token in tokens[max(0, start - 3) : start]) == _PERCENT_BEFORE:
        return _quantity("percent", number, tokens, start - 3, hit.end, folded)
    for back in (start - 1, start - 2):
        if back >= 0 and starts_form("units", language, tokens, back, "money") is not None:
            if back == start - 2 and tokens[start - 1].key not in (".", " "):
                continue
            return _quantity("money", number, tokens, back, at, folded)
    return None


def _without_number(tokens: Sequence[Token], language: str, folded: str) -> list[Quantity]:
    """A fortnight, a decade: one of them where no number stands before."""
    found = []
    for at in range(len(tokens)):
        unit = starts_form("units", language, tokens, at, "duration")
        if unit is not None and unit.row[1] in ("14", "3652.5") and (at == 0 or tokens[at - 1].kind != NUMBER):
            found.append(_quantity("duration", float(unit.row[1]), tokens, at, unit.end, folded))
    return found


def _quantity(dimension: str, number: float, tokens: Sequence[Token], start: int, end: int, folded: str) -> Quantity:
    return Quantity(dimension, number, folded[tokens[start].start : tokens[end - 1].end], start, end)
