"""Opinions of judges, kept in one SQLite file, so that the same question is not asked twice.

Keeps true: a row is written once and whole; one that cannot be read is as if it were not there. The file holds words of drafts
and sources (excerpts, parts of claims): it belongs where the drafts belong, and only its owner can read it.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from pincite.errors import CannotRun

__all__ = ["SqliteOpinions"]


class SqliteOpinions:
    """Implements `judging.kept.Opinions`; a context manager, for one thread.

    Raises:
        CannotRun: the file cannot be opened or is none of this kind.

    """

    def __init__(self, path: Path) -> None:
        try:
            if not path.exists():
                os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
            self._base = sqlite3.connect(path, isolation_level=None)
            self._base.execute(
                "CREATE TABLE IF NOT EXISTS opinion (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID"
            )
        except (OSError, sqlite3.Error) as error:
            raise CannotRun(f"the file of opinions {path} cannot be opened: {error}", remedy="Name another.") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    def get(self, key: str) -> Mapping[str, Any] | None:
        """See the port."""
        row = self._base.execute("SELECT value FROM opinion WHERE key = ?", (key,)).fetchone()
        try:
            value = json.loads(row[0]) if row else None
        except (ValueError, RecursionError):
            return None
        return value if isinstance(value, dict) else None

    def put(self, key: str, opinion: Mapping[str, Any]) -> None:
        """See the port."""
        value = json.dumps(opinion, ensure_ascii=False, sort_keys=True)
        self._base.execute("INSERT OR IGNORE INTO opinion VALUES (?, ?)", (key, value))
