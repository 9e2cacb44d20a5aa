"""The page of whoever is signed in to a server with users: which matter the pages are about, another to choose, signing out.

Keeps true: choosing only says which matter is meant; whether it is the person's own is asked at every request (`http.users`).
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pincite.access.principal import ALL_MATTERS
from pincite.interfaces.http.app import Router
from pincite.interfaces.http.principal import principal_of
from pincite.interfaces.web.frame import Frame
from pincite.reports.text import safe

__all__ = ["account_router"]


def account_router(frame: Frame) -> Router:
    """The page."""

    async def account(request: Request) -> Response:
        principal = principal_of(request)
        known = request.scope["state"].get("known")
        matters = known.person.matters() if known is not None else frozenset((principal.matter,))
        values = {
            "name": safe(principal.name),
            "tenant": safe(principal.tenant),
            "matter": principal.matter,
            "matters": sorted(matters - {ALL_MATTERS}),
            "everywhere": ALL_MATTERS in matters,
            "roles": sorted(principal.roles),
            "session": known is not None and known.session is not None,
        }
        return frame.page(request, "account.html.j2", values)

    return Router("account", [Route("/account", account, methods=["GET"])])
