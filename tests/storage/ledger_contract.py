"""What every store of ledgers does, whatever it lies in: one suite, to be inherited with fixtures `ledger` and `reopen`.

`ledger` is an empty store; `reopen()` opens the same store a second time, as another process would.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable

import pytest
from tests.storage.ledger_tools import AT, CHAT, begin, checked, codes, draft, erasure, together

from pincite.errors import BadInput, CannotRun
from pincite.ledger.checkpoint import checkpoint_of
from pincite.ledger.entries import ChatId, Head, genesis
from pincite.ledger.port import Ledger

Reopen = Callable[[], Ledger]


class LedgerContract:
    """The suite."""

    # appending and reading

    def test_a_chat_that_is_not_there_has_no_entries_and_no_head(self, ledger: Ledger) -> None:
        assert list(ledger.entries(CHAT)) == []
        assert ledger.head(CHAT) is None
        assert ledger.chats("tenant") == ()

    def test_entries_come_back_in_order_as_they_were_written(self, ledger: Ledger) -> None:
        written = ledger.append(CHAT, [draft("chat_opened"), draft(text="Ä 燈籠 \U0001f3ee"), draft("accepted", x=1)])
        written += ledger.append(CHAT, [draft("accepted", x=2)])
        held = list(ledger.entries(CHAT))
        assert tuple(each.entry for each in held) == written
        assert [each.entry.seq for each in held] == [1, 2, 3, 4]
        assert [each.entry.number for each in held] == [0, 0, 1, 2]
        assert held[1].payload == draft(text="Ä 燈籠 \U0001f3ee").payload
        assert checked(ledger).sound
        assert [each.entry.seq for each in ledger.entries(CHAT, after=2)] == [3, 4]

    def test_the_head_says_where_the_chain_stands(self, ledger: Ledger) -> None:
        begin(ledger)
        (last,) = ledger.append(CHAT, [draft("accepted", x=1)])
        assert ledger.head(CHAT) == Head(CHAT, 2, last.hash, 1)

    def test_salts_are_never_the_same(self, ledger: Ledger) -> None:
        begin(ledger, questions=20)
        assert len({each.salt for each in ledger.entries(CHAT)}) == 21
        same = [each.entry.commitment for each in ledger.entries(CHAT)]
        assert len(set(same)) == 21

    def test_a_long_chat_is_read_whole(self, ledger: Ledger) -> None:
        begin(ledger)
        ledger.append(CHAT, [draft(text=str(number)) for number in range(4500)])
        assert [each.entry.seq for each in ledger.entries(CHAT)] == list(range(1, 4502))
        assert checked(ledger).sound

    def test_a_clock_that_goes_backwards_changes_nothing(self, ledger: Ledger) -> None:
        ledger.append(CHAT, [draft("chat_opened", at="2030-01-01T00:00:00Z"), draft(at="1999-01-01T00:00:00Z")])
        ledger.append(CHAT, [draft(at="2010-01-01T00:00:00Z")])
        assert [each.entry.at[:4] for each in ledger.entries(CHAT)] == ["2030", "1999", "2010"]
        assert checked(ledger).sound

    def test_what_was_acknowledged_is_there_for_another_process(self, ledger: Ledger, reopen: Reopen) -> None:
        begin(ledger, questions=3)
        other = reopen()
        assert ledger.head(CHAT) == other.head(CHAT)
        other.append(CHAT, [draft(text="from the other")])
        ledger.append(CHAT, [draft(text="and from this one")])
        assert checked(other).head.count == 6
        assert checked(other).sound

    def test_a_closed_store_says_so(self, reopen: Reopen) -> None:
        other = reopen()
        other.close()
        with pytest.raises(CannotRun, match="closed"):
            other.append(CHAT, [draft("chat_opened")])

    # what is refused

    def test_nothing_is_appended_to_a_chat_that_was_not_begun(self, ledger: Ledger) -> None:
        with pytest.raises(BadInput, match="no chat 'chat'"):
            ledger.append(CHAT, [draft()])

    def test_a_chat_is_begun_once(self, ledger: Ledger) -> None:
        begin(ledger)
        with pytest.raises(BadInput, match="already"):
            begin(ledger)
        assert ledger.head(CHAT) is not None
        assert checked(ledger).head.count == 1

    def test_a_name_that_another_matter_uses_is_taken(self, ledger: Ledger) -> None:
        begin(ledger)
        with pytest.raises(BadInput):
            begin(ledger, ChatId("tenant", "other matter", "chat"))

    def test_a_refused_request_leaves_the_others_of_its_commit_alone(self, ledger: Ledger) -> None:
        begin(ledger)

        def work(number: int) -> None:
            ledger.append(CHAT if number % 2 else ChatId("tenant", "matter", "none"), [draft(text=str(number))])

        failures = together(work, 20)
        assert len(failures) == 10
        assert all(isinstance(each, BadInput) for each in failures)
        assert checked(ledger).head.count == 11
        assert checked(ledger).sound

    # many writers

    def test_attack_many_writers_on_one_chat_never_fork_it(self, ledger: Ledger, reopen: Reopen) -> None:
        begin(ledger)
        stores = [ledger, reopen(), reopen()]

        def work(number: int) -> None:
            for count in range(3):
                stores[number % 3].append(CHAT, [draft("accepted", who=number, count=count), draft(text="why")])

        assert together(work, 64) == []
        found = checked(ledger)
        assert found.findings == ()
        assert found.head.count == 1 + 64 * 3 * 2
        assert found.head.numbers == 64 * 3

    def test_many_chats_are_written_at_once(self, ledger: Ledger, reopen: Reopen) -> None:
        stores = [ledger, reopen()]
        chats = [ChatId(f"tenant {n % 3}", "matter", f"chat {n}") for n in range(64)]

        def work(number: int) -> None:
            begin(stores[number % 2], chats[number], questions=5)

        assert together(work, 64) == []
        assert all(checked(ledger, chat).sound and checked(ledger, chat).head.count == 6 for chat in chats)

    def test_evidence_numbers_are_given_once_whoever_writes(self, ledger: Ledger, reopen: Reopen) -> None:
        begin(ledger)
        stores = [ledger, reopen()]
        given: list[int] = []

        def work(number: int) -> None:
            for _ in range(10):
                given.append(stores[number % 2].append(CHAT, [draft("accepted", x=number)])[0].number)

        assert together(work, 8) == []
        assert sorted(given) == list(range(1, 81))

    # isolation

    def test_matrix_nobody_sees_or_changes_a_chat_of_another_tenant_or_matter(self, ledger: Ledger) -> None:
        names = [ChatId(t, m, f"{t}-{m}") for t in ("a", "b") for m in ("x", "y")]
        for name in names:
            begin(ledger, name, questions=2)
        for owner, other in itertools.product(names, names):
            foreign = ChatId(other.tenant, other.matter, owner.chat)
            if foreign == owner:
                assert ledger.head(owner) is not None
                continue
            assert ledger.head(foreign) is None
            assert list(ledger.entries(foreign)) == []
            with pytest.raises(BadInput):
                ledger.append(foreign, [draft()])
            with pytest.raises(BadInput):
                ledger.erase(foreign, [2], erasure(2))
        for name in names:
            assert checked(ledger, name).head.count == 3
            assert checked(ledger, name).erased == ()

    def test_chats_are_listed_of_one_tenant_and_one_matter(self, ledger: Ledger) -> None:
        for name in (ChatId("a", "x", "one"), ChatId("a", "y", "two"), ChatId("b", "x", "one")):
            begin(ledger, name, questions=1)
        assert [each.id.chat for each in ledger.chats("a")] == ["one", "two"]
        assert [each.id for each in ledger.chats("a", "y")] == [ChatId("a", "y", "two")]
        assert [(each.entries, each.at) for each in ledger.chats("b")] == [(2, AT)]
        assert ledger.chats("c") == ()

    def test_two_tenants_may_name_a_chat_alike(self, ledger: Ledger) -> None:
        one, two = ChatId("a", "x", "chat"), ChatId("b", "x", "chat")
        begin(ledger, one)
        begin(ledger, two, questions=1)
        assert checked(ledger, one).head.count == 1
        assert checked(ledger, two).head.count == 2

    # erasure

    def test_the_chain_verifies_after_an_erasure_and_says_what_is_gone(self, ledger: Ledger) -> None:
        begin(ledger, questions=4)
        entry = ledger.erase(CHAT, [3, 2], erasure(2, 3))
        assert (entry.seq, entry.kind) == (6, "erased")
        held = list(ledger.entries(CHAT))
        assert [each.payload is None for each in held] == [False, True, True, False, False, False]
        assert [each.salt is None for each in held] == [False, True, True, False, False, False]
        found = checked(ledger)
        assert found.sound
        assert found.erased == (2, 3)

    @pytest.mark.parametrize("seqs", [[9], [2, 9], [0], [-1]])
    def test_what_is_not_there_is_not_erased(self, ledger: Ledger, seqs: list[int]) -> None:
        begin(ledger, questions=2)
        with pytest.raises(BadInput):
            ledger.erase(CHAT, seqs, erasure(*seqs))
        assert checked(ledger).head.count == 3
        assert checked(ledger).erased == ()

    def test_an_erasure_is_done_once_and_never_erased_itself(self, ledger: Ledger) -> None:
        begin(ledger, questions=2)
        ledger.erase(CHAT, [2], erasure(2))
        with pytest.raises(BadInput, match="before"):
            ledger.erase(CHAT, [2], erasure(2))
        with pytest.raises(BadInput, match="records an erasure"):
            ledger.erase(CHAT, [4], erasure(4))
        with pytest.raises(BadInput, match="no entry"):
            ledger.erase(CHAT, [], erasure(2))
        assert checked(ledger).sound

    def test_an_evidence_number_is_not_given_again_after_its_row_was_erased(self, ledger: Ledger) -> None:
        begin(ledger)
        ledger.append(CHAT, [draft("accepted", x=1)])
        ledger.erase(CHAT, [2], erasure(2))
        assert ledger.append(CHAT, [draft("accepted", x=2)])[0].number == 2

    def test_erasing_at_the_same_time_is_done_once(self, ledger: Ledger, reopen: Reopen) -> None:
        begin(ledger, questions=1)
        stores = [ledger, reopen()]
        failures = together(lambda number: void(stores[number % 2].erase(CHAT, [2], erasure(2))), 8)
        assert len(failures) == 7
        assert all(isinstance(each, BadInput) for each in failures)
        assert Counter(each.entry.kind for each in ledger.entries(CHAT))["erased"] == 1

    # checkpoints

    def test_a_checkpoint_holds_as_long_as_the_chain_only_grows(self, ledger: Ledger) -> None:
        begin(ledger, questions=2)
        head = ledger.head(CHAT)
        assert head is not None
        ledger.append(CHAT, [draft()])
        ledger.erase(CHAT, [2], erasure(2))
        assert checked(ledger, checkpoints=[checkpoint_of(head, AT), checkpoint_of(genesis(CHAT), AT)]).sound

    def test_attack_a_shorter_chain_is_told_by_a_checkpoint(self, ledger: Ledger) -> None:
        begin(ledger, questions=2)
        head = ledger.head(CHAT)
        assert head is not None
        later = checkpoint_of(Head(CHAT, head.count + 1, b"x" * 32, 0), AT)
        assert codes(checked(ledger, checkpoints=[later])) == {"behind_checkpoint"}
        other = checkpoint_of(Head(CHAT, head.count, b"x" * 32, 0), AT)
        assert codes(checked(ledger, checkpoints=[other])) == {"not_in_checkpoint"}


def void(_: object) -> None:
    """Nothing."""
