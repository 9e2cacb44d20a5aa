"""A random sample of parses from the shared corpora, to be read by hand: fields, not only spans.

    python -m benchmarks.parse_sample ch --size 150 --seed 1             prints the sample, one mention a block
    python -m benchmarks.parse_sample ch --size 150 --seed 1 --judged judged.tsv

A mention is drawn with the words around it, its kind, form, reference and rule. The reader writes one line for each mention
that is wrong, `number<TAB>span|reference|kind|form|false<TAB>why`; with that file the error rate is printed and kept in
results/ (figures and the numbers of what was judged wrong, no text). Texts are drawn evenly over the folders of the
corpora and mentions evenly over the rules, so that the many articles do not hide the rest; `--plain` draws without that.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from benchmarks.passages import shared_folder, texts

from pincite import wiring
from pincite.citations.mention import Mention

RESULTS = Path(__file__).resolve().parent / "results"
_AROUND = 110
_TEXTS_OF_A_FOLDER = 25
_CHARACTERS = 60_000
FAULTS = ("span", "reference", "kind", "form", "false")


class Drawn(NamedTuple):
    """A mention of the sample: the text it is from, the mention, the words around it."""

    doc: str
    mention: Mention
    before: str
    after: str


def draw(pack: str, size: int, seed: int, *, plain: bool = False) -> list[Drawn]:
    """The sample; the same for the same corpora, grammar and seed."""
    chosen = random.Random(seed)  # a sample, no secret
    folders: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
    for name, language, text in texts(shared_folder()):
        parts = name.split("/")
        if parts[1] == pack:
            folders["/".join(parts[2:-1])].append((name, language, text))
    extractor = wiring.extractor()
    found: dict[str, list[Drawn]] = defaultdict(list)
    for _, held in sorted(folders.items()):
        for name, language, text in chosen.sample(held, min(len(held), _TEXTS_OF_A_FOLDER)):
            begin = chosen.randrange(max(1, len(text) - _CHARACTERS))
            window = text[begin : begin + _CHARACTERS]
            for mention in extractor.extract(window, language=language, jurisdiction=pack).mentions:
                before = window[max(0, mention.start - _AROUND) : mention.start]
                after = window[mention.end : mention.end + _AROUND // 2]
                found["all" if plain else mention.rule].append(Drawn(name, mention, before, after))
    for drawn in found.values():
        chosen.shuffle(drawn)
    sample: list[Drawn] = []
    while len(sample) < size and any(found.values()):
        for rule in sorted(found):
            if found[rule] and len(sample) < size:
                sample.append(found[rule].pop())
    return sample


def show(sample: Sequence[Drawn]) -> None:
    """Print the sample for a reader."""
    for number, each in enumerate(sample, 1):
        words, before, after = (" ".join(part.split()) for part in (each.mention.text, each.before, each.after))
        m = each.mention
        print(f"{number}\t{m.kind}/{m.form}\t{m.reference or '-'}\t{m.rule}\t{m.note}\t{m.reading}")
        print(f"\t{before} [[{words}]] {after}\n\t{each.doc}")


def wilson(wrong: int, size: int) -> tuple[float, float]:
    """The interval of a rate at 95 per cent (Wilson)."""
    z, rate = 1.96, wrong / size
    middle = (rate + z * z / (2 * size)) / (1 + z * z / size)
    half = z * math.sqrt(rate * (1 - rate) / size + z * z / (4 * size * size)) / (1 + z * z / size)
    return max(0.0, middle - half), min(1.0, middle + half)


def judged(lines: Sequence[str], size: int) -> dict[int, str]:
    """What a reader found wrong: number -> fault. Raises SystemExit for a line that says nothing."""
    found: dict[int, str] = {}
    for line in lines:
        if not line.strip() or line.startswith("#"):
            continue
        number, _, rest = line.partition("\t")
        fault = rest.partition("\t")[0]
        if not number.isdigit() or not 1 <= int(number) <= size or fault not in FAULTS:
            raise SystemExit(f"not a judgment: «{line}»; write number, one of {', '.join(FAULTS)}, why (tabs between)")
        found[int(number)] = fault
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a sample, or keep the figures of one that was read."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.parse_sample",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("pack", help="jurisdiction: ch, hk, uk, eu")
    parser.add_argument("--size", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", action="store_true", help="not evened out over the rules")
    parser.add_argument("--judged", type=Path, help="the reader's lines")
    given = parser.parse_args(arguments)
    if not (shared_folder() / "corpora").is_dir():
        print("no corpora: set PINCITE_SHARED to the folder that holds corpora/", file=sys.stderr)
        return 2
    sample = draw(given.pack, given.size, given.seed, plain=given.plain)
    if given.judged is None:
        show(sample)
        return 0
    faults = judged(given.judged.read_text("utf-8").splitlines(), len(sample))
    low, high = wilson(len(faults), len(sample))
    value = {
        "pack": given.pack, "size": len(sample), "seed": given.seed, "evened_over_rules": not given.plain,
        "wrong": len(faults), "rate": round(len(faults) / len(sample), 4), "interval_95": [round(low, 4), round(high, 4)],
        "faults": dict(Counter(faults.values())), "numbers": sorted(faults),
        "rules": dict(Counter(each.mention.rule for each in sample)), "read_on": datetime.now(UTC).date().isoformat(),
    }  # fmt: skip
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"parse_sample-{given.pack}-seed{given.seed}.json"
    path.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", "utf-8")
    print(f"{len(faults)} of {len(sample)} wrong ({value['rate']:.1%}; {low:.1%} to {high:.1%}): {value['faults']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
