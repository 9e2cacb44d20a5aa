"""Readers of the Swiss publishers' formats, by the name a spec calls them by.

Each file of this folder reads one format and knows no other; `READERS` joins what they offer.
"""

from __future__ import annotations

from collections.abc import Mapping

from pincite.jurisdictions.ch.sources import fedlex_akn
from pincite.law.reader import Reader

__all__ = ["READERS"]

_LEGISLATION: dict[str, Reader] = {"ch.fedlex_akn": fedlex_akn.read}

READERS: Mapping[str, Reader] = {**_LEGISLATION}
