"""Acknowledged means durable: a ledger whose process is killed, or whose write-ahead log is torn, loses nothing told.

A few rounds in the first tier; `-m long` runs a hundred kills and four hundred torn logs.
"""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path

import pytest
from tests.storage.ledger_tools import CHAT, begin, checked, draft

from pincite import wiring
from pincite.ledger.chain import verify
from pincite.ledger.entries import ChatId
from pincite.storage.sqlite.ledger import SqliteLedger

WRITER = Path(__file__).with_name("ledger_crash.py")
CHATS = 4
PROCESSES = 2


def killed_round(store: str, told: dict[int, dict[int, str]], pause: float) -> None:
    """Let processes write to one file, kill them at a moment of chance, and add what they were told."""
    running = [
        subprocess.Popen([sys.executable, str(WRITER), store, str(CHATS)], stdout=subprocess.PIPE)
        for _ in range(PROCESSES)
    ]
    for each in running:  # the first acknowledged entry: from here on the kill comes while it writes
        assert each.stdout is not None
        add(told, each.stdout.readline().decode())
    time.sleep(pause)
    for each in running:
        each.send_signal(signal.SIGKILL)
    for each in running:
        assert each.stdout is not None
        for line in each.stdout.read().decode().splitlines(keepends=True):
            add(told, line)
        each.stdout.close()
        each.wait()


def add(told: dict[int, dict[int, str]], line: str) -> None:
    assert line.endswith("\n"), "a writer ended before it was killed"
    chat, seq, digest = line.split()
    held = told[int(chat)].setdefault(int(seq), digest)
    assert held == digest, "one number was told for two entries"


def rounds_of_kills(store: str, rounds: int) -> tuple[int, int]:
    """(acknowledged entries, lost ones) over so many kills of one ledger."""
    told: dict[int, dict[int, str]] = defaultdict(dict)
    chance = random.Random(20261130)
    for _ in range(rounds):
        killed_round(store, told, chance.uniform(0, 0.15))
    lost = 0
    ledger = wiring.open_ledger(store)
    for number, entries in told.items():
        chat = ChatId("tenant", "matter", f"chat {number}")
        held = {each.entry.seq: each.entry.hash.hex() for each in ledger.entries(chat)}
        lost += sum(held.get(seq) != digest for seq, digest in entries.items())
        assert verify(chat, ledger.entries(chat)).findings == (), "the chain is whole and did not fork"
    ledger.close()
    return sum(len(each) for each in told.values()), lost


def torn_logs(tmp_path: Path, count: int) -> int:
    """Tear the write-ahead log of a ledger in `count` ways; each leaves a valid beginning. Returns entries checked."""
    source = tmp_path / "whole"
    source.mkdir()
    with SqliteLedger(source / "ledger.db", create=True) as ledger:
        ledger._writer.execute("PRAGMA wal_autocheckpoint = 0")
        begin(ledger)
        sizes = [(source / "ledger.db-wal").stat().st_size]
        for number in range(40):
            ledger.append(CHAT, [draft(text=f"{number} " + "x" * 300)] * (1 + number % 4))
            sizes.append((source / "ledger.db-wal").stat().st_size)
        counts = [1]
        for number in range(40):
            counts.append(counts[-1] + 1 + number % 4)
        hashes = [each.entry.hash for each in ledger.entries(CHAT)]
        for name in ("ledger.db", "ledger.db-wal"):
            shutil.copy(source / name, tmp_path / name)
    whole = (tmp_path / "ledger.db-wal").read_bytes()
    chance = random.Random(4)
    seen = 0
    for number in range(count):
        case = tmp_path / f"case{number}"
        case.mkdir()
        shutil.copy(tmp_path / "ledger.db", case / "ledger.db")
        at = chance.randrange(sizes[0], len(whole) + 1)
        kind = number % 4
        torn = {
            0: whole[:at],  # cut off
            1: whole[:at] + bytes(len(whole) - at),  # zeros behind
            2: whole[:at] + chance.randbytes(len(whole) - at),  # noise behind
            3: whole[:at] + bytes(min(512, len(whole) - at)) + whole[at + 512 :],  # one sector lost in the middle
        }[kind]
        (case / "ledger.db-wal").write_bytes(torn)
        # every commit that lay wholly before the damage
        kept = max(held for held, size in zip(counts, sizes, strict=True) if size <= at)
        with SqliteLedger(case / "ledger.db") as ledger:
            found = checked(ledger)
            assert found.findings == ()
            assert found.head.count >= kept, f"case {number}: {found.head.count} of {kept} are left"
            assert [each.entry.hash for each in ledger.entries(CHAT)] == hashes[: found.head.count]
            ledger.append(CHAT, [draft(text="and on")])
            assert checked(ledger).sound
        seen += found.head.count
        shutil.rmtree(case)
    return seen


def test_nothing_acknowledged_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    acknowledged, lost = rounds_of_kills(str(tmp_path / "ledger.db"), 3)
    assert acknowledged > 20
    assert lost == 0


def test_a_torn_log_leaves_a_valid_beginning(tmp_path: Path) -> None:
    assert torn_logs(tmp_path, 16) > 0


@pytest.mark.long
def test_nothing_acknowledged_is_lost_over_a_hundred_kills(tmp_path: Path) -> None:
    acknowledged, lost = rounds_of_kills(str(tmp_path / "ledger.db"), 100)
    print(f"\n100 kills: {acknowledged} acknowledged entries, {lost} lost")  # noqa: T201 (a figure for the record)
    assert acknowledged > 1000
    assert lost == 0


@pytest.mark.long
def test_four_hundred_torn_logs_leave_a_valid_beginning(tmp_path: Path) -> None:
    print(f"\n400 torn logs: {torn_logs(tmp_path, 400)} entries checked")  # noqa: T201 (a figure for the record)
