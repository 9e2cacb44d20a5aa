"""Long work of a server, kept so that it outlives the server: what is to be done, how far it is, what came of it.

Keeps true:
1. The same work (kind, content, what is asked; of one tenant and matter) is one job, however often it is handed in.
2. A job is done by one worker at a time: it holds a lease and renews it; when it dies, another one begins anew, a few times at most.
3. Only who asks with the tenant and matter of a job reaches it. Each transaction is told its tenant, and in PostgreSQL row-level security
   lets it see nothing else. Workers ask which tenants have something to do, and take a job under its tenant.
4. Drafts, questions and results are sealed by the ledger's key where there is one, and deleted when the job expires or is erased: from
   the log of writes of a file as well.
5. Tenants take turns: how many jobs of one wait is no delay to another.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from pincite.digests import canonical_json, sha256
from pincite.errors import BadInput
from pincite.ledger.entries import ChatId
from pincite.storage.database import Database, Execute, Row
from pincite.storage.sealing import Sealer, opened

__all__ = ["APPLICATION", "FUNCTIONS", "SCHEMA", "TABLES", "Event", "Job", "JobStore", "Wanted", "job_id"]

APPLICATION = 0x70434A42  # "pCJB"
SCHEMA = "pincite_jobs"
TABLES = ("jobs", "events", "parts")
FUNCTIONS = ("due",)
ATTEMPTS = 3
"""Times a job is begun before it is given up: its worker died each time."""
LEASE = 20.0
"""Seconds after which a worker that does not renew its lease is taken for dead."""

State: TypeAlias = Literal["waiting", "running", "done", "failed", "cancelled"]
_COLUMNS = "id, tenant, matter, owner, kind, name, asked, state, made_at, begun_at, ended_at, expires_at, attempts, told, problem"
_SELECT = f"SELECT {_COLUMNS} FROM jobs "  # noqa: S608 (the names are this module's own)
_WAITING = "state = 'waiting'"
_ABANDONED = "state = 'running' AND lease_until < ? AND worker <> ''"
_EXPIRED = "expires_at <= ? AND NOT (state = 'running' AND lease_until > ?)"
_DUE = (
    "SELECT what, tenant FROM ("  # noqa: S608 (our own)
    f"SELECT 'abandoned' AS what, tenant, min(made_at) AS since FROM jobs WHERE {_ABANDONED} GROUP BY tenant"
    f" UNION ALL SELECT 'waiting', tenant, min(made_at) FROM jobs WHERE {_WAITING} GROUP BY tenant"
    f" UNION ALL SELECT 'expired', tenant, min(made_at) FROM jobs WHERE {_EXPIRED} GROUP BY tenant"
    ") AS due ORDER BY since"
)
"""What is due of which tenant; in PostgreSQL, where nobody sees the rows of all, the function `due` of the schema tells it."""
_ALONE_FIRST = "EXISTS (SELECT 1 FROM parts p WHERE p.part = jobs.id), "
_CONTENT = {"data": "SELECT salt, data FROM jobs WHERE ", "result": "SELECT salt, result FROM jobs WHERE "}


@dataclass(frozen=True, slots=True)
class Wanted:
    """Work that is handed in.

    Attributes:
        tenant, matter, owner: whose it is.
        kind: verify, ask, batch.
        name: shown to people: of the draft's file.
        asked: options; they are part of what makes it the same work, and are kept as they are: no words of a draft.
        data: the draft or question.
        against: what else makes it the same work (releases, rules, day).
        parts: ids of the jobs it consists of.

    """

    tenant: str
    matter: str
    owner: str
    kind: str
    name: str
    asked: Mapping[str, Any]
    data: bytes
    against: Mapping[str, Any] = field(default_factory=dict)
    parts: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Job:
    """A job as it stands; times are seconds since 1970, 0 for what has not happened."""

    id: str
    tenant: str
    matter: str
    owner: str
    kind: str
    name: str
    asked: Mapping[str, Any]
    state: State
    made_at: float
    begun_at: float
    ended_at: float
    expires_at: float
    attempts: int
    told: int
    problem: Mapping[str, Any] | None

    @property
    def ended(self) -> bool:
        """Whether nothing more will come."""
        return self.state in ("done", "failed", "cancelled")


@dataclass(frozen=True, slots=True)
class Event:
    """What was told of a job: numbers begin with 1 and have no gaps."""

    seq: int
    at: float
    name: str
    said: Mapping[str, Any]


def job_id(wanted: Wanted) -> str:
    """The id of work: the same for the same, and of no use to another tenant."""
    same = {
        "tenant": wanted.tenant,
        "matter": wanted.matter,
        "kind": wanted.kind,
        "name": wanted.name,
        "asked": dict(wanted.asked),
        "data": sha256(wanted.data),
        "against": dict(wanted.against),
        "parts": list(wanted.parts),
    }
    return sha256(canonical_json(same))[:32]


class JobStore:
    """See the module.

    Args:
        base: where it is kept.
        sealer: seals drafts, questions and results.
        keep: seconds after which a job and all of it is deleted.
        clock: seconds since 1970.

    """

    def __init__(
        self,
        base: Database,
        *,
        sealer: Sealer | None = None,
        keep: float = 86_400.0,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._base = base
        self._sealer = sealer
        self._keep = keep
        self._clock = clock
        self._served: dict[str, int] = {}
        self._turn = False

    def close(self) -> None:
        """Let go of the store."""
        self._base.close()

    # ------------------------------------------------------------------------------------------------- for who asks

    def put(self, wanted: Wanted, *, most_waiting: int = 0) -> tuple[Job, bool]:
        """Hand work in; whether it is new, or begun anew after it failed or was cancelled.

        Raises:
            BadInput: the tenant has `most_waiting` jobs waiting already.
            CannotRun: it cannot be kept.

        """
        name, now = job_id(wanted), self._clock()
        with self._base.writing(wanted.tenant) as execute:
            held = _one(execute, _SELECT + "WHERE id = ?", name)
            if held is not None and held.state in ("waiting", "running", "done") and held.expires_at > now:
                return held, False
            if most_waiting:
                counted = "SELECT count(*) FROM jobs WHERE tenant = ? AND state IN ('waiting', 'running')"
                if execute(counted, wanted.tenant)[0][0] >= most_waiting:
                    raise BadInput(f"{most_waiting} jobs are waiting already", remedy="Wait for them, or cancel some.")
            execute("DELETE FROM jobs WHERE id = ?", name)
            salt = secrets.token_bytes(32)
            # what has parts is done by nobody: it is done when they are
            state = "running" if wanted.parts else "waiting"
            execute(
                "INSERT INTO jobs (id, tenant, matter, owner, kind, name, asked, state, made_at, expires_at, salt, data)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                *(name, wanted.tenant, wanted.matter, wanted.owner, wanted.kind, wanted.name),
                json.dumps(wanted.asked, ensure_ascii=False, sort_keys=True),
                *(
                    state,
                    now,
                    now + self._keep,
                    salt,
                    self._sealed(wanted.tenant, wanted.matter, name, salt, wanted.data),
                ),
            )
            for number, part in enumerate(wanted.parts):
                execute("INSERT INTO parts (whole, number, part) VALUES (?, ?, ?)", name, number, part)
            self._tell(execute, name, "waiting", {})
            if wanted.parts:
                self._settle_wholes(execute, name)
            made = _one(execute, _SELECT + "WHERE id = ?", name)
        assert made is not None, "it was written in this transaction"
        return made, True

    def get(self, tenant: str, matter: str, name: str) -> Job | None:
        """A job; None when there is none of this name for who asks."""
        with self._base.reading(tenant) as execute:
            return _one(execute, _SELECT + "WHERE " + _OWN, name, tenant, matter, self._clock())

    def listed(self, tenant: str, matter: str, *, most: int = 50, before: float = 0) -> tuple[Job, ...]:
        """The jobs of a matter, the newest first; those made before `before`."""
        with self._base.reading(tenant) as execute:
            rows = execute(
                _SELECT + "WHERE tenant = ? AND matter = ? AND expires_at > ? AND (? = 0 OR made_at < ?)"
                " ORDER BY made_at DESC LIMIT ?",
                *(tenant, matter, self._clock(), before, before, most),
            )
        return tuple(map(_job, rows))

    def parts(self, tenant: str, matter: str, name: str) -> tuple[Job, ...]:
        """The jobs that a job consists of, in order."""
        with self._base.reading(tenant) as execute:
            rows = execute(
                _SELECT
                + "JOIN parts p ON id = p.part WHERE p.whole = ? AND tenant = ? AND matter = ? ORDER BY p.number",
                *(name, tenant, matter),
            )
        return tuple(map(_job, rows))

    def data(self, job: Job) -> bytes | None:
        """What was handed in."""
        return self._opened(job, "data")

    def result(self, job: Job) -> bytes | None:
        """What came of it; None before it is done."""
        return self._opened(job, "result")

    def events(self, job: Job, after: int = 0) -> tuple[Event, ...]:
        """What was told of a job behind event number `after`."""
        with self._base.reading(job.tenant) as execute:
            rows = execute(
                "SELECT e.seq, e.at, e.name, e.said FROM events e JOIN jobs j ON j.id = e.job"
                " WHERE e.job = ? AND j.tenant = ? AND e.seq > ? ORDER BY e.seq",
                *(job.id, job.tenant, after),
            )
        return tuple(Event(seq, at, name, json.loads(said)) for seq, at, name, said in rows)

    def cancel(self, job: Job) -> None:
        """Have it stop: at once while it waits, soon while it runs; what has ended stays as it is."""
        now = self._clock()
        with self._base.writing(job.tenant) as execute:
            if not execute("SELECT 1 FROM jobs WHERE id = ? AND tenant = ?", job.id, job.tenant):
                return
            parts = [row[0] for row in execute("SELECT part FROM parts WHERE whole = ?", job.id)]
            for name in (job.id, *self._wanted_by_nobody_else(execute, parts, job.id)):
                state = execute("SELECT state FROM jobs WHERE id = ?", name)
                if state and (state[0][0] == "waiting" or (name == job.id and parts and state[0][0] == "running")):
                    execute("UPDATE jobs SET state = 'cancelled', ended_at = ? WHERE id = ?", now, name)
                    self._tell(execute, name, "cancelled", {})
                elif state and state[0][0] == "running":
                    execute("UPDATE jobs SET cancel_asked = 1 WHERE id = ?", name)

    @staticmethod
    def _wanted_by_nobody_else(execute: Execute, parts: Sequence[str], whole: str) -> list[str]:
        other = "SELECT 1 FROM parts p JOIN jobs j ON j.id = p.whole WHERE p.part = ? AND p.whole <> ? AND j.state = 'running'"
        return [part for part in parts if not execute(other, part, whole)]

    def erase(self, job: Job) -> None:
        """Delete it, with draft and result; a worker that is at it finds it gone."""
        with self._base.writing(job.tenant) as execute:
            execute("DELETE FROM jobs WHERE id = ? AND tenant = ?", job.id, job.tenant)
        self._base.forget()

    # ------------------------------------------------------------------------------------------------ for who works

    def claim(self, worker: str) -> Job | None:
        """The next job, for this worker alone: one whose worker died, else of the tenant that was served least lately what waited longest."""
        now = self._clock()
        due = self._due(now)
        for tenant in due["abandoned"]:
            with self._base.writing(tenant) as execute:
                if rows := self._taken(execute, _ABANDONED, now, tenant):
                    return self._begun(execute, _job(rows[0]), worker)
        for tenant in sorted(due["waiting"], key=lambda each: self._served.get(each, 0)):
            with self._base.writing(tenant) as execute:
                # each other turn a draft by itself goes before those of a batch, so that neither waits for all of the other
                self._turn = not self._turn
                if rows := self._taken(execute, _WAITING, tenant, first=_ALONE_FIRST if self._turn else ""):
                    self._served[tenant] = max(self._served.values(), default=0) + 1
                    return self._begun(execute, _job(rows[0]), worker)
        return None

    def _due(self, now: float) -> dict[str, list[str]]:
        """The tenants for whom there is something to do, by what it is; whose began first, first."""
        with self._base.reading() as execute:
            rows = (
                execute("SELECT what, tenant FROM due(?)", now) if self._base.scoped else execute(_DUE, now, now, now)
            )
        due: dict[str, list[str]] = {"abandoned": [], "waiting": [], "expired": []}
        for what, tenant in rows:
            due[what].append(tenant)
        return due

    def _taken(self, execute: Execute, which: str, *values: Any, first: str = "") -> list[Row]:
        """The job of a tenant that was made first of those that nobody else takes; `first` is an order before that."""
        wanted = f"WHERE {which} AND tenant = ? ORDER BY {first}made_at LIMIT 1 {self._base.taking}"
        return execute(_SELECT + wanted, *values)

    def _begun(self, execute: Execute, job: Job, worker: str) -> Job | None:
        if job.attempts >= ATTEMPTS:
            said = f"it was begun {ATTEMPTS} times and its worker died each time"
            self._end(execute, job.id, "failed", problem={"code": "worker_died", "detail": said})
            return None
        now = self._clock()
        execute(
            "UPDATE jobs SET state = 'running', begun_at = ?, attempts = attempts + 1, worker = ?, lease_until = ?"
            " WHERE id = ?",
            *(now, worker, now + LEASE, job.id),
        )
        self._tell(execute, job.id, "running", {"attempt": job.attempts + 1})
        return _one(execute, _SELECT + "WHERE id = ?", job.id)

    def renew(self, job: Job, worker: str) -> Literal["go_on", "cancel", "lost"]:
        """Keep the lease; whether the work is still wanted."""
        with self._base.writing(job.tenant) as execute:
            rows = execute(f"SELECT cancel_asked FROM jobs WHERE {_HELD}", job.id, job.tenant, worker)  # noqa: S608 (our own)
            if not rows:
                return "lost"
            execute("UPDATE jobs SET lease_until = ? WHERE id = ?", self._clock() + LEASE, job.id)
            return "cancel" if rows[0][0] else "go_on"

    def tell(self, job: Job, worker: str, name: str, said: Mapping[str, Any]) -> None:
        """Say how far it is; no word of a draft."""
        with self._base.writing(job.tenant) as execute:
            if execute(f"SELECT 1 FROM jobs WHERE {_HELD}", job.id, job.tenant, worker):  # noqa: S608 (our own)
                self._tell(execute, job.id, name, said)

    def finish(self, job: Job, worker: str, result: bytes) -> bool:
        """Keep what came of it; False when the work is no longer this worker's."""
        with self._base.writing(job.tenant) as execute:
            rows = execute(f"SELECT salt FROM jobs WHERE {_HELD}", job.id, job.tenant, worker)  # noqa: S608 (our own)
            if not rows:
                return False
            salt = _salt_of_result(bytes(rows[0][0]))
            sealed = self._sealed(job.tenant, job.matter, job.id, salt, result)
            execute("UPDATE jobs SET result = ? WHERE id = ?", sealed, job.id)
            self._end(execute, job.id, "done")
        return True

    def fail(self, job: Job, worker: str, problem: Mapping[str, Any], *, state: State = "failed") -> None:
        """It came to nothing: why; or it was cancelled."""
        with self._base.writing(job.tenant) as execute:
            if execute(f"SELECT 1 FROM jobs WHERE {_HELD}", job.id, job.tenant, worker):  # noqa: S608 (our own)
                self._end(execute, job.id, state, problem=problem)

    def release(self, job: Job, worker: str) -> None:
        """Let somebody else do it: this worker is told to stop."""
        with self._base.writing(job.tenant) as execute:
            execute(
                f"UPDATE jobs SET state = 'waiting', worker = '', attempts = attempts - 1 WHERE {_HELD}",  # noqa: S608 (our own)
                *(job.id, job.tenant, worker),
            )

    def purge(self) -> int:
        """Delete what has expired and is not being done; how many."""
        now, gone = self._clock(), 0
        expired = f"DELETE FROM jobs WHERE {_EXPIRED} AND tenant = ? RETURNING id"  # noqa: S608 (our own)
        for tenant in self._due(now)["expired"]:
            with self._base.writing(tenant) as execute:
                gone += len(execute(expired, now, now, tenant))
        if gone:
            self._base.forget()
        return gone

    # ------------------------------------------------------------------------------------------------------ within

    def _end(self, execute: Execute, name: str, state: State, *, problem: Mapping[str, Any] | None = None) -> None:
        said = json.dumps(problem, ensure_ascii=False) if problem else ""
        execute(
            "UPDATE jobs SET state = ?, ended_at = ?, problem = ?, worker = '' WHERE id = ?",
            *(state, self._clock(), said, name),
        )
        self._tell(execute, name, state, problem or {})
        for (whole,) in execute("SELECT whole FROM parts WHERE part = ?", name):
            self._settle_wholes(execute, whole)

    def _settle_wholes(self, execute: Execute, whole: str) -> None:
        """Tell what has parts how many of them have ended, and end it with the last."""
        states = execute(
            "SELECT j.state, count(*) FROM parts p LEFT JOIN jobs j ON j.id = p.part WHERE p.whole = ? GROUP BY j.state",
            whole,
        )
        running = execute("SELECT 1 FROM jobs WHERE id = ? AND state = 'running'", whole)
        if not running:
            return
        counted = {state or "erased": number for state, number in states}
        self._tell(execute, whole, "progress", counted)
        if not counted.get("waiting") and not counted.get("running"):
            execute("UPDATE jobs SET state = 'done', ended_at = ? WHERE id = ?", self._clock(), whole)
            self._tell(execute, whole, "done", {})

    def _tell(self, execute: Execute, name: str, event: str, said: Mapping[str, Any]) -> None:
        execute("UPDATE jobs SET told = told + 1 WHERE id = ?", name)
        number = execute("SELECT told FROM jobs WHERE id = ?", name)[0][0]
        execute(
            "INSERT INTO events (job, seq, at, name, said) VALUES (?, ?, ?, ?, ?)",
            *(name, number, self._clock(), event, json.dumps(said, ensure_ascii=False)),
        )

    def _sealed(self, tenant: str, matter: str, name: str, salt: bytes, data: bytes) -> bytes:
        return data if self._sealer is None else self._sealer.seal(ChatId(tenant, matter, f"job:{name}"), salt, data)

    def _opened(self, job: Job, column: Literal["data", "result"]) -> bytes | None:
        with self._base.reading(job.tenant) as execute:
            rows = execute(_CONTENT[column] + _OWN, job.id, job.tenant, job.matter, 0.0)
        if not rows or rows[0][1] is None:
            return None
        salt = bytes(rows[0][0]) if column == "data" else _salt_of_result(bytes(rows[0][0]))
        return opened(self._sealer, ChatId(job.tenant, job.matter, f"job:{job.id}"), salt, bytes(rows[0][1]))


_HELD = "id = ? AND tenant = ? AND worker = ? AND state = 'running'"
_OWN = "id = ? AND tenant = ? AND matter = ? AND expires_at > ?"


def _salt_of_result(salt: bytes) -> bytes:
    """A salt of its own: no two payloads share a key."""
    return hashlib.sha256(b"pincite/jobs/result" + salt).digest()


def _one(execute: Execute, sql: str, *parameters: Any) -> Job | None:
    rows = execute(sql, *parameters)
    return _job(rows[0]) if rows else None


def _job(row: Row) -> Job:
    values = dict(zip(_COLUMNS.split(", "), row, strict=True))
    problem = values.pop("problem")
    asked = json.loads(values.pop("asked"))
    return Job(**values, asked=asked, problem=json.loads(problem) if problem else None)
