"""What an operator sees: off unless asked for, and never a word of a draft, a question, an address as it was asked, or a secret."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from tests.interfaces.http.conftest import TOKEN, Make

from pincite.errors import BadInput
from pincite.interfaces.http.observing import Observer, SafeFormatter, Telemetry, telemetry_of

SECRETS = ("lighthouse", TOKEN, "hk/cap9001", "c-of-a-client")


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """What is logged, as it would be written."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(SafeFormatter(as_json=True))
    log = logging.getLogger("pincite")
    level = log.level
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    yield written
    log.removeHandler(handler)
    log.setLevel(level)


def ask_everything(make: Make, observer: Observer) -> Any:
    server = make(observer=observer)
    server.get("/v1/open?reference=hk/cap9001%23s3")
    server.get("/v1/chats/c-of-a-client/evidence")
    server.post("/v1/citations/extract", {"text": "The lighthouse of Cap. 9001"})
    server.post("/v1/jobs/verify", {"text": "The lighthouse (Cap. 9001, s. 3)."})
    server.client.get("/v1/me", headers={"Authorization": f"Bearer {TOKEN}x"})
    server.get("/lighthouse?lighthouse=1")
    return server


def test_a_request_is_a_line_of_json_without_its_content(make: Make, lines: io.StringIO) -> None:
    ask_everything(make, Observer(log=True))
    found = [json.loads(line) for line in lines.getvalue().splitlines()]
    assert [(each["method"], each["route"], each["status"]) for each in found] == [
        ("GET", "/v1/open", 200),
        ("GET", "/v1/chats/{chat}/evidence", 404),
        ("POST", "/v1/citations/extract", 200),
        ("POST", "/v1/jobs/verify", 202),
        ("GET", "", 401),
        ("GET", "", 404),
    ]
    assert all(secret not in lines.getvalue() for secret in SECRETS)
    assert found[0]["who"] == "user"
    assert found[0]["ms"] > 0


def test_nothing_is_logged_unless_asked_for(make: Make, lines: io.StringIO) -> None:
    ask_everything(make, Observer())
    assert lines.getvalue() == ""


@pytest.mark.parametrize("as_json", [True, False])
def test_a_failure_is_logged_by_kind_and_place_and_not_by_its_words(as_json: bool) -> None:
    try:
        int("the lighthouse")
    except ValueError as error:
        record = logging.LogRecord("x", logging.ERROR, "", 0, "it failed", (), (ValueError, error, error.__traceback__))
    line = SafeFormatter(as_json=as_json).format(record)
    assert "ValueError" in line
    assert "test_observing.py" in line
    assert "lighthouse" not in line
    assert "\n" not in line


def test_traces_and_metrics_bear_routes_and_no_content(make: Make) -> None:
    spans, reader = InMemorySpanExporter(), InMemoryMetricReader()
    traces = TracerProvider()
    traces.add_span_processor(SimpleSpanProcessor(spans))
    meter = MeterProvider(metric_readers=[reader]).get_meter("t")
    from opentelemetry.propagate import extract

    telemetry = Telemetry(
        tracer=traces.get_tracer("t"),
        seconds=meter.create_histogram("seconds"),
        active=meter.create_up_down_counter("active"),
        context=extract,
        jobs=meter.create_histogram("jobs"),
        end=lambda: None,
    )
    server = ask_everything(make, Observer(telemetry=telemetry))
    parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    server.client.get("/healthz", headers={"traceparent": parent})
    finished = spans.get_finished_spans()
    assert finished[0].name == "GET /v1/open"
    assert finished[-1].context.trace_id == 0x0AF7651916CD43DD8448EB211C80319C
    data = reader.get_metrics_data()
    assert data is not None
    metrics = data.to_json()
    assert "/v1/open" in metrics
    written = "".join(each.to_json() for each in finished) + metrics
    assert all(secret not in written for secret in SECRETS)


def test_there_is_no_other_telemetry_than_is_offered() -> None:
    assert telemetry_of("") is None
    with pytest.raises(BadInput, match="no telemetry"):
        telemetry_of("everywhere")
