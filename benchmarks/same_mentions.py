"""Whether two revisions read every text alike: each field of each mention, and what is listed as not understood.

    python -m benchmarks.same_mentions                the last commit against the working tree
    python -m benchmarks.same_mentions v0.1 HEAD      two revisions; WORK is the working tree

For changes that are to be faster and nothing else. Read are the texts of the shared corpora, with all packs and with their own
alone, with and without their jurisdiction; snippets around their citations, each with one character changed, lost or
doubled; and the texts of the tests that are made to be slow. `citations_diff` says what a change of a grammar did; this one only
whether anything was done. Ends with 1 when it was.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.citations_diff import WORK, run_as
from benchmarks.passages import shared_folder, texts
from tests.citations.hostile_texts import hostile_texts

from pincite import wiring

_PLACES = (None, "ch", "hk", "uk", "eu")
_AROUND = 160
_SHOWN = 20
_CHANGES = " \n,.;()[]§-–0a9ZÄé\u00a0\u00ad第條"

READ = """\
import hashlib, json, sys
from pincite import wiring
from pincite.citations.extract import Extractor
print(wiring.__file__, file=sys.stderr)
packs = {"": Extractor(wiring.packs())} | {pack.name: Extractor([pack]) for pack in wiring.packs()}
for line in open(sys.argv[1], encoding="utf-8"):
    name, pack, jurisdiction, text = json.loads(line)
    found = packs[pack].extract(text, jurisdiction=jurisdiction)
    print(len(found.mentions), hashlib.sha256(repr(tuple(map(tuple, found))).encode("utf-8", "replace")).hexdigest())
"""
"""Run with the source of a revision first in the path; it may use nothing that an old one might lack but these names.
For each case it says how many mentions it holds and the digest of all that was read."""


def _mutated(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text))
    kept = chance.choice(("", chance.choice(_CHANGES), text[at] * 2))
    return text[:at] + kept + text[at + 1 :]


def cases(shared: Path, snippets: int) -> Iterator[tuple[str, str, str | None, str]]:
    """(name, pack or "" for all, jurisdiction, text)."""
    extractor = wiring.extractor()
    chance = random.Random(4)
    around = []
    for name, _, text in texts(shared):
        place = next((each for each in _PLACES if each == name.split("/")[1]), None)
        yield name, "", place, text
        yield name, "", None, text
        if place:
            yield name, place, place, text
        around += [
            (f"{name}:{mention.start}", text[max(0, mention.start - _AROUND) : mention.end + _AROUND])
            for mention in extractor.extract(text, jurisdiction=place).mentions
        ]
    for name, snippet in chance.sample(around, min(snippets, len(around))):
        yield name, "", chance.choice(_PLACES), _mutated(snippet, chance)
    for length in (300, 2000):
        for asked in _PLACES:
            for kind, text in hostile_texts(length):
                yield kind, "", asked, text


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare two revisions."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.same_mentions",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("before", nargs="?", default="HEAD", metavar="REV_A", help="default: HEAD")
    parser.add_argument("after", nargs="?", default=WORK, metavar="REV_B", help="default: WORK, the working tree")
    parser.add_argument("--snippets", type=int, default=15_000, help="how many (15000)")
    given = parser.parse_args(arguments)
    shared = shared_folder()
    if not (shared / "corpora").is_dir():
        print(f"no corpora at {shared}: set PINCITE_SHARED to the folder that holds corpora/", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        listed = folder / "cases.jsonl"
        asked = []
        with listed.open("w", encoding="utf-8") as out:
            for case in cases(shared, given.snippets):
                asked.append(case[:3])
                out.write(json.dumps(case) + "\n")
        before, after = (run_as(revision, READ, listed, folder) for revision in (given.before, given.after))
    differing = [case for case, old, new in zip(asked, before, after, strict=True) if old != new]
    mentions = sum(int(line.split()[0]) for line in after)
    for name, pack, place in differing[:_SHOWN]:
        print(f"differs: {name} (packs: {pack or 'all'}; jurisdiction: {place or 'not given'})")
    print(f"{len(asked):,} readings, {mentions:,} mentions: {len(differing)} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
