"""Files made to break their reader: each is refused in words with what to do, none is believed."""

from __future__ import annotations

import zipfile
from io import BytesIO

import pytest
from tests.formats.office import docx, odt, para, pdf, zipped

from pincite.drafts.draft import read_draft
from pincite.errors import BadInput, UnreadableSource
from pincite.formats import package
from pincite.formats.docx import read_docx
from pincite.formats.package import OLE, Package

GOOD = docx(para("Words."))


def refused(data: bytes, name: str = "a.docx") -> str:
    with pytest.raises(BadInput) as caught:
        read_draft(data, name)
    return f"{caught.value} {caught.value.remedy}"


def repacked(**changed: str | bytes) -> bytes:
    with zipfile.ZipFile(BytesIO(GOOD)) as package_:
        parts: dict[str, str | bytes] = {name: package_.read(name) for name in package_.namelist()}
    return zipped(parts | {name.replace("__", "/"): data for name, data in changed.items()})


def test_attack_zip_bomb() -> None:
    bomb = b"<w:document>" + b" " * 80_000_000
    assert "unpacks to more than" in refused(repacked(**{"word/document.xml": bomb}))


def test_attack_entities_are_never_expanded() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><w:document xmlns:w="urn:x">&b;</w:document>'
    assert "entities" in refused(repacked(**{"word/document.xml": bomb}))


def test_attack_external_entities_are_never_loaded() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><w:document xmlns:w="urn:x">&a;</w:document>'
    assert "entities" in refused(repacked(**{"word/document.xml": bomb}))


def test_attack_deep_nesting() -> None:
    assert "nest deeper" in refused(docx("<w:sdt>" * 500 + "</w:sdt>" * 500))


def test_attack_two_parts_of_one_name() -> None:
    stream = BytesIO(GOOD)
    with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(stream, "a") as package_:
        package_.writestr("word/document.xml", "<other/>")
    assert "two parts of this name" in refused(stream.getvalue())


def test_attack_more_parts_than_any_document_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package, "MAX_PARTS", 10)
    assert "parts" in refused(zipped({f"p{number}": "" for number in range(11)}))


def test_a_relationship_that_leads_out_of_the_package_reads_nothing() -> None:
    rels = '<Relationships xmlns="x"><Relationship Id="r" Type="t/officeDocument" Target="../../../etc/passwd"/></Relationships>'
    assert "missing" in refused(repacked(**{"_rels/.rels": rels}))


@pytest.mark.parametrize(
    ("data", "name", "word"),
    [
        (OLE + b"\0" * 600 + "EncryptedPackage".encode("utf-16-le"), "a.docx", "password"),
        (OLE + b"\0" * 600, "a.doc", "old Word"),
        (odt("", manifest="<m:file-entry><m:encryption-data/></m:file-entry>"), "a.odt", "password"),
        (pdf([[(72, 700, 11, "Words.")]], encrypt=True), "a.pdf", "password"),
        (pdf([[]], picture=True), "a.pdf", "scan"),
        (b"%PDF-1.4\nnothing", "a.pdf", "damaged"),
        (GOOD[: len(GOOD) // 2], "a.docx", "damaged"),
        (zipped({"a.txt": "x"}), "a.docx", "neither a Word"),
        (docx(""), "a.docx", "no words"),
        (b"{\\rtf1 hello}", "a.rtf", "RTF"),
        (b"\x89PNG\r\n", "a.pdf", "picture"),
        (b"plain words", "a.docx", "no such file"),
    ],
)
def test_what_cannot_be_read_is_refused_with_what_to_do(data: bytes, name: str, word: str) -> None:
    said = refused(data, name)
    assert word in said
    assert said.rstrip().endswith(".") or "save" in said.lower()


def test_a_password_on_a_part_is_named() -> None:
    data = bytearray(GOOD)
    for at in (i for i in range(len(data) - 4) if bytes(data[i : i + 4]) in (b"PK\x03\x04", b"PK\x01\x02")):
        data[at + (6 if data[at + 3] == 4 else 8)] |= 1
    assert "password" in refused(bytes(data))


def test_macros_are_not_run_and_said() -> None:
    written = read_docx(repacked(**{"word/vbaProject.bin": b"x"}), name="a.docm").written
    assert [finding.code for finding in written.findings] == ["macros_not_run"]


def test_what_is_unpacked_is_bounded_over_all_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package, "MAX_UNPACKED", 1_500_000)
    opened = Package(zipped({"a": b"x" * 1_000_000, "b": b"x" * 1_000_000}, method=zipfile.ZIP_STORED), "a")
    opened.read("a")
    with pytest.raises(UnreadableSource, match="unpacks to more"):
        opened.read("b")


def test_attack_a_field_that_never_ends_hides_nothing() -> None:
    begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
    written = read_docx(docx(para(begin, "Cap. 486") + para("Cap. 487")), name="a.docx").written
    assert written.text == "Cap. 486\n\nCap. 487"
