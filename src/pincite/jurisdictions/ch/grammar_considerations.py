"""Considerations without a decision beside them: «E. 4.2», «consid. 3», «para. 3.1».

Keeps true: by itself a consideration is the document's own, unless a decision was cited just before and the words point
back to it; one of the decision under appeal has no reference.
"""

from __future__ import annotations

import re
from functools import cache

from pincite.citations.mention import Mention
from pincite.citations.pack import Anchor, Parsed, TextReading
from pincite.jurisdictions.ch.case_mentions import SPACE
from pincite.jurisdictions.ch.memory import memory_of
from pincite.jurisdictions.ch.pinpoints import read_pinpoints
from pincite.jurisdictions.ch.text_forms import GAP, GAP0

__all__ = ["anchors"]

_BELOW = re.compile(
    r"(?:[Aa]ngef\w*\.?|[Vv]orinstanzliche\w*|[Aa]ngefochten\w*|erstinstanzliche\w*|[Vv]orinstanz|attaquée?|impugnat\w)[^.;()]{0,40}\Z"
)
_GOES_ON = re.compile(r"\s*(?:\([^()]{1,100}\)|\[[^\[\]]{1,100}\])\s*(?:[,;]\s*)?(?:und|sowie|u\.|et|e|and)?\s*")
"""A bracket between two considerations of one decision: «E. 2.2 (Mitwirkung) und E. 2.3»."""
_INTERNAL = re.compile(
    rf"{GAP0},?{GAP0}\(?(?:hiervor|hievor|hiernach|oben|vorne|unten|nachfolgend|nachstehend|ci-(?:dessus|dessous|avant|après)|supra|infra|sopra|sotto|qui{GAP}sopra|above|below|vorstehend|du{GAP}présent|der{GAP}vorliegenden)"
)
_BARE = re.compile(
    rf"(?:E(?:rw)?\.|Erwägung(?:en)?|[Cc]onsid(?:érants?|\.)|[Cc]onsiderand[oi]|cons\.|[Pp]aras?\.?){GAP0}\d"
)


def _parse_bare(reading: TextReading, start: int, end: int) -> Parsed | None:
    """«E. 4.2» by itself: of the decision cited last when it stands close behind it, else of the document itself."""
    text = reading.text
    if (
        not _BARE.match(text, start)
        or (text.startswith("Erwägung", start) and "\n" in text[start:end])
        or (start and (text[start - 1].isalnum() or text[start - 1] in ".-_/"))
    ):
        return None
    memory = memory_of(reading)
    pinpoints, stop = read_pinpoints(text, start, only_considerations=True)
    if not pinpoints:
        return None
    english = text[start] in "pP"
    own = reading.self_reference if reading.self_reference and not memory.own_act else None
    near = (
        memory.last_case
        and start - memory.last_case_end < (400 if english else 120)
        and not _INTERNAL.match(text, stop)
    )
    if english and not (near and "." in pinpoints[0].place):
        return None
    goes_on = near and _GOES_ON.fullmatch(text, memory.last_case_end, start) is not None
    if _BELOW.search(text, max(0, start - 70), start):
        own, near = None, False
    work = (
        memory.last_case
        if near and (english or goes_on or _POINTS_BACK.search(text, max(0, start - 60), start))
        else own
    )
    found = []
    for index, pinpoint in enumerate(pinpoints):
        first = start if index == 0 else pinpoint.start
        found.append(
            Mention(
                first, pinpoint.end, text[first : pinpoint.end], "case", "short", f"{work}#{pinpoint.place}" if work else None, "ch.bare_consideration",
                reading.language, antecedent=memory.last_case_at if work and work == memory.last_case else None,
                note="" if work else "decision_not_named_before",
            )
        )  # fmt: skip
    return Parsed(tuple(found), stop)


_POINTS_BACK = re.compile(
    r"(?:a\.a\.O\.|dieses Urteils|dort|ebenda|ebd\.|précité|citato|ibid\.?|genannte[ns]? (?:Urteil|Entscheid)\w*|BGE|ATF|at)[^.;]{0,40}\Z"
)


_S = SPACE


@cache
def anchors() -> tuple[Anchor, ...]:
    """The anchors of this file's rules."""
    return (
        Anchor(
            "ch.bare_consideration",
            rf"\b(?:E(?:rw)?\.|Erwägung(?:en)?|[Cc]onsid(?:érants?|erand[oi]|\.)|cons\.|paras?\.?){_S}{{0,12}}\d",
            _parse_bare,
        ),
    )
