"""The patterns of article citations, made of the words in `data/article_words.tsv`.

Keeps true: a word of the table is matched whole, longest first, its spaces being any gap of the text; every pattern is
bounded.
"""

from __future__ import annotations

import re
from functools import cache

from pincite.jurisdictions.ch.text_forms import BREAK, GAP, GAP0, LATIN, ROMAN
from pincite.text.patterns import pattern as lazy_pattern
from pincite.text.tables import rows

__all__ = [
    "ANNEX",
    "ANNEX_BEHIND",
    "ARTICLE",
    "E_CONTRARIO",
    "INTEGER",
    "IN_BRACKETS",
    "LABEL",
    "LETTER",
    "LINK",
    "MEMBER_BEGINNINGS",
    "NUMBER",
    "NUMBER_AND_TAIL",
    "ORDINALS",
    "PLAIN_ARTICLE",
    "PLAIN_LABELS",
    "PLAIN_STEP",
    "RANGE",
    "SECTION",
    "SENTENCE",
    "SEPARATOR",
    "SMALL_ROMAN",
    "SPACED_LATIN",
    "STEP_BEGINNINGS",
    "TAIL",
    "UNNUMBERED",
    "words",
]


@cache
def words(group: str) -> tuple[str, ...]:
    """The words of a group, longest first, `_` written as a space."""
    for name, _, cell in rows("pincite.jurisdictions.ch", "data/article_words.tsv"):
        if name == group:
            return tuple(sorted((word.replace("_", " ") for word in cell.split(" ")), key=len, reverse=True))
    raise KeyError(group)


def _any(group: str) -> str:
    """One of the words of a group."""
    return "(?:" + "|".join(re.escape(word).replace(r"\ ", GAP) for word in words(group)) + ")"


def _any_broken(group: str) -> str:
    """One of the words of a group, whole or broken at a line's end."""
    broken = (
        word[:cut] + BREAK + word[cut:]
        for word in words(group)
        if len(word) > 4 and word.isalpha()
        for cut in range(2, len(word) - 1)
    )
    return f"(?:{_any(group)}|(?=[^\\W\\d_]{{2,9}}-[ ]?\\n)(?:{'|'.join(broken)}))"


ARTICLE = lazy_pattern(rf"{_any_broken('article')}(?:\.{{1,2}}|(?=\s)){GAP0}(?:da{GAP}(?=\d))?")
"""The word before an article number."""
SECTION = lazy_pattern(rf"§{{1,2}}{GAP0}")

NUMBER = lazy_pattern(
    rf"(\d{{1,4}})(?:[ ]?\n[ ]?[a-z](?=[ ]?\n)|([a-z]|[A-D])?({LATIN})|((?!ff|ss|se|f\.|s\.)[a-z]{{1,2}}|[A-D](?![.]))|{GAP}({LATIN})(?!\s*\d)(?!\s+(?:zu|und\s+mit)\s+\d))?(?![A-Za-z0-9À-ÿ]|[.’']\d|,\d(?!\d?\.\s))"
)
"""«6», «6bis», «336c», «329gbis», «1 bis», and the letter that stands on a line of its own in some sources."""
NUMBER_AND_TAIL = lazy_pattern(r"(\d{1,4})(?=(?:ff?|ss?|segg?|s)\.?(?![A-Za-z]))")
"""«173ss»: a number whose tail is glued to it."""
INTEGER = lazy_pattern(rf"(\d{{1,4}}[a-z]?)({LATIN})?(?![A-Za-z0-9À-ÿ]|[’']\d|\.\d)")
SPACED_LATIN = lazy_pattern(rf"{GAP}({LATIN})(?![a-zà-ÿ])(?!\s*\d)")
LETTER = lazy_pattern(rf"([a-z]{{1,2}}\d?|[A-Z](?=[\s,;)\]]))({LATIN})?(?![A-Za-z0-9À-ÿ’']|\.[A-Za-z])")
SMALL_ROMAN = lazy_pattern(rf"({ROMAN}|[ivx]{{1,5}})(?![A-Za-z0-9À-ÿ])")

_NO_MORE = r"(?![A-Za-z0-9À-ÿ]|[.’',]\d|\n|[\s\u00ad][btqsondu\s\u00ad])"
"""Behind a number: no letter, no decimal, no suffix on its own («1 bis»), no line's end."""
PLAIN_ARTICLE = lazy_pattern(
    rf"(?:{'|'.join(word for word in words('article') if word.isalpha())})(?:\.|(?=[ ]))[ \u00a0]?(?P<no>\d{{1,4}}[a-eg-rt-z]?){_NO_MORE}"
)
"""«Art. 8», «Artikel 66a»: an article as almost all are written, for which the long patterns need not be asked."""
PLAIN_STEP = lazy_pattern(
    rf"[ ](?P<label>[^\W\d_]{{1,11}}\.?)[ \u00a0](?:(?P<no>\d{{1,4}}){_NO_MORE}|(?P<letter>[a-z])(?![A-Za-z0-9À-ÿ’']|\.[A-Za-z]|\.[ ]a\.))"
)
"""«Abs. 1», «lit. a» likewise; the label is one of `PLAIN_LABELS`."""


def _plain_labels() -> dict[str, str]:
    with_dots = {word + dot: level for level in ("para", "lbl") for word in words(level) for dot in ("", ".")}
    return dict.fromkeys(words("sent"), "sent") | with_dots


PLAIN_LABELS = _plain_labels()

LABEL = lazy_pattern(
    rf"(?:,{GAP0}|{GAP0})(?:(?P<para>{_any_broken('para')}(?:\.|(?=\s))|§§?)"
    rf"|(?P<lbl>{_any_broken('lbl')}(?:\.|(?=\s))|{_any('lbl_sign')})"
    rf"|(?P<sent>{_any('sent')}(?=\s)|S\.(?={GAP0}\d{GAP}[A-ZÄÖÜ]+[a-zäöü]*[A-ZÄÖÜ]))){GAP0}(?:da{GAP}(?=\d))?"
)
"""The label of a level below the article; the group that matched is the level."""

ORDINALS = {word: number for number in ("1", "2", "3", "4") for word in words(f"ordinal_{number}")}
SENTENCE = lazy_pattern(
    rf",?\s{{0,3}}(?P<nth>{'|'.join(re.escape(word) for word in sorted([*ORDINALS, *words('ordinal_last')], key=len, reverse=True))}|[1-9]°)"
    rf"{GAP}{_any('sentence_noun')}(?![a-z])"
)
UNNUMBERED = lazy_pattern(rf"{GAP}(?:(?:erster|zweiter|letzter|\d\.)\s)?{_any('unnumbered')}(?:\s\d)?(?![A-Za-zäöü])")
ANNEX = lazy_pattern(rf"{_any('annex')}{GAP}(\d{{1,2}}[a-z]?|{ROMAN})(?![A-Za-z0-9])")
ANNEX_BEHIND = lazy_pattern(
    rf"{GAP}(?:des{GAP}|de{GAP}l[’']|dell[’'])?{_any('annex')}{GAP}(\d{{1,2}}[a-z]?|{ROMAN})(?![A-Za-z0-9])"
)
IN_BRACKETS = lazy_pattern(r"\s?\((\d{1,3}[a-z]?|[a-z]{1,2}|[ivx]{1,4})\)")
TAIL = lazy_pattern(
    rf"{GAP0}(?:ff\.?|f\.|f(?=[\s,;)])|et{GAP}(?:seqq?|ss|s|suiv(?:ante?s?)?)\.?|e{GAP}(?:segg?|seguent[ei]|ss|s)\.?|und{GAP}folgende"
    rf"|(?:segg|seg|sgg|sqq|sq|ss|suiv|s)\.|(?:segg|sgg|ss|sqq)(?=[\s,;)]))(?![A-Za-zÀ-ÿ])"
)
RANGE = lazy_pattern(rf"{GAP0}(?:[-–‑—‐]|{_any('range')}(?=\s)){GAP0}")

_BEFORE_MEMBER = rf"(?:{_any('article_before_member')}(?:(?<=[’'])|(?=\s)){GAP0})?"
SEPARATOR = lazy_pattern(
    rf"(?:{GAP0}[,;]{GAP0}|{GAP})(?:(?:{_any('joiner')}{GAP}|ainsi{GAP}qu(?:e{GAP}(?:de{GAP})?|[’']))|&{GAP0})?{_BEFORE_MEMBER}|{GAP0}/{GAP0}"
)
LINK = lazy_pattern(rf"{GAP0},?{GAP0}{_any('link')}{GAP}?(?:(?:der|des|den|les|la|gli|il|dell|l|d|the)(?:[’']|{GAP}))?")
E_CONTRARIO = lazy_pattern(rf"{GAP}(?:e|a){GAP}contrario")


def _beginnings(*groups: str) -> frozenset[str]:
    found = {word[:2] for group in groups for word in words(group)}
    return frozenset(word + sign for word in found for sign in (("",) if len(word) > 1 else (" ", "\n", "\u00a0", ".")))


STEP_BEGINNINGS = (
    _beginnings(
        "para",
        "lbl",
        "lbl_sign",
        "sent",
        "unnumbered",
        "annex",
        "ordinal_1",
        "ordinal_2",
        "ordinal_3",
        "ordinal_4",
        "ordinal_last",
    )
    | {"a.", "i.", "S."}
    | {f"{digit}{sign}" for digit in "123456789" for sign in ".°er"}
)
"""The first two characters of all that may follow an article or a value: a cheap look before the patterns."""

MEMBER_BEGINNINGS = (
    _beginnings("joiner", "link", "range") | _beginnings("article", "para", "lbl", "annex") | {"& ", "ai"}
)
"""The same for the next member of a list, where it is not set off by a comma."""
