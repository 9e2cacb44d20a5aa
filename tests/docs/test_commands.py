"""Every command in the documentation runs. Blocks fenced as `console` are run line by line where they start with `$ `.

They run in a folder that holds the specimen (`hk.yaml`, `ch.yaml`, `drafts/`, built `releases/`), as the documentation
says. A line may promise its exit status in a comment: `$ pincite verify drafts/memo-hk.md …   # exit 1`.
"""

from __future__ import annotations

import re
import shlex
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


@pytest.mark.parametrize(("page", "line", "command", "status"), CASES, ids=[f"{p.name}:{n}" for p, n, _, _ in CASES])
def test_the_documented_command_runs(
    page: Path, line: int, command: str, status: int, specimen: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(specimen)
    arguments = [str(tmp_path / "out") if word == "NEW_FOLDER" else word for word in shlex.split(command)[1:]]
    assert main(arguments) == status, f"{page.name}, line {line}: {command}"


def test_the_readme_shows_commands() -> None:
    assert sum(page.name == "README.md" for page, *_ in CASES) >= 5
