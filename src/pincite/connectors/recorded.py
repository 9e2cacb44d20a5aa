"""Exchanges with services on disk: a recording of what passes, and a replay that answers with it, without a network.

Keeps true: a recording holds each exchange whole, in the order in which it took place (`0001.json`, the body beside it by
its digest in `bodies/`), with the few header fields that say what a body is, and no cookie and no credential. A replay
answers a request only with an exchange of the same method, address, body and wishes (accept, accept-language, range), and
says so when there is none; several of one request are answered in their order, the last again and again.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx

from pincite.digests import sha256
from pincite.errors import BadInput, CannotRun

__all__ = ["Recording", "Replay"]

SCHEMA = "pincite.exchange/1"
KEPT = (
    *("content-type", "content-encoding", "content-range", "etag", "last-modified", "location", "retry-after"),
    "accept-ranges",
)
WISHES = ("accept", "accept-language", "range")


def _key(method: str, address: str, headers: Any, body: bytes) -> tuple[str, ...]:
    wishes = tuple("" if (value := headers.get(name, "")) == "*/*" else value for name in WISHES)
    return (method, address, *wishes, sha256(body) if body else "")


class Recording(httpx.BaseTransport):
    """Hands requests to another transport and writes down what passes."""

    def __init__(self, inner: httpx.BaseTransport, folder: Path, now: Any = None) -> None:
        self._inner = inner
        self._folder = folder
        self._now = now or (lambda: datetime.now(UTC))
        try:
            (folder / "bodies").mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CannotRun(f"{folder} cannot be made: {error.strerror}", remedy="Name another --record.") from error
        self._number = max((int(path.stem) for path in folder.glob("[0-9]*.json")), default=0)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Pass on; the exchange is written when its answer was read to the end."""
        response = self._inner.handle_request(request)
        self._number += 1
        stream = _Written(response, self._folder, self._said(request, response), self._number)
        return httpx.Response(
            response.status_code, headers=response.headers, stream=stream, extensions=response.extensions
        )

    def _said(self, request: httpx.Request, response: httpx.Response) -> dict[str, Any]:
        body = request.read()
        return {
            "schema": SCHEMA,
            "at": self._now().isoformat(timespec="seconds").replace("+00:00", "Z"),
            "method": request.method,
            "url": str(request.url),
            "asked": {name: request.headers[name] for name in WISHES if request.headers.get(name, "*/*") != "*/*"},
            "sent": body.decode("utf-8", "replace"),
            "sent_sha256": sha256(body) if body else "",
            "status": response.status_code,
            "headers": {name: response.headers[name] for name in KEPT if name in response.headers},
        }

    def close(self) -> None:
        """Close the other."""
        self._inner.close()


class _Written(httpx.SyncByteStream):
    """An answer's body that is written down as it passes."""

    def __init__(self, response: httpx.Response, folder: Path, said: dict[str, Any], number: int) -> None:
        self._response = response
        self._folder = folder
        self._said = said
        self._number = number
        self._whole = False

    def __iter__(self) -> Iterator[bytes]:
        digest = hashlib.sha256()
        self._partial = self._folder / "bodies" / f".{self._number}.{os.getpid()}.part"
        assert isinstance(self._response.stream, httpx.SyncByteStream)
        with self._partial.open("wb") as file:
            for chunk in self._response.stream:
                digest.update(chunk)
                file.write(chunk)
                yield chunk
        self._write(digest.hexdigest())

    def _write(self, digest: str) -> None:
        self._partial.replace(self._folder / "bodies" / digest)
        said = {**self._said, "body_sha256": digest}
        text = json.dumps(said, ensure_ascii=False, indent=1, sort_keys=True)
        (self._folder / f"{self._number:04d}.json").write_text(text + "\n", "utf-8")
        self._whole = True

    def close(self) -> None:
        """Close; an answer that nobody read is read now, if it is a short one (a redirect, a refusal)."""
        if not self._whole and not hasattr(self, "_partial"):
            for _ in self:
                pass
        self._response.close()


class Replay(httpx.BaseTransport):
    """Answers from a recording."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._exchanges: dict[tuple[str, ...], list[dict[str, Any]]] = {}
        files = sorted(folder.glob("[0-9]*.json")) if folder.is_dir() else []
        if not files:
            raise BadInput(f"{folder} holds no recorded exchanges", remedy="Name a folder made with --record.")
        for path in files:
            try:
                said = json.loads(path.read_bytes())
                key = (
                    *(said["method"], said["url"]),
                    *(said["asked"].get(name, "") for name in WISHES),
                    said["sent_sha256"],
                )
            except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
                raise BadInput(f"{path} is not a recorded exchange: {error}") from error
            self._exchanges.setdefault(key, []).append(said)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """The recorded answer; 304 where the request names the validator that was recorded."""
        key = _key(request.method, str(request.url), request.headers, request.read())
        queue = self._exchanges.get(key)
        if not queue:
            raise CannotRun(
                f"no exchange is recorded of {request.method} {request.url}",
                remedy="Record it: run the same command with --record and a network.",
            )
        said = queue.pop(0) if len(queue) > 1 else queue[0]
        extensions = {"recorded_at": said["at"]}
        headers = dict(said["headers"])
        if headers.get("etag") and request.headers.get("if-none-match") == headers["etag"] and said["status"] == 200:
            return httpx.Response(304, headers=headers, extensions=extensions)
        digest = str(said["body_sha256"])
        body = self._folder / "bodies" / digest
        try:
            data = body.read_bytes()
        except OSError as error:
            raise BadInput(f"the recorded body {body} cannot be read: {error.strerror}") from error
        if sha256(data) != digest:
            raise BadInput(f"the recorded body {body} was changed")
        return httpx.Response(said["status"], headers=headers, stream=httpx.ByteStream(data), extensions=extensions)
