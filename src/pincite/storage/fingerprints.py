"""The file of a release's fingerprints, `index/fingerprints.bin`: which segment of which document keeps which.

Keeps true:
1. The same documents in the same order give the same bytes.
2. Memory does not grow with the release: fingerprints are sorted in runs, and what is more than one run is parted over
   files by its first bits, of which each is sorted by itself.
3. A file is read only after its size and form were checked; it is mapped into memory, and asking it reads a few pages.

Little-endian, each section padded to eight bytes:

    head         96 bytes: magic, the scheme, number of documents and postings, bits of a bucket
    documents    u32 each, and one more: the number of its first segment, counted over the release
    buckets      u64 each, and one more: its first posting; a bucket is the first bits of a fingerprint
    segments     u32 a posting
    rests        u16 a posting: the next 16 bits; of one fingerprint the segments ascend
"""

from __future__ import annotations

import mmap
import struct
import sys
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from shutil import rmtree
from types import TracebackType
from typing import Any, BinaryIO, NamedTuple, Self

from pincite.errors import CannotRun, CorruptRelease
from pincite.quotation.fingerprints import BITS, CHARACTERS, SEGMENT, WORDS, of_document, sorted_of_document
from pincite.storage.numbers import in_order, joined, lowest, sixteen, with_numpy, without

__all__ = ["FILE", "LATER", "FingerprintFile", "FingerprintWriter", "Postings", "expect_many", "postings_of"]

FILE = "index/fingerprints.bin"
LATER = "index/fingerprints-later.bin"
"""Those of the documents that an index got since it was written anew (storage.fingerprint_set)."""

_MAGIC = b"pincite.fingerprints/1"
_HEAD = struct.Struct("<24s6I2Q32x")
_SCHEME = (WORDS.size, WORDS.window, CHARACTERS.size, CHARACTERS.window, SEGMENT)
_SEGMENT_BITS = 27
"""134 million segments: 137 thousand million code points in one release."""
_REST_BITS = 16
_MOST_BUCKET_BITS = BITS - _REST_BITS
_PER_BUCKET = 64

# this bit makes every posting a number that can be sorted quickly (storage.numbers)
_ORDINARY = 1 << 62
_RUN = 1_000_000
_MUCH = 8_000_000
"""Code points of text that take as long as loading numpy."""
_done = 0
_PARTS = 128


class Postings(NamedTuple):
    """Where a fingerprint stands in the file: its postings are those from `start` up to `end`."""

    start: int
    end: int

    @property
    def size(self) -> int:
        """How many segments keep it."""
        return self.end - self.start


def postings_of(text: str) -> bytes:
    """The postings of a document by itself, its first segment being 0, sorted: what `FingerprintWriter.document` takes."""
    if (numpy := _numpy_for(text)) is not None:
        return sorted_of_document(text, numpy, _SEGMENT_BITS, _ORDINARY)
    # in order, because runs that are in order are sorted into one in two thirds of the time
    return in_order(
        array(
            "Q", [_ORDINARY | each << _SEGMENT_BITS | segment for segment, found in of_document(text) for each in found]
        )
    ).tobytes()


def _numpy_for(text: str) -> Any:
    """The library that makes them at half the cost, once a process has so much to do that it is worth loading."""
    global _done  # noqa: PLW0603 (of this process)
    _done += len(text)
    return with_numpy() if _done > _MUCH else None


def expect_many() -> None:
    """This process will make fingerprints of much text: it is worth loading numpy at once."""
    global _done  # noqa: PLW0603 (of this process)
    _done = _MUCH + 1


class FingerprintWriter:
    """Writes the file; documents come in the order of their numbers in the index."""

    def __init__(self, path: Path) -> None:
        if sys.byteorder != "little":
            raise CannotRun(
                "fingerprints are written on little-endian machines only", remedy="Build the release on another."
            )
        self.path = path
        self.folder = path.with_name(f".{path.name}.parts")
        self._firsts = array("I", [0])
        self._run: list[tuple[int, bytes]] = []
        self._held = 0
        self._parts = ExitStack()
        self._files: list[BinaryIO] = []
        try:
            rmtree(self.folder, ignore_errors=True)
            self.folder.mkdir(parents=True)
        except OSError as error:
            raise self._disk(error) from error

    def _disk(self, error: OSError) -> CannotRun:
        return CannotRun(
            f"{self.path} cannot be written: {error.strerror}",
            remedy="Check the space on the disk and its permissions.",
        )

    def document(self, text: str) -> None:
        """The next document."""
        self.postings(postings_of(text), len(text))

    def postings(self, postings: bytes, length: int) -> None:
        """The next document by its `postings_of` and how many code points it has."""
        first = self._firsts[-1]
        self._run.append((first, postings))
        self._held += len(postings) // 8
        self._firsts.append(first + length // SEGMENT + 1)
        if self._firsts[-1] >> _SEGMENT_BITS:
            raise CannotRun(
                "the release holds more text than its fingerprints can name", remedy="Build two releases of it."
            )
        if self._held >= _RUN:
            self._part()

    def _part(self) -> None:
        """Append each stretch of what is in memory to the file of its part."""
        try:
            if not self._files:
                self._files = [
                    self._parts.enter_context((self.folder / f"{part:03}").open("wb")) for part in range(_PARTS)
                ]
            for file, stretch in zip(self._files, self._stretches(), strict=True):
                file.write(stretch)
        except OSError as error:
            raise self._disk(error) from error

    def _stretches(self) -> Iterator[array[int]]:
        """What is in memory, in order, cut by the first bits; memory is then empty."""
        run = in_order(joined(self._run))
        self._run, self._held = [], 0
        width = BITS + _SEGMENT_BITS - (_PARTS.bit_length() - 1)
        start = 0
        for part in range(_PARTS):
            end = bisect_left(run, _ORDINARY | ((part + 1) << width), start)
            yield run[start:end]
            start = end

    def close(self) -> None:
        """Sort the parts and write the file."""
        try:
            if self._files:
                self._part()
                self._parts.close()
                count = sum((self.folder / f"{part:03}").stat().st_size for part in range(_PARTS)) // 8
                stretches: Iterable[array[int]] = (_taken(self.folder / f"{part:03}") for part in range(_PARTS))
            else:
                count = self._held
                stretches = self._stretches()
            self._write(stretches, min(_MOST_BUCKET_BITS, max(0, (count // _PER_BUCKET).bit_length())))
            rmtree(self.folder)
        except OSError as error:
            raise self._disk(error) from error

    def _write(self, stretches: Iterable[array[int]], bits: int) -> None:
        # of a small release fewer bits are kept: those dropped must not part the segments of one fingerprint
        dropped = _MOST_BUCKET_BITS - bits
        buckets = array("Q", [0])
        done = 0
        rests = self.folder / "rests"
        head = _HEAD.size + _padded(4 * len(self._firsts)) + 8 * ((1 << bits) + 1)
        with self.path.open("wb") as out, rests.open("wb") as beside:
            out.seek(head)
            for part, stretch in enumerate(stretches):
                run = _kept(stretch, dropped)
                buckets.extend(_edges(run, part, bits, done))
                out.write(lowest(run, _SEGMENT_BITS))
                beside.write(sixteen(run, _SEGMENT_BITS + dropped))
                done += len(run)
            _pad(out)
            beside.close()
            with rests.open("rb") as again:
                while piece := again.read(1 << 20):
                    out.write(piece)
            _pad(out)
            out.seek(0)
            out.write(_HEAD.pack(_MAGIC, *_SCHEME, bits, len(self._firsts) - 1, done))
            out.write(self._firsts)
            _pad(out)
            buckets.extend([done] * ((1 << bits) + 1 - len(buckets)))
            out.write(buckets)

    def abandon(self) -> None:
        """Remove what was written so far."""
        self._parts.close()
        rmtree(self.folder, ignore_errors=True)
        self.path.unlink(missing_ok=True)


def _taken(path: Path) -> array[int]:
    """The postings of a part, whose file is then gone."""
    run = array("Q")
    run.frombytes(path.read_bytes())
    path.unlink()
    return run


def _kept(run: array[int], dropped: int) -> array[int]:
    """The postings of a part in order, each once, without the bits that are not kept."""
    return without(run, ((1 << dropped) - 1) << _SEGMENT_BITS) if dropped else in_order(run)


def _edges(run: array[int], part: int, bits: int, done: int) -> Iterator[int]:
    """Where each bucket that ends in this part ends."""
    shift = BITS + _SEGMENT_BITS - bits
    parts = _PARTS.bit_length() - 1
    first = (part << bits) >> parts
    last = ((part + 1) << bits) >> parts
    at = 0
    for bucket in range(first + 1, last + 1):
        at = bisect_left(run, _ORDINARY | (bucket << shift), at)
        yield done + at


def _padded(size: int) -> int:
    return (size + 7) & ~7


def _pad(file: BinaryIO) -> None:
    file.write(bytes(-file.tell() % 8))


class FingerprintFile:
    """A file of fingerprints, mapped into memory.

    Raises:
        CannotRun: it cannot be read here.
        CorruptRelease: it has not the form of such a file.

    """

    def __init__(self, path: Path) -> None:
        if sys.byteorder != "little":
            raise CannotRun("fingerprints are read on little-endian machines only", remedy="Ask on another machine.")
        self.path = path
        try:
            with path.open("rb") as file:
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            raise self._corrupt(str(error)) from error
        self._view = memoryview(self._map)
        if len(self._view) < _HEAD.size:
            raise self._corrupt("it is too short")
        magic, *scheme, bits, documents, postings = _HEAD.unpack(self._view[: _HEAD.size])
        if magic.rstrip(b"\0") != _MAGIC or tuple(scheme) != _SCHEME or bits > _MOST_BUCKET_BITS:
            raise self._corrupt("it is no file of fingerprints of this version")
        at = _HEAD.size
        self._firsts, at = self._section(at, 4 * (documents + 1), "I")
        self._buckets, at = self._section(at, 8 * ((1 << bits) + 1), "Q")
        self._segments, at = self._section(at, 4 * postings, "I")
        self._rests, at = self._section(at, 2 * postings, "H")
        if at != len(self._view):
            raise self._corrupt("its size is not what its head says")
        self._shift = BITS - bits
        self.documents: int = documents
        self.postings_held: int = postings

    def _corrupt(self, what: str) -> CorruptRelease:
        return CorruptRelease(
            f"the fingerprints {self.path} cannot be used: {what}",
            remedy="Build the release again with `pincite corpus build`, or fetch it again.",
        )

    def _section(self, at: int, size: int, kind: str) -> tuple[memoryview[int], int]:
        if at + size > len(self._view):
            raise self._corrupt("it was cut")
        return self._view[at : at + size].cast(kind), at + _padded(size)  # type: ignore[call-overload]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        for view in (self._firsts, self._buckets, self._segments, self._rests, self._view):
            view.release()
        self._map.close()

    @property
    def segments_held(self) -> int:
        """How many segments the release has."""
        return self._firsts[self.documents]

    def find(self, fingerprint: int) -> Postings:
        """Where a fingerprint stands."""
        bucket = fingerprint >> self._shift
        rest = (fingerprint >> (self._shift - _REST_BITS)) & 0xFFFF
        low, high = self._buckets[bucket], self._buckets[bucket + 1]
        start = bisect_left(self._rests, rest, low, high)
        return Postings(start, bisect_right(self._rests, rest, start, high))

    def segments(self, postings: Postings, most: int) -> list[int]:
        """The segments that keep a fingerprint, in order; the first `most`."""
        return self._segments[postings.start : min(postings.end, postings.start + most)].tolist()

    def near(self, postings: Postings, first: int, last: int) -> bool:
        """Whether one of the segments from `first` to `last` keeps a fingerprint."""
        at = bisect_left(self._segments, first, postings.start, postings.end)
        return at < postings.end and self._segments[at] <= last

    def document_of(self, segment: int) -> tuple[int, int]:
        """The number of the document of a segment, from 1, and the segment's own number in it, from 0."""
        number = bisect_right(self._firsts, segment, 0, self.documents)
        return number, segment - self._firsts[number - 1]


def write(path: Path, texts: Iterable[str]) -> None:
    """Write the fingerprints of these texts."""
    writer = FingerprintWriter(path)
    try:
        for text in texts:
            writer.document(text)
        writer.close()
    except BaseException:
        writer.abandon()
        raise
