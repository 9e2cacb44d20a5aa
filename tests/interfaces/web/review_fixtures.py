"""Fixtures of whoever tests the review page: the specimen, what does its jobs, a server over it and a browser of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.interfaces.web.review_app import BASE, HEADERS, Served, doing, served

from pincite.interfaces.cli.main import main
from pincite.interfaces.http.doing import Doer

__all__ = ["client", "doer", "server", "specimen"]


@pytest.fixture(scope="session")
def specimen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("web") / "specimen"
    assert main(["demo", "--into", str(folder)]) == 0
    return folder


@pytest.fixture(scope="session")
def doer(specimen: Path) -> Iterator[Doer]:
    with doing(specimen) as found:
        yield found


@pytest.fixture
def server(specimen: Path, tmp_path: Path, doer: Doer) -> Iterator[Served]:
    with served(specimen, tmp_path, doer) as found:
        yield found


@pytest.fixture
def client(server: Served) -> Iterator[TestClient]:
    with TestClient(server.app, base_url=BASE, headers=HEADERS) as found:
        yield found
