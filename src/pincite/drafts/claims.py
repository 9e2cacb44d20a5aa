"""Claims: for each mention the sentence, or the part of it, that the mention supports.

Keeps true:
1. Every mention has exactly one claim; one claim may belong to several mentions (a string of citations).
2. A claim is a span of the draft that holds the mention, except that a mention in a note supports the sentence at the
   note's mark.
3. A sentence that is nothing but citations belongs to the sentence before it.
4. Where a sentence cites in brackets at several points, each bracket supports the words since the bracket before.
5. A claim cuts no quotation in two.

Whether a claim is wholly a quotation (`is_only_quotation`) is told by what is left when quotations, citations, and words
that merely say who speaks are taken away: nothing may be left. A word too few in that list costs a MATCH; a word too
many could give a false one, so none of substance stands in it (`data/attributions.tsv`).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from pincite.citations.mention import Mention
from pincite.drafts.draft import Draft
from pincite.text.patterns import pattern
from pincite.text.span import Span
from pincite.text.tables import rows

__all__ = ["Claim", "Signal", "claims_of", "is_only_quotation", "residual_words"]

Signal = Literal["", "see", "contrary"]


@dataclass(frozen=True, slots=True)
class Claim:
    """What a citation is there for.

    Attributes:
        start, end: code points of the draft.
        mentions: indices of the mentions that support it, in order.
        signal: of the word before the first of them: see («vgl.»), contrary («a.A.»), or "".
        via_note: the label of the note in which they stand, or "".

    """

    start: int
    end: int
    mentions: tuple[int, ...]
    signal: Signal = ""
    via_note: str = ""

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.start, self.end)


_WORD = pattern(r"[^\W\d_]+(?:[.'’\-][^\W\d_]+)*|\d[\d.,'’]*")
_HAN = pattern(r"[\u3400-\u9fff\uf900-\ufaff]+")
_NOTE_MARK = pattern(r"\[\^[^\]\s]{1,60}\]")
_DATE_NUMBER = pattern(r"\d{1,4}\.?\Z")


def claims_of(draft: Draft, mentions: Sequence[Mention], quotes: Sequence[Span] = ()) -> list[Claim]:
    """The claim of each mention, in the order of `mentions`; they and the quotations are in the order of the text."""
    reader = _Reader(draft, mentions, quotes)
    spans = [reader.span_of(mention) for mention in mentions]
    together: dict[tuple[Span, str], list[int]] = {}
    for index, key in enumerate(spans):
        together.setdefault(key, []).append(index)
    claims = {
        key: Claim(key[0].start, key[0].end, tuple(found), _signal(draft, mentions[found[0]]), key[1])
        for key, found in together.items()
    }
    return [claims[key] for key in spans]


class _Reader:
    """A draft being cut into claims; keeps the sentences of the blocks it has looked at."""

    def __init__(self, draft: Draft, mentions: Sequence[Mention], quotes: Sequence[Span]) -> None:
        self.draft = draft
        self.mentions = mentions
        self.starts = [mention.start for mention in mentions]
        self.quotes = quotes
        self.quote_ends = [quote.end for quote in quotes]
        self.marks = draft.marks
        self._known: dict[int, list[Span]] = {}
        self._empty: dict[Span, bool] = {}
        self._groups: dict[Span, list[Span]] = {}

    def span_of(self, mention: Mention) -> tuple[Span, str]:
        """The claim of a mention, and the label of the note it stands in."""
        index = self.draft.block_at(mention.start)
        if index is None:
            return Span(mention.start, mention.end), ""
        block = self.draft.blocks[index]
        if block.kind == "note" and block.label in self.marks:
            mark = self.marks[block.label]
            if self.draft.written is not None and self.draft.block_at(mark - 1) is not None:
                mark -= 1  # a mark that is no character of the text belongs to the words before it
            body = self.draft.block_at(mark)
            if body is not None and self.draft.blocks[body].kind != "note":
                return self.sentence_at(body, mark), block.label
        if block.kind == "row":
            return _trim(self.draft.text, block.start, block.end, marks="|"), ""
        sentence = self.sentence_at(index, mention.start)
        if self._says_nothing(sentence):
            return self._with_sentence_before(index, sentence), ""
        return self._part_of(sentence, mention), ""

    def sentences(self, index: int) -> list[Span]:
        """The sentences of a block, joined where a quotation runs over their ends (rule 5)."""
        if index not in self._known:
            joined: list[Span] = []
            for span in self.draft.sentences(self.draft.blocks[index]):
                if joined and self._in_quote(joined[-1].end):
                    joined[-1] = Span(joined[-1].start, span.end)
                else:
                    joined.append(span)
            self._known[index] = joined
        return self._known[index]

    def sentence_at(self, index: int, offset: int) -> Span:
        """The sentence of a block that holds an offset."""
        found = self.sentences(index)
        at = bisect_left(found, offset + 1, key=lambda span: span.end)
        return found[min(at, len(found) - 1)]

    def _in_quote(self, offset: int) -> bool:
        """Whether an offset lies inside a quotation, not at its edge."""
        at = bisect_right(self.quote_ends, offset)
        return at < len(self.quotes) and self.quotes[at].start < offset

    def _inside(self, sentence: Span) -> Sequence[Mention]:
        return self.mentions[bisect_left(self.starts, sentence.start) : bisect_left(self.starts, sentence.end)]

    def _says_nothing(self, sentence: Span) -> bool:
        """Whether a sentence holds citations and words of reference alone; asked once a sentence, however much it cites."""
        if sentence not in self._empty:
            holes = [Span(mention.start, mention.end) for mention in self._inside(sentence)]
            words = residual_words(self.draft.text, sentence, holes, self.draft.language, names=())
            self._empty[sentence] = not words
        return self._empty[sentence]

    def _part_of(self, sentence: Span, mention: Mention) -> Span:
        """The words between the bracket before and the end of the bracket in which the mention stands (rule 4)."""
        if sentence not in self._groups:
            self._groups[sentence] = [
                group for group in _bracket_groups(self.draft.text, sentence) if self._holds_any(group)
            ]
        groups = self._groups[sentence]
        if len(groups) < 2:
            return sentence
        number = bisect_right(groups, mention.start, key=lambda group: group.end)
        if number == len(groups):
            return sentence
        start = groups[number - 1].end if number else sentence.start
        return _trim(self.draft.text, start, sentence.end if number == len(groups) - 1 else groups[number].end)

    def _holds_any(self, group: Span) -> bool:
        at = bisect_right(self.starts, group.start)
        return any(m.end <= group.end for m in self.mentions[at : bisect_left(self.starts, group.end)])

    def _with_sentence_before(self, index: int, sentence: Span) -> Span:
        """The sentence with the one before it, in the same block or the one above it (all of a block quotation)."""
        found = self.sentences(index)
        at = bisect_left(found, sentence)
        if at:
            return Span(found[at - 1].start, sentence.end)
        before = self.draft.blocks[index - 1] if index and self.draft.blocks[index].kind == "paragraph" else None
        if before is None or before.kind not in ("quotation", "paragraph", "item"):
            return sentence
        first = before.start if before.kind == "quotation" else self.sentences(index - 1)[-1].start
        return Span(first, sentence.end)


def _bracket_groups(text: str, sentence: Span) -> list[Span]:
    """The outermost round brackets of a sentence."""
    groups: list[Span] = []
    depth = 0
    opened = 0
    for position in range(sentence.start, sentence.end):
        character = text[position]
        if character in "(（":
            if depth == 0:
                opened = position
            depth += 1
        elif character in ")）" and depth:
            depth -= 1
            if depth == 0:
                groups.append(Span(opened, position + 1))
    return groups


def _trim(text: str, start: int, end: int, *, marks: str = ",;，；、") -> Span:
    while start < end and (text[start].isspace() or text[start] in marks):
        start += 1
    while end > start and (text[end - 1].isspace() or (marks == "|" and text[end - 1] == "|")):
        end -= 1
    return Span(start, end)


def _signal(draft: Draft, mention: Mention) -> Signal:
    """The signal word right before a mention."""
    before = draft.text[max(0, mention.start - 40) : mention.start].lower().rstrip(" \t\n(（[*_")
    best: tuple[int, Signal] = (0, "")
    for kind, phrase in _signals():
        if before.endswith(phrase) and len(phrase) > best[0]:
            edge = before[: -len(phrase)][-1:]
            if not (edge.isalpha() and phrase[0].isascii()):
                best = (len(phrase), kind)
    return best[1]


@cache
def _signals() -> tuple[tuple[Signal, str], ...]:
    found: list[tuple[Signal, str]] = []
    for kind, _language, phrases in rows("pincite.drafts.data", "signals.tsv"):
        for phrase in phrases.split("|"):
            found.append(("contrary" if kind == "contrary" else "see", phrase.strip().lower()))
    return tuple(found)


@cache
def _attributions(language: str) -> frozenset[str]:
    wanted = language.partition("-")[0]
    return frozenset(
        word
        for row_language, words in rows("pincite.drafts.data", "attributions.tsv")
        if not wanted or row_language == wanted
        for word in words.lower().split()
    )


def residual_words(text: str, span: Span, holes: Iterable[Span], language: str, names: Iterable[str]) -> list[str]:
    """The words of a span that neither lie in a hole, nor merely say who speaks, nor belong to one of the names.

    Args:
        text: the draft.
        span: the part of it looked at.
        holes: quotations and citations, taken out.
        language: of the draft; "" takes the words of all languages.
        names: titles of the works cited, party names: their words say nothing either.

    """
    parts: list[str] = []
    position = span.start
    for start, end in sorted(holes):
        if end > position and start < span.end:
            parts.append(text[position : max(position, start)])
            position = min(end, span.end)
    parts.append(text[position : span.end])
    attributions = _attributions(language)
    known = {word.lower() for name in names for word in _WORD.findall(name)}
    left: list[str] = []
    for word in _WORD.findall(_NOTE_MARK.sub(" ", " | ".join(parts))):
        if _HAN.fullmatch(word):
            left += _han_left(word, tuple(names))
            continue
        lowered = word.lower()
        if lowered in attributions or lowered in known or lowered.rstrip(".") in attributions:
            continue
        if all(piece in attributions or piece in known for piece in re.split(r"['’\-.]", lowered) if piece):
            continue
        left.append(word)
    return [word for word in left if not _DATE_NUMBER.match(word)] if _only_dates(left, " ".join(parts)) else left


def _only_dates(left: Sequence[str], around: str) -> bool:
    """Whether the numbers left over belong to dates that are written out («vom 7. Januar 2026»)."""
    return bool(re.search(r"\b\d{1,2}\.?\s+[^\W\d_]+\s+\d{4}\b", around)) and all(
        _DATE_NUMBER.match(word) for word in left
    )


def _han_left(word: str, names: tuple[str, ...]) -> list[str]:
    for name in sorted((han for text in names for han in _HAN.findall(text)), key=len, reverse=True):
        word = word.replace(name, " ")
    for phrase in _han_attributions():
        word = word.replace(phrase, " ")
    return word.split()


@cache
def _han_attributions() -> tuple[str, ...]:
    return tuple(sorted(_attributions("zh"), key=len, reverse=True))


def is_only_quotation(
    draft: Draft,
    claim: Claim,
    quotes: Sequence[Span],
    mentions: Sequence[Mention],
    names: Iterable[str] = (),
    *,
    language: str | None = None,
) -> bool:
    """Whether a claim is wholly quotation: it holds one, and what is left claims nothing (see the module).

    `language` is that of the claim, if it is another than the draft's.
    """
    language = draft.language if language is None else language
    inside = [quote for quote in quotes if claim.span.contains(quote)]
    if not inside or claim.signal == "contrary":
        return False
    first = bisect_left(mentions, claim.start, key=lambda mention: mention.end)
    last = bisect_left(mentions, claim.end, key=lambda mention: mention.start)
    cited = [Span(mention.start, mention.end) for mention in mentions[first:last]]
    holes = [*inside, *cited, *_names_before(draft.text, claim.span, cited, language)]
    return not residual_words(draft.text, claim.span, holes, language, names)


def _names_before(text: str, claim: Span, cited: Sequence[Span], language: str) -> list[Span]:
    """What stands in a citation's bracket before it, where it can only be a name: «(Mietgericht Zürich, MJ25 …)»."""
    found: list[Span] = []
    for group in _bracket_groups(text, claim):
        first = min((span.start for span in cited if group.contains(span)), default=None)
        if first is None:
            continue
        words = _WORD.findall(text[group.start : first])
        attributions = _attributions(language)
        if len(words) <= 6 and all(word[0].isupper() or word.lower() in attributions for word in words):
            found.append(Span(group.start, first))
    return found
