"""Long work over HTTP: hand it in, see how far it is (also as it happens), take the result, stop it, erase it.

Keeps true: handing the same in twice is one job; a stream of events begins behind the last one its reader saw (Last-Event-ID) and ends with the
job, whatever was restarted in between; another tenant's or matter's job is not there.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from pincite.interfaces.http.app import needs, require
from pincite.interfaces.http.bodies import json_body, query_values
from pincite.interfaces.http.handing_in import asking_wanted, drafts_and_options, verify_wanted
from pincite.interfaces.http.limits import Limits
from pincite.interfaces.http.principal import principal_of
from pincite.interfaces.http.problems import Problem, not_found
from pincite.interfaces.mcp.engine import Engine
from pincite.reports.shown import show
from pincite.storage.jobs import Event, Job, JobStore, Wanted

__all__ = ["FORMATS", "JobsApi", "job_json"]

FORMATS = {"json": "application/json", "html": "text/html; charset=utf-8", "csv": "text/csv; charset=utf-8"}
LANGUAGES = ("en", "de", "fr", "it", "zh-Hant")
MOST_LISTED = 100
_LOOK = (0.05, 0.5)
"""Seconds between two looks at a job whose events are streamed."""
_ALIVE = 15.0
"""Seconds of silence after which a comment is sent, so that nobody between closes the connection."""
_STREAM = 300.0
"""Seconds after which a stream ends: whoever comes again is asked again who it is, so that what was taken away holds."""
_PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox"


def job_json(job: Job) -> dict[str, Any]:
    """A job as it is shown."""
    said: dict[str, Any] = {
        "id": job.id,
        "kind": job.kind,
        "name": job.name,
        "state": job.state,
        "owner": job.owner,
        "asked": dict(job.asked),
        "attempts": job.attempts,
        **{
            key: datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
            for key in ("made_at", "begun_at", "ended_at", "expires_at")
            if (at := getattr(job, key))
        },
        "links": {
            "self": f"/v1/jobs/{job.id}",
            "events": f"/v1/jobs/{job.id}/events",
            **({"result": f"/v1/jobs/{job.id}/result"} if job.state == "done" else {}),
            **({"parts": f"/v1/jobs/{job.id}/parts"} if job.kind == "batch" else {}),
        },
    }
    if job.problem:
        said["problem"] = dict(job.problem)
    return said


@dataclass
class JobsApi:
    """The routes of jobs over a store."""

    engine: Engine
    store: JobStore
    limits: Limits = field(default_factory=Limits)
    _streams: Counter[tuple[str, str]] = field(default_factory=Counter)

    def routes(self) -> list[Route]:
        """The routes."""
        job = "/v1/jobs/{job}"
        made = [
            Route("/v1/jobs/verify", needs("check")(self._verify), methods=["POST"]),
            Route("/v1/jobs/batch", needs("check")(self._batch), methods=["POST"]),
            Route("/v1/jobs", needs("read")(self._list), methods=["GET"]),
            Route(job, needs("read")(self._show), methods=["GET"]),
            Route(job, needs("withdraw")(self._erase), methods=["DELETE"]),
            Route(f"{job}/events", needs("read")(self._events), methods=["GET"]),
            Route(f"{job}/result", needs("read")(self._result), methods=["GET"]),
            Route(f"{job}/draft", needs("read")(self._draft), methods=["GET"]),
            Route(f"{job}/parts", needs("read")(self._parts), methods=["GET"]),
            Route(f"{job}/cancel", needs("withdraw")(self._cancel), methods=["POST"]),
        ]
        if not self.engine.read_only:
            made.insert(2, Route("/v1/jobs/ask", needs("ask")(self._ask), methods=["POST"]))
        return made

    # --------------------------------------------------------------------------------------------------- handing in

    async def _verify(self, request: Request) -> Response:
        given = await drafts_and_options(request, self.limits, most=1)
        if len(given.drafts) != 1:
            raise Problem(
                422, "wrong_arguments", "there is more than one draft", do="POST /v1/jobs/batch takes several."
            )
        wanted = verify_wanted(self.engine, principal_of(request), given.drafts[0], given.options)
        return await run_in_threadpool(self._put, wanted)

    async def _batch(self, request: Request) -> Response:
        given = await drafts_and_options(request, self.limits, most=self.limits.files)
        who = principal_of(request)
        names = Counter(each.name for each in given.drafts)
        twice = [name for name, number in names.items() if number > 1]
        if twice:
            raise Problem(422, "wrong_arguments", "two drafts have the same name", do="Give each a name of its own.")
        wanted = [verify_wanted(self.engine, who, each, given.options) for each in given.drafts]

        def put() -> Response:
            parts = [self.store.put(each, most_waiting=self.limits.jobs)[0].id for each in wanted]
            asked = {**given.options, "drafts": len(parts)}
            return self._put(Wanted(who.tenant, who.matter, who.name, "batch", "", asked, b"", parts=parts))

        return await run_in_threadpool(put)

    async def _ask(self, request: Request) -> Response:
        wanted = asking_wanted(self.engine, principal_of(request), await json_body(request))
        return await run_in_threadpool(self._put, wanted)

    def _put(self, wanted: Wanted) -> Response:
        job, new = self.store.put(wanted, most_waiting=self.limits.jobs)
        headers = {"Location": f"/v1/jobs/{job.id}"}
        return JSONResponse(job_json(job), status_code=202 if new else 200, headers=headers)

    # ------------------------------------------------------------------------------------------------------ looking

    def _of(self, request: Request) -> Job:
        who, name = principal_of(request), request.path_params["job"]
        job = self.store.get(who.tenant, who.matter, name) if len(name) == 32 and name.isalnum() else None
        if job is None:
            raise not_found("there is no such job", do="GET /v1/jobs lists those there are; jobs expire.")
        return job

    def _list(self, request: Request) -> Response:
        who = principal_of(request)
        given = query_values(request, {"before": {}, "most": {}})
        most = _whole(given.get("most", "50"), "most", 1, MOST_LISTED)
        before = _whole(given.get("before", "0"), "before", 0, 1 << 53) / 1000
        found = self.store.listed(who.tenant, who.matter, most=most + 1, before=before)
        value: dict[str, Any] = {"jobs": [job_json(each) for each in found[:most]]}
        if len(found) > most:
            value["more"] = {"href": f"GET /v1/jobs?most={most}&before={int(found[most - 1].made_at * 1000)}"}
        return JSONResponse(value)

    def _show(self, request: Request) -> Response:
        return JSONResponse(job_json(self._of(request)))

    def _parts(self, request: Request) -> Response:
        job = self._of(request)
        parts = self.store.parts(job.tenant, job.matter, job.id)
        return JSONResponse({"jobs": [job_json(each) for each in parts]})

    def _draft(self, request: Request) -> Response:
        job = self._of(request)
        data = self.store.data(job) if job.kind == "verify" else None
        if data is None:
            raise not_found("this job has no draft of its own")
        return Response(data, media_type="application/octet-stream", headers={"Content-Disposition": _named(job.name)})

    def _result(self, request: Request) -> Response:
        given = query_values(request, {"format": {}, "language": {}})
        wanted, language = given.get("format", "json"), given.get("language", "en")
        if wanted not in FORMATS or language not in LANGUAGES:
            raise Problem(
                422, "wrong_arguments", "there is no such form of a result",
                do=f"format: {', '.join(FORMATS)}; language: {', '.join(LANGUAGES)}.",
            )  # fmt: skip
        job = self._of(request)
        if not job.ended:
            raise Problem(
                409, "not_done", "the job has not ended", do=f"GET /v1/jobs/{job.id}/events tells when it has.",
                headers={"Retry-After": "1"},
            )  # fmt: skip
        if job.state != "done":
            said = job.problem or {}
            raise Problem(409, str(said.get("code", job.state)), str(said.get("detail", f"the job was {job.state}")))
        if job.kind == "batch":
            return self._whole(job)
        data = self.store.result(job) or b"{}"
        if wanted != "json" and job.kind != "verify":
            raise Problem(422, "wrong_arguments", "an answer is JSON alone", do="Leave `format` out.")
        content = _shown(data, wanted, language)
        headers = {"Content-Security-Policy": _PAGE_POLICY} if wanted == "html" else {}
        return Response(content, headers={**headers, "Content-Type": FORMATS[wanted]})

    def _whole(self, job: Job) -> Response:
        """What came of a batch: each draft with its delivery and counts, and the sums."""
        drafts: list[dict[str, Any]] = []
        deliveries: Counter[str] = Counter()
        citations: Counter[str] = Counter()
        for part in self.store.parts(job.tenant, job.matter, job.id):
            result = self.store.result(part) if part.state == "done" else None
            report = json.loads(result) if result else {}
            delivery = report["delivery"]["decision"] if report else "UNREADABLE"
            counts = report.get("counts", {})
            deliveries[delivery] += 1
            citations.update({key: number for key, number in counts.items() if key.isupper()})
            said = {"name": part.name, "job": part.id, "delivery": delivery, "counts": counts}
            drafts.append(said | ({"problem": dict(part.problem)} if part.problem else {}))
        return JSONResponse({"drafts": drafts, "deliveries": dict(deliveries), "citations": dict(citations)})

    # ---------------------------------------------------------------------------------------------------- stopping

    def _cancel(self, request: Request) -> Response:
        job = self._of(request)
        self.store.cancel(job)
        return JSONResponse(job_json(self._of(request)), status_code=202)

    def _erase(self, request: Request) -> Response:
        job = self._of(request)
        self.store.cancel(job)
        self.store.erase(job)
        return Response(status_code=204)

    # ------------------------------------------------------------------------------------------------------ events

    async def _events(self, request: Request) -> Response:
        require(request, "read")
        query_values(request, {})
        last = request.headers.get("last-event-id", "0")
        after = _whole(last, "Last-Event-ID", 0, 1 << 31)
        job = await run_in_threadpool(self._of, request)
        who = principal_of(request)
        caller = (who.tenant, who.name)
        if self._streams[caller] >= self.limits.streams:
            raise Problem(
                429, "too_many_streams", f"{self.limits.streams} streams of events are open already",
                do="Close one, or GET the job.", headers={"Retry-After": "5"},
            )  # fmt: skip
        return StreamingResponse(self._stream(job, after, caller), media_type="text/event-stream")

    async def _stream(self, job: Job, after: int, caller: tuple[str, str]) -> AsyncIterator[str]:
        self._streams[caller] += 1
        try:
            yield "retry: 2000\n\n"
            silent, pause, until = 0.0, _LOOK[0], time.monotonic() + _STREAM
            while time.monotonic() < until:
                held = await run_in_threadpool(self.store.get, job.tenant, job.matter, job.id)
                if held is None:
                    yield _event("erased", {})
                    return
                if held.told > after:
                    for event in await run_in_threadpool(self.store.events, held, after):
                        after, silent, pause = event.seq, 0.0, _LOOK[0]
                        yield _event(event.name, _told(event), event.seq)
                if held.ended:
                    return
                await asyncio.sleep(pause)
                silent, pause = silent + pause, min(pause * 1.3, _LOOK[1])
                if silent > _ALIVE:
                    silent = 0.0
                    yield ": still here\n\n"
        finally:
            self._streams[caller] -= 1
            if not self._streams[caller]:
                del self._streams[caller]


def _told(event: Event) -> Mapping[str, Any]:
    return {**event.said, "at": datetime.fromtimestamp(event.at, UTC).isoformat(timespec="milliseconds")}


def _event(name: str, said: Mapping[str, Any], number: int = 0) -> str:
    head = f"id: {number}\n" if number else ""
    return f"{head}event: {name}\ndata: {json.dumps(said, ensure_ascii=False)}\n\n"


def _shown(data: bytes, wanted: str, language: str) -> bytes:
    if wanted == "json":
        return data
    shown = show(data, language)
    if wanted == "html":
        from pincite.reports.html_report import render_html

        return render_html(shown).encode()
    from pincite.reports.csv_report import render_csv

    return render_csv(shown)


def _named(name: str) -> str:
    return f"attachment; filename*=UTF-8''{quote(name, safe='')}"


def _whole(value: str, name: str, least: int, most: int) -> int:
    number = int(value) if value.isascii() and value.isdigit() and len(value) < 20 else -1
    if not least <= number <= most:
        raise Problem(422, "wrong_arguments", f"{name} is a number between {least} and {most}")
    return number
