"""Two dates side by side: a place, or all that changed in a work, with the words that differ marked on both sides.

Keeps true: what was struck out and put in is marked by elements and words a screen reader says, never by colour alone; that nothing
differs is said; what was not compared is said too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pincite.consolidation.compare import Change
from pincite.corpus.answers import PlaceFound
from pincite.interfaces.web import addresses
from pincite.interfaces.web.shown_text import Run, changed_runs, lines_safe, runs_of
from pincite.workflows.diff_corpus import ProvisionDiff, WordingDiff
from pincite.workflows.timeline import Compared

__all__ = ["ShownChange", "ShownCompared", "Side", "shown_compared", "shown_differences"]

PROVISIONS = 100
"""Provisions of a work shown on one page."""

Cite = Callable[[str, str], str]


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two: the date asked about, and the wording that answers it."""

    date: str
    state: str
    expression: str
    release: str
    status: str
    address: str
    findings: tuple[str, ...]
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class ShownChange:
    """One provision that is not as it was; `what` as in `ProvisionDiff`."""

    what: str
    eid: str
    was: str
    heading: str
    statuses: tuple[str, str]
    address: str
    old: tuple[Run, ...]
    new: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class ShownCompared:
    """The comparison.

    Attributes:
        place: what was compared, "" for the whole work.
        old, new: the two sides, of a place; None for a work.
        differing: stretches of words that differ, of a place.
        compared: False when the texts are too long to be compared at once: then `changes` is used.
        changes: provisions that differ, of a work or a long place; `changes_count` of all, `same` as they were.

    """

    reference: str
    citation: str
    language: str
    work_address: str
    old: Side | None
    new: Side | None
    differing: int
    compared: bool
    changes: tuple[ShownChange, ...] = ()
    changes_count: int = 0
    same: int = 0


def shown_compared(reference: str, compared: Compared, dates: tuple[str, str], cite: Cite) -> ShownCompared:
    """A place on two dates."""
    words = compared.words
    record = compared.new.expression
    return ShownCompared(
        reference=reference,
        citation=lines_safe(cite(reference, record.language)),
        language=record.language,
        work_address=addresses.law_of(reference, language=record.language),
        old=_side(compared.old, dates[0], words, "old", reference),
        new=_side(compared.new, dates[1], words, "new", reference),
        differing=len(words) if words is not None else 0,
        compared=words is not None,
    )


def _side(found: PlaceFound, date: str, words: Sequence[Change] | None, side: str, reference: str) -> Side:
    record = found.expression
    runs = runs_of(found.text) if words is None else changed_runs(found.text, words, side=side)
    return Side(
        date=date,
        state=record.state,
        expression=record.id,
        release=record.release,
        status="" if found.node.status in ("in_force", "not_applicable") else found.node.status,
        address=addresses.law_of(reference, as_of=date, language=record.language),
        findings=found.findings,
        runs=runs,
    )


def shown_differences(
    reference: str, diff: WordingDiff, dates: tuple[str, str], cite: Cite, inside: frozenset[str] | None = None
) -> ShownCompared:
    """All provisions of a work that differ between two dates; of a long place, those of the ids `inside`."""
    work = reference.partition("#")[0]
    language = diff.new.partition("@")[2].partition("/")[0]
    changed = [each for each in diff.provisions if inside is None or each.eid in inside]
    return ShownCompared(
        reference=reference,
        citation=lines_safe(cite(reference, language)),
        language=language,
        work_address=addresses.law_of(reference, language=language),
        old=None,
        new=None,
        differing=0,
        compared=True,
        changes=tuple(_change(each, work, dates, language) for each in changed[:PROVISIONS]),
        changes_count=len(changed),
        same=diff.same if inside is None else 0,
    )


def _change(each: ProvisionDiff, work: str, dates: tuple[str, str], language: str) -> ShownChange:
    date = dates[0] if each.what == "removed" else dates[1]
    return ShownChange(
        what=each.what,
        eid=each.eid,
        was=each.was,
        heading=lines_safe(each.heading),
        statuses=each.statuses,
        address=addresses.law(work, each.eid, as_of=date, language=language),
        old=changed_runs(each.old, each.words, side="old") if each.what != "added" else (),
        new=changed_runs(each.new, each.words, side="new") if each.what != "removed" else (),
    )
