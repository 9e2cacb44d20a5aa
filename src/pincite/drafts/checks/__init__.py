"""One file per check; `CHECKS` is the pipeline, in order. A check sees what the checks before it found."""

from __future__ import annotations

from pincite.drafts.checks.content import check_content
from pincite.drafts.checks.currency import check_currency
from pincite.drafts.checks.existence import check_existence
from pincite.drafts.checks.identity import check_identity
from pincite.drafts.checks.pinpoint import check_pinpoint
from pincite.drafts.checks.quote import check_quotes
from pincite.drafts.checks.speaker import check_speaker
from pincite.drafts.examination import Check

__all__ = ["CHECKS", "OPENING", "READING"]

OPENING: tuple[Check, ...] = (check_existence, check_pinpoint, check_identity)
"""Which document, which place, and is it the one meant."""

READING: tuple[Check, ...] = (check_quotes, check_currency, check_speaker, check_content)
"""What it says; a quotation after which several sources stand is given to one of them before."""

CHECKS: tuple[Check, ...] = (*OPENING, *READING)
"""The pipeline."""
