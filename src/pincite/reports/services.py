"""What a report says of live services: which were asked for what, what came, and which could not be reached.

Keeps true: the record of a mention names the service that answered and what was sent to it; when a service that was needed
could not be reached, the report says that it is of reduced mode.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pincite.corpus.services import ConsultedService

__all__ = ["LIVE", "ServicesRecord"]

LIVE = "live:"
"""Begins what stands for the tag of a release where a service sent the document."""


@dataclass(frozen=True, slots=True)
class ServicesRecord:
    """The services of a run, in the order in which they were asked."""

    consulted: tuple[ConsultedService, ...]

    @classmethod
    def of(cls, consulted: Sequence[ConsultedService]) -> ServicesRecord:
        """From what a corpus consulted."""
        return cls(tuple(consulted))

    @property
    def unreachable(self) -> tuple[str, ...]:
        """The services that could not be reached."""
        return tuple(dict.fromkeys(each.service for each in self.consulted if each.outcome == "unreachable"))

    @property
    def asked(self) -> tuple[str, ...]:
        """The services that something was sent to."""
        return tuple(dict.fromkeys(each.service for each in self.consulted if each.outcome != "withheld"))

    @property
    def withheld(self) -> int:
        """How many documents were not asked for, because the privacy mode kept their names here."""
        return len({each.reference for each in self.consulted if each.outcome == "withheld"})

    def source_of(self, reference: str | None, release: str) -> tuple[str, str] | None:
        """The service that answered for a reference, and what was sent to it; of several without an answer, the last."""
        if reference is None or (release and not release.startswith(LIVE)):
            return None
        work = reference.partition("#")[0]
        about = [
            each for each in self.consulted if each.reference.partition("#")[0] == work and each.outcome != "withheld"
        ]
        served = [each for each in about if each.outcome == "served" and f"{LIVE}{each.service}" == release]
        chosen = (served or about)[-1:]
        return (chosen[0].service, chosen[0].query) if chosen else None

    def as_json(self) -> dict[str, Any]:
        """As in the report."""
        return {
            "reduced_mode": bool(self.unreachable),
            "unreachable": list(self.unreachable),
            "consulted": [each.as_json() for each in self.consulted],
        }
