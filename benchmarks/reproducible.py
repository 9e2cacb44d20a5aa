"""Whether the same sources give the same release: `python -m benchmarks.reproducible [PYTHON ...]`.

Builds the specimen's specs twice with this Python, in other order of processes and with another hash seed, and once with
each other Python named (in which pincite must be installed), and compares roots and manifests. Ends with 1 when two differ.
The root must be the same everywhere; the manifest names the index file too, which another version of SQLite or zstandard
may write in other bytes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from importlib import resources
from pathlib import Path

SPECS = ("hk.yaml", "ch.yaml")


def build(
    python: str, specimen: Path, out: Path, *, jobs: int, seed: int
) -> dict[str, tuple[str, str, dict[str, str]]]:
    """For each release: its root, the digest of its leaves, the digests of its files."""
    for spec in SPECS:
        subprocess.run(
            [python, "-m", "pincite", "corpus", "build", str(specimen / spec), "--out", str(out), "--jobs", str(jobs)],
            check=True, capture_output=True, env={**os.environ, "PYTHONHASHSEED": str(seed)},
        )  # fmt: skip
    found = {}
    for path in sorted(out.glob("*/*/manifest.json")):
        held = json.loads(path.read_bytes())
        files = {each["path"]: each["sha256"] for each in held["files"]}
        found[held["jurisdiction"]] = (held["root"], held["leaves_sha256"], files)
    return found


def main() -> None:
    with tempfile.TemporaryDirectory() as scratch, resources.as_file(resources.files("pincite.specimen")) as specimen:
        runs = [(sys.executable, 1, 1), (sys.executable, 2, 2), *((python, 1, 3) for python in sys.argv[1:])]
        built = [
            build(python, specimen, Path(scratch) / str(number), jobs=jobs, seed=seed)
            for number, (python, jobs, seed) in enumerate(runs)
        ]
    same = True
    for (python, _, _), found in zip(runs, built, strict=True):
        for name, (root, leaves, files) in found.items():
            first = built[0][name]
            other = [path for path in files if files[path] != first[2].get(path)]
            print(f"{name} {root}  {python}{f'  other bytes: {other}' if other else ''}")
            same = same and (root, leaves) == first[:2]
    sys.exit(0 if same else 1)


if __name__ == "__main__":
    main()
