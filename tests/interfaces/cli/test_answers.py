"""`pincite chat compose` and `pincite audit`: what they print, and their exit statuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pincite.interfaces.cli.main import main

QUOTE = "A keeper must not leave a lit lantern unattended"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("cli-answers") / "specimen"
    assert main(["demo", "--into", str(made)]) == 0
    common = ["--store", str(made / "l.db")]
    assert main(["chat", "new", "lanterns", *common]) == 0
    common += ["--release", str(made / "releases")]
    assert main(["chat", "open", "lanterns", "hk/cap9001", *common]) == 0
    assert (
        main(
            ["chat", "propose", "lanterns", "hk/cap9001", "--quote", QUOTE, "--enquiry", "q", "--reason", "r", *common]
        )
        == 0
    )
    return made


def run(folder: Path, *words: str) -> int:
    return main([*words, "--release", str(folder / "releases")])


def written(folder: Path, text: str) -> str:
    path = folder / "text.md"
    path.write_text(text, "utf-8")
    return str(path)


def test_compose_prints_the_answer_alone(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert (
        run(folder, "chat", "compose", "lanterns", written(folder, "It binds [E1].\n"), "--store", str(folder / "l.db"))
        == 0
    )
    assert capsys.readouterr().out == (
        "It binds (s. 4(1) of Cap. 9001).\n\n**References**\n- [Cap. 9001](https://www.elegislation.gov.hk/hk/cap9001!en) — s. 4(1)\n"
    )


def test_compose_refuses_with_every_span_and_prints_no_answer(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    text = written(folder, "It binds [E1].\nSee Сар. 9001, s. 4(1) and [E9].\n")
    assert run(folder, "chat", "compose", "lanterns", text, "--store", str(folder / "l.db")) == 1
    out = capsys.readouterr().out
    assert "Refused: nothing leaves." in out
    assert "read as «Cap. 9001, s. 4(1)»" in out
    assert "use [E1]" in out
    assert "[E9] stands for no row of this chat." in out
    assert "References" not in out


def test_audit_writes_a_corrected_copy_and_leaves_the_file_alone(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = written(folder, "See [2026] HKCFA 397 at [12].\n")
    out = folder / "copy.md"
    assert run(folder, "audit", text, "--out", str(out)) == 1
    assert out.read_text("utf-8") == "See [2026] HKCFA 397 at [12] (not found in the corpus).\n"
    assert Path(text).read_text("utf-8") == "See [2026] HKCFA 397 at [12].\n"


def test_audit_as_json_accounts_for_every_change(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    text = f"“{QUOTE}” (Cap. 9001, s. 4(1))."
    assert run(folder, "audit", written(folder, text), "--format", "json") == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["schema"] == "pincite.audited-answer/1"
    assert shown["all_verified"] is True
    assert [(c["outcome"], c["rows"]) for c in shown["changes"]] == [("quote_grounded", ["E1"])]


def test_a_chat_without_its_ledger_is_bad_input(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "audit", written(folder, "x"), "--chat", "lanterns") == 3
    assert "Give --chat and --store together" in capsys.readouterr().err
    assert run(folder, "audit", str(folder / "nowhere.md")) == 3
    (folder / "bad.md").write_bytes(b"\xff\xfe\x00")
    assert run(folder, "audit", str(folder / "bad.md")) == 3
