"""A newcomer's path: a clean clone, `python3 tasks.py serve`, a sample draft, its report; minutes, not hours.

Installing is not done anew here (no test goes to the network): the environment is that of the tests, marked as installed. CI and
docs/web.md say what the whole takes.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from tests.interfaces.web.serving import serving

pytestmark = pytest.mark.services

MOST = 300.0
"""Seconds from the clone to the report."""


def environment_of(clone: Path, folder: Path) -> Path:
    """An environment for tasks.py that holds this Python and the clone, as an installation would."""
    scripts = folder / "bin"
    scripts.mkdir(parents=True)
    (scripts / "python").symlink_to(sys.executable)
    pincite = scripts / "pincite"
    run = f"import sys; sys.path.insert(0, {str(clone / 'src')!r})\n"
    run += "from pincite.interfaces.cli.main import run\nif __name__ == '__main__':\n    run()\n"
    pincite.write_text(f"#!{sys.executable}\n{run}", "utf-8")
    pincite.chmod(0o755)
    state = hashlib.sha256((clone / "pyproject.toml").read_bytes()).hexdigest()
    (folder / "pincite-serve-reports.installed").write_text(state, "utf-8")
    return folder


def test_from_a_clean_clone_to_a_verified_draft_in_the_page(root: Path, tmp_path: Path) -> None:
    if not (root / ".git").exists() or shutil.which("git") is None:
        pytest.skip("this is no clone: there is nothing to clone")
    begun = time.monotonic()
    clone = tmp_path / "pincite"
    subprocess.run(["git", "clone", "--quiet", "--depth", "1", root.as_uri(), str(clone)], check=True)
    environment = os.environ | {"PINCITE_VENV": str(environment_of(clone, tmp_path / "venv"))}
    command = (sys.executable, str(clone / "tasks.py"), "serve")
    with serving("--port", "0", command=command, cwd=clone, env=environment) as link:
        base, token = link.split("/enter#")
        # as the page behind the link does it
        entered = httpx.post(f"{base}/enter", headers={"Authorization": f"Bearer {token}", "Origin": base})
        with httpx.Client(base_url=base, cookies=entered.cookies, headers={"Origin": base}, timeout=60) as client:
            assert 'value="memo-hk.md"' in client.get("/").text
            answer = client.post("/review", files={"sample": (None, "memo-hk.md")})
            assert answer.status_code == 303
            while time.monotonic() - begun < MOST:
                page = client.get(answer.headers["location"]).text
                if 'id="review"' in page:
                    break
                time.sleep(0.1)
    assert len(re.findall(r'<article id="f-c\d+"', page)) == 11
    assert time.monotonic() - begun < MOST
