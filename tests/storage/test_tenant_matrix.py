"""The matrix of tenants and matters over SQLite, and over PostgreSQL with its row-level security forced."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.corpus import library
from tests.storage.tenant_matrix import TenantMatrix

from pincite import wiring
from pincite.ledger.port import Ledger
from pincite.storage.postgres.ledger import PostgresLedger
from pincite.storage.sqlite.corpus import SqliteCorpus
from pincite.storage.sqlite.ledger import SqliteLedger


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteCorpus]:
    with wiring.open_corpus([library.library(tmp_path_factory.mktemp("matrix"))]) as opened:
        yield opened


class TestSqlite(TenantMatrix):
    """In one file."""

    @pytest.fixture
    def ledger(self, tmp_path: Path) -> Iterator[Ledger]:
        with SqliteLedger(tmp_path / "ledger.db", create=True) as opened:
            yield opened


@pytest.mark.services
class TestPostgres(TenantMatrix):
    """In one database."""

    @pytest.fixture
    def ledger(self, address: str) -> Iterator[Ledger]:
        with PostgresLedger(address) as opened:
            yield opened
