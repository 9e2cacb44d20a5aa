"""Which instrument a bare article belongs to: the Basic Law, the Bill of Rights, the National Security Law.

Keeps true: where two instruments were named together, in one sentence, a bare article behind it is of neither for certain,
unless it is the article that was just cited of one of them.
"""

from __future__ import annotations

from functools import cache

from pincite.citations.pack import TextReading
from pincite.jurisdictions.hk.tables import instruments
from pincite.jurisdictions.shared.antecedents import antecedents
from pincite.text.patterns import pattern

__all__ = ["place_of_articles", "which_instrument"]

_TOGETHER = 160
"""How far apart two instruments named together may stand, in characters."""
_SENTENCE_END = pattern(r"[a-z0-9)”’\"\]]\.\s|\n\s{0,8}\n")


@cache
def place_of_articles() -> dict[str, str]:
    """What stands in front of an article in the references of each instrument that has articles: `s8_` of the Bill of Rights."""
    return {f"hk/{each.work}": each.place for each in instruments() if each.articles}


def which_instrument(reading: TextReading, work: str, article: str) -> tuple[str, ...]:
    """The instruments a bare article may be of when `work` was cited last: one, or several that the text leaves open."""
    known = antecedents(reading)
    last = known.works.get(work)
    if last is None or work not in place_of_articles():
        return (work,)
    open_ones = [work]
    for other in place_of_articles():
        seen = known.works.get(other)
        if (
            seen is not None
            and other != work
            and 0 <= last.start - seen.end < _TOGETHER
            and not _SENTENCE_END.search(reading.text, seen.end, last.start)
        ):
            open_ones.append(other)
    for each in open_ones:
        _, _, place = (known.works[each].reference or "").partition("#")
        own = f"{place_of_articles()[each]}art{article}"
        if place == own or place.startswith((f"{own}_", f"{own}.")):
            return (each,)
    return tuple(open_ones)
