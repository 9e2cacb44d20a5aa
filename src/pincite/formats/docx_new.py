"""A new Word file of headings and lines: the least that Word, LibreOffice and `read_docx` open without a question.

Keeps true: what is written reads back as the same lines; no macro, link or style is in it; the same lines give the same bytes.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable
from io import BytesIO
from typing import NamedTuple
from xml.sax.saxutils import escape

__all__ = ["Written", "write_docx"]

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_EDGE = 9070
"""Twentieths of a point from the left margin to the right one of an A4 page."""


class Written(NamedTuple):
    """A line: pieces of text with whether they stand in italics; `level` 0 for running text, 1 and 2 for headings, and what
    stands at the right edge behind dots.
    """

    pieces: tuple[tuple[str, bool], ...]
    level: int = 0
    right: str = ""


def write_docx(lines: Iterable[Written]) -> bytes:
    """The bytes of a .docx file of these lines."""
    body = "".join(_paragraph(line) for line in lines)
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels"'
        ' ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{_MAIN}"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1"'
        f' Type="{_OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>',
        "word/document.xml": f'<w:document xmlns:w="{_W}"><w:body>{body}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/>'
        '<w:pgMar w:top="1418" w:right="1418" w:bottom="1418" w:left="1418" w:header="709" w:footer="709" w:gutter="0"/>'
        "</w:sectPr></w:body></w:document>",
    }
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as package:
        for name, text in parts.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            package.writestr(entry, _XML + text)
    return stream.getvalue()


def _paragraph(line: Written) -> str:
    outline = f'<w:outlineLvl w:val="{line.level - 1}"/>' if line.level else ""
    keep = "<w:keepNext/>" if line.level else ""
    tabs = f'<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="{_EDGE}"/></w:tabs>' if line.right else ""
    runs = "".join(_run(text, italic=italic, level=line.level) for text, italic in line.pieces if text)
    if line.right:
        runs += f"<w:r><w:tab/></w:r>{_run(line.right)}"
    return f'<w:p><w:pPr>{keep}{tabs}<w:spacing w:after="120"/>{outline}</w:pPr>{runs}</w:p>'


def _run(text: str, *, italic: bool = False, level: int = 0) -> str:
    size = {1: 32, 2: 26}.get(level, 22)
    properties = ("<w:b/>" if level else "") + ("<w:i/>" if italic else "") + f'<w:sz w:val="{size}"/>'
    shown = escape(_UNWRITABLE.sub("\ufffd", text))
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{shown}</w:t></w:r>'
