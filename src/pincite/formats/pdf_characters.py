"""The text layer of a PDF file: its characters with their boxes, page by page, as PDFium finds them.

Keeps true:
1. The *view* is the layer in UTF-8: the characters of a page in PDFium's order, a form feed between pages. A hyphen that
   PDFium takes for one of a line's end is «-» in it; a character the file gives no meaning is U+FFFD.
2. PDFium is one for the whole process and not safe for threads: one reader at a time holds it.
3. A password, a damaged file, too many pages or characters: `UnreadableSource`, in words.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from threading import Lock
from typing import NamedTuple

from pincite.errors import UnreadableSource

__all__ = [
    "ONE_AT_A_TIME",
    "Box",
    "Character",
    "TextPage",
    "pdfium_version",
    "raw_characters",
    "refused",
    "text_pages",
    "turn_of",
]

MAX_BYTES = 200_000_000
MAX_PAGES = 10_000
MAX_CHARACTERS = 40_000_000

ONE_AT_A_TIME = Lock()
"""Held by whoever uses PDFium (rule 2)."""
Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 in points, y counted upwards."""

_HYPHENS = frozenset((0x02, 0xFFFE))
_LINE_END = frozenset((0x0A, 0x0D))


class Character(NamedTuple):
    """One character.

    Attributes:
        text: itself, «-» for a hyphen at a line's end, a line feed where PDFium ends a line.
        start, end: its bytes in the view.
        x0, y0, x1, y1: its box in points, y counted upwards; as high as its font.
        size: of its font, in points.

    """

    text: str
    start: int
    end: int
    x0: float
    y0: float
    x1: float
    y1: float
    size: float


@dataclass(frozen=True, slots=True)
class TextPage:
    """One page.

    Attributes:
        number: from 1.
        width, height: in points, as its words are read.
        characters: see Character.
        pictures: whether pictures are drawn on it.

    """

    number: int
    width: float
    height: float
    characters: tuple[Character, ...]
    pictures: bool


def pdfium_version() -> str:
    """The version of PDFium, of which the order of a layer's characters depends."""
    import pypdfium2.version  # noqa: PLC0415 (what a PDF file needs, only a PDF file loads)

    return str(pypdfium2.version.PDFIUM_INFO.build)


def text_pages(data: bytes, *, name: str) -> tuple[list[TextPage], bytes]:
    """The pages of a PDF file and the view.

    Raises:
        UnreadableSource: see the module.

    """
    import pypdfium2  # noqa: PLC0415 (as above)

    if len(data) > MAX_BYTES:
        raise UnreadableSource(name, "", f"it has {len(data):,} bytes; up to {MAX_BYTES:,} are read")
    with ONE_AT_A_TIME:
        try:
            file = pypdfium2.PdfDocument(data)
        except pypdfium2.PdfiumError as error:
            raise refused(name, error) from None
        try:
            return _pages(file, name)
        except pypdfium2.PdfiumError as error:
            raise refused(name, error) from None
        finally:
            file.close()


def refused(name: str, error: Exception) -> UnreadableSource:
    """What PDFium refused, in words."""
    import pypdfium2.raw as pdfium  # noqa: PLC0415 (as above)

    code = getattr(error, "err_code", None)
    if code == pdfium.FPDF_ERR_PASSWORD or "assword" in str(error):
        return UnreadableSource(
            name, "", "it is protected by a password", remedy="Save a copy without the password and give that one."
        )
    if code == pdfium.FPDF_ERR_SECURITY:
        return UnreadableSource(
            name, "", "it is encrypted in a way that is not read", remedy="Print it to a PDF file and give that one."
        )
    return UnreadableSource(
        name,
        "",
        "the PDF file is damaged",
        remedy="Open it in a PDF program and save it again, or ask for another copy.",
    )


def _pages(file, name: str) -> tuple[list[TextPage], bytes]:  # type: ignore[no-untyped-def]  # noqa: ANN001 (a foreign type)
    count = len(file)
    if count > MAX_PAGES:
        raise UnreadableSource(name, "", f"it has {count:,} pages; up to {MAX_PAGES:,} are read")
    pages: list[TextPage] = []
    view: list[bytes] = []
    position = total = 0
    for index in range(count):
        page = file[index]
        layer = page.get_textpage()
        width, height = page.get_size()
        if page.get_rotation() in (90, 270):
            width, height = height, width  # as drawn, not as shown: the words say which way up they are read
        raw = list(raw_characters(layer.raw))
        turn = turn_of([box for text, box, _ in raw if text.strip()])
        found: list[Character] = []
        same: dict[
            float, float
        ] = {}  # edges repeat along lines and below each other: one object for each keeps pages small
        for text, box, size in raw:
            encoded = text.encode("utf-8")
            end = position + len(encoded)
            x0, y0, x1, y1 = _turned(box, turn, width, height) if turn else box
            x0, y0, x1, y1, size = (same.setdefault(edge, edge) for edge in (x0, y0, x1, y1, size))  # noqa: PLW2901
            found.append(Character(text, position, end, x0, y0, x1, y1, size))
            view.append(encoded)
            position = end
        if turn in (90, 270):
            width, height = height, width
        total += len(found)
        if total > MAX_CHARACTERS:
            raise UnreadableSource(
                name, f"page {index + 1}", f"it holds more than the {MAX_CHARACTERS:,} characters that are read"
            )
        pages.append(TextPage(index + 1, width, height, tuple(found), not found and _draws_pictures(page)))
        layer.close()
        page.close()
        view.append(b"\f")
        position += 1
    return pages, b"".join(view)


def raw_characters(layer: object) -> Iterator[tuple[str, Box, float]]:
    """The characters of a page's layer as drawn, not turned: those of the view, with box and size."""
    import pypdfium2.raw as pdfium  # noqa: PLC0415 (as above)

    unicode_of, box_of, size_of = (
        pdfium.FPDFText_GetUnicode,
        pdfium.FPDFText_GetLooseCharBox,
        pdfium.FPDFText_GetFontSize,
    )
    rectangle = pdfium.FS_RECTF()
    pointer = ctypes.byref(rectangle)
    high = 0
    for index in range(pdfium.FPDFText_CountChars(layer)):
        code = unicode_of(layer, index)
        if 0xD800 <= code < 0xDC00:  # half of a character: the other half follows
            high = code
            continue
        if 0xDC00 <= code < 0xE000:
            code = 0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00) if high else 0xFFFD
            high = 0
        if code in _LINE_END:
            yield "\n", (0.0, 0.0, 0.0, 0.0), 0.0
            continue
        text = "-" if code in _HYPHENS else chr(code) if 0x1F < code < 0x110000 or code == 0x09 else "\ufffd"
        box_of(layer, index, pointer)
        box = (rectangle.left, rectangle.bottom, rectangle.right, rectangle.top)
        yield text, box, size_of(layer, index)


def turn_of(boxes: Sequence[Box]) -> int:
    """By how much a page must be turned clockwise for most of its words to run from left to right."""
    votes = {0: 0, 90: 0, 180: 0, 270: 0}
    for (x0, y0, x1, y1), after in pairwise(boxes):
        across, up = (after[0] + after[2] - x0 - x1) / 2, (after[1] + after[3] - y0 - y1) / 2
        if max(abs(across), abs(up)) > 3 * max(x1 - x0, y1 - y0):
            continue  # the next line
        if abs(across) >= abs(up):
            votes[0 if across >= 0 else 180] += 1
        else:
            votes[90 if up > 0 else 270] += 1
    return max(votes, key=lambda turn: (votes[turn], -turn))


def _turned(box: Box, turn: int, width: float, height: float) -> Box:
    """A box of a page that is turned clockwise; `width` and `height` are those before."""
    x0, y0, x1, y1 = box
    if turn == 90:
        return y0, width - x1, y1, width - x0
    if turn == 180:
        return width - x1, height - y1, width - x0, height - y0
    return height - y1, x0, height - y0, x1


def _draws_pictures(page) -> bool:  # type: ignore[no-untyped-def]  # noqa: ANN001 (a foreign type)
    import pypdfium2.raw as pdfium  # noqa: PLC0415 (as above)

    return any(
        pdfium.FPDFPageObj_GetType(pdfium.FPDFPage_GetObject(page.raw, index)) == pdfium.FPDF_PAGEOBJ_IMAGE
        for index in range(min(pdfium.FPDFPage_CountObjects(page.raw), 10_000))
    )
