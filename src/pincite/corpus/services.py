"""Services that hold law, as data: where each is, by which contract it is spoken to, and which are asked for what.

Keeps true:
1. A service is asked only for the classes of its routes, in their order; a class without a route is asked of nobody.
2. An address is https, or http of this machine itself; it bears no password.
3. What a contract gives back is a document or the reason why there is none; that a service failed is `Unreachable`, which
   is never «not found». No service is complete: its silence says nothing about what exists.
4. Whatever a service says is data: it is compared and shown, and nothing in it is followed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, Protocol, cast, get_args, runtime_checkable
from urllib.parse import urlsplit

from pincite.corpus.answers import Suggestion
from pincite.corpus.exchange import Net
from pincite.corpus.strict_yaml import StrictMap, read_map
from pincite.errors import BadInput, CannotRun
from pincite.identity.reference import Reference
from pincite.law.document import Document
from pincite.privacy.egress import Parcel, is_loopback
from pincite.text.span import Span

__all__ = [
    "Ask",
    "Cited",
    "ConsultedService",
    "Contract",
    "Live",
    "Outcome",
    "Question",
    "Reply",
    "Served",
    "Service",
    "Services",
    "Tools",
    "Unreachable",
    "read_services",
]

Kind = Literal["mcp", "http", "publisher"]
"""`mcp`: a server of the Model Context Protocol; `http`: JSON by HTTP; `publisher`: a collection of publishers.yaml."""

Outcome = Literal[
    "served", "not_served", "other_document", "other_place", "no_text", "unreadable", "unreachable", "withheld"
]
"""What came of asking a service for one document.

`not_served`: it has no such document; `other_document`: it sent another than was asked for; `other_place`: another
article or consideration; `no_text`: a placeholder, or nothing; `unreadable`: an answer outside its contract.
"""

_NAME = re.compile(r"[a-z][a-z0-9-]{0,39}\Z")
_CLASSES = ("statute", "federal-case", "cantonal-case", "case", "doctrine-structured", "gazette")
_LONGEST_WAIT = 120.0
REMEDY = "The form of the file is described in docs/services.md."


class Unreachable(CannotRun):
    """A service did not answer, or said that it cannot: what it was asked could not be checked."""

    code = "unreachable"


@dataclass(frozen=True, slots=True)
class Service:
    """One service.

    Attributes:
        name: by which routes and reports call it.
        kind: see `Kind`.
        contract: how it is spoken to (a pack's `contracts`), or `described`.
        address: its endpoint; of a publisher "".
        collections: of a publisher, tried in order.
        tools: of an HTTP service, the address of each tool with its arguments in braces.
        seconds_between: two requests; timeout: of one answer, in seconds.
        uses: of an MCP server, the tools its contract calls.
        fields: of a described service, where in its answer what stands.

    """

    name: str
    kind: Kind
    contract: str
    address: str = ""
    title: str = ""
    collections: tuple[str, ...] = ()
    tools: Mapping[str, str] = field(default_factory=dict)
    fields: Mapping[str, str] = field(default_factory=dict)
    uses: tuple[str, ...] = ()
    seconds_between: float = 1.0
    timeout: float = 20.0


@dataclass(frozen=True, slots=True)
class Services:
    """All services, and which are asked for a class of citations.

    The key of a route is a class, for Swiss law, or a jurisdiction and a class (`hk/statute`).
    """

    services: Mapping[str, Service]
    routes: Mapping[str, tuple[str, ...]]

    def route(self, jurisdiction: str, class_: str) -> tuple[Service, ...]:
        """The services asked for a class, in order."""
        named = self.routes.get(f"{jurisdiction}/{class_}")
        if named is None:
            named = self.routes.get(class_, ()) if jurisdiction == "ch" else ()
        return tuple(self.services[name] for name in named)

    def with_own(self, own: Services) -> Services:
        """With a user's own services and routes before these: a name or a class of theirs replaces ours."""
        joined = Services({**self.services, **own.services}, {**self.routes, **own.routes})
        joined.check("services")
        return joined

    def check(self, name: str) -> None:
        """Refuse a route to a service that is not there.

        Raises:
            BadInput: with its name.

        """
        for class_, route in self.routes.items():
            for each in route:
                if each not in self.services:
                    known = ", ".join(sorted(self.services)) or "none"
                    raise BadInput(f"{name}: the route {class_!r} names {each!r}; services are {known}", remedy=REMEDY)


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a service: a document, and maybe a place in it.

    Attributes:
        reference: canonical.
        class_: of the citation.
        language: of the citation, "" when nothing shows it.
        as_of: ISO date the law is asked about; today: ISO date of the check.
        spans: where in the draft the citation stands, for the door.

    """

    reference: Reference
    class_: str
    language: str = ""
    as_of: str = ""
    today: str = ""
    spans: tuple[Span, ...] = ()

    @property
    def work(self) -> str:
        """The work without the place."""
        return str(self.reference.work)

    @property
    def place(self) -> str:
        """The first point of the place, or ""."""
        return str(self.reference.first_place or "")


@dataclass(frozen=True, slots=True)
class Served:
    """What a contract made of a service's answers.

    Attributes:
        outcome: see there.
        document: for `served` alone.
        part: it is not the whole document.
        why: what came instead, in words, for the report.
        suggestions: near misses that the service offers.
        findings: to disclose of a document served: `label_by_record_alone`, when its text bears no number of its own.

    """

    outcome: Outcome
    document: Document | None = None
    part: bool = False
    why: str = ""
    suggestions: tuple[Suggestion, ...] = ()
    findings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer of a service: the value, the digest of the bytes it came in, and when (ISO 8601)."""

    value: Any
    sha256: str
    at: str


Ask = Callable[[str, Mapping[str, Any]], Any]
"""How a contract asks: a tool and its arguments; raises `Unreachable`, or `Withheld` when the door keeps it."""

Contract = Callable[[Question, Ask], Served]


class Tools(Protocol):
    """The port to the services. Each call asks the door first, and once more when it is tried again."""

    def call(self, service: Service, tool: str, arguments: Mapping[str, Any], parcel: Parcel) -> Reply:
        """Call a tool.

        Raises:
            Unreachable: no answer, or an error that says nothing of the document.
            Withheld: it may not leave.

        """

    def net(self, hosts: Mapping[str, float], parcel: Parcel) -> Net:
        """A client of hosts (seconds between two requests to each) that asks the door for this parcel at each request."""


class ConsultedService(NamedTuple):
    """One service asked for one document, as the report lists it; `query` is what was sent."""

    service: str
    address: str
    reference: str
    query: str
    outcome: Outcome
    why: str
    sha256: str
    at: str

    def as_json(self) -> dict[str, str]:
        """As in the report: with the day alone, so that the same answers on the same day give the same report."""
        said: dict[str, str] = dict(self._asdict())
        said["at"] = self.at[:10]
        return said


class Cited(NamedTuple):
    """A citation whose document may have to be asked for: where it stands, its kind, and the language it is written in."""

    reference: str
    span: Span
    kind: str
    language: str


@runtime_checkable
class Live(Protocol):
    """A corpus that asks services for what releases do not hold."""

    def citing(self, cited: Sequence[Cited], as_of: str) -> None:
        """Be told of the citations of the draft before they are looked up."""

    def consulted(self) -> Sequence[ConsultedService]:
        """Which services were asked for what, in order."""


def read_services(data: bytes, *, name: str) -> Services:
    """The services and routes of a file.

    Raises:
        BadInput: with the line.

    """
    root = read_map(data, name=name, what="a list of services", remedy=REMEDY)
    made = root.each("services", _service, default=True)
    named = {service.name: service for service in made}
    if len(named) != len(made):
        raise BadInput(f"{name}: two services have the same name", remedy=REMEDY)
    routes = {}
    for class_, listed in root.mapping("routes", empty=True).items():
        if class_.rpartition("/")[2] not in _CLASSES:
            raise BadInput(f"{name}: there is no class {class_!r}; classes are {', '.join(_CLASSES)}", remedy=REMEDY)
        routes[class_] = tuple(part.strip() for part in listed.split(",") if part.strip())
    root.close()
    return Services(named, routes)


def _service(entry: StrictMap) -> Service:
    kind = cast("Kind", entry.one_of("kind", get_args(Kind)))
    service = Service(
        name=entry.text("name", pattern=_NAME, form="a name of small letters, digits and hyphens"),
        kind=kind,
        contract=entry.text("contract", default="publisher" if kind == "publisher" else None),
        address=entry.text("address", default="" if kind == "publisher" else None),
        title=entry.text("title", default=""),
        collections=entry.texts("collections", default=True),
        tools=entry.mapping("tools"),
        fields=entry.mapping("fields"),
        uses=entry.texts("uses", default=True),
    )
    if kind != "publisher" and (fault := _fault_of(service.address)):
        raise entry.wrong(entry.values["address"], f"address: {service.address!r} {fault}")
    return replace(
        service,
        seconds_between=_seconds(entry, "seconds_between", "1"),
        timeout=_seconds(entry, "timeout", "20"),
    )


def _seconds(entry: StrictMap, key: str, default: str) -> float:
    text = entry.text(key, default=default)
    if not re.fullmatch(r"\d{1,3}(?:\.\d{1,3})?", text) or float(text) > _LONGEST_WAIT:
        raise entry.wrong(entry.values[key], f"{key}: {text!r} is not a number of seconds up to {_LONGEST_WAIT:.0f}")
    return float(text)


def _fault_of(address: str) -> str:
    """What is wrong with an address, or ""."""
    try:
        parts = urlsplit(address)
        bad = not parts.hostname or parts.port == 0
    except ValueError:
        bad = True
    if bad:
        return "is no address"
    if parts.username is not None or parts.password is not None:
        return "bears a password"
    if parts.scheme == "https" or (parts.scheme == "http" and is_loopback(address)):
        return ""
    return "is neither https nor http of this machine"
