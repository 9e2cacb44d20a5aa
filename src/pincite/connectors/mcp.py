"""MCP servers, by the official SDK, over Streamable HTTP: one connection a server, kept for the draft.

Keeps true:
1. The door is asked before a connection is made for a question, and before each call.
2. One retry on what may pass (a lost connection, a timeout, 429 and 5xx, an internal error of the server), not before
   `Retry-After` and no more often than the service may be asked; then `Unreachable` with the reason.
3. An answer is bounded in time and bytes. Its value is JSON; a tool that says that *it* failed (`isError`) is unreachable,
   one that refuses the question (invalid parameters) gives `{"error": …}`.
4. A server gets nothing from us but calls: no sampling, no elicitation, no roots; its descriptions are not read.
"""

from __future__ import annotations

import json
import ssl
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractContextManager, ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC
from functools import partial
from typing import TYPE_CHECKING, Any

from pincite._version import __version__
from pincite.connectors.http import TRANSIENT, Clock
from pincite.corpus.services import Reply, Service, Unreachable
from pincite.digests import sha256
from pincite.errors import CannotRun
from pincite.privacy.egress import Egress, Parcel

if TYPE_CHECKING:
    from anyio.from_thread import BlockingPortal
    from mcp import Client

__all__ = ["McpClients"]

MOST = 16 * 1024 * 1024
LONGEST_WAIT = 30.0
ATTEMPTS = 2
BACKOFF = 1.0
_REFUSED = (-32600, -32601, -32602)
"""JSON-RPC: the request is not one the server takes. What the question was, it does not have."""


class _MayPass(Exception):
    """A failure that another try may mend."""


@dataclass(slots=True)
class _Watch:
    """Of a server: the status of a bad answer over HTTP, and how many seconds it asks to wait."""

    status: int = 0
    wait: float = 0.0


@dataclass(slots=True)
class _Open:
    """An open connection."""

    client: Client
    manager: AbstractContextManager[Client]
    watch: _Watch


class McpClients:
    """The servers of a draft; not for several threads at a time."""

    def __init__(
        self, egress: Egress, *, clock: Clock | None = None, proxy: str | None = None, ca_file: str | None = None
    ) -> None:
        self._egress = egress
        self._clock = clock or Clock()
        self._proxy = proxy
        self._ca_file = ca_file
        self._open: dict[str, _Open] = {}
        self._last: dict[str, float] = {}
        self._watches: dict[str, _Watch] = {}
        self._stack = ExitStack()
        self._portal: BlockingPortal | None = None

    def close(self) -> None:
        """Close all connections."""
        for name in list(self._open):
            self._drop(name)
        self._stack.close()
        self._portal = None

    def call(self, service: Service, tool: str, arguments: Mapping[str, Any], parcel: Parcel) -> Reply:
        """Call a tool; see the module.

        Raises:
            Unreachable, Withheld: as in the port.
            CannotRun: the SDK is not installed.

        """
        watch = self._watches.setdefault(service.name, _Watch())
        reason = ""
        for attempt in range(ATTEMPTS):
            self._pause(service, attempt, watch)
            self._egress.ask(replace(parcel, destination=service.address))
            watch.status, watch.wait = 0, 0.0
            try:
                return self._once(service, tool, arguments, watch)
            except _MayPass as error:
                reason = _told(error, watch)
                self._drop(service.name)
            if watch.wait > LONGEST_WAIT:
                reason = f"it asks to wait {watch.wait:.0f} seconds"
                break
        raise Unreachable(f"{service.name}: {reason}", remedy="Run the same command later.")

    def tools_of(self, service: Service) -> tuple[str, ...]:
        """The names of the tools a server offers; nothing of a draft is sent for it.

        Raises:
            Unreachable: it does not answer.

        """
        watch = self._watches.setdefault(service.name, _Watch())
        try:
            listed = self._run(service, self._connected(service, watch).client.list_tools)
        except Exception as error:
            if isinstance(error, CannotRun):
                raise
            self._drop(service.name)
            raise Unreachable(f"{service.name}: {_told(error, watch)}") from error
        return tuple(tool.name for tool in listed.tools)

    def _pause(self, service: Service, attempt: int, watch: _Watch) -> None:
        """Wait as long as the service wants between two requests, and before another try as long as it asks."""
        wait = max(BACKOFF, watch.wait) if attempt else 0.0
        last = self._last.get(service.name)
        if last is not None:
            wait = max(wait, service.seconds_between - (self._clock.monotonic() - last))
        if wait > 0:
            self._clock.sleep(wait)
        self._last[service.name] = self._clock.monotonic()

    # one attempt

    def _once(self, service: Service, tool: str, arguments: Mapping[str, Any], watch: _Watch) -> Reply:
        from mcp.shared.exceptions import MCPError  # noqa: PLC0415 (an extra)

        open_ = self._connected(service, watch)
        try:
            result = self._run(service, partial(open_.client.call_tool, tool, dict(arguments)))
        except MCPError as error:
            if error.code in _REFUSED and not watch.status:
                return Reply({"error": error.message[:300]}, sha256(error.message.encode()), self._at())
            raise _MayPass(error.message[:200] or "it answers with an error") from error
        text = next((part.text for part in result.content if part.type == "text"), "")
        if result.is_error:
            raise _MayPass(f"it says that it failed: {text[:200]}")
        return self._value(service, text, result.structured_content)

    def _value(self, service: Service, text: str, structured: Any) -> Reply:
        """The answer: JSON in the text, else the structured content."""
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            if structured is None:
                raise Unreachable(f"{service.name} answers with prose where its contract has JSON") from None
            value, text = structured, json.dumps(structured, ensure_ascii=False, sort_keys=True)
        return Reply(value, sha256(text.encode("utf-8", "surrogatepass")), self._at())

    def _run(self, service: Service, call: Callable[[], Any]) -> Any:
        """A call in the thread of the connection, in time; foreign errors as ours."""
        import anyio  # noqa: PLC0415 (comes with the SDK)
        from mcp.shared.exceptions import MCPError  # noqa: PLC0415

        async def timed() -> Any:
            with anyio.fail_after(service.timeout):
                return await call()

        portal = self._portal
        assert portal is not None, "a call without a connection"
        try:
            return portal.call(timed)
        except MCPError:
            raise
        except TimeoutError as error:
            raise _MayPass("it does not answer in time") from error
        except Exception as error:  # whatever the SDK and the network below it may raise
            raise _MayPass(f"the connection failed ({_first(error)})") from error

    def _connected(self, service: Service, watch: _Watch) -> _Open:
        open_ = self._open.get(service.name)
        if open_ is not None:
            return open_
        try:
            from anyio.from_thread import start_blocking_portal  # noqa: PLC0415 (an extra)
            from mcp import Client  # noqa: PLC0415
            from mcp.client.streamable_http import streamable_http_client  # noqa: PLC0415
            from mcp_types import Implementation  # noqa: PLC0415
        except ImportError as error:
            raise CannotRun(
                "asking an MCP server needs the MCP SDK, which is not installed",
                remedy="Install it: pip install 'pincite[live]'.",
            ) from error
        if self._portal is None:
            self._portal = self._stack.enter_context(start_blocking_portal())
        client = Client(
            _transport(service, watch, self._proxy, self._ca_file, streamable_http_client),
            mode="legacy",
            read_timeout_seconds=service.timeout,
            client_info=Implementation(name="pincite", version=__version__),
            cache=None,
        )
        manager = self._portal.wrap_async_context_manager(client)
        try:
            manager.__enter__()
        except Exception as error:  # as in _run
            raise _MayPass(f"the connection failed ({_first(error)})") from error
        self._open[service.name] = _Open(client, manager, watch)
        return self._open[service.name]

    def _drop(self, name: str) -> None:
        """Close a connection, whatever state it is in."""
        open_ = self._open.pop(name, None)
        if open_ is not None:
            with suppress(Exception):
                open_.manager.__exit__(None, None, None)

    def _at(self) -> str:
        return self._clock.now().astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


@asynccontextmanager
async def _transport(
    service: Service, watch: _Watch, proxy: str | None, ca_file: str | None, make: Callable[..., Any]
) -> AsyncIterator[Any]:
    """Streamable HTTP over a client of ours: no setting of the environment, bounded, watched."""
    import httpx2  # noqa: PLC0415 (comes with the SDK)

    class Bounded(httpx2.AsyncByteStream):
        def __init__(self, stream: Any) -> None:
            self._stream = stream

        async def __aiter__(self) -> AsyncIterator[bytes]:
            length = 0
            async for chunk in self._stream:
                length += len(chunk)
                if length > MOST:
                    raise httpx2.ReadError(f"more than {MOST:,} bytes")
                yield chunk

        async def aclose(self) -> None:
            await self._stream.aclose()

    class Watched(httpx2.AsyncBaseTransport):
        async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
            response = await inner.handle_async_request(request)
            if response.status_code in TRANSIENT and request.method == "POST" and response.status_code != 202:
                watch.status = response.status_code
                field = response.headers.get("retry-after", "").strip()
                watch.wait = float(field) if field.isdigit() else 0.0
            return httpx2.Response(
                response.status_code,
                headers=response.headers,
                stream=Bounded(response.stream),
                extensions=response.extensions,
            )

        async def aclose(self) -> None:
            await inner.aclose()

    verify = ssl.create_default_context(cafile=ca_file) if ca_file else True
    inner = httpx2.AsyncHTTPTransport(verify=verify, proxy=proxy, trust_env=False)
    timeout = httpx2.Timeout(service.timeout, connect=min(10.0, service.timeout))
    headers = {"user-agent": f"pincite/{__version__}"}
    async with (
        httpx2.AsyncClient(transport=Watched(), timeout=timeout, trust_env=False, headers=headers) as http,
        make(service.address, http_client=http, max_sse_event_size=MOST) as streams,
    ):
        yield streams


def _told(error: BaseException, watch: _Watch) -> str:
    return f"it answers {watch.status}" if watch.status else str(error) or type(error).__name__


def _first(error: BaseException) -> str:
    """The innermost reason of an error, or of a group of them, in one line."""
    while isinstance(error, BaseExceptionGroup) and error.exceptions:
        error = error.exceptions[0]
    return " ".join(f"{type(error).__name__} {error}".split())[:200]
