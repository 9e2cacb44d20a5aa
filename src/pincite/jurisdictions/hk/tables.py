"""The tables of Hong Kong as values: courts, prefixes, case types, report series, chapters, instruments, works.

Keeps true: each table is read once, when first asked for; what a table marks as ambiguous is never resolved here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from pincite.jurisdictions.hk.courts import courts
from pincite.jurisdictions.shared.titles import runs_over_a_paragraph
from pincite.text.patterns import pattern
from pincite.text.tables import rows

__all__ = [
    "CaseType",
    "Instrument",
    "Series",
    "Titles",
    "case_types",
    "court_headings",
    "instruments",
    "neutral_codes",
    "prefixes",
    "rules_of_court",
    "series",
    "titles",
    "unit_of",
    "works",
    "wrong_codes",
]

_HERE = "pincite.jurisdictions.hk"


class Series(NamedTuple):
    """A report series."""

    code: str
    bracket: str
    volume: str
    first_year: int
    last_year: int | None
    vendor: bool


class CaseType(NamedTuple):
    """A case type of title pages and the prefix it has in each court."""

    english: str
    chinese: tuple[str, ...]
    prefixes: tuple[tuple[str, str], ...]


class Instrument(NamedTuple):
    """An instrument without chapter number, or the Bill of Rights inside Cap. 383."""

    work: str
    articles: int | None
    place: str
    names: tuple[str, ...]
    abbreviations: tuple[str, ...]


@cache
def neutral_codes() -> dict[str, str]:
    """Code in upper case → court in references."""
    return {court.code.upper(): court.database for court in courts().values()}


@cache
def wrong_codes() -> dict[str, str]:
    """Code that does not exist, in upper case → the code that was meant."""
    return {wrong.upper(): row[0] for row in rows(_HERE, "data/wrong_codes.tsv") for wrong in row[1].split(";")}


@cache
def court_ranks() -> dict[str, int]:
    """Court in references → rank, 1 highest."""
    return {court.database: court.rank for court in courts().values()}


@cache
def prefixes() -> dict[str, str]:
    """Prefix of an action number → neutral code of its court, "" for tribunals without one."""
    return {row[0]: row[1] for row in rows(_HERE, "data/case_prefixes.tsv")}


@cache
def case_types() -> tuple[CaseType, ...]:
    """All case types, the longest names first."""
    found = [
        CaseType(
            row[0],
            tuple(word for word in row[1].split(";") if word),
            tuple((court, prefix) for court, _, prefix in (pair.partition(":") for pair in row[2].split(";"))),
        )
        for row in rows(_HERE, "data/case_types.tsv")
    ]
    return tuple(sorted(found, key=lambda case_type: -len(case_type.english)))


@cache
def court_headings() -> tuple[tuple[str, str], ...]:
    """(words of a heading in lower case, neutral code)."""
    return tuple((row[0], row[1]) for row in rows(_HERE, "data/court_headings.tsv"))


@cache
def series() -> dict[str, Series]:
    """Code of a report series → the series."""
    return {
        row[0]: Series(row[0], row[2], row[3], int(row[4]), int(row[5]) if row[5] else None, row[6] == "vendor number")
        for row in rows(_HERE, "data/law_reports.tsv")
    }


@cache
def instruments() -> tuple[Instrument, ...]:
    """All instruments."""
    return tuple(
        Instrument(
            row[0],
            int(row[4]) if row[4] else None,
            row[5],
            (*row[1].split(";"), *(name for name in row[2].split(";") if name)),
            tuple(word for word in row[3].split(";") if word),
        )
        for row in rows(_HERE, "data/instruments.tsv")
    )


@cache
def rules_of_court() -> dict[str, str]:
    """Letters of rules of court → reference."""
    return {row[0]: f"hk/cap{row[1]}" for row in rows(_HERE, "data/rules_of_court.tsv")}


@cache
def works() -> dict[str, str]:
    """Title of a commentary or book, normalised → commentary or doctrine."""
    return {title_key(row[1]): row[0] for row in rows(_HERE, "data/works.tsv")}


_MARGIN_LETTERS = pattern(r"\n[A-V](?: [A-V])?(?=\s)|(?<=\s)[A-V]\n")
"""Letters in the margin of a transcript, run into the text."""
_SPACES = pattern(r"\s+")
_QUOTES = str.maketrans({"’": "'", "‘": "'", "–": "-", "—": "-", "（": "(", "）": ")", "\u3000": " "})


@lru_cache(8192)
def title_key(title: str) -> str:
    """A title as it is compared: lower case, no article before it, no margin letters, single spaces, plain quotes and brackets.

    Words on both sides of an empty line are no title: "".
    """
    if runs_over_a_paragraph(title, 0, len(title)):
        return ""
    return _SPACES.sub(" ", _MARGIN_LETTERS.sub(" ", title).translate(_QUOTES)).strip().lower().removeprefix("the ")


def chinese_key(title: str) -> str:
    """A Chinese title as it is compared: no spaces, plain brackets, one way of writing 衞 and 着."""
    return _SPACES.sub("", title.translate(_QUOTES)).replace("衛", "衞").replace("著", "着").replace("啓", "啟")


@dataclass(frozen=True, slots=True)
class Titles:
    """Chapters by title and abbreviation."""

    english: dict[str, str]
    chinese: dict[str, str]
    abbreviations: dict[str, tuple[str, ...]]
    title_of: dict[str, str]

    def abbreviation(self, word: str) -> tuple[str, ...]:
        """The chapters an abbreviation may mean; more than one: ambiguous."""
        return self.abbreviations.get(word.replace(".", ""), ())


@cache
def titles() -> Titles:
    """The table of chapters; of one title the chapter in force wins, then the first."""
    english: dict[str, str] = {}
    chinese: dict[str, str] = {}
    abbreviations: dict[str, tuple[str, ...]] = {}
    title_of: dict[str, str] = {}
    repealed: list[tuple[str, str]] = []
    for cap, title, chinese_title, short, state, _ in rows(_HERE, "data/ordinances.tsv"):
        title_of[cap] = title
        if state:
            repealed.append((title_key(title), cap))
        else:
            english.setdefault(title_key(title), cap)
        if chinese_title:
            chinese.setdefault(chinese_key(chinese_title), cap)
        for word in filter(None, short.split(";")):
            abbreviations[word] = (*abbreviations.get(word, ()), cap)
    for title, cap in repealed:
        english.setdefault(title, cap)
    for cap, title in rows(_HERE, "data/former_titles.tsv"):
        english.setdefault(title_key(title), cap)
    for instrument in instruments():
        if not instrument.place and instrument.work.startswith("A"):
            for name in instrument.names:
                (english if name.isascii() or "’" in name else chinese).setdefault(title_key(name), instrument.work)
    return Titles(english, chinese, abbreviations, title_of)


_UNIT_OF_TITLE = (("regulation", "reg"), ("regulations", "reg"), ("rules", "r"), ("by-laws", "bl"), ("bylaws", "bl"))


@cache
def unit_of(work: str) -> str:
    """The sign of the numbered units (條) of a work by the last word of its title; sections where no title is known."""
    title = titles().title_of.get(work.removeprefix("hk/cap"), "").lower()
    return next((sign for ending, sign in _UNIT_OF_TITLE if title.endswith(ending)), "s")
