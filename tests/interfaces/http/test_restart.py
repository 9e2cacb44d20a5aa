"""`pincite serve` as a user starts it: a job outlives a restart, Ctrl-C ends everything, several workers answer for one another."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from tests.interfaces.http.conftest import BEARER, TOKEN, wait

pytestmark = pytest.mark.services

DRAFT = {"text": "Section 3(1) of Cap. 9001."}


@contextmanager
def serving(specimen: Path, store: Path, *more: str) -> Iterator[tuple[httpx.Client, subprocess.Popen[str]]]:
    command = [sys.executable, "-m", "pincite", "serve", "--port", "0", "--release", str(specimen / "releases")]
    process = subprocess.Popen(
        [*command, "--store", str(store), *more],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PINCITE_SERVE_TOKEN": TOKEN},
    )
    assert process.stderr is not None
    try:
        line = process.stderr.readline()
        assert "/enter#" in line, line
        address = line.split(" ")[2].split("/enter")[0]
        with httpx.Client(base_url=address, headers=BEARER, timeout=120) as client:
            wait(lambda: _answers(client), 120)
            yield client, process
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(90)
        process.stderr.close()


def _answers(client: httpx.Client) -> bool:
    try:
        return client.get("/healthz").status_code == 200
    except httpx.TransportError:
        return False


def test_a_job_outlives_a_restart_and_a_kill(specimen: Path, tmp_path: Path) -> None:
    store = tmp_path / "c.db"
    with serving(specimen, store, "--verifiers", "1") as (client, process):
        # the processes of jobs are stopped, so that the job stays where it is
        stopped = [int(each) for each in _children(process.pid)]
        for each in stopped:
            os.kill(each, signal.SIGSTOP)
        job = client.post("/v1/jobs/verify", json=DRAFT).json()["id"]
        assert client.get(f"/v1/jobs/{job}").json()["state"] == "waiting"
        process.kill()
        process.wait(60)
        for each in stopped:
            os.kill(each, signal.SIGKILL)
    with serving(specimen, store, "--verifiers", "1") as (client, process):
        again = client.post("/v1/jobs/verify", json=DRAFT)
        assert (again.status_code, again.json()["id"]) == (200, job)
        with client.stream("GET", f"/v1/jobs/{job}/events") as stream:
            text = "".join(stream.iter_text())
        assert text.rstrip().split("event: ")[-1].startswith("done")
        children = _children(process.pid)
    wait(lambda: not [each for each in children if Path(f"/proc/{each}").exists()], 60)


def _children(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def test_several_workers_answer_for_one_another(specimen: Path, tmp_path: Path) -> None:
    with serving(specimen, tmp_path / "c.db", "--workers", "2") as (client, _):
        chats = [client.post("/v1/chats", json={}).json()["chat"] for _ in range(4)]
        begin = time.monotonic()
        for chat in chats:
            for _ in range(4):
                # a connection of its own may reach the other worker
                address = f"{str(client.base_url).rstrip(chr(47))}/v1/chats/{chat}/open"
                assert (
                    httpx.post(address, json={"reference": "hk/cap9001#s3"}, headers=BEARER, timeout=60).status_code
                    == 200
                )
        assert client.post("/v1/verify", json=DRAFT).json()["counts"]["mentions"] == 1
        assert time.monotonic() - begin < 60
