"""Writing references: what is written reads back as the same reference, over the scheme and over real texts."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from benchmarks.round_trip import read_back, reads_back, references_of_corpora, references_of_tables, ways
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.citations.references import SCHEME, swiss_labels

from pincite import wiring
from pincite.citations.parse import parse, write
from pincite.citations.render import render
from pincite.citations.style_table import forms
from pincite.errors import BadInput
from pincite.identity.reference import Reference


@pytest.mark.parametrize("jurisdiction", sorted(SCHEME))
def test_what_is_written_reads_back_as_the_same_reference(jurisdiction: str) -> None:
    @settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(SCHEME[jurisdiction])
    def holds(reference: Reference) -> None:
        written = list(ways(reference))
        assert written, f"no style writes {reference}"
        for style, language, citation in written:
            assert reads_back(reference, language, citation), (style, language, citation, str(reference))

    holds()


@given(st.lists(swiss_labels(most=200), min_size=2, max_size=4, unique=True), st.sampled_from(("de", "fr", "it")))
@settings(max_examples=60, deadline=None)
def test_a_list_of_articles_shares_the_act_and_reads_back(labels: list[str], language: str) -> None:
    references = tuple(Reference.parse(f"ch/sr/220#art_{label}") for label in labels)
    citation = render(references, wiring.packs(), language=language)
    assert citation.count("OR") + citation.count("CO") == 1
    assert parse(citation, wiring.extractor(), language=language).references == references


@pytest.mark.parametrize(
    ("references", "language", "style", "citation"),
    [
        ("ch/sr/220#art_97/para_1/lbl_a/lbl_2", "de", "federal", "Art. 97 Abs. 1 lit. a Ziff. 2 OR"),
        ("ch/sr/220#art_97/para_1/lbl_a/lbl_2", "fr", "federal", "art. 97 al. 1 let. a ch. 2 CO"),
        ("ch/sr/220#art_97/para_1/lbl_a/lbl_2", "it", "federal", "art. 97 cpv. 1 lett. a n. 2 CO"),
        ("ch/sr/220#art_97/para_1/lbl_a", "de", "chancellery", "Art. 97 Abs. 1 Bst. a OR"),
        ("ch/sr/220#art_97/para_1/lbl_a", "fr", "chancellery", "art. 97, al. 1, let. a CO"),
        ("ch/sr/220#art_329_g_bis/para_1", "de", "", "Art. 329gbis Abs. 1 OR"),
        ("ch/sr/220#art_41..", "fr", "", "art. 41 ss CO"),
        ("ch/sr/220#art_41..art_46", "it", "", "art. 41-46 CO"),
        ("ch/sr/210", "de", "", "SR 210"),
        ("ch/sr/0.142.112.681#annex_1/art_24/para_1", "de", "", "Art. 24 Abs. 1 Anhang 1 FZA"),
        ("ch/sr/101#art_8 ch/sr/101#art_9", "de", "", "Art. 8 und 9 BV"),
        ("ch/bge/140/III/86#consid_2.3", "de", "", "BGE 140 III 86 E. 2.3"),
        ("ch/bge/140/III/86#consid_2.3", "fr", "", "ATF 140 III 86 consid. 2.3"),
        ("ch/bge/140/III/86#consid_2.3", "it", "", "DTF 140 III 86 consid. 2.3"),
        ("ch/bge/140/III/86#consid_2 ch/bge/140/III/86#consid_3", "fr", "", "ATF 140 III 86 consid. 2 et 3"),
        ("ch/bge/121/III/163#consid_2d_aa", "de", "", "BGE 121 III 163 E. 2d/aa"),
        ("ch/bge/140/III/86#p_90", "it", "", "DTF 140 III 86 pag. 90"),
        ("ch/bvge/2018/IV/3", "fr", "", "ATAF 2018 IV/3"),
        ("ch/bvger/A-1234/2020#consid_2", "fr", "", "arrêt du TAF A-1234/2020 consid. 2"),
        ("ch/as/2025/856", "it", "", "RU 2025 856"),
        ("ch/bbl/1992/III/269", "fr", "", "FF 1992 III 269"),
        ("ch/bbl/2004/-/1611#p_1675", "de", "", "BBl 2004 1611, 1675"),
        ("ch/commentary/BSK/220#art_97/n_12", "de", "", "BSK OR, Art. 97 N 12"),
        ("ch/zh/LS 700.1#art_5", "de", "", "§ 5 LS 700.1"),
        ("ch/be/VRPG#art_25", "de", "", "Art. 25 VRPG/BE"),
        ("ch/ge/ATA/203/2018", "fr", "", "arrêt du canton de Genève ATA/203/2018"),
        ("coe/echr/5809/08#para_74", "fr", "", "arrêt CourEDH, requête n° 5809/08, § 74"),
        ("hk/cap486#s33_1_a", "en", "", "s. 33(1)(a) of Cap. 486"),
        ("hk/cap486#s33_1_a", "zh-Hant", "", "《個人資料(私隱)條例》(第486章)第33(1)(a)條"),
        ("hk/cap486#s33_1_a", "en", "report", "section 33(1)(a) of the Personal Data (Privacy) Ordinance (Cap. 486)"),
        ("hk/cap132#s2_1 hk/cap132#s3 hk/cap132#s5", "en", "", "ss. 2(1), 3 and 5 of Cap. 132"),
        ("hk/cap486#s33..s35", "zh-Hant", "", "《個人資料(私隱)條例》(第486章)第33至35條"),
        ("hk/cap4A#O14_r1", "en", "", "O. 14, r. 1 of Cap. 4A"),
        ("hk/cap571#sch8_s31", "en", "", "s. 31 of Sch. 8 to Cap. 571"),
        ("hk/A101#art27", "zh-Hant", "", "《基本法》第27條"),
        ("hk/hkca/2025/943#para_45", "en", "", "[2025] HKCA 943 at [45]"),
        ("hk/hkca/2025/943#para_45", "zh", "", "[2025] HKCA 943 第45段"),
        ("hk/hkca/2025/943#para_45..para_47", "en", "report", "[2025] HKCA 943, paras. 45-47"),
        ("hk/report/HKCFAR/2012/15/1", "en", "", "(2012) 15 HKCFAR 1"),
        ("hk/report/HKCFAR/1997/1/1", "en", "", "(1997-98) 1 HKCFAR 1"),
        ("hk/FACV/5/2011", "en", "report", "FACV No. 5 of 2011"),
        ("hk/FACV/5/2011", "zh-Hant", "", "終院民事上訴2011年第5號"),
        ("hk/ln/2020/139", "zh-Hant", "", "2020年第139號法律公告"),
        ("uk/uksc/2019/41#para_45", "en", "oscola", "[2019] UKSC 41 [45]"),
        ("uk/ewhc/admin/2009/995", "en", "", "[2009] EWHC 995 (Admin)"),
        ("uk/ewca/civ/2008/649", "en", "", "[2008] EWCA Civ 649"),
        ("uk/report/Cr App R/1968/52/113", "en", "", "(1968) 52 Cr App R 113"),
        ("uk/ukpga/2006/46#section-171..section-177", "en", "oscola", "Companies Act 2006 (c. 46), ss 171-177"),
        (
            "uk/ukpga/2006/46#section-171..section-177",
            "en",
            "full",
            "sections 171-177 of the Companies Act 2006 (c. 46)",
        ),
        ("uk/uksi/2012/3118#regulation-4", "en", "", "SI 2012/3118, reg 4"),
        ("au/hca/1989/9", "en", "", "[1989] HCA 9"),
        ("eu/32016R0679#art_6/par_1/pnt_a", "en", "", "Article 6(1)(a) of Regulation (EU) 2016/679"),
        ("eu/32016R0679#art_6/par_1/pnt_a", "fr", "", "article 6, paragraphe 1, point a), du règlement (UE) 2016/679"),
        ("eu/32016R0679#art_6/par_1/pnt_a", "de", "", "Artikel 6 Absatz 1 Buchstabe a der Verordnung (EU) 2016/679"),
        (
            "eu/32016R0679#art_6/par_1/pnt_a",
            "it",
            "",
            "articolo 6, paragrafo 1, lettera a), del regolamento (UE) 2016/679",
        ),
        ("eu/32001R0044", "fr", "", "règlement (CE) n° 44/2001"),
        ("eu/31995L0046", "de", "", "Richtlinie 95/46/EG"),
        ("eu/12016E267", "de", "", "Artikel 267 AEUV"),
        ("eu/32016R0679", "en", "celex", "32016R0679"),
        ("eu/32016R0679#art_6/par_1", "en", "eli", "http://data.europa.eu/eli/reg/2016/679/art_6/par_1/oj"),
        ("eu/ecli/ECLI:EU:C:2020:559", "en", "ecli", "ECLI:EU:C:2020:559"),
        ("eu/case/C-311/18#para_104", "en", "", "Case C-311/18, paragraph 104"),
    ],
)
def test_the_house_styles(references: str, language: str, style: str, citation: str) -> None:
    parts = references.replace(" ch/", "|ch/").replace(" hk/", "|hk/").split("|")
    given_ = [Reference.parse(part) for part in parts]
    assert render(given_, wiring.packs(), language=language, style=style) == citation
    found = parse(citation, wiring.extractor(), language=language, jurisdiction=given_[0].jurisdiction)
    assert found.references == tuple(given_)


def test_another_language_is_the_same_citation_translated() -> None:
    german = parse("BGE 140 III 86 E. 2.3", wiring.extractor()).references
    assert render(german, wiring.packs(), language="fr") == "ATF 140 III 86 consid. 2.3"
    assert parse("ATF 140 III 86 consid. 2.3", wiring.extractor()).references == german


@pytest.mark.parametrize(
    ("reference", "language", "style"),
    [
        ("ch/sr/220#nowhere_1", "de", ""),
        ("ch/vd/loi du 16 mai 1989#art_45", "fr", ""),
        ("hk/cap486#s33", "de", ""),
        ("hk/cap486#s33", "en", "oscola"),
        ("xx/act/1", "en", ""),
        ("eu/32016R0679#art_6", "en", "celex"),
        ("uk/nisi/2003/2#article-4", "en", ""),
    ],
)
def test_what_a_style_has_no_form_for_is_refused(reference: str, language: str, style: str) -> None:
    with pytest.raises(BadInput):
        render(Reference.parse(reference), wiring.packs(), language=language, style=style)


def test_a_citation_that_would_read_as_something_else_is_never_given() -> None:
    """A title that begins with an act's own name and year reads as that act; such a form must not come out of `write`."""
    reference = Reference.parse("uk/uksi/2033/lantern-act-1977-forms-etc-regulations")
    with pytest.raises(BadInput, match="could be read as something else"):
        write(reference, wiring.extractor(), style="full")


def test_an_order_of_court_rules_without_its_rule_is_written_in_chinese() -> None:
    reference = Reference.parse("hk/cap4A#O62")
    assert write(reference, wiring.extractor(), language="zh-Hant").endswith("第62號命令")


def test_a_style_without_a_form_gives_way_to_the_next() -> None:
    """Read backwards, «Value Added Tax Act» is not seen to its beginning; behind «of the» it is."""
    reference = Reference.parse("uk/ukpga/1994/value-added-tax-act#section-83")
    assert write(reference, wiring.extractor()) == "section 83 of the Value Added Tax Act 1994"
    with pytest.raises(BadInput):
        write(reference, wiring.extractor(), style="oscola")


def test_nothing_to_cite_is_bad_input() -> None:
    with pytest.raises(BadInput, match="nothing to cite"):
        write([], wiring.extractor())


@pytest.mark.parametrize("pack", ["ch", "hk", "uk", "eu"])
def test_every_style_of_a_pack_has_its_rows_and_languages(pack: str) -> None:
    found = next(each for each in wiring.packs() if each.name == pack)
    for style in found.styles:
        for language in style.languages:
            assert forms(f"pincite.jurisdictions.{pack}", style.name, language)
    assert len({style.name for style in found.styles}) == len(found.styles)


def test_every_entry_of_the_tables_can_be_cited_and_reads_back() -> None:
    """One in nine here; all of them in the long tier."""
    share = read_back(references_of_tables()[::9])
    assert share.read_back / share.citations >= 0.995, share.misses[:20]


@pytest.mark.long
def test_all_entries_of_the_tables_read_back() -> None:
    share = read_back(references_of_tables())
    assert share.read_back / share.citations >= 0.995, share.misses[:20]


@cache
def _of_corpora(shared: Path) -> tuple[Reference, ...]:
    return tuple(references_of_corpora(shared, most=60_000))


@pytest.mark.shared
def test_references_of_real_texts_read_back_in_every_language_and_style(shared: Path) -> None:
    share = read_back(_of_corpora(shared)[::23])
    assert share.written / share.references >= 0.94
    assert share.read_back / share.citations >= 0.995, share.misses[:20]


@pytest.mark.long
@pytest.mark.shared
def test_all_references_of_real_texts_read_back(shared: Path) -> None:
    share = read_back(_of_corpora(shared))
    assert share.written / share.references >= 0.94
    assert share.read_back / share.citations >= 0.995, share.misses[:20]
