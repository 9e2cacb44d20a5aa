"""What the parts of a comparison add to: alterations and findings, in the order in which they are found."""

from __future__ import annotations

from dataclasses import dataclass, field

from pincite.findings import Finding
from pincite.quotation.model import Alteration

__all__ = ["Differences"]


@dataclass(slots=True)
class Differences:
    """Alterations in order of their place in the quote, and what they give a person to look at."""

    alterations: list[Alteration] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def add(self, alteration: Alteration, *findings: Finding) -> None:
        """One more."""
        self.alterations.append(alteration)
        self.findings += findings
