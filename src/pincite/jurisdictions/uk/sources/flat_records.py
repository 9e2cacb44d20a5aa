"""Records of a collector with the text of a judgment or of a regulator's notice, flattened to lines (reader `uk.record`).

The text of Find Case Law's XML torn at every inline element, or that of the Financial Conduct Authority's PDF as lines of the page.

Keeps true:
1. Lines are put together again with a space, which is all that is left of the original's layout: finding `flattened_text`. A
   judgment that is held as XML is better read there.
2. A paragraph is what begins with the next number («12.», «2.3»), alone on its line or before its words. A line in capitals is
   a heading; behind «ANNEX» numbers begin again (`annex_para_1`).
3. The publisher's metadata and style sheets at the top, and the numbers of pages, are side channels.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from pincite.errors import UnreadableSource
from pincite.findings import Finding
from pincite.formats.json_strings import JsonNode, read_json
from pincite.formats.located import LocatedText
from pincite.identity.reference import Place, WorkId
from pincite.jurisdictions.uk.sources.caselaw_akn import neutral_reference
from pincite.law.document import Document, Provision
from pincite.text.canonical import SideText, SourceMap, TextBuilder, unaccounted

__all__ = ["EXTRACTOR", "read"]

EXTRACTOR = "uk.record/1"

_LINE = re.compile(r"[^\n]*\n?")
_STYLE = re.compile(r"\s*#[\w-]+ .{0,80}\{.*\}\s*\Z")
_ALONE = re.compile(r"(\d{1,4})\.\Z")
_BEFORE = re.compile(r"(\d{1,3}(?:\.\d{1,3})?)(?:\.(?=\s)|\s)\s*(?=\S)")
_PAGE = re.compile(r"(?:Page\s+)?\d{1,3}\Z")
_ITEM = re.compile(r"\(?(?:[a-z]{1,2}|[ivx]{1,5}|\d{1,2})\)\s|[“•]")
_ANNEX = re.compile(r"ANNEX\b[^a-z]*\Z")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}\Z")
_CASE = re.compile(r"(?:https?://caselaw\.nationalarchives\.gov\.uk/)?(?:id/)?([A-Za-z0-9/-]+)\Z")
_NOTICE = re.compile(r"https?://www\.fca\.org\.uk/publication/([a-z-]+)/([^/?#@\s]+)\.pdf\Z")
_KINDS = {"decision_notice": "Decision Notice", "final_notice": "Final Notice", "warning_notice": "Warning Notice"}


def read(data: bytes, *, name: str, options: Mapping[str, str]) -> list[Document]:
    """The documents of a record, or of an array of records.

    Raises:
        UnreadableSource: when it is no such record, holds no text, or does not say what it is the text of.

    """
    del options
    node = read_json(data, name=name)
    records = list(node) if node.kind == "array" else [node]
    if not records:
        raise UnreadableSource(name, "", "no record: the array is empty")
    return [_document(record, name) for record in records]


@dataclass(frozen=True, slots=True)
class _Facts:
    work: str
    title: str
    aliases: tuple[str, ...]
    pages: bool
    url: str


def _document(record: JsonNode, name: str) -> Document:
    if record.kind != "object":
        raise UnreadableSource(name, f"byte {record.start}", f"a record expected, not a JSON {record.kind}")
    node = record.get("text")
    if node is None or node.kind != "string" or not node.string.strip():
        raise UnreadableSource(name, f"byte {record.start}", "the record has no text under «text»")
    facts = _facts(record)
    if facts is None:
        raise UnreadableSource(
            name,
            f"byte {record.start}",
            "it says neither which judgment (citation, uri) nor which notice (url) its text is",
        )
    text, source_map, sides, provisions = _Flat(LocatedText(node.pieces), pages=facts.pages).run()
    if not text.strip():
        raise UnreadableSource(name, f"byte {node.start}", "the record's text is metadata alone")
    date = record.text("date")[:10]
    meta = {key: record.text(key) for key in ("citation", "court", "notice_type", "subject_name", "reference_number")}
    return Document(
        work=WorkId(facts.work),
        kind="decision",
        language=record.text("language") or "en",
        state=date if _DATE.match(date) else "",
        title=facts.title,
        text=text,
        source_map=source_map,
        provisions=provisions,
        sides=sides,
        aliases=facts.aliases,
        meta={key: value for key, value in meta.items() if value},
        legal_value="unofficial",
        url=facts.url,
        extractor=EXTRACTOR,
        findings=(Finding("flattened_text", {"work": facts.work.removeprefix("uk/")}),),
        losses=tuple(unaccounted(node.pieces, source_map, sides)),
    )


def _facts(record: JsonNode) -> _Facts | None:
    notice = _NOTICE.match(record.text("url"))
    if notice:
        kind = _KINDS.get(record.text("notice_type"), "Notice")
        title = f"{kind}: {record.text('subject_name') or notice[2]}"
        return _Facts(f"uk/fca/{notice[1]}/{notice[2]}", title, (), pages=True, url=record.text("url"))
    neutral = neutral_reference(record.text("citation"))
    case = _CASE.match(record.text("url") or record.text("uri"))
    opaque = f"uk/caselaw/{case[1]}" if case else ""
    if not (neutral or opaque):
        return None
    aliases = (opaque,) if neutral and opaque and case and case[1].startswith("d-") else ()
    return _Facts(neutral or opaque, record.text("title"), aliases, pages=False, url=record.text("url"))


class _Flat:
    """Lines made into blocks."""

    def __init__(self, located: LocatedText, *, pages: bool) -> None:
        self.located = located
        self.pages = pages
        self.builder = TextBuilder(encoding=located.encoding)
        self.nodes: list[Provision] = []
        self.counts: Counter[str] = Counter()
        self.prefix = ""
        self.last: tuple[int, int] = (0, 0)  # the last number, and the last one below it
        self.labels: list[tuple[int, int]] = []

    def run(self) -> tuple[str, SourceMap, tuple[SideText, ...], tuple[Provision, ...]]:
        """Write all lines."""
        lines = [(found.start(), found.end()) for found in _LINE.finditer(self.located.text) if found[0]]
        first = 1 + max((i for i, line in enumerate(lines[:400]) if _STYLE.match(self.words(line))), default=-1)
        if first:
            self.builder.side("furniture", self.located.pieces(0, lines[first - 1][1]), "metadata")
        for index, line in enumerate(lines[first:], first):
            words = self.words(line)
            if not words:
                self.builder.write_all(self.located.pieces(*line))
            elif self.is_page(words, lines, index):
                self.builder.side("page_number", self.located.pieces(*line))
            else:
                self.line(words, line)
        self.end_block()
        text, source_map, sides = self.builder.finish()
        return text, source_map, sides, tuple(self.provisions(text))

    def words(self, line: tuple[int, int]) -> str:
        """The characters of a line without the white space at its ends."""
        return self.located.text[slice(*line)].strip()

    def is_page(self, words: str, lines: list[tuple[int, int]], index: int) -> bool:
        """A number alone before an empty line: the foot of a page."""
        alone = self.pages and bool(_PAGE.match(words))
        return alone and (index + 1 >= len(lines) or not self.words(lines[index + 1]))

    def line(self, words: str, line: tuple[int, int]) -> None:
        """A line begins a paragraph or a heading, or goes on."""
        number = self.number(words)
        if _ANNEX.match(words):
            self.prefix, self.last = "annex_", (0, 0)
        if number:
            self.begin(f"{self.prefix}para_{number}", "paragraph")
        elif _in_capitals(words) and self.nodes and self.nodes[-1].kind != "head":
            if self.nodes[-1].kind != "heading" or _ANNEX.match(words):
                self.begin(self.counted("h"), "heading")
        elif _in_capitals(words) and self.pages and self.nodes:
            self.begin(self.counted("h"), "heading")
        elif not self.nodes:
            self.begin("head", "head")
        elif self.nodes[-1].kind == "heading":
            self.begin(self.counted("u"), "text")
        elif self.nodes[-1].kind == "head" or _ITEM.match(words):
            self.builder.break_line()
        start = self.builder.position
        self.builder.write_all(self.located.pieces(*line))
        if number:
            self.labels[-1] = (start, start + len(words.split(maxsplit=1)[0]))

    def number(self, words: str) -> str:
        """The number of the paragraph that a line begins, when it is the next one; "" otherwise."""
        alone = _ALONE.match(words)
        before = _BEFORE.match(words) if self.pages else None
        found = alone or before
        if found is None:
            return ""
        major, _, minor = found[1].partition(".")
        number = (int(major), int(minor or 0))
        last, below = self.last
        following = (last + 1, 0), (last + 1, 1), (last, below + 1)
        if number not in following:
            return ""
        self.last = number
        return found[1]

    def counted(self, name: str) -> str:
        """The next of a kind."""
        self.counts[name] += 1
        return f"{name}_{self.counts[name]}"

    def begin(self, eid: str, kind: str) -> None:
        """Begin a block."""
        self.end_block()
        self.builder.break_line()
        at = self.builder.position
        self.nodes.append(Provision(Place(eid), kind, at, at, block=True, status="not_applicable"))
        self.labels.append((0, 0))

    def end_block(self) -> None:
        """End the open block."""
        if self.nodes:
            self.nodes[-1] = replace(self.nodes[-1], end=self.builder.position)

    def provisions(self, text: str) -> Iterator[Provision]:
        """The blocks, without the white space at their ends."""
        seen: Counter[str] = Counter()
        for node, label in zip(self.nodes, self.labels, strict=True):
            start, end = node.start, node.end
            while start < end and text[start].isspace():
                start += 1
            while end > start and text[end - 1].isspace():
                end -= 1
            heading = " ".join(text[start:end].split()) if node.kind == "heading" else ""
            yield replace(
                node,
                start=start,
                end=end,
                label=text[slice(*label)].strip(),
                heading=heading,
                block=end > start,
                ordinal=seen[node.eid],
            )
            seen[node.eid] += 1


def _in_capitals(words: str) -> bool:
    """A heading: at least four letters, all of them capitals."""
    letters = [character for character in words if character.isalpha()]
    return len(letters) >= 4 and len(words) <= 120 and all(character.isupper() for character in letters)
