"""Atoms of a text of the tests' own: one block, read by a language's rules."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.atoms.atom import Atom
from pincite.atoms.extract import atoms_of_block
from pincite.atoms.grammar import grammar_of
from pincite.identity.reference import Place
from pincite.law.document import Provision, Status

__all__ = ["atoms", "said"]


def atoms(
    text: str,
    language: str = "en",
    *,
    kind: str = "section",
    status: Status = "in_force",
    heading: str = "",
    inside: Sequence[Provision] = (),
) -> list[Atom]:
    """The atoms of one block with this text."""
    grammar = grammar_of(language)
    assert grammar is not None
    block = Provision(Place("s1"), kind, 0, len(text), heading=heading, block=True, status=status)
    return atoms_of_block(text, [block, *inside], grammar, f"hk/cap9@{language}/2026-01-01", "s1", language)


def said(atom: Atom) -> dict[str, str]:
    """The modality and the words of each field."""
    return {"modality": atom.modality, **{name: atom.words(name) for name in atom.fields}}
