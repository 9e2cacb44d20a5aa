"""A pack of a third party comes in by the entry point group `pincite.packs`; no file of pincite changes for it.

The package is installed as an installer would leave it: a module and a `.dist-info` on the path of another process.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
SCROLL = "decree 12 en 2026-01-15\n§ 1 Every lantern shall be lit at dusk.\n§ 4 A keeper shall not sleep.\n"
SPEC = """\
jurisdiction: lan
tag: 2026.11.30
as_of: 2026-11-30
title: Laws of Lantern Island (fictional)
sources:
  - files: ["*.scroll"]
    reader: lan.scroll
    publisher: Keeper of the Rolls (fictional)
    licence: Apache-2.0
    legal_value: unofficial
    redistribute: full
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process in which the pack is installed."""
    site = tmp_path_factory.mktemp("site")
    info = site / "lantern_pack-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: lantern-pack\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text("[pincite.packs]\nlan = lantern_pack:PACK\n", "utf-8")
    path = [str(site), str(HERE / "lantern"), *filter(None, [os.environ.get("PYTHONPATH", "")])]
    return os.environ | {"PYTHONPATH": os.pathsep.join(path), "PYTHONUTF8": "1"}


def run(installed: dict[str, str], *arguments: str, status: int = 0) -> str:
    """A command of pincite in that process."""
    done = subprocess.run(
        [sys.executable, "-m", "pincite", *arguments],
        env=installed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


def test_its_citations_are_extracted_beside_those_of_the_other_packs(installed: dict[str, str], tmp_path: Path) -> None:
    draft = tmp_path / "draft.txt"
    draft.write_text("Under Lamp Decree 12, § 4 and section 33 of Cap. 486 a keeper is bound.", "utf-8")
    found = json.loads(run(installed, "extract", str(draft), "--format", "json"))["files"][0]["mentions"]
    assert [(each["reference"], each["rule"]) for each in found] == [
        ("lan/decree/12#para_4", "lan.decree"),
        ("hk/cap486#s33", "hk.provision"),
    ]


def test_its_citations_are_written_judged_and_addressed(installed: dict[str, str]) -> None:
    found = json.loads(run(installed, "cite", "lan/decree/12#para_4", "--format", "json"))
    assert found["answer"] == "well_formed"
    assert found["references"][0]["citations"] == [
        {"style": "lamp", "language": "en", "citation": "Lamp Decree 12, § 4"}
    ]
    assert found["references"][0]["url"] == "https://law.lantern.example/en/decree/12#para_4"
    again = json.loads(run(installed, "cite", "Lamp Decree 12, § 4", "--format", "json"))
    assert [each["reference"] for each in again["references"]] == ["lan/decree/12#para_4"]


def test_its_own_impossible_forms_are_named(installed: dict[str, str]) -> None:
    zero = json.loads(run(installed, "cite", "Lamp Decree 0", "--format", "json", status=1))
    assert (zero["answer"], zero["note"]) == ("impossible", "number_zero")
    edict = json.loads(run(installed, "cite", "Lamp Edict 3", "--format", "json", status=1))
    assert (edict["answer"], edict["mended"]) == ("impossible", "Lamp Decree")


def test_its_format_is_read_into_a_release_and_a_place_is_opened(installed: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "d12.scroll").write_text(SCROLL, "utf-8")
    (tmp_path / "lan.yaml").write_text(SPEC, "utf-8")
    run(installed, "corpus", "build", str(tmp_path / "lan.yaml"), "--out", str(tmp_path / "releases"))
    opened = run(installed, "open", "Lamp Decree 12, § 4", "--release", str(tmp_path / "releases"))
    assert "A keeper shall not sleep." in opened
    draft = tmp_path / "draft.md"
    draft.write_text("A keeper “shall not sleep” (Lamp Decree 12, § 4), nor “sing” (Lamp Decree 12, § 4).\n", "utf-8")
    report = run(installed, "verify", str(draft), "--release", str(tmp_path / "releases"), status=1)
    assert "lan/2026.11.30, unsigned" in report
    assert "“sing”" in report.partition("To fix (1)")[2]
    assert "The quotation stands there as quoted" in report


def test_a_pack_that_cannot_be_loaded_stops_the_run_with_its_name(installed: dict[str, str], tmp_path: Path) -> None:
    info = tmp_path / "broken_pack-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-pack\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text("[pincite.packs]\nbroken = no_such_module_at_all:PACK\n", "utf-8")
    environment = installed | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{installed['PYTHONPATH']}"}
    done = subprocess.run(
        [sys.executable, "-m", "pincite", "cite", "Art. 8 BV"],
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 2
    assert "broken" in done.stderr
    assert "Traceback" not in done.stderr


def test_without_it_its_citations_are_unknown(tmp_path: Path) -> None:
    clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    run(clean, "cite", "Lamp Decree 12", status=1)
