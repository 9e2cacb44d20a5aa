"""Scores a checker on the kit: `python -m kit.run [--checker COMMAND] [--language en ...] [--misses]`.

The checker is any command that reads cases as JSON lines from standard input and writes one JSON object a line, with `id`,
`verdict` (or `accepted`), `codes`, `findings` and `differs` (docs/quotation.md). Without `--checker`, pincite's own is scored.
The labels are not sent. Exit status: 0 scored, 1 a refused or look quotation was accepted, 3 bad input.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "cases"
LABELS = ("codes", "alt_codes", "verdict", "accepted", "findings", "differs")
INFORMATION = {"same_value", "needs_coreference", "inner_source", "found_n_places", "claimed_brackets", "translation"}


def read_cases(languages: list[str]) -> list[dict[str, Any]]:
    """The cases of the languages, of all when none is named."""
    cases: list[dict[str, Any]] = []
    for path in sorted(FOLDER.glob("*.jsonl")):
        if not languages or path.stem in languages:
            cases += [json.loads(line) for line in path.read_text("utf-8").splitlines() if line]
    return cases


def questions(cases: list[dict[str, Any]]) -> str:
    """The cases without their labels, as JSON lines."""
    bare = [{key: value for key, value in case.items() if key not in LABELS} for case in cases]
    return "".join(json.dumps(case, ensure_ascii=False) + "\n" for case in bare)


def ask(checker: str, text: str) -> dict[str, dict[str, Any]]:
    """The answers of a checker, by id."""
    command = shlex.split(checker) if checker else [sys.executable, "-m", "pincite", "quote", "--batch"]
    done = subprocess.run(command, input=text, capture_output=True, encoding="utf-8", check=False)  # noqa: S603 (the command is the user's own)
    if done.returncode:
        sys.exit(f"the checker ended with status {done.returncode}: {done.stderr.strip()[-600:]}")
    answers = [json.loads(line) for line in done.stdout.splitlines() if line.strip()]
    return {answer["id"]: answer for answer in answers}


def main_code(codes: list[str]) -> str:
    """The code a quotation stands under: the worst M, else the highest A."""
    ranked = sorted(codes, key=lambda code: (code[0], int(code[1:])))
    refused = [code for code in ranked if code.startswith("M")]
    return (refused or ranked[-1:] or [""])[0]


def score(cases: list[dict[str, Any]], answers: dict[str, dict[str, Any]]) -> tuple[Counter[str], list[str]]:
    """Counts, and a line for each miss."""
    tally: Counter[str] = Counter()
    misses: list[str] = []
    for case in cases:
        answer = answers.get(case["id"], {})
        verdict = answer.get("verdict") or ("clean" if answer.get("accepted") else "refused")
        wanted, right = case["verdict"], [case["codes"], *case.get("alt_codes", [])]
        codes = answer.get("codes", [])
        tally["cases"] += 1
        tally[f"of {wanted}"] += 1
        tally["refused accepted"] += wanted == "refused" and verdict == "clean"
        tally["look accepted"] += wanted == "look" and verdict == "clean"
        tally["clean not accepted"] += wanted == "clean" and verdict != "clean"
        tally["verdict right"] += verdict == wanted
        tally["codes right"] += any(set(codes) == set(some) for some in right)
        tally["main code right"] += main_code(codes) in map(main_code, right)
        told = set(answer.get("findings", [])) - INFORMATION
        tally["findings right"] += told == set(case["findings"]) - INFORMATION or wanted == verdict == "refused"
        if verdict != wanted or not any(set(codes) == set(some) for some in right):
            misses.append(f"{case['id']}  {wanted} {case['codes']} <> {verdict} {codes}: {case['quote']}")
    return tally, misses


def main() -> None:
    """Score and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--checker", default="", help="a command; pincite's own when not given")
    parser.add_argument("--language", action="append", default=[], help="en, de, fr, it or zh; all when not given")
    parser.add_argument("--misses", action="store_true", help="show what was answered otherwise")
    given = parser.parse_args()
    cases = read_cases(given.language)
    if not cases:
        sys.exit("no cases; `python -m kit.build` writes them")
    tally, misses = score(cases, ask(given.checker, questions(cases)))
    for name, count in tally.items():
        print(f"{name:20} {count}")
    if given.misses:
        print("\n".join(misses))
    sys.exit(1 if tally["refused accepted"] or tally["look accepted"] else 0)


if __name__ == "__main__":
    main()
