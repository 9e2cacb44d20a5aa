"""What all pages share: the base template, the reader's language and colours, the headers that keep a page to itself.

Keeps true:
1. Whatever a draft, a source or an address holds is shown as text: templates escape all, and the policy allows no script, style or
   picture but our own files, none inline, and no frame around a page but those named.
2. A page is a plain document: links and forms do all of it; script adds comfort.
3. Where a reader is led back to stays on this door.
4. Failures are pages in words, with what to do (`Frame.problem`, which the HTTP door shows browsers).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from jinja2 import ChoiceLoader, Environment, FunctionLoader, StrictUndefined
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from pincite.interfaces.http.app import Router
from pincite.interfaces.http.principal import Principal
from pincite.interfaces.http.problems import Problem
from pincite.interfaces.web.shown_text import lines_safe
from pincite.interfaces.web.static_files import address_of, served
from pincite.interfaces.web.words import NAMES, chosen, words_in
from pincite.reports.html_report import environment as report_environment
from pincite.reports.messages import LANGUAGES, Messages
from pincite.reports.text import safe
from pincite.text.tables import rows, table_text

__all__ = ["Frame", "frame_router"]

LANGUAGE_COOKIE, SCHEME_COOKIE = "pincite_language", "pincite_scheme"
SCHEMES = ("auto", "light", "dark")
_YEAR = 365 * 24 * 3600


@cache
def _environment() -> Environment:
    def own(name: str) -> str | None:
        try:
            return table_text("pincite.interfaces.web", f"templates/{name}")
        except FileNotFoundError:
            return None

    loader = report_environment().loader
    assert loader is not None, "the report has templates"
    return Environment(
        loader=ChoiceLoader([FunctionLoader(own), loader]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


@dataclass(frozen=True)
class Frame:
    """The frame of a door's pages.

    Attributes:
        paths: the paths of pages that there are, for the navigation.
        ancestors: origins that may show a page within theirs (a task pane of Word on the web); none by default.

    """

    paths: Sequence[str] = ("/",)
    ancestors: Sequence[str] = ()

    def language(self, request: Request) -> str:
        """The language in which this reader is shown pages; `?language=de` chooses for one page."""
        asked = request.query_params.get("language", "") or request.cookies.get(LANGUAGE_COOKIE, "")
        return chosen(asked, request.headers.get("accept-language", ""))

    def words(self, request: Request) -> Messages:
        """The words of that language."""
        return words_in(self.language(request))

    def page(
        self,
        request: Request,
        template: str,
        values: Mapping[str, Any] | None = None,
        *,
        status: int = 200,
        headers: Mapping[str, str] | None = None,
    ) -> HTMLResponse:
        """A page of a template; see `base.html.j2` for what templates may use beside `values`."""
        words = self.words(request)
        root = str(request.scope.get("root_path", "")).rstrip("/")
        scheme = request.cookies.get(SCHEME_COOKIE, "auto")
        text = (
            _environment()
            .get_template(template)
            .render(
                {
                    "say": words.say,
                    "language": words.language,
                    "languages": [(code, NAMES[code]) for code in LANGUAGES],
                    "scheme": scheme if scheme in SCHEMES else "auto",
                    "schemes": SCHEMES,
                    "here": _here(request),
                    "path": request.url.path.removeprefix(root) or "/",
                    "navigation": [(path, code) for path, code in _navigation() if path in self.paths],
                    "to": lambda path: f"{root}{path}",
                    "static": lambda name: f"{root}{address_of(name)}",
                    "signed_in": safe(_name_of(request)),
                    "plain": lines_safe,
                    **(values or {}),
                }
            )
        )
        response = HTMLResponse(text, status_code=status, headers=dict(headers or {}))
        self.guard(response.headers)
        response.headers["Content-Language"] = words.language
        return response

    def guard(self, headers: MutableHeaders) -> None:
        """Put the headers that keep a page to itself."""
        around = " ".join(self.ancestors) or "'none'"
        headers["Content-Security-Policy"] = (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
            f"form-action 'self'; base-uri 'none'; frame-ancestors {around}"
        )
        headers["X-Content-Type-Options"] = "nosniff"
        headers["Referrer-Policy"] = "same-origin"
        headers["Cross-Origin-Opener-Policy"] = "same-origin"
        headers["Cross-Origin-Resource-Policy"] = "same-origin"
        headers.setdefault("Cache-Control", "no-store")

    def problem(self, request: Request, problem: Problem) -> Response:
        """A problem as a page: what was wrong, and what to do."""
        words = self.words(request)
        code = problem.code if words.has("failure", problem.code) else f"status_{problem.status}"
        values = {
            "code": code if words.has("failure", code) else "refused",
            # of an address that is not there the heading says it all, and what would do is for programs
            "detail": "" if problem.code == "no_such_address" else safe(problem.detail),
            "remedy": "" if problem.code in ("no_such_address", "no_such_method") else safe(problem.do),
            "public": problem.status == 401,
        }
        return self.page(request, "failure.html.j2", values, status=problem.status, headers=problem.headers)


def frame_router() -> Router:
    """Static files, and the form of the reader's language and colours; both are there for everybody."""

    async def preferences(request: Request) -> Response:
        async with request.form(max_files=0, max_fields=5) as form:
            back = str(form.get("back", "/"))
            response = RedirectResponse(back if _ours(back) else "/", status_code=303)
            for name, cookie, known in (
                ("language", LANGUAGE_COOKIE, LANGUAGES),
                ("scheme", SCHEME_COOKIE, SCHEMES),
            ):
                value = form.get(name)
                if isinstance(value, str) and value in known:
                    response.set_cookie(cookie, value, max_age=_YEAR, httponly=True, samesite="lax")
        return response

    routes = [
        Route("/static/{digest}/{name}", served, methods=["GET"]),
        Route("/preferences", preferences, methods=["POST"]),
    ]
    return Router("frame", routes, frozenset(("/static/", "/preferences")))


def _name_of(request: Request) -> str:
    """Who is signed in; "" on public pages and for the one user of a local server."""
    principal = request.scope.get("state", {}).get("principal")
    return (principal.shown or principal.name) if isinstance(principal, Principal) and principal.roles else ""


def _here(request: Request) -> str:
    """The address of this page without its host and without a language chosen for one page."""
    query = "&".join(p for p in request.url.query.split("&") if p and not p.startswith("language="))
    return request.url.path + (f"?{query}" if query else "")


def _ours(address: str) -> bool:
    """Whether an address leads to a page of this door; two slashes, of either kind, lead to another host."""
    return address.startswith("/") and address[1:2] not in ("/", "\\") and address.isprintable()


@cache
def _navigation() -> tuple[tuple[str, str], ...]:
    return tuple((path, code) for path, code in rows("pincite.interfaces.web", "navigation.tsv"))
