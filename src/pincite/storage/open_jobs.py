"""Opens the store of jobs that lies beside a ledger: in a file of its own, or in the same database of PostgreSQL."""

from __future__ import annotations

from pathlib import Path

from pincite.storage.database import Database, PostgresDatabase, SqliteDatabase, prepare_database
from pincite.storage.jobs import APPLICATION, FUNCTIONS, SCHEMA, TABLES, JobStore
from pincite.storage.postgres.server import refuse_strong_role
from pincite.storage.sealing import Sealer

__all__ = ["open_jobs", "postgres_jobs", "prepare_jobs"]


def open_jobs(store: str, *, sealer: Sealer | None = None, keep: float = 86_400.0) -> JobStore:
    """The jobs of a server; `store` is a path or begins with `postgresql://`.

    Raises:
        BadInput: a file of another program, or a database that was not made ready.
        CannotRun: it cannot be opened, or the role could bypass row-level security.

    """
    postgres = store.startswith(("postgresql://", "postgres://"))
    base: Database = postgres_jobs(store) if postgres else SqliteDatabase(Path(store), "sqlite_jobs", APPLICATION)
    return JobStore(base, sealer=sealer, keep=keep)


def postgres_jobs(address: str) -> PostgresDatabase:
    """The database of jobs, as a role that row-level security holds.

    Raises:
        BadInput: it was not made ready.
        CannotRun: it cannot be reached, psycopg is not installed, or the role could bypass row-level security.

    """
    base = PostgresDatabase(address, "postgres_jobs", SCHEMA)
    try:
        with base.reading() as execute:
            refuse_strong_role(execute, SCHEMA)
    except BaseException:
        base.close()
        raise
    return base


def prepare_jobs(address: str, role: str) -> int:
    """Make the tables of jobs in a database, for a role that is there.

    Raises:
        CannotRun: the server refuses.

    """
    return prepare_database(address, role, "postgres_jobs", SCHEMA, TABLES, FUNCTIONS)
