"""Speed of the quotation check in one document, side by side with other ways on the same inputs.

    python -m benchmarks.quotes_speed [--rounds 40]

Quotes of 80 words from documents of 20 kB and 1 MB: as they are, and with a tenth of their words changed. Measured: the
verbatim check (`places_verbatim`), the whole comparison (`compare`), rapidfuzz's partial_ratio_alignment, edlib (infix mode)
where it is installed, and a phrase query of SQLite FTS5. The other ways find a place; they name no word and give no verdict.
Processor time of one thread, median and worst, in milliseconds; written to benchmarks/results/quotes_speed.json.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import re
import sqlite3
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.passages import shared_folder, texts
from rapidfuzz import fuzz

from pincite.quotation.compare import compare, places_verbatim
from pincite.quotation.prepared import PreparedSource

RESULTS = Path(__file__).parent / "results" / "quotes_speed.json"
SIZES = (20_000, 1_000_000)
WORDS = 80


def document() -> str:
    """A megabyte of English judgments, one after another."""
    parts: list[str] = []
    for name, language, text in texts(shared_folder()):
        if language == "en" and "judgment" in name:
            parts.append(re.sub(r"\s+", " ", text))
            if sum(map(len, parts)) > SIZES[-1]:
                break
    return " ".join(parts)[: SIZES[-1]]


def measured(work: Callable[[], Any]) -> float:
    """Milliseconds of processor time of the faster of two runs."""
    best = float("inf")
    for _ in range(2):
        began = time.process_time()
        work()
        best = min(best, time.process_time() - began)
    return best * 1000


def edlib_align(quote: str, text: str) -> Any:
    """The best infix alignment by edit distance."""
    import edlib  # type: ignore[import-not-found]  # noqa: PLC0415 (an option of this benchmark alone)

    return edlib.align(quote, text, mode="HW", task="locations")


def methods(text: str) -> dict[str, Callable[[str], Any]]:
    """What is measured, by name."""
    prepared = PreparedSource(text, language="en")
    compare("the", prepared, language="en")  # reads the tables
    lower = text.lower()
    base = sqlite3.connect(":memory:")
    base.execute("create virtual table t using fts5(body, content='')")
    base.execute("insert into t(rowid, body) values (1, ?)", (text,))
    found: dict[str, Callable[[str], Any]] = {
        "verbatim check": lambda q: places_verbatim(q, prepared),
        "compare": lambda q: compare(q, prepared, language="en"),
        "rapidfuzz partial_ratio_alignment": lambda q: fuzz.partial_ratio_alignment(q.lower(), lower),
        "sqlite fts5 phrase": lambda q: base.execute(
            "select rowid from t where t match ?", ('"' + re.sub(r"[^\w\s]", " ", q) + '"',)
        ).fetchall(),
    }
    try:
        edlib_align("a", "a")
    except ImportError:
        return found
    found["edlib infix"] = lambda q: edlib_align(q, text)
    return found


def quotes(text: str, rounds: int, *, changed: bool) -> list[str]:
    """Stretches of 80 words; with a tenth of the words changed."""
    rng = random.Random(4)
    spans = [m.span() for m in re.finditer(r"\S+", text)]
    out: list[str] = []
    for _ in range(rounds):
        at = rng.randrange(0, len(spans) - WORDS)
        words = text[spans[at][0] : spans[at + WORDS - 1][1]].split(" ")
        if changed:
            for k in rng.sample(range(1, len(words) - 1), k=len(words) // 10):
                words[k] = "lantern"
        out.append(" ".join(words))
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--rounds", type=int, default=40)
    given = parser.parse_args()
    whole = document()
    report: dict[str, Any] = {
        "machine": f"{platform.machine()}, Python {platform.python_version()}",
        "rounds": given.rounds,
    }
    for size in SIZES:
        text = whole[:size]
        ways = methods(text)
        for kind in ("verbatim", "changed"):
            asked = quotes(text, given.rounds, changed=kind == "changed")
            for name, work in ways.items():
                few = asked[: 6 if name.startswith("edlib") and size > 100_000 else None]
                times = sorted(measured(lambda q=q, work=work: work(q)) for q in few)  # type: ignore[misc]
                figures = {"median_ms": round(statistics.median(times), 3), "worst_ms": round(times[-1], 3)}
                report[f"{size // 1000} kB, {kind}: {name}"] = figures
                print(
                    f"{size // 1000:>5} kB  {kind:9} {name:36} {figures['median_ms']:>9.3f} {figures['worst_ms']:>9.3f}"
                )
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(report, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
