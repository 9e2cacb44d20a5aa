"""A publisher's format of the tests' own, with a real reader: maps, side channels, ids that repeat.

work: hk/cap9            header lines, then one empty line
language: en
state: 2024-01-01
alias: hk/x/1            may repeat; so may short_title
@ s1 section heading=Lamps status=pending from=2020-01-01      begins a block
@@ s1_1 subsection                                             begins a provision inside it
{page 91}                a page begins
~ words                  a note
anything else            a line of text
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pincite.errors import UnreadableSource
from pincite.identity.reference import Place, WorkId
from pincite.law.document import Document, Provision
from pincite.law.reader import Reader
from pincite.text.canonical import Piece, TextBuilder, unaccounted

EXTRACTOR = "tests.tiny/1"


def read(data: bytes, *, name: str, options: Mapping[str, str]) -> list[Document]:
    """One document, or several parted by a line `====`."""
    documents: list[Document] = []
    start = 0
    for part in data.split(b"\n====\n"):
        documents.append(_document(part, start, name, options))
        start += len(part) + 6
    return documents


def _document(data: bytes, offset: int, name: str, options: Mapping[str, str]) -> Document:
    head, empty, body = data.partition(b"\n\n")
    if not empty:
        raise UnreadableSource(name, "line 1", "no empty line after the header")
    said: dict[str, Any] = {"alias": [], "short_title": []}
    for line in head.decode().splitlines():
        key, colon, value = line.partition(": ")
        if not colon:
            raise UnreadableSource(name, f"line {line!r}", "not a header line")
        if key in ("alias", "short_title"):
            said[key].append(value)
        else:
            said[key] = value
    if said.get("fail") == "crash":
        raise KeyError("a fault of the reader")
    builder = TextBuilder()
    open_nodes: list[tuple[int, dict[str, Any]]] = []
    nodes: list[dict[str, Any]] = []
    pieces: list[Piece] = []
    at = offset + len(head) + 2

    def close(depth: int) -> None:
        while open_nodes and open_nodes[-1][0] >= depth:
            open_nodes.pop()[1]["end"] = builder.position

    for raw in body.split(b"\n"):
        line = raw.decode()
        if line.startswith("@"):
            marks, eid, kind, *rest = line.split(" ")
            depth = len(marks)
            close(depth)
            builder.break_line()
            values = dict(each.split("=", 1) for each in rest)
            parent = nodes.index(open_nodes[-1][1]) if open_nodes else None
            node = {
                "eid": eid,
                "kind": kind,
                "start": builder.position,
                "end": 0,
                "parent": parent,
                "block": depth == 1,
                **values,
            }
            nodes.append(node)
            open_nodes.append((depth, node))
        elif line.startswith("{page "):
            builder.break_line()
            builder.side("page", [Piece(line, at, at + len(raw))], label=line[6:-1])
        elif line.startswith("~ "):
            piece = Piece(line[2:], at + 2, at + len(raw))
            pieces.append(piece)
            builder.side("note", [piece])
        elif line:
            piece = Piece(line, at, at + len(raw))
            pieces.append(piece)
            builder.break_line()
            builder.write(piece)
        at += len(raw) + 1
    close(0)
    text, source_map, sides = builder.finish()
    if said.get("fail") == "loss":
        pieces.append(Piece("forgotten words", 0, 5))
    return Document(
        work=WorkId(said["work"]),
        kind=said.get("kind", "legislation"),
        language=said.get("language", "en"),
        state=said.get("state", ""),
        title=said.get("title", said["work"]) + options.get("suffix", "") + options.get("json", ""),
        text=text,
        source_map=source_map,
        provisions=_provisions(nodes, decision=said.get("kind") == "decision"),
        sides=sides,
        aliases=tuple(said["alias"]),
        short_titles=tuple(said["short_title"]),
        url=said.get("url", ""),
        extractor=EXTRACTOR,
        losses=None if said.get("fail") == "uncounted" else tuple(unaccounted(pieces, source_map, sides)),
    )


def _provisions(nodes: list[dict[str, Any]], *, decision: bool) -> tuple[Provision, ...]:
    seen: dict[str, int] = {}
    made: list[Provision] = []
    for node in nodes:
        ordinal = seen.get(node["eid"], 0)
        seen[node["eid"]] = ordinal + 1
        made.append(
            Provision(
                eid=Place(node["eid"]),
                kind=node["kind"],
                start=node["start"],
                end=node["end"],
                label=node.get("label", ""),
                heading=node.get("heading", ""),
                parent=node["parent"],
                block=node["block"],
                publisher_id=node.get("id"),
                status=node.get("status", "not_applicable" if decision else "in_force"),
                valid_from=node.get("from"),
                valid_to=node.get("until"),
                ordinal=ordinal,
            )
        )
    return tuple(made)


def readers() -> Mapping[str, Reader]:
    """For `wiring.build(readers_from=…)`; at module level, so that other processes find it."""
    return {"tiny": read}


def code(reader: str) -> str:
    """A digest of the reader's code that no edit of the project changes."""
    return reader
