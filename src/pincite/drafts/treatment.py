"""What later texts in the releases say of a decision: overruled, departed from, quashed; with their own words.

Keeps true:
1. A signal is a sentence of a later text that cites the decision and holds words of the table near it; it is quoted, with its place
   and date. It is a reason to look and moves no status: that the sentence speaks of this decision is for a person to see.
2. Nothing is ever called good law: without a signal it is said in how many citing texts held there was none, and no more.
3. Words that deny it («not overruled») are none; an earlier text says nothing of a later decision.

Data: `data/treatment.tsv`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from pincite.citations.mention import Mention
from pincite.corpus.answers import Corpus, Hit, WorkFound
from pincite.findings import Finding
from pincite.text.sentences import sentences
from pincite.text.tables import rows

__all__ = ["Mentions", "Signal", "Treatment", "treatment_of"]

_MOST_TEXTS = 60
_NEAR = 160
"""Code points between the citation and the words."""
_DENIED = 30
_LONGEST = 400

Mentions = Callable[[str, str], Sequence[Mention]]
"""The citations of a text in a language."""


@dataclass(frozen=True, slots=True)
class Signal:
    """A later text's words about a decision: overruled, departed or quashed; where they stand, and when that text was made."""

    kind: str
    work: str
    place: str
    title: str
    date: str
    words: str


@dataclass(frozen=True, slots=True)
class Treatment:
    """How many documents held cite a decision, and what was seen in them. `more`: there may be more than were looked at."""

    work: str
    citing: int
    signals: tuple[Signal, ...]
    more: bool = False

    def findings(self) -> tuple[Finding, ...]:
        """As they stand in a report."""
        if not self.signals:
            return (Finding("no_negative_signal", {"count": self.citing}),)
        return tuple(
            Finding(
                "negative_treatment",
                {"treatment": s.kind, "by": s.work, "title": s.title, "date": s.date, "at": s.place, "words": s.words},
            )
            for s in self.signals
        )


def treatment_of(work: WorkFound, names: Iterable[str], corpus: Corpus, mentions: Mentions) -> Treatment:
    """Look a decision up in the texts that cite it.

    Args:
        work: the decision.
        names: the ways in which it is cited, as phrases to search for.
        corpus: the releases.
        mentions: reads the citations of a passage.

    """
    date = min((e.state for e in work.expressions if e.state), default="")
    citing: set[str] = set()
    signals: dict[tuple[str, str, str], Signal] = {}
    seen: set[tuple[str, str]] = set()
    more = False
    for name in dict.fromkeys(names):
        hits = corpus.search(f'"{name}"', kind="decision", limit=_MOST_TEXTS)
        more = more or len(hits) >= _MOST_TEXTS
        for hit in hits:
            key = (hit.expression.id, hit.block.eid)
            if key in seen or hit.expression.work == work.work or (date and hit.expression.state <= date):
                continue
            seen.add(key)
            cites = [m for m in mentions(hit.block.text, hit.expression.language) if _is(m, work, corpus)]
            if cites:
                citing.add(hit.expression.work)
            for signal in _signals(hit, cites):
                signals.setdefault((signal.work, signal.kind, signal.words), signal)
    found = sorted(signals.values(), key=lambda s: (s.date, s.work, s.place))
    return Treatment(work.work, len(citing), tuple(found), more)


def _is(mention: Mention, work: WorkFound, corpus: Corpus) -> bool:
    if mention.reference is None:
        return False
    if mention.reference.partition("#")[0] == work.work:
        return True
    answer = corpus.find_work(mention.reference)
    return isinstance(answer, WorkFound) and answer.work == work.work and not answer.findings


def _signals(hit: Hit, cites: Sequence[Mention]) -> Iterable[Signal]:
    text, expression = hit.block.text, hit.expression
    for begin, end in sentences(text, expression.language) if cites else ():
        inside = [m for m in cites if begin <= m.start < end]
        for kind, pattern in _phrases() if inside else ():
            for match in pattern.finditer(text, begin, end):
                near = any(m.start - _NEAR <= match.start() and match.end() <= m.end + _NEAR for m in inside)
                if near and not _denial().search(text, max(begin, match.start() - _DENIED), match.start()):
                    words = " ".join(text[begin:end].split())[:_LONGEST]
                    yield Signal(kind, expression.work, hit.block.eid, expression.title, expression.state, words)
                    break


@cache
def _phrases() -> tuple[tuple[str, re.Pattern[str]], ...]:
    found: dict[str, list[str]] = {}
    for language, kind, cell in rows("pincite.drafts.data", "treatment.tsv"):
        if language != "not":
            found.setdefault(kind, []).extend(_pattern(phrase, language) for phrase in cell.split("|"))
    return tuple((kind, re.compile("|".join(patterns), re.IGNORECASE)) for kind, patterns in found.items())


@cache
def _denial() -> re.Pattern[str]:
    cell = next(cell for language, _, cell in rows("pincite.drafts.data", "treatment.tsv") if language == "not")
    return re.compile("|".join(_pattern(phrase.strip(), "zh") for phrase in cell.split("|")), re.IGNORECASE)


def _pattern(phrase: str, language: str) -> str:
    parts = [re.escape(part.strip()).replace(r"\*", r"\w*").replace(r"\ ", r"\s+") for part in phrase.split("…")]
    joined = r"\b.{0,40}?".join(parts) if len(parts) > 1 else parts[0]
    return joined if language == "zh" else rf"\b{joined}\b"
