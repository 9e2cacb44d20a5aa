"""The OpenAPI document: it is valid, complete, and says of each answer what is given."""

from __future__ import annotations

import json
import re
from typing import Any

import jsonschema
import pytest
from tests.interfaces.http.conftest import S3, Server

from pincite.interfaces.cli.main import main
from pincite.interfaces.http.openapi import document


@pytest.fixture(scope="module")
def described(server: Server) -> dict[str, Any]:
    found: dict[str, Any] = server.get("/v1/openapi.json").json()
    return found


def operations(found: dict[str, Any]) -> dict[tuple[str, str], dict[str, Any]]:
    return {(method.upper(), path): said for path, each in found["paths"].items() for method, said in each.items()}


def test_every_route_of_the_api_is_described_and_nothing_else(server: Server, described: dict[str, Any]) -> None:
    there = {
        (method, route.path)
        for route in server.client.app.routes  # type: ignore[attr-defined]
        if getattr(route, "methods", None) and (route.path.startswith("/v1/") or route.path == "/healthz")
        for method in route.methods - {"HEAD"}
    }
    assert set(operations(described)) == there - {("GET", "/v1/openapi.json")}


def test_each_operation_has_a_name_of_its_own_and_admits_errors(described: dict[str, Any]) -> None:
    found = operations(described)
    names = [each["operationId"] for each in found.values()]
    assert len(names) == len(set(names))
    for each in found.values():
        assert each["responses"]["default"]["content"]["application/problem+json"]
        assert any(status.startswith("2") for status in each["responses"])


def test_the_parameters_of_a_path_are_those_that_stand_in_it(described: dict[str, Any]) -> None:
    for (_, path), said in operations(described).items():
        named = {each["name"] for each in said["parameters"] if each["in"] == "path"}
        assert named == set(re.findall(r"\{(\w+)\}", path)), path


def test_each_schema_is_one(described: dict[str, Any]) -> None:
    count = 0
    waiting: list[Any] = [described]
    while waiting:
        item = waiting.pop()
        if isinstance(item, dict):
            if isinstance(item.get("schema"), dict):
                jsonschema.Draft202012Validator.check_schema(item["schema"])
                count += 1
            waiting += item.values()
        elif isinstance(item, list):
            waiting += item
    assert count > 100


@pytest.mark.parametrize(
    ("method", "path", "at", "body"),
    [
        ("GET", "/v1/search", "?words=lantern", None),
        ("GET", "/v1/open", "?reference=hk/cap9001%23s3", None),
        ("GET", "/v1/open", "?reference=nothing", None),
        ("POST", "/v1/quote", "", {"quote": "a keeper", "reference": S3}),
        ("POST", "/v1/jobs/verify", "", {"text": "Cap. 9001"}),
        ("POST", "/v1/chats", "", {}),
        ("GET", "/v1/jobs", "", None),
    ],
)
def test_what_is_answered_keeps_the_schema(
    server: Server, described: dict[str, Any], method: str, path: str, at: str, body: Any
) -> None:
    response = server.get(path + at) if method == "GET" else server.post(path, body)
    said = operations(described)[method, path]["responses"][str(response.status_code)]
    schema = said["content"][response.headers["content-type"]]["schema"]
    jsonschema.validate(response.json(), {**schema, "components": described["components"]})


def test_the_document_is_printed_and_is_the_one_that_is_served(
    described: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--openapi"]) == 0
    assert json.loads(capsys.readouterr().out) == document(read_only=False) == described


def test_no_word_of_a_release_stands_in_it(described: dict[str, Any]) -> None:
    assert "antern" not in json.dumps(described)
