"""The hooks for commits: their manifest, the files they are for, and their entry run as pre-commit runs it."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.ci.conftest import git
from tests.plugins.saying import MISSING, RIGHT, ROOT, shell, shim

HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
UNJUDGED = "A keeper must know the rules of lanterns well (Cap. 9001, s. 3(1)).\n"


def run(hook: dict[str, Any], folder: Path, programs: Path, *files: str) -> tuple[int, str]:
    """Entry, arguments of the configuration, files: one command, as pre-commit makes it."""
    command = shlex.join([*shlex.split(hook["entry"]), "--release", "law", *files])
    done = shell(command, folder, programs)
    return done.returncode, done.stdout + done.stderr


def test_each_hook_has_what_pre_commit_asks_for() -> None:
    assert len({hook["id"] for hook in HOOKS}) == len(HOOKS)
    for hook in HOOKS:
        assert {"id", "name", "entry", "language", "files"} <= set(hook)
        assert hook["language"] == "python"
        for name in ("brief.md", "deep/letter.docx", "a.PDF".lower(), "page.htm", "page.html", "note.txt", "x.odt"):
            assert re.search(hook["files"], name)
        for name in ("tool.py", "md", "a.md.py", "data.json"):
            assert not re.search(hook["files"], name)


@pytest.mark.services
def test_a_commit_is_stopped_by_what_the_gate_holds_back(repository: Path, tmp_path: Path) -> None:
    whole, faults = HOOKS
    for name, text in (("right.md", RIGHT), ("unjudged.md", UNJUDGED), ("a missing one.md", MISSING)):
        (repository / name).write_text(text, "utf-8")
    programs = shim(tmp_path / "bin")
    assert run(whole, repository, programs, "right.md")[0] == 0
    status, said = run(whole, repository, programs, "right.md", "unjudged.md", "a missing one.md")
    assert status == 1
    assert "unjudged.md:1:" in said
    assert run(faults, repository, programs, "right.md", "unjudged.md")[0] == 0
    status, said = run(faults, repository, programs, "a missing one.md")
    assert (status, "[not_found]" in said) == (1, True)


@pytest.mark.services
def test_pre_commit_itself_takes_the_manifest_and_runs_the_hook(repository: Path, tmp_path: Path) -> None:
    pytest.importorskip("pre_commit")
    python = shlex.quote(sys.executable)
    assert (
        shell(f"{python} -m pre_commit validate-manifest {ROOT}/.pre-commit-hooks.yaml", tmp_path, None).returncode == 0
    )
    (repository / "missing.md").write_text(MISSING, "utf-8")
    (repository / "tool.py").write_text("# " + MISSING, "utf-8")
    hook = {key: value for key, value in HOOKS[0].items() if key != "minimum_pre_commit_version"}
    # the hook as it is, taken from this installation: what pip would install is tried by the test of the action
    local = {"repos": [{"repo": "local", "hooks": [hook | {"language": "system", "args": ["--release", "law"]}]}]}
    (repository / ".pre-commit-config.yaml").write_text(yaml.safe_dump(local), "utf-8")
    git(repository, "add", "missing.md", "tool.py", ".pre-commit-config.yaml")
    programs = shim(tmp_path / "bin")
    done = shell(f"{python} -m pre_commit run --all-files", repository, programs, HOME=str(tmp_path))
    assert done.returncode == 1
    assert "missing.md:1:" in done.stdout
    assert "tool.py" not in done.stdout
