"""The folder of a batch: its drafts, its journal, its table.

Keeps true: a line of the journal is written whole and reaches the disk before the next draft is reported done; nothing of a batch
that went before is lost.
"""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import Self

from pincite.errors import BadInput, CannotRun
from pincite.workflows.verify_batch import JOURNAL, Done, read_journal

__all__ = ["Journal", "drafts_in", "no_drafts_in"]

_ENDINGS = frozenset({".md", ".markdown", ".txt", ".text", ".docx", ".docm", ".odt", ".pdf", ".html", ".htm", ".xhtml"})


def drafts_in(folder: Path) -> list[Path]:
    """The drafts of a folder and those below it, in order; hidden files and files of other kinds are none.

    Raises:
        BadInput: there is no such folder, or no draft in it.

    """
    if not folder.is_dir():
        raise BadInput(f"{folder} is no folder", remedy="Name the folder of the drafts behind --batch.")
    found = [path for path in _shown(folder) if _is_draft(path)]
    if not found:
        raise BadInput(f"{folder} holds no draft", remedy=f"Drafts end in {', '.join(sorted(_ENDINGS))}.")
    return found


def no_drafts_in(folder: Path) -> list[Path]:
    """What stands beside the drafts and is not checked: files of other endings, pipes, devices; in order."""
    return [path for path in _shown(folder) if not path.is_dir() and not _is_draft(path)]


def _shown(folder: Path) -> list[Path]:
    """What is below the folder and not hidden; settings are neither drafts nor left out."""
    return [
        path
        for path in sorted(folder.rglob("*"))
        if not any(part.startswith(".") for part in path.relative_to(folder).parts)
        and not path.name.endswith(".local.md")
    ]


def _is_draft(path: Path) -> bool:
    # a link that leads nowhere is a draft that cannot be read, and is said to be
    return (path.is_file() or (path.is_symlink() and not path.exists())) and path.suffix.lower() in _ENDINGS


class Journal:
    """The journal below an output folder, open for appending."""

    def __init__(self, out: Path) -> None:
        self._path = out / JOURNAL
        try:
            out.mkdir(parents=True, exist_ok=True)
            text = self._path.read_text("utf-8", errors="replace") if self._path.exists() else ""
            self.done = read_journal(text)
            self._file = self._path.open("a", encoding="utf-8")
            if text and not text.endswith("\n"):
                self._file.write("\n")
        except OSError as error:
            raise CannotRun(
                f"{self._path} cannot be written: {error.strerror}", remedy="Name another --out."
            ) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def note(self, done: Done) -> None:
        """Append a line."""
        self._file.write(done.to_line())
        self._file.flush()
        os.fsync(self._file.fileno())
        self.done[done.draft] = done
