"""Fuzzing by the OpenAPI document: whatever is sent, no server error, and each answer is one that the document gives."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.errors import Unsatisfiable
from tests.interfaces.http.conftest import BEARER, Make, Server, wait

from pincite.interfaces.http.limits import Limits

schemathesis = pytest.importorskip("schemathesis")

EXAMPLES = 12
"""Of each operation and mode; `-m long` takes twenty times as many."""


def fuzzed(make: Make, examples: int) -> dict[str, int]:
    """Answers by status, over all operations."""
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        ignored_auth,
        negative_data_rejection,
        response_headers_conformance,
        response_schema_conformance,
        status_code_conformance,
        unsupported_method,
    )

    checks = [
        not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance,
        response_headers_conformance, negative_data_rejection, unsupported_method, ignored_auth,
    ]  # fmt: skip
    server = make(limits=Limits(wrong=1_000_000, verify_seconds=20))
    document = server.get("/v1/openapi.json").json()
    schema = schemathesis.openapi.from_dict(document)
    seen: dict[str, int] = {}
    with listening(server) as address:
        fuzz(schema, address, checks, examples, seen)
    return seen


@contextmanager
def listening(server: Server) -> Iterator[str]:
    """The server at a socket of this machine."""
    import uvicorn

    # its lifespan was begun by the client of the tests
    running = uvicorn.Server(uvicorn.Config(server.client.app, lifespan="off", log_config=None, access_log=False))
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        thread = threading.Thread(target=running.run, kwargs={"sockets": [bound]})
        thread.start()
        wait(lambda: running.started)
        ending = threading.Event()
        worker = threading.Thread(target=lambda: _works(server, ending))
        worker.start()
        try:
            yield f"http://127.0.0.1:{bound.getsockname()[1]}"
        finally:
            ending.set()
            running.should_exit = True
            thread.join(20)
            worker.join(20)


def _works(server: Server, ending: threading.Event) -> None:
    while not ending.wait(0.02):
        server.work()


def fuzz(schema: Any, address: str, checks: Any, examples: int, seen: dict[str, int]) -> None:
    from schemathesis import GenerationMode

    wrong: list[str] = []
    for result in schema.get_all_operations():
        operation = result.ok()
        if operation.path.endswith("/events"):
            continue  # a stream ends with its job
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            strategy = _strategy(operation, mode)
            if strategy is None:
                continue
            try:
                run(strategy, address, checks, examples, seen)
            except Unsatisfiable:
                continue  # nothing that is wrong can be sent
            except ExceptionGroup as failures:
                wrong += [f"{operation.method} {operation.path}: {each}"[:600] for each in failures.exceptions]
    assert wrong == [], "\n\n".join(wrong)


def _strategy(operation: Any, mode: Any) -> Any:
    """What may be sent; None where nothing that is wrong can be."""
    try:
        return operation.as_strategy(generation_mode=mode)
    except Exception as error:
        if "negative" in str(error).lower():
            return None
        raise


def run(strategy: Any, address: str, checks: Any, examples: int, seen: dict[str, int]) -> None:
    from hypothesis import given

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=strategy)
    def one(case: Any) -> None:
        response = case.call(headers=BEARER, base_url=address)
        seen[str(response.status_code)] = seen.get(str(response.status_code), 0) + 1
        # a form bears bytes only: a list where a file was due is sent as a file of the bytes «[]», which is right
        of_a_form = case.media_type == "multipart/form-data"
        asked = [each for each in checks if not (of_a_form and each.__name__ == "negative_data_rejection")]
        case.validate_response(response, checks=asked, headers=BEARER)

    one()


@pytest.mark.services
def test_no_request_makes_a_server_error_and_each_answer_is_described(make: Make) -> None:
    seen = fuzzed(make, EXAMPLES)
    assert sum(seen.values()) > 300
    assert not [status for status in seen if status.startswith("5") and status != "503"]


@pytest.mark.long
def test_long_no_request_makes_a_server_error(make: Make) -> None:
    seen = fuzzed(make, EXAMPLES * 20)
    assert not [status for status in seen if status.startswith("5") and status != "503"]
