"""Attack: make a check in strict mode open a socket. A guard stands at the operating system's door, not at ours."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pincite.interfaces.cli.main import main


@pytest.fixture(scope="module")
def specimen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("egress") / "specimen"
    assert main(["demo", "--into", str(folder)]) == 0
    return folder


class Opened(AssertionError):
    """A socket was opened."""


@pytest.fixture
def guard(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """Every way out is shut; what tried it is listed, so that a caught exception hides nothing."""
    tried: list[Any] = []

    def refuse(*arguments: Any, **_: Any) -> Any:
        tried.append(arguments[1:])
        raise Opened(arguments)

    for name in ("connect", "connect_ex", "sendto", "bind"):
        monkeypatch.setattr(socket.socket, name, refuse)
    for name in ("getaddrinfo", "gethostbyname", "create_connection"):
        monkeypatch.setattr(socket, name, refuse)
    yield tried
    assert tried == []


def report_of(folder: Path, capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    capsys.readouterr()
    main(
        [
            "verify",
            str(folder / "drafts" / "memo-hk.md"),
            "--release",
            str(folder / "releases"),
            "--format",
            "json",
            *options,
        ]
    )
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.usefixtures("guard")
def test_a_check_in_strict_mode_opens_no_socket(
    specimen: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    privacy = report_of(specimen, capsys)["privacy"]
    assert (privacy["mode"], privacy["decided_by"], privacy["left"]) == ("strict", ["default"], [])


@pytest.mark.usefixtures("guard")
def test_a_folder_cannot_be_opened_by_the_session_when_its_file_says_strict(
    specimen: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude" / "bettercallclaude.local.md").write_text("---\nprivacy_mode: strict\n---\n", "utf-8")
    privacy = report_of(specimen, capsys, "--privacy", "cloud")["privacy"]
    assert (privacy["mode"], privacy["decided_by"]) == ("strict", ["bettercallclaude.local.md"])


def test_the_guard_itself_works(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(socket.socket, "connect", lambda *_: (_ for _ in ()).throw(Opened))
        with pytest.raises(Opened), socket.socket() as opened:
            opened.connect(("127.0.0.1", 9))
