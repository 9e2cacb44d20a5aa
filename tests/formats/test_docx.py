"""Word files: what is text, what stands beside it, and the way back to the run."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats.office import R, docx, para, run

from pincite.formats.docx import Tracked, WordFile, read_docx
from pincite.formats.written import WrittenFile


def word(data: bytes, *, tracked: Tracked = "final", numbers: bool = False) -> WordFile:
    return read_docx(data, name="a.docx", tracked=tracked, numbers=numbers)


def read(data: bytes, *, tracked: Tracked = "final", numbers: bool = False) -> WrittenFile:
    written = word(data, tracked=tracked, numbers=numbers).written
    assert not written.unread
    return written


def texts(written: WrittenFile) -> list[str]:
    return [written.text[passage.start : passage.end] for passage in written.passages]


def besides(written: WrittenFile) -> list[tuple[str, str]]:
    return [(beside.kind, beside.text) for beside in written.besides]


def test_signs_are_the_characters_they_show() -> None:
    signs = "<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:t>d</w:t><w:softHyphen/><w:t>e</w:t></w:r>"
    written = read(docx(para(signs)))
    assert written.text == "a\tb\nc\u2011de"
    assert besides(written) == [("soft_hyphen", "\u00ad")]


def test_a_sign_of_a_font_of_signs_is_the_one_that_it_draws() -> None:
    symbols = '<w:r><w:sym w:font="Symbol" w:char="F0B3"/><w:sym w:font="WP TypographicSymbols" w:char="002C"/><w:sym w:font="Wingdings" w:char="F0FF"/></w:r>'
    written = read(docx(para(symbols)))
    assert written.text == "≥£\ufffd"
    assert [finding.code for finding in written.findings] == ["symbols_unknown"]


def test_white_space_at_the_ends_of_a_text_counts_only_where_the_file_says_so() -> None:
    assert read(docx(para("<w:r><w:t> a </w:t></w:r>", " b "))).text == "a b "


CHANGED = para(
    "The term is ",
    f'<w:del w:id="1" w:author="B"><w:r><w:delText>two</w:delText></w:r></w:del><w:ins w:id="2" w:author="B">{run("three")}</w:ins>',
    " years.",
)


def test_tracked_changes_are_read_in_the_view_asked_for_and_the_other_stands_beside() -> None:
    final, original = read(docx(CHANGED)), read(docx(CHANGED), tracked="original")
    assert (final.text, original.text) == ("The term is three years.", "The term is two years.")
    assert besides(final) == [("deleted", "two")]
    assert besides(original) == [("inserted", "three")]
    assert final.facts == {"tracked": "final"}
    assert dict(original.findings[0].parameters) == {"count": 2, "view": "original"}


def test_a_move_is_read_at_its_new_place_or_its_old_one() -> None:
    moved = para(
        f'<w:moveFrom w:id="1">{run("A. ")}</w:moveFrom>', "B. ", f'<w:moveTo w:id="2">{run("A. ")}</w:moveTo>'
    )
    assert (read(docx(moved)).text, read(docx(moved), tracked="original").text) == ("B. A. ", "A. B. ")


def test_paragraphs_whose_parting_was_deleted_are_one() -> None:
    body = para("One", properties='<w:rPr><w:del w:id="1"/></w:rPr>') + para(" goes on.") + para("Two.")
    assert texts(read(docx(body))) == ["One goes on.", "Two."]
    assert texts(read(docx(body), tracked="original")) == ["One", " goes on.", "Two."]


NOTED = docx(
    para("Tenants pay", '<w:r><w:footnoteReference w:id="7"/></w:r>', " rent", '<w:r><w:endnoteReference w:id="3"/></w:r>', "."),
    footnotes=f'<w:footnote w:type="separator" w:id="0">{para("")}</w:footnote><w:footnote w:id="7">{para("<w:r><w:footnoteRef/></w:r>", "21 Taylor.")}</w:footnote>'
    f'<w:footnote w:id="8">{para("Nobody calls me.")}</w:footnote>',
    endnotes=f'<w:endnote w:id="3">{para("End.")}</w:endnote>',
)  # fmt: skip


def test_notes_are_passages_of_their_own_and_their_marks_no_characters() -> None:
    written = read(NOTED)
    assert texts(written) == ["Tenants pay rent.", "21 Taylor.", "End."]
    assert dict(written.marks) == {"1": len("Tenants pay"), "i": len("Tenants pay rent")}
    assert [(passage.label, passage.place.part) for passage in written.passages[1:]] == [
        ("1", "footnote"),
        ("i", "endnote"),
    ]
    assert ("note_not_called", "Nobody calls me.") in besides(written)


def test_an_authors_own_mark_of_a_note_is_its_label_and_no_character() -> None:
    mark = '<w:r><w:footnoteReference w:customMarkFollows="1" w:id="2"/><w:t>*</w:t></w:r>'
    written = read(docx(para("Word", mark, "."), footnotes=f'<w:footnote w:id="2">{para("Star.")}</w:footnote>'))
    assert texts(written) == ["Word.", "Star."]
    assert dict(written.marks) == {"*": 4}


def table(*rows: tuple[str, ...]) -> str:
    return (
        "<w:tbl>"
        + "".join("<w:tr>" + "".join(f"<w:tc>{cell}</w:tc>" for cell in row) + "</w:tr>" for row in rows)
        + "</w:tbl>"
    )


def test_a_row_is_one_passage_and_its_cells_are_parted() -> None:
    written = read(docx(table((para("a"), para("b") + para("c")), (para(""), para("d")))))
    assert [(passage.kind, text) for passage, text in zip(written.passages, texts(written), strict=True)] == [
        ("row", "a | b\nc"),
        ("paragraph", "d"),
    ]
    assert [passage.place.part for passage in written.passages] == ["table", "table"]


def test_a_cell_of_whole_paragraphs_is_read_as_paragraphs() -> None:
    cell = "".join(para(f"Paragraph {number}.") for number in range(5))
    assert len(read(docx(table((para("x"), cell)))).passages) == 6


def test_a_text_box_is_read_once_behind_its_paragraph() -> None:
    box = f"<w:txbxContent>{para('In the box.')}</w:txbxContent>"
    both = f"<w:r><mc:AlternateContent><mc:Choice><wps:txbx>{box}</wps:txbx></mc:Choice><mc:Fallback><v:textbox>{box}</v:textbox></mc:Fallback></mc:AlternateContent></w:r>"
    written = read(docx(para("Before.", both, " After.")))
    assert texts(written) == ["Before. After.", "In the box."]
    assert written.passages[1].kind == "text_box"
    assert besides(written) == [("same_again", "In the box.")]


def test_a_field_is_read_as_shown() -> None:
    def char(kind: str) -> str:
        return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'

    field = (
        char("begin") + "<w:r><w:instrText> REF x </w:instrText></w:r>" + char("separate") + run("Art. 5") + char("end")
    )
    written = read(docx(para("See ", field, ".", f'<w:fldSimple w:instr="PAGE">{run("7")}</w:fldSimple>')))
    assert written.text == "See Art. 5.7"
    assert besides(written) == [("field", " REF x ")]


def test_content_controls_links_and_smart_tags_are_read_through() -> None:
    inside = f"<w:sdt><w:sdtPr/><w:sdtContent>{run('a')}</w:sdtContent></w:sdt><w:hyperlink>{run('b')}</w:hyperlink><w:smartTag>{run('c')}</w:smartTag>"
    assert read(docx(f"<w:sdt><w:sdtContent>{para(inside)}</w:sdtContent></w:sdt>")).text == "abc"


def test_comments_and_hidden_text_stand_beside_the_text() -> None:
    body = para("Said", '<w:r><w:commentReference w:id="4"/></w:r>', run("secret", "<w:vanish/>"), " aloud.")
    written = read(docx(body, comments=f'<w:comment w:id="4" w:author="C. D.">{para("Is it so?")}</w:comment>'))
    assert written.text == "Said aloud."
    assert besides(written) == [("hidden", "secret"), ("comment", "Is it so?")] or besides(written) == [
        ("comment", "Is it so?"),
        ("hidden", "secret"),
    ]
    (comment,) = [beside for beside in written.besides if beside.kind == "comment"]
    assert (comment.at, comment.label) == (4, "C. D.")


def test_headers_and_footers_come_last_and_each_once() -> None:
    section = '<w:sectPr><w:headerReference r:id="rId1"/><w:headerReference r:id="rId1"/></w:sectPr>'
    written = read(docx(para("Body.") + section, header1=para("Head."), footer1=para("Foot.")))
    assert [(passage.kind, text) for passage, text in zip(written.passages, texts(written), strict=True)] == [
        ("paragraph", "Body."), ("header", "Head."), ("footer", "Foot."),
    ]  # fmt: skip


NUMBERING = (
    '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>'
    '<w:lvl w:ilvl="1"><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="(%2)"/></w:lvl></w:abstractNum>'
    '<w:num w:numId="5"><w:abstractNumId w:val="1"/></w:num>'
)


def numbered(text: str, level: int = 0) -> str:
    return para(text, properties=f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="5"/></w:numPr>')


def test_words_own_numbers_are_labels_or_text_as_asked() -> None:
    data = docx(
        numbered("A") + numbered("B", 1) + numbered("C", 1) + numbered("D") + numbered("E", 1), numbering=NUMBERING
    )
    assert [passage.label for passage in read(data).passages] == ["3.", "(a)", "(b)", "4.", "(a)"]
    assert texts(read(data, numbers=True)) == ["3. A", "(a) B", "(b) C", "4. D", "(a) E"]


def test_headings_are_known_by_their_level_and_long_paragraphs_are_none() -> None:
    styles = '<w:style w:styleId="H"><w:name w:val="heading 2"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>'
    long = "It is a paragraph that many number by a style of headings, and it ends as sentences do."
    data = docx(
        para("Facts", properties='<w:pStyle w:val="H"/>') + para(long, properties='<w:pStyle w:val="H"/>'),
        styles=styles,
    )
    assert [(passage.kind, passage.level) for passage in read(data).passages] == [("heading", 2), ("paragraph", 0)]


def test_places_are_those_a_person_counts() -> None:
    written = read(docx(para("") + para("First.") + para("Second.")))
    place = written.place(written.text.index("Second"))
    assert place is not None
    assert place.as_json() == {"part": "body", "number": "2"}


RUNS = st.lists(
    st.tuples(
        st.sampled_from(["run", "ins", "del", "tab", "hidden", "link"]), st.text("ab é條&😀 ", min_size=1, max_size=6)
    ),
    min_size=1,
    max_size=12,
)


@settings(max_examples=60, deadline=None)
@given(st.lists(RUNS, min_size=1, max_size=4), st.sampled_from(["final", "original"]))
def test_every_character_leads_back_to_its_run_and_none_is_lost(
    paragraphs: list[list[tuple[str, str]]], tracked: Tracked
) -> None:
    body = ""
    for runs in paragraphs:
        made = ""
        for kind, raw in runs:
            text = raw.replace("&", "&amp;")
            made += {
                "run": run(text),
                "ins": f"<w:ins>{run(text)}</w:ins>",
                "del": f'<w:del><w:r><w:delText xml:space="preserve">{text}</w:delText></w:r></w:del>',
                "tab": "<w:r><w:tab/></w:r>",
                "hidden": run(text, "<w:vanish/>"),
                "link": f"<w:hyperlink>{run(text)}</w:hyperlink>",
            }[kind]
        body += f"<w:p>{made}</w:p>"
    file = word(docx(body + para("end")), tracked=tracked)
    assert not file.written.unread
    for passage in file.written.passages:
        for offset in range(passage.start, passage.end):
            anchor = file.anchor(offset)
            assert anchor is not None
            part = file.parts[anchor.part]
            assert anchor.run.start <= anchor.child.start <= anchor.byte < anchor.child.end <= anchor.run.end
            character = file.written.text[offset]
            if anchor.child.tag in ("t", "delText"):
                assert part.data[anchor.byte :].startswith(b"&amp;" if character == "&" else character.encode())
                assert anchor.child.raw_text()[anchor.offset] == character
    for between in range(1, len(file.written.passages)):
        assert file.anchor(file.written.passages[between].start - 1) is None


@pytest.mark.parametrize(
    ("link", "code"),
    [
        (f'<Relationship Id="x" Type="{R}/attachedTemplate" Target="file:///x.dotm" TargetMode="External"/>', "links_not_followed"),
        (f'<Relationship Id="x" Type="{R}/aFChunk" Target="chunk.html"/>', "embedded_not_read"),
        (f'<Relationship Id="x" Type="{R}/image" Target="media/1.png"/>', "pictures_not_read"),
    ],
)  # fmt: skip
def test_what_is_not_read_is_said(link: str, code: str) -> None:
    assert [finding.code for finding in read(docx(para("A"), links=[link])).findings] == [code]
