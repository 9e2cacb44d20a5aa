"""A store of ledgers in PostgreSQL, for many processes and machines that write at the same time.

Keeps true:
1. Whoever appends to a chat holds that chat's advisory lock until the commit, in READ COMMITTED, and reads the head after
   the lock is granted; UNIQUE and a trigger make a fork impossible even for a writer that forgets the lock.
2. Locks of one commit are taken in one order everywhere, so that two writers cannot wait for each other.
3. Row-level security is FORCEd; the tenant is set for one transaction only, never for a connection. The role that works
   here owns nothing and cannot bypass it: one that could is refused.
4. `synchronous_commit` is on, whatever the server's default: acknowledged means durable. A commit's statements are sent
   in a pipeline; it is acknowledged when the pipeline has ended, and with it the commit.

The tables live in the schema `pincite_ledger`; `prepare`, run once by their owner, makes them and grants a role its rights.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator, Sequence
from itertools import groupby
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from pincite.errors import BadInput, CannotRun, PinciteError
from pincite.ledger.entries import ChatId, Draft, Entry, Head
from pincite.ledger.port import ChatListed, Stored
from pincite.storage.group_commit import GroupCommit, Outcome
from pincite.storage.ledger_batch import Planned, Request, check_erasure, plan, stored
from pincite.storage.migrations import migrations
from pincite.storage.postgres.server import driver, refuse_strong_role, set_tenant
from pincite.storage.sealing import Sealer

if TYPE_CHECKING:
    import psycopg

__all__ = ["SCHEMA", "PostgresLedger", "prepare"]

SCHEMA = "pincite_ledger"
PAGE = 2000
TRIES = 50
"""Times a commit is tried again when a writer without a lock was faster each time."""
_LOCK_DOMAIN = b"pincite/ledger/lock"

Key = tuple[str, str]
"""Tenant and chat."""


class PostgresLedger:
    """Implements `ledger.port.Ledger`.

    Args:
        address: a connection string, of a role that `prepare` granted its rights.
        sealer: seals what entries say before it is sent.

    Raises:
        BadInput: the database was not made ready.
        CannotRun: it cannot be reached, psycopg is not installed, or the role could bypass row-level security.

    """

    def __init__(self, address: str, *, sealer: Sealer | None = None) -> None:
        self._psycopg = driver()
        self._sealer = sealer
        self._address = address
        self._writer = self._connect()
        try:
            self._reader = self._connect()
        except BaseException:
            self._writer.close()
            raise
        self._reading = threading.Lock()
        self._group: GroupCommit[Request, tuple[Entry, ...]] = GroupCommit(
            self._commit, finish=self._hang_up, name="ledger postgres"
        )

    def _connect(self) -> psycopg.Connection[Any]:
        try:
            connection: psycopg.Connection[Any] = self._psycopg.connect(
                self._address, autocommit=True, application_name="pincite ledger"
            )
        except self._psycopg.Error as error:
            raise CannotRun(
                f"the ledger's database cannot be reached: {str(error).strip()}",
                remedy="Check the address and the server.",
            ) from error
        try:
            connection.execute("SET synchronous_commit = on")
            connection.execute("SET default_transaction_isolation = 'read committed'")
            connection.execute(f"SET search_path = {SCHEMA}")
            refuse_strong_role(lambda sql: connection.execute(sql.encode()).fetchall(), SCHEMA)
            _refuse_other_version(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def close(self) -> None:
        """Finish what was handed in and close the connections."""
        self._group.close()
        with self._reading:
            self._reader.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _hang_up(self) -> None:
        self._writer.close()  # the writer's connection may be another than at the beginning

    # writing

    def append(self, chat: ChatId, drafts: Sequence[Draft]) -> tuple[Entry, ...]:
        """Append entries; durable when it returns (`ledger.port.Ledger.append`)."""
        return self._group.do(Request(chat, tuple(drafts)))

    def erase(self, chat: ChatId, seqs: Sequence[int], draft: Draft) -> Entry:
        """Delete payloads, leaving an entry that says so (`ledger.port.Ledger.erase`)."""
        if not seqs:
            raise BadInput("no entry to erase is named", remedy="Name entries by number.")
        return self._group.do(Request(chat, (draft,), tuple(sorted(set(seqs)))))[0]

    def _commit(self, requests: Sequence[Request]) -> list[Outcome[tuple[Entry, ...]]]:
        errors = self._psycopg.errors
        # another writer that held no lock was faster: the head is read again
        overtaken = (
            errors.UniqueViolation, errors.RaiseException, errors.DeadlockDetected, errors.SerializationFailure,
        )  # fmt: skip
        for last in (*(False,) * (TRIES - 1), True):
            try:
                if self._writer.closed:
                    self._writer = self._connect()
                # statements of a commit travel together: one way there and back for the heads, one for the rest
                with self._writer.pipeline(), self._writer.transaction():
                    return self._batch(requests)
            except overtaken as error:
                if last:
                    raise CannotRun(
                        f"nothing was recorded: other writers were faster {TRIES} times ({str(error).strip()})",
                        remedy="Find the program that writes to the ledger without its locks.",
                    ) from error
            except self._psycopg.Error as error:
                raise _not_written(error) from error
        raise AssertionError("unreachable")

    def _batch(self, requests: Sequence[Request]) -> list[Outcome[tuple[Entry, ...]]]:
        keys = sorted({(request.chat.tenant, request.chat.chat) for request in requests}, key=_lock)
        self._writer.execute(
            "SELECT pg_advisory_xact_lock(k) FROM unnest(%s::bigint[]) AS u(k)", (sorted(map(_lock, keys)),)
        )
        asked = [
            (tenant, self._ask_heads(tenant, [chat for _, chat in chats]))
            for tenant, chats in groupby(sorted(keys), key=lambda key: key[0])
        ]
        heads: dict[Key, Head | None] = dict.fromkeys(keys)
        for tenant, answer in asked:
            for chat, matter, seq, digest, numbers in answer.fetchall():
                heads[tenant, chat] = Head(ChatId(tenant, matter, chat), seq, digest, numbers)
        outcomes: list[Outcome[tuple[Entry, ...]]] = []
        written: list[tuple[Request, list[Planned]]] = []
        for request in requests:
            key = (request.chat.tenant, request.chat.chat)
            try:
                planned, head = plan(request, heads[key], self._sealer)
                if request.erased:
                    check_erasure(request, *self._standing(request, written))
            except PinciteError as error:
                outcomes.append(error)
                continue
            heads[key] = head
            written.append((request, planned))
            outcomes.append(tuple(each.entry for each in planned))
        for tenant in sorted({request.chat.tenant for request, _ in written}):
            self._write(tenant, [each for each in written if each[0].chat.tenant == tenant])
        return outcomes

    def _ask_heads(self, tenant: str, chats: Sequence[str]) -> psycopg.Cursor[Any]:
        """Ask for the heads of chats: behind the locks, and in a snapshot of its own."""
        set_tenant(self._writer, tenant)
        return self._writer.execute(_HEADS, (list(chats), tenant, tenant))

    def _write(self, tenant: str, written: Sequence[tuple[Request, list[Planned]]]) -> None:
        """Entries, payloads and erasures of one tenant, each in one statement."""
        set_tenant(self._writer, tenant)
        flat = [each for _, planned in written for each in planned]
        entries = [each.entry for each in flat]
        self._writer.execute(
            "INSERT INTO entries SELECT * FROM unnest(%s::text[], %s::text[], %s::text[], %s::bigint[], %s::bytea[],"
            " %s::text[], %s::bigint[], %s::text[], %s::bytea[], %s::bytea[])",
            (
                [tenant] * len(entries), [e.chat.matter for e in entries], [e.chat.chat for e in entries],
                [e.seq for e in entries], [e.prev for e in entries], [e.kind for e in entries],
                [e.number for e in entries], [e.at for e in entries], [e.commitment for e in entries],
                [e.hash for e in entries],
            ),
        )  # fmt: skip
        self._writer.execute(
            "INSERT INTO payloads SELECT * FROM unnest(%s::text[], %s::text[], %s::bigint[], %s::bytea[], %s::bytea[])",
            (
                [tenant] * len(flat), [e.chat.chat for e in entries], [e.seq for e in entries],
                [each.salt for each in flat], [each.payload for each in flat],
            ),
        )  # fmt: skip
        for request, planned in written:
            if request.erased:
                chat, by = request.chat.chat, planned[-1].entry.seq
                seqs = list(request.erased)
                self._writer.execute(
                    "INSERT INTO erasures SELECT %s, %s, s, %s FROM unnest(%s::bigint[]) AS u(s)",
                    (tenant, chat, by, seqs),
                )
                self._writer.execute(
                    "DELETE FROM payloads WHERE tenant = %s AND chat = %s AND seq = ANY(%s)", (tenant, chat, seqs)
                )

    def _standing(
        self, request: Request, written: Sequence[tuple[Request, list[Planned]]]
    ) -> tuple[dict[int, str], set[int]]:
        chat = request.chat
        set_tenant(self._writer, chat.tenant)
        name = (chat.tenant, chat.chat, list(request.erased))
        kinds = dict(
            self._writer.execute(
                "SELECT seq, kind FROM entries WHERE tenant = %s AND chat = %s AND seq = ANY(%s)", name
            ).fetchall()
        )
        gone = {
            seq
            for (seq,) in self._writer.execute(
                "SELECT seq FROM erasures WHERE tenant = %s AND chat = %s AND seq = ANY(%s)", name
            )
        }
        # what this very commit writes is not in the tables yet
        for other, planned in written:
            if other.chat == chat:
                kinds |= {each.entry.seq: each.entry.kind for each in planned}
                gone |= set(other.erased)
        return kinds, gone

    # reading

    def head(self, chat: ChatId) -> Head | None:
        """Where a chat's chain stands; None when there is no such chat in this matter."""
        rows = self._rows(chat.tenant, _HEADS, ([chat.chat], chat.tenant, chat.tenant))
        if not rows or rows[0][1] != chat.matter:
            return None
        return Head(chat, *rows[0][2:])

    def entries(self, chat: ChatId, *, after: int = 0) -> Iterator[Stored]:
        """The entries of a chat in order, those behind entry number `after`."""
        # one question where one page holds the chat, as it nearly always does: each is a way to the database and back
        while rows := self._rows(chat.tenant, _ENTRIES, (chat.tenant, chat.chat, after, PAGE)):
            if rows[0][1] != chat.matter:
                return
            for row in rows:
                yield stored(chat, row, self._sealer)
            if len(rows) < PAGE:
                return
            after = rows[-1][0]

    def chats(self, tenant: str, matter: str = "") -> tuple[ChatListed, ...]:
        """The chats of a tenant, or of one matter of it."""
        rows = self._rows(tenant, _CHATS, (tenant, matter, matter))
        return tuple(ChatListed(ChatId(tenant, named, chat), at, count) for named, chat, at, count in rows)

    def _rows(self, tenant: str, query: str, parameters: Sequence[Any]) -> list[Any]:
        with self._reading:
            try:
                if self._reader.closed:
                    self._reader = self._connect()
                # the beginning, the tenant and the question travel together
                with self._reader.pipeline(), self._reader.transaction():
                    set_tenant(self._reader, tenant)
                    return self._reader.execute(query.encode(), parameters).fetchall()
            except self._psycopg.Error as error:
                raise CannotRun(
                    f"the ledger cannot be read: {str(error).strip()}", remedy="Check the server and try again."
                ) from error


_ENTRIES = """
SELECT e.seq, e.matter, e.prev, e.kind, e.number, e.at, e.commitment, e.hash, p.payload, p.salt
FROM entries e LEFT JOIN payloads p ON p.tenant = e.tenant AND p.chat = e.chat AND p.seq = e.seq
WHERE e.tenant = %s AND e.chat = %s AND e.seq > %s ORDER BY e.seq LIMIT %s
"""
_CHATS = """
SELECT f.matter, f.chat, f.at, (SELECT max(e.seq) FROM entries e WHERE e.tenant = f.tenant AND e.chat = f.chat)
FROM entries f WHERE f.tenant = %s AND f.seq = 1 AND (%s = '' OR f.matter = %s)
ORDER BY f.matter COLLATE "C", f.chat COLLATE "C"
"""
_HEADS = """
SELECT c.chat, h.matter, h.seq, h.hash, coalesce(n.numbers, 0)
FROM unnest(%s::text[]) AS c(chat)
CROSS JOIN LATERAL (
  SELECT e.matter, e.seq, e.hash FROM entries e WHERE e.tenant = %s AND e.chat = c.chat ORDER BY e.seq DESC LIMIT 1
) h
CROSS JOIN LATERAL (
  SELECT max(e.number) AS numbers FROM entries e WHERE e.tenant = %s AND e.chat = c.chat AND e.number > 0
) n
"""


def _lock(key: Key) -> int:
    """The number of a chat's advisory lock; chats that share one by chance only wait for each other."""
    tenant, chat = (each.encode() for each in key)
    framed = b"".join((_LOCK_DOMAIN, len(tenant).to_bytes(8), tenant, chat))
    return int.from_bytes(hashlib.sha256(framed).digest()[:8], signed=True)


def _refuse_other_version(connection: psycopg.Connection[Any]) -> None:
    ready = connection.execute("SELECT to_regclass(%s)", (f"{SCHEMA}.versions",)).fetchone()
    newest = len(migrations("postgres_ledger"))
    version = 0
    if ready and ready[0] is not None:
        row = connection.execute("SELECT max(version) FROM versions").fetchone()
        version = row[0] or 0 if row else 0
    if version < newest:
        raise BadInput(
            f"the database's ledger is of version {version}, and {newest} is needed",
            remedy="Let its owner run `pincite chat prepare`.",
        )
    if version > newest:
        raise CannotRun(
            f"the database's ledger is of version {version}, made by a later pincite (this one knows {newest})",
            remedy="Install the later pincite.",
        )


def _not_written(error: Exception) -> CannotRun:
    return CannotRun(
        f"it is not known that anything was recorded: {str(error).strip()}",
        remedy="Check the server, and look at the chat before trying again.",
    )


def prepare(address: str, role: str) -> int:
    """Make the tables, or bring them up to date, and grant `role` its rights; it is made (without login) if need be.

    Args:
        address: of a role that may create a schema (and roles, if `role` is to be made).
        role: for the role as which pincite connects, or of which that one is a member.

    Returns:
        The version of the tables.

    Raises:
        CannotRun: the server refuses.

    """
    psycopg = driver()
    from psycopg import sql  # noqa: PLC0415 (an extra)

    try:
        with psycopg.connect(address) as connection:
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (_lock(("", "prepare")),))
            connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
            connection.execute(f"SET LOCAL search_path = {SCHEMA}")
            connection.execute(
                "CREATE TABLE IF NOT EXISTS versions (version integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())"
            )
            row = connection.execute("SELECT coalesce(max(version), 0) FROM versions").fetchone()
            steps = migrations("postgres_ledger")
            for step in steps[row[0] if row else 0 :]:
                connection.execute(step.sql)
                connection.execute("INSERT INTO versions (version) VALUES (%s)", (step.version,))
            name = sql.Identifier(role)
            if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (role,)).fetchone():
                connection.execute(sql.SQL("CREATE ROLE {} NOLOGIN").format(name))
            for grant in (
                f"GRANT USAGE ON SCHEMA {SCHEMA} TO {{}}",
                "GRANT SELECT, INSERT ON entries, payloads, erasures TO {}",
                "GRANT DELETE ON payloads TO {}",
                "GRANT SELECT ON versions TO {}",
            ):
                connection.execute(sql.SQL(grant).format(name))
    except psycopg.Error as error:
        raise CannotRun(
            f"the database cannot be made ready: {str(error).strip()}",
            remedy="Connect as a role that may create schemas and roles.",
        ) from error
    return len(steps)
