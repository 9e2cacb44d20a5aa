"""What an act is called, word by word: shapes of abbreviations, German names of acts, acts of other makers.

Keeps true: an unknown word is an abbreviation only when it is shaped like one (two capitals, short, no court, no canton);
a German noun names an act by its ending («…gesetz»), except the words that only look so.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from pincite.jurisdictions.ch import statutes
from pincite.jurisdictions.ch.memory import Memory
from pincite.jurisdictions.ch.text_forms import GAP, GAP0, unbroken
from pincite.jurisdictions.ch.words import word_list
from pincite.text.patterns import pattern
from pincite.text.tables import rows

__all__ = [
    "CANTONS",
    "CANTON_CODE",
    "ActRead",
    "foreign_acts",
    "is_known",
    "is_law_noun",
    "is_plain_head",
    "looks_like_abbreviation",
    "read_european",
    "several_words",
]

CANTON_CODE = r"(?:ZH|BE|LU|UR|SZ|OW|NW|GL|ZG|FR|SO|BS|BL|SH|AR|AI|SG|GR|AG|TG|TI|VD|VS|NE|GE|JU)"

CANTONS = frozenset(CANTON_CODE[3:-1].split("|"))


class ActRead(NamedTuple):
    """An act as a text names it.

    Attributes:
        end: code point behind its name, date and bracket.
        work: its reference; begins with `ch/?/` when the canton is open; "" when the scheme has none or it is unknown.
        note: why there is no reference.
        candidates: works it may be, when open.
        whole: whether it may be cited without a place: by number, or by full title and date.

    """

    end: int
    work: str
    note: str = ""
    candidates: tuple[str, ...] = ()
    whole: bool = False


_NOT_ACTS = frozenset(word_list("not_acts"))
_LOOKS = pattern(
    r"(?=[^a-z]*[A-ZÄÖÜ][A-Za-zÄÖÜäöüéè-]*[A-ZÄÖÜ])[A-ZÄÖÜ][A-Za-zÄÖÜäöüéèà]{1,11}(?:-[A-ZÄÖÜ][A-Za-zÄÖÜäöüé]{0,9}){0,3}\Z"
    r"|(?:Cst|Cost|ConstC?|LTrait|RGC|LDes)\Z"
)


@lru_cache(4096)
def looks_like_abbreviation(word: str) -> bool:
    """Whether an unknown word is shaped like the abbreviation of an act: two capitals at least, short, no court."""
    if word in _NOT_ACTS or not _LOOKS.match(word):
        return False
    return not (word.isupper() and len(word.replace("-", "")) > 6)


_ENDINGS = word_list("endings_of_acts")
_NOT_LAWS = frozenset(word_list("not_laws"))
_PLAIN_HEADS = frozenset(word_list("plain_heads"))


def is_law_noun(word: str) -> bool:
    """Whether a German noun names an act by itself: «Hundegesetz», not «Grössenordnung», not «Gesetz»."""
    lower = unbroken(word).lower()
    return lower.endswith(_ENDINGS) and lower not in _NOT_LAWS and word[:1].isupper()


def is_plain_head(word: str) -> bool:
    """Whether a German noun says no more than what kind of act it is: «Gesetz», «Verordnung»."""
    return word.lower() in _PLAIN_HEADS


@cache
def foreign_acts() -> dict[str, str]:
    """Abbreviations of acts of other makers, with their works ("" when the scheme has none)."""
    return {row[0]: row[1] for row in rows("pincite.jurisdictions.ch", "data/foreign_acts.tsv")}


def is_known(key: str, memory: Memory) -> bool:
    """Whether an abbreviation is defined in the text, or in a table."""
    return key in memory.defined or key in statutes.abbreviations() or key in foreign_acts()


@cache
def several_words() -> dict[str, list[str]]:
    """Abbreviations of several words, longest first, by their first word."""
    found: dict[str, list[str]] = {}
    for key in (*statutes.abbreviations(), *foreign_acts()):
        first, space, _ = key.partition(" ")
        if space:
            found.setdefault(first, []).append(key)
    for keys in found.values():
        keys.sort(key=len, reverse=True)
    return found


_EUROPEAN = pattern(
    rf"(?P<kind>Verordnung|VO|Richtlinie|RL|[Rr]èglement|[Dd]irective|[Rr]egolamento|[Dd]irettiva|Regulation|Beschluss|[Dd]écision|[Dd]ecisione){GAP}"
    rf"(?:(?:(?:d[’'][A-Z]+|d’exécution|délégué){GAP})?\((?:EU|EG|EWG|UE|CE|CEE|EC|EEC|GASP|Euratom)\){GAP0}(?:(?:Nr\.|n[o°º]\.?|n\.|No\.?){GAP0})?(?P<a>\d{{1,4}})/(?P<b>\d{{2,4}})(?!/?\d)"
    rf"|(?:(?:Nr\.|n[o°º]|No){GAP0})?(?P<c>\d{{1,4}})/(?P<d>\d{{1,4}})/(?:EU|EG|EWG|UE|CE|CEE|EC|EEC|JI|JAI|JHA|GAI)(?![A-Za-z]))"
)
_YEAR_FIRST_SINCE = 2015


def read_european(text: str, position: int) -> tuple[str, int] | None:
    """An act of the European Union by its number: (`eu/32016R0679`, end)."""
    match = _EUROPEAN.match(text, position)
    if match is None:
        return None
    kind = match["kind"].lower()
    letter = "L" if kind.startswith(("ri", "rl", "dire", "diret")) else "D" if kind.startswith(("be", "d")) else "R"
    if match["a"]:
        # «(EU) 2016/679» since 2015; before that the number stood first: «(EU) Nr. 604/2013».
        first, second = match["a"], match["b"]
        year_first = (
            len(first) == 4
            and _YEAR_FIRST_SINCE <= int(first) <= 2100
            and not (len(second) == 4 and int(second) < _YEAR_FIRST_SINCE and second.startswith("20"))
        )
        year, number = (first, second) if year_first else (second, first)
    else:
        year, number = match["c"], match["d"]
    year = f"19{year}" if len(year) == 2 else year
    return f"eu/3{year}{letter}{int(number):04d}", match.end()
