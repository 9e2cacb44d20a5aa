"""An obligation atom and the rules that every one of them keeps (design: releases, Obligation atoms).

Keeps true, checked when an atom is made, when a release is built, when a row is read and when a release is verified:
1. Bounds: `0 <= char_start < char_end <= len(block text)`; Python slices accept negative and oversized offsets, so that
   equality alone proves nothing. Every span of a field lies within the atom, begins before it ends and is not blank.
2. `quoted_text == block_text[char_start:char_end]`.
3. There is a modal, and the words at its spans are of the class `modal` in the lexicon of the language; what forbids has
   a negation there too (`words.carries`).
4. Exactly one modality; an `actor` or a `subject`.

Offsets are code points of the block's text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from pincite.atoms.words import carries

__all__ = [
    "EXTRACTOR",
    "FIELDS",
    "Atom",
    "AtomFault",
    "Field",
    "Modality",
    "atom_of_leaf",
    "faults",
    "make_atom",
    "shifted",
]

EXTRACTOR = "pincite.atoms/1"
"""Name and version of the rules; a change of what they find changes the version."""

Modality = Literal["must", "must_not", "should", "should_not", "may"]

Field = Literal["actor", "subject", "modal", "negation", "action", "recipient", "time", "condition", "exception"]

FIELDS: tuple[Field, ...] = get_args(Field)
"""In the order in which they are shown.

`actor`: who; `subject`: what or who the clause speaks of where it does not name one who acts (the passive, a thing, a
pronoun); `modal` and `negation`: the words that make it a norm; `action`: what, with its objects; `recipient`: to whom.
"""

Spans = tuple[tuple[int, int], ...]


class AtomFault(ValueError):
    """An atom breaks one of the rules; the message says which."""


@dataclass(frozen=True, slots=True)
class Atom:
    """One atom. `make_atom` alone makes them from text.

    Attributes:
        expression: the wording, `work@language/state`.
        eid: the smallest provision that holds the whole atom.
        block: id of the leaf of the block in which it stands.
        ordinal: which atom of that block, from 1.
        language: of the wording.
        modality: see `Modality`.
        char_start, char_end: in the block's text.
        quoted_text: what stands there.
        fields: spans of each field, in order; a field that nothing says is absent.
        text_sha256: of the block's text.

    """

    expression: str
    eid: str
    block: str
    ordinal: int
    language: str
    modality: Modality
    char_start: int
    char_end: int
    quoted_text: str
    fields: Mapping[Field, Spans]
    text_sha256: str

    @property
    def id(self) -> str:
        """`<expression>#<block>!a<n>`."""
        return f"{self.expression}#{self.local_id}"

    @property
    def local_id(self) -> str:
        """`<block>!a<n>`, unique in the wording."""
        return f"{self.block}!a{self.ordinal}"

    @property
    def work(self) -> str:
        """The work."""
        return self.expression.partition("@")[0]

    def words(self, field: Field) -> str:
        """What a field says: its spans, joined by « … »; "" when it is absent."""
        return " … ".join(
            self.quoted_text[a - self.char_start : b - self.char_start] for a, b in self.fields.get(field, ())
        )

    def leaf(self) -> dict[str, Any]:
        """The leaf of a release."""
        return {
            "type": "atom",
            "work": self.work,
            "expression": self.expression,
            "eid": self.eid,
            "id": self.local_id,
            "block": self.block,
            "ordinal": self.ordinal,
            "language": self.language,
            "modality": self.modality,
            "char_start": self.char_start,
            "char_end": self.char_end,
            "quoted_text": self.quoted_text,
            "fields": {name: [list(span) for span in spans] for name, spans in self.fields.items()},
            "text_sha256": self.text_sha256,
            "extractor": EXTRACTOR,
        }


def make_atom(text: str, atom: Atom) -> Atom:
    """The atom, if it keeps every rule in the block's text.

    Raises:
        AtomFault: naming the rules it breaks.

    """
    broken = faults(atom, text)
    if broken:
        raise AtomFault(f"{atom.id}: {'; '.join(broken)}")
    return atom


def faults(atom: Atom, text: str) -> tuple[str, ...]:
    """The rules an atom breaks in the text of its block; () when it keeps them all."""
    start, end = atom.char_start, atom.char_end
    if not 0 <= start < end <= len(text):
        return (f"its span {start}..{end} lies outside the text of {len(text)} characters",)
    found: list[str] = []
    if atom.quoted_text != text[start:end]:
        found.append("its quoted text is not what stands there")
    if atom.modality not in get_args(Modality):
        found.append(f"{atom.modality!r} is no modality")
    for name, spans in atom.fields.items():
        if name not in FIELDS:
            found.append(f"{name!r} is no field")
        found += [f"{name}: {a}..{b} is no span within the atom" for a, b in spans if not start <= a < b <= end]
        if not spans:
            found.append(f"{name} has no span")
    if found:
        return tuple(found)
    found += [
        f"{name}: {a}..{b} is blank" for name, spans in atom.fields.items() for a, b in spans if not text[a:b].strip()
    ]
    modal = [text[a:b] for a, b in atom.fields.get("modal", ())]
    negation = [text[a:b] for a, b in atom.fields.get("negation", ())]
    if not carries(atom.language, "modal", modal):
        found.append(f"{' '.join(modal)!r} is no modal of the lexicon")
    if atom.modality.endswith("_not") and not carries(atom.language, "negation", [*negation, *modal]):
        found.append("nothing in it forbids")
    if not atom.fields.get("actor") and not atom.fields.get("subject"):
        found.append("it names neither who acts nor of what it speaks")
    if not atom.fields.get("action"):
        found.append("it says nothing to be done")
    return tuple(found)


def atom_of_leaf(leaf: Mapping[str, Any]) -> Atom:
    """The atom a leaf records, its rules unchecked.

    Raises:
        AtomFault: the leaf is not of an atom.

    """
    try:
        fields = {
            name: tuple((int(a), int(b)) for a, b in leaf["fields"][name]) for name in FIELDS if name in leaf["fields"]
        }
        atom = Atom(
            str(leaf["expression"]), str(leaf["eid"]), str(leaf["block"]), int(leaf["ordinal"]), str(leaf["language"]),
            leaf["modality"], int(leaf["char_start"]), int(leaf["char_end"]), str(leaf["quoted_text"]), fields,
            str(leaf["text_sha256"]),
        )  # fmt: skip
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise AtomFault(f"no leaf of an atom: {error}") from error
    if atom.leaf() != dict(leaf):
        raise AtomFault(f"{atom.id}: its leaf says more or less than an atom")
    return atom


def shifted(atom: Atom, by: int) -> Atom:
    """The atom with every span moved."""
    fields = {name: tuple((a + by, b + by) for a, b in spans) for name, spans in atom.fields.items()}
    return replace(atom, char_start=atom.char_start + by, char_end=atom.char_end + by, fields=fields)


def in_order(atoms: Sequence[Atom]) -> list[Atom]:
    """In the order of their text."""
    return sorted(atoms, key=lambda atom: (atom.expression, atom.block, atom.char_start, atom.char_end))
