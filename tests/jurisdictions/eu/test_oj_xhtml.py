"""Acts of the Official Journal as pages: each trap of the format has a test that names it."""

from __future__ import annotations

import pytest
from tests.jurisdictions.eu.reading import document, place, places, sides, text
from tests.jurisdictions.eu.specimens import oj_formex, oj_page, points

from pincite.errors import UnreadableSource
from pincite.jurisdictions.eu.sources.oj_xhtml import read
from pincite.law.document import Document


def page(terms: str | None = None, **more: str) -> Document:
    return document("eu.oj_xhtml", oj_page(terms, **more) if terms is not None else oj_page(**more))


def article(inner: str, number: str = "5") -> str:
    return (
        f'<div class="eli-subdivision" id="art_{number}"><p class="oj-ti-art">Article {number}</p><div class="eli-title" id="art_{number}.tit_1">'
        f'<p class="oj-sti-art">Oil</p></div>{inner}</div>'
    )


def line(words: str) -> str:
    return f'<p class="oj-normal">{words}</p>'


def test_an_act_is_authentic_and_dated_by_its_title() -> None:
    found = page()
    assert str(found.expression) == "eu/32031R9001@en/2031-02-27"
    assert found.legal_value == "authentic"
    assert found.meta["date_publication"] == "2031-03-05"
    assert found.meta["oj"] == "L 77/12, 2031-03-05"
    assert found.short_titles == ("Regulation (EU) 2031/9001", "General Lantern Regulation")
    assert found.generator == "convex 9.16.1"


def test_page_and_formex_of_one_act_give_the_same_places_and_the_same_words() -> None:
    one, other = page(), document("eu.formex_oj", oj_formex())
    for eid in places(one):
        if eid.startswith(("cpt", "art")):
            assert text(one, eid) == text(other, eid)


def test_trap_number_and_text_stand_in_one_paragraph_parted_by_no_break_spaces() -> None:
    found = page()
    assert text(found, "art_1/par_2") == "2. It protects the night."
    assert place(found, "art_1/par_2").label == "2."
    assert place(found, "art_1/par_2").publisher_id == "001.002"
    french = article(
        '<div id="005.001"><p class="oj-normal">1 bis.\u00a0\u00a0\u00a0L\u2019huile br\u00fble.</p></div>'
    )
    assert places(page(french), "paragraph") == ["art_5/par_1a"]


def test_trap_points_are_two_column_tables() -> None:
    found = page()
    assert text(found, "art_1/par_1/pnt_b") == "(b) wicks that are:\n(i) dry; or\n(ii) oiled."
    assert places(found, "table") == []


def test_trap_points_of_an_annex_are_indented_by_an_empty_column() -> None:
    row = '<table border="0"><tbody><tr><td/><td><p class="oj-normal">13.</p></td><td><span>Whale oil;</span></td></tr></tbody></table>'
    annex = f'<div id="L_2"><div class="eli-container" id="anx_I"><p class="oj-doc-ti">ANNEX I</p><p class="oj-doc-ti">Oils</p><p class="oj-ti-grseq-1"><span class="oj-bold">Section B. Others</span></p>{row}</div></div>'
    found = page(annexes=annex)
    assert text(found, "anx_I/sct_B/pnt_13") == "13. Whale oil;"
    assert text(found, "anx_I/heading") == "ANNEX I\nOils"


def test_points_whose_number_and_text_are_paragraphs_in_one_line() -> None:
    row = '<div class="oj-enumeration-spacing"><p style="display: inline;">1.\u00a0\u00a0\u00a0</p><p style="display: inline;"><span>Cotton.</span></p></div>'
    annex = f'<div id="L_2"><div class="eli-container" id="anx_VI"><p class="oj-doc-ti">ANNEX VI</p>{row}</div></div>'
    assert text(page(annexes=annex), "anx_VI/pnt_1") == "1. Cotton."


def test_a_table_of_data_is_a_table() -> None:
    rows = '<table border="1"><tbody><tr><td><p>Oil</p></td><td><p>Fee</p></td></tr><tr><td><p>(a)</p></td><td><p>5</p></td></tr></tbody></table>'
    found = page(article(line("Fees:") + rows))
    assert text(found, "art_5") == "Article 5\nOil\nFees:\nOil Fee\n(a) 5"
    assert places(found, "point") == []


def test_trap_a_footnote_stands_at_the_end_and_its_call_in_the_sentence() -> None:
    found = page()
    assert text(found, "cit_1") == "Having regard to the opinion of the moths,"
    assert sides(found, "note") == [("1", "OJ C 5, 2.1.2030, p. 3.")]
    assert sides(found, "note_mark") == [("1", "(1)"), ("1", "(1)")]
    note = next(side for side in found.sides if side.kind == "note")
    assert found.text[: note.at].endswith("the moths")


def test_a_note_without_a_call_and_a_call_without_a_note_are_kept_beside_the_text() -> None:
    stray = '<p class="oj-note"><a id="ntr9-L" href="#ntc9-L">(9)</a> A stray note.</p>'
    found = page(article(line('Oil <a id="ntc8-L" href="#ntr8-L">(<span>8</span>)</a> burns.')), notes=stray)
    assert text(found, "art_5").endswith("Oil burns.")
    assert ("9", "A stray note.") in sides(found, "note")


def test_recitals_are_blocks_with_their_number() -> None:
    found = page()
    assert text(found, "rct_1") == "(1) Nights are dark."
    assert place(found, "rct_1").block


def test_trap_ids_of_quoted_paragraphs_repeat_those_of_the_act() -> None:
    quoted = '<div id="001.001"><p class="oj-ti-art">\u2018Article 89a</p><div id="089A.001"><p class="oj-normal">1.\u00a0\u00a0\u00a0Moths vote.\u2019;</p></div></div>'
    found = page(
        article(
            line("Directive 1/2001 is amended as follows:")
            + points(("(1)", line("the following article is inserted:") + quoted))
        )
    )
    assert places(found, "article") == ["art_5"]
    assert places(found, "paragraph") == []
    assert text(found, "art_5/pnt_1/quo_1") == "‘Article 89a\n1. Moths vote.’;"


@pytest.mark.parametrize(
    ("quoted", "expected"),
    [
        (line("\u2018Moths shall vote on clients\u2019 oil.\u2019;"), "‘Moths shall vote on clients’ oil.’;"),
        (line("\u2018Moths vote.") + line("They may abstain.\u2019."), "‘Moths vote.\nThey may abstain.’."),
        (points(("\u2018(ii)", "moths;\u2019;")), "‘(ii) moths;’;"),
        (line("\u00ab5. Les papillons votent.\u00bb."), "«5. Les papillons votent.»."),
        (line("\u201eMotten stimmen ab.\u201c"), "„Motten stimmen ab.“"),
        (
            line("\u20181.\u00a0\u00a0\u00a0Moths vote:") + points(("(a)", "by day;"), ("(b)", "by night.\u2019;")),
            "‘1.\u00a0\u00a0\u00a0Moths vote:\n(a) by day;\n(b) by night.’;",
        ),
    ],
)
def test_amending_text_is_known_by_its_quotation_marks(quoted: str, expected: str) -> None:
    found = page(
        article(
            line("Directive 1/2001 is amended as follows:")
            + points(("(1)", line("the following is added:") + quoted), ("(2)", "point (c) is deleted."))
        )
    )
    assert places(found, "quoted") == ["art_5/pnt_1/quo_1"]
    assert text(found, "art_5/pnt_1/quo_1") == expected
    assert places(found, "point") == ["art_5/pnt_1", "art_5/pnt_2"]


def test_definitions_and_dates_in_quotation_marks_are_no_amending_text() -> None:
    defined = points(
        ("(1)", "\u2018moth\u2019 means an insect;"),
        ("(2)", "\u2018services\u2019 means lighting and clients\u2019 lamps;"),
    )
    found = page(
        article(
            line("For the purposes of this Regulation:")
            + defined
            + line("\u2018Lamp\u2019, or \u2018lantern\u2019, is used alike.")
        )
    )
    assert places(found, "quoted") == []
    assert places(found, "point") == ["art_5/pnt_1", "art_5/pnt_2"]


def test_running_heads_and_imprint_are_furniture() -> None:
    found = page()
    assert "Official Journal of the European Union" not in found.text
    assert "ISSN" not in found.text


def test_the_number_of_the_act_is_that_of_its_eli_where_it_is_printed() -> None:
    eli = '<p class="oj-normal">ELI: http://data.europa.eu/eli/dir_del/2031/90/oj</p>'
    found = page(title="COMMISSION MEASURE", annexes=eli)
    assert found.work == "eu/32031L0090"


def test_an_act_that_says_its_number_or_date_nowhere_is_told_or_reported() -> None:
    nameless = oj_page(title="LANTERNS", dated="of late")
    with pytest.raises(UnreadableSource, match="does not say the act's number"):
        read(nameless, name="page.xml", options={})
    found = read(nameless, name="acts/32031r9001_en.xml", options={})[0]
    assert str(found.expression) == "eu/32031R9001@en/2031-03-05"
    assert {finding.code for finding in found.findings} == {"number_from_file_name", "dated_by_publication"}
    told = read(nameless, name="x", options={"celex": "32031R9001", "date": "2031-02-27"})[0]
    assert (str(told.expression), told.findings) == ("eu/32031R9001@en/2031-02-27", ())


@pytest.mark.parametrize(
    ("language", "dated", "state"),
    [
        ("FR", "du 1er mars 2031", "2031-03-01"), ("DE", "vom 27. Februar 2031", "2031-02-27"), ("IT", "del 3 agosto 2031", "2031-08-03"),
        ("ES", "de 5 de mayo de 2031", "2031-05-05"),
    ],
)  # fmt: skip
def test_dates_of_titles_are_read_in_their_language(language: str, dated: str, state: str) -> None:
    assert page(dated=dated, language=language).state == state


def test_trap_the_page_has_following_articles_inside_the_element_of_the_one_before() -> None:
    nested = article(
        line("Directive 1/2001 is repealed.") + article(line("It ends."), "6") + article(line("All of it."), "7")
    )
    found = page(nested)
    assert places(found, "article") == ["art_5", "art_6", "art_7"]
    assert text(found, "art_5") == "Article 5\nOil\nDirective 1/2001 is repealed."
    assert place(found, "art_6").parent is None


def test_headings_without_an_element_around_their_articles_still_head_them() -> None:
    flat = f'<p class="oj-ti-section-1">CHAPTER I</p>{article(line("x"), "1")}<p class="oj-ti-section-1">CHAPTER II</p>{article(line("y"), "2")}'
    found = page(flat)
    assert place(found, "art_1").path == "cpt_I"
    assert place(found, "art_2").path == "cpt_II"


def test_attack_thousands_of_headings_are_read_without_recursion() -> None:
    flat = "".join(f'<p class="oj-ti-section-1">CHAPTER {n}</p>{article(line("x"), str(n))}' for n in range(1, 1500))
    found = page(flat)
    assert len(places(found, "chapter") + places(found, "division")) == 1499


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b"\x00\x01binary", "binary"),
        (oj_page()[:-200], "cut off|ends inside|no body"),
        (b"<html><body><p>Hello</p></body></html>", "no act of the Official Journal"),
        (oj_page("<p>words</p>"), "no article"),
        (oj_page(language="X"), "act's language"),
        (oj_page("<div>" * 300), "nested more than"),
    ],
)
def test_hostile_pages_are_refused_by_name_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(UnreadableSource, match=reason) as caught:
        read(data.replace(b"L_2031077X.", b"L_2031077."), name="hostile.xml", options={})
    assert caught.value.name == "hostile.xml"


def test_pictures_without_text_are_reported() -> None:
    found = page(article(line('Oil is <img src="x.png" alt="O"/> here.')))
    assert [(finding.code, finding.parameters["count"]) for finding in found.findings] == [("images_without_text", 1)]
