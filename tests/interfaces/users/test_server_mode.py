"""What a server with users asks before it starts, and what every answer bears."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient
from tests.interfaces.users.house import URL, House, engine_over, server

from pincite import wiring
from pincite.errors import BadInput
from pincite.interfaces.cli.main import main
from pincite.interfaces.http.server_mode import Hardened, ServerSettings, check_settings
from pincite.storage.access import sqlite_access
from pincite.storage.open_jobs import open_jobs

GOOD = ServerSettings("postgresql://pincite@db/pincite", URL, proxies=("10.0.0.2",), provider=Path("provider.yaml"))


def test_it_starts_with_postgresql_a_proxy_and_a_provider_or_tokens() -> None:
    check_settings(GOOD)
    check_settings(dataclasses.replace(GOOD, provider=None, tokens_only=True))
    check_settings(
        dataclasses.replace(GOOD, frames=("https://word-edit.officeapps.live.com", "https://*.sharepoint.com"))
    )


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"store": "chats.db"}, "PostgreSQL"),
        ({"store": ""}, "PostgreSQL"),
        ({"public_url": "http://pincite.firm.example"}, "not https"),
        ({"public_url": "https://pincite.firm.example/path"}, "without path"),
        ({"public_url": "https://user@pincite.firm.example"}, "without path"),
        ({"public_url": "pincite"}, "address"),
        ({"proxies": ()}, "ends TLS"),
        ({"proxies": ("everywhere",)}, "neither an IP address"),
        ({"proxies": ("0.0.0.0/0",)}, "everybody"),
        ({"proxies": ("::/0",)}, "everybody"),
        ({"provider": None}, "identity provider"),
        ({"tokens_only": True}, "identity provider"),
        ({"frames": ("*",)}, "no origin"),
        ({"frames": ("http://word.example",)}, "no origin"),
        ({"frames": ("https://word.example; script-src *",)}, "no origin"),
        ({"insecure": True, "host": "0.0.0.0"}, "this machine alone"),
        ({"insecure": True, "host": "192.168.0.9"}, "this machine alone"),
    ],
)
def test_it_does_not_start_where_something_is_missing(changed: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        check_settings(dataclasses.replace(GOOD, **changed))


def test_everything_that_is_missing_is_said_at_once() -> None:
    with pytest.raises(BadInput) as refused:
        check_settings(ServerSettings("chats.db", "http://x"))
    assert all(each in str(refused.value) for each in ("PostgreSQL", "https", "TLS", "identity provider"))


def test_the_command_refuses_with_those_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["server", "start", "--store", "chats.db", "--public-url", "http://x"]) == 3
    assert "ends TLS" in capsys.readouterr().err


def test_the_command_without_anything_says_all_that_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["server", "start"]) == 3
    said = capsys.readouterr().err
    assert all(each in said for each in ("--store", "--public-url", "--proxy", "--provider"))


def test_a_machine_of_ones_own_may_try_it_out_without() -> None:
    check_settings(ServerSettings("chats.db", "http://127.0.0.1:8330", tokens_only=True, insecure=True))


# headers


def answers(hardened: Any, scheme: str = "https") -> Any:
    with TestClient(hardened, base_url=f"{scheme}://pincite.firm.example") as client:
        return client.get("/page")


def page(policy: str = "") -> Starlette:
    def shown(_: Any) -> HTMLResponse:
        return HTMLResponse("x", headers={"content-security-policy": policy} if policy else {})

    return Starlette(routes=[Route("/page", shown), Route("/healthz", lambda _: PlainTextResponse("ok"))])


def test_every_answer_bears_its_headers() -> None:
    headers = answers(Hardened(page())).headers
    assert headers["strict-transport-security"].startswith("max-age=31536000")
    assert headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert headers["x-frame-options"] == "DENY"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "camera=()" in headers["permissions-policy"]


def test_pages_of_the_origins_that_the_operator_names_may_frame_it_and_no_others() -> None:
    policy = "default-src 'none'; script-src 'self'; Frame-Ancestors *"
    headers = answers(Hardened(page(policy), frames=("https://word.example",))).headers
    assert (
        headers["content-security-policy"]
        == "default-src 'none'; script-src 'self'; frame-ancestors https://word.example"
    )
    assert "x-frame-options" not in headers


def test_a_request_in_clear_is_refused_but_for_the_health_of_the_server() -> None:
    answer = answers(Hardened(page()), "http")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_https")
    with TestClient(Hardened(page()), base_url="http://10.0.0.1") as client:
        assert client.get("/healthz").status_code == 200


@pytest.fixture(scope="module")
def house(specimen: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("paged")
    engine = engine_over(specimen / "releases", wiring.open_ledger(folder / "chats.db", create=True))
    users, jobs = sqlite_access(folder / "users.db", create=True), open_jobs(str(folder / "jobs.db"))
    with server(engine, users, jobs, pages=True) as made:
        yield made
    for close in (engine.close, users.close, jobs.close):
        close()


def test_no_page_of_the_server_runs_a_script_that_stands_in_it(house: House) -> None:
    who = house.session("alpha", "approver")
    found = 0
    for path in ("/", "/healthz", "/v1/openapi.json", "/nowhere", "/v1/account"):
        for headers in (who | {"accept": "text/html"}, {"accept": "text/html"}, {}):
            answer = house.ask("GET", path, headers)
            policy = answer.headers["content-security-policy"]
            directives = {each.split()[0]: each for each in policy.split("; ")}
            assert directives["frame-ancestors"] == "frame-ancestors 'none'"
            scripts = directives.get("script-src", directives["default-src"])
            assert not {"'unsafe-inline'", "'unsafe-eval'", "*", "data:"} & set(scripts.split())
            found += "text/html" in answer.headers.get("content-type", "")
    assert found, "a page was among them"


def test_an_upload_that_is_too_long_is_refused_before_it_is_read(house: House) -> None:
    who = house.bearer("alpha", "author")
    answer = house.ask("POST", "/v1/chats", who | {"content-length": "999999999"}, content=b"{}")
    assert answer.status_code == 413


def test_what_a_server_with_users_adds_is_documented_and_nothing_else(house: House) -> None:
    from tests.interfaces.users.matrix import endpoints

    from pincite.interfaces.http.openapi import document

    said = house.ask("GET", "/v1/openapi.json", house.bearer("alpha", "reader")).json()["paths"]
    usual = document(read_only=False)["paths"]
    added = {f"{method.upper()} {path}" for path in said for method in said[path] if method not in usual.get(path, {})}
    served = {each for each in endpoints(house) if " /v1/" in each or " /auth/logout" in each}
    assert added == {e for e in served if e.split()[0].lower() not in usual.get(e.split()[1], {})} - {
        "GET /v1/openapi.json"
    }
    ids = [said[path][method]["operationId"] for path in said for method in said[path]]
    assert len(ids) == len(set(ids))
