"""How a Hong Kong act is named: title, chapter, abbreviation, defined term, «that Ordinance», «the Basic Law».

Keeps true: a defined term counts before a table; an ambiguous abbreviation is settled by evidence in the text or left
open with its candidates; what «the Ordinance» means is said only on evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from pincite.citations.pack import TextReading
from pincite.jurisdictions.hk.tables import instruments, rules_of_court, title_key, titles
from pincite.jurisdictions.shared.aliases import alias_key, definitions
from pincite.jurisdictions.shared.antecedents import antecedents
from pincite.jurisdictions.shared.joined import SEVERAL, joined_acts
from pincite.jurisdictions.shared.provisions import Act
from pincite.jurisdictions.shared.titles import title_at, title_start
from pincite.text.patterns import pattern as lazy_pattern

__all__ = [
    "act_at",
    "act_before",
    "cap_tail",
    "dated_act",
    "former_selves",
    "is_legislation",
    "known_title_start",
    "memory_of",
    "the_ordinance",
]

_CAP_WORD = r"(?:Caps?\.?|CAP\.?|Chapter|Ch\.)"
CAP_AT = lazy_pattern(rf"{_CAP_WORD}\s{{0,8}}(?P<cap>\d{{1,4}}[A-Z]{{0,3}})(?![A-Za-z0-9])(?!\s?%)(?![.,]\d)")
_SUBSIDIARY = lazy_pattern(
    r",?\s{0,12}[Ss]ub(?:sidiary)?\.?\s{0,6}[Ll]eg(?:islation)?\.?\s{0,6}(?P<sub>[A-Z]{1,2})(?![A-Za-z])"
)
_CAP_TAIL = lazy_pattern(
    rf"\s{{0,3}},?\s{{0,12}}(?P<open>[\[(（])?\s{{0,12}}(?:[“\"‘][^”\"’]{{1,40}}[”\"’],?\s{{0,4}})?{_CAP_WORD}\s{{0,12}}(?P<cap>\d{{1,4}}[A-Z]{{0,3}})(?![A-Za-z0-9])"
    r"(?:,?\s{0,12}[Ss]ub(?:sidiary)?\.?\s{0,6}[Ll]eg(?:islation)?\.?(?:\s?(?P<sub>[A-Z]{1,2}(?![A-Za-z])))?(?P<has_sub>))?"
    r"(?:,?\s{0,6}(?:of\s{1,6})?(?:the\s{1,6})?Laws\s{1,6}of\s{1,6}Hong\s{1,6}Kong)?(?P<close>\s{0,12}[\])）])?"
)
_DEFINED_TAIL = lazy_pattern(r"\s{0,4}\(\s?[“\"‘][^”\"’]{1,40}[”\"’]\s?\)")
_ABBREVIATION = lazy_pattern(
    r"(?P<word>[A-Z](?:[A-Za-z&]|\.(?=[A-Z]))*(?:\([A-Za-z&]{1,8}\)[A-Za-z]{0,6}){0,2}\.?)(?![A-Za-z0-9’'(])"
)
_LOOKS_LIKE_ABBREVIATION = lazy_pattern(r"[A-Z][A-Za-z]{0,3}[A-Z()&]{1,10}O\Z")
_SHOUTED = lazy_pattern(r"[A-Z][A-Z’'&,()\s-]{3,160}?\s(?:ORDINANCE|REGULATIONS?|RULES)(?![A-Za-z])")
"""A title in capitals, as the heading of an action has it."""
_LOOKS_LIKE_AN_ACT = lazy_pattern(r"[A-Z]{2,5}A\Z")
_CONTRACTS = frozenset(
    [
        "SPA",
        "SHA",
        "JVA",
        "NDA",
        "ISDA",
        "FRA",
        "HKMA",
        "MFA",
        "SSA",
        "MLA",
        "USA",
        "IPA",
        "DA",
        "CA",
        "ESA",
        "ASA",
        "BIA",
        "PSA",
        "TA",
        "LA",
        "SA",
        "HA",
        "MA",
    ]
)
"""Agreements, authorities and places whose initials end as an act's do."""
_DETERMINED = lazy_pattern(
    r"(?P<which>[Tt]his|[Tt]hat|[Tt]hose|[Tt]he\s{1,4}(?:said|same|principal|present|relevant)|[Ss]aid|[Tt]he|[Ss]uch)\s{1,12}(?:[A-V]\s{1,3}){0,3}(?P<kind>Ordinances?|Rules|Regulations?|Order|By-?laws?|Notice)(?![A-Za-z])(?!\s{1,4}(?:of|in|No|\d|Council))"
)
_DATED_TAIL = lazy_pattern(
    r"\s{1,12}(?P<title_year>(?:18|19|20)\d\d)(?!\d)(?:\s{0,12}\(\s{0,4}(?:(?P<ln>L\.?\s?N\.?)\s{0,4}|Ord(?:inance)?\.?\s{1,4}[Nn]o\.?\s{0,4})?(?P<number>\d{1,4})\s{1,6}of\s{1,6}(?P<year>(?:18|19|20)\d\d)\s{0,4}\))?"
)
_DATED_TERM = lazy_pattern(
    r"(?:18|19|20)\d\d\s{1,4}(?:[A-Z][a-z]+\s{1,4}){0,2}(?:Ordinance|Regulations?|Rules|Order)(?![A-Za-z])"
)
"""«the 1997 Ordinance»: a term that the text gives."""
_NOTICE = lazy_pattern(
    r"L\.?\s?N\.?\s{0,4}(?:[Nn]o\.?\s{0,4})?(?P<number>\d{1,4})\s{1,6}of\s{1,6}(?P<year>(?:18|19|20)\d\d)(?!\d)"
)
_NUMBERED = lazy_pattern(
    r"(?:Ord(?:inance)?\.?\s{1,4}[Nn]o\.?\s{0,4})?(?P<number>\d{1,3})\s{1,6}of\s{1,6}(?P<year>(?:18|19|20)\d\d)(?!\d)"
)
_KIND_END = lazy_pattern(r"(?:Ordinance|Rules|Regulations?|Order|By-?laws|Notice|Court)\s{0,12}\Z")
_CAP_END = lazy_pattern(
    rf"(?P<open>[\[(（]\s{{0,6}})?{_CAP_WORD}\s{{0,8}}(?P<cap>\d{{1,4}}[A-Z]{{0,3}})(?:[^()]{{0,40}}[\])）])?\s{{0,8}}\Z"
)
_ZH_CAP_END = lazy_pattern(r"第\s?(?P<cap>\d{1,4}[A-Z]{0,3})\s?章\s?[)）]?\s{0,4}\Z")
_ZH_TITLE_END = lazy_pattern(r"《(?P<title>[^《》]{2,60})》\s{0,4}\Z")
_CAPITAL_WORD = lazy_pattern(r"(?<![^\s(])[A-ZÀ-Þ]")
_ORDINANCE = lazy_pattern(r"\bOrdinance(?![A-Za-z])")
_SHORT_WORD = lazy_pattern(r"\b[A-Z][A-Za-z]*(?:\([A-Z]+\))?[A-Z]\b")
_LEGISLATION = ("hk/cap", "hk/A1", "hk/A2", "hk/A3", "hk/A4", "hk/A5", "hk/A6", "hk/ln/", "hk/ord/")
_ACT_INITIALS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789tsd(")
_RULES_ABBREVIATION = lazy_pattern(r"[A-Z]{2,5}R\Z")
_ARTICLE = lazy_pattern(
    r"(?:the|The|THE)\s{1,12}(?:(?:former|old|then|repealed|new|present|current)\s{1,12}(?=[A-Z]))?"
)
_THAT_REACH = 600
"""Characters behind which «that Ordinance» no longer looks back, in an act that cites its own sections between."""
COURT_RULES = ("cap4A", "cap336H")


@dataclass(slots=True)
class Memory:
    """What the pack knows of a text beyond its mentions; made when first asked for."""

    aliases: dict[str, tuple[str, int]] | None = None
    sole: str | None = None
    sole_known: bool = False
    named: dict[str, bool] = field(default_factory=dict)
    headings: list[tuple[int, str, str]] | None = None


def memory_of(reading: TextReading) -> Memory:
    """The pack's memory of this text."""
    memory = reading.memory.get("hk")
    if memory is None:
        memory = reading.memory["hk"] = Memory()
    assert isinstance(memory, Memory)
    return memory


def is_legislation(reference: str | None) -> bool:
    """Whether the reference names a chapter or an instrument."""
    return reference is not None and reference.startswith(_LEGISLATION)


def cap_tail(text: str, end: int, title: str = "") -> tuple[str, int] | None:
    """(work, end) of «(Cap. 486)», «, Cap 4, sub. leg. A» behind a title."""
    match = _CAP_TAIL.match(text, end)
    if match is None:
        defined = _DEFINED_TAIL.match(text, end)
        match = _CAP_TAIL.match(text, defined.end()) if defined else None
        if match is None:
            return None
    cap = match.group("cap")
    if match.group("has_sub") is not None:
        cap = (
            cap + match.group("sub")
            if match.group("sub")
            else titles().english.get(title_key(title), "") or _of_abbreviation(title) or cap
        )
    closed = match.end() if match.group("open") or not match.group("close") else match.start("close")
    return f"hk/cap{cap}", closed


def _of_abbreviation(word: str) -> str:
    caps = titles().abbreviation(word.strip())
    return caps[0] if len(caps) == 1 else ""


def _work(cap: str) -> str:
    return f"hk/{cap}" if cap.startswith("A") else f"hk/cap{cap}"


@cache
def _instrument_at() -> re.Pattern[str]:
    names = sorted(
        {name for each in instruments() for name in (*each.names, *each.abbreviations) if name[0].isascii()},
        key=lambda name: (-len(name), name),
    )
    words = "|".join(re.escape(name).replace(r"\ ", r"\s{1,8}").replace("’", "['’]") for name in names)
    return re.compile(rf"(?P<name>{words})(?![A-Za-z])")


@cache
def _instrument_ends() -> frozenset[str]:
    """The two characters in which a name of an instrument may end."""
    names = (name for each in instruments() for name in (*each.names, *each.abbreviations) if name[0].isascii())
    return frozenset(end for name in names for end in (name[-2:], name[-2:].replace("’", "'")))


@cache
def _instrument_of() -> dict[str, tuple[str, str]]:
    return {
        title_key(name): (f"hk/{each.work}", each.place)
        for each in instruments()
        for name in (*each.names, *each.abbreviations)
    }


def act_at(reading: TextReading, position: int, *, tied: bool) -> Act | None:
    """The act whose words begin at `position` (behind «of», with or without article, or directly beside a provision)."""
    text = reading.text
    if text[position : position + 1] not in _ACT_INITIALS:
        return None
    determined = _DETERMINED.match(text, position) if tied else None
    if determined:
        return _determined(reading, determined)
    start = position
    article = _ARTICLE.match(text, position)
    if article:
        start = article.end()
    if text[start : start + 1].islower() and text[start] != "r":
        return None  # no act's words begin in lower case but «the rules of the High Court»
    dated = _DATED_TERM.match(text, start) if tied and text[start : start + 1].isdigit() else None
    if dated:
        known = aliases(reading).get(alias_key(dated.group()))
        if known or (reading.jurisdiction == "hk" and not dated.group().endswith("Order")):
            note = "" if known else "abbreviation_not_defined"
            return Act(known[0] if known else None, position, dated.end(), full=False, note=note)
    numbered = _NUMBERED.match(text, start) if tied and reading.jurisdiction in {"hk", None} else None
    if numbered:
        return Act(
            f"hk/ord/{numbered.group('year')}/{int(numbered.group('number'))}", position, numbered.end(), full=True
        )
    notice = _NOTICE.match(text, start) if tied and reading.jurisdiction in {"hk", None} else None
    if notice:
        return Act(f"hk/ln/{notice.group('year')}/{int(notice.group('number'))}", position, notice.end(), full=True)
    chapter = CAP_AT.match(text, start)
    if chapter:
        subsidiary = _SUBSIDIARY.match(text, chapter.end()) if chapter.group("cap").isdigit() else None
        if subsidiary:
            work = f"hk/cap{chapter.group('cap')}{subsidiary.group('sub')}"
            return Act(work, position, subsidiary.end(), full=True)
        end = chapter.end()
        named = re.compile(r",?\s{1,6}(?:of\s+the\s+Laws\s+of\s+Hong\s+Kong)?").match(text, end)
        if named and "Laws" in named.group():
            end = named.end()
        return Act(f"hk/cap{chapter.group('cap')}", position, end, full=True)
    instrument = _instrument_at().match(text, start)
    if instrument and not (title_at(text, start) or 0) > instrument.end():
        work, place = _instrument_of()[title_key(instrument.group("name"))]
        end = instrument.end()
        tail = cap_tail(text, end)
        return Act(work, position, tail[1] if tail else end, full=True, place=place)
    if tied and text[start : start + 2].isupper():
        shouted = _SHOUTED.match(text, start)
        cap = titles().english.get(title_key(shouted.group())) if shouted else None
        if shouted and cap:
            tail = cap_tail(text, shouted.end(), shouted.group())
            return Act(tail[0] if tail else _work(cap), position, tail[1] if tail else shouted.end(), full=True)
    title_end = title_at(text, start)
    if title_end is None or title_key(text[start:title_end]) not in titles().english:
        title_end = _known_title_end(text, start) or title_end
    if title_end is not None:
        titled = _titled(reading, position, start, title_end, tied=tied)
        if titled is not None:
            return titled
    return _abbreviated(reading, position, start, tied=tied)


def _known_title_end(text: str, start: int) -> int | None:
    """The end of a title of the table that begins here, for titles no pattern foresees («Trading with the Enemy»)."""
    if not text[start : start + 1].isupper():
        return None
    for kind in _ORDINANCE.finditer(text, start, start + 150):
        if title_key(text[start : kind.end()]) in titles().english:
            return kind.end()
    return None


def known_title_start(text: str, kind_end: int, floor: int) -> int | None:
    """The start of the longest title of the table that ends at `kind_end`, None when none does."""
    window_start = max(floor, kind_end - 150)
    for word in _CAPITAL_WORD.finditer(text, window_start, kind_end):
        if title_key(text[word.start() : kind_end]) in titles().english:
            return word.start()
    return None


def _titled(reading: TextReading, position: int, start: int, title_end: int, *, tied: bool) -> Act | None:
    text = reading.text
    title = text[start:title_end]
    dated = dated_act(reading, position, start, title_end)
    if dated is not None:
        return dated
    tail = cap_tail(text, title_end, title)
    cap = titles().english.get(title_key(title))
    if tail:
        note = "" if cap is None or _work(cap) == tail[0] else "title_and_number_differ"
        return Act(tail[0], position, tail[1], full=True, note=note)
    if cap is not None:
        return Act(_work(cap), position, title_end, full=True)
    defined = aliases(reading).get(alias_key(title))
    if defined:
        return Act(defined[0], position, title_end, full=False)
    if (
        title.endswith("Ordinance")
        and not re.match(r"\s{0,4}\d{4}", text[title_end : title_end + 8])
        and reading.jurisdiction in {"hk", None}
        and tied
    ):
        return Act(None, position, title_end, full=True, note="title_not_in_the_table")
    return None


def dated_act(reading: TextReading, position: int, start: int, title_end: int) -> Act | None:
    """An act by its year («… (Amendment) Ordinance 2018 (11 of 2018)»): its number when printed, else no reference."""
    text = reading.text
    match = _DATED_TAIL.match(text, title_end)
    if match is None or reading.jurisdiction not in {"hk", None}:
        return None
    if match.group("number"):
        kind = "ln" if match.group("ln") else "ord"
        return Act(f"hk/{kind}/{match.group('year')}/{int(match.group('number'))}", position, match.end(), full=True)
    tail = cap_tail(text, match.end("title_year"), text[start:title_end])
    if tail:
        return Act(tail[0], position, tail[1], full=True)
    if "(Amendment)" in text[start:title_end] and reading.jurisdiction == "hk":
        return Act(None, position, match.end("title_year"), full=True, note="amending_act_without_its_number")
    return None


def _abbreviated(reading: TextReading, position: int, start: int, *, tied: bool) -> Act | None:
    text = reading.text
    match = _ABBREVIATION.match(text, start)
    if match is None:
        return None
    word = match.group("word")
    end = match.end("word")
    if word.endswith(".") and word.count(".") == 1:
        word, end = word[:-1], end - 1
    if len(word) < 2:
        return None
    tail = cap_tail(text, end, word.replace(".", ""))
    defined = aliases(reading).get(alias_key(word))
    known = titles().abbreviation(word)
    if tail and (known or defined or _LOOKS_LIKE_ABBREVIATION.match(word)):
        return Act(tail[0], position, tail[1], full=True)
    if defined:
        return Act(defined[0], position, end, full=len(known) == 1 and defined[0] == _work(known[0]))
    if len(known) == 1:
        return Act(_work(known[0]), position, end, full=True)
    if len(known) > 1:
        named = [cap for cap in known if _is_named(reading, cap)]
        if len(named) == 1:
            return Act(_work(named[0]), position, end, full=True)
        return Act(
            None,
            position,
            end,
            full=True,
            note="abbreviation_of_several_acts",
            candidates=tuple(_work(cap) for cap in known),
        )
    rules = rules_of_court().get(word.replace(".", ""))
    if rules and reading.jurisdiction in {"hk", None}:
        return Act(rules, position, end, full=False)
    if tied and _RULES_ABBREVIATION.match(word) and reading.jurisdiction == "hk":
        return Act(None, position, end, full=False, note="abbreviation_not_defined")
    if tied and reading.jurisdiction == "hk" and _LOOKS_LIKE_AN_ACT.match(word) and word not in _CONTRACTS:
        return Act(None, position, end, full=False, note="abbreviation_not_defined")
    if _LOOKS_LIKE_ABBREVIATION.match(word) and reading.jurisdiction in {"hk", None} and (tied or len(word) > 2):
        return Act(None, position, end, full=False, note="abbreviation_not_defined")
    return None


def _is_named(reading: TextReading, cap: str) -> bool:
    named = memory_of(reading).named
    if cap not in named:
        named[cap] = _stands_in(reading.text, cap)
    return named[cap]


def _stands_in(text: str, cap: str) -> bool:
    title = titles().title_of.get(cap, "")
    return bool(title) and (title in text or bool(re.search(rf"Cap\.?\s{{0,4}}{cap}(?![0-9A-Z])", text)))


def _determined(reading: TextReading, match: re.Match[str]) -> Act | None:
    which = " ".join(match.group("which").lower().split())
    kind = match.group("kind")
    work, note = the_ordinance(reading, which, kind, match.start())
    if work is None and kind not in {"Ordinance", "Ordinances"} and reading.jurisdiction != "hk":
        return None
    several = acts_named_together(reading, kind, match.start()) if note == SEVERAL else ()
    return Act(work, match.start(), match.end(), full=False, note=note, candidates=several)


def the_ordinance(reading: TextReading, which: str, kind: str, at: int | None = None) -> tuple[str | None, str]:
    """What «the Ordinance», «that Ordinance», «this Ordinance» mean where the reading stands; (None, why) when the text leaves it open."""
    own = (reading.self_reference or "").partition("#")[0]
    if which == "this" and is_legislation(own):
        return own, ""
    known = antecedents(reading)
    last = known.statute
    if at is not None and not is_legislation(own) and (which != "the" or kind not in aliases(reading)):
        several = acts_named_together(reading, kind, at)
        if several:
            return None, SEVERAL
    if which != "the":
        if is_legislation(own):  # an act calls itself «this Ordinance»: «that Ordinance» is the other one named last
            for work in reversed(known.works):
                if reading.mentions[-1].end - known.works[work].end > _THAT_REACH:
                    break
                if work != own and _of_kind(work, kind):
                    return work, ""
        if last is not None and last.reference and _of_kind(last.reference, kind) and "#s8_art" not in last.reference:
            return last.reference.partition("#")[0], ""
        for work in reversed(known.works):
            if reading.mentions[-1].end - known.works[work].end > _THAT_REACH:
                break
            if _of_kind(work, kind) and "#s8_art" not in (known.works[work].reference or ""):
                return work, ""  # the Basic Law, the Bill of Rights, a rule of court between: no ordinance
        return (own, "") if is_legislation(own) else (None, "antecedent_missing")
    defined = aliases(reading).get(kind.rstrip("s") if kind == "Ordinances" else kind)
    if defined:
        return defined[0], ""
    if is_legislation(own) and kind == "Ordinance":
        return re.sub(r"[A-Z]+\Z", "", own) if own.startswith("hk/cap") else own, ""
    for work in reversed(known.works):
        if _of_kind(work, kind):
            return work, ""
    sole = sole_ordinance(reading)
    if sole and kind == "Ordinance":
        return sole, ""
    return None, "antecedent_missing"


def acts_named_together(reading: TextReading, kind: str, at: int) -> tuple[str, ...]:
    """The two acts of the kind that were just named together, so that «that Ordinance» at `at` is neither; () for one."""
    several = joined_acts(reading, antecedents(reading).statute, at)
    return several if several and all(_of_kind(work, kind) for work in several) else ()


def _of_kind(reference: str, kind: str) -> bool:
    """An ordinance has a bare chapter number; rules and regulations have a letter."""
    match = re.match(r"hk/cap\d+([A-Z]*)", reference)
    if match is None:
        return False  # the Basic Law is no ordinance
    return (kind.startswith("Ordinance")) == (not match.group(1))


def aliases(reading: TextReading) -> dict[str, tuple[str, int]]:
    """Defined terms of this text → (reference, place of the definition). The first definition of a term stands."""
    memory = memory_of(reading)
    if memory.aliases is None:
        memory.aliases = {}
        for definition in definitions(reading):
            if definition.term in memory.aliases:
                continue
            if definition.before is not None:
                work = act_before(reading.text, definition.before)
                if work:
                    memory.aliases[definition.term] = (work, definition.before)
            elif definition.after is not None:
                title_end = title_at(reading.text, definition.after)
                if title_end is not None:
                    act = _titled(reading, definition.after, definition.after, title_end, tied=False)
                    if act is not None and act.work:
                        memory.aliases[definition.term] = (act.work, definition.after)
    return memory.aliases


def act_before(text: str, end: int) -> str:
    """The act whose words end at `end`, "" when none does."""
    window = text[max(0, end - 240) : end]
    for pattern in (_CAP_END, _ZH_CAP_END):
        chapter = pattern.search(window)
        if chapter:
            return f"hk/cap{chapter.group('cap')}"
    chinese = _ZH_TITLE_END.search(window)
    if chinese:
        from pincite.jurisdictions.hk.tables import chinese_key  # noqa: PLC0415

        cap = titles().chinese.get(chinese_key(chinese.group("title")))
        return _work(cap) if cap else ""
    kind = _KIND_END.search(window)
    if kind:
        kind_start = max(0, end - 240) + kind.start()
        start = title_start(text, kind_start, 0)
        cap = titles().english.get(title_key(text[start : max(0, end - 240) + kind.end()]))
        return _work(cap) if cap else ""
    if window.rstrip()[-2:] not in _instrument_ends():
        return ""
    for each in _instrument_at().finditer(window):
        if not window[each.end() :].strip():
            return _instrument_of()[title_key(each.group("name"))][0]
    return ""


def sole_ordinance(reading: TextReading) -> str | None:
    """The one ordinance that the whole text names by title, number or unambiguous abbreviation; None when several or none."""
    memory = memory_of(reading)
    if not memory.sole_known:
        memory.sole_known = True
        found: set[str] = set()
        for cap in _ordinances_named(reading.text):
            if cap != "cap1":  # how Ordinances are read: it is never what a text means by «the Ordinance»
                found.add(cap)
            if len(found) > 1:
                break
        memory.sole = f"hk/{found.pop()}" if len(found) == 1 else None
    return memory.sole


def _ordinances_named(text: str) -> Iterator[str]:
    """The ordinances a text names, by number, by title, by abbreviation."""
    for match in CAP_AT.finditer(text):
        if match.group("cap").isdigit():  # the chapter of a regulation names no ordinance
            yield f"cap{match.group('cap')}"
    for match in _ORDINANCE.finditer(text):
        start = title_start(text, match.start(), 0)
        cap = titles().english.get(title_key(text[start : match.end()])) if start < match.start() else None
        if cap:
            yield f"cap{cap}"
    for match in _SHORT_WORD.finditer(text):
        caps = titles().abbreviation(match.group())
        if len(caps) == 1 and caps[0].isdigit():
            yield f"cap{caps[0]}"


_FORMER_SELF = lazy_pattern(r"《(?P<title>[^《》]{1,20})》[^。；《]{0,60}?指[^。；《]{0,30}本條例")


def former_selves(reading: TextReading) -> frozenset[str]:
    """Terms that the act defines as itself in an earlier state: 《舊條例》指在生效日期之前有效的本條例."""
    known: frozenset[str] | None = reading.memory.get("hk.former_selves")
    if known is None:
        known = frozenset(match.group("title") for match in _FORMER_SELF.finditer(reading.text))
        reading.memory["hk.former_selves"] = known
    return known
