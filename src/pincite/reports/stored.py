"""A report read from its file again: checked strictly, its verdicts and the gate's decision made anew from what it holds.

Keeps true: nothing a file says of a status, a count or a delivery is believed; each follows from the axes and is compared with it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from pincite.digests import sha256
from pincite.errors import BadInput
from pincite.gate.policy import DEFAULT_POLICY, Judged, Reason, decide
from pincite.judging.verdict import Axes, Status, cause_of, status_of
from pincite.reports.json_report import stable_of
from pincite.reports.report import SCHEMA, STATUSES

__all__ = ["StoredMention", "StoredReport", "read_report"]

_REMEDY = "Name a citation-verify.json that pincite wrote."
_LARGEST = 200_000_000


@dataclass(frozen=True, slots=True)
class StoredMention:
    """A record of the file; `values` are all of its fields."""

    citation_id: str
    start: int
    end: int
    raw: str
    status: str
    cause: str
    axes: Axes
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class StoredReport:
    """A report as it was read.

    Attributes:
        values: all of it.
        sha256: of the file.
        digest: what the file says the digest of its stable part is; "" when it says none.
        stable_sha256: what it is.
        draft_name, draft_sha256: of the draft.
        mentions: the records in order.
        whole_draft: the reasons the file names for the whole draft: they cannot be made anew without the draft.

    """

    values: Mapping[str, Any]
    sha256: str
    digest: str
    stable_sha256: str
    draft_name: str
    draft_sha256: str
    mentions: tuple[StoredMention, ...]
    whole_draft: tuple[Reason, ...]

    def reasons(self) -> tuple[Reason, ...]:
        """Why the gate holds the draft, made anew from the axes of each record."""
        judged = [Judged("", _status(each.status), each.cause) for each in self.whole_draft]
        judged += [Judged(m.citation_id, status_of(m.axes), cause_of(m.axes)) for m in self.mentions]
        return decide(judged, DEFAULT_POLICY).reasons

    def faults(self) -> list[str]:
        """What in the file does not follow from its own axes; empty when all does."""
        found: list[str] = []
        for each in self.mentions:
            if (each.status, each.cause) != (status_of(each.axes), cause_of(each.axes)):
                found.append(f"{each.citation_id}: {each.status} does not follow from its axes")
            evidence = each.values.get("evidence")
            if each.status == "MATCH" and not evidence:
                found.append(f"{each.citation_id}: MATCH without evidence")
            snippet = each.values.get("matched_snippet", "")
            if snippet and (not isinstance(evidence, dict) or evidence.get("snippet") != snippet):
                found.append(f"{each.citation_id}: the matched words are not those of its evidence")
        if len({each.citation_id for each in self.mentions}) != len(self.mentions):
            found.append("one citation id stands twice")
        counts = self.values["counts"]
        wrong = [s for s in STATUSES if counts.get(s) != sum(each.status == s for each in self.mentions)]
        if wrong or counts.get("mentions") != len(self.mentions):
            found.append("the counts are not those of its records")
        reasons = self.reasons()
        if [reason._asdict() for reason in reasons] != self.values["delivery"]["reasons"]:
            found.append("the reasons of the gate are not those its records give")
        said = (self.values["delivery"]["decision"], self.values["delivery_blocked"])
        if said != (("BLOCKED", True) if reasons else ("CLEAR", False)):
            found.append("the delivery decision does not follow from the reasons")
        return found


def read_report(data: bytes, name: str) -> StoredReport:
    """Read the file of a report.

    Raises:
        BadInput: it is none; the message says at what.

    """
    if len(data) > _LARGEST:
        raise BadInput(f"{name} is too large for a report", remedy=_REMEDY)
    try:
        values = json.loads(data, object_pairs_hook=_once, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{name} is not JSON: {error}", remedy=_REMEDY) from error
    if not isinstance(values, dict) or values.get("schema") != SCHEMA:
        raise BadInput(f"{name} is no report ({SCHEMA})", remedy=_REMEDY)
    try:
        return _stored(values, data)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadInput(f"{name} is no whole report: {type(error).__name__} at {error}", remedy=_REMEDY) from error


def _stored(values: dict[str, Any], data: bytes) -> StoredReport:
    volatile = values["volatile"]
    whole = [Reason(**each) for each in values["delivery"]["reasons"] if each["citation_id"] == ""]
    if not isinstance(values["counts"], dict) or not isinstance(values["delivery_blocked"], bool):
        raise TypeError("counts, delivery_blocked")
    return StoredReport(
        values=values,
        sha256=sha256(data),
        digest=str(volatile.get("digest", "")),
        stable_sha256=sha256(stable_of(values)),
        draft_name=str(values["draft"]["name"]),
        draft_sha256=str(values["draft"]["sha256"]),
        mentions=tuple(_mention(each) for each in values["mentions"]),
        whole_draft=tuple(whole),
    )


def _mention(values: dict[str, Any]) -> StoredMention:
    span = values["span"]
    axes = Axes(**values["axes"])
    for name, known in _AXES.items():
        if getattr(axes, name) not in known:
            raise ValueError(f"{values['citation_id']}: axis {name}")
    if not all(isinstance(getattr(axes, name), bool) for name in _SWITCHES):
        raise TypeError(f"{values['citation_id']}: axes")
    start, end = span["start"], span["end"]
    if not (isinstance(start, int) and isinstance(end, int) and 0 <= start < end):
        raise ValueError(f"{values['citation_id']}: span")
    texts = {name: values[name] for name in ("citation_id", "raw", "status", "cause")}
    if not all(isinstance(text, str) for text in texts.values()):
        raise TypeError("mention")
    return StoredMention(start=start, end=end, axes=axes, values=values, **texts)


def _axis_values() -> dict[str, frozenset[str]]:
    from pincite.judging import verdict  # noqa: PLC0415 (the types of the axes by name)

    names = ("existence", "identity", "pinpoint", "quote", "currency", "support", "speaker")
    return {name: frozenset(get_args(getattr(verdict, name.capitalize()))) for name in names}


_AXES = _axis_values()
_SWITCHES = ("out_of_scope", "low_confidence", "other_version", "withheld")


def _status(text: str) -> Status:
    if text not in STATUSES:
        raise ValueError(f"status {text!r}")
    return text


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("an object names one key twice")
    return found


def _no_constant(word: str) -> Any:
    raise ValueError(f"{word} is no number of JSON")
