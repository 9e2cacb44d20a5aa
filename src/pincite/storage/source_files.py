"""The source files of a build as a folder holds them.

Keeps true: names are relative to the root, with «/», sorted by code point; nothing outside the root is read. Whatever a
pattern finds and is no folder is named, a dangling link or a pipe too: it is refused when it is read, never passed over. The lock of the folder, and what is kept beside it, are no sources.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from os import sep
from os.path import isdir
from pathlib import Path
from stat import S_ISREG

from pincite.corpus.source_lock import LOCK
from pincite.errors import BadInput, CannotRun, UnreadableSource

__all__ = ["FolderFiles"]

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class FolderFiles:
    """The files below a folder."""

    def __init__(self, root: Path) -> None:
        if not root.is_dir():
            raise BadInput(
                f"the root of the sources, {root}, is not a folder",
                remedy="Correct `root` in the spec (it is taken from the spec's folder), or give --root.",
            )
        self.root = root.resolve()
        self._root = str(self.root)

    def match(self, pattern: str) -> Sequence[str]:
        """Names of what a glob matches, folders apart, sorted."""
        if pattern.startswith(("/", "~")) or ".." in pattern.split("/"):
            raise BadInput(f"the pattern {pattern!r} leads out of the root", remedy="Patterns are taken from the root.")
        try:
            found = [name for name in map(str, self.root.glob(pattern)) if not isdir(name)]  # noqa: PTH112 (there are many)
        except (ValueError, NotImplementedError) as error:
            raise BadInput(f"the pattern {pattern!r} cannot be used: {error}") from error
        inside = len(str(self.root / "x")) - 1
        names = sorted(name[inside:].replace(sep, "/") for name in found)
        return [name for name in names if name != LOCK and not name.startswith(".sources/")]

    def exists(self, name: str) -> bool:
        """Whether there is such a file."""
        return (self.root / name).is_file()

    def size(self, name: str) -> int:
        """Bytes of a file; none of what cannot be read."""
        try:
            return (self.root / name).stat().st_size
        except OSError:
            return 0

    def read(self, name: str) -> bytes:
        """The bytes of a file.

        Raises:
            UnreadableSource: for a link that leads nowhere, and for what is no file (to read a pipe would be to wait).
            CannotRun: for what the machine does not let us read.

        """
        data = _regular(f"{self._root}/{name}")
        if data is not None:
            return data
        path = self.root / name
        if not path.is_file():
            linked = path.is_symlink() and not path.exists()
            raise UnreadableSource(name, "", "a link that leads nowhere" if linked else "not a regular file")
        try:
            return path.read_bytes()
        except OSError as error:
            raise CannotRun(
                f"{name} cannot be read: {error.strerror}", remedy="Check that it is there and readable."
            ) from error


def _regular(path: str) -> bytes | None:
    """The bytes of a regular file, None where it cannot be read or is none; a pipe is not waited for."""
    try:
        file = os.open(path, _FLAGS)  # half the time of a file object; there are many
        try:
            said = os.fstat(file)
            data = os.read(file, said.st_size + 1) if S_ISREG(said.st_mode) else None
        finally:
            os.close(file)
    except OSError:
        return None
    # what grew meanwhile, or is more than one call reads, is read in another way
    return data if data is not None and len(data) == said.st_size else None
