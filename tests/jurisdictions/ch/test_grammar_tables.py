"""The tables of the Swiss pack hold what they promise: patterns match their own examples and no look-alike."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from pincite.citations.extract import Extractor
from pincite.jurisdictions.ch import statutes
from pincite.jurisdictions.ch.identifiers import starts_of
from pincite.jurisdictions.ch.pack import PACK
from pincite.text.tables import rows

PACKAGE = "pincite.jurisdictions.ch"
EXTRACTOR = Extractor([PACK])


def table(name: str) -> list[list[str]]:
    return list(rows(PACKAGE, f"data/{name}.tsv"))


def examples(name: str, column: int) -> list[tuple[list[str], str]]:
    return [(row, example) for row in table(name) for example in row[column].split("|") if example]


@pytest.mark.parametrize(("row", "example"), examples("cantonal_dockets", 3), ids=lambda item: str(item)[:40])
def test_a_pattern_of_dockets_matches_its_examples_wholly(row: list[str], example: str) -> None:
    assert re.fullmatch(row[2], example)


@pytest.mark.parametrize(
    "look_alike",
    [
        "2020",
        "12.3.2020",
        "044 123 45 67",
        "CHF 4500",
        "A4",
        "8001",
        "Art. 5",
        "BGE 140 III 86",
        "ISBN 978",
        "act. 5/12",
    ],
)
def test_no_pattern_of_dockets_matches_what_is_none(look_alike: str) -> None:
    assert [row[2] for row in table("cantonal_dockets") if re.fullmatch(row[2], look_alike)] == []


@pytest.mark.parametrize(("row", "example"), examples("collections", 3), ids=lambda item: str(item)[:40])
def test_a_number_of_a_collection_is_found_in_its_cantons_documents(row: list[str], example: str) -> None:
    label, cantons = row[0], row[1].split(",")
    canton = cantons[0].lower()
    own = "ch/bger/1C_1/2020" if canton == "-" else f"ch/{canton}/XX.2020.1"
    text = f"Art. 5 des Gesetzes über erfundene Dinge vom 1. Mai 2001 ({example})"
    (mention,) = EXTRACTOR.extract(text, language="de", self_reference=own).mentions
    number = example.removeprefix(label).strip(" .").removeprefix("Nr. ")
    wanted = f"ch/sr/{number}" if canton == "-" else f"ch/{canton}/{label} {number}"
    assert mention.reference == f"{wanted}#art_5"


@pytest.mark.parametrize(("row", "example"), examples("reporters", 2), ids=lambda item: str(item)[:40])
def test_a_report_is_found_by_its_examples(row: list[str], example: str) -> None:
    found = EXTRACTOR.extract(f"vgl. {example}.", language="de", jurisdiction="ch").mentions
    assert [(mention.kind, mention.text) for mention in found] == [("case", example)]


@pytest.mark.parametrize("row", table("commentary_series"), ids=lambda row: row[0])
def test_a_series_is_found_under_each_of_its_names(row: list[str]) -> None:
    for name in row[1].split("|"):
        (mention,) = EXTRACTOR.extract(f"{name} OR-MUSTER, Art. 97 N 5", language="de", jurisdiction="ch").mentions
        wanted = "ch/ok/220" if row[0] == "OK" else f"ch/commentary/{row[0]}/220"
        assert mention.reference == f"{wanted}#art_97/n_5", name


DOCKETS = {"bger": "4A_12/2020", "bvger": "A-12/2020", "bstger": "SK.2020.12", "bpatger": "O2020_012"}


@pytest.mark.parametrize("row", [row for row in table("court_sigles") if row[1] in DOCKETS], ids=lambda row: row[0])
def test_a_sigle_opens_the_citation_of_its_court(row: list[str]) -> None:
    docket = DOCKETS[row[1]]
    (mention,) = EXTRACTOR.extract(f"vgl. {row[0]} {docket}", language="de", jurisdiction="ch").mentions
    assert (mention.text, mention.reference) == (f"{row[0]} {docket}", f"ch/{row[1]}/{docket}")


def test_every_federal_act_has_its_number_once_and_a_known_source() -> None:
    acts = table("federal_acts")
    assert len(acts) > 1_150
    assert [number for number, count in Counter(row[0] for row in acts).items() if count > 1] == []
    assert {row[9] for row in acts} <= {"law_codes", "supplement", "lexmetrik"}
    assert all(re.fullmatch(r"0?\d{1,3}(?:\.\d{1,4}){0,5}", row[0]) for row in acts)


def test_an_abbreviation_leads_back_to_its_act_in_its_language() -> None:
    for row in table("federal_acts"):
        for language, cell in zip(("de", "fr", "it"), row[1:4], strict=True):
            if cell and not cell.islower():
                assert row[0] in statutes.acts_abbreviated(cell, language), (row[0], cell)


def test_first_pages_of_the_official_collection_rise() -> None:
    for volume, part, longest, pages in table("bge_starts"):
        numbers = [int(page) for page in pages.split(" ")]
        assert numbers == sorted(set(numbers)), (volume, part)
        assert int(longest) > 0
        assert starts_of(int(volume), part) == numbers


def test_every_canton_is_named_once() -> None:
    assert len(statutes.canton_names()) == 26
    assert len({code for code, _, _ in statutes.canton_names()}) == 26


def test_an_adjective_belongs_to_one_canton() -> None:
    signs = [sign for _, _, adjectives in statutes.canton_names() for sign in adjectives]
    assert [sign for sign, count in Counter(signs).items() if count > 1] == []
