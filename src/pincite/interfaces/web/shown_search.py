"""A search as a page shows it: the form as it was filled in, what can be chosen, and the passages found.

Keeps true: each passage names its place, wording, release and date and leads to that very wording; the words asked for are
marked in what is shown and nowhere else; what is not law says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from pincite.corpus.answers import Coverage, Hit
from pincite.interfaces.web import addresses
from pincite.interfaces.web.shown_text import Mark, Run, lines_safe, runs_of
from pincite.law.document import DocumentKind
from pincite.workflows.search_corpus import reference_of_hit

__all__ = ["FILTERS", "ShownHit", "ShownSearch", "filters_of", "shown_hit", "shown_search"]

FILTERS = ("jurisdiction", "kind", "court", "wording", "date_from", "date_to", "as_of")
"""`wording` is the language of the text; `language` is that of the page."""
_LONGEST = 300
PAGE = 20

Cite = Callable[[str, str], str]
"""A reference as a citation in a language; "" where there is no form for it."""


@dataclass(frozen=True, slots=True)
class ShownHit:
    """A passage found."""

    reference: str
    citation: str
    address: str
    title: str
    kind: str
    language: str
    state: str
    heading: str
    status: str
    release: str
    snippet: tuple[Run, ...]
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownSearch:
    """A search: what was asked, the choices, the passages; `more` is the address of the next ones, or ""."""

    words: str
    given: Mapping[str, str]
    jurisdictions: tuple[str, ...]
    kinds: tuple[str, ...]
    languages: tuple[str, ...]
    hits: tuple[ShownHit, ...] = ()
    asked: bool = False
    more: str = ""


def filters_of(query: Mapping[str, str]) -> dict[str, str]:
    """The filters among the values of a form, those that are filled in."""
    return {name: value for name in FILTERS if (value := query.get(name, "").strip()[:_LONGEST])}


def shown_search(
    words: str,
    given: Mapping[str, str],
    held: Sequence[Coverage],
    hits: Sequence[Hit] | None,
    cite: Cite,
    page: int = 1,
) -> ShownSearch:
    """The page of a search; `hits` is None before anything is asked, and holds one more than the page when there are more."""
    shown = hits or ()
    first = (page - 1) * PAGE
    more = len(shown) > page * PAGE
    return ShownSearch(
        words=words,
        given={name: given.get(name, "") for name in FILTERS},
        jurisdictions=tuple(dict.fromkeys(each.jurisdiction for each in held)),
        kinds=tuple(kind for kind in get_args(DocumentKind) if any(each.by_kind.get(kind) for each in held)),
        languages=tuple(sorted({language for each in held for language in each.by_language})),
        hits=tuple(shown_hit(each, words, cite, given.get("as_of", "")) for each in shown[first : page * PAGE]),
        asked=hits is not None,
        more=addresses.search(q=words, **given, page=page + 1) if more else "",
    )


def shown_hit(hit: Hit, words: str, cite: Cite, as_of: str = "") -> ShownHit:
    """One passage."""
    record, block = hit.expression, hit.block
    reference = reference_of_hit(hit)
    snippet = runs_of(hit.snippet, _asked_for(hit.snippet, words))
    return ShownHit(
        reference=reference,
        citation=lines_safe(cite(reference, record.language)),
        address=addresses.law(record.work, block.eid, as_of=as_of, language=record.language),
        title=lines_safe(record.title),
        kind=record.kind,
        language=record.language,
        state=record.state,
        heading=lines_safe("  ".join(part for part in (block.label, block.heading) if part)),
        status="" if block.status in ("in_force", "not_applicable") else block.status,
        release=record.release,
        snippet=snippet,
        flags=tuple(sorted({run.flag for run in snippet if run.flag})),
    )


def _asked_for(text: str, words: str) -> list[Mark]:
    """Where the words asked for stand, in any case and with any ending: what the search found by other forms stays plain."""
    asked = {word for word in re.findall(r"\w+", words[:_LONGEST]) if len(word) > 1 or not word.isascii()}
    if not asked:
        return []
    # Chinese has no spaces: there a word may stand inside a run of letters
    whole = [
        re.escape(word) if not word.isascii() else rf"(?<!\w){re.escape(word)}\w{{0,4}}(?!\w)" for word in sorted(asked)
    ]
    found = re.finditer("|".join(whole), text, re.IGNORECASE)
    return [Mark(each.start(), each.end(), "hit") for each in found]
