"""An amending instruction in words -> an operation, or a finding that says why it was not read.

Keeps true: the whole sentence must be one that is known; a sentence with two orders, an unnamed place or words that may
end in two places is refused (INSTRUCTION_UNREADABLE), never guessed. The new wording of a unit stands below the
sentence, not in it: it is given as `payload`, and without it the operation has none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from pincite.consolidation.instructions.places import place_named
from pincite.consolidation.operations import (
    InsertUnit,
    Renumber,
    RepealUnit,
    ReplaceUnit,
    Source,
    TextDelete,
    TextOperation,
    TextReplace,
    TreeOperation,
    UnitPosition,
)
from pincite.consolidation.refusals import Refused
from pincite.consolidation.units import Path, Unit, at, local_id
from pincite.findings import Finding
from pincite.text.tables import rows

__all__ = ["Reading", "read_instruction"]

_PARTS = {
    "q": "[\"“‘']",
    "Q": "[\"”’']",
    "L": "(?:[Ss]ub-?)*(?:[Ss]ection|[Pp]aragraph|[Cc]lause|[Pp]oint|[Aa]rticle)",
    "N": r"\([0-9A-Za-z]+(?:-[0-9A-Za-z]+)?\)",
}
_LABEL = re.compile(r"\(([0-9A-Za-z]+(?:-[0-9A-Za-z]+)?)\)")
_ORDER = re.compile(r"\b(?:striking|strike|inserting|repealed|deleted|replaced by|redesignated)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read: the operation, or why not. `labels`: numbers of the new units, as the sentence names them."""

    operation: TreeOperation | None
    finding: Finding | None = None
    labels: tuple[str, ...] = ()

    def agrees(self, recorded: TreeOperation, tree: Unit) -> bool:
        """Whether a recorded operation does what was read (new wordings stand below the sentence and are not compared)."""
        read = self.operation
        if read is None or type(read) is not type(recorded) or not _same_place(read.target, recorded.target, tree):
            return False
        if isinstance(read, TextOperation) and isinstance(recorded, TextOperation):
            new = (getattr(read, "replace", ""), getattr(recorded, "replace", ""))
            return read.find == recorded.find and new[0] == new[1]
        if isinstance(recorded, InsertUnit):
            return not self.labels or {each.id for each in recorded.payload} <= set(self.labels)
        if isinstance(read, Renumber) and isinstance(recorded, Renumber):
            return (read.new_id, read.wrap) == (recorded.new_id, recorded.wrap)
        return True


def _same_place(one: Path, other: Path, tree: Unit) -> bool:
    """Equal, or the same place by way of the only subparagraph that a number has."""
    if one == other:
        return True
    unit = at(tree, one)
    while unit is not None and len(unit.children) == 1 and unit.children[0].kind == "subparagraph":
        unit = unit.children[0]
        one = (*one, unit.id)
        if one == other:
            return True
    return False


@cache
def _patterns(style: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    parts = {**_PARTS, "M": "|".join(_marks())}
    found: list[tuple[str, re.Pattern[str]]] = []
    for own, kind, pattern in rows("pincite.consolidation", "data/instructions.tsv"):
        if own == style:
            for name, part in parts.items():
                pattern = pattern.replace("{" + name + "}", part)  # noqa: PLW2901
            found.append((kind, re.compile(pattern)))
    return tuple(found)


@cache
def _marks() -> dict[str, str]:
    return dict(rows("pincite.consolidation", "data/marks.tsv"))


def read_instruction(
    sentence: str,
    *,
    context: Sequence[str] = (),
    style: str = "us",
    payload: tuple[Unit, ...] = (),
    source: Source | None = None,
) -> Reading:
    """Read one sentence.

    Args:
        sentence: the instruction.
        context: the sentences above it, which say of what it speaks.
        style: `us` or `eu`.
        payload: the units printed below it.
        source: where it stands.

    """
    words = " ".join(sentence.split())
    matches = [(kind, match) for kind, pattern in _patterns(style) if (match := pattern.fullmatch(words))]
    if len({kind for kind, _ in matches}) != 1:
        why = "two readings" if matches else "the sentence is none that is known"
        return Reading(None, Refused("INSTRUCTION_UNREADABLE", why).finding())
    kind, match = matches[0]
    origin = source or Source(sentence=sentence, context=tuple(context))
    try:
        return _reading(kind, match, context, style, payload, origin)
    except Refused as refused:
        return Reading(None, refused.finding())


def _reading(
    kind: str, match: re.Match[str], context: Sequence[str], style: str, payload: tuple[Unit, ...], source: Source
) -> Reading:
    groups = match.groupdict()
    where = ", ".join(filter(None, (groups.get("within"), groups.get("where"))))
    if re.search(r"[\"“”‘]|\breplaced\b", where):
        raise Refused("INSTRUCTION_UNREADABLE", "the sentence may hold two orders")
    target, slot = place_named(where, context, style)
    labels = tuple(_LABEL.findall(groups.get("label") or ""))
    if kind in ("text_replace", "text_delete"):
        return Reading(_words(kind, groups, target, slot, source))
    if slot and kind != "replace_unit":
        raise Refused("INSTRUCTION_UNREADABLE", f"{kind} of a {slot}")
    if kind == "repeal_unit":
        return Reading(RepealUnit(target, source, tombstone="Repealed." if style == "us" else ""))
    if kind == "replace_unit":
        return Reading(ReplaceUnit(target, source, payload=payload, slot=slot))
    if kind == "insert_unit":
        return Reading(
            InsertUnit(target, source, payload=payload, position=UnitPosition(by_number=True)), labels=labels
        )
    num = f"({labels[0]})"
    return Reading(Renumber(target, source, new_num=num, new_id=local_id(num), wrap=kind == "wrap"))


def _words(kind: str, groups: dict[str, str | None], target: Path, slot: str, source: Source) -> TreeOperation:
    find = groups.get("find") or _marks().get(groups.get("findmark") or "", "")
    new = groups.get("new") or _marks().get(groups.get("newmark") or "", "")
    if any(_ORDER.search(each) and re.search(r"[\"“”]", each) for each in (find, new)):
        raise Refused("INSTRUCTION_UNREADABLE", "the sentence may hold two orders")
    count, nth = _how_often(groups.get("times") or "")
    own = "heading" if slot == "heading" else "text" if slot == "text" else ""
    if kind == "text_delete":
        return TextDelete(target, source, find=find, count=count, nth=nth, slot=own)  # type: ignore[arg-type]
    return TextReplace(target, source, find=find, count=count, nth=nth, slot=own, replace=new)  # type: ignore[arg-type]


def _how_often(times: str) -> tuple[int | None, str]:
    if not times:
        return 1, ""
    if "both times" in times:
        return 2, ""
    if "each time" in times or "wherever" in times:
        return None, "all"
    raise Refused("INSTRUCTION_UNREADABLE", f"which of the words is meant does not follow from «{times.strip()}»")
