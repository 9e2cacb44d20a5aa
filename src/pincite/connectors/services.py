"""The services a draft is checked with, over the network: JSON by HTTP, MCP, publishers' files.

Keeps true:
1. No request leaves, and no connection is made, before the door (`privacy.egress`) was asked; each further try and each
   step of a redirect asks again.
2. One retry on what may pass, never before the service says so (`Retry-After`), and no more often than the service is to
   be asked; then `Unreachable` with the reason.
3. An answer is bounded in time and size, and is a JSON value or `Unreachable`; 404 of a document is `None`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Self
from urllib.parse import quote, urlsplit

import httpx

from pincite.connectors.http import Clock, Http, Limits, network
from pincite.connectors.mcp import McpClients
from pincite.corpus.exchange import Net, Request
from pincite.corpus.services import Reply, Service, Unreachable
from pincite.digests import sha256
from pincite.errors import CannotRun
from pincite.privacy.egress import Egress, Parcel

__all__ = ["ServiceTools"]

MOST = 16 * 1024 * 1024
LONGEST_WAIT = 30.0


class ServiceTools:
    """Implements `corpus.services.Tools`; a context manager; not for several threads at a time.

    Args:
        egress: the door of the draft.
        transport: of HTTP requests; the network when there is none.
        clock: see `connectors.http`.
        proxy, ca_file: of the network.

    """

    def __init__(
        self,
        egress: Egress,
        *,
        transport: httpx.BaseTransport | None = None,
        clock: Clock | None = None,
        proxy: str | None = None,
        ca_file: str | None = None,
    ) -> None:
        self._door = _Door(transport or network(proxy, ca_file), egress)
        self._egress = egress
        self._clock = clock or Clock()
        self._clients: dict[tuple[str, ...], Http] = {}
        self._mcp = McpClients(egress, clock=self._clock, proxy=proxy, ca_file=ca_file)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        for client in self._clients.values():
            client.close()
        self._mcp.close()

    def call(self, service: Service, tool: str, arguments: Mapping[str, Any], parcel: Parcel) -> Reply:
        """See the port."""
        if service.kind == "mcp":
            return self._mcp.call(service, tool, arguments, parcel)
        request = _request(service, tool, arguments)
        client = self._client(
            _hosts(service), Limits(2, 1.0, LONGEST_WAIT, 10.0, service.timeout, service.timeout, most=MOST)
        )
        self._door.parcel = parcel
        try:
            answer = client.ask(request)
        except CannotRun as error:
            raise Unreachable(str(error), remedy=error.remedy) from error
        if answer.status in (404, 410):
            return Reply(None, sha256(answer.body), answer.at)
        if answer.status != 200:
            raise Unreachable(f"{service.name} answers {answer.status}")
        return Reply(read_value(answer.body, service.name), sha256(answer.body), answer.at)

    def net(self, hosts: Mapping[str, float], parcel: Parcel) -> Net:
        """See the port."""
        client = self._client(hosts, Limits(2, 1.0, LONGEST_WAIT, 10.0, 30.0, 60.0, most=64 * 1024 * 1024))
        return _Asking(client, self._door, parcel)

    def tools_of(self, service: Service) -> tuple[str, ...]:
        """The tools a service offers; of an HTTP service, those whose address is known."""
        return self._mcp.tools_of(service) if service.kind == "mcp" else tuple(service.tools)

    def _client(self, hosts: Mapping[str, float], limits: Limits) -> Http:
        key = (*sorted(hosts), str(limits))
        if key not in self._clients:
            self._clients[key] = Http(hosts, limits=limits, transport=_Shared(self._door), clock=self._clock)
        return self._clients[key]


class _Door(httpx.BaseTransport):
    """A transport that asks the door for each request, for the parcel at hand."""

    def __init__(self, inner: httpx.BaseTransport, egress: Egress) -> None:
        self._inner = inner
        self._egress = egress
        self.parcel: Parcel | None = None

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        assert self.parcel is not None, "a request without a parcel"
        self._egress.ask(replace(self.parcel, destination=str(request.url.copy_with(query=None))))
        return self._inner.handle_request(request)

    def close(self) -> None:
        self._inner.close()


class _Shared(httpx.BaseTransport):
    """The one transport under several clients."""

    def __init__(self, door: _Door) -> None:
        self._door = door

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return self._door.handle_request(request)


class _Asking:
    """A client with its parcel."""

    def __init__(self, client: Http, door: _Door, parcel: Parcel) -> None:
        self._client, self._door, self._parcel = client, door, parcel

    def ask(self, request: Request) -> Any:
        self._door.parcel = self._parcel
        return self._client.ask(request)

    def download(self, request: Request, into: str) -> Any:
        self._door.parcel = self._parcel
        return self._client.download(request, into)


def _hosts(service: Service) -> dict[str, float]:
    addresses = [service.address, *(template.rpartition(" ")[2] for template in service.tools.values())]
    return {urlsplit(address).hostname or "": service.seconds_between for address in addresses}


def _request(service: Service, tool: str, arguments: Mapping[str, Any]) -> Request:
    """The request of a tool: its arguments in the address, or as a JSON body of a POST.

    Raises:
        Unreachable: the service has no such tool.

    """
    template = service.tools.get(tool)
    if template is None:
        raise Unreachable(f"{service.name} has no address for {tool}")
    method, _, address = template.rpartition(" ")
    address = address.format_map({key: quote(str(value), safe="") for key, value in arguments.items()})
    headers = {"accept": "application/json"}
    if method == "POST":
        body = json.dumps(arguments, ensure_ascii=False).encode()
        return Request("POST", address, {**headers, "content-type": "application/json"}, body)
    return Request("GET", address, headers)


def read_value(data: bytes, name: str) -> Any:
    """A JSON value.

    Raises:
        Unreachable: it is none.

    """
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise Unreachable(f"{name} sends something that is no JSON: {data[:40]!r}") from error
