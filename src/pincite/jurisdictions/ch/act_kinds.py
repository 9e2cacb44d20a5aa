"""Which kind of act a word means: «Art. 6 der Verordnung» is no article of a statute, «Art. 5 des Gesetzes» none of a treaty.

Keeps true: an act whose kind the tables do not tell fits every word; a word that names no kind fits every act; what is said
to be a commune's, a canton's or a foundation's own is no act cited before.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from pincite.citations.pack import TextReading
from pincite.jurisdictions.ch.statutes import title_of
from pincite.jurisdictions.ch.text_forms import GAP
from pincite.text.patterns import pattern

__all__ = ["Rules", "fits", "kinds_meant", "last_of_kind", "of_a_body", "rules_named"]

_REMEMBERED = 2048
_LOOKED_BACK = 60
"""How many citations before are asked for one of the kind meant."""

_WORDS = pattern(
    r"(?P<law>Gesetzes|loi|legge|[Aa]ct)\Z|(?P<constitution>Verfassung|[Cc]onstitution|[Cc]ostituzione)\Z|(?P<ordinance>Verordnung|ordonnance|ordinanza|[Oo]rdinance)\Z|(?P<regulation>Reglements)\Z"
    r"|(?P<rules>règlement|regolamento)\Z|(?P<treaty>Übereinkommens|Abkommens|Konvention|Protokolls|Paktes|Pakts|convention|accord|convenzione|accordo)\Z"
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
    if work.startswith("eu/1"):
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
    rf"{GAP}(?:communale?s?|comunale)(?![a-z])|{GAP}(?:de{GAP}la{GAP}(?:commune|fondation|ville|caisse)|del{GAP}(?:[Cc]omune)|della{GAP}(?:fondazione|cassa))(?![a-z])|{GAP}(?:de[rs]|von|vom|eine[rs]|ihre[rs]|seine[rs]){GAP}(?:[Pp]olitischen{GAP})?(?:(?:[A-ZÄÖÜ][a-zäöü]{{2,20}})?(?:[Gg]emeinde|[Ss]tadt|[Ss]tiftung|[Kk]asse|[Ee]inrichtung|[Vv]erein[es]*|[Vv]erband(?:e?s)?|[Kk]antons))(?![A-Za-zäöü])"
)


def of_a_body(text: str, at: int) -> bool:
    """«Art. 5 des Reglements der Gemeinde …»: whether whose the act is stands here, and it is not the Confederation's."""
    return _OF_A_BODY.match(text, at) is not None


class Rules(NamedTuple):
    """What a sentence calls by a word for rules.

    Attributes:
        kinds: the kinds of act it may be; none for the rules of another maker (a commune, a club, two parties).
        private: whether it is no law at all: a contract, statutes of an association, terms of trade.
        of_a_body: whether whose it is stands there, and it is not the Confederation's.
        name: the word itself.
        end: where it ends.

    """

    kinds: frozenset[str]
    private: bool
    of_a_body: bool
    name: str
    end: int


_RULES = pattern(
    r"(?<![\w-])(?:(?!Rechts|Staats|Gesamtarbeits|Normalarbeits)[A-ZÄÖÜ]?[a-zäöü]{0,20}(?P<private>[Vv]ertr[aä]ge?(?:e?s|n)?|[Vv]ereinbarung(?:en)?|[Ss]tatuten|[Ss]atzung(?:en)?|AGB|AVB|[Hh]ausordnung|[Gg]eschäftsbedingungen|[Vv]ersicherungsbedingungen|[Pp]olice|[Ss]tiftungsurkunde|[Tt]estament)"
    r"|[A-ZÄÖÜ]?[a-zäöü]{0,24}(?:(?P<ordinance>[Vv]erordnung)|(?P<law>[Gg]esetz(?:es|buch)?|[Pp]rozessordnung)|(?P<treaty>[Üü]bereinkommen|[Kk]onvention|[Aa]bkommen)|(?P<regulation>[Rr]eglement(?:e?s)?)|(?P<other>(?<=[a-z])(?<!er)(?<!ess)(?<!Rechts)ordnung|[Rr]ichtlinien?|[Ww]eisung(?:en)?|[Kk]reisschreiben|[Ww]egleitung|[Mm]erkblatt|[Ss]tandesregeln|[Ss]tandesrecht|SIA-Norm|GAV|Gesamtarbeitsvertrag(?:es)?))"
    r"|(?P<contract>contrat|statuts|contratto|statut[io]|conditions\sgénérales|CGA?|condizioni\sgenerali|police|polizza|articles\sof\sassociation|(?<=[’']s\s)[Ss]tatutes|[Bb]y-?laws|[Cc]ontract|[Aa]greement)"
    r"|(?P<ordonnance>ordonnance|ordinanza)|(?P<loi>loi|legge|lescha)|(?P<traite>traité|trattato)|(?P<rules>règlement|regolamento|reglament)"
    r"|(?P<autre>code\sde\sdéontologie|norme?\sSIA|directives?|circulaire|direttiv[ae]|circolare|convention\scollective|CCT|contratto\scollettivo|CCL)"
    r")(?![\w-])(?P<communal>\s(?:communale?s?|comunale|cantonale?|interne?|interno|de\sla\scommune|del\s[Cc]omune))?"
)
_GERMAN = {"ordonnance": "ordinance", "loi": "law", "traite": "treaty"}
_GOVERNED = frozenset({"ordinance", "law", "treaty", "regulation", "rules"})


def rules_named(words: str) -> Rules | None:
    """The word for rules that a piece of a sentence names last; None when it names none."""
    found = None
    for match in _RULES.finditer(words):
        found = match
    if found is None:
        return None
    kind = found.lastgroup if found.lastgroup != "communal" else next(k for k, v in found.groupdict().items() if v)
    kind = _GERMAN.get(kind or "", kind or "")
    kinds = _MEANT.get(kind, frozenset({kind})) if kind in _GOVERNED else frozenset()
    of_body = found["communal"] is not None or _OF_A_BODY.match(words, found.end()) is not None
    return Rules(
        kinds,
        kind in {"private", "contract"},
        of_body,
        found[0].rpartition(" ")[0] if found["communal"] else found[0],
        found.end(),
    )
