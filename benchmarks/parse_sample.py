"""A random sample of parses from the shared corpora, to be read by hand: fields, not only spans.

    python -m benchmarks.parse_sample ch --size 150 --seed 1             prints the sample, one mention a block
    python -m benchmarks.parse_sample ch --size 150 --seed 1 --judged judged.tsv
    python -m benchmarks.parse_sample hk uk eu --draw documents          another way to draw
    python -m benchmarks.parse_sample ch=100 hk=100 uk=50 eu=50 --draw documents     shares of one's own

A mention is drawn with the words around it, its kind, form, reference and rule. The reader writes one line for each mention
that is wrong, `number<TAB>fault<TAB>why` (the faults are in FAULTS); with that file the error rate is printed and kept in
results/ (figures, numbers and the words of citations that were judged wrong, no other text).

Three draws, each answers another question:
    rules       texts evenly over the folders, mentions evenly over the rules: the many articles do not hide the rest
    plain       the same texts, every mention alike
    documents   a document first, known to the reader by its name as a user knows it, then a mention in it: how often
                a reader of documents meets a wrong parse; each pack has an equal share unless shares are given

Keeps true: the draw depends on the seed, the corpora and the grammar alone. Results of the draw by documents of before
this module had it are results/citations-sample-*.json; `--draw documents` with their seed is the same draw.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from benchmarks.passages import shared_folder, texts

from pincite import wiring
from pincite.citations.mention import Mention

RESULTS = Path(__file__).resolve().parent / "results"
_AROUND = 130
_TEXTS_OF_A_FOLDER = 25
_CHARACTERS = 60_000
FAULTS = {
    "span": "the target is right, the span is not",
    "reference": "another act, case or place than the words say",
    "kind": "another kind of source",
    "form": "full or short form mistaken",
    "false": "these words cite nothing",
    "lost": "no reference although the text shows one",
}


class Drawn(NamedTuple):
    """A mention of the sample: the text it is from, the mention, the words around it."""

    doc: str
    mention: Mention
    before: str
    after: str


def _drawn(name: str, window: str, mention: Mention) -> Drawn:
    before = window[max(0, mention.start - _AROUND) : mention.start]
    return Drawn(name, mention, before, window[mention.end : mention.end + _AROUND])


def draw_rules(pack: str, size: int, seed: int, *, plain: bool = False) -> list[Drawn]:
    """A sample evened out over folders and rules; `plain`: over folders alone."""
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
                found["all" if plain else mention.rule].append(_drawn(name, window, mention))
    for drawn in found.values():
        chosen.shuffle(drawn)
    sample: list[Drawn] = []
    while len(sample) < size and any(found.values()):
        for rule in sorted(found):
            if found[rule] and len(sample) < size:
                sample.append(found[rule].pop())
    return sample


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


def shares(packs: Sequence[str], size: int) -> list[str]:
    """The pack of every mention to draw: `ch=100 eu=50` one pack after the other, bare names in turn. Raises SystemExit."""
    if not any("=" in each for each in packs):
        return [packs[number % len(packs)] for number in range(size)]
    order: list[str] = []
    for each in packs:
        pack, _, share = each.partition("=")
        if not share.isdigit():
            raise SystemExit(f"«{each}» has no share: write every pack as ch=100, or none")
        order += [pack] * int(share)
    return order


def draw_documents(packs: Sequence[str], size: int, seed: int) -> list[Drawn]:
    """A sample of a document and then a mention in it; each pack has an equal share unless shares are given."""
    order = shares(packs, size)
    choose = random.Random(seed)
    extractor = wiring.extractor()
    documents: dict[str, list[tuple[str, str, str]]] = {pack: [] for pack in order}
    for name, language, text in texts(shared_folder()):
        if (pack := name.split("/")[1]) in documents:
            documents[pack].append((name, language, text))
    sample: list[Drawn] = []
    while len(sample) < len(order):
        pack = order[len(sample)]
        name, language, text = choose.choice(documents[pack])
        begin = choose.randrange(max(1, len(text) - _CHARACTERS))
        window = text[begin : begin + _CHARACTERS]
        found = extractor.extract(window, language=language, jurisdiction=pack, self_reference=_own(name)).mentions
        mentions = [each for each in found if '="' not in window[max(0, each.start - 40) : each.end + 40]]
        if mentions:
            sample.append(_drawn(name, window, choose.choice(mentions)))
    return sample


def show(sample: Sequence[Drawn]) -> None:
    """Print the sample for a reader."""
    for number, each in enumerate(sample, 1):
        words, before, after = (" ".join(part.split()) for part in (each.mention.text, each.before, each.after))
        m = each.mention
        print(f"{number}\t{m.kind}/{m.form}\t{m.reference or '-'}\t{m.rule}\t{m.note}\t{m.reading}")
        print(f"\t{before} [[{words}]] {after}\n\t{each.doc}")


class Judged(NamedTuple):
    """What a reader says of a mention that is wrong: one of FAULTS, and why."""

    fault: str
    why: str


def wilson(wrong: int, size: int) -> tuple[float, float]:
    """The interval of a rate at 95 per cent (Wilson)."""
    z, rate = 1.96, wrong / size
    middle = (rate + z * z / (2 * size)) / (1 + z * z / size)
    half = z * math.sqrt(rate * (1 - rate) / size + z * z / (4 * size * size)) / (1 + z * z / size)
    return max(0.0, middle - half), min(1.0, middle + half)


def judged(lines: Sequence[str], size: int) -> dict[int, Judged]:
    """What a reader found wrong, by number. Raises SystemExit for a line that says nothing."""
    found: dict[int, Judged] = {}
    for line in lines:
        if not line.strip() or line.startswith("#"):
            continue
        number, _, rest = line.partition("\t")
        fault, _, why = rest.partition("\t")
        if not number.isdigit() or not 1 <= int(number) <= size or fault not in FAULTS:
            raise SystemExit(f"not a judgment: «{line}»; write number, one of {', '.join(FAULTS)}, why (tabs between)")
        found[int(number)] = Judged(fault, why.strip())
    return found


def figures(args: argparse.Namespace, sample: Sequence[Drawn], faults: dict[int, Judged]) -> dict[str, object]:
    """Counts and rates of a sample that was read, with the words of every citation judged wrong."""
    low, high = wilson(len(faults), len(sample))
    sizes = Counter(each.doc.split("/")[1] for each in sample)
    wrong = Counter(sample[number - 1].doc.split("/")[1] for number in faults)
    return {
        "packs": args.packs, "draw": args.draw, "size": len(sample), "seed": args.seed,
        "note": args.note, "wrong": len(faults), "rate": round(len(faults) / len(sample), 4), "interval_95": [round(low, 4), round(high, 4)],
        "faults": dict(Counter(each.fault for each in faults.values())),
        "size_by_pack": dict(sizes), "wrong_by_pack": dict(wrong),
        "interval_95_by_pack": {pack: [round(end, 4) for end in wilson(wrong[pack], size)] for pack, size in sizes.items()},
        "short_forms": sum(each.mention.form == "short" for each in sample),
        "wrong_short_forms": sum(sample[number - 1].mention.form == "short" for number in faults),
        "judged_wrong": [
            {"number": number, "fault": said.fault, "why": said.why, "words": sample[number - 1].mention.text[:120],
             "reference": sample[number - 1].mention.reference, "rule": sample[number - 1].mention.rule,
             "document": sample[number - 1].doc}
            for number, said in sorted(faults.items())
        ],
        "rules": dict(Counter(each.mention.rule for each in sample)), "read_on": datetime.now(UTC).date().isoformat(),
    }  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a sample, or keep the figures of one that was read."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.parse_sample",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("packs", nargs="+", help="jurisdictions: ch, hk, uk, eu (the draw by rules: one)")
    parser.add_argument("--size", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--draw", choices=["rules", "plain", "documents"], default="rules")
    parser.add_argument("--judged", type=Path, help="the reader's lines")
    parser.add_argument(
        "--note", default="", help="what a reader of the figures must know: the revision, how it was judged"
    )
    args = parser.parse_args(arguments)
    if args.draw != "documents" and len(args.packs) > 1:
        parser.error("the draw by rules takes one pack")
    if not (shared_folder() / "corpora").is_dir():
        print("no corpora: set PINCITE_SHARED to the folder that holds corpora/", file=sys.stderr)
        return 2
    if args.draw == "documents":
        sample = draw_documents(args.packs, args.size, args.seed)
    else:
        sample = draw_rules(args.packs[0], args.size, args.seed, plain=args.draw == "plain")
    if args.judged is None:
        show(sample)
        return 0
    value = figures(args, sample, judged(args.judged.read_text("utf-8").splitlines(), len(sample)))
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"parse_sample-{'_'.join(args.packs).replace('=', '')}-{args.draw}-seed{args.seed}.json"
    path.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", "utf-8")
    print(f"{value['wrong']} of {value['size']} wrong ({value['rate']:.1%}): {value['faults']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
