"""An ordered set of releases as the workflows see it (`corpus.answers.Corpus`), over their SQLite indexes.

Keeps true: the first release that holds a work answers for it, and says that it cannot where the texts are withheld from
this copy; «not found» is said only under a claim of completeness, or of a place in a document that is held whole; whatever
is read was verified.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from heapq import merge
from itertools import islice
from types import TracebackType
from typing import Self

from pincite.atoms.atom import Atom
from pincite.corpus.answers import (
    Block,
    Coverage,
    ExpressionRecord,
    Hit,
    NodeRecord,
    NotFound,
    OutsideCoverage,
    PageMark,
    PlaceAnswer,
    PlaceFound,
    QuoteHit,
    Suggestion,
    WorkAnswer,
    WorkFound,
)
from pincite.corpus.beginnings import began_later
from pincite.corpus.coverage import covering_claim
from pincite.corpus.lookup import Choice, choose_expressions, place_found
from pincite.corpus.near import near_places, page_candidates, variants
from pincite.errors import BadInput
from pincite.identity.reference import Reference
from pincite.storage.release_folder import ReleaseFolder
from pincite.storage.sqlite.quotes import find_quote
from pincite.storage.sqlite.release_db import OpenDocument, ReleaseDb, Row
from pincite.storage.sqlite.search import Query, search
from pincite.text.canonical import SideText, SourceMap

__all__ = ["SqliteCorpus"]

SUGGESTIONS = 5

_AT_A_TIME = 250
"""Names asked for in one question: a docket has some 800 variants, and a draft may cite thousands that are not there."""


class SqliteCorpus:
    """Implements `Corpus`. Reads only; not for several threads at a time."""

    def __init__(self, releases: Iterable[ReleaseFolder]) -> None:
        self.releases = tuple(ReleaseDb(release) for release in releases)

    def close(self) -> None:
        """Close the indexes."""
        for release in self.releases:
            release.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def coverage(self) -> tuple[Coverage, ...]:
        """What each release holds and claims."""
        return tuple(release.coverage() for release in self.releases)

    # works

    def find_work(self, reference: str) -> WorkAnswer:
        """The work a reference names, by id or alias."""
        name = str(_parsed(reference).work)
        held = self._held(name)
        if held:
            release, works = held
            rows = release.expressions(works[0])
            release.named_rightly(name, rows)
            rows = release.with_text(rows)
            if not rows:
                return OutsideCoverage(reference, (), ("text_withheld",))
            return WorkFound(
                reference=reference,
                work=works[0],
                expressions=tuple(row.record for row in rows),
                release=release.name,
                findings=("several_works",) if len(works) > 1 else (),
                works=tuple(works),
            )
        suggestions = self._near_works(name)
        for release in self.releases:
            claim = covering_claim(release.manifest.coverage, (name,), as_of=release.manifest.as_of)
            if claim:
                return NotFound(reference, "work", release.name, claim.name, suggestions)
        return OutsideCoverage(reference, suggestions)

    def _held(self, name: str) -> tuple[ReleaseDb, list[str]] | None:
        for release in self.releases:
            works = release.works_named(name)
            if works:
                return release, works
        return None

    def expressions(self, work: str) -> tuple[ExpressionRecord, ...]:
        """All wordings of a work, newest state first; none when it is not held."""
        held = self._held(work)
        return tuple(row.record for row in held[0].with_text(held[0].expressions(held[1][0]))) if held else ()

    def every_document(self) -> Iterator[ExpressionRecord]:
        """All documents of the set, in order of their ids."""
        streams = (
            ((row.record.id, row.record) for row in release.every_expression() if not release.withheld(row))
            for release in self.releases
        )
        return (record for _, record in merge(*streams, key=lambda pair: pair[0]))

    def withheld(self, work: str = "") -> Iterator[ExpressionRecord]:
        """The wordings, of a work or of all, of which this copy holds digests alone (corpus.edition)."""
        for release in self.releases:
            if release.release.edition is None:
                continue
            rows = release.expressions(work) if work and release.holds(work) else release.every_expression()
            yield from (row.record for row in rows if (not work or row.record.work == work) and release.withheld(row))

    # places

    def find_place(self, reference: str, *, language: str = "", as_of: str = "") -> PlaceAnswer:
        """The place a reference names; without a place, the whole document."""
        asked = _parsed(reference)
        answer = self.find_work(reference)
        if not isinstance(answer, WorkFound):
            return answer
        release = next(each for each in self.releases if each.name == answer.release)
        tried: list[tuple[Row, Choice]] = []
        for work in answer.works:
            rows = release.with_text(release.expressions(work))
            by_id = {row.record.id: row for row in rows}
            for choice in choose_expressions([row.record for row in rows], language=language, as_of=as_of):
                found = self._in_wording(release, reference, asked, choice, as_of)
                if found is not None:
                    return replace(found, findings=tuple(dict.fromkeys((*found.findings, *answer.findings))))
                tried.append((by_id[choice.expression.id], choice))
        return self._absent(release, reference, asked, tried, as_of)

    def _in_wording(
        self, release: ReleaseDb, reference: str, asked: Reference, choice: Choice, as_of: str
    ) -> PlaceFound | None:
        document = self._open(release, choice.expression.id)
        place = str(asked.place) if asked.place else ""
        return place_found(reference, place, choice, document.index, lambda: document.text, as_of=as_of)

    def _absent(
        self, release: ReleaseDb, reference: str, asked: Reference, tried: Sequence[tuple[Row, Choice]], as_of: str
    ) -> NotFound | OutsideCoverage:
        """Why no wording has the place."""
        row, choice = tried[0]
        if all(each.too_new for _, each in tried):
            why = "not_yet_in_force" if self._began_later(release, asked, row, as_of) else "before_first_state"
            return OutsideCoverage(reference, (), (why,))
        document = self._open(release, row.record.id)
        suggestions = tuple(
            Suggestion(f"{row.record.work}#{place}", why, _heading(document, place))
            for place, why in (near_places(document.index, str(asked.place)) if asked.place else ())
        )
        if any(each.is_part for each, _ in tried):
            return OutsideCoverage(reference, suggestions, ("part_of_document",))
        if "beyond_release" in choice.findings:
            return OutsideCoverage(reference, suggestions, ("beyond_release",))
        return NotFound(reference, "place", release.name, row.record.id, suggestions)

    def _began_later(self, release: ReleaseDb, asked: Reference, row: Row, as_of: str) -> bool:
        """Whether the place is in a later wording and its notes say that there was none before."""
        document = self._open(release, row.record.id)
        resolved = document.index.resolve(str(asked.place)) if asked.place else None
        return resolved is not None and all(
            began_later(node, document.nodes, document.sides, as_of) for node in resolved.nodes
        )

    # documents

    def _open(self, release: ReleaseDb, expression: str) -> OpenDocument:
        document = release.document(expression)
        if document is None:
            raise release.corrupt(f"{expression} is named and is not there")
        return document

    def open_document(self, expression: str) -> OpenDocument:
        """A wording with its text, tree, pages and side channels.

        Raises:
            BadInput: no release of the set holds it.

        """
        for release in self.releases:
            document = release.document(expression)
            if document is not None:
                return document
        raise BadInput(f"no release of the set holds {expression!r}", remedy="Ask `expressions(work)` for those held.")

    def document_text(self, expression: str) -> str:
        """The canonical text of a whole document."""
        return self.open_document(expression).text

    def blocks(self, expression: str) -> Sequence[Block]:
        """The blocks of a document in order."""
        document = self.open_document(expression)
        return [document.block(document.nodes[number]) for number in document.block_nodes]

    def nodes(self, expression: str) -> Sequence[NodeRecord]:
        """The tree of a document in document order."""
        return self.open_document(expression).nodes

    def atoms(self, expression: str) -> Sequence[Atom]:
        """The obligation atoms of a document in the order of its text, each checked against it."""
        for release in self.releases:
            if release.expression(expression) is not None:
                return release.atoms(expression)
        raise BadInput(f"no release of the set holds {expression!r}", remedy="Ask `expressions(work)` for those held.")

    def pages(self, expression: str) -> Sequence[PageMark]:
        """The page marks of a document in order."""
        return self.open_document(expression).pages

    def sides(self, expression: str) -> Sequence[SideText]:
        """What stood beside the text of a document: notes, page marks, deleted ranges; in order of their anchors."""
        return self.open_document(expression).sides

    def extractor(self, expression: str) -> str:
        """Name and version of the reader that made a document's text."""
        return str(self.open_document(expression).row.leaf["extractor"])

    def source_map(self, expression: str) -> SourceMap:
        """The map of a document's text to the bytes of its source file."""
        for release in self.releases:
            found = release.source_map(expression)
            if found is not None:
                return found
        raise BadInput(f"no release of the set holds {expression!r}", remedy="Ask `expressions(work)` for those held.")

    # near misses

    def near(self, reference: str) -> tuple[Suggestion, ...]:
        """Near misses for a reference that was not found: of the work, or, when that is held, of the place."""
        asked = _parsed(reference)
        answer = self.find_work(reference)
        if not isinstance(answer, WorkFound):
            return answer.suggestions
        if asked.place is None:
            return ()
        place = self.find_place(reference)
        return () if isinstance(place, PlaceFound) else place.suggestions

    def _near_works(self, name: str) -> tuple[Suggestion, ...]:
        found: dict[str, Suggestion] = {}
        for release in self.releases:
            for candidate, why, place in self._candidates(release, name):
                works = release.works_named(candidate)
                if works and candidate not in found:
                    title = release.expressions(works[0])[0].record.title
                    found[candidate] = Suggestion(f"{candidate}#{place}" if place else candidate, why, title)
                if len(found) >= SUGGESTIONS:
                    return tuple(found.values())
        return tuple(found.values())

    def _candidates(self, release: ReleaseDb, name: str) -> Iterator[tuple[str, str, str]]:
        """Names of a release that a name may have been meant to be, as (name, why, place)."""
        yield from ((other, "letter_case", "") for other in release.names_folding_to(name.casefold()))
        inside = self._page_inside(release, name)
        if inside:
            yield inside[0], "page_inside_decision", f"p_{inside[1]}"
        offered = variants(name)
        while some := list(islice(offered, _AT_A_TIME)):
            held = release.those_held([other for other, _ in some])
            yield from ((other, why, "") for other, why in some if other in held)

    def _page_inside(self, release: ReleaseDb, name: str) -> tuple[str, int] | None:
        """The decision of a collection in whose pages a reference by page lies, with the page."""
        asked = page_candidates(name)
        if asked is None:
            return None
        stem, page = asked
        before: list[tuple[int, str]] = []
        for other in release.names_between(stem, f"{stem[:-1]}0"):
            tail = other[len(stem) :]
            if tail.isdigit() and int(tail) < page:
                before.append((int(tail), other))
        if not before:
            return None
        other = max(before)[1]
        works = release.works_named(other)
        row = release.expressions(works[0])[0]
        if release.withheld(row):
            return None
        document = self._open(release, row.record.id)
        return (other, page) if any(mark.label == str(page) for mark in document.pages) else None

    # full text

    def search(
        self,
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
    ) -> Sequence[Hit]:
        """Passages that hold all the words or forms of them, best first; a phrase in double quotes stands as it is."""
        query = Query(words, jurisdiction, kind, language, as_of, limit, court, date_from, date_to)
        hits = [hit for release in self.releases for hit in search(release, query)]
        return sorted(hits, key=lambda hit: -hit.score)[:limit]

    def find_quote(self, quote: str, *, language: str = "", limit: int = 10) -> Sequence[QuoteHit]:
        """Where in the whole set the words of a quotation stand; where they stand nowhere, what comes nearest."""
        return find_quote(self.releases, quote, language=language, limit=limit)


def _parsed(reference: str) -> Reference:
    try:
        return Reference.parse(reference)
    except ValueError as error:
        raise BadInput(
            str(error), remedy="References are described in the README and by `pincite open --help`."
        ) from error


def _heading(document: OpenDocument, place: str) -> str:
    nodes = document.index.by_eid.get(place)
    return nodes[0].heading if nodes else ""
