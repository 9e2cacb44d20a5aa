"""Other forms of a word in a release: by its stem in each language held, and as a part of German compounds.

Keeps true: a form is a word that stands in the release; the commonest come first, and no more than `MOST` for a word. What
is found through a form comes after what has the word itself (`search`).
"""

from __future__ import annotations

from collections.abc import Mapping

from pincite.storage.sqlite.fulltext import fold
from pincite.storage.sqlite.release_db import ReleaseDb
from pincite.text.compounds import LEAST, PART, parts_of
from pincite.text.stems import LANGUAGES, stem

__all__ = ["MOST", "Forms"]

MOST = 40
SHORTEST = 4
_LAST = "\U0010ffff"


class Forms:
    """The forms of words in one release, for the languages asked about."""

    def __init__(self, db: ReleaseDb, language: str) -> None:
        held = {name.partition("-")[0] for name in db.manifest.by_language}
        asked = {language.partition("-")[0]} if language else held
        self.languages = tuple(name for name in LANGUAGES if name in held & asked)
        self.db = db
        self.said: list[str] = []

    def __call__(self, word: str) -> list[str]:
        """FTS5 expressions that may stand in place of a word, the word itself left out."""
        folded = fold(word)
        if len(folded) < SHORTEST or not folded.isalpha() or not folded.isascii():
            return []
        counts: dict[str, int] = {}
        for language in self.languages:
            counts |= self._same_stem(folded, language)
        if "de" in self.languages:
            counts |= self._compounds(folded)
        counts.pop(folded, None)
        terms = sorted(counts, key=lambda term: (-counts[term], term))[:MOST]
        self.said += terms
        expressions = [f'"{term}"' for term in terms]
        parts = self._cut(folded)
        if parts:
            expressions.append("(" + " AND ".join(f"({' OR '.join(each)})" for each in parts) + ")")
        return expressions

    def _same_stem(self, word: str, language: str) -> Mapping[str, int]:
        begin = stem(word, language)
        found = self.db.terms(begin, begin + _LAST)
        return {term: count for term, count in found if stem(term, language) == begin}

    def _compounds(self, word: str) -> Mapping[str, int]:
        rows = self.db.rows("SELECT term FROM part WHERE part = ? ORDER BY term", (stem(word, "de"),))
        return {term: 1 for (term,) in rows}

    def _cut(self, word: str) -> list[list[str]]:
        """A compound asked for, as its parts, each with its own forms."""
        if "de" not in self.languages or len(word) < LEAST:
            return []
        counts = _Counts(self.db)
        parts = parts_of(word, counts.__getitem__)
        found: list[list[str]] = []
        for part in parts:
            same = sorted({part, *self._same_stem(part, "de")})
            self.said += same
            found.append([f'"{term}"' for term in same[:MOST]])
        return found


class _Counts(dict[str, int]):
    """In how many passages each word stands, asked for when it is needed."""

    def __init__(self, db: ReleaseDb) -> None:
        super().__init__()
        self.db = db

    def __missing__(self, word: str) -> int:
        count = sum(count for _, count in self.db.terms(word, word)) if len(word) >= PART else 0
        self[word] = count
        return count
