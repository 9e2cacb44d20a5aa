"""Several openings of one set of releases, for servers: each thread reads through one that nobody else has meanwhile.

Keeps true: the releases are verified once, when the pool is made; all openings are of the very same folders.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from queue import LifoQueue

from pincite.corpus.answers import Coverage
from pincite.storage.release_folder import ReleaseFolder
from pincite.storage.sqlite.corpus import SqliteCorpus

__all__ = ["CorpusPool"]


class CorpusPool:
    """At most `size` openings, made when first needed; the one used last is used next, for what it remembers."""

    def __init__(self, releases: Sequence[ReleaseFolder], size: int = 4) -> None:
        self.releases = tuple(releases)
        self._free: LifoQueue[SqliteCorpus | None] = LifoQueue()
        for _ in range(size):
            self._free.put(None)
        self._made: list[SqliteCorpus] = []
        with self.corpus() as first:
            self.coverage: tuple[Coverage, ...] = first.coverage()

    @contextmanager
    def corpus(self) -> Iterator[SqliteCorpus]:
        """An opening for this thread alone; waits until one is free.

        Raises:
            CannotRun: a release cannot be opened any more.

        """
        held = self._free.get()
        try:
            if held is None:
                held = SqliteCorpus(self.releases)
                self._made.append(held)
            yield held
        finally:
            self._free.put(held)

    def close(self) -> None:
        """Close all openings; nobody reads any more."""
        for each in self._made:
            each.close()
        self._made.clear()
