"""Speed and overlap beside other finders of legal citations, on the same real texts, one after the other in one run.

    python -m benchmarks.extraction_peers                    peers in build/peers (made on the first call), prints and records
    python -m benchmarks.extraction_peers --characters 1000000 --misses 20

Peers are for this benchmark only: they live in an environment of their own, never in pincite's. Each reads the texts in a
process of its own that is warmed up first; what is timed is processor time around the finder's call, and not the search for the
places of what a finder gives back without offsets.

Three comparisons, from the least to the most like for like: pincite with every grammar on; with the grammar of the place alone;
and with the rules alone for the forms that the peer knows (`same_forms`: in all of these exact spans and parsed references,
which the peers do not all give). Finds are compared as the peer counts them: where it gives each written form once a document,
so are pincite's counted (`distinct`).

    hkeyecite         cases of Hong Kong, on judgments of Hong Kong
    opencaselaw-cli   decisions and provisions of Switzerland, on Swiss decisions (each written form once a document)
    eyecite           cases of the common law, on judgments of the United Kingdom

Overlap is counted by spans: a find of a peer that shares a character with a mention of pincite is found by both. What a peer
finds and pincite does not is either a citation missed or no citation: `--misses` prints them to be read.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
import time
import venv
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.passages import shared_folder, texts

from pincite import wiring
from pincite.citations.extract import Extractor
from pincite.citations.pack import Anchor, JurisdictionPack, TextReading

ROOT = Path(__file__).resolve().parent.parent
RESULTS = Path(__file__).resolve().parent / "results"
PEERS = ROOT / "build" / "peers"
PACKAGES = ("eyecite", "hkeyecite", "opencaselaw-cli")
Span = tuple[int, int]


class Peer(NamedTuple):
    """A finder: its package, the corpus it is for, the kinds of mention it looks for, how it is called on `text`.

    `place` makes spans of what the call gave, outside the measured time; `rules`: pincite's rules for the forms it knows.
    """

    package: str
    corpus: str
    kinds: frozenset[str]
    setup: str
    call: str
    place: str
    rules: frozenset[str]


_PARAGRAPHS = """
def spans(text, rows, number):
    paragraphs, at, found = text.split("\\n"), 0, []
    starts = []
    for paragraph in paragraphs:
        starts.append(at); at += len(paragraph) + 1
    for row in rows:
        index = row[number] - 1
        begin = paragraphs[index].find(row["reference"])
        if begin >= 0:
            found.append((starts[index] + begin, starts[index] + begin + len(row["reference"])))
    return found
"""

ALL = (
    Peer(
        "hkeyecite",
        "corpora/hk/judgments",
        frozenset({"case"}),
        "from hkeyecite import get_citations",
        "get_citations(text)",
        "[tuple(c.span) for c in found]",
        frozenset({"hk.bracketed", "hk.action", "hk.report"}),
    ),
    Peer(
        "opencaselaw-cli",
        "corpora/ch/decisions",
        frozenset({"case", "statute", "commentary", "doctrine"}),
        "from opencaselaw_cli.documents import find_citations, find_statutes" + _PARAGRAPHS,
        "(find_citations(text.split(chr(10))), find_statutes(text.split(chr(10))))",
        "spans(text, found[0], 'paragraph') + spans(text, found[1], 'paragraph_index')",
        frozenset({"ch.bge", "ch.docket", "ch.sigle", "ch.cantonal", "ch.article", "ch.section"}),
    ),
    Peer(
        "eyecite",
        "corpora/uk/caselaw",
        frozenset({"case", "statute", "other"}),
        "from eyecite import get_citations",
        "get_citations(text)",
        "[c.span() for c in found]",
        frozenset({"uk.case"}),
    ),
)

RUN = """\
import json, sys, time
{setup}
def find(text):
    return {call}
def place(text, found):
    return {place}
documents = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
find(documents[0][:2000])
best = None
for _ in range(int(sys.argv[2])):
    begin = time.process_time()
    found = [find(text) for text in documents]
    taken = time.process_time() - begin
    best = taken if best is None else min(best, taken)
print(json.dumps([best, [place(text, each) for text, each in zip(documents, found)]]))
"""


def python_of_peers() -> Path:
    """The interpreter of the peers' environment, made when it is not there."""
    found = PEERS / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not found.exists():
        print("making the environment of the peers ...", file=sys.stderr)
        venv.EnvBuilder(with_pip=True).create(PEERS)
        subprocess.run([found, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES], check=True)
    return found


def documents(shared: Path, corpus: str, characters: int) -> list[str]:
    """Texts of a corpus until they hold so many characters, an even share of many files before long ones."""
    listed = [text for name, _, text in texts(shared, most=200_000) if name.startswith(corpus)]
    chosen, held = [], 0
    for text in listed:
        if held >= characters:
            break
        chosen.append(text[: characters - held])
        held += len(chosen[-1])
    return chosen


def overlap(
    theirs: Sequence[Sequence[Span]], ours: Sequence[Sequence[Span]]
) -> tuple[int, int, list[tuple[int, Span]]]:
    """(theirs that ours touch, ours that theirs touch, theirs that ours do not touch as (document, span))."""
    both = reverse = 0
    missed: list[tuple[int, Span]] = []
    for number, (their, our) in enumerate(zip(theirs, ours, strict=True)):
        for start, end in their:
            if any(start < b and a < end for a, b in our):
                both += 1
            else:
                missed.append((number, (start, end)))
        reverse += sum(any(start < b and a < end for a, b in their) for start, end in our)
    return both, reverse, missed


class _Some(JurisdictionPack):
    """A pack with some of its rules."""

    def __init__(self, pack: JurisdictionPack, rules: frozenset[str]) -> None:
        self._pack = pack
        self._anchors = [anchor for anchor in pack.anchors if anchor.rule in rules]

    @property
    def name(self) -> str:
        return self._pack.name

    @property
    def anchors(self) -> Sequence[Anchor]:
        return self._anchors

    @property
    def readers(self) -> Mapping[str, Any]:
        return {}

    def url(self, reference: str, language: str) -> str:  # noqa: ARG002 (nothing is addressed here)
        return ""

    def begin(self, reading: TextReading) -> None:
        self._pack.begin(reading)

    def finish(self, reading: TextReading) -> None:
        self._pack.finish(reading)


def distinct(listed: Sequence[str], spans: Sequence[Sequence[Span]]) -> int:
    """Finds, each written form once a document."""
    return sum(len({text[start:end] for start, end in each}) for text, each in zip(listed, spans, strict=True))


def own(
    extractor: Extractor, listed: Sequence[str], jurisdiction: str, kinds: frozenset[str], rounds: int
) -> tuple[float, list[list[Span]], int]:
    """Pincite on the same texts: (seconds, spans of these kinds, all mentions)."""
    extractor.extract(listed[0][:2000])
    best, found = float("inf"), []
    for _ in range(rounds):
        begin = time.process_time()
        found = [extractor.extract(text, jurisdiction=jurisdiction).mentions for text in listed]
        best = min(best, time.process_time() - begin)
    spans = [[(m.start, m.end) for m in mentions if m.kind in kinds] for mentions in found]
    return best, spans, sum(map(len, found))


def beside(
    peer: Peer, listed: Sequence[str], python: Path, folder: Path, rounds: int
) -> tuple[dict[str, Any], list[str]]:
    """The figures of a peer and of pincite on these texts, and the words only the peer found."""
    path = folder / f"{peer.package}.jsonl"
    path.write_text("".join(json.dumps(text) + "\n" for text in listed), "utf-8")
    code = RUN.format(setup=peer.setup, call=peer.call, place=peer.place)
    done = subprocess.run([python, "-c", code, path, str(rounds)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{peer.package} cannot be run:\n{done.stderr[-1500:]}")
    seconds, raw = json.loads(done.stdout)
    theirs: list[list[Span]] = [[(start, end) for start, end in spans] for spans in raw]
    jurisdiction = peer.corpus.split("/")[1]
    own_seconds, ours, mentions = own(wiring.extractor(), listed, jurisdiction, peer.kinds, rounds)
    alone = Extractor([pack for pack in wiring.packs() if pack.name == jurisdiction])
    alone_seconds, _, _ = own(alone, listed, jurisdiction, peer.kinds, rounds)
    some = Extractor([_Some(pack, peer.rules) for pack in wiring.packs() if pack.name == jurisdiction])
    some_seconds, same, _ = own(some, listed, jurisdiction, peer.kinds, rounds)
    both, reverse, missed = overlap(theirs, ours)
    characters = sum(map(len, listed))
    found, of_kinds = sum(map(len, theirs)), sum(map(len, ours))
    figures = {
        "corpus": peer.corpus,
        "documents": len(listed),
        "characters": characters,
        "peer": {
            "found": found,
            "seconds": round(seconds, 3),
            "characters_per_second": round(characters / seconds),
            "finds_per_second": round(found / seconds),
            "distinct": distinct(listed, theirs),
        },
        "same_forms": {
            "rules": sorted(peer.rules),
            "mentions": sum(map(len, same)),
            "distinct": distinct(listed, same),
            "seconds": round(some_seconds, 3),
            "characters_per_second": round(characters / some_seconds),
            "mentions_per_second": round(sum(map(len, same)) / some_seconds),
            "times_as_fast": round(seconds / some_seconds, 2),
            "times_the_distinct_finds_per_second": round(
                (distinct(listed, same) / some_seconds) / (distinct(listed, theirs) / seconds), 2
            )
            if found
            else None,
        },
        "pincite": {
            "mentions": mentions,
            "of_these_kinds": of_kinds,
            "seconds": round(own_seconds, 3),
            "characters_per_second": round(characters / own_seconds),
            "characters_per_second_one_pack": round(characters / alone_seconds),
            "mentions_per_second": round(mentions / own_seconds),
        },
        "times_as_fast": round(seconds / own_seconds, 2),
        "times_as_fast_one_pack": round(seconds / alone_seconds, 2),
        "times_the_finds_per_second": round((mentions / own_seconds) / max(found / seconds, 1e-9), 2)
        if found
        else None,
        "found_by_both": both,
        "of_the_peers_finds": round(both / max(found, 1), 4),
        "pincite_alone": of_kinds - reverse,
    }
    return figures, [" ".join(listed[number][start:end].split()) for number, (start, end) in missed]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run all peers."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.extraction_peers",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--characters", type=int, default=2_000_000, help="of text for each peer (2,000,000)")
    parser.add_argument("--rounds", type=int, default=3, help="the best of so many runs (3)")
    parser.add_argument("--misses", type=int, default=0, help="print so many finds of each peer that pincite has not")
    given = parser.parse_args(arguments)
    shared = shared_folder()
    if not (shared / "corpora").is_dir():
        print(f"no corpora at {shared}: set PINCITE_SHARED", file=sys.stderr)
        return 2
    python = python_of_peers()
    folder = ROOT / "build"
    figures: dict[str, Any] = {}
    for peer in ALL:
        listed = documents(shared, peer.corpus, given.characters)
        figures[peer.package], missed = beside(peer, listed, python, folder, given.rounds)
        print(f"{peer.package}: {json.dumps(figures[peer.package])}")
        for words in missed[: given.misses]:
            print(f"    only {peer.package}: {words}")
    asked = "import json, sys; from importlib.metadata import version; print(json.dumps({n: version(n) for n in sys.argv[1:]}))"
    versions = json.loads(
        subprocess.run([python, "-c", asked, *PACKAGES], capture_output=True, text=True, check=True).stdout
    )
    day = datetime.now(UTC).date().isoformat()
    record = {
        "date": day,
        "command": "python -m benchmarks.extraction_peers",
        "versions": {"pincite": version("pincite"), "python": platform.python_version(), **versions},
        "figures": figures,
    }
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"extraction_peers-{day}.json").write_text(json.dumps(record, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
