"""A random sample of parses from the corpora, to be read by a person: are act, place and form what the words say?

    python -m benchmarks.citations_sample                                  150 parses of hk, uk and eu, with their context
    python -m benchmarks.citations_sample --seed 7 --count 60 --packs hk   another draw
    python -m benchmarks.citations_sample --verdicts FILE                  figures of a draw that was read, kept in results/

A file of verdicts has a line for each parse: its number, a tab, one of VERDICTS, maybe a tab and why. Nothing of the
corpora is kept but the words of the citations.

Keeps true: the draw depends on the seed and the corpora alone; a document is drawn first, then a mention in it, so that
long documents do not fill the sample.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from benchmarks.passages import shared_folder, texts

from pincite import wiring
from pincite.citations.mention import Mention

RESULTS = Path(__file__).resolve().parent / "results"
VERDICTS = {
    "right": "span, act, place and form are what the words say",
    "open": "no reference, and the words and the text around them leave none",
    "span": "the target is right, the span is not",
    "target": "another act, case or place than the words say",
    "lost": "no reference although the text shows one",
    "none": "these words cite nothing",
}
RIGHT = frozenset({"right", "open"})
_PART = 60_000
_AROUND = 130


class Drawn(NamedTuple):
    """One parse of the sample, with the words around it."""

    number: int
    pack: str
    doc: str
    mention: Mention
    before: str
    after: str


_OWN: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r"/(3\d{4})([a-z])(\d{4})_"), lambda m: f"eu/{m[1]}{m[2].upper()}{m[3]}"),
    (
        re.compile(r"/(ukpga|uksi|asp|ssi|wsi|nisr|anaw|ukdsi)[_-]((?:19|20)\d\d)(?:-(\d{1,5})|_?0*(\d{1,4}))[-_.]"),
        lambda m: f"uk/{m[1]}/{m[2]}/{int(m[3] or m[4])}",
    ),
    (re.compile(r"_(20\d\d)__(HK[A-Z]+)_(\d+)\.json"), lambda m: f"hk/{m[2].lower()}/{m[1]}/{m[3]}"),
    (re.compile(r"cap(\d+[A-Z]{0,2})\b"), lambda m: f"hk/cap{m[1]}"),
    (re.compile(r"judgments/tribunals/"), lambda _: "hk/hkct/2000/1"),
    (re.compile(r"judgments_docx_akn/|caselaw_"), lambda _: "uk/ewhc/2000/1"),
)


def _own(name: str) -> str | None:
    """What the document itself is, by its file name, as a user who opens it knows."""
    return next((make(match) for shape, make in _OWN if (match := shape.search(name))), None)


def draw(shared: Path, packs: Sequence[str], count: int, seed: int) -> Iterator[Drawn]:
    """The sample, the same for the same seed and corpora; each pack has an equal share of it."""
    choose = random.Random(seed)
    extractor = wiring.extractor()
    documents: dict[str, list[tuple[str, str, str]]] = {pack: [] for pack in packs}
    for name, language, text in texts(shared):
        pack = name.split("/")[1]
        if pack in documents:
            documents[pack].append((name, language, text))
    for number in range(count):
        pack = packs[number % len(packs)]
        while True:
            name, language, text = choose.choice(documents[pack])
            start = choose.randrange(max(1, len(text) - _PART))
            part = text[start : start + _PART]
            found = extractor.extract(part, language=language, jurisdiction=pack, self_reference=_own(name)).mentions
            mentions = [each for each in found if '="' not in part[max(0, each.start - 40) : each.end + 40]]
            if mentions:
                break
        one = choose.choice(mentions)
        yield Drawn(
            number + 1,
            pack,
            name,
            one,
            part[max(0, one.start - _AROUND) : one.start],
            part[one.end : one.end + _AROUND],
        )


def figures(sample: Sequence[Drawn], verdicts: dict[int, tuple[str, str]], seed: int) -> dict[str, object]:
    """Counts and rates of a sample that was read, with the words of every parse that was not right."""
    by_pack: dict[str, Counter[str]] = {}
    for drawn in sample:
        by_pack.setdefault(drawn.pack, Counter())[verdicts[drawn.number][0]] += 1
    total = sum((counts for counts in by_pack.values()), Counter[str]())
    return {
        "command": "python -m benchmarks.citations_sample --verdicts FILE",
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "versions": {"python": platform.python_version(), "pincite": version("pincite")},
        "seed": seed,
        "parses": len(sample),
        "verdicts": dict(total),
        "error_rate": round(1 - sum(total[each] for each in RIGHT) / len(sample), 4),
        "by_pack": {pack: dict(counts) for pack, counts in by_pack.items()},
        "not_right": [
            {
                "words": drawn.mention.text[:120],
                "reference": drawn.mention.reference,
                "verdict": verdicts[drawn.number][0],
                "why": verdicts[drawn.number][1],
            }
            for drawn in sample
            if verdicts[drawn.number][0] not in RIGHT
        ],
    }


def _verdicts(path: Path, count: int) -> dict[int, tuple[str, str]]:
    found: dict[int, tuple[str, str]] = {}
    for line in path.read_text("utf-8").splitlines():
        number, verdict, why = (*line.split("\t"), "", "")[:3]
        if verdict not in VERDICTS:
            sys.exit(f"{path}: {line!r}: a verdict is one of {', '.join(VERDICTS)}")
        found[int(number)] = (verdict, why)
    missing = sorted(set(range(1, count + 1)) - set(found))
    if missing:
        sys.exit(f"{path}: no verdict for {missing}")
    return found


def main() -> None:
    """Print a draw to be read, or keep the figures of one that was."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=20261130)
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--packs", nargs="+", default=["hk", "uk", "eu"])
    parser.add_argument("--verdicts", type=Path)
    args = parser.parse_args()
    sample = list(draw(shared_folder(), args.packs, args.count, args.seed))
    if args.verdicts is None:
        for each in sample:
            seen = each.mention
            words = " ".join(f"{each.before}⟦{seen.text}⟧{each.after}".split())
            print(
                f"{each.number}\t{each.pack} {each.doc.rsplit('/', 1)[-1]}\n\t{words}\n\t{seen.form} {seen.reference} {seen.note}"
            )
        return
    report = figures(sample, _verdicts(args.verdicts, args.count), args.seed)
    RESULTS.mkdir(exist_ok=True)
    out = RESULTS / f"citations-sample-{datetime.now(UTC).date().isoformat()}.json"
    out.write_text(json.dumps(report, ensure_ascii=False, indent=1) + "\n", "utf-8")
    print(json.dumps({key: report[key] for key in ("parses", "verdicts", "error_rate", "by_pack")}, indent=1))


if __name__ == "__main__":
    main()
