"""Propose a passage as evidence: code checks it and gives it a number, or says what stands there instead.

Keeps true:
1. A row is recorded only for words that stand, word for word, in what was opened in this chat; typography and layout may
   differ, and then the source's own slice is what is kept.
2. The pinpoint follows from where the words sit: the innermost provision, or the court's own paragraph. The place that the
   proposer names only chooses between several occurrences.
3. A refusal holds the real text to copy from, the words that differ, and the exact next call; no evidence is recorded.

The steps of `propose`:
    1 what was given can be used                5 the place named, if the words stand there; else all places
    2 the work is held                          6 in what was opened                       not_opened
    3 it was opened in this chat  not_opened    7 in one block                             crosses_provisions
    4 the words stand in it       not_verbatim  8 at one pinpoint                          several_places
                                                9 the row is appended
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from pincite.corpus.answers import Block, Corpus, ExpressionRecord, PlaceFound, Suggestion, WorkFound
from pincite.corpus.places import PlaceIndex
from pincite.digests import sha256_text
from pincite.drafts.checks.layout import hyphenation
from pincite.errors import BadInput
from pincite.identity.reference import Reference
from pincite.ledger.entries import ACCEPTED, Entry
from pincite.ledger.evidence import RELEVANCES, Evidence, evidence_body
from pincite.ledger.state import ChatState, Opening
from pincite.quotation.compare import compare, places_verbatim
from pincite.quotation.model import LOOK_FINDINGS, Comparison
from pincite.quotation.prepared import PreparedSource
from pincite.reports.chat import sentence
from pincite.text.language import language_of
from pincite.text.span import Span
from pincite.workflows.chat import Acting, chat_state
from pincite.workflows.open_place import Extract, Url, address, reference_of
from pincite.workflows.pinpoint import Place, place_at

__all__ = ["Accepted", "ChatCorpus", "NextCall", "Proposal", "Refused", "as_json", "propose"]

SCHEMA = "pincite.proposal/1"
_SHOWN = 800
"""Characters of an opened text shown when nothing in it comes near the words."""


class ChatCorpus(Corpus, Protocol):
    """A corpus that also says which reader made a document's text."""

    def extractor(self, expression: str) -> str:
        """Name and version of the reader, such as `hk.hklm/1`."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What is proposed: words of a document, and why.

    Attributes:
        reference: the document, with or without a place: a canonical reference or a citation as it is written.
        quote: the words, copied from the document.
        line_of_enquiry: which question they serve.
        relevance: direct or analogical.
        reason: why they matter for it.

    """

    reference: str
    quote: str
    line_of_enquiry: str
    relevance: str
    reason: str


@dataclass(frozen=True, slots=True)
class NextCall:
    """The call that mends a refusal: a verb of this workflow and its arguments; those not named stay as they were."""

    verb: str
    arguments: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Accepted:
    """The passage is the row E<number>."""

    number: int
    evidence: Evidence
    entry: Entry


@dataclass(frozen=True, slots=True)
class Refused:
    """No evidence was recorded.

    Attributes:
        code: not_held, not_opened, other_release, not_verbatim, crosses_provisions or several_places.
        reference: what the proposer's reference was read as.
        words: the nearest words of the source, "" when nothing comes near.
        text: the source's own text around them, ready to copy.
        place: reference of the place where that text stands, or "".
        differs: pairs of (the source's words, the words proposed).
        places: references of the places between which the words leave open which is meant.
        suggestions: near misses of a document that is not held.
        next: the call that would do.

    """

    code: str
    reference: str
    words: str = ""
    text: str = ""
    place: str = ""
    differs: tuple[tuple[str, str], ...] = ()
    places: tuple[str, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    next: NextCall | None = field(default=None)


def propose(
    acting: Acting,
    corpus: ChatCorpus,
    proposal: Proposal,
    *,
    extract: Extract,
    url: Url,
    record_refusals: bool = False,
) -> Accepted | Refused:
    """Propose a passage in the chat.

    Args:
        acting: who proposes, in which chat.
        corpus: the releases.
        proposal: the passage, and why.
        extract: as in `open_place`.
        url: as in `open_place`.
        record_refusals: leave an entry of the kind `refused` with the digest of the words, where a chat is to account for
            everything that was tried. It is no evidence and gets no number.

    Raises:
        BadInput: there is no such chat, or a field cannot be used.

    """
    _usable(proposal)  # 1
    state = chat_state(acting)
    reference = Reference.parse(reference_of(proposal.reference, extract))
    outcome = _examine(state, corpus, reference, proposal, url)
    if isinstance(outcome, Evidence):
        entry = acting.append(ACCEPTED, evidence_body(outcome))  # 9
        return Accepted(entry.number, outcome, entry)
    if record_refusals:
        digest = sha256_text(proposal.quote)
        acting.append("refused", {"code": outcome.code, "reference": outcome.reference, "quote_sha256": digest})
    return outcome


def _usable(proposal: Proposal) -> None:
    if proposal.relevance not in RELEVANCES:
        raise BadInput(
            f"{proposal.relevance!r} is no relevance",
            remedy="Say direct (it rules the question) or analogical (by likeness).",
        )
    for name, text in (("line of enquiry", proposal.line_of_enquiry), ("reason", proposal.reason)):
        if not text.strip():
            raise BadInput(f"the {name} is missing", remedy="Say which question the passage serves, and why.")
    if not any(char.isalnum() for char in proposal.quote):
        raise BadInput("the quote holds no word", remedy="Copy the words from the text that was opened.")


def _examine(
    state: ChatState, corpus: ChatCorpus, reference: Reference, proposal: Proposal, url: Url
) -> Evidence | Refused:
    asked = str(reference)
    found = corpus.find_work(asked)  # 2
    if not isinstance(found, WorkFound):
        return Refused("not_held", asked, suggestions=found.suggestions, next=_open(_nearest(found.suggestions, asked)))
    openings = [each for each in reversed(state.openings) if each.work in found.works]
    if not openings:  # 3
        return Refused("not_opened", asked, next=_open(asked))
    records = {each.id: each for work in found.works for each in corpus.expressions(work)}
    held = [each for each in openings if _same_release(each, records)]
    if not held:
        return Refused("other_release", asked, next=_open(asked))
    for opening in held:  # 4
        document = _Document(corpus, records[opening.expression])
        places = places_verbatim(proposal.quote, document.prepared)
        if places:
            same = [each for each in held if each.expression == opening.expression]
            return _at(document, same, places, reference, proposal, url)
    return _not_verbatim(corpus, held, records, reference, proposal)


def _nearest(suggestions: Sequence[Suggestion], asked: str) -> str:
    """The reference to open next: the nearest that is held, or the one asked for."""
    return suggestions[0].reference if suggestions else asked


def _same_release(opening: Opening, records: Mapping[str, ExpressionRecord]) -> bool:
    record = records.get(opening.expression)
    return record is not None and record.release == opening.release


class _Document:
    """A wording, with its text made ready for comparing."""

    def __init__(self, corpus: ChatCorpus, record: ExpressionRecord) -> None:
        self.corpus = corpus
        self.record = record
        self.text = corpus.document_text(record.id)
        self.prepared = PreparedSource(self.text, language=record.language, layout=hyphenation(self.text))
        self.nodes = corpus.nodes(record.id)
        self.blocks = corpus.blocks(record.id)

    def place(self, span: Span) -> Place | None:
        return place_at(self.nodes, self.blocks, span)


def _at(
    document: _Document,
    openings: Sequence[Opening],
    places: Sequence[Span],
    reference: Reference,
    proposal: Proposal,
    url: Url,
) -> Evidence | Refused:
    """Steps 5 to 8: the one place that is meant."""
    asked, work = str(reference), document.record.work
    named = _named(document, openings[0], reference)
    inside = [span for span in places if named is not None and named.contains(span)]
    spans = inside or list(places)
    opened = [span for span in spans if any(each.holds(*span) for each in openings)]  # 6
    if not opened:
        place = document.place(spans[0])
        return Refused("not_opened", asked, next=_open(f"{work}#{place.pinpoint.eid}" if place else work))
    found = [(span, place) for span in opened if (place := document.place(span)) is not None]
    if not found:  # 7
        return _crosses(document, opened[0], asked)
    references = tuple(dict.fromkeys(f"{work}#{place.pinpoint.eid}" for _, place in found))
    if len(references) > 1:  # 8
        span = found[0][0]
        text = document.text[slice(*_around(document, span))]
        call = NextCall("propose", {"reference": references[0]})
        return Refused("several_places", asked, document.text[slice(*span)], text, places=references, next=call)
    opening = next(each for each in openings if each.holds(*found[0][0]))
    corrected = ("pinpoint_corrected",) if reference.place and not inside else ()
    return _row(document, opening, *found[0], proposal, url, corrected)


def _named(document: _Document, opening: Opening, reference: Reference) -> Span | None:
    """The span of the place that the proposer names; None when none is named, or when it is not there."""
    if reference.place is None:
        return None
    record = document.record
    answer = document.corpus.find_place(
        f"{record.work}#{reference.place}", language=record.language, as_of=opening.as_of
    )
    there = isinstance(answer, PlaceFound) and answer.expression.id == record.id
    return Span(answer.start, answer.end) if isinstance(answer, PlaceFound) and there else None


def _row(
    document: _Document,
    opening: Opening,
    span: Span,
    place: Place,
    proposal: Proposal,
    url: Url,
    findings: tuple[str, ...],
) -> Evidence:
    record, block = document.record, place.block
    reference = f"{record.work}#{place.pinpoint.eid}"
    start, end = span.start - block.document_start, span.end - block.document_start
    quote = block.text[start:end]
    # equality alone would be unsound: slices accept any offsets
    assert 0 <= start < end <= len(block.text), "a row's offsets lie in its block"
    assert quote == document.text[span.start : span.end], "the block and the document say the same"
    at = document.corpus.find_place(reference, language=record.language, as_of=opening.as_of)
    known = at.findings if isinstance(at, PlaceFound) and at.expression.id == record.id else ()
    around = compare(quote, PreparedSource(block.text, language=record.language), language=record.language)
    cut = (each.code for each in around.findings if each.code in LOOK_FINDINGS)
    index = PlaceIndex(record.work, document.nodes, document.corpus.pages(record.id), len(document.text))
    return Evidence(
        reference=reference,
        work=record.work,
        expression=record.id,
        title=record.title,
        kind=record.kind,
        language=record.language,
        legal_value=record.legal_value,
        pinpoint=place.pinpoint.eid,
        label=place.label,
        pages=index.pages_of(span.start, span.end),
        node=place.node_id,
        role=place.node.role,
        status=place.pinpoint.status,
        block=place.block_id,
        start=start,
        end=end,
        document_start=span.start,
        document_end=span.end,
        quote=quote,
        text_sha256=block.text_sha256,
        source_sha256=record.source_sha256,
        extractor=document.corpus.extractor(record.id),
        release=record.release,
        release_as_of=record.as_of,
        as_of=opening.as_of,
        url=address(place.pinpoint, document.nodes) or url(reference, record.language) or record.url,
        line_of_enquiry=proposal.line_of_enquiry.strip(),
        relevance=proposal.relevance,
        reason=proposal.reason.strip(),
        codes=_codes(proposal.quote, quote, block, record.language),
        findings=tuple(dict.fromkeys((*findings, *known, *cut))),
    )


def _codes(proposed: str, quote: str, block: Block, language: str) -> tuple[str, ...]:
    """How the words proposed differ from the source's: not at all, in typography (A1), in layout (A2)."""
    if proposed.strip() == quote:
        return ("A0",)
    source = PreparedSource(block.text, language=language, layout=hyphenation(block.text))
    codes = compare(proposed, source, language=language, surroundings=False).codes
    return tuple(code for code in codes if code in ("A1", "A2")) or ("A1",)


# ------------------------------------------------------------------------------------------------------ refusals


def _open(reference: str) -> NextCall:
    return NextCall("open", {"reference": reference})


def _around(document: _Document, span: Span) -> Span:
    """The blocks that a span touches, as a span of the document; the span itself when it touches none."""
    touched = [
        Span(each.document_start, each.document_start + len(each.text))
        for each in document.blocks
        if each.document_start < span.end and span.start < each.document_start + len(each.text)
    ]
    return Span(touched[0].start, touched[-1].end) if touched else span


def _crosses(document: _Document, span: Span, asked: str) -> Refused:
    """The words lie in several blocks: the longest part that lies in one is the next thing to propose."""
    parts = [
        Span(max(span.start, each.document_start), min(span.end, each.document_start + len(each.text)))
        for each in document.blocks
        if each.document_start < span.end and span.start < each.document_start + len(each.text)
    ]
    if not parts:
        return Refused("not_verbatim", asked, next=_open(document.record.work))
    longest = max(parts, key=lambda part: part.length)
    words = document.text[longest.start : longest.end].strip()
    places = tuple(
        f"{document.record.work}#{place.pinpoint.eid}" for part in parts if (place := document.place(part)) is not None
    )
    text = document.text[slice(*_around(document, span))]
    return Refused("crosses_provisions", asked, words, text, places=places, next=NextCall("propose", {"quote": words}))


def _not_verbatim(
    corpus: ChatCorpus,
    openings: Sequence[Opening],
    records: Mapping[str, ExpressionRecord],
    reference: Reference,
    proposal: Proposal,
) -> Refused:
    """What stands in the opened text instead: of the wording in the quote's language, or the last one opened."""
    spoken = _family(language_of(proposal.quote))
    chosen = next((each for each in openings if _family(records[each.expression].language) == spoken), openings[0])
    document = _Document(corpus, records[chosen.expression])
    same = [each for each in openings if each.expression == chosen.expression]
    opened = _outermost(Span(*span) for each in same for span in each.spans)
    read = [(span, _compared(document, span, proposal.quote)) for span in opened]
    span, found = min(read, key=lambda each: _distance(each[1]))
    text, asked = document.text[span.start : span.end], str(reference)
    if found.nearest is not None and found.nearest.words:
        words, around = Span(*found.nearest.span), Span(*found.nearest.surroundings)
    elif found.source_spans:
        words = around = Span(*found.source_spans[0])
    else:
        return Refused("not_verbatim", asked, text=text[:_SHOWN], next=_open(asked))
    place = document.place(Span(words.start + span.start, words.end + span.start))
    nearest = text[words.start : words.end]
    return Refused(
        "not_verbatim",
        asked,
        words=nearest,
        text=text[around.start : around.end],
        place=f"{document.record.work}#{place.pinpoint.eid}" if place else "",
        differs=found.differs,
        next=NextCall("propose", {"reference": asked, "quote": nearest}),
    )


def _family(language: str) -> str:
    return language.partition("-")[0]


def _outermost(spans: Iterable[Span]) -> list[Span]:
    """The spans that lie in no other, each once."""
    each = list(dict.fromkeys(spans))
    return [span for span in each if not any(other != span and other.contains(span) for other in each)]


def _compared(document: _Document, span: Span, quote: str) -> Comparison:
    text = document.text[span.start : span.end]
    language = document.record.language
    return compare(
        quote, PreparedSource(text, language=language, layout=hyphenation(text)), language=language, surroundings=False
    )


def _distance(found: Comparison) -> tuple[bool, bool, int]:
    """The comparison that shows most: words placed before words not placed, few differences before many."""
    return (
        found.nearest is None and not found.source_spans,
        bool({"M7", "M8"} & set(found.codes)),
        len(found.alterations),
    )


def as_json(outcome: Accepted | Refused) -> dict[str, Any]:
    """The outcome as JSON of the schema `pincite.proposal/1`."""
    if isinstance(outcome, Accepted):
        return {
            "schema": SCHEMA,
            "outcome": "accepted",
            "row": f"E{outcome.number}",
            "entry": outcome.entry.seq,
            "evidence": evidence_body(outcome.evidence),
        }
    call = outcome.next
    return {
        "schema": SCHEMA,
        "outcome": "refused",
        "code": outcome.code,
        "message": sentence(outcome.code),
        "reference": outcome.reference,
        "words": outcome.words,
        "text": outcome.text,
        "place": outcome.place,
        "differs": [list(pair) for pair in outcome.differs],
        "places": list(outcome.places),
        "suggestions": [each.reference for each in outcome.suggestions],
        "next": {"verb": call.verb, "arguments": dict(call.arguments)} if call else None,
    }
