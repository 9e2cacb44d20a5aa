"""A draft handed back with its report in the margin."""

from __future__ import annotations

import re
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from tests.formats.office import docx, lines, para, pdf
from tests.formats.test_docx_comments import assert_nothing_else_changed

from pincite import wiring
from pincite.errors import BadInput
from pincite.formats.docx import read_docx
from pincite.interfaces.cli.main import main
from pincite.reports.json_report import render_json
from pincite.reports.messages import LANGUAGES
from pincite.reports.report import Report
from pincite.storage.sqlite.corpus import SqliteCorpus
from pincite.workflows.annotate_draft import annotate_draft, annotate_kept

QUOTED = "A keeper must “leave no lit lantern unattended” (Lantern Keeping Ordinance (Cap. 9001), s. 4(1))."


@pytest.fixture(scope="module")
def releases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("annotated") / "specimen"
    assert main(["demo", "--into", str(folder)]) == 0
    return folder / "releases" / "hk"


@pytest.fixture
def corpus(releases: Path) -> SqliteCorpus:
    return wiring.open_corpus([releases])


def checked(data: bytes, name: str, corpus: SqliteCorpus) -> Report:
    return wiring.verify(data, name, corpus, checked_on="2026-11-30")


def comments(data: bytes) -> list[str]:
    return [beside.text for beside in read_docx(data, name="a").written.besides if beside.kind == "comment"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_citation_has_a_comment_in_the_language_of_the_report(corpus: SqliteCorpus, language: str) -> None:
    data = docx(para(QUOTED) + para("See also Cap. 9001, s. 99."))
    report = checked(data, "a.docx", corpus)
    made = annotate_draft(data, report, language)
    assert (made.format, made.comments, made.elsewhere) == ("docx", 2, 0)
    assert len(comments(made.data)) == 2
    assert_nothing_else_changed(data, made.data)


def test_a_comment_says_the_status_what_the_source_says_and_what_to_do(corpus: SqliteCorpus) -> None:
    data = docx(para(QUOTED))
    (comment,) = comments(annotate_draft(data, checked(data, "a.docx", corpus)).data)
    assert comment.startswith("✕ To fix. The quotation is not what the source says.")
    assert "source: “" in comment
    assert "next: " in comment
    assert "https://" in comment


def test_a_comment_of_a_note_names_the_note_and_its_words(corpus: SqliteCorpus) -> None:
    note = f'<w:footnote w:id="1">{para("Cap. 9001, s. 4.")}</w:footnote>'
    data = docx(para("Lanterns burn", '<w:r><w:footnoteReference w:id="1"/></w:r>', "."), footnotes=note)
    made = annotate_draft(data, checked(data, "a.docx", corpus))
    assert made.elsewhere == 1
    assert comments(made.data)[0].startswith("footnote 1: Cap. 9001, s. 4")


def test_a_pdf_file_has_highlights_with_the_same_words(corpus: SqliteCorpus) -> None:
    data = pdf([lines(["See Cap. 9001, s. 4 there."])])
    made = annotate_draft(data, checked(data, "a.pdf", corpus))
    assert made.data.startswith(data)
    assert (made.format, made.comments) == ("pdf", 1)


def test_the_comments_in_the_original_view_stand_in_deleted_words(corpus: SqliteCorpus) -> None:
    deleted = '<w:del w:id="1" w:author="x"><w:r><w:delText xml:space="preserve">See Cap. 9001, s. 4.</w:delText></w:r></w:del>'
    data = docx(para("Then. ", deleted) + para("end"))
    report = wiring.verify(data, "a.docx", corpus, checked_on="2026-11-30", tracked="original")
    made = annotate_draft(data, report)
    with zipfile.ZipFile(BytesIO(made.data)) as package:
        body = package.read("word/document.xml").decode()
    assert re.search(r'<w:del [^>]*>.*See </w:delText></w:r><w:commentRangeStart w:id="0"/>', body)
    assert_nothing_else_changed(data, made.data)


def test_a_report_that_was_kept_gives_the_same_copy(corpus: SqliteCorpus) -> None:
    for name, data in (("a.docx", docx(para(QUOTED))), ("a.pdf", pdf([lines(["See Cap. 9001, s. 4 there."])]))):
        report = checked(data, name, corpus)
        assert annotate_kept(data, render_json(report).encode(), "de") == annotate_draft(data, report, "de")
    with pytest.raises(BadInput, match="another draft"):
        annotate_kept(b"other", render_json(report).encode())


def test_other_files_and_other_drafts_are_refused_in_words(corpus: SqliteCorpus) -> None:
    text = b"See Cap. 9001, s. 4."
    with pytest.raises(BadInput, match=r"only Word \(.docx\) and PDF files"):
        annotate_draft(text, checked(text, "a.md", corpus))
    with pytest.raises(BadInput, match="another draft"):
        annotate_draft(b"other", checked(text, "a.md", corpus))


def test_the_command_writes_a_copy_and_never_over_the_draft(releases: Path, tmp_path: Path) -> None:
    draft = tmp_path / "a.docx"
    draft.write_bytes(docx(para("See Cap. 9001, s. 4.")))
    before = draft.read_bytes()
    arguments = ["verify", str(draft), "--release", str(releases), "--annotate"]
    assert main([*arguments, str(draft)]) == 3
    assert main([*arguments, str(tmp_path / "b.pdf")]) == 3
    assert main([*arguments, str(tmp_path / "new" / "b.docx")]) == 1
    assert draft.read_bytes() == before
    assert len(comments((tmp_path / "new" / "b.docx").read_bytes())) == 1


def test_attack_a_copy_takes_no_other_files_place_unless_told_to(
    releases: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    draft, other = tmp_path / "a.docx", tmp_path / "b.docx"
    draft.write_bytes(docx(para("See Cap. 9001, s. 4.")))
    other.write_bytes(b"somebody's work")
    arguments = ["verify", str(draft), "--release", str(releases), "--annotate", str(other)]
    assert main(arguments) == 3
    assert other.read_bytes() == b"somebody's work"
    assert "already there" in capsys.readouterr().err
    assert main([*arguments, "--overwrite"]) == 1
    assert len(comments(other.read_bytes())) == 1
    before = draft.read_bytes()
    assert main([*arguments[:-1], str(draft), "--overwrite"]) == 3
    assert draft.read_bytes() == before


@pytest.mark.parametrize(
    ("kind", "ending"),
    [
        ("application/vnd.ms-word.document.macroEnabled.main+xml", ".docm"),
        ("application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml", ".dotx"),
    ],
)
def test_attack_a_copy_of_a_draft_with_macros_has_no_ending_under_which_word_refuses_it(
    releases: Path, tmp_path: Path, kind: str, ending: str
) -> None:
    parts = zipfile.ZipFile(BytesIO(docx(para("See Cap. 9001, s. 4."))))
    draft = tmp_path / f"a{ending}"
    with zipfile.ZipFile(draft, "w") as made:
        for name in parts.namelist():
            data = parts.read(name)
            if name == "[Content_Types].xml":
                override = f'<Override PartName="/word/document.xml" ContentType="{kind}"/></Types>'
                data = data.replace(b"/>", b">" + override.encode(), 1)
            made.writestr(name, data)
    arguments = ["verify", str(draft), "--release", str(releases), "--annotate"]
    assert main([*arguments, str(tmp_path / "b.docx")]) == 3
    assert main([*arguments, str(tmp_path / f"b{ending}")]) == 1
    assert len(comments((tmp_path / f"b{ending}").read_bytes())) == 1
