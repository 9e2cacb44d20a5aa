"""Near misses are likely ones; a reference is never among its own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.corpus.near import page_candidates, variants


@pytest.mark.parametrize(
    ("wrong", "right", "why"),
    [
        ("ch/bger/4A_132/2023", "ch/bger/4A_123/2023", "digits_transposed"),
        ("ch/bger/4A_123/2022", "ch/bger/4A_123/2023", "other_year"),
        ("ch/bger/4A_12/2023", "ch/bger/4A_123/2023", "one_character_apart"),
        ("ch/bger/4C_123/2023", "ch/bger/4A_123/2023", "one_character_apart"),
        ("ch/bger/4A.123/2023", "ch/bger/4A_123/2023", "one_character_apart"),
        ("ch/bge/140/II/86", "ch/bge/140/III/86", "other_part"),
        ("ch/bge/139/III/86", "ch/bge/140/III/86", "other_part"),
        ("ch/bge/117/I/3", "ch/bge/117/Ia/3", "other_part"),
        ("hk/hkca/943/2025", "hk/hkca/2025/943", "parts_transposed"),
        ("hk/hkcfa/2025/943", "hk/hkca/2025/943", "one_character_apart"),
    ],
)
def test_a_likely_slip_leads_to_what_was_meant(wrong: str, right: str, why: str) -> None:
    assert dict(variants(wrong))[right] == why


@given(st.from_regex(r"(hk|ch)/[a-z]{2,5}/[A-Z0-9_./-]{1,20}", fullmatch=True))
def test_variants_are_others_each_once_and_few(work: str) -> None:
    found = [candidate for candidate, _ in variants(work)]
    assert work not in found
    assert len(found) == len(set(found)) < 4000


def test_a_long_title_has_no_variants() -> None:
    assert list(variants("uk/ukpga/2000/" + "a-very-long-short-title-" * 4)) == []


def test_only_a_number_is_a_page() -> None:
    assert page_candidates("ch/bge/140/III/90") == ("ch/bge/140/III/", 90)
    assert page_candidates("hk/cap486") is None
