"""Drafts in Word, OpenDocument, PDF and HTML: blocks, places, notes and views as the checks need them."""

from __future__ import annotations

import pytest
from tests.formats.office import docx, lines, odt, para, pdf

from pincite import wiring
from pincite.citations.mention import Mention
from pincite.drafts.claims import claims_of
from pincite.drafts.draft import Draft, Tracked, read_draft
from pincite.errors import BadInput
from pincite.workflows.extract_citations import extract_citations

MARK = '<w:r><w:footnoteReference w:id="1"/></w:r>'
NOTED = docx(
    para("Lanterns burn at dusk", MARK, ". They are round.") + para("Last", MARK.replace('"1"', '"2"'), "."),
    footnotes=f'<w:footnote w:id="1">{para("Cap. 486, s. 33.")}</w:footnote><w:footnote w:id="2">{para("Cap. 486, s. 34.")}</w:footnote>',
)


def draft(data: bytes, name: str = "a.docx", *, tracked: Tracked = "final") -> Draft:
    return read_draft(data, name, tracked=tracked)


def mention(of: Draft, text: str) -> Mention:
    start = of.text.index(text)
    return Mention(start, start + len(text), text, "statute", "full", None, "")


@pytest.mark.parametrize(
    ("data", "format_"),
    [
        (docx(para("Cap. 486")), "docx"),
        (odt("<text:p>Cap. 486</text:p>"), "odt"),
        (pdf([lines(["Cap. 486"])]), "pdf"),
        (b"<!DOCTYPE html><p>Cap. 486</p>", "html"),
    ],
)
def test_what_a_draft_is_its_content_says_and_not_its_name(data: bytes, format_: str) -> None:
    found = read_draft(data, "draft.txt")
    assert (found.markup, found.text, [block.kind for block in found.blocks]) == (format_, "Cap. 486", ["paragraph"])


def test_a_number_typed_before_a_paragraph_is_its_marker() -> None:
    (block,) = draft(docx(para("1. Lanterns burn."))).blocks
    assert (block.kind, block.label, block.start) == ("item", "1.", 3)


@pytest.mark.parametrize(("cited", "claimed"), [("s. 33", "Lanterns burn at dusk."), ("s. 34", "Last.")])
def test_a_citation_in_a_note_supports_the_sentence_that_calls_it(cited: str, claimed: str) -> None:
    found = draft(NOTED)
    (claim,) = claims_of(found, [mention(found, cited)])
    assert found.text[claim.start : claim.end] == claimed
    assert claim.via_note


def test_a_note_mark_is_no_number_of_the_sentence() -> None:
    found = draft(
        docx(para("See s. 4", MARK, " Taylor."), footnotes=f'<w:footnote w:id="1">{para("Note.")}</w:footnote>')
    )
    assert found.text.startswith("See s. 4 Taylor.")


def test_the_views_of_tracked_changes_are_two_drafts() -> None:
    change = (
        '<w:del w:id="1"><w:r><w:delText>5</w:delText></w:r></w:del><w:ins w:id="2"><w:r><w:t>6</w:t></w:r></w:ins>'
    )
    data = docx(para("s. ", change, " of Cap. 486"))
    assert (draft(data).text, draft(data, tracked="original").text) == ("s. 6 of Cap. 486", "s. 5 of Cap. 486")
    assert "tracked_changes" in {finding.code for finding in draft(data).findings}


def test_places_are_pages_and_lines_or_paragraphs_and_notes() -> None:
    paged = read_draft(pdf([lines(["First."]), lines(["Second and", "third."])]), "a.pdf")
    place = paged.place(paged.text.index("third"))
    assert place is not None
    assert (place.page, place.line) == (2, 2)
    noted = draft(NOTED)
    note = noted.place(noted.text.index("s. 34"))
    assert note is not None
    assert note.as_json() == {"part": "footnote", "number": "2"}
    assert read_draft(b"Text.", "a.txt").place(0) is None


def test_extraction_says_where_each_citation_stands() -> None:
    broken = pdf([lines(["It is said in Cap.", "486 that lanterns burn."])])
    found = extract_citations(broken, "a.pdf", wiring.extractor()).as_json()
    assert [(each["reference"], each["place"]["line"]) for each in found["mentions"]] == [("hk/cap486", 1)]


def test_a_text_file_with_the_ending_of_another_format_is_refused() -> None:
    with pytest.raises(BadInput, match=r"calls itself \.pdf"):
        read_draft(b"words", "a.pdf")
