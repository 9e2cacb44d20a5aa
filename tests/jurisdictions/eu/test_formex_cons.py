"""Consolidated states in Formex: each trap of the format has a test that names it."""

from __future__ import annotations

import pytest
from tests.jurisdictions.eu.reading import document, place, places, sides, text
from tests.jurisdictions.eu.specimens import ARTICLES, cons_formex, ranged

from pincite.errors import UnreadableSource
from pincite.jurisdictions.eu.sources.formex_cons import read
from pincite.law.document import Document


def consolidated(terms: str = ARTICLES, **more: str) -> Document:
    return document("eu.formex_cons", cons_formex(terms, **more))


def article(inner: str, number: str = "5", identifier: str = "") -> str:
    return (
        f'<ARTICLE IDENTIFIER="{identifier or number.zfill(3)}"><TI.ART>Article {number}</TI.ART>'
        f"<STI.ART>Oil</STI.ART>{inner}</ARTICLE>"
    )


def paragraph(number: str, *alineas: str) -> str:
    inner = "".join(each if each.startswith("<") else f"<ALINEA>{each}</ALINEA>" for each in alineas)
    return f'<PARAG IDENTIFIER="005.{number.zfill(3)}"><NO.PARAG>{number}.</NO.PARAG>{inner}</PARAG>'


def item(label: str, words: str, more: str = "") -> str:
    return f"<ITEM><NP><NO.P>{label}</NO.P><TXT>{words}</TXT>{more}</NP></ITEM>"


def test_a_state_is_an_expression_of_the_act_and_keeps_its_own_number() -> None:
    found = consolidated()
    assert str(found.expression) == "eu/32031R9001@en/2033-04-01"
    assert found.aliases == ("eu/02031R9001-20330401",)
    assert found.legal_value == "unofficial"
    assert found.meta["consolidated_celex"] == "02031R9001-20330401"
    assert found.meta["date_document"] == "2031-02-27"
    assert found.meta["oj"] == "L 77, 2031-03-05, p. 12"
    assert found.meta["amending_acts"] == "32035L0007"
    assert found.url == "https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=CELEX:02031R9001-20330401"
    assert found.generator == "formex-06.02.1-20231031"


def test_the_title_gives_number_and_name_as_short_titles() -> None:
    found = consolidated()
    assert found.title.startswith(
        "Regulation (EU) 2031/9001 of the European Parliament and of the Council of 27 February"
    )
    assert found.short_titles == ("Regulation (EU) 2031/9001", "General Lantern Regulation")


def test_each_paragraph_and_point_begins_a_line_with_its_printed_label() -> None:
    assert text(consolidated(), "art_1") == (
        "Article 1\nScope\n1. This Regulation applies to:\n(a) lanterns;\n(b) wicks that are:\n(i) dry; or\n(ii) oiled.\n"
        "Point (b) does not apply to candles.\n2. It protects the night."
    )


def test_places_are_named_as_they_are_cited() -> None:
    found = consolidated()
    assert places(found) == [
        "tit_1", "cpt_I", "cpt_I/heading", "art_1", "art_1/par_1", "art_1/par_1/sub_1", "art_1/par_1/pnt_a",
        "art_1/par_1/pnt_b", "art_1/par_1/pnt_b/pnt_i", "art_1/par_1/pnt_b/pnt_ii", "art_1/par_1/sub_2", "art_1/par_2",
    ]  # fmt: skip
    assert place(found, "art_1/par_1/pnt_b/pnt_i").path == "cpt_I art_1 art_1/par_1 art_1/par_1/sub_1 art_1/par_1/pnt_b"
    assert [str(node.eid) for node in found.provisions if node.block] == ["tit_1", "cpt_I/heading", "art_1"]
    assert place(found, "art_1").url.endswith("CELEX:02031R9001-20330401#art_1")
    assert place(found, "art_1/par_2").publisher_id == "001.002"


# ---- trap 1: deleted ranges


def test_trap_a_deleted_point_is_no_text_and_a_node_that_says_so() -> None:
    points = item("(a)", "whale oil;") + ranged(item("(b)", "seal oil;"), "DELETED") + item("(c)", "no oil.")
    found = consolidated(article(paragraph("1", f'<ALINEA><P>Use:</P><LIST TYPE="alpha">{points}</LIST></ALINEA>')))
    assert text(found, "art_5") == "Article 5\nOil\n1. Use:\n(a) whale oil;\n(c) no oil."
    gone = place(found, "art_5/par_1/pnt_b")
    assert (gone.status, gone.label, gone.start == gone.end) == ("deleted", "(b)", True)
    assert place(found, "art_5/par_1/pnt_c").status == "in_force"
    assert sides(found, "deleted") == [("DELETED 32035L0007 AR:1;PT:2;PT:b", "(b) seal oil;")]
    assert found.meta["deleted_ranges"] == "1"


def test_trap_a_deleted_article_is_a_block_without_words() -> None:
    terms = article(paragraph("1", "Oil burns.")) + ranged(article(paragraph("1", "Oil floats."), "6"), "DELETED")
    found = consolidated(terms)
    gone = place(found, "art_6")
    assert (gone.status, gone.block, found.text_of(gone), gone.heading) == ("deleted", True, "", "Oil")
    assert place(found, "art_6/par_1").status == "deleted"
    assert "floats" not in found.text
    assert sides(found, "deleted")[0][1] == "Article 6\nOil\n1. Oil floats."


def test_trap_a_deleted_title_takes_its_chapters_and_articles_with_it() -> None:
    chapter = f"<DIVISION><TITLE><TI><P>CHAPTER V</P></TI></TITLE>{article(paragraph('1', 'Oil.'), '7')}</DIVISION>"
    title = f"<DIVISION><TITLE><TI><P>TITLE II</P></TI></TITLE>{chapter}</DIVISION>"
    found = consolidated(article(paragraph("1", "Oil burns.")) + ranged(title, "DELETED"))
    assert {place(found, eid).status for eid in ("tis_II", "tis_II/cpt_V", "art_7", "tis_II/heading")} == {"deleted"}
    assert "CHAPTER" not in found.text


def test_trap_ranges_nest_and_cross_elements_and_what_is_deleted_stays_so() -> None:
    inner = ranged(item("(b)", "seal oil;"), "INSERTED", key="002")
    points = item("(a)", "whale oil;") + ranged(inner + item("(c)", "fish oil;"), "DELETED", key="001")
    crossing = (
        '<PARAG IDENTIFIER="005.002"><NO.PARAG><?CLG.MDFO ID="O9" ACTION="DELETED" ACTIVE.DOC="32035L0007" ACTIVE.LOC="TO"?>2.'
        '</NO.PARAG><ALINEA>Gone<?CLG.MDFC IDREF="O9"?> but this stays.</ALINEA></PARAG>'
    )
    found = consolidated(article(paragraph("1", f'<ALINEA><LIST TYPE="alpha">{points}</LIST></ALINEA>') + crossing))
    assert text(found, "art_5") == "Article 5\nOil\n1. (a) whale oil;\nbut this stays."
    assert place(found, "art_5/par_1/pnt_b").status == "deleted"
    assert place(found, "art_5/par_2").status == "in_force"


def test_trap_words_deleted_in_a_sentence_leave_one_space() -> None:
    found = consolidated(article(f"<ALINEA>Oil {ranged('of whales ', 'DELETED')}burns.</ALINEA>"))
    assert text(found, "art_5") == "Article 5\nOil\nOil burns."
    assert sides(found, "deleted")[0][1] == "of whales"


def test_an_article_all_of_whose_paragraphs_are_deleted_is_deleted() -> None:
    found = consolidated(
        article(ranged(paragraph("1", "Oil.") + paragraph("2", "More oil."), "DELETED"))
        + article("<ALINEA>x</ALINEA>", "6")
    )
    assert place(found, "art_5").status == "deleted"
    assert text(found, "art_5") == "Article 5\nOil"


def test_a_deleted_unit_whose_number_another_one_bears_is_no_place() -> None:
    points = ranged(item("(a)", "seal oil;"), "DELETED", key="1") + ranged(
        item("(a)", "fish oil."), "INSERTED", key="2"
    )
    terms = article(paragraph("1", f'<ALINEA><LIST TYPE="alpha">{points}</LIST></ALINEA>'))
    again = ranged(article("<ALINEA>Old.</ALINEA>", "6"), "DELETED", key="3") + article("<ALINEA>New.</ALINEA>", "6")
    found = consolidated(terms + again)
    assert places(found).count("art_5/par_1/pnt_a") == places(found).count("art_6") == 1
    assert text(found, "art_5/par_1/pnt_a") == "(a) fish oil."
    assert text(found, "art_6").endswith("New.")
    assert "seal oil" not in found.text


def test_a_deleted_subparagraph_does_not_count() -> None:
    gone = ranged("<ALINEA>Second, once.</ALINEA>", "DELETED")
    found = consolidated(article(paragraph("1", "First.", gone, "Second now.")))
    assert text(found, "art_5/par_1/sub_2") == "Second now."
    assert "art_5/par_1/sub_3" not in places(found)


def test_attack_a_deleted_range_without_an_end_is_refused_and_not_read_as_law() -> None:
    broken = article(paragraph("1", "Oil.") + ranged(paragraph("2", "Gone."), "DELETED")).replace(
        "CLG.MDFC", "CLG.GONE"
    )
    with pytest.raises(UnreadableSource, match="32035L0007 deleted does not end"):
        read(cons_formex(broken), name="cut.xml", options={})


# ---- trap 2: quotation marks and other characters that are elements


def test_trap_quotation_marks_are_elements() -> None:
    quoted = '<QUOT.START CODE="2018" ID="Q1" REF.END="Q2"/>wick<QUOT.END CODE="2019" ID="Q2" REF.START="Q1"/>'
    found = consolidated(article(f"<ALINEA>{quoted} means a thread;</ALINEA>"))
    assert text(found, "art_5").endswith("‘wick’ means a thread;")


def test_attack_a_quotation_mark_with_a_code_that_is_no_character_is_still_a_mark() -> None:
    found = consolidated(article('<ALINEA><QUOT.START CODE="D800"/>wick<QUOT.END CODE="zz"/></ALINEA>'))
    assert text(found, "art_5").endswith('"wick"')


def test_numbers_are_grouped_as_the_publisher_prints_them() -> None:
    found = consolidated(
        article('<ALINEA>Up to EUR <FT TYPE="NUMBER">10000000</FT> or <FT TYPE="NUMBER">950</FT>.</ALINEA>')
    )
    assert text(found, "art_5").endswith("Up to EUR 10\u00a0000\u00a0000 or 950.")


def test_dashes_of_a_list_are_printed_and_indents_are_counted() -> None:
    found = consolidated(
        article(
            '<ALINEA><P>Oil is:</P><LIST TYPE="DASH"><ITEM><P>wet,</P></ITEM><ITEM><P>dark.</P></ITEM></LIST></ALINEA>'
        )
    )
    assert text(found, "art_5") == "Article 5\nOil\nOil is:\n— wet,\n— dark."
    assert text(found, "art_5/idt_2") == "— dark."


def test_a_list_of_definitions_has_its_separator() -> None:
    entries = '<DLIST SEPARATOR=":"><DLIST.ITEM><PREFIX>—</PREFIX><TERM>oil</TERM><DEFINITION>EUR <FT TYPE="NUMBER">2000</FT></DEFINITION></DLIST.ITEM></DLIST>'
    found = consolidated(article(f"<ALINEA><P>Fees</P><P>{entries}</P></ALINEA>"))
    assert text(found, "art_5/idt_1") == "— oil : EUR 2\u00a0000"


# ---- notes, pages, formatting


def test_trap_a_note_stands_in_the_middle_of_a_sentence() -> None:
    note = '<NOTE NOTE.ID="E0007" NUMBERING="ARAB" TYPE="FOOTNOTE"><P>Lamps (<REF.DOC.OJ COLL="L" NO.OJ="1">OJ L 1</REF.DOC.OJ>).</P></NOTE>'
    found = consolidated(article(f"<ALINEA>Oil{note}, and wicks.</ALINEA>"))
    assert text(found, "art_5").endswith("Oil, and wicks.")
    assert sides(found, "note") == [("7", "Lamps (OJ L 1).")]
    side = next(each for each in found.sides if each.kind == "note")
    assert found.text[: side.at].endswith("Oil")


def test_trap_a_deleted_range_inside_a_note_deletes_nothing_of_the_law() -> None:
    note = f'<NOTE NOTE.ID="E1"><P>{ranged("Old lamps.", "DELETED")} New lamps.</P></NOTE>'
    found = consolidated(article(f"<ALINEA>Oil{note}, and wicks.</ALINEA>"))
    assert text(found, "art_5").endswith("Oil, and wicks.")
    assert sides(found, "deleted") == []


def test_trap_pages_are_instructions_in_the_middle_of_a_sentence() -> None:
    found = consolidated(article("<ALINEA>Oil burns<?PAGE NO='7'?> and smells.</ALINEA>"))
    assert text(found, "art_5").endswith("Oil burns and smells.")
    page = next(side for side in found.sides if side.kind == "page")
    assert (page.label, page.text, found.text[: page.at].endswith("burns")) == ("7", "7", True)


def test_formatting_is_flattened_and_letter_case_stays() -> None:
    found = consolidated(
        article('<ALINEA><HT TYPE="BOLD">Oil <HT TYPE="UC">in</HT></HT><HT TYPE="SUB">2</HT>.</ALINEA>')
    )
    assert text(found, "art_5").endswith("Oil in2.")


def test_quoted_text_of_another_act_is_written_and_is_no_provision_of_this_one() -> None:
    inner = f'<QUOT.S LEVEL="1">{paragraph("9", "Burn oil.")}</QUOT.S>'
    amending = f'<ALINEA><P>Directive 2001/1/EC is amended as follows:</P><LIST TYPE="ARAB">{item("(1)", "the following is added:", f"<P>{inner};</P>")}</LIST></ALINEA>'
    found = consolidated(article(amending))
    assert places(found, "quoted") == ["art_5/pnt_1/quo_1"]
    assert text(found, "art_5/pnt_1/quo_1") == "9. Burn oil.;"
    assert not [eid for eid in places(found) if "par_9" in eid]


# ---- recitals, numbers, names


def test_a_state_has_the_recitals_that_stand_in_its_file_and_mostly_none() -> None:
    consid = "<PREAMBLE><GR.CONSID><GR.CONSID.INIT>Whereas:</GR.CONSID.INIT><CONSID><NP><NO.P>(47)</NO.P><TXT>Moths.</TXT></NP></CONSID></GR.CONSID></PREAMBLE>"
    assert places(consolidated(), "recital") == []
    assert text(consolidated(preamble=consid), "rct_47") == "(47) Moths."


@pytest.mark.parametrize(
    ("label", "eid"),
    [
        ("(a)", "pnt_a"), ("a)", "pnt_a"), ("(12)", "pnt_12"), ("3.", "pnt_3"), ("(xviia)", "pnt_xviia"),
        ("xvii bis)", "pnt_xviia"), ("12 ter)", "pnt_12b"), ('62<HT TYPE="ITALIC">(bis)</HT>', "pnt_62a"), ("4.1.", "pnt_4.1"),
    ],
)  # fmt: skip
def test_labels_name_the_same_place_in_every_language(label: str, eid: str) -> None:
    found = consolidated(article(f'<ALINEA><P>Oil:</P><LIST TYPE="ARAB">{item(label, "x")}</LIST></ALINEA>'))
    assert places(found, "point") == [f"art_5/{eid}"]


@pytest.mark.parametrize(
    ("printed", "identifier", "eid"),
    [
        ("Article 27 decies", "027I", "art_27i"), ("Article premier", "001", "art_1"), ("Article 4a", "004A", "art_4a"),
        ("Article 16 bis", "", "art_16a"), ("Article premier", "", "art_1"), ("Article 7", "", "art_7"),
    ],
)  # fmt: skip
def test_articles_are_named_by_their_identifier_or_else_by_their_label(printed: str, identifier: str, eid: str) -> None:
    terms = f'<ARTICLE IDENTIFIER="{identifier}"><TI.ART>{printed}</TI.ART><ALINEA>x</ALINEA></ARTICLE>'
    assert places(consolidated(terms), "article") == [eid]


@pytest.mark.parametrize(
    ("heading", "eid"),
    [
        ("CHAPITRE III BIS", "cpt_IIIA"), ("CHAPTER IIIA", "cpt_IIIA"), ("TITRE PREMIER", "tis_I"), ("Section\u00a02", "sct_2"),
        ("KAPITEL IV", "cpt_IV"), ("CAPO V", "cpt_V"), ("FINAL PROVISIONS", "div_1"), ("PART B", "prt_B"), ("PART THREE", "prt_3"), ("TROISIÈME PARTIE", "prt_3"), ("Sub-Section 2", "ssct_2"), ("1. ABSCHNITT", "sct_1"), ("Transitional provisions", "div_1"),
    ],
)  # fmt: skip
def test_divisions_are_named_by_word_and_number(heading: str, eid: str) -> None:
    terms = f"<DIVISION><TITLE><TI><P>{heading}</P></TI><STI><P>On oil</P></STI></TITLE>{article('<ALINEA>x</ALINEA>')}</DIVISION>"
    found = consolidated(terms)
    assert f"{eid}/heading" in places(found)
    assert place(found, eid).heading == "On oil"


def test_trap_an_id_that_repeats_is_counted_and_reported() -> None:
    lists = f'<P>Oil:</P><LIST TYPE="alpha">{item("(a)", "x")}</LIST><P>and:</P><LIST TYPE="alpha">{item("(a)", "y")}</LIST>'
    found = consolidated(article(f"<ALINEA>{lists}</ALINEA>"))
    assert [(node.eid, node.ordinal) for node in found.provisions if node.kind == "point"] == [
        ("art_5/pnt_a", 0),
        ("art_5/pnt_a", 1),
    ]
    assert [finding.code for finding in found.findings] == ["repeated_ids"]


def test_points_that_two_subparagraphs_share_are_told_apart_by_the_subparagraph() -> None:
    one = f'<ALINEA><P>First:</P><LIST TYPE="alpha">{item("(a)", "x")}</LIST></ALINEA>'
    found = consolidated(article(paragraph("1", one, one.replace("First", "Second").replace(">x<", ">y<"), "Third.")))
    assert text(found, "art_5/par_1/sub_1/pnt_a") == "(a) x"
    assert text(found, "art_5/par_1/sub_2/pnt_a") == "(a) y"
    assert text(found, "art_5/par_1/sub_3") == "Third."


def test_a_line_that_goes_on_the_sentence_after_a_list_begins_no_subparagraph() -> None:
    goes_on = f'<ALINEA><P>Oil that:</P><LIST TYPE="alpha">{item("(a)", "burns;")}</LIST><P>shall be sold.</P></ALINEA>'
    assert places(consolidated(article(paragraph("1", goes_on))), "subparagraph") == []
    begins = goes_on.replace("shall be", "It shall be")
    assert len(places(consolidated(article(paragraph("1", begins))), "subparagraph")) == 2


def test_an_article_without_numbered_paragraphs_has_points_and_subparagraphs_of_its_own() -> None:
    found = consolidated(
        article(f'<ALINEA><P>Oil:</P><LIST TYPE="ARAB">{item("(1)", "x")}</LIST></ALINEA><ALINEA>Then.</ALINEA>')
    )
    assert places(found)[2:] == ["art_5/sub_1", "art_5/pnt_1", "art_5/sub_2"]


# ---- amendments


def test_amendment_marks_name_the_instrument_and_the_place_in_it() -> None:
    terms = article(paragraph("1", "Oil.") + ranged(paragraph("2", "More."), "REPLACED", place="AR:71;PT:2"))
    found = consolidated(terms + article("<ALINEA>x</ALINEA>", "6"))
    assert place(found, "art_5/par_2").amended_by == ("eu/32035L0007#art_71/pnt_2",)
    assert place(found, "art_5").amended_by == ("eu/32035L0007#art_71/pnt_2",)
    assert place(found, "art_5/par_1").amended_by == place(found, "art_6").amended_by == ()
    marks = [side for side in found.sides if side.kind.startswith("modification")]
    assert [side.kind for side in marks] == ["modification", "modification_end"]
    assert marks[0].label == "REPLACED 32035L0007 AR:71;PT:2"
    assert 'ACTIVE.LOC="AR:71;PT:2"' in marks[0].text


def test_a_range_around_an_article_is_behind_all_of_it() -> None:
    found = consolidated(ranged(article(paragraph("1", "Oil.")), "INSERTED", place="AR:44 .AND. AX:II;PR:B"))
    assert place(found, "art_5/par_1").amended_by == ("eu/32035L0007#art_44", "eu/32035L0007#anx_II/prt_B")


def test_a_place_in_a_corrigendum_is_the_corrigendum() -> None:
    found = consolidated(article(ranged(paragraph("1", "Oil."), "REPLACED", act="32031R9001R(02)", place="TO")))
    assert place(found, "art_5/par_1").amended_by == ("eu/32031R9001R(02)",)


def test_a_state_that_the_publisher_says_has_ended_says_until_when() -> None:
    found = consolidated(article(paragraph("1", "Oil.") + ranged(paragraph("2", "x"), "DELETED")), ends="20340101")
    assert place(found, "art_5/par_1").valid_to == "2034-01-01"
    assert place(found, "art_5/par_2").valid_to is None
    assert consolidated().provisions[0].valid_to is None


def test_an_amendment_that_does_not_end_or_does_not_begin_is_reported_and_loses_nothing() -> None:
    found = consolidated(article('<ALINEA>Oil<?CLG.MDFC IDREF="O77"?> burns.</ALINEA>'))
    assert text(found, "art_5").endswith("Oil burns.")
    assert [finding.code for finding in found.findings] == ["unmatched_modifications"]


# ---- annexes


def test_an_annex_has_a_heading_and_its_points_are_blocks() -> None:
    sections = f'<GR.SEQ LEVEL="2"><TITLE><TI><P>SECTION C</P></TI><STI><P>Oils</P></STI></TITLE><P>The oils are:</P><LIST TYPE="ARAB">{item("(1)", "whale;")}{item("(2)", "seal.")}</LIST></GR.SEQ>'
    annex = f'<CONS.ANNEX><TITLE><TI><P>ANNEX IV</P></TI><STI><P>Lists</P></STI></TITLE><CONTENTS><GR.SEQ LEVEL="1"><TITLE><TI><P>ALL THAT BURNS</P></TI></TITLE>{sections}</GR.SEQ></CONTENTS></CONS.ANNEX>'
    found = consolidated(annexes=annex)
    assert [str(node.eid) for node in found.provisions if node.block][-6:] == [
        "anx_IV/heading", "anx_IV/grp_1/heading", "anx_IV/sct_C/heading", "anx_IV/sct_C/sub_1", "anx_IV/sct_C/pnt_1", "anx_IV/sct_C/pnt_2",
    ]  # fmt: skip
    assert text(found, "anx_IV/sct_C/pnt_2") == "(2) seal."
    assert text(found, "anx_IV/heading") == "ANNEX IV\nLists"


def test_tables_are_rows_of_cells_and_a_block() -> None:
    rows = "".join(
        f'<ROW><CELL COL="1">{a}</CELL><CELL COL="2">{b}</CELL></ROW>' for a, b in (("Oil", "Fee"), ("Whale", "<IE/>"))
    )
    annex = f'<CONS.ANNEX><TITLE><TI><P>ANNEX</P></TI></TITLE><CONTENTS><TBL COLS="2" NO.SEQ="0001"><CORPUS>{rows}</CORPUS></TBL></CONTENTS></CONS.ANNEX>'
    assert text(consolidated(annexes=annex), "anx/tbl_1") == "Oil Fee\nWhale"


def test_a_deleted_section_of_an_annex_is_deleted() -> None:
    section = f'<GR.SEQ LEVEL="1"><TITLE><TI><P>SECTION D</P></TI></TITLE><LIST TYPE="ARAB">{item("(1)", "tar.")}</LIST></GR.SEQ>'
    annex = f"<CONS.ANNEX><TITLE><TI><P>ANNEX I</P></TI></TITLE><CONTENTS><P>Oils</P>{ranged(section, 'DELETED')}</CONTENTS></CONS.ANNEX>"
    found = consolidated(annexes=annex)
    assert {place(found, eid).status for eid in ("anx_I/sct_D", "anx_I/sct_D/pnt_1", "anx_I/sct_D/heading")} == {
        "deleted"
    }
    assert "tar" not in found.text


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b"\x00\x01binary", "not well-formed|UTF-16|cannot be read"),
        (cons_formex()[:-300], "ends before it is complete"),
        (b"<ACT/>", "not <CONS.ACT>"),
        (b"<CONS.ACT/>", "no <INFO.CONSLEG>"),
        (cons_formex().replace(b"<CONS.DOC>", b"<OTHER>").replace(b"</CONS.DOC>", b"</OTHER>"), "no <CONS.DOC>"),
        (cons_formex(state="soon"), "does not say its state"),
        (cons_formex(language="English"), "does not say its language"),
        (cons_formex().replace(b"32031R9001<", b"?<").replace(b"2031R9001", b"?"), "does not say its act"),
        (cons_formex("<P>words</P>"), "no article and no annex"),
        (cons_formex("<P>" * 300), "nest|complete|mismatched"),
        (b'<!DOCTYPE x [<!ENTITY a "b">]>' + cons_formex().split(b"?>", 1)[1], "entit"),
    ],
)
def test_hostile_files_are_refused_by_name_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(UnreadableSource, match=reason) as caught:
        read(data, name="hostile.xml", options={})
    assert caught.value.name == "hostile.xml"
