"""The Swiss grammar on the labelled texts: what is asked of it, measured as the gold measures it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pincite.citations.extract import Extractor
from pincite.jurisdictions.ch.pack import PACK

pytestmark = pytest.mark.shared

EXTRACTOR = Extractor([PACK])


class Labelled(NamedTuple):
    """What was labelled in a text, what may be found besides, and what was found."""

    name: str
    gold: list[dict[str, Any]]
    optional: list[dict[str, Any]]
    found: list[dict[str, Any]]


@pytest.fixture(scope="module")
def labelled(shared: Path) -> list[Labelled]:
    texts = []
    for path in sorted((shared / "gold/extraction/ch").glob("*.meta.json")):
        meta = json.loads(path.read_text("utf-8"))
        base = path.name.removesuffix(".meta.json")
        text = (path.parent / f"{base}.txt").read_bytes().decode()
        lines = (path.parent / f"{base}.jsonl").read_text("utf-8").splitlines()
        mentions = EXTRACTOR.extract(
            text, language=meta["language"], self_reference=meta["self"], jurisdiction="ch"
        ).mentions
        found = [
            {"start": mention.start, "end": mention.end, "form": mention.form, "reference": mention.reference}
            for mention in mentions
        ]
        texts.append(Labelled(base, [json.loads(line) for line in lines], meta.get("optional", []), found))
    assert texts
    return texts


def overlaps(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return bool(one["start"] < other["end"] and other["start"] < one["end"])


def test_spans_are_found_and_no_others(labelled: list[Labelled]) -> None:
    gold = sum(len(text.gold) for text in labelled)
    hit = sum(any(overlaps(mention, found) for found in text.found) for text in labelled for mention in text.gold)
    extra = [
        (text.name, found)
        for text in labelled
        for found in text.found
        if not any(overlaps(found, other) for other in (*text.gold, *text.optional))
    ]
    assert hit / gold >= 0.97
    assert len(extra) / gold <= 0.03


def exact(text: Labelled, mention: dict[str, Any]) -> dict[str, Any] | None:
    places = {(found["start"], found["end"]): found for found in text.found}
    return places.get((mention["start"], mention["end"]))


def test_references_are_exact(labelled: list[Labelled]) -> None:
    asked = [(text, mention) for text in labelled for mention in text.gold if mention["reference"]]
    right = [
        mention
        for text, mention in asked
        if (found := exact(text, mention)) and found["reference"] == mention["reference"]
    ]
    assert len(right) / len(asked) >= 0.94


def test_short_forms_are_resolved_right_and_hardly_ever_wrong(labelled: list[Labelled]) -> None:
    asked = [
        (text, mention)
        for text in labelled
        for mention in text.gold
        if mention["form"] == "short" and mention["reference"]
    ]
    answers = [
        (mention["reference"], (exact(text, mention) or {"reference": None})["reference"]) for text, mention in asked
    ]
    assert sum(wanted == answer for wanted, answer in answers) / len(answers) >= 0.85
    assert sum(answer is not None and wanted != answer for wanted, answer in answers) / len(answers) <= 0.03
