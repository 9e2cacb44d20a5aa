"""Fetch law from its publishers into a folder of sources, as the packs' lists of publishers say.

Keeps true:
1. What exists is asked of the publisher first, where it has a list or a registry; then each file.
2. A file enters the folder only when it is what was asked for: its status, its media type, its first bytes, the digest a
   list promised, and the reader's own opinion; a placeholder with status 200 is none. What is refused is said, by name.
3. A file that is there and unchanged is not fetched again (validators, or the digest of its archive), and its line in the
   lock stays as it is. A file that changed replaces the old one, and the change is said; with `locked` it is refused.
4. A collection whose publisher forbids more gives one document at a time, at a user's request, never by a list.

Pure over its ports: the network, the folder and the readers are handed in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, Protocol
from urllib.parse import urlencode

from pincite.corpus.exchange import Answer, Net, Request
from pincite.corpus.fit import fit
from pincite.corpus.publishers import Catalogue, Collection, FileRecipe, Form, Step
from pincite.corpus.recipes import Row, address_of, path_of, rows_of, text_of, variables_of
from pincite.corpus.source_lock import Difference, LockLine
from pincite.corpus.spec import FetchOrder
from pincite.digests import sha256
from pincite.errors import BadInput, CannotRun, PinciteError
from pincite.law.reader import Reader

__all__ = ["Fetched", "Outcome", "Store", "Wanted", "fetch_sources"]

Kind = Literal["new", "changed", "unchanged", "missing", "refused", "left"]

MOST_PAGES = 5_000
GONE = (404, 410)
NOT_MODIFIED = 304


class Outcome(NamedTuple):
    """What came of one file: its name (or the item, when there is no file), and why it is not there, or what changed."""

    name: str
    kind: Kind
    why: str = ""
    bytes: int = 0


@dataclass(frozen=True, slots=True)
class Fetched:
    """What came of a run, in order."""

    outcomes: tuple[Outcome, ...]

    def of(self, kind: Kind) -> tuple[Outcome, ...]:
        """The outcomes of a kind."""
        return tuple(each for each in self.outcomes if each.kind == kind)

    @property
    def failed(self) -> bool:
        """Whether something asked for is not there."""
        return any(each.kind in ("missing", "refused") for each in self.outcomes)


class Store(Protocol):
    """The folder of sources."""

    @property
    def lines(self) -> Mapping[str, LockLine]:
        """Its lock."""

    def held(self, name: str) -> LockLine | None:
        """The line of a file that is there and is what it says."""

    def read(self, name: str) -> bytes | None:
        """The bytes of a file, None when it is not there."""

    def put(self, line: LockLine, data: bytes) -> None:
        """A file and its line."""

    def difference(self, line: LockLine, data: bytes) -> Difference:
        """How these bytes differ from a line."""

    def archive(self, address: str) -> str:
        """Where the archive of an address is kept."""

    def digest(self, archive: str) -> str:
        """The SHA-256 of an archive, "" when it is not there."""

    def discard(self, archive: str) -> None:
        """Delete it."""

    def members(self, archive: str, wanted: Iterable[str] | None) -> Iterator[tuple[str, bytes]]:
        """Its members."""


class Wanted(NamedTuple):
    """A file to fetch: of which collection, by which recipe, with which variables."""

    collection: Collection
    recipe: FileRecipe
    row: Row
    main: str = ""

    @property
    def address(self) -> str:
        """Its own, or its archive's."""
        return address_of(self.recipe.address, self.row)

    @property
    def name(self) -> str:
        """Where it goes; of members that a pattern chooses it is known only when the archive is open."""
        return path_of(self.recipe.path, self.row)

    def options(self) -> dict[str, str]:
        """To its reader."""
        made = {key: text_of(_plain(template), self.row) for key, template in self.recipe.options.items()}
        return {key: value for key, value in made.items() if value}

    def request(self) -> Request:
        """For the file."""
        wishes = {"accept": self.recipe.accept, "accept-language": text_of(self.recipe.accept_language, self.row)}
        return Request("GET", self.address, {key: value for key, value in wishes.items() if value})


def fetch_sources(
    orders: Sequence[FetchOrder],
    catalogue: Catalogue,
    net: Net,
    store: Store,
    *,
    readers: Mapping[str, Reader],
    locked: bool = False,
    only_list: bool = False,
    progress: Callable[[Outcome, int, int], None] = lambda *_: None,
) -> Fetched:
    """Fetch what the orders name.

    Args:
        orders: collections with items, languages and a date.
        catalogue: of the packs.
        net: the network.
        store: the folder.
        readers: by name; a file that its reader refuses is refused.
        locked: leave a file that changed at its publisher as it is, and say how it differs.
        only_list: say what exists, and fetch nothing.
        progress: told of each outcome, with its number and how many there are so far.

    Raises:
        BadInput: an order that cannot be carried out, before anything is asked.

    """
    run = _Run(net, store, readers, locked=locked, progress=progress)
    checked = [(order, catalogue.collection(order.collection)) for order in orders]
    for order, collection in checked:
        _check(order, collection)
    wanted: list[Wanted] = []
    for order, collection in checked:
        wanted += run.found(order, collection)
    if only_list:
        for each in wanted:
            run.say(Outcome(each.name, "left", each.address), len(wanted))
    else:
        run.fetch(wanted)
    return Fetched(tuple(run.outcomes))


def _check(order: FetchOrder, collection: Collection) -> None:
    """Refuse, before the first request, what will not do.

    Raises:
        BadInput: no such item or language, nothing to fetch, or more than the publisher lets be fetched.

    """
    if not collection.hosts:
        raise BadInput(
            f"nothing is fetched for {collection.name}: {collection.title}",
            remedy="Add files: pincite corpus add FILE.",
        )
    if not order.items:
        raise BadInput(
            f"{collection.name}: name what to fetch",
            remedy="Items look like "
            + "; ".join(f"«{form.example}» ({form.about})" for form in collection.forms)
            + ".",
        )
    for language in order.languages:
        if language not in collection.languages:
            known = ", ".join(collection.languages) or "none: its documents have the language they have"
            raise BadInput(f"{collection.name} has no language {language!r}", remedy=f"Languages: {known}.")
    for item in order.items:
        collection.form(item, order.form)
    if collection.one_at_a_time and (order.by_spec or len(order.items) > 1 or len(order.languages) > 1):
        raise BadInput(
            f"{collection.name}: its publisher lets single documents be read, not collections",
            remedy="Ask for one document, by name, at the command line: pincite corpus fetch "
            f"{collection.name} «{collection.forms[0].example}» --out FOLDER.",
        )


class _Run:
    def __init__(
        self,
        net: Net,
        store: Store,
        readers: Mapping[str, Reader],
        *,
        locked: bool,
        progress: Callable[[Outcome, int, int], None],
    ) -> None:
        self.net = net
        self.store = store
        self.readers = readers
        self.locked = locked
        self.progress = progress
        self.outcomes: list[Outcome] = []
        self._asked: dict[tuple[str, str, bytes], Answer] = {}

    def say(self, outcome: Outcome, total: int) -> None:
        self.outcomes.append(outcome)
        self.progress(outcome, len(self.outcomes), total)

    # what exists

    def found(self, order: FetchOrder, collection: Collection) -> list[Wanted]:
        """The files of an order; an item of which the publisher knows nothing is an outcome of its own."""
        wanted: list[Wanted] = []
        for item in order.items:
            form, variables = collection.form(item, order.form)
            for language in order.languages or tuple(collection.languages)[:1] or ("",):
                given = {
                    "item": item,
                    "language": language,
                    "as_of": order.as_of,
                    "publisher_language": collection.languages.get(language, ""),
                }
                row = variables_of(form, variables, given)
                try:
                    rows = self._rows(form, row)
                except PinciteError as error:
                    self.say(Outcome(f"{collection.name} {item}", "refused", str(error)), len(wanted))
                    continue
                for each in rows:
                    wanted += _files(collection, form, each)
        return wanted

    def _rows(self, form: Form, row: Row) -> list[Row]:
        rows = [row]
        for step in form.find:
            made = [found for each in rows for found in self._ask(step, each)]
            if not made and rows:
                self.say(Outcome(row["item"], "missing", text_of(_plain(step.none), row)), 0)
            rows = made
        return rows

    def _ask(self, step: Step, row: Row) -> list[Row]:
        """The rows of all pages of an answer."""
        made: list[Row] = []
        seen: set[tuple[str, ...]] = set()
        size = step.page_size or 10_000
        offset, following = 0, ""
        for _ in range(MOST_PAGES):
            paged = {**row, "limit": str(size), "offset": str(offset)}
            answer = self._answer(_question(step, paged, following))
            if answer is None:
                break
            rows, following, held = rows_of(step, answer.body, row, address=answer.address)
            # a page may end within the states of one act: the first of each counts over all pages
            keys = [tuple(each.get(name, "") for name in step.first_by) for each in rows]
            made += [each for each, key in zip(rows, keys, strict=True) if not step.first_by or key not in seen]
            seen.update(keys)
            offset += size
            if not following and (not step.page_size or held < size):
                break
        return made

    def _answer(self, request: Request) -> Answer | None:
        """The answer to a question, asked once a run; None when there is no such thing.

        Raises:
            CannotRun: another status.

        """
        key = (request.method, request.address, request.body)
        known = self._asked.get(key)
        if known is None:
            known = self.net.ask(request)
            if len(request.body) + len(known.body) < 16_000_000:
                self._asked = {**dict(list(self._asked.items())[-3:]), key: known}
        if known.status in GONE:
            return None
        if known.status != 200:
            raise CannotRun(
                f"{request.address} answers {known.status}", remedy="Try later; the service may have changed."
            )
        return known

    # the files

    def fetch(self, wanted: Sequence[Wanted]) -> None:
        """Fetch all; those of one archive together."""
        single = [each for each in wanted if not each.recipe.archived]
        archives: dict[tuple[str, ...], list[Wanted]] = {}
        for each in wanted:
            if each.recipe.archived:
                request = each.request()
                archives.setdefault((request.address, *sorted(request.headers.values())), []).append(each)
        for each in single:
            self._tell(each, lambda each=each: self._single(each), len(wanted))  # type: ignore[misc]
        for group in archives.values():
            self._tell(group[0], lambda group=group: self._archive(group, len(wanted)), len(wanted))  # type: ignore[misc]

    def _tell(self, wanted: Wanted, fetch: Callable[[], Outcome | None], total: int) -> None:
        """An outcome, whatever happens to one file: the others are fetched all the same."""
        try:
            outcome = fetch()
        except PinciteError as error:
            outcome = Outcome(wanted.name, "refused", str(error))
        if outcome is not None:
            self.say(outcome, total)

    def _single(self, wanted: Wanted) -> Outcome:
        held = self.store.held(wanted.name)
        request = wanted.request()
        if held is not None and held.url == wanted.address:
            validators = {"if-none-match": held.etag, "if-modified-since": held.last_modified}
            conditions = {key: value for key, value in validators.items() if value}
            request = replace(request, headers={**request.headers, **conditions})
        answer = self.net.ask(request)
        if held is not None and answer.status == NOT_MODIFIED:
            return Outcome(wanted.name, "unchanged", bytes=held.bytes)
        if answer.status in GONE:
            return Outcome(wanted.name, "missing", f"{wanted.address} does not exist ({answer.status})")
        if answer.status != 200:
            raise CannotRun(f"{wanted.address} answers {answer.status}")
        self._fits(wanted, answer.media_type, answer.body)
        return self._keep(wanted, wanted.name, answer, answer.body)

    def _archive(self, group: Sequence[Wanted], total: int) -> None:
        """The members of one archive; nothing is fetched when the folder has them of this very archive."""
        first = group[0]
        promised = text_of(first.recipe.sha256, first.row).lower()
        if promised and self._all_held(group, promised):
            for each in group:
                self.say(Outcome(each.name, "unchanged"), total)
            return
        request = first.request()
        path = self.store.archive(" ".join([request.address, *sorted(request.headers.values())]))
        answer = self._archived(first, request, path, promised)
        digest = promised or self.store.digest(path)
        chosen = {_member(each): each for each in group if each.recipe.member}
        like = first.recipe.member_like
        met: set[str] = set()
        try:
            for name, data in self.store.members(path, chosen.keys() if chosen else None):
                base = name.rpartition("/")[2]
                wanted = chosen.get(name)
                if wanted is None:
                    if like is None or not like.fullmatch(base):
                        continue
                    wanted = first._replace(row={**first.row, "member": base})
                met.add(name)
                self._tell(wanted, lambda w=wanted, n=name, d=data: self._member(w, n, d, answer, digest), total)  # type: ignore[misc]
        except CannotRun:
            self.store.discard(path)
            raise
        for name, each in chosen.items():
            if name not in met:
                self.say(Outcome(each.name, "missing", f"{each.address} has no member {name}"), total)
        if not chosen and not met:
            self.say(Outcome(first.name, "missing", f"{first.address} holds no file of this kind"), total)
        if not promised:
            self.store.discard(path)  # made anew at each request: of no use another time

    def _archived(self, wanted: Wanted, request: Request, path: str, promised: str) -> Answer:
        """The archive, as the list promised it.

        Raises:
            CannotRun: it is not there, or is another than promised.

        """
        if promised and self.store.digest(path) == promised:
            return Answer(200, request.address, {}, b"", "")
        self.store.discard(path)
        answer = self.net.download(request, path)
        if answer.status != 200:
            raise CannotRun(f"{request.address} answers {answer.status}")
        if wanted.recipe.media and answer.media_type and not _is_archive(answer.media_type):
            self.store.discard(path)
            raise CannotRun(f"{request.address} sends {answer.media_type}, not an archive")
        digest = self.store.digest(path)
        if promised and digest != promised:
            self.store.discard(path)
            raise CannotRun(
                f"{request.address} is not the archive that the publisher's list promises: "
                f"sha256 {digest}, promised {promised}",
                remedy="The list and the archive may be of two weeks: try again later.",
            )
        return answer

    def _all_held(self, group: Sequence[Wanted], archive: str) -> bool:
        held = (self.store.held(each.name) for each in group)
        return all(line is not None and line.archive_sha256 == archive for line in held)

    def _member(self, wanted: Wanted, member: str, data: bytes, answer: Answer, archive: str) -> Outcome:
        self._fits(wanted, "", data)
        return self._keep(wanted, wanted.name, answer, data, member=member, archive=archive)

    def _fits(self, wanted: Wanted, media_type: str, data: bytes) -> None:
        recipe, collection = wanted.recipe, wanted.collection
        member = replace(recipe, media=(), kind="xml" if wanted.name.endswith("xml") else "")
        fit(member if recipe.archived else recipe, media_type, data, address=wanted.address)
        reader = self.readers.get(recipe.reader or collection.reader)
        # a companion makes the reader's input whole, and archives are proved by the list's digest
        if reader is None or recipe.companion or collection.companions or recipe.sha256:
            return
        try:
            read = reader(data, name=wanted.name, options=wanted.options())
        except Exception as error:  # whatever a reader says against it: the page of a proxy may be anything
            raise CannotRun(
                f"{wanted.address} sent something that the reader {recipe.reader or collection.reader} cannot read: {error}",
                remedy="It may be a placeholder; look at the address in a browser.",
            ) from error
        if not read:
            raise CannotRun(f"{wanted.address} sent a file without a document")
        expected = text_of(_plain(recipe.expected), wanted.row).casefold()
        borne = [name for document in read for name in (str(document.work), *document.aliases)]
        if expected and expected not in (name.casefold() for name in borne):
            raise CannotRun(
                f"{wanted.address} sent another document: {borne[0]}, not {expected}",
                remedy="It was not taken; tell the publisher.",
            )

    def _keep(
        self, wanted: Wanted, name: str, answer: Answer, data: bytes, *, member: str = "", archive: str = ""
    ) -> Outcome:
        """Into the folder, with its line; bytes that are there already keep their line."""
        digest = sha256(data)
        line = self.store.lines.get(name)
        if line is not None and line.sha256 == digest and line.url == wanted.address and self.store.held(name):
            if line.archive_sha256 != archive or line.etag != answer.headers.get("etag", ""):
                self.store.put(_validated(line, answer, archive), data)
            return Outcome(name, "unchanged", bytes=len(data))
        if line is not None and line.sha256 != digest:
            difference = str(self.store.difference(line, data))
            if self.locked:
                return Outcome(
                    name, "refused", f"it changed at its publisher, and was left as it is locked:\n    {difference}"
                )
            self.store.put(_line(wanted, name, answer, data, member, archive), data)
            return Outcome(name, "changed", difference, len(data))
        if line is None and self.store.read(name) not in (None, data):
            raise BadInput(
                f"{name} is there already, is no file of the lock, and is another",
                remedy="Move it away, or add it with `pincite corpus add`.",
            )
        # the same bytes from the same address: first retrieved when the line says
        since = line.retrieved_at if line is not None and line.url == wanted.address else ""
        made = _line(wanted, name, answer, data, member, archive)
        self.store.put(replace(made, retrieved_at=since or made.retrieved_at), data)
        return Outcome(name, "new", bytes=len(data))


def _validated(line: LockLine, answer: Answer, archive: str) -> LockLine:
    """The line with the publisher's newest validators: they say nothing about the bytes."""
    return replace(
        line,
        etag=answer.headers.get("etag", ""),
        last_modified=answer.headers.get("last-modified", ""),
        archive_sha256=archive,
    )


def _line(wanted: Wanted, name: str, answer: Answer, data: bytes, member: str, archive: str) -> LockLine:
    collection, recipe = wanted.collection, wanted.recipe
    request = wanted.request()
    media = recipe.media[0] if recipe.media else answer.media_type or "application/octet-stream"
    return LockLine(
        name=name,
        sha256=sha256(data),
        bytes=len(data),
        media_type="application/xml" if member and "xml" in name.rpartition(".")[2].lower() else media,
        publisher=collection.publisher,
        licence=collection.licence,
        legal_value=collection.legal_value,
        redistribute=collection.redistribute,
        reader=recipe.reader or collection.reader,
        url=wanted.address,
        retrieved_at=answer.at,
        collection=collection.name,
        item=wanted.row.get("item", ""),
        language=wanted.row.get("language", ""),
        as_of=wanted.row.get("as_of", ""),
        member=member,
        archive_sha256=archive,
        etag="" if member else answer.headers.get("etag", ""),
        last_modified="" if member else answer.headers.get("last-modified", ""),
        accept=request.headers.get("accept", ""),
        accept_language=request.headers.get("accept-language", ""),
        companion_of=wanted.main if recipe.companion else "",
        options=wanted.options(),
    )


def _files(collection: Collection, form: Form, row: Row) -> list[Wanted]:
    """The files of a row; a companion names the file it belongs to, the first of the form that is none."""
    main = next(
        (path_of(recipe.path, row) for recipe in form.files if not recipe.companion and not recipe.archived), ""
    )
    return [Wanted(collection, recipe, row, main if recipe.companion else "") for recipe in form.files]


def _member(wanted: Wanted) -> str:
    return text_of(_plain(wanted.recipe.member), wanted.row)


def _plain(template: str) -> str:
    """A template whose variables stand as they are: for people, and for names of members."""
    return re.sub(r"\{([a-z_][a-z0-9_]*)\}", r"{+\1}", template)


def _question(step: Step, row: Row, following: str) -> Request:
    headers = {"accept": step.accept} if step.accept else {}
    address = following or address_of(step.address, row)
    if step.method == "POST":
        form = {"content-type": "application/x-www-form-urlencoded"}
        return Request("POST", address, {**headers, **form}, urlencode({"query": text_of(step.query, row)}).encode())
    return Request("GET", address, headers)


def _is_archive(media_type: str) -> bool:
    return "zip" in media_type or media_type == "application/octet-stream"
