"""Tables of authorities: Markdown, Word, and records for programs that keep literature."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pincite import wiring
from pincite.drafts.authorities import Authorities, authorities_of
from pincite.drafts.draft import read_draft
from pincite.errors import BadInput
from pincite.formats.docx import read_docx
from pincite.interfaces.cli.main import main
from pincite.reports.authorities import Entry, entries_of, render_docx, render_findings, render_markdown
from pincite.reports.bibliography import render_bibtex, render_csl, render_ris
from pincite.reports.messages import LANGUAGES

DRAFT = "*Old Pier Ltd v Keeper* [2025] HKCA 101 at [12] and [3]. [2025] HKCA 9. Lantern Ordinance (Cap. 9001); s. 4(1).\n\nBGE 140 III 86 E. 2."


def found(text: str = DRAFT) -> Authorities:
    draft = read_draft(text.encode(), "a.md")
    return authorities_of(draft, wiring.extractor().extract(draft.readable(), language=draft.language).mentions)


def entries(text: str = DRAFT, language: str = "en") -> list[Entry]:
    return entries_of(found(text), language, wiring.house_writer("", language))


def test_cases_come_before_legislation_each_in_the_order_of_its_letters_and_numbers() -> None:
    assert [(entry.kind, entry.citations[0]) for entry in entries()] == [
        ("case", "[2025] HKCA 9"),
        ("case", "BGE 140 III 86"),
        ("case", "[2025] HKCA 101"),
        ("statute", "Lantern Ordinance (Cap. 9001)"),
    ]


def test_places_stand_in_the_order_of_the_work() -> None:
    (case,) = [entry for entry in entries() if entry.name]
    assert case.places == (("[3]", ("line 1",)), ("[12]", ("line 1",)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_is_written_in_every_language_and_the_word_file_says_the_same(language: str) -> None:
    writes = wiring.house_writer("", language)
    text = render_markdown(found(), language, writes)
    word = read_docx(render_docx(found(), language, writes), name="a").written.text
    for entry in entries(language=language):
        assert all(citation in word for citation in entry.citations)
        assert all(citation in text.replace("\\", "") for citation in entry.citations)
    assert len(render_findings(found(), language).splitlines()) == 2


def test_a_house_style_is_used_where_a_pack_has_it_and_an_unknown_one_is_refused() -> None:
    report = {work: wiring.house_writer("report", "en")(work) for work in ("hk/cap486", "ch/bge/140/III/86")}
    assert report == {
        "hk/cap486": "Personal Data (Privacy) Ordinance (Cap. 486)",
        "ch/bge/140/III/86": "BGE 140 III 86",
    }
    with pytest.raises(BadInput, match="no citation style"):
        wiring.house_writer("nonsense", "en")


EVIL = Entry("case", 'A}{, title = {B\nTY  - X \\ & % $ "q"', ("[2025] HKCA 1\r\nER  - ",), (), ("hk/hkca/2025/1",))


def test_attack_words_of_a_draft_end_no_field_of_an_export() -> None:
    bibtex = render_bibtex([EVIL, EVIL], lambda _: "https://x.example/a}b")
    assert len(re.findall(r"^@misc\{", bibtex, re.MULTILINE)) == 2
    bare = re.sub(r"\\[{}]|\\text\w+\{\}", "", bibtex)
    assert bare.count("{") == bare.count("}")
    assert "https://x.example/ab" in bibtex
    assert len(re.findall(r"^@misc\{(.*),$", bibtex, re.MULTILINE)) == len(
        set(re.findall(r"^@misc\{(.*),$", bibtex, re.MULTILINE))
    )
    ris = render_ris([EVIL], lambda _: "").split("\r\n")
    assert [line[:2] for line in ris if line] == ["TY", "ID", "TI", "M1", "PY", "ER"]


def test_csl_records_say_kind_year_and_address() -> None:
    records = json.loads(render_csl(entries(), lambda work: f"https://law.example/{work}"))
    assert {record["type"] for record in records} == {"legal_case", "legislation"}
    case = next(record for record in records if record["id"] == "hk/hkca/2025/101")
    assert (case["title"], case["number"]) == ("Old Pier Ltd v Keeper", "[2025] HKCA 101")
    assert (case["issued"], case["URL"]) == ({"date-parts": [[2025]]}, "https://law.example/hk/hkca/2025/101")


def test_a_draft_without_citations_has_an_empty_table_and_says_so() -> None:
    assert "No authority was found." in render_markdown(found("Nothing."), "en", wiring.house_writer("", "en"))
    assert json.loads(render_csl([], lambda _: "")) == []


def test_the_command_checks_exports_and_refuses_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    draft = tmp_path / "a.md"
    draft.write_text("# Table of authorities\n\nCap. 486\n\n# Text\n\nCap. 9001, s. 4.\n", "utf-8")
    assert main(["authorities", str(draft), "--check"]) == 1
    assert "Cap. 486 is in the table and is not cited." in capsys.readouterr().out
    assert main(["authorities", str(draft), "--check", "--format", "docx", "--out", str(tmp_path / "c.docx")]) == 3
    assert main(["authorities", str(draft), "--check", "--out", str(tmp_path / "c.md")]) == 3
    assert main(["authorities", str(draft), "--format", "docx"]) == 3
    assert main(["authorities", str(draft), "--out", str(draft)]) == 3
    assert main(["authorities", str(draft), "--format", "docx", "--out", str(tmp_path / "t.docx")]) == 0
    assert "Cap. 9001" in read_docx((tmp_path / "t.docx").read_bytes(), name="t").written.text
