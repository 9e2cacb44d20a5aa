"""Whether live services answer and offer the tools they are used by. Nothing of any draft is sent.

Keeps true: an MCP server is good when each tool of `uses` is there; any other service when its host answers at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol
from urllib.parse import urlsplit

from pincite.corpus.exchange import Net, Request
from pincite.corpus.publishers import Catalogue
from pincite.corpus.services import Contract, Service, Services
from pincite.errors import BadInput, CannotRun
from pincite.privacy.egress import Parcel

__all__ = ["ServiceState", "check_services"]


class ServiceState(NamedTuple):
    """What came of asking one service."""

    service: str
    address: str
    ok: bool
    said: str


class Probes(Protocol):
    """What is needed of the clients of services."""

    def tools_of(self, service: Service) -> tuple[str, ...]:
        """The tools that a service offers."""

    def net(self, hosts: Mapping[str, float], parcel: Parcel) -> Net:
        """A client of hosts."""


def check_services(
    services: Services,
    probes: Probes,
    contracts: Mapping[str, Contract],
    catalogue: Catalogue,
    names: Sequence[str] = (),
) -> list[ServiceState]:
    """Ask each service, or those named.

    Raises:
        BadInput: there is no service of a name.
        CannotRun: what asking needs is not installed.

    """
    del contracts  # that each is known was seen when they were made
    for name in names:
        if name not in services.services:
            raise BadInput(f"there is no service {name!r}", remedy=f"Services: {', '.join(services.services)}.")
    chosen = [services.services[name] for name in names] if names else list(services.services.values())
    return [_state(service, probes, catalogue) for service in chosen]


def _state(service: Service, probes: Probes, catalogue: Catalogue) -> ServiceState:
    address = service.address
    try:
        if service.kind == "mcp":
            offered = probes.tools_of(service)
            missing = [tool for tool in service.uses if tool not in offered]
            said = f"lacks {', '.join(missing)}" if missing else f"{len(offered)} tools"
            return ServiceState(service.name, address, not missing, said)
        said = "; ".join(_answers(service, probes, catalogue))
    except CannotRun as error:
        said = " ".join(f"{error}. {error.remedy}".split())
        return ServiceState(service.name, address, False, said[:300])
    return ServiceState(service.name, address, True, said)


def _answers(service: Service, probes: Probes, catalogue: Catalogue) -> Iterator[str]:
    hosts = {urlsplit(service.address).hostname or "": service.seconds_between} if service.address else {}
    for name in service.collections:
        collection = catalogue.collection(name)
        hosts |= dict.fromkeys(collection.hosts, collection.seconds_between)
    for host, seconds in hosts.items():
        net = probes.net({host: seconds}, Parcel(f"https://{host}", "reference", ""))
        answer = net.ask(Request("GET", f"https://{host}/"))
        yield f"{host} answers {answer.status}"
