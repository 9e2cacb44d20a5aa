"""The promise every reader of a publisher's format keeps: each character is somewhere, and knows its bytes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pincite.law.document import Document
from pincite.text.canonical import Piece, SourceMap, unaccounted

__all__ = ["assert_every_character_is_accounted_for"]


def assert_every_character_is_accounted_for(
    data: bytes, documents: Sequence[Document], pieces: Iterable[Piece]
) -> None:
    """Assert that no text of a source was lost and that every offset leads to its bytes.

    1. `Document.check` holds for each document.
    2. Each verbatim run of its text and of its side channels decodes to just these characters.
    3. No piece of text is outside the canonical texts and the side channels of all documents together.
    4. Each provision that holds text is led back to a range of source bytes inside the file.

    Args:
        data: the source file.
        documents: what the reader made of it.
        pieces: the texts of the source that must be accounted for (the body, not its metadata).

    """
    runs = []
    sides = []
    encoding = documents[0].source_map.encoding
    for document in documents:
        document.check()
        text = document.text
        for run in document.source_map:
            assert 0 <= run.source_start <= run.source_end <= len(data), f"{document.work}: {run} lies outside the file"
            if run.verbatim:
                there = data[run.source_start : run.source_end].decode(encoding)
                assert there == text[run.start : run.end], f"{document.work}: {run} says {there!r}"
        for side in document.sides:
            assert 0 <= side.at <= len(text), f"{document.work}: {side.kind} is anchored outside the text"
            for run in side.runs:
                if run.verbatim:
                    assert data[run.source_start : run.source_end].decode(encoding) == side.text[run.start : run.end]
        for node in document.provisions:
            if node.end > node.start:
                start, end = document.source_map.source_span(node.start, node.end, data)
                assert 0 <= start <= end <= len(data), f"{document.work}#{node.eid}: bytes {start}..{end}"
        runs += list(document.source_map)
        sides += list(document.sides)
    missing = unaccounted(pieces, SourceMap(runs, encoding=encoding), sides)
    lost = sum(len(piece.text.strip()) for piece in missing)
    assert not missing, f"{lost} characters reached no text: {missing[:5]}"
