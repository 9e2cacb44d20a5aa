"""How quickly the MCP server answers over HTTP when 50 clients ask it at the same time.

    python -m benchmarks.mcp_load [RELEASES ...] [--seconds 30] [--every 1.0] [--clients 50]      writes results/mcp_load.json

The server is `pincite mcp --http` in a process of its own with its ledger in a file; the clients are tasks of this process that
speak the stateless revision of the protocol, each over one connection. Each client makes a call every so many seconds
(`--every 0`: the next as soon as the last is answered), in turn `open` (in its chat), `propose` and `validate_citation`; a chat is
begun anew after 20 rounds. Times are what a client sees, from before the request until its answer was read. Processor time
and memory are the server's. Five seconds of calls go before what is measured. Without RELEASES the specimen is served.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import httpx
from benchmarks.latencies import milliseconds
from benchmarks.lying_writers import releases
from benchmarks.measured import look

from pincite import wiring
from pincite.corpus.answers import PlaceFound

RESULTS = Path(__file__).resolve().parent / "results" / "mcp_load.json"
VERSION = "2026-07-28"
ROUNDS_A_CHAT = 20
S3 = "hk/cap9001#s3"
SPECIMEN = (S3, "A keeper shall register each lantern with the Registrar within 30 days", "Cap. 9001, s. 3(1)")


class Client:
    """One client with one connection."""

    def __init__(self, url: str, http: httpx.AsyncClient) -> None:
        self.url = url
        self.http = http
        self.number = 0
        self.took: dict[str, list[float]] = defaultdict(list)
        self.wrong: list[str] = []

    async def call(self, name: str, **arguments: Any) -> dict[str, Any]:
        """The structured result of a call, timed."""
        self.number += 1
        meta = {
            "io.modelcontextprotocol/protocolVersion": VERSION,
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": {"name": "load", "version": "1"},
        }
        params = {"name": name, "arguments": arguments, "_meta": meta}
        body = {"jsonrpc": "2.0", "id": self.number, "method": "tools/call", "params": params}
        headers = {
            "Accept": "application/json, text/event-stream",
            "MCP-Protocol-Version": VERSION,
            "Mcp-Method": "tools/call",
            "Mcp-Name": name,
        }
        begin = time.perf_counter()
        response = await self.http.post(self.url, json=body, headers=headers)
        text = response.text
        self.took[name].append(time.perf_counter() - begin)
        if response.headers.get("content-type", "").startswith("text/event-stream"):
            text = next(line[5:] for line in text.splitlines() if line.startswith("data:"))
        result = json.loads(text).get("result", {})
        if response.status_code != 200 or result.get("isError", True):
            self.wrong.append(f"{name}: {text[:300]}")
        found: dict[str, Any] = result.get("structuredContent", {})
        return found


async def one(client: Client, number: int, until: float, every: float, asked: tuple[str, str, str]) -> None:
    reference, quote, citation = asked
    await asyncio.sleep(every * number / 50)
    calls = 0
    chat = ""
    while time.perf_counter() < until:
        if calls % (3 * ROUNDS_A_CHAT) == 0:
            chat = (await client.call("new_chat")).get("chat", "")
        begin = time.perf_counter()
        step = calls % 3
        if step == 0:
            await client.call("open", chat=chat, reference=reference)
        elif step == 1:
            more = {"line_of_enquiry": "time", "relevance": "direct", "reason": "It sets the time."}
            await client.call("propose", chat=chat, reference=reference, quote=quote, **more)
        else:
            await client.call("validate_citation", citation=citation)
        calls += 1
        await asyncio.sleep(max(0.0, every - (time.perf_counter() - begin)))


async def load(url: str, clients: int, seconds: float, every: float, asked: tuple[str, str, str]) -> list[Client]:
    limits = httpx.Limits(max_connections=1)
    made = [Client(url, httpx.AsyncClient(limits=limits, timeout=60)) for _ in range(clients)]
    until = time.perf_counter() + seconds
    await asyncio.gather(*(one(each, number, until, every, asked) for number, each in enumerate(made)))
    for each in made:
        await each.http.aclose()
    return made


def place_of(paths: list[Path]) -> tuple[str, str, str]:
    """A provision of Cap. 486 with words of it, where real releases are served."""
    with wiring.open_corpus(paths) as corpus:
        found = corpus.find_place("hk/cap486#s26")
        assert isinstance(found, PlaceFound), "the releases hold Cap. 486"
        words = max(found.text.split("\n"), key=len)[:120]
    return "hk/cap486#s26", words.strip(), "Cap. 486, s. 26(1)"


def served(
    paths: list[Path], clients: int, seconds: float, every: float, asked: tuple[str, str, str]
) -> dict[str, Any]:
    """The figures of one run."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pincite", "mcp", "--http", "--port", str(port)]
        command += [word for path in paths for word in ("--release", str(path))]
        server = subprocess.Popen([*command, "--store", f"{folder}/l.db"], stderr=subprocess.DEVNULL)
        url = f"http://127.0.0.1:{port}/mcp"
        try:
            asyncio.run(ready(url, asked))
            asyncio.run(load(url, clients, 5, 0.0, asked))
            before, memory_before = look(server.pid)
            begin = time.perf_counter()
            made = asyncio.run(load(url, clients, seconds, every, asked))
            lasted = time.perf_counter() - begin
            after, memory_after = look(server.pid)
        finally:
            server.terminate()
            server.wait(20)
    took: dict[str, list[float]] = defaultdict(list)
    for each in made:
        for name, times in each.took.items():
            took[name] += times
    calls = sum(map(len, took.values()))
    wrong = [said for each in made for said in each.wrong]
    return {
        "clients": clients,
        "a_call_every_seconds": every,
        "seconds": round(lasted, 1),
        "calls": calls,
        "calls_a_second": round(calls / lasted, 1),
        "errors": len(wrong),
        "first_errors": wrong[:3],
        "server_processor_ms_a_call": round((after - before) * 1000 / calls, 2),
        "server_megabytes": [round(memory_before), round(memory_after)],
        "milliseconds": milliseconds(took),
    }


async def ready(url: str, asked: tuple[str, str, str]) -> None:
    """Wait until the server answers."""
    until = time.perf_counter() + 120
    async with httpx.AsyncClient(timeout=60) as http:
        while True:
            try:
                await one(Client(url, http), 0, time.perf_counter() + 2, 0.0, asked)
            except httpx.TransportError:
                if time.perf_counter() > until:
                    raise
                await asyncio.sleep(0.2)
            else:
                return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("releases", nargs="*", type=Path)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--every", type=float, nargs="*", default=[1.0, 0.0])
    parser.add_argument("--clients", type=int, default=50)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        paths = given.releases or [releases(Path(folder) / "specimen")]
        asked = place_of(paths) if given.releases else SPECIMEN
        found: dict[str, Any] = {
            "benchmark": "mcp_load",
            "corpus": "releases given" if given.releases else "specimen",
            "cores": os.cpu_count(),
            "load_of_the_machine_before": round(os.getloadavg()[0], 1),
            "runs": [served(paths, given.clients, given.seconds, every, asked) for every in given.every],
        }
    RESULTS.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
