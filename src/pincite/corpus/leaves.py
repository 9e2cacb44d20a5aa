"""Leaf records: what a release says, one JSON object a fact; what will be signed (design: releases).

Keeps true:
1. A leaf's bytes are RFC 8785 canonical JSON: texts, integers below 2**53, booleans, null; no floats.
2. Leaves are sorted by (type, work, expression, eid, id), all by code point; that key is unique in a release.
3. Everything a release answers with can be made again from its leaves and its texts: a block's text, the tree, the
   side channels and the map to the source stand in the texts under the digests that the leaves name.
4. A block's leaf is small, because every receipt carries one: it leaves out what says nothing (a field that is not there
   is empty: null, "", [], or the role «unknown») and what the tree says (path, ordinal, the publisher's id).
5. The atoms and operations of a wording are leaves of their own; the wording names the digest of its atoms' lines.
6. What the scan of the text found (corpus.scan) stands in the block's `flags` by code, and by offset in a finding.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from json.encoder import encode_basestring
from operator import attrgetter
from typing import Any, get_args

from pincite.atoms.extract import atoms_of
from pincite.corpus.admission import empty_in_force
from pincite.corpus.scan import Flag, is_clean, scan_source, scan_text
from pincite.digests import sha256, sha256_text
from pincite.findings import Finding
from pincite.law.document import Document, LegalValue
from pincite.text.canonical import Run

__all__ = [
    "TYPES",
    "DocumentRecord",
    "Leaf",
    "SourceRecord",
    "atom_lines",
    "block_id",
    "block_lines",
    "document_record",
    "joined",
    "leaf_bytes",
    "leaf_key",
    "node_ids",
    "signed_block",
    "source_leaf",
    "source_lines",
    "text_line",
    "work_leaf",
]

TYPES = ("atom", "block", "expression", "finding", "op", "source", "work")
"""In the order of the leaves."""

Leaf = dict[str, Any]

# a copy is worth no more than either its spec or its reader says
_WEAKNESS = get_args(LegalValue)

SHOWN = 50
"""Places of markup that a finding names; their number is exact."""

# made once: `json.dumps` makes one at every call
_CANONICAL = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)

_WORKING = ("node", "document_start")
_LISTS = frozenset(("amended_by", "flags"))
_SHARED = frozenset(
    ("work", "expression", "language", "legal_value", "source_sha256", "extractor", "type", "kind", "status", "role")
)

NODE_FIELDS = (
    *("eid", "path", "ordinal", "kind", "label", "heading", "parent", "start", "end", "block", "status"),
    *("valid_from", "valid_to", "role", "publisher_id", "url"),
)
"""The order of a node's values in a structure."""


def leaf_bytes(leaf: Mapping[str, Any]) -> bytes:
    """The canonical bytes of a leaf.

    The standard encoder with sorted keys writes RFC 8785 for what leaves hold (keys ASCII, no floats; a test compares
    it with the library), at a tenth of the library's cost.

    Raises:
        ValueError: for a lone surrogate.

    """
    return _CANONICAL.encode(leaf).encode("utf-8")


def text_line(digest: str, text: str) -> bytes:
    """The line of a text: `leaf_bytes` of its digest and itself, at a third of the cost.

    Raises:
        ValueError: for a lone surrogate.

    """
    return f'{{"sha256":"{digest}","text":{encode_basestring(text)}}}'.encode()


def signed_block(leaf: Mapping[str, Any]) -> Leaf:
    """A block's leaf as it is signed: without its node and its place in the document, which the tree tells."""
    return {key: value for key, value in leaf.items() if key not in _WORKING}


def block_lines(blocks: Iterable[Mapping[str, Any]]) -> list[bytes]:
    """The lines of the blocks of one document as they are signed, in the order of leaves: `leaf_bytes` of each `signed_block`.

    At a quarter of the cost: words that stand in all of them are encoded once.

    Raises:
        ValueError: for a lone surrogate.

    """
    said: dict[tuple[str, str], str] = {}
    return [_block_line(leaf, said) for leaf in sorted(blocks, key=lambda leaf: (leaf["eid"], leaf["id"]))]


def _block_line(leaf: Mapping[str, Any], said: dict[tuple[str, str], str]) -> bytes:
    if not leaf.keys().isdisjoint(_LISTS):
        return leaf_bytes(signed_block(leaf))
    pieces: list[str] = []
    for key in sorted(leaf):
        value = leaf[key]
        if key in _SHARED:
            piece = said.get((key, value))
            if piece is None:
                piece = said[key, value] = f'"{key}":{encode_basestring(value)}'
            pieces.append(piece)
        elif isinstance(value, str):
            pieces.append(f'"{key}":{encode_basestring(value)}')
        elif key not in _WORKING:
            pieces.append(f'"{key}":{value:d}')
    return f"{{{','.join(pieces)}}}".encode()


def _quoted(value: str | int) -> str:
    return encode_basestring(value) if isinstance(value, str) else f"{value:d}"


def block_id(eids: Sequence[str], node: int) -> str:
    """The id of the leaf of a node: its eid, and from the second of a name on «~» and the number."""
    count = sum(eid == eids[node] for eid in eids[:node])
    return f"{eids[node]}~{count}" if count else eids[node]


def leaf_key(leaf: Mapping[str, Any]) -> tuple[str, str, str, str, str]:
    """What leaves are sorted by."""
    return (leaf["type"], leaf.get("work", ""), leaf.get("expression", ""), leaf.get("eid", ""), leaf["id"])


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """A source file as a release records it; the attributes are the columns of SOURCES.lock."""

    name: str
    sha256: str
    bytes: int
    media_type: str
    publisher: str
    licence: str
    legal_value: str
    redistribute: str
    reader: str
    url: str = ""
    retrieved_at: str = ""

    def columns(self) -> dict[str, Any]:
        """The attributes by name."""
        return {name: getattr(self, name) for name in self.__slots__}


def source_lines(source: SourceRecord) -> tuple[bytes, bytes]:
    """The line of its leaf, `leaf_bytes` of `source_leaf`, and its line in SOURCES.lock, which ends with a line feed."""
    own = [f'"{key}":{_quoted(value)}' for key, value in zip(_COLUMNS, _columns(source), strict=True)]
    more = (f'"id":{_quoted(f"{source.sha256} {source.name}")}', '"type":"source"')
    return f"{{{','.join(sorted((*own, *more)))}}}".encode(), f"{{{','.join(own)}}}\n".encode()


def source_leaf(source: SourceRecord) -> Leaf:
    """The leaf of a source file. Two files with the same bytes are two sources: the name is part of the id."""
    return {"type": "source", "id": f"{source.sha256} {source.name}", **source.columns()}


_COLUMNS = sorted(SourceRecord.__slots__)
_columns = attrgetter(*_COLUMNS)


@dataclass(frozen=True, slots=True)
class DocumentRecord:
    """A document as a release stores it; plain data, so that it can lie in a work folder between runs.

    Attributes:
        expression: the leaf of the expression.
        blocks: the leaves of its blocks, in document order, each with its node and where it begins (`signed_block`).
        findings: the leaves of its findings.
        text: the canonical text of the whole document.
        structure: canonical JSON of the tree, the page marks and the side channels.
        source_map: canonical JSON of the map to the source.
        atoms: the leaves of its atoms, in the order of leaves.
        ops: the leaves of the operations behind it, in the order of leaves.
        postings: its fingerprints, where they were made when it was read (storage.fingerprints); nothing signed.

    """

    expression: Leaf
    blocks: tuple[Leaf, ...]
    findings: tuple[Leaf, ...]
    text: str
    structure: str
    source_map: str
    atoms: tuple[Leaf, ...] = ()
    ops: tuple[Leaf, ...] = ()
    postings: bytes = b""

    def texts(self) -> Iterable[tuple[str, str]]:
        """All texts its leaves name by digest, as (sha256, text): blocks, structure, map."""
        for leaf in self.blocks:
            start = leaf["document_start"]
            yield leaf["text_sha256"], self.text[start : start + leaf["text_length"]]
        yield self.expression["structure_sha256"], self.structure
        yield self.expression["map_sha256"], self.source_map


def document_record(
    document: Document, source: SourceRecord, *, data: bytes, extent: str, markup: bool = True
) -> DocumentRecord:
    """The record of a document.

    Args:
        document: as it was read and admitted.
        source: the record of its file.
        data: the bytes of that file.
        extent: the spec's, whole or part.
        markup: whether it bears what the scan of the file's markup finds: the first document of a file does.

    """
    expression = str(document.expression)
    shared: Leaf = {
        "work": str(document.work),
        "expression": expression,
        "language": document.language,
        "legal_value": max(source.legal_value, document.legal_value, key=_WEAKNESS.index),
        "source_sha256": source.sha256,
        "extractor": document.extractor,
    }
    names = node_ids([node.eid for node in document.provisions])
    view = data if document.view is None else document.view
    nodes = [(index, node) for index, node in enumerate(document.provisions) if node.block]
    texts = [document.text_of(node) for _, node in nodes]
    clean = is_clean(texts)
    blocks: list[Leaf] = []
    flagged: list[Finding] = []
    for (index, node), text in zip(nodes, texts, strict=True):
        flags = [] if clean else _flags(text, node.start, {"eid": str(node.eid), "block": names[index]})
        flagged += flags
        first, last = document.source_map.source_span(node.start, node.end, view) if text else (0, 0)
        leaf: Leaf = {
            **shared,
            "type": "block",
            "id": names[index],
            "eid": str(node.eid),
            "node": index,
            "kind": node.kind,
            "status": node.status,
            "text_sha256": sha256_text(text),
            "text_length": len(text),
            "document_start": node.start,
            "source_start": first,
            "source_end": last,
        }
        for name, value in (
            ("label", node.label),
            ("heading", node.heading),
            ("valid_from", node.valid_from),
            ("valid_to", node.valid_to),
            ("role", "" if node.role == "unknown" else node.role),
            ("url", node.url),
            ("amended_by", list(node.amended_by)),
            ("flags", [finding.code for finding in flags]),
        ):
            if value:
                leaf[name] = value
        blocks.append(leaf)
    beside = [
        finding
        for side in (() if is_clean([side.text for side in document.sides]) else document.sides)
        for finding in _flags(side.text, None, {"side": side.kind, "label": side.label, "at": side.at})
    ]
    structure = leaf_bytes(_structure(document)).decode("utf-8")
    source_map = leaf_bytes(_map(document)).decode("utf-8")
    leaf = {
        **shared,
        "type": "expression",
        "id": expression,
        "state": document.state,
        "kind": document.kind,
        "title": document.title,
        "short_titles": list(document.short_titles),
        "aliases": list(document.aliases),
        "meta": dict(document.meta),
        "url": document.url,
        "extent": extent,
        "generator": document.generator,
        "publisher": source.publisher,
        "licence": source.licence,
        "redistribute": source.redistribute,
        "source_name": source.name,
        "text_sha256": sha256_text(document.text),
        "text_length": len(document.text),
        "structure_sha256": sha256_text(structure),
        "map_sha256": sha256_text(source_map),
        "blocks": len(blocks),
        "nodes": len(document.provisions),
    }
    if document.view_name:
        leaf["source_view"] = document.view_name
    atoms = sorted((atom.leaf() for atom in atoms_of(document, names)), key=leaf_key)
    if atoms:
        lines = atom_lines(atoms)
        leaf |= {"atoms": len(atoms), "atoms_sha256": sha256(lines)}
    findings = tuple(
        {
            "type": "finding",
            "work": str(document.work),
            "expression": expression,
            "id": f"{finding.code}/{number}",
            "code": finding.code,
            "parameters": dict(finding.parameters),
            "start": finding.start,
            "end": finding.end,
        }
        for number, finding in enumerate(
            (*document.findings, *empty_in_force(document), *flagged, *beside, *(_source_flags(data) if markup else ()))
        )
    )
    return DocumentRecord(
        leaf, tuple(blocks), findings, document.text, structure, source_map, tuple(atoms), _ops(document, names)
    )


def atom_lines(atoms: Iterable[Mapping[str, Any]]) -> bytes:
    """The lines of a wording's atoms, each with its line feed: what `atoms_sha256` is the digest of."""
    return b"".join(leaf_bytes(atom) + b"\n" for atom in atoms)


def _ops(document: Document, names: Sequence[str]) -> tuple[Leaf, ...]:
    """The operations behind a wording: those its reader recorded, and «amend» for every instrument that a unit names."""
    shared = {"type": "op", "work": str(document.work), "expression": str(document.expression)}
    found: list[Leaf] = []
    noted = () if document.meta.get("consolidation") == "replayed" else document.provisions
    for index, node in enumerate(noted):
        for number, instrument in enumerate(node.amended_by, start=1):
            said = {"eid": str(node.eid), "id": f"{names[index]}!o{number}", "instrument": instrument}
            found.append({**shared, **said, "kind": "amend", "by": "publisher"})
    for number, each in enumerate(document.operations, start=1):
        found.append({**shared, "eid": "", "id": f"!o{number}", **each})
    return tuple(sorted(found, key=leaf_key))


def _flags(text: str, start: int | None, where: Mapping[str, str | int]) -> list[Finding]:
    """One finding for each code that the scan of a text found.

    Its parameters hold every offset in that text with what stands there; `start` is where the text begins in the
    document, None for a text beside it.
    """
    by_code: dict[str, list[Flag]] = {}
    for flag in scan_text(text):
        by_code.setdefault(flag.code, []).append(flag)
    return [
        Finding(
            code,
            {
                **where,
                "count": len(flags),
                "places": "; ".join(f"{flag.start}-{flag.end} {flag.what}" for flag in flags),
            },
            None if start is None else start + flags[0].start,
            None if start is None else start + flags[0].end,
        )
        for code, flags in sorted(by_code.items())
    ]


def _source_flags(data: bytes) -> list[Finding]:
    """One finding for each code that the scan of a file's markup found; places are bytes, the first of them."""
    by_code: dict[str, list[Flag]] = {}
    for flag in scan_source(data):
        by_code.setdefault(flag.code, []).append(flag)
    return [
        Finding(
            code,
            {
                "count": len(flags),
                "bytes": "; ".join(f"{flag.start}-{flag.end} {flag.what}".rstrip() for flag in flags[:SHOWN]),
            },
        )
        for code, flags in sorted(by_code.items())
    ]


def work_leaf(work: str, expressions: Iterable[Mapping[str, Any]]) -> Leaf:
    """The leaf of a work from those of its expressions, in the order of their ids."""
    ordered = sorted(expressions, key=lambda leaf: str(leaf["id"]))
    return {
        "type": "work",
        "id": work,
        "work": work,
        "kind": ordered[0]["kind"],
        "title": ordered[0]["title"],
        "aliases": sorted({alias for leaf in ordered for alias in leaf["aliases"]}),
        "expressions": [leaf["id"] for leaf in ordered],
    }


def node_ids(eids: Sequence[str]) -> list[str]:
    """A stable id for each node of a document: its eid, and from the second of a name on «~» and the number."""
    seen: dict[str, int] = {}
    ids: list[str] = []
    for eid in eids:
        count = seen.get(eid, 0)
        seen[eid] = count + 1
        ids.append(f"{eid}~{count}" if count else str(eid))
    return ids


def _structure(document: Document) -> Leaf:
    nodes = [
        [
            *(
                node.eid,
                node.path,
                node.ordinal,
                node.kind,
                node.label,
                node.heading,
                node.parent,
                node.start,
                node.end,
            ),
            *(
                1 if node.block else 0,
                node.status,
                node.valid_from,
                node.valid_to,
                node.role,
                node.publisher_id,
                node.url,
            ),
        ]
        for node in document.provisions
    ]
    sides = [[side.kind, side.label, side.at, side.text] for side in document.sides]
    structure: Leaf = {"schema": "pincite.structure/1", "nodes": nodes, "sides": sides}
    amended = [[index, *node.amended_by] for index, node in enumerate(document.provisions) if node.amended_by]
    between = _between(document)
    return {**structure, **({"amended_by": amended} if amended else {}), **({"between": between} if between else {})}


def _between(document: Document) -> list[list[Any]]:
    """What stands before each block, by its number, and behind the last, where it is not the line feed it usually is.

    With it, the text of a document can be made again from those of its blocks (`joined`).
    """
    found: list[list[Any]] = []
    position = number = 0
    for node in document.provisions:
        if node.block:
            gap = document.text[position : node.start]
            if gap != ("\n" if number else ""):
                found.append([number, gap])
            position, number = node.end, number + 1
    if position < len(document.text):
        found.append([number, document.text[position:]])
    return found


def joined(blocks: Sequence[str], between: Iterable[Sequence[Any]]) -> str:
    """The text of a document from those of its blocks; `between` as its structure has it."""
    odd = {int(number): str(text) for number, text in between}
    pieces = [each for number, text in enumerate(blocks) for each in (odd.get(number, "\n" if number else ""), text)]
    return "".join([*pieces, odd.get(len(blocks), "")])


def _map(document: Document) -> Leaf:
    """The runs of the text and of each side channel; differences instead of positions, because they compress well."""
    return {
        "schema": "pincite.map/1",
        "encoding": document.source_map.encoding,
        "text": _runs(document.source_map),
        "sides": [_runs(side.runs) for side in document.sides],
    }


def _runs(runs: Iterable[Run]) -> list[int]:
    """Four integers a run: its length, the gap in the source before it, its source length, 1 if verbatim."""
    flat: list[int] = []
    before = 0
    for start, end, source_start, source_end, verbatim in runs:
        flat += (end - start, source_start - before, source_end - source_start, 1 if verbatim else 0)
        before = source_end
    return flat
