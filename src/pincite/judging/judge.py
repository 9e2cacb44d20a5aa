"""The judging port: a question (a claim and the passage cited for it), an opinion, and who gave it.

Keeps true:
1. A judge names itself, its parameters and what it read (`JudgeName`, `Opinion.read`): all of it goes into the report.
2. «Could not tell» is a value, UNDECIDED with a reason; a judge that fails, times out or writes nonsense ends there.
3. What a judge relied on are spans of the passage (`Excerpt`), made by code from the passage itself: words that do not
   stand there cannot be an excerpt.
4. A signal is shown with the words it was seen in; only those marked `hard` may decide anything.

Offsets count code points of the question's own `claim` and `passage`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol, Self

from pincite.digests import canonical_json, sha256
from pincite.judging.verdict import Route, Support
from pincite.text.span import Span

__all__ = [
    "FAULTY",
    "WITHHELD",
    "Excerpt",
    "Judge",
    "JudgeName",
    "Opinion",
    "Part",
    "PartStatus",
    "Question",
    "Seen",
    "undecided",
]

FAULTY: frozenset[Support] = frozenset({"CONTRADICTED", "UNSUPPORTED"})
"""What makes a mismatch."""

PartStatus = Literal["supported", "contradicted", "not_stated", "unclear"]


@dataclass(frozen=True, slots=True)
class Question:
    """What a judge is asked.

    Attributes:
        claim: the words the citation supports, as the draft has them.
        passage: the text cited: the place, or what was opened of the document.
        citations: spans of the citations in the claim: what they name is checked elsewhere and claims nothing.
        partial: the passage is a choice from what is cited: that something is not in it says nothing.
        claim_language, passage_language: as `text.language` names them; "" when not known.
        context: what stands around the passage, for understanding it; nothing in it may be cited.
        signal: how the draft leads the citation in: "", see, or contrary (the authority says otherwise).
        reference: canonical reference of the place, "" when there is none.
        spans: of the draft, whose words are asked about: for the door (`privacy.egress`).
        draft, citation: sha256 of the draft and the span of the citation: for recorded judgements.

    """

    claim: str
    passage: str
    claim_language: str = ""
    passage_language: str = ""
    citations: tuple[Span, ...] = ()
    partial: bool = False
    context: str = ""
    signal: str = ""
    reference: str = ""
    spans: tuple[Span, ...] = ()
    draft: str = ""
    citation: Span | None = None

    @property
    def sha256(self) -> str:
        """Digest of what decides the answer: claim, passage, context, languages and signal; not of where they stand."""
        words = [self.claim, self.passage, self.context, self.claim_language, self.passage_language, self.signal]
        return sha256(canonical_json([*words, self.partial, [list(each) for each in self.citations]]))


class JudgeName(NamedTuple):
    """Who judged: name, version, parameters in the order of their keys."""

    name: str
    version: str
    parameters: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, name: str, version: str, **parameters: str | int) -> Self:
        """A name with its parameters in order."""
        return cls(name, version, tuple(sorted((key, str(value)) for key, value in parameters.items())))

    @property
    def sha256(self) -> str:
        """Digest of all of it: with that of the question, the key of a kept opinion."""
        return sha256(canonical_json([self.name, self.version, [list(pair) for pair in self.parameters]]))

    def as_json(self) -> dict[str, Any]:
        """As in the report."""
        return {"name": self.name, "version": self.version, "parameters": dict(self.parameters)}


WITHHELD = "withheld"
"""Reason of an opinion that was not asked for, because the privacy mode keeps the words here."""


class Excerpt(NamedTuple):
    """Words of the passage a judge relied on; made with `Excerpt.of`."""

    start: int
    end: int
    text: str

    @classmethod
    def of(cls, passage: str, start: int, end: int) -> Self:
        """The excerpt `passage[start:end]`; the bounds are checked first.

        Raises:
            ValueError: they lie outside the passage, or nothing is between them.

        """
        if not 0 <= start < end <= len(passage):
            raise ValueError(f"the span {start}..{end} lies outside a passage of {len(passage)} characters")
        return cls(start, end, passage[start:end])


@dataclass(frozen=True, slots=True)
class Seen:
    """A signal: what was seen in the claim and what stands against it in the passage.

    Attributes:
        code: number_conflict, deadline_conflict, amount_conflict, role_swapped, outcome_reversed, exception_denied,
            universal_claimed, unrelated, provision_conflict, number_added, negation, modality (`docs/judging.md`).
        claim, passage: the words, "" where there are none.
        hard: whether it may decide.

    """

    code: str
    claim: str = ""
    passage: str = ""
    hard: bool = False

    def as_json(self) -> dict[str, Any]:
        """As in the report."""
        return {"code": self.code, "claim": self.claim, "passage": self.passage, "hard": self.hard}


class Part(NamedTuple):
    """A part of a compound claim, and how a judge found it; excerpts are those that bear on it."""

    text: str
    status: PartStatus
    excerpts: tuple[Excerpt, ...] = ()


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a judge answers.

    Attributes:
        support: the axis value.
        judge: who.
        route: how it was reached, for the confidence table.
        read: sha256 of the question it read; "" when it read nothing.
        reason: code of why (`hard_signal`, `parts`, `not_parsed` ...).
        explanation: a model's own words, as data; "" for code.
        excerpts: of the passage, in order.
        parts: of a compound claim.
        signals: what code saw, whoever decided.
        stands_at: canonical reference of the place where the document does say it, when it is another than the one cited.
        opinions: of the judges a panel heard.

    """

    support: Support
    judge: JudgeName
    route: Route = "none"
    read: str = ""
    reason: str = ""
    explanation: str = ""
    excerpts: tuple[Excerpt, ...] = ()
    parts: tuple[Part, ...] = ()
    signals: tuple[Seen, ...] = ()
    stands_at: str = ""
    opinions: tuple[Opinion, ...] = ()

    @property
    def decided(self) -> bool:
        """Whether it is anything but UNDECIDED."""
        return self.support != "UNDECIDED"

    def as_json(self) -> dict[str, Any]:
        """As in the report; empty parts are left out."""
        found: dict[str, Any] = {
            "support": self.support,
            "judge": self.judge.as_json(),
            "route": self.route,
            "read": self.read,
            "reason": self.reason,
        }
        if self.explanation:
            found["explanation"] = self.explanation
        if self.excerpts:
            found["excerpts"] = [each._asdict() for each in self.excerpts]
        if self.parts:
            found["parts"] = [
                {"text": p.text, "status": p.status, "excerpts": [e._asdict() for e in p.excerpts]} for p in self.parts
            ]
        if self.signals:
            found["signals"] = [each.as_json() for each in self.signals]
        if self.stands_at:
            found["stands_at"] = self.stands_at
        if self.opinions:
            found["opinions"] = [each.as_json() for each in self.opinions]
        return found


class Judge(Protocol):
    """Weighs claims against passages; local code, a model, a service, a person."""

    @property
    def name(self) -> JudgeName:
        """Who it is, with its parameters."""

    def judge(self, questions: Sequence[Question]) -> Sequence[Opinion]:
        """One opinion a question, in order. Never raises for what a question holds.

        Raises:
            CannotRun: the judge cannot work at all (not installed, wrong address); what fails for one question only is
                an UNDECIDED opinion with its reason.

        """


def undecided(
    judge: JudgeName,
    reason: str,
    question: Question | None = None,
    *,
    signals: Iterable[Seen] = (),
    explanation: str = "",
) -> Opinion:
    """The opinion of a judge that could not tell, and why."""
    read = question.sha256 if question is not None else ""
    return Opinion("UNDECIDED", judge, read=read, reason=reason, explanation=explanation, signals=tuple(signals))
