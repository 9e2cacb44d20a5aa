"""The timeline of a place: what it said in each state of its work that is held, and since when; and what changed between two days.

Keeps true:
1. States are asked one by one, in one language, oldest first; consecutive ones that say the same with the same status are one
   wording. A state that has no such place is a gap, and is told.
2. A day on which a wording begins is the publisher's own word (`valid_from` of the provision) or the state's date, and which of
   the two is said. A day that a later state with other words refutes is not believed. Where neither is known, the beginning is
   unknown: the oldest state held is no beginning.
3. Nothing is interpolated: between two states held nobody here has looked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pincite.consolidation.compare import Change, changes
from pincite.corpus.answers import Corpus, ExpressionRecord, NodeRecord, PlaceFound
from pincite.corpus.lookup import stands_since
from pincite.corpus.places import PlaceIndex, Resolved
from pincite.errors import BadInput
from pincite.identity.reference import Reference
from pincite.law.document import Status
from pincite.text.dates import checked_date
from pincite.workflows.open_place import instruments_behind

__all__ = ["SHOWN", "Compared", "Known", "Timeline", "Wording", "compare_dates", "timeline_of"]

SHOWN = 80
"""States looked at, the newest; a work of more has older ones, which are counted."""

LONGEST = 40_000
"""Characters of a place compared word by word at once; longer ones are compared provision by provision."""

Known = Literal["publisher", "state", "unknown"]


@dataclass(frozen=True, slots=True)
class Wording:
    """What a place says in a run of states.

    Attributes:
        states: the dates of the states that say it, oldest first ("" is undated).
        expressions: their ids.
        since: ISO date from which it stands so, "" when unknown.
        known: by whose word `since` is: the publisher's of this provision, the first state that says it, or nobody's.
        until: the first day on which it does not stand any more, "" when none is known.
        status: whether it is law (in_force, pending, repealed …).
        text: the words; "" where the place is absent.
        absent: these states have no such place.
        amended_by: the instruments that the publisher names behind the wording.

    """

    states: tuple[str, ...]
    expressions: tuple[str, ...]
    since: str
    known: Known
    until: str
    status: Status
    text: str
    absent: bool = False
    amended_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Timeline:
    """The wordings of a place in one language, oldest first; `left_out`: older states that were not looked at."""

    reference: str
    language: str
    wordings: tuple[Wording, ...]
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Compared:
    """A place on two days: `old` and `new` are the answers, `words` what differs, by code point of their texts.

    `words` is None where a text is too long to be compared at once.
    """

    old: PlaceFound
    new: PlaceFound
    words: tuple[Change, ...] | None


def timeline_of(corpus: Corpus, reference: str, language: str) -> Timeline:
    """The timeline of a place in one language of its work.

    Raises:
        BadInput: the reference names no place, or the work is not held in the language.

    """
    asked = Reference.parse(reference)
    if asked.place is None:
        raise BadInput(f"{reference} is a whole work", remedy="Name a place in it, such as hk/cap486#s33.")
    held = sorted(
        (each for each in corpus.expressions(str(asked.work)) if each.language == language),
        key=lambda each: (each.state, each.id),
    )
    if not held:
        raise BadInput(f"{asked.work} is not held in {language!r}", remedy="See its wordings with `pincite open`.")
    looked_at = held[-SHOWN:]
    runs: list[Wording] = []
    for record in looked_at:
        wording = _in_state(corpus, record, str(asked.place))
        if runs and _same(runs[-1], wording):
            runs[-1] = _joined(runs[-1], wording)
        else:
            runs.append(wording)
    return Timeline(reference, language, _with_ends(runs), len(held) - len(looked_at))


def _in_state(corpus: Corpus, record: ExpressionRecord, place: str) -> Wording:
    nodes = corpus.nodes(record.id)
    text = corpus.document_text(record.id)
    found = PlaceIndex(record.work, nodes, corpus.pages(record.id), len(text)).resolve(place)
    states, ids = (record.state,), (record.id,)
    if found is None:
        known: Known = "state" if record.state else "unknown"
        return Wording(states, ids, record.state, known, "", "not_applicable", "", absent=True)
    node = found.nodes[0]
    since, known = _since(found, nodes, record)
    return Wording(
        states,
        ids,
        since,
        known,
        node.valid_to or "",
        node.status,
        text[found.start : found.end],
        amended_by=instruments_behind(found.nodes, nodes),
    )


def _since(found: Resolved, nodes: Sequence[NodeRecord], record: ExpressionRecord) -> tuple[str, Known]:
    said = [since for node in found.nodes if (since := stands_since(node, nodes))]
    if said:
        return max(said), "publisher"
    return (record.state, "state") if record.state else ("", "unknown")


def _same(old: Wording, new: Wording) -> bool:
    return (old.text, old.status, old.absent) == (new.text, new.status, new.absent)


def _joined(old: Wording, new: Wording) -> Wording:
    """The earliest beginning that the publisher names is the wording's: a later state may repeat it with a later day."""
    since, known = old.since, old.known
    if new.known == "publisher" and (known != "publisher" or new.since < since):
        since, known = new.since, new.known
    return replace(
        old,
        states=old.states + new.states,
        expressions=old.expressions + new.expressions,
        since=since,
        known=known,
        until=new.until,
        amended_by=tuple(dict.fromkeys((*old.amended_by, *new.amended_by))),
    )


def _with_ends(runs: Sequence[Wording]) -> tuple[Wording, ...]:
    """Each wording ends where the publisher says, at the latest where the next begins; the oldest held began nobody knows when."""
    found: list[Wording] = []
    for number, each in enumerate(runs):
        shown = each
        if number == 0 and each.known == "state":
            shown = replace(shown, since="", known="unknown")
        if number and each.since <= runs[number - 1].states[-1]:
            # a state after that day says something else: the day is of the provision, not of these words
            shown = replace(shown, since=each.states[0], known="state" if each.states[0] else "unknown")
        if number + 1 < len(runs):
            following = runs[number + 1]
            # a day the publisher names may lie before the last state that has the old words: then the state's date holds
            later = following.since if following.since > each.states[-1] else following.states[0]
            # nor does an end that the publisher names hold behind a state with other words
            shown = replace(shown, until=min(shown.until or later, later))
        found.append(shown)
    return tuple(found)


def compare_dates(corpus: Corpus, reference: str, old: str, new: str, *, language: str) -> Compared:
    """A place on two days, with the words that differ.

    Args:
        corpus: the releases.
        reference: a place.
        old: ISO date.
        new: ISO date.
        language: of both wordings.

    Raises:
        BadInput: a date is no day, or the place is not held on one of them.

    """
    answers: list[PlaceFound] = []
    for day in (old, new):
        checked_date(day, "the date")
        answer = corpus.find_place(reference, language=language, as_of=day)
        if not isinstance(answer, PlaceFound):
            raise BadInput(
                f"{reference} is not held as at {day or 'the date of the release'}",
                remedy="Its timeline shows the states that are held.",
            )
        answers.append(answer)
    before, after = answers
    if before.expression.language != after.expression.language:
        raise BadInput(
            f"{reference} is held in {before.expression.language} as at {old} and in {after.expression.language} as at {new}",
            remedy="Name a language that is held on both days.",
        )
    at_once = max(len(before.text), len(after.text)) <= LONGEST
    return Compared(before, after, changes(before.text, after.text) if at_once else None)
