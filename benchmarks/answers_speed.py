"""How long it takes to compose an answer of 3,000 words with 40 citations and to audit what was composed.

    python -m benchmarks.answers_speed          writes results/answers_speed.json

Processor time of one process, the best and the median of 15 rounds after two to warm up, over the releases of the specimen; the
ledger is a SQLite file, so that what is recorded is durable.
"""

from __future__ import annotations

import json
import random
import statistics
import tempfile
import time
from pathlib import Path

from benchmarks.lying_writers import ROWS, honest_sentence, releases

from pincite import wiring
from pincite.storage.sqlite.ledger import SqliteLedger
from pincite.workflows.audit_answer import audit_answer
from pincite.workflows.chat import new_chat, open_in_chat
from pincite.workflows.compose_answer import compose_answer
from pincite.workflows.propose import Proposal, propose

RESULTS = Path(__file__).resolve().parent / "results" / "answers_speed.json"
WORDS, CITATIONS, ROUNDS = 3_000, 40, 15


def answer(seed: int) -> str:
    """An answer of some 3,000 words with 40 placeholders, two of them beside a quotation."""
    r = random.Random(seed)
    sentences: list[str] = []
    words = cited = 0
    while words < WORDS:
        sentence = honest_sentence(r).strip()
        if "[E" in sentence or "\n" in sentence:
            continue
        if cited < CITATIONS and words * CITATIONS > cited * WORDS:
            sentence = f"{sentence.rstrip('.')} [E{r.randint(1, 5)}]." if "“" not in sentence else sentence
            cited += "[E" in sentence
        sentences.append(sentence)
        words += len(sentence.split())
    return "\n\n".join(" ".join(sentences[at : at + 7]) for at in range(0, len(sentences), 7))


def main() -> None:
    text = answer(3)
    with tempfile.TemporaryDirectory() as folder, wiring.open_corpus([releases(Path(folder) / "specimen")]) as corpus:
        ledger = SqliteLedger(Path(folder) / "ledger.db", create=True)
        acting = wiring.acting(ledger, "speed")
        new_chat(acting)
        for reference, quote, language in ROWS[:5]:
            open_in_chat(
                acting,
                corpus,
                reference.partition("#")[0],
                extract=lambda _: (),
                url=wiring.official_url,
                language=language,
            )
            propose(
                acting,
                corpus,
                Proposal(reference, quote, "q", "direct", "r"),
                extract=lambda _: (),
                url=wiring.official_url,
            )
        answering = wiring.answering(corpus, language="en")
        composing, auditing = [], []
        for _ in range(ROUNDS + 2):
            begun = time.process_time()
            finished = compose_answer(acting, text, answering)
            between = time.process_time()
            audited = audit_answer(finished.text, answering, at=acting.at, acting=acting)
            composing.append(between - begun)
            auditing.append(time.process_time() - between)
        assert not finished.refused, finished.refusals
        assert audited.text == finished.text
        ledger.close()
    both = [1000 * (a + b) for a, b in zip(composing[2:], auditing[2:], strict=True)]
    figures = {
        "command": "python -m benchmarks.answers_speed",
        "words": len(text.split()),
        "placeholders": text.count("[E"),
        "compose_ms": round(1000 * statistics.median(composing[2:])),
        "audit_ms": round(1000 * statistics.median(auditing[2:])),
        "both_ms_median": round(statistics.median(both)),
        "both_ms_best": round(min(both)),
        "target_ms": 300,
    }
    RESULTS.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
