"""A real HTTP server in this process that behaves as it is told, and a transport that leads every host to it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx

__all__ = ["Ask", "Reply", "Routed", "serving"]


@dataclass(frozen=True)
class Ask:
    """What a client asked: the host it means, and the rest."""

    method: str
    host: str
    target: str
    headers: dict[str, str]
    body: bytes

    @property
    def path(self) -> str:
        return self.target.partition("?")[0]


@dataclass
class Reply:
    """An answer, and how it goes wrong."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    cut_at: int | None = None
    """Close the connection after so many bytes, though more were promised."""
    slowly: float = 0.0
    """Seconds between two bytes."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        self._serve()

    def do_POST(self) -> None:
        self._serve()

    def _serve(self) -> None:
        length = int(self.headers.get("content-length") or 0)
        headers = {key.lower(): value for key, value in self.headers.items()}
        ask = Ask(self.command, headers.get("host", ""), self.path, headers, self.rfile.read(length))
        self.server.asked.append(ask)
        reply = self.server.answer(ask)
        self.send_response(reply.status)
        for key, value in {"Content-Length": str(len(reply.body)), **reply.headers}.items():
            self.send_header(key, value)
        self.end_headers()
        body = reply.body if reply.cut_at is None else reply.body[: reply.cut_at]
        try:
            if reply.slowly:
                for at in range(len(body)):
                    self.wfile.write(body[at : at + 1])
                    self.wfile.flush()
                    time.sleep(reply.slowly)
            else:
                self.wfile.write(body)
        except OSError:
            pass
        if reply.cut_at is not None:
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (its name in the library)
        pass


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, answer: Callable[[Ask], Reply]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answer = answer
        self.asked: list[Ask] = []


class Routed(httpx.BaseTransport):
    """Leads every https request to the local server, which sees the host that was meant."""

    def __init__(self, server: _Server) -> None:
        self.asked = server.asked
        self._port = server.server_address[1]
        self._inner = httpx.HTTPTransport(trust_env=False, verify=False)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        assert request.url.scheme == "https", "publishers are asked by https alone"
        headers = [(key, value) for key, value in request.headers.raw if key.lower() != b"host"]
        routed = httpx.Request(
            request.method,
            request.url.copy_with(scheme="http", host="127.0.0.1", port=self._port),
            headers=[(b"Host", request.url.host.encode()), *headers],
            stream=request.stream,
            extensions=request.extensions,
        )
        return self._inner.handle_request(routed)

    def close(self) -> None:
        self._inner.close()


@contextmanager
def serving(answer: Callable[[Ask], Reply]) -> Iterator[Routed]:
    """A server that answers by a function, as a transport."""
    server = _Server(answer)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    transport = Routed(server)
    try:
        yield transport
    finally:
        transport.close()
        server.shutdown()
        server.server_close()
        thread.join()
