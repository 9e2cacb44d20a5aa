"""An answer without a model: the passages that hold most of the question's words, quoted, cited, labelled as extracts.

    1 the words of the question that say what it is about    3 the best sentence of each is opened and proposed as evidence
    2 passages that hold most of them, rare words first      4 the rows are composed as an answer of extracts

Keeps true: no statement of its own is made; what is shown passed the same gates as any answer: opened, verbatim, composed.
The same question, releases and date give the same extracts.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

from pincite.answers.streaming import Finished
from pincite.corpus.answers import Hit
from pincite.ledger.state import Row
from pincite.reports.messages import LANGUAGES, messages_in
from pincite.text.folding import is_han
from pincite.text.language import language_of
from pincite.text.sentences import sentences
from pincite.text.tables import rows as table
from pincite.workflows.answer_grounds import AnswerCorpus
from pincite.workflows.chat import Acting, chat_state, open_in_chat
from pincite.workflows.compose_answer import Answering, compose_answer
from pincite.workflows.propose import Accepted, Proposal, Refused, propose
from pincite.workflows.search_corpus import reference_of_hit

__all__ = ["MOST", "extract_answer", "question_stems", "say_in", "with_language"]

MOST = 5
"""Extracts of an answer."""
_LOOKED_AT = 40
_RAREST = 5
_LONGEST = 500
"""Characters of an extract."""
_LONG = 1200
"""Characters at which a passage counts half: what is short says it better."""
_PART = 0.6
"""What a run of lines out of the middle of a sentence counts."""
_BEGINS = re.compile(r"[^a-z]")
_SAYS = re.compile(r"[.;:,—。；：，]")
"""What a heading does not hold: punctuation."""
_LABEL = re.compile(r"\A(?:\(?[0-9]{1,3}[A-Za-z]?[.)]|\([A-Za-z]{1,4}\)|[a-z]\)|[0-9]{1,3}(?=\s))\s+")
_HEADINGS = frozenset({"heading", "head", "doc_title", "long_title", "closing", "signatures"})
_NOT_THE_COURTS = frozenset({"headnote", "facts", "submission", "dissent", "court_below"})


@dataclass(frozen=True, slots=True)
class _Found:
    hit: Hit
    quote: str
    score: float


def with_language(answering: Answering, question: str) -> Answering:
    """Answering in the language of the question, when none is asked for."""
    return answering if answering.language else replace(answering, language=language_of(question) or "en")


def say_in(language: str, code: str) -> str:
    """A sentence of the catalogue about answers, in the language that is nearest."""
    family = language.partition("-")[0]
    known = next((each for each in LANGUAGES if each.partition("-")[0] == family), "en")
    return messages_in(known).say("answer", code)


def extract_answer(acting: Acting, corpus: AnswerCorpus, question: str, answering: Answering) -> Finished | None:
    """Answer with extracts; None when no passage comes near.

    Rows that the chat has already are used first: what was found worth proposing is worth showing.

    Raises:
        BadInput: there is no such chat.
        CannotRun: a release or the ledger failed.

    """
    answering = with_language(answering, question)
    standing = list(chat_state(acting).citable())
    if not standing:
        for found in _passages(corpus, question, answering):
            _earn(acting, corpus, found, question, answering)
        standing = list(chat_state(acting).citable())
    shown = [line for row in standing[: 2 * MOST] if (line := _line(row)) and _leaves(acting, line, answering)]
    if not shown:
        return None
    text = "\n".join([say_in(answering.language, "extracts"), "", *shown, ""])
    finished = compose_answer(acting, text, answering)
    return None if finished.refused else finished


def _line(row: Row) -> str:
    evidence = row.evidence
    if evidence is None:
        return ""
    quote = " ".join(evidence.quote.split())
    opening, closing = ("「", "」") if evidence.language.startswith("zh") else ("“", "”")
    return f"- {opening}{quote}{closing} [{row.name}]"


def _leaves(acting: Acting, line: str, answering: Answering) -> bool:
    """Whether an extract may leave: a passage that itself holds what looks like a placeholder may not."""
    return not compose_answer(acting, f"{line}\n", answering, record=False).refused


# ------------------------------------------------------------------------------------------------------------ 1 the words


@cache
def _empty_words() -> tuple[frozenset[str], str]:
    """Words that say nothing of what a question is about, and Chinese characters that part words."""
    words: set[str] = set()
    parting = ""
    for language, listed in table("pincite.answers", "data/question_words.tsv"):
        if language == "zh":
            parting = "".join(listed.split())
        else:
            words.update(listed.split())
    return frozenset(words), parting


@dataclass(frozen=True, slots=True)
class _Stem:
    """A word of a question; `words` is how it is searched: `begin*` for any ending, Chinese as a pair of characters."""

    word: str
    words: str

    def begins(self, text: str) -> re.Match[str] | None:
        """Where it stands, with any ending that `words` allows."""
        begin = re.escape(self.words.rstrip("*"))
        if is_han(self.word[:1]):
            return re.search(begin, text)
        ending = "" if self.words.endswith("*") else r"(?!\w)"
        return re.search(rf"(?<!\w){begin}{ending}", text, re.IGNORECASE)

    def whole(self, text: str) -> bool:
        """Whether the very word stands there."""
        return (
            is_han(self.word[:1]) or re.search(rf"(?<!\w){re.escape(self.word)}(?!\w)", text, re.IGNORECASE) is not None
        )


def question_stems(question: str) -> tuple[_Stem, ...]:
    """What to search for: words as `begin*`, numbers as they stand, Chinese words as pairs of characters."""
    empty, parting = _empty_words()
    found: list[_Stem] = []
    for word in re.findall(r"[^\W_]+", question):
        runs = re.split(f"[{parting}]", word) if any(map(is_han, word)) else []
        found += [_Stem(run[at : at + 2], run[at : at + 2]) for run in runs for at in range(len(run) - 1)]
        lower = word.lower()
        if not runs and lower not in empty and (len(lower) > 2 or lower.isdigit()):
            found.append(_Stem(lower, _begin(lower)))
    return tuple(dict.fromkeys(found))[:16]


# --------------------------------------------------------------------------------------------------------- 2 the passages


def _begin(word: str) -> str:
    """How a word is searched: with any ending, longer ones without the last two letters; numbers as they stand."""
    if word.isdigit() or len(word) < 4:
        return word
    return f"{word[: max(5, len(word) - 2)]}*" if len(word) > 5 else f"{word}*"


def _passages(corpus: AnswerCorpus, question: str, answering: Answering) -> list[_Found]:
    stems = question_stems(question)
    language = _held_language(corpus, answering.language)
    singles = {stem: _search(corpus, stem.words, language, answering.as_of) for stem in stems}
    held = {stem: hits for stem, hits in singles.items() if hits}
    if not held:
        return []
    weights = {stem: 1 / (1 + math.log2(len(hits))) for stem, hits in held.items()}
    rare = sorted(held, key=lambda stem: -weights[stem])[:_RAREST]
    hits: dict[tuple[str, str, int], Hit] = {}
    together = [held] if len(held) > 2 else []
    for group in (*together, *combinations(rare, 2)):
        _add(hits, _search(corpus, " ".join(stem.words for stem in group), language, answering.as_of))
    for stem in rare:
        _add(hits, held[stem])
    enough = min(2, len(stems))
    found = [_scored(hit, weights, enough) for hit in hits.values()]
    ranked = sorted((each for each in found if each is not None), key=lambda each: -each.score)
    best = ranked[0].score if ranked else 0
    return [each for each in ranked if each.score >= best / 2][:MOST]


def _add(hits: dict[tuple[str, str, int], Hit], more: Iterable[Hit]) -> None:
    for hit in more:
        hits.setdefault((hit.expression.id, hit.block.eid, hit.block.document_start), hit)


def _search(corpus: AnswerCorpus, words: str, language: str, as_of: str) -> Sequence[Hit]:
    return corpus.search(words, language=language, as_of=as_of, limit=_LOOKED_AT)


def _held_language(corpus: AnswerCorpus, language: str) -> str:
    """The question's language, when something is held in it; else all."""
    family = language.partition("-")[0]
    held = {each.partition("-")[0] for release in corpus.coverage() for each in release.by_language}
    return family if family in held else ""


def _scored(hit: Hit, weights: dict[_Stem, float], enough: int) -> _Found | None:
    """The part of a passage that holds most, and how much; None when the passage holds too few of the words."""
    text = hit.block.text
    here = {stem: weight for stem, weight in weights.items() if _stands(stem, text)}
    if len(here) < enough or hit.block.kind in _HEADINGS:
        return None
    best, most = "", 0.0
    for quote in _quotable(hit):
        held = sum(weight * _standing(stem, quote) for stem, weight in here.items())
        whole = 1.0 if _BEGINS.match(quote) else _PART
        score = whole * held / (1 + len(quote) / _LONG)
        if score > most:
            best, most = quote, score
    if not best:
        return None
    lowered = 0.6 if hit.block.role in _NOT_THE_COURTS else 1.0
    lowered *= 1.0 if hit.block.status in ("in_force", "not_applicable") else 0.4
    lowered *= 1.0 if hit.block.label else 0.6  # a title or a preamble: it says what the law is about, not what it is
    return _Found(hit, best, lowered * (most + 0.2 * sum(here.values())))


def _quotable(hit: Hit) -> Iterator[str]:
    """What of a passage can be quoted by itself: its sentences, and of long ones runs of lines. Headings are not."""
    text = hit.block.text
    for start, end in sentences(text, hit.expression.language):
        sentence = _without_heading(text[start:end], hit.block.heading)
        for quote in (sentence,) if len(sentence) <= _LONGEST else _runs(sentence):
            if _SAYS.search(quote) and len(quote.split()) > (0 if any(map(is_han, quote)) else 3):
                yield quote


def _runs(sentence: str) -> Iterator[str]:
    """Runs of lines of a long sentence, each from one line on as far as it may go; the beginning of one without lines."""
    lines = sentence.split("\n")
    if len(lines) == 1:
        yield _short(sentence)
    for first in range(len(lines) if len(lines) > 1 else 0):
        last = first + 1
        while last < len(lines) and len("\n".join(lines[first : last + 1])) <= _LONGEST:
            last += 1
        yield _short(_LABEL.sub("", "\n".join(lines[first:last]).strip()))


def _without_heading(sentence: str, heading: str) -> str:
    """A sentence without the heading and the number above it, which are part of the text."""
    lines = sentence.split("\n")
    while len(lines) > 1 and (not lines[0].strip() or (heading and heading.strip() in lines[0])):
        lines.pop(0)
    return _LABEL.sub("", "\n".join(lines).strip())


def _stands(stem: _Stem, text: str) -> bool:
    return stem.begins(text) is not None


def _standing(stem: _Stem, text: str) -> float:
    """How well a word stands in a text: as it was asked for, or with another ending."""
    return 0.0 if stem.begins(text) is None else 1.5 if stem.whole(text) else 1.0


def _short(quote: str) -> str:
    if len(quote) <= _LONGEST:
        return quote
    at = max(quote.rfind(mark, 0, _LONGEST) for mark in ("; ", ", ", " ", "；", "，"))
    return quote[: at if at > _LONGEST // 2 else _LONGEST].rstrip(" ,;，；")


# ------------------------------------------------------------------------------------------------------------- 3 evidence


def _earn(acting: Acting, corpus: AnswerCorpus, found: _Found, question: str, answering: Answering) -> None:
    reference = reference_of_hit(found.hit)
    opened = open_in_chat(
        acting,
        corpus,
        reference,
        extract=lambda text: answering.extractor.extract(text).mentions,
        url=answering.url,
        language=found.hit.expression.language,
        as_of=answering.as_of,
    )
    if opened.entry is None:
        return
    outcome = _propose(acting, corpus, reference, found.quote, question, answering)
    if isinstance(outcome, Refused) and outcome.code == "crosses_provisions" and outcome.words:
        _propose(acting, corpus, reference, outcome.words, question, answering)


def _propose(
    acting: Acting, corpus: AnswerCorpus, reference: str, quote: str, question: str, answering: Answering
) -> Accepted | Refused:
    proposal = Proposal(reference, quote, question[:300], "direct", "It holds the most words of the question.")
    return propose(
        acting,
        corpus,
        proposal,
        extract=lambda text: answering.extractor.extract(text).mentions,
        url=answering.url,
    )
