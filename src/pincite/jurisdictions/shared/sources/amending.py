"""Which instruments stand behind a provision, from the publisher's notes of amendments («(Amended 18 of 2012 s. 2)»).

Keeps true: an instrument is named only when a note says that it added, changed or ended the wording, in a form the table
knows (`data/amending_instruments.tsv`); what else a note cites (a bill's dispatch, an editorial record) is passed over. It
is filed under the smallest provision in which, or right behind which, the note stands.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from pincite.law.document import Document, Provision
from pincite.text.tables import rows

__all__ = ["instruments_of_note", "with_instruments"]

KINDS = ("source_note", "note")
_HEADINGS = ("heading", "title", "marginal", "level", "text", "doc_title", "long_title")


@cache
def _table(jurisdiction: str) -> tuple[re.Pattern[str], tuple[tuple[re.Pattern[str], str, str], ...]]:
    """The words that amend, and the forms of instruments with the shape of their references."""
    table = [
        row for row in rows("pincite.jurisdictions.shared", "data/amending_instruments.tsv") if row[0] == jurisdiction
    ]
    words = "|".join(f"(?:{row[2]})" for row in table if row[1] == "amends")
    forms = tuple(
        (re.compile(row[2]), row[3], row[4] if len(row) > 4 else "") for row in table if row[1] == "instrument"
    )
    return re.compile(words), forms


def instruments_of_note(text: str, jurisdiction: str) -> tuple[str, ...]:
    """References to the instruments that a note of amendments names, each once, in their order."""
    amends, forms = _table(jurisdiction)
    if not amends.search(text):
        return ()
    found: list[tuple[int, str]] = []
    for pattern, shape, place in forms:
        for each in pattern.finditer(text):
            said = each.groupdict()
            reference = shape.format(**said)
            if place and said.get("place"):
                reference += place.format(place=re.sub(r"[^0-9A-Za-z]+", "_", said["place"]).strip("_"))
            found.append((each.start(), reference))
    return tuple(dict.fromkeys(reference for _, reference in sorted(found)))


def with_instruments(document: Document, jurisdiction: str) -> Document:
    """The document with `amended_by` of each provision made from the notes in it."""
    named: dict[int, dict[str, None]] = {}
    starts = [node.start for node in document.provisions]
    for side in document.sides:
        if side.kind in KINDS:
            instruments = instruments_of_note(side.text, jurisdiction)
            index = _behind(document.provisions, starts, side.at) if instruments else None
            if index is not None:
                named.setdefault(index, {}).update(dict.fromkeys(instruments))
    if not named:
        return document
    provisions = tuple(
        replace(node, amended_by=tuple(dict.fromkeys((*node.amended_by, *named[index])))) if index in named else node
        for index, node in enumerate(document.provisions)
    )
    return replace(document, provisions=provisions)


def _behind(nodes: Sequence[Provision], starts: Sequence[int], at: int) -> int | None:
    """The provision a note at `at` belongs to: what begins last before it and does not end before it."""
    for index in range(bisect_right(starts, at) - 1, -1, -1):
        node = nodes[index]
        # a note at the very end of a provision stands behind it, separated by the line's end
        if at <= node.end + 1 and node.end > node.start and node.kind not in _HEADINGS:
            return index
    return None
