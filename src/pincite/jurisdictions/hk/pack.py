"""The Hong Kong pack: grammars, readers of the publishers' formats, official addresses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from pincite.citations.pack import Anchor, Impossible, JurisdictionPack, Style, TextReading
from pincite.identity.reference import Place, WorkId
from pincite.jurisdictions.hk import grammar_cases, grammar_chinese, grammar_notices, grammar_statutes
from pincite.jurisdictions.hk.identifiers import never_issued
from pincite.jurisdictions.hk.render import STYLES, render
from pincite.jurisdictions.hk.short_forms import SHORT_FORMS
from pincite.jurisdictions.hk.urls import url
from pincite.jurisdictions.shared.parts import part_of

__all__ = ["PACK"]


class _HongKong(JurisdictionPack):
    """Hong Kong."""

    @property
    def name(self) -> str:
        """Its name in references and rules."""
        return "hk"

    @cached_property
    def anchors(self) -> Sequence[Anchor]:
        """All anchors, in order of precedence."""
        return (
            *grammar_cases.anchors(),
            *grammar_notices.anchors(),
            *grammar_statutes.anchors(),
            *grammar_chinese.anchors(),
            *SHORT_FORMS.anchors(),
        )

    @property
    def readers(self) -> Mapping[str, Callable[..., Any]]:
        """Readers of publishers' formats by name."""
        readers: Mapping[str, Callable[..., Any]] = part_of("pincite.jurisdictions.hk", "sources", "READERS", {})
        return readers

    def url(self, reference: str, language: str) -> str:
        """The official address of a reference, "" when there is none."""
        return url(reference, language)

    @property
    def styles(self) -> Sequence[Style]:
        """The house styles of Hong Kong citations."""
        return STYLES

    def render(self, work: WorkId, places: Sequence[Place], language: str, style: str) -> str:
        """The citation of places of one work."""
        return render(work, places, language, style)

    def never_issued(self, text: str) -> Impossible | None:
        """ECLI, which Hong Kong does not assign."""
        return never_issued(text)

    def finish(self, reading: TextReading) -> None:
        """Settle short forms whose antecedent stands later."""
        SHORT_FORMS.settle(reading)


PACK: JurisdictionPack = _HongKong()
