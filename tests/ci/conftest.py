"""A repository of documents with the specimen's releases in it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from pincite.interfaces.cli.main import main


def git(folder: Path, *arguments: str) -> None:
    """Run git for somebody without a configuration of his own."""
    who = ["-c", "user.name=A", "-c", "user.email=a@law.example", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="module")
def specimen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ci") / "specimen"
    assert main(["demo", "--into", str(folder)]) == 0
    return folder


@pytest.fixture
def repository(specimen: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "repository"
    shutil.copytree(specimen / "releases", folder / "law")
    git(folder, "init", "--quiet")
    return folder
