"""Replayed works: operations applied by us in a build, each wording unofficial and compared with the publisher's text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from pincite.corpus.admission import fault
from pincite.errors import UnreadableSource
from pincite.jurisdictions.shared.sources.replay import read
from pincite.law.document import Document
from pincite.storage.sqlite.corpus import SqliteCorpus
from pincite.wiring import build, open_corpus
from pincite.workflows.diff_corpus import diff_on_dates

HARBOUR: dict[str, Any] = {
    "schema": "pincite.replay/1",
    "work": "hk/cap9010",
    "language": "en",
    "title": "Harbour Lanterns Ordinance",
    "base_date": "2020-01-01",
    "base": {
        "id": "cap9010",
        "children": [
            {"id": "1", "num": "1.", "heading": "Duty", "text": "A keeper must pay 5 crowns within 14 days."},
            {
                "id": "2",
                "num": "2.",
                "children": [{"id": "1", "num": "(1)", "text": "A keeper may inspect the «register»."}],
            },
            {"id": "3", "num": "3.", "heading": "Rafts", "text": "No person may float a lantern."},
        ],
    },
    "instruments": [
        {"law": "Ord. 4 of 2021", "effective": "2021-06-01"},
        {"law": "Ord. 9 of 2022", "effective": "2022-03-01"},
    ],
    "operations": [
        {
            "kind": "text_replace",
            "target": ["cap9010", "1"],
            "find": "5 crowns",
            "replace": "6 crowns",
            "count": 1,
            "instrument": "Ord. 4 of 2021",
            "instruction": "For “5 crowns” substitute “6 crowns”.",
        },
        {"kind": "repeal_unit", "target": ["cap9010", "3"], "tombstone": "(Repealed)", "instrument": "Ord. 9 of 2022"},
    ],
}


def documents(said: dict[str, Any]) -> tuple[bytes, list[Document]]:
    data = json.dumps(said, ensure_ascii=False, indent=1).encode()
    return data, read(data, name="harbour.json", options={})


def witnessed(days: str) -> dict[str, Any]:
    said = deepcopy(HARBOUR)
    tree = deepcopy(said["base"])
    tree["children"][0]["text"] = f"A keeper must pay 6 crowns within {days} days."
    said["witnesses"] = [{"date": "2021-06-01", "tree": tree}]
    return said


def test_there_is_a_wording_for_every_date_on_which_the_text_changes() -> None:
    data, found = documents(HARBOUR)
    assert [each.state for each in found] == ["2020-01-01", "2021-06-01", "2022-03-01"]
    assert ["5 crowns" in each.text for each in found] == [True, False, False]
    assert all(fault(each, data) is None for each in found), "every character leads back to the file"
    assert {each.legal_value for each in found} == {"unofficial"}


def test_what_was_put_in_leads_back_to_the_words_of_the_operation() -> None:
    data, found = documents(HARBOUR)
    at = found[1].text.index("6 crowns")
    first, last = found[1].source_map.source_span(at, at + 1, data)
    assert data[first:last] == b"6"
    assert data.index(b'"replace"') < first


def test_the_operations_of_a_date_are_those_of_its_wording() -> None:
    _, found = documents(HARBOUR)
    assert [[each["kind"] for each in document.operations] for document in found] == [
        [],
        ["text_replace"],
        ["repeal_unit"],
    ]
    assert found[1].operations[0]["result"] == "applied"
    assert found[1].provisions[0].amended_by == ("Ord. 4 of 2021",)
    assert found[2].provisions[-1].status == "repealed"


def test_an_operation_that_does_not_fit_is_refused_and_changes_nothing() -> None:
    said = deepcopy(HARBOUR)
    said["operations"][0]["find"] = "7 crowns"
    _, found = documents(said)
    assert all("5 crowns" in each.text for each in found)
    assert "precondition_mismatch" in {finding.code for each in found for finding in each.findings}


def test_the_publishers_text_wins_and_a_difference_in_substance_is_a_finding() -> None:
    _, agreeing = documents(witnessed("14"))
    _, other = documents(witnessed("21"))
    assert [finding.code for finding in agreeing[1].findings] == ["witness_agrees"]
    assert [finding.code for finding in other[1].findings] == ["witness_divergence"]
    assert "within 21 days" in other[1].text


@pytest.mark.parametrize(
    "change",
    [
        {"schema": "other"},
        {"base": {}},
        {"base_date": "2020-02-30"},
        {"operations": [{"kind": "conjure", "target": ["cap9010"], "instrument": "Ord. 4 of 2021"}]},
        {"operations": [{"kind": "revive", "target": [], "instrument": "Ord. 4 of 2021"}]},
        {"instruments": []},
        {"work": "nowhere in particular"},
        {"base": {"id": "x", "children": [{"id": "1"}, {"id": "1"}]}},
    ],
)
def test_what_is_no_replay_is_refused_with_a_reason(change: dict[str, Any]) -> None:
    with pytest.raises(UnreadableSource, match="harbour"):
        documents({**HARBOUR, **change})


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteCorpus]:
    folder = tmp_path_factory.mktemp("replay")
    (folder / "harbour.json").write_text(json.dumps(witnessed("21"), ensure_ascii=False), "utf-8")
    (folder / "spec.yaml").write_text(
        "jurisdiction: hk\ntag: 2026.11.30\nas_of: 2026-11-30\ntitle: replayed\nsources:\n  - files: ['*.json']\n"
        "    reader: replay\n    publisher: invented\n    licence: Apache-2.0\n    legal_value: unofficial\n"
        "    redistribute: full\n",
        "utf-8",
    )
    built = build(folder / "spec.yaml", folder / "releases")
    ops = [json.loads(line) for line in (Path(built.path) / "ops.jsonl").read_text("utf-8").splitlines()]
    assert [op["kind"] for op in ops] == ["text_replace", "repeal_unit"]
    assert built.manifest.counts["op"] == 2
    with open_corpus([folder / "releases"]) as opened:
        yield opened


def test_a_release_answers_by_date_from_replayed_wordings(corpus: SqliteCorpus) -> None:
    said = {date: corpus.find_place("hk/cap9010#s1", as_of=date) for date in ("2020-05-01", "2021-07-01", "2023-01-01")}
    texts = [getattr(answer, "text", "") for answer in said.values()]
    assert ["5 crowns" in text for text in texts] == [True, False, False]
    assert getattr(said["2023-01-01"], "expression").legal_value == "unofficial"  # noqa: B009 (an answer of three kinds)


def test_two_dates_differ_by_provision_and_by_obligation(corpus: SqliteCorpus) -> None:
    (diff,) = diff_on_dates(corpus, "hk/cap9010@2020-05-01", "hk/cap9010@2023-01-01")
    assert (diff.old, diff.new) == ("hk/cap9010@en/2020-01-01", "hk/cap9010@en/2022-03-01")
    assert {each.eid: each.what for each in diff.provisions} == {"s1": "changed", "s3": "changed"}
    what = {each.eid: (each.what, each.fields) for each in diff.atoms}
    assert what["s1"][0] == "changed"
    assert ("time", "within 14 days", "within 21 days") in what["s1"][1] or what["s1"][1]
    assert what["s3"] == ("removed", ())
    assert diff.same_atoms == 1
