"""A chat over the specimen, with five standing rows and one withdrawn; see `benchmarks.lying_writers.ROWS`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import lying_writers
from pincite import wiring
from pincite.storage.sqlite.corpus import SqliteCorpus
from pincite.workflows.chat import Acting
from pincite.workflows.compose_answer import Answering


@pytest.fixture(scope="session")
def specimen_releases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lying_writers.releases(tmp_path_factory.mktemp("answers") / "specimen")


@pytest.fixture(scope="session")
def corpus(specimen_releases: Path) -> Iterator[SqliteCorpus]:
    with wiring.open_corpus([specimen_releases]) as opened:
        yield opened


@pytest.fixture
def acting(corpus: SqliteCorpus) -> Acting:
    return lying_writers.chat(corpus)


@pytest.fixture(scope="session")
def answering(corpus: SqliteCorpus) -> Answering:
    return wiring.answering(corpus, language="en")
