"""Numbers as values: digits by the language's marks, and number words of six languages.

Keeps true: `value` answers only for a whole numeral; what it does not know is None, never a guess.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from pincite.quotation.tokens import NUMBER, Token

__all__ = ["is_numeral", "number_words", "value", "values"]

_EN = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
    "twenty thirty forty fifty sixty seventy eighty ninety",
)
_DE = (
    "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn",
    "zwanzig dreissig vierzig fünfzig sechzig siebzig achtzig neunzig",
)
_FR = (
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf",
    "vingt trente quarante cinquante soixante septante huitante nonante",
)
_IT = (
    "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove",
    "venti trenta quaranta cinquanta sessanta settanta ottanta novanta",
)
_HAN_DIGITS = dict(zip("〇零一二三四五六七八九两兩廿", (0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 2, 2, 20), strict=True))
_HAN_DIGITS |= dict(zip("壹贰叁肆伍陆柒捌玖貳參陸", (1, 2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 6), strict=True))
_HAN_UNITS = {"十": 10, "百": 100, "千": 1000, "拾": 10, "佰": 100, "仟": 1000}
_HAN_GROUPS = {"萬": 10**4, "万": 10**4, "億": 10**8, "亿": 10**8}
HAN_NUMERALS = frozenset(_HAN_DIGITS) | frozenset(_HAN_UNITS) | frozenset(_HAN_GROUPS)
"""Characters of Chinese numerals."""


@cache
def number_words(language: str) -> dict[tuple[str, ...], int]:
    """Number words, as the tokens they are made of, with their values up to 99 and the round ones above."""
    words: dict[str, int] = {}
    if language == "en":
        small, tens = (group.split() for group in _EN)
        words |= {word: n for n, word in enumerate(small)}
        for t, ten in enumerate(tens, 2):
            words[ten] = t * 10
            words |= {f"{ten}-{small[d]}": t * 10 + d for d in range(1, 10)}
        words |= {"hundred": 100, "one hundred": 100, "thousand": 1000, "one thousand": 1000}
    elif language == "de":
        small, tens = (group.split() for group in _DE)
        words |= {word: n for n, word in enumerate(small) if word != "ein"} | {"eins": 1, "dreißig": 30}
        for t, ten in enumerate(tens, 2):
            words[ten] = t * 10
            words |= {f"{small[d]}und{ten}": t * 10 + d for d in range(1, 10)}
        words |= {"hundert": 100, "tausend": 1000, "zweihundert": 200, "dreihundert": 300, "fünfhundert": 500}
        words |= {"zweien": 2, "dreien": 3, "zweier": 2, "dreier": 3, "zwo": 2}
    elif language == "fr":
        small, tens = (group.split() for group in _FR)
        words |= {word: n for n, word in enumerate(small) if word not in ("un", "zéro")}
        for t, ten in enumerate(tens, 2):
            words[ten] = t * 10
            words[f"{ten} et un"] = t * 10 + 1
            words |= {f"{ten}-{small[d]}": t * 10 + d for d in range(2, 10)}
        words |= {f"soixante-{small[d]}": 60 + d for d in range(10, 20) if "-" not in small[d]} | {"soixante-dix": 70}
        words |= {f"quatre-vingt-{small[d]}": 80 + d for d in range(1, 20) if "-" not in small[d]}
        words |= {
            "quatre-vingts": 80,
            "quatre-vingt-dix": 90,
            "cent": 100,
            "cents": 100,
            "mille": 1000,
            "deux cents": 200,
        }
    elif language == "it":
        small, tens = (group.split() for group in _IT)
        words |= {word: n for n, word in enumerate(small) if word not in ("uno", "zero", "sei")} | {"sei": 6}
        for t, ten in enumerate(tens, 2):
            words[ten] = t * 10
            for d in range(1, 10):
                words[(ten[:-1] if small[d][0] in "uo" else ten) + small[d]] = t * 10 + d
        words |= {"cento": 100, "duecento": 200, "trecento": 300, "cinquecento": 500, "mille": 1000, "mila": 1000}
    return {tuple(re.findall(r"[^\W\d_]+|-", word)): n for word, n in words.items()}


def _han_value(text: str) -> int | None:
    total = section = digit = 0
    if not text or any(c not in HAN_NUMERALS for c in text):
        return None
    if len(text) > 1 and all(c in _HAN_DIGITS for c in text):
        return int("".join(str(_HAN_DIGITS[c]) for c in text))
    for c in text:
        if c in _HAN_DIGITS:
            digit = _HAN_DIGITS[c]
        elif c in _HAN_UNITS:
            section += (digit or 1) * _HAN_UNITS[c]
            digit = 0
        else:
            total = (total + section + digit) * _HAN_GROUPS[c]
            section = digit = 0
    return total + section + digit


def value(tokens: Sequence[Token], language: str) -> Fraction | None:
    """The value of a numeral that is all of `tokens`; None when it is no numeral that is known."""
    if not tokens:
        return None
    if len(tokens) == 1 and tokens[0].kind == NUMBER:
        try:
            return Fraction(tokens[0].key)
        except ValueError:
            return None
    if language.startswith("zh"):
        found = _han_value("".join(t.text for t in tokens))
    else:
        found = number_words(language).get(tuple(t.key for t in tokens))
    return None if found is None else Fraction(found)


def is_numeral(token: Token, language: str) -> bool:
    """Whether a token is, or may be part of, a numeral."""
    if token.kind == NUMBER:
        return True
    if language.startswith("zh"):
        return token.text in HAN_NUMERALS
    return (token.key,) in number_words(language)


def values(tokens: Sequence[Token], language: str) -> list[Fraction] | None:
    """The values of the numerals in `tokens` when nothing but numerals and brackets stands there; else None."""
    found: list[Fraction] = []
    at = 0
    chinese = language.startswith("zh")
    while at < len(tokens):
        if tokens[at].key in "()-":
            at += 1
            continue
        for size in range(min(len(tokens) - at, 12 if chinese else 5), 0, -1):
            number = value(tokens[at : at + size], language)
            if number is not None:
                found.append(number)
                at += size
                break
        else:
            return None
    return found or None
