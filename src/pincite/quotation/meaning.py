"""Whether a difference touches a word of meaning: a negation, a modal, a number, a party.

Keeps true: the words are those of the lexicon; a longer entry that the difference only touches («not less than») counts whole.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from operator import attrgetter

from pincite.quotation.lexicon import MEANING, Hit
from pincite.quotation.reading import Reading
from pincite.quotation.tokens import PLACEHOLDER

__all__ = ["meaning_changed", "meanings", "overlapping"]


_END = attrgetter("end")


def overlapping(hits: Sequence[Hit], start: int, end: int) -> list[Hit]:
    """The hits that share a token with `[start, end)`; hits are in order and do not overlap."""
    found: list[Hit] = []
    for at in range(bisect_right(hits, start, key=_END), len(hits)):
        if hits[at].start >= end:
            break
        found.append(hits[at])
    return found


def meanings(hits: Iterable[Hit]) -> Counter[tuple[str, str]]:
    """Words of meaning, counted."""
    return Counter((h.kind, h.lemma) for h in hits if h.kind in MEANING)


def meaning_changed(reading: Reading, i: int, i2: int, j: int, j2: int) -> str:
    """The class of a word of meaning that one side has and the other has not, or ""."""
    held = overlapping(reading.source_hits, i, i2) if i2 > i else []
    said = overlapping(reading.quote_hits, j, j2) if j2 > j else []
    mine, theirs = meanings(held), meanings(said)
    if mine != theirs:
        changed = (mine - theirs) + (theirs - mine)
        order = ["negation", "number", "modal", "party", "exception", "comparative"]
        kinds = [kind for kind, _ in changed]
        return next((k for k in order if k in kinds), kinds[0])
    words, others = reading.source[i:i2], reading.tokens[j:j2]
    if len(words) == 1 and len(others) == 1 and reading.lexicon.negates(words[0].key, others[0].key):
        return "negative_prefix"
    counted = [t for t in others if t.counts]
    if len(words) == 1 and len(counted) == 1 and PLACEHOLDER in (words[0].kind, counted[0].kind):
        return "party"
    # the same word of meaning in another form (kann, könnte), without a bracket
    if mine and theirs:
        forms = sorted(t.key for t in words if t.counts) != sorted(t.key for t in others if t.counts)
        if forms and len(words) == len(others) == 1:
            return next(iter(mine))[0]
    return ""
