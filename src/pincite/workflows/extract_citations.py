"""Extract the citations of one text.

    1. read the text          as drafts are read: offsets as in the file, code and front matter of Markdown left out
    2. find the citations     one pass over the text as a reader sees it; what was not understood is kept

Ports: an extractor.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Protocol

from pincite.citations.extract import Extraction
from pincite.citations.mention import Mention, Unparsed
from pincite.drafts.draft import Tracked, read_draft
from pincite.drafts.scanned import Scanned
from pincite.formats.written import FilePlace
from pincite.workflows.not_understood import with_not_understood

__all__ = ["Extracted", "ExtractsFrom", "extract_citations"]


class ExtractsFrom(Protocol):
    """The port; `citations.Extractor` is one."""

    def extract(self, text: str, *, language: str = "", self_reference: str | None = None) -> Extraction:
        """The mentions of a text, in order."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """The citations of one file."""

    name: str
    sha256: str
    characters: int
    language: str
    mentions: tuple[Mention, ...]
    unparsed: tuple[Unparsed, ...]
    places: tuple[FilePlace | None, ...] = ()
    """Where each mention stands; empty for a text file."""

    def as_json(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "file": self.name,
            "sha256": self.sha256,
            "characters": self.characters,
            "language": self.language,
            "mentions": [
                m._asdict() | {"candidates": list(m.candidates)} | ({"place": place.as_json()} if place else {})
                for m, place in zip_longest(self.mentions, self.places)
            ],
            "unparsed": [unparsed._asdict() for unparsed in self.unparsed],
        }


def extract_citations(
    data: bytes,
    name: str,
    extractor: ExtractsFrom,
    *,
    language: str = "",
    self_reference: str | None = None,
    tracked: Tracked = "final",
) -> Extracted:
    """The citations of a text.

    Raises:
        BadInput: it is no text.

    """
    # 1
    draft = read_draft(data, name, language=language, any_ending=True, tracked=tracked)
    # 2
    scanned = Scanned(draft.readable())
    read = extractor.extract(scanned.text, language=draft.language, self_reference=self_reference)
    found = scanned.back(with_not_understood(scanned.text, read))
    places = tuple(draft.place(mention.start) for mention in found.mentions) if draft.written is not None else ()
    return Extracted(name, draft.sha256, len(draft.text), draft.language, found.mentions, found.unparsed, places)
