"""keys, sign, cosign, verify and receipts as a user types them."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from tests.corpus import library

from pincite.interfaces.cli.main import main


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    library.write(tmp_path / "sources", library.HK)
    library.build(library.spec(tmp_path), tmp_path / "releases")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PINCITE_KEY_PASSPHRASE", "lantern")
    return tmp_path


RELEASE = "releases/hk/2026.11.30"


def run(*words: str) -> int:
    return main(list(words))


def keys_and_signature() -> None:
    assert run("keys", "new", "law.example/releases", "--out", "key.pem") == 0
    assert run("corpus", "sign", RELEASE, "--key", "key.pem", "--log", "log") == 0


def test_a_release_is_signed_and_verified(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keys_and_signature()
    assert "signed by law.example/releases" in capsys.readouterr().out
    assert run("corpus", "verify", RELEASE, "--vkey", "key.pem.pub", "--seen", "seen", "--log", "log") == 0
    said = capsys.readouterr().out.splitlines()
    assert [line[:13] for line in said[:7]] == [f"  {number}. ok      " for number in range(1, 8)]
    assert said[-1] == "hk/2026.11.30: verified"
    assert run("corpus", "verify", RELEASE, "--vkey", Path("key.pem.pub").read_text().strip(), "--seen", "seen") == 0
    assert run("open", "hk/cap9#s2", "--release", "releases") == 0
    assert "Release hk/2026.11.30 (signed), as of" in capsys.readouterr().out


def test_an_unsigned_or_foreign_release_is_refused(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("keys", "new", "other.example", "--out", "other.pem") == 0
    assert run("corpus", "verify", RELEASE, "--vkey", "other.pem.pub") == 1
    assert "6. REFUSED  signatures: the release is unsigned" in capsys.readouterr().out
    keys_and_signature()
    assert run("corpus", "verify", RELEASE, "--vkey", "other.pem.pub") == 1
    assert "no known key signed it; it bears the names law.example/releases" in capsys.readouterr().out


def test_nobody_is_trusted_by_default(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("corpus", "verify", RELEASE) == 3
    assert "nobody is named whose signature would be trusted" in capsys.readouterr().err


def test_a_witness_cosigns_what_it_saw_grow(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keys_and_signature()
    assert run("keys", "new", "w.example", "--out", "w.pem", "--witness") == 0
    Path("policy").write_text(
        f"log {Path('key.pem.pub').read_text()}witness w {Path('w.pem.pub').read_text()}quorum w\n"
    )
    assert run("corpus", "verify", RELEASE, "--policy", "policy") == 1
    words = ("--log", "log", "--seen", "w.seen", "--vkey", "key.pem.pub")
    assert run("corpus", "cosign", RELEASE, "--key", "w.pem", *words) == 0
    assert run("corpus", "verify", RELEASE, "--policy", "policy") == 0
    assert "witnessed by w.example" in capsys.readouterr().out
    # the next release, which names the one before it
    library.build(library.spec(house, tag="2026.12.31"), house / "releases", previous=house / RELEASE)
    later = "releases/hk/2026.12.31"
    assert json.loads(Path(later, "manifest.json").read_text())["previous"]["tag"] == "2026.11.30"
    assert run("corpus", "sign", later, "--key", "key.pem", "--log", "log") == 0
    assert run("corpus", "cosign", later, "--key", "w.pem", *words) == 0
    assert run("corpus", "verify", later, "--policy", "policy", "--seen", "mine", "--log", "log") == 0
    # an older note than the one seen is not cosigned
    assert run("corpus", "cosign", RELEASE, "--key", "w.pem", *words) == 2
    assert "it was cut or is an older copy" in capsys.readouterr().err


def test_a_receipt_is_made_and_verified(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keys_and_signature()
    words = (
        "receipt",
        "make",
        "hk/cap9#s2",
        "--quote",
        "light two lanterns",
        "--out",
        "r.json",
        "--release",
        "releases",
    )
    assert run(*words) == 0
    assert run("receipt", "verify", "r.json", "--vkey", "key.pem.pub") == 0
    said = capsys.readouterr().out
    assert "7. ok       log: release hk/2026.11.30 is entry 0 of 1" in said
    assert "stands in hk/cap9@en/2024-06-01, s2 [in_force, since 2024-06-01]" in said
    assert run("receipt", "verify", "r.json", "--vkey", "key.pem.pub", "--format", "json") == 0
    assert json.loads(capsys.readouterr().out)["ok"] is True
    Path("r.json").write_text(Path("r.json").read_text().replace("two lanterns", "few lanterns", 1))
    assert run("receipt", "verify", "r.json", "--vkey", "key.pem.pub") == 1
    assert "REFUSED at step" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("place", "quote", "said"),
    [
        ("hk/cap9#s2", "light three lanterns", "does not say «light three lanterns» word for word"),
        ("hk/cap9#s1", "light two lanterns", "does not say"),
        ("hk/cap9#s99", "x", "is not there"),
        ("hk/cap9#s2", "", "there is no quote"),
    ],
)
def test_no_receipt_without_the_words_at_the_place(
    house: Path, capsys: pytest.CaptureFixture[str], place: str, quote: str, said: str
) -> None:
    keys_and_signature()
    assert run("receipt", "make", place, "--quote", quote, "--out", "r.json", "--release", "releases") == 3
    assert said in capsys.readouterr().err
    assert not Path("r.json").exists()


def test_no_receipt_of_an_unsigned_release_or_a_text_not_to_be_passed_on(
    house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("receipt", "make", "hk/cap9#s2", "--quote", "lanterns", "--out", "r.json", "--release", "releases")
    assert run(*words) == 3
    assert "is unsigned: nothing in it can be proved" in capsys.readouterr().err
    path = library.spec(house)
    path.write_text(path.read_text().replace("redistribute: full", "redistribute: none"))
    library.build(path, house / "releases", replace=True)
    keys_and_signature()
    assert run(*words) == 3
    assert "does not let its text be passed on" in capsys.readouterr().err


def test_a_key_asks_for_its_passphrase(
    house: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    keys_and_signature()
    monkeypatch.setenv("PINCITE_KEY_PASSPHRASE", "candle")
    assert run("corpus", "sign", RELEASE, "--key", "key.pem", "--log", "log") == 3
    assert "cannot be opened as a key" in capsys.readouterr().err
    monkeypatch.delenv("PINCITE_KEY_PASSPHRASE")
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert run("corpus", "sign", RELEASE, "--key", "key.pem", "--log", "log") == 3
    assert "no terminal to ask for it" in capsys.readouterr().err


def test_the_page_is_written(house: Path) -> None:
    assert run("receipt", "page", "--out", "page.html") == 0
    assert "<title>Verify a receipt</title>" in Path("page.html").read_text("utf-8")


def test_a_release_before_is_of_the_same_jurisdiction(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from pincite.errors import BadInput

    with pytest.raises(BadInput, match="cannot come before hk/2026"):
        library.build(library.spec(house), house / "again", previous=house / RELEASE)
