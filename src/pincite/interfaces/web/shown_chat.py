"""A chat as a page shows it: questions, answers, the ledger beside them, and the state of the chain.

Keeps true: everything here is replayed from the chain and nothing else is; when the chain is not sound, nothing is concluded from it
and the page says what is wrong; a row withdrawn or erased stays to be seen and is shown as that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pincite.interfaces.web import addresses
from pincite.interfaces.web.shown_answer import Cited, ShownAnswer, shown_answer
from pincite.interfaces.web.shown_text import Run, lines_safe, runs_of
from pincite.ledger.chain import Verification
from pincite.ledger.entries import read_payload
from pincite.ledger.evidence import Evidence
from pincite.ledger.port import ChatListed, Stored
from pincite.ledger.state import ChatState, Opening, Row
from pincite.storage.jobs import Event
from pincite.workflows.propose import Refused

__all__ = [
    "Chain", "ShownChat", "ShownEntry", "ShownListed", "ShownOpening", "ShownRefusal", "ShownRow", "Turn",
    "opened_by", "shown_chat", "shown_chats", "shown_refusal", "steps_of",
]  # fmt: skip

Cite = Callable[[str, str], str]

_QUOTE = 2_000
_WORDS = 160


@dataclass(frozen=True, slots=True)
class ShownListed:
    """A chat in the list of chats."""

    name: str
    address: str
    begun: str
    entries: int
    title: str = ""


@dataclass(frozen=True, slots=True)
class Chain:
    """The chain: whether it is sound, its length and last hash, what is wrong (code, entry), what was erased."""

    sound: bool
    entries: int
    head: str
    findings: tuple[tuple[str, int], ...]
    erased: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row of evidence.

    Attributes:
        cited: (seq of the answer, place) where answers cite it.
        source: address of its passage in the release.
        status: standing, withdrawn, erased.
        law: the status of the provision where it is not law, else "".

    """

    name: str
    status: str
    why: str
    at: str
    actor: str
    reference: str = ""
    citation: str = ""
    title: str = ""
    label: str = ""
    quote: tuple[Run, ...] = ()
    language: str = ""
    law: str = ""
    role: str = ""
    release: str = ""
    as_of: str = ""
    state: str = ""
    relevance: str = ""
    enquiry: str = ""
    reason: str = ""
    codes: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()
    source: str = ""
    official: str = ""
    cited: tuple[tuple[int, Cited], ...] = ()


@dataclass(frozen=True, slots=True)
class ShownOpening:
    """What was opened: entry, reference, its page in the chat and its page in the release."""

    seq: int
    reference: str
    release: str
    as_of: str
    address: str
    law: str


@dataclass(frozen=True, slots=True)
class ShownEntry:
    """An entry of the chain: `words` are the parameters of its sentence (section `entry`, code = kind)."""

    seq: int
    at: str
    kind: str
    actor: str
    hash: str
    erased: bool
    words: Mapping[str, str]
    code: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """A question and the answers that came after it, before the next question."""

    seq: int
    question: str
    answers: tuple[ShownAnswer, ...]
    ended: str = ""


@dataclass(frozen=True, slots=True)
class ShownChat:
    """A chat; `turns` is empty and `chain` says why when the chain is not sound."""

    name: str
    title: str
    address: str
    begun: str
    turns: tuple[Turn, ...]
    rows: tuple[ShownRow, ...]
    openings: tuple[ShownOpening, ...]
    refused: tuple[ShownEntry, ...]
    entries: tuple[ShownEntry, ...]
    chain: Chain

    @property
    def question(self) -> str:
        """The last question, "" when nothing was asked."""
        return self.turns[-1].question if self.turns else ""


@dataclass(frozen=True, slots=True)
class ShownRefusal:
    """A proposal that was refused: why, what stands there instead, and what would do.

    Attributes:
        code: of the refusal.
        place: where the nearest words stand, with its address in the release.
        text: the source's own text around them, `near` marked.
        differs: (the source's words, the words proposed).
        places: references between which the words leave open which is meant.
        words: the nearest words, ready to propose.
        opens: the reference that the next call opens, "" when it is none.

    """

    code: str
    place: str
    text: tuple[Run, ...]
    words: str
    differs: tuple[tuple[str, str], ...]
    places: tuple[str, ...]
    near: tuple[str, ...]
    opens: str
    proposes: str


def shown_chats(listed: Sequence[ChatListed]) -> tuple[ShownListed, ...]:
    """The chats, the newest first."""
    newest = sorted(listed, key=lambda each: (each.at, each.id.chat), reverse=True)
    return tuple(
        ShownListed(lines_safe(each.id.chat), _address(each.id.chat), each.at, each.entries) for each in newest
    )


def _address(name: str) -> str:
    """Of a chat; "" for a name that a browser or a server would take for a path of its own (`a/b`, `..`)."""
    return "" if "/" in name or set(name) <= {"."} else addresses.chat(name)


def shown_chat(
    name: str,
    found: Verification,
    entries: Sequence[Stored],
    state: ChatState | None,
    cite: Cite = lambda *_: "",
) -> ShownChat:
    """A chat, as `replay_chat` gives it; `cite` gives a reference as a citation in a language, "" for none."""
    chain = Chain(
        sound=found.sound,
        entries=found.head.count,
        head=found.head.hash.hex(),
        findings=tuple((each.code, int(each.parameters["seq"])) for each in found.findings[:50]),
        erased=found.erased,
    )
    shown = tuple(_entry(each) for each in entries)
    if state is None:
        return ShownChat(name, name, addresses.chat(name), "", (), (), (), (), shown, chain)
    turns = _turns(entries)
    cited: dict[str, list[tuple[int, Cited]]] = {}
    for turn in turns:
        for answer in turn.answers:
            for row, places in answer.cited.items():
                cited.setdefault(row, []).extend((answer.seq, place) for place in places)
    return ShownChat(
        name=name,
        title=lines_safe(state.title) or name,
        address=addresses.chat(name),
        begun=state.opened_at,
        turns=turns,
        rows=tuple(_row(row, tuple(cited.get(row.name, ())), cite) for row in state.rows),
        openings=tuple(_opening(name, each) for each in state.openings),
        refused=tuple(each for each in shown if each.kind == "refused" and not each.erased),
        entries=shown,
        chain=chain,
    )


def _turns(entries: Sequence[Stored]) -> tuple[Turn, ...]:
    found: list[tuple[int, str, list[ShownAnswer], str]] = []
    for stored in entries:
        kind, body = stored.entry.kind, _body(stored)
        if kind == "question":
            found.append((stored.entry.seq, lines_safe(str(body.get("text", ""))), [], ""))
        elif kind == "answer":
            if not found:  # composed in a chat in which nothing was asked
                found.append((0, "", [], ""))
            found[-1][2].append(_answer(stored, body))
        elif kind == "research_ended" and found:
            seq, question, answers, _ = found[-1]
            found[-1] = (seq, question, answers, str(body.get("outcome", "")))
    return tuple(Turn(seq, question, tuple(answers), ended) for seq, question, answers, ended in found)


def _answer(stored: Stored, body: Mapping[str, Any]) -> ShownAnswer:
    account = body.get("account")
    return shown_answer(
        str(body.get("answer", "")),
        account if isinstance(account, list) else None,
        seq=stored.entry.seq,
        at=stored.entry.at,
        actor=_actor(stored),
        rows=[str(each) for each in body.get("rows", ())],
        releases=[str(each) for each in body.get("releases", ())],
    )


def _row(row: Row, cited: tuple[tuple[int, Cited], ...], cite: Cite) -> ShownRow:
    held = row.evidence
    if held is None:
        return ShownRow(row.name, row.status, "", row.at, lines_safe(row.actor), cited=cited)
    return ShownRow(
        name=row.name,
        status=row.status,
        why=lines_safe(row.why),
        at=row.at,
        actor=lines_safe(row.actor),
        reference=held.reference,
        citation=lines_safe(cite(held.reference, held.language)),
        title=lines_safe(held.title),
        label=lines_safe(held.label),
        quote=runs_of(held.quote[:_QUOTE]),
        language=held.language,
        law="" if held.status in ("in_force", "not_applicable") else held.status,
        role="" if held.role == "unknown" else held.role,
        release=held.release,
        as_of=held.as_of,
        state=held.expression.rpartition("/")[2],
        relevance=held.relevance,
        enquiry=lines_safe(held.line_of_enquiry),
        reason=lines_safe(held.reason),
        codes=held.codes,
        findings=held.findings,
        source=_passage(held),
        official=addresses.official(held.url),
        cited=cited,
    )


def _passage(held: Evidence) -> str:
    """The place of the row in its release, its words marked."""
    mark = f"{held.document_start}-{held.document_end}"
    address = addresses.law_of(held.reference, as_of=held.as_of, language=held.language)
    return f"{address}&mark={mark}&of={addresses.quoted(held.release)}#passage" if address else ""


def _opening(name: str, each: Opening) -> ShownOpening:
    language = each.expression.partition("@")[2].partition("/")[0]
    return ShownOpening(
        each.seq,
        each.reference,
        each.release,
        each.as_of,
        f"{addresses.chat(name)}/opened/{each.seq}",
        addresses.law_of(each.reference, as_of=each.as_of, language=language),
    )


def opened_by(state: ChatState, seq: int) -> Opening | None:
    """The opening of an entry."""
    return next((each for each in state.openings if each.seq == seq), None)


def _body(stored: Stored) -> Mapping[str, Any]:
    if stored.payload is None:
        return {}
    try:
        return read_payload(stored.payload).body
    except (ValueError, KeyError, TypeError):
        return {}


def _actor(stored: Stored) -> str:
    try:
        return read_payload(stored.payload).actor if stored.payload is not None else ""
    except (ValueError, KeyError, TypeError):
        return ""


def _entry(stored: Stored) -> ShownEntry:
    entry, body = stored.entry, _body(stored)
    return ShownEntry(
        seq=entry.seq,
        at=entry.at,
        kind=entry.kind,
        actor=lines_safe(_actor(stored)),
        hash=entry.hash.hex(),
        erased=stored.payload is None,
        words=_words(entry.kind, entry.number, body) if stored.payload is not None else {},
        code=str(body.get("code", "")),
    )


_SAID = (
    "title",
    "text",
    "reference",
    "release",
    "quote",
    "reason",
    "model",
    "outcome",
    "steps",
    "step",
    "to",
    "ground",
)


def _words(kind: str, number: int, body: Mapping[str, Any]) -> dict[str, str]:
    """What the sentence of an entry names; cut where it is long."""
    said = {name: _cut(str(body[name])) for name in _SAID if name in body}
    said["row"] = f"E{number or body.get('number', '')}"
    if kind in ("answer", "audited"):
        said["rows"] = ", ".join(map(str, body.get("rows", ())))
    if kind == "model_step":
        said["calls"] = ", ".join(_cut(str(call.get("tool", ""))) for call in body.get("calls", ()))
    if kind == "erased":
        said["entries"] = ", ".join(map(str, body.get("entries", ())))
    return said


def _cut(text: str) -> str:
    line = lines_safe(" ".join(text.split()))
    return line if len(line) <= _WORDS else f"{line[:_WORDS]}…"


def steps_of(events: Iterable[Event]) -> tuple[tuple[int, str, str], ...]:
    """The steps of a question that is being answered: (step of the model, what was done, what came of it)."""
    return tuple(
        (int(each.said.get("step", 0)), str(each.said.get("what", "")), str(each.said.get("outcome", "")))
        for each in events
        if each.name == "step"
    )


def shown_refusal(refused: Refused) -> ShownRefusal:
    """A refusal of a proposal, as a page shows it."""
    following = refused.next
    verb = following.verb if following is not None else ""
    arguments = following.arguments if following is not None else {}
    return ShownRefusal(
        code=refused.code,
        place=refused.place,
        text=runs_of(refused.text) if refused.text else (),
        words=str(arguments.get("quote", refused.words)) if verb == "propose" else refused.words,
        differs=tuple((lines_safe(source), lines_safe(yours)) for source, yours in refused.differs),
        places=refused.places,
        near=tuple(each.reference for each in refused.suggestions),
        opens=str(arguments.get("reference", "")) if verb == "open" else "",
        proposes=str(arguments.get("reference", "")) if verb == "propose" else "",
    )
