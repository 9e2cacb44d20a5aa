"""The specimen, its release of Hong Kong signed, and an engine over it with a ledger of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite import wiring
from pincite.interfaces.cli.main import main
from pincite.interfaces.mcp.engine import Engine
from pincite.storage.trust_files import read_vkeys


@pytest.fixture(scope="session")
def specimen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The specimen as `pincite demo` lays it out."""
    folder = tmp_path_factory.mktemp("mcp") / "specimen"
    assert main(["demo", "--into", str(folder)]) == 0
    key = str(folder / "key.pem")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PINCITE_KEY_PASSPHRASE", "lantern")
        assert main(["keys", "new", "law.example/releases", "--out", key]) == 0
        signing = ["corpus", "sign", str(folder / "releases/hk/2026.11.30"), "--key", key, "--log", str(folder / "log")]
        assert main(signing) == 0
    return folder


@pytest.fixture(scope="session")
def engine(specimen: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """An engine with a ledger; each test begins chats of its own."""
    ledger = wiring.open_ledger(tmp_path_factory.mktemp("ledger") / "chats.db", create=True)
    made = Engine(
        wiring.open_pool([specimen / "releases"], size=2),
        ledger,
        read_vkeys([str(specimen / "key.pem.pub")]),
        today=lambda: "2026-11-30",
    )
    yield made
    made.close()


@pytest.fixture(scope="session")
def reader(specimen: Path) -> Iterator[Engine]:
    """An engine without chats."""
    made = Engine(wiring.open_pool([specimen / "releases"], size=1))
    yield made
    made.close()
