"""Mentions of a decision: its citation with the first pinpoint, and each further pinpoint by itself."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.citations.mention import Kind, Mention, Reading
from pincite.citations.pack import TextReading
from pincite.jurisdictions.ch.memory import CaseSeen, Memory
from pincite.jurisdictions.ch.pinpoints import Pinpoint
from pincite.jurisdictions.ch.text_forms import GAP, GAP0
from pincite.text.patterns import pattern

__all__ = ["CITED", "SPACE", "case_mentions", "remember_case"]

SPACE = r"[\s\u00a0\u2009\u202f\u00ad]"
"""White space as an anchor writes it."""

CITED = pattern(
    rf"{GAP0},?{GAP}?(?:précitée?s?|cités?|citato|citata|cit\.|a\.a\.O\.|susmentionnée?|susvisée?|op\.{GAP0}cit\.|loc\.{GAP0}cit\.)(?:,)?"
)
"""«précité», «a.a.O.» between a citation and its pinpoint."""


def case_mentions(
    reading: TextReading, start: int, head_end: int, work: str | None, pinpoints: Sequence[Pinpoint], rule: str, *,
    answer: Reading = "well_formed", note: str = "", kind: Kind = "case",
) -> tuple[list[Mention], int]:  # fmt: skip
    """A decision with its pinpoints: the first lies in the span of the decision, each further one is a mention."""
    text = reading.text
    if not pinpoints:
        mention = Mention._make(
            (start, head_end, text[start:head_end], kind, "full", work, rule, reading.language, answer, (), None, note)
        )
        return [mention], head_end
    found = []
    for index, pinpoint in enumerate(pinpoints):
        first = start if index == 0 else pinpoint.start
        reference = f"{work}#{pinpoint.place}" if work else None
        found.append(
            Mention._make(
                (
                    first, pinpoint.end, text[first : pinpoint.end], kind, "full", reference, rule, reading.language,
                    answer, (), None, note,
                )
            )
        )  # fmt: skip
    return found, pinpoints[-1].end


def remember_case(memory: Memory, work: str | None, start: int, end: int) -> None:
    """Note the decision cited last, for the considerations that follow."""
    memory.last_case, memory.last_case_at, memory.last_case_end = work or "", start, end
    memory.cases.append(CaseSeen(work or "", start, end))
    memory.named_cases.add(work or "")
    if work and (_UNDER_APPEAL.match(memory.text, end) or _is_appealed(memory.text, start)):
        memory.under_appeal = work


def _is_appealed(text: str, start: int) -> bool:
    first = max(0, start - 90)
    before = text[first:start]
    return any(word in before for word in _APPEALED_WORDS) and _APPEALED.search(text, first, start) is not None


_UNDER_APPEAL = pattern(
    rf"[^().]{{0,80}}[(),]{{1,2}}{GAP0}(?:«|\")?(?:nachfolgend|nachstehend|fortan|im{GAP}Folgenden|ci-après|ci-dopo|di{GAP}seguito|in{GAP}seguito)[^().]{{0,40}}(?:angefochten|attaqué|querellé|entrepris|impugnat)"
)
"""«(nachfolgend: angefochtener Entscheid)» behind a decision."""
_APPEALED = pattern(
    r"(?:[Aa]ngefochtene[nrs]?|[Aa]nfechtung de[sr]) (?:Urteil|Entscheid|Beschluss)\w*[^.;()]{0,60}\Z|(?:contre|l[’']|cet )\s?(?:arrêt|jugement|décision) (?:attaquée?|entreprise?)[^.;()]{0,60}\Z"
)
"""«der angefochtene Entscheid SB200123» before one."""
_APPEALED_WORDS = ("ngefochtene", "nfechtung", "attaqué", "entrepris")
"""One of these stands in every match."""
