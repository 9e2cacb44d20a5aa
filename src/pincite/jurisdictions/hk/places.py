"""Places in Hong Kong legislation as references write them, and where in an act's own text one stands.

Keeps true: labels as printed, joined by `_`; a range's right side is a full place.
"""

from __future__ import annotations

from bisect import bisect_right

from pincite.citations.pack import TextReading
from pincite.jurisdictions.hk.acts import memory_of
from pincite.jurisdictions.shared.labels import Label
from pincite.jurisdictions.shared.provisions import Group, Step
from pincite.text.patterns import pattern

__all__ = ["here", "place_of", "places_of"]

_SIGNS = {
    "section": "s", "regulation": "reg", "rule": "r", "article": "art", "bylaw": "bl", "order": "O", "schedule": "sch",
    "part": "P", "division": "D", "subdivision": "sd", "chapter": "ch", "item": "item", "appendix": "app",
    "annex": "annex", "paragraph": "s", "principle": "sch1_s", "subsection": "s", "subparagraph": "s",
}  # fmt: skip
"""«Items of a schedule» and paragraphs of one are its sections: `sch3_s2`; under a Part an item keeps its name."""

_HEADING = pattern(r"(?:\A|\n)[ \t]{0,4}(\d{1,4}[A-Z]{0,4})\.\s?(?=[A-Z(《\u4e00-\u9fff])")
_SUBSECTION = pattern(r"(?:\n[ \t]{0,4}|[。.]\s?)\((\d{1,3}[A-Z]{0,2})\)")


def _step(unit: str, parts: tuple[str, ...], above: tuple[Step, ...]) -> str:
    sign = _SIGNS[unit]
    if unit == "item" and not any(each == "part" for each, _ in above):
        sign = "s"
    return "_".join([sign + parts[0], *parts[1:]])


def place_of(unit: str, parts: tuple[str, ...], above: tuple[Step, ...]) -> str:
    """`sch1_P1_s1`, `O14_r1`, `s33_1_a`."""
    steps = []
    for index, (each, its_parts) in enumerate(above):
        if each == "part" and any(outer == "order" for outer, _ in above):
            continue
        steps.append(_step(each, its_parts, above[:index]))
    steps.append(_step(unit, parts, above))
    return "_".join(steps)


def places_of(group: Group, label: Label) -> str:
    """The place of one member; a range with both ends in full."""
    place = place_of(group.unit, label.parts, group.above)
    return f"{place}..{place_of(group.unit, label.to, group.above)}" if label.to else place


def here(reading: TextReading, position: int) -> tuple[str, str]:
    """(section, subsection) in an act's own text at `position`, by the headings above; "" where none stands."""
    memory = memory_of(reading)
    if memory.headings is None:
        found = [(match.start(1), match.group(1), "") for match in _HEADING.finditer(reading.text)]
        found += [(match.start(1), "", match.group(1)) for match in _SUBSECTION.finditer(reading.text)]
        memory.headings, section = [], ""
        for start, heading, subsection in sorted(found):
            section = heading or section
            memory.headings.append((start, section, subsection))
    index = bisect_right(memory.headings, (position, "", "")) - 1
    return memory.headings[index][1:] if index >= 0 else ("", "")
