"""The pages of a release as a browser gets them: what they say, where they lead, and that nothing of a source is more than text."""

from __future__ import annotations

import re
import shutil
import sqlite3
from html import unescape
from pathlib import Path
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient
from tests.interfaces.web.lantern_server import BEARER, LanternServer, lantern_app

from pincite.interfaces.web.words import words_in
from pincite.reports.messages import LANGUAGES
from pincite.transparency.receipt import verify_receipt

EN = words_in("en").say
S3 = "/law/hk/cap9001?at=s3"
PAGES = (
    "/releases",
    "/releases/hk/2026.11.30",
    "/search",
    "/search?q=lantern",
    "/search?q=nothingofthekind",
    "/law/hk/cap9001",
    S3,
    "/law/hk/cap9001?at=s5",
    "/law/hk/hkcfa/2026/391?at=para_4",
    "/law/ch/sr/999.1?at=art_3&wording=fr",
    "/compare/hk/cap9001?at=s3&old=2025-01-01&new=2026-03-01",
    "/compare/hk/cap9001?old=2025-01-01&new=2026-03-01",
    "/compare/hk/cap9001",
    "/law/hk/guideline/hostile-1",
    "/law/hk/guideline/hostile-1?at=para_2",
)


def text_of(page: str) -> str:
    """What a reader sees of a page."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page.partition("<main")[2])).split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_there_in_every_language_and_no_word_is_missing(visitor: TestClient, language: str) -> None:
    for address in PAGES:
        joined = f"{address}{'&' if '?' in address else '?'}language={language}"
        answer = visitor.get(joined)
        assert answer.status_code == 200, address
        assert f'<html lang="{language}"' in answer.text
        assert not re.search(r"\b(law|signature|lookup|force|voice|tongue) [a-z_]+_", text_of(answer.text))


def test_the_catalogues_of_all_languages_have_the_same_words_with_the_same_parameters() -> None:
    english = words_in("en").catalogue
    for language in LANGUAGES[1:]:
        other = words_in(language).catalogue
        for section in (
            "law",
            "signature",
            "force",
            "lookup",
            "flag",
            "chatpage",
            "chatcode",
            "entry",
            "tool",
            "why_extracts",
        ):
            assert other[section].keys() == english[section].keys(), (language, section)
            for code, said in english[section].items():
                named = re.findall(r"\{(\w+)\}", said)
                assert sorted(re.findall(r"\{(\w+)\}", other[section][code])) == sorted(named), (
                    language,
                    section,
                    code,
                )


def test_releases_show_how_they_are_signed(visitor: TestClient) -> None:
    said = text_of(visitor.get("/releases").text)
    assert EN("signature", "verified") in said
    assert EN("signature", "unsigned") in said
    assert "Lantern Keeping Ordinance" in said


def test_a_release_is_verified_to_its_last_byte(visitor: TestClient) -> None:
    said = text_of(visitor.post("/releases/hk/2026.11.30/verify").text)
    assert EN("law", "check_ok") in said
    assert said.count(EN("law", "step_held")) == 7
    said = text_of(visitor.post("/releases/ch/2026.11.30/verify").text)
    assert said.count(EN("law", "step_held")) == 5
    assert EN("law", "check_without_signatures") in said


def test_a_release_that_is_not_there_is_a_page(visitor: TestClient) -> None:
    answer = visitor.get("/releases/hk/1999.01.01")
    assert answer.status_code == 404
    assert "<h1>" in answer.text


def test_an_altered_file_of_a_release_is_told_plainly(lanterns: Path, tmp_path: Path) -> None:
    shutil.copytree(lanterns, tmp_path / "own")
    with lantern_app(tmp_path / "own", tmp_path / "state") as server:
        texts = tmp_path / "own" / "releases/hk/2026.11.30/texts.jsonl.zst"
        texts.write_bytes(texts.read_bytes()[:-1] + b"!")
        client = TestClient(server.app, base_url="http://127.0.0.1:8321", headers={**BEARER, "Accept": "text/html"})
        said = text_of(client.post("/releases/hk/2026.11.30/verify").text)
        assert EN("law", "check_failed") in said
        assert EN("law", "check_ok") not in said


def test_nothing_is_answered_from_a_row_that_was_altered_while_the_server_ran(lanterns: Path, tmp_path: Path) -> None:
    shutil.copytree(lanterns, tmp_path / "own")
    with lantern_app(tmp_path / "own", tmp_path / "state") as server:
        with sqlite3.connect(tmp_path / "own" / "releases/hk/2026.11.30/index/corpus.db") as db:
            db.execute("UPDATE expression SET text = x'00' WHERE id = 'hk/cap9001@en/2026-03-01'")
        client = TestClient(server.app, base_url="http://127.0.0.1:8321", headers={**BEARER, "Accept": "text/html"})
        answer = client.get(S3)
        assert answer.status_code == 503
        assert EN("law", "tampered") in text_of(answer.text)
        assert "30 days" not in answer.text


def test_a_search_is_narrowed_by_its_filters(visitor: TestClient) -> None:
    said = text_of(visitor.get("/search?q=lantern&jurisdiction=hk&kind=decision&court=hkcfa&wording=en").text)
    assert "HKCFA 391 at [4]" in said
    assert "Cap. 9001 legislation" not in said
    assert visitor.get("/search?q=lantern&jurisdiction=mars").status_code == 422
    assert visitor.get("/search?q=lantern&date_from=2026-03-02&date_to=2026-03-01").status_code == 422


def test_pages_of_hits_follow_one_another(visitor: TestClient) -> None:
    first = visitor.get("/search?q=lantern").text
    following = re.search(r'href="(/search\?q=lantern&amp;page=2)"', first)
    assert following is not None
    second = visitor.get(following[1].replace("&amp;", "&")).text
    hits = re.compile(r'<h3><a href="([^"]+)"')
    assert not set(hits.findall(first)) & set(hits.findall(second))
    assert hits.findall(second)


def test_a_citation_as_it_is_written_leads_to_its_page(visitor: TestClient) -> None:
    answer = visitor.get("/open", params={"reference": "Cap. 9001 s. 3(1)"}, follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"] == "/law/hk/cap9001?at=s3_1&wording=en"
    assert visitor.get("/open", params={"reference": "no citation"}).status_code == 422
    assert visitor.get("/open", params={"reference": ""}).status_code == 422


def test_a_place_shows_its_timeline_and_each_wording_leads_to_itself(visitor: TestClient) -> None:
    page = visitor.get(S3).text
    said = text_of(page)
    assert EN("law", "from", date="2025-09-01") in said
    assert EN("law", "until", date="2025-09-01") in said
    assert "hk/ord/2025/901" in said
    older = re.search(r'href="(/law/hk/cap9001\?at=s3&amp;wording=en&amp;as_of=2025-01-01)"', page)
    assert older is not None
    assert "within 60 days" in visitor.get(older[1].replace("&amp;", "&")).text


def test_a_repealed_and_a_pending_provision_say_that_they_are_not_law(visitor: TestClient) -> None:
    repealed = text_of(visitor.get("/law/hk/cap9001?at=s5").text)
    assert EN("force", "repealed") in repealed
    assert EN("lookup", "not_in_force") in repealed
    assert EN("force", "pending") in text_of(visitor.get("/law/hk/cap9001?at=s6").text)
    assert "red or yellow" in visitor.get("/law/hk/cap9001?at=s5&as_of=2025-02-02").text


def test_a_date_behind_the_release_is_disclosed(visitor: TestClient) -> None:
    assert EN("lookup", "beyond_release") in text_of(visitor.get(f"{S3}&as_of=2030-01-01").text)
    assert visitor.get(f"{S3}&as_of=tomorrow").status_code == 422


def test_obligations_stand_beside_the_text(visitor: TestClient) -> None:
    page = visitor.get(S3).text
    assert '<strong class="modal">shall</strong>' in page
    assert EN("modality", "must") in text_of(page)


def test_two_dates_stand_side_by_side_with_their_words_marked(visitor: TestClient) -> None:
    page = visitor.get("/compare/hk/cap9001?at=s3&old=2025-01-01&new=2026-03-01").text
    assert re.search(r"<del data-stop>.*?60</del>", page)
    assert re.search(r"<ins data-stop>.*?30</ins>", page)
    whole = visitor.get("/compare/hk/cap9001?old=2025-01-01&new=2026-03-01").text
    assert EN("law", "provisions_differ", count=2, same=11) in text_of(whole)
    refused = visitor.get("/compare/hk/cap9001?at=s3&old=1900-01-01&new=2026-03-01")
    assert refused.status_code == 422
    assert "not held as at 1900-01-01" in text_of(refused.text)
    assert 'value="1900-01-01"' in refused.text  # the form is there to be mended


def test_what_is_not_there_is_told_apart_from_what_is_not_held(visitor: TestClient) -> None:
    absent = visitor.get("/law/hk/cap9001?at=s33")
    assert absent.status_code == 404
    assert EN("law", "not_found_place") in text_of(absent.text)
    assert EN("law", "outside") in text_of(visitor.get("/law/hk/cap7").text)
    assert EN("law", "not_found_work") in text_of(visitor.get("/law/hk/hkcfa/2026/999").text)
    assert visitor.get("/law/%3Cscript%3E").status_code == 404


def test_a_receipt_is_made_shown_saved_and_handed_to_the_page_that_verifies_it(
    visitor: TestClient, house: LanternServer
) -> None:
    given = {"reference": "hk/cap9001#s3", "quote": "within 30 days", "wording": "en", "as_of": "2026-11-30"}
    assert EN("law", "receipt_ok") in text_of(visitor.post("/receipts", data=given).text)
    saved = visitor.post("/receipts", data={**given, "do": "file"})
    assert "attachment" in saved.headers["content-disposition"]
    assert house.engine.policy is not None
    check = verify_receipt(saved.content, house.engine.policy)
    assert check.ok
    assert check.receipt is not None
    assert check.receipt.quote == "within 30 days"
    page = visitor.post("/receipts/page", data={"receipt": '</textarea><script>alert("1")</script>'})
    assert "<script>alert" not in page.text
    assert "script-src 'sha256-" in page.headers["content-security-policy"]
    assert visitor.post("/receipts", data={**given, "quote": "within 31 days"}).status_code == 422
    unsigned = {"reference": "ch/sr/999.1#art_3", "quote": "Laterne", "wording": "de"}
    assert visitor.post("/receipts", data=unsigned).status_code == 422


def test_the_words_of_a_link_are_marked_only_in_the_release_it_was_made_for(
    visitor: TestClient, house: LanternServer
) -> None:
    with house.engine.corpus() as corpus:
        start = corpus.document_text("hk/cap9001@en/2026-03-01").index("within 30 days")
    mark = f"mark={start}-{start + 14}"
    marked = '<mark class="passage" id="passage">within 30 days</mark>'
    assert marked in visitor.get(f"{S3}&{mark}&of=hk/2026.11.30").text
    assert marked not in visitor.get(f"{S3}&{mark}&of=hk/2025.01.01").text
    assert visitor.get(f"{S3}&mark=9-1&of=hk/2026.11.30").status_code == 200
    assert visitor.get(f"{S3}&mark=x&of=hk/2026.11.30").status_code == 200


HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"


@pytest.mark.parametrize(
    "address",
    [
        "/search?q={}", "/search?q=lantern&court={}", "/search?q=lantern&kind={}", "/law/hk/cap9001?at={}", "/law/hk/cap9001?as_of={}",
        "/law/hk/cap9001?wording={}", "/law/{}", "/compare/hk/cap9001?at={}&old=2025-01-01&new=2026-01-01", "/compare/hk/cap9001?old={}&new={}",
        "/open?reference={}", "/releases/{}/x", "/law/hk/cap9001?at=s3&mark={}&of={}",
    ],
)  # fmt: skip
def test_what_stands_in_an_address_is_never_markup(visitor: TestClient, address: str) -> None:
    answer = visitor.get(address.replace("{}", quote(HOSTILE, safe="")))
    assert answer.status_code < 500
    assert "<script>alert" not in answer.text
    assert "<img src=x" not in answer.text


def test_hostile_text_of_a_source_is_shown_as_text_and_flagged(visitor: TestClient) -> None:
    page = visitor.get("/law/hk/guideline/hostile-1?at=para_2").text
    assert "&lt;b onclick=alert(1)&gt;" in page
    assert "<b onclick" not in page
    assert EN("flag", "directive_phrase") in text_of(page)
    assert "&lt;U+202E&gt;" in page
    hits = visitor.get("/search?q=yenom").text
    assert "&lt;U+202E&gt;" in hits
    assert "<b onclick" not in hits


def test_nobody_is_shown_anything_without_the_token(house: LanternServer) -> None:
    stranger = TestClient(house.app, base_url="http://127.0.0.1:8321", headers={"Accept": "text/html"})
    for address in (*PAGES, "/chat", "/chat/any"):
        assert stranger.get(address).status_code == 401
    assert stranger.post("/receipts", data={}).status_code == 401


@pytest.mark.parametrize("at", ["", "at=s3&"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_date_that_is_none_is_said_in_the_readers_language(visitor: TestClient, at: str, language: str) -> None:
    for dates in ("old=yesterday&new=2026-03-01", "old=2026-02-30&new=2026-03-01", "old=2025-01-01&new=x", "old=x"):
        answer = visitor.get(f"/compare/hk/cap9001?{at}{dates}&language={language}")
        assert answer.status_code == 422, dates
        assert unescape(words_in(language).say("law", "wrong_date")) in unescape(answer.text)
