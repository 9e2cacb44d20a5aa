"""How Swiss legal texts write gaps, dates, numbers and suffixes: the small forms all the grammars share.

Keeps true: every pattern here is bounded, so that reading a citation takes time linear in its length. A gap may hold a
line break, a page break with its furniture (page number, docket) or a soft hyphen: citations run across them.
"""

from __future__ import annotations

from functools import lru_cache

from pincite.text.patterns import pattern as lazy_pattern

__all__ = [
    "BREAK",
    "DATE",
    "FOOTNOTE_MARK",
    "GAP",
    "GAP0",
    "LATIN",
    "LAW_NOUN_GOES_ON",
    "ROMAN",
    "iso_date",
    "label_of",
    "nominative",
    "roman_value",
    "unbroken",
]

_FURNITURE = (
    r"(?:(?<=\n)[ \t]*(?:-[ ]?\d{1,4}(?:/\d{1,4})?[ ]?-|\d{1,4}[ ]?[│|][ ]?\d{1,4}|(?:Seite|Page|Pagina)[ ]\d{1,4}"
    r"|(?:19|20)\d\d(?:[ ][A-ZÄÖÜ][A-Za-zÄÖÜäöü,. -]{4,60}[ ]\d{1,4})?|\d{1,3}|[A-F]-\d{1,5}/20\d\d|[A-Z]{1,4}/\d{1,6}/20\d\d)[ \t]*(?=\n)\s{1,12})"
)
GAP = rf"(?:[\s\u00ad]{{1,12}}{_FURNITURE}{{0,3}})"
"""White space between two parts of a citation, page furniture included."""
GAP0 = rf"(?:{GAP})?"

FOOTNOTE_MARK = r"(?:\[\^?\d{1,3}\]|[\u00b9\u00b2\u00b3\u2070\u2074-\u2079]{1,3})"
"""The mark of a footnote as it stands in a text: «[1]», «[^1]», a raised digit."""

_SUFFIXES = (
    "bis", "ter", "quater", "quinquies", "sexies", "septies", "octies", "novies", "decies", "undecies", "duodecies",
)  # fmt: skip
LAW_NOUN_GOES_ON = r"(?:\n[ ]{0,8}(?=[a-zäöü]{0,30}(?:gesetz(?:es|buch(?:e?s)?)?|ordnung|verfassung|rechts?|reglements?)(?![A-Za-zäöü])))"
"""A German name of an act broken at a line's end without a hyphen («Anwalts⏎gesetzes»): no German noun begins in lower case."""
BREAK = r"-[ ]?\n[ ]{0,8}"
"""A hyphen at a line's end, inside a word."""
_BROKEN_SUFFIXES = "|".join(
    suffix[:cut] + BREAK + suffix[cut:] for suffix in _SUFFIXES if len(suffix) > 4 for cut in range(2, len(suffix) - 1)
)
LATIN = rf"(?:{'|'.join(_SUFFIXES)}|{_BROKEN_SUFFIXES})"
"""Suffixes of inserted articles and paragraphs, as the federal texts use them."""

ROMAN = r"(?:X{0,3}(?:IX|IV|V?I{1,3}|V)|X{1,3})"

_MONTHS = {
    1: "januar|jänner|jan|janvier|janv|gennaio|gen|january|schaner|schan",
    2: "februar|febr|feb|février|févr|fév|febbraio|febr|february|favrer|favr",
    3: "märz|mrz|mars|marzo|mar|march",
    4: "april|apr|avril|avr|aprile|avrigl|avr",
    5: "mai|maggio|mag|may|matg",
    6: "juni|jun|juin|giugno|giu|june|zercladur|zer",
    7: "juli|jul|juillet|juil|luglio|lug|july|fanadur|fan",
    8: "august|aug|août|aout|agosto|ago|avust",
    9: "september|sept|sep|septembre|settembre|set|settember|sett",
    10: "oktober|okt|octobre|oct|ottobre|ott|october",
    11: "november|nov|novembre",
    12: "dezember|dez|décembre|déc|dicembre|dic|december|dec",
}
_MONTH_OF = {name: month for month, names in _MONTHS.items() for name in names.split("|")}
_MONTH = "|".join(sorted(_MONTH_OF, key=len, reverse=True))
_BROKEN_MONTH = "|".join(
    name[:cut] + r"(?:-\s{1,12}|\n[ ]{0,8})" + name[cut:]
    for name in sorted(_MONTH_OF)
    if len(name) >= 4
    for cut in range(2, len(name) - 1)
)

DATE = (
    rf"(?:\d{{1,2}}(?:\.|er|°|st|nd|rd|th)?{GAP0}(?:d[’'])?(?:da{GAP})?(?i:{_MONTH}|{_BROKEN_MONTH})\.?{GAP}\d{{4}}"
    rf"|\d{{1,2}}\.[ ]?\d{{1,2}}\.[ ]?\d{{4}})"
)
"""A date in words or figures, in any of the languages."""

_BROKEN_WORD = lazy_pattern(r"(?<=[^\W\d_])\n[ ]{0,8}(?=[a-zäöüéèà])")
_WORDS_OF_DATE = lazy_pattern(r"(\d{1,2})\D{0,8}?\s*(?:d[’'])?(?:da\s+)?([^\W\d_]{3,})\.?\s*(\d{4})")
_FIGURES_OF_DATE = lazy_pattern(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})")
_BREAK = lazy_pattern(
    rf"(?<=[^\W\d_])(?:-\s{{1,12}}(?:\d{{1,4}}\s{{1,12}}){{0,3}}(?=[a-zäöüéèà])|{LAW_NOUN_GOES_ON})|\u00ad\s*"
)
_PLAIN = lazy_pattern(r"(?:[^\s\u00ad]| (?! ))*")
_SPACES = lazy_pattern(r"\s+")
_REMEMBERED = 4096
"""How many answers about a few words are kept: legal texts write the same names and numbers again and again."""


@lru_cache(_REMEMBERED)
def unbroken(text: str) -> str:
    """Text with line-end hyphens taken out and white space as single spaces."""
    if text.isalnum():
        return text
    if _PLAIN.fullmatch(text):
        return text.strip(" ")
    return _SPACES.sub(" ", _BREAK.sub("", text)).strip()


def iso_date(text: str) -> str:
    """The ISO date that stands in `text`, "" when there is none."""
    plain = unbroken(text)
    if figures := _FIGURES_OF_DATE.search(plain):
        day, month, year = (int(part) for part in figures.groups())
    elif words := _WORDS_OF_DATE.search(plain) or _WORDS_OF_DATE.search(unbroken(_BROKEN_WORD.sub("", text))):
        day, month, year = int(words[1]), _MONTH_OF.get(words[2].lower(), 0), int(words[3])
    else:
        return ""
    return f"{year:04d}-{month:02d}-{day:02d}" if 1 <= month <= 12 and 1 <= day <= 31 else ""


_ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


def roman_value(text: str) -> int:
    """The value of a Roman numeral up to CCCXCIX."""
    total = 0
    for index, sign in enumerate(text):
        value = _ROMAN_DIGITS[sign]
        following = _ROMAN_DIGITS[text[index + 1]] if index + 1 < len(text) else 0
        total += -value if value < following else value
    return total


_LABEL = lazy_pattern(rf"(?:(\d+)([A-Za-z]{{1,2}})?|([A-Za-z]{{1,2}}\d?))({LATIN})?\Z")


@lru_cache(_REMEMBERED)
def label_of(printed: str) -> str:
    """A number or letter as Fedlex writes it in an id: `6bis` -> `6_bis`, `329gbis` -> `329_g_bis`, `bbis` -> `b_bis`."""
    if printed.isdigit():
        return printed
    plain = _SPACES.sub("", printed).replace("-", "")
    match = _LABEL.match(plain)
    if match is None:
        return plain
    return "_".join(part for part in match.groups() if part)


@lru_cache(_REMEMBERED)
def nominative(noun: str) -> str:
    """A German name of an act without the ending of the genitive: `Hundegesetzes` -> `Hundegesetz`."""
    for ending in ("buches", "gesetzes", "beschlusses", "dekretes", "vertrages"):
        if noun.lower().endswith(ending):
            return noun[:-2]
    if noun.lower().endswith(
        (
            "gesetzs",
            "reglements",
            "abkommens",
            "übereinkommens",
            "rechts",
            "dekrets",
            "vertrags",
            "statuts",
            "konkordats",
            "prozesses",
            "paktes",
            "protokolls",
        )
    ):
        return noun[:-2] if noun.lower().endswith(("prozesses", "paktes")) else noun[:-1]
    return noun
