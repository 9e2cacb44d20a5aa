"""Hong Kong legislation in HKLM: each trap of the format has a test that names it."""

from __future__ import annotations

import pytest
from tests.jurisdictions.hk.specimens import hklm
from tests.jurisdictions.offsets import assert_every_character_is_accounted_for

from pincite.errors import UnreadableSource
from pincite.formats.xml import read_xml
from pincite.jurisdictions.hk.sources.hklm import read
from pincite.law.document import Document, Provision

SECTION = """<part name="P1" temporalId="P1" status="operational" reason="inEffect" startPeriod="2030-01-01"><num value="1">Part
            1</num><heading>Preliminary</heading><section name="s2" temporalId="s2" status="operational" reason="inEffect"
 startPeriod="2031-05-01"><num value="2">2.</num><heading>Clouds</heading><subsection name="1" temporalId="s2_1"><num
 value="1">(1)</num><leadIn>No person shall sell a cloud unless—</leadIn><paragraph name="a" temporalId="s2_1_a"><num
 value="a">(a)</num><content>the cloud is
                licensed; or<inline class="width_3">\u00a0</inline><sourceNote>(Amended <ref href="/hk/2030/4">4 of 2030
 s. 3</ref>)</sourceNote></content></paragraph><paragraph name="b" temporalId="s2_1_b"><num value="b">(b)</num><leadIn>it
 is raining and—</leadIn><subparagraph name="1" temporalId="s2_1_b_1"><num value="1">(i)</num><content>the buyer is
 wet.</content></subparagraph></paragraph><continued>and the Director agrees.</continued></subsection></section></part>"""


def chapter(data: bytes) -> Document:
    documents = read(data, name="cap.xml", options={})
    assert documents[0].losses == ()
    assert_every_character_is_accounted_for(data, documents, read_xml(data, name="cap.xml").pieces())
    return documents[0]


def place(document: Document, eid: str) -> Provision:
    return next(provision for provision in document.provisions if provision.eid == eid)


def text(document: Document, eid: str) -> str:
    return document.text_of(place(document, eid))


def section(inner: str, *, attributes: str = 'status="operational" startPeriod="2031-05-01"', name: str = "s5") -> str:
    return f'<section name="{name}" temporalId="{name}" {attributes}><num value="5">{name[1:]}.</num>{inner}</section>'


def test_a_chapter_is_known_by_its_number_language_and_version_date() -> None:
    found = chapter(hklm(SECTION))
    assert str(found.expression) == "hk/cap9999@en/2031-05-01"
    assert found.url == "https://www.elegislation.gov.hk/hk/cap9999!en"
    assert found.short_titles == ("Cap. 9999",)


def test_printed_labels_are_text_and_make_the_places() -> None:
    found = chapter(hklm(SECTION))
    assert text(found, "s2") == (
        "2. Clouds\n(1) No person shall sell a cloud unless—\n(a) the cloud is licensed; or\n"
        "(b) it is raining and—\n(i) the buyer is wet.\nand the Director agrees."
    )
    assert text(found, "s2_1_b_i") == "(i) the buyer is wet."
    assert [node.eid for node in found.provisions if node.block] == ["P1_heading", "s2"]
    assert place(found, "s2_1_b_i").path == "P1 s2 s2_1 s2_1_b"


def test_trap_white_space_inside_a_line_is_one_space_and_none_between_chinese_characters() -> None:
    assert text(chapter(hklm(SECTION)), "P1_heading") == "Part 1\nPreliminary"
    main = section("<heading>雲的\n    買賣</heading><content>任何人不得\n        售賣雲 ——</content>")
    assert text(chapter(hklm(main, language="zh-Hant-HK")), "s5") == "5. 雲的買賣\n任何人不得售賣雲 ——"


def test_trap_source_notes_in_the_middle_of_a_sentence_are_side_texts() -> None:
    found = chapter(hklm(SECTION))
    note = next(side for side in found.sides if side.kind == "source_note")
    assert note.text == "(Amended 4 of 2030 s. 3)"
    assert found.text[: note.at].endswith("licensed; or")
    assert "Amended" not in found.text


def test_trap_temporal_ids_repeat_between_definitions_and_the_term_tells_them_apart() -> None:
    definition = (
        '<def name="{0}"><leadIn><term>{1}</term> (<term xml:lang="zh-Hant-HK">雲</term>) means—</leadIn><paragraph name="a" '
        'temporalId="s2_1_a"><num value="a">(a)</num><content>{2};</content></paragraph></def>'
    )
    main = section(
        "<heading>H</heading><leadIn>In this Ordinance—</leadIn>"
        + definition.format("Cloud", "cloud", "vapour")
        + definition.format("BigCloud", "big cloud", "much vapour")
    )
    found = chapter(hklm(main))
    assert text(found, "s5_def_cloud_a") == "(a) vapour;"
    assert text(found, "s5_def_big-cloud_a") == "(a) much vapour;"
    assert place(found, "s5_def_cloud_a").publisher_id == place(found, "s5_def_big-cloud_a").publisher_id == "s2_1_a"


def test_trap_ids_differ_between_languages_and_labels_do_not() -> None:
    english = section(
        '<content/><paragraph name="b" temporalId="s5_b"><num value="b">(b)</num><subparagraph name="i" temporalId="s5_b_i">'
        '<num value="i">(i)</num><content>x</content></subparagraph></paragraph>'
        '<def name="Cloud"><term>cloud</term> (<term xml:lang="zh-Hant-HK">雲</term>) is one</def>'
    )
    chinese = section(
        '<def name="雲"><term>雲</term> (<term xml:lang="en">cloud</term>)指雲</def>'
        '<paragraph name="b" temporalId="s5_b"><num value="b">(b)</num><subparagraph name="1" temporalId="s5_b_1">'
        '<num value="1">(i)</num><content>某</content></subparagraph></paragraph>'
    )
    one, other = chapter(hklm(english)), chapter(hklm(chinese, language="zh-Hant-HK"))
    assert {node.eid for node in one.provisions} == {node.eid for node in other.provisions}
    assert (place(one, "s5_b_i").publisher_id, place(other, "s5_b_i").publisher_id) == ("s5_b_i", "s5_b_1")


def test_a_definition_without_a_marked_english_term_is_named_by_the_bracket() -> None:
    found = chapter(hklm(section('<def name="雲"><term>雲</term> (big cloud) 指雲。</def>'), language="zh-Hant-HK"))
    assert text(found, "s5_def_big-cloud") == "雲 (big cloud) 指雲。"


def test_a_label_that_repeats_is_counted() -> None:
    twice = '<paragraph name="a" temporalId="s5_a"><num value="a">(a)</num><content>x</content></paragraph>'
    found = chapter(hklm(section(twice + twice)))
    assert [node.ordinal for node in found.provisions if node.eid == "s5_a"] == [0, 1]
    assert [finding.code for finding in found.findings] == ["repeated_labels"]


def test_trap_sections_of_schedules_repeat_the_names_of_the_body() -> None:
    schedule = (
        '<schedule name="sch1" temporalId="sch1" status="operational" startPeriod="2031-01-01"><num value="1">Schedule 1</num>'
        '<note type="inline" role="crossReferences">[s. 2(1)]</note><heading>Principles</heading><section name="s2" '
        'temporalId="sch1_s2"><num value="2">2.</num><heading>Principle 2—rain</heading><content>Rain falls.</content></section>'
        '<part name="P1" temporalId="sch1_P1"><num value="1">Part I</num><section name="s1" temporalId="sch1_P1_s1"><num '
        'value="1">1.</num><content>Snow.</content></section><text>Form of licence <fillIn>.</fillIn> here</text></part></schedule>'
    )
    found = chapter(hklm(SECTION + schedule))
    assert text(found, "sch1_s2") == "2. Principle 2—rain\nRain falls."
    assert text(found, "sch1_heading") == "Schedule 1\nPrinciples"
    assert text(found, "sch1_PI_s1") == "1. Snow."
    assert text(found, "sch1_PI_text_1") == "Form of licence here"
    assert place(found, "sch1_s2").valid_from == "2031-01-01"
    assert {side.kind for side in found.sides} >= {"reference_note", "form_blank"}


def test_trap_a_pending_section_stands_in_full_and_is_not_law_and_has_no_date() -> None:
    pending = '<section name="s5" temporalId="s5" status="pending" reason="notYetInOperation"><num>5.</num><heading>Fog</heading><editorialNote><content>(Not yet in operation)</content></editorialNote><subsection name="1" temporalId="s5_1"><num>(1)</num><content>Fog is free.</content></subsection></section>'
    found = chapter(
        hklm(f'<part name="P1" status="operational" startPeriod="2030-01-01"><num>Part 1</num>{pending}</part>')
    )
    assert (place(found, "s5").status, place(found, "s5").valid_from) == ("pending", None)
    assert (place(found, "s5_1").status, place(found, "s5_1").valid_from) == ("pending", None)
    assert (place(found, "P1").status, place(found, "P1").valid_from) == ("in_force", "2030-01-01")
    assert text(found, "s5") == "5. Fog\n(1) Fog is free."


def test_repealed_and_omitted_sections_keep_their_number_and_state() -> None:
    gone = '<section name="s{0}" temporalId="s{0}" status="{1}" reason="x" startPeriod="2029-02-03"><num>{0}.</num><sourceNote>(Gone)</sourceNote></section>'
    found = chapter(hklm(gone.format(6, "repealed") + gone.format(7, "omitted")))
    assert [(node.eid, node.status, node.valid_from) for node in found.provisions] == [
        ("s6", "repealed", "2029-02-03"), ("s7", "omitted", "2029-02-03"),
    ]  # fmt: skip
    assert text(found, "s6") == "6."


@pytest.mark.parametrize(
    ("note", "status"),
    [
        ("(Repealed 3 of 2031 s. 4)", "repealed"),
        ("(由2031年第3號第4條廢除)", "repealed"),
        ("(Omitted as spent—E.R. 1 of 2031)", "omitted"),
        ("(已失時效而略去—2031年第1號編輯修訂紀錄)", "omitted"),
        ("(Added 3 of 2031 s. 4)", "not_applicable"),
    ],
)
@pytest.mark.parametrize("tag", ["subsection", "paragraph", "subparagraph", "def"])
def test_fault_a_unit_that_holds_nothing_but_a_source_note_is_not_in_force(tag: str, note: str, status: str) -> None:
    gone = f'<{tag} name="2" temporalId="s5_2"><num>(2)</num><sourceNote>{note}</sourceNote></{tag}>'
    lives = '<subsection name="1" temporalId="s5_1"><num>(1)</num><content>Fog is free.</content></subsection>'
    found = chapter(hklm(section(lives + gone)))
    assert [node.status for node in found.provisions] == ["in_force", "in_force", status]
    assert found.provisions[2].valid_from is None
    assert found.empty_in_force() == ()


def test_fault_a_unit_whose_parts_are_all_repealed_is_repealed_and_one_with_words_is_not() -> None:
    gone = "<paragraph><num>({0})</num><sourceNote>(Repealed 3 of 2031 s. 4)</sourceNote></paragraph>"
    parts = gone.format("a") + gone.format("b")
    found = chapter(
        hklm(
            section(
                f"<subsection><num>(1)</num>{parts}</subsection>"
                f"<subsection><num>(2)</num><leadIn>Fog—</leadIn>{parts}</subsection>"
            )
        )
    )
    assert place(found, "s5_1").status == "repealed"
    assert place(found, "s5_2").status == "in_force"
    assert place(found, "s5").status == "in_force"


def test_a_repealed_chapter_has_no_provision_in_force() -> None:
    found = chapter(hklm(SECTION, status="Repealed"))
    assert {node.status for node in found.provisions} == {"repealed"}


def test_a_status_that_is_not_known_is_reported_and_is_not_taken_for_law_in_force() -> None:
    found = chapter(hklm(section("<content>x</content>", attributes='status="dormant"')))
    assert place(found, "s5").status == "not_applicable"
    assert [finding.code for finding in found.findings] == ["unknown_status"]


def test_trap_an_asterisk_that_leads_to_an_editorial_footnote_is_no_text_and_any_other_is() -> None:
    note = '<editorialNote type="footnote"><content>Editorial Note:</content><content><inline>*</inline> Commencement date: 8 May 2031.</content></editorialNote>'
    found = chapter(
        hklm(
            section(f"<content>after the commencement*\n   of Part 3;</content>{note}")
            + section("<content>oath/affirmation*</content>", name="s6")
        )
    )
    assert text(found, "s5") == "5. after the commencement of Part 3;"
    assert text(found, "s6") == "6. oath/affirmation*"
    assert "editorial_note" in {side.kind for side in found.sides}


def test_notes_and_examples_that_were_enacted_are_text() -> None:
    main = section(
        "<content>Rain falls.</content><statutoryNote><b>Note—</b><content>Snow too.</content></statutoryNote>"
    )
    assert text(chapter(hklm(main)), "s5") == "5. Rain falls.\nNote—\nSnow too."


def test_full_out_words_after_a_list_belong_to_the_subsection_and_not_to_the_last_paragraph() -> None:
    found = chapter(hklm(SECTION))
    assert text(found, "s2_1").endswith("and the Director agrees.")
    assert not text(found, "s2_1_b").endswith("agrees.")


def test_a_proviso_is_a_place() -> None:
    main = section(
        '<content>Rain falls,</content><proviso name="proviso" temporalId="s5_proviso"><leadIn>但冬季除外。</leadIn></proviso>'
    )
    assert text(chapter(hklm(main, language="zh-Hant-HK")), "s5_proviso") == "但冬季除外。"


def test_tables_are_rows_of_cells() -> None:
    table = '<text><table xmlns="http://www.w3.org/1999/xhtml"><tr><td><p>Cloud</p></td><td>Fee</td></tr><tr><td>Cirrus</td><td>$5<marker xmlns="http://www.xml.gov.hk/schemas/hklm/1.0" role="blank-line"/></td></tr></table></text>'
    assert text(chapter(hklm(section(table))), "s5") == "5.\nCloud Fee\nCirrus $5"


def test_front_matter_long_title_is_a_block_and_notes_are_side_texts() -> None:
    main = '<longTitle name="longTitle" temporalId="longTitle" status="operational" startPeriod="2030-01-01"><content>An Ordinance about\n   clouds.</content><content><marker role="blank-line"/></content></longTitle><commencementNote>[1 May\n   2030]<sourceNote>L.N. 5 of 2030</sourceNote></commencementNote><enactingFormula><content><sourceNote>(omitted)</sourceNote></content></enactingFormula>'
    found = chapter(hklm(main + SECTION))
    assert text(found, "longTitle") == "An Ordinance about clouds."
    assert "enactingFormula" not in {node.eid for node in found.provisions}
    assert next(side.text for side in found.sides if side.kind == "commencement_note") == "[1 May 2030]L.N. 5 of 2030"


def test_subsidiary_legislation_and_instruments_have_their_own_ids() -> None:
    title = '<docTitle name="shortTitle">Cloud\n       (Licensing)\n   Regulation</docTitle>'
    assert chapter(hklm(title + SECTION, root="subLeg", chapter="9999A")).title == "Cloud (Licensing) Regulation"
    data = hklm(SECTION).replace(b"/hk/cap9999!en", b"/hk/A999!en")
    assert chapter(data).work == "hk/A999"


def test_rules_of_court_are_called_by_order_and_rule() -> None:
    main = '<part name="O14" temporalId="O14"><num>Order 14</num><section name="r1" temporalId="O14_r1"><num>1.</num><content>Rain.</content></section></part>'
    assert text(chapter(hklm(main)), "O14_r1") == "1. Rain."


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b"\x00\x01binary", "UTF-16|not well-formed|binary|cannot be read"),
        (hklm(SECTION)[:-300], "ends before it is complete"),
        (b"<ordinance><meta/><main/></ordinance>", "not HKLM"),
        (b'<akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0"/>', "not HKLM"),
        (b'<ordinance xmlns="http://www.xml.gov.hk/schemas/hklm/1.0"><meta/></ordinance>', "no «main»"),
        (hklm("").replace(b"/hk/cap9999!en", b"").replace(b"<docNumber>9999", b"<docNumber>"), "names no chapter"),
        (hklm("", date="soon"), "no version date"),
        (hklm("<part>" * 3000), "deep|nest|not well-formed|complete"),
        (b'<!DOCTYPE x [<!ENTITY a "b">]>' + hklm(SECTION).split(b"?>", 1)[1], "entit"),
    ],
)
def test_hostile_files_are_refused_by_name_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(UnreadableSource, match=reason) as caught:
        read(data, name="hostile.xml", options={})
    assert caught.value.name == "hostile.xml"
