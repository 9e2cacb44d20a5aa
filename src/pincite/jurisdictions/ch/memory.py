"""What is remembered of a Swiss text while it is read: its canton, the acts it defines, what was cited last.

Keeps true: a definition holds for the whole text, also before the place where it stands («Art. 87 BauG» in the title,
«(BauG, SHR 700.100)» below): acts not known when met are written as `ch/?/<abbreviation>` and settled at the end.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from pincite.citations.mention import Kind
from pincite.citations.pack import TextReading
from pincite.jurisdictions.ch.statutes import canton_names

__all__ = ["OPEN", "Memory", "Step", "memory_of"]

OPEN = "ch/?/"
"""Beginning of the reference of an act whose number or canton is not known yet."""

Step = tuple[str, str]
"""A level and its label in a place: `("art", "6_bis")`, `("para", "1")`."""


@dataclass(slots=True)
class Memory:
    """The pack's memory of one text.

    Attributes:
        canton: code of the canton the document belongs to, "" when federal or unknown.
        own_act: the reference of the document when it is an act: its bare articles mean itself.
        defined: abbreviations and short names the text defines, with their works.
        last_act, last_at: the work of the provision or act named last, and where it was named.
        last_section: the act named last that is no federal one: what a bare § may mean.
        article: the article named last: work, path, start and end.
        topic: the article a sentence is about (not one in brackets, not one «im Sinne von»): work, path, start.
        own_article: the article of the document itself that is being read, by its heading.
        last_case, last_case_at, last_case_end: the decision cited last, and where.
        open_candidates: abbreviations that may mean several acts, with these.
        authors: who was cited, by surnames, with the kind and the work.
        last_literature: kind, work, article and start of the literature cited last.
        governing: an act that a sentence names for the bare articles that follow («dispositions de la loi … sur:»).

    """

    canton: str = ""
    own_act: str = ""
    language: str = ""
    defined: dict[str, str] = field(default_factory=dict)
    last_act: str = ""
    last_section: str = ""
    last_at: int = -1
    last_case: str = ""
    last_case_at: int = -1
    last_case_end: int = -1
    governing: str = ""
    topic: tuple[str, tuple[Step, ...], int] | None = None
    own_article: tuple[Step, ...] = ()
    article: tuple[str, tuple[Step, ...], int, int] | None = None
    open_candidates: dict[str, tuple[str, ...]] = field(default_factory=dict)
    authors: dict[str, tuple[Kind, str]] = field(default_factory=dict)
    last_literature: tuple[Kind, str, str, int] | None = None


_OWN_ACT = re.compile(
    r"ch/(?:sr/|[a-z]{2}/(?![A-Z]{2}\d{6}|\S*/\d{4}\Z)[^\d#]*\Z|[a-z]{2}/(?:LS|BSG|SGS|SG|SAR|SRL|RSG|BLV|sGS|bGS|RB|BR|GDB|NG|SHR|SRSZ|BGS|RL|RSN|RSJU|RSF|SGF|GS) )"
)
_CANTON = re.compile(r"ch/([a-z]{2})/")
_FEDERAL = {"sr", "as", "ok"}


def memory_of(reading: TextReading) -> Memory:
    """The memory of this text; made when first asked for."""
    memory = reading.memory.get("ch")
    if memory is None:
        memory = reading.memory["ch"] = _begin(reading)
    return memory


def _begin(reading: TextReading) -> Memory:
    memory = Memory(language=reading.language)
    own = (reading.self_reference or "").partition("#")[0]
    if _OWN_ACT.match(own):
        memory.own_act = own
    match = _CANTON.match(own)
    if match and match[1] not in _FEDERAL:
        memory.canton = match[1]
    elif not own:
        memory.canton = _canton_named(reading.text)
    return memory


_NAMING = (
    r"(?:Kantons|Kanton|canton d(?:e la |u |e |’|')|Canton d(?:e la |u |e |’|')|République et canton d(?:u |e )|Cantone(?: d(?:i |el ))?|"
    r"Obergericht(?:s|es)?(?: des Kantons)?|Kantonsgericht(?:s|es)?(?: des Kantons)?|Verwaltungsgericht(?:s|es)?(?: des Kantons)?|"
    r"Tribunal cantonal(?: d(?:u |e ))?|Cour de justice d(?:u |e )|Tribunale d'appello del )\s*"
)


def _canton_named(text: str) -> str:
    """The canton a text belongs to: named most, or whose collection and dockets it cites most; "" when that is not clear."""
    counts: Counter[str] = Counter()
    for match in _naming().finditer(text, 0, 60_000):
        counts[_code_of()[" ".join(match[1].split())]] += 1
    for code, pattern in _SIGNS.items():
        counts[code] += min(6, len(pattern.findall(text, 0, 60_000)))
    best = counts.most_common(2)
    if best[0][1] < 2 or best[0][1] < 2 * best[1][1]:
        return ""
    return best[0][0]


_SIGNS = {
    "ge": re.compile(
        r"\b(?:ATA|ATAS|ACJC|ACPR|AARP|ACST|JTAPI)/\d{1,5}/\d{4}|\((?:[A-Za-z]{2,9} - )?[A-M] \d \d\d(?:\.\d\d)?\)"
    ),
    "zh": re.compile(r"\bLS \d{3}\.\d|\b[VSI][BV]\.\d{4}\.\d{5}\b"),
    "be": re.compile(r"\bBSG \d{3}\.\d"),
    "ag": re.compile(r"\bSAR \d{3}\.\d|\bAGVE \d{4}"),
    "vd": re.compile(r"\bBLV \d{3}\.\d"),
    "sg": re.compile(r"\bsGS \d{3}\.\d"),
    "sz": re.compile(r"\bSRSZ \d{3}\.\d"),
    "lu": re.compile(r"\bSRL (?:Nr\. )?\d"),
    "ti": re.compile(r"\bRL \d{3}\.\d"),
}


_cache: dict[str, object] = {}


def _code_of() -> dict[str, str]:
    if "codes" not in _cache:
        _cache["codes"] = {name: code for code, names, _ in canton_names() for name in names}
    return _cache["codes"]  # type: ignore[return-value]


def _naming() -> re.Pattern[str]:
    if "naming" not in _cache:
        names = sorted(_code_of(), key=len, reverse=True)
        pattern = "|".join(re.escape(name).replace(r"\ ", r"\s") for name in names)
        _cache["naming"] = re.compile(_NAMING + f"({pattern})(?![a-zäöü])")
    return _cache["naming"]  # type: ignore[return-value]
