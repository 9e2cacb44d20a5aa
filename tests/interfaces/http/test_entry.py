"""Who comes in: the token, the cookie, Host and Origin; attacks by pages of others and by neighbours on this machine."""

from __future__ import annotations

import logging

import pytest
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient
from tests.interfaces.http.conftest import AT, BEARER, TOKEN, Make, Server

from pincite.errors import CannotRun, PinciteError
from pincite.interfaces.http.app import Router, make_app, needs
from pincite.interfaces.http.limits import Limits
from pincite.interfaces.http.local import COOKIE
from pincite.interfaces.http.principal import Principal
from pincite.interfaces.http.problems import Problem, unauthorized


def fresh(server: Server) -> TestClient:
    """A browser or program that has no cookie yet."""
    return TestClient(server.client.app, base_url=AT, raise_server_exceptions=False)


def entered(server: Server) -> TestClient:
    client = fresh(server)
    assert client.post("/enter", headers=BEARER).status_code == 200
    return client


def test_every_route_but_the_public_ones_refuses_without_credentials(server: Server) -> None:
    client = fresh(server)
    open_to_all: set[tuple[str, str]] = set()
    for route in server.client.app.routes:  # type: ignore[attr-defined]
        path = route.path.replace("{chat}", "c").replace("{job}", "0" * 32).replace("{row}", "E1")
        for method in route.methods or {"GET", "POST", "DELETE"}:
            response = client.request(method, path)
            if response.status_code != 401:
                open_to_all.add((method, path))
            else:
                assert response.headers["content-type"] == "application/problem+json"
                assert response.headers["www-authenticate"].startswith("Bearer")
    assert {path for _, path in open_to_all} == {"/healthz", "/enter", "/enter.js"}


@pytest.mark.parametrize("given", ["Bearer wrong", f"Basic {TOKEN}", TOKEN, "Bearer", f"bearer {TOKEN}", "Bearer é"])
def test_another_token_is_refused(server: Server, given: str) -> None:
    response = fresh(server).get("/v1/me", headers={b"Authorization": given.encode()})
    assert response.status_code == 401
    assert TOKEN not in response.text


def test_the_link_gives_a_cookie_that_is_not_the_token(server: Server) -> None:
    client = fresh(server)
    page = client.get("/enter")
    assert TOKEN not in page.text
    response = client.post("/enter", headers=BEARER)
    cookie = response.headers["set-cookie"]
    assert TOKEN not in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert client.get("/v1/me").json()["name"] == "user"


def test_a_cookie_of_another_run_is_refused(server: Server) -> None:
    client = fresh(server)
    client.cookies.set(COOKIE, "0" * 64)
    assert client.get("/v1/me").status_code == 401


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "evil.example:8321", "", "[::2]", "localhost.:1"]
)
def test_attack_dns_rebinding_a_foreign_host_leads_nowhere(server: Server, host: str) -> None:
    for path in ("/healthz", "/v1/me", "/enter"):
        response = fresh(server).get(path, headers={**BEARER, "Host": host})
        assert response.status_code == 421, path


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost:1", "[::1]:8321", "LOCALHOST"])
def test_the_names_of_this_machine_are_its_own(server: Server, host: str) -> None:
    assert fresh(server).get("/healthz", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        # a neighbour on this machine is of the same site, and gets the cookie
        {"Origin": "http://127.0.0.1:9999"},
        {"Origin": "http://localhost:8321"},
        {"Origin": AT, "Sec-Fetch-Site": "cross-site"},
    ],
)
def test_attack_csrf_a_cookie_changes_nothing_from_another_page(server: Server, headers: dict[str, str]) -> None:
    client = entered(server)
    response = client.post("/v1/chats", json={}, headers=headers)
    assert response.status_code == 403, headers


@pytest.mark.parametrize("headers", [{"Origin": AT}, {"Sec-Fetch-Site": "same-origin"}])
def test_a_page_of_this_server_acts_by_its_cookie(server: Server, headers: dict[str, str]) -> None:
    assert entered(server).post("/v1/chats", json={}, headers=headers).status_code == 201


def test_a_page_of_another_origin_reads_nothing_either(server: Server) -> None:
    response = entered(server).get("/v1/me", headers={"Origin": "https://evil.example"})
    assert response.status_code == 403
    assert "access-control-allow-origin" not in response.headers


def test_every_response_bears_the_headers_that_protect_it(server: Server) -> None:
    for response in (server.get("/v1/me"), server.get("/nowhere"), fresh(server).get("/v1/me")):
        assert response.headers["x-content-type-options"] == "nosniff"
        assert response.headers["cache-control"] == "no-store"
        assert "frame-ancestors 'none'" in response.headers["content-security-policy"]
        assert len(response.headers["x-request-id"]) == 16


def test_wrong_tokens_are_slowed_and_the_right_one_is_not(make: Make) -> None:
    server = make(limits=Limits(wrong=5))
    client = fresh(server)
    answers = [client.get("/v1/me", headers={"Authorization": "Bearer x"}).status_code for _ in range(8)]
    assert answers == [401] * 5 + [429] * 3
    assert client.get("/v1/me", headers=BEARER).status_code == 200


async def anna(request: HTTPConnection) -> Principal:
    """An identity of the tests' own."""
    match request.headers.get("x-user", ""):
        case "anna":
            return Principal("anna", "firm", "m1", actions=frozenset({"read"}))
        case "":
            raise unauthorized()
        case _:
            raise _Denied("not here")


class _Denied(PinciteError):
    code = "forbidden"


def _app(**more: object) -> TestClient:
    @needs("read")
    def read(request: Request) -> Response:
        return JSONResponse({"ok": True})

    @needs("append")
    async def write(request: Request) -> Response:
        return JSONResponse({"ok": True})

    @needs("read")
    def fails(request: Request) -> Response:
        raise ValueError("the words of a draft")

    @needs("read")
    def cannot(request: Request) -> Response:
        raise CannotRun("the release is gone", remedy="Bring it back.")

    routes = [Route("/read", read), Route("/write", write), Route("/fails", fails), Route("/cannot", cannot)]
    pages = [Route("/static/x.css", lambda _: Response("x")), Route("/staticky", lambda _: Response("x"))]
    routers = [Router("own", routes), Router("pages", pages, frozenset(("/static/",)))]
    app = make_app(routers, anna, **more)  # type: ignore[arg-type]
    return TestClient(app, base_url=AT, raise_server_exceptions=False, headers={"x-user": "anna"})


def test_an_identity_that_is_plugged_in_says_who_calls_and_what_they_may() -> None:
    client = _app()
    assert client.get("/read").status_code == 200
    assert client.get("/write").json()["code"] == "forbidden"
    assert client.get("/read", headers={"x-user": "bob"}).status_code == 403
    assert client.get("/read", headers={"x-user": ""}).status_code == 401


def test_public_paths_are_those_that_a_router_names_and_those_below_them() -> None:
    client = _app()
    assert client.get("/static/x.css", headers={"x-user": ""}).status_code == 200
    assert client.get("/staticky", headers={"x-user": ""}).status_code == 401


def test_what_nobody_foresaw_says_nothing_of_itself(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, "pincite.http"):
        response = _app().get("/fails")
    assert response.status_code == 500
    assert "words of a draft" not in response.text
    assert response.json()["request_id"] == response.headers["x-request-id"] == caplog.records[0].__dict__["request_id"]


def test_a_failure_that_is_known_says_what_to_do() -> None:
    said = _app().get("/cannot").json()
    assert (said["status"], said["code"], said["do"]) == (503, "cannot_run", "Bring it back.")


def test_a_browser_is_shown_a_page_where_there_is_one() -> None:
    def page(_: Request, problem: Problem) -> Response:
        return Response(f"<h1>{problem.code}</h1>", status_code=problem.status, media_type="text/html")

    client = _app(page=page)
    assert client.get("/write", headers={"Accept": "text/html"}).text == "<h1>forbidden</h1>"
    assert client.get("/write").json()["code"] == "forbidden"


def test_a_browser_without_script_enters_by_a_form(server: Server) -> None:
    client = fresh(server)
    assert '<form method="post" action="/enter">' in client.get("/enter").text
    token = TOKEN
    for given in (token, f"http://127.0.0.1:8321/enter#{token}"):
        answer = client.post("/enter", data={"token": given}, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        assert "HttpOnly" in answer.headers["set-cookie"]
    assert client.post("/enter", data={"token": "wrong"}).status_code == 401
    assert client.post("/enter", data={"token": token}, headers={"Origin": "https://evil.example"}).status_code == 403
