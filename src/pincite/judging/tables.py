"""The judging tables in five languages, as words of the tokeniser: units, opposite roles, outcomes, exceptions.

Keeps true: a form is looked for as the tokens it is made of, the longest first; a language without a column has no forms, so that
nothing is seen there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from pincite.quotation.tokens import Token, tokenise
from pincite.text.folding import fold
from pincite.text.tables import rows

__all__ = ["Found", "find_forms", "starts_form"]

_COLUMNS = ("en", "de", "fr", "it", "zh")


class Found(NamedTuple):
    """Tokens `[start, end)` are a form of a row: its cells before the languages."""

    start: int
    end: int
    row: tuple[str, ...]


Forms = dict[tuple[str, ...], tuple[tuple[str, ...], ...]]


@cache
def _forms(name: str, language: str) -> tuple[Forms, dict[str, int]]:
    """The forms of a table in a language, with the rows they belong to, and of each first word the longest that begins so."""
    family = language.partition("-")[0]
    found: Forms = {}
    if family in _COLUMNS:
        for row in rows("pincite.judging.data", f"{name}.tsv"):
            cells, own = row[: -len(_COLUMNS)], row[len(row) - len(_COLUMNS) + _COLUMNS.index(family)]
            for form in filter(None, own.split("|")):
                words = tuple(token.key for token in tokenise(fold(form).text, family))
                found[words] = (*found.get(words, ()), tuple(cells))
    longest: dict[str, int] = {}
    for words in filter(None, found):
        longest[words[0]] = max(len(words), longest.get(words[0], 0))
    return found, longest


def starts_form(name: str, language: str, tokens: Sequence[Token], at: int, kind: str = "") -> Found | None:
    """The longest form of a table that stands at `tokens[at]`; with `kind`, of rows whose first cell it is."""
    forms, longest = _forms(name, language)
    if at >= len(tokens):
        return None
    # few words begin a form: the others are told by one look
    for size in range(min(longest.get(tokens[at].key, 0), len(tokens) - at), 0, -1):
        for row in forms.get(tuple(token.key for token in tokens[at : at + size]), ()):
            if not kind or row[0] == kind:
                return Found(at, at + size, row)
    return None


def find_forms(name: str, language: str, tokens: Sequence[Token], kind: str = "") -> Iterator[Found]:
    """All forms of a table in the tokens, in order, none overlapping another."""
    at = 0
    while at < len(tokens):
        hit = starts_form(name, language, tokens, at, kind)
        if hit is not None:
            yield hit
        at = hit.end if hit is not None else at + 1
