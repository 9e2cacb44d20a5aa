"""Whether a document may enter a release: what every reader promises, checked once more by the build.

Keeps true: a document in a release has an unbroken tree, a map whose verbatim runs are the source's own bytes, ids by
which every place can be told from every other, and no character of source text that is in neither text nor side channel.
"""

from __future__ import annotations

from pincite.findings import Finding
from pincite.law.document import Document

__all__ = ["empty_in_force", "fault"]

SHOWN = 3


def fault(document: Document, data: bytes) -> tuple[str, str] | None:
    """Why a document read from `data` may not enter, as (place, reason), or None."""
    try:
        document.check()
    except AssertionError as broken:
        return str(document.work), f"the tree is broken: {broken}"
    return _empty(document) or _losses(document) or _map(document, data) or _keys(document)


def empty_in_force(document: Document) -> tuple[Finding, ...]:
    """The finding `empty_in_force` when provisions of legislation say nothing and are called law in force.

    No reason to refuse the document: its other provisions stand. `first` is the place of the first, `count` how many.
    """
    empty = document.empty_in_force()
    if not empty:
        return ()
    node = document.provisions[empty[0]]
    where: dict[str, str | int] = {"count": len(empty), "first": str(node.eid)}
    return (Finding("empty_in_force", where, start=node.start, end=node.end),)


def _empty(document: Document) -> tuple[str, str] | None:
    if not document.text.strip():
        return str(document.work), "the document holds no text"
    if not document.extractor:
        return str(document.work), "the reader does not say its name and version (Document.extractor)"
    return None


def _losses(document: Document) -> tuple[str, str] | None:
    if document.losses is None:
        return str(document.work), "the reader did not account for the source's text (Document.losses is None)"
    if document.losses:
        lost = sum(len(piece.text.strip()) for piece in document.losses)
        shown = "; ".join(f"bytes {piece.start}–{piece.end} «{piece.text[:60]}»" for piece in document.losses[:SHOWN])
        return str(document.work), f"{lost} characters of source text reached neither text nor side channel: {shown}"
    return None


def _map(document: Document, data: bytes) -> tuple[str, str] | None:
    encoding = document.source_map.encoding
    text = document.text
    data = data if document.view is None else document.view
    for start, end, source_start, source_end, verbatim in document.source_map:
        if not 0 <= source_start <= source_end <= len(data):
            return f"characters {start}–{end}", f"mapped to bytes {source_start}–{source_end}, outside the file"
        if verbatim and data[source_start:source_end] != text[start:end].encode(encoding):
            return f"bytes {source_start}–{source_end}", f"are not the characters {start}–{end} they are said to be"
    return None


def _keys(document: Document) -> tuple[str, str] | None:
    seen: set[tuple[str, str, int]] = set()
    for node in document.provisions:
        key = (node.path, str(node.eid), node.ordinal)
        if key in seen:
            where = f"{document.work}#{node.eid}"
            return where, f"two provisions have one key (container «{node.path}», ordinal {node.ordinal})"
        seen.add(key)
    return None
