"""A row of evidence: one passage that a chat opened, quoted and had checked, with all that is needed to find it again.

Keeps true: `quote` is the source's own slice, `block_text[start:end]` of the release named, never the words as they were
typed; every field was derived by code from the release, but the line of enquiry, the relevance and the reason. To this
room they are names and numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, get_args

__all__ = ["RELEVANCES", "Evidence", "Relevance", "evidence_body", "evidence_from"]

Relevance = Literal["direct", "analogical"]
RELEVANCES: tuple[str, ...] = get_args(Relevance)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was accepted. Offsets count Unicode code points.

    Attributes:
        reference: canonical reference of the place, `hk/cap486#s33_1`.
        work, expression: the work, and its wording (`work@language/state`).
        title: of the work, as the release has it.
        kind: legislation, decision, guidance ...
        language, legal_value: of the wording.
        pinpoint: the place in the work: the innermost provision or numbered paragraph that covers the quote.
        label: its numbers as printed, from the outermost («3. (1)»), or "".
        pages: first and last page of the official collection, when it bears page marks.
        node: stable id of the innermost node that covers the quote (its eid, with `~n` for a repeated one).
        role: who speaks there (reasoning, headnote, submission, dissent ...; unknown).
        status: whether the place is law on the state date.
        block: stable id of the block (the unit a release stores and digests) in which the quote stands.
        start, end: of the quote in the block's text.
        document_start, document_end: of the quote in the whole document's text.
        quote: the source's own slice.
        text_sha256: digest of the block's text.
        source_sha256: digest of the file the document was read from.
        extractor: name and version of the reader that made the text.
        release, release_as_of: tag of the release and its own as-of date.
        as_of: the date asked about when the document was opened.
        url: the publisher's address of the place or of the document.
        line_of_enquiry, relevance, reason: why it was proposed, in the proposer's words.
        codes: how the words proposed differed from the slice: A0, or A1 and A2.
        findings: what to disclose with it (not_in_force, cut_before_exception ...).

    """

    reference: str
    work: str
    expression: str
    title: str
    kind: str
    language: str
    legal_value: str
    pinpoint: str
    label: str
    pages: tuple[str, ...]
    node: str
    role: str
    status: str
    block: str
    start: int
    end: int
    document_start: int
    document_end: int
    quote: str
    text_sha256: str
    source_sha256: str
    extractor: str
    release: str
    release_as_of: str
    as_of: str
    url: str
    line_of_enquiry: str
    relevance: str
    reason: str
    codes: tuple[str, ...]
    findings: tuple[str, ...]


_LISTS = ("pages", "codes", "findings")


def evidence_body(row: Evidence) -> dict[str, Any]:
    """A row as the body of an entry of the kind `accepted`."""
    return asdict(row) | {name: list(getattr(row, name)) for name in _LISTS}


def evidence_from(body: Mapping[str, Any]) -> Evidence:
    """The row in the body of an entry.

    Raises:
        ValueError: a field is missing or unknown.

    """
    names = {field.name for field in fields(Evidence)}
    if set(body) != names:
        raise ValueError(f"a row of evidence with the fields {sorted(set(body) ^ names)} missing or unknown")
    return Evidence(**{**body, **{name: tuple(body[name]) for name in _LISTS}})
