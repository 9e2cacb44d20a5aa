"""`pincite gate send`: acts that persons signed reach a server, which takes those of registered keys alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from tests.interfaces.users.house import URL, House

from pincite.gate.acts import sign_act
from pincite.interfaces.cli.main import main
from pincite.reports.stored import read_report
from pincite.storage.gate_folder import add_note, notes_beside
from pincite.transparency.note import Signer
from pincite.workflows.decide_delivery import act_on

ANNA, BEN, EVE = (Signer(f"law.example/{name}", Ed25519PrivateKey.generate()) for name in ("anna", "ben", "eve"))


@pytest.fixture
def audit(report: str, tmp_path: Path) -> Path:
    (tmp_path / "citation-verify.json").write_text(report, "utf-8")
    return tmp_path


@pytest.fixture(autouse=True)
def reached(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the command sends reaches the server."""

    def post(url: str, *, json: Any, headers: dict[str, str], **_: Any) -> Any:
        assert url.startswith(URL)
        return house.ask("POST", url.removeprefix(URL), headers, json=json)

    monkeypatch.setattr(httpx, "post", post)
    house.administering().set_key("alpha", "reviewer", ANNA.verifier.vkey)
    house.administering().set_key("alpha", "approver", BEN.verifier.vkey)


def signed(audit: Path, way: Any, person: Signer) -> None:
    file = audit / "citation-verify.json"
    stored, notes = read_report(file.read_bytes(), file.name), notes_beside(file)
    act = act_on(stored, way, notes, reason="it is urgent", on="2026-11-30", to="Ben")
    add_note(file, way, sign_act(act, person), after=len(notes))


def sent(audit: Path, house: House, who: str, monkeypatch: pytest.MonkeyPatch, *more: str) -> int:
    monkeypatch.setenv("PINCITE_SERVER_TOKEN", house.token("alpha", who))
    return main(["gate", "send", str(audit), "--server", URL, "--matter", "harbour", *more])


def test_two_persons_sign_at_home_and_the_server_takes_both(
    house: House, audit: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    signed(audit, "escalate", ANNA)
    assert sent(audit, house, "reviewer", monkeypatch) == 0
    name = capsys.readouterr().out.split()[0]
    signed(audit, "approve", BEN)
    assert sent(audit, house, "approver", monkeypatch, "--sign-off", name) == 0
    assert f"{name}  approved by approver" in capsys.readouterr().out


def test_attack_an_act_of_a_key_that_is_not_registered_is_refused(
    house: House, audit: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    signed(audit, "escalate", EVE)
    assert sent(audit, house, "reviewer", monkeypatch) == 3
    assert "not signed with your registered key" in capsys.readouterr().err


def test_without_an_act_or_a_token_or_over_http_nothing_is_sent(
    house: House, audit: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sent(audit, house, "reviewer", monkeypatch) == 3
    signed(audit, "escalate", ANNA)
    assert main(["gate", "send", str(audit), "--server", "http://pincite.firm.example"]) == 3
    monkeypatch.delenv("PINCITE_SERVER_TOKEN")
    assert main(["gate", "send", str(audit), "--server", URL]) == 3
    said = capsys.readouterr().err
    assert all(each in said for each in ("no signed act", "https alone", "PINCITE_SERVER_TOKEN"))
