"""The figures of the amendments: replay, refusals, editorial differences, the law on a date.

    python -m benchmarks.amendments GOLD --releases FOLDER       GOLD: the folder of the labelled set
    python -m benchmarks.amendments GOLD --misses                with every fault; without releases no date queries

Keeps true: a case is replayed by the operations recorded, through the engine as it is; what is compared is the text in
reading order, and a text that is served and differs from the expected one in substance counts as silently wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pincite import wiring
from pincite.consolidation.compare import differences
from pincite.consolidation.instructions.reader import read_instruction
from pincite.consolidation.operations import Instrument, TreeOperation
from pincite.consolidation.order import in_order
from pincite.consolidation.records import instruments_of
from pincite.consolidation.refusals import Refused
from pincite.consolidation.timeline import Timeline
from pincite.consolidation.units import Unit, reading_text, unit_of, walk
from pincite.corpus.answers import OutsideCoverage, PlaceFound

Case = dict[str, Any]

EDITORIAL = {"punctuation": "typography", "white_space": "typography", "bracketed_note": "citation_rewrite"}
"""Our kinds that the labelled set counts under another name."""

FIGURES = {
    "exact": 0.98,
    "editorial": 1.0,
    "refused": 0.95,
    "dates": 1.0,
}


def style_of(case: Case) -> str:
    """The drafting style of a case."""
    return "us" if case["jurisdiction"].startswith("us") else case["jurisdiction"]


def base_of(case: Case) -> Unit:
    """The text that the operations apply to."""
    return unit_of(case.get("base") or case["before"])


def replayed(case: Case) -> Unit | Refused:
    """The text after all operations, or why not."""
    instruments = instruments_of(case["instruments"], case["operations"])
    try:
        if case.get("points"):
            return _on_date(case, instruments, case["after_date"])
        return in_order(base_of(case), instruments, style_of(case))
    except Refused as refused:
        return refused


def _on_date(case: Case, instruments: tuple[Instrument, ...], as_of: str) -> Unit:
    base = base_of(case)
    answer = Timeline(base, "0001-01-01", instruments, style=style_of(case)).get((base.id,), as_of)
    assert answer.unit is not None, answer.status
    return answer.unit


def judge(case: Case) -> tuple[bool, bool, str]:
    """Whether a case is as expected, whether its text is silently wrong, and what is to be said of it."""
    found = replayed(case)
    expected = case["expect"]
    if isinstance(found, Refused):
        if expected != "refused":
            return False, False, str(found)
        wanted = case["refusal"]
        operation = found.refused.source.ordinal if found.refused is not None else None
        right = found.code == wanted["code"] and wanted["operation"] in (None, operation)
        return right, False, f"{found} at {operation}, expected {wanted['code']} at {wanted['operation']}"
    if expected == "refused":
        return False, True, f"applied, expected {case['refusal']['code']}"
    text, after = reading_text(found), reading_text(unit_of(case["after"]))
    if expected == "exact":
        return text == after, text != after, "another text"
    kinds = Counter(EDITORIAL.get(each.kind, each.kind) for each in differences(text, after))
    wrong = kinds["substantive"] > 0
    same = set(kinds) == {each["kind"] for each in case["differences"]}
    return not wrong and same, wrong, f"{dict(kinds)}, expected {Counter(each['kind'] for each in case['differences'])}"


def points(case: Case) -> Iterator[tuple[str, bool]]:
    """The dated checks of temporary law."""
    instruments = instruments_of(case["instruments"], case["operations"])
    for point in case.get("points") or ():
        found = _on_date(case, instruments, point["as_of"])
        yield f"{case['id']} {point['as_of']}", reading_text(found) == reading_text(unit_of(case[point["tree"]]))


def behind(case: Case) -> bool:
    """Whether the units name exactly the instruments that the publisher's own history names."""
    found = replayed(case)
    given = {each["law"] for each in case["instruments"]}
    wanted = given & {each["law"] for each in case.get("expected_history") or ()}
    if isinstance(found, Refused) or not wanted or case.get("points"):
        return True
    named = {name.rpartition(" §")[0] for _, unit in walk(found) for name in unit.amended_by}
    return wanted <= named


def read_in_words(case: Case) -> Iterator[tuple[str, str]]:
    """What the instruction in words is read as: `same`, `refused`, or `other` than the operation recorded."""
    for instrument in instruments_of(case["instruments"], case["operations"]):
        for operation in instrument.operations:
            if operation.source.sentence:
                yield case["id"], _reading(operation, base_of(case), style_of(case))


def _reading(operation: TreeOperation, tree: Unit, style: str) -> str:
    source = operation.source
    read = read_instruction(source.sentence, context=source.context, style=style)
    if read.operation is None:
        return "refused"
    return "same" if read.agrees(operation, tree) else "other"


# dates


def same_words(one: str, other: str) -> bool:
    """Whether two texts are the same but for white space."""
    return "".join(one.split()) == "".join(other.split())


def queries(gold: Path, releases: Path) -> Iterator[tuple[str, bool, str]]:
    """Every question about a date: its name, whether it is answered as expected, what was answered."""
    with wiring.open_corpus([releases]) as corpus:
        for line in (gold / "ch" / "queries.jsonl").read_text("utf-8").splitlines():
            row = json.loads(line)
            answer = corpus.find_place(f"{row['work']}#{row['pinpoint']}", language="de", as_of=row["as_of"])
            status = _status(answer)
            right = status == row["expected_status"]
            if right and row["expected_text"] and isinstance(answer, PlaceFound):
                right = same_words(answer.text.removeprefix(answer.node.label), row["expected_text"])
            yield row["id"], right, status
        for row in json.loads((gold / "hk" / "cap486_status.json").read_text("utf-8")):
            for language, wanted in (row.get("expected_status_by_language") or {"en": row["expected_status"]}).items():
                spoken = "zh-Hant" if language.startswith("zh") else language
                answer = corpus.find_place(row["provision"], language=spoken, as_of=row["as_of"])
                status = HK_NAMES.get(_status(answer), _status(answer))
                yield f"{row['id']} {language}", status == wanted, f"{status}, expected {wanted}"


HK_NAMES = {"not_yet_inserted": "not_in_force_yet", "omitted": "omitted_as_spent"}


def _status(answer: object) -> str:
    """What an answer says of the place, in the words of the labelled set."""
    if isinstance(answer, PlaceFound):
        if "other_language" in answer.findings:
            return "prior_version_not_held"
        return answer.node.status
    if isinstance(answer, OutsideCoverage):
        if "not_yet_in_force" in answer.findings:
            return "not_yet_inserted"
        return "prior_version_not_held" if "before_first_state" in answer.findings else "outside_coverage"
    return "not_yet_inserted"


def measure(gold: Path, releases: Path | None) -> tuple[dict[str, Any], list[str]]:
    """All figures, and every fault in words."""
    cases = [
        json.loads(file.read_text("utf-8")) for part in ("us-dc", "eu") for file in sorted((gold / part).glob("*.json"))
    ]
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    readings: Counter[str] = Counter()
    silent = 0
    faults: list[str] = []
    for case in cases:
        name = case["expect"]
        total[name] += 1
        ok, wrong, said = judge(case)
        silent += wrong
        right[name] += ok
        if not ok:
            faults.append(f"{name} {case['id']}: {said}")
        for label, held in points(case):
            total["dates"] += 1
            right["dates"] += held
            if not held:
                faults.append(f"dates {label}")
        total["history"] += 1
        right["history"] += behind(case)
        if not behind(case):
            faults.append(f"history {case['id']}")
        for label, reading in read_in_words(case):
            readings[reading] += 1
            if reading == "other":
                faults.append(f"in words {label}")
    for label, held, said in queries(gold, releases) if releases is not None else ():
        total["dates"] += 1
        right["dates"] += held
        if not held:
            faults.append(f"dates {label}: {said}")
    figures: dict[str, Any] = {name: {"right": right[name], "of": total[name]} for name in total}
    figures["silent_wrong"] = silent
    figures["instructions_in_words"] = dict(readings)
    return figures, faults


def table(figures: dict[str, Any]) -> str:
    """The figures for a terminal."""
    lines = []
    for name, value in figures.items():
        if isinstance(value, dict) and "of" in value:
            target = f"  (>= {FIGURES[name]:.0%})" if name in FIGURES else ""
            lines.append(f"{name:24} {value['right']:4} of {value['of']:4}  {value['right'] / value['of']:.1%}{target}")
        else:
            lines.append(f"{name:24} {value}")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures; exit status 1 when one is below its target."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.amendments", description=__doc__.partition("\n")[0])
    parser.add_argument("gold", type=Path)
    parser.add_argument("--releases", type=Path)
    parser.add_argument("--misses", action="store_true")
    given = parser.parse_args(arguments)
    figures, faults = measure(given.gold, given.releases)
    print(table(figures))
    if given.misses:
        print(*faults, sep="\n")
    low = [
        name
        for name, least in FIGURES.items()
        if figures.get(name) and figures[name]["right"] < least * figures[name]["of"]
    ]
    return 1 if low or figures["silent_wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
