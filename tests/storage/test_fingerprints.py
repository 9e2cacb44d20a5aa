"""The file of fingerprints: the same bytes for the same texts, whatever the memory; refused when it is not what it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.errors import CannotRun, CorruptRelease
from pincite.quotation.fingerprints import SEGMENT, of_document, of_quote, sorted_of_document
from pincite.storage import fingerprints, numbers
from pincite.storage.fingerprints import FingerprintFile, FingerprintWriter, write

TEXTS = [
    "".join(f"Keeper {number} of house {house} lights lantern {number * house} at dusk. " for number in range(90))
    for house in range(30)
]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("made") / "fingerprints.bin"
    with pytest.MonkeyPatch.context() as plain:
        plain.setattr(numbers, "_numpy_for", lambda _: None)
        write(path, TEXTS)
    return path


def test_every_fingerprint_of_every_segment_is_found_and_no_other_document_is(made: Path) -> None:
    with FingerprintFile(made) as file:
        assert file.documents == len(TEXTS)
        for number, text in enumerate(TEXTS, start=1):
            for segment, kept in of_document(text):
                for each in kept:
                    places = [file.document_of(s) for s in file.segments(file.find(each), 10_000)]
                    assert (number, segment) in places
                    assert places == sorted(places)


def test_what_is_kept_nowhere_is_not_found(made: Path) -> None:
    with FingerprintFile(made) as file:
        assert sum(file.find(each).size for each in of_quote("not a single word stands anywhere here").every) == 0


def test_nearness_counts_segments(tmp_path: Path) -> None:
    made = tmp_path / "few.bin"
    write(made, ["one two three. four five", "x" * SEGMENT + " four", "One two three four five"])
    with FingerprintFile(made) as file:
        found = file.find(of_quote("one two three four five").kept[0])
        assert file.segments(found, 9) == [0, 3]
        assert file.near(found, 0, 0)
        assert file.near(found, 1, 3)
        assert not file.near(found, 1, 2)
        assert not file.near(found, 4, 9)


@pytest.mark.parametrize("run", [1, 700, 10_000_000])
def test_the_file_does_not_depend_on_how_much_was_sorted_at_a_time(
    made: Path, tmp_path: Path, run: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fingerprints, "_RUN", run)
    write(tmp_path / "again.bin", TEXTS)
    assert (tmp_path / "again.bin").read_bytes() == made.read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["again.bin"]


@given(texts=st.lists(st.text("ab c\n燈籠", max_size=40), max_size=6))
@settings(max_examples=40, deadline=None)
def test_any_texts_make_a_file_that_can_be_read(texts: list[str], tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("any") / "f.bin"
    write(path, texts)
    with FingerprintFile(path) as file:
        assert file.documents == len(texts)
        assert file.segments_held == sum(len(text) // SEGMENT + 1 for text in texts)
        for number, text in enumerate(texts, start=1):
            for _, kept in of_document(text):
                assert all(number in [file.document_of(s)[0] for s in file.segments(file.find(e), 99)] for e in kept)


@pytest.mark.parametrize("size", [0, 10, 96, 200, -1])
def test_attack_a_file_that_was_cut_is_refused(made: Path, tmp_path: Path, size: int) -> None:
    (tmp_path / "cut.bin").write_bytes(made.read_bytes()[:size])
    with pytest.raises(CorruptRelease, match="cannot be used"):
        FingerprintFile(tmp_path / "cut.bin")


def test_attack_another_file_is_refused(made: Path, tmp_path: Path) -> None:
    (tmp_path / "other.bin").write_bytes(b"x" * 500)
    with pytest.raises(CorruptRelease, match="no file of fingerprints"):
        FingerprintFile(tmp_path / "other.bin")
    (tmp_path / "longer.bin").write_bytes(made.read_bytes() + b"12345678")
    with pytest.raises(CorruptRelease, match="its size"):
        FingerprintFile(tmp_path / "longer.bin")


def test_a_disk_that_cannot_be_written_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder", "utf-8")
    with pytest.raises(CannotRun, match="cannot be written"):
        FingerprintWriter(tmp_path / "file" / "fingerprints.bin")


def test_an_abandoned_build_leaves_nothing(tmp_path: Path) -> None:
    writer = FingerprintWriter(tmp_path / "f.bin")
    writer.document(TEXTS[0])
    writer.abandon()
    assert list(tmp_path.iterdir()) == []


@given(st.lists(st.text("ab c\n燈籠é", max_size=40), max_size=4), st.integers(1, 60))
@settings(max_examples=30, deadline=None)
def test_numpy_makes_the_numbers_that_are_made_without_it(texts: list[str], times: int) -> None:
    numpy = pytest.importorskip("numpy")
    for text in (*texts, *TEXTS[:1]):
        with pytest.MonkeyPatch.context() as plain:
            plain.setattr(fingerprints, "with_numpy", lambda: None)
            wanted = fingerprints.postings_of(text * times)
        assert sorted_of_document(text * times, numpy, 27, 1 << 62) == wanted


def test_numpy_writes_the_file_that_is_written_without_it(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numpy")
    monkeypatch.setattr(numbers, "MANY", 0)
    monkeypatch.setattr(fingerprints, "_MUCH", 0)
    write(tmp_path / "again.bin", TEXTS)
    assert (tmp_path / "again.bin").read_bytes() == made.read_bytes()
