"""Which format a file is in, told by its content and never by its name, and the file as read.

Keeps true: a file of a format that is not read is refused with its name and what to do; text files are not read here.
"""

from __future__ import annotations

from pincite.errors import UnreadableSource
from pincite.formats.docx import Tracked, read_docx
from pincite.formats.html_text import looks_like_html, read_html_text
from pincite.formats.odt import MIMETYPE, read_odt
from pincite.formats.package import OLE, ZIP, Package, refuse_old_office
from pincite.formats.pdf import MAGIC, read_pdf
from pincite.formats.written import WrittenFile

__all__ = ["format_of", "read_written"]

_OTHERS = {
    b"{\\rtf": "an RTF file",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"GIF8": "a picture",
    b"II*\x00": "a picture",
    b"MM\x00*": "a picture",
    b"\x1f\x8b": "a compressed file",
    b"7z\xbc\xaf": "a compressed file",
    b"Rar!": "a compressed file",
    b"%!PS": "a PostScript file",
}
_REMEDY = "Save it as .docx, .odt, .pdf, .html, .md or .txt and give that file."


def format_of(data: bytes) -> str:
    """zip, old_office, pdf or html; the name of a format that is not read, or "" for what may be text."""
    if data.startswith((ZIP, b"PK\x05\x06", b"PK\x07\x08")):
        return "zip"
    if data.startswith(OLE):
        return "old_office"
    for magic, what in _OTHERS.items():
        if data.startswith(magic):
            return what
    if MAGIC in data[:1024] and not looks_like_html(data):
        return "pdf"
    return "html" if looks_like_html(data) else ""


def read_written(data: bytes, *, name: str, tracked: Tracked = "final") -> WrittenFile | None:
    """The file as read, or None when it may be a text file.

    Args:
        data: its bytes.
        name: what to call it in an error.
        tracked: which view of tracked changes is read.

    Raises:
        UnreadableSource: a format that is not read, or a file that its reader refuses.

    """
    found = format_of(data)
    if not found:
        return None
    if found == "old_office":
        refuse_old_office(data, name)
    if found == "pdf":
        return read_pdf(data, name=name)
    if found == "html":
        return read_html_text(data, name=name)
    if found == "zip":
        return _zipped(data, name, tracked)
    raise UnreadableSource(name, "", f"it is {found}, which is not read", remedy=_REMEDY)


def _zipped(data: bytes, name: str, tracked: Tracked) -> WrittenFile:
    package = Package(data, name)
    if "mimetype" in package and package.read("mimetype").strip() == MIMETYPE:
        return read_odt(data, name=name, tracked=tracked)
    if "[Content_Types].xml" in package or "_rels/.rels" in package:
        return read_docx(data, name=name, tracked=tracked).written
    raise UnreadableSource(name, "", "it is a zipped file, but neither a Word nor an OpenDocument text", remedy=_REMEDY)
