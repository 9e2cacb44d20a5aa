"""What the official collection's own list of first pages says of a BGE that no release holds.

Keeps true: absence is said only for volumes whose list of first pages is complete, and only when no decision begins at
the page cited; the decision in whose pages it lies is named as a near miss, for a pinpoint is often cited in its place.
"""

from __future__ import annotations

from bisect import bisect_right

from pincite.citations.pack import Absence
from pincite.jurisdictions.ch.identifiers import NEWEST_SURE, starts_of
from pincite.text.patterns import pattern

__all__ = ["absent"]

_BGE = pattern(r"ch/bge/(?P<volume>\d+)/(?P<part>[IV]+[ab]?)/(?P<page>\d+)\Z")


def absent(reference: str) -> Absence | None:
    """That no decision of the collection begins at the page of `ch/bge/<volume>/<part>/<page>`; None when it may."""
    match = _BGE.match(reference.partition("#")[0])
    if match is None or int(match["volume"]) > NEWEST_SURE:
        return None
    volume, part, page = int(match["volume"]), match["part"], int(match["page"])
    starts = starts_of(volume, part)
    if not starts or page in starts:
        return None
    index = bisect_right(starts, page)
    near = ((f"ch/bge/{volume}/{part}/{starts[index - 1]}#p_{page}", "page_inside_decision"),) if index else ()
    return Absence(f"first pages of BGE volume {volume}, part {part}", near)
