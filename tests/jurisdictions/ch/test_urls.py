"""Addresses of Swiss law are made from what is certain, or not at all."""

from __future__ import annotations

import pytest

from pincite.jurisdictions.ch import urls

FEDLEX = "https://www.fedlex.admin.ch/eli/cc/27/317_321_377"


@pytest.mark.parametrize(
    ("reference", "language", "address"),
    [
        ("ch/sr/220", "fr", f"{FEDLEX}/fr"),
        ("ch/sr/220#art_336_c", "de", f"{FEDLEX}/de#art_336_c"),
        ("ch/sr/220#art_97/para_1/lbl_a", "it", f"{FEDLEX}/it#art_97/para_1"),
        ("ch/sr/220#art_41..art_46", "zh", f"{FEDLEX}/de#art_41"),
        ("ch/sr/999999.9", "de", ""),
        ("ch/bger/4A_1/2020", "de", ""),
        ("ch/zh/LS 175.2#art_1", "de", ""),
    ],
)
def test_a_reference_leads_to_its_official_page(reference: str, language: str, address: str) -> None:
    assert urls.url(reference, language) == address


def test_a_decision_of_the_official_collection_has_a_page() -> None:
    address = urls.url("ch/bge/140/III/86#consid_2", "fr")
    assert "highlight_docid=atf%3A%2F%2F140-III-86%3Afr&lang=fr" in address


def test_an_unreported_decision_needs_its_date() -> None:
    assert "aza://17-06-2025-5A_459-2025" in urls.bger("5A_459/2025", "2025-06-17")
    assert urls.bger("5A_459/2025", "") == ""


def test_a_state_of_an_act_has_its_own_page() -> None:
    assert urls.act("eli/cc/2022/491", "de", state="2025-07-07", place="art_6") == (
        "https://www.fedlex.admin.ch/eli/cc/2022/491/20250707/de#art_6"
    )
    assert urls.act("not an eli", "de") == ""
