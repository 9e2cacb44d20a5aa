"""The pack of the European Union: acts by number and name, provisions in four languages, cases, the Official Journal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from pincite.citations.pack import Anchor, Impossible, JurisdictionPack, Style, TextReading
from pincite.identity.reference import Place, WorkId
from pincite.jurisdictions.eu import grammar_acts, grammar_again, grammar_cases, grammar_points
from pincite.jurisdictions.eu.identifiers import never_issued
from pincite.jurisdictions.eu.render import STYLES, identify, render
from pincite.jurisdictions.eu.short_forms import SHORT_FORMS
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
        return (
            *grammar_points.anchors(),
            *grammar_cases.anchors(),
            *grammar_acts.anchors(),
            *grammar_again.anchors(),
            *SHORT_FORMS.anchors(),
        )

    @property
    def readers(self) -> Mapping[str, Callable[..., Any]]:
        """Readers of publishers' formats by name."""
        readers: Mapping[str, Callable[..., Any]] = part_of("pincite.jurisdictions.eu", "sources", "READERS", {})
        return readers

    def url(self, reference: str, language: str) -> str:
        """The official address of a reference, "" when there is none."""
        return url(reference, language)

    def finish(self, reading: TextReading) -> None:
        """Settle short forms whose antecedent stands later."""
        SHORT_FORMS.settle(reading)

    @property
    def styles(self) -> Sequence[Style]:
        """The styles of citations of the Union's law."""
        return STYLES

    def render(self, work: WorkId, places: Sequence[Place], language: str, style: str) -> str:
        """The citation of places of one work."""
        return render(work, places, language, style)

    def identify(self, text: str) -> str:
        """The reference of an ELI."""
        return identify(text)

    def never_issued(self, text: str) -> Impossible | None:
        """A case number with a year of four digits."""
        return never_issued(text)


PACK: JurisdictionPack = _EuropeanUnion()
