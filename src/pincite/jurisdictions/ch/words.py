"""Word lists that the Swiss grammar keeps as data."""

from __future__ import annotations

from functools import cache

from pincite.text.tables import rows

__all__ = ["word_list"]


@cache
def word_list(name: str) -> tuple[str, ...]:
    """The words of the list `name` of `data/words.tsv`."""
    for row in rows("pincite.jurisdictions.ch", "data/words.tsv"):
        if row[0] == name:
            return tuple(row[2].split(" "))
    raise KeyError(name)
