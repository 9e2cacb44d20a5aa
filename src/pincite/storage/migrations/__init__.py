"""Migrations as numbered SQL files, one folder a store: `0001_entries.sql` brings an empty store to version 1.

Keeps true: a file that was released is never changed; a new version is a new file.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources

__all__ = ["Migration", "migrations"]


@dataclass(frozen=True, slots=True)
class Migration:
    """The step to a version."""

    version: int
    name: str
    sql: str


def migrations(store: str) -> tuple[Migration, ...]:
    """The steps of a store in order; versions are 1, 2, 3 … without gaps."""
    folder = resources.files("pincite.storage.migrations") / store
    files = sorted((each for each in folder.iterdir() if each.name.endswith(".sql")), key=lambda each: each.name)
    found = tuple(Migration(int(file.name[:4]), file.name, file.read_text("utf-8")) for file in files)
    assert [step.version for step in found] == list(range(1, len(found) + 1)), f"gaps in the migrations of {store}"
    return found
