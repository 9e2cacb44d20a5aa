"""The specimen's releases, and a server with the review page over them; the lanterns, and a server with all pages over them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.interfaces.web.lantern_server import BEARER, LanternServer, lantern_app
from tests.interfaces.web.lanterns import lay_out_lanterns
from tests.interfaces.web.review_fixtures import client, doer, server, specimen

__all__ = ["client", "doer", "house", "lanterns", "server", "specimen", "visitor"]  # fixtures


@pytest.fixture(scope="session")
def lanterns(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two states of an ordinance, a hostile guideline, Hong Kong signed and Switzerland not."""
    return lay_out_lanterns(tmp_path_factory.mktemp("lanterns") / "specimen")


@pytest.fixture(scope="module")
def house(lanterns: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanternServer]:
    """All pages over the lanterns, asked without a socket."""
    with lantern_app(lanterns, tmp_path_factory.mktemp("state")) as made:
        yield made


@pytest.fixture(scope="module")
def visitor(house: LanternServer) -> TestClient:
    """A browser of the one user."""
    return TestClient(house.app, base_url="http://127.0.0.1:8321", headers={**BEARER, "Accept": "text/html"})
