"""Judgments of the Legal Reference System: each trap of the format has a test that names it."""

from __future__ import annotations

import pytest
from tests.jurisdictions.hk.specimens import BODY, TITLE_PAGE, lrs
from tests.jurisdictions.offsets import assert_every_character_is_accounted_for

from pincite.errors import UnreadableSource
from pincite.formats.html import read_html
from pincite.jurisdictions.hk.sources.lrs_html import EXTRACTOR, read
from pincite.law.document import Document, Provision


def judgment(data: bytes) -> Document:
    documents = read(data, name="page.htm", options={})
    assert len(documents) == 1
    assert documents[0].losses == ()
    assert_every_character_is_accounted_for(data, documents, read_html(data, name="page.htm").pieces())
    return documents[0]


def places(document: Document) -> list[str]:
    return [provision.eid for provision in document.provisions]


def place(document: Document, eid: str) -> Provision:
    return next(provision for provision in document.provisions if provision.eid == eid)


def text(document: Document, eid: str) -> str:
    return document.text_of(place(document, eid)).replace("\u00a0", " ")


def test_a_judgment_is_known_by_its_neutral_citation_and_its_action_number() -> None:
    found = judgment(lrs())
    assert str(found.expression) == "hk/hkca/2032/77@en/2032-03-17"
    assert found.aliases == ("hk/CACC/9001/2031",)
    assert found.title == "HKSAR v. FERDINAND FICTION"
    assert found.meta["court"] == "HKCA"
    assert found.meta["coram"] == "Hon Nobody VP in Court"
    assert found.meta["date_of_hearing"] == "2032-03-03"
    assert found.extractor == EXTRACTOR


def test_the_judgment_under_appeal_is_not_taken_for_the_judgment() -> None:
    assert judgment(lrs()).meta["appeal_from"] == "hk/hkcfi/2031/4; hk/HCCC/5/2030"


def test_blocks_are_title_page_headings_numbered_paragraphs_and_signatures() -> None:
    found = judgment(lrs())
    assert [node.eid for node in found.provisions if node.block] == [
        "head",
        "para_1",
        "h_1",
        "para_2",
        "h_2",
        "para_3",
        "tail",
    ]
    assert text(found, "para_3") == (
        "3.  Two things are to be said:\n(i)  clouds float;\n(ii)  rain falls.\nSo much is plain."
    )
    assert text(found, "tail").startswith("(A Nobody) Vice President\nMr N Nemo")
    assert place(found, "para_2").publisher_id == "p2"
    assert place(found, "para_2").url == f"{found.url}#p2"


def test_list_items_are_places_and_the_words_after_the_list_are_not_the_last_items() -> None:
    found = judgment(lrs())
    assert text(found, "para_3_ii") == "(ii)  rain falls."
    assert place(found, "para_3_ii").path == "para_3"


def test_a_quoted_passage_is_one_node_that_speaks_for_another() -> None:
    found = judgment(lrs())
    assert text(found, "para_2_q1") == "“36. Clouds are not goods.\n37. Nor is rain.”"
    assert place(found, "para_2_q1").role == "quoted_authority"


def test_headings_say_who_speaks_and_unknown_ones_say_nothing() -> None:
    found = judgment(lrs())
    roles = {str(node.eid): node.role for node in found.provisions}
    assert (roles["para_1"], roles["para_2"], roles["para_3"]) == ("unknown", "submission", "reasoning")
    body = BODY.replace("<i>Discussion</i>", "The weather of 2031")
    assert place(judgment(lrs(body)), "para_3").role == "unknown"


def test_footnotes_and_their_marks_in_the_sentence_are_side_texts_at_the_place_of_the_mark() -> None:
    found = judgment(lrs())
    assert "sold clouds without a licence" in found.text
    note = next(side for side in found.sides if side.kind == "note")
    assert (note.label, note.text.replace("\u00a0", " ")) == ("1", "[1]  Cumulus only.\nThey were small.")
    assert found.text[: note.at].endswith("sold clouds")
    assert "Cumulus" not in found.text


def test_trap_two_doctypes_blank_lines_activex_and_viewer_scripts_are_furniture() -> None:
    found = judgment(lrs())
    assert found.text.startswith("CACC 9001/2031")
    furniture = " ".join(side.text for side in found.sides if side.kind == "furniture")
    assert "@media" in furniture
    assert "parent.document.title" in furniture
    assert "DOMContentLoaded" in furniture
    assert "____" in furniture


def test_trap_a_quoted_document_with_anchors_of_the_same_id_begins_no_paragraph() -> None:
    quoted = '<blockquote><p><a name="p1" id="p1">“1.</a> Quoted rules count too.</p><p>2. They do.”</p></blockquote>'
    body = BODY.replace('<p class="heading"><i>', quoted + '<p class="heading"><i>')
    found = judgment(lrs(body))
    assert [eid for eid in places(found) if eid.startswith("para_1")] == ["para_1"]
    assert text(found, "para_2_q2") == "“1. Quoted rules count too.\n2. They do.”"


def test_trap_search_hits_are_stripped_and_the_words_stay_whole() -> None:
    hit = '<a name=ctx1><b><font color=blue>sold</font></b></a><a href=#ctx2><img border=0 src="/x.gif"></a>'
    found = judgment(lrs(BODY.replace("applicant sold clouds", f"applicant {hit} clouds")))
    assert "The applicant sold clouds" in found.text


def test_trap_no_break_spaces_that_indent_a_line_are_layout_and_those_inside_it_stay() -> None:
    found = judgment(lrs(BODY.replace("<p>So much", "<p>&nbsp;&nbsp;&nbsp;&nbsp;So much")))
    assert "\nSo much is plain." in found.text
    assert "1.\u00a0\u00a0The applicant" in found.text


def test_trap_a_corrigendum_does_not_take_the_place_of_what_it_corrects() -> None:
    page = TITLE_PAGE.replace(
        "CACC 9001/2031, [2032] HKCA 77", "CACC 9001/2031</p><p style='text-align:right'>[2032] HKCA 77"
    )
    page = page.replace("J U D G M E N T", "CORRIGENDUM").replace("Date of Judgment", "Date of Corrigendum")
    body = "<p>Between paragraphs 2 and 3 the following was omitted:</p><p>“Fog is a cloud.”</p>"
    found = judgment(lrs(body, title_page=page, file="CACC9001M/2031 HKSAR v. FERDINAND FICTION"))
    assert str(found.expression) == "hk/CACC/9001M/2031@en/2032-03-17"
    assert found.meta["corrects"] == "hk/hkca/2032/77"
    assert found.aliases == ("hk/hkca/2032/77/corrigendum",)


def test_trap_a_transcript_without_paragraph_numbers_has_unnumbered_blocks() -> None:
    page = TITLE_PAGE.replace(
        "J U D G M E N T", "Transcript of the Audio Recording <br />of the Sentence in the above Case"
    )
    found = judgment(
        lrs("<p>COURT: You sold clouds.</p><blockquote><p>That is wrong.</p></blockquote>", title_page=page)
    )
    assert [node.eid for node in found.provisions if node.block] == ["head", "u_1", "u_2"]
    assert {node.kind for node in found.provisions if node.eid.startswith("u_")} == {"unnumbered"}


def test_trap_a_letter_in_the_file_name_is_an_alias_beside_the_number_on_the_page() -> None:
    found = judgment(lrs(file="CACC9001A/2031 HKSAR v. FERDINAND FICTION"))
    assert found.aliases == ("hk/CACC/9001/2031", "hk/CACC/9001A/2031")


def test_joined_actions_are_one_alias_each() -> None:
    page = TITLE_PAGE.replace(
        "CACC 9001/2031, [2032] HKCA 77", "CACC 9001/2031<br />CACC 9002/2031<br />(Heard together)<br>[2032] HKCA 77"
    )
    assert judgment(lrs(title_page=page)).aliases == ("hk/CACC/9001/2031", "hk/CACC/9002/2031")


def test_a_heading_before_a_list_stands_inside_its_paragraph() -> None:
    body = BODY.replace("<blockquote><p>(i)", "<p class='heading'><i>In the sky</i></p><blockquote><p>(i)")
    found = judgment(lrs(body))
    assert place(found, "para_3_h1").path == "para_3"
    assert text(found, "para_3_i") == "(i)  clouds float;"


def test_a_dissent_is_known_by_its_judges_heading_and_never_by_another_judges_name_alone() -> None:
    more = '<p class="heading">Mr Justice Fog PJ{}:</p><p><a name="p4" class="para" id="p4">4.</a> {}</p><p>&nbsp;</p>'
    plain = judgment(lrs(BODY.replace("<p>&nbsp;</p>", more.format("", "I agree."), 1)))
    assert place(plain, "para_4").role == "unknown"
    marked = judgment(lrs(BODY.replace("<p>&nbsp;</p>", more.format(" (dissenting)", "Rain is goods."), 1)))
    assert place(marked, "para_4").role == "dissent"
    worded = judgment(lrs(BODY.replace("<p>&nbsp;</p>", more.format("", "4. I respectfully dissent."), 1)))
    assert place(worded, "para_4").role == "dissent"


def test_chinese_judgments_are_read_alike_and_have_no_space_between_characters() -> None:
    page = """<p style="text-align:right">DCCC 9003/2031</p><p style="text-align:right">[2032] HKDC 5</p>
<p style="text-align:center"><b>香港特別行政區</b></p><parties><table><tr><td>香港特別行政區</td></tr><tr><td>訴</td></tr><tr><td>方文生</td></tr></table></parties>
<coram><table><tr><td>主審法官:&nbsp;</td><td>區域法院法官無名氏</td></tr></table></coram>
<date><table><tr><td>日期:&nbsp;</td><td>2032年4月5日</td></tr></table></date>
<p style="text-align:center">判刑理由書</p>"""
    body = """<p class="heading"><i>案情</i></p><p><a name="p1" class="para" id="p1">1.</a>&nbsp;&nbsp;被告人
售賣雲，違反本條例第4(1)
條。</p><p class="heading">求情</p><p><a name="p2" class="para" id="p2">2.</a>&nbsp;&nbsp;他有悔意。</p>"""
    found = judgment(lrs(body, title_page=page, file="DCCC9003/2031 香港特別行政區 訴 方文生"))
    assert str(found.expression) == "hk/hkdc/2032/5@zh-Hant/2032-04-05"
    assert "被告人售賣雲" in found.text
    assert (place(found, "para_1").role, place(found, "para_2").role) == ("facts", "submission")


def test_attack_a_page_of_marks_or_of_nested_elements_is_read_in_linear_time() -> None:
    marks = '<a href="#_ftn1">[1]</a>' * 20_000
    assert len(judgment(lrs(BODY.replace("falls.", f"falls.{marks}"))).sides) > 20_000
    paragraphs = "".join(f'<p><a class="para" name="p{n}">{n}.</a> Rain.</p>' for n in range(4, 5_000))
    assert len(judgment(lrs(BODY.replace("<p>&nbsp;</p>", paragraphs, 1))).provisions) > 5_000
    nested = "<i>" * 180 + "deep" + "</i>" * 180
    assert "deep" in judgment(lrs(BODY.replace("falls.", nested))).text


def test_repeated_paragraph_ids_are_counted_and_reported() -> None:
    found = judgment(lrs(BODY.replace('name="p3" class="para" id="p3">3.', 'name="p2" class="para" id="p2">2.')))
    assert [node.ordinal for node in found.provisions if node.eid == "para_2"] == [0, 1]
    assert [finding.code for finding in found.findings] == ["repeated_id"]


def test_a_file_whose_encoding_had_to_be_guessed_says_so() -> None:
    data = lrs().decode().replace("charset=utf-8", "charset=us-ascii").encode("cp1252", "replace")
    document = read(data.replace(b"charset=us-ascii", b"charset=utf-8"), name="x", options={})[0]
    assert [finding.code for finding in document.findings] == ["encoding_guessed"]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b"\x89PNG\x00\x00", "binary"),
        (b"<html><body><p>A page about clouds.</p></body></html>", "no judgment of"),
        (b"<parties><p>x v y</p></parties><p>Nothing else</p></body>", "neither a neutral citation"),
        (lrs()[:-200], "ends inside"),
        (lrs()[: lrs().index(b"<p>So much")], "cut off"),
        (b"<div>" * 5000, "nested"),
    ],
)
def test_hostile_files_are_refused_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(UnreadableSource, match=reason):
        read(data, name="hostile.htm", options={})
