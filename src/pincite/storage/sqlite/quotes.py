"""Where in a set of releases a quotation stands, or nearly stands.

Keeps true:
1. Words that stand verbatim anywhere are found: by fingerprints when there are enough of them (a document that holds the
   words keeps all of the quotation's), otherwise by a phrase query of the full text.
2. What was found is shown only after the comparison with the verified text; fingerprints only say where to look.
3. What comes near is looked for only when the words stand nowhere. That search is not complete: a short quotation that
   was altered may share no run of three words with its source.
4. The same question has the same answer: no order depends on a machine or on time.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import nlargest
from math import log2

from pincite.corpus.answers import QuoteHit
from pincite.drafts.checks.layout import hyphenation
from pincite.quotation import fingerprints
from pincite.quotation.compare import compare, places_verbatim
from pincite.quotation.fingerprints import SEGMENT, QuoteFingerprints, of_quote, words_of
from pincite.quotation.locate import all_places
from pincite.quotation.model import Comparison
from pincite.quotation.prepared import PreparedSource
from pincite.storage.fingerprint_set import Fingerprints
from pincite.storage.sqlite import fulltext
from pincite.storage.sqlite.release_db import OpenDocument, ReleaseDb, Row
from pincite.text.folding import fold
from pincite.text.language import language_of
from pincite.text.span import Span

__all__ = ["find_quote"]

_MOST_EXACT = 4096
"""Segments of the rarest fingerprint that are gone through; beyond, the full text is asked."""
_WITNESSES = 8
"""Fingerprints a segment must keep before its text is read; more while more than a few segments keep them."""
_FEW = 4
_MOST_NEAR = 6_000
"""Postings that are weighed when words were altered."""
_CANDIDATES = 64
_KEPT_WEIGHT = 3
"""How much more a fingerprint tells that the quotation itself would keep."""
_COMMONER = 24
"""Fingerprints too common to be gone through that are asked of the candidates alone."""
_READ = 32
"""Candidates whose text is read when words were altered."""
_PLACES = 3
"""Places of one document that are shown, so that one does not hide the others."""
_ROWS = 200
"""Passages the full text is asked for at a time."""
_ORDERED = 2000
"""Passages that are put in the order of the release; of commoner phrases the first of the index are shown."""
_GAP = 3000
"""Code points that a marked omission may leave out."""
_HIDING = re.compile(r"[\u00ad\u200b-\u200d\u2060\ufeff\u0300-\u036f\ufb00-\ufb06\uff00-\uffefœŒæÆſ\u180e]|[-\u2010]\s")
"""What may stand inside a word of a text and not in the quotation, or be other letters there."""
_NOT_NEAR = frozenset(("M4", "M7", "M8"))
_ORDER = ("clean", "look", "refused")


def find_quote(
    releases: Sequence[ReleaseDb], quote: str, *, language: str = "", limit: int = 10
) -> tuple[QuoteHit, ...]:
    """As `Corpus.find_quote`."""
    asked = _Asked(quote.strip(), language, limit)
    if limit < 1 or not words_of(quote):
        return ()
    lookups = [_Lookup(release, asked) for release in releases]
    exact: list[QuoteHit] = []
    for lookup in lookups:
        exact += lookup.exact(limit - len(exact))
        if len(exact) >= limit:
            break
    if exact:
        return tuple(exact)
    near = [found for lookup in lookups for found in lookup.near()]
    near.sort(key=lambda found: (not found.hit.exact, _ORDER.index(found.hit.verdict), -found.runs, found.altered))
    return tuple(found.hit for found in near[:limit])


@dataclass(frozen=True)
class _Asked:
    quote: str
    language: str
    limit: int

    @cached_property
    def fingerprints(self) -> QuoteFingerprints:
        """Those kept of any document that holds it verbatim, and all."""
        return of_quote(self.quote)

    @cached_property
    def runs(self) -> frozenset[int]:
        """The fingerprints of all its runs of words."""
        return frozenset(self.fingerprints.every)

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """Letters and figures in a row that stand in a text that holds it verbatim, unless the text hides them."""
        return tuple(dict.fromkeys(re.findall(r"[A-Za-z0-9]{3,}", fold(self.quote).text)))

    @cached_property
    def gapped(self) -> bool:
        """Whether it marks an omission, so that its pieces may lie apart."""
        return "…" in fold(self.quote).text

    @cached_property
    def spoken(self) -> str:
        """Its own language, "" when its words do not show it."""
        return language_of(self.quote)

    def read_as(self, row: Row) -> str:
        """The language in which it is compared with a wording: in a bilingual text, its own."""
        written = row.record.language
        other = self.spoken and self.spoken.partition("-")[0] != written.partition("-")[0]
        return self.spoken if other else written

    @property
    def reach(self) -> int:
        """How many segments its words may lie apart."""
        return len(self.quote) * 5 // 4 // SEGMENT + 1

    @property
    def margin(self) -> int:
        """Code points to read around a segment; white space may be longer in the source."""
        return len(self.quote) * 5 // 4 + (_GAP if self.gapped else 200)


@dataclass(frozen=True, slots=True, order=True)
class _Window:
    """A stretch of a document to read: its number in the release, and code points of its text."""

    number: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Near:
    hit: QuoteHit
    runs: int
    altered: int


class _Lookup:
    """A quotation looked for in one release."""

    def __init__(self, db: ReleaseDb, asked: _Asked) -> None:
        self.db = db
        self.asked = asked
        self._texts: dict[int, tuple[Row, str]] = {}

    # words that stand as they are

    def exact(self, limit: int) -> list[QuoteHit]:
        """The passages that are the quotation, typography and layout apart."""
        windows, complete = self._kept_by(self.db.fingerprints)
        hits = self._verbatim(self._newest_first(windows), limit, {})
        if hits or complete:
            return hits
        shown: dict[int, int] = {}
        for some in self._phrases():
            hits += self._verbatim(self._newest_first(some), limit - len(hits), shown)
            if len(hits) >= limit:
                break
        return hits

    def _kept_by(self, file: Fingerprints) -> tuple[list[_Window], bool]:
        """The stretches that keep all of the quotation's fingerprints, and whether no others can hold it."""
        found = sorted((file.find(each) for each in self.asked.fingerprints.kept), key=lambda each: (each.size, each))
        if not found:
            return [], False
        segments = file.segments(found[0], _MOST_EXACT)
        complete = found[0].size <= _MOST_EXACT
        reach = self.asked.reach
        for asked, other in enumerate(found[1:], start=1):
            if asked >= _WITNESSES and len(segments) <= _FEW:
                break
            segments = [each for each in segments if file.near(other, each - reach, each + reach)]
        return self._windows(file, segments), complete

    def _windows(self, file: Fingerprints, segments: Iterable[int], *, after: int = 0) -> list[_Window]:
        """The stretches around segments, in order, those that touch joined."""
        margin = self.asked.margin
        joined: list[_Window] = []
        for segment in sorted(segments):
            number, own = file.document_of(segment)
            start = max(0, own * SEGMENT - margin)
            end = (own + after + 1) * SEGMENT + margin
            if joined and joined[-1].number == number and start <= joined[-1].end:
                joined[-1] = _Window(number, joined[-1].start, end)
            else:
                joined.append(_Window(number, start, end))
        return joined

    def _newest_first(self, windows: Sequence[_Window]) -> list[_Window]:
        """In the language asked for; of each work the newest wording before the older ones."""
        numbers = {window.number for window in windows}
        if len(numbers) < 2 and not self.asked.language:
            return list(windows)
        marks = ",".join("?" * len(numbers))
        rows = self.db.rows(
            f"SELECT number, work, language, state FROM expression WHERE number IN ({marks})"  # noqa: S608 (marks alone)
            " ORDER BY work, id",
            sorted(numbers),
        )
        wanted = self.asked.language
        rows = [row for row in rows if not wanted or row[2] == wanted or row[2].startswith(f"{wanted}-")]
        newest: dict[tuple[str, str], str] = {}
        for _, work, language, state in rows:
            newest[work, language] = max(state, newest.get((work, language), ""))
        order = {
            number: (state != newest[work, language], place)
            for place, (number, work, language, state) in enumerate(rows)
        }
        return sorted((each for each in windows if each.number in order), key=lambda each: (order[each.number], each))

    def _phrases(self) -> Iterator[list[_Window]]:
        """The passages that hold the words as a phrase, some at a time, in order of the release."""
        words = fulltext.words_of(self.asked.quote)
        phrase = '"' + " ".join(words) + '"'
        last, many = 0, _ORDERED
        while words:
            # numbers are not the order of the release where an index was brought up to date: the first are put in order
            rows = self.db.rows(
                "SELECT last, expression, node FROM (SELECT words.rowid AS last, block.expression, block.node FROM words"
                " JOIN block ON block.number = words.rowid WHERE words MATCH ? AND words.rowid > ? ORDER BY words.rowid"
                " LIMIT ?) JOIN expression ON expression.number = expression ORDER BY work, id, node",
                (phrase, last, many),
            )
            for start in range(0, len(rows), _ROWS):
                yield [self._block_window(number, node) for _, number, node in rows[start : start + _ROWS]]
            if len(rows) < many:
                return
            last, many = max(row for row, _, _ in rows), _ROWS

    def _block_window(self, number: int, node: int) -> _Window:
        document = self._document(self.db.numbered(number))
        if node not in document.block_set:
            raise self.db.corrupt(f"its full text names a passage of {document.row.record.id} that is not there")
        return _Window(number, document.nodes[node].start, document.nodes[node].end)

    def _verbatim(self, windows: Iterable[_Window], limit: int, shown: dict[int, int]) -> list[QuoteHit]:
        hits: list[QuoteHit] = []
        for window in windows:
            row, text = self._text(window.number)
            for span in self._places(window, row, text):
                if len(hits) >= limit:
                    return hits
                if shown.get(window.number, 0) >= _PLACES:
                    break
                shown[window.number] = shown.get(window.number, 0) + 1
                hits.append(self._exact_hit(row, text, span))
        return hits

    def _places(self, window: _Window, row: Row, text: str) -> list[Span]:
        """Where in a stretch the quotation stands, in code points of the document."""
        start, piece = _whole_words(text, window)
        places: Sequence[Span] = all_places(piece, self.asked.quote)
        if not places and self._may_hold(piece):
            prepared = PreparedSource(piece, language=row.record.language, layout=hyphenation(piece))
            places = places_verbatim(self.asked.quote, prepared)
        return [Span(start + each.start, start + each.end) for each in places]

    def _may_hold(self, piece: str) -> bool:
        """Whether a stretch has all the letters and figures of the quotation, but for those that it may hide."""
        missing = sum(part not in piece for part in self.asked.parts)
        return not missing or missing <= sum(1 for _ in _HIDING.finditer(piece)) * 2

    def _exact_hit(self, row: Row, text: str, span: Span) -> QuoteHit:
        words = text[span.start : span.end]
        if words == self.asked.quote:
            return self._hit(row, span, words, True, None)
        prepared = PreparedSource(words, language=row.record.language, layout=hyphenation(words))
        return self._hit(
            row,
            span,
            words,
            True,
            compare(self.asked.quote, prepared, language=row.record.language, surroundings=False),
        )

    # words that were altered

    def near(self) -> list[_Near]:
        """The passages that come near, each compared."""
        windows = self._windows_near(self.db.fingerprints)
        numbers = {each.number for each in self._newest_first(windows)}
        read: list[tuple[int, int, _Window]] = []
        for rank, window in enumerate(each for each in windows if each.number in numbers):
            runs, stretch = self._closest(window)
            if runs * 4 >= len(self.asked.runs):
                read.append((-runs, rank, stretch))
        read.sort()
        found: list[_Near] = []
        for runs, _, stretch in read[: self.asked.limit]:
            near = self._compared(stretch, -runs) if runs * 6 <= read[0][0] * 5 else None
            if near is not None:
                found.append(near)
        return found

    def _closest(self, window: _Window) -> tuple[int, _Window]:
        """The part of a stretch, about as long as the quotation, that shares the most of its runs of words, and how many."""
        start, piece = _whole_words(self._text(window.number)[1], window)
        shared = fingerprints.shared(piece, self.asked.runs)
        if self.asked.gapped:
            return len({run for _, run in shared}), window
        length = len(self.asked.quote) * 5 // 4
        best, first, last = 0, 0, 0
        held: Counter[int] = Counter()
        low = 0
        for span, run in shared:
            held[run] += 1
            while shared[low][0].start < span.end - length:
                gone = shared[low][1]
                held[gone] -= 1
                if not held[gone]:
                    del held[gone]
                low += 1
            if len(held) > best:
                best, first, last = len(held), shared[low][0].start, span.end
        around = len(self.asked.quote) * 9 // 8 + 40
        return best, _Window(window.number, max(0, start + last - around), start + first + around)

    def _windows_near(self, file: Fingerprints) -> list[_Window]:
        """The stretches that share the most, and the rarest, of the quotation's fingerprints; the best first."""
        found = sorted((file.find(each) for each in self.asked.fingerprints.every), key=lambda each: (each.size, each))
        found = [each for each in found if each.size]
        # of words that stand unbroken on both sides the quotation's own kept ones are kept of the document, the others seldom
        own = {file.find(each) for each in self.asked.fingerprints.kept}
        weights = [
            (1 + round(16 * log2(max(1, file.segments_held / each.size)))) * (_KEPT_WEIGHT if each in own else 1)
            for each in found
        ]
        score: Counter[int] = Counter()
        weighed = used = 0
        for postings, weight in zip(found, weights, strict=True):
            if weighed + postings.size > _MOST_NEAR and used:
                break
            for segment in file.segments(postings, _MOST_NEAR):
                score[segment] += weight
            weighed += postings.size
            used += 1
        reach = self.asked.reach
        best: dict[int, int] = {}
        for segment, _ in nlargest(_CANDIDATES, score.items(), key=lambda item: (item[1], -item[0])):
            # words that run over the edge of a segment count for the first of the two
            for each in range(segment - reach, segment + 1):
                best[each] = sum(score.get(each + step, 0) for step in range(reach + 1))
        # the commoner ones only decide among the likeliest
        rest = list(zip(found, weights, strict=True))[used : used + _COMMONER]
        likeliest = nlargest(
            _CANDIDATES, ((total, -segment) for segment, total in best.items() if segment >= 0 and total)
        )
        weighted = [
            (total + sum(weight for each, weight in rest if file.near(each, -segment, reach - segment)), segment)
            for total, segment in likeliest
        ]
        chosen: dict[_Window, None] = {}
        most = max(weighted, default=(0, 0))[0]
        for total, segment in sorted(weighted, reverse=True):
            if total * 2 < most:
                break
            kept = [each for each in range(-segment, -segment + reach + 1) if each in score]
            (window,) = self._windows(file, kept[:1], after=kept[-1] - kept[0])
            if not any(
                window.number == each.number and window.start < each.end and each.start < window.end for each in chosen
            ):
                chosen[window] = None
        return list(chosen)[:_READ]

    def _compared(self, window: _Window, runs: int) -> _Near | None:
        row, text = self._text(window.number)
        start, piece = _whole_words(text, window)
        language = self.asked.read_as(row)
        comparison = compare(
            self.asked.quote,
            PreparedSource(piece, language=language, layout=hyphenation(piece)),
            language=language,
            surroundings=False,
        )
        spans = [each for each in comparison.source_spans if each.end > each.start]
        if not spans or _NOT_NEAR & set(comparison.codes):
            return None
        span = Span(start + min(each.start for each in spans), start + max(each.end for each in spans))
        hit = self._hit(row, span, text[span.start : span.end], comparison.verbatim, comparison)
        return _Near(hit, runs, len(comparison.alterations))

    # what was found

    def _text(self, number: int) -> tuple[Row, str]:
        if number not in self._texts:
            row = self.db.numbered(number)
            self._texts[number] = row, self.db.text_of(row)
        return self._texts[number]

    def _document(self, row: Row) -> OpenDocument:
        document = self.db.document(row.record.id)
        if document is None:
            raise self.db.corrupt(f"{row.record.id} is named and is not there")
        return document

    def _hit(self, row: Row, span: Span, words: str, exact: bool, comparison: Comparison | None) -> QuoteHit:
        document = self._document(row)
        holding = [node for node in document.nodes if node.start <= span.start and span.end <= node.end]
        smallest = min(holding, key=lambda node: (node.end - node.start, -node.node), default=None)
        block = next(
            (
                document.nodes[n]
                for n in document.block_nodes
                if document.nodes[n].start <= span.start < document.nodes[n].end
            ),
            None,
        )
        return QuoteHit(
            expression=row.record,
            eid=smallest.eid if smallest else block.eid if block else "",
            block=document.block(block) if block else None,
            start=span.start,
            end=span.end,
            text=words,
            exact=exact,
            verdict=comparison.verdict if comparison else "clean",
            codes=comparison.codes if comparison else ("A0",),
            differs=comparison.differs if comparison else (),
        )


def _whole_words(text: str, window: _Window) -> tuple[int, str]:
    """The stretch of a text, begun and ended where no word is cut, with its start."""
    start, end = min(window.start, len(text)), min(window.end, len(text))
    while 0 < start < len(text) and text[start - 1].isalnum() and text[start].isalnum() and window.start - start < 64:
        start -= 1
    while 0 < end < len(text) and text[end - 1].isalnum() and text[end].isalnum() and end - window.end < 64:
        end += 1
    return start, text[start:end]
