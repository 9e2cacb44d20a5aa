"""A service as judge: what it answers about a claim is data; its excerpts are looked for in the passage that was opened here.

Keeps true: the service's words for support are read by one table; anything else is UNDECIDED. SUPPORTED, PARTLY and CONTRADICTED
need an excerpt that stands in the passage: a service may have read another text than the one cited. Its own number of
confidence is not used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pincite.errors import CannotRun
from pincite.judging.by_model import excerpt_in
from pincite.judging.judge import WITHHELD, JudgeName, Opinion, Question, undecided
from pincite.judging.verdict import Support
from pincite.privacy.egress import Withheld

__all__ = ["ServiceJudge"]

_SAYS: Mapping[str, Support] = {
    "yes": "SUPPORTED",
    "partial": "PARTLY",
    "no": "UNSUPPORTED",
    "contradicts": "CONTRADICTED",
    "unrelated": "UNSUPPORTED",
}


@dataclass(frozen=True)
class ServiceJudge:
    """Implements `Judge` by a service.

    Args:
        service: its name, for the report.
        check: asks it about one question (and asks the door before); the answer has `supports`, `supporting_excerpt`,
            `qualifying_excerpt`, `checked_text_source` and `reasoning`, or `error`.
        version: of the service or of what it was read as.

    """

    service: str
    check: Callable[[Question], Mapping[str, Any]]
    version: str = "1"

    @property
    def name(self) -> JudgeName:
        """`service`, with which."""
        return JudgeName.of("service", self.version, service=self.service)

    def judge(self, questions: Sequence[Question]) -> Sequence[Opinion]:
        """Each question in turn."""
        return [self._one(question) for question in questions]

    def _one(self, question: Question) -> Opinion:
        try:
            answer = self.check(question)
        except Withheld:
            return undecided(self.name, WITHHELD, question)
        except CannotRun as failure:
            return undecided(self.name, "service_failed", question, explanation=str(failure))
        said = str(answer.get("error") or answer.get("reasoning") or "")[:1000]
        support = _SAYS.get(str(answer.get("supports")))
        if answer.get("error") or support is None:
            return undecided(
                self.name, "service_failed" if answer.get("error") else "unclear", question, explanation=said
            )
        quotes = (answer.get("supporting_excerpt"), answer.get("qualifying_excerpt"))
        found = (excerpt_in(quote, question.passage) for quote in quotes if isinstance(quote, str))
        excerpts = tuple(excerpt for excerpt in found if excerpt is not None)
        if support != "UNSUPPORTED" and not excerpts:
            return undecided(self.name, "excerpt_not_in_passage", question, explanation=said)
        if support == "UNSUPPORTED" and question.partial:
            return undecided(self.name, "not_in_window", question, explanation=said)
        if question.signal == "contrary":
            return undecided(self.name, "contrary_signal", question, explanation=said)
        source = str(answer.get("checked_text_source") or "not said")[:80]
        name = JudgeName.of("service", self.version, service=self.service, read=source)
        return Opinion(support, name, "server_judge", question.sha256, "service", said, excerpts)
