"""The pages of releases and chats in a real browser: axe, keyboard, selection, progress as it happens, paper, without script.

Needs Chromium (`apt-get install chromium`, or its path in PINCITE_CHROMIUM) and `pip install pincite[services]`.
With PINCITE_PICTURES=FOLDER the pictures of docs/pictures are taken anew.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.interfaces.web.lantern_server import BEARER, LanternServer, lantern_server
from tests.interfaces.web.serving import NARROW, PANE, PATIENCE, WIDE, chromium, pictures, settled, until, violations
from tests.workflows.scripted_models import Scripted, proposal

from pincite import wiring
from pincite.interfaces.web.words import words_in
from pincite.reports.messages import LANGUAGES

pytestmark = pytest.mark.services

EN = words_in("en").say
QUESTION = "When must a keeper register a lantern?"
QUOTE = "A keeper shall register each lantern with the Registrar within 30 days"
S3 = "/law/hk/cap9001?at=s3"
PAGES = (
    "/releases",
    "/releases/hk/2026.11.30",
    "/search?q=lantern",
    "/law/hk/cap9001",
    S3,
    "/law/hk/cap9001?at=s5",
    "/compare/hk/cap9001?at=s3&old=2025-01-01&new=2026-03-01",
    "/compare/hk/cap9001?old=2025-01-01&new=2026-03-01",
    "/law/hk/guideline/hostile-1?at=para_2",
    "/chat",
)


class Model:
    """Finds the duty, quotes it and answers; waits at its last step until it is let on."""

    name = "scripted:lanterns"

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self.go_on.set()
        self.asked = 0

    def complete(self, request: Any) -> Any:
        script = [
            [("search", {"words": "register lantern"}), ("open", {"reference": "hk/cap9001#s3"})],
            [proposal("hk/cap9001#s3", QUOTE.replace("30", "90")), proposal("hk/cap9001#s3", QUOTE)],
            [("open", {"reference": "hk/hkcfa/2026/391"})],
            [proposal("hk/hkcfa/2026/391", "Registration is complete only when the Registrar has entered the lantern")],
            [
                (
                    "compose",
                    {
                        "text": "A keeper has thirty days from the first lighting [E1]. Posting the form is not enough: the entry in the"
                        " register completes it [E2].\n"
                    },
                )
            ],
        ]
        step = self.asked % len(script)
        self.asked += 1
        if step == len(script) - 1:
            assert self.go_on.wait(PATIENCE)
        return Scripted([script[step]]).complete(request)


@pytest.fixture(scope="module")
def model() -> Iterator[Model]:
    found = Model()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PINCITE_MODEL", "ollama:scripted")
        patch.setattr(wiring, "language_model", lambda *_, **__: found)
        yield found


@pytest.fixture(scope="module")
def served(lanterns: Path, tmp_path_factory: pytest.TempPathFactory, model: Model) -> Iterator[LanternServer]:
    with lantern_server(lanterns, tmp_path_factory.mktemp("state")) as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


class Opened:
    """Opens pages as the one user, and keeps what went wrong in them and where they asked."""

    def __init__(self, browser: Any, base: str) -> None:
        self.browser, self.base = browser, base
        self.contexts: list[Any] = []
        self.wrong: list[str] = []
        self.asked: list[str] = []

    def page(self, address: str, **options: Any) -> Any:
        context = self.browser.new_context(extra_http_headers=BEARER, **{"viewport": WIDE, **options})
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", lambda said: self.wrong.append(said.text) if said.type == "error" else None)
        page.on("dialog", lambda dialog: self.wrong.append(dialog.message))
        context.on("request", lambda request: self.asked.append(request.url))
        page.goto(self.base + address)
        return page


@pytest.fixture
def opened(browser: Any, served: LanternServer) -> Iterator[Opened]:
    found = Opened(browser, served.base)
    yield found
    for each in found.contexts:
        each.close()
    assert found.wrong == []
    assert all(url.startswith(served.base) for url in found.asked)


@pytest.fixture(scope="module")
def chat(browser: Any, served: LanternServer) -> str:
    """The path of a chat in which the model answered."""
    found = Opened(browser, served.base)
    page = found.page("/chat")
    page.fill("#question", QUESTION)
    page.click("button[value=ask]")
    settled(page, ".answer")
    address = str(page.url)[len(served.base) :].partition("#")[0]
    found.contexts[0].close()
    return address


def open_all(page: Any) -> None:
    page.evaluate("document.querySelectorAll('details:not(.preferences, .menu)').forEach(each => { each.open = true })")


@pytest.mark.parametrize(("language", "scheme"), [*((each, "light") for each in LANGUAGES), ("en", "dark")])
def test_axe_finds_no_violation(opened: Opened, chat: str, language: str, scheme: str) -> None:
    page = opened.page("/releases", color_scheme=scheme, bypass_csp=True)
    for address in (*PAGES, chat, f"{chat}/search?q=lantern"):
        page.goto(f"{opened.base}{address}{'&' if '?' in address else '?'}language={language}")
        open_all(page)
        assert violations(page) == [], address


@pytest.mark.parametrize("size", [NARROW, PANE], ids=["telephone", "task pane"])
def test_nothing_is_cut_off_where_it_is_narrow(opened: Opened, chat: str, size: dict[str, int]) -> None:
    page = opened.page("/releases", viewport=size, bypass_csp=True)
    for address in (*PAGES, chat, f"{chat}/search?q=lantern"):
        page.goto(f"{opened.base}{address}{'&' if '?' in address else '?'}language=de")
        open_all(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], address
    assert violations(page) == []


def test_the_answer_is_held_back_and_its_progress_is_seen_as_it_happens(opened: Opened, model: Model) -> None:
    model.go_on.clear()
    model.asked = 0
    page = opened.page("/chat")
    page.fill("#question", "Within how many days must a lantern be registered?")
    page.click("button[value=ask]")
    page.locator("#steps li").nth(10).wait_for(timeout=PATIENCE * 1000)
    assert EN("chatpage", "held_back") in page.inner_text("main")
    assert EN("tool", "propose") in page.inner_text("#steps")
    assert page.locator(".answer").count() == 0
    model.go_on.set()
    settled(page, ".answer")
    assert "thirty days" in page.inner_text(".answer")
    assert page.locator("article.evidence").count() == 2
    assert page.locator(".refused li").count() == 1


def test_from_a_citation_to_its_evidence_to_the_words_in_the_source(opened: Opened, chat: str) -> None:
    page = opened.page(chat)
    page.click(".answer a[href='#E1']")
    page.wait_for_selector("#E1:target")
    page.click(f"#E1 >> text={EN('chatpage', 'in_source')}")
    settled(page, "#passage:target")
    marked = page.locator("#passage")
    assert marked.inner_text() == QUOTE
    until(lambda: 0 <= marked.bounding_box()["y"] <= WIDE["height"])
    page.go_back()
    page.click(f"#E1 >> text={EN('chatpage', 'in_answer', number=1)}")
    page.wait_for_selector(".cited:target")


def test_an_answer_is_made_by_hand_with_selected_words(opened: Opened) -> None:
    page = opened.page("/chat")
    page.fill("#question", "May a lantern be left alone?")
    page.click("button[value=hand]")
    page.fill("#q", "unattended")
    page.press("#q", "Enter")
    page.click(f"button:has-text('{EN('chatpage', 'open_in_chat')}')")
    settled(page, "#p-quote")  # nobody selects before the script listens
    page.evaluate(
        """() => {
          const text = document.getElementById('text').firstChild;
          const start = text.data.indexOf('A keeper must not');
          document.getSelection().setBaseAndExtent(text, start, text, start + 'A keeper must not leave a lit lantern unattended'.length);
        }"""
    )
    until(lambda: page.input_value("#p-quote").startswith("A keeper must not"))
    page.fill("#p-reason", "It forbids it.")
    page.click(f"button:has-text('{EN('chatpage', 'propose_do')}')")
    settled(page, "#E1")
    page.click("#compose summary")
    page.fill("#compose-text", "It may not ")
    page.click("[data-insert='[E1]']")
    assert page.input_value("#compose-text") == "It may not [E1]"
    page.click(f"#compose button:has-text('{EN('chatpage', 'compose_do')}')")
    settled(page, ".answer")
    assert "s. 4(1) of Cap. 9001" in page.inner_text(".answer")


def test_all_of_it_works_without_script(opened: Opened) -> None:
    page = opened.page("/chat", java_script_enabled=False)
    page.fill("#question", "When is a lantern registered?")
    page.click("button[value=ask]")
    settled(page, ".answer")  # the page looked again by itself
    page.goto(opened.base + S3)
    page.fill("#quote", "within 30 days")
    page.click(f"button:has-text('{EN('law', 'receipt_make')}')")
    settled(page, f"main:has-text('{EN('law', 'receipt_ok')}')")
    page.goto(opened.base + "/law/hk/cap9001")
    page.click("nav >> text=Duty to register")
    settled(page, "h1:text-is('s. 3 of Cap. 9001')")


def test_the_keyboard_does_what_the_mouse_does(opened: Opened) -> None:
    page = opened.page("/search?q=lantern")
    page.keyboard.press("j")
    page.keyboard.press("j")
    assert page.evaluate("[...document.querySelectorAll('[data-stop]')].indexOf(document.activeElement)") == 1
    page.keyboard.press("k")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") == "A"
    page.keyboard.press("Enter")
    page.wait_for_url("**/law/**")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.name") == "q"
    page.keyboard.type("jk/?")
    assert page.input_value("input[name=q]") == "jk/?"


def test_selected_words_become_those_of_a_receipt_that_the_page_without_a_network_verifies(
    opened: Opened, lanterns: Path
) -> None:
    page = opened.page(S3)
    page.evaluate(
        """() => {
          const text = document.getElementById('text').firstChild;
          const start = text.data.indexOf('within 30 days');
          document.getSelection().setBaseAndExtent(text, start, text, start + 14);
        }"""
    )
    until(lambda: page.input_value("#quote") == "within 30 days")
    page.click(f"button:has-text('{EN('law', 'receipt_make')}')")
    with page.context.expect_page() as other:
        page.click(f"button:has-text('{EN('law', 'receipt_verify_elsewhere')}')")
    verifier = other.value
    settled(verifier, "#policy")
    verifier.fill("#policy", (lanterns / "key.pem.pub").read_text("utf-8").strip())
    verifier.click("button")
    verifier.locator("#steps li").nth(6).wait_for()
    assert verifier.locator("#steps .refused").count() == 0
    assert "within 30 days" in verifier.inner_text("body")


def test_paper_holds_the_law_and_the_ledger_and_no_controls(opened: Opened, chat: str) -> None:
    for address, kept in ((S3, ("#text", "#timeline ol", ".atoms")), (chat, (".answer", "#E1", "#E2"))):
        page = opened.page(address)
        open_all(page)
        page.emulate_media(media="print")
        assert all(page.locator(each).first.is_visible() for each in kept)
        for gone in (".bar", ".finder", "form button", ".tools"):
            assert not any(each.is_visible() for each in page.locator(gone).all()), gone
        assert page.evaluate("document.documentElement.scrollHeight > 300")


def test_hostile_pages_run_nothing_and_ask_nobody(opened: Opened) -> None:
    for address in (
        "/law/hk/guideline/hostile-1",
        "/search?q=yenom",
        "/search?q=%3Cscript%3Ealert(1)%3C/script%3E",
        "/compare/hk/cap9001?at=s3&old=2025-01-01&new=2026-03-01",
    ):
        page = opened.page(address)
        page.wait_for_load_state("networkidle")
        assert page.locator("main script, main img, main b, main [onclick]").count() == 0


def test_pictures(opened: Opened, chat: str) -> None:
    """Taken anew when PINCITE_PICTURES names a folder; looked at by a person before they are kept."""
    folder = pictures()
    if folder is None:
        pytest.skip("PINCITE_PICTURES names no folder")
    for name, address, options in (
        ("web-releases", "/releases", {}),
        ("web-work", "/law/hk/cap9001", {}),
        ("web-place", S3, {}),
        ("web-place-dark", f"{S3}&language=de", {"color_scheme": "dark"}),
        ("web-compare", "/compare/hk/cap9001?at=s3&old=2025-01-01&new=2026-03-01", {}),
        ("web-hostile", "/law/hk/guideline/hostile-1?at=para_2", {}),
        ("web-chat", chat, {}),
        ("web-chat-phone", f"{chat}?language=zh-Hant", {"viewport": NARROW}),
    ):
        page = opened.page(address, **options)
        page.screenshot(path=folder / f"{name}.png", full_page="phone" not in name)
