"""Numbers of official collections, and the brackets that name an act: «(Anwaltsgesetz, BGFA; SR 935.61)», «(LOPP - F 1 50)».

    bracket  = "(" item { ("," | ";" | "-") item } ")"
    item     = number | abbreviation | name | "nachfolgend:" abbreviation

Keeps true: a bracket is an act's only when every item in it is one of these; one that goes on behind the number
(«(RS 142.20 ; cf. art. 44 …)») ends at the number.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from pincite.jurisdictions.ch import statutes
from pincite.jurisdictions.ch.acts import is_law_noun, looks_like_abbreviation
from pincite.jurisdictions.ch.memory import OPEN, Memory
from pincite.jurisdictions.ch.text_forms import nominative, unbroken
from pincite.text.patterns import pattern as lazy_pattern

__all__ = ["Bracket", "read_bracket", "read_collection_number", "read_geneva_number", "read_note"]


@cache
def _numbers() -> re.Pattern[str]:
    """A number of an official collection; the last group that matched is `n<index of the collection>`."""
    return re.compile(
        "|".join(
            rf"{re.escape(collection.label)}\.?(?:[\s\u00a0]|Nr\.?){{1,3}}(?:\[)?(?P<n{index}>{collection.number})(?![\d])(?!\.\d)"
            for index, collection in enumerate(statutes.collections())
        )
    )


def read_collection_number(text: str, position: int, memory: Memory) -> tuple[str, int] | None:
    """A number of a collection: (`ch/sr/220` or `ch/zh/LS 175.2`, end)."""
    if text[position : position + 2] not in statutes.beginnings_of_collections():
        return None
    match = _numbers().match(text, position)
    if match is None:
        return None
    name = match.lastgroup or "n0"
    collection = statutes.collections()[int(name[1:])]
    number = unbroken(match[name])
    if collection.cantons == ("-",):
        return f"ch/sr/{number}", match.end()
    cantons = [code.lower() for code in collection.cantons]
    canton = cantons[0] if len(cantons) == 1 else memory.canton if memory.canton in cantons else ""
    printed = f"{collection.label} {number}"
    return (f"ch/{canton}/{printed}" if canton else f"{OPEN}{printed}"), match.end()


_NOTE = lazy_pattern(r"[ \t\u00a0]*\n[ \t\u00a0]{1,8}(?=[SR][RS][ \u00a0]\d)")
_GOES_ON_BEHIND = lazy_pattern(
    r"[ \u00a0](?=(?:über|betreffend|sur|relative|concernant|sulla|sul|sui|concernente)[ \u00a0])"
)
"""«BG vom 22. März 1974 SR 313.0 über das Verwaltungsstrafrecht»: the title goes on behind the number."""
_NOTE_ENDS = lazy_pattern(r"[ \t\u00a0]*\n")


def read_note(text: str, position: int, memory: Memory) -> tuple[str, int] | None:
    """A footnote that prints the number of the act before it, set into the text on a line of its own: (work, end)."""
    opening = _NOTE.match(text, position)
    if opening is None and text[position : position + 1] == " ":
        found = read_collection_number(text, position + 1, memory)
        return found if found and _GOES_ON_BEHIND.match(text, found[1]) else None
    found = read_collection_number(text, opening.end(), memory) if opening else None
    return found if found and _NOTE_ENDS.match(text, found[1]) else None


_GENEVA = lazy_pattern(r"(?<![A-Za-z0-9])([A-M][ \u00a0]\d[ \u00a0]\d{2}(?:\.\d{2,3})?)(?![\d.])")


def read_geneva_number(text: str, position: int) -> tuple[str, int] | None:
    """A number of Geneva's collection as Geneva prints it, without a label: «E 5 10»."""
    match = _GENEVA.match(text, position)
    return (f"ch/ge/{unbroken(match[1])}", match.end()) if match else None


class Bracket(NamedTuple):
    """What a bracket says of an act: its end, the work its number names ("" when it has none), abbreviations, names."""

    end: int
    number: str = ""
    abbreviations: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


_ITEM = lazy_pattern(r"\s*(?:[,;]|\s[-–/]\s|\b(?:et|und|e)\b)\s*")
_CALLED = lazy_pattern(
    r"(?:nachfolgend|nachstehend|im Folgenden|fortan|kurz|abgekürzt|ci-après|ci-dessous|qui suit|di seguito|in seguito|hereinafter|hereafter)"
    r"(?:\s?:)?\s*(?:die|das|der|la|le|il|the)?\s*[«\"“]?"
)
_STATE = lazy_pattern(r"in der Fassung|Stand|\d")
_IMPLEMENTING = frozenset({"EG", "EV", "VV", "VO", "V", "Vo", "LI", "Lacc"})
_FOREIGN_NAME = lazy_pattern(
    r"(?:[Ll]oi|[Oo]rdonnance|[Rr]èglement|[Cc]onstitution|[Cc]onvention|[Cc]ode|[Ll]egge|[Oo]rdinanza|[Rr]egolamento|[Cc]ostituzione|[Cc]odice|[Cc]onvenzione|[Ll]escha|[Oo]rdinaziun)\b.{0,40}\Z"
)
_LONGEST = 240


def read_bracket(text: str, position: int, memory: Memory) -> Bracket | None:
    """The bracket that opens at `position`, when it names an act and nothing else."""
    close = text.find(")" if text[position] == "(" else "]", position + 1, position + _LONGEST)
    inside = text[position + 1 : close if close > 0 else position + 60]
    number, number_end = "", 0
    abbreviations: list[str] = []
    names: list[str] = []
    for first, last in _items(inside):
        offset = position + 1 + first
        found = read_collection_number(text, offset, memory) or (
            read_geneva_number(text, offset) if text[offset] < "N" and memory.canton in {"ge", ""} else None
        )
        if found:
            number, number_end = number or found[0], found[1]
            rest = text[found[1] : position + 1 + last].strip()
            if rest and not _STATE.match(rest):
                return Bracket(number_end, number, tuple(abbreviations), tuple(names))
            continue
        word = unbroken(_CALLED.sub("", inside[first:last])).strip('«»"“” ')
        key = statutes.key_of(word)
        if key in statutes.abbreviations() or looks_like_abbreviation(key) or _implements(key):
            abbreviations.append(key)
        elif is_law_noun(word) or statutes.act_called(word) or _FOREIGN_NAME.match(word):
            names.append(nominative(word))
        elif not number and _LABELLED.match(key) and _numbered_later(text, position + 1 + last, memory):
            abbreviations.append(key)
        elif _CALLED.match(inside[first:last].strip()) and _numbered_later(text, position + 1 + last, memory):
            names.append(word)
        else:
            return Bracket(number_end, number, tuple(abbreviations), tuple(names)) if number else None
    if close < 0:
        return Bracket(number_end, number, tuple(abbreviations), tuple(names)) if number else None
    if not (number or abbreviations or names):
        return None
    return Bracket(close + 1, number, tuple(abbreviations), tuple(names))


_LABELLED = lazy_pattern(r"[A-ZÄÖÜ][A-Za-zÄÖÜäöüéè]{1,9}(?: [A-ZÄÖÜ][A-Za-zÄÖÜäöü]{1,7}){0,2}\Z")
"""«GebV OG», «Vo EG»: what stands before the number of a collection in a bracket is an abbreviation."""


def _numbered_later(text: str, position: int, memory: Memory) -> bool:
    """Whether the next item of the bracket is a number of a collection."""
    separator = _ITEM.match(text, position)
    return separator is not None and read_collection_number(text, separator.end(), memory) is not None


def _items(inside: str) -> list[tuple[int, int]]:
    """The spans of the items of a bracket, without white space before them."""
    spans = []
    start = 0
    for match in [*_ITEM.finditer(inside), None]:
        end = match.start() if match else len(inside)
        item = inside[start:end]
        if item.strip():
            spans.append((start + len(item) - len(item.lstrip()), end))
        start = match.end() if match else end
    return spans


def _implements(key: str) -> bool:
    """«EG ZGB», «VO StHG»: a canton's act to implement a federal one."""
    first, _, rest = key.partition(" ")
    return first in _IMPLEMENTING and statutes.key_of(rest) in statutes.abbreviations()
