"""Considerations without a decision beside them: «E. 4.2», «consid. 3», «para. 3.1».

Keeps true: in a decision a consideration by itself is its own, unless the words point back to a decision cited just
before; in any other text it is of the decision cited before (`decisions_before`); of the decision under appeal it has no
reference unless the text names that by its docket.
"""

from __future__ import annotations

from functools import cache

from pincite.citations.mention import Mention
from pincite.citations.pack import Anchor, Parsed, TextReading
from pincite.jurisdictions.ch.case_mentions import SPACE
from pincite.jurisdictions.ch.decisions_before import (
    Before,
    decision_before,
    decision_pointed_at,
    is_anothers_authority,
    is_decision,
    own_numbers,
    spoken_of,
)
from pincite.jurisdictions.ch.memory import CaseSeen, Memory, memory_of, swiss_here
from pincite.jurisdictions.ch.pinpoints import Pinpoint, read_pinpoints
from pincite.jurisdictions.ch.pointing import names_another, points_back, sentence_before, tells_what_was_held
from pincite.jurisdictions.ch.text_forms import GAP, GAP0
from pincite.text.patterns import pattern

__all__ = ["anchors", "considerations"]

_BELOW = pattern(
    r"(?:[Aa]ngef\w*\.?|[Vv]orinstanzliche\w*|[Aa]ngefochten\w*|erstinstanzliche\w*|[Vv]orinstanz|attaquée?|entreprise?|querellée?|impugnat\w)[^.;()]{0,40}\Z"
)
_BELOW_BEHIND = pattern(
    r"\s(?:des\s(?:angefochtenen|vorinstanzlichen|erstinstanzlichen|Einspracheentscheid|Rekursentscheid)|der\s(?:angefochtenen|Vorinstanz|Verfügung)|(?:de\sl[’']|du\s|de\sla\s)(?:arrêt|jugement|décision)\s(?:attaqu|entrepris|querell)|(?:della|del)\s(?:sentenza|giudizio|decisione)\simpugnat)"
)
"""«E. 3.2 des angefochtenen Urteils»."""
_ITS_BEHIND = pattern(
    r"\s(?:(?:ihre|seine)[sr]\s(?:Entscheid|Urteil|Beschluss|Verfügung)|(?:de\s(?:son|sa|leur)|del\s(?:suo|loro)|della\s(?:sua|loro)|of\s(?:its|their))\s(?:arrêt|jugement|décision|sentenza|giudizio|decisione|decision|judgment))"
)
"""«In E. 5 ihres Entscheids»: of the court that the sentence speaks of."""
_FEDERAL = pattern(
    r"Bundesgericht|Bundesverwaltungsgericht|Tribunal\s(?:administratif\s)?fédéral|Tribunale\s(?:amministrativo\s)?federale|Federal\sSupreme"
)
_GOES_ON = pattern(r"\s*(?:\([^()]{1,100}\)|\[[^\[\]]{1,100}\])\s*(?:[,;]\s*)?(?:und|sowie|u\.|et|e|and)?\s*")
"""A bracket between two considerations of one decision: «E. 2.2 (Mitwirkung) und E. 2.3»."""
_INTERNAL = pattern(
    rf"{GAP0},?{GAP0}\(?(?:hiervor|hievor|hiernach|oben|vorne|unten|nachfolgend|nachstehend|ci-(?:dessus|dessous|avant|après)|supra|infra|sopra|sotto|qui{GAP}sopra|above|below|vorstehend|du{GAP}présent|de[rs]{GAP}vorliegenden|del{GAP}presente|della{GAP}presente|of{GAP}this)"
)
_OF_RECORD = pattern(
    r"[Vv]i-[A-Z0-9-]{1,6}\s{0,3}\Z|(?:Urk|[Aa]ct|[Aa]kt|[Bb]eil|[Bb]eilage|Prot|[Pp]ag|[Dd]oc|[Pp]ce|[Pp]ièce|KB|BB|GB|BfB|Vi-act)\.?\s?(?:[IVX]{1,4}[/.]\s?)?\d[\d/.]{0,8}[,;]?\s{0,12}\Z"
)
"""A file of the record right before a consideration: «Urk. 282 E. 3.5.5» is a place in the record."""
_INTERNAL_BEFORE = pattern(
    r"(?:oben|vorne|vorn|unten|vorstehend|nachstehend|nachfolgend|hiervor|hiernach|[Ss]upra|[Ii]nfra|[Cc]i-(?:dessus|dessous)|[Ss]opra|[Ss]otto)(?:[,:]|\s(?:unter|in|zu|au|à|al|ad|le))?\s*\Z"
)
_BARE = pattern(
    rf"(?:E(?:rw)?\.|Erwägung(?:en)?|[Cc]onsid(?:érants?|\.)|[Cc]onsiderand[oi]|cons\.|[Pp]aras?\.?){GAP0}(?:[IVX]{{1,4}}[./]{GAP0})?\d"
)


def _parse_bare(reading: TextReading, start: int, end: int) -> Parsed | None:
    """«E. 4.2» by itself: of the document itself when it is a decision, else of the decision spoken of."""
    text = reading.text
    if (
        not _BARE.match(text, start)
        or (text.startswith("Erwägung", start) and "\n" in text[start:end])
        or (start and (text[start - 1].isalnum() or text[start - 1] in ".-_/"))
    ):
        return None
    memory = memory_of(reading)
    pinpoints, stop = read_pinpoints(text, start, only_considerations=True)
    if not pinpoints or _OF_RECORD.search(text, max(0, start - 30), start):
        return None
    before = _decision_of(reading, memory, start, stop, pinpoints)
    if before is None or not (before.work or swiss_here(reading, start)):
        reading.refuse_list("ch.bare_consideration", len(pinpoints), stop)
        return None
    found = considerations(reading, memory, start, pinpoints, before)
    if before.at >= 0 and text[stop : stop + 1].isspace() and (tied := _OF_THAT_ONE.match(text, stop)):
        stop = tied.end()
        last = found[-1]._replace(end=stop, text=text[found[-1].start : stop])
        found = (*found[:-1], last)
    return Parsed(found, stop)


_OF_THAT_ONE = pattern(
    rf"{GAP}(?:(?:desselben|dieses|jenes|des{GAP}(?:genannten|zitierten|erwähnten|gleichen|besagten)){GAP}(?:Urteils|Entscheid(?:e?s)?|Beschlusses)|(?:de{GAP}cet|du{GAP}même|dudit){GAP}(?:arrêt|jugement)|(?:di{GAP}(?:questa|tale)|della{GAP}(?:stessa|medesima)){GAP}sentenza|of{GAP}(?:that|the{GAP}same){GAP}(?:decision|judgment))(?![A-Za-zà-ÿ])"
)
"""«E. 5.1 desselben Urteils»: words that tie a consideration to a decision before."""
_OF_THE_CITED = pattern(
    r"\s(?:des\s(?:zitierten|genannten|erwähnten|besagten)|de\sl[’']arrêt\s(?:cité|précité|susmentionné)|della\ssentenza\scitata)"
)


def _parse_at(reading: TextReading, start: int, _end: int) -> Parsed | None:
    """«In the latter decision the Court added (at 6.2)»: a consideration as English texts write it."""
    text = reading.text
    memory = memory_of(reading)
    value = _AT.match(text, start)
    if reading.language != "en" or value is None or not memory.cases or not swiss_here(reading, start):
        return None
    found = Pinpoint(value.start("no"), value.end("no"), f"consid_{value['no']}")
    before = decision_before(reading, memory, found.start, value["no"])
    if not (before.work or before.candidates):
        return None
    return Parsed(considerations(reading, memory, found.start, [found], before), found.end)


_AT = pattern(r"\(at\s{1,3}(?P<no>\d{1,2}(?:\.\d{1,2}){1,4})(?=\))")


def considerations(
    reading: TextReading, memory: Memory, start: int, pinpoints: list[Pinpoint], before: Before
) -> tuple[Mention, ...]:
    """The mentions of considerations that begin at `start`, of the decision `before`."""
    text = reading.text
    found = []
    for index, pinpoint in enumerate(pinpoints):
        first = start if index == 0 else pinpoint.start
        reference = f"{before.work}#{pinpoint.place}" if before.work else None
        found.append(
            Mention(
                first, pinpoint.end, text[first : pinpoint.end], "case", "short", reference, "ch.bare_consideration", reading.language,
                candidates=tuple(f"{work}#{pinpoint.place}" for work in before.candidates),
                antecedent=before.at if before.at >= 0 else None, note="" if before.work else before.note,
            )
        )  # fmt: skip
    if before.work and before.at >= 0:
        memory.cases.append(CaseSeen(before.work, before.at, found[-1].end))
    return tuple(found)


_DECISION_BEHIND = pattern(
    rf"{GAP}(?:(?:von|des|der|aus|de|du|della|del|di|of|in){GAP}(?:l[’'])?|d(?:ell)?[’'])(?:(?:Urteile?s|Entscheid(?:e?s)?|arrêt|sentenza|decision|zitierten|genannten|Bundesgerichts|du|des|Tribunal|fédéral){GAP}){{0,4}}"
    rf"(?:(?:BGE|ATF|DTF){GAP}(?P<volume>\d{{1,3}}){GAP}(?P<part>I[ab]?|II|III|IV|V){GAP}(?P<page>\d{{1,4}})(?!\d)|(?P<docket>[1-9][A-HPSTU-Z]_\d{{1,4}}/(?:19|20)\d\d)(?!\d))"
)


def _decision_behind(text: str, stop: int) -> Before | None:
    """«considérant 3.2 de l’ATF 142 III 91»: the decision that stands behind its consideration."""
    match = _DECISION_BEHIND.match(text, stop)
    if match is None:
        return None
    return Before(
        f"ch/bger/{match['docket']}" if match["docket"] else f"ch/bge/{match['volume']}/{match['part']}/{match['page']}"
    )


def _decision_of(
    reading: TextReading, memory: Memory, start: int, stop: int, pinpoints: list[Pinpoint]
) -> Before | None:
    """The decision a bare consideration is of; None when it is no citation."""
    text = reading.text
    last = memory.cases[-1] if memory.cases else CaseSeen("", -1, -1)
    english = text[start] in "pP"
    internal = _INTERNAL.match(text, stop) or _INTERNAL_BEFORE.search(text, max(0, start - 40), start)
    near = bool(last.work) and start - last.end < (400 if english else 120) and not internal
    if english:
        return Before(last.work, last.start) if near and "." in pinpoints[0].place else None
    number = pinpoints[0].place.removeprefix("consid_").partition("..")[0]
    floor = max(0, start - 60)
    if _UNREAD.search(text, floor, start) and last.end < floor + len(text[floor:start].rstrip(" ,\u00a0\n")):
        # What stands before it names a decision in a way that was not understood: nobody else's consideration.
        return Before("", note="decision_not_understood")
    if text[stop : stop + 1].isspace() and (behind := _decision_behind(text, stop)):
        return behind
    if _ITS_BEHIND.match(text, stop) and (
        spoken_of(text[max(0, last.end, start - 200) : start]) == "below"
        or not _FEDERAL.search(text, max(0, start - 200), start)
    ):
        return Before("", note="another_decision_governs")
    if _BELOW_BEHIND.match(text, stop) or _BELOW.search(text, max(0, start - 70), start):
        return Before(memory.under_appeal, note="decision_under_appeal")
    if near and _GOES_ON.fullmatch(text, last.end, start):
        return Before(last.work, last.start)
    if near and _POINTS_BACK.search(text, max(0, start - 60), start):
        return decision_pointed_at(memory, start)
    if is_decision(reading, memory) and not internal:
        other = _of_another(reading, memory, start, stop, number)
        if other is not None:
            return other
    if is_decision(reading, memory):
        if _spoken_of_here(text, last, start) and not internal:
            return decision_before(reading, memory, start, number)
        return Before(reading.self_reference or "")
    if internal:
        return Before("", note="consideration_of_the_document_itself")
    return decision_before(reading, memory, start, number)


def _of_another(reading: TextReading, memory: Memory, start: int, stop: int, number: str) -> Before | None:
    """In a decision: the other one that the sentence points at or tells of; None when it does neither."""
    text = reading.text
    last = memory.cases[-1] if memory.cases else CaseSeen("", -1, -1)
    near = bool(last.work) and start - last.end < _SENTENCE_REACH
    sentence = sentence_before(text, last.end if near else 0, start)
    if near and (_OF_THAT_ONE.match(text, stop) or _OF_THE_CITED.match(text, stop) or points_back(sentence)):
        return decision_pointed_at(memory, start)
    if (
        near
        and tells_what_was_held(sentence_before(text, 0, start) + text[start : stop + _BEHIND])
        and number not in own_numbers(memory)
    ):
        return decision_before(reading, memory, start, number)
    if (near and is_anothers_authority(text, last, start)) or names_another(text, max(0, last.end), start):
        return Before("", note="another_decision_governs")
    return None


_BEHIND = 30
"""Code points behind a consideration that may say who held it: «In E. 4 verlangte es …»."""


def _spoken_of_here(text: str, last: CaseSeen, start: int) -> bool:
    """Whether the sentence speaks of the decision cited last: it stands in the sentence itself, not in a bracket of it.

    «Im Verfahren PS220113 liess die Kammer offen, ob … (E. 4b)», against «… ist zulässig (vgl. BGE 140 III 86). Nach E. 4b».
    """
    if not last.work or not 0 <= start - last.end < _SENTENCE_REACH:
        return False
    between = text[last.end : start]
    if _SENTENCE_END.search(between):
        return False
    depth = 0
    for sign in _BRACKETS.findall(between):
        depth += 1 if sign in "([" else -1
        if depth < 0:
            return False
    return True


_SENTENCE_REACH = 300
_SENTENCE_END = pattern(r"(?:\A[)\]]{0,2}|[a-zäöüéèà»”\")\]])[.!?][»”\")]?\s+[A-ZÄÖÜÉÈ«„“]|;|\n[ \t\u00a0]*\n")
_BRACKETS = pattern(r"[()\[\]]")
_UNREAD = pattern(
    r"(?:\d[\w./-]*|(?:gegen|contre|contro|c\.|v\.|vs\.?)\s+(?:(?:die|den|la|le)\s+)?[A-ZÄÖÜÉ][\w.’'-]*(?:\s[A-ZÄÖÜÉ][\w.’'-]*)?)[\s\u00a0]*\]?,?[\s\u00a0]*\Z"
)
"""A number, a date or the name of a case right before a consideration."""
_POINTS_BACK = pattern(
    r"(?:a\.a\.O\.|dieses Urteils|dort|ebenda|ebd\.|précité|citato|ibid\.?|genannte[ns]? (?:Urteil|Entscheid)\w*|BGE|ATF|at)[^.;]{0,40}\Z"
)


_S = SPACE


@cache
def anchors() -> tuple[Anchor, ...]:
    """The anchors of this file's rules."""
    return (
        Anchor(
            "ch.bare_consideration",
            rf"\b(?:E(?:rw)?\.|Erwägung(?:en)?|[Cc]onsid(?:érants?|erand[oi]|\.)|cons\.|paras?\.?){_S}{{0,12}}(?:[IVX]{{1,4}}[./])?\d",
            _parse_bare,
        ),
        Anchor("ch.bare_consideration", rf"\(at{_S}{{1,3}}\d{{1,2}}\.\d", _parse_at),
    )
