"""Highlights with notes put into a PDF file, as an update behind it: the file as it was is the beginning of what comes out.

Keeps true:
1. Every byte of the file stays; a program that drops the update has the file as it was (ISO 32000-1, 7.5.6).
2. A highlight covers the characters of its words and no others, a line at a time; what is divided over pages is
   highlighted on each, with the note on the first.
3. The note is text: it says in words what the colour shows.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from itertools import accumulate
from typing import TYPE_CHECKING

from pincite.digests import sha256
from pincite.errors import CannotRun, UnreadableSource
from pincite.formats.pdf_characters import ONE_AT_A_TIME, Box, raw_characters, refused, turn_of
from pincite.formats.written import Comment, WrittenFile

if TYPE_CHECKING:
    from pypdf.generic import ArrayObject, DictionaryObject, PdfObject

__all__ = ["add_notes"]

_PRINTED = 4
_DAMAGED = "Open it in a PDF program, save it again, and annotate that file."
_Bytes = tuple[int, int]


def add_notes(
    data: bytes,
    written: WrittenFile,
    comments: Sequence[Comment],
    *,
    name: str,
    author: str,
    date: str = "",
    colours: Mapping[str, tuple[int, int, int]],
) -> bytes:
    """Highlight words of a PDF file and put a note on each.

    Args:
        data: its bytes.
        written: it, as `read_pdf` read it.
        comments: what is said, in offsets of `written.text`.
        name: what to call the file in an error.
        author: who says it.
        date: ISO date of the notes, "" for none.
        colours: red, green, blue (0-255) by the comments' `kind`.

    Raises:
        UnreadableSource: the file cannot be opened again, is protected by its owner, or is not written.

    """
    try:
        import pypdf  # noqa: PLC0415 (an extra: only annotated PDF files need it)
        from pypdf.errors import PyPdfError  # noqa: PLC0415
        from pypdf.generic import ArrayObject, ByteStringObject  # noqa: PLC0415
    except ModuleNotFoundError:
        raise CannotRun(
            "notes in PDF files need pypdf, which is not installed",
            remedy="Install it: pip install pincite[reports].",
        ) from None

    boxes = _boxes(data, written, comments, name)
    stream = BytesIO()
    try:
        if pypdf.PdfReader(BytesIO(data)).is_encrypted:
            raise UnreadableSource(
                name,
                "",
                "no notes can be put into this PDF file: it opens without a password, but its owner protected it from changes",
                remedy="Save a copy without the protection and annotate that one, or write a report.",
            )
        writer = pypdf.PdfWriter(BytesIO(data), incremental=True)
        noted: set[int] = set()
        for page, number, lines in boxes:
            comment = comments[number]
            text = "" if number in noted else "\n".join([*comment.lines, *([comment.link] if comment.link else [])])
            noted.add(number)
            writer.add_annotation(page, _highlight(lines, colours[comment.kind], text, author, date))
        digest = sha256("\0".join([sha256(data), *map(str, comments), author, date]).encode())[:32].encode()
        first = writer._ID[0] if writer._ID else ByteStringObject(digest)  # noqa: SLF001 (there is no other way to it)
        writer._ID = ArrayObject([first, ByteStringObject(digest)])  # noqa: SLF001 (pypdf makes another one in each run)
        writer.write(stream)
    except (
        PyPdfError,
        NotImplementedError,
        ValueError,
        LookupError,
        TypeError,
        AttributeError,
        RecursionError,
    ) as error:
        raise UnreadableSource(name, "", f"no notes can be put into this PDF file ({error})", remedy=_DAMAGED) from None
    made = stream.getvalue()
    if not made.startswith(data):
        raise UnreadableSource(name, "", "no notes can be put into this PDF file as it is", remedy=_DAMAGED)
    return made


def _boxes(
    data: bytes, written: WrittenFile, comments: Sequence[Comment], name: str
) -> Iterator[tuple[int, int, list[Box]]]:
    """Page from 0, comment and the boxes of its words on that page, one a line."""
    import pypdfium2  # noqa: PLC0415 (as above)

    bases = [0, *accumulate(len(page) + 1 for page in written.view.split(b"\f"))]
    wanted: dict[int, list[tuple[int, list[_Bytes]]]] = {}
    for number, comment in enumerate(comments):
        for page, ranges in _pages(written, comment, bases).items():
            wanted.setdefault(page, []).append((number, ranges))
    found: list[tuple[int, int, list[Box]]] = []
    with ONE_AT_A_TIME:
        try:
            file = pypdfium2.PdfDocument(data)
        except pypdfium2.PdfiumError as error:
            raise refused(name, error) from None
        for index in sorted(wanted):
            page = file[index]
            lines = _lines(page, bases[index], wanted[index])
            found += [(index, number, boxes) for (number, _), boxes in zip(wanted[index], lines, strict=True) if boxes]
            page.close()
        file.close()
    return iter(found)


def _pages(written: WrittenFile, comment: Comment, bases: Sequence[int]) -> dict[int, list[_Bytes]]:
    """The bytes of the view behind a comment's words, by page from 0."""
    found: dict[int, list[_Bytes]] = {}
    for piece in written.located.pieces(comment.start, comment.end):
        if piece.end > piece.start and piece.text.strip():
            found.setdefault(bisect_right(bases, piece.start) - 1, []).append((piece.start, piece.end))
    return dict(sorted(found.items()))


def _lines(page, base: int, wanted: Sequence[tuple[int, list[_Bytes]]]) -> list[list[Box]]:  # type: ignore[no-untyped-def]  # noqa: ANN001 (a foreign type)
    """For each wish the boxes of its words, one a line."""
    layer = page.get_textpage()
    characters = list(raw_characters(layer.raw))
    layer.close()
    across = turn_of([box for text, box, _ in characters if text.strip()]) in (0, 180)
    starts: list[int] = []
    at = base
    for text, _, _ in characters:
        starts.append(at)
        at += len(text.encode())
    found: list[list[Box]] = []
    for _, ranges in wanted:
        boxes: list[Box] = []
        for start, end in ranges:
            for index in range(max(0, bisect_right(starts, start) - 1), len(starts)):
                if starts[index] >= end:
                    break
                text, box, _ = characters[index]
                if not text.strip():
                    continue
                if boxes and _same_line(boxes[-1], box, across=across):
                    boxes[-1] = _around(boxes[-1], box)
                else:
                    boxes.append(box)
        found.append(boxes)
    return found


def _same_line(line: Box, box: Box, *, across: bool) -> bool:
    low, high = (1, 3) if across else (0, 2)
    overlap = min(line[high], box[high]) - max(line[low], box[low])
    return overlap > 0.5 * min(line[high] - line[low], box[high] - box[low])


def _around(one: Box, other: Box) -> Box:
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])


def _highlight(
    boxes: Sequence[Box], colour: tuple[int, int, int], text: str, author: str, date: str
) -> DictionaryObject:
    """The annotation (ISO 32000-1, 12.5.6.10)."""
    from pypdf.generic import DictionaryObject, NameObject, NumberObject, TextStringObject  # noqa: PLC0415 (as above)

    whole = boxes[0]
    quads: list[float] = []
    for x0, y0, x1, y1 in boxes:
        whole = _around(whole, (x0, y0, x1, y1))
        quads += [x0, y1, x1, y1, x0, y0, x1, y0]
    stated: dict[str, PdfObject] = {
        "Type": NameObject("/Annot"),
        "Subtype": NameObject("/Highlight"),
        "Rect": _numbers(whole),
        "QuadPoints": _numbers(quads),
        "C": _numbers([part / 255 for part in colour]),
        "F": NumberObject(_PRINTED),
        "T": TextStringObject(author),
        "Contents": TextStringObject(text),
    }
    if date:
        stated["M"] = TextStringObject(f"D:{date.replace('-', '')}000000Z")
    return DictionaryObject({NameObject(f"/{key}"): value for key, value in stated.items()})


def _numbers(values: Sequence[float]) -> ArrayObject:
    from pypdf.generic import ArrayObject, FloatObject  # noqa: PLC0415 (as above)

    return ArrayObject([FloatObject(round(value, 3)) for value in values])
