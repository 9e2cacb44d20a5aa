"""A correction that bears the citation of the decision it corrects."""

from __future__ import annotations

import pytest
from tests.workflows.house_simulator import HouseSimulator

from pincite.reports.report import MentionRecord

NAME = "⟦[2026] HKDC 9950|hk/hkdc/2026/9950⟧"
PLACED = "⟦[2026] HKDC 9950 at [4]|hk/hkdc/2026/9950#para_4⟧"


def corrected() -> HouseSimulator:
    sim = HouseSimulator().add(
        "hk/hkdc/2026/9950",
        ("para_4", "4. The keeper is to pay the costs of the harbour."),
        kind="decision", state="2026-04-30", title="Harbour v Keeper",
    )  # fmt: skip
    return sim.add(
        "hk/DCCC/9950M/2026",
        ("u_1", "A further discount of three lanterns is given to encourage the keeper."),
        kind="decision", state="2026-05-08", title="Harbour v Keeper", aliases=("hk/hkdc/2026/9950/corrigendum",),
    )  # fmt: skip


def one(text: str) -> MentionRecord:
    (record,) = corrected().verify(text).mentions
    return record


@pytest.mark.parametrize("date", ["(8 May 2026)", "of 8 May 2026", "，2026年5月8日勘誤"])
def test_the_date_of_a_correction_beside_the_citation_means_the_correction(date: str) -> None:
    record = one(f"A further discount was given: {NAME}{'' if date[0] == '，' else ' '}{date}.")
    assert (record.axes.existence, record.work) == ("found", "hk/DCCC/9950M/2026")
    assert "chosen_by_date" in {finding.code for finding in record.findings}


@pytest.mark.parametrize("date", ["", " of 30 April 2026", " of 9 June 2026"])
def test_without_its_date_the_citation_means_the_decision(date: str) -> None:
    assert one(f"Costs were ordered: {NAME}{date}.").work == "hk/hkdc/2026/9950"


def test_words_that_stand_in_the_correction_alone_are_right_under_the_common_citation() -> None:
    record = one(f"“A further discount of three lanterns is given to encourage the keeper” ({NAME}).")
    assert (record.status, record.work) == ("MATCH", "hk/DCCC/9950M/2026")
    assert "stands_in_correction" in {finding.code for finding in record.findings}


def test_a_paragraph_of_the_decision_is_not_the_place_of_words_of_its_correction() -> None:
    record = one(f"“A further discount of three lanterns is given to encourage the keeper” ({PLACED}).")
    assert record.axes.pinpoint == "corrected"
    assert record.status != "MATCH"


def test_attack_words_of_neither_are_refused() -> None:
    record = one(f"“A further discount of nine lanterns was never meant to be given by anyone” ({NAME}).")
    assert record.status == "MISMATCH"
