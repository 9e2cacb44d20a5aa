"""The frame with one page, as the application of the HTTP door."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pincite.errors import BadInput
from pincite.interfaces.http.app import Router, make_app
from pincite.interfaces.http.local import LocalIdentity
from pincite.interfaces.web.frame import Frame, frame_router

TOKEN = "a-token-of-tests"
HEADERS = {"Authorization": f"Bearer {TOKEN}", "Accept": "text/html"}
BASE = "http://127.0.0.1:8330"


def app_of(frame: Frame) -> Starlette:
    async def page(request: Request) -> Response:
        return frame.page(request, "failure.html.j2", _VALUES | {"detail": request.query_params.get("said", "")})

    async def failing(_: Request) -> Response:
        raise BadInput("<b>this</b> is wrong", remedy="Do that.")

    pages = Router("pages", [Route("/", page), Route("/failing", failing)])
    return make_app([frame_router(), pages], LocalIdentity(TOKEN), page=frame.problem)


_VALUES = {"code": "refused", "detail": "", "remedy": "", "public": False}
