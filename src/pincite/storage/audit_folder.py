"""Writes the audit trail of a run: the report, the sources consulted.

Keeps true: a report is there whole or not at all; an earlier report of the same day and draft is kept under another name
(`citation-verify-1.json`, the oldest first), never overwritten; sources.md is appended to and never rewritten.
"""

from __future__ import annotations

import os
from pathlib import Path

from pincite.errors import CannotRun
from pincite.reports.audit import AuditFolder

__all__ = ["REPORT_NAME", "write_audit"]

REPORT_NAME = "citation-verify.json"


def write_audit(folder: AuditFolder, out: Path) -> Path:
    """Write the folder below `out`; returns the path of the report.

    Raises:
        CannotRun: the disk does not let us.

    """
    place = out / folder.name
    report = place / REPORT_NAME
    try:
        place.mkdir(parents=True, exist_ok=True)
        data = folder.report.encode()
        if report.exists() and report.read_bytes() != data:
            number = 1
            while (older := place / f"citation-verify-{number}.json").exists():
                number += 1
            report.rename(older)
        partial = place / f".{REPORT_NAME}.part"
        with partial.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(report)
        _append(place / "sources.md", folder.sources)
    except OSError as error:
        raise CannotRun(
            f"the report cannot be written to {place}: {error.strerror}", remedy="Name another folder with --out."
        ) from error
    return report


def _append(path: Path, lines: tuple[str, ...]) -> None:
    known = set(path.read_text("utf-8").splitlines()) if path.exists() else set()
    new = [line for line in lines if line not in known]
    if new:
        with path.open("a", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in new)
