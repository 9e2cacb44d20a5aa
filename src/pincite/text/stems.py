"""Stems: what the forms of one word have in common, for finding, never for comparing.

Keeps true: a stem is a beginning of its word, so that all forms of a word stand together in an ordered list of words; the
endings are data (`data/suffixes.tsv`). One ending is taken off, the longest that leaves enough; words are lower case and
without accents.
"""

from __future__ import annotations

from functools import cache

from pincite.text.tables import rows

__all__ = ["LANGUAGES", "stem"]

LANGUAGES = ("en", "de", "fr", "it")


@cache
def _endings(language: str) -> tuple[int, tuple[str, ...]]:
    for name, least, endings in rows("pincite.text", "data/suffixes.tsv"):
        if name == language:
            return int(least), tuple(sorted(set(endings.split("|")), key=lambda each: (-len(each), each)))
    return 0, ()


def stem(word: str, language: str) -> str:
    """The stem of a word that is lower case and without accents; the word itself in other languages."""
    least, endings = _endings(language)
    for ending in endings:
        if word.endswith(ending) and len(word) - len(ending) >= least:
            return word[: -len(ending)]
    return word
