"""The server over HTTP on a free port of this machine, in a thread."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import uvicorn
from starlette.types import ASGIApp

from pincite.interfaces.mcp.engine import Engine
from pincite.interfaces.mcp.server import LOOPBACK, Knows, anybody, http_app


@contextmanager
def serving(
    engine: Engine, *, token: str = "", hosts: Sequence[str] = LOOPBACK, knows: Knows = anybody
) -> Iterator[str]:
    """The address of the endpoint of an engine's server."""
    with running(http_app(engine, token=token, hosts=hosts, knows=knows)) as url:
        yield url


@contextmanager
def running(app: ASGIApp) -> Iterator[str]:
    """The address of an application's endpoint."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        port = bound.getsockname()[1]
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", access_log=False))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]}, daemon=True)
        thread.start()
        until = time.monotonic() + 90
        while not server.started and time.monotonic() < until:
            time.sleep(0.02)
        assert server.started, "the server did not start in 90 seconds"
        try:
            yield f"http://127.0.0.1:{port}/mcp"
        finally:
            server.should_exit = True
            thread.join(30)
