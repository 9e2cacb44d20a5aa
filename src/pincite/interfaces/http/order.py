"""What a server is started with, so that each of its processes can open the same releases, ledger and jobs by itself.

Keeps true: an order is plain values and can be handed to another process; no secret stands in what it shows of itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pincite import settings, wiring
from pincite.interfaces.http.limits import Limits
from pincite.interfaces.mcp.engine import Engine
from pincite.storage.sealing import sealer_of
from pincite.storage.trust_files import read_policy

if TYPE_CHECKING:
    from pincite.storage.jobs import JobStore

__all__ = ["Order"]


@dataclass(frozen=True)
class Order:
    """See the module.

    Attributes:
        releases, at_release: as for every command.
        ledger: file or address of the chats; "" for none (read only).
        jobs: file or address of the jobs.
        policy: file of the trust policy, "" for none.
        lasting: whether the ledger outlives the server.
        keep: seconds for which jobs are kept.
        token: of the one user of a local server; "" where another identity knows who calls.
        hosts: names under which it may be asked.
        limits: sizes, rates, times.
        log: whether each request is logged, as JSON.
        telemetry: where traces and metrics go: "", otlp or console.

    """

    releases: tuple[Path, ...]
    at_release: tuple[str, ...]
    ledger: str
    jobs: str
    policy: str = ""
    lasting: bool = True
    keep: float = 86_400.0
    token: str = field(default="", repr=False)
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]")
    limits: Limits = field(default_factory=Limits)
    log: bool = False
    telemetry: str = ""

    def open_engine(self, readers: int) -> Engine:
        """The engine of a process; `readers` threads read releases at a time.

        Raises:
            BadInput, CannotRun: something cannot be opened.

        """
        pool = wiring.open_pool(self.releases, at_release=self.at_release, size=readers)
        try:
            ledger = wiring.open_ledger(self.ledger, create=True) if self.ledger else None
        except BaseException:
            pool.close()
            raise
        policy = read_policy(Path(self.policy)) if self.policy else None
        return Engine(pool, ledger, policy, lasting=self.lasting)

    def open_jobs(self) -> JobStore:
        """The jobs.

        Raises:
            BadInput, CannotRun: they cannot be opened.

        """
        from pincite.storage.open_jobs import open_jobs

        return open_jobs(self.jobs, sealer=sealer_of(settings.ledger_key()), keep=self.keep)
