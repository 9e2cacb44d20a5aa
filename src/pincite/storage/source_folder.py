"""A folder of sources with its SOURCES.lock: where fetched and added files lie.

Keeps true:
1. A file is whole or not there (written beside and renamed), and its line follows it; the lock itself is replaced whole.
2. Beside the lock, `.sources/` keeps a packed copy of each locked text, by its digest, by which a change can be shown, and
   archives and partial downloads, by which fetching goes on. It may be deleted at any time.
3. One process at a time adds to a folder.
4. Nothing outside the folder is written: a name is checked, and a link that leads out is not followed.
"""

from __future__ import annotations

import hashlib
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Self

import zstandard

from pincite.corpus.source_lock import LOCK, Difference, LockLine, first_differing_lines, lock_bytes, read_lock
from pincite.digests import sha256
from pincite.errors import BadInput, CannotRun, UnreadableSource
from pincite.storage.build_lock import build_lock
from pincite.storage.release_log import write_whole

__all__ = ["FolderLock", "SourceFolder", "differences", "lock_of"]

SAVE_EVERY = 200
KEPT_TEXT = 32_000_000
LEVEL = 6
MAX_MEMBERS = 20_000
MAX_MEMBER = 128 * 1024 * 1024
MAX_UNPACKED = 8 * 1024**3
MAX_RATIO = 300  # the largest archive of the collections unpacks to some twenty times its size
_SMALL = 1_000_000
_STEP = 1 << 20
_TEXTS = ("text/", "application/xml", "application/xhtml+xml", "application/json", "application/yaml")


def lock_of(folder: Path) -> dict[str, LockLine]:
    """The lines of a folder's lock; none when it has no lock.

    Raises:
        BadInput: a line is wrong.
        CannotRun: it cannot be read.

    """
    path = folder / LOCK
    if not path.is_file():
        return {}
    try:
        return read_lock(path.read_bytes(), name=path.name)
    except OSError as error:
        raise CannotRun(f"{path} cannot be read: {error.strerror}", remedy="Check its permissions.") from error


def differences(folder: Path, lines: Iterable[LockLine]) -> list[Difference]:
    """The files that are not what their lines say, or not there, in order of their names."""
    found: list[Difference] = []
    for line in sorted(lines, key=lambda line: line.name):
        path = folder / line.name
        if not path.is_file():
            found.append(Difference(line, "missing"))
            continue
        try:
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
            if digest != line.sha256:
                found.append(_changed(folder, path, line, digest))
        except OSError as error:
            raise CannotRun(f"{path} cannot be read: {error.strerror}", remedy="Check its permissions.") from error
    return found


def _changed(folder: Path, path: Path, line: LockLine, digest: str) -> Difference:
    size = path.stat().st_size
    locked = _kept(folder, line.sha256) if size <= KEPT_TEXT else None
    lines = first_differing_lines(locked, path.read_bytes()) if locked is not None else ()
    return Difference(line, "changed", digest, size, lines)


def _copy_path(folder: Path, digest: str) -> Path:
    return folder / ".sources" / "sha256" / digest[:2] / f"{digest}.zst"


def _kept(folder: Path, digest: str) -> bytes | None:
    """The locked wording of a text, if its copy is there and is what its name says."""
    try:
        packed = _copy_path(folder, digest).read_bytes()
        data: bytes = zstandard.ZstdDecompressor().decompress(packed, max_output_size=KEPT_TEXT)
    except (OSError, zstandard.ZstdError):
        return None
    return data if sha256(data) == digest else None


class FolderLock:
    """The lock of a folder as a build asks it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.lines: Mapping[str, LockLine] = lock_of(folder)

    def differences(self, names: Iterable[str]) -> list[Difference]:
        """The files of these names that are not what their lines say."""
        return differences(self._folder, (self.lines[name] for name in names))


class SourceFolder:
    """A folder of sources that is being added to; a context manager that writes its lock at the end, whatever happens."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._unsaved = 0
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CannotRun(f"{folder} cannot be made: {error.strerror}", remedy="Name another --out.") from error
        self._held = ExitStack()
        self._lines: dict[str, LockLine] = {}

    def __enter__(self) -> Self:
        # the lock is read when nobody else can change it any more
        self._held.enter_context(build_lock(self.folder / ".sources", "fetch"))
        try:
            self._lines = lock_of(self.folder)
        except BaseException:
            self._held.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        with self._held:
            if self._unsaved:
                self.save()

    @property
    def lines(self) -> Mapping[str, LockLine]:
        """The lines by name."""
        return self._lines

    def held(self, name: str) -> LockLine | None:
        """The line of a file that is there and is what the line says."""
        line = self._lines.get(name)
        return line if line is not None and not differences(self.folder, [line]) else None

    def read(self, name: str) -> bytes | None:
        """The bytes of a file, None when it is not there."""
        path = self._path(name)
        try:
            return path.read_bytes() if path.is_file() else None
        except OSError as error:
            raise _disk(path, error) from error

    def difference(self, line: LockLine, data: bytes) -> Difference:
        """How these bytes differ from a line."""
        locked = _kept(self.folder, line.sha256)
        lines = first_differing_lines(locked, data) if locked is not None and len(data) <= KEPT_TEXT else ()
        return Difference(line, "changed", sha256(data), len(data), lines)

    def put(self, line: LockLine, data: bytes) -> None:
        """A file and its line."""
        assert sha256(data) == line.sha256, "a line is of these bytes"
        path = self._path(line.name)
        write_whole(path, data)
        if line.media_type.startswith(_TEXTS) and len(data) <= KEPT_TEXT:
            copy = _copy_path(self.folder, line.sha256)
            if not copy.exists():
                write_whole(copy, zstandard.ZstdCompressor(level=LEVEL).compress(data))
        self.note(line)

    def note(self, line: LockLine) -> None:
        """The line of a file that is there."""
        self._lines[line.name] = line
        self._unsaved += 1
        if self._unsaved >= SAVE_EVERY:
            self.save()

    def forget(self, name: str) -> None:
        """Take out the line of a file."""
        del self._lines[name]
        self._unsaved += 1

    def save(self) -> None:
        """Write the lock."""
        write_whole(self.folder / LOCK, lock_bytes(self._lines.values()))
        self._unsaved = 0

    def archive(self, address: str) -> str:
        """Where the archive of an address is kept, and partial downloads of it."""
        path = self.folder / ".sources" / "archives" / f"{sha256(address.encode())[:32]}.zip"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _disk(path, error) from error
        return str(path)

    def digest(self, archive: str) -> str:
        """The SHA-256 of an archive, "" when it is not there."""
        path = Path(archive)
        if not path.is_file():
            return ""
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()

    def discard(self, archive: str) -> None:
        """Delete an archive that is not what was promised."""
        Path(archive).unlink(missing_ok=True)

    def members(self, archive: str, wanted: Iterable[str] | None) -> Iterator[tuple[str, bytes]]:
        r"""The members of an archive by name, with «/» for «\»; all of them, or those wanted.

        Raises:
            CannotRun: it is damaged, or unpacks to more than such an archive holds.

        """
        names = None if wanted is None else set(wanted)
        try:
            with zipfile.ZipFile(archive) as opened:
                entries = opened.infolist()
                if len(entries) > MAX_MEMBERS:
                    raise _bomb(f"it holds {len(entries)} members; up to {MAX_MEMBERS} are read")
                left = min(MAX_UNPACKED, max(_SMALL, MAX_RATIO * Path(archive).stat().st_size))
                for entry in entries:
                    name = entry.filename.replace("\\", "/")
                    if entry.is_dir() or (names is not None and name not in names):
                        continue
                    data = _unpack(opened, entry, min(left, MAX_MEMBER))
                    left -= len(data)
                    yield name, data
        except (
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            NotImplementedError,
            RuntimeError,
            ValueError,
            OSError,
        ) as error:
            raise CannotRun(
                f"the archive is damaged ({error})", remedy="Fetch again: the damaged copy is deleted."
            ) from error

    def _path(self, name: str) -> Path:
        parts = name.split("/")
        if (
            name.startswith("/")
            or any(part in ("", ".", "..") or "\\" in part for part in parts)
            or parts[0] == ".sources"
        ):
            raise BadInput(f"{name!r} is not the name of a file below {self.folder}")
        path = self.folder.joinpath(*parts)
        if not path.resolve().is_relative_to(self.folder.resolve()):
            raise UnreadableSource(name, "", f"a link that leads out of {self.folder}")
        return path


def _unpack(opened: zipfile.ZipFile, entry: zipfile.ZipInfo, limit: int) -> bytes:
    """A member; what its header says of its size is not believed."""
    chunks: list[bytes] = []
    length = 0
    bound = min(limit, max(_SMALL, MAX_RATIO * entry.compress_size))
    with opened.open(entry) as stream:
        while chunk := stream.read(_STEP):
            length += len(chunk)
            if length > bound:
                raise _bomb(f"{entry.filename} unpacks to more than {bound:,} bytes")
            chunks.append(chunk)
    return b"".join(chunks)


def _bomb(reason: str) -> CannotRun:
    return CannotRun(f"the archive is refused: {reason}", remedy="No archive of law is like that; tell its publisher.")


def _disk(path: Path, error: OSError) -> CannotRun:
    return CannotRun(f"{path} cannot be written: {error.strerror}", remedy="Check the disk and its permissions.")
