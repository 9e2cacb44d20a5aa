"""Secrets: their form, and that nothing but a digest is kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.access.credentials import PREFIX, digest_of, new_secret, readable_token

randoms = st.binary(min_size=32, max_size=32)


@given(randoms)
def test_a_token_has_its_form(random: bytes) -> None:
    secret = new_secret(random)
    assert secret.startswith(PREFIX)
    assert len(secret) == len(PREFIX) + 49
    assert readable_token(secret)


@given(randoms, st.integers(0, 52), st.characters(codec="ascii", categories=("L", "N")))
def test_a_mistyped_token_is_told(random: bytes, at: int, letter: str) -> None:
    secret = new_secret(random)
    wrong = secret[:at] + letter + secret[at + 1 :]
    assert readable_token(wrong) is (wrong == secret)


@given(st.text())
def test_no_text_is_a_token_by_chance(text: str) -> None:
    assert not readable_token(text)


@given(randoms, randoms)
def test_digests_are_told_apart_and_hold_nothing_of_the_secret(one: bytes, other: bytes) -> None:
    assert (digest_of(new_secret(one)) == digest_of(new_secret(other))) is (one == other)
    assert len(digest_of(new_secret(one))) == 32


def test_a_secret_of_less_randomness_is_not_made() -> None:
    with pytest.raises(ValueError, match="32 random bytes"):
        new_secret(b"short")
