"""The atoms of a document: deterministic rules over its blocks (design: releases, Obligation atoms).

Keeps true:
1. The same text gives the same atoms; no model has a part in it.
2. Definitions, headings, recitals, quoted amendments and provisions that are not law in force give none.
3. What would break a rule of `atom` is left out, never bent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pincite.atoms import chinese, german, western
from pincite.atoms.atom import Atom, AtomFault, make_atom
from pincite.atoms.found import Reading, trimmed
from pincite.atoms.grammar import Grammar, grammar_of
from pincite.atoms.sentences import sentences_of
from pincite.digests import sha256_text
from pincite.law.document import Document, Provision

__all__ = ["KINDS", "atoms_of", "atoms_of_block"]

KINDS = ("legislation", "guidance")
"""Kinds of documents that lay down norms."""

_READERS = {"de": german.read, "zh": chinese.read}


def atoms_of(document: Document, block_ids: Sequence[str]) -> list[Atom]:
    """The atoms of a document in the order of its text.

    Args:
        document: as it was read.
        block_ids: the id of the leaf of each provision, by index.

    """
    grammar = grammar_of(document.language)
    if grammar is None or document.kind not in KINDS:
        return []
    found: list[Atom] = []
    nodes = document.provisions
    index = 0
    while index < len(nodes):
        if not nodes[index].block:
            index += 1
            continue
        last = index + 1
        while last < len(nodes) and nodes[last].start < nodes[index].end and not nodes[last].block:
            last += 1
        text = document.text_of(nodes[index])
        if grammar.may_hold(text):
            found += atoms_of_block(
                text, nodes[index:last], grammar, str(document.expression), block_ids[index], document.language
            )
        index = last
    return found


def atoms_of_block(
    text: str, nodes: Sequence[Provision], grammar: Grammar, expression: str, block: str, language: str
) -> list[Atom]:
    """The atoms of one block; `nodes` are the block and the provisions inside it."""
    read = _READERS.get(grammar.language, western.read)
    found: list[Atom] = []
    digest = sha256_text(text)
    for sentence in sentences_of(text, nodes[0].start, nodes, grammar):
        if not grammar.may_hold(text, sentence.start, sentence.end):
            continue
        for reading in read(text, sentence.start, sentence.end, grammar):
            atom = _atom(text, reading, expression, sentence.eid, block, len(found) + 1, language, digest)
            if atom is not None:
                found.append(atom)
    return found


def _atom(
    text: str, reading: Reading, expression: str, eid: str, block: str, ordinal: int, language: str, digest: str
) -> Atom | None:
    start, end = reading.start, reading.end
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    fields = {name: tuple(sorted(spans)) for name, spans in reading.fields.items() if spans}
    try:
        return make_atom(
            text,
            Atom(
                expression, eid, block, ordinal, language, reading.modality, start, end, text[start:end], fields, digest
            ),
        )
    except AtomFault:
        return None


def every_atom(documents: Sequence[tuple[Document, Sequence[str]]]) -> Iterator[Atom]:
    """The atoms of several documents."""
    for document, ids in documents:
        yield from atoms_of(document, ids)


__all__ += ["every_atom", "trimmed"]
