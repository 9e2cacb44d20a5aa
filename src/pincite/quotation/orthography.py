"""Spellings of one word: ß and ss, old and new spelling, British and American, traditional and simplified Chinese.

Keeps true: two words are one only because a table says so, and in the direction the table allows: from ß to ss always, from
ss to ß only in listed stems (Masse is not Maße); from a simplified character to the traditional one that the words around it
ask for (批准 is not 批準).
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from pincite.text.tables import rows

__all__ = ["bare_capital", "hyphened_word", "same_character", "same_spelling", "simplified", "traditional"]


class _Table(NamedTuple):
    whole: dict[str, frozenset[str]]
    parts: tuple[tuple[str, str, bool, bool], ...]


@cache
def _table(language: str) -> _Table:
    whole: dict[str, set[str]] = {}
    parts: list[tuple[str, str, bool, bool]] = []
    for one, other, *_ in rows("pincite.quotation", f"orthography/{language}.tsv"):
        one, other = one.lower(), other.lower()  # noqa: PLW2901 (the table is written as words stand)
        if "_" in one:
            parts.append((one.strip("_"), other.strip("_"), one.startswith("_"), one.endswith("_")))
        else:
            whole.setdefault(one, set()).add(other)
            whole.setdefault(other, set()).add(one)
    return _Table({word: frozenset(others) for word, others in whole.items()}, tuple(parts))


@cache
def _sharp_s() -> tuple[str, ...]:
    return tuple(stem for stem, *_ in rows("pincite.quotation", "orthography/de_sharp_s.tsv"))


def same_spelling(source: str, quote: str, language: str) -> bool:
    """Whether `quote` is another spelling of the word `source`; both in lower case, hyphens as they stand."""
    if language not in ("en", "de", "fr", "it"):
        return False
    if abs(len(source) - len(quote)) > 4:
        return False
    if quote in _table(language).whole.get(source, ()):
        return True
    if _canonical(source, language) == _canonical(quote, language):
        return True
    if (
        language == "it"
        and quote.endswith("'")
        and _ACCENTS.get(source[-1:]) == quote[-2:-1]
        and source[:-1] == quote[:-2]
    ):
        return True  # «puo'», «e'»: typed without the accented letter
    return language == "de" and "ß" in source + quote and _same_but_sharp_s(source, quote)


_ACCENTS = {"à": "a", "è": "e", "é": "e", "ì": "i", "ò": "o", "ù": "u"}


@lru_cache(maxsize=50_000)
def _canonical(word: str, language: str) -> str:
    """A word with its listed parts in the first of their two spellings."""
    for one, other, inside, goes_on in _table(language).parts:
        at = word.find(other)
        if at < 0 or (at > 0 and not inside) or (at + len(other) < len(word) and not goes_on):
            continue
        if one.startswith(other) and word.startswith(one, at):
            continue  # «programme» is not «program» with «me» behind it
        word = word[:at] + one + word[at + len(other) :]
    return word


def hyphened_word(word: str, language: str) -> bool:
    """Whether a word with a hyphen is one that is also written without."""
    table = _table(language)
    return word in table.whole or any(
        "-" in part and word.startswith(part) for pair in table.parts for part in pair[:2]
    )


def _same_but_sharp_s(source: str, quote: str) -> bool:
    if source.replace("ß", "ss") != quote.replace("ß", "ss"):
        return False
    if "ß" not in quote:
        return True
    # the quote writes ß where the source writes ss: only in words that German writes so
    return any(stem in quote for stem in _sharp_s())


@cache
def _simplified() -> dict[str, str]:
    return {t: s for t, s, *_ in rows("pincite.quotation", "orthography/zh_traditional.tsv")}


def simplified(character: str) -> str:
    """The simplified form of a Chinese character."""
    return _simplified().get(character, character)


@cache
def _candidates() -> dict[str, str]:
    return {s: t for s, t, *_ in rows("pincite.quotation", "orthography/zh_characters.tsv")}


@cache
def _phrases() -> dict[str, str]:
    return {s: t for s, t, *_ in rows("pincite.quotation", "orthography/zh_phrases.tsv")}


@cache
def _variants() -> frozenset[tuple[str, str]]:
    return frozenset(
        pair
        for one, other, *_ in rows("pincite.quotation", "orthography/zh_variants.tsv")
        for pair in ((one, other), (other, one))
    )


def traditional(text: str) -> str:
    """A simplified text in traditional characters, one for one, by phrases first and by the usual character else."""
    phrases, usual = _phrases(), _candidates()
    out: list[str] = []
    at = 0
    while at < len(text):
        for size in range(min(5, len(text) - at), 1, -1):
            found = phrases.get(text[at : at + size])
            if found is not None:
                out.append(found)
                at += size
                break
        else:
            out.append(usual.get(text[at], text[at])[0])
            at += 1
    return "".join(out)


def same_character(source: str, quote: str, context: str, at: int) -> bool:
    """Whether a Chinese character of a quote writes the same as one of the source.

    `context` is the source's text around it and `at` the character's place in it: they choose among the traditional
    characters that a simplified one may stand for.
    """
    if (source, quote) in _variants():
        return True
    simplified = _simplified()
    if simplified.get(source) == quote:
        return True
    wanted = simplified.get(quote)
    if wanted is None and source in _candidates().get(quote, ""):
        # 覆 has no simplified form by itself, and is written 复 in 回复: the words around it say so
        low = max(0, at - 4)
        written = "".join(simplified.get(c, c) for c in context[low:at]) + quote
        written += "".join(simplified.get(c, c) for c in context[at + 1 : at + 5])
        return traditional(written)[at - low] == source
    if wanted is None or wanted != source:
        return simplified.get(source, source) == simplified.get(quote, quote) and (
            source in simplified and quote in simplified and len(_candidates().get(simplified[source], "")) < 2
        )
    choices = _candidates().get(source, "")
    if len(choices) == 1:
        return True
    low = max(0, at - 4)
    expected = traditional(context[low : at + 5])[at - low]
    return quote == expected or (quote, expected) in _variants()


_BARE = str.maketrans("ÀÂÄÇÉÈÊËÎÏÔÖÙÛÜ", "AAACEEEEIIOOUUU")


def bare_capital(source: str, quote: str) -> bool:
    """French capitals are written with their accents or without («À défaut», «A défaut»); nothing else may differ."""
    pair = source[0].translate(_BARE) == quote[0].translate(_BARE) and source[1:] == quote[1:]
    return pair and source[0].isupper() and (source[0].translate(_BARE) in (source[0], quote[0]))
