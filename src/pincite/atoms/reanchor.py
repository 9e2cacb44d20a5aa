"""An atom of one wording in another: where it stands there, or that it is stale.

Keeps true: an atom is carried only when its words stand letter by letter in the new text, and only to one place; nothing
is matched by likeness. The old atom stays as it was: old rows resolve in their own release.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from pincite.atoms.atom import Atom, make_atom, shifted
from pincite.digests import sha256_text

__all__ = ["Reanchored", "reanchor"]

What = Literal["same", "moved", "stale", "ambiguous"]

CONTEXT = 80


@dataclass(frozen=True, slots=True)
class Reanchored:
    """What came of an atom.

    Attributes:
        what: `same` (same block, same offsets), `moved` (same words elsewhere), `stale` (the words stand no more), or
            `ambiguous` (they stand in several places, and nothing around them tells which).
        old: the atom as it was.
        new: the atom in the new wording; None unless it is same or moved.

    """

    what: What
    old: Atom
    new: Atom | None = None


def reanchor(atom: Atom, old_text: str, texts: Mapping[str, str], expression: str) -> Reanchored:
    """Carry an atom.

    Args:
        atom: as made in the old wording.
        old_text: the text of its block there.
        texts: the blocks of the new wording by the ids of their leaves.
        expression: the id of the new wording.

    """
    own = texts.get(atom.block)
    if own is not None:
        found = _at(atom, old_text, own)
        if found is not None:
            return _carried(atom, own, found, atom.block, expression)
        if own.count(atom.quoted_text) > 1:
            return Reanchored("ambiguous", atom)
    elsewhere = [(name, text) for name, text in texts.items() if name != atom.block and atom.quoted_text in text]
    if len(elsewhere) == 1 and elsewhere[0][1].count(atom.quoted_text) == 1:
        name, text = elsewhere[0]
        return _carried(atom, text, text.index(atom.quoted_text), name, expression)
    return Reanchored("ambiguous" if elsewhere else "stale", atom)


def _at(atom: Atom, old: str, new: str) -> int | None:
    """Where the words stand in the block's new text; of several places the one whose surroundings are the same."""
    places = []
    at = new.find(atom.quoted_text)
    while at >= 0:
        places.append(at)
        at = new.find(atom.quoted_text, at + 1)
    if len(places) > 1:
        around = (
            old[max(0, atom.char_start - CONTEXT) : atom.char_start],
            old[atom.char_end : atom.char_end + CONTEXT],
        )
        size = len(atom.quoted_text)
        places = [
            at for at in places if (new[max(0, at - CONTEXT) : at], new[at + size : at + size + CONTEXT]) == around
        ]
    return places[0] if len(places) == 1 else None


def _carried(atom: Atom, text: str, at: int, block: str, expression: str) -> Reanchored:
    eid = atom.eid if block == atom.block else block.partition("~")[0]
    moved = replace(
        shifted(atom, at - atom.char_start), expression=expression, block=block, eid=eid, text_sha256=sha256_text(text)
    )
    same = block == atom.block and at == atom.char_start
    return Reanchored("same" if same else "moved", atom, make_atom(text, moved))
