"""One release's index, read: names, wordings, documents, full text; every row is verified before it is handed on.

Keeps true: a leaf must have the digest stored with it, and a text, a tree and a map the digests its leaf names; a name
must stand in the work it leads to, a work have the wordings its leaf names, and a row be filed as its leaf says. What does not is refused (`CorruptRelease`), never shown.
"""

from __future__ import annotations

import json
import sqlite3
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import zstandard

from pincite.atoms.atom import Atom, AtomFault, atom_of_leaf, faults
from pincite.corpus.answers import Block, Coverage, ExpressionRecord, NodeRecord, PageMark
from pincite.corpus.leaves import leaf_bytes, node_ids, work_leaf
from pincite.corpus.places import PlaceIndex
from pincite.digests import sha256, sha256_text
from pincite.errors import BadInput, CorruptRelease
from pincite.storage.fingerprint_set import Fingerprints
from pincite.storage.fingerprints import FILE as FINGERPRINTS
from pincite.storage.fingerprints import LATER
from pincite.storage.fingerprints import write as write_fingerprints
from pincite.storage.release_folder import ReleaseFolder, verify_files
from pincite.storage.sqlite.index_db import SCHEMA_VERSION
from pincite.text.canonical import Run, SideText, SourceMap

__all__ = ["OpenDocument", "ReleaseDb", "Row"]

KEPT = 48
LIMIT = 1 << 30
_COLUMNS = "number, id, leaf, leaf_sha256, work, language, state, kind"


@dataclass(frozen=True, slots=True)
class Row:
    """A wording without its text: its record and its leaf."""

    number: int
    record: ExpressionRecord
    leaf: dict[str, Any]

    @property
    def is_part(self) -> bool:
        """Whether the file held is an extract, in which a place's absence says nothing."""
        return bool(self.leaf["extent"] == "part")


@dataclass(frozen=True, slots=True)
class OpenDocument:
    """A wording with its verified text and tree."""

    row: Row
    text: str
    index: PlaceIndex
    block_nodes: tuple[int, ...]
    sides: tuple[SideText, ...]

    @property
    def nodes(self) -> Sequence[NodeRecord]:
        """The tree in document order."""
        return self.index.nodes

    @property
    def block_set(self) -> frozenset[int]:
        """The nodes that are blocks."""
        return frozenset(self.block_nodes)

    @property
    def pages(self) -> Sequence[PageMark]:
        """The page marks in order."""
        return self.index.pages

    def block(self, node: NodeRecord) -> Block:
        """A block with its text."""
        text = self.text[node.start : node.end]
        return Block(
            expression=self.row.record.id,
            eid=node.eid,
            node=node.node,
            kind=node.kind,
            label=node.label,
            heading=node.heading,
            text=text,
            text_sha256=sha256_text(text),
            document_start=node.start,
            status=node.status,
            valid_from=node.valid_from,
            valid_to=node.valid_to,
            role=node.role,
            publisher_id=node.publisher_id,
            url=node.url or self.row.record.url,
        )


class ReleaseDb:
    """The index of one release."""

    def __init__(self, release: ReleaseFolder) -> None:
        self.release = release
        self.manifest = release.manifest
        self.name = release.manifest.name
        self._documents: OrderedDict[str, OpenDocument] = OrderedDict()
        self._whole = False
        self._terms = False
        self._decompressor = zstandard.ZstdDecompressor()
        self._fingerprints: Fingerprints | None = None
        self._made: TemporaryDirectory[str] | None = None
        try:
            self._db = sqlite3.connect(
                f"{release.index.resolve().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False
            )
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
        except sqlite3.Error as error:
            raise self.corrupt(f"its index cannot be opened: {error}") from error
        if version != SCHEMA_VERSION:
            raise CorruptRelease(
                f"{release.path}: its index has form {version}, this version reads form {SCHEMA_VERSION}",
                remedy="Build the release again with `pincite corpus build`.",
            )

    def close(self) -> None:
        """Close the index."""
        if self._fingerprints is not None:
            self._fingerprints.close()
        if self._made is not None:
            self._made.cleanup()
        self._db.close()

    @property
    def fingerprints(self) -> Fingerprints:
        """The fingerprints of the texts, checked against the manifest when first asked for.

        A release that was built before there were any gets them made for this run.
        """
        if self._fingerprints is None:
            numbers = [number for (number,) in self.rows("SELECT number FROM expression ORDER BY number")]
            named = {file.path for file in self.release.files} & {FINGERPRINTS, LATER}
            if FINGERPRINTS in named:
                verify_files(self.release, only=sorted(named))
                first = self.release.path / FINGERPRINTS
            else:
                self._made = TemporaryDirectory(prefix="pincite-")
                first = Path(self._made.name) / Path(FINGERPRINTS).name
                write_fingerprints(first, (self.text_of(self.numbered(number)) for number in numbers))
            try:
                later = self.release.path / LATER if LATER in named else None
                self._fingerprints = Fingerprints(first, later, numbers)
            except ValueError as error:
                raise self.corrupt(str(error)) from error
        return self._fingerprints

    def corrupt(self, what: str) -> CorruptRelease:
        """The refusal of a release whose rows are not what its leaves say."""
        return CorruptRelease(
            f"the release {self.name} in {self.release.path} is corrupt: {what}",
            remedy="Build the release again with `pincite corpus build`, or fetch it again; nothing was answered from it.",
        )

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """The rows of a query; foreign errors are fenced."""
        try:
            return self._db.execute(sql, tuple(parameters)).fetchall()
        except sqlite3.Error as error:
            raise self.corrupt(f"its index cannot be read: {error}") from error

    def terms(self, first: str, last: str) -> list[tuple[str, int]]:
        """The words of the full text from `first` to `last`, both included, with the number of passages each stands in."""
        if not self._terms:
            try:
                self._db.execute("CREATE VIRTUAL TABLE temp.terms USING fts5vocab (main, words, row)")
            except sqlite3.Error as error:
                raise self.corrupt(f"its index cannot be read: {error}") from error
            self._terms = True
        sql = "SELECT term, doc FROM temp.terms WHERE term >= ? AND term <= ? ORDER BY term"
        return [(term, count) for term, count in self.rows(sql, (first, last))]

    def coverage(self) -> Coverage:
        """What the release holds and claims."""
        held = self.manifest
        return Coverage(
            release=held.name,
            jurisdiction=held.jurisdiction,
            as_of=held.as_of,
            claims=held.coverage,
            works=held.counts.get("work", 0),
            expressions=held.counts.get("expression", 0),
            blocks=held.counts.get("block", 0),
            by_kind=held.by_kind,
            by_language=held.by_language,
            signature=self.release.signature,
            refused=len({each.name for each in held.refused}),
        )

    def works_named(self, name: str) -> list[str]:
        """The works that bear this name, the latest first."""
        self._names_are_whole()
        works = [work for (work,) in self.rows("SELECT work FROM name WHERE name = ?", (name,))]
        if len(works) <= 1:
            return works
        return sorted(
            works, key=lambda work: (max(row.record.state for row in self.expressions(work)), work), reverse=True
        )

    def _names_are_whole(self) -> None:
        """Refuse names that are not those of the works: a name that is missing would be «not found». Looked at once."""
        if self._whole:
            return
        held: set[tuple[str, str]] = set()
        works = self.rows("SELECT work, leaf FROM work")
        for work, line in works:
            leaf = self._parsed(line, f"the leaf of {work}")
            held |= {(name, work) for name in (leaf.get("work"), *leaf.get("aliases", ()))}
            if leaf.get("work") != work:
                raise self.corrupt(f"the row of {work} holds another leaf")
        counts = self.manifest.counts
        (expressions,) = self.rows("SELECT count(*) FROM expression")[0]
        if (len(works), expressions) != (counts.get("work", 0), counts.get("expression", 0)):
            raise self.corrupt("its index does not hold as many works and wordings as its manifest counts")
        if held != set(self.rows("SELECT name, work FROM name")):
            raise self.corrupt("the names of its index are not those of its works")
        self._whole = True

    def _parsed(self, line: bytes, what: str) -> dict[str, Any]:
        try:
            value = json.loads(line)
        except ValueError as error:
            raise self.corrupt(f"{what} cannot be read: {error}") from error
        if not isinstance(value, dict):
            raise self.corrupt(f"{what} is none")
        return value

    def names_folding_to(self, folded: str) -> list[str]:
        """The names that differ from this one in letter case at most."""
        return [name for (name,) in self.rows("SELECT name FROM folded WHERE folded = ? ORDER BY name", (folded,))]

    def names_between(self, first: str, last: str) -> list[str]:
        """The names from `first` up to, not including, `last`, by code point."""
        return [
            name for (name,) in self.rows("SELECT DISTINCT name FROM name WHERE name >= ? AND name < ?", (first, last))
        ]

    def holds(self, name: str) -> bool:
        """Whether a work bears this name."""
        return bool(self.rows("SELECT 1 FROM name WHERE name = ? LIMIT 1", (name,)))

    def those_held(self, names: Sequence[str]) -> frozenset[str]:
        """Which of the names a work bears: one question for some hundred names."""
        marks = ", ".join("?" * len(names))
        found = self.rows(f"SELECT name FROM name WHERE name IN ({marks})", tuple(names))  # noqa: S608 (question marks)
        return frozenset(name for (name,) in found)

    def expressions(self, work: str) -> list[Row]:
        """The wordings of a work, newest state first, then by language."""
        found = self.rows(f"SELECT {_COLUMNS} FROM expression WHERE work = ? ORDER BY number", (work,))  # noqa: S608 (a constant)
        rows = [self._row(*each) for each in found]
        held = self.rows("SELECT leaf FROM work WHERE work = ?", (work,))
        if not rows or [(leaf_bytes(work_leaf(work, [row.leaf for row in rows])),)] != held:
            raise self.corrupt(f"{work} is named, and its wordings are not those that its leaf names")
        return sorted(rows, key=lambda row: (_descending(row.record.state), row.record.language, row.record.id))

    def named_rightly(self, name: str, rows: Sequence[Row]) -> None:
        """Refuse a name that no wording of the work bears: its row was changed."""
        if not any(name == row.record.work or name in row.record.aliases for row in rows):
            raise self.corrupt(f"the name {name} leads to {rows[0].record.work}, which does not bear it")

    def expression(self, identifier: str) -> Row | None:
        """A wording by its id."""
        found = self.rows(f"SELECT {_COLUMNS} FROM expression WHERE id = ?", (identifier,))  # noqa: S608 (a constant)
        return self._row(*found[0]) if found else None

    def numbered(self, number: int) -> Row:
        """The wording of this number: in an index that was written anew, its place in the order of (work, id), from 1."""
        found = self.rows(f"SELECT {_COLUMNS} FROM expression WHERE number = ?", (number,))  # noqa: S608 (a constant)
        if not found:
            raise self.corrupt(f"its index names a wording {number} that is not there")
        return self._row(*found[0])

    def text_of(self, row: Row) -> str:
        """The verified text of a wording, without its tree."""
        if self.withheld(row):
            return ""
        packed = self.rows("SELECT text FROM expression WHERE number = ?", (row.number,))[0][0]
        return self._unpacked(packed, row.leaf["text_sha256"], f"the text of {row.record.id}")

    def every_expression(self) -> Iterator[Row]:
        """All wordings, in order of their ids."""
        for (identifier,) in self.rows("SELECT id FROM expression ORDER BY id"):
            row = self.expression(identifier)
            if row is not None:
                yield row

    def _row(self, number: int, identifier: str, line: bytes, digest: str, *filed: str) -> Row:
        if sha256(line) != digest:
            raise self.corrupt(f"the leaf of {identifier} does not have its digest")
        leaf = json.loads(line)
        if leaf["id"] != identifier:
            raise self.corrupt(f"the row of {identifier} holds the leaf of {leaf['id']}")
        if filed != (leaf["work"], leaf["language"], leaf["state"], leaf["kind"]):
            raise self.corrupt(f"{identifier} is filed as {', '.join(map(str, filed))}, which its leaf does not say")
        record = ExpressionRecord(
            id=leaf["id"],
            work=leaf["work"],
            language=leaf["language"],
            state=leaf["state"],
            kind=leaf["kind"],
            title=leaf["title"],
            release=self.name,
            as_of=self.manifest.as_of,
            short_titles=tuple(leaf["short_titles"]),
            aliases=tuple(leaf["aliases"]),
            meta=leaf["meta"],
            legal_value=leaf["legal_value"],
            url=leaf["url"],
            source_sha256=leaf["source_sha256"],
            signature=self.release.signature,
        )
        return Row(number, record, leaf)

    def document(self, identifier: str) -> OpenDocument | None:
        """A wording with its text and tree, verified; the last few are kept open."""
        kept = self._documents.get(identifier)
        if kept is not None:
            self._documents.move_to_end(identifier)
            return kept
        row = self.expression(identifier)
        if row is None:
            return None
        self._not_withheld(row)
        packed = self.rows("SELECT text, structure FROM expression WHERE number = ?", (row.number,))[0]
        text = self._unpacked(packed[0], row.leaf["text_sha256"], f"the text of {identifier}")
        structure = json.loads(self._unpacked(packed[1], row.leaf["structure_sha256"], f"the tree of {identifier}"))
        opened = _opened(row, text, structure)
        self._documents[identifier] = opened
        if len(self._documents) > KEPT:
            self._documents.popitem(last=False)
        return opened

    def atoms(self, identifier: str) -> tuple[Atom, ...]:
        """The atoms of a wording in the order of its text, each checked against the verified text of its block."""
        document = self.document(identifier)
        if document is None or not document.row.leaf.get("atoms"):
            return ()
        leaf = document.row.leaf
        found = self.rows("SELECT lines FROM atoms WHERE expression = ?", (document.row.number,))
        if not found:
            raise self.corrupt(f"the atoms of {identifier} are missing")
        lines = self._unpacked(found[0][0], leaf["atoms_sha256"], f"the atoms of {identifier}").splitlines()
        names = node_ids([node.eid for node in document.nodes])
        texts = {
            names[number]: document.text[document.nodes[number].start : document.nodes[number].end]
            for number in document.block_nodes
        }
        digests = {name: sha256_text(text) for name, text in texts.items()}
        try:
            atoms = [atom_of_leaf(json.loads(line)) for line in lines]
        except AtomFault as fault:
            raise self.corrupt(str(fault)) from fault
        for atom in atoms:
            broken = faults(atom, texts[atom.block]) if atom.block in texts else ("its block is not there",)
            if broken or digests[atom.block] != atom.text_sha256:
                raise self.corrupt(f"{atom.id}: {'; '.join(broken) or 'its text is another'}")
        order = {name: number for number, name in enumerate(texts)}
        return tuple(sorted(atoms, key=lambda atom: (order[atom.block], atom.ordinal)))

    def source_map(self, identifier: str) -> SourceMap | None:
        """The map of a wording's text to the bytes of its source."""
        row = self.expression(identifier)
        if row is None:
            return None
        self._not_withheld(row)
        packed = self.rows("SELECT map FROM expression WHERE number = ?", (row.number,))[0][0]
        held = json.loads(self._unpacked(packed, row.leaf["map_sha256"], f"the map of {identifier}"))
        return SourceMap(_runs(held["text"]), encoding=held["encoding"])

    def withheld(self, row: Row) -> bool:
        """Whether this copy of the release holds no text of a wording, because its licence does not let it be passed on."""
        if self.release.edition is None or row.leaf["redistribute"] == "full":
            return False
        return bool(self.rows("SELECT length(structure) = 0 FROM expression WHERE number = ?", (row.number,))[0][0])

    def with_text(self, rows: Sequence[Row]) -> list[Row]:
        """The wordings of which this copy holds the text: all of them, unless it is an edition."""
        return list(rows) if self.release.edition is None else [row for row in rows if not self.withheld(row)]

    def _not_withheld(self, row: Row) -> None:
        if self.withheld(row):
            raise BadInput(
                f"the licence of {row.record.id} does not let its text be passed on: this copy of {self.name} holds"
                " its digests alone",
                remedy=f"Read it at its publisher's: {row.record.url or row.leaf['publisher']}.",
            )

    def _unpacked(self, packed: bytes, digest: str, what: str) -> str:
        try:
            # the library reserves what the frame itself says it holds, whatever limit it is given
            if zstandard.get_frame_parameters(packed).content_size > LIMIT:
                raise self.corrupt(f"{what} says it is larger than {LIMIT} bytes")
            data = self._decompressor.decompress(packed, max_output_size=LIMIT)
        except (zstandard.ZstdError, MemoryError, TypeError) as error:
            raise self.corrupt(f"{what} cannot be unpacked: {error}") from error
        if sha256(data) != digest:
            raise self.corrupt(f"{what} does not have the digest its leaf names")
        return data.decode("utf-8")


def _opened(row: Row, text: str, structure: dict[str, Any]) -> OpenDocument:
    nodes: list[NodeRecord] = []
    blocks: list[int] = []
    amended: dict[int, list[str]] = {number: names for number, *names in structure.get("amended_by", ())}
    for number, values in enumerate(structure["nodes"]):
        eid, path, ordinal, kind, label, heading, parent, start, end, block, *rest = values
        node = NodeRecord(number, eid, path, ordinal, kind, label, heading, parent, start, end, *rest)
        nodes.append(replace(node, amended_by=tuple(amended[number])) if number in amended else node)
        if block:
            blocks.append(number)
    sides = tuple(SideText(kind, said, at, (), label) for kind, label, at, said in structure["sides"])
    pages = [PageMark(side.at, side.label) for side in sides if side.kind == "page" and side.label]
    return OpenDocument(
        row, text, PlaceIndex(row.record.work, nodes, pages, len(text), text=text), tuple(blocks), sides
    )


def _runs(flat: Sequence[int]) -> Iterator[Run]:
    """The runs of a map from their differences (corpus.leaves)."""
    position = before = 0
    for index in range(0, len(flat), 4):
        length, gap, size, verbatim = flat[index : index + 4]
        start = before + gap
        yield Run(position, position + length, start, start + size, bool(verbatim))
        position, before = position + length, start + size


def _descending(state: str) -> tuple[int, ...]:
    """A key that sorts ISO dates newest first, the undated last."""
    return tuple(-ord(each) for each in state) or (0,)
