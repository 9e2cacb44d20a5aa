"""`pincite chat …` as a user types it."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.corpus import library

from pincite.interfaces.cli.main import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def releases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return library.library(tmp_path_factory.mktemp("chatcli"))


@pytest.fixture
def chat(tmp_path: Path, releases: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `pincite chat …` on one store; gives exit status, stdout and stderr."""
    monkeypatch.setenv("PINCITE_RELEASES", str(releases))

    def run(*arguments: str, store: bool = True) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main(["chat", *arguments, *(["--store", str(tmp_path / "chats.db")] if store else [])])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


WHY = ("--enquiry", "light", "--reason", "the rule")


def begun(chat: Run) -> None:
    assert chat("new", "lanterns") == (0, "lanterns\n", "")
    assert chat("open", "lanterns", "hk/cap9#s2")[0] == 0


def test_a_passage_earns_its_row_and_is_listed(chat: Run) -> None:
    begun(chat)
    code, out, _ = chat("propose", "lanterns", "hk/cap9", "--quote", "Every keeper shall light two lanterns.", *WHY)
    assert code == 0
    assert out.startswith("E1  hk/cap9#s2  Lantern Ordinance\n    “Every keeper shall light two lanterns.”\n")
    code, out, _ = chat("evidence", "lanterns")
    assert (code, out.splitlines()[2]) == (0, "    direct: the rule  (light)")


def test_a_refusal_ends_with_one_and_says_what_to_call(chat: Run) -> None:
    begun(chat)
    code, out, _ = chat("propose", "lanterns", "hk/cap9", "--quote", "Every keeper may light two lanterns.", *WHY)
    assert code == 1
    assert "the source has «shall», the proposal «may»" in out
    assert "    Every keeper shall light two lanterns." in out
    assert re.search(r"pincite chat propose lanterns hk/cap9 --quote 'Every keeper shall light two lanterns\.?'", out)
    code, out, _ = chat("propose", "lanterns", "hk/hkca/2025/12", "--quote", "The wick was wet.", *WHY)
    assert code == 1
    assert "pincite chat open lanterns hk/hkca/2025/12 --store" in out
    assert chat("evidence", "lanterns")[1] == "no evidence yet\n"


def test_what_is_not_there_is_not_opened(chat: Run) -> None:
    begun(chat)
    code, out, _ = chat("open", "lanterns", "hk/cap9#s77")
    assert code == 1
    assert "no such place" in out


def test_every_command_speaks_json(chat: Run, tmp_path: Path) -> None:
    def told(*arguments: str) -> Any:
        code, out, err = chat(*arguments, "--format", "json")
        assert code == 0, err
        return json.loads(out)

    assert told("new", "lanterns")["chat"] == "lanterns"
    assert told("open", "lanterns", "hk/cap9#s2")["entry"] == 2
    assert told("propose", "lanterns", "hk/cap9", "--quote", "burn gas", *WHY)["row"] == "E1"
    assert told("withdraw", "lanterns", "E1", "--reason", "amended")["row"] == "E1"
    assert told("evidence", "lanterns")["rows"][0]["status"] == "withdrawn"
    assert told("verify", "lanterns")["chains"][0]["sound"] is True
    assert told("list")["chats"][0]["chat"] == "lanterns"
    assert told("export", "lanterns")["schema"] == "pincite.chat/1"


def test_a_chat_without_a_name_gets_one(chat: Run) -> None:
    code, out, _ = chat("new")
    assert code == 0
    assert re.fullmatch(r"chat-[0-9a-f]{8}\n", out)


def test_attack_a_restored_copy_is_told_by_the_checkpoint(chat: Run, tmp_path: Path) -> None:
    begun(chat)
    store = tmp_path / "chats.db"
    kept = store.read_bytes()
    point, file = str(tmp_path / "point"), str(tmp_path / "export.json")
    assert chat("checkpoint", "lanterns", "--out", point)[0] == 0
    assert chat("export", "lanterns", "--out", file)[0] == 0
    assert chat("verify", "lanterns", "--checkpoint", point)[0] == 0
    assert chat("verify", "--export", file, "--checkpoint", point, store=False)[0] == 0
    store.write_bytes(kept)
    code, out, _ = chat("verify", "lanterns")
    assert code == 0
    assert "an older copy that was restored would look the same" in out
    code, out, _ = chat("verify", "lanterns", "--checkpoint", point)
    assert code == 1
    assert "NOT SOUND" in out
    assert "older copy restored" in out


def test_attack_a_changed_entry_ends_with_one_and_is_named(chat: Run, tmp_path: Path) -> None:
    begun(chat)
    with closing(sqlite3.connect(tmp_path / "chats.db", isolation_level=None)) as hand:
        hand.execute("DROP TRIGGER payloads_unchanged")
        hand.execute("UPDATE payloads SET payload = x'7b7d' WHERE seq = 2")
    code, out, _ = chat("verify")
    assert code == 1
    assert "entry 2: What the entry says was changed" in out


def test_an_erased_entry_is_accounted_for(chat: Run) -> None:
    begun(chat)
    code, out, _ = chat("erase", "lanterns", "2", "--reason", "asked", "--ground", "Art. 17")
    assert (code, out) == (0, "erased: 2 (entry 3)\n")
    assert "erased and accounted for: 2" in chat("verify", "lanterns")[1]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["evidence", "none"], "no chat 'none'"),
        (["evidence", "lanterns", "--matter", "other"], "no chat 'lanterns' in the matter 'other'"),
        (["evidence", "lanterns", "--tenant", "other"], "no chat 'lanterns'"),
        (["withdraw", "lanterns", "E7", "--reason", "x"], "no row E7"),
        (["withdraw", "lanterns", "seven", "--reason", "x"], "no row of evidence"),
        (["new", "lanterns"], "already"),
        (["open", "lanterns", "???"], "neither a reference nor a citation"),
        (["verify", "lanterns", "--checkpoint", "/none"], "No such file"),
        (["propose", "lanterns", "hk/cap9", "--quote", "x", "--relevance", "maybe", *WHY], "is no relevance"),
        (["ask", "lanterns", " "], "is empty"),
    ],
)  # fmt: skip
def test_bad_input_is_told_in_words(chat: Run, arguments: list[str], says: str) -> None:
    begun(chat)
    code, _, err = chat(*arguments)
    assert code == 3
    assert says in err
    assert "Traceback" not in err


def test_a_store_that_is_not_there_is_not_made_by_reading(chat: Run, tmp_path: Path) -> None:
    code, _, err = chat("evidence", "lanterns")
    assert code == 3
    assert "no ledger at" in err
    assert not (tmp_path / "chats.db").exists()
    assert chat("verify", store=False)[0] == 3


def test_an_empty_answer_and_a_negative_entry_are_bad_input(chat: Run, tmp_path: Path) -> None:
    begun(chat)
    (tmp_path / "empty.md").write_text(" \n", "utf-8")
    code, _, said = chat("compose", "lanterns", str(tmp_path / "empty.md"))
    assert (code, "holds no answer" in said) == (3, True)
    assert chat("replay", "lanterns", "--to", "-1")[0] == 3
