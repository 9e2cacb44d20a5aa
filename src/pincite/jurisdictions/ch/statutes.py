"""Federal acts: which number an abbreviation, a name or a title stands for; what cantonal collections are called.

Keeps true: an abbreviation that names two acts in two languages is decided by the language, or stays open with its
candidates; a title is taken for an act of the table only when its date or its name says so. Data: `data/*.tsv`.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from functools import cache, lru_cache
from typing import NamedTuple

from pincite.jurisdictions.ch.text_forms import iso_date, nominative, unbroken
from pincite.text.patterns import pattern
from pincite.text.tables import rows

__all__ = [
    "Act",
    "Collection",
    "abbreviations",
    "act_called",
    "act_dated",
    "acts_abbreviated",
    "beginnings_of_collections",
    "begins_a_name",
    "canton_adjectives",
    "canton_names",
    "cantonal_meaning",
    "collections",
    "date_differs",
    "folded",
    "is_repealed",
    "key_of",
    "may_be_cantonal",
    "title_of",
]

_PACKAGE = "pincite.jurisdictions.ch"
_REMEMBERED = 8192
"""How many answers about a name or an abbreviation are kept."""
_COLUMNS = ("de", "fr", "it", "en", "rm")


class Act(NamedTuple):
    """A federal act: number, the languages in which the abbreviation asked for is its own, date of its title."""

    number: str
    languages: tuple[str, ...]


class Collection(NamedTuple):
    """An official collection: label, cantons it belongs to (`-` the Confederation), shape of its numbers."""

    label: str
    cantons: tuple[str, ...]
    number: str


@lru_cache(_REMEMBERED)
def key_of(abbreviation: str) -> str:
    """An abbreviation as it is compared: spaces single, hyphens plain, no dot at the end."""
    return unbroken(abbreviation).rstrip(".").replace("\u2010", "-").replace("\u2011", "-")


@cache
def _federal() -> tuple[list[list[str]], dict[str, tuple[Act, ...]]]:
    table = list(rows(_PACKAGE, "data/federal_acts.tsv"))
    found: dict[str, dict[str, list[str]]] = {}
    for row in table:
        for language, cell in zip(_COLUMNS, row[1:6], strict=True):
            if cell:
                found.setdefault(key_of(cell), {}).setdefault(row[0], []).append(language)
        for cell in row[6].split("|"):
            if cell:
                found.setdefault(key_of(cell), {}).setdefault(row[0], [])
    for abbreviation, number, languages, _ in rows(_PACKAGE, "data/old_acts.tsv"):
        if number:
            found.setdefault(key_of(abbreviation), {}).setdefault(number, []).extend(languages.split(","))
    return table, {
        key: tuple(Act(number, tuple(languages)) for number, languages in numbers.items())
        for key, numbers in found.items()
    }


@cache
def _repealed() -> frozenset[str]:
    return frozenset(key_of(row[0]) for row in rows(_PACKAGE, "data/old_acts.tsv") if not row[1])


def is_repealed(abbreviation: str) -> bool:
    """Whether the abbreviation is that of an act no longer law whose number is not that of an act of today."""
    return key_of(abbreviation) in _repealed()


@lru_cache(_REMEMBERED)
def acts_abbreviated(abbreviation: str, language: str = "") -> tuple[str, ...]:
    """The numbers of the acts so abbreviated: one when it is certain, several when language does not decide, or none."""
    acts = _federal()[1].get(key_of(abbreviation), ())
    if len(acts) > 1:
        fitting = tuple(act for act in acts if language in act.languages) or acts
        return tuple(act.number for act in fitting)
    return tuple(act.number for act in acts)


@cache
def abbreviations() -> frozenset[str]:
    """All abbreviations of the table, as `key_of` writes them."""
    return frozenset(_federal()[1]) | _repealed()


@lru_cache(_REMEMBERED)
def folded(title: str) -> str:
    """A title as it is compared: no case, no accents, straight apostrophes, single spaces."""
    if title.isascii():
        return unbroken(title.lower())
    plain = unicodedata.normalize("NFD", unbroken(title).replace("’", "'").lower())
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


@cache
def _titles() -> dict[str, str]:
    return {row[0]: row[8] for row in _federal()[0]}


def title_of(number: str) -> str:
    """The German title of the act with this number, "" when the table has none."""
    return _titles().get(number, "")


_SHORT_TITLE = pattern(r"\(([^()]*)\)\s*(?:\(mit [^)]*\))?\s*\Z")
_GERMAN_DATE = pattern(r"\bvom \d{1,2}\. [A-Za-zä]+ \d{4}\s?")


@cache
def _names() -> dict[str, tuple[str, str]]:
    """Folded name -> (number, date)."""
    names: dict[str, tuple[str, str]] = {}
    for row in _federal()[0]:
        number, title = row[0], row[8]
        date = iso_date(title)
        short = _SHORT_TITLE.search(title)
        parts = [part.strip() for part in short[1].split(",")] if short else []
        for name in (*parts, _GERMAN_DATE.sub("", title.partition(" (")[0])):
            if name and key_of(name) not in _federal()[1] and len(name) > 6:
                names.setdefault(folded(nominative(name)), (number, date))
    dates = {row[0]: iso_date(row[8]) for row in _federal()[0]}
    for number, _, name in rows(_PACKAGE, "data/act_names.tsv"):
        names[folded(name)] = (number, dates.get(number, ""))
    return names


def act_called(name: str, date: str = "") -> str | None:
    """The number of the act that is called `name` (a short title or title, without its date), None when unknown.

    A date other than the act's own means another act: an older one of the same name, or a canton's.
    """
    found = _names().get(folded(name))
    if found is None:
        return None
    number, own_date = found
    if date and own_date and date != own_date and number not in _SAME_NUMBER_TWICE:
        return None
    return number


@cache
def _sorted_names() -> list[str]:
    return sorted(_names())


def begins_a_name(phrase: str) -> bool:
    """Whether the name of some act begins with these words; a hyphen at their end may be one of a line's end."""
    key = folded(phrase).rstrip("-")
    names = _sorted_names()
    index = bisect_left(names, key)
    return index < len(names) and names[index].startswith(key)


_SAME_NUMBER_TWICE = {"235.1", "220", "210", "281.1"}
"""Acts whose old text has the same number, or whose date differs between languages or versions of the title."""


@cache
def _dated() -> dict[str, list[list[str]]]:
    dated: dict[str, list[list[str]]] = {}
    for row in _federal()[0]:
        if date := iso_date(row[8]):
            dated.setdefault(date, []).append(row)
    return dated


_ARTICLES = {"l", "la", "le", "les", "il", "lo", "gli", "i", "dell", "sull", "d", "un", "una", "des", "de", "du", "da"}


def act_dated(date: str, title: str, language: str) -> str | None:
    """The act of that date whose abbreviation in `language` is made of the initials of the words of `title`.

    «loi fédérale du 17 décembre 1993 sur le libre passage …» is LFLP: the only act of that day whose letters l, p
    stand in that order at the beginning of words. None when no act, or more than one, fits.
    """
    initials = ["f"] + [word[0] for word in re.findall(r"[a-z]+", folded(title)) if word not in _ARTICLES]
    column = _COLUMNS.index(language) + 1 if language in _COLUMNS else 2
    fitting = []
    for row in _dated().get(date, ()):
        letters = [sign.lower() for sign in unicodedata.normalize("NFD", row[column])[1:] if sign.isupper()]
        position, matched = 0, 0
        for letter in letters:
            if letter in initials[position:]:
                position = initials.index(letter, position) + 1
                matched += 1
        if (len(initials) > 1 and letters and letters != ["f"] and matched == len(letters)) or _made_of(
            row[column], title
        ):
            fitting.append(row[0])
    return fitting[0] if len(fitting) == 1 else None


_CHUNK = pattern(r"[A-Z][a-z]*")


def _made_of(abbreviation: str, title: str) -> bool:
    """Whether an abbreviation is made of the beginnings of the title's words: LFus of «… sur la fusion», LTrans of «… sur la transparence»."""
    plain = "".join(sign for sign in unicodedata.normalize("NFD", abbreviation) if not unicodedata.combining(sign))
    chunks = [chunk.lower() for chunk in _CHUNK.findall(plain[1:])]
    if not chunks or max(map(len, chunks)) < _TELLING:
        return False
    names = iter(word for word in re.findall(r"[a-z]+", folded(title)) if word not in _ARTICLES)
    return all(any(name.startswith(chunk) for name in names) for chunk in chunks)


_TELLING = 3
"""Letters of a word that are enough to know it by."""


@cache
def _date_of() -> dict[str, str]:
    return {row[0]: iso_date(row[8]) for row in _federal()[0]}


def date_differs(number: str, date: str) -> bool:
    """Whether a date printed in a title is not that of the act with this number."""
    own = _date_of().get(number, "")
    return bool(date and own and own != date and number not in _SAME_NUMBER_TWICE)


@cache
def collections() -> tuple[Collection, ...]:
    """The official collections, the Confederation's first."""
    return tuple(
        Collection(label, tuple(cantons.split(",")), number)
        for label, cantons, number, _ in rows(_PACKAGE, "data/collections.tsv")
    )


@cache
def beginnings_of_collections() -> frozenset[str]:
    """The first two characters of the labels: a cheap look before the pattern of all collections."""
    return frozenset(collection.label[:2] for collection in collections())


@cache
def _meanings() -> dict[tuple[str, str], bool]:
    return {(row[0].lower(), key_of(row[1])): True for row in rows(_PACKAGE, "data/cantonal_acts.tsv")}


@cache
def _cantonal_keys() -> frozenset[str]:
    return frozenset(key for _, key in _meanings())


def may_be_cantonal(abbreviation: str) -> bool:
    """Whether the abbreviation of a federal act is that of a canton's act too, in some canton."""
    return key_of(abbreviation) in _cantonal_keys()


def cantonal_meaning(canton: str, abbreviation: str) -> bool:
    """Whether the abbreviation means the canton's own act in a document of that canton."""
    key = key_of(abbreviation)
    return (canton, key) in _meanings() or ("*", key) in _meanings()


@cache
def canton_adjectives() -> dict[str, str]:
    """Beginnings of the adjectives of cantons (`genevois`, `Zürcher`) and the code of each, longest first."""
    found = {sign: code for code, _, signs in canton_names() for sign in signs}
    return {sign: found[sign] for sign in sorted(found, key=len, reverse=True)}


@cache
def canton_names() -> tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]:
    """Code (lower case), names, adjectives of each canton."""
    return tuple(
        (code.lower(), tuple(names.split("|")), tuple(sign for sign in signs.split("|") if sign))
        for code, names, signs in rows(_PACKAGE, "data/cantons.tsv")
    )
