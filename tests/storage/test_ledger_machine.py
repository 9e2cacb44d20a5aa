"""The ledger against a model that is a plain list: whatever is done in whatever order, both say the same."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from tests.storage.ledger_tools import AT, checked, codes, draft, erasure

from pincite.digests import canonical_json, strict_json
from pincite.errors import BadInput
from pincite.ledger.chain import verify
from pincite.ledger.checkpoint import Checkpoint, checkpoint_of, read_checkpoint
from pincite.ledger.entries import ChatId
from pincite.ledger.export import export_chain, read_export
from pincite.ledger.port import Ledger
from pincite.storage.sqlite.ledger import SqliteLedger

CHATS = [ChatId(tenant, "matter", chat) for tenant in ("a", "b") for chat in ("one", "two")]


@dataclass
class Model:
    """What a chat should be: (kind, text or None when erased) of every entry."""

    entries: list[tuple[str, str | None]] = field(default_factory=list)
    points: list[Checkpoint] = field(default_factory=list)

    @property
    def numbers(self) -> int:
        return sum(kind == "accepted" for kind, _ in self.entries)


class LedgerMachine(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="pincite-machine-"))
        self.ledger: Ledger = SqliteLedger(self.folder / "ledger.db", create=True)
        self.models = {chat: Model() for chat in CHATS}
        self.copy: dict[ChatId, int] | None = None

    @rule(chat=st.sampled_from(CHATS))
    def begin(self, chat: ChatId) -> None:
        model = self.models[chat]
        try:
            self.ledger.append(chat, [draft("chat_opened", text="begun")])
        except BadInput:
            assert model.entries
        else:
            assert not model.entries
            model.entries.append(("chat_opened", "begun"))

    @rule(
        chat=st.sampled_from(CHATS),
        entries=st.lists(
            st.tuples(
                st.sampled_from(["question", "accepted", "answer", "withdrawn"]),
                st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
            ),
            min_size=1,
            max_size=4,
        ),
    )
    def append(self, chat: ChatId, entries: list[tuple[str, str]]) -> None:
        model = self.models[chat]
        drafts = [draft(kind, text=text) for kind, text in entries]
        try:
            written = self.ledger.append(chat, drafts)
        except BadInput:
            assert not model.entries
            return
        assert model.entries
        assert [each.number for each in written if each.kind == "accepted"] == list(
            range(model.numbers + 1, model.numbers + 1 + sum(kind == "accepted" for kind, _ in entries))
        )
        model.entries += entries

    @rule(chat=st.sampled_from(CHATS), seq=st.integers(0, 12))
    def erase(self, chat: ChatId, seq: int) -> None:
        model = self.models[chat]
        try:
            self.ledger.erase(chat, [seq], erasure(seq))
        except BadInput:
            there = 1 <= seq <= len(model.entries)
            assert not there or model.entries[seq - 1][1] is None or model.entries[seq - 1][0] == "erased"
            return
        kind, text = model.entries[seq - 1]
        assert kind != "erased"
        assert text is not None
        model.entries[seq - 1] = (kind, None)
        model.entries.append(("erased", ""))

    @rule(chat=st.sampled_from(CHATS))
    def hand_out(self, chat: ChatId) -> None:
        head = self.ledger.head(chat)
        if head is not None:
            self.models[chat].points.append(read_checkpoint(checkpoint_of(head, AT).text()))

    @rule(chat=st.sampled_from(CHATS))
    def export(self, chat: ChatId) -> None:
        head = self.ledger.head(chat)
        if head is None:
            return
        exported = canonical_json(export_chain(chat, self.ledger.entries(chat), checkpoint_of(head, AT)))
        read, entries, own = read_export(exported)
        assert read == chat
        assert verify(read, entries, [own, *self.models[chat].points]).sound
        assert entries == list(self.ledger.entries(chat))

    @rule()
    def close_and_open(self) -> None:
        self.ledger.close()
        self.ledger = SqliteLedger(self.folder / "ledger.db")

    @rule()
    def back_up(self) -> None:
        self.ledger.close()
        shutil.copy(self.folder / "ledger.db", self.folder / "backup.db")
        self.ledger = SqliteLedger(self.folder / "ledger.db")
        self.copy = {chat: len(model.entries) for chat, model in self.models.items()}

    @precondition(lambda self: self.copy is not None)
    @rule()
    def restore_is_told_by_checkpoints(self) -> None:
        """Where a checkpoint is newer than the backup, the restored chain does not pass; then all goes on as before."""
        assert self.copy is not None
        self.ledger.close()
        with SqliteLedger(self.folder / "backup.db") as restored:
            for chat, model in self.models.items():
                found = checked(restored, chat, model.points)
                newer = any(point.count > self.copy[chat] for point in model.points)
                assert ("behind_checkpoint" in codes(found)) == newer
        self.ledger = SqliteLedger(self.folder / "ledger.db")

    @invariant()
    def both_say_the_same(self) -> None:
        for chat, model in self.models.items():
            held = list(self.ledger.entries(chat))
            assert [each.entry.kind for each in held] == [kind for kind, _ in model.entries]
            for each, (kind, text) in zip(held, model.entries, strict=True):
                assert (each.payload is None) == (text is None)
                if text is not None and kind != "erased":
                    assert each.payload is not None
                    assert strict_json(each.payload)["body"] == ({"text": text} if kind != "erased" else {})
            found = checked(self.ledger, chat, model.points)
            assert found.sound
            assert found.head.numbers == model.numbers
            assert len(found.erased) == sum(text is None for _, text in model.entries)

    def teardown(self) -> None:
        self.ledger.close()
        shutil.rmtree(self.folder)


LedgerMachine.TestCase.settings = settings(
    max_examples=12, stateful_step_count=18, deadline=None, suppress_health_check=list(HealthCheck)
)
TestLedgerMachine = LedgerMachine.TestCase
