"""One citation as a value: wholly read or refused with a reason."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite import wiring
from pincite.citations.parse import Citation, parse
from pincite.identity.reference import Reference


def read(text: str, language: str = "", jurisdiction: str | None = None) -> Citation:
    return parse(text, wiring.extractor(), language=language, jurisdiction=jurisdiction)


@pytest.mark.parametrize(
    ("text", "references"),
    [
        ("Art. 97 Abs. 1 OR", ["ch/sr/220#art_97/para_1"]),
        ("  Art. 97 Abs. 1 OR. ", ["ch/sr/220#art_97/para_1"]),
        ("Art. 8 und 9 BV", ["ch/sr/101#art_8", "ch/sr/101#art_9"]),
        ("BGE 140 III 86 E. 2; 138 III 46 E. 3", ["ch/bge/140/III/86#consid_2", "ch/bge/138/III/46#consid_3"]),
        ("Urteil des Bundesgerichts 4A_123/2023 E. 3.1", ["ch/bger/4A_123/2023#consid_3.1"]),
        ("HKSAR v Chan Tai Man [2025] HKCA 943 at [45]", ["hk/hkca/2025/943#para_45"]),
        ("ss. 2(1), 3 and 5 of Cap. 132", ["hk/cap132#s2_1", "hk/cap132#s3", "hk/cap132#s5"]),
        ("《個人資料(私隱)條例》(第486章)第33(1)(a)條", ["hk/cap486#s33_1_a"]),
        ("[2019] UKSC 41 [45]-[47]", ["uk/uksc/2019/41#para_45..para_47"]),
        ("article 6, paragraphe 1, point a), du règlement (UE) 2016/679", ["eu/32016R0679#art_6/par_1/pnt_a"]),
        ("regolamento (CEE) n. 2560/77", ["eu/31977R2560"]),
        ("Artikel 6 Absatz 1 Buchstabe a der Verordnung (EU) 2016/679", ["eu/32016R0679#art_6/par_1/pnt_a"]),
        ("articolo 6, paragrafo 1, lettera a), del regolamento (UE) 2016/679", ["eu/32016R0679#art_6/par_1/pnt_a"]),
        ("hk/cap486#s33", ["hk/cap486#s33"]),
        ("coe/echr/5809/08", ["coe/echr/5809/08"]),
        ("http://data.europa.eu/eli/reg/2016/679/art_6/oj", ["eu/32016R0679#art_6"]),
        ("https://www.fedlex.admin.ch/eli/cc/27/317_321_377/de#art_336_c", ["ch/sr/220#art_336_c"]),
        ("https://www.legislation.gov.uk/ukpga/2000/8/section/19/2", ["uk/ukpga/2000/8#section-19-2"]),
    ],
)
def test_a_citation_is_read_as_a_whole(text: str, references: list[str]) -> None:
    found = read(text)
    assert [str(each) for each in found.references] == references, found
    assert not found.reason
    assert (found.reference is not None) == (len(references) == 1)


@pytest.mark.parametrize(
    ("text", "reason", "rest"),
    [
        ("", "empty", ""),
        ("   ", "empty", ""),
        ("the weather is fine", "no_citation", "the weather is fine"),
        ("Art. 97 OR gilt nicht", "left_over", "gilt nicht"),
        ("gemäss Art. 97 OR", "left_over", "gemäss"),
        ("Art. 97 OR aber nicht doch Art. 98 OR", "left_over", "aber nicht doch"),
        ("2024 Urteil 4A_123/2023", "left_over", "2024 Urteil"),
        ("Art. 97", "no_act_named_before", ""),
        ("hk/", "no_citation", "hk/"),
        ("hk/cap486#", "no_citation", "hk/cap486#"),
    ],
)
def test_what_is_not_wholly_a_citation_is_refused_with_the_reason(text: str, reason: str, rest: str) -> None:
    found = read(text)
    assert (found.references, found.reason, found.rest) == ((), reason, rest)


def test_an_abbreviation_of_two_acts_is_left_open_with_its_candidates() -> None:
    found = read("art. 5 OCSP", "fr")
    assert found.references == ()
    assert (found.reason, found.candidates) == (
        "ambiguous_abbreviation",
        ("ch/sr/120.4#art_5", "ch/sr/128.31#art_5"),
    )


def test_a_bracketed_number_behind_a_decision_is_a_footnote_in_running_text_and_a_paragraph_in_a_citation() -> None:
    running = wiring.extractor().extract("[2025] HKCA 943 [2] and what follows", jurisdiction="hk").mentions
    assert running[0].reference == "hk/hkca/2025/943"
    assert read("[2025] HKCA 943 [2]").references == (Reference.parse("hk/hkca/2025/943#para_2"),)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=60))
def test_any_text_gets_an_answer_and_nothing_of_it_is_lost(text: str) -> None:
    """Never an error; a text that is not read says why, and what was not used up stands in it."""
    found = read(text)
    assert found.text == text
    assert bool(found.references) != bool(found.reason)


@pytest.mark.parametrize("noise", ["zzz ", "§§ ", "12 "])
def test_attack_words_smuggled_before_a_statute_do_not_pass(noise: str) -> None:
    assert read(f"{noise}Art. 97 OR").references == ()
