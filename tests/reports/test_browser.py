"""The page in a browser: axe finds no violation, in every language, light and dark; the keyboard reaches all; paper holds all.

Needs Chromium (`apt-get install chromium`, or its path in PINCITE_CHROMIUM) and `pip install pincite[services]`.
With PINCITE_PICTURES=FOLDER the pictures of docs/pictures are taken anew.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.attacks.test_hostile_reports import EVIL, replaced, shown_of, values_of
from tests.interfaces.web.serving import until

from pincite.interfaces.cli.main import main
from pincite.reports.html_report import render_html
from pincite.reports.messages import LANGUAGES

pytestmark = pytest.mark.services

CHROMIUM = os.environ.get("PINCITE_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
WIDE, NARROW = {"width": 1280, "height": 860}, {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    sync_api = pytest.importorskip(
        "playwright.sync_api", reason="playwright is not installed: pip install pincite[services]"
    )
    if not CHROMIUM:
        pytest.skip("there is no Chromium on this machine: apt-get install chromium, or name it in PINCITE_CHROMIUM")
    with sync_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield found
        found.close()


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The specimen's drafts as pages in every language: `memo-hk.en.html` …"""
    folder = tmp_path_factory.mktemp("pages")
    assert main(["demo", "--into", str(folder / "specimen")]) == 0
    releases = [str(folder / "specimen" / "releases" / name / "2026.11.30") for name in ("hk", "ch")]
    for draft in ("memo-hk", "notiz-ch"):
        for language in LANGUAGES:
            arguments = ["verify", str(folder / "specimen" / "drafts" / f"{draft}.md"), "--date", "2026-11-30"]
            arguments += ["--release", releases[0], "--release", releases[1], "--report", "html"]
            arguments += ["--report-language", language, "--out", str(folder / f"{draft}.{language}.html")]
            assert main(arguments) == 1
    return folder


def opened(browser: Any, page: Path, *, scheme: str = "light", size: dict[str, int] | None = None) -> Any:
    # the page's own policy forbids the script of axe as it forbids all others
    context = browser.new_context(viewport=size or WIDE, color_scheme=scheme, bypass_csp=True)
    found = context.new_page()
    found.goto(page.as_uri())
    return found


def violations(page: Any) -> list[str]:
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="axe is not installed: pip install pincite[services]"
    )
    options = {
        "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
    }
    results = axe.Axe().run(page, options=options)
    return [f"{v['id']}: {[node['html'][:200] for node in v['nodes']]}" for v in results.response["violations"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_no_violation(browser: Any, pages: Path, language: str, scheme: str) -> None:
    page = opened(browser, pages / f"memo-hk.{language}.html", scheme=scheme)
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")
    assert violations(page) == []


def test_axe_finds_no_violation_on_a_telephone(browser: Any, pages: Path) -> None:
    page = opened(browser, pages / "notiz-ch.de.html", size=NARROW)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


def test_axe_finds_no_violation_without_the_draft(browser: Any, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(render_html(shown_of(values_of())), "utf-8")
    assert violations(opened(browser, page)) == []


def test_the_keyboard_reaches_every_finding_from_the_draft_and_back(browser: Any, pages: Path) -> None:
    page = opened(browser, pages / "memo-hk.en.html")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')") == "#findings"
    page.focus("#d-c005")
    page.keyboard.press("Enter")
    page.wait_for_selector("#f-c005:target")
    page.wait_for_url("**#f-c005")
    page.focus("#f-c005 .where a")
    page.keyboard.press("Enter")
    page.wait_for_selector("#d-c005:target")
    page.wait_for_url("**#d-c005")
    until(lambda: 0 <= page.locator("#d-c005").bounding_box()["y"] <= WIDE["height"])


def test_the_draft_stands_at_the_left_of_the_findings(browser: Any, pages: Path) -> None:
    page = opened(browser, pages / "memo-hk.en.html")
    draft, findings = (page.locator(name).bounding_box() for name in ("#draft", "#findings"))
    assert draft["x"] + draft["width"] <= findings["x"]
    assert abs(draft["y"] - findings["y"]) < 20


def test_nothing_is_fetched_and_no_script_runs(browser: Any, tmp_path: Path) -> None:
    page = tmp_path / "evil.html"
    page.write_text(render_html(shown_of(replaced(values_of(), EVIL))), "utf-8")
    context = browser.new_context(viewport=WIDE)
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    dialogs: list[str] = []
    opened_page = context.new_page()
    opened_page.on("dialog", lambda dialog: dialogs.append(dialog.message))
    opened_page.goto(page.as_uri())
    opened_page.wait_for_load_state("networkidle")
    assert asked == [page.as_uri()]
    assert dialogs == []


def test_paper_holds_every_finding_the_draft_and_the_certificate_in_black(browser: Any, pages: Path) -> None:
    import pypdfium2

    page = opened(browser, pages / "memo-hk.en.html")
    printed = pypdfium2.PdfDocument(page.pdf(format="A4"))
    text = " ".join(sheet.get_textpage().get_text_range() for sheet in printed)
    for wanted in [*(f"c{n:03}" for n in range(1, 12)), "The draft, citations marked", "Certificate: what was checked"]:
        assert wanted in re.sub(r"\s+", " ", text)
    for sheet in printed:
        image = sheet.render(scale=0.5).to_pil().convert("RGB")
        assert all(max(pixel) - min(pixel) < 12 for _, pixel in image.getcolors(1 << 20))


def test_pictures_are_taken(browser: Any, pages: Path) -> None:
    folder = os.environ.get("PINCITE_PICTURES")
    if not folder:
        pytest.skip("PINCITE_PICTURES names no folder for pictures")
    import io

    import pypdfium2
    from PIL import Image

    def kept(name: str, image: Image.Image) -> None:
        image.convert("RGB").quantize(200).save(Path(folder) / f"{name}.png", optimize=True)

    for number, language in enumerate(LANGUAGES):
        draft = "notiz-ch" if language in ("de", "fr", "it") else "memo-hk"
        page = opened(browser, pages / f"{draft}.{language}.html", scheme="dark" if number == 2 else "light")
        kept(f"report-{language}", Image.open(io.BytesIO(page.screenshot())))
    printed = pypdfium2.PdfDocument(opened(browser, pages / "memo-hk.en.html").pdf(format="A4"))
    certificate = next(n for n, sheet in enumerate(printed) if "Certificate:" in sheet.get_textpage().get_text_range())
    sheets = [printed[number].render(scale=0.8).to_pil() for number in (0, certificate)]
    both = Image.new("RGB", (sheets[0].width * 2, sheets[0].height), "white")
    for number, sheet in enumerate(sheets):
        both.paste(sheet, (number * sheet.width, 0))
    kept("report-print", both)
