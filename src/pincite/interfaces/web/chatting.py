"""The pages of chats: a question in, its progress, the answer with its ledger beside it; and all of it by hand, without a model.

    GET  /chat                     the chats, and the form of a question
    POST /chat                     a new chat with its question: asked (a job), or to be answered by hand
    GET  /chat/{chat}              the chat: answers, ledger, chain; the progress of a question that is being answered
    POST /chat/{chat}/ask          a further question, or the last one again
    GET  /chat/{chat}/search       search, each passage to be opened in the chat
    POST /chat/{chat}/open         open a place in the chat; GET …/opened/{entry} shows it with the form of a proposal
    POST /chat/{chat}/propose      propose words of it
    POST /chat/{chat}/withdraw     take a row back
    POST /chat/{chat}/compose      write an answer out of a text with [E1] …
    POST /chat/{chat}/pack         the evidence pack, as JSON or as a page
    POST /chat/{chat}/checkpoint   a checkpoint of the chain

Keeps true: an answer is shown when it is in the chain, which is after every citation in it was settled, and never before; a chat is
reached with the tenant and matter of who calls; what is shown of it is replayed from its chain.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from pincite import settings, wiring
from pincite.answers.pack import pack_bytes, read_pack
from pincite.errors import BadInput, CorruptRelease
from pincite.interfaces.http.app import Router, needs
from pincite.interfaces.http.handing_in import asking_wanted
from pincite.interfaces.http.principal import principal_of
from pincite.interfaces.http.problems import not_found as missing
from pincite.interfaces.web import addresses
from pincite.interfaces.web.browsing import Form, form_of
from pincite.interfaces.web.runs import failure_code
from pincite.interfaces.web.shown_chat import (
    ShownChat,
    ShownRefusal,
    opened_by,
    shown_chat,
    shown_chats,
    shown_refusal,
    steps_of,
)
from pincite.interfaces.web.shown_place import shown_absent
from pincite.interfaces.web.shown_search import PAGE, filters_of, shown_search
from pincite.interfaces.web.shown_text import flagged, lines_safe, runs_of
from pincite.reports.pack_page import pack_page
from pincite.workflows.chat import (
    ask,
    chat_state,
    hand_out,
    new_chat,
    not_kept,
    open_in_chat,
    replay_chat,
    row_number,
)
from pincite.workflows.chat import withdraw as take_back
from pincite.workflows.compose_answer import compose_answer
from pincite.workflows.export_pack import export_pack
from pincite.workflows.propose import Accepted, Proposal, propose
from pincite.workflows.search_corpus import search_corpus

if TYPE_CHECKING:
    from starlette.requests import Request

    from pincite.answers.account import Refusal
    from pincite.interfaces.http.limits import Limits
    from pincite.interfaces.mcp.engine import Engine
    from pincite.interfaces.web.frame import Frame
    from pincite.ledger.state import Opening
    from pincite.storage.jobs import Job, JobStore
    from pincite.storage.sqlite.corpus import SqliteCorpus
    from pincite.workflows.chat import Acting

__all__ = ["PATHS", "chatting_router"]

PATHS = ("/chat",)
"""For the navigation of the frame."""

CHATS = 100
LONGEST_SHOWN = 60_000
"""Characters of an opened text on a page; a longer one is opened by its parts."""
_LONGEST = 500
_LONGEST_QUESTION = 10_000
_LONGEST_TEXT = 60_000
_LONGEST_QUOTE = 5_000
_JOBS = 300


def chatting_router(engine: Engine, frame: Frame, jobs: JobStore, limits: Limits) -> Router:
    """The routes, for `make_app`; the engine has a ledger."""
    pages = _Chats(engine, frame, jobs, limits)

    def posted(answer: Callable[[Request, Form], Response]) -> Callable[[Request], Any]:
        async def endpoint(request: Request) -> Response:
            return await run_in_threadpool(pages.guarded, request, answer, await form_of(request))

        return endpoint

    def got(answer: Callable[[Request, Form], Response]) -> Callable[[Request], Response]:
        return lambda request: pages.guarded(request, answer, dict(request.query_params))

    reads, appends = needs("read"), needs("append")
    chat = "/chat/{chat}"
    routes = [
        Route("/chat", reads(got(pages.chats)), methods=["GET"]),
        Route("/chat", appends(posted(pages.begin)), methods=["POST"]),
        Route(chat, reads(got(pages.chat)), methods=["GET"]),
        Route(f"{chat}/ask", needs("ask")(posted(pages.ask)), methods=["POST"]),
        Route(f"{chat}/search", reads(got(pages.search)), methods=["GET"]),
        Route(f"{chat}/open", appends(posted(pages.open)), methods=["POST"]),
        Route(f"{chat}/opened/{{entry:int}}", reads(got(pages.opened)), methods=["GET"]),
        Route(f"{chat}/propose", appends(posted(pages.propose)), methods=["POST"]),
        Route(f"{chat}/withdraw", needs("withdraw")(posted(pages.withdraw)), methods=["POST"]),
        Route(f"{chat}/compose", appends(posted(pages.compose)), methods=["POST"]),
        Route(f"{chat}/pack", appends(posted(pages.pack)), methods=["POST"]),
        Route(f"{chat}/checkpoint", appends(posted(pages.checkpoint)), methods=["POST"]),
    ]
    return Router("chats", routes)


def model_named() -> str:
    """The model that answers questions, "" when none is set."""
    named = settings.model().strip()
    return "" if named == "none" else named


@dataclass(frozen=True)
class _Chats:
    """The pages; each takes the request and what was given, and answers in a thread."""

    engine: Engine
    frame: Frame
    jobs: JobStore
    limits: Limits

    def guarded(self, request: Request, answer: Callable[[Request, Form], Response], given: Form) -> Response:
        """An answer, or the page that says that a release is not what it says it is."""
        try:
            return answer(request, given)
        except CorruptRelease as error:
            values = {"detail": str(error), "remedy": error.remedy}
            return self.frame.page(request, "tampered.html.j2", values, status=503)

    def _acting(self, request: Request, name: str = "") -> Acting:
        """Who calls, in a chat of theirs: the one of the path, or a new one."""
        wanted = name or str(request.path_params.get("chat", ""))
        return self.engine.acting(principal_of(request).who, wanted[:_LONGEST])

    def _there(self, request: Request) -> Acting:
        """Who calls, in a chat that is there.

        Raises:
            Problem: there is none of this name in their matter.

        """
        acting = self._acting(request)
        if acting.ledger.head(acting.chat) is None:
            raise missing("there is no chat of this name", do="The page of chats lists those that there are.")
        return acting

    def _in(self, request: Request) -> Acting:
        """As `_there`, to write in it."""
        not_kept(str(request.path_params["chat"]))
        return self._there(request)

    def _led(self, request: Request, address: str) -> RedirectResponse:
        root = str(request.scope.get("root_path", "")).rstrip("/")
        return RedirectResponse(root + address, status_code=303)

    # ---------------------------------------------------------------------------------------------------------- chats

    def chats(self, request: Request, given: Form) -> Response:
        """The chats of the matter, and the form of a question."""
        who = principal_of(request)
        ledger = self.engine.ledger
        assert ledger is not None, "there are no pages of chats without a ledger"
        listed = shown_chats(ledger.chats(who.tenant, who.matter))
        values = {
            "chats": listed[:CHATS],
            "left_out": max(0, len(listed) - CHATS),
            "model": model_named(),
            "may_ask": who.may("ask"),
            "may_append": who.may("append"),
            "question": given.get("question", "")[:_LONGEST_QUESTION],
            "lasting": self.engine.lasting,
            "releases": self.engine.pool.coverage,
        }
        return self.frame.page(request, "chats.html.j2", values)

    def begin(self, request: Request, given: Form) -> Response:
        """A new chat."""
        question = _question(given)
        acting = self._acting(request)
        new_chat(acting, question[:200])
        ask(acting, question)
        name = acting.chat.chat
        if given.get("do") == "ask":
            principal_asks = principal_of(request).may("ask")
            if not principal_asks:
                raise BadInput("you may not have questions answered here", remedy="Answer it by hand in the chat.")
            self._asked(request, acting, question, given)
        return self._led(request, addresses.chat(name))

    def ask(self, request: Request, given: Form) -> Response:
        """A question in this chat: a new one, or the last one again."""
        acting = self._in(request)
        question = given.get("question", "").strip()[:_LONGEST_QUESTION]
        if not question:
            question = next((text for _, text in reversed(chat_state(acting).questions)), "")
        if not question:
            raise BadInput("there is no question", remedy="Say what is asked.")
        if given.get("do") == "hand":
            ask(acting, question)
        else:
            self._asked(request, acting, question, given)
        return self._led(request, addresses.chat(acting.chat.chat))

    def _asked(self, request: Request, acting: Acting, question: str, given: Form) -> None:
        chat, head = acting.chat.chat, acting.ledger.head(acting.chat)
        assert head is not None, "the chat has begun"
        options = {
            "question": question,
            "chat": chat,
            "as_of": given.get("as_of", ""),
            "language": given.get("wording", ""),
        }
        wanted = asking_wanted(self.engine, principal_of(request), options)
        # the same question is asked anew once the chat holds more than it did; pressed twice, it is one
        wanted = replace(wanted, against={**wanted.against, "entries": head.count})
        self.jobs.put(wanted, most_waiting=self.limits.jobs)

    # ----------------------------------------------------------------------------------------------------------- chat

    def chat(self, request: Request, given: Form) -> Response:
        """The chat."""
        return self._page(request, self._there(request), accepted=given.get("accepted", "")[:20])

    def _page(
        self,
        request: Request,
        acting: Acting,
        *,
        status: int = 200,
        text: str = "",
        refusals: tuple[Refusal, ...] = (),
        accepted: str = "",
    ) -> Response:
        shown = _replayed(acting)
        who = principal_of(request)
        run = self._run(request, acting.chat.chat)
        working = run is not None and not run.ended
        values = {
            **self._common(request, shown),
            "run": run,
            "steps": steps_of(self.jobs.events(run)) if run is not None else (),
            "working": working,
            "stream": f"/v1/jobs/{run.id}/events" if working and run is not None else "",
            "problem": run.problem if run is not None and run.state == "failed" else None,
            "problem_code": failure_code((run.problem if run is not None else None) or {}),
            "why": _why(self.jobs.result(run)) if run is not None and run.state == "done" else "",
            "text": text,
            "refusals": [(lines_safe(" ".join(each.text.split())), each) for each in refusals],
            "accepted": accepted,
            "may_withdraw": who.may("withdraw"),
        }
        return self.frame.page(request, "chat.html.j2", values, status=status)

    def _common(self, request: Request, shown: ShownChat) -> dict[str, Any]:
        who = principal_of(request)
        return {
            "chat": shown,
            "model": model_named(),
            "may_ask": who.may("ask"),
            "may_append": who.may("append"),
            "lasting": self.engine.lasting,
        }

    def _run(self, request: Request, chat: str) -> Job | None:
        """The newest question of this chat that was handed in."""
        who = principal_of(request)
        listed = self.jobs.listed(who.tenant, who.matter, most=_JOBS)
        return next((each for each in listed if each.kind == "ask" and each.name == chat), None)

    # -------------------------------------------------------------------------------------------------- search and open

    def search(self, request: Request, given: Form) -> Response:
        """Search, with each passage to be opened here."""
        acting = self._there(request)
        words, filters = given.get("q", "").strip()[:_LONGEST], filters_of(given)
        with self.engine.corpus() as corpus:
            hits = None
            if words:
                asked = {"language" if name == "wording" else name: value for name, value in filters.items()}
                hits = search_corpus(corpus, words, **asked, limit=PAGE).hits
            shown = shown_search(words, filters, corpus.coverage(), hits, wiring.citation_in)
        values = {**self._common(request, _replayed(acting)), "search": shown}
        return self.frame.page(request, "chat_search.html.j2", values)

    def open(self, request: Request, given: Form) -> Response:
        """Open a place in the chat: it is an entry, and can be quoted from."""
        acting = self._in(request)
        with self.engine.corpus() as corpus:
            opened = open_in_chat(
                acting,
                corpus,
                given.get("reference", "")[:_LONGEST],
                extract=lambda text: wiring.extractor().extract(text).mentions,
                url=wiring.official_url,
                language=given.get("wording", "")[:_LONGEST],
                as_of=given.get("as_of", "")[:_LONGEST],
            )
        if opened.entry is None:
            shown = shown_absent(opened.opened, as_of=given.get("as_of", ""))
            return self.frame.page(request, "absent.html.j2", {"absent": shown, "words_asked": ""}, status=404)
        return self._led(request, f"{addresses.chat(acting.chat.chat)}/opened/{opened.entry.seq}")

    def opened(self, request: Request, given: Form) -> Response:
        """What was opened, with the form of a proposal."""
        quote = given.get("quote", "")[:_LONGEST_QUOTE]
        return self._opened(request, self._there(request), request.path_params["entry"], {"quote": quote}, None)

    def _opened(
        self, request: Request, acting: Acting, entry: int, given: Mapping[str, str], refused: ShownRefusal | None
    ) -> Response:
        opening = opened_by(chat_state(acting), entry)
        if opening is None:
            raise missing("nothing was opened at this entry of the chat", do="See what was opened in the chat.")
        with self.engine.corpus() as corpus:
            text = _text_of(corpus, opening)
        values = {
            **self._common(request, _replayed(acting)),
            "opening": opening,
            "entry": entry,
            "language": opening.expression.partition("@")[2].partition("/")[0],
            "law": addresses.law_of(opening.reference, as_of=opening.as_of),
            "runs": runs_of(text[:LONGEST_SHOWN]) if text is not None else (),
            "flags": sorted({each.code for each in flagged(text[:LONGEST_SHOWN])}) if text else [],
            "left_out": max(0, len(text or "") - LONGEST_SHOWN),
            "gone": text is None,
            "given": {name: given.get(name, "") for name in ("quote", "enquiry", "reason", "relevance")},
            "refused": refused,
        }
        values["text_language"] = values.pop("language")
        return self.frame.page(request, "chat_opened.html.j2", values, status=422 if refused else 200)

    # ------------------------------------------------------------------------------------------------------- evidence

    def propose(self, request: Request, given: Form) -> Response:
        """Propose words of what was opened; a refusal says what stands there instead."""
        acting = self._in(request)
        entry = int(given["entry"]) if given.get("entry", "").isdigit() else 0
        quote = given.get("quote", "").replace("\r\n", "\n").strip()
        if len(quote) > _LONGEST_QUOTE:
            raise BadInput(f"the quote has {len(quote):,} characters", remedy="Propose the words that matter.")
        proposal = Proposal(
            given.get("reference", "")[:_LONGEST],
            quote,
            given.get("enquiry", "")[:_LONGEST],
            given.get("relevance", "direct"),
            given.get("reason", "")[:_LONGEST],
        )
        with self.engine.corpus() as corpus:
            outcome = propose(
                acting,
                corpus,
                proposal,
                extract=lambda text: wiring.extractor().extract(text).mentions,
                url=wiring.official_url,
                record_refusals=True,
            )
        if isinstance(outcome, Accepted):
            row = f"E{outcome.number}"
            return self._led(request, f"{addresses.chat(acting.chat.chat, accepted=row)}#{row}")
        return self._opened(request, acting, entry, given, shown_refusal(outcome))

    def withdraw(self, request: Request, given: Form) -> Response:
        """Withdraw a row."""
        acting = self._in(request)
        row = take_back(acting, row_number(given.get("row", "")[:20]), given.get("reason", "")[:_LONGEST])
        return self._led(request, f"{addresses.chat(acting.chat.chat)}#{row.name}")

    def compose(self, request: Request, given: Form) -> Response:
        """Write an answer out, or name every span for which it is refused."""
        acting = self._in(request)
        text = given.get("text", "").replace("\r\n", "\n")
        if not text.strip() or len(text) > _LONGEST_TEXT:
            raise BadInput(
                "there is no text of an answer" if not text.strip() else f"the text has {len(text):,} characters",
                remedy=f"Write one of {_LONGEST_TEXT:,} characters at most, with [E1] where a row is cited.",
            )
        with self.engine.corpus() as corpus:
            answering = wiring.answering(corpus, language=given.get("wording", ""), as_of=given.get("as_of", ""))
            finished = compose_answer(acting, text, answering)
        if finished.refused:
            return self._page(request, acting, status=422, text=text, refusals=finished.refusals)
        head = acting.ledger.head(acting.chat)
        assert head is not None, "the answer is its entry"
        return self._led(request, f"{addresses.chat(acting.chat.chat)}#answer-{head.count}")

    # ----------------------------------------------------------------------------------------------------- handed out

    def pack(self, request: Request, given: Form) -> Response:
        """The evidence pack."""
        acting = self._there(request)
        with self.engine.corpus() as corpus:
            made = export_pack(acting, to=given.get("to", "")[:200], corpus=corpus, proofs=self.engine.proofs(corpus))
        data = pack_bytes(made)
        if given.get("format") == "page":
            page = pack_page(read_pack(data))
            headers = {"Content-Disposition": 'attachment; filename="evidence-pack.html"'}
            return Response(page, media_type="text/html", headers=headers)
        headers = {"Content-Disposition": 'attachment; filename="evidence-pack.json"'}
        return Response(data, media_type="application/json", headers=headers)

    def checkpoint(self, request: Request, given: Form) -> Response:
        """A checkpoint, to be kept elsewhere: it shows when an older copy was restored."""
        acting = self._there(request)
        point = hand_out(acting, given.get("to", "")[:200])
        headers = {"Content-Disposition": 'attachment; filename="checkpoint.txt"'}
        return Response(point.text(), media_type="text/plain; charset=utf-8", headers=headers)


def _question(given: Form) -> str:
    question = given.get("question", "").strip()
    if not question or len(question) > _LONGEST_QUESTION:
        raise BadInput(
            "there is no question" if not question else f"the question has {len(question):,} characters",
            remedy=f"Say what is asked, in {_LONGEST_QUESTION:,} characters at most.",
        )
    return question


def _replayed(acting: Acting) -> ShownChat:
    found = replay_chat(acting)
    return shown_chat(acting.chat.chat, found.verification, found.entries, found.state, wiring.citation_in)


def _text_of(corpus: SqliteCorpus, opening: Opening) -> str | None:
    """What was opened, from the wording and release it was opened from; None when they are not here any more."""
    known = {each.id: each for each in corpus.expressions(opening.work)}
    record = known.get(opening.expression)
    if record is None or record.release != opening.release:
        return None
    text = corpus.document_text(opening.expression)
    return "\n".join(text[start:end] for start, end in opening.spans)


def _why(result: bytes | None) -> str:
    """Why extracts were given instead of a model's answer; "" when they were not."""
    try:
        said = json.loads(result or b"{}")
    except ValueError:
        return ""
    return str(said.get("why", "")) if said.get("outcome") != "answered" else ""
