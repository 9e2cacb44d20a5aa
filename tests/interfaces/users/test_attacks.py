"""Attacks on a server with users that go around its doors: names of chains, acts carried twice, erasure, forwarding headers."""

from __future__ import annotations

import json
from threading import Event, Semaphore, Thread
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from tests.interfaces.users.house import URL, House
from tests.interfaces.users.test_sign_off import decided, key_of, note, own, person, proposed, standing

from pincite.errors import BadInput
from pincite.interfaces.http.doing import Doer
from pincite.interfaces.http.working import do_next
from pincite.reports.stored import read_report
from pincite.transparency.note import Signer

__all__ = ["own"]


def signer(name: str) -> Signer:
    return Signer(f"law.example/{name}", Ed25519PrivateKey.generate())


# four eyes


def test_attack_a_program_proposes_a_refused_act_anew(house: House, own: str) -> None:
    anna = signer("anna")
    person(house, "anna", "reviewer")
    key_of(house, "anna", anna)
    signed = note(anna, read_report(own.encode(), "report"), "escalate")
    who = house.bearer("alpha", "anna")
    name = proposed(house, own, who, note=signed).json()["id"]
    assert decided(house, name, house.session("alpha", "approver"), "refuse").status_code == 200
    again = proposed(house, own, who, note=signed)
    assert again.status_code == 422
    assert "counts once" in again.json()["detail"]


def test_attack_a_program_gives_another_reason_than_its_person_signed(house: House, own: str) -> None:
    cleo, dora = signer("cleo"), signer("dora")
    for name, key, role in (("cleo", cleo, "reviewer"), ("dora", dora, "approver")):
        person(house, name, role)
        key_of(house, name, key)
    stored = read_report(own.encode(), "report")
    who, signed = house.bearer("alpha", "cleo"), note(cleo, stored, "escalate", reason="I read none of it")
    assert proposed(house, own, who, note=signed, reason="I read all of it").status_code == 422
    made = proposed(house, own, who, note=signed, reason="I read none of it")
    assert made.status_code == 201, made.text
    approval = note(dora, stored, "approve", reason="only for the hearing")
    other = house.bearer("alpha", "dora")
    assert decided(house, made.json()["id"], other, note=approval, reason="without limits").status_code == 422
    assert standing(house, own)["standing"] == "BLOCKED"


def test_attack_one_key_under_two_names_is_two_persons(house: House) -> None:
    secret = Ed25519PrivateKey.generate()
    for name in ("emil", "emils friend"):
        person(house, name, "approver")
    key_of(house, "emil", Signer("law.example/emil", secret))
    with pytest.raises(BadInput, match="another person's"):
        key_of(house, "emils friend", Signer("law.example/friend", secret))


def test_attack_a_refusal_is_erased_to_have_it_approved(house: House, own: str) -> None:
    one, two = person(house, "approver one", "approver"), house.session("alpha", "approver")
    name = proposed(house, own, one).json()["id"]
    assert decided(house, name, two, "refuse").json()["state"] == "refused"
    erased = {"entries": [3], "reason": "it was in the way", "ground": "none"}
    assert house.ask("POST", f"/v1/chats/{name}/erasure", one, json=erased).status_code == 200
    third = person(house, "approver three", "approver")
    assert decided(house, name, third).status_code == 422
    assert house.ask("GET", f"/v1/gate/sign-offs/{name}", third).json()["state"] == "refused"
    assert standing(house, own)["standing"] == "BLOCKED"


# names of chains


@pytest.mark.parametrize("name", ["sign-off-0123456789abcdef", "Sign-Off-x", "review-0123", "pincite.access.log"])
def test_attack_an_author_takes_the_name_of_a_chain_that_is_no_chat(house: House, name: str) -> None:
    who = house.bearer("alpha", "author")
    assert house.ask("POST", "/v1/chats", who, json={"name": name}).status_code == 422
    asked = {"question": "Who keeps the register?", "chat": name}
    assert house.ask("POST", "/v1/jobs/ask", who, json=asked).status_code == 422


def test_attack_an_author_writes_in_the_chain_of_a_sign_off(house: House, own: str) -> None:
    name = proposed(house, own).json()["id"]
    who = house.bearer("alpha", "author")
    for path, body in (
        ("open", {"reference": "hk/cap9001#s3"}),
        ("evidence/E1/withdraw", {"reason": "x"}),
        ("compose", {"text": "x [E1]"}),
        ("audit", {"text": "Cap. 9001, s. 3(1)"}),
    ):
        answer = house.ask("POST", f"/v1/chats/{name}/{path}", who, json=body)
        assert answer.status_code == 422, path
        assert "no chats'" in answer.json()["detail"], path
    entries = list(house.ledger.entries(next(c.id for c in house.ledger.chats("alpha") if c.id.chat == name)))
    assert [each.entry.kind for each in entries] == ["chat_opened", "proposed"]


def test_attack_the_same_question_tells_that_another_matter_asked_it(house: House) -> None:
    question, jobs = {"question": "Who registers a lantern?"}, []
    for matter in ("harbour", "quay"):
        answer = house.ask("POST", "/v1/jobs/ask", house.bearer("alpha", f"author-{matter}", matter), json=question)
        assert answer.status_code == 202
        jobs.append((matter, answer.json()))
    while do_next(house.jobs, Doer(house.engine), "w"):
        pass
    assert jobs[0][1]["name"] != jobs[1][1]["name"]
    for matter, job in jobs:
        who = house.bearer("alpha", f"author-{matter}", matter)
        assert house.ask("GET", f"/v1/jobs/{job['id']}", who).json()["state"] == "done"


def test_what_a_question_writes_in_the_ledger_bears_the_name_of_who_asked(house: House) -> None:
    from pincite.ledger.entries import ChatId, read_payload

    who = house.bearer("alpha", "author")
    job = house.ask("POST", "/v1/jobs/ask", who, json={"question": "When is a lantern registered?"}).json()
    while do_next(house.jobs, Doer(house.engine), "w"):
        pass
    entries = list(house.ledger.entries(ChatId("alpha", "harbour", job["name"])))
    assert entries
    assert {read_payload(each.payload or b"").actor.split(" by token ")[0] for each in entries} == {"author"}


# the door


def test_attack_a_page_over_http_of_the_same_host_changes_nothing_with_the_cookie(house: House) -> None:
    who = house.session("alpha", "author") | {"origin": URL.replace("https://", "http://")}
    answer = house.ask("POST", "/v1/verify", who, json={"text": "Cap. 9001, s. 3(1)"})
    assert answer.status_code == 403


def mcp(house: House, who: dict[str, str], method: str, session: str = "", **params: Any) -> Any:
    headers = {
        **who, "accept": "application/json, text/event-stream", "content-type": "application/json",
        "mcp-protocol-version": "2025-06-18", **({"mcp-session-id": session} if session else {}),
    }  # fmt: skip
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    return house.ask("POST", "/mcp", headers, content=json.dumps(body))


HELLO: dict[str, Any] = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "mallory", "version": "1"},
}


def test_attack_a_session_of_the_mcp_server_is_taken_over_or_used_up(house: House) -> None:
    anna, mallory = house.bearer("alpha", "author"), house.bearer("beta", "author")
    opened = mcp(house, anna, "initialize", **HELLO)
    assert opened.status_code == 200, opened.text
    session = opened.headers.get("mcp-session-id", "")
    said = mcp(house, mallory, "tools/call", session, name="new_chat", arguments={"name": "of beta"})
    assert said.status_code in (200, 404)
    assert "of beta" not in {each.id.chat for each in house.ledger.chats("alpha")}
    assert house.ask("GET", "/mcp", mallory | {"accept": "text/event-stream", "mcp-session-id": "x"}).status_code == 405
    assert not session, (
        "each request stands alone: there is nothing to be taken over, and no number of them to be used up"
    )


def test_attack_an_error_of_the_database_tells_nobody_where_it_lies(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    import sqlite3

    from pincite.errors import CannotRun

    def fails(*_: object, **__: object) -> Any:
        try:
            raise sqlite3.OperationalError('connection to "10.9.8.7" failed for user "keeper"')
        except sqlite3.Error as error:
            raise CannotRun(f"the database cannot be used: {error}") from error

    who = house.bearer("alpha", "author")
    monkeypatch.setattr(type(house.jobs), "listed", fails)
    monkeypatch.setattr(type(house.ledger), "head", fails)
    for method, path, body in (
        ("GET", "/v1/jobs", None),
        ("POST", "/v1/chats/any/open", {"reference": "hk/cap9001#s3"}),
    ):
        answer = house.ask(method, path, who, json=body)
        assert answer.status_code == 503, path
        assert "10.9.8.7" not in answer.text
        assert "keeper" not in answer.text
    said = [each.getMessage() for each in caplog.records if "a store failed" in each.getMessage()]
    assert said == ["a store failed: OperationalError"] * 2


@pytest.mark.parametrize("path", ["/v1/verify", "/mcp"])
def test_attack_slow_calls_of_one_tenant_leave_threads_to_another(
    house: House, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    over, begun = Event(), Semaphore(0)

    def slow(*_: object) -> Any:
        begun.release()
        over.wait(30)
        raise BadInput("it was given up")

    monkeypatch.setattr(house.engine, "verifier", slow)
    greedy, other = house.bearer("alpha", "author"), house.bearer("beta", "author")

    def asks(number: int) -> None:
        if path == "/mcp":
            mcp(house, greedy, "tools/call", name="verify_draft", arguments={"text": f"Cap. 9001, s. {number}"})
        else:
            house.ask("POST", path, greedy, json={"text": f"Cap. 9001, s. {number}"})

    held = {"/v1/verify": 8, "/mcp": 26}[path]  # two thirds of the threads
    threads = [Thread(target=asks, args=(number,), daemon=True) for number in range(held + 6)]
    for each in threads:
        each.start()
    try:
        for _ in range(held):
            assert begun.acquire(timeout=20)
        assert not begun.acquire(timeout=0.3), "no more of one tenant at a time"
        answers: list[int] = []
        call = Thread(target=lambda: answers.append(other_asks(house, path, other)), daemon=True)
        call.start()
        call.join(20)
        assert answers == [200]
    finally:
        over.set()
        for each in threads:
            each.join(20)


def other_asks(house: House, path: str, who: dict[str, str]) -> int:
    if path == "/mcp":
        answer = mcp(house, who, "tools/call", name="open", arguments={"reference": "hk/cap9001#s3"})
        assert "lantern" in answer.text
    else:
        answer = house.ask("POST", "/v1/quote", who, json={"quote": "shall register each lantern"})
    return int(answer.status_code)


def test_attack_a_stream_of_events_outlives_the_token_it_was_opened_with(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pincite.interfaces.http.jobs_api._STREAM", 0.2)
    made = house.administering().make_token("alpha", "author", "short", scopes=["read", "check"], days=1)
    who = {"authorization": f"Bearer {made.secret}", "pincite-matter": "harbour"}
    job = house.ask("POST", "/v1/jobs/verify", who, json={"text": "Cap. 9001, s. 3(2)"}).json()
    stream = house.ask("GET", f"/v1/jobs/{job['id']}/events", who)
    assert "event: waiting" in stream.text
    assert "event: done" not in stream.text
    assert house.administering().revoke_token("alpha", made.token.id)
    assert house.ask("GET", f"/v1/jobs/{job['id']}/events", {**who, "last-event-id": "1"}).status_code == 401
