"""Signed notes: the published example verifies; what is malformed, forged or signed by nobody known is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.transparency.keys import LOG, WITNESSES, signer, witnessed

from pincite.transparency.encoding import NotProven, from_base64, from_decimal, to_base64
from pincite.transparency.note import VerifierKey, open_note, parse_vkey, sign_note

# the example of the reference implementation's documentation (golang.org/x/mod/sumdb/note)
PETER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
ENOCH = "EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop"
TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
BY_PETER = (
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)
BY_ENOCH = "— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n"


def test_the_published_note_verifies() -> None:
    peter, enoch = parse_vkey(PETER), parse_vkey(ENOCH)
    assert (peter.vkey, enoch.vkey) == (PETER, ENOCH)
    both = open_note(f"{TEXT}\n{BY_PETER}{BY_ENOCH}", [peter, enoch])
    assert (both.text, both.signers, both.unknown) == (TEXT, (peter, enoch), ())
    one = open_note(f"{TEXT}\n{BY_PETER}{BY_ENOCH}", [enoch])
    assert (one.signers, one.unknown) == ((enoch,), ("PeterNeumann",))


def test_a_note_signed_here_opens() -> None:
    note = sign_note("a\n\nb\n", [LOG, signer("other.example", 2)])
    opened = open_note(note, [LOG.verifier])
    assert (opened.text, opened.signers) == ("a\n\nb\n", (LOG.verifier,))


def test_a_key_in_base64_may_hold_a_plus_sign() -> None:
    seeds = (signer("k", seed).verifier for seed in range(250))
    key = next(each for each in seeds if "+" in each.vkey.split("+", 2)[2])
    assert parse_vkey(key.vkey) == key


def test_attack_a_known_key_with_a_bad_signature_refuses_the_whole_note() -> None:
    note = f"{TEXT}\n{BY_PETER}{BY_ENOCH}".replace("problem is", "answer is")
    with pytest.raises(NotProven, match="the signature of PeterNeumann is bad"):
        open_note(note, [parse_vkey(PETER)])
    half = f"{TEXT}\n{BY_PETER}{BY_ENOCH.replace('+QQ=', '+QA=')}"
    assert open_note(half, [parse_vkey(PETER)]).signers
    with pytest.raises(NotProven, match="the signature of EnochRoot is bad"):
        open_note(half, [parse_vkey(PETER), parse_vkey(ENOCH)])


def test_attack_a_note_that_nobody_known_signed_is_refused() -> None:
    with pytest.raises(NotProven, match="no known key signed it"):
        open_note(f"{TEXT}\n{BY_PETER}", [parse_vkey(ENOCH)])
    with pytest.raises(NotProven, match="no known key signed it"):
        open_note(f"{TEXT}\n{BY_PETER}", [])
    # the same name with another key is another key
    impostor = sign_note(TEXT, [signer("PeterNeumann", 3)])
    with pytest.raises(NotProven, match="no known key signed it"):
        open_note(impostor, [parse_vkey(PETER)])


def test_attack_a_signature_line_repeated_counts_once() -> None:
    opened = open_note(f"{TEXT}\n{BY_PETER * 3}", [parse_vkey(PETER)])
    assert len(opened.signers) == 1


def test_attack_one_key_under_two_names_counts_once() -> None:
    key = LOG.verifier
    alias = VerifierKey("alias.example", key.kind, key.public)
    note = sign_note(TEXT, [LOG, signer("alias.example", 1)])
    assert len(open_note(note, [key, alias]).signers) == 1


def test_a_cosignature_bears_its_time() -> None:
    note = witnessed(sign_note("o\n1\nr\n", [LOG]), 0, time=77)
    opened = open_note(note, [LOG.verifier, WITNESSES[0].verifier.as_witness()])
    assert opened.times == (0, 77)
    with pytest.raises(NotProven, match="no known key"):
        open_note(note, [WITNESSES[0].verifier])  # a plain signature of the same key was not made


@given(st.integers(0, 10_000), st.integers(0, 7))
def test_attack_any_changed_bit_of_a_note_is_refused(place: int, bit: int) -> None:
    data = bytearray(sign_note(TEXT, [LOG]).encode())
    data[place % len(data)] ^= 1 << bit
    try:
        changed = data.decode()
    except UnicodeDecodeError:
        return
    with pytest.raises(NotProven):
        open_note(changed, [LOG.verifier])


@pytest.mark.parametrize(
    "note",
    [
        "", "\n", TEXT, f"{TEXT}\n", f"{TEXT}{BY_PETER}", f"{TEXT}\n{BY_PETER[:-1]}", f"{TEXT}\n{BY_PETER}\n",
        f"{TEXT}\r\n{BY_PETER}", f"{TEXT}\n{BY_PETER.replace('—', '-')}", f"{TEXT}\n{BY_PETER.replace('AM=', 'AN=')}",
        f"{TEXT}\n{BY_PETER.replace('x08', 'x 08')}", f"{TEXT}\n— PeterNeumann \n", f"{TEXT}\n— PeterNeumann x08g\n",
        f"{TEXT}\x00\n\n{BY_PETER}", f"{TEXT}\n{BY_PETER * 65}",
    ],
)  # fmt: skip
def test_a_malformed_note_is_refused(note: str) -> None:
    with pytest.raises(NotProven):
        open_note(note, [parse_vkey(PETER)])


@pytest.mark.parametrize(
    "vkey",
    [
        "", "a", "a+b", PETER.replace("c74f20a3", "c74f20a4"), PETER.replace("ARpc", "AhpC"), PETER[:-4], f"{PETER}A",
        PETER.replace("Peter", "Peter "), PETER.replace("PeterNeumann", ""), "p+00000000+", "p+00000000+AQ==",
    ],
)  # fmt: skip
def test_a_malformed_key_is_refused(vkey: str) -> None:
    with pytest.raises(NotProven):
        parse_vkey(vkey)


@given(st.binary(max_size=70))
def test_base64_has_one_spelling(data: bytes) -> None:
    text = to_base64(data)
    assert from_base64(text, "it") == data
    for other in (text + "\n", text + "=", text.rstrip("=") + "=" * (1 if text.endswith("==") else 2), f" {text}"):
        if other != text:
            with pytest.raises(NotProven):
                from_base64(other, "it")


@pytest.mark.parametrize("text", ["", "-1", "+1", "01", "1_0", "٣", "1 ", "0x1", str(2**53), "9" * 30])
def test_a_number_has_one_spelling(text: str) -> None:
    assert from_decimal("0", "it") == 0
    assert from_decimal(str(2**53 - 1), "it") == 2**53 - 1
    with pytest.raises(NotProven):
        from_decimal(text, "it")
