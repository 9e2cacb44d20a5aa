"""Sizes, rates and times: nothing is read further than it may be long, and haste is told to wait."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.interfaces.http.conftest import BEARER, Make

from pincite.interfaces.http.limits import Buckets, Limiting, Limits
from pincite.interfaces.http.problems import Problem


def test_a_body_that_says_it_is_too_long_is_refused_unread(make: Make) -> None:
    server = make(limits=Limits(body=1000, upload=5000))
    assert server.post("/v1/citations/extract", {"text": "x" * 2000}).status_code == 413
    assert server.post("/v1/jobs/verify", {"text": "x" * 2000}).status_code == 202
    assert server.post("/v1/jobs/verify", {"text": "x" * 6000}).status_code == 413


def test_a_body_that_does_not_say_is_read_no_further_than_it_may(make: Make) -> None:
    server = make(limits=Limits(body=1000))

    def stream() -> Any:
        yield b'{"text": "'
        for _ in range(100):
            yield b"x" * 100

    response = server.client.post(
        "/v1/citations/extract", content=stream(), headers={**BEARER, "Content-Type": "application/json"}
    )
    assert response.status_code == 413
    assert response.json()["code"] == "too_large"


def test_more_files_or_fields_than_may_be_are_refused(make: Make) -> None:
    server = make(limits=Limits(files=2))
    files = [("draft", (f"{n}.md", b"x")) for n in range(3)]
    assert server.client.post("/v1/jobs/batch", files=files, headers=BEARER).status_code == 400
    data = {f"f{n}": "x" for n in range(30)}
    assert server.client.post("/v1/jobs/verify", files=files[:1], data=data, headers=BEARER).status_code == 400


def test_attack_a_body_of_many_empty_values_is_refused_before_it_takes_fifty_times_its_bytes(make: Make) -> None:
    server = make()
    for empty in (b"{},", b"[],", b'"",'):
        body = b'{"drafts": [' + empty * 600_000 + b"0]}"
        answer = server.client.post(
            "/v1/jobs/batch", content=body, headers={**BEARER, "Content-Type": "application/json"}
        )
        assert (answer.status_code, answer.json()["code"]) == (400, "too_many")


def test_attack_slow_body_is_given_up(make: Make) -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        while (await receive())["more_body"]:
            pass

    async def trickle() -> dict[str, Any]:
        await asyncio.sleep(0.02)
        return {"type": "http.request", "body": b"x", "more_body": True}

    async def send(_: Any) -> None:
        """Nothing is sent."""

    limiting = Limiting(app, Limits(body_seconds=0.1))
    with pytest.raises(Problem) as refused:
        asyncio.run(limiting({"type": "http", "path": "/", "headers": []}, trickle, send))
    assert refused.value.status == 408


@pytest.mark.parametrize("length", [b"-1", b"x", b"1e3", b"9" * 400])
def test_attack_lengths_that_are_none_are_refused(length: bytes) -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        """Never reached."""

    async def nothing(*_: Any) -> Any:
        """Never reached."""

    scope = {"type": "http", "path": "/", "headers": [(b"content-length", length)]}
    with pytest.raises(Problem):
        asyncio.run(Limiting(app, Limits())(scope, nothing, nothing))


def test_who_asks_too_often_is_told_when_to_come_again(make: Make) -> None:
    server = make(limits=Limits(rate=0.5, burst=3))
    answers = [server.get("/v1/me") for _ in range(4)]
    assert [each.status_code for each in answers] == [200, 200, 200, 429]
    assert int(answers[3].headers["retry-after"]) >= 1


@given(st.lists(st.tuples(st.sampled_from("ab"), st.floats(0, 2)), max_size=60))
def test_no_caller_gets_more_than_burst_and_rate_and_none_waits_for_another(asked: list[tuple[str, float]]) -> None:
    now = 0.0
    buckets, alone = (Buckets(2, 3, clock=lambda: now) for _ in range(2))
    granted = 0
    for caller, pause in asked:
        now += pause
        wait = buckets.wait(caller)
        if caller == "a":
            assert (wait == 0) == (alone.wait("a") == 0)
            granted += wait == 0
    assert granted <= 3 + 2 * now + 1e-6


def test_too_many_streams_of_events_are_refused(make: Make) -> None:
    server = make(limits=Limits(streams=0))
    job = server.post("/v1/jobs/verify", {"text": "Cap. 9001"}).json()["id"]
    response = server.get(f"/v1/jobs/{job}/events")
    assert (response.status_code, response.json()["code"]) == (429, "too_many_streams")
