"""Numerals as law writes them: Chinese, full-width, Roman, English ordinals.

Keeps true: each reader is total on its own alphabet and answers None elsewhere; `roman(n)` and `from_roman` are inverse
between 1 and 399.
"""

from __future__ import annotations

from pincite.text.patterns import pattern

__all__ = ["from_chinese", "from_ordinal_word", "from_roman", "halfwidth", "is_roman", "roman"]

_DIGITS = {character: value for value, characters in enumerate(("〇零○", "一壹", "二貳两兩", "三叁", "四肆", "五伍", "六陸", "七柒", "八捌", "九玖")) for character in characters}  # fmt: skip
_UNITS = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
_TENS = {"廿": 20, "卅": 30}

_FULLWIDTH = str.maketrans(
    "０１２３４５６７８９ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ（），\u3000",
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz(), ",
)

_ROMAN = pattern(r"c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})\Z")
_ROMAN_VALUES = (("c", 100), ("xc", 90), ("l", 50), ("xl", 40), ("x", 10), ("ix", 9), ("v", 5), ("iv", 4), ("i", 1))

_ORDINALS = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
]
_ORDINAL_VALUES = {word: value for value, word in enumerate(_ORDINALS, start=1)}


def halfwidth(text: str) -> str:
    """Full-width digits, Latin letters, brackets and commas as their ASCII twins; the length does not change."""
    return text if text.isascii() else text.translate(_FULLWIDTH)


def from_chinese(text: str) -> int | None:
    """第四十五段 → 45, 第四八六章 → 486 (digit by digit), 廿三 → 23; None when `text` is no such numeral."""
    if not text or any(
        character not in _DIGITS and character not in _UNITS and character not in _TENS for character in text
    ):
        return None
    if all(character in _DIGITS for character in text):
        return int("".join(str(_DIGITS[character]) for character in text))
    total, digit = 0, None
    for character in text:
        if character in _DIGITS:
            digit = _DIGITS[character]
        elif character in _TENS:
            total += _TENS[character]
        else:
            total += (1 if digit is None else digit) * _UNITS[character]
            digit = None
    return total + (digit or 0)


def is_roman(text: str) -> bool:
    """Whether `text`, in one case, is a well-formed Roman numeral below 400."""
    return bool(text) and (text.islower() or text.isupper()) and bool(_ROMAN.match(text.lower()))


def from_roman(text: str) -> int | None:
    """Iv → 4, XIX → 19; None when it is none."""
    if not is_roman(text):
        return None
    total, rest = 0, text.lower()
    for letters, value in _ROMAN_VALUES:
        while rest.startswith(letters):
            total, rest = total + value, rest[len(letters) :]
    return total


def roman(number: int) -> str:
    """4 → iv.

    Raises:
        ValueError: outside 1 to 399.

    """
    if not 1 <= number <= 399:
        raise ValueError(f"{number} has no Roman numeral here: 1 to 399")
    letters_of, rest = "", number
    for letters, value in _ROMAN_VALUES:
        count, rest = divmod(rest, value)
        letters_of += letters * count
    return letters_of


def from_ordinal_word(text: str) -> int | None:
    """«Seventh» → 7, up to twentieth."""
    return _ORDINAL_VALUES.get(text.lower())
