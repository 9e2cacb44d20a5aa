"""The readers of Find Case Law and of memoranda: every trap of the format, on small invented judgments."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.jurisdictions.offsets import assert_every_character_is_accounted_for
from tests.jurisdictions.uk.specimens import judgment, mutated

from pincite.errors import UnreadableSource
from pincite.formats.tree import Element
from pincite.formats.xml import read_xml
from pincite.jurisdictions.uk.sources import READERS
from pincite.jurisdictions.uk.sources.caselaw_akn import neutral_reference
from pincite.law.document import Document, Provision
from pincite.text.canonical import Piece


def read(data: bytes, reader: str = "uk.caselaw") -> Document:
    (document,) = READERS[reader](data, name="lampwright.xml", options={})
    element = next(read_xml(data, name="x").elements("judgment", "doc"))
    pieces: list[Piece] = []
    for child in element.children:
        if isinstance(child, Piece):
            pieces.append(child)
        elif isinstance(child, Element) and child.tag != "meta":
            pieces += child.pieces()
    assert_every_character_is_accounted_for(data, [document], pieces)
    assert document.losses == ()
    return document


def at(document: Document, eid: str) -> Provision:
    return next(node for node in document.provisions if node.eid == eid)


def text(document: Document, eid: str) -> str:
    return document.text_of(at(document, eid))


def paragraph(number: int | str, content: str, *, eid: str | None = "", style: str = "ParaLevel1") -> str:
    published = f"para_{number}" if eid == "" else eid
    given_ = f' eId="{published}"' if published else ""
    return f'<paragraph{given_}>\n<num style="x">{number}.</num>\n<content>\n<p class="{style}">{content}</p></content></paragraph>'


def blocks(document: Document) -> list[tuple[str, str]]:
    return [(str(node.eid), node.kind) for node in document.provisions if node.block and node.kind != "head"]


# ---- what the document is


def test_the_work_is_the_publishers_path_and_the_facts_come_from_metadata_and_title_page() -> None:
    document = read(judgment(paragraph(1, "Dark.")))
    assert str(document.expression) == "uk/ewca/civ/2031/77@en/2031-05-06"
    assert document.title == "Lampwright v Board of Lanterns"
    assert document.url == "https://caselaw.nationalarchives.gov.uk/ewca/civ/2031/77"
    assert document.generator == "tna-parser 9.9.9"
    assert document.kind == "decision"
    assert {
        "court": "EWCA-Civil",
        "docket": "CA-2031-000001",
        "neutral_citation": "[2031] EWCA Civ 77",
    }.items() <= document.meta.items()
    assert document.meta["parties"] == "LUCY LAMPWRIGHT; BOARD OF LANTERNS"
    assert {node.status for node in document.provisions} == {"not_applicable"}


def test_an_opaque_id_gives_way_to_the_neutral_citation_and_stays_an_alias() -> None:
    document = read(judgment(paragraph(1, "Dark."), uri="https://caselaw.nationalarchives.gov.uk/id/d-0a1b-2c3d"))
    assert document.work == "uk/ewca/civ/2031/77"
    assert document.aliases == ("uk/caselaw/d-0a1b-2c3d",)


def test_a_judgment_without_neutral_citation_keeps_the_opaque_id() -> None:
    document = read(
        judgment(paragraph(1, "Dark."), uri="https://caselaw.nationalarchives.gov.uk/id/d-0a1b", cite="none")
    )
    assert document.work == "uk/caselaw/d-0a1b"


@pytest.mark.parametrize(
    ("citation", "reference"),
    [
        ("[2031] UKSC 4", "uk/uksc/2031/4"),
        ("[2031] EWHC 12 (Admin)", "uk/ewhc/admin/2031/12"),
        ("[2031] UKUT 0133 (TCC)", "uk/ukut/tcc/2031/133"),
        ("[2031] EWCA Crim 5", "uk/ewca/crim/2031/5"),
        ("[2031] XYZZ 5", ""),
        ("no citation", ""),
    ],
)
def test_a_neutral_citation_is_the_path_of_its_court(citation: str, reference: str) -> None:
    assert neutral_reference(citation) == reference


def test_the_publishers_placeholder_for_no_date_is_not_a_date() -> None:
    document = read(judgment(paragraph(1, "Dark."), date="1000-01-01"))
    assert document.state == "2031-05-06"  # from the title page
    data = judgment(paragraph(1, "Dark."), date="1000-01-01").replace(
        b'<docDate date="2031-05-06"', b'<docDate date="1000-01-01"'
    )
    document = read(data)
    assert document.state == ""
    assert "undated_state" in {finding.code for finding in document.findings}


def test_a_press_summary_is_guidance_and_not_the_judgment() -> None:
    data = judgment(paragraph(1, "Dark."), uri="https://caselaw.nationalarchives.gov.uk/id/uksc/2031/4/press-summary/1")
    data = data.replace(b'<judgment name="judgment">', b'<doc name="pressSummary">').replace(b"</judgment>", b"</doc>")
    document = read(data)
    assert (document.work, document.kind) == ("uk/uksc/2031/4/press-summary/1", "guidance")
    assert document.aliases == ()


# ---- paragraphs


def test_head_headings_and_paragraphs_are_blocks_with_the_publishers_ids() -> None:
    body = f'<level class="author"><content><p>Lady Justice Wick:</p></content></level><level eId="lvl_1"><heading><span>Facts</span></heading>{paragraph(1, "It was dark.")}{paragraph(2, "A lamp fell.")}</level>'
    document = read(judgment(body))
    assert blocks(document) == [("u_1", "author"), ("h_1", "heading"), ("para_1", "paragraph"), ("para_2", "paragraph")]
    assert text(document, "para_2") == "2. A lamp fell."
    assert at(document, "para_2").url == "https://caselaw.nationalarchives.gov.uk/ewca/civ/2031/77#para_2"
    assert text(document, "head").startswith("Neutral Citation Number: [2031] EWCA Civ 77\nCase No: CA-2031-000001\n")
    assert "LUCY LAMPWRIGHT Claimant\nBOARD OF LANTERNS Defendant" in text(document, "head")


def test_an_embedded_structure_is_somebody_elses_words_and_its_numbers_are_no_paragraphs() -> None:
    quote = '<block name="embeddedStructure"><embeddedStructure><paragraph><num>“7.</num><content><p class="Quote">Lamps are goods.”</p></content></paragraph></embeddedStructure></block>'
    body = paragraph(1, "He said:").replace("</content>", f"{quote}</content>")
    document = read(judgment(body))
    quoted = at(document, "para_1_q1")
    assert (quoted.role, quoted.kind) == ("quoted_authority", "quotation")
    assert document.text_of(quoted) == "“7. Lamps are goods.”"
    assert text(document, "para_1") == "1. He said:\n“7. Lamps are goods.”"
    assert not [node for node in document.provisions if "7" in node.eid]


def test_a_footnote_in_a_sentence_is_a_note_with_its_mark() -> None:
    note = '<authorialNote class="footnote" marker="3"><p class="FootnoteText"> See the Lamps Act.</p></authorialNote>'
    document = read(judgment(paragraph(1, f"The lamp{note} fell.")))
    assert text(document, "para_1") == "1. The lamp fell."
    (side,) = document.sides
    assert (side.kind, side.label, side.text) == ("note", "3", "See the Lamps Act.")
    assert document.text[: side.at].endswith("The lamp")


def test_lists_within_a_paragraph_are_places_of_it() -> None:
    body = '<paragraph eId="para_1"><num>1.</num><intro><p>Two things:</p></intro><subparagraph><num>(a)</num><intro><p>oil,</p></intro><subparagraph><num>(i)</num><content><p>thin</p></content></subparagraph></subparagraph><subparagraph><num>(b)</num><content><p>wick.</p></content></subparagraph><wrapUp><p>No more.</p></wrapUp></paragraph>'
    document = read(judgment(body))
    assert text(document, "para_1") == "1. Two things:\n(a) oil,\n(i) thin\n(b) wick.\nNo more."
    assert [text(document, each) for each in ("para_1_a_i", "para_1_b")] == ["(i) thin", "(b) wick."]


def test_a_decimal_number_says_itself_where_it_stands() -> None:
    body = '<paragraph eId="para_2"><num>2.</num><intro><p>Purpose</p></intro><subparagraph><num>2.1</num><content><p>Light.</p></content></subparagraph></paragraph>'
    assert text(read(judgment(body)), "para_2.1") == "2.1 Light."


def test_an_unnumbered_passage_goes_on_with_the_paragraph_before_it() -> None:
    more = "<level><content><p>“It has always been dark in the harbour, and it will be.”</p></content></level>"
    document = read(judgment(paragraph(1, "She said:") + more + paragraph(2, "So be it.")))
    assert text(document, "para_1").endswith("and it will be.”")
    assert blocks(document) == [("para_1", "paragraph"), ("para_2", "paragraph")]


def test_the_next_judge_does_not_go_on_with_the_paragraph_of_the_one_before() -> None:
    body = (
        paragraph(1, "Dismissed.")
        + '<level class="author"><content><p>Lord Justice Oil:</p></content></level>'
        + "<level><content><p>I agree that it was dark.</p></content></level>"
    )
    document = read(judgment(body))
    assert blocks(document) == [("para_1", "paragraph"), ("u_1", "author"), ("u_2", "text")]


def test_a_short_line_without_a_stop_is_a_heading() -> None:
    body = paragraph(1, "Dark.") + "<level><content><p>The cross-appeal</p></content></level>" + paragraph(2, "Light.")
    assert blocks(read(judgment(body))) == [("para_1", "paragraph"), ("h_1", "heading"), ("para_2", "paragraph")]


# ---- where the publisher's program misread the layout


def test_a_numbered_heading_that_took_the_id_of_a_paragraph_gives_it_back() -> None:
    body = (
        paragraph(1, "Introduction", style="ParaHeading1")
        + paragraph(1, "This appeal is about lamps.", eid=None)
        + paragraph(2, "It fails.")
    )
    document = read(judgment(body))
    assert blocks(document) == [("h_1", "heading"), ("para_1", "paragraph"), ("para_2", "paragraph")]
    assert text(document, "para_1") == "1. This appeal is about lamps."
    assert (at(document, "para_1").publisher_id, at(document, "para_1").url) == (None, "")


def test_paragraphs_hidden_among_the_sub_paragraphs_of_another_come_out() -> None:
    hidden = "".join(
        f"<subparagraph><num>{n}.</num><content><p>Text {n}.</p></content></subparagraph>" for n in (82, 2, 3)
    )
    body = f'<paragraph eId="para_1"><num>1.</num><intro><p>She held:</p></intro>{hidden}</paragraph>' + paragraph(
        4, "Thus."
    )
    document = read(judgment(body))
    assert [each for each, _ in blocks(document)] == ["para_1", "para_2", "para_3", "para_4"]
    assert text(document, "para_1") == "1. She held:\n82. Text 82."
    assert text(document, "para_1_82") == "82. Text 82."


def test_numbered_paragraphs_of_a_quoted_decision_are_not_paragraphs_of_this_one() -> None:
    body = (
        paragraph(1, "The tribunal said:")
        + paragraph(171, "Lamps.")
        + paragraph(172, "Oil.")
        + paragraph(2, "We disagree.")
    )
    document = read(judgment(body))
    assert [each for each, _ in blocks(document)] == ["para_1", "para_2"]
    assert text(document, "para_1_171") == "171. Lamps."


def test_a_list_that_goes_on_behind_a_heading_belongs_to_its_paragraph() -> None:
    item = '<paragraph eId="lvl_1_1"><num>(5)</num><content><p>The lamp was cold.</p></content></paragraph>'
    body = paragraph(8, "We find:") + f'<level eId="lvl_1"><heading>The lamp</heading>{item}</level>'
    document = read(judgment(body))
    assert blocks(document)[-1] == ("para_8_5", "subparagraph")


def test_paragraphs_of_an_annex_are_not_those_of_the_judgment() -> None:
    annex = f'<attachments><attachment><doc name="annex"><mainBody>{paragraph(1, "Plan.")}</mainBody></doc></attachment></attachments>'
    document = read(judgment(paragraph(1, "Dark."), after=annex))
    assert text(document, "para_1") == "1. Dark."
    assert text(document, "attachment_1_para_1") == "1. Plan."


def test_images_and_tabs_leave_no_trace_but_a_finding() -> None:
    document = read(judgment(paragraph(1, '<img src="i.png"/>A<marker name="tab"/>lamp<br/>fell.')))
    assert text(document, "para_1") == "1. A lamp fell."
    assert [dict(f.parameters) for f in document.findings if f.code == "images_without_text"] == [{"count": 1}]


# ---- memoranda


def test_a_memorandum_of_legislation_is_read_by_its_own_reader() -> None:
    data = judgment(paragraph(1, "Purpose."), uri="http://www.legislation.gov.uk/id/uksi/2031/5/memorandum/1")
    data = data.replace(b'<judgment name="judgment">', b'<doc name="ExplanatoryMemorandum">').replace(
        b"</judgment>", b"</doc>"
    )
    document = read(data, "uk.memorandum")
    assert (document.work, document.kind) == ("uk/uksi/2031/5/memorandum/1", "guidance")
    with pytest.raises(UnreadableSource, match="no memorandum"):
        READERS["uk.memorandum"](judgment(paragraph(1, "Dark.")), name="x.xml", options={})


# ---- what cannot be read


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b"<akomaNtoso", "ends before it is complete"),
        (b"<html/>", "not <akomaNtoso>"),
        (b'<akomaNtoso xmlns="http://docs.oasis-open.org/legaldocml/ns/akn/3.0"><act/></akomaNtoso>', "no <judgment>"),
        (judgment(paragraph(1, "x"), uri="http://example.org/", cite="none"), "which judgment it is"),
        (judgment("<level>" * 150 + "</level>" * 150), "nest deeper"),
    ],
)
def test_a_file_that_is_no_judgment_is_refused_with_its_name_the_place_and_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(UnreadableSource) as refused:
        READERS["uk.caselaw"](data, name="lampwright.xml", options={})
    assert refused.value.name == "lampwright.xml"
    assert reason in refused.value.reason


RICH = judgment(
    '<level class="author"><content><p>Lady Justice Wick:</p></content></level><level eId="lvl_1"><heading>Facts</heading>'
    + paragraph(1, "Introduction", style="ParaHeading1")
    + paragraph(1, 'A lamp<authorialNote marker="1"><p>n</p></authorialNote> fell:', eid=None)
    + "<level><content><p class='Quote'>“Dark,” he said, for a long time.</p></content></level>"
    + '<paragraph eId="para_2"><num>2.</num><intro><p>Two:</p></intro><subparagraph><num>(a)</num><content><p>x</p></content></subparagraph>'
    + "<subparagraph><num>3.</num><content><p>y</p><block name='e'><embeddedStructure><level><content><p>z</p></content></level></embeddedStructure></block></content></subparagraph></paragraph>"
    + paragraph(4, "<table><tr><td><p>a</p></td><td>b</td></tr></table>")
    + "</level>"
)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**32))
def test_a_changed_judgment_is_read_or_refused_and_never_breaks_the_reader(seed: int) -> None:
    try:
        documents = READERS["uk.caselaw"](mutated(RICH, random.Random(seed)), name="x", options={})
    except UnreadableSource:
        return
    for document in documents:
        document.check()


# ---- records of a collector


def record(text_: str, **fields: str) -> bytes:
    return json.dumps({"text": text_, "date": "2031-05-06", **fields}).encode()


def read_record(text_: str, **fields: str) -> Document:
    data = record(text_, **fields)
    (document,) = READERS["uk.record"](data, name="record.json", options={})
    assert_every_character_is_accounted_for(data, [document], ())
    assert document.losses == ()
    return document


def test_a_record_of_a_judgment_has_its_paragraphs_where_the_numbers_stand_alone() -> None:
    lines = "EWCA-Civil\n2031\n#judgment .Quote { margin: 1in; }\nNeutral Citation Number:\n[2031] EWCA Civ 77\n1.\nThe lamp fell, see\nsection 4\n of the Act.\n9.\nno paragraph\n2.\n“So be it.”"
    document = read_record(lines, citation="[2031] EWCA Civ 77", uri="d-0a1b", title="Lampwright v Board")
    assert (document.work, document.aliases) == ("uk/ewca/civ/2031/77", ("uk/caselaw/d-0a1b",))
    assert [each for each, _ in blocks(document)] == ["para_1", "para_2"]
    assert text(document, "para_1") == "1. The lamp fell, see section 4 of the Act. 9. no paragraph"
    assert [side.text for side in document.sides] == ["EWCA-Civil 2031 #judgment .Quote { margin: 1in; }"]


def test_a_record_of_a_notice_has_headings_page_numbers_and_an_annex() -> None:
    lines = "FINAL NOTICE\nTo: Lampwright Ltd\nACTION\n1. The Authority hereby\nfines it.\n2\n\n2. It sold lamps.\nANNEX\n1. The Act says so."
    document = read_record(
        lines,
        url="https://www.fca.org.uk/publication/final-notices/lampwright-ltd-2031.pdf",
        notice_type="final_notice",
        subject_name="Lampwright Ltd",
    )
    assert (document.work, document.title) == (
        "uk/fca/final-notices/lampwright-ltd-2031",
        "Final Notice: Lampwright Ltd",
    )
    assert text(document, "para_1") == "1. The Authority hereby fines it."
    assert text(document, "annex_para_1") == "1. The Act says so."
    assert [(side.kind, side.text) for side in document.sides] == [("page_number", "2")]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"[]", "array is empty"),
        (b"[1]", "a record expected"),
        (b"{", "record.json"),
        (record("", citation="[2031] UKSC 1"), "no text"),
        (record("1.\nDark."), "which judgment"),
    ],
)
def test_a_record_that_is_none_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(UnreadableSource) as refused:
        READERS["uk.record"](data, name="record.json", options={})
    assert reason in str(refused.value)
