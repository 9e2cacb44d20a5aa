"""Labels, addresses and the common names of acts."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.jurisdictions.eu import urls
from pincite.jurisdictions.eu.sources.act_document import CELEX, celex_of_eli, celex_of_name, celex_of_title
from pincite.jurisdictions.eu.sources.labels import annex_number, is_label, number, reference_of
from pincite.text.tables import rows


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("(a)", "a"), ("‘(ii)", "ii"), ("1a.", "1a"), ("5 bis.", "5a"), ("ii bis)", "iia"), ("III BIS", "IIIA"), ("IV", "IV"),
        ("II.1.", "II.1"), ("3.2", "3.2"), ("—", ""), ("", ""), ("(see note)", ""),
    ],
)  # fmt: skip
def test_a_label_has_a_number(label: str, expected: str) -> None:
    assert number(label) == expected


@pytest.mark.parametrize("words", ["(a)", "a)", "1.", "(12)", "‘(ii)", "—", "•", "II.1.", "12 bis)", "«19)"])
def test_labels_of_points_are_known(words: str) -> None:
    assert is_label(words)


@pytest.mark.parametrize("words", ["Oil", "Article 1(1)", "Directive 2004/39/EC", "", "5", "of whales."])
def test_words_are_no_labels(words: str) -> None:
    assert not is_label(words)


@given(st.text(max_size=40))
def test_any_text_has_a_number_or_none(words: str) -> None:
    assert re.fullmatch(r"[A-Za-z0-9.]*", number(words))


@pytest.mark.parametrize(
    ("title", "expected"),
    [("ANNEX IV", "IV"), ("ANNEXE\u00a0II", "II"), ("ANNEX", ""), ("ALLEGATO A", "A"), ("ANHANG 2", "2")],
)
def test_annexes_are_numbered_by_their_heading(title: str, expected: str) -> None:
    assert annex_number(title) == expected


def test_places_of_amending_acts_become_references_as_far_as_they_can() -> None:
    assert reference_of("32035L0007", "AR:1;PT:2;PT:b") == ("eu/32035L0007#art_1/pnt_2/pnt_b",)
    assert reference_of("32035L0007", "LI:0;PT:3") == ("eu/32035L0007",)
    assert reference_of("32035L0007", "") == ("eu/32035L0007",)


@pytest.mark.parametrize(
    ("title", "celex"),
    [
        ("REGULATION (EU) 2031/9001 OF THE COUNCIL", "32031R9001"), ("Directive 2014/65/EU of the European Parliament", "32014L0065"),
        ("Commission Implementing Regulation (EU) No 1319/2011", "32011R1319"), ("Lanterns", ""),
    ],
)  # fmt: skip
def test_the_number_in_a_title_makes_the_celex(title: str, celex: str) -> None:
    assert celex_of_title(title) == celex


def test_an_eli_and_a_file_name_make_the_celex() -> None:
    assert celex_of_eli("ELI: http://data.europa.eu/eli/reg_impl/2031/90/oj") == "32031R0090"
    assert celex_of_eli("http://data.europa.eu/eli/treaty/teu/oj") == ""
    assert celex_of_name("acts/32031r9001_2031-02-27_en.xml") == "32031R9001"
    assert celex_of_name("acts/act.xml") == ""


def test_addresses_of_acts_states_and_places() -> None:
    assert urls.act("32031R9001", "fr", state="2033-04-01", place="art_5/par_1") == (
        "https://eur-lex.europa.eu/legal-content/FR/TXT/?uri=CELEX:02031R9001-20330401#art_5"
    )
    assert urls.act("32031R9001", "en", place="fnp_1").endswith("CELEX:32031R9001")
    assert urls.url("eu/32031R9001#rct_47", "de").endswith("/DE/TXT/?uri=CELEX:32031R9001#rct_47")
    assert urls.url("eu/32031R9001R(02)", "en").endswith("CELEX:32031R9001R(02)")
    assert urls.url("eu/12016E267", "en").endswith("CELEX:12016E267")
    assert urls.url("eu/case/C-999/31", "en").endswith("num=C-999/31")
    assert urls.url("eu/something", "en") == ""


def test_common_names_are_of_acts_and_say_how_sure_they_are() -> None:
    table = list(rows("pincite.jurisdictions.eu", "data/common_names.tsv"))
    assert all(len(row) == 4 and CELEX.match(row[0]) and row[1] and row[2] for row in table)
    assert {row[3] for row in table} <= {"title", "usage", "recollected"}
    assert len({(row[0], row[1]) for row in table}) == len(table)
