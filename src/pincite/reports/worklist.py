"""Reports as a list of work: what an evaluator hands to whoever wrote the draft, and what an editor shows line by line.

Keeps true:
1. `pass` is the gate's answer for all drafts together: it is true only when none is blocked and at least one was checked.
2. Every citation that blocks is a FAIL, every one that a person must see (PARTIAL, SKIPPED) a WARN; what is MATCH is only
   counted. A concern about a whole draft that blocks it is a FAIL too.
3. There is no score: whoever mends a draft is told what is wrong and nothing to play for.
4. It is made from reports alone, so a kept report gives the same list.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from pincite.reports.report import STATUSES
from pincite.reports.sarif import SarifDraft
from pincite.reports.shown import ShownMention, ShownReport, by_its_schema, told_of
from pincite.text.tables import table_text

__all__ = ["SCHEMA", "STANDS_FOR", "Item", "items_of", "line_of", "schema", "unreadable", "worklist"]

SCHEMA = "pincite.check/1"
STANDS_FOR = {"MISMATCH": "FAIL", "UNVERIFIED": "FAIL", "PARTIAL": "WARN", "SKIPPED": "WARN"}


class Item(NamedTuple):
    """One thing to be done.

    Attributes:
        draft: its address; place: in it, as a person finds it; line, column: of a text file, from 1, else 0.
        status: FAIL or WARN; says: the status of the citation, "" for a whole draft.
        group: fix, look, found or unchecked: what is to be done.
        rule: the code of the cause.
        citation_id: in the report, "" for a whole draft; citation: the words; detail: what is wrong; evidence: the source's words; action: what would mend it.

    """

    draft: str
    place: str
    line: int
    column: int
    status: str
    says: str
    group: str
    rule: str
    citation_id: str
    citation: str
    reference: str
    detail: str
    evidence: str
    action: str


def items_of(draft: SarifDraft) -> Iterator[Item]:
    """What is to be done in one draft, in the order of its text, what concerns all of it first."""
    shown = draft.shown
    with by_its_schema():
        raw = {each["citation_id"]: each for each in shown.values["mentions"]}
        for reason in shown.values["delivery"]["reasons"]:
            if not reason["citation_id"] and reason["cause"]:
                cause = str(reason["cause"])
                says = shown.words.say("cause", cause)
                yield Item(draft.address, "", 0, 0, "FAIL", "", "fix", cause, "", "", "", says, "", "")
        for mention in shown.mentions:
            if mention.status == "MATCH":
                continue
            line, column = _line_and_column(shown, mention, int(raw[mention.id]["span"]["line"]))
            yield Item(
                draft.address,
                mention.place,
                line,
                column,
                STANDS_FOR[mention.status],
                mention.status,
                mention.group,
                told_of(raw[mention.id]),
                mention.id,
                mention.text,
                mention.reference,
                " ".join((mention.said, *mention.notes)),
                _evidence(mention),
                " ".join(mention.next),
            )


def _line_and_column(shown: ShownReport, mention: ShownMention, line: int) -> tuple[int, int]:
    """Both from 1, of a file that has lines; a kept report without its draft knows the line alone."""
    if shown.values["draft"]["markup"] not in ("markdown", "plain"):
        return 0, 0
    if shown.text is None:
        return line, 0
    return line, mention.start - shown.text.rfind("\n", 0, mention.start)


def _evidence(mention: ShownMention) -> str:
    """The source's words: those nearest to a quotation that differs, or the passage opened."""
    words = [quote.source for quote in mention.quotes if quote.source]
    return words[0] if words else mention.source.text if mention.source is not None else ""


def unreadable(draft: str, why: str) -> Item:
    """A draft that cannot be read: nothing in it was checked, so it fails whole."""
    return Item(draft, "", 0, 0, "FAIL", "", "fix", "unreadable", "", "", "", f"could not be read: {why}", "", "")


def line_of(item: Item) -> str:
    """An item as compilers write it, so that editors find the place."""
    where = f"{item.draft}:{item.line}:{item.column or 1}" if item.line else item.draft
    place = f" ({item.place})" if item.place and not item.line else ""
    kind = "error" if item.status == "FAIL" else "warning"
    citation = f"{item.citation}: " if item.citation else ""
    return f"{where}: {kind}: {citation}{item.detail} [{item.rule}]{place}"


def worklist(drafts: Sequence[SarifDraft]) -> dict[str, Any]:
    """The list as plain values (`pincite.check/1`)."""
    items = [item for draft in drafts for item in items_of(draft)]
    blocked = any(draft.shown.blocked for draft in drafts)
    failing = sum(item.status == "FAIL" for item in items)
    counts = {name: sum(int(d.shown.values["counts"][name]) for d in drafts) for name in STATUSES}
    empty = [draft.address for draft in drafts if not draft.shown.mentions]
    return {
        "schema": SCHEMA,
        "delivery_blocked": blocked,
        "pass": bool(drafts) and not blocked,
        "drafts": [
            {
                "draft": draft.address,
                "sha256": str(draft.shown.values["draft"]["sha256"]),
                "delivery": str(draft.shown.values["delivery"]["decision"]),
                "checked": str(draft.shown.values["checked"]),
                "report_sha256": draft.shown.report_sha256,
            }
            for draft in drafts
        ],
        "counts": counts,
        "no_citation_found": empty,
        "findings": [
            {"id": f"F-{number:03}", "check": "pincite", **item._asdict()} for number, item in enumerate(items, 1)
        ],
        "residual_count": failing,
        "disclaimer": drafts[0].shown.disclaimer if drafts else "",
    }


@cache
def schema() -> dict[str, Any]:
    """The published JSON Schema (2020-12) of the list."""
    found: dict[str, Any] = json.loads(table_text("pincite.reports.schema", "check-1.json"))
    return found
