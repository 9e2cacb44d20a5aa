"""What differs between two states of a work, or between two releases: by provision, in words.

Keeps true: provisions are matched by place, container path and ordinal, never by likeness; a provision whose text stands
unchanged under another place is `moved`. A change of status (repealed, in force) is a change of the law, like one of words;
white space is not. Headings have no numbers of their own: they are matched by what they say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pincite.consolidation.compare import Change, changes
from pincite.corpus.answers import Corpus, ExpressionRecord, NodeRecord
from pincite.errors import BadInput

__all__ = ["ProvisionDiff", "WordingDiff", "as_json", "diff_releases", "diff_wordings"]

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


@dataclass(frozen=True, slots=True)
class WordingDiff:
    """Two wordings, "" for one that is not held; `same`: provisions that are as they were."""

    old: str
    new: str
    provisions: tuple[ProvisionDiff, ...] = ()
    same: int = 0


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
    return _compared(_blocks(old, before.id), _blocks(new, after.id), before.id, after.id)


def diff_releases(old: Corpus, new: Corpus, *, work: str = "") -> Iterator[WordingDiff]:
    """Compare two releases: of each work and language the newest wording in each, in the order of their names.

    Wordings that are equal are left out; one that only one release holds is given without provisions.
    """
    before, after = _newest(old, work), _newest(new, work)
    for key in sorted({*before, *after}):
        mine, theirs = before.get(key), after.get(key)
        if mine is None or theirs is None:
            yield WordingDiff(mine.id if mine else "", theirs.id if theirs else "")
            continue
        if mine.source_sha256 == theirs.source_sha256 and mine.id == theirs.id:
            continue
        found = _compared(_blocks(old, mine.id), _blocks(new, theirs.id), mine.id, theirs.id)
        if found.provisions or mine.id != theirs.id:
            yield found


def _newest(corpus: Corpus, work: str) -> dict[tuple[str, str], ExpressionRecord]:
    found: dict[tuple[str, str], ExpressionRecord] = {}
    for record in corpus.every_document():
        key = (record.work, record.language)
        if (not work or record.work == work) and (key not in found or found[key].state < record.state):
            found[key] = record
    return found


def _record(corpus: Corpus, name: str) -> ExpressionRecord:
    held = corpus.expressions(name.partition("@")[0])
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
    return {"schema": SCHEMA, "wordings": [_wording(each) for each in diffs]}


def _wording(diff: WordingDiff) -> dict[str, Any]:
    return {
        "old": diff.old,
        "new": diff.new,
        "unchanged": diff.same,
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
