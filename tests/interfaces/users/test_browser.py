"""A server as an operator starts it, two persons in a real browser, and a provider on this machine: from sign-in to sign-off.

Needs Chromium and `pip install pincite[services]`. With PINCITE_PICTURES=FOLDER pictures are taken.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route
from tests.connectors.oidc_provider import CLIENT, SECRET, Provider
from tests.interfaces.mcp.serving import running
from tests.interfaces.web.serving import PATIENCE, WIDE, chromium, pictures, settled, until, violations

from pincite.interfaces.cli.main import main

pytestmark = pytest.mark.services

DRAFTS = Path(__file__).resolve().parents[3] / "src" / "pincite" / "specimen" / "drafts"
PEOPLE = {
    "anna": {"sub": "7", "name": "Anna Wick", "groups": ["legal", "reviewers"]},
    "ben": {"sub": "8", "name": "Ben Flame", "groups": ["legal", "partners"]},
}
FILE = """
issuer: {issuer}
client_id: {client}
tenants:
  - tenant: alpha
    when: {{groups: [legal]}}
roles:
  - role: author
    when: {{groups: [legal]}}
  - role: reviewer
    when: {{groups: [reviewers]}}
  - role: approver
    when: {{groups: [partners]}}
"""


def provider_app(held: list[Provider]) -> Starlette:
    async def authorize(request: Request) -> Response:
        who = request.query_params.get("who", "")
        if who:
            asked = str(request.url.remove_query_params("who"))
            back = held[0].sign_in(asked, PEOPLE[who])
            return RedirectResponse(f"{request.query_params['redirect_uri']}?{httpx.QueryParams(back)}", 303)
        links = "".join(
            f'<p><a id="{each}" href="{request.url.include_query_params(who=each)}">{each}</a></p>' for each in PEOPLE
        )
        return HTMLResponse(f"<!doctype html><title>Sign in</title>{links}")

    async def others(request: Request) -> Response:
        asked = httpx.Request(
            request.method, str(request.url), headers=dict(request.headers), content=await request.body()
        )
        answer = held[0].answer(asked)
        return Response(answer.content, answer.status_code, {"content-type": "application/json"})

    return Starlette(routes=[Route("/authorize", authorize), Route("/{path:path}", others, methods=["GET", "POST"])])


@pytest.fixture(scope="module")
def served(specimen: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("firm")
    store = str(folder / "firm.db")
    held: list[Provider] = []
    with running(provider_app(held)) as at:
        issuer = at.removesuffix("/mcp")
        held.append(Provider(issuer))
        (folder / "provider.yaml").write_text(FILE.format(issuer=issuer, client=CLIENT), "utf-8")
        assert main(["server", "tenants", "add", "alpha", "--store", store]) == 0
        assert main(["server", "tenants", "matter", "alpha", "harbour", "--store", store]) == 0
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        command = [
            sys.executable, "-c", "from pincite.interfaces.cli.main import run; run()", "server", "start", "--insecure", "--store", store,
            "--public-url", f"http://127.0.0.1:{port}", "--port", str(port), "--provider", str(folder / "provider.yaml"),
            "--release", str(specimen / "releases"), "--verifiers", "1",
        ]  # fmt: skip
        env = {**os.environ, "PINCITE_OIDC_SECRET": SECRET}
        with (folder / "log").open("w") as log:
            process = subprocess.Popen(command, stderr=log, stdout=log, env=env, start_new_session=True)
            try:
                until(lambda: _answers(process, folder / "log", port))
                yield f"http://127.0.0.1:{port}"
            finally:
                os.killpg(process.pid, signal.SIGTERM)
                process.wait(PATIENCE)
        text = (folder / "log").read_text()
        assert "Traceback" not in text
        assert SECRET not in text


def _answers(process: subprocess.Popen[bytes], log: Path, port: int) -> bool:
    assert process.poll() is None, log.read_text()
    try:
        httpx.get(f"http://127.0.0.1:{port}/healthz")
    except httpx.HTTPError:
        return False
    return True


def signed_in(browser: Any, served: str, who: str, then: str = "/") -> Any:
    page = browser.new_context(viewport=WIDE).new_page()
    page.goto(served + then)
    assert page.title() == "Sign in", "whoever is not known is sent to the provider"
    page.click(f"#{who}")
    page.wait_for_url(served + then)
    return page


def test_two_persons_sign_in_and_release_a_blocked_draft(served: str) -> None:
    with chromium() as browser:
        anna = signed_in(browser, served, "anna")
        anna.set_input_files("#file", DRAFTS / "memo-hk.md")
        anna.click("#hand-in button.primary")
        settled(anna, "#review")
        anna.goto(served + "/sign-offs")
        assert violations(anna) == []
        anna.fill("#reason", "The court sits tomorrow; c008 is being looked up.")
        anna.click("main button.primary")
        settled(anna, "article")
        assert "You proposed this" in anna.inner_text("article")
        ben = signed_in(browser, served, "ben", "/sign-offs")
        assert "Anna Wick" in ben.inner_text("article")
        assert violations(ben) == []
        _picture(ben, "sign-off.png")
        ben.fill("article textarea", "Read all of them.")
        ben.click("button[value=approve]")
        settled(ben, "text=memo-hk.md: approved")
        ben.goto(served + "/account")
        assert "Ben Flame" in ben.inner_text("h1")
        assert ben.inner_text(".who") == "Signed in: Ben Flame"
        assert violations(ben) == []
        _picture(ben, "account.png")
        ben.fill("#token-name", "my script")
        ben.click("button:has-text('Make a token')")
        token = ben.input_value("#secret")
        said = httpx.get(served + "/v1/account", headers={"authorization": f"Bearer {token}"}, timeout=PATIENCE).json()
        assert said["name"] == "Ben Flame"
        ben.click("button:has-text('Sign out')")
        settled(ben, "h1:has-text('You are signed out')")
        ben.goto(served + "/account")
        assert ben.title() == "Sign in"


def _picture(page: Any, name: str) -> None:
    folder = pictures()
    if folder is not None:
        page.screenshot(path=folder / name, full_page=True)
