"""How fast releases are built: `python -m benchmarks.build_rate [--documents 5000] [--profile] [--kill]`.

Generates documents of 20 kB (Markdown with numbered paragraphs in English legal prose; seeded; three of four are decisions,
one is guidance, of which obligation atoms are extracted),
builds a release of them with two processes, then changes one in a hundred, drawn at random, and builds again; with `--kill`, ends a third
build by SIGKILL in the middle and lets it go on. Reports documents a second by the clock and by processor time (the
documents that two processor seconds build: what two cores give when nobody else uses them), the load of the machine (a processor
second does less where others use the same cores), memory of all processes together, bytes written, the share that a rebuild costs, and whether the root is the same. Appends to benchmarks/results/build_rate.json.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import sys
import tempfile
from compileall import compile_dir
from pathlib import Path
from typing import Any

from benchmarks.measured import run

import pincite

RESULT = Path(__file__).resolve().parent / "results" / "build_rate.json"
BYTES = 20_000

SPEC = """jurisdiction: hk
tag: 2026.11.30
as_of: 2026-11-30
title: Generated
root: sources
sources:
  - files: ["*/*.md"]
    reader: markdown
    publisher: Nobody
    licence: invented
    legal_value: unofficial
    redistribute: full
"""

WORDS = (  # noqa: SIM905 (they read better so)
    "lantern keeper registrar notice licence harbour oil wick glass vessel tariff inspector schedule premises warehouse "
    "order certificate hearing appeal fee period document record entry holder transfer district council officer penalty "
    "reasonable written prescribed relevant annual due proper authorised specified public lawful former present several "
    "before after under within against between without upon during through concerning"
).split()
DUTIES = (
    "A keeper must give notice to the Registrar within 14 days after {} {} {}.",
    "The holder of a licence must not {} the {} without the written consent of the Registrar, unless the {} is exempt.",
    "The Registrar may refuse the {} if the {} has not been paid, and shall record the {} in the register.",
)


def sentence(draw: random.Random) -> str:
    if draw.random() < 0.15:
        return draw.choice(DUTIES).format(*draw.choices(WORDS, k=3))
    words = draw.choices(WORDS, k=draw.randint(8, 30))
    return f"The {' '.join(words)}."


def document(number: int, draw: random.Random) -> str:
    lines = [
        "---",
        f"work: hk/{'guidance/generated' if number % 4 == 0 else 'hkcfi/2026'}/{number + 1}",
        f"title: Guidance note {number} on {' and '.join(draw.choices(WORDS, k=2))}",
        "language: en",
        "state: 2026-03-01",
        f"kind: {'guidance' if number % 4 == 0 else 'decision'}",
        "---",
        "",
    ]
    size, section = 0, 0
    while size < BYTES:
        section += 1
        lines += [f"## {section}. {' '.join(draw.choices(WORDS, k=3)).capitalize()}", ""]
        for _ in range(draw.randint(2, 4)):
            lines += [" ".join(sentence(draw) for _ in range(draw.randint(2, 5))), ""]
        size = sum(len(line) + 1 for line in lines)
    return "\n".join(lines)


def generate(folder: Path, count: int) -> None:
    for number in range(count):
        path = folder / f"{number // 1000:04}" / f"{number:06}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(document(number, random.Random(number)), "utf-8")


def change(folder: Path) -> int:
    every = sorted(folder.rglob("*.md"))
    paths = random.Random(len(every)).sample(every, len(every) // 100)
    for path in paths:
        path.write_text(path.read_text("utf-8") + "\nThis was added later.\n", "utf-8")
    return len(paths)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=5000)
    parser.add_argument("--folder", type=Path, help="keep the generated documents here")
    parser.add_argument("--kill", action="store_true")
    said = parser.parse_args()
    compile_dir(str(Path(pincite.__file__).parent), quiet=1)  # as installed
    with tempfile.TemporaryDirectory() as scratch:
        folder = said.folder or Path(scratch)
        if not (folder / "sources").exists():
            generate(folder / "sources", said.documents)
        (folder / "spec.yaml").write_text(SPEC, "utf-8")
        out = Path(scratch) / "out"
        row = measure(folder, out, said.documents, kill=said.kill)
    print(json.dumps(row, indent=1))
    rows = json.loads(RESULT.read_text("utf-8")) if RESULT.exists() else []
    RESULT.write_text(json.dumps([*rows, row], indent=1) + "\n", "utf-8")


def measure(folder: Path, out: Path, documents: int, *, kill: bool) -> dict[str, Any]:
    command = [sys.executable, "-m", "pincite", "corpus", "build", str(folder / "spec.yaml"), "--jobs", "2", "--out"]
    full = run([*command, str(out)])
    root = read_root(out)
    size = sum(path.stat().st_size for path in (folder / "sources").rglob("*.md"))
    row: dict[str, Any] = {
        "documents": documents,
        "bytes_each": size // documents,
        "seconds": round(full.seconds, 1),
        "processor_seconds": round(full.processor, 1),
        "documents_per_second": round(documents / full.seconds),
        "documents_per_two_processor_seconds": round(2 * documents / full.processor),
        "megabytes": round(full.megabytes),
        "release_bytes": sum(path.stat().st_size for path in out.glob("hk/*/**/*") if path.is_file()),
        "work_bytes": sum(path.stat().st_size for path in out.glob(".work/**/*") if path.is_file()),
        "load_average": round(os.getloadavg()[0], 1),
    }
    if kill:
        other = out.with_name("killed")
        run([*command, str(other)], kill_after=full.seconds / 3)
        killed_while = "reading" if not list(other.glob("hk/.*.partial")) else "writing"
        again = run([*command, str(other)])
        known = again.output.partition("(")[2].partition(" known")[0]
        row["after_kill"] = {
            "killed_while": killed_while,
            "known": int(known),
            "same_root": read_root(other) == root,
            "processor_seconds": round(again.processor, 1),
        }
        shutil.rmtree(other)
    changed = change(folder / "sources")
    again = run([*command, str(out), "--replace"])
    row["rebuild"] = {
        "changed": changed,
        "seconds": round(again.seconds, 1),
        "processor_seconds": round(again.processor, 1),
        "share_of_full": round(again.processor / full.processor, 3),
        "megabytes": round(again.megabytes),
    }
    return row


def read_root(out: Path) -> str:
    root: str = json.loads(next(out.glob("hk/*/manifest.json")).read_bytes())["root"]
    return root


if __name__ == "__main__":
    main()
