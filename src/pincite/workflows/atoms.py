"""Obligation atoms of releases: list and choose them, check them, say where there are none, carry them to a newer text.

Keeps true: what is listed was checked against the verified text of its block; a provision without an atom is named, never
passed over; an atom carried to another wording stands there letter by letter, or is stale.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, get_args

from pincite.atoms.atom import FIELDS, Atom, Modality, faults
from pincite.atoms.extract import KINDS
from pincite.atoms.reanchor import Reanchored, reanchor
from pincite.corpus.answers import Corpus, ExpressionRecord, NodeRecord
from pincite.corpus.leaves import node_ids
from pincite.corpus.notice import NOTICE
from pincite.errors import BadInput
from pincite.identity.reference import Reference, lies_in
from pincite.text.dates import checked_date

__all__ = [
    "SCHEMA",
    "AtomCheck",
    "AtomCoverage",
    "Chosen",
    "CorpusWithAtoms",
    "Listed",
    "as_json",
    "atom_json",
    "carried_to",
    "carry",
    "check_atoms",
    "choose_wording",
    "coverage_of_atoms",
    "list_atoms",
    "one_atom",
]

SCHEMA = "pincite.atoms/1"
_NO_PROVISION = frozenset(
    (
        "heading",
        "title",
        "doc_title",
        "long_title",
        "short_title",
        "marginal",
        "recital",
        "preamble",
        "citation",
        "text",
        "signature",
        "toc",
        "level",
    )
)


class CorpusWithAtoms(Corpus, Protocol):
    """A corpus that keeps atoms."""

    def atoms(self, expression: str) -> Sequence[Atom]:
        """The atoms of a document in the order of its text."""


@dataclass(frozen=True, slots=True)
class Listed:
    """An atom with what a reader needs beside it: its document and the status of its provision."""

    atom: Atom
    record: ExpressionRecord
    heading: str = ""

    @property
    def reference(self) -> str:
        """The place, `work#eid`."""
        return f"{self.record.work}#{self.atom.eid}"


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which atoms are wanted; "" or () is all.

    Attributes:
        reference: a work or a place in it.
        modality: as in `Modality`.
        words: words that must stand in the atom, without regard to case.
        actor: words that must stand in its actor or subject.
        language, as_of: as in `Corpus`; of a work in several states the newest not later than the date.

    """

    reference: str = ""
    modality: str = ""
    words: str = ""
    actor: str = ""
    language: str = ""
    as_of: str = ""


def choose_wording(corpus: Corpus, work: str, language: str, as_of: str) -> list[ExpressionRecord]:
    """Of a work the newest wording in each language that is not later than the date ("": each release's own)."""
    newest: dict[str, ExpressionRecord] = {}
    for record in corpus.expressions(work):
        if record.kind not in KINDS or record.state > (as_of or record.as_of):
            continue
        if language and record.language != language and not record.language.startswith(f"{language}-"):
            continue
        if record.language not in newest or newest[record.language].state < record.state:
            newest[record.language] = record
    return [newest[name] for name in sorted(newest)]


def list_atoms(corpus: CorpusWithAtoms, chosen: Chosen | None = None) -> Iterator[Listed]:
    """The atoms wanted, in the order of works, languages and text.

    Raises:
        BadInput: a modality that is none, a reference that cannot be read or is not held, a date that is no day.

    """
    chosen = chosen or Chosen()
    if chosen.modality and chosen.modality not in get_args(Modality):
        raise BadInput(f"no modality {chosen.modality!r}", remedy=f"Modalities: {', '.join(get_args(Modality))}.")
    checked_date(chosen.as_of, "the date")
    place = ""
    if chosen.reference:
        reference = _reference(chosen.reference)
        place = str(reference.place or "")
        works = [str(reference.work)]
        if not corpus.expressions(works[0]):
            raise BadInput(f"{works[0]} is not held", remedy="`pincite coverage` says what the releases hold.")
    else:
        works = list(dict.fromkeys(record.work for record in corpus.every_document() if record.kind in KINDS))
    for work in works:
        for record in choose_wording(corpus, work, chosen.language, chosen.as_of):
            yield from _of_wording(corpus, record, chosen, place)


def _reference(text: str) -> Reference:
    try:
        return Reference.parse(text.strip())
    except ValueError as error:
        raise BadInput(
            f"{text!r} is no reference: {error}", remedy="Write one such as hk/cap486#s33 or ch/sr/220."
        ) from None


def _of_wording(corpus: CorpusWithAtoms, record: ExpressionRecord, chosen: Chosen, place: str) -> Iterator[Listed]:
    headings: dict[str, str] = {}
    atoms = corpus.atoms(record.id)
    if atoms:
        nodes = corpus.nodes(record.id)
        names = node_ids([node.eid for node in nodes])
        headings = {names[node.node]: node.heading for node in nodes}
    for atom in atoms:
        if place and atom.eid != place and not lies_in(atom.eid, place) and atom.block != place:
            continue
        if chosen.modality and atom.modality != chosen.modality:
            continue
        if chosen.words and chosen.words.casefold() not in atom.quoted_text.casefold():
            continue
        if chosen.actor and chosen.actor.casefold() not in f"{atom.words('actor')} {atom.words('subject')}".casefold():
            continue
        yield Listed(atom, record, headings.get(atom.block, ""))


def one_atom(corpus: CorpusWithAtoms, identifier: str) -> tuple[Listed, str]:
    """An atom by its id, with the text of its block.

    Raises:
        BadInput: it is not held.

    """
    expression, sign, local = identifier.partition("#")
    work = expression.partition("@")[0]
    record = next((each for each in corpus.expressions(work) if each.id == expression), None) if sign else None
    if record is None:
        raise BadInput(
            f"no wording {expression!r} is held",
            remedy="Name an atom as `pincite atoms list` does: hk/cap486@en/2022-10-01#s26!a1.",
        )
    for each in _of_wording(corpus, record, Chosen(), ""):
        if each.atom.local_id == local:
            return each, _block_texts(corpus, record.id)[each.atom.block]
    raise BadInput(f"{expression} has no atom {local!r}", remedy=f"`pincite atoms list {work}` names those it has.")


def _block_texts(corpus: Corpus, expression: str) -> dict[str, str]:
    names = node_ids([node.eid for node in corpus.nodes(expression)])
    return {names[block.node]: block.text for block in corpus.blocks(expression)}


@dataclass(frozen=True, slots=True)
class AtomCheck:
    """What a check of atoms came to: how many, by language and modality, and the rules that any of them breaks."""

    atoms: int
    by_language: dict[str, int]
    by_modality: dict[str, int]
    broken: tuple[tuple[str, str], ...] = ()

    @property
    def ok(self) -> bool:
        """Whether all keep all rules."""
        return not self.broken


def check_atoms(corpus: CorpusWithAtoms) -> AtomCheck:
    """Check every rule of `atoms.atom` on every atom of every wording."""
    languages: Counter[str] = Counter()
    modalities: Counter[str] = Counter()
    broken: list[tuple[str, str]] = []
    for record in corpus.every_document():
        atoms = corpus.atoms(record.id)
        texts = _block_texts(corpus, record.id) if atoms else {}
        for atom in atoms:
            languages[atom.language] += 1
            modalities[atom.modality] += 1
            broken += [(atom.id, fault) for fault in faults(atom, texts[atom.block])]
    return AtomCheck(
        languages.total(), dict(sorted(languages.items())), dict(sorted(modalities.items())), tuple(broken)
    )


@dataclass(frozen=True, slots=True)
class AtomCoverage:
    """Which provisions in force of a wording have atoms; `without` names those that have none, with label and heading."""

    expression: str
    provisions: int
    with_atoms: int
    without: tuple[tuple[str, str], ...]


def coverage_of_atoms(corpus: CorpusWithAtoms, chosen: Chosen | None = None) -> Iterator[AtomCoverage]:
    """For each wording wanted, the provisions (blocks that lay down law in force) without an atom."""
    chosen = chosen or Chosen()
    works = [str(_reference(chosen.reference).work)] if chosen.reference else None
    if works is None:
        works = list(dict.fromkeys(record.work for record in corpus.every_document() if record.kind in KINDS))
    for work in works:
        for record in choose_wording(corpus, work, chosen.language, chosen.as_of):
            nodes = corpus.nodes(record.id)
            names = node_ids([node.eid for node in nodes])
            held = {atom.block for atom in corpus.atoms(record.id)}
            blocks = [nodes[block.node] for block in corpus.blocks(record.id)]
            said = [node for node in blocks if node.kind not in _NO_PROVISION and node.status == "in_force"]
            without = tuple((node.eid, _named(node)) for node in said if names[node.node] not in held)
            yield AtomCoverage(record.id, len(said), len(said) - len(without), without)


def _named(node: NodeRecord) -> str:
    return "  ".join(part for part in (node.label, node.heading) if part)


def carry(old: CorpusWithAtoms, new: Corpus, old_id: str, new_id: str) -> list[Reanchored]:
    """The atoms of one wording carried to another: where each stands there, or that it is stale.

    Raises:
        BadInput: a wording that is not held.

    """
    texts = _block_texts(new, new_id)
    before = _block_texts(old, old_id)
    return [reanchor(atom, before[atom.block], texts, new_id) for atom in old.atoms(old_id)]


def carried_to(old: CorpusWithAtoms, new: Corpus) -> Iterator[Reanchored]:
    """The atoms of each newest wording carried to the newest wording of the same work and language in another set."""
    for work in dict.fromkeys(record.work for record in old.every_document() if record.kind in KINDS):
        later = {record.language: record for record in choose_wording(new, work, "", "")}
        for record in choose_wording(old, work, "", ""):
            if record.language in later:
                yield from carry(old, new, record.id, later[record.language].id)


def atom_json(listed: Listed) -> dict[str, Any]:
    """One atom as JSON: each field with its spans and what stands there."""
    atom, record = listed.atom, listed.record
    start = atom.char_start
    return {
        "id": atom.id,
        "reference": listed.reference,
        "release": record.release,
        "release_as_of": record.as_of,
        "title": record.title,
        "heading": listed.heading,
        "language": atom.language,
        "modality": atom.modality,
        "block": atom.block,
        "text_sha256": atom.text_sha256,
        "char_start": start,
        "char_end": atom.char_end,
        "quoted_text": atom.quoted_text,
        "fields": {
            name: [
                {"char_start": a, "char_end": b, "text": atom.quoted_text[a - start : b - start]}
                for a, b in atom.fields[name]
            ]
            for name in FIELDS
            if name in atom.fields
        },
        "url": record.url,
    }


def as_json(listed: Iterable[Listed]) -> dict[str, Any]:
    """Atoms as JSON of the schema `pincite.atoms/1`."""
    return {
        "schema": SCHEMA,
        "notice": NOTICE,
        "offsets": "Unicode code points of the block's text",
        "atoms": [atom_json(each) for each in listed],
    }
