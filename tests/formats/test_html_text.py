"""HTML as a person reads it, and OpenDocument texts."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats.office import odt

from pincite.formats.docx import Tracked
from pincite.formats.html_text import looks_like_html, read_html_text
from pincite.formats.odt import read_odt
from pincite.formats.written import WrittenFile


def page(body: str) -> WrittenFile:
    written = read_html_text(
        f"<!DOCTYPE html><html><head><title>T</title></head><body>{body}</body></html>".encode(), name="a.html"
    )
    assert not written.unread
    return written


def texts(written: WrittenFile) -> list[str]:
    return [written.text[passage.start : passage.end] for passage in written.passages]


def besides(written: WrittenFile) -> list[tuple[str, str]]:
    return [(beside.kind, beside.text) for beside in written.besides if beside.kind != "furniture"]


def test_white_space_is_what_a_browser_makes_of_it() -> None:
    assert texts(page("<p>  A\n  <b>b</b> c<br>\n d&nbsp;e&amp;f </p>\n<div>g <i> h</i></div>")) == [
        "A b c\nd\u00a0e&f",
        "g h",
    ]


def test_blocks_are_told_apart() -> None:
    written = page(
        "<h2>Head</h2><blockquote><p>Quoted.</p></blockquote><ul><li>One</li><li>Two</li></ul><table><tr><td>a</td><td>b</td></tr></table>"
    )
    assert [(passage.kind, text) for passage, text in zip(written.passages, texts(written), strict=True)] == [
        ("heading", "Head"), ("quotation", "Quoted."), ("item", "One"), ("item", "Two"), ("row", "a | b"),
    ]  # fmt: skip


def test_attack_a_block_within_a_link_within_a_cell_does_not_end_the_row() -> None:
    written = page("<table><tr><td>a</td><td>b <a href='#x'>see<p>under</p></a></td></tr></table>")
    assert [(passage.kind, text) for passage, text in zip(written.passages, texts(written), strict=True)] == [
        ("row", "a | b see under")
    ]


def test_a_label_stands_on_the_line_of_its_words() -> None:
    assert texts(page("<dl><dt>a.</dt><dd>burn;</dd><dt>b.</dt><dd><p>shine.</p></dd></dl>")) == [
        "a. burn;",
        "b. shine.",
    ]


def test_what_a_page_hides_is_not_read_and_said() -> None:
    written = page("<p>Seen<span style='display:none'>unseen</span>.</p><p hidden>Nor this.</p><script>x</script>")
    assert texts(written) == ["Seen."]
    assert besides(written) == [("hidden", "unseen"), ("hidden", "Nor this.")]
    assert [dict(finding.parameters) for finding in written.findings] == [{"count": 2}]


def test_a_note_is_a_passage_of_its_own_and_its_mark_no_character() -> None:
    written = page(
        '<p>Tenants pay<sup><a href="#n1" id="r1">21</a></sup>.</p><p>More.</p><p id="n1"><a href="#r1">21</a> Taylor.</p>'
    )
    assert texts(written) == ["Tenants pay.", "More.", "Taylor."]
    assert dict(written.marks) == {"21": len("Tenants pay")}
    assert written.passages[2].label == "21"


def test_a_link_to_a_heading_is_no_note() -> None:
    written = page('<p>See <a href="#s">section 4</a>.</p><p id="s">Section 4.</p>')
    assert texts(written) == ["See section 4.", "Section 4."]
    assert not written.marks


def test_what_html_begins_with() -> None:
    assert looks_like_html(b"\xef\xbb\xbf\n<!-- c --><!DOCTYPE html>")
    assert looks_like_html(b"<html lang=en>")
    assert not looks_like_html(b"a <html> b")


HTML = st.lists(st.sampled_from(["<p>", "</p>", "<td>", "<tr>", "<table>", "</table>", "<li>", "<sup>", "</sup>", "<dt>", "<dd>", "<br/>", "<a/href='#x'>", "</a>", "<div/id=x>", "</div>", "a", "b", "條", "&amp;", "1", "[1]"]), max_size=30)  # fmt: skip


@settings(deadline=None)
@given(HTML)
def test_no_word_of_a_page_is_lost(fragments: list[str]) -> None:
    page(f"start {' '.join(fragments)} end")


def opened(body: str, *, tracked: Tracked = "final", styles: str = "") -> WrittenFile:
    written = read_odt(odt(body, styles=styles), name="a.odt", tracked=tracked)
    assert not written.unread
    return written


def test_an_opendocument_text_is_read_as_its_program_shows_it() -> None:
    body = (
        "<text:h text:outline-level='2'>Head</text:h><text:p>a\n  b<text:s text:c='3'/>c<text:tab/>d<text:line-break/>e</text:p>"
        "<text:list><text:list-item><text:p>Item</text:p></text:list-item></text:list>"
        "<table:table><table:table-row><table:table-cell><text:p>x</text:p></table:table-cell><table:table-cell><text:p>y</text:p>"
        "</table:table-cell></table:table-row></table:table>"
    )
    written = opened(body, styles="<style:header><text:p>Top</text:p></style:header>")
    assert [(passage.kind, text) for passage, text in zip(written.passages, texts(written), strict=True)] == [
        ("heading", "Head"), ("paragraph", "a b   c\td\ne"), ("item", "Item"), ("row", "x | y"), ("header", "Top"),
    ]  # fmt: skip


def test_notes_and_comments_of_an_opendocument_text() -> None:
    note = "<text:note text:note-class='footnote'><text:note-citation>21</text:note-citation><text:note-body><text:p>Taylor.</text:p></text:note-body></text:note>"
    written = opened(f"<text:p>Pay{note}<office:annotation><text:p>Why?</text:p></office:annotation>.</text:p>")
    assert texts(written) == ["Pay.", "Taylor."]
    assert dict(written.marks) == {"21": 3}
    assert ("comment", "Why?") in besides(written)


def test_tracked_changes_of_an_opendocument_text() -> None:
    body = (
        "<text:tracked-changes><text:changed-region text:id='d'><text:deletion><text:p>two</text:p></text:deletion></text:changed-region>"
        "<text:changed-region text:id='i'><text:insertion/></text:changed-region></text:tracked-changes>"
        "<text:p>Term: <text:change text:change-id='d'/><text:change-start text:change-id='i'/>three<text:change-end text:change-id='i'/> years.</text:p>"
    )
    assert texts(opened(body)) == ["Term: three years."]
    assert texts(opened(body, tracked="original")) == ["Term: two years."]
