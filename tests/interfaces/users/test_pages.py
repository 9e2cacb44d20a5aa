"""The pages of sign-off and of the account: what a person does with forms, and what a form without its token does not do."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.interfaces.users.house import House, engine_over, server

from pincite import wiring
from pincite.interfaces.web.words import NAMES
from pincite.storage.access import sqlite_access
from pincite.storage.jobs import Wanted
from pincite.storage.open_jobs import open_jobs

HTML = {"accept": "text/html"}


@pytest.fixture(scope="module")
def house(specimen: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("pages")
    engine = engine_over(specimen / "releases", wiring.open_ledger(folder / "chats.db", create=True))
    users, jobs = sqlite_access(folder / "users.db", create=True), open_jobs(str(folder / "jobs.db"))
    with server(engine, users, jobs, pages=True) as made:
        yield made
    for close in (engine.close, users.close, jobs.close):
        close()


@pytest.fixture
def job(house: House, report: str, specimen: Path, request: pytest.FixtureRequest) -> str:
    """A check that ended, of a draft that is blocked."""
    value = json.loads(report)
    value["volatile"] |= {"draft_path": request.node.name}
    draft = (specimen / "drafts/memo-hk.md").read_bytes()
    made, _ = house.jobs.put(
        Wanted("alpha", "harbour", "author", "verify", "memo-hk.md", {"n": request.node.name}, draft)
    )
    held = house.jobs.claim("tests")
    assert held is not None
    assert house.jobs.finish(held, "tests", json.dumps(value, ensure_ascii=False).encode())
    return made.id


def posted(house: House, path: str, who: dict[str, str], **form: str) -> Any:
    given = {name: value for name, value in who.items() if name != "x-csrf-token"}
    return house.ask("POST", path, given | HTML, data={"csrf": who["x-csrf-token"], **form})


def page(house: House, path: str, who: dict[str, str], **more: str) -> str:
    answer = house.ask("GET", path, who | HTML | more)
    assert answer.status_code == 200, answer.text
    return str(answer.text)


def test_a_reviewer_proposes_and_an_approver_approves_with_forms(house: House, job: str) -> None:
    reviewer, approver = house.session("alpha", "reviewer"), house.session("alpha", "approver")
    assert f'<option value="{job}">' in page(house, "/sign-offs", reviewer)
    assert posted(house, "/sign-offs", reviewer, job=job, way="escalate", reason="it is <urgent>").status_code == 303
    mine, theirs = page(house, "/sign-offs", reviewer), page(house, "/sign-offs", approver)
    assert "it is &lt;urgent&gt;" in mine
    assert "You proposed this; another person decides." in mine
    path = re.findall(r'action="(/sign-offs/sign-off-[0-9a-f]+/decision)"', theirs)[0]
    assert path not in mine
    assert posted(house, path, reviewer, decision="approve", reason="x").status_code == 403
    assert posted(house, path, approver, decision="approve", reason="read all").status_code == 303
    shown = page(house, "/sign-offs", approver)
    assert "memo-hk.md: approved" in shown
    assert "approver everywhere in alpha" in shown
    said = house.ask("POST", "/v1/gate/standing", approver, json={"job": job}).json()
    assert said["standing"] == "RELEASED"


def test_a_disclaimer_shows_the_copy_that_alone_may_go(house: House, job: str) -> None:
    answer = posted(house, "/sign-offs", house.session("alpha", "reviewer"), job=job, way="disclaim", reason="in part")
    assert answer.status_code == 201
    assert "(citation not verified / content mismatch" in answer.text


@pytest.mark.parametrize("token", ["", "wrong"])
def test_attack_a_form_without_the_token_of_its_session_changes_nothing(house: House, job: str, token: str) -> None:
    who = house.session("alpha", "approver")
    for path in ("/sign-offs", "/account/tokens", "/account/matter", "/account/leave", "/account/tokens/x/revoke"):
        answer = posted(house, path, who | {"x-csrf-token": token}, job=job, way="escalate", reason="x", name="x")
        assert answer.status_code == 403, path
    assert house.ask("GET", "/v1/account", who).status_code == 200


def test_attack_a_program_changes_nothing_by_forms(house: House, job: str) -> None:
    who = house.bearer("alpha", "approver")
    for path in ("/sign-offs", "/account/tokens", "/account/matter", "/account/leave"):
        assert (
            house.ask("POST", path, who, data={"csrf": "", "job": job, "way": "escalate", "reason": "x"}).status_code
            == 403
        )


def test_a_reader_sees_no_form_of_decisions(house: House) -> None:
    shown = page(house, "/sign-offs", house.session("alpha", "reader"))
    assert "/decision" not in shown
    assert 'name="way"' not in shown


def test_a_token_is_shown_once_and_revoked(house: House) -> None:
    who = house.session("alpha", "author")
    answer = posted(house, "/account/tokens", who, name="my <CI>", scope_read="1")
    secret = re.findall(r'value="(pct_[^"]+)"', answer.text)[0]
    shown = page(house, "/account", who)
    assert secret not in shown
    assert "my &lt;CI&gt;" in shown
    bearer = {"authorization": f"Bearer {secret}", "pincite-matter": "harbour"}
    assert house.ask("GET", "/v1/account", bearer).json()["may"] == ["read"]
    path = re.findall(r'action="(/account/tokens/[0-9a-f]+/revoke)"', shown)[0]
    assert posted(house, path, who).status_code == 303
    assert house.ask("GET", "/v1/account", bearer).status_code == 401
    assert posted(house, "/account/tokens", who, name="x", scope_decide="1").status_code == 403


def test_the_matter_is_chosen_and_one_that_is_lost_is_forgotten(house: House) -> None:
    house.administering().add_user("alpha", "of two")
    for matter in ("harbour", "quay"):
        house.administering().grant("alpha", "of two", "author", matter)
    who = house.session("alpha", "of two")
    del who["pincite-matter"]
    answer = posted(house, "/account/matter", who, matter="quay")
    kept = answer.headers["set-cookie"].partition(";")[0]
    both = who | {"cookie": f"{who['cookie']}; {kept}"}
    assert house.ask("GET", "/v1/account", both).json()["matter"] == "quay"
    house.administering().revoke("alpha", "of two", "author", "quay")
    assert house.ask("GET", "/v1/account", both).json()["matter"] == "harbour"
    assert "set-cookie" not in posted(house, "/account/matter", who, matter="another").headers


def test_signing_out_by_the_form_ends_the_session(house: House) -> None:
    who = house.session("alpha", "author")
    answer = posted(house, "/account/leave", who)
    assert answer.status_code == 200
    assert "Signed in" not in answer.text
    assert "Max-Age=0" in answer.headers["set-cookie"]
    assert house.ask("GET", "/v1/account", who).status_code == 401


@pytest.mark.parametrize("language", NAMES)
def test_the_pages_speak_every_language(house: House, language: str) -> None:
    who = house.session("alpha", "approver")
    for path in ("/sign-offs", "/account"):
        assert f'<html lang="{language}"' in page(house, f"{path}?language={language}", who)
