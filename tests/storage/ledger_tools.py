"""What tests of ledgers share: chats, drafts, and many writers at once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

from pincite.ledger.chain import Verification, verify
from pincite.ledger.checkpoint import Checkpoint
from pincite.ledger.entries import ChatId, Draft, payload_bytes
from pincite.ledger.port import Ledger

AT = "2026-11-30T12:00:00.000Z"
CHAT = ChatId("tenant", "matter", "chat")


def draft(kind: str = "question", at: str = AT, **body: Any) -> Draft:
    return Draft(kind, at, payload_bytes("tester", body or {"text": "Must a lantern be registered?"}))


def begin(ledger: Ledger, chat: ChatId = CHAT, questions: int = 0) -> ChatId:
    ledger.append(chat, [draft("chat_opened", title="Lanterns")])
    for number in range(questions):
        ledger.append(chat, [draft(text=f"question {number}")])
    return chat


def checked(ledger: Ledger, chat: ChatId = CHAT, checkpoints: Sequence[Checkpoint] = ()) -> Verification:
    return verify(chat, ledger.entries(chat), checkpoints)


def codes(found: Verification) -> set[str]:
    return {each.code for each in found.findings}


def erasure(*seqs: int) -> Draft:
    return draft("erased", entries=list(seqs), reason="asked for", ground="Art. 17")


def together(work: Callable[[int], None], count: int) -> list[BaseException]:
    """Run `work(0)`, `work(1)` … at the same time; what they raised."""
    failures: list[BaseException] = []
    gate = threading.Barrier(count)

    def run(number: int) -> None:
        try:
            gate.wait()
            work(number)
        except BaseException as error:  # noqa: BLE001 (told to the test)
            failures.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return failures
