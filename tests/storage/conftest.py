"""A PostgreSQL for the tests that ask for one, and in it a fresh ledger for each."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest
from tests.storage.postgres_server import as_role, server

from pincite.storage.postgres.ledger import prepare

NAMES = itertools.count(1)


@pytest.fixture(scope="session")
def superuser() -> Iterator[str]:
    with server() as address:
        yield address


@pytest.fixture
def address(superuser: str) -> Iterator[str]:
    """A fresh database, made ready, as the role `worker` sees it."""
    import psycopg

    name = f"ledger{next(NAMES)}"
    with psycopg.connect(superuser, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = 'worker'").fetchone():
            connection.execute("CREATE ROLE worker LOGIN")
            connection.execute("CREATE ROLE keeper LOGIN CREATEROLE")
        connection.execute(f"GRANT CREATE ON DATABASE {name} TO keeper")
    owner = as_role(superuser, name, "keeper")
    assert prepare(owner, "worker") == 2
    assert prepare(owner, "worker") == 2, "a second time changes nothing"
    yield as_role(superuser, name, "worker")
    with psycopg.connect(superuser, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
