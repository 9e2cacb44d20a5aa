"""Whether a provision began with the wording held: before it there was none, so it was not yet law.

Keeps true: said only where the publisher's notes leave nothing else open. Either the provision has an inserted number
(«14A»), its only note says that it was added, and that note closes it; or it has no note and the part it lies in is
noted as added. Everything else may have had an earlier wording, which is then not held.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from pincite.corpus.answers import NodeRecord
from pincite.text.canonical import SideText
from pincite.text.tables import rows

__all__ = ["began_later"]

_INSERTED = re.compile(r"[0-9]+[A-Z]+\b")
_UNITS = ("section", "article", "rule", "regulation", "schedule")


@cache
def _added() -> re.Pattern[str]:
    return re.compile("|".join(row[0] for row in rows("pincite.corpus", "data/added.txt")))


def began_later(node: NodeRecord, nodes: Sequence[NodeRecord], sides: Sequence[SideText], date: str) -> bool:
    """Whether the unit that a provision belongs to did not exist on a date before its wording began."""
    unit = node
    while unit.kind not in _UNITS and unit.parent is not None:
        unit = nodes[unit.parent]
    if unit.kind not in _UNITS or unit.status != "in_force" or not unit.valid_from or unit.valid_from <= date:
        return False
    notes = [side for side in sides if side.kind == "source_note"]
    own = [side for side in notes if unit.start < side.at <= unit.end]
    if own:
        only = own[0]
        closes = only.at == unit.end and bool(_added().search(only.text))
        return len(own) == 1 and closes and bool(_INSERTED.match(unit.label))
    above = unit.parent
    while above is not None:
        container = nodes[above]
        within = [each.start for each in nodes if each.kind in _UNITS and container.start <= each.start < container.end]
        heading = [side for side in notes if container.start <= side.at < min(within, default=unit.start)]
        if any(_added().search(side.text) for side in heading):
            return True
        above = container.parent
    return False
