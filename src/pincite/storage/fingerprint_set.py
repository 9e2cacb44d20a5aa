"""The fingerprints of a release: one file, or one and what came later, without the documents that are gone.

Keeps true:
1. The documents of the first file have the numbers 1, 2, 3 …; those of the second the numbers of the index above them, in
   their order. What the index does not name any more is not found.
2. A segment has one number in the whole set: those of the second file are counted on behind those of the first.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from pathlib import Path

from pincite.storage.fingerprints import FingerprintFile, Postings

__all__ = ["Fingerprints", "Found"]


class Found(tuple[Postings, ...]):
    """Where a fingerprint stands in each file of the set."""

    __slots__ = ()

    @property
    def size(self) -> int:
        """How many segments keep it, those of documents that are gone counted."""
        return sum(each.end - each.start for each in self)


class Fingerprints:
    """The files of a set; `numbers`: of all documents of the index, in order.

    Raises:
        ValueError: the files do not hold the documents that the index has.
        CannotRun, CorruptRelease: as FingerprintFile.

    """

    def __init__(self, first: Path, later: Path | None, numbers: Sequence[int]) -> None:
        self._files: list[FingerprintFile] = []
        try:
            for path in (first, *([later] if later else [])):
                self._files.append(FingerprintFile(path))
            held = self._files[0].documents
            behind = bisect_right(numbers, held)
            self._later = list(numbers[behind:])
            _must_hold(len(self._later), numbers, self._files)
            self._base = self._files[0].segments_held
            self._gone = sorted(set(range(1, held + 1)).difference(numbers[:behind])) if behind < held else []
        except BaseException:
            self.close()
            raise
        self._gone_set = frozenset(self._gone)
        self.documents = len(numbers)

    def close(self) -> None:
        """Let go of the files."""
        for file in self._files:
            file.close()

    @property
    def segments_held(self) -> int:
        """How many segments the set has."""
        return sum(file.segments_held for file in self._files)

    def find(self, fingerprint: int) -> Found:
        """Where a fingerprint stands."""
        return Found(file.find(fingerprint) for file in self._files)

    def segments(self, found: Found, most: int) -> list[int]:
        """The segments that keep a fingerprint, in order; of the first `most` those of documents that are there."""
        segments = self._files[0].segments(found[0], most)
        if self._gone:
            segments = [each for each in segments if self._files[0].document_of(each)[0] not in self._gone_set]
        for file, postings in zip(self._files[1:], found[1:], strict=True):
            segments += [self._base + each for each in file.segments(postings, most)]
        return segments[:most]

    def near(self, found: Found, first: int, last: int) -> bool:
        """Whether one of the segments from `first` to `last` keeps a fingerprint."""
        if last < self._base:
            return self._files[0].near(found[0], first, last)
        return any(
            file.near(postings, first - self._base, last - self._base)
            for file, postings in zip(self._files[1:], found[1:], strict=True)
        ) or (first < self._base and self._files[0].near(found[0], first, last))

    def document_of(self, segment: int) -> tuple[int, int]:
        """The number of the document of a segment, and the segment's own number in it, from 0."""
        if segment < self._base:
            return self._files[0].document_of(segment)
        place, own = self._files[1].document_of(segment - self._base)
        return self._later[place - 1], own


def _must_hold(later: int, numbers: Sequence[int], files: Sequence[FingerprintFile]) -> None:
    if later == sum(file.documents for file in files[1:]):
        return
    held = " and ".join(str(file.documents) for file in files)
    raise ValueError(f"it has {len(numbers)} wordings and the fingerprints of {held}")
