"""Judgments inside JSON records: HKLII's two shapes, and tribunals. Each trap has a test that names it."""

from __future__ import annotations

import json

import pytest
from tests.jurisdictions.hk.specimens import BODY, TITLE_PAGE, record
from tests.jurisdictions.offsets import assert_every_character_is_accounted_for

from pincite.errors import UnreadableSource
from pincite.formats.json_strings import read_json
from pincite.jurisdictions.hk.sources.hklii_json import read, read_tribunal
from pincite.law.document import Document

CHROME = (
    "@media (max-width: 600px) { html { text-size-adjust: 100% } }\n \n\nparent.document.title=window.document.title"
    '.replace("XCHRX","");\n\nbody {\nwidth: 100%;\n}\n\n FACV3A/2031 CLOUD LTD v. RAIN LTD\n \n\n '
)
PAGE = (
    "FACV No 3 of 2031\n \n\n[2032] HKCFA 9\n\n IN THE COURT OF FINAL APPEAL OF THE\n \n\n FINAL APPEAL NO 3 OF 2031 (CIVIL)\n \n\n "
    "(ON APPEAL FROM CACV NO 8 OF 2030)\n \n\n ________________________\n \n\n BETWEEN\n \n\n CLOUD LTD\n \n\n 1\n \n st\n \n Appellant"
    "\n \n\n ________________________\n \n\n Before:\n \n\n Chief Justice Fog and\n \n\n Mr Justice Mist PJ\n \n\n Date of Judgment:\n \n\n"
    " 26 February 2032\n \n\n ________________________\n \n\n J U D G M E N T\n \n\n ________________________\n \n\n "
)
TEXT = (
    CHROME
    + PAGE
    + "Chief Justice Fog:\n \n\n Introduction\n \n\n 1.\n \n We made an order\n \n nisi\n \n that the 1\n \n st\n \n "
    "Appellant (“\n \n Cloud\n \n ”) pays.\n \n [1]\n \n\n 2.\n \n In\n \n Hail v Sleet\n \n\n [2030] HKCFA 1\n \n , the Court said:\n \n\n "
    "“7. Rain is wet.\n \n\n 8. Snow is cold.”\n \n\n Conclusion\n \n\n 3.\n \n Two orders follow:\n \n\n (a) the appeal is allowed; and"
    "\n \n\n (b) no costs.\n \n\n (A Fog)\n \n\n Chief Justice\n \n\n Mr Nemo, for the Appellant\n \n\n [1]\n \n\n Hail v Sleet\n \n , [12].\n"
)


def judgment(data: bytes, *, reader: object = read, key: str = "text") -> Document:
    assert callable(reader)
    documents: list[Document] = reader(data, name="record.json", options={})
    assert documents[0].losses == ()
    node = read_json(data, name="x").get(key)
    assert node is not None
    text = node.pieces if key == "text" else ()
    assert_every_character_is_accounted_for(data, documents, text)
    return documents[0]


def texts(document: Document) -> dict[str, str]:
    return {str(node.eid): document.text_of(node) for node in document.provisions}


def test_trap_style_sheets_and_scripts_at_the_beginning_are_furniture() -> None:
    found = judgment(record(TEXT))
    assert found.text.startswith("FACV No 3 of 2031\n[2032] HKCFA 9")
    assert found.title == "CLOUD LTD v. RAIN LTD"


def test_trap_the_action_number_of_the_title_differs_from_that_of_the_page() -> None:
    found = judgment(record(TEXT))
    assert found.work == "hk/hkcfa/2032/9"
    assert found.aliases == ("hk/FACV/3/2031", "hk/FACV/3A/2031")
    assert found.meta["appeal_from"] == "hk/CACV/8/2030"
    assert found.meta["coram"] == "Chief Justice Fog and Mr Justice Mist PJ"


def test_trap_paragraph_numbers_stand_on_lines_of_their_own_and_quoted_numbers_do_not() -> None:
    found = judgment(record(TEXT))
    assert [node.eid for node in found.provisions if node.block] == [
        "head", "h_1", "h_2", "para_1", "para_2", "h_3", "para_3", "tail",
    ]  # fmt: skip
    assert texts(found)["para_2"].endswith("the Court said:\n“7. Rain is wet.\n8. Snow is cold.”")


def test_trap_italics_marks_and_superscripts_on_lines_of_their_own_are_joined_as_printed() -> None:
    found = texts(judgment(record(TEXT)))
    assert found["para_1"] == "1. We made an order nisi that the 1st Appellant (“Cloud”) pays."
    assert found["para_2"].startswith("2. In Hail v Sleet [2030] HKCFA 1, the Court")
    assert "CLOUD LTD\n1st Appellant" in found["head"]


def test_lists_quotations_and_headings_are_found_without_markup() -> None:
    found = judgment(record(TEXT))
    nodes = {str(node.eid): node for node in found.provisions}
    assert texts(found)["para_3_b"] == "(b) no costs."
    assert nodes["para_2_q1"].role == "quoted_authority"
    assert nodes["h_1"].kind == "judge_heading"
    assert nodes["para_3"].role == "reasoning"


def test_footnotes_stand_at_their_marks() -> None:
    found = judgment(record(TEXT))
    note = next(side for side in found.sides if side.kind == "note")
    assert note.text == "[1] Hail v Sleet, [12]."
    assert found.text[: note.at].endswith("pays.")


def test_text_without_white_space_between_its_elements_is_read_as_well() -> None:
    squeezed = "\n".join(line.strip() for line in TEXT.split("\n") if line.strip())
    found = texts(judgment(record(squeezed)))
    assert found["para_1"] == "1. We made an order nisi that the 1st Appellant (“Cloud”) pays."
    assert found["h_3"] == "Conclusion"


def test_json_escapes_lead_to_their_own_bytes() -> None:
    data = json.dumps({"text": TEXT}).encode()  # every non-ASCII character escaped
    found = judgment(data)
    start = found.text.index("“Cloud”")
    first, last = found.source_map.source_span(start, start + 7, data)
    assert data[first:last].startswith(b"\\u201c\\n")
    assert data[first:last].endswith(b"\\u201d")


def test_a_date_or_citation_of_the_record_that_differs_from_the_page_is_reported() -> None:
    found = judgment(record(TEXT, date="2031-01-01", neutral_citation="[2032] HKCFA 10"))
    assert [finding.code for finding in found.findings] == ["citation_differs", "date_differs"]
    assert str(found.expression) == "hk/hkcfa/2032/9@en/2032-02-26"


def test_paragraphs_whose_number_stands_in_their_line_are_found_when_none_stands_alone() -> None:
    text = (
        PAGE + "1. Rain is wet.\n \n\n 2. So is snow, as the Court said:\n \n\n “1. Fog is not.”\n \n\n 3. Allowed.\n"
    )
    found = judgment(record(text))
    assert [node.eid for node in found.provisions if node.kind == "paragraph"] == ["para_1", "para_2", "para_3"]


def api(content: str, **more: object) -> bytes:
    fields = {
        "neutral": "[2032] HKCA 77",
        "date": "2032-03-17T00:00:00+08:00",
        "parallel_citation": "[2032] 2 HKLRD 11",
    }
    cases = [{"title": "HKSAR v. FERDINAND FICTION", "act": "CACC9001/2031"}]
    return json.dumps({"db": "HKCA", **fields, "cases": cases, "content": content, **more}, ensure_ascii=False).encode()


def test_the_api_shape_holds_html_and_its_offsets_lead_into_the_json() -> None:
    data = api(TITLE_PAGE + BODY)
    found = judgment(data, key="content")
    assert found.work == "hk/hkca/2032/77"
    assert found.aliases == ("hk/CACC/9001/2031", "hk/report/HKLRD/2032/2/11")
    assert found.title == "HKSAR v. FERDINAND FICTION"
    assert texts(found)["para_3_i"] == "(i)\u00a0\u00a0clouds float;"
    start = found.text.index("clouds float")
    first, last = found.source_map.source_span(start, start + 12, data)
    assert data[first:last] == b"clouds float"


def test_trap_an_empty_content_is_refused_and_says_where_the_judgment_is() -> None:
    with pytest.raises(UnreadableSource, match=r"empty.*FACC000003_2031\.docx"):
        read(api("", doc="https://example.org/FACC000003_2031.docx"), name="api.json", options={})


# ---- tribunals

PDF = """Application No. 7 of 2031
IN THE SECURITIES AND FUTURES APPEALS TRIBUNAL
______________________________________
BETWEEN
CLOUD CAPITAL LIMITED Applicant
and
SECURITIES AND FUTURES COMMISSION Respondent
_________________________________
Tribunal: Mr. Nobody, Chairman
Date of Hearing: 20 – 23 January 2032
Determination: 22 September 2032
____________________
DETERMINATION
________________________

A A
Introduction
B B
1. At all times the Applicant sold clouds, which was
C the business of a pre- C
eminent dealer.1 It was
D D
said that -
E E
(a) clouds float;
F F
1 Cumulus only, as the
G
Director found.
G
- 2 -
H H

A A
(b) rain falls.
B The reasons of the SFC B
C C
2. The SFC gave reasons:
D D
1. no rain,
E E
2. no snow.
F F
3. That was enough.
- 3 -
G G"""


def sfat(text: str = PDF, **more: str) -> bytes:
    fields = {
        "court": "Securities and Futures Appeals Tribunal",
        "case_number": "7/2031",
        "document_type": "determination",
    }
    return record(text, **{**fields, "title": "SFAT Application No. 7/2031", "date": "2032-01-23", **more})


def test_trap_margin_letters_and_page_numbers_are_taken_out_of_the_sentences() -> None:
    found = judgment(sfat(), reader=read_tribunal)
    text = texts(found)
    assert text["para_1"] == (
        "1. At all times the Applicant sold clouds, which was the business of a pre-eminent dealer. It was said that -\n"
        "(a) clouds float;\n(b) rain falls."
    )
    pages = [(side.label, found.text[side.at : side.at + 12]) for side in found.sides if side.kind == "page"]
    assert pages == [("2", "Introduction"), ("3", "(b) rain fal")]


def test_trap_footnotes_at_the_foot_of_a_page_of_a_pdf_are_side_texts() -> None:
    found = judgment(sfat(), reader=read_tribunal)
    note = next(side for side in found.sides if side.kind == "note")
    assert (note.label, note.text) == ("1", "1 Cumulus only, as the Director found.")
    assert found.text[: note.at].endswith("dealer.")


def test_numbers_of_a_list_do_not_begin_paragraphs_of_a_pdf() -> None:
    found = judgment(sfat(), reader=read_tribunal)
    assert [node.eid for node in found.provisions if node.kind in ("paragraph", "heading")] == [
        "h_1", "para_1", "h_2", "para_2", "para_3",
    ]  # fmt: skip
    assert texts(found)["h_2"] == "The reasons of the SFC"
    assert texts(found)["para_3"] == "3. That was enough."


def test_letters_of_the_text_are_left_alone_on_a_page_without_margin_letters() -> None:
    found = judgment(
        sfat(PDF.split("A A\n", maxsplit=1)[0] + "1. Plan\nA is better than plan B B\nC\nD."), reader=read_tribunal
    )
    assert texts(found)["para_1"] == "1. Plan A is better than plan B B C D."


def test_a_tribunals_file_is_the_work_and_its_rulings_and_corrigenda_stand_beside_it() -> None:
    determination = judgment(sfat(), reader=read_tribunal)
    assert str(determination.expression) == "hk/SFAT/7/2031@en/2032-09-22"
    assert [finding.code for finding in determination.findings] == ["date_differs"]
    ruling = judgment(sfat(document_type="ruling"), reader=read_tribunal)
    assert (ruling.work, ruling.aliases) == ("hk/SFAT/7/2031/ruling", ("hk/SFAT/7/2031",))
    text = (
        PDF.split("A A\n", maxsplit=1)[0].replace("DETERMINATION", "CORRIGENDUM")
        + "1. Read “rain” for “reign”.\nDated 11th day of January 2033\nNobody"
    )
    corrigendum = judgment(sfat(text, document_type="corrigendum"), reader=read_tribunal)
    assert str(corrigendum.expression) == "hk/SFAT/7/2031/corrigendum@en/2033-01-11"
    assert (corrigendum.aliases, corrigendum.meta["corrects"]) == ((), "hk/SFAT/7/2031")


def test_the_competition_tribunal_is_read_by_its_neutral_citation() -> None:
    text = (
        TEXT.replace("[2032] HKCFA 9", "[2032] HKCT 4")
        .replace("FACV No 3 of 2031", "CTEA 1/2031")
        .replace("FACV3A/2031", "CTEA1A/2031")
    )
    found = judgment(
        record(text, neutral_citation="[2032] HKCT 4", reportage="[2032] 5 HKLRD 665"), reader=read_tribunal
    )
    assert found.work == "hk/hkct/2032/4"
    assert found.aliases == ("hk/CTEA/1/2031", "hk/CTEA/1A/2031", "hk/report/HKLRD/2032/5/665")


def test_an_array_of_records_gives_a_document_each() -> None:
    data = b"[" + record(TEXT) + b"," + record(TEXT.replace("HKCFA 9", "HKCFA 19")) + b"]"
    found = read(data, name="x.json", options={})
    assert [document.work for document in found] == ["hk/hkcfa/2032/9", "hk/hkcfa/2032/19"]
    assert all(document.losses == () for document in found)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b"[]", "array is empty"),
        (b'["text"]', "a record expected"),
        (b'{"title": "x"}', "no text under"),
        (b'{"text": 5}', "no text under"),
        (b'{"text": "  "}', "is empty"),
        (b'{"text": "clouds"}', "neither a neutral citation"),
        (record(TEXT)[:-40], "cut off"),
        (b"\x00\x01", "UTF-8"),
        (b"[" * 5000, "deep"),
    ],
)
def test_hostile_files_are_refused_by_name_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(UnreadableSource, match=reason) as caught:
        read(data, name="hostile.json", options={})
    assert caught.value.name == "hostile.json"


def test_a_tribunal_that_is_not_known_is_refused() -> None:
    with pytest.raises(UnreadableSource, match="no tribunal this reader knows"):
        read_tribunal(sfat(court="Court of Clouds"), name="x.json", options={})
