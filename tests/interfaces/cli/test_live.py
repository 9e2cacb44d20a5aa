"""`pincite verify --live` and `pincite services` at the command line, against MCP servers on loopback."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.connectors import services_world as world
from tests.connectors.mcp_house import McpHouse, mcp_house

from pincite.interfaces.cli.main import main

OWN = """
services:
  - {{name: bge-search, kind: mcp, contract: ch.bge_search, uses: [get_bge_decision], address: "{address}", seconds_between: "0"}}
routes:
  federal-case: bge-search
  statute:
"""


@pytest.fixture(scope="module")
def house() -> Iterator[McpHouse]:
    with mcp_house() as opened:
        yield opened


@pytest.fixture
def files(house: McpHouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    house.reset()
    monkeypatch.delenv("PINCITE_RELEASES", raising=False)
    draft, services = tmp_path / "draft.md", tmp_path / "services.yaml"
    draft.write_text(f"«{world.RULE}» ({world.BGE} E. 2.1).\n", "utf-8")
    services.write_text(OWN.format(address=house.address("bge-search")), "utf-8")
    return draft, services


def test_a_draft_is_checked_with_services_alone_when_names_may_leave(
    files: tuple[Path, Path], house: McpHouse, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    draft, services = files
    arguments = ["verify", str(draft), "--live", "--services", str(services), "--out", str(tmp_path / "audit")]
    status = main([*arguments, "--privacy", "balanced", "--date", "2026-11-30", "--format", "json"])
    report = json.loads(capsys.readouterr().out)
    assert (status, report["delivery_blocked"]) == (0, False)
    assert report["mentions"][0]["source_mcp"] == "bge-search"
    assert report["mentions"][0]["query_used"] == f"get_bge_decision {world.BGE}"
    assert [each["outcome"] for each in report["services"]["consulted"]] == ["served"]
    assert "service bge-search" in (tmp_path / "audit/2026-11-30-draft/sources.md").read_text("utf-8")
    assert house.tools() == ["get_bge_decision"]


def test_a_batch_asks_services_for_each_draft_and_lists_what_left_for_each(
    files: tuple[Path, Path], house: McpHouse, tmp_path: Path
) -> None:
    draft, services = files
    folder, out = tmp_path / "drafts", tmp_path / "out"
    folder.mkdir()
    for name in ("one.md", "two.md"):
        (folder / name).write_text(draft.read_text("utf-8"), "utf-8")
    arguments = ["verify", "--batch", str(folder), "--live", "--services", str(services), "--out", str(out)]
    arguments += ["--privacy", "balanced", "--date", "2026-11-30"]
    assert main(arguments) == 0
    for name in ("one", "two"):
        report = json.loads((out / f"2026-11-30-{name}/citation-verify.json").read_text("utf-8"))
        assert report["mentions"][0]["source_mcp"] == "bge-search"
        assert len(report["services"]["consulted"]) == 1
    assert house.tools() == ["get_bge_decision"] * 2
    assert main(arguments) == 0
    assert house.tools() == ["get_bge_decision"] * 2, "what is done is not asked again"


def test_a_batch_in_strict_mode_sends_nothing(files: tuple[Path, Path], house: McpHouse, tmp_path: Path) -> None:
    draft, services = files
    out = str(tmp_path / "out")
    arguments = ["verify", "--batch", str(draft.parent), "--live", "--services", str(services), "--out", out]
    assert main([*arguments, "--date", "2026-11-30"]) == 1
    assert not house.posts


def test_by_default_nothing_is_sent(
    files: tuple[Path, Path], house: McpHouse, capsys: pytest.CaptureFixture[str]
) -> None:
    draft, services = files
    assert main(["verify", str(draft), "--live", "--services", str(services), "--date", "2026-11-30"]) == 1
    assert "not asked for 1 documents" in capsys.readouterr().out
    assert not house.posts


def test_without_live_a_release_is_needed_as_before(files: tuple[Path, Path]) -> None:
    assert main(["verify", str(files[0])]) == 3


def test_the_services_are_listed_and_checked(
    files: tuple[Path, Path], house: McpHouse, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["services", "list", "--services", str(files[1]), "--format", "json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert listed["routes"]["federal-case"] == ["bge-search"]
    assert listed["routes"]["statute"] == []
    assert main(["services", "check", "bge-search", "--services", str(files[1])]) == 0
    assert capsys.readouterr().out == "ok    bge-search  1 tools\n"
    assert main(["services", "check", "moon", "--services", str(files[1])]) == 3


def test_without_the_sdk_the_remedy_is_named(
    files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "mcp", None)
    draft, services = files
    assert main(["verify", str(draft), "--live", "--services", str(services), "--privacy", "cloud"]) == 2
    assert "pincite[live]" in capsys.readouterr().err
    assert main(["services", "check", "bge-search", "--services", str(services)]) == 2
    assert "pincite[live]" in capsys.readouterr().out
