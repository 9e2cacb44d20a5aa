"""All rules of the Swiss grammar in order of precedence, and what is settled once the whole text is read."""

from __future__ import annotations

from collections import Counter
from functools import cache

from pincite.citations.mention import Mention
from pincite.citations.pack import Anchor, TextReading
from pincite.jurisdictions.ch import (
    grammar_acts,
    grammar_again,
    grammar_books,
    grammar_circulars,
    grammar_considerations,
    grammar_courts_abroad,
    grammar_dockets,
    grammar_gazettes,
    grammar_literature,
    grammar_parts,
    grammar_reports,
    grammar_statutes,
)
from pincite.jurisdictions.ch.communes import is_communal
from pincite.jurisdictions.ch.memory import OPEN, UNNAMED, Memory, memory_of
from pincite.jurisdictions.ch.statutes import canton_names
from pincite.jurisdictions.shared.own_text import NOT_IDENTIFIED

__all__ = ["anchors", "finish"]


@cache
def anchors() -> tuple[Anchor, ...]:
    """The anchors of all rules."""
    return (
        *grammar_reports.anchors(),
        *grammar_dockets.anchors(),
        *grammar_courts_abroad.anchors(),
        *grammar_considerations.anchors(),
        *grammar_again.anchors(),
        *grammar_gazettes.anchors(),
        *grammar_statutes.anchors(),
        *grammar_acts.anchors(),
        *grammar_parts.anchors(),
        *grammar_literature.anchors(),
        *grammar_books.anchors(),
        *grammar_circulars.anchors(),
    )


def finish(reading: TextReading) -> None:
    """Settle acts that were not known when they were met: defined later in the text, or the canton's own."""
    open_ones = [
        index
        for index, mention in enumerate(reading.mentions)
        if mention.reference and mention.reference.startswith(_TO_SETTLE)
    ]
    if not open_ones:
        return
    memory = memory_of(reading)
    named = Counter((mention.reference or "").partition("#")[0] for mention in reading.mentions)
    unknown: list[tuple[int, str]] = []
    for index in reversed(open_ones):  # the last of a list has the words behind its act
        mention = reading.mentions[index]
        if (mention.reference or "").startswith(UNNAMED):
            reading.mentions[index] = mention._replace(reference=None, note=NOT_IDENTIFIED)
        else:
            settled = reading.mentions[index] = _settled(mention, memory, named)
            if settled.note == _NOT_KNOWN:
                unknown.append((index, (mention.reference or "")[len(OPEN) :]))
    if unknown and (canton := _only_canton(reading.mentions)):
        for index, key in unknown:
            if _beside_its_act(reading.mentions, index, canton):
                reference = f"ch/{canton}/{key}"
                reading.mentions[index] = reading.mentions[index]._replace(reference=reference, note="")


_NOT_KNOWN = "act_not_known"
_BESIDE = 120
"""Code points between an act and one of the same canton beside it at the most."""
_CODE = 2
"""Letters of a canton's code."""


def _canton_of(mention: Mention) -> str:
    """The canton whose act or decision is cited, "" when none is."""
    parts = (mention.reference or "").split("/")
    return parts[1] if parts[0] == "ch" and len(parts) > _CODE and parts[1] in _cantons() else ""


@cache
def _cantons() -> frozenset[str]:
    return frozenset(code for code, _, _ in canton_names())


def _only_canton(mentions: list[Mention]) -> str:
    """The one canton whose acts and decisions a text cites; "" when it cites those of several or of none."""
    cantons = {canton for mention in mentions if (canton := _canton_of(mention))}
    return cantons.pop() if len(cantons) == 1 else ""


def _beside_its_act(mentions: list[Mention], index: int, canton: str) -> bool:
    """Whether an act of the canton is cited right beside, without a mark that tells it from other cantons' («PBG/SO»)."""
    mention = mentions[index]
    return any(
        near.kind == "statute"
        and _canton_of(near) == canton
        and not near.text.endswith(canton.upper())
        and max(near.start - mention.end, mention.start - near.end) <= _BESIDE
        for near in mentions[max(0, index - 2) : index + 3]
    )


_TO_SETTLE = (*UNNAMED, OPEN)


def _settled(mention: Mention, memory: Memory, named: Counter[str]) -> Mention:
    work, mark, place = (mention.reference or "").partition("#")
    key = work[len(OPEN) :]
    known = memory.defined.get(key, "")
    candidates = memory.open_candidates.get(key, ())
    if candidates and (not known or known.startswith(OPEN)):
        ranked = sorted(((named[candidate], candidate) for candidate in candidates), reverse=True)
        if ranked[0][0] > ranked[1][0]:
            return mention._replace(reference=ranked[0][1] + mark + place, candidates=(), note="")
        still = tuple(candidate + mark + place for candidate in candidates)
        return mention._replace(reference=None, candidates=still, note="ambiguous_abbreviation")
    if (not known or known.startswith((OPEN, f"ch/{memory.canton}/{key}"))) and is_communal(memory, key, mention):
        return mention._replace(reference=None, note="act_of_a_commune")
    if not known or known.startswith(OPEN):
        known = f"ch/{memory.canton}/{key}" if memory.canton else ""
    if not known:
        return mention._replace(reference=None, note=_NOT_KNOWN)
    return mention._replace(reference=known + mark + place, note="")
