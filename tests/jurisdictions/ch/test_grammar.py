"""The Swiss grammar finds what the specimens mark, from its first to its last character, and nothing else."""

from __future__ import annotations

import pytest
from tests.jurisdictions.ch.marked import Marked, Specimen, specimens

from pincite.citations.extract import Extraction, Extractor
from pincite.citations.mention import Mention
from pincite.jurisdictions.ch.pack import PACK

EXTRACTOR = Extractor([PACK])


def extract(text: str, language: str = "", own: str = "") -> Extraction:
    return EXTRACTOR.extract(text, language=language, self_reference=own or None, jurisdiction="ch")


def mentions(text: str, language: str = "de", own: str = "") -> list[tuple[str, str | None]]:
    return [(mention.text, mention.reference) for mention in extract(text, language, own).mentions]


def only(text: str, language: str = "de") -> Mention:
    (mention,) = extract(text, language).mentions
    return mention


@pytest.mark.parametrize("specimen", specimens(), ids=lambda specimen: specimen.name)
def test_a_text_holds_the_mentions_marked_in_it_and_no_other(specimen: Specimen) -> None:
    found = extract(specimen.text, specimen.language, specimen.own).mentions
    assert [
        Marked(mention.start, mention.end, mention.form == "short", mention.reference) for mention in found
    ] == list(specimen.mentions)
    assert all(mention.text == specimen.text[mention.start : mention.end] for mention in found)


def test_the_specimens_are_enough_to_fail() -> None:
    assert len(specimens()) > 150
    assert sum(len(specimen.mentions) for specimen in specimens()) > 180


def test_a_mention_without_a_reference_says_why() -> None:
    for specimen in specimens():
        for mention in extract(specimen.text, specimen.language, specimen.own).mentions:
            assert mention.reference or mention.note, (specimen.name, mention)


@pytest.mark.parametrize(
    ("text", "reference"),
    [
        ("BGE[1] 140 III 86[2] E. 2", "ch/bge/140/III/86#consid_2"),
        ("BGE 140 III 86² E. 2", "ch/bge/140/III/86#consid_2"),
        ("ATF[^1] 140 III 86[^2] consid. 2", "ch/bge/140/III/86#consid_2"),
        ("Art. 8[1] ZGB", "ch/sr/210#art_8"),
        ("Art. 9 Abs. 1[^2] ZGB", "ch/sr/210#art_9/para_1"),
    ],
)
def test_the_mark_of_a_footnote_inside_a_citation_hides_it_not(text: str, reference: str) -> None:
    assert mentions(f"Siehe {text}.") == [(text, reference)]


def test_a_page_in_brackets_is_no_mark_of_a_footnote() -> None:
    assert mentions("Siehe BGE 140 III 86 [90].") == [("BGE 140 III 86 [90]", "ch/bge/140/III/86#p_90")]


def test_a_short_form_of_two_equal_antecedents_names_both() -> None:
    act = extract("Art. 41 OR und Art. 28 ZGB gelten. Art. 29 auch.", "de").mentions[-1]
    assert (act.note, act.candidates) == ("several_acts_before", ("ch/sr/220#art_29", "ch/sr/210#art_29"))
    case = extract("BGE 140 III 86; BGE 141 III 112. Der genannte Entscheid (E. 2) gilt.", "de").mentions[-1]
    assert case.note == "several_decisions_before"
    assert set(case.candidates) == {"ch/bge/140/III/86#consid_2", "ch/bge/141/III/112#consid_2"}


# ------------------------------------------------------------------------------------------------- what is known of it


@pytest.mark.parametrize(
    ("text", "reading", "note"),
    [
        ("BGE 140 III 86", "well_formed", ""),
        ("BGE 1 43 V 409", "repaired", "digits_of_the_volume_apart"),
        ("BGE 140 VI 86", "impossible", "no_part_VI"),
        ("BGE 12 IV 97", "impossible", "no_part_IV_in_volume_12"),
        ("BGE 399 III 1", "impossible", "no_volume_399"),
        ("BGE 140 III 9999", "impossible", "page_outside_the_volume"),
        ("Art. 0 OR", "impossible", "article_0"),
        ("BGer 4A.12/2012", "repaired", "separator_of_the_docket"),
        ("BGer 4A_12/2012", "well_formed", ""),
    ],
)
def test_an_identifier_is_well_formed_repaired_or_impossible(text: str, reading: str, note: str) -> None:
    mention = only(text)
    assert (mention.reading, mention.note) == (reading, note)


def test_a_page_inside_a_decision_proves_nothing() -> None:
    assert only("BGE 140 III 87").reading == "well_formed"


def test_a_swiss_ecli_is_listed_as_not_understood() -> None:
    found = extract("Urteil ECLI:CH:BGER:2020:4A.1.2020.", "de")
    assert found.mentions == ()
    assert [(item.text, item.reason) for item in found.unparsed] == [
        ("ECLI:CH:BGER:2020:4A.1.2020", "switzerland_has_no_ecli")
    ]


# ------------------------------------------------------------------------------------------------ acts and their names


@pytest.mark.parametrize(("language", "number"), [("fr", "946.202"), ("it", "935.62")])
def test_an_abbreviation_of_two_acts_is_decided_by_the_language_whose_own_it_is(language: str, number: str) -> None:
    assert mentions("art. 5 LCB", language) == [("art. 5 LCB", f"ch/sr/{number}#art_5")]


def test_an_abbreviation_the_language_does_not_decide_stays_open_with_its_candidates() -> None:
    mention = only("Art. 5 LCB")
    assert (mention.reference, mention.note) == (None, "ambiguous_abbreviation")
    assert mention.candidates == ("ch/sr/935.62#art_5", "ch/sr/946.202#art_5")


def test_an_abbreviation_that_stays_open_follows_what_the_text_cites_elsewhere() -> None:
    assert mentions("Art. 5 LCB; SR 946.202")[0] == ("Art. 5 LCB", "ch/sr/946.202#art_5")


def test_what_the_text_defines_comes_before_the_tables() -> None:
    text = "Gesetz über erfundene Dinge vom 1. Mai 2001 (OR; LS 999.1). Nach Art. 5 OR gilt das."
    assert mentions(text)[-1] == ("Art. 5 OR", "ch/zh/LS 999.1#art_5")


def test_a_definition_holds_also_for_what_stands_before_it() -> None:
    text = "Art. 87 XYG ist wichtig. Das Gesetz über erfundene Dinge vom 1. Mai 2001 (XYG, BLV 999.1) regelt es."
    assert mentions(text)[0] == ("Art. 87 XYG", "ch/vd/BLV 999.1#art_87")


def test_a_cantons_abbreviation_means_its_act_in_its_own_documents() -> None:
    assert mentions("Art. 5 LPA", "fr", "ch/ge/ATA/1/2020") == [("Art. 5 LPA", "ch/ge/LPA#art_5")]
    assert mentions("Art. 5 LPA", "fr", "ch/bger/1C_1/2020") == [("Art. 5 LPA", "ch/sr/455#art_5")]


def test_a_section_sign_names_no_federal_act() -> None:
    assert mentions("§ 165 StGB") == [("§ 165 StGB", None)]
    assert mentions("§ 165 PG", own="ch/zh/VB.2020.00001") == [("§ 165 PG", "ch/zh/PG#art_165")]


def test_a_docket_of_many_cantons_needs_its_canton() -> None:
    assert mentions("Das Paket SK 22 6 wog wenig.") == []
    assert mentions("Urteil SK 22 6 vom 3. Mai 2022") == []
    assert mentions("Urteil des Obergerichts des Kantons Bern SK 22 6") == [("SK 22 6", "ch/be/SK 22 6")]


# ----------------------------------------------------------------------------------------------------- an act's own text


def test_bare_articles_in_an_acts_own_text_mean_the_act() -> None:
    text = "Art. 3 Gegenstand\n1 Artikel 5 Absatz 2 gilt.\n2 Absatz 1 gilt nicht.\n"
    assert mentions(text, own="ch/sr/999.9") == [
        ("Artikel 5 Absatz 2", "ch/sr/999.9#art_5/para_2"),
        ("Absatz 1", "ch/sr/999.9#art_3/para_1"),
    ]


def test_a_heading_is_no_citation() -> None:
    text = "Art. 3 Gegenstand\nDieses Gesetz regelt alles.\nArt. 4 Begriffe\nEs gilt nichts.\n"
    assert mentions(text, own="ch/sr/999.9") == []


def test_a_short_form_points_to_its_antecedent() -> None:
    text = "Art. 97 Abs. 1 OR ist anwendbar. Abs. 2 gilt nicht."
    first, second = extract(text, "de").mentions
    assert (second.form, second.antecedent) == ("short", first.start)


def test_headings_glued_to_what_stands_before_them_are_followed() -> None:
    text = (
        "# Titel 1 AllgemeinesGegenstandArt. 11\u00a0Dieses Gesetz regelt Erfundenes.2 Absatz 1 gilt nicht."
        "ErmessenArt. 21\u00a0Es gilt alles.2 Absatz 1 gilt.BegriffeArt. 3aNach Absatz 4 gilt nichts."
    )
    assert mentions(text, own="ch/sr/999.9") == [
        ("Absatz 1", "ch/sr/999.9#art_1/para_1"),
        ("Absatz 1", "ch/sr/999.9#art_2/para_1"),
        ("Absatz 4", "ch/sr/999.9#art_3_a/para_4"),
    ]


def test_an_article_of_another_act_in_a_note_is_no_heading() -> None:
    text = "Art. 3 Gegenstand\nEs gilt nichts.\nEingefügt durch Ziff. II Art. 4 des BG vom 15. Dez. 1989.\n2 Dann aber gilt Absatz 1.\n"
    assert mentions(text, own="ch/sr/999.9")[-1] == ("Absatz 1", "ch/sr/999.9#art_3/para_1")


# ------------------------------------------------------------------------------------------- whose document it is


BARE = "Article 5 applies; no other does (see § 12)."


@pytest.mark.parametrize("jurisdiction", ["hk", "uk", "eu"])
def test_bare_places_in_another_countrys_text_are_not_swiss(jurisdiction: str) -> None:
    assert EXTRACTOR.extract(BARE, language="en", jurisdiction=jurisdiction).mentions == ()


def test_bare_places_in_a_text_that_shows_nothing_swiss_are_not_swiss() -> None:
    assert EXTRACTOR.extract(BARE, language="en").mentions == ()
    swiss = EXTRACTOR.extract(f"BGE 140 III 86. {BARE}", language="en").mentions
    assert [mention.text for mention in swiss[1:]] == ["Article 5", "§ 12"]


def test_a_bare_place_behind_swiss_law_is_swiss_in_any_text() -> None:
    text = "Article 41 CO and Article 42 were pleaded."
    found = EXTRACTOR.extract(text, language="en", jurisdiction="hk").mentions
    assert [mention.reference for mention in found] == ["ch/sr/220#art_41", "ch/sr/220#art_42"]
