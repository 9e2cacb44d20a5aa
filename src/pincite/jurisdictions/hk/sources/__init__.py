"""Readers of what Hong Kong's publishers publish, by the names a spec calls them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pincite.jurisdictions.hk.sources import hklii_json, hklm, lrs_docx, lrs_html
from pincite.law.reader import Reader

__all__ = ["EXTRACTORS", "READERS"]

READERS: Mapping[str, Reader] = MappingProxyType(
    {
        "hk.hklii": hklii_json.read,
        "hk.hklm": hklm.read,
        "hk.lrs": lrs_html.read,
        "hk.lrs_docx": lrs_docx.read,
        "hk.tribunal": hklii_json.read_tribunal,
    }
)
"""Name in a spec -> reader."""

EXTRACTORS: Mapping[str, str] = MappingProxyType(
    {
        "hk.hklii": hklii_json.EXTRACTOR,
        "hk.hklm": hklm.EXTRACTOR,
        "hk.lrs": lrs_html.EXTRACTOR,
        "hk.lrs_docx": lrs_docx.EXTRACTOR,
        "hk.tribunal": hklii_json.TRIBUNAL_EXTRACTOR,
    }
)
"""Name in a spec -> name and version of the reader: a change of output changes the version."""
