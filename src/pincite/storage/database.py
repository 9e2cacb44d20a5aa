"""A small database of a server, in one SQLite file or in a schema of PostgreSQL, by the same SQL.

Keeps true: what is written within `writing()` is written together or not at all, and durable when it ends; statements have `?` for
their parameters in both; a migration is done once, whoever opens the store at the same time.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Protocol

from pincite.errors import BadInput, CannotRun
from pincite.storage.migrations import migrations
from pincite.storage.postgres.server import driver, set_tenant

__all__ = ["Database", "Execute", "PostgresDatabase", "SqliteDatabase", "prepare_database"]

Row = tuple[Any, ...]
Execute = Callable[..., list[Row]]
"""`execute(sql, *parameters)`: the rows."""

BUSY_SECONDS = 60.0


class Database(Protocol):
    """Where a store keeps its tables."""

    taking: str
    """Behind a SELECT within `writing()`: takes the rows, and leaves those out that somebody else has taken."""
    scoped: bool
    """Whether it has row-level security, and so must be told the tenant."""

    def writing(self, tenant: str = "") -> AbstractContextManager[Execute]:
        """A transaction, of this tenant where the database is scoped.

        Raises:
            CannotRun: the database failed; nothing was written.

        """

    def reading(self, tenant: str = "") -> AbstractContextManager[Execute]:
        """Statements that only read, of this tenant where the database is scoped.

        Raises:
            CannotRun: the database failed.

        """

    def forget(self) -> None:
        """See to it that what was deleted lies in no log of writes any more, where that is this program's affair.

        Raises:
            CannotRun: the database failed.

        """

    def close(self) -> None:
        """Let go of it."""


class SqliteDatabase:
    """One file; for any number of threads, and for several processes.

    Args:
        path: the file; made where it is not there, for its owner alone.
        store: the folder of its migrations.
        application: tells its files from any other SQLite file.

    Raises:
        BadInput: the file is another program's.
        CannotRun: it cannot be opened, or is of a later version.

    """

    taking = ""
    scoped = False

    def __init__(self, path: Path, store: str, application: int) -> None:
        self.path = path
        self._lock = threading.Lock()
        try:
            path.touch(mode=0o600)
            self._base = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        except (OSError, sqlite3.Error) as error:
            raise self._failed(error) from error
        try:
            for pragma in ("journal_mode = WAL", "synchronous = FULL", "secure_delete = ON", "foreign_keys = ON"):
                self._base.execute(f"PRAGMA {pragma}")
            self._migrate(store, application)
        except sqlite3.DatabaseError as error:
            self._base.close()
            if "not a database" in str(error):
                raise self._another() from error
            raise self._failed(error) from error
        except BaseException:
            self._base.close()
            raise

    def _migrate(self, store: str, application: int) -> None:
        steps = migrations(store)
        base = self._base
        base.execute("BEGIN IMMEDIATE")
        try:
            version = int(base.execute("PRAGMA user_version").fetchone()[0])
            ours = base.execute("PRAGMA application_id").fetchone()[0] == application
            empty = base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
            self._refuse(version, len(steps), ours=ours or (empty and version == 0))
            for step in steps[version:]:
                for statement in _statements(step.sql):
                    base.execute(statement)
                base.execute(f"PRAGMA user_version = {step.version}")
            base.execute(f"PRAGMA application_id = {application}")
            base.execute("COMMIT")
        except BaseException:
            base.execute("ROLLBACK")
            raise

    def _refuse(self, version: int, newest: int, *, ours: bool) -> None:
        if not ours:
            raise self._another()
        if version > newest:
            raise CannotRun(
                f"{self.path} is of version {version}, made by a later pincite (this one knows {newest})",
                remedy="Install the later pincite.",
            )

    @contextmanager
    def writing(self, tenant: str = "") -> Iterator[Execute]:  # noqa: ARG002 (the port's; a file has no such settings)
        """See the port."""
        with self._lock:
            try:
                self._base.execute("BEGIN IMMEDIATE")
                try:
                    yield self._execute
                    self._base.execute("COMMIT")
                except BaseException:
                    if self._base.in_transaction:
                        self._base.execute("ROLLBACK")
                    raise
            except sqlite3.Error as error:
                raise self._failed(error) from error

    @contextmanager
    def reading(self, tenant: str = "") -> Iterator[Execute]:  # noqa: ARG002 (the port's; a file has no such settings)
        """See the port."""
        with self._lock:
            try:
                yield self._execute
            except sqlite3.Error as error:
                raise self._failed(error) from error

    def forget(self) -> None:
        """See the port; a reader in another process may delay it to the next time."""
        with self._lock:
            try:
                self._base.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            except sqlite3.Error as error:
                raise self._failed(error) from error

    def _execute(self, sql: str, *parameters: Any) -> list[Row]:
        return self._base.execute(sql, parameters).fetchall()

    def close(self) -> None:
        """See the port."""
        with self._lock:
            self._base.close()

    def _another(self) -> BadInput:
        return BadInput(f"{self.path} is no such store of pincite", remedy="Name another file.")

    def _failed(self, error: Exception) -> CannotRun:
        return CannotRun(
            f"{self.path} cannot be used: {error}",
            remedy="Check the folder, its permissions and that the disk has room.",
        )


class PostgresDatabase:
    """A schema that `prepare_database` made ready.

    Args:
        address: a connection string.
        store: the folder of its migrations, whose version must be there.
        schema: of its tables.

    Raises:
        BadInput: it was not made ready.
        CannotRun: it cannot be reached, or psycopg is not installed.

    """

    taking = "FOR UPDATE SKIP LOCKED"
    scoped = True

    def __init__(self, address: str, store: str, schema: str) -> None:
        self._psycopg = driver()
        self._address, self._schema = address, schema
        self._lock = threading.Lock()
        self._base = self._connect()
        wanted = len(migrations(store))
        with self.reading() as execute:
            there = execute("SELECT to_regclass(?) IS NOT NULL", f"{schema}.versions")[0][0]
            version = execute("SELECT coalesce(max(version), 0) FROM versions")[0][0] if there else 0
        if version != wanted:
            self._base.close()
            raise BadInput(
                f"the database's {schema} is of version {version}, and {wanted} is needed",
                remedy="Let its owner run `pincite chat prepare`, by the same version of pincite.",
            )

    def _connect(self) -> Any:
        try:
            base = self._psycopg.connect(self._address, autocommit=True, application_name=self._schema)
            base.execute("SET synchronous_commit = on")
            base.execute(f"SET search_path = {self._schema}")
        except self._psycopg.Error as error:
            raise self._failed(error) from error
        return base

    @contextmanager
    def writing(self, tenant: str = "") -> Iterator[Execute]:
        """See the port."""
        with self._lock:
            try:
                if self._base.closed:
                    self._base = self._connect()
                with self._base.transaction():
                    if tenant:
                        set_tenant(self._base, tenant)
                    yield self._execute
            except self._psycopg.Error as error:
                raise self._failed(error) from error

    reading = writing

    def forget(self) -> None:
        """See the port: vacuum, log and backups are the affair of who runs the database."""

    def _execute(self, sql: str, *parameters: Any) -> list[Row]:
        cursor = self._base.execute(sql.replace("?", "%s"), parameters)
        return cursor.fetchall() if cursor.description else []

    def close(self) -> None:
        """See the port."""
        with self._lock:
            self._base.close()

    def _failed(self, error: Exception) -> CannotRun:
        return CannotRun(
            f"the database cannot be used: {str(error).strip()}", remedy="Check the address and the server."
        )


def prepare_database(
    address: str, role: str, store: str, schema: str, tables: Sequence[str], functions: Sequence[str] = ()
) -> int:
    """Make the tables of a store, or bring them up to date, and let a role that is there use them and the functions named.

    Raises:
        CannotRun: the server refuses.

    """
    psycopg = driver()
    from psycopg import sql  # noqa: PLC0415 (an extra)

    steps = migrations(store)
    names = {"schema": sql.Identifier(schema), "role": sql.Identifier(role)}
    try:
        with psycopg.connect(address) as connection:
            connection.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", (schema,))
            connection.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {schema}").format(**names))
            connection.execute(sql.SQL("SET LOCAL search_path = {schema}").format(**names))
            connection.execute("CREATE TABLE IF NOT EXISTS versions (version integer PRIMARY KEY)")
            row = connection.execute("SELECT coalesce(max(version), 0) FROM versions").fetchone()
            for step in steps[row[0] if row else 0 :]:
                connection.execute(step.sql.encode())
                connection.execute("INSERT INTO versions (version) VALUES (%s)", (step.version,))
            connection.execute(sql.SQL("GRANT USAGE ON SCHEMA {schema} TO {role}").format(**names))
            connection.execute(sql.SQL("GRANT SELECT ON versions TO {role}").format(**names))
            for table in tables:
                granted = sql.SQL("GRANT SELECT, INSERT, UPDATE, DELETE ON {table} TO {role}")
                connection.execute(granted.format(table=sql.Identifier(table), **names))
            for function in functions:
                granted = sql.SQL("GRANT EXECUTE ON FUNCTION {function} TO {role}")
                connection.execute(granted.format(function=sql.Identifier(function), **names))
    except psycopg.Error as error:
        raise CannotRun(
            f"the database cannot be made ready: {str(error).strip()}",
            remedy="Connect as a role that may create schemas.",
        ) from error
    return len(steps)


def _statements(sql: str) -> Iterator[str]:
    """The statements of a script; `executescript` would commit the transaction it runs in."""
    statement = ""
    for line in sql.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
