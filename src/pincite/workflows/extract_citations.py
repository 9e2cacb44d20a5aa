"""Extract the citations of one text.

    1. read the text          as drafts are read: offsets as in the file, code and front matter of Markdown left out
    2. find the citations     one pass; what was not understood is kept

Ports: an extractor.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from pincite.citations.extract import Extraction
from pincite.citations.mention import Mention, Unparsed
from pincite.drafts.draft import read_draft

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

    def as_json(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "file": self.name,
            "sha256": self.sha256,
            "characters": self.characters,
            "language": self.language,
            "mentions": [m._asdict() | {"candidates": list(m.candidates)} for m in self.mentions],
            "unparsed": [unparsed._asdict() for unparsed in self.unparsed],
        }


def extract_citations(
    data: bytes, name: str, extractor: ExtractsFrom, *, language: str = "", self_reference: str | None = None
) -> Extracted:
    """The citations of a text.

    Raises:
        BadInput: it is no text.

    """
    # 1
    draft = read_draft(data, name, language=language, any_ending=True)
    # 2
    found = extractor.extract(draft.readable(), language=draft.language, self_reference=self_reference)
    return Extracted(name, draft.sha256, len(draft.text), draft.language, found.mentions, found.unparsed)
