"""Several threads read one set of releases through openings of their own."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from tests.corpus import library

from pincite import wiring
from pincite.corpus.answers import PlaceFound
from pincite.storage.sqlite.corpus_pool import CorpusPool


@pytest.fixture
def pool(tmp_path: Path) -> CorpusPool:
    library.write(tmp_path / "sources", library.HK)
    library.build(library.spec(tmp_path), tmp_path / "releases")
    return wiring.open_pool([tmp_path / "releases"], size=3)


def test_threads_that_read_at_a_time_have_openings_of_their_own(pool: CorpusPool) -> None:
    together = Barrier(3)

    def read(_: int) -> int:
        with pool.corpus() as corpus:
            together.wait(20)
            assert isinstance(corpus.find_place("hk/cap9#s2"), PlaceFound)
            return id(corpus)

    with ThreadPoolExecutor(3) as threads:
        assert len(set(threads.map(read, range(3)))) == 3
    pool.close()


def test_one_reader_after_another_reads_through_the_same_opening(pool: CorpusPool) -> None:
    with pool.corpus() as first:
        pass
    with pool.corpus() as second:
        assert second is first
    pool.close()


def test_an_opening_comes_back_when_its_reader_fails(pool: CorpusPool) -> None:
    for _ in range(5):
        with pytest.raises(ZeroDivisionError), pool.corpus():
            raise ZeroDivisionError
    with pool.corpus() as corpus:
        assert corpus.coverage() == pool.coverage
    pool.close()
