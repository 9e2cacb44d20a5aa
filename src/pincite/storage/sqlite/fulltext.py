"""How text is cut into words for FTS5, and a query into an FTS5 expression.

Keeps true: a Chinese character is a word of its own, so that a Chinese word is a phrase of its characters; all words of
a query must stand in a passage; a phrase in double quotes stands as it is; `word*` is any word that begins so; nothing
else a user types is FTS5 syntax.
"""

from __future__ import annotations

import re
import unicodedata

__all__ = ["TOKENIZER", "cut", "match_expression", "words_of"]

TOKENIZER = "unicode61 remove_diacritics 2"

# code points that FTS5's tokenizer would join into one word although each is a word
_HAN = re.compile(
    "([\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff])"
)
_QUOTED = re.compile(r'"([^"]*)"|“([^”]*)”|«([^»]*)»|「([^」]*)」')
_WORD = re.compile(r"[^\W_]+", re.UNICODE)


def cut(text: str) -> str:
    """The text with spaces around each Chinese character: what FTS5 is given."""
    return _HAN.sub(r" \1 ", text)


def words_of(text: str) -> list[str]:
    """The words of a text as FTS5 cuts them, as they stand."""
    return _WORD.findall(cut(text))


def match_expression(query: str) -> str:
    """The FTS5 expression of a query; "" when it holds no word."""
    parts: list[str] = []
    position = 0
    for quoted in _QUOTED.finditer(query):
        parts += _each(query[position : quoted.start()])
        parts += _phrase(next(group for group in quoted.groups() if group is not None))
        position = quoted.end()
    parts += _each(query[position:])
    return " AND ".join(parts)


def _each(text: str) -> list[str]:
    """One phrase for each run of characters without white space: `Art.97`, «個人資料», `l'État`."""
    parts: list[str] = []
    for run in text.split():
        # a star behind a word of the user's stands for any ending
        parts += [f"{phrase}*" if run.endswith("*") else phrase for phrase in _phrase(run)]
    return parts


def _phrase(text: str) -> list[str]:
    words = words_of(text)
    return ['"' + " ".join(words) + '"'] if words else []


def fold(text: str) -> str:
    """As the tokenizer compares: lower case, without diacritics."""
    return "".join(each for each in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(each))
