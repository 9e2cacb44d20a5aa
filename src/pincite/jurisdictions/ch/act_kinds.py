"""Which kind of act a word means: «Art. 6 der Verordnung» is no article of a statute, «Art. 5 des Gesetzes» none of a treaty.

Keeps true: an act whose kind the tables do not tell fits every word; a word that names no kind fits every act; what is said
to be a commune's, a canton's or a foundation's own is no act cited before.
"""

from __future__ import annotations

from functools import lru_cache

from pincite.citations.pack import TextReading
from pincite.jurisdictions.ch.statutes import title_of
from pincite.jurisdictions.ch.text_forms import GAP
from pincite.text.patterns import pattern

__all__ = ["fits", "its_own_rules", "kinds_meant", "last_of_kind", "of_a_body"]

_REMEMBERED = 2048
_LOOKED_BACK = 60
"""How many citations before are asked for one of the kind meant."""

_WORDS = pattern(
    r"(?P<law>Gesetzes|loi|legge|[Aa]ct)\Z|(?P<ordinance>Verordnung|ordonnance|ordinanza|[Oo]rdinance)\Z|(?P<regulation>Reglements)\Z"
    r"|(?P<rules>règlement|regolamento)\Z|(?P<treaty>Übereinkommens|Abkommens|Konvention|Protokolls|convention|accord|convenzione|accordo)\Z"
)
_MEANT = {"rules": frozenset({"ordinance", "regulation"})}
"""What German titles call «Verordnung» is «règlement» in some French titles."""
_TITLES = pattern(
    r"(?P<ordinance>[Vv]erordnung)|(?P<law>[Gg]esetz|[Pp]rozessordnung)|(?P<regulation>[Rr]eglement)|(?P<constitution>[Bb]undesverfassung)"
)


@lru_cache(_REMEMBERED)
def kinds_meant(words: str) -> frozenset[str]:
    """The kinds of act that «des Gesetzes», «de l’ordonnance» mean; none where the words name no kind («dieses Artikels»)."""
    match = _WORDS.search(words)
    if match is None or match.lastgroup is None:
        return frozenset()
    return _MEANT.get(match.lastgroup, frozenset({match.lastgroup}))


@lru_cache(_REMEMBERED)
def _kinds(work: str) -> frozenset[str]:
    if work.startswith("ch/sr/0."):
        return frozenset({"treaty"})
    if work.startswith("eu/3"):
        return frozenset({"ordinance", "regulation"} if work[8:9] == "R" else {"directive"} if work[8:9] == "L" else ())
    match = _TITLES.search(title_of(work.removeprefix("ch/sr/"))) if work.startswith("ch/sr/") else None
    return frozenset({match.lastgroup}) if match and match.lastgroup else frozenset()


def fits(work: str, meant: frozenset[str]) -> bool:
    """Whether an act may be of a kind meant."""
    kinds = _kinds(work) if meant else meant
    return not kinds or bool(kinds & meant)


def last_of_kind(reading: TextReading, meant: frozenset[str]) -> tuple[str, int]:
    """The act of a kind meant that was cited last, and where; ("", -1) when none was."""
    for mention in reversed(reading.mentions[-_LOOKED_BACK:]):
        if mention.kind == "statute" and mention.reference:
            work = mention.reference.partition("#")[0]
            if _kinds(work) & meant:
                return work, mention.start
    return "", -1


_OF_A_BODY = pattern(
    rf"{GAP}(?:de[rs]|von|vom|eine[rs]|ihre[rs]|seine[rs]){GAP}(?:[Pp]olitischen{GAP})?(?:(?:[A-ZÄÖÜ][a-zäöü]{{2,20}})?(?:[Gg]emeinde|[Ss]tadt|[Ss]tiftung|[Kk]asse|[Ee]inrichtung|[Vv]erein[es]*|[Vv]erband(?:e?s)?|[Kk]antons))(?![A-Za-zäöü])"
)


def of_a_body(text: str, at: int) -> bool:
    """«Art. 5 des Reglements der Gemeinde …»: whether whose the act is stands here, and it is not the Confederation's."""
    return _OF_A_BODY.match(text, at) is not None


_ITS = pattern(r"\b[Dd](?:essen|eren)\s\Z")
_RULES = pattern(
    r"\b(?:[A-ZÄÖÜ][a-zäöü]{2,20}(?:s?reglement|ordnung|richtlinien?|weisung|satzung|vertrag|vereinbarung)|Reglement|Statuten|Richtlinien?|Weisung|Satzung|Vertrag|Vereinbarung|Verordnung)(?:e?s)?(?![A-Za-zäöü])"
)
_NEAR = 300


def its_own_rules(text: str, cited_to: int, start: int) -> frozenset[str] | None:
    """«Die Stiftung kennt ein Reglement. Dessen Art. 5»: the kinds of what was named since the act cited last; None when nothing was."""
    if not _ITS.search(text, max(0, start - 8), start):
        return None
    named = _RULES.findall(text, max(cited_to, start - _NEAR), start)
    if not named:
        return None
    word = named[-1].lower()
    return frozenset({"ordinance" if "verordnung" in word else "regulation" if "reglement" in word else "private"})
