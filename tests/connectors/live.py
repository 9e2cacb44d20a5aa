"""What the tests of live services share: a corpus over services at a test's addresses, and a draft checked with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import httpx
from tests.connectors.mcp_house import McpHouse

from pincite import wiring
from pincite.connectors.http import Clock
from pincite.connectors.services import ServiceTools
from pincite.corpus.answers import Corpus
from pincite.corpus.services import ConsultedService, Service, Services
from pincite.privacy.egress import Mode
from pincite.privacy.modes import Privacy
from pincite.reports.report import MentionRecord, Report

TODAY = "2026-11-30"
MCP_ROUTES = {
    "statute": ("fedlex-sparql",),
    "federal-case": ("swiss-caselaw-mcp", "bge-search"),
    "cantonal-case": ("entscheidsuche-mcp",),
    "doctrine-structured": ("onlinekommentar-mcp",),
}


def at_house(house: McpHouse, **routes: tuple[str, ...]) -> Services:
    """Our own MCP services, at the house's addresses."""
    services = {
        name: replace(each, address=house.address(name.removesuffix("-mcp")), seconds_between=0.0, timeout=5.0)
        for name, each in wiring.live_services().services.items()
        if each.kind == "mcp"
    }
    return Services(services, {**MCP_ROUTES, **{key.replace("_", "-"): value for key, value in routes.items()}})


@dataclass
class Live:
    """One draft checked with services."""

    services: Services
    transport: httpx.BaseTransport | None = None
    privacy: Privacy = field(default_factory=lambda: Privacy(mode="cloud"))
    local: Callable[[], Corpus] = wiring.no_releases
    slept: list[float] = field(default_factory=list)

    def check(self, draft: str, *, as_of: str = "") -> Report:
        door = wiring.door_of(self.privacy)
        local = self.local()
        with ServiceTools(door, transport=self.transport, clock=Clock(sleep=self.slept.append)) as tools:
            corpus = wiring.live_corpus(local, tools, self.services, today=TODAY)
            return wiring.verify(
                draft.encode(), "draft.md", corpus, checked_on=TODAY, as_of=as_of, privacy=self.privacy, egress=door
            )

    def one(self, draft: str, *, as_of: str = "") -> tuple[MentionRecord, tuple[ConsultedService, ...]]:
        """Of a draft with one citation: its record, and who was asked."""
        report = self.check(draft, as_of=as_of)
        assert len(report.mentions) == 1, [record.mention.text for record in report.mentions]
        assert report.services is not None
        return report.mentions[0], report.services.consulted


def privacy(mode: Mode, *, remote_existence: bool = False) -> Privacy:
    return Privacy(mode=mode, remote_existence=remote_existence)


def changed(services: Services, name: str, **values: object) -> Services:
    """With one service otherwise."""
    service: Service = replace(services.services[name], **values)  # type: ignore[arg-type]
    return Services({**services.services, name: service}, services.routes)
