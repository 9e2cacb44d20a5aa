"""The XML reader: exact bytes of every text, nothing expands, every fault has a place."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.timing import processor_seconds

from pincite.errors import UnreadableSource
from pincite.formats.tree import Element, Instruction
from pincite.formats.xml import encoding_of, read_xml
from pincite.text.canonical import Piece, TextBuilder


def read(text: str | bytes, **bounds: int) -> Element:
    return read_xml(text.encode() if isinstance(text, str) else text, name="invented.xml", **bounds)


def pieces(element: Element) -> list[tuple[str, bool]]:
    return [(piece.text, piece.verbatim) for piece in element.pieces()]


def test_a_text_stands_at_its_bytes_even_behind_characters_of_several_bytes() -> None:
    data = "<a>Zürich <b>黃金</b> Übung</a>".encode()
    for piece in read(data).pieces():
        assert piece.verbatim
        assert data[piece.start : piece.end].decode() == piece.text


def test_a_byte_order_mark_is_counted() -> None:
    data = b"\xef\xbb\xbf<a>text</a>"
    (piece,) = read(data).pieces()
    assert (piece.start, piece.end) == (6, 10)


def test_an_entity_is_one_rendered_piece_over_its_own_bytes() -> None:
    data = b"<a>A &amp; B &#167; &#xA7;</a>"
    found = list(read(data).pieces())
    assert [piece.text for piece in found] == ["A ", "&", " B ", "§", " ", "§"]
    rendered = [data[piece.start : piece.end] for piece in found if not piece.verbatim]
    assert rendered == [b"&amp;", b"&#167;", b"&#xA7;"]


def test_cr_lf_is_one_line_end_of_two_bytes_and_a_lone_cr_of_one() -> None:
    data = b"<a>one\r\ntwo\rthree\nfour</a>"
    found = list(read(data).pieces())
    assert "".join(piece.text for piece in found) == "one\ntwo\nthree\nfour"
    assert [(p.start, p.end) for p in found if not p.verbatim] == [(6, 8), (11, 12)]
    assert found[-1].text == "three\nfour"


def test_cdata_is_verbatim_and_an_ampersand_in_it_is_no_reference() -> None:
    data = b"<a>x<![CDATA[R&D <b>]]>y</a>"
    assert pieces(read(data)) == [("x", True), ("R&D <b>", True), ("y", True)]
    for piece in read(data).pieces():
        assert data[piece.start : piece.end].decode() == piece.text


def test_namespaces_are_resolved_and_prefixed_attributes_stand_under_both_names() -> None:
    root = read('<n:a xmlns:n="urn:one" xmlns="urn:two" n:role="r" role="own" xml:lang="de"><b/></n:a>')
    assert (root.tag, root.namespace) == ("a", "urn:one")
    assert root.attributes == {"n:role": "r", "role": "own", "xml:lang": "de", "lang": "de"}
    child = root.first("b")
    assert child is not None
    assert child.namespace == "urn:two"


@pytest.mark.parametrize("inner", ["<b/>", "<b></b>", "<b  />", "<b><c/></b>", "<b c='/>'/>", "<b c='/>'></b>"])
def test_an_element_ends_at_the_end_of_its_own_tag(inner: str) -> None:
    data = f"<a>x{inner}<d/></a>".encode()
    child = read(data).first("b")
    assert child is not None
    assert data[child.start : child.end].decode() == inner


def test_instructions_and_comments_are_kept_where_they_stand() -> None:
    data = b"<a>x<?CLG.MDFO ACTION='DELETED'?>y<!-- note --></a>"
    kept = [child for child in read(data).children if isinstance(child, Instruction)]
    assert [(one.target, one.data) for one in kept] == [("CLG.MDFO", "ACTION='DELETED'"), ("--", " note ")]
    assert [data[one.start : one.end] for one in kept] == [b"<?CLG.MDFO ACTION='DELETED'?>", b"<!-- note -->"]


@pytest.mark.parametrize("encoding", ["iso-8859-1", "windows-1252"])
def test_a_single_byte_encoding_is_counted_in_the_bytes_of_the_file(encoding: str) -> None:
    data = f'<?xml version="1.0" encoding="{encoding}"?><a>Müller <b>Übung</b></a>'.encode(encoding)
    codec = encoding_of(data, name="x")
    for piece in read(data).pieces():
        assert data[piece.start : piece.end].decode(codec) == piece.text


@pytest.mark.parametrize(
    "data",
    [
        "<a>x</a>".encode("utf-16"),
        "<a>x</a>".encode("utf-16-le"),
        "<a>x</a>".encode("utf-32"),
        b'<?xml version="1.0" encoding="big5"?><a>x</a>',
        b'<?xml version="1.0" encoding="klingon"?><a>x</a>',
    ],
)
def test_an_encoding_that_cannot_be_led_back_is_refused_in_words(data: bytes) -> None:
    with pytest.raises(UnreadableSource, match="encoding") as caught:
        read(data)
    assert "UTF-8" in caught.value.remedy


def test_a_mark_of_utf_8_and_another_declaration_contradict_each_other() -> None:
    with pytest.raises(UnreadableSource, match="byte order mark"):
        read(b'\xef\xbb\xbf<?xml version="1.0" encoding="iso-8859-1"?><a/>')


# Attacks


def test_attack_billion_laughs_is_refused_before_it_is_parsed() -> None:
    lols = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10 if n else "lol"}">' for n in range(12))
    began = time.process_time()
    with pytest.raises(UnreadableSource, match="entities"):
        read(f"<!DOCTYPE a [{lols}]><a>&l11;</a>")
    assert time.process_time() - began < 1


def test_attack_quadratic_blowup_is_refused() -> None:
    with pytest.raises(UnreadableSource, match="entities"):
        read(f'<!DOCTYPE a [<!ENTITY x "{"y" * 50000}">]><a>{"&x;" * 5000}</a>')


def test_attack_xxe_reads_no_file() -> None:
    with pytest.raises(UnreadableSource, match="entities"):
        read('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>')


def test_attack_parameter_entity_is_refused() -> None:
    with pytest.raises(UnreadableSource, match="entities"):
        read('<!DOCTYPE a [<!ENTITY % p SYSTEM "https://example.invalid/x.dtd"> %p;]><a/>')


def test_attack_internal_subset_without_entities_is_refused_too() -> None:
    with pytest.raises(UnreadableSource, match="document type definition"):
        read('<!DOCTYPE a [<!ATTLIST a secret CDATA "default">]><a/>')


def test_an_external_dtd_is_named_but_never_loaded() -> None:
    assert read('<!DOCTYPE a SYSTEM "https://example.invalid/a.dtd"><a>x</a>').raw_text() == "x"


@pytest.mark.parametrize("body", ["<a>&nbsp;</a>", "<a b='&nbsp;'/>"])
def test_attack_an_undeclared_entity_does_not_vanish_in_silence(body: str) -> None:
    with pytest.raises(UnreadableSource, match="&nbsp;"):
        read(f'<!DOCTYPE a SYSTEM "a.dtd">{body}')
    with pytest.raises(UnreadableSource, match="undefined entity"):
        read(body)


def test_attack_depth_bomb_is_refused() -> None:
    with pytest.raises(UnreadableSource, match="deeper than 200"):
        read("<a>" * 100_000 + "</a>" * 100_000)
    assert read("<a>" * 200 + "</a>" * 200).tag == "a"


def test_attack_node_flood_is_refused() -> None:
    with pytest.raises(UnreadableSource, match="more nodes"):
        read("<a>" + "<b/>" * 1001 + "</a>", max_nodes=1000)


def test_a_file_over_the_bound_is_not_read() -> None:
    with pytest.raises(UnreadableSource, match="at most 10 are read"):
        read("<a>0123456789</a>", max_bytes=10)


# Faults have a place


@pytest.mark.parametrize(
    ("data", "place", "reason"),
    [
        ("", "line 1, column 1", "empty"),
        ("<a>\n  <b>\n", "line 3, column 1", "ends before it is complete"),
        ("<a>\n  <b></c>\n</a>", "line 2, column 8", "mismatched tag"),
        ("not xml", "line 1, column 1", "not well-formed"),
        ("<a>\x01</a>", "line 1, column 4", "not well-formed"),
    ],
)
def test_a_fault_is_told_with_its_place(data: str, place: str, reason: str) -> None:
    with pytest.raises(UnreadableSource) as caught:
        read(data)
    assert caught.value.place == place
    assert reason in caught.value.reason


def test_invalid_utf_8_is_refused() -> None:
    with pytest.raises(UnreadableSource):
        read(b"<a>\xff\xfe</a>")


# Invariants

texts = st.text(st.characters(codec="utf-8", exclude_characters="\x00", exclude_categories=("Cc", "Cs")), max_size=40)


@given(st.lists(st.tuples(texts, st.sampled_from(["b", "c"]), texts), max_size=8))
def test_what_is_written_is_read_and_every_verbatim_piece_is_its_bytes(parts: list[tuple[str, str, str]]) -> None:
    def escape(text: str) -> str:
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

    data = "".join(f"{escape(before)}<{tag}>{escape(inside)}</{tag}>" for before, tag, inside in parts)
    source = f"<a>{data}</a>".encode()
    try:
        root = read(source)
    except UnreadableSource:  # U+FFFE and U+FFFF are no characters of XML
        assert any(ord(c) in (0xFFFE, 0xFFFF) for c in data)
        return
    assert root.raw_text() == "".join(before + inside for before, _, inside in parts)
    end = 0
    for piece in root.pieces():
        assert piece.start >= end
        end = piece.end
        if piece.verbatim:
            assert source[piece.start : piece.end].decode() == piece.text


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused_in_words(data: bytes) -> None:
    try:
        read(data)
    except UnreadableSource as error:
        assert str(error).startswith("invented.xml")  # noqa: PT017


def test_reading_takes_time_in_proportion_to_the_size() -> None:
    def seconds(paragraphs: int) -> float:
        data = ("<a>" + "<p>Wer etwas &amp; nichts tut,<b>haftet</b> dafür.</p>\n" * paragraphs + "</a>").encode()
        return processor_seconds(lambda: read(data))

    seconds(1000)
    assert seconds(40_000) < 40 * max(seconds(4000), 0.005)


@pytest.mark.shared
def test_every_real_xml_file_is_read_with_exact_bytes(shared: Path) -> None:
    files = sorted((shared / "corpora" / "ch").rglob("*.xml")) + sorted((shared / "corpora" / "hk").rglob("*.xml"))
    assert files
    for file in files:
        data = file.read_bytes()
        builder = TextBuilder()
        for piece in read_xml(data, name=file.name).pieces():
            assert isinstance(piece, Piece)
            builder.write(piece)
            if piece.verbatim:
                assert data[piece.start : piece.end].decode() == piece.text
        assert builder.position
