"""What later texts in the releases say of a decision: overruled, departed from, quashed; with their own words.

Keeps true:
1. A signal is a sentence of a later text that cites the decision and holds words of the table near it; it is quoted, with its place
   and date. It is a reason to look and moves no status: that the sentence speaks of this decision is for a person to see.
2. Nothing is ever called good law: without a signal it is said in how many citing texts held there was none, and no more.
3. Words that deny it («not overruled») are none, nor are those of a party («submits that it was wrongly decided»); an earlier text
   says nothing of a later decision.
4. «Overruled by» or «in» a decision is said of another one; and where another thing is quashed, the decision cited did it.

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
        for kind, pattern in _phrases(_family(expression.language)) if inside else ():
            for match in pattern.finditer(text, begin, end):
                aimed = any(_aimed(text, m, match, kind) for m in inside)
                if aimed and not _taken_back(text, begin, match.start()):
                    words = " ".join(text[begin:end].split())[:_LONGEST]
                    yield Signal(kind, expression.work, hit.block.eid, expression.title, expression.state, words)
                    break


def _aimed(text: str, cited: Mention, words: re.Match[str], kind: str) -> bool:
    """Whether words stand near a citation, and may speak of that decision: it is not the one that overruled another, and no other
    thing is quashed.
    """
    if not (cited.start - _NEAR <= words.start() and words.end() <= cited.end + _NEAR):
        return False
    if words.end() <= cited.start:
        between = text[words.end() : cited.start]
        return not _not("by").match(between.lstrip()) and not (kind == "quashed" and re.search("[:;(（：；]", between))
    return kind != "quashed" or not _not("thing").search(text, cited.end, words.start())


def _taken_back(text: str, begin: int, at: int) -> bool:
    """Whether the sentence denies the words that begin at `at`, or gives them to a party."""
    near = _not("not").search(text, max(begin, at - _DENIED), at)
    return bool(near or _not("far").search(text, begin, at) or _not("said").search(text, begin, at))


def _family(language: str) -> str:
    return language.partition("-")[0]


@cache
def _phrases(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The words of a language by kind; those of all where the table has none of it."""
    table = [row for row in rows("pincite.drafts.data", "treatment.tsv") if row[0] != "not"]
    own = [row for row in table if row[0] == language] or table
    found: dict[str, list[str]] = {}
    for named, kind, cell in own:
        found.setdefault(kind, []).extend(_pattern(phrase, named) for phrase in cell.split("|"))
    return tuple((kind, re.compile("|".join(patterns), re.IGNORECASE)) for kind, patterns in found.items())


@cache
def _not(what: str) -> re.Pattern[str]:
    table = rows("pincite.drafts.data", "treatment.tsv")
    cell = next(cell for language, kind, cell in table if (language, kind) == ("not", what))
    patterns = (
        _pattern(phrase.strip(), "zh" if what == "not" or not phrase.isascii() else "en") for phrase in cell.split("|")
    )
    return re.compile("|".join(patterns), re.IGNORECASE)


def _pattern(phrase: str, language: str) -> str:
    parts = [re.escape(part.strip()).replace(r"\*", r"\w*").replace(r"\ ", r"\s+") for part in phrase.split("…")]
    joined = r"\b.{0,40}?".join(parts) if len(parts) > 1 else parts[0]
    return joined if language == "zh" else rf"\b{joined}\b"
