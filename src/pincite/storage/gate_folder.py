"""The signed acts about a draft, as files beside its report: `gate/001-disclaim.note`, `gate/002-approve.note` ...

Keeps true: an act is written once, whole, under the next number; none is changed or overwritten. A gap in the numbers is shown by
the acts themselves, each of which names the one before it.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from pincite.errors import BadInput, CannotRun

__all__ = ["add_note", "notes_beside"]

_NAME = re.compile(r"(\d{3})-[a-z]+\.note")
_LARGEST = 1 << 20


def notes_beside(report: Path) -> list[str]:
    """The notes beside a report, in the order of their numbers.

    Raises:
        BadInput: one cannot be read, or is no text.

    """
    folder = report.parent / "gate"
    if not folder.is_dir():
        return []
    found: list[str] = []
    for path in sorted(each for each in folder.iterdir() if _NAME.fullmatch(each.name)):
        try:
            if path.exists() and not path.is_file():  # a pipe would be waited for
                raise BadInput(f"{path} is no file", remedy="It is a note of `pincite gate`.")
            if path.stat().st_size > _LARGEST:
                raise BadInput(f"{path} is too large for an act of the gate")
            found.append(path.read_bytes().decode("utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise BadInput(f"{path} cannot be read: {error}", remedy="It is a note of `pincite gate`.") from error
    return found


def add_note(report: Path, way: str, note: str, *, after: int) -> Path:
    """Write an act as number `after` + 1.

    Raises:
        CannotRun: the disk does not let us, or somebody else wrote that number in the meantime.

    """
    folder = report.parent / "gate"
    number = after + 1
    try:
        folder.mkdir(exist_ok=True)
        taken = [each for each in folder.iterdir() if each.name.startswith(f"{number:03}-")]
        if taken:
            raise CannotRun(
                f"{taken[0]} was written in the meantime", remedy="See `pincite gate status`, and act again."
            )
        path = folder / f"{number:03}-{way}.note"
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644), "wb") as file:
            file.write(note.encode())
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise CannotRun(
            f"the act cannot be written to {folder}: {error.strerror}", remedy="Check the folder."
        ) from error
    return path
