"""The collections of this pack's publishers (`data/publishers.yaml`): addresses are data, never code."""

from __future__ import annotations

from pincite.corpus.publishers import Catalogue, read_publishers
from pincite.text.tables import table_text

__all__ = ["PUBLISHERS"]

_DATA = "pincite.jurisdictions.hk"

PUBLISHERS: Catalogue = read_publishers(
    table_text(_DATA, "data/publishers.yaml"),
    name="hk/data/publishers.yaml",
    query=lambda name: table_text(_DATA, f"data/{name}"),
)
