"""Highlights with notes in PDF files: on their words, behind a file that stays as it was."""

from __future__ import annotations

import ctypes
from io import BytesIO
from pathlib import Path

import pypdf
import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from tests.formats.office import lines, pdf

from pincite.errors import UnreadableSource
from pincite.formats.pdf import read_pdf
from pincite.formats.pdf_notes import add_notes
from pincite.formats.written import Comment

COLOURS = {"fix": (255, 176, 117)}


def noted(data: bytes, *words: str) -> bytes:
    """A note «about …» on each of these words."""
    written = read_pdf(data, name="a.pdf")
    comments = [
        Comment(
            at := written.text.index(word), at + len(word), (f"about {word}", "法 «é»"), "https://x.example/", "fix"
        )
        for word in words
    ]
    return add_notes(data, written, comments, name="a.pdf", author="pincite", date="2026-11-30", colours=COLOURS)


def notes(data: bytes) -> list[tuple[int, str, list[str]]]:
    """Page, contents and the words under each line of every highlight."""
    found = []
    file = pypdfium2.PdfDocument(data)
    for number, page in enumerate(file, start=1):
        layer = page.get_textpage()
        for index in range(pdfium.FPDFPage_GetAnnotCount(page.raw)):
            note = pdfium.FPDFPage_GetAnnot(page.raw, index)
            assert pdfium.FPDFAnnot_GetSubtype(note) == pdfium.FPDF_ANNOT_HIGHLIGHT
            under = []
            for line in range(pdfium.FPDFAnnot_CountAttachmentPoints(note)):
                quad = pdfium.FS_QUADPOINTSF()
                pdfium.FPDFAnnot_GetAttachmentPoints(note, line, quad)
                under.append(layer.get_text_bounded(quad.x1, quad.y3, quad.x2, quad.y1).strip())
            found.append((number, _string(note, b"Contents"), under))
            pdfium.FPDFPage_CloseAnnot(note)
        layer.close()
        page.close()
    file.close()
    return found


def _string(note: object, key: bytes) -> str:
    length = pdfium.FPDFAnnot_GetStringValue(note, key, None, 0)
    buffer = (ctypes.c_ushort * (length // 2))()
    pdfium.FPDFAnnot_GetStringValue(note, key, buffer, length)
    return bytes(buffer).decode("utf-16-le").rstrip("\0")


@pytest.mark.parametrize("rotate", [0, 90])
def test_a_highlight_lies_on_its_words_and_its_note_says_everything(rotate: int) -> None:
    made = noted(pdf([lines(["See Cap. 486, s. 4 there."])], rotate=rotate), "Cap. 486, s. 4")
    assert notes(made) == [(1, "about Cap. 486, s. 4\n法 «é»\nhttps://x.example/", ["Cap. 486, s. 4"])]


def test_words_over_two_lines_are_one_highlight_of_two_lines() -> None:
    made = noted(pdf([lines(["It is said and it is held in the matter of Cap.", "486, section 4 of it."])]), "Cap. 486")
    assert [under for _, _, under in notes(made)] == [["Cap.", "486"]]


def test_words_over_two_pages_are_highlighted_on_both_with_the_note_on_the_first() -> None:
    made = noted(pdf([lines(["as held in the case of Cap"]), lines(["no. 486 of it."])]), "Cap no. 486")
    assert [(page, text.partition("\n")[0], under) for page, text, under in notes(made)] == [
        (1, "about Cap no. 486", ["Cap"]),
        (2, "", ["no. 486"]),
    ]


def test_the_file_as_it_was_is_the_beginning_of_what_comes_out() -> None:
    before = pdf([lines(["See Cap. 486 and Cap. 487."])])
    made = noted(before, "Cap. 486", "Cap. 487")
    assert made.startswith(before)
    assert read_pdf(made, name="a").text == read_pdf(before, name="a").text
    assert len(notes(made)) == 2
    assert noted(before, "Cap. 486", "Cap. 487") == made


@pytest.mark.shared
def test_real_decisions_keep_their_words_under_notes(shared: Path) -> None:
    for file in sorted((shared / "corpora/ch/decisions/entscheidsuche_AG").glob("*.pdf"))[:3]:
        before = file.read_bytes()
        text = read_pdf(before, name=file.name).text
        word = next(each for each in text.split() if len(each) > 12)
        made = noted(before, word)
        assert made.startswith(before)
        assert read_pdf(made, name=file.name).text == text
        assert [text.partition("\n")[0] for _, text, _ in notes(made)] == [f"about {word}"]


def test_attack_a_file_its_owner_protected_from_changes_is_refused_in_words() -> None:
    writer = pypdf.PdfWriter(BytesIO(pdf([lines(["Words of the lantern."])])))
    writer.encrypt(user_password="", owner_password="owner", algorithm="RC4-128")
    stream = BytesIO()
    writer.write(stream)
    with pytest.raises(UnreadableSource, match="its owner protected it from changes"):
        noted(stream.getvalue(), "lantern")
