"""Provisions in a firm's own texts and regulators' handbooks: headings, numbered paragraphs, lists.

Keeps true:
1. A heading that names a provision («Art. 5 Zweck», «§ 7», «Section 3», data/provision_words.tsv) opens a block that
   holds all its paragraphs; another heading opens a container, whose heading and paragraphs are blocks of their own.
2. Places: `art_5/para_2/lbl_a`, `s3_1_a` (labels joined as the jurisdiction of the work cites them), `para_2.1` for a
   numbered paragraph outside a provision, `sec_2` for a numbered heading, `h_4` for one without number.
3. A bare number begins a numbered paragraph only where it counts up («1 Wer …», «2 Er …»); with a dot or brackets always.
4. What a format removes (marks of Markdown, comments, footnotes) is handed over as insets and goes to a side channel.

The formats say which parts a file has; this module knows no format.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from pincite.formats.located import LocatedText
from pincite.identity.reference import Place
from pincite.law.document import Provision
from pincite.text.canonical import Piece, SideText, SourceMap, TextBuilder
from pincite.text.tables import rows

__all__ = ["Inset", "Part", "Prose", "names_provision", "write_prose"]


class Inset(NamedTuple):
    """Characters `[start, end)` that are not text: `kind` of the side channel, or `rendered` as `text`.

    `pieces` are characters that stand beside the file's text at `start`: a comment, the number of a page.
    """

    start: int
    end: int
    kind: str
    text: str = ""
    pieces: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A paragraph, heading or footnote of the file.

    Attributes:
        role: heading, text or note.
        lines: its lines as code points of the file; in text a line that begins with a label stands on its own.
        level: depth of a heading, from 1.
        label: mark of a note.
        insets: what is no text in it, in order, not overlapping.
        keep_lines: each line stands on its own (tables, code, verse).
        number: of the numbered paragraph that begins with the first line, where the format knows it.

    """

    role: str
    lines: tuple[tuple[int, int], ...]
    level: int = 0
    label: str = ""
    insets: tuple[Inset, ...] = ()
    keep_lines: bool = False
    number: str = ""


@dataclass(frozen=True, slots=True)
class Prose:
    """What the parts became."""

    text: str
    source_map: SourceMap
    sides: tuple[SideText, ...]
    provisions: tuple[Provision, ...]
    title: str


@dataclass(slots=True)
class _Node:
    eid: str
    kind: str
    start: int
    parent: int | None
    path: str
    block: bool
    label: str = ""
    heading: str = ""
    end: int = 0
    level: int = 0
    inside: bool = False
    """Whether a block above holds it."""


class _Label(NamedTuple):
    label: str
    number: str


class _Form(NamedTuple):
    kind: str
    prefix: str
    label: str
    number: str


_NUMBER = r"(?P<number>[0-9]{1,4}[A-Za-z]{0,2}(?:bis|ter|quater|quinquies)?(?:[.-][0-9]{1,3}){0,3}|[IVXLC]{1,7}|[A-Z])"
_NUMBERED_HEADING = re.compile(
    r"(?P<label>(?P<number>[0-9]{1,3}(?:\.[0-9]{1,3}){0,4}|[IVXLC]{1,6}|[A-Z])\.?)(?=[ \t\u00a0])"
)
_PARAGRAPH = re.compile(
    r"(?P<label>\((?P<round>[0-9]{1,4}[A-Za-z]?)\)|\[(?P<square>[0-9]{1,4})\]|(?P<dotted>[0-9]{1,4}(?:\.[0-9]{1,4}){1,5}[A-Za-z]?)\.?"
    r"|(?P<point>[0-9]{1,3}[A-Za-z]?)\.|(?:Rz\.?|Cm\.?|N\.?|Rn\.?|para\.?)[ \u00a0](?P<margin>[0-9]{1,4}(?:\.[0-9]{1,3})*[a-z]?)"
    r"|(?P<bare>[0-9]{1,3}(?:bis|ter|quater)?))(?=[ \t\u00a0])"
)
_ITEM = re.compile(
    r"(?:\((?P<round>[a-z]{1,2}|[ivx]{1,5}|[0-9]{1,2})\)|(?P<open>[a-z]|[ivx]{1,4})\)|(?P<point>[a-z])\.)(?=[ \t\u00a0])"
)
_BULLET = re.compile(r"[-*+•–][ \t\u00a0]")
_ROMAN = re.compile(r"[ivx]{1,5}\Z")
_SWISS_NUMBER = re.compile(r"([0-9]+)([a-z])?(bis|ter|quater|quinquies)?\Z", re.IGNORECASE)


@cache
def _forms() -> tuple[tuple[re.Pattern[str], str, dict[str, str]], ...]:
    made = []
    for words, kind, prefix, in_hk, in_uk in rows("pincite.jurisdictions.shared", "data/provision_words.tsv"):
        names = "|".join(re.escape(word) for word in sorted(words.split("|"), key=len, reverse=True))
        pattern = re.compile(rf"(?P<label>(?:{names})[ \t\u00a0]{{0,2}}{_NUMBER})(?![\w])[.:]?")
        made.append((pattern, kind, {"": prefix, "hk": in_hk, "uk": in_uk}))
    return tuple(made)


def names_provision(line: str) -> bool:
    """Whether a line is the heading of a provision: it begins with its word and number and is no sentence."""
    line = line.strip()
    return len(line) <= 160 and not line.endswith((".", ";", ",", ":")) and _provision_form(line, "") is not None


def _provision_form(line: str, jurisdiction: str) -> _Form | None:
    for pattern, kind, prefixes in _forms():
        found = pattern.match(line)
        if found:
            prefix = prefixes.get(jurisdiction, prefixes[""])
            return _Form(kind, prefix, found["label"], found["number"])
    return None


def write_prose(located: LocatedText, head: Sequence[Piece], parts: Iterable[Part], *, work: str) -> Prose:
    """The canonical text of the parts and its provisions; `head` (the front matter) goes to a side channel."""
    writer = _Writer(located, work)
    if head:
        writer.builder.side("front_matter", head)
    for part in parts:
        writer.part(part)
    return writer.finish()


class _Writer:
    def __init__(self, located: LocatedText, work: str) -> None:
        self.builder = TextBuilder(encoding=located.encoding)
        self._located = located
        self._jurisdiction = work.partition("/")[0]
        self._nodes: list[_Node] = []
        self._open: list[int] = []
        self._count = 0
        self._headings = 0
        self._title = ""

    # Parts

    def part(self, part: Part) -> None:
        """One part of the file."""
        if part.role == "note":
            self.builder.open_side("note", part.label)
            for line in part.lines:
                self._line(line, part.insets)
            self.builder.close_side()
        elif part.role == "furniture":
            self.builder.side("furniture", [piece for line in part.lines for piece in self._located.pieces(*line)])
        elif part.role == "heading":
            self._heading(part)
        else:
            self._text(part)

    def _heading(self, part: Part) -> None:
        words = self._words(part)
        form = _provision_form(words, self._jurisdiction)
        provision = self._provision()
        if form is None and provision is not None and part.level > self._nodes[provision].level:
            # a heading inside a provision belongs to its block
            self._close_to(91)
            self.builder.break_line()
            self._lines(part)
            return
        self._close_to(part.level)
        self._close_blocks()
        self._count = 0
        if form is not None and form.kind in ("article", "section"):
            node = self._push(self._provision_eid(form), form.kind, block=True, level=part.level)
            self._lines(part)
            self._nodes[node].label = form.label
            self._nodes[node].heading = words[len(form.label) :].strip(" .:\t\u00a0")
            self.builder.break_line()
            return
        self._headings += 1
        if form is not None:
            eid, kind, label = f"{form.prefix}{form.number}", form.kind, form.label
        else:
            numbered = _NUMBERED_HEADING.match(words)
            label = numbered["label"] if numbered else ""
            eid = f"sec_{numbered['number']}" if numbered else f"h_{self._headings}"
            kind = "section_group"
        self._title = self._title or words
        container = self._push(eid, kind, block=False, level=part.level)
        self._nodes[container].label = label
        self._nodes[container].heading = words[len(label) :].strip(" .:\t\u00a0")
        heading = self._push(f"{eid}/heading", "heading", block=True, level=99)
        self._lines(part)
        self._nodes[heading].heading = words
        self._pop()

    def _text(self, part: Part) -> None:
        lines = part.lines if part.keep_lines else _joined(part.lines, self._located.text)
        for line in lines:
            if part.number and line is lines[0]:
                self._begin_paragraph(_Label(part.number, part.number))
            else:
                self._begin_unit(self._located.text[line[0] : line[1]].lstrip(), first=line is lines[0])
            self.builder.break_line()
            self._line(line, part.insets)

    def _begin_unit(self, words: str, *, first: bool) -> None:
        """Open what the line begins: a numbered paragraph, an item, or loose text outside provisions."""
        paragraph = self._paragraph_label(words)
        item = _ITEM.match(words)
        if paragraph is not None and self._is_list_number(paragraph.label):
            self._begin_item(paragraph.label, paragraph.number)
        elif paragraph is not None:
            self._begin_paragraph(paragraph)
        elif item is not None and self._holder() is not None:
            self._begin_item(item[0], next(value for value in item.groupdict().values() if value))
        elif first and self._provision() is None:
            self._close_units()
            self._push(self._loose_eid(), "text", block=True, level=90)

    # Units

    def _paragraph_label(self, words: str) -> _Label | None:
        found = _PARAGRAPH.match(words)
        if found is None:
            return None
        number = next(value for name, value in found.groupdict().items() if name != "label" and value)
        if found["bare"]:
            latin = number.lstrip("0123456789")
            digits = int(number[: len(number) - len(latin)])
            if self._provision() is None or not (digits == self._count + 1 or (latin and digits == self._count)):
                return None
            self._count = digits
        return _Label(found["label"], number)

    def _is_list_number(self, label: str) -> bool:
        """«1.» in a paragraph that is numbered otherwise («2.1», «2», «(2)») is an item of a list."""
        paragraph = next((index for index in reversed(self._open) if self._nodes[index].kind == "paragraph"), None)
        if paragraph is None or _style(label) != "1.":
            return False
        return _style(self._nodes[paragraph].label) != "1."

    def _begin_paragraph(self, label: _Label) -> None:
        provision = self._provision()
        if provision is not None:
            self._close_to(91)
            node = self._push(self._below(provision, "para", label.number), "paragraph", block=False, level=91)
        else:
            self._close_units()
            node = self._push(f"para_{label.number}", "paragraph", block=True, level=90)
        self._nodes[node].label = label.label

    def _begin_item(self, label: str, word: str) -> None:
        holder = self._holder()
        assert holder is not None, "an item is begun inside a provision or paragraph"
        items = [index for index in self._open if self._nodes[index].kind == "item"]
        deeper = bool(items) and bool(_ROMAN.match(word)) and not _follows(self._nodes[items[0]].label, word)
        self._close_to(93 if deeper else 92)
        above = self._open[-1] if deeper else holder
        node = self._push(self._below(above, "lbl", word), "item", block=False, level=93 if deeper else 92)
        self._nodes[node].label = label

    def _below(self, above: int, prefix: str, number: str) -> str:
        """A place in a provision as its jurisdiction joins labels."""
        eid, kind = self._nodes[above].eid, self._nodes[above].kind
        in_section = any(self._nodes[index].kind == "section" for index in self._open) or kind == "section"
        if in_section:
            return f"{eid}{'-' if self._jurisdiction == 'uk' else '_'}{number}"
        return f"{eid}/{prefix}_{_spelt(number) if prefix == 'para' else number}"

    def _provision_eid(self, form: _Form) -> str:
        number = _spelt(form.number) if form.prefix.endswith("_") else form.number
        return f"{form.prefix}{number}"

    def _provision(self) -> int | None:
        return next((index for index in self._open if self._nodes[index].kind in ("article", "section")), None)

    def _holder(self) -> int | None:
        """The innermost paragraph, provision or loose text that items belong to."""
        return next(
            (index for index in reversed(self._open) if self._nodes[index].kind in ("paragraph", "article", "section")),
            None,
        )

    def _loose_eid(self) -> str:
        return f"{self._nodes[self._open[-1]].eid}/text" if self._open else "text"

    # Nodes

    def _push(self, eid: str, kind: str, *, block: bool, level: int) -> int:
        self.builder.break_line()
        parent = self._open[-1] if self._open else None
        path, inside = "", self._inside_block()
        if parent is not None:
            above = self._nodes[parent]
            path = above.path if inside else f"{above.path} {above.eid}".lstrip()
        self._nodes.append(_Node(eid, kind, self.builder.position, parent, path, block, level=level, inside=inside))
        self._open.append(len(self._nodes) - 1)
        return len(self._nodes) - 1

    def _inside_block(self) -> bool:
        if not self._open:
            return False
        last = self._nodes[self._open[-1]]
        return last.block or last.inside

    def _pop(self) -> None:
        self._nodes[self._open.pop()].end = self.builder.position

    def _close_to(self, level: int) -> None:
        while self._open and self._nodes[self._open[-1]].level >= level:
            self._pop()

    def _close_blocks(self) -> None:
        """Blocks do not nest: whatever block is open ends here."""
        while self._inside_block():
            self._pop()

    def _close_units(self) -> None:
        self._close_to(90)

    # Characters

    def _words(self, part: Part) -> str:
        """The words of a heading, without its insets."""
        words: list[str] = []
        for start, end in part.lines:
            position = start
            for inset in part.insets:
                if start <= inset.start < end:
                    words.append(self._located.text[position : inset.start])
                    words.append(inset.text if inset.kind == "rendered" else "")
                    position = inset.end
            words.append(self._located.text[position:end] + " ")
        return " ".join("".join(words).split())

    def _lines(self, part: Part) -> None:
        for line in part.lines:
            self._line(line, part.insets)

    def _line(self, line: tuple[int, int], insets: tuple[Inset, ...]) -> None:
        start, end = line
        position = start
        for inset in insets:
            if not (start <= inset.start < end or (inset.pieces and inset.start == end)):
                continue
            self.builder.write_all(self._located.pieces(position, inset.start))
            pieces = inset.pieces or self._located.pieces(inset.start, inset.end)
            if inset.kind == "rendered":
                self.builder.write(Piece(inset.text, pieces[0].start, pieces[-1].end, verbatim=False))
            elif inset.kind == "space":
                self.builder.side("furniture", pieces)
                self.builder.space()
            else:
                self.builder.side(inset.kind, pieces, inset.text)
            position = max(position, inset.end)
        self.builder.write_all(self._located.pieces(position, end))
        self.builder.space()

    def finish(self) -> Prose:
        """The text and the provisions."""
        self._close_to(0)
        text, source_map, sides = self.builder.finish()
        ordinals: Counter[str] = Counter()
        provisions: list[Provision] = []
        for node in self._nodes:
            low, high = (
                (0, len(text)) if node.parent is None else (provisions[node.parent].start, provisions[node.parent].end)
            )
            start, end = min(max(node.start, low), high), max(min(node.end, high), low)
            if start < end and text[start].isspace():
                start = end - len(text[start:end].lstrip())
            if start < end and text[end - 1].isspace():
                end = start + len(text[start:end].rstrip())
            provisions.append(
                Provision(
                    eid=Place(node.eid),
                    kind=node.kind,
                    start=start,
                    end=max(start, end),
                    label=node.label,
                    heading=node.heading,
                    parent=node.parent,
                    block=node.block and end > start,
                    path=node.path,
                    ordinal=ordinals[node.eid],
                )
            )
            ordinals[node.eid] += 1
        return Prose(text, source_map, sides, tuple(provisions), self._title)


def _joined(lines: tuple[tuple[int, int], ...], text: str) -> list[tuple[int, int]]:
    """Lines of one paragraph run on, unless a label begins the next."""
    found: list[tuple[int, int]] = []
    for start, end in lines:
        words = text[start:end].lstrip()
        if found and not (_PARAGRAPH.match(words) or _ITEM.match(words) or _BULLET.match(words)):
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found


def _style(label: str) -> str:
    """How a label is written: «12.» is «1.», «2.1» is «1.1»."""
    return re.sub(r"[0-9]+", "1", label)


def _follows(label: str, word: str) -> bool:
    """Whether «(i)» is the letter after «(h)»."""
    letters = re.sub(r"[^a-z]", "", label)
    return len(letters) == len(word) == 1 and ord(word) == ord(letters) + 1


def _spelt(number: str) -> str:
    """`6bis` as `6_bis`, `12a` as `12_a`."""
    found = _SWISS_NUMBER.match(number)
    return "_".join(part.lower() for part in found.groups() if part) if found else number
