"""The identity of a single user on this machine: one token, given as a bearer token or exchanged once for a cookie.

Keeps true: the token is printed once, as a link with the token in the fragment, which browsers send to nobody; the page of the link
hands it in and gets a cookie that is not the token, HttpOnly and of this site alone; nothing is compared but in constant time.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from pincite.interfaces.http.principal import Principal
from pincite.interfaces.http.problems import unauthorized

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection
    from starlette.routing import BaseRoute

__all__ = ["COOKIE", "ENTER", "LocalIdentity"]

COOKIE = "pincite_session"
ENTER = "/enter"
_SCRIPT = "/enter.js"
_LONGEST = 4096

_PAGE = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>pincite</title>'
    '<meta name="viewport" content="width=device-width, initial-scale=1"></head>'
    f'<body><main><h1>pincite</h1><noscript><form method="post" action="{ENTER}"><p><label>What stands behind # in the link that'
    ' <code>pincite serve</code> printed: <input name="token" type="password" autocomplete="off" required></label>'
    " <button>Enter</button></p></form></noscript>"
    f'<p id="said"></p></main><script src="{_SCRIPT}"></script></body></html>'
)
_CODE = """\
document.getElementById("said").textContent = "Opening …";
const token = location.hash.slice(1);
history.replaceState(null, "", location.pathname);
fetch("/enter", {method: "POST", headers: {"Authorization": "Bearer " + token}}).then((answer) => {
  if (answer.ok) location.replace("/");
  else document.getElementById("said").textContent =
    "This link is of another run of pincite. Open the link that `pincite serve` printed last.";
});
"""


class LocalIdentity:
    """Implements `principal.Identity`; everything is allowed to the one user."""

    def __init__(self, token: str, *, tenant: str = "local", matter: str = "default") -> None:
        self._bearer = f"Bearer {token}".encode()
        self._cookie = hmac.new(token.encode(), b"pincite/http/session", hashlib.sha256).hexdigest()
        self._tenant, self._matter = tenant, matter

    async def __call__(self, request: HTTPConnection) -> Principal:
        """Who calls.

        Raises:
            Problem: 401 without the token or the cookie.

        """
        given = request.headers.get("authorization", "").encode()
        if given:
            if not hmac.compare_digest(given, self._bearer):
                raise unauthorized("this is not the token of this server", do="Use the one that it printed last.")
            return self._user(by_cookie=False)
        cookie = request.cookies.get(COOKIE, "")
        if cookie and hmac.compare_digest(cookie.encode(), self._cookie.encode()):
            return self._user(by_cookie=True)
        raise unauthorized(
            do="Open the link that `pincite serve` printed, or give its token: `Authorization: Bearer …`."
        )

    def _user(self, *, by_cookie: bool) -> Principal:
        return Principal("user", self._tenant, self._matter, by_cookie=by_cookie)

    def routes(self) -> list[BaseRoute]:
        """The page of the link and its exchange; public."""
        return [
            Route(ENTER, self._enter, methods=["GET"]),
            Route(_SCRIPT, self._script, methods=["GET"]),
            Route(ENTER, self._exchange, methods=["POST"]),
        ]

    async def _enter(self, _: Request) -> Response:
        policy = "default-src 'none'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        return HTMLResponse(_PAGE, headers={"Content-Security-Policy": policy})

    async def _script(self, _: Request) -> Response:
        return Response(_CODE, media_type="text/javascript")

    async def _exchange(self, request: Request) -> Response:
        form = request.headers.get("content-type", "").startswith("application/x-www-form-urlencoded")
        if form:  # of a browser without script
            async with request.form(max_files=0, max_fields=2, max_part_size=_LONGEST) as fields:
                token = str(fields.get("token") or "").strip().rpartition("#")[2]
            given = f"Bearer {token}"[:_LONGEST].encode("utf-8", "replace")
        else:
            given = request.headers.get("authorization", "")[:_LONGEST].encode()
        if not hmac.compare_digest(given, self._bearer):
            raise unauthorized("this is not the token of this server", do="Use the one that it printed last.")
        answer = RedirectResponse("/", status_code=303) if form else JSONResponse({"name": "user"})
        answer.set_cookie(COOKIE, self._cookie, httponly=True, samesite="strict", path="/")
        return answer
