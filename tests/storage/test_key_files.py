"""Keys as files: protected, never overwritten, readable by their owner alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pincite.errors import BadInput
from pincite.storage.key_files import is_protected, new_key, public_file, read_key, read_public
from pincite.storage.trust_files import read_policy, read_vkeys
from pincite.transparency.note import COSIGNATURE, open_note, sign_note

NAME = "law.example/releases"


def test_a_key_opens_with_its_passphrase_alone(tmp_path: Path) -> None:
    path = tmp_path / "key.pem"
    key = new_key(NAME, path, passphrase=b"lantern")
    assert b"ENCRYPTED PRIVATE KEY" in path.read_bytes()
    assert is_protected(path)
    signer = read_key(path, passphrase=b"lantern")
    assert signer.verifier == key == read_public(public_file(path))
    assert open_note(sign_note("a\n", [signer]), [key]).signers == (key,)
    for wrong in (b"candle", None):
        with pytest.raises(BadInput, match="cannot be opened as a key"):
            read_key(path, passphrase=wrong)


def test_the_public_half_is_said_to_be_no_key(tmp_path: Path) -> None:
    new_key(NAME, tmp_path / "key.pem", passphrase=None)
    with pytest.raises(BadInput, match=r"holds no private key$"):
        read_key(public_file(tmp_path / "key.pem"), passphrase=None)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_a_key_file_is_its_owner_s(tmp_path: Path) -> None:
    new_key(NAME, tmp_path / "key.pem", passphrase=None)
    assert (tmp_path / "key.pem").stat().st_mode & 0o777 == 0o600
    assert not is_protected(tmp_path / "key.pem")


def test_a_key_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "key.pem"
    new_key(NAME, path, passphrase=None)
    before = path.read_bytes()
    with pytest.raises(BadInput, match="never overwritten"):
        new_key(NAME, path, passphrase=None)
    assert path.read_bytes() == before


def test_a_public_file_of_another_key_is_refused(tmp_path: Path) -> None:
    new_key(NAME, tmp_path / "a.pem", passphrase=None)
    new_key(NAME, tmp_path / "b.pem", passphrase=None)
    public_file(tmp_path / "b.pem").replace(public_file(tmp_path / "a.pem"))
    with pytest.raises(BadInput, match="is not the public half"):
        read_key(tmp_path / "a.pem", passphrase=None)


def test_a_witness_s_key_makes_cosignatures(tmp_path: Path) -> None:
    assert new_key("w.example", tmp_path / "w.pem", passphrase=None, witness=True).kind == COSIGNATURE
    assert read_key(tmp_path / "w.pem", passphrase=None).name == "w.example"


@pytest.mark.parametrize("name", ["", "a b", "a+b", "a\n"])
def test_a_name_that_cannot_stand_in_a_note_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput, match="cannot name a key"):
        new_key(name, tmp_path / "key.pem", passphrase=None)
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_key_or_policy_is_bad_input(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("hello")
    with pytest.raises(BadInput, match="cannot be opened as a key"):
        read_key(tmp_path / "x", passphrase=None)
    with pytest.raises(BadInput, match="cannot be read"):
        read_key(tmp_path / "none", passphrase=None)
    with pytest.raises(BadInput, match="line 1"):
        read_policy(tmp_path / "x")
    with pytest.raises(BadInput, match="cannot be read"):
        read_policy(tmp_path / "none")
    with pytest.raises(BadInput, match="--vkey"):
        read_vkeys(["hello"])
    with pytest.raises(BadInput, match="no verifier key"):
        read_vkeys([str(tmp_path / "x")])
