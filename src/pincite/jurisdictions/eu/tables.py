"""The tables of the Union's citations as values: levels of provisions, ordinals, names of acts.

Keeps true: each table is read once, when first asked for.
"""

from __future__ import annotations

from functools import cache

from pincite.text.tables import rows

__all__ = ["LATIN_SUFFIXES", "level_words", "nicknames", "ordinal_words", "ranks"]

_HERE = "pincite.jurisdictions.eu"

LATIN_SUFFIXES = {
    suffix: chr(ord("a") + index)
    for index, suffix in enumerate(
        (
            "bis",
            "ter",
            "quater",
            "quinquies",
            "sexies",
            "septies",
            "octies",
            "nonies",
            "decies",
            "undecies",
            "duodecies",
            "terdecies",
        )
    )
}
"""article 27 decies = Article 27i."""


@cache
def level_words() -> dict[str, tuple[str, bool]]:
    """Word in lower case → (sign of the level, whether it is a plural)."""
    words: dict[str, tuple[str, bool]] = {}
    for sign, _, singular, plural in rows(_HERE, "data/levels.tsv"):
        words |= dict.fromkeys((word.lower() for word in singular.split()), (sign, False))
        words |= dict.fromkeys((word.lower() for word in plural.split()), (sign, True))
    return words


@cache
def ranks() -> dict[str, int]:
    """Sign → rank, the smaller the wider."""
    return {row[0]: int(row[1]) for row in rows(_HERE, "data/levels.tsv")}


@cache
def ordinal_words() -> dict[str, str]:
    """Word in lower case → number."""
    return {word: row[0] for row in rows(_HERE, "data/ordinals.tsv") for word in row[1].split()}


@cache
def nicknames() -> dict[str, str]:
    """Name of an act → CELEX, with «*» for the article of a treaty; the common names in all languages besides."""
    common = {row[1]: row[0] for row in rows(_HERE, "data/common_names.tsv") if row[3] != "recollected"}
    return common | {row[0]: row[1] for row in rows(_HERE, "data/nicknames.tsv")}
