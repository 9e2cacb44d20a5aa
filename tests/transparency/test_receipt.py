"""A receipt verifies in seven steps, offline; the first step that does not hold ends it, with its reason."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.transparency.keys import LOG, TEXT, policy, receipt, signer

from pincite.transparency.policy import trusting
from pincite.transparency.receipt import STEPS, read_receipt, verify_receipt

GOOD = receipt().to_bytes()


def changed(**values: Any) -> bytes:
    return json.dumps({**json.loads(GOOD), **values}).encode()


def refused_at(data: bytes) -> tuple[int, str]:
    check = verify_receipt(data, policy())
    assert not check.ok
    assert [step.ok for step in check.steps[:-1]] == [True] * (len(check.steps) - 1)
    assert not check.steps[-1].ok
    return check.steps[-1].number, check.steps[-1].said


def test_a_good_receipt_takes_seven_steps() -> None:
    check = verify_receipt(GOOD, policy())
    assert check.ok
    assert [(step.number, step.name) for step in check.steps] == list(enumerate(STEPS, start=1))
    assert check.signed is not None
    assert (check.signed.release, check.signed.origin) == ("hk/2026.11.30", LOG.name)
    assert check.signed.witnesses == ("witness0.example", "witness1.example")
    assert check.receipt == receipt() == read_receipt(GOOD)


def test_the_spelling_of_the_json_does_not_matter() -> None:
    assert verify_receipt(json.dumps(json.loads(GOOD), indent=2, ensure_ascii=True).encode(), policy()).ok


@pytest.mark.parametrize(
    "data",
    [
        b"", b"[]", b"{", b"\xff", b"null", b"[" * 100_000, GOOD[:-3], GOOD.replace(b"receipt/2", b"receipt/1"),
        GOOD.replace(b'{"as_of"', b'{"as_of":"2026-11-30","as_of"'), changed(extra=1), changed(char_start=1.5),
        changed(char_start=True), changed(char_start="1"), changed(char_start=None), changed(char_end=10**400),
        changed(quote=None), changed(quote="\ud800"), changed(as_of="2026"), changed(manifest_sha256="AB" * 32),
        changed(leaf=[]), changed(leaf={}), changed(proof=""), changed(log_proof="c2sp.org/tlog-proof@v1\n"), changed(proof="5 AAAA\nx"),
        changed(leaf={**receipt().leaf, "type": "atom"}), changed(leaf={**receipt().leaf, "text_length": 2.0}),
    ],
)  # fmt: skip
def test_step_1_refuses_what_is_no_receipt(data: bytes) -> None:
    assert refused_at(data)[0] == 1


def test_a_receipt_says_nothing_twice() -> None:
    carried = json.loads(GOOD)["leaf"]
    assert not {"type", "work", "id", "language", "text_length"} & carried.keys()
    assert verify_receipt(GOOD, policy()).receipt == receipt()
    # where they are others than the rest says, they stand there
    other = receipt(id="s4~1", work="hk/cap9001/alias")
    assert {"work", "id"} <= json.loads(other.to_bytes())["leaf"].keys()
    assert verify_receipt(other.to_bytes(), policy()).receipt == other
    assert refused_at(changed(leaf={**carried, "work": "hk/cap9001"}))[0] == 1


def test_step_5_wants_the_leaf_at_its_place() -> None:
    assert refused_at(changed(proof=json.loads(GOOD)["proof"].replace("5 ", "4 ", 1)))[0] == 5
    assert refused_at(changed(proof=json.loads(GOOD)["proof"].replace("\n9\n", "\n8\n")))[0] in (5, 6)


def test_step_6_wants_the_policy_s_signatures() -> None:
    assert verify_receipt(GOOD, trusting([LOG.verifier])).ok
    for rule in (trusting([]), trusting([signer("other.example", 7).verifier])):
        assert verify_receipt(GOOD, rule).steps[-1].number == 6
    assert refused_at(receipt(key=signer(seed=99)).to_bytes())[0] == 6


def test_step_6_wants_one_log_for_both() -> None:
    other = signer("other.example", 5)
    mixed = changed(log_proof=receipt(key=other).log_proof.to_compact())
    check = verify_receipt(mixed, trusting([LOG.verifier, other.verifier]))
    assert check.steps[-1].number == 6
    assert "the leaves are signed by" in check.steps[-1].said


def test_step_7_wants_the_release_in_the_log() -> None:
    assert refused_at(changed(manifest_sha256="cd" * 32))[0] == 7
    assert refused_at(changed(as_of="2026-11-29"))[0] == 7
    # another release of the same log, whose manifest proof is borrowed
    borrowed = receipt(release="hk/2026.10.31").log_proof.to_compact()
    assert refused_at(changed(log_proof=borrowed))[0] == 7


@given(st.integers(-200, 200), st.integers(-200, 200))
def test_no_other_offsets_are_accepted(start: int, end: int) -> None:
    true = json.loads(GOOD)
    check = verify_receipt(changed(char_start=start, char_end=end), policy())
    assert check.ok is ((start, end) == (true["char_start"], true["char_end"]))


@given(st.integers(0, len(GOOD) - 1), st.integers(0, 255))
def test_attack_a_changed_byte_never_changes_what_is_proved(place: int, byte: int) -> None:
    data = bytearray(GOOD)
    data[place] = byte
    check = verify_receipt(bytes(data), policy())
    if check.ok and check.receipt is not None:
        held, true = check.receipt, receipt()
        assert (held.quote, held.char_start, held.text, dict(held.leaf)) == (
            true.quote, true.char_start, true.text, dict(true.leaf),
        )  # fmt: skip


@given(st.binary(max_size=200))
def test_noise_is_refused_and_never_raises(data: bytes) -> None:
    assert not verify_receipt(data, policy()).ok


def test_offsets_count_code_points() -> None:
    held = receipt(quote="and must not leave it")
    assert held.char_start == TEXT.index("and must not")
    assert (
        held.char_start < TEXT.encode("utf-16-le").index("and must not".encode("utf-16-le")) // 2
    )  # the lantern is two
    assert verify_receipt(held.to_bytes(), policy()).ok


def test_verifying_takes_less_than_a_millisecond() -> None:
    data, rule = receipt(leaves=200, at=77).to_bytes(), policy()
    assert verify_receipt(data, rule).ok
    best = 1.0
    for _ in range(50):
        start = time.perf_counter()
        verify_receipt(data, rule)
        best = min(best, time.perf_counter() - start)
    assert best < 0.001
