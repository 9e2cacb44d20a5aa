"""JSON strings know their bytes, and nothing that is not JSON is read."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.timing import processor_seconds

from pincite.errors import UnreadableSource
from pincite.formats.json_strings import MAX_DEPTH, JsonNode, read_json

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False, allow_infinity=False)
    # lone surrogates are no characters, and cannot be written as UTF-8
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"]), max_size=5), inner, max_size=4)
    ),
    max_leaves=20,
)


def _strings(node: JsonNode) -> list[JsonNode]:
    if node.kind == "string":
        return [node]
    return [found for child in [*node, *(value for _, value in node.items())] for found in _strings(child)]


@given(JSON, st.booleans(), st.sampled_from([None, 2]))
def test_reading_gives_what_was_written(value: object, ascii_only: bool, indent: int | None) -> None:
    data = json.dumps(value, ensure_ascii=ascii_only, indent=indent).encode()
    assert read_json(data, name="x.json").value == value


@given(JSON, st.booleans())
def test_pieces_tile_the_bytes_between_the_quotation_marks(value: object, ascii_only: bool) -> None:
    data = json.dumps(value, ensure_ascii=ascii_only).encode()
    for node in _strings(read_json(data, name="x.json")):
        assert data[node.start : node.start + 1] == data[node.end - 1 : node.end] == b'"'
        here = node.start + 1
        for piece in node.pieces:
            assert piece.start == here < piece.end
            here = piece.end
            if piece.verbatim:
                assert data[piece.start : piece.end].decode() == piece.text
            else:
                assert json.loads(b'"' + data[piece.start : piece.end] + b'"') == piece.text
        assert here == node.end - 1


def test_a_surrogate_pair_is_one_character_and_one_piece() -> None:
    node = read_json(rb'{"text": "a\ud840\udc00b\n"}', name="x.json")["text"]
    assert node.string == "a𠀀b\n"
    assert [(piece.text, piece.verbatim) for piece in node.pieces] == [
        ("a", True),
        ("𠀀", False),
        ("b", True),
        ("\n", False),
    ]


def test_metadata_is_read_by_path_and_may_be_missing() -> None:
    root = read_json(b'{"Num": ["AGVE 2019 14"], "PDF": {"URL": "u"}, "n": 3}', name="x.json")
    assert root.text("Num", 0) == "AGVE 2019 14"
    assert root.text("PDF", "URL") == "u"
    assert root.text("PDF", "Datei") == root.text("n") == root.text("Num", 7) == ""
    assert "Num" in root
    assert "HTML" not in root
    with pytest.raises(TypeError):
        _ = root["n"].string


def test_a_byte_order_mark_is_passed_over() -> None:
    assert read_json(b'\xef\xbb\xbf{"a": 1}', name="x.json").value == {"a": 1}


@pytest.mark.parametrize(
    ("data", "place", "reason"),
    [
        (b'{"a": 1,\n "a": 2}', "line 2, column 2", "stands twice"),
        (b'{"a": NaN}', "line 1, column 7", "NaN is not JSON"),
        (b"[-Infinity]", "line 1, column 2", "-Infinity is not JSON"),
        (b'{"a": 1} x', "line 1, column 10", "after the end"),
        (b"[1,]", "line 1, column 4", "comma"),
        (b"{1: 2}", "line 1, column 2", "key in quotation marks"),
        (b'{"a" 2}', "line 1, column 6", "«:»"),
        (b'{"a": 1 "b": 2}', "line 1, column 9", "«,» or «}»"),
        (b'["a\nb"]', "line 1, column 4", "control character (0x0a)"),
        (b'["\\x41"]', "line 1, column 3", "escape"),
        (b'["\xc3\xa9\\ud800"]', "line 1, column 4", "surrogate"),
        (b'["\xe9"]', "line 1, column 3", "not UTF-8"),
        (b"\xff\xfe[\x00]\x00", "line 1, column 1", "UTF-16"),
        (b'{"text": "cut of', "line 1, column 17", "cut off"),
        (b'{"text": [', "line 1, column 11", "cut off"),
        (b"", "line 1, column 1", "empty"),
        (b"<html>", "line 1, column 1", "a JSON value expected"),
        (b"01", "line 1, column 2", "after the end"),
        (b"[1e999]", "line 1, column 2", "out of range"),
        (b"[" + b"9" * 5000 + b"]", "line 1, column 2", "5000 characters"),
    ],
)
def test_what_is_not_json_is_refused_with_place_and_reason(data: bytes, place: str, reason: str) -> None:
    with pytest.raises(UnreadableSource) as caught:
        read_json(data, name="bad.json")
    assert caught.value.name == "bad.json"
    assert caught.value.place == place
    assert reason in caught.value.reason


def test_attack_deep_nesting_is_refused_not_a_stack_overflow() -> None:
    with pytest.raises(UnreadableSource, match="deep"):
        read_json(b"[" * 1_000_000, name="deep.json")
    read_json(b"[" * MAX_DEPTH + b"]" * MAX_DEPTH, name="ok.json")


def test_half_a_megabyte_is_read_in_well_under_half_a_second() -> None:
    text = "Erwägung 2.3\n\nDie Beschwerde ist «unbegründet».\u00a0\n" * 10_000
    data = json.dumps({"text": text}, ensure_ascii=False).encode()
    assert len(data) > 500_000
    assert read_json(data, name="big.json")["text"].string == text
    assert processor_seconds(lambda: read_json(data, name="big.json"), rounds=2) < 0.5


@given(st.binary(max_size=40) | st.text('{}[]",:\\u0d8e1-.eaN \n', max_size=30).map(str.encode))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with contextlib.suppress(UnreadableSource):
        read_json(data, name="any.json")
        json.loads(data.decode("utf-8-sig"))
