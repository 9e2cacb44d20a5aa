"""What is remembered of a Swiss text while it is read: its canton, the acts it defines, what was cited last.

Keeps true: a definition holds for the whole text, also before the place where it stands («Art. 87 BauG» in the title,
«(BauG, SHR 700.100)» below): acts not known when met are written as `ch/?/<abbreviation>` and settled at the end.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from typing import NamedTuple

from pincite.citations.mention import Kind
from pincite.citations.pack import TextReading
from pincite.citations.scanner import Scanner, SlowScanner, scanner_for
from pincite.jurisdictions.ch.statutes import canton_names
from pincite.text.patterns import pattern as lazy_pattern
from pincite.text.tables import rows

__all__ = ["OPEN", "UNNAMED", "CaseSeen", "Memory", "Step", "is_swiss", "memory_of", "swiss_here"]

OPEN = "ch/?/"
"""Beginning of the reference of an act whose number or canton is not known yet."""

Step = tuple[str, str]
"""A level and its label in a place: `("art", "6_bis")`, `("para", "1")`."""


class CaseSeen(NamedTuple):
    """A decision cited: its work ("" when outside the scheme), where its citation begins, and the end of what names it."""

    work: str
    start: int
    end: int


@dataclass(slots=True)
class Memory:
    """The pack's memory of one text.

    Attributes:
        text: the whole text.
        canton: code of the canton the document belongs to, "" when federal or unknown; looked for when first asked for.
        own_act: the reference of the document when it is an act: its bare articles mean itself.
        defined: abbreviations and short names the text defines, with their works.
        last_act, last_at: the work of the provision or act named last, and where it was named.
        last_section: the act named last that is no federal one: what a bare § may mean.
        article: the article named last: work, path, start and end.
        topic: the article a sentence is about (not one in brackets, not one «im Sinne von»): work, path, start.
        own_article: the article of the document itself that is being read, by its heading.
        last_case, last_case_at, last_case_end: the decision cited last, and where.
        cases: all decisions cited, in order; a consideration that goes on with one is entered again.
        named_cases: the works of all these.
        under_appeal: the decision under appeal, where the text calls one so.
        line_numbers: what numbers stand at beginnings of lines; looked for when first asked for.
        meanings: what abbreviations stand for that the text does not define, as found (work, note, candidates, whole).
        open_candidates: abbreviations that may mean several acts, with these.
        in_brackets: where abbreviations close a bracket; looked for when first asked for.
        communal: whether an abbreviation is defined as that of a commune's act.
        authors: who was cited, by surnames, with the kind, the work and the article.
        last_authors: the authors cited last, as printed.
        last_literature: kind, work, article and start of the literature cited last.
        governing: an act that a sentence names for the bare articles that follow («dispositions de la loi … sur:»).

    """

    text: str
    _canton: str | None
    own_act: str
    language: str
    _abroad: bool | None = None
    defined: dict[str, str] = field(default_factory=dict)
    last_act: str = ""
    last_section: str = ""
    last_at: int = -1
    last_case: str = ""
    last_case_at: int = -1
    last_case_end: int = -1
    cases: list[CaseSeen] = field(default_factory=list)
    named_cases: set[str] = field(default_factory=set)
    under_appeal: str = ""
    line_numbers: frozenset[str] | None = None
    governing: str = ""
    topic: tuple[str, tuple[Step, ...], int] | None = None
    own_article: tuple[Step, ...] = ()
    article: tuple[str, tuple[Step, ...], int, int] | None = None
    meanings: dict[tuple[str, bool], tuple[str, str, tuple[str, ...], bool]] = field(default_factory=dict)
    open_candidates: dict[str, tuple[str, ...]] = field(default_factory=dict)
    communal: dict[str, bool] = field(default_factory=dict)
    in_brackets: dict[str, list[int]] | None = None
    authors: dict[str, tuple[Kind, str, str]] = field(default_factory=dict)
    last_authors: str = ""
    last_literature: tuple[Kind, str, str, int] | None = None

    @property
    def abroad(self) -> bool:
        """Whether the document is Liechtenstein's, whose acts bear the abbreviations of Swiss ones."""
        if self._abroad is None:
            head = self.text[:_REACH]
            # plain look-ups rule most texts out; the pattern alone would take longer than all else in a short text
            found = _ABROAD.finditer(head) if any(word in head for word in _ABROAD_WORDS) else iter(())
            self._abroad = len(list(islice(found, _ABROAD_OFTEN))) == _ABROAD_OFTEN
        return self._abroad

    @property
    def canton(self) -> str:
        """The document's canton."""
        if self._canton is None:
            self._canton = _canton_of(self.text)
        return self._canton


_OWN_ACT = lazy_pattern(
    r"ch/(?:sr/|[a-z]{2}/(?![A-Z]{2}\d{6}|\S*/\d{4}\Z)[^\d#]*\Z|[a-z]{2}/(?:LS|BSG|SGS|SG|SAR|SRL|RSG|BLV|sGS|bGS|RB|BR|GDB|NG|SHR|SRSZ|BGS|RL|RSN|RSJU|RSF|SGF|GS) )"
)
_OF_CANTON = lazy_pattern(r"ch/([a-z]{2})/")
_NO_CANTON = {"sr", "as", "ok"}


def memory_of(reading: TextReading) -> Memory:
    """The memory of this text; made when first asked for."""
    memory = reading.memory.get("ch")
    if memory is None:
        own = (reading.self_reference or "").partition("#")[0]
        match = _OF_CANTON.match(own)
        canton = match[1] if match and match[1] not in _NO_CANTON else "" if own else None
        abroad = True if own.startswith("li/") or reading.jurisdiction == "li" else False if own else None
        if reading.self_reference is None and (not reading.jurisdiction or reading.jurisdiction == "ch"):
            own = _unnamed_act(reading.text)
        memory = Memory(
            reading.text,
            canton,
            own if own.startswith(UNNAMED) or _OWN_ACT.match(own) else "",
            reading.language,
            abroad,
        )
        reading.memory["ch"] = memory
    return memory


UNNAMED = ("ch/sr/?", "ch/?self")
"""What stands for an act whose text this is and whose number nobody said: federal, or a canton's."""
_AMENDED = lazy_pattern(
    r"(?:Fassung gemäss|Eingefügt durch|Aufgehoben durch|Nouvelle teneur selon|Introduite?s? par|Abrogée?s? par|Nuovo testo giusta|Introdott[oaie] d|Abrogat[oaie] d)"
)
_HEADED = lazy_pattern(r"^[ \t]{0,4}(?:Art\.|§)[ \u00a0]?\d{1,3}[a-z]?[ \u00a0]?\*?[ \t]*$", re.MULTILINE)
_CITES_DECISIONS = lazy_pattern(r"\b(?:BGE|ATF|DTF)\s\d")
_REPORTERS = ("BGE", "ATF", "DTF")
_HEADED_BY = ("Art.", "§")
_AMENDED_WORDS = ("emäss", "ngefügt d", "fgehoben d", "elon", "ntroduit", "brogé", "giusta", "ntrodott", "brogat")
"""One of these stands in every match of the pattern of that name; looking for a word is far cheaper than trying a pattern everywhere."""
_NOTES, _HEADINGS = 3, 6


def _unnamed_act(text: str) -> str:
    """Which of `UNNAMED` a text without a reference is, "" when it is no act: notes of amendments, or headings on lines of their own, and no decision cited."""
    head = text[:_REACH]
    if any(_CITES_DECISIONS.match(head, at) for word in _REPORTERS for at in _places(head, word)):
        return ""
    amended = _AMENDED.finditer(head) if any(word in head for word in _AMENDED_WORDS) else iter(())
    if len(list(islice(amended, _NOTES))) == _NOTES:
        return UNNAMED[0]
    # the sign of a heading has four spaces before it at the most
    lines = (head.rfind("\n", max(0, at - 5), at) + 1 for word in _HEADED_BY for at in _places(head, word))
    headed = (line for line in lines if _HEADED.match(head, line))
    return UNNAMED[1] if len(list(islice(headed, _HEADINGS))) == _HEADINGS else ""


def _places(text: str, word: str) -> Iterator[int]:
    """Where a word stands."""
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + 1)


_NAMING = (
    r"(?:Kantons?|[Cc]anton d(?:e la |u |e |’|')|Cantone(?: d(?:i |el ))?|(?:Ober|Kantons|Verwaltungs)gericht(?:e?s)?(?: des Kantons)?"
    r"|Tribunal cantonal(?: d(?:u |e ))?|Cour de justice d(?:u |e )|Tribunale d'appello del )[ \n]{0,3}"
)
_REACH = 60_000
_SURE = 3
_ABROAD = lazy_pattern(r"\bLGBl\b|\bFürstentums? Liechtenstein|\bFürstlich(?:e[nsr]?)? (?:Ober|Land)|\bStGH \d{4}/\d")
_ABROAD_WORDS = ("LGBl", "Liechtenstein", "Fürstlich", "StGH ")
"""One of these stands in every match of `_ABROAD`."""
_ABROAD_OFTEN = 3


@cache
def _signs() -> tuple[Scanner | SlowScanner, tuple[str, ...]]:
    """What speaks for a canton: «Kanton Zürich», its collection, the dockets only its courts write."""
    patterns, codes = [], []
    for code, names, _ in canton_names():
        alternatives = "|".join(re.escape(name).replace(r"\ ", "[ \\n]") for name in names)
        patterns.append(f"{_NAMING}(?:{alternatives})")
        codes.append(code)
    for code, pattern in rows("pincite.jurisdictions.ch", "data/canton_signs.tsv"):
        patterns.append(pattern)
        codes.append(code.lower())
    return scanner_for(patterns), tuple(codes)


def _canton_of(text: str) -> str:
    """The canton that a text speaks of: thrice at least and twice as often as of the next, or twice and of no other; else ""."""
    scanner, codes = _signs()
    scan = scanner.begin(text[:_REACH])
    counts: Counter[str] = Counter()
    position = 0
    while hit := scan.next_hit(position):
        counts[codes[hit.matches[0][0]]] += 1
        position = hit.matches[0][1]
    best = [*counts.most_common(2), ("", 0), ("", 0)]
    (first, often), (_, next_often) = best[:2]
    return first if often >= 2 and (next_often == 0 or (often >= _SURE and often >= 2 * next_often)) else ""


@cache
def _swiss_signs() -> Scanner | SlowScanner:
    return scanner_for([pattern for pattern, _ in rows("pincite.jurisdictions.ch", "data/swiss_signs.tsv")])


def is_swiss(reading: TextReading) -> bool:
    """Whether the document is Swiss (or Liechtenstein's): said so, or shown by what only texts on Swiss law write."""
    if reading.jurisdiction:
        return reading.jurisdiction in _AT_HOME
    known = reading.memory.get("ch.swiss")
    if known is None:
        known = _swiss_signs().begin(reading.text[:_REACH]).next_hit(0) is not None
        reading.memory["ch.swiss"] = known
    return bool(known)


_AT_HOME = {"ch", "li", "coe"}
_CONTEXT = 1500


def swiss_here(reading: TextReading, start: int) -> bool:
    """Whether a bare place at `start` may be Swiss law: the document is, and the last citation was not another law's.

    In another country's document it must have been Switzerland's; where nobody said whose the document is, the last
    citation decides.
    """
    if reading.jurisdiction in _AT_HOME:
        return True
    last = reading.mentions[-1] if reading.mentions else None
    if last is None or start - last.end > _CONTEXT:
        return is_swiss(reading)
    return last.rule.startswith("ch.") and (is_swiss(reading) or (last.reference or "").startswith("ch/"))
