"""Which canton a docket belongs to: the one named beside it, the document's own, or the only one that writes so.

Keeps true: almost every shape is ambiguous across cantons; without one of these three a docket is none.
Data: `data/cantonal_dockets.tsv`, whose patterns match their examples wholly (tested).
"""

from __future__ import annotations

import re
from functools import cache

from pincite.citations.pack import TextReading
from pincite.citations.scanner import Scanner, SlowScanner, scanner_for
from pincite.jurisdictions.ch import statutes
from pincite.jurisdictions.ch.memory import memory_of
from pincite.text.patterns import pattern as lazy_pattern
from pincite.text.tables import rows

__all__ = ["is_loose", "near_a_court", "read_cantonal_docket"]


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """(canton, pattern), each pattern closed against longer tokens; collections of reports are no dockets."""
    return tuple(
        (row[0].lower(), re.compile(rf"(?:{_spaced(row[2])})(?![\w/]|[.\-]\d)"))
        for row in rows("pincite.jurisdictions.ch", "data/cantonal_dockets.tsv")
        if not row[2].startswith(("(?:PVG", "(?:RBOG", r"\d{4}/", r"\d{2}/\d{2}"))
    )


def _spaced(pattern: str) -> str:
    """The pattern with every space standing for a no-break space too, and every stroke for one at a line's end."""

    def widened(match: re.Match[str]) -> str:
        if match[0] == "/":
            return r"/(?: ?\n {0,8})?"
        return match[0].replace(" ", " \u00a0") if match[0].startswith("[") else "[ \u00a0]"

    return re.sub(r"\[[^\]]*\]| |\\s|/(?=\\d)", widened, pattern)


@cache
def _scanner() -> Scanner | SlowScanner:
    """All patterns in one automaton: which of them match at a place is one question."""
    return scanner_for([pattern.pattern.partition("(?!")[0] for _, pattern in _patterns()])


_LOOSE = lazy_pattern(
    r"(?!(?:CREP|CAPE|CACI|CREC|CCUR|CPF|JUG|CASSO) \d{1,2}(?:er)? [a-zéû]{3,9} \d{4}/)(?:[A-Z0-9]{1,4}[ \u00a0]\d|\d{2,3}[ .\u00a0/]\d|[A-Z]{1,4}-\d|[A-Z]{1,3}/\d\d/(?!\s*(?:19|20)\d\d)|[A-Z]{1,2}\d{2,3}\.\d{6}|(?:A|C|P|PM|CR|PS)/\d)"
)
_COURT = lazy_pattern(
    r"[Uu]rteile?[sn]?\b|[Ee]ntscheide?[sn]?\b|Beschl[uü]ss|[Vv]erfügung|[Vv]erfahren|\barrêts?\b|\bjugement|\bdécision|\bsentenz[ae]|\bdecisione|\bcause|\bincarto|\binc\.|Obergericht|Kantonsgericht|Verwaltungsgericht|Versicherungsgericht|Handelsgericht|Tribunal|Tribunale|\bCour d|\bChambre|\bCamera|Geschäfts-?(?:Nr|nummer)|Prozess-?Nr|\bVGr\b|\bOGer\b|\bKGer\b|\bOGE\b|\bAGE\b|\bKGE\b|\bVGE\b"
)


_COURT_BEHIND = lazy_pattern(
    r"[^.;()]{0,24}(?:[ \u00a0](?:vom|du|del)[ \u00a0][^;()]{6,22})?[ \u00a0\n](?:des|du|de la|del|der)[ \u00a0\n](?:(?:Ober|Kantons|Verwaltungs|Handels|Appellations|Versicherungs|Sozialversicherungs|Bezirks)gerichte?s|Tribunal cantonal|Cour de justice|Tribunale d[’']appello)[ \u00a0\n](?:(?:von|des Kantons|du canton de|de|d[’']|del Cantone)[ \u00a0\n]?)?"
)
"""«KSK 2023 41 vom 5. September 2023 des Kantonsgerichts von Graubünden»: the court, and the canton next."""


def is_loose(text: str, at: int) -> bool:
    """Whether the docket at `at` has a shape that much else has too («SK 22 6», «100 2023 107»)."""
    return _LOOSE.match(text, at) is not None


def near_a_court(before: str) -> bool:
    """Whether the words before a docket speak of a court or its decision."""
    return _COURT.search(before) is not None


@cache
def _cantons() -> tuple[re.Pattern[str], dict[str, str]]:
    codes = {name: code for code, names, signs in statutes.canton_names() for name in (*names, *signs)}
    names = sorted(codes, key=len, reverse=True)
    return re.compile("|".join(re.escape(name) for name in names)), codes


@cache
def _names_of() -> dict[str, tuple[str, ...]]:
    """The names of each canton: most dockets stand near none of theirs, which a plain search says sooner than the pattern."""
    return {code: (*names, *signs) for code, names, signs in statutes.canton_names()}


_NEAR = 160
"""How many characters before a docket may name its canton."""


def read_cantonal_docket(reading: TextReading, at: int, canton: str) -> tuple[str, int] | None:
    """The cantonal docket at `at`: (`ch/zh/VB.2024.00513`, end). `canton`: what a sigle before it says, or ""."""
    text = reading.text
    shapes = _scanner().opening(text[at : at + 80])
    if not shapes:
        return None
    fitting: dict[str, int] = {}
    for index, _ in shapes:
        code, pattern = _patterns()[index]
        match = pattern.match(text, at)
        if match and match.end() > fitting.get(code, 0):
            fitting[code] = match.end()
    code = _which(reading, at, canton, fitting)
    if not code:
        return None
    return _work(code, text[at : fitting[code]]), fitting[code]


def _work(code: str, docket: str) -> str:
    printed = re.sub(r"/\s*\n\s*", "/", docket)
    return f"ch/{code}/{_identifier(code, ' '.join(printed.split()))}"


def _which(reading: TextReading, at: int, canton: str, fitting: dict[str, int]) -> str:
    """The canton among those that write so: named nearby, else the document's, else that of the docket cited before, else the only one for a sure shape."""
    if canton in fitting or not fitting:
        return canton if fitting else ""
    pattern, codes = _cantons()
    before = reading.text[max(0, at - _NEAR) : at]
    names = _names_of()
    if any(name in before for code in fitting for name in names[code]):
        named = [code for match in pattern.finditer(before) if (code := codes[match[0]]) in fitting]
        if named:
            return named[-1]
    behind = _COURT_BEHIND.match(reading.text, at + 4)
    if behind and (name := pattern.match(reading.text, behind.end())) and codes[name[0]] in fitting:
        return codes[name[0]]
    own = memory_of(reading).canton
    if own in fitting:
        return own
    if (beside := _beside(reading, at)) in fitting:
        return beside
    cited = [
        code for code, end in fitting.items() if _work(code, reading.text[at:end]) in memory_of(reading).named_cases
    ]
    if cited:
        return cited[0]
    if "ti" in fitting and reading.language == "it" and not own:
        return "ti"  # no other canton's court that writes Italian numbers its files so
    sure = [code for code in fitting if code not in {"ai", "ow"}]
    return sure[0] if len(sure) == 1 and not is_loose(reading.text, at) else ""


_LIST = lazy_pattern(r"[\s\u00a0]*(?:[;,]|(?:und|sowie|et|e|ed)(?=\s))[\s\u00a0]*(?:(?:und|sowie|et|e|ed)\s)?\Z")
_LISTED = 14


def _beside(reading: TextReading, at: int) -> str:
    """The canton of the docket that a list goes on from («14.2023.58, consid. 5 e 14.2021.112»), or ""."""
    last = reading.mentions[-1] if reading.mentions else None
    if last is None or last.rule != "ch.cantonal" or not 0 <= at - last.end <= _LISTED or not last.reference:
        return ""
    return last.reference.split("/")[1] if _LIST.match(reading.text[last.end : at]) else ""


def _identifier(code: str, printed: str) -> str:
    """A docket as the canton's courts list it: «ATA 1/2021» as `ATA/1/2021`, without words.

    Of Zurich's suffixes that of the upper courts («-O», «-O/U») is dropped; «-L» is the court's, and stays.
    """
    if code == "ge":
        return printed.replace(" ", "/", 1)
    if code == "zh" and not printed.startswith("BRGE"):
        return re.sub(r"-O(?:/[A-Za-z0-9]+){0,2}\Z|/[A-Za-z0-9/]+\Z", "", printed)
    if code == "ti":
        return printed.rpartition(" ")[2]
    return printed.removeprefix("Nr. ") if code == "sh" else printed
