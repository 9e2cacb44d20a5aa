"""What the tools run on: the releases, the ledger, whom receipts are trusted from, and who calls.

Keeps true: one engine serves all calls of a server from several threads; a caller's chats are those of its tenant alone;
a report is kept for its further pages under the digest of everything it came from, and only for its tenant.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, Any

from pincite import wiring
from pincite.storage.release_proofs import CorpusProofs, FolderProofs

if TYPE_CHECKING:
    from pincite.ledger.port import Ledger
    from pincite.storage.sqlite.corpus import SqliteCorpus
    from pincite.storage.sqlite.corpus_pool import CorpusPool
    from pincite.transparency.policy import Policy
    from pincite.workflows.chat import Acting

__all__ = ["Engine", "Who"]

REPORTS_KEPT = 16


@dataclass(frozen=True, slots=True)
class Who:
    """Who calls: as the door knows it, never as an argument says it."""

    tenant: str = "local"
    matter: str = "default"
    actor: str = "agent"
    actions: frozenset[str] | None = None
    """What it may (read, check, append, withdraw); None for all: a door with users of its own says it."""


Verifier = Callable[["Who", bytes, str, Mapping[str, str], Callable[[int, str], None]], Mapping[str, Any]]
"""`verifier(who, draft, name, {language, as_of}, progress)`: the report as JSON values."""


@dataclass
class Engine:
    """See the module.

    Attributes:
        pool: the releases.
        ledger: of the chats; None to read only.
        policy: whose signatures a receipt is trusted by.
        lasting: whether the ledger outlives the server.
        today: ISO date, for reports.
        verifier: verifies drafts for `verify_draft` elsewhere (in another process); None to do it where the call is.

    """

    pool: CorpusPool
    ledger: Ledger | None = None
    policy: Policy | None = None
    lasting: bool = True
    today: Callable[[], str] = lambda: wiring.now()[:10]
    verifier: Verifier | None = None
    _reports: OrderedDict[tuple[str, str], Mapping[str, Any]] = field(default_factory=OrderedDict)
    _proofs: dict[str, FolderProofs] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    @property
    def read_only(self) -> bool:
        """Whether there are no chats."""
        return self.ledger is None

    @contextmanager
    def corpus(self) -> Iterator[SqliteCorpus]:
        """The releases, for this thread alone."""
        with self.pool.corpus() as corpus:
            yield corpus

    def acting(self, who: Who, chat: str) -> Acting:
        """The caller in one of its chats ("" for a new name)."""
        assert self.ledger is not None, "no tool of a chat is offered without a ledger"
        return wiring.acting(self.ledger, chat, tenant=who.tenant, matter=who.matter, actor=who.actor)

    def report(self, who: Who, key: str, make: Callable[[], Mapping[str, Any]]) -> Mapping[str, Any]:
        """The report of this key, made once; two threads may both make it, and make the same."""
        with self._lock:
            held = self._reports.get((who.tenant, key))
        if held is None:
            held = make()
        with self._lock:
            self._reports[who.tenant, key] = held
            self._reports.move_to_end((who.tenant, key))
            while len(self._reports) > REPORTS_KEPT:
                self._reports.popitem(last=False)
        return held

    def proofs(self, corpus: SqliteCorpus) -> CorpusProofs:
        """The proofs of the releases; each release's tree is made once."""
        return CorpusProofs(corpus, self._proofs)

    def close(self) -> None:
        """Close the releases and the ledger."""
        self.pool.close()
        if self.ledger is not None:
            self.ledger.close()
