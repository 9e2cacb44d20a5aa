"""One command for each thing a developer does; needs nothing but Python 3.11 or later.

    python3 tasks.py demo           the main job on the specimen corpus: build, verify a draft, say so
    python3 tasks.py serve          the page: drop a draft, see what is wrong; with two small fictional releases to try it
    python3 tasks.py test           the tests
    python3 tasks.py test-services  tests on real servers and a browser
    python3 tasks.py test-long      fuzzing, crash rounds, scale
    python3 tasks.py reproducible   the specimen releases built by every Python here: the same roots
    python3 tasks.py check          format, lint, types, import contracts
    python3 tasks.py docs           the site of the documentation, built strictly into build/site
    python3 tasks.py bench          the figures on the gold, written to benchmarks/results

A virtual environment in .venv is made at the first call and brought up to date when pyproject.toml changes.
What stands after the task goes to the tool it runs: `python3 tasks.py test -k quotation`.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = Path(os.environ.get("PINCITE_VENV") or ROOT / ".venv")
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
EXTRAS = {
    "demo": "",
    "serve": "serve,reports",
    "test": "test",
    "test-services": "test,services,docs,examples",
    "test-long": "test,services",
    "reproducible": "",
    "check": "test,check,postgres,docs",
    "docs": "test,docs",
    "bench": "test",
}


def prepared(extras: str) -> None:
    """The virtual environment with pincite and these extras, installed anew only when the project's metadata changed."""
    if not (BIN / "python").exists() and not (BIN / "python.exe").exists():
        print(f"Making a virtual environment in {VENV.name} …", flush=True)
        venv.EnvBuilder(with_pip=True, clear=True).create(VENV)
    state = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
    mark = VENV / f"pincite-{extras.replace(',', '-') or 'core'}.installed"
    if mark.exists() and mark.read_text() == state:
        return
    target = f"{ROOT}[{extras}]" if extras else str(ROOT)
    print(f"Installing {'pincite with ' + extras if extras else 'pincite'} …", flush=True)
    run("python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--editable", target)
    mark.write_text(state)


def run(tool: str, *arguments: str) -> None:
    """Run a tool of the environment from the project's folder; end with its exit status when it fails."""
    environment = os.environ | {"PYTHONWARNDEFAULTENCODING": ""}
    done = subprocess.run([str(BIN / tool), *arguments], cwd=ROOT, env=environment, check=False)
    if done.returncode:
        sys.exit(done.returncode)


def demo(_: list[str]) -> None:
    """Build the specimen releases and verify the specimen drafts; the wrong citations of the second are meant to block."""
    run("pincite", "demo")


def serve(rest: list[str]) -> None:
    """Serve the review page over the specimen's releases; the link to open is printed. Ctrl-C ends it."""
    try:
        run("pincite", "serve", "--specimen", str(ROOT / "build" / "specimen"), *rest)
    except KeyboardInterrupt:
        print("\nStopped.")


def test(rest: list[str]) -> None:
    """The first tier, on all cores."""
    run("pytest", "-n", "auto", *rest)


def test_services(rest: list[str]) -> None:
    """The second tier."""
    run("pytest", "-m", "services", *rest)


def test_long(rest: list[str]) -> None:
    """The third tier."""
    run("pytest", "-m", "long", *rest)


def other_pythons() -> dict[str, str]:
    """The other Pythons on this machine that can run pincite, one a minor version: on the path, and those of pyenv."""
    found: dict[str, str] = {}
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    named = [shutil.which(f"python3.{minor}") or "" for minor in range(11, 20)]
    for path in [*filter(None, named), *map(str, sorted(pyenv.glob("3.*/bin/python")))]:
        said = subprocess.run([path, *asked_version()], capture_output=True, text=True, check=False)
        version = said.stdout.strip()
        if said.returncode == 0 and tuple(map(int, version.split("."))) >= (3, 11):
            found.setdefault(version, path)
    own = subprocess.run([str(BIN / "python"), *asked_version()], capture_output=True, text=True, check=True)
    return {version: path for version, path in found.items() if version != own.stdout.strip()}


def asked_version() -> list[str]:
    """What a Python is asked to say its minor version by."""
    return ["-c", "import sys; print('.'.join(map(str, sys.version_info[:2])))"]


def reproducible(_: list[str]) -> None:
    """Build the specimen by this Python and by every other one here, and compare the roots."""
    others = other_pythons()
    pythons: list[str] = []
    for version, path in sorted(others.items()):
        folder = ROOT / "build" / f"python-{version}"
        python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
        if not python.exists():
            subprocess.run([path, "-m", "venv", str(folder)], check=True)
        print(f"Installing pincite for Python {version} …", flush=True)
        install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--upgrade"]
        subprocess.run([*install, "--force-reinstall", "--no-deps", str(ROOT)], check=True)
        subprocess.run([*install, str(ROOT)], check=True)
        pythons.append(str(python))
    if not pythons:
        print("No other Python from 3.11 on is here: builds are compared within this one alone.", flush=True)
    run("python", "-m", "benchmarks.reproducible", *pythons)


def check(_: list[str]) -> None:
    """Format, lint, types, contracts."""
    run("ruff", "format", "--check", ".")
    run("ruff", "check", ".")
    run("mypy")
    run("lint-imports")


def docs(rest: list[str]) -> None:
    """The site; `python3 tasks.py docs serve` shows it while it is written."""
    # the theme's notice about a later MkDocs, of which pyproject knows
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
    run("mkdocs", *(rest or ["build"]))


def bench(rest: list[str]) -> None:
    """The gold figures."""
    run("python", "-m", "benchmarks.gold", *rest)


TASKS = {
    "demo": demo,
    "serve": serve,
    "test": test,
    "test-services": test_services,
    "test-long": test_long,
    "reproducible": reproducible,
    "check": check,
    "docs": docs,
    "bench": bench,
}


def main() -> None:
    """Do the task named on the command line."""
    if sys.version_info < (3, 11):  # noqa: UP036 (a person may start this with an older Python)
        sys.exit("pincite needs Python 3.11 or later; this is " + sys.version.split()[0])
    if len(sys.argv) < 2 or sys.argv[1] not in TASKS:
        sys.exit(__doc__)
    prepared(EXTRAS[sys.argv[1]])
    TASKS[sys.argv[1]](sys.argv[2:])


if __name__ == "__main__":
    main()
