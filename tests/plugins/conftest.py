"""The specimen with its releases, and a folder of programs that holds the command."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.plugins.saying import shim

from pincite import wiring
from pincite.interfaces.cli.main import main
from pincite.interfaces.mcp.engine import Engine


@pytest.fixture(scope="session")
def specimen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("plugin") / "specimen"
    assert main(["demo", "--into", str(folder)]) == 0
    return folder


@pytest.fixture(scope="session")
def releases(specimen: Path) -> str:
    return str(specimen / "releases")


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shim(tmp_path_factory.mktemp("programs"))


@pytest.fixture(scope="session")
def engine(specimen: Path) -> Iterator[Engine]:
    made = Engine(wiring.open_pool([specimen / "releases"], size=1), today=lambda: "2026-11-30")
    yield made
    made.close()
