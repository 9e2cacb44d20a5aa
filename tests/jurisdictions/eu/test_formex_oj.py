"""Acts of the Official Journal in Formex."""

from __future__ import annotations

import pytest
from tests.jurisdictions.eu.reading import document, place, places, sides, text
from tests.jurisdictions.eu.specimens import oj_formex

from pincite.errors import UnreadableSource
from pincite.jurisdictions.eu.sources.formex_oj import read

ANNEX = """<ANNEX><BIB.INSTANCE><LG.DOC>EN</LG.DOC></BIB.INSTANCE><TITLE><TI><P>ANNEX II</P></TI><STI><P>Wicks</P></STI></TITLE>
<CONTENTS><NP><NO.P>1.</NO.P><TXT>Cotton.</TXT></NP><NP><NO.P>2.</NO.P><TXT>Hemp.</TXT></NP></CONTENTS></ANNEX>"""


def test_an_act_is_authentic_and_dated_by_the_act() -> None:
    found = document("eu.formex_oj", oj_formex())
    assert str(found.expression) == "eu/32031R9001@en/2031-02-27"
    assert found.legal_value == "authentic"
    assert found.url == "https://eur-lex.europa.eu/legal-content/EN/TXT/?uri=CELEX:32031R9001"
    assert found.meta["oj"] == "L 77, 2031, p. 12"


def test_recitals_citations_formulas_and_signatures_are_blocks() -> None:
    found = document("eu.formex_oj", oj_formex())
    assert [(str(node.eid), node.kind) for node in found.provisions if node.block] == [
        ("tit_1", "heading"), ("pbl_1/text", "formula"), ("cit_1", "citation"), ("cit_2", "citation"), ("pbl_1/text", "formula"),
        ("rct_1", "recital"), ("rct_2", "recital"), ("pbl_1/text", "formula"), ("cpt_I/heading", "heading"), ("art_1", "article"),
        ("fnp_1", "final"),
    ]  # fmt: skip
    assert text(found, "rct_2") == "(2) Lanterns help."
    assert text(found, "cit_2") == "Having regard to the opinion of the moths,"
    assert sides(found, "note") == [("1", "OJ C 5, 2.1.2030, p. 3.")]
    assert text(found, "fnp_1").endswith("The President\nA. Moth")


@pytest.mark.parametrize(
    ("kind", "number", "celex"),
    [
        ("Regulation (EU)", "9", "32031R0009"), ("Directive (EU)", "77", "32031L0077"), ("Council Decision (EU)", "1234", "32031D1234"),
        ("Règlement (UE)", "9001", "32031R9001"), ("Richtlinie (EU)", "9001", "32031L9001"),
    ],
)  # fmt: skip
def test_the_kind_in_the_title_and_the_number_of_the_document_make_the_celex(
    kind: str, number: str, celex: str
) -> None:
    title = f"<TITLE><TI><P>{kind} 2031/{number}</P></TI></TITLE>"
    assert document("eu.formex_oj", oj_formex(title=title, number=number)).work == f"eu/{celex}"


def test_amending_text_holds_no_provision_of_the_amending_act() -> None:
    quoted = (
        '<QUOT.S LEVEL="1"><ARTICLE IDENTIFIER="089A"><TI.ART><QUOT.START CODE="2018"/>Article 89a</TI.ART><PARAG IDENTIFIER="089A.001">'
        '<NO.PARAG>1.</NO.PARAG><ALINEA>Moths vote.<QUOT.END CODE="2019"/></ALINEA></PARAG></ARTICLE></QUOT.S>'
    )
    terms = (
        '<ARTICLE IDENTIFIER="001"><TI.ART>Article 1</TI.ART><ALINEA><P>Directive 2001/1/EU is amended as follows:</P><LIST TYPE="ARAB">'
        f"<ITEM><NP><NO.P>(1)</NO.P><TXT>the following article is inserted:</TXT><P>{quoted};</P></NP></ITEM></LIST></ALINEA></ARTICLE>"
    )
    found = document("eu.formex_oj", oj_formex(terms))
    assert places(found, "article") == ["art_1"]
    assert places(found, "paragraph") == []
    assert text(found, "art_1/pnt_1/quo_1") == "‘Article 89a\n1. Moths vote.’;"
    assert place(found, "art_1/pnt_1/quo_1").kind == "quoted"


def test_unnumbered_recitals_are_counted() -> None:
    data = (
        oj_formex()
        .replace(b"<NP><NO.P>(1)</NO.P><TXT>", b"<P>")
        .replace(b"Nights are dark.</TXT></NP>", b"Nights are dark.</P>")
    )
    assert text(document("eu.formex_oj", data), "rct_1") == "Nights are dark."


def test_an_annex_alone_needs_to_be_told_its_act() -> None:
    with pytest.raises(UnreadableSource, match="does not say its number") as caught:
        read(ANNEX.encode(), name="annex.xml", options={})
    assert "options.celex" in caught.value.remedy
    found = document("eu.formex_oj", ANNEX.encode(), celex="32031R9001", date="2031-02-27")
    assert str(found.expression) == "eu/32031R9001@en/2031-02-27"
    assert [str(node.eid) for node in found.provisions if node.block] == [
        "anx_II/heading",
        "anx_II/pnt_1",
        "anx_II/pnt_2",
    ]


def test_a_package_of_act_and_annexes_is_one_document() -> None:
    act = oj_formex().split(b"?>", 1)[1]
    found = document("eu.formex_oj", b"<COMBINED.FMX>" + act + ANNEX.encode() + b"</COMBINED.FMX>")
    assert found.work == "eu/32031R9001"
    assert text(found, "anx_II/pnt_2") == "2. Hemp."


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"<DOC/>", "not <ACT>"),
        (b"<COMBINED.FMX/>", "does not say its number"),
        (b"<ACT/>", "does not say its number"),
        (oj_formex(title="<TITLE><TI><P>Lanterns</P></TI></TITLE>"), "does not say its number"),
        (oj_formex("", final="<FINAL><P>x</P></FINAL>"), "no article"),
    ],
)
def test_hostile_files_are_refused_by_name_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(UnreadableSource, match=reason) as caught:
        read(data, name="hostile.xml", options={})
    assert caught.value.name == "hostile.xml"
