"""`pincite serve` as its user runs it, in a process of its own, and a browser."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = os.environ.get("PINCITE_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
WIDE, NARROW, PANE = {"width": 1360, "height": 900}, {"width": 390, "height": 844}, {"width": 320, "height": 700}
_RUN = "from pincite.interfaces.cli.main import run; run()"
PATIENCE = 90.0
"""Seconds that a test waits for what must come; a slow machine that others use as well is given them."""


@contextmanager
def serving(
    *arguments: str, command: tuple[str, ...] = (sys.executable, "-c", _RUN, "serve"), **more: Any
) -> Iterator[str]:
    """A running server; the link that it printed."""
    # a session of its own: what it started in turn ends with it
    process = subprocess.Popen(
        [*command, *arguments], stderr=subprocess.PIPE, text=True, start_new_session=True, **more
    )
    try:
        assert process.stderr is not None
        said: list[str] = []
        for line in process.stderr:
            said.append(line)
            found = re.search(r"http://\S+/enter#\S+", line)
            if found is not None:
                break
        else:
            pytest.fail("the server did not start: " + "".join(said))
        yield found[0]
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(PATIENCE)
        if process.stderr is not None:
            process.stderr.close()


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser; skips where there is none."""
    sync_api = pytest.importorskip(
        "playwright.sync_api", reason="playwright is not installed: pip install pincite[services]"
    )
    if not CHROMIUM:
        pytest.skip("there is no Chromium on this machine: apt-get install chromium, or name it in PINCITE_CHROMIUM")
    with sync_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield found
        found.close()


def until(holds: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait for what no selector says; the policy of our pages forbids Playwright to wait for an expression in them."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            pytest.fail("it did not come to hold")
        time.sleep(0.02)


def settled(page: Any, selector: str, **options: Any) -> None:
    """Wait for what the next page shows, and until it is whole: its scripts listen, and all of it can be counted."""
    page.wait_for_selector(selector, timeout=PATIENCE * 1000, **options)
    page.wait_for_load_state("load")


def violations(page: Any) -> list[str]:
    """What axe finds against WCAG 2.2 AA and good practice."""
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="axe is not installed: pip install pincite[services]"
    )
    options = {
        "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
    }
    results = axe.Axe().run(page, options=options)
    return [f"{v['id']}: {[node['html'][:200] for node in v['nodes']]}" for v in results.response["violations"]]


def pictures() -> Path | None:
    """Where pictures for the documentation go (PINCITE_PICTURES), if anywhere."""
    named = os.environ.get("PINCITE_PICTURES")
    return Path(named) if named else None
