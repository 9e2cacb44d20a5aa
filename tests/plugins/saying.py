"""Runs what a file of the plugin says: its `sh` blocks by a shell, its `json` blocks as calls of the server's tools."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
PLUGIN = ROOT / "plugins" / "pincite"
_BLOCK = re.compile(r"^([ \t]*)```(\w+)\n(.*?)^[ \t]*```", re.DOTALL | re.MULTILINE)

RIGHT = (
    "Section 3(1) of the Lantern Keeping Ordinance (Cap. 9001) reads: “A keeper shall register each lantern with the Registrar"
    " within 30 days after lighting it for the first time.”\n"
)
WRONG = RIGHT.replace("30 days", "60 days")
MISSING = "A costs order may be refused: [2026] HKCFA 397 at [12].\n"


def blocks(path: Path, language: str) -> list[str]:
    """The fenced blocks of a language, in order."""
    return [textwrap.dedent(body) for _, kind, body in _BLOCK.findall(path.read_text("utf-8")) if kind == language]


def head(path: Path) -> dict[str, Any]:
    """The YAML head of a Markdown file."""
    found: dict[str, Any] = yaml.safe_load(path.read_text("utf-8").split("---\n")[1])
    return found


def shim(folder: Path) -> Path:
    """A folder for PATH with the command `pincite` of this interpreter."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / "pincite"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pincite "$@"\n', "utf-8")
    program.chmod(0o755)
    return folder


def shell(
    script: str, folder: Path, programs: Path | None, stdin: str = "", **variables: str
) -> subprocess.CompletedProcess[str]:
    """A script run as a person's shell runs it, in a folder; `programs` goes before PATH, which holds the system's alone."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PINCITE_")}
    path = os.pathsep.join([*([str(programs)] if programs else []), "/usr/bin", "/bin"])
    return subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        env=kept | {"PATH": path} | variables,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def calls(path: Path, **values: str) -> list[tuple[str, dict[str, Any]]]:
    """The calls a file names, with the values put in for their placeholders."""
    found = []
    for block in blocks(path, "json"):
        call = json.loads(block)
        arguments = {
            key: values.get(text[1:], text) if text.startswith("$") else text for key, text in call["arguments"].items()
        }
        found.append((call["tool"], arguments))
    return found
