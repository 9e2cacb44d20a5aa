"""`replay`: a law kept up to date by ourselves: a base text and recorded operations -> one wording for every date on which it changes.

Keeps true:
1. What is served as a wording is what the operations give, or the publisher's own text where the file holds it for that
   date (`witnesses`); where the two differ in substance, a finding says so and the publisher's text is served.
2. An operation that cannot be applied is a finding and an `op` leaf with its refusal; the text stays that of the day before.
3. Every wording is unofficial: we applied the operations. Its words lead back to the strings of the file from which they
   came: of the base, of a new unit, of the words put in; what else the file says stands beside the text.

The file is JSON: `schema` (`pincite.replay/1`), `work`, `language`, `title`, `base_date`, `base` (a tree: id, num, heading, text,
children), `instruments` and `operations` (consolidation.records), maybe `witnesses` (date, tree), `place` (the letter before
the number of a section, «s») and `style` (numbering).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from pincite.consolidation.compare import changes, differences
from pincite.consolidation.operations import Instrument
from pincite.consolidation.records import instruments_of
from pincite.consolidation.timeline import Answer, Timeline
from pincite.consolidation.units import Unit, reading_text, unit_of
from pincite.errors import UnreadableSource
from pincite.findings import Finding
from pincite.formats.json_strings import JsonNode, read_json
from pincite.identity.reference import Place, Reference
from pincite.law.document import Document, Provision, Status
from pincite.law.reader import Reader
from pincite.text.canonical import Piece, TextBuilder, unaccounted
from pincite.text.dates import is_date

__all__ = ["EXTRACTOR", "READERS", "SCHEMA", "read"]

EXTRACTOR = "replay/1"
SCHEMA = "pincite.replay/1"

_STATUS: Mapping[str, Status] = {"expired": "repealed"}
_PUT_IN = frozenset(("replace", "insert", "tombstone", "new_num", "num", "heading", "text"))
"""Where an operation says the words that it puts in."""

_KINDS = ("section", "subsection", "paragraph", "subparagraph")


def read(data: bytes, *, name: str, options: Mapping[str, str]) -> list[Document]:
    """One document for the base and for every later date on which the text changes.

    Raises:
        UnreadableSource: no such file, a date that is none, or a record that says something unknown.

    """
    del options
    root = read_json(data, name=name)
    said = root.value
    if not isinstance(said, dict) or said.get("schema") != SCHEMA:
        raise UnreadableSource(name, "", f"it is no JSON of the schema {SCHEMA}")
    try:
        base = unit_of(said["base"])
        instruments = instruments_of(said.get("instruments", ()), said.get("operations", ()))
        witnesses = tuple((str(each["date"]), unit_of(each["tree"])) for each in said.get("witnesses", ()))
        work = Reference.parse(str(said["work"]))
        language, title, first = str(said["language"]), str(said["title"]), str(said["base_date"])
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise UnreadableSource(name, "", f"it cannot be read: {error}") from error
    dates = {first, *(date for date, _ in witnesses)}
    dates |= {date for each in instruments if not each.correction for date in (each.effective, each.expires) if date}
    if not all(map(is_date, dates)):
        raise UnreadableSource(name, "", f"not all of its dates are days: {', '.join(sorted(dates))}")
    timeline = Timeline(base, first, instruments, witnesses=witnesses, style=str(said.get("style", "us")))
    strings = _strings(root)
    put_in = _strings(root["operations"], _PUT_IN) if "operations" in root else []
    found: list[Document] = []
    before: str | None = None
    for date in sorted(date for date in dates if date >= first):
        answer = timeline.get((base.id,), date)
        tree = answer.unit or base
        if reading_text(tree) == before and date not in {day for day, _ in witnesses}:
            continue
        before = reading_text(tree)
        own = _replayed(timeline, date)
        writer = _Writer(strings, put_in, str(said.get("place", "s")))
        found.append(
            writer.document(
                tree,
                head=(work, language, title, date),
                findings=_findings(answer, own, date, witnesses),
                operations=tuple(_operations(instruments, answer, date)),
            )
        )
    return found


READERS: Mapping[str, Reader] = {"replay": read}


def _replayed(timeline: Timeline, date: str) -> Unit | None:
    """What our operations alone give on a date."""
    alone = Timeline(timeline.base, timeline.base_date, timeline.instruments, style=timeline.style)
    return alone.get((timeline.base.id,), date).unit


def _findings(
    answer: Answer, own: Unit | None, date: str, witnesses: Sequence[tuple[str, Unit]]
) -> tuple[Finding, ...]:
    found = [each for each in answer.findings if each.code != "witness_divergence"]
    published = dict(witnesses).get(date)
    if published is not None and own is not None:
        kinds = [each.kind for each in differences(reading_text(own), reading_text(published))]
        substantive = kinds.count("substantive")
        if substantive:
            found.append(
                Finding(
                    "witness_divergence", {"date": date, "substantive": substantive, "other": len(kinds) - substantive}
                )
            )
        else:
            found.append(Finding("witness_agrees", {"date": date, "editorial": len(kinds)}))
    return tuple(found)


def _operations(instruments: Sequence[Instrument], answer: Answer, date: str) -> Iterator[Mapping[str, str | int]]:
    """The operations that take effect on a date, applied or refused."""
    refused = {
        (str(each.parameters.get("instrument", "")), int(each.parameters.get("operation", -1))): each
        for each in answer.findings
        if "why" in each.parameters
    }
    for instrument in instruments:
        if instrument.effective != date:
            continue
        for operation in instrument.operations:
            source = operation.source
            finding = refused.get((instrument.id, source.ordinal)) or _refused_whole(refused, instrument.id)
            leaf: dict[str, str | int] = {
                "by": "pincite",
                "kind": re.sub(r"(?<!^)(?=[A-Z])", "_", type(operation).__name__).lower(),
                "instrument": instrument.id,
                "provision": source.provision,
                "sentence": source.sentence,
                "ordinal": source.ordinal,
                "target": "/".join(operation.target),
                "effective": date,
                "result": finding.code if finding else "applied",
            }
            for name in ("find", "replace", "insert", "count", "tombstone", "new_num"):
                value = getattr(operation, name, None)
                if value not in (None, ""):
                    leaf[name] = cast("str | int", value)
            yield {key: value for key, value in leaf.items() if value != ""}


def _refused_whole(refused: Mapping[tuple[str, int], Finding], instrument: str) -> Finding | None:
    """Why an instrument was refused as a whole: one of its operations cannot be applied, or it conflicts with another."""
    laws = (instrument, "")
    return next((each for (law, _), each in refused.items() if law in laws), None)


def _strings(root: JsonNode, keys: frozenset[str] | None = None) -> list[JsonNode]:
    """The strings of a value in order; with `keys`, those under one of them alone."""
    found: list[JsonNode] = []

    def walked(node: JsonNode, key: str) -> None:
        if node.pieces and (keys is None or key in keys):
            found.append(node)
        for name, child in node.items():
            walked(child, name)
        for child in node:
            walked(child, key)

    walked(root, "")
    return found


@dataclass
class _Writer:
    """Writes one wording."""

    strings: Sequence[JsonNode]
    put_in: Sequence[JsonNode]
    letter: str
    builder: TextBuilder = field(default_factory=TextBuilder)
    nodes: list[dict[str, Any]] = field(default_factory=list)
    used: set[int] = field(default_factory=set)

    def document(
        self,
        tree: Unit,
        *,
        head: tuple[Reference, str, str, str],
        findings: tuple[Finding, ...],
        operations: tuple[Mapping[str, str | int], ...],
    ) -> Document:
        reference, language, title, date = head
        if tree.heading or tree.text:
            self._unit(tree, None, "", 0, own=True)
        for child in tree.children:
            self._unit(child, None, "", 0)
        for index, node in enumerate(self.strings):
            if index not in self.used:
                self.builder.side("operations", node.pieces)
        text, source_map, sides = self.builder.finish()
        return Document(
            work=reference.work,
            kind="legislation",
            language=language,
            state=date,
            title=title,
            text=text,
            source_map=source_map,
            provisions=tuple(Provision(**node) for node in self.nodes),
            sides=sides,
            legal_value="unofficial",
            meta={"consolidation": "replayed"},
            extractor=EXTRACTOR,
            findings=findings,
            losses=tuple(unaccounted((p for node in self.strings for p in node.pieces), source_map, sides)),
            operations=operations,
        )

    def _unit(self, unit: Unit, parent: int | None, above: str, depth: int, *, own: bool = False) -> None:
        index = len(self.nodes)
        start = self.builder.position
        eid = "heading" if own else f"{above}_{unit.id}" if above else f"{self.letter}{unit.id}"
        self.nodes.append({})
        for words in (unit.num, unit.heading):
            if words:
                self._words(words)
                self.builder.space()
        if unit.heading and (unit.text or unit.children) and not own:
            self.builder.break_line()
        if unit.text:
            self._words(unit.text)
        if not own:
            for child in unit.children:
                self.builder.break_line()
                self._unit(child, index, eid, depth + 1)
        end = self.builder.position
        self.builder.break_line()
        self.nodes[index] = {
            "eid": Place(eid),
            "kind": "heading" if own else unit.kind or _KINDS[min(depth, len(_KINDS) - 1)],
            "start": min(start, end),
            "end": end,
            "label": unit.num,
            "heading": "" if own else unit.heading,
            "parent": parent,
            "block": depth == 0,
            "status": _STATUS.get(unit.status, cast("Status", unit.status)),
            "ordinal": sum(node.get("eid") == eid for node in self.nodes[:index]),
            "amended_by": unit.amended_by,
        }

    def _words(self, words: str) -> None:
        """Words of a unit, each led back to the string it came from."""
        for index, node in enumerate(self.strings):
            if node.string == words:
                self.used.add(index)
                self.builder.write_all(node.pieces)
                return
        origin = max(self.strings, key=lambda node: _alike(node.string, words))
        at = 0
        for change in changes(origin.string, words):
            self.builder.write_all(_slice(origin.pieces, at, change.old_start))
            self._inserted(change.new, origin)
            at = change.old_start + len(change.old)
        self.builder.write_all(_slice(origin.pieces, at, len(origin.string)))

    def _inserted(self, words: str, origin: JsonNode) -> None:
        core = words.strip()
        if not core:
            if words:
                self.builder.write(Piece(words, origin.start, origin.end, verbatim=False))
            return
        lead = words[: len(words) - len(words.lstrip())]
        if lead:
            self.builder.write(Piece(lead, origin.start, origin.end, verbatim=False))
        there = next((node for node in self.put_in if core in node.string), None)
        if there is None:
            self.builder.write(Piece(core, origin.start, origin.end, verbatim=False))
        else:
            at = there.string.index(core)
            self.builder.write_all(_slice(there.pieces, at, at + len(core)))
        tail = words[len(words.rstrip()) :]
        if tail:
            self.builder.write(Piece(tail, origin.start, origin.end, verbatim=False))


def _alike(one: str, other: str) -> int:
    """How many words two texts share."""
    return len(set(one.split()) & set(other.split()))


def _slice(pieces: Sequence[Piece], start: int, end: int) -> Iterator[Piece]:
    """The pieces of characters `[start, end)` of a string."""
    at = 0
    for text, first, last, verbatim in pieces:
        begin, stop = max(start - at, 0), min(end - at, len(text))
        if begin < stop:
            if verbatim:
                byte = first + len(text[:begin].encode())
                yield Piece(text[begin:stop], byte, byte + len(text[begin:stop].encode()), verbatim=True)
            else:
                yield Piece(text[begin:stop], first, last, verbatim=False)
        at += len(text)
