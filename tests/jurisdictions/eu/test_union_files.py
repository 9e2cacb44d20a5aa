"""The promises of the readers over all real files of the Union that are held, and the witnesses compared."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.jurisdictions.offsets import assert_every_character_is_accounted_for

from pincite.formats.html import read_html
from pincite.formats.xml import read_xml
from pincite.jurisdictions.eu.sources import EXTRACTORS, READERS
from pincite.law.document import Document

pytestmark = pytest.mark.shared

FOLDERS = (
    ("eu.formex_cons", "formex_cons/*.0001.xml"),
    ("eu.oj_xhtml", "oj_xhtml/*.xml"),
    ("eu.cons_xhtml", "cons_xhtml/*.html"),
    ("eu.cons_xhtml", "formex_cons/*.html"),
)


class Read(NamedTuple):
    reader: str
    path: Path
    data: bytes
    document: Document
    seconds: float


@pytest.fixture(scope="module")
def corpus(shared: Path) -> list[Read]:
    found = []
    for reader, pattern in FOLDERS:
        for path in sorted((shared / "corpora" / "eu").glob(pattern)):
            if ".doc." not in path.name:
                data = path.read_bytes()
                begun = time.process_time()
                document = READERS[reader](data, name=path.name, options={})[0]
                found.append(Read(reader, path, data, document, time.process_time() - begun))
    return found


def of(corpus: list[Read], reader: str, expression: str) -> Document:
    return next(
        read.document for read in corpus if read.reader == reader and str(read.document.expression) == expression
    )


def words(document: Document, eid: str) -> str:
    node = next(node for node in document.provisions if node.eid == eid)
    return " ".join(document.text_of(node).split())


def live(document: Document, *kinds: str) -> dict[str, str]:
    """Place -> its words, white space folded, of what is in force."""
    return {
        str(node.eid): " ".join(document.text_of(node).split())
        for node in document.provisions
        if node.status != "deleted" and (not kinds or node.kind in kinds)
    }


def test_every_character_of_every_file_is_in_a_text_or_a_side_channel_and_knows_its_bytes(corpus: list[Read]) -> None:
    assert Counter(read.reader for read in corpus) == {"eu.formex_cons": 13, "eu.oj_xhtml": 8, "eu.cons_xhtml": 2}
    for read in corpus:
        parse = read_xml if "formex" in read.reader else read_html
        assert read.document.losses == (), read.path.name
        assert_every_character_is_accounted_for(read.data, [read.document], parse(read.data, name="x").pieces())
        assert read.document.extractor == EXTRACTORS[read.reader]


def test_no_document_takes_the_place_of_another_save_the_two_witnesses(corpus: list[Read]) -> None:
    expressions = Counter(str(read.document.expression) for read in corpus)
    twice = {expression for expression, count in expressions.items() if count > 1}
    assert twice == {"eu/32016R0679@en/2016-05-04", "eu/32014L0065@en/2024-03-28"}


def test_no_instruction_arrow_or_quotation_element_stands_in_a_text(corpus: list[Read]) -> None:
    for read in corpus:
        text = read.document.text
        assert not any(sign in text for sign in ("▼", "►", "◄", "—————", "CLG.", "QUOT")), read.path.name
        if read.reader == "eu.formex_cons":
            assert text.count("‘") + text.count("«") > 10
        assert "\n\n" not in text
        assert "  " not in text


def test_articles_count_on_without_a_gap_in_the_acts_as_published(corpus: list[Read]) -> None:
    for read in corpus:
        if read.reader == "eu.oj_xhtml":
            for kind in ("article", "recital"):
                numbers = [node.eid[4:] for node in read.document.provisions if node.kind == kind]
                assert numbers == [str(number) for number in range(1, len(numbers) + 1)], read.path.name
        if "xhtml" in read.reader:
            marked = {
                element.get("id").removesuffix(".tit_1")
                for element in read_html(read.data, name="x").descendants("div")
                if element.get("id").startswith(("art_", "rct_", "cit_", "anx_", "fnp_"))
            }
            places = {str(node.eid) for node in read.document.provisions}
            assert marked <= places, read.path.name


def test_the_consolidated_state_of_the_gdpr_reads_the_same_in_formex_and_on_the_page(corpus: list[Read]) -> None:
    formex, page = (of(corpus, reader, "eu/32016R0679@en/2016-05-04") for reader in ("eu.formex_cons", "eu.cons_xhtml"))
    one, other = live(formex), live(page)
    assert one.keys() == other.keys()
    # the page prints the kind and the makers of the act in capitals, which Formex leaves to the style sheet
    assert {eid for eid in one if one[eid] != other[eid]} == {"tit_1"}
    assert one["tit_1"].casefold() == other["tit_1"].casefold()


def test_mifid_ii_reads_the_same_in_formex_and_on_the_page_and_deleted_text_is_in_neither(corpus: list[Read]) -> None:
    formex, page = (of(corpus, reader, "eu/32014L0065@en/2024-03-28") for reader in ("eu.formex_cons", "eu.cons_xhtml"))
    one, other = (
        live(formex, "article", "paragraph", "point", "quoted"),
        live(page, "article", "paragraph", "point", "quoted"),
    )
    assert live(formex).keys() == live(page).keys()
    # the page has a space before the stop after an amount or a date there
    apart = {eid for eid in one if one[eid] != other[eid]}
    assert {eid.partition("/")[0] for eid in apart} <= {"art_70", "art_95", "anx_II"}
    for eid in apart:
        assert one[eid] == other[eid].replace(" ,", ",").replace(" :", ":")
    assert formex.meta["deleted_ranges"] == "16"
    for side in formex.sides:
        if side.kind == "deleted":
            gone = " ".join(side.text.split())
            assert gone not in " ".join(formex.text.split())
            assert gone not in " ".join(page.text.split())


def test_what_was_deleted_from_mifid_ii_is_found_as_deleted(corpus: list[Read]) -> None:
    for language in ("en", "fr"):
        document = of(corpus, "eu.formex_cons", f"eu/32014L0065@{language}/2024-03-28")
        status = {str(node.eid): node.status for node in document.provisions}
        for eid in (
            "art_1/par_2/pnt_d",
            "art_1/par_7",
            "art_4/par_1/pnt_63",
            "art_27/par_6",
            "art_50",
            "tis_V",
            "art_59",
            "art_90/par_2",
            "art_91",
            "anx_I/sct_D",
        ):
            assert status[eid] == "deleted", (language, eid)
        assert status["art_1/par_2/pnt_c"] == status["art_90/par_1"] == "in_force"
    before = of(corpus, "eu.formex_cons", "eu/32014L0065@en/2016-07-01")
    assert not [node.eid for node in before.provisions if node.status == "deleted"]


def test_the_articles_that_directive_2024_790_changed_name_it(corpus: list[Read]) -> None:
    before = live(of(corpus, "eu.formex_cons", "eu/32014L0065@en/2024-01-09"), "article")
    document = of(corpus, "eu.formex_cons", "eu/32014L0065@en/2024-03-28")
    after = live(document, "article")
    changed = {eid for eid in after if before.get(eid) != after[eid]} | {eid for eid in before if eid not in after}
    marked = {
        str(node.eid)
        for node in document.provisions
        if node.kind == "article" and any(reference.startswith("eu/32024L0790") for reference in node.amended_by)
    }
    assert changed == marked


def test_the_corrigendum_names_the_nine_articles_of_the_gdpr_that_differ_from_the_official_journal(
    corpus: list[Read],
) -> None:
    document = of(corpus, "eu.formex_cons", "eu/32016R0679@en/2016-05-04")
    published = live(of(corpus, "eu.oj_xhtml", "eu/32016R0679@en/2016-04-27"), "article")
    state = live(document, "article")
    assert state.keys() == published.keys()
    marked = {
        str(node.eid)
        for node in document.provisions
        if node.kind == "article" and "eu/32016R0679R(02)" in node.amended_by
    }
    assert {eid for eid in state if state[eid] != published[eid]} <= marked
    assert len(state) == 99


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        (("eu.oj_xhtml", "eu/32016R0679@en/2016-04-27"), ("eu.oj_xhtml", "eu/32016R0679@fr/2016-04-27"), set()),
        (("eu.oj_xhtml", "eu/32024L0790@en/2024-02-28"), ("eu.oj_xhtml", "eu/32024L0790@fr/2024-02-28"), set()),
        # the French text prints «xvii bis)» where the English one prints «(xxviia)»
        (("eu.formex_cons", "eu/32014L0065@en/2024-03-28"), ("eu.formex_cons", "eu/32014L0065@fr/2024-03-28"), {"art_70/par_3/pnt_b/pnt_xxviia", "art_70/par_3/pnt_b/pnt_xviia"}),
        (("eu.formex_cons", "eu/32016R0679@en/2016-05-04"), ("eu.formex_cons", "eu/32016R0679@fr/2016-05-04"), set()),
    ],
)  # fmt: skip
def test_the_places_of_an_act_are_the_same_in_english_and_french(
    corpus: list[Read], one: tuple[str, str], other: tuple[str, str], apart: set[str]
) -> None:
    english, french = of(corpus, *one), of(corpus, *other)
    assert live(english).keys() ^ live(french).keys() == apart
    assert Counter(node.kind for node in english.provisions) == Counter(node.kind for node in french.provisions)


def test_page_and_formex_agree_on_places_across_languages_too(corpus: list[Read]) -> None:
    for page, formex in (
        ("eu/32022R2554@en/2022-12-14", "eu/32022R2554@fr/2022-12-27"),
        ("eu/32024R1689@en/2024-06-13", "eu/32024R1689@fr/2024-07-12"),
    ):
        published, state = live(of(corpus, "eu.oj_xhtml", page)), live(of(corpus, "eu.formex_cons", formex))
        assert not state.keys() - published.keys()
        only = {eid.partition("_")[0] for eid in published.keys() - state.keys()}
        assert only <= {"rct", "cit", "pbl", "fnp"}


def test_amending_directives_hold_no_provision_of_the_act_they_amend(corpus: list[Read]) -> None:
    for expression, articles, quoted in (
        ("eu/32024L0790@en/2024-02-28", 4, 33),
        ("eu/32016L1034@en/2016-06-23", 3, 3),
        ("eu/32022L2556@en/2022-12-14", 11, 36),
    ):
        document = of(corpus, "eu.oj_xhtml", expression)
        assert (len(live(document, "article")), len(live(document, "quoted"))) == (articles, quoted)
        for node in document.provisions:
            if node.kind == "point":
                assert node.label[0] not in "‘“«„", (expression, node.eid)


def test_known_provisions_stand_where_they_are_cited(corpus: list[Read]) -> None:
    gdpr = of(corpus, "eu.formex_cons", "eu/32016R0679@en/2016-05-04")
    assert words(gdpr, "art_6/par_1/pnt_a").startswith("(a) the data subject has given consent")
    assert words(gdpr, "art_4/pnt_1").startswith("(1) ‘personal data’ means any information")
    assert words(gdpr, "art_83/par_5").startswith("5. Infringements of the following provisions")
    assert "20 000 000 EUR" in words(gdpr, "art_83/par_5")
    published = of(corpus, "eu.oj_xhtml", "eu/32016R0679@en/2016-04-27")
    assert words(published, "rct_47").startswith("(47) The legitimate interests of a controller")
    assert len(live(published, "recital")) == 173
    act = of(corpus, "eu.oj_xhtml", "eu/32024R1689@en/2024-06-13")
    assert (len(live(act, "article")), len(live(act, "recital")), len(live(act, "annex"))) == (113, 180, 13)
    assert words(act, "anx_III/pnt_1/pnt_a").startswith("(a) remote biometric identification systems")
    dora = of(corpus, "eu.oj_xhtml", "eu/32022R2554@en/2022-12-14")
    assert "DORA" in dora.short_titles
    assert (len(live(dora, "article")), len(live(dora, "recital"))) == (64, 106)


def test_the_whole_collection_is_read_in_a_few_seconds(corpus: list[Read]) -> None:
    assert sum(read.seconds for read in corpus) < 12
