"""The frame of the pages: languages, colours, headers, static files, failures in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources

import pytest
import yaml
from starlette.testclient import TestClient
from tests.interfaces.web.frame_app import BASE, HEADERS, app_of

from pincite.interfaces.web.frame import Frame
from pincite.interfaces.web.words import chosen, words_in
from pincite.reports.messages import LANGUAGES

WORDS = resources.files("pincite.interfaces.web").joinpath("words")


@pytest.fixture
def client() -> Iterator[TestClient]:
    with TestClient(app_of(Frame(paths=("/", "/chat"))), base_url=BASE, headers=HEADERS) as found:
        yield found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_words_as_english_with_the_same_parameters(language: str) -> None:
    for file in WORDS.iterdir():
        if not file.name.startswith("en."):
            continue
        english = yaml.safe_load(file.read_text("utf-8"))
        other = yaml.safe_load(WORDS.joinpath(language + file.name[2:]).read_text("utf-8"))
        assert {s: set(w) for s, w in english.items()} == {s: set(w) for s, w in other.items()}, file.name
        for section, words in english.items():
            for code, text in words.items():
                parameters = set(re.findall(r"{(\w+)}", text))
                assert set(re.findall(r"{(\w+)}", other[section][code])) == parameters, f"{file.name}: {section}.{code}"


@pytest.mark.parametrize(
    ("asked", "accepted", "found"),
    [
        ("", "", "en"),
        ("", "de-CH,de;q=0.9,en;q=0.8", "de"),
        ("", "es, en;q=0.2, fr;q=0.7", "fr"),
        ("", "zh-HK", "zh-Hant"),
        ("it", "de", "it"),
        ("../../etc", "fr", "fr"),
        ("", "de;q=x,,;;;q=", "en"),
    ],
)
def test_a_page_speaks_the_language_chosen_or_the_first_accepted_that_there_is(
    asked: str, accepted: str, found: str
) -> None:
    assert chosen(asked, accepted) == found


def test_the_language_and_the_colours_chosen_hold_for_the_next_page(client: TestClient) -> None:
    answer = client.post("/preferences", data={"language": "de", "back": "/?said=x"}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/?said=x")
    client.post("/preferences", data={"scheme": "dark", "back": "/"})
    page = client.get("/")
    assert '<html lang="de" data-scheme="dark">' in page.text
    assert words_in("de").say("frame", "review") in page.text
    assert page.headers["content-language"] == "de"


@pytest.mark.parametrize(
    "back", ["//evil.example/", "https://evil.example/", "/\\evil.example", "javascript:alert(1)", "/a\r\nX: y", ""]
)
def test_preferences_lead_back_to_no_other_host(client: TestClient, back: str) -> None:
    answer = client.post("/preferences", data={"scheme": "dark", "back": back}, follow_redirects=False)
    assert answer.headers["location"] == "/"


def test_a_page_of_another_origin_sends_no_form(client: TestClient) -> None:
    answer = client.post("/preferences", data={"scheme": "dark"}, headers={"Origin": "https://evil.example"})
    assert answer.status_code == 403


def test_a_page_allows_our_own_files_alone_and_holds_nothing_inline(client: TestClient) -> None:
    page = client.get("/")
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert page.headers["x-content-type-options"] == "nosniff"
    assert not re.search(r"<style|<script(?![^>]*src=)|\son\w+=|\sstyle=|javascript:", page.text)


def test_only_origins_named_may_show_a_page_within_theirs() -> None:
    frame = Frame(ancestors=("https://word.example",))
    with TestClient(app_of(frame), base_url=BASE, headers=HEADERS) as client:
        assert "frame-ancestors https://word.example" in client.get("/").headers["content-security-policy"]


def test_an_address_that_carries_markup_is_shown_as_text(client: TestClient) -> None:
    page = client.get("/", params={"said": "<script>alert(1)</script>"})
    assert "<script>alert" not in page.text
    assert "&lt;script&gt;alert" in page.text


def test_a_failure_is_a_page_in_words_with_what_to_do(client: TestClient) -> None:
    page = client.get("/failing", headers={"Accept-Language": "fr"})
    assert page.status_code == 422
    assert words_in("fr").say("failure", "status_422") in page.text
    assert "&lt;b&gt;this&lt;/b&gt; is wrong" in page.text
    assert "Do that." in page.text


def test_what_is_not_there_and_who_is_not_known_are_pages_too(client: TestClient) -> None:
    assert words_in("en").say("failure", "status_404") in client.get("/nothing").text
    stranger = client.get("/", headers={"Authorization": "Bearer no"})
    assert stranger.status_code == 401
    assert words_in("en").say("failure", "status_401") in stranger.text


@pytest.mark.parametrize(("method", "address"), [("GET", "/elsewhere"), ("GET", "/preferences")])
def test_a_person_at_a_wrong_address_is_told_nothing_about_the_api(
    client: TestClient, method: str, address: str
) -> None:
    page = client.request(method, address).text
    assert "openapi" not in page
    assert page.count("nothing at this address") in (0, 2), "in the title and the heading, and not again"


def test_static_files_are_kept_for_ever_under_their_digest_and_not_under_another(client: TestClient) -> None:
    page = client.get("/")
    addresses = re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text)
    assert {each.rpartition("/")[2] for each in addresses} == {"report.css", "frame.css", "frame.js", "icon.svg"}
    for address in addresses:
        answer = client.get(address, headers={"Authorization": ""})
        assert (answer.status_code, "immutable" in answer.headers["cache-control"]) == (200, True)
    assert client.get("/static/0000000000000000/frame.css").headers["cache-control"] == "no-cache"
    assert client.get("/static/0/..%2f..%2fframe.py").status_code == 404
    assert client.get("/static/0/frame.py").status_code == 404


def test_the_colours_chosen_are_those_of_the_report(client: TestClient) -> None:
    style = client.get("/static/0/report.css").text
    dark = re.search(r':root\[data-scheme="dark"\] \{(.*?)\}', style, re.DOTALL)
    assert dark is not None
    assert "--paper: #16181b" in dark[1]
    assert "color-scheme: dark" in dark[1]


def test_a_page_that_is_not_there_is_not_in_the_navigation(client: TestClient) -> None:
    page = client.get("/").text
    assert f'href="/chat">{words_in("en").say("frame", "chat")}' in page
    assert 'href="/releases"' not in page
