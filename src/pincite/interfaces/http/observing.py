"""What an operator sees of a server: each request as a line of JSON, traces and metrics by OpenTelemetry. Off unless asked for.

Keeps true:
1. Only what is named here is written: method, route (its template, never the address as it was asked), status, time, who by name and tenant.
   No query, no body, no header, no word of a draft or of a source, no secret.
2. Of what went wrong the log has the kind and the places in our code; not its message, which may quote what was given.
3. Without OpenTelemetry nothing of it is imported.
"""

from __future__ import annotations

import json
import logging
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from pincite._version import __version__
from pincite.errors import BadInput, CannotRun

__all__ = ["Observer", "Telemetry", "set_up_logging", "telemetry_of"]

access = logging.getLogger("pincite.access")
_FIELDS = ("request_id", "method", "route", "status", "ms", "tenant", "who", "kind", "became")


class SafeFormatter(logging.Formatter):
    """A record as one line: JSON, or words."""

    def __init__(self, *, as_json: bool) -> None:
        super().__init__()
        self._as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        """The line; of an exception, its kind and where it was raised."""
        where = _places(record.exc_info[1]) if record.exc_info and record.exc_info[1] is not None else {}
        if not self._as_json:
            places = f": {where['error']} at {' < '.join(where['at'][:8])}" if where else ""
            return f"pincite {record.levelname.lower()} {record.name}: {record.getMessage()}{places}"
        said = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "log": record.name,
            "said": record.getMessage(),
            **{name: value for name in _FIELDS if (value := getattr(record, name, None)) is not None},
            **where,
        }
        return json.dumps(said, ensure_ascii=False)


def _places(error: BaseException) -> dict[str, Any]:
    frames = traceback.extract_tb(error.__traceback__)
    at = [f"{frame.filename.rpartition('site-packages/')[2]}:{frame.lineno} {frame.name}" for frame in reversed(frames)]
    return {"error": type(error).__name__, "at": at[:20]}


def set_up_logging(*, as_json: bool) -> None:
    """Log to the standard error stream: all requests as JSON, or warnings in words."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(SafeFormatter(as_json=as_json))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("pincite").setLevel(logging.INFO if as_json else logging.WARNING)
    # the server's own lines hold addresses as they were asked, with their queries
    logging.getLogger("uvicorn.access").disabled = True


@dataclass(frozen=True)
class Telemetry:
    """Tracer and instruments of OpenTelemetry, and how they are ended."""

    tracer: Any
    seconds: Any
    active: Any
    context: Callable[[Mapping[str, str]], Any]
    jobs: Any
    end: Callable[[], None]


class Observer:
    """Sees each request; does nothing of what was not asked for."""

    def __init__(self, *, log: bool = False, telemetry: Telemetry | None = None) -> None:
        self._log = log
        self._telemetry = telemetry

    @contextmanager
    def around(self, scope: MutableMapping[str, Any]) -> Iterator[Callable[[int], None]]:
        """Around a request; what is given is told the status."""
        if not self._log and self._telemetry is None:
            yield _nothing
            return
        begin, status = time.perf_counter(), 500

        def told(number: int) -> None:
            nonlocal status
            status = number

        with self._span(scope) as span:
            try:
                yield told
            finally:
                took = time.perf_counter() - begin
                self._seen(scope, status, took, span)

    @contextmanager
    def _span(self, scope: MutableMapping[str, Any]) -> Iterator[Any]:
        if self._telemetry is None:
            yield None
            return
        carried = {
            key.decode("latin-1"): value.decode("latin-1") for key, value in scope["headers"] if key == b"traceparent"
        }
        self._telemetry.active.add(1)
        with self._telemetry.tracer.start_as_current_span(
            scope["method"], context=self._telemetry.context(carried), record_exception=False
        ) as span:
            yield span
        self._telemetry.active.add(-1)

    def _seen(self, scope: MutableMapping[str, Any], status: int, took: float, span: Any) -> None:
        route = getattr(scope.get("route"), "path", "")
        method = scope["method"] if scope["method"] in _METHODS else "_OTHER"
        if self._telemetry is not None:
            said = {"http.request.method": method, "http.route": route, "http.response.status_code": status}
            self._telemetry.seconds.record(took, said)
            span.update_name(f"{method} {route}".strip())
            span.set_attributes({**said, "pincite.request_id": scope["state"]["request_id"]})
        if self._log:
            who = scope["state"].get("principal")
            seen = {
                "request_id": scope["state"]["request_id"], "method": method, "route": route, "status": status,
                "ms": round(took * 1000, 2), "tenant": who.tenant if who else None, "who": who.name if who else None,
            }  # fmt: skip
            access.info("request", extra=seen)


_METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))


def _nothing(_: int) -> None:
    """Nobody looks."""


def telemetry_of(kind: str) -> Telemetry | None:
    """Traces and metrics to an OTLP collector (`otlp`, its address as OpenTelemetry's own variables say), or to the standard error
    stream (`console`); None for "".

    Raises:
        BadInput: there is no such kind.
        CannotRun: OpenTelemetry is not installed.

    """
    if not kind:
        return None
    if kind not in ("otlp", "console"):
        raise BadInput(f"there is no telemetry {kind!r}", remedy="Write otlp or console.")
    try:
        from opentelemetry.propagate import extract
        from opentelemetry.sdk.metrics import MeterProvider
        from opentelemetry.sdk.metrics.export import ConsoleMetricExporter, PeriodicExportingMetricReader
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor, ConsoleSpanExporter

        if kind == "otlp":
            from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
            from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    except ImportError as error:
        raise CannotRun("OpenTelemetry is not installed", remedy="Install pincite[telemetry].") from error
    spans: Any = OTLPSpanExporter() if kind == "otlp" else ConsoleSpanExporter(out=sys.stderr)
    metrics: Any = OTLPMetricExporter() if kind == "otlp" else ConsoleMetricExporter(out=sys.stderr)
    resource = Resource.create({"service.name": "pincite", "service.version": __version__})
    traces = TracerProvider(resource=resource)
    traces.add_span_processor(BatchSpanProcessor(spans))
    meters = MeterProvider(metric_readers=[PeriodicExportingMetricReader(metrics)], resource=resource)
    meter = meters.get_meter("pincite", __version__)

    def end() -> None:
        traces.shutdown()
        meters.shutdown()

    return Telemetry(
        tracer=traces.get_tracer("pincite", __version__),
        seconds=meter.create_histogram("http.server.request.duration", unit="s", description="Time of requests"),
        active=meter.create_up_down_counter("http.server.active_requests", description="Requests being answered"),
        context=extract,
        jobs=meter.create_histogram("pincite.job.duration", unit="s", description="Time of jobs, by kind and state"),
        end=end,
    )
