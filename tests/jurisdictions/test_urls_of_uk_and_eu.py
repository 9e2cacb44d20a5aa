from __future__ import annotations

import pytest

from pincite.jurisdictions.eu.pack import PACK as EU
from pincite.jurisdictions.shared.parts import part_of
from pincite.jurisdictions.uk.pack import PACK as UK


@pytest.mark.parametrize(
    ("reference", "address"),
    [
        ("uk/ukpga/2000/8#section-19-2", "https://www.legislation.gov.uk/ukpga/2000/8/section/19/2"),
        ("uk/uksi/2015/648", "https://www.legislation.gov.uk/uksi/2015/648"),
        ("uk/ewhc/admin/2009/995#para_4", "https://caselaw.nationalarchives.gov.uk/ewhc/admin/2009/995"),
        ("uk/ukpga/2000/financial-services-and-markets-act", ""),
        ("uk/report/AC/1975/-/591", ""),
        ("au/hca/1989/9", ""),
    ],
)
def test_british_addresses_are_built_from_the_reference_alone(reference: str, address: str) -> None:
    found = UK.url(reference, "en")
    assert found.startswith(address) if address else not found


@pytest.mark.parametrize(
    ("reference", "language", "address"),
    [
        ("eu/32016R0679#art_6/par_1", "fr", "https://eur-lex.europa.eu/legal-content/FR/TXT/?uri=CELEX:32016R0679"),
        (
            "eu/ecli/ECLI:EU:C:2020:559",
            "en",
            "https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=ecli:ECLI:EU:C:2020:559",
        ),
        ("eu/case/C-72/11 P", "en", "https://curia.europa.eu/juris/liste.jsf?num=C-72/11%20P"),
        ("eu/case/C-205/02 P..C-208/02 P", "en", ""),
    ],
)
def test_union_addresses_are_built_from_the_reference_alone(reference: str, language: str, address: str) -> None:
    found = EU.url(reference, language)
    assert found.startswith(address) if address else not found


def test_a_missing_part_of_a_pack_is_passed_over() -> None:
    assert part_of("pincite.jurisdictions.uk", "no_such_module", "ANY", "otherwise") == "otherwise"
    assert part_of("pincite.jurisdictions.uk", "urls", "no_such_name", "otherwise") == "otherwise"
