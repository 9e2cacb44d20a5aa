"""Acts of the Union by number, by name, by «this Regulation», with the CELEX number that their words make.

Keeps true: which of two numbers is the year follows the rule of the time: since 2015 year/number for all; before, of
regulations number/year, of directives and decisions year/number, two-digit years until 1998. A directive or
recommendation that says neither its community nor its year first is another body's («Richtlinie 6/2004» of a canton).
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from pincite.citations.pack import TextReading
from pincite.jurisdictions.eu.tables import nicknames
from pincite.jurisdictions.shared.aliases import definitions
from pincite.jurisdictions.shared.antecedents import antecedents
from pincite.text.patterns import pattern

__all__ = ["ACT", "Named", "act_at", "celex_of", "further_acts", "is_act", "own_act", "with_recitals"]

_KINDS = {
    "durchführungsverordnung": "R", "durchführungsrichtlinie": "L", "durchführungsbeschluss": "D",
    "regulation": "R", "règlement": "R", "verordnung": "R", "regolamento": "R",
    "directive": "L", "richtlinie": "L", "direttiva": "L",
    "framework decision": "F", "décision-cadre": "F", "rahmenbeschluss": "F", "decisione quadro": "F",
    "decision": "D", "décision": "D", "beschluss": "D", "entscheidung": "D", "decisione": "D",
    "recommendation": "H", "recommandation": "H", "empfehlung": "H", "raccomandazione": "H",
}  # fmt: skip
# The hyphen of a line's end stands where the words may be broken («Regula-» / «tion»).
_BROKEN = r"Regu-\nlation|Regula-\ntion|Reg-\nulation|Di-\nrective|Direc-\ntive|De-\ncision|Deci-\nsion|Ver-\nordnung|Verord-\nnung|Richt-\nlinie|règle-\nment|direc-\ntive"
_KIND = "|".join(sorted((kind.replace(" ", r"\s{1,6}") for kind in _KINDS), key=lambda kind: -len(kind)))
_COMMUNITY = r"Euratom|ECSC|EGKS|CFSP|PESC|EEC|EWG|CEE|EU|EC|UE|CE|EG"
_MANNER = r"(?:\s{1,6}(?:délégué(?:e|s|es)?|d['’]exécution|delegat[oiae]|di\s{1,3}esecuzione))?"
_ISSUER = r"(?:\s{1,8}(?:(?:du|de\s{1,4}la|des|der|del|della|of\s{1,4}the)\s{1,4}(?:Conseil|Commission|Rates|Kommission|Consiglio|Commissione|Council)|du\s{1,4}Parlement\s{1,4}européen\s{1,4}et\s{1,4}du\s{1,4}Conseil))?"
# Words of a neighbouring column may stand in the line between («Regulation» / «Competent authorities» / «(EU) No 1094/2010»).
_COLUMN = r"(?:\s{0,3}\n[A-Z][^\n(]{1,45}\n|\s{1,12})"
# The mark of a footnote may be run into the number («2024/16192», «2013/36/EU1»).
_NUMBERS = rf"(?P<a>\d{{1,4}})/(?P<b>\d{{1,4}})(?:/(?P<tail>{_COMMUNITY}|JHA|JAI|JI|GAI)(?![a-z]|[A-Z](?![a-z]))(?P<marked>\d{{1,2}}(?!\d))?|(?P<glued>\d{{1,2}}(?![\d/]))|(?![\d/]))"
_OTHER_BODY = (
    r"(?!(?i:richtlinien?|directives?|direttiv[ae]|recommendations?|recommandations?|empfehlung(?:en)?|raccomandazion[ei])"
    r"\s{1,12}(?:(?:No|no|n°|n\.\s?°|nº|Nr\.?|n\.)\s{0,6})?\d{1,3}/(?:19[5-9]|20)\d{2}(?![\d/]))"
)
_MORE = pattern(
    rf"(?P<joint>\s{{0,3}},\s{{0,8}}(?:and\s|et\s)?|\s{{1,4}}(?:and|et|und|e|or|ou)\s{{1,8}})(?P<words>(?:\((?P<community>{_COMMUNITY})\)\s{{1,8}})?(?:(?P<no>No|no|n°|Nr\.?|n\.)\s{{0,6}})?{_NUMBERS})"
)
ACT = pattern(
    rf"{_OTHER_BODY}(?i:(?P<kind>{_KIND}|{_BROKEN}))(?P<plural>s|en|n|i)?{_MANNER}{_ISSUER}(?:{_COLUMN}\((?P<community>(?:{_COMMUNITY})(?:,\s?(?:{_COMMUNITY}))?)\))?{_COLUMN}(?:(?P<no>No|no|n°|n\.\s?°|nº|Nr\.?|n\.)\s{{0,6}})?"
    rf"{_NUMBERS}"
)
_MAKER = pattern(
    r"(?:(?:European\s{1,4}Parliament\s{1,4}and\s{1,4}(?:of\s{1,4}the\s{1,4})?)?(?:Council|Commission)\s{1,6}(?:(?:Implementing|Delegated)\s{1,6})?|(?:Implementing|Delegated|Delegierten?)\s{1,6})(?=[A-Z])"
)
_MAKER_INITIALS = frozenset("ECID")
"""«Article 3(1) of Council Directive 93/13/EEC», «Art. 3 der Delegierten Verordnung (EU) 2017/565»: who made the act, and how, before its kind."""
_THIS = pattern(
    r"(?:(?:of|in|to|under|de|à|dans|aux?)\s{1,8})?(?P<which>this|that|the\s{1,4}s(?:aid|ame)|said|(?:du|de\s{1,4}la|le|la)\s{1,4}même|la\s{1,4}présente|le\s{1,4}présent|du\s{1,4}présent|dudit|ledit|ladite|de\s{1,4}ladite|ce|cette|ces|dieser|diesem|dieses|jener|derselben|desselben|der\s{1,4}genannten|tale|tali|dett[oa]|suddett[oa]|medesim[oa]|citat[oa])\s{1,8}(?P<kind>[Rr]egulation|[Dd]irective|[Dd]ecision|règlement|directive|décision|Verordnung|Richtlinie|Beschlusses|regolamento|direttiva|decisione|Act)(?![A-Za-zÀ-ÿ])"
)
_THEREOF = pattern(
    r"(?P<word>thereof|cel(?:le|ui)-ci|stess[ao]|medesim[ao]|quest['’]ultim[ao])(?![A-Za-zÀ-ÿ])(?!\s(?:regolament|direttiv|decision|articol|paragraf|letter|punt))"
)


class Named(NamedTuple):
    """Words that name an act. `treaty`: the CELEX prefix takes the article's number."""

    work: str | None
    start: int
    end: int
    full: bool
    note: str = ""
    treaty: bool = False


def celex_of(kind: str, community: str, no: str, a: str, b: str, tail: str) -> str:
    """Regulation (EC) No 44/2001 → 32001R0044."""
    letter = _KINDS[re.sub(r"\s+", " ", re.sub(r"-\s+", "", kind.lower()))]
    first, second = int(a), int(b)
    year_first = letter in {"L", "F", "D", "H"}
    if letter == "R" or community:
        year_first = 2015 <= first <= 2100 and not (no and letter == "R" and 1952 <= second <= 2100)
        if letter != "R" and not no:
            year_first = True
    if no and letter == "D" and 1990 <= second <= 2100 and first < 1990:
        year_first = False
    if year_first and not _is_year(first, a) and _is_year(second, b):
        year_first = False
    year, number = (first, second) if year_first else (second, first)
    if year < 100:
        year += 1900 if year >= 50 else 2000
    del tail
    return f"3{year}{letter}{number:04d}"


def _numbered(text: str, match: re.Match[str], kind: str, start: int) -> Named:
    """The act of a match of ACT or of a further member of its list."""
    number, end, note = match.group("b"), match.end(), ""
    if match.group("glued"):
        number, note = _without_mark(text, match)
        end = match.start("b") + len(number)
    elif match.group("marked"):
        end = match.start("marked")
    celex = celex_of(
        kind,
        match.group("community") or "",
        match.group("no") or "",
        match.group("a"),
        number,
        match.group("tail") or "",
    )
    return Named(f"eu/{celex}", start, end, full=True, note=note)


_MARK_REACH = 20_000


def _without_mark(text: str, match: re.Match[str]) -> tuple[str, str]:
    """«2015/84913»: the number that stands elsewhere in the text without the mark, else its first four digits, with a note."""
    digits = match.group("b") + match.group("glued")
    for length in (4, 3):
        if 0 < len(digits) - length <= 2 and re.search(
            rf"(?<!\d){match.group('a')}/{digits[:length]}(?!\d)",
            text[max(0, match.start() - _MARK_REACH) : match.end() + _MARK_REACH],
        ):
            return digits[:length], ""
    return digits[:4], "number_longer_than_any"


def further_acts(text: str, first: Named) -> list[Named]:
    """Members of a list that names the kind once: «Directives 2014/90/EU, (EU) 2016/797 and (EU) 2020/1828»."""
    head = ACT.match(text, first.start)
    found: list[Named] = []
    end = first.end
    while head is not None and len(found) < 30:
        more = _MORE.match(text, end)
        if more is None or not (head.group("plural") or more.group("community")):
            break
        found.append(_numbered(text, more, head.group("kind"), more.start("words")))
        end = found[-1].end
    return found


def _is_year(value: int, text: str) -> bool:
    return 1952 <= value <= 2100 or (len(text) == 2 and 50 <= value <= 99)


def is_act(reference: str | None) -> bool:
    """Whether the reference names an act of the Union."""
    return bool(reference and re.match(r"eu/[0-9]", reference))


def own_act(reading: TextReading) -> str | None:
    """The act that the document is, or None."""
    own = (reading.self_reference or "").partition("#")[0]
    return own if is_act(own) else None


@cache
def _nickname() -> re.Pattern[str]:
    names = sorted(nicknames(), key=lambda name: (-len(name), name))
    words = "|".join(re.escape(name).replace(r"\ ", r"\s{1,6}").replace("’", "[’']") for name in names)
    return re.compile(rf"(?P<name>{words})(?![A-Za-z0-9])")


def act_at(reading: TextReading, position: int, *, tied: bool) -> Named | None:
    """The act whose words begin at `position`."""
    text = reading.text
    maker = _MAKER.match(text, position) if tied and text[position : position + 1] in _MAKER_INITIALS else None
    begins = maker.end() if maker else position
    act = ACT.match(text, begins)
    if act:
        return _numbered(text, act, act.group("kind"), begins)
    thereof = _THEREOF.match(text, position) if text[position : position + 1] in _THEREOF_INITIALS else None
    if thereof:
        work, note = last_act(reading)
        treaty = _TREATY_ARTICLE.match(work) if work else None
        if treaty:
            return Named(treaty.group(1), position, thereof.end(), full=False, treaty=True)
        return Named(work, position, thereof.end(), full=False, note=note)
    this = _THIS.match(text, position)
    if this:
        which = " ".join(this.group("which").lower().split())
        said = which.split()[-1]
        own = own_act(reading)
        # «dieser Verordnung» is an act's word for itself, and in a judgment the one cited before
        if said in {"this", "présente", "présent"} or (own and said in {"dieser", "diesem", "dieses"}):
            return Named(own, position, this.end(), full=False, note="" if own else "antecedent_missing")
        work, note = _last_of_kind(reading, this.group("kind").lower())
        return Named(work, position, this.end(), full=False, note=note)
    name = _nickname().match(text, position)
    if name:
        key = " ".join(name.group("name").split()).replace("'", "’")
        if key in {"Charter", "Charte", "Charta", "Carta"} and reading.jurisdiction != "eu":
            return None
        celex = nicknames()[key]
        if text[max(0, position - 3) : position] == "UK ":
            return None
        return Named(f"eu/{celex.rstrip('*')}", position, name.end(), full=True, treaty=celex.endswith("*"))
    term = _TERM_AT.match(text, position)
    if term and tied:
        words = term.group("term").split()
        for count in range(len(words), 0, -1):
            key = " ".join(words[:count])
            defined = _aliases(reading).get(key)
            if defined:
                return Named(defined, position, position + len(key), full=False)
        if _UNKNOWN_ABBREVIATION.match(text, position) and words[0] not in _BODIES:
            return Named(None, position, position + len(words[0]), full=False, note="abbreviation_not_defined")
    return None


def _aliases(reading: TextReading) -> dict[str, str]:
    known: dict[str, str] | None = reading.memory.get("eu.aliases")
    if known is None:
        known = reading.memory["eu.aliases"] = {}
        for definition in definitions(reading):
            if definition.before is None or definition.term in known:
                continue
            window_start = max(0, definition.before - 60)
            acts = [
                match
                for match in ACT.finditer(reading.text, window_start, definition.before)
                if not reading.text[match.end() : definition.before].strip().strip(",")
            ]
            if len(acts) == 1 or (acts and acts[-1].start() - acts[-2].end() > _LIST_GAP):
                act = acts[-1]
                celex = celex_of(
                    act.group("kind"),
                    act.group("community") or "",
                    act.group("no") or "",
                    act.group("a"),
                    act.group("b"),
                    "",
                )
                known[definition.term] = f"eu/{celex}"
        for bracket in _PLAIN_DEFINITION.finditer(reading.text):
            found = ACT.search(reading.text, max(0, bracket.start() - 60), bracket.start())
            if found is not None and found.end() == bracket.start():
                celex = celex_of(
                    found.group("kind"),
                    found.group("community") or "",
                    found.group("no") or "",
                    found.group("a"),
                    found.group("b"),
                    "",
                )
                known.setdefault(" ".join(bracket.group("term").split()), f"eu/{celex}")
    return known


_PLAIN_DEFINITION = pattern(
    r"\s{1,4}\((?:the\s{1,4})?(?P<term>[A-Z][A-Za-z]{2,20}(?:\s{1,3}[A-Z][A-Za-z]{1,20}){0,2}\s{1,3}(?:Directive|Regulation|Decision))\)"
)
"""«Directive 2009/147/EC (the Birds Directive)»: a name without quotation marks, right behind its act."""


def act_of_sentence(reading: TextReading, begins: int, start: int) -> Named | None:
    """The act that the sentence is about: a name or a defined term in it, without a place of its own («DORA adds …: Art. 30(2)»)."""
    text = reading.text
    found = None
    for name in _nickname().finditer(text, begins, start):
        if name.group("name") in _AMBIGUOUS or not _stands_alone(text, name.start()):
            continue
        found = act_at(reading, name.start(), tied=False) or found
    terms = _aliases(reading)
    if terms:
        for word in _TERM.finditer(text, begins, start):
            work = terms.get(word.group())
            if work and (found is None or word.start() > found.start):
                found = Named(work, word.start(), word.end(), full=False)
    return found if found is not None and found.work and not found.treaty else None


_UNKNOWN_ABBREVIATION = pattern(r"[A-Z]{3,6}(?![A-Za-z0-9])(?!\s{1,3}[A-Z])")
_TERM_AT = pattern(r"(?P<term>[A-Z][A-Za-z0-9-]{1,20}(?:\s[A-Z0-9][A-Za-z0-9-]{0,20}){0,3})")
_BODIES = frozenset(
    {
        "EEC",
        "EBA",
        "ESMA",
        "EIOPA",
        "ECB",
        "ESRB",
        "SRB",
        "EDPB",
        "EDPS",
        "WTO",
        "ICC",
        "EEA",
        "EFTA",
        "ECHR",
        "ICCPR",
        "UNCITRAL",
    }
)
_AMBIGUOUS = frozenset({"MAR", "IFD", "IFR", "DSA", "DMA", "CRR", "AVG", "Charter", "Charte", "Charta", "Carta"})
_TERM = pattern(r"[A-Z][A-Za-z0-9-]{1,20}(?:\s(?:[A-Z][A-Za-z-]{1,20}|\d))?")


def _stands_alone(text: str, at: int) -> bool:
    return not (at and text[at - 1].isalnum())


def _last_of_kind(reading: TextReading, kind: str) -> tuple[str | None, str]:
    """«ladite directive»: the act cited last, or where that one is of another kind the last one of this kind."""
    work, note = last_act(reading)
    letter = _KINDS.get("beschluss" if kind == "beschlusses" else kind, "")
    kinds = "DF" if letter == "D" else letter
    if work is None and note == _TOGETHER and kinds:
        several = [each.reference.partition("#")[0] for each in reading.mentions[-2:] if each.reference]
        fitting = {each for each in several if (kind_of := _CELEX_KIND.match(each)) and kind_of.group(1) in kinds}
        return (fitting.pop(), "") if len(fitting) == 1 else (None, note)
    found = _CELEX_KIND.match(work) if work else None
    if not kinds or (found is not None and found.group(1) in kinds) or (work is None and note != "antecedent_missing"):
        return work, note
    for known in list(reversed(antecedents(reading).works))[:_KINDS_BACK]:
        celex = _CELEX_KIND.match(known)
        if celex is not None and celex.group(1) in kinds:
            return known, ""
    return work, note


def with_recitals(reading: TextReading, work: str) -> str:
    """The work, or behind an article of a treaty, which has no recitals and no annexes here, the act cited last before it."""
    if not _TREATY_ARTICLE.match(work):
        return work
    before = list(reversed(antecedents(reading).works))[:_KINDS_BACK]
    return next((known for known in before if _CELEX_KIND.match(known)), work)


_TOGETHER = "several_acts_named_together"
_THEREOF_INITIALS = frozenset("tcsmq")
_TREATY_ARTICLE = pattern(r"(eu/12016[EMP])\d{3}\Z")
_CELEX_KIND = pattern(r"eu/3\d{4}([A-Z])")
_KINDS_BACK = 40
_LIST_GAP = 8
"""A term behind a list of acts («the Founding Regulations») is none of them alone."""
_CLAUSE_ENDS = pattern(r"[;.:]")


def last_act(reading: TextReading) -> tuple[str | None, str]:
    """The act cited last; open when several were cited together («A, B and C … thereof»)."""
    last = antecedents(reading).statute
    if last is None:
        return None, "antecedent_missing"
    if last.reference is None:
        return None, last.note or "antecedent_missing"
    work = last.reference.partition("#")[0]
    if not is_act(work):
        return None, "antecedent_missing"
    recent = [each for each in reading.mentions[-4:] if each.kind == "statute" and each.form == "full"]
    if (
        len(recent) >= 2
        and recent[-1] is last
        and recent[-1].start - recent[-2].end < 8
        and not _CLAUSE_ENDS.search(reading.text, recent[-2].end, recent[-1].start)
        and recent[-2].reference
        and recent[-2].reference.partition("#")[0] != work
        and not (_TREATY_ARTICLE.match(work) and recent[-2].reference.startswith(work[:-3]))
    ):
        return None, _TOGETHER
    return work, ""
