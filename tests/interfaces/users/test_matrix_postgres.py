"""The matrix of endpoints, tools, roles and tenants over PostgreSQL with its row-level security forced, by every role."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.interfaces.users.house import House, engine_over, server
from tests.interfaces.users.matrix import Matrix
from tests.storage.postgres_server import as_role
from tests.storage.postgres_server import server as postgres

from pincite.access.roles import ROLES
from pincite.storage.access import postgres_access, prepare_access
from pincite.storage.jobs import JobStore
from pincite.storage.open_jobs import postgres_jobs, prepare_jobs
from pincite.storage.postgres.ledger import PostgresLedger, prepare

pytestmark = pytest.mark.services


@pytest.fixture(scope="module")
def house(specimen: Path) -> Iterator[House]:
    """In one database."""
    import psycopg

    with postgres() as superuser:
        with psycopg.connect(superuser, autocommit=True) as connection:
            connection.execute("CREATE ROLE keeper LOGIN CREATEROLE")
            connection.execute("CREATE ROLE worker LOGIN")
            connection.execute("CREATE DATABASE server OWNER keeper")
        owner, address = as_role(superuser, "server", "keeper"), as_role(superuser, "server", "worker")
        for each in (prepare, prepare_jobs, prepare_access):
            each(owner, "worker")
        engine = engine_over(specimen / "releases", PostgresLedger(address))
        users, jobs = postgres_access(address), JobStore(postgres_jobs(address))
        with server(engine, users, jobs, pages=True) as made:
            yield made
        for close in (engine.close, users.close, jobs.close):
            close()


class TestPostgres(Matrix):
    """By every role of everywhere else."""

    roles = ROLES
