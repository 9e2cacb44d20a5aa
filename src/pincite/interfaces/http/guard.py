"""Before everything else: under which name the server is asked, and from which page.

Keeps true: a request with another Host is refused, so that no foreign name leads here (DNS rebinding); so is one with another
Origin; whoever is known by a cookie changes nothing from a page of another origin (CSRF), also where a browser sends no Origin.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pincite.interfaces.http.problems import Problem, forbidden

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection

__all__ = ["LOOPBACK", "Guard"]

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
_SAFE = frozenset(("GET", "HEAD", "OPTIONS"))


class Guard:
    """Knows the names of this server; each may be followed by any port."""

    def __init__(self, hosts: Sequence[str] = LOOPBACK) -> None:
        self._hosts = frozenset(each.lower() for each in hosts)

    def admit(self, request: HTTPConnection) -> None:
        """Let a request in.

        Raises:
            Problem: 421 for another Host, 403 for another Origin.

        """
        host = request.headers.get("host", "").lower()
        if _bare(host) not in self._hosts:
            raise Problem(
                421,
                "other_host",
                "this server is not asked under this name",
                do="Ask it by the address it was started with; --allowed-host adds a name.",
            )
        origin = request.headers.get("origin")
        if origin is not None and not self._own(origin):
            raise forbidden("requests from pages of another origin are refused", do="Ask from a program, or this page.")

    def own_page(self, request: HTTPConnection) -> None:
        """Let in what a cookie vouches for: it reads, or comes from a page of this server.

        Raises:
            Problem: 403.

        """
        if request.scope.get("method", "GET") in _SAFE:
            return
        site, origin = request.headers.get("sec-fetch-site", ""), request.headers.get("origin")
        own = f"{request.scope.get('scheme', 'http')}://{request.headers.get('host', '')}".lower()
        if origin is not None and origin.lower() != own:
            # another port of this machine is another server, and a cookie of the same site reaches both; so does a page over http,
            # which anybody on the way writes
            raise forbidden("requests from pages of another server change nothing here")
        if origin is None and site != "same-origin":
            raise forbidden("this request does not say which page it comes from", do="Send Origin, or a bearer token.")
        if site not in ("", "same-origin"):
            raise forbidden("requests from pages of another site change nothing here")

    def _own(self, origin: str) -> bool:
        return _bare(_netloc(origin)) in self._hosts


def _bare(host: str) -> str:
    """A host without its port."""
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdigit() and not host.endswith("]") else host


def _netloc(origin: str) -> str:
    """Host and port of an origin; "" for one that is none."""
    try:
        parts = urlsplit(origin.lower())
    except ValueError:
        return ""
    return parts.netloc if parts.scheme in ("http", "https") else ""
