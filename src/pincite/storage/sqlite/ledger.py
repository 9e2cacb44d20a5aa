"""A store of ledgers in one SQLite file.

Keeps true:
1. One thread writes; each commit is `BEGIN IMMEDIATE` in WAL with `synchronous=FULL`. Heads are read inside it, or known from
   the commit before when the database says, inside it, that no other connection has written since. So two processes cannot
   write behind one head, and what was acknowledged survives a kill and a power cut.
2. The schema refuses forks, replaced rows, changes and deletions, also to whoever opens the file with another program.
3. Erased payloads are overwritten in the file (`secure_delete`) and leave the write-ahead log with the erasure.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from pincite.errors import BadInput, CannotRun, PinciteError
from pincite.ledger.entries import ChatId, Draft, Entry, Head
from pincite.ledger.port import ChatListed, Stored
from pincite.storage.group_commit import GroupCommit, Outcome
from pincite.storage.ledger_batch import Planned, Request, check_erasure, plan, stored
from pincite.storage.migrations import Migration, migrations
from pincite.storage.sealing import Sealer

__all__ = ["SqliteLedger", "migrate"]

APPLICATION_ID = 0x70434C47  # "pCLG": tells a ledger from any other SQLite file
BUSY_SECONDS = 60.0
PAGE = 2000
HEADS_KEPT = 10_000
ROWS = (128, 32, 8, 4, 2, 1)
"""Rows of one INSERT: few sizes, so that the statements stay prepared."""


class SqliteLedger:
    """Implements `ledger.port.Ledger`; for any number of threads, and for several processes on one file.

    Args:
        path: the file.
        create: make it where it is not there.
        sealer: seals what entries say before it is written.

    Raises:
        BadInput: it is not there, or is no ledger.
        CannotRun: it cannot be opened, or was made by a later pincite.

    """

    def __init__(self, path: Path, *, create: bool = False, sealer: Sealer | None = None) -> None:
        self.path = path
        self._sealer = sealer
        if not create and not path.is_file():
            raise BadInput(f"there is no ledger at {path}", remedy="`pincite chat new --store FILE` makes one.")
        writer = self._connect()
        try:
            with suppress(OSError):
                if create:
                    path.chmod(0o600)
            migrate(writer, path)
            self._reader = self._connect()
            self._reader.execute("PRAGMA query_only = ON")
        except BaseException:
            writer.close()
            raise
        self._reading = threading.Lock()
        self._use(writer)
        self._group: GroupCommit[Request, tuple[Entry, ...]] = GroupCommit(
            self._commit, finish=writer.close, name=f"ledger {path.name}"
        )

    def _use(self, writer: sqlite3.Connection) -> None:
        self._writer = writer
        self._heads: dict[tuple[str, str], Head | None] = {}
        self._data_version = -1

    def _connect(self) -> sqlite3.Connection:
        try:
            connection = sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
            try:
                for pragma in ("journal_mode = WAL", "synchronous = FULL", "secure_delete = ON", "foreign_keys = ON"):
                    connection.execute(f"PRAGMA {pragma}")
            except BaseException:
                connection.close()
                raise
        except sqlite3.DatabaseError as error:
            if "not a database" in str(error):
                raise _no_ledger(self.path) from error
            raise CannotRun(
                f"the ledger {self.path} cannot be opened: {error}",
                remedy="Check the folder, its permissions and that the disk has room.",
            ) from error
        return connection

    def close(self) -> None:
        """Finish what was handed in and let go of the file."""
        self._group.close()
        with self._reading:
            self._reader.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

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
        writer = self._writer
        try:
            writer.execute("BEGIN IMMEDIATE")
            try:
                self._forget_if_another_wrote()
                outcomes: list[Outcome[tuple[Entry, ...]]] = []
                waiting: list[Planned] = []
                for request in requests:
                    try:
                        outcomes.append(self._plan(request, waiting))
                    except PinciteError as error:
                        outcomes.append(error)
                self._insert(waiting)
                writer.execute("COMMIT")
            except BaseException:
                self._heads.clear()
                if writer.in_transaction:
                    writer.execute("ROLLBACK")
                raise
            if any(request.erased for request in requests):
                # what was erased must not lie on in the log; a reader in another process may delay that
                writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        except sqlite3.Error as error:
            raise CannotRun(
                f"nothing was recorded: the ledger {self.path} cannot be written ({error})",
                remedy="Check the disk and its permissions, and whether another program holds the file.",
            ) from error
        return outcomes

    def _forget_if_another_wrote(self) -> None:
        """Drop the heads known from earlier commits when another connection has committed since.

        Asked inside the transaction, when nobody else can write: what is kept then is what a query would give.
        """
        version = self._writer.execute("PRAGMA data_version").fetchone()[0]
        if version != self._data_version or len(self._heads) > HEADS_KEPT:
            self._heads.clear()
        self._data_version = version

    def _plan(self, request: Request, waiting: list[Planned]) -> tuple[Entry, ...]:
        """Refuse a request, or add its entries to those to be inserted; an erasure is written at once."""
        chat = request.chat
        key = (chat.tenant, chat.chat)
        if key not in self._heads:
            self._heads[key] = _head(self._writer, chat)
        planned, head = plan(request, self._heads[key], self._sealer)
        if request.erased:
            self._insert(waiting)
            waiting.clear()
            check_erasure(request, *self._standing(request))
        waiting += planned
        self._heads[key] = head
        if request.erased:
            self._insert(waiting)
            waiting.clear()
            named = [(chat.tenant, chat.chat, seq) for seq in request.erased]
            by = planned[-1].entry.seq
            self._writer.executemany("INSERT INTO erasures VALUES (?, ?, ?, ?)", [(*each, by) for each in named])
            self._writer.executemany("DELETE FROM payloads WHERE tenant = ? AND chat = ? AND seq = ?", named)
        return tuple(each.entry for each in planned)

    def _insert(self, planned: Sequence[Planned]) -> None:
        """Many rows a statement: at each one the interpreter lets other threads run, and fifty callers wait to."""
        at = 0
        while at < len(planned):
            size = next(size for size in ROWS if size <= len(planned) - at)
            entries: list[Any] = []
            payloads: list[Any] = []
            for each in planned[at : at + size]:
                entry, chat = each.entry, each.entry.chat
                entries += (
                    chat.tenant, chat.matter, chat.chat, entry.seq, entry.prev, entry.kind, entry.number, entry.at,
                    entry.commitment, entry.hash,
                )  # fmt: skip
                payloads += (chat.tenant, chat.chat, entry.seq, each.salt, each.payload)
            self._writer.execute(_values("entries", 10, size), entries)
            self._writer.execute(_values("payloads", 5, size), payloads)
            at += size

    def _standing(self, request: Request) -> tuple[dict[int, str], set[int]]:
        kinds: dict[int, str] = {}
        gone: set[int] = set()
        for seq in request.erased:
            name = (request.chat.tenant, request.chat.chat, seq)
            row = self._writer.execute(
                "SELECT kind FROM entries WHERE tenant = ? AND chat = ? AND seq = ?", name
            ).fetchone()
            if row:
                kinds[seq] = row[0]
            if self._writer.execute(
                "SELECT 1 FROM erasures WHERE tenant = ? AND chat = ? AND seq = ?", name
            ).fetchone():
                gone.add(seq)
        return kinds, gone

    # reading

    def head(self, chat: ChatId) -> Head | None:
        """Where a chat's chain stands; None when there is no such chat in this matter."""
        with self._reading:
            try:
                head = _head(self._reader, chat)
            except sqlite3.Error as error:
                raise self._unreadable(error) from error
        return head if head is not None and head.chat == chat else None

    def entries(self, chat: ChatId, *, after: int = 0) -> Iterator[Stored]:
        """The entries of a chat in order, those behind entry number `after`."""
        if self.head(chat) is None:
            return
        while rows := self._rows(_ENTRIES, (chat.tenant, chat.chat, after, PAGE)):
            for row in rows:
                yield stored(chat, row, self._sealer)
            after = rows[-1][0]

    def chats(self, tenant: str, matter: str = "") -> tuple[ChatListed, ...]:
        """The chats of a tenant, or of one matter of it."""
        rows = self._rows(_CHATS, (tenant, matter, matter))
        return tuple(ChatListed(ChatId(tenant, named, chat), at, count) for named, chat, at, count in rows)

    def _rows(self, sql: str, parameters: Sequence[Any]) -> list[Any]:
        with self._reading:
            try:
                return self._reader.execute(sql, parameters).fetchall()
            except sqlite3.Error as error:
                raise self._unreadable(error) from error

    def _unreadable(self, error: Exception) -> CannotRun:
        return CannotRun(
            f"the ledger {self.path} cannot be read: {error}", remedy="Restore it, and verify it with a checkpoint."
        )


_ENTRIES = """
SELECT e.seq, e.matter, e.prev, e.kind, e.number, e.at, e.commitment, e.hash, p.payload, p.salt
FROM entries e LEFT JOIN payloads p ON p.tenant = e.tenant AND p.chat = e.chat AND p.seq = e.seq
WHERE e.tenant = ? AND e.chat = ? AND e.seq > ? ORDER BY e.seq LIMIT ?
"""
_CHATS = """
SELECT f.matter, f.chat, f.at, (SELECT max(e.seq) FROM entries e WHERE e.tenant = f.tenant AND e.chat = f.chat)
FROM entries f WHERE f.tenant = ? AND f.seq = 1 AND (? = '' OR f.matter = ?) ORDER BY f.matter, f.chat
"""
_HEAD = """
SELECT matter, seq, hash,
  (SELECT coalesce(max(number), 0) FROM entries n WHERE n.tenant = e.tenant AND n.chat = e.chat AND n.number > 0)
FROM entries e WHERE tenant = ? AND chat = ? ORDER BY seq DESC LIMIT 1
"""


@cache
def _values(table: str, columns: int, size: int) -> str:
    row = f"({', '.join('?' * columns)})"
    return f"INSERT INTO {table} VALUES {', '.join([row] * size)}"  # noqa: S608 (names and sizes are this module's own)


def _head(connection: sqlite3.Connection, chat: ChatId) -> Head | None:
    row = connection.execute(_HEAD, (chat.tenant, chat.chat)).fetchone()
    return Head(ChatId(chat.tenant, row[0], chat.chat), row[1], row[2], row[3]) if row else None


def migrate(connection: sqlite3.Connection, path: Path, steps: Sequence[Migration] | None = None) -> None:
    """Bring a ledger to the newest version; each step is one transaction, done by one process only.

    Raises:
        BadInput: the file is another program's.
        CannotRun: it is of a later version, or a step fails.

    """
    steps = migrations("sqlite_ledger") if steps is None else steps
    try:
        while _step(connection, path, steps):
            pass
    except sqlite3.Error as error:
        raise CannotRun(
            f"the ledger {path} cannot be brought up to date: {error}", remedy="Check the disk and its permissions."
        ) from error


def _step(connection: sqlite3.Connection, path: Path, steps: Sequence[Migration]) -> bool:
    """Do the next step, if one is due, in a transaction of its own: what fails leaves nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = _version(connection, path, len(steps))
        if version < len(steps):
            for statement in _statements(steps[version].sql):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {steps[version].version}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    return version + 1 < len(steps)


def _version(connection: sqlite3.Connection, path: Path, newest: int) -> int:
    """The version of a ledger; 0 for an empty file."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    ours = connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
    empty = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
    if not ours and not (empty and version == 0):
        raise _no_ledger(path)
    if version > newest:
        raise CannotRun(
            f"the ledger {path} is of version {version}, made by a later pincite (this one knows {newest})",
            remedy="Install the later pincite.",
        )
    return version


def _statements(sql: str) -> Iterator[str]:
    """The statements of a script; `executescript` would commit the transaction it runs in."""
    statement = ""
    for line in sql.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def _no_ledger(path: Path) -> BadInput:
    return BadInput(f"{path} is no ledger of pincite", remedy="Name another file with --store.")
