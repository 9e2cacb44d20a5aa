"""What the page of a chat shows, made from its chain: answers in pieces, rows, refusals, and nothing from a chain that is not sound."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.corpus.answers import Suggestion
from pincite.interfaces.web.shown_answer import shown_answer, stretches_of
from pincite.interfaces.web.shown_chat import opened_by, shown_chat, shown_chats, shown_refusal, steps_of
from pincite.interfaces.web.shown_text import lines_safe
from pincite.ledger.chain import verify
from pincite.ledger.entries import ChatId
from pincite.ledger.evidence import Evidence, evidence_body
from pincite.ledger.port import ChatListed, Stored
from pincite.ledger.state import replay
from pincite.storage.jobs import Event
from pincite.storage.sqlite.ledger import SqliteLedger
from pincite.workflows.chat import Acting, ask, erase, new_chat, withdraw
from pincite.workflows.propose import NextCall, Refused

EVIL = "<script>alert(1)</script>[x](javascript:alert(1)) \u202e"
TEXT = "A keeper has 30 days (s. 3 of Cap. 1). Also Cap. 9 (unverified).\n\n**References**\n- [Cap. 1](https://law.example/1) — s. 3\n"
CITED = {"outcome": "expanded", "out_start": 21, "out_end": 37, "rows": ["E1"], "shown": "(s. 3 of Cap. 1)"}
LABELLED = {
    "outcome": "label_unverified", "out_start": 44, "out_end": 63, "label": "unverified", "shown": "Cap. 9", "rows": [],
}  # fmt: skip


def plain(text: str, account: Any = None) -> str:
    """The words of an answer as the page shows them, blocks and lines put together."""
    shown = shown_answer(text, account)
    return "\n".join(
        "".join(f"{piece.text}{f' {piece.label}' if piece.label else ''}" for piece in line)
        for _, lines in shown.blocks
        for line in lines
    )


def evidence(**more: Any) -> Evidence:
    given: dict[str, Any] = {
        "reference": "hk/cap9001#s3", "work": "hk/cap9001", "expression": "hk/cap9001@en/2026-03-01", "title": "Lantern Ordinance",
        "kind": "legislation", "language": "en", "legal_value": "unofficial", "pinpoint": "s3", "label": "3.", "pages": (), "node": "s3",
        "role": "unknown", "status": "in_force", "block": "s3", "start": 4, "end": 10, "document_start": 104, "document_end": 110,
        "quote": "thirty", "text_sha256": "0" * 64, "source_sha256": "0" * 64, "extractor": "x/1", "release": "hk/2026.11.30",
        "release_as_of": "2026-11-30", "as_of": "2026-11-30", "url": "https://law.example/s3", "line_of_enquiry": "time",
        "relevance": "direct", "reason": "It says so.", "codes": ("A0",), "findings": (),
    }  # fmt: skip
    return Evidence(**(given | more))


@pytest.fixture
def acting(tmp_path: Path) -> Iterator[Acting]:
    with SqliteLedger(tmp_path / "chats.db", create=True) as ledger:
        found = Acting(ledger, ChatId("local", "default", "lanterns"), "anna", "2026-11-30T10:00:00.000Z")
        new_chat(found, "Lanterns")
        yield found


def shown(acting: Acting, entries: list[Stored] | None = None) -> Any:
    entries = list(acting.ledger.entries(acting.chat)) if entries is None else entries
    found = verify(acting.chat, entries)
    state = replay(acting.chat, entries) if found.sound else None
    return shown_chat("lanterns", found, entries, state, lambda reference, _: f"cited {reference}")


def answered(acting: Acting, text: str = TEXT, account: Any = (CITED, LABELLED)) -> None:
    body = {"answer": text, "rows": ["E1"], "releases": ["hk/2026.11.30"], "account": list(account)}
    acting.append("answer", body)


# -------------------------------------------------------------------------------------------------------------- answers


def test_a_citation_leads_to_its_row_and_a_label_is_plain_to_see() -> None:
    found = shown_answer(TEXT, [CITED, LABELLED], seq=7)
    first = found.blocks[0][1][0]
    cited, labelled = (piece for piece in first if piece.outcome)
    assert (cited.text, cited.rows, cited.anchor, cited.label) == ("(s. 3 of Cap. 1)", ("E1",), "a7-1", "")
    assert (labelled.text, labelled.label, labelled.rows) == ("Cap. 9", "(unverified)", ())
    assert found.labelled == 1
    assert [place.anchor for place in found.cited["E1"]] == ["a7-1"]


def test_the_list_of_references_is_links_and_bold_words() -> None:
    found = shown_answer(TEXT, [CITED, LABELLED])
    (_, heading), (kind, items) = found.blocks[1:]
    assert (heading[0][0].text, heading[0][0].bold, kind) == ("References", True, "ul")
    assert (items[0][0].text, items[0][0].url) == ("Cap. 1", "https://law.example/1")


def test_an_address_that_is_none_of_the_web_stays_text() -> None:
    for line in (EVIL, "[x](data:text/html,1)", "[x](//evil.example)", '[y](https://x.example/"onclick="a)'):
        pieces = [piece for _, lines in shown_answer(line, []).blocks for row in lines for piece in row]
        assert all(piece.url == "" or piece.url.startswith("https://x.example/") for piece in pieces)
        assert not any('"' in piece.url for piece in pieces)


def test_an_answer_without_an_account_is_shown_and_said_to_be_that() -> None:
    found = shown_answer(TEXT, None)
    assert not found.known
    assert found.cited == {}
    assert plain(TEXT).startswith("A keeper has 30 days")


@given(
    st.text(alphabet="ab *[]()-\n.\u200b", max_size=60),
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 20)), max_size=4),
)
def test_no_word_of_an_answer_is_lost_or_added(text: str, spans: list[tuple[int, int]]) -> None:
    account, at = [], 0
    for start, size in sorted(spans):
        first = max(at, min(start, len(text)))
        last = min(first + size, len(text))
        if first < last:
            account.append({"outcome": "expanded", "out_start": first, "out_end": last, "rows": ["E1"]})
            at = last
    signs = str.maketrans("", "", "*\n -")
    assert plain(text, account).translate(signs) == lines_safe(text).translate(signs)


def test_what_is_not_in_the_text_that_left_is_no_stretch() -> None:
    rebuilt = {"outcome": "rebuilt", "out_start": 5, "out_end": 5}
    assert stretches_of([rebuilt, CITED]) == stretches_of([CITED])


# ---------------------------------------------------------------------------------------------------------------- chats


def test_answers_stand_under_their_question_with_the_rows_they_cite(acting: Acting) -> None:
    ask(acting, "When?")
    acting.append("accepted", evidence_body(evidence()))
    answered(acting)
    ask(acting, "And who?")
    found = shown(acting)
    assert [(turn.question, len(turn.answers)) for turn in found.turns] == [("When?", 1), ("And who?", 0)]
    (row,) = found.rows
    assert row.citation == "cited hk/cap9001#s3"
    assert (row.name, row.status, [place.anchor for _, place in row.cited]) == ("E1", "standing", ["a4-1"])
    assert row.source == "/law/hk/cap9001?at=s3&wording=en&as_of=2026-11-30&mark=104-110&of=hk/2026.11.30#passage"
    assert found.question == "And who?"
    assert found.chain.sound


def test_a_row_that_was_withdrawn_stays_to_be_seen_as_that(acting: Acting) -> None:
    acting.append("accepted", evidence_body(evidence(findings=("not_in_force",), status="pending")))
    withdraw(acting, 1, "Superseded.")
    (row,) = shown(acting).rows
    assert (row.status, row.why, row.law, row.findings) == ("withdrawn", "Superseded.", "pending", ("not_in_force",))


def test_a_row_that_was_erased_says_nothing_any_more(acting: Acting) -> None:
    entry = acting.append("accepted", evidence_body(evidence()))
    erase(acting, [entry.seq], reason="asked", ground="right to erasure")
    found = shown(acting)
    (row,) = found.rows
    assert (row.status, row.quote, row.reference) == ("erased", (), "")
    assert found.chain.erased == (entry.seq,)
    assert any(each.erased for each in found.entries)


def test_proposals_that_were_refused_are_shown_with_their_reason(acting: Acting) -> None:
    acting.append("refused", {"code": "not_verbatim", "reference": "hk/cap9001#s3", "quote_sha256": "0" * 64})
    (refused,) = shown(acting).refused
    assert (refused.code, refused.words["reference"]) == ("not_verbatim", "hk/cap9001#s3")


def test_nothing_is_concluded_from_a_chain_that_was_altered(acting: Acting) -> None:
    ask(acting, "When?")
    acting.append("accepted", evidence_body(evidence()))
    answered(acting)
    entries = list(acting.ledger.entries(acting.chat))
    payload = entries[2].payload
    assert payload is not None
    entries[2] = replace(entries[2], payload=payload.replace(b"thirty", b"ninety"))
    found = shown(acting, entries)
    assert not found.chain.sound
    assert found.chain.findings == (("altered_payload", 3),)
    assert (found.turns, found.rows) == ((), ())


def test_hostile_words_of_a_chain_stay_text(acting: Acting) -> None:
    ask(acting, EVIL)
    acting.append("accepted", evidence_body(evidence(title=EVIL, quote=EVIL, url="javascript:alert(1)", reason=EVIL)))
    answered(acting, EVIL, ())
    found = shown(acting)
    assert found.rows[0].official == ""
    assert "\u202e" not in repr(found)


def test_what_was_opened_is_found_by_its_entry(acting: Acting) -> None:
    body = {
        "reference": "hk/cap9001#s3",
        "work": "hk/cap9001",
        "expression": "hk/cap9001@en/2026-03-01",
        "release": "hk/2026.11.30",
    }
    entry = acting.append("opened", body | {"as_of": "2026-11-30", "spans": [[1, 9]]})
    state = replay(acting.chat, acting.ledger.entries(acting.chat))
    opening = opened_by(state, entry.seq)
    assert opening is not None
    assert opening.spans == ((1, 9),)
    assert opened_by(state, entry.seq + 1) is None
    (listed,) = shown(acting).openings
    assert listed.address == f"/chat/lanterns/opened/{entry.seq}"


def test_chats_are_listed_newest_first_and_a_name_that_is_no_address_leads_nowhere() -> None:
    listed = [
        ChatListed(ChatId("local", "default", name), at, 3)
        for name, at in (("a", "2026-01-01"), ("b/c", "2026-02-01"), ("..", "2026-03-01"))
    ]
    found = shown_chats(listed)
    assert [(each.name, each.address) for each in found] == [("..", ""), ("b/c", ""), ("a", "/chat/a")]


def test_a_refusal_offers_the_words_that_stand_there() -> None:
    near = (Suggestion("hk/cap9001", "letter_case"),)
    call = NextCall("propose", {"reference": "hk/cap9001#s3", "quote": "thirty"})
    found = shown_refusal(
        Refused(
            "not_verbatim", "hk/cap9001", "thirty", "thirty days", "hk/cap9001#s3", (("thirty", "30"),), (), near, call
        )
    )
    assert (found.words, found.proposes, found.opens, found.differs) == (
        "thirty",
        "hk/cap9001#s3",
        "",
        (("thirty", "30"),),
    )
    found = shown_refusal(Refused("not_opened", "hk/cap9001", next=NextCall("open", {"reference": "hk/cap9001"})))
    assert (found.opens, found.proposes) == ("hk/cap9001", "")


def test_the_steps_of_a_question_hold_no_word_of_it() -> None:
    events = [Event(1, 0.0, "running", {}), Event(2, 0.0, "step", {"step": 1, "what": "search", "outcome": "ok"})]
    assert steps_of(events) == ((1, "search", "ok"),)
