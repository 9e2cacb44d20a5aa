"""Work that is handed in: drafts and questions from JSON or from a form with files, to what the store of jobs keeps.

Keeps true: the same draft with the same options, releases and rules is the same job, whichever way it came; options have the names and the
values that the OpenAPI document gives (`data/jobs.yaml`), and what is none of them is refused.
"""

from __future__ import annotations

import base64
import binascii
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import yaml
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException
from starlette.requests import Request

from pincite import settings, wiring
from pincite.corpus.lookup import checked_language
from pincite.digests import canonical_json, sha256
from pincite.errors import BadInput, CannotRun
from pincite.interfaces.http.bodies import json_body
from pincite.interfaces.http.limits import Limits
from pincite.interfaces.http.principal import Principal
from pincite.interfaces.http.problems import Problem
from pincite.interfaces.mcp.engine import Engine, Who
from pincite.judging.language_model import Tool
from pincite.privacy.egress import MODES
from pincite.storage.jobs import Job, JobStore, Wanted
from pincite.text.dates import checked_date
from pincite.text.tables import table_text
from pincite.workflows.chat import not_kept
from pincite.workflows.research_tools import WrongCall, checked

__all__ = [
    "Draft",
    "HandedIn",
    "JobVerifier",
    "asking_wanted",
    "drafts_and_options",
    "job_schemas",
    "verify_options",
    "verify_wanted",
]

_LONGEST_NAME = 200
_LONGEST_QUESTION = 10_000
_MEDIA = ("application/json", "multipart/form-data")


@dataclass(frozen=True, slots=True)
class Draft:
    """A file that is handed in."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class HandedIn:
    """Drafts and the options that are the same for all of them."""

    drafts: tuple[Draft, ...]
    options: Mapping[str, Any]


@cache
def job_schemas() -> Mapping[str, Any]:
    """The arguments of each kind of job, as JSON schemas."""
    found: Mapping[str, Any] = yaml.safe_load(table_text("pincite.interfaces.http", "data/jobs.yaml"))
    return found


async def drafts_and_options(request: Request, limits: Limits, *, most: int) -> HandedIn:
    """What a request hands in.

    Raises:
        Problem: it is no form or JSON of the kind that is wanted, or holds too much.

    """
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media not in _MEDIA:
        raise Problem(415, "media_type", "a draft comes in a form or in JSON", do=f"Send {' or '.join(_MEDIA)}.")
    if media == _MEDIA[1]:
        found = await _from_form(request, limits, most)
    else:
        found = await run_in_threadpool(_from_json, await json_body(request), most)
    if not found.drafts:
        raise Problem(422, "no_draft", "there is no draft", do="Give files in the field `draft`, or JSON with `text`.")
    return found


async def _from_form(request: Request, limits: Limits, most: int) -> HandedIn:
    try:
        async with request.form(max_files=most, max_fields=20, max_part_size=20_000) as form:
            drafts: list[Draft] = []
            options: dict[str, Any] = {}
            for name, value in form.multi_items():
                if isinstance(value, UploadFile):
                    if name != "draft":
                        raise Problem(
                            422, "wrong_arguments", "a file stands in another field than `draft`", do="Name it `draft`."
                        )
                    drafts.append(Draft(_file_name(value.filename or ""), await value.read(limits.upload + 1)))
                elif name in options:
                    raise Problem(422, "wrong_arguments", f"{name[:60]!a} stands twice in the form")
                else:
                    options[name] = value
    except MultiPartException as error:
        raise Problem(400, "no_form", f"the form cannot be read: {error.message[:200]}") from error
    return HandedIn(tuple(drafts), verify_options(options))


def _from_json(given: Mapping[str, Any], most: int) -> HandedIn:
    several = given.get("drafts")
    if several is None:
        options = {key: value for key, value in given.items() if key not in ("text", "document", "name")}
        one = {key: given[key] for key in ("text", "document", "name") if key in given}
        return HandedIn((_draft(one),) if one else (), verify_options(options))
    if not isinstance(several, list) or not all(isinstance(each, dict) for each in several) or len(several) > most:
        raise Problem(422, "wrong_arguments", f"`drafts` is no list of at most {most} objects")
    options = {key: value for key, value in given.items() if key != "drafts"}
    return HandedIn(tuple(map(_draft, several)), verify_options(options))


def _draft(given: Mapping[str, Any]) -> Draft:
    text, document, name = (given.get(key, "") for key in ("text", "document", "name"))
    if set(given) - {"text", "document", "name"} or not all(isinstance(each, str) for each in (text, document, name)):
        raise Problem(422, "wrong_arguments", "a draft has `text`, or `document` with `name`: strings all of them")
    if ("text" in given) == ("document" in given) or not (text or document):
        raise Problem(
            422, "wrong_arguments", "a draft is given as `text` or as `document`, not as both, and is not empty"
        )
    if text:
        return Draft(_file_name(name or "draft.md"), text.encode())
    try:
        return Draft(_file_name(name), base64.b64decode(document, validate=True))
    except (binascii.Error, ValueError) as error:
        raise Problem(
            422, "no_base64", "`document` is no base64", do="Encode the bytes of the file in base64."
        ) from error


def _file_name(name: str) -> str:
    """The last part of a name; its ending says how the file is read."""
    last = "".join(each for each in name.replace("\\", "/").rpartition("/")[2] if each.isprintable()).strip()
    if not last or len(last) > _LONGEST_NAME:
        raise Problem(
            422,
            "no_name",
            "the draft has no name of a file",
            do="Name it as memo.docx: the ending says how to read it.",
        )
    return last


def verify_options(given: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a check, with those that are not given.

    Raises:
        Problem: one is none, or asks for less privacy than this server keeps.
        BadInput: a date or a language that is none.

    """
    found = _checked("verify", given)
    held = wiring.privacy_for(None).mode
    allowed = MODES[: MODES.index(held) + 1]
    if found["privacy"] and found["privacy"] not in allowed:
        raise Problem(
            422, "wrong_arguments", "this server allows no such privacy mode", do=f"There are {', '.join(allowed)}."
        )
    return found


def _checked(kind: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a kind of job, with those that are not given."""
    schema = job_schemas()[kind]
    tool = Tool(kind, "", {"properties": schema["properties"], "required": schema.get("required", [])})
    try:
        found = checked(tool, json.dumps(given))
    except WrongCall as wrong:
        raise Problem(422, "wrong_arguments", str(wrong), do=f"It takes {', '.join(schema['properties'])}.") from wrong
    whole = {name: found.get(name, each.get("default", "")) for name, each in schema["properties"].items()}
    for name, each in schema["properties"].items():
        if each["type"] == "integer" and not each["minimum"] <= whole[name] <= each["maximum"]:
            raise Problem(422, "wrong_arguments", f"{name} lies between {each['minimum']} and {each['maximum']}")
    checked_date(whole.get("as_of", ""), "as_of")
    checked_language(whole.get("language", ""))
    return whole


def verify_wanted(engine: Engine, who: Principal | Who, draft: Draft, options: Mapping[str, Any]) -> Wanted:
    """A draft as the store of jobs takes it."""
    if not draft.data:
        raise BadInput(f"{draft.name} is empty", remedy="Hand in a draft with words in it.")
    asked = {**options, "checked_on": engine.today()}
    return Wanted(
        who.tenant, who.matter, who.name if isinstance(who, Principal) else who.actor, "verify", draft.name, asked,
        draft.data, _against(engine),
    )  # fmt: skip


def asking_wanted(engine: Engine, who: Principal, given: Mapping[str, Any]) -> Wanted:
    """A question as the store of jobs takes it; without a chat it is asked in one of its own."""
    asked = _checked("ask", given)
    question, chat = str(asked.pop("question")).strip(), str(asked.pop("chat")).strip()
    if not question or len(question) > _LONGEST_QUESTION or len(chat) > _LONGEST_NAME:
        raise Problem(422, "wrong_arguments", f"a question has between 1 and {_LONGEST_QUESTION:,} characters")
    # names of chats are given once in a tenant: that of a matter's question is no other matter's
    same = canonical_json({"question": question, "chat": chat, "matter": who.matter, **asked})
    own = not_kept(chat) or f"ask-{sha256(same)[:12]}"
    data = json.dumps({"question": question, "chat": own}, ensure_ascii=False, sort_keys=True).encode()
    against = {**_against(engine), "model": settings.model()}
    return Wanted(who.tenant, who.matter, who.name, "ask", own, asked, data, against)


def _against(engine: Engine) -> Mapping[str, Any]:
    return {"releases": [each.digest for each in engine.pool.releases], "versions": dict(wiring.versions())}


@dataclass(frozen=True)
class JobVerifier:
    """Verifies the drafts of `verify_draft` as jobs, so that what computes long is in another process (`engine.Verifier`).

    Attributes:
        engine, store: of the server.
        seconds: to wait for one.
        most: jobs of a tenant that wait.

    """

    engine: Engine
    store: JobStore
    seconds: float = 60.0
    most: int = 500
    sleep: Callable[[float], None] = time.sleep

    def __call__(
        self,
        who: Who,
        data: bytes,
        name: str,
        asked: Mapping[str, str],
        progress: Callable[[int, str], None] = lambda *_: None,
    ) -> Mapping[str, Any]:
        """The report.

        Raises:
            BadInput: the draft cannot be read.
            CannotRun: it takes longer than a request waits; it goes on as a job.

        """
        try:
            options = {**verify_options(asked), "treatment": False}
            wanted = verify_wanted(self.engine, who, Draft(_file_name(name), data), options)
        except Problem as problem:  # a call of a tool is refused as every door refuses it, not as this one does
            raise BadInput(problem.detail, remedy=problem.do) from problem
        job, _ = self.store.put(wanted, most_waiting=self.most)
        until, pause, told = time.monotonic() + self.seconds, 0.01, 0
        while not job.ended:
            if time.monotonic() > until:
                raise CannotRun(
                    f"the draft takes longer than {self.seconds:.0f} seconds",
                    remedy=f"It goes on as a job: GET /v1/jobs/{job.id}.",
                )
            self.sleep(pause)
            pause = min(pause * 1.3, 0.1)
            held = self.store.get(job.tenant, job.matter, job.id)
            if held is None:
                raise CannotRun("the draft was erased meanwhile", remedy="Hand it in again.")
            if held.told != told:
                told = self._tell(held, told, progress)
            job = held
        return self._report(job)

    def _tell(self, job: Job, told: int, progress: Callable[[int, str], None]) -> int:
        for event in self.store.events(job, told):
            if event.name == "stage":
                number = ("existence", "quotations", "content", "report").index(event.said["stage"]) + 1
                progress(number, f"{event.said['stage']}: {event.said['citations']} citations")
        return job.told

    def _report(self, job: Job) -> Mapping[str, Any]:
        result = self.store.result(job)
        if job.state == "done" and result is not None:
            report: Mapping[str, Any] = json.loads(result)
            return report
        problem = job.problem or {"detail": "it was cancelled"}
        kind = BadInput if problem.get("code") in ("bad_input", "unreadable_source") else CannotRun
        raise kind(str(problem.get("detail", "it failed")), remedy=str(problem.get("do", "")))
