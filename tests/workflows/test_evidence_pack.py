"""An evidence pack is verified offline; no field of it can be changed, and whoever forges one is caught at a named step."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.attacks.signed import LOG, House
from tests.transparency.keys import signer

from pincite import wiring
from pincite.answers.pack import make_pack, pack_bytes, read_pack, receipts_body
from pincite.digests import sha256_text
from pincite.errors import BadInput
from pincite.ledger.checkpoint import Checkpoint, checkpoint_of, sign_checkpoint
from pincite.ledger.entries import Draft, payload_bytes, read_payload
from pincite.ledger.export import export_chain
from pincite.ledger.memory import MemoryLedger
from pincite.reports.pack_page import pack_in_page, pack_page
from pincite.storage.release_proofs import CorpusProofs
from pincite.storage.sqlite.corpus import SqliteCorpus
from pincite.storage.sqlite.ledger import SqliteLedger
from pincite.transparency.policy import trusting
from pincite.workflows.chat import Acting, ask, erase, hand_out, new_chat, open_in_chat, withdraw
from pincite.workflows.compose_answer import Answering, compose_answer
from pincite.workflows.export_pack import export_pack
from pincite.workflows.propose import Accepted, Proposal, propose
from pincite.workflows.verify_pack import PackCheck, verify_pack

LEDGER = signer("firm.example/ledger", 7)
TRUSTED = trusting([LOG.verifier, LEDGER.verifier])
AS_OF = "2021-01-01"


def nothing(_: str) -> tuple[()]:
    return ()


def earned(acting: Acting, corpus: SqliteCorpus, quote: str, work: str = "hk/cap9", as_of: str = AS_OF) -> None:
    open_in_chat(acting, corpus, work, extract=nothing, url=lambda *_: "", as_of=as_of)
    proposal = Proposal(work, quote, "Who must light?", "direct", "It is the <rule> & more.")
    assert isinstance(propose(acting, corpus, proposal, extract=nothing, url=lambda *_: ""), Accepted)


@dataclass
class Made:
    pack: dict[str, Any]
    point: Checkpoint
    answering: Answering

    @property
    def data(self) -> bytes:
        return pack_bytes(self.pack)

    def check(self, data: bytes | None = None, **more: Any) -> PackCheck:
        given = {"policy": TRUSTED, "render": pack_page, **more}
        return verify_pack(self.data if data is None else data, self.answering, **given)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Made]:
    folder = tmp_path_factory.mktemp("pack")
    release = House(folder).signed()
    with wiring.open_corpus([release]) as corpus, SqliteLedger(folder / "ledger.db", create=True) as ledger:
        acting = wiring.acting(ledger, "lanterns", tenant="firm", matter="harbour", actor="anna")
        new_chat(acting, "Lanterns </script> & @@PACK@@")
        ask(acting, "Who must light?")
        earned(acting, corpus, "The lantern burns oil.")
        earned(acting, corpus, "We dismiss the appeal.", "hk/hkca/2025/12", "")
        earned(acting, corpus, "burns till dawn")
        earned(acting, corpus, "Every keeper must light a lantern.")
        withdraw(acting, 3, "no longer needed")
        answering = wiring.answering(corpus, language="en", as_of=AS_OF)
        finished = compose_answer(acting, "It burns “oil” [E1]. It was dismissed [E2].", answering)
        assert not finished.refused, finished.refusals
        point = hand_out(acting, "the client")
        erase(acting, [2], reason="asked for", ground="Art. 17")
        pack = export_pack(acting, to="the court", corpus=corpus, proofs=CorpusProofs(corpus), signers=[LEDGER])
        yield Made(pack, point, answering)


def at(check: PackCheck) -> str:
    return "" if check.ok else check.steps[-1].name


def test_a_pack_verifies_offline_in_seven_named_steps(made: Made) -> None:
    check = made.check()
    assert check.ok, check.steps[-1]
    assert [step.name for step in check.steps] == [
        "strict parse", "chain", "checkpoint", "rows", "receipts", "answers", "page",
    ]  # fmt: skip
    assert "erased and accounted for: 2" in check.steps[1].said
    assert "firm.example/ledger" in check.steps[2].said
    assert check.steps[4].said == "4 verified, 0 rows without"
    assert check.unproved == ()


def test_a_checkpoint_kept_elsewhere_is_held_against_it(made: Made) -> None:
    assert made.check(handed_out=[made.point]).ok
    other = Checkpoint(made.point.chat, made.point.count, b"x" * 32, made.point.at)
    assert at(made.check(handed_out=[other])) == "chain"
    later = Checkpoint(made.point.chat, 99, made.point.hash, made.point.at)
    assert at(made.check(handed_out=[later])) == "chain"


def test_without_a_key_everything_agrees_and_what_is_not_proved_is_said(made: Made) -> None:
    check = made.check(policy=None)
    assert check.ok
    assert any("another chain" in each for each in check.unproved)
    assert any("prove nothing more" in each for each in check.unproved)


def test_a_key_of_nobody_who_signed_is_not_enough(made: Made) -> None:
    assert at(made.check(policy=trusting([LOG.verifier]))) == "checkpoint"
    assert at(made.check(policy=trusting([LEDGER.verifier]))) == "receipts"


# every field


def altered(value: Any) -> Iterator[Any]:
    """The value with one thing in it changed, removed, repeated or added, in every place."""
    if isinstance(value, dict):
        for key, item in value.items():
            rest = {name: each for name, each in value.items() if name != key}
            yield rest
            yield rest | {f"{key}x": item}
            for other in altered(item):
                yield value | {key: other}
        yield value | {"extra": "x"}
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield value[:index] + value[index + 1 :]
            yield [*value[: index + 1], *value[index:]]
            for other in altered(item):
                yield [*value[:index], other, *value[index + 1 :]]
        yield [*value, "x"]
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
        yield str(value)
    elif isinstance(value, str):
        yield f"{value}x"
        yield f"x{value[1:]}" if value[:1] != "x" else f"y{value[1:]}"
        yield value.upper() if value.upper() != value else value[:-1] if value else "y"
        yield 5
    else:
        yield "x"


def survivors(made: Made, every: int) -> tuple[int, list[bytes]]:
    tried = 0
    survived = []
    for number, forged in enumerate(altered(made.pack)):
        if number % every == 0:
            data = json.dumps(forged, ensure_ascii=False).encode()
            tried += 1
            if made.check(data).ok:
                survived.append(data)
    return tried, survived


def test_attack_no_field_of_a_pack_can_be_changed(made: Made) -> None:
    tried, survived = survivors(made, 7)  # prime to the alterations of a field: all kinds of them come up
    assert tried > 200
    assert survived == []


@pytest.mark.long
def test_attack_no_field_of_a_pack_can_be_changed_in_any_way(made: Made) -> None:
    tried, survived = survivors(made, 1)
    assert tried > 1500
    assert survived == []


def test_attack_another_spelling_of_the_same_pack_is_refused(made: Made) -> None:
    twice = made.data.replace(b'"schema":"pincite.pack/1"', b'"schema":"pincite.pack/1","schema":"pincite.pack/1"')
    assert at(made.check(twice)) == "strict parse"
    for data in (b"", b"[]", b"{}", b"\xff", b"[" * 10_000, made.data[:-20], b'{"schema": "pincite.pack/1"}'):
        assert at(made.check(data)) == "strict parse"
    again = json.dumps(made.pack, indent=3).encode()
    assert made.check(again).ok, "white space between is no change"


# forgers who write a whole chain anew


def rewritten(
    made: Made, change: Callable[[int, str, dict[str, Any]], dict[str, Any] | None], *, signed: bool = True
) -> bytes:
    """The pack with payloads changed and all hashes made anew; signed by the ledger's own key, or by nobody's."""
    held = read_pack(made.data)
    ledger = MemoryLedger()
    chat = held.chat
    for stored in held.entries:
        payload = read_payload(stored.payload) if stored.payload is not None else None
        body = dict(payload.body) if payload is not None else {"text": "erased"}
        if stored.entry.kind == "erased":
            continue
        new = change(stored.entry.number, stored.entry.kind, body)
        if new is None:
            continue
        actor = payload.actor if payload is not None else "anna"
        ledger.append(chat, [Draft(stored.entry.kind, stored.entry.at, payload_bytes(actor, new))])
    head = ledger.head(chat)
    assert head is not None
    point = checkpoint_of(head, held.checkpoint.at)
    export = export_chain(chat, ledger.entries(chat), point)
    if signed:
        export["checkpoint"] = sign_checkpoint(point, [LEDGER])
    return pack_bytes(make_pack(export, held.receipts, held.without))


def same(_number: int, _kind: str, body: dict[str, Any]) -> dict[str, Any]:
    return body


def test_a_chain_written_anew_without_the_key_is_refused_at_the_checkpoint(made: Made) -> None:
    assert at(made.check(rewritten(made, same))) == "", "the forger's tool itself works"
    assert at(made.check(rewritten(made, same, signed=False))) == "checkpoint"
    assert at(made.check(rewritten(made, same), handed_out=[made.point])) == "chain"


FIELDS = ["quote", "start", "end", "text_sha256", "expression", "work", "block", "release_as_of", "release", "reference",
          "pinpoint", "document_start", "document_end", "as_of"]  # fmt: skip


@pytest.mark.parametrize("field", FIELDS)
def test_attack_the_keeper_of_the_ledger_cannot_change_what_a_row_says(field: str, made: Made) -> None:
    def change(number: int, kind: str, body: dict[str, Any]) -> dict[str, Any]:
        if kind == "accepted" and number == 1:
            body[field] = body[field] + (1 if isinstance(body[field], int) else "x")
        return body

    assert at(made.check(rewritten(made, change))) in ("rows", "receipts")


def test_attack_words_that_the_law_does_not_say_are_refused_by_the_receipt(made: Made) -> None:
    def change(number: int, kind: str, body: dict[str, Any]) -> dict[str, Any]:
        if kind == "accepted" and number == 1:
            body["quote"] = "The lantern burns gas."
        return body

    assert at(made.check(rewritten(made, change))) == "receipts"


@pytest.mark.parametrize(
    "text",
    [
        "It burns oil (s. 2(2) of Cap. 571).",
        "It was dismissed ([2019] HKCFA 77).",
        "It burns “gas” (s. 2(1) of Cap. 9).",
        "See https://evil.example/1.",
    ],
)
def test_attack_an_answer_that_cites_what_no_row_holds_is_refused(text: str, made: Made) -> None:
    def change(_: int, kind: str, body: dict[str, Any]) -> dict[str, Any]:
        return body | {"answer": text, "answer_sha256": sha256_text(text)} if kind == "answer" else body

    assert at(made.check(rewritten(made, change))) == "answers"


def test_attack_an_answer_over_a_withdrawn_row_is_refused(made: Made) -> None:
    def change(_: int, kind: str, body: dict[str, Any]) -> dict[str, Any]:
        return body | {"rows": ["E3"]} if kind == "answer" else body

    assert at(made.check(rewritten(made, change))) == "answers"


def test_attack_a_row_that_was_never_opened_is_refused(made: Made) -> None:
    def change(_: int, kind: str, body: dict[str, Any]) -> dict[str, Any] | None:
        return None if kind == "opened" and body["work"] == "hk/hkca/2025/12" else body

    assert at(made.check(rewritten(made, change))) == "rows"


def test_attack_the_export_may_not_be_cut_off(made: Made) -> None:
    assert at(made.check(rewritten(made, lambda _, kind, body: None if kind == "exported" else body))) == "chain"


def test_attack_a_receipt_may_not_be_left_out(made: Made) -> None:
    value = copy.deepcopy(made.pack)
    value["without_receipt"] = {"E1": "unsigned_release"}
    del value["receipts"]["E1"]
    assert at(made.check(pack_bytes(value))) == "receipts"


# pages


def test_the_page_is_the_packs_and_can_be_read_back(made: Made) -> None:
    page = pack_page(read_pack(made.data))
    assert made.check(pages={"pack.html": page.encode()}).ok
    assert made.check(pack_in_page(page)).ok
    for hidden in ("http-equiv", "default-src 'none'"):
        assert hidden in page
    assert page.count("<script") == 1
    assert page.count("</script>") == 1
    assert "Lanterns &lt;/script&gt; &amp; &#64;@PACK" in page
    assert "src=" not in page
    assert "It is the &lt;rule&gt; &amp; more." in page


def test_attack_a_page_that_shows_something_else_is_refused(made: Made) -> None:
    page = pack_page(read_pack(made.data))
    for old, new in (
        ("burns oil", "burns gas"),
        ("E1", "E9"),
        ("</body>", "<p>Also.</p></body>"),
        ("default-src 'none'", ""),
    ):
        forged = page.replace(old, new, 1)
        assert forged != page
        assert at(made.check(pages={"pack.html": forged.encode()})) == "page"
    other = {f"receipts/{row}.json": data for row, data in read_pack(made.data).receipts.items()}
    assert made.check(pages=other).ok
    assert at(made.check(pages={**other, "receipts/E1.json": b"{}"})) == "page"
    assert at(made.check(pages={"receipts/E1.json": other["receipts/E1.json"]})) == "page"


def test_a_page_without_a_pack_is_bad_input() -> None:
    for page in ("", "<p>no</p>", '<script type="application/json" id="pack">{}'):
        with pytest.raises(BadInput):
            pack_in_page(page)


# what is erased or unsigned


def test_an_unsigned_release_gives_a_pack_without_receipts_that_says_so(tmp_path: Path) -> None:
    release = House(tmp_path).build()
    with wiring.open_corpus([release]) as corpus:
        acting = wiring.acting(MemoryLedger(), "lanterns")
        new_chat(acting)
        earned(acting, corpus, "The lantern burns oil.")
        answering = wiring.answering(corpus, language="en")
        assert not compose_answer(acting, "It burns oil [E1].", answering).refused
        pack = export_pack(acting, corpus=corpus, proofs=CorpusProofs(corpus))
        bare = export_pack(acting)
    assert pack["without_receipt"] == {"E1": "unsigned_release"}
    assert bare["without_receipt"] == {"E1": "release_not_given"}
    check = verify_pack(pack_bytes(pack), answering)
    assert check.ok
    assert any("E1 (unsigned release)" in each for each in check.unproved)
    assert verify_pack(pack_bytes(pack), answering, policy=TRUSTED).steps[-1].name == "checkpoint"


def test_an_erased_row_and_an_erased_answer_are_said_and_the_rest_verifies(tmp_path: Path) -> None:
    release = House(tmp_path).signed()
    with wiring.open_corpus([release]) as corpus, SqliteLedger(tmp_path / "l.db", create=True) as ledger:
        acting = wiring.acting(ledger, "lanterns")
        new_chat(acting)
        earned(acting, corpus, "The lantern burns oil.")
        earned(acting, corpus, "burns till dawn")
        answering = wiring.answering(corpus, language="en", as_of=AS_OF)
        for text in ("It burns oil [E1].", "It burns till dawn [E2]."):
            assert not compose_answer(acting, text, answering).refused
        seqs = {each.entry.kind: each.entry.seq for each in ledger.entries(acting.chat)}
        erase(acting, [3, seqs["answer"]], reason="asked for", ground="Art. 17")
        pack = export_pack(acting, corpus=corpus, proofs=CorpusProofs(corpus), signers=[LEDGER])
    assert pack["without_receipt"] == {"E1": "erased"}
    check = verify_pack(pack_bytes(pack), answering, policy=TRUSTED)
    assert check.ok, check.steps[-1]
    assert len(check.unproved) == 3
    assert "Erased." in pack_page(read_pack(pack_bytes(pack)))


def test_the_digests_of_receipts_are_of_their_value() -> None:
    assert receipts_body({"E1": b'{"a": 1}\n'}, {}) == receipts_body({"E1": b'{"a":1}'}, {})
