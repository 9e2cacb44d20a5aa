"""Readers of what the Publications Office of the Union publishes, by the names a spec calls them.

bytes -> formex_parts | xhtml_parts -> parts -> act_writer -> nodes -> act_document -> Document
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pincite.jurisdictions.eu.sources import cons_xhtml, formex_cons, formex_oj, oj_xhtml, old_html
from pincite.law.reader import Reader

__all__ = ["EXTRACTORS", "READERS"]

READERS: Mapping[str, Reader] = MappingProxyType(
    {
        "eu.cons_xhtml": cons_xhtml.read,
        "eu.formex_cons": formex_cons.read,
        "eu.formex_oj": formex_oj.read,
        "eu.oj_xhtml": oj_xhtml.read,
        "eu.old_html": old_html.read,
    }
)
"""Name in a spec -> reader."""

EXTRACTORS: Mapping[str, str] = MappingProxyType(
    {
        "eu.cons_xhtml": cons_xhtml.EXTRACTOR,
        "eu.formex_cons": formex_cons.EXTRACTOR,
        "eu.formex_oj": formex_oj.EXTRACTOR,
        "eu.oj_xhtml": oj_xhtml.EXTRACTOR,
        "eu.old_html": old_html.EXTRACTOR,
    }
)
"""Name in a spec -> name and version of the reader: a change of output changes the version."""
