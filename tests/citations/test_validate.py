"""The four answers about an identifier, before any corpus is asked."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from tests.citations.references import SCHEME

from pincite import wiring
from pincite.citations.parse import Validation, validate, write
from pincite.identity.reference import Reference


def judge(text: str, language: str = "") -> Validation:
    return validate(text, wiring.extractor(), language=language)


@pytest.mark.parametrize(
    "text",
    [
        "Art. 8 BV",
        "BGE 140 III 86 E. 2.3",
        "ATF 120 Ia 31",
        "[2025] HKCA 943",
        "(2012) 15 HKCFAR 1",
        "[1999] HKCFA 72",
        "FACV 5/2011",
        "s. 33 of Cap. 486",
        "[2019] UKSC 41",
        "Case C-311/18",
        "C-3392/2009",
        "ECLI:EU:C:2020:559",
    ],
)
def test_well_formed(text: str) -> None:
    found = judge(text)
    assert (found.answer, found.mended) == ("well_formed", "")
    assert found.citation.references


@pytest.mark.parametrize(
    ("text", "mended", "note"),
    [
        ("2C.1020/2019", "Urteil 2C_1020/2019", "separator_of_the_docket"),
        ("8C 202/2013", "Urteil 8C_202/2013", "separator_of_the_docket"),
        ("5C_143/2004", "Urteil 5C_143/2004", ""),
        ("(2019) HKCFA 53", "[2019] HKCFA 53", "round_brackets_for_square"),
        ("[2019] HKCOA 12", "[2019] HKCA 12", ""),
        ("BGE 1 43 V 409", "BGE 143 V 409", "digits_of_the_volume_apart"),
    ],
)
def test_repaired_shows_the_form_that_was_meant(text: str, mended: str, note: str) -> None:
    found = judge(text)
    if found.answer == "well_formed":
        assert text == "5C_143/2004"  # both separators were in use in those years
        return
    assert (found.answer, found.mended) == ("repaired", mended)
    assert note in found.note
    assert judge(found.mended).answer == "well_formed"


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("BGE 140 VII 86", "no_part_VII"),
        ("ATF 140 VI 86", "no_part_VI"),
        ("DTF 136 IIII 528", "no_part_IIII"),
        ("BGE 12 IV 97", "no_part_IV_in_volume_12"),
        ("BGE 139 II 4040", "page_outside_the_volume"),
        ("BGE 137 V 2010", "page_outside_the_volume"),
        ("BGE 300 III 5", "no_volume_300"),
        ("[1996] HKCFA 3", "before_the_court_existed"),
        ("[2020] HKCFA 4000", "number_beyond_any_year_of_the_court"),
        ("[2025] HKCA 0", "number_zero"),
        ("(2012) 3 HKCFAR 1", "volume_is_not_year_minus_1997"),
        ("section 0 of Cap. 486", "number_zero"),
        ("FACV 0/2011", "number_zero"),
        ("Article 161 of the Basic Law", "beyond_the_last_article"),
        ("[2012] UKHL 4", "court_gave_no_such_number"),
        ("ECLI:CH:BGE:2014:140.III.86", "switzerland_has_no_ecli"),
        ("ECLI:HK:CFA:2020:1", "hong_kong_has_no_ecli"),
        ("Case C-311/2018", "year_of_a_case_has_two_digits"),
    ],
)
def test_impossible_says_why(text: str, note: str) -> None:
    found = judge(text)
    assert (found.answer, found.note) == ("impossible", note), found


def test_an_impossible_case_number_shows_what_was_probably_meant() -> None:
    assert judge("Case C-311/2018").mended == "C-311/18"


def test_a_docket_of_the_federal_administrative_court_is_no_case_of_luxembourg() -> None:
    """«C-3392/2009» (BVGer) and «C-311/18» (Union) differ by the digits of the year alone."""
    assert [str(each) for each in judge("C-3392/2009").citation.references] == ["ch/bvger/C-3392/2009"]
    assert [str(each) for each in judge("C-311/18").citation.references] == ["eu/case/C-311/18"]


@pytest.mark.parametrize("text", ["hello", "Art. 5", "[2019] HKZZZ 4", "BGE", "Cap."])
def test_unknown_form_says_what_was_not_understood(text: str) -> None:
    found = judge(text)
    assert found.answer == "unknown_form"
    assert found.note


def test_a_page_inside_a_decision_is_well_formed_and_names_the_decision() -> None:
    found = judge("BGE 140 III 87")
    assert (found.answer, found.note) == ("well_formed", "nothing_begins_there")
    assert found.near == (("ch/bge/140/III/86#p_87", "page_inside_decision"),)


def test_a_canonical_reference_is_judged_by_the_citation_it_makes() -> None:
    assert judge("hk/report/HKCFAR/2012/3/1").answer == "impossible"
    assert judge("hk/report/HKCFAR/2012/15/1").answer == "well_formed"


@pytest.mark.parametrize("jurisdiction", sorted(SCHEME))
def test_what_is_written_is_never_impossible_unless_the_reference_is(jurisdiction: str) -> None:
    """A citation and the reference it was made of get one answer."""

    @settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(SCHEME[jurisdiction])
    def holds(reference: Reference) -> None:
        written = write(reference, wiring.extractor())
        by_text = validate(written, wiring.extractor(), jurisdiction=reference.jurisdiction)
        assert by_text.answer == judge(str(reference)).answer

    holds()
