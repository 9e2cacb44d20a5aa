"""Canonical text: layout white space alone is changed, every character leads back to its bytes, nothing is dropped."""

from __future__ import annotations

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.text.canonical import Piece, SourceMap, TextBuilder, unaccounted

CHARACTERS = st.sampled_from("ab. \t\n\u00a0éß—個人「」Ａ𠀀\u3000")
TEXTS = st.text(CHARACTERS, max_size=60)
CJK = "[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0010ffff]"


def collapsed(text: str) -> str:
    """The rule, said in one line: runs of layout white space are one space, none at an edge or between two Chinese characters."""
    one = re.sub(r"[ \t\r\n\f\v]+", " ", text).strip(" ")
    return re.sub(f"(?<={CJK}) (?={CJK})", "", one)


def pieces_of(text: str, cuts: list[int]) -> list[Piece]:
    edges = sorted({0, len(text), *(cut % (len(text) + 1) for cut in cuts)})
    found = []
    for first, last in itertools.pairwise(edges):
        start = len(text[:first].encode())
        found.append(Piece(text[first:last], start, start + len(text[first:last].encode())))
    return found


@given(TEXTS, st.lists(st.integers(0, 60), max_size=5))
def test_layout_white_space_alone_is_changed_however_the_source_is_cut(text: str, cuts: list[int]) -> None:
    builder = TextBuilder()
    builder.write_all(pieces_of(text, cuts))
    assert builder.finish()[0] == collapsed(text)


@given(TEXTS, st.lists(st.integers(0, 60), max_size=5))
def test_every_character_leads_back_to_its_bytes(text: str, cuts: list[int]) -> None:
    builder = TextBuilder()
    pieces = pieces_of(text, cuts)
    builder.write_all(pieces)
    written, source_map, sides = builder.finish()
    source = text.encode()
    end = 0
    for run in source_map:
        assert run.start == end
        end = run.end
        if run.verbatim:
            assert source[run.source_start : run.source_end].decode() == written[run.start : run.end]
        else:
            assert written[run.start : run.end] == " "
    assert end == len(written)
    assert unaccounted(pieces, source_map, sides) == []
    for index, character in enumerate(written):
        first, last = source_map.source_span(index, index + 1, source)
        assert character == " " or source[first:last].decode() == character


def test_runs_are_long() -> None:
    builder = TextBuilder()
    builder.write(Piece("Die Würde des Menschen ist unantastbar.", 0, 40))
    assert len(builder.finish()[1]) == 1


def test_what_is_beside_the_text_is_kept_beside_it() -> None:
    builder = TextBuilder()
    builder.write(Piece("The keeper ", 0, 11))
    builder.open_side("note", "1")
    builder.write(Piece("see s. 3", 11, 19))
    builder.close_side()
    builder.write(Piece("must pay.", 19, 28))
    text, _, sides = builder.finish()
    assert text == "The keeper must pay."
    assert [(side.kind, side.label, side.text, side.at) for side in sides] == [("note", "1", "see s. 3", 10)]


def test_blocks_stand_on_lines_of_their_own_and_a_break_stands_for_no_bytes() -> None:
    builder = TextBuilder()
    builder.break_line()
    builder.write(Piece("one", 3, 6))
    builder.break_line()
    builder.break_line()
    builder.write(Piece(" two", 9, 13))
    text, source_map, _ = builder.finish()
    assert text == "one\ntwo"
    assert [(run.source_start, run.source_end) for run in source_map] == [(3, 6), (6, 6), (10, 13)]
    assert source_map.source_span(0, 7, b"xxxonexxx two") == (3, 13)


def test_an_entity_stands_for_its_bytes() -> None:
    builder = TextBuilder()
    builder.write_all([Piece("a", 0, 1), Piece("&", 1, 6, verbatim=False), Piece("b", 6, 7)])
    text, source_map, _ = builder.finish()
    assert text == "a&b"
    assert source_map.source_span(1, 2, b"a&amp;b") == (1, 6)


def test_attack_a_dropped_word_is_seen() -> None:
    builder = TextBuilder()
    builder.write(Piece("The keeper must", 0, 15))
    _, source_map, sides = builder.finish()
    lost = unaccounted([Piece("The keeper must not pay", 0, 23)], source_map, sides)
    assert [(piece.text, piece.start, piece.end) for piece in lost] == [("not", 16, 19), ("pay", 20, 23)]
    assert unaccounted([Piece(" \u00a0\n", 50, 54)], source_map, sides) == []


@pytest.mark.parametrize("offset", [-1, 3, 99])
def test_outside_the_text_there_is_no_run(offset: int) -> None:
    builder = TextBuilder()
    builder.write(Piece("abc", 0, 3))
    with pytest.raises(IndexError):
        builder.finish()[1].run_at(offset)
    with pytest.raises(IndexError):
        SourceMap([]).source_span(0, 0, b"")


def test_a_side_channel_that_is_not_closed_is_a_fault_of_the_reader() -> None:
    builder = TextBuilder()
    builder.open_side("note")
    with pytest.raises(AssertionError, match="not closed"):
        builder.finish()
