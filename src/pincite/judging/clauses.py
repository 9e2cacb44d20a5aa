"""The clauses of a claim or a passage and what they speak of: the ground on which two texts are laid beside each other.

Keeps true: clauses are spans of the text in order, none overlaps; a content word is a key that the same word, its forms, and
(through the table of concepts and through common beginnings) its translation share. Function words and words of meaning
(negations, modals, numbers) are no content: they are what is compared, not what is compared by.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cache, lru_cache

from pincite.quotation.lexicon import MEANING, Lexicon, lexicon_for
from pincite.quotation.tokens import Token, tokenise
from pincite.quotation.translation import concepts_in
from pincite.text.folding import fold
from pincite.text.sentences import sentences
from pincite.text.span import Span
from pincite.text.stems import stem

__all__ = ["clauses_of", "content_of", "tokens_of", "words_of"]

_FUNCTION = (
    "pronoun",
    "copula",
    "connective",
    "hedge",
    "determiner",
    "preposition",
    *sorted(MEANING - {"party", "unit"}),
)
_CUTS = ";；\n"
_SHORTEST = 12
_BEGINNING = 6


@lru_cache(maxsize=4096)
def tokens_of(text: str, language: str) -> tuple[Token, ...]:
    """The tokens of a text, folded; spans count in the folded text."""
    return tuple(tokenise(fold(text).text, language))


def clauses_of(text: str, language: str) -> list[Span]:
    """Sentences, cut at line ends and semicolons."""
    found: list[Span] = []
    for sentence in sentences(text, language):
        start = sentence.start
        for at in range(sentence.start, sentence.end):
            if text[at] in _CUTS and at - start > _SHORTEST:
                found.append(Span(start, at + 1))
                start = at + 1
        if start < sentence.end:
            found.append(Span(start, sentence.end))
    return found


@lru_cache(maxsize=8192)
def content_of(text: str, language: str, *, across: bool = True) -> frozenset[str]:
    """What a text speaks of: stems (of Chinese, pairs of characters).

    With `across`, for another language too: concepts (`@tenant`) and beginnings of long words (`~contro`).
    """
    tokens = tokens_of(text, language)
    lexicon = lexicon_for(language)
    concepts = concepts_in(tokens, language) if across else ()
    found = {f"@{name.lstrip('~')}" for name, _, _ in concepts if not name.startswith("!")}
    if lexicon.chinese:
        return frozenset(found | _pairs(tokens, lexicon))
    family = language.partition("-")[0]
    for token in tokens:
        if token.kind != "w" or len(token.key) < 4 or _is_function(token.key, family):
            continue
        found.add(stem(_plain(token.key), family))
        if across and len(token.key) >= _BEGINNING:
            found.add(f"~{_plain(token.key)[:_BEGINNING]}")
    return frozenset(found)


@lru_cache(maxsize=2048)
def words_of(text: str, language: str) -> frozenset[str]:
    """The beginnings of all words but the commonest, and the numbers: what a text that speaks of the same would share."""
    tokens = tokens_of(text, language)
    if language.startswith("zh"):
        keys = [token.key if token.kind == "c" else "" for token in tokens]
        return frozenset(one + other for one, other in itertools.pairwise(keys) if one and other)
    common = _common(language.partition("-")[0])
    words = (token for token in tokens if token.kind == "n" or (token.kind == "w" and len(token.key) > 3))
    return frozenset(_plain(token.key)[:5] for token in words if token.key not in common)


def _pairs(tokens: Sequence[Token], lexicon: Lexicon) -> set[str]:
    """Pairs of neighbouring characters, without those of words of meaning."""
    taken = {
        at for hit in lexicon.hits(tokens) if hit.kind not in ("party", "unit") for at in range(hit.start, hit.end)
    }
    keys = [token.key if token.kind == "c" and at not in taken else "" for at, token in enumerate(tokens)]
    return {one + other for one, other in itertools.pairwise(keys) if one and other}


def _plain(word: str) -> str:
    return word.translate(_ACCENTS)


_ACCENTS = str.maketrans("äöüéèêëàâîïôûùçßìòó", "aoueeeeaaiiouucsioo")


@cache
def _functions(language: str) -> frozenset[str]:
    lexicon = lexicon_for(language)
    return frozenset(
        word for kind in _FUNCTION for words in lexicon.classes.get(kind, ()) if len(words) == 1 for word in words
    )


@cache
def _common(language: str) -> frozenset[str]:
    """Words that stand in texts about anything."""
    lexicon = lexicon_for(language)
    kinds = (
        "pronoun",
        "copula",
        "connective",
        "determiner",
        "preposition",
        "negation",
        "modal",
        "condition",
        "conjunction",
    )
    return frozenset(w for kind in kinds for words in lexicon.classes.get(kind, ()) for w in words)


def _is_function(key: str, language: str) -> bool:
    return key in _functions(language)
