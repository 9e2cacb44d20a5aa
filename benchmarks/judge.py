"""Judges against labelled claims: the judge without a model, or a real model by its key.

    python -m benchmarks.judge                              signals on all sets
    python -m benchmarks.judge --judge openai:NAME gold     a model (PINCITE_MODEL_URL, PINCITE_MODEL_KEY) on one set
    python -m benchmarks.judge --folder FOLDER own          pairs of one's own: *.jsonl as `pincite support --batch` reads, with `label`

Sets: gold (legal pairs in five languages), wice (English), citecheck (Chinese, supported or not). Words of the sets leave this
machine when the judge does. Every run is kept as `results/judge-<date>[.n].json`.

Keeps true: nothing is tuned here. Precision of a mismatch is counted against exactly CONTRADICTED or UNSUPPORTED; what is faulty
and was called SUPPORTED is the headline.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Any

from pincite import settings, wiring
from pincite.judging.judge import FAULTY, Judge, Opinion
from pincite.workflows.judge_support import question_of

ROOT = Path(__file__).resolve().parent.parent
RESULTS = Path(__file__).resolve().parent / "results"
WICE = {"supported": "SUPPORTED", "partially_supported": "PARTLY", "not_supported": "UNSUPPORTED"}
Row = dict[str, Any]


def rows_of(path: Path) -> Iterator[Row]:
    for line in path.read_text("utf-8").splitlines():
        yield json.loads(line)


def gold(shared: Path) -> Iterator[Row]:
    for file in sorted((shared / "gold" / "support").glob("*.jsonl")):
        yield from rows_of(file)


def wice(shared: Path) -> Iterator[Row]:
    for part in ("dev", "test"):
        for number, row in enumerate(rows_of(shared / "corpora/support/wice" / f"oracle_claim_{part}.jsonl")):
            yield {
                "id": f"{part}-{number}",
                "lang": "en",
                "claim": row["claim"],
                "passage": " ".join(row["evidence"]),
                "label": WICE[row["label"]],
                "kind": part,
            }


def citecheck(shared: Path) -> Iterator[Row]:
    for part in ("dev", "test"):
        for number, row in enumerate(rows_of(shared / "corpora/support/citecheck_zh" / f"{part}.jsonl")):
            yield {
                "id": f"{part}-{number}",
                "lang": "zh",
                "claim": row["statement"],
                "passage": row["quote"],
                "label": "SUPPORTED" if int(row["label"]) else "UNSUPPORTED",
                "kind": part,
            }


SETS = {"gold": gold, "wice": wice, "citecheck": citecheck}


def figures(rows: Sequence[Row], opinions: Sequence[Opinion]) -> Row:
    """What a judge said against what is so."""
    pairs = [(row["label"], opinion.support) for row, opinion in zip(rows, opinions, strict=True)]
    mismatches = [gold_label for gold_label, said in pairs if said in FAULTY]
    faulty = sum(label in FAULTY for label, _ in pairs)
    right = sum(label in FAULTY for label in mismatches)
    decided = sum(said != "UNDECIDED" for _, said in pairs)
    return {
        "claims": len(pairs),
        "decided": decided,
        "mismatch": len(mismatches),
        "mismatch_right": right,
        "mismatch_not_fully_supported": sum(label != "SUPPORTED" for label in mismatches),
        "mismatch_precision": round(right / len(mismatches), 3) if mismatches else None,
        "mismatch_recall": round(right / faulty, 3) if faulty else None,
        "supported": sum(said == "SUPPORTED" for _, said in pairs),
        "false_supported": sum(said == "SUPPORTED" and label != "SUPPORTED" for label, said in pairs),
        "faulty_passed_as_supported": sum(said == "SUPPORTED" and label in FAULTY for label, said in pairs),
        "confusion": {f"{label}>{said}": count for (label, said), count in sorted(Counter(pairs).items())},
    }


def measure(judge: Judge, rows: Sequence[Row]) -> Row:
    """The figures of a set: all, by language, by kind, by hard signal, with processor time."""
    begun = time.process_time()
    opinions: list[Opinion] = []
    questions = iter([question_of(row) for row in rows])
    while batch := list(islice(questions, 50)):
        opinions += judge.judge(batch)
        print(f"{len(opinions)} of {len(rows)}", end="\r", file=sys.stderr)
    seconds = time.process_time() - begun
    by: dict[str, dict[str, tuple[list[Row], list[Opinion]]]] = defaultdict(lambda: defaultdict(lambda: ([], [])))
    for row, opinion in zip(rows, opinions, strict=True):
        across = "across" if row.get("claim_lang") != row.get("passage_lang") else "same"
        for name, value in (("language", row["lang"]), ("kind", row.get("kind", "")), ("passage", across)):
            by[name][value][0].append(row)
            by[name][value][1].append(opinion)
    hard: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for row, opinion in zip(rows, opinions, strict=True):
        for code in {seen.code for seen in opinion.signals if seen.hard}:
            hard[code] += 1
            wrong[code] += row["label"] not in FAULTY
    return {
        "all": figures(rows, opinions),
        "by": {name: {value: figures(*each) for value, each in sorted(group.items())} for name, group in by.items()},
        "hard_signals": {code: {"fired": count, "not_faulty": wrong[code]} for code, count in sorted(hard.items())},
        "reasons": dict(sorted(Counter(opinion.reason for opinion in opinions).items())),
        "processor_seconds": round(seconds, 2),
    }


def table(name: str, found: Row) -> str:
    one = found["all"]
    head = (
        f"{name}: {one['claims']} claims, {one['decided']} decided; mismatch {one['mismatch_right']} right of"
        f" {one['mismatch']} (recall {one['mismatch_recall']}); supported {one['supported']}, falsely"
        f" {one['false_supported']}; {found['processor_seconds']} s of processor"
    )
    lines = [head, f"  hard signals: {found['hard_signals']}"]
    for value, each in found["by"]["language"].items():
        lines.append(
            f"  {value}: mismatch {each['mismatch_right']}/{each['mismatch']}, recall {each['mismatch_recall']}"
        )
    return "\n".join(lines)


def keep(record: Row) -> Path:
    day = datetime.now(UTC).date().isoformat()
    path, number = RESULTS / f"judge-{day}.json", 2
    while path.exists():
        path, number = RESULTS / f"judge-{day}.{number}.json", number + 1
    path.write_text(json.dumps(record, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return path


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.judge", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sets", nargs="*", help=f"of {', '.join(SETS)}; all if none is named; own with --folder")
    parser.add_argument("--judge", default="signals", help="as `pincite verify --judge`")
    parser.add_argument("--folder", type=Path, help="pairs of one's own")
    parser.add_argument("--most", type=int, default=0, help="of each set, the first so many")
    parser.add_argument("--no-record", action="store_true")
    given = parser.parse_args(arguments)
    shared = settings.shared() or ROOT.parent / "shared"
    judge = wiring.judge_of(given.judge)
    if judge is None:
        parser.error("without a judge nothing is measured")
    found: Row = {}
    for name in given.sets or (["own"] if given.folder else list(SETS)):
        if name == "own":
            rows = [row for file in sorted(given.folder.glob("*.jsonl")) for row in rows_of(file)]
        else:
            rows = list(SETS[name](shared))
        found[name] = measure(judge, rows[: given.most or None])
        print(table(name, found[name]))
    if not given.no_record:
        record = {
            "date": datetime.now(UTC).date().isoformat(),
            "command": " ".join(["python -m benchmarks.judge", "--judge", given.judge, *given.sets]),
            "versions": {"pincite": version("pincite"), "python": platform.python_version()},
            "judge": judge.name.as_json(),
            "figures": found,
        }
        print(f"kept as {keep(record).relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
