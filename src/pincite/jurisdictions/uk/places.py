"""Places in British legislation as references write them: the path of legislation.gov.uk, parts joined by hyphens.

Keeps true: a paragraph of a schedule does not name the schedule's part; a range's right side is a full place.
"""

from __future__ import annotations

from pincite.jurisdictions.shared.labels import Label
from pincite.jurisdictions.shared.provisions import Group, Step

__all__ = ["place_of", "places_of"]

_NAMES = {"subsection": "section", "subparagraph": "paragraph", "bylaw": "byelaw", "item": "paragraph"}


def place_of(unit: str, parts: tuple[str, ...], above: tuple[Step, ...]) -> str:
    """`section-19-2-a`, `schedule-1-paragraph-6-1`."""
    steps = []
    in_schedule = any(each == "schedule" for each, _ in above)
    for each, its_parts in above:
        if each in {"part", "chapter", "division"} and (
            unit in {"section", "regulation", "article", "rule"} or (in_schedule and unit == "paragraph")
        ):
            continue
        steps.append("-".join([_NAMES.get(each, each), *filter(None, its_parts)]))
    steps.append("-".join([_NAMES.get(unit, unit), *filter(None, parts)]))
    return "-".join(steps)


def places_of(group: Group, label: Label) -> str:
    """The place of one member; a range with both ends in full."""
    place = place_of(group.unit, label.parts, group.above)
    return f"{place}..{place_of(group.unit, label.to, group.above)}" if label.to else place
