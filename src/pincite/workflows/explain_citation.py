"""Explain one citation.

    1. validate      what its identifiers are, before any corpus is asked
    2. write         each reference in the languages of its style
    3. address       the publisher's page of each reference

Ports: an extractor, the addresses of the packs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pincite.citations.extract import Extractor
from pincite.citations.parse import Validation, validate, write
from pincite.citations.render import pack_of, style_of
from pincite.errors import BadInput
from pincite.identity.reference import Reference

__all__ = ["Cited", "Explained", "explain_citation"]


@dataclass(frozen=True, slots=True)
class Cited:
    """One reference: (style, language, citation) in each way it was written, and its official address or ""."""

    reference: Reference
    forms: tuple[tuple[str, str, str], ...]
    url: str


@dataclass(frozen=True, slots=True)
class Explained:
    """What a citation is, and its references."""

    validation: Validation
    cited: tuple[Cited, ...]

    def as_json(self) -> dict[str, Any]:
        """As plain values."""
        found = self.validation
        return {
            "text": found.text,
            "answer": found.answer,
            "mended": found.mended,
            "note": found.note,
            "rest": found.citation.rest,
            "candidates": list(found.citation.candidates),
            "near": [{"reference": reference, "why": why} for reference, why in found.near],
            "references": [
                {
                    "reference": str(each.reference),
                    "url": each.url,
                    "citations": [
                        {"style": style, "language": language, "citation": text} for style, language, text in each.forms
                    ],
                }
                for each in self.cited
            ],
        }


def explain_citation(
    asked: str, extractor: Extractor, url: Callable[[str, str], str], *, language: str = "", style: str = ""
) -> Explained:
    """Explain a citation or a canonical reference.

    Raises:
        BadInput: nothing was asked, or no pack writes the style or language asked for.

    """
    if not asked.strip():
        raise BadInput("nothing to explain", remedy="Give a citation («Art. 8 BV») or a reference (hk/cap486#s33).")
    # 1
    validation = validate(asked, extractor)
    cited = []
    for reference in validation.citation.references:
        # 2
        forms = _forms(reference, extractor, language, style)
        # 3
        tongue = language or (validation.citation.mentions[0].language if validation.citation.mentions else "")
        address = "" if validation.answer == "impossible" else url(str(reference), tongue)
        cited.append(Cited(reference, forms, address))
    return Explained(validation, tuple(cited))


def _forms(reference: Reference, extractor: Extractor, language: str, style: str) -> tuple[tuple[str, str, str], ...]:
    pack = pack_of(reference.jurisdiction, extractor.packs)
    if pack is None or not pack.styles:
        return ()
    chosen, tongue = style_of(pack, style, language)
    found = []
    for each in [tongue] if language else chosen.languages:
        for name in [style] if style else [known.name for known in pack.styles if each in known.languages]:
            try:
                found.append((name, each, write(reference, extractor, language=each, style=name)))
            except BadInput:
                continue
            break
    return tuple(found)
