"""The log of releases: entries are added once, a tag is given once, keys rotate under one name."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.transparency.keys import LOG, signer

from pincite.digests import canonical_json
from pincite.errors import BadInput, CannotRun, CorruptRelease
from pincite.storage.build_lock import build_lock
from pincite.storage.release_log import FolderLog


def entry(number: int, *, digest: str = "ab") -> bytes:
    return canonical_json({"release": f"hk/2026.11.{number:02}", "manifest_sha256": digest * 32})


def test_entries_are_added_and_proved(tmp_path: Path) -> None:
    log = FolderLog(tmp_path / "log")
    for number in range(1, 6):
        proof = log.add(entry(number), LOG)
        assert (proof.index, proof.checkpoint.size) == (number - 1, number)
        assert proof.includes(entry(number))
    assert log.read([LOG.verifier]).entries == tuple(entry(number) for number in range(1, 6))


def test_an_entry_added_again_keeps_its_place(tmp_path: Path) -> None:
    log = FolderLog(tmp_path / "log")
    log.add(entry(1), LOG)
    log.add(entry(2), LOG)
    again = log.add(entry(1), LOG)
    assert (again.index, again.checkpoint.size) == (0, 2)
    assert again.includes(entry(1))


def test_a_tag_is_given_once(tmp_path: Path) -> None:
    log = FolderLog(tmp_path / "log")
    log.add(entry(1), LOG)
    with pytest.raises(BadInput, match="two cannot both be real"):
        log.add(entry(1, digest="cd"), LOG)


def test_a_key_rotates_under_the_log_s_name(tmp_path: Path) -> None:
    log, new = FolderLog(tmp_path / "log"), signer(seed=50)
    log.add(entry(1), LOG)
    with pytest.raises(CorruptRelease, match="no known key signed it"):
        log.add(entry(2), new)
    assert log.add(entry(2), new, former=[LOG.verifier]).checkpoint.size == 2
    assert log.add(entry(3), new).checkpoint.size == 3


def test_a_log_is_signed_by_keys_of_its_own_name(tmp_path: Path) -> None:
    log = FolderLog(tmp_path / "log")
    log.add(entry(1), LOG)
    with pytest.raises(BadInput, match=r"is called law\.example/releases, the key other\.example"):
        log.add(entry(2), signer("other.example", 51), former=[LOG.verifier])


def test_one_signing_at_a_time(tmp_path: Path) -> None:
    with build_lock(tmp_path / "log"), pytest.raises(CannotRun, match="at work"):
        FolderLog(tmp_path / "log").add(entry(1), LOG)
