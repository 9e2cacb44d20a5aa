"""Cutting a text whose characters know their bytes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pincite.formats.located import LocatedText
from pincite.text.canonical import Piece


def located(parts: list[tuple[str, bool]]) -> tuple[LocatedText, bytes]:
    """A text of verbatim and of rendered parts; a rendered one stands as «&» and its length in the file."""
    data = b""
    pieces = []
    for text, verbatim in parts:
        raw = text.encode() if verbatim else b"&" * 6
        pieces.append(Piece(text, len(data), len(data) + len(raw), verbatim))
        data += raw
    return LocatedText(pieces), data


PARTS = st.lists(
    st.tuples(st.text(st.sampled_from("a é條😀\n"), min_size=1, max_size=1200), st.just(value=True)), max_size=4
)


@given(PARTS, st.data())
def test_the_pieces_of_a_range_are_its_characters_and_decode_to_them(
    parts: list[tuple[str, bool]], draw: st.DataObject
) -> None:
    text, data = located(parts)
    start = draw.draw(st.integers(0, len(text)))
    end = draw.draw(st.integers(start, len(text)))
    pieces = text.pieces(start, end)
    assert "".join(piece.text for piece in pieces) == text.text[start:end]
    assert all(data[piece.start : piece.end].decode() == piece.text for piece in pieces)


def test_a_rendered_piece_is_never_cut_in_two() -> None:
    text, _ = located([("ab", True), ("XY", False), ("cd", True)])
    assert [piece.text for piece in text.pieces(1, 3)] == ["b", "XY"]
    assert [piece.text for piece in text.pieces(3, 5)] == ["c"]


def test_a_character_reference_inside_a_string_stands_for_all_its_bytes() -> None:
    text, _ = located([("a&", True), ("X", False), (";b", True)])
    assert text.rendered("?", 1, 4) == Piece("?", 1, 9, verbatim=False)
    assert (text.byte_at(2), text.byte_end(3), text.byte_at(5), text.byte_end(0)) == (2, 8, 10, 0)


def test_an_empty_text_has_no_pieces() -> None:
    assert LocatedText([]).pieces(0, 5) == []
