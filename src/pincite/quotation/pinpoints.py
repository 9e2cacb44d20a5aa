"""The place that a citation names, found in a source by its units and the labels in its text.

Keeps true: a label names the place that carries it and nothing near it. This reads the labels of one source; what a
citation means at large is not known in this room.
"""

from __future__ import annotations

import re

from pincite.quotation.prepared import PreparedSource
from pincite.text.patterns import pattern as lazy_pattern
from pincite.text.span import Span

__all__ = ["NOWHERE", "place_named"]

NOWHERE = Span(0, 0)
"""The place named is not in this source."""

_HAN_DIGITS = str.maketrans("〇零一二三四五六七八九", "00123456789")
_NUMBER = lazy_pattern(r"\d+(?:\.\d+)*[a-z]{0,2}(?![a-z])|[一二三四五六七八九十百零〇]+", re.IGNORECASE)
_RANGE = lazy_pattern(r"(?<=[\d\])])\s*(?:[-–—]|to|bis|à|至)\s*(?=[\d\[(§])")


def _han_number(text: str) -> str:
    if not re.fullmatch(r"[一二三四五六七八九十百零〇]+", text):
        return text.lower()
    total, digit = 0, 0
    for c in text:
        if c in "十百":
            total += (digit or 1) * (10 if c == "十" else 100)
            digit = 0
        else:
            digit = int(c.translate(_HAN_DIGITS))
    return str(total + digit)


def _numbers(label: str) -> list[str]:
    """The numbers of a label in order: «s 40(3)» is 40, 3; «Art. 257d Abs. 2» is 257d, 2. What stands after a date word is left out."""
    head = re.split(r",|\b(?:in der|Fassung|état|teneur|as at|version|stato|vom|du \d)", label)[0]
    found = [_han_number(n) for n in _NUMBER.findall(head)]
    letters = re.findall(r"\(([a-z])\)", head)
    return found + letters


def place_named(cited: str, prepared: PreparedSource) -> Span | None:
    """The span of the source that `cited` names; NOWHERE when it names another place; None when the source shows no places."""
    if not prepared.units or not cited.strip():
        return None
    ends = _RANGE.split(cited)
    if len(ends) == 2:
        first, last = (place_named(end, prepared) for end in ends)
        if first and last and NOWHERE not in (first, last):
            return Span(first.start, last.end)
    wanted = _numbers(cited)
    if not wanted:
        same = [u for u in prepared.units if u.label.lower() in cited.lower() or cited.lower() in u.label.lower()]
        return Span(same[0].start, same[0].end) if same else None
    best: tuple[int, Span] | None = None
    for unit in prepared.units:
        own = _numbers(unit.label)
        if own and _names(own, wanted) and (best is None or len(own) > best[0]):
            best = (len(own), Span(unit.start, unit.end))
    if best is None:
        below = [u for u in prepared.units if (own := _numbers(u.label)) and own[0].startswith(f"{wanted[-1]}.")]
        if below:
            return Span(min(u.start for u in below), max(u.end for u in below))
    if best is None:
        return NOWHERE
    span = best[1]
    for label in wanted[best[0] :]:
        narrowed = _labelled(prepared, span, label)
        if narrowed is None:
            break
        span = narrowed
    return span


def _names(own: list[str], wanted: list[str]) -> bool:
    """Whether a unit's numbers are those wanted, or of what holds it («E. 3» holds E. 3.1)."""
    pairs = zip(own, wanted, strict=False)
    return len(own) <= len(wanted) and all(a == b or b.startswith(f"{a}.") for a, b in pairs)


def _labelled(prepared: PreparedSource, span: Span, label: str) -> Span | None:
    """The part of a span that begins with a label at a line start, up to the next label of its kind."""
    text = prepared.source[span.start : span.end]
    pattern = rf"(?:^|\n)\s*(?:\(?{re.escape(label)}[.)]|{re.escape(label)}(?=[\s\u00a0]))"
    found = re.search(pattern, text)
    if found is None:
        return None
    kind = r"\(?\d+[a-z]{0,2}[.)]|\d+(?=[\s\u00a0])" if label[0].isdigit() else r"\(?[a-z][.)]"
    following = re.compile(rf"\n\s*(?:{kind})").search(text, found.end())
    return Span(span.start + found.start(), span.start + following.start() if following else span.end)
