"""A release folder as the workflows that verify and sign it see it: its files, their digests, their lines.

Keeps true: nothing is decompressed beyond what a line may be long; a file that is not whole is refused, whatever it holds.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import zstandard

from pincite.errors import CannotRun, CorruptRelease
from pincite.storage.release_log import write_whole

__all__ = ["FolderParts"]

LONGEST_LINE = 1 << 30
_CHUNK = 1 << 20


class FolderParts:
    """The parts of a release in a folder."""

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            raise CannotRun(f"{folder} is not a folder", remedy="Name a folder made by `pincite corpus build`.")
        self.folder = folder

    @property
    def name(self) -> str:
        """The name of the folder itself."""
        return self.folder.resolve().name

    def names(self) -> list[str]:
        """Every file of the folder, hidden ones too, sorted."""
        return sorted(
            path.relative_to(self.folder).as_posix()
            for path in self.folder.rglob("*")
            if path.is_symlink() or not path.is_dir()
        )

    def read(self, name: str) -> bytes:
        """The bytes of a small file.

        Raises:
            CorruptRelease: it cannot be read.

        """
        self._must_be_a_file(name)
        try:
            return (self.folder / name).read_bytes()
        except OSError as error:
            raise CorruptRelease(f"{name} cannot be read: {error.strerror}") from error

    def measure(self, name: str) -> tuple[int, str]:
        """Size and SHA-256 of a file.

        Raises:
            CorruptRelease: it cannot be read.

        """
        self._must_be_a_file(name)
        try:
            with (self.folder / name).open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
                return file.tell(), digest
        except OSError as error:
            raise CorruptRelease(f"{name} cannot be read: {error.strerror}") from error

    def lines(self, name: str) -> Iterator[bytes]:
        """The lines of a file without their line feeds, unpacked when the name ends with .zst.

        Raises:
            CorruptRelease: it cannot be read or unpacked, or does not end with a line feed.

        """
        self._must_be_a_file(name)
        rest = b""
        try:
            with (self.folder / name).open("rb") as file:
                stream = (
                    zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True)
                    if name.endswith(".zst")
                    else file
                )
                while chunk := stream.read(_CHUNK):
                    *lines, rest = (rest + chunk).split(b"\n")
                    yield from lines
                    if len(rest) > LONGEST_LINE:
                        raise CorruptRelease(f"{name} holds a line without end")
        except (OSError, zstandard.ZstdError) as error:
            raise CorruptRelease(f"{name} cannot be read: {error}") from error
        if rest:
            raise CorruptRelease(f"{name} ends in the middle of a line")

    def _must_be_a_file(self, name: str) -> None:
        """Refuse a pipe or a device: reading one may wait for ever, or never end."""
        path = self.folder / name
        if path.exists() and not path.is_file():
            raise CorruptRelease(f"{name} cannot be read: it is no file")

    def write(self, name: str, data: bytes) -> None:
        """Write a small file, whole or not at all."""
        write_whole(self.folder / name, data)
