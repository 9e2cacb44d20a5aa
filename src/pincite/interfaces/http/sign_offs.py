"""Sign-off over HTTP: propose to disclaim or escalate what is blocked, approve or refuse what another person proposed.

Keeps true: who acts is the identity; a program proposes or approves only with a note signed by its person's registered key; the report is
that of a job of this matter, or the file byte for byte; nothing here changes it.
"""

from __future__ import annotations

import base64
import binascii
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from pincite import wiring
from pincite.errors import BadInput
from pincite.gate.sign_off import PREFIX, SignOff
from pincite.interfaces.http.accounts import given_fields
from pincite.interfaces.http.app import Router, needs, require
from pincite.interfaces.http.bodies import json_body, query_values
from pincite.interfaces.http.problems import Problem, not_found, unauthorized
from pincite.interfaces.http.users import Known, known_of, own_change
from pincite.reports.stored import StoredReport, read_report
from pincite.workflows import sign_off as ways

if TYPE_CHECKING:
    from pincite.access.port import AccessStore
    from pincite.ledger.port import Ledger

__all__ = ["ReportOfJob", "SignOffs"]

ReportOfJob = Callable[[str, str, str], bytes | None]
"""`report_of(tenant, matter, job)`: the report's file; None when there is none in that matter."""

_PATH = "/v1/gate/sign-offs"


@dataclass(frozen=True)
class SignOffs:
    """The routes over a store of users, a ledger and the reports of jobs."""

    store: AccessStore
    ledger: Ledger
    report_of: ReportOfJob
    now: Callable[[], str] = wiring.now

    def router(self) -> Router:
        """The routes."""
        made = [
            Route(_PATH, needs("read")(self._list), methods=["GET"]),
            Route(_PATH, self._propose, methods=["POST"]),
            Route(_PATH + "/{name}", needs("read")(self._show), methods=["GET"]),
            Route(_PATH + "/{name}/decision", self._decide, methods=["POST"]),
            Route("/v1/gate/standing", self._standing, methods=["POST"]),
        ]
        return Router("sign-off", made)

    def _acting(self, known: Known) -> ways.SigningOff:
        user = self.store.user(known.person.tenant, known.person.user)
        if user is None:
            raise unauthorized()
        return ways.SigningOff(self.ledger, known.person, user, self.now())

    def _list(self, request: Request) -> Response:
        query_values(request, {})
        found = ways.list_sign_offs(self._acting(known_of(request)))
        return JSONResponse({"sign_offs": [each.as_json() for each in found]})

    def _show(self, request: Request) -> Response:
        return JSONResponse(self._held(self._acting(known_of(request)), request.path_params["name"]).as_json())

    async def _propose(self, request: Request) -> Response:
        require(request, "read")
        known = own_change(request)
        given = given_fields(
            await json_body(request),
            texts=("report", "job", "way", "reason", "note", "draft", "draft_name", "copy", "copy_name"),
            lists=("citations",),
        )
        return await run_in_threadpool(self._proposed, known, given)

    def _proposed(self, known: Known, given: dict[str, Any]) -> Response:
        if given["way"] not in ("disclaim", "escalate"):
            raise Problem(422, "wrong_arguments", "`way` is disclaim or escalate")
        known.person.require("propose", signed=bool(given["note"]))
        report = self._report(known, given)
        copy, made = "", None
        if given["way"] == "disclaim":
            copy, made = ways.copy_for(
                *(report, _bytes(given["draft"], "draft"), given["draft_name"] or report.draft_name),
                citations=given["citations"],
                copy=_bytes(given["copy"], "copy") if given["copy"] else None,
                copy_name=given["copy_name"],
            )
        found = ways.propose(
            *(self._acting(known), PREFIX + secrets.token_hex(8), report, given["way"]),
            reason=given["reason"],
            citations=given["citations"],
            copy=copy,
            note=given["note"],
        )
        more = {"copy_base64": base64.b64encode(made).decode()} if made is not None else {}
        return JSONResponse({**found.as_json(), **more}, status_code=201)

    async def _decide(self, request: Request) -> Response:
        require(request, "read")
        known = own_change(request)
        given = given_fields(await json_body(request), texts=("decision", "reason", "note"))
        return await run_in_threadpool(self._decided, known, request.path_params["name"], given)

    def _decided(self, known: Known, name: str, given: dict[str, Any]) -> Response:
        if given["decision"] not in ("approve", "refuse"):
            raise Problem(422, "wrong_arguments", "`decision` is approve or refuse")
        acting = self._acting(known)
        self._held(acting, name)
        found = ways.decide(acting, name, cast("Any", given["decision"]), reason=given["reason"], note=given["note"])
        return JSONResponse(found.as_json())

    def _held(self, acting: ways.SigningOff, name: str) -> SignOff:
        try:
            return ways.sign_off(acting, name)
        except BadInput as error:
            raise not_found(
                "there is no such sign-off in this matter", do=f"GET {_PATH} lists those there are."
            ) from error

    async def _standing(self, request: Request) -> Response:
        require(request, "read")
        given = given_fields(await json_body(request), texts=("report", "job"))
        return await run_in_threadpool(self._stands, known_of(request), given)

    def _stands(self, known: Known, given: dict[str, Any]) -> Response:
        value, settled = ways.standing_of_report(self._acting(known), self._report(known, given))
        return JSONResponse(
            {
                "standing": value,
                "delivery_blocked": value == "BLOCKED",
                "reasons": [
                    {**each.reason._asdict(), "settled_by": each.way, "persons": list(each.by)} for each in settled
                ],
            }
        )

    def _report(self, known: Known, given: dict[str, Any]) -> StoredReport:
        if bool(given["report"]) == bool(given["job"]):
            raise Problem(
                422, "wrong_arguments", "one report is meant",
                do="Give the id of its job, or the report's JSON byte for byte as a string.",
            )  # fmt: skip
        person = known.person
        data = (
            given["report"].encode() if given["report"] else self.report_of(person.tenant, person.matter, given["job"])
        )
        if data is None:
            raise not_found("there is no report of such a job", do="GET /v1/jobs lists those there are.")
        return read_report(data, "the report")


def _bytes(text: str, name: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (ValueError, binascii.Error) as error:
        raise Problem(422, "wrong_arguments", f"`{name}` is no base64") from error
