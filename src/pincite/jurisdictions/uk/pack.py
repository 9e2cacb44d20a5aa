"""The pack of the United Kingdom, with the cases of other common-law places."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from pincite.citations.pack import Anchor, JurisdictionPack, Style, TextReading
from pincite.identity.reference import Place, WorkId
from pincite.jurisdictions.shared.parts import part_of
from pincite.jurisdictions.uk import grammar_books, grammar_cases, grammar_statutes
from pincite.jurisdictions.uk.render import JURISDICTIONS, STYLES, render
from pincite.jurisdictions.uk.short_forms import SHORT_FORMS
from pincite.jurisdictions.uk.urls import identify, url

__all__ = ["PACK"]


class _UnitedKingdom(JurisdictionPack):
    """United Kingdom."""

    @property
    def name(self) -> str:
        """Its name in references and rules."""
        return "uk"

    @cached_property
    def anchors(self) -> Sequence[Anchor]:
        """All anchors, in order of precedence."""
        return (*grammar_cases.anchors(), *grammar_books.anchors(), *grammar_statutes.anchors(), *SHORT_FORMS.anchors())

    @property
    def readers(self) -> Mapping[str, Callable[..., Any]]:
        """Readers of publishers' formats by name."""
        readers: Mapping[str, Callable[..., Any]] = part_of("pincite.jurisdictions.uk", "sources", "READERS", {})
        return readers

    def url(self, reference: str, language: str) -> str:
        """The official address of a reference, "" when there is none."""
        return url(reference, language)

    @property
    def jurisdictions(self) -> Sequence[str]:
        """The United Kingdom, and the common-law places whose cases it reads."""
        return JURISDICTIONS

    @property
    def styles(self) -> Sequence[Style]:
        """The house styles of British citations."""
        return STYLES

    def render(self, work: WorkId, places: Sequence[Place], language: str, style: str) -> str:
        """The citation of places of one work."""
        return render(work, places, language, style)

    def identify(self, text: str) -> str:
        """The reference of an address at legislation.gov.uk."""
        return identify(text)

    def finish(self, reading: TextReading) -> None:
        """Settle short forms whose antecedent stands later."""
        SHORT_FORMS.settle(reading)


PACK: JurisdictionPack = _UnitedKingdom()
