"""Opinions in a file: written once, read back, private."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from pincite.errors import CannotRun
from pincite.storage.sqlite.opinions import SqliteOpinions


def test_the_first_opinion_under_a_key_stays_and_the_file_is_its_owner_s(tmp_path: Path) -> None:
    path = tmp_path / "opinions.db"
    with SqliteOpinions(path) as opinions:
        opinions.put("k", {"support": "PARTLY"})
        opinions.put("k", {"support": "SUPPORTED"})
    with SqliteOpinions(path) as opinions:
        assert opinions.get("k") == {"support": "PARTLY"}
        assert opinions.get("other") is None
    assert path.stat().st_mode & 0o077 == 0


def test_a_row_that_cannot_be_read_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "opinions.db"
    with SqliteOpinions(path) as opinions:
        opinions.put("k", {"support": "PARTLY"})
    base = sqlite3.connect(path)
    base.execute("UPDATE opinion SET value = '{'")
    base.commit()
    base.close()
    with SqliteOpinions(path) as opinions:
        assert opinions.get("k") is None


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("no database " * 200, "utf-8")
    with pytest.raises(CannotRun, match="cannot be opened"):
        SqliteOpinions(path)
