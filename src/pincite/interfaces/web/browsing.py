"""The pages of a release: what is held, search, a work, a place with its timeline and atoms, two dates, receipts.

    GET  /releases                         the releases, their states of signature, what they claim to hold completely
    GET  /releases/{jurisdiction}/{tag}    one of them; POST …/verify verifies every byte of it
    GET  /search                           words and filters
    GET  /open?reference=…                 a citation as it is written, led to its page
    GET  /law/{work}?at=…&as_of=…&wording=…    a work, or a place in it: the deep link
    GET  /compare/{work}?at=…&old=…&new=…  two dates side by side
    POST /receipts                         the receipt of words that stand at a place
    GET, POST /receipts/page               the page that verifies a receipt by itself

Keeps true: each page is one answer of the corpus put into a value of `shown_*` and a template; what is not there is a page that says
who says so and what is near; a release that was changed answers nothing, and the page says that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from pincite import wiring
from pincite.corpus.answers import PlaceFound
from pincite.errors import BadInput, CorruptRelease
from pincite.identity.reference import Reference
from pincite.interfaces.http.app import Router, needs
from pincite.interfaces.http.problems import Problem
from pincite.interfaces.http.problems import not_found as missing
from pincite.interfaces.web import addresses
from pincite.interfaces.web.shown_compared import ShownCompared, shown_compared, shown_differences
from pincite.interfaces.web.shown_place import shown_absent, shown_atom, shown_place, shown_timeline
from pincite.interfaces.web.shown_releases import shown_check, shown_release
from pincite.interfaces.web.shown_search import PAGE, filters_of, shown_search
from pincite.interfaces.web.shown_work import shown_work
from pincite.storage.release_parts import FolderParts
from pincite.text.dates import checked_date, is_date
from pincite.text.span import Span
from pincite.text.tables import table_text
from pincite.transparency.receipt import verify_receipt
from pincite.workflows.atoms import Chosen, list_atoms
from pincite.workflows.diff_corpus import diff_on_dates
from pincite.workflows.make_receipt import make_receipt
from pincite.workflows.open_place import Opened, open_place, reference_of
from pincite.workflows.search_corpus import search_corpus
from pincite.workflows.timeline import Wording, compare_dates, timeline_of
from pincite.workflows.verify_release import STEPS, verify_content, verify_release, verify_signatures

if TYPE_CHECKING:
    from starlette.requests import Request

    from pincite.interfaces.mcp.engine import Engine
    from pincite.interfaces.web.frame import Frame
    from pincite.storage.release_folder import ReleaseFolder
    from pincite.storage.sqlite.corpus import SqliteCorpus

__all__ = ["PATHS", "Form", "browsing_router", "form_of", "open_in"]

PATHS = ("/releases",)
"""For the navigation of the frame."""

ATOMS = 60
LARGEST_VERIFIED = 1 << 30
"""Bytes of a release that is verified while a reader waits; a larger one by `pincite corpus verify`."""
_LONGEST = 500
_LONGEST_QUOTE = 20_000
_FIELDS = 40
_LAST_PAGE = 25
_MARK = re.compile(r"([0-9]{1,9})-([0-9]{1,9})", re.ASCII)

Form = Mapping[str, str]


async def form_of(request: Request) -> Form:
    """The fields of a form, as texts."""
    async with request.form(max_files=0, max_fields=_FIELDS) as form:
        return {name: value for name, value in form.items() if isinstance(value, str)}


def browsing_router(engine: Engine, frame: Frame) -> Router:
    """The routes, for `make_app`; all need an identity that may read, and verifying a whole release one that may check."""
    pages = _Pages(engine, frame)

    def posted(answer: Callable[[Request, Form], Response]) -> Callable[[Request], Any]:
        async def endpoint(request: Request) -> Response:
            return await run_in_threadpool(pages.guarded, request, answer, await form_of(request))

        return endpoint

    def got(answer: Callable[[Request, Form], Response]) -> Callable[[Request], Response]:
        return lambda request: pages.guarded(request, answer, dict(request.query_params))

    reads = needs("read")
    routes = [
        Route("/releases", reads(got(pages.releases)), methods=["GET"]),
        Route("/releases/{jurisdiction}/{tag}", reads(got(pages.release)), methods=["GET"]),
        Route("/releases/{jurisdiction}/{tag}/verify", needs("check")(posted(pages.verify)), methods=["POST"]),
        Route("/search", reads(got(pages.search)), methods=["GET"]),
        Route("/open", reads(got(pages.open)), methods=["GET"]),
        Route("/law/{work:path}", reads(got(pages.law)), methods=["GET"]),
        Route("/compare/{work:path}", reads(got(pages.compare)), methods=["GET"]),
        Route("/receipts", reads(posted(pages.receipt)), methods=["POST"]),
        Route("/receipts/page", reads(posted(pages.receipt_page)), methods=["POST"]),
        Route("/receipts/page", reads(got(pages.receipt_page)), methods=["GET"]),
    ]
    return Router("browsing", routes)


def open_in(corpus: SqliteCorpus, reference: str, *, language: str = "", as_of: str = "") -> Opened:
    """Open a reference or a citation as it is written, with all packs."""
    return open_place(
        corpus,
        reference[:_LONGEST],
        extract=lambda text: wiring.extractor().extract(text).mentions,
        url=wiring.official_url,
        language=language[:_LONGEST],
        as_of=as_of[:_LONGEST],
        write=wiring.citation_in,
    )


@dataclass(frozen=True)
class _Pages:
    """The pages; each takes the request and what was given, and answers in a thread."""

    engine: Engine
    frame: Frame
    _states: dict[str, str] = field(default_factory=dict)

    def state(self, name: str) -> str:
        """The state of a release's signature, by the policy of this server; looked at once, for a release does not change."""
        if name not in self._states:
            folder = next(each for each in self.engine.pool.releases if each.manifest.name == name)
            state: str = folder.signature
            if state == "signed" and self.engine.policy is not None:
                check = verify_signatures(FolderParts(folder.path), folder.manifest, self.engine.policy)
                state = "verified" if check.ok else "untrusted"
            self._states[name] = state
        return self._states[name]

    def guarded(self, request: Request, answer: Callable[[Request, Form], Response], given: Form) -> Response:
        """An answer, or the page that says that a release is not what it says it is."""
        try:
            return answer(request, given)
        except CorruptRelease as error:
            return self.frame.page(
                request, "tampered.html.j2", {"detail": str(error), "remedy": error.remedy}, status=503
            )

    def page(self, request: Request, template: str, values: Mapping[str, Any], *, status: int = 200) -> Response:
        """A page of these; the form of search stands on each."""
        return self.frame.page(request, template, {"words_asked": "", **values}, status=status)

    # ------------------------------------------------------------------------------------------------------- releases

    def releases(self, request: Request, _: Form) -> Response:
        """All releases of the set."""
        held = zip(self.engine.pool.coverage, self.engine.pool.releases, strict=True)
        shown = [
            shown_release(each, folder.manifest, folder.digest, folder.edition, self.state(each.release))
            for each, folder in held
        ]
        values = {"releases": shown, "policy": self.engine.policy is not None}
        return self.page(request, "releases.html.j2", values)

    def _release(self, request: Request) -> tuple[ReleaseFolder, Any]:
        name = f"{request.path_params['jurisdiction']}/{request.path_params['tag']}"
        held = zip(self.engine.pool.coverage, self.engine.pool.releases, strict=True)
        for coverage, folder in held:
            if coverage.release == name:
                return folder, shown_release(coverage, folder.manifest, folder.digest, folder.edition, self.state(name))
        raise missing(f"there is no release {name[:80]} here", do="See the list of releases.")

    def release(self, request: Request, _: Form) -> Response:
        """One release."""
        folder, shown = self._release(request)
        return self._shown_release(request, folder, shown, None)

    def _shown_release(self, request: Request, folder: ReleaseFolder, shown: Any, check: Any) -> Response:
        values = {
            "release": shown,
            "check": check,
            "small": sum(each.bytes for each in folder.files) <= LARGEST_VERIFIED,
            "policy": self.engine.policy is not None,
        }
        return self.page(request, "release.html.j2", values)

    def verify(self, request: Request, _: Form) -> Response:
        """Every byte of a release, and with a policy its signatures and its place in the log."""
        folder, shown = self._release(request)
        if sum(each.bytes for each in folder.files) > LARGEST_VERIFIED:
            raise BadInput("this release is too large to be verified here", remedy="Use `pincite corpus verify`.")
        parts = FolderParts(folder.path)
        policy = self.engine.policy if shown.state != "unsigned" else None
        check = verify_content(parts) if policy is None else verify_release(parts, policy)
        return self._shown_release(request, folder, shown, shown_check(check, STEPS if policy else STEPS[:5]))

    # --------------------------------------------------------------------------------------------------------- search

    def search(self, request: Request, given: Form) -> Response:
        """Words and filters; the form alone before anything is asked."""
        words, filters = given.get("q", "").strip()[:_LONGEST], filters_of(given)
        page = min(max(_number(given.get("page", "1")), 1), _LAST_PAGE)
        with self.engine.corpus() as corpus:
            hits = None
            if words:
                asked = {"language" if name == "wording" else name: value for name, value in filters.items()}
                hits = search_corpus(corpus, words, **asked, limit=page * PAGE + 1).hits
            shown = shown_search(words, filters, corpus.coverage(), hits, wiring.citation_in, page)
        return self.page(request, "search.html.j2", {"search": shown, "words_asked": words, "page": page})

    def open(self, request: Request, given: Form) -> Response:
        """The page of what a reader wrote: a reference, or a citation."""
        asked, as_of = given.get("reference", "").strip()[:_LONGEST], given.get("as_of", "")
        if not asked:
            raise BadInput("there is no citation", remedy="Write one, such as «Art. 8 BV» or «Cap. 9001 s. 3».")
        reference = reference_of(asked, lambda text: wiring.extractor().extract(text).mentions)
        language = ""
        with self.engine.corpus() as corpus:
            found = open_in(corpus, asked, as_of=as_of).answer
            if isinstance(found, PlaceFound):
                language = found.expression.language
        root = str(request.scope.get("root_path", "")).rstrip("/")
        return RedirectResponse(root + addresses.law_of(reference, as_of=as_of, language=language), status_code=303)

    # ------------------------------------------------------------------------------------------------------------ law

    def law(self, request: Request, given: Form) -> Response:
        """A work, or a place in it."""
        work, as_of = _work(request), given.get("as_of", "")
        at = given.get("at", "")
        reference = f"{work}#{at}" if at else work
        with self.engine.corpus() as corpus:
            opened = open_in(corpus, reference, language=given.get("wording", ""), as_of=as_of)
            if not isinstance(opened.answer, PlaceFound):
                shown = shown_absent(opened, as_of=as_of, language=given.get("wording", ""))
                return self.page(request, "absent.html.j2", {"absent": shown}, status=404)
            return self._found(request, given, corpus, opened, opened.answer)

    def _found(
        self, request: Request, given: Form, corpus: SqliteCorpus, opened: Opened, answer: PlaceFound
    ) -> Response:
        record, as_of = answer.expression, given.get("as_of", "")
        nodes, wordings = corpus.nodes(record.id), corpus.expressions(record.work)
        place = shown_place(
            opened,
            nodes,
            wordings,
            cite=wiring.citation_in,
            as_of=as_of,
            passage=_passage(given, record.release),
            signature=self.state(record.release),
        )
        if Reference.parse(opened.reference).place is None:
            page = _number(given.get("page", "1"))
            work = shown_work(record, nodes, corpus.blocks(record.id), wordings, as_of=as_of, page=page)
            return self.page(request, "work.html.j2", {"place": place, "work": work})
        timeline = timeline_of(corpus, place.reference, record.language)
        chosen = Chosen(place.reference, language=record.language, as_of=as_of)
        atoms = [each for each in list_atoms(corpus, chosen) if each.atom.expression == record.id]
        values = {
            "place": place,
            "timeline": shown_timeline(timeline, record.id, answer.as_of),
            "timeline_left_out": timeline.left_out,
            "atoms": [shown_atom(each, as_of=as_of) for each in atoms[:ATOMS]],
            "atoms_left_out": max(0, len(atoms) - ATOMS),
            "dates": _dates_beside(timeline.wordings, answer),
        }
        return self.page(request, "place.html.j2", values)

    def compare(self, request: Request, given: Form) -> Response:
        """A place or a work on two dates."""
        work, at, language = _work(request), given.get("at", ""), given.get("wording", "")
        dates = given.get("old", ""), given.get("new", "")
        reference = f"{work}#{at}" if at else work
        wrong: BadInput | None = None
        shown: ShownCompared | None = None
        with self.engine.corpus() as corpus:
            language = language or _first_language(corpus, work)
            try:
                shown = _compared(corpus, reference, dates, language)
            except BadInput as error:
                wrong = error
            states = sorted(
                {each.state for each in corpus.expressions(work) if each.language == language and each.state}
            )
        values = {
            "compared": shown,
            "dates": dates,
            "work": work,
            "at": at,
            "states": states,
            "wording": language,
            "back": addresses.law(work, at, language=language),
            "wrong": wrong,
            "wrong_code": ""
            if wrong is None
            else "wrong_not_held"
            if all(is_date(each) for each in dates if each)
            else "wrong_date",
        }
        return self.page(request, "compare.html.j2", values, status=422 if wrong else 200)

    # ------------------------------------------------------------------------------------------------------- receipts

    def receipt(self, request: Request, given: Form) -> Response:
        """The receipt of words, shown with its verification by the policy of this server, or as a file."""
        reference, quote = given.get("reference", "")[:_LONGEST], given.get("quote", "").replace("\r\n", "\n")
        if len(quote) > _LONGEST_QUOTE:
            raise BadInput(f"the quote has {len(quote):,} characters", remedy=f"{_LONGEST_QUOTE:,} at most.")
        language, as_of = given.get("wording", ""), given.get("as_of", "")
        with self.engine.corpus() as corpus:
            proofs = self.engine.proofs(corpus)
            made = make_receipt(corpus, reference, quote.strip(), proofs=proofs, language=language, as_of=as_of)
        data = made.to_bytes()
        if given.get("do") == "file":
            headers = {"Content-Disposition": 'attachment; filename="receipt.json"'}
            return Response(data, media_type="application/json", headers=headers)
        check = verify_receipt(data, self.engine.policy) if self.engine.policy is not None else None
        values = {
            "reference": reference,
            "address": addresses.law_of(reference, as_of=as_of, language=language),
            "wording": language,
            "as_of": as_of,
            "receipt": made,
            "quote": made.quote,
            "text": data.decode(),
            "size": len(data),
            "check": check,
        }
        return self.page(request, "receipt.html.j2", values)

    def receipt_page(self, _: Request, given: Form) -> Response:
        """The page that verifies a receipt in the browser, without a network; a receipt that is given stands in it."""
        page, policy = _receipt_page()
        receipt = given.get("receipt", "")[:LARGEST_VERIFIED]
        page = page.replace(_RECEIPT_FIELD, _RECEIPT_FIELD + escape(receipt), 1)
        return Response(page, media_type="text/html", headers={"Content-Security-Policy": policy})


_RECEIPT_FIELD = '<textarea id="receipt" rows="8" required spellcheck="false">'


@cache
def _receipt_page() -> tuple[str, str]:
    """The page as it is handed out, and the policy it names itself, which alone lets its script run."""
    page = table_text("pincite.interfaces.pages", "receipt.html")
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    assert policy is not None, "the page names its policy"
    assert _RECEIPT_FIELD in page, "the page has the field of the receipt"
    return page, f"{policy[1]}; frame-ancestors 'none'"


def _work(request: Request) -> str:
    """The work that a path names.

    Raises:
        Problem: it names none.

    """
    name = str(request.path_params["work"])[:_LONGEST]
    try:
        read = Reference.parse(name)
    except ValueError as error:
        raise missing(f"{name!r} is no work: {error}", do="Write its id, such as hk/cap486.") from error
    if read.place is not None:
        raise Problem(404, "no_such_thing", f"{name!r} names a place", do="Give the place as `at`.")
    return str(read.work)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 1


def _passage(given: Form, release: str) -> Span | None:
    """The words to be marked, where the link was made for this very release: in another one they may stand elsewhere."""
    found = _MARK.fullmatch(given.get("mark", ""))
    if found is None or given.get("of") != release:
        return None
    start, end = int(found[1]), int(found[2])
    return Span(start, end) if start < end else None


def _dates_beside(wordings: Sequence[Wording], answer: PlaceFound) -> tuple[str, str]:
    """The dates that the form of comparison offers: of the wording before the one shown, and of the one shown."""
    there = [each for each in wordings if not each.absent and each.states[-1]]
    at = next((n for n, each in enumerate(there) if answer.expression.id in each.expressions), 0)
    if len(there) < 2:
        only = there[0].states if there else (answer.as_of,)
        return only[0] or only[-1], only[-1]
    new = max(at, 1)
    return there[new - 1].states[-1], there[new].states[-1]


def _first_language(corpus: SqliteCorpus, work: str) -> str:
    found = corpus.find_place(work)
    if not isinstance(found, PlaceFound):
        raise missing(f"{work} is not held", do="Search for it, or see the list of releases.")
    return found.expression.language


def _compared(corpus: SqliteCorpus, reference: str, dates: tuple[str, str], language: str) -> ShownCompared | None:
    """The comparison; None while a date is missing. A place too long to be compared at once is, provision by provision."""
    old, new = (checked_date(date, "the date") for date in dates)
    if not old or not new:
        return None
    read = Reference.parse(reference)
    inside: frozenset[str] | None = None
    if read.place is not None:
        compared = compare_dates(corpus, reference, old, new, language=language)
        if compared.words is not None:
            return shown_compared(reference, compared, dates, wiring.citation_in)
        inside = frozenset(
            block.eid
            for side in (compared.old, compared.new)
            for block in corpus.blocks(side.expression.id)
            if side.start <= block.document_start < side.end
        )
    made = diff_on_dates(corpus, f"{read.work}@{language}/{old}", f"{read.work}@{language}/{new}")
    return shown_differences(reference, made[0], dates, wiring.citation_in, inside)
