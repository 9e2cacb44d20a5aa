"""`pincite recheck`: what a revision mended, at the command line, on the specimen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pincite import wiring
from pincite.interfaces.cli.demo import lay_out
from pincite.interfaces.cli.main import main


@pytest.fixture(scope="module")
def releases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("specimen") / "s"
    lay_out(folder)
    wiring.build(folder / "hk.yaml", folder / "releases")
    return folder / "releases"


WRONG = (
    "“No person may keep a moon in the harbour of the colony at night” (Cap. 9001, s. 3(1)). See Cap. 9001, s. 999.\n"
)


def test_what_a_revision_mended_removed_or_left_is_counted_and_named(
    releases: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    draft, old = tmp_path / "draft.md", tmp_path / "old.json"
    with_release = ["--release", str(releases), "--date", "2026-11-30"]
    draft.write_text(WRONG, "utf-8")
    assert main(["verify", str(draft), "--format", "json", *with_release]) == 1
    old.write_text(capsys.readouterr().out, "utf-8")
    draft.write_text(WRONG.replace(" See Cap. 9001, s. 999.", ""), "utf-8")
    assert main(["recheck", str(old), str(draft), "--format", "json", *with_release]) == 1
    revision = json.loads(capsys.readouterr().out)["revision"]
    assert revision["removed"] == ["Cap. 9001, s. 999"]
    assert revision["still"] == ["Cap. 9001, s. 3(1)"]
    assert (revision["mended"], revision["new"]) == ([], [])
    assert main(["recheck", str(old), str(draft), "--language", "de", *with_release]) == 1
    first = capsys.readouterr().out.splitlines()[0]
    assert first == "Von dem, was gesperrt war: 0 behoben, 1 gestrichen, 1 weiter gesperrt; 0 neu gesperrt"
