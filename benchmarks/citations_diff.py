"""Citations gained and lost between two revisions over the shared corpora: what a change of a grammar did.

    python -m benchmarks.citations_diff                    twenty commits back against the working tree
    python -m benchmarks.citations_diff v0.1 HEAD          two revisions; WORK is the working tree
    python -m benchmarks.citations_diff --pack ch --examples 20

Each revision is checked out into a temporary worktree and run in a process of its own over the same texts. What is compared
is the span and the reference: gained, lost, moved (same reference, overlapping span), changed (same span, other reference).
Examples are printed only; the record in results/ holds counts, places and references, no text.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.passages import shared_folder, texts

ROOT = Path(__file__).resolve().parent.parent
RESULTS = Path(__file__).resolve().parent / "results"
WORK = "WORK"
_KEPT = 500
KINDS = ("gained", "lost", "moved", "changed")

COLLECT = """\
import json, sys
from pincite import wiring
print(wiring.__file__, file=sys.stderr)
extractor = wiring.extractor()
for line in open(sys.argv[1], encoding="utf-8"):
    name, language, jurisdiction, text = json.loads(line)
    for m in extractor.extract(text, language=language, jurisdiction=jurisdiction).mentions:
        print(json.dumps([name, m.start, m.end, m.reference, m.rule, m.text]))
"""
"""Run by the other revision's own code; it may use no name that a revision might lack but `wiring.extractor`."""


class Seen(NamedTuple):
    """A mention as a revision saw it."""

    doc: str
    start: int
    end: int
    reference: str | None
    rule: str
    text: str


class Difference(NamedTuple):
    """One difference: its kind, and the mention before and after (None where there is none)."""

    kind: str
    before: Seen | None
    after: Seen | None

    @property
    def rule(self) -> str:
        """The rule that has it now, or had it."""
        seen = self.after or self.before
        assert seen is not None  # a difference is of something
        return seen.rule


def differences(before: Iterable[Seen], after: Iterable[Seen]) -> list[Difference]:
    """What differs between two readings of the same texts, in order of place."""
    first = {(seen.doc, seen.start, seen.end): seen for seen in before}
    second = {(seen.doc, seen.start, seen.end): seen for seen in after}
    found = [
        Difference("changed", first[key], second[key])
        for key in first.keys() & second.keys()
        if first[key].reference != second[key].reference
    ]
    gone = [first[key] for key in first.keys() - second.keys()]
    new = defaultdict(list)
    for key in second.keys() - first.keys():
        new[second[key].doc, second[key].reference].append(second[key])
    for seen in sorted(gone):
        others = new[seen.doc, seen.reference]
        moved = next((each for each in others if each.start < seen.end and seen.start < each.end), None)
        if moved is not None:
            others.remove(moved)
        found.append(Difference("moved" if moved else "lost", seen, moved))
    found += [Difference("gained", None, seen) for others in new.values() for seen in others]
    return sorted(found, key=lambda each: (each.rule, (each.after or each.before)[:3], each.kind))  # type: ignore[index]  # one of them is there


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"git {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout.strip()


@contextmanager
def source_of(revision: str, folder: Path) -> Iterator[Path]:
    """The `src` of a revision: a worktree that is taken away again, or the working tree itself."""
    if revision == WORK:
        yield ROOT / "src"
        return
    tree = folder / "tree"
    _git("worktree", "add", "--detach", "--quiet", str(tree), revision)
    try:
        yield tree / "src"
    finally:
        _git("worktree", "remove", "--force", str(tree))


def run_as(revision: str, code: str, listed: Path, folder: Path) -> list[str]:
    """The lines that `code` prints when a revision runs it over a list; the code says on standard error first which pincite it took."""
    with source_of(revision, folder) as source:
        done = subprocess.run(
            [sys.executable, "-c", code, str(listed)],
            env=os.environ | {"PYTHONPATH": str(source), "PYTHONUTF8": "1"},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        if done.returncode:
            raise SystemExit(f"{revision} cannot be run:\n{done.stderr[-2000:]}")
        if not done.stderr.startswith(str(source)):
            raise SystemExit(f"{revision}: another pincite than {source} was run: {done.stderr.splitlines()[0]}")
    return done.stdout.splitlines()


def collect(revision: str, listed: Path, folder: Path) -> list[Seen]:
    """The mentions of the listed texts as a revision reads them."""
    return [Seen(*json.loads(line)) for line in run_as(revision, COLLECT, listed, folder)]


def summary(found: Sequence[Difference]) -> dict[str, dict[str, dict[str, int]]]:
    """Counts by pack, rule and kind."""
    counts: dict[str, dict[str, dict[str, int]]] = {}
    for each in found:
        rules = counts.setdefault(each.rule.partition(".")[0], {})
        kinds = rules.setdefault(each.rule, dict.fromkeys(KINDS, 0))
        kinds[each.kind] += 1
    return {pack: dict(sorted(rules.items())) for pack, rules in sorted(counts.items())}


def _line(each: Difference) -> str:
    seen = each.after or each.before
    assert seen is not None  # a difference is of something
    words = " ".join(seen.text.split())[:80]
    was = each.before.reference if each.before else "-"
    now = each.after.reference if each.after else "-"
    return f"      {each.kind:<8}{seen.doc}:{seen.start}  «{words}»  {was} → {now}"


def show(found: Sequence[Difference], *, examples: int) -> None:
    """Print the counts, and some examples of each rule and kind."""
    for pack, rules in summary(found).items():
        total = {kind: sum(counts[kind] for counts in rules.values()) for kind in KINDS}
        print(f"{pack}: " + ", ".join(f"{total[kind]} {kind}" for kind in KINDS))
        for rule, counts in rules.items():
            print(f"  {rule:<22}" + "  ".join(f"{kind} {counts[kind]}" for kind in KINDS if counts[kind]))
            for kind in KINDS:
                of_kind = [each for each in found if each.rule == rule and each.kind == kind]
                for each in of_kind[:: max(1, len(of_kind) // examples)][:examples] if examples else ():
                    print(_line(each))


def record(found: Sequence[Difference], revisions: dict[str, str], totals: dict[str, int]) -> Path:
    """Keep counts and places, without text."""

    def place(seen: Seen | None) -> list[Any] | None:
        return [seen.doc, seen.start, seen.end, seen.reference] if seen else None

    value = {
        "revisions": revisions,
        "mentions": totals,
        "counts": summary(found),
        "differences": [[each.kind, each.rule, place(each.before), place(each.after)] for each in found[:_KEPT]],
        "left_off": max(0, len(found) - _KEPT),
    }
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"citations_diff-{datetime.now(UTC).date().isoformat()}.json"
    path.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return path


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare two revisions."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.citations_diff",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("before", nargs="?", default="HEAD~20", metavar="REV_A", help="default: HEAD~20")
    parser.add_argument("after", nargs="?", default=WORK, metavar="REV_B", help="default: WORK, the working tree")
    parser.add_argument("--pack", default="", help="only the corpus and the rules of this pack")
    parser.add_argument("--examples", type=int, default=3, help="of each rule and kind (3)")
    parser.add_argument("--most", type=int, default=400_000, help="characters of each text")
    parser.add_argument("--no-record", action="store_true", help="print only")
    given = parser.parse_args(arguments)
    shared = shared_folder()
    if not (shared / "corpora").is_dir():
        print(f"no corpora at {shared}: set PINCITE_SHARED to the folder that holds corpora/", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        listed = folder / "texts.jsonl"
        characters = 0
        with listed.open("w", encoding="utf-8") as out:
            for name, language, text in texts(shared, most=given.most):
                jurisdiction = name.split("/")[1]
                if given.pack in {"", jurisdiction} and jurisdiction != "support":
                    characters += len(text)
                    out.write(json.dumps([name, language, jurisdiction, text], ensure_ascii=False) + "\n")
        before = collect(given.before, listed, folder)
        after = collect(given.after, listed, folder)
    found = [each for each in differences(before, after) if each.rule.startswith(given.pack)]
    names = {
        "before": given.before if given.before == WORK else _git("rev-parse", "--short", given.before),
        "after": _git("rev-parse", "--short", "HEAD") + "+"
        if given.after == WORK
        else _git("rev-parse", "--short", given.after),
    }
    totals = {"before": len(before), "after": len(after), "characters": characters}
    print(f"{names['before']} → {names['after']}: {len(before)} → {len(after)} mentions in {characters:,} characters")
    show(found, examples=given.examples)
    if not given.no_record:
        print(f"kept as {record(found, names, totals).relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
