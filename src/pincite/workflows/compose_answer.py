"""Compose an answer in a chat: placeholders expanded into citations, or a refusal that names every span and the row to use.

    1 the rows of the chat            3 the composed answer is audited as it leaves (what is only named is looked up)
    2 units: refused or expanded      4 the answer is recorded: digest, rows, releases

The same text, rows, release and date give the same answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pincite.answers.account import Words, change_json, refusal_json
from pincite.answers.audit import counts
from pincite.answers.citing import CitationWriter
from pincite.answers.ports import Abstains, Verifier
from pincite.answers.settle import Mode, Settler
from pincite.answers.streaming import AnswerStream, Finished
from pincite.citations.extract import Extractor
from pincite.citations.pack import Absence
from pincite.digests import canonical_json, sha256, sha256_text
from pincite.ledger.port import no_chat
from pincite.reports.messages import LANGUAGES, messages_in
from pincite.text.language import language_of
from pincite.workflows.answer_grounds import AnswerCorpus, ChatGrounds
from pincite.workflows.chat import Acting
from pincite.workflows.open_place import Url

__all__ = ["Answering", "LiveAnswer", "answer_words", "as_json", "compose_answer", "settling"]

SCHEMA = "pincite.composed-answer/1"


@dataclass(frozen=True, slots=True)
class Answering:
    """What composing and auditing need beside the text.

    Attributes:
        extractor: the grammars, which also write citations.
        url: the publisher's address of a reference in a language.
        corpus: the releases; None to compose from the rows alone (quotations are then compared with the rows' own words).
        language: of the answer; "" to find it out.
        style: house style of its citations; "" for each pack's usual one.
        as_of: ISO date the law is asked about; "" for each release's own.
        verifier: the judge of what code cannot check.
        absent: what complete lists of the packs rule out.

    """

    extractor: Extractor
    url: Url
    corpus: AnswerCorpus | None = None
    language: str = ""
    style: str = ""
    as_of: str = ""
    verifier: Verifier = field(default_factory=Abstains)
    absent: Callable[[str], Absence | None] = lambda _: None


def answer_words(language: str) -> Words:
    """The labels and the heading in a language that has a catalogue, else in English."""
    family = language.partition("-")[0]
    known = next((each for each in LANGUAGES if each == language or each.partition("-")[0] == family), "en")
    messages = messages_in(known)
    return Words(
        messages.say("label", "unverified"), messages.say("label", "not_found"), messages.say("ui", "references")
    )


def settling(mode: Mode, answering: Answering, grounds: ChatGrounds, text: str) -> Settler:
    """A settler for one text; `text` is looked at for its language alone, when none is given."""
    language = answering.language or language_of(text) or "en"
    grounds.language = grounds.language or language
    writer = CitationWriter(answering.extractor, language, answering.style, answering.url)
    return Settler(
        mode,
        answering.extractor,
        grounds,
        writer,
        answer_words(language),
        answering.verifier,
        jurisdiction=_jurisdiction(grounds, answering.corpus),
    )


def _jurisdiction(grounds: ChatGrounds, corpus: AnswerCorpus | None) -> str | None:
    """That of all rows, or of all releases where there is no row: a bare «section 5» then means its law."""
    found = {work.partition("/")[0] for work in grounds.book().by_work}
    if not found and corpus is not None:
        found = {each.jurisdiction for each in corpus.coverage()}
    return next(iter(found)) if len(found) == 1 else None


class LiveAnswer:
    """An answer that leaves in pieces (opt-in): what `feed` gives back is settled and, where it earned rows, recorded."""

    def __init__(self, settler: Settler, grounds: ChatGrounds) -> None:
        self._stream = AnswerStream(settler)
        self._grounds = grounds

    def feed(self, piece: str) -> str:
        """The next piece; returns what leaves."""
        out = self._stream.feed(piece)
        self._grounds.commit()
        return out

    def close(self) -> tuple[str, Finished]:
        """Nothing follows: what leaves last, and the whole."""
        last, whole = self._stream.close()
        self._grounds.commit()
        return last, whole


def compose_answer(acting: Acting, text: str, answering: Answering, *, record: bool = True) -> Finished:
    """Compose an answer in a chat; refused, nothing is recorded and nothing leaves.

    Raises:
        BadInput: there is no such chat.
        CannotRun: the ledger or a release failed.

    """
    if acting.ledger.head(acting.chat) is None:
        raise no_chat(acting.chat)
    grounds = ChatGrounds(  # 1
        acting, answering.corpus, answering.url, acting.at, as_of=answering.as_of, absent=answering.absent
    )
    stream = AnswerStream(settling("refuse", answering, grounds, text))
    stream.feed(text)  # 2, 3
    finished = stream.close()[1]
    if record and not finished.refused:  # 4
        # what left is kept whole with its account, so that an export shows it and where each citation stands; it can be erased
        # like any other payload
        account = [dict(change_json(change)) for change in finished.changes]
        grounds.record("answer", recorded(text, finished) | {"answer": finished.text, "account": account}, acting.actor)
        grounds.commit()
    return finished


def recorded(text: str, finished: Finished) -> dict[str, Any]:
    """What the chain keeps of an answer: digests, the rows it stands on, the releases they came from."""
    rows = [row for row in finished.cited if row.evidence is not None]
    account = [dict(change_json(change)) for change in finished.changes]
    return {
        "text_sha256": sha256_text(text),
        "answer_sha256": sha256_text(finished.text),
        "account_sha256": sha256(canonical_json(account)),
        "rows": [row.name for row in rows],
        "releases": sorted({row.evidence.release for row in rows if row.evidence}),
        "outcomes": counts(finished),
    }


def as_json(text: str, finished: Finished) -> dict[str, Any]:
    """The outcome as JSON of the schema `pincite.composed-answer/1`."""
    return {
        "schema": SCHEMA,
        "outcome": "refused" if finished.refused else "composed",
        "text_sha256": sha256_text(text),
        "answer": finished.text,
        "rows": [row.name for row in finished.cited],
        "changes": [dict(change_json(change)) for change in finished.changes] if not finished.refused else [],
        "refusals": [dict(refusal_json(refusal)) for refusal in finished.refusals],
    }
