"""Dates and names as drafts write them beside citations."""

from __future__ import annotations

import pytest
from tests.workflows.house_simulator import unmark

from pincite.drafts.checks.dates import dates_in, dates_near
from pincite.drafts.checks.identity import own_words, written_name
from pincite.drafts.draft import read_draft


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("vom 7. Januar 2026", "2026-01-07"),
        ("du 5 février 2026", "2026-02-05"),
        ("du 1er août 2025", "2025-08-01"),
        ("del 3 marzo 2026", "2026-03-03"),
        ("(16 April 2025)", "2025-04-16"),
        ("April 16, 2025", "2025-04-16"),
        ("16.4.2025", "2025-04-16"),
        ("2025年5月8日", "2025-05-08"),
        ("2025-05-08", "2025-05-08"),
    ],
)
def test_a_date_written_out_is_read_in_five_languages(text: str, date: str) -> None:
    assert dates_in(text) == [date]


@pytest.mark.parametrize("text", ["Januar 2026", "7. Januar", "Art. 13.2.2025x", "40.13.2025", "Rz. 7 und 8"])
def test_what_is_no_whole_date_is_no_date(text: str) -> None:
    assert dates_in(text) == []


@pytest.mark.parametrize(
    ("marked", "dates"),
    [
        ("⟦4A_9901/2026|ch/bger/4A_9901/2026⟧ vom 3. März 2026 E. 2", ["2026-03-03"]),
        ("⟦[2026] HKCFA 9901|hk/hkcfa/2026/9901⟧ (3 March 2026)", ["2026-03-03"]),
        ("⟦[2026] HKCFA 9901|hk/hkcfa/2026/9901⟧. On 3 March 2026 it rained.", []),
        ("⟦[2026] HKCFA 9901|hk/hkcfa/2026/9901⟧), which on 3 March 2026", []),
    ],
)
def test_only_a_date_at_the_citation_belongs_to_it(marked: str, dates: list[str]) -> None:
    text, (mention,) = unmark(marked)
    assert dates_near(read_draft(text.encode(), "a.md"), mention) == dates


@pytest.mark.parametrize(
    ("before", "name"),
    [
        ("as in *Moon v Lamp Ltd* ", "Moon v Lamp Ltd"),
        ("The case of Moon and Star v. The Lamp Company, ", "Moon and Star v. The Lamp Company"),
        ("另見香港特別行政區 訴 月明 ", "另見香港特別行政區 訴 月明"),
        ("in *HKSAR v Moon Ka Lam (No 2)* ", "HKSAR v Moon Ka Lam"),
    ],
)
def test_a_name_right_before_a_citation_is_read(before: str, name: str) -> None:
    found = written_name(before)
    assert found is not None
    assert found[2].endswith(name.removeprefix("The case of "))


@pytest.mark.parametrize("before", ["the Court held in ", "Moon v Lamp was decided long before. See ", "see Moon "])
def test_what_is_no_name_at_the_citation_is_not_compared(before: str) -> None:
    assert written_name(before) is None


def test_words_that_many_parties_share_prove_nothing() -> None:
    assert own_words("The Director of Immigration") == []
    assert own_words("另見香港特別行政區") == []
    assert own_words("Moon Holdings (Hong Kong) Ltd") == ["moon"]
