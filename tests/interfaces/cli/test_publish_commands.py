"""repository, publish and pull as a user types them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from tests.corpus import library

from pincite.interfaces.cli.main import main

RELEASE = "releases/hk/2026.11.30"


def run(*words: str) -> int:
    return main(list(words))


def build(folder: Path, tag: str) -> None:
    library.build(library.spec(folder, tag=tag), folder / "releases")
    assert run("corpus", "sign", f"releases/hk/{tag}", "--key", "key.pem", "--log", "log") == 0


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    library.write(tmp_path / "sources", library.HK)
    for name in ("key", "root", "targets", "online"):
        assert run("keys", "new", f"{name}.example", "--out", f"{name}.pem", "--unprotected") == 0
    build(tmp_path, "2026.11.30")
    keys = ("--root-key", "root.pem", "--targets-key", "targets.pem", "--online-key", "online.pem")
    assert run("corpus", "repository", "--repository", "repo", *keys) == 0
    return tmp_path


def publish(*releases: str) -> int:
    return run(
        *("corpus", "publish", "--repository", "repo", *releases),
        *("--targets-key", "targets.pem", "--online-key", "online.pem"),
    )


def pull(*more: str) -> int:
    return run("corpus", "pull", "repo", "--jurisdiction", "hk", "--out", "pulled", *more)


def test_a_release_goes_from_one_hand_to_the_other(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert publish(RELEASE) == 0
    assert "hk/2026.11.30 published, and current: all of it" in capsys.readouterr().out
    assert pull("--root", "repo/root.json", "--vkey", "key.pem.pub") == 0
    assert "verified; signed by key.example" in capsys.readouterr().out
    assert run("open", "hk/cap9#s2", "--release", "pulled") == 0
    capsys.readouterr()
    assert pull() == 0
    assert capsys.readouterr().out.strip() == "hk/2026.11.30, as of 2026-11-30, is current and here already"


def test_an_older_release_does_not_become_the_current_one(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    build(house, "2026.11.30.10")
    build(house, "2026.11.30.9")
    assert publish("releases/hk/2026.11.30.10", "releases/hk/2026.11.30.9") == 0
    assert "hk/2026.11.30.9 published; another, later one is current" in capsys.readouterr().out
    assert pull("--root", "repo/root.json") == 0
    said = capsys.readouterr().out
    assert "hk/2026.11.30.10" in said
    assert "its own signatures were not asked for" in said


def test_a_repository_put_back_to_an_older_state_is_refused(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert publish(RELEASE) == 0
    shutil.copytree("repo", "old")
    assert publish() == 0
    assert "timestamp 3, holds for 30 days" in capsys.readouterr().out
    assert pull("--root", "repo/root.json") == 0
    shutil.rmtree("repo")
    Path("old").rename("repo")
    capsys.readouterr()
    assert pull() == 2
    assert "an older state than was seen before (a rollback)" in capsys.readouterr().err


def test_a_forged_release_under_a_known_tag_is_refused(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert publish(RELEASE) == 0
    assert pull("--root", "repo/root.json") == 0
    path = house / "pulled" / RELEASE.removeprefix("releases/") / "manifest.json"
    manifest = json.loads(path.read_bytes())
    manifest["title"] = "Another"
    from pincite.digests import canonical_json

    path.write_bytes(canonical_json(manifest) + b"\n")
    capsys.readouterr()
    assert pull() == 2
    assert "two cannot both be real" in capsys.readouterr().err


CANNOT = (
    (("corpus", "pull", "nowhere", "--jurisdiction", "hk", "--out", "o"), "neither a folder nor an address"),
    (("corpus", "pull", "repo", "--jurisdiction", "hk", "--out", "o"), "nobody is trusted yet"),
    (("corpus", "pull", "repo", "--jurisdiction", "../x", "--out", "o"), "is no jurisdiction"),
    (("corpus", "pull", "repo", "--jurisdiction", "hk", "--out", "o", "--root", "none"), "none is not there"),
    (("corpus", "pull", "repo", "--jurisdiction", "fr", "--out", "o", "--root", "repo/root.json"), "publishes no fr"),
    (("corpus", "publish", "--repository", "repo", RELEASE), "would be refused"),
    (("corpus", "publish", "--repository", "other", RELEASE), "is no repository"),
    (("corpus", "publish", "--repository", "repo", "sources"), "not published"),
    (("corpus", "repository", "--repository", "new", "--targets-key", "targets.pem"), "the root asks for 1 of 0 keys"),
)  # fmt: skip


def test_what_cannot_be_done_is_said(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, said in CANNOT:
        capsys.readouterr()
        assert run(*words) in (2, 3), words
        assert said in capsys.readouterr().err, words
