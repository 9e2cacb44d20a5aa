"""Courts by their codes; addresses built from references."""

from __future__ import annotations

import pytest

from pincite.jurisdictions.hk import urls
from pincite.jurisdictions.hk.courts import court_of, courts


def test_every_court_has_a_code_names_in_both_languages_and_a_confidence() -> None:
    for code, court in courts().items():
        assert court.code.lower() == code
        assert court.name
        assert court.name_zh
        assert 1 <= court.rank <= 5
        assert court.confidence in ("H", "M")


def test_codes_are_compared_without_regard_to_case_and_printed_as_they_stand() -> None:
    found = court_of("HKLDT")
    assert found is not None
    assert (found.code, found.database) == ("HKLdT", "hkldt")
    assert court_of("HKXX") is None


@pytest.mark.parametrize(
    ("reference", "language", "address"),
    [
        ("hk/cap486#s33_1_a", "en", "https://www.elegislation.gov.hk/hk/cap486!en/s33"),
        ("hk/cap486#sch1_s2", "zh-Hant", "https://www.elegislation.gov.hk/hk/cap486!zh-Hant-HK/sch1"),
        ("hk/A101", "en", "https://www.elegislation.gov.hk/hk/A101!en"),
        (
            "hk/hkcfi/2025/470#para_12",
            "en",
            "https://legalref.judiciary.hk/lrs/common/search/jud_search_ncn.jsp?selDatabase=ALL&ncnValue=2025+HKCFI+470#p12",
        ),
        (
            "hk/FACC/3/2025",
            "en",
            "https://legalref.judiciary.hk/doc/judg/word/vetted/other/en/2025/FACC000003_2025.docx",
        ),
        (
            "hk/FACV/1A/2026",
            "zh",
            "https://legalref.judiciary.hk/doc/judg/word/vetted/other/tc/2026/FACV000001A_2026.docx",
        ),
        ("hk/report/HKCFAR/2012/15/1", "en", ""),
    ],
)
def test_a_reference_leads_to_the_publishers_address(reference: str, language: str, address: str) -> None:
    assert urls.url(reference, language) == address


def test_hklii_has_a_page_for_each_neutral_citation() -> None:
    assert urls.hklii_judgment("HKLdT", "2024", "7", "zh-Hant") == "https://www.hklii.hk/tc/cases/hkldt/2024/7"
