"""Rules for acts cited as a whole and for their larger parts: titles, numbers, annexes, chapters, amending acts.

Keeps true: an act by its name alone is no mention; by number, or by title and date, it is; an annex or chapter only with
its act; an amending act that has no number of its own has no reference.
"""

from __future__ import annotations

import re
from functools import cache

from pincite.citations.mention import Mention
from pincite.citations.pack import Anchor, Parsed, TextReading
from pincite.jurisdictions.ch import statutes
from pincite.jurisdictions.ch.act_brackets import read_collection_number
from pincite.jurisdictions.ch.act_reading import read_act
from pincite.jurisdictions.ch.act_titles import read_title
from pincite.jurisdictions.ch.acts import read_european
from pincite.jurisdictions.ch.case_mentions import SPACE
from pincite.jurisdictions.ch.grammar_parts import stands_free
from pincite.jurisdictions.ch.memory import Step, memory_of
from pincite.jurisdictions.ch.provisions import Member, read_steps
from pincite.jurisdictions.ch.statute_mentions import mentions_of, remember
from pincite.jurisdictions.ch.text_forms import GAP, GAP0, ROMAN, roman_value
from pincite.text.patterns import pattern

__all__ = ["anchors"]


def _parse_annex(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«Anhang 2 VBO», «annexe I ch. 1 OPair»: only with its act."""
    text = reading.text
    match = _ANNEX.match(text, start)
    if match is None:
        return None
    memory = memory_of(reading)
    printed = match["no"]
    number = printed if printed[0].isdigit() else str(roman_value(printed))
    path, at = read_steps(text, match.end(), (("annex", number),))
    member = Member(start, at, path)
    act = read_act(text, at, memory)
    if act is None or not act.work:
        return None
    mentions = mentions_of(reading, [member], act, "ch.annex")
    remember(reading, memory, act.work, member, mentions[-1])
    return Parsed(tuple(mentions), mentions[-1].end)


_ANNEX = pattern(
    rf"(?:Anh(?:ang|änge|\.)|[Aa]nnexe?s?|[Aa]llegat[oi]){GAP}(?P<no>\d{{1,2}}[a-z]?|{ROMAN})(?![A-Za-z0-9])"
)


def _parse_part(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«chapitre IV du règlement …», «Title Two, Chapter Two of the SCC»: larger parts of an act, only with the act."""
    text = reading.text
    path: list[Step] = []
    at = start
    for _ in range(3):
        match = _PART.match(text, at)
        if match is None:
            break
        kind = next(level for level, words in _PART_LEVELS.items() if match["kind"].lower().startswith(words))
        number = _part_number(match["no"])
        if number is None:
            return None
        path.append((kind, number))
        at = match.end()
        comma = re.compile(rf",?{GAP}").match(text, at)
        if not (comma and _PART.match(text, comma.end())):
            break
        at = comma.end()
    if not path:
        return None
    memory = memory_of(reading)
    act = read_act(text, at, memory)
    if act is None or not act.work:
        return None
    member = Member(start, at, tuple(path))
    mentions = mentions_of(reading, [member], act, "ch.chapter")
    memory.last_act, memory.last_at = act.work, start
    return Parsed(tuple(mentions), mentions[-1].end)


_PART_LEVELS = {
    "chap": ("kapitel", "chapitre", "chapter", "capitolo", "chap"),
    "tit": ("titel", "titre", "title", "titolo"),
    "part": ("teil", "partie", "part", "parte"),
    "sec": ("abschnitt", "section", "sezione"),
}
_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "first": 1, "second": 2, "third": 3, "premier": 1, "deuxième": 2,
}  # fmt: skip
_PART = pattern(
    rf"(?P<kind>[Kk]apitel|[Cc]hapitre|[Cc]hapter|[Cc]apitolo|[Tt]itel|[Tt]itre|[Tt]itle|[Tt]itolo|[Aa]bschnitt|[Ss]ection|[Ss]ezione){GAP}(?P<no>\d{{1,2}}[a-z]?|{ROMAN}|[Oo]ne|[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]ix)(?:bis|ter)?(?![A-Za-z0-9])"
)


def _part_number(printed: str) -> str | None:
    if printed[0].isdigit():
        return printed
    if printed.lower() in _WORDS:
        return str(_WORDS[printed.lower()])
    return str(roman_value(printed))


_AMENDING_UNIT = pattern(
    rf"(?:(?:[Aa]nnexe?|all\.|[Aa]llegato|Anh(?:ang|\.))(?:{GAP}(?P<annex>\d{{1,2}}|{ROMAN})(?![A-Za-z0-9.]))?(?:{GAP}(?:(?:ch|n|Ziff|Nr)\.|n[°º]|cifra|Ziffer|chiffre|No){GAP0}(?P<no>[IVX]+{GAP}\d+[a-z]?|\d+[a-z]?|[IVX]+(?:{GAP}\d+)?)(?:{GAP}let\.{GAP}[a-z])?)?"
    rf"|(?:ch\.|Ziff\.|cifra|cif\.|Ziffer|chiffre|No){GAP0}(?P<roman>[IVX]+|\d+)(?:{GAP}(?:n\.|Ziff\.|ch\.|Nr\.|No)?{GAP0}(?P<sub>\d+[a-z]?)(?!\w))?(?:{GAP}(?:let\.|Bst\.){GAP}[a-z]|{GAP}(?:Abs\.|al\.|cpv\.){GAP}\d+[a-z]?)?)"
)
_OF_AMENDING = pattern(
    rf"{GAP}(?:(?:de{GAP}l[ae]{GAP}|de{GAP}l[’']|du{GAP}|della{GAP}|dell[’']{GAP0}|del{GAP}|des{GAP}|der{GAP}|of{GAP}the{GAP})){GAP0}"
)


def _parse_amending(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«ch. II 1 de la LF du 19 mars 2010», «Anhang Ziff. 2 des BG vom 24. März 2000», as amendment notes cite them."""
    text = reading.text
    unit = _AMENDING_UNIT.match(text, start)
    if unit is None:
        return None
    of = _OF_AMENDING.match(text, unit.end())
    if of is None:
        return None
    memory = memory_of(reading)
    act = read_title(text, of.end(), memory)
    if act is None or not act.whole:
        return None
    path: list[Step] = []
    if unit["roman"] is not None:
        path = [("lbl", unit["roman"])] + ([("lbl", unit["sub"])] if unit["sub"] else [])
    else:
        path = [("annex", unit["annex"] or "")] + ([("lbl", unit["no"])] if unit["no"] else [])
    mentions = mentions_of(reading, [Member(start, unit.end(), tuple(path))], act, "ch.amending")
    if act.note == "act_without_number" or act.work.startswith("ch/?/"):
        mentions = [mention._replace(reference=None, note="amending_act_without_number") for mention in mentions]
    return Parsed(tuple(mentions), mentions[-1].end)


_ENGLISH_BEFORE = pattern(
    r"(?<![A-Za-z])(?!(?:The|This|That|Under|In|See|By|And|Of)\s)(?:[A-Z][A-Za-z]+\s{1,3}){1,6}\Z"
)
"""«Swiss Civil» before «Code»: English titles end with their noun."""


_FIRST_OF_TWO = pattern(r"(?<![\w-])[A-ZÄÖÜ][a-zäöü]+-\s{1,3}(?:und|u\.|oder)\s{1,3}\Z")
"""«Planungs- und» before «Baugesetz»."""


_THIS_ONE = pattern(r"(?:\bpresente|\bprésente?|vorliegende[nrs]?|\bdiese[rs]?|\bdel presente)\s{1,3}\Z")
"""«del presente Codice del 30 settembre 2011»: a text speaks of itself."""


def _parse_act(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """An act cited as a whole: by full title and date, or with its number."""
    text = reading.text
    memory = memory_of(reading)
    before = _ENGLISH_BEFORE.search(text, max(0, start - 80), start) if reading.language == "en" else None
    before = before or _FIRST_OF_TWO.search(text, max(0, start - 60), start)
    start = before.start() if before else start
    act = None if _THIS_ONE.search(text, max(0, start - 14), start) else read_title(text, start, memory)
    if act is None:
        return None
    if not act.whole or (act.work == "" and act.note == ""):
        return None
    if _MESSAGE.search(text, max(0, start - 120), start):
        return Parsed((), act.end)
    reference = act.work or None
    mention = Mention(
        start, act.end, text[start : act.end], "statute", "full", reference, "ch.act", reading.language, note=act.note
    )
    memory.last_act, memory.last_at = act.work, start
    if memory.own_act and _COLON_SOON.match(text, act.end):
        memory.governing = act.work
    return Parsed((mention,), act.end)


_LINKED = pattern(r"[\s\u00a0](?:d|of\s)")


def _parse_governing(reading: TextReading, start: int, end: int) -> Parsed | None:
    """«régies par les dispositions suivantes de la LPP sur: 1. …»: in an act, the bare articles that follow are of that act."""
    memory = memory_of(reading)
    if not memory.own_act:
        return None
    link = _LINKED.search(reading.text, start, end)
    act = read_act(reading.text, link.start(), memory) if link else None
    if act and act.work and _COLON_SOON.match(reading.text, act.end):
        memory.governing = act.work
        return Parsed((), act.end)
    return None


_MESSAGE = pattern(
    r"(?:[Bb]otschaft|Message|Messaggio|Dispatch|Erläuternder Bericht|Rapport explicatif|Rapporto esplicativo)\b[^.;()]{0,90}\Z"
)
"""An act in the title of a message is no citation; the page of the gazette is."""


def _parse_number(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«SR 101», «RS 741.21», «LS 175.2»: an act by its number alone."""
    memory = memory_of(reading)
    found = read_collection_number(reading.text, start, memory)
    if found is None or not stands_free(reading.text, start):
        return None
    work, stop = found
    if _AMOUNT.match(reading.text, stop):
        return None
    if reading.language == "en" and reading.text[start - 1 : start] == "(" and reading.text[stop : stop + 1] == ")":
        titled = _ENGLISH_TITLE.search(reading.text, max(0, start - _TITLE_REACH), start)
        if titled and not (reading.mentions and reading.mentions[-1].end > titled.start()):
            start, stop = titled.start(), stop + 1
    mention = Mention(start, stop, reading.text[start:stop], "statute", "full", work, "ch.number", reading.language)
    memory.last_act, memory.last_at = work, start
    return Parsed((mention,), stop)


_ENGLISH_TITLE = pattern(
    r"(?<![A-Za-z-])(?!(?:The|This|That|Under|In|See|By|And|Of)\s)[A-Z][A-Za-z-]+(?:\s{1,3}(?:[A-Z][A-Za-z-]+|and|on|of|for)){0,8}\s{1,3}(?:Act|Ordinance|Code|Constitution)\s\(\Z"
)
"""«the Debt Enforcement and Bankruptcy Act (SR 281.1)»: a title in English before its number."""
_TITLE_REACH = 110


def _parse_european(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«Verordnung (EU) Nr. 604/2013», «Richtlinie 2004/38/EG», as Swiss texts cite them."""
    found = read_european(reading.text, start)
    if found is None:
        return None
    work, stop = found
    memory = memory_of(reading)
    memory.last_act, memory.last_at = work, start
    return Parsed(
        (Mention(start, stop, reading.text[start:stop], "statute", "full", work, "ch.european", reading.language),),
        stop,
    )


_COLON_SOON = pattern(r"[^.\n]{0,60}:")


_AMOUNT = pattern(r"\s?(?:Fr\b|CHF|’\d|'\d|%|\s\d{3})")


_S = SPACE


@cache
def anchors() -> tuple[Anchor, ...]:
    """The anchors of this file's rules."""
    labels = "|".join(re.escape(c.label) for c in statutes.collections() if c.label not in {"GS", "CC", "CS", "OS"})
    german = r"[A-ZÄÖÜ](?:[A-Za-zäöüß]|-\s{1,6})*"
    endings = r"(?:[Gg]esetz(?:es|buch(?:e?s)?)?|[Vv]erordnung|[Vv]erfassung|[Rr]eglements?|[Kk]onvention|[Aa]bkommens?|[Üü]bereinkommens?|[Oo]rdnung|[Dd]ekret(?:e?s)?|[Rr]echts?)"
    return (
        Anchor("ch.annex", rf"\b(?:Anhang|Anh\.|[Aa]nnexe?|[Aa]llegato){_S}{{1,12}}(?:\d|[IVX])", _parse_annex),
        Anchor(
            "ch.amending",
            rf"\b(?:(?:[Aa]nnexe?|all\.|[Aa]llegato|Anhang|Anh\.)(?:{_S}{{1,4}}(?:\d{{1,2}}|[IVX]+))?(?:{_S}{{1,4}}(?:(?:ch|n|Ziff|Nr)\.|No){_S}{{0,4}}[IVX\d]+(?:{_S}\d+)?)?|(?:ch\.|Ziff\.|cifra|cif\.|No){_S}{{0,4}}(?:[IVX]+|\d+)(?:{_S}{{1,3}}(?:n\.|Ziff\.|ch\.)?{_S}{{0,3}}\d+[a-z]?)?(?:{_S}{{1,3}}(?:Abs\.|al\.|cpv\.){_S}{{1,3}}\d+[a-z]?)?){_S}{{1,4}}(?:de{_S}{{1,4}}l[ae’']|du{_S}|dell[ae’']|del{_S}|des{_S}|der{_S}|of{_S}the{_S})",
            _parse_amending,
        ),
        Anchor(
            "ch.chapter",
            rf"\b(?:[Kk]apitel|[Cc]hapitre|[Cc]hapter|[Cc]apitolo|[Tt]itel|[Tt]itre|Title|[Tt]itolo|Abschnitt|[Ss]ezione){_S}{{1,6}}(?:\d{{1,2}}|[IVX]+|[Oo]ne|[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive)\b",
            _parse_part,
        ),
        Anchor(
            "ch.act",
            rf"(?:(?:[Ss]chweizerische|[Ee]idgenössische)[nrs]?{_S}{{1,6}})?(?:{german})?{endings}{_S}{{1,6}}(?:vom{_S}{{1,6}}\d|über{_S}|betreffend{_S}|der{_S}|des{_S}|für{_S}|zum{_S}|zur{_S}|[\(\[])|[A-ZÄÖÜ][a-zäöü]{{2,24}}-{_S}{{1,6}}(?:(?:über)?(?:ein)?(?:kom)?mens?|(?:ge)?setz(?:es)?|(?:ver)?(?:ord)?nung|(?:ver)?(?:fas)?sung|(?:reg)?(?:le)?ments?|(?:kon)?(?:ven)?tion){_S}{{1,6}}vom{_S}{{1,6}}\d",
            _parse_act,
        ),
        Anchor(
            "ch.act",
            rf"\b(?:[Ll]oi|[Oo]rdonnance|[Rr]èglement|[Cc]onstitution|[Aa]rrêté|[Cc]onvention|[Aa]ccord|[Cc]oncordat|[Cc]ode|[Ll]egge|[Oo]rdinanza|[Rr]egolamento|[Cc]ostituzione|[Cc]odice|[Cc]onvenzione|[Aa]ccordo|[Ll]escha|[Oo]rdinaziun|[Cc]onstituziun|[Cc]harta|LF|BG){_S}{{1,6}}[a-z\(]",
            _parse_act,
        ),
        Anchor(
            "ch.act",
            rf"\b(?:Verordnung|[Oo]rdonnance|[Oo]rdinanza){_S}{{1,6}}\d{{1,2}}{_S}{{1,6}}(?:zum|über|relative|concernant|concernente|sulla|della){_S}",
            _parse_act,
        ),
        Anchor("ch.act", rf"\b(?:Federal{_S}{{1,4}}Act|Ordinance){_S}{{1,6}}(?:of|on){_S}", _parse_act),
        Anchor(
            "ch.governing",
            rf"\b(?:dispositions|prescriptions|Bestimmungen|Vorschriften|disposizioni|norme|disposiziuns){_S}{{1,6}}(?:[a-zéèü]{{4,12}}{_S}{{1,6}})?(?:de{_S}{{1,6}}la|de{_S}{{1,6}}l[’']|du|des|der|della|dell[’']|del|da{_S}la){_S}{{0,6}}[A-Z]",
            _parse_governing,
        ),
        Anchor(
            "ch.european",
            rf"\b(?:Verordnung|VO|Richtlinie|RL|[Rr]èglement|[Dd]irective|[Rr]egolamento|[Dd]irettiva|Regulation|Beschluss|[Dd]écision){_S}{{1,12}}(?:(?:d[’'][A-Za-zé]+|délégué){_S}{{1,4}})?(?:\((?:EU|EG|EWG|UE|CE|CEE|EC|EEC|Euratom)\)|(?:Nr\.|n[o°º]|No){_S}|\d{{1,4}}/\d{{1,4}}/[A-Z])",
            _parse_european,
        ),
        Anchor("ch.number", rf"\b(?:{labels})\.?{_S}{{1,12}}[\dA-MN]", _parse_number),
    )
