"""Sign-off by two persons over HTTP: who may, who may not, what is recorded, what a program cannot do."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from tests.interfaces.users.house import House

from pincite.gate.acts import Act, sign_act
from pincite.ledger.chain import verify
from pincite.ledger.entries import ChatId, read_payload
from pincite.reports.stored import StoredReport, read_report
from pincite.transparency.note import Signer

OFFS = "/v1/gate/sign-offs"


def proposed(house: House, report: str, who: dict[str, str] | None = None, **more: Any) -> Any:
    body = {"report": report, "way": "escalate", "reason": "c001 is urgent", **more}
    return house.ask("POST", OFFS, who or house.session("alpha", "reviewer"), json=body)


def decided(house: House, name: str, who: dict[str, str], decision: str = "approve", **more: Any) -> Any:
    return house.ask("POST", f"{OFFS}/{name}/decision", who, json={"decision": decision, "reason": "read all", **more})


def standing(house: House, report: str, tenant: str = "alpha", matter: str = "harbour") -> Any:
    return house.ask(
        "POST", "/v1/gate/standing", house.bearer(tenant, "reader", matter), json={"report": report}
    ).json()


def person(house: House, name: str, role: str) -> dict[str, str]:
    house.administering().add_user("alpha", name)
    house.administering().grant("alpha", name, role)
    return house.session("alpha", name)


@pytest.fixture
def own(report: str, request: pytest.FixtureRequest) -> str:
    """A report that no other test decided about: the same, checked by another clock."""
    value = json.loads(report)
    value["volatile"] = {**value.get("volatile", {}), "draft_path": request.node.name}
    return json.dumps(value, ensure_ascii=False)


def test_two_persons_release_what_one_proposed_and_the_other_approved(house: House, own: str) -> None:
    assert standing(house, own)["standing"] == "BLOCKED"
    made = proposed(house, own)
    assert made.status_code == 201, made.text
    assert (made.json()["state"], made.json()["by"]) == ("proposed", "reviewer")
    assert standing(house, own)["standing"] == "BLOCKED"
    done = decided(house, made.json()["id"], house.session("alpha", "approver"))
    assert (done.json()["state"], done.json()["decided_by"]) == ("approved", "approver")
    said = standing(house, own)
    assert (said["standing"], said["delivery_blocked"]) == ("RELEASED", False)
    assert {tuple(each["persons"]) for each in said["reasons"]} == {("approver", "reviewer")}


def test_a_refusal_leaves_it_blocked_and_is_final(house: House, own: str) -> None:
    name = proposed(house, own).json()["id"]
    assert decided(house, name, house.session("alpha", "approver"), "refuse").json()["state"] == "refused"
    assert decided(house, name, house.session("alpha", "approver")).status_code == 422
    assert standing(house, own)["standing"] == "BLOCKED"


def test_attack_nobody_approves_what_they_proposed_themselves(house: House, own: str) -> None:
    me = house.session("alpha", "approver")
    name = proposed(house, own, me).json()["id"]
    for who in (me, house.session("alpha", "approver")):
        answer = decided(house, name, who)
        assert answer.status_code == 403
        assert "four eyes" in answer.json()["detail"]
    assert standing(house, own)["standing"] == "BLOCKED"


@pytest.mark.parametrize("role", ["reader", "author"])
def test_who_is_no_reviewer_proposes_nothing(house: House, own: str, role: str) -> None:
    assert proposed(house, own, house.session("alpha", role)).status_code == 403


@pytest.mark.parametrize("role", ["reader", "author", "reviewer"])
def test_who_is_no_approver_decides_nothing(house: House, own: str, role: str) -> None:
    name = proposed(house, own, person(house, "another reviewer", "reviewer")).json()["id"]
    for decision in ("approve", "refuse"):
        assert decided(house, name, house.session("alpha", role), decision).status_code == 403


def test_attack_a_program_with_every_scope_neither_proposes_nor_approves(house: House, own: str) -> None:
    assert proposed(house, own, house.bearer("alpha", "approver")).status_code == 403
    name = proposed(house, own).json()["id"]
    for decision in ("approve", "refuse"):
        assert decided(house, name, house.bearer("alpha", "approver"), decision).status_code == 403
    assert standing(house, own)["standing"] == "BLOCKED"


@pytest.mark.parametrize("reason", ["", "   ", "x" * 4001])
def test_there_is_no_decision_without_a_reason(house: House, own: str, reason: str) -> None:
    assert proposed(house, own, reason=reason).status_code == 422
    name = proposed(house, own).json()["id"]
    assert decided(house, name, house.session("alpha", "approver"), reason=reason).status_code == 422


def test_attack_a_report_that_was_changed_is_refused(house: House, own: str) -> None:
    value = json.loads(own)
    value["delivery_blocked"] = False
    assert proposed(house, json.dumps(value)).status_code == 422
    assert proposed(house, "{}").status_code == 422
    assert proposed(house, own, citations=["c999"]).status_code == 422


def test_attack_a_sign_off_of_one_report_settles_no_other(house: House, own: str, report: str) -> None:
    name = proposed(house, own).json()["id"]
    decided(house, name, house.session("alpha", "approver"))
    assert standing(house, own)["standing"] == "RELEASED"
    assert standing(house, report)["standing"] == "BLOCKED"


def test_attack_another_matter_or_tenant_neither_sees_nor_decides_a_sign_off(house: House, own: str) -> None:
    name = proposed(house, own).json()["id"]
    for who in (house.session("alpha", "approver", "quay"), house.session("beta", "approver")):
        assert name not in house.ask("GET", OFFS, who).text
        assert house.ask("GET", f"{OFFS}/{name}", who).status_code == 404
        assert decided(house, name, who).status_code == 404
    assert house.ask("GET", f"{OFFS}/{name}", house.bearer("alpha", "reader")).json()["state"] == "proposed"
    assert standing(house, own, "beta")["standing"] == "BLOCKED"


def test_everything_is_an_entry_of_the_ledger_and_the_chain_is_sound(house: House, own: str) -> None:
    name = proposed(house, own).json()["id"]
    decided(house, name, house.session("alpha", "approver"))
    chat = ChatId("alpha", "harbour", name)
    assert verify(chat, house.ledger.entries(chat)).sound
    held = [(each.entry.kind, read_payload(each.payload or b"")) for each in house.ledger.entries(chat)]
    assert [(kind, payload.actor) for kind, payload in held] == [
        ("chat_opened", "reviewer"), ("proposed", "reviewer"), ("decided", "approver"),
    ]  # fmt: skip
    assert held[1][1].body["reason"] == "c001 is urgent"


def test_attack_entries_that_break_the_rules_count_for_nothing_whoever_wrote_them(house: House, own: str) -> None:
    from pincite import wiring

    name = proposed(house, own).json()["id"]
    sha = read_report(own.encode(), "report").sha256
    acting = wiring.acting(house.ledger, name, tenant="alpha", matter="harbour", actor="mallory")
    good = {"decision": "approve", "report": sha, "reason": "x", "person": "mallory", "key": "", "note": ""}
    for wrong in (
        {"person": "reviewer"},
        {"reason": " "},
        {"report": "0" * 64},
        {"decision": "approved"},
        {"person": ""},
    ):
        acting.append("decided", good | wrong)
    assert standing(house, own)["standing"] == "BLOCKED"
    assert decided(house, name, house.session("alpha", "approver")).json()["decided_by"] == "approver"


def test_two_approvers_at_once_are_told_who_was_faster(house: House, own: str) -> None:
    name = proposed(house, own).json()["id"]
    first, second = person(house, "first", "approver"), person(house, "second", "approver")
    assert decided(house, name, first).status_code == 200
    answer = decided(house, name, second, "refuse")
    assert answer.status_code == 422
    assert "first" in answer.json()["detail"]


# disclaimers


def test_a_disclaimer_is_of_a_copy_with_the_markers_that_the_server_makes_of_a_text(
    house: House, own: str, specimen: Path
) -> None:
    draft = (specimen / "drafts/memo-hk.md").read_bytes()
    given: dict[str, Any] = {"way": "disclaim", "draft": base64.b64encode(draft).decode(), "draft_name": "memo-hk.md"}
    made = proposed(house, own, **given)
    assert made.status_code == 201, made.text
    copy = base64.b64decode(made.json()["copy_base64"])
    assert b"(citation not verified / content mismatch" in copy
    assert proposed(house, own, way="disclaim").status_code == 422
    assert proposed(house, own, **{**given, "draft": base64.b64encode(b"other").decode()}).status_code == 422
    assert proposed(house, own, **given, copy=base64.b64encode(draft).decode()).status_code == 422, "without markers"
    decided(house, made.json()["id"], house.session("alpha", "approver"))
    said = standing(house, own)
    assert {each["settled_by"] for each in said["reasons"] if each["citation_id"]} == {"disclaim"}


# a person's key


def key_of(house: House, name: str, signer: Signer) -> None:
    house.administering().set_key("alpha", name, signer.verifier.vkey)


def note(signer: Signer, stored: StoredReport, way: Any, **more: Any) -> str:
    ids = tuple(dict.fromkeys(each.citation_id or "draft" for each in stored.reasons()))
    fields = {"citations": ids, "reason": "c001 is urgent", "on": "2026-11-30", **more}
    return sign_act(Act(way, stored.sha256, stored.draft_sha256, **fields), signer)


def test_a_program_carries_acts_that_two_persons_signed_with_their_keys(house: House, own: str) -> None:
    anna, ben, eve = (Signer(f"law.example/{n}", Ed25519PrivateKey.generate()) for n in ("anna", "ben", "eve"))
    key_of(house, "reviewer", anna)
    key_of(house, "approver", ben)
    stored = read_report(own.encode(), "report")
    who = house.bearer("alpha", "reviewer")
    assert proposed(house, own, who, note=note(eve, stored, "escalate")).status_code == 403
    assert proposed(house, own, who, note=note(anna, stored, "approve")).status_code == 422
    assert proposed(house, own, who, note=note(anna, stored, "escalate", citations=("c001",))).status_code == 422
    made = proposed(house, own, who, note=note(anna, stored, "escalate"))
    assert made.status_code == 201, made.text
    name = made.json()["id"]
    other = house.bearer("alpha", "approver")
    assert decided(house, name, other, note=note(anna, stored, "approve")).status_code == 403
    assert decided(house, name, other, note="none").status_code == 403
    assert (
        decided(house, name, other, note=note(ben, stored, "approve", reason="read all")).json()["state"] == "approved"
    )
    assert standing(house, own)["standing"] == "RELEASED"


def test_attack_one_key_is_not_registered_for_two_persons(house: House) -> None:
    from pincite.errors import BadInput

    signer = Signer("law.example/both", Ed25519PrivateKey.generate())
    key_of(house, "reviewer", signer)
    with pytest.raises(BadInput, match="another person's"):
        key_of(house, "approver", signer)
