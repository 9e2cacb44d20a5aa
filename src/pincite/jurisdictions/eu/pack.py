"""The pack of the European Union: acts by number and name, provisions in four languages, cases, the Official Journal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from pincite.citations.pack import Anchor, JurisdictionPack
from pincite.jurisdictions.eu import grammar_acts, grammar_cases
from pincite.jurisdictions.eu.urls import url
from pincite.jurisdictions.shared.parts import part_of

__all__ = ["PACK"]


class _EuropeanUnion(JurisdictionPack):
    """European Union."""

    @property
    def name(self) -> str:
        """Its name in references and rules."""
        return "eu"

    @cached_property
    def anchors(self) -> Sequence[Anchor]:
        """All anchors, in order of precedence."""
        return (*grammar_cases.anchors(), *grammar_acts.anchors())

    @property
    def readers(self) -> Mapping[str, Callable[..., Any]]:
        """Readers of publishers' formats by name."""
        readers: Mapping[str, Callable[..., Any]] = part_of("pincite.jurisdictions.eu", "sources", "READERS", {})
        return readers

    def url(self, reference: str, language: str) -> str:
        """The official address of a reference, "" when there is none."""
        return url(reference, language)


PACK: JurisdictionPack = _EuropeanUnion()
