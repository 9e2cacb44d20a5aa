"""Lookup of a quotation across a whole release: time, recall, growth; side by side with SQLite FTS5 on the same file.

    python -m benchmarks.quote_lookup --documents 10000 [--documents 100000] [--quotes 400] [--folder build/quote_lookup] [--keep]

A library is walked (benchmarks.walked_library) and its index written: 10,000 documents in about two minutes and 0.4 GB,
100,000 in about twenty minutes and 3.7 GB, 1.4 GB more while it is made. Then quotations of 12, 20, 40 and 80 words are looked up, taken at random from
documents taken at random: as they are, and with a tenth of their words (at least one) changed into other words. Beside
each: an FTS5 phrase query, and for changed ones an FTS5 query for any of their runs of three words, best rank first.
FTS5 names passages; it verifies nothing, names no difference and is given no time to do so. rapidfuzz's partial_ratio_alignment
and edlib (infix mode, where it is installed) have no index: they are timed on single documents of the library, and would have to read all of them.

Found: a passage that holds the quotation (verbatim), its source or a passage with the same words as the quotation was
before it was changed (changed), among the first ten. Wall time and processor time of one process, in milliseconds, files in the page cache; on a machine
that others use too, the processor time is the one to compare. Written to benchmarks/results/quote_lookup.json.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import shutil
import sqlite3
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.quotes_speed import edlib_align
from benchmarks.walked_library import Walk, build
from rapidfuzz import fuzz

from pincite import wiring
from pincite.quotation.fingerprints import words_of
from pincite.storage.sqlite.corpus import SqliteCorpus
from pincite.storage.sqlite.fulltext import words_of as fts_words

RESULTS = Path(__file__).parent / "results" / "quote_lookup.json"
LENGTHS = (12, 20, 40, 80)
FTS_CHANGED = 24
"""Changed quotations FTS5 is asked for: it takes long."""
SCANNED = 60
"""Documents that rapidfuzz and edlib are timed on."""


class Asked(NamedTuple):
    quote: str
    original: str
    source: str


def quotations(
    corpus: SqliteCorpus, walk: Walk, documents: int, number: int, *, changed: bool, seed: int
) -> list[Asked]:
    rng = random.Random(seed)
    asked: list[Asked] = []
    while len(asked) < number:
        expression = f"hk/walk/{rng.randrange(documents):07}@en/2026-01-01"
        words = rng.choice(corpus.blocks(expression)).text.split(" ")
        length = LENGTHS[len(asked) % len(LENGTHS)]
        at = rng.randrange(len(words) - length + 1)
        taken = words[at : at + length]
        if len(words_of(" ".join(taken))) < length:  # rows of dashes are no words
            continue
        original = " ".join(taken)
        if changed:
            for place in rng.sample(range(length), k=max(1, round(length / 10))):
                taken[place] = rng.choice(walk.vocabulary)
        asked.append(Asked(" ".join(taken), original, expression))
    return asked


def in_corpus(corpus: SqliteCorpus) -> Callable[[Asked], bool]:
    def ask(asked: Asked) -> bool:
        hits = corpus.find_quote(asked.quote, limit=10)
        original = " ".join(words_of(asked.original))
        return any(hit.expression.id == asked.source or original in " ".join(words_of(hit.text)) for hit in hits)

    return ask


def in_fts(index: Path, *, changed: bool) -> Callable[[Asked], bool]:
    base = sqlite3.connect(f"{index.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
    sql = (
        "SELECT expression.id FROM words JOIN block ON block.number = words.rowid"
        " JOIN expression ON expression.number = block.expression WHERE words MATCH ?"
    )

    def ask(asked: Asked) -> bool:
        words = fts_words(asked.quote)
        if not changed:
            # as many as ask: of a passage common to several documents any is right
            return bool(base.execute(f"{sql} LIMIT 10", ('"' + " ".join(words) + '"',)).fetchall())
        runs = " OR ".join('"' + " ".join(words[at : at + 3]) + '"' for at in range(max(1, len(words) - 2)))
        found = base.execute(f"{sql} ORDER BY rank LIMIT 10", (runs,)).fetchall()
        return (asked.source,) in found

    return ask


def measured(asked: Sequence[Asked], ask: Callable[[Asked], bool]) -> dict[str, Any]:
    times: list[float] = []
    worked: list[float] = []
    found: dict[int, list[bool]] = {}
    for each in asked:
        began, used = time.perf_counter(), time.process_time()
        right = ask(each)
        times.append((time.perf_counter() - began) * 1000)
        worked.append((time.process_time() - used) * 1000)
        found.setdefault(len(each.original.split(" ")), []).append(right)
    times.sort()
    worked.sort()
    everything = [right for each in found.values() for right in each]
    return {
        "quotes": len(times),
        "median_ms": round(statistics.median(times), 2),
        "p99_ms": round(times[min(len(times) - 1, int(len(times) * 0.99))], 2),
        "processor_median_ms": round(statistics.median(worked), 2),
        "processor_p99_ms": round(worked[min(len(worked) - 1, int(len(worked) * 0.99))], 2),
        "recall": round(sum(everything) / len(everything), 4),
        "recall_by_words": {str(n): round(sum(each) / len(each), 4) for n, each in sorted(found.items())},
    }


def scanned(corpus: SqliteCorpus, asked: Sequence[Asked]) -> dict[str, Any]:
    """Processor time of the ways without an index, for one document of the library."""
    ways: dict[str, Callable[[str, str], Any]] = {"rapidfuzz partial_ratio_alignment": fuzz.partial_ratio_alignment}
    try:
        edlib_align("a", "a")
        ways["edlib infix"] = edlib_align
    except ImportError:
        print("edlib is not installed: left out", flush=True)
    found: dict[str, Any] = {}
    for name, way in ways.items():
        times: list[float] = []
        for each in asked[:SCANNED]:
            text = corpus.document_text(each.source)
            began = time.process_time()
            way(each.quote, text)
            times.append((time.process_time() - began) * 1000)
        found[f"{name}, one document"] = {"processor_median_ms": round(statistics.median(times), 3)}
    return found


def run(folder: Path, walk: Walk, documents: int, number: int) -> dict[str, Any]:
    place = folder / str(documents)
    report: dict[str, Any] = {"documents": documents}
    if not (place / "manifest.json").is_file():
        shutil.rmtree(place, ignore_errors=True)
        characters, spent = build(place, walk, documents)
        report["built"] = {"characters": characters, "processor_s": {k: round(v, 1) for k, v in spent.items()}}
        (place / "built.json").write_text(json.dumps(report["built"]), "utf-8")
    else:
        report["built"] = json.loads((place / "built.json").read_text("utf-8"))
    report["bytes"] = {path.name: path.stat().st_size for path in sorted((place / "index").iterdir())}
    began = time.perf_counter()
    with wiring.open_corpus([place]) as corpus:
        report["open_s"] = round(time.perf_counter() - began, 2)
        began = time.perf_counter()
        assert corpus.releases[0].fingerprints.documents == documents
        report["fingerprints_checked_s"] = round(time.perf_counter() - began, 2)
        for kind in ("verbatim", "changed"):
            changed = kind == "changed"
            few = min(number, FTS_CHANGED) if changed else number
            ways: dict[str, tuple[int, Callable[[Asked], bool]]] = {
                "pincite": (number, in_corpus(corpus)),
                "fts5 phrase" if not changed else "fts5 any of the runs": (few, in_fts(place / "index" / "corpus.db", changed=changed)),
            }  # fmt: skip
            for ask in quotations(corpus, walk, documents, 40, changed=changed, seed=1):  # wakes tables and caches
                ways["pincite"][1](ask)
            asked = quotations(corpus, walk, documents, number, changed=changed, seed=2)
            report |= {f"{kind}: {name}": figures for name, figures in scanned(corpus, asked).items()}
            for name, (most, way) in ways.items():
                report[f"{kind}: {name}"] = measured(asked[:most], way)
                print(documents, kind, name, json.dumps(report[f"{kind}: {name}"]), flush=True)
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--documents", type=int, action="append")
    parser.add_argument("--quotes", type=int, default=400)
    parser.add_argument("--folder", type=Path, default=Path("build/quote_lookup"))
    parser.add_argument("--keep", action="store_true", help="leave the library for another run")
    given = parser.parse_args()
    walk = Walk()
    print(f"{len(walk.words)} words", flush=True)
    report: dict[str, Any] = {
        "machine": f"{platform.machine()}, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    }
    sizes = sorted(given.documents or [10_000])
    for documents in sizes:
        report[str(documents)] = run(given.folder, walk, documents, given.quotes)
        if not given.keep:
            shutil.rmtree(given.folder / str(documents))
    if len(sizes) > 1:
        first, last = (report[str(size)] for size in (sizes[0], sizes[-1]))
        report["growth of the median"] = {
            name: round(last[name]["processor_median_ms"] / first[name]["processor_median_ms"], 2)
            for name in first
            if ": " in name
        }
    if sizes[-1] >= 10_000:
        RESULTS.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
