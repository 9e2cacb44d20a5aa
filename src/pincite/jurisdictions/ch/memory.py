"""What is remembered of a Swiss text while it is read: its canton, the acts it defines, what was cited last.

Keeps true: a definition holds for the whole text, also before the place where it stands («Art. 87 BauG» in the title,
«(BauG, SHR 700.100)» below): acts not known when met are written as `ch/?/<abbreviation>` and settled at the end.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from pincite.citations.mention import Kind
from pincite.citations.pack import TextReading
from pincite.citations.scanner import Scanner, SlowScanner, scanner_for
from pincite.jurisdictions.ch.statutes import canton_names
from pincite.text.tables import rows

__all__ = ["OPEN", "CaseSeen", "Memory", "Step", "memory_of"]

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
        open_candidates: abbreviations that may mean several acts, with these.
        authors: who was cited, by surnames, with the kind, the work and the article.
        last_authors: the authors cited last, as printed.
        last_literature: kind, work, article and start of the literature cited last.
        governing: an act that a sentence names for the bare articles that follow («dispositions de la loi … sur:»).

    """

    text: str
    _canton: str | None
    own_act: str
    language: str
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
    open_candidates: dict[str, tuple[str, ...]] = field(default_factory=dict)
    authors: dict[str, tuple[Kind, str, str]] = field(default_factory=dict)
    last_authors: str = ""
    last_literature: tuple[Kind, str, str, int] | None = None

    @property
    def canton(self) -> str:
        """The document's canton."""
        if self._canton is None:
            self._canton = _canton_of(self.text)
        return self._canton


_OWN_ACT = re.compile(
    r"ch/(?:sr/|[a-z]{2}/(?![A-Z]{2}\d{6}|\S*/\d{4}\Z)[^\d#]*\Z|[a-z]{2}/(?:LS|BSG|SGS|SG|SAR|SRL|RSG|BLV|sGS|bGS|RB|BR|GDB|NG|SHR|SRSZ|BGS|RL|RSN|RSJU|RSF|SGF|GS) )"
)
_OF_CANTON = re.compile(r"ch/([a-z]{2})/")
_NO_CANTON = {"sr", "as", "ok"}


def memory_of(reading: TextReading) -> Memory:
    """The memory of this text; made when first asked for."""
    memory = reading.memory.get("ch")
    if memory is None:
        own = (reading.self_reference or "").partition("#")[0]
        match = _OF_CANTON.match(own)
        canton = match[1] if match and match[1] not in _NO_CANTON else "" if own else None
        memory = Memory(reading.text, canton, own if _OWN_ACT.match(own) else "", reading.language)
        reading.memory["ch"] = memory
    return memory


_NAMING = (
    r"(?:Kantons?|[Cc]anton d(?:e la |u |e |’|')|Cantone(?: d(?:i |el ))?|(?:Ober|Kantons|Verwaltungs)gericht(?:e?s)?(?: des Kantons)?"
    r"|Tribunal cantonal(?: d(?:u |e ))?|Cour de justice d(?:u |e )|Tribunale d'appello del )[ \n]{0,3}"
)
_REACH = 60_000


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
    """The canton that a text speaks of most, "" when none is named twice and twice as often as the next."""
    scanner, codes = _signs()
    scan = scanner.begin(text[:_REACH])
    counts: Counter[str] = Counter()
    position = 0
    while hit := scan.next_hit(position):
        counts[codes[hit.matches[0][0]]] += 1
        position = hit.matches[0][1]
    best = [*counts.most_common(2), ("", 0), ("", 0)]
    return best[0][0] if best[0][1] >= 2 and best[0][1] >= 2 * best[1][1] else ""
