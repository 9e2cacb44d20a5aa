"""Attack: an older release, or a shorter or forked log, is put in the place of the present one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.attacks.signed import LOG, House, refused_at
from tests.corpus import library

from pincite.errors import BadInput, CorruptRelease
from pincite.storage.release_log import FolderLog
from pincite.transparency.encoding import NotProven
from pincite.transparency.note import Signer
from pincite.transparency.policy import trusting
from pincite.workflows.cosign_release import cosign

OLD = dict(list(library.HK.items())[:2])


def test_two_releases_under_one_tag_are_refused_by_the_log(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.signed()
    other = house.build(files=OLD, out="other")
    with pytest.raises(BadInput, match=r"another release under the tag hk/2026\.11\.30"):
        house.sign(other)
    assert not (other / "checkpoint").exists()


def test_an_older_release_under_the_same_tag_is_seen_by_who_saw_the_log(tmp_path: Path) -> None:
    house = House(tmp_path)
    first = house.signed(tag="2026.10.31", files=OLD)
    shutil.copytree(tmp_path / "log", tmp_path / "fork")
    release = house.signed()
    seen = house.note(release)
    # the holder of a stolen key signs an older content under the tag, in a copy of the log
    older = house.build(files=OLD, out="older")
    house.sign(older, log=FolderLog(tmp_path / "fork"))
    assert house.verify(older).ok  # by itself it cannot be told
    number, said = refused_at(house.verify(older, seen=seen))
    assert (number, "does not continue" in said) == (7, True)
    assert house.verify(release, seen=house.note(first)).ok


def test_an_older_release_in_the_folder_of_the_new_one_is_refused(tmp_path: Path) -> None:
    house = House(tmp_path)
    old = house.signed(tag="2026.10.31", files=OLD)
    shutil.copytree(old, tmp_path / "served" / "hk" / "2026.11.30")
    number, said = refused_at(house.verify(tmp_path / "served" / "hk" / "2026.11.30"))
    assert (number, said) == (1, "the folder is called 2026.11.30 and holds hk/2026.10.31")


def test_an_older_state_of_the_log_is_refused(tmp_path: Path) -> None:
    house = House(tmp_path)
    first = house.signed(tag="2026.10.31", files=OLD)
    before = (first / "release.tlog-proof").read_bytes()
    second = house.signed()
    seen = house.note(second)
    number, said = refused_at(house.verify(first, seen=seen))
    assert (number, "it was cut or is an older copy" in said) == (7, True)
    house.sign(first)  # signing again proves the old release in the present log
    assert (first / "release.tlog-proof").read_bytes() != before
    assert house.verify(first, seen=seen).ok


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.split(b"\n", 1)[1],
        lambda data: data[: data.rindex(b"\n", 0, -1) + 1],
        lambda data: data[:-1],
        lambda data: b"",
        lambda data: data.replace(b"2026.10.31", b"2026.10.30"),
    ],
)
def test_a_truncated_or_altered_log_signs_nothing(tmp_path: Path, change) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
    house = House(tmp_path)
    house.signed(tag="2026.10.31", files=OLD)
    house.signed(tag="2026.10.31.1", files=OLD)
    entries = tmp_path / "log" / "entries.jsonl"
    entries.write_bytes(change(entries.read_bytes()))
    release = house.build()
    with pytest.raises(CorruptRelease, match="entries were changed or cut"):
        house.sign(release)
    assert not (release / "checkpoint").exists()


def test_a_witness_signs_no_second_history(tmp_path: Path) -> None:
    house = House(tmp_path)
    witness = Signer("w.example", LOG.private)
    house.signed(tag="2026.10.31", files=OLD)
    shutil.copytree(tmp_path / "log", tmp_path / "fork")
    release = house.signed()
    kept: list[str] = []
    rule = trusting([LOG.verifier])

    def ask(note: str) -> str:
        return cosign(
            note, witness, rule, seen=kept[-1] if kept else None, consistency=house.consistency,
            remember=kept.append, time=1,
        )  # fmt: skip

    ask(house.note(release))
    forked = house.build(files=OLD, out="older")
    house.sign(forked, log=FolderLog(tmp_path / "fork"))
    with pytest.raises(NotProven, match="does not continue"):
        ask(house.note(forked))
    assert len(kept) == 1
    with pytest.raises(NotProven, match="no known key signed it"):
        cosign(house.note(release), witness, trusting([witness.verifier]), seen=None, consistency=house.consistency,
               remember=kept.append, time=1)  # fmt: skip
    assert len(kept) == 1


def test_a_signing_that_was_killed_leaves_a_log_that_goes_on(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.signed(tag="2026.10.31", files=OLD)
    entries = tmp_path / "log" / "entries.jsonl"
    whole = entries.read_bytes()
    for torn in (b'{"as_of":"2026', whole, b'{"as_of":"2026-11-30","release":"hk/2026.11.30"}\n'):
        entries.write_bytes(whole + torn)
        house.sign(house.build(tag="2026.10.31", files=OLD))
        assert entries.read_bytes() in (whole, whole + torn)
    release = house.signed()
    assert house.verify(release).ok
    assert entries.read_bytes().count(b"\n") == 2
