"""German compounds cut into words that stand elsewhere in a collection of texts, for finding.

Keeps true: a part is a word of the collection (or one without the letter that links it to the next); nothing else tells
what a part is. The same collection gives the same parts. Words are lower case and without accents.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from pincite.text.tables import rows

__all__ = ["LEAST", "LONGEST", "parts_of"]

LEAST = 9
"""Letters of the shortest word that is cut."""

LONGEST = 100
"""Letters of the longest word that is cut: the longest of a statute's short titles has 67; the cost grows faster than the length."""

PART = 4
OFTEN = 2
"""In how many texts a part must stand."""


@cache
def _table() -> tuple[tuple[str, ...], frozenset[str]]:
    table = {kind: cell.split("|") for kind, cell in rows("pincite.text", "data/linking.tsv")}
    return tuple(sorted(table["linking"], key=len)), frozenset(table["no_part"])


def parts_of(word: str, count: Callable[[str], int], depth: int = 3) -> tuple[str, ...]:
    """The parts of a compound in order, () when it is none.

    Args:
        word: lower case, without accents.
        count: in how many texts a word of the collection stands.
        depth: how often a first part is cut again.

    """
    if not LEAST <= len(word) <= LONGEST or not depth:
        return ()
    linking, endings = _table()
    best: tuple[int, tuple[str, ...]] = (0, ())
    for cut in range(PART, len(word) - PART + 1):
        last = word[cut:]
        weight = count(last)
        if weight < OFTEN or last in endings:
            continue
        first = word[:cut]
        unlinked = (first[: -len(link)] for link in linking if first.endswith(link) and len(first) - len(link) >= PART)
        heads = (first, *unlinked, f"{first}e")
        for head in heads:
            known = count(head)
            if known >= OFTEN and head not in endings:
                score = min(known, weight) * len(last)
                if score > best[0]:
                    cut_again = (parts_of(each, count, depth - 1) or (each,) for each in (head, last))
                    best = (score, tuple(part for parts in cut_again for part in parts))
                break
        else:
            again = next((parts for head in heads if (parts := parts_of(head, count, depth - 1))), ())
            if again and weight > best[0]:
                best = (weight, (*again, last))
    return best[1]
