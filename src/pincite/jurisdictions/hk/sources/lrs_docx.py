"""`hk.lrs_docx`: judgments of the Judiciary's Legal Reference System as Word files, in which some are published alone.

Keeps true: as for its HTML (lrs_html.py): title page, numbered paragraphs, quotations and signatures by the same rules. Numbers that
Word makes are characters of the text; footnotes are side channels anchored at their marks; of tracked changes the final
view is the judgment.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pincite.errors import UnreadableSource
from pincite.formats.docx import read_docx
from pincite.formats.written import Beside, Passage, WrittenFile
from pincite.jurisdictions.hk.sources.lines import Gap, Line, Part, Side
from pincite.jurisdictions.hk.sources.lrs_html import finish, split
from pincite.jurisdictions.hk.sources.title_page import read_title_page
from pincite.law.document import Document

__all__ = ["EXTRACTOR", "read"]

EXTRACTOR = "hk.lrs_docx/1"

_NUMBER = re.compile(r"(\d{1,4}[A-Z]?)[.\s\u00a0]")
_GIVEN = ("neutral_citation", "date", "title", "case_number", "reportage", "court", "url")


def read(data: bytes, *, name: str, options: Mapping[str, str]) -> list[Document]:
    """Read one judgment.

    Args:
        data: the Word file.
        name: its name; the action number in it («FACC000003_2025.docx») is not believed.
        options: what is known beside the text: neutral_citation, date, title, case_number, reportage, url.

    Raises:
        UnreadableSource: when it cannot be read, or is no judgment with a citation or an action number.

    """
    written = read_docx(data, name=name, numbers=True).written
    lines = _lines(written)
    head, body, tail = split(lines)
    given = {key: options[key] for key in _GIVEN if options.get(key)}
    facts = read_title_page(head, file_title=options.get("title", ""), given=given)
    if not facts.work:
        raise UnreadableSource(name, "", "the judgment names neither a neutral citation nor an action number")
    pieces = iter(
        [
            *written.located.pieces(0, len(written.located)),
            *(piece for beside in written.besides for piece in beside.pieces),
        ]
    )
    findings = [*facts.findings, *written.findings]
    document = finish(facts, (head, body, tail), pieces, "utf-8", EXTRACTOR, findings, url=given.get("url", ""))
    losses = (*written.unread, *(document.losses or ()))
    return [replace(document, losses=losses, view=written.view, view_name=written.view_name)]


def _lines(written: WrittenFile) -> list[Line]:
    lines: list[Line] = []
    besides = list(written.besides)
    marks = sorted((at, label) for label, at in written.marks.items())
    last = 0
    for passage in written.passages:
        mine = [beside for beside in besides if beside.at <= passage.end]
        besides = besides[len(mine) :]
        called = [(at, label) for at, label in marks if passage.start <= at <= passage.end and passage.kind != "note"]
        line = Line(parts=_parts(written, passage, mine, called))
        if passage.kind == "note":
            line.kind, line.side = "note", passage.label
        elif passage.kind in ("header", "footer"):
            line.kind, line.side = "side", "furniture"
        elif passage.kind == "row":
            line.kind = "row"
        elif (found := _NUMBER.match(written.text, passage.start, passage.end)) and _goes_on(found.group(1), last):
            line.number = found.group(1)
            last = int(re.sub(r"\D", "", line.number))
        elif passage.kind == "heading" and last:
            line.kind = "heading"
        line.quoted = passage.kind == "quotation"
        lines.append(line)
    rest: list[Part] = [Side(beside.kind, beside.pieces, beside.label) for beside in besides]
    if rest:
        lines.append(Line(parts=rest, kind="side", side="furniture"))
    return lines


def _goes_on(number: str, last: int) -> bool:
    digits = int(re.sub(r"\D", "", number))
    return digits == last + 1 or (digits == last and not number.isdecimal())


def _parts(
    written: WrittenFile, passage: Passage, besides: Sequence[Beside], called: Sequence[tuple[int, str]]
) -> list[Part]:
    """The characters of a passage with what stands beside them, each at its place."""
    stops: list[tuple[int, Part]] = [(beside.at, Side(beside.kind, beside.pieces, beside.label)) for beside in besides]
    stops += [(at, Side("note_mark", (), label)) for at, label in called]
    parts: list[Part] = []
    position = passage.start
    for at, side in sorted(stops, key=lambda stop: stop[0]):
        at_in = min(max(at, position), passage.end)
        parts += _pieces(written, position, at_in)
        parts.append(side)
        position = at_in
    return [*parts, *_pieces(written, position, passage.end)]


def _pieces(written: WrittenFile, start: int, end: int) -> list[Part]:
    found: list[Part] = []
    for piece in written.located.pieces(start, end):
        if piece.text == "\n":
            found.append(Gap("break"))
        else:
            found.append(piece)
    return found
