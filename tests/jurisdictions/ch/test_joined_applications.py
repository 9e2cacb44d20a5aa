"""Applications to Strasbourg that were joined, and states named with an article."""

from __future__ import annotations

from tests.jurisdictions.examples import extractor


def test_each_application_of_a_joined_case_is_a_mention_and_the_pinpoint_is_the_last_ones() -> None:
    text = "Watch v. the Republic [GC], nos. 58170/13, 62322/14 and 24960/15, § 332, 25 May 2021"
    found = extractor("ch", "eu").extract(text, jurisdiction="eu", language="en").mentions
    assert [(each.text, each.reference) for each in found] == [
        ("nos. 58170/13", "coe/echr/58170/13"),
        ("62322/14", "coe/echr/62322/14"),
        ("24960/15, § 332", "coe/echr/24960/15#para_332"),
    ]


def test_a_house_number_and_a_year_are_no_application() -> None:
    found = extractor("ch", "eu").extract("invoices nos. 5817/2013 and 62322/2014 of the shop", language="en").mentions
    assert not found
