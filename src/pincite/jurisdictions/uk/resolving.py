"""What a bare British provision belongs to: the phrase that governs it, the act of the text itself, an act cited before.

Keeps true: a phrase that introduces a list or an amendment governs what stands below it; in an act's own text only an act
of the same sentence counts against the act itself, and a note of amendment is about the act itself; what the text leaves
open has no work and a reason.
"""

from __future__ import annotations

import re

from pincite.citations.mention import Mention
from pincite.citations.pack import TextReading
from pincite.jurisdictions.shared.antecedents import antecedents
from pincite.jurisdictions.shared.own_text import NOT_IDENTIFIED, is_unnamed_act
from pincite.jurisdictions.shared.provisions import Group
from pincite.jurisdictions.uk.acts import memory_of
from pincite.jurisdictions.uk.places import place_of

__all__ = ["NEAR", "Resolved", "govern", "home", "resolve"]

NEAR = 1500
_GOVERNED = 4000
_INTRODUCES = re.compile(
    r"(?:\s{0,3}\((?:[^()]|\([^()]{0,80}\)){0,240}\))?(?:[^.;:—–\n]{0,90}?)\s{0,3}(?:[—–]|:\s{0,3}-?)\s{0,3}(?=\n|\(|[a-z]\b)"
)
_NEW_UNIT = re.compile(
    r"\n\s{0,4}(?:\d{1,3}[A-Z]{0,2}\s{0,3}\n|\(\d{1,3}[A-Z]{0,2}\)\s|\d{1,3}[A-Z]{0,2}\.?\s{1,4}[A-Z])"
)
_NOTE_LEAD = re.compile(
    r"(?:\A|\n)\s{0,6}(?:[A-Z]{1,3}\d{1,4}\s{0,4})?(?:(?:Words?|Definitions?|Figures?|Entr(?:y|ies)|Sums?|Sidenote|Heading|Cross-heading|Number|Paragraph)\s{1,3}(?:(?:in|of|omitted\s{1,3}from|at)\s{1,3}))?(?:[A-Z][a-z]*\.?\s?[\d(][^\n]{0,60}?(?:,|and|-)\s{0,3}|[a-z]{0,4}\.?\s?\(?\d[^\n]{0,30},\s)?\Z"
)
_AMENDED = re.compile(
    r"[^\n]{0,90}?\b(?:substituted|inserted|added|repealed|omitted|amended|applied|modified|excluded|extended|restricted|renumbered|ceases?\s{1,3}to\s{1,3}have|in\s{1,3}force|wholly|partly|saved|revoked|continued|power)\b"
)
_SENTENCE_END = re.compile(
    r"[a-z0-9)”’\"]\.(?:\s|\Z)(?!\s{0,2}[\d(])|\n\s{0,4}(?:\d{1,3}[A-Z]{0,2}\s{0,3}\n|\(\d{1,3}[A-Z]{0,2}\)\s)"
)


def home(reading: TextReading) -> bool:
    """Whether bare provisions and pinpoints of this text are this pack's."""
    if reading.jurisdiction is not None:
        return reading.jurisdiction == "uk"
    last = antecedents(reading).last
    return last is not None and last.rule.startswith("uk.")


def govern(reading: TextReading, seen: Mention, end: int) -> bool:
    """Remember an act whose words introduce what follows: «section 47(1) of the X Act—», «the following provisions of the X Act, namely—»."""
    if seen.reference is None or not _INTRODUCES.match(reading.text, end):
        return False
    stop = _NEW_UNIT.search(reading.text, end, end + _GOVERNED)
    memory_of(reading).governing.append((end, stop.start() if stop else end + _GOVERNED, seen))
    return True


def _governing(reading: TextReading, start: int) -> Mention | None:
    for begin, end, seen in reversed(memory_of(reading).governing[-3:]):
        if begin <= start < end:
            return seen
    return None


def _in_note(reading: TextReading, start: int, end: int) -> bool:
    """«Words in s. 131(2) substituted by …»: a note of amendment speaks of the act it stands in."""
    text = reading.text
    return bool(_NOTE_LEAD.search(text, max(0, start - 110), start) and _AMENDED.match(text, end))


Resolved = tuple[str | None, str, int | None, Group]


def resolve(reading: TextReading, group: Group, start: int, *, own: bool) -> Resolved | None:
    """(work, note, antecedent, the group with its labels completed), or None when this is no citation.

    `own`: the text is an act's or an instrument's own.
    """
    known = antecedents(reading)
    last = known.statute
    itself = (reading.self_reference or "").partition("#")[0]
    own = own and _may_be_own(itself, group.unit)
    governing = _governing(reading, start)
    if governing is not None:
        in_governed = _governed(reading, group, governing)
        if in_governed is not None:
            return in_governed
    if own and group.labels[0].parts[0] and _in_note(reading, start, group.end):
        return itself, "", None, group
    if not own and group.labels[0].parts[0] and is_unnamed_act(reading):
        return None, NOT_IDENTIFIED, None, group
    if own and last is not None and _SENTENCE_END.search(reading.text, last.end, start):
        last = None  # an act cited in an earlier sentence is no rival of the text's own
    near = last is not None and start - last.end < NEAR and not (last.reference or "uk/").startswith(("hk/", "ch/"))
    first = group.labels[0].parts[0]
    if not first:
        return _below_last(last, group) if near and last is not None and group.unit == "subsection" else None
    if group.unit in {"chapter", "appendix", "annex", "order", "division", "item"}:
        return None
    schedule = memory_of(reading).schedule
    part = known.by_provision.get(place_of("part", group.labels[0].parts[:1], ())) if group.unit == "part" else None
    if part is not None and part.reference and not group.above:
        return part.reference.partition("#")[0], "", part.start, group  # «its Part 4A permission»
    if group.unit in {"paragraph", "part"} and not group.above:
        if schedule is None or start - schedule[1] > NEAR or _case_stands_nearer(reading, start):
            return None
        group = Group(group.unit, group.labels, (("schedule", (schedule[0],)),), group.start, group.end)
    elif group.unit == "paragraph" and schedule is not None and not any(unit == "schedule" for unit, _ in group.above):
        group = Group(group.unit, group.labels, (("schedule", (schedule[0],)), *group.above), group.start, group.end)
    elif any(unit == "schedule" and not parts[0] for unit, parts in group.above) and schedule is not None:
        above = tuple(
            (unit, (schedule[0],) if unit == "schedule" and not parts[0] else parts) for unit, parts in group.above
        )
        group = Group(group.unit, group.labels, above, group.start, group.end)
    same = known.by_provision.get(place_of(group.unit, group.labels[0].parts[:1], group.above))
    if group.unit == "section" and same is None:
        same = known.by_provision.get(f"section-{first}")
    if own and same is not None and _SENTENCE_END.search(reading.text, same.end, start):
        same = None
    if own and same is None and (last is None or not near):
        return itself, "", None, group
    if (
        same is not None
        and same.reference
        and group.unit in {"section", "regulation", "article", "rule"}
        and (last is None or last.reference is not None)
    ):
        return same.reference.partition("#")[0], "", same.start, group
    if last is None or (not near and group.unit != "section"):
        telling = group.unit == "section" or (group.unit in {"rule", "regulation"} and len(group.labels[0].parts) > 1)
        return (None, "antecedent_missing", None, group) if telling else None
    if last.reference is None:
        return None, "antecedent_missing", last.start, group
    return last.reference.partition("#")[0], "", last.start, group


def _may_be_own(itself: str, unit: str) -> bool:
    """An act has sections, an instrument articles, regulations or rules: «Section 1(1)» in a note of an order is an act's."""
    instrument = re.match(r"uk/(?:uksi|ssi|wsi|nisr|uksro)/", itself) is not None
    return unit not in ({"section", "subsection"} if instrument else {"article", "regulation", "rule"})


def _governed(reading: TextReading, group: Group, governing: Mention) -> Resolved | None:
    """A place below a governing phrase: of its act; a lower part of the place that the phrase names."""
    work, _, place = (governing.reference or "").partition("#")
    if group.labels[0].parts[0]:
        if group.unit not in {"section", "schedule", "regulation", "article", "rule", "part"}:
            return None
        named = next(
            (each for each in reversed(reading.mentions[-12:]) if each.kind == "statute" and each.form == "full"), None
        )
        if named is not None and named.reference and named.start > governing.end:
            quoted = reading.text[group.start - 1 : group.start] in {"“", "‘", '"'}
            if quoted or _same_sentence(reading, named, group.start):
                return named.reference.partition("#")[0], "", named.start, group
        return work, "", governing.start, group
    head = re.match(r"(section|regulation|article|rule)-([0-9A-Z]+)((?:-[0-9A-Za-z]+)*)\Z", place)
    if head is None:
        return None
    lower = tuple(part for part in head.group(3).split("-") if part)
    wider = (head.group(2), *(lower[:1] if group.unit != "subsection" else ()))
    labels = tuple(
        label._replace(parts=(*wider, *label.parts[1:]), to=(*wider, *label.to[1:]) if label.to else None)
        for label in group.labels
    )
    return work, "", governing.start, Group(head.group(1), labels, (), group.start, group.end)


def _same_sentence(reading: TextReading, named: Mention, start: int) -> bool:
    return start - named.end < 300 and "\n" not in reading.text[named.end : start]


def _case_stands_nearer(reading: TextReading, start: int) -> bool:
    """«Lord Hodge explained (at para 29)»: the paragraph of the case just cited."""
    last = antecedents(reading).last
    return last is not None and last.kind == "case" and start - last.end < 500


def _below_last(last: Mention, group: Group) -> Resolved | None:
    work, _, place = (last.reference or "").partition("#")
    match = re.match(r"section-([0-9A-Z]+)", place)
    if match is None:
        return None
    wider = (match.group(1),)
    labels = tuple(
        label._replace(parts=(*wider, *label.parts[1:]), to=(*wider, *label.to[1:]) if label.to else None)
        for label in group.labels
    )
    return work, "", last.start, Group("section", labels, (), group.start, group.end)
