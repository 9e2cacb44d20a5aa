"""A claim laid beside a passage: each clause of the claim with the clauses of the passage that speak of the same things.

Keeps true: whatever a signal says, it must hold against every aligned clause. Nearness chooses where to look; it is never a verdict.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from pincite.judging.clauses import clauses_of, content_of
from pincite.judging.judge import Question
from pincite.quotation.translation import same_language

__all__ = ["Aligned", "Clause", "align"]

_NEAR = 0.12
"""A clause nearly as good as the best is aligned too."""
_FEWEST = 3
"""Fewer shared keys across languages, or in a short clause, tell nothing."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause: where it stands, its words and their language."""

    start: int
    end: int
    text: str
    language: str


@dataclass(frozen=True, slots=True)
class Aligned:
    """A clause of the claim with its counterparts, the best first; `cover` is the share of its content found in the best."""

    clause: Clause
    there: tuple[Clause, ...]
    cover: float
    shared: int


@lru_cache(maxsize=2048)
def _clauses(text: str, language: str) -> tuple[Clause, ...]:
    return tuple(Clause(s.start, s.end, text[s.start : s.end], language) for s in clauses_of(text, language))


def align(question: Question) -> tuple[Aligned, ...]:
    """The clauses of the claim, citations taken out, laid beside those of the passage."""
    own, other = question.claim_language, question.passage_language or question.claim_language
    claim = _blank(question.claim, question.citations)
    clauses = _clauses(question.passage, other)
    return tuple(_aligned(clause, clauses) for clause in _clauses(claim, own) if any(c.isalpha() for c in clause.text))


def _aligned(clause: Clause, clauses: Sequence[Clause]) -> Aligned:
    if not clauses:
        return Aligned(clause, (), 0.0, 0)
    one_language = same_language(clause.language, clauses[0].language)
    wanted = keys(clause, one_language=one_language)
    scored = []
    for at, each in enumerate(clauses):
        shared = wanted & keys(each, one_language=one_language)
        scored.append((len(shared) / len(wanted) if wanted else 0.0, len(shared), -at, each))
    scored.sort(key=lambda row: row[:3], reverse=True)
    best, most, _, _ = scored[0]
    if not most:
        return Aligned(clause, (), 0.0, 0)
    there = tuple(each for cover, count, _, each in scored if count and cover >= best - _NEAR)
    return Aligned(clause, there, best if one_language or most >= _FEWEST else 0.0, most)


def keys(clause: Clause, *, one_language: bool) -> frozenset[str]:
    """What the content of a clause is compared by: words in one language, concepts and common beginnings across two."""
    found = content_of(clause.text, clause.language, across=not one_language)
    return found if one_language else frozenset(key for key in found if key[0] in "@~")


def _blank(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """A text with its citations replaced by spaces, so that offsets stay."""
    for start, end in spans:
        text = text[:start] + " " * (min(end, len(text)) - start) + text[end:]
    return text
