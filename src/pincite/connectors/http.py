"""A small polite client of HTTP services, the base of every connector.

Keeps true:
1. Only hosts it was given are asked, by https on its own port; an address that is a number, bears a password or a port is
   refused, and each step of a redirect is judged anew. (A redirect to http of such a host is asked by https.)
2. Between two requests to a host passes the time the host was given. What may pass (429, 5xx, a lost or a cut connection,
   a timeout) is tried again, later each time, and not before `Retry-After`; what asks for too long a wait is said.
3. An answer is whole or an error: it is bounded in bytes *after* unpacking, and in time, and one that is shorter than it
   said is no answer. Foreign errors come out as `CannotRun`, with the host and what happened.
4. A download goes on where it stopped, if the service still has the same bytes by its validators; otherwise from the start.
5. No cookie, no credential and no setting of the environment is sent.
"""

from __future__ import annotations

import ipaddress
import json
import ssl
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Self
from urllib.parse import urljoin, urlsplit

from pincite._version import __version__
from pincite.corpus.exchange import Answer, Request
from pincite.errors import CannotRun

try:
    import httpx
except ImportError as error:  # pragma: no cover (tested by hiding it)
    raise CannotRun(
        "asking a publisher or a service needs httpx, which is not installed",
        remedy="Install it: pip install 'pincite[fetch]'.",
    ) from error

__all__ = ["Clock", "Http", "Limits", "network"]

USER_AGENT = f"pincite/{__version__} (+https://github.com/pincite/pincite)"
# 202: legislation.gov.uk is still making the document
TRANSIENT = frozenset({202, 408, 425, 429, 500, 502, 503, 504})
REDIRECTS = frozenset({301, 302, 303, 307, 308})
MOST_REDIRECTS = 5
MOST_RESUMED = 200


@dataclass(frozen=True, slots=True)
class Limits:
    """What a client bears; seconds and bytes.

    Attributes:
        attempts: of one request; of a download, those in a row that bring nothing.
        backoff: before the second attempt; twice as long before each further one.
        longest_wait: what a service may ask for with `Retry-After`.
        deadline, download_deadline: of one attempt as a whole.
        most, most_download: of an answer.

    """

    attempts: int = 4
    backoff: float = 1.0
    longest_wait: float = 120.0
    connect: float = 10.0
    read: float = 30.0
    deadline: float = 120.0
    download_deadline: float = 7200.0
    most: int = 64 * 1024 * 1024
    most_download: int = 2 * 1024**3


@dataclass(frozen=True, slots=True)
class Clock:
    """The time as a client sees it; tests hand in their own."""

    sleep: Callable[[float], None] = time.sleep
    monotonic: Callable[[], float] = time.monotonic
    now: Callable[[], datetime] = lambda: datetime.now(UTC)


def network(proxy: str | None = None, ca_file: str | None = None) -> httpx.BaseTransport:
    """The network, as the settings say: through a proxy, trusting the certificates of a file."""
    verify = ssl.create_default_context(cafile=ca_file) if ca_file else True
    return httpx.HTTPTransport(verify=verify, proxy=proxy, trust_env=False)


class _Transient(Exception):
    """What may pass: why, how long the service asks to wait, and the answer if there was one."""

    def __init__(self, reason: str, wait: float = 0.0) -> None:
        super().__init__(reason)
        self.wait = wait


class Http:
    """A client; a context manager.

    Args:
        hosts: each host that may be asked, with the seconds between two requests to it.
        limits: see there.
        transport: `network()`, a recording, a replay, a test's; the plain network when there is none.
        clock: see there.

    """

    def __init__(
        self,
        hosts: Mapping[str, float],
        *,
        limits: Limits | None = None,
        transport: httpx.BaseTransport | None = None,
        clock: Clock | None = None,
    ) -> None:
        self.hosts = {host.lower(): seconds for host, seconds in hosts.items()}
        self.limits = limits or Limits()
        self.clock = clock or Clock()
        self._last: dict[str, float] = {}
        bounds = self.limits
        self._client = httpx.Client(
            transport=transport or network(),
            trust_env=False,
            follow_redirects=False,
            timeout=httpx.Timeout(bounds.read, connect=bounds.connect),
            headers={"user-agent": USER_AGENT},
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    # one answer

    def ask(self, request: Request) -> Answer:
        """The answer to a request, whatever its status, redirects followed.

        Raises:
            CannotRun: see the module.

        """
        failure = _Transient("")
        for attempt in range(self.limits.attempts):
            self._pause(attempt, failure)
            try:
                with self._answering(request, self.limits.deadline) as (response, ends):
                    body = b"".join(self._bounded(response.iter_bytes(), self.limits.most, ends, request))
                    return self._answer(response, body)
            except _Transient as error:
                failure = error
        raise self._gave_up(request, failure)

    # a download

    def download(self, request: Request, into: str) -> Answer:
        """The body of an answer as a file; see the module, 4. With another status than 200 there is no file.

        Raises:
            CannotRun: see the module.

        """
        partial = _Partial(Path(into))
        failure = _Transient("")
        attempt = 0
        for _ in range(MOST_RESUMED):
            if attempt >= self.limits.attempts:
                break
            self._pause(attempt, failure)
            have = partial.size(request.address)
            attempt += 1
            try:
                return self._downloaded(request, partial, have)
            except _Transient as error:
                failure = error
                if partial.size(request.address) > have:
                    attempt = 1  # it brought something: begin counting again, with the shortest pause
        raise self._gave_up(request, failure, kept=partial.size(request.address))

    def _downloaded(self, request: Request, partial: _Partial, have: int) -> Answer:
        headers = {**request.headers, "accept-encoding": "identity"}
        if have:
            headers |= {"range": f"bytes={have}-", "if-range": partial.validator}
        asked = replace(request, headers=headers)
        with self._answering(asked, self.limits.download_deadline) as (response, ends):
            if response.headers.get("content-encoding", "identity") != "identity":
                raise self._failed(request, "sends it packed, though asked not to")
            if response.status_code == 416:
                partial.drop()
                raise _Transient("the part fetched earlier is no part of it any more")
            if response.status_code not in (200, 206):
                return self._answer(response, b"".join(self._bounded(response.iter_bytes(), 1 << 20, ends, request)))
            if response.status_code == 206 and not partial.continued_by(response, have):
                partial.drop()
                raise _Transient("it answers with another part than was asked for")
            start = have if response.status_code == 206 else 0
            partial.begin(request.address, response, start)
            try:
                chunks = self._bounded(response.iter_raw(), self.limits.most_download - start, ends, request)
                partial.write(chunks, start)
            except OSError as error:
                raise CannotRun(
                    f"{partial.path} cannot be written: {error.strerror}", remedy="Check the disk and its permissions."
                ) from error
            whole = self._answer(response, b"")
        partial.finish()
        return replace(whole, status=200)

    # what both do

    @contextmanager
    def _answering(self, request: Request, deadline: float) -> Iterator[tuple[httpx.Response, float]]:
        """The open answer behind all redirects, and when it has to be read."""
        ends = self.clock.monotonic() + deadline
        method, address, body = request.method, self._allowed(request.address, request), request.body
        for _ in range(MOST_REDIRECTS + 1):
            self._wait_for(urlsplit(address).hostname or "")
            with self._fenced():
                built = self._client.build_request(method, address, headers=dict(request.headers), content=body or None)
            with self._fenced(), self._sent(built) as response:
                self._client.cookies.clear()
                if response.status_code in TRANSIENT:
                    raise _Transient(f"it answers {response.status_code}", self._asked_wait(response))
                if response.status_code not in REDIRECTS or "location" not in response.headers:
                    yield response, ends
                    return
                target = urljoin(address, response.headers["location"]).partition("#")[0]
                address = self._allowed(target, request, redirected=True)
                if response.status_code in (301, 302, 303) and method != "GET":
                    method, body = "GET", b""
        raise self._failed(request, f"leads on more than {MOST_REDIRECTS} times")

    @contextmanager
    def _sent(self, request: httpx.Request) -> Iterator[httpx.Response]:
        response = self._client.send(request, stream=True)
        try:
            yield response
        finally:
            response.close()

    @contextmanager
    def _fenced(self) -> Iterator[None]:
        """Foreign errors as ours."""
        try:
            yield
        except httpx.TimeoutException as error:
            raise _Transient("it does not answer in time") from error
        except httpx.DecodingError as error:
            raise _Transient("its answer is damaged") from error
        except httpx.TransportError as error:
            raise _Transient(f"the connection failed ({error})") from error
        except (httpx.InvalidURL, httpx.HTTPError) as error:
            raise CannotRun(f"the request cannot be made: {error}") from error

    def _allowed(self, address: str, request: Request, *, redirected: bool = False) -> str:
        """The address if it may be asked, by https."""
        try:
            parts = urlsplit(address)
            host, port = (parts.hostname or "").lower(), parts.port
        except ValueError:
            raise self._failed(request, f"names an address that is none: {address[:200]!r}") from None
        what = "leads to" if redirected else "is asked at"
        if host not in self.hosts or _is_number(host):
            known = ", ".join(sorted(self.hosts))
            raise self._failed(request, f"{what} {host or 'no host'}, which is not its publisher's ({known})")
        if parts.username is not None or parts.password is not None or port not in (None, 443, 80):
            raise self._failed(request, f"{what} an address with a password or a port: {host}")
        if parts.scheme not in ("https", "http"):
            raise self._failed(request, f"{what} an address that is not of the web: {parts.scheme}")
        return parts._replace(scheme="https", netloc=host, fragment="").geturl()

    def _bounded(self, chunks: Iterator[bytes], most: int, ends: float, request: Request) -> Iterator[bytes]:
        """The chunks, until they are too many or too late."""
        length = 0
        with self._fenced():
            for chunk in chunks:
                length += len(chunk)
                if length > most:
                    raise self._failed(request, f"sends more than {most:,} bytes")
                if self.clock.monotonic() > ends:
                    raise _Transient("it sends so slowly that the time ran out")
                yield chunk

    def _wait_for(self, host: str) -> None:
        last = self._last.get(host)
        if last is not None:
            rest = self.hosts[host] - (self.clock.monotonic() - last)
            if rest > 0:
                self.clock.sleep(rest)
        self._last[host] = self.clock.monotonic()

    def _pause(self, attempt: int, failure: _Transient) -> None:
        if attempt:
            self.clock.sleep(max(self.limits.backoff * 2 ** (attempt - 1), failure.wait))

    def _asked_wait(self, response: httpx.Response) -> float:
        """Seconds that `Retry-After` asks for (RFC 9110, 10.2.3: seconds, or a date).

        Raises:
            CannotRun: they are more than the limit.

        """
        field = response.headers.get("retry-after", "").strip()
        if not field:
            return 0.0
        if field.isdigit():
            seconds = float(field)
        else:
            try:
                seconds = (parsedate_to_datetime(field) - self.clock.now()).total_seconds()
            except (ValueError, TypeError):
                return 0.0
        if seconds > self.limits.longest_wait:
            raise CannotRun(
                f"{response.request.url.host} asks to wait {seconds:.0f} seconds", remedy="Run the same command later."
            )
        return max(seconds, 0.0)

    def _answer(self, response: httpx.Response, body: bytes) -> Answer:
        recorded = response.extensions.get("recorded_at")
        at = (
            recorded
            if isinstance(recorded, str)
            else self.clock.now().isoformat(timespec="seconds").replace("+00:00", "Z")
        )
        headers = {key.lower(): value for key, value in response.headers.items()}
        return Answer(response.status_code, str(response.url), headers, body, at)

    def _failed(self, request: Request, reason: str) -> CannotRun:
        return CannotRun(f"{request.address} {reason}", remedy="Nothing was taken from there.")

    def _gave_up(self, request: Request, failure: _Transient, *, kept: int = 0) -> CannotRun:
        host = urlsplit(request.address).hostname
        part = f"; {kept:,} bytes are kept, and the next run goes on from there" if kept else ""
        return CannotRun(
            f"{host}: {failure} ({request.address}); {self.limits.attempts} attempts{part}",
            remedy="Run the same command later.",
        )


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


class _Partial:
    """A download that is not whole yet: the bytes so far, and beside them the validator of what they are part of."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.part = path.with_name(path.name + ".part")
        self.note = path.with_name(path.name + ".part.json")
        self.validator = ""

    def size(self, address: str) -> int:
        """How many bytes are there of the same address, with a validator to ask by."""
        try:
            said = json.loads(self.note.read_bytes())
            self.validator = str(said["validator"])
            return self.part.stat().st_size if said["address"] == address and self.validator else 0
        except (OSError, ValueError, KeyError, TypeError):
            return 0

    def continued_by(self, response: httpx.Response, have: int) -> bool:
        """Whether a partial answer goes on just there, in the same bytes."""
        begins = response.headers.get("content-range", "").startswith(f"bytes {have}-")
        return have > 0 and begins and _validator(response) in ("", self.validator)

    def begin(self, address: str, response: httpx.Response, start: int) -> None:
        """Before the first byte is written."""
        if not start:
            self.drop()
            self.note.write_text(json.dumps({"address": address, "validator": _validator(response)}), "utf-8")

    def write(self, chunks: Iterator[bytes], start: int) -> None:
        """Append."""
        with self.part.open("ab" if start else "wb") as file:
            for chunk in chunks:
                file.write(chunk)

    def drop(self) -> None:
        """Begin anew."""
        self.part.unlink(missing_ok=True)
        self.note.unlink(missing_ok=True)

    def finish(self) -> None:
        """All bytes are there."""
        self.part.replace(self.path)
        self.note.unlink(missing_ok=True)


def _validator(response: httpx.Response) -> str:
    """What a range may be asked by: a strong ETag, else the date (RFC 9110, 13.1.5: a weak one may not)."""
    etag: str = response.headers.get("etag", "")
    if etag and not etag.startswith("W/"):
        return etag
    return str(response.headers.get("last-modified", ""))
