"""Attacks on the review page: drafts, file names and words of reviewers that try to run, to lead away, or to hide."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from starlette.testclient import TestClient
from tests.interfaces.web.review_app import Served, handed_in
from tests.interfaces.web.review_fixtures import client, doer, server, specimen

__all__ = ["client", "doer", "server", "specimen"]  # fixtures

SCRIPTS = [
    "<script>alert(1)</script>",
    "\"'><img src=x onerror=alert(1)>",
    "</textarea></details></article><svg onload=alert(1)>",
    "javascript:alert(1)//",
    "{{ 7*7 }}{% for x in y %}",
    "<!--<base href=//evil.example/>-->",
    "\u202e\u2066reversed",
]


class Elements(HTMLParser):
    """Every element and attribute of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def assert_harmless(page: str) -> None:
    for tag, attributes in Elements(page).found:
        assert tag not in ("iframe", "object", "embed", "base", "svg", "img", "style"), tag
        assert not any(name.startswith("on") or name == "style" for name in attributes), attributes
        if tag == "script":
            assert re.fullmatch(r"/static/[0-9a-f]{16}/[a-z]+\.js", attributes["src"] or "")
        for name in ("href", "src", "action", "formaction"):
            address = attributes.get(name)
            assert address is None or address.startswith(("/", "#", "https://", "http://")), address
            assert address is None or not address.startswith("//"), address
    assert "\u202e" not in page
    assert "\u2066" not in page


@pytest.mark.parametrize("evil", SCRIPTS)
def test_attack_a_draft_that_is_markup_is_shown_as_text(client: TestClient, server: Served, evil: str) -> None:
    draft = (
        f"{evil} See “{evil} leave a lantern” (Cap. 9001, s. 4(1)) {evil}\n\n> {evil} [2026] HKCFA 391 at [4] {evil}"
    )
    address = handed_in(client, file=(f"{evil.replace('/', '')}.md", draft.encode()))
    server.work()
    for page in (client.get("/"), client.get(address), client.get(f"{address}/source/c001")):
        assert page.status_code == 200
        assert_harmless(page.text)
        assert "unsafe" not in page.headers["content-security-policy"]
    assert "49" not in re.findall(r"\{\{.*?\}\}", client.get(address).text)


@pytest.mark.parametrize("evil", SCRIPTS)
def test_attack_words_of_a_reviewer_and_of_a_filter_are_shown_as_text(
    client: TestClient, server: Served, evil: str
) -> None:
    address = handed_in(client, "See Cap. 9001, s. 4(1).")
    server.work()
    client.post(f"{address}/decisions", data={"citation": "c001", "decision": "comment", "words": evil})
    assert_harmless(client.get(address, params={"words": evil, "show": evil}).text)
    assert_harmless(client.post(f"{address}/decisions", data={"citation": evil, "decision": "accept"}).text)


@pytest.mark.parametrize(
    "name",
    ["../../etc/passwd.md", "a\r\nX-Evil: 1.md", "C:\\temp\\memo.md", 'a"; filename="b.exe.md', "x" * 500 + ".md"],
)
def test_attack_the_name_of_a_file_names_no_other_file_and_no_header(
    client: TestClient, server: Served, name: str
) -> None:
    address = handed_in(client, file=(name, b"See Cap. 9001, s. 4(1)."))
    server.work()
    answer = client.get(f"{address}/export/csv")
    assert answer.status_code == 200
    assert "x-evil" not in answer.headers
    named = re.fullmatch(
        r"attachment; filename=\"([\w.()-]+)\"; filename\*=UTF-8''[\w.%()-]+", answer.headers["content-disposition"]
    )
    assert named is not None
    assert ".." not in named[1]
    assert named[1].endswith(".csv")


def test_attack_a_form_of_another_page_decides_nothing(client: TestClient, server: Served) -> None:
    address = handed_in(client, "See Cap. 9001, s. 4(1).")
    server.work()
    given = {"citation": "c001", "decision": "accept"}
    answer = client.post(f"{address}/decisions", data=given, headers={"Origin": "https://evil.example"})
    assert answer.status_code == 403
    assert 'class="accept"' not in re.sub(r"<button[^>]*>", "", client.get(address).text)


def test_attack_a_form_with_many_files_or_fields_is_refused(client: TestClient) -> None:
    files = [("file", (f"{number}.md", b"x")) for number in range(5)]
    assert client.post("/review", files=files).status_code in (400, 422)
    many = {f"field{number}": "x" for number in range(50)}
    assert client.post("/review", data=many, files=[("file", ("a.md", b"x"))]).status_code in (400, 422)
