"""Every command in the documentation runs. Blocks fenced as `console` are run line by line where they start with `$ `.

Each page is run from top to bottom in a folder of its own that holds the specimen (`hk.yaml`, `ch.yaml`, `drafts/`, built
`releases/`), as the documentation says: a command may need those above it. A line may promise its exit status in a comment: `$ pincite verify drafts/memo-hk.md …   # exit 1`.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite.interfaces.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])


def commands(page: Path) -> Iterator[tuple[int, str, int]]:
    """(line number, command, promised exit status) of a page."""
    inside = False
    for number, line in enumerate(page.read_text("utf-8").splitlines(), start=1):
        if line.startswith("```"):
            inside = line.strip() == "```console"
        elif inside and line.startswith("$ pincite"):
            command, _, comment = line[2:].partition("   # ")
            promise = re.search(r"exit (\d)", comment)
            yield number, command, int(promise[1]) if promise else 0


CASES = [(page, *case) for page in PAGES for case in commands(page)]


@pytest.fixture(scope="module")
def specimen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs") / "specimen"
    assert main(["demo", "--into", str(folder)]) == 0
    return folder


@pytest.mark.parametrize("page", [p for p in PAGES if any(commands(p))], ids=lambda page: page.name)
def test_the_documented_commands_run(
    page: Path, specimen: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "specimen"
    shutil.copytree(specimen, folder)
    monkeypatch.chdir(folder)
    for line, command, status in commands(page):
        words = shlex.split(command)[1:]
        arguments = [str(tmp_path / f"out{line}") if word == "NEW_FOLDER" else word for word in words]
        assert main(arguments) == status, f"{page.name}, line {line}: {command}"


def test_the_readme_shows_commands() -> None:
    assert sum(page.name == "README.md" for page, *_ in CASES) >= 5
