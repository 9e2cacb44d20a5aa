"""Points of a decision or opinion of the Court that a text points back to: «point 107 de cet arrêt», «Rn. 30 des Urteils Leuchtturm».

Keeps true: an opinion of an Advocate General has no reference; a decision named by its parties is the one cited under that
name before, or the one whose number stands behind the name; «the present judgment» is the document's own; else none.

Grammar:

    back = word numbers tie ( opinion | decision [ date ] [ name ] )     points 45 à 47 de ses conclusions
"""

from __future__ import annotations

import re

from pincite.citations.mention import Mention
from pincite.citations.pack import Anchor, Parsed, TextReading
from pincite.jurisdictions.eu.acts import is_act
from pincite.jurisdictions.eu.grammar_acts import home
from pincite.jurisdictions.eu.grammar_cases import points_at
from pincite.jurisdictions.shared.antecedents import antecedents
from pincite.jurisdictions.shared.mentions import mention
from pincite.text.patterns import pattern

__all__ = ["anchors"]

_SPACE = r"[\s\u00a0\u2009\u202f]"
_WORDS = (
    r"[Pp]oints?|[Pp]aragraphs?|[Pp]aras?\.?|Rn\.|Randn(?:rn?\.|ummern?)|Nrn?\.|Nummern?|[Pp]unt[oi]|[Pp]aragraf[oi]"
)
_WORD = pattern(rf"(?:{_WORDS})\s{{1,4}}(?=\d)")
_OPINION = r"(?:of\s{1,4}(?:his|her|their|the|that|this)\s{1,4}(?:Advocate\s{1,4}General['’]s\s{1,4})?[Oo]pinion|(?:de\s{1,4}(?:ses|leurs|ces)|des)\s{1,4}conclusions|(?:seiner|ihrer|der|dieser)\s{1,4}Schlussanträge|delle\s{1,4}(?:(?:sue|proprie)\s{1,4})?conclusioni)(?![A-Za-zÀ-ÿ])"
_OWN = r"du\s{1,4}présent\s{1,4}arrêt|d(?:es|ieses)\s{1,4}vorliegenden\s{1,4}Urteils|della\s{1,4}presente\s{1,4}sentenza|of\s{1,4}the\s{1,4}present\s{1,4}judgment"
_DECISION = r"(?:de\s{1,4}cet(?:te)?|dudit|de\s{1,4}ladite|de\s{1,4}l['’]|du\s{1,4}même)\s{0,4}(?:arrêt|ordonnance)|(?:des|dieses|jenes|desselben)\s{1,4}(?:genannten\s{1,4}|angeführten\s{1,4})?(?:Urteils|Beschlusses)|(?:della|di\s{1,4}tale|di\s{1,4}detta|della\s{1,4}citata|della\s{1,4}stessa)\s{1,4}(?:sentenza|ordinanza)|of\s{1,4}(?:that|the\s{1,4}same)\s{1,4}judgment|of\s{1,4}the\s{1,4}judgment(?=\s{1,4}in\s{1,4}[A-Z]|\s{1,4}of\s{1,4}\d)"
_TIED = pattern(
    rf"\s{{1,6}}(?:(?P<opinion>{_OPINION})|(?P<own>{_OWN})|(?P<decision>{_DECISION})(?![A-Za-zÀ-ÿ])"
    r"(?P<date>\s{1,4}(?:of|du|vom|del(?:l['’])?)\s{0,4}\d{1,2}(?:er|°|\.)?\s{1,4}[A-Za-zÀ-ÿ]{3,10}\s{1,4}\d{4}(?=,|\s|$))?)"
)
_NAME = pattern(
    r"(?:,?\s{1,4}(?:in\s{1,4})?)(?P<name>[A-ZÀ-Ý][\w’'.-]*(?:\s(?:[A-ZÀ-Ý(][\w’'.)-]*|e\.a\.|and|et|und|e|v|of|de|des|du|/)){0,6})"
)
_NUMBER_BEHIND = pattern(r"\s{0,2}[,(]\s{0,3}(?P<number>[CTF][-‐‑–]\d{1,4}/\d\d(?:\sP)?)(?!\d)")
_NAMED_BEFORE = 120
_CASES_BACK = 60
_SHORTEST_NAME = 4


def anchors() -> list[Anchor]:
    """One anchor: it holds the words of the decision, so that a bare number asks nothing."""
    number = rf"\d{{1,4}}(?:(?:{_SPACE}?[-–]{_SPACE}?|,?{_SPACE}(?:to|and|à|et|bis|und|a|e){_SPACE}|,{_SPACE})\d{{1,4}}){{0,8}}"
    ties = r"of|de|des|du|dudit|seiner|ihrer|der|dieser|dieses|jenes|desselben|delle|della|di"
    between = rf"(?:{_SPACE}{{1,4}}[A-Za-zéäêü]{{2,14}}){{0,2}}{_SPACE}{{1,4}}(?:l['’]|[Gg]eneral['’]s{_SPACE}{{1,4}})?"
    nouns = r"[Oo]pinion|conclusions|Schlussanträge|conclusioni|arrêt|ordonnance|Urteils|Beschlusses|sentenza|ordinanza|judgment"
    return [
        Anchor(
            "eu.back_to_point",
            rf"\b(?:{_WORDS}){_SPACE}{{1,4}}{number}{_SPACE}{{1,6}}(?:{ties}){between}(?:{nouns})\b",
            _back,
        )
    ]


def _back(reading: TextReading, start: int, _end: int) -> Parsed | None:
    text = reading.text
    pins = points_at(text, start, _WORD)
    tied = _TIED.match(text, pins[-1].end) if pins else None
    if tied is None or not home(reading) or is_act(reading.self_reference):
        return None
    end, case = tied.end(), None
    work: str | None = None
    note = "outside_the_scheme"
    if tied.group("decision"):
        work, end, case = _decision(reading, start, tied)
        note = "" if work else "antecedent_missing"
    elif tied.group("own"):
        own = (reading.self_reference or "").partition("#")[0]
        work, note = (
            (own, "") if own.startswith(("eu/case/", "eu/ecli/", "coe/echr/")) else (None, "antecedent_missing")
        )
    made = [
        mention(
            reading, pin.start if index else start, pin.end, "case", "short",
            f"{work}#{pin.place}" if work else None, "eu.back_to_point",
            note=note, antecedent=case.start if case is not None else None, language=reading.language or "en",
        )
        for index, pin in enumerate(pins)
    ]  # fmt: skip
    made[-1] = made[-1]._replace(end=end, text=text[made[-1].start : end])
    return Parsed(tuple(made), end)


def _decision(reading: TextReading, start: int, tied: re.Match[str]) -> tuple[str | None, int, Mention | None]:
    """(work, end of the words, citation leaned on): by the name behind, else the case cited last."""
    text = reading.text
    name = _NAME.match(text, tied.end())
    if name is not None and (tied.group("date") or text[tied.end()] != ","):
        for words in _prefixes(name.group("name")):
            end = name.start("name") + len(words)
            numbered = _NUMBER_BEHIND.match(text, end)
            if numbered is not None:
                return f"eu/case/{re.sub('[‐‑–]', '-', numbered.group('number'))}", end, None
            case = _named(reading, words)
            if case is not None:
                return (case.reference or "").partition("#")[0], end, case
        return None, name.end() if tied.group("date") is None else tied.end(), None
    if tied.group("date"):
        return None, tied.end(), None
    last = antecedents(reading).case
    if last is None or not (last.reference or "").startswith(("eu/case/", "eu/ecli/")) or last.start > start:
        return None, tied.end(), None
    return (last.reference or "").partition("#")[0], tied.end(), last


def _prefixes(name: str) -> list[str]:
    """The whole name, then without its last words, while it tells something."""
    words = name.rstrip(".,").split(" ")
    found = [" ".join(words[:count]).rstrip(".,") for count in range(len(words), 0, -1)]
    return [each for each in found if len(each) >= _SHORTEST_NAME]


def _named(reading: TextReading, name: str) -> Mention | None:
    """The case cited last behind this name."""
    recent = reading.mentions[-_CASES_BACK:]
    for index in range(len(recent) - 1, -1, -1):
        case, before = recent[index], recent[index - 1] if index else None
        if case.rule not in {"eu.case", "eu.case_old", "eu.ecli"} or not case.reference:
            continue
        begins = max(before.end if before is not None else 0, case.start - _NAMED_BEFORE)
        if reading.text.find(name, begins, case.start) >= 0:
            return case
    return None
