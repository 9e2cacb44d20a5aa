"""From axes to status: the law of the verifier as types and ONE pure function (design: verdicts).

Keeps true:
1. `status_of` is the table of the design, line by line; the first line that holds wins.
2. A `MATCH` without evidence cannot be constructed: a Verdict computes its status from its axes and refuses to exist
   when the status is MATCH and no retrieved passage stands behind it. No status comes from memory.
3. Evidence is a slice of a text that was opened: `snippet == text[start:end]`, bounds checked when it is made.
4. `confidence_score` says how a verdict was reached, by one table; it is never a model's own number.

| # | when | status |
|---|---|---|
| 1 | out of scope by design (doctrine without an id, exhibits) | SKIPPED |
| 2 | not found, outside coverage, malformed, unreachable | UNVERIFIED |
| 3 | another document answers; quote refused; CONTRADICTED or UNSUPPORTED; not the court's words; another version; repealed or not yet in force | MISMATCH |
| 4 | support UNDECIDED; content withheld; pinpoint absent and the passage not located | UNVERIFIED |
| 5 | PARTLY; quote look; pinpoint corrected or checked with low confidence; identity differs; currency unknown or not consolidated | PARTIAL |
| 6 | else | MATCH |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, Self

__all__ = [
    "BLOCKING",
    "CONFIDENCE",
    "NOT_THE_COURTS",
    "Axes",
    "Currency",
    "Evidence",
    "Existence",
    "Identity",
    "Pinpoint",
    "Quote",
    "Route",
    "Speaker",
    "Status",
    "Support",
    "Verdict",
    "cause_of",
    "confidence_of",
    "route_without_judge",
    "status_of",
]

Status = Literal["MATCH", "PARTIAL", "MISMATCH", "UNVERIFIED", "SKIPPED"]

BLOCKING: frozenset[Status] = frozenset({"MISMATCH", "UNVERIFIED"})
"""What the gate holds back."""

Existence = Literal["found", "not_found", "outside_coverage", "unreachable", "malformed"]
"""`not_found` only inside what the corpus declares complete; `malformed`: cannot exist (BGE 96 VII 3)."""

Identity = Literal["agrees", "differs", "other_document", "unchecked"]
"""`differs`: in a field that leaves no doubt which document is meant; `other_document`: the name or date written belongs
to another document than the number; `unchecked`: the draft writes nothing that could be compared."""

Pinpoint = Literal["confirmed", "corrected", "absent", "none", "unchecked"]
"""`corrected`: the words stand elsewhere in the document; `absent`: no such place, and the passage was not located."""

Quote = Literal["clean", "look", "refused", "none"]

Currency = Literal[
    "in_force", "amended_since", "repealed", "not_yet_in_force", "not_consolidated", "unknown", "not_applicable"
]
"""`not_applicable`: decisions, commentaries and gazettes have no currency axis."""

Support = Literal["SUPPORTED", "PARTLY", "CONTRADICTED", "UNSUPPORTED", "UNDECIDED"]

Speaker = Literal[
    "reasoning",
    "headnote",
    "facts",
    "submission",
    "dissent",
    "quoted_authority",
    "court_below",
    "unknown",
    "not_applicable",
]
"""Who speaks in the passage found; `not_applicable` for legislation and where no passage was looked at."""

NOT_THE_COURTS: frozenset[Speaker] = frozenset({"headnote", "facts", "submission", "dissent", "court_below"})
"""Words of these speakers quoted as the court's are a mismatch (M5). A quoted authority is disclosed as such (A12)."""


class Axes(NamedTuple):
    """What was checked of one mention, one value an axis.

    `out_of_scope`: nothing is checked by design. `low_confidence`: the pinpoint was checked by a weak sign only.
    `other_version`: the wording cited belongs to another date. `withheld`: the privacy mode kept the content back.
    """

    existence: Existence
    identity: Identity = "unchecked"
    pinpoint: Pinpoint = "unchecked"
    quote: Quote = "none"
    currency: Currency = "not_applicable"
    support: Support = "UNDECIDED"
    speaker: Speaker = "not_applicable"
    out_of_scope: bool = False
    low_confidence: bool = False
    other_version: bool = False
    withheld: bool = False


def status_of(axes: Axes) -> Status:
    """The status of a mention: the first line of the table that holds."""
    return _line_of(axes)[0]


def cause_of(axes: Axes) -> str:
    """The code of what made that line hold («quote_refused»), "" for a MATCH."""
    return _line_of(axes)[1]


def _line_of(axes: Axes) -> tuple[Status, str]:
    # 1
    if axes.out_of_scope:
        return "SKIPPED", "out_of_scope"
    # 2
    if axes.existence != "found":
        return "UNVERIFIED", axes.existence
    # 3
    if axes.identity == "other_document":
        return "MISMATCH", "other_document"
    if axes.quote == "refused":
        return "MISMATCH", "quote_refused"
    if axes.support in ("CONTRADICTED", "UNSUPPORTED"):
        return "MISMATCH", axes.support.lower()
    if axes.speaker in NOT_THE_COURTS:
        return "MISMATCH", "not_the_courts_words"
    if axes.other_version:
        return "MISMATCH", "other_version"
    if axes.currency in ("repealed", "not_yet_in_force"):
        return "MISMATCH", axes.currency
    # 4
    if axes.pinpoint == "absent":
        return "UNVERIFIED", "pinpoint_absent"
    if axes.withheld:
        return "UNVERIFIED", "content_withheld"
    if axes.support == "UNDECIDED":
        return "UNVERIFIED", "content_not_judged"
    # 5
    if axes.support == "PARTLY":
        return "PARTIAL", "partly_supported"
    if axes.quote == "look":
        return "PARTIAL", "quote_look"
    if axes.pinpoint == "corrected":
        return "PARTIAL", "pinpoint_corrected"
    if axes.low_confidence:
        return "PARTIAL", "low_confidence"
    if axes.identity == "differs":
        return "PARTIAL", "identity_differs"
    if axes.currency in ("unknown", "not_consolidated"):
        return "PARTIAL", f"currency_{axes.currency}"
    # 6
    return "MATCH", ""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The passage a verdict rests on, as it was opened in a release.

    Attributes:
        work, expression: ids in the release.
        place: pincite's id of the passage, "" for the whole document; publisher_id: the publisher's, or "".
        start, end: code points of the block's text (of the document's text where `place` is "").
        snippet: the source's own characters at that span.
        release, corpus_as_of: tag of the release and its own date; as_of: the date asked about.
        url: from the document record, never made up.
        source_sha256: of the file the text was read from; text_sha256 is that of the text the offsets count in.

    """

    work: str
    expression: str
    place: str
    start: int
    end: int
    snippet: str
    release: str
    corpus_as_of: str
    as_of: str
    url: str = ""
    publisher_id: str = ""
    source_sha256: str = ""
    text_sha256: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end or self.end - self.start != len(self.snippet):
            raise ValueError(f"evidence with the span {self.start}..{self.end} for {len(self.snippet)} characters")
        if not (self.work and self.expression and self.release):
            raise ValueError("evidence names the work, its wording and the release it was opened in")

    @classmethod
    def of(cls, text: str, start: int, end: int, **record: str) -> Self:
        """The evidence `text[start:end]`; the bounds are checked first, because Python slices accept any."""
        if not 0 <= start < end <= len(text):
            raise ValueError(f"the span {start}..{end} lies outside a text of {len(text)} characters")
        return cls(start=start, end=end, snippet=text[start:end], **record)


Route = Literal["verbatim", "server_judge", "local_model", "lexical", "record", "none"]
"""How a verdict was reached: words compared by code, a judge on a server, a local model, lexical signals, the corpus
record alone (existence, identity, currency), or nothing decided."""

CONFIDENCE: dict[Route, float] = {
    "verbatim": 0.99,
    "record": 0.95,
    "server_judge": 0.85,
    "local_model": 0.7,
    "lexical": 0.5,
    "none": 0.0,
}
"""Confidence by the way a verdict was reached; nothing else moves it."""


_BY_RECORD = frozenset(
    {"not_found", "malformed", "other_document", "repealed", "not_yet_in_force", "pinpoint_absent", "identity_differs"}
)
_BY_WORDS = frozenset(
    {"", "quote_refused", "not_the_courts_words", "other_version", "quote_look", "pinpoint_corrected"}
)


def route_without_judge(axes: Axes) -> Route:
    """How a verdict was reached when no judge took part: by the words, by the record, or nothing was decided."""
    cause = cause_of(axes)
    return "verbatim" if cause in _BY_WORDS else "record" if cause in _BY_RECORD else "none"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on one mention. Its status follows from its axes.

    Raises:
        ValueError: on construction, when the status would be MATCH and there is no evidence.

    """

    axes: Axes
    route: Route = "none"
    evidence: Evidence | None = None

    def __post_init__(self) -> None:
        if self.status == "MATCH" and self.evidence is None:
            raise ValueError("a MATCH needs the retrieved passage it rests on")

    @property
    def status(self) -> Status:
        """`status_of(axes)`."""
        return status_of(self.axes)

    @property
    def confidence(self) -> float:
        """`confidence_of` this verdict, from 0 to 1."""
        return confidence_of(self)


def confidence_of(verdict: Verdict) -> float:
    """The number of the table CONFIDENCE for the way the verdict was reached."""
    return CONFIDENCE[verdict.route]
