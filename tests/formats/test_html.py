"""HTML: every text knows its bytes, and the tree is the one a browser builds as far as readers of law need it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import UnreadableSource
from pincite.formats.html import MAX_DEPTH, read_html, read_html_pieces
from pincite.formats.tree import Element, Instruction
from pincite.text.canonical import Piece


def read(source: str | bytes, encoding: str | None = None) -> Element:
    data = source.encode() if isinstance(source, str) else source
    return read_html(data, name="page.htm", encoding=encoding)


def outline(element: Element) -> str:
    """The tree as nested words: p(a b(c))."""
    parts = []
    for child in element.children:
        if isinstance(child, Element):
            inner = outline(child)
            parts.append(f"{child.tag}({inner})" if inner else child.tag)
        elif isinstance(child, Piece):
            parts.append(child.text.strip())
    return " ".join(part for part in parts if part)


def assert_pieces_decode(root: Element, data: bytes) -> None:
    last = 0
    for piece in root.pieces():
        assert last <= piece.start <= piece.end <= len(data)
        last = piece.end
        if piece.verbatim:
            assert data[piece.start : piece.end].decode(root.get("encoding")) == piece.text


def test_texts_and_character_references_have_their_byte_ranges() -> None:
    data = "<p>第1條 Huen &amp; Cheung&nbsp;&#8220;x&#x201D; S&P &copy 2&3;</p>".encode()
    root = read(data)
    pieces = list(root.pieces())
    assert "".join(piece.text for piece in pieces) == "第1條 Huen & Cheung\u00a0“x” S&P © 2&3;"
    rendered = [(piece.text, data[piece.start : piece.end]) for piece in pieces if not piece.verbatim]
    assert rendered == [
        ("&", b"&amp;"), ("\u00a0", b"&nbsp;"), ("“", b"&#8220;"), ("”", b"&#x201D;"), ("©", b"&copy"),
    ]  # fmt: skip
    assert_pieces_decode(root, data)


def test_implied_end_tags_of_paragraphs_lists_and_tables() -> None:
    assert (
        outline(read("<p>a<p>b<ul><li>1<li>2<ul><li>2a</ul><li>3</ul>")) == "p(a) p(b) ul(li(1) li(2 ul(li(2a))) li(3))"
    )
    assert outline(read("<table><tr><td>a<td>b<tr><td>c</table>d")) == "table(tr(td(a) td(b)) tr(td(c))) d"
    assert outline(read("<p>a<blockquote><p>b</blockquote><p>c")) == "p(a) blockquote(p(b)) p(c)"
    assert outline(read("<dl><dt>t<dd>d<dt>u</dl>")) == "dl(dt(t) dd(d) dt(u))"


def test_a_table_inside_a_cell_does_not_end_the_cell() -> None:
    assert outline(read("<table><tr><td>a<table><tr><td>b</table>c<td>d</table>")) == (
        "table(tr(td(a table(tr(td(b))) c) td(d)))"
    )


def test_void_elements_hold_nothing_and_stray_end_tags_do_nothing() -> None:
    assert outline(read("<p>a<br>b<img src=x>c</i></p></div>d</br>")) == "p(a br b img c) d br"


def test_an_end_tag_inside_a_cell_does_not_close_what_is_around_the_table() -> None:
    assert outline(read("<form><table><tr><td>a</form>b</td></tr></table></form>c")) == "form(table(tr(td(a b)))) c"


def test_two_doctypes_and_junk_before_them_leave_one_document() -> None:
    root = read(
        "\n\n  \n<!DOCTYPE html>\n<!DOCTYPE html PUBLIC 'x'>\n<html><head><title>T&amp;U</title></head><body>b</body></html>\n<p>c"
    )
    doctypes = [child for child in root.children if isinstance(child, Instruction)]
    assert [child.target for child in doctypes] == ["doctype", "doctype"]
    assert outline(root) == "html(head(title(T & U)) body(b p(c)))"


def test_unknown_elements_and_attributes_without_quotes() -> None:
    root = read(
        "<parties><td width=25% nowrap style='x:y'>v</td></parties><a name=ctx1 href=#ctx2 title=\"a > b\">h</a>"
    )
    parties = root.first("parties")
    assert parties is not None
    cell = parties.first("td")
    assert cell is not None
    assert dict(cell.attributes) == {"width": "25%", "nowrap": "", "style": "x:y"}
    link = root.first("a")
    assert link is not None
    assert dict(link.attributes) == {"name": "ctx1", "href": "#ctx2", "title": "a > b"}


def test_a_stray_quotation_mark_in_a_tag_does_not_swallow_the_page() -> None:
    assert outline(read('<td width="5%"">a</td><p>b</p>')) == "td(a) p(b)"


def test_script_and_style_stand_as_elements_and_their_content_is_not_markup() -> None:
    root = read("<script>if (a<b && c) { x='</p>' }</script><style><!-- p {} --></style><p>t</p>")
    assert outline(root) == "script(if (a<b && c) { x='</p>' }) style(<!-- p {} -->) p(t)"


def test_comments_are_kept_as_instructions_and_are_no_text() -> None:
    root = read("<p>a<!-- <b>not</b> -->b</p>")
    paragraph = root.first("p")
    assert paragraph is not None
    assert [child.data for child in paragraph.children if isinstance(child, Instruction)] == [" <b>not</b> "]
    assert paragraph.raw_text() == "ab"


def test_the_element_covers_its_bytes_from_start_tag_to_end_tag() -> None:
    data = "<div>x<p>é</p></div>".encode()
    paragraph = next(read(data).descendants("p"))
    assert data[paragraph.start : paragraph.end] == "<p>é</p>".encode()


@pytest.mark.parametrize(
    ("data", "given", "encoding", "found_in"),
    [
        ("é".encode(), None, "utf-8", "utf-8"),
        (b"\xef\xbb\xbf" + "é".encode(), "latin-1", "utf-8", "bom"),
        ("é".encode("utf-16"), None, "utf-16-le", "bom"),
        (b"<meta charset=big5>" + "條例".encode("big5"), None, "big5", "meta"),
        (b"<meta http-equiv=Content-Type content='text/html; charset=iso-8859-1'>\xe9\x96", None, "cp1252", "meta"),
        ("條".encode("big5"), "big5", "big5", "given"),
        (b"caf\xe9", None, "cp1252", "fallback"),
        (b"<meta charset=utf-8>caf\xe9", None, "cp1252", "fallback"),
        (b"caf\xe9\x81", None, "latin-1", "fallback"),
        (b"<meta charset=no-such>caf\xe9", None, "cp1252", "fallback"),
    ],
)
def test_the_encoding_is_found_and_it_is_said_how(data: bytes, given: str | None, encoding: str, found_in: str) -> None:
    root = read(data, given)
    assert (root.get("encoding"), root.get("encoding-from")) == (encoding, found_in)
    assert_pieces_decode(root, data)


def test_html_inside_another_file_keeps_that_files_bytes() -> None:
    file = b'{"content": "<p>a\\u00e9\\"b</p>"}'
    pieces = [
        Piece("<p>a", 13, 17), Piece("é", 17, 23, verbatim=False), Piece('"', 23, 25, verbatim=False), Piece("b</p>", 25, 30),
    ]  # fmt: skip
    found = list(read_html_pieces(pieces, name="x.json").pieces())
    assert "".join(piece.text for piece in found) == 'aé"b'
    assert [file[piece.start : piece.end] for piece in found] == [b"a", b"\\u00e9", b'\\"', b"b"]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b" \n\t", "empty"),
        (b"%PDF-1.7\x00\x01\x02", "binary"),
        (b"<p>text <a href=", "inside a tag"),
        (b'<p>text <a href="x', "does not end"),
        (b"<p>text <!-- and on", "inside a comment"),
        (b"<p>text <script>x", "inside «script»"),
        (b"<!DOCTYPE html", "inside a doctype"),
        (b"\xff\xfe\x00", "byte order mark"),
        (b"<i>" * (MAX_DEPTH + 5), "nested"),
    ],
)
def test_hostile_files_are_refused_by_name_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(UnreadableSource) as caught:
        read_html(data, name="hostile.htm")
    assert caught.value.name == "hostile.htm"
    assert reason in caught.value.reason


def test_the_place_of_a_fault_is_its_line_and_byte() -> None:
    with pytest.raises(UnreadableSource, match=r"line 3, byte 12"):
        read("<p>é</p>\n\nx<p")


def test_time_is_linear_in_stray_tags_and_ampersands() -> None:
    read("</b>" * 200_000)
    read("&" * 300_000)
    read("< " * 300_000)


TAGS = "<p> </p> <td> <tr> <table> </table> <li> <ul> </ul> <b> </i> <br/> <blockquote> <form> </form> <x-y> <a/href='x'> </a>"
WORDS = ["&amp;", "&#x4e00;", "<!-- c -->", "條例", "é", " & ", "text", "\r\n", "&", "< ", "😀"]
FRAGMENTS = st.lists(st.sampled_from([*TAGS.split(), *WORDS]), max_size=40)


@given(FRAGMENTS)
def test_no_text_is_lost_and_every_piece_decodes_to_its_bytes(fragments: list[str]) -> None:
    data = "".join(["x", *fragments, " z"]).encode()
    root = read(data)
    assert_pieces_decode(root, data)
    text = root.raw_text()
    for word in ("條例", "é", "text", "😀"):
        assert text.count(word) == sum(fragment == word for fragment in fragments)


@given(st.binary(max_size=300))
def test_any_bytes_give_a_tree_or_a_refusal(data: bytes) -> None:
    try:
        root = read_html(data, name="any")
    except UnreadableSource:
        return
    assert_pieces_decode(root, data)
