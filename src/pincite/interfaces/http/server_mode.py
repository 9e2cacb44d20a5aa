"""What a server with users asks of its surroundings before it starts, and of each request before anything else.

Keeps true:
1. It starts only with PostgreSQL, behind a proxy that ends TLS and is named, with an identity provider or with tokens alone where the
   operator says so. Without these only on this machine, and only when it is said to be insecure (tests).
2. A request that did not come over https through that proxy is refused, so that no cookie and no token travels in clear.
3. Every answer bears HSTS, nosniff, a policy for referrers and one for frames; pages of others may frame it only where the operator names
   them (a task pane), and no page runs a script that stands in it.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders

from pincite.errors import BadInput
from pincite.interfaces.http.guard import LOOPBACK
from pincite.interfaces.http.problems import Problem, problem_response

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Hardened", "ServerSettings", "check_settings"]

HSTS = "max-age=31536000; includeSubDomains"
_ANCESTOR = re.compile(r"https://(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?")


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """How a server is started.

    Attributes:
        store: of ledger, users and jobs: `postgresql://…`, or a folder where insecure.
        public_url: as browsers know it.
        host, port: where it listens.
        proxies: addresses or networks of the proxy that ends TLS.
        provider: file of the identity provider.
        tokens_only: API tokens alone come in.
        frames: origins whose pages may show ours in a frame.
        inward: whether the provider may lie in a private network.
        insecure: http on this machine, without a proxy; for tests.

    """

    store: str
    public_url: str
    host: str = "127.0.0.1"
    port: int = 8330
    proxies: tuple[str, ...] = ()
    provider: Path | None = None
    tokens_only: bool = False
    frames: tuple[str, ...] = ()
    inward: bool = False
    insecure: bool = False

    @property
    def hosts(self) -> tuple[str, ...]:
        """Names under which it may be asked."""
        name = urlsplit(self.public_url).hostname or ""
        return (f"[{name}]" if ":" in name else name, *(LOOPBACK if self.insecure else ()))


def check_settings(settings: ServerSettings) -> None:
    """Refuse to start where something is missing; everything that is, at once.

    Raises:
        BadInput: as above.

    """
    faults = [*_faults(settings), *(_no_frame(each) for each in settings.frames if not _ANCESTOR.fullmatch(each))]
    if faults:
        raise BadInput(f"the server does not start: {'; '.join(faults)}", remedy="docs/server.md says what it needs.")


def _faults(settings: ServerSettings) -> list[str]:
    faults: list[str] = []
    try:
        parts = urlsplit(settings.public_url)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        return ["--public-url is no address"]
    if not host or parts.path not in ("", "/") or parts.query or parts.fragment or parts.username is not None:
        faults.append("--public-url is an address without path, such as https://pincite.firm.example")
    if (settings.provider is None) == (not settings.tokens_only):
        faults.append(
            "name an identity provider (--provider FILE), or say that API tokens alone come in (--tokens-only)"
        )
    if settings.insecure:
        if not settings.store:
            faults.append("name the file of its ledger (--store FILE)")
        if settings.host not in ("127.0.0.1", "localhost", "::1"):
            faults.append("--insecure is for this machine alone: listen at 127.0.0.1")
        return faults
    if not settings.store.startswith(("postgresql://", "postgres://")):
        faults.append("a server with users keeps its ledger in PostgreSQL (--store postgresql://…)")
    if host and parts.scheme != "https":
        faults.append("--public-url is not https")
    if not settings.proxies:
        faults.append("name the proxy that ends TLS (--proxy ADDRESS)")
    for each in settings.proxies:
        try:
            network = ipaddress.ip_network(each, strict=False)
        except ValueError:
            faults.append(f"--proxy {each[:50]} is neither an IP address nor a network")
            continue
        if network.prefixlen == 0:
            faults.append("--proxy names everybody: name the proxy alone")
    return faults


def _no_frame(origin: str) -> str:
    return f"--frame {origin[:80]!r} is no origin such as https://word-edit.officeapps.live.com"


class Hardened:
    """The application behind what every answer bears and every request needs.

    Args:
        app: the application.
        frames: origins whose pages may frame ours; none: nobody may.
        https: whether a request that did not come over https is refused.
        health: a path that a balancer asks over http.

    """

    def __init__(
        self, app: ASGIApp, *, frames: Sequence[str] = (), https: bool = True, health: str = "/healthz"
    ) -> None:
        self._app = app
        self._https = https
        self._health = health
        self._ancestors = f"frame-ancestors {' '.join(frames) if frames else chr(39) + 'none' + chr(39)}"
        self._framed = bool(frames)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def outwards(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._harden(MutableHeaders(scope=message))
            await send(message)

        if self._https and scope.get("scheme") != "https" and scope["path"] != self._health:
            refusal = Problem(
                403, "not_https", "this server is asked over https alone", do="Ask it by its public address."
            )
            await problem_response(refusal)(scope, receive, outwards)
            return
        await self._app(scope, receive, outwards)

    def _harden(self, headers: MutableHeaders) -> None:
        if self._https:
            headers["strict-transport-security"] = HSTS
        policy = headers.get("content-security-policy", "default-src 'none'")
        kept = [each.strip() for each in policy.split(";") if each.strip()]
        kept = [each for each in kept if not each.lower().startswith("frame-ancestors")]
        headers["content-security-policy"] = "; ".join([*kept, self._ancestors])
        if not self._framed:
            headers["x-frame-options"] = "DENY"
        for name, value in (
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
            ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=()"),
        ):
            headers.setdefault(name, value)
