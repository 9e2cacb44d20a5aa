"""The scanner finds the same places as the standard `re`, in code points, whatever the text is made of."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.citations.scanner import Hit, Scanner, SlowScanner

PATTERNS = [
    r"\bArt\.[ \u00a0]?\d+",
    r"§+[ \u00a0]?\d+",
    r"\b(?:BGE|ATF) \d{1,3}",
    r"第\d+條",
    r"\bArt\.[ \u00a0]?\d+ OR\b",
]
FAST, SLOW = Scanner(PATTERNS), SlowScanner(PATTERNS)
pieces = st.sampled_from(
    ["Art. 5", "Art.\u00a05 OR", "§ 3", "BGE 140", "第5條", "ä", "ß\u0301", "𝔘", " ", "\n", "xArt. 5", "\ud800", "\x00"]
)
texts = st.lists(st.one_of(pieces, st.text(max_size=3)), max_size=40).map("".join)


def hits(scanner: Scanner | SlowScanner, text: str) -> list[Hit]:
    scan = scanner.begin(text)
    found, position = [], 0
    while hit := scan.next_hit(position):
        found.append(hit)
        position = max(end for _, end in hit.matches)
    return found


@given(texts)
def test_both_scanners_give_the_same_hits(text: str) -> None:
    assert hits(FAST, text) == hits(SLOW, text)


def test_offsets_are_code_points_behind_characters_of_every_width() -> None:
    text = "ä𝔘\ud800第 Art. 12"
    assert hits(FAST, text) == [Hit(5, ((0, 12),))]


def test_all_patterns_that_match_at_a_place_are_named() -> None:
    assert hits(FAST, "Art. 5 OR") == [Hit(0, ((0, 6), (4, 9)))]


def test_a_word_boundary_sees_the_character_before() -> None:
    assert hits(FAST, "xArt. 5") == []


def test_a_scan_may_go_on_behind_any_code_point() -> None:
    scan = FAST.begin("ä Art. 5 Art. 6")
    assert scan.next_hit(3) == Hit(9, ((0, 15),))


@pytest.mark.parametrize("pattern", [r"(a)b", r"a*"])
def test_a_pattern_with_a_group_or_an_empty_match_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError, match="an anchor may"):
        Scanner([pattern])


def test_no_patterns_no_hits() -> None:
    assert Scanner([]).begin("Art. 5").next_hit(0) is None


def test_what_is_remembered_of_a_stretch_holds_in_every_text() -> None:
    patterns = [r"\bArt\. ?\d", r"\bArt\. ?\d\d\b", r"\bArt", r"x(?:[^a-z]|$)"]
    fast, slow = Scanner(patterns), SlowScanner(patterns)
    texts = [
        "Art. 12",
        "Art. 12 ",
        "Art. 12a",
        "vArt. 12",
        "x",
        "ax",
        "ax\n",
        "ax b",
        "ax\nb",
        "Art. 1",
        "Art. 12. Art. 12",
    ]
    for text in [*texts, *reversed(texts), *(f"é{text}é" for text in texts)]:
        assert hits(fast, text) == hits(slow, text)


def test_the_memory_of_stretches_is_bounded() -> None:
    scanner = Scanner([r"\bArt\.[a-z0-9]{1,9}"])
    text = " ".join(f"Art.{number} -" for number in range(30_000))
    assert len(hits(scanner, text)) == 30_000
    assert len(scanner.remembered) <= 20_000


@given(texts)
def test_both_scanners_answer_the_short_questions_alike(text: str) -> None:
    assert FAST.holds(text) == SLOW.holds(text) == bool(hits(SLOW, text))
    assert FAST.opening(text) == SLOW.opening(text)
    assert [FAST.places(text, most) for most in (0, 2, 99)] == [SLOW.places(text, most) for most in (0, 2, 99)]
