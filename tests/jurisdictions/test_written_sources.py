"""Sources in Word, OpenDocument, PDF and HTML: what becomes law of them, and that nothing of them is lost."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.formats.office import docx, lines, odt, para, pdf
from tests.jurisdictions.eu.specimens import old_page
from tests.jurisdictions.hk.word_judgment import judgment_in_word

from pincite.corpus.admission import fault
from pincite.errors import UnreadableSource
from pincite.jurisdictions.ch.sources import READERS as CH
from pincite.jurisdictions.eu.sources import READERS as EU
from pincite.jurisdictions.hk.sources import READERS as HK
from pincite.jurisdictions.shared.sources import READERS
from pincite.law.document import Document
from pincite.law.reader import Reader

OPTIONS = {"work": "hk/guideline/lanterns", "language": "en", "title": "Lanterns", "state": "2026-01-15"}


def one(reader: Reader, data: bytes, options: Mapping[str, str] = OPTIONS, name: str = "a.file") -> Document:
    (document,) = reader(data, name=name, options=options)
    assert fault(document, data) is None
    return document


def places(document: Document) -> list[tuple[str, str]]:
    return [(str(node.eid), document.text_of(node)) for node in document.provisions if node.label]


NUMBERING = (
    '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:lvlText w:val="%1."/></w:lvl></w:abstractNum>'
    '<w:num w:numId="5"><w:abstractNumId w:val="1"/></w:num>'
)
NUMBERED = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="5"/></w:numPr>'


def test_a_word_handbook_has_words_own_numbers_as_places() -> None:
    note = '<w:r><w:footnoteReference w:id="1"/></w:r>'
    body = para("A lantern burns", note, ".", properties=NUMBERED) + para("It is lit at dusk.", properties=NUMBERED)
    data = docx(body, footnotes=f'<w:footnote w:id="1">{para("Not by day.")}</w:footnote>', numbering=NUMBERING)
    document = one(READERS["docx"], data)
    assert places(document) == [("para_1", "1. A lantern burns."), ("para_2", "2. It is lit at dusk.")]
    assert [(side.kind, side.text) for side in document.sides] == [("note", "Not by day.")]
    assert (document.view_name, document.state, str(document.work)) == ("docx-parts/1", "2026-01-15", OPTIONS["work"])


def test_the_cells_of_a_row_are_parted_by_a_space_and_by_no_sign() -> None:
    row = f"<w:tbl><w:tr><w:tc>{para('Fee')}</w:tc><w:tc>{para('9 dollars')}</w:tc></w:tr></w:tbl>"
    assert one(READERS["docx"], docx(row)).text == "Fee 9 dollars"


def test_deleted_words_of_a_word_source_are_no_law() -> None:
    changed = para("Lit at ", '<w:del w:id="1"><w:r><w:delText>noon</w:delText></w:r></w:del>', "dusk.")
    document = one(READERS["docx"], docx(changed))
    assert document.text == "Lit at dusk."
    assert [(side.kind, side.text) for side in document.sides] == [("deleted", "noon")]


def test_a_pdf_handbook_is_read_without_its_running_heads() -> None:
    pages = [
        [
            (72.0, 800.0, 9.0, f"Handbook of Lanterns {number}"),
            *lines([f"{number}. Paragraph {number} says that lanterns", f"burn {'abcde'[number]}."]),
        ]
        for number in range(1, 5)
    ]
    document = one(READERS["pdf"], pdf(pages))
    assert places(document)[0] == ("para_1", "1. Paragraph 1 says that lanterns burn b.")
    assert "Handbook" not in document.text
    assert {side.kind for side in document.sides} == {"furniture"}


def test_html_and_opendocument_handbooks() -> None:
    html = (
        "<html><body><h1>Lanterns</h1><p>1.1 They burn.</p><table><tr><td>a</td><td>b</td></tr></table></body></html>"
    )
    document = one(READERS["html"], html.encode())
    assert document.text == "Lanterns\n1.1 They burn.\na b"
    assert [str(node.eid) for node in document.provisions if node.kind == "paragraph"] == ["para_1.1"]
    assert one(READERS["odt"], odt("<text:p>They burn.</text:p>")).text == "They burn."


def test_a_companion_head_says_what_the_file_cannot() -> None:
    options = {"head": "work: hk/guideline/wicks\nlanguage: en\ntitle: Wicks\n"}
    assert str(one(READERS["html"], b"<html><p>They glow.</p></html>", options).work) == "hk/guideline/wicks"


@pytest.mark.parametrize("reader", ["docx", "odt", "pdf"])
def test_a_file_of_another_format_is_refused_whatever_it_is_called(reader: str) -> None:
    with pytest.raises(UnreadableSource):
        READERS[reader](b"<html><p>x</p></html>", name=f"a.{reader}", options=OPTIONS)


FEDLEX = """<html><body><div id="lawcontent"><p class="srnummer">999.1 </p><h1 class="erlasstitel">Bundesgesetz<br>über Laternen</h1>
<h2 class="erlasskurztitel">(Laternengesetz, LatG)</h2><p>vom 3. Mai 2020 (Stand am 1. Januar 2024)</p>
<article id="art_1"><h6><b>Art. 1</b> Zweck</h6><p><sup>1</sup>&nbsp;Laternen leuchten.<sup><a href="#fn-1">4</a></sup></p>
<p><sup>2</sup>&nbsp;Sie sind:</p><dl><dt>a. </dt><dd>hell;</dd><dt>b. </dt><dd>rund.</dd></dl></article>
<article id="art_2"><h6><b>Art. 2</b><sup><a href="#fn-2">5</a></sup></h6></article>
<div class="footnotes"><p id="fn-1"><sup>4</sup> Fassung gemäss Ziff. I.</p><p id="fn-2"><sup>5</sup> Aufgehoben.</p></div></div></body></html>"""


def test_an_act_in_fedlex_html() -> None:
    document = one(CH["ch.fedlex_html"], FEDLEX.encode(), {})
    assert (str(document.work), document.state, document.language) == ("ch/sr/999.1", "2024-01-01", "de")
    assert document.title == "Bundesgesetz über Laternen"
    assert document.short_titles == ("Laternengesetz", "LatG")
    assert [eid for eid, _ in places(document)] == [
        "art_1", "art_1/para_1", "art_1/para_2", "art_1/para_2/lbl_a", "art_1/para_2/lbl_b", "art_2",
    ]  # fmt: skip
    assert "Fassung" not in document.text


def test_an_article_without_words_is_not_in_force() -> None:
    document = one(CH["ch.fedlex_html"], FEDLEX.encode(), {})
    assert [str(node.eid) for node in document.provisions if node.status == "repealed"] == ["art_2"]


def commentary(**changed: object) -> bytes:
    record = {
        "title": "Art. 10 LatG", "date": "2025-02-03", "language": "de", "legislative_act": {"id": "uuid-1", "title": "LatG"},
        "content": '<h2>I. Zweck</h2><p><span class="paragraph-nr">1</span> Laternen «leuchten».</p><p>Noch immer.</p>'
        '<p><span class="paragraph-nr">2</span> Sie sind rund<sup><a href="#f1">1</a></sup>.</p><p id="f1">Muster, N 1.</p>',
        "legal_text": "<p>Laternen leuchten.</p>",
    }  # fmt: skip
    return json.dumps({"data": record | changed}).encode()


def test_a_commentary_is_cited_by_article_and_margin_number() -> None:
    document = one(CH["ch.onlinekommentar"], commentary(), {"acts": "uuid-1: 999.1"})
    assert str(document.work) == "ch/ok/999.1"
    assert [eid for eid, _ in places(document)] == ["art_10/sec_I", "art_10/n_1", "art_10/n_2"]
    assert "Noch immer." in document.text
    assert {"law_commented", "note"} <= {side.kind for side in document.sides}


def test_a_commentary_on_an_unknown_act_is_refused_with_what_to_do() -> None:
    with pytest.raises(UnreadableSource, match="which act") as caught:
        CH["ch.onlinekommentar"](commentary(), name="a.json", options={})
    assert "options.acts" in caught.value.remedy


def test_a_decision_as_pdf() -> None:
    texts = ["Obergericht des Kantons Aargau", "Urteil vom 3. Mai 2021", "Sachverhalt", "A.", "Die Laterne brannte.", "Erwägungen",
             "1.", "Die Laterne gehört dem Wärter.", "2.", "Sie bleibt ihm."]  # fmt: skip
    document = one(
        CH["ch.decision_pdf"], pdf([lines(texts)]), {"docket": "ZOR.2021.1", "court": "AG_OG_001", "language": "de"}
    )
    assert {"consid_1", "consid_2"} <= {str(node.eid) for node in document.provisions}
    assert document.view_name == "pdf-text/1"


def test_a_judgment_of_hong_kong_as_a_word_file() -> None:
    data = judgment_in_word()
    document = one(HK["hk.lrs_docx"], data, {})
    assert str(document.work) == "hk/hkcfi/2026/9999"
    assert [(str(node.eid), document.text_of(node)) for node in document.provisions if node.kind == "paragraph"] == [
        ("para_1", "1. The lantern burned."), ("para_2", "2. It is dismissed."),
    ]  # fmt: skip
    assert ("note", "At dusk.") in [(side.kind, side.text) for side in document.sides]


def test_an_act_on_an_old_page_of_eur_lex() -> None:
    document = one(EU["eu.old_html"], old_page(), {})
    assert (str(document.work), document.state, document.language) == ("eu/32003R4711", "2003-05-03", "en")
    assert [eid for eid, _ in places(document) if eid.startswith("art")] == [
        "art_1", "art_1/par_1", "art_1/par_2", "art_1/par_2/pnt_a", "art_2",
    ]  # fmt: skip


@pytest.mark.shared
def test_all_pages_and_packed_files_of_the_collections_are_read_without_loss(shared: Path) -> None:
    read = 0
    for ending, reader in (("docx", "docx"), ("pdf", "pdf"), ("html", "html")):
        for file in sorted((shared / "corpora").rglob(f"*.{ending}")):
            if "formex" in file.parent.name or file.stat().st_size > 500_000:
                continue
            one(READERS[reader], file.read_bytes(), OPTIONS, file.name)
            read += 1
    assert read >= 50


@pytest.mark.shared
def test_decisions_as_pdf_have_the_considerations_of_their_html(shared: Path) -> None:
    differ = 0
    for file in sorted((shared / "corpora" / "ch" / "decisions" / "entscheidsuche_AG").glob("*.pdf"))[:6]:
        options = {"json": file.with_suffix(".json").read_text("utf-8")}
        page = file.with_suffix(".html")
        of_pdf = one(CH["ch.decision_pdf"], file.read_bytes(), options, file.name)
        of_html = one(CH["ch.entscheidsuche_html"], page.read_bytes(), options, page.name)
        assert of_pdf.work == of_html.work
        marks = [
            {str(n.eid) for n in document.provisions if n.kind == "consideration"} for document in (of_pdf, of_html)
        ]
        differ += len(marks[0] ^ marks[1])
    assert differ == 0
