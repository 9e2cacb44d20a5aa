"""A corpus that asks live services for what its releases do not hold: local first, then by route, then «could not be checked».

    1. a release answers, or rules the work out under a claim of completeness          nobody is asked
    2. what came earlier for this draft                                                nobody is asked again
    3. the services of the route, in order, until one serves the document asked for    the door is asked before each
    4. none served it: one could not be reached -> `Unreachable`; else outside coverage, with what the services said

Keeps true:
1. A document that came is held only when its contract found it to be the one asked for; its text then goes through the
   same checks as that of a release. No service is complete, so «not found» is never said of a work because of one.
2. A service that failed twice in a row is not asked again for this draft.
3. What the privacy mode keeps back is not sent, and the answer says so; every service asked is listed (`consulted`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pincite.corpus.answers import (
    Block,
    Corpus,
    Coverage,
    ExpressionRecord,
    Hit,
    NodeRecord,
    OutsideCoverage,
    PageMark,
    PlaceAnswer,
    QuoteHit,
    Suggestion,
    WorkAnswer,
    WorkFound,
)
from pincite.corpus.in_hand import InHand
from pincite.corpus.services import (
    Cited,
    ConsultedService,
    Contract,
    Outcome,
    Question,
    Reply,
    Served,
    Service,
    Services,
    Tools,
    Unreachable,
)
from pincite.digests import canonical_json, sha256
from pincite.drafts.checks.corrections import CORRECTION
from pincite.errors import CannotRun
from pincite.identity.reference import Reference
from pincite.privacy.egress import Parcel, Withheld
from pincite.reports.report import class_of
from pincite.reports.services import LIVE
from pincite.text.span import Span

__all__ = ["FromPublisher", "LiveCorpus"]

FromPublisher = Callable[[Service, Question, Parcel], tuple[Served, str, str]]
"""A document from a publisher's own collections, with the digest of its bytes and when they came."""

_UNIT = re.compile(r"(?:art_[^/]+|consid_[^/]+|[^/]+)")
_FAILURES = 2


@dataclass(slots=True)
class _State:
    """What is known of a service in this run."""

    failed: int = 0
    reason: str = ""


@dataclass(slots=True)
class _Conversation:
    """The calls of one contract for one question."""

    sent: list[str] = field(default_factory=list)
    replies: list[Reply] = field(default_factory=list)


class LiveCorpus:
    """Implements `Corpus` and `Live`; for one draft, and not for several threads at a time."""

    def __init__(
        self,
        local: Corpus,
        services: Services,
        tools: Tools,
        contracts: Mapping[str, Contract],
        *,
        today: str,
        publisher: FromPublisher,
    ) -> None:
        self.local = local
        self.services = services
        self.tools = tools
        self.contracts = contracts
        self.today = today
        self.publisher = publisher
        self._hand = InHand()
        self._spans: dict[str, list[Span]] = {}
        self._languages: dict[str, str] = {}
        self._kinds: dict[str, str] = {}
        self._as_of = ""
        self._settled: dict[tuple[str, ...], OutsideCoverage | CannotRun | None] = {}
        self._findings: dict[str, tuple[str, ...]] = {}
        self._whole: set[tuple[str, str, str]] = set()
        self._states: dict[str, _State] = {}
        self._consulted: list[ConsultedService] = []

    # what the draft cites

    def citing(self, cited: Sequence[Cited], as_of: str) -> None:
        """See `Live`."""
        self._as_of = as_of
        for each in cited:
            work = str(Reference.parse(each.reference).work)
            self._spans.setdefault(work, []).append(each.span)
            self._kinds.setdefault(work, each.kind)
            if each.language:
                self._languages.setdefault(each.reference, each.language)
                self._languages.setdefault(work, each.language)

    def consulted(self) -> Sequence[ConsultedService]:
        """See `Live`."""
        return tuple(self._consulted)

    # the corpus

    def coverage(self) -> tuple[Coverage, ...]:
        """Of the releases alone: no service claims to be complete."""
        return self.local.coverage()

    def find_work(self, reference: str) -> WorkAnswer:
        """The work; its place tells services that have single provisions which one is meant."""
        answer = self.local.find_work(reference)
        if not isinstance(answer, OutsideCoverage):
            return answer
        asked = Reference.parse(reference)
        work = str(asked.work)
        if work.endswith(CORRECTION):
            return answer  # nobody is asked for a name that is our own
        language = self._languages.get(reference) or self._languages.get(work, "")
        failure = self._ask(asked, language, self._as_of)
        held = self._hand.expressions(work)
        if held:
            findings = tuple(dict.fromkeys(code for each in held for code in self._findings.get(each.id, ())))
            return WorkFound(reference, held[0].work, held, held[0].release, findings, (held[0].work,))
        return _beside(answer, failure)

    def find_place(self, reference: str, *, language: str = "", as_of: str = "") -> PlaceAnswer:
        """The place, in a release or in what a service sent."""
        answer = self.local.find_place(reference, language=language, as_of=as_of)
        asked = Reference.parse(reference)
        if not isinstance(answer, OutsideCoverage) or self.local.expressions(str(asked.work)):
            return answer
        found = self._hand.find_place(reference, language=language, as_of=as_of)
        if not isinstance(found, OutsideCoverage):
            return found
        failure = self._ask(asked, language, as_of)
        found = self._hand.find_place(reference, language=language, as_of=as_of)
        return found if not isinstance(found, OutsideCoverage) or found.findings else _beside(answer, failure)

    def expressions(self, work: str) -> tuple[ExpressionRecord, ...]:
        """All wordings of a work."""
        return self.local.expressions(work) or self._hand.expressions(work)

    def document_text(self, expression: str) -> str:
        """The canonical text of a whole document."""
        return (self._hand if self._hand.holds(expression) else self.local).document_text(expression)

    def blocks(self, expression: str) -> Sequence[Block]:
        """The blocks of a document in order."""
        return (self._hand if self._hand.holds(expression) else self.local).blocks(expression)

    def nodes(self, expression: str) -> Sequence[NodeRecord]:
        """The tree of a document in document order."""
        return (self._hand if self._hand.holds(expression) else self.local).nodes(expression)

    def pages(self, expression: str) -> Sequence[PageMark]:
        """The page marks of a document in order."""
        return (self._hand if self._hand.holds(expression) else self.local).pages(expression)

    def near(self, reference: str) -> tuple[Suggestion, ...]:
        """Near misses of the releases; those a service offers come with its answer."""
        return self.local.near(reference)

    def search(self, words: str, **narrowed: Any) -> Sequence[Hit]:
        """In the releases: words of a draft are never searched for at a service."""
        return self.local.search(words, **narrowed)

    def find_quote(self, quote: str, *, language: str = "", limit: int = 10) -> Sequence[QuoteHit]:
        """In the releases: a quotation is never sent to a service."""
        return self.local.find_quote(quote, language=language, limit=limit)

    def every_document(self) -> Iterator[ExpressionRecord]:
        """All documents of the releases."""
        return self.local.every_document()

    # asking

    def _ask(self, asked: Reference, language: str, as_of: str) -> OutsideCoverage | None:
        """Ask by route until the document is in hand; else what the services said, None when there is no route.

        Raises:
            Unreachable: a service that might have it did not answer.

        """
        work = str(asked.work)
        class_ = class_of(self._kinds.get(work) or _kind_of(work), work)
        route = self.services.route(asked.jurisdiction, class_)
        if not route:
            return None
        if (work, language, as_of) in self._whole or any(e.kind == "decision" for e in self._hand.whole(work)):
            return None
        unit = _UNIT.match(str(asked.first_place or ""))
        key = (str(asked.work), unit.group() if unit else "", language, as_of)
        if key not in self._settled:
            self._settled[key] = self._settle(asked, class_, route, language, as_of)
        settled = self._settled[key]
        if isinstance(settled, CannotRun):
            raise settled
        return settled

    def _settle(
        self, asked: Reference, class_: str, route: Sequence[Service], language: str, as_of: str
    ) -> OutsideCoverage | CannotRun | None:
        spans = tuple(self._spans.get(str(asked.work), ()))
        question = Question(asked, class_, language, as_of, self.today, spans)
        failures: list[str] = []
        said: list[Outcome] = []
        offered: list[Suggestion] = []
        for service in route:
            outcome, suggestions = self._one(service, question)
            if outcome == "served":
                return None
            offered += suggestions
            if outcome == "unreachable":
                failures.append(f"{service.name}: {self._states[service.name].reason}")
            else:
                said.append(outcome)
        if failures:
            return Unreachable("MCP unavailable: " + "; ".join(failures), remedy="Run the same command later.")
        findings = ["live_withheld"] if set(said) == {"withheld"} else ["not_served"]
        findings += ["service_sent_other"] if "other_document" in said else []
        findings += ["service_without_text"] if "no_text" in said else []
        return OutsideCoverage(str(asked), tuple(dict.fromkeys(offered)), tuple(findings))

    def _one(self, service: Service, question: Question) -> tuple[Outcome, tuple[Suggestion, ...]]:
        """Ask one service; what came is held, and what happened is listed."""
        state = self._states.setdefault(service.name, _State())
        talk = _Conversation()
        digest, at = "", ""
        if state.failed >= _FAILURES:
            return "unreachable", ()
        try:
            if service.kind == "publisher":
                query = " ".join(part for part in (question.work, question.language, question.as_of) if part)
                talk.sent.append(query)
                served, digest, at = self.publisher(service, question, self._parcel(service, question, query))
            else:
                served = self._by_contract(service, question, talk)
                digest = sha256(canonical_json([reply.sha256 for reply in talk.replies])) if talk.replies else ""
                digest = talk.replies[0].sha256 if len(talk.replies) == 1 else digest
                at = talk.replies[-1].at if talk.replies else ""
            state.failed, state.reason = 0, ""
        except Withheld as error:
            served = Served("withheld", why=error.reason)
        except Unreachable as error:
            state.failed, state.reason = state.failed + 1, str(error)
            served = Served("unreachable", why=str(error))
        if served.outcome == "served" and served.document is not None:
            if not served.part:
                self._whole.add((question.work, question.language, question.as_of))
            identifier = self._hand.hold(
                served.document,
                source=f"{LIVE}{service.name}",
                day=self.today,
                sha256=digest,
                fetched_at=at[:10],
                part=served.part,
            )
            self._findings.setdefault(identifier, served.findings)
        if talk.sent or served.outcome in ("withheld", "unreachable"):
            query = "; ".join(talk.sent) if served.outcome != "withheld" else ""
            address = service.address or ", ".join(service.collections)
            self._consulted.append(
                ConsultedService(
                    service.name, address, str(question.reference), query, served.outcome, served.why, digest, at
                )
            )
        return served.outcome, served.suggestions

    def _by_contract(self, service: Service, question: Question, talk: _Conversation) -> Served:
        name = f"described:{service.name}" if service.contract == "described" else service.contract
        contract = self.contracts.get(name)
        if contract is None:
            raise Unreachable(f"no contract {service.contract!r} is known")

        def ask(tool: str, arguments: Mapping[str, Any]) -> Any:
            words = " ".join(_words(arguments))
            reply = self.tools.call(service, tool, arguments, self._parcel(service, question, words))
            talk.sent.append(f"{tool} {words}")
            talk.replies.append(reply)
            return reply.value

        return contract(question, ask)

    def _parcel(self, service: Service, question: Question, words: str) -> Parcel:
        """What leaves: the name of a document in the words a service knows it by, and where the draft cites it."""
        return Parcel(service.address, "reference", words, question.spans, str(question.reference.work))


def _words(value: Any) -> Iterator[str]:
    """The words of a tool's arguments, in order."""
    if isinstance(value, Mapping):
        for each in value.values():
            yield from _words(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _words(each)
    else:
        yield str(value)


def _kind_of(work: str) -> str:
    """The kind of citation that leads to a work, for its class."""
    second = work.split("/")[1] if work.count("/") else ""
    return {"sr": "statute", "eli": "statute", "ok": "commentary", "commentary": "commentary"}.get(second, "case")


def _beside(answer: OutsideCoverage, failure: OutsideCoverage | None) -> OutsideCoverage:
    """What the releases said, with what the services said."""
    if failure is None:
        return answer
    offers = tuple(dict.fromkeys((*answer.suggestions, *failure.suggestions)))
    return OutsideCoverage(answer.reference, offers, (*answer.findings, *failure.findings))
