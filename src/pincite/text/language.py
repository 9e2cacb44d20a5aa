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
_GLANCE = 600
"""How many of them are looked at first; where they speak `_LOUD` enough for one language, and `_BY_FAR` louder than for the next, it is that."""
_LOUD = 20.0
_BY_FAR = 4.0

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
    if len(text) > 2 * _GLANCE:
        middle = len(text) // 2
        first, second = _two_best(f"{text[:_GLANCE]} {text[middle : middle + _GLANCE]}")
        if first[1] >= max(at_least, _LOUD) and first[1] >= _BY_FAR * second[1]:
            return first[0]
    if len(text) > 2 * _SAMPLE:
        middle = len(text) // 2
        text = f"{text[:_SAMPLE]} {text[middle : middle + _SAMPLE]}"
    first, second = _two_best(text)
    if first[0].startswith("zh"):
        return first[0]
    return first[0] if first[1] >= at_least and first[1] > second[1] else ""


_Score = tuple[str, float]


def _two_best(text: str) -> tuple[_Score, _Score]:
    """The language that most function words of `text` speak for, and the next; of Chinese, the two ways of writing it."""
    han = 0 if text.isascii() else len(_HAN.findall(text))
    words = _WORD.findall(text.lower())
    if han and han * 2 >= len(words):
        simplified, traditional = len(_SIMPLIFIED.findall(text)), len(_TRADITIONAL.findall(text))
        ways = ("zh-Hant", float(traditional)), ("zh-Hans", float(simplified))
        return (ways[1], ways[0]) if simplified > traditional else ways
    weights = _weights()
    scores = dict.fromkeys(LANGUAGES, 0.0)
    for telling in [weights[word] for word in words if word in weights]:
        for language, weight in telling:
            scores[language] += weight
    first, second = sorted(scores.items(), key=lambda each: -each[1])[:2]
    return first, second
