"""Signed checkpoints, replay and evidence packs as a user types them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.attacks.signed import House

from pincite.interfaces.cli.main import main
from pincite.storage.key_files import new_key

Run = Callable[..., tuple[int, str, str]]
WHY = ("--enquiry", "light", "--reason", "the rule")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    """A signed release, its key's public half, and the ledger's key."""
    from tests.transparency.keys import LOG

    made = House(tmp_path_factory.mktemp("chain"))
    made.signed()
    (made.folder / "release.pub").write_text(LOG.verifier.vkey + "\n", "utf-8")
    for name in ("ledger", "other"):
        new_key(f"firm.example/{name}", made.folder / f"{name}.pem", passphrase=None)
    return made


@pytest.fixture
def run(tmp_path: Path, house: House, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("PINCITE_RELEASES", str(house.folder / "releases"))
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main(list(arguments))
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


def begun(run: Run) -> None:
    for words in (
        ("new", "lanterns"),
        ("open", "lanterns", "hk/cap9"),
        ("propose", "lanterns", "hk/cap9", "--quote", "burn gas", *WHY),
    ):
        code, _, err = run("chat", *words, "--store", "chats.db")
        assert code == 0, err


def key(house: House, name: str) -> str:
    return str(house.folder / name)


def test_attack_a_restored_copy_is_told_by_a_signed_checkpoint(run: Run, house: House, tmp_path: Path) -> None:
    begun(run)
    kept = (tmp_path / "chats.db").read_bytes()
    code, _, err = run(
        "chat", "checkpoint", "lanterns", "--store", "chats.db", "--key", key(house, "ledger.pem"), "--out", "point"
    )
    assert code == 0, err
    with_point = ("--store", "chats.db", "--checkpoint", "point", "--vkey", key(house, "ledger.pem.pub"))
    for verb in ("verify", "replay"):
        assert run("chat", verb, "lanterns", *with_point)[0] == 0
    for path in tmp_path.glob("chats.db*"):
        path.unlink()
    (tmp_path / "chats.db").write_bytes(kept)
    for verb in ("verify", "replay"):
        code, out, _ = run("chat", verb, "lanterns", *with_point)
        assert code == 1
        assert "older copy restored" in out


def test_attack_a_checkpoint_forged_to_fit_an_older_copy_does_not_count(run: Run, house: House, tmp_path: Path) -> None:
    begun(run)
    signed = ("--key", key(house, "ledger.pem"), "--out", "point")
    assert run("chat", "checkpoint", "lanterns", "--store", "chats.db", *signed)[0] == 0
    text = (tmp_path / "point").read_text("utf-8")
    (tmp_path / "unsigned").write_text(text.split("\n\n")[0] + "\n", "utf-8")
    (tmp_path / "altered").write_text(text.replace("\n4\n", "\n3\n"), "utf-8")
    assert text != (tmp_path / "altered").read_text("utf-8")
    for file, vkey in (("unsigned", "ledger.pem.pub"), ("altered", "ledger.pem.pub"), ("point", "other.pem.pub")):
        words = ("--store", "chats.db", "--checkpoint", file, "--vkey", key(house, vkey))
        code, out, _ = run("chat", "verify", "lanterns", *words, "--format", "json")
        assert code == 1
        assert json.loads(out)["checkpoints_refused"][0]["code"] == "checkpoint_not_signed"
        assert run("chat", "replay", "lanterns", *words)[0] == 1


def test_a_replay_tells_what_was_done_and_can_stop_before_the_end(run: Run) -> None:
    begun(run)
    assert run("chat", "withdraw", "lanterns", "E1", "--reason", "amended", "--store", "chats.db")[0] == 0
    code, out, _ = run("chat", "replay", "lanterns", "--store", "chats.db")
    assert code == 0
    assert "accepted: E1 hk/cap9#s2_1" in out or "accepted: E1 hk/cap9#s2" in out
    assert "withdrawn: E1: amended (user)" in out
    assert "rows: E1 withdrawn" in out
    code, out, _ = run("chat", "replay", "lanterns", "--store", "chats.db", "--to", "3", "--format", "json")
    assert code == 0
    value = json.loads(out)
    assert [each["kind"] for each in value["replayed"]] == ["chat_opened", "opened", "accepted"]
    assert value["rows"] == [{"row": "E1", "status": "standing"}]
    assert run("chat", "replay", "none", "--store", "chats.db")[0] == 3


def test_an_evidence_pack_is_written_and_verified_offline(
    run: Run, house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(run)
    code, out, err = run(
        "chat", "export", "lanterns", "--store", "chats.db", "--pack", "pack", "--key", key(house, "ledger.pem")
    )
    assert code == 0, err
    assert "1 receipts" in out
    assert sorted(each.name for each in (tmp_path / "pack").rglob("*")) == [
        "E1.json",
        "pack.html",
        "pack.json",
        "receipts",
    ]
    monkeypatch.setenv("PINCITE_RELEASES", "")
    keys = ("--vkey", key(house, "ledger.pem.pub"), "--vkey", key(house, "release.pub"))
    for what in ("pack", "pack/pack.html", "pack/pack.json"):
        code, out, err = run("verify-pack", what, *keys)
        assert code == 0, out + err
        assert out.rstrip().endswith("\nverified")
    assert run("receipt", "verify", "pack/receipts/E1.json", "--vkey", key(house, "release.pub"))[0] == 0
    code, out, _ = run("verify-pack", "pack", "--allow-unsigned")
    assert code == 0
    assert "no signature was verified" in out
    code, out, _ = run("verify-pack", "pack", "--vkey", key(house, "other.pem.pub"), "--format", "json")
    assert code == 1
    assert json.loads(out)["steps"][-1]["name"] == "checkpoint"
    assert run("verify-pack", "pack")[0] == 3, "nobody is trusted unless named"
    (tmp_path / "pack" / "pack.html").write_text("<p>Another page</p>", "utf-8")
    code, out, _ = run("verify-pack", "pack", *keys)
    assert code == 1
    assert "REFUSED at step 7, page" in out


def test_an_export_is_never_written_over_something(run: Run, tmp_path: Path) -> None:
    begun(run)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x").write_text("mine", "utf-8")
    assert run("chat", "export", "lanterns", "--store", "chats.db", "--pack", "full")[0] == 3
    assert run("chat", "export", "lanterns", "--store", "chats.db", "--pack", "p", "--out", "f")[0] == 3
    assert run("verify-pack", "full", "--allow-unsigned")[0] == 3
    assert run("verify-pack", "none.json", "--allow-unsigned")[0] == 3
