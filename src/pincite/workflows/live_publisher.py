"""One document from a publisher's own collections, for the draft at hand: asked as `pincite corpus fetch` asks, kept in memory.

Keeps true: everything that fetching proves of a file (status, form, the reader's opinion, the number of the act) is proved
here too; a failure of the network is `Unreachable` and not «the publisher has it not».
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pincite.corpus.exchange import Answer, Net, Request
from pincite.corpus.publishers import Catalogue
from pincite.corpus.services import Question, Served, Service, Tools, Unreachable
from pincite.corpus.source_lock import Difference, LockLine
from pincite.corpus.spec import FetchOrder
from pincite.errors import CannotRun, PinciteError
from pincite.law.document import Document
from pincite.law.reader import Reader
from pincite.privacy.egress import Parcel, Withheld
from pincite.workflows.fetch_sources import fetch_sources

__all__ = ["from_publisher"]

_LANGUAGES = ("de", "fr", "it", "rm", "en")


def from_publisher(
    service: Service,
    question: Question,
    parcel: Parcel,
    *,
    tools: Tools,
    catalogue: Catalogue,
    readers: Mapping[str, Reader],
) -> tuple[Served, str, str]:
    """The federal act a question names, in the state of its date; with the digest of the file and when it came.

    Raises:
        Unreachable: the publisher did not answer.
        Withheld: the door keeps the question here.

    """
    item = _item(question.work)
    if not item:
        return Served("not_served", why="it has federal acts alone"), "", ""
    wanted = question.language if question.language in _LANGUAGES else "de"
    why = ""
    for language in dict.fromkeys((wanted, "de")):
        for name in service.collections:
            served = _one(name, item, language, question, parcel, tools, catalogue, readers)
            if isinstance(served, tuple):
                return served
            why = served
    return Served("not_served", why=why[:300]), "", ""


def _item(work: str) -> str:
    head, _, number = work.partition("ch/sr/")
    if number and not head:
        return number
    return work.removeprefix("ch/") if work.startswith("ch/eli/") else ""


def _one(
    name: str,
    item: str,
    language: str,
    question: Question,
    parcel: Parcel,
    tools: Tools,
    catalogue: Catalogue,
    readers: Mapping[str, Reader],
) -> tuple[Served, str, str] | str:
    collection = catalogue.collection(name)
    net = _Watched(tools.net(dict.fromkeys(collection.hosts, collection.seconds_between), parcel))
    store = _Memory()
    order = FetchOrder(name, (item,), (language,), question.as_of or question.today)
    fetched = fetch_sources([order], catalogue, net, store, readers=readers)
    if net.failure is not None:
        raise net.failure
    for line, data in store.files.values():
        reader = readers[line.reader]
        try:
            documents = reader(data, name=line.name, options=line.options)
        except PinciteError as error:
            return Served("unreadable", why=str(error)[:200]), "", ""
        if found := _meant(documents, question.work):
            return Served("served", found), line.sha256, line.retrieved_at
        other = str(documents[0].work) if documents else "nothing"
        return Served("other_document", why=f"it sent {other}"), "", ""
    why = next((outcome.why for outcome in fetched.outcomes if outcome.why), "")
    if "sent another document" in why:
        return Served("other_document", why=why[:300]), "", ""
    return why


def _meant(documents: Iterable[Document], work: str) -> Document | None:
    return next((each for each in documents if work in (str(each.work), *each.aliases)), None)


class _Watched:
    """A client that remembers whether something failed for another reason than what was asked for."""

    def __init__(self, net: Net) -> None:
        self._net = net
        self.failure: PinciteError | None = None

    def ask(self, request: Request) -> Answer:
        try:
            answer = self._net.ask(request)
        except Withheld as error:
            self.failure = error
            raise
        except CannotRun as error:
            self.failure = Unreachable(str(error), remedy=error.remedy)
            raise
        if answer.status not in (200, 304, 404, 410):
            self.failure = Unreachable(f"{request.address} answers {answer.status}")
        return answer

    def download(self, request: Request, into: str) -> Answer:
        return self._net.download(request, into)


class _Memory:
    """A folder of sources that is none: files of this run alone."""

    def __init__(self) -> None:
        self.files: dict[str, tuple[LockLine, bytes]] = {}

    @property
    def lines(self) -> Mapping[str, LockLine]:
        return {name: line for name, (line, _) in self.files.items()}

    def held(self, name: str) -> LockLine | None:
        return self.files[name][0] if name in self.files else None

    def read(self, name: str) -> bytes | None:
        return self.files[name][1] if name in self.files else None

    def put(self, line: LockLine, data: bytes) -> None:
        self.files[line.name] = (line, data)

    def difference(self, line: LockLine, data: bytes) -> Difference:
        raise AssertionError(f"{line.name} came twice with {len(data)} bytes")

    def archive(self, address: str) -> str:
        raise CannotRun(f"{address} is an archive; single documents are asked for here")

    def digest(self, archive: str) -> str:  # noqa: ARG002 (the port's)
        return ""

    def discard(self, archive: str) -> None:
        """Nothing is kept."""

    def members(self, archive: str, wanted: Iterable[str] | None) -> Iterator[tuple[str, bytes]]:  # noqa: ARG002
        return iter(())
