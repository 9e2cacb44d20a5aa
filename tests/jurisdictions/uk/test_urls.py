"""Addresses of British law."""

from __future__ import annotations

import pytest

from pincite.jurisdictions.uk.urls import legislation, place_path, url


@pytest.mark.parametrize(
    ("reference", "address"),
    [
        ("uk/ukpga/2000/8", "https://www.legislation.gov.uk/ukpga/2000/8"),
        ("uk/ukpga/2000/8#section-19-2-a", "https://www.legislation.gov.uk/ukpga/2000/8/section/19/2/a"),
        ("uk/ukpga/2000/8#section-19..section-21", "https://www.legislation.gov.uk/ukpga/2000/8/section/19"),
        ("uk/uksi/2001/544#article-5", "https://www.legislation.gov.uk/uksi/2001/544/article/5"),
        ("uk/ukpga/Geo6/12-13-14/30", "https://www.legislation.gov.uk/ukpga/Geo6/12-13-14/30"),
        ("uk/ukpga/2000/financial-services-and-markets-act#section-19", ""),
        ("uk/ewca/civ/2025/673#para_45_a", "https://caselaw.nationalarchives.gov.uk/ewca/civ/2025/673#para_45"),
        ("uk/uksc/2014/58", "https://caselaw.nationalarchives.gov.uk/uksc/2014/58"),
        ("uk/report/AC/1932/-/562", ""),
        ("au/hca/1989/9", ""),
    ],
)
def test_a_reference_has_the_publishers_address(reference: str, address: str) -> None:
    assert url(reference, "en") == address


def test_a_cross_heading_keeps_the_hyphens_of_its_words() -> None:
    assert place_path("part-I-crossheading-oil-and-wick") == "part/I/crossheading/oil-and-wick"


def test_what_the_publisher_does_not_address_gives_the_provision_around_it() -> None:
    assert place_path("section-4-1-definition-lantern-a") == "section/4/1"
    assert place_path("section-4-quoted-1") == "section/4"


def test_a_version_stands_at_the_end() -> None:
    assert legislation("uk/ukpga/2000/8", "section-19", "enacted").endswith("/section/19/enacted")
