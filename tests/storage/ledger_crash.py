"""A process that appends to a ledger until it is killed; it tells each entry that was acknowledged, after it was.

Run as `python ledger_crash.py STORE CHATS`: one thread a chat, a line `chat seq hash` for every acknowledged entry.
"""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress

from pincite import wiring
from pincite.errors import BadInput
from pincite.ledger.entries import ChatId, Draft, payload_bytes


def main(store: str, chats: int) -> None:
    ledger = wiring.open_ledger(store, create=True)

    def work(number: int) -> None:
        chat = ChatId("tenant", "matter", f"chat {number}")
        with suppress(BadInput):  # the other process may have begun it
            ledger.append(chat, [Draft("chat_opened", "2026", payload_bytes("tester", {}))])
        count = 0
        while True:
            count += 1
            drafts = [Draft("question", "2026", payload_bytes("tester", {"text": "x" * 300}))] * (1 + count % 3)
            for entry in ledger.append(chat, drafts):
                # one write a line, straight to the pipe: a killed process has told all it was told
                os.write(1, f"{number} {entry.seq} {entry.hash.hex()}\n".encode())

    for number in range(chats):
        threading.Thread(target=work, args=(number,), daemon=True).start()
    threading.Event().wait()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
