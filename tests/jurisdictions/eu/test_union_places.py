"""Acts of the Union in a release: subparagraphs by either form, recitals from the act as published, deleted units."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.jurisdictions.eu.specimens import cons_formex, oj_formex, ranged

from pincite import wiring
from pincite.corpus.answers import NotFound, OutsideCoverage, PlaceFound
from pincite.storage.sqlite.corpus import SqliteCorpus

POINTS = (
    '<ALINEA><P>{0}:</P><LIST TYPE="alpha"><ITEM><NP><NO.P>(a)</NO.P><TXT>{0} point.</TXT></NP></ITEM></LIST></ALINEA>'
)
TERMS = (
    '<ARTICLE IDENTIFIER="001"><TI.ART>Article 1</TI.ART><PARAG IDENTIFIER="001.001"><NO.PARAG>1.</NO.PARAG>'
    f"{POINTS.format('One')}{POINTS.format('Two')}</PARAG>"
    f'<PARAG IDENTIFIER="001.002"><NO.PARAG>2.</NO.PARAG>{POINTS.format("Three")}<ALINEA>Four.</ALINEA></PARAG>'
    '<PARAG IDENTIFIER="001.003"><NO.PARAG>3.</NO.PARAG><ALINEA>Five.</ALINEA></PARAG></ARTICLE>'
    '<ARTICLE IDENTIFIER="002"><TI.ART>Article 2</TI.ART><ALINEA>Six.</ALINEA><ALINEA>Seven.</ALINEA></ARTICLE>'
    '<ARTICLE IDENTIFIER="003"><TI.ART>Article 3</TI.ART><ALINEA><P>For this:</P><LIST TYPE="ARAB">'
    "<ITEM><NP><NO.P>(1)</NO.P><TXT>Eight.</TXT></NP></ITEM></LIST></ALINEA></ARTICLE>"
)
GONE = ranged('<ARTICLE IDENTIFIER="004"><TI.ART>Article 4</TI.ART><ALINEA>Nine.</ALINEA></ARTICLE>', "DELETED")

SPEC = """
jurisdiction: eu
tag: 2034.01.01
as_of: 2034-01-01
title: An invented act
sources:
  - {{files: [oj.xml], reader: eu.formex_oj, publisher: P, licence: L, legal_value: authentic, redistribute: full}}
  - {{files: [cons.xml], reader: eu.formex_cons, publisher: P, licence: L, legal_value: unofficial, redistribute: full}}
coverage:
  - {{name: the act, works: [eu/32031R9001], complete: true}}
"""


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteCorpus]:
    folder = tmp_path_factory.mktemp("union")
    (folder / "oj.xml").write_bytes(oj_formex(TERMS))
    (folder / "cons.xml").write_bytes(cons_formex(TERMS + GONE))
    (folder / "eu.yaml").write_text(SPEC.replace("{{", "{").replace("}}", "}"), encoding="utf-8")
    wiring.build(Path(folder / "eu.yaml"), folder / "out")
    with wiring.open_corpus([folder / "out"]) as opened:
        yield opened


def found(corpus: SqliteCorpus, place: str, as_of: str = "") -> PlaceFound:
    answer = corpus.find_place(f"eu/32031R9001#{place}", as_of=as_of)
    assert isinstance(answer, PlaceFound)
    return answer


@pytest.mark.parametrize(
    ("place", "text", "findings"),
    [
        ("art_1/par_2/pnt_a", "(a) Three point.", ()),
        ("art_1/par_2/sub_1/pnt_a", "(a) Three point.", ("equivalent_label",)),
        ("art_1/par_1/sub_2/pnt_a", "(a) Two point.", ()),
        ("art_1/par_1/pnt_a", "(a) One point.", ("equivalent_label", "repeated_id")),
        ("art_1/par_3/sub_1", "3. Five.", ("equivalent_label",)),
        ("art_2/par_2", "Seven.", ("equivalent_label",)),
        ("art_3/par_1", "(1) Eight.", ("equivalent_label",)),
        ("art_1/par_2/sub_2/sent_1", "Four.", ("sentence_not_separate",)),
    ],
)
def test_a_place_is_found_by_either_form_and_the_other_one_is_disclosed(
    corpus: SqliteCorpus, place: str, text: str, findings: tuple[str, ...]
) -> None:
    answer = found(corpus, place)
    assert (answer.text, answer.findings) == (text, findings)


@pytest.mark.parametrize(
    "place",
    ["art_1/par_2/sub_2/pnt_a", "art_1/par_3/sub_2", "art_1/par_9", "art_2/par_3", "art_1/par_1/sub_3/pnt_a", "rct_9"],
)
def test_attack_a_subparagraph_that_is_not_there_is_absent(corpus: SqliteCorpus, place: str) -> None:
    assert isinstance(corpus.find_place(f"eu/32031R9001#{place}"), NotFound)


def test_recitals_answer_from_the_act_as_published_when_the_state_has_none(corpus: SqliteCorpus) -> None:
    answer = found(corpus, "rct_2")
    assert answer.text == "(2) Lanterns help."
    assert answer.expression.state == "2031-02-27"
    assert answer.expression.legal_value == "authentic"
    assert answer.findings == ("preamble_as_published",)
    assert found(corpus, "rct_2", as_of="2032-01-01").findings == ()


def test_attack_an_article_that_a_later_state_deleted_is_not_answered_from_an_earlier_one(corpus: SqliteCorpus) -> None:
    gone = found(corpus, "art_4")
    assert (gone.text, gone.node.status, gone.expression.state) == ("", "deleted", "2033-04-01")
    assert "not_in_force" in gone.findings


def test_a_date_before_the_act_is_outside_what_is_held(corpus: SqliteCorpus) -> None:
    answer = corpus.find_place("eu/32031R9001#rct_2", as_of="2030-01-01")
    assert isinstance(answer, OutsideCoverage)
    assert answer.findings == ("before_first_state",)


def test_the_leaf_of_an_article_says_which_act_is_behind_it(corpus: SqliteCorpus) -> None:
    expression = found(corpus, "art_4").expression
    block = next(block for block in corpus.blocks(expression.id) if block.eid == "art_4")
    assert block.text == ""
    sides = corpus.sides(expression.id)
    assert [side.text for side in sides if side.kind == "deleted"] == ["Article 4\nNine."]
