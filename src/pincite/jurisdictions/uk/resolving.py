"""What a bare British provision belongs to: the phrase that governs it, the act of the text itself, an act cited before.

Keeps true: a phrase that introduces a list or an amendment governs what stands below it; in an act's own text a bare
provision is the act's own, since drafting names every other act; a provision that the text amends is another act's, and
open when that act is not named; only acts of this country are antecedents; what is open has no work and a reason.
"""

from __future__ import annotations

import re

from pincite.citations.mention import Mention
from pincite.citations.pack import TextReading
from pincite.jurisdictions.shared.antecedents import antecedents
from pincite.jurisdictions.shared.joined import SEVERAL, joined_acts
from pincite.jurisdictions.shared.own_text import NOT_IDENTIFIED, is_unnamed_act
from pincite.jurisdictions.shared.provisions import Act, Group
from pincite.jurisdictions.uk.acts import Governing, governing_at, memory_of
from pincite.jurisdictions.uk.places import place_of
from pincite.text.patterns import pattern

__all__ = ["NEAR", "Resolved", "govern", "govern_note", "home", "resolve"]

NEAR = 1500
_GOVERNED = 4000
_AMENDED_SCOPE = 12000
_BRACKET = r"(?:\s{0,3}\((?:[^()]|\([^()]{0,80}\)){0,240}\))?"
_INTRODUCES = pattern(rf"{_BRACKET}(?:[^.;:—–\n]{{0,90}}?)\s{{0,3}}(?:[—–]|:\s{{0,3}}-?)\s{{0,3}}(?=\n|\(|[a-z]\b)")
_AMENDED_AS = pattern(
    rf"{_BRACKET}[^.;\n]{{0,60}}?\s(?:is|are|shall\s{{1,4}}be)\s{{1,4}}(?:further\s{{1,4}})?amended(?:\s{{1,4}}as\s{{1,4}}follows|\s{{1,4}}in\s{{1,4}}accordance\s{{1,4}}with|\s{{0,4}}(?:[—–:]|by\b))"
)
_WHOLE_TEXT = pattern(r"\s{1,4}(?:the\s{1,4}following\s{1,4})?(?:provisions|articles|regulations)\b")
"""«amended in accordance with the following provisions»: of the whole instrument."""
_AMENDMENT_HEADING = pattern(r"(?:\A|\n)\s{0,8}Amendments?\s{1,4}(?:to|of)\s{1,4}(?:the\s{1,4})?\Z")
_NEXT_AMENDMENT = pattern(r"\n\s{0,8}(?:Amendments?\s{1,4}(?:to|of)\s|SCHEDULES?\b|EXPLANATORY|Explanatory\s)")
_NEW_UNIT = pattern(r"\n\s{0,8}(?:\d{1,3}[A-Z]{0,2}\s{0,3}\n|\(\d{1,3}[A-Z]{0,2}\)\s|\d{1,3}[A-Z]{0,2}\.?\s{1,4}[A-Z])")
_UNIT_NUMBER = pattern(r"(?:\A|\n)\s{0,8}(\d{1,3})([A-Z]{0,2})(?:\s{0,3}\n|\.\s|\s{1,3}(?=\(1\)|[A-Z]))")
_END_OF_TEXT = pattern(r"\n\s{0,12}(?:SCHEDULES?|EXPLANATORY|Explanatory\s{1,3}Note)\b")
_NOTE_LEAD = pattern(
    r"(?:\A|\n)\s{0,6}(?:[A-Z]{1,3}\d{1,4}\s{0,4})?(?:(?:Words?|Definitions?|Figures?|Entr(?:y|ies)|Sums?|Sidenote|Heading|Cross-heading|Number|Paragraph)\s{1,3}(?:(?:in|of|omitted\s{1,3}from|at)\s{1,3}))?(?:[A-Z][a-z]*\.?\s?[\d(][^\n]{0,60}?(?:,|and|-)\s{0,3}|[a-z]{0,4}\.?\s?\(?\d[^\n]{0,30},\s)?\Z"
)
_AMENDED_NOTE = pattern(
    r"[^\n]{0,90}?\b(?:substituted|inserted|added|repealed|omitted|amended|applied|modified|excluded|extended|restricted|renumbered|ceases?\s{1,3}to\s{1,3}have|in\s{1,3}force|wholly|partly|saved|revoked|continued|power)\b"
)
_CHANGED_LEAD = pattern(
    r"(?:\b(?:[Ff]or|[Ii]n|[Aa]fter|[Bb]efore|[Oo]mit|[Ff]rom|end\s{1,3}of)\s{1,4}(?:the\s{1,4})?)\Z"
)
_CHANGE = pattern(
    rf"{_BRACKET}(?:[^.;—–\n]{{0,120}}?\b(?:there\s{{1,4}}shall\s{{1,4}}be\s{{1,4}}(?:inserted|substituted|added|omitted)|shall\s{{1,4}}be\s{{1,4}}(?:inserted|substituted|omitted|added)|insert|substitute|omit)\b|\s{{0,3}}[—–]\s{{0,3}}\n\s{{0,12}}(?:\(?[a-z]\)?\s{{0,6}}\n?\s{{0,12}})?(?:in|for|after|omit|before|at)\b)"
)
_UNNAMED_CHANGES = 2
_SCHEDULE_PLACE = pattern(r"schedule(?:-([0-9A-Z]+))?\Z")
_LINE_BEFORE = pattern(r"(?:\A|\n)\s{0,8}\Z")
_ADDED_TO = pattern(
    r"\s{1,4}(?:is|was|are|were)\s{1,4}(?:added|inserted)\s{1,4}(?:to|in|into)\s{1,4}Schedule\s{1,4}(\d{1,2}[A-Z]{0,2})"
)
_HISTORY = pattern(
    r"\s{1,4}(?:(?:is|are|was|were|has\s{1,3}been|have\s{1,3}been)\s{1,4}(?:substituted|inserted|amended|added|repealed|extended|cited)\b)"
)
"""What notes of an instrument tell of an act's provision."""
_SENTENCE_END = pattern(r"[a-z0-9)”’\"]\.\s(?!\s{0,2}[\d(])|\n")
_OPEN_BRACKET = pattern(r"\s{0,3}\((?:[^()]|\([^()]{0,80}\)){0,300}\Z")
_HEAD = pattern(r"(section|regulation|article|rule|schedule)-([0-9A-Z]*)((?:-(?!paragraph)[0-9A-Za-z]+)*)\Z")
_QUOTES = frozenset("“‘\"'")

Resolved = tuple[str | None, str, int | None, Group]
AMENDED_NOT_NAMED = "amended_act_not_named"


def home(reading: TextReading) -> bool:
    """Whether bare provisions and pinpoints of this text are this pack's."""
    if reading.jurisdiction is not None:
        return reading.jurisdiction == "uk"
    last = antecedents(reading).last
    return last is not None and last.rule.startswith("uk.")


# ------------------------------------------------------------------------------------------------------ governing phrases


def govern(reading: TextReading, seen: Mention, end: int) -> bool:
    """Remember an act whose words introduce what follows.

    «section 47(1) of the X Act—», «the following provisions of the X Act, namely—», «the X Regulations are amended as follows».
    """
    text = reading.text
    scopes = memory_of(reading).governing
    if seen.reference is not None and _AMENDMENT_HEADING.search(text, max(0, seen.start - 60), seen.start):
        stop = _NEXT_AMENDMENT.search(text, end, end + _GOVERNED)
        named = seen._replace(reference=seen.reference.partition("#")[0])
        scopes.append(Governing(end, stop.start() if stop else end + _GOVERNED, named))
        return True
    amended = _AMENDED_AS.match(text, end)
    if amended:
        whole = _WHOLE_TEXT.match(text, amended.end()) is not None
        scopes.append(Governing(end, _end_of(text, end) if whole else _next_unit(text, seen.start, end), seen))
        return True
    if seen.reference is None or not _INTRODUCES.match(text, end):
        return False
    if _CHANGED_LEAD.search(text, max(0, seen.start - 12), seen.start):
        scopes.append(Governing(end, min(_next_unit(text, seen.start, end), end + _GOVERNED), seen))
        return True
    stop = _NEW_UNIT.search(text, end, end + _GOVERNED)
    scopes.append(Governing(end, stop.start() if stop else end + _GOVERNED, seen))
    return True


def govern_note(reading: TextReading, act: Act, start: int) -> None:
    """«1975 c. 22. Paragraph 10 is added …»: a note of an instrument that begins with an act's number speaks of that act."""
    text = reading.text
    if (
        act.work is None
        or not _is_instrument(reading.self_reference or "")
        or not _LINE_BEFORE.search(text, max(0, start - 12), start)
    ):
        return
    stop = text.find("\n", act.end)
    seen = Mention(start, act.end, text[start : act.end], "statute", "full", act.work, "uk.number")
    memory_of(reading).governing.append(Governing(act.end, stop if stop >= 0 else len(text), seen))


def _end_of(text: str, end: int) -> int:
    last = _END_OF_TEXT.search(text, end, end + _AMENDED_SCOPE)
    return last.start() if last else end + _AMENDED_SCOPE


def _next_unit(text: str, start: int, end: int) -> int:
    """Where the unit after the one that holds `start` begins: inserted text has numbers of its own, so the next number counts."""
    limit = end + _AMENDED_SCOPE
    last = _END_OF_TEXT.search(text, end, limit)
    limit = last.start() if last else limit
    number = None
    for number in _UNIT_NUMBER.finditer(text, max(0, start - 400), start):  # noqa: B007 (the last one counts)
        pass
    if number is None:
        return limit
    wanted = int(number.group(1)) + 1
    for following in _UNIT_NUMBER.finditer(text, end, limit):
        if int(following.group(1)) == wanted and not following.group(2):
            return following.start()
    return limit


def _governed(reading: TextReading, group: Group, scope: Governing) -> Resolved | None:
    """A place below a governing phrase: of its act; a lower part of the place that was named last in it."""
    seen = scope.seen
    work, _, place = (seen.reference or "").partition("#")
    if seen.reference is None:
        return None, seen.note or AMENDED_NOT_NAMED, None, group
    if group.labels[0].parts[0]:
        if group.unit == "paragraph" and not group.above:
            return _in_note_schedule(reading, group, scope)
        same = antecedents(reading).by_provision.get(place_of(group.unit, group.labels[0].parts[:1], group.above))
        if same is not None and (same.reference or "").partition("#")[0] == work:
            return work, "", same.start, group
        named = next(
            (each for each in reversed(reading.mentions[-12:]) if each.kind == "statute" and each.form == "full"), None
        )
        if named is not None and named.reference and named.reference.startswith("uk/") and named.start > seen.end:
            quoted = reading.text[group.start - 1 : group.start] in _QUOTES
            if quoted or _same_sentence(reading, named, group.start):
                return named.reference.partition("#")[0], "", named.start, group
        if not _may_be_own(work, group.unit):
            return None, AMENDED_NOT_NAMED, seen.start, group  # a section in an order that is amended
        return work, "", seen.start, group
    last = antecedents(reading).by_work.get(work)
    if not place and last is not None and last.start >= scope.begin and last.reference:
        place = last.reference.partition("#")[2]
    below = _below(place.split("..")[0], group)
    return (work, "", seen.start, below) if below is not None else None


def _in_note_schedule(reading: TextReading, group: Group, scope: Governing) -> Resolved | None:
    """«1975 c. 22. Paragraph 10 is added to Schedule 3»: the schedule stands behind; «In the Schedule to the X Order— in paragraph 30»: before."""
    if not scope.seen.reference:
        return None
    schedule = _ADDED_TO.match(reading.text, group.end)
    named = _SCHEDULE_PLACE.match(scope.seen.reference.partition("#")[2])
    if schedule is None and named is None:
        return None
    number = schedule.group(1) if schedule else (named.group(1) or "") if named else ""
    above = (("schedule", (number,)),)
    moved = Group(group.unit, group.labels, above, group.start, group.end)
    return scope.seen.reference.partition("#")[0], "", scope.seen.start, moved


def _below(place: str, group: Group) -> Group | None:
    """«paragraph (2)» under `regulation-47`: what stands as wide or narrower there gives way."""
    head = _HEAD.match(place)
    if head is None:
        return None
    unit = head.group(1)
    lower = tuple(part for part in head.group(3).split("-") if part)
    keeps = 1 if unit == "section" and group.unit != "subsection" and group.labels[0].parts[1][:1].isalpha() else 0
    wider = (head.group(2), *lower[:keeps])
    labels = tuple(
        label._replace(parts=(*wider, *label.parts[1:]), to=(*wider, *label.to[1:]) if label.to else None)
        for label in group.labels
    )
    return Group(unit, labels, (), group.start, group.end)


# ----------------------------------------------------------------------------------------------------------------- resolving


def resolve(reading: TextReading, group: Group, start: int, *, own: bool) -> Resolved | None:
    """(work, note, antecedent, the group with its labels completed), or None when this is no citation.

    `own`: the text is an act's or an instrument's own.
    """
    scope = governing_at(reading, start)
    if scope is not None:
        in_governed = _governed(reading, group, scope)
        if in_governed is not None:
            return in_governed
    return _in_own_text(reading, group, start) if own else _in_other_text(reading, group, start)


def _in_own_text(reading: TextReading, group: Group, start: int) -> Resolved | None:
    known = antecedents(reading)
    last = known.latest.get("uk")
    itself = (reading.self_reference or "").partition("#")[0]
    relative = not group.labels[0].parts[0]
    beside = last is not None and _OPEN_BRACKET.match(reading.text[last.end : start][-320:]) is not None
    if relative:
        if last is not None and (beside or _same_sentence(reading, last, start)) and group.unit == "subsection":
            return _below_last(last, group)
        told = _is_instrument(itself) and _HISTORY.match(reading.text, group.end) is not None
        if (
            told
            or _changed(reading, group, start)
            or (last is not None and last.note == AMENDED_NOT_NAMED and start - last.end < NEAR // 3)
        ):
            return None, AMENDED_NOT_NAMED, None, group
        return None
    if group.unit in {"chapter", "appendix", "annex", "order", "division", "item"}:
        return None
    told = _is_instrument(itself) and _HISTORY.match(reading.text, group.end) is not None
    if told:
        same = known.by_provision.get(place_of(group.unit, group.labels[0].parts[:1], group.above))
        if same is not None and same.reference and not same.reference.startswith(itself):
            return same.reference.partition("#")[0], "", same.start, group
        return None, AMENDED_NOT_NAMED, None, group
    if _may_be_own(itself, group.unit) and _in_note(reading, start, group.end):
        return itself, "", None, group
    if last is not None and last.note == AMENDED_NOT_NAMED and not _NEW_UNIT.search(reading.text, last.end, start):
        return None, AMENDED_NOT_NAMED, None, group  # in the same unit of changes
    if last is not None and last.reference and beside and last.form == "full":
        return last.reference.partition("#")[0], "", last.start, group
    if last is not None and last.reference and _amended_in_sentence(reading, last, start):
        settled = _in_schedule(reading, group, start)
        return (last.reference.partition("#")[0], "", last.start, settled) if settled is not None else None
    if _changed(reading, group, start) or (_is_instrument(itself) and _changes_unnamed(reading)):
        return None, AMENDED_NOT_NAMED, None, group
    settled = _in_schedule(reading, group, start)
    if settled is None:
        return None
    if _may_be_own(itself, group.unit):
        return itself, "", None, settled
    same = known.by_provision.get(place_of(group.unit, group.labels[0].parts[:1], group.above))
    if same is not None and same.reference and same.reference.startswith("uk/"):
        return same.reference.partition("#")[0], "", same.start, settled
    if last is not None and last.reference and _same_sentence(reading, last, start):
        return last.reference.partition("#")[0], "", last.start, settled
    return None, "antecedent_missing", None, settled


def _in_other_text(reading: TextReading, group: Group, start: int) -> Resolved | None:
    known = antecedents(reading)
    last = known.latest.get("uk")
    near = last is not None and start - last.end < NEAR
    first = group.labels[0].parts[0]
    if not first:
        return _below_last(last, group) if near and last is not None and group.unit == "subsection" else None
    if is_unnamed_act(reading):
        return None, NOT_IDENTIFIED, None, group
    if group.unit in {"chapter", "appendix", "annex", "order", "division", "item"}:
        return None
    part = known.by_provision.get(place_of("part", group.labels[0].parts[:1], ())) if group.unit == "part" else None
    if part is not None and part.reference and not group.above:
        return part.reference.partition("#")[0], "", part.start, group  # a part named before
    settled = _in_schedule(reading, group, start)
    if settled is None:
        lower = group.labels[0].parts[1:2]
        of_a_schedule = group.unit == "paragraph" and lower and lower[0].isdigit() and _is_a_case(reading)
        return (None, "antecedent_missing", None, group) if of_a_schedule else None  # «paragraph 22(9)»
    same = known.by_provision.get(place_of(settled.unit, settled.labels[0].parts[:1], settled.above))
    if settled.unit == "section" and same is None:
        same = known.by_provision.get(f"section-{first}")
    if (
        same is not None
        and same.reference
        and same.reference.startswith("uk/")
        and settled.unit in {"section", "regulation", "article", "rule"}
        and (last is None or last.reference is not None)
    ):
        return same.reference.partition("#")[0], "", same.start, settled
    of_another_kind = last is None or not last.reference or not _may_have_articles(last.reference)
    if settled.unit == "article" and of_another_kind:
        retained = [work for work in known.works if work.startswith("uk/eur/")]
        if len(retained) == 1 and start - known.works[retained[0]].end < NEAR:
            return retained[0], "", known.works[retained[0]].start, settled  # an act between has no articles
        named = last is not None or (reading.text.startswith("Article", group.start) and _is_a_case(reading))
        return (None, "antecedent_missing", None, settled) if named else None
    if last is None or (not near and settled.unit != "section"):
        telling = settled.unit == "section" or (
            settled.unit in {"rule", "regulation"} and len(settled.labels[0].parts) > 1
        )
        return (None, "antecedent_missing", None, settled) if telling else None
    if last.reference is None:
        return None, "antecedent_missing", last.start, settled
    if not _may_hold(last.reference.partition("#")[0], settled.unit):
        return None, "antecedent_missing", None, settled
    if same is None and joined_acts(reading, last, start):
        return None, SEVERAL, None, settled
    if settled.unit == "section" and same is None and first in _open_sections(reading):
        return None, "antecedent_missing", None, settled
    return last.reference.partition("#")[0], "", last.start, settled


_SECTION_NUMBER = pattern(r"[Ss](?:ections?|s)?\.?\s{0,8}(\d{1,4}[A-Z]{0,3})")


def _open_sections(reading: TextReading) -> set[str]:
    """Numbers of sections left open before («section 166 of the 2002 Act»): a repeat is not of the act cited in between."""
    known: tuple[int, set[str]] = reading.memory.get("uk.open_sections", (0, set()))
    done, numbers = known
    done = min(done, len(reading.mentions))
    for each in reading.mentions[done:]:
        if each.reference is None and each.rule == "uk.provision" and (number := _SECTION_NUMBER.match(each.text)):
            numbers.add(number.group(1))
    reading.memory["uk.open_sections"] = (len(reading.mentions), numbers)
    return numbers


def _may_hold(work: str, unit: str) -> bool:
    """An act has sections, a retained regulation of the Union articles: the act cited last may not be what is meant."""
    if work.startswith("uk/eur/"):
        return unit not in {"section", "subsection", "regulation", "rule"}
    acts = ("uk/ukpga/", "uk/asp/", "uk/anaw/", "uk/asc/", "uk/nia/", "uk/apni/")
    return not (work.startswith(acts) and unit in {"regulation", "rule", "article"})


def _may_have_articles(reference: str) -> bool:
    """An act has sections, the rules of court have rules."""
    work = reference.partition("#")[0]
    return (_may_be_own(work, "article") or work.startswith("uk/eur/")) and work != "uk/uksi/1998/3132"


def _is_a_case(reading: TextReading) -> bool:
    """Whether the text is a judgment: its bare articles are the Convention's or a treaty's."""
    own = reading.self_reference
    return (
        bool(own) and not _is_instrument(own or "") and not re.match(r"uk/(?:ukpga|asp|anaw|asc|nia|ukla)/", own or "")
    )


def _in_schedule(reading: TextReading, group: Group, start: int) -> Group | None:
    """The group with the schedule that it stands in when it prints none; None for a paragraph outside every schedule."""
    schedule = memory_of(reading).schedule
    if group.unit in {"paragraph", "part"} and not group.above:
        if group.unit == "part" and reading.self_reference and schedule is None:
            return group
        if schedule is None or start - schedule[1] > NEAR or _case_stands_nearer(reading, start):
            return None
        return Group(group.unit, group.labels, (("schedule", (schedule[0],)),), group.start, group.end)
    if schedule is None:
        return group
    if group.unit == "paragraph" and not any(unit == "schedule" for unit, _ in group.above):
        return Group(group.unit, group.labels, (("schedule", (schedule[0],)), *group.above), group.start, group.end)
    if any(unit == "schedule" and not parts[0] for unit, parts in group.above):
        above = tuple(
            (unit, (schedule[0],) if unit == "schedule" and not parts[0] else parts) for unit, parts in group.above
        )
        return Group(group.unit, group.labels, above, group.start, group.end)
    return group


def _below_last(last: Mention, group: Group) -> Resolved | None:
    work, _, place = (last.reference or "").partition("#")
    match = re.match(r"section-([0-9A-Z]+)", place)
    if match is None:
        return None
    below = _below(match.group(), group)
    return (work, "", last.start, below) if below is not None else None


# ------------------------------------------------------------------------------------------------------------------ evidence


def _in_note(reading: TextReading, start: int, end: int) -> bool:
    """«Words in s. 131(2) substituted by …»: a note of amendment speaks of the act it stands in."""
    text = reading.text
    return bool(_NOTE_LEAD.search(text, max(0, start - 110), start) and _AMENDED_NOTE.match(text, end))


def _changed(reading: TextReading, group: Group, start: int) -> bool:
    """«For regulation 45(1) there shall be substituted—», «In regulation 47—» with changes below: another act's."""
    text = reading.text
    return bool(_CHANGED_LEAD.search(text, max(0, start - 24), start) and _CHANGE.match(text, group.end))


def _changes_unnamed(reading: TextReading) -> bool:
    """Whether the text changes places of an act that it does not name, so that its bare places may be that act's."""
    memory = memory_of(reading)
    if memory.changes is None:
        found = re.findall(
            r"\b(?:[Ff]or|[Ii]n|[Aa]fter)\s(?:regulation|article|rule|paragraph)s?\s[\d(][^.;\n]{0,160}?(?:there\sshall\sbe\s(?:inserted|substituted)|[—–]\s*\n)",
            reading.text,
        )
        memory.changes = len(found)
    return memory.changes >= _UNNAMED_CHANGES and not memory.governing


def _amended_in_sentence(reading: TextReading, last: Mention, start: int) -> bool:
    """«The Order amends the X Order 2015 by substituting … in article 3(3) of that Order and … in article 3(4)»."""
    if not _same_sentence(reading, last, start):
        return False
    return bool(
        re.search(
            r"\b(?:[Aa]mend|[Ss]ubstitut|[Ii]nsert|[Rr]evok|[Rr]epeal)(?:s|ed|es|ing)\b",
            reading.text[max(0, last.start - 240) : start],
        )
    )


def _is_instrument(reference: str) -> bool:
    return re.match(r"uk/(?:uksi|ssi|wsi|nisr|uksro|nisi)/", reference) is not None


def _may_be_own(itself: str, unit: str) -> bool:
    """An act has sections, an instrument articles, regulations or rules: «Section 1(1)» in a note of an order is an act's."""
    return unit not in ({"section", "subsection"} if _is_instrument(itself) else {"article", "regulation", "rule"})


def _same_sentence(reading: TextReading, named: Mention, start: int) -> bool:
    return start - named.end < 300 and not _SENTENCE_END.search(reading.text, named.end - 1, start)


def _case_stands_nearer(reading: TextReading, start: int) -> bool:
    """«Lord Hodge explained (at para 29)»: the paragraph of the case just cited."""
    last = antecedents(reading).last
    return last is not None and last.kind == "case" and start - last.end < 500
