"""Attacks on reports: drafts, sources and kept reports that try to run, to compute, to hide, to overflow, or to break the reader."""

from __future__ import annotations

import copy
import csv
import io
import json
import re
import time
from collections.abc import Callable
from typing import Any

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook
from tests.reports.test_pages import Elements
from tests.reports.test_reports import DRAFT, report_of
from tests.workflows.house_simulator import house

from pincite.errors import BadInput
from pincite.reports.csv_report import render_csv
from pincite.reports.exhibit import inert
from pincite.reports.html_report import render_html
from pincite.reports.json_report import render_json
from pincite.reports.messages import LANGUAGES
from pincite.reports.shown import ShownReport, show
from pincite.reports.xlsx_report import render_xlsx
from pincite.storage.pdf_report import render_pdf

EVIL = "\"'><script>alert(1)</script><img src=x onerror=alert(1)></style><svg onload=alert(1)>{{7*7}}{% raw %}"
HARMLESS = frozenset(
    re.findall(
        r"\w+",
        "html head meta title style body nav a header h1 h2 h3 h4 p span div ul li table caption"
        " thead tbody tr th td main section article bdi strong dl dt dd q del ins details summary sup footer",
    )
)


def values_of(draft: str = DRAFT) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(render_json(report_of(draft=draft)))
    return found


def shown_of(values: Any, language: str = "en", text: str | None = None) -> ShownReport:
    return show(json.dumps(values, ensure_ascii=False).encode(), language, text)


def replaced(values: Any, put: str) -> Any:
    """Every text a stranger writes (names, titles, words, addresses) with `put` before it; codes, ids and dates as they were."""
    written = {"name", "raw", "title", "text", "source_words", "surroundings", "stands_in", "source", "quote", "snippet", "url", "why",
               "publisher_id", "expression", "reference", "query_used", "matched_snippet", "words", "works", "state", "release",
               "place", "written", "record"}  # fmt: skip

    def walk(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {k: walk(v, k) for k, v in value.items()}
        if isinstance(value, list):
            return [walk(each, key) for each in value]
        return f"{put}{value}" if isinstance(value, str) and key in written else value

    changed = walk(values)
    assert isinstance(changed, dict)
    changed["schema"] = values["schema"]
    changed["dates"] = {
        **values["dates"],
        "law_as_at": {f"{put}{name}": date for name, date in values["dates"]["law_as_at"].items()},
    }
    return changed


# a page that would run something


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_attack_markup_in_everything_a_stranger_writes_stays_text(language: str) -> None:
    page = render_html(shown_of(replaced(values_of(), EVIL), language))
    elements = Elements(page)
    assert {tag for tag, _ in elements.found} <= HARMLESS
    for tag, attributes in elements.found:
        assert not [name for name in attributes if name.startswith("on") or name in ("style", "src", "srcset")], tag
    assert "alert(1)" in elements.text
    assert "{{7*7}}" in elements.text
    assert page.count("<style>") == page.count("</style>") == 1


def test_attack_markup_in_a_draft_stays_text() -> None:
    draft = f"{EVIL}\n\nIt is so (⟦Cap. 9001, s. 3<b>|hk/cap9001#s3⟧) “{EVIL}”.\n"
    report = house().verify(draft)
    elements = Elements(render_html(show(render_json(report).encode(), "en", report.draft.text)))
    assert {tag for tag, _ in elements.found} <= HARMLESS
    assert "<script>alert(1)</script>" in elements.text


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", " javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "//evil.example"]
)
def test_attack_an_address_that_is_none_becomes_no_link(url: str) -> None:
    values = values_of()
    for mention in values["mentions"]:
        if mention["evidence"]:
            mention["evidence"]["url"] = url
    page = render_html(shown_of(values))
    assert all(str(a["href"]).startswith("#") for a in Elements(page).of("a"))
    assert url.strip() not in page
    assert b"/URI" not in render_pdf(shown_of(values), [])


def test_the_page_s_own_policy_forbids_script_and_every_address() -> None:
    page = render_html(shown_of(values_of()))
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy is not None
    assert policy[1].startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy[1]
    assert not re.search(r"(?:url\(|@import|src=|<script|<link)", page)


@pytest.mark.parametrize("id_", ['c1" onmouseover="x', "c001#x", "../c1", "C1", "c", "c1\n", ""])
def test_attack_a_citation_id_that_is_none_is_refused(id_: str) -> None:
    values = values_of()
    values["mentions"][0]["citation_id"] = id_
    with pytest.raises(BadInput, match="schema"):
        shown_of(values)


# a table that would compute

FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1+1", "＋1", "－1", "＠SUM", "%00=1", '=HYPERLINK("http://x","y")',
            "=cmd|' /C calc'!A0", "|calc"]  # fmt: skip


@pytest.mark.parametrize("formula", FORMULAS)
def test_attack_no_cell_of_the_exhibit_is_a_formula(formula: str) -> None:
    shown = shown_of(replaced(values_of(), formula))
    for row in csv.reader(io.StringIO(render_csv(shown).decode("utf-8-sig"))):
        for cell in row:
            assert not re.match(r"[\s\u3000]*[=+\-@|%＝＋－＠]", cell), cell
    for sheet in load_workbook(io.BytesIO(render_xlsx(shown))):
        for cells in sheet.iter_rows():
            assert {cell.data_type for cell in cells} <= {"s", "n"}
            assert all(cell.value is None for cell in cells if cell.data_type == "n")
            assert all(cell.hyperlink is None for cell in cells)


@given(st.text(max_size=30))
def test_what_was_made_inert_begins_like_no_formula(text: str) -> None:
    assert not re.match(r"[=+\-@\t\r\n|%＝＋－＠]", inert(text))
    assert inert(text).lstrip("'") == text.lstrip("'") or text.startswith("'")


def test_attack_a_cell_longer_than_a_program_takes_is_cut_and_says_so() -> None:
    values = values_of()
    values["mentions"][0]["claim"]["text"] = "x" * 100_000
    rows = list(csv.reader(io.StringIO(render_csv(shown_of(values)).decode("utf-8-sig"))))
    longest = max((cell for row in rows for cell in row), key=len)
    assert len(longest) <= 32_767
    assert longest.endswith("…")
    assert load_workbook(io.BytesIO(render_xlsx(shown_of(values)))).worksheets[0].max_row == 8


# words that turn or hide


def test_attack_bidi_and_invisible_characters_are_shown_by_name_in_every_rendering() -> None:
    hidden = "\u202e\u2066\u200b\ufeff\x1b[2J\x00"
    shown = shown_of(replaced(values_of(), hidden))
    page = render_html(shown)
    document = pypdfium2.PdfDocument(render_pdf(shown, []))
    told = [page, render_csv(shown).decode("utf-8-sig"), "".join(p.get_textpage().get_text_range() for p in document)]
    sheets = load_workbook(io.BytesIO(render_xlsx(shown)))
    told.append(" ".join(str(cell.value) for sheet in sheets for row in sheet.iter_rows() for cell in row))
    for text in told:
        assert not re.search("[\u202a-\u202e\u2066-\u2069\u200b\ufeff\x00\x1b]", text.replace("\ufffe", ""))
        assert "U+202E" in text
        assert "U+001B" in text


def test_attack_bidi_in_a_draft_cannot_turn_the_marks_around() -> None:
    report = house().verify("It \u202eis so (⟦Cap. 9001, s. 3|hk/cap9001#s3⟧).\n")
    page = render_html(show(render_json(report).encode(), "en", report.draft.text))
    assert "\u202e" not in page
    assert "&lt;U+202E&gt;" in page


# kept reports that are none


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"[]", b"null", b"\xff\xfe", b"[" * 100_000, b'{"schema": "pincite.report/9"}', b"PK\x03\x04"]
)
def test_attack_what_is_no_report_is_refused_in_words(data: bytes) -> None:
    with pytest.raises(BadInput, match="no report"):
        show(data, "en")


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_attack_a_report_with_anything_in_place_of_a_value_is_shown_or_refused_in_words(data: st.DataObject) -> None:
    values: Any = copy.deepcopy(_KEPT)
    at: Any = values
    for _ in range(data.draw(st.integers(1, 6))):
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        if not keys:
            break
        key = data.draw(st.sampled_from(keys))
        if not isinstance(at[key], dict | list) or data.draw(st.booleans()):
            at[key] = data.draw(
                st.sampled_from([None, -1, 10**12, "", "\u202e<b>", [], {}, [None], {"a": 1}, True, 1e308])
            )
            break
        at = at[key]
    try:
        shown = shown_of(values, data.draw(st.sampled_from(LANGUAGES)), _TEXT)
        renderings: list[Callable[[ShownReport], object]] = [render_html, render_csv]
        for render in renderings:
            render(shown)
    except BadInput:
        pass


_REPORT = report_of()
_KEPT, _TEXT = json.loads(render_json(_REPORT)), _REPORT.draft.text


# size


def large() -> tuple[dict[str, Any], str]:
    """A draft of 1,000,000 characters with 2,000 citations, seven kinds in turn."""
    values = copy.deepcopy(_KEPT)
    kinds = values["mentions"]
    text, mentions = "", []
    filler = "The lamps of the harbour are invented, and so is all that is said of them here. " * 6
    parts = []
    at = 0
    for number in range(2_000):
        mention = copy.deepcopy(kinds[number % len(kinds)])
        start = at + len(filler)
        mention["citation_id"] = f"c{number + 1:03}"
        mention["span"] |= {"start": start, "end": start + len(mention["raw"]), "line": number + 1}
        for quote in mention["quotes"]:
            quote |= {"start": at, "end": at + 40}
        parts.append(f"{filler}{mention['raw']}.\n\n")
        at += len(parts[-1])
        mentions.append(mention)
    text = "".join(parts)
    return {**values, "mentions": mentions}, text


def test_attack_a_million_characters_and_two_thousand_citations_are_shown_in_seconds() -> None:
    values, text = large()
    assert len(text) > 1_000_000
    started = time.process_time()
    shown = shown_of(values, "de", text)
    page = render_html(shown)
    assert page.count('class="finding ') == 2_000
    assert render_csv(shown).count(b"\r\n") == 2_001
    assert time.process_time() - started < 12


@pytest.mark.long
def test_attack_two_thousand_citations_fit_into_a_workbook_and_a_pdf() -> None:
    values, text = large()
    shown = shown_of(values, "en", text)
    assert load_workbook(io.BytesIO(render_xlsx(shown))).worksheets[0].max_row == 2_001
    assert len(pypdfium2.PdfDocument(render_pdf(shown, []))) > 100
