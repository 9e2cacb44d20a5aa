"""The review page: hand a draft in, follow the check, go through its findings, decide, hand the report on.

    GET  /                              the form, what is asked, earlier checks
    POST /review                        begin; leads to the check
    GET  /review/{id}                   how far it is, or the report
    GET  /review/{id}/source/{citation} the source at the passage
    POST /review/{id}/decisions         a decision on a finding
    GET  /review/{id}/export/{kind}     a file of the report

Keeps true: a check is reached by its own tenant and matter alone, and is not told apart from none; all of it works without script;
what is computed is computed in threads. With the header `X-Part: 1` a page answers with its changing part alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import resources
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from pincite import wiring
from pincite.errors import BadInput
from pincite.interfaces.http.app import Router, needs, require
from pincite.interfaces.http.principal import Principal, principal_of
from pincite.interfaces.http.problems import Problem, not_found
from pincite.interfaces.mcp.engine import Engine
from pincite.interfaces.web.exports import KINDS, exported, handed_out
from pincite.interfaces.web.frame import Frame
from pincite.interfaces.web.runs import STAGES, Asked, Progress, Runs, failure_code, progress_of
from pincite.interfaces.web.shown_review import Chosen, Reports, ShownSoFar, chosen_findings, shown_so_far
from pincite.interfaces.web.shown_source import shown_source
from pincite.interfaces.web.words import NAMES
from pincite.ledger.entries import ChatId
from pincite.reports.shown import ShownReport
from pincite.reports.text import MARKS, safe
from pincite.storage.jobs import Job
from pincite.workflows.review import Decided, chat_of, decide_on, decisions_on

__all__ = ["review_router"]

PART = "x-part"
LARGEST = 25 * 1024 * 1024
"""Bytes of a draft."""
_LISTED = 12
MANY = 150
"""Findings of a report beyond which a page has a form only for those that are being read."""
SAMPLES = ("memo-hk.md", "notiz-ch.md", "letter-hk.docx")
"""Drafts of the specimen."""


@dataclass
class _Review:
    """The endpoints over what they need."""

    frame: Frame
    engine: Engine
    runs: Runs
    reports: Reports
    samples: tuple[str, ...] = ()

    # ------------------------------------------------------------------------------------------------------- to begin

    def start(self, request: Request) -> Response:
        principal = principal_of(request)
        words = self.frame.words(request)
        releases = [
            {
                "release": each.release,
                "said": words.say(
                    "review",
                    "release_row",
                    release=each.release,
                    date=each.as_of,
                    signature=words.say("ui", each.signature),
                ),
                "complete": [safe(claim.name) for claim in each.claims if claim.complete],
                "signature": each.signature,
            }
            for each in self.engine.pool.coverage
        ]
        earlier = [self._row(each) for each in self.runs.listed(principal, _LISTED)] if principal.may("read") else []
        return self.frame.page(
            request,
            "start.html.j2",
            {
                "releases": releases,
                "modes": self.runs.modes,
                "languages_of_drafts": list(NAMES.items()),
                "earlier": [each for each in earlier if each],
                "may_check": principal.may("check"),
                "samples": self.samples,
            },
        )

    def _row(self, job: Job) -> dict[str, Any] | None:
        if job.kind != "verify":
            return None
        made = datetime.fromtimestamp(job.made_at, UTC).strftime("%Y-%m-%d %H:%M")
        return {"id": job.id, "name": safe(job.name), "state": job.state, "made": made}

    async def begin(self, request: Request) -> Response:
        principal = principal_of(request)
        async with request.form(max_files=1, max_fields=12, max_part_size=LARGEST) as form:
            file = form.get("file")
            text = str(form.get("text") or "")
            name, data = "", b""
            sample = str(form.get("sample") or "")
            if sample in self.samples:
                name, data = sample, resources.files("pincite.specimen").joinpath("drafts", sample).read_bytes()
            elif isinstance(file, UploadFile) and file.filename:
                name, data = file.filename.replace("\\", "/").rpartition("/")[2][:200], await file.read(LARGEST + 1)
            elif text.strip():
                name, data = "text.md", text.replace("\r\n", "\n").encode("utf-8", "replace")
            asked = Asked(*(str(form.get(each) or "") for each in ("as_of", "draft_language", "tracked", "privacy")))
        if not data and name:
            raise BadInput(self.frame.words(request).say("review", "file_empty", name=safe(name)))
        if not data:
            raise BadInput(self.frame.words(request).say("review", "nothing_given"))
        if len(data) > LARGEST:
            raise Problem(413, "too_large", f"the draft has more than {LARGEST:,} bytes", do="Check it in parts.")
        job = await run_in_threadpool(self.runs.begin, principal, safe(name), data, asked)
        return RedirectResponse(self._address(request, job), status_code=303)

    @staticmethod
    def _address(request: Request, job: Job) -> str:
        return f"{str(request.scope.get('root_path', '')).rstrip('/')}/review/{job.id}"

    # -------------------------------------------------------------------------------------------------------- a check

    def check(self, request: Request) -> Response:
        job = self._job(request)
        if job.state == "done":
            return Response(headers={"X-State": "done"}) if PART in request.headers else self._report(request, job)
        progress = progress_of(self.runs.events(job))
        problem = job.problem or {}
        values = {
            "id": job.id,
            "name": safe(job.name),
            "state": job.state,
            "stages": [(each, progress.state(each)) for each in STAGES],
            "mentions": progress.mentions,
            "so_far": self._so_far(job, progress) if progress.seen else None,
            "marks": MARKS,
            "stream": self.runs.stream(job),
            "problem_code": failure_code(problem),
            "problem": safe(str(problem.get("detail", ""))),
            "remedy": safe(str(problem.get("do", ""))),
        }
        if PART in request.headers:
            return self.frame.page(request, "progress_part.html.j2", values, headers={"X-State": job.state})
        return self.frame.page(request, "progress.html.j2", values)

    def _so_far(self, job: Job, progress: Progress) -> ShownSoFar | None:
        data = self.runs.data(job)
        asked = job.asked
        if data is None:
            return None
        text = self.reports.text(job.id, data, job.name, asked.get("language", ""), asked.get("tracked", ""))
        return shown_so_far(text, progress.seen) if text else None

    def _job(self, request: Request) -> Job:
        job = self.runs.find(principal_of(request), request.path_params["id"])
        if job is None or job.kind != "verify":
            self.reports.forget(request.path_params["id"])
            raise not_found("there is no such check", do="Hand the draft in again.")
        return job

    def _shown(self, request: Request, job: Job) -> tuple[ShownReport, bytes, bytes]:
        """The report in the reader's language, its bytes, and the draft's."""
        report, data = self.runs.result(job), self.runs.data(job)
        if report is None or data is None:
            raise not_found("this check has no report", do="Hand the draft in again.")
        return self.reports.shown(job.id, report, data, self.frame.language(request)), report, data

    def _report(self, request: Request, job: Job) -> Response:
        shown, _, _ = self._shown(request, job)
        principal = principal_of(request)
        decided = self._decisions(principal, shown)
        chosen = Chosen.of(request.query_params)
        visible = chosen_findings(shown, decided, chosen)
        values = self.reports.values(shown) | {
            "id": job.id,
            "decided": decided,
            "chosen": chosen,
            "visible": visible,
            "many": len(shown.mentions) > MANY,
            "deciding": request.query_params.get("decide", ""),
            "exports": [
                each for each in KINDS if each != "annotated" or shown.values["draft"]["markup"] in _BEARS_COMMENTS
            ],
            "may_decide": principal.may("append") and not self.engine.read_only,
            "lasting": self.engine.lasting and not self.engine.read_only,
            "chain": chat_of(shown.report_sha256, principal.matter),
            "time": _time,
        }
        return self.frame.page(request, "report_page.html.j2", values)

    # ------------------------------------------------------------------------------------------------------- a source

    def source(self, request: Request) -> Response:
        job = self._job(request)
        shown, report, _ = self._shown(request, job)
        citation = request.path_params["citation"]
        mention = next((each for each in shown.mentions if each.id == citation), None)
        if mention is None:
            raise not_found("the report has no such citation")
        evidence = next(m["evidence"] for m in json.loads(report)["mentions"] if m["citation_id"] == citation)
        source = None
        if evidence:
            with self.engine.corpus() as corpus:
                source = shown_source(corpus, evidence)
        template = "source_part.html.j2" if PART in request.headers else "source_page.html.j2"
        return self.frame.page(
            request,
            template,
            self.reports.values(shown)
            | {"id": job.id, "m": mention, "source": source, "pages_of_law": "/releases" in self.frame.paths},
        )

    # ------------------------------------------------------------------------------------------------------ decisions

    def _chat(self, principal: Principal, shown: ShownReport) -> ChatId:
        return ChatId(principal.tenant, principal.matter, chat_of(shown.report_sha256, principal.matter))

    def _decisions(self, principal: Principal, shown: ShownReport) -> Mapping[str, Sequence[Decided]]:
        if self.engine.ledger is None:
            return {}
        return decisions_on(self.engine.ledger, self._chat(principal, shown), shown.report_sha256)

    async def decide(self, request: Request) -> Response:
        async with request.form(max_files=0, max_fields=5, max_part_size=64 * 1024) as form:
            given = {each: str(form.get(each) or "") for each in ("citation", "decision", "words")}
        return await run_in_threadpool(self._decide, request, given)

    def _decide(self, request: Request, given: Mapping[str, str]) -> Response:
        job, principal = self._job(request), principal_of(request)
        shown, _, _ = self._shown(request, job)
        if self.engine.ledger is None:
            raise Problem(403, "forbidden", "this server keeps no ledger", do="Start it without --read-only.")
        chat = self._chat(principal, shown)
        acting = wiring.acting(
            self.engine.ledger, chat.chat, tenant=chat.tenant, matter=chat.matter, actor=principal.actor
        )
        decide_on(acting, shown.values, shown.report_sha256, **given, by=principal.name)
        if PART in request.headers:
            mention = next(each for each in shown.mentions if each.id == given["citation"])
            decided = self._decisions(principal, shown)
            values = {"report": shown, "decided": decided, "m": mention, "time": _time}
            return self.frame.page(request, "decisions_part.html.j2", values)
        return RedirectResponse(f"{self._address(request, job)}#f-{given['citation']}", status_code=303)

    # ---------------------------------------------------------------------------------------------------------- files

    def export(self, request: Request) -> Response:
        job = self._job(request)
        shown, report, data = self._shown(request, job)
        file = exported(request.path_params["kind"], report, data, shown)
        if file is None:
            raise not_found("there is no such file", do=f"There are {', '.join(KINDS)}.")
        return handed_out(file, shown.name, shown.language)


_BEARS_COMMENTS = ("docx", "pdf")


def _time(at: str) -> str:
    """A time of the ledger for readers: to the minute, UTC."""
    return at[:16].replace("T", " ") + " UTC"


def review_router(frame: Frame, engine: Engine, runs: Runs, *, samples: bool = False) -> Router:
    """The review page over an engine's releases and ledger, its checks done by `runs`; `samples` offers the specimen's drafts."""
    review = _Review(frame, engine, runs, Reports(), SAMPLES if samples else ())

    def checks(endpoint: Callable[[Request], Any]) -> Callable[[Request], Any]:
        async def guarded(request: Request) -> Response:
            require(request, "check")
            answer: Response = await endpoint(request)
            return answer

        return guarded

    routes = [
        Route("/", needs("read")(review.start), methods=["GET"]),
        Route("/review", checks(review.begin), methods=["POST"]),
        Route("/review/{id}", needs("read")(review.check), methods=["GET"]),
        Route("/review/{id}/source/{citation}", needs("read")(review.source), methods=["GET"]),
        Route("/review/{id}/decisions", needs("append")(review.decide), methods=["POST"]),
        Route("/review/{id}/export/{kind}", needs("read")(review.export), methods=["GET"]),
    ]
    return Router("review", routes, uploads=("/review",))
