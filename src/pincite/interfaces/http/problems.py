"""Errors as problem+json (RFC 9457): what was wrong and what to do.

Keeps true: every refusal of the door has one shape, `{type, title, status, detail, code, do, next?, request_id}`; nothing that was
given, no path of the machine and no traceback stands in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from starlette.responses import JSONResponse

from pincite.errors import BadInput, CannotRun, PinciteError

__all__ = [
    "TYPE",
    "Problem",
    "forbidden",
    "not_found",
    "of_the_machine",
    "problem_of",
    "problem_response",
    "unauthorized",
]

TYPE = "https://github.com/pincite/pincite/blob/main/docs/http.md#"
"""Before a code it is the type of a problem: a page that explains it."""
MEDIA = "application/problem+json"


_DO = {
    "wrong_arguments": "GET /v1/openapi.json says what each address takes.",
    "no_form": "Send multipart/form-data, each file in the field `draft`.",
    "too_deep": "Send the arguments as one flat JSON object.",
}
"""What would do, where a refusal does not say it itself."""


class Problem(Exception):
    """A refusal.

    Args:
        status: of HTTP.
        code: of the kind, for machines.
        detail: the sentence that says what was wrong.
        do: what would do.
        headers: of the response.
        more: further members.

    """

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        *,
        do: str = "",
        headers: Mapping[str, str] | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.do = do or _DO.get(code, "")
        self.headers = dict(headers or {})
        self.more = dict(more or {})

    def as_json(self, request_id: str = "") -> dict[str, Any]:
        """The members, without those that are empty."""
        said = {
            "type": f"{TYPE}{self.code.replace('_', '-')}",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
            "do": self.do,
            **self.more,
            "request_id": request_id,
        }
        return {key: value for key, value in said.items() if value not in ("", None)}


def unauthorized(detail: str = "nobody is known by this request", *, do: str = "") -> Problem:
    """Nobody is known."""
    return Problem(
        401,
        "unauthorized",
        detail,
        do=do or "Give a token: `Authorization: Bearer …`.",
        headers={"WWW-Authenticate": 'Bearer realm="pincite"'},
    )


def forbidden(detail: str, *, do: str = "") -> Problem:
    """Somebody is known, and may not."""
    return Problem(403, "forbidden", detail, do=do)


def not_found(detail: str, *, do: str = "") -> Problem:
    """There is no such thing, or not for this caller: the two are never told apart."""
    return Problem(404, "no_such_thing", detail, do=do)


def problem_of(error: BaseException) -> Problem:
    """An exception as a problem; one that nobody foresaw says nothing of itself."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, PinciteError) and error.code in _REFUSALS:
        made = _REFUSALS[error.code]
        return made(str(error)[:600], do=error.remedy[:300])
    if isinstance(error, BadInput):
        return Problem(422, error.code, str(error)[:600], do=error.remedy[:300])
    if of_the_machine(error):
        return Problem(503, "cannot_run", "a store of this server cannot be used now", do="Its operator is told why.")
    if isinstance(error, CannotRun):
        return Problem(503, error.code, str(error)[:600], do=error.remedy[:300])
    if isinstance(error, PinciteError):
        return Problem(500, error.code, str(error)[:600], do=error.remedy[:300])
    return Problem(
        500,
        "internal",
        "pincite failed at this request; nothing was concluded",
        do="Its log says where, by request_id.",
    )


def of_the_machine(error: BaseException) -> bool:
    """Whether a file or a database failed: what such an error says names paths, hosts and users, and is the operator's to read."""
    cause = error.__cause__
    return isinstance(error, CannotRun) and (
        isinstance(cause, OSError) or type(cause).__module__.partition(".")[0] in ("sqlite3", "psycopg")
    )


_REFUSALS = {"unauthorized": unauthorized, "forbidden": forbidden}
"""Codes of refusals that an identity may raise as errors of its own."""


def problem_response(problem: Problem, request_id: str = "") -> JSONResponse:
    """The response."""
    return JSONResponse(
        problem.as_json(request_id), status_code=problem.status, headers=problem.headers, media_type=MEDIA
    )
