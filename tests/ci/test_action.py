"""The CI action: its steps run by bash as a runner runs them, inputs as data, and what it says of itself."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.ci.conftest import git
from tests.plugins.saying import MISSING, RIGHT, ROOT, shell, shim
from tests.reports.sarif_rules import assert_sarif

ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
UNJUDGED = "A keeper must know the rules of lanterns well (Cap. 9001, s. 3(1)).\n"


def step(name: str) -> dict[str, Any]:
    (found,) = [each for each in ACTION["runs"]["steps"] if each["name"] == name]
    return dict(found)


def run(name: str, folder: Path, runner: Path, **inputs: str) -> tuple[int, str, dict[str, str]]:
    """A step with these inputs, the others by default; its exit status, what it printed and its outputs."""
    runner.mkdir(exist_ok=True)
    outputs, summary = runner / "output", runner / "summary"
    outputs.write_text("", "utf-8")
    summary.write_text("", "utf-8")
    values = {key: str(given.get("default", "")) for key, given in ACTION["inputs"].items()} | {
        key.replace("_", "-"): value for key, value in inputs.items()
    }
    given = {
        key: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda match: values[match[1]], text).replace(
            "${{ github.action_path }}", str(ROOT)
        )
        for key, text in step(name)["env"].items()
    }
    script = runner / "step.sh"
    script.write_text(step(name)["run"], "utf-8")
    done = shell(
        f"bash --noprofile --norc -eo pipefail {script}", folder, None,
        RUNNER_TEMP=str(runner), GITHUB_OUTPUT=str(outputs), GITHUB_STEP_SUMMARY=str(summary), **given,
    )  # fmt: skip
    said = dict(line.split("=", 1) for line in outputs.read_text("utf-8").splitlines())
    return done.returncode, done.stdout + done.stderr, said


@pytest.fixture
def runner(tmp_path: Path) -> Path:
    """The folder of a runner in which the step «Install» was done."""
    shim(tmp_path / "runner" / "pincite" / "bin")
    return tmp_path / "runner"


def test_no_input_is_put_into_a_script() -> None:
    for each in ACTION["runs"]["steps"]:
        assert "${{" not in each["run"]
        assert each["shell"] == "bash"
        assert subprocess.run(["bash", "-n"], input=each["run"], text=True, check=False).returncode == 0
    for output in ACTION["outputs"].values():
        assert re.fullmatch(r"\$\{\{ steps\.check\.outputs\.\w+ \}\}", output["value"])


def test_the_documents_of_a_repository_are_checked_and_the_findings_kept(repository: Path, runner: Path) -> None:
    (repository / "deep").mkdir()
    (repository / "deep" / "a brief.md").write_text(MISSING, "utf-8")
    (repository / "right.md").write_text(RIGHT, "utf-8")
    (repository / "not tracked.md").write_text(MISSING, "utf-8")
    git(repository, "add", "deep", "right.md")
    status, said, outputs = run("Check", repository, runner, releases="law\n")
    assert (status, outputs) == (1, {"sarif": "pincite.sarif", "delivery": "BLOCKED"}), said
    log = json.loads((repository / "pincite.sarif").read_bytes())
    assert_sarif(log)
    assert [each["location"]["uri"] for each in log["runs"][0]["artifacts"]] == ["deep/a%20brief.md", "right.md"]
    assert "[not_found]" in (runner / "summary").read_text("utf-8")


@pytest.mark.services
def test_a_repository_that_is_right_is_clear_and_one_that_nobody_judged_is_not_called_that(
    repository: Path, runner: Path
) -> None:
    (repository / "right.md").write_text(RIGHT, "utf-8")
    git(repository, "add", "right.md")
    assert run("Check", repository, runner, releases="law")[::2] == (0, {"sarif": "pincite.sarif", "delivery": "CLEAR"})
    (repository / "right.md").write_text(UNJUDGED, "utf-8")
    status, _, outputs = run("Check", repository, runner, releases="law", fail_on="fix", sarif="out/log.sarif")
    assert (status, outputs) == (0, {"sarif": "out/log.sarif", "delivery": "BLOCKED"})


@pytest.mark.services
def test_no_document_at_all_is_a_failure(repository: Path, runner: Path) -> None:
    status, said, outputs = run("Check", repository, runner, releases="law")
    assert (status, outputs["delivery"]) == (3, "FAILED")
    assert "nothing was checked" in said


@pytest.mark.services
def test_a_release_that_is_not_there_is_a_failure(repository: Path, runner: Path) -> None:
    (repository / "right.md").write_text(RIGHT, "utf-8")
    git(repository, "add", "right.md")
    status, _, outputs = run("Check", repository, runner, releases="nowhere")
    assert (status in (2, 3), outputs["delivery"]) == (True, "FAILED")


@pytest.mark.services
def test_attack_names_and_inputs_are_no_options_and_no_commands(repository: Path, runner: Path) -> None:
    for name in ("--release.md", "$(touch pwned).md", "a;touch pwned.md"):
        (repository / name).write_text(RIGHT, "utf-8")
    git(repository, "add", ".")
    status, said, outputs = run("Check", repository, runner, releases="law", language="en", files="*.md\n")
    assert (status, outputs["delivery"]) == (0, "CLEAR"), said
    run("Check", repository, runner, releases='law"; touch pwned; "', files="$(touch pwned)", as_of="; touch pwned")
    assert not (repository / "pwned").exists()


@pytest.mark.services
def test_the_action_fits_the_published_schema() -> None:
    pytest.importorskip("check_jsonschema")
    import sys

    command = [
        sys.executable,
        "-m",
        "check_jsonschema",
        "--builtin-schema",
        "vendor.github-actions",
        str(ROOT / "action.yml"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.services
def test_the_step_that_installs_makes_a_command_of_its_own(repository: Path, tmp_path: Path) -> None:
    """As a runner does: a fresh environment from the package index."""
    status, said, _ = run("Install", repository, tmp_path / "fresh")
    if status and "No matching distribution" in said:
        pytest.skip("no package index here")
    assert status == 0, said
    (repository / "missing.md").write_text(MISSING, "utf-8")
    git(repository, "add", "missing.md")
    assert run("Check", repository, tmp_path / "fresh", releases="law")[0] == 1
