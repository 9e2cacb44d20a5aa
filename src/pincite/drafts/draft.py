"""A Draft: a file as its author wrote it, with its blocks, and what of it is not read.

Keeps true:
1. Offsets are code points of the text: of a text file as decoded, nothing normalised, line ends and a byte order mark
   kept; of a Word, OpenDocument, PDF or HTML file as its reader in `formats/` hands it over, which knows every place.
2. Blocks are in order and do not overlap; every character that is not white space lies in one.
3. Code, front matter and comments of Markdown are blocks that are not read: no citation is looked for in them, and
   they are counted, so that nothing is skipped in silence.
4. What a file is, its content says, not its name. What cannot be read (a picture, a scan, a file under a password) is
   refused in words.
5. A note of a Word or PDF file is a block of its own, tied to the place of its mark by `marks`; the mark is no number.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, cast

from pincite.digests import sha256
from pincite.drafts.scanned import HIDDEN, hidden_in_words
from pincite.errors import BadInput
from pincite.findings import Finding
from pincite.formats.docx import Tracked
from pincite.formats.reading import read_written
from pincite.formats.written import FilePlace, Passage, WrittenFile
from pincite.text.language import LANGUAGES, language_of
from pincite.text.patterns import pattern
from pincite.text.sentences import sentences
from pincite.text.span import Span

__all__ = ["MAXIMUM_BYTES", "Block", "BlockKind", "Draft", "Markup", "Tracked", "note_marks", "read_draft"]

MAXIMUM_BYTES = 50_000_000

Markup = Literal["markdown", "plain", "docx", "odt", "pdf", "html"]
BlockKind = Literal[
    "paragraph", "heading", "item", "row", "quotation", "note", "code", "front_matter", "comment", "rule"
]
_SHOWS_ITSELF = 3.0
"""Weight of function words that shows the language of a paragraph by itself."""
UNREAD: frozenset[BlockKind] = frozenset({"code", "front_matter", "comment"})

_MARKUPS: dict[str, Markup] = {"md": "markdown", "markdown": "markdown", "txt": "plain", "text": "plain", "": "plain"}
_PROGRAMS = frozenset(("docx", "docm", "dotx", "doc", "odt", "pdf", "rtf", "html", "htm", "xhtml"))
_REMEDY = "save the draft as .docx, .odt, .pdf, .html, .md or .txt and check that file"
_BOMS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_LINE = pattern(r"[^\n]*(?:\n|\Z)")
_FENCE = pattern(r" {0,3}(`{3,}|~{3,})")
_HEADING = pattern(r" {0,3}#{1,6}(?:[ \t]|$)")
_NOTE = pattern(r" {0,3}\[\^([^\]\s]{1,60})\]:[ \t]*")
# a number in square brackets of four digits is the year of a citation («[2025] HKDC 600»)
_ITEM = pattern(r"[ \t]*(?:[-*+•–—]|\(?(?:\d{1,4}|[a-zA-Z]|[ivxIVX]{1,6})[.)]|\[\d{1,3}\])[ \t]+(?=\S)")
_ROW = pattern(r" {0,3}\|")
_RULE = pattern(r" {0,3}(?:\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)*\|?|[*_=]{3,}|-{3,})[ \t]*\r?\n?\Z")
_QUOTED = pattern(r" {0,3}>[ \t]?")


class Block(NamedTuple):
    """A paragraph, list item, table row ... of a draft, its marker (bullet, number, `[^1]:`) left out of `start`."""

    kind: BlockKind
    start: int
    end: int
    label: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft as read.

    Attributes:
        name: of the file, for reports.
        text: all of it.
        markup: markdown or plain; docx, odt, pdf, html.
        language: main language, "" when its words do not show one.
        sha256: of the file's bytes; size: their number.
        blocks: see Block.
        findings: `hidden_characters` (count, first offset), `hidden_in_words` (those that part or disguise a word), and
            what the reader of the format says (tracked changes, pictures not read ...).
        written: of another file than a text, the file as read: places, what stands beside the text.
        marks: where each note is called, by its label, as code point of the text.

    """

    name: str
    text: str
    markup: Markup
    language: str
    sha256: str
    size: int
    blocks: tuple[Block, ...]
    findings: tuple[Finding, ...] = ()
    written: WrittenFile | None = field(default=None, repr=False, compare=False)
    marks: Mapping[str, int] = field(default_factory=dict)
    _starts: tuple[int, ...] = field(default=(), repr=False, compare=False)

    def place(self, offset: int) -> FilePlace | None:
        """Where a person finds the code point at `offset`: page and line, paragraph or note; None in a text file."""
        return self.written.place(offset) if self.written is not None else None

    @property
    def unread(self) -> tuple[Block, ...]:
        """The blocks in which nothing is looked for."""
        return tuple(block for block in self.blocks if block.kind in UNREAD)

    def readable(self) -> str:
        """The text with what is not read blanked out, character for character, so that offsets stay."""
        if not self.unread:
            return self.text
        parts: list[str] = []
        end = 0
        for block in self.unread:
            parts += [self.text[end : block.start], _blank(self.text[block.start : block.end])]
            end = block.end
        return "".join([*parts, self.text[end:]])

    def block_at(self, offset: int) -> int | None:
        """The index of the block that holds the code point at `offset`, or None between blocks."""
        index = bisect_right(self._starts, offset) - 1
        return index if index >= 0 and offset < self.blocks[index].end else None

    def sentences(self, block: Block) -> list[Span]:
        """The sentences of a block, in offsets of the draft; a block in another language than the draft is read in its own."""
        text = self.text[block.start : block.end]
        language = language_of(text, at_least=_SHOWS_ITSELF) or self.language
        return [Span(block.start + start, block.start + end) for start, end in sentences(text, language)]


def read_draft(
    data: bytes, name: str, *, language: str = "", any_ending: bool = False, tracked: Tracked = "final"
) -> Draft:
    """Read a draft: Word, OpenDocument, PDF, HTML, Markdown or plain text.

    Args:
        data: the bytes of the file.
        name: its name; of a text file the ending says how to read it (.md, .markdown, .txt, or none for plain text).
        language: main language, if it is known; found from the words otherwise.
        any_ending: read a text file of another ending as plain text instead of refusing it.
        tracked: of tracked changes, which view is read.

    Raises:
        BadInput: a file that cannot be read, too large, not UTF-8, or a language unknown here: with what to do.

    """
    if language and language not in (*LANGUAGES, "zh"):
        raise BadInput(
            f"there is no language {language!r} here",
            remedy=f"name the draft's language as one of {', '.join(LANGUAGES)}, or leave it out",
        )
    ending = name.rsplit("/", 1)[-1].rpartition(".")[2].lower() if "." in name.rsplit("/", 1)[-1] else ""
    if len(data) > MAXIMUM_BYTES:
        raise BadInput(
            f"{name} has {len(data):,} bytes; drafts of up to {MAXIMUM_BYTES:,} are read", remedy="check it in parts"
        )
    written = read_written(data, name=name, tracked=tracked)
    marks: Mapping[str, int] = {}
    if written is not None:
        text, markup, marks = written.text, cast("Markup", written.format), written.marks
        blocks = tuple(block for passage in written.passages if (block := _block_of(text, passage)) is not None)
    else:
        if ending in _PROGRAMS and not data:
            raise BadInput(f"{name} is empty: it holds not one byte", remedy="save it again, or ask for another copy")
        if ending in _PROGRAMS:
            raise BadInput(f"{name} calls itself .{ending}, but is no such file or a damaged one", remedy=_REMEDY)
        if ending not in _MARKUPS and not any_ending:
            raise BadInput(f"{name}: drafts in the format .{ending} cannot be read", remedy=_REMEDY)
        text, markup = _decode(data, name), _MARKUPS.get(ending, "plain")
        blocks = tuple(_blocks(text, markup))
        marks = note_marks(text, blocks)
    return Draft(
        name=name,
        text=text,
        markup=markup,
        language=language or language_of(text[:50_000]) or language_of(text[:50_000], at_least=0.6),
        sha256=sha256(data),
        size=len(data),
        blocks=blocks,
        findings=(*(written.findings if written is not None else ()), *_hidden(text)),
        written=written,
        marks=marks,
        _starts=tuple(block.start for block in blocks),
    )


_BLOCK_OF: dict[str, BlockKind] = {
    "heading": "heading", "item": "item", "row": "row", "quotation": "quotation", "note": "note", "code": "code",
}  # fmt: skip


def _block_of(text: str, passage: Passage) -> Block | None:
    """A passage as a block; a number or bullet that was typed before a paragraph is its marker."""
    kind = _BLOCK_OF.get(passage.kind, "paragraph")
    start, label = passage.start, passage.label
    if kind in ("paragraph", "item") and (item := _ITEM.match(text, start, passage.end)):
        kind, start, label = "item", item.end(), label or item.group().strip()
    return _trimmed(text, _Open(kind, start, passage.end, label))


def _decode(data: bytes, name: str) -> str:
    encoding = next((encoding for bom, encoding in _BOMS if data.startswith(bom)), "utf-8")
    if encoding == "utf-8" and b"\0" in data:
        raise BadInput(f"{name} holds binary data, not text", remedy=_REMEDY)
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as fault:
        raise BadInput(
            f"{name} is not {encoding.upper()} text: byte {fault.start} cannot be read", remedy="save it as UTF-8"
        ) from fault


def _hidden(text: str) -> tuple[Finding, ...]:
    found = list(HIDDEN.finditer(text))
    if not found:
        return ()
    kinds = Counter(f"U+{ord(match.group()):04X}" for match in found)
    named = ", ".join(f"{kind} ×{count}" for kind, count in sorted(kinds.items()))
    first = found[0]
    findings = [Finding("hidden_characters", {"count": len(found), "characters": named}, first.start(), first.end())]
    if inside := hidden_in_words(text):
        findings.append(Finding("hidden_in_words", {"count": len(inside)}, inside[0], inside[0] + 1))
    return tuple(findings)


def _blank(text: str) -> str:
    return re.sub(r"[^\r\n]", " ", text)


class _Open:
    """The block being read."""

    __slots__ = ("end", "kind", "label", "start")

    def __init__(self, kind: BlockKind, start: int, end: int, label: str = "") -> None:
        self.kind, self.start, self.end, self.label = kind, start, end, label


def _blocks(text: str, markup: Markup) -> list[Block]:
    """One pass over the lines."""
    found: list[Block] = []
    current: _Open | None = None
    closing: str | None = None  # what ends the unread block that is open
    never_closed: set[str] = set()

    def close() -> None:
        nonlocal current
        if current is not None and (trimmed := _trimmed(text, current)) is not None:
            found.append(trimmed)
        current = None

    for index, match in enumerate(_LINE.finditer(text)):
        start, end = match.span()
        line = match.group()
        bare = line.strip()
        if current is not None and closing is not None:
            current.end = end
            if _closes(bare, closing):
                close()
                closing = None
            continue
        if not bare or bare == "\ufeff":
            close()
            continue
        opened = _unread_opening(line, bare, first=index == 0) if markup == "markdown" else None
        if opened is not None and opened[1] not in never_closed and not _is_closed(text, end, opened[1], bare):
            never_closed.add(opened[1])
        if opened is not None and opened[1] not in never_closed:
            close()
            current = _Open(opened[0], start, end)
            closing = opened[1]
            if closing == "-->" and "-->" in bare[4:]:
                close()
                closing = None
            continue
        kind, marker, label = _kind(line, markup)
        if current is not None and _goes_on(current.kind, kind):
            current.end = end
        else:
            close()
            current = _Open(kind, start + marker, end, label)
    close()
    return found


def _goes_on(open_kind: BlockKind, kind: BlockKind) -> bool:
    """Whether a line of this kind belongs to the block that is open."""
    if kind == "paragraph":
        return open_kind not in ("heading", "row", "rule")
    return kind == open_kind == "quotation"


def _closes(bare: str, closing: str) -> bool:
    if closing == "-->":
        return "-->" in bare
    if closing == "---":
        return bare in ("---", "...")
    return bare.startswith(closing) and not bare.strip(closing[0])


def _is_closed(text: str, start: int, closing: str, bare: str) -> bool:
    """Whether an unread block ends at all: one that does not is read, or a stray mark would hide the rest of a draft."""
    if closing == "-->":
        return "-->" in bare[4:] or text.find("-->", start) >= 0
    ends = re.compile(
        r"^[ \t]*(?:---|\.\.\.)[ \t]*\r?$" if closing == "---" else rf"^[ \t]*{re.escape(closing)}", re.MULTILINE
    )
    return ends.search(text, start) is not None


def _unread_opening(line: str, bare: str, *, first: bool) -> tuple[BlockKind, str] | None:
    """Which unread block a line opens, and what ends it."""
    if first and bare.lstrip("\ufeff") == "---":
        return "front_matter", "---"
    if fence := _FENCE.match(line):
        return "code", fence.group(1)
    if bare.startswith("<!--"):
        return "comment", "-->"
    return None


def _kind(line: str, markup: Markup) -> tuple[BlockKind, int, str]:
    """The kind of block a line opens, the length of its marker, and its label; paragraph when it opens none."""
    if markup == "markdown":
        if _RULE.match(line):
            return "rule", 0, ""
        if note := _NOTE.match(line):
            return "note", note.end(), note.group(1)
        if _HEADING.match(line):
            return "heading", 0, ""
        if _ROW.match(line):
            return "row", 0, ""
        if quoted := _QUOTED.match(line):
            return "quotation", quoted.end(), ""
    if item := _ITEM.match(line):
        return "item", item.end(), item.group().strip()
    return "paragraph", 0, ""


def _trimmed(text: str, block: _Open) -> Block | None:
    start, end = block.start, block.end
    while start < end and (text[start].isspace() or text[start] == "\ufeff"):
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Block(block.kind, start, end, block.label) if start < end else None


def note_marks(text: str, blocks: Sequence[Block]) -> dict[str, int]:
    """Where each note is marked in the running text: label -> offset of the first `[^label]` that is no definition."""
    labels = {block.label for block in blocks if block.kind == "note"}
    marks: dict[str, int] = {}
    if labels:
        for match in re.finditer(r"\[\^([^\]\s]{1,60})\](?!:)", text):
            if match.group(1) in labels:
                marks.setdefault(match.group(1), match.start())
    return marks
