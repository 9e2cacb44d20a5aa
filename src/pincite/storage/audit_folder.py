"""Writes the audit trail of a run: the report, the sources consulted.

Keeps true: a report is there whole or not at all, and once there it is never moved, changed or overwritten. Another report of
the same day and name goes to a folder of its own (`<name>-2`, `-3` ...); the very same report is not written twice.
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
    data = folder.report.encode()
    place = out / folder.name
    try:
        place = _place_for(data, out, folder.name)
        report = place / REPORT_NAME
        if not report.exists():
            _write_once(report, data)
        _append(place / "sources.md", folder.sources)
    except OSError as error:
        raise CannotRun(
            f"the report cannot be written to {place}: {error.strerror}", remedy="Name another folder with --out."
        ) from error
    return report


def _place_for(data: bytes, out: Path, name: str) -> Path:
    """The first folder of the name that holds this report, or none yet."""
    number = 1
    while True:
        place = out / (name if number == 1 else f"{name}-{number}")
        report = place / REPORT_NAME
        if not report.exists():
            place.mkdir(parents=True, exist_ok=True)
            return place
        if report.read_bytes() == data:
            return place
        number += 1


def _write_once(report: Path, data: bytes) -> None:
    """Write a report whole; a link is made, which fails where another run was quicker, instead of a renaming, which would not."""
    partial = report.with_name(f".{REPORT_NAME}.{os.getpid()}.part")
    try:
        with partial.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(partial, report)
        except FileExistsError:
            raise
        except OSError:
            # a disk without links: the renaming is as good but for a run in the very same moment
            partial.replace(report)
    finally:
        partial.unlink(missing_ok=True)


def _append(path: Path, lines: tuple[str, ...]) -> None:
    known = set(path.read_text("utf-8").splitlines()) if path.exists() else set()
    new = [line for line in lines if line not in known]
    if new:
        with path.open("a", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in new)
