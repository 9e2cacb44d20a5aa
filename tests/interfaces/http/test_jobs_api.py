"""Jobs over HTTP: handed in once, followed by events, taken in several forms, stopped and erased."""

from __future__ import annotations

import base64
import threading
from pathlib import Path
from typing import Any

import pytest
from tests.interfaces.http.conftest import BEARER, QUOTE, Make, Server, wait

from pincite.interfaces.http.limits import Limits
from pincite.interfaces.http.principal import Principal

DRAFT = f"Section 3(1) of Cap. 9001 provides: “{QUOTE}”."


def hand_in(server: Server, text: str, **options: Any) -> dict[str, Any]:
    response = server.post("/v1/jobs/verify", {"text": text, **options})
    assert response.status_code in (200, 202), response.text
    found: dict[str, Any] = response.json()
    return found


def events(server: Server, job: str, after: str = "") -> list[tuple[str, str]]:
    headers = {**BEARER, **({"Last-Event-ID": after} if after else {})}
    response = server.client.get(f"/v1/jobs/{job}/events", headers=headers)
    assert response.headers["content-type"].startswith("text/event-stream")
    found = []
    for block in response.text.split("\n\n"):
        said = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line and not line.startswith(":"))
        if "event" in said:
            found.append((said.get("id", ""), said["event"]))
    return found


def test_the_same_bytes_and_options_are_one_job_whichever_way_they_come(server: Server) -> None:
    response = server.post("/v1/jobs/verify", {"text": DRAFT, "name": "a.md"})
    job = response.json()
    assert response.status_code == 202
    assert response.headers["location"] == job["links"]["self"]
    document = base64.b64encode(DRAFT.encode()).decode()
    for again in (
        server.post("/v1/jobs/verify", {"text": DRAFT, "name": "a.md", "judge": "signals"}),
        server.post("/v1/jobs/verify", {"document": document, "name": "a.md"}),
        server.client.post("/v1/jobs/verify", files={"draft": ("a.md", DRAFT.encode())}, headers=BEARER),
        server.client.post(
            "/v1/jobs/verify",
            files={"draft": ("../x/a.md", DRAFT.encode())},
            data={"treatment": "true"},
            headers=BEARER,
        ),
    ):
        assert again.status_code == 200, again.text
        assert again.json()["id"] == job["id"]
    assert hand_in(server, DRAFT, name="a.md", as_of="2026-06-01")["id"] != job["id"]


def test_a_job_is_followed_by_its_events_and_gone_on_with_behind_the_last_one_seen(server: Server) -> None:
    job = hand_in(server, DRAFT + " One.")["id"]
    server.work()
    stages = [("", "waiting"), ("", "running"), *[("", "stage")] * 4, ("", "done")]
    found = events(server, job)
    assert [name for _, name in found] == [name for _, name in stages]
    assert [number for number, _ in found] == [str(n) for n in range(1, 8)]
    assert events(server, job, "5") == found[5:]
    assert events(server, job, "7") == []


def test_events_come_as_they_happen(server: Server) -> None:
    job = hand_in(server, DRAFT + " Two.")["id"]
    seen: list[tuple[str, str]] = []
    reader = threading.Thread(target=lambda: seen.extend(events(server, job)))
    reader.start()
    server.work()
    reader.join(20)
    assert seen[-1][1] == "done"


@pytest.mark.parametrize(
    ("query", "kind", "begin"),
    [
        ("", "application/json", b"{"),
        ("?format=html&language=de", "text/html", b"<!DOCTYPE html>"),
        ("?format=csv", "text/csv", b"\xef\xbb\xbf"),
    ],
)
def test_the_result_is_taken_in_several_forms(server: Server, query: str, kind: str, begin: bytes) -> None:
    job = hand_in(server, DRAFT)["id"]
    server.work()
    response = server.get(f"/v1/jobs/{job}/result{query}")
    assert response.headers["content-type"].startswith(kind)
    assert response.content.startswith(begin)


def test_the_result_is_the_report_of_the_command_byte_for_byte(
    server: Server, specimen: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from pincite.interfaces.cli.main import main

    path = tmp_path / "memo.md"
    path.write_text(DRAFT)
    releases = str(specimen / "releases")
    main(["verify", str(path), "--release", releases, "--date", "2026-11-30", "--format", "json"])
    written = capsys.readouterr().out
    job = server.client.post("/v1/jobs/verify", files={"draft": ("memo.md", DRAFT.encode())}, headers=BEARER).json()[
        "id"
    ]
    server.work()
    from pincite.reports.stored import read_report

    mine, theirs = (read_report(each.encode(), "r") for each in (server.get(f"/v1/jobs/{job}/result").text, written))
    assert mine.stable_sha256 == theirs.stable_sha256


def test_a_result_is_not_there_before_the_job_has_ended(server: Server) -> None:
    job = hand_in(server, DRAFT + " Three.")["id"]
    response = server.get(f"/v1/jobs/{job}/result")
    assert (response.status_code, response.json()["code"]) == (409, "not_done")
    server.work()


def test_a_draft_that_cannot_be_read_fails_and_says_why(server: Server) -> None:
    response = server.client.post("/v1/jobs/verify", files={"draft": ("a.docx", b"no docx")}, headers=BEARER)
    job = response.json()["id"]
    server.work()
    shown = server.get(f"/v1/jobs/{job}").json()
    assert shown["state"] == "failed"
    assert shown["problem"]["code"] in ("bad_input", "unreadable_source")
    assert server.get(f"/v1/jobs/{job}/result").json()["detail"] == shown["problem"]["detail"]


def test_a_job_is_cancelled_and_erased(server: Server) -> None:
    job = hand_in(server, DRAFT + " Four.")["id"]
    assert server.post(f"/v1/jobs/{job}/cancel").json()["state"] == "cancelled"
    assert [name for _, name in events(server, job)] == ["waiting", "cancelled"]
    assert server.client.delete(f"/v1/jobs/{job}", headers=BEARER).status_code == 204
    assert server.get(f"/v1/jobs/{job}").status_code == 404
    assert server.work() == 0


def test_the_draft_of_a_job_is_given_back_as_it_came(server: Server) -> None:
    job = hand_in(server, DRAFT)["id"]
    response = server.get(f"/v1/jobs/{job}/draft")
    assert response.content == DRAFT.encode()
    assert response.headers["content-disposition"].startswith("attachment")


def test_a_batch_is_its_drafts_and_their_sums(server: Server) -> None:
    files = [("draft", (f"{n}.md", f"{DRAFT} {n}".encode())) for n in range(2)]
    files.append(("draft", ("bad.docx", b"x")))
    batch = server.client.post("/v1/jobs/batch", files=files, headers=BEARER).json()
    assert server.work() == 3
    found = server.get(f"/v1/jobs/{batch['id']}/result").json()
    assert found["deliveries"] == {"CLEAR": 2, "UNREADABLE": 1}
    assert [each["name"] for each in found["drafts"]] == ["0.md", "1.md", "bad.docx"]
    assert len(server.get(batch["links"]["parts"]).json()["jobs"]) == 3
    again = server.client.post("/v1/jobs/batch", files=files[:2], headers=BEARER).json()
    server.work()
    assert server.get(f"/v1/jobs/{again['id']}").json()["state"] == "done", "all of it was done before"


def test_a_question_is_answered_by_extracts_without_a_model(server: Server) -> None:
    asked = {"question": "When must a lantern be registered?"}
    job = server.post("/v1/jobs/ask", asked).json()
    assert server.post("/v1/jobs/ask", asked).json()["id"] == job["id"]
    server.work()
    found = server.get(f"/v1/jobs/{job['id']}/result").json()
    assert (found["outcome"], found["why"]) == ("extracts", "no_model")
    assert found["chat"] in [each["chat"] for each in server.get("/v1/chats").json()["chats"]]


def test_events_hold_no_word_of_what_was_handed_in(server: Server) -> None:
    job = server.post("/v1/jobs/ask", {"question": "Whose secret lighthouse is it?"}).json()["id"]
    server.work()
    assert "lighthouse" not in server.get(f"/v1/jobs/{job}/events").text
    assert "lighthouse" not in server.get(f"/v1/jobs/{job}").text


def test_jobs_are_listed_page_by_page(make: Make) -> None:
    server = make()
    made = [hand_in(server, f"{DRAFT} {n}")["id"] for n in range(5)]
    seen: list[str] = []
    path = "/v1/jobs?most=2"
    while path:
        found = server.get(path).json()
        seen += [each["id"] for each in found["jobs"]]
        path = found["more"]["href"].removeprefix("GET ") if "more" in found else ""
    assert set(seen) == set(made)


def test_another_tenants_job_is_not_there_by_any_address(make: Make) -> None:
    async def by_header(request: Any) -> Principal:
        return Principal("x", request.headers.get("x-tenant", ""))

    server = make(identity=by_header)
    own, other = {"x-tenant": "a"}, {"x-tenant": "b"}
    job = server.client.post("/v1/jobs/verify", json={"text": DRAFT}, headers=own).json()["id"]
    server.work()
    for method, path in (
        ("GET", ""), ("GET", "/events"), ("GET", "/result"), ("GET", "/draft"), ("GET", "/parts"), ("POST", "/cancel"),
        ("DELETE", ""),
    ):  # fmt: skip
        assert server.client.request(method, f"/v1/jobs/{job}{path}", headers=other).status_code == 404, path
    assert server.client.post("/v1/gate", json={"job": job}, headers=other).status_code == 404
    assert server.client.get("/v1/jobs", headers=other).json() == {"jobs": []}
    assert server.client.get(f"/v1/jobs/{job}/result", headers=own).status_code == 200


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"text": ""},
        {"text": "a", "document": "YQ=="},
        {"text": "a", "document": ""},
        {"document": "YQ=="},
        {"document": "no base64!", "name": "a.md"},
        {"text": "a", "name": "x" * 300},
        {"text": "a", "name": "/"},
        {"text": "a", "judge": "openai:gpt"},
        {"text": "a", "privacy": "cloud"},
        {"text": "a", "tracked": "both"},
        {"text": "a", "as_of": "soon"},
        {"text": "a", "language": "klingon"},
        {"text": "a", "checked_on": "2020-01-01"},
        {"text": 1},
        {"drafts": "a"},
        {"drafts": [{"text": "a"}, {"text": "b"}]},
    ],
)
def test_what_is_no_draft_or_option_is_refused_in_words(server: Server, given: dict[str, Any]) -> None:
    response = server.post("/v1/jobs/verify", given)
    assert response.status_code == 422, response.text
    assert response.json()["detail"]


@pytest.mark.parametrize(
    "given",
    [
        {"question": ""},
        {"question": "a", "steps": 0},
        {"question": "a", "steps": 1000},
        {"question": "a", "model": "openai:x"},
        {"question": "x" * 20_000},
        {},
    ],
)
def test_questions_that_will_not_do_are_refused(server: Server, given: dict[str, Any]) -> None:
    assert server.post("/v1/jobs/ask", given).status_code == 422


def test_verify_waits_for_its_job_and_says_where_it_goes_on(make: Make) -> None:
    server = make(limits=Limits(verify_seconds=0.1))
    response = server.post("/v1/verify", {"text": DRAFT})
    assert response.status_code == 503
    assert "/v1/jobs/" in response.json()["do"]
    server.work()
    said = server.post("/v1/verify", {"text": DRAFT}).json()
    assert said["counts"]["MATCH"] == 1
    assert not said["delivery_blocked"]


@pytest.mark.parametrize("name", ["\U0004d266", "\u202e\u200b", "a/", "x" * 5_000])
def test_attack_a_draft_without_a_name_that_can_be_shown_is_refused_in_words(server: Server, name: str) -> None:
    response = server.post("/v1/verify", {"text": DRAFT, "name": name})
    assert response.status_code in (400, 422), response.text
    assert response.json()["detail"]
    assert response.json()["do"]


def test_verify_is_done_by_whoever_works_meanwhile(make: Make) -> None:
    server = make(limits=Limits(verify_seconds=20))
    answers: list[Any] = []
    asking = threading.Thread(target=lambda: answers.append(server.post("/v1/verify", {"text": DRAFT})))
    asking.start()
    wait(lambda: server.work() == 1)
    asking.join(20)
    assert answers[0].json()["counts"]["MATCH"] == 1


def test_no_more_jobs_wait_than_may(make: Make) -> None:
    server = make(limits=Limits(jobs=2))
    for number in range(2):
        hand_in(server, f"{DRAFT} {number}")
    response = server.post("/v1/jobs/verify", {"text": DRAFT})
    assert response.status_code == 422
    assert "2 jobs are waiting" in response.json()["detail"]
