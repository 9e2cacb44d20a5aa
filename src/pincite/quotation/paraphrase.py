"""Whether a quote that stands nowhere puts a passage in other words (M7) or has nothing near it (M8); both are refused.

Keeps true: the answer only chooses the name of a refusal and the passage that is shown as nearest.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from pincite.quotation.lexicon import MEANING, Lexicon
from pincite.quotation.prepared import PreparedSource
from pincite.quotation.tokens import Token, tokenise
from pincite.text.sentences import sentences
from pincite.text.span import Span

__all__ = ["is_paraphrase"]

_FUNCTION = ("pronoun", "copula", "connective", "hedge", *sorted(MEANING - {"party", "unit", "negation"}))
_LARGE = 60_000


def is_paraphrase(prepared: PreparedSource, quote: Sequence[Token], lexicon: Lexicon) -> tuple[Span | None, bool]:
    """The sentence of the source that shares most content words with the quote, and whether it shares enough to be its model."""
    wanted = _content(quote, lexicon, sentence_start=True)
    if not wanted:
        return None, False
    source = prepared.source if len(prepared.source) <= _LARGE else prepared.source[:_LARGE]
    best: Span | None = None
    most = 0
    for span in sentences(source, prepared.language):
        begin, end = prepared.plain_offset(span.start), prepared.plain_offset(span.end)
        there = _content(tokenise(prepared.plain, prepared.language, begin, end), lexicon, sentence_start=False)
        shared = sum(any(_alike(a, b, lexicon) for b in there) for a in wanted)
        if shared > most:
            best, most = span, shared
    return best, most * 5 >= len(wanted) * 2 and most >= 2


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
