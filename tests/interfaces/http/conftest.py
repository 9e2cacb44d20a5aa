"""The specimen, its release of Hong Kong signed, and servers over it in this process: requests go to the application without a socket."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from pincite.interfaces.cli.main import main
from pincite.interfaces.http.doing import Doer
from pincite.interfaces.http.limits import Limits
from pincite.interfaces.http.order import Order
from pincite.interfaces.http.serving import assemble
from pincite.interfaces.http.working import do_next
from pincite.interfaces.mcp.engine import Engine
from pincite.storage.jobs import JobStore
from pincite.storage.trust_files import read_vkeys

TOKEN = "a-token-of-the-tests"
BEARER = {"Authorization": f"Bearer {TOKEN}"}
AT = "http://127.0.0.1:8321"
S3 = "hk/cap9001#s3"
QUOTE = "A keeper shall register each lantern with the Registrar within 30 days"


@pytest.fixture(scope="session")
def specimen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("http") / "specimen"
    assert main(["demo", "--into", str(folder)]) == 0
    key = str(folder / "key.pem")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PINCITE_KEY_PASSPHRASE", "lantern")
        assert main(["keys", "new", "law.example/releases", "--out", key]) == 0
        signing = ["corpus", "sign", str(folder / "releases/hk/2026.11.30"), "--key", key, "--log", str(folder / "log")]
        assert main(signing) == 0
    return folder


@dataclass
class Server:
    """A server in this process; jobs are done when a test says so."""

    order: Order
    engine: Engine
    store: JobStore
    client: TestClient

    def work(self) -> int:
        """Do all the jobs that wait; how many."""
        doer, done = Doer(self.engine), 0
        while do_next(self.store, doer, "w"):
            done += 1
        return done

    def get(self, path: str, **more: Any) -> Any:
        return self.client.get(path, headers=BEARER, **more)

    def post(self, path: str, json: Any = None, **more: Any) -> Any:
        return self.client.post(path, json=json, headers={**BEARER, **more.pop("headers", {})}, **more)


Make = Callable[..., Server]


@pytest.fixture(scope="session")
def make(specimen: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Make]:
    """Makes servers; closed at the end."""
    made: list[Server] = []

    def of(*, read_only: bool = False, limits: Limits | None = None, **more: Any) -> Server:
        folder = tmp_path_factory.mktemp("server")
        order = Order(
            (specimen / "releases",), (), "" if read_only else str(folder / "c.db"), str(folder / "j.db"),
            token=TOKEN, limits=limits or Limits(verify_seconds=0.2),
        )  # fmt: skip
        engine, store = order.open_engine(2), order.open_jobs()
        engine.policy = read_vkeys([str(specimen / "key.pem.pub")])
        engine.today = lambda: "2026-11-30"
        app = assemble(order, engine, store, **more)
        client = TestClient(app, base_url=AT, raise_server_exceptions=False)
        client.__enter__()
        made.append(Server(order, engine, store, client))
        return made[-1]

    yield of
    for each in made:
        each.client.__exit__(None, None, None)
        each.engine.close()
        each.store.close()


@pytest.fixture(scope="session")
def server(make: Make) -> Server:
    """A server of one user."""
    return make()


def wait(condition: Callable[[], bool], seconds: float = 90.0) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "it did not come about in time"
        time.sleep(0.02)


__all__ = ["AT", "BEARER", "QUOTE", "S3", "TOKEN", "Make", "Server", "wait"]
