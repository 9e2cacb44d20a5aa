"""The Swiss pack: what Switzerland's law is called, how it is cited, who publishes it.

Grammar and identifiers are in the modules beside this one, their tables in `data/`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from pincite.citations.pack import Absence, Anchor, Impossible, JurisdictionPack, Style, TextReading
from pincite.identity.reference import Place, WorkId
from pincite.jurisdictions.ch import grammar
from pincite.jurisdictions.ch.memory import is_swiss

__all__ = ["PACK", "SwissPack"]


class SwissPack(JurisdictionPack):
    """Switzerland: the Confederation and the 26 cantons."""

    @property
    def name(self) -> str:
        """The name of the pack."""
        return "ch"

    @property
    def anchors(self) -> Sequence[Anchor]:
        """The rules of the Swiss grammar."""
        return grammar.anchors()

    @property
    def readers(self) -> Mapping[str, Callable[..., Any]]:
        """Readers of Swiss publishers' formats."""
        return _optional("pincite.jurisdictions.ch.sources", "READERS", {})  # type: ignore[no-any-return]

    def url(self, reference: str, language: str) -> str:
        """The official address of a Swiss reference, "" when there is none."""
        find = _optional("pincite.jurisdictions.ch.urls", "url", None)
        return find(reference, language) if find else ""

    @property
    def jurisdictions(self) -> Sequence[str]:
        """Switzerland's own, and the Strasbourg Court's as Swiss texts cite it."""
        return ("ch", "coe")

    @property
    def styles(self) -> Sequence[Style]:
        """The house styles of Swiss citations."""
        return _optional("pincite.jurisdictions.ch.render", "STYLES", ())  # type: ignore[no-any-return]

    def render(self, work: WorkId, places: Sequence[Place], language: str, style: str) -> str:
        """The citation of places of one work."""
        write = _optional("pincite.jurisdictions.ch.render", "render", None)
        return write(work, places, language, style) if write else ""

    def identify(self, text: str) -> str:
        """The reference of a Fedlex ELI."""
        find = _optional("pincite.jurisdictions.ch.urls", "identify", None)
        return find(text) if find else ""

    def never_issued(self, text: str) -> Impossible | None:
        """Parts the official collection never had, and ECLI, which Switzerland does not assign."""
        say = _optional("pincite.jurisdictions.ch.identifiers", "never_issued", None)
        return say(text) if say else None

    def absent(self, reference: str) -> Absence | None:
        """What the official collection's list of first pages says against a BGE."""
        rule_out = _optional("pincite.jurisdictions.ch.first_pages", "absent", None)
        return rule_out(reference) if rule_out else None

    def rank(self, reading: TextReading) -> int:
        """First in a Swiss document; after all others in a text that shows nothing Swiss and is nobody's."""
        if reading.jurisdiction == self.name:
            return 0
        return 1 if reading.jurisdiction or is_swiss(reading) else 2

    def finish(self, reading: TextReading) -> None:
        """Settle what was open when it was met."""
        grammar.finish(reading)


def _optional(module: str, name: str, otherwise: Any) -> Any:
    try:
        return getattr(import_module(module), name, otherwise)
    except ModuleNotFoundError:
        return otherwise


PACK = SwissPack()
