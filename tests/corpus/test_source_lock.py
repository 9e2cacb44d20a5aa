"""SOURCES.lock says what each file is; what is not a line of a lock is refused with its number."""

from __future__ import annotations

import contextlib
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.corpus.leaves import SourceRecord
from pincite.corpus.source_lock import Difference, LockLine, first_differing_lines, lock_bytes, read_lock
from pincite.corpus.spec import SourceSpec
from pincite.corpus.under_lock import as_locked, unlocked, within
from pincite.errors import BadInput

LINE = LockLine(
    name="ch/fedlex/a.xml", sha256="ab" * 32, bytes=12, media_type="application/xml", publisher="P", licence="L",
    legal_value="official", redistribute="quote", reader="ch.fedlex_akn", url="https://law.example/a.xml",
    retrieved_at="2026-11-30T12:00:00Z", collection="ch.fedlex", etag='"1"',
)  # fmt: skip

texts = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=20)


@given(texts, texts, st.integers(0, 2**53 - 1), st.sampled_from(["full", "quote", "none"]))
def test_what_is_written_is_read_back(publisher: str, etag: str, size: int, redistribute: str) -> None:
    line = replace(LINE, publisher=publisher or "P", etag=etag, bytes=size, redistribute=redistribute)  # type: ignore[arg-type]
    other = replace(line, name="a")
    data = lock_bytes([line, other])
    assert read_lock(data, name="SOURCES.lock") == {"a": other, line.name: line}
    assert lock_bytes([other, line]) == data


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": "../x"}, "not the name of a file below"),
        ({"name": "/x"}, "not the name of a file below"),
        ({"name": "a\\b"}, "not the name of a file below"),
        ({"name": "a\0b"}, "not the name of a file below"),
        ({"name": ""}, "not the name of a file below"),
        ({"sha256": "AB" * 32}, "64 hexadecimal"),
        ({"sha256": "ab"}, "64 hexadecimal"),
        ({"bytes": "12"}, "bytes is not a whole number"),
        ({"bytes": True}, "bytes is not a whole number"),
        ({"licence": 7}, "licence is not a text"),
        ({"redistribute": "all"}, "none of full, quote, none"),
        ({"legal_value": "gold"}, "none of authentic"),
        ({"colour": "red"}, "knows no field 'colour'"),
        ({"publisher": None}, "needs the field 'publisher'"),
    ],
)
def test_a_wrong_line_is_refused_with_its_number(change: dict[str, object], said: str) -> None:
    value = {key: each for key, each in {**LINE.said(), **change}.items() if each is not None}
    with pytest.raises(BadInput, match=r"SOURCES\.lock, line 2: ") as raised:
        read_lock(b"\n" + json.dumps(value).encode(), name="SOURCES.lock")
    assert said in str(raised.value)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_lock_or_refused(data: bytes) -> None:
    with contextlib.suppress(BadInput):
        read_lock(data, name="x")


def test_a_file_named_twice_is_refused() -> None:
    with pytest.raises(BadInput, match="stands twice"):
        read_lock(lock_bytes([LINE]) * 2, name="x")


def test_the_first_differing_lines_are_shown_with_their_number() -> None:
    assert first_differing_lines(b"one\ntwo\nthree\n", b"one\n2\nthree\n") == (
        "line 2:",
        *("- two", "- three", "+ 2", "+ three"),
    )
    assert first_differing_lines(b"one\n", b"one\ntwo\n") == ("line 2:", "+ two")
    assert first_differing_lines(b"one\r\n", b"one\n") == ("the same lines; only their ends differ",)
    assert first_differing_lines(b"\xff", b"one") == ()


def test_of_a_law_in_one_line_the_words_around_the_change_are_shown() -> None:
    shown = first_differing_lines(b"x" * 5000 + b" 40 francs" + b"y" * 5000, b"x" * 5000 + b" 90 francs" + b"y" * 5000)
    assert "40 francs" in shown[1]
    assert "90 francs" in shown[2]
    assert max(map(len, shown)) < 200


def test_a_difference_shows_both_digests_and_sizes() -> None:
    shown = str(Difference(LINE, "changed", "cd" * 32, 13, ("- a", "+ b")))
    for each in (LINE.name, "ab" * 32, "12 bytes", "cd" * 32, "13 bytes", "- a", "+ b", "2026-11-30T12:00:00Z"):
        assert each in shown
    assert "is not there" in str(Difference(LINE, "missing"))


def test_a_spec_grants_no_more_than_the_lock() -> None:
    spec = SourceSpec(("*.xml",), "r", "P", "L", "authentic", "full")
    assert (within(spec, LINE).legal_value, within(spec, LINE).redistribute) == ("official", "quote")
    less = replace(spec, legal_value="unofficial", redistribute="none")
    assert within(less, LINE) == less
    assert within(spec, None) == spec


def test_a_source_bears_when_and_whence_it_was_retrieved() -> None:
    record = SourceRecord(
        "ch/fedlex/a.xml", "ab" * 32, 12, "text/plain", "P", "L", "official", "full", "r", "https://page.example"
    )
    locked = as_locked(record, LINE)
    assert (locked.url, locked.retrieved_at, locked.media_type) == (LINE.url, LINE.retrieved_at, "application/xml")
    assert as_locked(record, None) == record
    assert as_locked(record, replace(LINE, url="")).url == "https://page.example"
    with pytest.raises(BadInput, match="one source is not what"):
        as_locked(replace(record, sha256="cd" * 32), LINE)


def test_files_outside_the_lock_are_warned_of() -> None:
    assert unlocked(["b", "ch/fedlex/a.xml"], {LINE.name: LINE})[0].startswith("SOURCES.lock has no line for 1 ")
    assert unlocked(["b"], {}) == ()
    assert unlocked([LINE.name], {LINE.name: LINE}) == ()
