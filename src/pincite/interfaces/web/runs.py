"""Checks of drafts as the review page knows them: handed in, followed by stage, found again.

Keeps true: the page checks nothing itself; what it hands in is a job of the HTTP door, the same that the API makes of the same draft,
and every look at one is with the caller's tenant and matter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from pincite import settings, wiring
from pincite.interfaces.http.handing_in import Draft, verify_options, verify_wanted
from pincite.interfaces.http.limits import Limits
from pincite.interfaces.http.principal import Principal
from pincite.interfaces.mcp.engine import Engine
from pincite.privacy.egress import MODES
from pincite.storage.jobs import Event, Job, JobStore
from pincite.workflows.verify_draft import Seen

__all__ = ["STAGES", "Asked", "JobRuns", "Progress", "Runs", "failure_code", "progress_of"]

STAGES = ("existence", "quotations", "content", "report")
"""As `workflows.verify_draft` tells them."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a reader asks of a check; "" where nothing was chosen."""

    as_of: str = ""
    draft_language: str = ""
    tracked: str = "final"
    privacy: str = ""


class Runs(Protocol):
    """Where checks are done.

    Attributes:
        modes: privacy modes that may be asked for, the strictest first; the last is what this server was set to.

    """

    @property
    def modes(self) -> Sequence[str]:
        """See the class."""

    def begin(self, principal: Principal, name: str, data: bytes, asked: Asked) -> Job:
        """Hand a draft in.

        Raises:
            BadInput: too much is waiting, or an option is none.
            CannotRun: it cannot be kept.

        """

    def find(self, principal: Principal, name: str) -> Job | None:
        """A check of the caller's matter; None when there is none of this name."""

    def listed(self, principal: Principal, most: int) -> Sequence[Job]:
        """The newest checks of the caller's matter."""

    def events(self, job: Job) -> Sequence[Event]:
        """What was told of a check."""

    def data(self, job: Job) -> bytes | None:
        """The draft."""

    def result(self, job: Job) -> bytes | None:
        """The report's JSON; None before it is done."""

    def stream(self, job: Job) -> str:
        """The path at which its progress is sent as events."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a check is: the stage it is at ("" before the first), how many citations were found, what is known of each."""

    stage: str = ""
    mentions: int | None = None
    seen: Sequence[Seen] = ()

    def state(self, stage: str) -> str:
        """`done`, `now` or `next`."""
        if not self.stage:
            return "next"
        at, this = STAGES.index(self.stage), STAGES.index(stage)
        return "now" if this == at else "done" if this < at else "next"


def progress_of(events: Sequence[Event]) -> Progress:
    """The last stage that was told, with what was known last."""
    told = [event.said for event in events if event.said.get("stage") in STAGES]
    if not told:
        return Progress()
    known = next((said["seen"] for said in reversed(told) if "seen" in said), ())
    return Progress(told[-1]["stage"], told[-1].get("citations"), tuple(Seen(*each) for each in known))


_SAID = ("too_long", "worker_died", "unreadable_source", "bad_input", "cannot_run")


def failure_code(problem: Mapping[str, Any]) -> str:
    """The code in the pages' words (section `failure`) for why a job failed; its detail is in English."""
    code = str(problem.get("code", ""))
    return f"job_{code}" if code in _SAID else "status_500" if code == "internal" else "status_503"


@dataclass(frozen=True)
class JobRuns:
    """Implements `Runs` over the jobs of a server."""

    engine: Engine
    store: JobStore
    limits: Limits

    @cached_property
    def modes(self) -> Sequence[str]:
        """As the server was set; a reader may ask for a stricter one."""
        return MODES[: MODES.index(wiring.privacy_for(None).mode) + 1]

    def begin(self, principal: Principal, name: str, data: bytes, asked: Asked) -> Job:
        """See `Runs`."""
        options = {
            "language": asked.draft_language,
            "as_of": asked.as_of,
            "tracked": "original" if asked.tracked == "original" else "final",
            "judge": "configured" if settings.judge() else "signals",
            "privacy": asked.privacy,
        }
        wanted = verify_wanted(self.engine, principal, Draft(name, data), verify_options(options))
        job, _ = self.store.put(wanted, most_waiting=self.limits.jobs)
        return job

    def find(self, principal: Principal, name: str) -> Job | None:
        """See `Runs`."""
        return self.store.get(principal.tenant, principal.matter, name)

    def listed(self, principal: Principal, most: int) -> Sequence[Job]:
        """See `Runs`."""
        return self.store.listed(principal.tenant, principal.matter, most=most)

    def events(self, job: Job) -> Sequence[Event]:
        """See `Runs`."""
        return self.store.events(job)

    def data(self, job: Job) -> bytes | None:
        """See `Runs`."""
        return self.store.data(job)

    def result(self, job: Job) -> bytes | None:
        """See `Runs`."""
        return self.store.result(job)

    def stream(self, job: Job) -> str:
        """See `Runs`."""
        return f"/v1/jobs/{job.id}/events"
