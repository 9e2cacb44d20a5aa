"""Collections print decisions one behind the other; a record of one of them often holds pieces of its neighbours.

Keeps true: only the part whose source line names this decision's docket is its text. The end of the decision before,
the beginning of the one after, and a summary that the collector put in front go to side channels (`other_decision`,
`abstract`) with a finding. Without a docket, or when no source line names it, nothing is set aside.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.findings import Finding
from pincite.jurisdictions.ch.sources.decision_rows import Row
from pincite.jurisdictions.ch.sources.decision_words import SOURCE_LINES, Words

__all__ = ["set_neighbours_aside"]

_HEADING = re.compile(r"\d{1,3}[ \u00a0]{1,3}(?:[^\W\d_]|§)")
_BEHIND = 8  # rows between a source line and the heading of facts or law
_LONGEST_HEADING = 70
_HEADNOTE_ROWS = 60
_ABBREVIATED = re.compile(r"\b(?:Art|Abs|Ziff|lit|Nr|vgl|S|E|i\.V\.m|N)\.\Z")
_NOT_WORD = re.compile(r"[\W_]+")


def set_neighbours_aside(rows: list[Row], words: Words, docket: str) -> list[Finding]:
    """Mark the rows that belong to neighbouring decisions; the findings say what was done."""
    sources = [index for index in range(len(rows)) if _is_source(rows, index, words)]
    wanted = _NOT_WORD.sub("", docket).lower()
    if not sources or not wanted:
        return []
    own = [index for index in sources if wanted in _NOT_WORD.sub("", _source_text(rows, index)).lower()]
    if len(own) != 1:
        return [Finding("several_decisions_in_one_file", {"decisions": len(sources)})] if len(sources) > 1 else []
    first = _heading(rows, own[0])
    later = [_heading(rows, index) for index in sources if index > own[0]]
    # an unfinished neighbour may have lost its own source line: its heading starts anew behind the last number
    end = min([index for index in later if index is not None], default=len(rows))
    if first is None or not any(not row.aside for row in [*rows[:first], *rows[end:]]):
        return []
    _set_before(rows, first)
    _set(rows[end:], "other_decision")
    count = sum(row.aside == "other_decision" for row in rows)
    if not count:
        return []
    return [Finding("text_of_other_decisions_set_aside", {"lines": count})]


def _is_source(rows: Sequence[Row], index: int, words: Words) -> bool:
    """Whether a source line stands here: one by its words, and with the considerations, or the file's end, behind it."""
    if rows[index].aside or not words.source_line([row.plain for row in rows[index : index + SOURCE_LINES]]):
        return False
    behind = rows[index + 1 : index + 1 + _BEHIND]
    return len(behind) < _BEHIND or any(words.zone(row.plain) in ("reasoning", "facts") for row in behind)


def _source_text(rows: Sequence[Row], index: int) -> str:
    return " ".join(row.plain for row in rows[index : index + SOURCE_LINES] if not row.aside)


def _heading(rows: Sequence[Row], source: int) -> int | None:
    """The row with the collection's number («68 Art. 13 BGFA») above a source line."""
    for index in range(source - 1, max(source - _HEADNOTE_ROWS, -1), -1):
        row = rows[index]
        if not row.aside and _HEADING.match(row.plain) and (index == 0 or _is_heading(rows, index)):
            return index
    return None


def _is_heading(rows: Sequence[Row], index: int) -> bool:
    before = next((row for row in reversed(rows[:index]) if not row.aside), None)
    return before is None or before.text[-1:] in '.)]»"”…:' or rows[index].gap > 0


def _set_before(rows: Sequence[Row], first: int) -> None:
    """The collector's summary is the first paragraph, up to an empty line; what follows is the decision before."""
    summary = next((index for index in range(1, first) if rows[index].gap), first)
    _set(rows[:summary], "abstract")
    _set(rows[summary:first], "other_decision")


def _set(rows: Sequence[Row], kind: str) -> None:
    for row in rows:
        if not row.aside:
            row.aside = kind
