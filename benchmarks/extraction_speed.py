"""How fast citations are found: scanning alone, and the whole of it, on real Swiss and Hong Kong texts.

    python -m benchmarks.extraction_speed                 prints, and writes results/extraction_speed.json
    python -m benchmarks.extraction_speed --sizes 1,100   with texts repeated up to 1 and to 100 million characters

Measured are code points a second, best of `--rounds` runs, in processor time of one process. Whether time grows in step with the
text is shown by reading the same text repeated: a rate that falls with the size would be a fault; the most memory held is
recorded beside it. With every row stand the density of the citations and the share of written forms that are distinct:
the corpora are read once over, so that nothing is gained from a text said again. `dense` rows are the stretches of the same
corpora, each once, that hold a citation every hundred characters: there parsing is measured, and not the way from one
citation to the next. `draft` is a text of 30,000 characters read by a new process (cold: grammars compiled, tables read) and
again (warm). `hostile` are the texts of the tests that are made to be slow, in times of their median.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.passages import shared_folder, texts
from tests.citations.hostile_texts import hostile_texts

from pincite import wiring
from pincite.citations.extract import Extractor
from pincite.citations.pack import JurisdictionPack
from pincite.citations.scanner import Scanner, SlowScanner, scanner_for
from pincite.jurisdictions.ch.pack import PACK as SWISS
from pincite.jurisdictions.hk.pack import PACK as HONG_KONG

RESULTS = Path(__file__).resolve().parent / "results"
KINDS = {"ch": ("ch/decisions", SWISS), "hk": ("hk", HONG_KONG)}
MILLION = 1_000_000
Row = dict[str, Any]


def best(run: Callable[[], int], rounds: int) -> tuple[float, float, int]:
    """The shortest and the middle processor time of some runs, in seconds, and what the run counted."""
    taken, counted = [], 0
    for _ in range(rounds):
        begin = time.process_time()
        counted = run()
        taken.append(time.process_time() - begin)
    return min(taken), median(taken), counted


def hits(scanner: Scanner | SlowScanner, text: str) -> int:
    """How many places the anchors hit."""
    scan, position, count = scanner.begin(text), 0, 0
    while hit := scan.next_hit(position):
        position = max(end for _, end in hit.matches)
        count += 1
    return count


def measure(name: str, packs: Sequence[JurisdictionPack], documents: Sequence[str], rounds: int, **row: Any) -> Row:
    """One row of the result."""
    extractor = Extractor(packs)
    scanner = scanner_for([anchor.pattern for pack in packs for anchor in pack.anchors])
    characters = sum(len(text) for text in documents)
    scan_seconds, _, found = best(lambda: sum(hits(scanner, text) for text in documents), rounds)
    seconds, middle, mentions = best(
        lambda: sum(len(extractor.extract(text, jurisdiction=packs[0].name).mentions) for text in documents), rounds
    )
    forms = {m.text for text in documents for m in extractor.extract(text, jurisdiction=packs[0].name).mentions}
    result = {
        "name": name,
        "documents": len(documents),
        "characters": characters,
        "mentions": mentions,
        "characters_per_mention": round(characters / max(mentions, 1)),
        "distinct_forms": round(len(forms) / max(mentions, 1), 3),
        "scan_million_characters_per_second": round(characters / scan_seconds / MILLION, 2),
        "hits": found,
        "extract_million_characters_per_second": round(characters / seconds / MILLION, 2),
        "mentions_per_second": round(mentions / seconds),
        "mentions_per_second_in_the_median": round(mentions / middle),
        "mentions_per_second_behind_the_scan": round(mentions / max(seconds - scan_seconds, 1e-9)),
        **row,
    }
    print(
        f"{name:34} {characters / MILLION:8.2f} M characters  scan {result['scan_million_characters_per_second']:7.2f} M/s"
        f"  extract {result['extract_million_characters_per_second']:6.2f} M/s  {result['mentions_per_second']:7} mentions/s"
        f"  1 in {result['characters_per_mention']}"
    )
    return result


_DRAFT = """
import json, sys, time
begun = time.process_time()
from pincite import wiring
text = open(sys.argv[1], encoding="utf-8").read()
found, taken = 0, []
for _ in range(6):
    found = len(wiring.extractor().extract(text, jurisdiction=sys.argv[2]).mentions)
    taken.append(time.process_time() - begun)
    begun = time.process_time()
print(json.dumps([found, taken[0], min(taken[1:])]))
"""


def draft(kind: str, text: str) -> Row:
    """A draft of 30,000 characters in a process of its own, all packs on: imports and compiling included, and again without."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "draft.txt"
        path.write_text(text, "utf-8")
        done = subprocess.run(
            [sys.executable, "-c", _DRAFT, str(path), kind], capture_output=True, text=True, check=True
        )
    mentions, cold, warm = json.loads(done.stdout)
    row = {
        "name": f"{kind}, draft of {len(text):,} characters",
        "mentions": mentions,
        "cold_seconds": round(cold, 3),
        "warm_seconds": round(warm, 4),
    }
    print(f"{row['name']:34} {mentions} mentions  cold {cold:.2f} s  warm {warm * 1000:.1f} ms")
    return row


def hostile(every: Sequence[JurisdictionPack], length: int = 8000, rounds: int = 3) -> list[Row]:
    """The texts made to be slow, for each jurisdiction: the middle time of all kinds, and the slowest in times of it."""
    extractor = Extractor(every)
    for _, text in hostile_texts(300):
        extractor.extract(text)
    rows = []
    for jurisdiction in (None, "ch", "hk", "uk", "eu"):
        taken = {}
        for kind, text in hostile_texts(length):
            asked = partial(extractor.extract, text, jurisdiction=jurisdiction)
            taken[kind] = best(lambda asked=asked: len(asked().mentions), rounds)[0]  # type: ignore[misc]  # bound now
        middle = median(taken.values())
        slowest = sorted(taken, key=lambda kind: -taken[kind])[:5]
        rows.append(
            {
                "name": f"hostile, jurisdiction {jurisdiction or 'not given'}",
                "kinds": len(taken),
                "characters": length,
                "median_milliseconds": round(middle * 1000, 2),
                "over_ten_times_the_median": sum(each > 10 * middle for each in taken.values()),
                "slowest": {kind: round(taken[kind] / middle, 1) for kind in slowest},
            }
        )
        print(f"{rows[-1]['name']:34} median {middle * 1000:.1f} ms  {rows[-1]['slowest']}")
    return rows


def dense(documents: Sequence[str], pack: JurisdictionPack, length: int = 2000, share: int = 100) -> list[str]:
    """The stretches of `length` code points that hold a citation every `share` of them, those of a document as one text."""
    extractor = Extractor([pack])
    found = []
    for text in documents:
        starts = [mention.start for mention in extractor.extract(text, jurisdiction=pack.name).mentions]
        counts = Counter(start // length for start in starts)
        places = sorted(place for place, count in counts.items() if count * share >= length)
        if places:
            found.append("\n\n".join(text[place * length : (place + 1) * length] for place in places))
    return found


def densest(documents: Sequence[str], pack: JurisdictionPack, length: int = 30_000) -> str:
    """The stretch of so many characters with the most citations, of the first documents long enough."""
    extractor = Extractor([pack])
    stretches = [text[:length] for text in documents if len(text) >= length][:12]
    return max(stretches, key=lambda text: len(extractor.extract(text, jurisdiction=pack.name).mentions))


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.extraction_speed", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--sizes", default="1,2,4,8", help="sizes of repeated texts, in million characters")
    options = parser.parse_args(arguments)
    folder = shared_folder()
    if not (folder / "corpora").is_dir():
        sys.exit(f"no corpora at {folder}: set PINCITE_SHARED to the folder that holds corpora/")
    documents: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for name, _, text in texts(folder):
        for kind, (below, _) in KINDS.items():
            if name.startswith(f"corpora/{below}/"):
                documents[kind].append(text)
    every = list(wiring.packs())
    rows = [measure(f"{kind}, own pack", [KINDS[kind][1]], found, options.rounds) for kind, found in documents.items()]
    for kind, found in documents.items():
        stretches = dense(found, KINDS[kind][1])
        rows.append(measure(f"{kind}, dense stretches", [KINDS[kind][1]], stretches, options.rounds))
    for kind, found in documents.items():
        first = sorted(every, key=lambda pack, kind=kind: pack.name != kind)  # type: ignore[misc]  # bound now
        rows.append(measure(f"{kind}, all packs", first, found, options.rounds))
    attacks = hostile(every)
    drafts = [draft(kind, densest(found, KINDS[kind][1])) for kind, found in documents.items()]
    whole = "\n\n".join(documents["ch"])
    for size in map(int, options.sizes.split(",")):
        repeated = whole[:MILLION] * size  # the same density at every size
        rows.append(measure(f"ch, one text of {size} M", [SWISS], [repeated], 1))
        rows[-1]["most_memory_mb"] = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    result = {
        "python": platform.python_version(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "load": [round(value, 1) for value in os.getloadavg()],
        "rounds": options.rounds,
        "rows": rows,
        "drafts": drafts,
        "hostile": attacks,
    }
    path = RESULTS / "extraction_speed.json"
    path.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(f"written: {path.relative_to(RESULTS.parent.parent)}")


if __name__ == "__main__":
    main()
