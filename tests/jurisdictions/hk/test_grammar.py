"""What the Hong Kong grammar promises beyond its examples: readings, candidates, notes, limits."""

from __future__ import annotations

import pytest
from tests.jurisdictions.examples import extractor

from pincite.citations.mention import Mention
from pincite.jurisdictions.hk import identifiers
from pincite.jurisdictions.hk.tables import case_types, instruments, prefixes, series, title_key, titles, wrong_codes


def mentions(text: str, self_reference: str | None = None, jurisdiction: str | None = "hk") -> tuple[Mention, ...]:
    return extractor("hk", "uk", "eu").extract(text, self_reference=self_reference, jurisdiction=jurisdiction).mentions


def test_every_prefix_of_an_action_number_is_read() -> None:
    for prefix in prefixes():
        (mention,) = mentions(f"the action {prefix} 12/2020 was")
        assert mention.reference == f"hk/{prefix}/12/2020"


def test_every_report_series_is_read() -> None:
    for code, known in series().items():
        year = max(known.first_year, 1995) if known.last_year is None else known.first_year
        volume = {"always": f"{max(1, year - 1997) if code == 'HKCFAR' else 3} ", "never": "", "maybe": "2 "}[
            known.volume
        ]
        opening, closing = "()" if known.bracket == "round" else "[]"
        text = (
            f"{volume.strip()} {code} 57" if known.bracket == "none" else f"{opening}{year}{closing} {volume}{code} 57"
        )
        (mention,) = mentions(text)
        assert mention.reference is not None
        assert mention.reference.startswith(f"hk/report/{code}/")
        assert mention.reading == "well_formed"


def test_every_title_in_force_is_read_with_a_section() -> None:
    by_cap = {cap: title for title, cap in titles().english.items()}
    ordinances = [cap for cap in by_cap if cap.isdigit() and titles().title_of[cap].endswith("Ordinance")]
    assert len(ordinances) > 700
    missed = []
    for cap in ordinances:
        title = titles().title_of[cap].removeprefix("The ")
        found = mentions(f"under section 3 of the {title} and")
        same_title = titles().english[title_key(title)]
        if len(found) != 1 or found[0].reference not in {f"hk/cap{cap}#s3", f"hk/cap{same_title}#s3"}:
            missed.append(title)
    assert missed == []


def test_every_chinese_title_is_read_with_a_section() -> None:
    for title, cap in titles().chinese.items():
        if cap.isdigit():
            (mention,) = mentions(f"根據《{title}》第3條")
            assert mention.reference == f"hk/cap{cap}#s3"


def test_codes_that_no_court_has_are_repaired_and_say_so() -> None:
    for wrong in wrong_codes():
        (mention,) = mentions(f"[2019] {wrong} 12")
        assert mention.reading == "repaired"
        assert mention.note.startswith("no_court_has_the_code")


@pytest.mark.parametrize(
    ("judged", "reading"),
    [
        (identifiers.judge_neutral("hkcfa", 1996, 3, "["), "impossible"),
        (identifiers.judge_neutral("hkcfa", 2020, 900, "["), "impossible"),
        (identifiers.judge_neutral("hkca", 2020, 0, "["), "impossible"),
        (identifiers.judge_neutral("hkca", 2020, 900, "("), "repaired"),
        (identifiers.judge_neutral("hkca", 1998, 900, "["), "well_formed"),
        (identifiers.judge_report("HKCFAR", 2012, "15", 1, "("), "well_formed"),
        (identifiers.judge_report("HKCFAR", 2012, "14", 1, "("), "impossible"),
        (identifiers.judge_report("HKCFAR", 1997, "1", 1, "("), "well_formed"),
        (identifiers.judge_report("HKLRD", 2012, "1", 5, "("), "repaired"),
        (identifiers.judge_report("HKLR", 2005, "1", 5, "["), "impossible"),
        (identifiers.judge_report("HKLRD", 2012, "1", 0, "["), "impossible"),
        (identifiers.judge_action(0, 2020), "impossible"),
        (identifiers.judge_provision("0"), "impossible"),
        (identifiers.judge_provision("161", 160), "impossible"),
        (identifiers.judge_provision("33A"), "well_formed"),
    ],
)
def test_identifiers_are_judged_before_any_corpus_is_asked(judged: identifiers.Judged, reading: str) -> None:
    assert judged[0] == reading
    assert bool(judged[1]) == (reading != "well_formed")


def test_an_ambiguous_abbreviation_names_its_candidates_and_no_reference() -> None:
    (mention,) = mentions("section 5 of the CO")
    assert mention.reference is None
    assert {"hk/cap200#s5", "hk/cap622#s5"} <= set(mention.candidates)
    assert mention.note == "abbreviation_of_several_acts"


def test_an_ambiguous_abbreviation_is_settled_by_the_act_the_text_names() -> None:
    found = mentions("the Crimes Ordinance (Cap. 200) applies. Section 161 of the CO is clear.")
    assert found[-1].reference == "hk/cap200#s161"


def test_a_title_page_number_without_its_court_keeps_its_candidates() -> None:
    (mention,) = mentions("刑事案件2024年第238號")
    assert mention.reference is None
    assert set(mention.candidates) == {"hk/HCCC/238/2024", "hk/DCCC/238/2024"}


def test_a_title_that_does_not_belong_to_its_number_is_noted() -> None:
    (mention,) = mentions("the Evidence Ordinance (Cap. 486)")
    assert (mention.reference, mention.note) == ("hk/cap486", "title_and_number_differ")


def test_a_short_form_says_what_it_leans_on() -> None:
    text = "HKSAR v Chan [2009] 2 HKLRD 437. In Chan, at [41], it was said."
    first, second = mentions(text, "hk/hkca/2031/5")
    assert second.antecedent == first.start


def test_a_short_form_without_an_antecedent_has_a_reason() -> None:
    (mention,) = mentions("LCYP v JEK, supra, at [40]", "hk/hkca/2031/5")
    assert (mention.reference, mention.note) == (None, "antecedent_missing")


def test_ibid_that_follows_a_paper_of_the_parties_is_listed_and_not_a_citation() -> None:
    extraction = extractor("hk", "uk", "eu").extract(
        "The Applicant’s Submissions, p 5.\n\n [3]\n Ibid., p 6.", jurisdiction="hk"
    )
    assert extraction.mentions == ()
    assert [each.reason for each in extraction.unparsed] == ["of_a_paper_of_the_record"]


def test_bare_sections_are_left_alone_in_a_text_of_no_place_that_cites_nothing() -> None:
    assert mentions("Section 5 of this manual; see section 6.", jurisdiction=None) == ()


def test_a_bare_section_behind_a_british_act_is_not_given_to_a_hong_kong_ordinance() -> None:
    text = "section 5 of the Evidence Ordinance (Cap. 8); section 51 of the Sale of Goods Act 1979; section 53 states"
    assert mentions(text, "hk/hkdc/2031/4")[-1].reference == "uk/ukpga/1979/sale-of-goods-act#section-53"


def test_data_of_the_pack_hangs_together() -> None:
    known = set(prefixes())
    for case_type in case_types():
        assert all(prefix in known for _, prefix in case_type.prefixes), case_type.english
    assert any(instrument.articles == 160 for instrument in instruments())
    assert titles().english["personal data (privacy) ordinance"] == "486"
    assert titles().abbreviation("P.D.P.O") == ("486",)


def test_attack_of_long_runs_stays_linear() -> None:
    """No pattern may run away on brackets, labels, title words or digits repeated many times."""
    for unit in (
        "section 1(a)",
        "(1)(a)",
        "Of The ",
        "[2020] ",
        "第1(1)條及",
        "of Part 1 of Schedule 1 ",
        "at [1]-[2], ",
        "Ordinance ",
        "FACV 1, ",
        "and ",
    ):
        extractor("hk", "uk", "eu").extract(unit * 4000, jurisdiction="hk")
