"""A provision that is not held and that the decision cited for its sentence names itself."""

from __future__ import annotations

import pytest
from tests.workflows.house_simulator import HouseSimulator

from pincite.citations.mention import Mention
from pincite.drafts import named_in_source as module
from pincite.reports.report import MentionRecord

ACT = "⟦art. 8 Moon Convention|xx/moon#art_8|statute⟧"
CASE = "⟦[2026] HKDC 9902 at [2]|hk/hkdc/2026/9902#para_2⟧"


def of_act(text: str, monkeypatch: pytest.MonkeyPatch, named: str = "xx/moon#art_8") -> MentionRecord:
    sim = HouseSimulator().add(
        "hk/hkdc/2026/9902",
        ("para_2", "A betrothed person cannot rely on art. 8 Moon Convention."),
        kind="decision", state="2026-04-04", title="Moon v Lamp Company",
    )  # fmt: skip
    of_source = [Mention(34, 56, "art. 8 Moon Convention", "statute", "full", named, "test")]
    real = module.named_in_source
    monkeypatch.setattr(
        "pincite.workflows.verify_draft.named_in_source",
        lambda draft, found, _: real(draft, found, lambda *_: of_source),
    )
    return next(each for each in sim.verify(text).mentions if each.mention.kind == "statute")


def test_it_is_the_decision_that_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    record = of_act(f"The betrothed cannot rely on {ACT} ({CASE}).", monkeypatch)
    assert record.status == "SKIPPED"
    assert "named_in_source" in {finding.code for finding in record.findings}


@pytest.mark.parametrize(
    "text",
    [
        f"The betrothed cannot rely on {ACT}.",
        f"Under {ACT} the betrothed are protected ({CASE}).",
        f"The betrothed cannot rely on {ACT}. Lamps are lit ({CASE}).",
        f"Lamps are lit ({CASE}). The betrothed cannot rely on {ACT}.",
        f"“The betrothed shall be protected at all times” ({ACT}); so the court ({CASE}).",
    ],
)
def test_attack_a_provision_that_is_cited_for_itself_stays_unverified(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert of_act(text, monkeypatch).status == "UNVERIFIED"


def test_attack_another_provision_in_the_decision_excuses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert of_act(f"The betrothed cannot rely on {ACT} ({CASE}).", monkeypatch, "xx/moon#art_9").status == "UNVERIFIED"
