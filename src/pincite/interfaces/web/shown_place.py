"""A place as a page shows it: its text, what must be said of it, its timeline, its atoms, and the ways on.

Keeps true: wording, release and date asked about stand beside the text; what was disclosed by the corpus is shown, nothing is left
out because it is awkward; the text is shown as material, with what the scan flagged in it marked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pincite.atoms.atom import FIELDS
from pincite.corpus.answers import ExpressionRecord, NodeRecord, NotFound, OutsideCoverage, PlaceFound
from pincite.identity.reference import Reference
from pincite.interfaces.web import addresses
from pincite.interfaces.web.shown_releases import SHAPES
from pincite.interfaces.web.shown_text import Mark, Run, flagged, lines_safe, runs_of
from pincite.text.span import Span
from pincite.workflows.atoms import Listed
from pincite.workflows.open_place import Opened
from pincite.workflows.timeline import Timeline, Wording

__all__ = [
    "ShownAbsent",
    "ShownAtom",
    "ShownPlace",
    "ShownWording",
    "Step",
    "shown_absent",
    "shown_atom",
    "shown_place",
    "shown_timeline",
]

CHILDREN = 200
LONGEST_QUOTE = 1_200
"""Characters of a place that are offered as the words of a receipt."""

_OF_PARTS = frozenset(("not_in_force", "not_yet_in_force", "wording_expired"))
"""What is said of provisions: of a whole work it holds of the parts that are marked, unless it holds of all of them."""

_TITLE = 90

Cite = Callable[[str, str], str]


@dataclass(frozen=True, slots=True)
class Step:
    """A place beside, above or inside this one: its words and its address; `status` is "" for what is law or no legislation."""

    words: str
    address: str
    status: str = ""


@dataclass(frozen=True, slots=True)
class ShownWording:
    """One wording of a timeline.

    Attributes:
        since, until, known, status, absent: as in `workflows.timeline.Wording`.
        states: how many states say it; `first` and `last` of them.
        current: it is the wording shown.
        later: it is of a state later than the date asked about.
        address: of the place in this wording; "" where it is absent.
        compare: address of this wording beside the one before, "" where there is none.
        instruments: (reference, address) of those the publisher names behind it.

    """

    since: str
    until: str
    known: str
    status: str
    absent: bool
    states: int
    first: str
    last: str
    current: bool
    later: bool
    address: str
    compare: str
    instruments: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ShownAtom:
    """An obligation atom: its words with the modal marked, and each field."""

    id: str
    modality: str
    place: str
    address: str
    runs: tuple[Run, ...]
    fields: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class ShownPlace:
    """A place, or a whole work's wording where no place was asked for; `parts_not_law`: parts of the work are not law."""

    reference: str
    citation: str
    title: str
    short_title: str
    work: str
    work_address: str
    address: str
    label: str
    heading: str
    kind: str
    language: str
    state: str
    status: str
    legal_value: str
    role: str
    release: str
    release_address: str
    release_as_of: str
    signature: str
    shape: str
    as_of: str
    as_of_given: str
    since: str
    until: str
    consolidated_to: str
    runs: tuple[Run, ...]
    flags: tuple[tuple[str, str], ...]
    findings: tuple[str, ...]
    parts_not_law: bool
    notes: tuple[tuple[str, str, str], ...]
    pages: tuple[str, ...]
    instruments: tuple[tuple[str, str], ...]
    official: str
    above: tuple[Step, ...]
    inside: tuple[Step, ...]
    inside_left_out: int
    before: Step | None
    after: Step | None
    languages: tuple[tuple[str, str, bool], ...]
    repeated: tuple[tuple[str, tuple[Run, ...]], ...]
    quote: str
    expression: str


@dataclass(frozen=True, slots=True)
class ShownAbsent:
    """A place that is not there: whether a complete release says so, and what is near.

    Attributes:
        code: not_found (inside what a release claims to be complete for) or outside (nothing follows).
        near: (reference, title, why, address).

    """

    code: str
    reference: str
    level: str
    release: str
    claim: str
    findings: tuple[str, ...]
    near: tuple[tuple[str, str, str, str], ...]
    as_of: str


def shown_place(
    opened: Opened,
    nodes: Sequence[NodeRecord],
    wordings: Sequence[ExpressionRecord],
    *,
    cite: Cite,
    as_of: str = "",
    passage: Span | None = None,
    signature: str = "",
) -> ShownPlace:
    """A place that was found.

    Args:
        opened: what `open_place` gave.
        nodes: the tree of the wording.
        wordings: all wordings of the work.
        cite: a reference as a citation.
        as_of: as the reader gave it, "" for none.
        passage: words to be marked, in code points of the whole document; what lies outside the place is not.
        signature: state of the release's signature, "" as the corpus has it.

    """
    answer = opened.answer
    assert isinstance(answer, PlaceFound), "it was found"
    record, node = answer.expression, answer.node
    place = str(Reference.parse(opened.reference).place or "")
    reference = f"{record.work}#{place}" if place else record.work

    def step(each: NodeRecord) -> Step:
        return Step(
            _named(each),
            addresses.law(record.work, each.eid, as_of=as_of, language=record.language),
            _not_law(each.status),
        )

    inside = [each for each in nodes if each.parent == node.node and each.eid] if place else []
    before, after = _beside(node, nodes) if place else (None, None)
    whole = bool(place) or all(_not_law(each.status) for each in answer.nodes)
    findings = tuple(each for each in answer.findings if whole or each not in _OF_PARTS)
    # of a whole work the text is shown by pages (shown_work)
    text = answer.text if place else ""
    flags = flagged(text)
    marks = [] if passage is None else [Mark(passage.start - answer.start, passage.end - answer.start, "passage")]
    return ShownPlace(
        reference=reference,
        citation=lines_safe(cite(reference, record.language)),
        title=lines_safe(record.title),
        short_title=_short(lines_safe(record.title)),
        work=record.work,
        work_address=addresses.law(record.work, as_of=as_of, language=record.language),
        address=addresses.law(record.work, place, as_of=as_of or answer.as_of, language=record.language),
        label=lines_safe(node.label) if place else "",
        heading=lines_safe(node.heading) if place else "",
        kind=record.kind,
        language=record.language,
        state=record.state,
        status=node.status if place else "not_applicable",
        legal_value=record.legal_value,
        role="" if node.role == "unknown" or not place else node.role,
        release=record.release,
        release_address=addresses.release(record.release),
        release_as_of=record.as_of,
        signature=signature or record.signature,
        shape=SHAPES[signature or record.signature],
        as_of=answer.as_of,
        as_of_given=as_of,
        since=node.valid_from or "",
        until=node.valid_to or "",
        consolidated_to=opened.consolidated_to,
        runs=runs_of(text, marks, flags),
        flags=tuple(dict.fromkeys((each.code, lines_safe(each.what)) for each in flags)),
        findings=findings,
        parts_not_law=len(findings) < len(answer.findings),
        notes=tuple((kind, lines_safe(label), lines_safe(said)) for kind, label, said in opened.notes),
        pages=opened.pages,
        instruments=_instruments(opened.amended_by),
        official=addresses.official(opened.url),
        above=tuple(step(each) for each in _above(node, nodes)) if place else (),
        inside=tuple(step(each) for each in inside[:CHILDREN]),
        inside_left_out=max(0, len(inside) - CHILDREN),
        before=step(before) if before else None,
        after=step(after) if after else None,
        languages=_languages(record, wordings, place, as_of),
        repeated=tuple((eid, runs_of(said)) for eid, said in opened.repeated),
        quote=text.strip() if place and len(text) <= LONGEST_QUOTE else "",
        expression=record.id,
    )


def _short(title: str) -> str:
    return title if len(title) <= _TITLE else f"{title[: _TITLE - 1].rstrip()}…"


def _named(node: NodeRecord) -> str:
    return lines_safe("  ".join(part for part in (node.label, node.heading) if part) or node.eid)


def _not_law(status: str) -> str:
    return "" if status in ("in_force", "not_applicable") else status


def _above(node: NodeRecord, nodes: Sequence[NodeRecord]) -> list[NodeRecord]:
    """What the place lies in, outermost first."""
    found: list[NodeRecord] = []
    parent = node.parent
    while parent is not None:
        found.append(nodes[parent])
        parent = nodes[parent].parent
    return [each for each in reversed(found) if each.eid]


def _beside(node: NodeRecord, nodes: Sequence[NodeRecord]) -> tuple[NodeRecord | None, NodeRecord | None]:
    """The places before and after of the same kind; over the borders of parts, as a reader leafs on."""
    row = [each for each in nodes if each.kind == node.kind and each.eid and _depth(each, nodes) == _depth(node, nodes)]
    at = next((number for number, each in enumerate(row) if each.node == node.node), -1)
    if at < 0:
        return None, None
    return (row[at - 1] if at else None), (row[at + 1] if at + 1 < len(row) else None)


def _depth(node: NodeRecord, nodes: Sequence[NodeRecord]) -> int:
    """How many places of its own kind of unit a node lies in: a paragraph's neighbours are those of its section."""
    depth, parent = 0, node.parent
    while parent is not None:
        depth, parent = depth + 1, nodes[parent].parent
    return depth


def _languages(
    record: ExpressionRecord, wordings: Sequence[ExpressionRecord], place: str, as_of: str
) -> tuple[tuple[str, str, bool], ...]:
    """(language, address, shown) of each language in which the work is held."""
    held = sorted({each.language for each in wordings})
    return tuple(
        (each, addresses.law(record.work, place, as_of=as_of, language=each), each == record.language) for each in held
    )


def _instruments(named: Sequence[str]) -> tuple[tuple[str, str], ...]:
    return tuple((lines_safe(each), addresses.law_of(each)) for each in named)


def shown_absent(opened: Opened, *, as_of: str = "", language: str = "") -> ShownAbsent:
    """A place that was not found."""
    answer = opened.answer
    assert isinstance(answer, NotFound | OutsideCoverage), "it was not found"
    near = tuple(
        (
            each.reference,
            lines_safe(each.title),
            each.why,
            addresses.law_of(each.reference, as_of=as_of, language=language),
        )
        for each in answer.suggestions
    )
    if isinstance(answer, NotFound):
        claim = lines_safe(answer.claim)
        return ShownAbsent("not_found", opened.reference, answer.level, answer.release, claim, (), near, as_of)
    return ShownAbsent("outside", opened.reference, "", "", "", answer.findings, near, as_of)


def shown_timeline(timeline: Timeline, shown: str, as_of: str) -> tuple[ShownWording, ...]:
    """The wordings, newest first.

    Args:
        timeline: of the place.
        shown: id of the expression that the page shows.
        as_of: the date asked about.

    """
    found: list[ShownWording] = []
    before: Wording | None = None
    for each in timeline.wordings:
        found.append(_shown_wording(timeline, each, before, shown, as_of))
        before = each
    return tuple(reversed(found))


def _shown_wording(timeline: Timeline, each: Wording, before: Wording | None, shown: str, as_of: str) -> ShownWording:
    read = Reference.parse(timeline.reference)
    work, place = str(read.work), str(read.place or "")
    here = each.states[-1]
    compared = ""
    if before is not None and not before.absent and not each.absent and before.states[-1] and here:
        compared = addresses.compare(work, place, old=before.states[-1], new=here, language=timeline.language)
    return ShownWording(
        since=each.since,
        until=each.until,
        known=each.known,
        status=_not_law(each.status),
        absent=each.absent,
        states=len(each.states),
        first=each.states[0],
        last=here,
        current=shown in each.expressions,
        later=bool(here) and each.states[0] > as_of,
        address="" if each.absent else addresses.law(work, place, as_of=here, language=timeline.language),
        compare=compared,
        instruments=_instruments(each.amended_by),
    )


def shown_atom(listed: Listed, *, as_of: str = "") -> ShownAtom:
    """One atom."""
    atom = listed.atom
    start = atom.char_start
    named = ("modal", "negation")
    marks = [Mark(a - start, b - start, name) for name in named for a, b in atom.fields.get(name, ())]  # type: ignore[call-overload]
    return ShownAtom(
        id=atom.id,
        modality=atom.modality,
        place=listed.reference,
        address=addresses.law(listed.record.work, str(atom.eid), as_of=as_of, language=atom.language),
        runs=runs_of(atom.quoted_text, marks),
        fields=tuple(
            (name, tuple(lines_safe(atom.quoted_text[a - start : b - start]) for a, b in atom.fields[name]))
            for name in FIELDS
            if name in atom.fields and name not in named
        ),
    )
