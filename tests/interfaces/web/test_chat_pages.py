"""The pages of chats: asked or by hand, nothing leaves that was not earned, and nobody reaches another's chat."""

from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.interfaces.web.lantern_server import BEARER, LanternServer, lantern_app
from tests.interfaces.web.test_law_pages import EN, text_of
from tests.workflows.scripted_models import Scripted, proposal

from pincite import wiring
from pincite.answers.pack import read_pack
from pincite.interfaces.http.limits import Limits
from pincite.interfaces.http.principal import ALL, Principal
from pincite.interfaces.http.serving import assemble
from pincite.interfaces.mcp.engine import Engine
from pincite.interfaces.web.pages import pages_of
from pincite.ledger.checkpoint import read_checkpoint
from pincite.reports.messages import LANGUAGES

QUESTION = "When must a keeper register a lantern?"
QUOTE = "A keeper shall register each lantern with the Registrar within 30 days"
PROPOSAL = {
    "reference": "hk/cap9001#s3",
    "quote": QUOTE,
    "enquiry": QUESTION,
    "relevance": "direct",
    "reason": "It sets the time.",
}


@pytest.fixture(autouse=True)
def no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PINCITE_MODEL", raising=False)


def scripted(monkeypatch: pytest.MonkeyPatch, *script: Any) -> Scripted:
    """A model is set, and says this."""
    model = Scripted(list(script))
    monkeypatch.setenv("PINCITE_MODEL", "ollama:scripted")
    monkeypatch.setattr(wiring, "language_model", lambda *_, **__: model)
    return model


def begun(visitor: TestClient, question: str = QUESTION, do: str = "hand") -> str:
    """The address of a new chat."""
    answer = visitor.post("/chat", data={"question": question, "do": do}, follow_redirects=False)
    assert answer.status_code == 303
    return str(answer.headers["location"])


def opened(visitor: TestClient, chat: str, reference: str = "hk/cap9001#s3") -> str:
    """The address of a place opened in a chat."""
    answer = visitor.post(f"{chat}/open", data={"reference": reference}, follow_redirects=False)
    assert answer.status_code == 303
    return str(answer.headers["location"])


def earned(visitor: TestClient, chat: str) -> str:
    """A chat with the row E1; its page."""
    entry = opened(visitor, chat).rpartition("/")[2]
    answer = visitor.post(f"{chat}/propose", data={**PROPOSAL, "entry": entry})
    assert answer.status_code == 200
    return answer.text


# ------------------------------------------------------------------------------------------------------------- by hand


def test_without_a_model_the_page_says_plainly_what_to_set(visitor: TestClient) -> None:
    page = visitor.get("/chat")
    assert EN("chatpage", "model_none") in text_of(page.text)
    assert "PINCITE_MODEL" in page.text


def test_an_answer_is_made_by_hand_from_search_to_references(visitor: TestClient) -> None:
    chat = begun(visitor)
    found = visitor.get(f"{chat}/search", params={"q": "register lantern Registrar"})
    assert 'value="hk/cap9001#s3"' in found.text
    where = opened(visitor, chat)
    assert "within 30 days" in visitor.get(where).text
    page = earned(visitor, chat)
    assert EN("chatpage", "evidence") + ": 1" in text_of(page)
    answer = visitor.post(
        f"{chat}/compose", data={"text": f"A keeper has 30 days: “{QUOTE}” [E1]."}, follow_redirects=False
    )
    assert answer.status_code == 303
    shown = visitor.get(chat).text
    assert "References" in text_of(shown)
    assert "s. 3(1) of Cap. 9001" in text_of(shown)
    anchor = re.search(r'<span class="cited" id="(a\d+-1)"', shown)
    assert anchor is not None
    assert f'href="#{anchor[1]}"' in shown  # from the row to the place in the answer
    assert '<a class="row-link" href="#E1">' in shown  # and from the answer to the row
    source = re.search(r'href="(/law/hk/cap9001\?at=s3_1[^"]+)#passage"', shown)
    assert source is not None
    assert f'id="passage">{QUOTE}</mark>' in visitor.get(source[1].replace("&amp;", "&")).text


def test_words_that_do_not_stand_there_are_refused_with_what_does(visitor: TestClient) -> None:
    chat = begun(visitor)
    entry = opened(visitor, chat).rpartition("/")[2]
    wrong = {**PROPOSAL, "quote": QUOTE.replace("30", "90"), "entry": entry}
    answer = visitor.post(f"{chat}/propose", data=wrong)
    assert answer.status_code == 422
    said = text_of(answer.text)
    assert EN("chatcode", "not_verbatim") in said
    assert "within 30 days" in said
    assert 'value="It sets the time."' in answer.text  # what was written is not lost
    page = visitor.get(chat).text
    assert EN("chatpage", "evidence_none") in text_of(page)
    assert EN("chatpage", "refused") + ": 1" in text_of(page)


def test_what_was_not_opened_cannot_be_proposed(visitor: TestClient) -> None:
    chat = begun(visitor)
    entry = opened(visitor, chat, "hk/cap9001#s4").rpartition("/")[2]
    answer = visitor.post(f"{chat}/propose", data={**PROPOSAL, "entry": entry})
    assert answer.status_code == 422
    assert EN("chatcode", "not_opened") in text_of(answer.text)


@pytest.mark.parametrize("text", ["See Cap. 9001 s. 3.", "As [E9] says.", "See https://evil.example/x."])
def test_a_citation_written_by_hand_does_not_leave(visitor: TestClient, text: str) -> None:
    chat = begun(visitor)
    earned(visitor, chat)
    answer = visitor.post(f"{chat}/compose", data={"text": text})
    assert answer.status_code == 422
    assert EN("answer", "refused") in text_of(answer.text)
    assert text in answer.text  # the text is there to be mended
    assert EN("chatpage", "no_answer_yet") in text_of(visitor.get(chat).text)


def test_a_row_is_withdrawn_with_a_reason_and_can_no_longer_be_cited(visitor: TestClient) -> None:
    chat = begun(visitor)
    earned(visitor, chat)
    assert visitor.post(f"{chat}/withdraw", data={"row": "E1", "reason": ""}).status_code == 422
    page = visitor.post(f"{chat}/withdraw", data={"row": "E1", "reason": "Another section rules."}).text
    assert "Another section rules." in text_of(page)
    assert visitor.post(f"{chat}/compose", data={"text": "Thirty days [E1]."}).status_code == 422


def test_the_evidence_pack_and_a_checkpoint_are_handed_out(visitor: TestClient) -> None:
    chat = begun(visitor)
    earned(visitor, chat)
    pack = visitor.post(f"{chat}/pack", data={"format": "json"})
    assert "attachment" in pack.headers["content-disposition"]
    assert set(read_pack(pack.content).receipts) == {"E1"}
    page = visitor.post(f"{chat}/pack", data={"format": "page"})
    assert page.headers["content-type"].startswith("text/html")
    assert "attachment" in page.headers["content-disposition"]
    point = read_checkpoint(visitor.post(f"{chat}/checkpoint").text)
    assert point.chat.chat == chat.rpartition("/")[2]


# ------------------------------------------------------------------------------------------------------------ by a model


def test_the_answer_is_held_back_until_it_is_settled(
    house: LanternServer, visitor: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripted(
        monkeypatch,
        [("search", {"words": "register lantern"}), ("open", {"reference": "hk/cap9001#s3"})],
        [proposal("hk/cap9001#s3", QUOTE)],
        [("compose", {"text": "A keeper registers within thirty days [E1]."})],
    )
    assert EN("chatpage", "model_is", name="ollama:scripted") in text_of(visitor.get("/chat").text)
    chat = begun(visitor, do="ask")
    waiting = visitor.get(chat).text
    assert EN("chatpage", "held_back") in text_of(waiting)
    assert '<noscript><meta http-equiv="refresh"' in waiting
    assert 'class="answer"' not in waiting
    assert house.work() == 1
    page = visitor.get(chat).text
    assert "within thirty days" in text_of(page)
    assert 'href="#E1"' in page
    assert EN("chatpage", "held_back") not in text_of(page)
    assert EN("entry", "model_step", step=3, calls="compose") in text_of(page)


def test_a_lie_of_the_model_never_leaves_and_extracts_say_why(
    house: LanternServer, visitor: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripted(monkeypatch, "Cap. 571 s. 105 says so, see [2019] HKCFA 77 and https://evil.example/pay.")
    chat = begun(visitor, "Who registers lanterns with the Registrar?", do="ask")
    house.work()
    page = visitor.get(chat).text
    for lie in ("HKCFA 77", "evil.example", "Cap. 571"):
        assert lie not in page
    assert EN("why_extracts", "no_progress") in text_of(page)


def test_without_a_model_a_question_is_answered_with_extracts_that_say_so(
    house: LanternServer, visitor: TestClient
) -> None:
    chat = begun(visitor, "How often should a lantern be inspected?", do="ask")
    house.work()
    said = text_of(visitor.get(chat).text)
    assert EN("why_extracts", "no_model") in said
    assert "inspect each lantern once a week" in said


def test_a_question_pressed_twice_is_one_and_asked_again_later_is_another(
    house: LanternServer, visitor: TestClient
) -> None:
    chat = begun(visitor, "Who keeps lanterns?")
    for _ in range(2):
        visitor.post(f"{chat}/ask", data={"question": "", "do": "ask"})
    assert house.work() == 1
    earned(visitor, chat)
    visitor.post(f"{chat}/ask", data={"question": "", "do": "ask"})
    assert house.work() == 1


def test_a_server_without_a_ledger_has_no_pages_of_chats(lanterns: Path, house: LanternServer) -> None:
    reading = Engine(house.engine.pool)
    pages = pages_of(reading, house.store, Limits())
    app = assemble(_order(lanterns), reading, house.store, routers=pages.routers, page=pages.problem)
    visitor = TestClient(
        app, base_url="http://127.0.0.1:8321", headers={"Authorization": "Bearer x", "Accept": "text/html"}
    )
    assert visitor.get("/chat").status_code == 404
    page = visitor.get("/releases")
    assert page.status_code == 200
    assert 'href="/chat"' not in page.text


def test_a_model_that_fails_is_told_and_the_chat_goes_on(
    house: LanternServer, visitor: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pincite.judging.language_model import ModelFailed

    def failing(_: Any) -> Any:
        raise ModelFailed("the model cannot be reached")

    model = scripted(monkeypatch, "x")
    monkeypatch.setattr(model, "complete", failing)
    chat = begun(visitor, "What is a lantern?", do="ask")
    house.work()
    said = text_of(visitor.get(chat).text)
    assert EN("chatpage", "run_failed") in said
    assert "cannot be reached" in said
    assert EN("chatpage", "compose") in said


# --------------------------------------------------------------------------------------------------------- what goes wrong


def test_a_chain_that_was_altered_shows_neither_answers_nor_evidence(lanterns: Path, tmp_path: Path) -> None:
    with lantern_app(lanterns, tmp_path) as server:
        client = TestClient(server.app, base_url="http://127.0.0.1:8321", headers={**BEARER, "Accept": "text/html"})
        chat = begun(client)
        earned(client, chat)
        with sqlite3.connect(tmp_path / "chats.db") as db:
            tables = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            for name in tables:
                columns = [row[1] for row in db.execute(f"PRAGMA table_info({name})")]
                if "payload" in columns:
                    triggers = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")]
                    for trigger in triggers:
                        db.execute(f"DROP TRIGGER {trigger}")
                    db.execute(
                        f"UPDATE {name} SET payload = CAST(replace(CAST(payload AS TEXT), '30 days', '99 days') AS BLOB)"
                    )
        page = client.get(chat)
        said = text_of(page.text)
        assert EN("chatpage", "chain_wrong") in said
        assert EN("chatcode", "altered_payload") in said
        assert "99 days" not in page.text.partition('class="entries"')[0]
        assert 'class="evidence' not in page.text


def test_bad_input_is_a_page_with_what_to_do(visitor: TestClient) -> None:
    chat = begun(visitor)
    for address, given in (
        ("/chat", {"question": ""}), ("/chat", {"question": "x" * 10_001}), (f"{chat}/open", {"reference": "no citation"}),
        (f"{chat}/propose", {}), (f"{chat}/compose", {"text": " "}), (f"{chat}/withdraw", {"row": "E99", "reason": "x"}),
        (f"{chat}/withdraw", {"row": "x", "reason": "x"}),
    ):  # fmt: skip
        answer = visitor.post(address, data=given)
        assert answer.status_code == 422, address
        assert "<h1>" in answer.text
    for address in ("/chat/none", "/chat/none/search?q=x", "/chat/none/opened/3", f"{chat}/opened/99"):
        assert visitor.get(address).status_code == 404
    assert visitor.post(f"{chat}/open", data={"reference": "hk/cap7"}).status_code == 404


def test_what_a_person_writes_is_never_markup(house: LanternServer, visitor: TestClient) -> None:
    evil = "<script>alert(1)</script><img src=x onerror=alert(2)> \u202e lantern"
    chat = begun(visitor, evil)
    entry = opened(visitor, chat).rpartition("/")[2]
    visitor.post(f"{chat}/propose", data={**PROPOSAL, "entry": entry, "reason": evil, "enquiry": evil})
    visitor.post(f"{chat}/compose", data={"text": f"{evil} [E1]"})
    pages = [
        visitor.get(address).text for address in ("/chat", chat, f"{chat}/opened/{entry}", f"{chat}/search?q={evil}")
    ]
    pages.append(visitor.post(f"{chat}/compose", data={"text": f"{evil} Cap. 1"}).text)
    for page in pages:
        assert "<script>alert" not in page
        assert "<img src=x" not in page


def test_another_tenant_or_matter_reaches_nothing(house: LanternServer, visitor: TestClient, lanterns: Path) -> None:
    chat = begun(visitor)
    where = opened(visitor, chat)
    for tenant, matter in (("other", "default"), ("local", "other")):

        async def somebody(_: Any, tenant: str = tenant, matter: str = matter) -> Principal:
            return Principal("eve", tenant, matter, actions=ALL)

        pages = pages_of(house.engine, house.store, Limits())
        app = assemble(
            _order(lanterns), house.engine, house.store, identity=somebody, routers=pages.routers, page=pages.problem
        )
        stranger = TestClient(app, base_url="http://127.0.0.1:8321", headers={"Accept": "text/html"})
        assert chat not in stranger.get("/chat").text
        for address in (chat, f"{chat}/search?q=x", where):
            assert stranger.get(address).status_code == 404
        for verb in ("ask", "open", "propose", "withdraw", "compose", "pack", "checkpoint"):
            given = {**PROPOSAL, "entry": "2", "row": "E1", "text": "x", "question": "x"}
            assert stranger.post(f"{chat}/{verb}", data=given).status_code in (404, 422), verb
    assert len(list(house.engine.acting(Principal("user").who, chat.rpartition("/")[2]).ledger.entries(_id(chat)))) == 3


def _order(lanterns: Path) -> Any:
    from pincite.interfaces.http.order import Order

    return Order((lanterns / "releases",), (), "", "", token="x")


def _id(chat: str) -> Any:
    from pincite.ledger.entries import ChatId

    return ChatId("local", "default", chat.rpartition("/")[2])


@pytest.fixture
def reader(house: LanternServer, lanterns: Path) -> TestClient:
    """Somebody who may read and nothing else."""

    async def somebody(_: Any) -> Principal:
        return Principal("rita", actions=frozenset(("read",)))

    pages = pages_of(house.engine, house.store, Limits())
    app = assemble(
        _order(lanterns), house.engine, house.store, identity=somebody, routers=pages.routers, page=pages.problem
    )
    return TestClient(app, base_url="http://127.0.0.1:8321", headers={"Accept": "text/html"})


def test_a_reader_is_offered_and_allowed_nothing_that_writes(visitor: TestClient, reader: TestClient) -> None:
    chat = begun(visitor)
    assert "<textarea" not in reader.get("/chat").text
    page = reader.get(chat).text
    assert f'action="{chat}/compose"' not in page
    assert reader.post("/chat", data={"question": "x"}).status_code == 403
    for verb in ("ask", "open", "propose", "withdraw", "compose", "pack", "checkpoint"):
        assert reader.post(f"{chat}/{verb}", data={"text": "x"}).status_code == 403
    assert reader.post("/releases/hk/2026.11.30/verify").status_code == 403


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_a_chat_is_there_in_every_language(visitor: TestClient, language: str) -> None:
    chat = begun(visitor)
    where = opened(visitor, chat)
    for address in ("/chat", chat, where, f"{chat}/search?q=lantern"):
        answer = visitor.get(f"{address}{'&' if '?' in address else '?'}language={language}")
        assert answer.status_code == 200
        assert f'<html lang="{language}"' in answer.text


def test_the_chain_keeps_the_account_of_an_answer(house: LanternServer, visitor: TestClient) -> None:
    chat = begun(visitor)
    earned(visitor, chat)
    visitor.post(f"{chat}/compose", data={"text": "Within thirty days [E1]."})
    entries = list(house.engine.acting(Principal("user").who, chat.rpartition("/")[2]).ledger.entries(_id(chat)))
    body = json.loads(entries[-1].payload or b"{}")["body"]
    (change,) = body["account"]
    assert body["answer"][change["out_start"] : change["out_end"]] == change["shown"]
    assert change["rows"] == ["E1"]
