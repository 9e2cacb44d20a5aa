"""The answers of a lookup: Found, NotFound, OutsideCoverage. Failures of our machine are exceptions instead.

Offsets are code points of the block's text, unless a name says `document_`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol

from pincite.law.document import DocumentKind, LegalValue, Role, Status
from pincite.quotation.model import QuoteVerdict

__all__ = [
    "Block",
    "Corpus",
    "Coverage",
    "CoverageClaim",
    "ExpressionRecord",
    "Found",
    "Hit",
    "NodeRecord",
    "NotFound",
    "OutsideCoverage",
    "PageMark",
    "PlaceAnswer",
    "PlaceFound",
    "QuoteHit",
    "Signature",
    "Suggestion",
    "WorkAnswer",
    "WorkFound",
]

Signature = Literal["unsigned", "signed", "verified"]


@dataclass(frozen=True, slots=True)
class ExpressionRecord:
    """One wording of a work in a release.

    Attributes:
        id: `work@language/state`, the string of ExpressionId.
        work, language, state, kind, title, short_titles, aliases, meta, legal_value, url: as in law.Document.
        release: tag of the release, `hk/2026.11.30`.
        as_of: the release's own as-of date.
        source_sha256: of the file it was read from.
        signature: of the release: `unsigned`; `signed`, which nobody has verified; `verified` by the policy in force.

    """

    id: str
    work: str
    language: str
    state: str
    kind: DocumentKind
    title: str
    release: str
    as_of: str
    short_titles: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    meta: Mapping[str, str] = field(default_factory=dict)
    legal_value: LegalValue = "unofficial"
    url: str = ""
    source_sha256: str = ""
    signature: Signature = "unsigned"


@dataclass(frozen=True, slots=True)
class Block:
    """A unit of text a release stores and signs: a section, article, numbered paragraph, heading.

    `document_start` is where it begins in the canonical text of the whole document.
    """

    expression: str
    eid: str
    node: int
    kind: str
    label: str
    heading: str
    text: str
    text_sha256: str
    document_start: int
    status: Status
    valid_from: str | None
    valid_to: str | None
    role: Role
    publisher_id: str | None
    url: str


@dataclass(frozen=True, slots=True)
class NodeRecord:
    """A provision of the tree: `block` is the index of the block it lies in (or None for a container of blocks).

    `start` and `end` are code points of the whole document's canonical text; `amended_by` names the instruments that the
    publisher marks behind the wording.
    """

    node: int
    eid: str
    path: str
    ordinal: int
    kind: str
    label: str
    heading: str
    parent: int | None
    start: int
    end: int
    status: Status
    valid_from: str | None
    valid_to: str | None
    role: Role
    publisher_id: str | None
    url: str
    amended_by: tuple[str, ...] = ()


class PageMark(NamedTuple):
    """A page of an official collection begins at this code point of the document's text."""

    document_start: int
    label: str


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A near miss: offered, never substituted. `why` is a code (`page_inside_decision`, `one_character_apart` ...)."""

    reference: str
    why: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class WorkFound:
    """The work is held; its wordings, in the release that holds it.

    Attributes:
        works: all works the reference may mean; more than one when an action number or a docket led to several
            decisions (finding `several_works`); `work` is then the latest, and nobody has chosen it.
        findings: `several_works`.

    """

    reference: str
    work: str
    expressions: tuple[ExpressionRecord, ...]
    release: str
    findings: tuple[str, ...] = ()
    works: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlaceFound:
    """The place is held: the text `document_text[start:end]` of the expression.

    Attributes:
        reference: the canonical reference asked for.
        expression: the wording chosen for the language and the date.
        node: the provision found (the first one when `nodes` has several, for a range or a repeated id).
        text: its text.
        start, end: where that text stands in the document's canonical text; a page begins inside its node.
        as_of: the date asked about.
        findings: codes to disclose:
            beyond_release              the date asked about is later than the release's own
            earlier_than_state          the wording is of a later state, and says it stands since before the date asked about
            later_than_as_of            a decision later than the date asked about
            undated_state               the source does not say which date its wording is of
            not_in_force                pending, repealed, omitted, deleted or prospective: `node.status`
            not_yet_in_force            `node.valid_from` is later than the date asked about
            wording_expired             `node.valid_to` is not later than the date asked about
            other_language              not held in the language asked for
            newer_state_other_language  held in a newer state, not later than the date, in another language
            repeated_id                 the publisher gave this id more than once: `nodes` holds all, `node` the first
            sentence_not_separate       a sentence was asked for: the paragraph is given
            paragraph_not_separate      a paragraph inside a number was asked for: the number is given
            equivalent_label            found under another label that means the same place (`node.eid`)
            preamble_as_published       a recital or citation: not consolidated, read in the act as published
            part_of_range_node          the place lies in one node for several articles («Art. 37–39»)
            several_works               see WorkFound

    """

    reference: str
    expression: ExpressionRecord
    node: NodeRecord
    nodes: tuple[NodeRecord, ...]
    text: str
    as_of: str
    findings: tuple[str, ...] = ()
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class NotFound:
    """Inside what the release declares complete, and not there. `level`: work or place."""

    reference: str
    level: str
    release: str
    claim: str
    suggestions: tuple[Suggestion, ...] = ()


@dataclass(frozen=True, slots=True)
class OutsideCoverage:
    """No release of the set claims to be complete for this; nothing follows from its absence.

    `findings` says why when the work itself is held: `before_first_state` (no wording as old as the date asked about),
    `not_yet_in_force` (nor was there one: the later wording is the provision's first),
    `beyond_release` (the place is not in the last state held, which is older than the date asked about),
    `part_of_document` (the file held is an extract), `text_withheld` (its licence keeps it out of this copy of the release).
    """

    reference: str
    suggestions: tuple[Suggestion, ...] = ()
    findings: tuple[str, ...] = ()


Found = WorkFound | PlaceFound
WorkAnswer = WorkFound | NotFound | OutsideCoverage
PlaceAnswer = PlaceFound | NotFound | OutsideCoverage


@dataclass(frozen=True, slots=True)
class CoverageClaim:
    """What a release claims to hold completely: works whose id begins with one of `works` (a prefix ends at «/» or is a
    whole id), in these languages, between these dates. `complete` false: held in part, absence says nothing.
    """

    name: str
    works: tuple[str, ...]
    complete: bool
    languages: tuple[str, ...] = ()
    date_from: str = ""
    date_to: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Coverage:
    """What one release holds and claims; `refused`: how many source files could not enter it."""

    release: str
    jurisdiction: str
    as_of: str
    claims: tuple[CoverageClaim, ...]
    works: int
    expressions: int
    blocks: int
    by_kind: Mapping[str, int]
    by_language: Mapping[str, int]
    signature: Signature = "unsigned"
    refused: int = 0


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage found by full-text search."""

    expression: ExpressionRecord
    block: Block
    snippet: str
    score: int


@dataclass(frozen=True, slots=True)
class QuoteHit:
    """A passage in which a quotation stands, or nearly stands.

    Attributes:
        expression: the wording.
        eid: of the smallest provision that holds the passage.
        block: in which it begins; None outside all blocks.
        start, end: code points of the document's text.
        text: the source's own words there.
        exact: they are the quotation's, typography and layout apart.
        verdict, codes: of the comparison with the passage alone, not with what stands around it.
        differs: (source words, quoted words) of each alteration.

    """

    expression: ExpressionRecord
    eid: str
    block: Block | None
    start: int
    end: int
    text: str
    exact: bool
    verdict: QuoteVerdict
    codes: tuple[str, ...]
    differs: tuple[tuple[str, str], ...] = ()

    @property
    def reference(self) -> str:
        """The reference of the place."""
        return f"{self.expression.work}#{self.eid}" if self.eid else self.expression.work


class Corpus(Protocol):
    """An ordered set of verified releases, as the workflows see it. Implemented by `storage.sqlite` over release folders."""

    def coverage(self) -> tuple[Coverage, ...]:
        """What each release holds and claims, in the order of the set."""

    def find_work(self, reference: str) -> WorkAnswer:
        """The work a reference names (its place is ignored), by id or alias."""

    def find_place(self, reference: str, *, language: str = "", as_of: str = "") -> PlaceAnswer:
        """The place a reference names.

        `language` is preferred, not required; `as_of` "" means the release's own date. A page place (`p_90`) answers with
        the node in which that page begins.
        """

    def expressions(self, work: str) -> tuple[ExpressionRecord, ...]:
        """All wordings of a work, newest state first."""

    def document_text(self, expression: str) -> str:
        """The canonical text of a whole document."""

    def blocks(self, expression: str) -> Sequence[Block]:
        """The blocks of a document in order."""

    def nodes(self, expression: str) -> Sequence[NodeRecord]:
        """The tree of a document in document order."""

    def pages(self, expression: str) -> Sequence[PageMark]:
        """The page marks of a document in order."""

    def near(self, reference: str) -> tuple[Suggestion, ...]:
        """Near misses for a reference that was not found."""

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
        """Passages that hold all the words or other forms of them, best first; a phrase in double quotes stands as it is.

        `court`: of decisions, as it stands in their ids (hkca, bger) or as the source names it; `date_from`, `date_to`:
        ISO dates of the decision or state, both included.
        """

    def find_quote(self, quote: str, *, language: str = "", limit: int = 10) -> Sequence[QuoteHit]:
        """Where in the whole set the words of a quotation stand; where they stand nowhere, what comes nearest.

        Exact passages, in the order of the set, the newest wording of a work before its older ones; only when there is
        none, passages that hold at least half of its words, the least altered first. None when nothing comes near.
        `language`: of the wordings looked at, "" for all.
        """

    def every_document(self) -> Iterator[ExpressionRecord]:
        """All documents of the set, in order of their ids."""
