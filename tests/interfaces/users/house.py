"""A server with users for tests: two tenants, two matters each, a person of each role, and who calls with what."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from pincite import wiring
from pincite.access.claims import Admitted
from pincite.access.port import AccessStore
from pincite.access.roles import ROLES, check_role, scopes
from pincite.interfaces.http.observing import Observer
from pincite.interfaces.http.order import Order
from pincite.interfaces.http.server_mode import ServerSettings
from pincite.interfaces.http.serving_users import assemble_server, cookies_of
from pincite.interfaces.http.signing_in import SignsIn
from pincite.interfaces.mcp.engine import Engine
from pincite.interfaces.web.server_pages import server_pages
from pincite.ledger.port import Ledger
from pincite.storage.jobs import JobStore
from pincite.workflows.administer import Administering

URL = "https://pincite.firm.example"
TENANTS = ("alpha", "beta")
MATTERS = ("harbour", "quay")
ORIGIN = {"origin": URL}


@dataclass
class House:
    """The server and its stores; `client` speaks to it."""

    client: TestClient
    users: AccessStore
    ledger: Ledger
    jobs: JobStore
    engine: Engine
    tokens: dict[tuple[str, str], str] = field(default_factory=dict)

    def administering(self, actor: str = "operator", at: str = "") -> Administering:
        return Administering(self.users, self.ledger, actor, at or wiring.now(), secrets.token_bytes)

    def token(self, tenant: str, person: str, *, only: Sequence[str] = (), matters: Sequence[str] = ()) -> str:
        made = self.administering().make_token(
            tenant, person, "tests", scopes=only or scopes(), days=1, matters=matters
        )
        return made.secret

    def bearer(self, tenant: str, person: str, matter: str = "harbour") -> dict[str, str]:
        """Headers of a program with every scope of a person."""
        if (tenant, person) not in self.tokens:
            self.tokens[tenant, person] = self.token(tenant, person)
        return {"authorization": f"Bearer {self.tokens[tenant, person]}", "pincite-matter": matter}

    def session(
        self, tenant: str, person: str, matter: str = "harbour", *, name: str = "__Host-pincite"
    ) -> dict[str, str]:
        """Headers of a person in a browser, on a page of the server."""
        held = self.users.user(tenant, person)
        provided = {(m.matter, m.role) for m in self.users.members(tenant, person) if m.by == "provider"}
        admitted = Admitted(tenant, person, held.name if held else person, frozenset(provided))
        secret, session = self.administering("the identity provider").sign_in(admitted)
        return {"cookie": f"{name}={secret}", "x-csrf-token": session.csrf, "pincite-matter": matter, **ORIGIN}

    def ask(self, method: str, path: str, headers: Mapping[str, str] | None = None, **more: Any) -> Any:
        self.client.cookies.clear()
        return self.client.request(method, path, headers=dict(headers or {}), follow_redirects=False, **more)


def people(administering: Administering) -> None:
    """Two tenants; in each a person of each role in each matter alone, and one of each role everywhere."""
    for tenant in TENANTS:
        administering.add_tenant(tenant, title=f"{tenant} & Co")
        for matter in MATTERS:
            administering.add_matter(tenant, matter)
            for role in ROLES:
                administering.add_user(tenant, f"{role}-{matter}", name=f"{role} of {tenant}")
                administering.grant(tenant, f"{role}-{matter}", role, matter)
        for role in ROLES:
            administering.add_user(tenant, role, name=f"{role} everywhere in {tenant}")
            administering.grant(tenant, role, check_role(role))


@contextmanager
def server(
    engine: Engine,
    users: AccessStore,
    jobs: JobStore,
    *,
    provider: SignsIn | None = None,
    frames: Sequence[str] = (),
    pages: bool = False,
) -> Iterator[House]:
    """The server over stores that are opened already."""
    settings = ServerSettings(
        "postgresql://stands-for-it", URL, proxies=("127.0.0.1",), tokens_only=provider is None, frames=tuple(frames)
    )
    order = Order((), (), "", "", hosts=settings.hosts)
    assert engine.ledger is not None
    shown = server_pages(engine, jobs, order.limits, users, cookies_of(settings), frames) if pages else None
    given = {"routers": shown.routers, "page": shown.problem} if shown is not None else {}
    app = assemble_server(order, settings, engine, jobs, users, provider, observer=Observer(log=True), **given)  # type: ignore[arg-type]
    with TestClient(app, base_url=URL, raise_server_exceptions=False) as client:
        house = House(client, users, engine.ledger, jobs, engine)
        people(house.administering())
        yield house


def engine_over(releases: Path, ledger: Ledger) -> Engine:
    return Engine(wiring.open_pool([releases], size=2), ledger, today=lambda: "2026-11-30")
