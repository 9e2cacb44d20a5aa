"""Why an operation is not applied: a finding with a code, never a guess.

Keeps true: a refused operation changes nothing, and its finding names the operation, its instrument and its target.
"""

from __future__ import annotations

from typing import Literal, get_args

from pincite.consolidation.operations import TreeOperation
from pincite.findings import Finding

__all__ = ["CODES", "Code", "Refused", "finding_code"]

Code = Literal[
    "TARGET_MISSING",  # the text has no such unit
    "ANCHOR_MISSING",  # the unit beside which another is to be put is not there
    "PRECONDITION_MISMATCH",  # the words do not stand there as often as said, or the old text is another
    "CONFLICT_NONCOMMUTING",  # instruments of one day whose order changes the text
    "DUPLICATE_SIBLING",  # the number is taken
    "COMMENCEMENT_UNKNOWN",  # enacted; when it applies is not known
    "AMENDS_REPEALED",  # the unit is a tombstone
    "LANGUAGE_DRIFT",  # the languages are of different dates
    "WITNESS_DIVERGENCE",  # the publisher's text is another than ours
    "INSTRUCTION_UNREADABLE",  # the sentence is not one that can be read safely
]

CODES: tuple[Code, ...] = get_args(Code)


def finding_code(code: Code) -> str:
    """The code as findings write it."""
    return code.lower()


class Refused(Exception):
    """An operation cannot be applied; raised inside this room and handed out as a finding.

    Attributes:
        code: which precondition failed.
        why: what was found instead, in English; a parameter of the finding.
        refused: the operation, None when an instrument, or several of them, cannot be applied as a whole.
        offset: inside a group applied at once, which of them.

    """

    def __init__(self, code: Code, why: str, refused: TreeOperation | None = None, *, offset: int = 0) -> None:
        super().__init__(f"{code}: {why}")
        self.code: Code = code
        self.why = why
        self.refused = refused
        self.offset = offset

    def finding(self) -> Finding:
        """The refusal as data."""
        parameters: dict[str, str | int] = {"why": self.why}
        if self.refused is not None:
            source = self.refused.source
            parameters |= {
                "instrument": source.instrument,
                "provision": source.provision,
                "operation": source.ordinal,
                "target": "/".join(self.refused.target),
            }
        return Finding(finding_code(self.code), parameters)
