"""Whether a quote that stands nowhere puts a passage in other words (M7) or has nothing near it (M8); both are refused.

Keeps true: the answer only chooses the name of a refusal and the passage that is shown as nearest.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from pincite.quotation.lexicon import MEANING, Lexicon
from pincite.quotation.prepared import PreparedSource
from pincite.quotation.tokens import Token, tokenise
from pincite.text.sentences import sentences
from pincite.text.span import Span

__all__ = ["is_paraphrase"]

_FUNCTION = ("pronoun", "copula", "connective", "hedge", *sorted(MEANING - {"party", "unit", "negation"}))
_LARGE = 60_000
_BEGINNING = 3
"""Letters that forms of one word have in common at least (`Lexicon.same_lemma`)."""


def is_paraphrase(prepared: PreparedSource, quote: Sequence[Token], lexicon: Lexicon) -> tuple[Span | None, bool]:
    """The sentence of the source that shares most content words with the quote, and whether it shares enough to be its model."""
    wanted = _content(quote, lexicon, sentence_start=True)
    if not wanted:
        return None, False
    source = prepared.once(f"content words, {lexicon.language}", lambda: _read(prepared, lexicon))
    alike = [found for word in wanted if (found := source.alike(word, lexicon))]
    best: Span | None = None
    most = 0
    for span, there in source.sentences:
        shared = sum(not words.isdisjoint(there) for words in alike)
        if shared > most:
            best, most = span, shared
    return best, most * 5 >= len(wanted) * 2 and most >= 2


class _Words(NamedTuple):
    """The content words of a source by sentence, and each word once under the keys of which words that are alike share one."""

    sentences: list[tuple[Span, tuple[str, ...]]]
    by_key: dict[str, list[str]]

    def alike(self, word: str, lexicon: Lexicon) -> set[str]:
        """The words of the source that are alike to a word."""
        near = {other for key in _keys(word, lexicon) for other in self.by_key.get(key, ())}
        return {other for other in near if _alike(word, other, lexicon)}


def _read(prepared: PreparedSource, lexicon: Lexicon) -> _Words:
    source = prepared.source if len(prepared.source) <= _LARGE else prepared.source[:_LARGE]
    found: list[tuple[Span, tuple[str, ...]]] = []
    names: dict[str, str] = {}
    for span in sentences(source, prepared.language):
        begin, end = prepared.plain_offset(span.start), prepared.plain_offset(span.end)
        words = _content(tokenise(prepared.plain, prepared.language, begin, end), lexicon, sentence_start=False)
        found.append((span, tuple(names.setdefault(word, word) for word in words)))
    by_key: dict[str, list[str]] = {}
    for word in names:
        for key in _keys(word, lexicon):
            by_key.setdefault(key, []).append(word)
    return _Words(found, by_key)


def _keys(word: str, lexicon: Lexicon) -> set[str]:
    """Keys of which two words that are alike have one in common: their lemma, or how they begin."""
    if lexicon.chinese:
        return {word}
    lemma = lexicon.lemmas.get(word)
    keys = {word[:_BEGINNING], lexicon.plain(word)[:_BEGINNING]}
    return keys if lemma is None else {*keys, f"={lemma}"}


def _content(tokens: Sequence[Token], lexicon: Lexicon, *, sentence_start: bool) -> list[str]:
    if lexicon.chinese:
        text = [t.key for t in tokens if t.kind == "c"]
        return list(dict.fromkeys(a + b for a, b in itertools.pairwise(text)))
    parties = {k for h in lexicon.hits(tokens) if h.kind == "party" for k in range(h.start, h.end)}
    tokens = [t for k, t in enumerate(tokens) if k not in parties]  # who is spoken of tells little
    words: list[str] = []
    first = sentence_start
    for token in tokens:
        if token.kind != "w":
            continue
        name = token.text[:1].isupper() and not first and lexicon.language != "de"
        first = False
        if len(token.key) < 4 or name:
            continue
        if any(lexicon.holds(kind, token) for kind in _FUNCTION):
            continue
        words.append(token.key)
    return list(dict.fromkeys(words))


def _alike(one: str, other: str, lexicon: Lexicon) -> bool:
    if lexicon.chinese:
        return one == other
    if one == other or lexicon.same_lemma(one, other):
        return True
    shorter = min(len(one), len(other))
    # «Laterne» and «Laternenregister», not «Gegenteil» and «Gegenstand»
    size = max(5, -(-shorter * 2 // 3))
    return shorter > 5 and one[:size] == other[:size]
