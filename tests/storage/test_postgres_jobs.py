"""Jobs in PostgreSQL: the contract, as a role that owns nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.storage.jobs_contract import Clock, JobsContract
from tests.storage.postgres_server import as_role, url

from pincite.errors import BadInput, CannotRun
from pincite.storage.database import PostgresDatabase
from pincite.storage.jobs import SCHEMA, JobStore
from pincite.storage.open_jobs import open_jobs, prepare_jobs

pytestmark = pytest.mark.services


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def ready(superuser: str, address: str) -> str:
    from psycopg.conninfo import conninfo_to_dict

    owner = as_role(superuser, str(conninfo_to_dict(address)["dbname"]), "keeper")
    assert prepare_jobs(owner, "worker") == 1
    assert prepare_jobs(owner, "worker") == 1, "a second time changes nothing"
    return address


@pytest.fixture
def store(ready: str, clock: Clock) -> Iterator[JobStore]:
    made = JobStore(PostgresDatabase(ready, "postgres_jobs", SCHEMA), clock=clock)
    yield made
    made.close()


class TestPostgresJobs(JobsContract):
    """The contract."""


def test_a_database_that_was_not_made_ready_is_refused(address: str) -> None:
    with pytest.raises(BadInput, match="is of version 0") as refused:
        open_jobs(url(address).format("worker"))
    assert "pincite chat prepare" in refused.value.remedy


def test_a_server_that_is_not_there_is_said_to_be_so() -> None:
    with pytest.raises(CannotRun, match="cannot be used"):
        open_jobs("postgresql://nobody@127.0.0.1:1/none")
