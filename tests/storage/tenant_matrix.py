"""Every verb of a chat, tried by everybody on everybody's chats: to be inherited with a fixture `ledger`.

`corpus` is asked for by name, so that a store's test file says where the releases come from.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from pincite import wiring
from pincite.errors import BadInput
from pincite.ledger.entries import ChatId
from pincite.ledger.port import Ledger
from pincite.storage.sqlite.corpus import SqliteCorpus
from pincite.workflows.answer_question import Asking, answer_question
from pincite.workflows.audit_answer import audit_answer
from pincite.workflows.chat import (
    Acting,
    ask,
    chat_state,
    erase,
    export_chat,
    hand_out,
    new_chat,
    open_in_chat,
    replay_chat,
    verify_chat,
    withdraw,
)
from pincite.workflows.compose_answer import Answering, compose_answer
from pincite.workflows.export_pack import export_pack
from pincite.workflows.propose import Accepted, Proposal, propose

AS_OF = "2021-01-01"
OWNERS = [(tenant, matter) for tenant in ("alpha", "beta") for matter in ("harbour", "quay")]
SECRET = "the secret of {}"


def nothing(_: str) -> tuple[()]:
    return ()


def opened(acting: Acting, corpus: SqliteCorpus) -> Any:
    return open_in_chat(acting, corpus, "hk/cap9", extract=nothing, url=lambda *_: "", as_of=AS_OF)


def proposed(acting: Acting, corpus: SqliteCorpus, reason: str = "the rule") -> Any:
    proposal = Proposal("hk/cap9", "The lantern burns oil.", "light", "direct", reason)
    return propose(acting, corpus, proposal, extract=nothing, url=lambda *_: "")


VERBS: dict[str, Callable[[Acting, SqliteCorpus, Answering], Any]] = {
    "ask": lambda acting, _c, _a: ask(acting, "What?"),
    "open": lambda acting, corpus, _: opened(acting, corpus),
    "propose": lambda acting, corpus, _: proposed(acting, corpus),
    "evidence": lambda acting, _c, _a: chat_state(acting),
    "withdraw": lambda acting, _c, _a: withdraw(acting, 1, "no"),
    "compose": lambda acting, _, answering: compose_answer(acting, "It burns oil [E1].", answering),
    "audit": lambda acting, _, answering: audit_answer("It burns “oil”.", answering, at=acting.at, acting=acting),
    "verify": lambda acting, _c, _a: verify_chat(acting),
    "replay": lambda acting, _c, _a: replay_chat(acting),
    "export": lambda acting, _c, _a: export_chat(acting),
    "pack": lambda acting, _c, _a: export_pack(acting),
    "checkpoint": lambda acting, _c, _a: hand_out(acting),
    "erase": lambda acting, _c, _a: erase(acting, [2], reason="r", ground="g"),
}


class TenantMatrix:
    """The suite."""

    @pytest.fixture
    def chats(self, ledger: Ledger, corpus: SqliteCorpus) -> list[ChatId]:
        """A chat of each tenant and matter, with an opening, a row and a secret; no two are named alike in a tenant."""
        made = []
        for tenant, matter in OWNERS:
            acting = wiring.acting(
                ledger, f"lanterns of {matter}", tenant=tenant, matter=matter, actor=f"{tenant} {matter}"
            )
            new_chat(acting)
            opened(acting, corpus)
            assert isinstance(proposed(acting, corpus, SECRET.format(acting.actor)), Accepted)
            made.append(acting.chat)
        return made

    @pytest.mark.parametrize("verb", VERBS)
    def test_matrix_no_verb_reaches_a_chat_of_another_tenant_or_matter(
        self, verb: str, ledger: Ledger, chats: list[ChatId], corpus: SqliteCorpus
    ) -> None:
        answering = wiring.answering(corpus, language="en", as_of=AS_OF)
        before = {chat: [each.entry.hash for each in ledger.entries(chat)] for chat in chats}
        for owner, other in itertools.product(chats, chats):
            foreign = ChatId(other.tenant, other.matter, owner.chat)
            if foreign in chats:
                continue
            acting = wiring.acting(ledger, foreign.chat, tenant=foreign.tenant, matter=foreign.matter)
            with pytest.raises(BadInput, match="no chat"):
                VERBS[verb](acting, corpus, answering)
        assert {chat: [each.entry.hash for each in ledger.entries(chat)] for chat in chats} == before

    @pytest.mark.parametrize("verb", ["evidence", "compose", "audit", "export", "pack", "replay"])
    def test_what_a_verb_shows_of_a_chat_holds_nothing_of_another(
        self, verb: str, ledger: Ledger, chats: list[ChatId], corpus: SqliteCorpus
    ) -> None:
        answering = wiring.answering(corpus, language="en", as_of=AS_OF)
        for chat in chats:
            acting = wiring.acting(ledger, chat.chat, tenant=chat.tenant, matter=chat.matter, actor="reader")
            shown = repr(VERBS[verb](acting, corpus, answering))
            for other in chats:
                secret = SECRET.format(f"{other.tenant} {other.matter}")
                if other != chat:
                    assert secret not in shown
            assert verb == "audit" or SECRET.format(f"{chat.tenant} {chat.matter}") in shown

    def test_a_row_of_another_chat_is_never_cited(
        self, ledger: Ledger, chats: list[ChatId], corpus: SqliteCorpus
    ) -> None:
        answering = wiring.answering(corpus, language="en", as_of=AS_OF)
        for tenant, matter in OWNERS:
            acting = wiring.acting(ledger, f"empty {matter}", tenant=tenant, matter=matter)
            new_chat(acting)
            finished = compose_answer(acting, "It burns oil [E1].", answering)
            assert [each.code for each in finished.refusals] == ["unknown"]

    def test_a_question_is_answered_from_its_own_chat(
        self, ledger: Ledger, chats: list[ChatId], corpus: SqliteCorpus
    ) -> None:
        for tenant, matter in OWNERS:
            acting = wiring.acting(ledger, f"question of {matter}", tenant=tenant, matter=matter)
            answered = answer_question(
                acting,
                "What does the lantern burn?",
                Asking(corpus, wiring.answering(corpus, language="en", as_of=AS_OF)),
            )
            assert answered.rows
            assert all(row.actor == "user" for row in answered.rows)
        assert {each.id.tenant for tenant in ("alpha", "beta") for each in ledger.chats(tenant)} == {"alpha", "beta"}
        assert all(each.id.tenant == "alpha" for each in ledger.chats("alpha"))
