"""Point-in-time states of federal acts as Markdown (reader `ch.pit_markdown`): a lossy copy, read with open doubts.

The copies hold an act's texts joined without separators: headings, numbers and sentences are glued together, footnotes
stand in the sentences. What is law is separated from what is not by lossy_text, the structure is found by glued_text.

Keeps true:
1. Every character of the file is in the canonical text, in a side channel `note` (footnotes), `furniture` (Markdown marks,
   repeated numbers) or `front_matter`. No character of the law is changed; lines are broken where units begin.
2. Work `ch/sr/<sr_number>`, state `version_date`, language and abbreviation are those of the front matter. The copy is
   unofficial. Its source names no ELI, and a number may have been used for two acts, so it has no official address.
3. Articles that count anew are `disp_u<n>/art_<m>` (final provisions, which stand under no heading), `tit_fin/art_<m>`
   (a title with headings of its own that begins with Art. 1), or keep their number under the path `lvl_u<n>` (wording of
   older law, printed again under a heading), as Fedlex does.
4. An article whose own footnote says that it was repealed ends at its number; what says nothing is never in force.
5. What looked like an article and did not ascend, footnotes that were not separated, and gaps in the numbers are findings.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass

from pincite.errors import UnreadableSource
from pincite.findings import Finding
from pincite.identity.reference import WorkId
from pincite.jurisdictions.ch.sources.akn_places import Node, provisions_of
from pincite.jurisdictions.ch.sources.glued_text import (
    Head,
    Key,
    Unit,
    alineas,
    headings_before,
    heads,
    name_of,
    own_heading,
    starts_with_paragraph,
    units,
)
from pincite.jurisdictions.ch.sources.lossy_text import Body, Inset, take_apart
from pincite.jurisdictions.shared.sources.amending import with_instruments
from pincite.jurisdictions.shared.sources.front_matter import FrontMatter, decode, split_front_matter
from pincite.jurisdictions.shared.sources.lossless import uncovered
from pincite.law.document import Document
from pincite.text.canonical import Piece, TextBuilder

__all__ = ["EXTRACTOR", "read"]

EXTRACTOR = "ch.pit_markdown/5"

_NO_TEXT = re.compile(r"No text content available", re.IGNORECASE)
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")
_BLANK_LINE = re.compile(r"\n[ \t]*\n+")
_LANGUAGES = frozenset(("de", "fr", "it", "rm", "en"))
_REPEALED_NOTE = re.compile(r"(?:\A|[.)\]])\s*(?:Aufgehoben|Abrogée?s?|Abrogat[oaie])\s")
_LIVES_AGAIN = re.compile(r"Fassung gemäss|[Ee]ingefügt|Nouvelle teneur|[Ii]ntroduit|Nuovo testo|[Ii]ntrodotto")
_NBSP = "\u00a0"


def read(data: bytes, *, name: str, options: Mapping[str, str]) -> list[Document]:
    """The act in a point-in-time Markdown file.

    Raises:
        UnreadableSource: when the file is no UTF-8 text, has no front matter with sr_number, version_date and language,
            says that it has no text, or holds no article.

    """
    del options
    text = decode(data, name=name)
    head = split_front_matter(text, name=name)
    number, state, language = (_required(head, key, name) for key in ("sr_number", "version_date", "language"))
    if not _DATE.match(state):
        raise UnreadableSource(name, "line 1", f"version_date {state!r} is not a date like 2024-01-01")
    if language not in _LANGUAGES:
        raise UnreadableSource(name, "line 1", f"language {language!r} is none of de, fr, it, rm, en")
    line = text.count("\n", 0, head.body) + 1
    if _NO_TEXT.search(text, head.body, head.body + 2000):
        raise UnreadableSource(name, f"line {line}", "the file says that no text is available for this state")
    body = take_apart(text, head.body)
    plan = _plan(body, text)
    if not any(mark.kind == "article" for mark in plan.marks):
        raise UnreadableSource(name, f"line {line}", "no article was found in it")
    writer = _Writer(text, head.body, body)
    nodes = writer.write(plan.marks)
    canonical, source_map, sides = writer.builder.finish()
    provisions = provisions_of(nodes, canonical, sides)
    abbreviation = head.values.get("abbreviation", "")
    document = Document(
        work=WorkId(f"ch/sr/{number}"),
        kind="legislation",
        language=language,
        state=state,
        title=head.values.get("title", ""),
        text=canonical,
        source_map=source_map,
        provisions=provisions,
        sides=sides,
        short_titles=(abbreviation,) if abbreviation else (),
        meta={"sr_number": number, "copy": "lossy", **_source(head)},
        legal_value="unofficial",
        extractor=EXTRACTOR,
        findings=plan.findings,
        losses=uncovered(data, source_map, sides),
    )
    return [with_instruments(document, "ch")]


def _source(head: FrontMatter) -> dict[str, str]:
    return {"source": head.values["source"]} if head.values.get("source") else {}


def _required(head: FrontMatter, key: str, name: str) -> str:
    value = head.values.get(key, "").strip()
    if not value:
        raise UnreadableSource(name, "line 1", f"the front matter does not say its {key}")
    return value


@dataclass(frozen=True, slots=True)
class _Mark:
    """A node begins here. `depth` 0 is a block; `label_end` and `heading_end` are characters of the body."""

    at: int
    depth: int
    kind: str
    eid: str
    label_end: int
    heading_end: int
    path: str


@dataclass(frozen=True, slots=True)
class _Container:
    """Where articles count: its name, and whether it is part of their ids."""

    name: str = ""
    in_eid: bool = False


@dataclass(frozen=True, slots=True)
class _Plan:
    marks: tuple[_Mark, ...]
    findings: tuple[Finding, ...]


def _plan(body: Body, source: str) -> _Plan:
    """Where every node begins."""
    text = body.text
    notes = sorted(inset.at for inset in body.insets if inset.kind == "note")
    lines = sorted({*body.headings, *body.bold, *_paragraph_lines(text)})
    found, refused = heads(text, body.bold, notes, sorted({*body.headings, *body.bold}))
    marks: list[_Mark] = []
    numbering = _Numbering(body)
    end_before = 0
    for index, head in enumerate(found):
        _headings(marks, text, lines, end_before, head.start)
        container = numbering.container(head)
        stop = head.end if _repealed_by_note(source, body, head) else _end_of_article(text, body, found, index)
        _article(marks, text, head, container, stop)
        end_before = stop
    _headings(marks, text, lines, end_before, len(text))
    findings: list[Finding] = []
    if refused:
        findings.append(Finding("articles_out_of_order", {"count": refused}))
    if body.notes_left:
        findings.append(Finding("notes_not_separated", {"count": body.notes_left}))
    gaps = _gaps(found)
    if gaps:
        findings.append(Finding("article_numbers_missing", {"count": len(gaps), "first": gaps[0]}))
    findings.append(Finding("lossy_copy", {"articles": len(found)}))
    return _Plan(tuple(marks), tuple(findings))


def _paragraph_lines(text: str) -> list[int]:
    """The beginnings of lines behind an empty line."""
    return [match.end() for match in _BLANK_LINE.finditer(text)]


class _Numbering:
    """Under which container articles count when they count anew (rule 3)."""

    def __init__(self, body: Body) -> None:
        self._structure = sorted(body.headings)
        self._previous: Key = (0, "", 0)
        self._seen: set[Key] = set()
        self._container = _Container()
        self._restarts = 0
        self._last_at = 0

    def container(self, head: Head) -> _Container:
        """The container of the next article."""
        titled = any(self._last_at < at <= head.start for at in self._structure)
        printed_again = titled and head.key in self._seen and head.key[0] > self._previous[0] + 1
        if head.key <= self._previous or printed_again:
            self._restarts += 1
            if not titled:
                self._container = _Container(f"disp_u{self._restarts}", in_eid=True)
            elif head.key[0] == 1:
                self._container = _Container("tit_fin", in_eid=True)
            else:
                self._container = _Container(f"lvl_u{self._restarts}")
        self._seen.add(head.key)
        self._previous = head.last or head.key
        self._last_at = head.start
        return self._container


def _end_of_article(text: str, body: Body, found: list[Head], index: int) -> int:
    """Where an article ends: where the headings before the next begin, at a Markdown heading, or behind its last line."""
    head = found[index]
    following = found[index + 1] if index + 1 < len(found) else None
    limit = following.start if following is not None else len(text)
    for at in sorted(body.headings):
        if head.end < at < limit:
            limit = at
            break
    blank = None if head.marked else _BLANK_LINE.search(text, head.end, limit)
    if blank is not None:
        # in glued text a whole title is one line: what stands behind an empty line is no part of its last article
        limit = blank.start()
    if following is not None and limit == following.start and not following.marked:
        return headings_before(text, head.end, limit)
    return limit


def _repealed_by_note(source: str, body: Body, head: Head) -> bool:
    """Whether the footnote at an article's number says that the article was repealed, and no paragraph follows."""
    begin = head.end
    while body.text[begin : begin + 1] in (" ", _NBSP, "\n"):
        begin += 1
    first = bisect_left(body.insets, head.end, key=lambda inset: inset.at)
    said = ""
    for inset in body.insets[first:]:
        if inset.at > begin:
            break
        if inset.kind == "note":
            said += source[inset.start : inset.end]
    gone = list(_REPEALED_NOTE.finditer(said.strip()))
    if not gone or _LIVES_AGAIN.search(said.strip(), gone[-1].end()):
        return False
    return not starts_with_paragraph(body.text, begin)


def _headings(marks: list[_Mark], text: str, lines: list[int], start: int, end: int) -> None:
    """Blocks of what stands between two articles: headings, or text of its own."""
    if not text[start:end].strip():
        return
    cuts = [start, *(at for at in lines if start < at < end)]
    for index, at in enumerate(cuts):
        stop = cuts[index + 1] if index + 1 < len(cuts) else end
        if not text[at:stop].strip():
            continue
        kind = "heading" if len(text[at:stop].strip()) < 400 else "text"
        marks.append(_Mark(at, 0, kind, f"{kind}_{len(marks) + 1}", at, at, ""))


def _article(marks: list[_Mark], text: str, head: Head, container: _Container, stop: int) -> None:
    name = name_of(head.key) + (f"_{name_of(head.last)}" if head.last else "")
    eid = f"{container.name}/art_{name}" if container.in_eid else f"art_{name}"
    path = container.name
    body_start = _heading_of(text, head, stop)
    inside = [_Mark(head.start, 0, "article", eid, head.end, body_start, path)]
    for unit in units(text, body_start, stop):
        inside.append(_unit_mark(unit, eid, inside, path))
    cuts = {mark.at for mark in inside}
    inside += [_Mark(at, 99, "line", "", at, at, path) for at in alineas(text, body_start, stop) if at not in cuts]
    marks += sorted(inside, key=lambda mark: (mark.at, mark.depth))


def _unit_mark(unit: Unit, eid: str, marks: list[_Mark], path: str) -> _Mark:
    if unit.kind == "paragraph":
        return _Mark(unit.start, 1, "paragraph", f"{eid}/{unit.name}", unit.label_end, unit.label_end, path)
    above = next(mark for mark in reversed(marks) if mark.kind == "paragraph")
    return _Mark(unit.start, unit.depth, "item", f"{above.eid}/{unit.name}", unit.label_end, unit.label_end, path)


def _heading_of(text: str, head: Head, stop: int) -> int:
    """Where the article's own heading ends: at the end of a marked line, or before the glued text."""
    if head.marked:
        line = text.find("\n", head.end, stop)
        return line if line >= 0 else stop
    return own_heading(text, head.end, stop)


def _gaps(found: list[Head]) -> list[str]:
    """Whole numbers that no article of an ascending run has."""
    missing: list[str] = []
    previous = 0
    for head in found:
        if head.key[0] > previous + 1 and head.key[0] > 0:
            missing += [str(number) for number in range(previous + 1, head.key[0])][:400]
        previous = (head.last or head.key)[0]
    return missing


class _Writer:
    """Writes the body in order, with the insets where they stood."""

    def __init__(self, text: str, body_start: int, body: Body) -> None:
        self._text = text
        self._body = body
        self.builder = TextBuilder()
        self._byte_at = 0
        self._code_at = 0
        if body_start:
            self.builder.side("front_matter", [self._piece(0, body_start)])
        self._inset = 0
        self._run = 0

    def write(self, marks: tuple[_Mark, ...]) -> list[Node]:
        """Write everything; the nodes in document order."""
        nodes: list[Node] = []
        open_nodes: list[tuple[int, int]] = []  # (index, depth)
        position = 0
        for mark in marks:
            self._to(position, mark.at)
            position = mark.at
            self._insets(position)
            while open_nodes and mark.kind != "line" and open_nodes[-1][1] >= mark.depth:
                nodes[open_nodes.pop()[0]].end = self.builder.position
            self.builder.break_line()
            if mark.kind == "line":
                continue
            start = self.builder.position
            parent = open_nodes[-1][0] if open_nodes else None
            node = Node(mark.eid, mark.kind, start, parent, mark.path, block=mark.depth == 0, body_start=start)
            self._to(position, mark.label_end)
            node.label_span = (start, self.builder.position) if mark.label_end > mark.at else (start, start)
            position = mark.label_end
            if mark.heading_end > mark.label_end:
                self._insets(position)
                self.builder.space()
                before = self.builder.position
                self._to(position, mark.heading_end)
                node.heading_spans.append((before, self.builder.position))
                position = mark.heading_end
            node.body_start = self.builder.position
            nodes.append(node)
            open_nodes.append((len(nodes) - 1, mark.depth))
            if mark.kind == "article":
                self._insets(position)
                self.builder.break_line()
            elif mark.kind in ("paragraph", "item") and mark.label_end > mark.at:
                position = self._after_label(position)
        self._to(position, len(self._body.text))
        self._insets(len(self._body.text))
        for index, _depth in open_nodes:
            nodes[index].end = self.builder.position
        return nodes

    def _after_label(self, position: int) -> int:
        """One space behind a label; the no-break space that stands there is layout."""
        self._insets(position)
        if self._body.text[position : position + 1] == _NBSP:
            piece = self._piece(self._body.source_of(position), self._body.source_of(position) + 1)
            self.builder.write(Piece(" ", piece.start, piece.end, verbatim=False))
            return position + 1
        self.builder.space()
        return position

    def _to(self, start: int, end: int) -> None:
        """Write `body[start:end]`, with the insets inside it."""
        body, builder = self._body, self.builder
        while start < end:
            self._insets(start)
            stop = end
            if self._inset < len(body.insets):
                stop = min(stop, max(body.insets[self._inset].at, start + 1))
            while self._run + 1 < len(body.starts) and body.starts[self._run + 1] <= start:
                self._run += 1
            if self._run + 1 < len(body.starts):
                stop = min(stop, body.starts[self._run + 1])
            source = body.sources[self._run] + start - body.starts[self._run]
            builder.write(self._piece(source, source + stop - start))
            start = stop

    def _insets(self, at: int) -> None:
        """Write the insets that stand at or before a character of the body."""
        insets = self._body.insets
        while self._inset < len(insets) and insets[self._inset].at <= at:
            inset: Inset = insets[self._inset]
            self._inset += 1
            self.builder.side(inset.kind, [self._piece(inset.start, inset.end)])

    def _piece(self, start: int, end: int) -> Piece:
        """A piece of the file, which is walked through once."""
        self._byte_at += len(self._text[self._code_at : start].encode())
        begin = self._byte_at
        words = self._text[start:end]
        self._byte_at += len(words.encode())
        self._code_at = end
        return Piece(words, begin, self._byte_at)
