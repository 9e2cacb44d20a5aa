"""What every reader of the Union's formats promises, on damaged files too."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.jurisdictions.eu.specimens import ARTICLES, cons_formex, cons_page, oj_formex, oj_page, old_page, ranged

from pincite.corpus.admission import fault
from pincite.errors import UnreadableSource
from pincite.jurisdictions.eu.sources import EXTRACTORS, READERS

WHOLE = {
    "eu.formex_cons": [cons_formex(ARTICLES + ranged(ARTICLES, "DELETED")), cons_formex(ranged(ARTICLES, "REPLACED"))],
    "eu.formex_oj": [oj_formex()],
    "eu.oj_xhtml": [oj_page()],
    "eu.cons_xhtml": [cons_page()],
    "eu.old_html": [old_page()],
}
JUNK = [
    *(b"", b"<", b">", b"&", b"\n", b"\xe9", b"\x00", b"(a)", b"\xc2\xa0", b"&#x2029;", "‘".encode(), "’;".encode()),
    b'<?CLG.MDFC IDREF="O002"?>',
    *("◄".encode(), "►M1".encode(), "▼M2 —————".encode(), b"</p>", b"<td>", b"</table>", b"<p class='modref'>"),
    *(b"<P>", b"</P>", b"<QUOT.S>", b"<ALINEA/>", b'<NOTE NOTE.ID="E1"><P>x</P></NOTE>', b"<?PAGE NO='7'?>"),
    *(
        b'<?CLG.MDFO ID="O001" ACTION="DELETED"?>',
        b'<?CLG.MDFC IDREF="O001"?>',
        b'<?CLG.MDFO ID="X" ACTION="DELETED"?>',
    ),
    *(b'<a id="ntc1" href="#ntr1">(1)</a>', b'<a href="#E0001" id="src.E0001">1</a>', b'<div id="art_1">'),
    *(b"<table><tr><td>(a)</td><td>x</td></tr></table>", b'<LIST TYPE="DASH"><ITEM><P>q</P></ITEM></LIST>'),
]


def attempt(name: str, damaged: bytes) -> None:
    """Read a damaged file: documents that a release admits, or a refusal by name."""
    try:
        documents = READERS[name](damaged, name="damaged", options={})
    except UnreadableSource as refusal:
        assert str(refusal).startswith("damaged")  # noqa: PT017 (a refusal is one of two right answers)
        return
    for document in documents:
        assert fault(document, damaged) is None


def test_every_reader_has_a_name_and_a_version() -> None:
    assert READERS.keys() == EXTRACTORS.keys()
    assert all(version.startswith(f"{name}/") for name, version in EXTRACTORS.items())


@pytest.mark.parametrize("name", sorted(READERS))
@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_a_damaged_file_gives_whole_documents_or_a_refusal(name: str, data: st.DataObject) -> None:
    source = data.draw(st.sampled_from(WHOLE[name]))
    start = data.draw(st.integers(0, len(source)))
    end = data.draw(st.integers(start, min(len(source), start + 120)))
    attempt(name, source[:start] + data.draw(st.sampled_from(JUNK)) + source[end:])


@pytest.mark.parametrize("name", sorted(READERS))
@given(st.binary(max_size=200))
def test_any_bytes_are_refused_and_never_raise_anything_else(name: str, data: bytes) -> None:
    with pytest.raises(UnreadableSource):
        READERS[name](data, name="any", options={})


@pytest.mark.parametrize("name", sorted(READERS))
def test_elements_moved_and_doubled_lose_nothing(name: str) -> None:
    chance = random.Random(20310227)
    for _ in range(60):
        attempt(name, _shuffled(chance.choice(WHOLE[name]), chance))


def _shuffled(data: bytes, chance: random.Random) -> bytes:
    """A file one of whose elements stands a second time somewhere else, or in which a tag was renamed or junk put."""
    for _ in range(chance.randint(1, 3)):
        tags = list(re.finditer(rb"<([A-Za-z.]+)[^>]*>", data))
        tag, elsewhere = chance.choice(tags), chance.choice(tags).start()
        end = data.find(b"</" + tag[1] + b">", tag.end())
        if chance.random() < 0.5 and end > 0:
            element = data[tag.start() : end + len(tag[1]) + 3]
            data = data[:elsewhere] + element + data[elsewhere:]
        else:
            data = data[:elsewhere] + chance.choice(JUNK) + data[elsewhere:]
    return data


def test_attack_a_stray_end_of_a_range_inside_a_deleted_article_leaves_its_rest_in_a_block() -> None:
    whole = cons_formex(ARTICLES + ranged(ARTICLES, "DELETED"))
    at = whole.rindex(b"<TXT>lanterns;")
    damaged = whole[:at] + b'<?CLG.MDFC IDREF="O001"?>' + whole[at:]
    (document,) = READERS["eu.formex_cons"](damaged, name="damaged", options={})
    assert fault(document, damaged) is None
    twins = [node for node in document.provisions if node.eid == "art_1"]
    assert [document.text_of(node).split("\n")[0] for node in twins] == ["Article 1", "lanterns;"]
    assert "repeated_ids" in [finding.code for finding in document.findings]


def test_attack_a_stray_end_of_a_range_inside_a_deleted_point_of_an_annex_leaves_its_rest_in_a_block() -> None:
    points = '<LIST TYPE="{}"><ITEM><NP><NO.P>1.</NO.P><TXT>wax</TXT></NP></ITEM></LIST>'
    struck = (
        '<P>oil<?CLG.MDFC IDREF="O001"?> and tallow</P>',
        points.format("ARAB").replace("wax", 'wax<?CLG.MDFC IDREF="O001"?> and wick'),
    )
    for stray in struck:
        annex = f"<CONS.ANNEX><TITLE><TI><P>ANNEX</P></TI></TITLE><CONTENTS>{points.format('ARAB')}{ranged(stray, 'DELETED')}</CONTENTS></CONS.ANNEX>"
        damaged = cons_formex(annexes=annex)
        (document,) = READERS["eu.formex_cons"](damaged, name="damaged", options={})
        assert fault(document, damaged) is None
        assert document.text.endswith((" and tallow", " and wick"))


def test_attack_a_file_all_of_which_is_marked_as_deleted_is_refused_in_words() -> None:
    whole = cons_formex()
    start, end = whole.index(b"<TITLE>"), whole.index(b"</CONS.DOC>")
    struck = ranged(whole[start:end].decode(), "DELETED").encode()
    with pytest.raises(UnreadableSource, match="all its text lies in deleted ranges"):
        READERS["eu.formex_cons"](whole[:start] + struck + whole[end:], name="struck", options={})


def _nested(name: str, depth: int) -> bytes:
    """An article of lists in lists."""
    if name == "eu.formex_cons":
        opened = '<LIST TYPE="alpha"><ITEM><NP><NO.P>(a)</NO.P><TXT>x</TXT><P>' * depth
        lists = f"<ALINEA>{opened}{'</P></NP></ITEM></LIST>' * depth}</ALINEA>"
        return cons_formex(f'<ARTICLE IDENTIFIER="001"><TI.ART>Article 1</TI.ART>{lists}</ARTICLE>')
    label = '<div class="list grid-list-column-1">(a)</div>'
    opened = f'<div class="grid-container grid-list">{label}<div class="grid-list-column-2">x' * depth
    title = '<p class="title-article-norm">Article 1</p>'
    return cons_page(f'<div class="eli-subdivision" id="art_1">{title}{opened}{"</div></div>" * depth}</div>')


@pytest.mark.parametrize("name", ["eu.formex_cons", "eu.cons_xhtml"])
def test_attack_deep_nesting_of_lists_is_read_or_refused(name: str) -> None:
    attempt(name, _nested(name, 40))
    attempt(name, _nested(name, 94))
    with pytest.raises(UnreadableSource, match="nest"):
        READERS[name](_nested(name, 300), name="deep", options={})


def test_attack_many_marks_are_read_in_linear_time_or_refused() -> None:
    marks = "".join(
        f'<?CLG.MDFO ID="O{n}" ACTION="REPLACED" ACTIVE.DOC="32035L0007" ACTIVE.LOC="AR:{n}"?>' for n in range(3000)
    )
    articles = "".join(
        f'<ARTICLE IDENTIFIER="{n}"><TI.ART>Article {n}</TI.ART><ALINEA>x</ALINEA></ARTICLE>' for n in range(1, 1500)
    )
    with pytest.raises(UnreadableSource, match="marks of amendments"):
        READERS["eu.formex_cons"](cons_formex(marks + articles), name="marks", options={})
    arrows = (
        '<div class="eli-subdivision" id="art_1"><p class="title-article-norm">Article 1</p><p class="norm">'
        + "► ◄ —————" * 20000
        + "</p></div>"
    )
    attempt("eu.cons_xhtml", cons_page(arrows))


@pytest.mark.long
@pytest.mark.shared
def test_real_files_damaged_a_thousand_times_lose_nothing(shared: Path) -> None:
    chance = random.Random(9001)
    corpora = shared / "corpora" / "eu"
    files = [
        *(
            ("eu.formex_cons", path)
            for path in sorted(corpora.glob("formex_cons/*.0001.xml"))
            if ".doc." not in path.name
        ),
        *(("eu.oj_xhtml", path) for path in sorted(corpora.glob("oj_xhtml/*.xml"))),
        *(("eu.cons_xhtml", path) for path in sorted(corpora.glob("*/*.html"))),
    ]
    for _ in range(1000):
        name, path = chance.choice(files)
        attempt(name, _shuffled(path.read_bytes(), chance))
