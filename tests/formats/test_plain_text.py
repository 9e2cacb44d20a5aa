"""Lines know their bytes, however the text is wrapped."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import UnreadableSource
from pincite.formats.json_strings import read_json
from pincite.formats.plain_text import cut, lines_of, read_text

TEXT = st.text(st.sampled_from("ab é字𠀀\n\r\f\t\u00a0\u2028"), max_size=30)


def _by_hand(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n").split("\n") if text else []


@given(TEXT)
def test_lines_of_a_file_are_its_text_with_their_bytes(text: str) -> None:
    data = text.encode()
    lines = read_text(data, name="x.txt").lines
    assert [line.text for line in lines] == _by_hand(text)
    for line in lines:
        assert data[line.start : line.end].decode() == line.text
        assert "".join(piece.text for piece in line.pieces) == line.text


@given(TEXT, st.booleans())
def test_lines_of_a_json_string_are_its_text_with_their_bytes(text: str, ascii_only: bool) -> None:
    data = json.dumps({"t": text}, ensure_ascii=ascii_only).encode()
    lines = lines_of(read_json(data, name="x.json")["t"].pieces)
    assert [line.text for line in lines] == _by_hand(text)
    for line in lines:
        assert json.loads(b'"' + data[line.start : line.end] + b'"') == line.text


@given(TEXT, st.integers(0, 30), st.integers(0, 30), st.booleans())
def test_a_cut_keeps_characters_and_bytes(text: str, start: int, end: int, ascii_only: bool) -> None:
    data = json.dumps(text, ensure_ascii=ascii_only).encode()
    pieces = cut(read_json(data, name="x.json").pieces, start, end)
    assert "".join(piece.text for piece in pieces) == text[start:end]
    if pieces:
        assert json.loads(b'"' + data[pieces[0].start : pieces[-1].end] + b'"') == text[start:end]


def test_a_form_feed_ends_a_line_and_is_remembered() -> None:
    lines = read_text(b"Seite eins\x0cSeite zwei\n", name="x.txt").lines
    assert [(line.text, line.after_form_feed) for line in lines] == [
        ("Seite eins", False),
        ("Seite zwei", True),
        ("", False),
    ]


def test_a_byte_order_mark_belongs_to_no_line() -> None:
    line = read_text(b"\xef\xbb\xbfUrteil", name="x.txt").lines[0]
    assert (line.text, line.start) == ("Urteil", 3)


def test_another_encoding_is_read_when_it_is_named() -> None:
    file = read_text("Erwägung\n".encode("cp1252"), name="x.txt", encoding="windows-1252")
    assert (file.lines[0].text, file.lines[0].end, file.encoding) == ("Erwägung", 8, "cp1252")


@pytest.mark.parametrize(
    ("data", "encoding", "place", "reason"),
    [
        (b"eins\nErw\xe4gung", "", "line 2, byte 8", "0xe4"),
        (b"\xff\xfeU\x00", "", "byte 0", "UTF-16"),
        (b"%PDF-1.4\x00\x01", "", "byte 8", "no text file"),
        (b"a", "klingon", "", "no encoding"),
        (b"a", "utf-16-le", "", "not read"),
    ],
)
def test_what_is_no_text_is_refused_with_place_and_reason(data: bytes, encoding: str, place: str, reason: str) -> None:
    with pytest.raises(UnreadableSource) as caught:
        read_text(data, name="bad.txt", encoding=encoding)
    assert caught.value.place == place
    assert reason in caught.value.reason
