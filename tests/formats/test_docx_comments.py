"""Comments in Word files: at their words, and nothing else changed."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats.office import R, W, docx, para, run, zipped

from pincite.formats.docx import read_docx
from pincite.formats.docx_comments import Commented, add_comments
from pincite.formats.written import Comment, WrittenFile

Q = f"{{{W}}}"
MARKS = (f"{Q}commentRangeStart", f"{Q}commentRangeEnd")
MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml"
TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    f'<Override PartName="/word/document.xml" ContentType="{MAIN}.document.main+xml"/>'
    f'<Override PartName="/word/footnotes.xml" ContentType="{MAIN}.footnotes+xml"/></Types>'
)
MARK = '<w:r><w:footnoteReference w:id="1"/></w:r>'
BOX = "<w:r><mc:AlternateContent><mc:Choice><w:drawing><wps:txbx><w:txbxContent>{0}</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>{0}</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>"


def parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(BytesIO(data)) as package:
        return {name: package.read(name) for name in package.namelist()}


def body(data: bytes) -> str:
    return parts(data)["word/document.xml"].decode()


def commented(data: bytes, *words: str) -> Commented:
    """A comment «about …» at each of these words."""
    text = read_docx(data, name="a.docx").written.text
    comments = [Comment(at := text.index(word), at + len(word), (f"about {word}",)) for word in words]
    return add_comments(data, comments, name="a.docx", author="pincite")


def covered(data: bytes) -> dict[str, str]:
    """The characters between the marks of each comment, by the comment's id, over the body."""
    open_: set[str] = set()
    found: dict[str, str] = {}
    for element in ET.fromstring(body(data)).iter():
        number = element.get(f"{Q}id", "")
        if element.tag == MARKS[0]:
            open_.add(number)
            found[number] = ""
        elif element.tag == MARKS[1]:
            open_.discard(number)
        elif element.tag in (f"{Q}t", f"{Q}delText"):
            for each in open_:
                found[each] += element.text or ""
    return found


NUMBERS: dict[tuple[int, str], int] = {}


def shape(part: bytes) -> list[tuple[int, str]]:
    """A part without comments: each character and sign with a number for its run's properties and all that wraps it."""

    def inside(above: int, what: str) -> int:
        return NUMBERS.setdefault((above, what), len(NUMBERS))

    def walk(element: ET.Element, above: int) -> Iterator[tuple[int, str]]:
        if element.tag in (*MARKS, f"{Q}commentReference"):
            return
        text = element.text or ""
        if element.tag == f"{Q}r":
            properties = element.find(f"{Q}rPr")
            own = "" if properties is None else ET.tostring(properties, encoding="unicode").strip()
            here = inside(above, f"r {sorted(element.attrib.items())} {own}")
            for child in element:
                if child.tag != f"{Q}rPr":
                    yield from walk(child, here)
        elif element.tag in (f"{Q}t", f"{Q}delText"):
            kept = element.get("{http://www.w3.org/XML/1998/namespace}space") == "preserve"
            here = inside(above, element.tag)
            yield from ((here, character) for character in (text if kept else text.strip(" \t\r\n")))
        else:
            here = inside(above, f"{element.tag} {sorted(element.attrib.items())}")
            yield here, f"<{text.strip()}"
            for child in element:
                yield from walk(child, here)
            yield here, ">"

    return list(walk(ET.fromstring(part), 0))


def assert_nothing_else_changed(before: bytes, after: bytes) -> None:
    old, new = parts(before), parts(after)
    may_change = {"[Content_Types].xml", "word/_rels/document.xml.rels"}
    for name, data in old.items():
        if name in may_change:
            assert new[name].startswith(data[: data.rindex(b"<")].rstrip(b"/>").rstrip()[:-1])
        elif name.endswith("document.xml"):
            assert shape(data) == shape(new[name])
        elif not name.endswith("comments.xml"):
            assert new[name] == data, name
    assert set(new) - set(old) <= {"word/comments.xml", "word/_rels/document.xml.rels"}
    one, other = read_docx(before, name="a").written, read_docx(after, name="a").written
    assert (one.text, one.passages, one.marks) == (other.text, other.passages, other.marks)
    assert asides(one) == asides(other)


def asides(written: WrittenFile) -> list[tuple[str, int, str, str]]:
    """What stands beside the text, comments apart; of one stretch in several runs, its words together."""
    found: list[tuple[str, int, str, str]] = []
    for each in written.besides:
        if found and found[-1][:2] == (each.kind, each.at) and found[-1][3] == each.label:
            found[-1] = (each.kind, each.at, found[-1][2] + each.text, each.label)
        elif each.kind != "comment":
            found.append((each.kind, each.at, each.text, each.label))
    return found


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (para("See Cap. 486, s. 4, there."), "Cap. 486, s. 4"),
        (para("See Cap. 486", run(", s. 4", "<w:b/>"), ", there."), "Cap. 486, s. 4"),
        (para(run("Cap. 486", "<w:i/>")), "Cap. 486"),
        (para("<w:r><w:t>See Cap. 486 there</w:t></w:r>"), "Cap. 486"),
        (para("A", f'<w:ins w:id="7" w:author="x">{run("in Cap. 486 of")}</w:ins>'), "Cap. 486"),
        (para("A", f'<w:ins w:id="7" w:author="x">{run("in Cap.")}</w:ins>', " 486 of"), "Cap. 486"),
        (para(f'<w:hyperlink w:anchor="x">{run("in Cap. 486 of")}</w:hyperlink>'), "Cap. 486"),
        (para(f"<w:sdt><w:sdtContent>{run('in Cap. 486 of')}</w:sdtContent></w:sdt>"), "Cap. 486"),
        (f"<w:tbl><w:tr><w:tc>{para('a')}</w:tc><w:tc>{para('in Cap. 486 of')}</w:tc></w:tr></w:tbl>", "Cap. 486"),
        (para("A &amp; B v C &lt;D&gt;"), "B v C <D"),
        (para("<w:r><w:t>1</w:t><w:tab/><w:t>Cap. 486</w:t><w:br/><w:t>x</w:t></w:r>"), "Cap. 486"),
        (para("before ", BOX.format(para("in Cap. 486 of"))), "Cap. 486"),
        (para("第486章第4條規定"), "第486章第4條"),
    ],
)
def test_a_comment_covers_its_words_exactly_wherever_they_stand(content: str, word: str) -> None:
    before = docx(content)
    after = commented(before, word)
    assert after.placed == ("words",)
    assert covered(after.data) == {"0": word}
    assert_nothing_else_changed(before, after.data)
    (comment,) = [b for b in read_docx(after.data, name="a").written.besides if b.kind == "comment"]
    assert comment.text == f"about {word}"


def test_a_comment_on_a_note_stands_at_the_mark_of_the_note_and_says_so() -> None:
    note = f'<w:footnote w:id="1">{para("Cap. 486, s. 4.")}</w:footnote>'
    before = docx(para("Lanterns burn", MARK, "."), footnotes=note)
    after = commented(before, "s. 4")
    assert after.placed == ("note_mark",)
    assert re.search(
        r'commentRangeStart w:id="0"/><w:r><w:footnoteReference w:id="1"/></w:r><w:commentRangeEnd', body(after.data)
    )
    assert_nothing_else_changed(before, after.data)


def test_a_comment_on_a_header_stands_at_the_beginning_and_says_so() -> None:
    before = docx(para("Lanterns burn."), header1=para("Cap. 486"))
    after = commented(before, "Cap. 486")
    assert after.placed == ("document",)
    assert_nothing_else_changed(before, after.data)


def test_comments_that_were_there_stay_and_no_id_is_given_twice() -> None:
    old = f'<w:comment w:id="4" w:author="A">{para("mine")}</w:comment>'
    content = para(
        '<w:commentRangeStart w:id="4"/>',
        "Cap. 486",
        '<w:commentRangeEnd w:id="4"/>',
        '<w:r><w:commentReference w:id="4"/></w:r>',
    )
    before = docx(content, comments=old)
    after = commented(before, "486", "Cap.")
    written = parts(after.data)["word/comments.xml"].decode()
    assert old in written
    assert re.findall(r'<w:comment w:id="(\d+)"', written) == ["4", "5", "6"]


def test_without_the_inserted_bytes_the_part_is_what_it_was() -> None:
    before = docx(para("See Cap. 486 and ", run("s. 4 of", "<w:b/>"), " it."))
    old, new = body(before), body(commented(before, "Cap. 486", "s. 4").data)
    position = 0
    for character in old:
        position = new.index(character, position) + 1
    assert len(new) > len(old)


def test_two_comments_in_one_run_and_one_behind_the_other_keep_their_words() -> None:
    after = commented(docx(para("Cap. 486Cap. 487 and s. 9")), "Cap. 486", "Cap. 487", "487 and s")
    assert covered(after.data) == {"0": "Cap. 486", "1": "Cap. 487", "2": "487 and s"}


def test_a_formula_is_commented_as_a_whole() -> None:
    formula = '<m:oMath xmlns:m="urn:m"><m:r><m:t>a+b</m:t></m:r></m:oMath>'
    after = commented(docx(para("see ", formula, " there")), "+")
    assert re.search(r'commentRangeStart w:id="0"/><m:oMath.*</m:oMath><w:commentRangeEnd', body(after.data))


def test_a_cdata_section_is_not_cut() -> None:
    before = docx(para("<w:r><w:t><![CDATA[see Cap. 486 there]]></w:t></w:r>"))
    after = commented(before, "Cap. 486")
    assert covered(after.data) == {"0": "see Cap. 486 there"}
    assert_nothing_else_changed(before, after.data)


def test_attack_words_of_a_comment_can_open_no_element_and_carry_no_control_character() -> None:
    evil = '</w:t><w:r/>"\x00\x1b]]>&'
    data = docx(para("Cap. 486"))
    after = add_comments(data, [Comment(0, 8, (evil,), 'https://x.example/"&<')], name="a", author='p"<')
    root = ET.fromstring(parts(after.data)["word/comments.xml"])
    assert "".join(t.text or "" for t in root.iter(f"{Q}t")).startswith('</w:t><w:r/>"\ufffd\ufffd]]>&')


def test_other_prefixes_and_a_file_without_relationships_are_commented_too() -> None:
    made = {
        "[Content_Types].xml": '<t:Types xmlns:t="http://schemas.openxmlformats.org/package/2006/content-types"></t:Types>',
        "_rels/.rels": f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="{R}/officeDocument" Target="doc.xml"/></Relationships>',
        "doc.xml": f'<document xmlns="{W}" xmlns:w="urn:other"><body><p><r><t>See Cap. 486 there</t></r></p></body></document>',
    }
    after = commented(zipped(made), "Cap. 486")
    assert b"<commentRangeStart xmlns" not in parts(after.data)["doc.xml"]
    assert [b.text for b in read_docx(after.data, name="a").written.besides] == ["about Cap. 486"]
    assert b"<t:Override PartName" in parts(after.data)["[Content_Types].xml"]


WORDS = st.text(st.sampled_from("aé 法<&\u00a0"), min_size=1, max_size=12)
RUNS = st.lists(
    st.tuples(WORDS, st.sampled_from(["", "<w:b/>"]), st.sampled_from(["", "ins", "hyperlink", "smartTag"])),
    min_size=1,
    max_size=5,
)


def _run(text: str, properties: str, wrapper: str) -> str:
    made = run(text.replace("&", "&amp;").replace("<", "&lt;"), properties)
    return f'<w:{wrapper} w:id="9">{made}</w:{wrapper}>' if wrapper else made


@settings(max_examples=80, deadline=None)
@given(st.lists(RUNS, min_size=1, max_size=3), st.data())
def test_whatever_is_commented_covers_its_words_and_changes_nothing_else(
    paragraphs: list[list[tuple[str, str, str]]], data: st.DataObject
) -> None:
    before = docx("".join(para(*(_run(*each) for each in runs)) for runs in paragraphs) + para("end"))
    written = read_docx(before, name="a").written
    spots = []
    for _ in range(data.draw(st.integers(1, 4))):
        passage = data.draw(st.sampled_from(written.passages))
        start = data.draw(st.integers(passage.start, passage.end - 1))
        spots.append((start, data.draw(st.integers(start + 1, passage.end))))
    comments = [Comment(start, end, ("x",)) for start, end in spots]
    after = add_comments(before, comments, name="a", author="pincite")
    assert_nothing_else_changed(before, after.data)
    assert covered(after.data) == {str(i): written.text[start:end] for i, (start, end) in enumerate(spots)}


@pytest.mark.shared
def test_real_judgments_keep_their_words_tracked_changes_and_notes(shared: Path) -> None:
    for file in real_files(shared)[::4]:
        assert_comments_leave_it_as_it_was(file)


@pytest.mark.shared
@pytest.mark.long
def test_all_real_files_keep_their_words_tracked_changes_and_notes(shared: Path) -> None:
    for file in real_files(shared):
        assert_comments_leave_it_as_it_was(file)


def real_files(shared: Path) -> list[Path]:
    found = [*(shared / "corpora/uk/judgments_docx_akn").glob("*.docx"), *(shared / "gold/drafts").glob("*.docx")]
    assert found
    return sorted(found)


def assert_comments_leave_it_as_it_was(file: Path) -> None:
    """25 comments anywhere: each covers its words, and nothing else changed."""
    random_ = random.Random(8)
    before = file.read_bytes()
    written = read_docx(before, name=file.name).written
    comments = []
    for passage in random_.sample(written.passages, min(25, len(written.passages))):
        start = random_.randrange(passage.start, passage.end)
        comments.append(Comment(start, min(passage.end, start + random_.randrange(1, 60)), ("x",)))
    after = add_comments(before, comments, name=file.name, author="pincite")
    assert_nothing_else_changed(before, after.data)
    written_comments = parts(after.data)["word/comments.xml"].decode()
    ids = re.findall(r'<w:comment w:id="(\d+)" w:author="pincite"', written_comments)
    words = covered(after.data)
    for each, comment, where in zip(ids, comments, after.placed, strict=True):
        if where == "words":
            assert letters(words[each]) == letters(written.text[comment.start : comment.end])


def letters(text: str) -> str:
    """The characters of words: without white space, borders of cells, and what stands in no text of a run."""
    return "".join(character for character in text if character.isalnum() and ord(character) < 0xE000)


@pytest.mark.services
def test_libreoffice_opens_the_annotated_file_with_all_comments(tmp_path: Path) -> None:
    program = shutil.which("soffice")
    if program is None:
        pytest.skip("LibreOffice is not installed")
    content = (
        para("See Cap. 486, s. 4 there", MARK, ".")
        + para("A ", f'<w:ins w:id="7" w:author="x">{run("in Cap. 487 of")}</w:ins>')
        + f"<w:tbl><w:tblPr/><w:tblGrid><w:gridCol/></w:tblGrid><w:tr><w:tc>{para('in Cap. 488 of')}</w:tc></w:tr></w:tbl>"
        + para("end")
    )
    note = f'<w:footnote w:id="1">{para("Cap. 489.")}</w:footnote>'
    made = parts(docx(content, footnotes=note))
    made["[Content_Types].xml"] = TYPES.encode()
    data = commented(zipped(made), "Cap. 486", "Cap. 487", "Cap. 488", "Cap. 489").data
    (tmp_path / "a.docx").write_bytes(data)
    profile = f"-env:UserInstallation=file://{tmp_path}/profile"
    command = [
        program,
        profile,
        "--headless",
        "--convert-to",
        "fodt",
        "--outdir",
        str(tmp_path),
        str(tmp_path / "a.docx"),
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=180)
    found = (tmp_path / "a.fodt").read_text("utf-8")
    assert found.count("<office:annotation ") == 4
    assert all(f"about Cap. {number}" in found for number in (486, 487, 488, 489))
    assert "<text:changed-region" in found
