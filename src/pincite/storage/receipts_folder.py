"""Receipts beside a report: `receipts/<sha256>.json`.

Keeps true: a receipt lies under its own digest, so that another file cannot stand in its place unnoticed.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pincite.errors import BadInput
from pincite.storage.release_log import write_whole

__all__ = ["receipts_beside", "write_receipts"]


def write_receipts(report: Path, receipts: Mapping[str, bytes]) -> None:
    """Write receipts beside a report.

    Raises:
        CannotRun: the disk does not let us.

    """
    for digest, data in receipts.items():
        write_whole(report.parent / "receipts" / f"{digest}.json", data)


def receipts_beside(report: Path) -> dict[str, bytes]:
    """The receipts beside a report, by the digest in their names.

    Raises:
        BadInput: one cannot be read.

    """
    folder = report.parent / "receipts"
    try:
        return {path.stem: path.read_bytes() for path in sorted(folder.glob("*.json"))} if folder.is_dir() else {}
    except OSError as error:
        raise BadInput(f"{folder} cannot be read: {error.strerror}") from error
