"""Doing a job: a draft verified, a question answered. From what was handed in to the bytes of the result.

Keeps true: a result follows from the job, the releases and the rules alone; what is told of progress holds no word of a draft. A model or a
judge that sends words is the one the server was set up with, behind the door of its privacy (`pincite.privacy.egress`).
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pincite import settings, wiring
from pincite.drafts.shelf import Shelf
from pincite.errors import BadInput
from pincite.interfaces.mcp.engine import Engine
from pincite.reports.json_report import render_json
from pincite.storage.jobs import Job
from pincite.workflows.answer_question import Asking, Budget, Progress, answer_question, as_json

if TYPE_CHECKING:
    from pincite.corpus.remembered import RememberedCorpus
    from pincite.storage.sqlite.corpus import SqliteCorpus
    from pincite.workflows.verify_draft import Seen

__all__ = ["JUDGES", "Doer"]

JUDGES = ("none", "signals", "configured")
"""configured: the judge of PINCITE_JUDGE."""
MOST_CITATIONS = 20_000
"""Of one draft; a report takes some 35 kB of memory a citation while it is made. No draft that a person wrote comes near."""
Tell = Callable[[str, Mapping[str, Any]], None]


@dataclass
class Doer:
    """Does jobs over an engine, for one thread; keeps what was read of sources between drafts."""

    engine: Engine
    shelf: Shelf = field(default_factory=Shelf)
    _remembered: tuple[SqliteCorpus, RememberedCorpus] | None = None

    def do(self, job: Job, data: bytes, tell: Tell) -> bytes:
        """The result of a job.

        Raises:
            BadInput: what was handed in cannot be used.
            CannotRun: a release, the ledger or a model failed.

        """
        with self.engine.corpus() as corpus:
            if job.kind == "verify":
                return self._verify(job, data, corpus, tell)
            if job.kind == "ask":
                return self._ask(job, data, corpus, tell)
        raise BadInput(f"there is no work of the kind {job.kind!r}")

    def _verify(self, job: Job, data: bytes, corpus: SqliteCorpus, tell: Tell) -> bytes:
        from pincite.corpus.remembered import RememberedCorpus

        if self._remembered is None or self._remembered[0] is not corpus:
            self._remembered, self.shelf = (corpus, RememberedCorpus(corpus)), Shelf()
        asked = job.asked
        named = asked["judge"] if asked["judge"] != "configured" else settings.judge() or "signals"
        privacy = wiring.privacy_for(None, asked["privacy"])
        egress = wiring.door_of(privacy, judges=wiring.judge_addresses(named))
        known: list[Sequence[Seen]] = []

        def began(stage: str, number: int) -> None:
            if number > MOST_CITATIONS:
                raise BadInput(
                    f"the draft has {number:,} citations", remedy=f"{MOST_CITATIONS:,} at most: hand it in in parts."
                )
            # with what the stage before it settled: offsets and codes, no word of the draft
            seen = {"seen": [list(each) for each in known[-1]]} if known else {}
            tell("stage", {"stage": stage, "citations": number, **seen})
            known.clear()

        report = wiring.verify(
            data,
            job.name,
            self._remembered[1],
            checked_on=asked["checked_on"],
            as_of=asked["as_of"],
            draft_language=asked["language"],
            tracked="original" if asked["tracked"] == "original" else "final",
            judge=wiring.judge_of(named, egress=egress),
            privacy=privacy,
            egress=egress,
            progress=began,
            seen=lambda _, found: known.append(found),
            shelf=self.shelf,
            treatment=asked["treatment"],
        )
        return render_json(report).encode()

    def _ask(self, job: Job, data: bytes, corpus: SqliteCorpus, tell: Tell) -> bytes:
        given = json.loads(data)
        ledger = self.engine.ledger
        if ledger is None:
            raise BadInput("this server keeps no chats", remedy="Its operator starts it without --read-only.")
        acting = wiring.acting(ledger, given["chat"], tenant=job.tenant, matter=job.matter, actor=job.owner)
        asked = job.asked

        def told(progress: Progress) -> None:
            # what it was about are words of the question
            tell("step", {"step": progress.step, "what": progress.what, "outcome": progress.outcome})

        asking = Asking(
            corpus,
            wiring.answering(corpus, language=asked["language"], style=asked["style"], as_of=asked["as_of"]),
            wiring.language_model(),
            Budget(asked["steps"], asked["tokens"], float(asked["seconds"])),
            clock=time.monotonic,
            progress=told,
        )
        answered = answer_question(acting, given["question"], asking)
        value = as_json(answered, given["question"], acting.chat.chat)
        return json.dumps(value, ensure_ascii=False).encode()
