"""The review page in a real browser, served as `pincite serve` serves it: axe, keyboard, dropping, decisions, paper, without script.

Needs Chromium (`apt-get install chromium`, or its path in PINCITE_CHROMIUM) and `pip install pincite[services]`.
With PINCITE_PICTURES=FOLDER the pictures of docs/pictures are taken anew.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.interfaces.web.serving import (
    NARROW,
    PANE,
    WIDE,
    chromium,
    pictures,
    serving,
    settled,
    until,
    violations,
)

from pincite.interfaces.web.words import words_in
from pincite.reports.messages import LANGUAGES

pytestmark = pytest.mark.services

EN = words_in("en").say
DRAFTS = Path(__file__).resolve().parents[3] / "src" / "pincite" / "specimen" / "drafts"


@pytest.fixture(scope="module")
def link(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("serve")
    with serving("--specimen", str(folder / "specimen"), "--port", "0", "--verifiers", "1") as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def state(browser: Any, link: str) -> Any:
    """The cookies of somebody who opened the link."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(link)
    settled(page, "#hand-in")  # behind the link stands a page that fetches the cookie first
    found = context.storage_state()
    context.close()
    return found


def ready(page: Any, *, java_script_enabled: bool = True, **_: Any) -> None:
    """Wait for the page's script: it hides the button that only a page without script needs.

    By selector: a polled expression is an eval, which the page's Content-Security-Policy refuses whenever the first look comes too early.
    """
    if java_script_enabled:
        page.wait_for_selector("#apply[hidden]", state="attached")


class Opened:
    """Opens pages as that person, and keeps what went wrong in them."""

    def __init__(self, browser: Any, state: Any, link: str) -> None:
        self.browser, self.state = browser, state
        self.base = link.partition("/enter")[0]
        self.contexts: list[Any] = []
        self.wrong: list[str] = []

    def page(self, address: str = "/", **options: Any) -> Any:
        context = self.browser.new_context(storage_state=self.state, **{"viewport": WIDE, **options})
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", lambda said: self.wrong.append(said.text) if said.type == "error" else None)
        page.goto(self.base + address)
        if page.locator("#review").count():
            ready(page, **options)
        return page

    def check(self, page: Any, draft: str = "memo-hk.md") -> str:
        """Hand a draft in by the page's form; the path of its check."""
        page.goto(self.base + "/")
        page.set_input_files("#file", DRAFTS / draft)
        page.click("#hand-in button.primary")
        settled(page, "#review")
        ready(page)
        return re.sub(r"^https?://[^/]+", "", page.url)


@pytest.fixture
def opened(browser: Any, state: Any, link: str) -> Iterator[Opened]:
    found = Opened(browser, state, link)
    yield found
    for each in found.contexts:
        each.close()
    assert found.wrong == []


@pytest.fixture(scope="module")
def check(browser: Any, state: Any, link: str) -> str:
    """The path of the memo's check."""
    found = Opened(browser, state, link)
    path = found.check(found.page())
    found.contexts[0].close()
    return path


def open_all(page: Any) -> None:
    page.evaluate("document.querySelectorAll('details:not(.preferences, .menu)').forEach(each => { each.open = true })")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_no_violation(opened: Opened, check: str, language: str, scheme: str) -> None:
    for address in ("/", check):
        page = opened.page(f"{address}?language={language}", color_scheme=scheme, bypass_csp=True)
        open_all(page)
        assert violations(page) == []


@pytest.mark.parametrize("size", [NARROW, PANE], ids=["telephone", "task pane"])
def test_axe_finds_no_violation_where_it_is_narrow_and_nothing_is_cut_off(
    opened: Opened, check: str, size: dict[str, int]
) -> None:
    for address in ("/?language=de", f"{check}?language=de", f"{check}/source/c005?language=fr"):
        page = opened.page(address, viewport=size, bypass_csp=True)
        open_all(page)
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_axe_finds_no_violation_with_menus_sources_and_dialog_open(opened: Opened, check: str) -> None:
    page = opened.page(check, bypass_csp=True)
    page.click("#f-c005 a.open-source")
    page.wait_for_selector("#s-c005 mark")
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")
    assert violations(page) == []
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    assert violations(page) == []


def test_a_file_that_is_dropped_on_the_page_is_checked(opened: Opened) -> None:
    page = opened.page()
    data = base64.b64encode((DRAFTS / "notiz-ch.md").read_bytes()).decode()
    page.evaluate(
        """data => {
            const given = new DataTransfer();
            const bytes = Uint8Array.from(atob(data), each => each.charCodeAt(0));
            given.items.add(new File([bytes], "notiz-ch.md"));
            dispatchEvent(new DragEvent("dragenter", { dataTransfer: given, cancelable: true }));
            document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: given, bubbles: true, cancelable: true }));
        }""",
        data,
    )
    assert page.evaluate("document.activeElement.textContent") == EN("review", "check")
    page.keyboard.press("Enter")
    settled(page, "#review")
    assert "notiz-ch.md" in page.text_content("h1")


def test_keys_go_through_findings_open_sources_and_decide(opened: Opened) -> None:
    page = opened.page()
    opened.check(page, "letter-hk.docx")
    page.keyboard.press("j")
    first = page.evaluate("document.activeElement.dataset.id")
    assert page.locator(f"#draft a.current[href='#f-{first}']").count() >= 1
    page.keyboard.press("j")
    second = page.evaluate("document.activeElement.dataset.id")
    assert second != first
    page.keyboard.press("k")
    assert page.evaluate("document.activeElement.dataset.id") == first
    with_source = page.locator("article:has(a.open-source)").first.get_attribute("data-id")
    while page.evaluate("document.activeElement.dataset.id") != with_source:
        page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"#s-{with_source} mark")
    assert EN("review", "close_source") in page.text_content(f"#f-{with_source} a.open-source")
    page.keyboard.press("Enter")
    assert page.locator(f"#s-{with_source}").is_hidden()
    assert EN("review", "open_source") in page.text_content(f"#f-{with_source} a.open-source")
    page.keyboard.press("a")
    page.wait_for_selector(f"#dec-{with_source} .accept")
    page.keyboard.press("c")
    page.keyboard.type("j is a letter here")
    page.click(f"#f-{with_source} button[value=comment]")
    page.wait_for_selector(f"#dec-{with_source} .comment")
    assert "j is a letter here" in page.text_content(f"#dec-{with_source}")
    page.wait_for_selector(f"#live:text-is('{EN('review', 'saved')}')", state="attached")  # said with the next frame
    page.keyboard.press("o")
    with page.expect_event("console"):  # the browser reports the refusal as an error
        page.click(f"#f-{with_source} button[value=override]")
    page.wait_for_selector(".refused")
    assert "words are missing" in page.text_content(".refused")
    opened.wrong.clear()


def test_many_findings_are_decided_on_like_few(opened: Opened) -> None:
    page = opened.page(bypass_csp=True)
    page.fill("#text", "See Cap. 9001, s. 3(1), on registers.\n\n" * 160)
    page.click("#hand-in button.primary")
    settled(page, "#review")
    ready(page)
    assert page.locator("#decide-form").count() == 1
    open_all(page)
    assert violations(page) == []
    page.fill("#words", EN("review", "accept"))
    assert page.locator("article.finding:visible").count() == 0, "the words of buttons are no words of findings"
    page.fill("#words", "")
    for _ in range(3):
        page.keyboard.press("Escape")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("j")
    page.wait_for_selector("#f-c003 form.decide")
    until(lambda: page.locator("article.finding form.decide").count() < 40)
    page.keyboard.press("a")
    page.wait_for_selector("#dec-c003 .accept")
    page.keyboard.press("o")
    page.keyboard.type("another section is meant")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.wait_for_selector("#f-c001 form.decide", state="detached")
    assert page.input_value("#w-c003") == "another section is meant", "what is being written stays"
    page.evaluate("document.querySelector('#f-c100 details').open = true")
    page.locator("#f-c100 .to-decide").focus()
    page.wait_for_selector("#f-c100 form.decide")
    assert page.evaluate("document.activeElement.closest('article').id") == "f-c100"


def test_keys_do_nothing_for_a_reader_who_switched_them_off(opened: Opened, check: str) -> None:
    page = opened.page(check)
    page.keyboard.press("?")
    page.uncheck("#keys-on")
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    assert page.locator("article[aria-current]").count() == 0
    page.reload()
    ready(page)
    page.keyboard.press("?")
    assert page.locator("dialog[open]").count() == 0
    page.click("#keys-open")
    page.check("#keys-on")


def test_a_citation_of_the_draft_leads_to_its_finding_and_back(opened: Opened, check: str) -> None:
    page = opened.page(check)
    page.click("#draft a[href='#f-c009']")
    assert page.evaluate("document.activeElement.id") == "f-c009"
    until(lambda: -5 <= page.locator("#f-c009").bounding_box()["y"] < WIDE["height"])
    draft, findings = (page.locator(name).bounding_box() for name in ("#draft", "#findings"))
    assert draft["x"] + draft["width"] <= findings["x"], "the draft stands at the left"


def test_filters_hold_at_once_and_stand_in_the_address(opened: Opened, check: str) -> None:
    page = opened.page(check)
    page.check("input[name=show][value=ok]")
    page.wait_for_url("**?show=ok")
    assert page.locator("article.finding:visible").count() == 3
    assert page.text_content("#shown") == EN("review", "shown", shown=3, total=11)
    page.reload()
    assert page.locator("article.finding:visible").count() == 3


def test_light_and_dark_are_the_readers_choice_whatever_the_device_says(opened: Opened, check: str) -> None:
    page = opened.page(check, color_scheme="light")
    background = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(background) == "rgb(255, 255, 255)"
    page.click("details.preferences summary")
    page.click("button[name=scheme][value=dark]")
    settled(page, "html[data-scheme=dark] #review")
    assert page.evaluate(background) == "rgb(22, 24, 27)"
    page.click("details.preferences summary")
    page.click("button[name=scheme][value=auto]")
    settled(page, "html[data-scheme=auto] #review")


def test_without_script_a_draft_is_handed_in_read_and_decided_on(opened: Opened) -> None:
    page = opened.page(java_script_enabled=False)
    page.fill("#text", "See “A keeper must leave a lit lantern unattended” (Cap. 9001, s. 4(1)).")
    page.click("#hand-in button.primary")
    again = f"a.button:has-text('{EN('review', 'look_again')}')"
    settled(page, f"#review, {again}")

    def looked() -> bool:
        if page.locator("#review").count():
            return True
        with page.expect_navigation():
            page.click(again)  # nothing but this changes a page without script
        return False

    until(looked)
    assert page.locator("#f-c001 del").count() == 1
    page.click("#f-c001 button.accept")
    page.wait_for_url("**#f-c001")
    assert EN("review", "accepted") in page.text_content("#dec-c001")
    page.click("#f-c001 a.open-source")
    page.wait_for_url("**/source/c001*")
    assert "must not leave" in page.text_content("mark")


def test_attack_nothing_of_a_hostile_draft_runs_and_nothing_is_fetched_from_elsewhere(opened: Opened) -> None:
    evil = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>"
    page = opened.page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.fill("#text", f"{evil} See “{evil} a lit lantern unattended” (Cap. 9001, s. 4(1)). {evil}")
    page.click("#hand-in button.primary")
    settled(page, "#review")
    ready(page)
    page.click("#f-c001 a.open-source")
    page.wait_for_selector("#s-c001 mark")
    assert "owned" not in page.title()
    assert "<img src=x" in page.text_content("#draft")
    assert all(each.startswith(opened.base) for each in asked)


def test_paper_holds_every_finding_the_draft_and_the_certificate_and_no_control(opened: Opened, check: str) -> None:
    import pypdfium2

    page = opened.page(check)
    printed = pypdfium2.PdfDocument(page.pdf(format="A4"))
    text = re.sub(r"\s+", " ", " ".join(sheet.get_textpage().get_text_range() for sheet in printed))
    quoted = "Registration is complete only when the Registrar has entered"
    for wanted in [
        *(f"c{n:03}" for n in range(1, 12)),
        "The draft, citations marked",
        "Certificate: what was checked",
        quoted,
    ]:
        assert wanted in text
    assert text.count(quoted) >= 2, "a finding that was folded on the screen is open on paper"
    for control in (EN("review", "accept"), EN("review", "export"), EN("frame", "preferences")):
        assert control not in text


def test_progress_is_followed_by_its_events_to_the_report(opened: Opened) -> None:
    page = opened.page()
    streams: list[str] = []
    page.on("request", lambda request: streams.append(request.url) if request.url.endswith("/events") else None)
    page.fill("#text", "See Cap. 9001, s. 3(1), and nothing else.")
    page.click("#hand-in button.primary")
    settled(page, "#review")
    assert streams == [] or all(re.search(r"/v1/jobs/[0-9a-f]{32}/events$", each) for each in streams)


def test_pictures_are_taken(opened: Opened, check: str) -> None:
    folder = pictures()
    if folder is None:
        pytest.skip("PINCITE_PICTURES names no folder for pictures")
    opened.page("/").screenshot(path=folder / "web-start.png", full_page=True)
    opened.page(check).screenshot(path=folder / "web-review.png")
    for name, language, scheme in (
        ("web-source", "en", "light"),
        ("web-source-dark-de", "de", "dark"),
        ("web-source-zh-Hant", "zh-Hant", "light"),
    ):
        page = opened.page(f"{check}?language={language}", color_scheme=scheme)
        page.click("#draft a[href='#f-c005']")
        page.keyboard.press("Enter")
        page.wait_for_selector("#s-c005 mark")
        page.wait_for_timeout(200)
        page.screenshot(path=folder / f"{name}.png")
    opened.page(f"{check}?language=fr", viewport=NARROW).screenshot(path=folder / "web-review-telephone.png")
    page = opened.page(f"{check}?language=it#f-c005", viewport=PANE)
    page.wait_for_timeout(200)
    page.screenshot(path=folder / "web-review-pane.png")
