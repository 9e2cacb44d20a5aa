"""Forms of citation as data: a pack's `data/styles.tsv` gives, by style and language, the words a renderer puts together.

    style <tab> language <tab> key <tab> form        federal   de   para   Abs. {}

Keeps true: a style without a row of its own for a key takes that of the pack's first style in the same language, then the
row of the language `*`; a form is a `str.format` template with at most the fields its key is known for.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from pincite.text.tables import rows

__all__ = ["forms"]


@cache
def _table(package: str) -> dict[tuple[str, str], dict[str, str]]:
    found: dict[tuple[str, str], dict[str, str]] = {}
    for style, language, key, form in rows(package, "data/styles.tsv"):
        found.setdefault((style, language), {})[key] = form
    return found


@cache
def forms(package: str, style: str, language: str) -> Mapping[str, str]:
    """The forms of a style in a language, by key; what only the first style or the language `*` has is taken from there."""
    table = _table(package)
    first = next(iter(table))[0]
    keys = [(first, "*"), (style, "*"), (first, language), (style, language)]
    return {key: form for each in keys for key, form in table.get(each, {}).items()}
