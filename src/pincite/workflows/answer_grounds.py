"""What stands behind an answer: the rows of its chat and the releases, asked and added to as the answer is settled.

Keeps true:
1. Rows that an audit earns are earned like any other: the document is opened in the chat and the passage proposed, by the
   actor `audit`; both are entries.
2. They are gathered and appended together (`commit`), before anything that stands on them leaves. When somebody wrote to
   the chat in between, so that numbers would differ, nothing is appended.
3. A row stands on the release it was made from: its passage is read from that release alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from pincite.answers.evidence import AnswerRow, RowBook, book_of
from pincite.answers.ports import NOT_THE_COURTS, Grounded, Lookup
from pincite.citations.mention import Mention
from pincite.citations.pack import Absence
from pincite.corpus.answers import NotFound, PlaceAnswer, PlaceFound, WorkFound
from pincite.digests import sha256_text
from pincite.drafts.checks.layout import hyphenation
from pincite.errors import CannotRun
from pincite.identity.reference import Reference, WorkId
from pincite.ledger.entries import OPENING, ChatId, Draft, payload_bytes
from pincite.ledger.memory import MemoryLedger
from pincite.quotation.compare import compare
from pincite.quotation.disclosures import speaker_kind
from pincite.quotation.prepared import PreparedSource
from pincite.text.language import language_of
from pincite.workflows.chat import Acting, chat_state, open_in_chat
from pincite.workflows.open_place import CorpusWithNotes, Url
from pincite.workflows.propose import Accepted, ChatCorpus, Proposal, Refused, propose

__all__ = ["AnswerCorpus", "ChatGrounds"]

ACTOR = "audit"


class AnswerCorpus(ChatCorpus, CorpusWithNotes, Protocol):
    """The releases, as an answer needs them."""


def _nothing(_text: str) -> Sequence[Mention]:
    return ()


@dataclass
class ChatGrounds:
    """`answers.ports.Grounds` over a chat and releases.

    Attributes:
        acting: who audits, in which chat; None for a text audited against releases alone.
        corpus: the releases; None when the text is settled by the rows alone.
        url: the publisher's address of a reference.
        language: preferred of the documents opened.
        absent: what complete lists of the packs say against a reference that no release covers.

    """

    acting: Acting | None
    corpus: AnswerCorpus | None
    url: Url
    at: str
    language: str = ""
    as_of: str = ""
    absent: Callable[[str], Absence | None] = lambda _: None
    _memory: MemoryLedger = field(default_factory=MemoryLedger)
    _mine: Acting | None = None
    _book: RowBook | None = None
    _lookups: dict[Reference, Lookup] = field(default_factory=dict)
    _texts: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.acting is not None:
            self._mine = replace(self.acting, ledger=self._memory, actor=ACTOR)
            self._memory.take_over(self.acting.chat, self.acting.ledger.entries(self.acting.chat))
        else:
            self._mine = Acting(self._memory, ChatId("local", "audit", "text"), ACTOR, self.at)
            self._mine.append(OPENING, {"title": ""})

    # ------------------------------------------------------------------------------------------------------------ rows

    def book(self) -> RowBook:
        """The rows as they stand, those gathered included."""
        if self._book is None:
            assert self._mine is not None
            self._book = book_of(chat_state(self._mine))
        return self._book

    def passage(self, row: AnswerRow) -> str:
        """The text of the block a row's quote stands in, from the row's own release."""
        evidence = row.evidence
        if evidence is None or self.corpus is None:
            return ""
        for record in self.corpus.expressions(evidence.work):
            if record.id == evidence.expression and record.release == evidence.release:
                for block in self.corpus.blocks(record.id):
                    if block.text_sha256 == evidence.text_sha256 and sha256_text(block.text) == evidence.text_sha256:
                        return str(block.text)
        return ""

    # ---------------------------------------------------------------------------------------------------------- corpus

    def lookup(self, reference: Reference) -> Lookup:
        """Whether work and place are held; the reference by the work's own id."""
        if reference not in self._lookups:
            self._lookups[reference] = self._look(reference)
        return self._lookups[reference]

    def _look(self, reference: Reference) -> Lookup:
        if self.corpus is None:
            return Lookup("found" if self.book().of_work(reference.work) else "outside_coverage", reference)
        try:
            work = self.corpus.find_work(str(reference))
            if not isinstance(work, WorkFound):
                missing = isinstance(work, NotFound) or self.absent(str(reference)) is not None
                return Lookup("not_found" if missing else "outside_coverage", reference)
            known = replace(reference, work=WorkId(work.work))
            if len(work.works) > 1:
                with_row = [each for each in work.works if self.book().of_work(each)]
                if len(with_row) != 1:
                    return Lookup("several_works", reference)
                known = replace(reference, work=WorkId(with_row[0]))
            if known.place is None:
                return Lookup("found", known)
            place = self._find(known)
        except CannotRun:
            return Lookup("unreachable", reference)
        if isinstance(place, PlaceFound):
            eid = place.node.eid
            if "equivalent_label" in place.findings:
                known = Reference.parse(f"{known.work}#{eid}")
            return Lookup("found", known)
        return Lookup("place_absent", known)

    def _find(self, reference: Reference) -> PlaceAnswer:
        assert self.corpus is not None
        return self.corpus.find_place(str(reference), language=self.language, as_of=self.as_of)

    def place_text(self, reference: Reference) -> str:
        """The text of a place."""
        key = str(reference)
        if key not in self._texts:
            answer = self._find(reference) if self.corpus is not None and reference.place is not None else None
            self._texts[key] = answer.text if isinstance(answer, PlaceFound) else ""
        return self._texts[key]

    # ------------------------------------------------------------------------------------------------------- grounding

    def ground(self, reference: Reference, quote: str, disclosures: str) -> Grounded:
        """Open the document and propose the quotation; the source's own slice when it differs only as drafts may."""
        if self.corpus is None:
            return Grounded(None, code="no_release")
        work = Reference(reference.work)
        language = language_of(quote) or self.language
        assert self._mine is not None
        try:
            opened = open_in_chat(
                self._mine,
                self.corpus,
                str(work),
                extract=_nothing,
                url=self.url,
                language=language,
                as_of=self.as_of,
            )
            if opened.entry is None:
                return Grounded(None, code="not_held")
            outcome = self._propose(reference, quote)
            if isinstance(outcome, Accepted):
                return self._row(outcome, reference, disclosures)
            kept = self._own_words(reference, quote, disclosures, language)
            if kept:
                again = self._propose(reference, kept)
                if isinstance(again, Accepted):
                    return self._row(again, reference, disclosures)
        except CannotRun:
            return Grounded(None, code="unreachable")
        return Grounded(None, code=outcome.code, words=outcome.words)

    def _propose(self, reference: Reference, quote: str) -> Accepted | Refused:
        assert self._mine is not None
        assert self.corpus is not None
        proposal = Proposal(
            str(reference), quote, "audit of an answer", "direct", "quoted in the text that was audited"
        )
        return propose(self._mine, self.corpus, proposal, extract=_nothing, url=self.url)

    def _row(self, outcome: Accepted, reference: Reference, disclosures: str) -> Grounded:
        self._book = None
        row = AnswerRow(outcome.number, outcome.evidence)
        role = outcome.evidence.role
        if role in NOT_THE_COURTS and speaker_kind(disclosures) != role:
            return Grounded(None, code=f"speaker_{role}", words=outcome.evidence.quote)
        there = row.reference.place
        inside = reference.place is None or any(each.number == row.number for each in self.book().at(reference))
        return Grounded(row, moved=not inside and there is not None)

    def _own_words(self, reference: Reference, quote: str, disclosures: str, language: str) -> str:
        """The source's own words for a quotation altered only as drafts may and disclose; "" when it is not clean."""
        assert self.corpus is not None
        answer = self.corpus.find_place(str(reference), language=language, as_of=self.as_of)
        if not isinstance(answer, PlaceFound):
            return ""
        language = answer.expression.language
        source = PreparedSource(answer.text, language=language, layout=hyphenation(answer.text))
        found = compare(quote, source, language=language, disclosures=disclosures)
        if not found.accepted or "A9" in found.codes or len(found.source_spans) != 1:
            return ""
        return str(answer.text[slice(*found.source_spans[0])])

    # ------------------------------------------------------------------------------------------------------- recording

    def record(self, kind: str, body: dict[str, Any], actor: str = "") -> None:
        """Gather one more entry."""
        assert self._mine is not None
        self._memory.append(self._mine.chat, (Draft(kind, self._mine.at, payload_bytes(actor or ACTOR, body)),))

    def commit(self) -> None:
        """Append what was gathered to the chat, all of it or nothing.

        Raises:
            CannotRun: somebody wrote to the chat meanwhile; or the store failed. Nothing was appended.

        """
        assert self._mine is not None
        if self.acting is None:
            return
        waiting = self._memory.drafts(self.acting.chat)
        if not waiting:
            return
        mine = self._memory.head(self.acting.chat)
        there = self.acting.ledger.head(self.acting.chat)
        assert mine is not None
        accepted = sum(draft.kind == "accepted" for draft in waiting)
        if accepted and (there is None or there.numbers != mine.numbers - accepted):
            raise CannotRun(
                f"somebody added rows to the chat {self.acting.chat.chat!r} while the answer was settled",
                remedy="Run it again; nothing was recorded.",
            )
        self.acting.ledger.append(self.acting.chat, waiting)
