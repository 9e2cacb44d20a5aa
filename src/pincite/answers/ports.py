"""What an answer asks of the world: the rows, the documents behind them, and somebody who judges what a document says.

Keeps true: answers are pure; who implements `Grounds` appends to a ledger and reads a corpus (`workflows.audit_answer`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from pincite.answers.evidence import AnswerRow, RowBook
from pincite.identity.reference import Reference

__all__ = ["NOT_THE_COURTS", "Abstains", "Existence", "Grounded", "Grounds", "Lookup", "Opinion", "Verifier"]

NOT_THE_COURTS = frozenset({"headnote", "facts", "submission", "dissent", "court_below"})
"""Roles whose words are not the court's: quoted as the court's they are a quotation refused (M5)."""

Existence = Literal["found", "place_absent", "not_found", "outside_coverage", "several_works", "unreachable"]


@dataclass(frozen=True, slots=True)
class Lookup:
    """What the corpus says of a reference; `reference` is of the work under its own id (an action number is an alias)."""

    existence: Existence
    reference: Reference


@dataclass(frozen=True, slots=True)
class Grounded:
    """A quotation looked for in its document.

    Attributes:
        row: the row it became, or None.
        moved: it stands there, at another place than the citation says.
        code: why it became none (not_verbatim, not_held, crosses_provisions, several_places …).
        words: the source's nearest words, "" when nothing comes near.

    """

    row: AnswerRow | None
    moved: bool = False
    code: str = ""
    words: str = ""


class Grounds(Protocol):
    """The chat and the releases behind an answer."""

    def book(self) -> RowBook:
        """The rows as they stand now."""

    def passage(self, row: AnswerRow) -> str:
        """The text of the unit a row's quote stands in; "" when no release holds it."""

    def lookup(self, reference: Reference) -> Lookup:
        """Whether work and place are held."""

    def place_text(self, reference: Reference) -> str:
        """The text of a place; "" when it is not held."""

    def ground(self, reference: Reference, quote: str, disclosures: str) -> Grounded:
        """Open the document, propose the quotation, and say what came of it."""


Opinion = Literal["supported", "not_supported", "abstains"]


class Verifier(Protocol):
    """One small judge, sent to one document: does this place say what the answer claims?"""

    def __call__(self, claim: str, reference: Reference, text: str) -> Opinion:
        """Its opinion; `abstains` when it cannot tell."""


class Abstains:
    """The verifier that never decides: what cannot be checked by code stays unverified."""

    def __call__(self, claim: str, reference: Reference, text: str) -> Opinion:  # noqa: ARG002 (the port)
        """Abstain."""
        return "abstains"
