"""Fingerprints of a text: by a few of its runs of words, a quotation is found among many documents.

Keeps true:
1. A text and a quotation copied from it give the same fingerprints: what a comparison folds (typography, layout, letter
   case, full and half width, simplified and traditional characters) is folded here, word by word.
2. Of any run of words that is at least `guaranteed` long and stands unbroken in both, one fingerprint at least is
   kept of the document; all that a quotation's `kept` names are kept of a document that holds it verbatim.
3. Fingerprints only propose where to look: whether the words stand there is for a comparison to say.
4. They are the same on every machine: BLAKE2 of the folded word, no seed.

The way is winnowing (Schleimer, Wilkerson and Aiken, 2003): every run of `size` words is hashed, and of `window` hashes
in a row the smallest is kept. Words and Chinese characters are two streams, each without the other: a Chinese text with
English names gives the fingerprints of both. A document is cut into segments of `SEGMENT` code points, in order, and a
fingerprint is kept with the segment in which its window begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import blake2b
from itertools import islice
from operator import xor
from typing import Any, NamedTuple

from pincite.quotation.orthography import simplified
from pincite.text.folding import HAN, fold
from pincite.text.patterns import pattern
from pincite.text.span import Span

__all__ = [
    "BITS",
    "CHARACTERS",
    "SEGMENT",
    "WORDS",
    "QuoteFingerprints",
    "Scheme",
    "of_document",
    "of_quote",
    "sorted_of_document",
    "words_of",
]

BITS = 34
"""Of a fingerprint. At 200 million in a release, one asked for in eighty shares its number with another: a look more."""

SEGMENT = 1024
_THREE = 3
_MOST_WORDS = 200_000
"""Distinct words remembered, so that memory does not grow with the corpus."""

_MARKS = "\u00ad\u200b-\u200d\u2060\ufeff\u0300-\u036f"  # inside a word: fold to nothing, or to an accent
_WORD = pattern(rf"[^\W_{HAN}]+(?:[{_MARKS}]+[^\W_{HAN}]*)*")
_CHARACTER = pattern(f"[{HAN}]")
_INSIDE = pattern(rf"(?:[^\W_{HAN}]|[{_MARKS}])+")


_ASCII = {point: " " for point in range(128) if not chr(point).isalnum()}
"""Parts the words of a text of ASCII as `_WORD` does, at a sixth of its cost."""


class Scheme(NamedTuple):
    """How a stream is fingerprinted: words in a run, and hashes in a window."""

    size: int
    window: int

    @property
    def guaranteed(self) -> int:
        """Words in a row of which a fingerprint is surely kept."""
        return self.size + self.window - 1


WORDS = Scheme(3, 3)
CHARACTERS = Scheme(5, 5)


class QuoteFingerprints(NamedTuple):
    """The fingerprints by which a quotation is looked for.

    Attributes:
        kept: of a document that holds it verbatim, all these are kept; empty when it is too short for a guarantee.
        every: those of all its runs, for a quotation that was altered.

    """

    kept: tuple[int, ...]
    every: tuple[int, ...]


class _Hashes(dict[str, int]):
    """The hash of a word at one place of a run, by the word as it stands."""

    def __init__(self, place: int, *, characters: bool) -> None:
        self.key = bytes([place, characters])
        self.characters = characters

    def __missing__(self, word: str) -> int:
        folded = simplified(word) if self.characters else _folded(word)
        digest = blake2b(folded.encode("utf-8", "surrogatepass"), digest_size=8, person=self.key).digest()
        value = self[word] = int.from_bytes(digest) >> (64 - BITS)
        return value


class _Numbered(dict[str, int]):
    """A number for each word, and by number its hash at each place of a run."""

    def __init__(self, tables: list[_Hashes]) -> None:
        self.tables = tables
        self.hashes: list[list[int]] = [[] for _ in tables]
        self.known: Any = None

    def __missing__(self, word: str) -> int:
        for hashes, table in zip(self.hashes, self.tables, strict=True):
            hashes.append(table[word])
        number = self[word] = len(self)
        return number

    def of(self, words: list[str], numpy: Any) -> Any:
        """The hashes of words: a row for each place."""
        if len(self) > _MOST_WORDS:
            self.clear()
            self.hashes, self.known = [[] for _ in self.tables], None
        numbers = numpy.fromiter(map(self.__getitem__, words), dtype=numpy.int64, count=len(words))
        held = 0 if self.known is None else self.known.shape[1]
        if held < len(self):
            new = numpy.array([hashes[held:] for hashes in self.hashes], dtype="<u8")
            self.known = new if self.known is None else numpy.concatenate((self.known, new), axis=1)
        return self.known[:, numbers]


class _Stream:
    """One stream of words and its hashes."""

    def __init__(self, scheme: Scheme, word: re.Pattern[str], *, characters: bool) -> None:
        self.scheme = scheme
        self.word = word
        self.characters = characters
        self.tables = [_Hashes(place, characters=characters) for place in range(scheme.size)]
        self.many = _Numbered(self.tables)

    def words(self, text: str) -> list[str]:
        """The words of a text in order."""
        if not text.isascii():
            return self.word.findall(text)
        return [] if self.characters else text.translate(_ASCII).split()

    def runs(self, words: list[str]) -> list[int]:
        """The hash of each run of words."""
        if len(words) < self.scheme.size:
            return []
        if len(self.tables[0]) > _MOST_WORDS:
            for table in self.tables:
                table.clear()
        hashes = map(self.tables[0].__getitem__, words)
        for place, table in enumerate(self.tables[1:], start=1):
            hashes = map(xor, hashes, map(table.__getitem__, islice(words, place, None)))
        return list(hashes)

    def kept(self, runs: list[int]) -> list[int]:
        """The smallest of each window, by the run that opens it."""
        if self.scheme.window == _THREE:  # two thirds of the time of the general way
            return [
                a if a < b and a < c else min(c, b)
                for a, b, c in zip(runs, islice(runs, 1, None), islice(runs, 2, None), strict=False)
            ]
        kept = runs
        for place in range(1, self.scheme.window):
            pairs = zip(kept, islice(runs, place, None), strict=False)
            kept = [one if one < other else other for one, other in pairs]  # noqa: FURB136 (a third of the time of `min`)
        return kept


_WORDS = _Stream(WORDS, _WORD, characters=False)
_CHARACTERS = _Stream(CHARACTERS, _CHARACTER, characters=True)


def _folded(word: str) -> str:
    return fold(word).text.lower()


def words_of(text: str) -> list[str]:
    """The words of a text, folded; each Chinese character is one."""
    return [_folded(word) for word in _WORD.findall(text)] + [simplified(each) for each in _CHARACTER.findall(text)]


def of_document(text: str) -> Iterator[tuple[int, set[int]]]:
    """The fingerprints of a document, as (segment, fingerprints), segments in order, those without any left out."""
    pieces = _segments(text)
    found: dict[int, set[int]] = {}
    for stream in (_WORDS, _CHARACTERS):
        words: list[str] = []
        starts: list[int] = []
        for piece in pieces:
            starts.append(len(words))
            words += stream.words(piece)
        kept = stream.kept(stream.runs(words))
        for segment, (start, end) in enumerate(zip(starts, [*starts[1:], len(kept)], strict=True)):
            if start < min(end, len(kept)):
                found.setdefault(segment, set()).update(kept[start:end])
    yield from sorted(found.items())


def sorted_of_document(text: str, numpy: Any, bits: int, more: int) -> bytes:
    """What `of_document` gives, by numpy: each fingerprint with its segment in so many low bits, and `more` added; sorted.

    Numbers of eight bytes, little-endian.
    """
    pieces = _segments(text)
    found = []
    for stream in (_WORDS, _CHARACTERS):
        words: list[str] = []
        counts = []
        for piece in pieces:
            inside = stream.words(piece)
            counts.append(len(inside))
            words += inside
        size, window = stream.scheme
        if len(words) < size + window - 1:
            continue
        hashes = stream.many.of(words, numpy)
        runs = hashes[0][: len(words) - size + 1]
        for place in range(1, size):
            runs = runs ^ hashes[place][place : place + len(runs)]
        kept = runs[: len(runs) - window + 1]
        for place in range(1, window):
            kept = numpy.minimum(kept, runs[place : place + len(kept)])
        segments = numpy.repeat(numpy.arange(len(pieces), dtype="<u8"), counts)[: len(kept)]
        found.append((kept << numpy.uint64(bits)) | segments)
    if not found:
        return b""
    # each once: sorted and compared, which is a third of the cost of numpy's own way for so few
    run = numpy.sort(numpy.concatenate(found))
    once = numpy.concatenate((run[:1], run[1:][run[1:] != run[:-1]]))
    data: bytes = (once + numpy.uint64(more)).astype("<u8").tobytes()
    return data


def _segments(text: str) -> list[str]:
    """The segments of a text; a word belongs to the one in which it begins."""
    pieces: list[str] = []
    start = 0
    for edge in range(SEGMENT, max(1, len(text)) + SEGMENT, SEGMENT):
        inside = _INSIDE.match(text, edge) if _INSIDE.match(text, edge - 1, edge) else None
        end = max(start, inside.end() if inside else edge)
        pieces.append(text[start:end])
        start = end
    return pieces


def of_quote(quote: str) -> QuoteFingerprints:
    """The fingerprints by which a quotation is looked for, each once."""
    kept: dict[int, None] = {}
    every: dict[int, None] = {}
    for stream in (_WORDS, _CHARACTERS):
        runs = stream.runs(stream.words(quote))
        every |= dict.fromkeys(runs)
        kept |= dict.fromkeys(stream.kept(runs))
    return QuoteFingerprints(tuple(kept), tuple(every))


def shared(text: str, fingerprints: frozenset[int]) -> list[tuple[Span, int]]:
    """The runs of words of a text that are among these, in order: where each stands, and which it is."""
    found: list[tuple[Span, int]] = []
    for stream in (_WORDS, _CHARACTERS):
        runs = stream.runs(stream.words(text))
        if fingerprints.isdisjoint(runs):
            continue
        spans = [match.span() for match in stream.word.finditer(text)]
        last = stream.scheme.size - 1
        found += [(Span(spans[at][0], spans[at + last][1]), run) for at, run in enumerate(runs) if run in fingerprints]
    return sorted(found)
