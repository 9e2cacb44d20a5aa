"""The authorities of a draft, and what does not fit together in it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats.office import docx, lines, para, pdf

from pincite import wiring
from pincite.citations.mention import Mention
from pincite.drafts.authorities import Authorities, Held
from pincite.drafts.authorities import authorities_of as gather
from pincite.drafts.draft import read_draft


def found(text: str | bytes, name: str = "a.md", held: Callable[[str], Held | None] = lambda _: None) -> Authorities:
    draft = read_draft(text.encode() if isinstance(text, str) else text, name)
    return gather(draft, wiring.extractor().extract(draft.readable(), language=draft.language).mentions, held)


def codes(of: Authorities) -> list[tuple[str, str]]:
    return [
        (finding.code, str(finding.parameters.get("text", finding.parameters.get("name")))) for finding in of.findings
    ]


def test_an_authority_stands_once_with_every_place_of_it() -> None:
    text = "See Cap. 486, s. 4. Later: Cap. 486, s. 26(1), and *A Ltd v Bee Ltd* [2024] HKCA 100 at [7]; ibid., [9]."
    statute, case = found(text).authorities
    assert [cited.pinpoint for cited in statute.cited] == ["s4", "s26_1"]
    assert (case.name, case.works) == ("A Ltd v Bee Ltd", ("hk/hkca/2024/100",))
    assert [(cited.pinpoint, cited.short) for cited in case.cited] == [("para_7", False), ("para_9", True)]


def test_parallel_citations_are_one_authority_and_a_list_of_cases_is_none() -> None:
    assert [each.works for each in found("*A v B* [2024] HKCA 100, (2024) 27 HKCFAR 9.").authorities] == [
        ("hk/hkca/2024/100", "hk/report/HKCFAR/2024/27/9")
    ]
    assert len(found("[2024] HKCA 100; [2024] HKCA 101.").authorities) == 2
    assert len(found("BGE 140 III 86, 4A_12/2020.").authorities) == 2


def test_a_release_says_which_references_are_one_work() -> None:
    one = Held("hk/hkca/2024/100", "ALPHA v BETA")
    (only,) = found("[2024] HKCA 100. CACV 7/2023.", held=lambda _: one).authorities
    assert (only.name, len(only.works), len(only.cited)) == ("ALPHA v BETA", 2, 2)


def test_a_case_cited_with_two_numbers_is_a_finding() -> None:
    text = (
        "*Old Pier Ltd v Keeper of Lights* [2025] HKCA 100. As said in Old Pier Ltd v Keeper of Lights [2025] HKCA 101."
    )
    assert ("two_numbers", "Old Pier Ltd v Keeper of Lights") in codes(found(text))


@pytest.mark.parametrize(
    "text",
    [
        "*Old Pier Ltd v Keeper of Lights* [2025] HKCA 100. See Old Pier Ltd v Keeper of Lights [2025] HKCA 100 at [4].",
        "*R v Chan* [2025] HKCA 100. *R v Chan* [2025] HKCA 101.",
        "*Old Pier Ltd v Keeper of Lights* [2024] HKCFI 7. *Old Pier Ltd v Keeper of Lights* [2025] HKCA 101.",
    ],
    ids=["the same number", "a name that many share", "the judgment below"],
)
def test_one_name_with_numbers_that_go_together_is_none(text: str) -> None:
    assert codes(found(text)) == []


TABLE = """# Table of authorities

## Cases

- *Old Pier Ltd v Keeper of Lights* [2025] HKCA 100, (2025) 28 HKCFAR 9
- *Wick v Tallow* [2019] HKCA 7

## Legislation

- Cap. 486

# Argument

Old Pier Ltd v Keeper of Lights [2025] HKCA 100 at [4]. Cap. 486, s. 4. Cap. 9001, s. 3.
"""


def test_the_drafts_own_table_is_compared_with_its_body() -> None:
    assert codes(found(TABLE)) == [
        ("parallel_only_in_table", "(2025) 28 HKCFAR 9"),
        ("only_in_table", "[2019] HKCA 7"),
        ("not_in_table", "Cap. 9001, s. 3"),
    ]
    assert len(found(TABLE).entries) == 3


def test_a_table_that_word_made_is_recognised_by_its_style() -> None:
    styles = '<w:style w:styleId="T"><w:name w:val="table of authorities"/></w:style>'
    entry = para("Cap. 486", "\t", "3", properties='<w:pStyle w:val="T"/>')
    of = found(docx(entry + para("Cap. 486, s. 4 says so."), styles=styles), "a.docx")
    assert (len(of.entries), codes(of)) == (1, [])
    assert [cited.pinpoint for cited in of.authorities[0].cited] == ["s4"]


def test_pages_of_a_table_in_a_pdf_file_are_compared() -> None:
    table = ["Table of Authorities", "Cases", "Old Pier Ltd v Keeper of Lights [2025] HKCA 100,"]
    table += [
        "(2025) 28 HKCFAR 9 .......................... 2",
        "Legislation",
        "Cap. 486 .......................... 2, 4",
    ]
    body = ["Here Old Pier Ltd v Keeper of Lights [2025] HKCA 100, (2025) 28 HKCFAR 9", "and Cap. 486, s. 4 are cited."]
    pages = [
        lines(table),
        lines([*body, *["Nothing is cited in this line of the draft."] * 5]),
        lines(["And Cap. 486, s. 5."]),
    ]
    (finding,) = found(pdf(pages), "a.pdf").findings
    assert (finding.code, dict(finding.parameters)) == (
        "pages_differ",
        {"text": "Cap. 486", "listed": "2, 4", "found": "2, 3"},
    )


def test_a_short_form_of_nothing_is_a_finding() -> None:
    draft = read_draft(b"As said above, section 5(1) applies.", "a.txt")
    mention = Mention(15, 27, "section 5(1)", "statute", "short", None, "hk.bare", note="antecedent_missing")
    assert codes(gather(draft, [mention])) == [("short_form_of_nothing", "section 5(1)")]
    assert codes(gather(draft, [mention._replace(note="law_outside_the_scheme")])) == []


CITATIONS = [
    "Cap. 486, s. 4",
    "[2024] HKCA 100 at [3]",
    "BGE 140 III 86 E. 2",
    "ibid.",
    "Art. 8 BV",
    "Smith, On Wills",
    "x",
    "\n\n",
]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(CITATIONS), max_size=12))
def test_every_citation_with_a_reference_belongs_to_one_authority(parts: list[str]) -> None:
    of = found("Text. " + "; ".join(parts) + ".", "a.txt")
    spans = [(cited.start, cited.end) for authority in of.authorities for cited in authority.cited]
    assert len(spans) == len(set(spans))
    works = [work for authority in of.authorities for work in authority.works]
    assert len(works) == len(set(works))
