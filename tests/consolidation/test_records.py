"""Operations from records: what is unknown is an error."""

from __future__ import annotations

import pytest

from pincite.consolidation.operations import InsertUnit, TextReplace
from pincite.consolidation.records import instruments_of, operation_of


def test_a_record_becomes_an_operation() -> None:
    read = operation_of(
        {"kind": "text_replace", "target": ["9", "c"], "find": "5", "replace": "6", "count": 1, "position": 2}
    )
    assert isinstance(read, TextReplace)
    assert (read.nth, read.count) == ("2", 1)


@pytest.mark.parametrize(
    "record",
    [
        {"kind": "improve", "target": ["9"]},
        {"kind": "repeal_unit"},
        {"kind": "insert_unit", "target": ["9"], "payload": {"id": "a"}, "position": {"somewhere": "b"}},
        {"kind": "insert_unit", "target": ["9"], "payload": {"id": "a"}},
        {"kind": "text_replace", "target": ["9"], "find": "x", "position": "middle"},
        {"kind": "text_insert", "target": ["9"], "find": "x", "where": "under"},
        {"kind": "text_replace", "target": ["9"], "find": "x", "scope": "margin"},
        {"kind": "replace_unit", "target": ["9"], "payload": {"id": "a", "status": "sleeping"}},
    ],
)
def test_attack_a_record_that_says_something_unknown_is_an_error(record: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        operation_of(record)


def test_a_pending_instrument_has_no_date() -> None:
    record = {
        "law": "Act 1",
        "effective": "2020-01-01",
        "applicability": {"status": "pending", "condition": "when funded"},
    }
    order = {
        "kind": "insert_unit",
        "target": ["9"],
        "payload": {"id": "d"},
        "position": {"last": True},
        "instrument": "Act 1",
    }
    (found,) = instruments_of([record], [order])
    assert (found.effective, found.condition) == (None, "when funded")
    assert isinstance(found.operations[0], InsertUnit)


def test_an_operation_of_an_unrecorded_instrument_is_an_error() -> None:
    with pytest.raises(ValueError, match="not recorded"):
        instruments_of(
            [{"law": "Act 1"}, {"law": "Act 2"}], [{"kind": "repeal_unit", "target": ["9"], "instrument": "Act 3"}]
        )


@pytest.mark.parametrize("date", ["soon", "9999-99-99", "2020"])
def test_attack_a_date_that_is_none_is_an_error(date: str) -> None:
    with pytest.raises(ValueError, match="is no date"):
        instruments_of([{"law": "Act 1", "effective": date}], [])
