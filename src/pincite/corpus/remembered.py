"""A corpus that is asked each thing once: the same draft, changed and checked again, opens only what is new in it.

Keeps true: what is remembered is the answer of the corpus to the very same question, and a corpus of releases never answers
one question in two ways. It is bounded; forgetting costs time and changes nothing. `asked` counts the questions that went on.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pincite.corpus.answers import (
    Block,
    Corpus,
    Coverage,
    ExpressionRecord,
    Hit,
    NodeRecord,
    PageMark,
    PlaceAnswer,
    QuoteHit,
    Suggestion,
    WorkAnswer,
)

__all__ = ["RememberedCorpus"]

_MOST_ANSWERS = 50_000
_MOST_CHARACTERS = 50_000_000
T = TypeVar("T")


@dataclass(slots=True)
class RememberedCorpus:
    """See the module. For releases on disk; a corpus that asks services must be asked each time."""

    corpus: Corpus
    asked: int = 0
    _answers: dict[Hashable, Any] = field(default_factory=dict)
    _texts: dict[str, str] = field(default_factory=dict)
    _characters: int = 0

    def _once(self, key: Hashable, ask: Callable[[], T]) -> T:
        if key not in self._answers:
            if len(self._answers) >= _MOST_ANSWERS:
                self._answers.clear()
            self.asked += 1
            self._answers[key] = ask()
        answer: T = self._answers[key]
        return answer

    def coverage(self) -> tuple[Coverage, ...]:
        """See Corpus."""
        return self._once("coverage", self.corpus.coverage)

    def find_work(self, reference: str) -> WorkAnswer:
        """See Corpus."""
        return self._once(("work", reference), lambda: self.corpus.find_work(reference))

    def find_place(self, reference: str, *, language: str = "", as_of: str = "") -> PlaceAnswer:
        """See Corpus."""
        key = ("place", reference, language, as_of)
        return self._once(key, lambda: self.corpus.find_place(reference, language=language, as_of=as_of))

    def expressions(self, work: str) -> tuple[ExpressionRecord, ...]:
        """See Corpus."""
        return self._once(("expressions", work), lambda: self.corpus.expressions(work))

    def document_text(self, expression: str) -> str:
        """See Corpus."""
        if expression not in self._texts:
            self.asked += 1
            text = self.corpus.document_text(expression)
            if self._characters + len(text) > _MOST_CHARACTERS:
                self._texts.clear()
                self._characters = 0
            self._texts[expression] = text
            self._characters += len(text)
        return self._texts[expression]

    def blocks(self, expression: str) -> Sequence[Block]:
        """See Corpus."""
        return self._once(("blocks", expression), lambda: self.corpus.blocks(expression))

    def nodes(self, expression: str) -> Sequence[NodeRecord]:
        """See Corpus."""
        return self._once(("nodes", expression), lambda: self.corpus.nodes(expression))

    def pages(self, expression: str) -> Sequence[PageMark]:
        """See Corpus."""
        return self._once(("pages", expression), lambda: self.corpus.pages(expression))

    def near(self, reference: str) -> tuple[Suggestion, ...]:
        """See Corpus."""
        return self._once(("near", reference), lambda: self.corpus.near(reference))

    def search(self, words: str, **narrowed: Any) -> Sequence[Hit]:
        """See Corpus."""
        key = ("search", words, *sorted(narrowed.items()))
        return self._once(key, lambda: self.corpus.search(words, **narrowed))

    def find_quote(self, quote: str, *, language: str = "", limit: int = 10) -> Sequence[QuoteHit]:
        """See Corpus."""
        key = ("quote", quote, language, limit)
        return self._once(key, lambda: self.corpus.find_quote(quote, language=language, limit=limit))

    def every_document(self) -> Iterator[ExpressionRecord]:
        """See Corpus; never kept."""
        return self.corpus.every_document()
