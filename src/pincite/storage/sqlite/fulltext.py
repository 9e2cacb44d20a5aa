"""How text is cut into words for FTS5, and a query into an FTS5 expression.

Keeps true: a Chinese character is a word of its own, so that a Chinese word is a phrase of its characters; all words of
a query must stand in a passage, or other forms of them where those are given; a phrase in double quotes stands as it is; `word*` is any word that begins so; nothing
else a user types is FTS5 syntax. A word said again and again is asked for a few times only: each time costs every passage
that holds it.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence

__all__ = ["MOST_TIMES", "TOKENIZER", "cut", "fold", "match_expression", "phrase_expression", "words_of"]

TOKENIZER = "unicode61 remove_diacritics 2"

MOST_TIMES = 4
"""How often one word of a query is asked for, at most; a second time changes the order of passages, never which there are."""

# code points that FTS5's tokenizer would join into one word although each is a word
_HAN = re.compile(
    "([\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff])"
)
_QUOTED = re.compile(r'"([^"]*)"|“([^”]*)”|«([^»]*)»|「([^」]*)」')
_WORD = re.compile(r"[^\W_]+", re.UNICODE)


def cut(text: str) -> str:
    """The text with spaces around each Chinese character: what FTS5 is given."""
    return text if text.isascii() else _HAN.sub(r" \1 ", text)


def words_of(text: str) -> list[str]:
    """The words of a text as FTS5 cuts them, as they stand."""
    return _WORD.findall(cut(text))


Forms = Callable[[str], Sequence[str]]


def match_expression(query: str, forms: Forms | None = None) -> str:
    """The FTS5 expression of a query; "" when it holds no word.

    `forms` gives, for a word outside quotation marks, expressions that may stand in its place.
    """
    parts: list[str] = []
    position = 0
    for quoted in _QUOTED.finditer(query):
        parts += _each(query[position : quoted.start()], forms)
        parts += _phrase(next(group for group in quoted.groups() if group is not None))
        position = quoted.end()
    parts += _each(query[position:], forms)
    return " AND ".join(_few_times(parts))


def _few_times(parts: Sequence[str]) -> list[str]:
    times: Counter[str] = Counter()
    kept: list[str] = []
    for part in parts:
        times[part] += 1
        if times[part] <= MOST_TIMES:
            kept.append(part)
    return kept


def phrase_expression(query: str) -> str:
    """The words of a query as one phrase in their order; "" for one word, or where the query says itself what is a phrase."""
    words = words_of(query)
    if len(words) < 2 or "*" in query or _QUOTED.search(query):
        return ""
    return '"' + " ".join(words) + '"'


def _each(text: str, forms: Forms | None) -> list[str]:
    """One phrase for each run of characters without white space: `Art.97`, «個人資料», `l'État`."""
    parts: list[str] = []
    for run in text.split():
        # a star behind a word of the user's stands for any ending
        for phrase in _phrase(run):
            words = words_of(run)
            if run.endswith("*"):
                parts.append(f"{phrase}*")
            elif forms is not None and len(words) == 1 and (others := forms(words[0])):
                parts.append(f"({' OR '.join((phrase, *others))})")
            else:
                parts.append(phrase)
    return parts


def _phrase(text: str) -> list[str]:
    words = words_of(text)
    return ['"' + " ".join(words) + '"'] if words else []


def fold(text: str) -> str:
    """As the tokenizer compares: lower case, without diacritics."""
    return "".join(each for each in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(each))
