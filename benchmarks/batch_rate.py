"""How many drafts a second `pincite verify --batch` checks, and what one draft of forty citations costs.

    python -m benchmarks.batch_rate [--releases FOLDER] [--drafts 1000] [--jobs 2]

The drafts are generated (seeded) from the release's own passages: each of twenty citations; half quote exactly, some with one word
changed, some name a number that is not there. They draw on the same thousand passages, the way filings of one court do. Measured: wall time and processor time of the whole run, its start included, and of a second run over the same
folder, which has nothing left to do. One draft of forty citations: processor time, cold and warm. Written to
benchmarks/results/batch_rate.json.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import re
import resource
import shutil
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pincite import wiring
from pincite.corpus.answers import Corpus
from pincite.interfaces.cli.verify_batch import Batch, verify_batch
from pincite.workflows.verify_batch import totals

ROOT = Path(__file__).resolve().parent.parent
RESULTS = Path(__file__).parent / "results" / "batch_rate.json"
LEAST, MOST = 8, 40
PASSAGES = 1000


def sentences(corpus: Corpus, chance: random.Random) -> list[tuple[str, str, str]]:
    """(citation, words, language) of passages that can be cited and quoted."""
    documents = list(corpus.every_document())
    chance.shuffle(documents)
    found: list[tuple[str, str, str]] = []
    for document in documents:
        if len(found) >= PASSAGES:
            break
        language = document.language
        if language not in ("en", "de", "fr", "it"):
            continue
        for block in chance.sample(list(corpus.blocks(document.id)), k=min(30, len(corpus.blocks(document.id)))):
            words = re.split(r"(?<=[.;])\s", " ".join(block.text.split()))[0]
            if LEAST <= len(words.split()) <= MOST and not re.search('[«»“”"]', words):
                citation = wiring.citation_in(f"{document.work}#{block.eid}", language)
                if citation:
                    found.append((citation, words.rstrip(".;"), language))
    return found


def draft(pool: list[tuple[str, str, str]], count: int, chance: random.Random) -> str:
    """A draft with `count` citations."""
    language = chance.choice([each[2] for each in pool])
    mine = [each for each in pool if each[2] == language]
    opening, closing = ("“", "”") if language == "en" else ("«", "»")
    lines: list[str] = ["# Memorandum", ""]
    for number in range(count):
        citation, words, _ = chance.choice(mine)
        kind = number % 10
        if kind >= 8:
            lines += [f"{words.split()[0]} {chance.randint(100, 999)} ({citation}).", ""]
            continue
        if kind >= 6:
            parts = words.split()
            parts[len(parts) // 2] = "nicht" if language == "de" else "not"
            words = " ".join(parts)
        lines += [f"{opening}{words}{closing} ({citation}).", ""]
    return "\n".join(lines)


def spent() -> float:
    """Processor seconds of this process and of those it has ended."""
    return sum(
        usage.ru_utime + usage.ru_stime
        for usage in (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    )


def one_of_forty(corpus: Corpus, pool: list[tuple[str, str, str]]) -> dict[str, Any]:
    """Processor seconds of one draft of forty citations, first and again."""
    data = draft(pool, 40, random.Random(7)).encode()
    found: dict[str, Any] = {}
    for name in ("cold", "warm"):
        begun = time.process_time()
        report = wiring.verify(data, "forty.md", corpus, checked_on="2026-11-30")
        found[f"seconds_{name}"] = round(time.process_time() - begun, 3)
        found["citations"] = len(report.mentions)
    return found


def main() -> int:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--releases", type=Path, default=ROOT / "build" / "gold")
    parser.add_argument("--drafts", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    chance = random.Random(2026)
    with wiring.open_corpus([given.releases]) as corpus:
        pool = sentences(corpus, chance)
        wiring.extractor()
        forty = one_of_forty(corpus, pool)
    folder = Path(tempfile.mkdtemp(prefix="batch-rate-"))
    try:
        drafts, out = folder / "drafts", folder / "out"
        drafts.mkdir()
        for number in range(given.drafts):
            (drafts / f"draft-{number:04}.md").write_text(draft(pool, 20, chance), "utf-8")
        batch = Batch(drafts, out, (given.releases,), (), "2026-11-30")
        figures: dict[str, Any] = {"drafts": given.drafts, "jobs": given.jobs, "passages": len(pool)}
        for name in ("first", "again"):
            wall, processor = time.perf_counter(), spent()
            done = verify_batch(batch, jobs=given.jobs)
            wall, processor = time.perf_counter() - wall, spent() - processor
            figures[name] = {
                "seconds": round(wall, 1),
                "processor_seconds": round(processor, 1),
                "drafts_per_second": round(given.drafts / wall, 1),
                "drafts_per_processor_second": round(given.drafts / processor, 1),
            }
        sums = totals(done)
        figures |= {"citations": dict(sums.citations), "authorities": sums.authorities, "delivery": dict(sums.drafts)}
    finally:
        shutil.rmtree(folder)
    record = {
        "date": datetime.now(UTC).date().isoformat(),
        "command": f"python -m benchmarks.batch_rate --drafts {given.drafts} --jobs {given.jobs}",
        "python": platform.python_version(),
        "batch": figures,
        "one_draft": forty,
    }
    RESULTS.write_text(json.dumps(record, ensure_ascii=False, indent=1) + "\n", "utf-8")
    print(json.dumps(record, ensure_ascii=False, indent=1))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
