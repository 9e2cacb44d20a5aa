"""Files for tests, made by hand: Word and OpenDocument packages part by part, PDF files object by object."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_SPACES = (
    f'xmlns:w="{W}" xmlns:r="{R}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    ' xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:v="urn:schemas-microsoft-com:vml"'
)
_TYPES = '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'


def zipped(parts: Mapping[str, str | bytes], *, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip file of these parts."""
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", method) as package:
        for name, data in parts.items():
            package.writestr(zipfile.ZipInfo(name), data, method)
    return stream.getvalue()


def run(text: str, properties: str = "") -> str:
    """A run of text."""
    inside = f"<w:rPr>{properties}</w:rPr>" if properties else ""
    return f'<w:r>{inside}<w:t xml:space="preserve">{text}</w:t></w:r>'


def para(*content: str, properties: str = "") -> str:
    """A paragraph of runs; plain strings become runs."""
    inside = "".join(each if each.startswith("<") else run(each) for each in content)
    return f"<w:p>{f'<w:pPr>{properties}</w:pPr>' if properties else ''}{inside}</w:p>"


def docx(body: str, links: Iterable[str] = (), **parts: str) -> bytes:
    """A Word file: its body, and by the last word of their relationship's type the roots' content of further parts.

    `docx(para("A"), footnotes='<w:footnote w:id="1">…</w:footnote>')`; `links` are further relationships as XML.
    """
    rels = [
        f'<Relationship Id="rId{number}" Type="{R}/{_type(name)}" Target="{name}.xml"/>'
        for number, name in enumerate(parts, start=1)
    ]
    made: dict[str, str | bytes] = {
        "[Content_Types].xml": _TYPES,
        "_rels/.rels": _relations([f'<Relationship Id="r" Type="{R}/officeDocument" Target="word/document.xml"/>']),
        "word/document.xml": f"<w:document {_SPACES}><w:body>{body}</w:body></w:document>",
        "word/_rels/document.xml.rels": _relations([*rels, *links]),
    }
    roots = {"header": "hdr", "footer": "ftr"}
    for name, content in parts.items():
        root = roots.get(_type(name), name)
        made[f"word/{name}.xml"] = f"<w:{root} {_SPACES}>{content}</w:{root}>"
    return zipped(made)


def _type(name: str) -> str:
    return name.rstrip("0123456789")


def _relations(links: Iterable[str]) -> str:
    space = "http://schemas.openxmlformats.org/package/2006/relationships"
    return f'<?xml version="1.0"?><Relationships xmlns="{space}">{"".join(links)}</Relationships>'


def odt(body: str, *, styles: str = "", manifest: str = "") -> bytes:
    """An OpenDocument text of this body."""
    base = "urn:oasis:names:tc:opendocument:xmlns:"
    spaces = (
        f'xmlns:office="{base}office:1.0" xmlns:text="{base}text:1.0" xmlns:table="{base}table:1.0"'
        f' xmlns:style="{base}style:1.0" xmlns:draw="{base}drawing:1.0"'
    )
    parts: dict[str, str | bytes] = {
        "mimetype": "application/vnd.oasis.opendocument.text",
        "content.xml": f"<office:document-content {spaces}><office:body><office:text>{body}</office:text></office:body></office:document-content>",
    }
    if styles:
        parts["styles.xml"] = f"<office:document-styles {spaces}>{styles}</office:document-styles>"
    if manifest:
        parts["META-INF/manifest.xml"] = f'<m:manifest xmlns:m="{base}manifest:1.0">{manifest}</m:manifest>'
    return zipped(parts)


Word = tuple[float, float, float, str]
"""x, y, size, text."""


def pdf(
    pages: Sequence[Sequence[Word]], *, picture: bool = False, encrypt: bool = False, stamp: str = "", rotate: int = 0
) -> bytes:
    """A PDF file of pages with words at places, in Helvetica; `picture` draws one on each page, `stamp` runs up its margin."""
    objects: list[bytes] = [b"", b""]
    kids: list[int] = []
    for words in pages:
        content = b"".join(
            b"BT /F1 %g Tf 1 0 0 1 %g %g Tm (%s) Tj ET\n" % (size, x, y, _string(text)) for x, y, size, text in words
        )
        if stamp:
            content += b"BT /F1 12 Tf 0 1 -1 0 30 300 Tm (%s) Tj ET\n" % _string(stamp)
        if picture:
            content += b"q 100 0 0 100 100 100 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x00 EI Q\n"
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
        number = len(objects)
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Rotate %d /Contents %d 0 R /Resources << /Font << /F1 << /Type /Font"
            b" /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> >> >> >>" % (rotate, number)
        )
        kids.append(len(objects))
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R >>"
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(kids), b" ".join(b"%d 0 R" % kid for kid in kids))
    if encrypt:
        objects.append(b"<< /Filter /Standard /V 1 /R 2 /P -4 /O <%s> /U <%s> >>" % (b"11" * 32, b"22" * 32))
    made = b"%PDF-1.4\n"
    offsets: list[int] = []
    for number, inside in enumerate(objects, start=1):
        offsets.append(len(made))
        made += b"%d 0 obj\n%s\nendobj\n" % (number, inside)
    table = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    table += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    extra = b" /Encrypt %d 0 R /ID [<00> <00>]" % len(objects) if encrypt else b""
    trailer = b"trailer << /Size %d /Root 1 0 R%s >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, extra, len(made))
    return made + table + trailer


def _string(text: str) -> bytes:
    return text.encode("cp1252").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")


def lines(texts: Sequence[str], *, x: float = 72, top: float = 770, size: float = 11, pitch: float = 14) -> list[Word]:
    """Lines below each other."""
    return [(x, top - number * pitch, size, text) for number, text in enumerate(texts)]
