"""What a report says of privacy: the mode and who decided it, which passages were kept back, and everything that left.

Keeps true: no words of the draft are repeated here; what left is named by destination, digest and length.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from pincite.privacy.egress import Egress, Left
from pincite.privacy.modes import Privacy
from pincite.privacy.privileged import PrivilegedPassage

__all__ = ["PrivacyRecord"]


@dataclass(frozen=True, slots=True)
class PrivacyRecord:
    """What was settled, what is privileged, what left."""

    settled: Privacy
    privileged: tuple[PrivilegedPassage, ...] = ()
    left: tuple[Left, ...] = ()

    @classmethod
    def of(cls, settled: Privacy, privileged: Sequence[PrivilegedPassage], egress: Egress | None) -> Self:
        """The record as it stands when a draft was checked."""
        return cls(settled, tuple(privileged), tuple(egress.left()) if egress is not None else ())

    def as_json(self) -> dict[str, Any]:
        """As in the report."""
        return {
            **self.settled.as_json(),
            "privileged": [{"start": each.start, "end": each.end, "reason": each.reason} for each in self.privileged],
            "left": [each.as_json() for each in self.left],
        }
