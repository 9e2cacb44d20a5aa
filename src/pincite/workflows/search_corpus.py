"""Search the releases: words and filters -> passages with their reference, best first.

Keeps true: a filter that cannot hold anything (a jurisdiction no release covers, a word that is none) is bad input, not
an empty answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, get_args

from pincite.corpus.answers import Corpus, Hit
from pincite.corpus.notice import NOTICE
from pincite.corpus.scan import flags_of
from pincite.errors import BadInput
from pincite.law.document import DocumentKind
from pincite.text.dates import checked_date

__all__ = ["LONGEST", "Search", "as_json", "search_corpus"]

SCHEMA = "pincite.search/1"

LONGEST = 4_000
"""Characters of a query: two pages, more than any passage that is looked for by its words."""


@dataclass(frozen=True, slots=True)
class Search:
    """What was asked and what was found; the filters as in Corpus.search."""

    words: str
    hits: tuple[Hit, ...]
    releases: tuple[str, ...]


def search_corpus(
    corpus: Corpus,
    words: str,
    *,
    jurisdiction: str = "",
    kind: str = "",
    language: str = "",
    as_of: str = "",
    limit: int = 20,
    court: str = "",
    date_from: str = "",
    date_to: str = "",
) -> Search:
    """The passages that hold all the words.

    Raises:
        BadInput: no words, more than `LONGEST` characters, or a filter that cannot hold anything.

    """
    if not any(character.isalnum() for character in words):
        raise BadInput("no words to search for", remedy="Write words, or a phrase in double quotes: '\"data user\"'.")
    if len(words) > LONGEST:
        raise BadInput(
            f"a search of {len(words):,} characters; {LONGEST:,} are the most",
            remedy="Search for the words that matter; a whole quotation is looked for by `pincite quote`.",
        )
    if kind and kind not in get_args(DocumentKind):
        raise BadInput(f"no kind {kind!r}", remedy=f"Kinds: {', '.join(get_args(DocumentKind))}.")
    held = corpus.coverage()
    if jurisdiction and jurisdiction not in {each.jurisdiction for each in held}:
        raise BadInput(
            f"no release of jurisdiction {jurisdiction!r}",
            remedy=f"The releases cover: {', '.join(each.jurisdiction for each in held)}.",
        )
    languages = {language for each in held for language in each.by_language}
    if language and not any(each == language or each.startswith(f"{language}-") for each in languages):
        raise BadInput(f"nothing is held in {language!r}", remedy=f"Languages held: {', '.join(sorted(languages))}.")
    checked_date(date_from, "the first date")
    checked_date(date_to, "the last date")
    if date_from and date_to and date_to < date_from:
        raise BadInput(
            f"nothing is from {date_from} or later and from {date_to} or earlier", remedy="Exchange the dates."
        )
    narrowed = {
        name: value for name, value in (("court", court), ("date_from", date_from), ("date_to", date_to)) if value
    }
    hits = corpus.search(
        words, jurisdiction=jurisdiction, kind=kind, language=language, as_of=as_of, limit=limit, **narrowed
    )
    return Search(words, tuple(hits), tuple(each.release for each in held))


def reference_of_hit(hit: Hit) -> str:
    """The reference of the passage."""
    return f"{hit.expression.work}#{hit.block.eid}"


def as_json(search: Search) -> dict[str, Any]:
    """The search as JSON of the schema `pincite.search/1`."""
    return {
        "schema": SCHEMA,
        "notice": NOTICE,
        "words": search.words,
        "releases": list(search.releases),
        "hits": [_hit(hit) for hit in search.hits],
    }


def _hit(hit: Hit) -> dict[str, Any]:
    return {
        "reference": reference_of_hit(hit),
        "expression": hit.expression.id,
        "title": hit.expression.title,
        "kind": hit.expression.kind,
        "language": hit.expression.language,
        "state": hit.expression.state,
        "release": hit.expression.release,
        "as_of": hit.expression.as_of,
        "label": hit.block.label,
        "heading": hit.block.heading,
        "status": hit.block.status,
        "snippet": hit.snippet,
        "flags": flags_of(hit.block.text),
        "text_sha256": hit.block.text_sha256,
        "url": hit.block.url,
        "score": hit.score,
    }


def phrases(words: Sequence[str]) -> str:
    """The words of a command line as one query: an argument with white space in it is a phrase."""
    return " ".join(f'"{word}"' if " " in word and '"' not in word and len(words) > 1 else word for word in words)
