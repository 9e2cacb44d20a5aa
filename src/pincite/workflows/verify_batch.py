"""Verify many drafts: which are still to be checked, what is noted of each, and each authority once over all of them.

    journal    one JSON line a finished draft: its key, its report, its delivery, its authorities; appended, never rewritten
    key        digest of the draft, the releases, the rules and what was asked: a draft whose key is noted is not checked again
    authorities    every work once, with the drafts and citations that rest on it and their statuses

Keeps true: a batch that was cut off goes on where it stopped and ends with the same table; a line that was cut off in the middle is no
line; a draft that cannot be read is noted with its reason and stops no other.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pincite.digests import canonical_json, sha256
from pincite.reports.report import STATUSES, Report

__all__ = [
    "AUTHORITIES",
    "JOURNAL",
    "Done",
    "Totals",
    "authorities_table",
    "done_of",
    "failed",
    "job_key",
    "read_journal",
    "totals",
]

JOURNAL = "batch.jsonl"
AUTHORITIES = "authorities.csv"


@dataclass(frozen=True, slots=True)
class Done:
    """A draft that was dealt with.

    Attributes:
        draft: its path below the folder.
        key: see the module.
        report: path of its report below the output, "" when it has none.
        delivery: CLEAR, BLOCKED, or UNREADABLE.
        counts: citations by status.
        authorities: by work or, where none was found, by reference: title and citations by status.
        reason: why it could not be checked.

    """

    draft: str
    key: str
    report: str
    delivery: str
    counts: Mapping[str, int] = field(default_factory=dict)
    authorities: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    reason: str = ""

    def to_line(self) -> str:
        """The line of the journal."""
        value = {
            "draft": self.draft,
            "key": self.key,
            "report": self.report,
            "delivery": self.delivery,
            "counts": dict(self.counts),
            "authorities": {key: dict(value) for key, value in self.authorities.items()},
            "reason": self.reason,
        }
        return json.dumps(value, ensure_ascii=False, sort_keys=True) + "\n"


@dataclass(frozen=True, slots=True)
class Totals:
    """Of a batch: drafts by delivery, citations by status, distinct authorities, and how often they are cited."""

    drafts: Mapping[str, int]
    citations: Mapping[str, int]
    authorities: int
    occurrences: int


def job_key(draft: bytes, name: str, asked: Mapping[str, Any]) -> str:
    """The key of a draft under what is asked (releases, date of the law, rules, privacy ...)."""
    return sha256(canonical_json({"draft": sha256(draft), "name": name, "asked": dict(asked)}))


def done_of(draft: str, key: str, report: str, found: Report) -> Done:
    """What is noted of a draft that was checked."""
    authorities: dict[str, dict[str, Any]] = {}
    for record in found.mentions:
        name = record.work or (record.reference or "").partition("#")[0]
        if name:
            entry = authorities.setdefault(name, {"title": record.title, "statuses": {}})
            entry["statuses"][record.status] = entry["statuses"].get(record.status, 0) + 1
    return Done(draft, key, report, found.decision.delivery, found.counts, authorities)


def failed(draft: str, key: str, reason: str) -> Done:
    """What is noted of a draft that could not be read."""
    return Done(draft, key, "", "UNREADABLE", reason=reason)


def read_journal(text: str) -> dict[str, Done]:
    """The finished drafts of a journal by their paths, the last line of each; what is no whole line is passed over."""
    found: dict[str, Done] = {}
    for line in text.splitlines():
        try:
            done = Done(**json.loads(line))
        except (ValueError, TypeError):
            continue
        found[done.draft] = done
    return found


def totals(done: Iterable[Done]) -> Totals:
    """The sums over a batch."""
    drafts: dict[str, int] = {"CLEAR": 0, "BLOCKED": 0, "UNREADABLE": 0}
    citations = dict.fromkeys(STATUSES, 0)
    names: set[str] = set()
    occurrences = 0
    for each in done:
        drafts[each.delivery] = drafts.get(each.delivery, 0) + 1
        for status in STATUSES:
            citations[status] += each.counts.get(status, 0)
        names |= set(each.authorities)
        occurrences += sum(sum(entry["statuses"].values()) for entry in each.authorities.values())
    return Totals(drafts, {str(status): count for status, count in citations.items()}, len(names), occurrences)


def authorities_table(done: Sequence[Done]) -> str:
    """CSV: each authority once, those of the most trouble first."""
    found: dict[str, dict[str, Any]] = {}
    for each in done:
        for name, entry in each.authorities.items():
            row = found.setdefault(name, {"title": entry["title"], "drafts": 0, **dict.fromkeys(STATUSES, 0)})
            row["drafts"] += 1
            for status, count in entry["statuses"].items():
                row[status] += count
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["authority", "title", "drafts", "citations", *STATUSES])
    for name, row in sorted(found.items(), key=lambda item: (-item[1]["MISMATCH"], -item[1]["UNVERIFIED"], item[0])):
        counts = [row[status] for status in STATUSES]
        table.writerow([_cell(name), _cell(row["title"]), row["drafts"], sum(counts), *counts])
    return out.getvalue()


def _cell(text: str) -> str:
    """A spreadsheet takes what begins with one of these for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t") else text
