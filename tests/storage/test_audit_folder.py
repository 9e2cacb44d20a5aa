"""An audit folder is never overwritten: two drafts of one name and day leave two reports."""

from __future__ import annotations

from pathlib import Path

import pytest

from pincite.errors import CannotRun
from pincite.reports.audit import AuditFolder
from pincite.storage.audit_folder import write_audit

NAME = "2026-11-30-memo"


def test_attack_a_second_draft_of_the_same_name_and_day_overwrites_nothing(tmp_path: Path) -> None:
    paths = [write_audit(AuditFolder(NAME, text, (f"- {text}",)), tmp_path) for text in ("one", "two", "three")]
    assert [path.parent.name for path in paths] == [NAME, f"{NAME}-2", f"{NAME}-3"]
    assert [path.read_text("utf-8") for path in paths] == ["one", "two", "three"]
    assert [(path.parent / "sources.md").read_text("utf-8") for path in paths] == ["- one\n", "- two\n", "- three\n"]


def test_the_same_report_is_written_once(tmp_path: Path) -> None:
    for text in ("one", "two", "two", "one"):
        write_audit(AuditFolder(NAME, text, ("- source",)), tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [NAME, f"{NAME}-2"]
    assert sorted(path.name for path in (tmp_path / NAME).iterdir()) == ["citation-verify.json", "sources.md"]


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotRun, match="cannot be written"):
        write_audit(AuditFolder(NAME, "one", ()), tmp_path / "file")
