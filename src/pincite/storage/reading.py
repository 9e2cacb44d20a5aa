"""Read many source files, in several processes, keeping what each gives.

Keeps true: what a file gives does not depend on which process read it or when; outcomes come in the order of the tasks.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from pathlib import Path

from pincite.corpus.manifest import Refused
from pincite.errors import CannotRun, UnreadableSource
from pincite.law.reader import Reader
from pincite.storage.fingerprints import expect_many
from pincite.storage.shelf import FolderShelf
from pincite.storage.source_files import FolderFiles
from pincite.storage.workers import begin_worker, process_method
from pincite.workflows.plan_build import ReadTask
from pincite.workflows.read_sources import Outcome, read_file, result_key

__all__ = ["Reading"]

MANY = 1000
"""Files for which each process makes ready for many."""

WORTH = 4 << 20
"""Starting a process costs as much as reading so many bytes of sources."""

AHEAD = 4
TOGETHER = 16
"""Files that a process is told of at a time, when there are many."""


class Reading:
    """Reads files of a folder onto a shelf.

    Args:
        files: the folder.
        shelf: where results are kept.
        readers: a module-level function that gives the readers; each process calls it once.
        code: digest of the code of a reader, by its name; part of each result's key.
        jobs: processes; 1 reads in this one.

    """

    def __init__(
        self,
        files: FolderFiles,
        shelf: FolderShelf,
        *,
        readers: Callable[[], Mapping[str, Reader]],
        code: Callable[[str], str],
        jobs: int = 1,
    ) -> None:
        self.files = files
        self.shelf = shelf
        self.readers = readers
        self.code = code
        self.jobs = jobs

    def __call__(self, tasks: Sequence[ReadTask]) -> Iterator[Outcome]:
        """The outcomes, in the order of the tasks."""
        kept = self._kept(tasks)
        rest = [task for task in tasks if task.name not in kept]
        jobs = min(self.jobs, len(rest), self._size(rest) // WORTH)
        if jobs > 1:
            return _merged(tasks, kept, self._in_processes(rest, jobs))
        if rest:
            _begin(self)
        return (kept.get(task.name) or _read(task) for task in tasks)

    def _size(self, tasks: Sequence[ReadTask]) -> int:
        """Bytes of files, as far as it matters."""
        found = 0
        for task in tasks:
            found += self.files.size(task.name)
            if found >= self.jobs * WORTH:
                break
        return found

    def _kept(self, tasks: Sequence[ReadTask]) -> dict[str, Outcome]:
        """What is kept from earlier runs, by the task's name: found here, since asking another process costs more."""
        if self.shelf.empty:
            return {}
        found: dict[str, Outcome] = {}
        for task in tasks:
            with contextlib.suppress(UnreadableSource):  # whoever reads it will say so
                *_, key = _source(self, task)
                kept = self.shelf.head(key)
                if kept:
                    found[task.name] = Outcome(task, kept[0], key, kept[1], known=True)
        return found

    def _in_processes(self, tasks: Sequence[ReadTask], jobs: int) -> Generator[Outcome]:
        pool = ProcessPoolExecutor(jobs, process_method(), _begin_worker, (self, len(tasks) >= MANY))
        waiting: deque[Future[list[Outcome]]] = deque()
        size = max(1, min(TOGETHER, len(tasks) // (jobs * 8)))
        rest = (tasks[at : at + size] for at in range(0, len(tasks), size))
        try:
            waiting.extend(pool.submit(_read_some, some) for some in islice(rest, jobs * AHEAD))
            while waiting:
                outcomes = waiting.popleft().result()
                waiting.extend(pool.submit(_read_some, some) for some in islice(rest, 1))
                yield from outcomes
        except BrokenProcessPool as error:
            raise CannotRun(
                "a process that was reading sources ended unexpectedly (out of memory?)",
                remedy="Run the build again: what was read is kept. --jobs 1 needs the least memory.",
            ) from error
        finally:
            for future in waiting:
                future.cancel()
            pool.shutdown(wait=True, cancel_futures=True)


_reading: Reading
_known: Mapping[str, Reader]


def _begin(reading: Reading) -> None:
    global _reading, _known  # noqa: PLW0603 (a process of a pool has no other place for what all its tasks share)
    _reading = reading
    _known = reading.readers()


def _begin_worker(reading: Reading, many: bool) -> None:
    _begin(reading)
    if many:
        expect_many()
    begin_worker()


def _merged(tasks: Sequence[ReadTask], kept: Mapping[str, Outcome], read: Generator[Outcome]) -> Iterator[Outcome]:
    """What is kept and what is read, in the order of the tasks."""
    with contextlib.closing(read):
        for task in tasks:
            yield kept[task.name] if task.name in kept else next(read)


def _source(reading: Reading, task: ReadTask) -> tuple[bytes, dict[str, bytes], str]:
    """The bytes of a file, those of its companions, and the key of what they give."""
    data = reading.files.read(task.name)
    companions = {key: reading.files.read(name) for key, name in task.companions.items()}
    return data, companions, result_key(task, data, companions, reading.code(task.source.reader))


def _read_some(tasks: Sequence[ReadTask]) -> list[Outcome]:
    return [_read(task) for task in tasks]


def _read(task: ReadTask) -> Outcome:
    """Read one file that is not kept."""
    try:
        data, companions, key = _source(_reading, task)
        source, records = read_file(task, data, companions, _known[task.source.reader])
    except UnreadableSource as error:
        return Outcome(task, refused=(Refused(Path(error.name).as_posix(), error.place, error.reason),))
    return Outcome(task, source, key, _reading.shelf.put(key, source, records))
