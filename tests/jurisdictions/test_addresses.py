"""The official address of every kind of reference of the scheme, and which kinds have none."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.citations.references import SCHEME

from pincite import wiring
from pincite.citations.parse import parse
from pincite.identity.reference import Reference

FEDLEX = "https://www.fedlex.admin.ch/eli"
EURLEX = "https://eur-lex.europa.eu/legal-content"
LRS = "https://legalref.judiciary.hk"
BGER = "https://search.bger.ch/ext/eurospider/live/{0}/php/clir/http/index.php?highlight_docid=atf%3A%2F%2F140-III-86%3A{0}&lang={0}&type=show_document"

TABLE = [
    ("hk/cap486", "en", "https://www.elegislation.gov.hk/hk/cap486!en"),
    ("hk/cap486#s33_1_a", "en", "https://www.elegislation.gov.hk/hk/cap486!en/s33"),
    ("hk/cap486#s33..s35", "en", "https://www.elegislation.gov.hk/hk/cap486!en/s33"),
    ("hk/cap132A", "zh-Hant", "https://www.elegislation.gov.hk/hk/cap132A!zh-Hant-HK"),
    ("hk/A101#art23", "en", "https://www.elegislation.gov.hk/hk/A101!en/art23"),
    ("hk/hkca/2025/943#para_45", "en", f"{LRS}/lrs/common/search/jud_search_ncn.jsp?selDatabase=ALL&ncnValue=2025+HKCA+943#p45"),
    ("hk/hkldt/2025/58", "en", f"{LRS}/lrs/common/search/jud_search_ncn.jsp?selDatabase=ALL&ncnValue=2025+HKLdT+58"),
    ("hk/FACV/5/2011", "en", f"{LRS}/doc/judg/word/vetted/other/en/2011/FACV000005_2011.docx"),
    ("hk/ln/2020/139", "en", ""),
    ("hk/ord/2012/18", "en", ""),
    ("hk/report/HKCFAR/2012/15/1", "en", ""),
    ("ch/sr/220", "it", f"{FEDLEX}/cc/27/317_321_377/it"),
    ("ch/sr/220#art_336_c/para_1/lbl_a", "de", f"{FEDLEX}/cc/27/317_321_377/de#art_336_c/para_1"),
    ("ch/sr/101#art_8..art_9", "fr", f"{FEDLEX}/cc/1999/404/fr#art_8"),
    ("ch/bge/140/III/86#consid_2.3", "de", BGER.format("de")),
    ("ch/bge/140/III/86", "fr", BGER.format("fr")),
    ("ch/as/2025/856", "de", f"{FEDLEX}/oc/2025/856/de"),
    ("ch/as/2012/670", "de", ""),
    ("ch/bbl/2023/-/1234", "fr", f"{FEDLEX}/fga/2023/1234/fr"),
    ("ch/bbl/1992/III/269", "de", ""),
    ("ch/bger/4A_123/2023", "de", ""),
    ("ch/bvger/A-1234/2020", "de", ""),
    ("ch/bvge/2014/39", "de", ""),
    ("ch/bstger/SK.2020.1", "de", ""),
    ("ch/tpf/2016/180", "de", ""),
    ("ch/bpatger/O2022_006", "de", ""),
    ("ch/zh/LS 700.1#art_5", "de", ""),
    ("ch/ge/ATA/203/2018", "fr", ""),
    ("ch/commentary/BSK/220#art_97/n_12", "de", ""),
    ("coe/echr/5809/08#para_74", "fr", "https://hudoc.echr.coe.int/#{%22appno%22:[%225809/08%22]}"),
    ("uk/ukpga/2000/8#section-19-2-a", "en", "https://www.legislation.gov.uk/ukpga/2000/8/section/19/2/a"),
    ("uk/ukpga/2006/46#section-171..section-177", "en", "https://www.legislation.gov.uk/ukpga/2006/46/section/171"),
    ("uk/uksi/2012/3118#regulation-4", "en", "https://www.legislation.gov.uk/uksi/2012/3118/regulation/4"),
    ("uk/ukpga/2000/financial-services-and-markets-act", "en", ""),
    ("uk/uksc/2019/41#para_45", "en", "https://caselaw.nationalarchives.gov.uk/uksc/2019/41#para_45"),
    ("uk/ewhc/admin/2009/995", "en", "https://caselaw.nationalarchives.gov.uk/ewhc/admin/2009/995"),
    ("uk/report/AC/1932/-/562", "en", ""),
    ("au/hca/1989/9", "en", ""),
    ("eu/32016R0679#art_6/par_1/pnt_a", "fr", f"{EURLEX}/FR/TXT/?uri=CELEX:32016R0679#art_6"),
    ("eu/32016R0679#rct_47", "en", f"{EURLEX}/EN/TXT/?uri=CELEX:32016R0679#rct_47"),
    ("eu/12016E267", "de", f"{EURLEX}/DE/TXT/?uri=CELEX:12016E267"),
    ("eu/ecli/ECLI:EU:C:2020:559#para_104", "en", f"{EURLEX}/EN/TXT/?uri=ecli:ECLI:EU:C:2020:559"),
    ("eu/case/C-311/18#para_104", "en", "https://curia.europa.eu/juris/liste.jsf?num=C-311/18"),
]  # fmt: skip


@pytest.mark.parametrize(("reference", "language", "address"), TABLE)
def test_the_address_of_each_kind(reference: str, language: str, address: str) -> None:
    assert wiring.official_url(reference, language) == address


@pytest.mark.parametrize("jurisdiction", sorted(SCHEME))
def test_an_address_is_plain_https_made_of_the_reference_alone(jurisdiction: str) -> None:
    @settings(max_examples=150, deadline=None)
    @given(SCHEME[jurisdiction], st.sampled_from(("", "de", "fr", "en", "zh-Hant")))
    def holds(reference: Reference, language: str) -> None:
        address = wiring.official_url(str(reference), language)
        assert address == wiring.official_url(str(reference), language)
        assert re.fullmatch(r"(?:https://[a-z.-]+/[^\s\"<>]*)?", address), address

    holds()


@pytest.mark.parametrize("reference", ["xx/anything/1", "", "hk/", "ch/sr/", "eu/case/", "ch/bge/140"])
def test_what_is_no_reference_of_the_scheme_has_no_address_and_no_error(reference: str) -> None:
    assert isinstance(wiring.official_url(reference, "en"), str)


@pytest.mark.parametrize(
    "reference",
    ["ch/sr/220#art_336_c", "uk/ukpga/2000/8#section-19-2-a", "uk/uksi/2012/3118#regulation-4", "ch/sr/101"],
)
def test_the_address_of_an_act_reads_as_its_reference(reference: str) -> None:
    address = wiring.official_url(reference, "de")
    assert parse(address, wiring.extractor()).references == (Reference.parse(reference),)
