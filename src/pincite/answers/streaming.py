"""An answer that leaves piece by piece: a unit leaves when its citations are settled, and not before.

Keeps true:
1. However a text is split into pieces, what leaves is the same, and the same as when it comes whole.
2. No prefix of what left shows a citation that is not settled; after a refusal nothing leaves any more, and all that is
   refused in the rest is still named.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pincite.answers.account import Change, Refusal
from pincite.answers.evidence import AnswerRow
from pincite.answers.settle import Settler
from pincite.answers.units import first_unit

__all__ = ["AnswerStream", "Finished"]


@dataclass(frozen=True, slots=True)
class Finished:
    """The whole of an answer.

    Attributes:
        text: what left, References included; "" when it was refused.
        changes: every citation, in order.
        refusals: why it was refused; () when it left.
        references: the list at its end, "" when nothing is cited.
        cited: the rows it stands on, each once.

    """

    text: str
    changes: tuple[Change, ...]
    refusals: tuple[Refusal, ...] = ()
    references: str = ""
    cited: tuple[AnswerRow, ...] = ()

    @property
    def refused(self) -> bool:
        """Whether it may not leave."""
        return bool(self.refusals)


@dataclass
class AnswerStream:
    """Takes a text in pieces and gives back what may leave."""

    settler: Settler
    _waiting: str = ""
    _left: list[str] = field(default_factory=list)
    _changes: list[Change] = field(default_factory=list)
    _refusals: list[Refusal] = field(default_factory=list)

    def feed(self, piece: str) -> str:
        """The next piece of the text; returns what leaves now, "" when nothing does."""
        self._waiting += piece
        return self._settle(final=False)

    def close(self) -> tuple[str, Finished]:
        """Nothing follows: what leaves last, with References, and the whole."""
        last = self._settle(final=True)
        if self._refusals:
            return "", Finished("", tuple(self._changes), tuple(self._refusals))
        cited = tuple({row.number: row for row in self.settler.cited}.values())
        references = self.settler.writer.references(cited, self.settler.words.references)
        body = "".join(self._left)
        end = ""
        if references:
            gap = "" if not body or body.endswith("\n\n") else "\n" if body.endswith("\n") else "\n\n"
            end = f"{gap}{references}\n"
        return last + end, Finished(body + end, tuple(self._changes), (), references, cited)

    def _settle(self, *, final: bool) -> str:
        released: list[str] = []
        start = 0
        waiting = self._waiting
        language = self.settler.writer.language
        while end := first_unit(
            waiting[start : start + 20_000], final=final and start + 20_000 >= len(waiting), language=language
        ):
            settled = self.settler.unit(waiting[start : start + end])
            self._changes += settled.changes
            self._refusals += settled.refusals
            if not self._refusals:
                released.append(settled.text)
            start += end
        self._waiting = waiting[start:]
        self._left += released
        return "".join(released)
