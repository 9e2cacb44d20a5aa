"""A draft checked again: a session that remembers what it asked, and what changed since an earlier report.

    1. check        the whole draft; what was asked of the releases or compared before is not asked again
    2. compare      with the last report: what is new, gone, or judged otherwise

Keeps true: a check in a session gives the report that a check on its own gives, byte for byte but for the volatile block,
because only answers to the very same questions are remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pincite.corpus.remembered import RememberedCorpus
from pincite.drafts.shelf import Shelf
from pincite.reports.changes import Changes, changes_between
from pincite.reports.report import Report

__all__ = ["Checks", "Recheck", "Rechecked"]

Checks = Callable[[bytes, RememberedCorpus, Shelf], Report]
"""Checks the bytes of a draft against a corpus, with what is kept of sources."""


@dataclass(frozen=True, slots=True)
class Rechecked:
    """A report, what changed since the last one (None for the first), and how much the releases were asked for it."""

    report: Report
    changes: Changes | None
    asked: int


@dataclass(slots=True)
class Recheck:
    """A session; see the module.

    Attributes:
        check: see Checks.
        corpus: remembers what was asked.
        last: the JSON of the last report, or of an older one that was kept; None at first.

    """

    check: Checks
    corpus: RememberedCorpus
    last: Mapping[str, Any] | None = None
    _shelf: Shelf = field(default_factory=Shelf)

    def again(self, data: bytes) -> Rechecked:
        """Check a draft.

        Raises:
            BadInput: it cannot be read. CannotRun: the releases cannot answer.

        """
        before = self.corpus.asked
        # 1
        report = self.check(data, self.corpus, self._shelf)
        # 2
        now = report.as_json()
        changes = changes_between(self.last, now) if self.last is not None else None
        self.last = now
        return Rechecked(report, changes, self.corpus.asked - before)
