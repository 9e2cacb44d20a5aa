"""The table from axes to status, tried over every combination of values against an independent statement of it."""

from __future__ import annotations

import itertools
from typing import get_args

import pytest

from pincite.judging import verdict
from pincite.judging.verdict import Axes, Evidence, Verdict, status_of

EXISTENCE = get_args(verdict.Existence)
IDENTITY = get_args(verdict.Identity)
PINPOINT = get_args(verdict.Pinpoint)
QUOTE = get_args(verdict.Quote)
CURRENCY = get_args(verdict.Currency)
SUPPORT = get_args(verdict.Support)
SPEAKER = get_args(verdict.Speaker)

# The design's table said again, as sets of values an axis may take for the line to hold: (line, status, field, values).
LINES: list[tuple[str, str, set[object]]] = [
    ("SKIPPED", "out_of_scope", {True}),
    ("UNVERIFIED", "existence", {"not_found", "outside_coverage", "malformed", "unreachable"}),
    ("MISMATCH", "identity", {"other_document"}),
    ("MISMATCH", "quote", {"refused"}),
    ("MISMATCH", "support", {"CONTRADICTED", "UNSUPPORTED"}),
    ("MISMATCH", "speaker", {"headnote", "facts", "submission", "dissent", "court_below"}),
    ("MISMATCH", "other_version", {True}),
    ("MISMATCH", "currency", {"repealed", "not_yet_in_force"}),
    ("UNVERIFIED", "support", {"UNDECIDED"}),
    ("UNVERIFIED", "withheld", {True}),
    ("UNVERIFIED", "pinpoint", {"absent"}),
    ("PARTIAL", "support", {"PARTLY"}),
    ("PARTIAL", "quote", {"look"}),
    ("PARTIAL", "pinpoint", {"corrected"}),
    ("PARTIAL", "low_confidence", {True}),
    ("PARTIAL", "identity", {"differs"}),
    ("PARTIAL", "currency", {"unknown", "not_consolidated"}),
]
RANK: dict[str, list[tuple[int, set[object]]]] = {field: [] for field in Axes._fields}
for _rank, (_status, _field, _values) in enumerate(LINES):
    RANK[_field].append((_rank, _values))


def first_line(field: str, value: object) -> int:
    """The first line that this one value makes hold, or the last one (MATCH)."""
    return min((rank for rank, values in RANK[field] if value in values), default=len(LINES))


def test_every_combination_of_axis_values_gives_the_status_of_the_first_line_that_holds() -> None:
    domains = (EXISTENCE, IDENTITY, PINPOINT, QUOTE, CURRENCY, SUPPORT, SPEAKER, *[(False, True)] * 4)
    ranks = [
        [first_line(field, value) for value in domain] for field, domain in zip(Axes._fields, domains, strict=True)
    ]
    statuses = [status for status, _, _ in LINES] + ["MATCH"]
    combinations = itertools.product(*domains)
    expected = (statuses[min(lines)] for lines in itertools.product(*ranks))
    count = 0
    for values, wanted in zip(combinations, expected, strict=True):
        count += 1
        if status_of(Axes._make(values)) != wanted:
            pytest.fail(f"{values}: {status_of(Axes._make(values))}, the table says {wanted}")
    assert count == 5 * 4 * 5 * 4 * 7 * 5 * 9 * 16


def evidence() -> Evidence:
    return Evidence.of(
        "Lamps are lit at dusk.", 0, 5, work="xx/law/1", expression="xx/law/1@en/2026-01-01", place="s1",
        release="xx/1", corpus_as_of="2026-01-01", as_of="2026-01-01",
    )  # fmt: skip


GOOD = Axes("found", "agrees", "confirmed", "clean", "in_force", "SUPPORTED", "reasoning")


def test_a_match_without_evidence_cannot_be_constructed() -> None:
    with pytest.raises(ValueError, match="needs the retrieved passage"):
        Verdict(GOOD, "verbatim")
    assert Verdict(GOOD, "verbatim", evidence()).status == "MATCH"


def test_evidence_is_a_slice_of_the_text_with_checked_bounds() -> None:
    for start, end in ((-3, 2), (0, 23), (4, 4), (5, 4)):
        with pytest.raises(ValueError, match="outside"):
            Evidence.of(
                "Lamps are lit at dusk.",
                start,
                end,
                work="w",
                expression="e",
                place="",
                release="r",
                corpus_as_of="",
                as_of="",
            )
    with pytest.raises(ValueError, match="span"):
        Evidence("w", "e", "", 0, 3, "four", "r", "", "")
    with pytest.raises(ValueError, match="names the work"):
        Evidence("", "e", "", 0, 4, "four", "r", "", "")


def test_a_judge_is_never_more_certain_than_words_compared_by_code() -> None:
    table = verdict.CONFIDENCE
    assert table["verbatim"] > table["server_judge"] > table["local_model"] > table["lexical"] > table["none"] == 0
    assert Verdict(GOOD, "verbatim", evidence()).confidence == table["verbatim"]
    assert all(0 <= value <= 1 for value in table.values())


def test_every_status_but_match_names_its_cause() -> None:
    for field, values in (
        ("existence", EXISTENCE),
        ("pinpoint", PINPOINT),
        ("quote", QUOTE),
        ("support", SUPPORT),
        ("speaker", SPEAKER),
    ):
        for value in values:
            axes = GOOD._replace(**{field: value})
            assert (verdict.cause_of(axes) == "") == (status_of(axes) == "MATCH")
