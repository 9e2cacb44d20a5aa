"""How quickly the HTTP API answers when 50 clients ask it at the same time, and when 4 have drafts verified.

    python -m benchmarks.http_load [RELEASES ...] [--seconds 30] [--every 1.0 0.1 0] [--workers 1] [--verifiers 2] [--users]

With `--users` it is `pincite server start` over a fresh PostgreSQL (of the tests; it does not wait for the disk), the clients are one user by
an API token, and the results go to results/http_load_users.json. Otherwise the server is `pincite serve` in processes of its own, its ledger and jobs in files; the clients are tasks of another process that writes and
reads HTTP/1.1 by hand, each over one connection, so that what they cost is little beside the server. Each client makes a call every so many
seconds (`--every 0`: the next as soon as the last is answered): `open` in its chat, `propose`, `validate`, and each fourth time `search`; a
chat is begun anew after 20 rounds. Times are what a client sees, from before its request is written until its answer was read. Processor
time and memory are of the server with all its processes. Then 4 clients have drafts of 40 citations verified, each draft another one.
Writes results/http_load.json. Without RELEASES the specimen is served.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import quote

from benchmarks.latencies import milliseconds
from benchmarks.lying_writers import releases
from benchmarks.mcp_load import SPECIMEN, place_of
from benchmarks.measured import look
from tests.storage.postgres_server import as_role, url
from tests.storage.postgres_server import server as postgres

RESULTS = Path(__file__).resolve().parent / "results" / "http_load.json"
TOKEN = "load"
ROUNDS_A_CHAT = 20
WARM_UP = 3.0


@dataclass
class Client:
    """One client with one connection; speaks as much of HTTP as the server sends."""

    port: int
    token: str = TOKEN
    took: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    wrong: list[str] = field(default_factory=list)
    reader: asyncio.StreamReader | None = None
    writer: asyncio.StreamWriter | None = None

    async def call(self, name: str, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """The JSON of an answer, timed."""
        data = json.dumps(body).encode() if body is not None else b""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nAuthorization: Bearer {self.token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        )
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        assert self.reader is not None
        begin = time.perf_counter()
        self.writer.write(head.encode() + data)
        answer = await self.reader.readuntil(b"\r\n\r\n")
        status = int(answer[9:12])
        length = int(next(line[15:] for line in answer.split(b"\r\n") if line.lower().startswith(b"content-length")))
        text = await self.reader.readexactly(length)
        self.took[name].append(time.perf_counter() - begin)
        if status >= 300:
            self.wrong.append(f"{name}: {status} {text[:300]!r}")
        found: dict[str, Any] = json.loads(text)
        return found

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()


async def mixed(client: Client, until: float, every: float, asked: tuple[str, str, str]) -> None:
    reference, words, citation = asked
    await asyncio.sleep(random.random() * every)
    calls, chat = 0, ""
    while time.perf_counter() < until:
        if calls % (4 * ROUNDS_A_CHAT) == 0:
            chat = (await client.call("new_chat", "POST", "/v1/chats", {}))["chat"]
        begin = time.perf_counter()
        step = calls % 4
        if step == 0:
            await client.call("open", "POST", f"/v1/chats/{chat}/open", {"reference": reference})
        elif step == 1:
            said = {"line_of_enquiry": "time", "relevance": "direct", "reason": "It sets the time."}
            body = {"reference": reference, "quote": words, **said}
            await client.call("propose", "POST", f"/v1/chats/{chat}/evidence", body)
        elif step == 2:
            await client.call("validate_citation", "POST", "/v1/citations/validate", {"citation": citation})
        else:
            await client.call("search", "GET", f"/v1/search?words={quote(' '.join(words.split()[:2]))}")
        calls += 1
        await asyncio.sleep(max(0.0, every - (time.perf_counter() - begin)))


def draft_of(number: int, asked: tuple[str, str, str]) -> str:
    """A draft of 40 citations that differs from every other, a quarter of them quoted."""
    _, words, citation = asked
    lines = [
        f"{number}.{n} The time is fixed: “{words}” ({citation})." if n % 4 == 0 else f"{number}.{n} See {citation}."
        for n in range(40)
    ]
    return "\n\n".join(lines)


async def verifying(client: Client, number: int, until: float, asked: tuple[str, str, str]) -> None:
    count = 0
    while time.perf_counter() < until:
        text = draft_of(number * 10_000 + count, asked)
        report = await client.call("verify_draft", "POST", "/v1/verify", {"text": text})
        if report.get("counts", {}).get("mentions") != 40:
            client.wrong.append(f"verify_draft: {str(report)[:200]}")
        count += 1


async def load(
    port: int, what: str, clients: int, seconds: float, every: float, asked: tuple[str, str, str], token: str
) -> list[Client]:
    made = [Client(port, token) for _ in range(clients)]
    until = time.perf_counter() + seconds
    if what == "mixed":
        await asyncio.gather(*(mixed(each, until, every, asked) for each in made))
    else:
        salt = random.randrange(1000)
        await asyncio.gather(*(verifying(each, salt * 10 + n, until, asked) for n, each in enumerate(made)))
    for each in made:
        each.close()
    return made


def _loaded(
    port: int, what: str, clients: int, seconds: float, every: float, asked: tuple[str, str, str], token: str
) -> Any:
    """Run in a process of its own: the times by call, what went wrong, and the processor time that clients took."""
    before = time.process_time()
    made = asyncio.run(load(port, what, clients, seconds, every, asked, token))
    took: dict[str, list[float]] = defaultdict(list)
    for each in made:
        for name, times in each.took.items():
            took[name] += times
    return dict(took), [said for each in made for said in each.wrong], time.process_time() - before


@contextmanager
def server(paths: list[Path], workers: int, verifiers: int) -> Iterator[tuple[int, int]]:
    """A server in a process of its own: its port and its process."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pincite", "serve", "--port", "0", "--store", f"{folder}/l.db"]
        command += ["--workers", str(workers), "--verifiers", str(verifiers)]
        command += [word for path in paths for word in ("--release", str(path))]
        environment = {**os.environ, "PINCITE_SERVE_TOKEN": TOKEN}
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
        assert process.stderr is not None
        rest = Thread(target=process.stderr.read, daemon=True)  # nobody who writes there waits for a reader
        try:
            line = process.stderr.readline()
            assert line.startswith("pincite at "), line
            rest.start()
            port = int(line.split("/enter")[0].rpartition(":")[2])
            _wait(port)
            yield port, process.pid
        finally:
            process.terminate()
            process.wait(30)
            if rest.ident is not None:
                rest.join(10)
            process.stderr.close()


@contextmanager
def server_of_users(paths: list[Path], workers: int, verifiers: int) -> Iterator[tuple[int, int, str]]:
    """A server for many users over a PostgreSQL of its own: its port, its process, and the token of one user."""
    import psycopg  # noqa: PLC0415 (an extra)

    with postgres() as superuser, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        with psycopg.connect(superuser, autocommit=True) as connection:
            connection.execute("CREATE ROLE worker LOGIN")
        _pincite("server", "prepare", "--store", superuser, "--role", "worker")
        store = url(as_role(superuser, "postgres", "worker")).format("worker")
        of = ("--store", store, "--tenant", "load")
        _pincite("server", "tenants", "add", "load", "--store", store)
        _pincite("server", "users", "add", "ann", *of, "--role", "author")
        said = _pincite("server", "tokens", "new", "ann", *of, "--name", "load", *_SCOPES)
        command = ["server", "start", "--insecure", "--tokens-only", "--store", store, "--port", str(port)]
        command += [
            "--public-url",
            f"http://127.0.0.1:{port}",
            "--workers",
            str(workers),
            "--verifiers",
            str(verifiers),
        ]
        command += [word for path in paths for word in ("--release", str(path))]
        process = subprocess.Popen([sys.executable, "-m", "pincite", *command], stderr=subprocess.DEVNULL)
        try:
            _wait(port)
            yield port, process.pid, said.strip()
        finally:
            process.terminate()
            process.wait(30)


_SCOPES = ("--scope", "read", "--scope", "check", "--scope", "append")


def _pincite(*arguments: str) -> str:
    done = subprocess.run([sys.executable, "-m", "pincite", *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"pincite {arguments[0]} {arguments[1]}: {done.stderr}")
    return done.stdout


def _wait(port: int) -> None:
    async def asked() -> None:
        client = Client(port)
        await client.call("me", "GET", "/healthz")
        client.close()

    until = time.monotonic() + 120
    while True:
        try:
            asyncio.run(asked())
        except (OSError, asyncio.IncompleteReadError):
            if time.monotonic() > until:
                raise
            time.sleep(0.2)
        else:
            return


def whole(pid: int) -> tuple[float, float]:
    """Processor seconds and megabytes of a process and all below it."""
    seconds, megabytes = look(pid)
    for child in _children(pid):
        more = whole(child)
        seconds, megabytes = seconds + more[0], megabytes + more[1]
    return seconds, megabytes


def _children(pid: int) -> list[int]:
    try:
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def measured(
    at: tuple[int, int],
    what: str,
    clients: int,
    seconds: float,
    every: float,
    asked: tuple[str, str, str],
    token: str = TOKEN,
) -> dict[str, Any]:
    """The figures of one run."""
    port, pid = at
    with get_context("spawn").Pool(1) as pool:
        pool.apply(_loaded, (port, what, clients, WARM_UP, min(every, 0.5), asked, token))
        before, memory_before = whole(pid)
        begin = time.perf_counter()
        took, wrong, client_seconds = pool.apply(_loaded, (port, what, clients, seconds, every, asked, token))
        lasted = time.perf_counter() - begin
    after, memory_after = whole(pid)
    calls = sum(map(len, took.values()))
    return {
        "what": what,
        "clients": clients,
        "a_call_every_seconds": every,
        "seconds": round(lasted, 1),
        "calls": calls,
        "calls_a_second": round(calls / lasted, 1),
        "errors": len(wrong),
        "first_errors": wrong[:3],
        # a process of jobs that was replaced takes its time along: then it is not known
        "server_processor_ms_a_call": round((after - before) * 1000 / calls, 2) if after >= before else None,
        "client_processor_ms_a_call": round(client_seconds * 1000 / calls, 2),
        "server_megabytes": [round(memory_before), round(memory_after)],
        "milliseconds": milliseconds(took),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("releases", nargs="*", type=Path)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--every", type=float, nargs="*", default=[1.0, 0.1, 0.0])
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--verifiers", type=int, default=2)
    parser.add_argument("--users", action="store_true", help="a server of users over PostgreSQL, by an API token")
    parser.add_argument("--show", action="store_true", help="print only, write no results")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        paths = given.releases or [releases(Path(folder) / "specimen")]
        asked = place_of(paths) if given.releases else SPECIMEN
        with ExitStack() as stack:
            if given.users:
                port, pid, secret = stack.enter_context(server_of_users(paths, given.workers, given.verifiers))
            else:
                (port, pid), secret = stack.enter_context(server(paths, given.workers, given.verifiers)), TOKEN
            at = port, pid
            runs = [measured(at, "mixed", given.clients, given.seconds, every, asked, secret) for every in given.every]
            runs.append(measured(at, "verify", 4, min(given.seconds, 20), 0.0, asked, secret))
    found: dict[str, Any] = {
        "benchmark": "http_load",
        "server": "users, PostgreSQL, API token" if given.users else "one user, SQLite",
        "corpus": "releases given" if given.releases else "specimen",
        "cores": os.cpu_count(),
        "workers": given.workers,
        "verifiers": given.verifiers,
        "load_of_the_machine_after": round(os.getloadavg()[0], 1),
        "runs": runs,
    }
    if not given.show:
        results = RESULTS.with_name("http_load_users.json") if given.users else RESULTS
        results.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
