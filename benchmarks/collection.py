"""The whole collection built at once: `python -m benchmarks.collection COLLECTION [--only li uk]`.

Builds every spec of `corpora/` one after the other, two processes each, as a user would, and records seconds, processor
seconds, memory, documents, blocks and what was refused: a document of which a character is in neither text nor side
channel is refused, so that nothing refused is nothing lost. Writes benchmarks/results/collection.json.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.measured import run

SPECS = Path(__file__).resolve().parent.parent / "corpora"
RESULT = Path(__file__).resolve().parent / "results" / "collection.json"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("collection", type=Path)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--out", type=Path)
    said = parser.parse_args()
    rows: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as scratch:
        out = said.out or Path(scratch)
        for spec in sorted(SPECS.glob("*.yaml")):
            if said.only and spec.stem not in said.only:
                continue
            command = [sys.executable, "-m", "pincite", "corpus", "build", str(spec)]
            cost = run([*command, "--root", str(said.collection), "--out", str(out), "--jobs", "2"])
            manifest = json.loads(next(out.glob(f"{spec.stem}/*/manifest.json")).read_bytes())
            rows[spec.stem] = {
                "seconds": round(cost.seconds, 1),
                "processor_seconds": round(cost.processor, 1),
                "megabytes": round(cost.megabytes),
                "documents": manifest["counts"]["expression"],
                "blocks": manifest["counts"]["block"],
                "leaves": manifest["leaf_count"],
                "refused": len(manifest["refused"]),
                "root": manifest["root"],
            }
            print(spec.stem, json.dumps(rows[spec.stem]))
    total = {key: round(sum(row[key] for row in rows.values()), 1) for key in ("seconds", "processor_seconds")}
    most = max(row["megabytes"] for row in rows.values())
    print(f"together {total['seconds']} s, {total['processor_seconds']} processor s, at most {most} MB")
    if not said.only:
        RESULT.write_text(json.dumps({"specs": rows, "total": {**total, "megabytes": most}}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
