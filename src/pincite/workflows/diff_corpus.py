"""What differs between two states of a work, or between two releases: by provision and by obligation atom, in words.

Keeps true: provisions are matched by place, container path and ordinal, never by likeness; a provision whose text stands
unchanged under another place is `moved`. A change of status (repealed, in force) is a change of the law, like one of words;
white space is not. Headings have no numbers of their own: they are matched by what they say. Atoms whose words stand unchanged are the
same, wherever they stand; the others are paired in order within one provision, never across provisions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol, runtime_checkable

from pincite.atoms.atom import FIELDS, Atom
from pincite.consolidation.compare import Change, changes
from pincite.corpus.answers import Corpus, ExpressionRecord, NodeRecord
from pincite.corpus.notice import NOTICE
from pincite.errors import BadInput
from pincite.text.dates import is_date

__all__ = [
    "AtomDiff",
    "ProvisionDiff",
    "WordingDiff",
    "as_json",
    "diff_on_dates",
    "diff_releases",
    "diff_wordings",
]

SCHEMA = "pincite.diff/1"

_UNNUMBERED = ("heading", "text", "title")

What = Literal["changed", "added", "removed", "moved", "status"]


@dataclass(frozen=True, slots=True)
class ProvisionDiff:
    """One provision that is not as it was.

    Attributes:
        what: `changed` (its words), `status` (nothing but its status), `added`, `removed`, `moved` (same words elsewhere).
        eid: the place: the new one, of a removed provision the old one.
        was: of a moved provision, its place before.
        heading: label and heading.
        statuses: before and after, "" where it did not or does not exist.
        old, new: the texts before and after.
        words: what changed, by code point of `old` and `new`.

    """

    what: What
    eid: str
    heading: str
    statuses: tuple[str, str]
    old: str = ""
    new: str = ""
    was: str = ""
    words: tuple[Change, ...] = ()


@runtime_checkable
class _WithAtoms(Protocol):
    def atoms(self, expression: str) -> Sequence[Atom]: ...


@runtime_checkable
class _Withholding(Protocol):
    def withheld(self, work: str = "") -> Iterator[ExpressionRecord]: ...


@dataclass(frozen=True, slots=True)
class AtomDiff:
    """One atom that is not as it was: `old` or `new` is None where it was added or removed.

    `fields`: (field, words before, words after) of what differs, `modality` first where that does.
    """

    what: Literal["changed", "added", "removed"]
    eid: str
    old: Atom | None
    new: Atom | None
    fields: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class WordingDiff:
    """Two wordings, "" for one that is not held; `same`: provisions that are as they were, `same_atoms` likewise.

    `withheld`: of which of them the text is not in the copy compared («old», «new», «both»), because its licence does not let it
    be passed on: they were not compared, and nothing is known but that their sources are not the same.
    """

    old: str
    new: str
    provisions: tuple[ProvisionDiff, ...] = ()
    same: int = 0
    atoms: tuple[AtomDiff, ...] = ()
    same_atoms: int = 0
    withheld: Literal["", "old", "new", "both"] = ""


@dataclass(frozen=True, slots=True)
class _Held:
    node: NodeRecord
    text: str

    key: tuple[str, str, int]

    @property
    def heading(self) -> str:
        return "  ".join(part for part in (self.node.label, self.node.heading) if part)


def diff_wordings(old: Corpus, old_id: str, new: Corpus, new_id: str) -> WordingDiff:
    """Compare two wordings of one work, by their blocks.

    Raises:
        BadInput: one of them is not held, or they are of different works or languages.

    """
    before, after = _record(old, old_id), _record(new, new_id)
    if (before.work, before.language) != (after.work, after.language):
        raise BadInput(
            f"{old_id} and {new_id} are not two states of one work in one language",
            remedy="Name two wordings such as hk/cap9@en/2020-01-01 and hk/cap9@en/2024-06-01.",
        )
    return _both(old, before.id, new, after.id)


def _both(old: Corpus, old_id: str, new: Corpus, new_id: str) -> WordingDiff:
    found = _compared(_blocks(old, old_id), _blocks(new, new_id), old_id, new_id)
    if isinstance(old, _WithAtoms) and isinstance(new, _WithAtoms):
        differing, same = _atoms_compared(old.atoms(old_id), new.atoms(new_id))
        return replace(found, atoms=differing, same_atoms=same)
    return found


def diff_on_dates(corpus: Corpus, old: str, new: str) -> list[WordingDiff]:
    """Compare a work on two dates: `work@date` in every language held on both, `work@language/date` in one.

    The wording of a date is the newest that is not later; an id of a wording held is that wording.

    Raises:
        BadInput: different works, no date, or nothing held on one of the dates.

    """
    before, after = _on_date(corpus, old), _on_date(corpus, new)
    languages = sorted(before.keys() & after.keys())
    works = {record.work for record in (*before.values(), *after.values())}
    if len(works) > 1 or not languages:
        raise BadInput(
            f"{old} and {new} are not two states of one work in one language",
            remedy="Name a work on two dates such as hk/cap9@2020-01-01 and hk/cap9@2024-06-01.",
        )
    return [_both(corpus, before[name].id, corpus, after[name].id) for name in languages]


def _on_date(corpus: Corpus, name: str) -> dict[str, ExpressionRecord]:
    work, _, rest = name.partition("@")
    held = corpus.expressions(work)
    if not held:
        _not_withheld(corpus, work)
    if any(record.id == name for record in held):
        return {record.language: record for record in held if record.id == name}
    language, _, date = rest.rpartition("/")
    if not is_date(date):
        return {record.language: record for record in [_record(corpus, name)]}
    newest: dict[str, ExpressionRecord] = {}
    for record in held:
        fits = not language or record.language == language
        if (
            fits
            and record.state <= date
            and (record.language not in newest or newest[record.language].state < record.state)
        ):
            newest[record.language] = record
    if not newest:
        states = ", ".join(record.id for record in held) or "no wording of that work"
        raise BadInput(f"{name}: no wording as old as that is held", remedy=f"Held: {states}.")
    return newest


def _atoms_compared(old: Sequence[Atom], new: Sequence[Atom]) -> tuple[tuple[AtomDiff, ...], int]:
    before, after = Counter(atom.quoted_text for atom in old), Counter(atom.quoted_text for atom in new)
    kept = before & after
    same = kept.total()
    gone, come = _beyond(old, kept), _beyond(new, kept)
    by_place: dict[str, list[Atom]] = {}
    for atom in gone:
        by_place.setdefault(atom.eid, []).append(atom)
    found: list[AtomDiff] = []
    for atom in come:
        waiting = by_place.get(atom.eid)
        if waiting:
            was = waiting.pop(0)
            found.append(AtomDiff("changed", atom.eid, was, atom, _fields_differing(was, atom)))
        else:
            found.append(AtomDiff("added", atom.eid, None, atom))
    found += [AtomDiff("removed", atom.eid, atom, None) for waiting in by_place.values() for atom in waiting]
    return tuple(found), same


def _beyond(atoms: Sequence[Atom], kept: Counter[str]) -> list[Atom]:
    """The atoms that stand on one side alone."""
    left = Counter(kept)
    found: list[Atom] = []
    for atom in atoms:
        if left[atom.quoted_text]:
            left[atom.quoted_text] -= 1
        else:
            found.append(atom)
    return found


def _fields_differing(old: Atom, new: Atom) -> tuple[tuple[str, str, str], ...]:
    found: list[tuple[str, str, str]] = []
    if old.modality != new.modality:
        found.append(("modality", old.modality, new.modality))
    found += [(name, old.words(name), new.words(name)) for name in FIELDS if old.words(name) != new.words(name)]
    return tuple(found)


def diff_releases(old: Corpus, new: Corpus, *, work: str = "") -> Iterator[WordingDiff]:
    """Compare two releases: of each work and language the newest wording in each, in the order of their names.

    Wordings that are equal are left out; one that only one release holds is given without provisions. Wordings whose text a
    copy does not hold are not compared, and given as `withheld` unless their sources are the same.
    """
    before, after = _newest(old, work), _newest(new, work)
    hidden = _withheld(old, work), _withheld(new, work)
    for key in sorted({*before, *after}):
        mine, theirs = before.get(key), after.get(key)
        if mine is None or theirs is None:
            yield WordingDiff(
                mine.id if mine else "", theirs.id if theirs else "", withheld=_which(mine, theirs, hidden)
            )
            continue
        if mine.source_sha256 == theirs.source_sha256 and mine.id == theirs.id:
            continue
        if which := _which(mine, theirs, hidden):
            yield WordingDiff(mine.id, theirs.id, withheld=which)
            continue
        found = _both(old, mine.id, new, theirs.id)
        if found.provisions or mine.id != theirs.id:
            yield found


def _newest(corpus: Corpus, work: str) -> dict[tuple[str, str], ExpressionRecord]:
    found: dict[tuple[str, str], ExpressionRecord] = {}
    for record in (*corpus.every_document(), *_withheld(corpus, work).values()):
        key = (record.work, record.language)
        if (not work or record.work == work) and (key not in found or found[key].state < record.state):
            found[key] = record
    return found


def _withheld(corpus: Corpus, work: str) -> dict[str, ExpressionRecord]:
    """The wordings of which a copy holds no text, by id."""
    return {record.id: record for record in corpus.withheld(work)} if isinstance(corpus, _Withholding) else {}


def _which(
    mine: ExpressionRecord | None, theirs: ExpressionRecord | None, hidden: tuple[Container[str], Container[str]]
) -> Literal["", "old", "new", "both"]:
    old, new = mine is not None and mine.id in hidden[0], theirs is not None and theirs.id in hidden[1]
    return "both" if old and new else "old" if old else "new" if new else ""


def _not_withheld(corpus: Corpus, work: str) -> None:
    """Refuse to compare a work of which this copy holds no text, and say why.

    Raises:
        BadInput: it is withheld.

    """
    if any(_withheld(corpus, work)):
        raise BadInput(
            f"the text of {work} is not in this copy of the release: its licence does not let it be passed on, so that it"
            " cannot be compared",
            remedy="Compare it in the release of its publisher.",
        )


def _record(corpus: Corpus, name: str) -> ExpressionRecord:
    held = corpus.expressions(name.partition("@")[0])
    if not held:
        _not_withheld(corpus, name.partition("@")[0])
    for record in held:
        if record.id == name:
            return record
    states = ", ".join(record.id for record in held) or "no wording of that work"
    raise BadInput(f"{name} is not held", remedy=f"Held: {states}.")


def _blocks(corpus: Corpus, expression: str) -> list[_Held]:
    nodes = corpus.nodes(expression)
    found: list[_Held] = []
    said: Counter[str] = Counter()
    for block in corpus.blocks(expression):
        node = nodes[block.node]
        key = (node.path, node.eid, node.ordinal)
        if node.kind in _UNNUMBERED:
            key = ("", block.text, said[block.text])
            said[block.text] += 1
        found.append(_Held(node, block.text, key))
    return found


def _compared(old: Sequence[_Held], new: Sequence[_Held], old_id: str, new_id: str) -> WordingDiff:
    before = {each.key: each for each in old}
    after = {each.key: each for each in new}
    gone = {each.text: each for each in old if each.key not in after and each.text.strip()}
    found: list[ProvisionDiff] = []
    moved: set[tuple[str, str, int]] = set()
    same = 0
    for each in new:
        was = before.get(each.key)
        if was is None:
            elsewhere = gone.get(each.text)
            if elsewhere is not None and elsewhere.key not in moved:
                moved.add(elsewhere.key)
                statuses = (elsewhere.node.status, each.node.status)
                found.append(ProvisionDiff("moved", each.node.eid, each.heading, statuses, was=elsewhere.node.eid))
            else:
                found.append(ProvisionDiff("added", each.node.eid, each.heading, ("", each.node.status), new=each.text))
            continue
        words = tuple(word for word in changes(was.text, each.text) if word.old.strip() or word.new.strip())
        if words or was.node.status != each.node.status:
            what: What = "changed" if words else "status"
            statuses = (was.node.status, each.node.status)
            found.append(ProvisionDiff(what, each.node.eid, each.heading, statuses, was.text, each.text, words=words))
        else:
            same += 1
    for each in old:
        if each.key not in after and each.key not in moved:
            found.append(ProvisionDiff("removed", each.node.eid, each.heading, (each.node.status, ""), old=each.text))
    return WordingDiff(old_id, new_id, tuple(found), same)


def as_json(diffs: Sequence[WordingDiff]) -> dict[str, Any]:
    """Differences as JSON of the schema `pincite.diff/1`."""
    return {"schema": SCHEMA, "notice": NOTICE, "wordings": [_wording(each) for each in diffs]}


def _wording(diff: WordingDiff) -> dict[str, Any]:
    return {
        "old": diff.old,
        "new": diff.new,
        "withheld": diff.withheld,
        "unchanged": diff.same,
        "atoms_unchanged": diff.same_atoms,
        "atoms": [
            {
                "what": each.what,
                "place": each.eid,
                "old": each.old.id if each.old else "",
                "new": each.new.id if each.new else "",
                "old_text": each.old.quoted_text if each.old else "",
                "new_text": each.new.quoted_text if each.new else "",
                "fields": [{"field": name, "old": before, "new": after} for name, before, after in each.fields],
            }
            for each in diff.atoms
        ],
        "provisions": [
            {
                "what": each.what,
                "place": each.eid,
                "was": each.was,
                "heading": each.heading,
                "status": list(each.statuses),
                "old": each.old,
                "new": each.new,
                "words": [word._asdict() for word in each.words],
            }
            for each in diff.provisions
        ],
    }
