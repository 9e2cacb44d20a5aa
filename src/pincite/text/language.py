"""The language of a text or of a span, by its script and its function words.

Keeps true: an answer is one of en, de, fr, it, rm, zh-Hant, zh-Hans, or "" when the words do not show it; a tie is "".
Data: `data/function_words.tsv`. Good for running text of a dozen words upward; a span of two words shows nothing.
"""

from __future__ import annotations

import re
from functools import cache

from pincite.text.tables import rows

__all__ = ["LANGUAGES", "language_of"]

LANGUAGES = ("en", "de", "fr", "it", "rm", "zh-Hant", "zh-Hans")

_SAMPLE = 4000
"""Characters looked at from the beginning and from the middle of a long text: more would tell no more."""

_WORD = re.compile(r"[^\W\d_]+(?:['’](?:art|un|une))?")
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
# Characters that only one of the two ways of writing Chinese has, from the most frequent of each.
_SIMPLIFIED = re.compile(r"[这为国会对来时说们过个后发经应该条关规产业务决权没还实处义东专书马]")
_TRADITIONAL = re.compile(r"[這為國會對來時說們過個後發經應該條關規產業務決權沒還實處義東專書馬]")


@cache
def _weights() -> dict[str, tuple[tuple[str, float], ...]]:
    """Word -> (language, weight); a word that several languages share tells less."""
    by_word: dict[str, list[str]] = {}
    for language, words in rows("pincite.text", "data/function_words.tsv"):
        for word in dict.fromkeys(words.split()):
            by_word.setdefault(word, []).append(language)
    return {word: tuple((language, 1 / len(found)) for language in found) for word, found in by_word.items()}


def language_of(text: str, *, at_least: float = 2.0) -> str:
    """The language of `text`, or "" when fewer than `at_least` function words (weighted) speak for one."""
    if len(text) > 2 * _SAMPLE:
        middle = len(text) // 2
        text = f"{text[:_SAMPLE]} {text[middle : middle + _SAMPLE]}"
    han = 0 if text.isascii() else len(_HAN.findall(text))
    words = _WORD.findall(text.lower())
    if han and han * 2 >= len(words):
        return "zh-Hans" if len(_SIMPLIFIED.findall(text)) > len(_TRADITIONAL.findall(text)) else "zh-Hant"
    weights = _weights()
    scores = dict.fromkeys(LANGUAGES, 0.0)
    for telling in [weights[word] for word in words if word in weights]:
        for language, weight in telling:
            scores[language] += weight
    best = sorted(((language, score) for language, score in scores.items() if score), key=lambda each: -each[1])[:2]
    if not best or best[0][1] < at_least or (len(best) > 1 and best[0][1] == best[1][1]):
        return ""
    return best[0][0]
