"""The site of the documentation is built without a warning, loads nothing from elsewhere, and its reference leaves nothing out."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
import typer
import yaml
from tests.interfaces.web.serving import chromium, violations

import pincite
from pincite.interfaces.cli.main import make_app
from pincite.interfaces.mcp.offered import offered_tools
from pincite.reports.messages import messages_in

ROOT = Path(__file__).resolve().parents[2]
pytest.importorskip("mkdocs")

from docs_site.hook import on_page_markdown  # noqa: E402 (only where MkDocs is)
from docs_site.reference import PAGES, cell  # noqa: E402


@pytest.fixture(scope="module")
def reference() -> dict[str, str]:
    return {path: make() for path, make in PAGES.items()}


def commands(name: str, command: object) -> Iterator[str]:
    below = getattr(command, "commands", {})
    if not below:
        yield name
    for word, each in below.items():
        yield from commands(f"{name} {word}", each)


def test_every_command_and_option_is_in_the_reference(reference: dict[str, str]) -> None:
    page = reference["reference/commands.md"]
    app = typer.main.get_command(make_app())
    names = list(commands("pincite", app))
    assert len(names) > 40
    assert [name for name in names if not re.search(rf"^#+ {re.escape(name)}$", page, re.MULTILINE)] == []
    assert "`--fail-on`" in page


def test_every_tool_function_and_code_is_in_the_reference(reference: dict[str, str]) -> None:
    for name in offered_tools():
        assert f"## {name}\n" in reference["reference/tools.md"]
    for name in pincite.__all__:
        assert name.startswith("__") or f"## {name}\n" in reference["reference/python.md"]
    words = messages_in("en").catalogue
    for code in (*words["cause"], *words["finding"], *words["fix"]):
        assert f"`{code}`" in reference["reference/findings.md"]
    assert "`PINCITE_RELEASES`" in reference["reference/settings.md"]
    assert "## POST /v1/verify" in reference["reference/http.md"]


def test_the_reference_is_the_same_each_time(reference: dict[str, str]) -> None:
    assert {path: make() for path, make in PAGES.items()} == reference


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a|b", "a\\|b"),
        ("OUT/<date>", "OUT/&lt;date&gt;"),
        ("use `--x_y` *now*", "use `--x_y` \\*now\\*"),
        ("one\n  two", "one two"),
        ("[E1](javascript:x)", "\\[E1\\](javascript:x)"),
    ],
)
def test_attack_words_of_the_code_are_no_markup(text: str, shown: str) -> None:
    assert cell(text) == shown


def test_a_link_that_leaves_the_documentation_keeps_its_words() -> None:
    class Page:
        class file:  # noqa: N801 (as MkDocs has it)
            src_uri = "documents.md"

    text = "See [the figures](../benchmarks/results/annotate.json) and [time](time.md)."
    assert on_page_markdown(text, page=Page) == "See the figures and [time](time.md)."


def test_every_page_of_the_navigation_is_there() -> None:
    nav = re.findall(r"[\w/-]+\.md", str(yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))["nav"]))
    assert len(set(nav)) == len(nav)
    assert [page for page in nav if page not in PAGES and not (ROOT / "docs" / page).exists()] == []


class Loads(HTMLParser):
    """Addresses that a browser would load by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag in ("script", "img", "iframe", "source", "video", "audio", "embed", "object"):
            self.found += [given[name] for name in ("src", "data", "srcset") if name in given]
        if tag == "link" and set(given.get("rel", "").split()) & {
            "stylesheet",
            "preload",
            "preconnect",
            "icon",
            "modulepreload",
            "dns-prefetch",
        }:
            self.found.append(given.get("href", ""))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site") / "site"
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(out)]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=240, check=False, env=_environment()
    )
    assert (done.returncode, done.stderr.strip(), done.stdout.strip()) == (0, "", "")
    return out


def _environment() -> dict[str, str]:
    import os

    # the theme's notice about a later MkDocs is no warning about our pages
    return os.environ | {"NO_MKDOCS_2_WARNING": "1"}


def test_the_site_is_built_without_a_warning_and_loads_nothing_from_elsewhere(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 40
    for page in pages:
        loads = Loads()
        loads.feed(page.read_text("utf-8"))
        assert loads.found
        assert [each for each in loads.found if re.match(r"(?:[a-z]+:)?//", each)] == [], page
    for sheet in site.rglob("*.css"):
        assert not re.search(r"(?:@import|url\()\s*[\"']?(?:https?:)?//", sheet.read_text("utf-8")), sheet


def test_the_site_can_be_searched_without_a_server_of_anybody(site: Path) -> None:
    index = (site / "search" / "search_index.json").read_text("utf-8")
    assert "pincite check" in index


@pytest.mark.services
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_is_against_wcag_and_none_asks_anybody(site: Path, scheme: str) -> None:
    with chromium() as browser:
        page = browser.new_page(color_scheme=scheme)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        for name in ("index", "agents", "start-lawyer", "reference/findings", "reference/commands", "threat-model"):
            page.goto((site / f"{name}.html").as_uri())
            assert violations(page) == [], name
        assert [each for each in asked if not each.startswith(("file:", "data:"))] == []
