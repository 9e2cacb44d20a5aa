"""Known-item search in the releases of the test collection: mean reciprocal rank by language and kind of query, and latency.

    python -m benchmarks.search RELEASES [--seed 20261130] [--each 40] [--out NAME]

A query is drawn from a passage with a seed, and asks for that passage again; no query is written by hand:

title      the title of a work; any passage of the work is right
heading    the heading of a provision
words      three words of a passage, as they stand there (of Chinese: three runs of two to four characters)
forms      the same, each word in another form: one of the collection that begins with the same five letters or more and
           differs in the last three at most
parts      German: the last part of a compound, where that part is a word of the collection, and one more word

Rank 1 counts 1, rank 2 counts 1/2 …, beyond rank 10 nothing. A passage of another wording of the same place is right too.
Latency is processor time of one query.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from pincite.storage.sqlite.corpus import SqliteCorpus
from pincite.wiring import open_corpus

RESULTS = Path(__file__).parent / "results"
WORD = re.compile(r"[^\W\d_]{5,}")
HAN = re.compile("[\u4e00-\u9fff]{2,4}")
TOP = 10


class Asked(NamedTuple):
    """A query, and the (work, eid) it looks for; eid "" is any place of the work."""

    kind: str
    language: str
    words: str
    work: str
    eid: str


class Passage(NamedTuple):
    """A passage queries are drawn from."""

    work: str
    eid: str
    language: str
    heading: str
    text: str


def queries(corpus: SqliteCorpus, seed: int, each: int) -> Iterator[Asked]:
    """All queries."""
    passages: dict[str, list[Passage]] = defaultdict(list)
    titles: dict[str, dict[str, str]] = defaultdict(dict)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for record in corpus.every_document():
        language = record.language.partition("-")[0]
        titles[language][record.title] = record.work
        for block in corpus.blocks(record.id):
            counts[language].update({word.lower() for word in WORD.findall(block.text)})
            if block.kind not in ("heading", "title") and 150 < len(block.text) < 4000:
                passages[language].append(Passage(record.work, block.eid, language, block.heading, block.text))
    for language in sorted(passages):
        if len(passages[language]) < 100:
            continue
        chance = random.Random(f"{seed}/{language}")
        known = sorted(titles[language].items())
        for title, work in chance.sample(known, min(each, len(known))):
            yield Asked("title", language, title, work, "")
        headed = [passage for passage in passages[language] if 8 <= len(passage.heading) <= 90]
        for passage in chance.sample(headed, min(each, len(headed))):
            yield Asked("heading", language, passage.heading, passage.work, passage.eid)
        drawn = chance.sample(passages[language], min(6 * each, len(passages[language])))
        made = Counter[str]()
        for passage in drawn:
            for kind, words in _drawn(passage, counts[language], chance, language):
                if made[kind] < each:
                    made[kind] += 1
                    yield Asked(kind, language, words, passage.work, passage.eid)


def _drawn(passage: Passage, counts: Counter[str], chance: random.Random, language: str) -> Iterator[tuple[str, str]]:
    if language == "zh":
        runs = sorted(set(HAN.findall(passage.text)))
        if len(runs) >= 3:
            yield "words", " ".join(chance.sample(runs, 3))
        return
    body = passage.text.replace(passage.heading, " ") if passage.heading else passage.text
    words = sorted({word.lower() for word in WORD.findall(body)})
    rare = sorted(words, key=lambda word: (counts[word], word))[: max(9, len(words) // 3)]
    if len(rare) < 3:
        return
    taken = chance.sample(rare, 3)
    yield "words", " ".join(taken)
    others = [other for word in taken if (other := _other_form(word, words, counts)) is not None]
    if len(others) == 3:
        yield "forms", " ".join(others)
    if language == "de":
        for word in rare:
            part = _part(word, counts)
            if part and part not in words:
                rest = [other for other in rare if other != word]
                yield "parts", f"{part} {chance.choice(rest)}"
                break


def _other_form(word: str, there: list[str], counts: Counter[str]) -> str | None:
    stem = word[: max(5, len(word) - 3)]
    forms = sorted(other for other in counts if other.startswith(stem) and len(other) - len(stem) <= 3)
    forms = [form for form in forms if form != word and form not in there]
    return max(forms, key=lambda form: (counts[form], form)) if forms else None


def _part(word: str, counts: Counter[str]) -> str | None:
    if len(word) < 12:
        return None
    for cut in range(4, len(word) - 4):
        if counts[word[cut:]] >= 3 and (counts[word[:cut]] or counts[word[:cut].rstrip("s")]):
            return word[cut:]
    return None


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("releases", type=Path)
    parser.add_argument("--seed", type=int, default=20261130)
    parser.add_argument("--each", type=int, default=40)
    parser.add_argument("--out", default="search")
    given = parser.parse_args()
    ranks: dict[str, list[float]] = defaultdict(list)
    times: list[float] = []
    with open_corpus([given.releases]) as corpus:
        for asked in list(queries(corpus, given.seed, given.each)):
            begun = time.process_time()
            hits = corpus.search(asked.words, language=asked.language, limit=TOP)
            times.append(time.process_time() - begun)
            right = (
                number
                for number, hit in enumerate(hits, 1)
                if hit.expression.work == asked.work and (not asked.eid or hit.block.eid == asked.eid)
            )
            ranks[f"{asked.language} {asked.kind}"].append(1 / next(right, 10**9))
    result: dict[str, Any] = {
        "seed": given.seed,
        "mrr": {key: round(statistics.fmean(values), 3) for key, values in sorted(ranks.items())},
        "found_in_ten": {
            key: round(sum(value > 1e-6 for value in values) / len(values), 3) for key, values in sorted(ranks.items())
        },
        "queries": {key: len(values) for key, values in sorted(ranks.items())},
        "mrr_all": round(statistics.fmean(value for values in ranks.values() for value in values), 3),
        "milliseconds": {
            "p50": round(1000 * statistics.median(times), 2),
            "p95": round(1000 * statistics.quantiles(times, n=20)[-1], 2),
            "max": round(1000 * max(times), 2),
        },
    }
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{given.out}.json").write_text(
        json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    print(json.dumps(result, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
