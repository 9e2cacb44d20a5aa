"""The figures of the labelled sets, through the real engine.

    python -m benchmarks.gold                        all sets; prints the scorer's tables
    python -m benchmarks.gold drafts --misses        one set, with every fault
    python -m benchmarks.gold drafts --judge recorded    content judged by the gold label: the pipeline measured apart from judges
    python -m benchmarks.gold --releases FOLDER      releases built before (else they are built below build/gold)

Keeps true: predictions come from the engine as a user runs it, nothing is tuned here; every run is kept as
`results/gold-<date>.json` with versions and command (a second run of a day gets a number).

What a draft's prediction says of a quotation: accepted when clean, not when refused, nothing when a person must look.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

from benchmarks import amendments, gold_answers
from pincite import settings, wiring
from pincite.digests import sha256
from pincite.judging.by_signals import SignalsJudge
from pincite.judging.judge import Judge
from pincite.judging.recorded import RecordedJudge, judgements_of
from pincite.judging.verdict import Support
from pincite.reports.report import MentionRecord
from pincite.workflows.explain_quote import explain_cases
from pincite.workflows.judge_support import judge_lines

ROOT = Path(__file__).resolve().parent.parent
RESULTS = Path(__file__).resolve().parent / "results"
SETS = ("extraction", "quotes", "support", "drafts", "amendments")
ACCEPTED = {"clean": True, "refused": False, "look": None, "none": None}
Row = dict[str, Any]


def extraction(gold: Path, _: Path) -> Iterator[Row]:
    """The mentions of every excerpt."""
    extractor = wiring.extractor()
    for meta_file in sorted(gold.glob("*/*.meta.json")):
        meta = json.loads(meta_file.read_text("utf-8"))
        # newlines as in the file: offsets count them
        text = meta_file.with_name(f"{meta['name']}.txt").read_bytes().decode()
        found = extractor.extract(
            text, language=meta["language"], self_reference=meta["self"], jurisdiction=meta["jurisdiction"]
        )
        for mention in found.mentions:
            yield {
                "doc": f"{meta['jurisdiction']}/{meta['name']}",
                "start": mention.start,
                "end": mention.end,
                "kind": mention.kind,
                "form": mention.form,
                "reference": mention.reference,
                "text": mention.text,
            }


def quotes(gold: Path, _: Path) -> Iterator[Row]:
    """Every labelled quotation compared with its source, through the JSON lines of `pincite quote --batch`."""
    for file in sorted(gold.glob("*.jsonl")):
        for line in explain_cases(file.read_text("utf-8").splitlines()):
            yield json.loads(line)


def recorded(draft: Path) -> Judge:
    """A judge that answers with the labels of a draft; what the gold does not score (an act's name in running text) passes."""
    digest = sha256(draft.read_bytes())
    unscored = json.loads(draft.with_suffix(".doc.json").read_text("utf-8")).get("unscored_mentions", [])
    labelled = [json.loads(line) for line in draft.with_suffix(".gold.jsonl").read_text("utf-8").splitlines()]
    rows = [
        {
            "support": row["support"] if row["support"] in get_args(Support) else "UNDECIDED",
            "draft": digest,
            "start": row["start"],
            "end": row["end"],
            "by": "gold",
            "stands_at": f"{row['reference'].partition('#')[0]}#{row['right_pinpoint']}"
            if row.get("right_pinpoint")
            else "",
        }
        for row in [*({**each, "support": "SUPPORTED"} for each in unscored), *labelled]
    ]
    return RecordedJudge(judgements_of(rows))


def judge_for(draft: Path, judge: str) -> Judge | None:
    """The judge of a name for a draft; `recorded` has the draft's own labels."""
    return recorded(draft) if judge == "recorded" else wiring.judge_of(judge)


def drafts(gold: Path, releases: Path, judge: str = "", answered: Row | None = None) -> Iterator[Row]:
    """Every draft verified against the releases, as at the day on which its author says the law is (`law_as_at` beside it).

    Answers are composed and audited (`gold_answers`); what is counted of them apart is put into `answered`.
    """
    with wiring.open_corpus([releases]) as corpus:
        for file in sorted(gold.glob("d*.md")):
            begun = time.perf_counter()
            said = json.loads(file.with_suffix(".doc.json").read_text("utf-8")).get("law_as_at", "")[:10]
            report = wiring.verify(
                file.read_bytes(),
                file.name,
                corpus,
                checked_on="2026-11-30",
                as_of=said,
                judge=judge_for(file, judge),
                # the labels of the set are vouched for by the set
                signed=True,
            )
            seconds = time.perf_counter() - begun
            print(f"{file.name}: {len(report.mentions)} citations in {seconds:.2f} s", file=sys.stderr)
            for record in report.mentions:
                yield {
                    "doc": file.stem,
                    "start": record.mention.start,
                    "end": record.mention.end,
                    "status": record.status,
                    "exists": record.axes.existence,
                    "pinpoint": record.axes.pinpoint,
                    "quote_accepted": ACCEPTED[record.axes.quote] if record.quotes else None,
                }
            yield {"doc": file.stem, "delivery": report.decision.delivery}
        yield from gold_answers.answers(gold / "answers", corpus, judge, {} if answered is None else answered)


def as_word(gold: Path, releases: Path) -> Row:
    """The drafts that stand beside their text as Word files: whether each citation has the same verdict in both."""
    same, differ = 0, []
    with wiring.open_corpus([releases]) as corpus:
        for file in sorted(gold.glob("d*.docx")):
            text, word = (
                wiring.verify(each.read_bytes(), each.name, corpus, checked_on="2026-11-30")
                for each in (file.with_suffix(".md"), file)
            )
            ours = [_verdict(record) for record in text.mentions]
            theirs = [_verdict(record) for record in word.mentions]
            same += sum(one == other for one, other in zip(ours, theirs, strict=False))
            differ += [[file.name, *one] for one in ours if one not in theirs]
            differ += [[file.name, *one] for one in theirs if one not in ours]
            if text.decision.delivery != word.decision.delivery:
                differ.append([file.name, text.decision.delivery, word.decision.delivery])
    return {"citations_alike": same, "differences": differ}


def _verdict(record: MentionRecord) -> list[str]:
    """What a report says of a citation, marks of Markdown and kinds of white space apart."""
    words = " ".join(record.mention.text.replace("*", "").split())
    return [words, record.status, record.cause, record.axes.existence, record.axes.pinpoint, record.axes.quote]


def support(gold: Path, _: Path) -> Iterator[Row]:
    """Every labelled claim judged by the judge without a model, through the JSON lines of `pincite support --batch`."""
    for file in sorted(gold.glob("*.jsonl")):
        for line in judge_lines(file.read_text("utf-8").splitlines(), SignalsJudge()):
            yield json.loads(line)


PREDICT: dict[str, Callable[[Path, Path], Iterator[Row]]] = {
    "extraction": extraction,
    "quotes": quotes,
    "support": support,
    "drafts": drafts,
}


def scorer_of(gold: Path) -> ModuleType:
    """The scorer that lies with the gold."""
    spec = importlib.util.spec_from_file_location("gold_score", gold / "score.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def built(releases: Path, corpora: Path) -> Path:
    """The releases of the shared corpora, built below a folder; what an earlier version of the code built there is replaced."""
    for spec in sorted((ROOT / "corpora").glob("*.yaml")):
        begun = time.perf_counter()
        wiring.build(spec, releases, root=corpora, jobs=settings.jobs(), replace=True)
        print(f"built {spec.name} in {time.perf_counter() - begun:.1f} s", file=sys.stderr)
    return releases


def score(module: ModuleType, name: str, gold: Path, rows: Sequence[Row], *, misses: bool) -> Any:
    """Print the scorer's table and return its figures."""
    with tempfile.TemporaryDirectory() as folder:
        predictions, figures = Path(folder) / "predictions.jsonl", Path(folder) / "figures.json"
        predictions.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
        arguments = [name, "--gold", str(gold / name), "--predictions", str(predictions), "--json", str(figures)]
        code = module.main([*arguments, "--misses"] if misses else arguments)
        if code:
            sys.exit(code)
        found = json.loads(figures.read_text("utf-8"))
    found.pop("misses", None)
    return found


def keep(figures: Row, command: str) -> Path:
    """Write the figures of a run; no earlier run is overwritten."""
    day = datetime.now(UTC).date().isoformat()
    record = {
        "date": day,
        "command": command,
        "versions": {"pincite": version("pincite"), "python": platform.python_version()},
        "figures": figures,
    }
    path = RESULTS / f"gold-{day}.json"
    number = 2
    while path.exists():
        path = RESULTS / f"gold-{day}.{number}.json"
        number += 1
    RESULTS.mkdir(exist_ok=True)
    path.write_text(json.dumps(record, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return path


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the sets named, or all."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.gold", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"of {', '.join(SETS)}; all if none is named")
    parser.add_argument("--releases", type=Path, help="folder of releases built before")
    parser.add_argument(
        "--judge", default="none", help="of the drafts' claims: none, signals, or recorded (the labels)"
    )
    parser.add_argument("--misses", action="store_true", help="list every fault")
    parser.add_argument("--no-record", action="store_true", help="print only, keep no record in results/")
    given = parser.parse_args(arguments)
    unknown = set(given.sets) - set(SETS)
    if unknown:
        parser.error(f"no such set: {', '.join(sorted(unknown))}")
    shared = settings.shared() or ROOT.parent / "shared"
    gold = shared / "gold"
    if not (gold / "score.py").is_file():
        print(f"no gold at {gold}: set PINCITE_SHARED to the folder that holds gold/ and corpora/", file=sys.stderr)
        return 2
    module = scorer_of(gold)
    chosen = given.sets or SETS
    releases = given.releases or (
        built(ROOT / "build" / "gold", shared / "corpora") if {"drafts", "amendments"} & set(chosen) else ROOT
    )
    figures: Row = {}
    for name in chosen:
        print(f"\n== {name}")
        begun = time.perf_counter()
        if name == "amendments":
            figures[name], faults = amendments.measure(gold / name, releases)
            print(amendments.table(figures[name]), *(faults if given.misses else ()), sep="\n")
        else:
            answered: Row = {}
            predict = partial(drafts, judge=given.judge, answered=answered) if name == "drafts" else PREDICT[name]
            rows = list(predict(gold / name, releases))
            figures[name] = score(module, name, gold, rows, misses=given.misses)
            if name == "drafts":
                figures[name]["as_word"] = as_word(gold / name, releases)
                print(f"as Word files: {figures[name]['as_word']}")
                figures[name]["answers"] = answered
                print(*(f"answer {key}: {value}" for key, value in answered.items()), sep="\n")
        figures[name]["seconds"] = round(time.perf_counter() - begun, 2)
    if not given.no_record:
        words = [*chosen] if given.sets else []
        words += ["--judge", given.judge] if given.judge != "none" else []
        print(f"\nkept as {keep(figures, ' '.join(['python -m benchmarks.gold', *words])).relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
