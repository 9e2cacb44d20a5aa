"""The length of a text as a reader measures it: words, and in Chinese, which parts no words, characters.

Keeps true: one Chinese character counts as one; a sentence of Chinese is never «short» for want of spaces.
"""

from __future__ import annotations

from pincite.text.patterns import pattern

__all__ = ["words_in"]

_UNIT = pattern(
    r"[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]|[^\s\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]*\w[^\s\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]*"
)


def words_in(text: str) -> int:
    """The number of words of a text and of Chinese characters in it."""
    return sum(1 for _ in _UNIT.finditer(text))
