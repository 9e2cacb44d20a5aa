"""Recorded judgements: of a person, or labels a benchmark brings; each is for one citation of one draft, or for one content.

Keeps true: a judgement recorded for a draft counts for the very bytes of that draft and the citation it overlaps; one
recorded for a content counts for exactly that claim and passage. Everything else is UNDECIDED. Who recorded it is named.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from pincite.errors import BadInput
from pincite.judging.judge import JudgeName, Opinion, Question, undecided
from pincite.judging.verdict import Route, Support
from pincite.text.span import Span

__all__ = ["Judgement", "RecordedJudge", "judgements_of", "read_judgements"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """One recorded judgement.

    Attributes:
        support: what was found.
        draft, citation: sha256 of the draft and the span of the citation in it; or
        question: sha256 of claim and passage (`Question.sha256`).
        stands_at: canonical reference of the place that does say it, when it is another than the one cited.
        by, on, why: who, when (ISO date) and the reason, as recorded.

    """

    support: Support
    draft: str = ""
    citation: Span | None = None
    question: str = ""
    stands_at: str = ""
    by: str = ""
    on: str = ""
    why: str = ""


@dataclass(frozen=True)
class RecordedJudge:
    """Implements `Judge` from recorded judgements.

    Args:
        judgements: the later one counts where two are for the same citation.
        route: how they count in the confidence table; a person reads words: `verbatim` is for none but code.

    """

    judgements: Sequence[Judgement]
    route: Route = "server_judge"

    @property
    def name(self) -> JudgeName:
        """`recorded`, with whose judgements they are."""
        return JudgeName.of("recorded", "1", by=", ".join(sorted({each.by for each in self.judgements if each.by})))

    def judge(self, questions: Sequence[Question]) -> Sequence[Opinion]:
        """Each question's recorded judgement, or UNDECIDED."""
        return [self._one(question) for question in questions]

    def _one(self, question: Question) -> Opinion:
        for each in reversed(self.judgements):
            if _is_for(each, question):
                name = JudgeName.of("recorded", "1", by=each.by, on=each.on)
                return Opinion(
                    each.support,
                    name,
                    self.route,
                    question.sha256,
                    reason="recorded",
                    explanation=each.why,
                    stands_at=each.stands_at,
                )
        return undecided(self.name, "not_recorded", question)


def _is_for(judgement: Judgement, question: Question) -> bool:
    if judgement.question:
        return judgement.question == question.sha256
    if judgement.citation is None or question.citation is None or judgement.draft != question.draft:
        return False
    return judgement.citation.overlaps(question.citation)


def read_judgements(data: bytes) -> list[Judgement]:
    """Judgements from a file of JSON lines; see `judgements_of`.

    Raises:
        BadInput: it is none.

    """
    try:
        rows = [json.loads(line) for line in data.decode("utf-8-sig").splitlines() if line.strip()]
    except (ValueError, RecursionError) as error:
        raise BadInput("the judgements are not JSON lines", remedy="docs/judging.md shows the form.") from error
    return judgements_of(rows)


def judgements_of(rows: Iterable[object]) -> list[Judgement]:
    """Judgements from JSON values `{"support", "draft", "start", "end"}` or `{"support", "question"}`,
    with `stands_at`, `by`, `on`, `why`.

    Raises:
        BadInput: a row is no such value; the message numbers it from 1.

    """
    return [_judgement(number, row) for number, row in enumerate(rows, 1)]


def _judgement(number: int, row: object) -> Judgement:
    def bad(what: str) -> BadInput:
        return BadInput(f"judgement {number}: {what}", remedy="docs/judging.md shows how a judgement is recorded.")

    if not isinstance(row, dict):
        raise bad("no JSON object")
    support: Any = row.get("support")
    if support not in get_args(Support):
        raise bad(f"support is none of {', '.join(get_args(Support))}")
    words = {key: row.get(key, "") for key in ("draft", "question", "stands_at", "by", "on", "why")}
    for key, value in words.items():
        if not isinstance(value, str):
            raise bad(f"{key} is no text")
    start, end = row.get("start"), row.get("end")
    citation = None
    if isinstance(start, int) and isinstance(end, int) and 0 <= start < end:
        citation = Span(start, end)
    if not words["question"] and (citation is None or not words["draft"]):
        raise bad("it names neither a citation of a draft (draft, start, end) nor a question")
    return Judgement(support, citation=citation, **words)
