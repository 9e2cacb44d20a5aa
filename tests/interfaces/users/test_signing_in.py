"""Signing in with a browser at a provider of the tests' own: there and back, the session, and attacks on the way."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from tests.connectors.oidc_provider import CLIENT, ISSUER, PUBLIC, SECRET, Provider
from tests.interfaces.users.house import URL, House, engine_over, server

from pincite import wiring
from pincite.access.claims import read_provider
from pincite.access.port import Login
from pincite.connectors.oidc import OidcProvider
from pincite.storage.access import sqlite_access
from pincite.storage.open_jobs import open_jobs

FILE = f"""
issuer: {ISSUER}
client_id: {CLIENT}
tenants:
  - tenant: alpha
    when: {{groups: [alpha]}}
  - tenant: gamma
    when: {{groups: [gamma]}}
roles:
  - role: author
    when: {{groups: [alpha, gamma]}}
  - role: approver
    matters: [harbour]
    when: {{groups: [partners]}}
"""
ANNA = {"sub": "7", "name": "Anna Lantern", "groups": ["alpha", "partners"]}
HTML = {"accept": "text/html"}


@pytest.fixture
def provider() -> Provider:
    return Provider()


@pytest.fixture
def door(provider: Provider, specimen: Path, tmp_path: Path) -> Iterator[House]:
    engine = engine_over(specimen / "releases", wiring.open_ledger(tmp_path / "chats.db", create=True))
    users, jobs = sqlite_access(tmp_path / "users.db", create=True), open_jobs(str(tmp_path / "jobs.db"))
    oidc = OidcProvider(read_provider(FILE.encode()), SECRET, transport=provider.transport(), resolve=lambda _: PUBLIC)
    with server(engine, users, jobs, provider=oidc, frames=("https://word.example",)) as made:
        yield made
    for close in (engine.close, users.close, jobs.close, oidc.close):
        close()


def cookies_of(answer: Any) -> dict[str, str]:
    found = {}
    for header in answer.headers.get_list("set-cookie"):
        name, _, value = header.partition(";")[0].partition("=")
        found[name] = value
    return found


def begun(door: House, then: str = "/") -> tuple[str, dict[str, str]]:
    answer = door.ask("GET", f"/auth/login?then={quote(then, safe='')}")
    assert answer.status_code == 303
    return answer.headers["location"], {"cookie": f"__Host-pincite-login={cookies_of(answer)['__Host-pincite-login']}"}


def came_back(door: House, query: dict[str, str], headers: dict[str, str]) -> Any:
    return door.ask("GET", "/auth/callback", headers, params=query)


def signed_in(door: House, provider: Provider, person: dict[str, Any] | None = None, then: str = "/") -> Any:
    address, headers = begun(door, then)
    return came_back(door, provider.sign_in(address, person or ANNA), headers)


def test_who_signs_in_has_a_session_and_the_roles_that_the_claims_give(door: House, provider: Provider) -> None:
    answer = signed_in(door, provider, then="/review?x=1")
    assert (answer.status_code, answer.headers["location"]) == (303, "/review?x=1")
    cookie = {"cookie": f"__Host-pincite={cookies_of(answer)['__Host-pincite']}"}
    said = door.ask("GET", "/v1/account", cookie | {"pincite-matter": "harbour"}).json()
    assert (said["person"], said["name"], said["tenant"]) == (f"{ISSUER}#7", "Anna Lantern", "alpha")
    assert said["roles"] == {"*": ["author"], "harbour": ["approver"]}
    assert {"propose", "decide"} <= set(said["may"])
    quay = door.ask("GET", "/v1/account", cookie | {"pincite-matter": "quay"}).json()
    assert "decide" not in quay["may"]


def test_roles_follow_the_claims_at_each_sign_in(door: House, provider: Provider) -> None:
    signed_in(door, provider)
    signed_in(door, provider, ANNA | {"groups": ["alpha"]})
    assert [(m.matter, m.role) for m in door.users.members("alpha", f"{ISSUER}#7")] == [("*", "author")]


@pytest.mark.parametrize(
    ("person", "said"),
    [
        ({"groups": []}, "no tenant"),
        ({"groups": ["alpha", "gamma"]}, "several tenants"),
        ({"groups": ["gamma"]}, "not set up"),
    ],
)
def test_who_has_no_place_here_is_told_so_and_has_no_session(
    door: House, provider: Provider, person: dict[str, Any], said: str
) -> None:
    answer = signed_in(door, provider, ANNA | person)
    assert answer.status_code == 403
    assert said in answer.json()["detail"]
    assert "__Host-pincite" not in cookies_of(answer)


def test_a_disabled_person_does_not_come_back_by_signing_in(door: House, provider: Provider) -> None:
    signed_in(door, provider)
    door.administering().disable("alpha", f"{ISSUER}#7")
    assert signed_in(door, provider).status_code == 403


def test_cookies_are_for_this_host_over_https_and_no_script(door: House, provider: Provider) -> None:
    answer = signed_in(door, provider)
    for header in answer.headers.get_list("set-cookie"):
        assert header.startswith("__Host-")
        assert {"Path=/", "HttpOnly", "Secure"} <= set(header.split("; "))
        assert "Domain" not in header
        # within a task pane browsers send only what says so; Origin and the CSRF token guard what it changes
        assert "SameSite=None; Partitioned" in header


def test_a_browser_that_nobody_is_known_by_is_sent_to_sign_in_and_a_program_is_not(door: House) -> None:
    answer = door.ask("GET", "/review?x=1", HTML)
    assert (answer.status_code, answer.headers["location"]) == (303, "/auth/login?then=%2Freview%3Fx%3D1")
    assert door.ask("GET", "/v1/account", HTML).status_code == 401
    assert door.ask("POST", "/review", HTML).status_code == 401
    assert door.ask("GET", "/review").status_code == 401


# attacks


def test_attack_a_callback_in_another_browser_signs_nobody_in(door: House, provider: Provider) -> None:
    address, mine = begun(door)
    query = provider.sign_in(address, ANNA)
    _, other = begun(door)
    for headers in ({}, other, {"cookie": "__Host-pincite-login="}, {"cookie": f"{mine['cookie']}; {other['cookie']}"}):
        assert came_back(door, query, headers).status_code == 401
    assert came_back(door, query, mine).status_code == 303


def test_attack_a_callback_is_good_once(door: House, provider: Provider) -> None:
    address, headers = begun(door)
    query = provider.sign_in(address, ANNA)
    assert [came_back(door, query, headers).status_code for _ in range(2)] == [303, 401]


@pytest.mark.parametrize(
    "changed",
    [
        {"code": ""},
        {"code": "guessed"},
        {"iss": "https://evil.example"},
        {"iss": ""},
        {"error": "access_denied"},
        {"code": "x" * 5000},
    ],
)
def test_attack_a_changed_callback_signs_nobody_in_and_says_nothing_of_why(
    door: House, provider: Provider, changed: dict[str, str]
) -> None:
    address, headers = begun(door)
    answer = came_back(door, provider.sign_in(address, ANNA) | changed, headers)
    assert (answer.status_code, answer.json()["detail"]) == (401, "signing in did not succeed")


@pytest.mark.parametrize(
    "then",
    [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example",
        "\\\\evil.example",
        "javascript:alert(1)",
        "/a\r\nset-cookie: x=y",
        "/auth/login",
        "evil",
    ],
)
def test_attack_the_way_on_never_leads_elsewhere(door: House, provider: Provider, then: str) -> None:
    answer = signed_in(door, provider, then=then)
    assert answer.headers["location"] == "/"
    assert "x" not in cookies_of(answer)


def test_attack_a_session_that_was_there_before_is_not_the_one_after(door: House, provider: Provider) -> None:
    first = cookies_of(signed_in(door, provider))["__Host-pincite"]
    second = cookies_of(signed_in(door, provider))["__Host-pincite"]
    assert first != second


def test_attack_the_provider_is_asked_nothing_that_a_request_names(door: House, provider: Provider) -> None:
    for query in ("?iss=https://169.254.169.254/&state=x&code=y", "?state=x&code=y&iss=http://10.0.0.1"):
        door.ask("GET", f"/auth/callback{query}")
    door.ask("GET", "/auth/login?then=https://169.254.169.254/&issuer=https://10.0.0.1")
    assert set(provider.asked) <= {"GET /.well-known/openid-configuration"}


def test_attack_sign_ins_begun_without_end_are_slowed_and_what_ended_is_swept(door: House) -> None:
    old = "2020-01-01T00:00:00.000Z"
    door.users.add_login(Login(bytes(32), "n", "v", "/", old))
    answers = [door.ask("GET", "/auth/login").status_code for _ in range(70)]
    assert answers[:50] == [303] * 50
    assert answers[-1] == 429
    assert door.users.sweep(wiring.now()) == 0, "it was swept"


def test_no_secret_is_in_any_log(door: House, provider: Provider, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    answer = signed_in(door, provider)
    session = cookies_of(answer)["__Host-pincite"]
    cookie = {"cookie": f"__Host-pincite={session}", "origin": URL, "pincite-matter": "harbour"}
    csrf = door.ask("GET", "/v1/account", cookie).json()["csrf"]
    token = door.ask(
        "POST", "/v1/tokens", cookie | {"x-csrf-token": csrf}, json={"name": "t", "scopes": ["read"]}
    ).json()
    bearer = {"authorization": f"Bearer {token['secret']}"}
    door.ask("GET", "/v1/account", bearer)
    door.ask("GET", "/v1/account", {"authorization": f"Bearer {token['secret']}x"})
    door.ask("POST", "/v1/verify", bearer, json={"nonsense": token["secret"]})
    address, headers = begun(door)
    query = provider.sign_in(address, ANNA)
    came_back(door, query | {"iss": "https://evil.example"}, headers)
    states = [headers["cookie"].partition("=")[2], query["state"], query["code"], urlsplit(address).query]
    secrets = [SECRET, session, csrf, token["secret"], token["secret"][4:], *states]
    # httpx2 is the tests' own client and writes the addresses it asks
    shown = "".join(
        f"{record.getMessage()}{record.__dict__}" for record in caplog.records if not record.name.startswith("httpx2")
    )
    assert "a sign-in was refused" in shown, "the log was looked at"
    assert not [each for each in secrets if each in shown]
    ledger = b"".join(e.payload or b"" for c in door.ledger.chats("alpha") for e in door.ledger.entries(c.id))
    assert b"signed in" in ledger
    assert not [each for each in secrets if each.encode() in ledger]
