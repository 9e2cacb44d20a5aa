"""The report as a page, a table and on paper: what was reviewed stays, nothing is lost, nothing is said by colour alone."""

from __future__ import annotations

import csv
import io
import json
import re
from html.parser import HTMLParser
from typing import Any, get_args

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook
from tests.reports.test_reports import DRAFT, golden, report_of
from tests.workflows.house_simulator import house

from pincite.errors import BadInput, CannotRun
from pincite.judging import verdict
from pincite.reports.certificate import certificate_of
from pincite.reports.csv_report import render_csv
from pincite.reports.exhibit import COLUMNS
from pincite.reports.html_report import render_html
from pincite.reports.json_report import render_json
from pincite.reports.marked import Stretch, marked
from pincite.reports.messages import LANGUAGES, messages_in, page_messages_in
from pincite.reports.shown import ShownReport, draft_of, pieces, show
from pincite.reports.xlsx_report import render_xlsx
from pincite.storage.fonts import fonts
from pincite.storage.pdf_report import render_pdf


def shown_in(language: str, draft: str = DRAFT, *, with_text: bool = True) -> ShownReport:
    report = report_of(draft=draft)
    return show(render_json(report).encode(), language, report.draft.text if with_text else None)


def needs_fonts(language: str = "en") -> None:
    roles = {font.role for font in fonts()}
    if "plain" not in roles or (language.startswith("zh") and "han" not in roles):
        pytest.skip("this machine has no font for it: see storage/data/fonts.tsv")


class Elements(HTMLParser):
    """The elements of a page with their attributes, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def of(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.found if name == tag]


# what was reviewed


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_as_reviewed(language: str) -> None:
    page = render_html(shown_in(language))
    page = re.sub(r"<style>.*?</style>", "<style></style>", page, flags=re.DOTALL)
    golden(f"memo.{language}.html", re.sub(r"'sha256-[^']+'", "'sha256-…'", page))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_exhibit_is_as_reviewed(language: str) -> None:
    data = render_csv(shown_in(language))
    golden(f"memo.{language}.csv", data.decode("utf-8-sig").replace("\r\n", "\n"))


def test_the_workbook_is_as_reviewed() -> None:
    book = load_workbook(io.BytesIO(render_xlsx(shown_in("de"))))
    lines = []
    for sheet in book:
        lines.append(f"== {sheet.title}")
        lines += ["\t".join(str(cell.value or "") for cell in row).rstrip() for row in sheet.iter_rows()]
    golden("memo.de.xlsx.tsv", "\n".join(lines) + "\n")


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_the_pdf_says_what_was_reviewed(language: str) -> None:
    needs_fonts(language)
    document = pypdfium2.PdfDocument(render_pdf(shown_in(language), fonts()))
    # where a line ends depends on the fonts of the machine
    text = "".join("".join(page.get_textpage().get_text_range().split()) for page in document)
    text = re.sub(r"memo\.md·(?:page\d+|第\d+頁)", "", text)
    golden(f"memo.{language}.pdf.txt", "\n".join(text[i : i + 100] for i in range(0, len(text), 100)) + "\n")


def test_the_same_report_gives_the_same_bytes_in_every_rendering() -> None:
    one, other = shown_in("de"), shown_in("de")
    assert render_html(one) == render_html(other)
    assert render_csv(one) == render_csv(other)
    assert render_xlsx(one) == render_xlsx(other)
    assert render_pdf(one, []) == render_pdf(other, [])


# words


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_pages_have_the_same_keys_and_parameters_as_the_english_ones(language: str) -> None:
    def parameters(text: str) -> set[str]:
        return set(re.findall(r"\{(\w+)\}", text))

    english, other = page_messages_in("en").catalogue, page_messages_in(language).catalogue
    assert {s: set(m) for s, m in other.items()} == {s: set(m) for s, m in english.items()}
    for section, entries in english.items():
        for code, text in entries.items():
            assert parameters(other[section][code]) == parameters(text), (section, code)


def test_the_words_of_pages_hide_none_of_the_reports_own() -> None:
    for language in LANGUAGES:
        assert set(page_messages_in(language).catalogue) > set(messages_in(language).catalogue)
        for section, entries in messages_in(language).catalogue.items():
            assert page_messages_in(language).catalogue[section] == entries


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_of_every_axis_has_words(language: str) -> None:
    messages = page_messages_in(language)
    for name, type_ in (
        ("existence", verdict.Existence), ("identity", verdict.Identity), ("pinpoint", verdict.Pinpoint), ("quote", verdict.Quote),
        ("currency", verdict.Currency), ("support", verdict.Support), ("speaker", verdict.Speaker),
    ):  # fmt: skip
        assert messages.has("axis", name)
        assert [v for v in get_args(type_) if not messages.has("value", f"{name}_{v}")] == []
    assert all(messages.has("column", column) for column in COLUMNS)


def test_no_word_of_a_page_accuses_or_scores() -> None:
    accusing = re.compile(r"\b(?:fake|fabricat|fälsch|falsif|inventé|fraud)\w*|偽造|捏造|%", re.IGNORECASE)
    for language in LANGUAGES:
        for entries in page_messages_in(language).catalogue.values():
            assert not [text for text in entries.values() if accusing.search(text)]


# the page


def test_every_citation_has_a_finding_and_a_mark_in_the_draft_that_lead_to_each_other() -> None:
    shown = shown_in("en")
    elements = Elements(render_html(shown))
    ids = {attributes["id"] for _, attributes in elements.found if attributes.get("id")}
    links = {attributes["href"] for attributes in elements.of("a")}
    for mention in shown.mentions:
        assert {f"f-{mention.id}", f"d-{mention.id}"} <= ids
        assert {f"#f-{mention.id}", f"#d-{mention.id}"} <= links
    assert {link[1:] for link in links if link and link.startswith("#")} <= ids


def test_ids_of_a_page_are_given_once() -> None:
    found = [a["id"] for _, a in Elements(render_html(shown_in("de"))).found if "id" in a]
    assert len(found) == len(set(found))


def test_what_was_not_checked_is_counted_before_all_else() -> None:
    text = Elements(render_html(shown_in("en"))).text
    assert text.index("Not checked: 2") < text.index("3 to fix") < text.index("To fix (3)")


def test_each_group_is_told_by_a_word_and_a_shape() -> None:
    page = render_html(shown_in("en"))
    for mark, word in (("✕", "To fix"), ("!", "To look at"), ("✓", "Nothing found wrong"), ("?", "Not checked")):
        assert f'<span class="shape" aria-hidden="true">{mark}</span> {word}' in page


def test_what_a_misquotation_changes_is_shown_word_by_word() -> None:
    page = render_html(shown_in("en"))
    assert re.search(r"must <del>.*?not.*?</del> leave a lit lantern", page)
    assert "left out: " in page


def test_quotations_bear_their_language() -> None:
    draft = "Das Gericht sagt: ⟦Cap. 9001, s. 4|hk/cap9001#s4⟧ “A keeper must leave a lit lantern unattended and that is the law of it”.\n"
    report = house().verify(draft, name="d.md", language="de")
    page = render_html(show(render_json(report).encode(), "de", report.draft.text))
    assert '<q lang="en">' in page
    assert '<span lang="en">' in page
    assert '<html lang="de">' in page


def test_a_page_without_the_draft_says_so_and_shows_each_sentence() -> None:
    page = render_html(shown_in("en", with_text=False))
    assert "is not part of this page" in page
    assert 'href="#d-' not in page


def test_no_citation_is_said_in_words() -> None:
    assert "No citation found to check" in render_html(shown_in("en", "Nothing here.\n"))


# the certificate


def test_the_certificate_names_the_draft_and_each_thing_not_checked() -> None:
    shown = shown_in("en")
    certificate = certificate_of(shown)
    assert (shown.words.say("page", "draft_sha256"), shown.values["draft"]["sha256"]) in certificate.file
    unchecked = [m for group in shown.groups if group.name == "unchecked" for m in group.mentions]
    assert unchecked
    for mention in unchecked:
        assert any(line.startswith(f"{mention.id}, ") for line in certificate.not_checked)
    assert any("Quotations without a citation: 1" in line for line in certificate.not_checked)


def test_the_four_dates_of_a_certificate_stay_apart() -> None:
    certificate = certificate_of(shown_in("en"))
    assert [name for name, _ in certificate.dates] == [
        "Law asked about", "Checked", "Corpus published", "Source fetched"
    ]  # fmt: skip
    assert all(values for _, values in certificate.dates)


def test_the_answers_of_a_certificate_add_up_to_the_citations_asked_about() -> None:
    shown = shown_in("en")
    asked = sum(not m["axes"]["out_of_scope"] for m in shown.values["mentions"])
    for _, answers in certificate_of(shown).asked.rows:
        assert sum(int(n) for n in re.findall(r": (\d+)", answers)) == asked


def test_the_certificate_says_what_left_only_where_the_report_records_it() -> None:
    values = json.loads(render_json(report_of()))
    values.pop("privacy", None)
    assert certificate_of(show(as_bytes(values), "en")).left_says == ("This report does not record it.",)
    sent = {"destination": "https://judge.example", "content": "claim", "sha256": "0" * 64, "characters": 120}
    values["privacy"] = {"mode": "cloud", "decided_by": [], "privileged": [], "left": [sent]}
    certificate = certificate_of(show(as_bytes(values), "en"))
    assert certificate.left.rows == (("https://judge.example", "words of the draft", "120", "0" * 64),)


def as_bytes(values: Any) -> bytes:
    return json.dumps(values, ensure_ascii=False).encode()


# tables


def test_the_exhibit_has_one_row_a_citation_in_the_order_of_the_draft() -> None:
    shown = shown_in("en")
    lines = list(csv.reader(io.StringIO(render_csv(shown).decode("utf-8-sig"))))
    assert [row[0] for row in lines[1:]] == [m.id for m in shown.mentions]
    assert all(len(row) == len(COLUMNS) for row in lines)
    assert [row[3] for row in lines[1:]] == [m["status"] for m in shown.values["mentions"]]


def test_a_row_of_the_workbook_is_coloured_and_says_the_same_in_words() -> None:
    sheet = load_workbook(io.BytesIO(render_xlsx(shown_in("en")))).worksheets[0]
    colours: dict[str, set[str]] = {}
    for row in sheet.iter_rows(min_row=2):
        colours.setdefault(str(row[4].value), set()).add(str(row[0].fill.fgColor.rgb))
    assert len(colours) == 4
    assert all(len(found) == 1 for found in colours.values())
    assert len(set.union(*colours.values())) == 4


# paper


def test_a_pdf_that_would_lose_chinese_characters_is_refused_with_the_way_on() -> None:
    with pytest.raises(CannotRun, match="Chinese characters") as problem:
        render_pdf(shown_in("zh-Hant"), [])
    assert "--font" in problem.value.remedy


def test_without_a_font_file_a_western_report_is_still_written() -> None:
    text = pypdfium2.PdfDocument(render_pdf(shown_in("de"), []))[0].get_textpage().get_text_range()
    assert "Nicht geprüft: 2" in text


def test_the_certificate_begins_a_page_of_the_pdf() -> None:
    document = pypdfium2.PdfDocument(render_pdf(shown_in("en"), []))
    assert any(page.get_textpage().get_text_range().startswith("Certificate: ") for page in document)


def test_a_font_that_is_none_is_refused_in_words(tmp_path: Any) -> None:
    broken = tmp_path / "broken.ttf"
    broken.write_bytes(b"no font")
    with pytest.raises(BadInput, match="cannot be embedded"):
        render_pdf(shown_in("en"), fonts([broken]))
    with pytest.raises(BadInput, match="no font"):
        fonts([tmp_path / "absent.ttf"])


# what lies beneath

_texts = st.text(alphabet="ab \n\u202e燈", max_size=60)


@given(_texts, st.lists(st.tuples(st.integers(0, 60), st.integers(0, 20)), max_size=6))
@settings(max_examples=150, deadline=None)
def test_marking_loses_no_character_and_begins_each_mention_once(text: str, spans: list[tuple[int, int]]) -> None:
    stretches = [
        Stretch(min(a, len(text)), min(a + n, len(text)), f"c{i}", "") for i, (a, n) in enumerate(spans)
    ]  # fmt: skip
    paragraphs = list(marked(text, stretches))
    told = "".join(part.text for paragraph in paragraphs for part in paragraph)
    assert re.sub(r"\s", "", told) == re.sub(r"\s", "", text).replace("\u202e", "<U+202E>")
    for each in stretches:
        begun = sum(each.id in part.begins for paragraph in paragraphs for part in paragraph)
        assert begun <= 1
        if text[each.start : each.end].strip() and not re.match(r"\s", text[each.start]):
            assert begun == 1


@given(st.text("ab c燈籠", max_size=40), st.text("ab c燈籠", max_size=40))
@settings(max_examples=150, deadline=None)
def test_a_comparison_holds_all_words_of_both_texts(source: str, quote: str) -> None:
    found = list(pieces(source, quote))
    assert "".join("".join(p.text for p in found if p.kind != "put_in").split()) == "".join(source.split())
    assert "".join("".join(p.text for p in found if p.kind != "left_out").split()) == "".join(quote.split())


def test_a_number_is_one_word_of_a_comparison() -> None:
    found = list(pieces("a sum of HK$125,943 or 1’250 francs", "a sum of HK$152,943 or 1’205 francs"))
    assert [p.text for p in found if p.kind != "same"] == ["125,943", "152,943", "1’250", "1’205"]


def test_releases_of_one_date_are_named_together() -> None:
    values = json.loads(render_json(report_of()))
    values["releases"].append({**values["releases"][0], "release": "ch/2026-11-30"})
    values["dates"]["law_as_at"]["ch/2026-11-30"] = "2026-11-30"
    values["dates"]["corpus_published_at"]["ch/2026-11-30"] = "2026-11-30"
    lines = show(as_bytes(values), "en").lines
    assert [line for line in lines if "hk/2026-11-30, ch/2026-11-30, unsigned" in line]
    assert len(lines) == 2


def test_texts_too_long_to_compare_are_shown_one_below_the_other() -> None:
    assert [p.kind for p in pieces("a " * 15_000, "b " * 15_000)] == ["left_out", "put_in"]


def test_what_reading_a_draft_again_needs_stands_in_its_report() -> None:
    report = report_of()
    facts = draft_of(render_json(report).encode())
    assert (facts.name, facts.sha256, facts.tracked) == ("memo.md", report.draft.sha256, "final")
