"""`pincite server`: the operator's commands over a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pincite.access.credentials import readable_token
from pincite.interfaces.cli.main import main


@pytest.fixture
def store(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    named = str(tmp_path / "chats.db")
    assert main(["server", "tenants", "add", "alpha", "--title", "Alpha", "--keep", "30", "--store", named]) == 0
    assert main(["server", "tenants", "matter", "alpha", "harbour", "--store", named]) == 0
    given = [
        "server",
        "users",
        "add",
        "anna",
        "--tenant",
        "alpha",
        "--name",
        "Anna",
        "--role",
        "author",
        "--store",
        named,
    ]
    assert main([*given, "--role", "reviewer", "--matter", "harbour"]) == 0
    capsys.readouterr()
    return named


def shown(store: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main(["server", "tenants", "show", "alpha", "--store", store, "--format", "json"]) == 0
    value: dict[str, Any] = json.loads(capsys.readouterr().out)
    return value


def test_a_tenant_is_shown_with_its_matters_and_persons(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(store, capsys) == {
        "tenant": "alpha",
        "title": "Alpha",
        "keep_days": 30,
        "matters": [{"matter": "harbour", "title": "", "keep_days": 0}],
        "persons": [
            {"person": "anna", "name": "Anna", "disabled": False, "key": "",
             "roles": ["author in harbour (operator)", "reviewer in harbour (operator)"]}
        ],
    }  # fmt: skip


def test_a_token_is_printed_once_alone_on_standard_output(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["server", "tokens", "new", "anna", "--tenant", "alpha", "--name", "CI", "--store", store]) == 0
    printed = capsys.readouterr()
    secret = printed.out.strip()
    assert readable_token(secret)
    assert secret not in printed.err
    assert main(["server", "tokens", "list", "--tenant", "alpha", "--store", store, "--format", "json"]) == 0
    listed = capsys.readouterr().out
    (token,) = json.loads(listed)["tokens"]
    assert (token["person"], token["scopes"], token["revoked"]) == ("anna", ["check", "read"], "")
    assert secret not in listed
    assert main(["server", "tokens", "revoke", token["id"], "--tenant", "alpha", "--store", store]) == 0
    assert main(["server", "tokens", "revoke", token["id"], "--tenant", "alpha", "--store", store]) == 3


def test_roles_are_given_and_taken_and_persons_disabled(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command in (
        ["grant", "anna", "approver"],
        ["grant", "anna", "approver"],
        ["revoke", "anna", "author", "--matter", "harbour"],
        ["disable", "anna"],
    ):
        assert main(["server", "users", *command, "--tenant", "alpha", "--store", store]) == 0
    assert "given before" in capsys.readouterr().out
    (person,) = shown(store, capsys)["persons"]
    assert (person["disabled"], person["roles"]) == (True, ["approver (operator)", "reviewer in harbour (operator)"])


def test_a_key_is_registered_from_its_file(
    store: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PINCITE_KEY_PASSPHRASE", "lantern")
    assert main(["keys", "new", "firm.example/anna", "--out", str(tmp_path / "anna.pem")]) == 0
    given = ["--tenant", "alpha", "--store", store]
    assert main(["server", "users", "key", "anna", str(tmp_path / "anna.pem.pub"), *given]) == 0
    capsys.readouterr()
    assert str(shown(store, capsys)["persons"]).count("firm.example/anna") == 1
    assert main(["server", "users", "key", "anna", "nonsense", *given]) == 3
    assert main(["server", "users", "key", "anna", "-", *given]) == 0


def test_retention_is_shown_before_anything_is_erased(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["--store", store, "--tenant", "alpha", "--matter", "harbour"]
    assert main(["chat", "new", "lanterns", *given]) == 0
    capsys.readouterr()
    run = ["server", "retention", "run", "--store", store, "--tenant", "alpha"]
    assert main([*run, "--date", "2999-01-01", "--format", "json"]) == 0
    assert [each["chat"] for each in json.loads(capsys.readouterr().out)["due"]] == ["lanterns"]
    assert main([*run, "--erase", "--date", "2999-01-01"]) == 3, "what is not due yet is not erased"
    assert main([*run, "--erase"]) == 0
    assert "erased: 0 entries" in capsys.readouterr().out


def test_the_log_of_access_is_a_chat_that_verifies(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    named = ["pincite.access.log", "--store", store, "--tenant", "alpha", "--matter", "pincite.access"]
    assert main(["chat", "replay", *named]) == 0
    said = capsys.readouterr().out
    assert "access: role given: matter harbour, person anna, role author (operator)" in said
    assert main(["chat", "verify", *named]) == 0


@pytest.mark.parametrize(
    "command",
    [
        ["tenants", "show", "beta"],
        ["tenants", "matter", "beta", "harbour"],
        ["users", "add", "ben", "--tenant", "beta"],
        ["users", "grant", "ben", "reader", "--tenant", "alpha"],
        ["users", "grant", "anna", "king", "--tenant", "alpha"],
        ["tokens", "new", "anna", "--tenant", "alpha", "--name", "x", "--scope", "erase"],
        ["tenants", "add", "*"],
        ["tenants", "matter", "alpha", "pincite.access"],
        ["prepare", "--role", "worker"],
    ],
)
def test_what_is_not_there_or_not_allowed_is_said(
    store: str, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["server", *command, "--store", store]) == 3
    assert "Traceback" not in capsys.readouterr().err


def test_a_person_with_a_role_that_is_none_is_not_added_by_half(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = shown(store, capsys)
    command = ["server", "users", "add", "zoe", "--tenant", "alpha", "--role", "reader", "--role", "king"]
    assert main([*command, "--store", store]) == 3
    assert "there is no role 'king'" in capsys.readouterr().err
    assert shown(store, capsys) == before
