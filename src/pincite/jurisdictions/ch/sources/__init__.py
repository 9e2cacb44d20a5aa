"""Readers of the Swiss publishers' formats, by the name a spec calls them by.

Each file of this folder reads one format and knows no other; `READERS` joins what they offer.
"""

from __future__ import annotations

from collections.abc import Mapping

from pincite.jurisdictions.ch.sources import (
    decision_pdf,
    decision_txt,
    entscheidsuche_html,
    entscheidsuche_json,
    fedlex_akn,
    fedlex_html,
    onlinekommentar,
    opencaselaw_json,
    pit_markdown,
)
from pincite.law.reader import Reader

__all__ = ["READERS"]

_LEGISLATION: dict[str, Reader] = {
    "ch.fedlex_akn": fedlex_akn.read,
    "ch.fedlex_html": fedlex_html.read,
    "ch.pit_markdown": pit_markdown.read,
}

_DECISIONS: dict[str, Reader] = {
    "ch.decision_pdf": decision_pdf.read,
    "ch.decision_text": decision_txt.read,
    "ch.entscheidsuche_html": entscheidsuche_html.read,
    "ch.entscheidsuche_json": entscheidsuche_json.read,
    "ch.opencaselaw": opencaselaw_json.read,
}

READERS: Mapping[str, Reader] = {**_LEGISLATION, **_DECISIONS, "ch.onlinekommentar": onlinekommentar.read}
