"""A corpus that remembers its answers, for runs over many drafts: each authority is opened once.

Keeps true: an answer is the one the corpus gave; a failure is not remembered; what is remembered is bounded in number, and forgotten
all at once when the bound is reached, which costs time and changes no answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

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

__all__ = ["RememberingCorpus"]

Answer = TypeVar("Answer")
_MOST_ANSWERS = 50_000
_MOST_DOCUMENTS = 400


@dataclass(slots=True)
class RememberingCorpus:
    """Implements `Corpus` over another one."""

    corpus: Corpus
    _answers: dict[tuple[Any, ...], Any] = field(default_factory=dict)
    _documents: dict[tuple[Any, ...], Any] = field(default_factory=dict)

    def _small(self, key: tuple[Any, ...], ask: Callable[[], Answer]) -> Answer:
        return _kept(self._answers, _MOST_ANSWERS, key, ask)

    def _large(self, key: tuple[Any, ...], ask: Callable[[], Answer]) -> Answer:
        return _kept(self._documents, _MOST_DOCUMENTS, key, ask)

    def coverage(self) -> tuple[Coverage, ...]:
        """See `Corpus`."""
        return self._small(("coverage",), self.corpus.coverage)

    def find_work(self, reference: str) -> WorkAnswer:
        """See `Corpus`."""
        return self._small(("work", reference), lambda: self.corpus.find_work(reference))

    def find_place(self, reference: str, *, language: str = "", as_of: str = "") -> PlaceAnswer:
        """See `Corpus`."""
        return self._small(
            ("place", reference, language, as_of),
            lambda: self.corpus.find_place(reference, language=language, as_of=as_of),
        )

    def expressions(self, work: str) -> tuple[ExpressionRecord, ...]:
        """See `Corpus`."""
        return self._small(("expressions", work), lambda: self.corpus.expressions(work))

    def document_text(self, expression: str) -> str:
        """See `Corpus`."""
        return self._large(("text", expression), lambda: self.corpus.document_text(expression))

    def blocks(self, expression: str) -> Sequence[Block]:
        """See `Corpus`."""
        return self._large(("blocks", expression), lambda: self.corpus.blocks(expression))

    def nodes(self, expression: str) -> Sequence[NodeRecord]:
        """See `Corpus`."""
        return self._large(("nodes", expression), lambda: self.corpus.nodes(expression))

    def pages(self, expression: str) -> Sequence[PageMark]:
        """See `Corpus`."""
        return self._large(("pages", expression), lambda: self.corpus.pages(expression))

    def near(self, reference: str) -> tuple[Suggestion, ...]:
        """See `Corpus`."""
        return self._small(("near", reference), lambda: self.corpus.near(reference))

    def search(self, words: str, **filters: Any) -> Sequence[Hit]:
        """See `Corpus`."""
        return self._small(("search", words, *sorted(filters.items())), lambda: self.corpus.search(words, **filters))

    def find_quote(self, quote: str, *, language: str = "", limit: int = 10) -> Sequence[QuoteHit]:
        """See `Corpus`."""
        return self._small(
            ("quote", quote, language, limit), lambda: self.corpus.find_quote(quote, language=language, limit=limit)
        )

    def every_document(self) -> Iterator[ExpressionRecord]:
        """See `Corpus`; not remembered."""
        return self.corpus.every_document()


def _kept(store: dict[tuple[Any, ...], Any], most: int, key: tuple[Any, ...], ask: Callable[[], Answer]) -> Answer:
    if key not in store:
        answer = ask()
        if len(store) >= most:
            store.clear()
        store[key] = answer
    return cast("Answer", store[key])
