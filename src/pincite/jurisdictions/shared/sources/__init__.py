"""Readers of formats that belong to no jurisdiction: a firm's own texts and regulators' handbooks."""

from __future__ import annotations

from collections.abc import Mapping

from pincite.jurisdictions.shared.sources import markdown, plain, record, replay, written
from pincite.law.reader import Reader

__all__ = ["READERS"]

READERS: Mapping[str, Reader] = {
    "markdown": markdown.read,
    "record": record.read,
    "text": plain.read,
    **replay.READERS,
    **written.READERS,
}
