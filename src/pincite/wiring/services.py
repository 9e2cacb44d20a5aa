"""The live services: which there are, how each is spoken to, a corpus that asks them.

Keeps true: nothing is asked but through the door that was handed in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.errors import BadInput, CannotRun
from pincite.wiring.installed import OWN, catalogue, citation_in, extractor, readers, there
from pincite.wiring.sources import file_of

if TYPE_CHECKING:
    from httpx import BaseTransport

    from pincite.connectors.services import ServiceTools
    from pincite.corpus.answers import Corpus
    from pincite.corpus.services import Contract, Services
    from pincite.privacy.egress import Egress
    from pincite.workflows.check_services import ServiceState
    from pincite.workflows.live_corpus import LiveCorpus


def live_services(own: Path | None = None) -> Services:
    """The live services and routes of all packs, with a user's own before them (docs/services.md).

    Args:
        own: the file; that of the setting PINCITE_SERVICES when there is none.

    Raises:
        BadInput: it cannot be read or used.

    """
    from pincite import settings  # noqa: PLC0415 (as above)
    from pincite.corpus.services import Services, read_services  # noqa: PLC0415

    joined = Services({}, {})
    for name in OWN:
        if there(module := f"pincite.jurisdictions.{name}.services"):
            joined = joined.with_own(import_module(module).SERVICES)
    path = own or settings.services()
    return joined.with_own(read_services(file_of(path), name=path.name)) if path is not None else joined


def contracts_of(services: Services) -> Mapping[str, Contract]:
    """How each service is spoken to: the contracts of the packs, and by their own names those that a file describes.

    Raises:
        BadInput: a service names a contract that is not there, or describes itself in a way that will not do.

    """
    from pincite.corpus.described_service import described  # noqa: PLC0415 (as above)

    found: dict[str, Contract] = {}
    for name in OWN:
        if there(module := f"pincite.jurisdictions.{name}.services"):
            found |= import_module(module).CONTRACTS
    for service in services.services.values():
        if service.contract == "described":
            found[f"described:{service.name}"] = described(service, citation_in, _reference_in)
        elif service.kind != "publisher" and service.contract not in found:
            known = ", ".join(["described", *sorted(found)])
            raise BadInput(f"{service.name}: there is no contract {service.contract!r}; contracts are {known}")
    return found


def _reference_in(text: str) -> str:
    """The reference that a citation's text stands for, when it is one citation and nothing else."""
    found = extractor().extract(text).mentions
    return found[0].reference or "" if len(found) == 1 and found[0].text.strip() == text.strip() else ""


def service_tools(egress: Egress, *, transport: BaseTransport | None = None) -> ServiceTools:
    """The clients of live services, behind a door; a context manager.

    Raises:
        CannotRun: httpx is not installed.

    """
    from pincite import settings  # noqa: PLC0415 (as above)
    from pincite.connectors.services import ServiceTools  # noqa: PLC0415

    return ServiceTools(egress, transport=transport, proxy=settings.proxy(), ca_file=settings.ca_file())


def live_corpus(local: Corpus, tools: ServiceTools, services: Services, *, today: str) -> LiveCorpus:
    """A corpus that asks services for what `local` does not hold.

    Args:
        local: the releases, asked first.
        tools: of `service_tools`, with the door that `verify` is given too.
        services: of `live_services`.
        today: ISO date of the check.

    Raises:
        CannotRun: a service of a route is an MCP server, and the SDK is not installed.

    """
    from functools import partial  # noqa: PLC0415 (as above)

    from pincite.workflows.live_corpus import LiveCorpus  # noqa: PLC0415
    from pincite.workflows.live_publisher import from_publisher  # noqa: PLC0415

    routed = {name for route in services.routes.values() for name in route}
    if find_spec("mcp") is None and any(services.services[name].kind == "mcp" for name in routed):
        raise CannotRun(
            "asking an MCP server needs the MCP SDK, which is not installed",
            remedy="Install it: pip install 'pincite[live]'.",
        )
    publisher = partial(from_publisher, tools=tools, catalogue=catalogue(), readers=readers())
    return LiveCorpus(local, services, tools, contracts_of(services), today=today, publisher=publisher)


def check_services(
    services: Services, names: Sequence[str] = (), *, transport: BaseTransport | None = None
) -> list[ServiceState]:
    """Whether services answer and offer what they are used for; nothing of any draft is sent.

    Raises:
        BadInput: there is no service of a name.
        CannotRun: what a service needs is not installed.

    """
    from pincite.privacy.egress import Door  # noqa: PLC0415 (as above)
    from pincite.workflows.check_services import check_services as check  # noqa: PLC0415

    with service_tools(Door("cloud"), transport=transport) as tools:
        return check(services, tools, contracts_of(services), catalogue(), names)
