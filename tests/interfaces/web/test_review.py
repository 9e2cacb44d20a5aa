"""The review page without script: hand in, follow, read, open sources, decide, hand on; in five languages; each tenant alone."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Mapping
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.formats.office import docx, para
from tests.interfaces.web.review_app import PART, Served, article, handed_in, memo

from pincite import wiring
from pincite.formats.docx import read_docx
from pincite.interfaces.http.doing import Doer
from pincite.interfaces.web.shown_review import Reports, seen_group
from pincite.interfaces.web.words import words_in
from pincite.ledger.entries import ChatId
from pincite.reports.json_report import render_json
from pincite.reports.messages import LANGUAGES
from pincite.storage.jobs import Job
from pincite.workflows.review import chat_of, decisions_on
from pincite.workflows.verify_draft import Seen

EN = words_in("en").say


@pytest.fixture
def check(client: TestClient, server: Served) -> str:
    """The address of the memo's check, which is done."""
    address = handed_in(client, file=memo(server))
    assert server.work() == 1
    return address


def test_the_first_page_says_what_is_asked_what_may_leave_and_what_the_releases_claim(client: TestClient) -> None:
    page = client.get("/").text
    assert "hk/2026.11.30, law as at 2026-11-30, unsigned" in page
    assert "claims to be complete for" in page
    assert EN("review", "privacy_strict_hint") in page
    assert 'value="cloud"' not in page, "the server was set to strict, so nothing more open is offered"
    assert re.search(r'<form method="post" action="/review" enctype="multipart/form-data"', page)


def test_a_draft_handed_in_by_the_plain_form_leads_to_its_report(client: TestClient, server: Served) -> None:
    address = handed_in(client, file=memo(server))
    waiting = client.get(address).text
    assert EN("review", "stage_existence") in waiting
    assert f'href="{address}"' in waiting, "without script a link shows where it stands"
    server.work()
    page = client.get(address).text
    assert EN("ui", "blocked") in page
    assert [article(page, f"c{number:03}")[:12] for number in range(1, 12)] == ["<article id="] * 11
    assert re.search(r'href="#f-c005"[^>]*>Cap. 9001, s. 4\(1\)</a>', page), "marked in the draft"
    assert "<del>" in article(page, "c005")


def test_text_that_is_pasted_is_checked_as_well(client: TestClient, server: Served) -> None:
    address = handed_in(client, "See Cap. 9001, s. 44.\r\n\r\nAnd Cap. 9001, s. 3.", as_of="2026-06-01")
    server.work()
    page = client.get(address).text
    assert "Cap. 9001, s. 44" in article(page, "c001")
    assert "as at 2026-06-01" in page


def test_a_word_file_comes_back_with_comments(client: TestClient, server: Served) -> None:
    address = handed_in(client, file=("brief.docx", docx(para("See Cap. 9001, s. 44."))))
    server.work()
    assert EN("review", "export_docx") in client.get(address).text
    answer = client.get(f"{address}/export/annotated?language=de")
    assert answer.headers["content-disposition"].startswith('attachment; filename="brief.citations.de.docx"')
    read = read_docx(answer.content, name="a").written
    assert sum(each.kind == "comment" for each in read.besides) == 1


@pytest.mark.parametrize(
    ("kind", "begins"),
    [("html", b"<!DOCTYPE html>"), ("pdf", b"%PDF"), ("csv", b"\xef\xbb\xbf"), ("json", b"{"), ("xlsx", b"PK")],
)
def test_a_report_is_handed_on_as_a_file_to_keep(client: TestClient, check: str, kind: str, begins: bytes) -> None:
    answer = client.get(f"{check}/export/{kind}")
    assert answer.content.startswith(begins)
    assert answer.headers["content-disposition"].startswith("attachment")
    assert answer.headers["content-security-policy"] == "sandbox"
    if kind == "xlsx":
        assert zipfile.ZipFile(io.BytesIO(answer.content)).testzip() is None
    if kind == "json":
        assert json.loads(answer.content)["delivery_blocked"] is True


def test_a_draft_that_bears_no_comments_offers_none(client: TestClient, check: str) -> None:
    assert EN("review", "export_docx") not in client.get(check).text
    assert client.get(f"{check}/export/annotated").status_code == 422
    assert client.get(f"{check}/export/exe").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_and_findings_speak_the_readers_language(client: TestClient, check: str, language: str) -> None:
    page = client.get(check, params={"language": language}).text
    say = words_in(language).say
    assert f'<html lang="{language}"' in page
    for section, code in (("ui", "fix"), ("review", "findings"), ("review", "open_source"), ("page", "left_nothing")):
        assert say(section, code) in page
    assert "{" not in re.sub(r'data-[a-z-]+="[^"]*"', "", page), "a parameter was left open"


def test_the_source_is_opened_at_the_passage_in_the_text_around_it(client: TestClient, check: str) -> None:
    page = client.get(f"{check}/source/c005").text
    assert re.search(r"<mark[^>]*>.*A keeper must not leave a lit lantern unattended.*</mark>", page)
    assert "3. Duty to register" in page, "what stands before it"
    assert "<del>" in page
    assert f'href="{check}#f-c005"' in page
    part = client.get(f"{check}/source/c005", headers=PART).text
    assert "<html" not in part
    assert "<mark" in part


def test_a_citation_of_which_nothing_was_found_has_no_source(client: TestClient, check: str) -> None:
    assert EN("review", "no_source") in client.get(f"{check}/source/c008").text
    assert client.get(f"{check}/source/c099").status_code == 404


def test_a_release_that_is_not_open_any_more_is_said_and_nothing_else_is_shown(
    client: TestClient, check: str, server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pincite.storage.sqlite.corpus.SqliteCorpus.coverage", lambda _: ())
    page = client.get(f"{check}/source/c005").text
    assert EN("review", "source_absent", release="hk/2026.11.30") in page
    assert "<mark" not in page


def test_words_that_stand_there_no_more_are_said_to_have_changed(
    client: TestClient, check: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dataclasses import replace

    from pincite.storage.sqlite.corpus import SqliteCorpus

    blocks = SqliteCorpus.blocks
    altered = lambda self, expression: [  # noqa: E731
        replace(each, text=each.text.replace("must not", "must now")) for each in blocks(self, expression)
    ]
    monkeypatch.setattr(SqliteCorpus, "blocks", altered)
    page = client.get(f"{check}/source/c005").text
    assert EN("review", "source_changed", release="hk/2026.11.30") in page
    assert "must now" not in page


def test_a_decision_is_an_entry_of_the_ledger_and_stands_beside_its_finding(
    client: TestClient, check: str, server: Served
) -> None:
    given = {"citation": "c005", "decision": "override", "words": "<b>The 2027 text</b> says so."}
    answer = client.post(f"{check}/decisions", data=given, follow_redirects=False)
    assert answer.headers["location"] == f"{check}#f-c005"
    client.post(f"{check}/decisions", data={"citation": "c001", "decision": "accept", "words": ""})
    page = client.get(check).text
    assert "&lt;b&gt;The 2027 text&lt;/b&gt; says so." in article(page, "c005")
    assert EN("review", "overridden") in article(page, "c005")
    assert EN("review", "accepted") in article(page, "c001")
    assert EN("ui", "blocked") in page, "a decision lifts nothing"
    digest = re.search(r"review-[0-9a-f]{24}", page)
    assert digest is not None
    assert server.engine.ledger is not None
    listed = server.engine.ledger.chats("chambers")
    assert [each.id.chat for each in listed] == [digest[0]]
    report = json.loads(client.get(f"{check}/export/json").content)
    from pincite.digests import sha256
    from pincite.reports.json_report import stable_of

    whole = sha256(stable_of(report))
    found = decisions_on(server.engine.ledger, ChatId("chambers", "default", chat_of(whole)), whole)
    assert [(each.decision, each.by) for each in found["c005"]] == [("override", "ada")]


def test_an_override_without_a_reason_is_refused_in_words(client: TestClient, check: str) -> None:
    answer = client.post(f"{check}/decisions", data={"citation": "c005", "decision": "override", "words": " "})
    assert answer.status_code == 422
    assert "words are missing" in answer.text
    assert EN("review", "overridden") not in client.get(check).text


def test_what_was_decided_is_answered_as_a_part_to_a_page_that_asks_so(client: TestClient, check: str) -> None:
    answer = client.post(f"{check}/decisions", data={"citation": "c005", "decision": "accept"}, headers=PART)
    assert answer.text.strip().startswith('<li class="accept">')


def test_filters_hide_and_say_how_many_are_shown(client: TestClient, check: str) -> None:
    page = client.get(check, params={"show": "fix"}).text
    assert EN("review", "shown", shown=5, total=11) in page
    assert re.search(r'<article id="f-c001"[^>]* hidden>', page)
    assert not re.search(r'<article id="f-c005"[^>]* hidden>', page)
    page = client.get(check, params={"words": "lit LANTERN"}).text
    assert EN("review", "shown", shown=1, total=11) in page
    client.post(f"{check}/decisions", data={"citation": "c005", "decision": "accept"})
    page = client.get(check, params={"show": "fix", "undecided": "1"}).text
    assert EN("review", "shown", shown=4, total=11) in page
    assert EN("review", "nothing_shown") in client.get(check, params={"words": "zebra"}).text
    assert client.get(check, params={"show": "<script>", "words": '"><script>'}).status_code == 200


def test_a_check_of_another_tenant_is_not_there(client: TestClient, check: str) -> None:
    eve = {"Authorization": "Bearer eve"}
    for address in ("", "/source/c005", "/export/json", "/export/html"):
        assert client.get(check + address, headers=eve).status_code == 404
    given = {"citation": "c005", "decision": "accept"}
    assert client.post(f"{check}/decisions", data=given, headers=eve).status_code == 404
    assert "memo-hk.md" not in client.get("/", headers=eve).text
    assert "memo-hk.md" in client.get("/").text


def test_a_reader_reads_and_decides_nothing(client: TestClient, check: str) -> None:
    ben = {"Authorization": "Bearer ben"}
    page = client.get(check, headers=ben).text
    assert EN("review", "may_not_decide") in page
    assert 'class="decide"' not in page
    assert (
        client.post(f"{check}/decisions", data={"citation": "c005", "decision": "accept"}, headers=ben).status_code
        == 403
    )
    assert client.post("/review", data={"text": "x"}, headers=ben).status_code == 403
    assert 'id="hand-in"' not in client.get("/", headers=ben).text


@pytest.mark.parametrize("address", ["/", "/review/x", "/review/x/source/c001", "/review/x/export/json"])
def test_nobody_is_shown_anything_without_being_known(client: TestClient, address: str) -> None:
    assert client.get(address, headers={"Authorization": ""}).status_code == 401


def test_nothing_given_and_a_date_that_is_none_are_refused_in_words(client: TestClient) -> None:
    answer = client.post("/review", data={"text": "  "})
    assert answer.status_code == 422
    assert EN("review", "nothing_given") in answer.text
    assert client.post("/review", data={"text": "Cap. 9001", "as_of": "yesterday"}).status_code == 422
    assert client.post("/review", data={"text": "Cap. 9001", "privacy": "cloud"}).status_code == 422


def test_a_file_that_cannot_be_read_is_a_check_that_failed_with_what_to_do(client: TestClient, server: Served) -> None:
    address = handed_in(client, file=("brief.docx", b"not a zip"))
    server.work()
    page = client.get(address).text
    assert EN("review", "failed") in page
    assert "brief.docx" in page
    assert "Traceback" not in page
    for language in LANGUAGES:
        said = words_in(language).say("failure", "job_bad_input")
        assert said in unescape(client.get(f"{address}?language={language}").text)


def test_the_same_draft_is_checked_once(client: TestClient, server: Served, check: str) -> None:
    assert handed_in(client, file=memo(server)) == check
    assert server.work() == 0


def test_progress_names_the_stage_and_what_has_ended_says_so(client: TestClient, server: Served) -> None:
    address = handed_in(client, file=memo(server))
    job = server.store.claim("worker")
    assert job is not None
    server.store.tell(job, "worker", "stage", {"stage": "quotations", "citations": 11})
    part = client.get(address, headers=PART)
    assert part.headers["x-state"] == "running"
    assert re.findall(r'<li class="(\w+)"', part.text) == ["done", "now", "next", "next"]
    assert EN("review", "citations", count=11) in part.text
    assert EN("review", "so_far") not in part.text
    server.store.cancel(job)
    server.store.fail(job, "worker", {}, state="cancelled")
    assert EN("review", "cancelled") in client.get(address).text


def test_what_is_known_before_the_report_stands_in_the_draft_and_is_counted(
    client: TestClient, server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[dict[str, object]] = []
    tell = server.store.tell

    def telling(job: Job, worker: str, name: str, said: Mapping[str, Any]) -> None:
        tell(job, worker, name, said)
        told.append({"stage": said["stage"], "part": client.get(f"/review/{job.id}", headers=PART).text})

    monkeypatch.setattr(server.store, "tell", telling)
    handed_in(client, file=memo(server))
    server.work()
    parts = {each["stage"]: str(each["part"]) for each in told}
    assert EN("review", "so_far") not in parts["existence"]
    assert f"{EN('value', 'existence_not_found')}: 1" in parts["quotations"]
    assert re.search(r'<a class="found">Cap. 9001, s. 4\(1\)</a>', parts["quotations"])
    assert re.search(r'<a class="fix">Cap. 9001, s. 4\(1\)</a>', parts["content"]), "its quotation is refused"
    assert f"{EN('value', 'quote_refused')}: " in parts["content"]
    assert 'class="ok"' not in parts["content"], "the content is not judged yet"


@pytest.mark.parametrize(
    ("existence", "quote", "group"),
    [
        ("found", "none", "found"),
        ("found", "clean", "found"),
        ("found", "look", "look"),
        ("found", "refused", "fix"),
        ("not_found", "none", "fix"),
        ("malformed", "none", "fix"),
        ("outside_coverage", "none", "unchecked"),
        ("unreachable", "none", "unchecked"),
        ("", "none", "unchecked"),
    ],
)
def test_nothing_is_said_to_be_right_before_it_was_judged(existence: str, quote: str, group: str) -> None:
    assert seen_group(Seen(0, 1, existence, quote)) == group


def test_a_check_that_was_erased_is_gone_from_memory_too(client: TestClient, server: Served, check: str) -> None:
    client.get(check)
    job = server.store.get("chambers", "default", check.removeprefix("/review/"))
    assert job is not None
    server.store.erase(job)
    assert client.get(check).status_code == 404
    assert client.get(f"{check}/export/json").status_code == 404


def test_reports_are_forgotten_with_their_job(specimen: Path, doer: Doer) -> None:
    data = (specimen / "drafts" / "memo-hk.md").read_bytes()
    with doer.engine.corpus() as corpus:
        report = render_json(wiring.verify(data, "memo-hk.md", corpus, checked_on="2026-11-30")).encode()
    reports = Reports()
    first = reports.shown("j", report, data, "en")
    assert reports.shown("j", report, data, "en") is first
    reports.forget("j")
    assert reports.shown("j", report, data, "en") is not first


def test_of_many_findings_none_has_a_form_until_it_is_read(client: TestClient, server: Served) -> None:
    # a browser looks at every form of a page to fill it in: of a thousand, for half a minute
    address = handed_in(client, "See Cap. 9001, s. 3(1). " * 160)
    server.work()
    page = client.get(address).text
    assert page.count('<article id="f-') == 160
    within, _, blank = page.partition('<template id="decide-form">')
    assert 'class="decide"' not in within
    assert blank.count('class="decide"') == 1
    one = client.get(f"{address}?decide=c005").text
    assert 'class="decide"' in article(one, "c005"), "without script, by its link"
    assert 'class="decide"' not in article(one, "c006")


def test_an_empty_file_is_said_to_be_empty_and_not_to_be_missing(client: TestClient) -> None:
    answer = client.post("/review", data={"text": ""}, files={"file": ("memo.docx", b"")})
    assert answer.status_code == 422
    assert "“memo.docx” is empty" in answer.text


def test_a_check_that_failed_is_not_called_one_that_is_being_made(client: TestClient, server: Served) -> None:
    address = handed_in(client, file=("memo.docx", b"no such file"))
    server.work()
    title = re.search(r"<title>(.*?)</title>", client.get(address).text)
    assert title is not None
    assert title[1].startswith("It could not be checked: memo.docx")
