"""How fast the ledger takes entries durably, and how fast a long chain is verified.

    python -m benchmarks.ledger                      prints, and writes results/ledger.json
    python -m benchmarks.ledger --entries 100000     a shorter chain to verify
    python -m benchmarks.ledger --seconds 10 --folder DIR --no-postgres

One load throughout: each client appends entries of about 500 bytes to a chat of its own and waits for each. Measured in rounds
that take turns, with the disk's fsync measured in the same run, since it decides all of it:

    group    50 clients through the group-commit writer
    plain    50 clients, a connection each, a commit an entry
    one      one client
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sqlite3
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from pincite.ledger.chain import verify
from pincite.ledger.entries import ChatId, Draft, Entry, payload_bytes
from pincite.ledger.port import Ledger
from pincite.storage.ledger_batch import Request
from pincite.storage.postgres.ledger import PostgresLedger, prepare
from pincite.storage.sqlite.ledger import SqliteLedger

RESULTS = Path(__file__).resolve().parent / "results"
CLIENTS = 50
AT = "2026-11-30T12:00:00.000Z"
BODY = {"text": "The time for registering a lantern. " * 13}
Row = dict[str, Any]
Append = Callable[[ChatId, Sequence[Draft]], Sequence[Entry]]


class PlainSqlite(SqliteLedger):
    """The same store without a writer thread: whoever appends commits in its own connection."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._sealer = None
        self._use(self._connect())

    def append(self, chat: ChatId, drafts: Sequence[Draft]) -> tuple[Entry, ...]:
        """Append and commit in the caller's thread."""
        (outcome,) = self._commit([Request(chat, tuple(drafts))])
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def close(self) -> None:
        """Close the connection."""
        self._writer.close()


def load(appends: Sequence[Append], seconds: float, name: str) -> Row:
    """Each client appends to its own chat for so long; rate and latencies over all of them."""
    times: list[list[float]] = [[] for _ in appends]
    gate = threading.Barrier(len(appends) + 1)
    ends = [0.0]

    def client(number: int) -> None:
        append, chat = appends[number], ChatId("tenant", "matter", f"{name} {number}")
        append(chat, [Draft("chat_opened", AT, payload_bytes("bench", {}))])
        draft = [Draft("question", AT, payload_bytes("bench", BODY))]
        gate.wait()
        gate.wait()
        mine, until = times[number], ends[0]
        while (begin := time.perf_counter()) < until:
            append(chat, draft)
            mine.append(time.perf_counter() - begin)

    threads = [threading.Thread(target=client, args=(number,)) for number in range(len(appends))]
    for thread in threads:
        thread.start()
    gate.wait()
    begin = time.perf_counter()
    ends[0] = begin + seconds
    gate.wait()
    for thread in threads:
        thread.join()
    taken = time.perf_counter() - begin
    flat = sorted(each for mine in times for each in mine)
    return {"appends": len(flat), "seconds": taken, "latencies": flat, "fewest_of_a_client": min(map(len, times))}


def summed(rounds: Sequence[Row]) -> Row:
    """Rounds of one kind as one row."""
    latencies = sorted(each for row in rounds for each in row["latencies"])
    cuts = quantiles(latencies, n=100) if len(latencies) > 1 else [latencies[0]] * 99
    return {
        "appends": len(latencies),
        "appends_per_second": round(len(latencies) / sum(row["seconds"] for row in rounds), 1),
        "p50_ms": round(median(latencies) * 1000, 3),
        "p99_ms": round(cuts[98] * 1000, 3),
        "max_ms": round(latencies[-1] * 1000, 3),
        "fewest_of_a_client": min(row["fewest_of_a_client"] for row in rounds),
    }


def fsync_times(folder: Path, count: int = 150) -> list[float]:
    """How long the disk takes to make 4 KiB at the end of a file durable, in seconds."""
    times: list[float] = []
    with (folder / "fsync").open("wb", buffering=0) as file:
        for _ in range(count):
            file.write(bytes(4096))
            begin = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append(time.perf_counter() - begin)
    return times


def sqlite_rates(folder: Path, seconds: float, rounds: int) -> Row:
    """Group, plain and one client on SQLite, taking turns."""
    found: dict[str, list[Row]] = {"group": [], "plain": [], "one": []}
    syncs: list[float] = []
    for number in range(rounds):
        for kind, rows in found.items():
            syncs += fsync_times(folder)
            path = folder / f"{kind}{number}.db"
            with ExitStack() as stack:
                shared = stack.enter_context(SqliteLedger(path, create=True))
                if kind == "plain":
                    stores = [stack.enter_context(PlainSqlite(path)) for _ in range(CLIENTS)]
                    appends: list[Append] = [each.append for each in stores]
                else:
                    appends = [shared.append] * (CLIENTS if kind == "group" else 1)
                rows.append(load(appends, seconds, kind))
    row: Row = {kind: summed(each) for kind, each in found.items()}
    row["fsync_p50_ms"] = round(median(syncs) * 1000, 3)
    row["fsyncs_per_second"] = round(1 / (sum(syncs) / len(syncs)), 1)
    return row


@contextmanager
def postgres() -> Iterator[str]:
    """The working role's address on a server of its own that waits for the disk."""
    import psycopg  # noqa: PLC0415 (an extra, needed for this part only)
    from psycopg.conninfo import make_conninfo  # noqa: PLC0415
    from tests.storage.postgres_server import server  # noqa: PLC0415

    with server(durable=True) as superuser:
        with psycopg.connect(superuser, autocommit=True) as connection:
            connection.execute("CREATE ROLE worker LOGIN")
        prepare(superuser, "worker")
        yield make_conninfo(superuser, user="worker")


def postgres_rates(seconds: float, rounds: int) -> Row:
    """Group, plain and one client on PostgreSQL, taking turns."""
    found: dict[str, list[Row]] = {"group": [], "plain": [], "one": []}
    with postgres() as address:
        for number in range(rounds):
            for kind, rows in found.items():
                with ExitStack() as stack:
                    count = CLIENTS if kind == "plain" else 1
                    stores = [stack.enter_context(PostgresLedger(address)) for _ in range(count)]
                    clients: list[Ledger] = [*stores] if kind != "group" else [stores[0]] * CLIENTS
                    rows.append(load([each.append for each in clients], seconds, f"{kind} {number}"))
    return {kind: summed(each) for kind, each in found.items()}


def verifying(folder: Path, entries: int) -> Row:
    """A chain of so many entries in SQLite, written in large commits, then verified whole."""
    chat = ChatId("tenant", "matter", "long")
    drafts = [Draft("question", AT, payload_bytes("bench", BODY))] * 2000
    with SqliteLedger(folder / "long.db", create=True) as ledger:
        ledger.append(chat, [Draft("chat_opened", AT, payload_bytes("bench", {}))])
        begin = time.perf_counter()
        left = entries - 1
        while left > 0:
            ledger.append(chat, drafts[: min(left, len(drafts))])
            left -= len(drafts)
        written = time.perf_counter() - begin
        begin, cpu = time.perf_counter(), time.process_time()
        found = verify(chat, ledger.entries(chat))
        taken, used = time.perf_counter() - begin, time.process_time() - cpu
    assert found.sound
    assert found.head.count == entries
    size = (folder / "long.db").stat().st_size
    return {
        "entries": entries, "seconds": round(taken, 2), "processor_seconds": round(used, 2),
        "entries_per_second": round(entries / taken), "written_in_seconds": round(written, 1), "bytes_an_entry": size // entries,
    }  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0, help="of each round")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--entries", type=int, default=1_000_000, help="of the chain that is verified")
    parser.add_argument("--folder", type=Path, default=None, help="where the files lie; decides which disk is measured")
    parser.add_argument("--no-postgres", action="store_true")
    parser.add_argument("--out", type=Path, default=RESULTS / "ledger.json")
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="pincite-ledger-", dir=asked.folder) as name:
        folder = Path(name)
        result: Row = {
            "benchmark": "ledger",
            "machine": {"python": platform.python_version(), "sqlite": sqlite3.sqlite_version, "cores": os.cpu_count()},
            "clients": CLIENTS,
            "sqlite": sqlite_rates(folder, asked.seconds, asked.rounds),
        }
        if not asked.no_postgres:
            result["postgres"] = postgres_rates(asked.seconds, asked.rounds)
        result["verify"] = verifying(folder, asked.entries)
    rate = {kind: result["sqlite"][kind]["appends_per_second"] for kind in ("group", "plain", "one")}
    result["sqlite"]["group_over_plain"] = round(rate["group"] / rate["plain"], 2)
    result["sqlite"]["group_over_one"] = round(rate["group"] / rate["one"], 2)
    result["sqlite"]["one_over_fsync"] = round(rate["one"] / result["sqlite"]["fsyncs_per_second"], 2)
    if "postgres" in result:
        group = result["postgres"]["group"]["appends_per_second"]
        result["postgres"]["group_over_plain_sqlite"] = round(group / rate["plain"], 2)
        result["postgres"]["group_over_one"] = round(group / result["postgres"]["one"]["appends_per_second"], 2)
    shown = json.dumps(result, indent=2, sort_keys=True)
    print(shown)
    asked.out.write_text(shown + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
