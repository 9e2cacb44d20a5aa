"""Readers of Swiss decisions: JSON, HTML and text, each trap of its wrapper, and hostile files."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from tests.jurisdictions.ch.decisions import BGE, BGER, BVGER, node, places, sides, text_of
from tests.jurisdictions.offsets import assert_every_character_is_accounted_for

from pincite.corpus.admission import fault
from pincite.errors import UnreadableSource
from pincite.formats.html import read_html
from pincite.formats.json_strings import read_json
from pincite.jurisdictions.ch.sources import READERS
from pincite.law.document import Document

OPTIONS: Mapping[str, str] = {}


def read(reader: str, data: bytes, name: str = "invented", **options: str) -> list[Document]:
    documents = READERS[reader](data, name=name, options=options)
    for document in documents:
        assert fault(document, data) is None
    return documents


# ---- entscheidsuche, records


def record(text: str = BVGER, **changes: object) -> dict[str, object]:
    return {
        "_id": "CH_BVGE_001_E-9903-2072_2073-02-05",
        "_source": "CH/Entscheidsuche",
        "title": "Bundesverwaltungsgericht 05.02.2073 E-9903/2072",
        "text": text,
        "abstract": "Lanternes (extinction d&#39;une lanterne) | d&eacute;cision",
        "date": "2073-02-05",
        "url": "https://example.invalid/E-9903-2072.pdf",
        "canton": "CH",
        "hierarchy": ["CH", "CH_BVGE", "CH_BVGE_001"],
        "reference": ["E-9903/2072"],
        "language": "fr",
        **changes,
    }


@pytest.mark.parametrize("ascii_only", [True, False])
def test_a_record_is_read_through_the_escapes_of_its_json(ascii_only: bool) -> None:
    data = json.dumps(record(), ensure_ascii=ascii_only).encode()
    (document,) = read("ch.entscheidsuche_json", data)
    assert (document.work, document.state, document.language) == ("ch/bvger/E-9903/2072", "2073-02-05", "fr")
    assert document.meta["summary"] == "Lanternes (extinction d'une lanterne) | décision"
    assert "consid_2.1.2" in places(document)
    assert_every_character_is_accounted_for(data, [document], read_json(data, name="x")["text"].pieces)


def test_offsets_lead_to_the_bytes_of_the_json_string() -> None:
    data = json.dumps(record(), ensure_ascii=True).encode()
    (document,) = read("ch.entscheidsuche_json", data)
    found = node(document, "consid_2.1.1")
    start, end = document.source_map.source_span(found.start, found.end, data)
    assert json.loads(b'"' + data[start:end] + b'"') == "2.1.1 L'art. 4 LLan n'exige aucun avertissement."


def test_several_records_in_one_array_are_several_documents() -> None:
    other = record(BGER, reference=["5A_9902/2072"], hierarchy=["CH", "CH_BGer", "CH_BGer_005"], language="de")
    documents = read("ch.entscheidsuche_json", json.dumps([record(), other]).encode())
    assert [document.work for document in documents] == ["ch/bvger/E-9903/2072", "ch/bger/5A_9902/2072"]


def hit(content: str, **source: object) -> dict[str, object]:
    return {
        "_id": "CH_BGer_005_5A-9902-2072_2072-06-17",
        "_source": {
            "id": "CH_BGer_005_5A-9902-2072_2072-06-17",
            "date": "2072-06-17",
            "hierarchy": ["CH", "CH_BGer", "CH_BGer_005"],
            "title": {"de": "Bundesgericht 17.06.2072", "fr": "Tribunal fédéral 17.06.2072"},
            "reference": ["5A_9902/2072"],
            "attachment": {
                "content": content,
                "content_length": len(content),
                "language": "de",
                "content_url": "https://example.invalid/5A_9902-2072.html",
            },
            **source,
        },
    }


def test_recorded_hits_are_one_document_each() -> None:
    data = json.dumps(
        {"hits": {"total": {"value": 9}, "hits": [hit(BGER), hit(BGE, reference=["BGE 199 II 77"])]}}
    ).encode()
    documents = read("ch.entscheidsuche_json", data)
    assert [document.work for document in documents] == ["ch/bger/5A_9902/2072", "ch/bge/199/II/77"]
    assert documents[1].aliases == ("ch/bger/2C_9901/2072",)
    assert documents[0].url == "https://example.invalid/5A_9902-2072.html"
    hits = read_json(data, name="x")["hits"]["hits"]
    pieces = [piece for one in hits for piece in one["_source"]["attachment"]["content"].pieces]
    assert_every_character_is_accounted_for(data, documents, pieces)


def test_content_cut_at_100000_characters_is_said_to_be_cut() -> None:
    text = BGER + "Die Laterne brennt. " * 6_000
    data = json.dumps({"hits": {"hits": [hit(text[:100_000])]}}).encode()
    (document,) = read("ch.entscheidsuche_json", data)
    assert "truncated_at_100000" in [finding.code for finding in document.findings]


def test_content_that_is_whole_is_not_said_to_be_cut() -> None:
    (document,) = read("ch.entscheidsuche_json", json.dumps({"hits": {"hits": [hit(BGER)]}}).encode())
    assert document.findings == ()


def test_a_placeholder_date_gives_way_to_the_decisions_date() -> None:
    data = json.dumps({"hits": {"hits": [hit(BGE, date="2073-01-01", reference=["BGE 199 II 77"])]}}).encode()
    (document,) = read("ch.entscheidsuche_json", data)
    assert document.state == "2073-03-03"
    finding = next(found for found in document.findings if found.code == "date_corrected")
    assert dict(finding.parameters) == {"published": "2073-01-01", "decision": "2073-03-03"}


def test_a_language_that_cannot_be_right_gives_way_to_the_texts() -> None:
    data = json.dumps(record(BVGER + BVGER, language="de")).encode()
    (document,) = read("ch.entscheidsuche_json", data)
    assert document.language == "fr"
    assert "language_corrected" in [finding.code for finding in document.findings]


# ---- opencaselaw


def test_an_opencaselaw_record_of_a_bge_has_both_numbers() -> None:
    data = json.dumps(
        {
            "decision_id": "bge_BGE_199_II_77",
            "court": "bge",
            "canton": "CH",
            "docket_number": "199 II 77",
            "docket_number_2": "2C_9901/2072",
            "decision_date": "2073-01-01",
            "language": "de",
            "full_text": BGE,
            "regeste": "Art. 3 LatG; Eintragung von Laternen.",
            "cited_decisions": '["BGE 150 II 300"]',
        }
    ).encode()
    (document,) = read("ch.opencaselaw", data)
    assert (document.work, document.aliases) == ("ch/bge/199/II/77", ("ch/bger/2C_9901/2072",))
    assert sides(document, "abstract") == []
    assert [label for label, _ in sides(document, "page")] == ["78", "79", "80"]


def test_a_headnote_kept_apart_by_the_data_set_is_a_side_channel() -> None:
    data = json.dumps(
        {
            "decision_id": "bger_5A_9902_2072",
            "court": "bger",
            "docket_number": "5A_9902/2072",
            "date": "2072-06-17",
            "text": BGER,
            "regeste": "Eine Laterne, die der Text nicht erwähnt.",
        }
    ).encode()
    (document,) = read("ch.opencaselaw", data)
    assert sides(document, "abstract") == [("", "Eine Laterne, die der Text nicht erwähnt.")]
    assert "nicht erwähnt" not in document.text


# ---- text


def test_a_text_file_is_known_by_its_name() -> None:
    data = BGER.encode()
    (document,) = read("ch.decision_text", data, "x/CH_BGer_005_5A-9902-2072_2072-06-17.txt")
    assert (document.work, document.state) == ("ch/bger/5A_9902/2072", "2072-06-17")
    assert document.meta["chamber"] == "II. Zivilrechtliche Abteilung"
    assert document.url.endswith("lang=de&type=show_document")


def test_a_text_file_with_any_name_is_known_by_its_text() -> None:
    (document,) = read("ch.decision_text", BGER.encode(), "urteil.txt", court="CH_BGer", language="de")
    assert (document.work, document.state) == ("ch/bger/5A_9902/2072", "2072-06-17")


def test_a_text_file_in_another_encoding_is_read_when_it_is_named() -> None:
    data = BGER.replace("–", "-").encode("cp1252")
    (document,) = read("ch.decision_text", data, "CH_BGer_005_5A-9902-2072_2072-06-17.txt", encoding="cp1252")
    assert "Erwägungen:" in document.text


# ---- HTML


HTML = """<!DOCTYPE html>
<html><head><meta charset="utf-8"/><title>Reports 2072 - Band 18</title><style>.text { color: black }</style></head>
<body>
<!--  PAGE_NR 1 -->
<div class="header">
<span class="year">2072</span> <span class="title">Laternenrecht</span> <span class="page_no">135</span>
</div>
<div id="S135" class="page"><div role="main">
<span class="text"><b>18 </b> <b>Laternenplan </b></span><br>
<span class="text"><b>§ 21  LatG  verlangt  keine  Mindest-</span><br>
<span class="text">höhe (Erw. 3.1.2). </b></span><br>
<span class="text">Aus dem Entscheid des Verwaltungsgerichts, 3. Kammer, vom 27. Novem-</span><br>
<span class="text">ber  2072,  in  Sachen  A.  gegen  die  Stadt  C.  (WBE.2072.344).</span><br>
<br>
<span class="text"><i>Aus den Erw&auml;gungen </i></span><br>
<br>
<span class="text">3.1.2.</span><br>
</div></div>
<div class="header">
<span class="year">2072</span> <span class="title">Verwaltungsgericht</span> <span class="page_no">136</span>
</div>
<div id="S136" class="page"><div role="main">
<span class="text">Eine  Laterne&nbsp;darf  klein  sein.</span><br>
<span class="text">3.2.-3.3. (...)</span><br>
<span class="text">3.4.</span><br>
<span class="text">Sie darf auch  rot  sein.</span><br>
</div></div>
</body></html>
"""
SIDECAR = {
    "Signatur": "AG_OG_005",
    "Spider": "AG_Gerichte",
    "Sprache": "de",
    "Datum": "1971-02-02",
    "HTML": {"Datei": "x.html", "URL": "https://example.invalid/18.html", "Checksum": "0"},
    "Num": ["AGVE 2072 18"],
    "Kopfzeile": [{"Sprachen": ["de", "fr"], "Text": "Aargau Obergericht 02.02.1971 AGVE 2072 18"}],
    "Meta": [{"Sprachen": ["de"], "Text": "Aargau Obergericht Verwaltungsgericht"}],
    "Abstract": [{"Sprachen": ["de"], "Text": "18 Laternenplan"}],
}
AGVE = "AG_OG_005_AGVE-2072-18_1971-02-02.html"


def test_an_html_decision_takes_its_facts_from_the_sidecar_but_not_its_date() -> None:
    data = HTML.encode()
    (document,) = read("ch.entscheidsuche_html", data, AGVE, json=json.dumps(SIDECAR))
    assert (document.work, document.aliases) == ("ch/ag/WBE.2072.344", ("ch/ag/AGVE 2072 18",))
    assert document.state == "2072-11-27"
    assert "date_corrected" in [finding.code for finding in document.findings]
    assert document.url == "https://example.invalid/18.html"
    assert_every_character_is_accounted_for(data, [document], read_html(data, name="x").pieces())


def test_page_heads_of_the_reports_are_side_channels_with_their_numbers() -> None:
    (document,) = read("ch.entscheidsuche_html", HTML.encode(), AGVE, json=json.dumps(SIDECAR))
    assert [label for label, _ in sides(document, "page")] == ["135", "136"]
    assert "Laternenrecht" not in document.text
    assert "color" not in document.text


def test_html_entities_and_double_spaces_are_rendered_and_collapsed() -> None:
    (document,) = read("ch.entscheidsuche_html", HTML.encode(), AGVE, json=json.dumps(SIDECAR))
    assert text_of(document, "consid_3.1.2") == "3.1.2.\nEine Laterne\u00a0darf klein sein."
    assert "consid_3.2..consid_3.3" in places(document)
    assert node(document, "regeste").role == "headnote"


def test_html_without_a_sidecar_is_known_by_its_name() -> None:
    (document,) = read("ch.entscheidsuche_html", HTML.encode(), AGVE)
    assert document.work == "ch/ag/WBE.2072.344"


def test_white_space_of_the_html_source_ends_no_line() -> None:
    page = "<html><body><p>Erwägungen:</p><p>1. Die\n   Laterne\n   brennt.</p><p>2. Sie\nleuchtet.</p></body></html>"
    (document,) = read("ch.entscheidsuche_html", page.encode(), "ZH_OG_001_PS990001_2072-01-01.html")
    assert text_of(document, "consid_1") == "1. Die Laterne brennt."
    assert places(document, "consideration") == ["consid_1", "consid_2"]


# ---- hostile and broken files


@pytest.mark.parametrize(
    ("reader", "data", "place", "reason"),
    [
        ("ch.entscheidsuche_json", b'{"text": "abc', "line 1, column 14", "cut off"),
        ("ch.entscheidsuche_json", b"\xff\xfe{\x00", "line 1, column 1", "UTF-16"),
        ("ch.entscheidsuche_json", b"[" * 100_000, "line 1, column 101", "deep"),
        ("ch.entscheidsuche_json", b'{"text": "a", "text": "b"}', "line 1, column 15", "twice"),
        ("ch.entscheidsuche_json", b'{"hits": {"hits": []}}', "", "no decision"),
        ("ch.entscheidsuche_json", b'{"hits": {"hits": [{"_id": "x"}]}}', "byte 19", "without the decision's text"),
        ("ch.entscheidsuche_json", json.dumps(SIDECAR).encode(), "byte 0", "no text"),
        ("ch.entscheidsuche_json", b'{"text": "  \\n "}', "", "holds no text"),
        ("ch.entscheidsuche_json", b"[]", "", "no decision"),
        ("ch.opencaselaw", b'{"decision_id": "x"}', "byte 0", "without the decision's text"),
        ("ch.opencaselaw", b"[]", "", "empty"),
        ("ch.opencaselaw", b'{"text": 3}', "byte 0", "without the decision's text"),
        ("ch.decision_text", b"", "", "holds no text"),
        ("ch.decision_text", b"\n \n", "", "holds no text"),
        ("ch.decision_text", b"Urteil\x00", "byte 6", "no text file"),
        ("ch.decision_text", b"Erw\xe4gungen", "line 1, byte 3", "0xe4"),
        ("ch.entscheidsuche_html", b"", "", "empty"),
        ("ch.entscheidsuche_html", b"<html><body></body></html>", "", "holds no text"),
        ("ch.entscheidsuche_html", b"PK\x03\x04\x00\x00", "byte 4", "binary"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_name_place_and_reason(
    reader: str, data: bytes, place: str, reason: str
) -> None:
    with pytest.raises(UnreadableSource) as caught:
        READERS[reader](data, name="bad.file", options=OPTIONS)
    assert caught.value.name.startswith("bad.file")
    assert caught.value.place == place
    assert reason in caught.value.reason


def test_a_sidecar_read_alone_says_what_to_do() -> None:
    with pytest.raises(UnreadableSource) as caught:
        READERS["ch.entscheidsuche_json"](json.dumps(SIDECAR).encode(), name="x.json", options=OPTIONS)
    assert "ch.entscheidsuche_html" in caught.value.remedy


def test_a_broken_sidecar_is_refused_by_its_own_name() -> None:
    with pytest.raises(UnreadableSource, match="sidecar"):
        READERS["ch.entscheidsuche_html"](HTML.encode(), name=AGVE, options={"json": "{"})


def test_attack_signs_of_an_id_inside_a_docket_do_not_reach_the_work_id() -> None:
    data = json.dumps(record(reference=["x#y@z 1"], hierarchy=["CH", "CH_XX"])).encode()
    (document,) = read("ch.entscheidsuche_json", data)
    assert "#" not in document.work
    assert "@" not in document.work
