"""The verbs over HTTP: the same results as the tools, errors as problems that say what would do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.interfaces.http.conftest import BEARER, QUOTE, S3, Make, Server

from pincite.interfaces.http.principal import Principal
from pincite.interfaces.http.verbs import verbs
from pincite.interfaces.mcp.offered import offered_tools
from pincite.interfaces.mcp.toolset import action_of


def chat(server: Server) -> str:
    name: str = server.post("/v1/chats", {"title": "Lanterns"}).json()["chat"]
    return name


def test_every_tool_is_a_verb_and_every_verb_a_tool() -> None:
    assert {each.tool for each in verbs()} == set(offered_tools())


def test_a_verb_needs_what_its_tool_needs() -> None:
    tools = offered_tools()
    for verb in verbs():
        given = {"chat": "c"} if "chat" in verb.in_path else {}
        assert verb.needs == action_of(tools[verb.tool], given), verb.path


def test_an_answer_is_earned_over_http(server: Server) -> None:
    name = chat(server)
    refused = server.post(f"/v1/chats/{name}/evidence", _proposal())
    assert (refused.status_code, refused.json()["code"]) == (422, "not_opened")
    assert refused.json()["next"]["href"] == "POST /v1/chats/{chat}/open"
    assert server.post(f"/v1/chats/{name}/open", {"reference": S3}).json()["reference"] == S3
    row = server.post(f"/v1/chats/{name}/evidence", _proposal())
    assert (row.status_code, row.json()["row"]) == (201, "E1")
    assert [each["row"] for each in server.get(f"/v1/chats/{name}/evidence").json()["rows"]] == ["E1"]
    answer = server.post(f"/v1/chats/{name}/compose", {"text": "Lanterns are registered within 30 days [E1]."}).json()
    assert "Cap. 9001" in answer["answer"]
    assert server.post(f"/v1/chats/{name}/evidence/E1/withdraw", {"reason": "no"}).json()["status"] == "withdrawn"
    assert name in [each["chat"] for each in server.get("/v1/chats").json()["chats"]]


def _proposal(quote: str = QUOTE) -> dict[str, str]:
    said = {"line_of_enquiry": "time", "relevance": "direct", "reason": "It sets the time."}
    return {"reference": S3, "quote": quote, **said}


@pytest.mark.parametrize(
    ("path", "key"),
    [
        ("/v1/search?words=lantern+keeper", "hits"),
        ("/v1/open?reference=hk/cap9001%23s3", "text"),
        ("/v1/read?reference=hk/cap9001%23s3&from=10", "text"),
        ("/v1/provision?reference=hk/cap9001%23s3", "status"),
        ("/v1/coverage", "claims"),
        ("/v1/releases", "releases"),
        ("/v1/atoms?reference=hk/cap9001", "atoms"),
    ],
)
def test_the_corpus_is_read_by_get(server: Server, path: str, key: str) -> None:
    response = server.get(path)
    assert response.status_code == 200, response.text
    assert response.json()[key]


def test_texts_are_checked(server: Server) -> None:
    found = server.post("/v1/citations/extract", {"text": "See Cap. 9001, s. 3(1) and Art. 8 BV."}).json()
    assert found["count"] == 2
    assert server.post("/v1/citations/parse", {"citation": "Cap. 9001, s. 3(1)"}).json()["references"]
    said = server.post("/v1/citations/validate", {"citation": "Cap. 9001, s. 3(1)"}).json()
    assert said["held"][0]["answer"] == "found"
    assert server.post("/v1/quote", {"quote": QUOTE, "reference": S3}).json()["verdict"] == "clean"
    assert server.post("/v1/audit", {"text": "Cap. 9001, s. 3(1) says so."}).json()["copy"]


def test_receipts_are_made_and_verified(server: Server) -> None:
    made = server.post("/v1/receipts", {"reference": S3, "quote": QUOTE}).json()
    assert server.post("/v1/receipts/verify", {"receipt": made["receipt"]}).json()["ok"]
    changed = made["receipt"].replace("30 days", "31 days")
    assert not server.post("/v1/receipts/verify", {"receipt": changed}).json()["ok"]


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/v1/open?reference=hk/cap9001%23s99", 404, "not_found"),
        ("/v1/open?reference=hk/cap77", 404, "outside_coverage"),
        ("/v1/open?reference=nonsense", 422, "bad_input"),
        ("/v1/open", 422, "wrong_arguments"),
        ("/v1/open?reference=hk/cap9001&reference=hk/cap9002", 422, "wrong_arguments"),
        ("/v1/open?reference=hk/cap9001&path=/etc/passwd", 422, "wrong_arguments"),
        ("/v1/open?reference=hk/cap9001&as_of=soon", 422, "bad_input"),
        ("/v1/atoms?reference=hk/cap9001&from=x", 422, "wrong_arguments"),
        ("/v1/search?words=lantern&chat=c", 422, "wrong_arguments"),
        ("/v1/open?reference=hk/cap9001&chat=c", 422, "wrong_arguments"),
        ("/v1/chats/none/evidence", 404, "bad_input"),
        ("/v1/nowhere", 404, "no_such_address"),
    ],
)
def test_what_will_not_do_is_a_problem_that_says_why(server: Server, path: str, status: int, code: str) -> None:
    response = server.get(path)
    said = response.json()
    assert (response.status_code, said["status"], said["code"]) == (status, status, code), said
    assert response.headers["content-type"] == "application/problem+json"
    assert said["detail"]
    assert said.get("do") or said.get("next") or said.get("near") is not None
    assert said.get("do") or status != 422, "a wrong call is told what would do"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"[]", 400),
        (b'"text"', 400),
        (b'{"text": NaN}', 400),
        (b'{"text": "a", "text": "b"}', 400),
        (b'{"text": "\\ud800"}', 400),
        (b"\xff\xfe", 400),
        (b"[" * 100_000, 400),
        (b'{"text": ' + b"[" * 50 + b"]" * 50 + b"}", 400),
        (b'{"text": 1}', 422),
        (b'{"text": null}', 422),
        (b'{"text": "a", "from": "1"}', 422),
        (b'{"text": "a", "from": 1.5}', 422),
        (b'{"text": "a", "tenant": "other"}', 422),
        (b"{}", 422),
    ],
)
def test_attack_bodies_of_every_kind_are_refused_in_words(server: Server, body: bytes, status: int) -> None:
    headers = {**BEARER, "Content-Type": "application/json"}
    response = server.client.post("/v1/citations/extract", content=body, headers=headers)
    assert response.status_code == status, response.text
    assert response.json()["status"] == status


def test_a_body_of_another_kind_is_refused(server: Server) -> None:
    response = server.client.post(
        "/v1/citations/extract", content=b"text=a", headers={**BEARER, "Content-Type": "text/plain"}
    )
    assert (response.status_code, response.json()["code"]) == (415, "media_type")


def test_another_method_is_refused_with_those_there_are(server: Server) -> None:
    response = server.client.put("/v1/search", headers=BEARER)
    assert response.status_code == 405
    assert "GET" in response.headers["allow"]


def test_no_path_of_this_machine_stands_in_a_problem(server: Server, specimen: Path) -> None:
    for path in ("/v1/open?reference=hk/cap9001%23s99", "/v1/diff?work=hk/nope&old=2020-01-01&new=2021-01-01"):
        assert str(specimen) not in server.get(path).text


def test_a_server_without_chats_has_no_verb_of_chats(make: Make) -> None:
    server = make(read_only=True)
    assert server.post("/v1/chats", {}).status_code == 404
    assert server.get("/v1/search?words=lantern").status_code == 200
    assert not [path for path in server.get("/v1/openapi.json").json()["paths"] if "chats" in path or "ask" in path]


def test_who_may_only_read_appends_nothing_by_http_or_mcp(make: Make) -> None:
    async def reader(_: Any) -> Principal:
        return Principal("rita", "firm", "m1", actions=frozenset({"read"}))

    server = make(identity=reader)
    assert server.get("/v1/search?words=lantern").status_code == 200
    assert server.post("/v1/chats", {}).status_code == 403
    assert server.post("/v1/verify", {"text": "Cap. 9001"}).status_code == 403
    assert server.post("/v1/jobs/verify", {"text": "Cap. 9001"}).status_code == 403
    assert _mcp(server, "new_chat", {})["error"] == "forbidden"
    assert _mcp(server, "verify_draft", {"text": "Cap. 9001"})["error"] == "forbidden"
    assert _mcp(server, "search", {"words": "lantern"})["hits"]


def _mcp(server: Server, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
    }
    params = {"name": tool, "arguments": arguments, "_meta": meta}
    headers = {
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": "tools/call",
        "Mcp-Name": tool,
    }
    response = server.post(
        "/mcp", {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}, headers=headers
    )
    text = response.text
    if response.headers["content-type"].startswith("text/event-stream"):
        text = next(line[5:] for line in text.splitlines() if line.startswith("data:"))
    found: dict[str, Any] = json.loads(text)["result"]["structuredContent"]
    return found


def test_the_chats_of_http_and_mcp_are_the_same(server: Server) -> None:
    name = _mcp(server, "new_chat", {})["chat"]
    assert server.post(f"/v1/chats/{name}/open", {"reference": S3}).status_code == 200
    assert _mcp(server, "propose", {"chat": name, **_proposal()})["row"] == "E1"


def test_another_tenants_or_matters_chat_is_not_there(make: Make) -> None:
    async def by_header(request: Any) -> Principal:
        return Principal("x", request.headers.get("x-tenant", ""), request.headers.get("x-matter", ""))

    server = make(identity=by_header)
    own, other, matter = ({"x-tenant": t, "x-matter": m} for t, m in (("a", "m"), ("b", "m"), ("a", "n")))
    name = server.client.post("/v1/chats", json={}, headers=own).json()["chat"]
    assert server.client.get(f"/v1/chats/{name}/evidence", headers=own).status_code == 200
    for foreign in (other, matter):
        assert server.client.get(f"/v1/chats/{name}/evidence", headers=foreign).status_code == 404
        assert server.client.get("/v1/chats", headers=foreign).json() == {"chats": []}


def test_the_gate_is_asked_and_nothing_is_signed(server: Server) -> None:
    job = server.post("/v1/jobs/verify", {"text": "See Cap. 9001, s. 99."}).json()["id"]
    server.work()
    found = server.post("/v1/gate", {"job": job}).json()
    assert found["delivery_blocked"]
    assert found["reasons"][0]["settled_by"] == ""
    report = server.get(f"/v1/jobs/{job}/result").text
    assert server.post("/v1/gate", {"report": report}).json() == found
    changed = report.replace("UNVERIFIED", "MATCH")
    assert server.post("/v1/gate", {"report": changed}).json()["code"] == "bad_input"
    assert server.post("/v1/gate", {"report": report, "acts": ["MATCH, says the agent"]}).json()["delivery_blocked"]
