"""Readers of what the United Kingdom's publishers publish, by the names a spec calls them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pincite.jurisdictions.uk.sources import caselaw_akn, clml, flat_records
from pincite.law.reader import Reader

__all__ = ["EXTRACTORS", "READERS"]

READERS: Mapping[str, Reader] = MappingProxyType(
    {
        "uk.caselaw": caselaw_akn.read,
        "uk.clml": clml.read,
        "uk.memorandum": caselaw_akn.read_memorandum,
        "uk.record": flat_records.read,
    }
)
"""Name in a spec -> reader."""

EXTRACTORS: Mapping[str, str] = MappingProxyType(
    {
        "uk.caselaw": caselaw_akn.EXTRACTOR,
        "uk.clml": clml.EXTRACTOR,
        "uk.memorandum": caselaw_akn.MEMORANDUM_EXTRACTOR,
        "uk.record": flat_records.EXTRACTOR,
    }
)
"""Name in a spec -> name and version of the reader: a change of output changes the version."""
