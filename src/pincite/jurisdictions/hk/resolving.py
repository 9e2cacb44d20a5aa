"""What a bare Hong Kong provision belongs to: the act of the text itself, or one cited before.

Keeps true: the same provision cited before counts more than the act cited last; what the text leaves open has no work and
a reason; what may as well be a place in a pleading or a contract is no citation.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from pincite.citations.mention import Mention
from pincite.citations.pack import TextReading
from pincite.jurisdictions.hk.acts import COURT_RULES, the_ordinance
from pincite.jurisdictions.hk.grammar_cases import court_of_heading
from pincite.jurisdictions.hk.instruments_named import place_of_articles
from pincite.jurisdictions.hk.places import here, place_of
from pincite.jurisdictions.hk.tables import rules_of_court
from pincite.jurisdictions.shared.antecedents import antecedents
from pincite.jurisdictions.shared.joined import SEVERAL, joined_acts
from pincite.jurisdictions.shared.own_text import NOT_IDENTIFIED, is_unnamed_act
from pincite.jurisdictions.shared.provisions import Group
from pincite.text.patterns import pattern

__all__ = ["Resolved", "home", "resolve"]

_NEAR = 1500
"""How far behind what was cited last a bare provision may lean on it, in characters."""

Resolved = tuple[str | None, str, int | None, Group]


def home(reading: TextReading) -> bool:
    """Whether bare provisions and pinpoints of this text are this pack's: by the document, else by what was cited last."""
    if reading.jurisdiction is not None:
        return reading.jurisdiction == "hk"
    last = antecedents(reading).last
    return last is not None and last.rule.startswith("hk.")


def resolve(reading: TextReading, group: Group, start: int, *, own: bool) -> Resolved | None:
    """(work, note, antecedent, the group with its labels completed), or None when this is no citation."""
    known = antecedents(reading)
    if own:
        work = (reading.self_reference or "").partition("#")[0]
        relative = _relative(reading, group, start)
        return (work, "", None, relative) if relative else None
    if is_unnamed_act(reading):
        return None, NOT_IDENTIFIED, None, group
    last = known.latest.get("hk")
    near = last is not None and start - last.end < _NEAR and (last.reference or "").startswith("hk/")
    if not group.labels[0].parts[0]:
        if group.unit != "subsection" or not near or last is None or last.reference is None:
            return None  # «sub-paragraphs (a)-(d)» are as often a pleading's
        return _below_last(last, group)
    if group.unit in {"order", "rule"} and (group.unit == "order" or group.above):
        return _rules_of(reading, group, start)
    if group.unit in {"rule", "regulation"} and not group.above:
        same = known.by_provision.get(place_of(group.unit, group.labels[0].parts[:1], ()))
        if same is not None and (same.reference or "").startswith("hk/"):
            return (same.reference or "").partition("#")[0], "", same.start, group
    if group.unit in {"section", "subsection"}:
        if group.labels[0].parts[0] in known.outside:
            return None, "law_outside_the_scheme", None, group
        if last is not None and near and (moved := _in_cited_schedule(last, group)) is not None:
            return moved
        same = known.by_provision.get(place_of(group.unit, group.labels[0].parts[:1], group.above))
        if same is None and joined_acts(reading, last, start):
            return None, SEVERAL, None, group
        named, antecedent = _act_of_section(reading, group)
        return named, "" if named else "antecedent_missing", antecedent, group
    schedule = any(unit == "schedule" for unit, _ in group.above) or group.unit in {"schedule", "item"}
    if group.unit == "paragraph" and not schedule:
        nearer = known.last is not None and known.last.kind == "case"
        if near and last is not None and "#sch" in (last.reference or "") and start - last.end < 600 and not nearer:
            return _in_last_schedule(last, group)
        return None
    if group.unit == "rule" and (last is None or not re.match(r"hk/cap\d+[A-Z]", last.reference or "")):
        spoken_of = _rules_spoken_of(reading)
        if spoken_of:
            return spoken_of, "", None, group
    capital = group.unit == "rule" and reading.text.startswith("Rule", group.start)
    if capital and (last is None or not re.match(r"hk/cap\d+[A-Z]", last.reference or "")):
        return None, "antecedent_missing", None, group
    if group.unit == "article":
        same = known.by_provision.get(place_of("article", group.labels[0].parts[:1], ()))
        if same is not None and (same.reference or "").startswith("hk/A"):
            return (same.reference or "").partition("#")[0], "", same.start, group
        if last is not None and last.note == "several_antecedents":  # an article left open keeps none from those behind
            works = known.works
            last = next((works[work] for work in reversed(works) if work in place_of_articles()), last)
            near = start - last.end < _NEAR
    if not near or last is None or last.reference is None:
        return None
    if group.unit in {"part", "division", "subdivision", "item"} and not group.above and start - last.end > 600:
        return None
    if group.unit in {"chapter", "appendix", "annex"}:
        return None
    if group.unit == "article" and not re.match(r"hk/(?:A|cap383)", last.reference):
        return None
    if group.unit in {"rule", "regulation"} and not re.match(r"hk/cap\d+[A-Z]", last.reference):
        return None
    if group.unit == "rule":
        return _in_last_order(reading, group, last)
    return last.reference.partition("#")[0], "", last.start, group


def _relative(reading: TextReading, group: Group, start: int) -> Group | None:
    """In an act's own text: «subsection (7)», «paragraph (a)» counted from where they stand."""
    first = group.labels[0].parts[0]
    if re.match(r"\s{1,6}of\s{1,6}the\s{1,6}definition", reading.text[group.end : group.end + 30]):
        return None
    if group.unit == "subsection" or (group.unit in {"paragraph", "subparagraph"} and not first):
        section, subsection = here(reading, start)
        if not section:
            return None
        wider = (section,) if group.unit == "subsection" or not subsection else (section, subsection)
        labels = tuple(
            label._replace(parts=(*wider, *label.parts[1:]), to=(*wider, *label.to[1:]) if label.to else None)
            for label in group.labels
        )
        return Group("section", labels, (), group.start, group.end)
    if group.unit in {"chapter", "appendix", "annex", "order"}:
        return None
    if group.unit == "paragraph" and not group.above:
        return None
    return group


def _below_last(last: Mention, group: Group) -> Resolved | None:
    work, _, place = (last.reference or "").partition("#")
    match = re.match(r"s(\d+[A-Z]*)((?:_[0-9A-Za-z]+)*)", place.split("..")[0])
    if match is None:
        return None
    wider: tuple[str, ...] = (match.group(1),)
    if group.unit != "subsection":
        digits = [part for part in match.group(2).split("_") if part[:1].isdigit()]
        wider = (*wider, *digits[:1])
    labels = tuple(
        label._replace(parts=(*wider, *label.parts[1:]), to=(*wider, *label.to[1:]) if label.to else None)
        for label in group.labels
    )
    return work, "", last.start, Group("section", labels, (), group.start, group.end)


def _in_last_schedule(last: Mention, group: Group) -> Resolved:
    work, _, place = (last.reference or "").partition("#")
    schedule = re.match(r"sch(\w*?)(?:_|\Z)", place)
    number = schedule.group(1) if schedule else ""
    return work, "", last.start, Group(group.unit, group.labels, (("schedule", (number,)),), group.start, group.end)


_SECTION_OF_SCHEDULE = pattern(r"sch(\w+?)_s(\d+[A-Z]*)(?:_|\Z|\.)")


def _in_cited_schedule(last: Mention, group: Group) -> Resolved | None:
    """«section 6(4) of Schedule 2 … section 6(4)(c)»: the section just cited stands in a schedule, and so does the same again."""
    match = _SECTION_OF_SCHEDULE.match((last.reference or "").partition("#")[2])
    if match is None or match.group(2) != group.labels[0].parts[0] or group.above:
        return None
    moved = Group(group.unit, group.labels, (("schedule", (match.group(1),)),), group.start, group.end)
    return (last.reference or "").partition("#")[0], "", last.start, moved


def _act_of_section(reading: TextReading, group: Group) -> tuple[str | None, int | None]:
    """The act of a bare section: where the same section was cited before, else the act cited last, else the only one."""
    known = antecedents(reading)
    same = known.by_provision.get(place_of(group.unit, group.labels[0].parts[:1], group.above))
    if same is not None and same.reference and same.reference.startswith("hk/"):
        return same.reference.partition("#")[0], same.start
    last = known.latest.get("hk")
    if (
        last is not None
        and last.reference
        and re.match(r"hk/(?:cap|A)", last.reference)
        and last.reference.partition("#")[0] not in {f"hk/{rules}" for rules in COURT_RULES}
    ):
        above = _enabling(last, known.works)
        return (above.reference or "").partition("#")[0], above.start
    work, _ = the_ordinance(reading, "the", "Ordinance")
    return work, None


_SUBSIDIARY_PLACE = pattern(r"(hk/cap\d+)[A-Z]+(?:#(s(?=\d))?.*)?\Z")


def _enabling(last: Mention, works: Mapping[str, Mention]) -> Mention:
    """A section behind subsidiary legislation is its ordinance's when that is cited too: regulations have other units.

    Where the subsidiary legislation is itself divided in sections («section 4 of the … Rules»), it keeps what follows
    unless it was cited but once.
    """
    match = _SUBSIDIARY_PLACE.match(last.reference or "")
    enabling = works.get(match.group(1)) if match else None
    if match is None or enabling is None:
        return last
    return enabling if not match.group(2) or last.form == "full" else last


def _rules_of(reading: TextReading, group: Group, start: int) -> Resolved:
    """Orders and rules of court: the rules cited last, else those of the document's own court."""
    last = antecedents(reading).by_provision.get(place_of(group.unit, group.labels[0].parts[:1], group.above[:1]))
    if last is not None and last.reference and last.reference.startswith("hk/"):
        return last.reference.partition("#")[0], "", last.start, group
    for seen in reversed(reading.mentions[-60:]):
        if seen.reference and seen.reference.startswith(tuple(f"hk/{rules}" for rules in COURT_RULES)):
            return seen.reference.partition("#")[0], "", seen.start, group
    own = (reading.self_reference or "").split("/")
    court = own[1] if len(own) > 1 else court_of_heading(reading.text, start).lower()
    rules = _RULES_OF_COURT.get(court)
    if rules is None:
        return None, "court_not_shown", None, group
    quoted = _quoted_case(reading, start)
    if quoted is not None and _RULES_OF_COURT.get((quoted.reference or "/").split("/")[1]) != rules:
        return None, "quoted_from_another_court", quoted.start, group
    return rules, "", None, group


_RULES_OF_COURT = dict.fromkeys(("hkcfi", "hkca", "hkcfa", "hkct"), "hk/cap4A") | dict.fromkeys(
    ("hkdc", "hkfc"), "hk/cap336H"
)
_QUOTED_REACH = 4000
_CITED_REACH = 400


def _quoted_case(reading: TextReading, start: int) -> Mention | None:
    """The case whose judgment is quoted where the reading stands: the one cited last before the quotation opened."""
    text = reading.text
    floor = max(0, start - _QUOTED_REACH)
    opened = text.rfind("“", floor, start)
    closed = text.rfind("”", floor, start)
    if opened < 0 or closed > opened:
        return None
    # A quotation of several paragraphs opens again at each: its first opening stands behind the last closing.
    first = text.find("“", max(closed, floor), start)
    for seen in reversed(reading.mentions):
        if seen.end <= first:
            near = seen.kind == "case" and seen.reference is not None and first - seen.end < _CITED_REACH
            return seen if near else None
    return None


def _rules_spoken_of(reading: TextReading) -> str | None:
    """The one set of rules other than those of the courts that the text names by its letters («the CTR»)."""
    known: str | None = reading.memory.get("hk.rules_spoken_of")
    if known is None:
        named = {
            chapter
            for letters, chapter in rules_of_court().items()
            if chapter not in {f"hk/{rules}" for rules in COURT_RULES}
            and letters in reading.text
            and re.search(rf"(?<![A-Za-z]){letters}(?![A-Za-z])", reading.text)
        }
        known = reading.memory["hk.rules_spoken_of"] = named.pop() if len(named) == 1 else ""
    return known or None


def _in_last_order(reading: TextReading, group: Group, last: Mention) -> Resolved:
    """«Order 62 rule 5(1) … (r. 5(1)(aa))»: the order of the same rule, else the order cited last."""
    number = group.labels[0].parts[0]
    order = None
    for seen in reversed(reading.mentions[-40:]):
        match = re.match(r"hk/cap[0-9A-Z]+#(O\d+[A-Z]?)_r(\w+?)(?:_|\Z)", seen.reference or "")
        if match and (order is None or match.group(2) == number):
            order = (match.group(1)[1:], seen)
            if match.group(2) == number:
                break
    work = (last.reference or "").partition("#")[0]
    if order is None and work in {f"hk/{rules}" for rules in COURT_RULES}:
        spoken_of = _rules_spoken_of(reading)  # a rule of court has its order
        return spoken_of, "" if spoken_of else "antecedent_missing", None, group
    if order is None:
        return work, "", last.start, group
    above = (("order", (order[0],)), *group.above)
    moved = Group(group.unit, group.labels, above, group.start, group.end)
    return (order[1].reference or "").partition("#")[0], "", order[1].start, moved
