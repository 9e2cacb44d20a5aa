"""A panel: several judges and the rule that combines them.

The rule, the first line that holds:

| when | opinion |
|---|---|
| a person has judged it (recorded) | theirs |
| the whole claim is an accepted quotation | SUPPORTED, by the words |
| a hard signal, and a judge says SUPPORTED or PARTLY | UNDECIDED: review |
| judges that decided say different things | UNDECIDED: the judges disagree |
| at least one judge decided | what they agree on |
| a hard signal, and no judge decided | what the signal says |
| else | UNDECIDED |

Keeps true: agreement makes nothing more certain; votes only show disagreement. Every opinion heard stands in the panel's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pincite.judging.by_signals import SignalsJudge
from pincite.judging.judge import FAULTY, WITHHELD, Judge, JudgeName, Opinion, Question, undecided

__all__ = ["Panel"]


@dataclass(frozen=True)
class Panel:
    """Implements `Judge`: signals always, then the others where nothing is settled before.

    Args:
        others: judges heard beside the signals: models, services.
        recorded: judgements of persons, or None.

    """

    others: Sequence[Judge]
    recorded: Judge | None = None
    signals: Judge = field(default_factory=SignalsJudge)

    @property
    def name(self) -> JudgeName:
        """`panel`, with the judges heard."""
        heard = [*([self.recorded] if self.recorded else []), self.signals, *self.others]
        return JudgeName.of(
            "panel", "1", judges=", ".join(f"{each.name.name}:{each.name.sha256[:12]}" for each in heard)
        )

    def judge(self, questions: Sequence[Question]) -> Sequence[Opinion]:
        """One opinion a question; what a person or the words settle is put to no other judge."""
        by_person = self.recorded.judge(questions) if self.recorded else [None] * len(questions)
        by_signals = self.signals.judge(questions)
        settled: list[Opinion | None] = [
            person if person is not None and person.decided else self._quotation(signals)
            for person, signals in zip(by_person, by_signals, strict=True)
        ]
        open_ = [at for at, opinion in enumerate(settled) if opinion is None]
        heard = [each.judge([questions[at] for at in open_]) if open_ else () for each in self.others]
        for number, at in enumerate(open_):
            settled[at] = self._combined(questions[at], by_signals[at], [opinions[number] for opinions in heard])
        return [opinion for opinion in settled if opinion is not None]

    def _quotation(self, signals: Opinion) -> Opinion | None:
        return signals if signals.support == "SUPPORTED" else None

    def _combined(self, question: Question, signals: Opinion, others: Sequence[Opinion]) -> Opinion:
        heard = (signals, *others)
        decided = [opinion for opinion in others if opinion.decided]
        said = {opinion.support for opinion in decided}
        hard = signals.support in FAULTY
        if hard and said - FAULTY:
            found = undecided(self.name, "review", question, signals=signals.signals)
        elif len(said) > 1:
            found = undecided(self.name, "judges_disagree", question, signals=signals.signals)
        elif decided:
            found = replace(decided[0], judge=self.name, signals=signals.signals)
        elif hard:
            found = replace(signals, judge=self.name)
        else:
            reasons = [opinion.reason for opinion in others] or [signals.reason]
            reason = WITHHELD if WITHHELD in reasons else reasons[0]
            found = undecided(self.name, reason, question, signals=signals.signals)
        return replace(found, opinions=heard)
